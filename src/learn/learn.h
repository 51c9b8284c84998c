/* Learning: a program that teaches itself a game. Every generation plays games against itself with the current
 * evaluator, trains a network on the positions of the latest generations, and plays a match between it and the current
 * evaluator. The network becomes the current evaluator unless it loses that match.
 *
 * Everything follows from the settings and the seed, whatever the number of threads, and is stored in a journal
 * (journal.h) as soon as it is known. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "arena/player.h"
#include "learn/journal.h"

enum { JG_LEARN_NAME = 128 }; /* bytes of an evaluator's name, or of @ and a file name */

struct jg_coordinator;

struct jg_learn_setting {
    const struct jg_game *game;
    struct jg_network_shape shape;
    char agent[JG_SPEC_MAX];   /* plays the games; its spec must not name an evaluator */
    char start[JG_LEARN_NAME]; /* the first evaluator */
    bool from_nothing;         /* instead, a network of zeroes: the agent only sees the end of the game */
    uint64_t seed;
    uint32_t games;                  /* of self-play in a generation */
    int opening_least, opening_most; /* random plies at the beginning of a game */
    double blend;                    /* see struct jg_learn_training */
    int epochs;                      /* likewise */
    int window;                      /* generations whose positions are learned from */
    int proof;                       /* pairs of games of the match; 0: none, and every network is adopted */
    bool timed;                      /* stores its time in the journal, which then is not the same each time */
    int threads;
    struct jg_coordinator *coordinator; /* plays the games; see struct jg_series */
    const atomic_bool *stop;
    const char *output;                  /* file of the current network */
    const struct jg_learn_samples *data; /* learns from these instead of self-play, in one generation; NULL: plays */
    uint64_t data_games;
};

/* Sets defaults for members that are 0 or empty: agent, start, games, opening (both are -1), window. */
enum jg_status jg_learn_defaults(struct jg_learn_setting *s, struct jg_error *err);

/* What a generation is doing. */
enum jg_learn_phase { JG_LEARN_PLAYS, JG_LEARN_TRAINS, JG_LEARN_PROVES };

struct jg_learn_progress {
    enum jg_learn_phase phase;
    uint32_t generation;
    double share;            /* of the phase that is done */
    double loss, validation; /* of the last epoch, NAN before it */
};

struct jg_learn;

/* Opens a training, at the last generation in the journal at `path`; NULL: there is none. `again` starts again. The
 * caller closes it in any case. */
enum jg_status jg_learn_open(struct jg_learn **out, const struct jg_learn_setting *setting, const char *path,
                             bool again, struct jg_error *err);
void jg_learn_close(struct jg_learn *l);

/* Runs the next generation, as far as it was not run before, and writes the network if it is adopted. `notes` are lines
 * for its file. JG_ESTOP: stopped; the games played are stored. */
enum jg_status jg_learn_step(struct jg_learn *l, const char *notes,
                             void (*progress)(void *arg, const struct jg_learn_progress *p), void *arg,
                             struct jg_error *err);

/* The finished generations. */
const struct jg_learn_generation *jg_learn_history(const struct jg_learn *l, size_t *n);

/* Games of an unfinished generation that are stored. */
uint32_t jg_learn_pending(const struct jg_learn *l);

/* Seconds that all generations took, in this call and those before if they were timed, and the longest of them. */
double jg_learn_seconds(const struct jg_learn *l);
double jg_learn_longest(const struct jg_learn *l);

/* The name of the current evaluator: that of the start, or @ and the output file. */
const char *jg_learn_current(const struct jg_learn *l);

/* Plays pairs of games of the current evaluator against the first one. */
enum jg_status jg_learn_compare(struct jg_learn *l, int pairs, struct jg_tally *out,
                                void (*progress)(void *arg, const struct jg_learn_progress *p), void *arg,
                                struct jg_error *err);

/* ---- data.c ----------------------------------------------------------------------------------- */

/* Adds the positions of a file: a journal of the game, or records, whose moves are replayed and only whose annotations
 * and results are known. *games counts the games. */
enum jg_status jg_learn_read_data(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                  uint64_t *games, struct jg_error *err);

#endif
