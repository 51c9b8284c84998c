/* A model of the opponent: how often it has chosen the best move, the second
 * best and so on, as far as one's own search can tell. The lecture's remark is
 * that minimax plays too carefully against those who err; with the model a move
 * is worth what it brings against this opponent. */
#ifndef AGENTS_OPPONENT_MODEL_H
#define AGENTS_OPPONENT_MODEL_H

#include <jogada/search.h>

enum { JG_MODEL_RANKS = 8 }; /* the eighth best move and all after it count as one */

typedef void jg_model_search(struct jg_search *s, const void *state, struct jg_report *report);

struct jg_model {
    uint32_t chosen[JG_MODEL_RANKS]; /* how often the opponent took a move with so many better ones */
    union jg_state left;             /* the position after one's own last move */
    bool waiting;                    /* there is one */
};

/* Looks at what the opponent did since jg_model_moved. `how` says how positions
 * are searched, and its nodes count what that takes, within its limits. JG_OK,
 * or JG_EMEMORY. */
enum jg_status jg_model_learn(struct jg_model *m, jg_model_search *search, struct jg_search *how, const void *view);

/* Changes the choice in a report that the search gave, if against this opponent
 * another move is worth more. */
enum jg_status jg_model_choose(const struct jg_model *m, jg_model_search *search, struct jg_search *how,
                               const void *view, struct jg_report *report);

/* Remembers the position after one's own move. */
void jg_model_moved(struct jg_model *m, const struct jg_game *g, const void *view, jg_move move);

#endif
