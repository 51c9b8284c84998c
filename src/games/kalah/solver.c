/* Exact values of Kalah by MTD(f) (A. Plaat and others, 1996).
 *
 * The value of a position is what the mover gains from there on, so it does not depend on the stores. With n seeds
 * in the houses it lies between -n and n and has the parity of n. Every search has a null window: it asks whether
 * the value is at least beta, and returns a fail-soft bound. At the root beta converges on the value in steps of 2.
 *
 * A node probes all of its children before it searches any of them (enhanced transposition cutoffs): finished
 * games, the endgame database, the number of seeds left and the transposition table may already decide it.
 *
 * Threads search the same window and share the transposition table. A thread defers a move that another thread is
 * searching, as ABDADA does (J.-C. Weill, 1996). */
#include "games/kalah/solver.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "core/stop.h"
#include "games/kalah/bounds.h"
#include "games/kalah/sow.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOUSES = JG_KALAH_ENDGAME_HOUSES_MAX,
    CHECK_EVERY = 64,    /* nodes between checks of stop flag and clock; page faults make the first nodes slow */
    BUSY = 1 << 12,      /* entries of the table of positions that threads are searching */
    TT_MOVE = 1 << 20,   /* rank of the transposition table's move */
    SHARE_MIN_SEEDS = 4, /* seeds above the database from which a position is marked as busy */
};

struct jg_kalah_solver {
    const struct jg_game *game;
    const struct jg_kalah_endgame *endgame;
    int reach; /* seeds of the database; -1: no database */
    int threads;
    bool emptycapture;
    int houses;
    struct jg_kalah_bounds table;
    _Atomic uint64_t *busy; /* with more than one thread */
};

/* The position after a move, from the point of view of the player to move there. */
struct child {
    uint64_t own, other;
    struct jg_kalah_bounds_slot place;
    int seeds;
    int low, high; /* bounds of its value */
    int gain;      /* seeds that the move banks */
    int house;
    int best; /* house to try first in this position, or -1 */
    int rank; /* for move ordering, highest first */
    bool again;
};

/* ---- The root and its workers -------------------------------------------------------- */

struct root {
    struct jg_kalah_solver *s;
    const struct jg_solve_query *query;
    double begin, deadline, reported; /* reported: time of the last progress call */
    int offset;                       /* the mover's lead in the stores */
    int n;
    struct child moves[HOUSES];
    struct jg_bounds values[HOUSES]; /* bounds of the moves, for the mover */
    int order[HOUSES];
    int beta;   /* of the last null window */
    bool first; /* the value of the position is not known yet */
    struct jg_solution *out;
    pthread_mutex_t lock;
    atomic_uint round; /* incremented when a thread finishes a window; the others then abandon it */
    atomic_bool stop;
    _Atomic uint64_t nodes;
};

struct worker {
    struct root *q;
    const struct jg_kalah_solver *s;
    uint64_t nodes, reported, next;
    unsigned round;
    bool first, stopped;
};

static int max_int(int a, int b) { return a > b ? a : b; }
static int min_int(int a, int b) { return a < b ? a : b; }

/* ---- Nodes ------------------------------------------------------------------------- */

static int seeds_in(uint64_t side) { return (int)jg_kalah_sum(side); }

/* Makes a move from a position. */
static inline void make(const struct jg_kalah_solver *s, uint64_t own, uint64_t other, int seeds, int house,
                        struct child *c) {
    struct jg_kalah_lanes x = {.own = {own}, .other = {other}};
    const struct jg_kalah_sowing *e = jg_kalah_make_move(s->game->tables, &x, (unsigned)house, s->emptycapture, 1);
    c->gain = (int)(x.own[0] >> JG_KALAH_STORE_SHIFT);
    c->seeds = seeds - c->gain;
    c->again = !e->ends_turn;
    c->house = house;
    uint64_t mine = x.own[0] & JG_KALAH_HOUSE_MASK;
    c->own = c->again ? mine : x.other[0];
    c->other = c->again ? x.other[0] : mine;
}

/* Starts to probe a child: prefetches its entry. */
static inline void start_probe(const struct jg_kalah_solver *s, struct child *c) {
    c->best = -1;
    if (!c->own || !c->other)
        c->low = c->high = seeds_in(c->own) - seeds_in(c->other);
    else if (c->seeds <= s->reach)
        jg_kalah_endgame_prefetch(s->endgame, c->own, c->other);
    else
        c->place = jg_kalah_bounds_slot(&s->table, c->own, c->other);
}

/* Fills the bounds of a child from the endgame database or the transposition table. */
static inline void probe(const struct jg_kalah_solver *s, struct child *c) {
    struct jg_kalah_bounds_entry entry;
    if (!c->own || !c->other) return;
    if (c->seeds <= s->reach) {
        c->low = c->high = jg_kalah_endgame_probe(s->endgame, c->own, c->other);
    } else if (jg_kalah_bounds_probe(c->place, &entry)) {
        c->low = 2 * entry.low - c->seeds;
        c->high = 2 * entry.high - c->seeds;
        c->best = entry.house;
    } else {
        c->low = -c->seeds;
        c->high = c->seeds;
    }
}

/* A child's bounds for the player who moves to it. */
static inline int low_of(const struct child *c) { return c->gain + (c->again ? c->low : -c->high); }
static inline int high_of(const struct child *c) { return c->gain + (c->again ? c->high : -c->low); }

/* Generates and probes all children of a position, starting from the house next to the store. */
static inline int expand(const struct jg_kalah_solver *s, uint64_t own, uint64_t other, int seeds, struct child *out) {
    int n = 0;
    for (int house = s->houses - 1; house >= 0; house--) {
        if (!(own >> 8 * house & 255)) continue;
        make(s, own, other, seeds, house, &out[n]);
        start_probe(s, &out[n]);
        n++;
    }
    for (int i = 0; i < n; i++) probe(s, &out[i]);
    return n;
}

/* The number of bytes of a word that are not 0. */
static inline int nonzero_bytes(uint64_t x) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu, ones = 0x0101010101010101u;
    return (int)(((((x & low) + low) | x) >> 7 & ones) * ones >> 56);
}

/* Move ordering: extra moves first, from the house next to the store; then moves that bank many seeds and leave the
 * opponent few houses to sow from, which makes small trees. The weights are the best of about thirty sets for (6,4)
 * under the standard rules; docs/kalah.md has what they save there and cost elsewhere. */
static inline int rank(const struct child *c) {
    enum { AGAIN = 1000, SEED = 20, HOUSE = 2, THEIR_SEED = 1, THEIR_HOUSE = 8 };
    if (c->again) return AGAIN + c->house;
    return SEED * c->gain + HOUSE * c->house - THEIR_SEED * seeds_in(c->own) - THEIR_HOUSE * nonzero_bytes(c->own);
}

/* ---- Stopping ------------------------------------------------------------------------ */

static void report_progress(struct root *q);

static uint64_t count(struct worker *w) {
    uint64_t more = w->nodes - w->reported;
    w->reported = w->nodes;
    return atomic_fetch_add_explicit(&w->q->nodes, more, memory_order_relaxed) + more;
}

/* Checks limits, stop flag and clock, and reports progress. True if this search must be abandoned. */
static bool should_stop(struct worker *w) {
    struct root *q = w->q;
    uint64_t all = count(w), limit = q->query->nodes;
    bool end = (limit && all >= limit) || jg_stopped(q->query->stop);
    if (!end && (q->deadline > 0 || w->first)) {
        double now = jg_clock();
        end = q->deadline > 0 && now >= q->deadline;
        if (!end && w->first && now > q->reported + 0.1) report_progress(q);
    }
    if (end) atomic_store(&q->stop, true);
    w->next = w->nodes + CHECK_EVERY;
    if (limit && all < limit && limit - all < CHECK_EVERY) w->next = w->nodes + limit - all;
    return atomic_load_explicit(&q->stop, memory_order_relaxed) ||
           atomic_load_explicit(&q->round, memory_order_relaxed) != w->round;
}

/* ---- The search ---------------------------------------------------------------------- */

static int search(struct worker *w, const struct child *at, int beta);

/* Searches a move. The result is an upper bound of its value if it is below beta, else a lower bound. */
static inline int search_move(struct worker *w, const struct child *c, int beta) {
    return c->again ? c->gain + search(w, c, beta - c->gain) : c->gain - search(w, c, c->gain - beta + 2);
}

static inline void store_bounds(const struct worker *w, const struct child *at, int low, int high, int house,
                                uint64_t from) {
    struct jg_kalah_bounds_entry entry = {
        .low = (uint8_t)((low + at->seeds) / 2), .high = (uint8_t)((high + at->seeds) / 2), .house = (int8_t)house};
    jg_kalah_bounds_store(at->place, entry, w->nodes - from);
}

/* The entry of a position in the table of busy positions; NULL if it is too small to be shared. */
static inline _Atomic uint64_t *mark_of(const struct jg_kalah_solver *s, const struct child *c, uint64_t *work) {
    if (!s->busy || c->seeds < s->reach + SHARE_MIN_SEEDS) return NULL;
    *work = jg_hash_mix(c->own, c->other) | 1;
    return &s->busy[(*work >> 8) % BUSY];
}

/* Collects the children that probing did not decide, best first, and returns their number. *cutoff is a child whose
 * lower bound reaches beta, or -1; *high is the greatest upper bound of the children that cannot reach beta. */
static inline int order_moves(struct child *children, int n, int beta, int best, struct child **open, int *cutoff,
                              int *high) {
    int m = 0;
    *cutoff = -1;
    *high = -JG_KALAH_BOUNDS_SEEDS_MAX;
    for (int i = 0; i < n; i++) {
        struct child *c = &children[i];
        if (low_of(c) >= beta) {
            *cutoff = i;
            return 0;
        }
        if (high_of(c) < beta) {
            *high = max_int(*high, high_of(c));
            continue;
        }
        c->rank = c->house == best ? TT_MOVE : rank(c);
        int k = m++;
        for (; k > 0 && open[k - 1]->rank < c->rank; k--) open[k] = open[k - 1];
        open[k] = c;
    }
    return m;
}

/* Null-window search: returns a lower bound >= beta or an upper bound < beta. beta lies between the known bounds. */
static int search(struct worker *w, const struct child *at, int beta) {
    struct child children[HOUSES], *open[2 * HOUSES];
    uint64_t from = w->nodes++;
    if (w->nodes >= w->next && should_stop(w)) w->stopped = true;
    if (w->stopped) return 0;
    int n = expand(w->s, at->own, at->other, at->seeds, children), cutoff, high;
    int m = order_moves(children, n, beta, at->best, open, &cutoff, &high);
    if (cutoff >= 0) {
        int low = low_of(&children[cutoff]);
        store_bounds(w, at, low, at->high, children[cutoff].house, from);
        return low;
    }
    int deferred = 0, ready = m;
    for (int i = 0; i < m + deferred; i++) {
        struct child *c = open[i];
        uint64_t work = 0;
        _Atomic uint64_t *mark = i && i < ready ? mark_of(w->s, c, &work) : NULL;
        if (mark && atomic_load_explicit(mark, memory_order_relaxed) == work) {
            open[m + deferred++] = c;
            continue;
        }
        if (i >= ready) probe(w->s, c); /* the other thread may have finished it */
        if (mark) atomic_store_explicit(mark, work, memory_order_relaxed);
        int value = low_of(c) >= beta ? low_of(c) : high_of(c) < beta ? high_of(c) : search_move(w, c, beta);
        if (mark) atomic_store_explicit(mark, 0, memory_order_relaxed);
        if (w->stopped) return 0;
        if (value >= beta) {
            store_bounds(w, at, value, at->high, c->house, from);
            return value;
        }
        high = max_int(high, value);
    }
    high = min_int(high, at->high);
    store_bounds(w, at, at->low, high, at->best, from);
    return high;
}

/* ---- The root ------------------------------------------------------------------------ */

static struct jg_bounds value_of(const struct root *q) {
    struct jg_bounds b = q->values[0];
    for (int i = 1; i < q->n; i++) {
        b.low = max_int(b.low, q->values[i].low);
        b.high = max_int(b.high, q->values[i].high);
    }
    return b;
}

/* Copies the bounds known so far to the solution. */
static void fill_solution(struct root *q) {
    struct jg_solution *out = q->out;
    struct jg_bounds value = value_of(q);
    out->value = (struct jg_bounds){value.low + q->offset, value.high + q->offset};
    for (int i = 0; i < q->n; i++)
        out->moves[q->n - 1 - i].value =
            (struct jg_bounds){q->values[i].low + q->offset, q->values[i].high + q->offset};
    out->nodes = atomic_load(&q->nodes);
    out->seconds = jg_clock() - q->begin;
}

static void report_progress(struct root *q) {
    if (!q->query->progress) return;
    pthread_mutex_lock(&q->lock);
    fill_solution(q);
    pthread_mutex_unlock(&q->lock);
    q->reported = jg_clock();
    q->query->progress(q->query->arg, q->out);
}

/* The beta that separates a win from a draw, or a draw from a loss, while the bounds of the value leave that open;
 * otherwise `beta`. Scores are even, since all seeds are 2 x houses x seeds. */
static int beta_of_winner(const struct root *q, struct jg_bounds v, int beta) {
    const int draw = -q->offset, win = draw + 2;
    if (v.low < win && v.high >= win) return win;
    if (v.low < draw && v.high >= draw) return draw;
    return beta;
}

/* Chooses the next null window: whether move *i is worth at least *beta. False if nothing is left to search. */
static bool next_window(struct root *q, int *i, int *beta) {
    struct jg_bounds v = value_of(q);
    if (v.low < v.high) {
        int margin = min_int(max_int(q->beta, v.low + 2), v.high);
        *beta = q->query->winner_first ? beta_of_winner(q, v, margin) : margin;
        if (*beta == margin) q->beta = margin;
        for (int k = 0; k < q->n; k++) {
            struct jg_bounds b = q->values[ *i = q->order[k]];
            if (b.low < *beta && b.high >= *beta) return true;
        }
    }
    if (q->first) q->beta = v.high; /* first guess for the other moves, too */
    q->first = false;
    if (!q->query->all) return false;
    for (int k = 0; k < q->n; k++) {
        struct jg_bounds b = q->values[ *i = q->order[k]];
        *beta = min_int(max_int(q->beta, b.low + 2), b.high);
        if (b.low < b.high) return true;
    }
    return false;
}

/* Tightens the bounds of a move after a search. */
static void update_bounds(struct root *q, int i, int beta, int value) {
    struct jg_bounds *b = &q->values[i];
    if (value >= beta)
        b->low = max_int(b->low, value);
    else
        b->high = min_int(b->high, value);
    q->moves[i].low = q->moves[i].again ? b->low - q->moves[i].gain : q->moves[i].gain - b->high;
    q->moves[i].high = q->moves[i].again ? b->high - q->moves[i].gain : q->moves[i].gain - b->low;
    if (value >= beta && q->first) { /* the best so far comes first */
        int k = 0;
        while (q->order[k] != i) k++;
        memmove(q->order + 1, q->order, (size_t)k * sizeof *q->order);
        q->order[0] = i;
    }
}

static void run_worker(void *arg, size_t thread) {
    struct root *q = arg;
    struct worker w = {.q = q, .s = q->s, .first = thread == 0, .next = 1};
    for (;;) {
        int i, beta;
        pthread_mutex_lock(&q->lock);
        bool more = !atomic_load(&q->stop) && next_window(q, &i, &beta);
        struct child at = more ? q->moves[i] : (struct child){0};
        w.round = atomic_load(&q->round);
        w.stopped = false;
        pthread_mutex_unlock(&q->lock);
        if (!more) break;
        int value = search_move(&w, &at, beta);
        pthread_mutex_lock(&q->lock);
        bool mine = !w.stopped && atomic_load(&q->round) == w.round;
        if (mine) {
            update_bounds(q, i, beta, value);
            atomic_fetch_add(&q->round, 1);
        }
        pthread_mutex_unlock(&q->lock);
        if (w.first) report_progress(q);
    }
    count(&w);
}

static void init_root(struct root *q) {
    struct jg_kalah_sides x = jg_kalah_sides(q->s->game, q->query->state);
    const struct jg_game *g = q->s->game;
    int seat = jg_turn(g, q->query->state), seeds = seeds_in(x.own) + seeds_in(x.other);
    q->offset = jg_score(g, q->query->state, jg_team(seat));
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

void jg_kalah_solver_run(struct jg_kalah_solver *s, const struct jg_solve_query *query, double deadline,
                         struct jg_solution *out) {
    struct root q = {.s = s, .query = query, .begin = jg_clock(), .deadline = deadline, .out = out};
    *out = (struct jg_solution){.doing = "searching",
                                .share = -1,
                                .table = s->endgame ? jg_kalah_endgame_size(s->houses, s->reach) : 0,
                                .memory = s->table.size};
    out->memory += out->table;
    pthread_mutex_init(&q.lock, NULL);
    q.reported = q.begin;
    init_root(&q);
    if (jg_stopped(query->stop)) atomic_store(&q.stop, true);
    jg_parallel(s->threads, (size_t)s->threads, run_worker, &q);
    pthread_mutex_destroy(&q.lock);
    fill_solution(&q);
}

/* ---- Opening ------------------------------------------------------------------------- */

struct jg_kalah_sides jg_kalah_sides(const struct jg_game *g, const void *state) {
    uint64_t lanes[2];
    int seat = jg_turn(g, state);
    memcpy(lanes, state, sizeof lanes);
    return (struct jg_kalah_sides){lanes[seat] & JG_KALAH_HOUSE_MASK, lanes[!seat] & JG_KALAH_HOUSE_MASK};
}

struct jg_kalah_solver *jg_kalah_solver_new(const struct jg_game *g, const struct jg_kalah_solver_options *options,
                                            struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_kalah_solver *s = calloc(1, sizeof *s);
    if (!s) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    *s = (struct jg_kalah_solver){.game = g,
                                  .endgame = options->endgame,
                                  .reach = options->endgame ? jg_kalah_endgame_seeds(options->endgame) : -1,
                                  .threads = jg_threads(options->threads),
                                  .emptycapture = o->emptycapture,
                                  .houses = o->houses};
    if (s->threads > 1 && !(s->busy = calloc(BUSY, sizeof *s->busy)))
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
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
