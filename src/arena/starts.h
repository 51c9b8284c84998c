/* Files of positions that games start from, one on each line. */
#ifndef ARENA_STARTS_H
#define ARENA_STARTS_H

#include <jogada/jogada.h>

struct jg_starts {
    const char **at; /* the positions, in `text` */
    size_t count;
    char *text;
};

/* Reads the positions of a text; '#' begins a remark. Every position must be complete and not over. An error has its
 * position in the text. The caller frees the result in either case. */
enum jg_status jg_starts_read(struct jg_starts *out, const struct jg_game *g, const char *text, struct jg_error *err);
void jg_starts_free(struct jg_starts *s);

#endif
