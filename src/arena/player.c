#include "arena/player.h"

#include "agents/agents.h"
#include "core/buffer.h"

#include <string.h>

enum jg_status jg_player_init_stoppable(struct jg_player *p, const struct jg_game *g, const char *spec,
                                        const atomic_bool *stop, struct jg_error *err) {
    struct jg_agent a;
    struct jg_text t;
    *p = (struct jg_player){.stop = stop};
    for (size_t n, at = 0; spec[at]; at += n)
        if (!(n = jg_utf8_char(spec + at))) return jg_fail(err, JG_EINPUT, (int)at, "not UTF-8");
    enum jg_status status = jg_agent_open_stoppable(&a, g, NULL, spec, stop, err);
    if (status) return status;
    jg_text_init(&t, p->name, sizeof p->name);
    jg_text_put(&t, spec);
    jg_text_init(&t, p->spec, sizeof p->spec);
    jg_agent_spec(&a, &t);
    if (a.kind->human)
        status =
            jg_fail(err, JG_EINPUT, 0, "%s cannot choose moves; name an agent that can, such as random", a.kind->name);
    else if (t.cut)
        status = jg_fail(err, JG_EINPUT, 0, "longer than %zu characters", sizeof p->spec - 1);
    else
        p->kind = a.kind;
    p->reproducible = jg_agent_is_reproducible(&a);
    p->threads = jg_agent_threads(&a);
    if (a.kind->identity) {
        jg_text_init(&t, p->identity, sizeof p->identity);
        jg_text_put(&t, a.kind->identity(&a));
    }
    jg_agent_close(&a);
    return status;
}

enum jg_status jg_player_init(struct jg_player *p, const struct jg_game *g, const char *spec, struct jg_error *err) {
    return jg_player_init_stoppable(p, g, spec, NULL, err);
}

void jg_player_init_kind(struct jg_player *p, const struct jg_agent_kind *kind, const char *name,
                         const atomic_bool *stop) {
    struct jg_text t;
    *p = (struct jg_player){.kind = kind, .threads = 1, .stop = stop};
    jg_text_init(&t, p->name, sizeof p->name);
    jg_text_put(&t, name);
    memcpy(p->spec, p->name, sizeof p->spec);
}

enum jg_status jg_player_open(const struct jg_player *p, const struct jg_game *g, struct jg_agent *a,
                              struct jg_error *err) {
    enum jg_status status = jg_agent_open_stoppable(a, g, p->kind, p->spec, p->stop, err);
    if (status || !p->weights) return status;
    struct jg_eval *eval = p->kind->eval ? p->kind->eval(a) : NULL;
    if (!eval) {
        jg_agent_close(a);
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s has no evaluator whose weights could be set", p->spec);
    }
    memcpy(eval->weights, p->weights, (size_t)eval->by->feature_count * sizeof *eval->weights);
    return JG_OK;
}
