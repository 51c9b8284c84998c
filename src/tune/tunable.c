/* Evaluators that can be tuned, those with features, and the agents that use one. */
#include "tune/tune.h"

#include <string.h>

const struct jg_evaluator *jg_tune_evaluator(const struct jg_game *g, const char *name, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    if (name[0] == '@') {
        jg_fail(err, JG_EINPUT, 0, "name an evaluator with weights, not a file; `jogada learn` trains networks");
        return NULL;
    }
    jg_text_init(&t, names, sizeof names);
    for (const struct jg_evaluator *by = g->kind->evaluators; by->name; by++) {
        if (by->network && !strcmp(by->name, name)) {
            jg_fail(err, JG_EINPUT, 0, "%s is a network, without weights to tune; `jogada learn` trains networks",
                    name);
            return NULL;
        }
        if (by->feature_count && (!name[0] || !strcmp(by->name, name))) return by;
        if (by->feature_count) jg_text_add(&t, "%s%s", t.used ? ", " : "", by->name);
    }
    if (!t.used)
        jg_fail(err, JG_EFIT, JG_NO_POSITION, "no evaluator of %s has weights to tune", g->kind->name);
    else
        jg_fail(err, JG_EINPUT, 0, "%s has no evaluator '%s' with weights to tune; choose from %s", g->kind->name, name,
                names);
    return NULL;
}

static bool has_weights(const struct jg_agent_kind *k, const struct jg_game *g) {
    return k->eval && !jg_agent_fits(k, g, NULL);
}

static const struct jg_agent_kind *kind_of(const char *spec) {
    size_t length = jg_spec_name(spec);
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const char *name = jg_agent_kind_at(i)->name;
        if (strlen(name) == length && !strncmp(name, spec, length)) return jg_agent_kind_at(i);
    }
    return NULL;
}

static enum jg_status refuse(const struct jg_game *g, const char *name, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_agent_kind_at(i); i++)
        if (has_weights(jg_agent_kind_at(i), g)) jg_text_add(&t, "%s%s", t.used ? ", " : "", jg_agent_kind_at(i)->name);
    if (!t.used)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "no agent for %s uses an evaluator with weights", g->kind->name);
    return jg_fail(err, JG_EFIT, 0, "%s does not use an evaluator with weights; agents that do: %s", name, names);
}

enum jg_status jg_tune_agent(const struct jg_game *g, char out[JG_SPEC_MAX], struct jg_error *err) {
    static const char *const QUICK[] = {"alphabeta:depth=2", "greedy"};
    struct jg_text t;
    jg_text_init(&t, out, JG_SPEC_MAX);
    for (size_t i = 0; i < sizeof QUICK / sizeof *QUICK && !t.used; i++)
        if (has_weights(kind_of(QUICK[i]), g)) jg_text_put(&t, QUICK[i]);
    /* Agents made for the game are faster; those that learn weights come first. */
    for (int any = 0; any < 3; any++)
        for (size_t i = 0; jg_agent_kind_at(i) && !t.used; i++) {
            const struct jg_agent_kind *k = jg_agent_kind_at(i);
            if ((any == 2 || (k->game && (any || k->transitions))) && has_weights(k, g)) jg_text_put(&t, k->name);
        }
    return t.used ? JG_OK : refuse(g, "", err);
}

/* Fails with the names of the agents that learn, and their games. */
static enum jg_status no_learner(const struct jg_game *g, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *k = jg_agent_kind_at(i);
        if (k->transitions) jg_text_add(&t, k->game ? "%s%s (%s)" : "%s%s", t.used ? ", " : "", k->name, k->game);
    }
    return jg_fail(err, JG_EFIT, JG_NO_POSITION, "no agent for %s learns from games; agents of other games that do: %s",
                   g->kind->name, names);
}

enum jg_status jg_tune_learner(const struct jg_game *g, char out[JG_SPEC_MAX], const struct jg_evaluator **by,
                               struct jg_error *err) {
    struct jg_agent a;
    struct jg_text t;
    size_t i = 0;
    while (jg_agent_kind_at(i) && !(jg_agent_kind_at(i)->transitions && has_weights(jg_agent_kind_at(i), g))) i++;
    if (!jg_agent_kind_at(i)) return no_learner(g, err);
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_put(&t, jg_agent_kind_at(i)->name);
    enum jg_status status = jg_agent_open(&a, g, out, err);
    if (status) return status;
    *by = a.kind->eval(&a)->by;
    jg_agent_close(&a);
    return JG_OK;
}

/* Fails if the agent's options disable its evaluator. */
static enum jg_status check_eval(const struct jg_game *g, const struct jg_player *p, struct jg_error *err) {
    struct jg_agent a;
    enum jg_status status = jg_player_open(p, g, &a, err);
    if (status) return status;
    if (!p->kind->eval(&a))
        status = jg_fail(err, JG_EFIT, 0, "%s uses its evaluator only with an option such as leaf=eval", p->kind->name);
    jg_agent_close(&a);
    return status;
}

enum jg_status jg_tune_player(const struct jg_game *g, const struct jg_evaluator *by, const char *agent,
                              const atomic_bool *stop, struct jg_player *out, struct jg_error *err) {
    struct jg_player plain;
    char spec[2 * JG_SPEC_MAX];
    struct jg_text t;
    enum jg_status status = jg_player_init_stoppable(&plain, g, agent, stop, err);
    if (status) return status;
    if (!plain.kind->eval) return refuse(g, plain.kind->name, err);
    if (jg_spec_position(plain.spec, "eval") >= 0)
        return jg_fail(err, JG_EINPUT, jg_spec_position(agent, "eval"),
                       "name the evaluator with --eval, not in the "
                       "agent's spec");
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "%s%ceval=%s", plain.spec, strchr(plain.spec, ':') ? ',' : ':', by->name);
    status = jg_player_init_stoppable(out, g, spec, stop, err);
    return status ? status : check_eval(g, out, err);
}
