/* A game that somebody asks about: the game itself, its moves up to a position. */
#ifndef WEB_SNAPSHOT_H
#define WEB_SNAPSHOT_H

#include "web/analysis.h"

#include <jogada/record.h>

enum { JG_SNAPSHOT_PLIES = 2000 }; /* moves of a game at most */

struct jg_snapshot {
    struct jg_game game; /* .kind NULL: not open */
    struct jg_record record;
    bool view;         /* there is no record, only */
    union jg_state at; /* what a seat sees */
};

/* Opens a game at a position (NULL or "": its first) after moves (likewise none) of a text. Without moves the position
 * may be what a seat sees of it. Places of errors count in the text that is wrong. On failure the scene is empty. */
enum jg_status jg_snapshot_open(struct jg_snapshot *s, const char *game, const char *position, const char *moves,
                                bool trust, struct jg_error *err);
void jg_snapshot_close(struct jg_snapshot *s); /* may be called twice */

int jg_snapshot_plies(const struct jg_snapshot *s);

/* The position after n moves, and whose turn it is there: repetition ends games, too. */
const void *jg_snapshot_state(const struct jg_snapshot *s, int n);
int jg_snapshot_turn(const struct jg_snapshot *s, int n);

/* A question about the position after n moves to whom it is the turn of there; the view is written to *view. Refuses
 * positions where nobody chooses, and where what the seat sees is not known. */
enum jg_status jg_snapshot_query(const struct jg_snapshot *s, int n, union jg_state *view, struct jg_query *query,
                                 struct jg_error *err);

/* {"states":[State],"moves":[Move]}, all positions, or that after `ply` moves alone if it is not below 0. Where all
 * would be too much for a message the rest of them are null. */
json_t *jg_snapshot_json(const struct jg_snapshot *s, int64_t ply, jg_lang lang);

/* The same for the text of a file, ours or SGF, with what it says: game, start, names, result. NULL with err filled. */
json_t *jg_snapshot_read(const char *text, bool trust, jg_lang lang, struct jg_error *err);

#endif
