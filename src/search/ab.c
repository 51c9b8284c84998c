/* The root of the `ab` search: iterative deepening with aspiration windows, threads, time and reports.
 *
 * Threads are lazy SMP: each runs its own iterative deepening, every other one a ply ahead, and they communicate
 * through the shared transposition table. The first thread reports. At inner nodes threads also defer moves that
 * another is searching (simplified ABDADA, ab_tree.c). */
#include "search/ab.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "core/stop.h"
#include "search/ab_tree.h"
#include "search/budget.h"
#include "search/options.h"
#include "search/endgame.h"

#include <stdlib.h>

enum {
    ASPIRATION_QUARTERS = 2,  /* half the width of the first window, in quarters of the evaluator's unit */
    ASPIRATION_MIN_DEPTH = 4, /* plies */
    SINGLE_THREAD_MS = 20     /* with less time than this, threads cost more to start than they gain */
};

static const double ITERATION_SHARE = 0.6; /* of the time, after which no iteration is started */

struct jg_ab {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_ab_options options;
    struct jg_tt tt;
    int threads;
    struct ab_worker *workers;
    _Atomic uint64_t *busy; /* with more than one thread */
};

/* ---- Techniques ------------------------------------------------------------------------ */

static const char *const NAMES[] = {
#define NAME(id, name) name,
    JG_AB_TECHNIQUES(NAME)
#undef NAME
};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

/* Parses names of techniques joined by '+'; "" for none. */
static enum jg_status parse_techniques(const char *names, unsigned *flags, struct jg_error *err) {
    *flags = 0;
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, "+");
        int i = 0;
        while (i < NAME_COUNT && (strlen(NAMES[i]) != length || strncmp(NAMES[i], at, length))) i++;
        if (i == NAME_COUNT) {
            char list[256];
            struct jg_text t;
            jg_text_init(&t, list, sizeof list);
            for (i = 0; i < NAME_COUNT; i++) jg_text_add(&t, i ? ", %s" : "%s", NAMES[i]);
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown technique '%.*s'; choose from %s", (int)length, at,
                           list);
        }
        *flags |= 1u << i;
        at += length + (at[length] == '+');
    }
    return JG_OK;
}

/* ---- Opening ---------------------------------------------------------------------- */

/* Whether only time limits the search. */
static bool time_only(const struct jg_ab_options *o) { return !o->limits.depth && !o->limits.nodes; }

/* Whether the table is cleared before every search, so that equal queries get equal results. */
static bool is_repeatable(const struct jg_ab *ab) { return ab->threads == 1 && !time_only(&ab->options); }

/* Gives every worker a scratch, if the evaluator is a network. */
static bool new_scratches(struct jg_ab *ab) {
    bool good = true;
    for (int i = 0; i < ab->threads && ab->eval->network && good; i++)
        good = (ab->workers[i].scratch = jg_network_scratch_new(ab->eval->network));
    return good;
}

static struct jg_ab *new_search(const struct jg_game *g, const struct jg_eval *eval,
                                const struct jg_ab_options *options, struct jg_error *err) {
    struct jg_ab *ab = calloc(1, sizeof *ab);
    if (!ab) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    *ab = (struct jg_ab){.game = g, .eval = eval, .options = *options};
    ab->threads = options->threads || time_only(options) ? jg_threads(options->threads) : 1;
    ab->workers = calloc((size_t)ab->threads, sizeof *ab->workers);
    if (ab->threads > 1) ab->busy = calloc(AB_BUSY, sizeof *ab->busy);
    bool allocated = ab->workers && (ab->busy || ab->threads == 1) && new_scratches(ab);
    if (!allocated) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!allocated || jg_tt_init(&ab->tt, options->tt, err)) {
        jg_ab_free(ab);
        return NULL;
    }
    if (!is_repeatable(ab)) jg_tt_touch(&ab->tt);
    return ab;
}

enum jg_status jg_ab_open(struct jg_agent *a, const struct jg_ab_options *options, const char *evaluator,
                          const char *without, struct jg_eval *eval, struct jg_ab **out, struct jg_error *err) {
    struct jg_ab_options o = *options;
    enum jg_status status = parse_techniques(without, &o.without, err);
    if (status) {
        a->bad_option = "without";
        return status;
    }
    status = jg_eval_open_strong(eval, a->game, evaluator, err);
    if (!status && !(*out = new_search(a->game, eval, &o, err))) status = JG_EMEMORY;
    return status;
}

void jg_ab_free(struct jg_ab *ab) {
    if (!ab) return;
    jg_tt_free(&ab->tt);
    for (int i = 0; i < ab->threads && ab->workers; i++) jg_network_scratch_free(ab->workers[i].scratch);
    free(ab->workers);
    free(ab->busy);
    free(ab);
}

void jg_ab_set_limits(struct jg_ab *ab, struct jg_limits limits) { ab->options.limits = limits; }

void jg_ab_forget(struct jg_ab *ab) {
    if (!is_repeatable(ab)) jg_tt_clear(&ab->tt);
}

/* ---- The root --------------------------------------------------------------------- */

/* One thread's root node: the moves, the best so far first. */
struct root {
    struct ab_worker *w;
    const void *state;
    int team, n;
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX];
    int searched;    /* moves that have a value in this iteration */
    struct jg_pv pv; /* the best of this iteration, and */
    int32_t value;   /* its value */
};

static void move_to_front(struct root *r, int i) {
    jg_move move = r->moves[i].move;
    int32_t value = r->moves[i].value;
    memmove(r->moves + 1, r->moves, (size_t)i * sizeof *r->moves);
    r->moves[0].move = move;
    r->moves[0].value = value;
}

/* Searches the root moves to a depth within a window and moves the best to the front. `all`: each move gets its exact
 * value. */
static int32_t search_root(struct root *r, int depth, int32_t alpha, int32_t beta, bool all) {
    struct jg_pv child_pv;
    int32_t best = -JG_INFINITE;
    r->searched = 0;
    for (int i = 0; i < r->n; i++) {
        jg_move move = r->moves[i].move;
        int32_t low = all ? -JG_INFINITE : alpha, value;
        bool full_window = all || i == 0;
        value =
            ab_search_child(r->w, r->state, move, r->team, depth - 1, 1, low, full_window ? beta : low + 1, &child_pv);
        if (!full_window && value > alpha && value < beta && !r->w->stopped)
            value = ab_search_child(r->w, r->state, move, r->team, depth - 1, 1, alpha, beta, &child_pv);
        if (r->w->stopped) return best;
        r->moves[i].value = value;
        r->searched++;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        jg_pv_set(&r->pv, move, &child_pv);
        r->value = value;
        move_to_front(r, i);
        if (alpha >= beta) break;
    }
    return best;
}

/* One iteration with an aspiration window around the previous value. After a fail high or fail low the window opens on
 * that side: a little the first time, then entirely. */
static int32_t iterate(struct root *r, int depth, int32_t previous, bool all) {
    int32_t half = ASPIRATION_QUARTERS * AB_SCALE * r->w->shared->eval->by->unit / 4 + 1;
    int32_t alpha = -JG_INFINITE, beta = JG_INFINITE;
    if (r->w->shared->enabled & JG_AB_ASPIRATION && depth >= ASPIRATION_MIN_DEPTH && !all &&
        abs(ab_points(previous)) < JG_WIN / 2) {
        alpha = previous - half;
        beta = previous + half;
    }
    for (int tries = 0;; tries++) {
        int32_t value = search_root(r, depth, alpha, beta, all);
        if (r->w->stopped || ((value > alpha || alpha == -JG_INFINITE) && (value < beta || beta == JG_INFINITE)))
            return value;
        if (value <= alpha) alpha = tries ? -JG_INFINITE : alpha - 4 * half;
        if (value >= beta) beta = tries ? JG_INFINITE : beta + 4 * half;
    }
}

/* ---- Reports ---------------------------------------------------------------------- */

/* A win or loss is certain even if evaluations were used on the way: neither an evaluation nor a repetition is worth as
 * much. */
static bool is_decided(const struct jg_ab *ab, int32_t value) {
    return !ab->eval->by->ends && abs(ab_points(value)) == JG_WIN;
}

/* Extends the pv by best moves from the endgame database. */
static void extend_pv(const struct jg_ab *ab, const struct root *r, struct jg_report *report) {
    union jg_state at;
    if (!(r->w->shared->enabled & JG_AB_ENDGAME)) return;
    memcpy(&at, r->state, ab->game->state_size);
    for (int i = 0; i < report->pv_count; i++) jg_apply(ab->game, &at, report->pv[i]);
    jg_endgame_extend_pv(ab->game, &at, report);
}

static void report_iteration(const struct jg_ab *ab, const struct root *r, bool proven, double begin,
                             struct jg_report *report) {
    report->value = ab_points(r->value);
    report->proven = proven || is_decided(ab, r->value);
    report->by = ab->eval->by;
    int plies = ab_distance(r->value);
    report->plies = report->proven || r->pv.count == plies ? plies : 0;
    report->move = r->pv.moves[0];
    report->pv_count = r->pv.count;
    memcpy(report->pv, r->pv.moves, (size_t)r->pv.count * sizeof *r->pv.moves);
    extend_pv(ab, r, report);
    report->seconds = jg_clock() - begin;
}

/* Stopped within an iteration, whose first move was the previous best: the best so far stands. If all moves searched so
 * far lose, the next one is the better bet, without a value. */
static void report_partial(const struct jg_ab *ab, const struct root *r, double begin, struct jg_report *report) {
    if (!r->pv.count) return;
    if (r->value > 0 || !is_decided(ab, r->value)) {
        report_iteration(ab, r, false, begin, report);
    } else if (r->searched < r->n) {
        report->move = report->pv[0] = r->moves[r->searched].move;
        report->pv_count = 1;
        report->by = NULL;
        report->value = report->plies = 0;
        report->proven = false;
    }
}

static void report_moves(const struct root *r, struct jg_report *report) {
    report->move_count = r->n;
    for (int i = 0; i < r->n; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = ab_points(r->moves[i].value);
    }
}

static void report_counts(const struct ab_shared *s, struct jg_report *report) {
    report->nodes = atomic_load(&s->nodes);
    report->leaves = atomic_load(&s->leaves);
    report->cuts = atomic_load(&s->cuts);
}

/* ---- Iterative deepening ---------------------------------------------------------- */

struct job {
    struct jg_ab *ab;
    const struct jg_query *query;
    struct ab_shared shared;
    struct jg_report *report;
    struct jg_budget budget;
    double begin;
    int threads;
};

/* Sorts the root moves by the game's rank; equal ones stay in order. */
static void rank_root(const struct job *j, struct root *r) {
    const struct jg_game *g = j->ab->game;
    jg_move moves[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX];
    for (int i = 0; i < r->n; i++) moves[i] = r->moves[i].move;
    g->kind->rank(g, r->state, moves, r->n, ranks);
    for (int i = 0; i < r->n; i++) {
        int k = i;
        for (; k > 0 && r->moves[k - 1].value < ranks[i]; k--) r->moves[k] = r->moves[k - 1];
        r->moves[k].move = moves[i];
        r->moves[k].value = ranks[i];
    }
}

/* Shuffles the root moves by the seed before ranking them. Of equally good moves the first is chosen, so games
 * differ. */
static void init_root(struct job *j, struct root *r, int thread) {
    jg_move moves[JG_MOVES_MAX];
    *r = (struct root){.w = &j->ab->workers[thread], .state = j->query->view, .team = jg_team(j->query->seat)};
    struct jg_rng rng;
    r->n = jg_moves(j->ab->game, r->state, moves);
    jg_rng_init(&rng, j->query->seed, 0);
    for (int i = r->n - 1; i >= 0; i--) {
        int k = (int)jg_rng_below(&rng, (uint32_t)i + 1);
        r->moves[i].move = moves[k];
        moves[k] = moves[i];
    }
    if (j->shared.enabled & JG_AB_RANK) rank_root(j, r);
}

/* A value in units of the evaluator's logistic scale. */
static double log_odds(const struct jg_evaluator *by, int32_t value) {
    return value / (by->chance ? JG_CHANCES / 4.0 : by->odds > 0 ? by->odds : 3.0 * by->unit);
}

/* Whether the first thread stops after an iteration. With a clock that depends on the difficulty of the decision;
 * without, the next iteration would take more than the rest of the time. */
static bool is_enough(const struct job *j, struct jg_budget_course *course, const struct root *r) {
    if (jg_budget_clocked(&j->budget))
        return jg_budget_settled(&j->budget, course, r->pv.moves[0], log_odds(j->ab->eval->by, ab_points(r->value)));
    double deadline = j->budget.deadline;
    return deadline > 0 && jg_clock() - j->begin > ITERATION_SHARE * (deadline - j->begin);
}

/* One thread's iterative deepening. Odd threads start a ply ahead, unless all must search the same depth. */
static void deepen(void *arg, size_t thread) {
    struct job *j = arg;
    const struct jg_ab_options *o = &j->ab->options;
    bool first = thread == 0, all = first && j->query->all;
    int max_depth = o->limits.depth ? o->limits.depth : JG_DEPTH_MAX;
    int ahead = j->shared.fixed_depth ? 0 : (int)(thread % 2);
    struct root r;
    struct jg_budget_course course = {0};
    int32_t value = 0;
    init_root(j, &r, (int)thread);
    if (first) j->report->move = r.moves[0].move;
    for (int depth = 1 + ahead; depth <= max_depth; depth++) {
        uint64_t unproven = r.w->unproven;
        r.pv.count = 0;
        value = iterate(&r, depth, value, all);
        if (r.w->stopped) break;
        bool proven = unproven == r.w->unproven;
        if (first) {
            j->report->depth = depth;
            report_iteration(j->ab, &r, proven, j->begin, j->report);
            if (all) report_moves(&r, j->report);
            ab_flush_counts(r.w);
            report_counts(&j->shared, j->report);
            if (j->query->progress) j->query->progress(j->query->arg, j->report);
        }
        bool solved = proven || (is_decided(j->ab, value) && ab_distance(value) <= depth && !j->query->all);
        bool forced = r.n == 1 && time_only(o) && !j->query->all;
        if (solved || forced) break;
        if (first && is_enough(j, &course, &r)) break;
    }
    if (first) atomic_store(&j->shared.stop, true);
    if (first && r.w->stopped && !all) report_partial(j->ab, &r, j->begin, j->report);
    ab_flush_counts(r.w);
}

static void init_workers(struct job *j) {
    for (int i = 0; i < j->threads; i++) {
        struct ab_worker *w = &j->ab->workers[i];
        struct jg_network_scratch *scratch = w->scratch;
        memset(w, 0, sizeof *w);
        w->shared = &j->shared;
        w->scratch = scratch;
        if (!(j->shared.enabled & JG_AB_REPETITION)) continue;
        w->path[0] = jg_key(j->ab->game, j->query->view);
        ab_filter_add(w, w->path[0]);
        for (size_t k = 0; k < j->shared.game_key_count; k++) ab_filter_add(w, j->shared.game_keys[k]);
    }
}

/* The techniques that a game supports. */
static unsigned supported_by(const struct jg_game *g, bool selective) {
    const struct jg_game_kind *k = g->kind;
    unsigned flags = JG_AB_TT | JG_AB_KILLERS | JG_AB_HISTORY | JG_AB_COUNTERMOVES | JG_AB_ASPIRATION;
    if (k->rank) flags |= JG_AB_RANK;
    if (g->repeat) flags |= JG_AB_REPETITION;
    if (!selective) return flags;
    if (jg_endgame_available(g)) flags |= JG_AB_ENDGAME;
    if (k->noisy) flags |= JG_AB_QUIESCENCE;
    if (k->rank && k->noisy) flags |= JG_AB_FUTILITY;
    if (k->pass) flags |= JG_AB_NULL_MOVE;
    if (k->pass || k->traits & JG_MAY_STAND) flags |= JG_AB_REVERSE_FUTILITY;
    if (k->traits & JG_MAY_REDUCE) flags |= JG_AB_LMR | JG_AB_LATE_PRUNING;
    return flags;
}

/* Sets the game's history. A position that would be a draw if it occurred again changes the values of others. The table
 * outlives the query, so such a position also changes all keys (`salt`). */
static void set_history(struct ab_shared *s, const struct jg_query *query) {
    if (!(s->enabled & JG_AB_REPETITION)) return;
    uint64_t root = jg_key(s->game, query->view);
    s->game_keys = query->keys;
    s->game_key_count = query->keys ? query->key_count : 0;
    for (size_t i = 0; i <= s->game_key_count; i++) {
        uint64_t key = i < s->game_key_count ? s->game_keys[i] : root;
        int times = 1;
        for (size_t k = 0; k < i; k++) times += s->game_keys[k] == key;
        if (times == s->game->repeat - 1) s->salt ^= jg_hash_mix(key, 1);
    }
}

/* Chooses the move from the endgame database if it has the root. Not for evaluators with values of their own for
 * finished games: the database has only scores. */
static bool choose_from_endgame(const struct jg_ab *ab, const struct jg_query *query, struct jg_report *report) {
    return !ab->eval->by->ends && !(ab->options.without & JG_AB_ENDGAME) && jg_endgame_choose(ab->game, query, report);
}

/* Whether threads would cost more to start than they gain. */
static bool is_short(const struct job *j) {
    double end = jg_budget_clocked(&j->budget) ? j->budget.target : j->budget.deadline;
    return end > 0 && end - j->begin < SINGLE_THREAD_MS / 1000.0;
}

void jg_ab_choose(struct jg_ab *ab, const struct jg_query *query, struct jg_report *report) {
    const struct jg_game *g = ab->game;
    const struct jg_ab_options *o = &ab->options;
    struct job j = {.ab = ab, .query = query, .report = report, .begin = jg_clock()};
    if (choose_from_endgame(ab, query, report)) return;
    if (jg_budget_forced(g, query, &report->move)) return;
    j.budget = jg_budget_plan(g, query, o->limits.ms, time_only(o) ? JG_DEFAULT_MS : 0);
    bool stopped = jg_stopped(query->stop);
    bool selective = o->selective == JG_AB_YES || (o->selective == JG_AB_AUTO && !o->limits.depth);
    j.threads = stopped || is_short(&j) ? 1 : ab->threads;
    j.shared = (struct ab_shared){
        .game = g,
        .eval = ab->eval,
        .tt = &ab->tt,
        .busy = j.threads > 1 ? ab->busy : NULL,
        .selective = selective,
        .fixed_depth = !selective && o->limits.depth,
        .enabled = supported_by(g, selective) & ~(o->without | (ab->eval->by->ends ? JG_AB_ENDGAME : 0u)),
        .stop_requested = query->stop,
        .deadline = j.budget.deadline,
        .node_limit = o->limits.nodes,
        .nodes = report->nodes,
    };
    set_history(&j.shared, query);
    init_workers(&j);
    jg_tt_begin(&ab->tt, is_repeatable(ab), query->stop, j.shared.deadline);
    jg_parallel(j.threads, (size_t)j.threads, deepen, &j);
    report_counts(&j.shared, report);
}
