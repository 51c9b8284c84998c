/* Reviews of games: chances of winning, losses, marks. */
#include "core/stop.h"

#include <jogada/review.h>

#include <math.h>
#include <stdlib.h>

/* The least loss of each mark. */
static const double LEAST_INACCURACY = 0.05, LEAST_MISTAKE = 0.1, LEAST_BLUNDER = 0.2;
static const double ROUNDING = 1e-9;

const char *jg_review_mark_name(enum jg_review_mark mark) {
    static const char *const NAMES[] = {
#define NAME(name, text) text,
        JG_REVIEW_MARKS(NAME)
#undef NAME
    };
    return NAMES[mark];
}

double jg_review_accuracy(const struct jg_review_seat *seat) { return seat->moves ? 1 - seat->loss / seat->moves : 1; }

/* ---- A review in progress -------------------------------------------------------------------- */

struct position {
    struct jg_ask ask;
    struct jg_report report;
    struct jg_review_move move;
};

struct review {
    struct jg_review *v;
    struct position *now;  /* being searched */
    struct position *open; /* searched, if the loss of its move is not known yet; else free */
    bool is_open;
};

static bool stopped(const struct jg_review *v) { return jg_stopped(v->stop); }

static enum jg_status stop(struct jg_error *err) {
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
}

static void show(struct jg_review *v, const struct jg_review_move *m) {
    if (m->loss >= 0) {
        struct jg_review_seat *seat = &v->of_seat[m->seat];
        seat->moves++;
        seat->loss += m->loss;
        seat->marks[m->mark]++;
    }
    if (v->show) v->show(v->arg, m);
}

/* `best`: the move is the agent's choice, and there were others. */
static void set_loss(struct jg_review_move *m, double loss, bool best) {
    m->loss = fmax(0, loss);
    m->mark = m->loss >= LEAST_BLUNDER - ROUNDING                     ? JG_REVIEW_BLUNDER
              : m->loss >= LEAST_MISTAKE - ROUNDING                   ? JG_REVIEW_MISTAKE
              : m->loss >= LEAST_INACCURACY - ROUNDING || m->gave > 0 ? JG_REVIEW_INACCURACY
              : best                                                  ? JG_REVIEW_BEST
                                                                      : JG_REVIEW_PLAIN;
}

/* Shows the open position. `chance` is the chance of winning after its move, for the team of `seat`; below 0: unknown. */
static void settle(struct review *w, int seat, double chance) {
    struct jg_review_move *m = &w->open->move;
    if (!w->is_open) return;
    w->is_open = false;
    if (chance >= 0) {
        m->after = jg_team(seat) == jg_team(m->seat) ? chance : 1 - chance;
        set_loss(m, m->chance - m->after, false);
    }
    show(w->v, m);
}

/* The value of a move in a report; false: it has none. */
static bool find_value(const struct jg_report *r, jg_move move, int32_t *value) {
    for (int i = 0; i < r->move_count; i++) {
        if (r->moves[i].move != move) continue;
        *value = r->moves[i].value;
        return true;
    }
    return false;
}

static enum jg_status ask(const struct jg_review *v, struct position *p, int ply, bool all, struct jg_error *err) {
    int seat = jg_turn(v->record->game, jg_record_state_at(v->record, ply));
    p->ask = (struct jg_ask){.seed = v->seed ? v->seed(v->arg, seat, ply) : 1, .stop = v->stop, .all = all};
    enum jg_status status = jg_ask_record(&p->ask, v->agent, v->record, ply, &p->report, err);
    return status ? status : stopped(v) ? stop(err) : JG_OK;
}

static int sign(int32_t value) { return (value > 0) - (value < 0); }

/* Whether the result after a move is proven to be worse than the proven result of the best move. A lower value alone
 * could mean a longer way to the same result. Uses the memory of `p`. */
static enum jg_status confirm(const struct jg_review *v, const struct jg_review_move *m, struct position *p,
                              bool *is_worse, struct jg_error *err) {
    const struct jg_record *r = v->record;
    int turn = jg_record_turn_at(r, m->ply + 1);
    int32_t score = 0;
    *is_worse = false;
    if (turn == JG_CHANCE) return JG_OK;
    if (turn == JG_OVER)
        score = jg_record_score(r, jg_team(m->seat));
    else {
        enum jg_status status = ask(v, p, m->ply + 1, false, err);
        if (status) return status;
        if (!p->report.by || !p->report.proven) return JG_OK;
        score = jg_team(turn) == jg_team(m->seat) ? p->report.value : -p->report.value;
    }
    *is_worse = sign(score) < sign(m->best_value);
    return JG_OK;
}

/* Compares the move played with the best one, as far as the report goes. */
static void compare(const struct jg_record *r, const struct jg_report *report, struct jg_review_move *m) {
    jg_move moves[JG_MOVES_MAX];
    bool exact = report->by == &jg_eval_score;
    m->played = r->moves[m->ply];
    m->has_move = true;
    m->has_value = report->by && find_value(report, m->played, &m->value);
    if (!report->by) return; /* an agent without values: nothing is known about the move */
    if (m->played == m->best) {
        m->after = m->chance;
        m->gave = exact ? 0 : -1;
        set_loss(m, 0, jg_moves(r->game, jg_record_state_at(r, m->ply), moves) > 1);
    } else if (m->has_value) {
        m->after = jg_value_chance(report->by, m->value, report->proven);
        m->gave = exact ? m->best_value - m->value : -1;
        set_loss(m, m->chance - m->after, false);
    }
}

static struct jg_review_move evaluated(const struct position *p, int ply) {
    const struct jg_report *r = &p->report;
    return (struct jg_review_move){.ply = ply,
                                   .seat = p->ask.query.seat,
                                   .query = &p->ask.query,
                                   .report = r,
                                   .best = r->move,
                                   .by = r->by,
                                   .best_value = r->value,
                                   .proven = r->proven,
                                   .chance = r->by ? jg_value_chance(r->by, r->value, r->proven) : -1,
                                   .after = -1,
                                   .loss = -1,
                                   .gave = -1};
}

/* Reviews the move after `ply` moves, and shows it unless its loss depends on the next position. */
static enum jg_status review_position(struct review *w, int ply, struct jg_error *err) {
    struct jg_review *v = w->v;
    struct position *p = w->now;
    struct jg_agent *a = v->agent;
    if (a->kind->forget && (v->record->game->kind->traits & JG_HAS_HIDDEN))
        a->kind->forget(a); /* it saw other seats' views */
    enum jg_status status = ask(v, p, ply, true, err);
    if (status) return status;
    struct jg_review_move *m = &p->move;
    *m = evaluated(p, ply);
    settle(w, m->seat, m->chance);
    if (ply < v->record->count) compare(v->record, &p->report, m);
    if (m->has_value && m->proven && m->value < m->best_value) {
        m->is_worse = m->by == &jg_eval_score;
        if (!m->is_worse && v->confirm) status = confirm(v, m, w->open, &m->is_worse, err);
    }
    if (status) return status;
    if (m->has_move && m->by && m->loss < 0) {
        w->now = w->open;
        w->open = p;
        w->is_open = true;
    } else
        show(v, m);
    return JG_OK;
}

/* Shows the result of a finished game, for seat 0. */
static void show_end(struct review *w) {
    const struct jg_record *r = w->v->record;
    int32_t score = jg_record_score(r, 0);
    double chance = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    settle(w, 0, chance);
    show(w->v, &(struct jg_review_move){.ply = r->count,
                                        .best_value = score,
                                        .by = &jg_eval_score,
                                        .proven = true,
                                        .chance = chance,
                                        .after = -1,
                                        .loss = -1,
                                        .gave = -1});
}

static bool is_wanted(const struct jg_review *v, int ply, int turn) {
    if (turn == JG_CHANCE || (v->seats && !(v->seats & 1u << turn))) return false;
    return !v->moves_only || ply < v->record->count;
}

static enum jg_status review_positions(struct review *w, struct jg_error *err) {
    struct jg_review *v = w->v;
    const struct jg_record *r = v->record;
    enum jg_status status = JG_OK;
    for (int ply = 0; ply <= r->count && !status; ply++) {
        int turn = jg_record_turn_at(r, ply);
        if (stopped(v))
            status = stop(err);
        else if (turn == JG_OVER)
            show_end(w);
        else if (is_wanted(v, ply, turn))
            status = review_position(w, ply, err);
        else
            settle(w, 0, -1); /* nothing is known about the position after the open move */
    }
    settle(w, 0, -1);
    return status;
}

enum jg_status jg_review_run(struct jg_review *v, struct jg_error *err) {
    struct position *positions = malloc(2 * sizeof *positions);
    struct review w = {.v = v, .now = positions, .open = positions + 1};
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) v->of_seat[seat] = (struct jg_review_seat){0};
    if (!positions) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = review_positions(&w, err);
    free(positions);
    return status;
}
