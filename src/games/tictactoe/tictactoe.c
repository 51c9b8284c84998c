/* Tic-tac-toe on two masks of nine bits, from which the turn follows. Rules and sources:
 * docs/games/tictactoe.md. */
#include "games/games.h"

#include "core/scan.h"
#include "game/bench.h"
#include "game/drawing.h"

#include <jansson.h>

/* Squares are bits 0..8 in reading order, moves are 1..9. */
struct state {
    uint16_t marks[2];
};

enum { FULL = 0x1ff, LINES = 8 };

static const uint16_t LINE[LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* ---- Rules ------------------------------------------------------------------ */

static void start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static bool has_line(unsigned marks) {
    for (int i = 0; i < LINES; i++)
        if ((marks & LINE[i]) == LINE[i]) return true;
    return false;
}

/* X moves first, so the side to move follows from the number of marks. */
static int mover(const struct state *s) { return __builtin_popcount(s->marks[0]) - __builtin_popcount(s->marks[1]); }

static int turn(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    (void)g;
    int seat = mover(s); /* only the last move can have completed a line */
    return has_line(s->marks[seat ^ 1]) || (s->marks[0] | s->marks[1]) == FULL ? JG_OVER : seat;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct state *s = state;
    int n = 0;
    (void)g;
    for (unsigned i = 0; i < 9; i++)
        if (!((s->marks[0] | s->marks[1]) >> i & 1)) out[n++] = i + 1;
    return n;
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct state *s = state;
    (void)g;
    s->marks[mover(s)] |= (uint16_t)(1u << (move - 1));
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct state *s = state;
    (void)g;
    return has_line(s->marks[team]) - has_line(s->marks[team ^ 1]);
}

/* ---- Evaluator ---------------------------------------------------------------- */

enum { OPEN, PAIRS, FEATURES };

static const struct jg_feature FEATURE[FEATURES] = {
    [OPEN] = {.name = "open", .help = "lines that can still be completed", .weight = 1},
    [PAIRS] = {.name = "pairs", .help = "of these, lines with two marks", .weight = 3},
};

static void measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct state *s = state;
    (void)g;
    out[OPEN] = out[PAIRS] = 0;
    for (int i = 0; i < LINES; i++) {
        unsigned own = s->marks[team] & LINE[i], other = s->marks[team ^ 1] & LINE[i];
        out[OPEN] += !other - !own;
        out[PAIRS] += (!other && __builtin_popcount(own) == 2) - (!own && __builtin_popcount(other) == 2);
    }
}

static int32_t value(const struct jg_game *g, const void *state, int team, const double *weights) {
    double f[FEATURES];
    measure(g, state, team, f);
    double sum = weights[OPEN] * f[OPEN] + weights[PAIRS] * f[PAIRS];
    return jg_eval_points(sum);
}

static const struct jg_evaluator EVALUATORS[] = {
    {.name = "lines",
     .help = "open lines, minus the opponent's",
     .features = FEATURE,
     .feature_count = FEATURES,
     .unit = 1,
     .odds = 6,
     .value = value,
     .measure = measure},
    {0},
};

/* Noisy moves complete a line. */
static int noisy(const struct jg_game *g, const void *state, jg_move *out) {
    const struct state *s = state;
    int n = moves(g, state, out), winning = 0;
    for (int i = 0; i < n; i++)
        if (has_line(s->marks[mover(s)] | 1u << (out[i] - 1))) out[winning++] = out[i];
    return winning;
}

/* ---- Inputs of networks ------------------------------------------------------------- */

/* The squares of the own marks, then those of the opponent's. */
static void inputs(const struct jg_game *g, struct jg_inputs *out) {
    (void)g;
    *out = (struct jg_inputs){.count = 18, .active = 9, .symmetries = 8, .width = 3, .height = 3};
}

static void observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    const struct state *s = view;
    (void)g;
    active[0] = (uint64_t)(s->marks[team] | (uint32_t)s->marks[team ^ 1] << 9);
}

/* The symmetries of the square: bit 0 mirrors the columns, bit 1 the rows, bit 2 exchanges both. */
static void symmetry(const struct jg_game *g, int i, uint16_t *permutation) {
    (void)g;
    for (int k = 0; k < 18; k++) {
        int column = k % 3, row = k % 9 / 3;
        if (i & 1) column = 2 - column;
        if (i & 2) row = 2 - row;
        permutation[k] = (uint16_t)(k / 9 * 9 + (i & 4 ? 3 * column + row : 3 * row + column));
    }
}

/* ---- Environments ------------------------------------------------------------------- */

/* An action is a square. An observation has the planes of the own marks and of the opponent's. */
static void spaces(const struct jg_game *g, struct jg_spaces *out) {
    (void)g;
    *out = (struct jg_spaces){.actions = 9, .shape = {2, 3, 3}};
}

static void actions(const struct jg_game *g, const void *state, const jg_move *list, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) out[i] = (int)list[i] - 1;
}

static void encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct state *s = view;
    unsigned marks = s->marks[seat] | (unsigned)s->marks[seat ^ 1] << 9;
    (void)g;
    for (int i = 0; i < 18; i++) out[i] = marks >> i & 1;
}

/* ---- Text: x.o/.x./... o ---------------------------------------------------------- */

static char mark_at(const struct state *s, int square) {
    return s->marks[0] >> square & 1 ? 'x' : s->marks[1] >> square & 1 ? 'o' : '.';
}

static void print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    for (int i = 0; i < 9; i++) {
        if (i == 3 || i == 6) jg_text_char(t, '/');
        jg_text_char(t, mark_at(s, i));
    }
    jg_text_put(t, mover(s) ? " o" : " x");
}

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct state *s = state;
    struct jg_scan scan = jg_scan_begin(text);
    (void)g;
    for (int i = 0; i < 9; i++) {
        uint16_t bit = (uint16_t)(1 << i);
        if ((i == 3 || i == 6) && !jg_scan_char(&scan, '/'))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected '/' after three squares");
        if (jg_scan_char(&scan, 'x'))
            s->marks[0] |= bit;
        else if (jg_scan_char(&scan, 'o'))
            s->marks[1] |= bit;
        else if (!jg_scan_char(&scan, '.'))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a square: x, o or .");
    }
    int seat = mover(s);
    if (seat != 0 && seat != 1) return jg_fail(err, JG_EINPUT, 0, "x must have as many marks as o, or one more");
    if (has_line(s->marks[seat])) return jg_fail(err, JG_EINPUT, 0, "the side to move must not have a completed line");
    if (!jg_scan_char(&scan, ' ') || !jg_scan_char(&scan, "xo"[seat]) || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a space and the side to move, %c",
                       "xo"[seat]);
    return JG_OK;
}

static void print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, "%u", move);
}

static enum jg_status parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err) {
    const struct state *s = state;
    struct jg_scan scan = jg_scan_begin(text);
    int n;
    (void)g;
    if (!jg_scan_number(&scan, 9, &n) || !n || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, 0, "expected a square from 1 to 9");
    if (mark_at(s, n - 1) != '.') return jg_fail(err, JG_EINPUT, 0, "square %d is taken", n);
    *move = (jg_move)n;
    return JG_OK;
}

static void show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    for (int i = 0; i < 9; i++) {
        char mark = mark_at(s, i);
        bool last = style->last == (jg_move)(i + 1), brackets = last && !style->colour;
        jg_text_put(t, i % 3 ? (style->unicode ? "│" : "|") : "  ");
        jg_text_char(t, brackets ? '[' : ' ');
        jg_ink(t, style, last ? JG_INK_MARK : mark == 'x' ? JG_INK_FIRST : mark == 'o' ? JG_INK_SECOND : JG_INK_FAINT);
        jg_text_char(t, mark == 'x' ? 'X' : mark == 'o' ? 'O' : (char)('1' + i));
        jg_ink(t, style, JG_INK_PLAIN);
        jg_text_char(t, brackets ? ']' : ' ');
        if (i % 3 == 2) jg_text_char(t, '\n');
        if (i == 2 || i == 5) jg_text_put(t, style->unicode ? "  ───┼───┼───\n" : "  ---+---+---\n");
    }
}

static void describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, jg_tr(lang, "marks square %u"), move);
}

static json_t *json(const struct jg_game *g, const void *state) {
    char squares[10] = {0};
    (void)g;
    for (int i = 0; i < 9; i++) squares[i] = mark_at(state, i);
    return json_pack("{s:s}", "squares", squares);
}

/* ---- Picture: ink on paper, as on the page ------------------------------------------ */

enum { CELL = 100, EDGE = 20, TOP = 46, SIDE = 3 * CELL + 2 * EDGE, MARGIN = 10 };

static double column_at(int square) { return MARGIN + EDGE + CELL * (square % 3 + 0.5); }
static double row_at(int square) { return TOP + EDGE + CELL * (square / 3 + 0.5); }

/* A mark as if drawn by hand. */
static void draw_mark(struct jg_text *t, const struct state *s, int square, const char *paint) {
    char mark = mark_at(s, square);
    if (mark == '.') return;
    jg_svg_group(t, column_at(square), row_at(square), 0, 1);
    jg_text_add(t, "<g fill='none' stroke-width='10' stroke-linecap='round' stroke='%s' %s>",
                mark == 'x' ? "#17598c" : "#a9430b", paint);
    jg_svg_path(t, "", "%s",
                mark == 'x' ? "M-27 -28C-10 -9 12 8 28 27M28 -27C9 -11 -12 12 -27 28"
                            : "M3 -30C-21 -32 -33 -15 -31 3C-29 22 -12 32 4 30C22 28 32 13 30 -4C28 -21 15 -31 -2 -29");
    jg_svg_end(t);
    jg_svg_end(t);
}

static void draw_squares(const struct jg_drawing_page *p, unsigned line) {
    const struct state *s = p->view;
    for (int i = 0; i < 9; i++) {
        double x = column_at(i), y = row_at(i);
        bool last = p->how->last == (jg_move)(i + 1);
        if (last && !line)
            jg_svg_rect(p->t, x - 44, y - 44, 88, 88, 12, "fill='" JG_DRAWING_LAST "' fill-opacity='0.28'");
        draw_mark(p->t, s, i, line && !(line >> i & 1) ? "opacity='0.35'" : "");
        if (mark_at(s, i) == '.' && !line) {
            char number[2] = {(char)('1' + i), 0};
            jg_svg_words(p->t, x - 32, y - 22, 19, "text-anchor='middle' fill='" JG_DRAWING_DIM "'", number);
        }
        jg_drawing_pill_at(p, (jg_move)(i + 1), x, y + 6, 25, CELL - 10);
    }
}

/* Draws a stroke through a completed line. */
static void draw_line(struct jg_text *t, unsigned line) {
    int from = __builtin_ctz(line), to = 31 - __builtin_clz(line);
    double dx = column_at(to) - column_at(from), dy = row_at(to) - row_at(from), more = 36.0 / (2 * CELL);
    jg_svg_line(t, column_at(from) - more * dx, row_at(from) - more * dy, column_at(to) + more * dx,
                row_at(to) + more * dy,
                "stroke='" JG_DRAWING_LAST "' stroke-width='7' stroke-linecap='round' opacity='0.9'");
}

static void svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    const struct state *s = view;
    int near = jg_drawing_near(how);
    unsigned line = 0;
    for (int i = 0; i < LINES; i++)
        if (has_line(LINE[i] & s->marks[0]) || has_line(LINE[i] & s->marks[1])) line = LINE[i];
    jg_drawing_begin(&p, SIDE + 2 * MARGIN, SIDE + 2 * TOP);
    jg_svg_rect(t, MARGIN, TOP + 4, SIDE, SIDE, 18, "fill-opacity='0.15'");
    jg_svg_rect(t, MARGIN, TOP, SIDE, SIDE, 18, "fill='" JG_DRAWING_PAPER "'");
    jg_svg_path(t, "fill='none' stroke='#a99c89' stroke-width='4' stroke-linecap='round'",
                "M%d %dV%dM%d %dV%dM%d %dH%dM%d %dH%d", MARGIN + EDGE + CELL, TOP + EDGE + 4, TOP + SIDE - EDGE - 4,
                MARGIN + EDGE + 2 * CELL, TOP + EDGE + 4, TOP + SIDE - EDGE - 4, MARGIN + EDGE + 4, TOP + EDGE + CELL,
                MARGIN + SIDE - EDGE - 4, MARGIN + EDGE + 4, TOP + EDGE + 2 * CELL, MARGIN + SIDE - EDGE - 4);
    draw_squares(&p, line);
    if (line) draw_line(t, line);
    for (int seat = 0; seat < 2; seat++)
        jg_drawing_nameplate(&p, seat, MARGIN + 6, seat == near ? TOP + SIDE + 32 : TOP - 15, 23, SIDE - 12, false,
                             how->names ? jg_seat_name(g, seat, how->lang) : "");
    jg_drawing_end(&p);
}

static const struct jg_game_position POSITIONS[] = {
    {.position = "x.o/.o./x.x o",
     .last = "7",
     .caption = "A fork: with X on 7, X threatens to complete a line on 4 and on 8, and O can block only one of them."},
    {.position = "x.o/xo./xox o",
     .last = "4",
     .caption = "O blocked on 8, and X completed the line on 4: three in a row win."},
    {0},
};

static const struct jg_game_bench BENCH[] = {
    {.spec = "tictactoe",
     .perft = 8,
     .searches = {"minimax:depth=0", "negamax:depth=0", "alphabeta:depth=0", "ab:depth=9", "mcts:playouts=10000"},
     .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "mcts"}},
    {0},
};

const struct jg_game_kind jg_tictactoe = {
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .summary = "three in a row",
    .seat_name = {"X", "O"},
    .opponent = "ab:nodes=1M",
    .rollout = "mcts:playouts=20,memory=1M",
    .traits = JG_IS_FINITE | JG_HAS_DRAWS,
    .seats = 2,
    .state_size = sizeof(struct state),
    .max_moves = 9,
    .evaluators = EVALUATORS,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .show = show,
    .describe_move = describe_move,
    .json = json,
    .svg = svg,
    .noisy = noisy,
    .inputs = inputs,
    .observe = observe,
    .symmetry = symmetry,
    .spaces = spaces,
    .actions = actions,
    .encode = encode,
    .levels = {[JG_LEVEL_BEGINNER] = "random",
               [JG_LEVEL_EASY] = "greedy",
               [JG_LEVEL_MEDIUM] = "alphabeta:depth=2",
               [JG_LEVEL_HARD] = "alphabeta:depth=4"},
    .positions = POSITIONS,
    .bench = BENCH,
};
