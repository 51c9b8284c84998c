/* The perfect player of Kalah: looks positions of few seeds up, solves what can be solved within its limits,
 * and judges the rest by the alpha-beta search, without what the solver has found to lose. */
#include "games/kalah/solve.h"

#include "core/clock.h"
#include "search/ab.h"
#include "search/keys.h"
#include "search/known.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The solver takes some 600 nodes for 8 seeds more than the database has, and twice as many for each 1.5 more: the
 * median of 21 positions of each number from 14 to 36. */
enum {
    DEPTH_NODES = 200000, /* for solving, if only a depth limits the search */
    NODES_PER_MS = 2000,  /* that it visits at least */
    NODES_USUAL = 600,
    SEEDS_USUAL = 8,
    HOPE = 4, /* times what it may use, that it may need so that it is tried */
    LEAST_TABLE = 64 << 10,
    NODE_BYTES = 32 /* of the table for each node that it may visit: more is not filled, only cleared */
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
    struct jg_kalah_endgame *endgame; /* both when they are first wanted */
    struct jg_kalah_solver *solver;
    struct jg_solution found; /* of the last question: */
    enum { LOOKED_UP, SOLVED, WON, JUDGED } how;
    int32_t value; /* exact, or at least, if it was not judged */
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_ab_free(d->search);
    jg_kalah_solver_free(d->solver);
    jg_kalah_endgame_close(d->endgame);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_ab_options search = {.limits = o->limits, .threads = o->threads, .tt = o->table / 2};
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    a->data = d;
    enum jg_status status = jg_ab_open(a, &search, o->eval, "", &d->eval, &d->search, err);
    if (status) close_agent(a);
    return status;
}

static void forget(struct jg_agent *a) {
    struct data *d = a->data;
    jg_ab_forget(d->search);
    if (d->solver) jg_kalah_solver_forget(d->solver);
}

static struct jg_eval *judge(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- Solving ------------------------------------------------------------------------------ */

/* What a question may still use up; 0 is no limit. */
struct budget {
    struct jg_limits limits;
    double begin;
    uint64_t nodes; /* visited up to now */
    int percent;    /* of the limits that are for the solver */
};

static bool timed(const struct options *o) { return !o->limits.depth && !o->limits.nodes; }

static uint64_t percent_of(uint64_t limit, int percent) {
    uint64_t p = (uint64_t)percent;
    return limit / 100 * p + limit % 100 * p / 100;
}

/* What the solver may visit of the nodes there are; 0: only time limits it. */
static uint64_t most_nodes(const struct jg_limits *l, int percent) {
    return l->nodes ? percent_of(l->nodes, percent) : l->ms ? 0 : DEPTH_NODES;
}

/* Whether a position may be solved within that. */
static bool hopeful(const struct jg_agent *a, const void *state, const struct jg_limits *l) {
    const struct options *o = (const void *)&a->options;
    uint64_t most = most_nodes(l, o->solve);
    if (!most) most = percent_of((uint64_t)l->ms, o->solve) * NODES_PER_MS;
    int more = -o->endings - SEEDS_USUAL;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < a->game->max_moves; i++) more += jg_kalah_seeds(a->game, state, seat, i);
    int doublings = more * 2 / 3;
    if (!o->solve || !most || more <= 0) return o->solve && most;
    return doublings < 50 && most >= ((uint64_t)NODES_USUAL << doublings) / HOPE;
}

/* The database and the solver; false while there is no solver to be had. */
static bool equip(struct jg_agent *a, const struct jg_ask *ask) {
    const struct options *o = (const void *)&a->options;
    const struct jg_kalah_options *rules = jg_kalah_options(a->game);
    struct data *d = a->data;
    bool made;
    if (rules->houses > JG_KALAH_ENDGAME_HOUSES) return false;
    if (d->solver) return true;
    struct jg_kalah_endgame_ask want = {.houses = rules->houses,
                                        .emptycapture = rules->emptycapture,
                                        .seeds = o->endings,
                                        .threads = o->threads ? o->threads
                                                   : timed(o) ? 0
                                                              : 1,
                                        .keep = true,
                                        .stop = ask->stop};
    if (!d->endgame) d->endgame = jg_kalah_endgame_open(&want, &made, NULL);
    if (!d->endgame) return false;
    uint64_t most = most_nodes(&o->limits, 100);
    struct jg_kalah_solver_options use = {.threads = want.threads, .table = o->table / 2, .endgame = d->endgame};
    if (!timed(o) && most < use.table / NODE_BYTES)
        use.table = most * NODE_BYTES > LEAST_TABLE ? most * NODE_BYTES : LEAST_TABLE;
    d->solver = jg_kalah_solver_new(a->game, &use, NULL);
    return d->solver;
}

/* A solution on its way, for whoever asked. */
struct watch {
    const struct jg_ask *ask;
    uint64_t before; /* nodes of earlier solutions */
};

/* Tells the move that is worth most for certain up to now; its value is not known yet. */
static void show(void *arg, const struct jg_solution *now) {
    const struct watch *w = arg;
    struct jg_report report = {.note = "solving", .nodes = w->before + now->nodes, .line_count = 1};
    int best = 0;
    for (int i = 1; i < now->move_count; i++)
        if (now->moves[i].value.low > now->moves[best].value.low) best = i;
    report.move = report.line[0] = now->moves[best].move;
    w->ask->progress(w->ask->arg, &report);
}

/* Runs the solver on a position as far as the share of the budget goes that is for it; true if that was enough. */
static bool solve(struct jg_agent *a, const struct jg_ask *ask, const void *state, bool all, struct budget *b,
                  struct jg_solution *out) {
    struct data *d = a->data;
    uint64_t most = most_nodes(&b->limits, b->percent);
    double until = b->limits.ms ? b->begin + b->limits.ms / 1000.0 * b->percent / 100 : 0;
    struct watch watch = {.ask = ask, .before = b->nodes};
    struct jg_solve_ask question = {.state = state, .all = all, .stop = ask->stop, .arg = &watch};
    if (ask->progress && state == ask->view) question.progress = show;
    out->move_count = 0;
    if (most) {
        if (b->nodes >= most) return false;
        question.nodes = most - b->nodes;
    }
    jg_kalah_solver_run(d->solver, &question, until, out);
    b->nodes += out->nodes;
    return jg_bounds_met(out->value);
}

/* The value of every move, as far as what is left goes; what is known already is cheap. */
static void solve_all(struct jg_agent *a, const struct jg_ask *ask, struct budget *b) {
    struct jg_solution *s = &((struct data *)a->data)->found, *more = malloc(sizeof *more);
    if (more) solve(a, ask, ask->view, true, b, more);
    for (int i = 0; more && i < s->move_count && i < more->move_count; i++) {
        struct jg_bounds *now = &s->moves[i].value, found = more->moves[i].value;
        if (found.low > now->low) now->low = found.low;
        if (found.high < now->high) now->high = found.high;
    }
    free(more);
}

/* The first of the moves that are worth so much. */
static jg_move best_of(const struct jg_solution *s) {
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].value.low == s->value.low) return s->moves[i].move;
    return s->moves[0].move;
}

/* The line of best moves, as far as it can be solved in what is left. */
static void follow(struct jg_agent *a, const struct jg_ask *ask, struct budget *b, struct jg_report *report) {
    const struct jg_game *g = a->game;
    struct jg_solution *next = malloc(sizeof *next);
    union jg_state at;
    bool ends = false;
    memcpy(&at, ask->view, g->state_size);
    report->line_count = 0;
    for (jg_move move = report->move; next && move && report->line_count < JG_LINE_MAX;) {
        report->line[report->line_count++] = move;
        jg_apply(g, &at, move);
        int before = report->line_count;
        if ((ends = jg_known_line(g, &at, report)) || report->line_count > before) break;
        move = solve(a, ask, &at, false, b, next) ? best_of(next) : 0;
    }
    report->plies = ends ? report->line_count : 0;
    free(next);
}

/* Of the moves that are worth most one, by the seed. */
static jg_move choose_best(const struct jg_solution *s, uint64_t seed) {
    struct jg_rng rng;
    jg_move best = best_of(s);
    jg_rng_init(&rng, seed, 0);
    for (int i = 0, equal = 0; i < s->move_count; i++)
        if (s->moves[i].value.low == s->value.low && !jg_rng_below(&rng, (uint32_t)++equal)) best = s->moves[i].move;
    return best;
}

/* The moves whose value is known. */
static void tell_moves(const struct jg_solution *s, struct jg_report *report) {
    for (int i = 0; i < s->move_count; i++) {
        if (!jg_bounds_met(s->moves[i].value)) continue;
        report->moves[report->move_count].move = s->moves[i].move;
        report->moves[report->move_count++].value = s->moves[i].value.low;
    }
}

static void tell_solved(struct jg_agent *a, const struct jg_ask *ask, struct budget *b, struct jg_report *report) {
    struct data *d = a->data;
    d->how = SOLVED;
    d->value = report->value = d->found.value.low;
    report->move = report->line[0] = choose_best(&d->found, ask->seed);
    report->line_count = 1;
    report->by = &jg_by_score;
    report->proven = true;
    if (!ask->all) return;
    b->percent = 100; /* nothing is left to be judged */
    solve_all(a, ask, b);
    tell_moves(&d->found, report);
    follow(a, ask, b, report);
}

/* Some move wins, though nobody knows by how much. */
static void tell_win(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report) {
    struct data *d = a->data;
    d->how = WON;
    d->value = d->found.value.low;
    report->move = report->line[0] = choose_best(&d->found, ask->seed);
    report->line_count = 1;
    report->by = d->eval.by;
    report->value = JG_WIN;
    report->proven = true;
}

/* ---- Judging ------------------------------------------------------------------------------ */

/* What is left of the limits for the search. */
static struct jg_limits left_of(const struct budget *b) {
    struct jg_limits l = b->limits;
    int ms = (int)((jg_clock() - b->begin) * 1000 + 0.5);
    if (l.nodes) l.nodes = l.nodes > b->nodes ? l.nodes - b->nodes : 1;
    if (l.ms) l.ms = l.ms > ms ? l.ms - ms : 1;
    return l;
}

/* What the solver is sure of, of a move: JG_WIN, -JG_WIN, or 0. */
static int32_t sure_of(const struct jg_solution *s, jg_move move) {
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].move == move)
            return s->moves[i].value.low > 0 ? JG_WIN : s->moves[i].value.high < 0 ? -JG_WIN : 0;
    return 0;
}

/* Another move than the search's; little is known of it. */
static void change_move(struct jg_report *report, jg_move move) {
    report->move = report->line[0] = move;
    report->line_count = 1;
    report->plies = 0;
    report->proven = false;
}

/* A move that is sure to lose is not played while there is one that may not. */
static void avoid_loss(const struct jg_solution *s, struct jg_report *report) {
    int best = -1;
    if (sure_of(s, report->move) >= 0) return;
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].value.high >= 0 && (best < 0 || s->moves[i].value.low > s->moves[best].value.low)) best = i;
    if (best < 0) return;
    change_move(report, s->moves[best].move);
    report->by = NULL;
    report->value = 0;
}

/* The same where every move has a value. */
static void mark_sure(struct data *d, struct jg_report *report) {
    int best = 0, chosen = 0;
    for (int i = 0; i < report->move_count; i++) {
        int32_t sure = sure_of(&d->found, report->moves[i].move);
        if (sure) report->moves[i].value = sure;
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

static void judge_it(struct jg_agent *a, const struct jg_ask *ask, const struct budget *b, struct jg_report *report) {
    struct data *d = a->data;
    d->how = JUDGED;
    jg_ab_limit(d->search, left_of(b));
    jg_ab_choose(d->search, ask, report);
    if (!d->found.move_count) return;
    if (report->move_count)
        mark_sure(d, report);
    else
        avoid_loss(&d->found, report);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct budget b = {.limits = o->limits, .begin = jg_clock(), .percent = o->solve};
    (void)err;
    if (timed(o) && !o->limits.ms) b.limits.ms = JG_IDLE_MS;
    d->found.move_count = 0;
    d->how = LOOKED_UP;
    if (jg_known_answer(a->game, ask, report)) {
        d->value = report->value;
        return JG_OK;
    }
    bool solved = false;
    if (hopeful(a, ask->view, &b.limits) && equip(a, ask)) {
        if (!timed(o)) jg_kalah_solver_forget(d->solver); /* so that answers repeat */
        solved = solve(a, ask, ask->view, false, &b, &d->found);
    }
    report->nodes = b.nodes;
    if (solved) {
        tell_solved(a, ask, &b, report);
        report->nodes = b.nodes;
    } else if (d->found.move_count && d->found.value.low > 0 && !ask->all) {
        tell_win(a, ask, report);
    } else {
        judge_it(a, ask, &b, report);
    }
    if (ask->progress && d->how != JUDGED) ask->progress(ask->arg, report);
    return JG_OK;
}

/* ---- Words -------------------------------------------------------------------------------- */

static void explain(struct jg_agent *a, const struct jg_ask *ask, const struct jg_style *style, struct jg_text *t) {
    const struct data *d = a->data;
    enum jg_lang lang = style->lang;
    (void)ask;
    if (d->how == JUDGED)
        jg_text_put(t, jg_tr(lang, "not solved: a judgement"));
    else if (d->how == WON)
        jg_text_add(t, jg_tr(lang, "solved: you win by at least %d against best play"), d->value);
    else
        jg_known_words(t, d->value, lang);
    jg_text_char(t, '\n');
}

static json_t *explain_json(struct jg_agent *a, const struct jg_ask *ask) {
    const struct data *d = a->data;
    bool exact = d->how <= SOLVED, bound = exact || d->found.move_count;
    int32_t low = exact ? d->value : d->found.value.low, high = exact ? d->value : d->found.value.high;
    (void)ask;
    return json_pack("{s:b, s:o, s:o}", "solved", exact, "low", bound ? json_integer(low) : json_null(), "high",
                     bound ? json_integer(high) : json_null());
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
     .help = "memory of the tables of the solver and of the search"},
    {.name = "endings",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, endings),
     .min = JG_KALAH_ENDGAME_SEEDS,
     .max = JG_KALAH_ENDGAME_MOST,
     .standard = "12",
     .value = "SEEDS",
     .help = "seeds in play from which a database of endings is used; it is made if it is not there"},
    {.name = "solve",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, solve),
     .max = 100,
     .standard = "50",
     .value = "PERCENT",
     .help = "share of time or nodes for solving before it judges"},
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .standard = "mix",
     .value = "NAME",
     .reads = JG_READS_AT,
     .help = "evaluator of the game, or @FILE with weights; see 'jogada games GAME'"},
    {0},
};

const struct jg_agent_kind jg_kalah_perfect = {
    .name = "kalah.perfect",
    .summary = "the perfect player of Kalah: exact where it can solve, else the strong alpha-beta",
    .game = "kalah",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .explain = explain,
    .explain_json = explain_json,
    .forget = forget,
    .judge = judge,
};
