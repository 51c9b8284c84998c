/* A game at the terminal with everyone who plays it; kept in a file while it is
 * not finished. */
#ifndef CLI_SITTING_H
#define CLI_SITTING_H

#include <jogada/jogada.h>

struct sitting {
    struct jg_game game;
    struct jg_record record;
    struct jg_tags tags;
    struct jg_agent agents[JG_SEATS_MAX];
};

/* Opens game and agents as the tags say and makes the moves, which point into
 * text (both may be NULL). The caller frees it; NULL with err filled. `wrong`
 * is set to the spec or position that err->position counts in, or to NULL. */
struct sitting *sitting_open(const struct jg_tags *tags, const char *text, const char *moves, const char **wrong,
                             struct jg_error *err);
void sitting_free(struct sitting *s);

/* Reads a game from a file, perhaps SGF. A program that the file wants to run is started only
 * if it sits at the table `at` already; NULL: the file is our own. */
struct sitting *sitting_load(const char *path, const struct sitting *at, struct jg_error *err);

/* Writes the game to a file: SGF if its name ends so. A file of our own, not one that the user named, is private. */
enum jg_status sitting_save(const struct sitting *s, const char *path, bool own, struct jg_error *err);

enum { SITTING_PATH = 4096 };

/* A new path for an unfinished game; the path of the one played last, or
 * JG_EINPUT if there is none. */
enum jg_status sitting_new_path(char out[SITTING_PATH], struct jg_error *err);
enum jg_status sitting_last_path(char out[SITTING_PATH], struct jg_error *err);

#endif
