/* The lecture's searches as agents, with its refinements. */
#include "agents/agents.h"

#include "agents/model.h"
#include "core/clock.h"
#include "game/book.h"

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

/* What an agent keeps between questions. */
struct data {
    struct jg_eval eval;
    struct jg_model model;
    struct jg_book book;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (d) jg_book_free(&d->book);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_eval eval;
    enum jg_status status = jg_eval_open(&eval, a->game, o->eval, err);
    if (status) return status;
    a->refused = "quiesce";
    if (o->quiesce && !a->game->kind->noisy)
        return jg_fail(err, JG_EFIT, -1, "%s has no noisy moves to go on with: quiesce does not fit it",
                       a->game->kind->name);
    a->refused = "depth";
    if (!(a->game->kind->traits & JG_IS_FINITE) && !o->limits.depth && !o->limits.nodes && !o->limits.ms)
        return jg_fail(err, JG_EFIT, -1, "%s may go on for ever: depth, nodes or ms must limit the search",
                       a->game->kind->name);
    a->refused = "nodes";
    if ((o->order == BEST || o->order == WORST) && o->limits.nodes)
        return jg_fail(err, JG_EFIT, -1,
                       "the order by true values takes searches of its own, which nodes does not limit");
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    a->data = d;
    d->eval = eval;
    if (o->book[0]) status = jg_book_load(&d->book, a->game, o->book, err);
    if (status && err) err->position = -2; /* in the file, not in the spec */
    if (status) close_agent(a);
    return status;
}

static void forget(struct jg_agent *a) { ((struct data *)a->data)->model = (struct jg_model){0}; }

static struct jg_eval *judge(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- The order in which moves are tried ------------------------------------------- */

struct ranked {
    jg_move move;
    int place;
    int32_t rank;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank) - (x->rank > y->rank) : x->place - y->place;
}

/* Sorts by the game's own opinion, or by the values that the moves really have
 * (found by a search of its own, which nobody counts): what perfect and what the
 * worst foresight would make of alpha-beta. */
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

/* A move of the book, if it has one: then nothing is searched. */
static bool choose_from_book(const struct data *d, const struct jg_ask *ask, struct jg_report *report) {
    if (!d->book.count || !jg_book_find(&d->book, ask->view, &report->move)) return false;
    report->note = "from the book";
    report->line[0] = report->move;
    report->line_count = 1;
    return true;
}

static enum jg_status choose(jg_search_function *search, struct jg_agent *a, const struct jg_ask *ask,
                             struct jg_report *report, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    enum order order = (enum order)o->order;
    enum jg_status status = JG_OK;
    struct jg_search s = {
        .game = a->game,
        .eval = &d->eval,
        .limits = {.depth = o->limits.depth, .nodes = o->limits.nodes},
        .deadline = o->limits.ms ? jg_clock() + o->limits.ms / 1000.0 : 0, /* of all that follows */
        .stop = ask->stop,
        .all = ask->all,
        .quiesce = o->quiesce,
        .secondary = o->secondary,
        .order = order == LISTED ? NULL : order_moves,
        .arg = &order,
        .trace = ask->trace,
    };
    if (choose_from_book(d, ask, report)) {
        if (o->model) jg_model_moved(&d->model, a->game, ask->view, report->move);
        return JG_OK;
    }
    search(&s, ask->view, report);
    if (o->model) {
        status = jg_model_learn(&d->model, search, &s, ask->view);
        if (!status) status = jg_model_choose(&d->model, search, &s, ask->view, report);
        jg_model_moved(&d->model, a->game, ask->view, report->move);
        report->nodes = s.nodes;
    }
    return status ? jg_fail(err, status, -1, "out of memory") : JG_OK;
}

static enum jg_status choose_minimax(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                                     struct jg_error *err) {
    return choose(jg_minimax, a, ask, report, err);
}

static enum jg_status choose_negamax(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                                     struct jg_error *err) {
    return choose(jg_negamax, a, ask, report, err);
}

static enum jg_status choose_alphabeta(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                                       struct jg_error *err) {
    return choose(jg_alphabeta, a, ask, report, err);
}

static const struct jg_option OPTIONS[] = {
    JG_LIMIT_OPTIONS(struct options, limits, "6"),
    JG_EVAL_OPTION(struct options, eval),
    {.name = "order",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, order),
     .choices = "listed|rank|best|worst",
     .standard = "listed",
     .help = "which moves come first: as listed, by the game's opinion, by their true value"},
    {.name = "quiesce",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, quiesce),
     .standard = "0",
     .help = "1: past the depth go on with noisy moves until the position is quiet"},
    {.name = "secondary",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, secondary),
     .max = JG_MOVES_MAX,
     .standard = "0",
     .value = "K",
     .help = "search the best K moves two plies further to confirm the choice"},
    {.name = "book",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, book),
     .reads = JG_READS_FILE,
     .standard = "",
     .value = "FILE",
     .help = "moves of this book first; 'jogada book' makes one"},
    {.name = "model",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, model),
     .standard = "0",
     .help = "1: take the risks that the opponent's mistakes so far are worth"},
    {0},
};

#define TEXTBOOK(function)                                                                                             \
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN, .traces = true, .options = OPTIONS,                                      \
    .options_size = sizeof(struct options), .open = open_agent, .close = close_agent, .choose = function,              \
    .forget = forget, .judge = judge

const struct jg_agent_kind jg_minimax_agent = {
    .name = "minimax",
    .summary = "looks at every line of play to a depth",
    TEXTBOOK(choose_minimax),
};

const struct jg_agent_kind jg_negamax_agent = {
    .name = "negamax",
    .summary = "minimax in one rule for both sides, by the change of sign",
    TEXTBOOK(choose_negamax),
};

const struct jg_agent_kind jg_alphabeta_agent = {
    .name = "alphabeta",
    .summary = "the same choice as minimax, without the useless lines",
    TEXTBOOK(choose_alphabeta),
};
