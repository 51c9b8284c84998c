/* Evaluation: the paper's reward as the search of a turn computes it, and the evaluators `reward` and
 * `q`, weighted sums of the same five features. */
#include "games/magic/turn_search.h"

int32_t jg_magic_reward(const struct jg_game *g, const struct jg_magic *s, int seat, const struct jg_magic_weights *w) {
    int32_t sum = w->land * s->side[seat].lands + w->hand * s->side[seat].in_hand;
    for (int who = 0; who < 2; who++) {
        const struct jg_magic_side *side = &s->side[who];
        const struct jg_magic_card *cards = jg_magic_deck(g, who)->card;
        int32_t part = w->life * side->life;
        for (int i = 0; i < side->creatures; i++) {
            const struct jg_magic_creature *c = &side->creature[i];
            part +=
                w->power * jg_magic_power(&cards[c->kind], c) + w->toughness * jg_magic_toughness(&cards[c->kind], c);
        }
        if (side->life <= 0) part -= w->win;
        sum += who == seat ? part : -part;
    }
    return sum;
}

/* ---- Evaluators ------------------------------------------------------------------------- */

enum { LIFE, POWER, TOUGHNESS, LANDS, HAND, FEATURES_COUNT };

/* The reward of the paper, in tenths, with the lands and cards of both players. */
static const struct jg_feature FEATURES[] = {
    [LIFE] = {"life", "difference in life", 2},
    [POWER] = {"power", "difference in total power", 10},
    [TOUGHNESS] = {"toughness", "difference in total toughness", 5},
    [LANDS] = {"lands", "difference in lands", 11},
    [HAND] = {"hand", "difference in cards in hand", 10},
};

/* The weights that magic.q has learnt, in ten-thousandths of a win; docs/tuning.md has the command. */
static const struct jg_feature LEARNT[] = {
    [LIFE] = {"life", "difference in life", 337.925},
    [POWER] = {"power", "difference in total power", 759.887},
    [TOUGHNESS] = {"toughness", "difference in total toughness", 300.039},
    [LANDS] = {"lands", "difference in lands", 448.123},
    [HAND] = {"hand", "difference in cards in hand", 793.982},
};

static void measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct jg_magic *s = state;
    int sum[FEATURES_COUNT] = {0};
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_side *side = &s->side[seat];
        int sign = seat == team ? 1 : -1;
        sum[LIFE] += sign * side->life;
        sum[LANDS] += sign * side->lands;
        sum[HAND] += sign * side->in_hand;
        for (int i = 0; i < side->creatures; i++) {
            const struct jg_magic_creature *c = &side->creature[i];
            const struct jg_magic_card *card = jg_magic_card(g, seat, c->kind);
            sum[POWER] += sign * jg_magic_power(card, c);
            sum[TOUGHNESS] += sign * jg_magic_toughness(card, c);
        }
    }
    for (int i = 0; i < FEATURES_COUNT; i++) out[i] = sum[i];
}

static int32_t value(const struct jg_game *g, const void *state, int team, const double *weights) {
    double measured[FEATURES_COUNT], sum = 0;
    measure(g, state, team, measured);
    for (int i = 0; i < FEATURES_COUNT; i++) sum += weights[i] * measured[i];
    return jg_eval_points(sum);
}

const struct jg_evaluator jg_magic_evaluators[] = {
    {.name = "reward",
     .help = "the paper's reward: life, creatures, lands and cards in hand, in tenths of a card",
     .features = FEATURES,
     .feature_count = FEATURES_COUNT,
     .unit = 1,
     .odds = 42,
     .value = value,
     .measure = measure},
    {.name = "q",
     .help = "the same features with the weights learnt by magic.q, in ten-thousandths of a win",
     .features = LEARNT,
     .feature_count = FEATURES_COUNT,
     .unit = 1,
     .odds = 3300,
     .value = value,
     .measure = measure},
    {0},
};
