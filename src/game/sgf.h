/* Import and export of games in the Smart Game Format (SGF, FF[4]; https://www.red-bean.com/sgf): a tree of nodes, whose
 * first variation is the game. Games support it by jg_game_kind.sgf; see docs/store.md. */
#ifndef GAME_SGF_H
#define GAME_SGF_H

#include "game/variation.h"

/* A game in an SGF text. */
struct jg_sgf_tree {
    const char *begin, *end; /* its parentheses, in the text */
    int variations;          /* number of other lines of play */
    int depth;               /* of parentheses within one another */
    int rules_at;            /* position of unknown rules; -1: none */
    int comments;            /* number of comments that are not annotations, which are skipped */
    int comment_at;          /* position of the first */
};

/* Whether a text, after an optional byte order mark, is SGF rather than jogada's own format. */
bool jg_sgf_is(const char *text);

/* The SGF text of a game that supports it, and of one with variations. The caller frees it; NULL without memory. */
char *jg_sgf_write(const struct jg_record *r, const struct jg_tags *tags);
char *jg_sgf_write_variations(const struct jg_variations *v, const struct jg_tags *tags);

/* Parses the properties of the game at *at, which points into text, and sets *at to its end; jg_record_more returns
 * whether another game follows. The caller then opens tags->game and calls jg_sgf_replay. All positions are offsets in
 * text. */
enum jg_status jg_sgf_next(struct jg_tags *tags, const char *text, const char **at, struct jg_sgf_tree *tree,
                           struct jg_error *err);

/* Sets up the board, writes the position to tags->start unless it is the initial one, makes the moves, reads their
 * annotations and counts other comments. r is
 * restarted as by jg_record_restart; the caller frees it in any case. */
enum jg_status jg_sgf_replay(struct jg_record *r, const struct jg_game *g, struct jg_tags *tags, const char *text,
                             struct jg_sgf_tree *tree, struct jg_error *err);

/* Reads the variations of a game that was replayed from this tree. All positions are offsets in text. v is freed by the
 * caller, also after a failure. */
enum jg_status jg_sgf_variations(struct jg_variations *v, const struct jg_record *r, const char *text,
                                 const struct jg_sgf_tree *tree, struct jg_error *err);

#endif
