/* Options that several agents share, for their option tables. */
#ifndef SEARCH_OPTIONS_H
#define SEARCH_OPTIONS_H

#include <jogada/agent.h>

enum { JG_EVAL_MAX = 128 }; /* bytes of an evaluator's name, or of @ and a file name */

enum { JG_DEFAULT_MS = 1000 }; /* thinking time of the strong agents without any limit */

/* The evaluator, a char[JG_EVAL_MAX], for jg_eval_open; for jg_eval_open_strong. */
#define JG_EVAL_FIELDS(holder, member)                                                                                 \
    .name = "eval", .type = JG_OPT_TEXT, JG_FIELD(holder, member), .standard = "", .value = "NAME", .reads = JG_READS_AT
#define JG_EVAL_OPTION(holder, member)                                                                                 \
    { JG_EVAL_FIELDS(holder, member), .help = "evaluator, or @FILE with weights; see 'jogada games GAME'" }
#define JG_STRONG_EVAL_OPTION(holder, member)                                                                          \
    {                                                                                                                  \
        JG_EVAL_FIELDS(holder, member),                                                                                \
            .help = "evaluator, or @FILE (default: the game's network, or else its first); see 'jogada games GAME'"    \
    }

/* Limits and threads of the strong agents. Without a limit they think for JG_DEFAULT_MS; limited by time alone they use
 * all cores. */
#define JG_STRONG_OPTIONS(holder, limits, threads_)                                                                    \
    {.name = "depth",                                                                                                  \
     .type = JG_OPT_INT,                                                                                               \
     JG_FIELD(holder, limits.depth),                                                                                   \
     .max = 1000,                                                                                                      \
     .standard = "0",                                                                                                  \
     .value = "N",                                                                                                     \
     .help = "search depth in plies (0: as deep as the other limits allow)"},                                          \
        {.name = "nodes",                                                                                              \
         .type = JG_OPT_COUNT,                                                                                         \
         JG_FIELD(holder, limits.nodes),                                                                               \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "maximum number of nodes (0: no limit)"},                                                             \
        {.name = "ms",                                                                                                 \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, limits.ms),                                                                                  \
         .max = 86400000,                                                                                              \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "maximum time in milliseconds (0: 1000 without another limit)"},                                      \
    {                                                                                                                  \
        .name = "threads", .type = JG_OPT_INT, JG_FIELD(holder, threads_), .max = 256, .standard = "0", .value = "N",  \
        .help = "threads (0: all cores with a time limit alone, otherwise one, so that results repeat)"                \
    }

/* Whether moves of a strong agent depend on the clock or on the scheduling of threads; `other`: it has another limit
 * than time. */
static inline bool jg_strong_is_timed(int ms, bool other, int threads) { return ms || !other || threads > 1; }

/* Whether agents for hidden information weight sampled deals by a belief, and how many deals they sample for it. */
#define JG_BELIEF_OPTIONS(holder, belief_, deals_)                                                                     \
    {.name = "belief",                                                                                                 \
     .type = JG_OPT_FLAG,                                                                                              \
     JG_FIELD(holder, belief_),                                                                                        \
     .standard = "1",                                                                                                  \
     .help = "weights deals by the likelihood of the other players' moves, if the game has a model"},                  \
    {                                                                                                                  \
        .name = "deals", .type = JG_OPT_INT, JG_FIELD(holder, deals_), .min = 1, .max = 1000000, .standard = "1000",   \
        .value = "N", .help = "with belief: number of deals to weight before sampling worlds"                          \
    }

#endif
