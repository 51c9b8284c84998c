#include "games/domino/mind.h"

#include "core/clock.h"
#include "games/domino/dd.h"

#include <stdlib.h>
#include <string.h>

enum {
    MANY = 256,            /* deals after which to look at the clock */
    LOOK = 16,             /* worlds after which to look at the clock */
    SOLVER_BYTES = 1 << 20 /* of the solver's table: enough for the tiles of an end */
};

/* The hidden hands as they may be. */
struct world {
    uint32_t hand[4];
    double weight;                    /* all together 1 */
    float likes[4][JG_DOMINO_MODELS]; /* how likely each seat's choices are, by model */
};

struct jg_domino_mind {
    const struct jg_game *game;
    const struct jg_domino_rules *rules;
    struct jg_domino_wins wins;
    struct jg_domino_deals deals;
    struct jg_domino_past past;
    struct jg_dd *solver;
    struct world worlds[JG_DOMINO_DEALS_MAX];
    int world_count;
};

struct jg_domino_mind *jg_domino_mind_new(const struct jg_game *g, struct jg_error *err) {
    struct jg_domino_mind *m = calloc(1, sizeof *m);
    if (!m) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    m->game = g;
    m->rules = jg_domino_rules(g);
    m->solver = jg_dd_new(g, SOLVER_BYTES, err);
    if (m->solver && !jg_domino_wins_init(&m->wins, g, err)) return m;
    jg_domino_mind_free(m);
    return NULL;
}

void jg_domino_mind_free(struct jg_domino_mind *m) {
    if (m) jg_dd_free(m->solver);
    free(m);
}

bool jg_domino_is_time(struct jg_domino_until until) {
    return (until.stop && atomic_load_explicit(until.stop, memory_order_relaxed)) ||
           (until.clock > 0 && jg_clock() >= until.clock);
}

/* ---- Belief -------------------------------------------------------------------------------- */

static void weigh(struct jg_domino_mind *m, struct world *w, int me, bool infers) {
    for (int seat = 0; seat < 4; seat++)
        for (int k = 0; k < JG_DOMINO_MODELS; k++) w->likes[seat][k] = 1;
    w->weight = 1;
    if (!infers) return;
    for (int h = 0; h < m->deals.seats; h++) {
        int seat = m->deals.seat[h];
        jg_domino_likes(&m->past, seat, w->hand[seat], w->likes[seat]);
    }
    w->weight = jg_domino_weight(me, w->likes);
}

/* In any order: those looked at first may be all that there is time for. */
static void shuffle(struct jg_domino_mind *m, struct jg_rng *rng) {
    for (int i = m->world_count; i > 1; i--) {
        int j = (int)jg_rng_below(rng, (uint32_t)i);
        struct world w = m->worlds[i - 1];
        m->worlds[i - 1] = m->worlds[j];
        m->worlds[j] = w;
    }
}

static void believe(struct jg_domino_mind *m, const struct jg_domino *view, const struct jg_domino_effort *effort,
                    struct jg_rng *rng, struct jg_domino_until until, struct jg_domino_thought *out) {
    double sum = 0;
    out->possible = (double)m->deals.count;
    out->exact = m->deals.count <= (uint64_t)effort->deals;
    m->world_count = out->exact ? (int)m->deals.count : effort->deals;
    if (effort->infers) jg_domino_recall(&m->past, m->rules, view, view->turn);
    for (int i = 0; i < m->world_count; i++) {
        struct world *w = &m->worlds[i];
        if (out->exact)
            jg_domino_deals_nth(&m->deals, (uint64_t)i, w->hand);
        else
            jg_domino_deals_draw(&m->deals, rng, w->hand);
        weigh(m, w, view->turn, effort->infers);
        sum += w->weight;
        if (i % MANY == MANY - 1 && jg_domino_is_time(until)) m->world_count = i + 1;
    }
    for (int i = 0; i < m->world_count; i++) m->worlds[i].weight /= sum;
    out->exact &= m->world_count == (int)m->deals.count; /* unless it was stopped */
    if (out->exact) shuffle(m, rng);
}

static void tell_models(const struct world *w, int me, struct jg_domino_thought *out) {
    double mate[JG_DOMINO_MODELS], others[JG_DOMINO_MODELS], mates = 0, all = 0;
    int left = (me + 1) & 3, right = (me + 3) & 3;
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        mates += mate[k] = (double)(jg_domino_prior[1][k] * w->likes[me ^ 2][k]);
        all += others[k] = (double)jg_domino_prior[0][k] * (double)w->likes[left][k] * (double)w->likes[right][k];
    }
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        out->plays_as[me ^ 2][k] += w->weight * mate[k] / mates;
        out->plays_as[left][k] += w->weight * others[k] / all;
        out->plays_as[right][k] = out->plays_as[left][k];
    }
}

static void tell_belief(const struct jg_domino_mind *m, int me, struct jg_domino_thought *out) {
    double squares = 0;
    for (int i = 0; i < m->world_count; i++) {
        const struct world *w = &m->worlds[i];
        squares += w->weight * w->weight;
        for (int seat = 0; seat < 4; seat++)
            for (uint32_t tiles = w->hand[seat]; tiles; tiles &= tiles - 1)
                out->holds[seat][jg_domino_lowest(tiles)] += w->weight;
        tell_models(w, me, out);
    }
    out->deals = m->world_count;
    out->sample = 1 / squares;
}

/* ---- Values -------------------------------------------------------------------------------- */

static int draw_model(const float prior[JG_DOMINO_MODELS], const float *a, const float *b, struct jg_rng *rng) {
    double weight[JG_DOMINO_MODELS], sum = 0;
    for (int k = 0; k < JG_DOMINO_MODELS; k++)
        sum += weight[k] = (double)prior[k] * (double)a[k] * (b ? (double)b[k] : 1);
    double at = jg_rng_unit(rng) * sum;
    for (int k = 0; k < JG_DOMINO_MODELS - 1; k++)
        if ((at -= weight[k]) < 0) return k;
    return JG_DOMINO_MODELS - 1;
}

/* How the opponents play in a world: one of the models, since they are a pair. */
static int cast(const struct world *w, int me, struct jg_rng *rng) {
    return draw_model(jg_domino_prior[0], w->likes[(me + 1) & 3], w->likes[(me + 3) & 3], rng);
}

/* Plays every move in a world to the end of the round, with the same luck. */
static void play_out(struct jg_domino_mind *m, const struct jg_domino *world, const struct jg_domino_model *others,
                     struct jg_rng *rng, struct jg_domino_thought *out) {
    const struct jg_domino_model *own = &jg_domino_own;
    int team = jg_team(world->turn), lead = world->points[team] - world->points[1 - team];
    const struct jg_domino_model *const models[4] = {team ? others : own, team ? own : others, team ? others : own,
                                                     team ? own : others};
    struct jg_rng begin = *rng;
    for (int k = 0; k < out->n; k++) {
        struct jg_domino s = *world;
        *rng = begin;
        jg_domino_play(m->rules, &s, out->moves[k], NULL);
        jg_domino_finish(m->rules, &s, models, rng);
        double chance = (double)jg_domino_wins_end(&m->wins, &s);
        out->chances[k] += (int64_t)((team ? 1 - chance : chance) * JG_DOMINO_SURE);
        out->points[k] += s.points[team] - s.points[1 - team] - lead;
        out->nodes += (uint64_t)(s.count - world->count);
    }
}

static int32_t worth(void *arg, int points0, int points1) {
    return (int32_t)(jg_domino_wins_at(arg, points0, points1) * JG_DOMINO_SURE);
}

/* The same against opponents who play as well as if all hands were open. */
static void solve(struct jg_domino_mind *m, const struct jg_domino *world, struct jg_domino_thought *out) {
    int32_t chances[JG_MOVES_MAX], points[JG_MOVES_MAX];
    jg_move moves[JG_MOVES_MAX];
    uint64_t nodes;
    int team = jg_team(world->turn);
    jg_dd_moves(m->solver, world, &(struct jg_dd_ask){.worth = worth, .arg = &m->wins}, moves, chances, &nodes);
    out->nodes += nodes;
    jg_dd_moves(m->solver, world, NULL, moves, points, &nodes);
    out->nodes += nodes;
    for (int k = 0; k < out->n; k++) {
        out->chances[k] += team ? JG_DOMINO_SURE - chances[k] : chances[k];
        out->points[k] += team ? -points[k] : points[k];
    }
    out->solved++;
}

static void choose(struct jg_domino_thought *t) {
    for (int k = t->best = 0; k < t->n; k++)
        if (t->chances[k] > t->chances[t->best]) t->best = k;
}

static void evaluate(struct jg_domino_mind *m, const struct jg_domino *view, const struct jg_domino_effort *effort,
                     struct jg_rng *rng, struct jg_domino_until until, struct jg_domino_thought *out) {
    double step = 1.0 / effort->worlds, at = jg_rng_unit(rng) * step, seen = m->worlds[0].weight;
    int tiles = view->left[0] + view->left[1] + view->left[2] + view->left[3];
    for (int i = 0; out->worlds < effort->worlds; out->worlds++, at += step) { /* each as often as it is believed */
        if (out->worlds % LOOK == 1 && jg_domino_is_time(until)) break;
        while (seen <= at && i + 1 < m->world_count) seen += m->worlds[++i].weight;
        struct jg_domino world = *view;
        memcpy(world.hand, m->worlds[i].hand, sizeof world.hand);
        int others = cast(&m->worlds[i], view->turn, rng);
        if (others == JG_DOMINO_MATE && tiles <= effort->solves && !m->rules->rounds)
            solve(m, &world, out);
        else
            play_out(m, &world, &jg_domino_models[others], rng, out);
    }
    choose(out);
}

void jg_domino_think(struct jg_domino_mind *m, const struct jg_domino *view, const struct jg_domino_effort *effort,
                     uint64_t seed, struct jg_domino_until until, struct jg_domino_thought *out) {
    struct jg_rng rng;
    memset(out, 0, sizeof *out);
    jg_rng_init(&rng, seed, 0);
    out->n = jg_domino_moves(m->rules, view, out->moves);
    if (!jg_domino_deals_init(&m->deals, view)) return;
    believe(m, view, effort, &rng, until, out);
    tell_belief(m, view->turn, out);
    evaluate(m, view, effort, &rng, until, out);
}

void jg_domino_thought_add(struct jg_domino_thought *sum, const struct jg_domino_thought *other) {
    double all = sum->deals + other->deals;
    for (int k = 0; k < sum->n; k++) {
        sum->chances[k] += other->chances[k];
        sum->points[k] += other->points[k];
    }
    for (int seat = 0; seat < 4; seat++) {
        for (int tile = 0; tile < JG_DOMINO_TILES; tile++)
            sum->holds[seat][tile] =
                (sum->holds[seat][tile] * sum->deals + other->holds[seat][tile] * other->deals) / all;
        for (int k = 0; k < JG_DOMINO_MODELS; k++)
            sum->plays_as[seat][k] =
                (sum->plays_as[seat][k] * sum->deals + other->plays_as[seat][k] * other->deals) / all;
    }
    sum->worlds += other->worlds;
    sum->solved += other->solved;
    sum->nodes += other->nodes;
    sum->deals = all;
    sum->sample += other->sample;
    choose(sum);
}
