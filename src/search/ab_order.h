/* Move ordering of the `ab` search, and the tables that it learns from cutoffs. */
#ifndef SEARCH_AB_ORDER_H
#define SEARCH_AB_ORDER_H

#include "search/ab_tree.h"

/* The moves of a position in the game's order, with their ranks. An item packs a rank and an index into `moves`; the
 * greatest item is searched first, and of equal ranks the lower index. */
struct ab_move_list {
    int n;
    jg_move *moves;
    int32_t *ranks;
    uint64_t *items; /* room for one more than the game's max_moves */
};

enum {
    AB_RANK_TT = INT32_MAX,   /* of the transposition table's move */
    AB_RANK_GAME = 1 << 22,   /* of a move that is not quiet, per point of the game's rank */
    AB_RANK_KILLER = 1 << 20, /* the lowest rank of a killer or countermove */
};

static inline uint64_t ab_item(int32_t rank, int index) {
    return (uint64_t)((uint32_t)rank ^ 0x80000000u) << 32 | (uint64_t)(255 - index);
}
static inline int32_t ab_item_rank(uint64_t item) { return (int32_t)(uint32_t)((item >> 32) ^ 0x80000000u); }
static inline int ab_item_index(uint64_t item) { return 255 - (int)(item & 255); }

/* Ranks the moves of a position for the team to move. If tt_move is not -1, its item stands at 0 already and is left
 * there. `skip_quiet`: other quiet moves get no items, and l->n shrinks. */
void ab_rank_moves(struct ab_worker *w, const void *state, struct ab_move_list *l, int team, int ply, int tt_move,
                   bool skip_quiet);

/* Selection sort: moves the greatest of the items from i on to i. */
static inline void ab_pick_move(struct ab_move_list *l, int i) {
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

/* After a beta cutoff by the i-th item: updates killers, countermoves and history. */
void ab_update_history(struct ab_worker *w, const struct ab_move_list *l, int i, int team, int depth, int ply);

#endif
