/* The agent loa.paper: the program of a report on Lines of Action. Negamax with alpha-beta pruning, fixed depth,
 * children sorted by their evaluation. The evaluation of the side that did not move is reused, except when it lost a
 * piece; the report reuses it even then, which would be wrong.
 *
 * Additions to the report: faster wins and slower losses are preferred, and a move that ends the game by
 * repetition is worth a draw. */
#include "core/stop.h"
#include "games/loa/loa.h"

#include "core/clock.h"
#include "search/options.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 64,
    MOVES = JG_LOA_PIECES * JG_LOA_DIRECTIONS + 1,
    CLOCK_EVERY = 64 /* expanded positions between clock checks, about 100 microseconds */
};

static const double WON = 1e12; /* exceeds any sum of terms; plies to the win are subtracted */

struct options {
    struct jg_limits limits;
    int weights;
    double own[JG_LOA_TERMS]; /* override the set; -1: no override */
    char drop[96];
    bool lazy;
    char eval[JG_EVAL_MAX];
};

struct data {
    struct jg_eval eval;
    bool dropped[JG_LOA_TERMS];
};

/* ---- Positions ------------------------------------------------------------------------ */

struct tree {
    const struct jg_game *game;
    const struct jg_loa_tables *tables;
    double factors[JG_LOA_TERMS];
    uint64_t seed;
    const atomic_bool *stop;
    uint64_t node_limit;
    double deadline;
    uint64_t nodes, leaves, cuts;
    unsigned listed;
    bool stopped, lazy;
    jg_move killers[DEPTH_MAX + 1]; /* move of the last cutoff, by ply */
};

struct node {
    struct jg_loa_state state;
    struct jg_loa_side sides[2];
    double values[2]; /* of the sides */
};

struct child {
    jg_move move;
    bool over;
    double value; /* for the player who makes the move */
};

struct pv {
    int count;
    jg_move moves[DEPTH_MAX];
};

static void set_pv(struct pv *pv, jg_move move, const struct pv *rest) {
    pv->moves[0] = move;
    memcpy(pv->moves + 1, rest->moves, (size_t)rest->count * sizeof *rest->moves);
    pv->count = rest->count + 1;
}

static void begin(const struct tree *t, struct node *n, const struct jg_loa_state *state) {
    n->state = *state;
    for (int seat = 0; seat < 2; seat++) {
        jg_loa_side_set(&t->tables->paper, &n->sides[seat], state->pieces[seat]);
        n->values[seat] = jg_loa_side_value(&t->tables->paper, &n->sides[seat], t->factors);
    }
}

/* Makes a move. Recomputes the side that moved, and the other side if it lost a piece. */
static void descend(const struct tree *t, const struct node *n, jg_move move, struct node *child) {
    const struct jg_loa_paper *paper = &t->tables->paper;
    unsigned from = jg_loa_from(move), to = jg_loa_to(move), seat = n->state.next;
    *child = *n;
    jg_apply(t->game, &child->state, move);
    if (move == JG_LOA_PASS) return;
    jg_loa_side_take(paper, &child->sides[seat], from);
    jg_loa_side_put(paper, &child->sides[seat], to);
    child->values[seat] = jg_loa_side_value(paper, &child->sides[seat], t->factors);
    if (!(n->sides[seat ^ 1].pieces >> to & 1)) return;
    jg_loa_side_take(paper, &child->sides[seat ^ 1], to);
    child->values[seat ^ 1] = jg_loa_side_value(paper, &child->sides[seat ^ 1], t->factors);
}

/* The key of the position after a move, without making it. */
static uint64_t key_after(const struct tree *t, const struct node *n, jg_move move) {
    unsigned from = jg_loa_from(move), to = jg_loa_to(move), seat = n->state.next;
    uint64_t key = n->state.key ^ t->tables->turn;
    if (move == JG_LOA_PASS) return key;
    if (n->sides[seat ^ 1].pieces >> to & 1) key ^= t->tables->square[to].key[seat ^ 1];
    return key ^ t->tables->square[from].key[seat] ^ t->tables->square[to].key[seat];
}

static double add_random_term(const struct tree *t, const struct node *n, jg_move move, double value) {
    double factor = t->factors[JG_LOA_RANDOM];
    if (factor == 0) return value;
    double chance = factor * jg_loa_random_term(t->seed, key_after(t, n, move));
    return n->state.next ? value - chance : value + chance;
}

/* The value of a finished game for the player who moved, by which sides are connected. */
static double decided(const struct tree *t, bool mine, bool theirs, int ply) {
    if (mine && theirs) return jg_loa_options(t->game)->both == JG_LOA_DRAW ? 0 : WON - ply;
    return mine ? WON - ply : ply - WON;
}

/* Whether the opponent has no move and loses by that. */
static bool stuck_after(const struct tree *t, const struct node *n, jg_move move) {
    struct jg_loa_state after = n->state;
    if (jg_loa_options(t->game)->nomove != JG_LOA_LOSES) return false;
    jg_apply(t->game, &after, move);
    return after.end != JG_LOA_OPEN;
}

/* Evaluates a move by the position after it, which is `ply` plies from the root. */
static void evaluate(struct tree *t, const struct node *n, jg_move move, int ply, struct child *out) {
    const struct jg_loa_paper *paper = &t->tables->paper;
    unsigned from = jg_loa_from(move), to = jg_loa_to(move), seat = n->state.next;
    struct jg_loa_side own = n->sides[seat];
    double other = n->values[seat ^ 1];
    bool theirs = false;
    *out = (struct child){.move = move};
    if (move == JG_LOA_PASS) {
        out->value = add_random_term(t, n, move, n->values[seat] - other);
        return;
    }
    jg_loa_side_take(paper, &own, from);
    jg_loa_side_put(paper, &own, to);
    if (n->sides[seat ^ 1].pieces >> to & 1) {
        struct jg_loa_side left = n->sides[seat ^ 1];
        jg_loa_side_take(paper, &left, to);
        other = jg_loa_side_value(paper, &left, t->factors);
        theirs = jg_loa_connected(left.pieces);
    }
    bool mine = jg_loa_connected(own.pieces);
    out->over = true;
    if (mine || theirs)
        out->value = decided(t, mine, theirs, ply);
    else if (stuck_after(t, n, move))
        out->value = WON - ply;
    else
        *out = (struct child){move, false,
                              add_random_term(t, n, move, jg_loa_side_value(paper, &own, t->factors) - other)};
}

/* ---- The search ----------------------------------------------------------------------- */

/* Counts the children of a position; true if the search must end now. */
static bool enter(struct tree *t, int children) {
    uint64_t nodes = t->nodes + (uint64_t)children;
    if (t->node_limit && nodes > t->node_limit) t->stopped = true;
    if (jg_stopped(t->stop)) t->stopped = true;
    if (t->deadline > 0 && ++t->listed % CLOCK_EVERY == 0 && jg_clock() >= t->deadline) t->stopped = true;
    if (!t->stopped) t->nodes = nodes;
    return t->stopped;
}

static int list(const struct tree *t, const struct node *n, jg_move *moves) {
    int count = jg_loa_generate(t->game, &n->state, n->state.next, moves);
    if (count) return count;
    moves[0] = JG_LOA_PASS;
    return 1;
}

/* Selection sort: moves the best of the remaining children to index i; the order is stable. */
static void pick(struct child *children, int i, int count) {
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (children[k].value > children[best].value) best = k;
    struct child found = children[best];
    memmove(children + i + 1, children + i, (size_t)(best - i) * sizeof *children);
    children[i] = found;
}

static void to_front(jg_move *moves, int count, jg_move move) {
    for (int i = 0; i < count; i++) {
        if (moves[i] != move) continue;
        moves[i] = moves[0];
        moves[0] = move;
        return;
    }
}

/* Not in the report. At depth 1 the children are leaves, so their order does not change the value. Trying the killer
 * move first reaches a cutoff soonest. */
static double last_ply(struct tree *t, const struct node *n, jg_move *moves, int count, int ply, double beta,
                       struct pv *pv) {
    double best = -2 * WON;
    to_front(moves, count, t->killers[ply]);
    for (int i = 0; i < count; i++) {
        struct child c;
        evaluate(t, n, moves[i], ply + 1, &c);
        t->leaves++;
        if (c.value <= best) continue;
        best = c.value;
        pv->moves[0] = moves[i];
        pv->count = 1;
        if (best < beta) continue;
        t->killers[ply] = moves[i];
        t->cuts += i + 1 < count;
        t->nodes -= (uint64_t)(count - i - 1);
        break;
    }
    return best;
}

/* The value of a position that is not over for the player to move: exact between alpha and beta, else a bound. */
static double negamax(struct tree *t, const struct node *n, int depth, int ply, double alpha, double beta,
                      struct pv *pv) {
    jg_move moves[MOVES];
    struct child children[MOVES];
    double best = -2 * WON;
    int count = list(t, n, moves);
    pv->count = 0;
    if (enter(t, count)) return 0;
    if (depth == 1 && t->lazy) return last_ply(t, n, moves, count, ply, beta, pv);
    for (int i = 0; i < count; i++) evaluate(t, n, moves[i], ply + 1, &children[i]);
    for (int i = 0; i < count; i++) {
        struct pv rest = {0};
        pick(children, i, count);
        double value = children[i].value;
        if (children[i].over || depth == 1) {
            t->leaves++;
        } else {
            struct node child;
            descend(t, n, children[i].move, &child);
            value = -negamax(t, &child, depth - 1, ply + 1, -beta, -alpha, &rest);
            if (t->stopped) return 0;
        }
        if (value <= best) continue;
        best = value;
        set_pv(pv, children[i].move, &rest);
        if (best > alpha) alpha = best;
        if (alpha < beta) continue;
        t->cuts += i + 1 < count;
        break;
    }
    return best;
}

/* ---- The root ------------------------------------------------------------------------- */

static bool ends_by_repetition(const struct tree *t, const struct jg_query *query, uint64_t key) {
    int times = 1;
    if (!query->keys || !t->game->repeat) return false;
    for (size_t i = 0; i < query->key_count; i++) times += query->keys[i] == key;
    return times >= t->game->repeat;
}

static int32_t points(double value) {
    return value > WON / 2 ? JG_WIN : value < -WON / 2 ? -JG_WIN : jg_eval_points(value);
}

/* Reports the best move so far. Until all moves are searched only a win is proven. */
static void report_best(double value, const struct pv *pv, struct jg_report *report) {
    bool decisive = value > WON / 2 || value < -WON / 2;
    report->by = &jg_loa_evaluators[0];
    while (report->by->value != jg_loa_paper_value) report->by++;
    report->move = pv->moves[0];
    report->value = points(value);
    report->proven = value > WON / 2;
    report->plies = decisive ? (int)(value > 0 ? WON - value : WON + value) : 0;
    report->pv_count = pv->count;
    memcpy(report->pv, pv->moves, (size_t)pv->count * sizeof *pv->moves);
}

/* The search was stopped and every move searched so far loses: reports the next move, whose value is unknown. */
static void report_next(jg_move move, struct jg_report *report) {
    report->by = NULL;
    report->move = report->pv[0] = move;
    report->pv_count = 1;
    report->value = 0;
    report->plies = 0;
}

static void search(struct tree *t, const struct jg_query *query, int depth, struct jg_report *report) {
    jg_move moves[MOVES];
    struct child children[MOVES];
    struct node root;
    struct pv pv, rest;
    double best = -2 * WON;
    begin(t, &root, query->view);
    int count = list(t, &root, moves), done = 0;
    report->move = moves[0];
    t->nodes = 1;
    if (enter(t, count)) count = 0;
    for (int i = 0; i < count; i++) {
        evaluate(t, &root, moves[i], 1, &children[i]);
        if (!children[i].over && ends_by_repetition(t, query, key_after(t, &root, moves[i])))
            children[i] = (struct child){moves[i], true, 0};
    }
    for (int i = 0; i < count; i++) {
        pick(children, i, count);
        if (i == 0) report->move = children[0].move;
        double value = children[i].value;
        rest.count = 0;
        if (!children[i].over && depth > 1) {
            struct node child;
            descend(t, &root, children[i].move, &child);
            value = -negamax(t, &child, depth - 1, 1, -2 * WON, query->all ? 2 * WON : -best, &rest);
            if (t->stopped) break;
        } else {
            t->leaves++;
        }
        report->moves[done].move = children[i].move;
        report->moves[done++].value = points(value);
        if (value <= best) continue;
        best = value;
        set_pv(&pv, children[i].move, &rest);
        report_best(best, &pv, report);
        if (query->progress) query->progress(query->arg, report);
    }
    bool lost = done && best < -WON / 2;
    if (lost && done < count) report_next(children[done].move, report);
    if (!count || done < count) return;
    if (lost) report->proven = true;
    if (query->all) report->move_count = done;
    report->depth = depth;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    const struct data *d = a->data;
    struct tree t = {.game = a->game,
                     .tables = a->game->tables,
                     .seed = query->seed,
                     .stop = query->stop,
                     .node_limit = o->limits.nodes,
                     .lazy = o->lazy,
                     .deadline = o->limits.ms ? jg_clock() + o->limits.ms / 1000.0 : 0};
    (void)err;
    jg_loa_factors(d->eval.weights, t.factors);
    for (int i = 0; i < JG_LOA_TERMS; i++)
        if (d->dropped[i]) t.factors[i] = 0;
    search(&t, query, o->limits.depth, report);
    report->nodes = t.nodes;
    report->leaves = t.leaves;
    report->cuts = t.cuts;
    return JG_OK;
}

/* ---- Opening -------------------------------------------------------------------------- */

static enum jg_status read_dropped(struct data *d, const char *names, struct jg_error *err) {
    for (size_t length; *names; names += length + (names[length] == '+')) {
        int i = 0;
        length = strcspn(names, "+");
        while (i < JG_LOA_TERMS &&
               (strlen(jg_loa_terms[i].name) != length || memcmp(jg_loa_terms[i].name, names, length)))
            i++;
        if (i == JG_LOA_TERMS)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                           "unknown term '%.*s'; drop takes random, distance, concentration, centralisation, mass, "
                           "quads, connectivity, uniformity",
                           (int)length, names);
        d->dropped[i] = true;
    }
    return JG_OK;
}

static enum jg_status read_weights(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    enum jg_status status = jg_eval_open(&d->eval, a->game, o->eval[0] ? o->eval : "paper", err);
    if (status) return status;
    if (d->eval.by->value != jg_loa_paper_value)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "loa.paper needs the evaluator paper, not %s", d->eval.by->name);
    for (int i = 0; i < JG_LOA_TERMS; i++) {
        if (o->eval[0] != '@') d->eval.weights[i] = jg_loa_weights[o->weights][i];
        if (o->own[i] >= 0) d->eval.weights[i] = o->own[i];
        a->bad_option = jg_loa_terms[i].name;
        if (o->own[i] < 0 && o->own[i] != -1)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a weight must be 0 to 1, or -1 for that of the set");
    }
    a->bad_option = "drop";
    return read_dropped(d, o->drop, err);
}

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (d) jg_eval_close(&d->eval);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = read_weights(a, err);
    if (status) close_agent(a);
    return status;
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

#define WEIGHT(term, key)                                                                                              \
    {                                                                                                                  \
        .name = key, .type = JG_OPT_REAL, JG_FIELD(struct options, own[term]), .min = -1, .max = 1, .standard = "-1",  \
        .value = "W", .help = "weight of this term (-1: from the set)"                                                 \
    }

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return o->limits.ms;
}

static const struct jg_option OPTIONS[] = {
    {.name = "depth",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, limits.depth),
     .min = 1,
     .max = DEPTH_MAX,
     .standard = "4",
     .value = "N",
     .help = "search depth in plies"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, limits.nodes),
     .standard = "0",
     .value = "N",
     .help = "maximum number of nodes (0: no limit)"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, limits.ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "maximum time in milliseconds (0: no limit)"},
    {.name = "weights",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, weights),
     .choices = "first|second|final",
     .standard = "final",
     .labels = (const char *const[]){"the first set", "the second set", "the final set", NULL},
     .help = "weights from the report"},
    WEIGHT(JG_LOA_RANDOM, "random"),
    WEIGHT(JG_LOA_DISTANCE, "distance"),
    WEIGHT(JG_LOA_CONCENTRATION, "concentration"),
    WEIGHT(JG_LOA_CENTRALISATION, "centralisation"),
    WEIGHT(JG_LOA_MASS, "mass"),
    WEIGHT(JG_LOA_QUADS, "quads"),
    WEIGHT(JG_LOA_CONNECTIVITY, "connectivity"),
    WEIGHT(JG_LOA_UNIFORMITY, "uniformity"),
    {.name = "drop",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, drop),
     .standard = "",
     .value = "NAMES",
     .help = "terms to ignore, joined by '+'"},
    {.name = "lazy",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, lazy),
     .standard = "0",
     .help = "1: evaluate the last ply only until a cutoff; same result, faster"},
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .reads = JG_READS_AT,
     .standard = "",
     .value = "@FILE",
     .help = "weights file that replaces the set, as written by 'jogada tune'"},
    {0},
};

const struct jg_agent_kind jg_loa_paper_agent = {
    .name = "loa.paper",
    .summary = "program of a report: alpha-beta with sorted moves, seven terms weighted by a genetic algorithm",
    .game = "loa",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .eval = eval_of,
};
