#include "search/ab_tree.h"

#include "core/clock.h"
#include "core/hash.h"
#include <stdlib.h>

enum {
    CLOCK_EVERY = 256,     /* nodes between looks at the clock and at the other threads */
    NULL_LEAST = 3,        /* plies to go from which a null move is tried */
    NULL_SAVES = 2,        /* plies that it saves */
    REDUCE_LEAST = 3,      /* plies to go from which late moves are reduced */
    REDUCE_AFTER = 4,      /* moves that are searched in full before */
    FUTILE_UNITS = 1,      /* what a quiet move can gain at most */
    SHARE_LEAST = 3,       /* plies to go from which threads keep out of each other's way */
    HISTORY_MOST = 1 << 20 /* beyond it, all are halved */
};

/* ---- Values ----------------------------------------------------------------------- */

/* A value is points times AB_SCALE; if it comes from a finished game, that many
 * plies are taken off its size, so that the shortest win and the longest defence
 * are best. */
int32_t ab_points(int32_t value) {
    return value >= 0 ? (value + AB_SCALE - 1) / AB_SCALE : -((AB_SCALE - 1 - value) / AB_SCALE);
}

int ab_distance(int32_t value) { return abs(ab_points(value) * AB_SCALE - value); }

/* In the table plies count from the position, not from the root. */
static int32_t to_table(int32_t value, int ply) {
    return value % AB_SCALE == 0 ? value : value > 0 ? value + ply : value - ply;
}

static int32_t from_table(int32_t value, int ply) {
    return value % AB_SCALE == 0 ? value : value > 0 ? value - ply : value + ply;
}

static int32_t value_at_end(struct ab_worker *w, const void *state, int team, int ply) {
    int32_t points = jg_eval_end(w->shared->eval, w->shared->game, state, team);
    w->leaves++;
    return points * AB_SCALE - (points > 0 ? ply : points < 0 ? -ply : 0);
}

static int32_t judgement(struct ab_worker *w, const void *state, int team) {
    w->leaves++;
    w->judged++;
    return jg_eval_value(w->shared->eval, w->shared->game, state, team) * AB_SCALE;
}

/* ---- Stopping --------------------------------------------------------------------- */

void ab_tell(struct ab_worker *w) {
    struct ab_shared *s = w->shared;
    atomic_fetch_add_explicit(&s->nodes, w->nodes - w->told.nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->leaves, w->leaves - w->told.leaves, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->cuts, w->cuts - w->told.cuts, memory_order_relaxed);
    w->told.nodes = w->nodes;
    w->told.leaves = w->leaves;
    w->told.cuts = w->cuts;
}

/* Looks at the clock and at the other threads, and is allowed some more nodes. */
static void look_around(struct ab_worker *w) {
    struct ab_shared *s = w->shared;
    bool asked = s->asked_to_stop && atomic_load_explicit(s->asked_to_stop, memory_order_relaxed);
    ab_tell(w);
    w->left = CLOCK_EVERY;
    if (s->most_nodes) {
        uint64_t before = atomic_fetch_add_explicit(&s->granted, CLOCK_EVERY, memory_order_relaxed);
        if (before + CLOCK_EVERY > s->most_nodes) w->left = before < s->most_nodes ? (int)(s->most_nodes - before) : 0;
    }
    if (!w->left || asked || (s->deadline > 0 && jg_clock() >= s->deadline)) atomic_store(&s->stop, true);
    if (atomic_load_explicit(&s->stop, memory_order_relaxed)) w->stopped = true;
}

static bool enter(struct ab_worker *w) {
    if (!w->left) look_around(w);
    if (w->stopped) return true;
    w->left--;
    w->nodes++;
    return false;
}

/* ---- Order ------------------------------------------------------------------------ */

/* The moves of a position with how soon each is to be tried. */
struct list {
    int n;
    jg_move *moves;
    int32_t *ranks;
    uint8_t *places; /* of each in the game's own order */
};

static int32_t *history_of(struct ab_worker *w, int team, jg_move move) {
    return &w->history[team][(move ^ move >> 12 ^ move >> 24) % AB_HISTORY];
}

enum { RANK_FIRST = INT32_MAX, RANK_KILLER = 1 << 21, RANK_GAME = 1 << 22 };

/* The table's move first; then the game's opinion; among those alike killers and
 * then what has cut often elsewhere. */
static void rank(struct ab_worker *w, const void *state, struct list *l, int team, int ply, int first) {
    const struct jg_game *g = w->shared->game;
    const jg_move *killers = w->killers[ply];
    if (g->kind->rank)
        g->kind->rank(g, state, l->moves, l->n, l->ranks);
    else
        memset(l->ranks, 0, (size_t)l->n * sizeof *l->ranks);
    for (int i = 0; i < l->n; i++) {
        int32_t game = l->ranks[i] < -255 ? -255 : l->ranks[i] > 255 ? 255 : l->ranks[i];
        bool killer = l->moves[i] == killers[0] || l->moves[i] == killers[1];
        l->ranks[i] = game * RANK_GAME + (killer ? RANK_KILLER : 0) + *history_of(w, team, l->moves[i]);
        l->places[i] = (uint8_t)i;
    }
    if (first >= 0 && first < l->n) l->ranks[first] = RANK_FIRST;
}

/* Brings the best of those from i on to place i. */
static void pick(struct list *l, int i) {
    int best = i;
    for (int k = i + 1; k < l->n; k++)
        if (l->ranks[k] > l->ranks[best]) best = k;
    if (best == i) return;
    jg_move move = l->moves[best];
    int32_t rank_of = l->ranks[best];
    uint8_t place = l->places[best];
    for (int k = best; k > i; k--) { /* those alike keep their order */
        l->moves[k] = l->moves[k - 1];
        l->ranks[k] = l->ranks[k - 1];
        l->places[k] = l->places[k - 1];
    }
    l->moves[i] = move;
    l->ranks[i] = rank_of;
    l->places[i] = place;
}

static void remember_cut(struct ab_worker *w, jg_move move, int team, int depth, int ply) {
    int32_t *history = history_of(w, team, move);
    jg_move *killers = w->killers[ply];
    w->cuts++;
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    *history += depth * depth;
    if (*history < HISTORY_MOST) return;
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < AB_HISTORY; i++) w->history[t][i] /= 2;
}

/* ---- The tree --------------------------------------------------------------------- */

static int32_t search(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha, int32_t beta,
                      struct jg_line *line);

/* Past the depth: stand pat, or go on with noisy moves. */
static int32_t quiesce(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha,
                       int32_t beta) {
    const struct jg_game *g = w->shared->game;
    int32_t best = judgement(w, state, team);
    if (!w->shared->quiesce || depth <= JG_QUIET_BY || best >= beta || ply >= AB_PLIES - 1) return best;
    jg_move moves[g->max_moves];
    int n = g->kind->noisy(g, state, moves);
    for (int i = 0; i < n && best < beta; i++) {
        int32_t value = ab_visit(w, state, moves[i], team, depth - 1, ply + 1, best > alpha ? best : alpha, beta, NULL);
        if (w->stopped) return 0;
        if (value > best) best = value;
    }
    return best;
}

/* The value of a position for the team to move. */
static int32_t value_of(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha,
                        int32_t beta, struct jg_line *line) {
    return depth > 0 && ply < AB_PLIES - 1 ? search(w, state, team, depth, ply, alpha, beta, line)
                                           : quiesce(w, state, team, depth, ply, alpha, beta);
}

int32_t ab_visit(struct ab_worker *w, const void *state, jg_move move, int team, int depth, int ply, int32_t alpha,
                 int32_t beta, struct jg_line *line) {
    const struct jg_game *g = w->shared->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    if (line) line->count = 0;
    if (enter(w)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    int turn = jg_turn(g, child);
    if (turn == JG_OVER) return value_at_end(w, child, team, ply);
    bool same = jg_team(turn) == team;
    if (same && w->shared->selective) depth++;
    int32_t a = same ? alpha : -beta, b = same ? beta : -alpha;
    int32_t value = value_of(w, child, jg_team(turn), depth, ply, a, b, line);
    return same ? value : -value;
}

/* What the table knows; true if that is enough. */
static bool known(const struct ab_worker *w, const struct jg_tt_entry *e, int depth, int32_t alpha, int32_t beta) {
    bool deep =
        w->shared->same_depth ? e->depth == depth || (e->proven && e->depth < depth) : e->depth >= depth || e->proven;
    return deep && (e->bound == JG_BOUND_EXACT || (e->bound == JG_BOUND_LOWER && e->value >= beta) ||
                    (e->bound == JG_BOUND_UPPER && e->value <= alpha));
}

/* Whether the side to move could even pass and still be too good. */
static bool too_good(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t beta) {
    const struct ab_shared *s = w->shared;
    _Alignas(max_align_t) unsigned char child[s->game->state_size];
    bool again = w->passed; /* a pass answered by a pass proves nothing */
    w->passed = false;
    if (!s->null || again || depth < NULL_LEAST || ab_points(beta) >= JG_WIN / 2) return false;
    if (jg_eval_value(s->eval, s->game, state, team) * AB_SCALE < beta) return false;
    memcpy(child, state, s->game->state_size);
    if (!s->game->kind->pass(s->game, child)) return false;
    w->passed = true;
    int32_t value = -value_of(w, child, team ^ 1, depth - 1 - NULL_SAVES, ply, -beta, -beta + 1, NULL);
    w->passed = false;
    w->judged++;
    return !w->stopped && value >= beta;
}

/* One ply before the end of the search, where quiet moves cannot lift the
 * judgement over alpha any more; `best` is then what they could reach. */
static bool hopeless(struct ab_worker *w, const void *state, int team, int depth, int32_t alpha, const struct list *l,
                     int32_t *best) {
    const struct ab_shared *s = w->shared;
    if (!s->futile || depth != 1 || l->n == 1) return false;
    int32_t most = (jg_eval_value(s->eval, s->game, state, team) + FUTILE_UNITS * s->eval->by->unit) * AB_SCALE;
    if (most > alpha) return false;
    w->judged++;
    *best = most;
    return true;
}

/* A position under search. */
struct node {
    const void *state;
    int team, depth, ply;
    uint64_t key;
    bool narrow;
    int32_t alpha, beta, best;
    int best_at; /* place of the best move, if it is better than the first alpha */
    struct list moves;
    struct jg_line *line;
};

/* The value of the i-th move: in full for the first; the others have to show
 * first, by a window without width, that they are better. */
static int32_t try(struct ab_worker *w, const struct node *n, int i, struct jg_line *rest) {
    jg_move move = n->moves.moves[i];
    int depth = n->depth - 1, ply = n->ply + 1;
    bool late = w->shared->reduce && i >= REDUCE_AFTER && n->depth >= REDUCE_LEAST && n->moves.ranks[i] < RANK_KILLER;
    int32_t value;
    if (i == 0) return ab_visit(w, n->state, move, n->team, depth, ply, n->alpha, n->beta, rest);
    if (late) {
        int less = 1 + (i >= 3 * REDUCE_AFTER);
        value = ab_visit(w, n->state, move, n->team, depth - less, ply, n->alpha, n->alpha + 1, NULL);
        if (value <= n->alpha || w->stopped) return value;
    }
    value = ab_visit(w, n->state, move, n->team, depth, ply, n->alpha, n->alpha + 1, rest);
    if (value <= n->alpha || value >= n->beta || w->stopped) return value;
    return ab_visit(w, n->state, move, n->team, depth, ply, n->alpha, n->beta, rest);
}

/* Tries the i-th move; true if that settles the position. */
static bool settles(struct ab_worker *w, struct node *n, int i) {
    struct jg_line rest;
    int32_t value = try(w, n, i, n->narrow ? NULL : &rest);
    if (w->stopped) return true;
    if (value > n->best) n->best = value;
    if (value <= n->alpha) return false;
    n->alpha = value;
    n->best_at = n->moves.places[i];
    if (n->line && !n->narrow) jg_line_set(n->line, n->moves.moves[i], &rest);
    if (n->alpha < n->beta) return false;
    if (i + 1 < n->moves.n) remember_cut(w, n->moves.moves[i], n->team, n->depth, n->ply);
    return true;
}

/* Goes through the moves, the best first. What another thread is busy with waits
 * until the others are done: by then the table may know it (after T. Kerrigan's
 * simplified ABDADA, 2016). */
static void go_through(struct ab_worker *w, struct node *n) {
    struct ab_shared *s = w->shared;
    bool futile = hopeless(w, n->state, n->team, n->depth, n->alpha, &n->moves, &n->best);
    bool shared = s->busy && n->depth >= SHARE_LEAST;
    uint8_t waiting[JG_MOVES_MAX];
    int waits = 0;
    for (int i = 0; i < n->moves.n; i++) {
        pick(&n->moves, i);
        if (futile && n->moves.ranks[i] < (JG_RANK_QUIET + 1) * RANK_GAME) break;
        uint64_t work = shared && i ? jg_hash_mix(n->key + (uint64_t)n->depth, n->moves.moves[i]) : 0;
        _Atomic uint64_t *mark = work ? &s->busy[work % AB_BUSY] : NULL;
        if (mark && atomic_load_explicit(mark, memory_order_relaxed) == work) {
            waiting[waits++] = (uint8_t)i;
            continue;
        }
        if (mark) atomic_store_explicit(mark, work, memory_order_relaxed);
        bool done = settles(w, n, i);
        if (mark) atomic_store_explicit(mark, 0, memory_order_relaxed);
        if (done) return;
    }
    for (int i = 0; i < waits; i++)
        if (settles(w, n, waiting[i])) return;
}

static int32_t search(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha, int32_t beta,
                      struct jg_line *line) {
    const struct jg_game *g = w->shared->game;
    struct node n = {.state = state,
                     .team = team,
                     .depth = depth,
                     .ply = ply,
                     .key = jg_key(g, state),
                     .narrow = alpha == beta - 1,
                     .alpha = alpha,
                     .beta = beta,
                     .best = -JG_INFINITE,
                     .best_at = -1,
                     .line = line};
    uint64_t judged = w->judged;
    struct jg_tt_entry entry = {.move = -1};
    if (jg_tt_find(w->shared->tt, n.key, &entry)) {
        entry.value = from_table(entry.value, ply);
        if (n.narrow && known(w, &entry, depth, alpha, beta)) {
            w->judged += !entry.proven;
            return entry.value;
        }
    }
    if (n.narrow && too_good(w, state, team, depth, ply, beta)) return beta;

    jg_move moves[g->max_moves];
    int32_t ranks[g->max_moves];
    uint8_t places[g->max_moves];
    n.moves = (struct list){.n = jg_moves(g, state, moves), .moves = moves, .ranks = ranks, .places = places};
    rank(w, state, &n.moves, team, ply, entry.move);
    go_through(w, &n);
    if (w->stopped) return 0;
    enum jg_bound bound = n.best >= beta ? JG_BOUND_LOWER : n.best > alpha ? JG_BOUND_EXACT : JG_BOUND_UPPER;
    entry = (struct jg_tt_entry){.value = to_table(n.best, ply),
                                 .move = n.best_at >= 0 ? n.best_at : entry.move,
                                 .depth = depth,
                                 .bound = bound,
                                 .proven = judged == w->judged};
    jg_tt_store(w->shared->tt, n.key, &entry);
    return n.best;
}
