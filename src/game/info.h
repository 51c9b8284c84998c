/* What there is, as JSON: tables of options, evaluators, traits. Everything is new, NULL without memory; texts
 * are in the language asked for. */
#ifndef GAME_INFO_H
#define GAME_INFO_H

#include <jogada/game.h>

struct json_t;

/* Options with their values as defaults; those that `leave` says are left out, if it is given. */
struct json_t *jg_info_options_json(const struct jg_option *table, const void *values, jg_lang lang,
                               bool (*leave)(const struct jg_option *option));
struct json_t *jg_info_evaluators_json(const struct jg_game_kind *kind, jg_lang lang);
struct json_t *jg_info_traits_json(unsigned traits);

#endif
