#include "core/json.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local bool failed;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    failed = failed || !memory;
    return memory;
}

void jg_json_guard(void) { json_set_alloc_funcs(allocate, free); }

void jg_json_begin(void) { failed = false; }

void jg_json_fail(void) { failed = true; }

bool jg_json_complete(void) { return !failed; }

json_t *jg_json_read(const char *text, size_t length, size_t flags, json_error_t *why) {
    bool before = failed;
    failed = false;
    json_t *document = json_loadb(text, length, flags, why);
    bool whole = !failed;
    failed = failed || before;
    if (whole) return document;
    json_decref(document);
    if (why) strcpy(why->text, "out of memory");
    return NULL;
}

char *jg_json_text(json_t *document, size_t flags) {
    char *text = document && !failed ? json_dumps(document, flags) : NULL;
    json_decref(document);
    if (!failed) return text;
    free(text); /* jansson may return a text with gaps */
    return NULL;
}
