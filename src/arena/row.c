#include "arena/row.h"

#include "core/json.h"
#include "game/annotation.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum jg_status reject(struct jg_error *err, const char *message) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s", jg_tr(err ? err->lang : JG_EN, message));
}

/* ---- Writing --------------------------------------------------------------------------------------- */

/* Bytes as hexadecimal digits. */
static json_t *hex_json(const unsigned char *bytes, size_t size) {
    static const char DIGITS[] = "0123456789abcdef";
    char *text = bytes ? malloc(2 * size + 1) : NULL;
    for (size_t i = 0; text && i < size; i++) {
        text[2 * i] = DIGITS[bytes[i] >> 4];
        text[2 * i + 1] = DIGITS[bytes[i] & 15];
    }
    json_t *o = text ? json_stringn(text, 2 * size) : NULL;
    if (!o) jg_json_fail();
    free(text);
    return o;
}

static json_t *annotations_json(const struct jg_record *r) {
    size_t size = 0;
    unsigned char *bytes = jg_annotation_encode(r, SIZE_MAX, &size);
    json_t *o = hex_json(bytes, size);
    free(bytes);
    return o;
}

char *jg_row_write(const struct jg_played *played) {
    const struct jg_record *r = played->record;
    char *moves = jg_record_moves(r);
    if (!moves) return NULL;
    jg_json_begin();
    json_t *o = json_pack("{s:I, s:s, s:i, s:[f, f]}", "number", (json_int_t)played->number, "moves", moves, "opening",
                          r->opening, "seconds", played->seconds[0], played->seconds[1]);
    free(moves);
    if (r->resigned >= 0) json_object_set_new(o, "resigned", json_integer(r->resigned + 1));
    if (r->adjudicated) json_object_set_new(o, "adjudicated", json_integer(r->verdict));
    if (r->reason[0]) json_object_set_new(o, "reason", json_string(r->reason));
    if (r->annotated) json_object_set_new(o, "annotations", annotations_json(r));
    char *text = jg_json_text(o, JSON_COMPACT | JSON_REAL_PRECISION(9)), *line = NULL;
    size_t length = text ? strlen(text) : 0;
    if (text && (line = realloc(text, length + 2))) memcpy(line + length, "\n", 2);
    if (!line) free(text);
    return line;
}

/* ---- Reading --------------------------------------------------------------------------------------- */

static enum jg_status read_object(json_t **out, const char *line, size_t length, struct jg_error *err) {
    jg_json_begin();
    *out = length <= JG_ROW_MAX ? jg_json_read(line, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (json_is_object(*out)) return JG_OK;
    json_decref(*out);
    *out = NULL;
    return jg_json_complete() ? reject(err, "not a row: expected a JSON object")
                              : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* The number of a row; -1: it has none. */
static json_int_t number_of(const json_t *o) {
    const json_t *number = json_object_get(o, "number");
    return json_is_integer(number) ? json_integer_value(number) : -1;
}

enum jg_status jg_row_number(const char *line, size_t length, uint64_t *out, struct jg_error *err) {
    json_t *o;
    enum jg_status status = read_object(&o, line, length, err);
    if (status) return status;
    json_int_t number = number_of(o);
    json_decref(o);
    *out = (uint64_t)number;
    return number >= 0 ? JG_OK : reject(err, "not a row: it has no number");
}

/* Integers and texts become tags, which check their ranges. */
static enum jg_status set_tag(const json_t *o, const char *member, const char *tag, struct jg_tags *tags,
                              struct jg_error *err) {
    const json_t *value = json_object_get(o, member);
    const char *text = json_string_value(value);
    char number[32];
    if (!value) return JG_OK;
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        text = number;
    }
    return text ? jg_tags_set(tags, tag, text, err) : reject(err, "not a row: a member has a wrong type");
}

static enum jg_status read_tags(const json_t *o, const struct jg_fixture *f, struct jg_tags *tags,
                                struct jg_error *err) {
    static const char *const MEMBERS[][2] = {
        {"opening", "Opening"}, {"resigned", "Resigned"}, {"adjudicated", "Adjudicated"}, {"reason", "Reason"}};
    enum jg_status status = JG_OK;
    *tags = (struct jg_tags){.resigned = -1};
    if (f->start) snprintf(tags->start, sizeof tags->start, "%s", f->start);
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS && !status; i++)
        status = set_tag(o, MEMBERS[i][0], MEMBERS[i][1], tags, err);
    return status;
}

static enum jg_status read_seconds(const json_t *o, double seconds[2], struct jg_error *err) {
    const json_t *list = json_object_get(o, "seconds");
    for (size_t team = 0; team < 2; team++) {
        const json_t *x = json_array_get(list, team);
        seconds[team] = json_number_value(x);
        if (!json_is_number(x) || !(seconds[team] >= 0 && seconds[team] < 1e12))
            return reject(err, "not a row: expected the seconds of both teams");
    }
    return JG_OK;
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static enum jg_status read_annotations(const json_t *o, const struct jg_series *s, struct jg_record *r,
                                       struct jg_error *err) {
    const json_t *value = json_object_get(o, "annotations");
    const char *text = json_string_value(value);
    size_t size = text ? json_string_length(value) / 2 : 0;
    if (!s->annotate) return JG_OK;
    if (!text) return reject(err, "the row has no annotations");
    unsigned char *bytes = malloc(size + 1);
    if (!bytes) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = json_string_length(value) % 2 ? JG_EINPUT : JG_OK;
    for (size_t i = 0; i < size; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) status = JG_EINPUT;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    status = status ? reject(err, "the annotations are damaged") : jg_annotation_decode(r, bytes, size, err);
    r->annotated = !status;
    free(bytes);
    return status;
}

/* Whether the members of the row agree with the result of its moves, as jg_row_write writes them. */
static enum jg_status check_end(const struct jg_tags *tags, const struct jg_record *r, struct jg_error *err) {
    if (tags->resigned == r->resigned && tags->adjudicated == r->adjudicated && !strcmp(tags->reason, r->reason))
        return JG_OK;
    return reject(err, "the end of the game contradicts its moves");
}

static enum jg_status replay(const json_t *o, const struct jg_series *s, const struct jg_seeding *seeding,
                             const struct jg_fixture *f, struct jg_record *r, double seconds[2], struct jg_error *err) {
    const char *moves = json_string_value(json_object_get(o, "moves"));
    struct jg_tags tags;
    if (!moves || moves[strcspn(moves, "{}()\"")]) return reject(err, "not a row: expected moves");
    enum jg_status status = read_tags(o, f, &tags, err);
    if (!status) status = read_seconds(o, seconds, err);
    if (!status) status = jg_record_replay_part(r, s->game, &tags, moves, moves, strlen(moves), err);
    if (!status) status = check_end(&tags, r, err);
    if (!status) {
        struct jg_arena_game game = jg_series_game(s, f, seeding);
        status = jg_arena_verify(&game, r, err);
    }
    return status ? status : read_annotations(o, s, r, err);
}

enum jg_status jg_row_read(const char *line, size_t length, const struct jg_series *s, const struct jg_seeding *seeding,
                           const struct jg_fixture *f, uint64_t number, struct jg_record *r, double seconds[2],
                           struct jg_error *err) {
    json_t *o;
    enum jg_status status = read_object(&o, line, length, err);
    if (status) return status;
    json_int_t found = number_of(o);
    status = found < 0 || (uint64_t)found != number ? reject(err, "not a row: it has no number")
                                                    : replay(o, s, seeding, f, r, seconds, err);
    json_decref(o);
    return status;
}
