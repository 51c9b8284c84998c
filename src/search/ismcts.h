/* Information-set Monte Carlo tree search with one observer (Cowling, Powley and
 * Whitehouse, 2012): one tree over what the seat that asks will see, and for each
 * playout another deal of what is hidden. A move is judged over all deals in which
 * it was there to be chosen, so nobody in the tree makes use of what the seat does not know.
 * For every game; without hidden information it is plain UCT. */
#ifndef SEARCH_ISMCTS_H
#define SEARCH_ISMCTS_H

#include "search/belief.h"
#include "search/playout.h"

#include <jogada/agent.h>

/* What a finished game is worth: won or lost, or its score, squashed. */
enum jg_ismcts_by { JG_ISMCTS_WINS, JG_ISMCTS_SCORE };

struct jg_ismcts_settings {
    struct jg_limits limits; /* depth: plies that the tree grows to; nodes: moves made, anywhere */
    uint64_t playouts;       /* at most; 0: no limit */
    double exploration;      /* UCB1's constant, for values in -1..1 */
    double scale;            /* so many units of the game's score are worth tanh 1 = 0.76 */
    int play, to;            /* enum jg_play, jg_play_to */
    int by;                  /* enum jg_ismcts_by */
    bool belief;             /* by the game's likelihood, if it has one */
    int deals;               /* weighed for that, and as many playouts made of them */
    int threads;   /* each with a tree of its own; 0: all cores, or one if the answer must not depend on the clock */
    size_t memory; /* bytes of all trees */
};

struct jg_ismcts {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_ismcts_settings settings;
    jg_likelihood *model; /* of play, for beliefs; whoever made it may set another. NULL: none */
    int threads;
    struct jg_ismcts_tree *trees; /* of the threads */
};

enum { JG_ISMCTS_LEAST = 16384 }; /* bytes of a tree */

/* Takes the memory of the settings; false without. The game stays the caller's. */
bool jg_ismcts_init(struct jg_ismcts *m, const struct jg_game *g, const struct jg_eval *eval,
                    const struct jg_ismcts_settings *settings);
void jg_ismcts_free(struct jg_ismcts *m);

/* Answers; the report is cleared. Limited by playouts or nodes, and with as many
 * threads, the same question gets the same answer. A value is the mean of the
 * playouts: as a chance where they are won or lost, else in the evaluator's points, as jg_mcts_search tells; `leaves` are the playouts. */
void jg_ismcts_search(struct jg_ismcts *m, const struct jg_query *query, struct jg_report *report);

#endif
