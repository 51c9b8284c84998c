#include "core/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 4096 };

void jg_buffer_free(struct jg_buffer *b) {
    free(b->at);
    *b = (struct jg_buffer){0};
}

/* Makes room for `more` bytes and the terminator. */
static bool make_room(struct jg_buffer *b, size_t more) {
    size_t need = b->used + more + 1, size = b->size ? b->size : FIRST_SIZE;
    if (b->failed || need <= b->size) return !b->failed;
    while (size < need) size *= 2;
    char *at = realloc(b->at, size);
    b->failed = !at;
    if (!at) return false;
    b->at = at;
    b->size = size;
    return true;
}

static void put_bytes(struct jg_buffer *b, const char *bytes, size_t n) {
    if (!make_room(b, n)) return;
    memcpy(b->at + b->used, bytes, n);
    b->used += n;
    b->at[b->used] = 0;
}

void jg_buffer_put(struct jg_buffer *b, const char *string) { put_bytes(b, string, strlen(string)); }

void jg_buffer_add(struct jg_buffer *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || !make_room(b, (size_t)length)) return;
    va_start(args, format);
    vsnprintf(b->at + b->used, (size_t)length + 1, format, args);
    va_end(args);
    b->used += (size_t)length;
}

size_t jg_utf8_char(const char *p) {
    unsigned char c = (unsigned char)*p;
    size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)p[i] & 0xc0) != 0x80) return 0;
    bool invalid = n == 3 && ((c == 0xe0 && (unsigned char)p[1] < 0xa0) || (c == 0xed && (unsigned char)p[1] > 0x9f));
    invalid |= n == 4 && ((c == 0xf0 && (unsigned char)p[1] < 0x90) || (c == 0xf4 && (unsigned char)p[1] > 0x8f));
    return invalid ? 0 : n;
}

size_t jg_utf8_printable(const char *p) {
    unsigned char c = (unsigned char)*p;
    bool control = c < ' ' || c == 0x7f || (c == 0xc2 && (unsigned char)p[1] < 0xa0);
    return control ? 0 : jg_utf8_char(p);
}

/* Puts a character and returns its last byte; what is none becomes '?'. */
static const char *put_character(struct jg_buffer *b, const char *p) {
    size_t n = jg_utf8_char(p);
    put_bytes(b, n ? p : "?", n ? n : 1);
    return n ? p + n - 1 : p;
}

const char *jg_xml_char(const char **p, size_t *bytes) {
    const char *at = (*p)++, *as = NULL;
    switch (*at) {
    case '<': as = "&lt;"; break;
    case '>': as = "&gt;"; break;
    case '&': as = "&amp;"; break;
    case '"': as = "&quot;"; break;
    case '\'': as = "&#39;"; break;
    default: /* XML has no place for most control characters, escaped or not */
        *bytes = (unsigned char)*at < ' ' && *at != '\n' && *at != '\t' ? 0 : jg_utf8_char(at);
        if (*bytes) *p = at + *bytes;
        if (*bytes) return at;
        as = "?";
    }
    *bytes = strlen(as);
    return as;
}

void jg_buffer_xml(struct jg_buffer *b, const char *string) {
    size_t bytes;
    while (*string) {
        const char *as = jg_xml_char(&string, &bytes);
        put_bytes(b, as, bytes);
    }
}

void jg_buffer_json(struct jg_buffer *b, const char *string) {
    put_bytes(b, "\"", 1);
    for (const char *p = string; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\')
            put_bytes(b, (char[]){'\\', *p}, 2);
        else if (c == '\n')
            put_bytes(b, "\\n", 2);
        else if (c < ' ' || c == '<' || c == '>' || c == '&') /* a script ends at </script> wherever it stands */
            jg_buffer_add(b, "\\u%04x", c);
        else
            p = put_character(b, p);
    }
    put_bytes(b, "\"", 1);
}
