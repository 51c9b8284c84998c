/* A game tree as drawn on a blackboard: MAX and MIN choose branches in turn, and the number at the
 * leaf is the score. Any tree can be typed in, to show what a search does with it. Two of the examples
 * reproduce the alpha and beta cuts in J. Marchi, "Jogos", UFSC; see docs/games/numbers.md. */
#include "games/games.h"

#include "core/scan.h"
#include "game/bench.h"

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
    .positions = POSITIONS,
    .bench = BENCH,
};
