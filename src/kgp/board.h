/* Boards of the Kalah Game Protocol, `<houses,south store,north store,south...,north...>`, and
 * our Kalah. Whoever is sent a board is South and to move. */
#ifndef KGP_BOARD_H
#define KGP_BOARD_H

#include <jogada/game.h>

enum { JG_KGP_HOUSES = 64, JG_KGP_SEEDS = 9999, JG_KGP_BOARD_TEXT = 1024 }; /* of a board that can be read */

struct jg_kgp_board {
    int houses;
    int store[2];                /* South's, North's */
    int house[2][JG_KGP_HOUSES]; /* each side's in the order of sowing */
};

/* Reads a board, which must be the whole text. */
enum jg_status jg_kgp_board_read(const char *text, struct jg_kgp_board *out, struct jg_error *err);
void jg_kgp_board_print(const struct jg_kgp_board *b, struct jg_text *t);

/* All seeds on the board. */
int jg_kgp_board_seeds(const struct jg_kgp_board *b);

/* A position of Kalah as a seat is shown it. */
void jg_kgp_board_of(const struct jg_game *g, const void *state, int seat, struct jg_kgp_board *out);

/* Opens the Kalah that has such a board, and writes the position: South in the first seat and to move, or over. Where
 * no number of seeds a house makes up those on the board, both stores are given more alike, North's one
 * more if they are odd: who wins by how much is the same but for that one. Refuses boards larger than ours. */
enum jg_status jg_kgp_board_open(const struct jg_kgp_board *b, bool emptycapture, struct jg_game *g, void *state,
                                 struct jg_error *err);

/* The spec of that game, to see whether it is the one that is open. */
enum jg_status jg_kgp_board_spec(const struct jg_kgp_board *b, bool emptycapture, char out[JG_SPEC_MAX],
                                 struct jg_error *err);
enum jg_status jg_kgp_board_state(const struct jg_kgp_board *b, const struct jg_game *g, void *state);

/* The board after South's move from a house, still as South sees it. False: there is no such move. */
bool jg_kgp_board_play(const struct jg_kgp_board *b, bool emptycapture, int house, struct jg_kgp_board *after);

/* Whether nobody has a seed left to sow, or a store holds more than half of all. */
bool jg_kgp_board_decided(const struct jg_kgp_board *b);

#endif
