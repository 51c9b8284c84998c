/* The subtraction game of a lecture: two players take a few coins from a pile in turn, and the last
 * coin loses (or wins). Source: J. Marchi, "Jogos", UFSC; see docs/games/coins.md. */
#include "games/games.h"

#include "core/scan.h"
#include "game/bench.h"

#include <jansson.h>

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
     .help = "taking the last coin loses (1) or wins (0)"},
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
    .noisy = noisy,
    .levels = {[JG_LEVEL_BEGINNER] = "random", [JG_LEVEL_EASY] = "greedy", [JG_LEVEL_MEDIUM] = "alphabeta:depth=3"},
    .examples = EXAMPLES,
    .positions = POSITIONS,
    .bench = BENCH,
};
