/* Numbers as a language writes them: 1,234.5 in English, 1.234,5 in Portuguese and Spanish. */
#ifndef CORE_NUMBER_H
#define CORE_NUMBER_H

#include <jogada/lang.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The decimal separator and the thousands separator, from the catalogue. */
const char *jg_number_decimal(jg_lang lang);
const char *jg_number_thousands(jg_lang lang);

enum { JG_NUMBER_ARGUMENTS = 16 };

/* An argument of a format, by the type that printf reads. */
struct jg_number_argument {
    enum jg_number_type {
        JG_NUMBER_UNUSED,
        JG_NUMBER_INT,
        JG_NUMBER_LONG,
        JG_NUMBER_LONG_LONG,
        JG_NUMBER_SIZE,
        JG_NUMBER_INTMAX,
        JG_NUMBER_REAL,
        JG_NUMBER_STRING,
        JG_NUMBER_POINTER
    } type;
    union {
        int i;
        long l;
        long long ll;
        size_t z;
        intmax_t j;
        double real;
        const void *pointer;
    };
};

/* Reads the arguments that a format takes, the first to a[1]; the types tell where they end. */
void jg_number_read(const char *format, va_list args, struct jg_number_argument a[JG_NUMBER_ARGUMENTS + 1])
    __attribute__((format(__printf__, 1, 0)));

/* Formats arguments that were read for this format or for another with the same conversions, such as its translation.
 * The language's decimal separator is in every number that %e, %f or %g prints; the text of %s is left as it is.
 * Returns the length of the whole text, as snprintf does. */
int jg_number_print(char *out, size_t size, jg_lang lang, const char *format, const struct jg_number_argument *a);

/* Both in one: vsnprintf in the notation of a language, with at most 16 arguments. */
int jg_number_format(char *out, size_t size, jg_lang lang, const char *format, va_list args)
    __attribute__((format(__printf__, 4, 0)));

#endif
