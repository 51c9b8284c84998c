/* Perfect-information Monte Carlo (Levy, "The million pound bridge program", 1989; Ginsberg, "GIB", 2001): samples many
 * worlds (determinizations), in which nothing is hidden; values every move in each by alpha-beta or playouts; and plays
 * the move with the best mean. Works for every game; without hidden information there is one world. */
#ifndef SEARCH_PIMC_H
#define SEARCH_PIMC_H

#include "search/belief.h"
#include "search/playout.h"

#include <jogada/agent.h>

enum { JG_PIMC_USUAL = -1 }; /* the usual number of worlds or depth; nodes or time take its place */

enum jg_pimc_search { JG_PIMC_AB, JG_PIMC_PLAYOUT };

/* The quantity to average: values; wins (values above 0); values, with the score of finished games. */
enum jg_pimc_by { JG_BY_VALUE, JG_BY_WINS, JG_BY_SCORE };

struct jg_pimc_settings {
    struct jg_limits limits; /* depth: in each world; nodes: in all worlds together */
    int worlds;              /* maximum; 0: as many as the other limits allow; or JG_PIMC_USUAL, as for depth */
    int search;              /* enum jg_pimc_search */
    int playouts;            /* JG_PIMC_PLAYOUT: of each move in each world */
    int play, to;            /* enum jg_play, jg_play_to */
    int by;                  /* enum jg_pimc_by */
    bool belief;             /* sample worlds by the game's likelihood, if it has one */
    int deals;               /* samples to weight for that, for each batch of worlds */
    int threads;             /* 0: all cores, or one if limited by worlds or nodes */
};

struct jg_pimc {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_pimc_settings settings;
    jg_likelihood *model; /* of play, for beliefs; the owner may replace it. NULL: none */
    struct jg_belief belief;
    double *values; /* by world of a batch and move */
};

/* False without memory. The game must outlive it. */
bool jg_pimc_init(struct jg_pimc *p, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_pimc_settings *settings);
void jg_pimc_free(struct jg_pimc *p);

/* Searches. The caller clears the report. Limited by worlds or nodes, the result does not depend on the number of
 * threads. With a number of worlds the nodes are divided among them, and each deepens as far as its share allows. With
 * worlds = 0 worlds are sampled until the nodes are used up; JG_PIMC_USUAL does so too, but a world gets no more than its
 * share among the usual number of them. Unfinished worlds do not count. `leaves` is the number of
 * worlds. Values are means; those of JG_BY_WINS are winning chances. */
void jg_pimc_choose(struct jg_pimc *p, const struct jg_query *query, struct jg_report *report);

#endif
