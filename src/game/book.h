/* Opening books: how often each move was played in a position, and how well it scored. Books are built from games; the
 * textbook agents play from them.
 *
 * The file is text: a line `jogada book 1`, a line `game SPEC`, and for every position and move a line
 * `POSITION<TAB>MOVE<TAB>games<TAB>points`, with one point for a win of the mover and half a point for a draw. Lines
 * that start with # are comments. */
#ifndef GAME_BOOK_H
#define GAME_BOOK_H

#include <jogada/record.h>

enum { JG_BOOK_MAX = 256 << 20 }; /* bytes of a book's file */

/* Starts as {0}. */
struct jg_book {
    const struct jg_game *game; /* must stay open */
    unsigned char *rows;        /* see book.c */
    size_t count, room;
    bool sorted;
};

/* Whether a text begins as a book does. The first JG_BOOK_HEAD lines besides comments have no position. */
enum { JG_BOOK_HEAD = 2 };
bool jg_book_is_file(const char *begin);

/* Reads a book from a file, or from text. Fails, with the line number, for books of other games or of the same game with
 * other options, and for illegal moves. On failure b is empty. */
enum jg_status jg_book_load(struct jg_book *b, const struct jg_game *g, const char *path, struct jg_error *err);
enum jg_status jg_book_read(struct jg_book *b, const struct jg_game *g, const char *text, struct jg_error *err);

/* Finds the legal move with the highest (points + 1) / (games + 2); ties go to the move played more often, then to the
 * first in the game's order. False: the position is not in the book. The book must have been read or sorted; threads may
 * share it. */
bool jg_book_find(const struct jg_book *b, const void *state, jg_move *move);

void jg_book_free(struct jg_book *b);

/* ---- Making books ----------------------------------------------------------------- */

/* Starts an empty book. JG_EFIT for games with hidden information, whose players do not see the position. */
enum jg_status jg_book_init(struct jg_book *b, const struct jg_game *g, struct jg_error *err);

/* Adds the first `plies` moves of a finished game, or all of another book. */
enum jg_status jg_book_add(struct jg_book *b, const struct jg_record *r, int plies, struct jg_error *err);
enum jg_status jg_book_merge(struct jg_book *b, const struct jg_book *other, struct jg_error *err);

/* Sorts the book and merges equal rows; needed before finding and writing. */
void jg_book_sort(struct jg_book *b);

/* The number of positions and of moves in a sorted book. */
size_t jg_book_positions(const struct jg_book *b);
static inline size_t jg_book_moves(const struct jg_book *b) { return b->count; }

/* The file text of a sorted book, with comment lines `notes` ("" or lines that start with # and end with a newline). The
 * caller frees it; NULL without memory. */
char *jg_book_write(const struct jg_book *b, const char *notes);

#endif
