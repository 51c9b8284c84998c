#include "agents/bot.h"

#include "agents/agents.h"
#include "core/scan.h"

#include <jogada/ask.h>

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static enum jg_status on_greeting(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    struct jg_scan s = jg_scan_begin(rest);
    struct jg_text t;
    char ours[JG_SPEC_MAX], name[JG_SPEC_MAX];
    int version;
    if (!jg_scan_number(&s, 1000000, &version) || !jg_scan_char(&s, ' '))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected a greeting 'jogada %d GAME'", JG_BOT_VERSION);
    if (version != JG_BOT_VERSION)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the table uses protocol version %d, this bot version %d",
                       version, JG_BOT_VERSION);
    jg_text_init(&t, ours, sizeof ours);
    jg_game_spec(b->agent->game, &t);
    if (strcmp(s.at, ours))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the table plays %s, this bot %s", s.at, ours);
    jg_text_init(&t, name, sizeof name);
    jg_agent_spec(b->agent, &t);
    jg_text_add(reply, "ok jogada %s", name);
    b->greeted = true;
    return JG_OK;
}

static enum jg_status on_seat(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    struct jg_scan s = jg_scan_begin(rest);
    int seats = b->agent->game->kind->seats;
    (void)reply;
    if (!jg_scan_number(&s, seats, &b->seat) || !b->seat-- || !jg_scan_end(&s))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected a seat number");
    return JG_OK;
}

static enum jg_status on_seed(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    char *end;
    (void)reply;
    errno = 0;
    b->seed = strtoull(rest, &end, 10);
    if (!isdigit((unsigned char)*rest) || *end || errno)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected a number");
    return JG_OK;
}

static enum jg_status on_clock(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    struct jg_scan s = jg_scan_begin(rest);
    int left, increment, moves;
    (void)reply;
    if (!jg_scan_number(&s, INT_MAX, &left) || !jg_scan_char(&s, ' ') || !jg_scan_number(&s, INT_MAX, &increment) ||
        !jg_scan_char(&s, ' ') || !jg_scan_number(&s, INT_MAX, &moves) || !jg_scan_end(&s))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected a clock 'LEFT INCREMENT MOVES'");
    b->clock =
        (struct jg_query_clock){.left = (left ? left : 1) / 1000.0, .increment = increment / 1000.0, .moves = moves};
    return JG_OK;
}

static bool make_room(struct jg_bot *b) {
    if (b->key_count < b->key_room) return true;
    size_t room = b->key_room ? 2 * b->key_room : 64;
    uint64_t *keys = realloc(b->keys, room * sizeof *keys);
    if (!keys) return false;
    b->keys = keys;
    b->key_room = room;
    return true;
}

static enum jg_status on_earlier(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    (void)reply;
    b->key_count = 0;
    for (const char *p = rest; *p;) {
        char *end;
        errno = 0;
        uint64_t key = strtoull(p, &end, 16);
        if (!isxdigit((unsigned char)*p) || errno || (*end && *end != ' '))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected position keys in hexadecimal");
        if (!make_room(b)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        b->keys[b->key_count++] = key;
        p = end + (*end == ' ');
    }
    return JG_OK;
}

static enum jg_status on_position(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    (void)reply;
    enum jg_status status = jg_parse(b->agent->game, rest, &b->view, err);
    b->placed = !status;
    return status;
}

static enum jg_status on_new(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    (void)rest, (void)reply, (void)err;
    if (b->agent->kind->forget) b->agent->kind->forget(b->agent);
    return JG_OK;
}

static enum jg_status on_go(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    const struct jg_game *g = b->agent->game;
    (void)rest;
    if (!b->placed || jg_turn(g, &b->view) != b->seat)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "'go' needs a position in which this seat is to move");
    struct jg_report *report = malloc(sizeof *report);
    if (!report) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_ask ask = {
        .seed = b->seed, .stop = b->stop, .clock = b->clock, .keys = b->keys, .key_count = b->key_count};
    enum jg_status status = jg_ask_state(&ask, b->agent, &b->view, report, err);
    if (!status) g->kind->print_move(g, &b->view, report->move, reply);
    free(report);
    b->placed = false;
    b->key_count = 0;
    b->clock = (struct jg_query_clock){0};
    return status;
}

static enum jg_status on_quit(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err) {
    (void)b, (void)rest, (void)reply, (void)err;
    return JG_ESTOP;
}

/* Unknown words are ignored: the protocol may grow. */
static const struct word {
    const char *word;
    enum jg_status (*handle)(struct jg_bot *b, const char *rest, struct jg_text *reply, struct jg_error *err);
} TABLE[] = {
    {"jogada", on_greeting},   {"new", on_new}, {"seat", on_seat}, {"seed", on_seed},   {"earlier", on_earlier},
    {"position", on_position}, {"go", on_go},   {"quit", on_quit}, {"clock", on_clock},
};

enum jg_status jg_bot_handle(struct jg_bot *b, const char *line, struct jg_text *reply, struct jg_error *err) {
    size_t length = strcspn(line, " ");
    const char *rest = line + length + (line[length] == ' ');
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const struct word *w = &TABLE[i];
        if (strlen(w->word) != length || strncmp(w->word, line, length)) continue;
        if (!b->greeted && w->handle != on_greeting && w->handle != on_quit)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "expected a greeting 'jogada %d GAME'", JG_BOT_VERSION);
        return w->handle(b, rest, reply, err);
    }
    return JG_OK;
}

void jg_bot_free(struct jg_bot *b) {
    free(b->keys);
    *b = (struct jg_bot){0};
}
