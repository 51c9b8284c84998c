/* A game at the terminal with everyone who plays it; kept in a file while it is
 * not finished. */
#ifndef CLI_PLAY_SESSION_H
#define CLI_PLAY_SESSION_H

#include <jogada/jogada.h>

struct play_session {
    struct jg_game game;
    struct jg_record record;
    struct jg_tags tags;
    struct jg_agent agents[JG_SEATS_MAX];
};

/* Opens game and agents as the tags say and makes the moves, which point into
 * text (both may be NULL). The caller frees it; NULL with err filled. `wrong`
 * is set to the spec or position that err->position counts in, or to NULL. */
struct play_session *play_session_open(const struct jg_tags *tags, const char *text, const char *moves,
                                       const char **wrong, struct jg_error *err);
void play_session_free(struct play_session *s);

/* Reads a game from a file, perhaps SGF. A program that the file wants to run is started only
 * if it sits at the table `at` already; NULL: the file is our own. */
struct play_session *play_session_load(const char *path, const struct play_session *at, struct jg_error *err);

/* Writes the game to a file: SGF if its name ends so. A file of our own, not one that the user named, is private. */
enum jg_status play_session_save(const struct play_session *s, const char *path, bool own, struct jg_error *err);

enum { SESSION_PATH = 4096 };

/* A new path for an unfinished game; the path of the one played last, or
 * JG_EINPUT if there is none. */
enum jg_status play_session_new_path(char out[SESSION_PATH], struct jg_error *err);
enum jg_status play_session_last_path(char out[SESSION_PATH], struct jg_error *err);

#endif
