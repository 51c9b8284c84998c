/* Prints a JSON object member by member, and its lists row by row, so that a long list needs no memory. The text is the
 * one that print_json prints for the whole object. */
#ifndef CLI_JSON_STREAM_H
#define CLI_JSON_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts as {0}. */
struct json_stream {
    bool begun, in_list, failed; /* failed: a value could not be printed; nothing more is */
    uint64_t rows;               /* of the current list */
};

/* Prints a member and frees its value. */
void json_stream_put(struct json_stream *s, const char *name, json_t *value);

/* Begins a list, which ends with the next member or the object; prints a row of it and frees the row. */
void json_stream_list(struct json_stream *s, const char *name);
void json_stream_row(struct json_stream *s, json_t *row);

/* Ends the object. Returns the exit status, after an error message if something could not be printed. */
int json_stream_end(struct json_stream *s);

#endif
