/* Depth-first proof-number search on its way through the tree. */
#ifndef SEARCH_PN_TREE_H
#define SEARCH_PN_TREE_H

#include "search/pn.h"
#include "search/pn_table.h"

enum {
    PN_PATH = 250,     /* plies that an endless search goes down at most */
    PN_PLIES = 60000,  /* that a proof may take; more are as many */
    PN_FILTER = 1024,  /* see struct pn_tree */
    PN_TURNS = 1 << 14 /* turns that are remembered after they ended */
};

/* A move of a position on the path. */
struct pn_kid {
    jg_move move;
    uint16_t plies; /* proven: to the win */
    bool cut;       /* disproven: only because the path would be too long */
    uint32_t n[2];  /* its proof and disproof numbers */
    bool over;      /* the game ends with it, perhaps by repetition */
    uint64_t id;    /* of the position it leads to */
    uint64_t deps;  /* disproven: the depths of the path that this depends on */
};

/* A position on the path: a turn of the search. */
struct pn_frame {
    uint64_t id;
    uint32_t turn;
    int count;
    struct pn_kid *kids;
    unsigned char *state;
};

/* A turn that ended with a disproof. */
struct pn_turn {
    uint32_t turn;
    uint32_t before;  /* the turn above it */
    uint32_t deepest; /* the deepest turn that the disproof depends on */
    uint64_t deps;    /* 0: on none */
};

struct pn_verdict {
    uint32_t n[2];
    int plies;
    bool cut;
    uint64_t deps;
};

struct pn_tree {
    const struct jg_game *game;
    struct pn_table table;
    struct pn_frame frames[PN_PATH + 1];
    struct pn_turn *turns;
    void *memory;    /* of the frames */
    uint32_t serial; /* of the turn that began last */
    uint32_t first;  /* the first turn of this search */
    int depth;       /* of the path */

    int goal;
    uint64_t salt;          /* of this question's ids */
    const uint64_t *banned; /* ids of positions that would be drawn by repetition, in order */
    size_t banned_count;
    uint8_t filter[PN_FILTER]; /* how many of path and banned have ids that end so, 255: or more */
    bool limited;              /* the win must come within a number of plies */

    uint64_t nodes, most_nodes;
    double deadline;
    const atomic_bool *stop;
    bool stopped;
};

enum jg_status pn_tree_init(struct pn_tree *t, const struct jg_game *g, size_t bytes, struct jg_error *err);
void pn_tree_free(struct pn_tree *t); /* may be called twice */
void pn_tree_forget(struct pn_tree *t);

/* What a position of this key is called in the table. */
uint64_t pn_tree_id(const struct pn_tree *t, uint64_t key);

/* Before the first search of a question: goal, salt, banned, limits and stop are set. */
void pn_tree_begin(struct pn_tree *t);

static inline bool pn_proven(const struct pn_verdict *v) { return !v->n[0]; }

/* That the goal does not win; without `cut` for certain. */
static inline bool pn_disproven(const struct pn_verdict *v) { return !v->n[1]; }

/* Searches a position to its end, or until it is to stop: then the numbers are
 * those so far. `plies`: the win must come within so many, at most PN_PATH; 0: at
 * all. Leaves the moves in the first frame: all, unless one decided. */
struct pn_verdict pn_tree_search(struct pn_tree *t, const void *state, int plies);

/* Looks at a move of a position on no path: id and what the table proves of it,
 * a win within any number of plies or none within `plies`, otherwise the numbers
 * are 1. The position after it is written to child. */
void pn_tree_look(struct pn_tree *t, const void *state, jg_move move, int plies, void *child, struct pn_kid *kid);

#endif
