/* Plain implementations of the terms of the report on Lines of Action. */
#ifndef TESTS_LOA_TERMS_H
#define TESTS_LOA_TERMS_H

#include "test.h"

#include "games/loa/loa.h"

#include <math.h>

static const int WORTH[8][8] = {{-80, -25, -20, -20, -20, -20, -25, -80}, {-25, 10, 10, 10, 10, 10, 10, -25},
                                {-20, 10, 25, 25, 25, 25, 10, -20},       {-20, 10, 25, 50, 50, 25, 10, -20},
                                {-20, 10, 25, 50, 50, 25, 10, -20},       {-20, 10, 25, 25, 25, 25, 10, -20},
                                {-25, 10, 10, 10, 10, 10, 10, -25},       {-80, -25, -20, -20, -20, -20, -25, -80}};

/* The least mean distance by number of pieces; see test_loa_terms.c. */
static const double LEAST[13] = {0,       0,    0.5,     2.0 / 3, 0.875,     0.8,     10.0 / 9,
                                 8.0 / 7, 1.25, 4.0 / 3, 1.4,     16.0 / 11, 14.0 / 9};

static inline int at(uint64_t p, int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? (int)(p >> (8 * rank + file) & 1) : 0;
}

static inline double plain_manhattan(uint64_t p) {
    double n = 0, x = 0, y = 0, sum = 0;
    for (int s = 0; s < 64; s++)
        if (p >> s & 1) n++, x += s % 8, y += s / 8;
    for (int s = 0; s < 64; s++)
        if (p >> s & 1) sum += fabs(s % 8 - x / n) + fabs(s / 8 - y / n);
    return sum / n;
}

static inline void plain_terms(uint64_t p, double *out) {
    double n = 0, x = 0, y = 0, distance = 0, worth = 0, neighbours = 0, quads = 0;
    int left = 8, right = -1, low = 8, high = -1;
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            if (!at(p, file, rank)) continue;
            n++;
            x += file;
            y += rank;
            distance += sqrt((file - 3.5) * (file - 3.5) + (rank - 3.5) * (rank - 3.5));
            worth += WORTH[rank][file];
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) neighbours += (dx || dy) && at(p, file + dx, rank + dy);
            if (file < left) left = file;
            if (file > right) right = file;
            if (rank < low) low = rank;
            if (rank > high) high = rank;
        }
    for (int rank = 0; rank < 7; rank++)
        for (int file = 0; file < 7; file++) {
            int own = at(p, file, rank) + at(p, file + 1, rank) + at(p, file, rank + 1) + at(p, file + 1, rank + 1);
            quads += own >= 3 && fabs(file + 0.5 - x / n) <= 2 + 1e-9 && fabs(rank + 0.5 - y / n) <= 2 + 1e-9;
        }
    out[JG_LOA_RANDOM] = 0;
    out[JG_LOA_DISTANCE] = 1 / (distance / n);
    out[JG_LOA_CONCENTRATION] = 1 / (1 + plain_manhattan(p) - LEAST[(int)n]);
    out[JG_LOA_CENTRALISATION] = worth / n;
    out[JG_LOA_MASS] = sqrt((x / n - 3.5) * (x / n - 3.5) + (y / n - 3.5) * (y / n - 3.5));
    out[JG_LOA_QUADS] = quads;
    out[JG_LOA_CONNECTIVITY] = neighbours / n;
    out[JG_LOA_UNIFORMITY] = 1.0 / ((right - left + 1) * (high - low + 1));
}

/* The greatest possible differences, by which the terms are normalized. */
static const double GREATEST[JG_LOA_TERMS] = {0.5, 1.2121830534626527, 13.0 / 15, 130, 4.949747468305833, 12,
                                              5,   63.0 / 64};

static inline void assert_close(double a, double b) {
    if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(b)))) fail_msg("%.15g is not %.15g", a, b);
}

#endif
