/* Plots in SVG, drawn into a page as figures: axes with round numbers, one look
 * for all, by the classes of report_page.css. NAN is a number that is missing;
 * an infinite one runs out of the plot. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "core/buffer.h"

#include <jogada/lang.h>
#include <jogada/text.h>

#include <stddef.h>
#include <stdint.h>

/* Where a plot goes and what is written above it. */
struct jg_plot {
    struct jg_buffer *out;
    jg_lang lang;
    const char *title;
    const char *note; /* may be NULL */
};

/* How the numbers of an axis are written. */
enum jg_scale { JG_SCALE_NUMBER, JG_SCALE_WHOLE, JG_SCALE_SHARE, JG_SCALE_SECONDS };

struct jg_axis {
    const char *title; /* NULL: none */
    enum jg_scale scale;
    bool log; /* where all numbers are above 0 */
};

/* ---- plot_axis.c: round numbers ------------------------------------------------------------ */

enum { JG_TICKS_MOST = 12 };

struct jg_ticks {
    double at[JG_TICKS_MOST]; /* rising; the axis goes from the first to the last */
    int count;
    enum jg_scale scale;
    bool log;
    int decimals; /* that tell them apart */
};

/* Round numbers that cover low..high with at most `most` steps between them (2 to
 * 10); from 5 steps on there are at least 3 numbers. Ranges that are empty or not
 * finite give some that can be drawn. */
void jg_ticks_find(struct jg_ticks *t, const struct jg_axis *axis, double low, double high, int most);

/* Where x stands on the axis: 0 at its beginning, 1 at its end, not beyond. NAN for NAN. */
double jg_ticks_place(const struct jg_ticks *t, double x);

/* The number of tick i in words. */
void jg_ticks_print(const struct jg_ticks *t, int i, jg_lang lang, struct jg_text *out);

/* ---- Plots ---------------------------------------------------------------------------------- */

/* Values with error bars, one below the other: scores, ratings. Bars begin at the
 * reference, which has a line to compare with; NAN: at 0. */
struct jg_bar {
    const char *name;
    double value, low, high; /* NAN: no bar, no error bar */
    const char *label;       /* the number in words, behind it */
};

void jg_plot_bars(const struct jg_plot *p, const struct jg_axis *axis, const struct jg_bar *bars, size_t n,
                  double reference);

/* Lines over a common x. */
enum { JG_PLOT_COLOURS = 6 }; /* that differ */

struct jg_curve {
    const char *name;
    const double *x, *y;
    const double *low, *high; /* a band around it; NULL: none */
    size_t n;
    int colour; /* any number: curves of the same have the same colour */
    bool dashed;
};

void jg_plot_curves(const struct jg_plot *p, const struct jg_axis *x, const struct jg_axis *y,
                    const struct jg_curve *curves, size_t n);

/* One small plot of several side by side: a curve and, unless NAN, a line to compare with. */
void jg_plot_small(const struct jg_plot *p, const struct jg_curve *curve, double reference);

/* How often each number from `first` on came; merged into classes of a round width where they are many. */
void jg_plot_histogram(const struct jg_plot *p, const char *x_title, const char *y_title, int first,
                       const uint64_t *counts, size_t n);

/* A table of shares as colours: row i against column j. */
struct jg_heat {
    const char *const *names;
    size_t n;
    const void *arg;
    double (*share)(const void *arg, size_t row, size_t column); /* 0..1; NAN: an empty cell */

    /* What stands in a cell, if there is room; what is told where one points. Either may be NULL. */
    void (*label)(const void *arg, size_t row, size_t column, struct jg_text *out);
    void (*title)(const void *arg, size_t row, size_t column, struct jg_text *out);
};

void jg_plot_heat(const struct jg_plot *p, const struct jg_heat *heat);

/* ---- plot.c: what they share ---------------------------------------------------------------- */

/* The figure around a picture of that size that is never shown smaller than `least` wide;
 * `about` tells it to those who cannot see it. */
void jg_plot_begin(const struct jg_plot *p, const char *about, double width, double height, double least);
void jg_plot_end(const struct jg_plot *p);

/* A text of a class ("" none): anchor is start, middle or end. Where it is wider
 * than `width` it is cut and told whole where one points; 0: it is not. */
void jg_plot_text(const struct jg_plot *p, const char *class, const char *anchor, double x, double y, double width,
                  const char *text);

/* Grid lines and numbers of an axis below (and, if asked, above) or to the left of a box. */
struct jg_plot_box {
    double left, top, right, bottom;
};

void jg_plot_x_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t, const char *title,
                    bool grid, bool above);
void jg_plot_y_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t);

/* How wide the numbers of an axis are. */
double jg_plot_ticks_width(const struct jg_plot *p, const struct jg_ticks *t);

/* The height of a number on an axis to the left; beyond its ends: at them. */
double jg_plot_y(const struct jg_plot_box *box, const struct jg_ticks *t, double y);
double jg_plot_x(const struct jg_plot_box *box, const struct jg_ticks *t, double x);

#endif
