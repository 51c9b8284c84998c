/* jogada log: lists stored games, runs and ratings. */
#include "cli/json_stream.h"
#include "cli/stored.h"

#include "core/json.h"
#include "runs/rollout.h"
#include "study/study.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char db[DB_PATH], game[JG_SPEC_MAX], agent[JG_SPEC_MAX];
    char study[64], part[64];
    uint64_t run, limit;
    int result;
    bool failed, oldest, runs, ratings;
};

static const char *const RESULTS[] = {NULL, "1-0", "0-1", "1/2-1/2"}; /* as --result numbers them */

/* A list that is printed row by row. */
struct list {
    const struct cli *c;
    struct json_stream *json; /* NULL: print a table */
    uint64_t count, limit;
    struct jg_store *s; /* runs: where their games are counted */
    const char *study;  /* runs: only its parts; "": all runs */
    struct jg_error *err;
    enum jg_status status;
};

/* ---- Columns -------------------------------------------------------------------------------- */

static void put(const char *text, int width) {
    int gap = width - text_width(text);
    if (width > 0) printf("%*s", gap > 0 ? gap : 0, "");
    gap = -width - print_safe(stdout, text);
    if (width < 0) printf("%*s", gap > 0 ? gap : 0, "");
    fputs("  ", stdout);
}

/* Column headings. A negative width aligns to the left; 0 is the last column. */
static void put_heads(const struct cli *c, const char *const *heads, const int *widths) {
    ink(c, JG_INK_FAINT);
    for (; *widths; heads++, widths++) put(tr(c, *heads), *widths);
    fputs(tr(c, *heads), stdout);
    ink(c, JG_INK_PLAIN);
    putchar('\n');
}

/* ---- Games ------------------------------------------------------------------------------------ */

static const char *const GAME_HEADS[] = {"id", "date", "game", "result", "moves", "players"};
static const int GAME_WIDTHS[] = {8, -16, -16, -9, 7, 0};

static void print_game(struct list *l, const struct jg_stored_game *game) {
    char number[32], date[JG_DATE_TEXT], who[8 * JG_SPEC_MAX];
    struct jg_text t;
    if (!l->count) put_heads(l->c, GAME_HEADS, GAME_WIDTHS);
    snprintf(number, sizeof number, "%lld", (long long)game->id);
    put(number, GAME_WIDTHS[0]);
    stored_date(game->ended, date);
    put(date, GAME_WIDTHS[1]);
    put(game->game, GAME_WIDTHS[2]);
    put(jg_stored_result(game->score), GAME_WIDTHS[3]);
    snprintf(number, sizeof number, "%d", game->plies);
    put(number, GAME_WIDTHS[4]);
    jg_text_init(&t, who, sizeof who);
    stored_players(l->c, game, &t);
    print_safe(stdout, who);
    putchar('\n');
}

static bool list_game(void *arg, const struct jg_stored_game *game) {
    struct list *l = arg;
    if (l->json)
        json_stream_row(l->json, jg_run_game_json(game, false));
    else
        print_game(l, game);
    l->count++;
    return !atomic_load(&interrupted) && !(l->json && l->json->failed);
}

/* ---- Runs ------------------------------------------------------------------------------------- */

static const char *const RUN_HEADS[] = {"run", "started", "kind", "game", "games", "status", "agents"};
static const int RUN_WIDTHS[] = {8, -16, -10, -16, 8, -12, 0};

/* The agents of a run's parameters, separated by commas; the file of an import; or the name of a study and its part. */
static void put_agents(const char *parameters) {
    json_t *o = jg_json_read(parameters, strlen(parameters), 0, NULL), *name = json_object_get(o, "file");
    size_t i;
    if (!name) name = json_object_get(o, "study");
    if (json_is_string(name)) print_safe(stdout, json_string_value(name));
    name = json_object_get(o, "part");
    if (json_is_string(name)) {
        putchar(' ');
        print_safe(stdout, json_string_value(name));
    }
    json_array_foreach(json_object_get(o, "agents"), i, name) {
        if (i) fputs(", ", stdout);
        if (json_is_string(name)) print_safe(stdout, json_string_value(name));
    }
    json_decref(o);
}

static void print_run(struct list *l, const struct jg_stored_run *run) {
    char number[32], date[JG_DATE_TEXT];
    if (!l->count) put_heads(l->c, RUN_HEADS, RUN_WIDTHS);
    snprintf(number, sizeof number, "%lld", (long long)run->id);
    put(number, RUN_WIDTHS[0]);
    stored_date(run->begun, date);
    put(date, RUN_WIDTHS[1]);
    put(run->kind, RUN_WIDTHS[2]);
    put(run->game, RUN_WIDTHS[3]);
    snprintf(number, sizeof number, "%lld", (long long)run->games);
    put(number, RUN_WIDTHS[4]);
    put(run->ended ? tr(l->c, "finished") : tr(l->c, "not finished"), RUN_WIDTHS[5]);
    put_agents(run->parameters);
    putchar('\n');
}

static bool list_run(void *arg, const struct jg_stored_run *run) {
    struct list *l = arg;
    struct jg_stored_run shown = *run;
    if (l->study[0] && !jg_run_is_part(run, l->study, NULL)) return !atomic_load(&interrupted);
    l->status = jg_run_games(l->s, run, &shown.games, l->err);
    if (l->status) return false;
    if (l->json)
        json_stream_row(l->json, jg_run_json(&shown));
    else
        print_run(l, &shown);
    l->count++;
    return !atomic_load(&interrupted) && (!l->limit || l->count < l->limit);
}

/* ---- Ratings ------------------------------------------------------------------------------------ */

static const char *const RATING_HEADS[] = {"Elo", "+/-", "games", "agent"};
static const int RATING_WIDTHS[] = {8, 8, 8, 0};

static void put_real(const struct cli *c, double x, int width) {
    char text[32];
    format_local(c, text, sizeof text, isfinite(x) ? "%.1f" : "-", x);
    put(text, width);
}

static bool list_rating(void *arg, const struct jg_stored_rating *rating) {
    struct list *l = arg;
    if (l->json) {
        json_stream_row(l->json, jg_run_rating_json(rating));
    } else {
        char number[32];
        if (!l->count) put_heads(l->c, RATING_HEADS, RATING_WIDTHS);
        put_real(l->c, rating->elo, RATING_WIDTHS[0]);
        put_real(l->c, rating->error, RATING_WIDTHS[1]);
        snprintf(number, sizeof number, "%lld", (long long)rating->games);
        put(number, RATING_WIDTHS[2]);
        print_safe(stdout, rating->agent);
        putchar('\n');
    }
    l->count++;
    return true;
}

static bool any_rating(void *arg, const struct jg_stored_rating *rating) {
    (void)rating;
    *(bool *)arg = true;
    return false;
}

struct search {
    struct jg_store *s;
    int64_t run; /* newest run with ratings; 0: none */
    struct jg_error *err;
    enum jg_status status;
};

static bool has_ratings(void *arg, const struct jg_stored_run *run) {
    struct search *search = arg;
    bool any = false;
    search->status = jg_store_ratings(search->s, run->id, any_rating, &any, search->err);
    if (any) search->run = run->id;
    return !any && !search->status;
}

/* ---- JSON ----------------------------------------------------------------------------------------- */

/* Whether runs are listed: all, or the parts of a study. */
static bool lists_runs(const struct options *o) { return o->runs || (o->study[0] && !o->part[0]); }

struct logging {
    const struct cli *c;
    const struct options *o;
    struct jg_store *s;
    struct json_stream *json; /* NULL: print a table */
    int64_t run;
    uint64_t count; /* rows in all lists */
};

static struct list begin_list(struct logging *g, const char *name, uint64_t limit) {
    if (g->json) json_stream_list(g->json, name);
    return (struct list){.c = g->c, .json = g->json, .limit = limit};
}

/* Prints "run 3: tournament, kalah, games: 120, not finished". */
static enum jg_status show_run(struct logging *g, struct jg_error *err) {
    struct jg_stored_run run;
    enum jg_status status = jg_store_get_run(g->s, g->run, &run, err);
    if (!status) status = jg_run_games(g->s, &run, &run.games, err);
    if (status) {
        jg_stored_run_free(&run);
        return status;
    }
    if (g->json) {
        json_stream_put(g->json, "run", jg_run_json(&run));
    } else {
        printf(tr(g->c, "run %lld: "), (long long)run.id);
        print_safe(stdout, run.kind);
        if (run.game[0]) fputs(", ", stdout);
        print_safe(stdout, run.game);
        printf(tr(g->c, ", games: %lld, "), (long long)run.games);
        printf("%s\n", run.ended ? tr(g->c, "finished") : tr(g->c, "not finished"));
    }
    jg_stored_run_free(&run);
    g->count++;
    return JG_OK;
}

static enum jg_status show_ratings(struct logging *g, struct jg_error *err) {
    struct list l = begin_list(g, "ratings", 0);
    if (!g->json) putchar('\n');
    enum jg_status status = jg_store_ratings(g->s, g->run, list_rating, &l, err);
    if (!g->json && l.count) putchar('\n');
    return status;
}

static enum jg_status show_runs(struct logging *g, struct jg_error *err) {
    struct list l = begin_list(g, "runs", g->o->limit);
    l.s = g->s;
    l.err = err;
    l.study = g->o->study;
    enum jg_status status =
        jg_store_runs(g->s, l.study[0] ? JG_RUN_PART_KIND : NULL, g->o->game[0] ? g->o->game : NULL, list_run, &l, err);
    g->count += l.count;
    return status ? status : l.status;
}

static enum jg_status show_games(struct logging *g, struct jg_error *err) {
    const struct options *o = g->o;
    struct jg_store_filter filter = {.run = g->run,
                                     .game = o->game[0] ? o->game : NULL,
                                     .agent = o->agent[0] ? o->agent : NULL,
                                     .result = RESULTS[o->result],
                                     .failed = o->failed,
                                     .oldest_first = o->oldest,
                                     .limit = (int64_t)o->limit};
    struct list l = begin_list(g, "games", 0);
    enum jg_status status = jg_store_games(g->s, &filter, list_game, &l, err);
    g->count += l.count;
    return status;
}

static bool take_part(void *arg, const struct jg_stored_run *run) {
    struct logging *g = arg;
    if (jg_run_is_part(run, g->o->study, g->o->part)) g->run = run->id;
    return !g->run;
}

/* Finds the newest run of the part of a study. */
static enum jg_status find_part(struct logging *g, struct jg_error *err) {
    enum jg_status status = jg_store_runs(g->s, JG_RUN_PART_KIND, NULL, take_part, g, err);
    if (status || g->run) return status;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "no games of part %s are stored; 'jogada log --study %s' lists the parts", g->o->part, g->o->study);
}

static enum jg_status show(struct logging *g, struct jg_error *err) {
    bool newest = g->o->ratings && !g->run;
    if (lists_runs(g->o)) return show_runs(g, err);
    if (g->o->part[0] && find_part(g, err)) return err->code;
    if (newest) {
        struct search search = {.s = g->s, .err = err};
        enum jg_status status = jg_store_runs(g->s, NULL, g->o->game[0] ? g->o->game : NULL, has_ratings, &search, err);
        if (!status) status = search.status;
        g->run = search.run;
        if (status || !g->run) return status;
    }
    enum jg_status status = g->run ? show_run(g, err) : JG_OK;
    if (!status && g->run) status = show_ratings(g, err);
    return status || newest ? status : show_games(g, err);
}

static void print_nothing(const struct cli *c, const struct options *o, bool missing) {
    bool asked = o->study[0] || o->game[0] || o->agent[0] || o->run || o->result || o->failed || o->ratings;
    if (asked && !missing)
        printf("%s\n", tr(c, "no matching games"));
    else
        printf("%s\n", tr(c, "No games stored yet. Finished games are stored: try 'jogada play GAME'."));
}

/* Normalizes the spec of a game as the store spells it, so that a typo is an error and not an empty list. */
static bool spell_game(const struct cli *c, char spec[JG_SPEC_MAX]) {
    struct jg_game g;
    struct jg_text t;
    if (!spec[0]) return true;
    if (!open_game(c, &g, spec)) return false;
    jg_text_init(&t, spec, JG_SPEC_MAX);
    jg_game_spec(&g, &t);
    jg_game_close(&g);
    return true;
}

/* Checks the name of a study, and that its options go together. */
static bool check_study(const struct cli *c, const struct options *o) {
    struct jg_error err = {.lang = c->lang};
    if (o->part[0] && !o->study[0])
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--part needs the study that it belongs to; add --study NAME");
    else if (o->study[0] && o->run)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--%s and --%s exclude each other; give one of them", "study", "run");
    else if (o->part[0] && o->runs)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--%s and --%s exclude each other; give one of them", "part", "runs");
    else if (!o->study[0] || jg_study_find(o->study, &err))
        return true;
    print_error(c, &err, NULL);
    return false;
}

/* Refuses game filters where runs are listed. */
static bool check_runs(const struct cli *c, const struct options *o) {
    struct jg_error err = {.lang = c->lang};
    const char *name = o->agent[0]  ? "agent"
                       : o->failed  ? "failed"
                       : o->result  ? "result"
                       : o->run     ? "run"
                       : o->ratings ? "ratings"
                       : o->oldest  ? "oldest"
                                    : NULL;
    if (!lists_runs(o) || !name) return true;
    if (o->study[0])
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--%s applies to the games of one part; add --part PART", name);
    else
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--%s does not apply to --runs; choose runs with --game and --limit",
                name);
    print_error(c, &err, NULL);
    return false;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct options asked = *(const struct options *)options;
    const struct options *o = &asked;
    struct logging g = {.c = c, .o = o, .run = (int64_t)o->run};
    (void)argc, (void)argv;
    if (!spell_game(c, asked.game) || !check_study(c, o) || !check_runs(c, o)) return EXIT_WRONG;
    g.s = stored_open(o->db, JG_STORE_READ, &err);
    bool missing = !g.s && err.code == JG_EINPUT;
    if (!g.s && !missing) return print_error(c, &err, NULL);
    struct json_stream json = {0};
    if (c->options.json) g.json = &json;
    if (missing && g.json) json_stream_list(g.json, lists_runs(o) ? "runs" : "games");
    enum jg_status status = missing ? JG_OK : show(&g, &err);
    jg_store_close(g.s);
    if (status) return print_error(c, &err, NULL);
    if (g.json) return json_stream_end(g.json);
    if (!g.count) print_nothing(c, o, missing);
    return EXIT_SUCCESS;
}

static const struct jg_option OPTIONS[] = {
    {.name = "game",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, game),
     .letter = 'g',
     .value = "GAME",
     .help = "only this game"},
    {.name = "agent",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, agent),
     .letter = 'a',
     .value = "TEXT",
     .help = "only games with a player whose spec contains TEXT"},
    {.name = "run",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, run),
     .letter = 'r',
     .value = "N",
     .help = "only the games of run N, with its ratings"},
    {.name = "study",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, study),
     .value = "NAME",
     .help = "list the parts of a study whose games are stored"},
    {.name = "part",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, part),
     .value = "PART",
     .help = "only the games of this part of the study"},
    {.name = "result",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, result),
     .choices = "any|1-0|0-1|1/2-1/2",
     .standard = "any",
     .help = "only games with this result"},
    {.name = "failed",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, failed),
     .help = "only games that an agent forfeited"},
    {.name = "limit",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, limit),
     .max = 1e15,
     .standard = "20",
     .letter = 'n',
     .value = "N",
     .help = "maximum number of rows to print, 0 for all"},
    {.name = "oldest", .type = JG_OPT_FLAG, JG_FIELD(struct options, oldest), .help = "list the oldest first"},
    {.name = "runs", .type = JG_OPT_FLAG, JG_FIELD(struct options, runs), .help = "list runs instead of games"},
    {.name = "ratings",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, ratings),
     .help = "show the ratings of the run, or of the newest run that has any"},
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_log = {
    .name = "log",
    .arguments = "",
    .summary = "list stored games and runs",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
