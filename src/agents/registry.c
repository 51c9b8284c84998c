/* The list of agents: finding, opening and querying them by spec. */
#include "agents/agents.h"

#include "core/clock.h"
#include "game/kinds.h"
#include "search/endgame.h"

#include <string.h>

enum { LIST_MAX = 384 }; /* bytes of the names of all agents */

/* Agents that play several games. */
static const struct jg_agent_kind *const GENERIC[] = {
#define AGENT(name) &jg_agent_##name,
#include "agents/agents.def"
#undef AGENT
    NULL};

/* The i-th agent of a list; NULL, with *i reduced by the length of the list, if it is shorter. */
static const struct jg_agent_kind *agent_in(const struct jg_agent_kind *const *list, size_t *i) {
    for (; list && *list; list++)
        if (!(*i)--) return *list;
    return NULL;
}

/* The i-th agent: the generic ones, those of the built-in games, and those of g if it is a game of the caller's. */
static const struct jg_agent_kind *agent_at(const struct jg_game *g, size_t i) {
    const struct jg_agent_kind *k = agent_in(GENERIC, &i);
    bool built_in = !g;
    for (size_t game = 0; !k && jg_builtin_games[game]; game++) {
        k = agent_in(jg_builtin_games[game]->agents, &i);
        built_in = built_in || jg_builtin_games[game]->agents == g->kind->agents;
    }
    return k || built_in ? k : agent_in(g->kind->agents, &i);
}

const struct jg_agent_kind *jg_agent_kind_at(size_t i) { return agent_at(NULL, i); }

static bool fits(const struct jg_agent_kind *k, const struct jg_game *g) {
    return (!k->game || !strcmp(k->game, g->kind->name)) && !(k->refuses & g->kind->traits);
}

/* The names of the agents for a game; NULL: of all agents. */
static const char *names(const struct jg_game *g, char *buffer, size_t size) {
    struct jg_text t;
    jg_text_init(&t, buffer, size);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = agent_at(g, i)); i++)
        if (!g || fits(k, g)) jg_text_add(&t, "%s%s", t.used ? ", " : "", k->name);
    return buffer;
}

enum jg_status jg_agent_fits(const struct jg_agent_kind *k, const struct jg_game *g, struct jg_error *err) {
    char list[LIST_MAX];
    const char *game = g->kind->name;
    if (fits(k, g)) return JG_OK;
    names(g, list, sizeof list);
    if (k->game && strcmp(k->game, game))
        return jg_fail(err, JG_EFIT, 0, "%s plays only %s; agents for %s: %s", k->name, k->game, game, list);
    if (k->refuses & g->kind->traits & JG_HAS_HIDDEN)
        return jg_fail(err, JG_EFIT, 0,
                       "%s needs perfect information, but %s has hidden information; agents for that game: %s", k->name,
                       game, list);
    return jg_fail(err, JG_EFIT, 0, "%s cannot handle chance, but %s has it; agents for that game: %s", k->name, game,
                   list);
}

static const struct jg_agent_kind *find(const struct jg_game *g, const char *spec) {
    size_t length = jg_spec_name(spec);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = agent_at(g, i)); i++)
        if (strlen(k->name) == length && !strncmp(k->name, spec, length)) return k;
    return NULL;
}

/* The option that a failed open blames if it does not set bad_option. */
static const char *default_bad_option(const struct jg_agent_kind *k) { return k->runs_program ? "run" : "eval"; }

/* Sets all sizes to their minimum. */
static void shrink(struct jg_agent *a) {
    for (const struct jg_option *o = a->kind->options; o && o->type; o++)
        if (o->type == JG_OPT_SIZE) *(size_t *)(void *)(a->options.bytes + o->offset) = (size_t)o->min;
}

static enum jg_status open_kind(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                const char *spec, bool small, const atomic_bool *stop, struct jg_error *err) {
    *a = (struct jg_agent){.kind = kind, .game = g, .stop = stop};
    enum jg_status status = jg_agent_fits(kind, g, err);
    if (!status) status = jg_spec_options(spec, kind->options, &a->options, err);
    if (!status && small) shrink(a);
    if (!status && kind->open && (status = kind->open(a, err)) && err) {
        if (err->position == JG_NO_POSITION && status != JG_ESTOP)
            err->position = jg_spec_position(spec, a->bad_option ? a->bad_option : default_bad_option(kind));
        if (err->position == JG_NOWHERE) err->position = JG_NO_POSITION;
    }
    if (status) *a = (struct jg_agent){0};
    return status;
}

enum jg_status jg_agent_open_stoppable(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                       const char *spec, const atomic_bool *stop, struct jg_error *err) {
    char list[LIST_MAX];
    *a = (struct jg_agent){0};
    if (!kind) kind = find(g, spec);
    if (!kind)
        return jg_fail(err, JG_EINPUT, 0, "unknown agent '%.*s'; choose from %s", (int)jg_spec_name(spec), spec,
                       names(NULL, list, sizeof list));
    return open_kind(a, g, kind, spec, false, stop, err);
}

enum jg_status jg_agent_open(struct jg_agent *a, const struct jg_game *g, const char *spec, struct jg_error *err) {
    return jg_agent_open_stoppable(a, g, NULL, spec, NULL, err);
}

enum jg_status jg_agent_open_kind(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                  const char *spec, struct jg_error *err) {
    return jg_agent_open_stoppable(a, g, kind, spec, NULL, err);
}

enum jg_status jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                              struct jg_error *err) {
    struct jg_agent a;
    enum jg_status status = open_kind(&a, g, kind, spec, true, NULL, err);
    if (!status) jg_agent_close(&a);
    return status;
}

void jg_agent_close(struct jg_agent *a) {
    if (a->kind && a->kind->close) a->kind->close(a);
    *a = (struct jg_agent){0};
}

void jg_agent_spec(const struct jg_agent *a, struct jg_text *t) {
    jg_spec_print(t, a->kind->name, a->kind->options, &a->options);
}

bool jg_agent_is_reproducible(const struct jg_agent *a) {
    return !a->kind->runs_program && !(a->kind->is_timed && a->kind->is_timed(a));
}

/* Whether an option exists and differs from its default. */
static bool is_set(const struct jg_agent *a, const char *name) {
    char value[64];
    struct jg_text t;
    const struct jg_option *o = jg_options_find(a->kind->options, name, strlen(name));
    if (!o) return false;
    jg_text_init(&t, value, sizeof value);
    jg_option_print(&t, o, &a->options);
    return strcmp(value, o->standard ? o->standard : "0");
}

int jg_agent_threads(const struct jg_agent *a) {
    const struct jg_option *o = jg_options_find(a->kind->options, "threads", strlen("threads"));
    int threads = 1;
    if (o && o->type == JG_OPT_INT) memcpy(&threads, a->options.bytes + o->offset, sizeof threads);
    if (threads) return threads;
    return is_set(a, "depth") || is_set(a, "nodes") || is_set(a, "playouts");
}

enum jg_status jg_agent_prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    return a->kind->prepare ? a->kind->prepare(a, stop, err) : JG_OK;
}

enum jg_status jg_agent_choose_untimed(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                       struct jg_error *err) {
    memset(report, 0, offsetof(struct jg_report, pv)); /* pv and moves need no clearing: their counts are 0 */
    if (!a->kind->choose)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION,
                       "%s cannot choose moves; name an agent that can, such as "
                       "random",
                       a->kind->name);
    enum jg_status status = a->kind->choose(a, query, report, err);
    enum jg_status probes = jg_endgame_check(a->game, status ? NULL : err);
    if (!status) status = probes;
    if (!status && !jg_legal(a->game, query->view, report->move))
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s chose an illegal move", a->kind->name);
    return status;
}

enum jg_status jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                               struct jg_error *err) {
    double begin = jg_clock();
    enum jg_status status = jg_agent_choose_untimed(a, query, report, err);
    report->seconds = jg_clock() - begin;
    return status;
}
