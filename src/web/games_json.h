/* The games for the page: levels, agents, options and evaluators. */
#ifndef WEB_GAMES_JSON_H
#define WEB_GAMES_JSON_H

#include <jogada/game.h>

#include <jansson.h>

/* All games as JSON (docs/api.md: Game). NULL: out of memory. */
json_t *jg_games_json(jg_lang lang, bool trust);

#endif
