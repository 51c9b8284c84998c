#include "cli/json_stream.h"

#include "cli/cli.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

static void put_line(int depth) { printf("\n%*s", depth * JSON_STEP, ""); }

/* Prints a value at a depth. Line breaks in its text are never part of a string, so each begins a line to indent. */
static void put_value(struct json_stream *s, json_t *value, int depth) {
    char *text = jg_json_text(value, JSON_STYLE);
    s->failed |= !text;
    for (char *line = text, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        print_json_text(stdout, line);
        if (end) put_line(depth);
    }
    free(text);
}

static void end_list(struct json_stream *s) {
    if (s->in_list && s->rows) put_line(1);
    if (s->in_list) putchar(']');
    s->in_list = false;
}

static void put_name(struct json_stream *s, const char *name) {
    end_list(s);
    fputs(s->begun ? "," : "{", stdout);
    put_line(1);
    printf("\"%s\": ", name);
    s->begun = true;
}

void json_stream_put(struct json_stream *s, const char *name, json_t *value) {
    if (s->failed) {
        json_decref(value);
        return;
    }
    put_name(s, name);
    put_value(s, value, 1);
}

void json_stream_list(struct json_stream *s, const char *name) {
    if (s->failed) return;
    put_name(s, name);
    putchar('[');
    s->in_list = true;
    s->rows = 0;
}

void json_stream_row(struct json_stream *s, json_t *row) {
    if (s->failed) {
        json_decref(row);
        return;
    }
    if (s->rows++) putchar(',');
    put_line(2);
    put_value(s, row, 2);
}

int json_stream_end(struct json_stream *s) {
    if (s->failed) return print_json_failure();
    end_list(s);
    puts(s->begun ? "\n}" : "{}");
    return EXIT_SUCCESS;
}
