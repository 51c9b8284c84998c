/* Shared by the tests of proof-number search. */
#ifndef TESTS_PN_H
#define TESTS_PN_H

#include "forced.h"
#include "test.h"

#include "search/pn.h"

static inline struct jg_pn *open_pn(const struct jg_game *g, size_t bytes) {
    struct jg_error err = {0};
    struct jg_pn *pn = jg_pn_new(g, bytes, &err);
    if (!pn) fail_msg("%s", err.message);
    return pn;
}

/* A line is legal and ends with the goal's win; if none is shorter it is as long as said. */
static inline void assert_line(const struct jg_game *g, const void *state, int goal, const struct jg_pn_result *r) {
    union jg_state at;
    memcpy(&at, state, g->state_size);
    assert_true(r->ends && r->pv_count > 0 && r->plies > 0);
    for (int i = 0; i < r->pv_count; i++) {
        assert_true(jg_turn(g, &at) != JG_OVER && jg_legal(g, &at, r->pv[i]));
        jg_apply(g, &at, r->pv[i]);
    }
    assert_int_equal(jg_turn(g, &at), JG_OVER);
    assert_true(jg_score(g, &at, goal) > 0);
    assert_true(r->shortest ? r->pv_count == r->plies : r->pv_count <= r->plies);
}

#endif
