/* Playing on from a position until its worth shows. */
#ifndef SEARCH_PLAYOUT_H
#define SEARCH_PLAYOUT_H

#include "search/budget.h"

#include <jogada/game.h>

/* How moves are chosen: at random; by what the evaluator says of the position after
 * them; by the game's rank. Where some are as good, one of them at random. */
enum jg_play { JG_PLAY_RANDOM, JG_PLAY_GREEDY, JG_PLAY_RANK };

/* Where play ends besides the end of the game: where chance is to move, or nowhere. */
enum jg_play_to { JG_TO_CHANCE, JG_TO_END };

struct jg_playout {
    const struct jg_game *game;
    const struct jg_eval *eval;
    int play, to;
    struct jg_budget budget;
};

/* Plays on in place, at most JG_PLAYOUT_PLIES moves, and adds to nodes those that were made
 * or tried. False: it was too late, and what was reached tells nothing. */
enum { JG_PLAYOUT_PLIES = 1000 };
bool jg_playout(const struct jg_playout *p, void *state, struct jg_rng *rng, uint64_t *nodes);

/* Whether games and evaluators fit: `play` needs ranks, the score (`score`: it counts)
 * an evaluator of points. Refuses otherwise, with the key that is wrong. */
enum jg_status jg_playout_check(const struct jg_game *g, const struct jg_eval *eval, int play, bool score,
                                const char **key, struct jg_error *err);

/* Whose points a share of games won is in: a chance. No evaluator of any game, it has no value. */
extern const struct jg_evaluator jg_playout_wins;

/* The keys by which agents with playouts take these. */
#define JG_PLAYOUT_OPTIONS(holder, play_, to_, usual)                                                                  \
    {.name = "play",                                                                                                   \
     .type = JG_OPT_CHOICE,                                                                                            \
     JG_FIELD(holder, play_),                                                                                          \
     .choices = "random|greedy|rank",                                                                                  \
     .standard = usual,                                                                                                \
     .help =                                                                                                           \
         "playout moves: random, best evaluation, or best rank by the game"},    \
    {                                                                                                                  \
        .name = "to", .type = JG_OPT_CHOICE, JG_FIELD(holder, to_), .choices = "chance|end", .standard = "chance",     \
        .help = "where playouts end: at the next chance move, with an evaluation, or at the end of the game"         \
    }

#endif
