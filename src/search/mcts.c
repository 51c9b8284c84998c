/* Monte Carlo tree search: selection, expansion and backpropagation, limits, tree reuse and reports. mcts_tree.c has
 * the tree, mcts_leaf.c the evaluation of leaves. */
#include "core/stop.h"
#include "search/mcts_run.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/math.h"
#include "core/parallel.h"
#include "search/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256,        /* moves between checks of clock and stop flag, some 10 microseconds in Kalah */
    FORCED_MS = 10,     /* thinking time for a forced move */
    REUSE_PLIES = 8,    /* depth to which the old tree is searched for the position, ... */
    REUSE_MOVES = 20000 /* ... and moves made in that search */
};

static const double PROGRESS_EVERY = 0.1; /* seconds */

/* Maximum time to copy a reused subtree: seconds (enough for two million nodes), and share of the time limit. */
static const double COPY_SECONDS = 0.1, COPY_SHARE = 0.25;

static int64_t sign_of(int team) { return team ? -1 : 1; }

/* ---- Reports --------------------------------------------------------------------- */

/* A proven win; else the most visited child, or a proven draw if that child looks worse; else the longest defence. */
static const struct jg_mcts_node *best_child(const struct jg_mcts_tree *t, const struct jg_mcts_node *node, int team) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node), *open = NULL, *sure = NULL;
    int worth = 0;
    for (int i = 0; i < node->count; i++) {
        const struct jg_mcts_node *child = &children[i];
        unsigned proof = jg_mcts_proof(child);
        if (!jg_mcts_proven(proof)) {
            uint64_t visits = jg_mcts_visits(child), before = open ? jg_mcts_visits(open) : 0;
            bool tie = visits && visits == before && jg_mcts_mean(child, team) > jg_mcts_mean(open, team);
            if (!open || visits > before || tie) open = child;
        } else if (!sure || jg_mcts_proof_rank(proof, team) > worth) {
            sure = child;
            worth = jg_mcts_proof_rank(proof, team);
        }
    }
    if (!open || (sure && worth > 0)) return sure;
    bool poor = !jg_mcts_visits(open) || jg_mcts_mean(open, team) < 0;
    return sure && worth == 0 && poor ? sure : open;
}

static bool has_value(const struct jg_mcts_node *node) {
    return jg_mcts_visits(node) || jg_mcts_proven(jg_mcts_proof(node));
}

/* The value in points of a node with visits, a proof or a prior. */
static int32_t points(const struct jg_mcts *m, const struct jg_mcts_node *node, int team) {
    const double most = JG_WIN / 2 - 1;
    unsigned proof = jg_mcts_proof(node);
    if (jg_mcts_proven(proof)) return jg_mcts_winner_sign(proof, team) * JG_WIN;
    double visits = (double)jg_mcts_visits(node), mean = jg_mcts_estimate(node, team);
    if (visits > 0) mean = fmax(-1, fmin(1, jg_mcts_mean(node, team)));
    mean *= fmax(1, visits) / (fmax(1, visits) + 1); /* adds a draw, since playouts are never certain */
    double value = jg_math_atanh(mean) * m->settings.scale * m->eval.by->unit;
    return (int32_t)lround(fmax(-most, fmin(most, value)));
}

/* Writes the pv that starts with a child of the root; returns whether it reaches the end of the game. */
static bool extract_pv(const struct jg_mcts_run *run, const struct jg_mcts_node *node, struct jg_report *report) {
    const struct jg_game *g = run->m->game;
    union jg_state state;
    memcpy(&state, run->query->view, g->state_size);
    report->pv_count = 0;
    while (has_value(node)) {
        unsigned proof = jg_mcts_proof(node);
        report->pv[report->pv_count++] = node->move;
        jg_apply(g, &state, node->move);
        if (jg_mcts_proven(proof) && !jg_mcts_plies(proof))
            return !jg_mcts_has_endgame(run->m) || jg_endgame_extend_pv(g, &state, report);
        if (report->pv_count == JG_PV_MAX || !jg_mcts_children(run->tree, node)) break;
        node = best_child(run->tree, node, jg_team(jg_turn(g, &state)));
    }
    return false;
}

static void fill_report(struct jg_mcts_run *run, struct jg_report *report) {
    const struct jg_mcts *m = run->m;
    const struct jg_mcts_node *root = jg_mcts_root(run->tree), *children = jg_mcts_children(run->tree, root);
    int team = jg_team(run->query->seat);
    const struct jg_mcts_node *best = best_child(run->tree, root, team);
    bool all = true, to_the_end = extract_pv(run, best, report);
    report->move = best->move;
    report->nodes = atomic_load_explicit(&run->nodes, memory_order_relaxed);
    report->leaves = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    report->depth = report->pv_count;
    report->seconds = jg_clock() - run->begin;
    report->by = has_value(best) ? m->eval.by : NULL;
    report->value = has_value(best) ? points(m, best, team) : 0;
    report->proven = jg_mcts_proven(jg_mcts_proof(root));
    report->plies = !report->proven          ? 0
                    : to_the_end             ? report->pv_count
                    : jg_mcts_has_endgame(m) ? 0
                                             : jg_mcts_plies(jg_mcts_proof(root));
    for (int i = 0; i < root->count; i++) {
        all = all && (run->has_priors || has_value(&children[i]));
        report->moves[i].move = children[i].move;
        report->moves[i].value = all ? points(m, &children[i], team) : 0;
    }
    report->move_count = all ? root->count : 0;
}

/* ---- Limits -------------------------------------------------------------------------- */

static void show_progress(struct jg_mcts_run *run, double now) {
    if (!run->query->progress || !run->tree || !pthread_equal(pthread_self(), run->caller)) return;
    if (now < run->shown + PROGRESS_EVERY) return;
    fill_report(run, run->report);
    run->query->progress(run->query->arg, run->report);
    run->shown = now;
}

static void flush_nodes(struct jg_mcts_worker *w) {
    atomic_fetch_add_explicit(&w->run->nodes, (uint64_t)(w->grant - w->left), memory_order_relaxed);
    w->grant = w->left = 0;
}

/* Whether no other move can overtake the most visited one in the time that the clock allows. */
static bool is_settled(const struct jg_mcts_run *run, double now) {
    const struct jg_mcts_node *root = jg_mcts_root(run->tree), *children = jg_mcts_children(run->tree, root);
    int team = jg_team(run->query->seat);
    uint64_t most = 0, second = 0;
    double mean = -HUGE_VAL, best = -HUGE_VAL; /* of the most visited move; the greatest */
    for (int i = 0; i < root->count; i++) {
        uint64_t visits = jg_mcts_visits(&children[i]);
        if (!visits || jg_mcts_proven(jg_mcts_proof(&children[i]))) continue;
        double value = jg_mcts_mean(&children[i], team);
        best = fmax(best, value);
        if (visits > most) {
            second = most;
            most = visits;
            mean = value;
        } else if (visits > second) {
            second = visits;
        }
    }
    double made = (double)(jg_mcts_visits(root) - run->reused), spent = now - run->begin;
    return spent > 0 && jg_budget_leads(&run->budget, (double)(most - second), made / spent, mean < best);
}

bool jg_mcts_refill(struct jg_mcts_worker *w) {
    struct jg_mcts_run *run = w->run;
    const atomic_bool *stop = run->query->stop;
    uint64_t most = run->m->settings.limits.nodes, chunk = CHUNK;
    double now = jg_clock();
    flush_nodes(w);
    bool late = run->budget.deadline > 0 && now >= run->budget.deadline;
    bool settled = jg_budget_clocked(&run->budget) && run->tree && is_settled(run, now);
    if (late || settled || jg_stopped(stop))
        atomic_store_explicit(&run->over, true, memory_order_relaxed);
    if (atomic_load_explicit(&run->over, memory_order_relaxed)) return false;
    show_progress(run, now);
    if (most) {
        uint64_t before = atomic_fetch_add_explicit(&run->granted, chunk, memory_order_relaxed);
        if (before >= most) return false;
        if (chunk > most - before) chunk = most - before;
    }
    w->grant = w->left = (int)chunk;
    return true;
}

/* ---- A playout ------------------------------------------------------------------------ */

/* Selection by UCB1: a proven win, else the first unvisited child, else the child with the highest bound. Children
 * proven otherwise are skipped. NULL: all are. Takes half the time of a search in Kalah, so a child costs only one
 * division and one square root. */
static struct jg_mcts_node *select_ucb1(const struct jg_mcts_worker *w, const struct jg_mcts_node *node, int team) {
    const struct jg_mcts_run *run = w->run;
    struct jg_mcts_node *children = jg_mcts_children(run->tree, node), *best = NULL;
    double exploration = run->m->settings.exploration, log_visits = jg_logs_of(&run->m->logs, jg_mcts_visits(node));
    double unit = 1 / (double)(sign_of(team) * JG_MCTS_WIN), most = -HUGE_VAL;
    for (int i = 0; i < node->count; i++) {
        struct jg_mcts_node *child = &children[i];
        unsigned proof = jg_mcts_proof(child);
        int64_t visits = (int64_t)jg_mcts_visits(child);
        if (jg_mcts_proven(proof)) {
            if (jg_mcts_winner_sign(proof, team) > 0) return child;
            continue;
        }
        if (!visits) return child;
        double share = 1 / (double)visits, sum = (double)atomic_load_explicit(&child->sum, memory_order_relaxed);
        double bound = sum * unit * share + exploration * sqrt(log_visits * share);
        if (bound <= most) continue;
        most = bound;
        best = child;
    }
    return best;
}

/* The same with priors: a child's estimate counts as `prior` more visits, and is mixed into the mean with weight
 * `minimax` (implicit minimax backups: Lanctot, Winands, Pepels and Sturtevant, 2014). A bad child may never be
 * visited. */
static struct jg_mcts_node *select_with_prior(const struct jg_mcts_worker *w, const struct jg_mcts_node *node,
                                              int team) {
    const struct jg_mcts_run *run = w->run;
    const struct jg_mcts_settings *s = &run->m->settings;
    struct jg_mcts_node *children = jg_mcts_children(run->tree, node), *best = NULL;
    double log_visits = jg_logs_of(&run->m->logs, jg_mcts_visits(node));
    double unit = 1 / (double)(sign_of(team) * JG_MCTS_WIN), most = -HUGE_VAL;
    for (int i = 0; i < node->count; i++) {
        struct jg_mcts_node *child = &children[i];
        unsigned proof = jg_mcts_proof(child);
        if (jg_mcts_proven(proof)) {
            if (jg_mcts_winner_sign(proof, team) > 0) return child;
            continue;
        }
        double sum = (double)atomic_load_explicit(&child->sum, memory_order_relaxed),
               estimate = jg_mcts_estimate(child, team);
        double share = 1 / ((double)jg_mcts_visits(child) + s->prior),
               mean = (sum * unit + s->prior * estimate) * share;
        double bound = mean + s->minimax * (estimate - mean) + s->exploration * sqrt(log_visits * share);
        if (bound <= most) continue;
        most = bound;
        best = child;
    }
    return best;
}

/* Whether the last position of the path ends the game by repetition. Exact, since in a tree the path is the
 * history. */
static bool repeated(const struct jg_mcts_worker *w, int depth) {
    const struct jg_query *query = w->run->query;
    int repeat = w->run->m->game->repeat, times = 1;
    if (!repeat) return false;
    for (int i = 0; i < depth; i++) times += w->keys[i] == w->keys[depth];
    for (size_t i = 0; query->keys && i < query->key_count; i++) times += query->keys[i] == w->keys[depth];
    return times >= repeat;
}

/* Expands a node if the tree has room and updates its proof and estimate by the children. Returns whether it succeeded;
 * *done is false if the node budget ended while the children were evaluated. */
static bool expand(struct jg_mcts_worker *w, struct jg_mcts_node *node, const void *state, bool *done) {
    const struct jg_mcts_run *run = w->run;
    const struct jg_game *g = run->m->game;
    jg_move moves[g->max_moves];
    struct jg_mcts_child children_info[g->max_moves];
    int n = jg_moves(g, state, moves), team = jg_team(jg_turn(g, state));
    if (!jg_mcts_fits(run->tree, n)) return false;
    for (int i = 0; i < n; i++) children_info[i] = (struct jg_mcts_child){.move = moves[i], .proof = JG_MCTS_OPEN};
    if (run->has_priors && !(*done = jg_mcts_evaluate_children(w, state, children_info, n))) return false;
    if (!jg_mcts_expand(run->tree, node, children_info, n)) return false;
    if (!run->has_priors) return true;
    jg_mcts_update_proof(run->tree, node, team);
    jg_mcts_update_estimate(run->tree, node, team);
    return true;
}

/* Handles a node without children: proves it if the game is over or in the endgame database; expands it on the second
 * visit. Returns whether to descend to a child. */
static bool expand_leaf(struct jg_mcts_worker *w, struct jg_mcts_node *node, const void *state, int depth, bool *done) {
    const struct jg_game *g = w->run->m->game;
    int32_t score = 0;
    if (jg_turn(g, state) == JG_OVER || repeated(w, depth)) {
        if (jg_turn(g, state) == JG_OVER) score = jg_score(g, state, 0);
        jg_mcts_prove(node, (score > 0) - (score < 0));
        return false;
    }
    if (jg_mcts_has_endgame(w->run->m) && jg_endgame_probe(g, state, 0, &score)) {
        jg_mcts_prove(node, (score > 0) - (score < 0));
        return false;
    }
    if (depth >= w->run->depth || jg_mcts_visits(node) < 2) return false; /* this visit counts already */
    return expand(w, node, state, done) && !jg_mcts_proven(jg_mcts_proof(node));
}

/* Counts a visit with a virtual loss for the team that chose the node, so that other threads choose others. */
static void visit(struct jg_mcts_node *node, int chooser) {
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&node->sum, sign_of(chooser) * JG_MCTS_WIN, memory_order_relaxed);
}

/* Descends from the root to a leaf, making the moves in `state`. Returns the depth of the leaf; *done is false if the
 * node budget ended. */
static int descend(struct jg_mcts_worker *w, void *state, bool *done) {
    const struct jg_game *g = w->run->m->game;
    int depth = 0;
    w->path[0] = jg_mcts_root(w->run->tree);
    atomic_fetch_add_explicit(&w->path[0]->visits, 1, memory_order_relaxed);
    for (*done = true;; depth++) {
        struct jg_mcts_node *node = w->path[depth], *child;
        if (jg_mcts_proven(jg_mcts_proof(node))) return depth;
        if (g->repeat) w->keys[depth] = jg_key(g, state);
        if (!jg_mcts_children(w->run->tree, node) && !expand_leaf(w, node, state, depth, done)) return depth;
        int team = jg_team(jg_turn(g, state));
        child = w->run->has_priors ? select_with_prior(w, node, team) : select_ucb1(w, node, team);
        if (!child) { /* other threads have just proven the last child */
            jg_mcts_update_proof(w->run->tree, node, team);
            return depth;
        }
        if (!(*done = jg_mcts_spend(w))) return depth;
        jg_apply(g, state, child->move);
        visit(child, team);
        w->teams[depth] = (unsigned char)team;
        w->path[depth + 1] = child;
    }
}

/* Updates the estimate of a node where `team` moved; -1: the leaf of the path. */
static void update_estimate(const struct jg_mcts_worker *w, struct jg_mcts_node *node, unsigned proof, int team) {
    if (jg_mcts_proven(proof))
        atomic_store_explicit(&node->estimate, jg_mcts_terminal_estimate(jg_mcts_winner_sign(proof, 0)),
                              memory_order_relaxed);
    else if (team >= 0)
        jg_mcts_update_estimate(w->run->tree, node, team);
}

/* Removes the visits and virtual losses of an unfinished playout. */
static void undo_visits(struct jg_mcts_worker *w, int depth) {
    for (int i = depth; i >= 0; i--) {
        if (w->run->has_priors) update_estimate(w, w->path[i], jg_mcts_proof(w->path[i]), i < depth ? w->teams[i] : -1);
        atomic_fetch_sub_explicit(&w->path[i]->visits, 1, memory_order_relaxed);
        if (i)
            atomic_fetch_add_explicit(&w->path[i]->sum, sign_of(w->teams[i - 1]) * JG_MCTS_WIN, memory_order_relaxed);
    }
}

/* Backpropagates a value. Proven nodes pass on their proven value, and a side that is sure of a draw passes on the draw
 * rather than a worse child. */
static void backpropagate(struct jg_mcts_worker *w, int depth, int64_t value) {
    for (int i = depth;; i--) {
        struct jg_mcts_node *node = w->path[i];
        unsigned proof = jg_mcts_proof(node);
        if (jg_mcts_proven(proof)) value = jg_mcts_winner_sign(proof, 0) * JG_MCTS_WIN;
        if (w->run->has_priors) update_estimate(w, node, proof, i < depth ? w->teams[i] : -1);
        int64_t back = i ? sign_of(w->teams[i - 1]) * JG_MCTS_WIN : 0; /* the virtual loss */
        atomic_fetch_add_explicit(&node->sum, value + back, memory_order_relaxed);
        if (!i) return;
        struct jg_mcts_node *parent = w->path[i - 1];
        int team = w->teams[i - 1];
        if (jg_mcts_proven(proof)) jg_mcts_update_proof(w->run->tree, parent, team);
        if (jg_mcts_result(jg_mcts_proof(parent)) == JG_MCTS_HELD &&
            (jg_mcts_proven(proof) || jg_mcts_mean(node, team) < 0))
            value = 0;
    }
}

/* One iteration: selection, expansion, playout, backpropagation. False: the limits are reached. */
static bool playout(struct jg_mcts_worker *w) {
    const struct jg_mcts *m = w->run->m;
    union jg_state state;
    int64_t value = 0;
    bool done;
    memcpy(&state, w->run->query->view, m->game->state_size);
    int depth = descend(w, &state, &done);
    if (done && !jg_mcts_proven(jg_mcts_proof(w->path[depth]))) done = jg_mcts_value(w, &state, &value);
    if (done)
        backpropagate(w, depth, value);
    else
        undo_visits(w, depth);
    return done;
}

static struct jg_network_scratch *scratch_of(const struct jg_mcts *m, size_t thread) {
    return m->scratches ? m->scratches[thread] : NULL;
}

static void run_worker(void *arg, size_t i) {
    struct jg_mcts_run *run = arg;
    uint64_t most = run->m->settings.playouts;
    struct jg_mcts_worker w = {.run = run, .scratch = scratch_of(run->m, i)};
    jg_rng_init(&w.rng, run->query->seed, i);
    while (!atomic_load_explicit(&run->over, memory_order_relaxed)) {
        if (most && atomic_fetch_add_explicit(&run->begun, 1, memory_order_relaxed) >= most) break;
        if (!playout(&w)) break;
        atomic_fetch_add_explicit(&run->playouts, 1, memory_order_relaxed);
        if (jg_mcts_proven(jg_mcts_proof(jg_mcts_root(run->tree))))
            atomic_store_explicit(&run->over, true, memory_order_relaxed);
    }
    flush_nodes(&w);
}

/* ---- Tree reuse ------------------------------------------------------- */

/* Finds the position exactly `plies` below a node, along visited children. Where repetition counts, the path must be
 * the one that was played. */
static const struct jg_mcts_node *find(struct jg_mcts_worker *w, const struct jg_mcts_node *node, const void *state,
                                       int level, int plies, int *moves_left) {
    const struct jg_mcts_run *run = w->run;
    const struct jg_game *g = run->m->game;
    const struct jg_mcts_tree *tree = &run->m->trees[run->m->current];
    const struct jg_mcts_node *children = jg_mcts_children(tree, node), *found = NULL;
    if (level == plies) return children && !memcmp(state, run->query->view, g->state_size) ? node : NULL;
    if (g->repeat && run->query->keys[run->m->key_count + (size_t)level] != jg_key(g, state)) return NULL;
    for (int i = 0; children && i < node->count && !found; i++) {
        union jg_state next;
        if (!jg_mcts_visits(&children[i])) continue;
        if (--*moves_left <= 0 || !jg_mcts_spend(w)) return NULL;
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, children[i].move);
        found = find(w, &children[i], &next, level + 1, plies, moves_left);
    }
    return found;
}

static uint64_t history(const struct jg_query *query, size_t n) {
    return n ? jg_hash(query->keys, n * sizeof *query->keys) : 0;
}

static const struct jg_mcts_node *find_position(struct jg_mcts_worker *w) {
    struct jg_mcts *m = w->run->m;
    const struct jg_query *query = w->run->query;
    const struct jg_mcts_node *root = jg_mcts_root(&m->trees[m->current]), *found = NULL;
    size_t known = m->key_count, now = query->keys ? query->key_count : 0;
    int moves_left = REUSE_MOVES, least = 0, most = REUSE_PLIES;
    if (m->game->repeat) {
        if (now < known || now - known > JG_DEPTH_MAX || history(query, known) != m->history) return NULL;
        least = most = (int)(now - known);
    }
    for (int plies = least; plies <= most && moves_left > 0 && !found; plies++)
        found = find(w, root, &m->root, 0, plies, &moves_left);
    return found;
}

/* Whether children are evaluated when they are created. */
static bool has_priors(const struct jg_mcts *m) { return m->settings.prior > 0; }

/* Starts a new tree with an expanded root. If the node limit does not allow evaluating all its children, the search
 * runs without priors. */
static void new_tree(struct jg_mcts_worker *w) {
    struct jg_mcts_run *run = w->run;
    bool done = true;
    jg_mcts_clear(run->tree);
    if (expand(w, jg_mcts_root(run->tree), run->query->view, &done)) return;
    run->has_priors = false;
    expand(w, jg_mcts_root(run->tree), run->query->view, &done);
}

/* Prepares the tree: the reused subtree of the position, or a new tree. */
static void prepare_tree(struct jg_mcts_run *run, bool reuse) {
    struct jg_mcts *m = run->m;
    struct jg_mcts_worker w = {.run = run, .scratch = scratch_of(m, 0)};
    const struct jg_mcts_node *found = reuse && m->has_last ? find_position(&w) : NULL;
    if (found && found != jg_mcts_root(&m->trees[m->current])) {
        double end = jg_budget_clocked(&run->budget) ? run->budget.target : run->budget.deadline;
        double now = jg_clock(), deadline = now + fmin(COPY_SECONDS, COPY_SHARE * (end - now));
        jg_mcts_copy(&m->trees[!m->current], &m->trees[m->current], found, deadline, run->query->stop);
        m->current = !m->current;
    }
    run->tree = &m->trees[m->current];
    m->reused = found ? jg_mcts_visits(jg_mcts_root(run->tree)) : 0;
    if (!found) new_tree(&w);
    flush_nodes(&w);
    m->has_last = run->has_priors == has_priors(m); /* a tree without priors cannot be reused */
    memcpy(&m->root, run->query->view, m->game->state_size);
    m->key_count = run->query->keys ? run->query->key_count : 0;
    m->history = history(run->query, m->key_count);
}

/* Whether only time limits the search, so that results may depend on the clock and on earlier queries. */
static bool time_only(const struct jg_mcts_settings *s) { return !s->limits.nodes && !s->playouts; }

void jg_mcts_search(struct jg_mcts *m, const struct jg_query *query, struct jg_report *report) {
    const struct jg_mcts_settings *s = &m->settings;
    double now = jg_clock();
    if (jg_mcts_has_endgame(m) && jg_endgame_choose(m->game, query, report)) return;
    if (jg_budget_forced(m->game, query, &report->move)) return;
    struct jg_mcts_run run = {
        .m = m,
        .query = query,
        .report = report,
        .caller = pthread_self(),
        .has_priors = has_priors(m),
        .depth = s->limits.depth ? s->limits.depth : JG_DEPTH_MAX,
        .begin = now,
        .shown = now,
        .budget = jg_budget_plan(m->game, query, s->limits.ms, time_only(s) ? JG_DEFAULT_MS : 0),
    };
    prepare_tree(&run, time_only(s));
    if (time_only(s) && !query->all && jg_mcts_root(run.tree)->count == 1)
        run.budget.deadline = fmin(run.budget.deadline, now + FORCED_MS / 1000.0);
    run.reused = jg_mcts_visits(jg_mcts_root(run.tree));
    if (jg_mcts_proven(jg_mcts_proof(jg_mcts_root(run.tree)))) run.over = true;
    jg_parallel(m->threads, (size_t)m->threads, run_worker, &run);
    fill_report(&run, report);
}

/* ---- Opening ----------------------------------------------------------------------------- */

/* Makes a scratch for every thread, if the evaluator is a network. */
static bool new_scratches(struct jg_mcts *m) {
    bool good = true;
    if (!m->eval.network) return true;
    m->scratches = calloc((size_t)m->threads, sizeof *m->scratches);
    for (int i = 0; i < m->threads && m->scratches && good; i++)
        good = (m->scratches[i] = jg_network_scratch_new(m->eval.network));
    return m->scratches && good;
}

bool jg_mcts_init(struct jg_mcts *m, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_mcts_settings *settings) {
    *m = (struct jg_mcts){.game = g, .eval = *eval, .settings = *settings};
    jg_logs_init(&m->logs);
    bool reuse = time_only(settings);
    size_t bytes = (size_t)settings->memory / (reuse ? 2 : 1);
    if (bytes < JG_MCTS_MIN_BYTES) bytes = JG_MCTS_MIN_BYTES;
    m->threads = settings->threads || reuse ? jg_threads(settings->threads) : 1;
    if (new_scratches(m) && jg_mcts_tree_init(&m->trees[0], bytes) &&
        (!reuse || jg_mcts_tree_init(&m->trees[1], bytes)))
        return true;
    jg_mcts_free(m);
    return false;
}

void jg_mcts_free(struct jg_mcts *m) {
    for (int i = 0; i < m->threads && m->scratches; i++) jg_network_scratch_free(m->scratches[i]);
    free(m->scratches);
    jg_mcts_tree_free(&m->trees[0]);
    jg_mcts_tree_free(&m->trees[1]);
    *m = (struct jg_mcts){0};
}
