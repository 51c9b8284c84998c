/* Values are made layer by layer, a row at a time: one side fixed (A, which has no more seeds than the other), all
 * sides B of the rest. With A to move, a row is the best of what each of A's moves makes of whole rows made before: a
 * move that banks nothing leads to B's turn against an A of a lower rank in the same layer, any other to a lower
 * layer. With B to move, the moves that bank nothing lead into the row with A to move. So there is no search, and
 * the splits of a layer (by A's seeds) are made side by side. */
#include "games/kalah/endgame_make.h"

#include "core/parallel.h"
#include "games/kalah/endgame_moves.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TELL = 1 << 20 }; /* positions between two calls of progress, about */

struct making {
    struct jg_kalah_endgame e;
    int8_t *values;
    int8_t *turned; /* the other's values where both have as many seeds, which the database does not keep */
    const struct jg_kalah_endgame_ask *ask;
    struct jg_kalah_sides_moves *moves; /* by seeds */
    int layer;                          /* seeds in play */
    uint64_t told;
    pthread_t teller;
    _Atomic uint64_t done;
};

/* Values of a fixed side against all others of so many seeds. */
struct row {
    const int8_t *at;
    size_t step;
};

/* Which side is fixed, by seeds and rank; the others' seeds; whether the fixed one moves. */
static struct row row_of(const struct jg_kalah_endgame *e, int seeds, uint32_t rank, int others, bool moves) {
    uint64_t all = (uint64_t)e->sides[seeds] * e->sides[others];
    const int8_t *first = e->values + (moves ? e->last[seeds][others] : e->last[others][seeds]) + 1 - all;
    if (seeds < others || (seeds == others && moves)) return (struct row){first + (size_t)rank * e->sides[others], 1};
    return (struct row){first + rank, e->sides[seeds]};
}

typedef int8_t vector __attribute__((vector_size(16)));
_Static_assert(sizeof(vector) == JG_KALAH_LONG, "a long run holds a vector");

static inline __attribute__((always_inline)) void raise_vector(int8_t *out, const int8_t *from, int8_t gain,
                                                               bool turn) {
    vector x, old;
    memcpy(&x, from, sizeof x);
    memcpy(&old, out, sizeof old);
    x = turn ? gain - x : gain + x;
    vector more = x > old;
    x = (x & more) | (old & ~more);
    memcpy(out, &x, sizeof x);
}

/* out[i] becomes the best of itself and what the values from there on are with this gain, of which `turn` says that they
 * are the other's. At least a vector of them: the last one may be done in part twice. */
static inline __attribute__((always_inline)) void raise_run(int8_t *restrict out, const int8_t *restrict from,
                                                            size_t length, int8_t gain, bool turn) {
    for (size_t i = 0; i + JG_KALAH_LONG < length; i += JG_KALAH_LONG) raise_vector(out + i, from + i, gain, turn);
    raise_vector(out + length - JG_KALAH_LONG, from + length - JG_KALAH_LONG, gain, turn);
}

static inline __attribute__((always_inline)) void raise(int8_t *out, int8_t from, int gain, bool turn) {
    int value = turn ? gain - from : gain + from, more = value - *out;
    *out = (int8_t)(value - (more & more >> 31)); /* the higher of both without a branch: none could be foreseen */
}

static inline __attribute__((always_inline)) void raise_list(int8_t *restrict out, const struct jg_kalah_list *l,
                                                             struct row row, int gain, bool turn) {
    for (uint32_t i = 0; i < l->run_count; i++) {
        struct jg_kalah_run r = l->runs[i];
        if (row.step == 1)
            raise_run(out + r.from, row.at + r.to, r.length, (int8_t)gain, turn);
        else
            for (uint32_t k = 0; k < r.length; k++) raise(out + r.from + k, row.at[(r.to + k) * row.step], gain, turn);
    }
    for (uint32_t i = 0; i < l->pair_count; i++)
        raise(out + l->pairs[i].from, row.at[l->pairs[i].to * row.step], gain, turn);
}

static void raise_by(int8_t *restrict out, const struct jg_kalah_list *l, struct row row, int gain, bool turn) {
    if (turn && row.step == 1)
        raise_list(out, l, (struct row){row.at, 1}, gain, true);
    else if (turn)
        raise_list(out, l, row, gain, true);
    else if (row.step == 1)
        raise_list(out, l, (struct row){row.at, 1}, gain, false);
    else
        raise_list(out, l, row, gain, false);
}

/* Where nothing happens to the varying sides. */
static void raise_all(int8_t *restrict out, size_t n, struct row row, int gain, bool turn) {
    if (row.step != 1 || n < JG_KALAH_LONG)
        for (size_t i = 0; i < n; i++) raise(out + i, row.at[i * row.step], gain, turn);
    else if (turn)
        raise_run(out, row.at, n, (int8_t)gain, true);
    else
        raise_run(out, row.at, n, (int8_t)gain, false);
}

enum {
    SOME = 32,
    TILE = 16,
    GIFTS = JG_KALAH_ENDGAME_HOUSES
}; /* sides at a time; ranks; most that sowing once gives */

/* A split of a layer: the seeds of both sides, and its values with either side to move. */
struct split {
    const struct making *k;
    int few, many;
    int8_t *few_moves, *many_moves;
    /* After gifts to the side of fewer seeds it often is the one of more: its values are then a column of the
     * layer below. Of some sides at a time they are written as rows, by the number of seeds given. */
    int8_t *columns[GIFTS + 1];
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

static void catch_all(const struct split *s, int8_t *out, const struct jg_kalah_sown *m) {
    const struct jg_kalah_endgame *e = &s->k->e;
    const struct jg_kalah_list *lost = s->k->moves[s->many].lost[m->give > 0][e->houses - 1 - m->house];
    for (int held = 0; held <= s->many + 1; held++) {
        if (!lost[held].run_count && !lost[held].pair_count) continue;
        bool stay = held == 0 && !e->emptycapture;
        struct row row = row_after(s, stay ? m->stay : m->own, s->many + m->give - held, false);
        raise_by(out, &lost[held], row, stay ? 0 : m->bank + 1 + held, true);
    }
}

static void few_move(const struct split *s, uint64_t side, int8_t *out) {
    const struct jg_kalah_endgame *e = &s->k->e;
    for (int i = 0; i < e->houses; i++) {
        if (!(side >> 8 * i & 255)) continue;
        struct jg_kalah_sown m = jg_kalah_sow_side(e->houses, side, i);
        bool again = m.landing == JG_KALAH_AGAIN;
        if (m.landing == JG_KALAH_CATCH) {
            catch_all(s, out, &m);
            continue;
        }
        struct row row = row_after(s, m.own, s->many + m.give, again);
        if (m.give)
            raise_by(out, &s->k->moves[s->many].given[m.give], row, m.bank, !again);
        else
            raise_all(out, e->sides[s->many], row, m.bank, !again);
    }
}

/* Seeds left to a side that gave so many, and banked one. */
static int left_after(const struct split *s, int give) { return s->many - give - 1; }

/* Finds room for columns; without it they are read where they lie. */
static void plan_columns(struct split *s) {
    const struct jg_kalah_endgame *e = &s->k->e;
    size_t sum = 0, at[GIFTS + 1];
    for (int give = 1; give <= e->houses && left_after(s, give) >= 0; give++) {
        at[give] = sum;
        if (s->few + give > left_after(s, give)) sum += (size_t)SOME * e->sides[left_after(s, give)];
    }
    s->room = sum ? malloc(sum) : NULL;
    for (int give = 1; s->room && give <= e->houses && left_after(s, give) >= 0; give++)
        if (s->few + give > left_after(s, give)) s->columns[give] = s->room + at[give];
}

static void turn_tile(int8_t *restrict out, size_t width, const int8_t *restrict from, size_t step,
                      const uint32_t *column, int columns, size_t rows) {
    for (int c = 0; c < columns; c++)
        for (size_t i = 0; i < rows; i++) out[(size_t)c * width + i] = from[i * step + column[c]];
}

/* The columns for these sides. */
static void turn_columns(const struct split *s, const uint64_t *sides, int n) {
    const struct jg_kalah_endgame *e = &s->k->e;
    for (int give = 1; give <= e->houses; give++) {
        if (!s->columns[give]) continue;
        uint32_t column[SOME];
        for (int i = 0; i < n; i++) column[i] = jg_kalah_rank(e, jg_kalah_given(e->houses, sides[i], give));
        struct row first = row_of(e, s->few + give, 0, left_after(s, give), true);
        size_t width = e->sides[left_after(s, give)];
        for (size_t i = 0; i < width; i += TILE)
            turn_tile(s->columns[give] + i, width, first.at + i * first.step, first.step, column, n,
                      width - i < TILE ? width - i : TILE);
    }
}

/* The side is the n-th of those whose columns were turned. */
static void many_move(const struct split *s, uint64_t side, int n, const int8_t *few_moves, int8_t *out) {
    const struct jg_kalah_endgame *e = &s->k->e;
    const struct jg_kalah_sides_moves *t = &s->k->moves[s->many];
    for (int i = 0; i < t->group_count; i++) {
        const struct jg_kalah_group *g = &t->groups[i];
        uint64_t now = jg_kalah_given(e->houses, side, g->give);
        int gain = g->bank, own = s->many - g->give - g->bank;
        const struct jg_kalah_list *list = &g->own;
        if (g->landing == JG_KALAH_CATCH) {
            int opposite = e->houses - 1 - g->house, held = (int)(now >> 8 * opposite & 255);
            if (held || e->emptycapture) {
                gain += 1 + held;
                own--;
                now -= (uint64_t)held << 8 * opposite;
            } else {
                list = &g->stay;
            }
        }
        struct row row = {few_moves, 1};
        if (g->landing == JG_KALAH_PASS && g->bank == 1 && s->columns[g->give])
            row.at = s->columns[g->give] + (size_t)n * e->sides[own];
        else if (gain)
            row = row_of(e, seeds_of(now), jg_kalah_rank(e, now), own, g->landing != JG_KALAH_AGAIN);
        raise_by(out, list, row, gain, g->landing != JG_KALAH_AGAIN);
    }
}

static bool stopped(const struct making *k) { return k->ask->stop && *k->ask->stop; }

/* One thread tells: the one that called. */
static void tell(struct making *k, uint64_t positions) {
    uint64_t done = atomic_fetch_add(&k->done, positions) + positions;
    if (!k->ask->progress || !pthread_equal(pthread_self(), k->teller) || done < k->told + TELL) return;
    k->told = done;
    k->ask->progress(k->ask->arg, done, jg_kalah_endgame_size(k->e.houses, k->e.seeds));
}

/* Both rows of a side, at this place of the split's values. */
static void make_rows(const struct split *s, uint64_t side, int n, size_t at) {
    size_t row = s->k->e.sides[s->many];
    memset(s->few_moves + at, s->few ? INT8_MIN : -s->many, row);
    memset(s->many_moves + at, s->few ? INT8_MIN : s->many, row);
    if (!s->few) return;
    few_move(s, side, s->few_moves + at);
    many_move(s, side, n, s->few_moves + at, s->many_moves + at);
}

static void make_split(void *arg, size_t i) {
    struct making *k = arg;
    const struct jg_kalah_endgame *e = &k->e;
    int few = k->layer / 2 - (int)i, many = k->layer - few;
    size_t row = e->sides[many], all = row * e->sides[few];
    struct split s = {.k = k, .few = few, .many = many};
    s.few_moves = k->values + e->last[few][many] + 1 - all;
    s.many_moves = few == many ? k->turned : k->values + e->last[many][few] + 1 - all;
    if (few) plan_columns(&s);
    uint64_t side = jg_kalah_first_side(e->houses, few), sides[SOME];
    size_t at = 0;
    for (bool more = true; more && !stopped(k);) {
        int n = 0;
        for (; more && n < SOME; more = jg_kalah_next_side(e->houses, &side)) sides[n++] = side;
        turn_columns(&s, sides, n);
        for (int j = 0; j < n; j++, at += row) make_rows(&s, sides[j], j, at);
        tell(k, (uint64_t)n * (few == many ? row : 2 * row));
    }
    free(s.room);
}

static void make_moves(void *arg, size_t i) {
    struct making *k = arg;
    int seeds = k->e.seeds - (int)i;
    if (!stopped(k)) jg_kalah_moves_init(&k->moves[seeds], &k->e, seeds);
}

enum jg_status jg_kalah_endgame_make(const struct jg_kalah_endgame *e, int8_t *values,
                                     const struct jg_kalah_endgame_ask *ask, struct jg_error *err) {
    size_t half = e->sides[e->seeds / 2], sets = (size_t)e->seeds + 1;
    struct making k = {.e = *e, .values = values, .ask = ask, .teller = pthread_self()};
    k.e.values = values;
    k.turned = malloc(half * half);
    k.moves = calloc(sets, sizeof *k.moves);
    bool failed = !k.turned || !k.moves;
    if (!failed) jg_parallel(ask->threads, sets, make_moves, &k);
    for (size_t i = 0; !failed && i < sets; i++) failed = k.moves[i].failed;
    for (; !failed && !stopped(&k) && k.layer <= e->seeds; k.layer++) {
        jg_parallel(ask->threads, (size_t)k.layer / 2 + 1, make_split, &k);
        if (ask->progress) ask->progress(ask->arg, k.done, jg_kalah_endgame_size(e->houses, e->seeds));
    }
    for (size_t i = 0; k.moves && i < sets; i++) jg_kalah_moves_free(&k.moves[i]);
    free(k.moves);
    free(k.turned);
    if (failed) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (k.done < jg_kalah_endgame_size(e->houses, e->seeds))
        return jg_fail(err, JG_ESTOP, -1, "stopped before it was done");
    return JG_OK;
}
