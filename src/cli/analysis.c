#include "cli/analysis.h"

#include <stdlib.h>

const char *analysis_value(const struct cli *c, const struct jg_report *r, int32_t value, char out[32]) {
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

void analysis_moves(const struct cli *c, const struct jg_game *g, const void *view, const struct jg_report *r) {
    struct jg_ranked_move moves[JG_MOVES_MAX];
    char value[32], move[JG_MOVE_MAX];
    int n = jg_agent_sorted_moves(r, moves), wide = 0;
    for (int i = 0; i < n; i++) {
        int width = text_width(move_text(g, view, moves[i].move, move));
        if (width > wide) wide = width;
    }
    if (n) putchar('\n');
    for (int i = 0; i < n; i++) {
        char words[256];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        g->kind->describe_move(g, view, moves[i].move, c->lang, &t);
        put_right(move_text(g, view, moves[i].move, move), 2 + wide);
        put_right(analysis_value(c, r, moves[i].value, value), 10);
        printf("  %s\n", words);
    }
}

void analysis_explain(const struct cli *c, struct jg_agent *a, const struct jg_query *query) {
    struct jg_style style = {.lang = c->lang, .colour = c->colour, .unicode = c->unicode, .seat = query->seat};
    char *lines = a->kind->explain ? malloc(JG_PICTURE_MAX) : NULL;
    struct jg_text t;
    if (!lines) {
        if (a->kind->explain) print_out_of_memory(c);
        return;
    }
    jg_text_init(&t, lines, JG_PICTURE_MAX);
    a->kind->explain(a, query, &style, &t);
    if (t.used) printf("\n%s%s", lines, lines[t.used - 1] == '\n' ? "" : "\n");
    free(lines);
}
