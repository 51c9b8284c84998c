/* Agents written in Python: an object with choose(view, moves, rng), its class, or a function of the same arguments.
 * The library calls them from its own threads, which take the lock of the interpreter for each choice. */
#include "module.h"

#include <string.h>

static struct bot *bot_of(const struct jg_agent *a) { return (struct bot *)a->kind; }

/* The Python side of an open agent: what chooses, and its generator of random numbers. */
struct player {
    PyObject *choose, *object, *rng;
};

static void player_free(struct player *p) {
    if (!p) return;
    Py_XDECREF(p->choose);
    Py_XDECREF(p->object);
    Py_XDECREF(p->rng);
    PyMem_Free(p);
}

/* A class is instantiated for each open agent, so that players in different seats and threads share nothing. */
static struct player *player_new(const struct bot *bot) {
    struct player *p = PyMem_Malloc(sizeof *p);
    if (!p) return (struct player *)PyErr_NoMemory();
    *p = (struct player){.rng = PyObject_CallFunction(bot->game->m->random, "i", 0)};
    p->object = PyType_Check(bot->from) ? PyObject_CallNoArgs(bot->from) : bot->from;
    if (p->object == bot->from) Py_INCREF(p->object);
    if (p->object && p->rng && PyObject_HasAttrString(p->object, "choose"))
        p->choose = PyObject_GetAttrString(p->object, "choose");
    else if (p->object && PyCallable_Check(p->object)) {
        Py_INCREF(p->object);
        p->choose = p->object;
    }
    if (p->choose && p->rng) return p;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a bot needs a method choose(view, moves, rng)");
    player_free(p);
    return NULL;
}

/* Passes the exception on, or reports that there is none to pass it to. */
static enum jg_status failed(const struct bot *bot, struct jg_error *err) {
    if (bot->job)
        job_fail(bot->job);
    else
        PyErr_Clear();
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "%s raised an exception", bot->name);
}

/* Tells the bot that a new game begins, if it wants to know. False: an exception is set. */
static bool begin_game(const struct player *p) {
    if (!p->object || !PyObject_HasAttrString(p->object, "new_game")) return true;
    PyObject *result = PyObject_CallMethod(p->object, "new_game", NULL);
    Py_XDECREF(result);
    return result;
}

/* A call of Python code on behalf of the bot's job. */
struct entry {
    PyGILState_STATE lock;
    struct job *job;
    struct job_call call;
};

/* Takes the lock of the interpreter. False: there is no interpreter any more. */
static bool enter(struct entry *e, const struct bot *bot) {
    if (jobs_ended()) return false;
    e->lock = PyGILState_Ensure();
    e->job = bot->job;
    job_enter(e->job, &e->call);
    return true;
}

static void leave(struct entry *e) {
    job_leave(e->job, &e->call);
    PyGILState_Release(e->lock);
}

static enum jg_status no_interpreter(struct jg_error *err) {
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "the interpreter has shut down");
}

static enum jg_status bot_open(struct jg_agent *a, struct jg_error *err) {
    struct entry e;
    if (!enter(&e, bot_of(a))) return no_interpreter(err);
    a->data = player_new(bot_of(a));
    enum jg_status status = a->data && begin_game(a->data) ? JG_OK : failed(bot_of(a), err);
    if (status) {
        player_free(a->data);
        a->data = NULL;
    }
    leave(&e);
    return status;
}

static void bot_close(struct jg_agent *a) {
    struct entry e;
    if (!enter(&e, bot_of(a))) return;
    player_free(a->data);
    a->data = NULL;
    leave(&e);
}

/* A new game begins. */
static void bot_forget(struct jg_agent *a) {
    struct entry e;
    struct jg_error err = {0};
    if (!enter(&e, bot_of(a))) return;
    if (a->data && !begin_game(a->data)) failed(bot_of(a), &err);
    leave(&e);
}

/* Asks for a move. False: an exception is set. */
static bool ask(const struct bot *bot, const struct player *p, const struct jg_query *query, jg_move *move) {
    PyObject *view = state_new(bot->game, query->view);
    PyObject *moves = view ? moves_list(bot->game, query->view) : NULL;
    PyObject *seed = PyLong_FromUnsignedLongLong(query->seed);
    PyObject *seeded = seed ? PyObject_CallMethod(p->rng, "seed", "O", seed) : NULL;
    PyObject *chosen = moves && seeded ? PyObject_CallFunctionObjArgs(p->choose, view, moves, p->rng, NULL) : NULL;
    bool good = chosen && move_from(bot->game, query->view, chosen, move);
    Py_XDECREF(view);
    Py_XDECREF(moves);
    Py_XDECREF(seed);
    Py_XDECREF(seeded);
    Py_XDECREF(chosen);
    return good;
}

static enum jg_status bot_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                 struct jg_error *err) {
    const struct bot *bot = bot_of(a);
    struct entry e;
    if (!enter(&e, bot)) return no_interpreter(err);
    enum jg_status status = ask(bot, a->data, query, &report->move) ? JG_OK : failed(bot, err);
    leave(&e);
    return status;
}

/* What Python code chooses may depend on anything. */
static bool bot_is_timed(const struct jg_agent *a) {
    (void)a;
    return true;
}

/* The name of a bot in specs: its class, as far as it consists of letters and digits. */
static void name_bot(struct bot *bot) {
    PyObject *named = PyType_Check(bot->from) || PyObject_HasAttrString(bot->from, "__name__")
                          ? bot->from
                          : (PyObject *)Py_TYPE(bot->from);
    PyObject *name = PyObject_GetAttrString(named, "__name__");
    PyObject *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8String(name) : NULL;
    const char *from = text ? PyBytes_AsString(text) : "bot";
    size_t n = 0;
    for (; *from && n + 1 < sizeof bot->name; from++)
        if ((*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z') || (*from >= '0' && *from <= '9') ||
            *from == '_')
            bot->name[n++] = *from;
    bot->name[n] = 0;
    if (!n) strcpy(bot->name, "bot");
    Py_XDECREF(name);
    Py_XDECREF(text);
    PyErr_Clear();
}

bool bot_init(struct bot *bot, struct game_object *game, PyObject *from) {
    *bot = (struct bot){.game = game};
    if (!PyCallable_Check(from) && !PyObject_HasAttrString(from, "choose")) {
        PyErr_SetString(PyExc_TypeError,
                        "an agent must be its spec, a str, or a bot: an object with choose(view, moves, rng)");
        return false;
    }
    Py_INCREF(from);
    bot->from = from;
    name_bot(bot);
    bot->kind = (struct jg_agent_kind){.name = bot->name,
                                       .summary = "an agent written in Python",
                                       .open = bot_open,
                                       .close = bot_close,
                                       .choose = bot_choose,
                                       .is_timed = bot_is_timed,
                                       .forget = bot_forget};
    return true;
}

void bot_free(struct bot *bot) { Py_CLEAR(bot->from); }

int bot_traverse(struct bot *bot, const struct jg_agent *agent, visitproc visit, void *arg) {
    struct player *p = bot->from && agent->kind == &bot->kind ? agent->data : NULL;
    Py_VISIT(bot->from);
    if (!p) return 0;
    Py_VISIT(p->choose);
    Py_VISIT(p->object);
    Py_VISIT(p->rng);
    return 0;
}

void bot_clear(struct bot *bot, struct jg_agent *agent) {
    struct player *p = bot->from && agent->kind == &bot->kind ? agent->data : NULL;
    if (!p) return;
    Py_CLEAR(p->choose);
    Py_CLEAR(p->object);
    Py_CLEAR(p->rng);
}
