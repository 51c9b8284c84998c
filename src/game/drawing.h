/* Parts that the pictures of all games share: the frame, names of players, and labels on moves. Their look is that of
 * the page's boards (web/src/games/common.ts, board.css). */
#ifndef GAME_DRAWING_H
#define GAME_DRAWING_H

#include "core/svg.h"

#include <jogada/board.h>

/* Colours of the page's light theme. */
#define JG_DRAWING_GROUND "#f5eee2"
#define JG_DRAWING_PAPER  "#fffdf8"
#define JG_DRAWING_LINE   "#dccdb6"
#define JG_DRAWING_INK    "#2c2118"
#define JG_DRAWING_DIM    "#66574a"
#define JG_DRAWING_ACCENT "#87491a"
#define JG_DRAWING_LAST   "#d99a1c"
#define JG_DRAWING_GAIN   "#1c7350"
#define JG_DRAWING_DANGER "#a5281f"

/* Paints of words. */
#define JG_DRAWING_START  "fill='" JG_DRAWING_INK "'"
#define JG_DRAWING_MIDDLE "text-anchor='middle' fill='" JG_DRAWING_INK "'"
#define JG_DRAWING_END    "text-anchor='end' fill='" JG_DRAWING_INK "'"

/* A view that is being drawn, and where. */
struct jg_drawing_page {
    const struct jg_game *g;
    const void *view;
    const struct jg_drawing *how;
    struct jg_text *t;
};

/* The <svg> element with title, description and background; the viewBox is 0 0 width height. */
void jg_drawing_begin(const struct jg_drawing_page *p, double width, double height);
void jg_drawing_end(const struct jg_drawing_page *p);

/* The seat at the lower edge: the viewer, or the first seat. */
static inline int jg_drawing_near(const struct jg_drawing *how) { return how->seat < 0 ? 0 : how->seat; }

/* The name of a player. */
const char *jg_drawing_name(const struct jg_drawing_page *p, int seat);

/* A name with its baseline at (x, y), which is its right end if `end`, at most `width` wide; bold and behind a triangle
 * when the seat is to move. `note` follows it in a paler colour; "": none. */
void jg_drawing_nameplate(const struct jg_drawing_page *p, int seat, double x, double y, double size, double width,
                          bool end, const char *note);

/* ---- Labels on moves --------------------------------------------------------------------- */

/* The mark on a move; NULL: none. */
const struct jg_mark *jg_drawing_mark(const struct jg_drawing *how, jg_move move);

/* A label on a pill centred at (x, y), with `before` in front of it ("": nothing). Its letters have this size, or less
 * if it would be wider than `width`. */
void jg_drawing_pill(const struct jg_drawing_page *p, const struct jg_mark *m, const char *before, double x, double y,
                     double size, double width);

/* Draws the pill of the mark on a move, if it has one. */
void jg_drawing_pill_at(const struct jg_drawing_page *p, jg_move move, double x, double y, double size, double width);

/* The marks of moves that have no place on the board, in rows from `top` on, centred at `middle` and at most `width`
 * wide: each is a move in words and its label. Returns the height, 0 without marks; with `measure` draws nothing. A
 * game places the moves for which `placed` returns true; NULL: none. */
struct jg_drawing_list {
    double middle, top, width, size;
    bool (*placed)(const struct jg_drawing_page *p, jg_move move);
};
double jg_drawing_list(const struct jg_drawing_page *p, const struct jg_drawing_list *list, bool measure);

#endif
