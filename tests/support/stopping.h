/* A game that sets a stop flag at the Nth move made and counts later moves, to measure how soon a search stops without a
 * clock. Only one such game may exist at a time. */
#ifndef TESTS_STOPPING_H
#define TESTS_STOPPING_H

#include "test.h"

#include <stdatomic.h>

static struct {
    struct jg_game_kind kind;
    void (*apply)(const struct jg_game *g, void *state, jg_move move);
    atomic_bool stop;
    atomic_long made, late;
    long at;
} stopping;

static inline void stopping_apply(const struct jg_game *g, void *state, jg_move move) {
    if (atomic_load(&stopping.stop)) atomic_fetch_add(&stopping.late, 1);
    if (atomic_fetch_add(&stopping.made, 1) + 1 == stopping.at) atomic_store(&stopping.stop, true);
    stopping.apply(g, state, move);
}

static inline void stopping_open(struct jg_game *g, const struct jg_game_kind *kind, const char *spec) {
    stopping.kind = *kind;
    stopping.apply = kind->apply;
    stopping.kind.apply = stopping_apply;
    stopping.at = 0;
    assert_int_equal(jg_game_open_kind(g, &stopping.kind, spec, NULL), JG_OK);
}

/* Clears the flag; `moves` from now it is set. */
static inline void stopping_after(long moves) {
    atomic_store(&stopping.stop, false);
    atomic_store(&stopping.made, 0);
    atomic_store(&stopping.late, 0);
    stopping.at = moves;
}

#endif
