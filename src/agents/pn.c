/* The agent `pn`: proof-number search (search/pn.h). It proves a position won, lost or drawn, or reports that nothing is
 * proven; it never evaluates. */
#include "agents/agents.h"

#include "core/clock.h"
#include "core/stop.h"
#include "search/budget.h"
#include "search/pn.h"

#include <stdlib.h>
#include <string.h>

struct options {
    struct jg_limits limits;
    size_t memory;
};

struct data {
    struct jg_pn *pn;
    struct jg_pn_result won, lost; /* results for "the side to move wins" and "loses" */
    struct jg_pn_result again;     /* of further searches */
    uint64_t *keys;                /* of the game including the root, for searches after its moves */
    size_t room;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_pn_free(d->pn);
    free(d->keys);
    free(d);
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!(d->pn = jg_pn_new(a->game, o->memory, err))) {
        free(d);
        return JG_EMEMORY;
    }
    a->data = d;
    return JG_OK;
}

static void forget(struct jg_agent *a) { jg_pn_forget(((struct data *)a->data)->pn); }

/* ---- Time and nodes ------------------------------------------------------------------- */

/* One query and what is left of its limits. */
struct job {
    struct jg_agent *a;
    struct data *d;
    const struct jg_query *query;
    int team;
    uint64_t node_limit, nodes;
    double deadline; /* or 0 */
};

static bool out_of_budget(const struct job *t) {
    return (t->node_limit && t->nodes >= t->node_limit) || (t->deadline > 0 && jg_clock() >= t->deadline) ||
           jg_stopped(t->query->stop);
}

/* One `parts`-th of the remaining limits. */
static struct jg_limits part_of(const struct job *t, int parts) {
    struct jg_limits l = {.depth = ((const struct options *)&t->a->options)->limits.depth};
    if (t->node_limit) l.nodes = (t->node_limit - t->nodes + (uint64_t)parts - 1) / (uint64_t)parts;
    if (t->deadline > 0) {
        double ms = (t->deadline - jg_clock()) * 1000 / parts;
        l.ms = ms > 1 ? (int)ms : 1;
    }
    return l;
}

/* Searches with one `parts`-th of the remaining limits. */
static enum jg_status solve(struct job *t, struct jg_pn_query *q, int parts, struct jg_pn_result *r,
                            struct jg_error *err) {
    memset(r, 0, offsetof(struct jg_pn_result, pv));
    r->move_count = 0;
    if (out_of_budget(t)) return JG_OK;
    q->limits = part_of(t, parts);
    q->stop = t->query->stop;
    enum jg_status status = jg_pn_solve(t->d->pn, q, r, err);
    t->nodes += r->nodes;
    return status;
}

/* ---- The position --------------------------------------------------------------------- */

/* Searches for a shorter proof within the remaining limits. */
static enum jg_status improve(struct job *t, struct jg_pn_query *q, int parts, struct jg_pn_result *found,
                              struct jg_error *err) {
    struct jg_pn_result *r = &t->d->again;
    if (found->verdict != JG_PN_PROVEN || found->shortest) return JG_OK;
    enum jg_status status = solve(t, q, parts, r, err);
    bool better = r->verdict == JG_PN_PROVEN && r->ends && (r->shortest || r->plies < found->plies);
    if (!status && better) *found = *r;
    return status;
}

/* Searches for a win with half of one `share`-th of the remaining limits, then for a loss, then again for a win with
 * the rest. */
static enum jg_status search_both(struct job *t, int share, struct jg_error *err) {
    struct data *d = t->d;
    struct jg_pn_query q = {.state = t->query->view,
                            .goal = t->team,
                            .keys = t->query->keys,
                            .key_count = t->query->key_count,
                            .shorten = true};
    enum jg_status status = solve(t, &q, 2 * share, &d->won, err);
    d->lost.verdict = JG_PN_DISPROVEN;
    d->lost.move_count = 0;
    if (status) return status;
    if (d->won.verdict == JG_PN_PROVEN) return improve(t, &q, share, &d->won, err);
    q.goal = !t->team;
    status = solve(t, &q, share, &d->lost, err);
    if (status || d->won.verdict || d->lost.verdict != JG_PN_DISPROVEN) return status;
    q.goal = t->team;
    return solve(t, &q, share, &d->won, err);
}

static void report_value(const struct job *t, int32_t value, struct jg_report *report) {
    report->by = t->a->game->kind->evaluators;
    report->value = value;
    report->proven = true;
}

static void report_pv(const struct jg_pn_result *r, struct jg_report *report) {
    if (!r->pv_count) return;
    report->move = r->pv[0];
    report->plies = r->ends ? r->pv_count : r->plies;
    report->pv_count = r->pv_count;
    memcpy(report->pv, r->pv, (size_t)r->pv_count * sizeof *r->pv);
}

/* Proof and disproof number of a move; 1 and 1 if it is not listed. */
static struct jg_pn_move numbers_of(const struct jg_pn_result *r, jg_move move) {
    for (int i = 0; i < r->move_count; i++)
        if (r->moves[i].move == move) return r->moves[i];
    return (struct jg_pn_move){.move = move, .proof = 1, .disproof = 1};
}

/* The move to play without a forced win: one that is proven not to lose, or at least not proven to lose; of these the
 * one with the lowest proof number for winning, then the highest for losing. */
static jg_move most_promising(const struct job *t) {
    const struct data *d = t->d;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(t->a->game, t->query->view, moves), best = 0;
    uint64_t most = 0;
    for (int i = 0; i < n; i++) {
        struct jg_pn_move win = numbers_of(&d->won, moves[i]), loss = numbers_of(&d->lost, moves[i]);
        uint64_t safety = !loss.disproof ? 2 : loss.proof ? 1 : 0;
        uint64_t priority = (safety << 31 | (JG_PN_INFINITE - win.proof)) << 31 | loss.proof;
        if (priority <= most) continue;
        most = priority;
        best = i;
    }
    return moves[best];
}

/* ---- Each move ------------------------------------------------------------------------ */

static bool copy_keys(struct job *t) {
    struct data *d = t->d;
    size_t n = t->query->keys ? t->query->key_count : 0;
    if (n + 1 > d->room) {
        uint64_t *more = realloc(d->keys, 2 * (n + 1) * sizeof *more);
        if (!more) return false;
        d->keys = more;
        d->room = 2 * (n + 1);
    }
    if (n) memcpy(d->keys, t->query->keys, n * sizeof *d->keys);
    d->keys[n] = jg_key(t->a->game, t->query->view);
    return true;
}

/* Whether the position after a move ends the game by repetition. */
static bool repeats(const struct job *t, const void *child, size_t keys) {
    const struct jg_game *g = t->a->game;
    int times = 1;
    uint64_t key = jg_key(g, child);
    for (size_t i = 0; i < keys; i++) times += t->d->keys[i] == key;
    return g->repeat && times >= g->repeat;
}

/* The value of a move for the searching team. *known is false if nothing is proven. */
static enum jg_status value_of(struct job *t, jg_move move, int parts, bool *known, int32_t *value,
                               struct jg_error *err) {
    const struct jg_game *g = t->a->game;
    union jg_state child;
    size_t keys = (t->query->keys ? t->query->key_count : 0) + 1;
    memcpy(&child, t->query->view, g->state_size);
    jg_apply(g, &child, move);
    *known = true;
    *value = 0;
    if (jg_turn(g, &child) == JG_OVER) {
        int32_t score = jg_score(g, &child, t->team);
        *value = score > 0 ? JG_WIN : score < 0 ? -JG_WIN : 0;
        return JG_OK;
    }
    if (repeats(t, &child, keys)) return JG_OK;
    struct jg_pn_query q = {.state = &child, .keys = t->d->keys, .key_count = keys};
    enum jg_pn_verdict verdicts[2];
    for (int side = 0; side < 2; side++) {
        q.goal = side ? !t->team : t->team;
        enum jg_status status = solve(t, &q, 2 * parts - side, &t->d->again, err);
        if (status) return status;
        verdicts[side] = t->d->again.verdict;
        if (verdicts[side] != JG_PN_PROVEN) continue;
        *value = side ? -JG_WIN : JG_WIN;
        return JG_OK;
    }
    bool whole = !((const struct options *)&t->a->options)->limits.depth;
    *known = whole && verdicts[0] == JG_PN_DISPROVEN && verdicts[1] == JG_PN_DISPROVEN;
    return JG_OK;
}

/* Reports the values of the moves that can be proven. */
static enum jg_status report_move_values(struct job *t, struct jg_report *report, struct jg_error *err) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(t->a->game, t->query->view, moves);
    enum jg_status status = copy_keys(t) ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int i = 0; i < n && !status; i++) {
        bool known = moves[i] == report->move && report->value; /* in a drawn position the chosen move may still lose */
        int32_t value = report->value;
        if (!known) status = value_of(t, moves[i], n - i, &known, &value, err);
        if (status || !known) continue;
        report->moves[report->move_count].move = moves[i];
        report->moves[report->move_count++].value = value;
    }
    return status;
}

/* ---- Reports -------------------------------------------------------------------------- */

static void report_verdict(const struct job *t, struct jg_report *report) {
    const struct data *d = t->d;
    bool whole = !((const struct options *)&t->a->options)->limits.depth;
    report->move = most_promising(t);
    if (d->won.verdict == JG_PN_PROVEN) {
        report_value(t, JG_WIN, report);
        report_pv(&d->won, report);
        report->note = "a forced win";
        if (d->won.shortest) report->note = "the shortest forced win";
    } else if (d->lost.verdict == JG_PN_PROVEN) {
        report_value(t, -JG_WIN, report);
        report_pv(&d->lost, report);
        report->note = "a forced loss";
        if (d->lost.shortest) report->note = "a forced loss; this is the longest defence";
    } else if (whole && d->won.verdict == JG_PN_DISPROVEN && d->lost.verdict == JG_PN_DISPROVEN) {
        report_value(t, 0, report);
        report->note = "a draw: neither side can force a win";
    } else {
        report->note = "nothing proven; the move nearest to a forced win";
    }
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    bool time_only = !o->limits.nodes && !o->limits.depth;
    struct jg_budget budget = jg_budget_plan_even(a->game, query, o->limits.ms, time_only ? JG_DEFAULT_MS : 0);
    struct job t = {.a = a,
                    .d = a->data,
                    .query = query,
                    .team = jg_team(query->seat),
                    .node_limit = o->limits.nodes,
                    .deadline = budget.deadline};
    if (!time_only) jg_pn_forget(t.d->pn);                            /* equal queries get equal results */
    enum jg_status status = search_both(&t, query->all ? 2 : 1, err); /* half of the limits is left for the moves, */
    bool open = !t.d->won.verdict || (t.d->won.verdict == JG_PN_DISPROVEN && !t.d->lost.verdict);
    if (!status && query->all && open && !out_of_budget(&t))
        status = search_both(&t, 1, err); /* unless nothing is proven */
    if (status) return status;
    report_verdict(&t, report);
    report->depth = o->limits.depth;
    report->nodes = t.nodes;
    if (query->progress) query->progress(query->arg, report);
    if (query->all && report->by) status = report_move_values(&t, report, err);
    report->nodes = t.nodes;
    return status;
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->limits.ms, o->limits.depth || o->limits.nodes, 1);
}

static const struct jg_option OPTIONS[] = {
    {.name = "depth",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, limits.depth),
     .max = 250,
     .standard = "0",
     .value = "N",
     .help = "maximum length of a win in plies (0: no limit)"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, limits.nodes),
     .standard = "0",
     .value = "N",
     .help = "maximum number of nodes (0: no limit)"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, limits.ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "maximum time in milliseconds (0: 1000 without another limit)"},
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, memory),
     .min = 64 << 10,
     .max = (double)((uint64_t)64 << 30),
     .standard = "64M",
     .value = "BYTES",
     .help = "size of the table; entries that took the least work are replaced first"},
    {0},
};

const struct jg_agent_kind jg_agent_pn = {
    .name = "pn",
    .summary = "proof-number search: finds and shows forced wins, without evaluations",
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .forget = forget,
};
