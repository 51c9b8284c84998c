/* The strong search: alpha-beta with everything that makes it fast. */
#ifndef SEARCH_AB_H
#define SEARCH_AB_H

#include <jogada/agent.h>

/* Whether some lines are looked at more deeply than others: noisy moves and
 * moves after which the same side moves again, and late moves and those after
 * which even a pass would do less deeply, as far as the game allows. AUTO: unless
 * a depth is given, so that a depth means minimax's value at that depth. */
enum jg_ab_selective { JG_AB_AUTO, JG_AB_NO, JG_AB_YES };

struct jg_ab_options {
    struct jg_limits limits;
    int threads; /* 0: all cores if only time limits the search, otherwise one */
    size_t tt;   /* bytes of the transposition table */
    int selective;
};

struct jg_ab;

/* For a game and an evaluator, which must both stay. NULL with err filled. */
struct jg_ab *jg_ab_new(const struct jg_game *g, const struct jg_eval *eval, const struct jg_ab_options *options,
                        struct jg_error *err);
void jg_ab_free(struct jg_ab *ab);

/* Forgets all that it found for earlier questions. */
void jg_ab_forget(struct jg_ab *ab);

/* Answers. Limited by depth or nodes and with one thread it forgets what it
 * found for the question before, so that the same question gets the same answer. */
void jg_ab_choose(struct jg_ab *ab, const struct jg_ask *ask, struct jg_report *report);

#endif
