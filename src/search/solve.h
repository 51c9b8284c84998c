/* Exact values under best play. A game may bring a solver of its own; without one
 * all lines are tried to the end. */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include <jogada/agent.h>

/* What is known of an exact value: it lies between these, in the game's unit. */
struct jg_bounds {
    int32_t low, high;
};

/* Values are for the seat to move in the position that was asked about. */
struct jg_solution {
    struct jg_bounds value;
    int move_count;
    struct {
        jg_move move;
        struct jg_bounds value;
    } moves[JG_MOVES_MAX]; /* every legal move, in the order of moves() */
    uint64_t nodes;        /* positions visited */
    uint64_t table;        /* positions of the database of endings that was used; 0: none */
    uint64_t memory;       /* bytes of tables */
    double seconds;        /* in all, and */
    double build_seconds;  /* of these for the database, if it had to be made */
    const char *doing;     /* while it goes on: key of the catalogue, such as "building the database of endings" */
    double share;          /* of what it is doing, 0 to 1; below 0: nobody knows */
};

/* A question. */
struct jg_solve_query {
    const void *state;       /* not over */
    bool all;                /* wants the value of every move, not only the best one's */
    int threads;             /* 0: all cores */
    uint64_t memory;         /* bytes for tables, 0: what is sensible on the machine */
    uint64_t nodes;          /* positions to visit at most, 0: no limit */
    int size;                /* of the database of endings, in what the game counts it by; -1: the solver chooses */
    bool keep;               /* a database that has to be made is kept for others */
    const atomic_bool *stop; /* may be NULL */

    /* Called now and then, and whenever bounds have tightened; may be NULL. */
    void (*progress)(void *arg, const struct jg_solution *now);
    void *arg;
};

/* A game's own solver. */
struct jg_solver {
    /* As jg_solve below. */
    enum jg_status (*solve)(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            struct jg_error *err);

    /* Makes the database of ask->size and keeps it, unless it is there already (true in *there); its path
     * goes to where. ask->state does not matter. */
    enum jg_status (*build)(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            bool *there, struct jg_text *where, struct jg_error *err);
};

/* Solves a position. JG_OK also if it was stopped or a limit was reached: then some bounds are
 * still apart. JG_EINPUT for games with chance or hidden information, and those that a search
 * cannot end. out is filled in any case. */
enum jg_status jg_solve(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                        struct jg_error *err);

static inline bool jg_bounds_met(struct jg_bounds b) { return b.low == b.high; }

#endif
