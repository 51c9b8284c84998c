/* Models of play: how likely a player is to choose each of its moves, knowing what it
 * sees. They weigh the deals that a view allows, and play them to the end. */
#ifndef GAMES_DOMINO_MODEL_H
#define GAMES_DOMINO_MODEL_H

#include "games/domino/domino.h"

/* What a model looks at in a move. */
enum jg_domino_look {
    LOOK_POINTS,     /* that the move scores on the table */
    LOOK_PLAYED_OLD, /* tiles on the table with the number that it covers ... */
    LOOK_HAND_OLD,   /* in the own hand */
    LOOK_ENDS_OLD,   /* ends with it */
    LOOK_PLAYED_NEW, /* the same of the number that it leaves */
    LOOK_HAND_NEW,
    LOOK_ENDS_NEW,
    LOOK_PAIR_NEW, /* laid by the own pair */
    LOOK_PAIR_OLD,
    LOOK_PIPS, /* of the tile */
    LOOK_DOUBLE,
    LOOK_NEXT_LACKS_NEW, /* the next player has shown not to have what it leaves, or what it covers */
    LOOK_NEXT_LACKS_OLD,
    LOOK_MATE_LACKS_NEW,
    LOOK_MATE_LACKS_OLD,
    LOOK_RISK,      /* points that the next player could score, on average of the tiles that are out */
    LOOK_NEXT_FREE, /* share of those tiles with which it could go on */
    LOOK_MATE_FREE,
    LOOK_MOBILE, /* own tiles that fit afterwards */
    LOOK_OPEN,   /* different open numbers afterwards */
    LOOKS
};

/* How far a model sees: its other weights are 0. */
enum jg_domino_reach {
    SEES_POINTS,  /* LOOK_POINTS */
    SEES_NUMBERS, /* and what depends on the numbers that a move covers and leaves */
    SEES_ALL
};

struct jg_domino_model {
    const char *name, *title; /* for programs; for people, who 'play': a key of the catalogue */
    enum jg_domino_reach sight;
    float weight[LOOKS];
    float heat; /* of the choice: 0, the best only, all alike if there are more */
    float slip; /* share of choices that are made for other reasons, all moves alike */
};

/* What was laid so far. */
struct jg_domino_tally {
    uint8_t played[7];  /* tiles with each number on the table */
    uint8_t pair[2][7]; /* laid by each team */
    uint32_t tiles;     /* these tiles */
};

void jg_domino_tally_add(struct jg_domino_tally *t, int team, int tile);
void jg_domino_tally_init(struct jg_domino_tally *t, const struct jg_domino *s);

/* A choice as everybody at the table sees it: all that does not depend on the hand. */
struct jg_domino_scene {
    const struct jg_domino_rules *rules;
    struct jg_domino_table table;
    struct jg_domino_tally tally;
    uint8_t ends[7];                  /* how many arms that can be played on have a number */
    int16_t sum[4];                   /* of the ends, without what the arm's end will be worth once it is joined */
    uint8_t open[4];                  /* numbers open, without the arm's */
    uint32_t out, next_may, mate_may; /* tiles not on the table, and of these what others may hold */
    uint8_t lacks_next, lacks_mate;
    uint8_t team, played;
    bool opening, sena;
};

void jg_domino_scene(struct jg_domino_scene *c, const struct jg_domino_rules *r, const struct jg_domino *s,
                     const struct jg_domino_tally *tally);

enum { JG_DOMINO_CHOICES = 28 };

/* How good a model finds each move of a hand, and which moves these are: tile + 32 * arm.
 * Returns how many; 0: it must pass. */
int jg_domino_rate(const struct jg_domino_model *m, const struct jg_domino_scene *c, uint32_t hand, uint8_t *choices,
                   float *rates);

/* The chance that a model makes choice number `made` of n. */
float jg_domino_chance(const struct jg_domino_model *m, const float *rates, int n, int made);

/* Draws a choice by those chances. */
int jg_domino_choose(const struct jg_domino_model *m, const float *rates, int n, struct jg_rng *rng);

/* Plays a state, all of whose hands are known, to the end of the round. */
void jg_domino_finish(const struct jg_domino_rules *r, struct jg_domino *s,
                      const struct jg_domino_model *const models[4], struct jg_rng *rng);

extern const struct jg_domino_model jg_domino_models[];
extern const struct jg_domino_model jg_domino_own; /* how a strong pair goes on, in playouts */
enum { JG_DOMINO_BASIC, JG_DOMINO_ANTONIO, JG_DOMINO_THESIS, JG_DOMINO_MATE, JG_DOMINO_MODELS };

#endif
