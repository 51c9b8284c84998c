/* Records with random annotations, for tests and fuzz targets, and the comparison of annotations. */
#ifndef TESTS_ANNOTATED_H
#define TESTS_ANNOTATED_H

#include <jogada/record.h>
#include <jogada/rng.h>

#include <stdlib.h>
#include <string.h>

/* A number of any size up to `most`: each number of digits is equally likely. */
static inline uint64_t any_number(struct jg_rng *rng, uint64_t most) {
    uint64_t x = jg_rng_next(rng) >> (1 + jg_rng_below(rng, 63));
    return x > most ? most : x;
}

/* A value that annotations of a game can hold: of any evaluator, or none. */
static inline void any_value(const struct jg_game *g, struct jg_rng *rng, struct jg_annotation *a) {
    uint32_t own = 0;
    while (g->kind->evaluators[own].name) own++;
    uint32_t which = jg_rng_below(rng, own + 3);
    a->by = which < own        ? &g->kind->evaluators[which]
            : which == own     ? &jg_eval_score
            : which == own + 1 ? &jg_eval_chance
                               : NULL;
    if (!a->by) return;
    uint64_t most = a->by->chance ? JG_CHANCES : JG_WIN / 2 - 1;
    a->value = (int32_t)any_number(rng, most) * (jg_rng_below(rng, 2) ? 1 : -1);
    if (!jg_rng_below(rng, 8)) a->value = jg_rng_below(rng, 2) ? JG_WIN : -JG_WIN;
    a->proven = jg_rng_below(rng, 2);
}

/* A principal variation of legal moves from the view of the seat that moved, longer than an annotation can hold now and
 * then. */
static inline void any_pv(const struct jg_record *r, int n, struct jg_rng *rng, struct jg_annotation *a) {
    union jg_state at;
    jg_move moves[JG_MOVES_MAX];
    int seat = jg_turn(r->game, jg_record_state_at(r, n)), wanted = (int)jg_rng_below(rng, JG_ANNOTATION_PV + 1);
    jg_view(r->game, jg_record_state_at(r, n), seat, &at);
    for (int turn; a->pv_count < wanted && (turn = jg_turn(r->game, &at)) >= 0; a->pv_count++) {
        if (turn != seat && r->game->kind->traits & JG_HAS_HIDDEN) break;
        uint32_t count = (uint32_t)jg_moves(r->game, &at, moves);
        a->pv[a->pv_count] = a->pv_count ? moves[jg_rng_below(rng, count)] : r->moves[n];
        jg_apply(r->game, &at, a->pv[a->pv_count]);
    }
}

/* Annotates about half of the moves that a seat chose. */
static inline void annotate_at_random(struct jg_record *r, struct jg_rng *rng) {
    for (int n = 0; n < r->count; n++) {
        struct jg_annotation a = {.depth = (int)any_number(rng, 1000000),
                                  .nodes = any_number(rng, UINT64_C(1) << 62),
                                  .microseconds = any_number(rng, UINT64_C(1000000000000))};
        if (jg_turn(r->game, jg_record_state_at(r, n)) < 0 || jg_rng_below(rng, 2)) continue;
        any_value(r->game, rng, &a);
        any_pv(r, n, rng, &a);
        if (jg_record_annotate(r, n, &a, NULL)) abort();
    }
}

static inline bool same_annotation(const struct jg_annotation *a, const struct jg_annotation *b) {
    if (!a || !b) return a == b;
    bool by = a->by == b->by || (a->by && b->by && a->by->chance && b->by->chance);
    return by && a->value == b->value && a->proven == b->proven && a->depth == b->depth && a->nodes == b->nodes &&
           a->microseconds == b->microseconds && a->pv_count == b->pv_count &&
           !memcmp(a->pv, b->pv, (size_t)a->pv_count * sizeof *a->pv);
}

static inline bool same_annotations(const struct jg_record *a, const struct jg_record *b) {
    for (int n = 0; n < a->count; n++)
        if (!same_annotation(jg_record_annotation(a, n), jg_record_annotation(b, n))) return false;
    return a->count == b->count;
}

#endif
