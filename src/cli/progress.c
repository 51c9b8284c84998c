/* Progress on standard error: a bar, or plain lines for a log file. */
#include "cli/cli.h"

#include "core/clock.h"

#include <math.h>

enum { CELLS = 30, TENTHS = 10 };

static const double LINE_PAUSE = 60; /* seconds between two plain lines of the same tenth */

void progress_begin(struct progress *p, const struct cli *c, const char *title) {
    bool chosen = c->options.progress; /* not auto: short work shows it, too */
    *p = (struct progress){.c = c,
                           .mode = c->progress,
                           .title = title,
                           .begin = jg_clock(),
                           .delay = chosen                          ? 0
                                    : c->progress == PROGRESS_PLAIN ? 5
                                                                    : 0.5,
                           .pause = c->progress == PROGRESS_PLAIN ? LINE_PAUSE : 0.1};
}

bool progress_due(struct progress *p, double share) {
    const double rounding = 1e-9;
    int tenths = share > 0 ? (int)(share * TENTHS + rounding) : 0;
    double now = jg_clock();
    if (p->mode == PROGRESS_NONE || now - p->begin < p->delay) return false;
    bool plain = p->mode == PROGRESS_PLAIN, more = plain && tenths > p->tenths;
    double last = p->shown > 0 ? p->shown : plain ? p->begin : -HUGE_VAL;
    if (!more && now - last < p->pause) return false;
    p->tenths = tenths;
    p->shown = now;
    return true;
}

void progress_show(void *arg, double share, double amount) {
    struct progress *p = arg;
    bool plain = p->mode == PROGRESS_PLAIN;
    if (!progress_due(p, share)) return;
    double spent = p->shown - p->begin, left = share > 0 ? spent / share - spent : 0;
    fprintf(stderr, plain ? "%s:" : "\r%s [", p->title);
    for (int i = 0; i < CELLS && !plain; i++) fputc(i < (int)(share * CELLS) ? '#' : '.', stderr);
    fprintf(stderr, plain ? " %3.0f %%" : "] %3.0f %%", 100 * share);
    if (amount > 0 && spent > 0) print_local(p->c, stderr, "  %.1f M/s", amount / spent / 1e6);
    fprintf(stderr, plain ? "  %d:%02d\n" : "  %d:%02d   ", (int)left / 60, (int)left % 60);
}

void progress_end(struct progress *p) {
    if (p->mode == PROGRESS_BAR && p->shown > 0) fprintf(stderr, "\r\033[K");
    p->mode = PROGRESS_NONE;
}
