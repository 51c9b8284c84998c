/* The agent `magic`: decides by lookahead (lookahead.c), then follows the plan while the game goes
 * as predicted; explanations. */
#include "core/hash.h"
#include "game/network.h"
#include "games/magic/explain.h"
#include "games/magic/lookahead.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct jg_evaluator CHANCE = {.name = "game", .help = "probability of winning", .unit = 1, .chance = true};

/* Limits that hold until others, or a clock, are given. */
enum { USUAL_ROLLOUTS = 1200, USUAL_NODES = 400000 };

enum { TO_THE_END = 255 }; /* turns */

struct options {
    char eval[JG_SPEC_MAX];
    uint64_t rollouts, nodes;
    int width, ms, turns;
    double explore;
};

/* The last decision stays in force while the views are those that it predicted. */
struct data {
    struct jg_magic_lookahead lookahead;
    struct jg_magic_candidate candidate; /* in force */
    struct jg_magic_battlefield field;
    int next;
    uint64_t expected,
        searched; /* hashes of views: expected after the last move; of the last query that was searched */
};

static uint64_t hash(const struct jg_magic *s) { return jg_hash(s, sizeof *s) | 1; }

/* ---- Following -------------------------------------------------------------------------- */

static bool is_main_phase(int phase) { return phase == JG_MAGIC_MAIN_1 || phase == JG_MAGIC_MAIN_2; }

/* The move of a candidate in a view; `next` as in jg_magic_next_plan_move. */
static jg_move candidate_move(const struct jg_magic *view, const struct jg_magic_candidate *candidate,
                              const struct jg_magic_battlefield *f, int *next) {
    switch (view->phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_ATTACK: return jg_magic_next_plan_move(view, &candidate->plan, next);
    case JG_MAGIC_BLOCK:
    case JG_MAGIC_BLOCK_WHICH: return jg_magic_next_block_move(view, f, &candidate->blocks);
    default: return candidate->move;
    }
}

/* Whether a plan or blocks continue after a move. */
static bool continues(const struct jg_magic *before, const struct jg_magic *after, int seat) {
    if (jg_magic_turn(after) != seat || after->turn != before->turn) return false;
    bool first = before->phase <= JG_MAGIC_ATTACK || before->phase == JG_MAGIC_TARGET_1;
    return !(first && after->phase == JG_MAGIC_MAIN_2) && after->phase != JG_MAGIC_DISCARD;
}

/* ---- Deciding --------------------------------------------------------------------------- */

/* Whether a phase is decided by whole plans or blocks; elsewhere, by single moves. */
static bool by_plan(int phase) { return is_main_phase(phase) || phase == JG_MAGIC_BLOCK; }

static double chance(const struct jg_magic_candidate *candidate) {
    return candidate->games ? candidate->won / candidate->games : 0.5;
}

static int32_t value_of(const struct jg_magic_candidate *candidate) {
    return (int32_t)((2 * chance(candidate) - 1) * JG_CHANCES);
}

static jg_move first_move(const struct jg_magic *view, const struct jg_magic_lookahead *l, int i) {
    int next = 0;
    return by_plan(view->phase) ? candidate_move(view, &l->list.candidate[i], &l->list.field, &next)
                                : l->list.candidate[i].move;
}

/* Ranks the candidates: the chosen one first, then by rollouts, then by win rate. A candidate
 * dropped after few rollouts may look better than it is. */
static int ranked(const struct jg_magic_lookahead *l, int *order) {
    int n = 0;
    for (int i = 0; i < l->list.count; i++) {
        const struct jg_magic_candidate *candidate = &l->list.candidate[i];
        int k = n++;
        for (; k > 0; k--) {
            const struct jg_magic_candidate *other = &l->list.candidate[order[k - 1]];
            if (i != l->best && (order[k - 1] == l->best || other->games > candidate->games ||
                                 (other->games == candidate->games && chance(other) >= chance(candidate))))
                break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    return n;
}

/* The value of a move is that of the highest-ranked candidate that begins with it. */
static void report_moves(const struct jg_magic *view, const struct jg_magic_lookahead *l, struct jg_report *report) {
    int order[JG_MAGIC_CANDIDATES], n = ranked(l, order);
    for (int i = 0; i < n; i++) {
        const struct jg_magic_candidate *candidate = &l->list.candidate[order[i]];
        jg_move move = first_move(view, l, order[i]);
        int k = 0;
        while (k < report->move_count && report->moves[k].move != move) k++;
        if (!candidate->games || k < report->move_count) continue;
        report->moves[k].move = move;
        report->moves[k].value = value_of(candidate);
        report->move_count++;
    }
}

static void report_pv(const struct jg_game *g, const struct data *d, const struct jg_magic *view, int seat,
                      struct jg_report *report) {
    struct jg_magic s = *view, before;
    int next = 0;
    do {
        jg_move move = by_plan(view->phase) ? candidate_move(&s, &d->candidate, &d->field, &next) : d->candidate.move;
        if (!move || report->pv_count == JG_PV_MAX) return;
        report->pv[report->pv_count++] = move;
        before = s;
        jg_magic_play(g, &s, move);
    } while (by_plan(view->phase) && continues(&before, &s, seat));
}

/* With an evaluator, rollouts end early, and the player decides in them by it. */
static void set_policy(struct jg_magic_lookahead *l, const struct options *o, int seat) {
    bool evaluates = l->eval.by;
    l->alone = evaluates && !o->turns;
    l->policy.turns = evaluates && o->turns < TO_THE_END ? o->turns : 0;
    l->policy.greedy[seat] = evaluates ? &l->greedy : NULL;
    l->policy.greedy[1 - seat] = NULL;
}

/* With probability `explore`, a random candidate is the best. */
static void explore(struct jg_magic_lookahead *l, const struct options *o, uint64_t seed) {
    struct jg_rng rng;
    if (o->explore <= 0 || !l->list.count) return;
    jg_rng_init(&rng, seed, 1);
    if (jg_rng_unit(&rng) < o->explore) l->best = (int)jg_rng_below(&rng, (uint32_t)l->list.count);
}

static void think(struct jg_agent *a, const struct jg_query *query, struct jg_report *report) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_magic_lookahead *l = &d->lookahead;
    const struct jg_magic *view = query->view;
    l->budget = jg_budget_plan(a->game, query, o->ms, 0);
    bool clocked = jg_budget_clocked(&l->budget);
    l->rollouts = o->rollouts || clocked ? o->rollouts : USUAL_ROLLOUTS;
    l->repeats = !o->rollouts && !clocked && (o->nodes || o->ms);
    l->max_nodes = o->nodes || o->ms || clocked ? o->nodes : USUAL_NODES;
    l->list.width = o->width;
    set_policy(l, o, jg_magic_turn(view));
    l->planner.nodes = 0;
    jg_magic_lookahead(l, view, query->seed);
    explore(l, o, query->seed);
    d->candidate = l->list.candidate[l->best];
    d->field = l->list.field;
    d->next = 0;
    d->searched = hash(view);
    report->nodes = l->planner.nodes;
    report->leaves = l->games;
    if (l->games) {
        report->by = &CHANCE;
        report->value = value_of(&d->candidate);
        report->depth = 1;
    }
    if (query->all) report_moves(view, l, report);
    report_pv(a->game, d, view, query->seat, report);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct data *d = a->data;
    const struct jg_magic *view = query->view;
    struct jg_magic after = *view;
    (void)err;
    if (view->phase == JG_MAGIC_ORDER) {
        d->lookahead.planner.budget = (struct jg_budget){.stop = query->stop};
        report->move = jg_magic_best_combat_move(&d->lookahead.planner, view);
        return JG_OK;
    }
    bool planned = d->expected == hash(view);
    if (!planned && jg_budget_forced(a->game, query, &report->move)) {
        d->expected = 0;
        return JG_OK;
    }
    if (!planned || query->all) {
        think(a, query, report);
        planned = false;
    }
    report->move =
        by_plan(view->phase) || planned ? candidate_move(view, &d->candidate, &d->field, &d->next) : d->candidate.move;
    jg_magic_play(a->game, &after, report->move);
    bool lasts = (planned || by_plan(view->phase)) && continues(view, &after, query->seat);
    d->expected = lasts ? hash(&after) : 0;
    return JG_OK;
}

static struct jg_eval *agent_eval(struct jg_agent *a) {
    struct jg_eval *e = &((struct data *)a->data)->lookahead.eval;
    return e->by ? e : NULL;
}

static void forget(struct jg_agent *a) {
    struct data *d = a->data;
    d->expected = d->searched = 0;
}

/* "": the network that comes with the program, if it fits the decks. Without one, and for "none", there is no
 * evaluator. */
static enum jg_status open_eval(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err) {
    struct jg_inputs in;
    if (!strcmp(name, "none")) return JG_OK;
    if (name[0]) return jg_eval_open(e, g, name, err);
    jg_inputs(g, &in);
    if (strcmp(in.layout, jg_magic_network.layout) != 0) return JG_OK;
    e->by = &jg_eval_network_chance;
    return jg_network_read(&e->network, g, jg_magic_network.bytes, jg_magic_network.size, err);
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    const struct options *o = (const void *)&a->options;
    enum jg_status status = jg_magic_lookahead_init(&d->lookahead, a->game, err);
    if (!status) status = open_eval(&d->lookahead.eval, a->game, o->eval, err);
    if (status) {
        jg_magic_lookahead_free(&d->lookahead);
        free(d);
        return status;
    }
    a->data = d;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (d) jg_magic_lookahead_free(&d->lookahead);
    free(d);
}

/* ---- Explaining ------------------------------------------------------------------------- */

/* Moves left out of a description: a blocker comes with its attacker, a card with its target, the
 * end of a phase is implied. */
static bool is_implied(jg_move move, const struct jg_magic *after) {
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_PASS:
    case JG_MAGIC_DONE: return true;
    case JG_MAGIC_BLOCK_WITH: return after->phase == JG_MAGIC_BLOCK_WHICH;
    case JG_MAGIC_PLAY: return after->phase == JG_MAGIC_TARGET_1 || after->phase == JG_MAGIC_TARGET_2;
    default: return false;
    }
}

/* Describes a candidate: its moves in order, or that nothing is done. */
static void describe_candidate(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_lookahead *l,
                               int i, int seat, jg_lang lang, struct jg_text *t) {
    struct jg_magic s = *view, before;
    int next = 0, described = 0;
    do {
        jg_move move = by_plan(view->phase) ? candidate_move(&s, &l->list.candidate[i], &l->list.field, &next)
                                            : l->list.candidate[i].move;
        if (!move) return;
        before = s;
        jg_magic_play(g, &s, move);
        if (is_implied(move, &s) && (described || continues(&before, &s, seat))) continue;
        if (described++) jg_text_put(t, ", ");
        jg_magic_describe_move(g, &before, move, lang, t);
    } while (by_plan(view->phase) && continues(&before, &s, seat));
}

enum { DESCRIPTION_MAX = 2048 };

/* Writes words with line breaks; all lines begin at column `indent`. */
static void put_wrapped(struct jg_text *t, const char *words, int indent) {
    enum { COLUMNS = 78 };
    int at = indent;
    while (*words) {
        size_t length = strcspn(words, " ");
        int wide = 0;
        for (size_t i = 0; i < length; i++) wide += (words[i] & 0xC0) != 0x80;
        if (at > indent && at + 1 + wide > COLUMNS) {
            jg_text_add(t, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            jg_text_char(t, ' ');
            at++;
        }
        jg_text_add(t, "%.*s", (int)length, words);
        at += wide;
        words += length + (words[length] == ' ');
    }
    jg_text_char(t, '\n');
}

static bool has_result(struct jg_agent *a, const struct jg_query *query) {
    const struct data *d = a->data;
    return d->searched == hash(query->view) && d->lookahead.games;
}

/* In phases decided by single moves, the values of the moves say everything. */
static void explain(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style, struct jg_text *t) {
    enum { MOST = 5, INDENT = 19 };
    const struct data *d = a->data;
    const struct jg_magic *view = query->view;
    int order[JG_MAGIC_CANDIDATES];
    jg_magic_explain_mulligan(a->game, view, style, t);
    if (!has_result(a, query) || !by_plan(view->phase)) return;
    int n = ranked(&d->lookahead, order);
    jg_text_add(t, jg_tr(style->lang, "%llu simulated games, each with a possible hand of the opponent:\n"),
                (unsigned long long)d->lookahead.games);
    jg_text_add(t, "  %7s  %5s\n", jg_tr(style->lang, "won"), jg_tr(style->lang, "of"));
    for (int i = 0; i < n && i < MOST; i++) {
        const struct jg_magic_candidate *candidate = &d->lookahead.list.candidate[order[i]];
        char words[DESCRIPTION_MAX];
        struct jg_text description;
        if (!candidate->games) break;
        jg_text_init(&description, words, sizeof words);
        describe_candidate(a->game, view, &d->lookahead, order[i], query->seat, style->lang, &description);
        jg_text_add_local(t, style->lang, "  %5.1f %%  %5u   ", 100 * chance(candidate), candidate->games);
        put_wrapped(t, words, INDENT);
    }
}

/* Plans and blocks are found by the reward; single moves have none. */
static json_t *explain_json(struct jg_agent *a, const struct jg_query *query) {
    const struct data *d = a->data;
    bool rewarded = by_plan(((const struct jg_magic *)query->view)->phase);
    json_t *candidates = json_array();
    int order[JG_MAGIC_CANDIDATES], n = has_result(a, query) ? ranked(&d->lookahead, order) : 0;
    for (int i = 0; i < n; i++) {
        const struct jg_magic_candidate *candidate = &d->lookahead.list.candidate[order[i]];
        char words[DESCRIPTION_MAX];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        describe_candidate(a->game, query->view, &d->lookahead, order[i], query->seat, JG_EN, &t);
        json_array_append_new(candidates, json_pack("{s:s, s:f, s:i, s:o}", "way", words, "win", chance(candidate),
                                                    "games", (int)candidate->games, "reward",
                                                    rewarded ? json_real(candidate->value / 10.0) : json_null()));
    }
    return json_pack("{s:o*, s:I, s:s?, s:o}", "mulligan", jg_magic_mulligan_json(a->game, query->view), "games",
                     (json_int_t)(has_result(a, query) ? d->lookahead.games : 0), "unit",
                     rewarded ? JG_MAGIC_REWARD_UNIT : NULL, "ways", candidates);
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return o->ms;
}

static const struct jg_option OPTIONS[] = {
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .standard = "",
     .value = "NAME",
     .reads = JG_READS_AT,
     .help = "evaluator at the end of rollouts, or @FILE from 'jogada learn' (none: rollouts to the end; default: the "
             "own network if it fits the decks)"},
    {.name = "turns",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, turns),
     .max = TO_THE_END,
     .standard = "3",
     .value = "N",
     .help = "turns of a rollout before the evaluator decides (0: no rollouts; 255, or without an evaluator: all)"},
    {.name = "rollouts",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, rollouts),
     .standard = "0",
     .value = "N",
     .help = "approximate number of rollouts per decision (0: 1200, or as many as nodes, ms or a clock allow)"},
    {.name = "width",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, width),
     .min = 1,
     .max = JG_MAGIC_CANDIDATES,
     .standard = "24",
     .value = "N",
     .help = "number of candidate plans, blocks or moves"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, nodes),
     .standard = "0",
     .value = "N",
     .help = "maximum number of nodes (0: 400k without ms or a clock)"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "maximum time in milliseconds (0: no limit)"},
    {.name = "explore",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, explore),
     .max = 1,
     .standard = "0",
     .value = "X",
     .help = "probability of a random plan, blocks or move, for learning"},
    {0},
};

const struct jg_agent_kind jg_magic_player = {
    .name = "magic",
    .summary = "the strong Magic player: plans turns and blocks by rollouts with sampled hands",
    .game = "magic",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .explain = explain,
    .explain_json = explain_json,
    .forget = forget,
    .eval = agent_eval,
};
