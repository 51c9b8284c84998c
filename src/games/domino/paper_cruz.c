/* Agent `domino.cruz` (A. R. da Cruz et al., 2013): four strategies for two-ended dominoes, adapted to
 * four ends.
 *
 * v(i) is the number of visible tiles with number i, in the hand and on the table: the more there are,
 * the more likely others lack it. Strategy 2 maximizes v of the number left open; 3 and 4 maximize
 * v t, where t is v of the other end. With up to four ends, v t becomes the product of v over all
 * playable ends, raised to 2 / (number of ends): equal to v t for two ends and of the same scale for
 * any number. As in the original, points do not count. */
#include "games/domino/paper.h"

#include "core/math.h"

#include <math.h>

enum { RANDOM = 1, LEFT, ENDS, BOLTZMANN };

struct options {
    int strategy;
};

/* v(i) or v(i) t(i) of a move. */
static double worth(const struct jg_domino_rules *r, const struct jg_domino *s, uint32_t seen, int strategy,
                    jg_move move) {
    struct jg_domino_table t;
    int tile = jg_domino_move_tile(move), left = jg_domino_low[tile];
    double product = 1;
    jg_domino_table_after(r, s, move, &t);
    if (s->count) left = jg_domino_other(tile, jg_domino_number(&s->table, jg_domino_move_arm(move)));
    if (strategy == LEFT) return jg_domino_count(seen & jg_domino_with[left]);
    int arms = jg_domino_arms(&t);
    for (int arm = 0; arm < arms; arm++) product *= jg_domino_count(seen & jg_domino_with[jg_domino_number(&t, arm)]);
    return jg_math_pow(product, 2.0 / arms);
}

/* Boltzmann sampling: index i with probability proportional to exp(x[i] / u). */
static int roulette(const double *x, int n, double u, struct jg_rng *rng) {
    double share[JG_MOVES_MAX], most = x[0], sum = 0;
    int i;
    for (i = 1; i < n; i++) most = fmax(most, x[i]);
    for (i = 0; i < n; i++) sum += share[i] = jg_math_exp((x[i] - most) / u);
    double at = jg_rng_unit(rng) * sum;
    for (i = 0; i < n - 1 && at >= share[i]; i++) at -= share[i];
    return i;
}

static int greatest(const double *x, int n, struct jg_rng *rng) {
    int best = 0;
    uint32_t ties = 1;
    for (int i = 1; i < n; i++) {
        if (x[i] < x[best]) continue;
        if (x[i] > x[best]) ties = 0;
        if (!ties++ || jg_rng_below(rng, ties) == 0) best = i;
    }
    return best;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    const struct jg_domino_rules *r = jg_domino_rules(a->game);
    const struct jg_domino *s = query->view;
    uint32_t seen = JG_DOMINO_ALL & ~jg_domino_unseen_by_mover(s);
    jg_move moves[JG_MOVES_MAX];
    double x[JG_MOVES_MAX];
    struct jg_rng rng;
    int n = jg_domino_moves(r, s, moves), at = 0;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    if (n > 1 && r->galo == JG_DOMINO_GALO_ANNOUNCE) n /= 2; /* the second half repeats the moves with announcements */
    for (int i = 0; n > 1 && o->strategy != RANDOM && i < n; i++) x[i] = worth(r, s, seen, o->strategy, moves[i]);
    if (n > 1 && o->strategy == RANDOM)
        at = (int)jg_rng_below(&rng, (uint32_t)n);
    else if (n > 1)
        at = o->strategy == BOLTZMANN ? roulette(x, n, jg_math_pow(0.999, s->count), &rng) : greatest(x, n, &rng);
    report->move = jg_domino_announce(r, s, moves[at]);
    return JG_OK;
}

static const struct jg_option OPTIONS[] = {
    {.name = "strategy",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, strategy),
     .min = RANDOM,
     .max = BOLTZMANN,
     .standard = "4",
     .value = "N",
     .help = "1: random; 2: leaves the most seen number; 3: most seen numbers at all ends; 4: the same by Boltzmann "
             "sampling"},
    {0},
};

const struct jg_agent_kind jg_domino_cruz_agent = {
    .name = "domino.cruz",
    .summary = "blocks with numbers already seen often; adapted from two-ended dominoes",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .choose = choose,
};
