/* Card files and deck files; docs/magic-cards.md describes the format. */
#ifndef GAMES_MAGIC_CARDS_H
#define GAMES_MAGIC_CARDS_H

#include "games/magic/magic.h"

enum {
    JG_MAGIC_CARDS_MAX = 512,      /* cards of a set */
    JG_MAGIC_FILE_MAX = 256 << 10, /* bytes of a file of cards or of a deck */
    JG_MAGIC_CARD_WORDS = 1024,    /* bytes that suffice for the rules text of any card */
};

/* ---- Lines ------------------------------------------------------------------------------ */

/* A piece of text, not terminated. */
struct jg_magic_span {
    const char *at, *end;
};

/* A reader of text line by line. */
struct jg_magic_line_reader {
    const char *file; /* name in error messages; NULL: a pasted text */
    const char *text, *end, *next;
    struct jg_magic_span line; /* without surrounding blanks and comment */
    struct jg_error *err;
};

/* Reads the next line that is neither blank nor a comment. False at the end of the text; the line
 * is then its end. */
bool jg_magic_next_line(struct jg_magic_line_reader *r);

/* Reports a syntax error at `where`: the message begins with file, line and column. */
__attribute__((format(__printf__, 3, 4))) enum jg_status jg_magic_syntax_error(const struct jg_magic_line_reader *r,
                                                                               const char *where, const char *format,
                                                                               ...);

struct jg_magic_span jg_magic_trim(struct jg_magic_span s);

/* Consumes a number of one or two digits, at most `max`; false, and nothing consumed, if there is
 * none. */
bool jg_magic_take_number(struct jg_magic_span *s, int max, int *out);

/* The number of bytes of a piece that an error message shows. */
int jg_magic_shown_length(struct jg_magic_span s);

/* ---- Cards ------------------------------------------------------------------------------ */

/* A set of cards with distinct names. Starts as {0}. */
struct jg_magic_cards {
    struct jg_magic_card *at;
    int count;
};

/* Adds the cards of a text, which messages call `file`; a card replaces an earlier one of the same
 * name. On error nothing changes: the message has file, line and column, err->position the offset. */
enum jg_status jg_magic_cards_read(struct jg_magic_cards *cards, const char *file, const char *text, size_t length,
                                   struct jg_error *err);

/* The same from a file. */
enum jg_status jg_magic_cards_load(struct jg_magic_cards *cards, const char *path, struct jg_error *err);

/* Adds the built-in cards. */
enum jg_status jg_magic_cards_built_in(struct jg_magic_cards *cards, struct jg_error *err);

/* Leaves zeroes; may be called twice. */
void jg_magic_cards_free(struct jg_magic_cards *cards);

/* The card of that name, ignoring case; NULL: none. */
struct jg_magic_card *jg_magic_cards_find(const struct jg_magic_cards *cards, struct jg_magic_span name);

/* ---- Decks ------------------------------------------------------------------------------ */

/* Reads a deck from a text and checks it against the rules of mono-coloured decks. Its name is the
 * file name without folder and extension, "Custom" without a file. Errors as in jg_magic_cards_read. */
enum jg_status jg_magic_deck_read(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *file,
                                  const char *text, size_t length, struct jg_error *err);
enum jg_status jg_magic_deck_load(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *path,
                                  struct jg_error *err);

/* Decks in specs: "24F+4GB+4CC", copies and codes of the built-in cards. A code has the initials of a name; a
 * number follows if an earlier card has the same. jg_magic_list_pack turns the text of a deck file into such a
 * list, jg_magic_list_unpack into a deck. */
enum jg_status jg_magic_list_pack(const char *text, struct jg_text *list, struct jg_error *err);
enum jg_status jg_magic_list_unpack(struct jg_magic_deck *deck, const struct jg_magic_cards *cards,
                                    struct jg_magic_span list, struct jg_error *err);

/* Writes the initials of a name, at most `most`. */
void jg_magic_initials(const char *name, char *out, int most);

#endif
