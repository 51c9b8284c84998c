/* Heat maps: orange is lost, blue is won. */
#include "report/plot.h"

#include "report/format.h"
#include "core/svg.h"

#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 740,
    NAMES_MOST = 230,
    CELL_LEAST = 15,
    CELL_MOST = 62,
    HEIGHT_MOST = 34,
    LEVELS = 11,
    LETTERS = 13,
    SMALL_LETTERS = 12
};
enum { WORDS = 2048 };

/* The geometry of the cells. */
struct grid {
    double left, top, wide, high; /* the first; each */
    size_t n;
    bool labels; /* there is room for all labels */
};

/* The middle level means nearly even, the outer ones nearly all or nothing. */
static int level(double share) {
    int k = (int)lround(share * (LEVELS - 1));
    return k < 0 ? 0 : k >= LEVELS ? LEVELS - 1 : k;
}

static void put_cell(const struct jg_plot *p, const struct grid *g, const struct jg_heat *heat, size_t row,
                     size_t column) {
    double x = g->left + g->wide * (double)column, y = g->top + g->high * (double)row;
    double share = heat->share(heat->arg, row, column);
    char words[WORDS] = "";
    struct jg_text t;
    if (isnan(share)) return;
    jg_buffer_add(p->out, "<g><rect class=\"h%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", level(share),
                  x + 0.5, y + 0.5, g->wide - 1, g->high - 1);
    if (heat->title) {
        jg_text_init(&t, words, sizeof words);
        heat->title(heat->arg, row, column, &t);
        jg_buffer_put(p->out, "<title>");
        jg_buffer_xml(p->out, words);
        jg_buffer_put(p->out, "</title>");
    }
    jg_text_init(&t, words, sizeof words);
    if (g->labels) heat->label(heat->arg, row, column, &t);
    if (g->labels && t.used) {
        jg_buffer_add(p->out, "<text class=\"cell on%d\" x=\"%.1f\" y=\"%.1f\">", level(share), x + g->wide / 2,
                      y + g->high / 2 + 4.2);
        jg_buffer_xml(p->out, words);
        jg_buffer_put(p->out, "</text>");
    }
    jg_buffer_put(p->out, "</g>\n");
}

static void put_cells(const struct jg_plot *p, const struct grid *g, const struct jg_heat *heat) {
    for (size_t row = 0; row < g->n; row++)
        for (size_t column = 0; column < g->n; column++)
            if (row == column)
                jg_buffer_add(p->out, "<path class=\"self\" d=\"M%.1f %.1fl%.1f %.1f\"/>\n",
                              g->left + g->wide * (double)row + 1, g->top + g->high * (double)row + 1, g->wide - 2,
                              g->high - 2);
            else
                put_cell(p, g, heat, row, column);
}

static bool labels_fit(const struct grid *g, const struct jg_heat *heat) {
    char words[WORDS];
    struct jg_text t;
    if (!heat->label) return false;
    for (size_t i = 0; i < g->n * g->n; i++) {
        size_t row = i / g->n, column = i % g->n;
        if (row == column || isnan(heat->share(heat->arg, row, column))) continue;
        jg_text_init(&t, words, sizeof words);
        heat->label(heat->arg, row, column, &t);
        if (jg_svg_width(words, SMALL_LETTERS) > g->wide - 3) return false;
    }
    return true;
}

/* Draws the colour scale, from all lost to all won. */
static void put_key(const struct jg_plot *p, double left, double y) {
    enum { SIGN = 26 };
    char words[JG_FORMAT_MAX];
    struct jg_text t;
    for (int i = 0; i < LEVELS; i++)
        jg_buffer_add(p->out, "<rect class=\"h%d\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"12\"/>\n", i,
                      left + SIGN * i, y, SIGN);
    for (int i = 0; i <= 2; i++) {
        jg_text_init(&t, words, sizeof words);
        jg_format_percent(&t, i / 2.0, 0, p->lang);
        jg_plot_text(p, "tick", "middle", left + SIGN * LEVELS * i / 2.0, y + 27, 0, words);
    }
}

static void put_names(const struct jg_plot *p, const struct grid *g, const char *const *names) {
    char number[24];
    for (size_t i = 0; i < g->n; i++) {
        double y = g->top + g->high * ((double)i + 0.5) + 4.5;
        snprintf(number, sizeof number, "%zu", i + 1);
        jg_plot_text(p, "", "end", g->left - 34, y, NAMES_MOST, names[i]);
        jg_plot_text(p, "tick", "end", g->left - 8, y, 0, number);
        jg_plot_text(p, "tick", "middle", g->left + g->wide * ((double)i + 0.5), g->top - 6, 0, number);
    }
}

void jg_plot_heat(const struct jg_plot *p, const struct jg_heat *heat) {
    struct grid g = {.top = 22, .n = heat->n};
    struct jg_buffer about = {0};
    double widest = 0, n = (double)heat->n;
    for (size_t i = 0; i < heat->n; i++) widest = fmax(widest, jg_svg_width(heat->names[i], LETTERS));
    g.left = fmin(widest, NAMES_MOST) + 42;
    g.wide = fmax(CELL_LEAST, fmin(CELL_MOST, (WIDTH - g.left - 8) / fmax(1, n)));
    g.high = fmin(g.wide, HEIGHT_MOST);
    g.labels = labels_fit(&g, heat);
    double width = fmax(WIDTH, g.left + g.wide * n + 8), bottom = g.top + g.high * n;
    for (size_t i = 0; i < heat->n; i++) jg_buffer_add(&about, "%s%zu: %s", i ? "; " : "", i + 1, heat->names[i]);
    jg_plot_begin(p, about.at ? about.at : "–", width, bottom + 52, width * 0.75);
    put_names(p, &g, heat->names);
    put_cells(p, &g, heat);
    put_key(p, g.left + 12, bottom + 14);
    jg_plot_end(p);
    p->out->failed |= about.failed;
    jg_buffer_free(&about);
}
