/* Connect Four: the rules, move ordering, and what the solver may know about a position without a search. */
#include "games/connect4/connect4.h"

#include "core/hash.h"
#include "game/bench.h"
#include "search/solve.h"

#include <stdlib.h>

enum { BITS = 64, WIDTH_MAX = 10, HEIGHT_MAX = 10, CONNECT_MAX = 6 };

/* ---- Options ------------------------------------------------------------------------ */

static const struct jg_option OPTIONS[] = {
    {.name = "width",
     .type = JG_OPT_INT,
     JG_FIELD(struct jg_connect4_options, width),
     .standard = "7",
     .min = 1,
     .max = WIDTH_MAX,
     .help = "columns; columns times (rows + 1) must be at most 64"},
    {.name = "height",
     .type = JG_OPT_INT,
     JG_FIELD(struct jg_connect4_options, height),
     .standard = "6",
     .min = 1,
     .max = HEIGHT_MAX,
     .help = "rows"},
    {.name = "connect",
     .type = JG_OPT_INT,
     JG_FIELD(struct jg_connect4_options, connect),
     .standard = "4",
     .min = 2,
     .max = CONNECT_MAX,
     .help = "discs in a line needed to win"},
    {0},
};

static enum jg_status open_game(struct jg_game *g, struct jg_error *err) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    struct jg_connect4_board *b;
    int bits = o->width * jg_connect4_stride(g);
    if (bits > BITS)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "columns times (rows + 1) must be at most %d, not %d: lower width or height", BITS, bits);
    if (!(b = calloc(1, sizeof *b))) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int column = 0; column < o->width; column++) {
        b->bottom |= jg_connect4_square(g, column, 0);
        for (int row = 0; row < o->height; row++) b->all |= jg_connect4_square(g, column, row);
        for (int row = 0; row < o->height; row += 2) b->odd_rows |= jg_connect4_square(g, column, row);
    }
    g->tables = b;
    g->max_moves = o->width;
    return JG_OK;
}

static void close_game(struct jg_game *g) { free(g->tables); }

/* ---- Lines --------------------------------------------------------------------------- */

/* Doubles the length of the runs that are found, as often as it fits, and adds the rest: runs of length r that start
 * at a square and at the square `connect - r` further on overlap to one of length `connect`. */
uint64_t jg_connect4_lines(const struct jg_game *g, uint64_t squares, int direction) {
    int connect = jg_connect4_options(g)->connect, step = jg_connect4_step(g, direction), length = 1;
    if ((connect - 1) * step >= BITS) return 0;
    for (; 2 * length <= connect; length *= 2) squares &= squares >> length * step;
    return length < connect ? squares & squares >> (connect - length) * step : squares;
}

uint64_t jg_connect4_line_squares(const struct jg_game *g, uint64_t discs) {
    uint64_t squares = 0;
    for (int direction = 0; direction < JG_CONNECT4_DIRECTIONS; direction++) {
        uint64_t starts = jg_connect4_lines(g, discs, direction);
        for (int i = 0; starts && i < jg_connect4_options(g)->connect; i++)
            squares |= starts << i * jg_connect4_step(g, direction);
    }
    return squares;
}

bool jg_connect4_has_line(const struct jg_game *g, uint64_t discs) {
    for (int direction = 0; direction < JG_CONNECT4_DIRECTIONS; direction++)
        if (jg_connect4_lines(g, discs, direction)) return true;
    return false;
}

/* A square completes a line if i discs lie directly before it and connect - 1 - i directly behind it. */
static uint64_t completing(uint64_t discs, int connect, int step) {
    uint64_t before[CONNECT_MAX], behind = ~(uint64_t)0, found = 0;
    if ((connect - 1) * step >= BITS) return 0;
    before[0] = ~(uint64_t)0;
    for (int i = 1; i < connect; i++) before[i] = before[i - 1] & discs << i * step;
    for (int i = 0; i < connect; i++) {
        if (i) behind &= discs >> i * step;
        found |= before[connect - 1 - i] & behind;
    }
    return found;
}

uint64_t jg_connect4_threats(const struct jg_game *g, const struct jg_connect4_state *s, int side) {
    int connect = jg_connect4_options(g)->connect;
    uint64_t found = 0;
    for (int direction = 0; direction < JG_CONNECT4_DIRECTIONS; direction++)
        found |= completing(s->discs[side], connect, jg_connect4_step(g, direction));
    return found & jg_connect4_board(g)->all & ~(s->discs[0] | s->discs[1]);
}

/* ---- Rules --------------------------------------------------------------------------- */

/* A move is the number of a column, from 1. */
static uint64_t column_of(const struct jg_game *g, jg_move move) {
    int stride = jg_connect4_stride(g);
    return (((uint64_t)1 << (stride - 1)) - 1) << (int)(move - 1) * stride;
}

static void start(const struct jg_game *g, void *state) { (void)g, (void)state; }

/* Only the last move can have completed a line. */
static int turn(const struct jg_game *g, const void *state) {
    const struct jg_connect4_state *s = state;
    int mover = jg_connect4_mover(s);
    bool full = (s->discs[0] | s->discs[1]) == jg_connect4_board(g)->all;
    return full || jg_connect4_has_line(g, s->discs[mover ^ 1]) ? JG_OVER : mover;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    uint64_t landing = jg_connect4_landing(g, state);
    int n = 0;
    for (jg_move move = 1; move <= (jg_move)g->max_moves; move++)
        if (landing & column_of(g, move)) out[n++] = move;
    return n;
}

static bool legal(const struct jg_game *g, const void *state, jg_move move) {
    return move >= 1 && move <= (jg_move)g->max_moves && jg_connect4_landing(g, state) & column_of(g, move);
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct jg_connect4_state *s = state;
    s->discs[jg_connect4_mover(s)] |= jg_connect4_landing(g, s) & column_of(g, move);
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct jg_connect4_state *s = state;
    return jg_connect4_has_line(g, s->discs[team]) - jg_connect4_has_line(g, s->discs[team ^ 1]);
}

/* ---- Search ------------------------------------------------------------------------- */

/* The discs of Yellow, the occupied squares and a bit above each column identify a position. */
static uint64_t pack(const struct jg_game *g, const struct jg_connect4_state *s) {
    return (s->discs[0] | s->discs[1]) + jg_connect4_board(g)->bottom + s->discs[1];
}

static uint64_t key(const struct jg_game *g, const void *state) { return jg_hash_mix(0, pack(g, state)); }

enum {
    WINS = 255,    /* ranks: completes a line, */
    BLOCKS = 128,  /* or takes a square on which the opponent would */
    RANK_MAX = 12, /* of other moves */
};

/* Other moves: the more threats they make the better, and near the middle, where more lines pass. */
static int32_t quiet_rank(const struct jg_game *g, const struct jg_connect4_state *s, int mover, uint64_t square,
                          jg_move move) {
    int width = g->max_moves, side = abs(2 * (int)move - 1 - width) / 2;
    struct jg_connect4_state after = *s;
    after.discs[mover] |= square;
    int rank = 4 * __builtin_popcountll(jg_connect4_threats(g, &after, mover)) - side;
    return rank > RANK_MAX ? RANK_MAX : rank;
}

static void rank(const struct jg_game *g, const void *state, const jg_move *list, int n, int32_t *out) {
    const struct jg_connect4_state *s = state;
    int mover = jg_connect4_mover(s);
    uint64_t landing = jg_connect4_landing(g, s), own = jg_connect4_threats(g, s, mover),
             other = jg_connect4_threats(g, s, mover ^ 1);
    for (int i = 0; i < n; i++) {
        uint64_t square = landing & column_of(g, list[i]);
        out[i] = square & own ? WINS : square & other ? BLOCKS : quiet_rank(g, s, mover, square, list[i]);
    }
}

/* Noisy moves win or prevent a win. */
static int noisy(const struct jg_game *g, const void *state, jg_move *out) {
    const struct jg_connect4_state *s = state;
    uint64_t squares = jg_connect4_landing(g, s) & (jg_connect4_threats(g, s, 0) | jg_connect4_threats(g, s, 1));
    int n = 0;
    for (jg_move move = 1; move <= (jg_move)g->max_moves; move++)
        if (squares & column_of(g, move)) out[n++] = move;
    return n;
}

/* ---- Knowledge of the solver -------------------------------------------------------------- */

/* The key of a position and of its mirror image is the same. */
static uint64_t symmetric_key(const struct jg_game *g, const void *state) {
    int stride = jg_connect4_stride(g), width = g->max_moves;
    uint64_t packed = pack(g, state), mirrored = 0, column = ((uint64_t)1 << stride) - 1;
    for (int i = 0; i < width; i++) mirrored |= (packed >> i * stride & column) << (width - 1 - i) * stride;
    return jg_hash_mix(0, packed < mirrored ? packed : mirrored);
}

/* Claimeven (V. Allis, "A knowledge-based approach of Connect-Four", 1988): if every column has an even number of empty
 * squares, the player who is not to move can always reply in the same column and so gets all upper squares of these
 * pairs. A player who gets no line from the remaining squares cannot win. */
static void claimeven(const struct jg_game *g, const struct jg_connect4_state *s, int mover, int32_t *high) {
    const struct jg_connect4_board *b = jg_connect4_board(g);
    uint64_t empty = b->all & ~(s->discs[0] | s->discs[1]),
             lower = jg_connect4_options(g)->height % 2 ? ~b->odd_rows : b->odd_rows;
    for (jg_move move = 1; move <= (jg_move)g->max_moves; move++)
        if (__builtin_popcountll(empty & column_of(g, move)) % 2) return;
    if (jg_connect4_has_line(g, s->discs[mover] | (empty & lower))) return;
    *high = jg_connect4_has_line(g, s->discs[mover ^ 1] | (empty & ~lower)) ? -1 : 0;
}

static void bounds(const struct jg_game *g, const void *state, int32_t *low, int32_t *high) {
    const struct jg_connect4_state *s = state;
    int mover = jg_connect4_mover(s);
    uint64_t landing = jg_connect4_landing(g, s), other = jg_connect4_threats(g, s, mover ^ 1),
             forced = landing & other;
    if (jg_connect4_threats(g, s, mover) & landing) {
        *low = 1;
    } else if (forced & (forced - 1) || forced & other >> 1) {
        *high = -1;
    } else if (!forced) {
        claimeven(g, s, mover, high);
    }
}

static const struct jg_solver SOLVER = {.max = 1, .key = symmetric_key, .bounds = bounds};

static const struct jg_game_position POSITIONS[] = {
    {.position = "......./......./......./...y.../..yy.../..rrr.. r",
     .last = "4",
     .caption = "Three in a row with both ends free: Red wins in column 2 or in column 6."},
    {.position = "......./......./......./......r/.rrr..y/.yyr..y y",
     .last = "7",
     .caption = "Yellow must not play in column 1 or 5. Red would then complete the line on the square above that "
                "disc."},
    {.position = "......./......./...r.../..ry.../.ryy.../ryyr.r. y",
     .last = "4",
     .caption = "Red has won: four discs on a diagonal."},
    {0},
};

static const struct jg_game_bench BENCH[] = {
    {.spec = "connect4",
     .perft = 8,
     .searches = {"minimax:depth=5", "negamax:depth=5", "alphabeta:depth=8", "ab:depth=9", "ab:nodes=100000",
                  "mcts:playouts=10000"},
     .races = {{"alphabeta:depth=10", "ab:depth=10"}},
     .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "mcts"}},
    {0},
};

const struct jg_game_kind jg_connect4 = {
    .name = "connect4",
    .title = "Connect Four",
    .summary = "drop discs, connect four in a line",
    .seat_name = {"Red", "Yellow"},
    .opponent = "ab:nodes=1M",
    .rollout = "mcts:playouts=20,memory=1M",
    .options = OPTIONS,
    .options_size = sizeof(struct jg_connect4_options),
    .traits = JG_IS_FINITE | JG_HAS_DRAWS,
    .seats = 2,
    .state_size = sizeof(struct jg_connect4_state),
    .max_moves = WIDTH_MAX,
    .evaluators = jg_connect4_evaluators,
    .open = open_game,
    .close = close_game,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .print = jg_connect4_print,
    .parse = jg_connect4_parse,
    .print_move = jg_connect4_print_move,
    .parse_move = jg_connect4_parse_move,
    .show = jg_connect4_show,
    .describe_move = jg_connect4_describe_move,
    .json = jg_connect4_json,
    .svg = jg_connect4_svg,
    .key = key,
    .rank = rank,
    .noisy = noisy,
    .solver = &SOLVER,
    .legal = legal,
    .inputs = jg_connect4_inputs,
    .observe = jg_connect4_observe,
    .symmetry = jg_connect4_symmetry,
    .spaces = jg_connect4_spaces,
    .actions = jg_connect4_actions,
    .encode = jg_connect4_encode,
    .levels = {[JG_LEVEL_BEGINNER] = "random",
               [JG_LEVEL_EASY] = "greedy",
               [JG_LEVEL_MEDIUM] = "ab:depth=3,tt=64k",
               [JG_LEVEL_HARD] = "ab:depth=7,tt=1M"},
    .positions = POSITIONS,
    .bench = BENCH,
};
