/* Line plots, large and small, and histograms. */
#include "report/format.h"
#include "report/plot.h"
#include "core/svg.h"

#include <math.h>
#include <stdlib.h>

enum {
    WIDTH = 740,
    HEIGHT = 250,
    LETTERS = 13,
    MARKED_MOST = 40,  /* most points of a curve that get a marker */
    CLASSES_MOST = 32, /* of bars of a histogram */
    LEGEND_LINE = 22,
    LEGEND_SIGN = 34,
};

/* ---- Ranges -------------------------------------------------------------------------------- */

static void widen(const double *list, size_t n, bool positive, double *low, double *high) {
    for (size_t i = 0; list && i < n; i++) {
        if (!isfinite(list[i]) || (positive && list[i] <= 0)) continue;
        if (isnan(*low) || list[i] < *low) *low = list[i];
        if (isnan(*high) || list[i] > *high) *high = list[i];
    }
}

static void find_ticks(const struct jg_curve *curves, size_t n, const struct jg_axis *x, const struct jg_axis *y,
                       double reference, int most, struct jg_ticks *tx, struct jg_ticks *ty) {
    double left = NAN, right = NAN, low = reference, high = reference;
    for (size_t i = 0; i < n; i++) {
        widen(curves[i].x, curves[i].n, x->log, &left, &right);
        widen(curves[i].y, curves[i].n, y->log, &low, &high);
        widen(curves[i].low, curves[i].n, y->log, &low, &high);
        widen(curves[i].high, curves[i].n, y->log, &low, &high);
    }
    if (y->scale == JG_SCALE_SHARE && high - low < 0.02) { /* so that noise does not look like a trend */
        low = fmax(0, low - 0.01);
        high = fmin(1, high + 0.01);
    }
    jg_ticks_find(tx, x, left, right, most + 2);
    jg_ticks_find(ty, y, low, high, y->log ? 9 : most);
}

/* ---- Curves --------------------------------------------------------------------------------- */

static const char *dash(const struct jg_curve *c) { return c->dashed ? " dashed" : ""; }
static int colour(const struct jg_curve *c) { return abs(c->colour) % JG_PLOT_COLOURS; }

static bool is_there(const struct jg_curve *c, size_t i) { return !isnan(c->x[i]) && !isnan(c->y[i]); }

/* Draws the line of a curve, with gaps at missing points. */
static void put_line(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *tx,
                     const struct jg_ticks *ty, const struct jg_curve *c) {
    bool pen = false;
    jg_buffer_add(p->out, "<path class=\"k%d line%s\" d=\"", colour(c), dash(c));
    for (size_t i = 0; i < c->n; i++) {
        bool there = is_there(c, i);
        if (there)
            jg_buffer_add(p->out, pen ? "L%.1f %.1f" : "M%.1f %.1fh0", jg_plot_x(box, tx, c->x[i]),
                          jg_plot_y(box, ty, c->y[i]));
        pen = there;
    }
    jg_buffer_put(p->out, "\"/>\n");
}

static void put_points(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *tx,
                       const struct jg_ticks *ty, const struct jg_curve *c) {
    for (size_t i = 0; i < c->n; i++)
        if (is_there(c, i))
            jg_buffer_add(p->out, "<circle class=\"k%d point%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\"/>\n", colour(c),
                          c->dashed ? " hollow" : "", jg_plot_x(box, tx, c->x[i]), jg_plot_y(box, ty, c->y[i]));
}

static bool in_band(const struct jg_curve *c, size_t i) {
    return i < c->n && !isnan(c->x[i]) && !isnan(c->low[i]) && !isnan(c->high[i]);
}

static void put_band(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *tx,
                     const struct jg_ticks *ty, const struct jg_curve *c) {
    for (size_t begin = 0, end; c->low && c->high && begin < c->n; begin = end + 1) {
        for (end = begin; in_band(c, end);) end++;
        if (end < begin + 2) continue;
        jg_buffer_add(p->out, "<path class=\"k%d band\" d=\"", colour(c));
        for (size_t i = begin; i < end; i++)
            jg_buffer_add(p->out, "%c%.1f %.1f", i == begin ? 'M' : 'L', jg_plot_x(box, tx, c->x[i]),
                          jg_plot_y(box, ty, c->high[i]));
        for (size_t i = end; i-- > begin;)
            jg_buffer_add(p->out, "L%.1f %.1f", jg_plot_x(box, tx, c->x[i]), jg_plot_y(box, ty, c->low[i]));
        jg_buffer_put(p->out, "z\"/>\n");
    }
}

static void put_curve(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *tx,
                      const struct jg_ticks *ty, const struct jg_curve *c) {
    put_band(p, box, tx, ty, c);
    put_line(p, box, tx, ty, c);
    if (c->n <= MARKED_MOST) put_points(p, box, tx, ty, c);
}

/* Draws the legend, or only computes its height. */
static double put_legend(const struct jg_plot *p, const struct jg_curve *curves, size_t n, bool draw) {
    double x = 4, y = 16;
    for (size_t i = 0; i < n; i++) {
        const struct jg_curve *c = &curves[i];
        double width = LEGEND_SIGN + fmin(jg_svg_width(c->name, LETTERS), WIDTH / 2.0) + 22;
        if (x > 4 && x + width > WIDTH) {
            x = 4;
            y += LEGEND_LINE;
        }
        if (draw) {
            jg_buffer_add(p->out, "<path class=\"k%d line%s\" d=\"M%.1f %.1fh27\"/>\n", colour(c), dash(c), x, y - 4);
            if (c->n <= MARKED_MOST)
                jg_buffer_add(p->out, "<circle class=\"k%d point%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\"/>\n", colour(c),
                              c->dashed ? " hollow" : "", x + 13.5, y - 4);
            jg_plot_text(p, "", "start", x + LEGEND_SIGN, y, WIDTH / 2.0, c->name);
        }
        x += width;
    }
    return n ? y + 8 : 4;
}

static void put_value(struct jg_buffer *about, enum jg_scale scale, double x, jg_lang lang) {
    char words[JG_FORMAT_MAX];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    if (scale == JG_SCALE_SHARE)
        jg_format_percent(&t, x, 1, lang);
    else if (scale == JG_SCALE_SECONDS)
        jg_format_seconds(&t, x, lang);
    else
        jg_format_number(&t, x, scale == JG_SCALE_WHOLE ? 0 : 2, lang);
    jg_buffer_put(about, words);
}

/* Describes the curves by their first and last values: "best: 52.0 % … 71.3 %". */
static void curves_about(const struct jg_plot *p, const struct jg_curve *curves, size_t n, enum jg_scale scale,
                         struct jg_buffer *about) {
    for (size_t i = 0; i < n; i++) {
        const struct jg_curve *c = &curves[i];
        jg_buffer_add(about, "%s%s: ", i ? "; " : "", c->name);
        put_value(about, scale, c->n ? c->y[0] : NAN, p->lang);
        jg_buffer_put(about, " … ");
        put_value(about, scale, c->n ? c->y[c->n - 1] : NAN, p->lang);
    }
    if (!about->at) jg_buffer_put(about, "–");
}

void jg_plot_curves(const struct jg_plot *p, const struct jg_axis *x, const struct jg_axis *y,
                    const struct jg_curve *curves, size_t n) {
    struct jg_ticks tx, ty;
    struct jg_buffer about = {0};
    find_ticks(curves, n, x, y, NAN, 6, &tx, &ty);
    bool titled = y->title;
    double legend = put_legend(p, curves, n, false), top = legend + (titled ? 26 : 12);
    struct jg_plot_box box = {.left = jg_plot_ticks_width(p, &ty) + 14,
                              .right = WIDTH - fmax(12, jg_plot_ticks_width(p, &tx) / 2 + 2),
                              .top = top,
                              .bottom = top + HEIGHT};
    curves_about(p, curves, n, y->scale, &about);
    jg_plot_begin(p, about.failed ? "" : about.at, WIDTH, box.bottom + 44, 540);
    put_legend(p, curves, n, true);
    if (titled) jg_plot_text(p, "axis", "start", 4, legend + 14, WIDTH - 8, y->title);
    jg_plot_y_axis(p, &box, &ty);
    jg_plot_x_axis(p, &box, &tx, x->title, false, false);
    for (size_t i = 0; i < n; i++) put_curve(p, &box, &tx, &ty, &curves[i]);
    jg_plot_end(p);
    p->out->failed |= about.failed;
    jg_buffer_free(&about);
}

void jg_plot_small(const struct jg_plot *p, const struct jg_curve *curve, double reference) {
    enum { SMALL_WIDTH = 220, SMALL_HEIGHT = 130 };
    static const struct jg_axis X = {.scale = JG_SCALE_WHOLE}, Y = {.scale = JG_SCALE_NUMBER};
    struct jg_ticks tx, ty;
    struct jg_buffer about = {0};
    find_ticks(curve, 1, &X, &Y, reference, 3, &tx, &ty);
    struct jg_plot_box box = {.left = jg_plot_ticks_width(p, &ty) + 10,
                              .right = SMALL_WIDTH - fmax(8, jg_plot_ticks_width(p, &tx) / 2 + 1),
                              .top = 10,
                              .bottom = SMALL_HEIGHT - 24};
    curves_about(p, curve, 1, JG_SCALE_NUMBER, &about);
    jg_plot_begin(p, about.failed ? "" : about.at, SMALL_WIDTH, SMALL_HEIGHT, 0);
    jg_plot_y_axis(p, &box, &ty);
    jg_plot_x_axis(p, &box, &tx, NULL, false, false);
    if (!isnan(reference)) {
        double at = jg_plot_y(&box, &ty, reference);
        jg_buffer_add(p->out, "<path class=\"reference\" d=\"M%.1f %.1fH%.1f\"/>\n", box.left, at, box.right);
    }
    put_line(p, &box, &tx, &ty, curve);
    if (curve->n == 1) put_points(p, &box, &tx, &ty, curve);
    jg_plot_end(p);
    p->out->failed |= about.failed;
    jg_buffer_free(&about);
}

/* ---- Histograms ------------------------------------------------------------------------------ */

/* The bins of a histogram: numbers begin .. begin + width * count - 1. */
struct classes {
    long begin, width, count;
    double counts[CLASSES_MOST + 2];
    double highest;
};

static long round_width(long numbers) {
    static const long DIGITS[] = {1, 2, 5};
    long power = 1;
    for (int i = 0;; i++) {
        if (i == 3) {
            i = 0;
            power *= 10;
        }
        if ((numbers + DIGITS[i] * power - 1) / (DIGITS[i] * power) <= CLASSES_MOST) return DIGITS[i] * power;
    }
}

static void classify(struct classes *c, long first, const uint64_t *counts, size_t n) {
    size_t begin = 0, end = n;
    while (end && !counts[end - 1]) end--;
    while (begin < end && !counts[begin]) begin++;
    *c = (struct classes){.width = 1};
    if (begin == end) return;
    long low = first + (long)begin, high = first + (long)end - 1;
    c->width = round_width(high - low + 1);
    c->begin = (long)floor((double)low / (double)c->width) * c->width;
    c->count = (high - c->begin) / c->width + 1;
    for (size_t i = begin; i < end; i++) {
        double *count = &c->counts[(first + (long)i - c->begin) / c->width];
        *count += (double)counts[i];
        c->highest = fmax(c->highest, *count);
    }
}

static void class_text(const struct jg_plot *p, const struct classes *c, long i, const char *unit, char out[128]) {
    long from = c->begin + i * c->width;
    struct jg_text t;
    jg_text_init(&t, out, 128);
    jg_text_add(&t, c->width > 1 ? "%ld–%ld: " : "%ld: ", from, from + c->width - 1);
    jg_format_number(&t, c->counts[i], 0, p->lang);
    jg_text_add(&t, " %s", unit);
}

static void put_classes(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *tx,
                        const struct jg_ticks *ty, const struct classes *c, const char *unit) {
    char words[128];
    for (long i = 0; i < c->count; i++) {
        double from = (double)(c->begin + i * c->width) - 0.5;
        double left = jg_plot_x(box, tx, from), right = jg_plot_x(box, tx, from + (double)c->width);
        double y = jg_plot_y(box, ty, c->counts[i]);
        if (c->counts[i] == 0) continue;
        class_text(p, c, i, unit, words);
        jg_buffer_add(p->out, "<rect class=\"column\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
                      left + 0.7, y, fmax(0.8, right - left - 1.4), box->bottom - y);
        jg_buffer_xml(p->out, words);
        jg_buffer_put(p->out, "</title></rect>\n");
    }
}

void jg_plot_histogram(const struct jg_plot *p, const char *x_title, const char *y_title, int first,
                       const uint64_t *counts, size_t n) {
    const struct jg_axis x = {.title = x_title, .scale = JG_SCALE_WHOLE},
                         y = {.title = y_title, .scale = JG_SCALE_WHOLE};
    struct classes c;
    struct jg_ticks tx, ty;
    struct jg_buffer about = {0};
    char words[128];
    classify(&c, first, counts, n);
    double begin = (double)c.begin;
    jg_ticks_find(&tx, &x, begin - 0.5, begin + (double)(c.count * c.width) - 0.5, 9);
    jg_ticks_find(&ty, &y, 0, c.highest, 5);
    struct jg_plot_box box = {.left = jg_plot_ticks_width(p, &ty) + 14,
                              .right = WIDTH - fmax(12, jg_plot_ticks_width(p, &tx) / 2 + 2),
                              .top = 30,
                              .bottom = 220};
    for (long i = 0; i < c.count; i++) {
        class_text(p, &c, i, y_title, words);
        jg_buffer_add(&about, "%s%s", i ? "; " : "", words);
    }
    jg_plot_begin(p, about.at ? about.at : "–", WIDTH, box.bottom + 44, 540);
    jg_plot_text(p, "axis", "start", 4, 14, WIDTH - 8, y_title);
    jg_plot_y_axis(p, &box, &ty);
    put_classes(p, &box, &tx, &ty, &c, y_title);
    jg_plot_x_axis(p, &box, &tx, x_title, false, false);
    jg_plot_end(p);
    p->out->failed |= about.failed;
    jg_buffer_free(&about);
}
