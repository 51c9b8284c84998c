/* Agent `domino.thesis` (E. S. da Silva, 2015): the expectiminimax of paper_tree.c with a depth by
 * strategy and phase of the round. Among moves with equal values it takes the one with most immediate
 * points, then the first. */
#include "games/domino/paper.h"

#include <math.h>
#include <stdlib.h>

enum { STRATEGIES = 8, PHASES = 3, PHASE_TILES = 8, DEPTH_MAX = 20 };

/* Depth in levels at the start, in the middle and at the end of a round: table 9 of the thesis. */
static const int DEPTHS[STRATEGIES][PHASES] = {{5, 8, 2}, {8, 5, 2}, {9, 9, 2}, {10, 10, 2},
                                               {5, 8, 9}, {8, 5, 9}, {9, 9, 9}, {10, 10, 9}};

static const double SAME = 1e-6; /* values this close count as equal */

struct options {
    int strategy, model, points, reading, depth[PHASES];
    bool prune;
};

static int depth_of(const struct options *o, const struct jg_domino *s) {
    int phase = s->count / PHASE_TILES;
    if (phase >= PHASES) phase = PHASES - 1;
    return o->depth[phase] ? o->depth[phase] : DEPTHS[o->strategy - 1][phase];
}

/* The moves without announcements, ordered by immediate points. */
static int list(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move *out) {
    jg_move moves[JG_MOVES_MAX];
    int points[JG_MOVES_MAX], count = 0, n = jg_domino_moves(r, s, moves);
    for (int i = 0; i < n; i++) {
        struct jg_domino_table t;
        int scores = 0, at = count;
        if (jg_domino_is_tile(moves[i])) {
            if (jg_domino_move_announces(moves[i])) continue;
            jg_domino_table_after(r, s, moves[i], &t);
            scores = jg_domino_sum_points(jg_domino_sum(r, &t));
        }
        for (; at > 0 && points[at - 1] < scores; at--) {
            out[at] = out[at - 1];
            points[at] = points[at - 1];
        }
        out[at] = moves[i];
        points[at] = scores;
        count++;
    }
    return count;
}

static const struct jg_evaluator *by_points(const struct jg_game *g) {
    struct jg_eval e;
    return jg_eval_open(&e, g, "points", NULL) ? NULL : e.by;
}

/* The tree ignores announcements: a certain galo has the same value with and without one. */
static void search(struct jg_domino_tree *t, const struct jg_query *query, int depth, struct jg_report *report) {
    const struct jg_domino *view = query->view;
    jg_move moves[JG_MOVES_MAX];
    int done = 0;
    double best = -INFINITY;
    moves[0] = JG_DOMINO_PASS;
    int n = list(t->rules, view, moves);
    report->move = jg_domino_announce(t->rules, view, moves[0]);
    if (n == 1 && !query->all) return;
    for (; done < n; done++) {
        jg_move move = jg_domino_announce(t->rules, view, moves[done]);
        double value = jg_domino_tree_value(t, view, moves[done], depth, query->all ? -INFINITY : best);
        if (t->stopped) break;
        report->moves[done].move = move;
        report->moves[done].value = jg_eval_points(value);
        if (value <= best + SAME) continue;
        best = value;
        report->move = report->pv[0] = move;
        report->pv_count = 1;
        report->value = jg_eval_points(value);
        report->nodes = t->nodes;
        if (query->progress) query->progress(query->arg, report);
    }
    if (done < n) return;
    report->depth = depth;
    if (query->all) report->move_count = n;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_domino_tree *t = a->data;
    (void)err;
    jg_domino_tree_begin(t, query->view);
    t->stop = query->stop;
    report->by = by_points(a->game);
    search(t, query, depth_of(o, query->view), report);
    if (!report->pv_count) report->by = NULL;
    report->nodes = t->nodes;
    report->leaves = t->leaves;
    report->cuts = t->cuts;
    return JG_OK;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_domino_tree *t = calloc(1, sizeof *t);
    if (!t) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    t->rules = jg_domino_rules(a->game);
    t->model = (enum jg_domino_chance_model)o->model;
    t->match = o->points;
    t->reading = (enum jg_domino_reading)o->reading;
    t->prune = o->prune;
    enum jg_status status = jg_domino_tree_init(t, err);
    if (status)
        free(t);
    else
        a->data = t;
    return status;
}

static void close_agent(struct jg_agent *a) {
    jg_domino_tree_free(a->data);
    free(a->data);
    a->data = NULL;
}

#define DEPTH(i, key, text)                                                                                            \
    {                                                                                                                  \
        .name = key, .type = JG_OPT_INT, JG_FIELD(struct options, depth[i]), .max = DEPTH_MAX, .standard = "0",        \
        .value = "N", .help = text                                                                                     \
    }

static const struct jg_option OPTIONS[] = {
    {.name = "strategy",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, strategy),
     .min = 1,
     .max = STRATEGIES,
     .standard = "8",
     .value = "N",
     .help = "depths at start/middle/end of the round: 5/8/2, 8/5/2, 9/9/2, 10/10/2, 5/8/9, 8/5/9, 9/9/9, 10/10/9"},
    {.name = "model",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, model),
     .choices = "thesis|exact",
     .standard = "thesis",
     .labels =
         (const char *const[]){"the thesis's equations", "exact, over the deals consistent with the passes", NULL},
     .help = "probability model of hidden hands"},
    {.name = "points",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, points),
     .choices = "won|match",
     .standard = "won",
     .labels = (const char *const[]){"won since the root", "of the match", NULL},
     .help = "points at the leaves (no difference with model=exact)"},
    {.name = "reading",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, reading),
     .choices = "usual|ends|normal|level|free|plain",
     .standard = "usual",
     .labels = (const char *const[]){"as documented", "an event for each end", "probabilities that add up to 1",
                                     "a pass takes one level", "no chance node at its own turns",
                                     "only the ends score in the tree", NULL},
     .help = "reading of what the thesis leaves open; ends and normal concern model=thesis"},
    DEPTH(0, "start", "search depth for the first eight tiles, two levels per move (0: set by the strategy)"),
    DEPTH(1, "middle", "search depth for the ninth to the sixteenth tile"),
    DEPTH(2, "end", "search depth after the sixteenth tile"),
    {.name = "prune",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, prune),
     .standard = "1",
     .help = "pruning; 0 searches the whole tree with the same result"},
    {0},
};

const struct jg_agent_kind jg_domino_thesis_agent = {
    .name = "domino.thesis",
    .summary = "expectiminimax of a thesis: probabilities of hidden hands, depth by phase of the round",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
};
