/* Retrograde analysis without search. Values are computed layer by layer (by seeds in play) and row by row: a row fixes
 * one side A, which has no more seeds than the other, and varies the other side B over all sides of the remaining
 * seeds. With A to move, a row is the maximum over A's moves of rows computed before: a move that banks nothing leads
 * to B's turn against an A of lower rank in the same layer, any other move to a lower layer. With B to move, moves that
 * bank nothing lead into the row with A to move. The splits of a layer (by A's seeds) are computed in parallel. */
#include "games/kalah/endgame_build.h"

#include "core/parallel.h"
#include "games/kalah/endgame_moves.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_EVERY = 1 << 20 }; /* approximate number of positions between two progress calls */

struct builder {
    struct jg_kalah_endgame e;
    int8_t *values;
    int8_t *transposed; /* values with B to move where both sides have the same seeds; the database omits them */
    const struct jg_kalah_endgame_params *params;
    struct jg_kalah_rank_moves *moves; /* by seeds */
    int layer;                         /* seeds in play */
    uint64_t reported;
    pthread_t reporter;
    _Atomic uint64_t done;
};

/* The values of a fixed side against all sides with a given number of seeds. */
struct row {
    const int8_t *at;
    size_t step;
};

/* The row of the fixed side with this rank, against sides of `others` seeds; `moves`: the fixed side is to move. */
static struct row row_of(const struct jg_kalah_endgame *e, int seeds, uint32_t rank, int others, bool moves) {
    uint64_t all = (uint64_t)e->sides[seeds] * e->sides[others];
    const int8_t *first = e->values + (moves ? e->last[seeds][others] : e->last[others][seeds]) + 1 - all;
    if (seeds < others || (seeds == others && moves)) return (struct row){first + (size_t)rank * e->sides[others], 1};
    return (struct row){first + rank, e->sides[seeds]};
}

typedef int8_t vector __attribute__((vector_size(16)));
_Static_assert(sizeof(vector) == JG_KALAH_RUN_MIN, "a long run holds a vector");

static inline __attribute__((always_inline)) void max_vector(int8_t *out, const int8_t *from, int8_t gain, bool turn) {
    vector x, old;
    memcpy(&x, from, sizeof x);
    memcpy(&old, out, sizeof old);
    x = turn ? gain - x : gain + x;
    vector more = x > old;
    x = (x & more) | (old & ~more);
    memcpy(out, &x, sizeof x);
}

/* out[i] = max(out[i], gain + from[i]), or gain - from[i] if the turn passes. `length` is at least one vector; the last
 * vector may overlap the one before. */
static inline __attribute__((always_inline)) void max_run(int8_t *restrict out, const int8_t *restrict from,
                                                          size_t length, int8_t gain, bool turn) {
    for (size_t i = 0; i + JG_KALAH_RUN_MIN < length; i += JG_KALAH_RUN_MIN) max_vector(out + i, from + i, gain, turn);
    max_vector(out + length - JG_KALAH_RUN_MIN, from + length - JG_KALAH_RUN_MIN, gain, turn);
}

static inline __attribute__((always_inline)) void max_one(int8_t *out, int8_t from, int gain, bool turn) {
    int value = turn ? gain - from : gain + from, more = value - *out;
    *out = (int8_t)(value - (more & more >> 31)); /* maximum without a branch, which would be mispredicted */
}

static inline __attribute__((always_inline)) void max_map(int8_t *restrict out, const struct jg_kalah_rank_map *l,
                                                          struct row row, int gain, bool turn) {
    for (uint32_t i = 0; i < l->run_count; i++) {
        struct jg_kalah_rank_run r = l->runs[i];
        if (row.step == 1)
            max_run(out + r.from, row.at + r.to, r.length, (int8_t)gain, turn);
        else
            for (uint32_t k = 0; k < r.length; k++)
                max_one(out + r.from + k, row.at[(r.to + k) * row.step], gain, turn);
    }
    for (uint32_t i = 0; i < l->pair_count; i++)
        max_one(out + l->pairs[i].from, row.at[l->pairs[i].to * row.step], gain, turn);
}

static void max_by_map(int8_t *restrict out, const struct jg_kalah_rank_map *l, struct row row, int gain, bool turn) {
    if (turn && row.step == 1)
        max_map(out, l, (struct row){row.at, 1}, gain, true);
    else if (turn)
        max_map(out, l, row, gain, true);
    else if (row.step == 1)
        max_map(out, l, (struct row){row.at, 1}, gain, false);
    else
        max_map(out, l, row, gain, false);
}

/* For moves that do not change the varying sides. */
static void max_row(int8_t *restrict out, size_t n, struct row row, int gain, bool turn) {
    if (row.step != 1 || n < JG_KALAH_RUN_MIN)
        for (size_t i = 0; i < n; i++) max_one(out + i, row.at[i * row.step], gain, turn);
    else if (turn)
        max_run(out, row.at, n, (int8_t)gain, true);
    else
        max_run(out, row.at, n, (int8_t)gain, false);
}

enum {
    BATCH = 32,                            /* sides */
    TILE = 16,                             /* ranks */
    GIVE_MAX = JG_KALAH_ENDGAME_HOUSES_MAX /* seeds that the other side receives in one lap of sowing */
};

/* A split of a layer: the seeds of both sides, and the values with either side to move. */
struct split {
    const struct builder *k;
    int few, many;
    int8_t *few_moves, *many_moves;
    /* The side with fewer seeds may have more after it receives some. Its values are then a column of the layer below.
     * These columns are transposed into rows for a batch of sides at a time, by the number of seeds received. */
    int8_t *columns[GIVE_MAX + 1];
    int8_t *room;
};

static int seeds_of(uint64_t side) { return (int)(side * 0x0101010101010101 >> 56); }

/* The row of the side `own` after a move of its own, with the other side to move unless `again`. */
static struct row row_after(const struct split *s, uint64_t own, int others, bool again) {
    const struct jg_kalah_endgame *e = &s->k->e;
    int seeds = seeds_of(own);
    if (seeds == s->few && others == s->many)
        return (struct row){s->many_moves + (size_t)jg_kalah_rank(e, own) * e->sides[others], 1};
    return row_of(e, seeds, jg_kalah_rank(e, own), others, again);
}

static void capture_moves(const struct split *s, int8_t *out, const struct jg_kalah_sown *m) {
    const struct jg_kalah_endgame *e = &s->k->e;
    const struct jg_kalah_rank_map *captured = s->k->moves[s->many].captured[m->give > 0][e->houses - 1 - m->house];
    for (int taken = 0; taken <= s->many + 1; taken++) {
        if (!captured[taken].run_count && !captured[taken].pair_count) continue;
        bool stay = taken == 0 && !e->emptycapture;
        struct row row = row_after(s, stay ? m->stay : m->own, s->many + m->give - taken, false);
        max_by_map(out, &captured[taken], row, stay ? 0 : m->bank + 1 + taken, true);
    }
}

static void few_side_moves(const struct split *s, uint64_t side, int8_t *out) {
    const struct jg_kalah_endgame *e = &s->k->e;
    for (int i = 0; i < e->houses; i++) {
        if (!(side >> 8 * i & 255)) continue;
        struct jg_kalah_sown m = jg_kalah_sow_side(e->houses, side, i);
        bool again = m.landing == JG_KALAH_MOVES_AGAIN;
        if (m.landing == JG_KALAH_CAPTURES) {
            capture_moves(s, out, &m);
            continue;
        }
        struct row row = row_after(s, m.own, s->many + m.give, again);
        if (m.give)
            max_by_map(out, &s->k->moves[s->many].received[m.give], row, m.bank, !again);
        else
            max_row(out, e->sides[s->many], row, m.bank, !again);
    }
}

/* The seeds left to the side with more after it gave `give` seeds and banked one. */
static int left_after(const struct split *s, int give) { return s->many - give - 1; }

/* Allocates memory for the transposed columns; without memory they are read in place. */
static void plan_columns(struct split *s) {
    const struct jg_kalah_endgame *e = &s->k->e;
    size_t sum = 0, at[GIVE_MAX + 1];
    for (int give = 1; give <= e->houses && left_after(s, give) >= 0; give++) {
        at[give] = sum;
        if (s->few + give > left_after(s, give)) sum += (size_t)BATCH * e->sides[left_after(s, give)];
    }
    s->room = sum ? malloc(sum) : NULL;
    for (int give = 1; s->room && give <= e->houses && left_after(s, give) >= 0; give++)
        if (s->few + give > left_after(s, give)) s->columns[give] = s->room + at[give];
}

static void transpose_tile(int8_t *restrict out, size_t width, const int8_t *restrict from, size_t step,
                           const uint32_t *column, int columns, size_t rows) {
    for (int c = 0; c < columns; c++)
        for (size_t i = 0; i < rows; i++) out[(size_t)c * width + i] = from[i * step + column[c]];
}

/* Transposes the columns of a batch of sides. */
static void transpose_columns(const struct split *s, const uint64_t *sides, int n) {
    const struct jg_kalah_endgame *e = &s->k->e;
    for (int give = 1; give <= e->houses; give++) {
        if (!s->columns[give]) continue;
        uint32_t column[BATCH];
        for (int i = 0; i < n; i++) column[i] = jg_kalah_rank(e, jg_kalah_receive(e->houses, sides[i], give));
        struct row first = row_of(e, s->few + give, 0, left_after(s, give), true);
        size_t width = e->sides[left_after(s, give)];
        for (size_t i = 0; i < width; i += TILE)
            transpose_tile(s->columns[give] + i, width, first.at + i * first.step, first.step, column, n,
                           width - i < TILE ? width - i : TILE);
    }
}

/* `n` is the index of the side in its batch. */
static void many_side_moves(const struct split *s, uint64_t side, int n, const int8_t *few_moves, int8_t *out) {
    const struct jg_kalah_endgame *e = &s->k->e;
    const struct jg_kalah_rank_moves *t = &s->k->moves[s->many];
    for (int i = 0; i < t->group_count; i++) {
        const struct jg_kalah_move_group *g = &t->groups[i];
        uint64_t now = jg_kalah_receive(e->houses, side, g->give);
        int gain = g->bank, own = s->many - g->give - g->bank;
        const struct jg_kalah_rank_map *list = &g->own;
        if (g->landing == JG_KALAH_CAPTURES) {
            int opposite = e->houses - 1 - g->house, taken = (int)(now >> 8 * opposite & 255);
            if (taken || e->emptycapture) {
                gain += 1 + taken;
                own--;
                now -= (uint64_t)taken << 8 * opposite;
            } else {
                list = &g->stay;
            }
        }
        struct row row = {few_moves, 1};
        if (g->landing == JG_KALAH_ENDS_TURN && g->bank == 1 && s->columns[g->give])
            row.at = s->columns[g->give] + (size_t)n * e->sides[own];
        else if (gain)
            row = row_of(e, seeds_of(now), jg_kalah_rank(e, now), own, g->landing != JG_KALAH_MOVES_AGAIN);
        max_by_map(out, list, row, gain, g->landing != JG_KALAH_MOVES_AGAIN);
    }
}

static bool stopped(const struct builder *k) { return k->params->stop && *k->params->stop; }

/* Only the calling thread reports. */
static void report_progress(struct builder *k, uint64_t positions) {
    uint64_t done = atomic_fetch_add(&k->done, positions) + positions;
    if (!k->params->progress || !pthread_equal(pthread_self(), k->reporter) || done < k->reported + PROGRESS_EVERY)
        return;
    k->reported = done;
    k->params->progress(k->params->arg, done, jg_kalah_endgame_size(k->e.houses, k->e.seeds));
}

/* Computes both rows of a side, at offset `at` of the split's values. */
static void make_rows(const struct split *s, uint64_t side, int n, size_t at) {
    size_t row = s->k->e.sides[s->many];
    memset(s->few_moves + at, s->few ? INT8_MIN : -s->many, row);
    memset(s->many_moves + at, s->few ? INT8_MIN : s->many, row);
    if (!s->few) return;
    few_side_moves(s, side, s->few_moves + at);
    many_side_moves(s, side, n, s->few_moves + at, s->many_moves + at);
}

static void make_split(void *arg, size_t i) {
    struct builder *k = arg;
    const struct jg_kalah_endgame *e = &k->e;
    int few = k->layer / 2 - (int)i, many = k->layer - few;
    size_t row = e->sides[many], all = row * e->sides[few];
    struct split s = {.k = k, .few = few, .many = many};
    s.few_moves = k->values + e->last[few][many] + 1 - all;
    s.many_moves = few == many ? k->transposed : k->values + e->last[many][few] + 1 - all;
    if (few) plan_columns(&s);
    uint64_t side = jg_kalah_first_side(e->houses, few), sides[BATCH];
    size_t at = 0;
    for (bool more = true; more && !stopped(k);) {
        int n = 0;
        for (; more && n < BATCH; more = jg_kalah_next_side(e->houses, &side)) sides[n++] = side;
        transpose_columns(&s, sides, n);
        for (int j = 0; j < n; j++, at += row) make_rows(&s, sides[j], j, at);
        report_progress(k, (uint64_t)n * (few == many ? row : 2 * row));
    }
    free(s.room);
}

static void make_moves(void *arg, size_t i) {
    struct builder *k = arg;
    int seeds = k->e.seeds - (int)i;
    if (!stopped(k)) jg_kalah_rank_moves_init(&k->moves[seeds], &k->e, seeds);
}

enum jg_status jg_kalah_endgame_build(const struct jg_kalah_endgame *e, int8_t *values,
                                      const struct jg_kalah_endgame_params *params, struct jg_error *err) {
    size_t half = e->sides[e->seeds / 2], sets = (size_t)e->seeds + 1;
    struct builder k = {.e = *e, .values = values, .params = params, .reporter = pthread_self()};
    k.e.values = values;
    k.transposed = malloc(half * half);
    k.moves = calloc(sets, sizeof *k.moves);
    bool failed = !k.transposed || !k.moves;
    if (!failed) jg_parallel(params->threads, sets, make_moves, &k);
    for (size_t i = 0; !failed && i < sets; i++) failed = k.moves[i].failed;
    for (; !failed && !stopped(&k) && k.layer <= e->seeds; k.layer++) {
        jg_parallel(params->threads, (size_t)k.layer / 2 + 1, make_split, &k);
        if (params->progress) params->progress(params->arg, k.done, jg_kalah_endgame_size(e->houses, e->seeds));
    }
    for (size_t i = 0; k.moves && i < sets; i++) jg_kalah_rank_moves_free(&k.moves[i]);
    free(k.moves);
    free(k.transposed);
    if (failed) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (k.done < jg_kalah_endgame_size(e->houses, e->seeds))
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
    return JG_OK;
}
