/* Time management. The seat's remaining decisions are estimated by a few random games from its view. An equal share of
 * the time left, plus most of the increment, is the target of an average decision. A reserve is never planned for: it
 * covers delays that the search cannot see, such as a busy machine or a pipe ("move overhead" of chess engines). */
#include "search/budget.h"

#include <math.h>

enum {
    GAMES = 4,          /* random games for the estimate, ... */
    PLIES_MAX = 300,    /* ... and their maximum length */
    DECISIONS_MIN = 4,  /* bounds of the estimate: the last moves of a game get at most a quarter of the time, and */
    DECISIONS_MAX = 25, /* random games are longer than good ones */
    STABLE_MAX = 4,     /* iterations with the same best move after which it will hardly change */
};

/* Bots of `loa` at 1+0.01 beside some 20 busy processes on two cores: a reserve of 0.1 s lost 11 of 200 games on time, one
 * of 0.2 s lost 3. 16 instead of 25 decisions, with 0.1 s: 32 of 240 against 8. */
static const double RESERVE = 0.2;          /* seconds, ... */
static const double RESERVE_SHARE = 2. / 3; /* ... and at most this share of the time left */
static const double INCREMENT_SHARE = 0.6;  /* of the increment that is planned for; the rest refills the clock */
static const double DEADLINE_SHARE = 3;     /* the deadline of a hard decision, as a multiple of the target, ... */
static const double LEFT_SHARE = 0.5;       /* ... and at most this share of the time left */

/* After an iteration the next one, which takes longer, starts if less than this share of the target has been used: by
 * the number of iterations since the best move changed. */
static const double START_SHARE[STABLE_MAX + 1] = {1.0, 0.8, 0.6, 0.45, 0.3};
static const double DROP_MAX = 1.5; /* units of a drop in value beyond which more of it does not count */

/* Samples are enough after this share of the target, if the best two means differ by this many standard errors. */
enum { CLEARER = 3 };
static const struct { double errors, share; } CLEAR[CLEARER] = {{1, 1.0}, {2, 0.7}, {4, 0.3}};
static const double HARD_SHARE = 1.6; /* if they differ by less */

/* ---- The plan ----------------------------------------------------------------------------- */

/* The decisions of the querying seat in a random game from a view, up to the maximum. */
static int random_decisions(const struct jg_game *g, const struct jg_query *query, struct jg_rng *rng) {
    union jg_state state;
    jg_move moves[JG_MOVES_MAX];
    int decisions = 0;
    jg_sample(g, query->view, rng, &state);
    for (int ply = 0, turn; ply < PLIES_MAX && decisions < DECISIONS_MAX && (turn = jg_turn(g, &state)) != JG_OVER;
         ply++) {
        if (turn == JG_CHANCE) {
            jg_apply(g, &state, g->kind->draw(g, &state, rng));
            continue;
        }
        int n = jg_moves(g, &state, moves);
        decisions += turn == query->seat && n > 1;
        jg_apply(g, &state, moves[jg_rng_below(rng, (uint32_t)n)]);
    }
    return decisions;
}

static double decisions_left(const struct jg_game *g, const struct jg_query *query) {
    struct jg_rng rng;
    int sum = 0;
    jg_rng_init(&rng, query->seed, 0);
    for (int i = 0; i < GAMES; i++) sum += random_decisions(g, query, &rng);
    double n = fmax(DECISIONS_MIN, (double)sum / GAMES);
    return query->clock.moves ? fmax(1, fmin(n, query->clock.moves)) : n;
}

struct jg_budget jg_budget_plan(const struct jg_game *g, const struct jg_query *query, int ms, int usual_ms) {
    const struct jg_query_clock *c = &query->clock;
    struct jg_budget b = {.stop = query->stop};
    if (c->left <= 0) {
        if (ms || usual_ms) b.deadline = jg_clock() + (ms ? ms : usual_ms) / 1000.0;
        return b;
    }
    double usable = c->left - fmin(RESERVE, RESERVE_SHARE * c->left), n = decisions_left(g, query);
    double share = usable / n + INCREMENT_SHARE * c->increment;
    double most = fmin(DEADLINE_SHARE * share, LEFT_SHARE * usable);
    b.begin = query->asked;
    b.deadline = b.begin + most;
    if (ms) b.deadline = fmin(b.deadline, b.begin + ms / 1000.0);
    b.target = fmin(b.begin + share, b.deadline);
    return b;
}

struct jg_budget jg_budget_plan_even(const struct jg_game *g, const struct jg_query *query, int ms, int usual_ms) {
    struct jg_budget b = jg_budget_plan(g, query, ms, usual_ms);
    if (jg_budget_clocked(&b)) b.deadline = b.target;
    return b;
}

int jg_budget_ms(const struct jg_game *g, const struct jg_query *query, int ms) {
    struct jg_budget b = jg_budget_plan_even(g, query, ms, ms);
    return jg_budget_clocked(&b) ? (int)fmax(1, 1000 * (b.deadline - b.begin)) : ms;
}

bool jg_budget_forced(const struct jg_game *g, const struct jg_query *query, jg_move *move) {
    jg_move moves[JG_MOVES_MAX];
    if (query->clock.left <= 0 || query->all || jg_moves(g, query->view, moves) > 1) return false;
    *move = moves[0];
    return true;
}

/* ---- When to stop -------------------------------------------------------------------------- */

bool jg_budget_settled(const struct jg_budget *b, struct jg_budget_course *c, jg_move best, double value) {
    double drop = c->iterations ? fmax(0, fmin(DROP_MAX, c->value - value)) : 0;
    c->stable = c->iterations && best == c->best ? c->stable + 1 : 0;
    c->iterations++;
    c->best = best;
    c->value = value;
    double share = START_SHARE[c->stable < STABLE_MAX ? c->stable : STABLE_MAX] * (1 + drop);
    return jg_clock() - b->begin >= share * (b->target - b->begin);
}

bool jg_budget_differs(const struct jg_budget *b, double gap, double error) {
    double share = HARD_SHARE;
    for (int i = 0; i < CLEARER; i++)
        if (gap >= CLEAR[i].errors * error) share = CLEAR[i].share;
    return jg_clock() - b->begin >= share * (b->target - b->begin);
}

bool jg_budget_leads(const struct jg_budget *b, double lead, double rate, bool unclear) {
    double left = (unclear ? b->deadline : b->target) - jg_clock();
    return left <= 0 || lead > rate * left;
}
