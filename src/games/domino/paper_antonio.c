/* Agent `domino.antonio` (N. S. Antonio et al., 2013): a linear move evaluation f = T1 + T2 whose
 * coefficients come from a genetic algorithm.
 *
 * T1 is the certain gain of the move: the points of the ends, passes and the galo if no unseen tile
 * can prevent them, and 20 for going out on a double. T2 = E2 - E1 weighs the number L2 that the move
 * leaves open against the number L1 that it covers, by counts of tiles before the move. */
#include "games/domino/paper.h"

#include <string.h>

/* Tile counts by number, as the seat to move sees them. */
struct counts {
    uint32_t unseen;
    uint8_t played[7]; /* V0: on the table */
    uint8_t own[7];    /* V1: in the player's hand */
    uint8_t ends[7];   /* V2: playable arms */
    uint8_t pair[7];   /* V3: played by the player's team */
};

static void count(const struct jg_domino *s, struct counts *c) {
    uint32_t by[2] = {0, 0}, hand = s->hand[s->turn];
    for (int i = 0; i < s->count; i++) by[s->by[i] & 1] |= 1u << (s->log[i] & 31);
    uint32_t played = by[0] | by[1], pair = by[jg_team(s->turn)];
    c->unseen = JG_DOMINO_ALL & ~(played | hand);
    for (int number = 0; number < 7; number++) {
        uint32_t with = jg_domino_with[number];
        c->played[number] = (uint8_t)jg_domino_count(played & with);
        c->own[number] = (uint8_t)jg_domino_count(hand & with);
        c->pair[number] = (uint8_t)jg_domino_count(pair & with);
        c->ends[number] = 0;
    }
    for (int arm = s->count ? jg_domino_arms(&s->table) : 0; arm-- > 0;) c->ends[jg_domino_number(&s->table, arm)]++;
}

/* P2 and P3: the points of the passes that must follow. */
static int sure_points(const struct jg_domino_rules *r, const struct jg_domino *s, const struct counts *c,
                       uint32_t rest, unsigned open) {
    int passes = jg_domino_sure_passes(r, s, c->unseen, open), points = 0;
    if (!passes || (passes == 3 && !(rest & jg_domino_fits[open]))) return 0; /* a lock */
    if (passes == 3 && (r->galo == JG_DOMINO_GALO_AUTO || r->galo == JG_DOMINO_GALO_ANNOUNCE))
        return JG_DOMINO_GALO_POINTS;
    for (int i = 0; i < passes; i++)
        if (i != 1)
            points += r->passpts;
        else if (r->pass == JG_DOMINO_LITERAL)
            points -= r->passpts;
    return passes == 3 && r->galo == JG_DOMINO_GALO_ADD ? points + JG_DOMINO_GALO_POINTS : points;
}

static double value(const struct jg_domino_rules *r, const struct jg_domino *s, const struct counts *c, jg_move move,
                    const double *a) {
    struct jg_domino_table t;
    int tile = jg_domino_move_tile(move), covered = JG_DOMINO_NONE, left = jg_domino_low[tile];
    uint32_t rest = s->hand[s->turn] & ~(1u << tile);
    jg_domino_table_after(r, s, move, &t);
    if (s->count) {
        covered = jg_domino_number(&s->table, jg_domino_move_arm(move));
        left = jg_domino_other(tile, covered);
    }
    double f = jg_domino_sum_points(jg_domino_sum(r, &t));
    if (rest)
        f += sure_points(r, s, c, rest, t.open);
    else if (jg_domino_double(tile))
        f += JG_DOMINO_OUT_ON_DOUBLE;
    if (covered != JG_DOMINO_NONE) f -= a[0] * c->played[covered] + a[1] * c->own[covered] + a[2] * c->ends[covered];
    return f + a[3] * c->played[left] + a[4] * c->own[left] + a[5] * c->ends[left] + a[6] * c->pair[left];
}

double jg_domino_antonio_value(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                               const double a[JG_DOMINO_ALPHAS]) {
    struct counts c;
    if (!jg_domino_is_tile(move)) return 0;
    count(view, &c);
    return value(r, view, &c, move, a);
}

/* The move with the greatest f; ties are broken at random. */
static jg_move best_move(const struct jg_domino_rules *r, const struct jg_domino *view,
                         const double a[JG_DOMINO_ALPHAS], struct jg_rng *rng) {
    jg_move moves[JG_MOVES_MAX], best = JG_DOMINO_PASS;
    struct counts c;
    uint32_t ties = 0;
    double most = 0;
    int n = jg_domino_moves(r, view, moves);
    if (n == 1) return moves[0];
    count(view, &c);
    for (int i = 0; i < n && !jg_domino_move_announces(moves[i]); i++) {
        double f = value(r, view, &c, moves[i], a);
        if (ties && f < most) continue;
        if (f > most) ties = 0;
        most = f;
        if (!ties++ || jg_rng_below(rng, ties) == 0) best = moves[i];
    }
    return jg_domino_announce(r, view, best);
}

/* ---- The agent ---------------------------------------------------------------------------------- */

enum strategy { FULL, SELFISH, PARTNER, BLOCK, BASIC };

struct options {
    int strategy;
    double a[JG_DOMINO_ALPHAS];
};

/* The coefficients that a strategy uses; the others are 0. */
static void select_coefficients(const struct options *o, double a[JG_DOMINO_ALPHAS]) {
    static const uint8_t USED[] = {[FULL] = 127, [SELFISH] = 8 + 16 + 32, [PARTNER] = 64, [BLOCK] = 1 + 2 + 4};
    for (int i = 0; i < JG_DOMINO_ALPHAS; i++) a[i] = USED[o->strategy] >> i & 1 ? o->a[i] : 0;
}

static enum jg_status choose(struct jg_agent *agent, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&agent->options;
    const struct jg_domino_rules *r = jg_domino_rules(agent->game);
    double a[JG_DOMINO_ALPHAS];
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    if (o->strategy == BASIC) {
        report->move = jg_domino_basic(r, query->view, false, &rng);
    } else {
        select_coefficients(o, a);
        report->move = best_move(r, query->view, a, &rng);
    }
    return JG_OK;
}

#define ALPHA(i, number, usual, text)                                                                                  \
    {                                                                                                                  \
        .name = "a" number, .type = JG_OPT_REAL, JG_FIELD(struct options, a[i]), .min = -1000, .max = 1000,            \
        .standard = usual, .value = "A", .help = text                                                                  \
    }

static const struct jg_option OPTIONS[] = {
    {.name = "strategy",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, strategy),
     .choices = "full|selfish|partner|block|basic",
     .standard = "full",
     .labels = (const char *const[]){"all of them", "for the player's own game", "for the partner's game",
                                     "against the opponents' game", "none: points only", NULL},
     .help = "coefficients in use"},
    ALPHA(0, "1", "2.943", "penalty per tile on the table with the number covered"),
    ALPHA(1, "2", "2.484", "penalty per tile in hand with the number covered"),
    ALPHA(2, "3", "4.621", "penalty per end with the number covered"),
    ALPHA(3, "4", "0.391", "bonus per tile on the table with the number left open"),
    ALPHA(4, "5", "4.756", "bonus per tile in hand with the number left open, the played tile included"),
    ALPHA(5, "6", "1.611", "bonus per end that already has the number left open"),
    ALPHA(6, "7", "-0.008", "bonus per tile with the number left open that the player's team has played"),
    {0},
};

const struct jg_agent_kind jg_domino_antonio_agent = {
    .name = "domino.antonio",
    .summary = "linear move evaluation with coefficients from a genetic algorithm",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .choose = choose,
};
