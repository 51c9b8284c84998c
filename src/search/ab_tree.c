#include "search/ab_order.h"

#include "core/clock.h"
#include "core/hash.h"

#include <stdlib.h>

enum {
    CLOCK_EVERY = 256, /* nodes between looks at the clock and at the other threads */
    NULL_LEAST = 3,    /* plies to go from which a null move is tried */
    NULL_SAVES = 2,    /* plies that it saves, */
    NULL_MORE = 4,     /* and one more for each so many to go */
    REDUCE_LEAST = 3,  /* plies to go from which late moves are reduced */
    REDUCE_AFTER = 3,  /* moves that are searched in full before */
    FUTILE_MOST = 3,   /* plies to go up to which quiet moves may be futile */
    STATIC_MOST = 6,   /* plies to go up to which a judgement may be enough */
    LATE_MOST = 5,     /* plies to go up to which the latest moves are left out */
    SHARE_LEAST = 3,   /* plies to go from which threads keep out of each other's way */
};

/* ---- Values ----------------------------------------------------------------------- */

/* A value is points times AB_SCALE; if it comes from a finished game, that many
 * plies are taken off its size, so that the shortest win and the longest defence
 * are best. */
static int32_t points_of(int32_t value) {
    return value >= 0 ? (value + AB_SCALE - 1) / AB_SCALE : -((AB_SCALE - 1 - value) / AB_SCALE);
}

int32_t ab_points(int32_t value) {
    int32_t points = points_of(value);
    return points >= JG_WIN - AB_MARGINS ? JG_WIN : points <= -JG_WIN + AB_MARGINS ? -JG_WIN : points;
}

int ab_distance(int32_t value) { return abs(points_of(value) * AB_SCALE - value); }

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

/* A position that the game knows has no plies to its end; of two won ones that with the higher score
 * is better, and an end in sight is better than both. */
static bool value_known(struct ab_worker *w, const void *state, int team, int32_t *value) {
    const struct jg_game *g = w->shared->game;
    int32_t score;
    if (!g->kind->known(g, state, &score)) return false;
    int32_t margin = abs(score) < AB_MARGINS ? abs(score) : AB_MARGINS - 1, points = JG_WIN - AB_MARGINS + margin;
    w->leaves++;
    *value = !score ? 0 : (score > 0) == (team == 0) ? points * AB_SCALE : -points * AB_SCALE;
    return true;
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

/* ---- Repetition ------------------------------------------------------------------- */

/* Whether a position that the path has come to is drawn because it has been there
 * before.
 *
 * If the value is to be minimax's at a depth: by the rules, so often in the game and
 * on the path. What a position is worth then depends on how it was reached, so the
 * table only gives the order (see known), and the value is exact.
 *
 * Otherwise once on the path is enough, since who came back would come back again,
 * and so often in the game up to the root alone. A null move takes back what came
 * before it on the path, but not the game's past. A draw found so may get into the
 * table and be taken for one on another path; so it counts as a judgement, and
 * nothing that rests on it is proven. A win never rests on one: every line of it
 * ends won, and goes through nothing that the past forbids. */
static bool repeated(const struct ab_worker *w, uint64_t key, int ply) {
    const struct ab_shared *s = w->shared;
    int times = 1;
    if (!w->seen[key % AB_SEEN]) return false;
    for (int i = w->since; i < ply; i++) {
        if (w->path[i] != key) continue;
        if (!s->same_depth) return true;
        times++;
    }
    times += w->since && w->path[0] == key; /* the root is part of the past */
    for (size_t i = 0; i < s->past_count; i++) times += s->past[i] == key;
    return times >= s->game->repeat;
}

/* ---- The tree --------------------------------------------------------------------- */

static int32_t search(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha, int32_t beta,
                      struct jg_line *line);

/* Past the depth: stand pat, or go on with noisy moves. */
static int32_t quiesce(struct ab_worker *w, const void *state, int team, int depth, int ply, int32_t alpha,
                       int32_t beta) {
    const struct jg_game *g = w->shared->game;
    int32_t best = judgement(w, state, team);
    if (!(w->shared->may & JG_AB_QUIESCE) || depth <= JG_QUIET_BY || best >= beta || ply >= AB_PLIES - 1) return best;
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
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    if (line) line->count = 0;
    if (enter(w)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    int turn = jg_turn(g, child);
    if (turn == JG_OVER) return value_at_end(w, child, team, ply);
    int32_t exact;
    if (s->may & JG_AB_ENDINGS && value_known(w, child, team, &exact)) return exact;
    if (s->may & JG_AB_REPETITION) {
        uint64_t key = jg_key(g, child);
        if (repeated(w, key, ply)) {
            w->leaves++;
            w->judged += !s->same_depth; /* another path may tell otherwise */
            return 0;
        }
        w->path[ply] = key;
        if (depth > 0) jg_tt_prefetch(s->tt, key ^ s->salt);
    }
    w->moves[ply] = move;
    bool same = jg_team(turn) == team;
    if (same && s->selective) depth++;
    int32_t a = same ? alpha : -beta, b = same ? beta : -alpha;
    int32_t value = value_of(w, child, jg_team(turn), depth, ply, a, b, line);
    return same ? value : -value;
}

/* A position under search. */
struct node {
    const void *state;
    int team, depth, ply;
    uint64_t key;
    bool narrow, is_judged, futile;
    int32_t alpha, beta, best;
    int32_t judged; /* what the evaluator says, once it was asked */
    int first;      /* place of the table's move, or -1 */
    int best_at;    /* place of the best move, if it is better than the first alpha */
    struct ab_list moves;
    struct jg_line *line;
};

/* What the evaluator says of the position, asked once. */
static int32_t judged(const struct ab_worker *w, struct node *n) {
    if (!n->is_judged) n->judged = jg_eval_value(w->shared->eval, w->shared->game, n->state, n->team) * AB_SCALE;
    n->is_judged = true;
    return n->judged;
}

/* Won or lost, or no bound at all. */
static bool is_win(int32_t value) {
    const int32_t win = JG_WIN / 2 * AB_SCALE;
    return value >= win || value <= -win;
}

/* What the table knows; true if that is enough. */
static bool known(const struct ab_worker *w, const struct jg_tt_entry *e, int depth, int32_t alpha, int32_t beta) {
    const struct ab_shared *s = w->shared;
    if (s->same_depth && s->may & JG_AB_REPETITION)
        return false; /* what was found on another path may not hold on this */
    bool deep = s->same_depth ? e->depth == depth || (e->proven && e->depth < depth) : e->depth >= depth || e->proven;
    return deep && (e->bound == JG_BOUND_EXACT || (e->bound == JG_BOUND_LOWER && e->value >= beta) ||
                    (e->bound == JG_BOUND_UPPER && e->value <= alpha));
}

/* The least number of points that is not below a value. */
static int32_t points_from(int32_t value) { return (value > 0 ? value + AB_SCALE - 1 : value) / AB_SCALE * AB_SCALE; }

/* Whether the side to move could even pass and still be too good: the null move
 * (C. Donninger, 1993), that saves more where more is to go (E. Heinz, 1999). `best`
 * is then what that shows: points without plies, since no end is known. */
static bool too_good(struct ab_worker *w, struct node *n) {
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    int since = w->since;
    if (!(s->may & JG_AB_NULL) || n->depth < NULL_LEAST || is_win(n->beta) || judged(w, n) < n->beta) return false;
    if (!w->moves[n->ply]) return false; /* a pass answered by a pass proves nothing */
    memcpy(child, n->state, g->state_size);
    if (!g->kind->pass(g, child)) return false;
    int saves = NULL_SAVES + n->depth / NULL_MORE;
    w->moves[n->ply + 1] = 0;
    w->since = n->ply + 1;
    if (s->may & JG_AB_REPETITION) w->path[n->ply + 1] = jg_key(g, child);
    int32_t value = -value_of(w, child, n->team ^ 1, n->depth - 1 - saves, n->ply + 1, -n->beta, -n->beta + 1, NULL);
    w->since = since;
    w->judged++;
    int32_t shown = points_from(n->beta);
    if (w->stopped || value < shown) return false;
    n->best = shown;
    return true;
}

/* Whether the position is so good already that a few plies will not change it, if
 * each loses no more than a unit. */
static bool far_above(const struct ab_worker *w, struct node *n) {
    const struct ab_shared *s = w->shared;
    if (!(s->may & JG_AB_STATIC) || n->depth > STATIC_MOST || is_win(n->beta)) return false;
    return judged(w, n) - n->depth * s->eval->by->unit * AB_SCALE >= n->beta;
}

/* Near the end of the search, where quiet moves cannot lift the judgement over
 * alpha any more, if a ply gains no more than a unit; `best` is then what they
 * could reach. */
static bool hopeless(struct ab_worker *w, struct node *n) {
    const struct ab_shared *s = w->shared;
    int deepest = s->may & JG_AB_REDUCE ? FUTILE_MOST : 1;
    if (!(s->may & JG_AB_FUTILITY) || n->depth > deepest || is_win(n->alpha)) return false;
    if (n->depth > 1 && !n->narrow) return false;
    int32_t most = judged(w, n) + n->depth * s->eval->by->unit * AB_SCALE;
    if (most > n->alpha) return false;
    w->judged++;
    n->best = most;
    return true;
}

/* How many plies less a late move is looked at: 1/2 + ln(depth) ln(i) 2/3. */
static int less_for(const struct ab_worker *w, const struct node *n, int i, int32_t rank) {
    static const uint8_t LOG[64] /* tenths */ = {0,  0,  7,  11, 14, 16, 18, 19, 21, 22, 23, 24, 25, 26, 26, 27,
                                                 28, 28, 29, 29, 30, 30, 31, 31, 32, 32, 33, 33, 33, 34, 34, 34,
                                                 35, 35, 35, 36, 36, 36, 36, 37, 37, 37, 37, 38, 38, 38, 38, 39,
                                                 39, 39, 39, 39, 40, 40, 40, 40, 40, 40, 41, 41, 41, 41, 41, 41};
    if (!(w->shared->may & JG_AB_REDUCE) || i < REDUCE_AFTER || n->depth < REDUCE_LEAST || rank >= AB_RANK_KILLER)
        return 0;
    int less = (50 + LOG[n->depth < 64 ? n->depth : 63] * LOG[i < 64 ? i : 63] * 2 / 3) / 100;
    if (!n->narrow) less--;
    if (less > n->depth - 2) less = n->depth - 2;
    return less > 0 ? less : 0;
}

/* How many moves are tried before quiet ones are left out, near the end of the
 * search: the order is good. Of six such rules for Lines of Action the best. */
static int enough_for(const struct ab_worker *w, const struct node *n) {
    if (!(w->shared->may & JG_AB_LATE) || !n->narrow || n->depth > LATE_MOST) return JG_MOVES_MAX;
    return 3 + n->depth * n->depth;
}

/* The value of the i-th move: in full for the first; the others have to show
 * first, by a window without width, that they are better. */
static int32_t try(struct ab_worker *w, const struct node *n, int i, struct jg_line *rest) {
    uint64_t item = n->moves.items[i];
    jg_move move = n->moves.moves[ab_item_place(item)];
    int depth = n->depth - 1, ply = n->ply + 1;
    int32_t value;
    if (i == 0) return ab_visit(w, n->state, move, n->team, depth, ply, n->alpha, n->beta, rest);
    int less = less_for(w, n, i, ab_item_rank(item));
    if (less) {
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
    n->best_at = ab_item_place(n->moves.items[i]);
    if (n->line && !n->narrow) jg_line_set(n->line, n->moves.moves[n->best_at], &rest);
    if (n->alpha < n->beta) return false;
    if (i + 1 < n->moves.n) ab_remember(w, &n->moves, i, n->team, n->depth, n->ply);
    return true;
}

/* Goes through the moves, the best first. What another thread is busy with waits
 * until the others are done: by then the table may know it (after T. Kerrigan's
 * simplified ABDADA, 2016). */
static void go_through(struct ab_worker *w, struct node *n) {
    struct ab_shared *s = w->shared;
    bool shared = s->busy && n->depth >= SHARE_LEAST;
    uint8_t waiting[JG_MOVES_MAX];
    int waits = 0;
    int enough = enough_for(w, n);
    if (n->first >= 0)
        n->moves.items[0] = ab_item(AB_RANK_FIRST, n->first);
    else
        ab_rank(w, n->state, &n->moves, n->team, n->ply, -1, n->futile);
    for (int i = 0; i < n->moves.n; i++) {
        if (i == 1 && n->first >= 0) {
            ab_rank(w, n->state, &n->moves, n->team, n->ply, n->first, n->futile);
            if (n->moves.n == 1) break;
        }
        if (i || n->first < 0) ab_pick(&n->moves, i);
        if (i >= enough && ab_item_rank(n->moves.items[i]) < AB_RANK_KILLER && !is_win(n->best)) {
            w->judged++;
            break;
        }
        jg_move move = n->moves.moves[ab_item_place(n->moves.items[i])];
        uint64_t work = shared && i ? jg_hash_mix(n->key + (uint64_t)n->depth, move) : 0;
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
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    bool repeats = s->may & JG_AB_REPETITION, table = s->may & JG_AB_TABLE;
    struct node n = {.state = state,
                     .team = team,
                     .depth = depth,
                     .ply = ply,
                     .key = (repeats ? w->path[ply] : jg_key(g, state)) ^ s->salt,
                     .narrow = alpha == beta - 1,
                     .alpha = alpha,
                     .beta = beta,
                     .best = -JG_INFINITE,
                     .best_at = -1,
                     .line = line};
    uint64_t before = w->judged;
    struct jg_tt_entry entry = {.move = -1};
    if (table && jg_tt_find(s->tt, n.key, &entry)) {
        entry.value = from_table(entry.value, ply);
        if (n.narrow && known(w, &entry, depth, alpha, beta)) {
            w->judged += !entry.proven;
            return entry.value;
        }
    }
    if (n.narrow && far_above(w, &n)) {
        w->judged++;
        return n.judged;
    }
    if (repeats) ab_enter(w, w->path[ply]);
    if (n.narrow && too_good(w, &n)) {
        if (repeats) ab_leave(w, w->path[ply]);
        return n.best;
    }

    jg_move moves[g->max_moves];
    int32_t ranks[g->max_moves];
    uint64_t items[g->max_moves + 1];
    n.futile = hopeless(w, &n);
    bool few = n.futile && s->may & JG_AB_REDUCE; /* then what is not quiet is all that is listed */
    int count = few ? g->kind->noisy(g, state, moves) : jg_moves(g, state, moves);
    n.moves = (struct ab_list){.n = count, .moves = moves, .ranks = ranks, .items = items};
    if (count == 1 && !few) { /* no choice, nothing to leave out */
        n.futile = false;
        n.best = -JG_INFINITE;
    }
    n.first = few || entry.move >= count ? -1 : entry.move;
    go_through(w, &n);
    if (few) n.best_at = -1;
    if (repeats) ab_leave(w, w->path[ply]);
    if (w->stopped) return 0;
    enum jg_bound bound = n.best >= beta ? JG_BOUND_LOWER : n.best > alpha ? JG_BOUND_EXACT : JG_BOUND_UPPER;
    entry = (struct jg_tt_entry){.value = to_table(n.best, ply),
                                 .move = n.best_at >= 0 ? n.best_at : entry.move,
                                 .depth = depth,
                                 .bound = bound,
                                 .proven = before == w->judged};
    if (table) jg_tt_store(s->tt, n.key, &entry);
    return n.best;
}
