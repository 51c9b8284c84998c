/* Analysis jobs: requests about positions and games that need no table, such as the positions of a game, evaluations,
 * reviews of a game and search trees. Jobs run on worker threads. */
#ifndef WEB_ANALYSIS_H
#define WEB_ANALYSIS_H

#include "web/peer.h"
#include "web/request.h"
#include "web/scheduler.h"
#include "web/web.h"

#include <jogada/ask.h>

struct jg_analysis;

/* `quick` runs requests that need no search, so that they do not wait for one. NULL: out of memory. */
struct jg_analysis *jg_analysis_open(struct jg_scheduler *scheduler, struct jg_scheduler *quick,
                                     const struct jg_web_setting *setting);
void jg_analysis_close(struct jg_analysis *a); /* after jg_scheduler_stop and jg_pool_close */

/* Handles a request whose handler is JG_HANDLER_ANALYSIS; the reply may come later. */
void jg_analysis_handle(struct jg_analysis *a, struct jg_peer *p, const struct jg_request *r);

/* A connection was closed: cancels its jobs. */
void jg_analysis_disconnect(struct jg_analysis *a, struct jg_peer *p);

/* ---- evaluation.c ------------------------------------------------------------------------ */

/* The result of a search as JSON (docs/api.md: Evaluation), with `why` if the agent can explain it. Called while the
 * agent is still open. NULL: out of memory. */
json_t *jg_evaluation_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *report,
                           jg_lang lang);

/* The same without `why`, for progress reports: a searching agent cannot explain. */
json_t *jg_evaluation_progress_json(struct jg_agent *a, const struct jg_query *query, const struct jg_report *report,
                                    jg_lang lang);

/* Sets the member "evaluations" to those that were stored with a game, if there are any: a list of Evaluation without
 * `moves`. `agents` has the players of all seats. */
void jg_evaluation_put_stored(json_t *o, const struct jg_record *r, const char *const *agents, jg_lang lang);

/* ---- policy.c ----------------------------------------------------------------------------- */

/* Opens a game or an agent for a client. Specs that run programs or read files are refused unless clients are trusted;
 * an agent gets one thread unless its spec sets a number. A table larger than `share` bytes is refused if the spec asks
 * for it and shrunk if it is the default. Human "agents" are refused in any case. */
enum jg_status jg_policy_open_game(struct jg_game *g, const char *spec, bool trust, struct jg_error *err);
enum jg_status jg_policy_open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec, bool trust,
                                    size_t share, struct jg_error *err);

/* Whether jg_policy_open_agent would open it; fast enough for the event loop. */
enum jg_status jg_policy_check_agent(const struct jg_game *g, const char *spec, bool trust, size_t share,
                                     struct jg_error *err);

/* The spec that jg_policy_open_agent really opens. */
void jg_policy_agent_spec(const char *spec, bool trust, size_t share, char out[JG_SPEC_MAX]);

/* Bytes of memory that the agent needs, at most `share`; spec NULL: the game's default opponent. */
size_t jg_policy_agent_memory(const char *spec, size_t share);

#endif
