/* JSON that is whole or not written. jansson reports a failed allocation by a NULL or a -1 in every call that adds to
 * a document, and a call that is not checked leaves a document with a hole. Here its allocator remembers for each
 * thread that it failed, and the one function that turns documents into text refuses from then on. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Makes jansson use that allocator; for a program to call before it makes its first document. Without it nothing is
 * remembered. */
void jg_json_guard(void);

/* A server begins a piece of work on this thread: failures of earlier ones do not concern its documents. */
void jg_json_begin(void);

/* Another allocation for a document failed: what is made since the beginning is not whole. */
void jg_json_fail(void);

/* Whether no allocation for JSON has failed on this thread since then. Documents read or made since are whole. One
 * that is written later must be checked before the thread begins other work. */
bool jg_json_whole(void);

/* The document that a text of `length` bytes is, by flags of json_loadb; NULL: it is none, or memory ran out. After a failed
 * allocation jansson's reader may leave characters out of a text: such a document is not given out. */
json_t *jg_json_read(const char *text, size_t length, size_t flags, json_error_t *why);

/* The text of a document, by flags of json_dumps; takes the reference. The caller frees it. NULL: the document is NULL
 * or memory ran out while it was made or is written. */
char *jg_json_text(json_t *document, size_t flags);

#endif
