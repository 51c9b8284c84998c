/* JSON without gaps when memory runs out. jansson reports a failed allocation by NULL or -1 from every call that
 * adds to a document; an unchecked call leaves a gap. This allocator remembers per thread that an allocation
 * failed, and jg_json_text then refuses to serialize. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Installs the allocator. A program calls it before it creates its first document. */
void jg_json_guard(void);

/* Begins a new task on this thread: earlier failures no longer count. */
void jg_json_begin(void);

/* Records that another allocation for a document failed. */
void jg_json_fail(void);

/* Whether no allocation has failed on this thread since jg_json_begin, so that the documents created since are
 * complete. A document that is serialized later must be checked before the thread begins another task. */
bool jg_json_complete(void);

/* Parses a text of `length` bytes, with flags of json_loadb. NULL if the text is invalid or memory runs out; jansson
 * itself could then return strings with missing characters. */
json_t *jg_json_read(const char *text, size_t length, size_t flags, json_error_t *why);

/* Serializes a document, with flags of json_dumps, and releases the reference. The caller frees the text. NULL if the
 * document is NULL or memory ran out while it was created or serialized. */
char *jg_json_text(json_t *document, size_t flags);

#endif
