/* Text in a buffer of fixed size. The buffer belongs to the caller and is always terminated. A text that does not fit
 * is cut at the end of the buffer, which sets `cut`; nothing else can fail. */
#ifndef JOGADA_TEXT_H
#define JOGADA_TEXT_H

#include <jogada/lang.h>

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct jg_text {
    char *at;
    size_t size, used; /* bytes of the buffer, and of the text without its terminator */
    bool cut;
};

/* Begins an empty text; size is at least 1. */
void jg_text_init(struct jg_text *t, char *buffer, size_t size);
void jg_text_clear(struct jg_text *t);

/* Append a string, a character, and the output of printf. */
void jg_text_put(struct jg_text *t, const char *string);
void jg_text_char(struct jg_text *t, char c);
__attribute__((format(printf, 2, 3))) void jg_text_add(struct jg_text *t, const char *format, ...);

/* jg_text_add for people: real numbers get the decimal separator of the language. jg_text_add_tr also translates the
 * format. */
__attribute__((format(printf, 3, 4))) void jg_text_add_local(struct jg_text *t, jg_lang lang, const char *format, ...);
__attribute__((format(printf, 3, 4))) void jg_text_add_tr(struct jg_text *t, jg_lang lang, const char *format, ...);

#pragma GCC visibility pop

#endif
