/* Match equity by backward induction over simulated rounds; see equity.h. */
#include "games/domino/equity.h"

#include "core/math.h"
#include "games/domino/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 4000, /* simulated */
    GAINS = 81     /* upper bound of the steps that a team wins in a round */
};

/* Joint histogram of the steps that both teams win in a round. */
typedef uint16_t gain_counts[GAINS][GAINS];

static int steps(int points, int step) {
    int n = points / step;
    return n < 0 ? 0 : n < GAINS - 1 ? n : GAINS - 1;
}

static float play_rounds(const struct jg_game *g, int step, gain_counts *out) {
    double squares = 1;
    const struct jg_domino_rules *r = jg_domino_rules(g);
    const struct jg_domino_model *m = &jg_domino_models[JG_DOMINO_ANTONIO];
    struct jg_rng rng;
    union jg_state at;
    struct jg_domino *s = (void *)&at;
    jg_rng_init(&rng, 1, 0);
    for (int i = 0; i < ROUNDS; i++) {
        jg_start(g, s);
        s->opener = (uint8_t)jg_rng_below(&rng, 4);
        s->sena = 0;
        while (s->turn >= JG_DOMINO_DEAL) jg_apply(g, s, g->kind->draw(g, s, &rng));
        jg_domino_playout(r, s, (const struct jg_domino_model *const[4]){m, m, m, m}, &rng);
        (*out)[steps(s->points[0], step)][steps(s->points[1], step)]++;
        squares += (double)((s->points[0] - s->points[1]) * (s->points[0] - s->points[1]));
    }
    return (float)sqrt(squares / ROUNDS);
}

/* Team 0's probability of winning at these steps, from the entries with more points. Rounds without
 * points are left out: the next one would start from the same entry. */
static float backward_value(const struct jg_domino_equity *w, gain_counts *g, int a, int b) {
    double sum = 0, rounds = 0;
    for (int x = 0; x < GAINS; x++)
        for (int y = 0; y < GAINS; y++) {
            if (!(*g)[x][y] || !(x | y)) continue;
            /* Both orders, since the teams are equally strong. */
            sum += (*g)[x][y] * 0.5 *
                   ((double)jg_domino_equity_at(w, (a + x) * w->step, (b + y) * w->step) +
                    (double)jg_domino_equity_at(w, (a + y) * w->step, (b + x) * w->step));
            rounds += (*g)[x][y];
        }
    return rounds > 0 ? (float)(sum / rounds) : 0.5f;
}

enum jg_status jg_domino_equity_init(struct jg_domino_equity *w, const struct jg_game *game, struct jg_error *err) {
    gain_counts *g = calloc(1, sizeof *g);
    if (!g) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    memset(w, 0, sizeof *w);
    w->target = jg_domino_rules(game)->target;
    w->step = 5 * ((w->target + 5 * (JG_DOMINO_STEPS - 1) - 1) / (5 * (JG_DOMINO_STEPS - 1)));
    w->rounds = jg_domino_rules(game)->rounds;
    w->spread = play_rounds(game, w->step, g);
    int last = (w->target - 1) / w->step; /* the highest step below the target */
    for (int sum = 2 * last; sum >= 0; sum--)
        for (int a = 0; a <= last; a++)
            if (sum - a >= 0 && sum - a <= last) w->chance[a][sum - a] = backward_value(w, g, a, sum - a);
    free(g);
    return JG_OK;
}

/* A match of a fixed number of rounds: normal approximation of the remaining rounds' differences. */
static float by_rounds(const struct jg_domino_equity *w, const struct jg_domino *end) {
    float lead = (float)(end->points[0] - end->points[1]), left = (float)(w->rounds - end->round);
    return 0.5f * (float)jg_math_erfc((double)(-lead / (w->spread * sqrtf(2 * left))));
}

float jg_domino_equity_end(const struct jg_domino_equity *w, const struct jg_domino *end) {
    int lead = end->points[0] - end->points[1];
    if (end->turn == JG_DOMINO_OVER) return lead > 0 ? 1 : lead < 0 ? 0 : 0.5f;
    return w->rounds ? by_rounds(w, end) : jg_domino_equity_at(w, end->points[0], end->points[1]);
}

float jg_domino_equity_at(const struct jg_domino_equity *w, int points0, int points1) {
    if (points0 >= w->target || points1 >= w->target) return points0 > points1 ? 1 : points0 < points1 ? 0 : 0.5f;
    return w->chance[points0 > 0 ? points0 / w->step : 0][points1 > 0 ? points1 / w->step : 0];
}
