/* Progress bars on standard error. */
#include "cli/cli.h"

#include "core/clock.h"

enum { CELLS = 30 };

void progress_begin(struct progress *p, const struct cli *c, const char *title) {
    *p = (struct progress){.c = c, .on = c->progress, .title = title, .begin = jg_clock()};
}

void progress_show(void *arg, double share, double amount) {
    struct progress *p = arg;
    double now = jg_clock(), spent = now - p->begin;
    if (!p->on || spent < 0.5 || now - p->shown < 0.1) return; /* short work shows no bar */
    p->shown = now;
    double left = share > 0 ? spent / share - spent : 0;
    fprintf(stderr, "\r%s [", p->title);
    for (int i = 0; i < CELLS; i++) fputc(i < (int)(share * CELLS) ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%", 100 * share);
    if (amount > 0) print_local(p->c, stderr, "  %.1f M/s", amount / spent / 1e6);
    fprintf(stderr, "  %d:%02d   ", (int)left / 60, (int)left % 60);
}

void progress_end(struct progress *p) {
    if (p->on && p->shown > 0) fprintf(stderr, "\r\033[K");
    p->on = false;
}
