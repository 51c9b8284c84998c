/* Lines of Action (C. Soucie; S. Sackson, A Gamut of Games, 1969) under the rules of the Computer Olympiad: move
 * generation, connectivity and results. docs/games/loa.md has the rules.
 *
 * A side is a bitboard. The number of pieces on each of the 46 lines is stored in nibbles of three words, so that a
 * piece is placed or removed by three additions from a table; sums for the evaluators and the Zobrist key are updated
 * the same way. Repetition is not part of the state: records store the keys of a game, searches those of their path. */
#include "games/loa/loa.h"

#include "game/bench.h"
#include "games/loa/paper.h"

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

_Static_assert(sizeof(struct jg_loa_state) == 64, "a state is one cache line");

/* ---- Opening -------------------------------------------------------------------------- */

/* File and rank of a step, by direction. */
static const int STEP[JG_LOA_DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

static void fill_rays(struct jg_loa_tables *t, int square, int direction) {
    for (int n = 1; n <= 8; n++) {
        int file = square % 8 + n * STEP[direction][0], rank = square / 8 + n * STEP[direction][1];
        bool on = file >= 0 && file < 8 && rank >= 0 && rank < 8;
        t->target[square][direction][n - 1] = (uint8_t)(on ? rank * 8 + file : square);
        if (!on) continue;
        t->ray[square][direction] |= jg_loa_bit((unsigned)(rank * 8 + file));
        t->direction[square][rank * 8 + file] = (uint8_t)direction;
    }
}

static void fill_reach(struct jg_loa_tables *t, int direction) {
    unsigned step = (unsigned)(STEP[direction][0] + 8 * STEP[direction][1]) & 63;
    for (unsigned pieces = 1; pieces <= 8; pieces++) {
        struct jg_loa_reach *r = &t->reach[direction % JG_LOA_LINES][pieces];
        int down = direction / JG_LOA_LINES;
        r->goal[down] = jg_loa_bit(pieces * step & 63);
        for (unsigned n = 1; n < pieces; n++) r->between[down] |= jg_loa_bit(n * step & 63);
        r->off[down] = jg_loa_bit(8 * (unsigned)direction + pieces - 1);
        for (int square = 0; square < JG_LOA_SQUARES; square++)
            if (t->target[square][direction][pieces - 1] == square) t->square[square].off |= r->off[down];
    }
}

static enum jg_status open_game(struct jg_game *g, struct jg_error *err) {
    static const int TIMES[] = {0, 2, 3};
    struct jg_loa_tables *t = calloc(1, sizeof *t);
    struct jg_rng rng;
    if (!t) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_rng_init(&rng, 0, 0); /* the same keys in every game */
    t->turn = jg_rng_next(&rng);
    for (int square = 0; square < JG_LOA_SQUARES; square++) {
        int file = square % 8, rank = square / 8;
        for (int d = 0; d < JG_LOA_DIRECTIONS; d++) fill_rays(t, square, d);
        t->square[square] = (struct jg_loa_square){.straight = (uint64_t)1 << 4 * rank | (uint64_t)1 << (32 + 4 * file),
                                                   .rising = (uint64_t)1 << 4 * (7 + file - rank),
                                                   .falling = (uint64_t)1 << 4 * (file + rank),
                                                   .mass = (uint32_t)(1 << 16 | rank << 8 | file)};
        for (int seat = 0; seat < 2; seat++) t->square[square].key[seat] = jg_rng_next(&rng);
    }
    jg_loa_eval_init(t);
    jg_loa_paper_init(&t->paper);
    for (int d = 0; d < JG_LOA_DIRECTIONS; d++) fill_reach(t, d);
    jg_loa_order_init(&t->order);
    g->tables = t;
    g->repeat = TIMES[jg_loa_options(g)->repeat];
    return JG_OK;
}

static void close_game(struct jg_game *g) { free(g->tables); }

/* ---- Connection ----------------------------------------------------------------------- */

static bool several(uint64_t set) { return (set & (set - 1)) != 0; }

/* Whether an empty rank or file separates the pieces. This is the cheapest test, and it finds most sets that are not
 * connected. */
static bool has_gap(uint64_t set) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t ranks = (((set & low) + low) | set) & ~low; /* the top bit of each byte that is not 0 */
    uint64_t files = set | set >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 255;
    return several(ranks & ~(ranks << 8)) || several(files & ~(files << 1));
}

/* Looks for an isolated piece, then flood-fills. Not inlined, so that it is not computed along with has_gap, which is
 * usually enough: 10 % of perft. */
static __attribute__((noinline)) bool one_group(uint64_t set) {
    return !(set & ~jg_loa_around(set)) && jg_loa_group(set) == set;
}

static inline bool connected(uint64_t set) { return !several(set) || (!has_gap(set) && one_group(set)); }

bool jg_loa_connected(uint64_t set) { return connected(set); }

/* ---- Moves ---------------------------------------------------------------------------- */

/* A piece and the bitboards, rotated so that the piece stands on a1. The squares that it jumps over and its
 * destination are then the same words for every square, which saves a third of the time of move generation. Moves
 * off the board wrap around to the other side; `off` excludes them. Both moves along a line are tested at once. */
#ifdef __SSE2__
typedef __m128i words; /* the same word twice */
static inline words words_of(uint64_t word) { return _mm_set1_epi64x((long long)word); }
#else
typedef uint64_t words;
static inline words words_of(uint64_t word) { return word; }
#endif

struct mover {
    const struct jg_loa_reach (*reach)[9];
    words own, other, off;
    jg_move stay; /* from the square to itself: the base to which the step is added */
};

static uint64_t rotated(uint64_t set, unsigned by) { return set >> by | set << (-by & 63); }

#ifdef __SSE2__
static inline words common(words set, const uint64_t two[2]) {
    return _mm_and_si128(_mm_loadu_si128((const __m128i *)two), set);
}

/* Whether the moves up and down a line are legal. */
static inline void test(const struct mover *m, const struct jg_loa_reach *r, unsigned legal[2]) {
    __m128i bad = _mm_or_si128(common(m->own, r->goal), common(m->other, r->between));
    __m128i half = _mm_cmpeq_epi32(_mm_or_si128(bad, common(m->off, r->off)), _mm_setzero_si128());
    __m128i whole = _mm_and_si128(half, _mm_shuffle_epi32(half, 0xb1)); /* SSE2 compares 32 bits at most */
    unsigned can = (unsigned)_mm_movemask_pd(_mm_castsi128_pd(whole));
    legal[0] = can & 1;
    legal[1] = can >> 1;
}
#else
static inline void test(const struct mover *m, const struct jg_loa_reach *r, unsigned legal[2]) {
    legal[0] = !((m->own & r->goal[0]) | (m->other & r->between[0]) | (m->off & r->off[0]));
    legal[1] = !((m->own & r->goal[1]) | (m->other & r->between[1]) | (m->off & r->off[1]));
}
#endif

/* Adds the two moves along a line that holds `pieces` pieces. */
static inline size_t along(const struct mover *m, int line, size_t pieces, jg_move *out, size_t n) {
    jg_move step = (jg_move)pieces * (jg_move)(line == 0 ? 1 : line == 1 ? 8 : line == 2 ? 9 : 7);
    unsigned legal[2];
    test(m, &m->reach[line][pieces], legal);
    out[n] = m->stay + step;
    n += legal[0];
    out[n] = m->stay - step;
    return n + legal[1];
}

int jg_loa_generate(const struct jg_game *g, const struct jg_loa_state *s, int seat, jg_move *out) {
    return jg_loa_generate_from(g, s, seat, s->pieces[seat], out);
}

int jg_loa_generate_from(const struct jg_game *g, const struct jg_loa_state *s, int seat, uint64_t some, jg_move *out) {
    const struct jg_loa_tables *t = g->tables;
    uint64_t own = s->pieces[seat], other = s->pieces[seat ^ 1];
    size_t n = 0;
    for (uint64_t left = some; left;) {
        unsigned from = jg_loa_pop(&left);
        struct mover m = {.reach = t->reach,
                          .own = words_of(rotated(own, from)),
                          .other = words_of(rotated(other, from)),
                          .off = words_of(t->square[from].off),
                          .stay = jg_loa_move(from, from)};
        n = along(&m, 0, jg_loa_line_count(s, from, 0), out, n);
        n = along(&m, 1, jg_loa_line_count(s, from, 1), out, n);
        n = along(&m, 2, jg_loa_line_count(s, from, 2), out, n);
        n = along(&m, 3, jg_loa_line_count(s, from, 3), out, n);
    }
    return (int)n;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct jg_loa_state *s = state;
    int n = jg_loa_generate(g, s, s->next, out);
    if (n) return n;
    out[0] = JG_LOA_PASS;
    return 1;
}

static bool stuck(const struct jg_game *g, const struct jg_loa_state *s) {
    jg_move list[JG_LOA_PIECES * JG_LOA_DIRECTIONS];
    return !jg_loa_generate(g, s, s->next, list);
}

/* ---- Rules ---------------------------------------------------------------------------- */

/* The result once a side is connected; `next` is to move. */
static enum jg_loa_end decide(const struct jg_game *g, bool black, bool white, int next) {
    if (black && white)
        return jg_loa_options(g)->both == JG_LOA_DRAW ? JG_LOA_DRAWN : next ? JG_LOA_BLACK : JG_LOA_WHITE;
    return black ? JG_LOA_BLACK : white ? JG_LOA_WHITE : JG_LOA_OPEN;
}

/* With nomove=loss a side that cannot move has lost. */
static void check_stuck(const struct jg_game *g, struct jg_loa_state *s) {
    if (jg_loa_options(g)->nomove == JG_LOA_LOSES && s->end == JG_LOA_OPEN && stuck(g, s))
        s->end = s->next ? JG_LOA_BLACK : JG_LOA_WHITE;
}

static void put(const struct jg_loa_tables *t, struct jg_loa_state *s, int seat, unsigned square) {
    const struct jg_loa_square *at = &t->square[square];
    s->pieces[seat] |= jg_loa_bit(square);
    s->straight += at->straight;
    s->rising += at->rising;
    s->falling += at->falling;
    s->mass[seat] += at->mass;
    s->key ^= at->key[seat];
}

void jg_loa_set_position(const struct jg_game *g, struct jg_loa_state *s, const uint64_t pieces[2], int next) {
    for (int seat = 0; seat < 2; seat++)
        for (uint64_t left = pieces[seat]; left;) put(g->tables, s, seat, jg_loa_pop(&left));
    s->next = (uint8_t)next;
    if (next) s->key ^= jg_loa_tables(g)->turn;
    s->end = (uint8_t)decide(g, jg_loa_connected(pieces[0]), jg_loa_connected(pieces[1]), next);
    check_stuck(g, s);
}

static void start(const struct jg_game *g, void *state) {
    static const uint64_t PIECES[2] = {0x7e0000000000007eu, 0x0081818181818100u};
    jg_loa_set_position(g, state, PIECES, 0);
}

static int turn(const struct jg_game *g, const void *state) {
    const struct jg_loa_state *s = state;
    (void)g;
    return s->end == JG_LOA_OPEN ? s->next : JG_OVER;
}

/* Removes a captured piece. Returns whether the remaining pieces are connected. */
static bool capture(struct jg_loa_state *s, unsigned seat, unsigned at, const struct jg_loa_square *square) {
    s->pieces[seat] ^= jg_loa_bit(at);
    s->key ^= square->key[seat];
    s->mass[seat] -= square->mass;
    s->straight -= square->straight;
    s->rising -= square->rising;
    s->falling -= square->falling;
    return jg_loa_connected(s->pieces[seat]);
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    const struct jg_loa_tables *t = g->tables;
    struct jg_loa_state *s = state;
    unsigned from = jg_loa_from(move), to = jg_loa_to(move), seat = s->next;
    const struct jg_loa_square *left = &t->square[from], *reached = &t->square[to];
    s->next ^= 1;
    s->key ^= t->turn;
    if (move == JG_LOA_PASS) return;
    uint64_t own = s->pieces[seat] ^= jg_loa_bit(from) | jg_loa_bit(to);
    s->key ^= left->key[seat] ^ reached->key[seat];
    s->mass[seat] += reached->mass - left->mass;
    s->straight += reached->straight - left->straight;
    s->rising += reached->rising - left->rising;
    s->falling += reached->falling - left->falling;
    bool theirs = s->pieces[seat ^ 1] >> to & 1 && capture(s, seat ^ 1, to, reached), mine = connected(own);
    if (mine || theirs) s->end = (uint8_t)decide(g, seat ? theirs : mine, seat ? mine : theirs, s->next);
    check_stuck(g, s);
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct jg_loa_state *s = state;
    (void)g;
    if (s->end == JG_LOA_DRAWN) return 0;
    return (s->end == JG_LOA_WHITE) == team ? 1 : -1;
}

static uint64_t key(const struct jg_game *g, const void *state) {
    (void)g;
    return ((const struct jg_loa_state *)state)->key;
}

static bool legal(const struct jg_game *g, const void *state, jg_move move) {
    const struct jg_loa_state *s = state;
    jg_move list[JG_LOA_PIECES * JG_LOA_DIRECTIONS + 1];
    if (s->end != JG_LOA_OPEN) return false;
    for (int i = moves(g, state, list); i-- > 0;)
        if (list[i] == move) return true;
    return false;
}

static const struct jg_option OPTIONS[] = {
    {.name = "both",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct jg_loa_options, both),
     .choices = "draw|mover",
     .standard = "draw",
     .labels = (const char *const[]){"it is a draw", "the mover wins", NULL},
     .help = "a move that connects both sides"},
    {.name = "nomove",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct jg_loa_options, nomove),
     .choices = "pass|loss",
     .standard = "pass",
     .labels = (const char *const[]){"it passes", "it loses", NULL},
     .help = "a side without a legal move"},
    {.name = "repeat",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct jg_loa_options, repeat),
     .choices = "0|2|3",
     .standard = "3",
     .labels = (const char *const[]){"never", "", "", NULL},
     .help = "occurrences of a position that make a draw"},
    {0},
};

static const struct jg_agent_kind *const AGENTS[] = {&jg_loa_player, &jg_loa_paper_agent, NULL};

static const struct jg_game_position POSITIONS[] = {
    {.position = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
     .picked = "c1",
     .caption = "A piece moves as many squares as there are pieces on its line. The piece on c1 has two on its file "
                "and on each diagonal, so it moves two squares; on a3 it captures. Six squares along the rank "
                "would leave the board."},
    {.position = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
     .picked = "b1",
     .caption = "A piece may jump over its own side's pieces. Six are on the rank, so the piece on b1 can move six "
                "squares, to h1."},
    {.position = "8/8/1b6/8/w1b4w/8/8/8 w",
     .picked = "a4",
     .caption = "It may not jump over enemy pieces. With three pieces on its rank the white piece on a4 would move "
                "to d4, but c4 is in the way."},
    {.position = "8/8/8/8/3w4/7w/2b5/1b6 w",
     .last = "a1-b1",
     .caption = "Black moved from a1 to b1. All black pieces are connected in one group: Black wins."},
    {0},
};

static const char *const STUDIES[] = {"loa-genetic", NULL};

static const struct jg_game_bench BENCH[] = {
    {.spec = "loa",
     .perft = 4,
     .searches = {"minimax:depth=3", "negamax:depth=3", "alphabeta:depth=4", "ab:depth=6", "ab:nodes=100000",
                  "mcts:playouts=2000"},
     .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "ab:depth=100", "mcts"}},
    {0},
};

const struct jg_game_kind jg_loa = {
    .name = "loa",
    .title = "Lines of Action",
    .summary = "move as many squares as there are pieces on the line, and connect all of yours",
    .seat_name = {"Black", "White"},
    .opponent = "loa:nodes=1M",
    .rollout = "mcts:playouts=10,leaf=cutoff,eval=mix,memory=1M",
    .options = OPTIONS,
    .options_size = sizeof(struct jg_loa_options),
    .traits = JG_MAY_REDUCE | JG_HAS_DRAWS,
    .seats = 2,
    .state_size = sizeof(struct jg_loa_state),
    .max_moves = JG_LOA_PIECES * JG_LOA_DIRECTIONS + 1,
    .evaluators = jg_loa_evaluators,
    .open = open_game,
    .close = close_game,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .print = jg_loa_print,
    .parse = jg_loa_parse,
    .print_move = jg_loa_print_move,
    .parse_move = jg_loa_parse_move,
    .show = jg_loa_show,
    .describe_move = jg_loa_describe_move,
    .json = jg_loa_json,
    .svg = jg_loa_svg,
    .key = key,
    .rank = jg_loa_rank,
    .noisy = jg_loa_noisy,
    .pass = jg_loa_pass,
    .legal = legal,
    .inputs = jg_loa_inputs,
    .observe = jg_loa_observe,
    .symmetry = jg_loa_symmetry,
    .spaces = jg_loa_spaces,
    .actions = jg_loa_actions,
    .encode = jg_loa_encode,
    .sgf = &jg_loa_sgf,
    .agents = AGENTS,
    .levels = {[JG_LEVEL_BEGINNER] = "greedy", /* docs/loa.md has the strength of each */
               [JG_LEVEL_EASY] = "loa:nodes=300,eval=mix",
               [JG_LEVEL_MEDIUM] = "loa:nodes=3k,eval=mix",
               [JG_LEVEL_HARD] = "loa:nodes=50k,eval=mix"},
    .positions = POSITIONS,
    .studies = STUDIES,
    .bench = BENCH,
};
