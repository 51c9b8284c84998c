/* Kalah: state, move generation and rules. The game is the Mancala of M. Andrade and D. Sandoval's report (FEUP,
 * 2019); docs/games/kalah.md has the rules.
 *
 * A state is two lanes of bytes, one per side (see sow.h): 16 bytes with up to 6 houses, 32 with up to 10. In the
 * first lane the byte before the store holds the player to move. Perft runs at 96 M nodes/s on one core; a loop over
 * single seeds reaches 21 M (`jogada bench kalah`). */
#include "games/kalah/endgame_lazy.h"
#include "game/bench.h"
#include "games/kalah/solver.h"
#include "games/kalah/sow.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lanes are read as little-endian words");

enum {
    OVER = 2,  /* value of the turn byte in a finished game */
    TURN = 48, /* position of the turn byte in the last word of the first lane, in bits */
};

static int lane_size(const struct jg_game *g) { return (int)g->state_size / 2; }

int jg_kalah_seeds(const struct jg_game *g, const void *state, int seat, int house) {
    return ((const uint8_t *)state)[seat * lane_size(g) + house];
}

int jg_kalah_store(const struct jg_game *g, const void *state, int seat) {
    return jg_kalah_seeds(g, state, seat, lane_size(g) - 1);
}

/* ---- Opening -------------------------------------------------------------------- */

/* Precomputes what jg_kalah_sow adds for one house and number of seeds. Pits are numbered from the mover's first house:
 * own houses, own store, the opponent's houses. */
static void fill_sowing(struct jg_kalah_sowing *e, int houses, int words, int house, int seeds) {
    uint8_t own[8 * JG_KALAH_WORDS] = {0}, other[8 * JG_KALAH_WORDS] = {0};
    int pit = house;
    for (int i = 0; i < seeds; i++) {
        pit = (pit + 1) % (2 * houses + 1);
        if (pit < houses)
            own[pit]++;
        else if (pit == houses)
            own[8 * words - 1]++;
        else
            other[pit - houses - 1]++;
    }
    memcpy(e->own, own, sizeof own);
    memcpy(e->other, other, sizeof other);
    e->last = (uint8_t)(8 * (pit < houses ? pit : 8 * words - 2));
    e->opposite = (uint8_t)(8 * (pit < houses ? houses - 1 - pit : 8 * words - 2));
    e->ends_turn = pit != houses;
}

/* The endgame database of the game; it lies behind the sowing tables. */
static struct jg_kalah_lazy_endgame *endgame_of(const struct jg_game *g) {
    return (void *)((jg_kalah_sow_table *)g->tables + jg_kalah_options(g)->houses);
}

static enum jg_status open_game(struct jg_game *g, struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    int words = o->houses <= 6 ? 1 : 2, seeds = 2 * o->houses * o->seeds;
    jg_kalah_sow_table *tables = calloc(1, (size_t)o->houses * sizeof *tables + sizeof(struct jg_kalah_lazy_endgame));
    if (!tables) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int house = 0; house < o->houses; house++)
        for (int n = 0; n <= seeds; n++) fill_sowing(&tables[house][n], o->houses, words, house, n);
    g->tables = tables;
    g->state_size = (size_t)(16 * words);
    g->max_moves = o->houses;
    jg_kalah_lazy_endgame_init(endgame_of(g));
    return JG_OK;
}

static void close_game(struct jg_game *g) {
    jg_kalah_lazy_endgame_free(endgame_of(g));
    free(g->tables);
}

/* ---- Rules ---------------------------------------------------------------------- */

static void start(const struct jg_game *g, void *state) {
    uint8_t *s = state;
    const struct jg_kalah_options *o = jg_kalah_options(g);
    for (int house = 0; house < o->houses; house++) s[house] = s[lane_size(g) + house] = (uint8_t)o->seeds;
}

int jg_kalah_turn(const struct jg_game *g, const void *state) {
    int turn = ((const uint8_t *)state)[lane_size(g) - 2];
    return turn == OVER ? JG_OVER : turn;
}

/* Moves are house numbers as in the report: with 6 houses, 1 to 6 below and 7 to 12 above. */
static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    int seat = jg_kalah_turn(g, state), houses = g->max_moves, n = 0;
    const uint8_t *lane = (const uint8_t *)state + seat * lane_size(g);
    for (int house = 0; house < houses; house++) {
        out[n] = (jg_move)(seat * houses + house + 1);
        n += lane[house] != 0;
    }
    return n;
}

static bool no_seeds(const uint64_t *lane, int words) {
    return !(lane[words - 1] & JG_KALAH_HOUSE_MASK) && (words == 1 || !lane[0]);
}

/* Moves all seeds in a side's houses to its store. */
static void sweep(uint64_t *lane, int words) {
    uint64_t *last = &lane[words - 1], seeds = jg_kalah_sum(*last & JG_KALAH_HOUSE_MASK);
    for (int w = 0; w < words - 1; w++) {
        seeds += jg_kalah_sum(lane[w]);
        lane[w] = 0;
    }
    *last = (*last & ~JG_KALAH_HOUSE_MASK) + (seeds << JG_KALAH_STORE_SHIFT);
}

/* A state unpacked into registers. Making a move has a single branch, for the end of the game: 96 M nodes/s, against
 * 66 M with branches for captures and extra moves. */
struct sides {
    struct jg_kalah_lanes lanes;
    unsigned seat;
};

static inline void unpack(const uint8_t *s, struct sides *x, const int words) {
    uint64_t first[JG_KALAH_WORDS], second[JG_KALAH_WORDS];
    memcpy(first, s, 8 * (size_t)words);
    memcpy(second, s + 8 * words, 8 * (size_t)words);
    x->seat = first[words - 1] >> TURN & 255;
    first[words - 1] &= ~((uint64_t)255 << TURN);
    for (int w = 0; w < words; w++) {
        x->lanes.own[w] = x->seat ? second[w] : first[w];
        x->lanes.other[w] = x->seat ? first[w] : second[w];
    }
}

static inline void pack(uint8_t *s, const struct sides *x, unsigned turn, const int words) {
    uint64_t first[JG_KALAH_WORDS], second[JG_KALAH_WORDS];
    for (int w = 0; w < words; w++) {
        first[w] = x->seat ? x->lanes.other[w] : x->lanes.own[w];
        second[w] = x->seat ? x->lanes.own[w] : x->lanes.other[w];
    }
    first[words - 1] |= (uint64_t)turn << TURN;
    memcpy(s, first, 8 * (size_t)words);
    memcpy(s + 8 * words, second, 8 * (size_t)words);
}

__attribute__((always_inline)) static inline void play(const struct jg_game *g, uint8_t *s, jg_move move,
                                                       const int words) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct sides x;
    unpack(s, &x, words);
    unsigned house = move - 1 - x.seat * (unsigned)o->houses;
    unsigned next = x.seat ^ jg_kalah_make_move(g->tables, &x.lanes, house, o->emptycapture, words)->ends_turn;
    if (no_seeds(x.lanes.own, words) || no_seeds(x.lanes.other, words)) {
        sweep(x.lanes.own, words);
        sweep(x.lanes.other, words);
        next = OVER;
    }
    pack(s, &x, next, words);
}

/* Not inlined, so that the common case saves fewer registers. */
__attribute__((noinline)) static void apply_wide(const struct jg_game *g, void *state, jg_move move) {
    play(g, state, move, 2);
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    if (g->state_size != 16)
        apply_wide(g, state, move);
    else
        play(g, state, move, 1);
}

int jg_kalah_captured(const struct jg_game *g, const void *state, int seat, int house) {
    const int words = lane_size(g) / 8;
    struct sides now;
    unpack(state, &now, words);
    struct jg_kalah_lanes x = now.lanes;
    if (now.seat != (unsigned)seat) {
        memcpy(x.own, now.lanes.other, sizeof x.own);
        memcpy(x.other, now.lanes.own, sizeof x.other);
    }
    const struct jg_kalah_sowing *e = jg_kalah_sow(g->tables, &x, (unsigned)house, words);
    return (int)jg_kalah_capture_size(&x, e, jg_kalah_options(g)->emptycapture, words);
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    return jg_kalah_store(g, state, team) - jg_kalah_store(g, state, team ^ 1);
}

enum jg_status jg_kalah_set_position(const struct jg_game *g, void *state, const int *pits, int turn) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    int lane = lane_size(g), total = 0;
    uint8_t *s = state;
    for (int seat = 0; seat < 2; seat++) {
        const int *side = pits + seat * (o->houses + 1);
        for (int i = 0; i <= o->houses; i++) {
            total += side[i];
            if (side[i] < 0 || total > 2 * o->houses * o->seeds) return JG_EINPUT;
            s[seat * lane + (i < o->houses ? i : lane - 1)] = (uint8_t)side[i];
        }
    }
    if (total != 2 * o->houses * o->seeds) return JG_EINPUT;
    uint64_t words[2 * JG_KALAH_WORDS];
    int n = lane / 8;
    memcpy(words, s, g->state_size);
    if (no_seeds(words, n) || no_seeds(words + n, n)) {
        sweep(words, n);
        sweep(words + n, n);
        turn = OVER;
    }
    memcpy(s, words, g->state_size);
    s[lane - 2] = (uint8_t)turn;
    return JG_OK;
}

/* ---- For searches ----------------------------------------------------------------- */

/* Move ordering: extra moves first, starting with the house next to the store, which overflows soonest; then captures
 * by size; then the remaining houses, again from the store outwards. */
static void rank(const struct jg_game *g, const void *state, const jg_move *list, int n, int32_t *out) {
    enum { CAPTURE = 16, AGAIN = 200 };
    const jg_kalah_sow_table *tables = g->tables;
    const bool emptycapture = jg_kalah_options(g)->emptycapture;
    const int words = lane_size(g) / 8;
    struct sides now;
    unpack(state, &now, words);
    for (int i = 0; i < n; i++) {
        unsigned house = list[i] - 1 - now.seat * (unsigned)g->max_moves,
                 seeds = jg_kalah_byte(now.lanes.own, 8 * house, words);
        const struct jg_kalah_sowing *e = &tables[house][seeds];
        out[i] = (int32_t)house;
        if (!e->ends_turn) {
            out[i] += AGAIN;
        } else if (e->last != 8 * (8 * words - 2)) { /* the last seed lands in a house of the mover */
            struct jg_kalah_lanes x = now.lanes;
            int32_t prize =
                (int32_t)jg_kalah_capture_size(&x, jg_kalah_sow(tables, &x, house, words), emptycapture, words);
            if (prize) out[i] = CAPTURE + (prize < AGAIN - CAPTURE ? prize : AGAIN - CAPTURE - 1);
        }
    }
}

static int noisy(const struct jg_game *g, const void *state, jg_move *out) {
    int seat = jg_kalah_turn(g, state), n = moves(g, state, out), count = 0;
    for (int i = 0; i < n; i++)
        if (jg_kalah_captured(g, state, seat, (int)out[i] - 1 - seat * g->max_moves)) out[count++] = out[i];
    return count;
}

static bool probe_endgame(const struct jg_game *g, const void *state, int32_t *out) {
    uint64_t lanes[2];
    int gain, seat = jg_kalah_turn(g, state);
    if (g->state_size != sizeof lanes) return false;
    memcpy(lanes, state, sizeof lanes);
    if (!jg_kalah_lazy_endgame_probe(endgame_of(g), g, lanes[seat] & JG_KALAH_HOUSE_MASK,
                                     lanes[!seat] & JG_KALAH_HOUSE_MASK, &gain))
        return false;
    *out = score(g, state, 0) + (seat ? -gain : gain);
    return true;
}

static enum jg_status open_endgame(const struct jg_game *g, struct jg_error *err) {
    return g->state_size == 2 * sizeof(uint64_t) ? jg_kalah_lazy_endgame_open(endgame_of(g), g, err) : JG_OK;
}

static enum jg_status check_endgame(const struct jg_game *g, struct jg_error *err) {
    return jg_kalah_lazy_endgame_check(endgame_of(g), err);
}

static const struct jg_option OPTIONS[] = {
    {.name = "houses",
     .type = JG_OPT_INT,
     JG_FIELD(struct jg_kalah_options, houses),
     .min = 1,
     .max = 10,
     .standard = "6",
     .value = "N",
     .help = "houses on each side"},
    {.name = "seeds",
     .type = JG_OPT_INT,
     JG_FIELD(struct jg_kalah_options, seeds),
     .min = 1,
     .max = 12,
     .standard = "4",
     .value = "N",
     .help = "seeds in each house at the start"},
    {.name = "emptycapture",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct jg_kalah_options, emptycapture),
     .standard = "0",
     .help = "1: a last seed in the player's own empty house is captured even if the opposite house is empty"},
    {0},
};

static const struct jg_agent_kind *const AGENTS[] = {&jg_kalah_perfect, NULL};

static const struct jg_game_example EXAMPLES[] = {
    {.command = "play kalah", .title = "play against the computer"},
    {.command = "play kalah human alphabeta:depth=8", .title = "choose the opponent and its depth"},
    {.command = "analyze kalah", .title = "find the best first move"},
    {.command = "tournament kalah random greedy ab:nodes=1k", .title = "rate three agents"},
    {0},
};

static const struct jg_game_position POSITIONS[] = {
    {.position = "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1",
     .last = "3",
     .caption = "Player 1 sowed house 3. The last of its four seeds fell into the store on the right, so player 1 "
                "moves again."},
    {.position = "4,4,4,4,0,5,1,0,6,1,6,6,6,1 1",
     .caption = "A capture: the last of the four seeds of house 1 will fall into house 5, which is empty. The "
                "opposite house has six seeds."},
    {.position = "0,5,5,5,0,5,8,0,0,1,6,6,6,1 2",
     .last = "1",
     .caption = "After sowing house 1, the last seed and the six opposite seeds go to the store: seven in all."},
    {.position = "0,0,0,0,0,0,21,0,0,0,0,0,0,27 -",
     .last = "6",
     .caption = "Game over: player 1 has no seeds left in the houses, so player 2 keeps the rest. Player 2 wins 27 "
                "to 21."},
    {0},
};

static const char *const STUDIES[] = {"mancala-time", "mancala-random", "kalah-values", NULL};

static const struct jg_game_bench BENCH[] = {
    {.spec = "kalah",
     .perft = 9,
     .searches = {"minimax:depth=7", "negamax:depth=7", "alphabeta:depth=10", "ab:depth=14,eval=store",
                  "ab:nodes=100000,eval=store", "mcts:playouts=10000,eval=store"},
     .races = {{"alphabeta:depth=14", "ab:depth=14,eval=store"},
               {"ab:depth=22,eval=store", "ab:depth=22,eval=store,threads=2"}},
     .stops = {"minimax:depth=0", "negamax:depth=0", "alphabeta:depth=0", "ab", "ab:depth=100", "mcts"},
     .arena = true},
    {0},
};

const struct jg_game_kind jg_kalah = {
    .name = "kalah",
    .title = "Kalah",
    .summary = "two-row Mancala: sow, move again, capture",
    .opponent = "kalah.perfect:nodes=1M",
    .rollout = "greedy",
    .options = OPTIONS,
    .options_size = sizeof(struct jg_kalah_options),
    .traits = JG_IS_FINITE | JG_HAS_DRAWS | JG_MAY_STAND,
    .seats = 2,
    .state_size = 32, /* open_game sets what the number of houses needs */
    .max_moves = 10,
    .evaluators = jg_kalah_evaluators,
    .open = open_game,
    .close = close_game,
    .start = start,
    .turn = jg_kalah_turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .print = jg_kalah_print,
    .parse = jg_kalah_parse,
    .print_move = jg_kalah_print_move,
    .parse_move = jg_kalah_parse_move,
    .show = jg_kalah_show,
    .describe_move = jg_kalah_describe_move,
    .json = jg_kalah_json,
    .svg = jg_kalah_svg,
    .rank = rank,
    .noisy = noisy,
    .probe_endgame = probe_endgame,
    .open_endgame = open_endgame,
    .check_endgame = check_endgame,
    .solver = &jg_kalah_solver,
    .inputs = jg_kalah_inputs,
    .observe = jg_kalah_observe,
    .spaces = jg_kalah_spaces,
    .actions = jg_kalah_actions,
    .encode = jg_kalah_encode,
    .agents = AGENTS,
    .levels = {[JG_LEVEL_BEGINNER] = "random",
               [JG_LEVEL_EASY] = "greedy",
               [JG_LEVEL_MEDIUM] = "ab:depth=2,tt=64k,eval=store",
               [JG_LEVEL_HARD] = "ab:depth=5,tt=1M,eval=store"},
    .examples = EXAMPLES,
    .positions = POSITIONS,
    .studies = STUDIES,
    .bench = BENCH,
};
