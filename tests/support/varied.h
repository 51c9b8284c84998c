/* Games with random variations, for tests and fuzz targets, and the comparison of trees. */
#ifndef TESTS_VARIED_H
#define TESTS_VARIED_H

#include "game/variation.h"

#include <jogada/rng.h>

#include <stdlib.h>
#include <string.h>

/* Adds a variation at a random node, of up to 8 moves, with a name now and then. The tree must have one node before
 * which a move was made. */
static inline void vary_once(struct jg_variations *v, struct jg_rng *rng) {
    static const char *const NAMES[] = {"",  "Corner", "a \"b\" \\ [c] {d", "José (1)",
                                        ")", "x]y\\",  "\xe2\x99\x9f 3:4"};
    struct jg_record line = {0};
    const struct jg_game *g = v->record->game;
    int at = (int)jg_rng_below(rng, (uint32_t)v->count), known = v->count;
    if (jg_record_begin(&line, g, jg_variations_state(v, at), NULL)) abort();
    for (uint32_t n = 1 + jg_rng_below(rng, 8); n-- > 0 && jg_record_turn(&line) != JG_OVER;) {
        jg_move move = jg_random_move(g, jg_record_state(&line), rng);
        struct jg_error err = {0};
        if (jg_record_push(&line, move, NULL)) abort();
        if (jg_variations_add(v, at, move, &at, &err)) break; /* behind the end of the game, or too deep */
        if (v->count == known + 1)
            jg_variations_set_name(v, at, NAMES[jg_rng_below(rng, sizeof NAMES / sizeof *NAMES)], NULL);
    }
    jg_record_free(&line);
}

/* Whether two trees have the same moves and names in the same order, from two nodes on. */
static inline bool same_variations_at(const struct jg_variations *a, int i, const struct jg_variations *b, int k) {
    const struct jg_variation_node *x = &a->nodes[i], *y = &b->nodes[k];
    bool begins = jg_variations_begins(a, i);
    if (x->move != y->move || x->ply != y->ply || begins != jg_variations_begins(b, k)) return false;
    if (begins && strcmp(jg_variations_name(a, i), jg_variations_name(b, k)) != 0) return false;
    if (memcmp(jg_variations_state(a, i), jg_variations_state(b, k), a->record->game->state_size) != 0) return false;
    for (i = x->child, k = y->child; i >= 0 && k >= 0; i = a->nodes[i].next, k = b->nodes[k].next)
        if (!same_variations_at(a, i, b, k)) return false;
    return i < 0 && k < 0;
}

static inline bool same_variations(const struct jg_variations *a, const struct jg_variations *b) {
    return a->count == b->count && a->record->count == b->record->count && same_variations_at(a, 0, b, 0);
}

#endif
