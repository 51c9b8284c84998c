/* Search results as JSON: value, winning chance, principal variation, evaluated moves.
 *
 * The winning chance counts a draw as a half. Some evaluators return it directly, and a decided game is 1 or 0. Any other
 * value is converted by the logistic function, whose scale is the evaluator's `odds`; matches between equal agents
 * confirm that shape. */
#include "web/analysis.h"

#include "agents/agent_report.h"
#include "core/buffer.h"
#include "core/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_MAX = 8192, WORDS_MAX = 256 };

static const double UNITS = 3; /* default `odds` of an evaluator, in units of the score */

double jg_evaluation_win_chance(const struct jg_evaluator *by, int32_t value) {
    if (value >= JG_WIN / 2) return 1;
    if (value <= -JG_WIN / 2) return 0;
    if (!by) return 0.5;
    if (by->chance) return fmin(1, fmax(0, 0.5 + 0.5 * value / JG_CHANCES));
    return 1 / (1 + exp(-value / (by->odds > 0 ? by->odds : UNITS * by->unit)));
}

/* Whether the values are results of a game that was searched to its end. */
static bool is_result(const struct jg_report *r) { return r->proven && r->by && r->by->ends && !r->by->chance; }

static double chance(const struct jg_report *r, int32_t value) {
    if (is_result(r)) return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    return jg_evaluation_win_chance(r->by, value);
}

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
    json_object_set_new(o, "value", r->by ? json_integer(value) : json_null());
    json_object_set_new(o, "shown", json_string(shown));
    json_object_set_new(o, "chance", r->by ? json_real(chance(r, value)) : json_null());
    json_object_set_new(o, "margin", r->by == &jg_eval_score ? json_integer(value) : json_null());
}

static json_t *moves_json(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r,
                          jg_lang lang) {
    struct jg_ranked_move *moves = malloc(JG_MOVES_MAX * sizeof *moves);
    json_t *list = json_array();
    int n = moves ? jg_agent_sorted_moves(r, moves) : 0;
    if (!moves) jg_json_fail();
    for (int i = 0; i < n; i++) {
        json_t *o = move_json(g, query->view, moves[i].move, lang);
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

json_t *jg_evaluation_progress_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *r,
                                    jg_lang lang) {
    const struct jg_game *g = a->game;
    char position[JG_POSITION_MAX], agent[JG_SPEC_MAX];
    struct jg_text t;
    struct pv pv = {.list = json_array(), .lang = lang};
    json_t *o = move_json(g, query->view, r->move, lang);
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, query->view, &t);
    jg_text_init(&t, agent, sizeof agent);
    jg_agent_spec(a, &t);
    json_object_set_new(o, "position", text_json(position));
    json_object_set_new(o, "seat", json_integer(query->seat));
    json_object_set_new(o, "agent", text_json(agent));
    put_value(o, r, r->value, lang);
    json_object_set_new(o, "proven", json_boolean(r->proven));
    json_object_set_new(o, "exact", exact(r));
    json_object_set_new(o, "depth", json_integer(r->depth));
    json_object_set_new(o, "nodes", json_integer((json_int_t)r->nodes));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    jg_agent_walk_pv(g, query, r, add_move, &pv);
    json_object_set_new(o, "line", pv.list);
    json_object_set_new(o, "moves", moves_json(g, query, r, lang));
    return o;
}

json_t *jg_evaluation_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *r, jg_lang lang) {
    json_t *o = jg_evaluation_progress_json(a, query, r, lang);
    if (o) put_why(o, a, query, r, lang);
    if (jg_json_complete()) return o;
    json_decref(o);
    return NULL;
}
