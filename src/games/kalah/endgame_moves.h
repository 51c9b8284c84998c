/* Moves as maps between the ranks of sides, for all sides with the same number of seeds at once. A move changes each
 * side independently: the mover's side loses what it sows, the other side receives seeds and may lose a house to a
 * capture. So the values of a whole row of positions, with one side fixed, follow from a few other rows and these
 * maps. */
#ifndef GAMES_KALAH_ENDGAME_MOVES_H
#define GAMES_KALAH_ENDGAME_MOVES_H

#include "games/kalah/endgame.h"

enum jg_kalah_landing { JG_KALAH_ENDS_TURN, JG_KALAH_MOVES_AGAIN, JG_KALAH_CAPTURES };

/* The mover's part of a move. */
struct jg_kalah_sown {
    enum jg_kalah_landing landing; /* CAPTURES: the last seed is alone in an own house. It captures if there are seeds
                                      opposite, or always under emptycapture */
    int house;                     /* CAPTURES: where the last seed fell */
    int give, bank;                /* seeds sown into the other side's houses, from its first house; into the store */
    uint64_t own;                  /* the side after the move; CAPTURES: without the last seed */
    uint64_t stay;                 /* CAPTURES: the side if nothing is captured */
};

struct jg_kalah_sown jg_kalah_sow_side(int houses, uint64_t side, int house);

/* A side's rank among the sides with the same number of seeds, from 0. */
static inline uint32_t jg_kalah_rank(const struct jg_kalah_endgame *e, uint64_t side) {
    struct jg_kalah_endgame_side s = jg_kalah_endgame_side(e, side);
    return e->sides[s.seeds] - 1 - s.above;
}

/* A side after it received `give` seeds. */
uint64_t jg_kalah_receive(int houses, uint64_t side, int give);

/* Enumerates the sides of a number of seeds by rank; jg_kalah_next_side returns false after the last. */
static inline uint64_t jg_kalah_first_side(int houses, int seeds) { return (uint64_t)seeds << 8 * (houses - 1); }
bool jg_kalah_next_side(int houses, uint64_t *side);

/* Maps `length` consecutive ranks starting at `from` to those starting at `to`. */
struct jg_kalah_rank_run {
    uint32_t from, to, length;
};

struct jg_kalah_rank_pair {
    uint32_t from, to;
};

struct jg_kalah_rank_map {
    struct jg_kalah_rank_run *runs; /* at least JG_KALAH_RUN_MIN long */
    struct jg_kalah_rank_pair *pairs;
    uint32_t run_count, pair_count;
};

/* The moves of all sides of a number of seeds that land alike. */
struct jg_kalah_move_group {
    enum jg_kalah_landing landing;
    int house, give, bank;
    struct jg_kalah_rank_map own, stay;
};

enum {
    JG_KALAH_MOVE_GROUPS = 2 * (JG_KALAH_ENDGAME_SEEDS_MAX + 1) + 3 * JG_KALAH_ENDGAME_HOUSES_MAX,
    JG_KALAH_RUN_MIN = 16
};

struct jg_kalah_rank_moves {
    int group_count;
    struct jg_kalah_move_group groups[JG_KALAH_MOVE_GROUPS];
    struct jg_kalah_rank_map received[JG_KALAH_ENDGAME_SEEDS_MAX + 1]; /* by seeds received, from 1 */
    /* Captures, by whether every house received a seed before, the house that was emptied, and its seeds. */
    struct jg_kalah_rank_map captured[2][JG_KALAH_ENDGAME_HOUSES_MAX][JG_KALAH_ENDGAME_SEEDS_MAX + 2];
    bool failed; /* out of memory */
};

/* Fills the maps for sides of `seeds` seeds, as far as a database with the layout of e needs them. Sets t->failed
 * without memory. */
void jg_kalah_rank_moves_init(struct jg_kalah_rank_moves *t, const struct jg_kalah_endgame *e, int seeds);
void jg_kalah_rank_moves_free(struct jg_kalah_rank_moves *t);

#endif
