/* One game between agents: what matches, studies and books are made of. */
#ifndef ARENA_GAME_H
#define ARENA_GAME_H

#include <jogada/agent.h>
#include <jogada/record.h>

/* A game to be played. Seed and number settle it: whatever is random in it comes
 * from stream `number` of `seed`, chance and agents apart, so that a game in which
 * agents change seats still has the same deals. */
struct jg_bout {
    const struct jg_game *game;
    struct jg_agent *seats[JG_SEATS_MAX]; /* who sits where; one agent may hold several seats */
    const char *start;                    /* a position, or NULL: the game's first */
    uint64_t seed, number;
    int opening;             /* so many plies are made at random before agents are asked */
    const atomic_bool *stop; /* ends the game at once; may be NULL */

    /* Told every decision of an agent before the move is made; may be NULL. */
    void (*watch)(void *arg, const struct jg_record *record, int seat, const struct jg_report *report);
    void *arg;
};

/* Plays it from the start to where jg_record_turn says that it is over. Agents
 * are given views. The caller frees the record, whatever the result: on failure
 * it is empty or holds the moves so far. JG_ESTOP: it was stopped. */
enum jg_status jg_arena_play(const struct jg_bout *bout, struct jg_record *record, struct jg_error *err);

#endif
