/* A game tree as drawn on a blackboard: MAX and MIN choose branches in turn, and the number at the
 * leaf is the score. Any tree can be typed in, to show what a search does with it. Two of the examples
 * reproduce the alpha and beta cuts in J. Marchi, "Jogos", UFSC; see docs/games/numbers.md. */
#include "games/games.h"

#include "core/scan.h"
#include "game/bench.h"
#include "game/drawing.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NUMBER_MAX = 9999, /* numbers are -9999 to 9999 */
    BRANCHES_MAX = 16,
    NESTING_MAX = 16,                   /* depth of parentheses */
    TREE_MAX = JG_POSITION_MAX - 1 - 4, /* characters of a printed tree without " max" or " min" */
    NODES_MAX = (TREE_MAX + 1) / 2,     /* n nodes take at least 2 n - 1 characters */
    INNER = NUMBER_MAX + 1,             /* INNER + n is an inner node with n branches */
};

struct options {
    int example;
};

/* The tree in preorder: a leaf is its number, an inner node is followed by its branches. The rest of
 * the array is 0. */
struct state {
    int16_t node[NODES_MAX];
    uint8_t player; /* to move; 0 in a finished game */
};

static_assert(sizeof(struct state) <= JG_STATE_MAX, "every tree that can be printed fits a state");

static const char *const EXAMPLE[] = {
    "((3 12 8) (2 4 6) (14 5 2)) max",
    "(((3 10) (5 12)) ((2 8) (15 6))) max",
    "(((10 12) (12 5)) ((14 12) (1 6))) min",
};

/* ---- Trees ------------------------------------------------------------------ */

/* The number of branches of a node; 0 for a leaf. */
static int branches(const struct state *s, int i) { return s->node[i] > INNER ? s->node[i] - INNER : 0; }

/* The index after the subtree at i. */
static int after(const struct state *s, int i) {
    for (int open = 1; open > 0; i++) open += branches(s, i) - 1;
    return i;
}

/* ---- Rules ------------------------------------------------------------------ */

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);

static void start(const struct jg_game *g, void *state) {
    const struct options *o = (const void *)&g->options;
    parse(g, EXAMPLE[o->example], state, NULL);
}

static int turn(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    (void)g;
    return branches(s, 0) ? s->player : JG_OVER;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    int n = branches(state, 0);
    (void)g;
    for (int i = 0; i < n; i++) out[i] = (jg_move)(i + 1);
    return n;
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct state *s = state;
    int from = 1;
    (void)g;
    for (jg_move i = 1; i < move; i++) from = after(s, from);
    int n = after(s, from) - from;
    memmove(s->node, s->node + from, (size_t)n * sizeof *s->node);
    memset(s->node + n, 0, (size_t)(NODES_MAX - n) * sizeof *s->node);
    s->player = branches(s, 0) ? s->player ^ 1 : 0;
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct state *s = state;
    (void)g;
    return team ? -s->node[0] : s->node[0];
}

/* ---- Evaluator ---------------------------------------------------------------- */

static int32_t mean(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct state *s = state;
    int end = after(s, 0), sum = 0, numbers = 0;
    (void)g, (void)weights;
    for (int i = 0; i < end; i++)
        if (!branches(s, i)) sum += s->node[i], numbers++;
    int32_t value = (int32_t)lround((double)sum / numbers);
    return team ? -value : value;
}

static const struct jg_evaluator EVALUATORS[] = {
    {.name = "mean", .help = "mean of all numbers still in the tree", .unit = 1, .ends = true, .value = mean},
    {0},
};

/* ---- Environments --------------------------------------------------------------- */

/* An action is a branch. An observation has a row for every node of the tree, in preorder: the number of branches, and
 * for a leaf its number for the player plus NUMBER_MAX + 1. */
static void spaces(const struct jg_game *g, struct jg_spaces *out) {
    (void)g;
    *out = (struct jg_spaces){.actions = BRANCHES_MAX, .shape = {NODES_MAX, 3}};
}

static void actions(const struct jg_game *g, const void *state, const jg_move *list, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) out[i] = (int)list[i] - 1;
}

static void encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct state *s = view;
    int end = after(s, 0);
    (void)g;
    for (int i = 0; i < end; i++, out += 3) {
        out[0] = (uint8_t)branches(s, i);
        if (!out[0]) jg_encode_wide(out + 1, (seat ? -s->node[i] : s->node[i]) + NUMBER_MAX + 1);
    }
}

/* ---- Text: ((3 12 8) (2 4 6)) max ---------------------------------------------- */

/* Both return the index after the subtree. */
static int print_branches(const struct state *s, int i, struct jg_text *t);

static int print_tree(const struct state *s, int i, struct jg_text *t) {
    if (!branches(s, i)) {
        jg_text_add(t, "%d", s->node[i]);
        return i + 1;
    }
    jg_text_char(t, '(');
    i = print_branches(s, i, t);
    jg_text_char(t, ')');
    return i;
}

static int print_branches(const struct state *s, int i, struct jg_text *t) {
    int n = branches(s, i++);
    for (int k = 0; k < n; k++) {
        if (k) jg_text_char(t, ' ');
        i = print_tree(s, i, t);
    }
    return i;
}

static void print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    print_tree(s, 0, t);
    if (branches(s, 0)) jg_text_put(t, s->player ? " min" : " max");
}

struct reader {
    struct jg_scan scan;
    struct jg_error *err;
    struct state *s;
    int nodes, length; /* nodes read, and their length when printed */
};

static void skip_blanks(struct jg_scan *scan) {
    while (jg_scan_char(scan, ' ')) {
    }
}

/* Appends a node read up to `end`, if the tree still fits a position when printed. */
static enum jg_status add_node(struct reader *r, int node, int length, struct jg_scan end) {
    r->length += length;
    if (r->length > TREE_MAX)
        return jg_fail(r->err, JG_EINPUT, jg_scan_position(&r->scan), "the tree must have at most %d characters",
                       TREE_MAX);
    assert(r->nodes < NODES_MAX);
    r->s->node[r->nodes++] = (int16_t)node;
    r->scan = end;
    return JG_OK;
}

/* Reads a leaf; k is its index among its siblings. */
static enum jg_status read_number(struct reader *r, int k) {
    struct jg_scan scan = r->scan;
    bool minus = jg_scan_char(&scan, '-');
    int n;
    if (!jg_scan_number(&scan, NUMBER_MAX, &n))
        return jg_fail(r->err, JG_EINPUT, jg_scan_position(&r->scan),
                       k ? "expected a number from -%d to %d, '(' or ')'" : "expected a number from -%d to %d or '('",
                       NUMBER_MAX, NUMBER_MAX);
    if (*scan.at == '-') return jg_fail(r->err, JG_EINPUT, jg_scan_position(&scan), "expected a space after a number");
    if (minus) n = -n;
    return add_node(r, n, snprintf(NULL, 0, k ? " %d" : "%d", n), scan);
}

static enum jg_status read_tree(struct reader *r, int nesting, int k) {
    struct jg_scan scan = r->scan;
    int top = r->nodes, n = 0;
    if (!jg_scan_char(&scan, '(')) return read_number(r, k);
    if (nesting == NESTING_MAX)
        return jg_fail(r->err, JG_EINPUT, jg_scan_position(&r->scan), "parentheses may nest at most %d deep",
                       NESTING_MAX);
    enum jg_status status = add_node(r, INNER, k ? 3 : 2, scan);
    while (!status) {
        skip_blanks(&r->scan);
        if (n && jg_scan_char(&r->scan, ')')) {
            r->s->node[top] = (int16_t)(INNER + n);
            return JG_OK;
        }
        if (n == BRANCHES_MAX)
            return jg_fail(r->err, JG_EINPUT, jg_scan_position(&r->scan), "expected ')' after %d branches",
                           BRANCHES_MAX);
        status = read_tree(r, nesting + 1, n++);
    }
    return status;
}

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct reader r = {.scan = jg_scan_begin(text), .err = err, .s = state};
    (void)g;
    skip_blanks(&r.scan);
    enum jg_status status = read_tree(&r, 0, 0);
    if (status) return status;
    if (!branches(r.s, 0)) {
        if (jg_scan_end(&r.scan)) return JG_OK;
        return jg_fail(err, JG_EINPUT, jg_scan_position(&r.scan),
                       "unexpected text after a single number, with which the game is over");
    }
    skip_blanks(&r.scan);
    r.s->player = !strcmp(r.scan.at, "min");
    if (r.s->player || !strcmp(r.scan.at, "max")) return JG_OK;
    return jg_fail(err, JG_EINPUT, jg_scan_position(&r.scan), "expected the player to move, max or min, at the end");
}

static void print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, "%u", move);
}

static enum jg_status parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    int most = branches(state, 0), n;
    (void)g;
    if (!jg_scan_number(&scan, most, &n) || !n || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, 0, "expected a branch from 1 to %d", most);
    *move = (jg_move)n;
    return JG_OK;
}

static void describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, jg_tr(lang, "chooses branch %u"), move);
}

/* ---- Pictures ----------------------------------------------------------------- */

enum {
    LINES = 32, /* of a picture; deep subtrees are folded into one line if it would be taller */
    COLUMNS = 80,
    LEFT = 2, /* left margin */
    STEP = 3, /* indentation per level */
};

struct picture {
    const struct jg_game *g;
    const struct state *s;
    const struct jg_style *style;
    struct jg_text *t;
    int levels;               /* levels that may be unfolded */
    bool closed[NESTING_MAX]; /* by level: the last branch has been drawn, so no bar continues below */
};

/* Whether the branches of a node get lines of their own. Nodes with leaves only are folded, except the
 * root, whose branches can be chosen. */
static bool unfolds(const struct picture *p, int i, int level) {
    return !level || (level < p->levels && after(p->s, i) - i - 1 > branches(p->s, i));
}

static int lines_of(const struct picture *p, int i, int level) {
    int n = branches(p->s, i), lines = 1;
    if (!unfolds(p, i, level)) return lines;
    for (int k = 0, at = i + 1; k < n; k++, at = after(p->s, at)) lines += lines_of(p, at, level + 1);
    return lines;
}

/* The edge to branch k of n at a node of this level: "|  |-2- ". */
static void draw_edge(const struct picture *p, int level, int k, int n) {
    bool unicode = p->style->unicode;
    jg_ink(p->t, p->style, JG_INK_FAINT);
    jg_text_add(p->t, "%*s", LEFT, "");
    for (int i = 0; i < level; i++) jg_text_put(p->t, p->closed[i] ? "   " : unicode ? "│  " : "|  ");
    jg_text_put(p->t, k < n ? (unicode ? "├─" : "|-") : (unicode ? "└─" : "`-"));
    if (n > 9 && k <= 9) jg_text_put(p->t, unicode ? "─" : "-");
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    jg_ink(p->t, p->style, level ? JG_INK_FAINT : JG_INK_STRONG);
    jg_text_add(p->t, "%d", k);
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    jg_ink(p->t, p->style, JG_INK_FAINT);
    jg_text_put(p->t, unicode ? "─ " : "- ");
    jg_ink(p->t, p->style, JG_INK_PLAIN);
}

/* Prints the subtree below a node in the rest of its line, truncated if needed. */
static void draw_folded(const struct picture *p, int i, int level) {
    enum { BEFORE = LEFT + sizeof "|-16- MAX  " - 1 };
    char list[JG_POSITION_MAX];
    struct jg_text t;
    int room = COLUMNS - BEFORE - STEP * (level - 1);
    jg_text_init(&t, list, sizeof list);
    print_branches(p->s, i, &t);
    jg_text_put(p->t, "  ");
    if (t.used > (size_t)room) { /* truncate after a whole number */
        room -= 4;
        while (room > 0 && list[room] != ' ') room--;
        strcpy(list + room, p->style->unicode ? " …" : " ...");
    }
    jg_text_put(p->t, list);
}

/* Draws a node after its edge, and its branches below. */
static void draw(struct picture *p, int i, int level, int player) {
    int n = branches(p->s, i);
    if (!n) {
        jg_text_add(p->t, "%d\n", p->s->node[i]);
        return;
    }
    jg_ink(p->t, p->style, player ? JG_INK_SECOND : JG_INK_FIRST);
    jg_text_put(p->t, jg_seat_name(p->g, player, p->style->lang));
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    bool folded = !unfolds(p, i, level);
    if (folded) draw_folded(p, i, level);
    jg_text_char(p->t, '\n');
    for (int k = 1, at = i + 1; k <= n && !folded; k++, at = after(p->s, at)) {
        draw_edge(p, level, k, n);
        p->closed[level] = k == n;
        draw(p, at, level + 1, player ^ 1);
    }
}

/* The last move is shown as the number of the chosen branch before the root. */
static void show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct state *s = state;
    struct picture p = {.g = g, .s = s, .style = style, .t = t, .levels = NESTING_MAX};
    while (p.levels > 1 && lines_of(&p, 0, 0) > LINES) p.levels--;
    jg_text_add(t, "%*s", LEFT, "");
    if (style->last) {
        jg_ink(t, style, JG_INK_MARK);
        jg_text_add(t, style->colour ? " %u " : "[%u]", style->last);
        jg_ink(t, style, JG_INK_PLAIN);
        jg_text_char(t, ' ');
    }
    draw(&p, 0, 0, s->player);
}

static json_t *tree_json(const struct state *s, int i) {
    int n = branches(s, i);
    if (!n) return json_integer(s->node[i]);
    json_t *list = json_array();
    for (int k = 0, at = i + 1; k < n; k++, at = after(s, at)) json_array_append_new(list, tree_json(s, at));
    return list;
}

static json_t *json(const struct jg_game *g, const void *state) {
    (void)g;
    return json_pack("{s:o}", "tree", tree_json(state, 0));
}

/* ---- Drawing: MAX nodes point up, MIN nodes down, as on the page ------------------ */

enum { LEVEL = 128, ROOT = 64 }; /* distance of levels, and the root's from the top */

struct sheet {
    const struct jg_drawing_page *p;
    double column, margin;
    int leaves; /* placed so far */
};

/* The number of leaves, the levels below the root, and the width of a column for the longest number. */
static void measure_tree(const struct state *s, int *leaves, int *levels, double *column) {
    int open[NESTING_MAX + 1] = {1}, level = 0, end = after(s, 0);
    *leaves = *levels = 0;
    bool wide = false;
    for (int i = 0; i < end; i++) {
        int n = branches(s, i);
        while (!open[level]) level--;
        open[level]--;
        if (level > *levels) *levels = level;
        if (n) {
            open[++level] = n;
        } else {
            ++*leaves;
            wide |= s->node[i] > 99 || s->node[i] < -9;
        }
    }
    *column = wide ? 90 : *leaves > 8 ? 66 : 78;
}

/* How far a node reaches above and below its centre. */
static double reach(bool leaf, int player, bool up) { return leaf ? 22 : !player == up ? 38 : 26; }

static void draw_leaf(struct jg_text *t, double x, double y, int number) {
    char text[16];
    struct jg_text words;
    jg_text_init(&words, text, sizeof text);
    jg_text_add(&words, "%s%d", number < 0 ? "−" : "", number < 0 ? -number : number);
    double width = 26 + jg_svg_width(text, 25);
    jg_svg_rect(t, x - width / 2, y - 22, width, 44, 12,
                "fill='" JG_DRAWING_PAPER "' stroke='" JG_DRAWING_LINE "' stroke-width='2'");
    jg_svg_words(t, x, y + 9, 25, "font-weight='600' " JG_DRAWING_MIDDLE, text);
}

static void draw_inner(const struct jg_drawing_page *p, double x, double y, int player) {
    double up = player ? 1 : -1; /* the direction of the tip */
    jg_svg_path(p->t,
                player ? "fill='#fbe6d5' stroke='#a9430b' stroke-width='2.5' stroke-linejoin='round'"
                       : "fill='#dfecf5' stroke='#17598c' stroke-width='2.5' stroke-linejoin='round'",
                "M%g %gL%g %gH%gz", x, y + 38 * up, x + 40, y - 26 * up, x - 40);
    jg_svg_words(p->t, x, player ? y - 6 : y + 19, 18, "font-weight='700' " JG_DRAWING_MIDDLE,
                 jg_seat_name(p->g, player, p->how->lang));
}

/* The number of a branch of the root, or its mark. */
static void draw_branch(const struct sheet *d, int k, double x) {
    double y = LEVEL + ROOT - 58;
    if (jg_drawing_mark(d->p->how, (jg_move)(k + 1))) {
        jg_drawing_pill_at(d->p, (jg_move)(k + 1), x, y, 26, fmax(d->column, 60) + 24);
        return;
    }
    jg_svg_circle(d->p->t, x, y, 16, "fill='" JG_DRAWING_PAPER "' stroke='" JG_DRAWING_ACCENT "' stroke-width='2'");
    jg_svg_number(d->p->t, x, y + 7, 20, "font-weight='700' " JG_DRAWING_MIDDLE, k + 1);
}

/* Draws the subtree at *i, which becomes the index after it, with its leaves in the next columns. Returns its x. */
static double draw_subtree(struct sheet *d, int *i, int level, int player) {
    const struct state *s = d->p->view;
    int n = branches(s, *i), number = s->node[*i];
    double y = ROOT + level * LEVEL, at[BRANCHES_MAX];
    bool leaf[BRANCHES_MAX];
    ++*i;
    if (!n) {
        double x = d->margin + d->leaves++ * d->column;
        draw_leaf(d->p->t, x, y, number);
        return x;
    }
    for (int k = 0; k < n; k++) {
        leaf[k] = !branches(s, *i);
        at[k] = draw_subtree(d, i, level + 1, player ^ 1);
    }
    double x = (at[0] + at[n - 1]) / 2, from = y + reach(false, player, false);
    for (int k = 0; k < n; k++) {
        double to = y + LEVEL - reach(leaf[k], player ^ 1, true);
        jg_svg_path(d->p->t, "fill='none' stroke='" JG_DRAWING_DIM "' stroke-width='2.5' opacity='0.7'",
                    "M%g %gC%g %g %g %g %g %g", x, from, x, from + 34, at[k], to - 34, at[k], to);
    }
    for (int k = 0; k < n && !level; k++) draw_branch(d, k, at[k]);
    draw_inner(d->p, x, y, player);
    return x;
}

static void draw_result(const struct jg_drawing_page *p, double width, double height) {
    int number = ((const struct state *)p->view)->node[0];
    char value[16];
    struct jg_text t;
    jg_text_init(&t, value, sizeof value);
    jg_text_add(&t, "%s%d", number < 0 ? "−" : "", number < 0 ? -number : number);
    jg_svg_rect(p->t, width / 2 - 85, height / 2 - 50, 170, 100, 20,
                "fill='" JG_DRAWING_PAPER "' stroke='" JG_DRAWING_LAST "' stroke-width='4'");
    jg_svg_words(p->t, width / 2, height / 2 + 18, 50, "font-weight='700' " JG_DRAWING_MIDDLE, value);
}

static void svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    const struct state *s = view;
    struct sheet d = {.p = &p};
    int leaves, levels, i = 0;
    measure_tree(s, &leaves, &levels, &d.column);
    double width = fmax(480, leaves * d.column + 40), height = levels ? ROOT + levels * LEVEL + 50.0 : 160;
    d.margin = (width - (leaves - 1) * d.column) / 2;
    jg_drawing_begin(&p, width, height);
    if (levels)
        draw_subtree(&d, &i, 0, s->player);
    else
        draw_result(&p, width, height);
    jg_drawing_end(&p);
}

static const struct jg_option OPTIONS[] = {
    {.name = "example",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, example),
     .choices = "textbook|alpha|beta",
     .standard = "textbook",
     .labels =
         (const char *const[]){"textbook tree of 3 by 3", "tree with an alpha cutoff", "tree with a beta cutoff", NULL},
     .help = "initial tree"},
    {0},
};

static const struct jg_game_position POSITIONS[] = {
    {.position = "((3 12 8) (2 4 6) (14 5 2)) max",
     .caption = "MAX chooses a branch and wants a high number. Then MIN chooses and wants a low one. The 12 and the "
                "14 look good, but MIN would reply with 3, 2 or 2."},
    {.position = "(3 12 8) min",
     .seat = 1,
     .last = "1",
     .caption = "MAX chose branch 1. Only its subtree remains, and it is MIN's turn."},
    {.position = "3", .last = "1", .caption = "MIN chose the 3: MAX wins by 3."},
    {0},
};

static const struct jg_game_bench BENCH[] = {
    {.spec = "numbers:example=alpha",
     .searches = {"minimax:depth=0", "alphabeta:depth=0", "ab:depth=4", "mcts:playouts=100"}},
    {0},
};

const struct jg_game_kind jg_numbers = {
    .name = "numbers",
    .title = "Tree of numbers",
    .summary = "MAX and MIN choose branches down to one number",
    .seat_name = {"MAX", "MIN"},
    .opponent = "ab:nodes=1M",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .traits = JG_IS_FINITE,
    .seats = 2,
    .state_size = sizeof(struct state),
    .max_moves = BRANCHES_MAX,
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
    .spaces = spaces,
    .actions = actions,
    .encode = encode,
    .positions = POSITIONS,
    .bench = BENCH,
};
