/* Tuning: finds weights of an evaluator by playing games. The methods (method.h) are optimizers of a vector; here their
 * points become players, whose fitness is their share of the points of games.
 *
 * All points of a generation play the same deals and openings, with the same seeds and in both seats, so that luck is
 * the same for all; the next generation gets new ones. Centred methods play their points against the best so far,
 * others play a round robin, unless there is a fixed opponent (rival).
 *
 * A method that learns has one point and also takes the transitions of its games: of the seats that it held, or of both
 * in self-play. It explores, its opponent does not. */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include "arena/player.h"
#include "core/elo.h"
#include "tune/method.h"

struct json_t;
struct jg_coordinator;

enum jg_tune_method { JG_TUNE_GENETIC, JG_TUNE_SPSA, JG_TUNE_CMA, JG_TUNE_Q };
enum { JG_TUNE_METHODS = 4 };

const struct jg_method *jg_tune_method(enum jg_tune_method method);

/* Everything that the result depends on, and threads and stop. */
struct jg_tune_setting {
    const struct jg_game *game;
    const struct jg_evaluator *evaluator;
    char agent[JG_SPEC_MAX];       /* the agent that plays with the weights; its spec must not name an evaluator */
    const struct jg_player *rival; /* fixed opponent; NULL: see above */
    enum jg_tune_method method;
    uint64_t seed;
    int opening;                   /* random opening plies; 0 only in games with chance */
    int pairs;                     /* of games between two players */
    bool wins;                     /* only wins count: a draw is worth nothing, not half a point */
    int generations;               /* or iterations */
    double low, high;              /* of every weight */
    double start[JG_FEATURES_MAX]; /* initial weights, and the opponent in validation */
    bool from_start;               /* start there; otherwise at random between low and high */
    int population;                /* genetic, cma */
    double survive;                /* genetic: share of survivors */
    double mutation;               /* genetic: probability that a weight of a child is redrawn */
    enum jg_crossover crossover;   /* genetic */
    double step;                   /* see struct jg_method_setting */
    double discount;               /* q: discount factor */
    double explore;                /* q: probability of a random decision */
    int threads;
    struct jg_coordinator *coordinator; /* see struct jg_series */
    const atomic_bool *stop;
};

/* Sets defaults for members that are 0: pairs, generations, population, step; low and high if both are 0. */
void jg_tune_defaults(struct jg_tune_setting *setting);

/* A finished generation. */
struct jg_generation {
    int number;                      /* from 1 */
    double best, mean;               /* share of the points: of the best individual, of all on average */
    double weights[JG_FEATURES_MAX]; /* the method's best, to six digits */
    uint64_t games;                  /* played so far */
};

struct jg_tuning;

/* Starts a tuning, or resumes it from a state of jg_tuning_json (NULL: starts). NULL with err filled for invalid
 * settings, agents and evaluators that cannot be tuned (the message names those that can), and states of other
 * tunings. */
struct jg_tuning *jg_tuning_open(const struct jg_tune_setting *setting, const struct json_t *state,
                                 struct jg_error *err);
void jg_tuning_close(struct jg_tuning *t);

/* Plays the next generation. progress, which may be NULL, gets the share of it that is done. JG_ESTOP: stopped; the
 * generation does not count and can be played again. */
enum jg_status jg_tuning_step(struct jg_tuning *t, struct jg_generation *out, void (*progress)(void *arg, double share),
                              void *arg, struct jg_error *err);
bool jg_tuning_done(const struct jg_tuning *t);

/* The results of the points in the last generation played, in half points: as many as the population has. */
void jg_tuning_results(const struct jg_tuning *t, uint64_t *halves);

/* Like jg_tuning_step, for a generation whose results are known. */
void jg_tuning_replay(struct jg_tuning *t, const uint64_t *halves, struct jg_generation *out);

/* The state to resume from, with the last generation. The caller owns it; NULL without memory. */
struct json_t *jg_tuning_json(const struct jg_tuning *t);

/* Reads the last generation from a state with n weights; false: not a valid state. */
bool jg_generation_read(const struct json_t *state, int n, struct jg_generation *out);

/* Plays the tuned weights (those of the last generation) against `start`, on new deals and openings. In games with few
 * openings, some will also have occurred in the tuning. */
enum jg_status jg_tuning_validate(struct jg_tuning *t, int pairs, struct jg_tally *out,
                                  void (*progress)(void *arg, double share), void *arg, struct jg_error *err);

/* ---- What can be tuned ---------------------------------------------------------------------- */

/* The game's evaluator of that name, or its first with features if that is "". */
const struct jg_evaluator *jg_tune_evaluator(const struct jg_game *g, const char *name, struct jg_error *err);

/* The default agent: a fast one that plays the game. */
enum jg_status jg_tune_agent(const struct jg_game *g, char out[JG_SPEC_MAX], struct jg_error *err);

/* The default learning agent (JG_TUNE_Q) and its default evaluator. Fails for games without one; the message names the
 * agents that learn. */
enum jg_status jg_tune_learner(const struct jg_game *g, char out[JG_SPEC_MAX], const struct jg_evaluator **by,
                               struct jg_error *err);

/* The player of a setting: the agent with this evaluator and its default weights. Fails for agents without an
 * evaluator. err->position is an offset in `agent`. `stop` as in jg_player_init_stoppable. */
enum jg_status jg_tune_player(const struct jg_game *g, const struct jg_evaluator *by, const char *agent,
                              const atomic_bool *stop, struct jg_player *out, struct jg_error *err);

#endif
