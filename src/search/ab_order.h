/* The order in which the strong search tries moves, and what it learns of it. */
#ifndef SEARCH_AB_ORDER_H
#define SEARCH_AB_ORDER_H

#include "search/ab_tree.h"

/* The moves of a position, as the game lists them, with how soon each is to be
 * tried: the greatest item first. An item holds its rank, then its place in the
 * list so that of those alike the first comes first. */
struct ab_list {
    int n;
    jg_move *moves;
    int32_t *ranks;
    uint64_t *items; /* there is room for one more than the game's most moves */
};

enum {
    AB_RANK_FIRST = INT32_MAX, /* of the table's move */
    AB_RANK_GAME = 1 << 22,    /* of a move that is not quiet, for each point of the game's opinion */
    AB_RANK_KILLER = 1 << 20,  /* the least of a killer or an answer that has cut before */
};

static inline uint64_t ab_item(int32_t rank, int place) {
    return (uint64_t)((uint32_t)rank ^ 0x80000000u) << 32 | (uint64_t)(255 - place);
}
static inline int32_t ab_item_rank(uint64_t item) { return (int32_t)(uint32_t)((item >> 32) ^ 0x80000000u); }
static inline int ab_item_place(uint64_t item) { return 255 - (int)(item & 255); }

/* Makes the items for a team to move at a ply. If `first` is a place, its item is
 * there already, at 0. `noisy`: of the others only those that are not quiet, so
 * that l->n may get less. */
void ab_rank(struct ab_worker *w, const void *state, struct ab_list *l, int team, int ply, int first, bool noisy);

/* Brings the best of the items from i on to i. */
static inline void ab_pick(struct ab_list *l, int i) {
    int best = i;
    uint64_t most = l->items[i];
    for (int k = i + 1; k < l->n; k++)
        if (l->items[k] > most) {
            most = l->items[k];
            best = k;
        }
    l->items[best] = l->items[i];
    l->items[i] = most;
}

/* The i-th item has cut: it is remembered, and that those tried before it have not. */
void ab_remember(struct ab_worker *w, const struct ab_list *l, int i, int team, int depth, int ply);

#endif
