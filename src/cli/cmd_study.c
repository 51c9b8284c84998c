/* jogada study: reproduces the tables of a paper, compares them with the published ones and prints a verdict. */
#include "cli/stored.h"

#include "core/file.h"
#include "core/seeding.h"
#include "study/checkpoint.h"
#include "study/games.h"
#include "study/study.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    bool quick, all, compat;
    uint64_t seed;
    int games;
    char report[1024], parts[1024], db[DB_PATH];
    bool no_store, store_games;
};

/* ---- Tables as text ------------------------------------------------------------------- */

enum { CELL = 64, GAP = 2 };

static int wider(int a, int b) { return a > b ? a : b; }

static void put_right(const char *text, int width) { printf("%*s%s", wider(width - text_width(text), 0), "", text); }

static const char *cell_text(const struct cli *c, const struct jg_study_table *table, int row, int column,
                             char out[CELL]) {
    struct jg_text t;
    const struct jg_study_column *of = &table->columns[column];
    jg_text_init(&t, out, CELL);
    if (of->unit == JG_UNIT_WORD && !isnan(table->cells[row][column]))
        jg_text_put(&t, tr(c, jg_study_word(of, table->cells[row][column])));
    else
        jg_study_print(&t, of->unit, table->cells[row][column], c->lang);
    return out;
}

static bool same_group(const struct jg_study_column *a, const struct jg_study_column *b) {
    return a->group && b->group && !strcmp(a->group, b->group);
}

/* Returns the number of columns from here on that share a heading. */
static int group_size(const struct jg_study_table *table, int from) {
    int n = 1;
    while (from + n < table->column_count && same_group(&table->columns[from], &table->columns[from + n])) n++;
    return n;
}

/* Computes column widths from titles, cells and group headings. */
static void measure(const struct cli *c, const struct jg_study_table *table, int *widths) {
    char cell[CELL];
    for (int i = 0; i < table->column_count; i++) {
        widths[i] = text_width(tr(c, table->columns[i].title));
        for (int row = 0; row < table->row_count; row++)
            widths[i] = wider(widths[i], text_width(cell_text(c, table, row, i, cell)));
    }
    for (int i = 0, n; i < table->column_count; i += n) {
        int sum = -GAP;
        n = group_size(table, i);
        for (int j = i; j < i + n; j++) sum += GAP + widths[j];
        if (table->columns[i].group) widths[i] += wider(text_width(tr(c, table->columns[i].group)) - sum, 0);
    }
}

/* Prints the group headings, each at the right end of a rule above its columns. */
static void print_groups(const struct cli *c, const struct jg_study_table *table, const int *widths) {
    int pending = 0;
    bool any = false;
    for (int i = 0; i < table->column_count; i++) any |= table->columns[i].group != NULL;
    if (!any) return;
    for (int i = 0, n; i < table->column_count; i += n) {
        const char *group = table->columns[i].group ? tr(c, table->columns[i].group) : NULL;
        int width = -GAP;
        n = group_size(table, i);
        for (int j = i; j < i + n; j++) width += GAP + widths[j];
        pending += i ? GAP : 0;
        if (!group) {
            pending += width;
            continue;
        }
        int rule = width - text_width(group) - 1;
        printf("%*s", pending, "");
        for (int k = 0; k < rule; k++) putchar('-');
        put_right(group, width - wider(rule, 0));
        pending = 0;
    }
    putchar('\n');
}

static void print_table(const struct cli *c, const struct jg_study_table *table) {
    int widths[JG_STUDY_COLUMNS];
    char cell[CELL];
    measure(c, table, widths);
    ink(c, JG_INK_STRONG);
    printf("%s\n", tr(c, table->title));
    ink(c, JG_INK_PLAIN);
    ink(c, JG_INK_FAINT);
    print_groups(c, table, widths);
    for (int i = 0; i < table->column_count; i++) put_right(tr(c, table->columns[i].title), (i ? GAP : 0) + widths[i]);
    ink(c, JG_INK_PLAIN);
    putchar('\n');
    for (int row = 0; row < table->row_count; row++) {
        if (!jg_study_shown(table, row)) continue;
        for (int i = 0; i < table->column_count; i++)
            put_right(cell_text(c, table, row, i, cell), (i ? GAP : 0) + widths[i]);
        putchar('\n');
    }
    if (table->note) printf("%s\n", tr(c, table->note));
    putchar('\n');
}

static const char *phrase_text(const struct jg_phrase *phrase, jg_lang lang, char out[JG_STUDY_TEXT]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_STUDY_TEXT);
    jg_phrase_print(&t, phrase, lang);
    return out;
}

static void print_result(const struct cli *c, const struct jg_study *study, const struct jg_study_setting *s,
                         const struct jg_study_result *r) {
    char text[JG_STUDY_TEXT];
    ink(c, JG_INK_STRONG);
    printf("%s\n", tr(c, study->title));
    ink(c, JG_INK_PLAIN);
    printf("%s\n", tr(c, study->source));
    printf(tr(c, "games: %d, seed: %llu\n"), s->games, (unsigned long long)s->seed);
    if (r->extent.count) printf("%s\n", phrase_text(&r->extent, c->lang, text));
    putchar('\n');
    for (int i = 0; i < r->table_count; i++) print_table(c, &r->tables[i]);
    for (int i = 0; i < r->verdict_count; i++)
        printf("%s: %s\n", r->verdicts[i].holds ? tr(c, "confirmed") : tr(c, "not confirmed"),
               phrase_text(&r->verdicts[i].text, c->lang, text));
}

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *cell_json(const struct jg_study_column *column, double value) {
    enum jg_study_unit unit = column->unit;
    if (!isfinite(value)) return json_null();
    if (unit == JG_UNIT_WORD) return json_string(jg_study_word(column, value));
    if (unit == JG_UNIT_AGREES) return json_boolean(value != 0);
    return unit == JG_UNIT_COUNT || unit == JG_UNIT_LEAD ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *table_json(const struct jg_study_table *table) {
    json_t *rows = json_array();
    for (int row = 0; row < table->row_count; row++) {
        json_t *o = json_object();
        for (int i = 0; i < table->column_count; i++)
            json_object_set_new(o, table->columns[i].name, cell_json(&table->columns[i], table->cells[row][i]));
        json_array_append_new(rows, o);
    }
    return json_pack("{s:s, s:s, s:s*, s:o}", "name", table->name, "title", table->title, "note", table->note, "rows",
                     rows);
}

/* The same in every language. */
static json_t *document(const struct jg_study *study, const struct jg_study_setting *s, const struct jg_study_result *r,
                        const struct jg_run_known *known) {
    char text[JG_STUDY_TEXT];
    json_t *tables = json_array(), *verdicts = json_array();
    for (int i = 0; i < r->table_count; i++) json_array_append_new(tables, table_json(&r->tables[i]));
    for (int i = 0; i < r->verdict_count; i++)
        json_array_append_new(verdicts, json_pack("{s:b, s:s}", "holds", r->verdicts[i].holds, "text",
                                                  phrase_text(&r->verdicts[i].text, JG_EN, text)));
    return json_pack("{s:s, s:s, s:s, s:b, s:b, s:b, s:i, s:o, s:o, s:o, s:o}", "study", study->name, "title",
                     study->title, "source", study->source, "quick", s->quick, "all", s->all, "compat", s->compat,
                     "games", s->games, "seed", jg_run_seed_json(s->seed), "tables", tables, "verdicts", verdicts,
                     "stored", jg_run_known_json(known));
}

/* ---- The list --------------------------------------------------------------------------- */

static int list_studies(const struct cli *c) {
    json_t *list = json_array();
    for (size_t i = 0; jg_study_at(i); i++) {
        const struct jg_study *s = jg_study_at(i);
        if (c->options.json) {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "name", s->name, "game",
                                                  jg_study_game(s), "title", s->title, "summary", s->summary, "source",
                                                  s->source, "games", s->games, "quick_games", s->quick_games));
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
    jg_file_program_hash(program);
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
        print_result(c, study, s, r);
        return status;
    }
    int said = print_json(document(study, s, r, known));
    return status ? status : said;
}

/* Runs a study; with `store` its games are stored there. */
static enum jg_status play(const struct jg_study *study, struct jg_study_setting *s, struct jg_store *store,
                           struct jg_study_result *result, struct jg_error *err) {
    if (!store) return study->run(s, result, err);
    s->store = jg_study_games_open(store, study, s, err);
    if (!s->store) return err->code;
    enum jg_status status = study->run(s, result, err);
    jg_study_games_close(s->store);
    s->store = NULL;
    return status;
}

static int run_study(struct cli *c, const struct options *o, const struct jg_study *study, struct jg_study_setting *s,
                     struct jg_store *store) {
    struct jg_error err = {.lang = c->lang};
    struct progress bar;
    struct jg_study_checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
    struct jg_study_result *result = calloc(1, sizeof *result);
    int status = EXIT_FAILURE;
    if (!checkpoint || !result) status = print_out_of_memory(c);
    if (checkpoint && result) {
        struct jg_run_known known = open_checkpoint(c, study, s, checkpoint);
        s->checkpoint = checkpoint;
        s->progress = show;
        s->arg = &bar;
        progress_begin(&bar, c, study->name);
        enum jg_status done = play(study, s, store, result, &err);
        progress_end(&bar);
        if (checkpoint->failure.code) print_error(c, &checkpoint->failure, NULL);
        if (done) {
            status = stopped(c, checkpoint, &err);
        } else {
            status = finish(c, o, study, s, result, &known);
            if (o->parts[0] && jg_study_checkpoint_save(checkpoint, o->parts, &err))
                status = print_error(c, &err, NULL);
            jg_study_checkpoint_remove(checkpoint);
        }
    }
    free(checkpoint);
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
    if (o->store_games && o->no_store)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "--store-games and --no-store exclude each other; give one of them");
    return JG_OK;
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
    struct jg_store *store = o->store_games ? stored_open(o->db, JG_STORE_WRITE, &err) : NULL;
    if (o->store_games && !store) return print_error(c, &err, NULL);
    int status = run_study(c, o, study, &setting, store);
    jg_store_close(store);
    return status;
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
    REPORT_OPTION(struct options),
    {.name = "parts",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, parts),
     .standard = "",
     .value = "FILE",
     .help = "write the numbers behind the tables to FILE"},
    DB_OPTION(struct options),
    {.name = "store-games",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, store_games),
     .help = "store all games, a run for each part of a table ('jogada log --runs' lists them)"},
    NO_STORE_OPTION_AT(struct options, no_store),
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
