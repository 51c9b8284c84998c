/* Boards of the Kalah Game Protocol, `<houses,south store,north store,south...,north...>`, and their conversion to
 * states of our Kalah. The receiver of a board is South and to move. */
#ifndef KGP_BOARD_H
#define KGP_BOARD_H

#include <jogada/game.h>

enum { JG_KGP_HOUSES_MAX = 64, JG_KGP_SEEDS_MAX = 9999, JG_KGP_BOARD_TEXT_MAX = 1024 }; /* limits of the parser */

struct jg_kgp_board {
    int houses;
    int store[2];                    /* South's, North's */
    int house[2][JG_KGP_HOUSES_MAX]; /* of each side, in sowing order */
};

/* Parses a board, which must be the whole text. */
enum jg_status jg_kgp_board_parse(const char *text, struct jg_kgp_board *out, struct jg_error *err);
void jg_kgp_board_print(const struct jg_kgp_board *b, struct jg_text *t);

/* All seeds on the board. */
int jg_kgp_board_seeds(const struct jg_kgp_board *b);

/* The board of a state from the point of view of a seat. */
void jg_kgp_board_from_state(const struct jg_game *g, const void *state, int seat, struct jg_kgp_board *out);

/* Opens the game of Kalah that fits a board and fills the state: South has the first seat and is to move, unless the
 * game is over. If the seeds on the board are not a multiple of the houses, both stores get the same number of extra
 * seeds, North's one more if that number is odd, so the margin is off by at most one. JG_EINPUT for boards larger
 * than ours. */
enum jg_status jg_kgp_board_open(const struct jg_kgp_board *b, bool emptycapture, struct jg_game *g, void *state,
                                 struct jg_error *err);

/* The spec of that game; a caller that has it open already can convert boards by jg_kgp_board_to_state alone. */
enum jg_status jg_kgp_board_spec(const struct jg_kgp_board *b, bool emptycapture, char out[JG_SPEC_MAX],
                                 struct jg_error *err);
enum jg_status jg_kgp_board_to_state(const struct jg_kgp_board *b, const struct jg_game *g, void *state);

/* The board after South's move from a house, still from South's point of view. False for an illegal move. */
bool jg_kgp_board_play(const struct jg_kgp_board *b, bool emptycapture, int house, struct jg_kgp_board *after);

/* Whether the game is decided: no seeds are left to sow, or a store holds more than half of them. */
bool jg_kgp_board_decided(const struct jg_kgp_board *b);

#endif
