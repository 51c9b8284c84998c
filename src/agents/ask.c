#include <jogada/ask.h>

#include "agents/agents.h"
#include "core/clock.h"

#include <stdlib.h>
#include <string.h>

static void build_query(struct jg_ask *ask, const struct jg_game *g, const void *state, const uint64_t *keys,
                        size_t key_count) {
    int seat = jg_turn(g, state);
    const void *view = state;
    if (g->kind->view && state != &ask->view) {
        jg_view(g, state, seat, &ask->view);
        view = &ask->view;
    }
    ask->query = (struct jg_query){.view = view,
                                   .seat = seat,
                                   .seed = ask->seed,
                                   .stop = ask->stop,
                                   .all = ask->all,
                                   .clock = ask->clock,
                                   .asked = ask->clock.left > 0 ? jg_clock() : 0,
                                   .progress = ask->progress,
                                   .arg = ask->arg,
                                   .trace = ask->trace};
    if (g->repeat) { /* elsewhere keys are useless, and could reveal hidden information */
        ask->query.keys = keys;
        ask->query.key_count = key_count;
    }
}

static enum jg_status choose(struct jg_ask *ask, struct jg_agent *a, struct jg_report *report, struct jg_error *err) {
    return ask->untimed ? jg_agent_choose_untimed(a, &ask->query, report, err)
                        : jg_agent_choose(a, &ask->query, report, err);
}

enum jg_status jg_ask_record(struct jg_ask *ask, struct jg_agent *a, const struct jg_record *r, int n,
                             struct jg_report *report, struct jg_error *err) {
    build_query(ask, r->game, jg_record_state_at(r, n), r->keys, (size_t)n);
    return choose(ask, a, report, err);
}

enum jg_status jg_ask_state(struct jg_ask *ask, struct jg_agent *a, const void *state, struct jg_report *report,
                            struct jg_error *err) {
    build_query(ask, a->game, state, ask->keys, ask->key_count);
    return choose(ask, a, report, err);
}

enum jg_status jg_ask_copy(struct jg_ask *ask, const struct jg_record *r, int n, struct jg_error *err) {
    const struct jg_game *g = r->game;
    size_t count = g->repeat ? (size_t)n : 0;
    jg_view(g, jg_record_state_at(r, n), jg_turn(g, jg_record_state_at(r, n)), &ask->view);
    free(ask->history);
    ask->history = count ? malloc(count * sizeof *ask->history) : NULL;
    ask->keys = ask->history;
    ask->key_count = count;
    if (!count) return JG_OK;
    if (!ask->history) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    memcpy(ask->history, r->keys, count * sizeof *ask->history);
    return JG_OK;
}

enum jg_status jg_ask_copied(struct jg_ask *ask, struct jg_agent *a, struct jg_report *report, struct jg_error *err) {
    return jg_ask_state(ask, a, &ask->view, report, err);
}

void jg_ask_free(struct jg_ask *ask) {
    free(ask->history);
    *ask = (struct jg_ask){0};
}

bool jg_ask_hides(const struct jg_game *g, const void *state) {
    int seat = jg_turn(g, state);
    union jg_state view, filled, again;
    struct jg_rng rng;
    jg_rng_init(&rng, 1, 0);
    jg_view(g, state, seat, &view);
    jg_sample(g, &view, &rng, &filled);
    jg_view(g, &filled, seat, &again);
    return memcmp(&again, &view, g->state_size);
}
