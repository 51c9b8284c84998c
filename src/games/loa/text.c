/* Lines of Action as text, JSON and SGF: positions, moves, the board for the terminal and for the web page. */
#include "games/loa/loa.h"

#include "core/scan.h"

#include <jansson.h>
#include <string.h>
#include <strings.h>

/* ---- Positions: 1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b ----------------------------- */

static char piece_at(const struct jg_loa_state *s, unsigned square) {
    return s->pieces[0] >> square & 1 ? 'b' : s->pieces[1] >> square & 1 ? 'w' : 0;
}

void jg_loa_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct jg_loa_state *s = state;
    (void)g;
    for (unsigned rank = 8; rank-- > 0;) {
        int empty = 0;
        for (unsigned file = 0; file < 8; file++) {
            char piece = piece_at(s, 8 * rank + file);
            if (piece && empty) jg_text_add(t, "%d", empty);
            if (piece) jg_text_char(t, piece);
            empty = piece ? 0 : empty + 1;
        }
        if (empty) jg_text_add(t, "%d", empty);
        jg_text_char(t, rank ? '/' : ' ');
    }
    jg_text_char(t, "bw"[s->next]);
}

/* Reads the eight squares of one rank. */
static enum jg_status parse_rank(const struct jg_game *g, struct jg_scan *scan, int rank, uint64_t pieces[2],
                                 struct jg_error *err) {
    int file = 0, empty, place;
    while (file < 8) {
        int seat = *scan->at == 'w';
        place = jg_scan_position(scan);
        if (*scan->at != '0' && jg_scan_number(scan, 8 - file, &empty)) {
            file += empty;
        } else if (jg_scan_char(scan, "bw"[seat])) {
            pieces[seat] |= jg_loa_bit((unsigned)(8 * rank + file++));
            if (__builtin_popcountll(pieces[seat]) > JG_LOA_PIECES)
                return jg_fail(err, JG_EINPUT, place, "%s has more than %d pieces",
                               jg_seat_name(g, seat, err ? err->lang : JG_EN), JG_LOA_PIECES);
        } else if (file && strchr("/ ", *scan->at)) { /* or the end */
            return jg_fail(err, JG_EINPUT, place, "rank %d has only %d of its 8 squares", rank + 1, file);
        } else {
            return jg_fail(err, JG_EINPUT, place, "expected b, w or a number of empty squares, 1 to %d", 8 - file);
        }
    }
    if (*scan->at && strchr("bw0123456789", *scan->at))
        return jg_fail(err, JG_EINPUT, jg_scan_position(scan), "rank %d has more than 8 squares", rank + 1);
    return JG_OK;
}

enum jg_status jg_loa_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    uint64_t pieces[2] = {0};
    for (int rank = 7; rank >= 0; rank--) {
        enum jg_status status = parse_rank(g, &scan, rank, pieces, err);
        if (status) return status;
        if (rank && !jg_scan_char(&scan, '/'))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected '/' and rank %d", rank);
    }
    int after = jg_scan_position(&scan);
    if (*scan.at == '/') return jg_fail(err, JG_EINPUT, after, "a board has exactly 8 ranks");
    if (!jg_scan_char(&scan, ' ') || (*scan.at != 'b' && *scan.at != 'w') || scan.at[1])
        return jg_fail(err, JG_EINPUT, after, "expected a space and the side to move, b or w");
    for (int seat = 0; seat < 2; seat++)
        if (!pieces[seat])
            return jg_fail(err, JG_EINPUT, 0, "%s has no pieces", jg_seat_name(g, seat, err ? err->lang : JG_EN));
    jg_loa_set_position(g, state, pieces, *scan.at == 'w');
    return JG_OK;
}

/* ---- Moves: b1-d3, b1xd3, pass ------------------------------------------------------------ */

static const char *name_square(unsigned square, char out[3]) {
    out[0] = (char)('a' + square % 8);
    out[1] = (char)('1' + square / 8);
    out[2] = 0;
    return out;
}

static void put_move(const struct jg_loa_state *s, jg_move move, char capture, struct jg_text *t) {
    char from[3], to[3];
    if (move == JG_LOA_PASS) {
        jg_text_put(t, "pass");
        return;
    }
    jg_text_add(t, "%s%c%s", name_square(jg_loa_from(move), from), piece_at(s, jg_loa_to(move)) ? capture : '-',
                name_square(jg_loa_to(move), to));
}

void jg_loa_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g;
    put_move(state, move, 'x', t);
}

/* A move as written by the user. */
struct written {
    unsigned from, to;
    char sign; /* between the squares: '-', 'x', or 0 if there is none */
    int to_at; /* position of the second square in the text */
};

static enum jg_status no_move(int place, struct jg_error *err) {
    return jg_fail(err, JG_EINPUT, place, "expected a move such as b1-d3 or b1xd3, or pass");
}

static enum jg_status take_square(struct jg_scan *scan, unsigned *square, struct jg_error *err) {
    int place = jg_scan_position(scan), rank = 9;
    char file = (char)(*scan->at | 0x20); /* small letters */
    bool letter = file >= 'a' && file <= 'z';
    if (letter) scan->at++;
    if (!letter || *scan->at < '0' || *scan->at > '9') return no_move(place, err);
    if (!jg_scan_number(scan, 99, &rank) || file > 'h' || rank < 1 || rank > 8) {
        int length = 1 + (int)strspn(scan->text + place + 1, "0123456789");
        return jg_fail(err, JG_EINPUT, place, "%.*s is off the board: squares are a1 to h8", length > 4 ? 4 : length,
                       scan->text + place);
    }
    *square = (unsigned)(file - 'a' + 8 * (rank - 1));
    return JG_OK;
}

static void skip_blanks(struct jg_scan *scan) {
    while (jg_scan_char(scan, ' ')) continue;
}

/* Lists the moves of a piece, for input that names only its square. */
static enum jg_status list_targets(const struct jg_game *g, const struct jg_loa_state *s, unsigned from,
                                   struct jg_error *err) {
    jg_move list[JG_LOA_PIECES * JG_LOA_DIRECTIONS];
    char text[128], name[3];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    int n = jg_loa_generate(g, s, s->next, list);
    for (int i = 0; i < n; i++) {
        if (jg_loa_from(list[i]) != from) continue;
        if (t.used) jg_text_put(&t, ", ");
        jg_loa_print_move(g, s, list[i], &t);
    }
    if (!t.used) return jg_fail(err, JG_EINPUT, 0, "the piece on %s has no move", name_square(from, name));
    return jg_fail(err, JG_EINPUT, 2, "choose a destination: %s", text);
}

static enum jg_status check_from(const struct jg_loa_state *s, unsigned from, struct jg_error *err) {
    char name[3];
    if (s->pieces[s->next] >> from & 1) return JG_OK;
    if (s->pieces[s->next ^ 1] >> from & 1)
        return jg_fail(err, JG_EINPUT, 0, "the piece on %s is the opponent's", name_square(from, name));
    return jg_fail(err, JG_EINPUT, 0, "there is no piece on %s", name_square(from, name));
}

/* Reads two squares. The sign between them is optional, and captures may use ':' as in SGF. */
static enum jg_status take_move(const struct jg_game *g, const struct jg_loa_state *s, const char *text,
                                struct written *w, struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    enum jg_status status = take_square(&scan, &w->from, err);
    if (status) return status;
    skip_blanks(&scan);
    if (jg_scan_end(&scan)) {
        status = check_from(s, w->from, err);
        return status ? status : list_targets(g, s, w->from, err);
    }
    if (jg_scan_char(&scan, '-'))
        w->sign = '-';
    else if (jg_scan_char(&scan, 'x') || jg_scan_char(&scan, 'X') || jg_scan_char(&scan, ':'))
        w->sign = 'x';
    skip_blanks(&scan);
    w->to_at = jg_scan_position(&scan);
    status = take_square(&scan, &w->to, err);
    if (!status && !jg_scan_end(&scan)) status = no_move(jg_scan_position(&scan), err);
    return status;
}

/* The direction from one square to another, and the distance; -1 if no line joins them. */
static int direction(const struct jg_loa_tables *t, unsigned from, unsigned to, unsigned *distance) {
    for (int d = 0; d < JG_LOA_DIRECTIONS; d++)
        for (*distance = 1; *distance < 8 && from != to; ++*distance)
            if (t->target[from][d][*distance - 1] == to) return d;
    return -1;
}

/* The first piece of a set in one direction. */
static unsigned nearest(uint64_t set, int d) {
    return (unsigned)(d < JG_LOA_LINES ? __builtin_ctzll(set) : 63 - __builtin_clzll(set));
}

/* Fails with the reason why a piece of the side to move cannot go there. */
static enum jg_status check_way(const struct jg_game *g, const struct jg_loa_state *s, const struct written *w,
                                struct jg_error *err) {
    const struct jg_loa_tables *t = jg_loa_tables(g);
    char from[3], to[3];
    unsigned distance;
    name_square(w->from, from);
    name_square(w->to, to);
    int d = direction(t, w->from, w->to, &distance);
    if (w->from == w->to) return jg_fail(err, JG_EINPUT, w->to_at, "a piece cannot stay on its square");
    if (d < 0)
        return jg_fail(err, JG_EINPUT, w->to_at, "%s and %s are not on the same rank, file or diagonal", from, to);
    unsigned pieces = jg_loa_line_count(s, w->from, d % JG_LOA_LINES);
    if (pieces != distance && pieces == 1)
        return jg_fail(err, JG_EINPUT, w->to_at, "the piece is alone on that line, so it moves 1 square, not %u",
                       distance);
    if (pieces != distance)
        return jg_fail(err, JG_EINPUT, w->to_at, "that line has %u pieces, so the piece moves %u squares, not %u",
                       pieces, pieces, distance);
    uint64_t between = t->ray[w->from][d] & ~t->ray[w->to][d] & ~jg_loa_bit(w->to) & s->pieces[s->next ^ 1];
    if (between)
        return jg_fail(err, JG_EINPUT, w->to_at, "the opponent's piece on %s blocks the way",
                       name_square(nearest(between, d), from));
    if (s->pieces[s->next] >> w->to & 1) return jg_fail(err, JG_EINPUT, w->to_at, "your own piece is on %s", to);
    return JG_OK;
}

/* Fails if a move is written as a capture and captures nothing. */
static enum jg_status check_sign(const struct jg_loa_state *s, const struct written *w, struct jg_error *err) {
    char from[3], to[3];
    if (w->sign != 'x' || piece_at(s, w->to)) return JG_OK;
    name_square(w->from, from);
    name_square(w->to, to);
    return jg_fail(err, JG_EINPUT, w->to_at - 1, "%s is empty, so nothing is captured; write %s-%s", to, from, to);
}

static enum jg_status check_pass(const struct jg_game *g, const struct jg_loa_state *s, struct jg_error *err) {
    jg_move list[JG_LOA_PIECES * JG_LOA_DIRECTIONS];
    int n = jg_loa_generate(g, s, s->next, list);
    return n ? jg_fail(err, JG_EINPUT, 0, "passing is not allowed while a piece can move") : JG_OK;
}

/* Reads a move; `strict` also checks the sign. */
static enum jg_status parse_move(const struct jg_game *g, const struct jg_loa_state *s, const char *text, bool strict,
                                 jg_move *move, struct jg_error *err) {
    struct written w = {0};
    if (!strcasecmp(text, "pass")) {
        *move = JG_LOA_PASS;
        return check_pass(g, s, err);
    }
    enum jg_status status = take_move(g, s, text, &w, err);
    if (!status && jg_legal(g, s, JG_LOA_PASS))
        status = jg_fail(err, JG_EINPUT, 0, "no piece can move; pass is the only move");
    if (!status) status = check_from(s, w.from, err);
    if (!status) status = check_way(g, s, &w, err);
    if (!status && strict) status = check_sign(s, &w, err);
    if (!status) *move = jg_loa_move(w.from, w.to);
    return status;
}

enum jg_status jg_loa_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err) {
    return parse_move(g, state, text, true, move, err);
}

static const char *ending(const struct jg_loa_state *after, int mover, jg_lang lang) {
    bool connected[2] = {jg_loa_connected(after->pieces[mover]), jg_loa_connected(after->pieces[mover ^ 1])};
    if (after->end == JG_LOA_OPEN) return "";
    if (after->end == JG_LOA_DRAWN) return jg_tr(lang, ", connects both sides: a draw");
    if (connected[0] && connected[1]) return jg_tr(lang, ", connects both sides and wins");
    if (connected[1]) return jg_tr(lang, ", connects the opponent's pieces and loses");
    return jg_tr(lang, connected[0] ? ", connects all its pieces and wins" : ", leaves the opponent no move and wins");
}

void jg_loa_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    struct jg_loa_state after = *(const struct jg_loa_state *)state;
    int mover = after.next;
    bool captures = piece_at(&after, jg_loa_to(move)) && move != JG_LOA_PASS;
    char from[3], to[3];
    name_square(jg_loa_from(move), from);
    name_square(jg_loa_to(move), to);
    if (move == JG_LOA_PASS)
        jg_text_put(t, jg_tr(lang, "cannot move and passes"));
    else if (captures)
        jg_text_add(t, jg_tr(lang, "captures from %s to %s"), from, to);
    else
        jg_text_add(t, jg_tr(lang, "moves from %s to %s"), from, to);
    jg_apply(g, &after, move);
    jg_text_put(t, ending(&after, mover, lang));
}

/* ---- The board ---------------------------------------------------------------------------- */

static void put_faint(struct jg_text *t, const struct jg_style *style, const char *text) {
    jg_ink(t, style, JG_INK_FAINT);
    jg_text_put(t, text);
    jg_ink(t, style, JG_INK_PLAIN);
}

static const char *piece_sign(const struct jg_style *style, char piece) {
    if (!piece) return style->unicode ? "·" : ".";
    return style->unicode ? piece == 'b' ? "●" : "○" : piece == 'b' ? "X" : "O";
}

/* Origin and destination of the last move. */
static uint64_t marked(const struct jg_style *style) {
    if (!style->last || style->last == JG_LOA_PASS) return 0;
    return jg_loa_bit(jg_loa_from(style->last)) | jg_loa_bit(jg_loa_to(style->last));
}

/* One rank. Without colours, brackets enclose the marked squares; adjacent ones share a pair. */
static void put_squares(const struct jg_loa_state *s, const struct jg_style *style, unsigned rank, struct jg_text *t) {
    unsigned marks = marked(style) >> 8 * rank & 255, closed = style->colour ? 0 : marks;
    for (unsigned file = 0; file < 8; file++) {
        char piece = piece_at(s, 8 * rank + file);
        bool left = file && closed >> (file - 1) & 1, here = closed >> file & 1;
        jg_text_char(t, left == here ? ' ' : here ? '[' : ']');
        jg_ink(t, style, !piece ? JG_INK_FAINT : piece == 'b' ? JG_INK_FIRST : JG_INK_SECOND);
        if (marks >> file & 1) jg_ink(t, style, JG_INK_MARK);
        jg_text_put(t, piece_sign(style, piece));
        jg_ink(t, style, JG_INK_PLAIN);
    }
    jg_text_char(t, closed >> 7 & 1 ? ']' : ' ');
}

/* "> ● Black  12 pieces in 2 groups"; an arrow marks the side to move. */
static void put_side(const struct jg_game *g, const struct jg_loa_state *s, const struct jg_style *style, int seat,
                     struct jg_text *t) {
    int pieces = __builtin_popcountll(s->pieces[seat]), groups = jg_loa_groups(s->pieces[seat]);
    bool mover = s->end == JG_LOA_OPEN && s->next == seat;
    jg_text_put(t, !mover ? "   " : style->unicode ? "  ▸" : "  >");
    jg_text_char(t, ' ');
    jg_ink(t, style, seat ? JG_INK_SECOND : JG_INK_FIRST);
    jg_text_put(t, piece_sign(style, "bw"[seat]));
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_char(t, ' ');
    if (mover) jg_ink(t, style, JG_INK_STRONG);
    jg_text_add(t, "%-6s", jg_seat_name(g, seat, style->lang));
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_add(t, " %2d ", pieces);
    if (groups > 1)
        jg_text_add(t, jg_tr(style->lang, "pieces in %d groups"), groups);
    else
        jg_text_put(t, jg_tr(style->lang, pieces > 1 ? "pieces in one group" : "piece"));
}

static void put_edge(const struct jg_style *style, bool top, struct jg_text *t) {
    if (top) jg_text_put(t, "     a b c d e f g h\n");
    if (style->unicode)
        put_faint(t, style, top ? "   ┌─────────────────┐" : "   └─────────────────┘");
    else
        put_faint(t, style, "   +-----------------+");
    jg_text_put(t, top ? "\n" : "\n     a b c d e f g h\n");
}

void jg_loa_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    put_edge(style, true, t);
    for (unsigned rank = 8; rank-- > 0;) {
        jg_text_add(t, " %u ", rank + 1);
        put_faint(t, style, style->unicode ? "│" : "|");
        put_squares(state, style, rank, t);
        put_faint(t, style, style->unicode ? "│" : "|");
        jg_text_add(t, " %u", rank + 1);
        if (rank == 4 || rank == 3) put_side(g, state, style, rank == 3, t);
        jg_text_char(t, '\n');
    }
    put_edge(style, false, t);
}

/* ---- For the page ------------------------------------------------------------------------- */

static json_t *squares_json(uint64_t set) {
    json_t *list = json_array();
    char name[3];
    while (set) json_array_append_new(list, json_string(name_square(jg_loa_pop(&set), name)));
    return list;
}

static json_t *groups_json(uint64_t set) {
    json_t *list = json_array();
    for (; set; set &= ~jg_loa_group(set)) json_array_append_new(list, squares_json(jg_loa_group(set)));
    return list;
}

/* squares: a1, b1 ... h8 as 'b', 'w' or '.'; pieces and groups of each side; winner: a seat or null. */
json_t *jg_loa_json(const struct jg_game *g, const void *state) {
    const struct jg_loa_state *s = state;
    char squares[JG_LOA_SQUARES + 1] = {0};
    (void)g;
    for (unsigned i = 0; i < JG_LOA_SQUARES; i++) squares[i] = piece_at(s, i) ? piece_at(s, i) : '.';
    bool won = s->end == JG_LOA_BLACK || s->end == JG_LOA_WHITE;
    return json_pack("{s:s, s:[i, i], s:[o, o], s:o}", "squares", squares, "pieces", __builtin_popcountll(s->pieces[0]),
                     __builtin_popcountll(s->pieces[1]), "groups", groups_json(s->pieces[0]), groups_json(s->pieces[1]),
                     "winner", won ? json_integer(s->end == JG_LOA_WHITE) : json_null());
}

/* ---- SGF: GM[9], points a1 to h8, moves b1-d3 and b1:d3 ------------------------------------ */

static void print_sgf_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g;
    put_move(state, move, ':', t);
}

static enum jg_status parse_sgf_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                     struct jg_error *err) {
    return parse_move(g, state, text, false, move, err);
}

static void sgf_board(const struct jg_game *g, const void *state, char *squares) {
    (void)g;
    for (unsigned i = 0; i < JG_LOA_SQUARES; i++) squares[i] = piece_at(state, i);
}

static void sgf_position(const struct jg_game *g, const char *squares, int seat, struct jg_text *t) {
    struct jg_loa_state s = {.next = (uint8_t)seat};
    for (unsigned i = 0; i < JG_LOA_SQUARES; i++)
        if (squares[i]) s.pieces[squares[i] == 'w'] |= jg_loa_bit(i);
    jg_loa_print(g, &s, t);
}

const struct jg_sgf jg_loa_sgf = {
    .number = 9,
    .size = 8,
    .print_move = print_sgf_move,
    .parse_move = parse_sgf_move,
    .board = sgf_board,
    .position = sgf_position,
};
