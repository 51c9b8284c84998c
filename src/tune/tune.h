/* Tuning: finds weights of an evaluator by playing. The methods (method.h) are
 * plain optimisers of a vector; here the points that they propose become players,
 * and how good these are is their share of the points of games.
 *
 * All points of a generation play on the same deals and openings, with the same
 * random choices and in both seats, so that luck is the same for all; for the next
 * generation they are drawn anew. Methods that say so measure their points against the
 * best so far, others let them play all against all, unless there is a rival
 * whom everybody meets.
 *
 * A method that learns has one point, and is told the lessons of its games besides: of the
 * seats that it held, and of both where it met itself. It explores, its opponent does not. */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include "arena/player.h"
#include "core/elo.h"
#include "tune/method.h"

struct json_t;

enum jg_tune_method { JG_TUNE_GENETIC, JG_TUNE_SPSA, JG_TUNE_CMA, JG_TUNE_Q };
enum { JG_TUNE_METHODS = 4 };

const struct jg_method *jg_tune_method(enum jg_tune_method method);

/* Everything that the result depends on. */
struct jg_tune_setting {
    const struct jg_game *game;
    const struct jg_evaluator *evaluator;
    char agent[JG_SPEC_MAX];       /* who plays with the weights; it judges, and names no evaluator */
    const struct jg_player *rival; /* fixed opponent, or NULL: see above */
    enum jg_tune_method method;
    uint64_t seed;
    int opening;                   /* random plies that games begin with; not 0 but where chance deals */
    int pairs;                     /* of games between two */
    bool wins;                     /* only wins count: a draw is worth nothing, not half a point */
    int generations;               /* or iterations */
    double low, high;              /* of every weight */
    double start[JG_FEATURES_MAX]; /* weights to begin with, and to prove the tuned ones against */
    bool from_start;               /* begins there; or else anywhere between low and high */
    int population;                /* genetic, cma */
    double survive;                /* genetic: share that lives on */
    double mutation;               /* genetic: chance of each weight of a child to be drawn anew */
    enum jg_crossover crossover;   /* genetic */
    double step;                   /* spsa, cma: first step, as a share of high - low; q: as in method.h */
    double discount;               /* q: what the next decision's worth counts for */
    double explore;                /* q: chance of a decision other than the best */
    int threads;
    const atomic_bool *stop;
};

/* Puts what suits the method, the evaluator and the start where a member is 0:
 * pairs, generations, population, step; low and high if both are. */
void jg_tune_defaults(struct jg_tune_setting *setting);

/* A generation that is done. */
struct jg_generation {
    int number;                      /* from 1 */
    double best, mean;               /* share of the points: of the best individual, of all */
    double weights[JG_FEATURES_MAX]; /* the best so far, as the method judges, to six digits */
    uint64_t games;                  /* played up to now */
};

struct jg_tuning;

/* Begins, or goes on from what jg_tuning_json gave after some generation (NULL:
 * begins). Refuses settings that make no sense, agents and evaluators that cannot
 * be tuned (and names those that can), and states of other tunings. */
struct jg_tuning *jg_tuning_open(const struct jg_tune_setting *setting, const struct json_t *state,
                                 struct jg_error *err);
void jg_tuning_close(struct jg_tuning *t);

/* Plays the next generation. progress is told the share of it that is done; may
 * be NULL. JG_ESTOP: stopped; the generation does not count, and can be played again. */
enum jg_status jg_tuning_step(struct jg_tuning *t, struct jg_generation *out, void (*progress)(void *arg, double share),
                              void *arg, struct jg_error *err);
bool jg_tuning_done(const struct jg_tuning *t);

/* How many points of a generation there are; what each won in the last one that was
 * played, in halves of a game. */
int jg_tuning_count(const struct jg_tuning *t);
void jg_tuning_results(const struct jg_tuning *t, uint64_t *halves);

/* A generation whose results are known: as if jg_tuning_step had played it. */
void jg_tuning_replay(struct jg_tuning *t, const uint64_t *halves, struct jg_generation *out);

/* All that it needs to go on, and the last generation in it. New; NULL without memory. */
struct json_t *jg_tuning_json(const struct jg_tuning *t);

/* The last generation in a state of n weights; false: it is none. */
bool jg_generation_read(const struct json_t *state, int n, struct jg_generation *out);

/* The tuned weights (those of the last generation) against `start`, on deals and
 * openings that are drawn anew. Where there are few, some will have been in the
 * tuning, too. */
enum jg_status jg_tuning_validate(struct jg_tuning *t, int pairs, struct jg_tally *out,
                               void (*progress)(void *arg, double share), void *arg, struct jg_error *err);

/* ---- Who can be tuned ---------------------------------------------------------------------- */

/* The game's evaluator of that name, or its first with features if that is "". */
const struct jg_evaluator *jg_tune_evaluator(const struct jg_game *g, const char *name, struct jg_error *err);

/* The agent that plays when nobody says who: quick, and able to play the game. */
enum jg_status jg_tune_agent(const struct jg_game *g, char out[JG_SPEC_MAX], struct jg_error *err);

/* Who learns (JG_TUNE_Q) when nobody says who, and the evaluator that it usually judges by.
 * Refuses games for which nobody does, and names those that there are. */
enum jg_status jg_tune_learner(const struct jg_game *g, char out[JG_SPEC_MAX], const struct jg_evaluator **by,
                               struct jg_error *err);

/* The player that a setting's agent is, with that evaluator and usual weights.
 * Refuses agents that do not judge by one. err->position is a place in `agent`. */
enum jg_status jg_tune_player(const struct jg_game *g, const struct jg_evaluator *by, const char *agent,
                              struct jg_player *out, struct jg_error *err);

#endif
