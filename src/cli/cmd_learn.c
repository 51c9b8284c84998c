/* jogada learn: trains a network by self-play. Games and generations are stored in a file beside the network, and the
 * same call continues from there. */
#include "cli/shard.h"
#include "cli/cli.h"

#include "core/file.h"
#include "report/learn.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, NOTE = 480, GENERATIONS = 5 };

struct options {
    char agent[JG_SPEC_MAX], start[JG_LEARN_NAME], opening[16], data[PATH], output[PATH], report[PATH];
    uint64_t nodes, games, seed;
    int generations, filters, hidden, epochs, window, proof;
    double minutes, blend;
    bool from_nothing, again;
    struct shard_options shard;
};

struct work {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    struct jg_learn_setting setting;
    struct jg_learn_samples data;
    struct jg_learn *learn;
    struct jg_tally final; /* of the network against the first evaluator */
    char output[PATH], journal[PATH + 8], notes[4 * PATH];
    struct progress bar;
    char title[96];
};

/* ---- Settings ------------------------------------------------------------------------------ */

/* Parses "8" or "4-12". */
static enum jg_status read_opening(const struct options *o, struct jg_learn_setting *s, struct jg_error *err) {
    int end = -1;
    s->opening_least = s->opening_most = -1;
    if (!o->opening[0]) return JG_OK;
    if (sscanf(o->opening, "%3d%n", &s->opening_least, &end) == 1 && !o->opening[end]) {
        s->opening_most = s->opening_least;
        return JG_OK;
    }
    end = -1;
    if (sscanf(o->opening, "%3d-%3d%n", &s->opening_least, &s->opening_most, &end) == 2 && !o->opening[end] &&
        s->opening_least >= 0)
        return JG_OK;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "opening-plies must be a number or a range such as 4-12, not '%s'",
                   o->opening);
}

/* The filters of a network are copied for each symmetry: the default makes networks of equal size. A policy is
 * evaluated for every move of many hands, so its network is small. */
static enum jg_status set_shape(struct work *w, struct jg_error *err) {
    struct jg_inputs in;
    jg_network_inputs(&w->game, &in);
    int filters = w->o->filters ? w->o->filters : in.symmetries > 4 || w->game.kind->policy ? 32 : 128;
    int hidden[2] = {w->o->hidden, 2 * w->o->hidden};
    return jg_network_shape(&w->setting.shape, &w->game, filters, hidden, err);
}

static enum jg_status read_data(struct work *w, struct jg_error *err) {
    enum jg_status status = JG_OK;
    w->data.words = jg_input_words(w->setting.shape.inputs);
    if (!w->o->data[0]) return JG_OK;
    w->setting.data = &w->data;
    for (const char *at = w->o->data; *at && !status; at += *at == '\n') { /* a file a line */
        char path[PATH];
        size_t length = strcspn(at, "\n");
        memcpy(path, at, length);
        path[length] = 0;
        at += length;
        status = jg_learn_read_data(path, &w->game, &w->data, &w->setting.data_games, err);
    }
    return status;
}

/* The agent with a number of nodes for each move. */
static void add_agent(const struct jg_game_kind *k, uint64_t nodes, struct jg_text *t) {
    unsigned long long n = nodes;
    if (k->policy)
        jg_text_add(t, "%s%cnodes=%llu", k->policy->agent, strchr(k->policy->agent, ':') ? ',' : ':', n);
    else
        jg_text_add(t, k->traits & JG_HAS_CHANCE ? "expectiminimax:depth=0,nodes=%llu" : "ab:nodes=%llu,tt=4M", n);
}

static enum jg_status settle(struct work *w, struct jg_error *err) {
    const struct options *o = w->o;
    struct jg_learn_setting *s = &w->setting;
    struct jg_text t;
    *s = (struct jg_learn_setting){.game = &w->game,
                                   .from_nothing = o->from_nothing,
                                   .seed = o->seed,
                                   .games = (uint32_t)o->games,
                                   .blend = o->blend,
                                   .epochs = o->epochs,
                                   .window = o->window,
                                   .proof = o->proof / 2,
                                   .timed = o->minutes > 0,
                                   .threads = w->c->options.threads,
                                   .stop = &interrupted,
                                   .output = w->output};
    memcpy(s->start, o->start, sizeof s->start);
    jg_text_init(&t, s->agent, sizeof s->agent);
    jg_text_put(&t, o->agent);
    if (!o->agent[0] && o->nodes && w->game.kind->learner)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s learns with %s, which has no limit of nodes; name an --agent", w->game.kind->name,
                       w->game.kind->learner);
    if (!o->agent[0] && o->nodes) add_agent(w->game.kind, o->nodes, &t);
    if (o->proof % 2)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the number of games must be even: games are played in pairs with seats swapped");
    if (jg_spec_position(s->agent, w->game.kind->policy ? "policy" : "eval") >= 0)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "name the first evaluator with --start, not in the agent's spec");
    enum jg_status status = set_shape(w, err);
    if (!status) status = read_opening(o, s, err);
    if (!status) status = jg_learn_defaults(s, err);
    if (!status) status = shard_workers(&o->shard, NULL, 0, &s->coordinator, err); /* its agents repeat their moves */
    return status ? status : read_data(w, err);
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool is_network(const char *begin) { return jg_network_begins(begin, strlen(begin)); }

static enum jg_status check_output(struct work *w, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, w->output, sizeof w->output);
    if (w->o->output[0])
        jg_text_put(&t, w->o->output);
    else
        jg_text_add(&t, "%s.network", w->game.kind->name);
    snprintf(w->journal, sizeof w->journal, "%s.run", w->output);
    return output_ready(w->output, is_network, "%s exists and is not a network; choose another file", err);
}

/* Adds a command as notes, in lines that a network's file may have. */
static void add_notes(struct jg_text *t, const char *command) {
    for (const char *at = command; *at;) {
        size_t length = strlen(at);
        if (length > NOTE)
            for (length = NOTE; length > 1 && at[length] != ' ';) length--;
        if (length == 1) length = NOTE; /* one long word */
        jg_text_add(t, "# %.*s\n", (int)length, at);
        at += length;
        at += *at == ' ';
    }
}

/* The notes of a network's file: the command that makes it again. */
static enum jg_status write_notes(struct work *w, char **argv, uint32_t generation, struct jg_error *err) {
    struct report_settings *s = calloc(1, sizeof *s);
    struct jg_text t;
    if (!s) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_text_init(&t, w->notes, sizeof w->notes);
    jg_text_add(&t, "# generation %u, by jogada %s\n", generation, jg_version());
    struct options o = *w->o; /* without what does not change the network */
    o.report[0] = o.output[0] = 0;
    o.again = false;
    o.minutes = 0;
    o.generations = (int)generation;
    report_command(s, w->c, &o, 1, argv);
    add_notes(&t, s->command);
    free(s);
    return JG_OK;
}

static int write_report(struct work *w, char **argv) {
    struct report_settings *s = calloc(1, sizeof *s);
    size_t n;
    const struct jg_learn_generation *history = jg_learn_history(w->learn, &n);
    struct jg_eval eval = {0};
    char *page = NULL;
    bool policy = w->game.kind->policy; /* no evaluator, and without pictures of filters */
    if (s && (policy || !jg_eval_open(&eval, &w->game, jg_learn_current(w->learn), NULL))) {
        report_command(s, w->c, w->o, 1, argv);
        page = jg_html_learn(&w->setting, history, n, &w->final, eval.network, s->lines, s->count, w->c->lang);
        jg_eval_close(&eval);
    }
    free(s);
    return report_write(w->c, w->o->report, page);
}

/* ---- Generations ----------------------------------------------------------------------------- */

static void show(void *arg, const struct jg_learn_progress *p) {
    static const char *const PHASES[] = {"self-play", "training", "match"};
    struct work *w = arg;
    struct jg_text t;
    jg_text_init(&t, w->title, sizeof w->title);
    jg_text_add(&t, "%u  %s", p->generation, tr(w->c, PHASES[p->phase]));
    if (p->phase == JG_LEARN_TRAINS && !isnan(p->loss)) add_local(w->c, &t, "  %.4f / %.4f", p->loss, p->validation);
    shard_note_workers(&w->bar, p->phase == JG_LEARN_TRAINS ? NULL : w->setting.coordinator);
    progress_show(&w->bar, p->share, 0);
}

/* Whether there is another generation. A time limit, which counts the calls before this one, too, ends before a
 * generation that would take too long. */
static bool goes_on(const struct work *w) {
    size_t n;
    jg_learn_history(w->learn, &n);
    if (w->setting.data) return n == 0;
    if (w->o->minutes > 0 && jg_learn_seconds(w->learn) + jg_learn_longest(w->learn) > 60 * w->o->minutes) return false;
    return w->o->generations ? n < (size_t)w->o->generations : w->o->minutes > 0 || n < GENERATIONS;
}

/* "+35 ±20 Elo", or the share of the points if the difference is not finite. */
static void print_score(const struct cli *c, const struct jg_tally *tally, char *out, size_t size) {
    struct jg_tally_score s;
    jg_tally_score(tally, &s);
    if (!jg_tally_games(tally))
        format_local(c, out, size, "-");
    else if (isfinite(s.elo_low) && isfinite(s.elo_high))
        format_local(c, out, size, "%+.0f (%+.0f .. %+.0f) Elo", s.elo, s.elo_low, s.elo_high);
    else
        format_local(c, out, size, "%.1f %%", 100 * s.share);
}

static void print_generation(const struct cli *c, const struct jg_learn_generation *g) {
    char score[64];
    print_score(c, &g->proof, score, sizeof score);
    print_local(c, stdout, "%10u %9llu %10llu %14.4f %16.4f  %-28s %s\n", g->number, (unsigned long long)g->games,
                (unsigned long long)g->positions, g->trained.loss[g->trained.best - 1],
                g->trained.validation[g->trained.best - 1], score, g->adopted ? tr(c, "adopted") : tr(c, "rejected"));
    fflush(stdout);
}

static void print_titles(const struct cli *c) {
    ink(c, JG_INK_FAINT);
    printf("%10s %9s %10s %14s %16s  %s\n", tr(c, "generation"), tr(c, "games"), tr(c, "positions"),
           tr(c, "training loss"), tr(c, "validation loss"), tr(c, "against the evaluator before"));
    ink(c, JG_INK_PLAIN);
}

static enum jg_status run_generations(struct work *w, char **argv, struct jg_error *err) {
    enum jg_status status = JG_OK;
    bool text = !w->c->options.json;
    size_t n;
    const struct jg_learn_generation *history = jg_learn_history(w->learn, &n);
    if (text && (n || jg_learn_pending(w->learn)))
        fprintf(stderr, tr(w->c, "%zu generations and %u games of the next one are stored; --again learns again\n"), n,
                jg_learn_pending(w->learn));
    if (text) print_titles(w->c);
    for (size_t i = 0; i < n && text; i++) print_generation(w->c, &history[i]);
    while (!status && goes_on(w)) {
        progress_begin(&w->bar, w->c, w->title);
        status = write_notes(w, argv, (uint32_t)n + 1, err);
        if (!status) status = jg_learn_step(w->learn, w->notes, show, w, err);
        progress_end(&w->bar);
        history = jg_learn_history(w->learn, &n);
        if (!status && text) print_generation(w->c, &history[n - 1]);
    }
    return status;
}

/* The last match: the network against the evaluator that the training began with. */
static enum jg_status compare(struct work *w, struct jg_error *err) {
    size_t n;
    jg_learn_history(w->learn, &n);
    if (!n || !w->setting.proof || jg_learn_current(w->learn)[0] != '@') return JG_OK;
    progress_begin(&w->bar, w->c, w->title);
    enum jg_status status = jg_learn_compare(w->learn, w->setting.proof, &w->final, show, w, err);
    progress_end(&w->bar);
    return status;
}

static enum jg_status learn(struct work *w, char **argv, struct jg_error *err) {
    enum jg_status status = settle(w, err);
    if (!status) status = check_output(w, err);
    if (!status) status = jg_learn_open(&w->learn, &w->setting, w->setting.data ? NULL : w->journal, w->o->again, err);
    if (!status) status = run_generations(w, argv, err);
    if (!status) status = compare(w, err);
    if (status == JG_ESTOP)
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; the same call continues from %s", w->journal);
    return status;
}

/* ---- The result -------------------------------------------------------------------------------- */

static json_t *tally_json(const struct jg_tally *t) {
    struct jg_tally_score s;
    if (!jg_tally_games(t)) return json_null();
    jg_tally_score(t, &s);
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:[f, f], s:o, s:[o, o]}", "games", (json_int_t)jg_tally_games(t),
                     "wins", (json_int_t)t->wins, "draws", (json_int_t)t->draws, "losses", (json_int_t)t->losses,
                     "score", s.share, "ci95", s.low, s.high, "elo", jg_run_real_json(s.elo), "elo95",
                     jg_run_real_json(s.elo_low), jg_run_real_json(s.elo_high));
}

static json_t *generation_json(const struct jg_learn_generation *g) {
    json_t *loss = json_array(), *validation = json_array();
    for (int i = 0; i < g->trained.epochs; i++) {
        json_array_append_new(loss, json_real(g->trained.loss[i]));
        json_array_append_new(validation, json_real(g->trained.validation[i]));
    }
    return json_pack("{s:I, s:I, s:I, s:i, s:o, s:o, s:f, s:o, s:b}", "generation", (json_int_t)g->number, "games",
                     (json_int_t)g->games, "positions", (json_int_t)g->positions, "best_epoch", g->trained.best, "loss",
                     loss, "validation", validation, "rounding", g->trained.rounding, "proof", tally_json(&g->proof),
                     "adopted", (int)g->adopted);
}

static int print_document(const struct work *w) {
    const struct jg_network_shape *s = &w->setting.shape;
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    size_t n;
    const struct jg_learn_generation *history = jg_learn_history(w->learn, &n);
    json_t *generations = json_array();
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(&w->game, &t);
    for (size_t i = 0; i < n; i++) json_array_append_new(generations, generation_json(&history[i]));
    return print_json(json_pack(
        "{s:s, s:s, s:s, s:o, s:{s:i, s:i, s:i, s:[i, i]}, s:o, s:o, s:o}", "game", spec, "agent", w->setting.agent,
        "start", w->setting.from_nothing ? "nothing" : w->setting.start, "seed", jg_run_seed_json(w->setting.seed),
        "network", "inputs", s->inputs, "symmetries", s->symmetries, "filters", s->filters, "hidden", s->hidden[0],
        s->hidden[1], "generations", generations, "final", tally_json(&w->final), "file",
        jg_learn_current(w->learn)[0] == '@' ? json_string(w->output) : json_null()));
}

/* Prints the command that plays against the network. */
static void print_use(const struct work *w) {
    const struct jg_game_policy *policy = w->game.kind->policy;
    bool chance = w->game.kind->traits & JG_HAS_CHANCE;
    char spec[JG_SPEC_MAX], words[10 * JG_SPEC_MAX];
    struct jg_text t, part;
    jg_text_init(&t, words, sizeof words);
    jg_text_put(&t, "jogada play ");
    jg_text_init(&part, spec, sizeof spec);
    jg_game_spec(&w->game, &part);
    shell_word(&t, spec);
    jg_text_put(&t, " human ");
    jg_text_init(&part, spec, sizeof spec);
    if (policy)
        jg_text_add(&part, "%s%cpolicy=@%s", policy->agent, strchr(policy->agent, ':') ? ',' : ':', w->output);
    else
        jg_text_add(&part, "%s,eval=@%s", chance ? "expectiminimax:depth=2" : "ab:nodes=100k", w->output);
    shell_word(&t, spec);
    printf(tr(w->c, "Written to %s. Play against it:\n"), w->output);
    printf("  %s\n", words);
}

static int print_result(const struct work *w) {
    const struct cli *c = w->c;
    char score[64];
    if (c->options.json) return print_document(w);
    if (jg_learn_current(w->learn)[0] != '@') {
        printf(tr(c, "\nNo network scored half of the points against %s, so none was written; more games may help.\n"),
               w->setting.start);
        return EXIT_SUCCESS;
    }
    print_score(c, &w->final, score, sizeof score);
    putchar('\n');
    if (jg_tally_games(&w->final))
        printf(tr(c, "The network against %s: %s in %llu games of %s\n"), w->setting.start, score,
               (unsigned long long)jg_tally_games(&w->final), w->setting.agent);
    print_use(w);
    return EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct work *w = calloc(1, sizeof *w);
    int result = EXIT_WRONG;
    (void)argc;
    if (!w) return print_out_of_memory(c);
    w->c = c;
    w->o = options;
    if (shard_refuse(c, &w->o->shard) && open_game(c, &w->game, argv[0])) {
        result = report_ready(c, w->o->report);
        if (!result && learn(w, argv, &err)) result = print_error(c, &err, NULL);
        if (!result && w->o->report[0]) result = write_report(w, argv);
        if (!result) result = print_result(w);
    }
    shard_print_workers(c, w->setting.coordinator);
    jg_learn_close(w->learn);
    jg_coordinator_close(w->setting.coordinator);
    jg_learn_samples_free(&w->data);
    jg_game_close(&w->game);
    free(w);
    return result;
}

static const struct jg_option OPTIONS[] = {
    {.name = "generations",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, generations),
     .max = 100000,
     .standard = "0",
     .letter = 'g',
     .value = "N",
     .help = "number of generations (default 0: 5, or as many as --minutes allows)"},
    {.name = "minutes",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, minutes),
     .max = 1000000,
     .standard = "0",
     .letter = 'm',
     .value = "N",
     .help = "time limit, with the calls that this one resumes: no generation starts that would exceed it (0: none)"},
    {.name = "games",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, games),
     .min = 1,
     .max = 100000000,
     .standard = "4000",
     .letter = 'n',
     .value = "N",
     .help = "games of self-play in a generation"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, nodes),
     .standard = "0",
     .excludes = "agent",
     .value = "N",
     .help = "nodes per move (default 0: 2000, or depth 2 in games with chance)"},
    {.name = "agent",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, agent),
     .letter = 'a',
     .value = "AGENT",
     .help = "agent that plays (default: ab, expectiminimax in games with chance, or what the game names)"},
    {.name = "start",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, start),
     .value = "NAME",
     .help = "first evaluator (default: the game's first with features, such as mix)"},
    {.name = "from-nothing",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, from_nothing),
     .excludes = "start",
     .help = "begin with a network that knows nothing but the rules"},
    {.name = "opening-plies",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, opening),
     .value = "N-N",
     .help = "random moves at the start of a game of self-play (default: depends on the game)"},
    {.name = "data",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, data),
     .many = JG_MANY_TIMES,
     .value = "FILE",
     .help = "learn from a file of samples or games instead of self-play; may be repeated"},
    {.name = "filters",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, filters),
     .max = JG_NETWORK_WIDTH_MAX,
     .standard = "0",
     .value = "N",
     .help = "filters of the network (default 0: 128, or 32 with eight symmetries and for policies)"},
    {.name = "hidden",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, hidden),
     .min = 8,
     .max = JG_NETWORK_HIDDEN_MAX / 2,
     .standard = "16",
     .value = "N",
     .help = "neurons of the first hidden layer; the second has twice as many"},
    {.name = "blend",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, blend),
     .max = 1,
     .standard = "0.4",
     .value = "SHARE",
     .help = "share of the game's result in what is learned; the rest is the search's value"},
    {.name = "epochs",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, epochs),
     .max = JG_LEARN_EPOCHS_MAX,
     .standard = "0",
     .value = "N",
     .help = "passes over the positions (default 0: depends on their number)"},
    {.name = "window",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, window),
     .min = 1,
     .max = 100000,
     .standard = "8",
     .value = "N",
     .help = "latest generations whose positions are learned from"},
    {.name = "proof",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, proof),
     .max = 10000000,
     .standard = "400",
     .value = "N",
     .help = "games against the evaluator before (0: none, every network is adopted)"},
    SEED_OPTION(struct options),
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "file of the network (default GAME.network); FILE.run has its samples"},
    REPORT_OPTION(struct options),
    {.name = "again",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, again),
     .help = "learn again, even if generations are stored"},
    WORKER_OPTIONS(struct options, shard),
    REFUSED_OPTIONS(struct options, shard),
    {0},
};

const struct command cmd_learn = {
    .name = "learn",
    .arguments = "GAME",
    .summary = "train a network by self-play",
    .least = 1,
    .most = 1,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
