/* What a seat believes of the hidden things: sampled states of its view, each with
 * a weight. Samples are what the rules allow, all alike; weights tell how likely the
 * choices seen so far were in each of them (importance sampling), so that their
 * distribution is Bayes's posterior under the model of play that gave the weights. */
#ifndef SEARCH_BELIEF_H
#define SEARCH_BELIEF_H

#include "search/budget.h"

#include <jogada/game.h>

/* As jg_game_kind.likelihood; here 0 is allowed: impossible under the model. */
typedef void jg_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

struct jg_belief {
    const struct jg_game *game;
    size_t room, count;    /* states that fit, and those there are */
    unsigned char *states; /* one after another, g->state_size bytes each */
    double *weights;       /* they sum to 1 */
    uint32_t *copies;      /* while resampling */
};

/* What to draw. */
struct jg_belief_draw {
    const void *view;
    int seat;              /* whose view it is */
    uint64_t seed, stream; /* streams from this number on are used, one for every JG_BELIEF_PIECE states */
    size_t n;              /* at most the room */
    jg_likelihood *model;  /* NULL: all weights are equal */
    int threads;           /* 0: all cores; the states are the same whatever their number */
    struct jg_budget budget;
};

enum { JG_BELIEF_PIECE = 64 }; /* drawn and weighed between looks at the clock, in some 100 microseconds */

/* Takes memory for so many states; false without. The game stays the caller's. */
bool jg_belief_init(struct jg_belief *b, const struct jg_game *g, size_t room);
void jg_belief_free(struct jg_belief *b);

/* Draws and weighs. If the model calls everything impossible, it is wrong, and all
 * weights are equal. Where time ends, what there is by then counts, in whole pieces.
 * False: there is nothing. */
bool jg_belief_draw(struct jg_belief *b, const struct jg_belief_draw *how);

/* Makes n states, at most the room, with equal weights of those there are: each as often as its
 * weight says, but for the part of one (systematic resampling). In the order drawn. */
void jg_belief_resample(struct jg_belief *b, struct jg_rng *rng, size_t n);

/* How many states with equal weights would tell as much: from 1, where one has all the weight, to the count. */
double jg_belief_size(const struct jg_belief *b);

static inline const void *jg_belief_state(const struct jg_belief *b, size_t i) {
    return b->states + i * b->game->state_size;
}

#endif
