/* What moves do to the ranks of sides, for all sides of so many seeds at once. A move changes each side
 * by itself: the mover's loses what is sown, the other's is given some and may lose a house. So values
 * of a whole row of positions, one side fixed, come from a few other rows by lists of ranks. */
#ifndef GAMES_KALAH_ENDGAME_MOVES_H
#define GAMES_KALAH_ENDGAME_MOVES_H

#include "games/kalah/endgame.h"

enum jg_kalah_landing { JG_KALAH_PASS, JG_KALAH_AGAIN, JG_KALAH_CATCH };

/* The mover's part of a move. */
struct jg_kalah_sown {
    enum jg_kalah_landing landing; /* CATCH: the last seed is alone in an own house, which takes it and those
                                      opposite if there are any, or in any case by the other rules */
    int house;                     /* CATCH: which */
    int give, bank;                /* seeds for the other's houses, from the first on, round and round; for the store */
    uint64_t own;                  /* the side after it; CATCH: with the house emptied */
    uint64_t stay;                 /* CATCH: with the last seed left there */
};

struct jg_kalah_sown jg_kalah_sow_side(int houses, uint64_t side, int house);

/* A side's rank among those of as many seeds, from 0. */
static inline uint32_t jg_kalah_rank(const struct jg_kalah_endgame *e, uint64_t side) {
    struct jg_kalah_endgame_side s = jg_kalah_endgame_side(e, side);
    return e->sides[s.seeds] - 1 - s.above;
}

/* A side that was given so many seeds. */
uint64_t jg_kalah_given(int houses, uint64_t side, int give);

/* The sides of so many seeds by rank, from the first on; false after the last. */
static inline uint64_t jg_kalah_first_side(int houses, int seeds) { return (uint64_t)seeds << 8 * (houses - 1); }
bool jg_kalah_next_side(int houses, uint64_t *side);

/* Ranks `from` on, `length` of them, become ranks `to` on. */
struct jg_kalah_run {
    uint32_t from, to, length;
};

struct jg_kalah_pair {
    uint32_t from, to;
};

struct jg_kalah_list {
    struct jg_kalah_run *runs; /* those that are long */
    struct jg_kalah_pair *pairs;
    uint32_t run_count, pair_count;
};

/* The moves that end alike, of all sides of so many seeds. */
struct jg_kalah_group {
    enum jg_kalah_landing landing;
    int house, give, bank;
    struct jg_kalah_list own, stay;
};

enum { JG_KALAH_GROUPS = 2 * (JG_KALAH_ENDGAME_MOST + 1) + 3 * JG_KALAH_ENDGAME_HOUSES, JG_KALAH_LONG = 16 };

struct jg_kalah_sides_moves {
    int group_count;
    struct jg_kalah_group groups[JG_KALAH_GROUPS];
    struct jg_kalah_list given[JG_KALAH_ENDGAME_MOST + 1]; /* by seeds given, from 1 */
    /* By whether every house was given one, the house emptied then, and what it held. */
    struct jg_kalah_list lost[2][JG_KALAH_ENDGAME_HOUSES][JG_KALAH_ENDGAME_MOST + 2];
    bool failed; /* without memory */
};

/* Those of the sides of `seeds` seeds, as far as a database of the shape of e needs them. */
void jg_kalah_moves_init(struct jg_kalah_sides_moves *t, const struct jg_kalah_endgame *e, int seeds);
void jg_kalah_moves_free(struct jg_kalah_sides_moves *t);

#endif
