/* Where the boxes of a drawn tree stand in their rows: parents over the middle
 * of their children, subtrees as close as they can be (after Reingold and
 * Tilford, "Tidier drawings of trees", 1981, with boxes of any width). */
#ifndef REPORT_TREE_LAYOUT_H
#define REPORT_TREE_LAYOUT_H

#include <stdbool.h>

struct jg_box {
    int parent, first, count; /* children stand together and after their parent; box 0 is the root */
    int level;
    double left, right; /* room it takes to each side of its middle */
    double x;           /* of its middle: found by jg_tree_layout */
};

/* Places n boxes with at least `gap` between neighbours, the leftmost edge at 0.
 * Returns the width of all, or -1 without memory. */
double jg_tree_layout(struct jg_box *boxes, int n, double gap);

#endif
