/* Annotations of a game's moves as JSON: a value with its unit, the chance to win, and what the search reported. */
#include "game/annotation.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* ---- Writing ---------------------------------------------------------------------------------------- */

static json_t *pv_json(const struct jg_record *r, int n, const struct jg_annotation *a) {
    struct jg_annotation_walk w;
    json_t *list = json_array();
    if (a->pv_count) jg_annotation_begin(&w, r, n);
    for (int i = 0; i < a->pv_count; i++) {
        char move[JG_MOVE_MAX];
        struct jg_text t;
        jg_text_init(&t, move, sizeof move);
        r->game->kind->print_move(r->game, &w.at, a->pv[i], &t);
        json_array_append_new(list, json_string(move));
        jg_annotation_step(&w, a->pv[i]);
    }
    return list;
}

json_t *jg_annotation_json(const struct jg_record *r, int n) {
    const struct jg_annotation *a = jg_record_annotation(r, n);
    if (!a) return json_null();
    json_t *o = json_object();
    if (a->by) {
        json_object_set_new(o, "value", jg_value_json(a->by, a->value));
        json_object_set_new(o, "unit", json_string(jg_value_unit(a->by)));
        json_object_set_new(o, "win", json_real(jg_value_chance(a->by, a->value, a->proven)));
        json_object_set_new(o, "evaluator", json_string(a->by->name));
        json_object_set_new(o, "proven", json_boolean(a->proven));
    }
    json_object_set_new(o, "depth", json_integer(a->depth));
    json_object_set_new(o, "nodes", json_integer((json_int_t)a->nodes));
    json_object_set_new(o, "seconds", json_real((double)a->microseconds / 1e6));
    json_object_set_new(o, "pv", pv_json(r, n, a));
    return o;
}

void jg_annotation_put_json(json_t *game, const struct jg_record *r) {
    if (!r->annotation_count) return;
    json_t *list = json_array();
    for (int n = 0; n < r->count; n++) json_array_append_new(list, jg_annotation_json(r, n));
    json_object_set_new(game, "annotations", list);
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

static bool read_value(const json_t *o, const struct jg_game *g, struct jg_annotation *a) {
    const json_t *value = json_object_get(o, "value");
    const char *name = json_string_value(json_object_get(o, "evaluator"));
    if (!value && !name) return true;
    double x = json_number_value(value);
    a->by = name ? jg_annotation_evaluator(g, name) : NULL;
    a->proven = json_is_true(json_object_get(o, "proven"));
    if (!a->by || !json_is_number(value) || !(fabs(x) <= JG_WIN)) return false;
    bool decided = fabs(x) == JG_WIN;
    double points = decided ? x : a->by->chance ? (2 * x - 1) * JG_CHANCES : x * a->by->unit;
    if (!decided && !(fabs(points) < JG_WIN / 2)) return false;
    a->value = (int32_t)lround(points);
    return true;
}

static bool read_pv(const json_t *list, const struct jg_record *r, int n, struct jg_annotation *a) {
    struct jg_annotation_walk w;
    const json_t *word;
    size_t i;
    if (!list) return true;
    jg_annotation_begin(&w, r, n);
    json_array_foreach(list, i, word) {
        jg_move *move = &a->pv[a->pv_count];
        const char *text = json_string_value(word);
        if (!text || !w.count || a->pv_count == JG_ANNOTATION_PV) return false;
        if (r->game->kind->parse_move(r->game, &w.at, text, move, NULL)) return false;
        jg_annotation_step(&w, *move);
        a->pv_count++;
    }
    return json_is_array(list) && (!a->pv_count || a->pv[0] == r->moves[n]);
}

static bool read_annotation(const json_t *o, const struct jg_record *r, int n, struct jg_annotation *a) {
    json_int_t depth = json_integer_value(json_object_get(o, "depth")),
               nodes = json_integer_value(json_object_get(o, "nodes"));
    double seconds = json_number_value(json_object_get(o, "seconds"));
    if (!json_is_object(o) || depth < 0 || depth > INT32_MAX || nodes < 0 || !(seconds >= 0 && seconds <= 1e8))
        return false;
    a->depth = (int)depth;
    a->nodes = (uint64_t)nodes;
    a->microseconds = (uint64_t)(seconds * 1e6 + 0.5);
    return read_value(o, r->game, a) && read_pv(json_object_get(o, "pv"), r, n, a) && !jg_annotation_is_empty(a);
}

enum jg_status jg_annotation_read_json(const json_t *game, struct jg_record *r, struct jg_error *err) {
    const json_t *list = json_object_get(game, "annotations"), *one;
    size_t n;
    if (!list) return JG_OK;
    if (!json_is_array(list) || json_array_size(list) != (size_t)r->count)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "annotations: expected one for each of the %d moves", r->count);
    json_array_foreach(list, n, one) {
        struct jg_annotation a = {0};
        if (json_is_null(one)) continue;
        if (jg_turn(r->game, jg_record_state_at(r, (int)n)) < 0 || !read_annotation(one, r, (int)n, &a))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "annotations: the annotation of move %d is invalid",
                           (int)n + 1);
        enum jg_status status = jg_record_annotate(r, (int)n, &a, err);
        if (status) return status;
    }
    return JG_OK;
}
