/* The journal of a training: every game's positions and every finished generation, in a file that grows at its end. A
 * training that was stopped, or killed, continues from the last complete block. The positions serve as data for other
 * trainings of the game, too.
 *
 * Lines of text up to an empty line say what the training is (`jogada samples 1`, game, layout, inputs, settings).
 * Blocks follow: kind, count, number of bytes and their XXH3 checksum, then the bytes, little-endian. They are samples,
 * finished generations, and the time that the training took. */
#ifndef LEARN_JOURNAL_H
#define LEARN_JOURNAL_H

#include "core/elo.h"
#include "learn/train.h"

/* A finished generation. */
struct jg_learn_generation {
    uint32_t number;                 /* from 1 */
    uint32_t adopted;                /* whether its network became the current evaluator */
    uint64_t games;                  /* of self-play so far */
    uint64_t positions;              /* learned from */
    struct jg_learn_trained trained; /* without its network */
    struct jg_tally proof;           /* against the evaluator that was current */
};

struct jg_learn_journal {
    int fd; /* -1: nothing is stored */
    char path[4096];
    struct jg_learn_samples samples;
    size_t *starts;  /* index of the first sample of each generation, from generation 1 at 0 */
    uint32_t begun;  /* generations with samples */
    uint64_t played; /* games in all, */
    uint32_t done;   /* and of the last generation begun */
    struct jg_learn_generation *history;
    size_t finished;  /* generations */
    uint64_t spent;   /* milliseconds of all calls, */
    uint64_t open;    /* of the unfinished generation, */
    uint64_t longest; /* and of the longest finished one */
    char *best;       /* file of the network adopted last, or NULL */
    size_t best_size;
};

/* Opens the journal of a training, and creates it if it is missing, or `again` is set. `settings` is one line with
 * everything that the result depends on. Fails if the file belongs to another training, or another process uses it. */
enum jg_status jg_learn_journal_open(struct jg_learn_journal *j, const char *path, const struct jg_game *g,
                                     const char *settings, bool again, struct jg_error *err);
void jg_learn_journal_close(struct jg_learn_journal *j); /* may be called twice */

/* Begins a generation. */
enum jg_status jg_learn_journal_begin(struct jg_learn_journal *j, struct jg_error *err);

/* Stores the samples from `first` on, after `games` more games. */
enum jg_status jg_learn_journal_save(struct jg_learn_journal *j, size_t first, uint32_t games, struct jg_error *err);

/* Stores that the generation begun last took this much more time. */
enum jg_status jg_learn_journal_spend(struct jg_learn_journal *j, uint64_t milliseconds, struct jg_error *err);

/* Stores a finished generation with its network file. */
enum jg_status jg_learn_journal_finish(struct jg_learn_journal *j, const struct jg_learn_generation *g,
                                       const char *network, size_t size, struct jg_error *err);

/* Whether a file begins as a journal does. */
bool jg_learn_journal_begins(const char *bytes);

/* Adds the samples of a journal of the same game, whatever its settings, and the number of its games. Its options may
 * differ where the inputs do not depend on them. */
enum jg_status jg_learn_journal_read(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                     uint64_t *games, struct jg_error *err);

#endif
