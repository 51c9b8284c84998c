/* Games on graphs with every kind of cycle, and their solutions. */
#ifndef TESTS_GRAPH_H
#define TESTS_GRAPH_H

#include "test.h"

enum { VERTICES_MAX = 400, OUT_MAX = 4 };

struct graph {
    int n;
    struct vertex {
        int owner;     /* seat, or JG_OVER */
        int32_t score; /* of team 0 */
        int32_t guess; /* what the evaluator says, for team 0 */
        int count;
        uint16_t to[OUT_MAX];
    } at[VERTICES_MAX];
};

static inline const struct vertex *vertex(const struct jg_game *g, const void *state) {
    return &((const struct graph *)g->tables)->at[*(const uint16_t *)state];
}

static inline int graph_turn(const struct jg_game *g, const void *state) { return vertex(g, state)->owner; }

static inline int graph_moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct vertex *v = vertex(g, state);
    for (int i = 0; i < v->count; i++) out[i] = (jg_move)i + 1;
    return v->count;
}

static inline void graph_apply(const struct jg_game *g, void *state, jg_move move) {
    *(uint16_t *)state = vertex(g, state)->to[move - 1];
}

static inline int32_t graph_score(const struct jg_game *g, const void *state, int team) {
    int32_t score = vertex(g, state)->score;
    return team ? -score : score;
}

static inline int32_t graph_guess(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)weights;
    int32_t guess = vertex(g, state)->guess;
    return team ? -guess : guess;
}

static const struct jg_evaluator GRAPH_EVALUATORS[] = {
    {.name = "guess", .help = "a guess", .unit = 1, .value = graph_guess}, {0}};

static inline struct jg_game_kind graph_kind(void) {
    struct jg_game_kind k = *jg_game_kind_at(0);
    k.name = "graph";
    k.options = NULL;
    k.options_size = 0;
    k.open = NULL;
    k.close = NULL;
    k.traits = 0;
    k.state_size = sizeof(uint16_t);
    k.max_moves = OUT_MAX;
    k.turn = graph_turn;
    k.moves = graph_moves;
    k.apply = graph_apply;
    k.score = graph_score;
    k.noisy = NULL;
    k.rank = NULL;
    k.legal = NULL;
    k.key = NULL;
    k.evaluators = GRAPH_EVALUATORS;
    return k;
}

/* Plies to a forced win from every vertex, -1: there is none; where a vertex is
 * banned the game is drawn. Grows the set of won vertices until it does not grow. */
static inline void attract(const struct graph *gr, int goal, const bool *banned, int root, int *dist) {
    for (int i = 0; i < gr->n; i++)
        dist[i] = gr->at[i].owner == JG_OVER && (goal ? gr->at[i].score < 0 : gr->at[i].score > 0) ? 0 : -1;
    for (int round = 1, grown = 1; grown; round++) {
        grown = 0;
        for (int i = 0; i < gr->n; i++) {
            const struct vertex *v = &gr->at[i];
            if (dist[i] >= 0 || v->owner == JG_OVER || (banned[i] && i != root)) continue;
            int won = 0;
            for (int k = 0; k < v->count; k++) won += dist[v->to[k]] >= 0 && dist[v->to[k]] < round;
            if (jg_team(v->owner) == goal ? won > 0 : won == v->count) {
                dist[i] = round;
                grown = 1;
            }
        }
    }
}

#endif
