/* Shared by the two halves of the SVG writer: tree_svg_draw.c draws a tree, tree_svg.c plans the picture and draws
 * headings, legend and notes. */
#ifndef REPORT_TREE_SVG_H
#define REPORT_TREE_SVG_H

#include "report/tree_layout.h"
#include "core/svg.h"
#include "report/tree.h"

/* Lengths in the picture; its font sizes are 12 to 15. */
enum {
    JG_SVG_NODE = 38,     /* height of a node, and its least width */
    JG_SVG_STUB = 30,     /* the vertical end of a bent branch, with the move on it */
    JG_SVG_CUT_STUB = 52, /* the same with a cutoff mark */
    JG_SVG_MARGIN = 32,
};

#define GROUND "#fcfcfa"
#define INK    "#22262c"
#define DIM    "#6a717b"
#define LINE   "#5d646e"
#define GONE   "#a4aab2" /* never visited */
#define MAX    "#0b5a94"
#define MIN    "#b8480a"
#define NONE   "#656b75" /* neither: a draw */
#define CHANCE "#5b4aa0"
#define BEST   "#0a9068"
#define CUT    "#8e2f6b"

/* A box is a node, or the folded subtree below its parent. */
struct jg_tree_picture_item {
    uint32_t node;
    bool folded;
    double width;  /* of the shape */
    double label;  /* width of the move */
    bool straight; /* its branches can be straight */
};

struct jg_tree_picture {
    const struct jg_tree *t;
    const struct jg_tree_look *look;
    struct jg_buffer *out;
    struct jg_box *boxes; /* of one iteration */
    struct jg_tree_picture_item *items;
    int count, levels;
    double gap, stub, slope; /* between neighbours; of branches */
    double left, top;        /* where the tree begins */
    double tail;             /* extent below the last row */
};

void jg_tree_picture_text(const struct jg_tree_picture *p, double x, double y, double size, const char *anchor,
                          const char *colour, const char *more, const char *text);

/* Lists and places the boxes of an iteration by p->gap. Sets levels and tail. Returns the width, or -1 if memory ran
 * out. */
double jg_tree_picture_plan(struct jg_tree_picture *p, uint32_t root);
void jg_tree_picture_free(struct jg_tree_picture *p); /* frees the boxes */

/* Whether all branches can be straight; draws the tree at left, top. */
bool jg_tree_picture_is_straight(const struct jg_tree_picture *p);
void jg_tree_picture_draw(struct jg_tree_picture *p);

/* Draws the small shape of a node type, for the legend. */
void jg_tree_picture_sample(const struct jg_tree_picture *p, uint8_t turn, double x, double y);

#endif
