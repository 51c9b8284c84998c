#include "arena/starts.h"

#include "game/book.h"

#include <stdlib.h>
#include <string.h>

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static enum jg_status add(struct jg_starts *s, size_t *room, const struct jg_game *g, const char *line,
                          struct jg_error *err) {
    union jg_state state;
    if (s->count == *room) {
        size_t more = 2 * *room + 64;
        const char **at = realloc(s->at, more * sizeof *at);
        if (!at) return no_memory(err);
        s->at = at;
        *room = more;
    }
    enum jg_status status = jg_parse_complete(g, line, &state, err);
    if (!status && jg_turn(g, &state) == JG_OVER)
        status = jg_fail(err, JG_EINPUT, 0, "the game is over in this position");
    if (status && err && err->position >= 0) err->position += (int)(line - s->text);
    if (!status) s->at[s->count++] = line;
    return status;
}

/* Whether a text is an opening book of this game. A damaged one, or of another game, is an error. */
static enum jg_status check_book(const struct jg_game *g, const char *text, bool *is_book, struct jg_error *err) {
    struct jg_book book = {0};
    *is_book = jg_book_is_file(text);
    enum jg_status status = *is_book ? jg_book_read(&book, g, text, err) : JG_OK;
    jg_book_free(&book);
    return status;
}

enum jg_status jg_starts_read(struct jg_starts *out, const struct jg_game *g, const char *text, struct jg_error *err) {
    size_t room = 0, number = 0;
    bool is_book;
    *out = (struct jg_starts){.text = strdup(text)};
    if (!out->text) return no_memory(err);
    enum jg_status status = check_book(g, text, &is_book, err);
    for (char *line = out->text, *next; line && !status; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        line[strcspn(line, is_book ? "\r\t" : "\r")] = 0;
        if (!line[strspn(line, " \t")] || line[0] == '#' || number++ < (is_book ? JG_BOOK_HEAD : 0)) continue;
        bool again = is_book && out->count && !strcmp(line, out->at[out->count - 1]); /* with another move */
        if (!again) status = add(out, &room, g, line, err);
    }
    return status;
}

void jg_starts_free(struct jg_starts *s) {
    free(s->at);
    free(s->text);
    *s = (struct jg_starts){0};
}
