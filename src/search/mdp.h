/* Markov decision processes with a finite horizon, solved by backward induction (R. Bellman, 1957). At every epoch the
 * agent takes an action of the state, which leads to a random next state and may give a reward. The value of a state is
 * the greatest expected sum of rewards from it.
 *
 * Numbers are doubles: the value of an action is the sum of probability * (reward + value of the next state), in the
 * order of its outcomes, and values are compared exactly. Of equal actions the first is best. */
#ifndef SEARCH_MDP_H
#define SEARCH_MDP_H

#include <jogada/status.h>

struct jg_mdp_outcomes;

struct jg_mdp {
    int states;  /* numbered from 0 */
    int horizon; /* epochs, numbered from 0 */
    const void *arg;

    /* The number of actions. 0: the state is terminal or unreachable at this epoch, and worth 0. */
    int (*actions)(const void *arg, int epoch, int state);

    /* Adds every outcome of an action with jg_mdp_outcome. May be called repeatedly, with the same result. */
    void (*outcomes)(const void *arg, int epoch, int state, int action, struct jg_mdp_outcomes *out);

    /* The value of a state after the last epoch; NULL: 0. */
    double (*final)(const void *arg, int state);
};

/* Adds an outcome: the action leads to state `next` with probability `chance` and gives the reward. A state may be
 * added more than once, with different rewards. */
void jg_mdp_outcome(struct jg_mdp_outcomes *out, int next, double chance, double reward);

struct jg_mdp_solution {
    int states, horizon;
    double *values; /* by epoch, including the one after the last, and state */
    int *best;      /* by epoch and state */
};

/* Solves the process. JG_EINPUT, with epoch, state and action in the message: a next state that does not exist, a
 * probability below 0, probabilities that do not sum to 1 within 1e-9, a reward or final value that is not finite, a
 * negative number of actions, less than 1 state or 0 epochs. JG_EMEMORY. After a failure there is nothing to free. */
enum jg_status jg_mdp_solve(const struct jg_mdp *m, struct jg_mdp_solution *out, struct jg_error *err);
void jg_mdp_free(struct jg_mdp_solution *s); /* may be called twice */

/* The value of each action of a state, by a solution of the same process. */
enum jg_status jg_mdp_action_values(const struct jg_mdp *m, const struct jg_mdp_solution *s, int epoch, int state,
                                    double *out, struct jg_error *err);

/* Epochs 0..horizon; at the horizon it is the final value. */
static inline double jg_mdp_value(const struct jg_mdp_solution *s, int epoch, int state) {
    return s->values[(long)epoch * s->states + state];
}

/* The best action, the first of equals; -1 if there is none. Epochs 0..horizon - 1. */
static inline int jg_mdp_best(const struct jg_mdp_solution *s, int epoch, int state) {
    return s->best[(long)epoch * s->states + state];
}

#endif
