#include "core/string_pool.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 << 10 }; /* bytes of a usual block */

struct jg_string_pool_block {
    struct jg_string_pool_block *next;
    size_t size;
    char bytes[];
};

static struct jg_string_pool_block *new_block(size_t size) {
    if (size < BLOCK) size = BLOCK;
    struct jg_string_pool_block *b = malloc(sizeof *b + size);
    if (b) *b = (struct jg_string_pool_block){.size = size};
    return b;
}

/* Allocates from the current block or the next one with room. */
static char *room_for(struct jg_string_pool *a, size_t size) {
    while (a->last && a->last->size - a->used < size && a->last->next) {
        a->last = a->last->next;
        a->used = 0;
    }
    if (!a->last || a->last->size - a->used < size) {
        struct jg_string_pool_block *b = new_block(size);
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

const char *jg_string_pool_copy(struct jg_string_pool *a, const char *text) {
    return jg_string_pool_copy_bytes(a, text, strlen(text) + 1);
}

const void *jg_string_pool_copy_bytes(struct jg_string_pool *a, const void *bytes, size_t size) {
    char *out = room_for(a, size);
    return out ? memcpy(out, bytes, size) : NULL;
}

void jg_string_pool_clear(struct jg_string_pool *a) {
    a->last = a->first;
    a->used = a->bytes = 0;
}

void jg_string_pool_free(struct jg_string_pool *a) {
    for (struct jg_string_pool_block *next, *b = a->first; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (struct jg_string_pool){0};
}
