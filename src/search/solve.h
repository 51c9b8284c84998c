/* Exact values with best play. A game may have its own solver (jg_game_kind.solver); without one, alpha-beta with a
 * transposition table searches every variation to the end (solve_table.c). */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include <jogada/agent.h>

/* Bounds of an exact value, in the game's unit. */
struct jg_bounds {
    int32_t low, high;
};

/* Values are for the seat to move. */
struct jg_solution {
    struct jg_bounds value;
    int move_count;
    struct {
        jg_move move;
        struct jg_bounds value;
    } moves[JG_MOVES_MAX]; /* every legal move, in the order of moves() */
    uint64_t nodes;        /* positions visited */
    uint64_t table;        /* positions in the endgame database that was used; 0: none */
    uint64_t memory;       /* bytes of tables */
    double seconds;        /* in total, and */
    double build_seconds;  /* of these for building the database */
    uint64_t saved;        /* bytes of the database that was built and saved in the cache folder; 0: none */
    uint64_t unsaved;      /* bytes of the database that was built and not saved, for lack of room; 0: none */
    bool save_failed;      /* the database could not be written */
    const char *doing;     /* current step, a message such as "building the endgame database" */
    double share;          /* progress of that step, 0 to 1; below 0: unknown */
};

struct jg_solve_query {
    const void *state; /* not over */
    bool all;          /* find the value of every move, not only of the best one */
    bool winner_first; /* find out who wins before the margin; a solver may ignore it */
    int threads;       /* 0: all cores */
    uint64_t memory;   /* bytes for tables; 0: by the machine's memory */
    uint64_t nodes;    /* maximum number of nodes; 0: no limit */
    int size;          /* of the endgame database, in the game's unit; -1: the solver chooses */
    uint64_t
        cache; /* save a database that had to be built, if the cache folder stays within this number of bytes; 0: never */
    const atomic_bool *stop; /* may be NULL */

    /* Called at intervals, and whenever bounds have tightened; may be NULL. */
    void (*progress)(void *arg, const struct jg_solution *now);
    void *arg;
};

/* What a game adds to solving: knowledge for the search by table, or a solver of its own. Every member is optional. */
struct jg_solver {
    int32_t max; /* the largest score that can occur; 0: unknown, and a win by any margin may have to be ruled out */

    /* A hash that distinguishes positions, except those with the same value for the seat to move that a symmetry of
     * the board maps to each other. NULL: jg_key. */
    uint64_t (*key)(const struct jg_game *g, const void *state);

    /* Raises *low or lowers *high to bounds of the score of the seat to move that can be seen without a search, such
     * as an immediate win. Not called for JG_OVER. */
    void (*bounds)(const struct jg_game *g, const void *state, int32_t *low, int32_t *high);

    /* A solver of its own, as jg_solve below. NULL: the search by table. */
    enum jg_status (*solve)(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            struct jg_error *err);

    /* Builds the database of query->size and saves it, unless it exists already (*there is true then). Writes its path
     * to `where`. query->state is ignored. */
    enum jg_status (*build)(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            bool *there, struct jg_text *where, struct jg_error *err);

    /* Describes a file of the cache folder (core/cache.h) by its name. Returns false if it is not the solver's. */
    bool (*describe_file)(const char *name, jg_lang lang, struct jg_text *out);
};

/* Solves a position. Returns JG_OK also if it was stopped or reached a limit: some bounds then still differ. JG_EINPUT
 * for games with chance or hidden information and for games that may never end. Fills out in any case. */
enum jg_status jg_solve(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                        struct jg_error *err);

static inline bool jg_bounds_met(struct jg_bounds b) { return b.low == b.high; }

#endif
