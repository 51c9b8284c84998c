/* A series of numbered games on several threads. */
#ifndef ARENA_SERIES_H
#define ARENA_SERIES_H

#include "arena/game.h"
#include "arena/player.h"

struct jg_rows;
struct jg_coordinator;

/* The players and the start of a game. */
struct jg_fixture {
    int players[2];         /* of team 0 and team 1 */
    uint64_t deal, variant; /* see struct jg_arena_game */
    const char *start;
    uint64_t id; /* for the caller */
};

/* A finished game. */
struct jg_played {
    uint64_t number;
    struct jg_fixture fixture;
    const struct jg_record *record;
    double seconds[2]; /* thinking time of the teams */
};

struct jg_series {
    const struct jg_game *game;
    const struct jg_player *players;
    int player_count;
    uint64_t seed;                              /* of everything random */
    int opening;                                /* see struct jg_arena_game */
    bool annotate;                              /* see struct jg_arena_game */
    const struct jg_time_control *controls;     /* of the players; NULL: no clocks */
    double margin;                              /* see struct jg_arena_game */
    const struct jg_adjudication *adjudication; /* see struct jg_arena_game */
    const atomic_bool *stop;

    uint64_t first, count; /* plays games first .. first + count - 1 */
    int threads;           /* 0: all cores */
    struct jg_coordinator *coordinator; /* other processes play (arena/coordinator.h); NULL: threads of this one */
    struct jg_rows *rows; /* games that are replayed instead of played (arena/row.h); NULL: none */
    uint64_t row_shift;   /* added to a game's number, modulo 2^64, gives that of its row */

    /* Fills the fixture of a game; false: the game is skipped, without further calls. NULL: player 0 has team 0,
     * player 1 (if there is one) team 1, and the number is the deal. Called by any thread. */
    bool (*fixture)(void *arg, uint64_t number, struct jg_fixture *out);

    /* Called for each game as soon as it is finished, concurrently by any thread; may be NULL. */
    enum jg_status (*finished)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* Called for each finished game by ascending number, by one thread at a time, so that the result does not depend on
     * `threads`. JG_ESTOP ends the series successfully. May be NULL. */
    enum jg_status (*take)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* See struct jg_arena_game; called by the thread that plays. It measures times, so such games are neither taken from
     * rows nor played by other processes. May be NULL. */
    void (*watch)(void *arg, const struct jg_record *record, int seat, const struct jg_report *report);

    /* Called at intervals with the share of games taken, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, double share);
    void *arg;
};

/* Plays a series. If it is stopped or fails, the games up to some number have been taken and none beyond. */
enum jg_status jg_series_play(const struct jg_series *series, struct jg_error *err);

/* The game that a series plays by a fixture, without its agents. */
struct jg_arena_game jg_series_game(const struct jg_series *s, const struct jg_fixture *f,
                                    const struct jg_seeding *seeding);

#endif
