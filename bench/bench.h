/* `jogada bench` beyond the work that a game lists in its kind: plain engines to compare with, and measurements of a
 * game's own. bench/games/NAME has those of a game. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <jogada/game.h>

#include <jansson.h>
#include <stdatomic.h>

enum { BENCH_RATES_MAX = 8 };

/* The results of a game's own measurements. */
struct bench_extra {
    uint64_t nodes; /* the game's part of the signature besides its searches */
    struct {
        const char *what, *unit;
        double rate; /* units per second */
    } rates[BENCH_RATES_MAX];
    int rate_count;
    struct {
        const char *agent; /* NULL: not measured */
        int games;
        uint64_t decisions;
        double median, p99, worst; /* CPU seconds per decision */
    } thinking;
};

void bench_add_rate(struct bench_extra *out, const char *what, const char *unit, double rate);

/* Solving a list of positions, for `jogada bench --solve`. */
struct bench_solving {
    bool large; /* include cases that take minutes and gigabytes */
    jg_lang lang;
    const atomic_bool *stop;

    /* Receives a solved case as a line of text and as JSON, which the callee owns. */
    void (*solved)(void *arg, const char *line, json_t *fields);
    void *arg;
};

/* What a game adds. All functions are optional. */
struct bench_game {
    const char *name; /* of the game */

    /* The plain engine: perft from a state at which `jogada bench` begins, and a random game. */
    void (*plain_perft)(const struct jg_game *g, const void *state, int depth);
    void (*plain_random)(struct jg_rng *rng);

    /* Fills a cleared result, for the signature only its nodes. Returns false if it was stopped or memory ran out. */
    bool (*measure)(const struct jg_game *g, const atomic_bool *stop, bool only_signature, struct bench_extra *out);

    /* JG_ESTOP if it was stopped. */
    enum jg_status (*solve)(const struct bench_solving *how, struct jg_error *err);
};

/* The i-th game of bench/games; NULL after the last. */
const struct bench_game *bench_game_at(size_t i);

/* The entry of a game, or one without functions. */
const struct bench_game *bench_game_find(const char *name);

#endif
