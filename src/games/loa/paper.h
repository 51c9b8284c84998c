/* The evaluation of a report on a program for Lines of Action: seven terms and a
 * random one. What a side is worth follows from the squares of its own pieces alone,
 * so that a search computes it anew only for a side that moved or lost a piece.
 *
 * Sums over the pieces are whole numbers that a move changes by a few additions;
 * the same squares give the same sums however they came about, and so the same value
 * to the last bit. docs/loa.md tells what the report leaves open. */
#ifndef GAMES_LOA_PAPER_H
#define GAMES_LOA_PAPER_H

#include <jogada/agent.h>

enum jg_loa_term {
    JG_LOA_RANDOM,
    JG_LOA_DISTANCE,       /* inverse of the mean distance of the pieces to the centre of the board */
    JG_LOA_CONCENTRATION,  /* inverse of 1 + their mean Manhattan distance to their centre of mass, less the least */
    JG_LOA_CENTRALISATION, /* mean worth of their squares */
    JG_LOA_MASS,           /* distance of their centre of mass to the centre of the board */
    JG_LOA_QUADS,          /* 2 x 2 squares near the centre of mass with three or four of them */
    JG_LOA_CONNECTIVITY,   /* mean number of own neighbours */
    JG_LOA_UNIFORMITY,     /* inverse of the area of the smallest box around them */
    JG_LOA_TERMS
};

enum {
    JG_LOA_PAPER_UNIT = 1000, /* points of the evaluator `paper` that are 1.0 of the report's scale */
    JG_LOA_SUMS = 85,         /* files or ranks of twelve pieces add up to less */
    JG_LOA_SPREADS = 505      /* half of what twelve pieces are from their centre of mass, in twelfths, is less */
};

/* A side: its pieces, and sums over them. */
struct jg_loa_side {
    uint64_t pieces;
    uint64_t files, ranks; /* how many stand on each, a byte each */
    uint64_t distance;     /* to the centre of the board, see paper_eval.c */
    uint32_t mass;         /* as in jg_loa_state */
    int32_t worth;         /* of the squares */
    int32_t pairs;         /* of neighbours */
};

struct jg_loa_paper {
    struct {
        uint64_t files, ranks, distance, around;
        uint32_t mass;
        int32_t worth;
    } square[64]; /* what a piece there counts for, and the squares around it */
    uint64_t near_file[13][JG_LOA_SUMS], near_rank[13][JG_LOA_SUMS]; /* by count and sum: quads near the mean */
    uint8_t mean[13][JG_LOA_SUMS];                                   /* sum / count, rounded down */
    double part[13];                                                 /* 1 / count */
    double concentration[13][JG_LOA_SPREADS];                        /* by count and spread, see paper_eval.c */
    double area[65];                                                 /* 1 / area */
};

/* The published weights, in the order of the terms, and their names. */
enum jg_loa_set { JG_LOA_FIRST, JG_LOA_SECOND, JG_LOA_FINAL, JG_LOA_SETS };
extern const double jg_loa_weights[JG_LOA_SETS][JG_LOA_TERMS];

/* The evaluator's features are the terms, by these names. */
extern const struct jg_feature jg_loa_terms[JG_LOA_TERMS];
int32_t jg_loa_paper_value(const struct jg_game *g, const void *state, int team, const double *weights);
void jg_loa_paper_measure(const struct jg_game *g, const void *state, int team, double *out);

#define JG_LOA_BY_PAPER                                                                                                \
    {                                                                                                                  \
        .name = "paper", .help = "the report's seven terms and its random one, with the weights it ended with",        \
        .unit = JG_LOA_PAPER_UNIT, .odds = 250, .features = jg_loa_terms, .feature_count = JG_LOA_TERMS,               \
        .value = jg_loa_paper_value, .measure = jg_loa_paper_measure                                                   \
    }

void jg_loa_paper_init(struct jg_loa_paper *t);

/* The least that the mean Manhattan distance of so many pieces to their centre of mass can be;
 * tests/test_loa_terms.c goes through all placements. */
extern const double jg_loa_least[13];

/* The side with these pieces; with a piece more on a free square, with one less, after
 * a move to a square that was not its own. */
void jg_loa_side_set(const struct jg_loa_paper *t, struct jg_loa_side *s, uint64_t pieces);
void jg_loa_side_put(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square);
void jg_loa_side_take(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square);

/* The terms of a side in their own units, the random one 0. */
void jg_loa_side_terms(const struct jg_loa_paper *t, const struct jg_loa_side *s, double out[JG_LOA_TERMS]);

/* What one unit of each term counts for in points, by the weights; of the random term
 * what the way from 0 to 1 does. A factor of 0 drops a term. */
void jg_loa_factors(const double *weights, double out[JG_LOA_TERMS]);

/* The weighted sum of a side's terms; the value of a position is the difference of
 * its sides, and the random term. */
double jg_loa_side_value(const struct jg_loa_paper *t, const struct jg_loa_side *s, const double *factors);

/* The random term of a position for Black, -1/2 to 1/2, by its key and a seed. */
double jg_loa_chance(uint64_t seed, uint64_t key);

/* The report's program, paper.c. */
extern const struct jg_agent_kind jg_loa_paper_agent;

#endif
