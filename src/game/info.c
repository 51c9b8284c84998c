#include "game/info.h"

#include <jansson.h>
#include <string.h>

static const char *const TYPES[] = {
    [JG_OPT_FLAG] = "flag", [JG_OPT_INT] = "int",       [JG_OPT_COUNT] = "count", [JG_OPT_SIZE] = "size",
    [JG_OPT_REAL] = "real", [JG_OPT_CHOICE] = "choice", [JG_OPT_TEXT] = "text"};

/* The choices as players see them, in the order of the range. */
static json_t *labels_json(const struct jg_option *o, jg_lang lang) {
    json_t *list = json_array();
    char word[64];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    for (int i = 0; jg_option_choice(&t, o, i); i++) {
        const char *label = jg_option_label(o, i);
        json_array_append_new(list, json_string(label ? jg_tr(lang, label) : word));
        jg_text_clear(&t);
    }
    return list;
}

/* The values that a TEXT option offers. */
static json_t *offers_json(const struct jg_option *o) {
    json_t *list = json_array();
    for (const char *p = o->choices; *p;) {
        size_t n = strcspn(p, "|");
        json_array_append_new(list, json_stringn(p, n));
        p += n + (p[n] == '|');
    }
    return list;
}

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
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o*, s:o*, s:o*}", "name", o->name, "type",
                                              TYPES[o->type], "range", range, "default", value, "help",
                                              jg_tr(lang, o->help), "labels", o->labels ? labels_json(o, lang) : NULL,
                                              "offers", o->type == JG_OPT_TEXT && o->choices ? offers_json(o) : NULL,
                                              "pack", o->pack ? json_true() : NULL));
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
    } TRAITS[] = {{"chance", JG_HAS_CHANCE}, {"hidden", JG_HAS_HIDDEN}, {"partners", JG_HAS_PARTNERS},
                  {"finite", JG_IS_FINITE},  {"steps", JG_IN_STEPS},    {"draws", JG_HAS_DRAWS}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof TRAITS / sizeof *TRAITS; i++)
        if (traits & TRAITS[i].trait) json_array_append_new(list, json_string(TRAITS[i].name));
    return list;
}

/* A position as a table shows it: the seat's view, and everything after the end. Nobody plays from it. */
static json_t *example_json(const struct jg_game *g, const union jg_state *state, const struct jg_game_position *p,
                            jg_lang lang) {
    union jg_state view;
    jg_view(g, state, p->seat, &view);
    json_t *o = jg_game_json(g, jg_turn(g, state) == JG_OVER ? state : &view, p->seat);
    json_object_del(o, "moves");
    return json_pack("{s:o, s:i, s:s*, s:s*, s:s}", "state", o, "seat", p->seat, "last", p->last, "picked", p->picked,
                     "caption", jg_tr(lang, p->caption));
}

json_t *jg_info_examples_json(const struct jg_game *g, jg_lang lang) {
    json_t *list = json_array();
    union jg_state state;
    for (const struct jg_game_position *p = g->kind->positions; p && p->position; p++)
        if (!jg_parse(g, p->position, &state, NULL)) json_array_append_new(list, example_json(g, &state, p, lang));
    return list;
}
