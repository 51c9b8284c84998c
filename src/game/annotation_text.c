/* Annotations as text, as chess programs write them: value and depth, seconds, nodes, the name of the evaluator, and
 * after a semicolon the principal variation: "+0.35/12 0.4s 15320n mix; 3 6 8". A value is a score in the game's unit,
 * a percentage, "win", "loss", or "-" without a value; "=" before it: the value is proven. */
#include "game/annotation.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BLANK[] = " \t\r\n";
enum { MICRO = 1000000, PERCENT = JG_CHANCES / 50 };

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* As many decimals as it takes to find the value again. */
static void put_score(struct jg_text *t, int32_t value, int unit) {
    int decimals = 0;
    for (int power = 1; power < unit; power *= 10) decimals++;
    jg_text_add(t, value ? "%+.*f" : "%.*f", value ? decimals : 0, (double)value / unit);
}

static void put_value(struct jg_text *t, const struct jg_annotation *a) {
    if (a->proven) jg_text_put(t, "=");
    if (!a->by)
        jg_text_put(t, "-");
    else if (a->value == JG_WIN || a->value == -JG_WIN)
        jg_text_put(t, a->value > 0 ? "win" : "loss");
    else if (a->by->chance)
        jg_text_add(t, "%.3f%%", 50 + (double)a->value / PERCENT);
    else
        put_score(t, a->value, a->by->unit);
}

/* Seconds without zeros at the end. */
static void put_seconds(struct jg_text *t, uint64_t microseconds) {
    unsigned long long rest = microseconds % MICRO;
    int places = 6;
    for (; places && rest % 10 == 0; places--) rest /= 10;
    jg_text_add(t, "%llu", (unsigned long long)(microseconds / MICRO));
    if (places) jg_text_add(t, ".%0*llu", places, rest);
    jg_text_put(t, "s");
}

void jg_annotation_print_pv(const struct jg_record *r, int n, jg_annotation_printer *print, struct jg_text *t) {
    const struct jg_annotation *a = jg_record_annotation(r, n);
    struct jg_annotation_walk w;
    if (!a->pv_count) return;
    jg_annotation_begin(&w, r, n);
    for (int i = 0; i < a->pv_count; i++) {
        jg_text_put(t, " ");
        print(r->game, &w.at, a->pv[i], t);
        jg_annotation_step(&w, a->pv[i]);
    }
}

void jg_annotation_print(const struct jg_record *r, int n, jg_annotation_printer *print, struct jg_text *t) {
    const struct jg_annotation *a = jg_record_annotation(r, n);
    put_value(t, a);
    jg_text_add(t, "/%d ", a->depth);
    put_seconds(t, a->microseconds);
    jg_text_add(t, " %llun", (unsigned long long)a->nodes);
    if (a->by) jg_text_add(t, " %s", a->by->name);
    if (a->pv_count) jg_text_put(t, ";");
    jg_annotation_print_pv(r, n, print, t);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Whether p begins with a word; then moves behind it. */
static bool take(const char **p, const char *word) {
    size_t n = strlen(word);
    if (strncmp(*p, word, n)) return false;
    *p += n;
    return true;
}

static bool take_number(const char **p, uint64_t *out) {
    char *end;
    if (!isdigit((unsigned char)**p)) return false;
    errno = 0;
    *out = strtoull(*p, &end, 10);
    *p = end;
    return !errno && *out <= INT64_MAX;
}

/* The value as a number, which has a meaning only with its evaluator. */
static bool take_value(const char **p, struct jg_annotation *a, double *number, bool *chance, bool *value) {
    char *end;
    *number = 0;
    *chance = false;
    a->proven = take(p, "=");
    *value = !take(p, "-/");
    if (!*value) {
        (*p)--;
        return !a->proven;
    }
    if (take(p, "win") || take(p, "loss")) {
        a->value = (*p)[-1] == 'n' ? JG_WIN : -JG_WIN;
        return true;
    }
    const char *digits = *p + (**p == '+' || **p == '-');
    if (!isdigit((unsigned char)*digits) || digits[strspn(digits, "0123456789")] == 'x') return false;
    *number = strtod(*p, &end);
    *p = end;
    *chance = take(p, "%");
    return *number <= JG_WIN && *number >= -JG_WIN;
}

static bool take_seconds(const char **p, uint64_t *microseconds) {
    uint64_t seconds, part = 0;
    if (!take_number(p, &seconds) || seconds > 100000000) return false;
    if (take(p, ".")) {
        size_t digits = strspn(*p, "0123456789");
        if (!digits || digits > 6) return false;
        for (size_t i = 0; i < 6; i++) part = 10 * part + (i < digits ? (uint64_t)(*(*p)++ - '0') : 0);
    }
    *microseconds = seconds * MICRO + part;
    return take(p, "s");
}

static bool take_blanks(const char **p) {
    size_t n = strspn(*p, BLANK);
    *p += n;
    return n;
}

/* The name of the evaluator gives the number its unit. */
static bool take_evaluator(const char **p, const struct jg_game *g, double number, bool chance,
                           struct jg_annotation *a) {
    char name[32];
    size_t n = strcspn(*p, " \t\r\n;");
    if (!n || n >= sizeof name) return false;
    memcpy(name, *p, n);
    name[n] = 0;
    *p += n;
    a->by = jg_annotation_evaluator(g, name);
    if (!a->by) return false;
    if (a->value) return true; /* decided */
    if (chance != a->by->chance) return false;
    double points = chance ? (number - 50) * PERCENT : number * a->by->unit;
    if (!(fabs(points) < JG_WIN / 2)) return false;
    a->value = (int32_t)lround(points);
    return true;
}

/* Everything before the semicolon. */
static bool take_facts(const char **p, const struct jg_game *g, struct jg_annotation *a) {
    double number;
    bool chance, value;
    uint64_t depth;
    if (!take_value(p, a, &number, &chance, &value) || !take(p, "/") || !take_number(p, &depth) || depth > INT32_MAX)
        return false;
    a->depth = (int)depth;
    if (!take_blanks(p) || !take_seconds(p, &a->microseconds)) return false;
    if (!take_blanks(p) || !take_number(p, &a->nodes) || !take(p, "n")) return false;
    bool more = take_blanks(p);
    return !value || (more && take_evaluator(p, g, number, chance, a));
}

/* The principal variation begins with the move that was played. */
static bool take_pv(const char **p, const struct jg_record *r, int n, jg_annotation_parser *parse,
                    struct jg_annotation *a) {
    struct jg_annotation_walk w;
    jg_annotation_begin(&w, r, n);
    while (take_blanks(p), **p) {
        char word[JG_MOVE_MAX];
        size_t length = strcspn(*p, BLANK);
        if (!w.count || length >= sizeof word || a->pv_count == JG_ANNOTATION_PV) return false;
        memcpy(word, *p, length);
        word[length] = 0;
        *p += length;
        if (parse(r->game, &w.at, word, &a->pv[a->pv_count], NULL)) return false;
        jg_annotation_step(&w, a->pv[a->pv_count++]);
    }
    return a->pv_count > 1 && a->pv[0] == r->moves[n];
}

enum jg_status jg_annotation_parse(struct jg_record *r, int n, const char *text, jg_annotation_parser *parse,
                                   struct jg_error *err) {
    struct jg_annotation a = {0};
    const char *p = text;
    take_blanks(&p);
    bool good = take_facts(&p, r->game, &a);
    if (good) take_blanks(&p);
    if (good && take(&p, ";")) good = take_pv(&p, r, n, parse, &a);
    if (!good || *p || jg_annotation_is_empty(&a))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "expected an annotation of this move, such as {+0.35/12 0.4s 15320n %s}",
                       r->game->kind->evaluators[0].name);
    return jg_record_annotate(r, n, &a, err);
}
