#include "dice.h"

#include <stddef.h>

/* ---- The race ------------------------------------------------------------------------------ */

static void race_start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static bool home(const struct race *s, int player) {
    return s->at[player][0] == RACE_SQUARES && s->at[player][1] == RACE_SQUARES;
}

static int race_turn(const struct jg_game *g, const void *state) {
    const struct race *s = state;
    (void)g;
    return home(s, 0) || home(s, 1) ? JG_OVER : s->die ? s->player : JG_CHANCE;
}

/* Squares count from each player's own start; the other's square q is this one's RACE_SQUARES - 1 - q. */
static int enemies(const struct race *s, int square) {
    int n = 0;
    for (int i = 0; i < 2; i++) n += s->at[s->player ^ 1][i] + square == RACE_SQUARES - 1;
    return n;
}

static int target(const struct race *s, int token) {
    int to = s->at[s->player][token] + s->die;
    return to > RACE_SQUARES ? RACE_SQUARES : to;
}

static int race_moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct race *s = state;
    const uint8_t *own = s->at[s->player];
    int n = 0;
    (void)g;
    for (int i = 0; i < 2; i++)
        if (own[i] < RACE_SQUARES && (!i || own[1] != own[0]) && enemies(s, target(s, i)) < 2)
            out[n++] = (jg_move)i + 1;
    if (!n) out[n++] = 3;
    return n;
}

static void sort(uint8_t *pair) {
    if (pair[0] <= pair[1]) return;
    uint8_t more = pair[0];
    pair[0] = pair[1];
    pair[1] = more;
}

static void race_apply(const struct jg_game *g, void *state, jg_move move) {
    struct race *s = state;
    (void)g;
    if (!s->die) {
        s->die = (uint8_t)move;
        return;
    }
    if (move < 3) {
        int to = target(s, (int)move - 1);
        for (int i = 0; to < RACE_SQUARES && i < 2; i++)
            if (s->at[s->player ^ 1][i] + to == RACE_SQUARES - 1) s->at[s->player ^ 1][i] = 0;
        s->at[s->player][move - 1] = (uint8_t)to;
        sort(s->at[0]);
        sort(s->at[1]);
    }
    s->player ^= 1;
    s->die = 0;
}

static int32_t race_score(const struct jg_game *g, const void *state, int team) {
    (void)g;
    return home(state, team) ? 1 : -1;
}

static uint64_t race_outcomes(const struct jg_game *g, const void *state) {
    (void)g, (void)state;
    return RACE_SIDES;
}

static jg_move race_outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    (void)g, (void)state;
    *probability = 1.0 / RACE_SIDES;
    return (jg_move)i + 1;
}

static int32_t race_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct race *s = state;
    (void)g, (void)weights;
    return 100 * (s->at[team][0] + s->at[team][1] - s->at[team ^ 1][0] - s->at[team ^ 1][1]);
}

static const struct jg_evaluator RACE_EVALUATORS[] = {
    {.name = "squares", .help = "squares ahead", .unit = 100, .value = race_value}, {0}};

/* ---- The maze ------------------------------------------------------------------------------ */

/* A number that a place has for each purpose (S. Vigna's splitmix64). */
static uint32_t number(const struct maze *s, uint32_t purpose) {
    uint64_t z =
        ((uint64_t)s->seed << 32 | (uint64_t)s->layer << 24 | (uint64_t)s->place << 16 | purpose) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 16);
}

enum { TURN, COUNT, VALUE, SCORE, WEIGHT, NEXT = 100 };

static void maze_start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static int maze_turn(const struct jg_game *g, const void *state) {
    const struct maze *s = state;
    uint32_t n = number(s, TURN) % 20;
    (void)g;
    return s->layer >= MAZE_LAYERS || n == 0 ? JG_OVER : n < 8 ? JG_CHANCE : (int)n % 4;
}

static int maze_moves(const struct jg_game *g, const void *state, jg_move *out) {
    int n = 1 + (int)(number(state, COUNT) % 4);
    (void)g;
    for (int i = 0; i < n; i++) out[i] = (jg_move)i + 1;
    return n;
}

static void maze_apply(const struct jg_game *g, void *state, jg_move move) {
    struct maze *s = state;
    (void)g;
    s->place = (uint8_t)(number(s, NEXT + move) % MAZE_WIDTH);
    s->layer++;
}

static int32_t maze_score(const struct jg_game *g, const void *state, int team) {
    int32_t score = (int32_t)(number(state, SCORE) % 3) - 1;
    (void)g;
    return team ? -score : score;
}

static uint64_t maze_outcomes(const struct jg_game *g, const void *state) {
    (void)g;
    return 1 + number(state, COUNT) % 6;
}

static jg_move maze_outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    uint64_t n = maze_outcomes(g, state);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < n; k++) sum += 1 + number(state, WEIGHT + k) % 9;
    *probability = (1 + number(state, WEIGHT + (uint32_t)i) % 9) / (double)sum;
    return (jg_move)i + 1;
}

static int32_t maze_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    int32_t value = (int32_t)(number(state, VALUE) % (2 * MAZE_MOST + 1)) - MAZE_MOST;
    (void)g, (void)weights;
    return team ? -value : value;
}

static const struct jg_evaluator MAZE_EVALUATORS[] = {
    {.name = "ends", .help = "any number", .unit = 100, .ends = true, .value = maze_value},
    {.name = "open", .help = "any number", .unit = 100, .value = maze_value},
    {0}};

/* ---- Both ---------------------------------------------------------------------------------- */

/* By the probabilities. */
static jg_move draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    double left = jg_rng_unit(rng), probability;
    uint64_t n = g->kind->outcomes(g, state), i = 0;
    jg_move move = g->kind->outcome(g, state, i, &probability);
    while (left >= probability && i + 1 < n) {
        left -= probability;
        move = g->kind->outcome(g, state, ++i, &probability);
    }
    return move;
}

struct jg_game_kind dice_kind(enum dice_game game) {
    bool race = game == DICE_RACE;
    struct jg_game_kind k = *jg_game_kind_at(0);
    k.name = race ? "race" : "maze";
    k.options = NULL;
    k.options_size = 0;
    k.open = NULL;
    k.traits = JG_HAS_CHANCE | (race ? 0 : JG_IS_FINITE | JG_HAS_PARTNERS);
    k.seats = race ? 2 : 4;
    k.state_size = race ? sizeof(struct race) : sizeof(struct maze);
    k.max_moves = race ? 3 : 4;
    k.evaluators = race ? RACE_EVALUATORS : MAZE_EVALUATORS;
    k.start = race ? race_start : maze_start;
    k.turn = race ? race_turn : maze_turn;
    k.moves = race ? race_moves : maze_moves;
    k.apply = race ? race_apply : maze_apply;
    k.score = race ? race_score : maze_score;
    k.outcomes = race ? race_outcomes : maze_outcomes;
    k.outcome = race ? race_outcome : maze_outcome;
    k.draw = draw;
    k.noisy = NULL;
    return k;
}
