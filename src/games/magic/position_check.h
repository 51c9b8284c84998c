/* Checks of positions that were read from text: cards of the decks, creatures and blocks, the phase. */
#ifndef GAMES_MAGIC_POSITION_CHECK_H
#define GAMES_MAGIC_POSITION_CHECK_H

#include "core/scan.h"
#include "games/magic/magic.h"

enum {
    TURN_MAX = 250, /* for turns and ids: they stay within a byte to the end of the game */
    ID_MAX = 240,
    LOST_BOTH = 0, /* after "over:", instead of the loser */
};

/* The state that has been read, and the places of its fields in the text, for error messages. */
struct position_reader {
    const struct jg_game *g;
    struct jg_scan scan;
    struct jg_error *err;
    struct jg_magic *s;
    int number; /* the number after the phase: an id or a seat */
    bool unknown[2];
    int phase_at, active_at, starter_at, land_at, id_at;
    int life_at[2], lands_at[2], hand_at[2], grave_at[2], top_at[2], kept_at[2];
    int creature_at[2][JG_MAGIC_CREATURES], spell_at[JG_MAGIC_STACK], stack_at;
};

#define bad_position(in, place, ...) jg_fail((in)->err, JG_EINPUT, place, __VA_ARGS__)

static inline bool in_target(int phase) {
    return phase == JG_MAGIC_TARGET_1 || phase == JG_MAGIC_TARGET_2 || phase == JG_MAGIC_AIM;
}
static inline bool in_priority(int phase) { return phase > JG_MAGIC_END; }
static inline bool in_combat(int phase) { return phase >= JG_MAGIC_ATTACK && phase <= JG_MAGIC_ORDER; }

/* Checks the stack and the phases in which a player has priority: stack_check.c. */
enum jg_status jg_magic_check_stack(struct position_reader *in);

/* Completes the state, with the library as the rest of the deck, and checks it against the rules. */
enum jg_status jg_magic_check_position(struct position_reader *in);

#endif
