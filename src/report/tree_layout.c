#include "report/tree_layout.h"

#include <stdlib.h>
#include <string.h>

/* The contour of a subtree: its extent on each level, relative to its root. */
struct outline {
    double *left, *right;
    int levels;
};

static bool outline_init(struct outline *o, int levels) {
    o->levels = levels;
    o->left = malloc(2 * (size_t)levels * sizeof *o->left);
    o->right = o->left ? o->left + levels : NULL;
    return o->left;
}

static void outline_free(struct outline *o) {
    free(o->left);
    *o = (struct outline){0};
}

/* Returns the least distance between the roots of a and b. */
static double apart(const struct outline *a, const struct outline *b, double gap) {
    int levels = a->levels < b->levels ? a->levels : b->levels;
    double distance = 0;
    for (int i = 0; i < levels; i++)
        if (a->right[i] - b->left[i] + gap > distance) distance = a->right[i] - b->left[i] + gap;
    return distance;
}

/* Places the children of a box, relative to the first, each as close to those before it as possible. The shift that a
 * distant sibling causes is spread over those between. */
static void place_children(struct jg_box *child, const struct outline *of, int n, double gap) {
    child[0].x = 0;
    for (int i = 1; i < n; i++) {
        double x = 0, near = 0; /* near: its position without the pushing sibling */
        int pusher = i - 1;
        for (int j = i - 1; j >= 0; j--) {
            double at = child[j].x + apart(&of[j], &of[i], gap);
            if (at <= x + 0.01) continue;
            near = x;
            x = at;
            pusher = j;
        }
        for (int j = pusher + 1; j < i; j++) child[j].x += (x - near) * (j - pusher) / (i - pusher);
        child[i].x = x;
    }
}

/* Computes the contour of a box with its children, which are centred below it. */
static bool join(struct jg_box *box, struct jg_box *child, struct outline *of, struct outline *out) {
    int levels = 0, n = box->count;
    for (int i = 0; i < n; i++)
        if (of[i].levels > levels) levels = of[i].levels;
    if (!outline_init(out, levels + 1)) return false;
    out->left[0] = -box->left;
    out->right[0] = box->right;
    double middle = n ? (child[0].x + child[n - 1].x) / 2 : 0;
    for (int i = 0; i < n; i++) child[i].x -= middle;
    for (int level = 0; level < levels; level++) {
        bool any = false;
        for (int i = 0; i < n; i++) {
            if (level >= of[i].levels) continue;
            double left = child[i].x + of[i].left[level], right = child[i].x + of[i].right[level];
            if (!any || left < out->left[level + 1]) out->left[level + 1] = left;
            if (!any || right > out->right[level + 1]) out->right[level + 1] = right;
            any = true;
        }
    }
    return true;
}

double jg_tree_layout(struct jg_box *boxes, int n, double gap) {
    struct outline *of = calloc((size_t)n, sizeof *of);
    double leftmost = 0, rightmost = 0;
    bool good = of;
    for (int i = n; good && i-- > 0;) {
        struct jg_box *box = &boxes[i], *child = boxes + box->first;
        if (box->count) place_children(child, of + box->first, box->count, gap);
        good = join(box, child, of + box->first, &of[i]);
        for (int c = 0; c < box->count; c++) outline_free(&of[box->first + c]);
    }
    for (int i = 0; of && i < n; i++) outline_free(&of[i]);
    free(of);
    if (!good) return -1;
    boxes[0].x = 0;
    for (int i = 0; i < n; i++) {
        if (i) boxes[i].x += boxes[boxes[i].parent].x;
        if (boxes[i].x - boxes[i].left < leftmost) leftmost = boxes[i].x - boxes[i].left;
        if (boxes[i].x + boxes[i].right > rightmost) rightmost = boxes[i].x + boxes[i].right;
    }
    for (int i = 0; i < n; i++) boxes[i].x -= leftmost;
    return rightmost - leftmost;
}
