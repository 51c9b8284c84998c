/* A rollout in progress, for rollout.c and rollout_state.c. */
#ifndef ARENA_ROLLOUT_H
#define ARENA_ROLLOUT_H

#include "arena/game.h"
#include "arena/player.h"
#include "arena/race.h"
#include "search/belief.h"

#include <jogada/rollout.h>

#include <pthread.h>

/* The games after a candidate move so far. */
struct jg_rollout_games {
    uint64_t first; /* hash of the first trial's game */
    bool varied;    /* another trial was a different game */
    bool choices;   /* the first trial's game had choices, chance or hidden parts after the move */
};

struct jg_rollout {
    struct jg_rollout_setting setting;
    struct jg_player player;
    struct jg_seeding seeding;
    int seat, team;
    union jg_state view; /* of the seat to move; if chance is to move, the position itself */
    jg_move moves[JG_MOVES_MAX];
    struct jg_rollout_games games[JG_MOVES_MAX];
    struct jg_race race; /* the candidates are the moves */
    struct jg_rollout_worker *workers;
    int threads;

    /* The current round: its games are played in any order, and counted when all of them are finished. */
    bool begun;
    uint64_t first; /* its first trial */
    size_t size;
    atomic_uchar *games_done; /* trials x moves: enum jg_rollout_game; the next two are set where it is not 0 */
    int32_t *scores;
    uint64_t *hashes;
    void (*progress)(void *arg, double share);
    void *arg;
    atomic_size_t next, finished; /* trial; games of this call, */
    size_t missing;               /* of this many */
    atomic_bool failed;
    pthread_mutex_t lock; /* protects status and err */
    enum jg_status status;
    struct jg_error err;
};

/* A finished game of the current round. */
enum jg_rollout_game { JG_ROLLOUT_DONE = 1, JG_ROLLOUT_CHOICES = 2 }; /* CHOICES: see jg_rollout_games */

/* Begins the next round, unless one is begun. */
void jg_rollout_begin_round(struct jg_rollout *r);

/* Loads a state of jg_rollout_json; false: it is damaged or of another rollout. */
bool jg_rollout_read(struct jg_rollout *r, const struct json_t *state);

/* The finished games in a state of jg_rollout_json, whatever its rollout; 0 if it is damaged. */
int64_t jg_rollout_state_games(const struct json_t *state);

#endif
