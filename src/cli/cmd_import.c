/* jogada import: saves the games of files to the store. A file is read and checked completely before any of its games
 * is saved, so that the store is locked only briefly. */
#include "cli/stored.h"

#include "core/file.h"
#include "core/json.h"
#include "game/sgf.h"
#include "store/duplicates.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char db[DB_PATH];
};

/* Something that is skipped and reported at the end. */
struct passed_over {
    size_t count;
    int first; /* position of the first in the text; in JSON the number of its game */
};

/* The games of one file. */
struct importing {
    struct cli *c;
    const char *path;
    struct jg_duplicates *seen; /* hashes of all stored games, loaded on first use and shared by all files */
    struct stored_record stored;
    struct jg_string_pool texts;
    struct jg_stored_game *games;
    size_t count, room;
    size_t already;                        /* skipped, because already stored */
    struct passed_over unfinished, agreed; /* agreed: drawn by agreement */
    struct passed_over variations, rules;  /* in SGF */
    bool json;
    bool several;        /* kinds of games */
    int64_t run, ids[2]; /* ids of the first and the last saved game */
    struct progress bar;
};

/* ---- Reading ---------------------------------------------------------------------------------- */

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* Adds the record that was just replayed to the games to save. */
static enum jg_status take(struct importing *m, const struct jg_tags *tags, struct jg_error *err) {
    const struct jg_record *r = &m->stored.record;
    char spec[JG_SPEC_MAX], *moves = jg_record_moves(r);
    struct jg_text t;
    if (m->count == m->room) {
        size_t room = m->room ? 2 * m->room : 256;
        struct jg_stored_game *more = realloc(m->games, room * sizeof *more);
        if (more) {
            m->games = more;
            m->room = room;
        }
    }
    if (!moves || m->count == m->room) {
        free(moves);
        return no_memory(err);
    }
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(r->game, &t);
    struct jg_stored_game *g = &m->games[m->count];
    *g = jg_run_game_of_tags(r, tags, moves);
    g->number = m->count;
    g->game = spec;
    bool good = jg_stored_copy(g, &m->texts);
    free(moves);
    if (!good) return no_memory(err);
    m->several |= strcmp(m->games[0].game, g->game) != 0;
    m->count++;
    return JG_OK;
}

static enum jg_status check_result(const struct jg_record *r, const struct jg_tags *tags, struct jg_error *err) {
    const char *result = jg_stored_result(jg_record_score(r, 0));
    if (!tags->result[0] || !strcmp(tags->result, "*") || !strcmp(tags->result, result)) return JG_OK;
    return jg_fail(err, JG_EINPUT, tags->result_at, "the stated result is wrong: by its moves the game ended %s",
                   result);
}

static void pass_over(struct passed_over *p, size_t count, int place) {
    if (!p->count && count) p->first = place;
    p->count += count;
}

static enum jg_status open_kind(struct importing *m, const struct jg_tags *tags, struct jg_error *err) {
    enum jg_status status = stored_record_open_game(&m->stored, tags->game, err);
    if (status && err->position >= 0) err->position += tags->game_at;
    return status;
}

/* Adds the replayed game, unless it is unfinished. */
static enum jg_status take_finished(struct importing *m, const struct jg_tags *tags, int place, struct jg_error *err) {
    if (jg_record_turn(&m->stored.record) != JG_OVER) {
        pass_over(strcmp(tags->result, "1/2-1/2") ? &m->unfinished : &m->agreed, 1, place);
        return JG_OK;
    }
    enum jg_status status = check_result(&m->stored.record, tags, err);
    return status ? status : take(m, tags, err);
}

static enum jg_status check_game(struct importing *m, const struct jg_tags *tags, const char *text, const char *moves,
                                 size_t length, int place, struct jg_error *err) {
    enum jg_status status = open_kind(m, tags, err);
    if (!status) status = jg_record_replay_part(&m->stored.record, &m->stored.game, tags, text, moves, length, err);
    return status ? status : take_finished(m, tags, place, err);
}

static enum jg_status read_game(struct importing *m, const char *text, const char **at, struct jg_error *err) {
    struct jg_tags tags;
    const char *moves;
    int begin = (int)(*at + strspn(*at, " \t\r\n") - text);
    enum jg_status status = jg_tags_next(&tags, text, at, &moves, err);
    if (status) return status;
    return check_game(m, &tags, text, moves, (size_t)(*at - moves), begin, err);
}

static enum jg_status read_sgf_game(struct importing *m, const char *text, const char **at, struct jg_error *err) {
    struct jg_tags tags;
    struct jg_sgf_tree tree;
    enum jg_status status = jg_sgf_next(&tags, text, at, &tree, err);
    if (!status) status = open_kind(m, &tags, err);
    if (!status) status = jg_sgf_replay(&m->stored.record, &m->stored.game, &tags, text, &tree, err);
    if (status) return status;
    int place = (int)(tree.begin - text);
    pass_over(&m->variations, (size_t)tree.variations, place);
    pass_over(&m->rules, tree.rules_at >= 0, tree.rules_at);
    return take_finished(m, &tags, place, err);
}

static enum jg_status read_games(struct importing *m, const char *text, struct jg_error *err) {
    const char *at = text;
    double size = (double)strlen(text) + 1;
    bool sgf = jg_sgf_is(text);
    enum jg_status status;
    progress_begin(&m->bar, m->c, "import");
    do {
        status = sgf ? read_sgf_game(m, text, &at, err) : read_game(m, text, &at, err);
        if (!status && atomic_load(&interrupted)) status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
        progress_show(&m->bar, (double)(at - text) / size, 0);
    } while (!status && jg_record_more(at));
    progress_end(&m->bar);
    return status;
}

/* Prefixes an error in a game of a JSON document with the number of the game. */
static enum jg_status read_json_game(struct importing *m, const json_t *game, size_t number, struct jg_error *err) {
    struct jg_buffer moves = {0};
    struct jg_tags tags;
    enum jg_status status = jg_run_game_from_json(game, &tags, &moves, err);
    const char *text = moves.at ? moves.at : "";
    if (!status) status = check_game(m, &tags, text, text, strlen(text), (int)number, err);
    jg_buffer_free(&moves);
    if (status) {
        char message[JG_MESSAGE_MAX];
        memcpy(message, err->message, sizeof message);
        jg_fail(err, status, JG_NO_POSITION, "%s, game %zu: %s", m->path, number, message);
    }
    return status;
}

static enum jg_status read_json(struct importing *m, const char *text, struct jg_error *err) {
    json_error_t error;
    json_t *document = jg_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &error), *game;
    const json_t *games = json_object_get(document, "games");
    enum jg_status status = JG_OK;
    size_t i;
    if (!document && !jg_json_complete())
        status = no_memory(err);
    else if (!document)
        status = jg_fail(err, JG_EINPUT, error.position, "invalid JSON: %s", error.text);
    else if (!json_is_array(games))
        status = jg_fail(err, JG_EINPUT, 0, "expected {\"games\": [...]}, as 'jogada export --json' writes");
    progress_begin(&m->bar, m->c, "import");
    json_array_foreach(games, i, game) {
        status = read_json_game(m, game, i + 1, err);
        if (!status && atomic_load(&interrupted)) status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
        progress_show(&m->bar, (double)i / (double)json_array_size(games), 0);
        if (status) break;
    }
    progress_end(&m->bar);
    json_decref(document);
    return status;
}

/* ---- Saving ------------------------------------------------------------------------------------ */

/* Skips games that the store has already. Repeated games within one file are all saved: deterministic players play the
 * same game again and again. */
static enum jg_status drop_known(struct importing *m, struct jg_store *s, struct jg_error *err) {
    size_t left = 0;
    enum jg_status status = m->seen->room ? JG_OK : jg_duplicates_add_store(m->seen, s, err);
    for (size_t i = 0; i < m->count && !status; i++) {
        if (jg_duplicates_has(m->seen, &m->games[i])) continue;
        m->games[left] = m->games[i];
        m->games[left].number = left;
        left++;
    }
    m->already = m->count - left;
    m->count = left;
    return status;
}

static enum jg_status add(struct importing *m, struct jg_store *s, const char *parameters, struct jg_error *err) {
    int64_t *ids = calloc(m->count, sizeof *ids);
    struct jg_stored_run run = {0};
    enum jg_status status = ids ? JG_OK : no_memory(err);
    if (!status)
        status = jg_store_begin_run(s, "import", m->several ? "" : m->games[0].game, parameters, true, &run, err);
    for (size_t i = 0; i < m->count; i++) m->games[i].run = run.id;
    if (!status) status = jg_store_add(s, m->games, m->count, ids, err);
    if (!status) status = jg_store_end_run(s, run.id, true, err);
    if (!status) {
        m->run = run.id;
        m->ids[0] = ids[0];
        m->ids[1] = ids[m->count - 1];
    }
    jg_stored_run_free(&run);
    free(ids);
    return status;
}

static enum jg_status keep(struct importing *m, struct jg_store *s, struct jg_error *err) {
    json_t *o = json_pack("{s:o}", "file", jg_run_text_json(m->path));
    char *parameters = jg_json_text(o, JSON_COMPACT);
    enum jg_status status = parameters ? jg_store_begin(s, err) : no_memory(err);
    if (!status) {
        status = drop_known(m, s, err);
        if (!status && m->count) status = add(m, s, parameters, err);
        status = jg_store_end(s, status, err);
    }
    for (size_t i = 0; i < m->count && !status; i++)
        if (!jg_duplicates_add(m->seen, &m->games[i])) status = no_memory(err);
    free(parameters);
    return status;
}

static int line_of(const char *text, int place) {
    int line = 1;
    for (const char *p = text; p < text + place; p++) line += *p == '\n';
    return line;
}

static void note_passed_over(const struct importing *m, const char *text) {
    fflush(stdout);
    if (m->unfinished.count && m->json)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped unfinished games: %zu; the first is game %d\n"), m->path,
                m->unfinished.count, m->unfinished.first);
    else if (m->unfinished.count)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped unfinished games: %zu; the first is at line %d\n"), m->path,
                m->unfinished.count, line_of(text, m->unfinished.first));
    if (m->agreed.count && m->json)
        fprintf(stderr,
                tr(m->c, "jogada: %s: skipped draws by agreement, which these rules do not allow: %zu; the first is "
                         "game %d\n"),
                m->path, m->agreed.count, m->agreed.first);
    else if (m->agreed.count)
        fprintf(stderr,
                tr(m->c, "jogada: %s: skipped draws by agreement, which these rules do not allow: %zu; the first is "
                         "at line %d\n"),
                m->path, m->agreed.count, line_of(text, m->agreed.first));
    if (m->variations.count)
        fprintf(stderr, tr(m->c, "jogada: %s: skipped variations: %zu; the first is in the game at line %d\n"), m->path,
                m->variations.count, line_of(text, m->variations.first));
    if (m->rules.count)
        fprintf(stderr,
                tr(m->c, "jogada: %s: unknown rules replaced by the standard ones: %zu; the first are at line %d\n"),
                m->path, m->rules.count, line_of(text, m->rules.first));
}

static void print_stored(const struct importing *m) {
    if (m->count)
        printf(tr(m->c, "%s: games saved: %zu, ids %lld to %lld (run %lld)\n"), m->path, m->count, (long long)m->ids[0],
               (long long)m->ids[1], (long long)m->run);
    if (m->already) printf(tr(m->c, "%s: games already stored: %zu\n"), m->path, m->already);
    if (!m->count && !m->already) printf(tr(m->c, "%s: no finished games; nothing saved\n"), m->path);
}

static json_t *file_json(const struct importing *m) {
    json_t *o =
        json_pack("{s:o, s:I, s:I, s:I}", "file", jg_run_text_json(m->path), "games", (json_int_t)m->count, "already",
                  (json_int_t)m->already, "unfinished", (json_int_t)(m->unfinished.count + m->agreed.count));
    if (o && m->count)
        json_object_update_new(o, json_pack("{s:I, s:I, s:I}", "run", (json_int_t)m->run, "first",
                                            (json_int_t)m->ids[0], "last", (json_int_t)m->ids[1]));
    return o;
}

/* Imports one file, completely or not at all. */
static enum jg_status import_file(struct importing *m, struct jg_store *s, json_t *files, struct jg_error *err) {
    char *text = strcmp(m->path, "-") ? jg_file_read(m->path, RECORDS_MAX, err)
                                      : jg_stream_read(stdin, m->path, RECORDS_MAX, err);
    if (!text) return err->code;
    const char *begin = text + (strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3);
    m->json = begin[strspn(begin, " \t\r\n")] == '{';
    enum jg_status status = m->json ? read_json(m, begin, err) : read_games(m, text, err);
    if (!status && m->count) status = keep(m, s, err);
    if (status) locate_in_file(m->path, m->json ? begin : text, err);
    if (!status) note_passed_over(m, text);
    if (!status && files) json_array_append_new(files, file_json(m));
    if (!status && !files) print_stored(m);
    free(text);
    return status;
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
            status = import_file(m, s, files, &err);
            stored_record_free(&m->stored);
            jg_string_pool_free(&m->texts);
            free(m->games);
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
