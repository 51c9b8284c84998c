/* Exact values of Kalah.
 *
 * A value is what the mover gains from here on, so it does not depend on the
 * stores; with n seeds in the houses it lies between -n and n and is even or odd as n
 * is. The only question ever asked is "is it at least beta?" (a null window); what
 * comes back is a bound that may be better than was asked for. From the answers at the
 * root beta closes in on the value (MTD(f), A. Plaat and others, 1996), in steps of 2.
 *
 * At a node all children are looked at before any is gone into: games that have ended,
 * the database of endings, how many seeds are left, and the table may settle it.
 *
 * Threads all work on the same question with a common table. What one of them
 * is busy with the others leave for later. */
#include "games/kalah/solve.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "games/kalah/bounds.h"
#include "games/kalah/sow.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOUSES = JG_KALAH_ENDGAME_HOUSES,
    CHECK_EVERY = 64, /* nodes between two looks at stop and clock: the first may take milliseconds, as memory is new */
    BUSY = 1 << 12,   /* marks of what threads are busy with */
    FIRST = 1 << 20,  /* rank of the table's move */
    SHARE_LEAST = 4,  /* seeds above the database from which marks are worth it */
};

struct jg_kalah_solver {
    const struct jg_game *game;
    const struct jg_kalah_endgame *endgame;
    int reach; /* seeds of the database; -1: there is none */
    int threads;
    bool emptycapture;
    int houses;
    struct jg_kalah_bounds table;
    _Atomic uint64_t *busy; /* with more than one thread */
};

/* A position that a move leads to, as its mover sees it. */
struct child {
    uint64_t own, other;
    struct jg_kalah_place place;
    int seeds;
    int low, high; /* bounds of its value */
    int gain;      /* what the move banks */
    int house;
    int best; /* house to try first in it, or -1 */
    int rank; /* the higher, the sooner it is tried */
    bool again;
};

/* ---- The question ------------------------------------------------------------------ */

struct question {
    struct jg_kalah_solver *s;
    const struct jg_solve_ask *ask;
    double begin, deadline, told;
    int offset; /* what the mover is ahead by already */
    int n;
    struct child moves[HOUSES];
    struct jg_bounds values[HOUSES]; /* of the moves, for the mover */
    int order[HOUSES];
    int beta;   /* the last one that was asked about */
    bool first; /* the value is still open */
    struct jg_solution *out;
    pthread_mutex_t lock;
    atomic_uint round; /* goes up whenever somebody has an answer: the others start on the next question */
    atomic_bool stop;
    _Atomic uint64_t nodes;
};

struct worker {
    struct question *q;
    const struct jg_kalah_solver *s;
    uint64_t nodes, told, next;
    unsigned round;
    bool first, stopped;
};

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

/* ---- Nodes ------------------------------------------------------------------------- */

static int seeds_in(uint64_t side) { return (int)jg_kalah_sum(side); }

/* Makes a move from a position. */
static inline void make(const struct jg_kalah_solver *s, uint64_t own, uint64_t other, int seeds, int house,
                        struct child *c) {
    struct jg_kalah_lanes x = {.own = {own}, .other = {other}};
    const struct jg_kalah_sowing *e = jg_kalah_make(s->game->tables, &x, (unsigned)house, s->emptycapture, 1);
    c->gain = (int)(x.own[0] >> JG_KALAH_STORE);
    c->seeds = seeds - c->gain;
    c->again = !e->turns;
    c->house = house;
    uint64_t mine = x.own[0] & JG_KALAH_HOUSES;
    c->own = c->again ? mine : x.other[0];
    c->other = c->again ? x.other[0] : mine;
}

/* Begins to find out what is known of a child: asks the memory for it. */
static inline void fetch(const struct jg_kalah_solver *s, struct child *c) {
    c->best = -1;
    if (!c->own || !c->other)
        c->low = c->high = seeds_in(c->own) - seeds_in(c->other);
    else if (c->seeds <= s->reach)
        jg_kalah_endgame_prefetch(s->endgame, c->own, c->other);
    else
        c->place = jg_kalah_place(&s->table, c->own, c->other);
}

/* Finds out what is known of it. */
static inline void learn(const struct jg_kalah_solver *s, struct child *c) {
    struct jg_kalah_known known;
    if (!c->own || !c->other) return;
    if (c->seeds <= s->reach) {
        c->low = c->high = jg_kalah_endgame_gain(s->endgame, c->own, c->other);
    } else if (jg_kalah_look(c->place, &known)) {
        c->low = 2 * known.low - c->seeds;
        c->high = 2 * known.high - c->seeds;
        c->best = known.house;
    } else {
        c->low = -c->seeds;
        c->high = c->seeds;
    }
}

/* A child's bounds, as whoever moves to it sees them. */
static inline int low_of(const struct child *c) { return c->gain + (c->again ? c->low : -c->high); }
static inline int high_of(const struct child *c) { return c->gain + (c->again ? c->high : -c->low); }

/* All that leads on from a position, from the house next to the store. */
static inline int expand(const struct jg_kalah_solver *s, uint64_t own, uint64_t other, int seeds, struct child *out) {
    int n = 0;
    for (int house = s->houses - 1; house >= 0; house--) {
        if (!(own >> 8 * house & 255)) continue;
        make(s, own, other, seeds, house, &out[n]);
        fetch(s, &out[n]);
        n++;
    }
    for (int i = 0; i < n; i++) learn(s, &out[i]);
    return n;
}

/* How many of a word's bytes are not 0. */
static inline int filled(uint64_t x) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu, ones = 0x0101010101010101u;
    return (int)(((((x & low) + low) | x) >> 7 & ones) * ones >> 56);
}

/* How soon a move is tried: moving again first, from the house next to the store; then what banks much and leaves
 * the other few houses to sow from, which makes for small trees. The weights are the best of some thirty for (6,4) by
 * the standard rules; docs/kalah.md has what they save there and cost elsewhere. */
static inline int rank(const struct child *c) {
    enum { AGAIN = 1000, SEED = 20, HOUSE = 2, HIS_SEED = 1, HIS_HOUSE = 8 };
    if (c->again) return AGAIN + c->house;
    return SEED * c->gain + HOUSE * c->house - HIS_SEED * seeds_in(c->own) - HIS_HOUSE * filled(c->own);
}

/* ---- Stopping ------------------------------------------------------------------------ */

static void tell(struct question *q);

static uint64_t count(struct worker *w) {
    uint64_t more = w->nodes - w->told;
    w->told = w->nodes;
    return atomic_fetch_add_explicit(&w->q->nodes, more, memory_order_relaxed) + more;
}

/* Looks up from the work: true if it is of no use to go on. */
static bool look_up(struct worker *w) {
    struct question *q = w->q;
    uint64_t all = count(w), limit = q->ask->nodes;
    bool end = (limit && all >= limit) || (q->ask->stop && atomic_load_explicit(q->ask->stop, memory_order_relaxed));
    if (!end && (q->deadline > 0 || w->first)) {
        double now = jg_clock();
        end = q->deadline > 0 && now >= q->deadline;
        if (!end && w->first && now > q->told + 0.1) tell(q);
    }
    if (end) atomic_store(&q->stop, true);
    w->next = w->nodes + CHECK_EVERY;
    if (limit && all < limit && limit - all < CHECK_EVERY) w->next = w->nodes + limit - all;
    return atomic_load_explicit(&q->stop, memory_order_relaxed) ||
           atomic_load_explicit(&q->round, memory_order_relaxed) != w->round;
}

/* ---- The search ---------------------------------------------------------------------- */

static int search(struct worker *w, const struct child *at, int beta);

/* The bound that a move turns out to have: below beta it is at most that, else at least. */
static inline int visit(struct worker *w, const struct child *c, int beta) {
    return c->again ? c->gain + search(w, c, beta - c->gain) : c->gain - search(w, c, c->gain - beta + 2);
}

static inline void keep(const struct worker *w, const struct child *at, int low, int high, int house, uint64_t from) {
    struct jg_kalah_known known = {
        .low = (uint8_t)((low + at->seeds) / 2), .high = (uint8_t)((high + at->seeds) / 2), .house = (int8_t)house};
    jg_kalah_keep(at->place, known, w->nodes - from);
}

/* The mark of a position in the list of what threads are busy with; NULL: it is not worth one. */
static inline _Atomic uint64_t *mark_of(const struct jg_kalah_solver *s, const struct child *c, uint64_t *work) {
    if (!s->busy || c->seeds < s->reach + SHARE_LEAST) return NULL;
    *work = jg_hash_mix(c->own, c->other) | 1;
    return &s->busy[(*work >> 8) % BUSY];
}

/* The children that nothing is settled about, the best first. Returns how many; a house in *sure if that move settles
 * the question, or -1. *high is what the others can reach at most. */
static inline int sort(struct child *children, int n, int beta, int best, struct child **open, int *sure, int *high) {
    int m = 0;
    *sure = -1;
    *high = -JG_KALAH_TOTAL;
    for (int i = 0; i < n; i++) {
        struct child *c = &children[i];
        if (low_of(c) >= beta) {
            *sure = i;
            return 0;
        }
        if (high_of(c) < beta) {
            *high = most(*high, high_of(c));
            continue;
        }
        c->rank = c->house == best ? FIRST : rank(c);
        int k = m++;
        for (; k > 0 && open[k - 1]->rank < c->rank; k--) open[k] = open[k - 1];
        open[k] = c;
    }
    return m;
}

/* Whether a position's value is at least beta, which is between its bounds: a bound. */
static int search(struct worker *w, const struct child *at, int beta) {
    struct child children[HOUSES], *open[2 * HOUSES];
    uint64_t from = w->nodes++;
    if (w->nodes >= w->next && look_up(w)) w->stopped = true;
    if (w->stopped) return 0;
    int n = expand(w->s, at->own, at->other, at->seeds, children), sure, high;
    int m = sort(children, n, beta, at->best, open, &sure, &high);
    if (sure >= 0) {
        int low = low_of(&children[sure]);
        keep(w, at, low, at->high, children[sure].house, from);
        return low;
    }
    int waits = 0, ready = m;
    for (int i = 0; i < m + waits; i++) {
        struct child *c = open[i];
        uint64_t work = 0;
        _Atomic uint64_t *mark = i && i < ready ? mark_of(w->s, c, &work) : NULL;
        if (mark && atomic_load_explicit(mark, memory_order_relaxed) == work) {
            open[m + waits++] = c;
            continue;
        }
        if (i >= ready) learn(w->s, c); /* whoever was busy with it may be done */
        if (mark) atomic_store_explicit(mark, work, memory_order_relaxed);
        int value = low_of(c) >= beta ? low_of(c) : high_of(c) < beta ? high_of(c) : visit(w, c, beta);
        if (mark) atomic_store_explicit(mark, 0, memory_order_relaxed);
        if (w->stopped) return 0;
        if (value >= beta) {
            keep(w, at, value, at->high, c->house, from);
            return value;
        }
        high = most(high, value);
    }
    high = least(high, at->high);
    keep(w, at, at->low, high, at->best, from);
    return high;
}

/* ---- The root ------------------------------------------------------------------------ */

static struct jg_bounds value_of(const struct question *q) {
    struct jg_bounds b = q->values[0];
    for (int i = 1; i < q->n; i++) {
        b.low = most(b.low, q->values[i].low);
        b.high = most(b.high, q->values[i].high);
    }
    return b;
}

/* Fills the answer as far as it is known. */
static void fill(struct question *q) {
    struct jg_solution *out = q->out;
    struct jg_bounds value = value_of(q);
    out->value = (struct jg_bounds){value.low + q->offset, value.high + q->offset};
    for (int i = 0; i < q->n; i++)
        out->moves[q->n - 1 - i].value =
            (struct jg_bounds){q->values[i].low + q->offset, q->values[i].high + q->offset};
    out->nodes = atomic_load(&q->nodes);
    out->seconds = jg_clock() - q->begin;
}

static void tell(struct question *q) {
    if (!q->ask->progress) return;
    pthread_mutex_lock(&q->lock);
    fill(q);
    pthread_mutex_unlock(&q->lock);
    q->told = jg_clock();
    q->ask->progress(q->ask->arg, q->out);
}

/* What to ask next: whether move *i is worth at least *beta. False: nothing. */
static bool next(struct question *q, int *i, int *beta) {
    struct jg_bounds v = value_of(q);
    if (v.low < v.high) {
        q->beta = *beta = least(most(q->beta, v.low + 2), v.high);
        for (int k = 0; k < q->n; k++) {
            struct jg_bounds b = q->values[ *i = q->order[k]];
            if (b.low < *beta && b.high >= *beta) return true;
        }
    }
    if (q->first) q->beta = v.high; /* of the other moves too: they are hardly worth less */
    q->first = false;
    if (!q->ask->all) return false;
    for (int k = 0; k < q->n; k++) {
        struct jg_bounds b = q->values[ *i = q->order[k]];
        *beta = least(most(q->beta, b.low + 2), b.high);
        if (b.low < b.high) return true;
    }
    return false;
}

/* A bound of a move has been found. */
static void settle(struct question *q, int i, int beta, int value) {
    struct jg_bounds *b = &q->values[i];
    if (value >= beta)
        b->low = most(b->low, value);
    else
        b->high = least(b->high, value);
    q->moves[i].low = q->moves[i].again ? b->low - q->moves[i].gain : q->moves[i].gain - b->high;
    q->moves[i].high = q->moves[i].again ? b->high - q->moves[i].gain : q->moves[i].gain - b->low;
    if (value >= beta && q->first) { /* the best so far comes first */
        int k = 0;
        while (q->order[k] != i) k++;
        memmove(q->order + 1, q->order, (size_t)k * sizeof *q->order);
        q->order[0] = i;
    }
}

static void work(void *arg, size_t thread) {
    struct question *q = arg;
    struct worker w = {.q = q, .s = q->s, .first = thread == 0, .next = 1};
    for (;;) {
        int i, beta;
        pthread_mutex_lock(&q->lock);
        bool more = !atomic_load(&q->stop) && next(q, &i, &beta);
        struct child at = more ? q->moves[i] : (struct child){0};
        w.round = atomic_load(&q->round);
        w.stopped = false;
        pthread_mutex_unlock(&q->lock);
        if (!more) break;
        int value = visit(&w, &at, beta);
        pthread_mutex_lock(&q->lock);
        bool mine = !w.stopped && atomic_load(&q->round) == w.round;
        if (mine) {
            settle(q, i, beta, value);
            atomic_fetch_add(&q->round, 1);
        }
        pthread_mutex_unlock(&q->lock);
        if (w.first) tell(q);
    }
    count(&w);
}

static void begin(struct question *q) {
    struct jg_kalah_sides x = jg_kalah_sides(q->s->game, q->ask->state);
    const struct jg_game *g = q->s->game;
    int seat = jg_turn(g, q->ask->state), seeds = seeds_in(x.own) + seeds_in(x.other);
    q->offset = jg_score(g, q->ask->state, jg_team(seat));
    q->n = expand(q->s, x.own, x.other, seeds, q->moves);
    for (int i = 0; i < q->n; i++) {
        struct child *c = &q->moves[i];
        q->values[i] = (struct jg_bounds){low_of(c), high_of(c)};
        c->rank = rank(c);
        int k = i;
        for (; k > 0 && q->moves[q->order[k - 1]].rank < c->rank; k--) q->order[k] = q->order[k - 1];
        q->order[k] = i;
        q->out->moves[q->n - 1 - i].move = (jg_move)(seat * q->s->houses + c->house + 1);
    }
    q->out->move_count = q->n;
    q->beta = seeds % 2;
    q->first = true;
}

void jg_kalah_solver_run(struct jg_kalah_solver *s, const struct jg_solve_ask *ask, double deadline,
                         struct jg_solution *out) {
    struct question q = {.s = s, .ask = ask, .begin = jg_clock(), .deadline = deadline, .out = out};
    *out = (struct jg_solution){.doing = "searching",
                                .share = -1,
                                .table = s->endgame ? jg_kalah_endgame_size(s->houses, s->reach) : 0,
                                .memory = s->table.size};
    out->memory += out->table;
    pthread_mutex_init(&q.lock, NULL);
    q.told = q.begin;
    begin(&q);
    if (ask->stop && atomic_load(ask->stop)) atomic_store(&q.stop, true);
    jg_parallel(s->threads, (size_t)s->threads, work, &q);
    pthread_mutex_destroy(&q.lock);
    fill(&q);
}

/* ---- Opening ------------------------------------------------------------------------- */

struct jg_kalah_sides jg_kalah_sides(const struct jg_game *g, const void *state) {
    uint64_t lanes[2];
    int seat = jg_turn(g, state);
    memcpy(lanes, state, sizeof lanes);
    return (struct jg_kalah_sides){lanes[seat] & JG_KALAH_HOUSES, lanes[!seat] & JG_KALAH_HOUSES};
}

struct jg_kalah_solver *jg_kalah_solver_new(const struct jg_game *g, const struct jg_kalah_solver_options *options,
                                            struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_kalah_solver *s = calloc(1, sizeof *s);
    if (!s) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    *s = (struct jg_kalah_solver){.game = g,
                                  .endgame = options->endgame,
                                  .reach = options->endgame ? jg_kalah_endgame_seeds(options->endgame) : -1,
                                  .threads = jg_threads(options->threads),
                                  .emptycapture = o->emptycapture,
                                  .houses = o->houses};
    if (s->threads > 1 && !(s->busy = calloc(BUSY, sizeof *s->busy))) jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if ((s->threads > 1 && !s->busy) ||
        jg_kalah_bounds_init(&s->table, 2 * o->houses * o->seeds, options->table, err)) {
        jg_kalah_solver_free(s);
        return NULL;
    }
    return s;
}

void jg_kalah_solver_free(struct jg_kalah_solver *s) {
    if (!s) return;
    jg_kalah_bounds_free(&s->table);
    free(s->busy);
    free(s);
}

void jg_kalah_solver_forget(struct jg_kalah_solver *s) { jg_kalah_bounds_clear(&s->table); }
