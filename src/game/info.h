/* Options, evaluators, traits and example positions as JSON, with texts in the given language. The caller owns the results; NULL without
 * memory. */
#ifndef GAME_INFO_H
#define GAME_INFO_H

#include <jogada/game.h>

struct json_t;

/* An option table with the given values as defaults, without the options for which `leave`, if not NULL, returns
 * true. */
struct json_t *jg_info_options_json(const struct jg_option *table, const void *values, jg_lang lang,
                                    bool (*leave)(const struct jg_option *option));
struct json_t *jg_info_evaluators_json(const struct jg_game_kind *kind, jg_lang lang);
struct json_t *jg_info_traits_json(unsigned traits);

/* The example positions of a game, without those that its options do not allow. */
struct json_t *jg_info_examples_json(const struct jg_game *g, jg_lang lang);

#endif
