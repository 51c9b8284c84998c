/* What can be read over HTTP besides the page: games, rules, the store's games,
 * studies and runs. One thread at a time, whose the store is, asks for them. */
#ifndef WEB_ANSWERS_H
#define WEB_ANSWERS_H

#include "web/web.h"

#include <jogada/lang.h>

#include <stddef.h>
#include <stdint.h>

struct jg_store;

struct jg_question {
    const char *path; /* after "/api/v1/": "games", "rules/kalah", "log/12", "export/12", "runs" ... */
    enum jg_lang lang;
    const char *game, *agent, *as, *theme; /* of the query; NULL: not there */
    const char *player;                    /* who asks, by the cookie; "": nobody known */
    int64_t limit;                         /* -1: not there */
};

struct jg_answer {
    int status;       /* 200, 400, 404, 500 */
    const char *type; /* static: "application/json", "text/html; charset=utf-8" ... */
    char *body;       /* allocated; whoever asked frees it. NULL: out of memory */
    size_t size;
    char file[64]; /* a name to save it under; "": it is to be shown */
};

/* Answers whatever is asked; what there is not is a 404 with an error's JSON. */
void jg_answer_make(struct jg_answer *out, struct jg_store *store, const struct jg_web_setting *setting,
                    const struct jg_question *q);

/* An answer that says what is wrong, {"error":{"code","text"}}; the code is one of peer.h's names. */
void jg_answer_refuse(struct jg_answer *out, int status, const char *code, const char *text);

#endif
