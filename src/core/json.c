#include "core/json.h"

#include <stdlib.h>

static _Thread_local bool failed;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    failed = failed || !memory;
    return memory;
}

void jg_json_guard(void) { json_set_alloc_funcs(allocate, free); }

void jg_json_begin(void) { failed = false; }

void jg_json_fail(void) { failed = true; }

bool jg_json_whole(void) { return !failed; }

char *jg_json_text(json_t *document, size_t flags) {
    char *text = document && !failed ? json_dumps(document, flags) : NULL;
    json_decref(document);
    if (!failed) return text;
    free(text); /* jansson may return one with holes */
    return NULL;
}
