#include "web/reading.h"

#include "store/store.h"
#include "web/gzip.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 128,
    MS = 10000,   /* that one answer may take */
    SMALL = 1400, /* bytes that are not worth compressing */
};

/* Compresses an answer, if that helps. */
static bool squeeze(struct jg_answer *a) {
    size_t size;
    char *small = a->body && a->size > SMALL ? jg_gzip(a->body, a->size, &size) : NULL;
    if (!small) return false;
    free(a->body);
    a->body = small;
    a->size = size;
    return true;
}

static void run(struct jg_job *job) {
    struct jg_reading *r = (struct jg_reading *)job;
    struct jg_server *s = r->server;
    jg_store_until(s->archive, &job->stop);
    jg_answer_make(&r->answer, s->archive, s->setting, &r->q);
    jg_store_until(s->archive, NULL);
    r->gzip = r->gzip && squeeze(&r->answer);
}

static void free_reading(struct jg_reading *r) {
    free(r->answer.body);
    free(r);
}

static void done(struct jg_job *job) {
    struct jg_reading *r = (struct jg_reading *)job;
    r->ended = true;
    if (r->wsi)
        lws_callback_on_writable(r->wsi);
    else
        free_reading(r);
}

static const char *copy(struct jg_reading *r, int i, const char *text) {
    if (!text) return NULL;
    strncpy(r->texts[i], text, JG_QUESTION_MAX - 1);
    return r->texts[i];
}

struct jg_reading *jg_reading_begin(struct jg_server *s, struct lws *wsi, const struct jg_question *q, bool gzip) {
    struct jg_reading *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->job = (struct jg_job){.run = run, .done = done, .ms = MS};
    r->server = s;
    r->wsi = wsi;
    r->gzip = gzip;
    r->q = *q;
    r->q.path = copy(r, 0, q->path);
    r->q.game = copy(r, 1, q->game);
    r->q.agent = copy(r, 2, q->agent);
    r->q.as = copy(r, 3, q->as);
    r->q.theme = copy(r, 4, q->theme);
    r->q.player = copy(r, 5, q->player);
    if (jg_work_put(s->soon, &r->job, true, WAITING_MAX)) return r;
    free(r);
    return NULL;
}

void jg_reading_leave(struct jg_reading *r) {
    if (!r) return;
    r->wsi = NULL;
    atomic_store(&r->job.stop, true);
    if (r->ended) free_reading(r);
}
