/* Models of play: softmax policies over linear features of a move. They serve as likelihoods when
 * deals are weighted (belief.h) and as playout policies (lookahead.h). */
#ifndef GAMES_DOMINO_MODEL_H
#define GAMES_DOMINO_MODEL_H

#include "games/domino/domino.h"

/* Features of a move. "Old" is the number that it covers, "new" the number that it leaves open. */
enum jg_domino_feature {
    F_POINTS,     /* points of the ends */
    F_PLAYED_OLD, /* tiles on the table with the old number */
    F_HAND_OLD,   /* tiles in the player's hand with it */
    F_ENDS_OLD,   /* open ends with it */
    F_PLAYED_NEW, /* the same for the new number */
    F_HAND_NEW,
    F_ENDS_NEW,
    F_PAIR_NEW, /* tiles that the player's team has played with the new or the old number */
    F_PAIR_OLD,
    F_PIPS, /* of the tile */
    F_DOUBLE,
    F_NEXT_LACKS_NEW, /* the next seat's passes exclude the new or the old number */
    F_NEXT_LACKS_OLD,
    F_MATE_LACKS_NEW, /* the partner's passes do */
    F_MATE_LACKS_OLD,
    F_RISK,      /* expected points of the next seat's reply, over the tiles that it may hold */
    F_NEXT_FREE, /* share of these tiles that fit */
    F_MATE_FREE, /* the same for the partner */
    F_MOBILE,    /* tiles in the player's hand that fit afterwards */
    F_OPEN,      /* different open numbers afterwards */
    FEATURES
};

/* The features that a model uses; its other weights are 0, and need not be computed. */
enum jg_domino_scope {
    USES_POINTS,  /* F_POINTS */
    USES_NUMBERS, /* F_POINTS and the features of the old and new number */
    USES_ALL
};

struct jg_domino_model {
    const char *name, *title; /* name in JSON; style of play as a message of the catalogue */
    enum jg_domino_scope scope;
    float weight[FEATURES];
    float temperature; /* of the softmax; 0: uniform among the best moves */
    float noise;       /* probability of a uniformly random move instead */
};

/* Counts of the tiles played so far. */
struct jg_domino_tally {
    uint8_t played[7];  /* tiles with each number on the table */
    uint8_t pair[2][7]; /* of these, played by each team */
    uint32_t tiles;     /* set of the tiles on the table */
};

void jg_domino_tally_add(struct jg_domino_tally *t, int team, int tile);
void jg_domino_tally_init(struct jg_domino_tally *t, const struct jg_domino *s);

/* The public part of a decision: all that does not depend on the player's hand. */
struct jg_domino_context {
    const struct jg_domino_rules *rules;
    struct jg_domino_table table;
    struct jg_domino_tally tally;
    uint8_t ends[7];                  /* playable arms by number */
    int16_t sum[4];                   /* sum of the ends after a tile on this arm, without that tile's end */
    uint8_t open[4];                  /* set of open numbers after a tile on this arm, without that tile's */
    uint32_t out, next_may, mate_may; /* tiles not on the table; those that the next seat and the partner may hold */
    uint8_t lacks_next, lacks_mate;
    uint8_t team, played;
    bool opening, sena;
};

void jg_domino_context(struct jg_domino_context *c, const struct jg_domino_rules *r, const struct jg_domino *s,
                       const struct jg_domino_tally *tally);

/* The total points of all replies with these tiles to a table with this sum of the ends. */
int jg_domino_reply_points(const struct jg_domino_rules *r, const struct jg_domino_table *t, int sum, uint32_t tiles);

enum { JG_DOMINO_CHOICES = 28 };

/* Rates the moves of a hand. choices[] are the moves as tile + 32 * arm. Returns their number; 0: the
 * player must pass. */
int jg_domino_model_rate(const struct jg_domino_model *m, const struct jg_domino_context *c, uint32_t hand,
                         uint8_t *choices, float *rates);

/* The probability that a model chooses move number `made` of n. */
float jg_domino_model_probability(const struct jg_domino_model *m, const float *rates, int n, int made);

/* Draws a move by these probabilities. */
int jg_domino_model_choose(const struct jg_domino_model *m, const float *rates, int n, struct jg_rng *rng);

/* Playout: plays a state with known hands to the end of the round, models[seat] moving each seat. */
void jg_domino_playout(const struct jg_domino_rules *r, struct jg_domino *s,
                       const struct jg_domino_model *const models[4], struct jg_rng *rng);

extern const struct jg_domino_model jg_domino_models[];
extern const struct jg_domino_model jg_domino_playout_model; /* policy of the player's team in playouts */
enum { JG_DOMINO_BASIC, JG_DOMINO_ANTONIO, JG_STUDY_THESIS_RULES, JG_DOMINO_MATE, JG_DOMINO_MODELS };

#endif
