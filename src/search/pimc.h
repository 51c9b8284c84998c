/* Perfect-information Monte Carlo: what is hidden is dealt at random, many times; in
 * each of these worlds, where nothing is hidden, every move gets a value by alpha-beta
 * or by playouts; and the move with the best mean is played (Levy, The million pound
 * bridge program, 1989; Ginsberg, GIB, 2001). For every game; without hidden
 * information there is one world. */
#ifndef SEARCH_PIMC_H
#define SEARCH_PIMC_H

#include "search/belief.h"
#include "search/playout.h"

#include <jogada/agent.h>

enum jg_pimc_search { JG_PIMC_AB, JG_PIMC_PLAYOUT };

/* What is averaged: values; whether they are above 0; values, with the score of a finished game as its value. */
enum jg_pimc_by { JG_BY_VALUE, JG_BY_WINS, JG_BY_SCORE };

struct jg_pimc_settings {
    struct jg_limits limits; /* depth: of the search of a world; nodes: moves made in all worlds */
    int worlds;              /* at most; 0: as the other limits allow */
    int search;              /* enum jg_pimc_search */
    int playouts;            /* of each move in each world, with JG_PIMC_PLAYOUT */
    int play, to;            /* enum jg_play, jg_play_to */
    int by;                  /* enum jg_pimc_by */
    bool belief;             /* by the game's likelihood, if it has one */
    int deals;               /* weighed for that, for each batch of worlds */
    int threads;             /* 0: all cores, or one if the answer must not depend on the clock */
};

struct jg_pimc {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_pimc_settings settings;
    jg_likelihood *model; /* of play, for beliefs; whoever made it may set another. NULL: none */
    struct jg_belief belief;
    double *values; /* by world of a batch and move */
};

/* Takes memory; false without. The game stays the caller's. */
bool jg_pimc_init(struct jg_pimc *p, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_pimc_settings *settings);
void jg_pimc_free(struct jg_pimc *p);

/* Answers; the report is cleared. Limited by worlds or nodes the answer is the same
 * whatever the number of threads. Nodes are shared out to the worlds if their number
 * is given, and each goes as deep as its share allows; otherwise worlds are looked at
 * until the nodes are used up. What was not finished in time does not count. `leaves`
 * are the worlds. Values are means; those of JG_BY_WINS are chances, without an evaluator of the game. */
void jg_pimc_choose(struct jg_pimc *p, const struct jg_query *query, struct jg_report *report);

#endif
