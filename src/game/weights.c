#include "game/weights.h"

#include "core/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[] = "jogada weights 1";

/* ---- Reading ------------------------------------------------------------------------ */

/* The state of the parser and the words of the current line. */
struct reader {
    const struct jg_game *game;
    const char *text, *at; /* `at` is the start of the next line */
    const char *word, *rest;
    int word_length, rest_length;
    struct jg_error *err;
};

static int position_of(const struct reader *r, const char *where) { return (int)(where - r->text); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Advances to the next line that is not empty or a comment, and splits off its first word. False: there is none, and
 * the word is the end of the text. */
static bool next_line(struct reader *r) {
    while (*r->at) {
        const char *p = r->at, *end = p + strcspn(p, "\n");
        r->at = end + (*end == '\n');
        while (p < end && is_blank(*p)) p++;
        while (end > p && is_blank(end[-1])) end--;
        if (p == end || *p == '#') continue;
        r->word = p;
        while (p < end && !is_blank(*p)) p++;
        r->word_length = (int)(p - r->word);
        while (p < end && is_blank(*p)) p++;
        r->rest = p;
        r->rest_length = (int)(end - p);
        return true;
    }
    r->word = r->rest = r->at;
    r->word_length = r->rest_length = 0;
    return false;
}

static bool is(const char *text, int length, const char *word) {
    return strlen(word) == (size_t)length && !strncmp(text, word, (size_t)length);
}

/* Parses the lines `game` and `eval`. */
static enum jg_status read_head(struct reader *r, struct jg_eval *e) {
    const struct jg_game *g = r->game;
    char name[64];
    if (!next_line(r) || !is(r->word, r->word_length, "game") || !r->rest_length)
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->word), "expected a line 'game NAME'");
    if (!is(r->rest, r->rest_length, g->kind->name))
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->rest), "weights for %.*s, not for %s", r->rest_length,
                       r->rest, g->kind->name);
    if (!next_line(r) || !is(r->word, r->word_length, "eval") || !r->rest_length)
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->word), "expected a line such as 'eval mix'");
    snprintf(name, sizeof name, "%.*s", r->rest_length, r->rest);
    if (name[0] == '@')
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->rest), "expected a line such as 'eval mix'");
    enum jg_status status = jg_eval_open(e, g, name, r->err);
    if (status && r->err) r->err->position = position_of(r, r->rest);
    return status;
}

static enum jg_status unknown_feature(const struct reader *r, const struct jg_evaluator *by) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (int i = 0; i < by->feature_count; i++) jg_text_add(&t, "%s%s", i ? ", " : "", by->features[i].name);
    if (!by->feature_count)
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->word), "evaluator %s has no features with weights",
                       by->name);
    return jg_fail(r->err, JG_EINPUT, position_of(r, r->word), "no feature '%.*s'; %s has %s", r->word_length, r->word,
                   by->name, names);
}

/* Parses a decimal number; false if anything else follows. */
static bool read_number(const char *text, int length, double *out) {
    char copy[64], *end;
    if (length < 1 || length >= (int)sizeof copy || strspn(text, "+-.0123456789eE") < (size_t)length) return false;
    snprintf(copy, sizeof copy, "%.*s", length, text);
    *out = strtod(copy, &end);
    return !*end && fabs(*out) <= JG_WEIGHT_MAX;
}

static enum jg_status read_feature(struct reader *r, struct jg_eval *e, uint32_t *given) {
    const struct jg_evaluator *by = e->by;
    int i = 0;
    while (i < by->feature_count && !is(r->word, r->word_length, by->features[i].name)) i++;
    if (i == by->feature_count) return unknown_feature(r, by);
    if (*given >> i & 1)
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->word), "%s is given twice", by->features[i].name);
    *given |= (uint32_t)1 << i;
    if (!read_number(r->rest, r->rest_length, &e->weights[i]))
        return jg_fail(r->err, JG_EINPUT, position_of(r, r->rest), "expected a weight, a number from -%d to %d",
                       JG_WEIGHT_MAX, JG_WEIGHT_MAX);
    return JG_OK;
}

/* Whether a text starts like a weights file. */
static bool has_header(const char *text) {
    size_t n = sizeof MAGIC - 1;
    if (strncmp(text, MAGIC, n)) return false;
    while (is_blank(text[n])) n++;
    return !text[n] || text[n] == '\n';
}

enum jg_status jg_weights_read(struct jg_eval *e, const struct jg_game *g, const char *text, struct jg_error *err) {
    struct reader r = {.game = g, .text = text, .at = text, .err = err};
    struct jg_eval read;
    uint32_t given = 0;
    if (!has_header(text))
        return jg_fail(err, JG_EINPUT, 0,
                       "not a weights file; expected 'jogada weights 1' on "
                       "the first line");
    next_line(&r);
    enum jg_status status = read_head(&r, &read);
    while (!status && next_line(&r)) status = read_feature(&r, &read, &given);
    if (!status) *e = read;
    return status;
}

/* Adds file name, line and column to an error's message. */
static void add_file_position(const char *path, const char *text, struct jg_error *err) {
    char message[JG_MESSAGE_MAX];
    int line = 1;
    const char *begin = text, *where = text + err->position;
    for (const char *p = text; p < where; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    memcpy(message, err->message, sizeof message);
    jg_fail(err, err->code, JG_NOWHERE, "%s, line %d, column %d: %s", path, line, (int)(where - begin) + 1, message);
}

enum jg_status jg_weights_load(struct jg_eval *e, const struct jg_game *g, const char *path, struct jg_error *err) {
    struct jg_error own = {.lang = err ? err->lang : JG_EN};
    char *text = jg_file_read(path, JG_WEIGHTS_FILE_MAX, &own);
    enum jg_status status = text ? jg_weights_read(e, g, text, &own) : own.code;
    if (status && text) add_file_position(path, text, &own);
    free(text);
    own.position = JG_NOWHERE;
    if (status && err) *err = own;
    return status;
}

/* ---- Writing ------------------------------------------------------------------------ */

void jg_weight_print(struct jg_text *t, double weight) {
    char text[32];
    if (weight == 0) weight = 0; /* and not -0 */
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, weight);
        if (strtod(text, NULL) == weight) break;
    }
    jg_text_put(t, text);
}

char *jg_weights_write(const struct jg_eval *e, const struct jg_game *g, const char *notes) {
    char *text = NULL, number[32];
    size_t size;
    struct jg_text t;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    fprintf(f, "%s\ngame %s\neval %s\n%s", MAGIC, g->kind->name, e->by->name, notes);
    for (int i = 0; i < e->by->feature_count; i++) {
        jg_text_init(&t, number, sizeof number);
        jg_weight_print(&t, e->weights[i]);
        fprintf(f, "%s %s\n", e->by->features[i].name, number);
    }
    bool bad = ferror(f);
    if (fclose(f) || bad) {
        free(text);
        return NULL;
    }
    return text;
}
