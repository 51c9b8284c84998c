#include "arena/starts.h"

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

enum jg_status jg_starts_read(struct jg_starts *out, const struct jg_game *g, const char *text, struct jg_error *err) {
    size_t room = 0;
    enum jg_status status = JG_OK;
    *out = (struct jg_starts){.text = strdup(text)};
    if (!out->text) return no_memory(err);
    for (char *line = out->text, *next; line && !status; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        if (line[strspn(line, " \t")] && line[0] != '#') status = add(out, &room, g, line, err);
    }
    return status;
}

void jg_starts_free(struct jg_starts *s) {
    free(s->at);
    free(s->text);
    *s = (struct jg_starts){0};
}
