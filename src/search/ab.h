/* The strong search: alpha-beta with everything that makes it fast. */
#ifndef SEARCH_AB_H
#define SEARCH_AB_H

#include <jogada/agent.h>

/* Whether some lines are looked at more deeply than others: noisy moves and
 * moves after which the same side moves again, and late moves and those after
 * which even a pass would do less deeply, as far as the game allows. AUTO: unless
 * a depth is given, so that a depth means minimax's value at that depth.
 *
 * Positions that the game knows end lines only in a search that is selective. If all moves of the position
 * that is asked about are known, the answer needs no search, whatever its limits: it is
 * the best by the game's score, unless the evaluator has values of its own for ends. */
enum jg_ab_selective { JG_AB_AUTO, JG_AB_NO, JG_AB_YES };

/* What the search can do without, each with the name by which it is turned off
 * for a match that measures it. */
#define JG_AB_PARTS(X)                                                                                                 \
    X(TABLE, "table")                                                                                                  \
    X(RANK, "rank")                                                                                                    \
    X(KILLERS, "killers")                                                                                              \
    X(HISTORY, "history")                                                                                              \
    X(ANSWERS, "answers")                                                                                              \
    X(ASPIRATION, "aspiration")                                                                                        \
    X(NULL, "null")                                                                                                    \
    X(REDUCE, "reduce")                                                                                                \
    X(QUIESCE, "quiesce")                                                                                              \
    X(FUTILITY, "futility")                                                                                            \
    X(STATIC, "static")                                                                                                \
    X(LATE, "late")                                                                                                    \
    X(REPETITION, "repetition")                                                                                        \
    X(ENDINGS, "endings")

enum {
#define JG_AB_BIT(id, name) JG_AB_BIT_##id,
    JG_AB_PARTS(JG_AB_BIT)
#undef JG_AB_BIT
};

enum {
#define JG_AB_PART(id, name) JG_AB_##id = 1 << JG_AB_BIT_##id,
    JG_AB_PARTS(JG_AB_PART)
#undef JG_AB_PART
};

struct jg_ab_options {
    struct jg_limits limits;
    int threads; /* 0: all cores if only time limits the search, otherwise one */
    size_t tt;   /* bytes of the transposition table */
    int selective;
    unsigned without; /* parts that are turned off */
};

enum { JG_AB_WITHOUT_MAX = 128 }; /* bytes of the names of parts */

/* The keys of agents with this search besides limits and evaluator: options, and the names of parts, which the agent
 * has to read. */
#define JG_AB_OPTIONS(holder, search, names)                                                                           \
    {.name = "tt",                                                                                                     \
     .type = JG_OPT_SIZE,                                                                                              \
     JG_FIELD(holder, search.tt),                                                                                      \
     .min = 64 << 10,                                                                                                  \
     .max = (double)((uint64_t)64 << 30),                                                                              \
     .standard = "64M",                                                                                                \
     .value = "BYTES",                                                                                                 \
     .help = "memory of the transposition table"},                                                                     \
        {.name = "selective",                                                                                          \
         .type = JG_OPT_CHOICE,                                                                                        \
         JG_FIELD(holder, search.selective),                                                                           \
         .choices = "auto|no|yes",                                                                                     \
         .standard = "auto",                                                                                           \
         .help = "noisy lines deeper, hopeless ones less deeply; auto: unless a depth is given"},                      \
    {                                                                                                                  \
        .name = "without", .type = JG_OPT_TEXT, JG_FIELD(holder, names), .standard = "", .value = "NAMES",             \
        .help = "parts to turn off, joined by '+', for matches that measure them: null+killers"                        \
    }

/* Reads names of parts joined by '+', "" for none. */
enum jg_status jg_ab_parts(const char *names, unsigned *parts, struct jg_error *err);

struct jg_ab;

/* For a game and an evaluator, which must both stay. NULL with err filled. */
struct jg_ab *jg_ab_new(const struct jg_game *g, const struct jg_eval *eval, const struct jg_ab_options *options,
                        struct jg_error *err);
void jg_ab_free(struct jg_ab *ab);

/* The same for an agent, with the evaluator and without the parts that its spec names. */
enum jg_status jg_ab_open(struct jg_agent *a, const struct jg_ab_options *options, const char *evaluator,
                          const char *without, struct jg_eval *eval, struct jg_ab **out, struct jg_error *err);

/* Forgets all that it found for earlier questions. */
void jg_ab_forget(struct jg_ab *ab);

/* Other limits for the questions to come, of the same kinds as before. */
void jg_ab_limit(struct jg_ab *ab, struct jg_limits limits);

/* Answers. Limited by depth or nodes and with one thread it forgets what it
 * found for the question before, so that the same question gets the same answer.
 * The report is cleared but for its nodes, which are counted on from. */
void jg_ab_choose(struct jg_ab *ab, const struct jg_ask *ask, struct jg_report *report);

#endif
