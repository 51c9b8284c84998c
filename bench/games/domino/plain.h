/* A second, plain and slow implementation of four-ended dominoes: the oracle of the tests and the
 * baseline of `jogada bench`. It shares no code with src/games/domino: hands and arms are lists of
 * tiles, and passes are scored from the history of the round. */
#ifndef BENCH_GAMES_DOMINO_PLAIN_H
#define BENCH_GAMES_DOMINO_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum plain_domino_nodbl { PLAIN_NEXT, PLAIN_PEN20, PLAIN_REDEAL, PLAIN_SENA, PLAIN_FREE };
enum plain_domino_lock { PLAIN_THEIRS, PLAIN_DIFFERENCE, PLAIN_ALL, PLAIN_NOTHING };
enum plain_domino_galo { PLAIN_AUTO, PLAIN_ADD, PLAIN_ANNOUNCE, PLAIN_NEVER };

struct plain_domino_rules {
    int target, rounds; /* rounds 0: to the target */
    bool clockwise, locker, openscores, dblboth, merge, literal;
    enum plain_domino_nodbl nodbl;
    enum plain_domino_lock lock;
    enum plain_domino_galo galo;
    int spin1, closed, passpts;
};

struct plain_tile {
    int a, b;
};

/* A turn of the round. */
struct plain_turn {
    int seat;
    bool pass;
    struct plain_tile tile;
    int arm; /* joined to this arm; -1: opening */
    bool announced;
};

enum { PLAIN_DEAL = 4, PLAIN_OVER = 5 }; /* as the seat to move */

struct plain_domino {
    struct plain_domino_rules rules;
    int points[2];
    int round;  /* from 1 */
    int seat;   /* to move */
    int opener; /* of the next round; -1: the holder of the 6-6 */
    bool sena;  /* the opening must be the 6-6 */

    struct plain_tile hand[4][7];
    int held[4];
    struct plain_tile arm[4][28]; /* from the inside, each with the half that joins first */
    int laid[4];
    struct plain_turn history[160]; /* of the round */
    int turns;
};

enum { PLAIN_DOMINO_MOVES = 7 * 4 * 2 };

/* Before the first deal. */
void plain_domino_start(struct plain_domino *p, const struct plain_domino_rules *rules);

/* Starts the next round with these hands. */
void plain_domino_deal(struct plain_domino *p, struct plain_tile hands[4][7]);

/* The sum of the ends. */
int plain_domino_sum(const struct plain_domino *p);

/* All moves of the seat to move, with `seat` set; a pass if no tile fits. Equivalent sides of the
 * opening double are listed separately. */
int plain_domino_moves(const struct plain_domino *p, struct plain_turn out[PLAIN_DOMINO_MOVES]);
void plain_domino_move(struct plain_domino *p, const struct plain_turn *move);

/* Perft within the round; equivalent sides of the opening double count once. */
uint64_t plain_domino_perft(const struct plain_domino *p, int depth);

#endif
