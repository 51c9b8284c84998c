/* Boards as SVG: draws the view of a seat with the game's own function, or as text. */
#include <jogada/board.h>

#include "game/drawing.h"

#include <math.h>
#include <string.h>

/* ---- Games without a picture --------------------------------------------------------------- */

/* The board of the terminal, in a font of fixed width. */
static void draw_text(const struct jg_drawing_page *p) {
    enum { SIZE = 20 };
    static const double LETTER = 0.63, LINE = 1.25, MARGIN = 20; /* of the size, rather too wide */
    struct jg_style style = {.lang = p->how->lang, .unicode = true, .seat = p->how->seat, .last = p->how->last};
    char picture[JG_PICTURE_MAX];
    struct jg_text t;
    int lines = 0, columns = 0, column = 0;
    jg_text_init(&t, picture, sizeof picture);
    p->g->kind->show(p->g, p->view, &style, &t);
    for (const char *c = picture; *c; c++) {
        column = *c == '\n' ? 0 : column + ((*c & 0xc0) != 0x80);
        if (column > columns) columns = column;
        lines += *c == '\n' || !c[1];
    }
    double width = fmax(columns * LETTER * SIZE, 300) + 2 * MARGIN, height = lines * LINE * SIZE + 2 * MARGIN;
    struct jg_drawing_list list = {.middle = width / 2, .top = height, .width = width - 2 * MARGIN, .size = SIZE};
    double below = jg_drawing_list(p, &list, true);
    jg_drawing_begin(p, width, height + below + (below > 0 ? MARGIN : 0));
    char *line = picture;
    for (int i = 0; i < lines; i++) {
        char *end = line + strcspn(line, "\n");
        bool more = *end;
        *end = 0;
        jg_svg_words(p->t, MARGIN, MARGIN + (i + 0.8) * LINE * SIZE, SIZE,
                     "font-family='ui-monospace, DejaVu Sans Mono, monospace' xml:space='preserve' " JG_DRAWING_START,
                     line);
        line = end + more;
    }
    jg_drawing_list(p, &list, false);
    jg_drawing_end(p);
}

/* ---- The picture -------------------------------------------------------------------------- */

/* Copies the marks on moves that are legal and that the viewer knows; returns their number. */
static size_t known_marks(const struct jg_game *g, const void *view, const struct jg_drawing *how,
                          struct jg_mark out[JG_MOVES_MAX]) {
    size_t n = 0;
    int turn = jg_turn(g, view);
    if (turn < 0 || (g->kind->traits & JG_HAS_HIDDEN && how->seat != turn)) return 0;
    for (size_t i = 0; how->marks && i < how->mark_count && n < JG_MOVES_MAX; i++)
        if (jg_legal(g, view, how->marks[i].move)) out[n++] = how->marks[i];
    return n;
}

bool jg_board_svg(const struct jg_game *g, const void *state, const struct jg_drawing *how, struct jg_text *t) {
    union jg_state view;
    struct jg_mark marks[JG_MOVES_MAX];
    struct jg_drawing known = *how;
    if (known.seat < 0 || known.seat >= g->kind->seats) known.seat = JG_NOBODY;
    jg_view(g, state, known.seat, &view);
    known.mark_count = known_marks(g, &view, &known, marks);
    known.marks = marks;
    if (g->kind->svg)
        g->kind->svg(g, &view, &known, t);
    else
        draw_text(&(struct jg_drawing_page){.g = g, .view = &view, .how = &known, .t = t});
    return !t->cut;
}
