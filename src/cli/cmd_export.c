/* jogada export: writes stored games as records, SGF or JSON. A file replaces an older one only when it is complete, so
 * that a game that cannot be exported leaves no partial file. */
#include "cli/stored.h"

#include "core/file.h"
#include "core/json.h"
#include "game/annotation.h"
#include "game/sgf.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char db[DB_PATH], output[DB_PATH];
    uint64_t run;
    bool sgf;
};

/* Games are written as they are read, so that memory does not depend on their number. */
struct exporting {
    struct cli *c;
    bool sgf, json;
    FILE *out;
    const char *file; /* NULL: standard output, whose errors are reported when the command ends */
    struct stored_record stored;
    uint64_t count;
    enum jg_status status;
    struct jg_error *err;
};

static enum jg_status put_record(struct exporting *x, const struct jg_stored_game *game) {
    struct jg_tags tags;
    enum jg_status status = stored_record_load(&x->stored, game, x->err);
    if (status) return status;
    if (x->sgf && !x->stored.game.kind->sgf)
        return jg_fail(x->err, JG_EINPUT, JG_NO_POSITION,
                       "game %lld is %s, which has no SGF format; export it without --sgf", (long long)game->id,
                       x->stored.game.kind->name);
    jg_stored_tags(game, &tags);
    char *text = x->sgf ? jg_sgf_write(&x->stored.record, &tags) : jg_record_write(&x->stored.record, &tags);
    if (!text) return jg_fail(x->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (x->count) fputc('\n', x->out);
    fputs(text, x->out);
    free(text);
    return JG_OK;
}

#define BEGIN_JSON "{\"games\": [\n"

static enum jg_status put_json(struct exporting *x, const struct jg_stored_game *game) {
    enum jg_status status = game->annotations ? stored_record_load(&x->stored, game, x->err) : JG_OK;
    if (status) return status;
    json_t *o = jg_run_game_json(game, true);
    if (game->annotations) jg_annotation_put_json(o, &x->stored.record);
    char *text = jg_json_text(o, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (!text) return jg_fail(x->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    fputs(x->count ? ",\n  " : BEGIN_JSON "  ", x->out);
    print_json_text(x->out, text);
    free(text);
    return JG_OK;
}

static bool put_game(void *arg, const struct jg_stored_game *game) {
    struct exporting *x = arg;
    if (atomic_load(&interrupted))
        x->status = jg_fail(x->err, JG_ESTOP, JG_NO_POSITION, "stopped");
    else
        x->status = x->json ? put_json(x, game) : put_record(x, game);
    bool broken = ferror(x->out);
    if (!x->status && broken && x->file)
        x->status = jg_fail(x->err, JG_EIO, JG_NO_POSITION, "%s: %s", x->file, strerror(errno));
    x->count++;
    return !x->status && !broken;
}

static enum jg_status put_games(struct exporting *x, struct jg_store *s, const struct options *o, const int64_t *ids,
                                int n) {
    enum jg_status status = JG_OK;
    for (int i = 0; i < n && !status; i++) {
        struct jg_stored_game game;
        status = jg_store_game(s, ids[i], &game, x->err);
        if (!status) put_game(x, &game);
        if (!status) status = x->status;
    }
    if (!status && o->run) {
        struct jg_stored_run run;
        status = jg_store_get_run(s, (int64_t)o->run, &run, x->err);
        jg_stored_run_free(&run);
        struct jg_store_filter filter = {.run = (int64_t)o->run, .oldest_first = true};
        if (!status) status = jg_store_games(s, &filter, put_game, x, x->err);
        if (!status) status = x->status;
    }
    if (x->json && !status) fputs(x->count ? "\n]}\n" : BEGIN_JSON "\n]}\n", x->out);
    return status;
}

static bool is_games(const char *begin) {
    return begin[0] == '[' || !strncmp(begin, "(;", 2) || !strncmp(begin, "{\"games\"", 8);
}

/* Writes the games to the file of --output, completely or not at all. */
static enum jg_status put_file(struct exporting *x, struct jg_store *s, const struct options *o, const int64_t *ids,
                               int n) {
    struct jg_file_draft *draft = calloc(1, sizeof *draft);
    enum jg_status status =
        draft ? jg_file_begin(draft, o->output, x->err) : jg_fail(x->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        x->out = draft->out;
        x->file = o->output;
        status = jg_file_end(draft, put_games(x, s, o, ids, n), x->err);
    }
    free(draft);
    return status;
}

static int export_to(struct exporting *x, const struct options *o, const int64_t *ids, int n) {
    enum jg_status status =
        o->output[0]
            ? output_ready(o->output, is_games, "%s exists and is not a file of games; choose another file", x->err)
            : JG_OK;
    if (status) return print_error(x->c, x->err, NULL);
    struct jg_store *s = stored_open(o->db, JG_STORE_READ, x->err);
    if (!s) return print_error(x->c, x->err, NULL);
    x->out = stdout;
    status = o->output[0] ? put_file(x, s, o, ids, n) : put_games(x, s, o, ids, n);
    jg_store_close(s);
    return status ? print_error(x->c, x->err, NULL) : EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    if (!argc && !o->run) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "no games given; give game ids or --run N ('jogada log' lists them)");
        return print_error(c, &err, NULL);
    }
    bool sgf = o->sgf || is_sgf_name(o->output), json = c->options.json || is_json_name(o->output);
    if (sgf && json) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--sgf and --json exclude each other; give one of them");
        return print_error(c, &err, NULL);
    }
    int64_t *ids = calloc((size_t)argc + 1, sizeof *ids);
    struct exporting *x = calloc(1, sizeof *x);
    bool good = ids && x;
    if (!good) print_out_of_memory(c);
    for (int i = 0; i < argc && good; i++) good = stored_game_id(c, argv[i], &ids[i]);
    int result = EXIT_WRONG;
    if (good) {
        x->c = c;
        x->sgf = sgf;
        x->json = json;
        x->err = &err;
        result = export_to(x, o, ids, argc);
    }
    if (x) stored_record_free(&x->stored);
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
     .help = "export all games of run N"},
    {.name = "output",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, output),
     .letter = 'o',
     .value = "FILE",
     .help = "output file; JSON if it ends in .json (default: standard output)"},
    {.name = "sgf",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, sgf),
     .help = "write Smart Game Format (default if FILE ends in .sgf)"},
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_export = {
    .name = "export",
    .arguments = "[ID...]",
    .summary = "write stored games to a file",
    .most = INT_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
