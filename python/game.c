/* jogada.Game: a game with its options, opened by its spec. */
#include "module.h"

#include "core/json.h"
#include "game/info.h"

#include <stdlib.h>
#include <string.h>

bool game_equal(const struct game_object *a, const struct game_object *b) {
    return a == b || !strcmp(a->spec, b->spec);
}

static PyObject *game_open(struct module *m, PyTypeObject *type, PyObject *spec) {
    const char *text = text_from(spec, "the spec of a game");
    if (!text) return NULL;
    struct game_object *self = PyObject_New(struct game_object, type);
    if (!self) return NULL;
    struct jg_error err = {0};
    struct jg_text t;
    self->m = m;
    self->game = (struct jg_game){0};
    if (jg_game_open(&self->game, text, &err)) {
        Py_DECREF((PyObject *)self);
        return raise_error(m, &err, text);
    }
    jg_text_init(&t, self->spec, sizeof self->spec);
    jg_game_spec(&self->game, &t);
    return (PyObject *)self;
}

static PyObject *game_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"spec", NULL};
    PyObject *spec;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Game", NAMES, &spec)) return NULL;
    struct module *m = module_of(type);
    if (!m) return NULL;
    if (Py_TYPE(spec) != m->game_type) return game_open(m, type, spec);
    Py_INCREF(spec);
    return spec;
}

static void game_dealloc(PyObject *self) {
    jg_game_close(&((struct game_object *)self)->game);
    module_free(self);
}

struct game_object *game_from(struct module *m, PyObject *from) {
    if (Py_TYPE(from) != m->game_type) return (struct game_object *)game_open(m, m->game_type, from);
    Py_INCREF(from);
    return (struct game_object *)from;
}

static PyObject *game_repr(PyObject *self) {
    return PyUnicode_FromFormat("jogada.Game('%s')", ((struct game_object *)self)->spec);
}

static PyObject *game_str(PyObject *self) { return PyUnicode_FromString(((struct game_object *)self)->spec); }

static Py_hash_t game_hash(PyObject *self) {
    PyObject *spec = game_str(self);
    Py_hash_t hash = spec ? PyObject_Hash(spec) : -1;
    Py_XDECREF(spec);
    return hash;
}

static PyObject *game_compare(PyObject *a, PyObject *b, int operation) {
    if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    bool equal = game_equal((struct game_object *)a, (struct game_object *)b);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

static PyObject *game_reduce(PyObject *self, PyObject *Py_UNUSED(none)) {
    return Py_BuildValue("(O(s))", Py_TYPE(self), ((struct game_object *)self)->spec);
}

static PyObject *game_copy(PyObject *self, PyObject *Py_UNUSED(argument)) {
    Py_INCREF(self);
    return self;
}

static PyObject *game_start(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct game_object *g = (struct game_object *)self;
    union jg_state state;
    jg_start(&g->game, &state);
    return state_new(g, &state);
}

static PyObject *game_position(PyObject *self, PyObject *position) {
    struct game_object *g = (struct game_object *)self;
    const char *text = text_from(position, "a position");
    struct jg_error err = {0};
    union jg_state state;
    if (!text) return NULL;
    if (jg_parse(&g->game, text, &state, &err)) return raise_error(g->m, &err, text);
    return state_new(g, &state);
}

/* ---- Attributes -------------------------------------------------------------------------------- */

static PyObject *get_name(PyObject *self, void *Py_UNUSED(none)) {
    return PyUnicode_FromString(((struct game_object *)self)->game.kind->name);
}

static PyObject *get_title(PyObject *self, void *Py_UNUSED(none)) {
    return PyUnicode_FromString(((struct game_object *)self)->game.kind->title);
}

static PyObject *get_summary(PyObject *self, void *Py_UNUSED(none)) {
    return PyUnicode_FromString(((struct game_object *)self)->game.kind->summary);
}

static PyObject *get_seats(PyObject *self, void *Py_UNUSED(none)) {
    return PyLong_FromLong(((struct game_object *)self)->game.kind->seats);
}

static PyObject *get_seat_names(PyObject *self, void *Py_UNUSED(none)) {
    const struct jg_game *g = &((struct game_object *)self)->game;
    PyObject *names = PyList_New(0);
    for (int seat = 0; names && seat < g->kind->seats; seat++) {
        PyObject *name = PyUnicode_FromString(jg_seat_name(g, seat, JG_EN));
        if (!name || PyList_Append(names, name)) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

static PyObject *get_max_moves(PyObject *self, void *Py_UNUSED(none)) {
    return PyLong_FromLong(((struct game_object *)self)->game.max_moves);
}

static PyObject *get_opponent(PyObject *self, void *Py_UNUSED(none)) {
    return PyUnicode_FromString(((struct game_object *)self)->game.kind->opponent);
}

static PyObject *get_traits(PyObject *self, void *Py_UNUSED(none)) {
    struct game_object *g = (struct game_object *)self;
    jg_json_begin();
    return json_objects(g->m, jg_info_traits_json(g->game.kind->traits));
}

static PyObject *get_options(PyObject *self, void *Py_UNUSED(none)) {
    struct game_object *g = (struct game_object *)self;
    if (!g->game.kind->options) return PyList_New(0);
    jg_json_begin();
    return json_objects(g->m, jg_info_options_json(g->game.kind->options, g->game.options.bytes, JG_EN, NULL));
}

static PyObject *get_evaluators(PyObject *self, void *Py_UNUSED(none)) {
    struct game_object *g = (struct game_object *)self;
    jg_json_begin();
    return json_objects(g->m, jg_info_evaluators_json(g->game.kind, JG_EN));
}

static PyObject *get_rules(PyObject *self, void *Py_UNUSED(none)) {
    const char *page = jg_rules_page(((struct game_object *)self)->game.kind->name, JG_EN);
    return PyUnicode_FromString(page ? page : "");
}

static PyGetSetDef ATTRIBUTES[] = {
    {"name", get_name, NULL, "The name in specs, such as 'kalah'.", NULL},
    {"title", get_title, NULL, "The name for people, such as 'Kalah'.", NULL},
    {"summary", get_summary, NULL, "One sentence about the game.", NULL},
    {"seats", get_seats, NULL, "The number of seats, 2 or 4. Seat s plays for team s % 2.", NULL},
    {"seat_names", get_seat_names, NULL, "The names of the seats.", NULL},
    {"max_moves", get_max_moves, NULL, "The most legal moves that a position can have.", NULL},
    {"opponent", get_opponent, NULL, "The spec of the default opponent.", NULL},
    {"traits", get_traits, NULL, "The properties of the game, such as 'chance' and 'hidden'.", NULL},
    {"options", get_options, NULL, "The options of the spec, as a list of dicts.", NULL},
    {"evaluators", get_evaluators, NULL, "The evaluators of the game, as a list of dicts.", NULL},
    {"repeat", spaces_repeat, NULL, "Occurrences of a position that draw the game; 0: no such rule.", NULL},
    {"actions", spaces_actions, NULL, "The number of actions for environments.", NULL},
    {"observation_shape", spaces_shape, NULL, "The shape of an observation, a tuple.", NULL},
    {"rules", get_rules, NULL, "The rules of the game, in Markdown.", NULL},
    {0},
};

static PyMethodDef METHODS[] = {
    {"start", game_start, METH_NOARGS, "start($self, /)\n--\n\nThe initial position, a State."},
    {"position", game_position, METH_O,
     "position($self, text, /)\n--\n\nThe position with this notation, as state.position writes it.\n\nRaises Error, "
     "with the "
     "offset of "
     "the mistake, for other texts."},
    {"_restore", state_restore, METH_VARARGS, NULL},
    {"__reduce__", game_reduce, METH_NOARGS, NULL},
    {"__copy__", game_copy, METH_NOARGS, NULL},
    {"__deepcopy__", game_copy, METH_O, NULL},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc,
     "Game(spec)\n--\n\nA game with its options, such as Game('kalah:houses=6,seeds=4').\n\nGames are equal if "
     "their specs are. str(game) is the canonical spec."},
    {Py_tp_new, game_new},
    {Py_tp_dealloc, game_dealloc},
    {Py_tp_repr, game_repr},
    {Py_tp_str, game_str},
    {Py_tp_hash, game_hash},
    {Py_tp_richcompare, game_compare},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, ATTRIBUTES},
    {0},
};

PyType_Spec game_spec = {
    .name = "jogada.Game",
    .basicsize = sizeof(struct game_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = SLOTS,
};
