/* Agents: whatever can choose a move, made from a spec such as
 * `alphabeta:depth=8,eval=store`. An agent is given a view, never a state. */
#ifndef JOGADA_AGENT_H
#define JOGADA_AGENT_H

#include <jogada/game.h>

#include <stdatomic.h>

#pragma GCC visibility push(default)

enum { JG_PV_MAX = 128 }; /* moves of a principal variation that are kept */

/* How much an agent may think; 0 is no limit. */
struct jg_limits {
    int depth;      /* plies */
    uint64_t nodes; /* positions visited */
    int ms;         /* milliseconds */
};

/* The keys by which every thinking agent takes its limits, for its table of options. */
#define JG_LIMIT_OPTIONS(holder, member, default_depth)                                                                \
    {.name = "depth",                                                                                                  \
     .type = JG_OPT_INT,                                                                                               \
     JG_FIELD(holder, member.depth),                                                                                   \
     .max = 1000,                                                                                                      \
     .standard = default_depth,                                                                                        \
     .value = "N",                                                                                                     \
     .help = "search depth in plies (0: to the end of the game)"},                                                        \
        {.name = "nodes",                                                                                              \
         .type = JG_OPT_COUNT,                                                                                         \
         JG_FIELD(holder, member.nodes),                                                                               \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "maximum number of nodes (0: no limit)"},                                                           \
    {                                                                                                                  \
        .name = "ms", .type = JG_OPT_INT, JG_FIELD(holder, member.ms), .max = 86400000, .standard = "0", .value = "N", \
        .help = "maximum time in milliseconds (0: no limit)"                                                           \
    }

struct jg_report;

/* What a search tells of its tree as it goes through it. All values and bounds
 * are for the team that was asked (MAX), whoever is to move. */
struct jg_trace {
    void *arg;

    /* A position is entered by a move, or by 0: the root, once more for each
     * further pass over the tree. `depth` plies are to go; below 0 quiescence
     * has gone on past the depth. Only what the value is between alpha and beta
     * matters; without bounds they are -INT32_MAX and INT32_MAX. */
    void (*enter)(void *arg, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta);

    /* Those moves of the position entered last and not left yet that are not
     * looked at, because its value has reached the bound. */
    void (*cut)(void *arg, const jg_move *moves, int n);

    /* The position entered last and not left yet has this value; best is the
     * move that gave it, 0 at a leaf, where chance moves, or if no move reached alpha. */
    void (*leave)(void *arg, int32_t value, jg_move best);

    /* Optional. Before the first position: values and bounds are not points but so
     * many parts of them, the mean of several outcomes being no whole number. */
    void (*scale)(void *arg, int scale);

    /* Optional. The position entered last is only probed: one of its moves is looked
     * at, and its value is what whoever moves there has at least. */
    void (*probe)(void *arg);
};

/* A question to an agent. */
struct jg_query {
    const void *view;        /* what the seat to move may know */
    int seat;                /* whose turn it is */
    uint64_t seed;           /* same view, seed and node limit: same answer */
    const atomic_bool *stop; /* answer with the best so far, within 10 ms, once it is set; may be NULL */
    const uint64_t *keys;    /* keys of the game's earlier positions, for repetitions; may be NULL */
    size_t key_count;
    bool all; /* wants the value of every move, where the agent can find it */

    /* Called from the thread that asks with the best so far, after each
     * iteration or now and then; may be NULL. */
    void (*progress)(void *arg, const struct jg_report *report);
    void *arg;
    const struct jg_trace *trace; /* told the tree by agents whose kind traces; may be NULL */
};

/* The answer: a move, and as much of why as the agent knows. */
struct jg_report {
    jg_move move;
    const struct jg_evaluator *by; /* whose points the values are in; NULL: no values */
    int32_t value;                 /* for the seat that was asked */
    bool proven;                   /* the value is the game's own: no judgement is in it */
    int plies;                     /* to the end of the game by the line; 0: that is not known */
    const char *note;              /* how the move came about, if not by search alone; key of the catalogue */
    int depth;
    uint64_t nodes, leaves, cuts;
    double seconds;
    int pv_count, move_count;
    jg_move pv[JG_PV_MAX]; /* principal variation, beginning with move */
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX]; /* value of each move; of some, if the agent knows no more; of none, if not asked for */
};

/* What an agent that learns may learn from one of its decisions. */
struct jg_transition {
    const double *features; /* that its evaluator measured for it when the decision was carried out */
    double value;           /* of the best decision that it had next, in points; JG_WIN: that wins, -JG_WIN: loses */
    bool over;              /* there was no next: the value is the game's, JG_WIN, 0 or -JG_WIN */
};

struct jg_agent;
struct jg_record;

struct jg_agent_kind {
    const char *name;
    const char *summary;             /* key of the catalogue */
    const char *game;                /* the only game it plays, or NULL */
    unsigned refuses;                /* traits of games that it cannot play */
    bool human;                      /* moves come from a person, choose is NULL */
    bool traces;                     /* choose tells ask->trace its tree */
    bool runs_program;                       /* its spec says what program to run: not to be opened for strangers */
    const struct jg_option *options; /* optional */
    size_t options_size;

    /* Optional. Checks the options against the game; may hang memory on a->data. An
     * error without a position is of the value of the option a->refused, if that is
     * set; else of eval. */
    enum jg_status (*open)(struct jg_agent *a, struct jg_error *err);
    void (*close)(struct jg_agent *a);

    /* Answers; the report is cleared already. Fails only for want of memory, or
     * because a program that it asks does. */
    enum jg_status (*choose)(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err);

    /* Optional. Why it answered the last question as it did, and what it believes of
     * hidden things: in lines for people, and as a new JSON object for programs (NULL
     * without memory). Called after choose, with the same question. */
    void (*explain)(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style, struct jg_text *t);
    struct json_t *(*explain_json)(struct jg_agent *a, const struct jg_query *query);

    /* Optional. A new game begins: forgets all that earlier questions left
     * behind. Without it nothing is left behind that could change an answer. */
    void (*forget)(struct jg_agent *a);

    /* Optional. The evaluator that it judges by; whoever opened the agent may
     * change the weights before the first question. NULL: this one does not
     * judge, as its options say. */
    struct jg_eval *(*eval)(struct jg_agent *a);

    /* Optional, with judge. Learning by experience: goes through a game that is over as if
     * it had held that seat, and tells the lessons of the seat's decisions in order,
     * judged by its weights. Such an agent decides by the sum of weights and features; it has
     * an option `explore`, the chance of another decision than the best. */
    void (*transitions)(struct jg_agent *a, const struct jg_record *record, int seat,
                   void (*take)(void *arg, const struct jg_transition *transition), void *arg);
};

/* An agent at a game; the game must stay open. One thread at a time asks it. */
struct jg_agent {
    const struct jg_agent_kind *kind;
    const struct jg_game *game;
    void *data;
    const char *bad_option; /* set by open: the key of the option that it refuses; NULL: the usual */
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } options;
};

/* The built-in kinds; NULL after the last. */
const struct jg_agent_kind *jg_agent_kind_at(size_t i);

/* Whether a kind of agent can play a game; says why not and names those that can. */
enum jg_status jg_agent_fits(const struct jg_agent_kind *kind, const struct jg_game *g, struct jg_error *err);

/* Makes an agent for a game from its spec. On failure a is empty. */
enum jg_status jg_agent_open(struct jg_agent *a, const struct jg_game *g, const char *spec, struct jg_error *err);

/* The same for a kind of one's own; spec must begin with its name. */
enum jg_status jg_agent_open_kind(struct jg_agent *a, const struct jg_game *g, const struct jg_agent_kind *kind,
                                  const char *spec, struct jg_error *err);
void jg_agent_close(struct jg_agent *a);
void jg_agent_spec(const struct jg_agent *a, struct jg_text *t);

/* Asks for a move. The answer is legal, or an error. */
enum jg_status jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                               struct jg_error *err);

#pragma GCC visibility pop

#endif
