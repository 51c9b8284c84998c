/* Iterations, threads and reports of the strong search. */
#include "search/ab.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "search/ab_tree.h"
#include "search/keys.h"
#include "search/known.h"

#include <stdlib.h>

enum {
    ASPIRATION = 2,      /* half the first window, in quarters of the evaluator's unit */
    ASPIRATION_FROM = 4, /* depth from which there is a guess to aspire to */
    ALONE_MS = 20        /* in less time than this more threads are not worth their start */
};

struct jg_ab {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_ab_options options;
    struct jg_tt tt;
    int threads;
    struct ab_worker *workers;
    _Atomic uint64_t *busy; /* with more than one thread */
};

/* ---- Parts ------------------------------------------------------------------------ */

static const char *const PARTS[] = {
#define NAME(id, name) name,
    JG_AB_PARTS(NAME)
#undef NAME
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

enum jg_status jg_ab_parts(const char *names, unsigned *parts, struct jg_error *err) {
    *parts = 0;
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, "+");
        int i = 0;
        while (i < PART_COUNT && (strlen(PARTS[i]) != length || strncmp(PARTS[i], at, length))) i++;
        if (i == PART_COUNT) {
            char list[256];
            struct jg_text t;
            jg_text_init(&t, list, sizeof list);
            for (i = 0; i < PART_COUNT; i++) jg_text_add(&t, i ? ", %s" : "%s", PARTS[i]);
            return jg_fail(err, JG_EINPUT, -1, "no part '%.*s'; there are %s", (int)length, at, list);
        }
        *parts |= 1u << i;
        at += length + (at[length] == '+');
    }
    return JG_OK;
}

/* ---- Opening ---------------------------------------------------------------------- */

static bool timed(const struct jg_ab_options *o) { return !o->limits.depth && !o->limits.nodes; }

/* Whether every question is answered as if it were the first. */
static bool forgets(const struct jg_ab *ab) { return ab->threads == 1 && !timed(&ab->options); }

struct jg_ab *jg_ab_new(const struct jg_game *g, const struct jg_eval *eval, const struct jg_ab_options *options,
                        struct jg_error *err) {
    struct jg_ab *ab = calloc(1, sizeof *ab);
    if (!ab) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    *ab = (struct jg_ab){.game = g, .eval = eval, .options = *options};
    ab->threads = options->threads || timed(options) ? jg_threads(options->threads) : 1;
    ab->workers = calloc((size_t)ab->threads, sizeof *ab->workers);
    if (ab->threads > 1) ab->busy = calloc(AB_BUSY, sizeof *ab->busy);
    bool room = ab->workers && (ab->busy || ab->threads == 1);
    if (!room) jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (!room || jg_tt_init(&ab->tt, options->tt, err)) {
        jg_ab_free(ab);
        return NULL;
    }
    if (!forgets(ab)) jg_tt_touch(&ab->tt);
    return ab;
}

enum jg_status jg_ab_open(struct jg_agent *a, const struct jg_ab_options *options, const char *evaluator,
                          const char *without, struct jg_eval *eval, struct jg_ab **out, struct jg_error *err) {
    struct jg_ab_options o = *options;
    enum jg_status status = jg_ab_parts(without, &o.without, err);
    if (status) {
        a->refused = "without";
        return status;
    }
    status = jg_eval_open(eval, a->game, evaluator, err);
    if (!status && !(*out = jg_ab_new(a->game, eval, &o, err))) status = JG_EMEMORY;
    return status;
}

void jg_ab_free(struct jg_ab *ab) {
    if (!ab) return;
    jg_tt_free(&ab->tt);
    free(ab->workers);
    free(ab->busy);
    free(ab);
}

void jg_ab_limit(struct jg_ab *ab, struct jg_limits limits) { ab->options.limits = limits; }

void jg_ab_forget(struct jg_ab *ab) {
    if (!forgets(ab)) jg_tt_clear(&ab->tt);
}

/* ---- The root --------------------------------------------------------------------- */

/* One thread's question: the moves at the root, the best so far first. */
struct root {
    struct ab_worker *w;
    const void *state;
    int team, n;
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX];
    int tried;           /* moves that this pass over them has judged */
    struct jg_line line; /* the best that this iteration has found, and */
    int32_t value;       /* its value */
};

static void to_front(struct root *r, int i) {
    jg_move move = r->moves[i].move;
    int32_t value = r->moves[i].value;
    memmove(r->moves + 1, r->moves, (size_t)i * sizeof *r->moves);
    r->moves[0].move = move;
    r->moves[0].value = value;
}

/* All moves to a depth within a window; the best goes to the front. `all`: each
 * with its own value. */
static int32_t judge(struct root *r, int depth, int32_t alpha, int32_t beta, bool all) {
    struct jg_line rest;
    int32_t best = -JG_INFINITE;
    r->tried = 0;
    for (int i = 0; i < r->n; i++) {
        jg_move move = r->moves[i].move;
        int32_t floor = all ? -JG_INFINITE : alpha, value;
        bool open = all || i == 0;
        value = ab_visit(r->w, r->state, move, r->team, depth - 1, 1, floor, open ? beta : floor + 1, &rest);
        if (!open && value > alpha && value < beta && !r->w->stopped)
            value = ab_visit(r->w, r->state, move, r->team, depth - 1, 1, alpha, beta, &rest);
        if (r->w->stopped) return best;
        r->moves[i].value = value;
        r->tried++;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        jg_line_set(&r->line, move, &rest);
        r->value = value;
        to_front(r, i);
        if (alpha >= beta) break;
    }
    return best;
}

/* One iteration: a narrow window around the guess, opened on the side where
 * the value falls out of it, the first time a little. */
static int32_t iterate(struct root *r, int depth, int32_t guess, bool all) {
    int32_t half = ASPIRATION * AB_SCALE * r->w->shared->eval->by->unit / 4 + 1;
    int32_t alpha = -JG_INFINITE, beta = JG_INFINITE;
    if (r->w->shared->may & JG_AB_ASPIRATION && depth >= ASPIRATION_FROM && !all &&
        abs(ab_points(guess)) < JG_WIN / 2) {
        alpha = guess - half;
        beta = guess + half;
    }
    for (int tries = 0;; tries++) {
        int32_t value = judge(r, depth, alpha, beta, all);
        if (r->w->stopped || ((value > alpha || alpha == -JG_INFINITE) && (value < beta || beta == JG_INFINITE)))
            return value;
        if (value <= alpha) alpha = tries ? -JG_INFINITE : alpha - 4 * half;
        if (value >= beta) beta = tries ? JG_INFINITE : beta + 4 * half;
    }
}

/* ---- Reports ---------------------------------------------------------------------- */

/* A won or lost game is one whatever was judged on the way: a judgement never
 * is as good as a win, nor is a repetition. */
static bool decided(const struct jg_ab *ab, int32_t value) {
    return !ab->eval->by->ends && abs(ab_points(value)) == JG_WIN;
}

/* A line that has come to a position that the game knows goes on to the end. */
static void lengthen(const struct jg_ab *ab, const struct root *r, struct jg_report *report) {
    union jg_state at;
    if (!(r->w->shared->may & JG_AB_ENDINGS)) return;
    memcpy(&at, r->state, ab->game->state_size);
    for (int i = 0; i < report->line_count; i++) jg_apply(ab->game, &at, report->line[i]);
    jg_known_line(ab->game, &at, report);
}

static void fill(const struct jg_ab *ab, const struct root *r, bool proven, double begin, struct jg_report *report) {
    report->value = ab_points(r->value);
    report->proven = proven || decided(ab, r->value);
    report->by = ab->eval->by;
    int plies = ab_distance(r->value);
    report->plies = report->proven || r->line.count == plies ? plies : 0;
    report->move = r->line.moves[0];
    report->line_count = r->line.count;
    memcpy(report->line, r->line.moves, (size_t)r->line.count * sizeof *r->line.moves);
    lengthen(ab, r, report);
    report->seconds = jg_clock() - begin;
}

/* Stopped in the middle of an iteration: the best so far stands, since it has at
 * least confirmed the move of the iteration before, which comes first; unless all
 * that were tried lose. Then the next is the better bet, of which nothing is known. */
static void fill_half(const struct jg_ab *ab, const struct root *r, double begin, struct jg_report *report) {
    if (!r->line.count) return;
    if (r->value > 0 || !decided(ab, r->value)) {
        fill(ab, r, false, begin, report);
    } else if (r->tried < r->n) {
        report->move = report->line[0] = r->moves[r->tried].move;
        report->line_count = 1;
        report->by = NULL;
        report->value = report->plies = 0;
        report->proven = false;
    }
}

static void fill_moves(const struct root *r, struct jg_report *report) {
    report->move_count = r->n;
    for (int i = 0; i < r->n; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = ab_points(r->moves[i].value);
    }
}

static void count(const struct ab_shared *s, struct jg_report *report) {
    report->nodes = atomic_load(&s->nodes);
    report->leaves = atomic_load(&s->leaves);
    report->cuts = atomic_load(&s->cuts);
}

/* ---- The search ------------------------------------------------------------------- */

struct job {
    struct jg_ab *ab;
    const struct jg_ask *ask;
    struct ab_shared shared;
    struct jg_report *report;
    double begin;
    int threads;
};

/* Orders the moves by the game's opinion; those alike stay as they are. */
static void order(const struct job *j, struct root *r) {
    const struct jg_game *g = j->ab->game;
    jg_move moves[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX];
    for (int i = 0; i < r->n; i++) moves[i] = r->moves[i].move;
    g->kind->rank(g, r->state, moves, r->n, ranks);
    for (int i = 0; i < r->n; i++) {
        int k = i;
        for (; k > 0 && r->moves[k - 1].value < ranks[i]; k--) r->moves[k] = r->moves[k - 1];
        r->moves[k].move = moves[i];
        r->moves[k].value = ranks[i];
    }
}

/* The best in the game's opinion first; of those alike chance decides, and nobody
 * meets the same game every time, since of equally good ones the first is chosen. */
static void prepare(struct job *j, struct root *r, int thread) {
    jg_move moves[JG_MOVES_MAX];
    *r = (struct root){.w = &j->ab->workers[thread], .state = j->ask->view, .team = jg_team(j->ask->seat)};
    struct jg_rng rng;
    r->n = jg_moves(j->ab->game, r->state, moves);
    jg_rng_init(&rng, j->ask->seed, 0);
    for (int i = r->n - 1; i >= 0; i--) {
        int k = (int)jg_rng_below(&rng, (uint32_t)i + 1);
        r->moves[i].move = moves[k];
        moves[k] = moves[i];
    }
    if (j->shared.may & JG_AB_RANK) order(j, r);
}

/* Goes deeper and deeper. The first thread reports; the others fill the table (lazy SMP), every other one a ply ahead if the first can
 * make use of that. */
static void deepen(void *arg, size_t thread) {
    struct job *j = arg;
    const struct jg_ab_options *o = &j->ab->options;
    bool first = thread == 0, all = first && j->ask->all;
    int most = o->limits.depth ? o->limits.depth : JG_DEPTH_MAX;
    int ahead = j->shared.same_depth ? 0 : (int)(thread % 2);
    struct root r;
    int32_t value = 0;
    prepare(j, &r, (int)thread);
    if (first) j->report->move = r.moves[0].move;
    for (int depth = 1 + ahead; depth <= most; depth++) {
        uint64_t judged = r.w->judged;
        r.line.count = 0;
        value = iterate(&r, depth, value, all);
        if (r.w->stopped) break;
        bool proven = judged == r.w->judged;
        if (first) {
            j->report->depth = depth;
            fill(j->ab, &r, proven, j->begin, j->report);
            if (all) fill_moves(&r, j->report);
            ab_tell(r.w);
            count(&j->shared, j->report);
            if (j->ask->progress) j->ask->progress(j->ask->arg, j->report);
        }
        bool known = proven || (decided(j->ab, value) && ab_distance(value) <= depth && !j->ask->all);
        if (known || (r.n == 1 && timed(o) && !j->ask->all)) break; /* no choice, no thought */
        if (first && j->shared.deadline > 0 && jg_clock() - j->begin > 0.6 * (j->shared.deadline - j->begin)) break;
    }
    if (first) atomic_store(&j->shared.stop, true);
    if (first && r.w->stopped && !all) fill_half(j->ab, &r, j->begin, j->report);
    ab_tell(r.w);
}

static void begin_workers(struct job *j) {
    for (int i = 0; i < j->threads; i++) {
        struct ab_worker *w = &j->ab->workers[i];
        memset(w, 0, sizeof *w);
        w->shared = &j->shared;
        if (!(j->shared.may & JG_AB_REPETITION)) continue;
        w->path[0] = jg_key(j->ab->game, j->ask->view);
        ab_enter(w, w->path[0]);
        for (size_t k = 0; k < j->shared.past_count; k++) ab_enter(w, j->shared.past[k]);
    }
}

/* What a search of a game may do. */
static unsigned parts_for(const struct jg_game *g, bool selective) {
    const struct jg_game_kind *k = g->kind;
    unsigned parts = JG_AB_TABLE | JG_AB_KILLERS | JG_AB_HISTORY | JG_AB_ANSWERS | JG_AB_ASPIRATION;
    if (k->rank) parts |= JG_AB_RANK;
    if (g->repeat) parts |= JG_AB_REPETITION;
    if (!selective) return parts;
    if (jg_known_any(g)) parts |= JG_AB_ENDINGS;
    if (k->noisy) parts |= JG_AB_QUIESCE;
    if (k->rank && k->noisy) parts |= JG_AB_FUTILITY;
    if (k->pass) parts |= JG_AB_NULL | JG_AB_STATIC;
    if (k->traits & JG_MAY_REDUCE) parts |= JG_AB_REDUCE | JG_AB_LATE;
    return parts;
}

/* The past matters where repetition counts. What in it, or at the root, has been there so often
 * that it must not come again changes what other positions are worth, so it
 * changes their keys in a table that outlives the question. */
static void recall(struct ab_shared *s, const struct jg_ask *ask) {
    if (!(s->may & JG_AB_REPETITION)) return;
    uint64_t root = jg_key(s->game, ask->view);
    s->past = ask->keys;
    s->past_count = ask->keys ? ask->key_count : 0;
    for (size_t i = 0; i <= s->past_count; i++) {
        uint64_t key = i < s->past_count ? s->past[i] : root;
        int times = 1;
        for (size_t k = 0; k < i; k++) times += s->past[k] == key;
        if (times == s->game->repeat - 1) s->salt ^= jg_hash_mix(key, 1);
    }
}

/* What the game knows; an evaluator's own values for ends are another measure. */
static bool answers_at_once(const struct jg_ab *ab, const struct jg_ask *ask, struct jg_report *report) {
    return !ab->eval->by->ends && !(ab->options.without & JG_AB_ENDINGS) && jg_known_answer(ab->game, ask, report);
}

void jg_ab_choose(struct jg_ab *ab, const struct jg_ask *ask, struct jg_report *report) {
    const struct jg_game *g = ab->game;
    const struct jg_ab_options *o = &ab->options;
    struct job j = {.ab = ab, .ask = ask, .report = report, .begin = jg_clock()};
    int ms = o->limits.ms ? o->limits.ms : timed(o) ? JG_IDLE_MS : 0;
    if (answers_at_once(ab, ask, report)) return;
    bool stopped = ask->stop && atomic_load(ask->stop);
    bool selective = o->selective == JG_AB_YES || (o->selective == JG_AB_AUTO && !o->limits.depth);
    j.threads = stopped || (ms && ms < ALONE_MS) ? 1 : ab->threads;
    j.shared = (struct ab_shared){
        .game = g,
        .eval = ab->eval,
        .tt = &ab->tt,
        .busy = j.threads > 1 ? ab->busy : NULL,
        .selective = selective,
        .same_depth = !selective && o->limits.depth,
        .may = parts_for(g, selective) & ~(o->without | (ab->eval->by->ends ? JG_AB_ENDINGS : 0u)),
        .asked_to_stop = ask->stop,
        .deadline = ms ? j.begin + ms / 1000.0 : 0,
        .most_nodes = o->limits.nodes,
        .nodes = report->nodes,
    };
    recall(&j.shared, ask);
    begin_workers(&j);
    jg_tt_begin(&ab->tt, forgets(ab), ask->stop, j.shared.deadline);
    jg_parallel(j.threads, (size_t)j.threads, deepen, &j);
    count(&j.shared, report);
}
