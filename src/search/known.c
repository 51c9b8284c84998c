#include "search/known.h"

#include "core/clock.h"

#include <string.h>

/* The score of every move for whoever moves, and the best; false if one is not known. */
static bool scores_of(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *scores,
                      int32_t *best) {
    int team = jg_team(jg_turn(g, state));
    union jg_state child;
    *best = INT32_MIN;
    for (int i = 0; i < n; i++) {
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        if (!jg_known_score(g, &child, team, &scores[i])) return false;
        if (scores[i] > *best) *best = scores[i];
    }
    return true;
}

bool jg_known_line(const struct jg_game *g, void *state, struct jg_report *report) {
    jg_move moves[JG_MOVES_MAX];
    int32_t scores[JG_MOVES_MAX], best;
    while (jg_turn(g, state) != JG_OVER) {
        int n = jg_moves(g, state, moves), i = 0;
        if (report->line_count == JG_LINE_MAX || !scores_of(g, state, moves, n, scores, &best)) return false;
        while (scores[i] != best) i++;
        report->line[report->line_count++] = moves[i];
        jg_apply(g, state, moves[i]);
    }
    return true;
}

bool jg_known_answer(const struct jg_game *g, const struct jg_ask *ask, struct jg_report *report) {
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    int32_t scores[JG_MOVES_MAX], best;
    union jg_state at;
    struct jg_rng rng;
    if (!jg_known_any(g)) return false;
    int n = jg_moves(g, ask->view, moves), first = 0;
    if (!scores_of(g, ask->view, moves, n, scores, &best)) return false;
    jg_rng_init(&rng, ask->seed, 0);
    for (int i = 0, equal = 0; i < n; i++)
        if (scores[i] == best && !jg_rng_below(&rng, (uint32_t)++equal)) first = i;
    report->move = moves[first];
    report->by = &jg_by_score;
    report->value = best;
    report->proven = true;
    report->note = "from the database of endings";
    for (int i = 0; ask->all && i < n; i++) {
        report->moves[i].move = moves[i];
        report->moves[i].value = scores[i];
    }
    report->move_count = ask->all ? n : 0;
    report->line[0] = moves[first];
    report->line_count = 1;
    memcpy(&at, ask->view, g->state_size);
    jg_apply(g, &at, moves[first]);
    bool ends = jg_known_line(g, &at, report);
    report->plies = ends ? report->line_count : 0;
    report->seconds = jg_clock() - begin;
    return true;
}

void jg_known_words(struct jg_text *t, int32_t score, enum jg_lang lang) {
    if (score > 0)
        jg_text_add(t, jg_tr(lang, "solved: you win by %d against best play"), score);
    else if (score < 0)
        jg_text_add(t, jg_tr(lang, "solved: you lose by %d against best play"), -score);
    else
        jg_text_put(t, jg_tr(lang, "solved: a draw against best play"));
}
