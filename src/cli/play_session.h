/* A game in the terminal with its players. It is saved in a file until it ends. */
#ifndef CLI_PLAY_SESSION_H
#define CLI_PLAY_SESSION_H

#include <jogada/jogada.h>

struct play_session {
    struct jg_game game;
    struct jg_record record;
    struct jg_tags tags;
    struct jg_agent agents[JG_SEATS_MAX];
};

/* Opens the game and agents of the tags and makes the moves, which point into text (both may be NULL). The caller frees
 * the result; NULL with err filled on failure. `wrong` is then the spec or position that err->position refers to, or
 * NULL. */
struct play_session *play_session_open(const struct jg_tags *tags, const char *text, const char *moves,
                                       const char **wrong, struct jg_error *err);
void play_session_free(struct play_session *s);

/* Reads a game from a file, which may be SGF. A program that the file names is started only if it is already seated in
 * the session `at`; NULL: the file is trusted. */
struct play_session *play_session_load(const char *path, const struct play_session *at, struct jg_error *err);

/* Writes the game to a file, as SGF if its name ends in .sgf. With `own` the file is readable by its owner only. */
enum jg_status play_session_save(const struct play_session *s, const char *path, bool own, struct jg_error *err);

enum { SESSION_PATH = 4096 };

/* A new path for an unfinished game; the path of the last one, or JG_EINPUT if there is none. */
enum jg_status play_session_new_path(char out[SESSION_PATH], struct jg_error *err);
enum jg_status play_session_last_path(char out[SESSION_PATH], struct jg_error *err);

#endif
