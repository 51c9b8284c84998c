/* Search trees as a teacher would draw them: recorded from a trace, folded to a size, and drawn as text, SVG, HTML or
 * JSON. MAX is the side to move at the root, or the player that the game calls MAX; values are stored from its side. */
#ifndef REPORT_TREE_H
#define REPORT_TREE_H

#include "core/buffer.h"

#include <jogada/agent.h>

enum {
    JG_TREE_MOST = 1000000,      /* most nodes that are recorded: 70 MB */
    JG_TREE_UNSEEN_MOST = 20000, /* most unvisited nodes below cutoffs that are stored */
    JG_TREE_COUNT_MOST = 5000000 /* most unvisited nodes that are counted: about a second */
};

/* The type of a node: by the side to move, or by the result of a finished game. */
enum jg_tree_turn { JG_TREE_MAX, JG_TREE_MIN, JG_TREE_WON, JG_TREE_LOST, JG_TREE_DRAWN, JG_TREE_CHANCE };

/* The type of a node's value. */
enum jg_tree_known {
    JG_TREE_EXACT,
    JG_TREE_AT_MOST,    /* upper bound: it failed low */
    JG_TREE_AT_LEAST,   /* lower bound: it failed high */
    JG_TREE_UNFINISHED, /* the search was stopped in the node */
    JG_TREE_UNSEEN,     /* never visited */
};

enum jg_tree_cut { JG_TREE_NO_CUT, JG_TREE_ALPHA, JG_TREE_BETA };

/* Nodes are numbered in visiting order. 0, the first root, also means "none" in child, next and best, which are never a
 * root. */
struct jg_tree_node {
    uint32_t parent, child, last, next; /* last: the last child */
    uint32_t best;                      /* the child with the node's value */
    jg_move move;                       /* the move to this node; 0 at a root */
    int32_t alpha, beta;                /* the window on entry */
    int32_t returned;                   /* the value that the search returned */
    int32_t value;                      /* the value that its children prove; see known */
    uint32_t visit;                     /* number of the visit, from 1; 0: never visited */
    uint32_t unseen;                    /* unvisited nodes below that are not stored; UINT32_MAX: too many to count */
    uint32_t below;                     /* all nodes below, stored or not; UINT32_MAX: too many */
    uint32_t name;                      /* number of the drawn node in breadth-first order, from 1 ("a"); 0: folded */
    uint32_t note;                      /* number of the note on the cutoff below this node, if drawn; else 0 */
    int16_t depth;                      /* remaining depth in plies; negative in quiescence search */
    uint16_t ply;                       /* distance from the root in plies */
    uint8_t turn, known;
    uint8_t cut;    /* the cutoff that removed this node */
    bool on_path;   /* on the principal variation */
    bool raised;    /* it improved the value of its parent */
    bool has_cut;   /* some children were cut off */
    bool quiescent; /* stand pat is allowed (quiescence search) */
    bool probed;    /* only one move was searched, in the probing phase of Star2 */
};

struct jg_tree {
    const struct jg_game *game;
    union jg_state root;
    int seat;    /* the seat of MAX */
    bool turned; /* MIN is to move at the root */
    char agent[JG_SPEC_MAX];
    bool dealt; /* set by the caller: the root was dealt by this seed */
    uint64_t seed;
    bool by_mover; /* show values for the side to move, as negamax returns them */
    bool bounded;  /* some node has a bounded window */
    bool quiesce;
    int scale; /* values are in this fraction of a point */

    struct jg_tree_node *nodes;
    uint32_t count, room;
    struct jg_report report;
    uint64_t visited, unseen;
    bool unseen_more; /* there are more than `unseen`; counting stopped */
    bool stopped;     /* the search was stopped by a limit: some nodes are unfinished */

    uint32_t passes;
    uint32_t visits;    /* visited nodes; the root counts once for each iteration */
    uint32_t at;        /* while recording: the current node */
    bool full, no_room; /* too many nodes; out of memory */
    uint64_t left_to_count;
    atomic_bool *stop;
};

/* ---- tree.c ------------------------------------------------------------------------- */

/* Queries an agent whose kind traces its search and records the tree, at a position that is not over. `stop` ends the
 * work with JG_ESTOP; it is also set temporarily when the tree is too large, which is JG_EFIT. On failure t is empty.
 * The game and the agent must stay open while t is used. */
enum jg_status jg_tree_open(struct jg_tree *t, struct jg_agent *a, const void *state, atomic_bool *stop,
                            struct jg_error *err);
void jg_tree_close(struct jg_tree *t); /* may be called twice */

/* The root of the next iteration (such as a secondary search), or 0. */
static inline uint32_t jg_tree_next_pass(const struct jg_tree *t, uint32_t root) { return t->nodes[root].next; }

/* Whether a node type is a finished game. */
static inline bool jg_tree_over(uint8_t turn) { return turn >= JG_TREE_WON && turn <= JG_TREE_DRAWN; }

/* The position at a node. */
void jg_tree_state(const struct jg_tree *t, uint32_t node, union jg_state *out);

/* ---- tree_fold.c -------------------------------------------------------------------- */

/* Chooses the nodes to draw, about `most` per iteration (0: all) and always the principal variation; names and numbers
 * them. */
enum jg_status jg_tree_fold(struct jg_tree *t, uint32_t most, struct jg_error *err);

/* The number of folded nodes below a drawn one; UINT32_MAX: too many to count. */
uint32_t jg_tree_hidden(const struct jg_tree *t, uint32_t node);

/* The first drawn child; the next drawn sibling; 0: none. */
uint32_t jg_tree_child(const struct jg_tree *t, uint32_t node);
uint32_t jg_tree_sibling(const struct jg_tree *t, uint32_t node);

/* ---- tree_labels.c ------------------------------------------------------------------- */

enum { JG_TREE_WORDS = 512, JG_TREE_HEADING = 2048 }; /* bytes for any of these texts; for a heading */

/* The name of a drawn node: "a" ... "z", "aa" ... */
const char *jg_tree_name(const struct jg_tree *t, uint32_t node, char out[8]);
void jg_tree_move(const struct jg_tree *t, uint32_t node, struct jg_text *text);

/* The probability of the chance move to a node; 1 for other moves. */
double jg_tree_probability(const struct jg_tree *t, uint32_t node);

/* The label of the branch to a node: the move, with the probability of a chance move. */
void jg_tree_label(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text);
void jg_tree_position(const struct jg_tree *t, uint32_t node, struct jg_text *text);

/* A value for MAX as text: "10", "-0.25", "win"; bounds may be infinite. */
void jg_tree_value(const struct jg_tree *t, int32_t value, jg_lang lang, bool unicode, struct jg_text *text);

/* A node's value as displayed: for the side to move, if by_mover is set. */
int32_t jg_tree_shown(const struct jg_tree *t, uint32_t node);

/* Whether any drawn cutoff has a note. */
bool jg_tree_has_notes(const struct jg_tree *t);

/* Whether the value is a static evaluation at the depth limit. */
bool jg_tree_is_static(const struct jg_tree *t, uint32_t node);

/* Adds the number of folded nodes below a node: "+12", or "+..." if they were not counted. */
void jg_tree_more(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text);

/* The type of the cutoff below a node. */
enum jg_tree_cut jg_tree_cut_at(const struct jg_tree *t, uint32_t node);

/* Finds the ancestor whose bound caused a cutoff, and the child that set it; 0: its static evaluation. A chance node in
 * between has bounds of its own and is then returned. */
uint32_t jg_tree_bound_from(const struct jg_tree *t, uint32_t node, uint32_t *through);

/* Explains why the children that were cut off do not matter. */
void jg_tree_reason(const struct jg_tree *t, uint32_t node, jg_lang lang, bool unicode, struct jg_text *text);

/* Describes a node type: "MAX, player 1 to move". */
void jg_tree_whose(const struct jg_tree *t, uint8_t turn, jg_lang lang, struct jg_text *text);

/* The heading of a tree: "coins, position 5 1, searched by alphabeta"; the caption of a further iteration; the node
 * counts. */
void jg_tree_heading(const struct jg_tree *t, jg_lang lang, struct jg_text *text);
void jg_tree_caption(const struct jg_tree *t, uint32_t root, jg_lang lang, struct jg_text *text);
void jg_tree_summary(const struct jg_tree *t, jg_lang lang, struct jg_text *text);

/* Entries of the legend. */
enum jg_tree_key {
    JG_TREE_KEY_MAX,
    JG_TREE_KEY_MIN,
    JG_TREE_KEY_WON,
    JG_TREE_KEY_LOST,
    JG_TREE_KEY_DRAWN,
    JG_TREE_KEY_CHANCE,
    JG_TREE_KEY_BEST,
    JG_TREE_KEY_LIMITS,     /* at most, at least */
    JG_TREE_KEY_STATIC,     /* static evaluation at the depth limit */
    JG_TREE_KEY_WINDOW,     /* alpha and beta on entry */
    JG_TREE_KEY_CUT,        /* and the unvisited subtree */
    JG_TREE_KEY_FOLDED,     /* "+12" */
    JG_TREE_KEY_STEP,       /* "#3" */
    JG_TREE_KEY_UNFINISHED, /* "?" */
    JG_TREE_KEY_MOVER,      /* values for the side to move */
    JG_TREE_KEY_PROBED,     /* one move only */
    JG_TREE_KEYS
};

/* Finds the entries that the drawn nodes need; the text of an entry. */
void jg_tree_keys(const struct jg_tree *t, bool steps, bool used[JG_TREE_KEYS]);
void jg_tree_key_text(const struct jg_tree *t, enum jg_tree_key key, jg_lang lang, struct jg_text *text);

/* ---- Drawing: of a folded tree ------------------------------------------------------- */

struct jg_tree_look {
    jg_lang lang;
    bool colour, unicode; /* of text */
    bool steps;           /* number the visits */
    uint32_t open;        /* HTML: nodes that are open at first; */
    bool fewer;           /* or a number that fits on a screen */
};

void jg_tree_text(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out);
void jg_tree_json(const struct jg_tree *t, struct jg_buffer *out);
enum jg_status jg_tree_svg(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                           struct jg_error *err);

/* The tree must be completely unfolded. */
void jg_tree_html(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out);

#endif
