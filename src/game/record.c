#include <jogada/record.h>

#include "core/buffer.h"
#include "game/annotation.h"
#include "game/variation.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char BLANK[] = " \t\r\n";
static const char MARK[] = "\xef\xbb\xbf";      /* U+FEFF, with which some editors begin a file */
enum { LINE = 78 };                             /* columns of moves in a file */
static const int64_t YEAR_10000 = 253402300800; /* dates have four digits for the year */

/* ---- Records -------------------------------------------------------- */

static bool grow(struct jg_record *r, int room) {
    size_t n = (size_t)room, size = r->game->state_size;
    jg_move *moves = realloc(r->moves, n * sizeof *moves);
    if (moves) r->moves = moves;
    uint64_t *keys = r->game->repeat ? realloc(r->keys, (n + 1) * sizeof *keys) : NULL;
    if (keys) r->keys = keys;
    unsigned char *states = realloc(r->states, (n + 1) * size);
    if (states) r->states = states;
    if (!moves || !states || (r->game->repeat && !keys)) return false;
    r->room = room;
    return true;
}

static unsigned char *state_at(const struct jg_record *r, int n) { return r->states + (size_t)n * r->game->state_size; }

enum jg_status jg_record_init(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err) {
    *r = (struct jg_record){0};
    enum jg_status status = jg_record_restart(r, g, start, err);
    if (status) jg_record_free(r);
    return status;
}

/* Empties a record and makes room for a game. */
static enum jg_status clear(struct jg_record *r, const struct jg_game *g, struct jg_error *err) {
    bool roomy = r->game && r->game->state_size >= g->state_size && (r->keys || !g->repeat);
    r->game = g;
    r->count = r->opening = r->annotation_count = r->comments = r->variations = 0;
    r->annotated = r->adjudicated = false;
    r->verdict = 0;
    r->resigned = -1;
    r->reason[0] = 0;
    if ((!r->room || !roomy) && !grow(r, r->room ? r->room : 64)) {
        r->room = 0; /* too small for this game */
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    return JG_OK;
}

enum jg_status jg_record_restart(struct jg_record *r, const struct jg_game *g, const char *start,
                                 struct jg_error *err) {
    enum jg_status status = clear(r, g, err);
    if (!status) status = jg_parse_complete(g, start, r->states, err);
    if (!status && g->repeat) r->keys[0] = jg_key(g, r->states);
    return status;
}

enum jg_status jg_record_begin(struct jg_record *r, const struct jg_game *g, const void *state, struct jg_error *err) {
    enum jg_status status = clear(r, g, err);
    if (status) return status;
    memcpy(r->states, state, g->state_size);
    if (g->repeat) r->keys[0] = jg_key(g, r->states);
    return JG_OK;
}

static void set_reason(struct jg_record *r, const char *reason) {
    struct jg_text t;
    jg_text_init(&t, r->reason, sizeof r->reason);
    jg_text_put(&t, reason);
    for (size_t n = t.used; t.cut && n > 0; n--) { /* drop an incomplete UTF-8 character at the end */
        if ((r->reason[n - 1] & 0xc0) == 0x80) continue;
        if (!jg_utf8_char(&r->reason[n - 1])) r->reason[n - 1] = 0;
        break;
    }
}

void jg_record_forfeit(struct jg_record *r, int seat, const char *reason) {
    r->resigned = seat;
    set_reason(r, reason);
}

void jg_record_adjudicate(struct jg_record *r, int32_t score, const char *reason) {
    r->adjudicated = true;
    r->verdict = score;
    set_reason(r, reason);
}

void jg_record_agree(struct jg_record *r) {
    r->resigned = -1;
    strcpy(r->reason, JG_REASON_AGREED);
}

void jg_record_end(struct jg_record *r, const struct jg_tags *tags) {
    if (jg_record_turn(r) == JG_OVER) return;
    if (tags->resigned >= 0)
        jg_record_forfeit(r, tags->resigned, tags->reason);
    else if (tags->adjudicated)
        jg_record_adjudicate(r, tags->verdict, tags->reason[0] ? tags->reason : "adjudication");
    else if (!strcmp(tags->reason, JG_REASON_AGREED))
        jg_record_agree(r);
}

bool jg_record_agreed(const struct jg_record *r) { return r->resigned < 0 && r->reason[0] && !r->adjudicated; }

void jg_record_free(struct jg_record *r) {
    free(r->moves);
    free(r->keys);
    free(r->states);
    free(r->annotations);
    *r = (struct jg_record){.resigned = -1};
}

bool jg_record_repeated(const struct jg_record *r) {
    int times = 0;
    if (!r->game->repeat) return false;
    for (int i = 0; i <= r->count; i++) times += r->keys[i] == r->keys[r->count];
    return times >= r->game->repeat;
}

int jg_record_turn(const struct jg_record *r) {
    if (r->resigned >= 0 || r->reason[0] || (r->game->repeat && jg_record_repeated(r))) return JG_OVER;
    return jg_turn(r->game, state_at(r, r->count));
}

int jg_record_turn_at(const struct jg_record *r, int n) {
    return n == r->count ? jg_record_turn(r) : jg_turn(r->game, state_at(r, n));
}

int32_t jg_record_score(const struct jg_record *r, int team) {
    if (r->resigned >= 0) return jg_team(r->resigned) == team ? -1 : 1;
    if (r->reason[0]) return team ? -r->verdict : r->verdict;
    const void *state = jg_record_state(r);
    return jg_turn(r->game, state) == JG_OVER ? jg_score(r->game, state, team) : 0;
}

/* For small states a call of memcpy takes longer than the copy: 1 % of a match of fast players. */
static void copy_state(unsigned char *to, const unsigned char *from, size_t size) {
    for (; size >= 16; size -= 16, to += 16, from += 16) memcpy(to, from, 16);
    if (size) memcpy(to, from, size);
}

enum jg_status jg_record_push(struct jg_record *r, jg_move move, struct jg_error *err) {
    if (r->count >= JG_RECORD_MOVES_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a game has at most %d moves", JG_RECORD_MOVES_MAX);
    if (r->count == r->room && !grow(r, 2 * r->room)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    unsigned char *next = state_at(r, r->count + 1);
    copy_state(next, state_at(r, r->count), r->game->state_size);
    jg_apply(r->game, next, move);
    r->moves[r->count++] = move;
    if (r->game->repeat) r->keys[r->count] = jg_key(r->game, next);
    return JG_OK;
}

void jg_record_cut(struct jg_record *r, int n) {
    if (n < r->count) r->count = n;
    if (n < r->opening) r->opening = n;
    if (n < r->annotation_count) r->annotation_count = n;
    r->resigned = -1;
    r->adjudicated = false;
    r->verdict = 0;
    r->reason[0] = 0;
}

/* ---- The file ------------------------------------------------------------------- */

/* A value in quotes: what cannot be shown is replaced. */
static void quote(struct jg_text *t, const char *value) {
    jg_text_char(t, '"');
    for (size_t n; *value; value += n ? n : 1) {
        n = jg_utf8_printable(value);
        if (*value == '"' || *value == '\\') jg_text_char(t, '\\');
        if (n)
            jg_text_add(t, "%.*s", (int)n, value);
        else
            jg_text_char(t, strchr(BLANK, *value) ? ' ' : '?');
    }
    jg_text_char(t, '"');
}

static void put_tag(FILE *f, const char *name, const char *value) {
    char text[2 * JG_POSITION_MAX + 4];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    quote(&t, value);
    fprintf(f, "[%s %s]\n", name, text);
}

static void put_number(FILE *f, const char *name, unsigned long long number) {
    char text[32];
    snprintf(text, sizeof text, "%llu", number);
    put_tag(f, name, text);
}

static void put_date(FILE *f, int64_t date) {
    char text[64];
    time_t at = (time_t)date;
    struct tm day;
    if (date > 0 && date < YEAR_10000 && gmtime_r(&at, &day) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day))
        put_tag(f, "Date", text);
}

static void put_seconds(FILE *f, const char *name, double seconds) {
    char text[64];
    if (!(seconds >= 0.0000005 && seconds < 1e12)) return;
    snprintf(text, sizeof text, "%.6f", seconds);
    put_tag(f, name, text);
}

/* Words in lines of at most `line` columns; 0: in one line. */
struct words {
    FILE *f;
    size_t line, column;
    bool open; /* a parenthesis stands before the next word */
};

static void put_word(struct words *w, const char *word, size_t length) {
    size_t columns = length + w->open;
    bool wrap = w->line && w->column && w->column + 1 + columns > w->line;
    if (w->column) putc_unlocked(wrap ? '\n' : ' ', w->f);
    if (w->open) putc_unlocked('(', w->f);
    fwrite_unlocked(word, 1, length, w->f);
    w->column = (wrap || !w->column ? 0 : w->column + 1) + columns;
    w->open = false;
}

static void put_move(struct words *w, const struct jg_game *g, const void *state, jg_move move) {
    char word[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    g->kind->print_move(g, state, move, &t);
    put_word(w, word, t.used);
}

static void put_annotation(struct words *w, const struct jg_record *r, int n) {
    char text[JG_ANNOTATION_TEXT];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_text_put(&t, "{");
    jg_annotation_print(r, n, r->game->kind->print_move, &t);
    jg_text_put(&t, "}");
    for (const char *p = text; *p; p += strspn(p, BLANK)) {
        size_t length = strcspn(p, BLANK);
        put_word(w, p, length);
        p += length;
    }
}

/* Writes the variations that replace a move, which is the first child of its parent. */
static void put_variations(struct words *w, const struct jg_variations *v, int node) {
    const struct jg_variation_node *nodes = v->nodes;
    for (int begin = nodes[node].next; begin >= 0; begin = nodes[begin].next) {
        char name[2 * JG_VARIATION_NAME + 4];
        struct jg_text t;
        jg_text_init(&t, name, sizeof name);
        w->open = true;
        if (jg_variations_name(v, begin)[0]) {
            quote(&t, jg_variations_name(v, begin));
            put_word(w, name, t.used);
        }
        for (int n = begin; n >= 0; n = nodes[n].child) {
            put_move(w, v->record->game, jg_variations_state(v, nodes[n].parent), nodes[n].move);
            if (n != begin) put_variations(w, v, n);
        }
        putc_unlocked(')', w->f);
        w->column++;
    }
}

/* Writes the moves, their annotations and variations in lines of at most `line` columns; 0: the moves alone, without a
 * newline. */
static void put_moves(FILE *f, const struct jg_record *r, const struct jg_variations *v, size_t line) {
    struct words w = {.f = f, .line = line};
    for (int i = 0; i < r->count; i++) {
        put_move(&w, r->game, state_at(r, i), r->moves[i]);
        if (line && jg_record_annotation(r, i)) put_annotation(&w, r, i);
        if (v) put_variations(&w, v, i + 1);
    }
    if (r->count && line) fputc('\n', f);
}

/* Closes a memory stream; NULL if a write failed. */
static char *close_text(FILE *f, char **text) {
    bool bad = ferror(f);
    if (!fclose(f) && !bad) return *text;
    free(*text);
    return NULL;
}

char *jg_record_moves(const struct jg_record *r) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    put_moves(f, r, NULL, 0);
    return close_text(f, &text);
}

static const char *result(const struct jg_record *r) {
    if (jg_record_turn(r) != JG_OVER) return "*";
    int32_t score = jg_record_score(r, 0);
    return score > 0 ? "1-0" : score < 0 ? "0-1" : "1/2-1/2";
}

static char *write_game(const struct jg_record *r, const struct jg_variations *v, const struct jg_tags *tags) {
    char *text = NULL, name[32];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    put_tag(f, "Game", tags->game);
    put_date(f, tags->date);
    for (int s = 0; s < r->game->kind->seats; s++) {
        snprintf(name, sizeof name, "Seat%d", s + 1);
        put_tag(f, name, tags->seat[s]);
    }
    put_number(f, "Seed", tags->seed);
    if (tags->start[0]) put_tag(f, "Start", tags->start);
    if (r->opening) put_number(f, "Opening", (unsigned)r->opening);
    put_seconds(f, "Seconds1", tags->seconds[0]);
    put_seconds(f, "Seconds2", tags->seconds[1]);
    if (r->resigned >= 0) put_number(f, "Resigned", (unsigned)r->resigned + 1);
    if (r->adjudicated) {
        snprintf(name, sizeof name, "%d", r->verdict);
        put_tag(f, "Adjudicated", name);
    }
    if (r->reason[0]) put_tag(f, "Reason", r->reason);
    put_tag(f, "Result", result(r));
    fputc('\n', f);
    put_moves(f, r, v, LINE);
    return close_text(f, &text);
}

char *jg_record_write(const struct jg_record *r, const struct jg_tags *tags) { return write_game(r, NULL, tags); }

char *jg_variations_write(const struct jg_variations *v, const struct jg_tags *tags) {
    return write_game(v->record, v, tags);
}

/* Parses `"value"]` with its escapes; returns what follows, or NULL with *p at the mistake. */
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

/* "2026-11-15T15:03:48Z", or the day alone. */
static bool read_date(const char *value, int64_t *out) {
    struct tm day = {0};
    int used = 0;
    if (sscanf(value, "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &day.tm_year, &day.tm_mon, &day.tm_mday, &day.tm_hour, &day.tm_min,
               &day.tm_sec, &used) != 6) {
        day = (struct tm){0};
        used = 0;
        sscanf(value, "%4d-%2d-%2d%n", &day.tm_year, &day.tm_mon, &day.tm_mday, &used);
    }
    struct tm asked = day;
    if ((used != 10 && used != 20) || value[used] || value[strspn(value, "0123456789-:TZ")] || day.tm_year < 1970)
        return false;
    day.tm_year -= 1900;
    day.tm_mon -= 1;
    *out = timegm(&day); /* normalizes dates such as 30 February */
    return day.tm_mon == asked.tm_mon - 1 && day.tm_mday == asked.tm_mday && day.tm_hour == asked.tm_hour &&
           day.tm_min == asked.tm_min && day.tm_sec == asked.tm_sec;
}

static bool read_seconds(const char *value, double *out) {
    char *end;
    if (value[strspn(value, "0123456789.")]) return false;
    *out = strtod(value, &end);
    return end != value && !*end && *out < 1e12;
}

/* The buffer of a tag whose value is text; empty for other tags. */
static struct jg_text text_tag(struct jg_tags *tags, const char *name, int position) {
    struct jg_text t = {0};
    if (!strcmp(name, "Game")) {
        jg_text_init(&t, tags->game, sizeof tags->game);
        tags->game_at = position;
    } else if (!strcmp(name, "Start")) {
        jg_text_init(&t, tags->start, sizeof tags->start);
        tags->start_at = position;
    } else if (!strncmp(name, "Seat", 4) && name[4] >= '1' && name[4] < '1' + JG_SEATS_MAX && !name[5]) {
        jg_text_init(&t, tags->seat[name[4] - '1'], sizeof tags->seat[0]);
        tags->seat_at[name[4] - '1'] = position;
    } else if (!strcmp(name, "Reason")) {
        jg_text_init(&t, tags->reason, sizeof tags->reason);
    }
    return t;
}

static enum jg_status use_tag(struct jg_tags *tags, const char *name, const char *value, int position,
                              struct jg_error *err) {
    struct jg_text t = text_tag(tags, name, position);
    char *end;
    if (t.at) {
        jg_text_put(&t, value);
        if (t.cut) return jg_fail(err, JG_EINPUT, position, "longer than %zu characters", t.size - 1);
    } else if (!strcmp(name, "Seed")) {
        errno = 0;
        tags->seed = strtoull(value, &end, 10);
        if (!isdigit((unsigned char)*value) || *end || errno)
            return jg_fail(err, JG_EINPUT, position, "expected a number");
    } else if (!strcmp(name, "Opening")) {
        tags->opening = (int)strtoul(value, &end, 10);
        tags->opening_at = position;
        if (!isdigit((unsigned char)*value) || *end || end - value > 6)
            return jg_fail(err, JG_EINPUT, position, "expected a number");
    } else if (!strcmp(name, "Date")) {
        if (!read_date(value, &tags->date))
            return jg_fail(err, JG_EINPUT, position, "expected a date such as 2026-11-15T15:03:48Z");
    } else if (!strcmp(name, "Seconds1") || !strcmp(name, "Seconds2")) {
        if (!read_seconds(value, &tags->seconds[name[7] - '1']))
            return jg_fail(err, JG_EINPUT, position, "expected a number of seconds, such as 1.5");
    } else if (!strcmp(name, "Result")) { /* not checked here: only some callers use it */
        jg_text_init(&t, tags->result, sizeof tags->result);
        jg_text_put(&t, value);
        tags->result_at = position;
    } else if (!strcmp(name, "Resigned")) {
        if (value[0] < '1' || value[0] >= '1' + JG_SEATS_MAX || value[1])
            return jg_fail(err, JG_EINPUT, position, "expected a seat number");
        tags->resigned = value[0] - '1';
        tags->resigned_at = position;
    } else if (!strcmp(name, "Adjudicated")) {
        long score = strtol(value, &end, 10);
        if (end == value || *end || strlen(value) > 8 || score >= JG_WIN || score <= -JG_WIN)
            return jg_fail(err, JG_EINPUT, position, "expected a score for the first seat, such as -3");
        tags->verdict = (int32_t)score;
        tags->adjudicated = true;
        tags->adjudicated_at = position;
    }
    return JG_OK;
}

/* The first invalid or control character before `end`; NULL if there is none. */
static const char *find_invisible(const char *p, const char *end) {
    for (size_t n; p < end; p += n) {
        n = jg_utf8_printable(p);
        if (!n) return p;
    }
    return NULL;
}

static enum jg_status refuse_invisible(const char *at, int position, struct jg_error *err) {
    size_t n = jg_utf8_char(at); /* of two bytes, the second is the code point */
    if (!n) return jg_fail(err, JG_EINPUT, position, "not UTF-8");
    return jg_fail(err, JG_EINPUT, position, "a control character (U+%04X)", (unsigned)(unsigned char)at[n - 1]);
}

enum jg_status jg_tags_set(struct jg_tags *tags, const char *name, const char *value, struct jg_error *err) {
    const char *bad = find_invisible(value, value + strlen(value));
    return bad ? refuse_invisible(bad, (int)(bad - value), err) : use_tag(tags, name, value, 0, err);
}

/* Whether `length` characters of white space contain a blank line. */
static bool blank_line(const char *p, size_t length) {
    const char *end = memchr(p, '\n', length);
    return end && memchr(end + 1, '\n', length - (size_t)(end + 1 - p));
}

/* Parses tags at `from`, which points into text. In files of several games a blank line ends the tags of a game without
 * moves. */
static enum jg_status read_tags(struct jg_tags *tags, const char *text, const char *from, bool several,
                                const char **moves, struct jg_error *err) {
    char value[JG_POSITION_MAX], known[16];
    const char *p = from, *bad;
    *tags = (struct jg_tags){.resigned = -1};
    if (p == text && !strncmp(p, MARK, sizeof MARK - 1)) p += sizeof MARK - 1;
    for (;;) {
        size_t blanks = strspn(p, BLANK);
        bool separated = several && tags->game[0] && blank_line(p, blanks);
        p += blanks;
        if (*p != '[' || separated) break;
        const char *name = ++p;
        size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
        p += length;
        p += strspn(p, " ");
        const char *at = p, *next = read_value(&p, value, sizeof value);
        if (!length || !next) return jg_fail(err, JG_EINPUT, (int)(p - text), "expected the tag [Game \"NAME\"]");
        if ((bad = find_invisible(at, next))) return refuse_invisible(bad, (int)(bad - text), err);
        if (length < sizeof known) {
            memcpy(known, name, length);
            known[length] = 0;
            enum jg_status status = use_tag(tags, known, value, (int)(at - text) + 1, err);
            if (status) return status;
        }
        p = next;
    }
    if (!tags->game[0]) return jg_fail(err, JG_EINPUT, (int)(p - text), "expected the tag [Game \"NAME\"]");
    *moves = p;
    return JG_OK;
}

enum jg_status jg_tags_read(struct jg_tags *tags, const char *text, const char **moves, struct jg_error *err) {
    return read_tags(tags, text, text, false, moves, err);
}

const char *jg_record_quoted(const char *p) {
    for (p++; *p && *p != '"' && *p != '\n'; p++)
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
    return *p == '"' ? p + 1 : NULL;
}

/* The line after the one at p, which ends after the comments that begin in it; NULL: there is none. Names of variations
 * may have braces. */
static const char *next_line(const char *p) {
    while (p && (*(p += strcspn(p, "{\"\n")) == '{' || *p == '"')) {
        const char *quoted = *p == '"' ? jg_record_quoted(p) : NULL;
        p = quoted ? quoted : *p == '"' ? p + 1 : strchr(p, '}');
    }
    return p && *p ? p + 1 : NULL;
}

enum jg_status jg_tags_next(struct jg_tags *tags, const char *text, const char **at, const char **moves,
                            struct jg_error *err) {
    enum jg_status status = read_tags(tags, text, *at, true, moves, err);
    if (status) return status;
    const char *p = *moves;
    while (p && *p && *p != '[') p = next_line(p);
    *at = p ? p : *moves + strlen(*moves);
    return JG_OK;
}

bool jg_record_more(const char *at) { return at[strspn(at, BLANK)]; }

size_t jg_record_word(const char *p) { return strcspn(p, " \t\r\n{}()\""); }

enum jg_status jg_record_replay_word(struct jg_record *r, const char *word, size_t length, int position,
                                     struct jg_error *err) {
    char text[JG_MOVE_MAX];
    jg_move move;
    if (!length) return jg_fail(err, JG_EINPUT, position, "expected a move");
    if (length >= sizeof text) return jg_fail(err, JG_EINPUT, position, "not a move");
    memcpy(text, word, length);
    text[length] = 0;
    if (jg_record_turn(r) == JG_OVER) return jg_fail(err, JG_EINPUT, position, "the game is over before this move");
    enum jg_status status = r->game->kind->parse_move(r->game, jg_record_state(r), text, &move, err);
    if (!status) status = jg_record_push(r, move, err);
    if (status && err) err->position = position;
    return status;
}

/* Skips the variation at '(' and counts it with those inside. *p moves behind its ')', which must come before `end`. */
static enum jg_status skip_variation(struct jg_record *r, const char **p, const char *end, const char *text,
                                     struct jg_error *err) {
    const char *begin = *p, *at = begin;
    int depth = 0;
    do {
        at += strcspn(at, "(){\"");
        if (at >= end) return jg_fail(err, JG_EINPUT, (int)(begin - text), "missing ')' for this '('");
        const char *after = at + 1;
        if (*at == '(') {
            depth++;
            r->variations++;
        } else if (*at == ')') {
            depth--;
        } else if (*at == '{') {
            const char *close = strchr(at, '}');
            if (!close || close >= end) return jg_fail(err, JG_EINPUT, (int)(at - text), "missing '}' for this '{'");
            after = close + 1;
        } else {
            after = jg_record_quoted(at);
            if (!after || after > end)
                return jg_fail(err, JG_EINPUT, (int)(at - text), "missing '\"' at the end of this name");
        }
        at = after;
    } while (depth);
    *p = at;
    return JG_OK;
}

/* Reads a comment at '{', which may be the annotation of the last move; others are counted. *p moves behind its '}',
 * which must come before `end`. */
static enum jg_status replay_comment(struct jg_record *r, const char **p, const char *end, int position,
                                     struct jg_error *err) {
    char text[JG_ANNOTATION_TEXT];
    const char *begin = *p + 1, *close = memchr(begin, '}', (size_t)(end - begin));
    if (!close) return jg_fail(err, JG_EINPUT, position, "missing '}' for this '{'");
    size_t length = (size_t)(close - begin);
    enum jg_status status = JG_EINPUT;
    if (length < sizeof text && r->count && !jg_record_annotation(r, r->count - 1)) {
        memcpy(text, begin, length);
        text[length] = 0;
        status = jg_annotation_parse(r, r->count - 1, text, r->game->kind->parse_move, NULL);
    }
    if (status == JG_EMEMORY) return jg_fail(err, status, JG_NO_POSITION, "out of memory");
    if (status && !r->comments++) r->comment_at = position;
    *p = close + 1;
    return JG_OK;
}

enum jg_status jg_record_replay_part(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                     const char *text, const char *moves, size_t length, struct jg_error *err) {
    enum jg_status status = jg_record_restart(r, g, tags->start[0] ? tags->start : NULL, err);
    if (status && err && err->position >= 0) err->position += tags->start_at;
    const char *end = moves + length;
    for (const char *p = moves + strspn(moves, BLANK); p < end && !status; p += strspn(p, BLANK)) {
        size_t word = jg_record_word(p);
        if (*p == '{') {
            status = replay_comment(r, &p, end, (int)(p - text), err);
        } else if (*p == '(') {
            status = skip_variation(r, &p, end, text, err);
        } else {
            status = jg_record_replay_word(r, p, word, (int)(p - text), err);
            p += word;
        }
    }
    if (!status && tags->opening > r->count)
        status = jg_fail(err, JG_EINPUT, tags->opening_at,
                         "the opening must have at most %d moves, the length of the game", r->count);
    if (!status) r->opening = tags->opening;
    if (!status && tags->resigned >= g->kind->seats)
        status = jg_fail(err, JG_EINPUT, tags->resigned_at, "expected a seat number");
    if (!status && tags->resigned >= 0 && jg_record_turn(r) == JG_OVER)
        status =
            jg_fail(err, JG_EINPUT, tags->resigned_at, "the game was over when seat %d resigned", tags->resigned + 1);
    if (!status && tags->adjudicated && jg_record_turn(r) == JG_OVER)
        status = jg_fail(err, JG_EINPUT, tags->adjudicated_at, "the game was over before it was adjudicated");
    if (!status) jg_record_end(r, tags);
    return status;
}

enum jg_status jg_record_replay(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                const char *text, const char *moves, struct jg_error *err) {
    *r = (struct jg_record){0};
    enum jg_status status = jg_record_replay_part(r, g, tags, text, moves, strlen(moves), err);
    if (status) jg_record_free(r);
    return status;
}
