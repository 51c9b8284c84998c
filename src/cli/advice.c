#include "cli/advice.h"

#include <stdlib.h>

/* qsort may change the order of equal ones: the place decides. */
static int by_value(const void *a, const void *b) {
    const struct judged *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value) : x->place - y->place;
}

int advice_sorted(const struct jg_report *r, struct judged out[JG_MOVES_MAX]) {
    for (int i = 0; i < r->move_count; i++)
        out[i] = (struct judged){.move = r->moves[i].move, .value = r->moves[i].value, .place = i};
    qsort(out, (size_t)r->move_count, sizeof *out, by_value);
    return r->move_count;
}

const char *advice_value(const struct cli *c, const struct jg_report *r, int32_t value, char out[32]) {
    struct jg_text t;
    jg_text_init(&t, out, 32);
    if (r->by)
        jg_value_print(&t, r->by, value, c->lang);
    else
        jg_text_put(&t, "-");
    return out;
}

static void put_right(const char *text, int columns) {
    int width = text_width(text);
    printf("%*s%s", columns > width ? columns - width : 0, "", text);
}

void advice_moves(const struct cli *c, const struct jg_game *g, const void *view, const struct jg_report *r) {
    struct judged moves[JG_MOVES_MAX];
    char value[32], move[JG_MOVE_MAX];
    int n = r->by ? advice_sorted(r, moves) : 0, wide = 0;
    for (int i = 0; i < n; i++) {
        int width = text_width(move_text(g, view, moves[i].move, move));
        if (width > wide) wide = width;
    }
    if (n) putchar('\n');
    for (int i = 0; i < n; i++) {
        char words[256];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        g->kind->tell(g, view, moves[i].move, c->lang, &t);
        put_right(move_text(g, view, moves[i].move, move), 2 + wide);
        put_right(advice_value(c, r, moves[i].value, value), 10);
        printf("  %s\n", words);
    }
}

void advice_explain(const struct cli *c, struct jg_agent *a, const struct jg_ask *ask) {
    struct jg_style style = {.lang = c->lang, .colour = c->colour, .unicode = c->unicode, .seat = ask->seat};
    char *lines = a->kind->explain ? malloc(JG_PICTURE_MAX) : NULL;
    struct jg_text t;
    if (!lines) return;
    jg_text_init(&t, lines, JG_PICTURE_MAX);
    a->kind->explain(a, ask, &style, &t);
    if (t.used) printf("\n%s%s", lines, lines[t.used - 1] == '\n' ? "" : "\n");
    free(lines);
}
