/* jogada._jogada.VectorBase: a vector environment that writes into the caller's arrays through the buffer protocol.
 * Python derives jogada.Vector from it. */
#include "module.h"

#include <jogada/vector.h>

enum { OBSERVATION, MASK, SEAT, REWARD, TERMINATED, TRUNCATED, FINAL_OBSERVATION, ARRAYS };

struct vector_object {
    PyObject_HEAD struct game_object *game; /* owned */
    struct jg_vector *vector;
    size_t n;
    struct jg_spaces spaces;
    Py_buffer buffers[ARRAYS]; /* attached arrays; obj is NULL for one that is not */
    bool busy;                 /* a call in some thread steps it */
    bool begun;                /* reset() was called */
};

static inline struct vector_object *vector_of(PyObject *self) { return (struct vector_object *)self; }

static void detach(struct vector_object *v) {
    for (int i = 0; i < ARRAYS; i++) {
        if (v->buffers[i].obj) PyBuffer_Release(&v->buffers[i]);
        v->buffers[i] = (Py_buffer){0}; /* steps must not find its memory any more */
    }
}

static PyObject *vector_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"game", "n", "threads", "limit", "scores", NULL};
    PyObject *from;
    Py_ssize_t n;
    int threads = 1, limit = 0, scores = 0;
    struct jg_error err = {0};
    struct module *m = module_of(type);
    if (!m || !PyArg_ParseTupleAndKeywords(arguments, keywords, "On|iip:VectorBase", NAMES, &from, &n, &threads, &limit,
                                           &scores))
        return NULL;
    if (n < 1) return raise_text(m, "the number of games must be at least 1");
    if (threads < 0) return raise_text(m, "threads must be at least 0, which is one per core");
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct vector_object *v = (struct vector_object *)allocate(type, 0); /* zeroed */
    if (!v) return NULL;
    v->n = (size_t)n;
    v->game = game_from(m, from);
    if (v->game) {
        struct jg_vector_options options = {.threads = threads, .limit = limit, .scores = scores};
        jg_spaces(&v->game->game, &v->spaces);
        if (!jg_vector_open(&v->vector, &v->game->game, v->n, &options, &err)) return (PyObject *)v;
        raise_error(m, &err, NULL);
    }
    Py_DECREF((PyObject *)v);
    return NULL;
}

static void vector_dealloc(PyObject *self) {
    struct vector_object *v = vector_of(self);
    jg_vector_close(v->vector);
    detach(v);
    Py_XDECREF((PyObject *)v->game);
    module_free(self);
}

/* Takes the vector for one call, which sets busy to false at its end. */
static bool take(struct vector_object *v, bool begun) {
    if (v->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread uses this environment");
    else if (begun && !v->begun)
        PyErr_SetString(PyExc_RuntimeError, "call reset() first");
    else
        return v->busy = true;
    return false;
}

static PyObject *attach(PyObject *self, PyObject *arguments) {
    static const struct {
        const char *name, *formats;
        size_t item;
    } WANTED[ARRAYS] = {{"observation", "B", 1},      {"mask", "bB?", 1},       {"seat", "b", 1},
                        {"reward", "f", 4},           {"terminated", "?Bb", 1}, {"truncated", "?Bb", 1},
                        {"final_observation", "B", 1}};
    struct vector_object *v = vector_of(self);
    PyObject *from[ARRAYS];
    if (!PyArg_ParseTuple(arguments, "OOOOOOO:attach", &from[0], &from[1], &from[2], &from[3], &from[4], &from[5],
                          &from[6]) ||
        !take(v, false))
        return NULL;
    const size_t row[ARRAYS] = {[OBSERVATION] = (size_t)v->spaces.size,
                                [MASK] = (size_t)v->spaces.actions,
                                [SEAT] = 1,
                                [REWARD] = 1,
                                [TERMINATED] = 1,
                                [TRUNCATED] = 1,
                                [FINAL_OBSERVATION] = (size_t)v->spaces.size};
    bool good = true;
    detach(v);
    for (int i = 0; i < ARRAYS && good; i++)
        good = from[i] == Py_None || buffer_take(from[i], &v->buffers[i], v->n * row[i], WANTED[i].item,
                                                 WANTED[i].formats, true, WANTED[i].name);
    if (!good) detach(v);
    v->busy = false;
    if (!good) return NULL;
    Py_RETURN_NONE;
}

static struct jg_vector_arrays arrays_of(const struct vector_object *v) {
    return (struct jg_vector_arrays){.observation = v->buffers[OBSERVATION].buf,
                                     .mask = v->buffers[MASK].buf,
                                     .seat = v->buffers[SEAT].buf,
                                     .reward = v->buffers[REWARD].buf,
                                     .terminated = v->buffers[TERMINATED].buf,
                                     .truncated = v->buffers[TRUNCATED].buf,
                                     .final_observation = v->buffers[FINAL_OBSERVATION].buf};
}

static PyObject *reset(PyObject *self, PyObject *from) {
    struct vector_object *v = vector_of(self);
    uint64_t seed;
    if (!seed_from(from, &seed) || !take(v, false)) return NULL;
    struct jg_vector_arrays arrays = arrays_of(v);
    Py_BEGIN_ALLOW_THREADS;
    jg_vector_reset(v->vector, seed, &arrays);
    Py_END_ALLOW_THREADS;
    v->begun = true;
    v->busy = false;
    Py_RETURN_NONE;
}

/* reset_each(seeds): a seed for every game, from an array of uint64. */
static PyObject *reset_each(PyObject *self, PyObject *from) {
    struct vector_object *v = vector_of(self);
    Py_buffer seeds;
    struct jg_error err = {0};
    if (!buffer_take(from, &seeds, v->n, 8, "LQ", false, "seeds")) return NULL;
    if (!take(v, false)) {
        PyBuffer_Release(&seeds);
        return NULL;
    }
    struct jg_vector_arrays arrays = arrays_of(v);
    enum jg_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = jg_vector_reset_each(v->vector, seeds.buf, &arrays, &err);
    Py_END_ALLOW_THREADS;
    v->begun |= !status;
    v->busy = false;
    PyBuffer_Release(&seeds);
    if (status) return raise_error(v->game->m, &err, NULL);
    Py_RETURN_NONE;
}

static PyObject *step(PyObject *self, PyObject *from) {
    struct vector_object *v = vector_of(self);
    Py_buffer actions;
    struct jg_error err = {0};
    if (!buffer_take(from, &actions, v->n, 8, "lq", false, "actions")) return NULL;
    if (!take(v, true)) {
        PyBuffer_Release(&actions);
        return NULL;
    }
    struct jg_vector_arrays arrays = arrays_of(v);
    enum jg_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = jg_vector_step(v->vector, actions.buf, &arrays, &err);
    Py_END_ALLOW_THREADS;
    v->busy = false;
    PyBuffer_Release(&actions);
    if (status) return raise_error(v->game->m, &err, NULL);
    Py_RETURN_NONE;
}

static PyObject *sample_into(PyObject *self, PyObject *out) {
    struct vector_object *v = vector_of(self);
    Py_buffer actions;
    if (!buffer_take(out, &actions, v->n, 8, "lq", true, "out")) return NULL;
    bool good = take(v, true);
    if (good) {
        jg_vector_sample(v->vector, actions.buf);
        v->busy = false;
    }
    PyBuffer_Release(&actions);
    if (!good) return NULL;
    Py_INCREF(out);
    return out;
}

static PyObject *state(PyObject *self, PyObject *from) {
    struct vector_object *v = vector_of(self);
    Py_ssize_t i = PyNumber_AsSsize_t(from, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) return NULL;
    if (i < 0 || (size_t)i >= v->n) {
        PyErr_Format(PyExc_IndexError, "games are numbered 0 to %zu", v->n - 1);
        return NULL;
    }
    if (!take(v, true)) return NULL;
    PyObject *found = state_new(v->game, jg_vector_state(v->vector, (size_t)i));
    v->busy = false;
    return found;
}

static PyObject *get_game(PyObject *self, void *Py_UNUSED(none)) {
    PyObject *game = (PyObject *)vector_of(self)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *get_n(PyObject *self, void *Py_UNUSED(none)) { return PyLong_FromSize_t(vector_of(self)->n); }

static PyGetSetDef ATTRIBUTES[] = {
    {"game", get_game, NULL, "The game that it plays.", NULL},
    {"num_envs", get_n, NULL, "The number of games.", NULL},
    {0},
};

static PyMethodDef METHODS[] = {
    {"_attach", attach, METH_VARARGS, NULL},
    {"_reset", reset, METH_O, NULL},
    {"_reset_each", reset_each, METH_O, NULL},
    {"_step", step, METH_O, NULL},
    {"_sample", sample_into, METH_O, NULL},
    {"game_state", state, METH_O, "game_state($self, i, /)\n--\n\nThe position of game i, a State."},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "VectorBase(game, n, threads=1, limit=0, scores=False)\n--\n\nThe part in C of jogada.Vector."},
    {Py_tp_new, vector_new},
    {Py_tp_dealloc, vector_dealloc},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, ATTRIBUTES},
    {0},
};

PyType_Spec vector_spec = {
    .name = "jogada._jogada.VectorBase",
    .basicsize = sizeof(struct vector_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = SLOTS,
};
