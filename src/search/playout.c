#include "search/playout.h"

#include <string.h>

enum { CHECK_EVERY = 256 }; /* nodes between checks of the budget */

const struct jg_evaluator jg_playout_wins = {.name = "wins", .unit = 1, .chance = true};

enum jg_status jg_playout_check(const struct jg_game *g, const struct jg_eval *eval, int play, bool score,
                                const char **key, struct jg_error *err) {
    *key = "play";
    if (play == JG_PLAY_RANK && !g->kind->rank)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s does not rank its moves; choose another 'play'",
                       g->kind->name);
    *key = "by";
    if (score && eval->by->chance)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "by=score needs an evaluator in points, but %s gives winning chances", eval->by->name);
    *key = NULL;
    return JG_OK;
}

/* The best move so far; ties are broken by reservoir sampling. */
struct pick {
    int32_t best;
    uint32_t equals;
    jg_move move;
};

static void consider(struct pick *p, jg_move move, int32_t value, struct jg_rng *rng) {
    if (p->equals && value < p->best) return;
    p->equals = p->equals && value == p->best ? p->equals + 1 : 1;
    p->best = value;
    if (p->equals == 1 || !jg_rng_below(rng, p->equals)) p->move = move;
}

static jg_move greedy(const struct jg_playout *p, const void *state, const jg_move *moves, int n, int team,
                      struct jg_rng *rng) {
    const struct jg_game *g = p->game;
    _Alignas(max_align_t) unsigned char next[g->state_size];
    struct pick pick = {0};
    for (int i = 0; i < n; i++) {
        memcpy(next, state, g->state_size);
        jg_apply(g, next, moves[i]);
        bool over = jg_turn(g, next) == JG_OVER;
        int32_t value = over ? jg_eval_end(p->eval, g, next, team) : jg_eval_value(p->eval, g, next, team);
        consider(&pick, moves[i], value, rng);
    }
    return pick.move;
}

static jg_move ranked(const struct jg_playout *p, const void *state, const jg_move *moves, int n, struct jg_rng *rng) {
    int32_t ranks[n];
    struct pick pick = {0};
    p->game->kind->rank(p->game, state, moves, n, ranks);
    for (int i = 0; i < n; i++) consider(&pick, moves[i], ranks[i], rng);
    return pick.move;
}

/* A move by the policy; adds the moves evaluated for it to nodes. */
static jg_move choose(const struct jg_playout *p, const void *state, int seat, struct jg_rng *rng, uint64_t *nodes) {
    jg_move moves[p->game->max_moves];
    int n = jg_moves(p->game, state, moves);
    if (n == 1) return moves[0];
    if (p->play == JG_PLAY_RANDOM) return moves[jg_rng_below(rng, (uint32_t)n)];
    *nodes += (uint64_t)n - 1;
    return p->play == JG_PLAY_GREEDY ? greedy(p, state, moves, n, jg_team(seat), rng) : ranked(p, state, moves, n, rng);
}

bool jg_playout(const struct jg_playout *p, void *state, struct jg_rng *rng, uint64_t *nodes) {
    const struct jg_game *g = p->game;
    uint64_t next_check = *nodes + CHECK_EVERY;
    for (int plies = 0; plies < JG_PLAYOUT_PLIES; plies++) {
        int turn = jg_turn(g, state);
        if (turn == JG_OVER || (turn == JG_CHANCE && p->to == JG_TO_CHANCE)) break;
        jg_apply(g, state, turn == JG_CHANCE ? g->kind->draw(g, state, rng) : choose(p, state, turn, rng, nodes));
        if (++*nodes < next_check) continue;
        if (jg_budget_spent(&p->budget)) return false;
        next_check = *nodes + CHECK_EVERY;
    }
    return true;
}
