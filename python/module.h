/* The extension module: its types, and what its files share. All state hangs off the module; every game points to it,
 * and every other object points to its game. */
#ifndef PYTHON_MODULE_H
#define PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <jogada/jogada.h>

#include <pthread.h>

/* The state of the module. */
struct module {
    PyTypeObject *game_type, *state_type, *record_type, *agent_type, *vector_type;
    PyObject *error;  /* jogada.Error */
    PyObject *loads;  /* json.loads */
    PyObject *random; /* random.Random */
    PyObject **ints;  /* the ints below INTS that number_object has made */
};

/* Ints up to 256 are ready in Python; longer lists of moves consist of others, such as 64 from + to in Lines of Action. */
enum { INTS = 1 << 13 };

struct game_object {
    PyObject_HEAD struct module *m; /* borrowed: the type of the object holds the module */
    struct jg_game game;
    char spec[JG_SPEC_MAX];
};

/* A position, or a view of one. Its bytes follow the header. */
struct state_object {
    PyObject_VAR_HEAD struct game_object *game; /* owned */
    bool hides;                                 /* a view with hidden parts: nothing can be played on it */
    bool hides_mover; /* it hides something from the seat to move, whose moves are unknown then */
    _Alignas(max_align_t) unsigned char bytes[];
};

/* A game in progress or finished. */
struct record_object {
    PyObject_HEAD struct game_object *game; /* owned */
    struct jg_record record;
    int readers; /* calls in other threads that read the record: it cannot change meanwhile */
};

/* A function with keyword arguments in a table of methods. */
#define KEYWORDS(name) (PyCFunction)(void (*)(void)) name, METH_VARARGS | METH_KEYWORDS

/* ---- module.c ---------------------------------------------------------------------------------- */

/* The module of a type or of one of its subclasses. */
struct module *module_of(PyTypeObject *type);

/* Frees an object of a heap type: releases its memory, then its type. */
void module_free(PyObject *object);

/* The text of an argument, without NUL characters; it belongs to the object. NULL: an exception is set. `what` begins
 * the message. */
const char *text_from(PyObject *object, const char *what);

/* The int of a move or an action, which is made once if it is below INTS: a list of 36 moves takes half the time.
 * `ints` are those of the module. */
static inline PyObject *number_object(PyObject **ints, unsigned long number) {
    if (number >= INTS) return PyLong_FromUnsignedLong(number);
    PyObject *made = ints[number];
    if (!made) made = ints[number] = PyLong_FromUnsignedLong(number);
    Py_XINCREF(made);
    return made;
}

/* An int from an integer of any type, such as numpy's; as a new reference, NULL without an exception for other objects. */
PyObject *integer_from(PyObject *from);

/* Converter of PyArg_Parse for counts: an integer, 0 to 2**64 - 1. */
int count_from(PyObject *from, void *to);

/* A 64-bit seed from an integer, or from the generator of a random.Random. False: an exception is set. */
bool seed_from(PyObject *from, uint64_t *seed);

/* A JSON document of the library as Python objects; takes the document. */
PyObject *json_objects(const struct module *m, struct json_t *document);

/* ---- errors.c ---------------------------------------------------------------------------------- */

/* Raises an error of the library. `text`, which may be NULL, is what was parsed. Returns NULL. */
PyObject *raise_error(const struct module *m, const struct jg_error *err, const char *text);

/* Raises an error without a position. Returns NULL. */
PyObject *raise_text(const struct module *m, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

/* ---- game.c ------------------------------------------------------------------------------------ */

extern PyType_Spec game_spec;

/* A new reference to a game: `from` is one, or its spec. NULL: an exception is set. */
struct game_object *game_from(struct module *m, PyObject *from);

/* Whether two games are the same: equal specs. */
bool game_equal(const struct game_object *a, const struct game_object *b);

/* ---- state.c ----------------------------------------------------------------------------------- */

extern PyType_Spec state_spec;

/* A new position with these bytes. NULL: an exception is set. */
PyObject *state_new(struct game_object *game, const void *bytes);

/* Game._restore(): the position of a pickle. */
PyObject *state_restore(PyObject *game, PyObject *arguments);

/* Reads a move of a position: its number, or its text. False: an exception is set. */
bool move_from(struct game_object *game, const void *state, PyObject *from, jg_move *move);

/* The text of a move, a new string. */
PyObject *move_text(const struct game_object *game, const void *state, jg_move move);

/* A list of the numbers of legal moves, as a new reference. */
PyObject *moves_list(const struct game_object *game, const void *state);

/* A picture of a position, for a seat or JG_NOBODY, with its last move as the viewer observed it, or 0. */
PyObject *board_svg(const struct game_object *game, const void *state, int seat, jg_move last);

/* The number of a seat, in 0..seats-1, or with `nobody` JG_NOBODY for None. False: an exception is set. */
bool seat_from(const struct game_object *game, PyObject *from, bool nobody, int *seat);

/* ---- spaces.c ---------------------------------------------------------------------------------- */

PyObject *spaces_actions(PyObject *game, void *none); /* attributes of Game */
PyObject *spaces_shape(PyObject *game, void *none);
PyObject *spaces_repeat(PyObject *game, void *none);
PyObject *state_actions(PyObject *state, PyObject *none); /* methods of State */
PyObject *state_action(PyObject *state, PyObject *move);
PyObject *state_action_move(PyObject *state, PyObject *action);
PyObject *state_observation(PyObject *state, PyObject *arguments, PyObject *keywords);
PyObject *state_outcome_count(PyObject *state, PyObject *none);
PyObject *state_outcome(PyObject *state, PyObject *i);

/* Takes the memory of an array of `count` elements of `item` bytes, whose format is one of `formats`. False: an exception
 * is set, which names the array. The caller releases the buffer. */
bool buffer_take(PyObject *from, Py_buffer *to, size_t count, size_t item, const char *formats, bool writes,
                 const char *what);

/* ---- vector.c ---------------------------------------------------------------------------------- */

extern PyType_Spec vector_spec;

/* ---- job.c ------------------------------------------------------------------------------------- */

/* Work that thinks: it runs in a thread of its own without the lock of the interpreter, while the calling thread looks
 * for signals and deadlines, and reports progress. Begins as zeroes with what the caller sets. */
struct job {
    double timeout;     /* seconds; 0: none */
    PyObject *progress; /* called with the share done; NULL: not called. Borrowed */
    atomic_bool stop;   /* the work ends soon after it is set */
    bool timed_out;
    atomic_int share; /* done, in thousandths; set by the work */

    pthread_mutex_t lock; /* of the exception, which the work may set from any thread */
    PyObject *exception[3];
    struct job_call *calls; /* bots that are choosing */
    int process;            /* that runs it */
    struct job *next;       /* that runs */
};

/* A call of Python code by the work, in the thread that calls. */
struct job_call {
    unsigned long thread;
    bool interrupted;
    struct job *outer; /* of an enclosing call in the same thread */
    struct job_call *next;
};

/* Runs work(arg) and waits for it. False: an exception is set, of a signal, of progress or of a bot. Neither the job nor
 * what `arg` points to may be on the stack. */
bool job_run(struct job *job, void (*work)(void *arg), void *arg);

/* Sets the share done; for callbacks of the library. */
void job_share(struct job *job, double share);

/* Raises the error with which the work of a job ended, or TimeoutError if the timeout ended it. Returns NULL. */
PyObject *job_error(const struct module *m, const struct job *job, const struct jg_error *err, const char *text);

/* Keeps the current exception for the end of the job and stops it. The caller holds the lock of the interpreter. */
void job_fail(struct job *job);

/* Enclose a call of Python code by the work of a job, which may be NULL: when the job stops, the call is interrupted. The
 * caller holds the lock of the interpreter. */
void job_enter(struct job *job, struct job_call *call);
void job_leave(struct job *job, struct job_call *call);

/* Stops all jobs and waits a second for them; no others can begin. At the exit of the interpreter. */
PyObject *jobs_end(PyObject *module, PyObject *none);
bool jobs_ended(void); /* the work of a job must not call Python any more */

/* A timeout in seconds from None or a number. False: an exception is set. */
bool timeout_from(PyObject *from, double *timeout);

/* ---- record.c ---------------------------------------------------------------------------------- */

extern PyType_Spec record_spec;

/* A record without a beginning, which the caller fills. NULL: an exception is set. */
struct record_object *record_allocate(PyTypeObject *type, struct game_object *game);

/* Whether a record may change; raises the reason why not. */
bool record_may_change(PyObject *record);

/* ---- record_text.c: methods of Match ------------------------------------------------------------- */

PyObject *record_to_text(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *record_to_sgf(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *record_from_text(PyObject *type, PyObject *text);
PyObject *record_all_from_text(PyObject *type, PyObject *text);
PyObject *record_line(PyObject *self, PyObject *none);
PyObject *record_annotations_json(PyObject *self, PyObject *none);
PyObject *record_annotate(PyObject *self, PyObject *text);

/* ---- play.c ------------------------------------------------------------------------------------ */

/* Plays a game between the agents of two teams into a record. False: an exception is set. */
bool play_game(struct record_object *record, PyObject *first, PyObject *second, uint64_t seed, int opening,
               double timeout);

/* ---- bot.c ------------------------------------------------------------------------------------- */

/* An agent written in Python: an object with choose(view, moves, rng), its class, or a function. */
struct bot {
    struct jg_agent_kind kind; /* the first member, so that an agent finds its bot */
    PyObject *from;            /* owned */
    struct game_object *game;  /* borrowed: it outlives the bot */
    struct job *job;           /* receives exceptions; borrowed */
    char name[64];
};

/* Makes a bot. False: an exception is set. The caller frees it in any case. */
bool bot_init(struct bot *bot, struct game_object *game, PyObject *from);
void bot_free(struct bot *bot); /* may be called twice, and for zeroes */

/* For the collection of cycles: visits or clears what an open agent refers to, which may be no bot. */
int bot_traverse(struct bot *bot, const struct jg_agent *agent, visitproc visit, void *arg);
void bot_clear(struct bot *bot, struct jg_agent *agent);

/* ---- agent.c ----------------------------------------------------------------------------------- */

extern PyType_Spec agent_spec;

struct agent_object {
    PyObject_HEAD struct game_object *game; /* owned */
    struct jg_agent agent;
    struct bot bot; /* of an agent written in Python */
    bool busy;      /* a call in some thread uses the agent */
};

/* Takes an agent for one call, which releases it by agent->busy = false. False: an exception is set. */
bool agent_take(struct agent_object *agent);

/* ---- report.c ---------------------------------------------------------------------------------- */

/* Sets a member of a dict; takes the value. False: an exception is set, also if the value is NULL. */
bool put(PyObject *dict, const char *name, PyObject *value);

/* A value of an evaluator: a number, or None. */
PyObject *value_object(const struct jg_evaluator *by, int32_t value);

/* A report as a dict, with the fields of `jogada analyze --json`. `view` is that of the query. */
PyObject *report_dict(const struct game_object *game, const struct jg_query *query, const struct jg_report *report);

/* ---- analysis.c, cluster.c, contest.c, tuning.c: functions of the module ----------------------------------- */

PyObject *analysis_solve(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *analysis_perft(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *analysis_review(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *analysis_rollout(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *analysis_tree(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *cluster_play(PyObject *module, PyObject *line);
PyObject *contest_play(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *tuning_tune(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *tuning_study(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *tuning_studies(PyObject *module, PyObject *none);

#endif
