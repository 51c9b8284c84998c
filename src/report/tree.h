/* The tree that a search went through, as a teacher would draw it: recorded
 * from a trace, folded to what fits, and drawn as text, SVG, HTML or JSON.
 * MAX is the side that was asked, or the player whom the game calls so; values
 * are kept from its side. */
#ifndef REPORT_TREE_H
#define REPORT_TREE_H

#include "core/buffer.h"

#include <jogada/agent.h>

enum {
    JG_TREE_MOST = 1000000,      /* nodes that are recorded at most: 70 MB */
    JG_TREE_UNSEEN_MOST = 20000, /* never visited nodes below cuts that are kept */
    JG_TREE_COUNT_MOST = 5000000 /* and those that are at least counted: about a second */
};

/* Whose node it is: by the turn, or by the result once the game is over. */
enum jg_tree_turn { JG_TREE_MAX, JG_TREE_MIN, JG_TREE_WON, JG_TREE_LOST, JG_TREE_DRAWN, JG_TREE_CHANCE };

/* What is known of a node's value. */
enum jg_tree_known {
    JG_TREE_EXACT,
    JG_TREE_AT_MOST,    /* it failed low: no more than this */
    JG_TREE_AT_LEAST,   /* it reached beta: no less than this */
    JG_TREE_UNFINISHED, /* the search was stopped in it */
    JG_TREE_UNSEEN,     /* never visited */
};

enum jg_tree_cut { JG_TREE_NO_CUT, JG_TREE_ALPHA, JG_TREE_BETA };

/* Nodes are numbered as they come; 0, the first root, also stands for "none"
 * in child, next and best, where no root can be. */
struct jg_tree_node {
    uint32_t parent, child, last, next; /* last: of the children */
    uint32_t best;                      /* the child that gave the value */
    jg_move move;                       /* that leads here; 0 at a root */
    int32_t alpha, beta;                /* on entry */
    int32_t returned;                   /* what the search handed back */
    int32_t value;                      /* what its children prove, see known */
    uint32_t visit;                     /* 1, 2, ... in the order of the visits; 0: never */
    uint32_t unseen;                    /* never visited nodes below that are not kept; UINT32_MAX: too many to count */
    uint32_t below;                     /* all nodes below, kept or not; UINT32_MAX: too many */
    uint32_t name;                      /* 1, 2, ... breadth first over what is drawn: a, b, ...; 0: folded away */
    uint32_t note;                      /* number of the note on the cut below this node, if that is drawn; else 0 */
    int16_t depth;                      /* plies to go; below 0 quiescence */
    uint16_t ply;                       /* moves from the root */
    uint8_t turn, known;
    uint8_t cut;    /* what kind of cut took this node off its parent */
    bool on_path;   /* of best moves from the root */
    bool raised;    /* it gave its parent a better value than the children before it */
    bool has_cut;   /* some of its children were cut off */
    bool quiescent; /* it could stand still instead of moving on */
    bool probed;    /* only one of its moves was looked at, before the outcomes of chance above were searched */
};

struct jg_tree {
    const struct jg_game *game;
    union jg_state root;
    int seat;    /* MAX's */
    bool turned; /* MIN was asked */
    char agent[JG_SPEC_MAX];
    bool by_mover; /* show values for the side to move: the change of sign of negamax */
    bool bounded;  /* some node was entered with a bound */
    bool quiesce;
    int scale; /* of a point that values are counted in */

    struct jg_tree_node *nodes;
    uint32_t count, room;
    struct jg_report report;
    uint64_t visited, unseen;
    bool unseen_more; /* there are more than `unseen`: they were not counted to the end */
    bool stopped;     /* by a limit: some nodes are unfinished */

    uint32_t passes;
    uint32_t visits;    /* of nodes; the root once for each pass */
    uint32_t at;        /* while recording: where the search is */
    bool full, no_room; /* too many nodes; out of memory */
    uint64_t left_to_count;
    atomic_bool *stop;
};

/* ---- tree.c ------------------------------------------------------------------------- */

/* Asks an agent whose kind traces for a move and keeps the tree it goes through,
 * at a position that is not over. `stop` ends the work with JG_ESTOP; it is also
 * set for a moment when the tree is too large, which is JG_EFIT. On failure t is
 * empty. The game and the agent must stay open while t is used. */
enum jg_status jg_tree_open(struct jg_tree *t, struct jg_agent *a, const void *state, atomic_bool *stop,
                            struct jg_error *err);
void jg_tree_close(struct jg_tree *t); /* may be called twice */

/* The root of the next pass over the tree (a secondary search), or 0. */
static inline uint32_t jg_tree_next_pass(const struct jg_tree *t, uint32_t root) { return t->nodes[root].next; }

/* Whether the game is over there. */
static inline bool jg_tree_over(uint8_t turn) { return turn >= JG_TREE_WON && turn <= JG_TREE_DRAWN; }

/* The position at a node. */
void jg_tree_state(const struct jg_tree *t, uint32_t node, union jg_state *out);

/* ---- tree_fold.c -------------------------------------------------------------------- */

/* Chooses the nodes to draw, about `most` in each pass (0: all), the best path
 * always, and names and numbers them. */
enum jg_status jg_tree_fold(struct jg_tree *t, uint32_t most, struct jg_error *err);

/* Nodes hidden right below a drawn one; UINT32_MAX: too many to count. */
uint32_t jg_tree_hidden(const struct jg_tree *t, uint32_t node);

/* The first drawn child, and the next drawn one after a child; 0: there is none. */
uint32_t jg_tree_child(const struct jg_tree *t, uint32_t node);
uint32_t jg_tree_sibling(const struct jg_tree *t, uint32_t node);

/* ---- tree_labels.c ------------------------------------------------------------------- */

enum { JG_TREE_WORDS = 512, JG_TREE_HEADING = 2048 }; /* room for any of these texts; for a heading */

/* "a" ... "z", "aa" ... of a node that is drawn. */
const char *jg_tree_name(const struct jg_tree *t, uint32_t node, char out[8]);
void jg_tree_move(const struct jg_tree *t, uint32_t node, struct jg_text *text);

/* How likely chance's move to a node is; 1 if it is not chance's. */
double jg_tree_probability(const struct jg_tree *t, uint32_t node);

/* What stands on the branch to a node: the move, with its probability if it is chance's. */
void jg_tree_label(const struct jg_tree *t, uint32_t node, struct jg_text *text);
void jg_tree_position(const struct jg_tree *t, uint32_t node, struct jg_text *text);

/* A value from MAX's side in words: "10", "-0.25", "win"; bounds may be infinite. */
void jg_tree_value(const struct jg_tree *t, int32_t value, jg_lang lang, bool unicode, struct jg_text *text);

/* A node's value as it is to be shown: from the side to move, if the tree is drawn so. */
int32_t jg_tree_shown(const struct jg_tree *t, uint32_t node);

/* Whether any cut that is drawn has a note. */
bool jg_tree_has_notes(const struct jg_tree *t);

/* Whether its value is the evaluator's, because the depth ended there. */
bool jg_tree_is_static(const struct jg_tree *t, uint32_t node);

/* A number with its thousands parted. */
void jg_tree_number(uint64_t n, jg_lang lang, struct jg_text *text);

/* What is hidden below a node: "+12", or "+..." if that was not counted. */
void jg_tree_more(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text);

/* What kind of cut took off the children of a node with one. */
enum jg_tree_cut jg_tree_cut_at(const struct jg_tree *t, uint32_t node);

/* Which MAX or MIN above a cut had the bound, and by which child; 0: by itself. A
 * chance node in between has bounds of its own, and is then what it gives. */
uint32_t jg_tree_bound_from(const struct jg_tree *t, uint32_t node, uint32_t *through);

/* Why the children of a node with a cut do not matter. */
void jg_tree_reason(const struct jg_tree *t, uint32_t node, jg_lang lang, bool unicode, struct jg_text *text);

/* Whose node it is: "MAX, player 1 to move". */
void jg_tree_whose(const struct jg_tree *t, uint8_t turn, jg_lang lang, struct jg_text *text);

/* Above a tree: "coins, position 5 1, searched by alphabeta"; for a further pass what that is; below it the counts. */
void jg_tree_heading(const struct jg_tree *t, jg_lang lang, struct jg_text *text);
void jg_tree_caption(const struct jg_tree *t, uint32_t root, jg_lang lang, struct jg_text *text);
void jg_tree_summary(const struct jg_tree *t, jg_lang lang, struct jg_text *text);

/* Keys to the signs in a picture. */
enum jg_tree_key {
    JG_TREE_KEY_MAX,
    JG_TREE_KEY_MIN,
    JG_TREE_KEY_WON,
    JG_TREE_KEY_LOST,
    JG_TREE_KEY_DRAWN,
    JG_TREE_KEY_CHANCE,
    JG_TREE_KEY_BEST,
    JG_TREE_KEY_LIMITS,     /* at most, at least */
    JG_TREE_KEY_STATIC,     /* by the evaluator, where the depth ran out */
    JG_TREE_KEY_WINDOW,     /* alpha and beta on entry */
    JG_TREE_KEY_CUT,        /* and what lies below */
    JG_TREE_KEY_FOLDED,     /* "+12" */
    JG_TREE_KEY_STEP,       /* "#3" */
    JG_TREE_KEY_UNFINISHED, /* "?" */
    JG_TREE_KEY_MOVER,      /* values for the side to move */
    JG_TREE_KEY_PROBED,     /* one move only */
    JG_TREE_KEYS
};

/* Whether the drawn nodes need the key; its text. */
void jg_tree_keys(const struct jg_tree *t, bool steps, bool used[JG_TREE_KEYS]);
void jg_tree_key_text(const struct jg_tree *t, enum jg_tree_key key, jg_lang lang, struct jg_text *text);

/* ---- Drawing: of a folded tree ------------------------------------------------------- */

struct jg_tree_look {
    jg_lang lang;
    bool colour, unicode; /* of text */
    bool steps;           /* number the visits */
    uint32_t open;        /* HTML: nodes that are open at first; */
    bool fewer;           /* or as many of them as can be read at once */
};

void jg_tree_text(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out);
void jg_tree_json(const struct jg_tree *t, struct jg_buffer *out);
enum jg_status jg_tree_svg(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                           struct jg_error *err);

/* Wants everything unfolded. */
void jg_tree_html(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out);

#endif
