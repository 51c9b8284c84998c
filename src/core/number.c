/* printf for people: the decimal separator depends on the language. The arguments are read into an array first,
 * since a translated format may number them (%2$s). */
#include "core/number.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *jg_number_decimal(jg_lang lang) { return jg_tr_context(lang, "decimal separator", "."); }
const char *jg_number_thousands(jg_lang lang) { return jg_tr_context(lang, "thousands separator", ","); }

enum { ARGUMENTS = 16, DIRECTIVE = 32, NUMBER = 400 /* the longest %f */ };

enum type { UNUSED, INT, LONG, LONG_LONG, SIZE, INTMAX, REAL, STRING, POINTER };

union argument {
    int i;
    long l;
    long long ll;
    size_t z;
    intmax_t j;
    double real;
    const void *pointer;
};

/* A conversion of a format: "%2$-*1$.3f" has width 1 and value 2, the numbers of its arguments from 1 (0: none). */
struct directive {
    const char *end;       /* behind it */
    char plain[DIRECTIVE]; /* without the numbers of its arguments */
    int width, precision, value;
    enum type type;
};

static enum type type_of(const char *length, size_t letters, char conversion) {
    if (strchr("eEfFgGaA", conversion)) return REAL;
    if (conversion == 's') return STRING;
    if (conversion == 'p') return POINTER;
    if (letters == 2 && length[0] == 'l') return LONG_LONG;
    if (letters == 1 && *length == 'l') return LONG;
    if (letters == 1 && (*length == 'z' || *length == 't')) return SIZE;
    if (letters == 1 && *length == 'j') return INTMAX;
    return INT;
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
    d->type = at[n] == '%' || !at[n] ? UNUSED : type_of(at, n, at[n]);
    if (d->type != UNUSED) d->value = has_number ? numbered(&number, next) : ++*next;
    d->end = at + n + (at[n] != 0);
}

static void note(enum type types[ARGUMENTS + 1], int number, enum type type) {
    if (number > 0 && number <= ARGUMENTS) types[number] = type;
}

static void read_arguments(const char *format, va_list args, union argument a[ARGUMENTS + 1]) {
    enum type types[ARGUMENTS + 1] = {UNUSED};
    struct directive d;
    int next = 0;
    for (const char *p = strchr(format, '%'); p; p = strchr(d.end, '%')) {
        read_directive(&d, p, &next);
        note(types, d.width, INT);
        note(types, d.precision, INT);
        note(types, d.value, d.type);
    }
    for (int i = 1; i <= ARGUMENTS && types[i] != UNUSED; i++) {
        switch (types[i]) {
        case LONG: a[i].l = va_arg(args, long); break;
        case LONG_LONG: a[i].ll = va_arg(args, long long); break;
        case SIZE: a[i].z = va_arg(args, size_t); break;
        case INTMAX: a[i].j = va_arg(args, intmax_t); break;
        case REAL: a[i].real = va_arg(args, double); break;
        case STRING:
        case POINTER: a[i].pointer = va_arg(args, const void *); break;
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

static int print(char *out, size_t size, const struct directive *d, const union argument *a) {
    const union argument *v = &a[d->value];
    switch (d->type) {
    case UNUSED: return snprintf(out, size, "%%");
    case LONG: return PRINT(v->l);
    case LONG_LONG: return PRINT(v->ll);
    case SIZE: return PRINT(v->z);
    case INTMAX: return PRINT(v->j);
    case REAL: return PRINT(v->real);
    case STRING:
    case POINTER: return PRINT(v->pointer);
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

static void put_real(struct output *o, const struct directive *d, const union argument *a, const char *decimal) {
    char number[NUMBER];
    print(number, sizeof number, d, a);
    size_t whole = strcspn(number, ".");
    put(o, number, whole);
    if (!number[whole]) return;
    put(o, decimal, strlen(decimal));
    put(o, number + whole + 1, strlen(number + whole + 1));
}

int jg_number_format(char *out, size_t size, jg_lang lang, const char *format, va_list args) {
    const char *decimal = jg_number_decimal(lang), *p = format;
    if (lang == JG_EN || !strcmp(decimal, ".")) return vsnprintf(out, size, format, args);
    struct output o = {out, size, 0};
    union argument a[ARGUMENTS + 1] = {0};
    struct directive d;
    int next = 0;
    read_arguments(format, args, a);
    while (*p) {
        size_t plain = strcspn(p, "%");
        put(&o, p, plain);
        p += plain;
        if (!*p) break;
        read_directive(&d, p, &next);
        p = d.end;
        if (d.type == REAL) {
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
