/* jogada study: reproduces the tables of a paper, compares them with the published ones and prints a verdict. */
#include "cli/shard.h"
#include "cli/stored.h"
#include "cli/study_result.h"

#include "core/file.h"
#include "core/process.h"
#include "core/seeding.h"
#include "runs/study_rows.h"
#include "study/checkpoint.h"
#include "study/shipped.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct options {
    bool quick, all, compat;
    uint64_t seed;
    int games;
    char report[1024], figures[1024], db[DB_PATH];
    bool no_store, store_games, no_store_games, shipped;
    struct shard_options shard;
};

/* ---- The list --------------------------------------------------------------------------- */

static int list_studies(const struct cli *c) {
    json_t *list = json_array();
    for (size_t i = 0; jg_study_at(i); i++) {
        const struct jg_study *s = jg_study_at(i);
        if (c->options.json) {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i}", "name", s->name, "game",
                                                  jg_study_game(s), "title", s->title, "summary", s->summary, "source",
                                                  s->source, "games", s->games, "quick_games", s->quick_games,
                                                  "game_bytes", s->game_bytes));
            continue;
        }
        ink(c, JG_INK_STRONG);
        printf("%-17s", s->name);
        ink(c, JG_INK_PLAIN);
        printf(" %s\n%-17s %s\n%-17s %s\n", tr(c, s->title), "", tr(c, s->summary), "", tr(c, s->source));
    }
    if (c->options.json) return print_json(json_pack("{s:o}", "studies", list));
    json_decref(list);
    printf("\n%s\n", tr(c, "'jogada study NAME --quick' takes seconds; without --quick it takes minutes."));
    return EXIT_SUCCESS;
}

/* ---- The command ------------------------------------------------------------------------ */

/* Finds the unfinished parts of an earlier call and reports them, or why they cannot be used. */
static struct jg_run_known open_checkpoint(const struct cli *c, const struct jg_study *study,
                                           const struct jg_study_setting *s, struct jg_study_checkpoint *checkpoint) {
    struct jg_error err = {.lang = c->lang};
    char name[128], path[JG_STUDY_CHECKPOINT_PATH_MAX], head[JG_STUDY_CHECKPOINT_HEAD_MAX], program[17];
    jg_process_hash(program);
    snprintf(name, sizeof name, "study/%s%s%s%s.txt", study->name, s->quick ? "-quick" : "", s->all ? "-all" : "",
             s->compat ? "-compat" : "");
    snprintf(head, sizeof head, "study %s%s%s%s version %s program %s seed %llu seeding %d games %d", study->name,
             s->quick ? " quick" : "", s->all ? " all" : "", s->compat ? " compat" : "", jg_version(), program,
             (unsigned long long)s->seed, JG_SEEDING_SCHEME, s->games);
    if (jg_file_data_path(path, sizeof path, name, &err)) path[0] = 0;
    if (err.code || jg_study_checkpoint_open(checkpoint, path, head, &err)) print_error(c, &err, NULL);
    struct stat about = {0};
    struct jg_run_known known = {.unit = "parts", .count = (uint64_t)checkpoint->count};
    if (known.count && !stat(path, &about)) known.date = about.st_mtime;
    if (known.count && !c->options.json) {
        char date[JG_DATE_TEXT];
        stored_date(known.date, date);
        fprintf(stderr, tr(c, "resuming: %d parts stored on %s\n"), checkpoint->count, date);
    }
    return known;
}

static void show(void *bar, double share) { progress_show(bar, share, 0); }

static int stopped(const struct cli *c, const struct jg_study_checkpoint *checkpoint, struct jg_error *err) {
    if (err->code != JG_ESTOP) return print_error(c, err, NULL);
    if (checkpoint->count && checkpoint->path[0])
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command again to resume");
    else
        jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    return print_error(c, err, NULL);
}

/* Stores the pages of a study for the web table, in every language. A failure changes the exit status; the results are
 * printed all the same. */
static int save_pages(const struct cli *c, const struct options *o, const struct jg_study *study,
                      const struct jg_study_setting *s, const struct jg_study_result *r,
                      const struct report_settings *settings) {
    struct jg_error err = {.lang = c->lang};
    char usual[JG_STORE_PATH];
    if (!o->db[0] && jg_store_default_path(usual, NULL))
        return EXIT_SUCCESS; /* already reported before the study started */
    struct jg_store *store = stored_open(o->db, JG_STORE_WRITE, &err);
    if (store) jg_run_save_study(store, study, s, r, settings->lines, settings->count, &err);
    jg_store_close(store);
    return err.code ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

/* Stores the pages of a study and writes its report, whichever is requested. */
static int write_pages(const struct cli *c, const struct options *o, const struct jg_study *study,
                       const struct jg_study_setting *s, const struct jg_study_result *r) {
    char *name[] = {(char *)study->name};
    int status = EXIT_SUCCESS;
    if (o->no_store && !o->report[0]) return status;
    struct report_settings *settings = calloc(1, sizeof *settings);
    if (!settings) return print_out_of_memory(c);
    report_command(settings, c, o, 1, name);
    if (!o->no_store) status = save_pages(c, o, study, s, r, settings);
    if (o->report[0] &&
        report_write(c, o->report, jg_html_study(study, s, r, settings->lines, settings->count, c->lang)))
        status = EXIT_FAILURE;
    free(settings);
    return status;
}

/* Stores and prints a finished study, and writes its report if requested. */
static int finish(const struct cli *c, const struct options *o, const struct jg_study *study,
                  const struct jg_study_setting *s, const struct jg_study_result *r, const struct jg_run_known *known) {
    int status = write_pages(c, o, study, s, r);
    if (!c->options.json) {
        study_print_result(c, study, s, r);
        return status;
    }
    int said = print_json(study_document(study, s, r, known));
    return status ? status : said;
}

/* Writes the parts of a finished study, with the day. */
static enum jg_status write_figures(struct jg_study_checkpoint *k, const char *path, struct jg_error *err) {
    char day[JG_DATE_TEXT];
    size_t used = strlen(k->head);
    stored_date(time(NULL), day);
    snprintf(k->head + used, sizeof k->head - used, " date %.10s", day);
    return jg_study_checkpoint_save(k, path, err);
}

/* ---- Stored games ----------------------------------------------------------------------- */

enum { MEGABYTE = 1000000, UNASKED = 400 /* megabytes of games that a study stores without --store-games */ };

static unsigned long long megabytes(uint64_t bytes) { return (bytes + MEGABYTE - 1) / MEGABYTE; }

/* Reports before the study begins how many games are stored and where, or that none are. */
static void announce_games(const struct cli *c, const struct options *o, const struct jg_study *study,
                           const struct jg_run_study_size *stored, const struct jg_run_study_size *all) {
    char path[JG_STORE_PATH];
    const char *db = o->db[0] ? o->db : jg_store_default_path(path, NULL) ? "" : path;
    if (c->options.json) return;
    if (stored->games)
        fprintf(stderr, tr(c, "storing up to %llu games (%llu MB) in %s; 'jogada log --study %s' lists them\n"),
                (unsigned long long)stored->games, megabytes(stored->bytes), db, study->name);
    if (all->games > stored->games)
        fprintf(stderr, tr(c, "not storing %llu games, which would take %llu MB; --store-games stores all\n"),
                (unsigned long long)(all->games - stored->games), megabytes(all->bytes - stored->bytes));
}

/* Opens the store if games of the study are stored: all with --store-games, otherwise those of its tables if they fit
 * into UNASKED megabytes. *store is NULL if none are. Returns the exit status. */
static int open_games(const struct cli *c, const struct options *o, const struct jg_study *study,
                      struct jg_study_setting *setting, struct jg_store **store) {
    struct jg_error err = {.lang = c->lang};
    struct jg_run_study_size some, all;
    char path[JG_STORE_PATH];
    *store = NULL;
    if (!o->store_games && !o->db[0] && jg_store_default_path(path, NULL))
        return EXIT_SUCCESS; /* without a data folder, which the checkpoint reports */
    if (o->no_store || o->no_store_games || shard_alone(&o->shard) || !study->game_bytes) return EXIT_SUCCESS;
    enum jg_status status = jg_run_study_size(study, setting, &some, &err);
    setting->store_all = true;
    if (!status) status = jg_run_study_size(study, setting, &all, &err);
    setting->store_all = o->store_games;
    if (status) return print_error(c, &err, NULL);
    if (o->store_games)
        some = all;
    else if (some.bytes > (uint64_t)UNASKED * MEGABYTE)
        some = (struct jg_run_study_size){0};
    if (some.games && !(*store = stored_open(o->db, JG_STORE_WRITE, &err))) return print_error(c, &err, NULL);
    announce_games(c, o, study, &some, &all);
    return EXIT_SUCCESS;
}

/* Runs a study; with `store` its games are stored there. */
static enum jg_status play(const struct jg_study *study, struct jg_study_setting *s, struct jg_store *store,
                           struct jg_study_result *result, struct jg_error *err) {
    if (!store) return study->run(s, result, err);
    s->store = jg_run_study_games_open(store, study, s, err);
    if (!s->store) return err->code;
    enum jg_status status = study->run(s, result, err);
    jg_run_study_games_close(s->store);
    s->store = NULL;
    return status;
}

static int run_study(struct cli *c, const struct options *o, const struct jg_study *study, struct jg_study_setting *s) {
    struct jg_error err = {.lang = c->lang};
    struct progress bar;
    struct jg_study_checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
    struct jg_study_result *result = calloc(1, sizeof *result);
    struct jg_store *store = NULL;
    int status = checkpoint && result ? open_games(c, o, study, s, &store) : print_out_of_memory(c);
    if (!status) {
        struct jg_run_known known = open_checkpoint(c, study, s, checkpoint);
        s->checkpoint = checkpoint;
        s->progress = show;
        s->arg = &bar;
        progress_begin(&bar, c, study->name);
        shard_note_workers(&bar, s->coordinator);
        enum jg_status done = play(study, s, store, result, &err);
        progress_end(&bar);
        if (checkpoint->failure.code) print_error(c, &checkpoint->failure, NULL);
        if (done) {
            status = stopped(c, checkpoint, &err);
        } else {
            status = finish(c, o, study, s, result, &known);
            if (o->figures[0] && write_figures(checkpoint, o->figures, &err)) status = print_error(c, &err, NULL);
            jg_study_checkpoint_remove(checkpoint);
        }
    }
    jg_store_close(store);
    free(checkpoint);
    free(result);
    return status;
}

/* Prints the results that come with the program, and writes their report if requested. Plays and stores nothing. */
static int print_shipped(const struct cli *c, const struct options *o, const struct jg_study *study) {
    struct jg_error err = {.lang = c->lang};
    struct jg_study_shipped from;
    struct jg_study_result *result = calloc(1, sizeof *result);
    if (!result) return print_out_of_memory(c);
    int status = EXIT_FAILURE;
    if (jg_study_shipped_result(study, result, &err) || !jg_study_shipped_find(study, &from)) {
        print_error(c, &err, NULL);
    } else {
        struct options of = *o;
        of.no_store = true; /* results in the store are those of runs */
        if (!c->options.json) printf(tr(c, "results of version %s, %s\n"), from.version, from.date);
        status = finish(c, &of, study, &from.setting, result, &(struct jg_run_known){0});
    }
    free(result);
    return status;
}

/* Lists the studies that know the bugs of the paper's program. */
static enum jg_status refuse_compat(const struct jg_study *study, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_study_at(i); i++)
        if (jg_study_at(i)->compat) jg_text_add(&t, "%s%s", t.used ? ", " : "", jg_study_at(i)->name);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "--compat does not apply to %s: no bugs of its paper's program are known; it applies to %s",
                   study->name, names);
}

/* Lists the studies with an optional long part. */
static enum jg_status refuse_all(const struct jg_study *study, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_study_at(i); i++)
        if (jg_study_at(i)->all) jg_text_add(&t, "%s%s", t.used ? ", " : "", jg_study_at(i)->name);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "--all does not apply to %s, which is always complete; it applies to %s", study->name, names);
}

/* Checks the options against the study. */
static enum jg_status check_asked(const struct options *o, const struct jg_study *study, struct jg_error *err) {
    if (o->compat && !study->compat) return refuse_compat(study, err);
    if (o->all && !study->all) return refuse_all(study, err);
    if (o->all && o->quick)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--all and --quick exclude each other; give one of them");
    if (o->shard.workers[0] && !study->splits && !study->evolves)
        return jg_fail(
            err, JG_EINPUT, JG_NO_POSITION,
            "--workers has no effect on %s: it plays no games, or measures the time of moves on this machine",
            study->name);
    if (o->store_games && (o->no_store || o->no_store_games))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--%s and --%s exclude each other; give one of them",
                       "store-games", o->no_store ? "no-store" : "no-store-games");
    if (o->shipped && (o->quick || o->all || o->compat || o->games || o->seed != 1 || o->figures[0] || o->store_games ||
                       o->no_store_games))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "--shipped plays nothing; of the options of a study it takes --report only");
    if (o->store_games && !study->game_bytes)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--store-games has no effect on %s: it plays no games",
                       study->name);
    return JG_OK;
}

/* ---- Several machines ------------------------------------------------------------------- */

struct spread {
    const struct jg_study *study;
    const struct jg_study_setting *setting;
};

static enum jg_status play_part(const struct shard_run *run, uint64_t first, uint64_t last,
                                struct jg_run_rows_file *out, void (*progress)(void *bar, double share), void *bar,
                                struct jg_error *err) {
    const struct spread *s = run->arg;
    const struct jg_run_study_part part = {
        .study = s->study, .setting = s->setting, .first = first, .last = last, .progress = progress, .arg = bar};
    return jg_run_study_part_play(&part, out, err);
}

/* Plays a part or prints the parts, with `alone`; otherwise reads the rows that a study takes games from. */
static int use_rows(const struct cli *c, const struct options *o, const struct spread *s, bool alone,
                    struct jg_study_outline *outline, struct jg_run_rows *rows, char **argv) {
    struct jg_error err = {.lang = c->lang};
    if (jg_run_study_outline(s->study, s->setting, outline, &err)) return print_error(c, &err, NULL);
    char *identity = jg_run_study_identity(s->study, s->setting);
    const struct shard_run run = {.games = outline->games,
                                  .identity = identity,
                                  .play = play_part,
                                  .arg = s,
                                  .coordinator = s->setting->coordinator};
    int status = alone ? shard_run(c, &o->shard, &run, o, 1, argv) : shard_read(c, &o->shard, identity, rows);
    free(identity);
    return status;
}

/* Runs a study with rows and workers, if they are given. */
static int run_spread(struct cli *c, const struct options *o, const struct jg_study *study, struct jg_study_setting *s,
                      char **argv) {
    struct jg_error err = {.lang = c->lang};
    const struct spread spread = {study, s};
    struct jg_run_rows rows = {0};
    struct jg_study_outline *outline = calloc(1, sizeof *outline);
    bool alone = shard_alone(&o->shard);
    int status = outline ? EXIT_SUCCESS : print_out_of_memory(c);
    if (!status && !shard_check(c, &o->shard, NULL, 0, false, o->seed)) status = EXIT_WRONG;
    if (!status && shard_workers(&o->shard, NULL, 0, &s->coordinator, &err)) status = print_error(c, &err, NULL);
    if (!status && (alone || o->shard.rows[0])) status = use_rows(c, o, &spread, alone, outline, &rows, argv);
    if (!status && !alone) {
        s->outline = o->shard.rows[0] ? outline : NULL;
        s->rows = o->shard.rows[0] ? &rows.rows : NULL;
        status = run_study(c, o, study, s);
        shard_print_rows(c, &rows);
        shard_print_workers(c, s->coordinator);
    }
    jg_coordinator_close(s->coordinator);
    jg_run_rows_free(&rows);
    free(outline);
    return status;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    if (!argc) return list_studies(c);
    const struct jg_study *study = jg_study_find(argv[0], &err);
    if (!study) return print_error(c, &err, argv[0]);
    if (check_asked(o, study, &err)) return print_error(c, &err, NULL);
    int ready = report_ready(c, o->report);
    if (ready) return ready;
    if (o->shipped) return print_shipped(c, o, study);
    struct jg_study_setting setting = {
        .quick = o->quick,
        .all = o->all,
        .compat = o->compat,
        .seed = o->seed,
        .games = o->games   ? o->games
                 : o->quick ? study->quick_games
                            : study->games,
        .threads = c->options.threads,
        .stop = &interrupted,
    };
    return run_spread(c, o, study, &setting, argv);
}

static const struct jg_option OPTIONS[] = {
    {.name = "quick",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, quick),
     .letter = 'q',
     .help = "fewer games and depths: seconds instead of minutes"},
    {.name = "all",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, all),
     .letter = 'a',
     .help = "include the parts that take many minutes, if the study has some"},
    {.name = "compat",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, compat),
     .help = "also reproduce the bugs of the paper's program, if the study can"},
    {.name = "games",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, games),
     .max = 1000000,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "games per cell (default 0: the study's own number)"},
    SEED_OPTION(struct options),
    {.name = "shipped",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, shipped),
     .help = "print the results that come with the program, without playing"},
    REPORT_OPTION(struct options),
    {.name = "figures",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, figures),
     .standard = "",
     .value = "FILE",
     .help = "write the numbers behind the tables to FILE"},
    DB_OPTION(struct options),
    {.name = "store-games",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, store_games),
     .help = "store all games, also those of generations and more than 400 MB"},
    {.name = "no-store-games",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, no_store_games),
     .help = "store the report of the study, but none of its games"},
    NO_STORE_OPTION_AT(struct options, no_store),
    SHARD_OPTIONS(struct options, shard),
    {0},
};

const struct command cmd_study = {
    .name = "study",
    .arguments = "[NAME]",
    .summary = "reproduce the tables of a paper; without a name, list the studies",
    .most = 1,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
