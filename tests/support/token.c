#include "token.h"

static int token_turn(const struct jg_game *g, const void *state) {
    const struct token *s = state;
    (void)g;
    return s->at == 0 || s->at == TOKEN_SPOTS - 1 ? JG_OVER : s->player;
}

static int ring_turn(const struct jg_game *g, const void *state) {
    (void)g;
    return ((const struct token *)state)->player;
}

static int token_moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct token *s = state;
    for (jg_move i = 0; i < 3; i++) out[i] = i + 1;
    return g->kind->turn == ring_turn || s->at + 2 < TOKEN_SPOTS ? 3 : 2;
}

static void token_apply(const struct jg_game *g, void *state, jg_move move) {
    static const int by[] = {0, -1, 1, 2};
    struct token *s = state;
    (void)g;
    s->at = (uint8_t)((s->at + by[move] + TOKEN_SPOTS) % TOKEN_SPOTS);
    s->player ^= 1;
}

static int32_t token_score(const struct jg_game *g, const void *state, int team) {
    const struct token *s = state;
    (void)g;
    return (s->at ? 1 : -1) * (team ? -1 : 1);
}

static int32_t token_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)g, (void)state, (void)weights;
    return team ? -300 : 300;
}

static const struct jg_evaluator TOKEN_EVALUATORS[] = {
    {.name = "three", .help = "three units for team 0", .unit = 100, .value = token_value},
    {0},
};

static int held_turn(const struct jg_game *g, const void *state) {
    const struct token *s = state;
    (void)g;
    return s->at == TOKEN_END ? JG_OVER : s->player;
}

static int held_moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct token *s = state;
    (void)g;
    out[0] = s->at == TOKEN_BEFORE ? TOKEN_CHOICE : s->at == TOKEN_CHOICE ? TOKEN_END : TOKEN_ONWARD;
    out[1] = TOKEN_ONWARD;
    return s->at == TOKEN_CHOICE ? 2 : 1;
}

static void held_apply(const struct jg_game *g, void *state, jg_move move) {
    struct token *s = state;
    (void)g;
    s->at = (uint8_t)move;
    s->player ^= 1;
}

static int32_t held_score(const struct jg_game *g, const void *state, int team) {
    (void)g, (void)state, (void)team;
    return 0;
}

struct jg_game_kind token_kind(enum token_game game) {
    bool held = game == TOKEN_HELD;
    struct jg_game_kind k = *jg_game_kind_at(0);
    k.name = "token";
    k.options = NULL;
    k.options_size = 0;
    k.open = NULL;
    k.traits = 0;
    k.state_size = sizeof(struct token);
    k.max_moves = 3;
    k.evaluators = TOKEN_EVALUATORS;
    k.turn = held ? held_turn : game == TOKEN_RING ? ring_turn : token_turn;
    k.moves = held ? held_moves : token_moves;
    k.apply = held ? held_apply : token_apply;
    k.score = held ? held_score : token_score;
    k.noisy = NULL;
    return k;
}
