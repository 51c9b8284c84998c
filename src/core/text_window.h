/* A window on a text file: reads a long file piece by piece, so that memory depends on the longest part that is used at
 * once and not on the length of the file. The text is terminated; line and column are counted across the whole file. */
#ifndef CORE_TEXT_WINDOW_H
#define CORE_TEXT_WINDOW_H

#include <jogada/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    JG_WINDOW_CHUNK = 1 << 16, /* bytes of the first read */
    JG_WINDOW_MAX = 1 << 26,   /* longest text that is used at once */
};

/* Starts as {0}. */
struct jg_window {
    FILE *file;
    const char *name; /* for errors; belongs to the caller */
    char *memory;     /* `room` + 1 bytes */
    size_t room;
    size_t begin, end;   /* the text in it */
    bool ended;          /* the file has no more text */
    uint64_t used, size; /* bytes of the file before the text, and in all; size 0: unknown */
    int line, column;    /* of the first byte of the text, from 1 */
};

/* Opens a file; "-" is standard input. Reads nothing yet. */
enum jg_status jg_window_open(struct jg_window *w, const char *path, struct jg_error *err);
void jg_window_close(struct jg_window *w);

/* The text, terminated, and its length. Valid until the next call that reads or closes. */
const char *jg_window_text(const struct jg_window *w);
static inline size_t jg_window_length(const struct jg_window *w) { return w->end - w->begin; }

/* Reads more text behind the current one: at least a byte unless the file has ended, and as much again as there is, so
 * that repeated attempts to parse a long text take linear time. JG_EINPUT if the text would be longer than JG_WINDOW_MAX
 * or contains a zero byte. */
enum jg_status jg_window_more(struct jg_window *w, struct jg_error *err);

/* Drops the first n bytes of the text. */
void jg_window_drop(struct jg_window *w, size_t n);

/* Drops white space, reading on where necessary. *more: whether any text remains. */
enum jg_status jg_window_drop_blanks(struct jg_window *w, bool *more, struct jg_error *err);

/* The line of a byte of the text. */
int jg_window_line(const struct jg_window *w, size_t at);

/* Prefixes an error whose position is an offset in the text with name, line and column. */
void jg_window_locate(const struct jg_window *w, struct jg_error *err);

/* The share of the file that was dropped; 0 if its size is unknown. */
double jg_window_share(const struct jg_window *w);

#endif
