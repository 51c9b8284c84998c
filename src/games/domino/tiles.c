/* Lookup tables of the 28 tiles: halves, tiles by number, tiles that fit a set of numbers. */
#include "games/domino/domino.h"

const uint8_t jg_domino_low[JG_DOMINO_TILES] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2,
                                                2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6};
const uint8_t jg_domino_high[JG_DOMINO_TILES] = {0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 2,
                                                 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6};
const uint8_t jg_domino_tile[7][7] = {
    {0, 1, 2, 3, 4, 5, 6},       {1, 7, 8, 9, 10, 11, 12},    {2, 8, 13, 14, 15, 16, 17}, {3, 9, 14, 18, 19, 20, 21},
    {4, 10, 15, 19, 22, 23, 24}, {5, 11, 16, 20, 23, 25, 26}, {6, 12, 17, 21, 24, 26, 27}};

#define WITH_0 0x000007fu
#define WITH_1 0x0001f82u
#define WITH_2 0x003e104u
#define WITH_3 0x03c4208u
#define WITH_4 0x1c88410u
#define WITH_5 0x6910820u
#define WITH_6 0xd221040u

const uint32_t jg_domino_with[7] = {WITH_0, WITH_1, WITH_2, WITH_3, WITH_4, WITH_5, WITH_6};

#define FITS(n)                                                                                                        \
    (((n)&1 ? WITH_0 : 0) | ((n)&2 ? WITH_1 : 0) | ((n)&4 ? WITH_2 : 0) | ((n)&8 ? WITH_3 : 0) |                       \
     ((n)&16 ? WITH_4 : 0) | ((n)&32 ? WITH_5 : 0) | ((n)&64 ? WITH_6 : 0))
#define FITS_4(n)  FITS(n), FITS((n) + 1), FITS((n) + 2), FITS((n) + 3)
#define FITS_16(n) FITS_4(n), FITS_4((n) + 4), FITS_4((n) + 8), FITS_4((n) + 12)

const uint32_t jg_domino_fits[128] = {FITS_16(0),  FITS_16(16), FITS_16(32), FITS_16(48),
                                      FITS_16(64), FITS_16(80), FITS_16(96), FITS_16(112)};

int jg_domino_pips(uint32_t tiles) {
    int pips = 0;
    for (int number = 1; number < 7; number++)
        pips += number *
                (jg_domino_count(tiles & jg_domino_with[number]) + (int)(tiles >> jg_domino_tile[number][number] & 1));
    return pips;
}
