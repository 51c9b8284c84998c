/* The desk: questions about positions and games that no table is needed for:
 * every position of a game, judgements, reviews, search trees. */
#ifndef WEB_DESK_H
#define WEB_DESK_H

#include "web/peer.h"
#include "web/request.h"
#include "web/scheduler.h"
#include "web/web.h"

#include <jogada/agent.h>

struct jg_desk;

/* `soon` is for requests that need no search, and so do not wait for any. */
struct jg_desk *jg_desk_open(struct jg_scheduler *scheduler, struct jg_scheduler *soon,
                             const struct jg_web_setting *setting);
void jg_desk_close(struct jg_desk *d); /* after jg_scheduler_stop and jg_work_close */

/* A request from JG_DO_STATE to JG_DO_STOP: answers it, now or later. */
void jg_desk_handle(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r);

/* A connection is gone, and with it its jobs. */
void jg_desk_exit(struct jg_desk *d, struct jg_peer *p);

/* ---- judgement.c ------------------------------------------------------------------------ */

/* An agent's answer as the page reads it (docs/api.md: Judgement), with `why` if the agent explains; new, NULL
 * without memory. Called by whoever asked, with the agent still open. */
json_t *jg_judgement(struct jg_agent *a, const struct jg_ask *ask, const struct jg_report *report, enum jg_lang lang);

/* The same without `why`, for the agent's own progress: while it thinks it cannot be asked. */
json_t *jg_judgement_so_far(struct jg_agent *a, const struct jg_ask *ask, const struct jg_report *report,
                            enum jg_lang lang);

/* The chance to win that a value is, 0 to 1, for whom it is a value of. */
double jg_judgement_chance(const struct jg_evaluator *by, int32_t value);

/* ---- guest.c ----------------------------------------------------------------------------- */

/* Opens a game or an agent for a visitor: what runs programs or reads files is refused, unless visitors are trusted;
 * an agent whose spec names no number of threads has one. Tables larger than `share` bytes are refused if the spec asks
 * for them, and shrunk if they are the default. Humans are refused in any case. */
enum jg_status jg_guest_game(struct jg_game *g, const char *spec, bool trust, struct jg_error *err);
enum jg_status jg_guest_agent(struct jg_agent *a, const struct jg_game *g, const char *spec, bool trust, size_t share,
                              struct jg_error *err);

/* Whether jg_guest_agent would open it: quick, for the event loop. */
enum jg_status jg_guest_check(const struct jg_game *g, const char *spec, bool trust, size_t share,
                              struct jg_error *err);

/* The spec that jg_guest_agent opens, and the bytes that it takes, `share` at most; NULL: a game's usual opponent. */
void jg_guest_spec(const char *spec, bool trust, size_t share, char out[JG_SPEC_MAX]);
size_t jg_guest_memory(const char *spec, size_t share);

#endif
