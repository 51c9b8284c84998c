/* jogada import: saves the games of files to the store. A file is read and checked completely before any of its games
 * is saved, so that the store is locked only briefly. Meanwhile its games are in a temporary store, so that memory does not
 * depend on their number. */
#include "cli/import_games.h"

#include "core/json.h"
#include "store/duplicates.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char db[DB_PATH];
};

/* The games of one file. */
struct importing {
    struct cli *c;
    const char *path;
    struct game_file file;
    struct jg_store *staged;    /* the games of the file, until all are checked */
    struct jg_duplicates *seen; /* all stored games, shared by all files */
    uint64_t count;             /* games read */
    char game[JG_SPEC_MAX];     /* spec of the first */
    bool several;               /* kinds of games */

    struct jg_store *store;
    size_t saved, already; /* already: skipped, because already stored */
    int64_t run, ids[2];   /* ids of the first and the last saved game */
    enum jg_status status; /* of saving */
    struct jg_error *err;
};

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* ---- Staging ---------------------------------------------------------------------------------- */

static enum jg_status stage(void *arg, const struct jg_record *r, const struct jg_tags *tags, struct jg_error *err) {
    struct importing *m = arg;
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    struct jg_stored_game g = jg_run_game_of_tags(r->game, tags);
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(r->game, &t);
    g.game = spec;
    g.number = m->count;
    if (!m->count++) strcpy(m->game, spec);
    m->several |= strcmp(m->game, spec) != 0;
    return jg_store_add_record(m->staged, &g, r, NULL, err);
}

/* Reads and checks the whole file. */
static enum jg_status stage_file(struct importing *m, struct jg_error *err) {
    m->staged = jg_store_open_temporary(err);
    if (!m->staged) return err->code;
    enum jg_status status = jg_store_begin(m->staged, err);
    if (status) return status;
    m->file.take = stage;
    m->file.arg = m;
    status = game_file_read(&m->file, m->c, m->path, err);
    return jg_store_end(m->staged, status, err);
}

static enum jg_status each_staged(struct importing *m, bool (*each)(void *m, const struct jg_stored_game *game),
                                  struct jg_error *err) {
    m->err = err;
    enum jg_status status = jg_store_games(m->staged, &(struct jg_store_filter){.oldest_first = true}, each, m, err);
    return status ? status : m->status;
}

/* ---- Saving ------------------------------------------------------------------------------------ */

static enum jg_status begin_run(struct importing *m, struct jg_error *err) {
    struct jg_stored_run run;
    json_t *o = json_pack("{s:o}", "file", jg_run_text_json(m->path));
    char *parameters = jg_json_text(o, JSON_COMPACT);
    if (!parameters) return no_memory(err);
    enum jg_status status =
        jg_store_begin_run(m->store, "import", m->several ? "" : m->game, parameters, true, &run, err);
    m->run = run.id;
    jg_stored_run_free(&run);
    free(parameters);
    return status;
}

/* Saves a game, unless the store has it already. Repeated games within one file are all saved: deterministic players play
 * the same game again and again. */
static enum jg_status save_game(struct importing *m, const struct jg_stored_game *game) {
    struct jg_stored_game g = *game;
    bool found;
    enum jg_status status = jg_duplicates_find(m->seen, game, &found, m->err);
    if (status) return status;
    if (found) {
        m->already++;
        return JG_OK;
    }
    if (!m->saved) status = begin_run(m, m->err);
    g.run = m->run;
    g.number = m->saved;
    if (!status) status = jg_store_add(m->store, &g, 1, &m->ids[1], m->err);
    if (!m->saved++) m->ids[0] = m->ids[1];
    return status;
}

static bool save_staged(void *arg, const struct jg_stored_game *game) {
    struct importing *m = arg;
    m->status = atomic_load(&interrupted) ? jg_fail(m->err, JG_ESTOP, JG_NO_POSITION, "stopped") : save_game(m, game);
    return !m->status;
}

/* Saves the staged games in one transaction. Hashing a large store takes long, so that happens before the transaction
 * locks out other writers; within it only games that were stored meanwhile are left to hash. */
static enum jg_status save(struct importing *m, struct jg_error *err) {
    enum jg_status status = jg_duplicates_add_store(m->seen, m->store, err);
    if (!status) status = jg_store_begin(m->store, err);
    if (status) return status;
    status = jg_duplicates_add_store(m->seen, m->store, err);
    if (!status) status = each_staged(m, save_staged, err);
    if (!status && m->saved) status = jg_store_end_run(m->store, m->run, true, err);
    return jg_store_end(m->store, status, err);
}

/* ---- Reports ----------------------------------------------------------------------------------- */

static void note_skipped(const struct importing *m) {
    const struct game_file *f = &m->file;
    fflush(stdout);
    if (f->unfinished.count && f->json)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped unfinished games: %zu; the first is game %d\n"), m->path,
                f->unfinished.count, f->unfinished.first);
    else if (f->unfinished.count)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped unfinished games: %zu; the first is at line %d\n"), m->path,
                f->unfinished.count, f->unfinished.first);
    if (f->agreed.count && f->json)
        fprintf(stderr,
                tr(m->c, "jogada: %s: skipped draws by agreement, which these rules do not allow: %zu; the first is "
                         "game %d\n"),
                m->path, f->agreed.count, f->agreed.first);
    else if (f->agreed.count)
        fprintf(stderr,
                tr(m->c, "jogada: %s: skipped draws by agreement, which these rules do not allow: %zu; the first is "
                         "at line %d\n"),
                m->path, f->agreed.count, f->agreed.first);
    if (f->variations.count)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped variations: %zu; the first is in the game at line %d\n"), m->path,
                f->variations.count, f->variations.first);
    if (f->comments.count)
        fprintf(stderr,
                tr(m->c, "jogada: %s: skipped comments that are not annotations: %zu; the first is at line %d\n"),
                m->path, f->comments.count, f->comments.first);
    if (f->rules.count)
        fprintf(stderr,
                tr(m->c, "jogada: %s: unknown rules replaced by the standard ones: %zu; the first are at line %d\n"),
                m->path, f->rules.count, f->rules.first);
}

static void print_stored(const struct importing *m) {
    if (m->saved)
        printf(tr(m->c, "%s: games saved: %zu, ids %lld to %lld (run %lld)\n"), m->path, m->saved, (long long)m->ids[0],
               (long long)m->ids[1], (long long)m->run);
    if (m->already) printf(tr(m->c, "%s: games already stored: %zu\n"), m->path, m->already);
    if (!m->saved && !m->already) printf(tr(m->c, "%s: no finished games; nothing saved\n"), m->path);
}

static json_t *file_json(const struct importing *m) {
    json_t *o =
        json_pack("{s:o, s:I, s:I, s:I}", "file", jg_run_text_json(m->path), "games", (json_int_t)m->saved, "already",
                  (json_int_t)m->already, "unfinished", (json_int_t)(m->file.unfinished.count + m->file.agreed.count));
    if (o && m->saved)
        json_object_update_new(o, json_pack("{s:I, s:I, s:I}", "run", (json_int_t)m->run, "first",
                                            (json_int_t)m->ids[0], "last", (json_int_t)m->ids[1]));
    return o;
}

/* Imports one file, completely or not at all. */
static enum jg_status import_file(struct importing *m, json_t *files, struct jg_error *err) {
    enum jg_status status = stage_file(m, err);
    if (!status && m->count) status = save(m, err);
    if (status) return status;
    note_skipped(m);
    if (files)
        json_array_append_new(files, file_json(m));
    else
        print_stored(m);
    return JG_OK;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_store *s = stored_open(o->db, JG_STORE_WRITE, &err);
    json_t *files = c->options.json ? json_array() : NULL;
    if (c->options.json && !files) {
        jg_store_close(s);
        return print_out_of_memory(c);
    }
    int result = s ? EXIT_SUCCESS : print_error(c, &err, NULL);
    struct jg_duplicates seen = {0};
    for (int i = 0; i < argc && s; i++) {
        struct importing *m = calloc(1, sizeof *m);
        enum jg_status status = no_memory(&err);
        if (m) {
            m->c = c;
            m->path = argv[i];
            m->seen = &seen;
            m->store = s;
            status = import_file(m, files, &err);
            jg_store_close(m->staged);
            game_file_free(&m->file);
        }
        free(m);
        if (status) result = print_error(c, &err, NULL); /* continue with the other files */
        if (status == JG_ESTOP || status == JG_EMEMORY) break;
    }
    jg_duplicates_free(&seen);
    jg_store_close(s);
    if (files && s) {
        int said = print_json(json_pack("{s:o}", "files", files));
        return result ? result : said;
    }
    json_decref(files);
    return result;
}

static const struct jg_option OPTIONS[] = {
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_import = {
    .name = "import",
    .arguments = "FILE...",
    .summary = "save the games of files to the store; - reads standard input",
    .least = 1,
    .most = INT_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
