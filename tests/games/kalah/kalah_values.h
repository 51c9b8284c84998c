/* Kalah's published values: Irving, Donkers and Uiterwijk, "Solving Kalah", 2000 (empty capture), and Rawlings,
 * by rules, houses and seeds in each house, for the first player. 99: unknown. */
#ifndef TESTS_KALAH_VALUES_H
#define TESTS_KALAH_VALUES_H

enum {
    KALAH_UNKNOWN = 99,
    KALAH_FIVE_SIX = 2, /* (5,6) under both rules, our own result: no value is published */
};

static const int KALAH_VALUES[2][6][6] = {
    {{0, -2, 6, -2, 2, 0},
     {2, -2, -2, -10, 6, 8},
     {0, 4, 2, 2, 6, -8},
     {2, 6, 6, 2, 4, 0},
     {0, 2, 6, 10, 2, KALAH_UNKNOWN},
     {2, 6, 2, 8, 10, KALAH_UNKNOWN}},
    {{0, -2, 6, -2, 2, 0},
     {2, -2, -2, -12, 6, 8},
     {0, 4, 2, 2, 6, -10},
     {2, 6, 8, 2, 2, 0},
     {0, 0, 8, 12, 2, KALAH_UNKNOWN},
     {2, 10, 2, 10, 12, 2}},
};

/* After each opening move of six houses. */
static const struct kalah_opening {
    int empty, seeds, moves[6];
} KALAH_OPENINGS[] = {
    {0, 3, {-14, -16, -10, -2, 2, 0}},
    {0, 4, {-14, -10, 8, -2, -8, 4}},
    {1, 4, {-14, -8, 10, -2, -6, 4}},
};

#endif
