#include <jogada/record.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A game as it goes -------------------------------------------------------- */

static bool grow(struct jg_record *r, int room) {
    size_t n = (size_t)room, size = r->game->state_size;
    jg_move *moves = realloc(r->moves, n * sizeof *moves);
    if (moves) r->moves = moves;
    uint64_t *keys = realloc(r->keys, (n + 1) * sizeof *keys);
    if (keys) r->keys = keys;
    unsigned char *states = realloc(r->states, (n + 1) * size);
    if (states) r->states = states;
    if (!moves || !keys || !states) return false;
    r->room = room;
    return true;
}

static unsigned char *state_at(const struct jg_record *r, int n) { return r->states + (size_t)n * r->game->state_size; }

enum jg_status jg_record_init(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err) {
    union jg_state state;
    *r = (struct jg_record){.game = g, .resigned = -1};
    enum jg_status status = jg_parse(g, start, &state, err);
    if (status) return status;
    if (!grow(r, 64)) {
        jg_record_free(r);
        return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    }
    memcpy(r->states, &state, g->state_size);
    r->keys[0] = jg_key(g, &state);
    return JG_OK;
}

void jg_record_free(struct jg_record *r) {
    free(r->moves);
    free(r->keys);
    free(r->states);
    *r = (struct jg_record){.resigned = -1};
}

const void *jg_record_state_at(const struct jg_record *r, int n) { return state_at(r, n); }
const void *jg_record_state(const struct jg_record *r) { return state_at(r, r->count); }

bool jg_record_repeated(const struct jg_record *r) {
    int times = 0;
    if (!r->game->repeat) return false;
    for (int i = 0; i <= r->count; i++) times += r->keys[i] == r->keys[r->count];
    return times >= r->game->repeat;
}

int jg_record_turn(const struct jg_record *r) {
    return r->resigned >= 0 || jg_record_repeated(r) ? JG_OVER : jg_turn(r->game, jg_record_state(r));
}

int32_t jg_record_score(const struct jg_record *r, int team) {
    if (r->resigned >= 0) return jg_team(r->resigned) == team ? -1 : 1;
    const void *state = jg_record_state(r);
    return jg_turn(r->game, state) == JG_OVER ? jg_score(r->game, state, team) : 0;
}

enum jg_status jg_record_push(struct jg_record *r, jg_move move, struct jg_error *err) {
    if (r->count >= JG_RECORD_MOVES_MAX)
        return jg_fail(err, JG_EINPUT, -1, "a game has at most %d moves", JG_RECORD_MOVES_MAX);
    if (r->count == r->room && !grow(r, 2 * r->room)) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    unsigned char *next = state_at(r, r->count + 1);
    memcpy(next, state_at(r, r->count), r->game->state_size);
    jg_apply(r->game, next, move);
    r->moves[r->count++] = move;
    r->keys[r->count] = jg_key(r->game, next);
    return JG_OK;
}

void jg_record_cut(struct jg_record *r, int n) {
    if (n < r->count) r->count = n;
    r->resigned = -1;
}

/* ---- The file ------------------------------------------------------------------- */

static void put_tag(FILE *f, const char *name, const char *value) {
    fprintf(f, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') fputc('\\', f);
        fputc(*value, f);
    }
    fputs("\"]\n", f);
}

static void put_moves(FILE *f, const struct jg_record *r) {
    size_t column = 0;
    for (int i = 0; i < r->count; i++) {
        char move[JG_MOVE_MAX];
        struct jg_text t;
        jg_text_init(&t, move, sizeof move);
        r->game->kind->print_move(r->game, state_at(r, i), r->moves[i], &t);
        bool wrap = column && column + 1 + t.used > 78;
        fprintf(f, "%s%s", !column ? "" : wrap ? "\n" : " ", move);
        column = (wrap || !column ? 0 : column + 1) + t.used;
    }
    if (r->count) fputc('\n', f);
}

static const char *result(const struct jg_record *r) {
    if (jg_record_turn(r) != JG_OVER) return "*";
    int32_t score = jg_record_score(r, 0);
    return score > 0 ? "1-0" : score < 0 ? "0-1" : "1/2-1/2";
}

char *jg_record_write(const struct jg_record *r, const struct jg_tags *tags) {
    char *text = NULL, number[32];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    put_tag(f, "Game", tags->game);
    for (int s = 0; s < r->game->kind->seats; s++) {
        snprintf(number, sizeof number, "Seat%d", s + 1);
        put_tag(f, number, tags->seat[s]);
    }
    snprintf(number, sizeof number, "%llu", (unsigned long long)tags->seed);
    put_tag(f, "Seed", number);
    if (tags->start[0]) put_tag(f, "Start", tags->start);
    if (r->resigned >= 0) {
        snprintf(number, sizeof number, "%d", r->resigned + 1);
        put_tag(f, "Resigned", number);
    }
    put_tag(f, "Result", result(r));
    fputc('\n', f);
    put_moves(f, r);
    bool bad = ferror(f);
    if (fclose(f) || bad) {
        free(text);
        return NULL;
    }
    return text;
}

/* Reads `"value"]` with its escapes; returns what follows, or NULL at a mistake,
 * to which *p then points. */
static const char *read_value(const char **p, char *out, size_t room) {
    const char *at = *p;
    if (*at != '"') return NULL;
    for (at++; *at && *at != '"' && *at != '\n'; at++) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) at++;
        if (room <= 1) break;
        *out++ = *at;
        room--;
    }
    *out = 0;
    *p = at;
    if (at[0] != '"') return NULL;
    *p = at + 1;
    return at[1] == ']' ? at + 2 : NULL;
}

static enum jg_status use_tag(struct jg_tags *tags, const char *name, size_t length, const char *value, int position,
                              struct jg_error *err) {
    struct jg_text t = {0};
    char *end;
    if (length == 4 && !strncmp(name, "Game", 4)) {
        jg_text_init(&t, tags->game, sizeof tags->game);
        tags->game_at = position;
    }
    if (length == 5 && !strncmp(name, "Start", 5)) {
        jg_text_init(&t, tags->start, sizeof tags->start);
        tags->start_at = position;
    }
    if (length == 5 && !strncmp(name, "Seat", 4) && name[4] >= '1' && name[4] < '1' + JG_SEATS_MAX) {
        jg_text_init(&t, tags->seat[name[4] - '1'], sizeof tags->seat[0]);
        tags->seat_at[name[4] - '1'] = position;
    }
    if (t.at) {
        jg_text_put(&t, value);
        if (t.cut) return jg_fail(err, JG_EINPUT, position, "longer than %zu characters", t.size - 1);
    }
    if (length == 4 && !strncmp(name, "Seed", 4)) {
        tags->seed = strtoull(value, &end, 10);
        if (!isdigit((unsigned char)*value) || *end) return jg_fail(err, JG_EINPUT, position, "expected a number");
    }
    if (length == 8 && !strncmp(name, "Resigned", 8)) {
        if (value[0] < '1' || value[0] >= '1' + JG_SEATS_MAX || value[1])
            return jg_fail(err, JG_EINPUT, position, "expected the number of a seat");
        tags->resigned = value[0] - '1';
        tags->resigned_at = position;
    }
    return JG_OK;
}

enum jg_status jg_tags_read(struct jg_tags *tags, const char *text, const char **moves, struct jg_error *err) {
    char value[JG_POSITION_MAX];
    const char *p = text;
    *tags = (struct jg_tags){.resigned = -1};
    for (;;) {
        p += strspn(p, " \t\r\n");
        if (*p != '[') break;
        const char *name = ++p;
        size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
        p += length;
        p += strspn(p, " ");
        const char *at = p, *next = read_value(&p, value, sizeof value);
        if (!length || !next)
            return jg_fail(err, JG_EINPUT, (int)(p - text), "expected a tag such as [Game \"kalah\"]");
        enum jg_status status = use_tag(tags, name, length, value, (int)(at - text) + 1, err);
        if (status) return status;
        p = next;
    }
    if (!tags->game[0]) return jg_fail(err, JG_EINPUT, (int)(p - text), "expected a tag such as [Game \"kalah\"]");
    *moves = p;
    return JG_OK;
}

static enum jg_status replay_word(struct jg_record *r, const char *word, size_t length, int position,
                                  struct jg_error *err) {
    char text[JG_MOVE_MAX];
    jg_move move;
    if (length >= sizeof text) return jg_fail(err, JG_EINPUT, position, "not a move");
    memcpy(text, word, length);
    text[length] = 0;
    if (jg_record_turn(r) == JG_OVER) return jg_fail(err, JG_EINPUT, position, "the game is over before this move");
    enum jg_status status = r->game->kind->parse_move(r->game, jg_record_state(r), text, &move, err);
    if (!status) status = jg_record_push(r, move, err);
    if (status && err) err->position = position;
    return status;
}

enum jg_status jg_record_replay(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                const char *text, const char *moves, struct jg_error *err) {
    enum jg_status status = jg_record_init(r, g, tags->start[0] ? tags->start : NULL, err);
    if (status) {
        if (err && err->position >= 0) err->position += tags->start_at;
        return status;
    }
    for (const char *p = moves + strspn(moves, " \t\r\n"); *p && !status; p += strspn(p, " \t\r\n")) {
        size_t length = strcspn(p, " \t\r\n");
        status = replay_word(r, p, length, (int)(p - text), err);
        p += length;
    }
    if (!status && tags->resigned >= g->kind->seats)
        status = jg_fail(err, JG_EINPUT, tags->resigned_at, "expected the number of a seat");
    if (!status && tags->resigned >= 0 && jg_record_turn(r) == JG_OVER)
        status =
            jg_fail(err, JG_EINPUT, tags->resigned_at, "the game was over when seat %d resigned", tags->resigned + 1);
    if (status)
        jg_record_free(r);
    else
        r->resigned = tags->resigned;
    return status;
}
