/* A string pool (arena): stores copies of many short strings, which are freed together. */
#ifndef CORE_STRING_POOL_H
#define CORE_STRING_POOL_H

#include <stddef.h>

struct jg_string_pool_block;

/* Starts as {0}. */
struct jg_string_pool {
    struct jg_string_pool_block *first, *last;
    size_t used;  /* bytes of the last block in use */
    size_t bytes; /* of all strings */
};

/* Stores a copy of a string; its address stays valid. NULL without memory. */
const char *jg_string_pool_copy(struct jg_string_pool *a, const char *text);

/* The same for bytes. */
const void *jg_string_pool_copy_bytes(struct jg_string_pool *a, const void *bytes, size_t size);

/* Discards all strings; jg_string_pool_clear keeps the memory for new ones. */
void jg_string_pool_clear(struct jg_string_pool *a);
void jg_string_pool_free(struct jg_string_pool *a);

#endif
