/* Decisions of an agent that has a clock, on a simulated one (clock.h): how many nodes easy and hard decisions take, and
 * that moves without choice take none. */
#ifndef TESTS_DECIDING_H
#define TESTS_DECIDING_H

#include "clock.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

struct decision {
    double nodes;
    long readings; /* of the clock, for searches that count no nodes between two of them */
    int32_t gap;   /* between the values of the two best moves */
    int changes;   /* iterations beyond the third whose best move differs from the one before */
};

struct deciding_course {
    jg_move best;
    int changes;
};

static inline void deciding_watch(void *arg, const struct jg_report *r) {
    struct deciding_course *c = arg;
    if (r->depth > 3 && c->best && r->move != c->best) c->changes++;
    c->best = r->move;
}

/* Asks for the move of the seat to move, which has `left` seconds for the rest of the game. */
static inline void decide(struct jg_agent *a, const void *state, double left, struct jg_report *r,
                          struct decision *out) {
    union jg_state view;
    struct deciding_course course = {0};
    struct jg_error err = {0};
    int seat = jg_turn(a->game, state);
    jg_view(a->game, state, seat, &view);
    struct jg_query q = {.view = &view,
                         .seat = seat,
                         .seed = 1,
                         .clock = {.left = left},
                         .asked = jg_clock(),
                         .progress = deciding_watch,
                         .arg = &course};
    if (a->kind->forget) a->kind->forget(a);
    memset(r, 0, offsetof(struct jg_report, pv));
    long before = clock_readings();
    if (jg_agent_choose(a, &q, r, &err)) fail_msg("%s: %s", a->kind->name, err.message);
    int32_t best = INT32_MIN, second = INT32_MIN;
    for (int i = 0; i < r->move_count; i++) {
        int32_t v = r->moves[i].value;
        second = v > best ? best : v > second ? v : second;
        best = v > best ? v : best;
    }
    *out = (struct decision){.nodes = (double)r->nodes,
                             .readings = clock_readings() - before,
                             .gap = r->move_count > 1 ? best - second : 0,
                             .changes = course.changes};
}

static int deciding_by_gap(const void *a, const void *b) {
    const struct decision *x = a, *y = b;
    return (x->gap > y->gap) - (x->gap < y->gap);
}

/* Work of the third of n decisions with the least gaps, divided by that of the third with the greatest; in nodes, or in
 * readings of the clock. */
static inline double hard_by_easy(struct decision *all, int n, bool readings) {
    double hard = 0, easy = 0;
    qsort(all, (size_t)n, sizeof *all, deciding_by_gap);
    for (int i = 0; i < n / 3; i++) {
        const struct decision *h = &all[i], *e = &all[n - 1 - i];
        hard += readings ? (double)h->readings : h->nodes;
        easy += readings ? (double)e->readings : e->nodes;
    }
    return hard / easy;
}

/* A move without choice takes no nodes and no time. */
static inline void check_forced(struct jg_agent *a, const void *state) {
    struct jg_report *r = malloc(sizeof *r);
    struct decision d;
    jg_move moves[JG_MOVES_MAX];
    assert_int_equal(jg_moves(a->game, state, moves), 1);
    decide(a, state, 60, r, &d);
    assert_int_equal(r->move, moves[0]);
    assert_int_equal(r->nodes, 0);
    assert_in_range(d.readings, 0, 9); /* no search */
    free(r);
}

#endif
