/* The module jogada._jogada: types, constants, conversions. */
#include "module.h"

#include "core/json.h"

#include <stdlib.h>
#include <string.h>

struct module *module_of(PyTypeObject *type) {
    for (PyTypeObject *t = type; t; t = PyType_GetSlot(t, Py_tp_base)) {
        if (!(PyType_GetFlags(t) & Py_TPFLAGS_HEAPTYPE)) break;
        struct module *m = PyType_GetModuleState(t);
        if (m) return m;
        PyErr_Clear();
    }
    PyErr_SetString(PyExc_TypeError, "not a type of jogada");
    return NULL;
}

void module_free(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

const char *text_from(PyObject *object, const char *what) {
    Py_ssize_t size;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s must be a str", what);
        return NULL;
    }
    const char *text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text && strlen(text) != (size_t)size) {
        PyErr_Format(PyExc_ValueError, "%s must not contain NUL characters", what);
        return NULL;
    }
    return text;
}

PyObject *integer_from(PyObject *from) {
    PyObject *number = PyIndex_Check(from) ? PyNumber_Index(from) : NULL;
    if (!number) PyErr_Clear();
    return number;
}

int count_from(PyObject *from, void *to) {
    PyObject *number = integer_from(from);
    if (!number) {
        PyErr_SetString(PyExc_TypeError, "a number must be an int");
        return 0;
    }
    unsigned long long value = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_SetString(PyExc_ValueError, "a number must be 0 to 2**64 - 1");
        return 0;
    }
    *(unsigned long long *)to = value;
    return 1;
}

bool seed_from(PyObject *from, uint64_t *seed) {
    PyObject *number = integer_from(from);
    if (!number) number = PyObject_CallMethod(from, "getrandbits", "i", 64);
    if (!number) {
        PyErr_Clear();
        PyErr_SetString(PyExc_TypeError, "a seed must be an int or a random.Random");
        return false;
    }
    *seed = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (!PyErr_Occurred()) return true;
    PyErr_Clear();
    PyErr_SetString(PyExc_ValueError, "a seed must be 0 to 2**64 - 1");
    return false;
}

PyObject *json_objects(const struct module *m, struct json_t *document) {
    char *text = jg_json_text(document, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) return PyErr_NoMemory();
    PyObject *result = PyObject_CallFunction(m->loads, "s", text);
    free(text);
    return result;
}

/* ---- Lists of kinds ---------------------------------------------------------------------------- */

static PyObject *games(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    PyObject *names = PyList_New(0);
    for (size_t i = 0; names && jg_game_kind_at(i); i++) {
        PyObject *name = PyUnicode_FromString(jg_game_kind_at(i)->name);
        if (!name || PyList_Append(names, name)) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

static PyObject *agents(PyObject *module, PyObject *from) {
    struct game_object *game = game_from(PyModule_GetState(module), from);
    PyObject *names = game ? PyList_New(0) : NULL;
    for (size_t i = 0; names && jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *kind = jg_agent_kind_at(i);
        if (kind->human || jg_agent_fits(kind, &game->game, NULL)) continue;
        PyObject *name = PyUnicode_FromString(kind->name);
        if (!name || PyList_Append(names, name)) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    Py_XDECREF((PyObject *)game);
    return names;
}

static PyMethodDef FUNCTIONS[] = {
    {"games", games, METH_NOARGS, "games($module, /)\n--\n\nThe names of all games."},
    {"agents", agents, METH_O, "agents($module, game, /)\n--\n\nThe names of the agents that play a game."},
    {"studies", tuning_studies, METH_NOARGS, "studies($module, /)\n--\n\nThe studies, as a list of dicts."},
    {"solve", KEYWORDS(analysis_solve), NULL},
    {"perft", KEYWORDS(analysis_perft), NULL},
    {"review", KEYWORDS(analysis_review), NULL},
    {"rollout", KEYWORDS(analysis_rollout), NULL},
    {"tree", KEYWORDS(analysis_tree), NULL},
    {"contest", KEYWORDS(contest_play), NULL},
    {"play_batch", cluster_play, METH_O, NULL},
    {"tune", KEYWORDS(tuning_tune), NULL},
    {"study", KEYWORDS(tuning_study), NULL},
    {"_end", jobs_end, METH_NOARGS, NULL},
    {0},
};

/* ---- The module -------------------------------------------------------------------------------- */

static PyObject *member(const char *module, const char *name) {
    PyObject *from = PyImport_ImportModule(module);
    PyObject *found = from ? PyObject_GetAttrString(from, name) : NULL;
    Py_XDECREF(from);
    return found;
}

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, (PyTypeObject *)type)) Py_CLEAR(type);
    return (PyTypeObject *)type;
}

static const char ERROR_DOC[] =
    "An error of the library: invalid text, an illegal move, an agent that does not fit a game.\n\n"
    "code: its name, such as 'EINPUT'\ntext: the text that was parsed, or None\n"
    "position: the byte offset of the mistake in that text, or None";

/* Jobs end before the interpreter does. */
static bool at_exit(PyObject *module) {
    PyObject *enlist = member("atexit", "register"), *end = PyObject_GetAttrString(module, "_end");
    PyObject *result = enlist && end ? PyObject_CallFunctionObjArgs(enlist, end, NULL) : NULL;
    Py_XDECREF(enlist);
    Py_XDECREF(end);
    Py_XDECREF(result);
    return result;
}

static int execute(PyObject *module) {
    struct module *m = PyModule_GetState(module);
    if (PyInterpreterState_GetID(PyInterpreterState_Get())) { /* threads of the library find the main one alone */
        PyErr_SetString(PyExc_ImportError, "jogada cannot be imported into a subinterpreter, only into the main one");
        return -1;
    }
    jg_json_guard();
    m->loads = member("json", "loads");
    m->random = member("random", "Random");
    m->error = PyErr_NewExceptionWithDoc("jogada.Error", ERROR_DOC, PyExc_ValueError, NULL);
    m->ints = PyMem_Calloc(INTS, sizeof *m->ints);
    if (!m->ints) PyErr_NoMemory();
    if (!m->loads || !m->random || !m->error || !m->ints || !at_exit(module)) return -1;
    for (const char *const *name = (const char *const[]){"code", "position", "text", NULL}; *name; name++)
        if (PyObject_SetAttrString(m->error, *name, Py_None)) return -1;
    if (PyModule_AddObjectRef(module, "Error", m->error)) return -1;
    m->game_type = add_type(module, &game_spec);
    m->state_type = add_type(module, &state_spec);
    m->record_type = add_type(module, &record_spec);
    m->agent_type = add_type(module, &agent_spec);
    m->vector_type = add_type(module, &vector_spec);
    if (!m->game_type || !m->state_type || !m->record_type || !m->agent_type || !m->vector_type) return -1;
    return PyModule_AddIntConstant(module, "CHANCE", JG_CHANCE) || PyModule_AddIntConstant(module, "OVER", JG_OVER) ||
                   PyModule_AddStringConstant(module, "__version__", jg_version())
               ? -1
               : 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
    struct module *m = PyModule_GetState(module);
    Py_VISIT(m->game_type);
    Py_VISIT(m->state_type);
    Py_VISIT(m->record_type);
    Py_VISIT(m->agent_type);
    Py_VISIT(m->vector_type);
    Py_VISIT(m->error);
    Py_VISIT(m->loads);
    Py_VISIT(m->random);
    return 0;
}

static int clear(PyObject *module) {
    struct module *m = PyModule_GetState(module);
    Py_CLEAR(m->game_type);
    Py_CLEAR(m->state_type);
    Py_CLEAR(m->record_type);
    Py_CLEAR(m->agent_type);
    Py_CLEAR(m->vector_type);
    Py_CLEAR(m->error);
    Py_CLEAR(m->loads);
    Py_CLEAR(m->random);
    return 0;
}

static void release(void *module) {
    struct module *m = PyModule_GetState(module);
    clear(module);
    for (int i = 0; m->ints && i < INTS; i++) Py_XDECREF(m->ints[i]);
    PyMem_Free(m->ints);
    m->ints = NULL;
}

PyMODINIT_FUNC PyInit__jogada(void) {
    static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, execute}, {0}};
    static struct PyModuleDef DEFINITION = {
        PyModuleDef_HEAD_INIT,
        .m_name = "jogada._jogada",
        .m_doc = "The library in C: games, positions, records, agents.",
        .m_size = sizeof(struct module),
        .m_methods = FUNCTIONS,
        .m_slots = SLOTS,
        .m_traverse = traverse,
        .m_clear = clear,
        .m_free = release,
    };
    return PyModuleDef_Init(&DEFINITION);
}
