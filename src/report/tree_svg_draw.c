/* Draws the nodes, branches and labels of a tree as SVG. */
#include "report/tree_svg.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINT = 4,  /* how far a diamond sticks out */
    RING = 5,   /* extra outline of nodes on the principal variation */
    HANG = 38,  /* from the foot of a node to that of the folded subtree below it */
    ROUND = 10, /* where a branch bends */
    ARC = 20,   /* radius of the arc below MIN */
};

/* ---- Texts -------------------------------------------------------------------------------- */

void jg_tree_picture_text(const struct jg_tree_picture *p, double x, double y, double size, const char *anchor,
                          const char *colour, const char *more, const char *text) {
    jg_buffer_add(p->out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\" fill=\"%s\"%s>", x, y, size,
                  anchor, colour, more);
    jg_buffer_xml(p->out, text);
    jg_buffer_put(p->out, "</text>\n");
}

/* A value with its type: "100", "≤ −100", "?"; "" if never visited. */
static void value_text(const struct jg_tree_picture *p, uint32_t node, struct jg_text *text) {
    uint8_t known = p->t->nodes[node].known;
    if (known == JG_TREE_UNFINISHED) jg_text_char(text, '?');
    if (known > JG_TREE_AT_LEAST) return;
    jg_text_put(text, known == JG_TREE_AT_MOST        ? "≤ "
                      : known == JG_TREE_AT_LEAST     ? "≥ "
                      : jg_tree_is_static(p->t, node) ? "≈ "
                                                      : "");
    jg_tree_value(p->t, jg_tree_shown(p->t, node), p->look->lang, true, text);
}

static void window_text(const struct jg_tree_picture *p, uint32_t node, char alpha[32], char beta[32]) {
    struct jg_text a, b;
    jg_text_init(&a, alpha, 32);
    jg_text_init(&b, beta, 32);
    if (!p->t->bounded || !p->t->nodes[node].visit) return;
    jg_text_put(&a, "α ");
    jg_text_put(&b, "β ");
    jg_tree_value(p->t, p->t->nodes[node].alpha, p->look->lang, true, &a);
    jg_tree_value(p->t, p->t->nodes[node].beta, p->look->lang, true, &b);
}

enum { VALUE = 15, NAME = 14, MOVE = 14, SMALL = 12 }; /* font sizes */

/* ---- Layout ---------------------------------------------------------------------------------- */

/* Computes the extent of a node with its labels. */
static void measure(const struct jg_tree_picture *p, struct jg_box *box, struct jg_tree_picture_item *item) {
    char words[JG_TREE_WORDS], alpha[32], beta[32], name[8];
    struct jg_text w;
    jg_text_init(&w, words, sizeof words);
    if (item->folded) {
        jg_tree_more(p->t, item->node, p->look->lang, &w);
        item->width = jg_svg_width(words, 12) + 14;
        box->left = box->right = item->width / 2;
        return;
    }
    value_text(p, item->node, &w);
    const struct jg_tree_node *n = &p->t->nodes[item->node];
    item->width = fmax(JG_SVG_NODE, jg_svg_width(words, VALUE) + 14);
    window_text(p, item->node, alpha, beta);
    double half = item->width / 2 + (n->on_path ? RING : 0) + (n->turn == JG_TREE_DRAWN ? POINT : 0);
    double window = fmax(jg_svg_width(alpha, SMALL), jg_svg_width(beta, SMALL));
    jg_text_clear(&w);
    if (p->look->steps && n->visit) jg_text_add(&w, "#%u", n->visit);
    double step = jg_svg_width(words, SMALL);
    box->left = half + 5 + fmax(step, jg_svg_width(jg_tree_name(p->t, item->node, name), NAME));
    box->right = half + (window > 0 ? window + 4 : 0);
    jg_text_clear(&w);
    jg_tree_label(p->t, item->node, p->look->lang, &w);
    item->label = jg_svg_width(words, MOVE) + 4;
    if (n->cut && box->right < 34) box->right = 34; /* the mark with its number */
    box->left = fmax(box->left, item->label / 2);
    box->right = fmax(box->right, item->label / 2);
}

static void add_box(struct jg_tree_picture *p, int parent, uint32_t node, bool folded) {
    struct jg_box *box = &p->boxes[p->count];
    p->items[p->count] = (struct jg_tree_picture_item){.node = node, .folded = folded};
    *box = (struct jg_box){.parent = parent, .level = p->count ? p->boxes[parent].level + 1 : 0};
    measure(p, box, &p->items[p->count]);
    p->count++;
}

/* Whether a box is the only one below its parent and is a folded subtree. */
static bool hangs(const struct jg_tree_picture *p, int box) {
    return p->items[box].folded && p->boxes[p->boxes[box].parent].count == 1;
}

/* Lists the boxes of an iteration in breadth-first order. */
static bool list_boxes(struct jg_tree_picture *p, uint32_t root) {
    size_t most = 1;
    for (uint32_t i = 0; i < p->t->count; i++) most += p->t->nodes[i].name ? 2 : 0;
    p->boxes = malloc(most * sizeof *p->boxes);
    p->items = malloc(most * sizeof *p->items);
    p->count = p->levels = 0;
    p->tail = 0;
    if (!p->boxes || !p->items) return false;
    add_box(p, 0, root, false);
    for (int i = 0; i < p->count; i++) {
        uint32_t node = p->items[i].node;
        p->boxes[i].first = p->count;
        if (p->items[i].folded) continue;
        for (uint32_t c = jg_tree_child(p->t, node); c; c = jg_tree_sibling(p->t, c)) add_box(p, i, c, false);
        if (jg_tree_hidden(p->t, node)) add_box(p, i, node, true);
        p->boxes[i].count = p->count - p->boxes[i].first;
    }
    for (int i = 0; i < p->count; i++)
        if (!hangs(p, i) && p->boxes[i].level >= p->levels) p->levels = p->boxes[i].level + 1;
    for (int i = 0; i < p->count; i++)
        if (hangs(p, i) && p->boxes[i].level == p->levels) p->tail = HANG;
    return true;
}

void jg_tree_picture_free(struct jg_tree_picture *p) {
    free(p->boxes);
    free(p->items);
    p->boxes = NULL;
    p->items = NULL;
}

static double x_of(const struct jg_tree_picture *p, int box) { return p->left + p->boxes[box].x; }

static double y_of(const struct jg_tree_picture *p, int box) {
    if (hangs(p, box)) return y_of(p, p->boxes[box].parent) + JG_SVG_NODE / 2.0 + HANG - 10;
    return p->top + JG_SVG_NODE / 2.0 + p->boxes[box].level * (JG_SVG_NODE + p->stub + p->slope);
}

/* ---- Branches ---------------------------------------------------------------------------------- */

static const double LABEL_AT = 0.47, CUT_AT = 0.76; /* of a straight branch */

/* Whether the branches from a box to its children can be straight without touching other labels. */
static bool goes_straight(const struct jg_tree_picture *p, int parent) {
    const struct jg_box *box = &p->boxes[parent];
    double drop = p->stub + p->slope;
    for (int i = box->first; i < box->first + box->count; i++) {
        double dx = p->boxes[i].x - box->x;
        bool left = dx < 0, cut = !p->items[i].folded && p->t->nodes[p->items[i].node].cut;
        if (i > box->first) {
            double apart = p->boxes[i].x - p->boxes[i - 1].x;
            if (apart * LABEL_AT < (p->items[i].label + p->items[i - 1].label) / 2 + 8) return false;
            if (cut && apart * CUT_AT < 40) return false;
        }
        for (int inner = left ? i + 1 : i - 1; inner >= box->first && inner < box->first + box->count;
             inner += left ? 1 : -1) {
            double near = p->boxes[inner].x - box->x;
            if (near * dx <= 0) break;
            near += left ? -p->boxes[inner].left - 4 : p->boxes[inner].right + 4;
            if (drop * (1 - near / dx) < 10) return false;
        }
    }
    return true;
}

struct point {
    double x, y;
};

/* Half the height of a box. */
static double half_of(const struct jg_tree_picture *p, int box) {
    if (p->items[box].folded) return 10;
    return JG_SVG_NODE / 2.0 + (p->t->nodes[p->items[box].node].on_path ? RING : 0);
}

static struct point foot_of(const struct jg_tree_picture *p, int box) {
    return (struct point){x_of(p, box), y_of(p, box) + half_of(p, box)};
}

static struct point head_of(const struct jg_tree_picture *p, int box) {
    return (struct point){x_of(p, box), y_of(p, box) - half_of(p, box)};
}

/* A point on the branch to a box: at a share of a straight branch, or at a height above the end of a bent one. */
static struct point on_branch(const struct jg_tree_picture *p, int box, double share, double above) {
    int parent = p->boxes[box].parent;
    struct point from = foot_of(p, parent), to = head_of(p, box);
    if (!p->items[parent].straight) return (struct point){to.x, y_of(p, box) - JG_SVG_NODE / 2.0 - above};
    return (struct point){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

static void put_branch(const struct jg_tree_picture *p, int box) {
    struct point from = foot_of(p, p->boxes[box].parent), to = head_of(p, box);
    if (p->items[p->boxes[box].parent].straight) {
        jg_buffer_add(p->out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", from.x, from.y, to.x, to.y);
        return;
    }
    double bend = y_of(p, box) - JG_SVG_NODE / 2.0 - p->stub, dx = to.x - from.x, dy = bend - from.y;
    double back = ROUND / fmax(jg_math_hypot(dx, dy), ROUND);
    jg_buffer_add(p->out, "<path d=\"M%.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fV%.1f\"/>\n", from.x, from.y,
                  to.x - dx * back, bend - dy * back, to.x, bend, to.x, bend + ROUND, to.y);
}

enum kind { PLAIN, PATH, UNSEEN, FOLDED, KINDS };

static enum kind kind_of(const struct jg_tree_picture *p, int box) {
    const struct jg_tree_node *n = &p->t->nodes[p->items[box].node];
    return p->items[box].folded ? FOLDED : !n->visit ? UNSEEN : n->on_path ? PATH : PLAIN;
}

static void put_branches(const struct jg_tree_picture *p) {
    static const char *const looks[] = {
        [PLAIN] = "stroke=\"" LINE "\" stroke-width=\"1.6\"",
        [PATH] = "stroke=\"" BEST "\" stroke-width=\"4.5\" stroke-linecap=\"round\"",
        [UNSEEN] = "stroke=\"" GONE "\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"",
        [FOLDED] = "stroke=\"" GONE "\" stroke-width=\"1.4\" stroke-dasharray=\"1.5 4\" stroke-linecap=\"round\"",
    };
    static const enum kind order[] = {FOLDED, UNSEEN, PLAIN, PATH}; /* the principal variation is drawn on top */
    for (int k = 0; k < KINDS; k++) {
        jg_buffer_add(p->out, "<g fill=\"none\" %s>\n", looks[order[k]]);
        for (int i = 1; i < p->count; i++)
            if (kind_of(p, i) == order[k]) put_branch(p, i);
        jg_buffer_put(p->out, "</g>\n");
    }
}

/* The point on the branch to a box where the arc meets it. */
static struct point arc_point(const struct jg_tree_picture *p, int box) {
    int parent = p->boxes[box].parent;
    struct point from = foot_of(p, parent);
    double dx = x_of(p, box) - from.x, dy = p->items[parent].straight ? head_of(p, box).y - from.y : p->slope;
    double length = jg_math_hypot(dx, dy);
    return (struct point){from.x + dx / length * ARC, from.y + dy / length * ARC};
}

static void put_arcs(const struct jg_tree_picture *p) {
    jg_buffer_put(p->out, "<g fill=\"none\" stroke=\"" MIN "\" stroke-width=\"1.8\">\n");
    for (int i = 0; i < p->count; i++) {
        const struct jg_tree_node *n = &p->t->nodes[p->items[i].node];
        const struct jg_box *box = &p->boxes[i];
        if (p->items[i].folded || n->turn != JG_TREE_MIN || box->count < 2) continue;
        struct point first = arc_point(p, box->first), last = arc_point(p, box->first + box->count - 1);
        jg_buffer_add(p->out, "<path d=\"M%.1f %.1fA%d %d 0 0 0 %.1f %.1f\"%s/>\n", first.x, first.y, ARC, ARC, last.x,
                      last.y, n->visit ? "" : " stroke=\"" GONE "\"");
    }
    jg_buffer_put(p->out, "</g>\n");
}

/* Draws the move on its branch. */
static void put_move(const struct jg_tree_picture *p, int box) {
    char move[JG_MOVE_MAX + 16];
    struct jg_text m;
    const struct jg_tree_node *n = &p->t->nodes[p->items[box].node];
    struct point at = on_branch(p, box, LABEL_AT, JG_SVG_STUB / 2.0);
    double width = p->items[box].label;
    jg_text_init(&m, move, sizeof move);
    jg_tree_label(p->t, p->items[box].node, p->look->lang, &m);
    jg_buffer_add(p->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"18\" rx=\"5\" fill=\"" GROUND "\"/>",
                  at.x - width / 2, at.y - 9, width);
    jg_tree_picture_text(p, at.x, at.y + 5, MOVE, "middle",
                         !n->visit    ? GONE
                         : n->on_path ? BEST
                                      : INK,
                         n->on_path ? " font-weight=\"bold\"" : "", move);
}

/* Draws two strokes across a branch that was cut off, the type of the cutoff and the number of its note. */
static void put_cut(const struct jg_tree_picture *p, int box) {
    const struct jg_tree_node *n = &p->t->nodes[p->items[box].node];
    char words[JG_TREE_WORDS];
    struct jg_text w;
    struct point at = on_branch(p, box, CUT_AT, (JG_SVG_STUB + JG_SVG_CUT_STUB) / 2.0 - 4);
    jg_buffer_put(p->out, "<g><title>");
    jg_text_init(&w, words, sizeof words);
    jg_tree_reason(p->t, n->parent, p->look->lang, true, &w);
    jg_buffer_xml(p->out, words);
    jg_buffer_add(p->out,
                  "</title><path d=\"M%.1f %.1fl16 -5M%.1f %.1fl16 -5\" stroke=\"" CUT
                  "\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>"
                  "<text x=\"%.1f\" y=\"%.1f\" font-size=\"15\" font-weight=\"bold\" fill=\"" CUT
                  "\">%s<tspan dy=\"-5\" dx=\"1\" font-size=\"10\">%u</tspan></text></g>\n",
                  at.x - 8, at.y - 0.3, at.x - 8, at.y + 5.3, at.x + 12, at.y + 6, n->cut == JG_TREE_ALPHA ? "α" : "β",
                  p->t->nodes[n->parent].note);
}

/* ---- Nodes ---------------------------------------------------------------------------------------- */

/* Draws a node shape: circle, square, hexagon, or a rotated square for chance, stretched if it is wider than high. */
static void put_shape(const struct jg_tree_picture *p, uint8_t turn, double x, double y, double width, double height,
                      const char *look) {
    bool round = turn == JG_TREE_MAX || turn == JG_TREE_WON;
    if (turn == JG_TREE_CHANCE)
        jg_buffer_add(p->out, "<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fv%.1fl%.1f %.1fl%.1f %.1fz\" %s/>",
                      x - width / 2, y - height / 4, width / 2, -height / 4, width / 2, height / 4, height / 2,
                      -width / 2, height / 4, -width / 2, -height / 4, look);
    else if (turn == JG_TREE_DRAWN)
        jg_buffer_add(p->out, "<path d=\"M%.1f %.1fl10 %.1fh%.1fl10 %.1fl-10 %.1fh%.1fz\" %s/>", x - width / 2 - POINT,
                      y, -height / 2, width + 2 * POINT - 20, height / 2, height / 2, 20 - 2 * POINT - width, look);
    else
        jg_buffer_add(p->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" %s/>",
                      x - width / 2, y - height / 2, width, height, round ? height / 2 : 2, look);
}

static const char *look_of(const struct jg_tree_node *n) {
    static const char *const seen[] = {
        [JG_TREE_MAX] = "fill=\"#e2f0fb\" stroke=\"" MAX "\" stroke-width=\"2\"",
        [JG_TREE_MIN] = "fill=\"#feeadb\" stroke=\"" MIN "\" stroke-width=\"2\"",
        [JG_TREE_WON] = "fill=\"" MAX "\" stroke=\"" MAX "\" stroke-width=\"2\"",
        [JG_TREE_LOST] = "fill=\"" MIN "\" stroke=\"" MIN "\" stroke-width=\"2\"",
        [JG_TREE_DRAWN] = "fill=\"" NONE "\" stroke=\"" NONE "\" stroke-width=\"2\"",
        [JG_TREE_CHANCE] = "fill=\"#eeebfa\" stroke=\"" CHANCE "\" stroke-width=\"2\"",
    };
    static const char *const probed[] = {
        [JG_TREE_MAX] = "fill=\"#e2f0fb\" stroke=\"" MAX "\" stroke-width=\"2\" stroke-dasharray=\"2 3\"",
        [JG_TREE_MIN] = "fill=\"#feeadb\" stroke=\"" MIN "\" stroke-width=\"2\" stroke-dasharray=\"2 3\"",
    };
    if (n->visit) return n->probed ? probed[n->turn] : seen[n->turn];
    return !jg_tree_over(n->turn)
               ? "fill=\"" GROUND "\" stroke=\"" GONE "\" stroke-width=\"1.4\" stroke-dasharray=\"4 3\""
               : "fill=\"#e4e6e9\" stroke=\"" GONE "\" stroke-width=\"1.4\" stroke-dasharray=\"4 3\"";
}

/* Adds the tooltip of a node. */
static void put_title(const struct jg_tree_picture *p, uint32_t node) {
    const struct jg_tree_node *n = &p->t->nodes[node];
    char words[JG_POSITION_MAX + JG_TREE_WORDS], name[8];
    struct jg_text w;
    jg_text_init(&w, words, sizeof words);
    jg_text_add(&w, "%s: ", jg_tree_name(p->t, node, name));
    jg_tree_whose(p->t, n->turn, p->look->lang, &w);
    jg_text_char(&w, '\n');
    jg_tree_position(p->t, node, &w);
    if (n->note) {
        jg_text_char(&w, '\n');
        jg_tree_reason(p->t, node, p->look->lang, true, &w);
    }
    jg_buffer_put(p->out, "<title>");
    jg_buffer_xml(p->out, words);
    jg_buffer_put(p->out, "</title>");
}

static void put_around(const struct jg_tree_picture *p, int box) {
    uint32_t node = p->items[box].node;
    const struct jg_tree_node *n = &p->t->nodes[node];
    char alpha[32], beta[32], name[8], step[16];
    struct jg_text s;
    double x = x_of(p, box), y = y_of(p, box), half = p->items[box].width / 2 + (n->on_path ? RING : 0);
    if (n->turn == JG_TREE_DRAWN) half += POINT;
    bool step_too = p->look->steps && n->visit;
    jg_tree_picture_text(p, x - half - 4, step_too ? y - 1 : y + 4, NAME, "end", n->visit ? INK : GONE,
                         " font-style=\"italic\"", jg_tree_name(p->t, node, name));
    window_text(p, node, alpha, beta);
    if (alpha[0]) jg_tree_picture_text(p, x + half + 4, y - 3, SMALL, "start", DIM, "", alpha);
    if (beta[0]) jg_tree_picture_text(p, x + half + 4, y + 10, SMALL, "start", DIM, "", beta);
    if (!step_too) return;
    jg_text_init(&s, step, sizeof step);
    jg_text_add(&s, "#%u", n->visit);
    jg_tree_picture_text(p, x - half - 4, y + 12, SMALL, "end", DIM, "", step);
}

static void put_node(const struct jg_tree_picture *p, int box) {
    uint32_t node = p->items[box].node;
    const struct jg_tree_node *n = &p->t->nodes[node];
    char value[64];
    struct jg_text v;
    double x = x_of(p, box), y = y_of(p, box), width = p->items[box].width;
    bool full = n->visit && jg_tree_over(n->turn);
    jg_text_init(&v, value, sizeof value);
    value_text(p, node, &v);
    jg_buffer_put(p->out, "<g>");
    put_title(p, node);
    if (n->on_path)
        put_shape(p, n->turn, x, y, width + 2 * RING, JG_SVG_NODE + 2 * RING,
                  "fill=\"" GROUND "\" stroke=\"" BEST "\" stroke-width=\"3\"");
    put_shape(p, n->turn, x, y, width, JG_SVG_NODE, look_of(n));
    jg_tree_picture_text(p, x, y + 5.5, VALUE, "middle", full ? "#ffffff" : INK, " font-weight=\"bold\"", value);
    jg_buffer_put(p->out, "</g>\n");
    put_around(p, box);
}

/* Draws a folded subtree: "+12" in a small frame. */
static void put_folded(const struct jg_tree_picture *p, int box) {
    char more[32];
    struct jg_text m;
    double x = x_of(p, box), y = y_of(p, box), width = p->items[box].width;
    jg_text_init(&m, more, sizeof more);
    jg_tree_more(p->t, p->items[box].node, p->look->lang, &m);
    jg_buffer_add(p->out,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"20\" rx=\"10\" fill=\"#eceef0\" stroke=\"" GONE
                  "\"/>\n",
                  x - width / 2, y - 10, width);
    jg_tree_picture_text(p, x, y + 4.5, 12, "middle", DIM, "", more);
}

bool jg_tree_picture_is_straight(const struct jg_tree_picture *p) {
    for (int i = 0; i < p->count; i++)
        if (!goes_straight(p, i)) return false;
    return true;
}

double jg_tree_picture_plan(struct jg_tree_picture *p, uint32_t root) {
    return list_boxes(p, root) ? jg_tree_layout(p->boxes, p->count, p->gap) : -1;
}

void jg_tree_picture_sample(const struct jg_tree_picture *p, uint8_t turn, double x, double y) {
    struct jg_tree_node node = {.visit = 1, .turn = turn};
    put_shape(p, turn, x, y, 20, 20, look_of(&node));
}

void jg_tree_picture_draw(struct jg_tree_picture *p) {
    for (int i = 0; i < p->count; i++) p->items[i].straight = goes_straight(p, i);
    put_branches(p);
    put_arcs(p);
    for (int i = 0; i < p->count; i++) {
        if (p->items[i].folded) {
            put_folded(p, i);
            continue;
        }
        if (i) put_move(p, i);
        if (p->t->nodes[p->items[i].node].cut) put_cut(p, i);
        put_node(p, i);
    }
}
