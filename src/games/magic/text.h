/* What the texts of the Magic duel share: positions, moves, pictures, pages. */
#ifndef GAMES_MAGIC_TEXT_H
#define GAMES_MAGIC_TEXT_H

#include "games/magic/magic.h"

/* The word for a phase in positions and pages: "main1". */
const char *jg_magic_phase_name(int phase);

/* In ATTACK and BLOCK: the id of the creature up to which everybody was asked, or 0. */
int jg_magic_named(const struct jg_magic *s);

/* Whether a state is a view in which the hand and library of a seat are not known. */
bool jg_magic_hidden(const struct jg_magic *s, int seat);

/* The kind of the n-th card of a hand, from 1, in the order in which pictures number it; -1: there is none. */
int jg_magic_hand_line(const struct jg_magic_side *side, int n);

/* Which card somebody means: its code, its name with blanks or '-', or the beginning of only one name;
 * -1: none, or -2: several. */
int jg_magic_card_meant(const struct jg_magic_deck *deck, const char *text);

/* Tells about a card named by a word, the line of a hand or the id of a creature: jg_game_kind.about. */
bool jg_magic_about(const struct jg_game *g, const void *view, const char *word, const struct jg_style *style,
                    struct jg_text *t);

/* "flying, vigilance"; "" of none. */
void jg_magic_abilities(unsigned abilities, enum jg_lang lang, struct jg_text *t);

#endif
