/* Plots as SVG figures of a page: axes with round numbers, styled by the classes of report_page.css. NAN is a missing
 * value; infinite values leave the plot. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "core/buffer.h"

#include <jogada/lang.h>
#include <jogada/text.h>

#include <stddef.h>
#include <stdint.h>

/* The output, title and note of a plot. */
struct jg_plot {
    struct jg_buffer *out;
    jg_lang lang;
    const char *title;
    const char *note; /* may be NULL */
};

/* The notation of the numbers of an axis. */
enum jg_scale { JG_SCALE_NUMBER, JG_SCALE_WHOLE, JG_SCALE_SHARE, JG_SCALE_SECONDS };

struct jg_axis {
    const char *title; /* NULL: none */
    enum jg_scale scale;
    bool log; /* logarithmic, if all numbers are positive */
};

/* ---- plot_axis.c: round numbers ------------------------------------------------------------ */

enum { JG_TICKS_MOST = 12 };

struct jg_ticks {
    double at[JG_TICKS_MOST]; /* ascending; the axis goes from the first to the last */
    int count;
    enum jg_scale scale;
    bool log;
    int decimals; /* needed to distinguish them */
};

/* Finds round numbers that cover low..high in at most `most` steps (2 to 10); with 5 or more steps there are at least 3
 * numbers. Empty and infinite ranges are replaced by ones that can be drawn. */
void jg_ticks_find(struct jg_ticks *t, const struct jg_axis *axis, double low, double high, int most);

/* The position of x on the axis, clamped to 0..1. NAN for NAN. */
double jg_ticks_place(const struct jg_ticks *t, double x);

/* Prints the number of tick i. */
void jg_ticks_print(const struct jg_ticks *t, int i, jg_lang lang, struct jg_text *out);

/* ---- Plots ---------------------------------------------------------------------------------- */

/* A bar chart of values with error bars. Bars start at the reference, which is drawn as a line; NAN: at 0. */
struct jg_bar {
    const char *name;
    double value, low, high; /* NAN: no bar, no error bar */
    const char *label;       /* the number as text, behind the bar */
};

void jg_plot_bars(const struct jg_plot *p, const struct jg_axis *axis, const struct jg_bar *bars, size_t n,
                  double reference);

/* Line plots. */
enum { JG_PLOT_COLOURS = 6 }; /* number of different colours */

struct jg_curve {
    const char *name;
    const double *x, *y;
    const double *low, *high; /* confidence band; NULL: none */
    size_t n;
    int colour; /* any number; equal numbers have the same colour */
    bool dashed;
};

void jg_plot_curves(const struct jg_plot *p, const struct jg_axis *x, const struct jg_axis *y,
                    const struct jg_curve *curves, size_t n);

/* A small plot, for several side by side: a curve and, unless NAN, a reference line. */
void jg_plot_small(const struct jg_plot *p, const struct jg_curve *curve, double reference);

/* A histogram of the counts of the numbers from `first` on, merged into bins of a round width if there are many. */
void jg_plot_histogram(const struct jg_plot *p, const char *x_title, const char *y_title, int first,
                       const uint64_t *counts, size_t n);

/* A heat map: shares of row i against column j. */
struct jg_heat {
    const char *const *names;
    size_t n;
    const void *arg;
    double (*share)(const void *arg, size_t row, size_t column); /* 0..1; NAN: an empty cell */

    /* The text of a cell, if there is room; its tooltip. Either may be NULL. */
    void (*label)(const void *arg, size_t row, size_t column, struct jg_text *out);
    void (*title)(const void *arg, size_t row, size_t column, struct jg_text *out);
};

void jg_plot_heat(const struct jg_plot *p, const struct jg_heat *heat);

/* ---- plot.c: shared parts ------------------------------------------------------------------- */

/* Starts a figure with a picture of this size, never shown narrower than `least`; `about` describes it for screen
 * readers. */
void jg_plot_begin(const struct jg_plot *p, const char *about, double width, double height, double least);
void jg_plot_end(const struct jg_plot *p);

/* Adds text of a class ("": none); anchor is start, middle or end. Text wider than `width` is cut, with the whole as a
 * tooltip; 0: never. */
void jg_plot_text(const struct jg_plot *p, const char *class, const char *anchor, double x, double y, double width,
                  const char *text);

/* Grid lines and numbers of an axis below (optionally also above) or to the left of a box. */
struct jg_plot_box {
    double left, top, right, bottom;
};

void jg_plot_x_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t, const char *title,
                    bool grid, bool above);
void jg_plot_y_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t);

/* The width of the numbers of an axis. */
double jg_plot_ticks_width(const struct jg_plot *p, const struct jg_ticks *t);

/* The coordinates of a number on an axis, clamped to its ends. */
double jg_plot_y(const struct jg_plot_box *box, const struct jg_ticks *t, double y);
double jg_plot_x(const struct jg_plot_box *box, const struct jg_ticks *t, double x);

#endif
