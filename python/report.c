/* Reports of agents as dicts, with the fields of `jogada analyze --json`. */
#include "module.h"

#include "agents/agent_report.h"

bool put(PyObject *dict, const char *name, PyObject *value) {
    bool good = dict && value && !PyDict_SetItemString(dict, name, value);
    Py_XDECREF(value);
    return good;
}

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

PyObject *value_object(const struct jg_evaluator *by, int32_t value) {
    return by ? PyFloat_FromDouble(jg_value_number(by, value)) : none();
}

static PyObject *win_object(const struct jg_report *r, int32_t value) {
    return r->by ? PyFloat_FromDouble(jg_value_chance(r->by, value, r->proven)) : none();
}

/* A list of the moves of a principal variation; `failed`: an exception is set. */
struct line {
    const struct game_object *game;
    PyObject *list;
};

static void add_move(void *arg, const struct jg_game *g, const void *state, jg_move move) {
    struct line *line = arg;
    (void)g;
    if (!line->list) return;
    PyObject *text = move_text(line->game, state, move);
    if (!text || PyList_Append(line->list, text)) Py_CLEAR(line->list);
    Py_XDECREF(text);
}

static PyObject *moves_of(const struct game_object *game, const void *view, const struct jg_report *r) {
    struct jg_ranked_move moves[JG_MOVES_MAX];
    int n = jg_agent_sorted_moves(r, moves);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < n; i++) {
        PyObject *one = Py_BuildValue("{s:N,s:N,s:N}", "move", move_text(game, view, moves[i].move), "score",
                                      value_object(r->by, moves[i].value), "win", win_object(r, moves[i].value));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *report_dict(const struct game_object *game, const struct jg_query *query, const struct jg_report *r) {
    struct line line = {.game = game, .list = PyList_New(0)};
    PyObject *dict = PyDict_New();
    jg_agent_walk_pv(&game->game, query->view, query->seat, r, add_move, &line);
    bool good =
        dict && put(dict, "seat", PyLong_FromLong(query->seat)) &&
        put(dict, "move", move_text(game, query->view, r->move)) &&
        put(dict, "number", PyLong_FromUnsignedLong(r->move)) && put(dict, "score", value_object(r->by, r->value)) &&
        put(dict, "unit", r->by ? PyUnicode_FromString(jg_value_unit(r->by)) : none()) &&
        put(dict, "win", win_object(r, r->value)) && put(dict, "proven", PyBool_FromLong(r->proven)) &&
        put(dict, "exact", PyBool_FromLong(r->by == &jg_eval_score)) && put(dict, "plies", PyLong_FromLong(r->plies)) &&
        put(dict, "depth", PyLong_FromLong(r->depth)) && put(dict, "nodes", PyLong_FromUnsignedLongLong(r->nodes)) &&
        put(dict, "leaves", PyLong_FromUnsignedLongLong(r->leaves)) &&
        put(dict, "cuts", PyLong_FromUnsignedLongLong(r->cuts)) &&
        put(dict, "seconds", PyFloat_FromDouble(r->seconds)) &&
        put(dict, "note", r->note ? PyUnicode_FromString(r->note) : none()) &&
        put(dict, "moves", moves_of(game, query->view, r));
    bool pv = put(dict, "pv", line.list); /* takes the list in any case */
    if (good && pv) return dict;
    Py_XDECREF(dict);
    return NULL;
}
