/* Search results as JSON: value, winning chance, principal variation, evaluated moves. */
#include "web/analysis.h"

#include "agents/agent_report.h"
#include "core/buffer.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

enum { WHY_MAX = 8192, WORDS_MAX = 256 };

/* The proven result: 1, 0 or -1 for a win, draw or loss; null: not proven. */
static json_t *exact(const struct jg_report *r) {
    int32_t sure = r->by && r->by->chance ? JG_CHANCES : 1, value = r->value;
    if (!r->by || !r->proven) return json_null();
    if (value >= sure) return json_integer(1);
    if (value <= -sure) return json_integer(-1);
    return value || r->by->chance ? json_null() : json_integer(0);
}

/* Texts of external programs may not be UTF-8: cut at the first invalid character. */
static json_t *text_json(const char *text) {
    const char *end = text;
    for (size_t n; *end && (n = jg_utf8_char(end)); end += n) continue;
    return json_stringn(text, (size_t)(end - text));
}

static json_t *move_json(const struct jg_game *g, const void *state, jg_move move, jg_lang lang) {
    char word[JG_MOVE_MAX], words[WORDS_MAX];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    g->kind->print_move(g, state, move, &t);
    jg_text_init(&t, words, sizeof words);
    g->kind->describe_move(g, state, move, lang, &t);
    return json_pack("{s:o, s:o}", "move", text_json(word), "words", text_json(words));
}

struct pv {
    json_t *list;
    jg_lang lang;
};

static void add_move(void *arg, const struct jg_game *g, const void *state, jg_move move) {
    struct pv *l = arg;
    json_array_append_new(l->list, move_json(g, state, move, l->lang));
}

/* The value as a number, as text and as a winning chance, and the final margin if it is known. */
static void put_value(json_t *o, const struct jg_report *r, int32_t value, jg_lang lang) {
    char shown[32] = "";
    struct jg_text t;
    jg_text_init(&t, shown, sizeof shown);
    if (r->by) jg_value_print(&t, r->by, value, lang);
    json_object_set_new(o, "value", jg_value_json(r->by, value));
    json_object_set_new(o, "unit", r->by ? json_string(jg_value_unit(r->by)) : json_null());
    json_object_set_new(o, "shown", json_string(shown));
    json_object_set_new(o, "win", r->by ? json_real(jg_value_chance(r->by, value, r->proven)) : json_null());
    json_object_set_new(o, "margin", r->by == &jg_eval_score ? json_integer(value) : json_null());
}

static json_t *moves_json(const struct jg_game *g, const void *view, const struct jg_report *r, jg_lang lang) {
    struct jg_ranked_move *moves = malloc(JG_MOVES_MAX * sizeof *moves);
    json_t *list = json_array();
    int n = moves ? jg_agent_sorted_moves(r, moves) : 0;
    if (!moves) jg_json_fail();
    for (int i = 0; i < n; i++) {
        json_t *o = move_json(g, view, moves[i].move, lang);
        put_value(o, r, moves[i].value, lang);
        json_array_append_new(list, o);
    }
    free(moves);
    return list;
}

/* The agent's note and explanation, cut at the end of a line. */
static void put_why(json_t *o, struct jg_agent *a, const struct jg_query *query, const struct jg_report *r,
                    jg_lang lang) {
    struct jg_style style = {.lang = lang, .unicode = true, .seat = query->seat};
    char *why = a->kind->explain || r->note ? malloc(WHY_MAX) : NULL;
    struct jg_text t;
    if (!why) {
        if (a->kind->explain || r->note) jg_json_fail();
        return;
    }
    jg_text_init(&t, why, WHY_MAX);
    if (r->note) jg_text_add(&t, "%s\n", jg_tr(lang, r->note));
    if (a->kind->explain) a->kind->explain(a, query, &style, &t);
    char *last = strrchr(why, '\n');
    if (t.cut && last) *last = 0;
    if (why[0]) json_object_set_new(o, "why", text_json(why));
    free(why);
}

/* A report about the view of a seat, by the agent with this spec. */
static json_t *report_json(const struct jg_game *g, const char *agent, const void *view, int seat,
                           const struct jg_report *r, jg_lang lang) {
    char position[JG_POSITION_MAX];
    struct jg_text t;
    struct pv pv = {.list = json_array(), .lang = lang};
    json_t *o = move_json(g, view, r->move, lang);
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, view, &t);
    json_object_set_new(o, "position", text_json(position));
    json_object_set_new(o, "seat", json_integer(seat));
    json_object_set_new(o, "agent", text_json(agent));
    put_value(o, r, r->value, lang);
    json_object_set_new(o, "proven", json_boolean(r->proven));
    json_object_set_new(o, "exact", exact(r));
    json_object_set_new(o, "depth", json_integer(r->depth));
    json_object_set_new(o, "nodes", json_integer((json_int_t)r->nodes));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    jg_agent_walk_pv(g, view, seat, r, add_move, &pv);
    json_object_set_new(o, "line", pv.list);
    json_object_set_new(o, "moves", moves_json(g, view, r, lang));
    return o;
}

json_t *jg_evaluation_progress_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *r,
                                    jg_lang lang) {
    char agent[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, agent, sizeof agent);
    jg_agent_spec(a, &t);
    return report_json(a->game, agent, query->view, query->seat, r, lang);
}

void jg_evaluation_put_stored(json_t *o, const struct jg_record *r, const char *const *agents, jg_lang lang) {
    struct jg_report *report = r->annotation_count ? malloc(sizeof *report) : NULL;
    if (!report) {
        if (r->annotation_count) jg_json_fail();
        return;
    }
    json_t *list = json_array();
    for (int n = 0; n < r->count; n++) {
        const struct jg_annotation *annotation = jg_record_annotation(r, n);
        if (!annotation) continue;
        union jg_state view;
        int seat = jg_turn(r->game, jg_record_state_at(r, n));
        jg_view(r->game, jg_record_state_at(r, n), seat, &view);
        jg_agent_annotated(annotation, r->moves[n], report);
        json_t *one = report_json(r->game, agents[seat], &view, seat, report, lang);
        json_object_set_new(one, "ply", json_integer(n));
        json_array_append_new(list, one);
    }
    json_object_set_new(o, "evaluations", list);
    free(report);
}

json_t *jg_evaluation_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *r, jg_lang lang) {
    json_t *o = jg_evaluation_progress_json(a, query, r, lang);
    if (o) put_why(o, a, query, r, lang);
    if (jg_json_complete()) return o;
    json_decref(o);
    return NULL;
}
