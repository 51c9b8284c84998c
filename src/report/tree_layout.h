/* Tidy tree layout: parents are centred above their children, subtrees are as close as possible (Reingold and Tilford,
 * "Tidier drawings of trees", 1981, extended to boxes of any width). */
#ifndef REPORT_TREE_LAYOUT_H
#define REPORT_TREE_LAYOUT_H

#include <stdbool.h>

struct jg_box {
    int parent, first, count; /* children are consecutive and follow their parent; box 0 is the root */
    int level;
    double left, right; /* extent to each side of its middle */
    double x;           /* of its middle; set by jg_tree_layout */
};

/* Places n boxes with at least `gap` between neighbours and the leftmost edge at 0. Returns the total width, or -1 if
 * memory ran out. */
double jg_tree_layout(struct jg_box *boxes, int n, double gap);

#endif
