/* The endgame database of Kalah: for every position with up to K seeds in the houses, the seeds that the mover will
 * bank from there on minus those of the opponent, under best play by both. The value does not depend on the stores.
 * One byte per position, C(K + 2h, 2h) positions for h houses a side and up to K seeds.
 *
 * A database is stored in the user's cache folder, one file per rules and size, and copied into memory when it is
 * opened. Opening verifies checksums; a file that is truncated, damaged or of another version is built again. */
#ifndef GAMES_KALAH_ENDGAME_H
#define GAMES_KALAH_ENDGAME_H

#include "games/kalah/kalah.h"

#include <stdatomic.h>

enum {
    JG_KALAH_ENDGAME_HOUSES_MAX = 6,     /* houses a side */
    JG_KALAH_ENDGAME_SEEDS_DEFAULT = 12, /* seeds of the database that every search probes */
    JG_KALAH_ENDGAME_SEEDS_MAX = 32,     /* seeds of the largest database that can be built */
};

struct jg_kalah_endgame;

/* Parameters for opening or building a database. */
struct jg_kalah_endgame_params {
    int houses;
    bool emptycapture;
    int seeds;
    int threads;                                                    /* 0: all cores */
    bool larger;                                                    /* a part of a larger database will do */
    bool save;                                                      /* write it to the cache folder after building it */
    const atomic_bool *stop;                                        /* may be NULL */
    void (*progress)(void *arg, uint64_t done, uint64_t positions); /* during a build, by one thread; may be NULL */
    void *arg;
};

/* The number of positions of a database, which is its size in bytes. */
uint64_t jg_kalah_endgame_size(int houses, int seeds);

/* Whether the cache folder has a file for these rules and size with a valid header. Only opening verifies the contents,
 * which takes 0.2 s per GB in the page cache. */
bool jg_kalah_endgame_exists(int houses, bool emptycapture, int seeds);

/* The seeds of the largest such file; 0: none. */
int jg_kalah_endgame_largest(int houses, bool emptycapture);

/* Opens the database with these rules and exactly this number of seeds from its file, or builds it if the file is
 * missing or invalid. With params->larger it may also be the beginning of a larger file, of which only that is read.
 * With params->save a built database is written to the cache folder, atomically; a folder that is full or read-only is
 * not an error. If several processes want the same database, one builds it and the others wait. *made is set to whether
 * it was built here. Returns NULL with err filled without memory (JG_EMEMORY), which includes a database larger than
 * the available memory, or when stopped (JG_ESTOP). The caller closes it. */
struct jg_kalah_endgame *jg_kalah_endgame_open(const struct jg_kalah_endgame_params *params, bool *made,
                                               struct jg_error *err);

/* Closes a database; NULL is allowed. Any number of threads may probe an open database. It does not change until it is
 * closed, even if its file is removed or overwritten. */
void jg_kalah_endgame_close(struct jg_kalah_endgame *e);

/* Fails with JG_EMEMORY if a database is larger than `room` bytes. */
enum jg_status jg_kalah_endgame_fits(int houses, int seeds, uint64_t room, struct jg_error *err);

int jg_kalah_endgame_seeds(const struct jg_kalah_endgame *e);

/* Describes a file of the cache folder by its name. Returns false if it is not that of a database. */
bool jg_kalah_endgame_describe(const char *name, jg_lang lang, struct jg_text *out);

/* The path of the file for these rules and size, whether or not it exists. */
enum jg_status jg_kalah_endgame_path(char *out, size_t size, int houses, bool emptycapture, int seeds,
                                     struct jg_error *err);

/* Layout. A side of m seeds is ranked among all sides of m seeds in lexicographic order of its houses, first house
 * first, so sowing that banks nothing lowers the rank. A layer holds the positions with n seeds in play. Within a
 * layer, for every m of the side with fewer seeds, come the values with that side to move, by its rank and then by
 * the other side's rank, followed by the values with the other side to move (one block if both have the same
 * number). The fields are private to this header and to the code that builds a database. */
struct jg_kalah_endgame {
    const int8_t *values;
    uint32_t above[5][JG_KALAH_ENDGAME_SEEDS_MAX + 1]; /* sides of higher rank, by house and the seeds behind it */
    uint32_t sides[JG_KALAH_ENDGAME_SEEDS_MAX + 1];    /* number of sides, by seeds */
    uint64_t last[JG_KALAH_ENDGAME_SEEDS_MAX + 1]
                 [JG_KALAH_ENDGAME_SEEDS_MAX + 1]; /* index of the highest ranks, by own and other seeds */
    int houses, seeds;
    bool emptycapture;
    void *map; /* memory to unmap: the values */
    size_t mapped;
};

struct jg_kalah_endgame_side {
    uint32_t seeds, above; /* above: the number of sides with the same seeds and a higher rank */
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

/* The value of a position, which must not have more seeds than the database. A side is a word whose bytes are its
 * houses, the first house lowest, with the two highest bytes 0. If a side has no seeds, the game is over and the other
 * side banks its own. */
static inline int jg_kalah_endgame_probe(const struct jg_kalah_endgame *e, uint64_t own, uint64_t other) {
    return *jg_kalah_endgame_at(e, own, other);
}

/* Prefetches the cache line that jg_kalah_endgame_probe will read. */
static inline void jg_kalah_endgame_prefetch(const struct jg_kalah_endgame *e, uint64_t own, uint64_t other) {
    __builtin_prefetch(jg_kalah_endgame_at(e, own, other));
}

#endif
