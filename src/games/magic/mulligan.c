/* The mulligan as a Markov decision process, solved by search/mdp.c. */
#include "games/magic/mulligan.h"

#include "search/mdp.h"

#include <math.h>
#include <stdint.h>

/* The paper's rewards (tables 5.1 and 5.3) by lands in hand, and per card. */
static const double LAND_REWARDS[2][JG_MAGIC_HAND + 1] = {
    {-4, 0, 5, 6, 3, 0, -3, -5}, /* on the draw */
    {-7, -3, 3, 4, 2, -1, -4, -6},
};
static const double CARD_REWARD = 3.5;

/* States: hands by size, then by lands; the start, before any hand; the end, after keeping. */
enum { START = (JG_MAGIC_HAND + 1) * (JG_MAGIC_HAND + 2) / 2, END, STATES };

/* One epoch for the start and one for each hand size. */
enum { HORIZON = JG_MAGIC_HAND + 2 };

/* The mulligan comes first, so that it wins ties. An empty hand has one action. */
enum { MULLIGAN, KEEP, ACTIONS };

static int hand_at(int cards, int lands) { return cards * (cards + 1) / 2 + lands; }

static int epoch_of(int cards) { return JG_MAGIC_HAND + 1 - cards; }

static void read_hand(int state, int *cards, int *lands) {
    *cards = 0;
    while (hand_at(*cards + 1, 0) <= state) ++*cards;
    *lands = state - hand_at(*cards, 0);
}

double jg_magic_keep_reward(bool on_play, int cards, int lands) {
    return LAND_REWARDS[on_play][lands] + CARD_REWARD * cards;
}

/* Binomial coefficient, exact: C(JG_MAGIC_MULLIGAN_CARDS, JG_MAGIC_HAND) is less than 2^53. */
static double choose(int n, int k) {
    uint64_t ways = 1;
    if (k > n) return 0;
    for (int i = 1; i <= k; i++) ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return (double)ways;
}

/* The outcomes of drawing a hand from the whole deck, hypergeometric. */
static void draw(const struct jg_magic_mulligan *m, int cards, struct jg_mdp_outcomes *out) {
    for (int lands = 0; lands <= cards; lands++) {
        double ways = choose(m->lands, lands) * choose(m->cards - m->lands, cards - lands);
        jg_mdp_outcome(out, hand_at(cards, lands), ways / choose(m->cards, cards), 0);
    }
}

static int actions(const void *arg, int epoch, int state) {
    int cards, lands;
    (void)arg;
    if (state == START) return epoch == 0;
    if (state == END) return 0;
    read_hand(state, &cards, &lands);
    if (epoch != epoch_of(cards)) return 0;
    return cards ? ACTIONS : 1;
}

static void outcomes(const void *arg, int epoch, int state, int action, struct jg_mdp_outcomes *out) {
    const struct jg_magic_mulligan *m = arg;
    int cards, lands;
    (void)epoch;
    if (state == START) {
        draw(m, JG_MAGIC_HAND, out);
        return;
    }
    read_hand(state, &cards, &lands);
    if (action == KEEP || cards == 0)
        jg_mdp_outcome(out, END, 1, jg_magic_keep_reward(m->on_play, cards, lands));
    else
        draw(m, cards - 1, out);
}

static enum jg_status read_solution(const struct jg_mdp *p, const struct jg_mdp_solution *s,
                                    struct jg_magic_mulligan *out, struct jg_error *err) {
    double values[ACTIONS];
    out->start = jg_mdp_value(s, 0, START);
    for (int cards = 0; cards <= JG_MAGIC_HAND; cards++)
        for (int lands = 0; lands <= cards; lands++) {
            int epoch = epoch_of(cards), state = hand_at(cards, lands);
            enum jg_status status = jg_mdp_action_values(p, s, epoch, state, values, err);
            if (status) return status;
            out->keep[cards][lands] = values[cards ? KEEP : 0];
            out->mulligan[cards] = cards ? values[MULLIGAN] : -INFINITY;
            out->take[cards][lands] = cards && jg_mdp_best(s, epoch, state) == MULLIGAN;
        }
    return JG_OK;
}

enum jg_status jg_magic_mulligan_solve(int cards, int lands, bool on_play, struct jg_magic_mulligan *out,
                                       struct jg_error *err) {
    *out = (struct jg_magic_mulligan){.on_play = on_play, .cards = cards, .lands = lands};
    struct jg_mdp p = {.states = STATES, .horizon = HORIZON, .arg = out, .actions = actions, .outcomes = outcomes};
    struct jg_mdp_solution s;
    if (cards < JG_MAGIC_HAND || cards > JG_MAGIC_MULLIGAN_CARDS || lands < 0 || lands > cards)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "no deck has %d cards and %d lands; expected %d to %d cards",
                       cards, lands, JG_MAGIC_HAND, JG_MAGIC_MULLIGAN_CARDS);
    enum jg_status status = jg_mdp_solve(&p, &s, err);
    if (!status) status = read_solution(&p, &s, out, err);
    jg_mdp_free(&s);
    return status;
}
