/* Playouts (rollouts): plays from a position by a simple policy to the end of the game or the next chance move. */
#ifndef SEARCH_PLAYOUT_H
#define SEARCH_PLAYOUT_H

#include "search/budget.h"

#include <jogada/game.h>

/* The playout policy: random moves, the best evaluation after the move, or the game's best rank. Ties are broken at
 * random. */
enum jg_play { JG_PLAY_RANDOM, JG_PLAY_GREEDY, JG_PLAY_RANK };

/* Where playouts end: at the next chance move or only at the end of the game. */
enum jg_play_to { JG_TO_CHANCE, JG_TO_END };

struct jg_playout {
    const struct jg_game *game;
    const struct jg_eval *eval;
    int play, to;
    struct jg_budget budget;
};

/* Plays in place, at most JG_PLAYOUT_PLIES moves, and adds the moves made or evaluated to nodes. False: the budget was
 * spent, and the state must not be used. */
enum { JG_PLAYOUT_PLIES = 1000 };
bool jg_playout(const struct jg_playout *p, void *state, struct jg_rng *rng, uint64_t *nodes);

/* Checks the options against game and evaluator: JG_PLAY_RANK needs ranks, `score` an evaluator in points. On failure
 * *key is the wrong option. */
enum jg_status jg_playout_check(const struct jg_game *g, const struct jg_eval *eval, int play, bool score,
                                const char **key, struct jg_error *err);

/* For reports whose values are shares of won playouts, that is, chances. It cannot evaluate positions. */
extern const struct jg_evaluator jg_playout_wins;

/* The playout options of agents. */
#define JG_PLAYOUT_OPTIONS(holder, play_, to_, usual)                                                                  \
    {.name = "play",                                                                                                   \
     .type = JG_OPT_CHOICE,                                                                                            \
     JG_FIELD(holder, play_),                                                                                          \
     .choices = "random|greedy|rank",                                                                                  \
     .standard = usual,                                                                                                \
     .labels = (const char *const[]){"random moves", "best evaluation", "best rank by the game", NULL},                \
     .help = "playout moves"},                                                                                         \
    {                                                                                                                  \
        .name = "to", .type = JG_OPT_CHOICE, JG_FIELD(holder, to_), .choices = "chance|end", .standard = "chance",     \
        .labels = (const char *const[]){"the next chance move, with an evaluation", "the end of the game", NULL},      \
        .help = "end of a playout"                                                                                     \
    }

#endif
