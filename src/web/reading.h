/* Answers over HTTP that are made by a thread of their own, one after another: some
 * of them read much of the store. */
#ifndef WEB_READING_H
#define WEB_READING_H

#include "web/answers.h"
#include "web/server.h"

enum { JG_QUESTION_MAX = 320 }; /* bytes of a text in a question */

/* A question on its way; its answer, once it is `ended`. */
struct jg_reading {
    struct jg_job job; /* first */
    struct jg_server *server;
    struct lws *wsi; /* who waits; NULL: nobody does */
    char texts[6][JG_QUESTION_MAX];
    struct jg_question q;
    bool gzip; /* it may be compressed; then: it is */
    bool ended;
    struct jg_answer answer;
};

/* Puts a question in line; lws is asked for a turn to write when it is answered. NULL: too many wait. */
struct jg_reading *jg_reading_begin(struct jg_server *s, struct lws *wsi, const struct jg_question *q, bool gzip);

/* Nobody waits for it any more. It is freed, now or when it has ended. */
void jg_reading_leave(struct jg_reading *r);

#endif
