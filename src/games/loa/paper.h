/* The evaluation of a report on a program for Lines of Action: seven terms and a random one. The value of a side
 * depends on its own pieces alone, so a search recomputes it only for a side that moved or lost a piece.
 *
 * Sums over the pieces are integers, updated incrementally by every move: the same squares give the same sums, and
 * so the same value to the last bit. docs/loa.md lists what the report leaves open. */
#ifndef GAMES_LOA_PAPER_H
#define GAMES_LOA_PAPER_H

#include <jogada/agent.h>

enum jg_loa_term {
    JG_LOA_RANDOM,
    JG_LOA_DISTANCE,       /* inverse of the mean distance of the pieces to the centre of the board */
    JG_LOA_CONCENTRATION,  /* inverse of 1 + their mean Manhattan distance to their centre of mass, minus the minimum */
    JG_LOA_CENTRALISATION, /* mean worth of their squares */
    JG_LOA_MASS,           /* distance of their centre of mass to the centre of the board */
    JG_LOA_QUADS,          /* 2 x 2 squares near the centre of mass with three or four of them */
    JG_LOA_CONNECTIVITY,   /* mean number of own neighbours */
    JG_LOA_UNIFORMITY,     /* inverse of the area of their bounding box */
    JG_LOA_TERMS
};

enum {
    JG_LOA_PAPER_UNIT = 1000, /* points of the evaluator `paper` per 1.0 of the report's scale */
    JG_LOA_SUMS = 85,         /* exceeds the sum of the files or ranks of twelve pieces */
    JG_LOA_SPREADS = 505 /* exceeds half the summed distances of twelve pieces from their centre of mass, in twelfths */
};

/* A side: its pieces, and sums over them. */
struct jg_loa_side {
    uint64_t pieces;
    uint64_t files, ranks; /* pieces on each, one byte each */
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
    } square[64]; /* contribution of a piece, and the neighbouring squares */
    uint64_t near_file[13][JG_LOA_SUMS], near_rank[13][JG_LOA_SUMS]; /* by count and sum: quads near the mean */
    uint8_t mean[13][JG_LOA_SUMS];                                   /* sum / count, rounded down */
    double part[13];                                                 /* 1 / count */
    double concentration[13][JG_LOA_SPREADS];                        /* by count and spread, see paper_eval.c */
    double area[65];                                                 /* 1 / area */
};

/* The published weights, in the order of the terms, and their names. */
enum jg_loa_weight_set { JG_LOA_FIRST, JG_LOA_SECOND, JG_LOA_FINAL, JG_LOA_SETS };
extern const double jg_loa_weights[JG_LOA_SETS][JG_LOA_TERMS];

/* The terms as features of the evaluator. */
extern const struct jg_feature jg_loa_terms[JG_LOA_TERMS];
int32_t jg_loa_paper_value(const struct jg_game *g, const void *state, int team, const double *weights);
void jg_loa_paper_measure(const struct jg_game *g, const void *state, int team, double *out);

#define JG_LOA_PAPER_EVALUATOR                                                                                         \
    {                                                                                                                  \
        .name = "paper", .help = "the report's seven terms and a random one, with its final weights",                  \
        .unit = JG_LOA_PAPER_UNIT, .odds = 250, .features = jg_loa_terms, .feature_count = JG_LOA_TERMS,               \
        .value = jg_loa_paper_value, .measure = jg_loa_paper_measure                                                   \
    }

void jg_loa_paper_init(struct jg_loa_paper *t);

/* Fills a side from its pieces; adds a piece on a free square; removes a piece. */
void jg_loa_side_set(const struct jg_loa_paper *t, struct jg_loa_side *s, uint64_t pieces);
void jg_loa_side_put(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square);
void jg_loa_side_take(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square);

/* Converts weights to points per unit of each term (for the random term, per unit from 0 to 1). A factor of 0 drops a
 * term. */
void jg_loa_factors(const double *weights, double out[JG_LOA_TERMS]);

/* The weighted sum of a side's terms. The value of a position is the difference between its sides plus the random
 * term. */
double jg_loa_side_value(const struct jg_loa_paper *t, const struct jg_loa_side *s, const double *factors);

/* The random term of a position for Black, from -1/2 to 1/2, a hash of its key and a seed. */
double jg_loa_random_term(uint64_t seed, uint64_t key);

/* The agent `loa.paper`, see paper.c. */
extern const struct jg_agent_kind jg_loa_paper_agent;

#endif
