#include "agents/agent_report.h"

#include <stdlib.h>
#include <string.h>

/* qsort is not stable: the place decides between equal values. */
static int by_value(const void *a, const void *b) {
    const struct jg_ranked_move *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value) : x->place - y->place;
}

int jg_agent_sorted_moves(const struct jg_report *r, struct jg_ranked_move out[JG_MOVES_MAX]) {
    int n = r->by ? r->move_count : 0;
    for (int i = 0; i < n; i++)
        out[i] = (struct jg_ranked_move){.move = r->moves[i].move, .value = r->moves[i].value, .place = i};
    qsort(out, (size_t)n, sizeof *out, by_value);
    return n;
}

void jg_agent_walk_pv(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r,
                      void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg) {
    bool hidden = g->kind->traits & JG_HAS_HIDDEN;
    union jg_state at;
    memcpy(&at, query->view, g->state_size);
    for (int i = 0; i < r->pv_count; i++) {
        int turn = jg_turn(g, &at);
        if (turn == JG_OVER || (hidden && turn != query->seat) || !jg_legal(g, &at, r->pv[i])) return;
        use(arg, g, &at, r->pv[i]);
        jg_apply(g, &at, r->pv[i]);
    }
}

enum jg_status jg_agent_check_traces(const struct jg_agent *a, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    if (a->kind->traces) return JG_OK;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *k = jg_agent_kind_at(i);
        if (k->traces && !jg_agent_fits(k, a->game, NULL)) jg_text_add(&t, "%s%s", t.used ? ", " : "", k->name);
    }
    if (names[0])
        return jg_fail(err, JG_EFIT, 0, "%s cannot show its search tree; agents that can: %s", a->kind->name, names);
    return jg_fail(err, JG_EFIT, 0, "%s cannot show its search tree, and no other agent for %s can", a->kind->name,
                   a->game->kind->name);
}
