/* The subtraction game of a lecture: two players take a few coins from a pile in turn, and the last
 * coin loses (or wins). Source: J. Marchi, "Jogos", UFSC; see docs/games/coins.md. */
#include "games/games.h"

#include "core/scan.h"
#include "game/bench.h"
#include "game/drawing.h"

#include <jansson.h>
#include <math.h>

struct options {
    int n, take;
    bool misere;
};

struct state {
    uint16_t pile;
    uint8_t player; /* to move, also once the pile is gone */
};

static const struct options *options_of(const struct jg_game *g) { return (const void *)&g->options; }

/* ---- Rules ------------------------------------------------------------------ */

static void start(const struct jg_game *g, void *state) {
    *(struct state *)state = (struct state){.pile = (uint16_t)options_of(g)->n};
}

static int turn(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    (void)g;
    return s->pile ? s->player : JG_OVER;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct state *s = state;
    int n = options_of(g)->take < s->pile ? options_of(g)->take : s->pile;
    for (int i = 0; i < n; i++) out[i] = (jg_move)(i + 1);
    return n;
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct state *s = state;
    (void)g;
    s->pile = (uint16_t)(s->pile - move);
    s->player ^= 1;
}

/* In a finished game `player` is the one who did not take the last coin. */
static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct state *s = state;
    return options_of(g)->misere == (s->player == team) ? 1 : -1;
}

/* ---- Evaluators --------------------------------------------------------------- */

enum { SURE = 100 };

/* The lecture's: one coin left loses, none left wins, anything else is unknown. */
static int32_t lecture(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct state *s = state;
    (void)weights;
    int32_t mover = s->pile == 0 ? SURE : s->pile == 1 ? -SURE : 0;
    if (!options_of(g)->misere) mover = -mover;
    return s->player == team ? mover : -mover;
}

/* The exact solution: the player to move loses if the pile is a multiple of take + 1 (normal play),
 * or one more than that (misère). */
static int32_t theory(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct state *s = state;
    const struct options *o = options_of(g);
    (void)weights;
    int32_t mover = s->pile % (o->take + 1) == (o->misere ? 1 : 0) ? -SURE : SURE;
    return s->player == team ? mover : -mover;
}

static const struct jg_evaluator EVALUATORS[] = {
    {.name = "lecture",
     .help = "-100 with one coin left, +100 with none (misere), 0 otherwise",
     .unit = 1,
     .odds = 20,
     .ends = true,
     .value = lecture},
    {.name = "theory",
     .help = "exact: -100 or +100 by the remainder of the pile",
     .unit = 1,
     .odds = 20,
     .ends = true,
     .value = theory},
    {0},
};

/* Noisy moves lead to a pile of 0 or 1, where the lecture's evaluation is not 0. */
static int noisy(const struct jg_game *g, const void *state, jg_move *out) {
    const struct state *s = state;
    int n = 0;
    for (int pile = 1; pile >= 0; pile--)
        if (s->pile > pile && s->pile - pile <= options_of(g)->take) out[n++] = (jg_move)(s->pile - pile);
    return n;
}

/* ---- Environments ---------------------------------------------------------------- */

/* An action is the number of coins less one; an observation is the pile. */
static void spaces(const struct jg_game *g, struct jg_spaces *out) {
    out->actions = options_of(g)->take;
    out->shape[0] = 2;
}

static void actions(const struct jg_game *g, const void *state, const jg_move *list, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) out[i] = (int)list[i] - 1;
}

static void encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    (void)g, (void)seat;
    jg_encode_wide(out, ((const struct state *)view)->pile);
}

/* ---- Text ----------------------------------------------------------------------- */

static void print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    jg_text_add(t, "%d %d", s->pile, s->player + 1);
}

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    int pile, player;
    if (!jg_scan_number(&scan, options_of(g)->n, &pile))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a pile of 0 to %d coins", options_of(g)->n);
    if (!jg_scan_player(&scan, &player))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a space and the player to move, 1 or 2");
    *(struct state *)state = (struct state){.pile = (uint16_t)pile, .player = (uint8_t)player};
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
    int most = options_of(g)->take < s->pile ? options_of(g)->take : s->pile, n;
    if (!jg_scan_number(&scan, most, &n) || !n || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, 0, "expected the number of coins to take, 1 to %d", most);
    *move = (jg_move)n;
    return JG_OK;
}

enum { ROW = 20 }; /* coins drawn in a row */

static void show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct state *s = state;
    int gone = style->last ? (int)style->last : 0, all = s->pile + gone;
    (void)g;
    for (int i = 0; i < all; i++) {
        jg_text_put(t, i % ROW ? " " : i ? "\n  " : "  ");
        jg_ink(t, style, i < s->pile ? JG_INK_SECOND : JG_INK_FAINT);
        jg_text_put(t, i < s->pile ? (style->unicode ? "●" : "O") : (style->unicode ? "○" : "."));
        jg_ink(t, style, JG_INK_PLAIN);
    }
    jg_text_put(t, all ? "\n  " : "  ");
    jg_text_add(t, jg_tr(style->lang, s->pile == 1 ? "%d coin" : "%d coins"), s->pile);
    jg_text_char(t, '\n');
}

static void describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    jg_text_add(t, jg_tr(lang, move == 1 ? "takes %u coin, %u left" : "takes %u coins, %u left"), move, s->pile - move);
}

static json_t *json(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    const struct options *o = options_of(g);
    return json_pack("{s:i, s:i, s:i, s:b}", "pile", s->pile, "n", o->n, "take", o->take, "misere", o->misere);
}

/* ---- Picture: coins on a cloth, as on the page --------------------------------- */

enum { WIDTH = 760, TOP = 52, COIN = 50 }; /* COIN: radius of the coin in COIN_DEFS */

static const char COIN_DEFS[] =
    "<defs><radialGradient id='jg-coin-face' cx='0.35' cy='0.28' r='0.9'><stop offset='0' stop-color='#ffeeb8'/>"
    "<stop offset='0.55' stop-color='#e9bd58'/><stop offset='1' stop-color='#b9832a'/></radialGradient>"
    "<linearGradient id='jg-coin-rim' x1='0' y1='0' x2='0.6' y2='1'><stop offset='0' stop-color='#f3d489'/>"
    "<stop offset='1' stop-color='#8f601a'/></linearGradient>"
    "<radialGradient id='jg-coin-cloth' cx='0.5' cy='0.35' r='0.9'><stop offset='0' stop-color='#4a7a60'/>"
    "<stop offset='1' stop-color='#33594a'/></radialGradient>"
    "<g id='jg-coin'><circle cx='3' cy='8' r='50' fill-opacity='0.32'/><circle r='50' fill='url(#jg-coin-rim)'/>"
    "<circle r='45' fill='url(#jg-coin-face)'/>"
    "<circle r='37' fill='none' stroke='#7a4f10' stroke-width='1.6' opacity='0.5'/></g></defs>";

static const char STAR[] = "M0 -22L6 -7 22 -7 9 3 14 19 0 9 -14 19 -9 3 -22 -7 -6 -7z";

/* Places of the whole initial pile, so that no coin moves when others are taken. */
struct grid {
    int n, columns;
    double cell, height;
};

static struct grid grid_of(const struct jg_game *g) {
    int n = options_of(g)->n, columns = n > 8 ? (int)ceil(sqrt(n * 2.6)) : n > 5 ? n : 5;
    double cell = fmin(118, (WIDTH - 40.0) / columns), rows = (double)((n + columns - 1) / columns);
    return (struct grid){.n = n, .columns = columns, .cell = cell, .height = fmax(170, rows * cell + 44)};
}

static double coin_x(const struct grid *d, int i) {
    int row = d->n < d->columns ? d->n : d->columns;
    return WIDTH / 2.0 + (i % d->columns - (row - 1) / 2.0) * d->cell + (d->cell > 60 ? i * 37 % 9 - 4 : 0);
}

static double coin_y(const struct grid *d, int i) {
    int rows = (d->n + d->columns - 1) / d->columns;
    return TOP + d->height / 2 + (i / d->columns - (rows - 1) / 2.0) * d->cell + (d->cell > 60 ? i * 53 % 13 - 6 : 0);
}

static bool has_room(const struct jg_drawing_page *p, jg_move move) {
    (void)move;
    return grid_of(p->g).cell > 60;
}

/* A coin, with the number of coins that are taken from it on if that is a move. */
static void draw_coin(const struct jg_drawing_page *p, const struct grid *d, int i) {
    int takes = ((const struct state *)p->view)->pile - i;
    double x = coin_x(d, i), y = coin_y(d, i), scale = d->cell * 0.42 / COIN;
    jg_svg_use(p->t, "jg-coin", x, y, scale, "");
    if (d->cell > 36 && takes <= options_of(p->g)->take) {
        jg_svg_number(p->t, x, y + 13.5 * scale, 38 * scale, "text-anchor='middle' font-weight='700' fill='#7a4f10'",
                      takes);
    } else if (d->cell > 20) {
        jg_svg_group(p->t, x, y, 0, scale);
        jg_svg_path(p->t, "fill='#7a4f10' opacity='0.32'", "%s", STAR);
        jg_svg_end(p->t);
    }
    if (has_room(p, 0)) jg_drawing_pill_at(p, (jg_move)takes, x, y + d->cell * 0.4, 24, d->cell - 4);
}

static void svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    const struct state *s = view;
    struct grid d = grid_of(g);
    struct jg_drawing_list list = {
        .middle = WIDTH / 2.0, .top = TOP + d.height + 52, .width = WIDTH - 40, .size = 25, .placed = has_room};
    int near = jg_drawing_near(how), most = d.n - s->pile, taken = how->last < (jg_move)most ? (int)how->last : most;
    char left[64];
    struct jg_text words;
    jg_text_init(&words, left, sizeof left);
    jg_text_add(&words, jg_tr(how->lang, s->pile == 1 ? "%d coin" : "%d coins"), s->pile);
    double below = jg_drawing_list(&p, &list, true);
    jg_drawing_begin(&p, WIDTH, list.top + (below > 0 ? below + 8 : 0));
    jg_text_put(t, COIN_DEFS);
    jg_svg_rect(t, 10, TOP, WIDTH - 20, d.height, 22, "fill='url(#jg-coin-cloth)'");
    for (int i = s->pile; i < s->pile + taken; i++)
        jg_svg_circle(
            t, coin_x(&d, i), coin_y(&d, i), d.cell * 0.4,
            "fill-opacity='0.12' stroke='#fff' stroke-opacity='0.45' stroke-width='2' stroke-dasharray='5 6'");
    for (int i = 0; i < s->pile; i++) draw_coin(&p, &d, i);
    for (int seat = 0; seat < 2; seat++)
        jg_drawing_nameplate(&p, seat, 20, seat == near ? TOP + d.height + 36 : TOP - 16, 28, WIDTH - 220, false, "");
    jg_svg_words(t, WIDTH - 20, TOP - 16, 28, JG_DRAWING_END, left);
    jg_drawing_list(&p, &list, false);
    jg_drawing_end(&p);
}

static const struct jg_option OPTIONS[] = {
    {.name = "n",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, n),
     .min = 1,
     .max = 1000,
     .standard = "5",
     .value = "N",
     .help = "coins in the pile"},
    {.name = "take",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, take),
     .min = 1,
     .max = 100,
     .standard = "2",
     .value = "N",
     .help = "most coins per move"},
    {.name = "misere",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, misere),
     .standard = "1",
     .help = "taking the last coin loses; otherwise it wins"},
    {0},
};

static const struct jg_game_example EXAMPLES[] = {
    {.command = "tree coins alphabeta", .title = "see how alpha-beta prunes a tree"},
    {0},
};

static const struct jg_game_position POSITIONS[] = {
    {.position = "5 1", .caption = "Five coins. A move takes one or two. The player who takes the last coin loses."},
    {.position = "4 2",
     .last = "1",
     .caption = "Player 1 takes one coin and leaves four. Whatever player 2 takes now, player 1 can leave the last "
                "coin."},
    {.position = "1 2", .last = "1", .caption = "One coin is left. Player 2 must take it and loses."},
    {0},
};

static const struct jg_game_bench BENCH[] = {
    {.spec = "coins:n=20,take=3",
     .perft = 12,
     .searches = {"minimax:depth=12", "negamax:depth=12", "alphabeta:depth=18", "ab:depth=20", "mcts:playouts=1000"}},
    {.spec = "coins:n=1000,take=100", .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "mcts"}},
    {0},
};

const struct jg_game_kind jg_coins = {
    .name = "coins",
    .title = "Coins",
    .summary = "take coins in turn; the last coin loses",
    .opponent = "ab:nodes=1M,eval=theory",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .traits = JG_IS_FINITE,
    .seats = 2,
    .state_size = sizeof(struct state),
    .max_moves = 100,
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
    .spaces = spaces,
    .actions = actions,
    .encode = encode,
    .levels = {[JG_LEVEL_BEGINNER] = "random", [JG_LEVEL_EASY] = "greedy", [JG_LEVEL_MEDIUM] = "alphabeta:depth=3"},
    .examples = EXAMPLES,
    .positions = POSITIONS,
    .bench = BENCH,
};
