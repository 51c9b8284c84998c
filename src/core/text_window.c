#include "core/text_window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum jg_status jg_window_open(struct jg_window *w, const char *path, struct jg_error *err) {
    struct stat about;
    *w = (struct jg_window){.name = path, .line = 1, .column = 1};
    w->file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!w->file) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    if (!fstat(fileno(w->file), &about) && S_ISREG(about.st_mode)) w->size = (uint64_t)about.st_size;
    return JG_OK;
}

void jg_window_close(struct jg_window *w) {
    if (w->file && w->file != stdin) fclose(w->file);
    free(w->memory);
    *w = (struct jg_window){0};
}

const char *jg_window_text(const struct jg_window *w) { return w->memory ? w->memory + w->begin : ""; }

/* Makes room for as much text again, at the front if possible. */
static bool make_room(struct jg_window *w) {
    size_t length = jg_window_length(w), room = w->room;
    if (length) memmove(w->memory, w->memory + w->begin, length);
    w->begin = 0;
    w->end = length;
    if (!room) room = JG_WINDOW_CHUNK;
    while (room < 2 * length) room *= 2;
    if (room == w->room) return true;
    char *more = realloc(w->memory, room + 1);
    if (!more) return false;
    w->memory = more;
    w->room = room;
    return true;
}

enum jg_status jg_window_more(struct jg_window *w, struct jg_error *err) {
    if (w->ended) return JG_OK;
    if (jg_window_length(w) > JG_WINDOW_MAX / 2)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s, line %d: longer than %d bytes", w->name, w->line,
                       JG_WINDOW_MAX / 2);
    if (!make_room(w)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    errno = 0;
    size_t n = fread(w->memory + w->end, 1, w->room - w->end, w->file);
    if (ferror(w->file)) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", w->name, strerror(errno));
    w->ended = feof(w->file);
    if (memchr(w->memory + w->end, 0, n))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: not a text file", w->name);
    w->end += n;
    w->memory[w->end] = 0;
    return JG_OK;
}

static void step(const char *text, size_t n, int *line, int *column) {
    for (size_t i = 0; i < n; i++) {
        *line += text[i] == '\n';
        *column = text[i] == '\n' ? 1 : *column + 1;
    }
}

void jg_window_drop(struct jg_window *w, size_t n) {
    step(jg_window_text(w), n, &w->line, &w->column);
    w->begin += n;
    w->used += n;
}

enum jg_status jg_window_drop_blanks(struct jg_window *w, bool *more, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (;;) {
        jg_window_drop(w, strspn(jg_window_text(w), " \t\r\n\v\f"));
        *more = jg_window_length(w);
        if (*more || w->ended || status) return status;
        status = jg_window_more(w, err);
    }
}

int jg_window_line(const struct jg_window *w, size_t at) {
    int line = w->line, column = w->column;
    step(jg_window_text(w), at, &line, &column);
    return line;
}

void jg_window_locate(const struct jg_window *w, struct jg_error *err) {
    char message[JG_MESSAGE_MAX];
    int line = w->line, column = w->column;
    if (err->position < 0) return;
    step(jg_window_text(w), (size_t)err->position, &line, &column);
    memcpy(message, err->message, sizeof message);
    jg_fail(err, err->code, JG_NO_POSITION, "%s, line %d, column %d: %s", w->name, line, column, message);
}

double jg_window_share(const struct jg_window *w) { return w->size ? (double)w->used / (double)w->size : 0; }
