/* An opponent model: how often the opponent has chosen the best move, the second best and so on, by the agent's own
 * search. Minimax is too cautious against opponents that make mistakes, as the lecture remarks; with the model a move is
 * worth its expected value against this opponent. */
#ifndef AGENTS_OPPONENT_MODEL_H
#define AGENTS_OPPONENT_MODEL_H

#include <jogada/search.h>

enum { JG_MODEL_RANKS = 8 }; /* the eighth best move and all worse ones share a count */

typedef void jg_model_search(struct jg_search *s, const void *state, struct jg_report *report);

struct jg_model {
    uint32_t chosen[JG_MODEL_RANKS]; /* by the number of better moves: how often the opponent chose such a move */
    union jg_state left;             /* the position after the agent's last move */
    bool waiting;                    /* `left` is set */
};

/* Counts the opponent's moves since jg_model_moved. Searches with the settings and within the limits of `how`, whose
 * nodes it counts. JG_OK or JG_EMEMORY. */
enum jg_status jg_model_learn(struct jg_model *m, jg_model_search *search, struct jg_search *how, const void *view);

/* Changes the move of a report if another is worth more against this opponent. */
enum jg_status jg_model_choose(const struct jg_model *m, jg_model_search *search, struct jg_search *how,
                               const void *view, struct jg_report *report);

/* Stores the position after the agent's own move. */
void jg_model_moved(struct jg_model *m, const struct jg_game *g, const void *view, jg_move move);

#endif
