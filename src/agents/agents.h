/* The built-in agents that play several games. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "search/options.h"

enum { JG_BOT_VERSION = 1 };    /* of the protocol in docs/bots.md */
enum { JG_PROGRAM_STARTS = 3 }; /* failed starts in a row after which a program is not started again */

/* Adds to the error of the last failed start that there will be no other. */
void jg_program_give_up(struct jg_error *err);

/* jg_agent_choose for callers that measure time themselves: report->seconds is not filled. */
enum jg_status jg_agent_choose_untimed(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                       struct jg_error *err);

/* Checks that jg_agent_open_kind would succeed, with tables of minimum size. */
enum jg_status jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                              struct jg_error *err);

/* ---- agent_title.c ---- */

/* Levels of a game's opponents from JG_LEVEL_BEGINNER to JG_LEVELS, the strongest: name in JSON, title, and the spec of
 * the agent; NULL: the game has no such level. */
const char *jg_agent_level_name(int level);
const char *jg_agent_level_title(int level, jg_lang lang);
const char *jg_agent_level_spec(const struct jg_game_kind *k, int level);

/* Adds the name of an agent for people: "Computer, medium" if it is a level of the game, else its own name without
 * options. Other texts, such as the names of people in stored games, stay as they are. `k` may be NULL. */
void jg_agent_title(const struct jg_game_kind *k, const char *spec, jg_lang lang, struct jg_text *t);

/* The names of several agents. Those whose names would be equal get the options in which they differ: "ab, depth 5". */
enum { JG_AGENT_TITLE = 2 * JG_SPEC_MAX };
void jg_agent_titles(const struct jg_game_kind *k, const char *const *specs, int n, jg_lang lang,
                     char (*titles)[JG_AGENT_TITLE]);

/* Whether that name has a text in it, whatever its case and accents. */
bool jg_agent_title_has(const struct jg_game_kind *k, const char *spec, jg_lang lang, const char *text);

/* ---- The kinds ---- */

#define AGENT(name) extern const struct jg_agent_kind jg_agent_##name;
#include "agents/agents.def"
#undef AGENT

/* The threads of an open agent that thinks as long as a clock allows; 0: one per core, since its option `threads` is 0 and
 * nothing but time limits it. */
int jg_agent_threads(const struct jg_agent *a);

#endif
