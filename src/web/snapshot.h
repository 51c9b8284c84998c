/* A game that a request describes: a position and the moves that follow it. Opened for one request, without a table. */
#ifndef WEB_SNAPSHOT_H
#define WEB_SNAPSHOT_H

#include "web/analysis.h"

#include <jogada/record.h>

enum { JG_SNAPSHOT_PLIES = 2000 }; /* moves of a game at most */

struct jg_snapshot {
    struct jg_game game; /* .kind NULL: not open */
    struct jg_record record;
    bool view; /* the record is a single position, as a seat sees it */
};

/* Opens a game at a position (NULL or "": the initial one) after some moves (NULL or "": none). Without moves the
 * position may be a seat's view. Error positions count within the text that is wrong. On failure the snapshot is empty. */
enum jg_status jg_snapshot_open(struct jg_snapshot *s, const char *game, const char *position, const char *moves,
                                bool trust, struct jg_error *err);
void jg_snapshot_close(struct jg_snapshot *s); /* may be called twice */

/* Fails if no seat is to move after n moves, or if its view is unknown: then no agent can be asked. */
enum jg_status jg_snapshot_check(const struct jg_snapshot *s, int n, struct jg_error *err);

/* {"states":[State],"moves":[Move]}: all positions, or only the one after `ply` moves unless ply is negative. Positions
 * that do not fit in a message are null. */
json_t *jg_snapshot_json(const struct jg_snapshot *s, int64_t ply, jg_lang lang);

/* A move in a position, as a Move. */
json_t *jg_snapshot_move_json(const struct jg_game *g, const void *state, jg_move move, jg_lang lang);

/* Fails if a game has more than JG_SNAPSHOT_PLIES moves. */
enum jg_status jg_snapshot_check_length(int plies, struct jg_error *err);

/* ---- snapshot_file.c -------------------------------------------------------------------------- */

/* {"states","moves"} of the text of a game file (jogada's format or SGF), with its game, start, names, result and
 * variations. NULL with err filled. */
json_t *jg_snapshot_read(const char *text, bool trust, jg_lang lang, struct jg_error *err);

/* What to write besides the moves of a game. */
struct jg_snapshot_file {
    const char *as;           /* the format, "text" or "sgf" */
    const char *source;       /* the file that the game was read from, for its tags and annotations; NULL: none */
    const json_t *variations; /* a list of {"from","name","moves"}; NULL: none */
};

/* {"text"}: the file of a game and its variations. NULL with err filled. */
json_t *jg_snapshot_write(const struct jg_snapshot *s, const struct jg_snapshot_file *file, bool trust,
                          struct jg_error *err);

#endif
