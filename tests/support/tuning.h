/* Shared by the tests of tuning. */
#ifndef TESTS_TUNING_H
#define TESTS_TUNING_H

#include <jansson.h>
#include <stdlib.h>

/* A document as it is after it was written and read; takes the given one. */
static inline json_t *through_text(json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    json_t *back = json_loads(text, 0, NULL);
    free(text);
    json_decref(json);
    return back;
}

#endif
