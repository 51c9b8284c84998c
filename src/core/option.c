#include <jogada/option.h>

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = 64 }; /* bytes of the text of a value, except JG_OPT_TEXT */

/* ---- Values --------------------------------------------------------------- */

static void *field(const struct jg_option *o, void *out) { return (char *)out + o->offset; }
static const void *const_field(const struct jg_option *o, const void *values) {
    return (const char *)values + o->offset;
}

/* Writes a count as read_count reads it, with the largest suffix (k, M, G, T) that leaves an integer. */
static void print_count(struct jg_text *t, uint64_t n, uint64_t thousand) {
    int step = 0;
    while (step < 4 && n && n % thousand == 0) {
        n /= thousand;
        step++;
    }
    jg_text_add(t, "%llu%.*s", (unsigned long long)n, step ? 1 : 0, &"kMGT"[step ? step - 1 : 0]);
}

/* Writes the shortest decimal that reads back as the same number. */
static void print_real(struct jg_text *t, double x) {
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    jg_text_put(t, text);
}

void jg_option_range(struct jg_text *t, const struct jg_option *o) {
    switch (o->type) {
    case JG_OPT_FLAG: jg_text_put(t, "0|1"); break;
    case JG_OPT_INT: jg_text_add(t, "%.0f..%.0f", o->min, o->max); break;
    case JG_OPT_COUNT:
        if (o->max > 0)
            jg_text_add(t, "%.0f..%.0f", o->min, o->max);
        else
            jg_text_add(t, "%.0f..", o->min);
        break;
    case JG_OPT_SIZE:
        print_count(t, (uint64_t)o->min, 1024);
        jg_text_put(t, "..");
        print_count(t, (uint64_t)o->max, 1024);
        break;
    case JG_OPT_REAL: jg_text_add(t, "%g..%g", o->min, o->max); break;
    case JG_OPT_CHOICE: jg_text_put(t, o->choices); break;
    case JG_OPT_TEXT: jg_text_put(t, o->value ? o->value : "TEXT"); break;
    case JG_OPT_END: break;
    }
}

static enum jg_status refuse(const struct jg_option *o, const char *value, size_t length, int position,
                             struct jg_error *err) {
    char range[128];
    struct jg_text t;
    jg_text_init(&t, range, sizeof range);
    jg_option_range(&t, o);
    char *dots = o->type == JG_OPT_CHOICE ? NULL : strstr(range, "..");
    if (length >= VALUE_MAX) value = "...", length = 3;
    if (!length) value = "''", length = 2;
    if (!dots) return jg_fail(err, JG_EINPUT, position, "%s must be %s, not %.*s", o->name, range, (int)length, value);
    *dots = 0;
    if (!dots[2])
        return jg_fail(err, JG_EINPUT, position, "%s must be at least %s, not %.*s", o->name, range, (int)length,
                       value);
    return jg_fail(err, JG_EINPUT, position, "%s must be %s to %s, not %.*s", o->name, range, dots + 2, (int)length,
                   value);
}

/* The index of a word in "a|b|c", or -1. */
static int choice_index(const char *choices, const char *word, size_t length) {
    for (int i = 0;; i++) {
        size_t n = strcspn(choices, "|");
        if (n == length && !strncmp(choices, word, n)) return i;
        if (!choices[n]) return -1;
        choices += n + 1;
    }
}

bool jg_option_choice(struct jg_text *t, const struct jg_option *o, int i) {
    const char *word = o->choices;
    for (; i > 0; i--) {
        word += strcspn(word, "|");
        if (!*word++) return false;
    }
    jg_text_add(t, "%.*s", (int)strcspn(word, "|"), word);
    return true;
}

const char *jg_option_label(const struct jg_option *o, int i) {
    for (int k = 0; o->labels && o->labels[k]; k++)
        if (k == i) return o->labels[i][0] ? o->labels[i] : NULL;
    return NULL;
}

/* Parses digits and an optional suffix k, M, G or T, powers of `thousand`. Rejects signs and overflow. */
static bool read_count(const char *text, uint64_t thousand, uint64_t *out) {
    if (!isdigit((unsigned char)*text)) return false;
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (errno) return false;
    const char units[] = "kMGT", *unit = *end ? strchr(units, *end) : NULL;
    uint64_t scale = 1;
    if (unit) end++;
    for (const char *u = units; unit && u <= unit; u++) scale *= thousand;
    if (*end || n > UINT64_MAX / scale) return false;
    *out = n * scale;
    return true;
}

enum jg_status jg_options_set(const struct jg_option *o, void *out, const char *value, size_t length, int position,
                              struct jg_error *err) {
    void *at = field(o, out);
    char text[VALUE_MAX], *end;
    if (o->type == JG_OPT_TEXT) {
        if (length >= o->size)
            return jg_fail(err, JG_EINPUT, position, "%s must have at most %zu characters", o->name, o->size - 1);
        memcpy(at, value, length);
        ((char *)at)[length] = 0;
        return JG_OK;
    }
    if (length >= sizeof text) return refuse(o, value, length, position, err);
    memcpy(text, value, length);
    text[length] = 0;
    bool space = isspace((unsigned char)text[0]);
    errno = 0;
    switch (o->type) {
    case JG_OPT_FLAG:
        if (strcmp(text, "0") && strcmp(text, "1")) return refuse(o, value, length, position, err);
        *(bool *)at = text[0] == '1';
        break;
    case JG_OPT_INT: {
        long n = strtol(text, &end, 10);
        if (end == text || *end || errno || space || (double)n < o->min || (double)n > o->max)
            return refuse(o, value, length, position, err);
        *(int *)at = (int)n;
        break;
    }
    case JG_OPT_COUNT: {
        uint64_t n;
        if (!read_count(text, 1000, &n) || (double)n < o->min || (o->max > 0 && (double)n > o->max))
            return refuse(o, value, length, position, err);
        *(uint64_t *)at = n;
        break;
    }
    case JG_OPT_SIZE: {
        uint64_t n;
        if (!read_count(text, 1024, &n) || (double)n < o->min || (double)n > o->max)
            return refuse(o, value, length, position, err);
        *(size_t *)at = (size_t)n;
        break;
    }
    case JG_OPT_REAL: {
        double x = strtod(text, &end);
        if (end == text || *end || space || !isfinite(x) || x < o->min || x > o->max)
            return refuse(o, value, length, position, err);
        *(double *)at = x;
        break;
    }
    case JG_OPT_CHOICE: {
        int i = choice_index(o->choices, text, length);
        if (i < 0) return refuse(o, value, length, position, err);
        *(int *)at = i;
        break;
    }
    case JG_OPT_TEXT:
    case JG_OPT_END: assert(false);
    }
    return JG_OK;
}

void jg_option_print(struct jg_text *t, const struct jg_option *o, const void *values) {
    const void *at = const_field(o, values);
    switch (o->type) {
    case JG_OPT_FLAG: jg_text_put(t, *(const bool *)at ? "1" : "0"); break;
    case JG_OPT_INT: jg_text_add(t, "%d", *(const int *)at); break;
    case JG_OPT_COUNT: print_count(t, *(const uint64_t *)at, 1000); break;
    case JG_OPT_SIZE: print_count(t, *(const size_t *)at, 1024); break;
    case JG_OPT_REAL: print_real(t, *(const double *)at); break;
    case JG_OPT_CHOICE: jg_option_choice(t, o, *(const int *)at); break;
    case JG_OPT_TEXT: jg_text_put(t, at); break;
    case JG_OPT_END: break;
    }
}

/* ---- Tables --------------------------------------------------------------- */

static void set_default(const struct jg_option *o, void *out) {
    const char *text = o->standard ? o->standard : o->type == JG_OPT_TEXT ? "" : "0";
    if (o->type == JG_OPT_CHOICE && !o->standard) {
        *(int *)field(o, out) = 0;
        return;
    }
    struct jg_error err = {0};
    enum jg_status status = jg_options_set(o, out, text, strlen(text), -1, &err);
    assert(status == JG_OK);
    (void)status;
}

void jg_options_reset(const struct jg_option *table, void *out) {
    for (; table && table->type; table++) set_default(table, out);
}

const struct jg_option *jg_options_find(const struct jg_option *table, const char *name, size_t length) {
    for (; table && table->type; table++)
        if (strlen(table->name) == length && !strncmp(table->name, name, length)) return table;
    return NULL;
}

/* ---- Specs ---------------------------------------------------------------- */

size_t jg_spec_name(const char *spec) { return strcspn(spec, ":"); }

static enum jg_status unknown_key(const char *spec, const struct jg_option *table, const char *key, size_t length,
                                  struct jg_error *err) {
    char names[256];
    struct jg_text t;
    int name_length = (int)jg_spec_name(spec);
    if (!table || !table->type)
        return jg_fail(err, JG_EINPUT, (int)(key - spec), "%.*s takes no options", name_length, spec);
    jg_text_init(&t, names, sizeof names);
    for (const struct jg_option *o = table; o->type; o++) jg_text_add(&t, "%s%s", o == table ? "" : ", ", o->name);
    return jg_fail(err, JG_EINPUT, (int)(key - spec), "no option '%.*s'; %.*s takes %s", (int)length, key, name_length,
                   spec, names);
}

enum jg_status jg_spec_options(const char *spec, const struct jg_option *table, void *out, struct jg_error *err) {
    uint64_t given = 0;
    jg_options_reset(table, out);
    if (strlen(spec) >= JG_SPEC_MAX)
        return jg_fail(err, JG_EINPUT, JG_SPEC_MAX, "spec too long: at most %d characters", JG_SPEC_MAX - 1);
    const char *p = spec + jg_spec_name(spec);
    while (*p) {
        const char *key = ++p; /* skip ':' or ',' */
        size_t length = strcspn(key, "=,");
        const struct jg_option *o = jg_options_find(table, key, length);
        if (!length) return jg_fail(err, JG_EINPUT, (int)(key - spec), "expected an option name");
        if (!o) return unknown_key(spec, table, key, length, err);
        uint64_t bit = (uint64_t)1 << (o - table);
        if (given & bit) return jg_fail(err, JG_EINPUT, (int)(key - spec), "%s is given twice", o->name);
        given |= bit;
        p = key + length;
        if (*p == '=') {
            const char *value = ++p;
            p += strcspn(p, ",");
            enum jg_status status = jg_options_set(o, out, value, (size_t)(p - value), (int)(value - spec), err);
            if (status) return status;
        } else if (o->type == JG_OPT_FLAG) {
            jg_options_set(o, out, "1", 1, -1, err);
        } else {
            return jg_fail(err, JG_EINPUT, (int)(p - spec), "%s needs a value: %s=...", o->name, o->name);
        }
    }
    return JG_OK;
}

int jg_spec_position(const char *spec, const char *key) {
    for (const char *p = spec + jg_spec_name(spec); *p; p += strcspn(p, ",")) {
        size_t length = strcspn(++p, "=,");
        if (p[length] == '=' && strlen(key) == length && !strncmp(p, key, length)) return (int)(p + length + 1 - spec);
    }
    return -1;
}

static bool is_default(const struct jg_option *o, const void *values) {
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } standard;
    set_default(o, &standard);
    const void *a = const_field(o, &standard), *b = const_field(o, values);
    return o->type == JG_OPT_TEXT ? !strcmp(a, b) : !memcmp(a, b, o->size);
}

void jg_spec_print(struct jg_text *t, const char *name, const struct jg_option *table, const void *values) {
    char mark = ':';
    jg_text_put(t, name);
    for (const struct jg_option *o = table; o && o->type; o++) {
        if (is_default(o, values)) continue;
        jg_text_add(t, "%c%s=", mark, o->name);
        jg_option_print(t, o, values);
        mark = ',';
    }
}
