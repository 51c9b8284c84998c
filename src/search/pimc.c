#include "search/pimc.h"

#include "core/parallel.h"
#include "search/options.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>

enum {
    BATCH = JG_BELIEF_PIECE, /* worlds sampled and searched at once */
    USUAL_WORLDS = 20,
    USUAL_DEPTH = 6,
};

static const uint64_t PLAYOUT_STREAMS = (uint64_t)1 << 32, RESAMPLE_STREAMS = (uint64_t)1 << 40;

struct run {
    struct jg_pimc *p;
    const struct jg_query *query;
    int n, team; /* moves; the searching team */
    jg_move moves[JG_MOVES_MAX];
    struct jg_budget budget;
    size_t worlds_max; /* 0: no limit */
    int depth;         /* 0: no limit */
    uint64_t share;    /* node limit of one world; 0: none */

    size_t first; /* number of this batch's first world */
    struct {
        uint64_t nodes;
        int depth;    /* searched */
        bool done;    /* all moves have values, ... */
        bool hurried; /* ... but of a smaller depth, because time ran out */
        bool evaluated;
    } of[BATCH];

    size_t worlds; /* finished so far */
    uint64_t nodes;
    int reached; /* depth of the first world */
    bool evaluated;
    double sum[JG_MOVES_MAX];
};

/* ---- One world ---------------------------------------------------------------------------- */

static double averaged_value(const struct run *run, int32_t value) {
    return run->p->settings.by != JG_BY_WINS ? value : value > 0 ? 1 : value < 0 ? 0 : 0.5;
}

/* Orders moves by the game's rank or their evaluation; not worthwhile at the last ply. */
static void order(void *arg, const struct jg_search *s, const void *state, int depth, jg_move *moves, int n) {
    const struct jg_game *g = s->game;
    int32_t keys[n];
    int team = jg_team(jg_turn(g, state));
    (void)arg;
    if (depth < 2) return;
    if (g->kind->rank) {
        g->kind->rank(g, state, moves, n, keys);
    } else {
        _Alignas(max_align_t) unsigned char next[g->state_size];
        for (int i = 0; i < n; i++) {
            memcpy(next, state, g->state_size);
            jg_apply(g, next, moves[i]);
            keys[i] = jg_turn(g, next) == JG_OVER ? jg_eval_end(s->eval, g, next, team)
                                                  : jg_eval_value(s->eval, g, next, team);
        }
    }
    jg_search_sort(moves, keys, n);
}

/* The value of a child for the searching team, to `depth` plies. */
static int32_t search_child(struct jg_search *s, const void *child, int depth, int team) {
    struct jg_report report;
    int turn = jg_turn(s->game, child);
    if (turn < 0 || depth == 0) {
        jg_search_begin(s);
        if (jg_search_enter(s)) return 0;
        return turn < 0 ? jg_search_terminal(s, child, team, turn) : jg_search_leaf(s, child, team, false);
    }
    s->limits.depth = depth;
    report.by = NULL;
    report.value = 0;
    jg_alphabeta(s, child, &report);
    return jg_team(turn) == team ? report.value : -report.value;
}

/* Values every move by a search to a depth; false: stopped. */
static bool search_depth(const struct run *run, struct jg_search *s, const void *world, int depth, uint64_t *nodes,
                         double *values) {
    const struct jg_game *g = run->p->game;
    bool evaluated = false, depth_limited = false;
    for (int i = 0; i < run->n; i++) {
        union jg_state child;
        memcpy(&child, world, g->state_size);
        jg_apply(g, &child, run->moves[i]);
        if (run->share && *nodes >= run->share) return false;
        s->limits.nodes = run->share ? run->share - *nodes : 0;
        int32_t value = search_child(s, &child, depth - 1, run->team);
        *nodes += s->nodes;
        if (s->stopped) return false;
        values[i] = averaged_value(run, value);
        evaluated = evaluated || s->evaluated;
        depth_limited = depth_limited || s->depth_limited;
    }
    s->evaluated = evaluated;
    s->depth_limited = depth_limited;
    return true;
}

/* Deepens iteratively if nodes are limited, and in the first world, so that some result exists in time. */
static void search_world(struct run *run, size_t at, const void *world, double *values) {
    const struct jg_pimc *p = run->p;
    int most = run->depth ? run->depth : JG_DEPTH_MAX;
    bool deepens = run->share || (run->first + at == 0 && run->depth != 1);
    double found[JG_MOVES_MAX];
    for (int depth = deepens ? 1 : most; depth <= most; depth++) {
        struct jg_search s = {.game = p->game,
                              .eval = &p->eval,
                              .stop = run->budget.stop,
                              .deadline = run->budget.deadline,
                              .score = p->settings.by == JG_BY_SCORE,
                              .order = order};
        if (!search_depth(run, &s, world, depth, &run->of[at].nodes, found)) {
            run->of[at].hurried = jg_budget_spent(&run->budget);
            return;
        }
        memcpy(values, found, (size_t)run->n * sizeof *values);
        run->of[at].done = true;
        run->of[at].depth = depth;
        run->of[at].evaluated = s.evaluated;
        if (!s.depth_limited) return;
    }
}

static int32_t evaluate(const struct run *run, const void *state, bool *evaluated) {
    const struct jg_pimc *p = run->p;
    bool over = jg_turn(p->game, state) == JG_OVER;
    if (!over) *evaluated = true;
    if (over && p->settings.by == JG_BY_SCORE) return jg_score(p->game, state, run->team) * p->eval.by->unit;
    return over ? jg_eval_end(&p->eval, p->game, state, run->team) : jg_eval_value(&p->eval, p->game, state, run->team);
}

/* Plays out the moves in turn, so that all get the same number of playouts. */
static void play_world(struct run *run, size_t at, const void *world, double *values) {
    const struct jg_pimc *p = run->p;
    const struct jg_playout how = {
        .game = p->game, .eval = &p->eval, .play = p->settings.play, .to = p->settings.to, .budget = run->budget};
    struct jg_rng rng;
    jg_rng_init(&rng, run->query->seed, PLAYOUT_STREAMS + run->first + at);
    for (int i = 0; i < run->n; i++) values[i] = 0;
    for (int k = 0; k < p->settings.playouts; k++)
        for (int i = 0; i < run->n; i++) {
            union jg_state state;
            if (jg_budget_spent(&run->budget)) return;
            memcpy(&state, world, p->game->state_size);
            jg_apply(p->game, &state, run->moves[i]);
            run->of[at].nodes++;
            if (!jg_playout(&how, &state, &rng, &run->of[at].nodes)) return;
            values[i] += averaged_value(run, evaluate(run, &state, &run->of[at].evaluated));
        }
    for (int i = 0; i < run->n; i++) values[i] /= p->settings.playouts;
    run->of[at].done = true;
}

static void do_world(void *arg, size_t at) {
    struct run *run = arg;
    const struct jg_pimc *p = run->p;
    const void *world = p->game->kind->sample ? jg_belief_state(&p->belief, at) : run->query->view;
    double *values = p->values + at * (size_t)p->game->max_moves;
    run->of[at].nodes = 0;
    run->of[at].done = run->of[at].hurried = run->of[at].evaluated = false;
    if (jg_budget_spent(&run->budget)) return;
    if (p->settings.search == JG_PIMC_AB)
        search_world(run, at, world, values);
    else
        play_world(run, at, world, values);
}

/* ---- All worlds --------------------------------------------------------------------------- */

/* Samples the worlds of a batch. */
static bool deal(const struct run *run, size_t n, int threads) {
    struct jg_pimc *p = run->p;
    bool weigh = p->settings.belief && p->model;
    struct jg_belief_draw how = {.view = run->query->view,
                                 .seat = run->query->seat,
                                 .seed = run->query->seed,
                                 .n = weigh ? p->belief.room : n,
                                 .model = weigh ? p->model : NULL,
                                 .threads = threads,
                                 .budget = weigh ? jg_budget_half(&run->budget) : run->budget};
    if (!p->game->kind->sample) return true;
    how.stream = run->first / BATCH * (p->belief.room / JG_BELIEF_PIECE + 1);
    if (!jg_belief_draw(&p->belief, &how)) return false;
    if (!weigh) return true;
    struct jg_rng rng;
    jg_rng_init(&rng, run->query->seed, RESAMPLE_STREAMS + run->first);
    jg_belief_resample(&p->belief, &rng, n);
    return true;
}

/* Adds up a batch, in order. False: the limits are reached. */
static bool add_up(struct run *run, size_t n) {
    const struct jg_pimc *p = run->p;
    uint64_t most = p->settings.limits.nodes;
    for (size_t at = 0; at < n; at++) {
        bool first = run->first + at == 0;
        if (most && run->nodes + run->of[at].nodes > most && !first) return false;
        run->nodes += run->of[at].nodes;
        if (!run->of[at].done || (run->of[at].hurried && !first)) continue;
        run->worlds++;
        if (first) run->reached = run->of[at].depth;
        run->evaluated = run->evaluated || run->of[at].evaluated;
        for (int i = 0; i < run->n; i++) run->sum[i] += p->values[at * (size_t)p->game->max_moves + (size_t)i];
    }
    return !(most && run->nodes >= most) && !jg_budget_spent(&run->budget);
}

/* Only a move that wins in all worlds is worth JG_WIN. */
static int32_t mean_of(const struct run *run, int move) {
    double mean = run->sum[move] / (double)run->worlds, below = JG_WIN / 2 - 1;
    if (run->p->settings.by == JG_BY_WINS) return (int32_t)lround((2 * mean - 1) * JG_CHANCES);
    return (int32_t)lround(fabs(mean) >= JG_WIN ? mean : fmax(-below, fmin(below, mean)));
}

static void fill(const struct run *run, struct jg_report *report) {
    const struct jg_pimc_settings *s = &run->p->settings;
    int best = 0;
    for (int i = 1; i < run->n; i++)
        if (run->sum[i] > run->sum[best]) best = i;
    report->move = run->moves[best];
    report->nodes = run->nodes;
    report->leaves = run->worlds;
    report->depth = s->search == JG_PIMC_AB ? (run->depth || run->worlds != 1 ? run->depth : run->reached) : 0;
    report->pv_count = 1;
    report->pv[0] = report->move;
    report->move_count = 0;
    if (!run->worlds) return;
    report->by = s->by == JG_BY_WINS ? &jg_playout_wins : run->p->eval.by;
    for (int i = 0; i < run->n; i++) {
        report->moves[i].move = run->moves[i];
        report->moves[i].value = mean_of(run, i);
    }
    report->move_count = run->n;
    report->value = report->moves[best].value;
    report->proven = !run->p->game->kind->sample && s->search == JG_PIMC_AB && s->by == JG_BY_VALUE && !run->evaluated;
}

/* Sets the limits of worlds, depth and nodes of a world. Nodes or time take the place of the usual number of worlds,
 * and of the usual depth if there is one world. */
static void set_limits(struct run *run) {
    const struct jg_pimc_settings *s = &run->p->settings;
    bool limited = s->limits.nodes || run->budget.deadline > 0,
         one = !run->p->game->kind->sample && s->search == JG_PIMC_AB;
    size_t worlds = s->worlds == JG_PIMC_USUAL ? USUAL_WORLDS : (size_t)s->worlds;
    run->worlds_max = one ? 1 : s->worlds == JG_PIMC_USUAL && limited ? 0 : worlds;
    run->depth = s->limits.depth != JG_PIMC_USUAL ? s->limits.depth : one && limited ? 0 : USUAL_DEPTH;
    if (one) worlds = 1;
    if (s->limits.nodes) run->share = worlds && s->limits.nodes > worlds ? s->limits.nodes / worlds : s->limits.nodes;
}

/* The number of worlds in the next batch: as many as the limit of worlds and their shares of the nodes allow. */
static size_t batch_of(const struct run *run) {
    const struct jg_pimc_settings *s = &run->p->settings;
    size_t n = BATCH;
    if (run->worlds_max && run->worlds_max - run->first < n) n = run->worlds_max - run->first;
    if (s->worlds != JG_PIMC_USUAL || !run->share) return n;
    uint64_t shares = (s->limits.nodes - run->nodes + run->share - 1) / run->share;
    return shares < n ? (size_t)shares : n;
}

void jg_pimc_choose(struct jg_pimc *p, const struct jg_query *query, struct jg_report *report) {
    const struct jg_pimc_settings *s = &p->settings;
    bool timed = s->limits.ms || query->clock.left > 0;
    bool time_only = !s->limits.nodes && (!s->worlds || (s->worlds == JG_PIMC_USUAL && timed));
    int threads = s->threads || time_only ? jg_threads(s->threads) : 1;
    struct run run = {.p = p,
                      .query = query,
                      .team = jg_team(query->seat),
                      .budget = jg_budget_plan_even(p->game, query, s->limits.ms, time_only ? JG_DEFAULT_MS : 0)};
    run.n = jg_moves(p->game, query->view, run.moves);
    set_limits(&run);
    for (bool more = run.n > 1 || query->all; more; run.first += BATCH) {
        size_t n = batch_of(&run);
        if (!deal(&run, n, threads)) break;
        jg_parallel(threads, n, do_world, &run);
        more = add_up(&run, n) && (!run.worlds_max || run.first + n < run.worlds_max);
        if (!more || !query->progress) continue;
        fill(&run, report);
        query->progress(query->arg, report);
    }
    fill(&run, report);
}

/* ---- Opening -------------------------------------------------------------------------------- */

bool jg_pimc_init(struct jg_pimc *p, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_pimc_settings *settings) {
    *p = (struct jg_pimc){.game = g, .eval = *eval, .settings = *settings, .model = g->kind->likelihood};
    size_t room = settings->belief && settings->deals > BATCH ? (size_t)settings->deals : BATCH;
    p->values = malloc(BATCH * (size_t)g->max_moves * sizeof *p->values);
    if (p->values && jg_belief_init(&p->belief, g, room)) return true;
    jg_pimc_free(p);
    return false;
}

void jg_pimc_free(struct jg_pimc *p) {
    free(p->values);
    jg_belief_free(&p->belief);
    *p = (struct jg_pimc){0};
}
