/* The work of a task on a cluster: plays the games of a batch and returns their rows. jogada/cluster.py hands the
 * batches of a coordinator (arena/coordinator.h) to tasks. */
#include "module.h"

#include "arena/batch.h"
#include "arena/row.h"
#include "core/buffer.h"

#include <stdlib.h>
#include <string.h>

struct task {
    struct job job;
    const char *line; /* of the batch */
    size_t length;
    struct jg_batch batch;
    struct jg_batch_series plan;
    struct jg_batch_game game; /* that is being played */
    struct jg_buffer rows;
    enum jg_status status;
    struct jg_error err;
};

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    struct task *t = arg;
    if (t->status) return false;
    t->status = jg_batch_game(&t->batch, number, &t->plan, &t->game, &t->err);
    if (t->status) return false;
    t->game.fixture.start = t->game.start[0] ? t->game.start : NULL;
    *out = t->game.fixture;
    return true;
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct task *t = arg;
    struct jg_played row = *played;
    row.number = t->game.number;
    char *line = jg_row_write(&row);
    if (line) jg_buffer_put(&t->rows, line);
    free(line);
    return line && !t->rows.failed ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* One thread plays one game after the other, so `game` is that of the row. */
static void play(void *arg) {
    struct task *t = arg;
    t->status = jg_batch_read(&t->batch, t->line, t->length, &t->err);
    if (!t->status) t->status = jg_batch_open(&t->plan, &t->batch, false, &t->err);
    if (t->status) return;
    struct jg_series *s = &t->plan.series;
    s->count = t->batch.count;
    s->threads = 1;
    s->fixture = fixture;
    s->take = take;
    s->stop = &t->job.stop;
    s->arg = t;
    struct jg_error err = {0};
    enum jg_status status = jg_series_play(s, &err);
    if (t->status || !status) return;
    t->status = status;
    t->err = err;
}

PyObject *cluster_play(PyObject *module, PyObject *line) {
    struct task *t = calloc(1, sizeof *t);
    PyObject *out = NULL;
    if (!t) return PyErr_NoMemory();
    t->line = text_from(line, "a batch");
    t->length = t->line ? strlen(t->line) : 0;
    if (t->line && job_run(&t->job, play, t))
        out = t->status ? raise_error(PyModule_GetState(module), &t->err, NULL) : PyUnicode_FromString(t->rows.at);
    jg_batch_close(&t->plan);
    jg_batch_free(&t->batch);
    jg_buffer_free(&t->rows);
    free(t);
    return out;
}
