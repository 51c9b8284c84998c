/* Perfect-information Monte Carlo with a weighted belief; see lookahead.h. */
#include "games/domino/lookahead.h"

#include "games/domino/dd_solver.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLOCK_EVERY_DEALS = 256, /* deals between two checks of the budget */
    CLOCK_EVERY_WORLDS = 16, /* worlds between two checks of the budget */
    SOLVER_BYTES = 1 << 20   /* transposition table: enough for an endgame of 12 tiles */
};

/* A deal of the hidden hands. */
struct world {
    uint32_t hand[4];
    double weight;                         /* normalized: the weights add up to 1 */
    float likelihood[4][JG_DOMINO_MODELS]; /* of each seat's choices, by model */
};

enum { MEMO = 1 << 12 }; /* entries: hands of a seat whose likelihood is known; a power of two */

struct jg_domino_lookahead {
    const struct jg_game *game;
    const struct jg_domino_rules *rules;
    struct jg_domino_equity equity;
    struct jg_domino_deals deals;
    struct jg_domino_observed observed;
    struct jg_domino_dd *solver;
    struct world worlds[JG_DOMINO_BELIEF_MAX];
    int deal_count;
    struct {
        uint32_t hand; /* 0: empty */
        float likelihood[JG_DOMINO_MODELS];
    } memo[4][MEMO]; /* by seat and a hash of the hand, during one lookahead */
};

/* A lookahead without the match equity. */
static struct jg_domino_lookahead *new_lookahead(const struct jg_game *g, const struct jg_network *network,
                                                 struct jg_error *err) {
    struct jg_domino_lookahead *m = calloc(1, sizeof *m);
    if (!m) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    m->game = g;
    m->rules = jg_domino_rules(g);
    m->observed.network = network;
    if ((m->solver = jg_domino_dd_new(g, SOLVER_BYTES, err))) return m;
    free(m);
    return NULL;
}

struct jg_domino_lookahead *jg_domino_lookahead_new(const struct jg_game *g, const struct jg_network *network,
                                                    struct jg_error *err) {
    struct jg_domino_lookahead *m = new_lookahead(g, network, err);
    if (m && !jg_domino_equity_init(&m->equity, g, err)) return m;
    jg_domino_lookahead_free(m);
    return NULL;
}

struct jg_domino_lookahead *jg_domino_lookahead_like(const struct jg_domino_lookahead *from, struct jg_error *err) {
    struct jg_domino_lookahead *m = new_lookahead(from->game, from->observed.network, err);
    if (m) m->equity = from->equity;
    return m;
}

void jg_domino_lookahead_free(struct jg_domino_lookahead *m) {
    if (m) jg_domino_dd_free(m->solver);
    free(m);
}

/* ---- Belief -------------------------------------------------------------------------------- */

/* The likelihood of a seat's choices, which depends on its hand alone; many deals share it. */
static void look_up(struct jg_domino_lookahead *m, int seat, uint32_t hand, float likelihood[JG_DOMINO_MODELS]) {
    size_t at = hand * 0x9e3779b1u >> 20;
    if (m->memo[seat][at].hand != hand) {
        jg_domino_choice_likelihood(&m->observed, seat, hand, m->memo[seat][at].likelihood);
        m->memo[seat][at].hand = hand;
    }
    memcpy(likelihood, m->memo[seat][at].likelihood, sizeof m->memo[seat][at].likelihood);
}

static void weigh(struct jg_domino_lookahead *m, struct world *w, int me, bool infers) {
    for (int seat = 0; seat < 4; seat++)
        for (int k = 0; k < JG_DOMINO_MODELS; k++) w->likelihood[seat][k] = 1;
    w->weight = 1;
    if (!infers) return;
    for (int h = 0; h < m->deals.seats; h++) {
        int seat = m->deals.seat[h];
        look_up(m, seat, w->hand[seat], w->likelihood[seat]);
    }
    w->weight = jg_domino_deal_weight(me, w->likelihood);
}

/* Shuffles the enumerated deals, since the budget may allow the first ones only. */
static void shuffle(struct jg_domino_lookahead *m, struct jg_rng *rng) {
    for (int i = m->deal_count; i > 1; i--) {
        int j = (int)jg_rng_below(rng, (uint32_t)i);
        struct world w = m->worlds[i - 1];
        m->worlds[i - 1] = m->worlds[j];
        m->worlds[j] = w;
    }
}

static void sample_deals(struct jg_domino_lookahead *m, const struct jg_domino *view,
                         const struct jg_domino_effort *effort, struct jg_rng *rng, const struct jg_budget *budget,
                         struct jg_domino_estimate *out) {
    double sum = 0;
    out->possible = (double)m->deals.count;
    out->exact = m->deals.count <= (uint64_t)effort->deals;
    m->deal_count = out->exact ? (int)m->deals.count : effort->deals;
    if (effort->infers) jg_domino_observe(&m->observed, m->rules, view, view->turn);
    memset(m->memo, 0, sizeof m->memo);
    for (int i = 0; i < m->deal_count; i++) {
        struct world *w = &m->worlds[i];
        if (out->exact)
            jg_domino_deals_nth(&m->deals, (uint64_t)i, w->hand);
        else
            jg_domino_deals_draw(&m->deals, rng, w->hand);
        weigh(m, w, view->turn, effort->infers);
        sum += w->weight;
        if (i % CLOCK_EVERY_DEALS == CLOCK_EVERY_DEALS - 1 && jg_budget_spent(budget)) m->deal_count = i + 1;
    }
    for (int i = 0; i < m->deal_count; i++) m->worlds[i].weight /= sum;
    out->exact &= m->deal_count == (int)m->deals.count; /* false if the budget ran out */
    if (out->exact) shuffle(m, rng);
}

static void add_models(const struct world *w, int me, struct jg_domino_estimate *out) {
    double mate[JG_DOMINO_MODELS], others[JG_DOMINO_MODELS], mates = 0, all = 0;
    int left = (me + 1) & 3, right = (me + 3) & 3;
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        mates += mate[k] = (double)(jg_domino_prior[1][k] * w->likelihood[me ^ 2][k]);
        all += others[k] =
            (double)jg_domino_prior[0][k] * (double)w->likelihood[left][k] * (double)w->likelihood[right][k];
    }
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        out->plays_as[me ^ 2][k] += w->weight * mate[k] / mates;
        out->plays_as[left][k] += w->weight * others[k] / all;
        out->plays_as[right][k] = out->plays_as[left][k];
    }
}

static void report_belief(const struct jg_domino_lookahead *m, int me, struct jg_domino_estimate *out) {
    double squares = 0;
    for (int i = 0; i < m->deal_count; i++) {
        const struct world *w = &m->worlds[i];
        squares += w->weight * w->weight;
        for (int seat = 0; seat < 4; seat++) {
            for (uint32_t tiles = w->hand[seat]; tiles; tiles &= tiles - 1)
                out->holds[seat][jg_domino_lowest(tiles)] += w->weight;
            for (int number = 0; number < 7; number++) {
                if (!(w->hand[seat] & jg_domino_with[number])) continue;
                out->has[seat][number] += w->weight;
                out->had[seat][number] += 1.0 / m->deal_count;
            }
        }
        add_models(w, me, out);
    }
    out->deals = m->deal_count;
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

/* Draws the opponents' model in a world from its posterior. Both opponents share one model. */
static int draw_opponents(const struct world *w, int me, struct jg_rng *rng) {
    return draw_model(jg_domino_prior[0], w->likelihood[(me + 1) & 3], w->likelihood[(me + 3) & 3], rng);
}

/* Playouts of all moves in a world, with common random numbers to reduce the variance. */
static void play_out(struct jg_domino_lookahead *m, const struct jg_domino *world, const struct jg_domino_model *others,
                     struct jg_rng *rng, struct jg_domino_estimate *out) {
    const struct jg_domino_model *own = &jg_domino_playout_model;
    int team = jg_team(world->turn), lead = world->points[team] - world->points[1 - team];
    const struct jg_domino_model *const models[4] = {team ? others : own, team ? own : others, team ? others : own,
                                                     team ? own : others};
    struct jg_rng begin = *rng;
    for (int k = 0; k < out->n; k++) {
        struct jg_domino s = *world;
        *rng = begin;
        jg_domino_play(m->rules, &s, out->moves[k], NULL);
        jg_domino_playout(m->rules, &s, models, rng);
        double chance = (double)jg_domino_equity_end(&m->equity, &s);
        out->chances[k] += (int64_t)((team ? 1 - chance : chance) * JG_DOMINO_CERTAIN);
        out->points[k] += s.points[team] - s.points[1 - team] - lead;
        out->nodes += (uint64_t)(s.count - world->count);
    }
}

static int32_t match_utility(void *arg, int points0, int points1) {
    return (int32_t)(jg_domino_equity_at(arg, points0, points1) * JG_DOMINO_CERTAIN);
}

/* Values of all moves in a world with open hands and perfect play. */
static void solve(struct jg_domino_lookahead *m, const struct jg_domino *world, struct jg_domino_estimate *out) {
    int32_t chances[JG_MOVES_MAX], points[JG_MOVES_MAX];
    jg_move moves[JG_MOVES_MAX];
    uint64_t nodes;
    int team = jg_team(world->turn);
    jg_domino_dd_moves(m->solver, world, &(struct jg_domino_dd_query){.utility = match_utility, .arg = &m->equity},
                       moves, chances, &nodes);
    out->nodes += nodes;
    jg_domino_dd_moves(m->solver, world, NULL, moves, points, &nodes);
    out->nodes += nodes;
    for (int k = 0; k < out->n; k++) {
        out->chances[k] += team ? JG_DOMINO_CERTAIN - chances[k] : chances[k];
        out->points[k] += team ? -points[k] : points[k];
    }
    out->solved++;
}

static void choose(struct jg_domino_estimate *t) {
    for (int k = t->best = 0; k < t->n; k++)
        if (jg_domino_preference(t, k) > jg_domino_preference(t, t->best)) t->best = k;
}

/* The probabilities of choices by the model, or the network, by which the partner weights deals. */
static void rate(const struct jg_domino_lookahead *m, const struct jg_domino *view, const struct jg_domino_context *c,
                 const uint8_t *choices, const float *rates, int n, float *probabilities) {
    struct jg_domino_public known;
    struct jg_domino_candidate candidates[JG_DOMINO_CHOICES];
    const struct jg_domino_candidate *all[JG_DOMINO_CHOICES];
    if (!m->observed.network) {
        for (int i = 0; i < n; i++)
            probabilities[i] = jg_domino_model_probability(&jg_domino_models[JG_DOMINO_MATE], rates, n, i);
        return;
    }
    jg_domino_public(&known, c, view, view->points);
    for (int i = 0; i < n; i++) {
        jg_domino_candidate(&known, choices[i], &candidates[i]);
        all[i] = &candidates[i];
    }
    jg_domino_policy(m->observed.network, view->hand[view->turn], all, n, probabilities);
}

/* How probable each move is to the partner. */
static void expect(const struct jg_domino_lookahead *m, const struct jg_domino *view, struct jg_domino_estimate *out) {
    struct jg_domino_tally tally;
    struct jg_domino_context context;
    uint8_t choices[JG_DOMINO_CHOICES];
    float rates[JG_DOMINO_CHOICES], probabilities[JG_DOMINO_CHOICES];
    jg_domino_tally_init(&tally, view);
    jg_domino_context(&context, m->rules, view, &tally);
    int n = jg_domino_model_rate(&jg_domino_models[JG_DOMINO_MATE], &context, view->hand[view->turn], choices, rates);
    rate(m, view, &context, choices, rates, n, probabilities);
    for (int k = 0; k < out->n; k++) {
        out->expected[k] = 1; /* a pass */
        for (int i = 0; i < n; i++)
            if (choices[i] == ((out->moves[k] - 2) & 127)) out->expected[k] = (double)probabilities[i];
    }
}

static void evaluate(struct jg_domino_lookahead *m, const struct jg_domino *view, const struct jg_domino_effort *effort,
                     struct jg_rng *rng, const struct jg_budget *budget, struct jg_domino_estimate *out) {
    double step = 1.0 / effort->worlds, at = jg_rng_unit(rng) * step, seen = m->worlds[0].weight;
    int tiles = view->left[0] + view->left[1] + view->left[2] + view->left[3];
    for (int i = 0; out->worlds < effort->worlds; out->worlds++, at += step) { /* systematic resampling by weight */
        if (out->worlds % CLOCK_EVERY_WORLDS == 1 && jg_budget_spent(budget)) break;
        while (seen <= at && i + 1 < m->deal_count) seen += m->worlds[++i].weight;
        struct jg_domino world = *view;
        memcpy(world.hand, m->worlds[i].hand, sizeof world.hand);
        int others = draw_opponents(&m->worlds[i], view->turn, rng);
        if (others == JG_DOMINO_MATE && tiles <= effort->solves && !m->rules->rounds)
            solve(m, &world, out);
        else
            play_out(m, &world, &jg_domino_models[others], rng, out);
    }
    choose(out);
}

void jg_domino_lookahead_run(struct jg_domino_lookahead *m, const struct jg_domino *view,
                             const struct jg_domino_effort *effort, uint64_t seed, const struct jg_budget *budget,
                             struct jg_domino_estimate *out) {
    struct jg_rng rng;
    memset(out, 0, sizeof *out);
    jg_rng_init(&rng, seed, 0);
    out->n = jg_domino_moves(m->rules, view, out->moves);
    out->clarity = effort->clarity;
    expect(m, view, out);
    if (!jg_domino_deals_init(&m->deals, view)) return;
    sample_deals(m, view, effort, &rng, budget, out);
    report_belief(m, view->turn, out);
    evaluate(m, view, effort, &rng, budget, out);
}

/* Averages probabilities of two beliefs; `share` is the weight of the other. */
static void average(double *sum, const double *other, int n, double share) {
    for (int i = 0; i < n; i++) sum[i] += share * (other[i] - sum[i]);
}

void jg_domino_estimate_merge(struct jg_domino_estimate *sum, const struct jg_domino_estimate *other) {
    double all = sum->deals + other->deals, share = other->deals / all;
    for (int k = 0; k < sum->n; k++) {
        sum->chances[k] += other->chances[k];
        sum->points[k] += other->points[k];
    }
    for (int seat = 0; seat < 4; seat++) {
        average(sum->holds[seat], other->holds[seat], JG_DOMINO_TILES, share);
        average(sum->has[seat], other->has[seat], 7, share);
        average(sum->had[seat], other->had[seat], 7, share);
        average(sum->plays_as[seat], other->plays_as[seat], JG_DOMINO_MODELS, share);
    }
    sum->worlds += other->worlds;
    sum->solved += other->solved;
    sum->nodes += other->nodes;
    sum->deals = all;
    sum->sample += other->sample;
    choose(sum);
}
