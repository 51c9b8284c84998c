#include "cli/import_games.h"

#include "core/json.h"
#include "game/annotation.h"
#include "game/sgf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A tag is refused for a reason within this many bytes after the position of the error: the name, the value with every
 * character escaped, and its quotes. */
enum { TAG_REACH = 4 * JG_POSITION_MAX };

static void skip(struct skipped *s, size_t count, int first) {
    if (!s->count && count) s->first = first;
    s->count += count;
}

/* ---- Games of any format ------------------------------------------------------------------------ */

static enum jg_status open_kind(struct game_file *f, const struct jg_tags *tags, struct jg_error *err) {
    enum jg_status status = stored_record_open_game(&f->stored, tags->game, err);
    if (status && err->position >= 0) err->position += tags->game_at;
    return status;
}

static enum jg_status replay(struct game_file *f, const struct jg_tags *tags, const char *text, const char *moves,
                             size_t length, struct jg_error *err) {
    enum jg_status status = open_kind(f, tags, err);
    if (!status) status = jg_record_replay_part(&f->stored.record, &f->stored.game, tags, text, moves, length, err);
    return status;
}

static enum jg_status check_result(const struct jg_record *r, const struct jg_tags *tags, struct jg_error *err) {
    const char *result = jg_stored_result(jg_record_score(r, 0));
    if (!tags->result[0] || !strcmp(tags->result, "*") || !strcmp(tags->result, result)) return JG_OK;
    return jg_fail(err, JG_EINPUT, tags->result_at, "the stated result is wrong: by its moves the game ended %s",
                   result);
}

/* Hands over the replayed game, unless it is unfinished; `place` is its line or number. */
static enum jg_status take_finished(struct game_file *f, const struct jg_tags *tags, int place, struct jg_error *err) {
    const struct jg_record *r = &f->stored.record;
    if (jg_record_turn(r) != JG_OVER) {
        skip(strcmp(tags->result, "1/2-1/2") ? &f->unfinished : &f->agreed, 1, place);
        return JG_OK;
    }
    enum jg_status status = check_result(r, tags, err);
    return status ? status : f->take(f->arg, r, tags, err);
}

/* Shows the progress after a game; JG_ESTOP after Ctrl-C. */
static enum jg_status show_progress(struct game_file *f, struct jg_error *err) {
    progress_show(&f->bar, jg_window_share(&f->window), 0);
    return atomic_load(&interrupted) ? jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped") : JG_OK;
}

/* ---- Records ---------------------------------------------------------------------------------- */

/* Parses the tags of the next record. Its end is certain where the next one begins or the file ends; an error is certain
 * if more text cannot change it. */
static enum jg_status next_tags(struct game_file *f, struct jg_tags *tags, const char **at, const char **moves,
                                struct jg_error *err) {
    for (;;) {
        const char *text = *at = jg_window_text(&f->window);
        struct jg_error why = {.lang = err->lang};
        enum jg_status status = jg_tags_next(tags, text, at, moves, &why);
        bool certain = status ? why.position + TAG_REACH < (int)jg_window_length(&f->window) : **at;
        if (certain || f->window.ended || status == JG_EMEMORY) {
            if (status) *err = why;
            return status;
        }
        status = jg_window_more(&f->window, err);
        if (status) return status;
    }
}

static enum jg_status read_record(struct game_file *f, struct jg_error *err) {
    struct jg_tags tags;
    const char *at, *moves;
    enum jg_status status = next_tags(f, &tags, &at, &moves, err);
    const char *text = jg_window_text(&f->window);
    if (!status) status = replay(f, &tags, text, moves, (size_t)(at - moves), err);
    if (!status) skip(&f->variations, (size_t)f->stored.record.variations, f->window.line);
    if (!status && f->stored.record.comments)
        skip(&f->comments, (size_t)f->stored.record.comments,
             jg_window_line(&f->window, (size_t)f->stored.record.comment_at));
    if (!status) status = take_finished(f, &tags, f->window.line, err);
    if (!status) jg_window_drop(&f->window, (size_t)(at - text));
    return status;
}

/* ---- SGF ---------------------------------------------------------------------------------------- */

/* Whether a text contains the whole game at its beginning. */
static bool is_whole_tree(const char *p) {
    int depth = 0;
    for (; *p; p++) {
        if (*p == '(') depth++;
        if (*p == ')' && --depth <= 0) return true;
        if (*p != '[') continue;
        for (p++; *p && *p != ']'; p++)
            if (*p == '\\' && p[1]) p++;
        if (!*p) return false;
    }
    return false;
}

static enum jg_status read_tree(struct game_file *f, struct jg_error *err) {
    struct jg_window *w = &f->window;
    struct jg_tags tags;
    struct jg_sgf_tree tree;
    enum jg_status status = JG_OK;
    while (!status && !w->ended && !is_whole_tree(jg_window_text(w))) status = jg_window_more(w, err);
    const char *text = jg_window_text(w), *at = text;
    if (!status) status = jg_sgf_next(&tags, text, &at, &tree, err);
    if (!status) status = open_kind(f, &tags, err);
    if (!status) status = jg_sgf_replay(&f->stored.record, &f->stored.game, &tags, text, &tree, err);
    if (status) return status;
    int line = jg_window_line(w, (size_t)(tree.begin - text));
    skip(&f->variations, (size_t)tree.variations, line);
    if (tree.rules_at >= 0) skip(&f->rules, 1, jg_window_line(w, (size_t)tree.rules_at));
    if (tree.comments) skip(&f->comments, (size_t)tree.comments, jg_window_line(w, (size_t)tree.comment_at));
    status = take_finished(f, &tags, line, err);
    if (!status) jg_window_drop(w, (size_t)(at - text));
    return status;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static enum jg_status invalid_json(const char *why, int position, struct jg_error *err) {
    return jg_fail(err, JG_EINPUT, position, "invalid JSON: %s", why);
}

/* The character after white space; 0 at the end of the file. */
static enum jg_status peek(struct game_file *f, char *out, struct jg_error *err) {
    bool more;
    enum jg_status status = jg_window_drop_blanks(&f->window, &more, err);
    *out = more ? *jg_window_text(&f->window) : 0;
    return status;
}

/* The end of a string that begins at p; NULL if it is incomplete. */
static const char *string_end(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : NULL;
}

/* The end of the object or list that begins at p, judging by its brackets; NULL if it is incomplete. */
static const char *brackets_end(const char *p) {
    int depth = 0;
    while (*p) {
        if (*p == '"') {
            p = string_end(p);
            if (!p) return NULL;
            continue;
        }
        if (*p == '{' || *p == '[') depth++;
        if (*p == '}' || *p == ']') depth--;
        p++;
        if (!depth) return p;
    }
    return NULL;
}

/* The end of the value that begins at p, valid or not; NULL if it may be incomplete. */
static const char *value_end(const char *p) {
    if (*p == '"') return string_end(p);
    if (*p == '{' || *p == '[') return brackets_end(p);
    size_t word = strcspn(p, ",:]} \t\r\n");
    return !p[word] ? NULL : p + (word ? word : 1);
}

/* Parses the next value, which the caller releases, and drops its text. */
static enum jg_status next_value(struct game_file *f, json_t **out, struct jg_error *err) {
    struct jg_window *w = &f->window;
    const char *end = NULL;
    json_error_t why;
    char next;
    enum jg_status status = peek(f, &next, err);
    *out = NULL;
    while (!status && !(end = value_end(jg_window_text(w))) && !w->ended) status = jg_window_more(w, err);
    if (status) return status;
    size_t length = end ? (size_t)(end - jg_window_text(w)) : jg_window_length(w);
    *out = jg_json_read(jg_window_text(w), length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (!*out && !jg_json_complete()) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!*out) return invalid_json(why.text, why.position, err);
    jg_window_drop(w, length);
    return JG_OK;
}

/* Errors in a game begin with its number. */
static enum jg_status read_game(struct game_file *f, const json_t *game, struct jg_error *err) {
    struct jg_buffer moves = {0};
    struct jg_tags tags;
    enum jg_status status = jg_run_game_from_json(game, &tags, &moves, err);
    const char *text = moves.at ? moves.at : "";
    if (!status) status = replay(f, &tags, text, text, strlen(text), err);
    if (!status) status = jg_annotation_read_json(game, &f->stored.record, err);
    if (!status) status = take_finished(f, &tags, (int)f->number, err);
    jg_buffer_free(&moves);
    if (status) {
        char message[JG_MESSAGE_MAX];
        memcpy(message, err->message, sizeof message);
        jg_fail(err, status, JG_NO_POSITION, "%s, game %zu: %s", f->window.name, f->number, message);
    }
    return status;
}

/* Moves to the next element of an object or list: drops the comma before it, unless it is the first, or the bracket at
 * the end. */
static enum jg_status next_element(struct game_file *f, bool first, char close, bool *more, struct jg_error *err) {
    char next;
    enum jg_status status = peek(f, &next, err);
    if (status) return status;
    *more = next != close;
    if (*more && !first && next != ',')
        return invalid_json(close == ']' ? "',' or ']' expected" : "',' or '}' expected", 0, err);
    if (!*more || !first) jg_window_drop(&f->window, 1);
    return JG_OK;
}

static enum jg_status read_list(struct game_file *f, struct jg_error *err) {
    bool more = true;
    jg_window_drop(&f->window, 1);
    enum jg_status status = next_element(f, true, ']', &more, err);
    while (!status && more) {
        json_t *game;
        status = next_value(f, &game, err);
        f->number++;
        if (!status) status = read_game(f, game, err);
        json_decref(game);
        if (!status) status = show_progress(f, err);
        if (!status) status = next_element(f, false, ']', &more, err);
    }
    return status;
}

static enum jg_status not_games(const struct game_file *f, struct jg_error *err) {
    struct jg_window start = {.name = f->window.name, .line = 1, .column = 1};
    jg_fail(err, JG_EINPUT, 0, "expected {\"games\": [...]}, as 'jogada export --json' writes");
    jg_window_locate(&start, err);
    return err->code;
}

/* Reads a member of the document; *games is set for the list of games. */
static enum jg_status read_member(struct game_file *f, bool *games, struct jg_error *err) {
    json_t *name, *value = NULL;
    char next = 0;
    enum jg_status status = next_value(f, &name, err);
    bool ours = json_is_string(name) && !strcmp(json_string_value(name), "games");
    if (!status && !json_is_string(name)) status = invalid_json("string expected", 0, err);
    json_decref(name);
    if (!status) status = peek(f, &next, err);
    if (!status && next != ':') status = invalid_json("':' expected", 0, err);
    if (!status) jg_window_drop(&f->window, 1);
    if (!status) status = peek(f, &next, err);
    if (status) return status;
    if (ours && *games) return invalid_json("duplicate object key", 0, err);
    if (ours && next != '[') return not_games(f, err);
    *games |= ours;
    status = ours ? read_list(f, err) : next_value(f, &value, err);
    json_decref(value);
    return status;
}

static enum jg_status read_document(struct game_file *f, struct jg_error *err) {
    bool games = false, more = true;
    char next = 0;
    jg_window_drop(&f->window, 1);
    enum jg_status status = next_element(f, true, '}', &more, err);
    while (!status && more) {
        status = read_member(f, &games, err);
        if (!status) status = next_element(f, false, '}', &more, err);
    }
    if (!status) status = peek(f, &next, err);
    if (!status && next) status = invalid_json("end of file expected", 0, err);
    return status || games ? status : not_games(f, err);
}

/* ---- Files --------------------------------------------------------------------------------------- */

static enum jg_status read_games(struct game_file *f, struct jg_error *err) {
    struct jg_window *w = &f->window;
    bool more = true;
    enum jg_status status = jg_window_more(w, err);
    const char *text = jg_window_text(w);
    bool sgf = jg_sgf_is(text), marked = !strncmp(text, "\xef\xbb\xbf", 3);
    f->json = text[3 * marked + strspn(text + 3 * marked, " \t\r\n")] == '{';
    if (status) return status;
    if (marked) jg_window_drop(w, 3);
    status = jg_window_drop_blanks(w, &more, err);
    if (status) return status;
    if (f->json) return read_document(f, err);
    do {
        status = sgf ? read_tree(f, err) : read_record(f, err);
        if (!status) status = show_progress(f, err);
        if (!status) status = jg_window_drop_blanks(w, &more, err);
    } while (!status && more);
    return status;
}

enum jg_status game_file_read(struct game_file *f, const struct cli *c, const char *path, struct jg_error *err) {
    enum jg_status status = jg_window_open(&f->window, path, err);
    if (status) return status;
    progress_begin(&f->bar, c, "import");
    status = read_games(f, err);
    progress_end(&f->bar);
    if (status) jg_window_locate(&f->window, err);
    return status;
}

void game_file_free(struct game_file *f) {
    jg_window_close(&f->window);
    stored_record_free(&f->stored);
}
