#include "core/json.h"

#include <stdlib.h>
#include <string.h>

/* jansson's lexer drops characters when its buffer cannot grow, and may then fail an assertion (2.14, load.c). So while a
 * document is read, allocations that fail are served from a reserve, and the rest of the text is withheld: the parser
 * stops after at most a chunk, and the result is discarded. */
enum { CHUNK = 256, RESERVE = 32768 }; /* bytes of text at a time; for the values in one chunk */

static _Thread_local bool failed;
static _Thread_local struct {
    char *at, *end; /* free part */
    char *begin;
} reserve;

static void *from_reserve(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!reserve.at || size > (size_t)(reserve.end - reserve.at)) return NULL;
    void *memory = reserve.at;
    reserve.at += size;
    return memory;
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    failed = failed || !memory;
    return memory ? memory : from_reserve(size);
}

static void release(void *memory) {
    char *p = memory;
    if (!reserve.begin || p < reserve.begin || p >= reserve.end) free(memory);
}

void jg_json_guard(void) { json_set_alloc_funcs(allocate, release); }

void jg_json_begin(void) { failed = false; }

void jg_json_fail(void) { failed = true; }

bool jg_json_complete(void) { return !failed; }

struct input {
    const char *text;
    size_t length;
};

static size_t next_chunk(void *buffer, size_t size, void *arg) {
    struct input *in = arg;
    size_t n = in->length < CHUNK ? in->length : CHUNK;
    if (failed) return 0;
    if (n > size) n = size;
    memcpy(buffer, in->text, n);
    in->text += n;
    in->length -= n;
    return n;
}

json_t *jg_json_read(const char *text, size_t length, size_t flags, json_error_t *why) {
    bool before = failed;
    struct input in = {text, length};
    json_t *document = NULL;
    size_t size = 4 * length + RESERVE; /* a string's buffer doubles, and the old one is not used again */
    char *block = malloc(size);
    failed = !block;
    if (block) {
        reserve.begin = reserve.at = block;
        reserve.end = block + size;
        document = json_load_callback(next_chunk, &in, flags, why);
    }
    bool complete = !failed;
    if (!complete) json_decref(document), document = NULL;
    reserve.begin = reserve.at = reserve.end = NULL;
    free(block);
    failed = failed || before;
    if (!complete && why) strcpy(why->text, "out of memory");
    return document;
}

char *jg_json_text(json_t *document, size_t flags) {
    char *text = document && !failed ? json_dumps(document, flags) : NULL;
    json_decref(document);
    if (!failed) return text;
    free(text); /* jansson may return a text with gaps */
    return NULL;
}
