/* Agents choose moves. An agent is opened by its spec, such as "alphabeta:depth=8,eval=store", and sees only the view
 * of the seat it plays for. ask.h asks it about positions.
 *
 *     struct jg_agent a;
 *     struct jg_ask ask = {.seed = 1};
 *     struct jg_report report;
 *     jg_agent_open(&a, &game, "ab:ms=100", NULL);
 *     jg_ask_state(&ask, &a, &state, &report, NULL);
 *     jg_agent_close(&a);
 *
 * docs/adding-an-agent.md explains how to write one. */
#ifndef JOGADA_AGENT_H
#define JOGADA_AGENT_H

#include <jogada/game.h>

#include <stdatomic.h>

#pragma GCC visibility push(default)

enum { JG_PV_MAX = 128 }; /* moves of a principal variation; longer ones are cut */

/* Limits of a search; 0: no limit. */
struct jg_limits {
    int depth;      /* plies */
    uint64_t nodes; /* visited positions */
    int ms;         /* milliseconds */
};

/* The options of a searching agent that set its limits: depth, nodes, ms. */
#define JG_LIMIT_OPTIONS(holder, member, default_depth)                                                                \
    {.name = "depth",                                                                                                  \
     .type = JG_OPT_INT,                                                                                               \
     JG_FIELD(holder, member.depth),                                                                                   \
     .max = 1000,                                                                                                      \
     .standard = default_depth,                                                                                        \
     .value = "N",                                                                                                     \
     .help = "search depth in plies (0: to the end of the game)"},                                                     \
        JG_BUDGET_OPTIONS(holder, member)

/* Nodes and time alone. */
#define JG_BUDGET_OPTIONS(holder, member)                                                                              \
    {.name = "nodes",                                                                                                  \
     .type = JG_OPT_COUNT,                                                                                             \
     JG_FIELD(holder, member.nodes),                                                                                   \
     .standard = "0",                                                                                                  \
     .value = "N",                                                                                                     \
     .help = "maximum number of nodes (0: no limit)"},                                                                 \
    {                                                                                                                  \
        .name = "ms", .type = JG_OPT_INT, JG_FIELD(holder, member.ms), .max = 86400000, .standard = "0", .value = "N", \
        .help = "maximum time in milliseconds (0: no limit)"                                                           \
    }

struct jg_report;

/* Callbacks that follow a search through its tree. All values and bounds are those of the querying team (MAX), no
 * matter which side is to move. */
struct jg_trace {
    void *arg;

    /* The search enters a position by a move, or the root by 0, again for each further iteration. `depth` plies
     * remain; below 0 it is in quiescence search. The window is alpha to beta; an open side is -INT32_MAX or
     * INT32_MAX. */
    void (*enter)(void *arg, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta);

    /* A cutoff: the search skips these moves of the current position, the last one entered and not left. */
    void (*cut)(void *arg, const jg_move *moves, int n);

    /* The search leaves the current position with its value and best move. `best` is 0 at a leaf, at a chance node
     * and if no move reached alpha. */
    void (*leave)(void *arg, int32_t value, jg_move best);

    /* Optional. Called before the first position: values and bounds are in 1/scale points, since expected values
     * are not whole points. */
    void (*scale)(void *arg, int scale);

    /* Optional. The current position is only probed (Star2): one of its moves is searched, which gives a bound of its
     * value. */
    void (*probe)(void *arg);
};

/* The clock of the querying seat, which runs while the agent chooses. */
struct jg_query_clock {
    double left;      /* seconds; 0: there is no clock */
    double increment; /* seconds that every move adds */
    int moves;        /* until more time is added; 0: `left` must last for the rest of the game */
    double margin;    /* seconds by which the seat may overstep its time; nothing should rely on them */
};

/* A query to an agent: which move in this position? Built by jg_ask_record and jg_ask_state (ask.h). */
struct jg_query {
    const void *view;        /* of the seat to move */
    int seat;                /* the seat to move */
    uint64_t seed;           /* the same view, seed and node limit give the same result */
    const atomic_bool *stop; /* once set, the agent returns its best move so far within 10 ms; may be NULL */
    const uint64_t *keys;    /* jg_key of the earlier positions of the game, to detect repetitions; may be NULL */
    size_t key_count;
    bool all; /* evaluate every move, if the agent can */

    /* An agent without limits of its own divides the time of the clock among the moves that it expects; its limits
     * still hold. A seat whose time runs out loses. */
    struct jg_query_clock clock;
    double asked; /* when the clock was started, by jg_clock (core/clock.h); 0: there is no clock */

    /* Called from the calling thread with the best result so far, after each iteration or now and then; may be
     * NULL. */
    void (*progress)(void *arg, const struct jg_report *report);
    void *arg;
    const struct jg_trace *trace; /* follows the search of agents that trace; may be NULL */
};

/* The result of a query: a move and what the agent knows about it. */
struct jg_report {
    jg_move move;
    const struct jg_evaluator *by; /* gives the values their unit; NULL: there are no values */
    int32_t value;                 /* for the querying seat */
    bool proven;                   /* exact: the value does not depend on any evaluation */
    int plies;                     /* to the end of the game along the principal variation; 0: unknown */
    const char *note;              /* a message: where the move comes from, if not from search alone, such as a book */
    int depth;
    uint64_t nodes, leaves, cuts;
    double seconds;
    int pv_count, move_count;
    jg_move pv[JG_PV_MAX]; /* principal variation, beginning with `move` */
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX]; /* values of the moves; possibly of some or none */
};

/* One step of experience for temporal-difference learning: a decision and the situation at the next one. */
struct jg_transition {
    const double *features; /* of the chosen decision, as its evaluator measured them */
    double value;           /* of the best next decision in points; JG_WIN: it wins, -JG_WIN: it loses */
    bool over;              /* the game ended: the value is the result, JG_WIN, 0 or -JG_WIN */
};

struct jg_agent;
struct jg_record;

/* An agent: everything that does not depend on its options. Members marked "optional" may be NULL. */
struct jg_agent_kind {
    const char *name;                /* in specs */
    const char *summary;             /* a message */
    const char *game;                /* the only game it plays; NULL: any */
    unsigned refuses;                /* traits of games that it cannot play */
    bool human;                      /* a person chooses the moves; choose is NULL */
    bool traces;                     /* choose() calls query->trace */
    bool runs_program;               /* the spec names a program to run: never open one from untrusted users */
    const struct jg_option *options; /* optional */
    size_t options_size;

    /* Optional. Checks the options against the game; may allocate a->data, which close() frees. An error without a
     * position is reported at the value of the option a->bad_option, by default `eval`. */
    enum jg_status (*open)(struct jg_agent *a, struct jg_error *err);
    void (*close)(struct jg_agent *a);

    /* Optional. Builds what the agent would otherwise build during its first query, such as tables and databases, so
     * that it is not built on the agent's own clock. Called before a game with clocks, more than once; `stop`, which
     * may be NULL, ends it early. */
    enum jg_status (*prepare)(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err);

    /* Chooses a move; the report is cleared before. Fails only if memory runs out or an external program fails. */
    enum jg_status (*choose)(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err);

    /* Optional. Whether its choices depend, with these options, on the clock or on the scheduling of threads. NULL:
     * never. */
    bool (*is_timed)(const struct jg_agent *a);

    /* Optional. The name and version by which a program introduced itself; "" if it did not. */
    const char *(*identity)(const struct jg_agent *a);

    /* Optional. Explains the last choice and the agent's beliefs about hidden information: in lines for people,
     * and as a new JSON object (NULL without memory). Called after choose() with the same query. */
    void (*explain)(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style, struct jg_text *t);
    struct json_t *(*explain_json)(struct jg_agent *a, const struct jg_query *query);

    /* Optional. A new game begins: discards the state of earlier queries. NULL: the agent has no state that
     * affects its choices. */
    void (*forget)(struct jg_agent *a);

    /* Optional. The evaluator of the agent, whose weights the caller may change before the first query. Returns
     * NULL if its options leave it without one. */
    struct jg_eval *(*eval)(struct jg_agent *a);

    /* Optional, with eval. Learning: replays a finished game as if the agent had played that seat, and passes the
     * transitions between its decisions to take(), in order, evaluated with its weights. Such an agent decides by a
     * linear evaluation; its option `explore` is the probability of a decision other than the best. */
    void (*transitions)(struct jg_agent *a, const struct jg_record *record, int seat,
                        void (*take)(void *arg, const struct jg_transition *transition), void *arg);
};

/* An agent opened for a game, which must stay open. Not thread-safe: one query at a time. */
struct jg_agent {
    const struct jg_agent_kind *kind;
    const struct jg_game *game;
    void *data;
    const char *bad_option;  /* set by a failing open(): the option at fault; NULL: `eval` */
    const atomic_bool *stop; /* a flag to poll while open() or forget() waits, for JG_ESTOP; may be NULL */
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } options;
};

/* The built-in agents; NULL after the last. */
const struct jg_agent_kind *jg_agent_kind_at(size_t i);

/* Checks whether an agent can play a game; the error says why not and names agents that can. */
enum jg_status jg_agent_fits(const struct jg_agent_kind *kind, const struct jg_game *g, struct jg_error *err);

/* Opens an agent for a game by its spec. The caller closes it; on failure it is empty. */
enum jg_status jg_agent_open(struct jg_agent *a, const struct jg_game *g, const char *spec, struct jg_error *err);

/* Opens an agent of the caller's; spec must begin with its name. */
enum jg_status jg_agent_open_kind(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                  const char *spec, struct jg_error *err);

/* Opens an agent of a kind (NULL: the one that the spec names). `stop`, which may be NULL, ends the wait for a program
 * that does not reply: JG_ESTOP. */
enum jg_status jg_agent_open_stoppable(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                       const char *spec, const atomic_bool *stop, struct jg_error *err);
void jg_agent_close(struct jg_agent *a);

/* Writes the canonical spec of an open agent. */
void jg_agent_spec(const struct jg_agent *a, struct jg_text *t);

/* Whether spec, seed and the files that the spec names determine the moves of an open agent. Programs and agents limited
 * by time are not reproducible: their games are worth repeating, and are never reported from the store silently. */
bool jg_agent_is_reproducible(const struct jg_agent *a);

/* Prepares an agent for queries with a clock: builds now what its first query would build. Call it before the clock
 * starts; later calls cost nothing. Fails if memory runs out. */
enum jg_status jg_agent_prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err);

/* Chooses a move, for ask.h and for tests of a search. The move is legal, or the status is an error. */
enum jg_status jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                               struct jg_error *err);

#pragma GCC visibility pop

#endif
