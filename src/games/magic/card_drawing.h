/* Cards of the Magic duel as SVG. A card is 100 by 140 units with its corner at 0, 0, as on the page. */
#ifndef GAMES_MAGIC_CARD_DRAWING_H
#define GAMES_MAGIC_CARD_DRAWING_H

#include "games/magic/magic.h"

/* The shapes that cards refer to; once per picture, before the first card. */
void jg_magic_draw_defs(struct jg_text *t);

/* A card; c is the creature that it is on the table, NULL: it is elsewhere and shows its cost. `edge` is the colour of
 * its outline, NULL: black. `copies` is shown if there are several. */
void jg_magic_draw_card(struct jg_text *t, const struct jg_magic_card *card, const struct jg_magic_creature *c,
                        const char *edge, int copies, jg_lang lang);

/* The picture of a card alone, 52 by 38 units: for stacks of lands. */
void jg_magic_draw_land(struct jg_text *t, const struct jg_magic_card *card);

void jg_magic_draw_back(struct jg_text *t);

#endif
