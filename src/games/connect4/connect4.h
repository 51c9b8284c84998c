/* Connect Four on two bitboards: declarations shared by the files of this folder.
 *
 * A column takes height + 1 bits, from the bottom up; the highest stays empty, so that lines do not wrap around from one
 * column to the next and the carry of an addition marks the square where a disc would land. The layout is that of John
 * Tromp's Fhourstones, and squares that complete a line are found as in Pascal Pons' solver (blog.gamesolver.org), here
 * for lines of any length. Rules and sources: docs/games/connect4.md. */
#ifndef CONNECT4_H
#define CONNECT4_H

#include "games/games.h"

struct jg_connect4_options {
    int width, height, connect;
};

struct jg_connect4_state {
    uint64_t discs[2]; /* of Red, who begins, and of Yellow */
};

static inline const struct jg_connect4_options *jg_connect4_options(const struct jg_game *g) {
    return (const void *)&g->options;
}

/* The bits of one column. */
static inline int jg_connect4_stride(const struct jg_game *g) { return jg_connect4_options(g)->height + 1; }

/* The bit of a square; column and row count from 0, at the lower left. */
static inline uint64_t jg_connect4_square(const struct jg_game *g, int column, int row) {
    return (uint64_t)1 << (column * jg_connect4_stride(g) + row);
}

/* Sets of squares that depend only on the options. */
struct jg_connect4_board {
    uint64_t bottom, all;
    uint64_t odd_rows; /* the first, third, ... row from the bottom */
};

static inline const struct jg_connect4_board *jg_connect4_board(const struct jg_game *g) { return g->tables; }

/* The player to move, or who would be if the game were not over. */
static inline int jg_connect4_mover(const struct jg_connect4_state *s) {
    return __builtin_popcountll(s->discs[0]) - __builtin_popcountll(s->discs[1]);
}

/* The squares on which a disc can land. */
static inline uint64_t jg_connect4_landing(const struct jg_game *g, const struct jg_connect4_state *s) {
    const struct jg_connect4_board *b = jg_connect4_board(g);
    return ((s->discs[0] | s->discs[1]) + b->bottom) & b->all;
}

/* The starts of all lines of `connect` squares within a set: their lowest squares in the bitboard's order. */
uint64_t jg_connect4_lines(const struct jg_game *g, uint64_t squares, int direction);

/* The squares of all lines within a set. */
uint64_t jg_connect4_line_squares(const struct jg_game *g, uint64_t discs);

/* Whether a set contains a line. */
bool jg_connect4_has_line(const struct jg_game *g, uint64_t discs);

/* The empty squares on which one more disc of a side would complete a line: its threats. */
uint64_t jg_connect4_threats(const struct jg_game *g, const struct jg_connect4_state *s, int side);

enum { JG_CONNECT4_DIRECTIONS = 4 };

/* The distance in bits between neighbours on a line: 0 is vertical, 1 and 3 are the diagonals, 2 is horizontal. */
static inline int jg_connect4_step(const struct jg_game *g, int direction) {
    return direction ? jg_connect4_stride(g) + direction - 2 : 1;
}

/* eval.c */
extern const struct jg_evaluator jg_connect4_evaluators[];

/* inputs.c */
void jg_connect4_inputs(const struct jg_game *g, struct jg_inputs *out);
void jg_connect4_observe(const struct jg_game *g, const void *view, int team, uint64_t *active);
void jg_connect4_symmetry(const struct jg_game *g, int i, uint16_t *permutation);

/* spaces.c */
void jg_connect4_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_connect4_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
void jg_connect4_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

/* text.c */
void jg_connect4_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_connect4_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_connect4_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_connect4_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                      struct jg_error *err);
void jg_connect4_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_connect4_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang,
                               struct jg_text *t);
struct json_t *jg_connect4_json(const struct jg_game *g, const void *state);

/* drawing.c */
void jg_connect4_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

#endif
