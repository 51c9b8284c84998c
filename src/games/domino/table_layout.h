/* The places of tiles on a table, as the page lays them (web/src/games/domino/layout.ts). The unit is half a tile, so
 * that a tile is 2 by 1; the centre of the table is 0, 0. */
#ifndef GAMES_DOMINO_TABLE_LAYOUT_H
#define GAMES_DOMINO_TABLE_LAYOUT_H

#include "games/domino/domino.h"

/* A tile: its centre, and the direction from its first half to its second in degrees. */
struct jg_domino_laid {
    double x, y;
    int first, second; /* the halves */
    int angle;
};

struct jg_domino_table_layout {
    int count;
    struct jg_domino_laid tiles[JG_DOMINO_TILES]; /* by index in jg_domino.log */
    struct {
        double x, y;
    } ends[4][2];                    /* the two cells behind the last tile of each arm */
    double left, top, right, bottom; /* enclose all tiles, and one more at each end that can be played on */
};

/* Lays all tiles of a table; no two of them overlap, however long the arms are. */
void jg_domino_lay_table(const struct jg_domino *s, struct jg_domino_table_layout *out);

#endif
