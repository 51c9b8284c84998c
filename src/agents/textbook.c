/* The agents `minimax`, `negamax` and `alphabeta`: the lecture's searches with its refinements. */
#include "agents/agents.h"

#include "agents/opponent_model.h"
#include "game/book.h"
#include "search/budget.h"

#include <stdlib.h>
#include <string.h>

enum order { LISTED, RANK, BEST, WORST };

struct options {
    struct jg_limits limits;
    char eval[JG_EVAL_MAX];
    int order;
    bool quiesce;
    int secondary;
    bool model;
    char book[128];
};

/* State between queries. */
struct data {
    struct jg_eval eval;
    struct jg_model model;
    struct jg_book book;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (d) jg_book_free(&d->book);
    if (d) jg_eval_close(&d->eval);
    free(d);
    a->data = NULL;
}

/* Checks that the options go together. */
static enum jg_status check_options(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    a->bad_option = "quiesce";
    if (o->quiesce && !a->game->kind->noisy)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s has no noisy moves, so quiesce=1 cannot be used",
                       a->game->kind->name);
    a->bad_option = "depth";
    if (!(a->game->kind->traits & JG_IS_FINITE) && !o->limits.depth && !o->limits.nodes && !o->limits.ms)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s may never end: limit the search by depth, nodes or ms",
                       a->game->kind->name);
    a->bad_option = "nodes";
    if ((o->order == BEST || o->order == WORST) && o->limits.nodes)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION,
                       "order=best and order=worst run extra searches that nodes does not limit; use depth or ms");
    return JG_OK;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = jg_eval_open(&d->eval, a->game, o->eval, err);
    if (!status) status = check_options(a, err);
    if (status) {
        close_agent(a);
        return status;
    }
    if (o->book[0]) status = jg_book_load(&d->book, a->game, o->book, err);
    if (status && err) err->position = JG_NOWHERE; /* the mistake is in the book */
    if (status) close_agent(a);
    return status;
}

static void forget(struct jg_agent *a) { ((struct data *)a->data)->model = (struct jg_model){0}; }

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- Move ordering ------------------------------------------- */

struct ranked {
    jg_move move;
    int place;
    int32_t rank;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank) - (x->rank > y->rank) : x->place - y->place;
}

/* Orders moves by the game's rank, or by their true values, best or worst first, to show what perfect and worst
 * ordering do to alpha-beta. True values come from an extra search that is not counted. */
static void order_moves(void *arg, const struct jg_search *s, const void *state, int depth, jg_move *moves, int n) {
    const struct jg_game *g = s->game;
    enum order order = *(const enum order *)arg;
    struct ranked list[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX] = {0};
    if (order == RANK) {
        if (g->kind->rank) g->kind->rank(g, state, moves, n, ranks);
    } else if (depth > 0) {
        struct jg_search inner = {.game = g,
                                  .eval = s->eval,
                                  .limits = {.depth = depth},
                                  .stop = s->stop,
                                  .deadline = s->deadline,
                                  .quiesce = s->quiesce};
        struct jg_report *report = calloc(1, sizeof *report);
        if (report) jg_minimax(&inner, state, report);
        for (int i = 0; report && i < report->move_count; i++)
            ranks[i] = order == BEST ? report->moves[i].value : -report->moves[i].value;
        free(report);
    }
    for (int i = 0; i < n; i++) list[i] = (struct ranked){.move = moves[i], .place = i, .rank = ranks[i]};
    qsort(list, (size_t)n, sizeof *list, by_rank);
    for (int i = 0; i < n; i++) moves[i] = list[i].move;
}

/* ---- Choosing --------------------------------------------------------------------- */

/* Plays from the opening book if it has the position. */
static bool choose_from_book(const struct data *d, const struct jg_query *query, struct jg_report *report) {
    if (!d->book.count || !jg_book_find(&d->book, query->view, &report->move)) return false;
    report->note = "from the opening book";
    report->pv[0] = report->move;
    report->pv_count = 1;
    return true;
}

static enum jg_status choose(jg_model_search *search, struct jg_agent *a, const struct jg_query *query,
                             struct jg_report *report, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    enum order order = (enum order)o->order;
    enum jg_status status = JG_OK;
    struct jg_search s = {
        .game = a->game,
        .eval = &d->eval,
        .limits = {.depth = o->limits.depth, .nodes = o->limits.nodes},
        .deadline = jg_budget_plan(a->game, query, o->limits.ms, 0).deadline, /* for all searches below */
        .stop = query->stop,
        .all = query->all,
        .quiesce = o->quiesce,
        .secondary = o->secondary,
        .order = order == LISTED ? NULL : order_moves,
        .arg = &order,
        .trace = query->trace,
    };
    if (choose_from_book(d, query, report)) {
        if (o->model) jg_model_moved(&d->model, a->game, query->view, report->move);
        return JG_OK;
    }
    search(&s, query->view, report);
    if (o->model) {
        status = jg_model_learn(&d->model, search, &s, query->view);
        if (!status) status = jg_model_choose(&d->model, search, &s, query->view, report);
        jg_model_moved(&d->model, a->game, query->view, report->move);
        report->nodes = s.nodes;
    }
    return status ? jg_fail(err, status, JG_NO_POSITION, "out of memory") : JG_OK;
}

static enum jg_status choose_minimax(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                     struct jg_error *err) {
    return choose(jg_minimax, a, query, report, err);
}

static enum jg_status choose_negamax(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                     struct jg_error *err) {
    return choose(jg_negamax, a, query, report, err);
}

static enum jg_status choose_alphabeta(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                       struct jg_error *err) {
    return choose(jg_alphabeta, a, query, report, err);
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return o->limits.ms;
}

static const struct jg_option OPTIONS[] = {
    JG_LIMIT_OPTIONS(struct options, limits, "6"),
    JG_EVAL_OPTION(struct options, eval),
    {.name = "order",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, order),
     .choices = "listed|rank|best|worst",
     .standard = "listed",
     .labels = (const char *const[]){"as the game lists them", "by the game's rank", "by true value, best first",
                                     "by true value, worst first", NULL},
     .help = "move order"},
    {.name = "quiesce",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, quiesce),
     .standard = "0",
     .help = "1: quiescence search with noisy moves past the depth limit"},
    {.name = "secondary",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, secondary),
     .max = JG_MOVES_MAX,
     .standard = "0",
     .value = "K",
     .help = "searches the best K moves two plies deeper before choosing (0: off)"},
    {.name = "book",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, book),
     .reads = JG_READS_FILE,
     .standard = "",
     .value = "FILE",
     .help = "opening book to play from first; 'jogada book' makes one"},
    {.name = "model",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, model),
     .standard = "0",
     .help = "1: models the opponent by its mistakes so far, and takes risks accordingly"},
    {0},
};

#define TEXTBOOK(function)                                                                                             \
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN, .traces = true, .options = OPTIONS,                                      \
    .options_size = sizeof(struct options), .open = open_agent, .close = close_agent, .choose = function,              \
    .is_timed = is_timed, .forget = forget, .eval = eval_of

const struct jg_agent_kind jg_agent_minimax = {
    .name = "minimax",
    .summary = "searches every variation to a fixed depth",
    TEXTBOOK(choose_minimax),
};

const struct jg_agent_kind jg_agent_negamax = {
    .name = "negamax",
    .summary = "minimax with one rule for both sides, by a change of sign",
    TEXTBOOK(choose_negamax),
};

const struct jg_agent_kind jg_agent_alphabeta = {
    .name = "alphabeta",
    .summary = "the same move as minimax, without searching branches that cannot change it",
    TEXTBOOK(choose_alphabeta),
};
