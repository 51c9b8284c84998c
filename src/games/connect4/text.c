/* Connect Four as text and JSON: positions, moves, the board for the terminal and for the web page. */
#include "games/connect4/connect4.h"

#include "core/scan.h"

#include <jansson.h>

static const char DISC[] = "ry";

/* 'r', 'y' or '.'. */
static char disc_at(const struct jg_game *g, const struct jg_connect4_state *s, int column, int row) {
    uint64_t square = jg_connect4_square(g, column, row);
    return s->discs[0] & square ? DISC[0] : s->discs[1] & square ? DISC[1] : '.';
}

/* ---- Positions: ......./......./......./...y.../...r.../..ryr.. y ------------------------------ */

void jg_connect4_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    for (int row = o->height - 1; row >= 0; row--) {
        for (int column = 0; column < o->width; column++) jg_text_char(t, disc_at(g, state, column, row));
        jg_text_char(t, row ? '/' : ' ');
    }
    jg_text_char(t, DISC[jg_connect4_mover(state)]);
}

/* One row from the left, without its end. */
static enum jg_status parse_row(const struct jg_game *g, struct jg_scan *scan, int row, struct jg_connect4_state *s,
                                struct jg_error *err) {
    for (int column = 0; column < jg_connect4_options(g)->width; column++) {
        uint64_t square = jg_connect4_square(g, column, row), above = square << 1;
        bool red = jg_scan_char(scan, DISC[0]), yellow = !red && jg_scan_char(scan, DISC[1]);
        if (red || yellow) {
            s->discs[yellow] |= square;
            continue;
        }
        if (*scan->at == '.' && (s->discs[0] | s->discs[1]) & above)
            return jg_fail(err, JG_EINPUT, jg_scan_position(scan),
                           "a disc floats above this empty square; put a disc below it");
        if (!jg_scan_char(scan, '.'))
            return jg_fail(err, JG_EINPUT, jg_scan_position(scan), "expected a square: r, y or .");
    }
    return JG_OK;
}

static enum jg_status check_discs(const struct jg_game *g, const struct jg_connect4_state *s, struct jg_error *err) {
    int mover = jg_connect4_mover(s);
    if (mover != 0 && mover != 1)
        return jg_fail(err, JG_EINPUT, 0, "Red must have as many discs as Yellow, or one more");
    if (jg_connect4_has_line(g, s->discs[mover]))
        return jg_fail(err, JG_EINPUT, 0, "the side to move must not have a completed line");
    return JG_OK;
}

enum jg_status jg_connect4_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct jg_connect4_state *s = state;
    struct jg_scan scan = jg_scan_begin(text);
    int width = jg_connect4_options(g)->width;
    for (int row = jg_connect4_options(g)->height - 1; row >= 0; row--) {
        enum jg_status status = parse_row(g, &scan, row, s, err);
        if (status) return status;
        if (row && !jg_scan_char(&scan, '/'))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected '/' after %d squares", width);
    }
    enum jg_status status = check_discs(g, s, err);
    if (status) return status;
    char mover = DISC[jg_connect4_mover(s)];
    if (!jg_scan_char(&scan, ' ') || !jg_scan_char(&scan, mover) || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a space and the side to move, %c", mover);
    return JG_OK;
}

/* ---- Moves ----------------------------------------------------------------------------- */

void jg_connect4_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, "%u", move);
}

enum jg_status jg_connect4_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                      struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    int width = jg_connect4_options(g)->width, column;
    if (!jg_scan_number(&scan, width, &column) || !column || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, 0, "expected a column from 1 to %d", width);
    if (!jg_legal(g, state, (jg_move)column)) return jg_fail(err, JG_EINPUT, 0, "column %d is full", column);
    *move = (jg_move)column;
    return JG_OK;
}

void jg_connect4_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang,
                               struct jg_text *t) {
    struct jg_connect4_state after = *(const struct jg_connect4_state *)state;
    int mover = jg_connect4_mover(&after);
    jg_apply(g, &after, move);
    jg_text_add(t, jg_tr(lang, "drops a disc into column %u"), move);
    if (jg_connect4_has_line(g, after.discs[mover]))
        jg_text_put(t, jg_tr(lang, ", completes a line and wins"));
    else if (jg_turn(g, &after) == JG_OVER)
        jg_text_put(t, jg_tr(lang, ", fills the board: a draw"));
}

/* ---- The board in the terminal ----------------------------------------------------------- */

static void put_disc(struct jg_text *t, const struct jg_style *style, char disc, bool marked) {
    bool red = disc == DISC[0];
    jg_ink(t, style, marked ? JG_INK_MARK : disc == '.' ? JG_INK_FAINT : red ? JG_INK_FIRST : JG_INK_SECOND);
    if (disc == '.')
        jg_text_put(t, style->unicode ? "·" : ".");
    else if (style->unicode)
        jg_text_put(t, red ? "●" : "○");
    else
        jg_text_char(t, red ? 'R' : 'Y');
    jg_ink(t, style, JG_INK_PLAIN);
}

/* The square of the last disc, the highest in its column; 0: none. */
static uint64_t last_square(const struct jg_game *g, const struct jg_connect4_state *s, jg_move last) {
    int width = jg_connect4_options(g)->width, row = jg_connect4_options(g)->height - 1;
    if (!last || last > (jg_move)width) return 0;
    while (row >= 0 && disc_at(g, s, (int)last - 1, row) == '.') row--;
    return row < 0 ? 0 : jg_connect4_square(g, (int)last - 1, row);
}

/* "> R Red": an arrow marks the side to move. */
static void put_side(const struct jg_game *g, const void *state, const struct jg_style *style, int seat,
                     struct jg_text *t) {
    jg_text_put(t, jg_turn(g, state) != seat ? "    " : style->unicode ? "  ▸ " : "  > ");
    put_disc(t, style, DISC[seat], false);
    jg_text_add(t, " %s\n", jg_seat_name(g, seat, style->lang));
}

void jg_connect4_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    uint64_t last = last_square(g, state, style->last);
    jg_text_put(t, "  ");
    jg_ink(t, style, JG_INK_FAINT);
    for (int column = 1; column <= o->width; column++) jg_text_add(t, "%2d ", column);
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_char(t, '\n');
    for (int row = o->height - 1; row >= 0; row--) {
        jg_text_put(t, "  ");
        for (int column = 0; column < o->width; column++) {
            bool marked = jg_connect4_square(g, column, row) == last, brackets = marked && !style->colour;
            jg_text_char(t, brackets ? '[' : ' ');
            put_disc(t, style, disc_at(g, state, column, row), marked);
            jg_text_char(t, brackets ? ']' : ' ');
        }
        jg_text_char(t, '\n');
    }
    jg_text_char(t, '\n');
    put_side(g, state, style, 0, t);
    put_side(g, state, style, 1, t);
}

/* ---- JSON ------------------------------------------------------------------------------ */

/* The squares of all completed lines, counted in reading order. */
static json_t *lines_json(const struct jg_game *g, const struct jg_connect4_state *s) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    uint64_t squares = jg_connect4_line_squares(g, s->discs[0]) | jg_connect4_line_squares(g, s->discs[1]);
    json_t *list = json_array();
    for (int i = 0; i < o->width * o->height; i++)
        if (squares & jg_connect4_square(g, i % o->width, o->height - 1 - i / o->width))
            json_array_append_new(list, json_integer(i));
    return list;
}

json_t *jg_connect4_json(const struct jg_game *g, const void *state) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    char squares[65] = {0}; /* all squares of a board fit into 64 bits */
    for (int i = 0; i < o->width * o->height; i++)
        squares[i] = disc_at(g, state, i % o->width, o->height - 1 - i / o->width);
    return json_pack("{s:i, s:i, s:i, s:s, s:o}", "width", o->width, "height", o->height, "connect", o->connect,
                     "squares", squares, "line", lines_json(g, state));
}
