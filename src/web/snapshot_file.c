/* Files of games under analysis, with their variations, in jogada's own format and in SGF. */
#include "web/snapshot.h"

#include "game/sgf.h"
#include "runs/runs.h"

#include <stdlib.h>
#include <string.h>

enum { VARIATION_MOVES = 1 << 15 }; /* of all variations in one message, each from the game on */

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* ---- Reading ----------------------------------------------------------------------------------- */

/* The first game of a file: a record, its tags and variations, which refer to the record. */
struct file {
    struct jg_snapshot s;
    struct jg_tags tags;
    struct jg_variations variations;
};

static void close_file(struct file *f) {
    jg_variations_free(&f->variations);
    jg_snapshot_close(&f->s);
}

/* Reads a file; the caller closes it, also after a failure. */
static enum jg_status open_file(struct file *f, const char *text, bool trust, struct jg_error *err) {
    const char *at = text, *moves = NULL;
    struct jg_sgf_tree tree;
    struct jg_record *r = &f->s.record;
    bool sgf = jg_sgf_is(text);
    *f = (struct file){0};
    enum jg_status status =
        sgf ? jg_sgf_next(&f->tags, text, &at, &tree, err) : jg_tags_next(&f->tags, text, &at, &moves, err);
    if (status) return status;
    if ((status = jg_policy_open_game(&f->s.game, f->tags.game, trust, err))) {
        if (err->position >= 0) err->position += f->tags.game_at;
        return status;
    }
    size_t length = sgf ? 0 : (size_t)(at - moves);
    status = sgf ? jg_sgf_replay(r, &f->s.game, &f->tags, text, &tree, err)
                 : jg_record_replay_part(r, &f->s.game, &f->tags, text, moves, length, err);
    if (!status) status = jg_snapshot_check_length(r->count, err);
    if (status) return status;
    return sgf ? jg_sgf_variations(&f->variations, r, text, &tree, err)
               : jg_variations_read(&f->variations, r, text, moves, length, err);
}

static void put_tags(json_t *o, const struct file *f, jg_lang lang) {
    const struct jg_game *g = &f->s.game;
    const struct jg_record *r = &f->s.record;
    char game[JG_SPEC_MAX];
    struct jg_text t;
    json_t *names = json_array();
    jg_text_init(&t, game, sizeof game);
    jg_game_spec(g, &t);
    const char *agents[JG_SEATS_MAX];
    for (int seat = 0; seat < g->kind->seats; seat++) {
        agents[seat] = f->tags.seat[seat];
        json_array_append_new(names, jg_run_text_json(agents[seat]));
    }
    bool over = jg_record_turn(r) == JG_OVER;
    json_object_set_new(o, "game", jg_run_text_json(game));
    json_object_set_new(o, "start", jg_run_text_json(f->tags.start));
    json_object_set_new(o, "names", names);
    jg_evaluation_put_stored(o, r, agents, lang);
    json_object_set_new(o, "result", json_string(over ? jg_stored_result(jg_record_score(r, 0)) : "*"));
}

/* The number of moves of the variation that begins at a node, from the game on. */
static int length_of(const struct jg_variations *v, int node) {
    int last = node;
    while (v->nodes[last].child >= 0) last = v->nodes[last].child;
    return v->nodes[last].ply - jg_variations_from(v, node);
}

/* Fails if the variations are too long for a message. *longest is the length of the longest. */
static enum jg_status check_lengths(const struct jg_variations *v, int *longest, struct jg_error *err) {
    int all = 0;
    *longest = 0;
    for (int n = v->record->count + 1; n < v->count; n++) {
        if (!jg_variations_begins(v, n)) continue;
        int length = length_of(v, n);
        enum jg_status status = jg_snapshot_check_length(jg_variations_from(v, n) + length, err);
        if (status) return status;
        if (length > *longest) *longest = length;
        if ((all += length) > VARIATION_MOVES)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "variations too long: at most %d moves can be analyzed here",
                           VARIATION_MOVES);
    }
    return JG_OK;
}

/* A variation with all its moves from the game on; `path` has room for them. */
static json_t *variation_json(const struct jg_variations *v, int node, int *path, jg_lang lang) {
    int from = jg_variations_from(v, node), length = length_of(v, node), last = node;
    json_t *moves = json_array();
    while (v->nodes[last].child >= 0) last = v->nodes[last].child;
    for (int n = last, i = length; i-- > 0; n = v->nodes[n].parent) path[i] = n;
    for (int i = 0; i < length; i++)
        json_array_append_new(moves,
                              jg_snapshot_move_json(v->record->game, jg_variations_state(v, v->nodes[path[i]].parent),
                                                    v->nodes[path[i]].move, lang));
    return json_pack("{s:i, s:o, s:o}", "from", from, "name", jg_run_text_json(jg_variations_name(v, node)), "moves",
                     moves);
}

/* Sets the member "variations", if there are any. */
static enum jg_status put_variations(json_t *o, const struct jg_variations *v, jg_lang lang, struct jg_error *err) {
    int longest;
    enum jg_status status = check_lengths(v, &longest, err);
    if (status || !longest) return status;
    int *path = malloc((size_t)longest * sizeof *path);
    if (!path) return no_memory(err);
    json_t *list = json_array();
    for (int n = v->record->count + 1; n < v->count; n++)
        if (jg_variations_begins(v, n)) json_array_append_new(list, variation_json(v, n, path, lang));
    json_object_set_new(o, "variations", list);
    free(path);
    return JG_OK;
}

json_t *jg_snapshot_read(const char *text, bool trust, jg_lang lang, struct jg_error *err) {
    struct file f;
    json_t *o = NULL;
    if (!open_file(&f, text, trust, err)) {
        o = jg_snapshot_json(&f.s, -1, lang);
        if (o) put_tags(o, &f, lang);
        if (o ? put_variations(o, &f.variations, lang, err) : no_memory(err)) {
            json_decref(o);
            o = NULL;
        }
    }
    close_file(&f);
    return o;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

/* The tags of a game that came from no file. */
static void make_tags(const struct jg_snapshot *s, struct jg_tags *tags) {
    union jg_state first;
    struct jg_text t;
    *tags = (struct jg_tags){.resigned = -1};
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_game_spec(&s->game, &t);
    jg_start(&s->game, &first);
    if (!memcmp(&first, jg_record_state_at(&s->record, 0), s->game.state_size)) return;
    jg_text_init(&t, tags->start, sizeof tags->start);
    s->game.kind->print(&s->game, jg_record_state_at(&s->record, 0), &t);
}

static bool same_game(const struct jg_snapshot *a, const struct jg_snapshot *b) {
    char specs[2][JG_SPEC_MAX];
    struct jg_text t;
    for (int i = 0; i < 2; i++) {
        jg_text_init(&t, specs[i], sizeof specs[i]);
        jg_game_spec(i ? &b->game : &a->game, &t);
    }
    return !strcmp(specs[0], specs[1]) &&
           !memcmp(jg_record_state_at(&a->record, 0), jg_record_state_at(&b->record, 0), a->game.state_size);
}

/* Gives a record that was read from a file the moves of another one of the same game. The end of the game, annotations
 * and all else stays as far as the moves are the same. */
static enum jg_status take_moves(struct jg_record *r, const struct jg_record *from, struct jg_error *err) {
    int same = 0;
    enum jg_status status = JG_OK;
    while (same < r->count && same < from->count && r->moves[same] == from->moves[same]) same++;
    if (same < r->count || same < from->count) jg_record_cut(r, same);
    while (!status && r->count < from->count) status = jg_record_push(r, from->moves[r->count], err);
    return status;
}

/* Adds a variation to the tree. `line` has the first moves of the game, and gets those of the variation. */
static enum jg_status add_variation(struct jg_variations *v, struct jg_record *line, const json_t *variation,
                                    struct jg_error *err) {
    int64_t from = json_integer_value(json_object_get(variation, "from"));
    const char *moves = json_string_value(json_object_get(variation, "moves")), *p = moves;
    const char *name = json_string_value(json_object_get(variation, "name"));
    enum jg_status status = JG_OK;
    if (from > v->record->count)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a variation must begin within the game");
    int node = (int)from;
    jg_record_cut(line, node);
    while (!status && line->count < node) status = jg_record_push(line, v->record->moves[line->count], err);
    while (!status && *(p += strspn(p, " \t\r\n"))) {
        size_t length = jg_record_word(p);
        int known = v->count;
        status = jg_record_replay_word(line, p, length, JG_NO_POSITION, err);
        if (!status) status = jg_variations_add(v, node, line->moves[line->count - 1], &node, err);
        if (!status && v->count > known) {
            status = jg_variations_set_name(v, node, name, err);
            name = "";
        }
        p += length;
    }
    jg_record_cut(line, (int)from); /* the moves behind are not those of the game */
    return status;
}

static enum jg_status add_variations(struct jg_variations *v, const json_t *list, struct jg_error *err) {
    struct jg_record line = {0};
    enum jg_status status = jg_record_begin(&line, v->record->game, jg_record_state_at(v->record, 0), err);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = add_variation(v, &line, json_array_get(list, i), err);
    jg_record_free(&line);
    return status;
}

static json_t *write_record(const struct jg_record *r, const struct jg_tags *tags, const struct jg_snapshot_file *file,
                            struct jg_error *err) {
    bool sgf = !strcmp(file->as, "sgf");
    struct jg_variations v;
    char *text = NULL;
    enum jg_status status = jg_variations_init(&v, r, err);
    if (!status) status = add_variations(&v, file->variations, err);
    if (!status) text = sgf ? jg_sgf_write_variations(&v, tags) : jg_variations_write(&v, tags);
    jg_variations_free(&v);
    json_t *o = text ? json_pack("{s:o}", "text", jg_run_text_json(text)) : NULL;
    if (!status && !o) no_memory(err);
    free(text);
    return o;
}

static json_t *write_source(const struct jg_snapshot *s, const struct jg_snapshot_file *file, bool trust,
                            struct jg_error *err) {
    struct file f;
    json_t *o = NULL;
    enum jg_status status = open_file(&f, file->source, trust, err);
    if (!status && !same_game(&f.s, s))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the text is that of another game");
    jg_variations_free(&f.variations); /* those of the request replace them */
    if (!status) status = take_moves(&f.s.record, &s->record, err);
    if (!status) o = write_record(&f.s.record, &f.tags, file, err);
    close_file(&f);
    return o;
}

json_t *jg_snapshot_write(const struct jg_snapshot *s, const struct jg_snapshot_file *file, bool trust,
                          struct jg_error *err) {
    struct jg_tags tags;
    bool sgf = !strcmp(file->as, "sgf");
    if (!sgf && strcmp(file->as, "text")) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "'as' must be text or sgf");
        return NULL;
    }
    if (sgf && !s->game.kind->sgf) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has no SGF format", s->game.kind->name);
        return NULL;
    }
    if (s->view) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "this position is one player's view; a game needs a position without hidden parts");
        return NULL;
    }
    if (file->source) return write_source(s, file, trust, err);
    make_tags(s, &tags);
    return write_record(&s->record, &tags, file, err);
}
