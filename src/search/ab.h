/* The strong alpha-beta search behind the agent `ab`: iterative deepening, principal variation search, transposition
 * table, selective depth and threads. ab.c has the root, ab_tree.c the tree, ab_order.c the move ordering. */
#ifndef SEARCH_AB_H
#define SEARCH_AB_H

#include <jogada/agent.h>

/* Whether the depth may differ between variations: extensions, quiescence, reductions and pruning, as far as the game
 * allows them. AUTO: unless a depth is given, so that a given depth means minimax's value at that depth.
 *
 * A selective search also probes the endgame database inside the tree. If the database has every move of the root, the
 * result comes from it at once, whatever the limits, unless the evaluator values finished games itself. */
enum jg_ab_selective { JG_AB_AUTO, JG_AB_NO, JG_AB_YES };

/* Techniques that can be switched off for matches that measure them, with their names in the option `without`. */
#define JG_AB_TECHNIQUES(X)                                                                                            \
    X(TT, "table")                                                                                                     \
    X(RANK, "rank")                                                                                                    \
    X(KILLERS, "killers")                                                                                              \
    X(HISTORY, "history")                                                                                              \
    X(COUNTERMOVES, "answers")                                                                                         \
    X(ASPIRATION, "aspiration")                                                                                        \
    X(NULL_MOVE, "null")                                                                                               \
    X(LMR, "reduce")                                                                                                   \
    X(QUIESCENCE, "quiesce")                                                                                           \
    X(FUTILITY, "futility")                                                                                            \
    X(REVERSE_FUTILITY, "static")                                                                                      \
    X(LATE_PRUNING, "late")                                                                                            \
    X(REPETITION, "repetition")                                                                                        \
    X(ENDGAME, "endings")

enum {
#define JG_AB_BIT(id, name) JG_AB_BIT_##id,
    JG_AB_TECHNIQUES(JG_AB_BIT)
#undef JG_AB_BIT
};

enum {
#define JG_AB_FLAG(id, name) JG_AB_##id = 1 << JG_AB_BIT_##id,
    JG_AB_TECHNIQUES(JG_AB_FLAG)
#undef JG_AB_FLAG
};

struct jg_ab_options {
    struct jg_limits limits;
    int threads; /* 0: all cores if only time limits the search, otherwise one */
    size_t tt;   /* bytes of the transposition table */
    int selective;
    unsigned without; /* JG_AB_ flags of techniques that are switched off */
};

enum { JG_AB_WITHOUT_MAX = 128 }; /* bytes of the names of techniques */

/* The options of agents with this search, besides limits and evaluator. `names` is a char[JG_AB_WITHOUT_MAX] for
 * jg_ab_open. */
#define JG_AB_OPTIONS(holder, search, names)                                                                           \
    {.name = "tt",                                                                                                     \
     .type = JG_OPT_SIZE,                                                                                              \
     JG_FIELD(holder, search.tt),                                                                                      \
     .min = 64 << 10,                                                                                                  \
     .max = (double)((uint64_t)64 << 30),                                                                              \
     .standard = "64M",                                                                                                \
     .value = "BYTES",                                                                                                 \
     .help = "size of the transposition table"},                                                                       \
        {.name = "selective",                                                                                          \
         .type = JG_OPT_CHOICE,                                                                                        \
         JG_FIELD(holder, search.selective),                                                                           \
         .choices = "auto|no|yes",                                                                                     \
         .standard = "auto",                                                                                           \
         .labels = (const char *const[]){"unless a depth is given", "no", "yes", NULL},                                \
         .help = "extensions, reductions and pruning"},                                                                \
    {                                                                                                                  \
        .name = "without", .type = JG_OPT_TEXT, JG_FIELD(holder, names), .standard = "", .value = "NAMES",             \
        .help = "techniques to switch off, joined by '+', such as null+killers"                                        \
    }

struct jg_ab;

/* Makes the search of an agent: opens the evaluator and parses the names of techniques in `without`, joined by '+'. The
 * game and *eval must outlive the search, which the caller frees. */
enum jg_status jg_ab_open(struct jg_agent *a, const struct jg_ab_options *options, const char *evaluator,
                          const char *without, struct jg_eval *eval, struct jg_ab **out, struct jg_error *err);

void jg_ab_free(struct jg_ab *ab); /* may be NULL */

/* Clears the transposition table. */
void jg_ab_forget(struct jg_ab *ab);

/* Replaces the limits by others of the same kinds (depth, nodes, ms). */
void jg_ab_set_limits(struct jg_ab *ab, struct jg_limits limits);

/* Searches. Limited by depth or nodes and with one thread it clears the table first, so that equal queries get equal
 * results. The caller clears the report; counting starts at report->nodes. */
void jg_ab_choose(struct jg_ab *ab, const struct jg_query *query, struct jg_report *report);

#endif
