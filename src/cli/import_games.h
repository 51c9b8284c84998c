/* Reads the games of a file one after another: records, SGF or JSON. Only the current game is in memory. */
#ifndef CLI_IMPORT_GAMES_H
#define CLI_IMPORT_GAMES_H

#include "cli/stored.h"

#include "core/text_window.h"

/* Something that is skipped and reported at the end. */
struct skipped {
    size_t count;
    int first; /* line of the first; in JSON the number of its game */
};

/* Starts as {0} with `take` and `arg`. */
struct game_file {
    struct jg_window window;
    struct stored_record stored;       /* the current game */
    struct skipped unfinished, agreed; /* agreed: drawn by agreement */
    struct skipped comments;           /* that are not annotations */
    struct skipped variations;         /* in text and SGF */
    struct skipped rules;              /* in SGF */
    bool json;
    size_t number; /* of the current game in JSON, from 1 */
    struct progress bar;

    /* Receives every finished game. */
    enum jg_status (*take)(void *arg, const struct jg_record *r, const struct jg_tags *tags, struct jg_error *err);
    void *arg;
};

/* Reads all games of a file, "-" for standard input, and shows the progress. Errors name the place in the file. */
enum jg_status game_file_read(struct game_file *f, const struct cli *c, const char *path, struct jg_error *err);
void game_file_free(struct game_file *f);

#endif
