/* A seat's belief about hidden information: weighted samples of the states that its view allows. Samples are uniform
 * over what the rules allow; a sample's weight is the likelihood of the moves seen so far (importance sampling), so
 * that the weighted samples follow Bayes's posterior under the model of play that gave the weights. */
#ifndef SEARCH_BELIEF_H
#define SEARCH_BELIEF_H

#include "search/budget.h"

#include <jogada/game.h>

/* Like jg_game_kind.likelihood, but 0 is allowed: impossible under the model. */
typedef void jg_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

struct jg_belief {
    const struct jg_game *game;
    size_t room, count;    /* capacity and number of states */
    unsigned char *states; /* g->state_size bytes each */
    double *weights;       /* sum to 1 */
    uint32_t *copies;      /* scratch memory of resampling */
};

struct jg_belief_draw {
    const void *view;
    int seat;              /* whose view it is */
    uint64_t seed, stream; /* the first random stream; every JG_BELIEF_PIECE states use one */
    size_t n;              /* states to draw, at most the capacity */
    jg_likelihood *model;  /* NULL: equal weights */
    int threads;           /* 0: all cores; the result does not depend on it */
    struct jg_budget budget;
};

enum { JG_BELIEF_PIECE = 64 }; /* states drawn between checks of the budget, some 100 microseconds */

/* Allocates memory for `room` states; false if that fails. The game must outlive the belief. */
bool jg_belief_init(struct jg_belief *b, const struct jg_game *g, size_t room);
void jg_belief_free(struct jg_belief *b);

/* Draws and weights states. If the model gives every state likelihood 0, all weights are equal. When the budget is
 * spent, the pieces drawn by then count. False: none was drawn. */
bool jg_belief_draw(struct jg_belief *b, const struct jg_belief_draw *how);

/* Systematic resampling: replaces the states by n states of equal weight, at most the capacity. Each occurs in
 * proportion to its weight, rounded up or down, in the order drawn. */
void jg_belief_resample(struct jg_belief *b, struct jg_rng *rng, size_t n);

static inline const void *jg_belief_state(const struct jg_belief *b, size_t i) {
    return b->states + i * b->game->state_size;
}

#endif
