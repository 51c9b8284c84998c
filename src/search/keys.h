/* The keys that agents with the same search take in their specs, for their tables of options. */
#ifndef SEARCH_KEYS_H
#define SEARCH_KEYS_H

#include <jogada/agent.h>

enum { JG_EVAL_MAX = 128 }; /* bytes of an evaluator's name, or of @ and the path of a file */

enum { JG_IDLE_MS = 1000 }; /* that strong agents think where nothing limits them */

/* The key by which agents that judge take their evaluator, a char[JG_EVAL_MAX]. */
#define JG_EVAL_OPTION(holder, member)                                                                                 \
    {                                                                                                                  \
        .name = "eval", .type = JG_OPT_TEXT, JG_FIELD(holder, member), .standard = "", .value = "NAME",                \
        .reads = JG_READS_AT, .help = "evaluator of the game, or @FILE with weights; see 'jogada games GAME'"          \
    }

/* Limits and threads of the strong agents, which think for a second when nothing
 * limits them and use all cores when only time does. */
#define JG_STRONG_OPTIONS(holder, limits, threads_)                                                                    \
    {.name = "depth",                                                                                                  \
     .type = JG_OPT_INT,                                                                                               \
     JG_FIELD(holder, limits.depth),                                                                                   \
     .max = 1000,                                                                                                      \
     .standard = "0",                                                                                                  \
     .value = "N",                                                                                                     \
     .help = "moves to look ahead, 0: as far as the other limits allow"},                                              \
        {.name = "nodes",                                                                                              \
         .type = JG_OPT_COUNT,                                                                                         \
         JG_FIELD(holder, limits.nodes),                                                                               \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "positions to visit at most, 0: no limit"},                                                           \
        {.name = "ms",                                                                                                 \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, limits.ms),                                                                                  \
         .max = 86400000,                                                                                              \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "milliseconds to think at most, 0: 1000 if nothing else limits it"},                                  \
    {                                                                                                                  \
        .name = "threads", .type = JG_OPT_INT, JG_FIELD(holder, threads_), .max = 256, .standard = "0", .value = "N",  \
        .help = "threads, 0: all cores if only time limits it, otherwise one, so that answers repeat"                  \
    }

/* Whether, and of how many deals, agents that sample what is hidden make up a belief. */
#define JG_BELIEF_OPTIONS(holder, belief_, deals_)                                                                     \
    {.name = "belief",                                                                                                 \
     .type = JG_OPT_FLAG,                                                                                              \
     JG_FIELD(holder, belief_),                                                                                        \
     .standard = "1",                                                                                                  \
     .help = "hidden things count by how likely they make what the others did, if the game can tell"},                 \
    {                                                                                                                  \
        .name = "deals", .type = JG_OPT_INT, JG_FIELD(holder, deals_), .min = 1, .max = 1000000, .standard = "1000",   \
        .value = "N", .help = "with belief: deals that are weighed, and of which worlds are then taken"                \
    }

#endif
