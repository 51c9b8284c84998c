/* Agents of E. S. da Silva's thesis on four-ended dominoes (UFAM, 2015) and of the works that it
 * builds on. docs/domino-agents.md lists what the texts leave open and what is implemented. All
 * functions read the hand of the seat to move only, so a full state may stand in for a view. */
#ifndef GAMES_DOMINO_PAPER_H
#define GAMES_DOMINO_PAPER_H

#include "games/domino/domino.h"

/* ---- Shared helpers (paper_basic.c) ------------------------------------------------- */

/* The tiles that are neither on the table nor in the hand of the seat to move. */
uint32_t jg_domino_unseen_by_mover(const struct jg_domino *s);

/* The unseen tiles that a hand may hold, given the numbers excluded by its passes (jg_domino.lacks). */
static inline uint32_t jg_domino_may_hold(unsigned lacks, uint32_t unseen) {
    return unseen & ~jg_domino_fits[lacks & 127] & ~(lacks & JG_DOMINO_NO_DOUBLE ? jg_domino_doubles : 0);
}

/* The number of consecutive seats, from the next on, that must pass at these open numbers: no unseen
 * tile that fits can be in their hands. */
int jg_domino_sure_passes(const struct jg_domino_rules *r, const struct jg_domino *s, uint32_t unseen, unsigned open);

/* The move with an announcement if the rules ask for one and the galo is certain. */
jg_move jg_domino_announce(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move);

/* The table after a tile is played. */
void jg_domino_table_after(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move,
                           struct jg_domino_table *t);

/* ---- Basic ---------------------------------------------------------------------------- */

/* The move with most points of the ends; among equals the first by arm, then by tile, or a random one. */
jg_move jg_domino_basic(const struct jg_domino_rules *r, const struct jg_domino *s, bool first, struct jg_rng *rng);

/* ---- Antonio et al. (paper_antonio.c) ---------------------------------------------------- */

enum { JG_DOMINO_ALPHAS = 7 };

/* f of a move: its certain points plus the strategy's terms. */
double jg_domino_antonio_value(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                               const double a[JG_DOMINO_ALPHAS]);

/* ---- The thesis: probabilities (paper_chance.c) --------------------------------------------- */

enum jg_domino_chance_model { JG_DOMINO_MODEL_THESIS, JG_DOMINO_MODEL_EXACT };

enum { JG_DOMINO_EVENTS = 8 }; /* the numbers, and at 7 the pass */

/* A seat's knowledge of the three other hands. */
struct jg_domino_knowledge {
    uint32_t unseen;
    uint8_t left[4], lacks[4];
    uint8_t self;
};

/* The probabilities of the events at a seat's turn: p[n] that it plays on number n, p[7] that it
 * passes. The thesis's equations ignore passes, and do not add up to 1. The exact model counts the
 * deals consistent with the passes; it divides 1 - p[7] among the numbers in proportion to the
 * probability that the hand has one. false: no deal is consistent, and p is not set. */
bool jg_domino_events(enum jg_domino_chance_model model, const struct jg_domino_knowledge *s, int seat, unsigned open,
                      double p[JG_DOMINO_EVENTS]);

/* Some deal is consistent with the knowledge. */
bool jg_domino_consistent(const struct jg_domino_knowledge *s);

/* ---- The thesis: the tree (paper_tree.c) ------------------------------------------------------ */

/* Readings of what the text leaves open, each against JG_DOMINO_READ_USUAL. */
enum jg_domino_reading {
    JG_DOMINO_READ_USUAL,
    JG_DOMINO_READ_ENDS,   /* an event for each end, also if several show the same number */
    JG_DOMINO_READ_NORMAL, /* the probabilities of a chance node are divided by their sum */
    JG_DOMINO_READ_LEVEL,  /* a pass takes one level, not two */
    JG_DOMINO_READ_FREE,   /* the player's own later turns have no chance node, which saves a level */
    JG_DOMINO_READ_PLAIN   /* only the ends score in the tree: no double, no garage, no lock */
};

struct jg_domino_tree {
    const struct jg_domino_rules *rules;
    enum jg_domino_reading reading;
    enum jg_domino_chance_model model;
    bool match;              /* leaves count the points of the match, not those won since the root */
    bool prune;              /* alpha-beta and Star1 pruning, and a transposition table */
    const atomic_bool *stop; /* or NULL */
    bool stopped;            /* values are meaningless once it is set */
    uint64_t nodes, leaves, cuts;
    struct jg_domino_tree_entry *entries; /* transposition table; entries of other ages are stale */
    uint32_t age;
    int self;
};

/* Allocates the transposition table. */
enum jg_status jg_domino_tree_init(struct jg_domino_tree *t, struct jg_error *err);
void jg_domino_tree_free(struct jg_domino_tree *t);

/* Starts a new query: resets the counters and invalidates the table. */
void jg_domino_tree_begin(struct jg_domino_tree *t, const struct jg_domino *view);

/* The value of a move of the view at `depth` levels from the root: exact if above alpha, otherwise an
 * upper bound that is at most alpha. */
double jg_domino_tree_value(struct jg_domino_tree *t, const struct jg_domino *view, jg_move move, int depth,
                            double alpha);

/* ---- Agents --------------------------------------------------------------------------------- */

extern const struct jg_agent_kind jg_domino_basic_agent;
extern const struct jg_agent_kind jg_domino_antonio_agent;
extern const struct jg_agent_kind jg_domino_thesis_agent;
extern const struct jg_agent_kind jg_domino_garza_agent;
extern const struct jg_agent_kind jg_domino_cruz_agent;

#endif
