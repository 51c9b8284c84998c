/* Lines of Action: declarations shared by the files of this folder. */
#ifndef GAMES_LOA_H
#define GAMES_LOA_H

#include "games/games.h"
#include "games/loa/mobility.h"
#include "games/loa/paper.h"

enum jg_loa_both { JG_LOA_DRAW, JG_LOA_MOVER };
enum jg_loa_nomove { JG_LOA_PASSES, JG_LOA_LOSES };

struct jg_loa_options {
    int both;   /* enum jg_loa_both: the result of a move that connects both sides */
    int nomove; /* enum jg_loa_nomove: whether a side without a move passes or loses */
    int repeat; /* draw by repetition: 0: never, 1: at the second occurrence, 2: at the third */
};

enum {
    JG_LOA_SQUARES = 64,  /* a1 is 0, b1 is 1, a2 is 8 */
    JG_LOA_PIECES = 12,   /* most pieces of a side */
    JG_LOA_LINES = 4,     /* through a square: rank, file, rising and falling diagonal */
    JG_LOA_DIRECTIONS = 8 /* the first four up the lines, the next four down them */
};

/* The result of the game; JG_LOA_OPEN: not over. */
enum jg_loa_end { JG_LOA_OPEN, JG_LOA_BLACK, JG_LOA_WHITE, JG_LOA_DRAWN };

/* Sixty-four bytes: one cache line. The fields from straight to mass and the result follow from pieces and next; every
 * move updates them incrementally. */
struct jg_loa_state {
    uint64_t pieces[2];
    uint64_t straight;        /* pieces of both sides on each line, four bits each: ranks, then files */
    uint64_t rising, falling; /* pieces on the fifteen diagonals each way, indexed as in jg_loa_line_count */
    uint64_t key;
    uint32_t mass[2]; /* sums over the pieces of each side, see jg_loa_mass */
    uint8_t next;     /* the seat to move; set in finished games, too */
    uint8_t end;      /* enum jg_loa_end */
    uint8_t blank[6];
};

/* The two moves of a piece on a1 along a line, up and down, for one number of pieces on the line. One cache line. */
struct jg_loa_reach {
    uint64_t goal[2];    /* the destination, wrapped around the edges */
    uint64_t between[2]; /* the squares that it jumps over */
    uint64_t off[2];     /* a bit for this direction and distance */
    uint64_t blank[2];
};

/* What a piece on a square contributes to a state. One cache line. */
struct jg_loa_square {
    uint64_t straight, rising, falling;
    uint64_t key[2]; /* by seat */
    uint64_t off;    /* the moves from here that leave the board, as bits of jg_loa_reach.off */
    uint32_t mass;
    uint32_t blank[3];
};

/* One axis, for a number of pieces and the sum of their coordinates: the distance of each coordinate from the mean, and
 * the files or ranks of the quads whose centre is at most 2.5 squares from it. */
struct jg_loa_axis {
    uint8_t far[8]; /* in sixteenths of a square */
    uint64_t files, ranks;
};
enum { JG_LOA_FAR = 16, JG_LOA_AXIS_SUMS = 7 * JG_LOA_PIECES + 1 };

/* Move ordering scores: for leaving a square and for reaching one, by the square of the own centre of mass; for
 * capturing on a square. */
struct jg_loa_order {
    int8_t leave[JG_LOA_SQUARES][JG_LOA_SQUARES], land[JG_LOA_SQUARES][JG_LOA_SQUARES], capture[JG_LOA_SQUARES];
};

/* Tables of an open game: first those for making moves, then those for evaluators and move ordering. */
struct jg_loa_tables {
    struct jg_loa_square square[JG_LOA_SQUARES];
    struct jg_loa_reach reach[JG_LOA_LINES][9];
    uint64_t turn;                                   /* part of the key when White is to move */
    uint64_t ray[JG_LOA_SQUARES][JG_LOA_DIRECTIONS]; /* squares from there to the edge */
    uint8_t target[JG_LOA_SQUARES][JG_LOA_DIRECTIONS]
                  [8]; /* the square n + 1 away; if off the board, the square itself */

    uint8_t direction[JG_LOA_SQUARES][JG_LOA_SQUARES]; /* from a square to another on a line with it */

    bool has_popcnt; /* the processor counts bits in one instruction */
    double inverse[JG_LOA_PIECES + 1];
    struct jg_loa_axis axes[JG_LOA_PIECES + 1][JG_LOA_AXIS_SUMS]; /* by number and sum */
    struct jg_loa_mobility_table mobility;
    struct jg_loa_paper paper;
    struct jg_loa_order order;
};

static inline const struct jg_loa_options *jg_loa_options(const struct jg_game *g) { return (const void *)&g->options; }
static inline const struct jg_loa_tables *jg_loa_tables(const struct jg_game *g) { return g->tables; }

/* A move is its origin and destination; a pass is a move from h8 to itself. */
enum { JG_LOA_PASS = 63 << 6 | 63 };
static inline unsigned jg_loa_from(jg_move move) { return move >> 6; }
static inline unsigned jg_loa_to(jg_move move) { return move & 63; }
static inline jg_move jg_loa_move(unsigned from, unsigned to) { return from << 6 | to; }

static inline uint64_t jg_loa_bit(unsigned square) { return (uint64_t)1 << square; }

/* Removes the lowest square from a set, which must not be empty, and returns it. */
static inline unsigned jg_loa_pop(uint64_t *set) {
    unsigned square = (unsigned)__builtin_ctzll(*set);
    *set &= *set - 1;
    return square;
}

/* Pieces of both sides on a line through a square. */
static inline unsigned jg_loa_line_count(const struct jg_loa_state *s, unsigned square, int line) {
    unsigned rank = square >> 3, file = square & 7;
    switch (line) {
    case 0: return s->straight >> 4 * rank & 15;
    case 1: return s->straight >> (32 + 4 * file) & 15;
    case 2: return s->rising >> 4 * (7 + file - rank) & 15;
    default: return s->falling >> 4 * (file + rank) & 15;
    }
}

/* The number of pieces of a side, and the sums of their files and ranks, each 0 to 7. */
struct jg_loa_mass {
    int count, files, ranks;
};

static inline struct jg_loa_mass jg_loa_mass(const struct jg_loa_state *s, int seat) {
    uint32_t m = s->mass[seat];
    return (struct jg_loa_mass){.count = (int)(m >> 16), .files = (int)(m & 255), .ranks = (int)(m >> 8 & 255)};
}

/* The neighbours of a set in the eight directions, including squares of the set that are next to another. */
static inline uint64_t jg_loa_around(uint64_t set) {
    const uint64_t not_a = 0xfefefefefefefefeu, not_h = 0x7f7f7f7f7f7f7f7fu;
    uint64_t sides = (set << 1 & not_a) | (set >> 1 & not_h), row = set | sides;
    return sides | row << 8 | row >> 8;
}

/* The connected group that contains the lowest square of a set, which must not be empty (flood fill). */
static inline uint64_t jg_loa_group(uint64_t set) {
    uint64_t group = set & (0 - set), before;
    do {
        before = group;
        group |= jg_loa_around(group) & set;
    } while (group != before);
    return group;
}

/* The number of connected groups. */
static inline int jg_loa_groups(uint64_t set) {
    int n = 0;
    for (; set; n++) set &= ~jg_loa_group(set);
    return n;
}

/* Whether a set, which must not be empty, is one group. */
bool jg_loa_connected(uint64_t set);

/* Fills a zeroed state from the pieces and the seat to move, and computes the result. */
void jg_loa_set_position(const struct jg_game *g, struct jg_loa_state *s, const uint64_t pieces[2], int next);

/* Generates the moves of a seat, which need not be to move, and returns their number, perhaps 0. */
int jg_loa_generate(const struct jg_game *g, const struct jg_loa_state *s, int seat, jg_move *out);

/* The same for a subset of its pieces. */
int jg_loa_generate_from(const struct jg_game *g, const struct jg_loa_state *s, int seat, uint64_t some, jg_move *out);

extern const struct jg_evaluator jg_loa_evaluators[];
extern const struct jg_network_file jg_loa_network;
extern const struct jg_sgf jg_loa_sgf;

/* Fills the tables of the evaluator mix. */
void jg_loa_eval_init(struct jg_loa_tables *t);

/* Move ordering, quiescence moves and null moves for searches, see order.c. */
void jg_loa_order_init(struct jg_loa_order *order);
void jg_loa_rank(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *out);
int jg_loa_noisy(const struct jg_game *g, const void *state, jg_move *out);
bool jg_loa_pass(const struct jg_game *g, void *state);

/* Inputs of networks, see inputs.c. */
void jg_loa_inputs(const struct jg_game *g, struct jg_inputs *out);
void jg_loa_observe(const struct jg_game *g, const void *view, int team, uint64_t *active);
void jg_loa_symmetry(const struct jg_game *g, int i, uint16_t *permutation);

/* Actions and observations, see spaces.c. */
void jg_loa_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_loa_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
void jg_loa_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

void jg_loa_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_loa_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_loa_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_loa_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);
void jg_loa_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_loa_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);
struct json_t *jg_loa_json(const struct jg_game *g, const void *state);
void jg_loa_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

/* The agent `loa`, see player.c. */
extern const struct jg_agent_kind jg_loa_player;

#endif
