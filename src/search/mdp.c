#include "search/mdp.h"

#include <math.h>
#include <stdlib.h>

static const double SLACK = 1e-9; /* tolerance for the sum of probabilities */

enum problem { FINE, NO_STATE, BAD_CHANCE, BAD_REWARD };

/* One action while its outcomes are added. */
struct jg_mdp_outcomes {
    const double *next; /* values of the next epoch */
    int states;
    double chance, value; /* sums so far */
    enum problem problem; /* the first one */
    int state;            /* of that problem */
    double number;
};

static void wrong(struct jg_mdp_outcomes *out, enum problem problem, int state, double number) {
    if (out->problem) return;
    out->problem = problem;
    out->state = state;
    out->number = number;
}

void jg_mdp_outcome(struct jg_mdp_outcomes *out, int next, double chance, double reward) {
    if (next < 0 || next >= out->states)
        wrong(out, NO_STATE, next, 0);
    else if (!(chance >= 0 && chance <= 1 + SLACK))
        wrong(out, BAD_CHANCE, next, chance);
    else if (!isfinite(reward))
        wrong(out, BAD_REWARD, next, reward);
    if (out->problem) return;
    out->chance += chance;
    out->value += chance * (reward + out->next[next]);
}

/* Reports what is wrong with an action's outcomes. */
static enum jg_status check(const struct jg_mdp_outcomes *out, int epoch, int state, int action, struct jg_error *err) {
    switch (out->problem) {
    case FINE: break;
    case NO_STATE:
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "epoch %d, state %d, action %d: next state %d does not exist",
                       epoch, state, action, out->state);
    case BAD_CHANCE:
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "epoch %d, state %d, action %d: the probability of state %d must be 0 to "
                       "1, not %g",
                       epoch, state, action, out->state, out->number);
    case BAD_REWARD:
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "epoch %d, state %d, action %d: the reward for state %d is not a finite "
                       "number",
                       epoch, state, action, out->state);
    }
    if (fabs(out->chance - 1) > SLACK)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "epoch %d, state %d, action %d: the probabilities must sum to 1, not %.10g", epoch, state,
                       action, out->chance);
    return JG_OK;
}

/* The value of an action by the values of the next epoch. */
static enum jg_status weigh(const struct jg_mdp *m, const double *next, int epoch, int state, int action, double *value,
                            struct jg_error *err) {
    struct jg_mdp_outcomes out = {.next = next, .states = m->states};
    m->outcomes(m->arg, epoch, state, action, &out);
    *value = out.value;
    return check(&out, epoch, state, action, err);
}

static enum jg_status count_actions(const struct jg_mdp *m, int epoch, int state, int *n, struct jg_error *err) {
    *n = m->actions(m->arg, epoch, state);
    if (*n < 0)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "epoch %d, state %d: the number of actions must be 0 or more, not %d", epoch, state, *n);
    return JG_OK;
}

static enum jg_status solve_state(const struct jg_mdp *m, struct jg_mdp_solution *s, int epoch, int state,
                                  struct jg_error *err) {
    const double *next = s->values + ((long)epoch + 1) * m->states;
    double best = 0, value;
    int at = -1, n;
    enum jg_status status = count_actions(m, epoch, state, &n, err);
    for (int action = 0; action < n && !status; action++) {
        status = weigh(m, next, epoch, state, action, &value, err);
        if (at >= 0 && !(value > best)) continue;
        best = value;
        at = action;
    }
    s->values[(long)epoch * m->states + state] = best;
    s->best[(long)epoch * m->states + state] = at;
    return status;
}

static enum jg_status finish(const struct jg_mdp *m, struct jg_mdp_solution *s, struct jg_error *err) {
    double *last = s->values + (long)m->horizon * m->states;
    for (int state = 0; state < m->states; state++) {
        last[state] = m->final ? m->final(m->arg, state) : 0;
        if (!isfinite(last[state]))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the final value of state %d is not a finite number", state);
    }
    return JG_OK;
}

enum jg_status jg_mdp_solve(const struct jg_mdp *m, struct jg_mdp_solution *out, struct jg_error *err) {
    *out = (struct jg_mdp_solution){.states = m->states, .horizon = m->horizon};
    if (m->states < 1 || m->horizon < 0)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "a decision process needs at least one state and a horizon of 0 or more");
    size_t states = (size_t)m->states, epochs = (size_t)m->horizon;
    out->values = calloc(states * (epochs + 1), sizeof *out->values);
    out->best = calloc(states * epochs + 1, sizeof *out->best);
    enum jg_status status =
        out->values && out->best ? finish(m, out, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int epoch = m->horizon; epoch-- > 0 && !status;)
        for (int state = 0; state < m->states && !status; state++) status = solve_state(m, out, epoch, state, err);
    if (status) jg_mdp_free(out);
    return status;
}

void jg_mdp_free(struct jg_mdp_solution *s) {
    free(s->values);
    free(s->best);
    *s = (struct jg_mdp_solution){0};
}

enum jg_status jg_mdp_action_values(const struct jg_mdp *m, const struct jg_mdp_solution *s, int epoch, int state,
                                    double *out, struct jg_error *err) {
    int n;
    if (epoch < 0 || epoch >= s->horizon || state < 0 || state >= s->states)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "state %d at epoch %d does not exist", state, epoch);
    const double *next = s->values + ((long)epoch + 1) * s->states;
    enum jg_status status = count_actions(m, epoch, state, &n, err);
    for (int action = 0; action < n && !status; action++)
        status = weigh(m, next, epoch, state, action, &out[action], err);
    return status;
}
