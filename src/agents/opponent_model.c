#include "agents/opponent_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRUST = 4,       /* best moves that every opponent is credited with initially */
    CHAIN_MAX = 16,  /* maximum moves in a row of an opponent's turn */
    WIN_UNITS = 100, /* value of a win in expectations, in units of the score */
};

/* The values of all moves in a position, searched one ply less deep. JG_ESTOP if the limits were reached. */
static enum jg_status values(jg_model_search *search, struct jg_search *how, const void *state,
                             struct jg_report *report) {
    struct jg_search s = *how;
    if (s.limits.nodes && how->nodes >= s.limits.nodes) return JG_ESTOP;
    if (s.limits.nodes) s.limits.nodes -= how->nodes;
    if (s.limits.depth > 1) s.limits.depth--;
    s.trace = NULL;
    s.secondary = 0;
    s.all = true;
    memset(report, 0, sizeof *report);
    search(&s, state, report);
    how->nodes += s.nodes;
    return s.stopped || !report->move_count ? JG_ESTOP : JG_OK;
}

/* ---- Learning --------------------------------------------------------------------- */

static void count(struct jg_model *m, const struct jg_report *known, jg_move move) {
    int better = 0, at = -1;
    for (int i = 0; i < known->move_count; i++)
        if (known->moves[i].move == move) at = i;
    if (at < 0 || known->move_count < 2) return; /* a forced move carries no information */
    for (int i = 0; i < known->move_count; i++) better += known->moves[i].value > known->moves[at].value;
    m->chosen[better < JG_MODEL_RANKS ? better : JG_MODEL_RANKS - 1]++;
}

/* Finds a sequence of one side's moves that leads from a position to another; returns its length, or 0. */
static int path(const struct jg_game *g, const void *from, const void *to, int team, int room, jg_move *out) {
    jg_move moves[JG_MOVES_MAX];
    union jg_state child;
    int turn = jg_turn(g, from);
    if (!room || turn < 0 || jg_team(turn) != team) return 0;
    int n = jg_moves(g, from, moves);
    for (int i = 0; i < n; i++) {
        memcpy(&child, from, g->state_size);
        jg_apply(g, &child, moves[i]);
        out[0] = moves[i];
        if (!memcmp(&child, to, g->state_size)) return 1;
        int rest = path(g, &child, to, team, room - 1, out + 1);
        if (rest) return rest + 1;
    }
    return 0;
}

enum jg_status jg_model_learn(struct jg_model *m, jg_model_search *search, struct jg_search *how, const void *view) {
    const struct jg_game *g = how->game;
    jg_move moves[CHAIN_MAX];
    union jg_state at = m->left;
    if (!m->waiting) return JG_OK;
    m->waiting = false;
    struct jg_report *known = malloc(sizeof *known);
    if (!known) return JG_EMEMORY;
    int n = path(g, &at, view, jg_team(jg_turn(g, view)) ^ 1, CHAIN_MAX, moves);
    for (int i = 0; i < n && !values(search, how, &at, known); i++) {
        count(m, known, moves[i]);
        jg_apply(g, &at, moves[i]);
    }
    free(known);
    return JG_OK;
}

void jg_model_moved(struct jg_model *m, const struct jg_game *g, const void *view, jg_move move) {
    memcpy(&m->left, view, g->state_size);
    jg_apply(g, &m->left, move);
    m->waiting = true;
}

/* ---- Choosing --------------------------------------------------------------------- */

static double weigh(const struct jg_evaluator *by, int32_t value) {
    double win = (double)WIN_UNITS * by->unit;
    return value >= JG_WIN / 2 ? win : value <= -JG_WIN / 2 ? -win : value;
}

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The expected value, for the opponent, of its replies. */
static double expectation(const struct jg_model *m, const struct jg_report *replies) {
    double reply_values[JG_MOVES_MAX], sum = 0, weight = 0;
    int n = replies->move_count;
    for (int i = 0; i < n; i++) reply_values[i] = weigh(replies->by, replies->moves[i].value);
    qsort(reply_values, (size_t)n, sizeof *reply_values, descending);
    for (int i = 0; i < n; i++) {
        int last = JG_MODEL_RANKS - 1, sharing = n - last > 1 ? n - last : 1;
        double w = i < last ? m->chosen[i] + (i == 0 ? TRUST : 0) : (double)m->chosen[last] / sharing;
        sum += w * reply_values[i];
        weight += w;
    }
    return sum / weight;
}

/* The expected value of a move against this opponent; NAN if the search was stopped. */
static double value_against(const struct jg_model *m, jg_model_search *search, struct jg_search *how, const void *view,
                            jg_move move, struct jg_report *scratch) {
    const struct jg_game *g = how->game;
    int team = jg_team(jg_turn(g, view));
    union jg_state child;
    memcpy(&child, view, g->state_size);
    jg_apply(g, &child, move);
    int turn = jg_turn(g, &child);
    if (turn == JG_OVER) return weigh(how->eval->by, jg_eval_end(how->eval, g, &child, team));
    if (values(search, how, &child, scratch)) return NAN;
    return jg_team(turn) == team ? weigh(scratch->by, scratch->value) : -expectation(m, scratch);
}

static bool erred(const struct jg_model *m) {
    for (int i = 1; i < JG_MODEL_RANKS; i++)
        if (m->chosen[i]) return true;
    return false;
}

enum jg_status jg_model_choose(const struct jg_model *m, jg_model_search *search, struct jg_search *how,
                               const void *view, struct jg_report *report) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(how->game, view, moves);
    if (!erred(m) || n < 2 || !report->by) return JG_OK;
    struct jg_report *scratch = malloc(sizeof *scratch);
    if (!scratch) return JG_EMEMORY;
    double best = value_against(m, search, how, view, report->move, scratch);
    jg_move choice = report->move;
    for (int i = 0; i < n && !isnan(best); i++) {
        double value = value_against(m, search, how, view, moves[i], scratch);
        if (isnan(value)) break;
        if (value <= best) continue;
        best = value;
        choice = moves[i];
    }
    if (choice != report->move) { /* the report's value and pv are for the minimax move */
        report->move = report->pv[0] = choice;
        report->pv_count = 1;
        report->value = (int32_t)lround(best);
        report->proven = false;
        report->note = "a risk justified by this opponent's mistakes";
    }
    free(scratch);
    return JG_OK;
}
