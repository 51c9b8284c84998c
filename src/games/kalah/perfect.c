/* The agent kalah.perfect: probes the endgame database, solves a position if its limits allow, and otherwise falls back
 * to alpha-beta, avoiding moves that the solver has proved to lose. */
#include "games/kalah/solver.h"

#include "core/clock.h"
#include "search/ab.h"
#include "search/budget.h"
#include "search/options.h"
#include "search/endgame.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Estimated work of the solver until it knows the winner: 400 nodes for 12 seeds more than the database has, and twice
 * that for every further 1.5 seeds (medians over 8 games of (6,4), 26 to 38 seeds). */
enum {
    DEPTH_NODES = 200000, /* nodes for solving if only a depth limits the search */
    NODES_PER_MS = 2000,  /* that the solver visits at least */
    ESTIMATE_NODES = 400,
    ESTIMATE_SEEDS = 12,
    OPTIMISM = 2, /* solving is tried if the estimate is at most this many times the limit */
    LEAST_TABLE = 64 << 10,
    NODE_BYTES = 32 /* bytes of the table per node of the limit: a larger table would only take time to clear */
};

struct options {
    struct jg_limits limits;
    int threads;
    size_t table;
    int endings; /* seeds of the database */
    int solve;   /* percent of the limits for solving */
    char eval[JG_EVAL_MAX];
};

struct data {
    struct jg_eval eval;
    struct jg_ab *search;
    struct jg_kalah_endgame *endgame; /* opened when needed, as is the solver */
    struct jg_kalah_solver *solver;
    struct jg_solution found; /* of the last query, like the last two members */
    struct jg_solution other; /* for a while */
    enum { LOOKED_UP, SOLVED, WON, SEARCHED } how;
    int32_t value; /* exact if LOOKED_UP or SOLVED, a lower bound if WON */
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_ab_free(d->search);
    jg_eval_close(&d->eval);
    jg_kalah_solver_free(d->solver);
    jg_kalah_endgame_close(d->endgame);
    free(d);
    a->data = NULL;
}

/* The evaluator of the search: the network in games that it fits. */
static const char *evaluator_of(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    struct jg_inputs in;
    if (o->eval[0]) return o->eval;
    jg_inputs(a->game, &in);
    return strcmp(in.layout, jg_kalah_network.layout) ? "mix" : "network";
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_ab_options search = {.limits = o->limits, .threads = o->threads, .tt = o->table / 2};
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = jg_ab_open(a, &search, evaluator_of(a), "", &d->eval, &d->search, err);
    if (status) close_agent(a);
    return status;
}

static void forget(struct jg_agent *a) {
    struct data *d = a->data;
    jg_ab_forget(d->search);
    if (d->solver) jg_kalah_solver_forget(d->solver);
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- Solving ------------------------------------------------------------------------------ */

/* The budget of a query; a limit of 0 is none. */
struct budget {
    struct jg_limits limits;
    double begin;
    uint64_t nodes; /* spent so far */
    int percent;    /* share of the limits for the solver */
};

/* Whether only time limits the search. */
static bool time_only(const struct options *o) { return !o->limits.depth && !o->limits.nodes; }

static uint64_t percent_of(uint64_t limit, int percent) {
    uint64_t p = (uint64_t)percent;
    return limit / 100 * p + limit % 100 * p / 100;
}

/* The solver's share of the node limit; 0: only time limits it. */
static uint64_t solver_node_limit(const struct jg_limits *l, int percent) {
    return l->nodes ? percent_of(l->nodes, percent) : l->ms ? 0 : DEPTH_NODES;
}

/* Whether the solver is likely to finish within its share. */
static bool worth_solving(const struct jg_agent *a, const void *state, const struct jg_limits *l) {
    const struct options *o = (const void *)&a->options;
    uint64_t most = solver_node_limit(l, o->solve);
    if (!most) most = percent_of((uint64_t)l->ms, o->solve) * NODES_PER_MS;
    int more = -o->endings - ESTIMATE_SEEDS;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < a->game->max_moves; i++) more += jg_kalah_seeds(a->game, state, seat, i);
    int doublings = more * 2 / 3;
    if (!o->solve || !most || more <= 0) return o->solve && most;
    return doublings < 50 && most >= ((uint64_t)ESTIMATE_NODES << doublings) / OPTIMISM;
}

/* Opens database and solver, unless they are open. Without both d->solver stays NULL: where no database fits the rules,
 * and when stopped. Fails if memory runs out. */
static enum jg_status open_solver(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    const struct jg_kalah_options *rules = jg_kalah_options(a->game);
    struct data *d = a->data;
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    bool made;
    if (d->solver || rules->houses > JG_KALAH_ENDGAME_HOUSES_MAX) return JG_OK;
    struct jg_kalah_endgame_params want = {.houses = rules->houses,
                                           .emptycapture = rules->emptycapture,
                                           .seeds = o->endings,
                                           .threads = o->threads     ? o->threads
                                                      : time_only(o) ? 0
                                                                     : 1,
                                           .save = true,
                                           .stop = stop};
    if (!d->endgame && !(d->endgame = jg_kalah_endgame_open(&want, &made, &why))) {
        if (why.code == JG_ESTOP) return JG_OK;
        if (err) *err = why;
        return why.code;
    }
    uint64_t most = solver_node_limit(&o->limits, 100);
    struct jg_kalah_solver_options use = {.threads = want.threads, .table = o->table / 2, .endgame = d->endgame};
    if (!time_only(o) && most < use.table / NODE_BYTES)
        use.table = most * NODE_BYTES > LEAST_TABLE ? most * NODE_BYTES : LEAST_TABLE;
    d->solver = jg_kalah_solver_new(a->game, &use, err);
    return d->solver ? JG_OK : JG_EMEMORY;
}

static enum jg_status prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    enum jg_status status = jg_endgame_prepare(a->game, err);
    return !status && o->solve ? open_solver(a, stop, err) : status;
}

/* Argument of the solver's progress function. */
struct progress {
    const struct jg_query *query;
    uint64_t before; /* nodes of earlier solutions */
};

/* Reports the move with the greatest lower bound so far; its value is not known yet. */
static void report_progress(void *arg, const struct jg_solution *now) {
    const struct progress *w = arg;
    struct jg_report report = {.note = "solving", .nodes = w->before + now->nodes, .pv_count = 1};
    int best = 0;
    for (int i = 1; i < now->move_count; i++)
        if (now->moves[i].value.low > now->moves[best].value.low) best = i;
    report.move = report.pv[0] = now->moves[best].move;
    w->query->progress(w->query->arg, &report);
}

/* Runs the solver within its share of the budget; true if the value is exact. */
static bool solve(struct jg_agent *a, const struct jg_query *query, const void *state, bool all, struct budget *b,
                  struct jg_solution *out) {
    struct data *d = a->data;
    uint64_t most = solver_node_limit(&b->limits, b->percent);
    double deadline = b->limits.ms ? b->begin + b->limits.ms / 1000.0 * b->percent / 100 : 0;
    struct progress progress = {.query = query, .before = b->nodes};
    struct jg_solve_query solve_query = {
        .state = state, .all = all, .winner_first = true, .stop = query->stop, .arg = &progress};
    if (query->progress && state == query->view) solve_query.progress = report_progress;
    out->move_count = 0;
    if (most) {
        if (b->nodes >= most) return false;
        solve_query.nodes = most - b->nodes;
    }
    jg_kalah_solver_run(d->solver, &solve_query, deadline, out);
    b->nodes += out->nodes;
    return jg_bounds_met(out->value);
}

/* Solves every move, as far as the budget allows. */
static void solve_all(struct jg_agent *a, const struct jg_query *query, struct budget *b) {
    struct jg_solution *s = &((struct data *)a->data)->found, *more = &((struct data *)a->data)->other;
    solve(a, query, query->view, true, b, more);
    for (int i = 0; i < s->move_count && i < more->move_count; i++) {
        struct jg_bounds *now = &s->moves[i].value, found = more->moves[i].value;
        if (found.low > now->low) now->low = found.low;
        if (found.high < now->high) now->high = found.high;
    }
}

/* A win is proved, and alpha-beta cannot add to that: solves on for the margin, with the rest of the budget unless a
 * clock makes that worth something. True if the value is exact. */
static bool solve_margin(struct jg_agent *a, const struct jg_query *query, struct budget *b) {
    struct data *d = a->data;
    if (query->clock.left > 0 || query->all) return false;
    b->percent = 100;
    solve(a, query, query->view, false, b, &d->other);
    if (d->other.move_count && d->other.value.low >= d->found.value.low) d->found = d->other;
    return jg_bounds_met(d->found.value);
}

/* The first of the best moves. */
static jg_move best_of(const struct jg_solution *s) {
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].value.low == s->value.low) return s->moves[i].move;
    return s->moves[0].move;
}

/* The principal variation, as far as the budget allows to solve it. */
static void extend_pv(struct jg_agent *a, const struct jg_query *query, struct budget *b, struct jg_report *report) {
    const struct jg_game *g = a->game;
    struct jg_solution *next = &((struct data *)a->data)->other;
    union jg_state at;
    bool ends = false;
    memcpy(&at, query->view, g->state_size);
    report->pv_count = 0;
    for (jg_move move = report->move; move && report->pv_count < JG_PV_MAX;) {
        report->pv[report->pv_count++] = move;
        jg_apply(g, &at, move);
        int before = report->pv_count;
        if ((ends = jg_endgame_extend_pv(g, &at, report)) || report->pv_count > before) break;
        move = solve(a, query, &at, false, b, next) ? best_of(next) : 0;
    }
    report->plies = ends ? report->pv_count : 0;
}

/* One of the best moves, drawn by the seed. */
static jg_move choose_best(const struct jg_solution *s, uint64_t seed) {
    struct jg_rng rng;
    jg_move best = best_of(s);
    jg_rng_init(&rng, seed, 0);
    for (int i = 0, equal = 0; i < s->move_count; i++)
        if (s->moves[i].value.low == s->value.low && !jg_rng_below(&rng, (uint32_t)++equal)) best = s->moves[i].move;
    return best;
}

/* Reports the moves whose value is exact. */
static void report_moves(const struct jg_solution *s, struct jg_report *report) {
    for (int i = 0; i < s->move_count; i++) {
        if (!jg_bounds_met(s->moves[i].value)) continue;
        report->moves[report->move_count].move = s->moves[i].move;
        report->moves[report->move_count++].value = s->moves[i].value.low;
    }
}

static void report_solution(struct jg_agent *a, const struct jg_query *query, struct budget *b,
                            struct jg_report *report) {
    struct data *d = a->data;
    d->how = SOLVED;
    d->value = report->value = d->found.value.low;
    report->move = report->pv[0] = choose_best(&d->found, query->seed);
    report->pv_count = 1;
    report->by = &jg_eval_score;
    report->proven = true;
    if (!query->all) return;
    b->percent = 100; /* alpha-beta needs no share any more */
    solve_all(a, query, b);
    report_moves(&d->found, report);
    extend_pv(a, query, b, report);
}

/* A move is proved to win, by an unknown margin. */
static void report_win(struct jg_agent *a, const struct jg_query *query, struct jg_report *report) {
    struct data *d = a->data;
    d->how = WON;
    d->value = d->found.value.low;
    report->move = report->pv[0] = choose_best(&d->found, query->seed);
    report->pv_count = 1;
    report->by = d->eval.by;
    report->value = JG_WIN;
    report->proven = true;
}

/* ---- Alpha-beta --------------------------------------------------------------------------- */

/* The limits that are left for the search. */
static struct jg_limits left_of(const struct budget *b) {
    struct jg_limits l = b->limits;
    int ms = (int)((jg_clock() - b->begin) * 1000 + 0.5);
    if (l.nodes) l.nodes = l.nodes > b->nodes ? l.nodes - b->nodes : 1;
    if (l.ms) l.ms = l.ms > ms ? l.ms - ms : 1;
    return l;
}

/* What the solver has proved about a move: JG_WIN, -JG_WIN, or 0 for nothing. */
static int32_t proven_result(const struct jg_solution *s, jg_move move) {
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].move == move)
            return s->moves[i].value.low > 0 ? JG_WIN : s->moves[i].value.high < 0 ? -JG_WIN : 0;
    return 0;
}

/* Replaces the search's move by one without a principal variation. */
static void change_move(struct jg_report *report, jg_move move) {
    report->move = report->pv[0] = move;
    report->pv_count = 1;
    report->plies = 0;
    report->proven = false;
}

/* Replaces a move that is proved to lose if another one may not lose. */
static void avoid_loss(const struct jg_solution *s, struct jg_report *report) {
    int best = -1;
    if (proven_result(s, report->move) >= 0) return;
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].value.high >= 0 && (best < 0 || s->moves[i].value.low > s->moves[best].value.low)) best = i;
    if (best < 0) return;
    change_move(report, s->moves[best].move);
    report->by = NULL;
    report->value = 0;
}

/* The same for a report with a value for every move. */
static void mark_proven(struct data *d, struct jg_report *report) {
    int best = 0, chosen = 0;
    for (int i = 0; i < report->move_count; i++) {
        int32_t proven = proven_result(&d->found, report->moves[i].move);
        if (proven) report->moves[i].value = proven;
        if (report->moves[i].value > report->moves[best].value) best = i;
        if (report->moves[i].move == report->move) chosen = i;
    }
    report->value = report->moves[best].value;
    if (report->moves[chosen].value < report->value) change_move(report, report->moves[best].move);
    if (report->value != JG_WIN || d->found.value.low <= 0) return;
    d->how = WON;
    d->value = d->found.value.low;
    report->proven = true;
}

static void search_move(struct jg_agent *a, const struct jg_query *query, const struct budget *b,
                        struct jg_report *report) {
    struct data *d = a->data;
    jg_ab_set_limits(d->search, left_of(b));
    jg_ab_choose(d->search, query, report);
    if (!d->found.move_count) return;
    if (report->move_count)
        mark_proven(d, report);
    else
        avoid_loss(&d->found, report);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct budget b = {.limits = o->limits, .begin = jg_clock(), .percent = o->solve};
    if (query->clock.left > 0)
        b.limits.ms = jg_budget_ms(a->game, query, o->limits.ms);
    else if (time_only(o) && !o->limits.ms)
        b.limits.ms = JG_DEFAULT_MS;
    d->found.move_count = 0;
    d->how = LOOKED_UP;
    if (jg_endgame_choose(a->game, query, report)) {
        d->value = report->value;
        return JG_OK;
    }
    d->how = SEARCHED;
    if (jg_budget_forced(a->game, query, &report->move)) return JG_OK;
    bool solved = false, worth = worth_solving(a, query->view, &b.limits);
    enum jg_status status = worth ? open_solver(a, query->stop, err) : JG_OK;
    if (status) return status;
    if (worth && d->solver) {
        if (!time_only(o)) jg_kalah_solver_forget(d->solver); /* for reproducible results */
        solved = solve(a, query, query->view, false, &b, &d->found);
        if (!solved && d->found.move_count && d->found.value.low > 0) solved = solve_margin(a, query, &b);
    }
    report->nodes = b.nodes;
    if (solved) {
        report_solution(a, query, &b, report);
        report->nodes = b.nodes;
    } else if (d->found.move_count && d->found.value.low > 0 && !query->all) {
        report_win(a, query, report);
    } else {
        search_move(a, query, &b, report);
    }
    if (query->progress && d->how != SEARCHED) query->progress(query->arg, report);
    return JG_OK;
}

/* ---- Explaining --------------------------------------------------------------------------- */

static void explain(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style, struct jg_text *t) {
    const struct data *d = a->data;
    jg_lang lang = style->lang;
    (void)query;
    if (d->how == SEARCHED)
        jg_text_put(t, jg_tr(lang, "not solved: estimated by search"));
    else if (d->how == WON)
        jg_text_add(t, jg_tr(lang, "solved: you win by at least %d with best play"), d->value);
    else
        jg_endgame_describe(t, d->value, lang);
    jg_text_char(t, '\n');
}

static json_t *explain_json(struct jg_agent *a, const struct jg_query *query) {
    const struct data *d = a->data;
    bool exact = d->how <= SOLVED, bound = exact || d->found.move_count;
    int32_t low = exact ? d->value : d->found.value.low, high = exact ? d->value : d->found.value.high;
    (void)query;
    return json_pack("{s:b, s:o, s:o}", "solved", exact, "low", bound ? json_integer(low) : json_null(), "high",
                     bound ? json_integer(high) : json_null());
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->limits.ms, !time_only(o), o->threads);
}

static const struct jg_option OPTIONS[] = {
    JG_STRONG_OPTIONS(struct options, limits, threads),
    {.name = "table",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, table),
     .min = 1 << 20,
     .max = (double)((uint64_t)64 << 30),
     .standard = "64M",
     .value = "BYTES",
     .help = "memory for the tables of solver and search"},
    {.name = "endings",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, endings),
     .min = JG_KALAH_ENDGAME_SEEDS_DEFAULT,
     .max = JG_KALAH_ENDGAME_SEEDS_MAX,
     .standard = "16",
     .value = "SEEDS",
     .help = "seeds of the endgame database, which is built if missing"},
    {.name = "solve",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, solve),
     .max = 100,
     .standard = "50",
     .value = "PERCENT",
     .help = "share of time or nodes for the solver, in percent"},
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .standard = "",
     .value = "NAME",
     .reads = JG_READS_AT,
     .help = "evaluator, or @FILE (default: the network if it fits, or else mix); see 'jogada games GAME'"},
    {0},
};

const struct jg_agent_kind jg_kalah_perfect = {
    .name = "kalah.perfect",
    .summary = "perfect player of Kalah: exact when it can solve, otherwise alpha-beta",
    .game = "kalah",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .prepare = prepare,
    .choose = choose,
    .is_timed = is_timed,
    .explain = explain,
    .explain_json = explain_json,
    .forget = forget,
    .eval = eval_of,
};
