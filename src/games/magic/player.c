/* `magic`: looks ahead. */
#include "core/hash.h"
#include "games/magic/advice.h"
#include "games/magic/look.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct jg_evaluator CHANCE = {.name = "game", .help = "the chance to win", .unit = 1, .chance = true};

struct options {
    uint64_t rollouts, nodes;
    int width, ms;
};

/* What was decided last stays in force as long as what is seen is what was foreseen. */
struct data {
    struct jg_magic_look look;
    struct jg_magic_way way; /* in force */
    struct jg_magic_field field;
    int next;
    uint64_t expected, asked; /* hashes of views: after the last move; of the last question that was thought about */
};

static uint64_t hash(const struct jg_magic *s) { return jg_hash(s, sizeof *s) | 1; }

/* ---- Following -------------------------------------------------------------------------- */

static bool is_turn(int phase) { return phase == JG_MAGIC_MAIN_1 || phase == JG_MAGIC_MAIN_2; }

/* The move of a way in a view; `next` as of jg_magic_follow. */
static jg_move move_of(const struct jg_magic *view, const struct jg_magic_way *way, const struct jg_magic_field *f,
                       int *next) {
    switch (view->phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_ATTACK: return jg_magic_follow(view, &way->plan, next);
    case JG_MAGIC_BLOCK:
    case JG_MAGIC_BLOCKED: return jg_magic_follow_blocks(view, f, &way->blocks);
    default: return way->move;
    }
}

/* Whether the way goes on after a move: the rest of a plan, or of blocks. */
static bool goes_on(const struct jg_magic *before, const struct jg_magic *after, int seat) {
    if (jg_magic_turn(after) != seat || after->turn != before->turn) return false;
    bool first = before->phase <= JG_MAGIC_ATTACK || before->phase == JG_MAGIC_TARGET_1;
    return !(first && after->phase == JG_MAGIC_MAIN_2) && after->phase != JG_MAGIC_DISCARD;
}

/* ---- Deciding --------------------------------------------------------------------------- */

/* Whether a phase is decided by whole plans or blocks; elsewhere, by single moves. */
static bool by_plan(int phase) { return is_turn(phase) || phase == JG_MAGIC_BLOCK; }

static double chance(const struct jg_magic_way *way) { return way->played ? way->won / way->played : 0.5; }

static int32_t value_of(const struct jg_magic_way *way) { return (int32_t)((2 * chance(way) - 1) * JG_CHANCES); }

static jg_move first_move(const struct jg_magic *view, const struct jg_magic_look *l, int i) {
    int next = 0;
    return by_plan(view->phase) ? move_of(view, &l->way[i], &l->field, &next) : l->way[i].move;
}

/* Ways by how far they came: the one that is taken, then by worlds, then by games won in them.
 * What was left after few worlds may look better than it is. */
static int ranked(const struct jg_magic_look *l, int *order) {
    int n = 0;
    for (int i = 0; i < l->ways; i++) {
        const struct jg_magic_way *way = &l->way[i];
        int k = n++;
        for (; k > 0; k--) {
            const struct jg_magic_way *other = &l->way[order[k - 1]];
            if (i != l->best && (order[k - 1] == l->best || other->played > way->played ||
                                 (other->played == way->played && chance(other) >= chance(way))))
                break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    return n;
}

/* A move is worth what the way is that came furthest with it. */
static void report_moves(const struct jg_magic *view, const struct jg_magic_look *l, struct jg_report *report) {
    int order[JG_MAGIC_WAYS], n = ranked(l, order);
    for (int i = 0; i < n; i++) {
        const struct jg_magic_way *way = &l->way[order[i]];
        jg_move move = first_move(view, l, order[i]);
        int k = 0;
        while (k < report->move_count && report->moves[k].move != move) k++;
        if (!way->played || k < report->move_count) continue;
        report->moves[k].move = move;
        report->moves[k].value = value_of(way);
        report->move_count++;
    }
}

static void report_line(const struct jg_game *g, const struct data *d, const struct jg_magic *view, int seat,
                        struct jg_report *report) {
    struct jg_magic s = *view, before;
    int next = 0;
    do {
        jg_move move = by_plan(view->phase) ? move_of(&s, &d->way, &d->field, &next) : d->way.move;
        if (!move || report->line_count == JG_LINE_MAX) return;
        report->line[report->line_count++] = move;
        before = s;
        jg_magic_play(g, &s, move);
    } while (by_plan(view->phase) && goes_on(&before, &s, seat));
}

static void think(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_magic_look *l = &d->look;
    const struct jg_magic *view = ask->view;
    l->rollouts = o->rollouts;
    l->nodes = o->nodes;
    l->width = o->width;
    l->until = (struct jg_until){.stop = ask->stop, .deadline = o->ms ? jg_clock() + o->ms / 1000.0 : 0};
    l->planner.nodes = 0;
    jg_magic_look(l, view, ask->seed);
    d->way = l->way[l->best];
    d->field = l->field;
    d->next = 0;
    d->asked = hash(view);
    report->nodes = l->planner.nodes;
    report->leaves = l->games;
    if (l->games) {
        report->by = &CHANCE;
        report->value = value_of(&d->way);
        report->depth = 1;
    }
    if (ask->all) report_moves(view, l, report);
    report_line(a->game, d, view, ask->seat, report);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                             struct jg_error *err) {
    struct data *d = a->data;
    const struct jg_magic *view = ask->view;
    struct jg_magic after = *view;
    (void)err;
    if (view->phase == JG_MAGIC_ORDER) {
        d->look.planner.until = (struct jg_until){.stop = ask->stop};
        report->move = jg_magic_combat_move(&d->look.planner, view);
        return JG_OK;
    }
    bool planned = d->expected == hash(view);
    if (!planned || ask->all) {
        think(a, ask, report);
        planned = false;
    }
    report->move = by_plan(view->phase) || planned ? move_of(view, &d->way, &d->field, &d->next) : d->way.move;
    jg_magic_play(a->game, &after, report->move);
    bool lasts = (planned || by_plan(view->phase)) && goes_on(view, &after, ask->seat);
    d->expected = lasts ? hash(&after) : 0;
    return JG_OK;
}

static void forget(struct jg_agent *a) {
    struct data *d = a->data;
    d->expected = d->asked = 0;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    enum jg_status status = jg_magic_look_init(&d->look, a->game, err);
    if (status) {
        free(d);
        return status;
    }
    a->data = d;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (d) jg_magic_look_free(&d->look);
    free(d);
}

/* ---- Explaining ------------------------------------------------------------------------- */

/* A blocker is told with whom it blocks, a card with its target, the end of a phase not at all. */
static bool is_silent(jg_move move, const struct jg_magic *after) {
    switch (jg_magic_word(move)) {
    case JG_MAGIC_PASS:
    case JG_MAGIC_DONE: return true;
    case JG_MAGIC_BLOCK_WITH: return after->phase == JG_MAGIC_BLOCKED;
    case JG_MAGIC_PLAY: return after->phase == JG_MAGIC_TARGET_1 || after->phase == JG_MAGIC_TARGET_2;
    default: return false;
    }
}

/* A way in words: its moves one after another, or that nothing is done. */
static void tell_way(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_look *l, int i,
                     int seat, enum jg_lang lang, struct jg_text *t) {
    struct jg_magic s = *view, before;
    int next = 0, told = 0;
    do {
        jg_move move = by_plan(view->phase) ? move_of(&s, &l->way[i], &l->field, &next) : l->way[i].move;
        if (!move) return;
        before = s;
        jg_magic_play(g, &s, move);
        if (is_silent(move, &s) && (told || goes_on(&before, &s, seat))) continue;
        if (told++) jg_text_put(t, ", ");
        jg_magic_tell(g, &before, move, lang, t);
    } while (by_plan(view->phase) && goes_on(&before, &s, seat));
}

enum { SAID = 2048 }; /* room for a way in words */

/* Breaks lines between words; the first begins in column `indent`, and the others too. */
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

static bool knows(struct jg_agent *a, const struct jg_ask *ask) {
    const struct data *d = a->data;
    return d->asked == hash(ask->view) && d->look.games;
}

/* Where moves are decided one by one, all is said by the values of the moves. */
static void explain(struct jg_agent *a, const struct jg_ask *ask, const struct jg_style *style, struct jg_text *t) {
    enum { MOST = 5, INDENT = 19 };
    const struct data *d = a->data;
    const struct jg_magic *view = ask->view;
    int order[JG_MAGIC_WAYS];
    jg_magic_explain_mulligan(a->game, view, style, t);
    if (!knows(a, ask) || !by_plan(view->phase)) return;
    int n = ranked(&d->look, order);
    jg_text_add(t, jg_tr(style->lang, "%llu games played on in thought, with hands that the opponent may hold:\n"),
                (unsigned long long)d->look.games);
    jg_text_add(t, "  %7s  %5s\n", jg_tr(style->lang, "won"), jg_tr(style->lang, "of"));
    for (int i = 0; i < n && i < MOST; i++) {
        const struct jg_magic_way *way = &d->look.way[order[i]];
        char words[SAID];
        struct jg_text said;
        if (!way->played) break;
        jg_text_init(&said, words, sizeof words);
        tell_way(a->game, view, &d->look, order[i], ask->seat, style->lang, &said);
        jg_text_add(t, "  %5.1f %%  %5u   ", 100 * chance(way), way->played);
        put_wrapped(t, words, INDENT);
    }
}

static json_t *explain_json(struct jg_agent *a, const struct jg_ask *ask) {
    const struct data *d = a->data;
    json_t *ways = json_array();
    int order[JG_MAGIC_WAYS], n = knows(a, ask) ? ranked(&d->look, order) : 0;
    for (int i = 0; i < n; i++) {
        const struct jg_magic_way *way = &d->look.way[order[i]];
        char words[SAID];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        tell_way(a->game, ask->view, &d->look, order[i], ask->seat, JG_EN, &t);
        json_array_append_new(
            ways, json_pack("{s:s, s:f, s:i, s:f}", "way", words, "chance", chance(way), "games", (int)way->played,
                            "reward", by_plan(((const struct jg_magic *)ask->view)->phase) ? way->value / 10.0 : 0.0));
    }
    return json_pack("{s:o*, s:I, s:o}", "mulligan", jg_magic_mulligan_json(a->game, ask->view), "games",
                     (json_int_t)(knows(a, ask) ? d->look.games : 0), "ways", ways);
}

static const struct jg_option OPTIONS[] = {
    {.name = "rollouts",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, rollouts),
     .min = 1,
     .standard = "1200",
     .value = "N",
     .help = "games to play on in thought for a decision, about"},
    {.name = "width",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, width),
     .min = 1,
     .max = JG_MAGIC_WAYS,
     .standard = "24",
     .value = "N",
     .help = "ways to go on that are looked at"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, nodes),
     .standard = "400k",
     .value = "N",
     .help = "positions to visit at most, 0: no limit"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "milliseconds to think at most, 0: no limit"},
    {0},
};

const struct jg_agent_kind jg_magic_player = {
    .name = "magic",
    .summary = "the strong opponent at Magic: plans its turns and blocks by playing on with hands that may be",
    .game = "magic",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .explain = explain,
    .explain_json = explain_json,
    .forget = forget,
};
