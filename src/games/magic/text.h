/* Helpers of the text forms of the Magic duel: positions, moves, terminal board, JSON. */
#ifndef GAMES_MAGIC_TEXT_H
#define GAMES_MAGIC_TEXT_H

#include "games/magic/magic.h"

/* The word for a phase in positions and JSON: "main1". */
const char *jg_magic_phase_name(int phase);

/* The word for a step in positions and JSON: "attackers". */
const char *jg_magic_step_name(int step);

/* The phase for people: "declare attackers". */
const char *jg_magic_phase_title(int phase, jg_lang lang);

/* Whether the hand and library of a seat are hidden in this view. */
bool jg_magic_hand_hidden(const struct jg_magic *s, int seat);

/* The kind of the n-th card of a hand, counted from 1 as on the terminal board; -1: none. */
int jg_magic_nth_in_hand(const struct jg_magic_side *side, int n);

/* The card that a text names by its code, its name (with blanks or '-') or an unambiguous prefix of
 * the name; -1: none, -2: several. */
int jg_magic_match_card(const struct jg_magic_deck *deck, const char *text);

/* Describes a card given by name, by its number in the hand or by the id of a creature:
 * jg_game_kind.about. */
bool jg_magic_about(const struct jg_game *g, const void *view, const char *word, const struct jg_style *style,
                    struct jg_text *t);

#endif
