/* A game whose moves take time: each move that a search makes advances the held clock (clock.h), so that time is counted
 * in nodes. Now and then a move takes much longer, as on a busy machine. Only one such game may exist at a time. */
#ifndef TESTS_TICKING_H
#define TESTS_TICKING_H

#include "clock.h"
#include "test.h"

static struct {
    struct jg_game_kind kind;
    void (*apply)(const struct jg_game *g, void *state, jg_move move);
    double each;  /* seconds of a move */
    double delay; /* seconds of every delay_every-th move, in addition */
    long delay_every, made;
} ticking;

static inline void ticking_apply(const struct jg_game *g, void *state, jg_move move) {
    bool late = ticking.delay_every && ++ticking.made % ticking.delay_every == 0;
    clock_advance(ticking.each + (late ? ticking.delay : 0));
    ticking.apply(g, state, move);
}

/* Opens the game and holds the clock; clock_release ends that. */
static inline void ticking_open(struct jg_game *g, const struct jg_game_kind *kind, const char *spec, double each) {
    ticking.kind = *kind;
    ticking.apply = kind->apply;
    ticking.kind.apply = ticking_apply;
    ticking.each = each;
    ticking.delay = 0;
    ticking.delay_every = ticking.made = 0;
    assert_int_equal(jg_game_open_kind(g, &ticking.kind, spec, NULL), JG_OK);
}

static inline const struct jg_game_kind *kind_named(const char *name) {
    const struct jg_game_kind *kind = NULL;
    for (size_t i = 0; (kind = jg_game_kind_at(i)) && strcmp(kind->name, name); i++) continue;
    if (!kind) skip();
    return kind;
}

#endif
