/* One series runs for as long as batches describe the same one, so that agents stay open from batch to batch. Its threads
 * take games from a queue, which the main thread fills from the input. */
#include "arena/worker.h"

#include "arena/batch.h"
#include "arena/row.h"
#include "core/buffer.h"
#include "core/clock.h"
#include "core/parallel.h"

#include <jogada/jogada.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    QUEUE = 8 * JG_BATCH_GAMES,
    POLL_MS = 200,
    AT_ONCE = 4096, /* bytes that a pipe with room takes without waiting: PIPE_BUF of Linux */
};
static const double ALIVE = 5; /* seconds between two signs of life */

struct worker {
    const struct jg_worker_setting *setting;
    int threads;
    struct jg_batch_series plan;
    pthread_t thread;  /* plays the series */
    bool running;      /* it was started */
    atomic_bool stop;  /* ends the series */
    atomic_bool over;  /* nothing more can be done: the output is closed, or the series failed */

    pthread_mutex_t output; /* protects the two members below */
    double written;         /* when something was sent last */
    bool cut;               /* a line was not sent to its end, so nothing may follow it */

    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t changed;
    struct jg_batch_game *queue; /* QUEUE games */
    size_t first, count;
    struct jg_batch_game *playing; /* by thread: games that were taken; their starts are used meanwhile */
    size_t busy;
    bool closed; /* no more games of this series follow */
    struct jg_error err;
};

/* ---- Output ----------------------------------------------------------------------------------------- */

static bool stopped(const struct worker *w) {
    return atomic_load(&w->over) || (w->setting->stop && atomic_load(w->setting->stop));
}

/* Waits until AT_ONCE bytes can be written. False: stopped while the coordinator reads nothing. */
static bool wait_for_output(const struct worker *w) {
    struct pollfd on = {.fd = w->setting->out, .events = POLLOUT};
    while (poll(&on, 1, POLL_MS) <= 0)
        if (stopped(w)) return false;
    return true;
}

static void put(struct worker *w, const char *text) {
    size_t left = text ? strlen(text) : 0;
    pthread_mutex_lock(&w->output);
    if (!text) atomic_store(&w->over, true);
    while (left && !w->cut && !atomic_load(&w->over)) {
        w->cut = !wait_for_output(w);
        if (w->cut) break;
        ssize_t n = write(w->setting->out, text, left < AT_ONCE ? left : AT_ONCE);
        if (n < 0 && errno != EINTR && errno != EAGAIN) atomic_store(&w->over, true);
        if (n <= 0) continue;
        text += n;
        left -= (size_t)n;
    }
    w->written = jg_clock();
    pthread_mutex_unlock(&w->output);
}

static void put_error(struct worker *w, const struct jg_error *err) {
    struct jg_buffer line = {0};
    jg_buffer_put(&line, "{\"error\":");
    jg_buffer_json(&line, err->message);
    jg_buffer_put(&line, "}\n");
    put(w, line.failed ? NULL : line.at);
    jg_buffer_free(&line);
}

static void greet(struct worker *w) {
    char text[256];
    snprintf(text, sizeof text, "{\"jogada\":\"worker\",\"format\":%d,\"version\":\"%s\",\"threads\":%d}\n", JG_WORKER_FORMAT,
             jg_version(), w->threads);
    put(w, text);
}

/* ---- The series ------------------------------------------------------------------------------------- */

/* Takes the next game of the queue, and waits for it. The deal's number in the queue is that of the row. */
static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    struct worker *w = arg;
    (void)number;
    pthread_mutex_lock(&w->lock);
    while (!w->count && !(w->closed && !w->busy) && !atomic_load(&w->stop)) pthread_cond_wait(&w->changed, &w->lock);
    bool found = w->count && !atomic_load(&w->stop);
    if (found) {
        size_t at = 0;
        while (w->playing[at].fixture.id) at++;
        struct jg_batch_game *game = &w->playing[at];
        *game = w->queue[w->first];
        game->fixture.id = at + 1;
        game->fixture.start = game->start[0] ? game->start : NULL;
        *out = game->fixture;
        w->first = (w->first + 1) % QUEUE;
        w->count--;
        w->busy++;
    } else {
        atomic_store(&w->stop, true);
    }
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return found;
}

static enum jg_status finished(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct worker *w = arg;
    struct jg_batch_game *game = &w->playing[played->fixture.id - 1];
    struct jg_played row = *played;
    (void)err;
    row.number = game->number;
    char *line = jg_row_write(&row);
    put(w, line);
    free(line);
    pthread_mutex_lock(&w->lock);
    game->fixture.id = 0;
    w->busy--;
    if (atomic_load(&w->over)) atomic_store(&w->stop, true);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return JG_OK;
}

static void *play(void *arg) {
    struct worker *w = arg;
    struct jg_error err = {0};
    enum jg_status status = jg_series_play(&w->plan.series, &err);
    if (status && status != JG_ESTOP) {
        w->err = err;
        put_error(w, &err);
        atomic_store(&w->over, true);
    }
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stop, true);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Lets the series play what is in the queue, and ends it. */
static void end_series(struct worker *w, bool at_once) {
    if (w->running) {
        pthread_mutex_lock(&w->lock);
        w->closed = true;
        if (at_once) atomic_store(&w->stop, true);
        pthread_cond_broadcast(&w->changed);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    w->running = false;
    jg_batch_close(&w->plan);
}

static enum jg_status begin_series(struct worker *w, const struct jg_batch *b, struct jg_error *err) {
    end_series(w, false);
    enum jg_status status = jg_batch_open(&w->plan, b, w->setting->strange, err);
    if (status) return status;
    w->plan.series.count = UINT64_MAX;
    w->plan.series.threads = w->threads;
    w->plan.series.fixture = fixture;
    w->plan.series.finished = finished;
    w->plan.series.stop = &w->stop;
    w->plan.series.arg = w;
    w->first = w->count = w->busy = 0;
    memset(w->playing, 0, (size_t)w->threads * sizeof *w->playing);
    w->closed = false;
    atomic_store(&w->stop, false);
    w->running = !pthread_create(&w->thread, NULL, play, w);
    return w->running ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* ---- Input ------------------------------------------------------------------------------------------ */

static void enqueue(struct worker *w, const struct jg_batch_game *game) {
    pthread_mutex_lock(&w->lock);
    while (w->count == QUEUE && !atomic_load(&w->stop)) pthread_cond_wait(&w->changed, &w->lock);
    if (w->count < QUEUE) w->queue[(w->first + w->count++) % QUEUE] = *game;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static enum jg_status take_batch(struct worker *w, const char *line, size_t length, struct jg_error *err) {
    struct jg_batch b;
    struct jg_batch_game game;
    enum jg_status status = jg_batch_read(&b, line, length, err);
    if (!status && (!w->plan.run || strcmp(w->plan.run, b.run))) status = begin_series(w, &b, err);
    for (size_t i = 0; i < b.count && !status; i++) {
        status = jg_batch_game(&b, i, &w->plan, &game, err);
        if (!status) enqueue(w, &game);
    }
    jg_batch_free(&b);
    return status;
}

/* Waits for input; sends signs of life meanwhile. */
static void wait_for_input(struct worker *w) {
    struct pollfd on = {.fd = w->setting->in, .events = POLLIN};
    poll(&on, 1, POLL_MS);
    pthread_mutex_lock(&w->output);
    double silent = jg_clock() - w->written;
    pthread_mutex_unlock(&w->output);
    if (silent > ALIVE) put(w, "{\"alive\":true}\n");
}

/* Reads lines to the end of the input. */
static enum jg_status read_batches(struct worker *w, char *text, struct jg_error *err) {
    size_t used = 0;
    while (!stopped(w)) {
        struct pollfd on = {.fd = w->setting->in, .events = POLLIN};
        if (poll(&on, 1, 0) <= 0) {
            wait_for_input(w);
            continue;
        }
        ssize_t n = read(w->setting->in, text + used, JG_BATCH_MAX - used);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return JG_OK;
        used += (size_t)n;
        char *line = text, *end;
        for (; (end = memchr(line, '\n', used - (size_t)(line - text))); line = end + 1) {
            enum jg_status status = end == line ? JG_OK : take_batch(w, line, (size_t)(end - line), err);
            if (status) return status;
        }
        used -= (size_t)(line - text);
        memmove(text, line, used);
        if (used == JG_BATCH_MAX)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a batch must have at most %d bytes", JG_BATCH_MAX);
    }
    return atomic_load(&w->over) ? JG_OK : jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
}

enum jg_status jg_worker_run(const struct jg_worker_setting *setting, struct jg_error *err) {
    struct worker w = {.setting = setting, .threads = jg_threads(setting->threads)};
    char *text = malloc(JG_BATCH_MAX);
    pthread_mutex_init(&w.lock, NULL);
    pthread_mutex_init(&w.output, NULL);
    pthread_cond_init(&w.changed, NULL);
    w.queue = calloc(QUEUE, sizeof *w.queue);
    w.playing = calloc((size_t)w.threads, sizeof *w.playing);
    enum jg_status status = JG_OK;
    if (!text || !w.queue || !w.playing) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        greet(&w);
        status = read_batches(&w, text, err);
        if (status && status != JG_ESTOP) put_error(&w, err);
        end_series(&w, status);
    }
    if (!status && w.err.code) {
        *err = w.err;
        status = w.err.code;
    }
    if (!status && atomic_load(&w.over))
        status = jg_fail(err, JG_EIO, JG_NO_POSITION, "the coordinator has closed the connection");
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.output);
    pthread_mutex_destroy(&w.lock);
    free(w.playing);
    free(w.queue);
    free(text);
    return status;
}
