/* Records as text, SGF and JSON: methods of jogada.Match. */
#include "module.h"

#include "core/json.h"
#include "game/annotation.h"
#include "game/sgf.h"

#include <stdlib.h>
#include <string.h>

static struct record_object *of(PyObject *self) { return (struct record_object *)self; }
static struct module *module(PyObject *self) { return of(self)->game->m; }

/* ---- Text and SGF ------------------------------------------------------------------------------ */

static void tags_of(PyObject *self, struct jg_tags *tags) {
    const struct jg_record *r = &of(self)->record;
    struct jg_text t;
    union jg_state start;
    *tags = (struct jg_tags){
        .resigned = r->resigned, .opening = r->opening, .adjudicated = r->adjudicated, .verdict = r->verdict};
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_text_put(&t, of(self)->game->spec);
    jg_text_init(&t, tags->reason, sizeof tags->reason);
    jg_text_put(&t, r->reason);
    jg_start(r->game, &start);
    if (!memcmp(&start, jg_record_state_at(r, 0), r->game->state_size)) return;
    jg_text_init(&t, tags->start, sizeof tags->start);
    r->game->kind->print(r->game, jg_record_state_at(r, 0), &t);
}

/* Names the players: texts in the order of the seats. */
static bool tag_players(PyObject *self, PyObject *players, struct jg_tags *tags) {
    if (players == Py_None) return true;
    Py_ssize_t n = PySequence_Size(players);
    if (n < 0) return false;
    if (n > of(self)->record.game->kind->seats)
        return raise_text(module(self), "players must be at most %d names", of(self)->record.game->kind->seats) != NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *one = PySequence_GetItem(players, i);
        const char *name = one ? text_from(one, "the name of a player") : NULL;
        struct jg_text t;
        jg_text_init(&t, tags->seat[i], sizeof tags->seat[i]);
        if (name) jg_text_put(&t, name);
        Py_XDECREF(one);
        if (!name) return false;
    }
    return true;
}

static PyObject *write_record(PyObject *self, PyObject *arguments, PyObject *keywords, bool sgf) {
    static char *NAMES[] = {"players", NULL};
    struct jg_tags *tags = malloc(sizeof *tags);
    PyObject *players = Py_None, *result = NULL;
    if (!tags) return PyErr_NoMemory();
    tags_of(self, tags);
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O", NAMES, &players) || !tag_players(self, players, tags))
        goto end;
    if (sgf && !of(self)->record.game->kind->sgf) {
        raise_text(module(self), "%s has no SGF format", of(self)->record.game->kind->name);
        goto end;
    }
    char *text = sgf ? jg_sgf_write(&of(self)->record, tags) : jg_record_write(&of(self)->record, tags);
    result = text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace") : PyErr_NoMemory();
    free(text);
end:
    free(tags);
    return result;
}

PyObject *record_to_text(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return write_record(self, arguments, keywords, false);
}

PyObject *record_to_sgf(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return write_record(self, arguments, keywords, true);
}

/* Reads the game at *at, which points into text, and sets *at to its end. False: an exception is set. */
static bool read_record(struct record_object **self, PyTypeObject *type, const char *text, const char **at,
                        struct jg_tags *tags) {
    struct module *m = module_of(type);
    struct jg_error err = {0};
    struct jg_sgf_tree tree = {0};
    const char *moves = NULL;
    bool sgf = jg_sgf_is(text);
    *tags = (struct jg_tags){.resigned = -1};
    enum jg_status status = sgf ? jg_sgf_next(tags, text, at, &tree, &err) : jg_tags_next(tags, text, at, &moves, &err);
    if (status) return raise_error(m, &err, text) != NULL;
    PyObject *spec = PyUnicode_DecodeUTF8(tags->game, (Py_ssize_t)strlen(tags->game), "replace");
    struct game_object *game = spec ? game_from(m, spec) : NULL;
    Py_XDECREF(spec);
    *self = game ? record_allocate(type, game) : NULL;
    Py_XDECREF((PyObject *)game);
    if (!*self) return false;
    struct jg_record *r = &(*self)->record;
    const struct jg_game *g = &(*self)->game->game;
    status = sgf ? jg_sgf_replay(r, g, tags, text, &tree, &err)
                 : jg_record_replay_part(r, g, tags, text, moves, (size_t)(*at - moves), &err);
    if (status) {
        Py_DECREF((PyObject *)*self);
        *self = NULL;
        return raise_error(m, &err, text) != NULL;
    }
    jg_record_end(r, tags);
    return true;
}

/* Reads the games of a text into a list, all of them or the first. False: an exception is set. */
static bool read_records(PyObject *list, PyTypeObject *type, const char *text, bool all) {
    struct jg_tags *tags = malloc(sizeof *tags);
    const char *at = text;
    bool good = tags;
    if (!tags) PyErr_NoMemory();
    do {
        struct record_object *one = NULL;
        good = good && read_record(&one, type, text, &at, tags) && !PyList_Append(list, (PyObject *)one);
        Py_XDECREF((PyObject *)one);
    } while (good && all && jg_record_more(at));
    free(tags);
    return good;
}

static PyObject *from_text(PyObject *type, PyObject *from, bool all) {
    const char *text = text_from(from, "a record");
    PyObject *list = text ? PyList_New(0) : NULL, *first = NULL;
    if (list && !read_records(list, (PyTypeObject *)type, text, all)) Py_CLEAR(list);
    if (all || !list) return list;
    first = PyList_GetItem(list, 0);
    Py_INCREF(first);
    Py_DECREF(list);
    return first;
}

PyObject *record_from_text(PyObject *type, PyObject *text) { return from_text(type, text, false); }
PyObject *record_all_from_text(PyObject *type, PyObject *text) { return from_text(type, text, true); }

PyObject *record_line(PyObject *self, PyObject *Py_UNUSED(argument)) {
    char *moves = jg_record_moves(&of(self)->record);
    if (!moves) return PyErr_NoMemory();
    PyObject *text = PyUnicode_DecodeUTF8(moves, (Py_ssize_t)strlen(moves), "replace");
    free(moves);
    return text;
}

/* ---- Annotations as JSON, for copies, pickles and to_json() ------------------------------------ */

PyObject *record_annotations_json(PyObject *self, PyObject *Py_UNUSED(argument)) {
    jg_json_begin();
    json_t *o = json_object();
    jg_annotation_put_json(o, &of(self)->record);
    char *text = jg_json_text(o, JSON_COMPACT);
    if (!text) return PyErr_NoMemory();
    PyObject *result = PyUnicode_FromString(text);
    free(text);
    return result;
}

/* _annotate(text): reads JSON as _annotations_json() writes it. */
PyObject *record_annotate(PyObject *self, PyObject *from) {
    const char *text = text_from(from, "the JSON of annotations");
    struct jg_error err = {0};
    if (!text || !record_may_change(self)) return NULL;
    json_t *o = jg_json_read(text, strlen(text), 0, NULL);
    if (!o) return raise_text(module(self), "the JSON of the annotations is invalid");
    enum jg_status status = jg_annotation_read_json(o, &of(self)->record, &err);
    json_decref(o);
    if (status) return raise_error(module(self), &err, NULL);
    Py_RETURN_NONE;
}
