/* The strong partner: it deals the hidden tiles in all ways that passes allow, believes
 * each deal as far as it makes everybody's choices likely, and plays its moves in deals
 * drawn from that belief to the end of the round, for the chance to win the match. It is
 * given nothing but its view. */
#include "games/domino/mind.h"
#include "games/domino/text.h"

#include "core/clock.h"
#include "core/parallel.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCHES_MAX = 1000000,
    THREADS_MAX = 64,
    COLUMNS = 78, /* of explanations */
    INDENT = 2,
    TILES_SHOWN = 8 /* of a hand */
};

enum level { BEGINNER, AMATEUR, CLUB, EXPERT, MASTER };

struct options {
    int level, ms, threads;
    uint64_t nodes;
};

/* What a level thinks of: points at once; numbers; the play of hands that passes allow; of
 * hands that all choices make likely; of many of these, and of open hands at the end. Batches are thoughts like this one,
 * each with deals of its own. */
static const struct {
    struct jg_domino_effort effort;
    int batches; /* 0: it does not look ahead */
} LEVELS[] = {
    [BEGINNER] = {{0}, 0},
    [AMATEUR] = {{0}, 0},
    [CLUB] = {{.deals = 64, .worlds = 64}, 1},
    [EXPERT] = {{.deals = 512, .worlds = 128, .infers = true}, 1},
    [MASTER] = {{.deals = 2048, .worlds = 512, .infers = true, .solves = 12}, 1},
};

struct data {
    struct jg_domino_thought thought; /* about the last question */
    bool thought_of;                  /* there is one */
    struct part *parts;               /* of the threads */
    int threads;
};

/* What one thread does. */
struct part {
    struct jg_domino_mind *mind;
    struct jg_domino_thought sum, next;
};

static const struct jg_evaluator CHANCE = {
    .name = "match", .help = "the chance to win the match", .unit = 1, .chance = true};

static void free_minds(struct data *d) {
    for (int i = 0; i < d->threads; i++) jg_domino_mind_free(d->parts[i].mind);
    free(d->parts);
    d->parts = NULL;
    d->threads = 0;
}

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    free_minds(d);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    a->data = calloc(1, sizeof(struct data));
    return a->data ? JG_OK : jg_fail(err, JG_EMEMORY, -1, "out of memory");
}

/* Minds take a while to make: they are, when there is something to think about. */
static enum jg_status make_minds(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    if (d->parts) return JG_OK;
    int threads = o->threads || (o->ms && !o->nodes) ? jg_threads(o->threads) : 1;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    enum jg_status status =
        (d->parts = calloc((size_t)threads, sizeof *d->parts)) ? JG_OK : jg_fail(err, JG_EMEMORY, -1, "out of memory");
    for (; !status && d->threads < threads; d->threads++)
        if (!(d->parts[d->threads].mind = jg_domino_mind_new(a->game, err))) status = JG_EMEMORY;
    if (status) free_minds(d);
    return status;
}

/* ---- Thinking ----------------------------------------------------------------------------- */

struct run {
    const struct options *o;
    const struct jg_ask *ask;
    struct data *d;
    struct jg_domino_until until;
};

/* Thread i thinks batches i, i + threads ... */
static void work(void *arg, size_t i) {
    struct run *r = arg;
    struct part *p = &r->d->parts[i];
    const struct jg_domino_effort *effort = &LEVELS[r->o->level].effort;
    bool limited = r->o->nodes || r->o->ms;
    int last = limited ? BATCHES_MAX : LEVELS[r->o->level].batches;
    for (int batch = (int)i; batch < last; batch += r->d->threads) {
        bool first = batch == (int)i;
        if (!first && jg_domino_is_time(r->until)) break;
        jg_domino_think(p->mind, r->ask->view, effort, r->ask->seed + 0x9e3779b97f4a7c15u * (uint64_t)batch, r->until,
                        first ? &p->sum : &p->next);
        if (!first) jg_domino_thought_add(&p->sum, &p->next);
        if (r->o->nodes && p->sum.nodes >= r->o->nodes) break;
    }
}

static void look_ahead(struct jg_agent *a, const struct jg_ask *ask) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct run run = {.o = o, .ask = ask, .d = d, .until = {.stop = ask->stop}};
    if (o->ms) run.until.clock = jg_clock() + o->ms / 1000.0;
    jg_parallel(d->threads, (size_t)d->threads, work, &run);
    d->thought = d->parts[0].sum;
    for (int i = 1; i < d->threads; i++)
        if (d->parts[i].sum.n) jg_domino_thought_add(&d->thought, &d->parts[i].sum);
    d->thought_of = true;
}

/* Levels that do not look ahead choose as a model does. */
static jg_move at_once(struct jg_agent *a, const struct jg_ask *ask) {
    const struct options *o = (const void *)&a->options;
    const struct jg_domino *view = ask->view;
    struct jg_domino_model m = jg_domino_models[o->level == BEGINNER ? JG_DOMINO_BASIC : JG_DOMINO_ANTONIO];
    struct jg_domino_tally tally;
    struct jg_domino_scene scene;
    uint8_t choices[JG_DOMINO_CHOICES];
    float rates[JG_DOMINO_CHOICES];
    struct jg_rng rng;
    m.slip = 0;
    jg_rng_init(&rng, ask->seed, 0);
    jg_domino_tally_init(&tally, view);
    jg_domino_scene(&scene, jg_domino_rules(a->game), view, &tally);
    int n = jg_domino_rate(&m, &scene, view->hand[ask->seat], choices, rates);
    return n ? (jg_move)(2 + choices[jg_domino_choose(&m, rates, n, &rng)]) : JG_DOMINO_PASS;
}

static double chance(const struct jg_domino_thought *t, int move) {
    return (double)t->chances[move] / JG_DOMINO_SURE / t->worlds;
}

static double points(const struct jg_domino_thought *t, int move) { return (double)t->points[move] / t->worlds; }

static int32_t value(const struct jg_domino_thought *t, int move) {
    return (int32_t)lround((2 * chance(t, move) - 1) * JG_CHANCES);
}

static int tiles_left(const struct jg_domino *s) { return s->left[0] + s->left[1] + s->left[2] + s->left[3]; }

static enum jg_status choose(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    const struct jg_domino_thought *t = &d->thought;
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    d->thought_of = false;
    int n = jg_moves(a->game, ask->view, moves);
    if (n == 1 && !ask->all) {
        report->move = moves[0];
    } else if (!LEVELS[o->level].batches) {
        report->move = at_once(a, ask);
    } else {
        enum jg_status status = make_minds(a, err);
        if (status) return status;
        look_ahead(a, ask);
        report->move = t->moves[t->best];
        report->by = &CHANCE;
        report->value = value(t, t->best);
        report->nodes = t->nodes;
        report->leaves = (uint64_t)t->worlds * (uint64_t)t->n;
        report->depth = tiles_left(ask->view); /* every playout goes to the end of the round */
        report->move_count = t->n;
        for (int i = 0; i < t->n; i++) {
            report->moves[i].move = t->moves[i];
            report->moves[i].value = value(t, i);
        }
    }
    report->line[0] = report->move;
    report->line_count = 1;
    report->seconds = jg_clock() - begin;
    return JG_OK;
}

/* ---- Explaining ---------------------------------------------------------------------------- */

/* The tiles of a hand that is not known, the likeliest first. */
static int likely(const struct jg_domino_thought *t, int seat, int tiles[JG_DOMINO_TILES]) {
    int n = 0;
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        if (t->holds[seat][tile] <= 0) continue;
        int at = n++;
        for (; at > 0 && t->holds[seat][tiles[at - 1]] < t->holds[seat][tile]; at--) tiles[at] = tiles[at - 1];
        tiles[at] = tile;
    }
    return n;
}

/* Adds one of a list to a line, or to a new one below it. */
static void add_item(struct jg_text *out, int *column, const char *item, bool more) {
    int wide = 2 + (int)strlen(item);
    bool fits = *column + wide <= COLUMNS;
    if (!fits) jg_text_add(out, "\n%*s", 2 * INDENT, "");
    jg_text_add(out, "%s%s%s", fits ? " " : "", item, more ? "," : "");
    *column = wide + (fits ? *column : 2 * INDENT);
}

/* The deals that were looked at: what the rest is told by. */
static void explain_deals(const struct jg_domino_thought *t, bool infers, enum jg_lang lang, struct jg_text *out) {
    if (t->exact)
        jg_text_add(out, jg_tr(lang, "Who has what, in %%, by all %.0f deals that fit the passes"), t->possible);
    else
        jg_text_add(out, jg_tr(lang, "Who has what, in %%, by %.0f of %.0f deals that fit the passes"), t->deals,
                    t->possible);
    jg_text_put(out, infers ? jg_tr(lang, "\nand by how likely each makes the choices so far:\n") : ":\n");
}

static void explain_hand(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_thought *t,
                         int seat, enum jg_lang lang, struct jg_text *out) {
    int tiles[JG_DOMINO_TILES], n = likely(t, seat, tiles), shown = view->left[seat] + 2;
    if (shown > TILES_SHOWN) shown = TILES_SHOWN;
    jg_text_add(out, "  %-6s", jg_seat_name(g, seat, lang));
    for (int i = 0; i < n && i < shown; i++)
        jg_text_add(out, "  %d-%d %.0f", jg_domino_high[tiles[i]], jg_domino_low[tiles[i]],
                    100 * t->holds[seat][tiles[i]]);
    if (n > shown) jg_text_put(out, " ...");
    jg_text_char(out, '\n');
}

/* How somebody seems to play, the likeliest first. */
static void explain_play(const char *who, const double plays_as[JG_DOMINO_MODELS], enum jg_lang lang,
                         struct jg_text *out) {
    int order[JG_DOMINO_MODELS], column = INDENT + (int)strlen(who) + 1;
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        int at = k;
        for (; at > 0 && plays_as[order[at - 1]] < plays_as[k]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    jg_text_add(out, "  %s:", who);
    for (int i = 0; i < JG_DOMINO_MODELS; i++) {
        char word[96];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_text_add(&w, "%s %.0f %%", jg_tr(lang, jg_domino_models[order[i]].title), 100 * plays_as[order[i]]);
        add_item(out, &column, word, i + 1 < JG_DOMINO_MODELS);
    }
    jg_text_char(out, '\n');
}

/* Opponents are taken to play alike. */
static void explain_players(const struct jg_game *g, const struct jg_ask *ask, const struct jg_domino_thought *t,
                            enum jg_lang lang, struct jg_text *out) {
    int mate = ask->seat ^ 2, opponent = ask->seat ^ 1;
    bool knows_mate = !jg_domino_hidden(ask->view, mate);
    if (knows_mate && !jg_domino_hidden(ask->view, opponent) && !jg_domino_hidden(ask->view, opponent ^ 2)) return;
    jg_text_put(out, jg_tr(lang, "They seem to play\n"));
    if (!knows_mate) explain_play(jg_seat_name(g, mate, lang), t->plays_as[mate], lang, out);
    if (jg_domino_hidden(ask->view, opponent) || jg_domino_hidden(ask->view, opponent ^ 2))
        explain_play(jg_domino_pair(jg_team(opponent), lang), t->plays_as[opponent], lang, out);
}

/* The chances stand with the moves. */
static void explain_points(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_thought *t,
                           enum jg_lang lang, struct jg_text *out) {
    int column = 1;
    jg_text_put(out, jg_tr(lang, "Points more than the others in the rest of the round, on average\n "));
    for (int i = 0; i < t->n; i++) {
        char word[JG_MOVE_MAX + 32];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_domino_print_move(g, view, t->moves[i], &w);
        jg_text_add(&w, " %+.1f", points(t, i));
        add_item(out, &column, word, i + 1 < t->n);
    }
    jg_text_char(out, '\n');
}

static void explain(struct jg_agent *a, const struct jg_ask *ask, const struct jg_style *style, struct jg_text *out) {
    const struct options *o = (const void *)&a->options;
    const struct data *d = a->data;
    const struct jg_domino_thought *t = &d->thought;
    bool infers = LEVELS[o->level].effort.infers;
    if (!d->thought_of) return;
    explain_deals(t, infers, style->lang, out);
    for (int seat = 0; seat < 4; seat++)
        if (jg_domino_hidden(ask->view, seat)) explain_hand(a->game, ask->view, t, seat, style->lang, out);
    if (infers) explain_players(a->game, ask, t, style->lang, out);
    explain_points(a->game, ask->view, t, style->lang, out);
}

static json_t *seat_json(const struct jg_domino *view, const struct jg_domino_thought *t, int seat) {
    json_t *tiles = json_object(), *models = json_object(), *lacks = json_array();
    int order[JG_DOMINO_TILES], n = likely(t, seat, order);
    for (int i = 0; i < n; i++) {
        char name[8] = {(char)('0' + jg_domino_high[order[i]]), '-', (char)('0' + jg_domino_low[order[i]])};
        json_object_set_new(tiles, name, json_real(t->holds[seat][order[i]]));
    }
    for (int k = 0; k < JG_DOMINO_MODELS; k++)
        json_object_set_new(models, jg_domino_models[k].name, json_real(t->plays_as[seat][k]));
    for (int number = 0; number < 7; number++)
        if (view->lacks[seat] >> number & 1) json_array_append_new(lacks, json_integer(number));
    return json_pack("{s:i, s:i, s:o, s:o, s:o}", "seat", seat, "left", view->left[seat], "lacks", lacks, "tiles",
                     tiles, "plays_as", models);
}

static json_t *explain_json(struct jg_agent *a, const struct jg_ask *ask) {
    const struct data *d = a->data;
    const struct jg_domino_thought *t = &d->thought;
    json_t *hands = json_array(), *moves = json_array();
    for (int seat = 0; d->thought_of && seat < 4; seat++)
        if (jg_domino_hidden(ask->view, seat)) json_array_append_new(hands, seat_json(ask->view, t, seat));
    for (int i = 0; d->thought_of && i < t->n; i++) {
        char word[JG_MOVE_MAX];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_domino_print_move(a->game, ask->view, t->moves[i], &w);
        json_array_append_new(
            moves, json_pack("{s:s, s:f, s:f}", "move", word, "chance", chance(t, i), "points", points(t, i)));
    }
    return json_pack("{s:b, s:f, s:f, s:f, s:i, s:i, s:o, s:o}", "exact", t->exact, "possible", t->possible, "deals",
                     t->deals, "sample", t->sample, "worlds", t->worlds, "solved", t->solved, "hands", hands, "moves",
                     moves);
}

static const struct jg_option OPTIONS[] = {
    {.name = "level",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, level),
     .choices = "beginner|amateur|club|expert|master",
     .standard = "master",
     .help = "what it thinks of: points at once; numbers; hands that passes allow; likely hands; more of these, and "
             "ends solved"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, nodes),
     .standard = "0",
     .value = "N",
     .help = "moves to try in thought, about; 0: as the level says"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "milliseconds to think, 0: as the level says"},
    {.name = "threads",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, threads),
     .max = 256,
     .standard = "0",
     .value = "N",
     .help = "threads, 0: all cores if only time limits it, otherwise one, so that answers repeat"},
    {0},
};

const struct jg_agent_kind jg_domino_player = {
    .name = "domino",
    .summary = "the strong partner at dominoes: infers hands from every tile and pass, plays for the match",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .explain = explain,
    .explain_json = explain_json,
};
