/* A vector environment: many games of one kind, stepped together, for reinforcement learning (docs/environments.md).
 *
 *     struct jg_vector *v;
 *     jg_vector_open(&v, &g, 1024, &(struct jg_vector_options){.threads = 2}, NULL);
 *     jg_vector_reset(v, seed, &arrays);
 *     for (;;) {
 *         choose(arrays.observation, arrays.mask, actions);
 *         jg_vector_step(v, actions, &arrays, NULL);
 *     }
 *     jg_vector_close(v);
 *
 * Each step makes one decision in every game, of the seat whose turn it is. The environment plays chance moves by
 * itself, and a game that ends begins again in the same step. */
#ifndef JOGADA_VECTOR_H
#define JOGADA_VECTOR_H

#include <jogada/game.h>

#pragma GCC visibility push(default)

struct jg_vector;

enum {
    JG_VECTOR_LIMIT = 2000,        /* the default limit of games that need not end */
    JG_VECTOR_LIMIT_MAX = 1000000, /* of options.limit */
};

struct jg_vector_options {
    int threads; /* 0: one per core */
    int limit;   /* decisions after which a game is truncated; 0: JG_VECTOR_LIMIT, or none with JG_IS_FINITE */
    bool scores; /* rewards are the game's scores, such as points; otherwise 1, 0 and -1 */
};

/* The caller's arrays, with a row for every game, which may be different ones in each call. Members may be NULL: these
 * are not written. */
struct jg_vector_arrays {
    uint8_t *observation;       /* spaces.size elements: what the seat to move observes */
    uint8_t *mask;              /* spaces.actions elements: 1 for the legal actions of the seat to move */
    int8_t *seat;               /* the seat to move */
    float *reward;              /* of the seat that acted: 0, and the result for its team when the game ends */
    uint8_t *terminated;        /* 1: the game ended by its rules, repetition included, and a new one began */
    uint8_t *truncated;         /* 1: it reached the limit, and a new one began */
    uint8_t *final_observation; /* the last observation of such a game by the seat that acted; other rows are left */
};

/* Opens an environment of n games; the game must stay open as long. Fails if the game declares no actions, an option
 * is out of range, or memory runs out; *out is NULL then. jg_vector_reset must be called first. */
enum jg_status jg_vector_open(struct jg_vector **out, const struct jg_game *g, size_t n,
                              const struct jg_vector_options *options, struct jg_error *err);
void jg_vector_close(struct jg_vector *v); /* may be NULL */

/* Begins all games again. Chance moves depend on the seed, the index of the game and the number of games played before
 * at that index, and on nothing else: neither on n nor on the number of threads. Rewards and ends are 0. */
void jg_vector_reset(struct jg_vector *v, uint64_t seed, const struct jg_vector_arrays *arrays);

/* The same with a seed for every game, copied: chance moves of game i depend on seeds[i] and on the number of games
 * played before at that index, as in an environment of this one game that is reset with that seed. Without memory it
 * fails with JG_EMEMORY and changes nothing. */
enum jg_status jg_vector_reset_each(struct jg_vector *v, const uint64_t *seeds, const struct jg_vector_arrays *arrays,
                                    struct jg_error *err);

/* Makes an action in every game. If one is illegal, it changes nothing, fails with JG_EINPUT and names the game. */
enum jg_status jg_vector_step(struct jg_vector *v, const int64_t *actions, const struct jg_vector_arrays *arrays,
                              struct jg_error *err);

/* Draws a legal action for every game, uniformly at random. The draws depend on the seed and on earlier calls. */
void jg_vector_sample(struct jg_vector *v, int64_t *actions);

/* The state of a game, until the next call. */
const void *jg_vector_state(const struct jg_vector *v, size_t i);

#pragma GCC visibility pop

#endif
