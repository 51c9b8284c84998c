/* jogada tune: tunes the weights of an evaluator by playing games. Every generation is stored, and the same call
 * resumes from there. */
#include "cli/shard.h"
#include "cli/stored.h"
#include "cli/tune_result.h"

#include "arena/contest.h"
#include "core/clock.h"
#include "core/file.h"
#include "game/weights.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, UNSET = JG_WEIGHT_MAX }; /* an impossible low end; its negative is an impossible high end */

struct options {
    char eval[64], agent[JG_SPEC_MAX], opponent[JG_SPEC_MAX], start[PATH], output[PATH], report[PATH], db[PATH];
    int method, population, crossover, generations, games, opening, proof;
    double survive, mutation, low, high, step, discount, explore;
    uint64_t seed;
    bool no_store, again;
    struct shard_options shard;
};

/* A running tuning. */
struct work {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    struct jg_tune_setting setting;
    struct jg_player player, rival;
    char output[PATH];
    struct tune_result result;
    struct progress bar;
    char title[64];
    double begin;              /* when this call started to play */
    uint64_t games_before;     /* games of earlier calls */
    size_t generations_before; /* generations of earlier calls */
};

/* ---- Settings ------------------------------------------------------------------------------ */

/* Sets the initial weights, which are also those of the validation: the usual ones, or a file's. */
static enum jg_status set_start(struct work *w, struct jg_error *err) {
    struct jg_tune_setting *s = &w->setting;
    const char *start = w->o->start;
    struct jg_eval eval = {0};
    char name[PATH + 1];
    bool file = strcmp(start, "usual") && strcmp(start, "random");
    snprintf(name, sizeof name, "@%s", start);
    enum jg_status status = file ? jg_eval_open(&eval, &w->game, name, err) : JG_OK;
    if (status) return status;
    if (eval.network) {
        jg_eval_close(&eval);
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s is a network, without weights to tune; `jogada learn` trains networks", start);
    }
    if (file && eval.by != s->evaluator)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: the weights are for %s, not for %s", start, eval.by->name,
                       s->evaluator->name);
    for (int i = 0; i < s->evaluator->feature_count; i++)
        s->start[i] = file ? eval.weights[i] : s->evaluator->features[i].weight;
    s->from_start = strcmp(start, "random");
    return JG_OK;
}

static void set_box(struct work *w) {
    struct jg_tune_setting *s = &w->setting;
    jg_tune_defaults(s);
    if (w->o->low < UNSET) s->low = w->o->low;
    if (w->o->high > -UNSET) s->high = w->o->high;
}

static enum jg_status set_agent(struct work *w, const char **wrong, struct jg_error *err) {
    struct jg_tune_setting *s = &w->setting;
    struct jg_text t;
    if (w->o->agent[0]) {
        jg_text_init(&t, s->agent, sizeof s->agent);
        jg_text_put(&t, w->o->agent);
    } else if (!s->agent[0]) {
        enum jg_status status = jg_tune_agent(&w->game, s->agent, err);
        if (status) return status;
    }
    *wrong = w->o->agent;
    return jg_tune_player(&w->game, s->evaluator, s->agent, s->stop, &w->player, err);
}

/* Sets the opponent of all candidates: a spec, or the agent with the initial weights. */
static enum jg_status set_rival(struct work *w, const char **wrong, struct jg_error *err) {
    struct jg_tune_setting *s = &w->setting;
    bool start = !strcmp(w->o->opponent, "start");
    w->result.stored.opponent = w->o->opponent;
    if (!w->o->opponent[0]) return JG_OK;
    *wrong = start ? NULL : w->o->opponent;
    enum jg_status status = start ? jg_tune_player(&w->game, s->evaluator, s->agent, s->stop, &w->rival, err)
                                  : jg_player_init_stoppable(&w->rival, &w->game, w->o->opponent, &interrupted, err);
    if (start) w->rival.weights = s->start;
    if (!start) w->result.stored.opponent = w->rival.spec;
    s->rival = &w->rival;
    return status;
}

/* Fills the setting. On failure *wrong is the text that err->position refers to. */
static enum jg_status settle(struct work *w, const char **wrong, struct jg_error *err) {
    const struct options *o = w->o;
    w->setting = (struct jg_tune_setting){
        .game = &w->game,
        .method = (enum jg_tune_method)o->method,
        .seed = o->seed,
        .opening = o->opening < 0 ? jg_opening_default(&w->game) : o->opening,
        .pairs = o->games / 2,
        .generations = o->generations,
        .population = o->population,
        .survive = o->survive,
        .mutation = o->mutation,
        .crossover = (enum jg_crossover)o->crossover,
        .step = o->step,
        .discount = o->discount,
        .explore = o->explore,
        .threads = w->c->options.threads,
        .stop = &interrupted,
    };
    w->result = (struct tune_result){
        .c = w->c, .stored = {.setting = &w->setting, .player = &w->player, .opponent = ""}, .file = w->output};
    if (w->setting.method == JG_TUNE_Q && jg_tune_learner(&w->game, w->setting.agent, &w->setting.evaluator, err))
        return err->code;
    *wrong = o->eval;
    if (!w->setting.evaluator || o->eval[0]) w->setting.evaluator = jg_tune_evaluator(&w->game, o->eval, err);
    if (!w->setting.evaluator) return err->code;
    *wrong = NULL;
    if (o->games % 2 || o->proof % 2)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the number of games must be even: games are played in pairs with seats "
                       "swapped");
    enum jg_status status = set_start(w, err);
    if (!status) set_box(w);
    if (!status) status = set_agent(w, wrong, err);
    if (!status) status = set_rival(w, wrong, err);
    if (!status) *wrong = NULL;
    if (!status) status = shard_workers(&o->shard, &w->player, 1, &w->setting.coordinator, err);
    if (!status && w->setting.rival) status = shard_exact(&o->shard, &w->rival, 1, err);
    return status;
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool is_weights(const char *begin) { return !strncmp(begin, "jogada weights ", 15); }

static enum jg_status check_output(struct work *w, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, w->output, sizeof w->output);
    if (w->o->output[0])
        jg_text_put(&t, w->o->output);
    else
        jg_text_add(&t, "%s.weights", w->game.kind->name);
    if (strchr(w->output, ','))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s: the file name must not contain a comma, or no agent can load it", w->output);
    return output_ready(w->output, is_weights, "%s exists and is not a file of weights; choose another file", err);
}

static enum jg_status write_weights(struct work *w, struct jg_error *err) {
    const struct tune_result *r = &w->result;
    const struct jg_evaluator *by = w->setting.evaluator;
    struct jg_eval eval = {.by = by};
    char notes[4 * JG_SPEC_MAX];
    struct jg_text t;
    memcpy(eval.weights, tune_weights(r), (size_t)by->feature_count * sizeof *eval.weights);
    jg_text_init(&t, notes, sizeof notes);
    tune_notes(r, &t);
    char *text = jg_weights_write(&eval, &w->game, notes);
    enum jg_status status =
        text ? jg_file_write(w->output, text, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    return status;
}

static int write_report(const struct work *w, char **argv) {
    const struct tune_result *r = &w->result;
    struct report_settings *s = calloc(1, sizeof *s);
    char *page = NULL;
    if (s) {
        report_command(s, w->c, w->o, 1, argv);
        page = jg_html_tune(&w->setting, r->stored.history, r->stored.done,
                            jg_tally_games(&r->proof) ? &r->proof : NULL, s->lines, s->count, w->c->lang);
    }
    free(s);
    return report_write(w->c, w->o->report, page);
}

/* ---- The store ----------------------------------------------------------------------------- */

/* Starts the tuning or resumes it from the store; warns if the stored state is damaged. */
static enum jg_status open_kept(struct work *w, struct jg_error *err) {
    char usual[JG_STORE_PATH];
    const char *path = w->o->no_store ? NULL : w->o->db[0] ? w->o->db : usual;
    if (path == usual && jg_store_default_path(usual, err)) return err->code;
    w->result.stored.again = w->o->again;
    enum jg_status status = jg_run_tuning_open(&w->result.stored, path, err);
    if (!status) stored_print_unused(w->c, &w->result.stored.unused);
    if (w->result.stored.damaged) {
        struct jg_error damaged = {.lang = w->c->lang};
        jg_fail(&damaged, JG_EINPUT, JG_NO_POSITION, "the stored state of this tuning is damaged; starting again");
        print_error(w->c, &damaged, NULL);
    }
    return status;
}

/* ---- The command --------------------------------------------------------------------------- */

/* Shows the generation, its best score and the speed in front of the progress bar. */
static void show(void *arg, double share) {
    struct work *w = arg;
    const struct jg_run_tuning *k = &w->result.stored;
    const struct jg_generation *last = k->done ? &k->history[k->done - 1] : NULL;
    double spent = jg_clock() - w->begin, played = last ? (double)(last->games - w->games_before) : 0;
    struct jg_text t;
    jg_text_init(&t, w->title, sizeof w->title);
    jg_text_add(&t, "%zu/%d", k->done, w->setting.generations);
    if (last) add_local(w->c, &t, "  %.1f %%", 100 * last->best);
    if (played > 0 && spent > 0) jg_text_add(&t, "  %.0f/s", played / spent);
    double left = (double)w->setting.generations -
                  (double)w->generations_before; /* generations that this call plays, for the remaining time */
    progress_show(&w->bar, ((double)(k->done - w->generations_before) + share) / left, 0);
}

static void show_proof(void *arg, double share) { progress_show(&((struct work *)arg)->bar, share, 0); }

static enum jg_status play_generations(struct work *w, struct jg_error *err) {
    struct jg_run_tuning *k = &w->result.stored;
    enum jg_status status = JG_OK;
    w->begin = jg_clock();
    w->generations_before = k->done;
    w->games_before = k->done ? k->history[k->done - 1].games : 0;
    if (k->stored.count && !w->c->options.json) {
        char date[JG_DATE_TEXT];
        stored_date(k->stored.date, date);
        fprintf(stderr, tr(w->c, "%zu of %d generations stored on %s; --again tunes again\n"), (size_t)k->stored.count,
                w->setting.generations, date);
    }
    progress_begin(&w->bar, w->c, w->title);
    shard_note_workers(&w->bar, w->setting.coordinator);
    while (!status && !jg_tuning_done(k->tuning)) status = jg_run_tuning_step(k, show, w, err);
    progress_end(&w->bar);
    return status;
}

static enum jg_status prove(struct work *w, struct jg_error *err) {
    if (!w->o->proof) return JG_OK;
    progress_begin(&w->bar, w->c, tr(w->c, "validation"));
    shard_note_workers(&w->bar, w->setting.coordinator);
    enum jg_status status =
        jg_tuning_validate(w->result.stored.tuning, w->o->proof / 2, &w->result.proof, show_proof, w, err);
    progress_end(&w->bar);
    return status;
}

static enum jg_status stopped(const struct work *w, struct jg_error *err) {
    const struct jg_run_tuning *k = &w->result.stored;
    const struct stored_resume how = {.stored = k->store && k->done, .trust = &k->trust, .again = w->o->again};
    return stored_stopped(&how, err);
}

static enum jg_status tune(struct work *w, const char **wrong, struct jg_error *err) {
    enum jg_status status = settle(w, wrong, err);
    if (!status) status = check_output(w, err);
    if (status) return status;
    status = open_kept(w, err);
    if (!status) status = play_generations(w, err);
    if (!status) status = prove(w, err);
    if (!status) status = write_weights(w, err);
    if (!status) status = jg_run_tuning_finish(&w->result.stored, err);
    return status == JG_ESTOP ? stopped(w, err) : status;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct work *w = calloc(1, sizeof *w);
    const char *wrong = NULL;
    int result = EXIT_WRONG;
    (void)argc;
    if (!w) return print_out_of_memory(c);
    w->c = c;
    w->o = options;
    if (shard_refuse(c, &w->o->shard) && open_game(c, &w->game, argv[0])) {
        result = report_ready(c, w->o->report);
        if (!result && tune(w, &wrong, &err)) result = print_error(c, &err, wrong && wrong[0] ? wrong : NULL);
        if (!result && w->o->report[0]) result = write_report(w, argv);
        if (!result) result = tune_print_result(&w->result);
    }
    shard_print_workers(c, w->setting.coordinator);
    jg_run_tuning_close(&w->result.stored);
    jg_coordinator_close(w->setting.coordinator);
    jg_game_close(&w->game);
    free(w);
    return result;
}

static const struct jg_option OPTIONS[] = {
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .letter = 'e',
     .value = "NAME",
     .help = "evaluator to tune (default: the game's first with weights)"},
    {.name = "method",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, method),
     .choices = "genetic|spsa|cma|q",
     .standard = "cma",
     .letter = 'm',
     .help = "tuning method"},
    {.name = "agent",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, agent),
     .letter = 'a',
     .value = "AGENT",
     .help = "agent that plays with the weights (default: a fast one)"},
    {.name = "opponent",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, opponent),
     .value = "AGENT",
     .help = "opponent of all candidates; start: the untuned agent (default: each other, or the best so far)"},
    {.name = "start",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, start),
     .standard = "usual",
     .value = "FILE",
     .help = "initial weights: a file, usual or random"},
    {.name = "low",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, low),
     .min = -JG_WEIGHT_MAX,
     .max = JG_WEIGHT_MAX,
     .standard = "1000000",
     .value = "X",
     .help = "least value of a weight (default: minus twice the largest usual weight)"},
    {.name = "high",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, high),
     .min = -JG_WEIGHT_MAX,
     .max = JG_WEIGHT_MAX,
     .standard = "-1000000",
     .value = "X",
     .help = "greatest value of a weight (default: twice the largest usual weight)"},
    {.name = "generations",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, generations),
     .max = 1000000,
     .standard = "0",
     .value = "N",
     .help = "number of generations (default 0: depends on the method)"},
    {.name = "games",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, games),
     .max = 1000000,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "games per pairing in a generation (default 0: depends on the method)"},
    {.name = "population",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, population),
     .needs = "method=genetic|cma",
     .max = JG_POPULATION_MAX,
     .standard = "0",
     .letter = 'p',
     .value = "N",
     .help = "genetic, cma: population size (default 0: depends on the method)"},
    {.name = "survive",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, survive),
     .needs = "method=genetic",
     .min = 0.001,
     .max = 1,
     .standard = "0.5",
     .value = "X",
     .help = "genetic: share of the population that survives"},
    {.name = "mutation",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, mutation),
     .needs = "method=genetic",
     .max = 1,
     .standard = "0.1",
     .value = "X",
     .help = "genetic: mutation probability of each weight"},
    {.name = "crossover",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, crossover),
     .needs = "method=genetic",
     .choices = "one|two|uniform",
     .standard = "uniform",
     .help = "genetic: one-point, two-point or uniform crossover"},
    {.name = "step",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, step),
     .needs = "method=spsa|cma|q",
     .max = 1,
     .standard = "0",
     .value = "X",
     .help = "first step: share of the range (spsa, cma) or of the error (q) (default 0: depends on the method)"},
    {.name = "discount",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, discount),
     .needs = "method=q",
     .max = 1,
     .standard = "1",
     .value = "X",
     .help = "q: discount factor"},
    {.name = "explore",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, explore),
     .needs = "method=q",
     .max = 1,
     .standard = "0.3",
     .value = "X",
     .help = "q: exploration probability"},
    {.name = "opening-plies",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, opening),
     .min = -1,
     .max = 1000,
     .standard = "-1",
     .value = "N",
     .help = "random moves at the start of each game (default -1: depends on the game)"},
    {.name = "proof",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, proof),
     .max = 10000000,
     .standard = "1000",
     .value = "N",
     .help = "games of the tuned weights against the initial ones, at the end"},
    SEED_OPTION(struct options),
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "output file of the weights (default GAME.weights)"},
    REPORT_OPTION(struct options),
    DB_OPTION(struct options),
    NO_STORE_OPTION_AT(struct options, no_store),
    {.name = "again",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, again),
     .help = "tune again, even if generations are stored"},
    WORKER_OPTIONS(struct options, shard),
    INEXACT_OPTION(struct options, shard),
    REFUSED_OPTIONS(struct options, shard),
    {0},
};

const struct command cmd_tune = {
    .name = "tune",
    .arguments = "GAME",
    .summary = "tune the weights of an evaluator by playing games",
    .least = 1,
    .most = 1,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
