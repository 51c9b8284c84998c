/* Text in a growing buffer, for whole pages. If memory runs out, `failed` is set and later writes do nothing, so
 * that one check at the end suffices. */
#ifndef CORE_BUFFER_H
#define CORE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Begins as {0}. `at` is NULL until the first write, then terminated. */
struct jg_buffer {
    char *at;
    size_t used, size;
    bool failed;
};

/* Frees the text and resets b to {0}. */
void jg_buffer_free(struct jg_buffer *b);

/* Append a string and the output of printf. */
void jg_buffer_put(struct jg_buffer *b, const char *string);
__attribute__((format(__printf__, 2, 3))) void jg_buffer_add(struct jg_buffer *b, const char *format, ...);

/* The length in bytes of the UTF-8 character at p, a terminated string; 0 if it is invalid or the end. */
size_t jg_utf8_char(const char *p);

/* The same, but 0 for control characters too, which could control a terminal. */
size_t jg_utf8_printable(const char *p);

/* The character at *p, a terminated string, as XML and HTML text or attribute values need it: returns the bytes to
 * write and their number, and advances *p. An invalid character becomes '?'. Not called at the end. */
const char *jg_xml_char(const char **p, size_t *bytes);

/* Appends a string, escaped for XML and HTML text or attribute values. */
void jg_buffer_xml(struct jg_buffer *b, const char *string);

/* Appends a JSON string with its quotes, safe inside <script>. */
void jg_buffer_json(struct jg_buffer *b, const char *string);

#endif
