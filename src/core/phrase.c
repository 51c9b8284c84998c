#include "core/phrase.h"

#include <assert.h>
#include <string.h>

void jg_phrase_add(struct jg_phrase *phrase, const char *format, ...) {
    assert(phrase->count < JG_PHRASE_PARTS);
    struct jg_phrase_part *part = &phrase->parts[phrase->count++];
    struct jg_number_argument a[JG_NUMBER_ARGUMENTS + 1];
    va_list args;
    va_start(args, format);
    jg_number_read(format, args, a);
    va_end(args);
    assert(a[JG_PHRASE_ARGUMENTS + 1].type == JG_NUMBER_UNUSED);
    part->format = format;
    memcpy(part->arguments, a, sizeof part->arguments);
}

static void print_part(struct jg_text *t, const struct jg_phrase_part *part, jg_lang lang) {
    struct jg_phrase_part own = *part;
    size_t room = t->size - t->used;
    for (int i = 1; i <= JG_PHRASE_ARGUMENTS; i++)
        if (own.arguments[i].type == JG_NUMBER_STRING) own.arguments[i].pointer = jg_tr(lang, own.arguments[i].pointer);
    size_t length = (size_t)jg_number_print(t->at + t->used, room, lang, jg_tr(lang, part->format), own.arguments);
    if (length >= room) t->cut = true;
    t->used += length < room ? length : room - 1;
}

void jg_phrase_print(struct jg_text *t, const struct jg_phrase *phrase, jg_lang lang) {
    for (int i = 0; i < phrase->count; i++) print_part(t, &phrase->parts[i], lang);
}
