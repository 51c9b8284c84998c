/* Connect Four as a picture: discs behind a blue frame, as on the page. */
#include "games/connect4/connect4.h"

#include "game/drawing.h"

#include <math.h>

enum { CELL = 80, HOLE = 33, EDGE = 14, TOP = 84, BOTTOM = 46, MARGIN = 10, LEAST = 300 };

struct board {
    const struct jg_connect4_options *o;
    double left, width, height; /* of the frame */
};

static struct board board_of(const struct jg_game *g) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    double width = o->width * CELL + 2 * EDGE;
    return (struct board){
        .o = o, .left = MARGIN + fmax(0, LEAST - width) / 2, .width = width, .height = o->height * CELL + 2 * EDGE};
}

static double column_at(const struct board *b, int column) { return b->left + EDGE + CELL * (column + 0.5); }
static double row_at(const struct board *b, int row) { return TOP + EDGE + CELL * (b->o->height - row - 0.5); }

/* A disc. Rings mark the red ones, so that colour is not the only difference. */
static void draw_disc(struct jg_text *t, int seat, double x, double y, double scale, bool faded) {
    const char *edge =
        seat ? "fill='none' stroke='#b58705' stroke-width='3.5'" : "fill='none' stroke='#8d1f17' stroke-width='3.5'";
    jg_text_add(t, "<g transform='translate(%g %g) scale(%g)'%s>", x, y, scale, faded ? " opacity='0.45'" : "");
    jg_svg_circle(t, 0, 0, HOLE + 3, seat ? "fill='#f2c230'" : "fill='#c8372d'");
    jg_svg_circle(t, 0, 0, HOLE - 9, edge);
    if (!seat) jg_svg_circle(t, 0, 0, 9, edge);
    jg_svg_end(t);
}

/* The frame as a path with a hole for each square. */
static void draw_frame(struct jg_text *t, const struct board *b) {
    double r = 20, w = b->width, h = b->height;
    jg_text_add(t,
                "<path fill='#1d4f91' fill-rule='evenodd' stroke='#12386b' stroke-width='2.5' "
                "d='M%g %dH%ga%g %g 0 0 1 %g %gV%gH%gV%ga%g %g 0 0 1 %g %gZ",
                b->left + r, TOP, b->left + w - r, r, r, r, r, TOP + h, b->left, TOP + r, r, r, r, -r);
    for (int column = 0; column < b->o->width; column++)
        for (int row = 0; row < b->o->height; row++)
            jg_text_add(t, "M%g %ga%d %d 0 1 0 %d 0a%d %d 0 1 0 %d 0Z", column_at(b, column) - HOLE, row_at(b, row),
                        HOLE, HOLE, 2 * HOLE, HOLE, HOLE, -2 * HOLE);
    jg_text_put(t, "'/>");
}

static void draw_column(const struct jg_drawing_page *p, const struct board *b, int column, uint64_t won) {
    const struct jg_connect4_state *s = p->view;
    uint64_t all = s->discs[0] | s->discs[1];
    double x = column_at(b, column);
    for (int row = 0; row < b->o->height; row++) {
        uint64_t square = jg_connect4_square(p->g, column, row);
        bool top = row + 1 == b->o->height || !(all & jg_connect4_square(p->g, column, row + 1));
        if (!(all & square)) break;
        draw_disc(p->t, s->discs[1] & square ? 1 : 0, x, row_at(b, row), 1, won && !(won & square));
        if (won & square || (top && p->how->last == (jg_move)(column + 1)))
            jg_svg_circle(p->t, x, row_at(b, row), HOLE - 3.5,
                          won & square ? "fill='none' stroke='#fff' stroke-width='7'"
                                       : "fill='none' stroke='#fff' stroke-width='5'");
    }
}

/* The numbers of the columns, and the marks where discs would land. */
static void draw_moves(const struct jg_drawing_page *p, const struct board *b) {
    uint64_t landing = jg_connect4_landing(p->g, p->view);
    for (int column = 0; column < b->o->width; column++) {
        jg_svg_number(p->t, column_at(b, column), TOP - 10, 24, "text-anchor='middle' fill='" JG_DRAWING_DIM "'",
                      column + 1);
        for (int row = 0; row < b->o->height; row++)
            if (landing & jg_connect4_square(p->g, column, row))
                jg_drawing_pill_at(p, (jg_move)(column + 1), column_at(b, column), row_at(b, row), 25, CELL - 4);
    }
}

void jg_connect4_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    struct board b = board_of(g);
    int near = jg_drawing_near(how);
    const struct jg_connect4_state *s = view;
    uint64_t won = jg_connect4_line_squares(g, s->discs[0]) | jg_connect4_line_squares(g, s->discs[1]);
    double width = fmax(b.width, LEAST) + 2 * MARGIN;
    jg_drawing_begin(&p, width, TOP + b.height + BOTTOM);
    jg_svg_rect(t, b.left + 6, TOP + 6, b.width - 12, b.height - 8, 0, "fill='#e9e2d3'");
    for (int column = 0; column < b.o->width; column++) draw_column(&p, &b, column, won);
    draw_frame(t, &b);
    draw_moves(&p, &b);
    for (int seat = 0; seat < 2; seat++) {
        double y = seat == near ? TOP + b.height + 33 : 34;
        draw_disc(t, seat, 26, y - 9, 0.36, false);
        jg_drawing_nameplate(&p, seat, 48, y, 27, width - 60, false, "");
    }
    jg_drawing_end(&p);
}
