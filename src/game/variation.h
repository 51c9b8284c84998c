/* Variations: moves that could have been played instead of those of a game. They form a tree of moves, whose first
 * branches are the game itself. docs/store.md describes how files write them. */
#ifndef GAME_VARIATION_H
#define GAME_VARIATION_H

#include <jogada/record.h>

enum {
    JG_VARIATION_NAME = 256,     /* bytes of a name */
    JG_VARIATION_DEPTH = 64,     /* variations within one another */
    JG_VARIATION_MOVES = 100000, /* moves of all variations of a game */
};

/* The position after a move. */
struct jg_variation_node {
    jg_move move;            /* the one that leads here; 0 in the root */
    int parent, child, next; /* child: the first one; next: the next child of the same parent; -1: none */
    int ply;                 /* number of moves from the start of the game */
    int depth;               /* number of variations that it is within */
    char *name;              /* of the variation that begins here, in UTF-8 without control characters; NULL: none */
};

/* A tree. The root and the moves of the game are nodes 0 to record->count. A node that is not the first child of its
 * parent begins a variation, which continues with first children. Begins as {0}. */
struct jg_variations {
    const struct jg_record *record; /* the game; must outlive the tree, unchanged */
    struct jg_variation_node *nodes;
    unsigned char *states; /* the positions of the nodes behind record->count */
    int count, room;
};

/* Makes the tree of a game without variations. */
enum jg_status jg_variations_init(struct jg_variations *v, const struct jg_record *r, struct jg_error *err);
void jg_variations_free(struct jg_variations *v);

/* Sets *node to the child of node `at` by a legal move, which is added if it is new. Fails if the move would continue the
 * game itself, or if the tree would be too large. Positions of errors are left to the caller. */
enum jg_status jg_variations_add(struct jg_variations *v, int at, jg_move move, int *node, struct jg_error *err);

/* Names the variation that begins at a node, unless it has a name: white space at the ends is removed, and what cannot
 * be shown is replaced. JG_EINPUT: the name is too long. */
enum jg_status jg_variations_set_name(struct jg_variations *v, int node, const char *name, struct jg_error *err);

/* Whether a variation begins at a node, and its name; "": none. A name may also stand at a later move of it. */
bool jg_variations_begins(const struct jg_variations *v, int node);
const char *jg_variations_name(const struct jg_variations *v, int node);

/* The last move of the game before a node: the variation that begins there replaces the next one. */
int jg_variations_from(const struct jg_variations *v, int node);

/* The position at a node; valid until the next one is added. */
const void *jg_variations_state(const struct jg_variations *v, int node);

/* ---- Jogada's own format: record.c, variation_text.c ------------------------------------------------------- */

/* As jg_record_write, with variations. */
char *jg_variations_write(const struct jg_variations *v, const struct jg_tags *tags);

/* Reads the variations in the text of a game that was replayed from the same `length` bytes of moves. All positions are
 * offsets in text. v is freed by the caller, also after a failure. */
enum jg_status jg_variations_read(struct jg_variations *v, const struct jg_record *r, const char *text,
                                  const char *moves, size_t length, struct jg_error *err);

/* The length of the move at p; 0: there is none. */
size_t jg_record_word(const char *p);

/* Parses a move of `length` bytes and makes it. */
enum jg_status jg_record_replay_word(struct jg_record *r, const char *word, size_t length, int position,
                                     struct jg_error *err);

/* The end of the quoted text that begins at p, behind its quote; NULL if it does not end in its line. */
const char *jg_record_quoted(const char *p);

#endif
