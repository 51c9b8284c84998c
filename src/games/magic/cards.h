/* Cards and decks as text; docs/magic-cards.md tells how it is written. */
#ifndef GAMES_MAGIC_CARDS_H
#define GAMES_MAGIC_CARDS_H

#include "games/magic/magic.h"

enum {
    JG_MAGIC_CARDS_MAX = 512,      /* cards of a list */
    JG_MAGIC_FILE_MAX = 256 << 10, /* bytes of a file of cards or of a deck */
    JG_MAGIC_CARD_LINE = 512,      /* bytes that any card's line fits in, */
    JG_MAGIC_CARD_WORDS = 1024,    /* and its rules in words */
};

/* ---- Lines ------------------------------------------------------------------------------ */

/* A piece of a text, which need not be terminated. */
struct jg_magic_span {
    const char *at, *end;
};

/* A text that is read line by line. */
struct jg_magic_lines {
    const char *file; /* what messages call it */
    const char *text, *end, *next;
    struct jg_magic_span line; /* without blanks around it and without what # begins */
    struct jg_error *err;
};

/* Goes on to the next line that says something. False: there is none, and the line is
 * the end of the text. */
bool jg_magic_lines_next(struct jg_magic_lines *r);

/* Refuses what stands at `where`: the message begins with file, line and column. */
__attribute__((format(__printf__, 3, 4))) enum jg_status jg_magic_wrong(const struct jg_magic_lines *r,
                                                                        const char *where, const char *format, ...);

struct jg_magic_span jg_magic_trim(struct jg_magic_span s);

/* Takes a number of one or two digits that is at most `max`, or nothing. */
bool jg_magic_take_number(struct jg_magic_span *s, int max, int *out);

/* How much of a piece a message shows. */
int jg_magic_shown(struct jg_magic_span s);

/* ---- Cards ------------------------------------------------------------------------------ */

/* Starts as {0}. No two cards have the same name. */
struct jg_magic_cards {
    struct jg_magic_card *at;
    int count;
};

/* Adds the cards of a text, which messages call `file`; those whose names are there
 * already replace them. A text that is refused, with file, line and column in the message
 * and the place in err->position, changes nothing. */
enum jg_status jg_magic_cards_read(struct jg_magic_cards *cards, const char *file, const char *text, size_t length,
                                   struct jg_error *err);

/* The same from a file; err->position is then -1, as the place is none in a spec. */
enum jg_status jg_magic_cards_load(struct jg_magic_cards *cards, const char *path, struct jg_error *err);

/* Those that are built in. */
enum jg_status jg_magic_cards_built_in(struct jg_magic_cards *cards, struct jg_error *err);

/* Leaves zeroes; may be called twice. */
void jg_magic_cards_free(struct jg_magic_cards *cards);

/* The card of that name, in small letters or large ones; or NULL. */
struct jg_magic_card *jg_magic_cards_find(const struct jg_magic_cards *cards, struct jg_magic_span name);

/* The line that reads as this card. */
void jg_magic_card_print(const struct jg_magic_card *card, struct jg_text *t);

/* ---- Decks ------------------------------------------------------------------------------ */

/* A deck of such cards from a text, by the rules of a mono-coloured deck. Its name is the
 * file's without folder and ending. Refused as jg_magic_cards_read does. */
enum jg_status jg_magic_deck_read(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *file,
                                  const char *text, size_t length, struct jg_error *err);
enum jg_status jg_magic_deck_load(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *path,
                                  struct jg_error *err);

/* "red" or "white", as "Red" and "White"; others are refused with the list of names. */
enum jg_status jg_magic_deck_built_in(struct jg_magic_deck *deck, const struct jg_magic_cards *cards,
                                      struct jg_magic_span name, struct jg_error *err);

/* The text of a built-in file: "cards.txt", "red.deck" ...; or NULL. */
const char *jg_magic_data(const char *file);

#endif
