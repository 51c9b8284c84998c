/* The games as the page knows them, and whom a player can choose to meet. */
#ifndef WEB_LEVELS_H
#define WEB_LEVELS_H

#include <jogada/game.h>

#include <jansson.h>

struct jg_level {
    const char *name;  /* for programs; NULL closes a list */
    const char *title; /* key of the catalogue */
    const char *agent; /* spec; NULL: the game's own opponent */
};

/* The levels of a game; for one that has none of its own, chance and its opponent. */
const struct jg_level *jg_levels(const struct jg_game_kind *kind);

/* Everything about all games (docs/api.md: Game), a new list; NULL without memory. */
json_t *jg_games_json(jg_lang lang, bool trust);

#endif
