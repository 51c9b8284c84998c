/* Lines of Action as a picture: the board with its coordinates, links between connected pieces, the last move, as on
 * the page. */
#include "games/loa/loa.h"

#include "core/math.h"
#include "game/drawing.h"

#include <math.h>

enum {
    CELL = 100,
    FRAME = 50,
    TOP = 64,
    MARGIN = 8,
    SIDE = 8 * CELL + 2 * FRAME,
    DISC = 37,
    ARROWS = 8,
    ROWS = JG_LOA_DIRECTIONS
};

static const char DEFS[] =
    "<defs><radialGradient id='jg-loa-black' cx='0.36' cy='0.3' r='0.8'><stop offset='0' stop-color='#6a6661'/>"
    "<stop offset='1' stop-color='#191715'/></radialGradient>"
    "<radialGradient id='jg-loa-white' cx='0.36' cy='0.3' r='0.85'><stop offset='0' stop-color='#fff'/>"
    "<stop offset='0.6' stop-color='#f4efe5'/><stop offset='1' stop-color='#c9bfae'/></radialGradient>"
    "<linearGradient id='jg-loa-frame' x1='0' y1='0' x2='0.2' y2='1'><stop offset='0' stop-color='#7f5735'/>"
    "<stop offset='1' stop-color='#603f22'/></linearGradient>"
    "<g id='jg-loa-b'><ellipse cx='3' cy='6' rx='37' ry='36' fill-opacity='0.28'/>"
    "<circle r='37' fill='url(#jg-loa-black)' stroke='#000' stroke-opacity='0.6'/>"
    "<circle r='26' fill='none' stroke='#fff' stroke-width='2' opacity='0.13'/></g>"
    "<g id='jg-loa-w'><ellipse cx='3' cy='6' rx='37' ry='36' fill-opacity='0.28'/>"
    "<circle r='37' fill='url(#jg-loa-white)' stroke='#7d715f' stroke-opacity='0.5'/>"
    "<circle r='26' fill='none' stroke='#5d5140' stroke-width='2' opacity='0.22'/></g></defs>";

struct point {
    double x, y;
};

/* The centre of a square; White's view is turned round. */
static struct point at(const struct jg_drawing_page *p, unsigned square) {
    int file = (int)(square & 7), rank = (int)(square >> 3);
    bool turned = jg_drawing_near(p->how) == 1;
    return (struct point){MARGIN + FRAME + CELL * ((turned ? 7 - file : file) + 0.5),
                          TOP + FRAME + CELL * ((turned ? rank : 7 - rank) + 0.5)};
}

/* The point on the way from a to b at a distance from a. */
static struct point along(struct point a, struct point b, double far) {
    double d = fmax(jg_math_hypot(b.x - a.x, b.y - a.y), 1);
    return (struct point){a.x + (b.x - a.x) * far / d, a.y + (b.y - a.y) * far / d};
}

/* ---- Board ------------------------------------------------------------------------------- */

static void draw_ground(const struct jg_drawing_page *p) {
    jg_svg_rect(p->t, MARGIN, TOP, SIDE, SIDE, 16, "fill='url(#jg-loa-frame)'");
    jg_svg_rect(p->t, MARGIN + FRAME, TOP + FRAME, 8 * CELL, 8 * CELL, 0, "fill='#ead9ba'");
    jg_text_put(p->t, "<path fill='#dcc6a0' d='");
    for (unsigned s = 0; s < JG_LOA_SQUARES; s++)
        if (((s & 7) + (s >> 3)) % 2 == 0) jg_text_add(p->t, "M%g %gh100v100h-100z", at(p, s).x - 50, at(p, s).y - 50);
    jg_text_put(p->t, "'/>");
    jg_svg_rect(p->t, MARGIN + FRAME, TOP + FRAME, 8 * CELL, 8 * CELL, 0,
                "fill='none' stroke='#000' stroke-opacity='0.35' stroke-width='3'");
    for (unsigned i = 0; i < 8; i++) {
        const char file[] = {(char)('a' + i), 0}, rank[] = {(char)('1' + i), 0};
        jg_svg_words(p->t, at(p, i).x, TOP + SIDE - 13, 34, "text-anchor='middle' fill='#f4e3c8'", file);
        jg_svg_words(p->t, MARGIN + FRAME / 2.0, at(p, 8 * i).y + 12, 34, "text-anchor='middle' fill='#f4e3c8'", rank);
    }
}

/* Lines between neighbouring pieces of a side, each drawn once. */
static void draw_links(const struct jg_drawing_page *p, uint64_t pieces, const char *paint) {
    static const int STEPS[] = {1, 7, 8, 9};
    for (uint64_t left = pieces; left;) {
        unsigned s = jg_loa_pop(&left);
        for (int i = 0; i < 4; i++) {
            unsigned n = s + (unsigned)STEPS[i];
            int files = (int)(n & 7) - (int)(s & 7);
            if (n < JG_LOA_SQUARES && files >= -1 && files <= 1 && pieces >> n & 1)
                jg_svg_line(p->t, at(p, s).x, at(p, s).y, at(p, n).x, at(p, n).y, paint);
        }
    }
}

static void draw_pieces(const struct jg_drawing_page *p) {
    const struct jg_loa_state *s = p->view;
    draw_links(p, s->pieces[0], "stroke='#2a241d' stroke-width='11' stroke-linecap='round' opacity='0.4'");
    draw_links(p, s->pieces[1], "stroke='#fffdf8' stroke-width='11' stroke-linecap='round' opacity='0.75'");
    for (int seat = 0; seat < 2; seat++)
        for (uint64_t left = s->pieces[seat]; left;) {
            struct point c = at(p, jg_loa_pop(&left));
            jg_svg_use(p->t, seat ? "jg-loa-w" : "jg-loa-b", c.x, c.y, 1, "");
            if (s->end == (seat ? JG_LOA_WHITE : JG_LOA_BLACK))
                jg_svg_circle(p->t, c.x, c.y, DISC + 5, "fill='none' stroke='" JG_DRAWING_LAST "' stroke-width='5'");
        }
}

/* ---- Moves ------------------------------------------------------------------------------- */

static bool is_placed(const struct jg_drawing_page *p, jg_move move) {
    (void)p;
    return move < JG_LOA_PASS && jg_loa_from(move) != jg_loa_to(move);
}

/* An arrow from one square to another, between a shaft's width from the centres. */
static void draw_arrow(const struct jg_drawing_page *p, jg_move move, double width, const char *colour) {
    char paint[128];
    struct jg_text t;
    struct point a = at(p, jg_loa_from(move)), b = at(p, jg_loa_to(move));
    struct point start = along(a, b, 18), tip = along(b, a, 20), back = along(b, a, 48);
    double far = fmax(jg_math_hypot(b.x - a.x, b.y - a.y), 1), sx = 17 * (b.y - a.y) / far, sy = 17 * (a.x - b.x) / far;
    jg_text_init(&t, paint, sizeof paint);
    jg_text_add(&t, "stroke='%s' stroke-width='%g' stroke-linecap='round' opacity='0.8'", colour, width);
    jg_svg_line(p->t, start.x, start.y, back.x, back.y, paint);
    jg_text_clear(&t);
    jg_text_add(&t, "fill='%s' opacity='0.8'", colour);
    jg_svg_path(p->t, paint, "M%g %gL%g %gL%g %gz", tip.x, tip.y, back.x + sx, back.y + sy, back.x - sx, back.y - sy);
}

/* The squares of the last move below the pieces, and its arrow above them. */
static void draw_last(const struct jg_drawing_page *p, bool above) {
    if (!p->how->last || !is_placed(p, p->how->last)) return;
    struct point a = at(p, jg_loa_from(p->how->last)), b = at(p, jg_loa_to(p->how->last));
    if (above) {
        draw_arrow(p, p->how->last, 8, JG_DRAWING_LAST);
        return;
    }
    jg_svg_rect(p->t, a.x - 50, a.y - 50, 100, 100, 0, "fill='" JG_DRAWING_LAST "' opacity='0.3'");
    jg_svg_rect(p->t, b.x - 50, b.y - 50, 100, 100, 0, "fill='" JG_DRAWING_LAST "' opacity='0.3'");
}

/* The marks of all moves to a square, in rows, each behind the name of its origin. */
static void draw_values(const struct jg_drawing_page *p, unsigned square) {
    const struct jg_mark *marks[ROWS];
    int n = 0;
    for (size_t i = 0; i < p->how->mark_count && n < ROWS; i++)
        if (is_placed(p, p->how->marks[i].move) && jg_loa_to(p->how->marks[i].move) == square)
            marks[n++] = &p->how->marks[i];
    double size = n > 3 ? 0.68 * CELL / n : 21, step = n > 3 ? 1.42 * size : 31;
    for (int i = 0; i < n; i++) {
        unsigned from = jg_loa_from(marks[i]->move);
        const char before[] = {(char)('a' + (from & 7)), (char)('1' + (from >> 3)), ' ', 0};
        jg_drawing_pill(p, marks[i], before, at(p, square).x, at(p, square).y + (i - (n - 1) / 2.0) * step, size,
                        CELL - 4);
    }
}

/* Arrows of the marks if there are few, otherwise of the first of the best. */
static void draw_marks(const struct jg_drawing_page *p) {
    const struct jg_drawing *how = p->how;
    const struct jg_mark *best = NULL;
    for (size_t i = 0; i < how->mark_count && !best; i++)
        if (is_placed(p, how->marks[i].move) && how->marks[i].best) best = &how->marks[i];
    for (size_t i = 0; i < how->mark_count; i++)
        if (is_placed(p, how->marks[i].move) && (&how->marks[i] == best || how->mark_count <= ARROWS))
            draw_arrow(p, how->marks[i].move, 10, &how->marks[i] == best ? "#1c7350" : "#6b6638");
    for (unsigned s = 0; s < JG_LOA_SQUARES; s++) draw_values(p, s);
}

static void put_note(const struct jg_drawing_page *p, int seat, struct jg_text *t) {
    const struct jg_loa_state *s = p->view;
    int pieces = __builtin_popcountll(s->pieces[seat]), groups = jg_loa_groups(s->pieces[seat]);
    jg_text_add(t, "%d ", pieces);
    if (groups > 1)
        jg_text_add_tr(t, p->how->lang, "pieces in %d groups", groups);
    else
        jg_text_put(t, jg_tr(p->how->lang, pieces > 1 ? "pieces in one group" : "piece"));
}

void jg_loa_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    double width = SIDE + 2 * MARGIN, bottom = TOP + SIDE;
    struct jg_drawing_list list = {
        .middle = width / 2, .top = bottom + 64, .width = SIDE, .size = 34, .placed = is_placed};
    double below = jg_drawing_list(&p, &list, true);
    jg_drawing_begin(&p, width, list.top + (below > 0 ? below + 8 : 0));
    jg_text_put(t, DEFS);
    draw_ground(&p);
    draw_last(&p, false);
    draw_pieces(&p);
    draw_last(&p, true);
    draw_marks(&p);
    for (int seat = 0; seat < 2; seat++) {
        char note[64];
        struct jg_text words;
        double y = seat == jg_drawing_near(how) ? bottom + 44 : TOP - 20;
        jg_text_init(&words, note, sizeof note);
        put_note(&p, seat, &words);
        jg_svg_use(t, seat ? "jg-loa-w" : "jg-loa-b", MARGIN + 22, y - 13, 0.45, "");
        jg_drawing_nameplate(&p, seat, MARGIN + 48, y, 38, SIDE - 60, false, note);
    }
    jg_drawing_list(&p, &list, false);
    jg_drawing_end(&p);
}
