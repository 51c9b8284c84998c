/* The tree of the `ab` search: principal variation search (negamax, fail-soft) with
 *
 * - a transposition table,
 * - move ordering by the table's move, the game's rank, killers, countermoves and history (ab_order.c),
 * - quiescence search over the game's noisy moves,
 * - extensions where the same side moves again,
 * - null move pruning, reverse futility pruning, futility pruning, late move reductions and late move pruning,
 *   as far as the game allows them,
 * - draws by repetition and exact values from an endgame database.
 *
 * Threads share the table and run their own iterative deepening (lazy SMP, ab.c). At inner nodes they also defer
 * moves that another thread is searching (simplified ABDADA, search_moves below). */
#include "core/stop.h"
#include "search/ab_order.h"

#include "core/clock.h"
#include "core/hash.h"

#include <stdlib.h>

enum {
    CHECK_EVERY = 256,              /* nodes between checks of the clock and the stop flags */
    NULL_MOVE_MIN_DEPTH = 3,        /* plies */
    NULL_MOVE_REDUCTION = 2,        /* plies, */
    NULL_MOVE_DEPTH_STEP = 4,       /* and one more for each of these plies of depth */
    LMR_MIN_DEPTH = 3,              /* plies */
    LMR_MIN_MOVES = 3,              /* moves searched to full depth first */
    FUTILITY_MAX_DEPTH = 3,         /* plies */
    REVERSE_FUTILITY_MAX_DEPTH = 6, /* plies */
    LATE_PRUNING_MAX_DEPTH = 5,     /* plies */
    DEFER_MIN_DEPTH = 3,            /* plies from which threads defer each other's moves */
};

/* ---- Values ----------------------------------------------------------------------- */

/* An internal value is points times AB_SCALE. The value of a finished game is nearer to 0 by the plies to it, so that
 * the shortest win and the longest defence are best. */
static int32_t points_of(int32_t value) {
    return value >= 0 ? (value + AB_SCALE - 1) / AB_SCALE : -((AB_SCALE - 1 - value) / AB_SCALE);
}

int32_t ab_points(int32_t value) {
    int32_t points = points_of(value);
    return points >= JG_WIN - AB_MARGINS ? JG_WIN : points <= -JG_WIN + AB_MARGINS ? -JG_WIN : points;
}

int ab_distance(int32_t value) { return abs(points_of(value) * AB_SCALE - value); }

/* In the transposition table, plies to the end of the game count from the position, not from the root. */
static int32_t to_tt(int32_t value, int ply) {
    return value % AB_SCALE == 0 ? value : value > 0 ? value + ply : value - ply;
}

static int32_t from_tt(int32_t value, int ply) {
    return value % AB_SCALE == 0 ? value : value > 0 ? value - ply : value + ply;
}

static int32_t terminal_value(struct ab_worker *w, const void *state, int team, int ply) {
    int32_t points = jg_eval_end(w->shared->eval, w->shared->game, state, team);
    w->leaves++;
    return points * AB_SCALE - (points > 0 ? ply : points < 0 ? -ply : 0);
}

/* The database has no distance to the end. Of two database wins the one with the larger margin is better, and a win
 * that the search has seen to its end is better than both. */
static bool endgame_value(struct ab_worker *w, const void *state, int team, int32_t *value) {
    const struct jg_game *g = w->shared->game;
    int32_t score;
    if (!g->kind->probe_endgame(g, state, &score)) return false;
    int32_t margin = abs(score) < AB_MARGINS ? abs(score) : AB_MARGINS - 1, points = JG_WIN - AB_MARGINS + margin;
    w->leaves++;
    *value = !score ? 0 : (score > 0) == (team == 0) ? points * AB_SCALE : -points * AB_SCALE;
    return true;
}

static int32_t evaluate_leaf(struct ab_worker *w, const void *state, int team) {
    w->leaves++;
    w->unproven++;
    return jg_eval_value_from(w->shared->eval, w->scratch, w->shared->game, state, team) * AB_SCALE;
}

/* Whether a value is that of a won or lost game, or an infinite bound. */
static bool is_decisive(int32_t value) {
    const int32_t win = JG_WIN / 2 * AB_SCALE;
    return value >= win || value <= -win;
}

/* ---- Limits ----------------------------------------------------------------------- */

void ab_flush_counts(struct ab_worker *w) {
    struct ab_shared *s = w->shared;
    atomic_fetch_add_explicit(&s->nodes, w->nodes - w->flushed.nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->leaves, w->leaves - w->flushed.leaves, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->cuts, w->cuts - w->flushed.cuts, memory_order_relaxed);
    w->flushed.nodes = w->nodes;
    w->flushed.leaves = w->leaves;
    w->flushed.cuts = w->cuts;
}

/* Checks the clock and the stop flags, and reserves the next nodes. */
static void check_limits(struct ab_worker *w) {
    struct ab_shared *s = w->shared;
    bool requested = jg_stopped(s->stop_requested);
    ab_flush_counts(w);
    w->left = CHECK_EVERY;
    if (s->node_limit) {
        uint64_t before = atomic_fetch_add_explicit(&s->granted, CHECK_EVERY, memory_order_relaxed);
        if (before + CHECK_EVERY > s->node_limit) w->left = before < s->node_limit ? (int)(s->node_limit - before) : 0;
    }
    if (!w->left || requested || (s->deadline > 0 && jg_clock() >= s->deadline)) atomic_store(&s->stop, true);
    if (atomic_load_explicit(&s->stop, memory_order_relaxed)) w->stopped = true;
}

/* Counts a node; true if the search must stop. */
static bool enter_node(struct ab_worker *w) {
    if (!w->left) check_limits(w);
    if (w->stopped) return true;
    w->left--;
    w->nodes++;
    return false;
}

/* ---- Repetition ------------------------------------------------------------------- */

/* Whether a position on the path is a draw by repetition.
 *
 * At a fixed depth the game's rules apply: occurrences in the game and on the path count together. The value of a
 * position then depends on how it was reached, so the transposition table only orders moves (see tt_cutoff) and the
 * value is exact.
 *
 * Otherwise one earlier occurrence on the path is enough, since a player who returned once can return again; for
 * occurrences before the root the rules apply. A null move starts a new path, but not a new game. The value of such a
 * draw may enter the table and be read on another path, so it counts as unproven. A proven win never depends on it:
 * each of its variations ends won without a position that the game's history makes a draw. */
static bool is_repetition(const struct ab_worker *w, uint64_t key, int ply) {
    const struct ab_shared *s = w->shared;
    int times = 1;
    if (!w->filter[key % AB_FILTER]) return false;
    for (int i = w->path_start; i < ply; i++) {
        if (w->path[i] != key) continue;
        if (!s->fixed_depth) return true;
        times++;
    }
    times += w->path_start && w->path[0] == key; /* the root belongs to the game */
    for (size_t i = 0; i < s->game_key_count; i++) times += s->game_keys[i] == key;
    return times >= s->game->repeat;
}

/* ---- Quiescence ------------------------------------------------------------------- */

static int32_t search(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha, int32_t beta,
                      struct jg_pv *pv);

/* Stands pat, or searches the noisy moves. */
static int32_t quiesce(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha,
                       int32_t beta) {
    const struct jg_game *g = w->shared->game;
    int32_t best = evaluate_leaf(w, state, team);
    if (!(w->shared->enabled & JG_AB_QUIESCENCE) || depth <= JG_QUIET_BY || best >= beta || ply >= AB_PLIES - 1)
        return best;
    jg_move moves[g->max_moves];
    int n = g->kind->noisy(g, state, moves);
    for (int i = 0; i < n && best < beta; i++) {
        int32_t value =
            ab_search_child(w, state, moves[i], team, depth - 1, ply + 1, best > alpha ? best : alpha, beta, NULL);
        if (w->stopped) return 0;
        if (value > best) best = value;
    }
    return best;
}

/* The value of a position for the team to move. */
static int32_t search_or_quiesce(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha,
                                 int32_t beta, struct jg_pv *pv) {
    return depth > 0 && ply < AB_PLIES - 1 ? search(w, state, team, depth, ply, alpha, beta, pv)
                                           : quiesce(w, state, team, depth, ply, alpha, beta);
}

int32_t ab_search_child(struct ab_worker *w, const void *state, jg_move move, int team, int depth, int ply,
                        int32_t alpha, int32_t beta, struct jg_pv *pv) {
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    if (pv) pv->count = 0;
    if (enter_node(w)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    int turn = jg_turn(g, child);
    if (turn == JG_OVER) return terminal_value(w, child, team, ply);
    bool same_side = jg_team(turn) == team, repetition = s->enabled & JG_AB_REPETITION;
    if (same_side && s->selective) depth++; /* extension: the side moves again */
    if (repetition || depth > 0) w->path[ply] = jg_key(g, child);
    if (depth > 0) jg_tt_prefetch(s->tt, w->path[ply] ^ s->salt); /* what follows does not wait for the memory */
    int32_t exact;
    if (s->enabled & JG_AB_ENDGAME && endgame_value(w, child, team, &exact)) return exact;
    if (repetition && is_repetition(w, w->path[ply], ply)) {
        w->leaves++;
        w->unproven += !s->fixed_depth; /* it may not be a draw on another path */
        return 0;
    }
    w->moves[ply] = move;
    int32_t a = same_side ? alpha : -beta, b = same_side ? beta : -alpha;
    int32_t value = search_or_quiesce(w, child, jg_team(turn), depth, ply, a, b, pv);
    return same_side ? value : -value;
}

/* ---- A node ----------------------------------------------------------------------- */

struct node {
    const void *state;
    int team, depth, ply;
    uint64_t key;
    bool pv_node; /* the window is wider than one */
    bool futile;  /* only noisy moves are searched */
    bool has_static_eval;
    int32_t alpha, beta, best;
    int32_t static_eval;
    int tt_move;   /* index of the table's move, or -1 */
    int best_move; /* index of the move that raised alpha, or -1 */
    struct ab_move_list moves;
    struct jg_pv *pv;
};

/* The evaluation of the node's position, computed once. */
static int32_t static_eval(const struct ab_worker *w, struct node *n) {
    if (!n->has_static_eval)
        n->static_eval = jg_eval_value_from(w->shared->eval, w->scratch, w->shared->game, n->state, n->team) * AB_SCALE;
    n->has_static_eval = true;
    return n->static_eval;
}

/* Whether the table's entry is deep enough and its bound decides the window. */
static bool tt_cutoff(const struct ab_worker *w, const struct jg_tt_entry *e, int depth, int32_t alpha, int32_t beta) {
    const struct ab_shared *s = w->shared;
    if (s->fixed_depth && s->enabled & JG_AB_REPETITION) return false; /* values depend on the path */
    bool deep = s->fixed_depth ? e->depth == depth || (e->proven && e->depth < depth) : e->depth >= depth || e->proven;
    return deep && (e->bound == JG_BOUND_EXACT || (e->bound == JG_BOUND_LOWER && e->value >= beta) ||
                    (e->bound == JG_BOUND_UPPER && e->value <= alpha));
}

/* ---- Pruning ---------------------------------------------------------------------- */

/* Whether reverse futility pruning is allowed at a node. */
static bool may_reverse_futility(const struct ab_worker *w, const struct node *n) {
    return w->shared->enabled & JG_AB_REVERSE_FUTILITY && !n->pv_node && n->depth <= REVERSE_FUTILITY_MAX_DEPTH &&
           !is_decisive(n->beta);
}

/* Reverse futility (static null move) pruning: the static evaluation exceeds beta by more than the remaining plies can
 * lose, at one unit of score per ply. */
static bool reverse_futility(const struct ab_worker *w, struct node *n) {
    return static_eval(w, n) - n->depth * w->shared->eval->by->unit * AB_SCALE >= n->beta;
}

/* The lowest value in whole points that is not below `value`. */
static int32_t round_up(int32_t value) { return (value > 0 ? value + AB_SCALE - 1 : value) / AB_SCALE * AB_SCALE; }

/* Null move pruning (C. Donninger, 1993) with adaptive reduction (E. Heinz, 1999): prunes if the side to move passes and
 * a shallower search still reaches beta. `best` is then beta in whole points, since no distance to the end is known. */
static bool null_move(struct ab_worker *w, struct node *n) {
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    int path_start = w->path_start;
    if (!(s->enabled & JG_AB_NULL_MOVE) || n->depth < NULL_MOVE_MIN_DEPTH || is_decisive(n->beta) ||
        static_eval(w, n) < n->beta)
        return false;
    if (!w->moves[n->ply]) return false; /* two null moves in a row prove nothing */
    memcpy(child, n->state, g->state_size);
    if (!g->kind->pass(g, child)) return false;
    int depth = n->depth - 1 - (NULL_MOVE_REDUCTION + n->depth / NULL_MOVE_DEPTH_STEP);
    w->moves[n->ply + 1] = 0;
    w->path_start = n->ply + 1;
    w->path[n->ply + 1] = jg_key(g, child);
    int32_t value = -search_or_quiesce(w, child, n->team ^ 1, depth, n->ply + 1, -n->beta, -n->beta + 1, NULL);
    w->path_start = path_start;
    w->unproven++;
    int32_t bound = round_up(n->beta);
    if (w->stopped || value < bound) return false;
    n->best = bound;
    return true;
}

/* Futility pruning: near the horizon quiet moves cannot raise the static evaluation above alpha, at one unit of score
 * per ply. `best` is then the most that they could reach. */
static bool futility(struct ab_worker *w, struct node *n) {
    const struct ab_shared *s = w->shared;
    int max_depth = s->enabled & JG_AB_LMR ? FUTILITY_MAX_DEPTH : 1;
    if (!(s->enabled & JG_AB_FUTILITY) || n->depth > max_depth || is_decisive(n->alpha)) return false;
    if (n->depth > 1 && n->pv_node) return false;
    int32_t most = static_eval(w, n) + n->depth * s->eval->by->unit * AB_SCALE;
    if (most > n->alpha) return false;
    w->unproven++;
    n->best = most;
    return true;
}

/* Late move reduction of the i-th move, in plies: 1/2 + 2/3 ln(depth) ln(i). */
static int late_move_reduction(const struct ab_worker *w, const struct node *n, int i, int32_t rank) {
    static const uint8_t LOG[64] /* tenths */ = {0,  0,  7,  11, 14, 16, 18, 19, 21, 22, 23, 24, 25, 26, 26, 27,
                                                 28, 28, 29, 29, 30, 30, 31, 31, 32, 32, 33, 33, 33, 34, 34, 34,
                                                 35, 35, 35, 36, 36, 36, 36, 37, 37, 37, 37, 38, 38, 38, 38, 39,
                                                 39, 39, 39, 39, 40, 40, 40, 40, 40, 40, 41, 41, 41, 41, 41, 41};
    if (!(w->shared->enabled & JG_AB_LMR) || i < LMR_MIN_MOVES || n->depth < LMR_MIN_DEPTH || rank >= AB_RANK_KILLER)
        return 0;
    int reduction = (50 + LOG[n->depth < 64 ? n->depth : 63] * LOG[i < 64 ? i : 63] * 2 / 3) / 100;
    if (n->pv_node) reduction--;
    if (reduction > n->depth - 2) reduction = n->depth - 2;
    return reduction > 0 ? reduction : 0;
}

/* Late move pruning: the number of moves after which quiet ones are skipped near the horizon. The best of six formulas
 * in Lines of Action. */
static int late_move_limit(const struct ab_worker *w, const struct node *n) {
    if (!(w->shared->enabled & JG_AB_LATE_PRUNING) || n->pv_node || n->depth > LATE_PRUNING_MAX_DEPTH)
        return JG_MOVES_MAX;
    return 3 + n->depth * n->depth;
}

/* ---- Moves ------------------------------------------------------------------------ */

/* The value of the i-th move. The first is searched with the full window; the others with a zero-width window, reduced
 * first if they are late, and again with the full window if they raise alpha (principal variation search). */
static int32_t search_move(struct ab_worker *w, const struct node *n, int i, struct jg_pv *child_pv) {
    uint64_t item = n->moves.items[i];
    jg_move move = n->moves.moves[ab_item_index(item)];
    int depth = n->depth - 1, ply = n->ply + 1;
    int32_t value;
    if (i == 0) return ab_search_child(w, n->state, move, n->team, depth, ply, n->alpha, n->beta, child_pv);
    int reduction = late_move_reduction(w, n, i, ab_item_rank(item));
    if (reduction) {
        value = ab_search_child(w, n->state, move, n->team, depth - reduction, ply, n->alpha, n->alpha + 1, NULL);
        if (value <= n->alpha || w->stopped) return value;
    }
    value = ab_search_child(w, n->state, move, n->team, depth, ply, n->alpha, n->alpha + 1, child_pv);
    if (value <= n->alpha || value >= n->beta || w->stopped) return value;
    return ab_search_child(w, n->state, move, n->team, depth, ply, n->alpha, n->beta, child_pv);
}

/* Searches the i-th move and updates alpha, best move and pv. True at a beta cutoff, or when the search must stop. */
static bool try_move(struct ab_worker *w, struct node *n, int i) {
    struct jg_pv child_pv;
    int32_t value = search_move(w, n, i, n->pv_node ? &child_pv : NULL);
    if (w->stopped) return true;
    if (value > n->best) n->best = value;
    if (value <= n->alpha) return false;
    n->alpha = value;
    n->best_move = ab_item_index(n->moves.items[i]);
    if (n->pv && n->pv_node) jg_pv_set(n->pv, n->moves.moves[n->best_move], &child_pv);
    if (n->alpha < n->beta) return false;
    if (i + 1 < n->moves.n) ab_update_history(w, &n->moves, i, n->team, n->depth, n->ply);
    return true;
}

/* Searches the moves in order. With several threads a move that another thread is searching is deferred until the
 * others are done; by then its value may be in the table (after T. Kerrigan's simplified ABDADA, 2016). */
static void search_moves(struct ab_worker *w, struct node *n) {
    struct ab_shared *s = w->shared;
    bool may_defer = s->busy && n->depth >= DEFER_MIN_DEPTH;
    uint8_t deferred[JG_MOVES_MAX];
    int deferred_count = 0;
    int limit = late_move_limit(w, n);
    if (n->tt_move >= 0)
        n->moves.items[0] = ab_item(AB_RANK_TT, n->tt_move);
    else
        ab_rank_moves(w, n->state, &n->moves, n->team, n->ply, -1, n->futile);
    for (int i = 0; i < n->moves.n; i++) {
        if (i == 1 && n->tt_move >= 0) { /* the table's move caused no cutoff: ranks the others */
            ab_rank_moves(w, n->state, &n->moves, n->team, n->ply, n->tt_move, n->futile);
            if (n->moves.n == 1) break;
        }
        if (i || n->tt_move < 0) ab_pick_move(&n->moves, i);
        if (i >= limit && ab_item_rank(n->moves.items[i]) < AB_RANK_KILLER && !is_decisive(n->best)) {
            w->unproven++;
            break;
        }
        jg_move move = n->moves.moves[ab_item_index(n->moves.items[i])];
        uint64_t work = may_defer && i ? jg_hash_mix(n->key + (uint64_t)n->depth, move) : 0;
        _Atomic uint64_t *mark = work ? &s->busy[work % AB_BUSY] : NULL;
        if (mark && atomic_load_explicit(mark, memory_order_relaxed) == work) {
            deferred[deferred_count++] = (uint8_t)i;
            continue;
        }
        if (mark) atomic_store_explicit(mark, work, memory_order_relaxed);
        bool done = try_move(w, n, i);
        if (mark) atomic_store_explicit(mark, 0, memory_order_relaxed);
        if (done) return;
    }
    for (int i = 0; i < deferred_count; i++)
        if (try_move(w, n, deferred[i])) return;
}

static int32_t search(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha, int32_t beta,
                      struct jg_pv *pv) {
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    bool repetition = s->enabled & JG_AB_REPETITION, use_tt = s->enabled & JG_AB_TT;
    struct node n = {.state = state,
                     .team = team,
                     .depth = depth,
                     .ply = ply,
                     .key = w->path[ply] ^ s->salt,
                     .pv_node = alpha != beta - 1,
                     .alpha = alpha,
                     .beta = beta,
                     .best = -JG_INFINITE,
                     .best_move = -1,
                     .pv = pv};
    uint64_t unproven = w->unproven;
    struct jg_tt_entry entry = {.move = -1};
    bool prunable = may_reverse_futility(w, &n);
    if (prunable) static_eval(w, &n); /* before the table: meanwhile its memory arrives, see ab_search_child */
    if (use_tt && jg_tt_find(s->tt, n.key, &entry)) {
        entry.value = from_tt(entry.value, ply);
        if (!n.pv_node && tt_cutoff(w, &entry, depth, alpha, beta)) {
            w->unproven += !entry.proven;
            return entry.value;
        }
    }
    if (prunable && reverse_futility(w, &n)) {
        w->unproven++;
        return n.static_eval;
    }
    if (repetition) ab_filter_add(w, w->path[ply]);
    if (!n.pv_node && null_move(w, &n)) {
        if (repetition) ab_filter_remove(w, w->path[ply]);
        return n.best;
    }

    jg_move moves[g->max_moves];
    int32_t ranks[g->max_moves];
    uint64_t items[g->max_moves + 1];
    n.futile = futility(w, &n);
    bool noisy_only = n.futile && s->enabled & JG_AB_LMR; /* searches only the moves of noisy() */
    int count = noisy_only ? g->kind->noisy(g, state, moves) : jg_moves(g, state, moves);
    n.moves = (struct ab_move_list){.n = count, .moves = moves, .ranks = ranks, .items = items};
    if (count == 1 && !noisy_only) { /* a forced move is never pruned */
        n.futile = false;
        n.best = -JG_INFINITE;
    }
    n.tt_move = noisy_only || entry.move >= count ? -1 : entry.move;
    search_moves(w, &n);
    if (noisy_only) n.best_move = -1; /* its index is not that of the full move list */
    if (repetition) ab_filter_remove(w, w->path[ply]);
    if (w->stopped) return 0;
    enum jg_bound bound = n.best >= beta ? JG_BOUND_LOWER : n.best > alpha ? JG_BOUND_EXACT : JG_BOUND_UPPER;
    entry = (struct jg_tt_entry){.value = to_tt(n.best, ply),
                                 .move = n.best_move >= 0 ? n.best_move : entry.move,
                                 .depth = depth,
                                 .bound = bound,
                                 .proven = unproven == w->unproven};
    if (use_tt) jg_tt_store(s->tt, n.key, &entry);
    return n.best;
}
