/* jogada openings: makes a suite of starting positions for matches, with their balance measured, or measures given ones. */
#include "cli/cli.h"

#include "arena/contest.h"
#include "arena/openings.h"
#include "arena/starts.h"
#include "core/clock.h"
#include "core/file.h"

#include <jogada/rollout.h>

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SAVE_EVERY = 30,  /* seconds */
    COUNT = 100,      /* positions */
    PLIES_FACTOR = 2, /* by default, times the random moves of a match: many positions are dropped */
    FROM_MAX = 64 << 20,
    BY_AUTO = 0,
};
static const char SEARCHER[] = "ab:nodes=20k", BALANCE[] = "10%";

struct options {
    char output[1024], from[1024], balance[32];
    uint64_t count, games, seed;
    int plies, by;
};

struct making {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    char game_spec[JG_SPEC_MAX];
    struct jg_player player;
    struct jg_starts from;
    struct jg_openings_setting setting;
    struct jg_openings suite;
    char unfinished[PATH_MAX]; /* where the suite is saved until it is complete */
    double begin, saved;
    uint64_t resumed; /* candidates measured by an earlier call */
    struct progress bar;
};

/* ---- Settings ------------------------------------------------------------------------------ */

/* Chooses how to measure, and the agent; *wrong is its spec if that fails. */
static enum jg_status choose_method(struct making *m, const char *agent, const char **wrong, struct jg_error *err) {
    struct jg_openings_setting *s = &m->setting;
    const struct jg_game *g = &m->game;
    bool random = g->kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN);
    int by = m->o->by;
    s->method = by == BY_AUTO ? JG_OPENINGS_EXACT : (enum jg_openings_method)(by - 1);
    if (by - 1 == JG_OPENINGS_EXACT && agent)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--by exact needs no agent; leave out '%s'", agent);
    bool solvable = by - 1 == JG_OPENINGS_EXACT;
    enum jg_status status = by == BY_AUTO && !agent ? jg_openings_solvable(g, &solvable, err) : JG_OK;
    if (status || solvable) return status;
    const char *usual = random || by - 1 == JG_OPENINGS_PLAY ? jg_rollout_agent(g) : SEARCHER;
    *wrong = agent ? agent : usual;
    status = jg_player_init_stoppable(&m->player, g, *wrong, &interrupted, err);
    if (status) return status;
    *wrong = NULL;
    s->player = &m->player;
    enum jg_openings_method fitting;
    if (by - 1 == JG_OPENINGS_PLAY) return JG_OK;
    status = jg_openings_choose(g, &m->player, &fitting, err);
    if (!status && by != BY_AUTO && fitting != s->method)
        status = jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s does not evaluate positions of %s; use --by play",
                         m->player.name, g->kind->name);
    s->method = fitting;
    return status;
}

static enum jg_status read_from(struct making *m, struct jg_error *err) {
    const char *path = m->o->from;
    char *text = path[0] ? jg_file_read(path, FROM_MAX, err) : NULL;
    if (!text) return path[0] ? err->code : JG_OK;
    enum jg_status status = jg_starts_read(&m->from, &m->game, text, err);
    if (status) locate_in_file(path, text, err);
    if (!status && !m->from.count)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no positions; write one per line", path);
    free(text);
    m->setting.from = m->from.at;
    m->setting.from_count = m->from.count;
    return status;
}

static enum jg_status set_candidates(struct making *m, struct jg_error *err) {
    const struct options *o = m->o;
    struct jg_openings_setting *s = &m->setting;
    enum jg_status status = read_from(m, err);
    if (status) return status;
    s->plies = o->plies >= 0 ? o->plies : PLIES_FACTOR * jg_opening_default(&m->game);
    s->count = o->count ? o->count : s->from ? 0 : COUNT;
    s->all = s->from && !o->balance[0];
    if (!jg_threshold_parse(&s->balance, o->balance[0] ? o->balance : BALANCE))
        return jg_fail(
            err, JG_EINPUT, JG_NO_POSITION,
            "--balance must be a score in the game's unit or a distance from 50 %%, such as 2 or 10%%, not '%s'",
            o->balance);
    if (!s->from && !jg_opening_fits(&m->game, NULL, s->plies))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%d random moves end the game; give fewer with --plies",
                       s->plies);
    return JG_OK;
}

static enum jg_status check_output(struct making *m, struct jg_error *err) {
    struct jg_text t;
    if (!m->o->output[0]) return JG_OK;
    jg_text_init(&t, m->unfinished, sizeof m->unfinished);
    jg_text_add(&t, "%s.unfinished", m->o->output);
    return output_ready(m->o->output, jg_openings_is_file,
                        "%s exists and is not a suite of openings; choose another file", err);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* Resumes from a file with the same settings; false: there is none. */
static bool resume_from(struct making *m, const char *path) {
    struct jg_error err = {.lang = m->c->lang};
    if (!m->o->output[0] || access(path, F_OK)) return false;
    char *text = jg_file_read(path, FROM_MAX, &err);
    bool good = text && jg_openings_resume(&m->suite, text);
    free(text);
    m->resumed = m->suite.candidates;
    return good;
}

static enum jg_status save(struct making *m, const char *path, struct jg_error *err) {
    char *text = jg_openings_write(&m->suite);
    if (!text) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = jg_file_write(path, text, err);
    free(text);
    m->saved = jg_clock();
    return status;
}

static void show(void *arg, size_t measured) {
    struct making *m = arg;
    const struct jg_openings *s = &m->suite;
    double share = s->setting.from ? ((double)s->candidates + (double)measured) / (double)s->setting.from_count
                                   : (double)s->count / (double)s->setting.count;
    progress_show(&m->bar, fmin(1, share), 0);
}

static enum jg_status find(struct making *m, struct jg_error *err) {
    enum jg_status status = JG_OK;
    bool stores = m->o->output[0];
    m->begin = m->saved = jg_clock();
    jg_openings_init(&m->suite, &m->setting);
    if ((resume_from(m, m->unfinished) || resume_from(m, m->o->output)) && m->c->progress)
        fprintf(stderr, tr(m->c, "resuming after %llu candidates\n"), (unsigned long long)m->resumed);
    progress_begin(&m->bar, m->c, tr(m->c, "openings"));
    while (!status && !jg_openings_done(&m->suite)) {
        status = jg_openings_step(&m->suite, show, m, err);
        if (!status && stores && jg_clock() - m->saved > SAVE_EVERY) status = save(m, m->unfinished, err);
    }
    progress_end(&m->bar);
    if (status == JG_ESTOP && !stores) return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    if (status == JG_ESTOP && !save(m, m->unfinished, err))
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command again to resume");
    if (!status && stores) status = save(m, m->o->output, err);
    if (!status && stores) unlink(m->unfinished);
    return status;
}

/* ---- Output ---------------------------------------------------------------------------------- */

static json_t *opening_json(const struct jg_openings *s, const struct jg_opening *p) {
    json_t *error = s->setting.method == JG_OPENINGS_PLAY ? json_real(p->error) : NULL;
    return json_pack("{s:s, s:o, s:o*, s:o}", "position", p->position, "chance", jg_run_real_json(p->chance), "error",
                     error, "score", jg_run_real_json(p->score));
}

static json_t *document(const struct making *m) {
    const struct jg_openings *s = &m->suite;
    char balance[32];
    struct jg_text t;
    json_t *list = json_array();
    jg_text_init(&t, balance, sizeof balance);
    jg_threshold_print(&s->setting.balance, &t);
    for (size_t i = 0; i < s->count; i++) json_array_append_new(list, opening_json(s, &s->at[i]));
    json_t *games = s->setting.method == JG_OPENINGS_PLAY ? json_integer((json_int_t)s->setting.games) : NULL;
    return json_pack("{s:s, s:s, s:s*, s:o*, s:s*, s:o*, s:o, s:I, s:I, s:s*, s:f, s:o}", "game", m->game_spec, "by",
                     jg_openings_method_name(s->setting.method), "agent",
                     s->setting.player ? s->setting.player->name : NULL, "games", games, "balance",
                     s->setting.all ? NULL : balance, "plies", s->setting.from ? NULL : json_integer(s->setting.plies),
                     "seed", jg_run_seed_json(s->setting.seed), "candidates", (json_int_t)s->candidates, "resumed",
                     (json_int_t)m->resumed, "file", m->o->output[0] ? m->o->output : NULL, "seconds",
                     jg_clock() - m->begin, "positions", list);
}

/* How many positions there are and how balanced: the mean distance from an even chance. */
static void print_summary(const struct making *m) {
    const struct cli *c = m->c;
    const struct jg_openings *s = &m->suite;
    double n = 0, sum = 0, off = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (isnan(s->at[i].chance)) continue;
        n++;
        sum += s->at[i].chance;
        off += fabs(s->at[i].chance - 0.5);
    }
    printf(tr(c, "%s: positions: %zu, candidates: %llu\n"), m->o->output, s->count, (unsigned long long)s->candidates);
    if (n <= 0) return;
    char text[512];
    format_local(c, text, sizeof text,
                 tr(c, "chance of %s to win: %.1f %% on average; mean distance from 50 %%: %.1f %%"),
                 jg_seat_name(&m->game, 0, c->lang), 100 * sum / n, 100 * off / n);
    puts(text);
}

static int print_result(const struct making *m) {
    const struct jg_openings *s = &m->suite;
    int status = EXIT_SUCCESS;
    if (s->setting.count && s->count < s->setting.count)
        fprintf(
            stderr,
            tr(m->c,
               "jogada: found only %zu of %llu positions in %llu candidates; try more --plies or a larger --balance\n"),
            s->count, (unsigned long long)s->setting.count, (unsigned long long)s->candidates);
    if (m->c->options.json) return print_json(document(m));
    if (m->o->output[0]) {
        print_summary(m);
        return status;
    }
    char *text = jg_openings_write(s);
    if (!text) return print_out_of_memory(m->c);
    fputs(text, stdout);
    free(text);
    return status;
}

/* ---- The command ------------------------------------------------------------------------------ */

static int make(struct making *m, const char *agent) {
    struct jg_error err = {.lang = m->c->lang};
    struct jg_text t;
    const char *wrong = NULL;
    jg_text_init(&t, m->game_spec, sizeof m->game_spec);
    jg_game_spec(&m->game, &t);
    enum jg_status status = check_output(m, &err);
    if (!status) status = set_candidates(m, &err);
    if (!status) status = choose_method(m, agent, &wrong, &err);
    if (!status) status = find(m, &err);
    return status ? print_error(m->c, &err, wrong) : print_result(m);
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct making *m = calloc(1, sizeof *m);
    int status = EXIT_WRONG;
    if (!m) return print_out_of_memory(c);
    m->c = c;
    m->o = o;
    m->setting = (struct jg_openings_setting){
        .game = &m->game, .games = o->games, .seed = o->seed, .threads = c->options.threads, .stop = &interrupted};
    if (open_game(c, &m->game, argv[0]) && random_seed(c, &m->setting.seed))
        status = make(m, argc > 1 ? argv[1] : NULL);
    jg_openings_free(&m->suite);
    jg_starts_free(&m->from);
    jg_game_close(&m->game);
    free(m);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "output file, for 'match --starts' (default: standard output)"},
    {.name = "count",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, count),
     .max = 1e7,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "number of positions (default 100; with --from all)"},
    {.name = "balance",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, balance),
     .letter = 'b',
     .value = "X",
     .help = "maximum distance from an even game: 10% is a chance of 40 to 60 %, 2 a score of -2 to 2 "
             "(default 10%; with --from any)"},
    {.name = "plies",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, plies),
     .min = -1,
     .max = 1000,
     .standard = "-1",
     .value = "N",
     .help = "random moves before each position (default -1: up to 8, none in games with chance)"},
    {.name = "by",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, by),
     .choices = "auto|exact|search|play",
     .standard = "auto",
     .help = "measurement: exact scores, the agent's evaluation, or its games against itself"},
    {.name = "games",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, games),
     .min = 2,
     .max = 1e6,
     .standard = "100",
     .letter = 'g',
     .value = "N",
     .help = "with --by play: games from each position"},
    {.name = "from",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, from),
     .value = "FILE",
     .help = "measure the positions of a file or an opening book instead of random ones"},
    {.name = "seed",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, seed),
     .standard = "1",
     .letter = 's',
     .value = "N",
     .help = "random seed, 0 for a new one"},
    {0},
};

const struct command cmd_openings = {
    .name = "openings",
    .arguments = "GAME [AGENT]",
    .summary = "make a suite of balanced starting positions for matches",
    .least = 1,
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
