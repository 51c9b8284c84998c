/* An agent opened for a game, and queries to it. jogada.Agent wraps it. */
#include "module.h"

#include "core/json.h"

#include <stdlib.h>
#include <string.h>

/* ---- Opening ----------------------------------------------------------------------------------- */

struct opening {
    struct agent_object *self;
    const char *spec;
    struct job job;
    struct jg_error err;
}; /* on the heap, as all that a job uses */

static void open_agent(void *arg) {
    struct opening *o = arg;
    struct agent_object *self = o->self;
    const struct jg_agent_kind *kind = self->bot.from ? &self->bot.kind : NULL;
    jg_agent_open_stoppable(&self->agent, &self->game->game, kind, o->spec, &o->job.stop, &o->err);
}

static bool run_opening(struct opening *o) {
    struct agent_object *self = o->self;
    struct module *m = self->game->m;
    bool ran = job_run(&o->job, open_agent, o);
    self->bot.job = NULL;
    self->agent.stop = NULL;
    if (ran && o->err.code) raise_error(m, &o->err, o->spec);
    if (!ran || o->err.code) return false;
    if (!self->agent.kind->human) return true;
    raise_text(m, "%s cannot choose moves; name an agent that can, such as random", self->agent.kind->name);
    return false;
}

static bool open_with(struct agent_object *self, PyObject *from) {
    struct opening *o = calloc(1, sizeof *o);
    if (!o) return PyErr_NoMemory() != NULL;
    o->self = self;
    if (PyUnicode_Check(from))
        o->spec = text_from(from, "the spec of an agent");
    else if (bot_init(&self->bot, self->game, from)) {
        o->spec = self->bot.name;
        self->bot.job = &o->job;
    }
    bool good = o->spec && run_opening(o);
    free(o);
    return good;
}

static PyObject *agent_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"agent", "game", NULL};
    PyObject *from, *game;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO:Agent", NAMES, &from, &game)) return NULL;
    struct module *m = module_of(type);
    struct game_object *g = m ? game_from(m, game) : NULL;
    if (!g) return NULL;
    struct agent_object *self = PyObject_GC_New(struct agent_object, type);
    if (!self) {
        Py_DECREF((PyObject *)g);
        return NULL;
    }
    self->game = g;
    self->agent = (struct jg_agent){0};
    self->bot = (struct bot){0};
    self->busy = false;
    bool good = open_with(self, from);
    PyObject_GC_Track((PyObject *)self);
    if (good) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static int agent_traverse(PyObject *object, visitproc visit, void *arg) {
    struct agent_object *self = (struct agent_object *)object;
    Py_VISIT(Py_TYPE(object));
    return bot_traverse(&self->bot, &self->agent, visit, arg);
}

static int agent_clear(PyObject *object) {
    struct agent_object *self = (struct agent_object *)object;
    bot_clear(&self->bot, &self->agent);
    return 0;
}

static void agent_dealloc(PyObject *object) {
    struct agent_object *self = (struct agent_object *)object;
    PyObject *exception[3];
    PyObject_GC_UnTrack(object);
    PyErr_Fetch(&exception[0], &exception[1], &exception[2]); /* close() may run Python code */
    jg_agent_close(&self->agent);
    bot_free(&self->bot);
    Py_DECREF((PyObject *)self->game);
    PyErr_Restore(exception[0], exception[1], exception[2]);
    module_free(object);
}

bool agent_take(struct agent_object *agent) {
    if (agent->busy) {
        raise_text(agent->game->m, "the agent is thinking about another position");
        return false;
    }
    return agent->busy = true;
}

/* ---- Queries ----------------------------------------------------------------------------------- */

struct asking {
    struct agent_object *self;
    struct job job;
    struct jg_ask ask;
    union jg_state state; /* to search, if there is no record */
    bool copied;          /* from a record */
    struct jg_report report;
    struct jg_error err;
};

static void choose(void *arg) {
    struct asking *q = arg;
    struct jg_agent *a = &q->self->agent;
    if (q->copied)
        jg_ask_copied(&q->ask, a, &q->report, &q->err);
    else
        jg_ask_state(&q->ask, a, &q->state, &q->report, &q->err);
}

/* Sets what is asked. False: an exception is set. */
static bool set_position(struct asking *q, PyObject *from) {
    struct game_object *game = q->self->game;
    struct module *m = game->m;
    struct game_object *other = NULL;
    int turn = 0;
    bool hides = false;
    if (Py_TYPE(from) == m->state_type) {
        struct state_object *s = (struct state_object *)from;
        other = s->game;
        hides = s->hides_mover;
        turn = jg_turn(&s->game->game, s->bytes);
        memcpy(&q->state, s->bytes, s->game->game.state_size);
    } else if (PyObject_TypeCheck(from, m->record_type)) {
        other = ((struct record_object *)from)->game;
        turn = jg_record_turn(&((struct record_object *)from)->record);
        q->copied = true;
    } else {
        PyErr_SetString(PyExc_TypeError, "a State or a Match is needed");
        return false;
    }
    if (!game_equal(game, other))
        raise_text(m, "the agent plays %s, not %s", game->spec, other->spec);
    else if (turn == JG_OVER)
        raise_text(m, "the game is over in this position; there is nothing to search");
    else if (turn == JG_CHANCE)
        raise_text(m, "chance is to move in this position; draw() takes one of its outcomes");
    else if (hides)
        raise_text(m, "this view hides the cards or tiles of seat %d, which is to move", turn);
    else if (q->copied) {
        const struct jg_record *r = &((struct record_object *)from)->record;
        if (!jg_ask_copy(&q->ask, r, r->count, &q->err)) return true;
        raise_error(m, &q->err, NULL);
    } else
        return true;
    return false;
}

/* What the agent explains about its last choice: lines for people, and objects. */
static bool put_explanation(struct asking *q, PyObject *dict) {
    struct jg_agent *a = &q->self->agent;
    PyObject *lines = NULL, *details = NULL;
    if (a->kind->explain) {
        struct jg_style style = {.unicode = true, .seat = q->ask.query.seat};
        char *text = malloc(JG_PICTURE_MAX);
        struct jg_text t;
        if (!text) return PyErr_NoMemory() && false;
        jg_text_init(&t, text, JG_PICTURE_MAX);
        a->kind->explain(a, &q->ask.query, &style, &t);
        lines = PyUnicode_DecodeUTF8(text, (Py_ssize_t)t.used, "replace");
        free(text);
    } else
        lines = PyUnicode_FromString("");
    if (a->kind->explain_json) {
        jg_json_begin();
        details = json_objects(q->self->game->m, a->kind->explain_json(a, &q->ask.query));
    } else {
        Py_INCREF(Py_None);
        details = Py_None;
    }
    bool good = put(dict, "explain", lines);
    return put(dict, "details", details) && good;
}

static PyObject *answer(struct asking *q) {
    PyObject *dict = report_dict(q->self->game, &q->ask.query, &q->report);
    if (dict && put_explanation(q, dict) && put(dict, "stopped", PyBool_FromLong(q->job.timed_out)) &&
        put(dict, "view", state_new(q->self->game, q->ask.query.view)))
        return dict;
    Py_XDECREF(dict);
    return NULL;
}

static PyObject *agent_ask(PyObject *object, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"position", "seed", "all", "timeout", NULL};
    struct agent_object *self = (struct agent_object *)object;
    PyObject *position, *seed = NULL, *timeout = Py_None, *result = NULL;
    int all = true;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OpO:ask", NAMES, &position, &seed, &all, &timeout))
        return NULL;
    struct asking *q = calloc(1, sizeof *q);
    if (!q) return PyErr_NoMemory();
    q->self = self;
    q->ask.seed = 1;
    q->ask.all = all;
    q->ask.stop = &q->job.stop;
    if (timeout_from(timeout, &q->job.timeout) && (!seed || seed_from(seed, &q->ask.seed)) && agent_take(self)) {
        if (set_position(q, position)) {
            self->bot.job = &q->job;
            bool ran = job_run(&q->job, choose, q);
            self->bot.job = NULL;
            if (ran && q->err.code == JG_ESTOP && q->job.timed_out)
                PyErr_SetString(PyExc_TimeoutError, "the agent had no move before the timeout");
            else if (ran)
                result = q->err.code ? raise_error(self->game->m, &q->err, NULL) : answer(q);
        }
        self->busy = false;
    }
    jg_ask_free(&q->ask);
    free(q);
    return result;
}

static void forget(void *arg) {
    struct jg_agent *a = &((struct asking *)arg)->self->agent;
    a->kind->forget(a);
}

static PyObject *agent_forget(PyObject *object, PyObject *Py_UNUSED(none)) {
    struct agent_object *self = (struct agent_object *)object;
    struct asking *q = calloc(1, sizeof *q);
    bool good = true;
    if (!q) return PyErr_NoMemory();
    if (!agent_take(self)) {
        free(q);
        return NULL;
    }
    q->self = self;
    self->bot.job = &q->job;
    if (self->agent.kind->forget) good = job_run(&q->job, forget, q);
    self->bot.job = NULL;
    self->busy = false;
    free(q);
    if (!good) return NULL;
    Py_RETURN_NONE;
}

/* ---- The type ---------------------------------------------------------------------------------- */

static PyObject *get_spec(PyObject *object, void *Py_UNUSED(none)) {
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_agent_spec(&((struct agent_object *)object)->agent, &t);
    return PyUnicode_DecodeUTF8(spec, (Py_ssize_t)t.used, "replace");
}

static PyObject *get_game(PyObject *object, void *Py_UNUSED(none)) {
    PyObject *game = (PyObject *)((struct agent_object *)object)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *get_reproducible(PyObject *object, void *Py_UNUSED(none)) {
    return PyBool_FromLong(jg_agent_is_reproducible(&((struct agent_object *)object)->agent));
}

static PyGetSetDef ATTRIBUTES[] = {
    {"spec", get_spec, NULL, "The canonical spec of the agent; of a bot, the name of its class.", NULL},
    {"game", get_game, NULL, "The game that it plays.", NULL},
    {"reproducible", get_reproducible, NULL, "Whether spec and seed determine its moves.", NULL},
    {0},
};

static PyMethodDef METHODS[] = {
    {"ask", KEYWORDS(agent_ask),
     "ask($self, position, seed=1, all=True, timeout=None)\n--\n\nThe report about a position, a dict."},
    {"forget", agent_forget, METH_NOARGS,
     "forget($self, /)\n--\n\nDiscards what the agent remembers of earlier positions."},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "AgentBase(agent, game)\n--\n\nAn agent opened for a game."},
    {Py_tp_new, agent_new},
    {Py_tp_dealloc, agent_dealloc},
    {Py_tp_traverse, agent_traverse},
    {Py_tp_clear, agent_clear},
    {Py_tp_free, PyObject_GC_Del},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, ATTRIBUTES},
    {0},
};

PyType_Spec agent_spec = {
    .name = "jogada._jogada.AgentBase",
    .basicsize = sizeof(struct agent_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = SLOTS,
};
