/* What the pieces of a line can do, looked up: the line as a number in base 3
 * says it all, since neither moves along it nor what stops them depend on the
 * rest of the board. */
#ifndef GAMES_LOA_LINES_H
#define GAMES_LOA_LINES_H

#include <stdint.h>

enum { JG_LOA_CODES = 6561 }; /* 3 to the 8: ways to fill eight squares */

/* Four counts, a byte each, the first side's and the second's: worth of the
 * moves (2, to the edge of the board 1, twice as much if it captures) and how
 * many are stopped by an opponent in between. */
enum { JG_LOA_WORTH = 0, JG_LOA_STOPPED = 16, JG_LOA_ANOTHER = 8 };

struct jg_loa_lines {
    uint16_t ternary[256]; /* eight bits as digits of base 3 */

    /* Of eight squares in a row. [0]: all at the edge of the board. [n]: two
     * lines, of n squares and of 8 - n, both with their ends at the edge. */
    uint32_t counts[9][JG_LOA_CODES];
};

void jg_loa_lines_fill(struct jg_loa_lines *lines);

/* Sums of the counts over all 46 lines, by seat. */
struct jg_loa_freedom {
    int worth[2], stopped[2];
};

struct jg_loa_freedom jg_loa_freedom(const struct jg_loa_lines *lines, const uint64_t pieces[2]);

#endif
