/* The agents of the thesis on four-ended dominoes (E. S. da Silva, UFAM, 2015) and of the
 * works that it builds on. docs/domino-agents.md tells what they leave open and what we
 * took. None of these looks at a hand but that of the seat to move, so whole states
 * may be given where views are asked for. */
#ifndef GAMES_DOMINO_PAPER_H
#define GAMES_DOMINO_PAPER_H

#include "games/domino/domino.h"

/* ---- What all of them share (paper_basic.c) ----------------------------------------- */

/* The tiles that the seat to move sees neither on the table nor in its hand. */
uint32_t jg_domino_elsewhere(const struct jg_domino *s);

/* Those of a set of unseen tiles that a hand may hold, as far as its passes tell (jg_domino.lacks). */
static inline uint32_t jg_domino_may_hold(unsigned lacks, uint32_t unseen) {
    return unseen & ~jg_domino_fits[lacks & 127] & ~(lacks & JG_DOMINO_NO_DOUBLE ? jg_domino_doubles : 0);
}

/* How many of the three others, from the next on, are sure to pass at these open numbers:
 * no unseen tile that fits can be in their hands. */
int jg_domino_sure_passes(const struct jg_domino_rules *r, const struct jg_domino *s, uint32_t unseen, unsigned open);

/* The same move, announced if galos are to be and this one is sure. */
jg_move jg_domino_announce(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move);

/* The table after a move with a tile. */
void jg_domino_after(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move,
                     struct jg_domino_table *t);

/* ---- Basic ---------------------------------------------------------------------------- */

/* The move whose table sum scores most; of equals the first (by arm, then by tile), or one at random. */
jg_move jg_domino_basic(const struct jg_domino_rules *r, const struct jg_domino *s, bool first, struct jg_rng *rng);

/* ---- Antonio et al. (paper_antonio.c) ---------------------------------------------------- */

enum { JG_DOMINO_ALPHAS = 7 };

/* The coefficients found for the default rules. */
extern const double jg_domino_alphas[JG_DOMINO_ALPHAS];

/* f of a move: the points that it is sure to give, and the strategy's terms. */
double jg_domino_antonio_value(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                               const double a[JG_DOMINO_ALPHAS]);

/* The move with the greatest f, one of them at random. */
jg_move jg_domino_antonio(const struct jg_domino_rules *r, const struct jg_domino *view,
                          const double a[JG_DOMINO_ALPHAS], struct jg_rng *rng);

/* ---- The thesis: chances (paper_chance.c) --------------------------------------------------- */

enum jg_domino_chances { JG_DOMINO_MODEL_THESIS, JG_DOMINO_MODEL_EXACT };

enum { JG_DOMINO_EVENTS = 8 }; /* the numbers, and at 7 the pass */

/* The chance that of `hidden` tiles, `of_number` of them of a number, a hand of `in_hand` has
 * one of that number at least: equations 17 to 21. */
double jg_domino_holds(int hidden, int of_number, int in_hand);

/* The chance that none of the hand fits, if `fitting` of the hidden tiles do: equation 22. */
double jg_domino_misses(int hidden, int fitting, int in_hand);

/* What is known of the three hands that a seat does not see. */
struct jg_domino_sight {
    uint32_t unseen;
    uint8_t left[4], lacks[4];
    uint8_t self;
};

/* The chances of the events at a seat's turn, by open numbers. By the thesis they are as its
 * equations say: they do not add up to 1, and passes tell nothing. The exact ones are of all deals that
 * fit what passes told: the pass, and the rest shared by the numbers in proportion to the chance that
 * the hand has one. false: no deal fits, and p is not written. */
bool jg_domino_events(enum jg_domino_chances model, const struct jg_domino_sight *s, int seat, unsigned open,
                      double p[JG_DOMINO_EVENTS]);

/* Some deal fits. */
bool jg_domino_can_be(const struct jg_domino_sight *s);

/* ---- The thesis: the tree (paper_tree.c) ------------------------------------------------------ */

struct jg_domino_tree {
    const struct jg_domino_rules *rules;
    enum jg_domino_chances model;
    bool match;              /* leaves are the points of the match, not those won since the root */
    bool prune;              /* leave out what cannot matter, and keep what was found */
    const atomic_bool *stop; /* or NULL */
    bool stopped;            /* once set, values mean nothing */
    uint64_t nodes, leaves, cuts;
    struct jg_domino_slot *slots; /* what was found; of one question */
    uint32_t question;
    int self;
};

/* Memory for what it keeps. */
enum jg_status jg_domino_tree_init(struct jg_domino_tree *t, struct jg_error *err);
void jg_domino_tree_free(struct jg_domino_tree *t);

/* A new question: counts begin anew. */
void jg_domino_tree_begin(struct jg_domino_tree *t, const struct jg_domino *view);

/* The value of a move of the view, with `depth` levels from the root: exact above alpha, else some
 * bound that is not above it. */
double jg_domino_tree_value(struct jg_domino_tree *t, const struct jg_domino *view, jg_move move, int depth,
                            double alpha);

/* ---- Agents --------------------------------------------------------------------------------- */

extern const struct jg_agent_kind jg_domino_basic_agent;
extern const struct jg_agent_kind jg_domino_antonio_agent;
extern const struct jg_agent_kind jg_domino_thesis_agent;
extern const struct jg_agent_kind jg_domino_garza_agent;
extern const struct jg_agent_kind jg_domino_cruz_agent;

#endif
