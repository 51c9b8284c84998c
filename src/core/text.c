#include <jogada/text.h>

#include "core/number.h"

#include <string.h>

void jg_text_init(struct jg_text *t, char *buffer, size_t size) {
    *t = (struct jg_text){.at = buffer, .size = size};
    buffer[0] = 0;
}

void jg_text_clear(struct jg_text *t) { jg_text_init(t, t->at, t->size); }

void jg_text_put(struct jg_text *t, const char *string) {
    size_t length = strlen(string), room = t->size - 1 - t->used;
    if (length > room) {
        length = room;
        t->cut = true;
    }
    memcpy(t->at + t->used, string, length);
    t->used += length;
    t->at[t->used] = 0;
}

void jg_text_char(struct jg_text *t, char c) { jg_text_put(t, (char[]){c, 0}); }

__attribute__((format(__printf__, 3, 0))) static void add(struct jg_text *t, jg_lang lang, const char *format,
                                                          va_list args) {
    size_t room = t->size - t->used;
    int length = jg_number_format(t->at + t->used, room, lang, format, args);
    if (length < 0) length = 0;
    if ((size_t)length >= room) {
        length = (int)room - 1;
        t->cut = true;
    }
    t->used += (size_t)length;
}

void jg_text_add(struct jg_text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(t, JG_EN, format, args);
    va_end(args);
}

void jg_text_add_local(struct jg_text *t, jg_lang lang, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(t, lang, format, args);
    va_end(args);
}

void jg_text_add_tr(struct jg_text *t, jg_lang lang, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(t, lang, jg_tr(lang, format), args);
    va_end(args);
}
