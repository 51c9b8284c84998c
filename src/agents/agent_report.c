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

void jg_agent_walk_pv(const struct jg_game *g, const void *view, int seat, const struct jg_report *r,
                      void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg) {
    bool hidden = g->kind->traits & JG_HAS_HIDDEN;
    union jg_state at;
    memcpy(&at, view, g->state_size);
    for (int i = 0; i < r->pv_count; i++) {
        int turn = jg_turn(g, &at);
        if (turn == JG_OVER || (hidden && turn != seat) || !jg_legal(g, &at, r->pv[i])) return;
        use(arg, g, &at, r->pv[i]);
        jg_apply(g, &at, r->pv[i]);
    }
}

enum jg_status jg_agent_annotate(struct jg_record *r, const struct jg_report *report, struct jg_error *err) {
    struct jg_annotation a = {.by = report->by,
                              .value = report->value,
                              .proven = report->proven,
                              .depth = report->depth,
                              .nodes = report->nodes,
                              .microseconds = (uint64_t)(report->seconds * 1e6 + 0.5)};
    bool leads = report->pv_count && report->pv[0] == report->move;
    for (; leads && a.pv_count < report->pv_count && a.pv_count < JG_ANNOTATION_PV; a.pv_count++)
        a.pv[a.pv_count] = report->pv[a.pv_count];
    r->annotated = true;
    if (!a.by && !a.depth && !a.nodes) return JG_OK;
    return jg_record_annotate(r, r->count, &a, err);
}

void jg_agent_annotated(const struct jg_annotation *a, jg_move move, struct jg_report *out) {
    memset(out, 0, sizeof *out);
    out->move = move;
    out->by = a->by;
    out->value = a->value;
    out->proven = a->proven;
    out->depth = a->depth;
    out->nodes = a->nodes;
    out->seconds = (double)a->microseconds / 1e6;
    out->pv_count = a->pv_count;
    memcpy(out->pv, a->pv, sizeof a->pv);
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
