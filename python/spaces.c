/* Actions and observations: methods of Game and State. */
#include "module.h"

#include <string.h>

static inline struct state_object *state_of(PyObject *self) { return (struct state_object *)self; }

PyObject *spaces_actions(PyObject *game, void *Py_UNUSED(none)) {
    struct jg_spaces spaces;
    jg_spaces(&((struct game_object *)game)->game, &spaces);
    return PyLong_FromLong(spaces.actions);
}

PyObject *spaces_shape(PyObject *game, void *Py_UNUSED(none)) {
    struct jg_spaces spaces;
    int dimensions = 0;
    jg_spaces(&((struct game_object *)game)->game, &spaces);
    while (dimensions < JG_SHAPE_MAX && spaces.shape[dimensions]) dimensions++;
    PyObject *shape = PyTuple_New(dimensions);
    for (int i = 0; shape && i < dimensions; i++) {
        PyObject *size = PyLong_FromLong(spaces.shape[i]);
        if (!size)
            Py_CLEAR(shape);
        else
            PyTuple_SetItem(shape, i, size);
    }
    return shape;
}

PyObject *spaces_repeat(PyObject *game, void *Py_UNUSED(none)) {
    return PyLong_FromLong(((struct game_object *)game)->game.repeat);
}

/* Whether the moves of a seat are known here; raises the reason why not. */
static bool has_actions(struct state_object *s) {
    int turn = jg_turn(&s->game->game, s->bytes);
    if (!s->game->game.kind->actions)
        raise_text(s->game->m, "%s declares no actions and observations", s->game->game.kind->name);
    else if (turn < 0)
        raise_text(s->game->m, turn == JG_OVER ? "the game is over" : "chance is to move: it has no actions");
    else if (s->hides_mover)
        raise_text(s->game->m, "this view hides the moves of seat %d, which is to move", turn);
    else
        return true;
    return false;
}

PyObject *state_actions(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct state_object *s = state_of(self);
    const struct jg_game *g = &s->game->game;
    jg_move moves[JG_MOVES_MAX];
    int actions[JG_MOVES_MAX];
    if (jg_turn(g, s->bytes) == JG_OVER && g->kind->actions) return PyList_New(0);
    if (!has_actions(s)) return NULL;
    int n = jg_moves(g, s->bytes, moves);
    jg_actions(g, s->bytes, moves, n, actions);
    PyObject *list = PyList_New(n), **ints = s->game->m->ints;
    for (int i = 0; list && i < n; i++) {
        PyObject *action = number_object(ints, (unsigned long)actions[i]);
        if (!action)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, action);
    }
    return list;
}

PyObject *state_action(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    jg_move move;
    int action;
    if (!has_actions(s) || !move_from(s->game, s->bytes, from, &move)) return NULL;
    jg_actions(&s->game->game, s->bytes, &move, 1, &action);
    return PyLong_FromLong(action);
}

PyObject *state_action_move(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    if (!has_actions(s)) return NULL;
    PyObject *index = PyNumber_Index(from); /* numpy's integers, too */
    if (!index) return NULL;
    long number = PyLong_AsLong(index);
    Py_DECREF(index);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        number = -1;
    }
    jg_move move = number >= 0 && number < JG_ACTIONS_MAX ? jg_action_move(&s->game->game, s->bytes, (int)number) : 0;
    return move ? PyLong_FromUnsignedLong(move) : raise_text(s->game->m, "action %ld is not legal here", number);
}

bool buffer_take(PyObject *from, Py_buffer *to, size_t count, size_t item, const char *formats, bool writes,
                 const char *what) {
    if (PyObject_GetBuffer(from, to, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writes ? PyBUF_WRITABLE : 0))) return false;
    const char *format = to->format ? to->format : "B";
    if (to->itemsize == (Py_ssize_t)item && strlen(format) == 1 && strchr(formats, *format) &&
        to->len == (Py_ssize_t)(count * item))
        return true;
    PyErr_Format(PyExc_ValueError, "%s must be an array of %zu elements of %zu bytes in C order, of type '%c'", what,
                 count, item, formats[0]);
    PyBuffer_Release(to);
    return false;
}

PyObject *state_observation(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", "out", NULL};
    struct state_object *s = state_of(self);
    const struct jg_game *g = &s->game->game;
    PyObject *from = Py_None, *out = Py_None;
    int seat = jg_turn(g, s->bytes);
    struct jg_spaces spaces;
    union jg_state view;
    Py_buffer buffer;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:observation", NAMES, &from, &out)) return NULL;
    jg_spaces(g, &spaces);
    if (!spaces.actions) return raise_text(s->game->m, "%s declares no actions and observations", g->kind->name);
    if (from != Py_None && !seat_from(s->game, from, false, &seat)) return NULL;
    if (seat < 0) return raise_text(s->game->m, "no seat is to move: give a seat");
    jg_view(g, s->bytes, seat, &view);
    if (out == Py_None) {
        uint8_t elements[JG_OBSERVATION_MAX];
        jg_encode(g, &view, seat, elements);
        return PyBytes_FromStringAndSize((const char *)elements, spaces.size);
    }
    if (!buffer_take(out, &buffer, (size_t)spaces.size, 1, "Bb", true, "out")) return NULL;
    jg_encode(g, &view, seat, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_INCREF(out);
    return out;
}

/* ---- Numbered outcomes --------------------------------------------------------------------------- */

static bool is_chance(struct state_object *s) {
    if (!s->hides && jg_turn(&s->game->game, s->bytes) == JG_CHANCE) return true;
    raise_text(s->game->m,
               s->hides ? "a view hides parts of the position; sample() fills them in" : "chance is not to move");
    return false;
}

PyObject *state_outcome_count(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct state_object *s = state_of(self);
    if (!is_chance(s)) return NULL;
    return PyLong_FromUnsignedLongLong(s->game->game.kind->outcomes(&s->game->game, s->bytes));
}

PyObject *state_outcome(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    const struct jg_game *g = &s->game->game;
    double probability;
    if (!is_chance(s)) return NULL;
    uint64_t i = PyLong_AsUnsignedLongLong(from), n = g->kind->outcomes(g, s->bytes);
    if (PyErr_Occurred()) return NULL;
    if (i >= n) return raise_text(s->game->m, "outcomes are numbered 0 to %llu", (unsigned long long)n - 1);
    jg_move move = g->kind->outcome(g, s->bytes, i, &probability);
    return Py_BuildValue("(Id)", (unsigned)move, probability);
}
