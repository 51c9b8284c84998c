#include "web/games_json.h"

#include "agents/agents.h"
#include "core/json.h"
#include "game/info.h"

#include <jogada/rollout.h>

#include <string.h>

static json_t *levels_json(const struct jg_game_kind *k, jg_lang lang) {
    json_t *list = json_array();
    for (int level = 0; level <= JG_LEVELS; level++) {
        const char *spec = jg_agent_level_spec(k, level);
        if (!spec) continue;
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", jg_agent_level_name(level), "title",
                                              jg_agent_level_title(level, lang), "agent", spec));
    }
    return list;
}

/* The formats in which games can be saved and loaded. */
static json_t *formats_json(const struct jg_game_kind *k) {
    json_t *list = json_pack("[s, s]", "text", "json");
    if (k->sgf) json_array_append_new(list, json_string("sgf"));
    return list;
}

/* Options that clients must not set: those that name a file or a command. */
static bool names_files(const struct jg_option *o) { return o->reads == JG_READS_FILE || o->reads == JG_READS_COMMAND; }

static json_t *agents_json(const struct jg_game *g, jg_lang lang, bool trust) {
    json_t *list = json_array();
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++) {
        struct jg_agent a = {0};
        if (k->human || (k->runs_program && !trust) || jg_agent_fits(k, g, NULL)) continue;
        jg_options_reset(k->options, &a.options);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:b, s:b, s:o}", "name", k->name, "summary", jg_tr(lang, k->summary), "traces",
                            k->traces, "judges", k->eval || k->explain, "options",
                            jg_info_options_json(k->options, &a.options, lang, trust ? NULL : names_files)));
    }
    return list;
}

static json_t *game_json(const struct jg_game *g, jg_lang lang, bool trust) {
    const struct jg_game_kind *k = g->kind;
    json_t *seats = json_array();
    for (int i = 0; i < k->seats; i++) json_array_append_new(seats, json_string(jg_seat_name(g, i, lang)));
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "name", k->name, "title",
                     jg_tr(lang, k->title), "summary", jg_tr(lang, k->summary), "seats", seats, "traits",
                     jg_info_traits_json(k->traits), "opponent", k->opponent, "rollout", jg_rollout_agent(g), "options",
                     jg_info_options_json(k->options, &g->options, lang, trust ? NULL : names_files), "levels",
                     levels_json(k, lang), "agents", agents_json(g, lang, trust), "evaluators",
                     jg_info_evaluators_json(k, lang), "formats", formats_json(k));
}

json_t *jg_games_json(jg_lang lang, bool trust) {
    json_t *list = json_array();
    const struct jg_game_kind *k;
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++) {
        struct jg_game g;
        if (jg_game_open(&g, k->name, NULL)) { /* out of memory */
            jg_json_fail();
            continue;
        }
        json_array_append_new(list, game_json(&g, lang, trust));
        jg_game_close(&g);
    }
    return list;
}
