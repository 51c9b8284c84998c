/* The solver asks one kind of question, "is it worth at least so much?", and closes in on
 * the value by the answers (A. Plaat et al., "Best-first fixed-depth minimax algorithms",
 * Artificial Intelligence 87, 1996); positions come back often enough for its table to make
 * the repetitions cheap. What the table holds is the gain that is still to come, so that
 * points won before do not part positions; with a worth of points they do. */
#include "games/domino/dd.h"

#include "games/domino/dd_node.h"
#include "games/domino/dd_table.h"

#include <limits.h>
#include <stdlib.h>

enum {
    INFINITE = JG_DD_WORTH_MAX + 1000000,
    STOP_EVERY = 256, /* nodes */
    CREEP = 16        /* questions before larger steps: they cost 5 % on average, and save where values lie close */
};

struct jg_dd {
    struct dd_rules rules;
    struct dd_table table;
    struct jg_dd_ask ask;
    uint64_t nodes;
    bool stopped;
};

struct jg_dd *jg_dd_new(const struct jg_game *g, size_t table_bytes, struct jg_error *err) {
    struct jg_dd *d = calloc(1, sizeof *d);
    if (!d) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    dd_rules_init(&d->rules, jg_domino_rules(g));
    if (dd_table_init(&d->table, table_bytes, err)) {
        free(d);
        return NULL;
    }
    return d;
}

void jg_dd_free(struct jg_dd *d) {
    if (!d) return;
    dd_table_free(&d->table);
    free(d);
}

/* ---- The tree ----------------------------------------------------------------------------- */

static bool give_up(struct jg_dd *d) {
    bool flag = d->nodes % STOP_EVERY == 0 && d->ask.stop && atomic_load_explicit(d->ask.stop, memory_order_relaxed);
    if (flag || (d->ask.nodes && d->nodes >= d->ask.nodes))
        d->stopped = true;
    else
        d->nodes++;
    return d->stopped;
}

/* Of points, for a team. */
static int32_t worth(const struct jg_dd *d, const int32_t points[2], int team) {
    int32_t value = d->ask.worth(d->ask.arg, points[0], points[1]);
    return team ? -value : value;
}

/* Brings the most promising move from i on to place i. */
static void pick(struct dd_move *moves, int i, int count) {
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (moves[k].order > moves[best].order) best = k;
    struct dd_move m = moves[best];
    moves[best] = moves[i];
    moves[i] = m;
}

static unsigned short_form(const struct dd_move *m) { return m->tile + 32u * m->arm; }

static void prefer(struct dd_move *moves, int count, unsigned move) {
    for (int i = 0; i < count; i++)
        if (short_form(&moves[i]) == move) moves[i].order = INT16_MAX;
}

static int32_t test(struct jg_dd *d, const struct dd_node *n, int tiles, int32_t beta);

/* The same for a team whose move led to n. */
static int32_t test_move(struct jg_dd *d, const struct dd_node *n, int team, int tiles, int32_t beta) {
    int32_t gain = d->ask.worth ? 0 : n->gain;
    if (n->over) return d->ask.worth ? worth(d, n->points, team) : gain;
    if (jg_team(n->turn) == team) return gain + test(d, n, tiles, beta - gain);
    return gain - test(d, n, tiles, gain - beta + 1);
}

/* Is n, with so many tiles in all hands, worth at least beta to the team to move? The answer
 * is a bound of its value: from below if it is beta or more, from above otherwise. */
static int32_t test(struct jg_dd *d, const struct dd_node *n, int tiles, int32_t beta) {
    struct dd_move moves[DD_MOVES];
    struct dd_node next;
    dd_table_prefetch(&d->table, n->key);
    int team = jg_team(n->turn), count = dd_node_moves(&d->rules, n, moves);
    int32_t lower = -INFINITE, upper = INFINITE, top = -INFINITE;
    unsigned best = 0;
    if (count == 1) {
        dd_node_play(&d->rules, n, moves, &next);
        return test_move(d, &next, team, tiles - 1, beta);
    }
    const struct dd_entry *e = dd_table_find(&d->table, n->key);
    if (e) {
        lower = e->lower;
        upper = e->upper;
        if (lower >= beta) return lower;
        if (upper < beta) return upper;
    }
    if (give_up(d)) return 0;
    dd_node_judge(&d->rules, n, moves, count);
    if (e) prefer(moves, count, e->move);
    for (int i = 0; i < count && top < beta; i++) {
        pick(moves, i, count);
        dd_node_play(&d->rules, n, &moves[i], &next);
        int32_t value = test_move(d, &next, team, tiles - 1, beta);
        if (d->stopped) return 0;
        if (value <= top) continue;
        top = value;
        best = short_form(&moves[i]);
    }
    if (top >= beta)
        lower = top;
    else
        upper = top;
    dd_table_store(
        &d->table, n->key,
        (struct dd_entry){.move = best & 127, .tiles = (unsigned)tiles & 31, .lower = lower, .upper = upper});
    return top;
}

/* ---- The root ----------------------------------------------------------------------------- */

/* The first position with a choice, and what each choice leads to. The rules themselves get
 * here, so an opening, a pass and an announcement before it are nothing special. */
struct root {
    struct jg_domino at;
    jg_move moves[DD_MOVES];
    struct dd_node nodes[DD_MOVES];
    int count; /* 0: the round ends without one */
    int tiles; /* in all hands after a move */
    int team;  /* that chooses */
    bool pass; /* the position asked about is another, where one can but pass */
};

/* Walks to the next choice, whose number of moves is returned; 0: the round is over. */
static int walk_passes(const struct jg_domino_rules *r, struct jg_domino *s, jg_move *moves, bool *passed) {
    for (*passed = false;; *passed = true) {
        int count = s->turn < JG_DOMINO_DEAL ? jg_domino_moves(r, s, moves) : 0;
        if (!count || moves[0] != JG_DOMINO_PASS) return count;
        jg_domino_play(r, s, JG_DOMINO_PASS, NULL);
    }
}

/* What a team has won from one position to another, the other team's points taken off. */
static int won(const int32_t from[2], const int32_t to[2], int team) {
    int others = 1 - team;
    return to[team] - from[team] - (to[others] - from[others]);
}

static void begin(struct jg_dd *d, const struct jg_domino *s, const struct jg_dd_ask *ask, struct root *root) {
    const struct jg_domino_rules *r = d->rules.r;
    d->ask = ask ? *ask : (struct jg_dd_ask){0};
    d->rules.keyed = d->ask.worth;
    d->nodes = 0;
    d->stopped = d->ask.stop && atomic_load(d->ask.stop);
    root->at = *s;
    root->count = walk_passes(r, &root->at, root->moves, &root->pass);
    root->team = root->count ? jg_team(root->at.turn) : 0;
    root->tiles = s->left[0] + s->left[1] + s->left[2] + s->left[3] - 1;
    dd_table_begin(&d->table, root->tiles);
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

/* The move to begin with, judged as in the tree. */
static int first_move(const struct jg_dd *d, const struct root *root) {
    int best = 0, top = INT_MIN, next = jg_domino_next(d->rules.r, root->at.turn);
    for (int i = 0; i < root->count; i++) {
        const struct dd_node *n = &root->nodes[i];
        uint32_t fits = jg_domino_fits[n->table.open];
        int order = n->gain - dd_node_freedom(n->hand[next] & fits, n->hand[next ^ 2] & fits);
        if (order <= top) continue;
        top = order;
        best = i;
    }
    return best;
}

/* Test of the moves from..to - 1 of the root, the best so far first; it becomes the one that
 * passed. */
static int32_t test_root(struct jg_dd *d, const struct root *root, int from, int to, int *best, int32_t beta) {
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

/* What is known of a value. */
struct window {
    int32_t lower, upper;
    int32_t guess; /* the first question */
    int questions;
    bool passed; /* the last test was */
};

/* What to ask next: close to the last bound; if this has not led to the value, as far again
 * as one has come; with bounds on both sides, in the middle. */
static int32_t next_beta(const struct window *w) {
    bool above = w->lower > -INFINITE, below = w->upper < INFINITE;
    if (!w->questions) return w->guess;
    if (w->questions < CREEP) return w->passed ? w->lower + 1 : w->upper;
    if (above && below) return w->lower + (w->upper - w->lower + 1) / 2;
    int64_t far = above ? 2 * (int64_t)w->lower - w->guess + 1 : 2 * (int64_t)w->upper - w->guess;
    return far >= INFINITE ? INFINITE : far <= -INFINITE ? 1 - INFINITE : (int32_t)far;
}

/* The value of the best of the moves from..to - 1 of the root, for its team; *best is the move to
 * begin with, and becomes one that has the value. If the search was
 * stopped, a bound of it, or the guess. */
static int32_t solve(struct jg_dd *d, const struct root *root, int from, int to, int32_t guess, int *best) {
    struct window w = {.lower = -INFINITE, .upper = INFINITE, .guess = guess};
    while (w.lower < w.upper) {
        int32_t beta = next_beta(&w), value = test_root(d, root, from, to, best, beta);
        if (d->stopped) return w.lower > -INFINITE ? w.lower : w.upper < INFINITE ? w.upper : guess;
        w.passed = value >= beta;
        w.questions++;
        if (w.passed)
            w.lower = value;
        else
            w.upper = value;
    }
    return w.lower;
}

static int32_t first_guess(const struct jg_dd *d, const struct root *root) {
    return d->ask.worth ? worth(d, root->at.points, root->team) : 0;
}

/* The value of s for team 0 from that of the root. */
static int32_t answer(const struct jg_dd *d, const struct jg_domino *s, const struct root *root, int32_t value) {
    return (root->team ? -value : value) + (d->ask.worth ? 0 : won(s->points, root->at.points, 0));
}

struct jg_dd_result jg_dd_solve(struct jg_dd *d, const struct jg_domino *s, const struct jg_dd_ask *ask) {
    struct root root;
    begin(d, s, ask, &root);
    int best = first_move(d, &root);
    int32_t value = first_guess(d, &root);
    if (root.count) value = solve(d, &root, 0, root.count, value, &best);
    return (struct jg_dd_result){.value = answer(d, s, &root, value),
                                 .move = root.pass    ? JG_DOMINO_PASS
                                         : root.count ? root.moves[best]
                                                      : 0,
                                 .nodes = d->nodes,
                                 .exact = !d->stopped || !root.count};
}

int jg_dd_moves(struct jg_dd *d, const struct jg_domino *s, const struct jg_dd_ask *ask, jg_move *moves,
                int32_t *values, uint64_t *nodes) {
    struct root root;
    int count = 0;
    begin(d, s, ask, &root);
    int best = first_move(d, &root);
    int32_t value = first_guess(d, &root);
    if (root.pass) {
        if (root.count) value = solve(d, &root, 0, root.count, value, &best);
        moves[count] = JG_DOMINO_PASS;
        values[count++] = answer(d, s, &root, value);
    } else {
        for (; count < root.count; count++) {
            best = count;
            value = solve(d, &root, count, count + 1, value, &best);
            moves[count] = root.moves[count];
            values[count] = answer(d, s, &root, value);
        }
    }
    if (nodes) *nodes = d->nodes;
    return d->stopped ? 0 : count;
}
