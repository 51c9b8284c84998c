/* Solves positions by null-window alpha-beta searches to the end of the game: MTD(f) (A. Plaat and others, "Best-first
 * fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). Each search answers whether a value reaches a
 * bound, and a transposition table stores what the answers have shown. As nothing depends on depth or history, entries
 * never become wrong.
 *
 * The tasks are the positions after each move, or the position itself if only its value is wanted. Every thread takes
 * the unsolved task with the fewest threads. Threads that work on the same task share its bounds and the table, order
 * equal moves differently, and drop a search whose answer another thread has found. */
#include "search/solve_table.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/stop.h"
#include "search/search.h"
#include "search/tt.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECK_EVERY = 4096,    /* nodes between checks of flags and limits */
    SMALL_TABLE = 1 << 20, /* bytes of the first table, which one thread uses, */
    GROWTH = 16,           /* the ratio of the next one, */
    ENTRY = 16,            /* and the bytes of a table for each node that may be searched with it */
    TABLE_MAX = 1 << 30,   /* bytes of the table unless the caller says more */
    SHARE_PLIES = 5,       /* plies whose moves measure progress */
    RANK_STEP = 8,         /* between two ranks: room for the order of equal moves, which differs by thread */
};

struct task {
    union jg_state state;
    struct jg_bounds value; /* for the seat to move there */
    int move;               /* index in out->moves of the move that leads there; -1: the root */
    bool same_team;         /* the team of the root is to move */
    int threads;            /* working on it */
    atomic_uint version;    /* counts changes of `value` */
};

struct solver {
    const struct jg_game *game;
    const struct jg_solver *knowledge; /* may be NULL */
    const struct jg_solve_query *query;
    struct jg_solution *out;
    struct jg_tt tt;
    int32_t max;
    double begin;
    uint64_t node_limit; /* 0: none */
    atomic_bool stop;
    _Atomic uint64_t nodes;
    pthread_mutex_t lock; /* protects the tasks and out */
    bool finished;        /* everything that the query asks for is known */
    int task_count;
    struct task tasks[JG_MOVES_MAX];
};

struct worker {
    struct solver *s;
    struct task *task;
    unsigned version; /* of the task's bounds when the search began */
    size_t number;
    int left; /* nodes until the next check */
    bool stopped;
    int at[SHARE_PLIES], of[SHARE_PLIES]; /* the move under search and the number of moves, by ply */
};

/* ---- Progress and limits ------------------------------------------------------------------ */

static bool is_solved(const struct task *t) { return jg_bounds_met(t->value); }

/* The part of the tree that a worker has searched, as if all subtrees of a ply were equally large. */
static double share_of(const struct worker *w) {
    double share = 0, part = 1;
    for (int ply = 0; ply < SHARE_PLIES && w->of[ply]; ply++) {
        part /= w->of[ply];
        share += part * w->at[ply];
    }
    return share;
}

/* With the lock held. */
static void report_progress(const struct worker *w) {
    struct solver *s = w->s;
    int solved = 0;
    if (!s->query->progress) return;
    for (int i = 0; i < s->task_count; i++) solved += is_solved(&s->tasks[i]);
    s->out->nodes = atomic_load_explicit(&s->nodes, memory_order_relaxed);
    s->out->seconds = jg_clock() - s->begin;
    s->out->share = (solved + (is_solved(w->task) ? 0 : share_of(w))) / s->task_count;
    s->query->progress(s->query->arg, s->out);
}

/* Whether the worker must drop its search. */
static void check(struct worker *w) {
    struct solver *s = w->s;
    uint64_t nodes = atomic_fetch_add_explicit(&s->nodes, CHECK_EVERY, memory_order_relaxed) + CHECK_EVERY;
    w->left = CHECK_EVERY;
    if (jg_stopped(s->query->stop) ||
        (s->node_limit && nodes >= s->node_limit))
        atomic_store(&s->stop, true);
    if (atomic_load(&s->stop) || atomic_load(&w->task->version) != w->version) w->stopped = true;
    if (w->number == 0) {
        pthread_mutex_lock(&s->lock);
        report_progress(w);
        pthread_mutex_unlock(&s->lock);
    }
}

/* ---- The search ----------------------------------------------------------------------------- */

/* What is known about a position that is not over: bounds of its value for the team to move. */
struct node {
    int team;
    uint64_t key;
    struct jg_bounds value;
};

static uint64_t key_of(const struct solver *s, const void *state) {
    return s->knowledge && s->knowledge->key ? s->knowledge->key(s->game, state) : jg_key(s->game, state);
}

/* Asks the game and the table. */
static struct node look_up(const struct solver *s, const void *state, int team) {
    struct node n = {.team = team, .value = {-s->max, s->max}};
    struct jg_tt_entry e;
    if (s->knowledge && s->knowledge->bounds) s->knowledge->bounds(s->game, state, &n.value.low, &n.value.high);
    if (n.value.low >= n.value.high) return n;
    n.key = key_of(s, state);
    if (!jg_tt_find(&s->tt, n.key, &e)) return n;
    if (e.bound & JG_BOUND_LOWER && e.value > n.value.low) n.value.low = e.value;
    if (e.bound & JG_BOUND_UPPER && e.value < n.value.high) n.value.high = e.value;
    return n;
}

/* Stores what a search with this bound has shown. `work` is the number of nodes below: the table prefers entries
 * that took more. */
static void store(struct solver *s, const struct node *n, int32_t value, int32_t beta, uint64_t work) {
    bool reached = value >= beta;
    int32_t low = reached && value > n->value.low ? value : n->value.low;
    int32_t high = !reached && value < n->value.high ? value : n->value.high;
    struct jg_tt_entry e = {.value = reached ? low : high,
                            .move = -1,
                            .depth = 64 - __builtin_clzll(work | 1),
                            .bound = low == high ? JG_BOUND_EXACT
                                     : reached   ? JG_BOUND_LOWER
                                                 : JG_BOUND_UPPER,
                            .proven = true};
    jg_tt_store(&s->tt, n->key, &e);
}

/* A move, and what is known about the position after it. Small, since a node has many and the search is deep. */
struct child {
    jg_move move;
    bool same_team;         /* moves again */
    struct jg_bounds value; /* for the team that makes the move */
    uint64_t key;
};

static struct jg_bounds negated(struct jg_bounds b) { return (struct jg_bounds){-b.high, -b.low}; }

static struct child child_of(const struct solver *s, const void *state, int team, jg_move move) {
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char after[g->state_size];
    struct child c = {.move = move};
    memcpy(after, state, g->state_size);
    jg_apply(g, after, move);
    int turn = jg_turn(g, after);
    if (turn == JG_OVER) {
        c.value.low = c.value.high = jg_score(g, after, team);
        return c;
    }
    struct node n = look_up(s, after, jg_team(turn));
    c.key = n.key;
    c.same_team = n.team == team;
    c.value = c.same_team ? n.value : negated(n.value);
    return c;
}

/* Writes the order in which to search children: indices, best first. Not inlined, to keep the recursive frame small. */
__attribute__((noinline)) static void order(const struct worker *w, const void *state, const struct child *children,
                                            int n, jg_move *index) {
    const struct jg_game *g = w->s->game;
    jg_move moves[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX] = {0};
    for (int i = 0; i < n; i++) moves[i] = children[i].move;
    if (g->kind->rank) g->kind->rank(g, state, moves, n, ranks);
    for (int i = 0; i < n; i++) {
        index[i] = (jg_move)i;
        ranks[i] *= RANK_STEP;
        if (w->number) ranks[i] += (int32_t)(jg_hash_mix(w->number, children[i].key) % RANK_STEP);
    }
    jg_search_sort(index, ranks, n);
}

/* Whether the value of a position reaches beta for the team to move, which its node leaves open. Returns a lower bound
 * of at least beta, or an upper bound below it. Adds the nodes below to `work`. */
static int32_t search(struct worker *w, const void *state, const struct node *n, int32_t beta, int ply, uint64_t *work);

/* The same for the position after a move of a team. */
static int32_t search_child(struct worker *w, const void *state, int team, const struct child *c, int32_t beta, int ply,
                            uint64_t *work) {
    const struct jg_game *g = w->s->game;
    _Alignas(max_align_t) unsigned char after[g->state_size];
    struct node n = {.key = c->key};
    if (c->value.low >= beta) return c->value.low;
    if (c->value.high < beta) return c->value.high;
    memcpy(after, state, g->state_size);
    jg_apply(g, after, c->move);
    n.team = c->same_team ? team : !team;
    n.value = c->same_team ? c->value : negated(c->value);
    return c->same_team ? search(w, after, &n, beta, ply, work) : -search(w, after, &n, 1 - beta, ply, work);
}

/* Looks all children up first: one that is known to reach beta needs no search (enhanced transposition cutoff, J.
 * Schaeffer and A. Plaat, "New advances in alpha-beta searching", 1996). */
static int32_t search(struct worker *w, const void *state, const struct node *n, int32_t beta, int ply,
                      uint64_t *work) {
    struct solver *s = w->s;
    jg_move list[s->game->max_moves];
    uint64_t below = 1;
    int count = jg_moves(s->game, state, list), unknown = 0;
    int32_t best = -s->max;
    struct child children[count];
    if (!--w->left) check(w);
    for (int i = 0; i < count; i++) {
        struct child c = child_of(s, state, n->team, list[i]);
        if (c.value.low >= beta) return c.value.low;
        if (c.value.high >= beta)
            children[unknown++] = c;
        else if (c.value.high > best)
            best = c.value.high;
    }
    order(w, state, children, unknown, list);
    if (ply < SHARE_PLIES) w->of[ply] = unknown;
    for (int i = 0; i < unknown && best < beta && !w->stopped; i++) {
        if (ply < SHARE_PLIES) w->at[ply] = i;
        int32_t value = search_child(w, state, n->team, &children[list[i]], beta, ply + 1, &below);
        if (value > best) best = value;
    }
    if (ply < SHARE_PLIES) w->of[ply] = 0;
    if (!w->stopped) store(s, n, best, beta, below);
    *work += below;
    return best;
}

/* ---- Tasks -------------------------------------------------------------------------------- */

/* The bounds of a move, or of the root, for the seat to move at the root. */
static struct jg_bounds for_root(const struct task *t) { return t->same_team ? t->value : negated(t->value); }

/* Copies the bounds of a task to the solution, with the lock held. */
static void publish(struct solver *s, const struct task *t) {
    struct jg_solution *out = s->out;
    struct jg_bounds b = for_root(t);
    if (t->move >= 0) {
        out->moves[t->move].value = b;
        b = out->moves[0].value;
        for (int i = 1; i < out->move_count; i++) {
            if (out->moves[i].value.low > b.low) b.low = out->moves[i].value.low;
            if (out->moves[i].value.high > b.high) b.high = out->moves[i].value.high;
        }
    }
    out->value = b;
}

static bool all_solved(const struct solver *s) {
    for (int i = 0; i < s->task_count; i++)
        if (!is_solved(&s->tasks[i])) return false;
    return true;
}

/* The unsolved task with the fewest threads; NULL: all are solved. */
static struct task *choose(struct solver *s) {
    struct task *best = NULL;
    for (int i = 0; i < s->task_count; i++) {
        struct task *t = &s->tasks[i];
        if (!is_solved(t) && (!best || t->threads < best->threads)) best = t;
    }
    return best;
}

/* The next bound to test: first whether the mover wins, then whether it draws, then away from zero. A second thread
 * begins with the draw. */
static int32_t next_beta(const struct jg_bounds *b, bool second) {
    int32_t beta = second ? 0 : 1;
    if (beta <= b->low) beta = b->low + 1;
    if (beta > b->high) beta = b->high;
    return beta;
}

static void take_result(struct worker *w, int32_t value, int32_t beta) {
    struct task *t = w->task;
    struct jg_bounds before = t->value;
    if (value >= beta && value > t->value.low) t->value.low = value;
    if (value < beta && value < t->value.high) t->value.high = value;
    if (t->value.low == before.low && t->value.high == before.high) return;
    atomic_fetch_add(&t->version, 1);
    publish(w->s, t);
    report_progress(w);
}

/* The search from the position of a task. */
static int32_t answer(struct worker *w, const void *state, int32_t beta, uint64_t *nodes) {
    struct node n = look_up(w->s, state, jg_team(jg_turn(w->s->game, state)));
    if (n.value.low >= beta) return n.value.low;
    return n.value.high < beta ? n.value.high : search(w, state, &n, beta, 0, nodes);
}

static void work(void *arg, size_t number) {
    struct solver *s = arg;
    struct worker w = {.s = s, .number = number, .left = CHECK_EVERY};
    pthread_mutex_lock(&s->lock);
    while ((w.task = choose(s)) && !atomic_load(&s->stop)) {
        uint64_t nodes = 0;
        int32_t beta = next_beta(&w.task->value, w.task->threads % 2);
        w.version = atomic_load(&w.task->version);
        w.stopped = false;
        w.task->threads++;
        memset(w.of, 0, sizeof w.of);
        pthread_mutex_unlock(&s->lock);
        int32_t value = answer(&w, &w.task->state, beta, &nodes);
        pthread_mutex_lock(&s->lock);
        if (!w.stopped) take_result(&w, value, beta);
        w.task->threads--;
    }
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_add(&s->nodes, (uint64_t)(CHECK_EVERY - w.left));
}

/* ---- Setting up ----------------------------------------------------------------------------- */

static void add_task(struct solver *s, const void *state, int move) {
    const struct jg_game *g = s->game;
    int team = jg_team(jg_turn(g, s->query->state)), turn = jg_turn(g, state);
    struct task *t = &s->tasks[s->task_count++];
    *t = (struct task){.value = {-s->max, s->max}, .move = move, .same_team = true};
    memcpy(&t->state, state, g->state_size);
    if (turn == JG_OVER)
        t->value.low = t->value.high = jg_score(g, state, team);
    else
        t->same_team = jg_team(turn) == team;
    publish(s, t);
}

static void add_tasks(struct solver *s) {
    union jg_state child;
    s->task_count = 0;
    if (!s->query->all) add_task(s, s->query->state, -1);
    for (int i = 0; i < s->out->move_count && s->query->all; i++) {
        memcpy(&child, s->query->state, s->game->state_size);
        jg_apply(s->game, &child, s->out->moves[i].move);
        add_task(s, &child, i);
    }
}

/* Once the value of the root is known, marks a move that reaches it, for a solution without the other moves: the first
 * in the order of the search, so that it does not depend on the number of threads. Its proof is usually in the table.
 * Returns false if the node limit ended this. */
static bool find_best_move(struct solver *s) {
    struct task *root = &s->tasks[0];
    struct worker w = {.s = s, .task = root, .version = atomic_load(&root->version), .left = CHECK_EVERY};
    struct jg_solution *out = s->out;
    int team = jg_team(jg_turn(s->game, &root->state));
    struct child children[out->move_count];
    jg_move index[out->move_count];
    uint64_t below = 0;
    atomic_store(&s->stop, false);
    for (int i = 0; i < out->move_count; i++) children[i] = child_of(s, &root->state, team, out->moves[i].move);
    order(&w, &root->state, children, out->move_count, index);
    for (int i = 0; i < out->move_count; i++) {
        struct jg_bounds *value = &out->moves[index[i]].value;
        int32_t found = search_child(&w, &root->state, team, &children[index[i]], out->value.low, 0, &below);
        if (w.stopped) return false;
        value->high = out->value.high;
        if (found < out->value.low) continue;
        value->low = out->value.low;
        return true;
    }
    return true;
}

/* Searches with a table of this size. */
static enum jg_status run(struct solver *s, int threads, uint64_t bytes, uint64_t node_limit, struct jg_error *err) {
    enum jg_status status = jg_tt_init(&s->tt, (size_t)bytes, err);
    if (status) return status;
    s->node_limit = node_limit;
    s->out->memory = s->tt.size;
    atomic_store(&s->stop, false);
    jg_tt_begin(&s->tt, false, s->query->stop, 0);
    jg_parallel(threads, (size_t)threads, work, s);
    s->finished = all_solved(s) && (s->query->all || find_best_move(s));
    jg_tt_free(&s->tt);
    return JG_OK;
}

/* Tries small tables first, so that positions that are solved soon need not wait for the memory of a large one. Bounds
 * that were found stay; the rest is searched again, which costs little. */
static enum jg_status solve(struct solver *s, struct jg_error *err) {
    const struct jg_solve_query *query = s->query;
    uint64_t most = query->memory, spare = jg_memory_available() / 2;
    if (!most) most = spare < TABLE_MAX ? spare : TABLE_MAX;
    for (uint64_t bytes = SMALL_TABLE;; bytes *= GROWTH) {
        bool last = bytes >= most;
        uint64_t limit = last ? 0 : bytes / ENTRY;
        if (query->nodes && (last || query->nodes <= limit)) {
            limit = query->nodes;
            last = true;
        }
        int threads = bytes == SMALL_TABLE && !last ? 1 : jg_threads(query->threads);
        enum jg_status status = run(s, threads, bytes < most ? bytes : most, limit, err);
        if (status || last || s->finished || jg_stopped(query->stop)) return status;
    }
}

enum jg_status jg_solve_by_table(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                                 struct jg_error *err) {
    struct solver *s = calloc(1, sizeof *s);
    if (!s) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    s->game = g;
    s->knowledge = g->kind->solver;
    s->query = query;
    s->out = out;
    s->begin = jg_clock();
    s->max = s->knowledge && s->knowledge->max ? s->knowledge->max : JG_WIN;
    pthread_mutex_init(&s->lock, NULL);
    add_tasks(s);
    enum jg_status status = solve(s, err);
    out->nodes = atomic_load(&s->nodes);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return status;
}
