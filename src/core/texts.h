/* Memory for many small texts that never move and all go at once. */
#ifndef CORE_TEXTS_H
#define CORE_TEXTS_H

#include <stddef.h>

struct jg_texts_block;

/* Starts as {0}. */
struct jg_texts {
    struct jg_texts_block *first, *last;
    size_t used;  /* of the last block in use */
    size_t bytes; /* of all texts */
};

/* A copy of a text; NULL without memory. */
const char *jg_texts_copy(struct jg_texts *a, const char *text);

/* Forgets all texts and keeps the memory for others; gives the memory back. */
void jg_texts_clear(struct jg_texts *a);
void jg_texts_free(struct jg_texts *a);

#endif
