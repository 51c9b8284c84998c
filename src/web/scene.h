/* A game that somebody asks about: the game itself, its moves up to a position. */
#ifndef WEB_SCENE_H
#define WEB_SCENE_H

#include "web/desk.h"

#include <jogada/record.h>

enum { JG_SCENE_PLIES = 2000 }; /* moves of a game at most */

struct jg_scene {
    struct jg_game game; /* .kind NULL: not open */
    struct jg_record record;
    bool view;         /* there is no record, only */
    union jg_state at; /* what a seat sees */
};

/* Opens a game at a position (NULL or "": its first) after moves (likewise none) of a text. Without moves the position
 * may be what a seat sees of it. Places of errors count in the text that is wrong. On failure the scene is empty. */
enum jg_status jg_scene_open(struct jg_scene *s, const char *game, const char *position, const char *moves, bool trust,
                             struct jg_error *err);
void jg_scene_close(struct jg_scene *s); /* may be called twice */

int jg_scene_plies(const struct jg_scene *s);

/* The position after n moves, and whose turn it is there: repetition ends games, too. */
const void *jg_scene_state(const struct jg_scene *s, int n);
int jg_scene_turn(const struct jg_scene *s, int n);

/* A question about the position after n moves to whom it is the turn of there; the view is written to *view. Refuses
 * positions where nobody chooses, and where what the seat sees is not known. */
enum jg_status jg_scene_ask(const struct jg_scene *s, int n, union jg_state *view, struct jg_ask *ask,
                            struct jg_error *err);

/* {"states":[State],"moves":[Move]}, all positions, or that after `ply` moves alone if it is not below 0. Where all
 * would be too much for a message the rest of them are null. */
json_t *jg_scene_json(const struct jg_scene *s, int64_t ply, enum jg_lang lang);

/* The same for the text of a file, ours or SGF, with what it says: game, start, names, result. NULL with err filled. */
json_t *jg_scene_read(const char *text, bool trust, enum jg_lang lang, struct jg_error *err);

#endif
