/* One game between agents: what matches, studies and books are made of. */
#ifndef ARENA_GAME_H
#define ARENA_GAME_H

#include "core/seeding.h"

#include <jogada/agent.h>
#include <jogada/record.h>

/* How long a player takes. To look at the clock takes as long as a random move, so
 * one who has shown to be quick is timed now and then, and that stands for all its
 * decisions. Starts as {0}; may be kept from game to game. */
struct jg_timing {
    uint64_t decisions, timed;
    double seconds; /* of the timed ones */
    bool slow;      /* on average: always timed */
};

/* A game to be played. Chance and the opening follow from `seeding` and `deal`,
 * so that games with agents in other seats can have the same; the agents' own
 * random choices also depend on `variant`. */
struct jg_arena_game {
    const struct jg_game *game;
    struct jg_agent *seats[JG_SEATS_MAX]; /* who sits where; one agent may hold several seats */
    const char *absent[JG_SEATS_MAX];     /* where nobody does (NULL): why, in English. Loses when it is to move */
    const char *start;                    /* a position, or NULL: the game's first */
    struct jg_seeding seeding;            /* jg_seeding_of the match's seed */
    uint64_t deal, variant;
    int opening;              /* so many plies are made at random before agents are asked */
    const atomic_bool *stop;  /* ends the game at once; may be NULL */
    struct jg_timing *paces[2]; /* of the teams; may be NULL */

    /* Told every decision of an agent before the move is made; may be NULL. */
    void (*watch)(void *arg, const struct jg_record *record, int seat, const struct jg_report *report);
    void *arg;
};

/* Plays it from the start to where jg_record_turn says that it is over. Agents
 * are given views. An agent that fails or chooses an illegal move has lost: it
 * counts as resigned, with the reason in the record, which also tells how many
 * plies the opening had: 0 if every one that was tried ended the game. Seconds that each team
 * thought are added to seconds[2], which may be NULL. The record is one that was
 * jg_record_init'ed before or zeroes, and is begun anew; the caller frees it,
 * whatever the result. JG_ESTOP: it was stopped. */
enum jg_status jg_arena_play(const struct jg_arena_game *bout, struct jg_record *record, double *seconds,
                             struct jg_error *err);

/* Generators of the seeds that the seats' agents are given, decision by decision. An agent can work out its own
 * generator, and from it neither the deal nor another seat's. */
void jg_arena_seeds(const struct jg_arena_game *bout, struct jg_rng seeds[JG_SEATS_MAX]);

#endif
