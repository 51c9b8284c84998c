/* Expectiminimax: minimax with chance nodes, whose value is the mean of their outcomes (D. Michie, "Game-playing and
 * game-learning automata", 1966), with Star1 and Star2 pruning (B. W. Ballard, "The *-minimax search procedure for
 * trees containing chance nodes", Artificial Intelligence 21, 1983; T. Hauk, M. Buro and J. Schaeffer, "Rediscovering
 * *-minimax search", 2004).
 *
 * Values are fixed-point numbers, JG_EXPECTI_SCALE to a point, and the mean is rounded at every chance node in the same
 * way. So cutoffs compare exactly, and every kind of pruning gives the same value to the last digit. */
#ifndef SEARCH_EXPECTI_H
#define SEARCH_EXPECTI_H

#include <jogada/agent.h>

enum {
    JG_EXPECTI_SCALE = 2048,    /* internal value of a point; JG_WIN points fit an int32_t */
    JG_EXPECTI_OUTCOMES = 4096, /* chance nodes with more outcomes are evaluated as leaves */
};

/* STAR1 cuts off a chance node when its bounds decide, with every outcome not searched yet taken at its extreme. STAR2
 * first probes one move after each outcome for tighter bounds. Without chance both are alpha-beta. */
enum jg_expecti_prune { JG_EXPECTI_NONE, JG_EXPECTI_STAR1, JG_EXPECTI_STAR2 };

enum { JG_EXPECTI_USUAL = -1 }; /* as depth limit: the usual depth; nodes or time take its place */

struct jg_expecti_options {
    struct jg_limits limits; /* depth counts players' moves, not chance */
    int prune;
    size_t tt; /* bytes of the transposition table; 0: none */
    int bound; /* points: the greatest evaluation and the value of a win; 0: the evaluator's own */
};

struct jg_expecti;

/* For a game without hidden information and an evaluator, which must outlive it. NULL with err filled. */
struct jg_expecti *jg_expecti_new(const struct jg_game *g, const struct jg_eval *eval,
                                  const struct jg_expecti_options *options, struct jg_error *err);
void jg_expecti_free(struct jg_expecti *x); /* may be NULL */

/* Searches to limits.depth players' moves (0: to the end of the game) and through the chance nodes after the last. With
 * a node or time limit it deepens iteratively and reports the last depth that it finished. Of equal moves it chooses
 * the first. Results do not depend on earlier queries. With a trace it uses no table. The pv ends at the first chance
 * node. An expectation that is not a certain win is reported as less than JG_WIN / 2. */
void jg_expecti_choose(struct jg_expecti *x, const struct jg_query *query, struct jg_report *report);

#endif
