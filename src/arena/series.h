/* Numbered games on several threads. */
#ifndef ARENA_SERIES_H
#define ARENA_SERIES_H

#include "arena/game.h"
#include "arena/player.h"

/* Who plays a game, and from where. */
struct jg_fixture {
    int players[2];         /* that hold the seats of team 0 and of team 1 */
    uint64_t deal, variant; /* these as in struct jg_arena_game */
    const char *start;
};

/* A game that was played. */
struct jg_played {
    uint64_t number;
    struct jg_fixture fixture;
    const struct jg_record *record;
    double seconds[2]; /* thought by the teams */
};

struct jg_series {
    const struct jg_game *game;
    const struct jg_player *players;
    int player_count;
    uint64_t seed; /* of everything random */
    int opening;   /* this as in struct jg_arena_game */
    const atomic_bool *stop;

    uint64_t first, count; /* games number first .. first + count - 1 */
    int threads;           /* 0: all cores */

    /* Says what a game is; false: it is not to be played, and nothing else is
     * told of it. NULL: player 0 has team 0, player 1 (if there is one) team 1,
     * and the number is the deal. Called by any thread. */
    bool (*fixture)(void *arg, uint64_t number, struct jg_fixture *out);

    /* Told each game as soon as it is finished, by any thread, several at once;
     * may be NULL. */
    enum jg_status (*finished)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* Given each finished game in the order of the numbers, by one thread at a
     * time; what it makes of them does not depend on `threads`. JG_ESTOP: it has
     * seen enough, and the series ends well. May be NULL. */
    enum jg_status (*take)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* Told the share that is taken, now and then, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, double share);
    void *arg;
};

/* Stopped or failed, it has taken the games up to some number and none beyond. */
enum jg_status jg_series_play(const struct jg_series *series, struct jg_error *err);

#endif
