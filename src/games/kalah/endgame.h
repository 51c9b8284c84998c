/* The database of endings: for every position of up to so many seeds in the
 * houses, how much more the mover will bank than the other from there on, if
 * both play their best. It does not depend on what the stores hold, nor on whose
 * turn it is. One byte per position, C(K + 2h, 2h) of them for h houses a side
 * and up to K seeds.
 *
 * It is stored in the user's cache folder, one file per rules and size, and copied into
 * memory when it is opened. What is cut, damaged, of another version
 * or not a database at all is noticed when it is opened, and made again. */
#ifndef GAMES_KALAH_ENDGAME_H
#define GAMES_KALAH_ENDGAME_H

#include "games/kalah/kalah.h"

#include <stdatomic.h>

enum {
    JG_KALAH_ENDGAME_HOUSES = 6, /* houses a side at most */
    JG_KALAH_ENDGAME_SEEDS = 12, /* in the one that every player has */
    JG_KALAH_ENDGAME_MOST = 32,  /* seeds in the largest that can be made */
};

struct jg_kalah_endgame;

/* What it takes to make or open one. */
struct jg_kalah_endgame_ask {
    int houses;
    bool emptycapture;
    int seeds;
    int threads;             /* 0: all cores */
    bool keep;               /* written to the cache folder when it had to be made */
    const atomic_bool *stop; /* may be NULL */
    void (*progress)(void *arg, uint64_t done, uint64_t positions); /* of the making, by one thread; may be NULL */
    void *arg;
};

/* Positions of a database, which are its bytes. */
uint64_t jg_kalah_endgame_size(int houses, int seeds);

/* Whether the cache folder has a file for these rules and size that looks whole: its contents are only checked when it
 * is opened, all of them, which takes 0.2 s for each GB that the system has in memory. */
bool jg_kalah_endgame_there(int houses, bool emptycapture, int seeds);

/* Opens the database of these rules and exactly so many seeds from its file, or, if there is none or it is
 * of no use, makes it. With `keep` it is then written to the cache folder, whole or not at all; that the
 * folder cannot be written to (or is full) is no failure. Of several processes
 * that want the same one, one makes it and the others wait for it. *made says whether
 * it was made here. NULL with err filled: without memory, or stopped. */
struct jg_kalah_endgame *jg_kalah_endgame_open(const struct jg_kalah_endgame_ask *ask, bool *made,
                                               struct jg_error *err);

/* Any number of threads may read an open database. It stays as it is until it is closed, also when its file is
 * removed or changed. NULL is closed already. */
void jg_kalah_endgame_close(struct jg_kalah_endgame *e);

int jg_kalah_endgame_seeds(const struct jg_kalah_endgame *e);

/* The path of the file for these rules and size, whether it is there or not. */
enum jg_status jg_kalah_endgame_path(char *out, size_t size, int houses, bool emptycapture, int seeds,
                                     struct jg_error *err);

/* Where a position's value lies. The sides of m seeds are ranked by their houses read as a word, the
 * first house foremost: sowing that banks nothing lowers the rank. A layer holds the positions of so many
 * seeds in play; in it, for the m seeds of the side that has fewer, the values for that side to
 * move by its rank and then by the other's, and then the same with the other to move (both
 * are one where both have as many). The fields are for the functions here and for who makes a database. */
struct jg_kalah_endgame {
    const int8_t *values;
    uint32_t above[5][JG_KALAH_ENDGAME_MOST + 1]; /* sides that follow, by house and the seeds behind it */
    uint32_t sides[JG_KALAH_ENDGAME_MOST + 1];    /* of so many seeds */
    uint64_t last[JG_KALAH_ENDGAME_MOST + 1][JG_KALAH_ENDGAME_MOST + 1]; /* the place of the highest ranks, by own and
                                                                            other seeds */
    int houses, seeds;
    bool emptycapture;
    void *map; /* what to give back: the values, or the whole file where that is mapped */
    size_t mapped;
};

struct jg_kalah_endgame_side {
    uint32_t seeds, above; /* above: how many sides of as many seeds have a higher rank */
};

static inline struct jg_kalah_endgame_side jg_kalah_endgame_side(const struct jg_kalah_endgame *e, uint64_t side) {
    const uint64_t ones = 0x0101010101010101;
    uint64_t upto = side * ones, all = upto >> 56, behind = all * ones - upto; /* bytes: seeds up to, and after */
    return (struct jg_kalah_endgame_side){
        .seeds = (uint32_t)all,
        .above = e->above[0][behind & 255] + e->above[1][behind >> 8 & 255] + e->above[2][behind >> 16 & 255] +
                 e->above[3][behind >> 24 & 255] + e->above[4][behind >> 32 & 255],
    };
}

static inline const int8_t *jg_kalah_endgame_at(const struct jg_kalah_endgame *e, uint64_t own, uint64_t other) {
    struct jg_kalah_endgame_side a = jg_kalah_endgame_side(e, own), b = jg_kalah_endgame_side(e, other);
    const int8_t *last = e->values + e->last[a.seeds][b.seeds];
    bool fewer = a.seeds <= b.seeds;
    uint32_t major = fewer ? a.above : b.above, minor = fewer ? b.above : a.above;
    return last - ((uint64_t)major * e->sides[fewer ? b.seeds : a.seeds] + minor);
}

/* What the mover gains from a position of at most so many seeds. A side is its houses as bytes of a
 * word, the first that its owner sows from lowest, the two highest bytes 0. A side without seeds ends
 * the game: the other banks its own. */
static inline int jg_kalah_endgame_gain(const struct jg_kalah_endgame *e, uint64_t own, uint64_t other) {
    return *jg_kalah_endgame_at(e, own, other);
}

/* Asks the memory for what jg_kalah_endgame_gain will read there. */
static inline void jg_kalah_endgame_prefetch(const struct jg_kalah_endgame *e, uint64_t own, uint64_t other) {
    __builtin_prefetch(jg_kalah_endgame_at(e, own, other));
}

#endif
