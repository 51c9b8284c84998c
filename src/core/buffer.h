/* Text that grows while it is written: whole pictures and pages. When memory
 * fails it takes nothing more and says so once, at the end. */
#ifndef CORE_BUFFER_H
#define CORE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}. `at` is terminated once something was written. */
struct jg_buffer {
    char *at;
    size_t used, size;
    bool failed;
};

/* Leaves zeroes; may be called twice. */
void jg_buffer_free(struct jg_buffer *b);

void jg_buffer_put(struct jg_buffer *b, const char *string);
__attribute__((format(__printf__, 2, 3))) void jg_buffer_add(struct jg_buffer *b, const char *format, ...);

/* Bytes of the UTF-8 character at p, which is terminated; 0 if there is none. */
size_t jg_character(const char *p);

/* The same, but 0 for control characters too: what a terminal would obey instead of showing it. */
size_t jg_visible(const char *p);

/* As text or an attribute's value in XML and HTML. */
void jg_buffer_xml(struct jg_buffer *b, const char *string);

/* As a JSON string with its quotes, which may also stand inside <script>. */
void jg_buffer_json(struct jg_buffer *b, const char *string);

#endif
