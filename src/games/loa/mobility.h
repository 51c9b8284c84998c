/* Mobility by table lookup. The moves along a line, and the pieces that block them, depend on that line alone, so a
 * line is encoded as a number in base 3 (empty, first side, second side) and its counts are precomputed. */
#ifndef GAMES_LOA_MOBILITY_H
#define GAMES_LOA_MOBILITY_H

#include <stdint.h>

enum { JG_LOA_CODES = 6561 }; /* 3^8: contents of eight squares */

/* Bit positions of the four counts, one byte each, for the first and the second side: the worth of the moves (2, or
 * 1 to the edge of the board; doubled for captures) and the number of moves blocked by an opposing piece. */
enum { JG_LOA_WORTH = 0, JG_LOA_STOPPED = 16, JG_LOA_ANOTHER = 8 };

struct jg_loa_mobility_table {
    uint16_t ternary[256]; /* eight bits as digits of base 3 */

    /* Counts of eight squares in a row. [0]: a line along the edge of the board. [n]: two lines, of n and of 8 - n
     * squares, each with its ends at the edge. */
    uint32_t counts[9][JG_LOA_CODES];
};

void jg_loa_mobility_init(struct jg_loa_mobility_table *lines);

/* Sums over all 46 lines, by seat. */
struct jg_loa_mobility {
    int worth[2], stopped[2];
};

struct jg_loa_mobility jg_loa_mobility(const struct jg_loa_mobility_table *lines, const uint64_t pieces[2]);

#endif
