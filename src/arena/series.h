/* Numbered games with the same players in the same seats, on several threads. */
#ifndef ARENA_SERIES_H
#define ARENA_SERIES_H

#include "arena/game.h"

struct jg_series {
    const struct jg_game *game;
    const char *specs[JG_SEATS_MAX]; /* of the agents, by seat */
    const char *start;               /* these as in struct jg_bout */
    uint64_t seed;
    int opening;
    const atomic_bool *stop;

    uint64_t first, count; /* games number first .. first + count - 1 */
    int threads;           /* 0: all cores */

    /* Given each finished game in the order of the numbers, by the thread that
     * asked; what it makes of them does not depend on `threads`. */
    enum jg_status (*take)(void *arg, uint64_t number, const struct jg_record *record, struct jg_error *err);

    /* Told the share that is done, now and then, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, double share);
    void *arg;
};

/* Stopped or failed, it has taken the games up to some number and none beyond. */
enum jg_status jg_series_play(const struct jg_series *series, struct jg_error *err);

#endif
