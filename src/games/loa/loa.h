/* What the files of Lines of Action share. */
#ifndef GAMES_LOA_H
#define GAMES_LOA_H

#include "games/games.h"
#include "games/loa/lines.h"
#include "games/loa/paper.h"

enum jg_loa_both { JG_LOA_DRAW, JG_LOA_MOVER };
enum jg_loa_nomove { JG_LOA_PASSES, JG_LOA_LOSES };

struct jg_loa_options {
    int both;   /* enum jg_loa_both: who wins when a move connects both sides */
    int nomove; /* enum jg_loa_nomove: what becomes of a side without a move */
    int repeat; /* a position that occurs so often is a draw: 0: never, 1: twice, 2: three times */
};

enum {
    JG_LOA_SQUARES = 64,  /* a1 is 0, b1 is 1, a2 is 8 */
    JG_LOA_PIECES = 12,   /* of a side at most */
    JG_LOA_LINES = 4,     /* through a square: rank, file, rising and falling diagonal */
    JG_LOA_DIRECTIONS = 8 /* the first four up the lines, the next four down them */
};

/* Who has won; JG_LOA_OPEN: the game goes on. */
enum jg_loa_end { JG_LOA_OPEN, JG_LOA_BLACK, JG_LOA_WHITE, JG_LOA_DRAWN };

/* Sixty-four bytes. Everything but pieces, next and end follows from them and is
 * kept up to date by every move; end follows from pieces and next. */
struct jg_loa_state {
    uint64_t pieces[2];
    uint64_t straight;        /* pieces of both sides on each line, four bits each: ranks, then files */
    uint64_t rising, falling; /* the fifteen diagonals, as jg_loa_line numbers them */
    uint64_t key;
    uint32_t mass[2]; /* of each side: sums over its pieces, see jg_loa_mass */
    uint8_t next;     /* the seat to move, or that would be to move */
    uint8_t end;      /* enum jg_loa_end */
    uint8_t blank[6];
};

/* A piece on a1 that moves in a direction, by how many pieces are on the line. */
struct jg_loa_reach {
    uint64_t goal[9]; /* the square it goes to, counted on past the edges */
    uint64_t pass[9]; /* those on the way there */
    uint64_t off[9];  /* a bit for this direction and distance */
};

/* A square: what a piece on it counts for. One cache line. */
struct jg_loa_square {
    uint64_t straight, rising, falling;
    uint64_t key[2]; /* by seat */
    uint64_t off;    /* which moves from here leave the board, as bits of reach */
    uint32_t mass;
    uint32_t blank[3];
};

/* Along one axis, for a number of pieces and the sum of their coordinates: how far each coordinate is from their
 * mean, and the files or ranks of those blocks of two whose middle is at most two and a half away. */
struct jg_loa_axis {
    uint8_t far[8]; /* in sixteenths of a square */
    uint64_t files, ranks;
};
enum { JG_LOA_FAR = 16, JG_LOA_AXIS_SUMS = 7 * JG_LOA_PIECES + 1 };

/* How promising it is to leave a square and to land on one, by the square of the own centre of mass, and to capture on one. */
struct jg_loa_order {
    int8_t leave[JG_LOA_SQUARES][JG_LOA_SQUARES], land[JG_LOA_SQUARES][JG_LOA_SQUARES], capture[JG_LOA_SQUARES];
};

/* What moves of a game are made with, and then what evaluators and searches need. */
struct jg_loa_tables {
    struct jg_loa_square square[JG_LOA_SQUARES];
    struct jg_loa_reach reach[JG_LOA_DIRECTIONS];
    uint64_t turn;                                        /* in the key when White is next */
    uint64_t ray[JG_LOA_SQUARES][JG_LOA_DIRECTIONS];      /* squares from there to the edge */
    uint8_t target[JG_LOA_SQUARES][JG_LOA_DIRECTIONS][8]; /* so many squares and one more away; off the board: itself */

    bool quick; /* the processor counts bits in one instruction */
    double inverse[JG_LOA_PIECES + 1];
    struct jg_loa_axis axes[JG_LOA_PIECES + 1][JG_LOA_AXIS_SUMS]; /* by number and sum */
    struct jg_loa_lines lines;
    struct jg_loa_paper paper;
    struct jg_loa_order order;
};

static inline const struct jg_loa_options *jg_loa_options(const struct jg_game *g) { return (const void *)&g->options; }
static inline const struct jg_loa_tables *jg_loa_tables(const struct jg_game *g) { return g->tables; }

/* A move goes from a square to a square; a pass from the last to itself. */
enum { JG_LOA_PASS = 63 << 6 | 63 };
static inline unsigned jg_loa_from(jg_move move) { return move >> 6; }
static inline unsigned jg_loa_to(jg_move move) { return move & 63; }
static inline jg_move jg_loa_move(unsigned from, unsigned to) { return from << 6 | to; }

static inline uint64_t jg_loa_bit(unsigned square) { return (uint64_t)1 << square; }

/* Takes the lowest square out of a set that has one. */
static inline unsigned jg_loa_pop(uint64_t *set) {
    unsigned square = (unsigned)__builtin_ctzll(*set);
    *set &= *set - 1;
    return square;
}

/* Pieces of both sides on a line through a square. */
static inline unsigned jg_loa_line(const struct jg_loa_state *s, unsigned square, int line) {
    unsigned rank = square >> 3, file = square & 7;
    switch (line) {
    case 0: return s->straight >> 4 * rank & 15;
    case 1: return s->straight >> (32 + 4 * file) & 15;
    case 2: return s->rising >> 4 * (7 + file - rank) & 15;
    default: return s->falling >> 4 * (file + rank) & 15;
    }
}

/* Sums over the pieces of a side: how many they are, and of their files and ranks, each 0 to 7. */
struct jg_loa_mass {
    int count, files, ranks;
};

static inline struct jg_loa_mass jg_loa_mass(const struct jg_loa_state *s, int seat) {
    uint32_t m = s->mass[seat];
    return (struct jg_loa_mass){.count = (int)(m >> 16), .files = (int)(m & 255), .ranks = (int)(m >> 8 & 255)};
}

/* The squares next to those of a set, in the eight directions, and those of the
 * set that are next to others of it. */
static inline uint64_t jg_loa_around(uint64_t set) {
    const uint64_t not_a = 0xfefefefefefefefeu, not_h = 0x7f7f7f7f7f7f7f7fu;
    uint64_t sides = (set << 1 & not_a) | (set >> 1 & not_h), row = set | sides;
    return sides | row << 8 | row >> 8;
}

/* The squares that are connected, within a set that is not empty, with its lowest one. */
static inline uint64_t jg_loa_group(uint64_t set) {
    uint64_t group = set & (0 - set), before;
    do {
        before = group;
        group |= jg_loa_around(group) & set;
    } while (group != before);
    return group;
}

/* How many groups there are. */
static inline int jg_loa_groups(uint64_t set) {
    int n = 0;
    for (; set; n++) set &= ~jg_loa_group(set);
    return n;
}

/* Whether the squares of a set, which is not empty, are one group. */
bool jg_loa_connected(uint64_t set);

/* Fills a cleared state from its pieces and who is next; the game may be over there. */
void jg_loa_set(const struct jg_game *g, struct jg_loa_state *s, const uint64_t pieces[2], int next);

/* The moves of a seat, whether it is its turn or not; there may be none. Returns how many. */
int jg_loa_list(const struct jg_game *g, const struct jg_loa_state *s, int seat, jg_move *out);

/* Those of some of its pieces. */
int jg_loa_list_of(const struct jg_game *g, const struct jg_loa_state *s, int seat, uint64_t some, jg_move *out);

extern const struct jg_evaluator jg_loa_evaluators[];
extern const struct jg_sgf jg_loa_sgf;

/* Fills the part of the tables that evaluators need. */
void jg_loa_eval_fill(struct jg_loa_tables *t);

/* What searches are told of moves. */
void jg_loa_order_fill(struct jg_loa_order *order);
void jg_loa_rank(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *out);
int jg_loa_noisy(const struct jg_game *g, const void *state, jg_move *out);
bool jg_loa_pass(const struct jg_game *g, void *state);

void jg_loa_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_loa_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_loa_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_loa_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);
void jg_loa_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_loa_tell(const struct jg_game *g, const void *state, jg_move move, enum jg_lang lang, struct jg_text *t);
struct json_t *jg_loa_json(const struct jg_game *g, const void *state);

/* The strong player, agent `loa`. */
extern const struct jg_agent_kind jg_loa_player;

#endif
