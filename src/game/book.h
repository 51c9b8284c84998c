/* Opening books: how often a move was made in a position, and how well whoever
 * made it fared. Books are made from games and asked by searches.
 *
 * The file is text: a line `jogada book 1`, a line `game SPEC`, and for every
 * position and move a line `POSITION<TAB>MOVE<TAB>games<TAB>points`, where a
 * win gives the mover a point and a draw half of one. Lines that begin with #
 * are notes. */
#ifndef GAME_BOOK_H
#define GAME_BOOK_H

#include <jogada/record.h>

enum { JG_BOOK_MAX = 256 << 20 }; /* bytes of a book's file */

/* Whoever owns one clears it first. */
struct jg_book {
    const struct jg_game *game; /* must stay open */
    unsigned char *rows;        /* sorted by key once the book is closed; see book.c */
    size_t count, room;
    bool sorted;
};

/* Reads a book from a file, or from text. Books of other games, or of the same
 * with other options, and lines that cannot be played are refused with the
 * number of the line. On failure b is empty. */
enum jg_status jg_book_load(struct jg_book *b, const struct jg_game *g, const char *path, struct jg_error *err);
enum jg_status jg_book_read(struct jg_book *b, const struct jg_game *g, const char *text, struct jg_error *err);

/* The move with the highest (points + 1) / (games + 2); of equal ones the one
 * that was made oftener, then the one that the game lists first. It is legal in
 * the state. False: the book does not know the position. The book must have been
 * read, or sorted, and is not changed: threads may share it. */
bool jg_book_find(const struct jg_book *b, const void *state, jg_move *move);

void jg_book_free(struct jg_book *b);

/* ---- Making books ----------------------------------------------------------------- */

/* Empty; refuses games with hidden information, whose players do not know the position. */
enum jg_status jg_book_init(struct jg_book *b, const struct jg_game *g, struct jg_error *err);

/* Adds the first `plies` moves of a finished game, or all of another book. */
enum jg_status jg_book_add(struct jg_book *b, const struct jg_record *r, int plies, struct jg_error *err);
enum jg_status jg_book_merge(struct jg_book *b, const struct jg_book *other, struct jg_error *err);

/* Makes the book ready for finding and writing. */
void jg_book_sort(struct jg_book *b);

/* Positions and moves of a sorted book. */
size_t jg_book_positions(const struct jg_book *b);
static inline size_t jg_book_moves(const struct jg_book *b) { return b->count; }

/* The file of a sorted book as a new string that the caller frees, with lines of
 * notes (each ending in a newline and beginning with #; may be ""). NULL without memory. */
char *jg_book_write(const struct jg_book *b, const char *notes);

#endif
