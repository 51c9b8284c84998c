/* Expectiminimax: minimax for games with chance, which gives a move of chance the
 * mean of what its outcomes are worth (D. Michie, "Game-playing and game-learning
 * automata", 1966), with the cuts of Star1 and Star2 (B. W. Ballard, "The *-minimax
 * search procedure for trees containing chance nodes", Artificial Intelligence 21,
 * 1983; T. Hauk, M. Buro and J. Schaeffer, "Rediscovering *-minimax search", 2004).
 *
 * Values are whole numbers of parts of a point, and the mean is rounded to one of
 * them at every chance node, always in the same way. What a cut compares is then
 * exact, so all forms of the search give the same value to the last part. */
#ifndef SEARCH_EXPECTI_H
#define SEARCH_EXPECTI_H

#include <jogada/agent.h>

enum {
    JG_EXPECTI_SCALE = 2048,    /* of a point, in which it counts: JG_WIN of them fits an int32_t */
    JG_EXPECTI_OUTCOMES = 4096, /* chance with more of them is judged as it stands */
};

/* What it leaves out. NONE: nothing. STAR1: what cannot matter even if the outcomes
 * to come are worth as much or as little as can be. STAR2: it first tries one move
 * after each outcome, to know sooner. Without chance both are alpha-beta. */
enum jg_expecti_prune { JG_EXPECTI_NONE, JG_EXPECTI_STAR1, JG_EXPECTI_STAR2 };

struct jg_expecti_options {
    struct jg_limits limits; /* depth counts moves of players: chance adds nothing to it */
    int prune;
    size_t tt; /* bytes of the transposition table; 0: none */
    int bound; /* points: no judgement is worth more, and a won game as much; 0: what the evaluator promises */
};

struct jg_expecti;

/* For a game without hidden information and an evaluator, which must both stay.
 * NULL with err filled. */
struct jg_expecti *jg_expecti_new(const struct jg_game *g, const struct jg_eval *eval,
                                  const struct jg_expecti_options *options, struct jg_error *err);
void jg_expecti_free(struct jg_expecti *x); /* may be NULL */

/* Answers: to limits.depth moves of players (0: to the end of the game), and what
 * chance does after the last of them. With a limit of nodes or time it goes deeper
 * and deeper, and answers by the last depth that it finished; otherwise it chooses
 * the first of the moves with the best value. Every question is answered as if it
 * were the first. It tells a trace all it does, and then uses no table. The line
 * ends where chance moves. An expectation that is no certain win is reported as
 * less than JG_WIN / 2. */
void jg_expecti_choose(struct jg_expecti *x, const struct jg_query *query, struct jg_report *report);

#endif
