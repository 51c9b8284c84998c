/* A book is an array of rows, one for each position and move, sorted by position key and searched by bisection. While it
 * is built, rows are appended, and sorted and merged when the array is full. */
#include "game/book.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 100000000 }; /* games of a row */

static const char FIRST[] = "jogada book 1", SECOND[] = "game ";

bool jg_book_is_file(const char *begin) { return !strncmp(begin, FIRST, sizeof FIRST - 1); }

struct row {
    uint64_t key;
    uint64_t games, halves; /* number of games, and half points */
    jg_move move;
    uint32_t line; /* of the file it was read from */
    unsigned char state[];
};

static size_t stride(const struct jg_game *g) {
    size_t size = sizeof(struct row) + g->state_size, unit = _Alignof(struct row);
    return (size + unit - 1) / unit * unit;
}

static struct row *row_at(const struct jg_book *b, size_t i) { return (struct row *)(b->rows + i * stride(b->game)); }

void jg_book_free(struct jg_book *b) {
    free(b->rows);
    *b = (struct jg_book){0};
}

enum jg_status jg_book_init(struct jg_book *b, const struct jg_game *g, struct jg_error *err) {
    *b = (struct jg_book){.game = g, .sorted = true};
    if (!(g->kind->traits & JG_HAS_HIDDEN)) return JG_OK;
    *b = (struct jg_book){0};
    return jg_fail(err, JG_EFIT, JG_NO_POSITION,
                   "%s has hidden information, so its positions cannot be looked up in a book", g->kind->name);
}

/* ---- Rows --------------------------------------------------------------------------- */

static int by_key(const struct row *x, const struct row *y) {
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->move != y->move) return x->move < y->move ? -1 : 1;
    return 0;
}

/* Different states may share a key if they differ only in what does not matter: the least one represents them, in
 * whatever order they were added. */
static int by_key_and_state(const void *a, const void *b, void *size) {
    const struct row *x = a, *y = b;
    int order = by_key(x, y);
    return order ? order : memcmp(x->state, y->state, *(const size_t *)size);
}

static void sort_rows(struct jg_book *b) {
    size_t size = b->game->state_size;
    qsort_r(b->rows, b->count, stride(b->game), by_key_and_state, &size);
}

void jg_book_sort(struct jg_book *b) {
    size_t n = 0;
    if (b->sorted || !b->count) return;
    sort_rows(b);
    for (size_t i = 0; i < b->count; i++) {
        struct row *from = row_at(b, i), *last = n ? row_at(b, n - 1) : NULL;
        if (last && !by_key(last, from)) {
            last->games += from->games;
            last->halves += from->halves;
        } else {
            memmove(row_at(b, n++), from, stride(b->game));
        }
    }
    b->count = n;
    b->sorted = true;
}

static bool grow(struct jg_book *b) {
    size_t room = b->room ? 2 * b->room : 256;
    unsigned char *rows = realloc(b->rows, room * stride(b->game));
    if (!rows) return false;
    b->rows = rows;
    b->room = room;
    return true;
}

static enum jg_status append(struct jg_book *b, const void *state, const struct row *what, struct jg_error *err) {
    if (b->count == b->room && !grow(b)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct row *row = row_at(b, b->count++);
    memset(row, 0, stride(b->game));
    *row = *what;
    memcpy(row->state, state, b->game->state_size);
    b->sorted = false;
    return JG_OK;
}

/* The same, but merges rows before it allocates memory. */
static enum jg_status append_sum(struct jg_book *b, const void *state, const struct row *what, struct jg_error *err) {
    if (b->count == b->room) {
        jg_book_sort(b);
        if (2 * b->count >= b->room && !grow(b)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    return append(b, state, what, err);
}

enum jg_status jg_book_add(struct jg_book *b, const struct jg_record *r, int plies, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int i = 0; i < r->count && i < plies && !status; i++) {
        const void *state = jg_record_state_at(r, i);
        int turn = jg_turn(b->game, state);
        if (turn < 0) continue; /* a chance move */
        int32_t score = jg_record_score(r, jg_team(turn));
        struct row row = {.key = jg_key(b->game, state),
                          .move = r->moves[i],
                          .games = 1,
                          .halves = score > 0    ? 2
                                    : score == 0 ? 1
                                                 : 0};
        status = append_sum(b, state, &row, err);
    }
    return status;
}

enum jg_status jg_book_merge(struct jg_book *b, const struct jg_book *other, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (size_t i = 0; i < other->count && !status; i++) {
        const struct row *row = row_at(other, i);
        status = append_sum(b, row->state, row, err);
    }
    return status;
}

size_t jg_book_positions(const struct jg_book *b) {
    size_t n = 0;
    for (size_t i = 0; i < b->count; i++) n += !i || row_at(b, i)->key != row_at(b, i - 1)->key;
    return n;
}

/* ---- Finding ------------------------------------------------------------------------ */

/* Lower bound: the first row whose key is not less. */
static size_t first_of(const struct jg_book *b, uint64_t key) {
    size_t low = 0, high = b->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (row_at(b, middle)->key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct row *row_of(const struct jg_book *b, size_t from, uint64_t key, jg_move move) {
    for (size_t i = from; i < b->count && row_at(b, i)->key == key; i++)
        if (row_at(b, i)->move == move) return row_at(b, i);
    return NULL;
}

/* Compares (points + 1) / (games + 2) without rounding, then the games. */
static bool better(const struct row *a, const struct row *b) {
    uint64_t x = (a->halves + 2) * (b->games + 2), y = (b->halves + 2) * (a->games + 2);
    return x != y ? x > y : a->games > b->games;
}

bool jg_book_find(const struct jg_book *b, const void *state, jg_move *move) {
    const struct row *best = NULL;
    if (!b->count || jg_turn(b->game, state) < 0) return false;
    uint64_t key = jg_key(b->game, state);
    size_t from = first_of(b, key);
    if (from == b->count || row_at(b, from)->key != key) return false;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(b->game, state, moves); /* only legal moves count, whatever the book says */
    for (int i = 0; i < n; i++) {
        const struct row *row = row_of(b, from, key, moves[i]);
        if (row && (!best || better(row, best))) best = row;
    }
    if (!best) return false;
    *move = best->move;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------ */

/* A position of the book: its text and its rows. */
struct place {
    char *text;
    size_t from, n;
};

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct place *)a)->text, ((const struct place *)b)->text);
}

static char *position_text(const struct jg_game *g, const struct row *row) {
    char text[JG_POSITION_MAX];
    union jg_state state;
    struct jg_text t;
    memcpy(&state, row->state, g->state_size);
    jg_text_init(&t, text, sizeof text);
    g->kind->print(g, &state, &t);
    return strdup(text);
}

static size_t places_of(const struct jg_book *b, struct place *places) {
    size_t n = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (i && row_at(b, i)->key == row_at(b, i - 1)->key) {
            places[n - 1].n++;
            continue;
        }
        places[n] = (struct place){.text = position_text(b->game, row_at(b, i)), .from = i, .n = 1};
        if (!places[n++].text) break;
    }
    return n;
}

static void write_row(FILE *f, const struct jg_game *g, const char *position, const struct row *row) {
    char move[JG_MOVE_MAX];
    union jg_state state;
    struct jg_text t;
    memcpy(&state, row->state, g->state_size);
    jg_text_init(&t, move, sizeof move);
    g->kind->print_move(g, &state, row->move, &t);
    fprintf(f, "%s\t%s\t%llu\t%llu%s\n", position, move, (unsigned long long)row->games,
            (unsigned long long)row->halves / 2, row->halves & 1 ? ".5" : "");
}

static void write_places(FILE *f, const struct jg_book *b, const struct place *places, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < places[i].n; j++) write_row(f, b->game, places[i].text, row_at(b, places[i].from + j));
}

char *jg_book_write(const struct jg_book *b, const char *notes) {
    char *text = NULL, spec[JG_SPEC_MAX];
    struct jg_text t;
    size_t size, n = 0;
    struct place *places = calloc(b->count + 1, sizeof *places);
    FILE *f = open_memstream(&text, &size);
    bool bad = !f || !places;
    if (!bad) {
        n = places_of(b, places);
        bad = n && !places[n - 1].text;
    }
    if (!bad) {
        qsort(places, n, sizeof *places, by_text);
        jg_text_init(&t, spec, sizeof spec);
        jg_game_spec(b->game, &t);
        fprintf(f, "%s\n%s%s\n%s", FIRST, SECOND, spec, notes);
        write_places(f, b, places, n);
        bad = ferror(f);
    }
    for (size_t i = 0; i < n; i++) free(places[i].text);
    free(places);
    if ((f && fclose(f)) || bad) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- Reading ------------------------------------------------------------------------ */

/* The state of the parser; `line` is the number of the line at `at`. */
struct reader {
    const struct jg_game *game;
    const char *text, *at;
    uint32_t line;
    struct jg_error *err;
};

static enum jg_status wrong(const struct reader *r, const char *where, const char *why) {
    return jg_fail(r->err, JG_EINPUT, (int)(where - r->text), "line %u: %s", r->line, why);
}

/* The same for an error of a nested parser. */
static enum jg_status wrong_text(const struct reader *r, const char *where, const struct jg_error *why) {
    return wrong(r, where + (why->position > 0 ? why->position : 0), why->message);
}

static const char *say(const struct reader *r, const char *english) {
    return jg_tr(r->err ? r->err->lang : JG_EN, english);
}

/* Copies a field up to a tab or the end of the line and skips the tab; false: too long. */
static bool take_field(struct reader *r, char *out, size_t room) {
    size_t length = strcspn(r->at, "\t\n");
    if (length >= room) return false;
    memcpy(out, r->at, length);
    out[length] = 0;
    r->at += length + (r->at[length] == '\t');
    return true;
}

/* Parses digits, with an optional .5 if halves are counted. */
static bool take_number(struct reader *r, bool halves, uint64_t *out) {
    uint64_t n = 0;
    const char *p = r->at;
    while (*p >= '0' && *p <= '9' && n <= COUNT_MAX) n = 10 * n + (uint64_t)(*p++ - '0');
    if (p == r->at || n > COUNT_MAX) return false;
    if (halves) n *= 2;
    if (halves && p[0] == '.' && p[1] == '5') {
        p += 2;
        n++;
    }
    if (*p && *p != '\t' && *p != '\n') return false;
    *out = n;
    r->at = p + (*p == '\t');
    return true;
}

static enum jg_status read_row(struct reader *r, struct jg_book *b) {
    const struct jg_game *g = r->game;
    struct jg_error why = {.lang = r->err ? r->err->lang : JG_EN};
    char text[JG_POSITION_MAX];
    union jg_state state;
    struct row row = {.line = r->line};
    const char *begin = r->at;
    if (!take_field(r, text, sizeof text)) return wrong(r, begin, say(r, "expected a position"));
    if (jg_parse(g, text, &state, &why)) return wrong_text(r, begin, &why);
    if (jg_turn(g, &state) < 0) return wrong(r, begin, say(r, "no player is to move in this position"));
    begin = r->at;
    if (!take_field(r, text, JG_MOVE_MAX)) return wrong(r, begin, say(r, "not a move"));
    if (g->kind->parse_move(g, &state, text, &row.move, &why)) return wrong_text(r, begin, &why);
    begin = r->at;
    if (!take_number(r, false, &row.games) || !row.games)
        return wrong(r, begin, say(r, "expected the number of games"));
    begin = r->at;
    if (!take_number(r, true, &row.halves) || row.halves > 2 * row.games)
        return wrong(r, begin, say(r, "expected points, 1 for a win and .5 for a draw"));
    if (*r->at && *r->at != '\n') return wrong(r, r->at, say(r, "expected the end of the line"));
    row.key = jg_key(g, &state);
    return append(b, &state, &row, r->err);
}

/* Parses the two header lines; the game must be this one, with the same options. */
static enum jg_status read_head(struct reader *r) {
    const struct jg_game *g = r->game;
    size_t first = sizeof FIRST - 1, second = sizeof SECOND - 1;
    union jg_state options; /* room for the options of any game */
    char spec[JG_SPEC_MAX], own[JG_SPEC_MAX], other[JG_SPEC_MAX];
    struct jg_text t;
    if (strncmp(r->at, FIRST, first) || r->at[first] != '\n')
        return wrong(r, r->at,
                     say(r, "not a jogada opening "
                            "book"));
    r->at += first + 1;
    r->line++;
    if (strncmp(r->at, SECOND, second)) return wrong(r, r->at, say(r, "expected a line 'game NAME'"));
    r->at += second;
    const char *begin = r->at;
    jg_text_init(&t, own, sizeof own);
    jg_game_spec(g, &t);
    jg_text_init(&t, other, sizeof other);
    size_t name = strlen(g->kind->name);
    if (!take_field(r, spec, sizeof spec) || *r->at != '\n')
        return wrong(r, begin, say(r, "expected a line 'game NAME'"));
    bool same = jg_spec_name(spec) == name && !strncmp(spec, g->kind->name, name) &&
                !jg_spec_options(spec, g->kind->options, &options, NULL);
    if (same) jg_spec_print(&t, g->kind->name, g->kind->options, &options);
    if (!same || strcmp(own, other))
        return jg_fail(r->err, JG_EINPUT, (int)(begin - r->text), "line %u: this book is for %s, not for %s", r->line,
                       spec, own);
    return JG_OK;
}

/* Fails if a position and move occur twice: such a file was not written by jogada. */
static enum jg_status check_twice(const struct reader *r, struct jg_book *b) {
    sort_rows(b);
    for (size_t i = 1; i < b->count; i++) {
        const struct row *x = row_at(b, i - 1), *y = row_at(b, i);
        if (!by_key(x, y))
            return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "lines %u and %u: the same move in the same position",
                           x->line < y->line ? x->line : y->line, x->line < y->line ? y->line : x->line);
    }
    b->sorted = true;
    return JG_OK;
}

enum jg_status jg_book_read(struct jg_book *b, const struct jg_game *g, const char *text, struct jg_error *err) {
    struct reader r = {.game = g, .text = text, .at = text, .line = 1, .err = err};
    enum jg_status status = jg_book_init(b, g, err);
    if (!status) status = read_head(&r);
    while (!status && *r.at) {
        r.at++; /* past the end of the line before */
        r.line++;
        if (*r.at == '#')
            r.at += strcspn(r.at, "\n");
        else if (*r.at && *r.at != '\n')
            status = read_row(&r, b);
    }
    if (!status && b->count) status = check_twice(&r, b);
    if (status) jg_book_free(b);
    return status;
}

enum jg_status jg_book_load(struct jg_book *b, const struct jg_game *g, const char *path, struct jg_error *err) {
    char message[JG_MESSAGE_MAX];
    *b = (struct jg_book){0};
    char *text = jg_file_read(path, JG_BOOK_MAX, err);
    if (!text) return err ? err->code : JG_EIO;
    enum jg_status status = jg_book_read(b, g, text, err);
    free(text);
    if (status == JG_EINPUT && err) {
        memcpy(message, err->message, sizeof message);
        jg_fail(err, status, JG_NO_POSITION, "%s: %s", path, message);
    }
    return status;
}
