/* Helpers shared by the text, picture and JSON of dominoes. */
#ifndef GAMES_DOMINO_TEXT_H
#define GAMES_DOMINO_TEXT_H

#include "games/domino/domino.h"

/* "00.12.34" */
void jg_domino_print_tiles(struct jg_text *t, uint32_t tiles);

/* "6-4@1", "6-6" as the opening, "6-4@1!", "pass" */
void jg_domino_print_play(struct jg_text *t, jg_move move, bool opening);

/* "South and North" */
const char *jg_domino_team_name(int team, jg_lang lang);

/* The tiles of an arm, from the opening tile outwards. */
struct jg_domino_arm {
    int count;
    struct {
        int tile, inner, outer; /* the halves */
        int place;              /* index in jg_domino.log */
    } tiles[JG_DOMINO_TILES];
};

/* Sorts the tiles on the table by arm. */
void jg_domino_layout(const struct jg_domino *s, struct jg_domino_arm arms[4]);

#endif
