#include "core/texts.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 << 10 }; /* bytes taken at once */

struct jg_texts_block {
    struct jg_texts_block *next;
    size_t size;
    char bytes[];
};

static struct jg_texts_block *new_block(size_t size) {
    if (size < BLOCK) size = BLOCK;
    struct jg_texts_block *b = malloc(sizeof *b + size);
    if (b) *b = (struct jg_texts_block){.size = size};
    return b;
}

/* Room behind the others, in the next block that has it. */
static char *room_for(struct jg_texts *a, size_t size) {
    while (a->last && a->last->size - a->used < size && a->last->next) {
        a->last = a->last->next;
        a->used = 0;
    }
    if (!a->last || a->last->size - a->used < size) {
        struct jg_texts_block *b = new_block(size);
        if (!b) return NULL;
        if (a->last)
            a->last->next = b;
        else
            a->first = b;
        a->last = b;
        a->used = 0;
    }
    a->used += size;
    a->bytes += size;
    return a->last->bytes + a->used - size;
}

const char *jg_texts_copy(struct jg_texts *a, const char *text) {
    size_t size = strlen(text) + 1;
    char *out = room_for(a, size);
    return out ? memcpy(out, text, size) : NULL;
}

void jg_texts_clear(struct jg_texts *a) {
    a->last = a->first;
    a->used = a->bytes = 0;
}

void jg_texts_free(struct jg_texts *a) {
    for (struct jg_texts_block *next, *b = a->first; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (struct jg_texts){0};
}
