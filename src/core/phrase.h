/* Phrases: texts that are translated when they are shown, not when they are made. A phrase holds format strings, which
 * are keys of the catalogue, with their arguments, so that one phrase can be shown in every language. */
#ifndef CORE_PHRASE_H
#define CORE_PHRASE_H

#include "core/number.h"

#include <jogada/text.h>

enum { JG_PHRASE_PARTS = 40, JG_PHRASE_ARGUMENTS = 8 /* of a part */ };

/* Empty when it is all zeroes. */
struct jg_phrase {
    int count;
    struct jg_phrase_part {
        const char *format;
        struct jg_number_argument arguments[1 + JG_PHRASE_ARGUMENTS]; /* the first is arguments[1] */
    } parts[JG_PHRASE_PARTS];
};

/* Appends a part, as printf would print it. The format and the arguments of %s must outlive the phrase. Both are
 * translated when the phrase is printed. */
__attribute__((format(__printf__, 2, 3))) void jg_phrase_add(struct jg_phrase *phrase, const char *format, ...);

/* Adds the phrase to a text, translated and with the decimal separator of the language. */
void jg_phrase_print(struct jg_text *t, const struct jg_phrase *phrase, jg_lang lang);

#endif
