#include "kgp/client.h"

#include <stdio.h>
#include <string.h>

enum { COMPLAINTS_MAX = 20, SHOWN = 60 }; /* after so many wrong lines nobody is told any more */

static void tell(struct jg_kgp_client *c, const char *text) { c->calls->wrong(c->calls->arg, text); }

/* ---- Games -------------------------------------------------------------------------------- */

/* How it ended, if our last move has decided it and nobody said. */
static void judge(const struct jg_kgp_client *c, struct jg_kgp_game *game) {
    struct jg_kgp_board after;
    if (game->told || !jg_kgp_board_play(&game->board, c->emptycapture, game->house, &after)) return;
    game->seeds[0] = after.store[0];
    game->seeds[1] = after.store[1];
    if (!jg_kgp_board_decided(&after)) return;
    game->result = after.store[0] > after.store[1]    ? JG_KGP_WON
                   : after.store[0] == after.store[1] ? JG_KGP_DRAWN
                                                      : JG_KGP_LOST;
}

static void end_game(struct jg_kgp_client *c, struct jg_kgp_game *game) {
    if (!game->number) return;
    judge(c, game);
    c->ended++;
    c->calls->over(c->calls->arg, game);
    game->number = game->last = 0;
}

/* Whether a board cannot come later in a game than another. */
static bool is_new(const struct jg_kgp_board *then, const struct jg_kgp_board *now) {
    bool start = !now->store[0] && !now->store[1];
    for (int i = 0; i < now->houses && start; i++)
        start = now->house[0][i] == now->house[0][0] && now->house[1][i] == now->house[0][0];
    return start || now->houses != then->houses || jg_kgp_board_seeds(now) != jg_kgp_board_seeds(then) ||
           now->store[0] < then->store[0] || now->store[1] < then->store[1];
}

/* The game that is under way by the name that the server last gave; -1: none. */
static int known_game(const struct jg_kgp_client *c) {
    for (int i = 0; i < JG_KGP_GAMES; i++)
        if (c->game[i].number && !strcmp(c->game[i].id, c->id)) return i;
    return -1;
}

/* A new game, in the place of none or of the one that was asked about longest ago. */
static int begin_game(struct jg_kgp_client *c) {
    int at = 0;
    for (int i = 1; i < JG_KGP_GAMES; i++)
        if (c->game[i].last < c->game[at].last) at = i;
    end_game(c, &c->game[at]);
    memset(&c->game[at], 0, sizeof c->game[at]);
    c->game[at].number = ++c->games;
    memcpy(c->game[at].id, c->id, sizeof c->id);
    memcpy(c->game[at].opponent, c->opponent, sizeof c->opponent);
    return at;
}

/* The game that a board belongs to; a new one if there is none. -1: we have played enough. */
static int game_of(struct jg_kgp_client *c, const struct jg_kgp_board *board) {
    int at = known_game(c);
    if (at >= 0 && is_new(&c->game[at].board, board)) {
        end_game(c, &c->game[at]);
        at = -1;
    }
    if (at < 0 && c->limit && c->games >= c->limit) return -1;
    if (at < 0) at = begin_game(c);
    struct jg_kgp_game *game = &c->game[at];
    game->board = *board;
    game->house = 0;
    game->seeds[0] = board->store[0];
    game->seeds[1] = board->store[1];
    game->last = ++c->states;
    return at;
}

/* `set game:result "won 28 20"`: an option of our own server. A game may end before we were ever asked. */
static void end_told(struct jg_kgp_client *c, const char *value) {
    static const char *const WORDS[] = {"lost", "drawn", "won"};
    int at = known_game(c), seeds[2], result = 0;
    char word[8];
    if (sscanf(value, "%7s %4d %4d", word, &seeds[0], &seeds[1]) != 3) return;
    while (result < 3 && strcmp(word, WORDS[result]) != 0) result++;
    if (result == 3 || (at < 0 && (!c->id[0] || !strcmp(c->id, c->told)))) return;
    if (at < 0) at = begin_game(c);
    memcpy(c->told, c->id, sizeof c->told);
    c->game[at].result = (enum jg_kgp_result)(JG_KGP_LOST + result);
    c->game[at].told = true;
    memcpy(c->game[at].seeds, seeds, sizeof seeds);
    end_game(c, &c->game[at]);
    if (c->limit && c->ended >= c->limit) jg_kgp_client_leave(c);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static const uint64_t *ref_of(const struct jg_kgp_client *c, int question) {
    return c->question[question].has_id ? &c->question[question].id : NULL;
}

/* The question is answered for good. */
static void close_question(struct jg_kgp_client *c, int question) {
    struct jg_kgp_game *game = &c->game[c->question[question].game];
    int house = c->question[question].house;
    struct jg_text t;
    c->question[question].open = false;
    if (!house || game->number != c->question[question].number) return;
    game->house = house;
    game->count++;
    jg_text_init(&t, game->moves + strlen(game->moves), sizeof game->moves - strlen(game->moves));
    jg_text_add(&t, game->moves[0] ? " %d" : "%d", house);
}

void jg_kgp_client_move(struct jg_kgp_client *c, int question, int house) {
    if (c->wire.closed || !c->question[question].open || c->question[question].house == house) return;
    c->question[question].house = house;
    jg_kgp_say(&c->wire, ref_of(c, question), "move %d", house);
}

void jg_kgp_client_done(struct jg_kgp_client *c, int question) {
    if (!c->question[question].open) return;
    if (!c->wire.closed) jg_kgp_say(&c->wire, ref_of(c, question), "yield");
    close_question(c, question);
}

void jg_kgp_client_refuse(struct jg_kgp_client *c, int question, const char *why) {
    if (!c->question[question].open) return;
    if (!c->wire.closed) jg_kgp_say_error(&c->wire, ref_of(c, question), "%s", why);
    tell(c, why);
    jg_kgp_client_done(c, question);
}

void jg_kgp_client_leave(struct jg_kgp_client *c) {
    if (c->wire.closed) return;
    jg_kgp_say_bare(&c->wire, "goodbye");
    c->wire.closed = c->left = true;
}

void jg_kgp_client_end(struct jg_kgp_client *c) {
    c->wire.closed = true;
    for (int i = 0; i < JG_KGP_QUESTIONS; i++)
        if (c->question[i].open) {
            c->calls->stop(c->calls->arg, i);
            close_question(c, i);
        }
    for (;;) { /* in the order in which they began */
        struct jg_kgp_game *first = NULL;
        for (int i = 0; i < JG_KGP_GAMES; i++)
            if (c->game[i].number && (!first || c->game[i].number < first->number)) first = &c->game[i];
        if (!first) return;
        end_game(c, first);
    }
}

/* ---- Commands ----------------------------------------------------------------------------- */

/* Tells both sides what is wrong with a line of the server's. */
static void complain(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *why, const char *shown) {
    char text[JG_MESSAGE_MAX + JG_KGP_TEXT + 64];
    snprintf(text, sizeof text, "line %llu of the server: %s: \"%s\"", (unsigned long long)c->wire.number, why, shown);
    if (c->complaints++ >= COMPLAINTS_MAX) return;
    jg_kgp_say_error(&c->wire, line && line->has_id ? &line->id : NULL, "%s", text);
    tell(c, text);
}

static void say_text(struct jg_kgp_client *c, const char *option, const char *value) {
    char text[1024];
    struct jg_text t;
    if (!value || !value[0]) return;
    jg_text_init(&t, text, sizeof text);
    jg_kgp_quote(&t, value);
    jg_kgp_say(&c->wire, NULL, "set %s %s", option, text);
}

static void do_kgp(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    if (c->begun) return;
    for (int i = 0; i < 3; i++) c->version[i] = jg_kgp_number(line, i, 1000000);
    if (c->version[0] != 1) {
        jg_kgp_say_error(&c->wire, NULL, "protocol not supported");
        jg_kgp_name(c->foreign, shown);
        jg_kgp_client_leave(c);
        return;
    }
    c->begun = true;
    say_text(c, "info:name", c->who->name);
    say_text(c, "info:authors", c->who->author);
    say_text(c, "info:description", c->who->description);
    say_text(c, "auth:token", c->who->token);
    jg_kgp_say(&c->wire, NULL, "mode freeplay");
}

/* A question that can be used, or -1. */
static int free_question(const struct jg_kgp_client *c) {
    for (int i = 0; i < JG_KGP_QUESTIONS; i++)
        if (!c->question[i].open) return i;
    return -1;
}

/* The open question that a line is about: the one it refers to, or the only one; -1: none. */
static int question_of(const struct jg_kgp_client *c, bool has_id, uint64_t id) {
    int only = -1, open = 0;
    for (int i = 0; i < JG_KGP_QUESTIONS; i++) {
        if (!c->question[i].open) continue;
        if (c->question[i].has_id == has_id && c->question[i].id == id) return i;
        only = i;
        open++;
    }
    return open == 1 && !has_id ? only : -1;
}

static void do_state(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    struct jg_error err = {0};
    struct jg_kgp_board board;
    if (line->has_id && question_of(c, true, line->id) >= 0) {
        complain(c, line, "this id was used before", shown);
        return;
    }
    if (!line->count || line->arguments[0].type != JG_KGP_BOARD) {
        complain(c, line, "state takes a board", shown);
        return;
    }
    if (jg_kgp_board_read(line->arguments[0].text, &board, &err)) {
        complain(c, line, err.message, shown);
        return;
    }
    int question = free_question(c), game = question < 0 ? 0 : game_of(c, &board);
    if (question < 0) {
        complain(c, line, "too many states at once", shown);
        jg_kgp_say(&c->wire, line->has_id ? &line->id : NULL, "yield");
    } else if (game < 0) {
        jg_kgp_client_leave(c);
    } else {
        c->question[question].open = true;
        c->question[question].has_id = line->has_id;
        c->question[question].id = line->has_id ? line->id : 0;
        c->question[question].game = game;
        c->question[question].number = c->game[game].number;
        c->question[question].house = 0;
        c->calls->ask(c->calls->arg, question, &board);
    }
}

static void do_stop(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    int question = question_of(c, line->has_ref, line->has_ref ? line->ref : 0);
    (void)shown;
    if (question < 0) return; /* we had yielded already */
    c->calls->stop(c->calls->arg, question);
    close_question(c, question);
}

static void do_set(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    const char *option = jg_kgp_word(line, 0), *value = line->count > 1 ? line->arguments[1].text : NULL;
    (void)shown;
    if (!option || !value) return; /* options that we do not know are none of our business */
    if (!strcmp(option, "info:name"))
        jg_kgp_name(c->server, value);
    else if (!strcmp(option, "game:id"))
        jg_kgp_name(c->id, value);
    else if (!strcmp(option, "game:opponent"))
        jg_kgp_name(c->opponent, value);
    else if (!strcmp(option, "game:result"))
        end_told(c, value);
}

static void do_ping(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    char text[1024] = "";
    struct jg_text t;
    (void)shown;
    jg_text_init(&t, text, sizeof text);
    if (jg_kgp_word(line, 0) && strlen(jg_kgp_word(line, 0)) < sizeof text / 2 - 2) {
        jg_text_char(&t, ' ');
        jg_kgp_quote(&t, jg_kgp_word(line, 0));
    }
    jg_kgp_say(&c->wire, line->has_id ? &line->id : NULL, "pong%s", text);
}

static void do_error(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    char text[4 * JG_KGP_TEXT];
    snprintf(text, sizeof text, "%s", line->count ? line->arguments[0].text : shown);
    c->calls->said(c->calls->arg, text);
}

static void do_goodbye(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown) {
    (void)line, (void)shown;
    c->wire.closed = c->dismissed = true;
}

static const struct {
    const char *name;
    void (*run)(struct jg_kgp_client *c, const struct jg_kgp_line *line, const char *shown);
    bool first; /* may come before the server has said what it speaks */
} COMMANDS[] = {
    {"state", do_state, false}, {"stop", do_stop, false},      {"ping", do_ping, false},  {"set", do_set, false},
    {"kgp", do_kgp, true},      {"goodbye", do_goodbye, true}, {"error", do_error, true},
};

static void hear_line(void *arg, char *text, size_t length) {
    struct jg_kgp_client *c = arg;
    struct jg_error err = {0};
    struct jg_kgp_line line = {.name = ""};
    char begin[SHOWN + 1] = "", shown[JG_KGP_TEXT];
    if (text) snprintf(begin, sizeof begin, "%s", text);
    jg_kgp_name(shown, begin);
    enum jg_status status = text ? jg_kgp_read(text, length, &line, &err)
                                 : jg_fail(&err, JG_EINPUT, -1, "it is longer than %d bytes", JG_KGP_LINE);
    if (!status && !line.name[0]) return;
    for (size_t i = 0; !status && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, line.name) && (c->begun || COMMANDS[i].first)) {
            COMMANDS[i].run(c, &line, shown);
            return;
        }
    if (!c->begun) { /* somebody else lives here */
        snprintf(c->foreign, sizeof c->foreign, "%s", shown[0] ? shown : "?");
        c->wire.closed = true;
    } else if (status)
        complain(c, NULL, err.message, shown);
}

/* ---- The session -------------------------------------------------------------------------- */

void jg_kgp_client_open(struct jg_kgp_client *c, const struct jg_kgp_identity *who, const struct jg_kgp_calls *calls,
                        bool emptycapture, uint64_t limit) {
    memset(c, 0, sizeof *c);
    c->who = who;
    c->calls = calls;
    c->emptycapture = emptycapture;
    c->limit = limit;
    jg_kgp_wire_init(&c->wire, false);
}

void jg_kgp_client_free(struct jg_kgp_client *c) { jg_kgp_wire_free(&c->wire); }

void jg_kgp_client_hear(struct jg_kgp_client *c, const char *bytes, size_t n) {
    jg_kgp_feed(&c->wire, bytes, n, hear_line, c);
}
