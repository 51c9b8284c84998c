/* Plays one game between agents, for matches, studies and opening books. */
#ifndef ARENA_GAME_H
#define ARENA_GAME_H

#include "arena/adjudication.h"
#include "core/seeding.h"
#include "core/time_control.h"

#include <jogada/agent.h>
#include <jogada/record.h>

/* Thinking time of a player. Reading the clock takes as long as a random move, so only a sample of a fast player's
 * decisions is timed. Starts as {0}; may be reused from game to game. */
struct jg_timing {
    uint64_t decisions, timed;
    double seconds; /* of the timed decisions */
    bool slow;      /* on average: every decision is timed */
};

/* A game to play. Chance and opening depend on `seeding` and `deal` alone, so that games with swapped seats can share
 * them; the agents' seeds also depend on `variant`. */
struct jg_arena_game {
    const struct jg_game *game;
    struct jg_agent *seats[JG_SEATS_MAX]; /* one agent may hold several seats */
    const char
        *absent[JG_SEATS_MAX]; /* for a seat without agent: the reason, in English. It loses when it is to move */
    const char *start;         /* a position; NULL: the initial position */
    const void *from;          /* the state to start from, instead of `start`; NULL: none */
    jg_move first;             /* made in `from`; 0: none */
    struct jg_seeding seeding; /* jg_seeding_of the match's seed */
    uint64_t deal, variant;
    int opening;                                /* random plies before the agents play */
    bool annotate;                              /* the agents' reports become annotations of the record */
    const atomic_bool *stop;                    /* ends the game at once; may be NULL */
    struct jg_timing *timings[2];               /* of the teams; may be NULL */
    struct jg_time_control controls[2];         /* of the teams; every seat of a team has its own clock */
    double margin;                              /* seconds that a seat may overstep its time */
    const struct jg_adjudication *adjudication; /* NULL: the game is played to its end */

    /* Called for every decision of an agent, before the move is made; may be NULL. */
    void (*watch)(void *arg, const struct jg_record *record, int seat, const struct jg_report *report);
    void *arg;
};

/* Plays a game until jg_record_turn is JG_OVER. Agents get views. An agent that fails or chooses an illegal move
 * forfeits: it counts as resigned, with the reason in the record; so does a seat whose clock runs out. The clock of a
 * seat runs while its agent chooses. record->opening is the number of random plies, 0 if
 * every opening tried ended the game. Adds the thinking time of each team to seconds[2], which may be NULL. The record,
 * initialized or zeroes, is restarted; the caller frees it in any case. JG_ESTOP: stopped. */
enum jg_status jg_arena_play(const struct jg_arena_game *game, struct jg_record *record, double *seconds,
                             struct jg_error *err);

/* Checks that a record may be a game as jg_arena_play plays it: its opening and chance moves are those of the seeding, it
 * is over, and it ended by its moves, by a forfeit of the seat to move, or by an adjudication that the game allows. The
 * agents' own decisions are not checked: their moves are legal in any record. JG_EINPUT: it is not. */
enum jg_status jg_arena_verify(const struct jg_arena_game *game, const struct jg_record *record, struct jg_error *err);

/* The random number generators of the seats' seeds, one seed per decision. An agent may reconstruct its own generator,
 * but neither the deal nor another seat's generator from it. */
void jg_arena_seeds(const struct jg_arena_game *game, struct jg_rng seeds[JG_SEATS_MAX]);

#endif
