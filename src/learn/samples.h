/* Positions to learn from, in memory: the active inputs of both sides as bits, the result of the game, and the chance
 * of winning that the search of the player saw. */
#ifndef LEARN_SAMPLES_H
#define LEARN_SAMPLES_H

#include <jogada/record.h>

enum { JG_LEARN_UNKNOWN = 65535, JG_LEARN_CERTAIN = 65534 };

struct jg_learn_sample {
    uint32_t game;     /* number of its game */
    uint16_t result;   /* for the side to move: 0 a loss, 1 a draw, 2 a win */
    uint16_t chance;   /* for the side to move, in parts of JG_LEARN_CERTAIN, or JG_LEARN_UNKNOWN */
    uint64_t active[]; /* words of the side to move, then of the other side */
};

/* Choices are learned by a policy (struct jg_game_policy) from one sample for each legal move. Those of a choice follow each
 * other; `chance` numbers them from 0, `result` is 1 for the move made and else 0, and the other side has no inputs. */

/* An array of samples of one size. Begins as zeroes and `words`. */
struct jg_learn_samples {
    int words; /* of one side's inputs */
    size_t count, room;
    unsigned char *bytes;
};

static inline size_t jg_learn_sample_size(int words) {
    return sizeof(struct jg_learn_sample) + 2 * (size_t)words * sizeof(uint64_t);
}

static inline struct jg_learn_sample *jg_learn_sample_at(const struct jg_learn_samples *s, size_t i) {
    return (struct jg_learn_sample *)(void *)(s->bytes + i * jg_learn_sample_size(s->words));
}

void jg_learn_samples_free(struct jg_learn_samples *s);

/* Makes room for n more samples; false without memory. */
bool jg_learn_samples_reserve(struct jg_learn_samples *s, size_t n);

/* The number of samples that belong together from sample i on: the moves of a choice, or 1. */
size_t jg_learn_group(const struct jg_learn_samples *s, const struct jg_game *g, size_t i);

/* Adds the positions of a finished game after its random opening, or the choices in it: those where a player moved, with the value that its
 * annotation has, and those where chance did, for team 0. */
enum jg_status jg_learn_samples_add(struct jg_learn_samples *s, const struct jg_record *r, uint32_t game,
                                    struct jg_error *err);

/* What the network is to predict: result and search mixed, 0 to 1. */
static inline double jg_learn_target(const struct jg_learn_sample *s, double blend) {
    double result = s->result / 2.0;
    return s->chance == JG_LEARN_UNKNOWN ? result : blend * result + (1 - blend) * s->chance / (double)JG_LEARN_CERTAIN;
}

/* Numbers of samples, or of the first samples of choices. A split by games: one in `every` games is for validation. Positions that occur in both, also as mirror images, are
 * for training only. In a game so small that hardly any are left, the split is by positions: one in `every` positions is
 * for validation. So training never sees a position of validation. */
struct jg_learn_split {
    uint32_t *training, *validation; /* numbers of samples */
    size_t training_count, validation_count;
};

/* Splits the samples from `first` on. The caller frees it in any case. False without memory. */
bool jg_learn_split(struct jg_learn_split *out, const struct jg_learn_samples *s, const struct jg_game *g, size_t first,
                    int every);
void jg_learn_split_free(struct jg_learn_split *s);

#endif
