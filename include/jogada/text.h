/* Bounded text: a buffer that the caller owns, always terminated. Writing past
 * its end cuts the text and sets `cut`, and never fails otherwise. */
#ifndef JOGADA_TEXT_H
#define JOGADA_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct jg_text {
    char *at;
    size_t size, used;
    bool cut;
};

/* size must be at least 1. */
void jg_text_init(struct jg_text *t, char *buffer, size_t size);
void jg_text_clear(struct jg_text *t);
void jg_text_put(struct jg_text *t, const char *string);
void jg_text_char(struct jg_text *t, char c);
__attribute__((format(printf, 2, 3))) void jg_text_add(struct jg_text *t, const char *format, ...);

#pragma GCC visibility pop

#endif
