/* Files of starting positions: one position per line, or an opening book. */
#ifndef ARENA_STARTS_H
#define ARENA_STARTS_H

#include <jogada/jogada.h>

struct jg_starts {
    const char **at; /* the positions, in `text` */
    size_t count;
    char *text;
};

/* Parses the positions; lines that start with '#' are comments. Every position must be complete and not over. Errors
 * have a position in the text. The caller frees the result in any case. */
enum jg_status jg_starts_read(struct jg_starts *out, const struct jg_game *g, const char *text, struct jg_error *err);
void jg_starts_free(struct jg_starts *s);

#endif
