/* The list of games for the page, and the levels of opponents that players choose from. */
#ifndef WEB_LEVELS_H
#define WEB_LEVELS_H

#include <jogada/game.h>

#include <jansson.h>

struct jg_level {
    const char *name;  /* in JSON; NULL ends a list */
    const char *title; /* English, to be translated */
    const char *agent; /* spec; NULL: the game's default opponent */
};

/* The levels of a game; by default random play and the game's opponent. */
const struct jg_level *jg_levels(const struct jg_game_kind *kind);

/* All games as JSON (docs/api.md: Game). NULL: out of memory. */
json_t *jg_games_json(jg_lang lang, bool trust);

#endif
