/* MTD(f): a sequence of null-window searches with a transposition table converges to the value
 * (A. Plaat et al., "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).
 * The table makes the repeated searches cheap. It stores the points still to be won, so that
 * positions with different points so far share an entry. With a utility function the points are part
 * of the key. */
#include "games/domino/dd_solver.h"

#include "core/stop.h"
#include "games/domino/dd_node.h"
#include "games/domino/dd_tt.h"

#include <limits.h>
#include <stdlib.h>

enum {
    INFINITE = JG_DOMINO_DD_UTILITY_MAX + 1000000,
    STOP_EVERY = 256, /* nodes */
    SMALL_STEPS = 16  /* tests before larger steps, which cost 5 % on average and save where values lie close */
};

struct jg_domino_dd {
    struct dd_rules rules;
    struct dd_tt table;
    struct jg_domino_dd_query query;
    uint64_t nodes;
    bool stopped;
};

struct jg_domino_dd *jg_domino_dd_new(const struct jg_game *g, size_t table_bytes, struct jg_error *err) {
    struct jg_domino_dd *d = calloc(1, sizeof *d);
    if (!d) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    dd_rules_init(&d->rules, jg_domino_rules(g));
    if (dd_tt_init(&d->table, table_bytes, err)) {
        free(d);
        return NULL;
    }
    return d;
}

void jg_domino_dd_free(struct jg_domino_dd *d) {
    if (!d) return;
    dd_tt_free(&d->table);
    free(d);
}

/* ---- The tree ----------------------------------------------------------------------------- */

static bool limit_reached(struct jg_domino_dd *d) {
    bool flag =
        d->nodes % STOP_EVERY == 0 && jg_stopped(d->query.stop);
    if (flag || (d->query.nodes && d->nodes >= d->query.nodes))
        d->stopped = true;
    else
        d->nodes++;
    return d->stopped;
}

/* The utility of points for a team. */
static int32_t utility(const struct jg_domino_dd *d, const int32_t points[2], int team) {
    int32_t value = d->query.utility(d->query.arg, points[0], points[1]);
    return team ? -value : value;
}

/* Selection sort step: swaps the best-ordered move from i on into place i. */
static void pick(struct dd_move *moves, int i, int count) {
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (moves[k].order > moves[best].order) best = k;
    struct dd_move m = moves[best];
    moves[best] = moves[i];
    moves[i] = m;
}

static unsigned packed_move(const struct dd_move *m) { return m->tile + 32u * m->arm; }

static void prefer(struct dd_move *moves, int count, unsigned move) {
    for (int i = 0; i < count; i++)
        if (packed_move(&moves[i]) == move) moves[i].order = INT16_MAX;
}

static int32_t test(struct jg_domino_dd *d, const struct dd_node *n, int tiles, int32_t beta);

/* Tests n for the team whose move led to it, whatever team moves next. */
static int32_t test_move(struct jg_domino_dd *d, const struct dd_node *n, int team, int tiles, int32_t beta) {
    int32_t gain = d->query.utility ? 0 : n->gain;
    if (n->over) return d->query.utility ? utility(d, n->points, team) : gain;
    if (jg_team(n->turn) == team) return gain + test(d, n, tiles, beta - gain);
    return gain - test(d, n, tiles, gain - beta + 1);
}

/* Null-window search: is n worth at least beta to the team to move? Returns a lower bound of the
 * value if so, otherwise an upper bound. `tiles` is the number of tiles in all hands. */
static int32_t test(struct jg_domino_dd *d, const struct dd_node *n, int tiles, int32_t beta) {
    struct dd_move moves[DD_MOVES];
    struct dd_node next;
    dd_tt_prefetch(&d->table, n->key);
    int team = jg_team(n->turn), count = dd_node_moves(&d->rules, n, moves);
    int32_t lower = -INFINITE, upper = INFINITE, top = -INFINITE;
    unsigned best = 0;
    if (count == 1) {
        dd_node_play(&d->rules, n, moves, &next);
        return test_move(d, &next, team, tiles - 1, beta);
    }
    const struct dd_entry *e = dd_tt_find(&d->table, n->key);
    if (e) {
        lower = e->lower;
        upper = e->upper;
        if (lower >= beta) return lower;
        if (upper < beta) return upper;
    }
    if (limit_reached(d)) return 0;
    dd_node_order(&d->rules, n, moves, count);
    if (e) prefer(moves, count, e->move);
    for (int i = 0; i < count && top < beta; i++) {
        pick(moves, i, count);
        dd_node_play(&d->rules, n, &moves[i], &next);
        int32_t value = test_move(d, &next, team, tiles - 1, beta);
        if (d->stopped) return 0;
        if (value <= top) continue;
        top = value;
        best = packed_move(&moves[i]);
    }
    if (top >= beta)
        lower = top;
    else
        upper = top;
    dd_tt_store(&d->table, n->key,
                (struct dd_entry){.move = best & 127, .tiles = (unsigned)tiles & 31, .lower = lower, .upper = upper});
    return top;
}

/* ---- The root ----------------------------------------------------------------------------- */

/* The first position with a choice, and the position after each of its moves. The game's own rules
 * lead here, so openings, passes and announcements before it need no special treatment. */
struct root {
    struct jg_domino at;
    jg_move moves[DD_MOVES];
    struct dd_node nodes[DD_MOVES];
    int count; /* number of moves; 0: the round ends without a choice */
    int tiles; /* in all hands after a move */
    int team;  /* the team to move */
    bool pass; /* forced passes lead here from the queried position */
};

/* Plays forced passes up to the next choice. Returns its number of moves; 0: the round is over. */
static int walk_passes(const struct jg_domino_rules *r, struct jg_domino *s, jg_move *moves, bool *passed) {
    for (*passed = false;; *passed = true) {
        int count = s->turn < JG_DOMINO_DEAL ? jg_domino_moves(r, s, moves) : 0;
        if (!count || moves[0] != JG_DOMINO_PASS) return count;
        jg_domino_play(r, s, JG_DOMINO_PASS, NULL);
    }
}

/* Point difference won by a team between two positions. */
static int won(const int32_t from[2], const int32_t to[2], int team) {
    int others = 1 - team;
    return to[team] - from[team] - (to[others] - from[others]);
}

static void begin(struct jg_domino_dd *d, const struct jg_domino *s, const struct jg_domino_dd_query *query,
                  struct root *root) {
    const struct jg_domino_rules *r = d->rules.r;
    d->query = query ? *query : (struct jg_domino_dd_query){0};
    d->rules.keyed = d->query.utility;
    d->nodes = 0;
    d->stopped = jg_stopped(d->query.stop);
    root->at = *s;
    root->count = walk_passes(r, &root->at, root->moves, &root->pass);
    root->team = root->count ? jg_team(root->at.turn) : 0;
    root->tiles = s->left[0] + s->left[1] + s->left[2] + s->left[3] - 1;
    dd_tt_begin(&d->table, root->tiles);
    for (int i = 0; i < root->count; i++) {
        struct jg_domino after = root->at;
        jg_move moves[DD_MOVES];
        bool passed;
        jg_domino_play(r, &after, root->moves[i], NULL);
        walk_passes(r, &after, moves, &passed);
        dd_node_from(&d->rules, &after, &root->nodes[i]);
        root->nodes[i].gain = (int16_t)won(root->at.points, root->nodes[i].points, root->team);
    }
}

/* The move to try first, ordered as in the tree. */
static int first_move(const struct jg_domino_dd *d, const struct root *root) {
    int best = 0, top = INT_MIN, next = jg_domino_next(d->rules.r, root->at.turn);
    for (int i = 0; i < root->count; i++) {
        const struct dd_node *n = &root->nodes[i];
        uint32_t fits = jg_domino_fits[n->table.open];
        int order = n->gain - dd_node_mobility(n->hand[next] & fits, n->hand[next ^ 2] & fits);
        if (order <= top) continue;
        top = order;
        best = i;
    }
    return best;
}

/* Tests the moves from..to - 1 of the root, *best first. Sets *best to a move that reaches beta. */
static int32_t test_root(struct jg_domino_dd *d, const struct root *root, int from, int to, int *best, int32_t beta) {
    int first = *best;
    int32_t top = -INFINITE;
    for (int i = from - 1; i < to && top < beta; i++) {
        int k = i < from ? first : i;
        if (i == first) continue;
        int32_t value = test_move(d, &root->nodes[k], root->team, root->tiles, beta);
        if (d->stopped) return 0;
        if (value > top) top = value;
        if (value >= beta) *best = k;
    }
    return top;
}

/* Bounds of the value during MTD(f). */
struct window {
    int32_t lower, upper;
    int32_t guess; /* beta of the first test */
    int tests;
    bool passed; /* the last test reached beta */
};

/* The next beta: adjacent to the last bound; after SMALL_STEPS tests halfway between two bounds, or
 * twice as far from the guess as the only bound. */
static int32_t next_beta(const struct window *w) {
    bool above = w->lower > -INFINITE, below = w->upper < INFINITE;
    if (!w->tests) return w->guess;
    if (w->tests < SMALL_STEPS) return w->passed ? w->lower + 1 : w->upper;
    if (above && below) return w->lower + (w->upper - w->lower + 1) / 2;
    int64_t far = above ? 2 * (int64_t)w->lower - w->guess + 1 : 2 * (int64_t)w->upper - w->guess;
    return far >= INFINITE ? INFINITE : far <= -INFINITE ? 1 - INFINITE : (int32_t)far;
}

/* The value of the best of the moves from..to - 1 of the root, for its team. *best is the move to try
 * first, and becomes a move with that value. If the search was stopped: a bound, or the guess. */
static int32_t solve(struct jg_domino_dd *d, const struct root *root, int from, int to, int32_t guess, int *best) {
    struct window w = {.lower = -INFINITE, .upper = INFINITE, .guess = guess};
    while (w.lower < w.upper) {
        int32_t beta = next_beta(&w), value = test_root(d, root, from, to, best, beta);
        if (d->stopped) return w.lower > -INFINITE ? w.lower : w.upper < INFINITE ? w.upper : guess;
        w.passed = value >= beta;
        w.tests++;
        if (w.passed)
            w.lower = value;
        else
            w.upper = value;
    }
    return w.lower;
}

static int32_t first_guess(const struct jg_domino_dd *d, const struct root *root) {
    return d->query.utility ? utility(d, root->at.points, root->team) : 0;
}

/* Converts the root's value into the value of s for team 0. */
static int32_t root_to_state(const struct jg_domino_dd *d, const struct jg_domino *s, const struct root *root,
                             int32_t value) {
    return (root->team ? -value : value) + (d->query.utility ? 0 : won(s->points, root->at.points, 0));
}

struct jg_domino_dd_result jg_domino_dd_solve(struct jg_domino_dd *d, const struct jg_domino *s,
                                              const struct jg_domino_dd_query *query) {
    struct root root;
    begin(d, s, query, &root);
    int best = first_move(d, &root);
    int32_t value = first_guess(d, &root);
    if (root.count) value = solve(d, &root, 0, root.count, value, &best);
    return (struct jg_domino_dd_result){.value = root_to_state(d, s, &root, value),
                                        .move = root.pass    ? JG_DOMINO_PASS
                                                : root.count ? root.moves[best]
                                                             : 0,
                                        .nodes = d->nodes,
                                        .exact = !d->stopped || !root.count};
}

int jg_domino_dd_moves(struct jg_domino_dd *d, const struct jg_domino *s, const struct jg_domino_dd_query *query,
                       jg_move *moves, int32_t *values, uint64_t *nodes) {
    struct root root;
    int count = 0;
    begin(d, s, query, &root);
    int best = first_move(d, &root);
    int32_t value = first_guess(d, &root);
    if (root.pass) {
        if (root.count) value = solve(d, &root, 0, root.count, value, &best);
        moves[count] = JG_DOMINO_PASS;
        values[count++] = root_to_state(d, s, &root, value);
    } else {
        for (; count < root.count; count++) {
            best = count;
            value = solve(d, &root, count, count + 1, value, &best);
            moves[count] = root.moves[count];
            values[count] = root_to_state(d, s, &root, value);
        }
    }
    if (nodes) *nodes = d->nodes;
    return d->stopped ? 0 : count;
}
