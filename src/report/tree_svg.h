/* What the two halves of the SVG writer share: tree_svg_draw.c draws a tree,
 * tree_svg.c plans the picture and writes what stands around the tree. */
#ifndef REPORT_TREE_SVG_H
#define REPORT_TREE_SVG_H

#include "report/tree_layout.h"
#include "report/svg.h"
#include "report/tree.h"

/* Lengths in the picture; its letters are 12 to 15 high. */
enum {
    JG_SVG_NODE = 38,     /* height of a node, and its least width */
    JG_SVG_STUB = 30,     /* the upright end of a bent branch, with the move on it */
    JG_SVG_CUT_STUB = 52, /* the same where there are cuts to mark */
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

/* A box is a node, or what is folded away below its parent. */
struct jg_svg_item {
    uint32_t node;
    bool folded;
    double width;  /* of the shape */
    double label;  /* width of the move */
    bool straight; /* its branches need not bend around its children */
};

struct jg_svg {
    const struct jg_tree *t;
    const struct jg_tree_look *look;
    struct jg_buffer *out;
    struct jg_box *boxes; /* of one pass */
    struct jg_svg_item *items;
    int count, levels;
    double gap, stub, slope; /* between neighbours; of branches */
    double left, top;        /* where the tree begins */
    double tail;             /* what hangs below the last row */
};

void jg_svg_text(const struct jg_svg *p, double x, double y, double size, const char *anchor, const char *colour,
                 const char *more, const char *text);

/* Lists and places the boxes of a pass by p->gap; returns how wide they are, or -1
 * without memory. Sets levels and tail. */
double jg_svg_plan(struct jg_svg *p, uint32_t root);
void jg_svg_free(struct jg_svg *p); /* what that made */

/* Whether all branches can go straight; draws the tree at left, top. */
bool jg_svg_is_straight(const struct jg_svg *p);
void jg_svg_tree(struct jg_svg *p);

/* The shape of a visited node of that turn, small. */
void jg_svg_sample(const struct jg_svg *p, uint8_t turn, double x, double y);

#endif
