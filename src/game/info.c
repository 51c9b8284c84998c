#include "game/info.h"

#include <jansson.h>

static const char *const TYPES[] = {
    [JG_OPT_FLAG] = "flag", [JG_OPT_INT] = "int",       [JG_OPT_COUNT] = "count", [JG_OPT_SIZE] = "size",
    [JG_OPT_REAL] = "real", [JG_OPT_CHOICE] = "choice", [JG_OPT_TEXT] = "text"};

json_t *jg_info_options_json(const struct jg_option *table, const void *values, jg_lang lang,
                             bool (*leave)(const struct jg_option *option)) {
    json_t *list = json_array();
    for (const struct jg_option *o = table; o && o->type; o++) {
        char range[128], value[128];
        struct jg_text t;
        if (leave && leave(o)) continue;
        jg_text_init(&t, range, sizeof range);
        jg_option_range(&t, o);
        jg_text_init(&t, value, sizeof value);
        jg_option_print(&t, o, values);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", o->name, "type", TYPES[o->type],
                                              "range", range, "default", value, "help", jg_tr(lang, o->help)));
    }
    return list;
}

json_t *jg_info_evaluators_json(const struct jg_game_kind *k, jg_lang lang) {
    json_t *list = json_array();
    for (const struct jg_evaluator *e = k->evaluators; e->name; e++) {
        json_t *features = json_array();
        for (int i = 0; i < e->feature_count; i++)
            json_array_append_new(features, json_pack("{s:s, s:f, s:s}", "name", e->features[i].name, "weight",
                                                      e->features[i].weight, "help", jg_tr(lang, e->features[i].help)));
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:i, s:b, s:o}", "name", e->name, "help", jg_tr(lang, e->help),
                                        "unit", e->unit, "chance", e->chance, "features", features));
    }
    return list;
}

json_t *jg_info_traits_json(unsigned traits) {
    static const struct {
        const char *name;
        unsigned trait;
    } TRAITS[] = {{"chance", JG_HAS_CHANCE},
                  {"hidden", JG_HAS_HIDDEN},
                  {"partners", JG_HAS_PARTNERS},
                  {"finite", JG_IS_FINITE},
                  {"steps", JG_IN_STEPS}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof TRAITS / sizeof *TRAITS; i++)
        if (traits & TRAITS[i].trait) json_array_append_new(list, json_string(TRAITS[i].name));
    return list;
}
