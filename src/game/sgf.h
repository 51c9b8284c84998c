/* Games in the Smart Game Format (SGF, FF[4]; https://www.red-bean.com/sgf), which
 * other programs read: a tree of nodes, of which the first branches are the game.
 * Kinds of games that have it say how in jg_game_kind.sgf; see docs/store.md. */
#ifndef GAME_SGF_H
#define GAME_SGF_H

#include <jogada/record.h>

/* A game in a text of SGF. */
struct jg_sgf_tree {
    const char *begin, *end; /* its parentheses, in the text */
    int variations;          /* branches beside the game: they are passed over */
    int rules_at;            /* where rules are named that are not known here; -1: none are */
};

/* Whether a file's text, perhaps after a byte order mark, is SGF rather than our own. */
bool jg_sgf_is(const char *text);

/* Writes a game whose kind has SGF: a new string that the caller frees; NULL without memory. */
char *jg_sgf_write(const struct jg_record *r, const struct jg_tags *tags);

/* Reads what is said about the game at *at, which points into text, and sets *at
 * to where it ends; jg_record_more tells whether another follows. The caller opens
 * tags->game and goes on with jg_sgf_replay. All places count from the beginning of text. */
enum jg_status jg_sgf_next(struct jg_tags *tags, const char *text, const char **at, struct jg_sgf_tree *tree,
                           struct jg_error *err);

/* Sets the board up, writes that to tags->start unless it is the game's own first
 * position, and makes the moves. r is begun anew as by jg_record_restart; the
 * caller frees it, whatever the result. */
enum jg_status jg_sgf_replay(struct jg_record *r, const struct jg_game *g, struct jg_tags *tags, const char *text,
                             const struct jg_sgf_tree *tree, struct jg_error *err);

#endif
