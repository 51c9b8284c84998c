/* Markov decision processes with a finite horizon, solved by backward value iteration
 * (R. Bellman, 1957). At every epoch one action of the state is taken; it leads to the
 * next state by chance and may bring a reward. The value of a state is the greatest
 * expected sum of the rewards from there on.
 *
 * Numbers are plain doubles: the value of an action is the sum of chance * (reward +
 * value of the next state), added in the order in which its outcomes are told, and values
 * are compared exactly. Of equal actions the first one is best. */
#ifndef SEARCH_MDP_H
#define SEARCH_MDP_H

#include <jogada/status.h>

struct jg_mdp_outcomes;

struct jg_mdp {
    int states;  /* numbered from 0 */
    int horizon; /* epochs, numbered from 0 */
    const void *arg;

    /* How many actions there are, numbered from 0. 0: all is over in this state, or it
     * cannot be at this epoch; then it is worth 0. */
    int (*actions)(const void *arg, int epoch, int state);

    /* Tells every outcome of an action by jg_mdp_outcome. Called once or more for each
     * action, and must tell the same every time. */
    void (*outcomes)(const void *arg, int epoch, int state, int action, struct jg_mdp_outcomes *out);

    /* What a state is worth after the last epoch; NULL: 0. */
    double (*final)(const void *arg, int state);
};

/* The action leads to state `next` with this chance, and then brings the reward. A state may be told
 * more than once, with other rewards. */
void jg_mdp_outcome(struct jg_mdp_outcomes *out, int next, double chance, double reward);

struct jg_mdp_solution {
    int states, horizon;
    double *values; /* of each epoch, the one after the last too, and state */
    int *best;      /* of each epoch and state */
};

/* Solves the process. JG_EINPUT, with words that name epoch, state and action: a next state that
 * is not there, a chance below 0, chances that do not sum to 1 within 1e-9, a reward
 * or final value that is no number, a negative number of actions; sizes below 1 state or 0 epochs.
 * JG_EMEMORY. After a failure there is nothing to free. */
enum jg_status jg_mdp_solve(const struct jg_mdp *m, struct jg_mdp_solution *out, struct jg_error *err);
void jg_mdp_free(struct jg_mdp_solution *s); /* may be called twice */

/* The value of each action of a state, as many as m->actions says, by a solution of the same process. */
enum jg_status jg_mdp_action_values(const struct jg_mdp *m, const struct jg_mdp_solution *s, int epoch, int state,
                                    double *out, struct jg_error *err);

/* Epochs 0..horizon; at the horizon it is the final value. */
static inline double jg_mdp_value(const struct jg_mdp_solution *s, int epoch, int state) {
    return s->values[(long)epoch * s->states + state];
}

/* The best action, the first of equals; -1 where there is none. Epochs 0..horizon - 1. */
static inline int jg_mdp_best(const struct jg_mdp_solution *s, int epoch, int state) {
    return s->best[(long)epoch * s->states + state];
}

#endif
