/* Helpers of the domino tests: dealing given hands, and random rounds that record the state, with all
 * hands, before every tile. */
#ifndef TESTS_DOMINO_WALK_H
#define TESTS_DOMINO_WALK_H

#include "games/domino/domino.h"
#include "test.h"

static const char *const WALK_SPECS[] = {
    "domino",
    "domino:rules=thesis",
    "domino:galo=announce,rounds=3",
    "domino:galo=add,pass=literal,order=cw",
    "domino:nodbl=free,lock=difference,spin1=1,openscores=0",
    "domino:nodbl=pen20,locknext=locker,merge=1,dblboth=0,target=500",
    "domino:nodbl=sena,galo=none,closed=2,lock=all,target=50",
    "domino:nodbl=redeal,galo=announce,pass=literal,lock=none,rounds=1",
};

enum { WALK_SPEC_COUNT = sizeof WALK_SPECS / sizeof *WALK_SPECS };

/* Deals these hands for the next round. */
static inline void deal_hands(const struct jg_game *g, struct jg_domino *s, const uint32_t hands[4]) {
    s->turn = JG_DOMINO_DEAL;
    for (int seat = 0; seat < 3; seat++) jg_apply(g, s, JG_DOMINO_DEAL_MOVE | hands[seat]);
}

struct walk {
    struct jg_domino s;                   /* current state */
    int n;                                /* tiles played in this round */
    struct jg_domino at[JG_DOMINO_TILES]; /* before each */
    jg_move made[JG_DOMINO_TILES];
};

/* Plays a random match up to a ply, or to its end. */
static inline void walk(const struct jg_game *g, struct jg_rng *rng, int plies, struct walk *w) {
    jg_start(g, &w->s);
    w->n = 0;
    while (plies-- > 0 && w->s.turn != JG_DOMINO_OVER) {
        jg_move move = jg_random_move(g, &w->s, rng);
        if (w->s.turn >= JG_DOMINO_DEAL) {
            w->n = 0;
        } else if (move != JG_DOMINO_PASS) {
            w->at[w->n] = w->s;
            w->made[w->n++] = move;
        }
        jg_apply(g, &w->s, move);
    }
}

/* The same until a player is to move with at most this many tiles in all hands. */
static inline void walk_into_round(const struct jg_game *g, struct jg_rng *rng, int most, struct walk *w) {
    const uint8_t *left = w->s.left;
    do walk(g, rng, 4 + (int)jg_rng_below(rng, 100), w);
    while (w->s.turn >= JG_DOMINO_DEAL || left[0] + left[1] + left[2] + left[3] > most);
}

/* The same until the player to move has a choice. */
static inline void walk_to_choice(const struct jg_game *g, struct jg_rng *rng, int most, struct walk *w) {
    jg_move moves[JG_MOVES_MAX];
    do walk_into_round(g, rng, most, w);
    while (jg_domino_moves(jg_domino_rules(g), &w->s, moves) < 2);
}

static inline void assert_close(double value, double expected, double most, const char *what) {
    double off = value > expected ? value - expected : expected - value;
    if (!(off <= most)) fail_msg("%s: %.9g is not %.9g", what, value, expected);
}

#endif
