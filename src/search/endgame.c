#include "search/endgame.h"

#include "core/clock.h"

#include <string.h>

/* The score of every move for the side to move, and the best of them; false if one is not in the database. */
static bool scores_of(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *scores,
                      int32_t *best) {
    int team = jg_team(jg_turn(g, state));
    union jg_state child;
    *best = INT32_MIN;
    for (int i = 0; i < n; i++) {
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        if (!jg_endgame_probe(g, &child, team, &scores[i])) return false;
        if (scores[i] > *best) *best = scores[i];
    }
    return true;
}

bool jg_endgame_extend_pv(const struct jg_game *g, void *state, struct jg_report *report) {
    jg_move moves[JG_MOVES_MAX];
    int32_t scores[JG_MOVES_MAX], best;
    while (jg_turn(g, state) != JG_OVER) {
        int n = jg_moves(g, state, moves), i = 0;
        if (report->pv_count == JG_PV_MAX || !scores_of(g, state, moves, n, scores, &best)) return false;
        while (scores[i] != best) i++;
        report->pv[report->pv_count++] = moves[i];
        jg_apply(g, state, moves[i]);
    }
    return true;
}

bool jg_endgame_choose(const struct jg_game *g, const struct jg_query *query, struct jg_report *report) {
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    int32_t scores[JG_MOVES_MAX], best;
    union jg_state at;
    struct jg_rng rng;
    if (!jg_endgame_available(g)) return false;
    int n = jg_moves(g, query->view, moves), first = 0;
    if (!scores_of(g, query->view, moves, n, scores, &best)) return false;
    jg_rng_init(&rng, query->seed, 0);
    for (int i = 0, equal = 0; i < n; i++)
        if (scores[i] == best && !jg_rng_below(&rng, (uint32_t)++equal)) first = i;
    report->move = moves[first];
    report->by = &jg_eval_score;
    report->value = best;
    report->proven = true;
    report->note = "from the endgame database";
    for (int i = 0; query->all && i < n; i++) {
        report->moves[i].move = moves[i];
        report->moves[i].value = scores[i];
    }
    report->move_count = query->all ? n : 0;
    report->pv[0] = moves[first];
    report->pv_count = 1;
    memcpy(&at, query->view, g->state_size);
    jg_apply(g, &at, moves[first]);
    bool ends = jg_endgame_extend_pv(g, &at, report);
    report->plies = ends ? report->pv_count : 0;
    report->seconds = jg_clock() - begin;
    return true;
}

void jg_endgame_describe(struct jg_text *t, int32_t score, jg_lang lang) {
    if (score > 0)
        jg_text_add(t, jg_tr(lang, "solved: you win by %d with best play"), score);
    else if (score < 0)
        jg_text_add(t, jg_tr(lang, "solved: you lose by %d with best play"), -score);
    else
        jg_text_put(t, jg_tr(lang, "solved: a draw with best play"));
}
