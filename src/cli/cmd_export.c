/* jogada export: kept games as files of records, in SGF, or as JSON. */
#include "cli/kept.h"

#include "core/file.h"
#include "core/json.h"
#include "game/sgf.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char db[DB_PATH], output[DB_PATH];
    uint64_t run;
    bool sgf;
};

/* Everything is written to memory first: a game that cannot be exported leaves no half of a file. */
struct exporting {
    struct cli *c;
    bool sgf, json;
    FILE *out;
    struct kept_record kept;
    uint64_t count;
    enum jg_status status;
    struct jg_error *err;
};

static enum jg_status put_record(struct exporting *x, const struct jg_kept_game *game) {
    struct jg_tags tags;
    enum jg_status status = kept_record_of(&x->kept, game, x->err);
    if (status) return status;
    if (x->sgf && !x->kept.game.kind->sgf)
        return jg_fail(x->err, JG_EINPUT, -1, "game %lld is %s, and there is no SGF for that", (long long)game->id,
                       x->kept.game.kind->name);
    jg_kept_tags(game, &tags);
    char *text = x->sgf ? jg_sgf_write(&x->kept.record, &tags) : jg_record_write(&x->kept.record, &tags);
    if (!text) return jg_fail(x->err, JG_EMEMORY, -1, "out of memory");
    fprintf(x->out, "%s%s", x->count ? "\n" : "", text);
    free(text);
    return JG_OK;
}

static enum jg_status put_json(struct exporting *x, const struct jg_kept_game *game) {
    json_t *o = jg_kept_json(game, true);
    char *text = jg_json_text(o, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (!text) return jg_fail(x->err, JG_EMEMORY, -1, "out of memory");
    fputs(x->count ? ",\n  " : "  ", x->out);
    put_json_text(x->out, text);
    free(text);
    return JG_OK;
}

static bool put_game(void *arg, const struct jg_kept_game *game) {
    struct exporting *x = arg;
    if (atomic_load(&interrupted))
        x->status = jg_fail(x->err, JG_ESTOP, -1, "stopped");
    else
        x->status = x->json ? put_json(x, game) : put_record(x, game);
    x->count++;
    return !x->status;
}

static enum jg_status put_games(struct exporting *x, struct jg_store *s, const struct options *o, const int64_t *ids,
                                int n) {
    enum jg_status status = JG_OK;
    if (x->json) fputs("{\"games\": [\n", x->out);
    for (int i = 0; i < n && !status; i++) {
        struct jg_kept_game game;
        status = jg_store_game(s, ids[i], &game, x->err);
        if (!status) put_game(x, &game);
        if (!status) status = x->status;
    }
    if (!status && o->run) {
        struct jg_run run;
        status = jg_store_run_at(s, (int64_t)o->run, &run, x->err);
        jg_run_free(&run);
        struct jg_game_filter filter = {.run = (int64_t)o->run, .oldest_first = true};
        if (!status) status = jg_store_games(s, &filter, put_game, x, x->err);
        if (!status) status = x->status;
    }
    if (x->json) fputs("\n]}\n", x->out);
    return status;
}

static bool is_games(const char *begin) {
    return begin[0] == '[' || !strncmp(begin, "(;", 2) || !strncmp(begin, "{\"games\"", 8);
}

static int export_to(struct exporting *x, const struct options *o, const int64_t *ids, int n) {
    char *text = NULL;
    size_t size = 0;
    enum jg_status status =
        o->output[0] ? output_ready(o->output, is_games, "%s is there and is not a file of games", x->err) : JG_OK;
    if (status) return say_error(x->c, x->err, NULL);
    struct jg_store *s = kept_open(o->db, JG_STORE_READ, x->err);
    if (!s) return say_error(x->c, x->err, NULL);
    x->out = open_memstream(&text, &size);
    if (x->out) {
        status = put_games(x, s, o, ids, n);
        bool bad = ferror(x->out);
        if ((fclose(x->out) || bad || !text) && !status) status = jg_fail(x->err, JG_EMEMORY, -1, "out of memory");
    } else {
        status = jg_fail(x->err, JG_EMEMORY, -1, "out of memory");
    }
    jg_store_close(s);
    if (!status && o->output[0]) status = jg_file_write(o->output, text, x->err);
    if (!status && !o->output[0]) fwrite(text, 1, size, stdout);
    free(text);
    return status ? say_error(x->c, x->err, NULL) : EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    if (!argc && !o->run) {
        jg_fail(&err, JG_EINPUT, -1, "which games? Give their numbers, or --run N; 'jogada log' lists them");
        return say_error(c, &err, NULL);
    }
    bool sgf = o->sgf || is_sgf_name(o->output), json = c->options.json || is_json_name(o->output);
    if (sgf && json) {
        jg_fail(&err, JG_EINPUT, -1, "SGF or JSON, not both");
        return say_error(c, &err, NULL);
    }
    int64_t *ids = calloc((size_t)argc + 1, sizeof *ids);
    struct exporting *x = calloc(1, sizeof *x);
    bool good = ids && x;
    if (!good) say_no_memory(c);
    for (int i = 0; i < argc && good; i++) good = kept_number(c, argv[i], &ids[i]);
    int result = EXIT_WRONG;
    if (good) {
        x->c = c;
        x->sgf = sgf;
        x->json = json;
        x->err = &err;
        result = export_to(x, o, ids, argc);
    }
    if (x) kept_record_free(&x->kept);
    free(x);
    free(ids);
    return result;
}

static const struct jg_option OPTIONS[] = {
    {.name = "run",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, run),
     .letter = 'r',
     .value = "N",
     .help = "all games of this run"},
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "where to, in JSON if it ends in .json; without it standard output"},
    {.name = "sgf",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, sgf),
     .help = "in the Smart Game Format; without it if FILE ends in .sgf"},
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_export = {
    .name = "export",
    .arguments = "[ID...]",
    .summary = "write kept games to a file that people and programs read",
    .most = INT_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
