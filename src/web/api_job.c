#include "web/api_job.h"

#include "store/store.h"
#include "web/gzip.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 128,
    MS = 10000,   /* deadline of a request */
    SMALL = 1400, /* bytes: a shorter response, one packet, is not compressed */
};

/* Compresses a response if that is worth it. */
static bool compress_response(struct jg_api_response *a) {
    size_t size;
    char *small = a->body && a->size > SMALL ? jg_gzip(a->body, a->size, &size) : NULL;
    if (!small) return false;
    free(a->body);
    a->body = small;
    a->size = size;
    return true;
}

static void run(struct jg_job *job) {
    struct jg_api_job *r = (struct jg_api_job *)job;
    struct jg_server *s = r->server;
    jg_store_set_stop(s->reader, &job->stop);
    jg_api_respond(&r->response, s->reader, s->setting, &r->q);
    jg_store_set_stop(s->reader, NULL);
    r->gzip = r->gzip && compress_response(&r->response);
}

static void free_job(struct jg_api_job *r) {
    free(r->response.body);
    free(r);
}

static void done(struct jg_job *job) {
    struct jg_api_job *r = (struct jg_api_job *)job;
    r->ended = true;
    if (r->wsi)
        lws_callback_on_writable(r->wsi);
    else
        free_job(r);
}

static const char *copy(struct jg_api_job *r, int i, const char *text) {
    if (!text) return NULL;
    strncpy(r->texts[i], text, JG_API_TEXT_MAX - 1);
    return r->texts[i];
}

struct jg_api_job *jg_api_job_start(struct jg_server *s, struct lws *wsi, const struct jg_api_request *q, bool gzip) {
    struct jg_api_job *r = calloc(1, sizeof *r);
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
    r->q.from = copy(r, 6, q->from);
    if (jg_pool_submit(s->quick, &r->job, true, WAITING_MAX)) return r;
    free(r);
    return NULL;
}

void jg_api_job_abandon(struct jg_api_job *r) {
    if (!r) return;
    r->wsi = NULL;
    atomic_store(&r->job.stop, true);
    if (r->ended) free_job(r);
}
