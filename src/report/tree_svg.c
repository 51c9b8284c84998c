/* Trees as pictures for slides: self-contained SVG in colours that are safe for colour-blind readers, on its own
 * background, so that dark viewers do not change it. Circles are MAX nodes, squares MIN nodes; filled ones are finished
 * games that this side has won. An arc joins the branches below MIN, as in AND/OR trees. */
#include "report/tree_svg.h"

#include <math.h>
#include <string.h>

enum {
    DROP = 74,       /* least height of straight branches */
    SLOPE = 40,      /* least height of the sloping part of bent branches */
    DROP_MOST = 200, /* however wide the picture is */
    GAP_LEAST = 14,  /* between neighbours in a row */
    GAP_MOST = 84,
    NOTES_MOST = 30, /* most cutoffs that are explained below the picture; the others only in tooltips */
    WIDTH_LEAST = 960,
};

static const double RATIO = 16.0 / 9, ZOOM_FROM = 1300, ZOOM_MOST = 2;

/* ---- Legend and notes ---------------------------------------------------------------------------- */

enum { KEY_SIGN = 40, KEY_LINE = 30, NOTE_LINE = 19, NOTE_SIZE = 13 };

static void put_key_sign(const struct jg_tree_picture *p, enum jg_tree_key key, double x, double y) {
    switch (key) {
    case JG_TREE_KEY_MAX:
    case JG_TREE_KEY_MIN:
    case JG_TREE_KEY_WON:
    case JG_TREE_KEY_LOST:
    case JG_TREE_KEY_DRAWN:
    case JG_TREE_KEY_CHANCE:
        jg_tree_picture_sample(p, (uint8_t)key, x + 16, y - (key == JG_TREE_KEY_MIN ? 3 : 0));
        if (key == JG_TREE_KEY_MIN)
            jg_buffer_add(p->out,
                          "<path d=\"M%.1f %.1fl-7 7m7 -7l7 7\" fill=\"none\" stroke=\"" LINE
                          "\" stroke-width=\"1.4\"/><path d=\"M%.1f %.1fa6 6 0 0 0 8 0\" fill=\"none\" stroke=\"" MIN
                          "\" stroke-width=\"1.6\"/>",
                          x + 16, y + 7, x + 12, y + 11);
        break;
    case JG_TREE_KEY_BEST:
        jg_buffer_add(p->out,
                      "<path d=\"M%.1f %.1fh28\" stroke=\"" BEST "\" stroke-width=\"4.5\" stroke-linecap=\"round\"/>",
                      x + 2, y);
        break;
    case JG_TREE_KEY_LIMITS:
        jg_tree_picture_text(p, x + 16, y + 5, 15, "middle", INK, " font-weight=\"bold\"", "≤ ≥");
        break;
    case JG_TREE_KEY_STATIC:
        jg_tree_picture_text(p, x + 16, y + 5, 15, "middle", INK, " font-weight=\"bold\"", "≈");
        break;
    case JG_TREE_KEY_WINDOW: jg_tree_picture_text(p, x + 16, y + 4, 12, "middle", DIM, "", "α β"); break;
    case JG_TREE_KEY_CUT:
        jg_buffer_add(p->out,
                      "<path d=\"M%.1f %.1fh30\" stroke=\"" GONE "\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"/>"
                      "<path d=\"M%.1f %.1fl5 -14m1.5 14l5 -14\" stroke=\"" CUT
                      "\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
                      x + 1, y, x + 10, y + 7);
        break;
    case JG_TREE_KEY_FOLDED:
        jg_buffer_add(p->out,
                      "<rect x=\"%.1f\" y=\"%.1f\" width=\"32\" height=\"18\" rx=\"9\" fill=\"#eceef0\" stroke=\"" GONE
                      "\"/>",
                      x, y - 9);
        jg_tree_picture_text(p, x + 16, y + 4, 11, "middle", DIM, "", "+12");
        break;
    case JG_TREE_KEY_STEP: jg_tree_picture_text(p, x + 16, y + 4, 12, "middle", DIM, "", "#1"); break;
    case JG_TREE_KEY_UNFINISHED:
        jg_tree_picture_text(p, x + 16, y + 5, 15, "middle", INK, " font-weight=\"bold\"", "?");
        break;
    case JG_TREE_KEY_MOVER:
        jg_tree_picture_text(p, x + 16, y + 5, 15, "middle", INK, " font-weight=\"bold\"", "±");
        break;
    case JG_TREE_KEY_PROBED:
        jg_buffer_add(p->out,
                      "<rect x=\"%.1f\" y=\"%.1f\" width=\"24\" height=\"18\" fill=\"none\" stroke=\"" LINE
                      "\" stroke-width=\"2\" stroke-dasharray=\"2 3\"/>",
                      x + 4, y - 9);
        break;
    case JG_TREE_KEYS: break;
    }
}

/* Draws the legend in columns, or only computes its height. */
static double put_keys(const struct jg_tree_picture *p, double y, double width, bool draw) {
    bool used[JG_TREE_KEYS];
    char words[JG_TREE_KEYS][JG_TREE_WORDS];
    double widest = 0;
    int place = 0;
    jg_tree_keys(p->t, p->look->steps, used);
    for (int key = 0; key < JG_TREE_KEYS; key++) {
        struct jg_text w;
        jg_text_init(&w, words[key], sizeof words[key]);
        if (!used[key]) continue;
        jg_tree_key_text(p->t, (enum jg_tree_key)key, p->look->lang, &w);
        if (key != JG_TREE_KEY_MOVER) widest = fmax(widest, KEY_SIGN + jg_svg_width(words[key], NOTE_SIZE) + 16);
    }
    int columns = (int)fmax(1, fmin(5, floor(width / widest)));
    for (int key = 0; key < JG_TREE_KEYS; key++) {
        if (!used[key]) continue;
        double x = JG_SVG_MARGIN + place % columns * widest, at = y + place / columns * KEY_LINE;
        if (draw) put_key_sign(p, (enum jg_tree_key)key, x, at);
        if (draw) jg_tree_picture_text(p, x + KEY_SIGN, at + 4.5, NOTE_SIZE, "start", INK, "", words[key]);
        place++;
    }
    return y + (place + columns - 1) / columns * KEY_LINE;
}

/* Wraps a text to a width. Returns the y of the next line. */
static double put_lines(const struct jg_tree_picture *p, const char *text, double x, double y, double width,
                        const char *colour, bool draw) {
    char line[JG_TREE_HEADING];
    for (const char *begin = text; *begin;) {
        size_t end = 0, next = strcspn(begin, " ");
        for (;;) {
            memcpy(line, begin, next);
            line[next] = 0;
            if (end && jg_svg_width(line, NOTE_SIZE) > width) break;
            end = next;
            if (!begin[next]) break;
            next += 1 + strcspn(begin + next + 1, " ");
        }
        line[end] = 0;
        if (draw) jg_tree_picture_text(p, x, y, NOTE_SIZE, "start", colour, "", line);
        begin += end + (begin[end] == ' ');
        y += NOTE_LINE;
    }
    return y;
}

static uint32_t noted(const struct jg_tree *t, uint32_t number) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i].note == number) return i;
    return 0;
}

static double put_notes(const struct jg_tree_picture *p, double y, double width, bool draw) {
    uint32_t all = 0, node;
    char words[JG_TREE_WORDS], number[16];
    struct jg_text w;
    for (uint32_t i = 0; i < p->t->count; i++)
        if (p->t->nodes[i].note > all) all = p->t->nodes[i].note;
    for (uint32_t i = 1; i <= all && i <= NOTES_MOST; i++) {
        node = noted(p->t, i);
        jg_text_init(&w, number, sizeof number);
        jg_text_add(&w, "%u", i);
        if (draw)
            jg_tree_picture_text(p, JG_SVG_MARGIN + 16, y, NOTE_SIZE, "end", CUT, " font-weight=\"bold\"", number);
        jg_text_init(&w, words, sizeof words);
        jg_tree_reason(p->t, node, p->look->lang, true, &w);
        y = put_lines(p, words, JG_SVG_MARGIN + 24, y, width - 24, INK, draw);
    }
    if (all > NOTES_MOST) {
        jg_text_init(&w, words, sizeof words);
        jg_text_add(&w, jg_tr(p->look->lang, "and %u more: point at a cut to read its reason"), all - NOTES_MOST);
        y = put_lines(p, words, JG_SVG_MARGIN + 24, y, width - 24, DIM, draw);
    }
    return y;
}

/* ---- The picture ----------------------------------------------------------------------------------- */

static double tree_height(const struct jg_tree_picture *p) {
    return JG_SVG_NODE + (p->levels - 1) * (JG_SVG_NODE + p->stub + p->slope) + p->tail;
}

/* Draws an iteration whose boxes are placed, at a height. Returns its lower end. */
static double put_pass(struct jg_tree_picture *p, double width, double tree, double y) {
    p->top = y + 6;
    p->left = JG_SVG_MARGIN + (width - tree) / 2;
    jg_tree_picture_draw(p);
    return p->top + tree_height(p) + 16;
}

/* The dimensions of the picture. */
struct plan {
    double width, top, below, tails;
    double zoom; /* scale of the text around the tree, so that it stays readable on a slide */
    int levels, passes;
    bool straight; /* all branches are straight, at the least height */
};

/* Finds the width of the widest iteration and the total number of levels. */
static bool measure_passes(struct jg_tree_picture *p, struct plan *plan) {
    uint32_t root = 0;
    plan->width = WIDTH_LEAST - 2 * JG_SVG_MARGIN;
    plan->levels = plan->passes = 0;
    plan->tails = 0;
    plan->straight = true;
    p->stub = 0;
    p->slope = DROP;
    do {
        double width = jg_tree_picture_plan(p, root);
        plan->straight = plan->straight && width >= 0 && jg_tree_picture_is_straight(p);
        jg_tree_picture_free(p);
        if (width < 0) return false;
        plan->width = fmax(plan->width, width);
        plan->levels += p->levels;
        plan->tails += p->tail;
        plan->passes++;
    } while ((root = jg_tree_next_pass(p->t, root)));
    return true;
}

static double height_of(const struct jg_tree_picture *p, const struct plan *plan) {
    int rows = plan->levels - plan->passes;
    return plan->top + plan->below + plan->tails + plan->levels * JG_SVG_NODE + rows * (p->stub + p->slope) +
           22 * plan->passes + 26 * (plan->passes - 1);
}

/* Spreads the nodes until the picture has about the aspect ratio of a slide, or makes the branches longer if it is too
 * wide; both within limits. */
static bool make_plan(struct jg_tree_picture *p, struct plan *plan, const char *head) {
    double stub = jg_tree_has_notes(p->t) ? JG_SVG_CUT_STUB : JG_SVG_STUB;
    for (p->gap = GAP_LEAST;; p->gap += 5) {
        if (!measure_passes(p, plan)) return false;
        if (!plan->straight) p->stub = stub, p->slope = SLOPE;
        plan->zoom = fmax(1, fmin(ZOOM_MOST, plan->width / ZOOM_FROM));
        double width = (plan->width + 2 * JG_SVG_MARGIN) / plan->zoom - 2 * JG_SVG_MARGIN;
        plan->top = (put_lines(p, head, JG_SVG_MARGIN, 66, width, DIM, false) + 4) * plan->zoom;
        plan->below = (put_notes(p, put_keys(p, 0, width, false), width, false) + 62) * plan->zoom;
        if (plan->width + 2 * JG_SVG_MARGIN >= RATIO * height_of(p, plan) || p->gap + 5 > GAP_MOST) break;
    }
    double more = (plan->width + 2 * JG_SVG_MARGIN) / RATIO - height_of(p, plan);
    int rows = plan->levels - plan->passes;
    if (rows && more > 0) p->slope += fmin(DROP_MOST - p->stub - p->slope, more / rows);
    return true;
}

static void put_head(const struct jg_tree_picture *p, double width, double height) {
    char words[JG_TREE_HEADING];
    struct jg_text w;
    jg_text_init(&w, words, sizeof words);
    jg_tree_heading(p->t, p->look->lang, &w);
    jg_buffer_add(
        p->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
        "font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>",
        width, height, width, height);
    jg_buffer_xml(p->out, words);
    jg_buffer_add(p->out, "</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"" GROUND "\"/>\n", width, height);
}

static double put_passes(struct jg_tree_picture *p, double y, const struct plan *plan, enum jg_status *status,
                         struct jg_error *err) {
    uint32_t root = 0;
    do {
        double tree = jg_tree_picture_plan(p, root);
        if (tree < 0) *status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        if (root && !*status) {
            char words[JG_TREE_WORDS];
            struct jg_text w;
            jg_text_init(&w, words, sizeof words);
            jg_tree_caption(p->t, root, p->look->lang, &w);
            jg_tree_picture_text(p, JG_SVG_MARGIN * plan->zoom, y + 14, 15 * plan->zoom, "start", INK,
                                 " font-weight=\"bold\"", words);
            y += 26;
        }
        if (!*status) y = put_pass(p, plan->width, tree, y);
        jg_tree_picture_free(p);
    } while (!*status && (root = jg_tree_next_pass(p->t, root)));
    return y;
}

enum jg_status jg_tree_svg(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                           struct jg_error *err) {
    struct jg_tree_picture p = {.t = t, .look = look, .out = out};
    char head[JG_TREE_HEADING], foot[JG_TREE_WORDS];
    struct plan plan;
    struct jg_text w;
    enum jg_status status = JG_OK;
    jg_text_init(&w, head, sizeof head);
    jg_tree_heading(t, look->lang, &w);
    jg_text_init(&w, foot, sizeof foot);
    jg_tree_summary(t, look->lang, &w);
    if (!make_plan(&p, &plan, head)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    double width = (plan.width + 2 * JG_SVG_MARGIN) / plan.zoom - 2 * JG_SVG_MARGIN;
    put_head(&p, plan.width + 2 * JG_SVG_MARGIN, height_of(&p, &plan));
    jg_buffer_add(out, "<g transform=\"scale(%.3f)\">\n", plan.zoom);
    jg_tree_picture_text(&p, JG_SVG_MARGIN, 44, 24, "start", INK, " font-weight=\"bold\"",
                         jg_tr(look->lang, t->game->kind->title));
    put_lines(&p, head, JG_SVG_MARGIN, 66, width, DIM, true);
    jg_buffer_put(out, "</g>\n");
    double y = put_passes(&p, plan.top, &plan, &status, err);
    jg_buffer_add(out, "<g transform=\"translate(0 %.1f) scale(%.3f)\">\n", y, plan.zoom);
    y = put_notes(&p, put_keys(&p, 24, width, true) + 6, width, true);
    put_lines(&p, foot, JG_SVG_MARGIN, y + 8, width, DIM, true);
    jg_buffer_put(out, "</g>\n</svg>\n");
    return status;
}
