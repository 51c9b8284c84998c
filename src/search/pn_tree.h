/* Depth-first proof-number search (df-pn): the recursive part. */
#ifndef SEARCH_PN_TREE_H
#define SEARCH_PN_TREE_H

#include "search/pn.h"
#include "search/pn_table.h"

enum {
    PN_PATH = 250,      /* maximum length of the path without a ply limit */
    PN_PLIES = 60000,   /* maximum recorded length of a proof */
    PN_FILTER = 1024,   /* see struct pn_tree */
    PN_VISITS = 1 << 14 /* finished visits that are recorded */
};

/* A child of a position on the path. */
struct pn_child {
    jg_move move;
    uint16_t plies; /* proven: plies to the win */
    bool cut;       /* disproven only because the path became too long */
    uint32_t n[2];  /* proof and disproof number */
    bool over;      /* the game ends there, perhaps by repetition */
    uint64_t id;    /* of the position */
    uint64_t deps;  /* disproven: path depths that this depends on, one bit each */
};

/* A position on the path. */
struct pn_frame {
    uint64_t id;
    uint32_t visit;
    int count;
    struct pn_child *children;
    unsigned char *state;
};

/* A finished visit that ended with a disproof. */
struct pn_visit {
    uint32_t visit;
    uint32_t before;  /* the visit of the parent */
    uint32_t deepest; /* the deepest visit that the disproof depends on */
    uint64_t deps;    /* 0: none */
};

struct pn_value {
    uint32_t n[2];
    int plies;
    bool cut;
    uint64_t deps;
};

struct pn_tree {
    const struct jg_game *game;
    struct pn_table table;
    struct pn_frame frames[PN_PATH + 1];
    struct pn_visit *visits;
    void *memory;    /* of the frames */
    uint32_t serial; /* number of the latest visit */
    uint32_t first;  /* number of this search's first visit */
    int depth;       /* of the path */

    int goal;
    uint64_t salt;             /* of this query's ids */
    const uint64_t *forbidden; /* ids of positions that would be drawn by repetition, sorted */
    size_t forbidden_count;
    uint8_t filter[PN_FILTER]; /* number of path and forbidden ids with each remainder; saturates at 255 */
    bool limited;              /* the win must come within a number of plies */

    uint64_t nodes, node_limit;
    double deadline;
    const atomic_bool *stop;
    bool stopped;
};

enum jg_status pn_tree_init(struct pn_tree *t, const struct jg_game *g, size_t bytes, struct jg_error *err);
void pn_tree_free(struct pn_tree *t); /* may be called twice */
void pn_tree_forget(struct pn_tree *t);

/* The id of a position in the table. */
uint64_t pn_tree_id(const struct pn_tree *t, uint64_t key);

/* Call before the first search of a query, after setting goal, salt, forbidden, limits and stop. */
void pn_tree_begin(struct pn_tree *t);

static inline bool pn_proven(const struct pn_value *v) { return !v->n[0]; }

/* Whether the goal does not win; certain unless `cut` is set. */
static inline bool pn_disproven(const struct pn_value *v) { return !v->n[1]; }

/* Searches a position until it is proven or disproven, or until the limits are reached: then returns the numbers so
 * far. `plies`: maximum length of the win, at most PN_PATH; 0: any. The first frame then holds the children: all, or
 * those up to one that decided. */
struct pn_value pn_tree_search(struct pn_tree *t, const void *state, int plies);

/* Probes the table for a move outside a search: a proven win of any length, or no win within `plies`; otherwise the
 * numbers are 1. Writes the position after the move to child. */
void pn_tree_probe(struct pn_tree *t, const void *state, jg_move move, int plies, void *child, struct pn_child *k);

#endif
