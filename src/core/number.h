/* Numbers as a language writes them: 1,234.5 in English, 1.234,5 in Portuguese and Spanish. */
#ifndef CORE_NUMBER_H
#define CORE_NUMBER_H

#include <jogada/lang.h>

#include <stdarg.h>
#include <stddef.h>

/* The decimal separator and the thousands separator, from the catalogue. */
const char *jg_number_decimal(jg_lang lang);
const char *jg_number_thousands(jg_lang lang);

/* vsnprintf, with the language's decimal separator in every number that %e, %f or %g prints. The text of %s is
 * left as it is. At most 16 arguments. Returns the length of the whole text, as vsnprintf does. */
int jg_number_format(char *out, size_t size, jg_lang lang, const char *format, va_list args)
    __attribute__((format(__printf__, 4, 0)));

#endif
