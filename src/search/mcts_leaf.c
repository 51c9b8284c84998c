/* Leaf values of Monte Carlo tree search: a random rollout to the end, a rollout that ends when an evaluation calls it
 * decided (Winands, Björnsson and Saito, "Monte Carlo tree search in Lines of Action", 2010), or the evaluation
 * alone. */
#include "search/mcts_run.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENDLESS = 1000,  /* plies after which a rollout is evaluated, in games that may never end */
    CUTOFF_EVERY = 3 /* plies between evaluations, as in that paper */
};

static int64_t result(const struct jg_game *g, const void *state) {
    int32_t score = jg_score(g, state, 0);
    return ((score > 0) - (score < 0)) * JG_MCTS_WIN;
}

/* The evaluation for team 0, squashed to -1..1. */
static int64_t evaluate(const struct jg_mcts_worker *w, const void *state) {
    const struct jg_mcts *m = w->run->m;
    double units = (double)jg_eval_value_from(&m->eval, w->scratch, m->game, state, 0) / m->eval.by->unit;
    return llround(jg_math_tanh(units / m->settings.scale) * JG_MCTS_WIN);
}

static bool roll_out(struct jg_mcts_worker *w, void *state, int64_t *value) {
    const struct jg_mcts *m = w->run->m;
    bool finite = m->game->kind->traits & JG_IS_FINITE;
    for (int plies = 0; jg_turn(m->game, state) != JG_OVER;) {
        if (!finite && plies >= ENDLESS) {
            *value = evaluate(w, state);
            return true;
        }
        if (!w->left && !jg_mcts_refill(w)) return false;
        int most = finite || w->left < ENDLESS - plies ? w->left : ENDLESS - plies;
        int made = jg_random_play(m->game, state, &w->rng, most);
        w->left -= made;
        plies += made;
    }
    *value = result(m->game, state);
    return true;
}

/* Makes the best evaluated of a few random moves. */
static bool step(struct jg_mcts_worker *w, void *state) {
    const struct jg_mcts *m = w->run->m;
    const struct jg_game *g = m->game;
    _Alignas(max_align_t) unsigned char next[g->state_size], best[g->state_size];
    jg_move moves[g->max_moves];
    int n = jg_moves(g, state, moves), team = jg_team(jg_turn(g, state));
    int few = m->settings.best < n ? m->settings.best : n;
    int32_t most = INT32_MIN;
    for (int i = 0; i < few && most < JG_WIN; i++) {
        int at = i + (int)jg_rng_below(&w->rng, (uint32_t)(n - i));
        jg_move move = moves[at];
        moves[at] = moves[i];
        if (!jg_mcts_spend(w)) return false;
        if (few == 1) {
            jg_apply(g, state, move);
            return true;
        }
        memcpy(next, state, g->state_size);
        jg_apply(g, next, move);
        bool over = jg_turn(g, next) == JG_OVER;
        int32_t value = over ? (int32_t)(result(g, next) / JG_MCTS_WIN) * (team ? -JG_WIN : JG_WIN)
                             : jg_eval_value_from(&m->eval, w->scratch, g, next, team);
        if (value <= most) continue;
        most = value;
        memcpy(best, next, g->state_size);
    }
    memcpy(state, best, g->state_size);
    return true;
}

static bool roll_out_until_decided(struct jg_mcts_worker *w, void *state, int64_t *value) {
    const struct jg_mcts *m = w->run->m;
    double lead = m->settings.lead * m->eval.by->unit;
    for (int plies = 0; jg_turn(m->game, state) != JG_OVER; plies++) {
        int32_t points = plies % CUTOFF_EVERY ? 0 : jg_eval_value_from(&m->eval, w->scratch, m->game, state, 0);
        if (plies % CUTOFF_EVERY == 0 && abs(points) >= lead) {
            *value = points > 0 ? JG_MCTS_WIN : points < 0 ? -JG_MCTS_WIN : 0;
            return true;
        }
        if (plies >= m->settings.plies) {
            *value = evaluate(w, state);
            return true;
        }
        if (!step(w, state)) return false;
    }
    *value = result(m->game, state);
    return true;
}

bool jg_mcts_value(struct jg_mcts_worker *w, void *state, int64_t *value) {
    switch (w->run->m->settings.leaf) {
    case JG_MCTS_EVAL: *value = evaluate(w, state); return true;
    case JG_MCTS_CUTOFF: return roll_out_until_decided(w, state, value);
    default: return roll_out(w, state, value);
    }
}

bool jg_mcts_evaluate_children(struct jg_mcts_worker *w, const void *state, struct jg_mcts_child *children_info,
                               int n) {
    const struct jg_mcts *m = w->run->m;
    const struct jg_game *g = m->game;
    _Alignas(max_align_t) unsigned char next[g->state_size];
    for (int i = 0; i < n; i++) {
        if (!jg_mcts_spend(w)) return false;
        memcpy(next, state, g->state_size);
        jg_apply(g, next, children_info[i].move);
        int32_t score = 0;
        bool over = jg_turn(g, next) == JG_OVER, sure = over;
        if (!over && jg_mcts_has_endgame(m)) sure = jg_endgame_probe(g, next, 0, &score);
        int64_t value = over ? result(g, next) : sure ? ((score > 0) - (score < 0)) * JG_MCTS_WIN : evaluate(w, next);
        if (sure) children_info[i].proof = jg_mcts_terminal_proof((int)(value / JG_MCTS_WIN));
        children_info[i].estimate = (int16_t)(value * JG_MCTS_ESTIMATE_WIN / JG_MCTS_WIN);
    }
    return true;
}
