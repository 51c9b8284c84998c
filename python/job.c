/* Work that thinks runs in a thread of its own, without the lock of the interpreter (GIL). The calling thread wakes up
 * fifty times a second: it runs the handlers of signals, such as that of Ctrl-C, calls progress and checks the
 * deadline. When a job stops, bots that are choosing are interrupted by an exception in their threads.
 *
 * A daemon thread that waits for a job ends without a word when the interpreter shuts down. Therefore jobs_end(), which
 * runs before, stops all jobs and waits for them, and what the thread of a job uses is never on the stack of its
 * caller. */
#include "module.h"

#include "core/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 20, END_POLLS = 50 };

static struct job *jobs;                 /* that run; under the lock of the interpreter, as `ending` */
static bool ending;                      /* the interpreter shuts down: no job may begin */
static atomic_bool ended;                /* no thread may enter it any more */
static _Thread_local struct job *around; /* the job whose bot runs in this thread */

struct run {
    void (*work)(void *arg);
    void *arg;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done;
};

static void *thread(void *arg) {
    struct run *r = arg;
    r->work(r->arg);
    pthread_mutex_lock(&r->lock);
    r->done = true;
    pthread_cond_signal(&r->ended);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Waits a moment for the end of the work and returns whether it came. */
static bool wait_for(struct run *r) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += POLL_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_mutex_lock(&r->lock);
    if (!r->done) pthread_cond_clockwait(&r->ended, &r->lock, CLOCK_MONOTONIC, &until);
    bool done = r->done;
    pthread_mutex_unlock(&r->lock);
    return done;
}

void job_share(struct job *job, double share) { atomic_store(&job->share, (int)(1000 * fmin(fmax(share, 0), 1))); }

void job_fail(struct job *job) {
    PyObject *exception[3];
    PyErr_Fetch(&exception[0], &exception[1], &exception[2]);
    atomic_store(&job->stop, true);
    pthread_mutex_lock(&job->lock);
    bool first = !job->exception[0] && !job->timed_out; /* after the deadline the caller wants what there is */
    if (first) memcpy(job->exception, exception, sizeof exception);
    pthread_mutex_unlock(&job->lock);
    for (int i = 0; i < 3 && !first; i++) Py_XDECREF(exception[i]);
}

void job_enter(struct job *job, struct job_call *call) {
    *call = (struct job_call){.thread = PyThread_get_thread_ident(), .outer = around};
    around = job;
    if (!job) return;
    call->next = job->calls;
    job->calls = call;
}

void job_leave(struct job *job, struct job_call *call) {
    around = call->outer;
    if (!job) return;
    struct job_call **at = &job->calls;
    while (*at != call) at = &(*at)->next;
    *at = call->next;
}

/* Raises KeyboardInterrupt in bots that choose for a job that has stopped, once in each call. */
static void interrupt_bots(struct job *job) {
    for (struct job_call *c = job->calls; c; c = c->next)
        if (!c->interrupted) c->interrupted = PyThreadState_SetAsyncExc(c->thread, PyExc_KeyboardInterrupt) > 0;
}

/* Runs handlers of signals and calls progress. */
static void look(struct job *job, const struct job *outer) {
    PyObject *result = NULL;
    if (atomic_load(&job->stop)) {
        interrupt_bots(job);
        return;
    }
    if (PyErr_CheckSignals()) {
        job_fail(job);
        return;
    }
    if (outer && atomic_load(&outer->stop)) { /* a bot has asked, and its match has ended */
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        job_fail(job);
        return;
    }
    if (!job->progress) return;
    result = PyObject_CallFunction(job->progress, "d", atomic_load(&job->share) / 1000.0);
    if (!result) job_fail(job);
    Py_XDECREF(result);
}

bool jobs_ended(void) { return atomic_load(&ended); }

/* Takes a job off the list. */
static void unlist(struct job *job) {
    struct job **at = &jobs;
    while (*at != job) at = &(*at)->next;
    *at = job->next;
}

bool job_run(struct job *job, void (*work)(void *arg), void *arg) {
    struct run *r = ending ? NULL : malloc(sizeof *r);
    struct job *outer = around;
    double deadline = job->timeout > 0 ? jg_clock() + job->timeout : 0;
    pthread_t id;
    if (!r) {
        if (ending)
            PyErr_SetString(PyExc_RuntimeError, "the interpreter is shutting down");
        else
            PyErr_NoMemory();
        return false;
    }
    *r = (struct run){.work = work, .arg = arg, .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    pthread_mutex_init(&job->lock, NULL);
    if (pthread_create(&id, NULL, thread, r)) {
        free(r);
        PyErr_SetString(PyExc_RuntimeError, "cannot start a thread");
        return false;
    }
    job->process = getpid();
    job->next = jobs;
    jobs = job;
    PyThreadState *saved = PyEval_SaveThread();
    while (!wait_for(r)) {
        PyEval_RestoreThread(saved);
        if (deadline > 0 && jg_clock() > deadline) {
            if (!atomic_load(&job->stop)) job->timed_out = true;
            atomic_store(&job->stop, true);
        }
        look(job, outer);
        saved = PyEval_SaveThread();
    }
    pthread_join(id, NULL);
    PyEval_RestoreThread(saved);
    free(r);
    unlist(job);
    pthread_mutex_destroy(&job->lock);
    if (!job->exception[0]) return true;
    PyErr_Restore(job->exception[0], job->exception[1], job->exception[2]);
    return false;
}

PyObject *job_error(const struct module *m, const struct job *job, const struct jg_error *err, const char *text) {
    if (err->code != JG_ESTOP || !job->timed_out) return raise_error(m, err, text);
    PyErr_SetString(PyExc_TimeoutError, "not finished before the timeout");
    return NULL;
}

PyObject *jobs_end(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    bool waits = ending = true;
    for (int i = 0; waits && i < END_POLLS; i++) {
        waits = false;
        for (struct job *job = jobs; job; job = job->next) {
            if (job->process != getpid()) continue; /* of the process that forked: it does not run here */
            waits = true;
            if (!atomic_load(&job->stop)) {
                PyErr_SetNone(PyExc_SystemExit); /* ends the thread that waits, without a traceback */
                job_fail(job);
            }
            interrupt_bots(job);
        }
        if (!waits) break;
        Py_BEGIN_ALLOW_THREADS;
        nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
        Py_END_ALLOW_THREADS;
    }
    atomic_store(&ended, true);
    Py_RETURN_NONE;
}

bool timeout_from(PyObject *from, double *timeout) {
    *timeout = 0;
    if (!from || from == Py_None) return true;
    *timeout = PyFloat_AsDouble(from);
    if (PyErr_Occurred()) return false;
    if (*timeout > 0) return true;
    PyErr_SetString(PyExc_ValueError, "timeout must be a positive number of seconds, or None");
    return false;
}
