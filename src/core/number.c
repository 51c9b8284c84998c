/* printf for people: the decimal separator depends on the language. The arguments are read into an array first,
 * since a translated format may number them (%2$s). */
#include "core/number.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *jg_number_decimal(jg_lang lang) { return jg_tr_context(lang, "decimal separator", "."); }
const char *jg_number_thousands(jg_lang lang) { return jg_tr_context(lang, "thousands separator", ","); }

enum { DIRECTIVE = 32, NUMBER = 400 /* the longest %f */ };

/* A conversion of a format: "%2$-*1$.3f" has width 1 and value 2, the numbers of its arguments from 1 (0: none). */
struct directive {
    const char *end;       /* behind it */
    char plain[DIRECTIVE]; /* without the numbers of its arguments */
    int width, precision, value;
    enum jg_number_type type;
};

static enum jg_number_type type_of(const char *length, size_t letters, char conversion) {
    if (strchr("eEfFgGaA", conversion)) return JG_NUMBER_REAL;
    if (conversion == 's') return JG_NUMBER_STRING;
    if (conversion == 'p') return JG_NUMBER_POINTER;
    if (letters == 2 && length[0] == 'l') return JG_NUMBER_LONG_LONG;
    if (letters == 1 && *length == 'l') return JG_NUMBER_LONG;
    if (letters == 1 && (*length == 'z' || *length == 't')) return JG_NUMBER_SIZE;
    if (letters == 1 && *length == 'j') return JG_NUMBER_INTMAX;
    return JG_NUMBER_INT;
}

/* The number of an argument: the one written ("2$"), else the next in order. */
static int numbered(const char **at, int *next) {
    char *end;
    long n = strtol(*at, &end, 10);
    if (end > *at && *end == '$') {
        *at = end + 1;
        return (int)n;
    }
    return ++*next;
}

static void copy(struct directive *d, size_t *used, const char *from, size_t n) {
    for (; n && *used + 1 < sizeof d->plain; n--) d->plain[(*used)++] = *from++;
    d->plain[*used] = 0;
}

/* Reads the conversion that begins with the '%' at `at`; `next` counts the arguments that are not numbered. */
static void read_directive(struct directive *d, const char *at, int *next) {
    size_t used = 0, digits = strspn(at + 1, "0123456789"), n;
    bool has_number = digits && at[1 + digits] == '$';
    const char *number = at + 1;
    *d = (struct directive){0};
    copy(d, &used, at, 1);
    at += has_number ? digits + 2 : 1;
    copy(d, &used, at, n = strspn(at, "-+ #0'"));
    at += n;
    for (int part = 0; part < 2; part++) {
        if (part && *at != '.') break;
        if (part) copy(d, &used, at++, 1);
        if (*at == '*') {
            copy(d, &used, at++, 1);
            *(part ? &d->precision : &d->width) = numbered(&at, next);
        } else {
            copy(d, &used, at, n = strspn(at, "0123456789"));
            at += n;
        }
    }
    n = strspn(at, "hlLjzt");
    copy(d, &used, at, n + (at[n] != 0));
    d->type = at[n] == '%' || !at[n] ? JG_NUMBER_UNUSED : type_of(at, n, at[n]);
    if (d->type != JG_NUMBER_UNUSED) d->value = has_number ? numbered(&number, next) : ++*next;
    d->end = at + n + (at[n] != 0);
}

static void note(struct jg_number_argument *a, int number, enum jg_number_type type) {
    if (number > 0 && number <= JG_NUMBER_ARGUMENTS) a[number].type = type;
}

void jg_number_read(const char *format, va_list args, struct jg_number_argument a[JG_NUMBER_ARGUMENTS + 1]) {
    struct directive d;
    int next = 0;
    for (int i = 0; i <= JG_NUMBER_ARGUMENTS; i++) a[i] = (struct jg_number_argument){.type = JG_NUMBER_UNUSED};
    for (const char *p = strchr(format, '%'); p; p = strchr(d.end, '%')) {
        read_directive(&d, p, &next);
        note(a, d.width, JG_NUMBER_INT);
        note(a, d.precision, JG_NUMBER_INT);
        note(a, d.value, d.type);
    }
    for (int i = 1; i <= JG_NUMBER_ARGUMENTS && a[i].type != JG_NUMBER_UNUSED; i++) {
        switch (a[i].type) {
        case JG_NUMBER_LONG: a[i].l = va_arg(args, long); break;
        case JG_NUMBER_LONG_LONG: a[i].ll = va_arg(args, long long); break;
        case JG_NUMBER_SIZE: a[i].z = va_arg(args, size_t); break;
        case JG_NUMBER_INTMAX: a[i].j = va_arg(args, intmax_t); break;
        case JG_NUMBER_REAL: a[i].real = va_arg(args, double); break;
        case JG_NUMBER_STRING:
        case JG_NUMBER_POINTER: a[i].pointer = va_arg(args, const void *); break;
        default: a[i].i = va_arg(args, int); break;
        }
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

/* snprintf of one conversion. */
#define PRINT(value)                                                                                                   \
    (d->width && d->precision   ? snprintf(out, size, d->plain, a[d->width].i, a[d->precision].i, value)               \
     : d->width || d->precision ? snprintf(out, size, d->plain, a[d->width ? d->width : d->precision].i, value)        \
                                : snprintf(out, size, d->plain, value))

static int print(char *out, size_t size, const struct directive *d, const struct jg_number_argument *a) {
    const struct jg_number_argument *v = &a[d->value];
    switch (d->type) {
    case JG_NUMBER_UNUSED: return snprintf(out, size, "%%");
    case JG_NUMBER_LONG: return PRINT(v->l);
    case JG_NUMBER_LONG_LONG: return PRINT(v->ll);
    case JG_NUMBER_SIZE: return PRINT(v->z);
    case JG_NUMBER_INTMAX: return PRINT(v->j);
    case JG_NUMBER_REAL: return PRINT(v->real);
    case JG_NUMBER_STRING:
    case JG_NUMBER_POINTER: return PRINT(v->pointer);
    default: return PRINT(v->i);
    }
}

#pragma GCC diagnostic pop

struct output {
    char *out;
    size_t size, used;
};

static void put(struct output *o, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++, o->used++)
        if (o->used + 1 < o->size) o->out[o->used] = text[i];
}

static void put_real(struct output *o, const struct directive *d, const struct jg_number_argument *a,
                     const char *decimal) {
    char number[NUMBER];
    print(number, sizeof number, d, a);
    size_t whole = strcspn(number, ".");
    put(o, number, whole);
    if (!number[whole]) return;
    put(o, decimal, strlen(decimal));
    put(o, number + whole + 1, strlen(number + whole + 1));
}

int jg_number_print(char *out, size_t size, jg_lang lang, const char *format, const struct jg_number_argument *a) {
    const char *decimal = jg_number_decimal(lang), *p = format;
    struct output o = {out, size, 0};
    struct directive d;
    int next = 0;
    while (*p) {
        size_t plain = strcspn(p, "%");
        put(&o, p, plain);
        p += plain;
        if (!*p) break;
        read_directive(&d, p, &next);
        p = d.end;
        if (d.type == JG_NUMBER_REAL) {
            put_real(&o, &d, a, decimal);
        } else {
            size_t room = o.used < o.size ? o.size - o.used : 0;
            int n = print(room ? o.out + o.used : NULL, room, &d, a);
            o.used += n > 0 ? (size_t)n : 0;
        }
    }
    if (size) out[o.used < size ? o.used : size - 1] = 0;
    return (int)o.used;
}

int jg_number_format(char *out, size_t size, jg_lang lang, const char *format, va_list args) {
    struct jg_number_argument a[JG_NUMBER_ARGUMENTS + 1];
    if (lang == JG_EN || !strcmp(jg_number_decimal(lang), ".")) return vsnprintf(out, size, format, args);
    jg_number_read(format, args, a);
    return jg_number_print(out, size, lang, format, a);
}
