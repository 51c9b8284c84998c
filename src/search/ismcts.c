/* Unlike in mcts.c, a node's children depend on the deal, so they form a growing linked list. Each thread has its own
 * tree (root parallelism); the statistics of the root moves are added up at the end. */
#include "search/ismcts.h"

#include "core/math.h"
#include "core/parallel.h"
#include "search/options.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEALS = JG_BELIEF_PIECE, /* dealt at once without belief */
    BASE_WORLDS = 16,        /* sampled to evaluate the root */
    OUTCOMES = 4096,         /* of chance; with more, hardly any occurs twice, and the tree ends there */
};

static const uint64_t DEAL_STREAMS = (uint64_t)1 << 32; /* of each thread */
static const double PROGRESS_EVERY = 0.1;               /* seconds */

struct node {
    double sum; /* of the values for team 0 */
    uint32_t visits;
    uint32_t available; /* visits of the parent in whose deal the move was legal */
    uint32_t first, next;
    jg_move move; /* that leads here, as the observer sees it */
};

struct jg_ismcts_tree {
    struct node *nodes; /* [0] is the root; 0 as a child means none */
    uint32_t room, used;
    struct jg_belief belief;
    size_t left; /* playouts until the next deals */
    uint64_t deals;
    uint64_t playouts, moves; /* made */
};

struct run {
    struct jg_ismcts *m;
    const struct jg_query *query;
    struct jg_report *report;
    struct jg_playout playout;
    int threads, depth;
    double base, shown;
};

/* One thread and the path of its playout. */
struct worker {
    struct run *run;
    struct jg_ismcts_tree *tree;
    size_t number;
    struct jg_rng rng;
    uint32_t path[JG_DEPTH_MAX + 1];
    int length;
};

/* ---- Values -------------------------------------------------------------------------------- */

/* Squashes points for team 0 to -1..1, relative to the root's evaluation, so that moves differ even for a side that is
 * far behind. */
static double squash(const struct run *run, double points) {
    return jg_math_tanh((points - run->base) / (run->m->settings.scale * run->m->eval.by->unit));
}

static double playout_value(const struct run *run, const void *state) {
    const struct jg_ismcts *m = run->m;
    const struct jg_evaluator *by = m->eval.by;
    if (jg_turn(m->game, state) == JG_OVER) {
        int32_t score = jg_score(m->game, state, 0);
        if (m->settings.by == JG_ISMCTS_SCORE) return squash(run, (double)score * by->unit);
        return (score > 0) - (score < 0);
    }
    double points = jg_eval_value(&m->eval, m->game, state, 0);
    return by->chance ? points / JG_CHANCES : squash(run, points);
}

/* Whether playouts may end with an evaluation; otherwise they end won or lost. */
static bool has_evaluated_playouts(const struct jg_ismcts *m) {
    return m->game->kind->traits & JG_HAS_CHANCE && m->settings.to == JG_TO_CHANCE;
}

static const struct jg_evaluator *reports_by(const struct jg_ismcts *m) {
    return has_evaluated_playouts(m) || m->settings.by == JG_ISMCTS_SCORE ? m->eval.by : &jg_playout_wins;
}

/* The inverse: a mean in points for a team. */
static int32_t points_of(const struct run *run, double sum, uint64_t visits, int team) {
    const struct jg_ismcts *m = run->m;
    const double most = JG_WIN / 2 - 1, n = (double)visits;
    double mean = sum / (n + 1); /* one more draw: playouts are never certain */
    double points =
        reports_by(m)->chance ? mean * JG_CHANCES
                              : run->base + jg_math_atanh(mean) * m->settings.scale * m->eval.by->unit;
    points = fmax(-most, fmin(most, points));
    return (int32_t)lround(team ? -points : points);
}

/* ---- The tree ----------------------------------------------------------------------------- */

static uint32_t add_child(struct jg_ismcts_tree *t, uint32_t parent, jg_move move) {
    if (t->used == t->room) return 0;
    uint32_t at = t->used++;
    t->nodes[at] = (struct node){.move = move, .available = 1, .next = t->nodes[parent].first};
    t->nodes[parent].first = at;
    return at;
}

/* Draws a chance move and returns its node. 0: the tree ends here. */
static uint32_t draw_chance(struct worker *w, uint32_t parent, const void *state, jg_move *move) {
    const struct jg_game *g = w->run->m->game;
    if (g->kind->outcomes(g, state) > OUTCOMES) return 0;
    *move = g->kind->draw(g, state, &w->rng);
    jg_move seen = jg_observe_move(g, state, *move, w->run->query->seat);
    for (uint32_t at = w->tree->nodes[parent].first; at; at = w->tree->nodes[at].next)
        if (w->tree->nodes[at].move == seen) return at;
    return add_child(w->tree, parent, seen);
}

/* UCB1 over the children that are legal in this deal. at[i] becomes the child of the i-th move. Counts the
 * availability of each. */
static uint32_t select_ucb1(struct worker *w, uint32_t parent, const jg_move *seen, int n, int team, uint32_t *at) {
    struct node *nodes = w->tree->nodes;
    const struct jg_logs *logs = &w->run->m->logs;
    double most = -HUGE_VAL, exploration = w->run->m->settings.exploration;
    uint32_t best = 0;
    for (int i = 0; i < n; i++) at[i] = 0;
    for (uint32_t c = nodes[parent].first; c; c = nodes[c].next) {
        bool there = false;
        for (int i = 0; i < n; i++)
            if (seen[i] == nodes[c].move) {
                at[i] = c;
                there = true;
            }
        if (!there) continue;
        double share = 1 / (double)nodes[c].visits, mean = nodes[c].sum * share;
        double bound = (team ? -mean : mean) + exploration * sqrt(jg_logs_of(logs, nodes[c].available) * share);
        nodes[c].available++;
        if (bound <= most) continue;
        most = bound;
        best = c;
    }
    return best;
}

/* Selects or expands: returns a new child for a random move without one, or the child that UCB1 selects; 0 if there is
 * no room. *grown: the child is new. */
static uint32_t select_or_expand(struct worker *w, uint32_t parent, const void *state, int seat, jg_move *move,
                                 bool *grown) {
    const struct jg_game *g = w->run->m->game;
    jg_move moves[g->max_moves], seen[g->max_moves];
    uint32_t at[g->max_moves], untried = 0, alike = 0;
    int n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) seen[i] = jg_observe_move(g, state, moves[i], w->run->query->seat);
    uint32_t best = select_ucb1(w, parent, seen, n, jg_team(seat), at);
    for (int i = 0; i < n; i++)
        if (!at[i] && !jg_rng_below(&w->rng, ++untried)) *move = moves[i];
    *grown = untried && w->tree->used < w->tree->room;
    if (*grown) return add_child(w->tree, parent, jg_observe_move(g, state, *move, w->run->query->seat));
    for (int i = 0; best && i < n; i++) /* different hidden moves may look the same to the observer */
        if (at[i] == best && (!alike++ || !jg_rng_below(&w->rng, alike))) *move = moves[i];
    return best;
}

/* Descends to a new node or to the end of the tree, making the moves in `state`. */
static void descend(struct worker *w, void *state) {
    const struct jg_game *g = w->run->m->game;
    bool grown = false;
    w->length = 1;
    w->path[0] = 0;
    while (!grown && w->length <= w->run->depth) {
        int turn = jg_turn(g, state);
        uint32_t parent = w->path[w->length - 1], child;
        jg_move move = 0;
        if (turn == JG_OVER || (turn == JG_CHANCE && w->run->playout.to == JG_TO_CHANCE)) return;
        child = turn == JG_CHANCE ? draw_chance(w, parent, state, &move)
                                  : select_or_expand(w, parent, state, turn, &move, &grown);
        if (!child) return;
        jg_apply(g, state, move);
        w->tree->moves++;
        w->path[w->length++] = child;
    }
}

/* ---- Deals --------------------------------------------------------------------------------- */

static bool deal(const struct run *run, struct jg_ismcts_tree *t, size_t number, size_t n) {
    const struct jg_ismcts *m = run->m;
    bool weigh = m->settings.belief && m->model;
    struct jg_belief_draw how = {.view = run->query->view,
                                 .seat = run->query->seat,
                                 .seed = run->query->seed,
                                 .stream = (number + 1) * DEAL_STREAMS + t->deals,
                                 .n = n,
                                 .model = weigh ? m->model : NULL,
                                 .threads = 1,
                                 .budget = weigh ? jg_budget_half(&run->playout.budget) : run->playout.budget};
    t->deals += (how.n + JG_BELIEF_PIECE - 1) / JG_BELIEF_PIECE;
    return jg_belief_draw(&t->belief, &how);
}

/* Copies the next determinization to `state`; false: stopped. */
static bool next_world(struct worker *w, void *state) {
    const struct jg_ismcts *m = w->run->m;
    struct jg_ismcts_tree *t = w->tree;
    bool weigh = m->settings.belief && m->model;
    if (!m->game->kind->sample) {
        memcpy(state, w->run->query->view, m->game->state_size);
        return true;
    }
    if (!t->left) {
        if (!deal(w->run, t, w->number, weigh ? t->belief.room : DEALS)) return false;
        if (weigh) jg_belief_resample(&t->belief, &w->rng, t->belief.room);
        t->left = t->belief.count;
    }
    t->left--;
    size_t i = weigh ? jg_rng_below64(&w->rng, t->belief.count) : t->left;
    memcpy(state, jg_belief_state(&t->belief, i), m->game->state_size);
    return true;
}

/* The mean evaluation of the root over some deals, if playouts end with evaluations. */
static double evaluate_root(struct run *run) {
    const struct jg_ismcts *m = run->m;
    struct jg_ismcts_tree *t = &m->trees[0];
    double sum = 0;
    if (!has_evaluated_playouts(m) || m->eval.by->chance) return 0;
    if (!m->game->kind->sample) return jg_eval_value(&m->eval, m->game, run->query->view, 0);
    if (!deal(run, t, 0, BASE_WORLDS)) return 0;
    for (size_t i = 0; i < BASE_WORLDS; i++)
        sum += t->belief.weights[i] * jg_eval_value(&m->eval, m->game, jg_belief_state(&t->belief, i), 0);
    return sum;
}

/* ---- Reports ----------------------------------------------------------------------------- */

/* Reports the trees of the first `threads` threads. */
static void fill(const struct run *run, int threads, struct jg_report *report) {
    const struct jg_ismcts *m = run->m;
    int team = jg_team(run->query->seat), best = -1;
    uint64_t most = 0;
    double best_mean = 0;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(m->game, run->query->view, moves);
    bool all = true;
    report->nodes = report->leaves = 0;
    for (int i = 0; i < threads; i++) {
        report->nodes += m->trees[i].moves;
        report->leaves += m->trees[i].playouts;
    }
    for (int i = 0; i < n; i++) {
        jg_move seen = jg_observe_move(m->game, run->query->view, moves[i], run->query->seat);
        double sum = 0;
        uint64_t visits = 0;
        for (int k = 0; k < threads; k++) {
            const struct node *nodes = m->trees[k].nodes;
            for (uint32_t c = nodes[0].first; c; c = nodes[c].next)
                if (nodes[c].move == seen) {
                    sum += nodes[c].sum;
                    visits += nodes[c].visits;
                }
        }
        double mean = visits ? (team ? -sum : sum) / (double)visits : 0;
        all = all && visits;
        report->moves[i].move = moves[i];
        report->moves[i].value = points_of(run, sum, visits, team);
        if (best >= 0 && (visits < most || (visits == most && mean <= best_mean))) continue;
        best = i;
        most = visits;
        best_mean = mean;
    }
    report->move = report->pv[0] = moves[best];
    report->pv_count = report->depth = 1;
    report->by = most ? reports_by(m) : NULL;
    report->value = most ? report->moves[best].value : 0;
    report->move_count = all ? n : 0;
}

/* ---- Playouts -------------------------------------------------------------------------------- */

static bool playout(struct worker *w) {
    union jg_state state;
    if (!next_world(w, &state)) return false;
    descend(w, &state);
    if (!jg_playout(&w->run->playout, &state, &w->rng, &w->tree->moves)) return false;
    double value = playout_value(w->run, &state);
    for (int i = 0; i < w->length; i++) {
        struct node *node = &w->tree->nodes[w->path[i]];
        node->visits++;
        node->sum += value;
    }
    w->tree->playouts++;
    return true;
}

/* A thread's share of a limit. */
static uint64_t part(uint64_t whole, size_t number, int threads) {
    return whole / (uint64_t)threads + (number < whole % (uint64_t)threads);
}

static void show_progress(struct run *run) {
    double now = jg_clock();
    if (now < run->shown + PROGRESS_EVERY) return;
    fill(run, 1, run->report);
    run->query->progress(run->query->arg, run->report);
    run->shown = now;
}

static void work(void *arg, size_t number) {
    struct run *run = arg;
    const struct jg_ismcts_settings *s = &run->m->settings;
    struct worker w = {.run = run, .tree = &run->m->trees[number], .number = number};
    uint64_t playouts = part(s->playouts, number, run->threads), nodes = part(s->limits.nodes, number, run->threads);
    jg_rng_init(&w.rng, run->query->seed, number);
    while (!s->playouts || w.tree->playouts < playouts) {
        if ((s->limits.nodes && w.tree->moves >= nodes) || jg_budget_spent(&run->playout.budget) || !playout(&w)) break;
        if (!number && run->query->progress) show_progress(run); /* in the caller's thread */
    }
}

static void clear(struct jg_ismcts_tree *t) {
    t->nodes[0] = (struct node){0};
    t->used = 1;
    t->left = 0;
    t->deals = t->playouts = t->moves = 0;
}

void jg_ismcts_search(struct jg_ismcts *m, const struct jg_query *query, struct jg_report *report) {
    const struct jg_ismcts_settings *s = &m->settings;
    double now = jg_clock();
    bool time_only = !s->playouts && !s->limits.nodes;
    jg_move moves[JG_MOVES_MAX];
    struct run run = {
        .m = m,
        .query = query,
        .report = report,
        .playout = {.game = m->game,
                    .eval = &m->eval,
                    .play = s->play,
                    .to = s->to,
                    .budget = jg_budget_plan_even(m->game, query, s->limits.ms, time_only ? JG_DEFAULT_MS : 0)},
        .threads = m->threads,
        .depth = s->limits.depth && s->limits.depth < JG_DEPTH_MAX ? s->limits.depth : JG_DEPTH_MAX,
        .shown = now,
    };
    for (int i = 0; i < m->threads; i++) clear(&m->trees[i]);
    if (query->all || jg_moves(m->game, query->view, moves) > 1) {
        run.base = evaluate_root(&run);
        jg_parallel(m->threads, (size_t)m->threads, work, &run);
    }
    fill(&run, run.threads, report);
}

/* ---- Opening ----------------------------------------------------------------------------------- */

static bool init_tree(struct jg_ismcts_tree *t, const struct jg_game *g, size_t bytes, size_t deals) {
    size_t room = (bytes > JG_ISMCTS_LEAST ? bytes : JG_ISMCTS_LEAST) / sizeof *t->nodes;
    t->room = (uint32_t)(room < UINT32_MAX ? room : UINT32_MAX);
    t->nodes = malloc(t->room * sizeof *t->nodes);
    return t->nodes && jg_belief_init(&t->belief, g, deals);
}

bool jg_ismcts_init(struct jg_ismcts *m, const struct jg_game *g, const struct jg_eval *eval,
                    const struct jg_ismcts_settings *settings) {
    bool time_only = !settings->playouts && !settings->limits.nodes;
    *m = (struct jg_ismcts){.game = g, .eval = *eval, .settings = *settings, .model = g->kind->likelihood};
    m->threads = settings->threads || time_only ? jg_threads(settings->threads) : 1;
    jg_logs_init(&m->logs);
    m->trees = calloc((size_t)m->threads, sizeof *m->trees);
    size_t deals = settings->belief && settings->deals > DEALS ? (size_t)settings->deals : DEALS;
    bool ok = m->trees != NULL;
    for (int i = 0; ok && i < m->threads; i++)
        ok = init_tree(&m->trees[i], g, settings->memory / (size_t)m->threads, deals);
    if (!ok) jg_ismcts_free(m);
    return ok;
}

void jg_ismcts_free(struct jg_ismcts *m) {
    for (int i = 0; m->trees && i < m->threads; i++) {
        free(m->trees[i].nodes);
        jg_belief_free(&m->trees[i].belief);
    }
    free(m->trees);
    *m = (struct jg_ismcts){0};
}
