/* Markov decision processes: an inventory problem with known values, and random processes against all policies, plain
 * recursion and integer arithmetic. Probabilities are quarters and eighths and rewards integers, so that doubles are
 * exact and values can be compared exactly. */
#include "test.h"

#include "search/mdp.h"

#include <math.h>

static struct jg_mdp_solution solved(const struct jg_mdp *m) {
    struct jg_mdp_solution s;
    struct jg_error err = {0};
    if (jg_mdp_solve(m, &s, &err)) fail_msg("%s", err.message);
    return s;
}

/* ---- The warehouse -------------------------------------------------------------------------- */

/* Inventory control: ordering n units costs 4 + 2n, storing u for a month costs u, and selling u brings 8u; the
 * demand is 0, 1 or 2 with chances 1/4, 1/2, 1/4. These numbers are those of Puterman's textbook (Markov Decision
 * Processes, 1994, section 3.2), who has three months; the paper tells the same story of twelve, without numbers. */
enum { CAPACITY = 3, DEMANDS = 3 };

static const int DEMAND[DEMANDS] = {1, 2, 1}; /* of 4 */

static int least(int a, int b) { return a < b ? a : b; }
static int profit(int stock, int order, int demand) {
    return 8 * least(demand, stock + order) - (order ? 4 + 2 * order : 0) - (stock + order);
}

static int orders(const void *arg, int epoch, int stock) {
    (void)epoch;
    return *(const int *)arg - stock + 1;
}

static void months(const void *arg, int epoch, int stock, int order, struct jg_mdp_outcomes *out) {
    (void)arg;
    (void)epoch;
    for (int d = 0; d < DEMANDS; d++)
        jg_mdp_outcome(out, stock + order - least(d, stock + order), DEMAND[d] / 4.0, profit(stock, order, d));
}

static struct jg_mdp warehouse(const int *capacity, int horizon) {
    return (struct jg_mdp){
        .states = *capacity + 1, .horizon = horizon, .arg = capacity, .actions = orders, .outcomes = months};
}

static void test_textbook(void **state) {
    (void)state;
    static const int values[] = {67, 129, 194, 227}, best[3][4] = {{3, 0, 0, 0}, {2, 0, 0, 0}, {0, 0, 0, 0}};
    int capacity = CAPACITY;
    struct jg_mdp m = warehouse(&capacity, 3);
    struct jg_mdp_solution s = solved(&m);
    for (int stock = 0; stock <= CAPACITY; stock++) {
        assert_true(jg_mdp_value(&s, 0, stock) == values[stock] / 16.0);
        assert_true(jg_mdp_value(&s, 3, stock) == 0);
        for (int epoch = 0; epoch < 3; epoch++) assert_int_equal(jg_mdp_best(&s, epoch, stock), best[epoch][stock]);
    }
    jg_mdp_free(&s);
    jg_mdp_free(&s);
    assert_null(s.values);
}

/* The earnings of a policy, in 4^-months: the order of each month and stock. */
static int64_t earn(int policy[][CAPACITY + 1], int month, int months_left, int stock) {
    int64_t sum = 0, part = 1;
    if (!months_left) return 0;
    for (int i = 1; i < months_left; i++) part *= 4;
    int order = policy[month][stock];
    for (int d = 0; d < DEMANDS; d++)
        sum += DEMAND[d] * (profit(stock, order, d) * part +
                            earn(policy, month + 1, months_left - 1, stock + order - least(d, stock + order)));
    return sum;
}

/* No policy of 24^3 earns more, and the one found earns its value. */
static void test_every_policy(void **state) {
    (void)state;
    int capacity = CAPACITY, policy[3][CAPACITY + 1];
    struct jg_mdp m = warehouse(&capacity, 3);
    struct jg_mdp_solution s = solved(&m);
    int64_t best[CAPACITY + 1];
    for (int stock = 0; stock <= CAPACITY; stock++) best[stock] = INT64_MIN;
    for (int n = 0; n < 24 * 24 * 24; n++) {
        for (int month = 0, rest = n; month < 3; month++)
            for (int stock = 0; stock <= CAPACITY; stock++) {
                policy[month][stock] = rest % (CAPACITY - stock + 1);
                rest /= CAPACITY - stock + 1;
            }
        for (int stock = 0; stock <= CAPACITY; stock++) {
            int64_t earned = earn(policy, 0, 3, stock);
            if (earned > best[stock]) best[stock] = earned;
        }
    }
    for (int month = 0; month < 3; month++)
        for (int stock = 0; stock <= CAPACITY; stock++) policy[month][stock] = jg_mdp_best(&s, month, stock);
    for (int stock = 0; stock <= CAPACITY; stock++) {
        assert_true(jg_mdp_value(&s, 0, stock) == (double)best[stock] / 64);
        assert_int_equal(earn(policy, 0, 3, stock), best[stock]);
    }
    jg_mdp_free(&s);
}

enum { MONTHS = 12, LARGE = 20 };

/* The paper's year, for two sizes of the warehouse, in whole 4^-12 from the last month back. */
static void check_year(int capacity) {
    struct jg_mdp m = warehouse(&capacity, MONTHS);
    struct jg_mdp_solution s = solved(&m);
    int64_t next[LARGE + 1] = {0}, now[LARGE + 1], part = 1;
    for (int month = MONTHS; month-- > 0; part *= 4) {
        for (int stock = 0; stock <= capacity; stock++) {
            int64_t best = INT64_MIN;
            int at = -1;
            for (int full = stock; full <= capacity; full++) {
                int64_t sum = 0;
                for (int d = 0; d < DEMANDS; d++)
                    sum += DEMAND[d] * (profit(stock, full - stock, d) * part + next[full - least(d, full)]);
                if (sum > best) at = full - stock;
                if (sum > best) best = sum;
            }
            now[stock] = best;
            assert_true(jg_mdp_value(&s, month, stock) == (double)best / (double)(4 * part));
            assert_int_equal(jg_mdp_best(&s, month, stock), at);
        }
        memcpy(next, now, sizeof next);
    }
    jg_mdp_free(&s);
}

static void test_year(void **state) {
    (void)state;
    check_year(CAPACITY);
    check_year(LARGE);
}

/* ---- Random processes ------------------------------------------------------------------------ */

enum { STATES = 4, EPOCHS = 4, ACTIONS = 3, PARTS = 8 };

/* An action has eight outcomes of the same chance, some of them alike. */
struct process {
    int states, epochs, actions[EPOCHS][STATES], final[STATES];
    struct {
        int next, reward;
    } at[EPOCHS][STATES][ACTIONS][PARTS];
};

static int random_actions(const void *arg, int epoch, int state) {
    return ((const struct process *)arg)->actions[epoch][state];
}

static void random_outcomes(const void *arg, int epoch, int state, int action, struct jg_mdp_outcomes *out) {
    const struct process *p = arg;
    for (int i = 0; i < PARTS; i++)
        jg_mdp_outcome(out, p->at[epoch][state][action][i].next, 1.0 / PARTS, p->at[epoch][state][action][i].reward);
}

static double random_final(const void *arg, int state) { return ((const struct process *)arg)->final[state]; }

static int below(struct jg_rng *rng, int n) { return (int)jg_rng_below(rng, (uint32_t)n); }

static void make(struct process *p, struct jg_rng *rng) {
    *p = (struct process){.states = 1 + below(rng, STATES), .epochs = below(rng, EPOCHS + 1)};
    int spread = 1 + below(rng, 3); /* small: many ties */
    for (int state = 0; state < p->states; state++) p->final[state] = below(rng, 2 * spread + 1) - spread;
    for (int epoch = 0; epoch < p->epochs; epoch++)
        for (int state = 0; state < p->states; state++) {
            p->actions[epoch][state] = below(rng, ACTIONS + 1);
            for (int action = 0; action < ACTIONS; action++)
                for (int i = 0; i < PARTS; i++) {
                    p->at[epoch][state][action][i].next = below(rng, p->states);
                    p->at[epoch][state][action][i].reward = below(rng, 2 * spread + 1) - spread;
                }
        }
}

static double recurse(const struct process *p, int epoch, int state, int *best);

static double of_action(const struct process *p, int epoch, int state, int action) {
    double sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += p->at[epoch][state][action][i].reward +
               recurse(p, epoch + 1, p->at[epoch][state][action][i].next, &(int){0});
    return sum / PARTS;
}

static double recurse(const struct process *p, int epoch, int state, int *best) {
    double value = 0;
    *best = -1;
    if (epoch == p->epochs) return p->final[state];
    for (int action = p->actions[epoch][state];
         action-- > 0;) { /* backwards: the first of equals is the last to come */
        double x = of_action(p, epoch, state, action);
        if (*best >= 0 && x < value) continue;
        value = x;
        *best = action;
    }
    return value;
}

static void test_random(void **state) {
    (void)state;
    struct jg_rng rng;
    struct process p;
    int ties = 0;
    jg_rng_init(&rng, test_seed(), 0);
    for (int n = 60 + test_scaled(240); n-- > 0;) {
        make(&p, &rng);
        struct jg_mdp m = {.states = p.states,
                           .horizon = p.epochs,
                           .arg = &p,
                           .actions = random_actions,
                           .outcomes = random_outcomes,
                           .final = random_final};
        struct jg_mdp_solution s = solved(&m);
        for (int epoch = p.epochs > 3; epoch <= p.epochs; epoch++)
            for (int at = 0; at < p.states; at++) {
                int best;
                double values[ACTIONS], value = recurse(&p, epoch, at, &best);
                assert_true(jg_mdp_value(&s, epoch, at) == value);
                if (epoch == p.epochs) continue;
                assert_int_equal(jg_mdp_best(&s, epoch, at), best);
                assert_int_equal(jg_mdp_action_values(&m, &s, epoch, at, values, NULL), JG_OK);
                for (int a = 0; a < p.actions[epoch][at]; a++) {
                    assert_true(values[a] == of_action(&p, epoch, at, a));
                    ties += a != best && values[a] == value;
                }
            }
        jg_mdp_free(&s);
    }
    assert_true(ties > 0);
}

/* ---- Mistakes --------------------------------------------------------------------------------- */

struct wrong {
    int count;
    struct {
        int next;
        double chance, reward;
    } at[3];
    int actions;
    double final;
    const char *says;
};

static int wrong_actions(const void *arg, int epoch, int state) {
    return epoch == 1 && state == 1 ? ((const struct wrong *)arg)->actions : 1;
}

static void wrong_outcomes(const void *arg, int epoch, int state, int action, struct jg_mdp_outcomes *out) {
    const struct wrong *w = arg;
    (void)action;
    if (epoch != 1 || state != 1)
        jg_mdp_outcome(out, 0, 1, 0);
    else
        for (int i = 0; i < w->count; i++) jg_mdp_outcome(out, w->at[i].next, w->at[i].chance, w->at[i].reward);
}

static double wrong_final(const void *arg, int state) { return state == 1 ? ((const struct wrong *)arg)->final : 0; }

static void test_mistakes(void **state) {
    (void)state;
    static const struct wrong bad[] = {
        {1, {{2, 1, 0}}, 1, 0, "epoch 1, state 1, action 0: next state 2 does not exist"},
        {1, {{-1, 1, 0}}, 1, 0, "epoch 1, state 1, action 0: next state -1 does not exist"},
        {2, {{0, 0.5, 0}, {2, 0.5, 0}}, 1, 0, "epoch 1, state 1, action 0: next state 2 does not exist"},
        {1, {{0, -0.5, 0}}, 1, 0, "epoch 1, state 1, action 0: the probability of state 0 must be 0 to 1, not -0.5"},
        {1, {{0, 1.5, 0}}, 1, 0, "epoch 1, state 1, action 0: the probability of state 0 must be 0 to 1, not 1.5"},
        {2, {{1, NAN, 0}, {0, 1, 0}}, 1, 0, "the probability of state 1 must be 0 to 1"},
        {1, {{0, 1, NAN}}, 1, 0, "epoch 1, state 1, action 0: the reward for state 0 is not a finite number"},
        {1, {{1, 1, -INFINITY}}, 1, 0, "epoch 1, state 1, action 0: the reward for state 1 is not a finite number"},
        {2, {{0, 0.5, 0}, {1, 0.25, 0}}, 1, 0, "epoch 1, state 1, action 0: the probabilities must sum to 1, not 0.75"},
        {3, {{0, 0.5, 0}, {1, 0.5, 0}, {1, 1e-6, 0}}, 1, 0, "the probabilities must sum to 1, not 1.000001"},
        {0, {{0, 0, 0}}, 1, 0, "epoch 1, state 1, action 0: the probabilities must sum to 1, not 0"},
        {1, {{0, 1, 0}}, -3, 0, "epoch 1, state 1: the number of actions must be 0 or more, not -3"},
        {1, {{0, 1, 0}}, 1, NAN, "the final value of state 1 is not a finite number"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_mdp m = {.states = 2,
                           .horizon = 3,
                           .arg = &bad[i],
                           .actions = wrong_actions,
                           .outcomes = wrong_outcomes,
                           .final = wrong_final};
        struct jg_mdp_solution s;
        struct jg_error err = {0};
        assert_int_equal(jg_mdp_solve(&m, &s, &err), JG_EINPUT);
        if (!strstr(err.message, bad[i].says)) fail_msg("%s", err.message);
        assert_null(s.values);
        assert_int_equal(jg_mdp_solve(&m, &s, NULL), JG_EINPUT);
    }
}

static void test_sizes(void **state) {
    (void)state;
    int capacity = CAPACITY;
    struct jg_mdp m = warehouse(&capacity, 0);
    struct jg_mdp_solution s = solved(&m); /* nothing to decide */
    double values[CAPACITY + 1];
    struct jg_error err = {0};
    assert_true(jg_mdp_value(&s, 0, 2) == 0);
    assert_int_equal(jg_mdp_action_values(&m, &s, 0, 0, values, &err), JG_EINPUT);
    assert_string_equal(err.message, "state 0 at epoch 0 does not exist");
    jg_mdp_free(&s);
    m.horizon = 2;
    s = solved(&m);
    assert_int_equal(jg_mdp_action_values(&m, &s, 2, 0, values, &err), JG_EINPUT);
    assert_int_equal(jg_mdp_action_values(&m, &s, 1, CAPACITY + 1, values, &err), JG_EINPUT);
    assert_int_equal(jg_mdp_action_values(&m, &s, -1, 0, values, &err), JG_EINPUT);
    jg_mdp_free(&s);
    m.horizon = -1;
    assert_int_equal(jg_mdp_solve(&m, &s, &err), JG_EINPUT);
    m.horizon = 1;
    m.states = 0;
    assert_int_equal(jg_mdp_solve(&m, &s, &err), JG_EINPUT);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textbook), cmocka_unit_test(test_every_policy), cmocka_unit_test(test_year),
        cmocka_unit_test(test_random),   cmocka_unit_test(test_mistakes),     cmocka_unit_test(test_sizes),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
