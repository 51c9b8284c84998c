/* Progress on standard error: a bar, or plain lines for a log file. */
#include "cli/cli.h"

#include "core/buffer.h"
#include "core/clock.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CELLS = 30, TENTHS = 10, USUAL_WIDTH = 80 };

/* Seconds between two plain lines of the same tenth, and between two drawings. */
static const double LINE_PAUSE = 60, BAR_PAUSE = 0.1, TABLE_PAUSE = 0.25;

void progress_begin(struct progress *p, const struct cli *c, const char *title) {
    bool chosen = c->options.progress; /* not auto: short work shows it, too */
    *p = (struct progress){.c = c,
                           .mode = c->progress,
                           .title = title,
                           .begin = jg_clock(),
                           .delay = chosen                          ? 0
                                    : c->progress == PROGRESS_PLAIN ? 5
                                                                    : 0.5,
                           .pause = c->progress == PROGRESS_PLAIN ? LINE_PAUSE : BAR_PAUSE};
}

void progress_begin_table(struct progress *p, const struct cli *c) {
    progress_begin(p, c, "");
    if (p->mode == PROGRESS_BAR) p->pause = TABLE_PAUSE;
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

void progress_note(struct progress *p, progress_note_fn *note, const void *arg) {
    p->note = note;
    p->note_arg = arg;
}

/* Shows a line below the bar and returns to the bar. "": removes the line. */
static void show_below(struct progress *p, const char *line) {
    struct winsize size = {0};
    int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? USUAL_WIDTH : size.ws_col, column = 0;
    if (p->noted || *line) fputs("\033[J", stderr);
    p->noted = *line;
    if (!*line) return;
    fputc('\n', stderr);
    for (; *line && *line != '\n'; line++) {
        column += (*line & 0xc0) != 0x80;
        if (column < width) fputc(*line, stderr);
    }
    fputs("\033[A", stderr);
}

static void show_note(struct progress *p) {
    struct jg_buffer b = {0};
    if (p->note) p->note(p->c, p->note_arg, &b);
    const char *text = b.at && !b.failed ? b.at : "";
    if (p->mode == PROGRESS_PLAIN)
        fputs(text, stderr);
    else
        show_below(p, text);
    jg_buffer_free(&b);
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
    show_note(p);
}

void progress_end(struct progress *p) {
    if (p->mode == PROGRESS_BAR && p->shown > 0) fputs(p->noted ? "\r\033[J" : "\r\033[K", stderr);
    p->mode = PROGRESS_NONE;
}
