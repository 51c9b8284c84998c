/* Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): one tree over the
 * information sets of the searching seat, and a new determinization for each playout. A move's statistics cover all
 * deals in which it was legal, so no player in the tree uses information that the seat does not have. Works for every
 * game; without hidden information it is plain UCT. */
#ifndef SEARCH_ISMCTS_H
#define SEARCH_ISMCTS_H

#include "search/belief.h"
#include "search/logs.h"
#include "search/playout.h"

#include <jogada/agent.h>

/* The value of a finished game: win or loss, or its squashed score. */
enum jg_ismcts_by { JG_ISMCTS_WINS, JG_ISMCTS_SCORE };

struct jg_ismcts_settings {
    struct jg_limits limits; /* depth: of the tree, in plies; nodes: moves made in tree and playouts */
    uint64_t playouts;       /* maximum; 0: no limit */
    double exploration;      /* UCB1's constant, for values in -1..1 */
    double scale;            /* units of the game's score that are worth tanh 1 = 0.76 */
    int play, to;            /* enum jg_play, jg_play_to */
    int by;                  /* enum jg_ismcts_by */
    bool belief;             /* sample deals by the game's likelihood, if it has one */
    int deals;               /* samples to weight for that, and playouts made from them */
    int threads;             /* each with its own tree; 0: all cores, or one if limited by playouts or nodes */
    size_t memory;           /* bytes of all trees */
};

struct jg_ismcts {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_ismcts_settings settings;
    jg_likelihood *model; /* of play, for beliefs; the owner may replace it. NULL: none */
    int threads;
    struct jg_ismcts_tree *trees; /* of the threads */
    struct jg_logs logs;
};

enum { JG_ISMCTS_LEAST = 16384 }; /* bytes of a tree */

/* Allocates settings->memory bytes; false if that fails. The game must outlive it. */
bool jg_ismcts_init(struct jg_ismcts *m, const struct jg_game *g, const struct jg_eval *eval,
                    const struct jg_ismcts_settings *settings);
void jg_ismcts_free(struct jg_ismcts *m);

/* Searches. The caller clears the report. Limited by playouts or nodes and with the same number of threads, equal
 * queries get equal results. A value is the mean of the playouts: a winning chance if they count wins, otherwise in the
 * evaluator's points, as in jg_mcts_search. `leaves` is the number of playouts. */
void jg_ismcts_search(struct jg_ismcts *m, const struct jg_query *query, struct jg_report *report);

#endif
