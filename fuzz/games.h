/* Games for the fuzz targets. Opening a game makes its tables, which takes a hundred times as long as reading a
 * record, so games stay open. A custom mutator starts inputs from legal games of every kind: mutated bytes alone
 * never spell a deal of dominoes. */
#ifndef FUZZ_GAMES_H
#define FUZZ_GAMES_H

#include "fuzz.h"

#include "game/variation.h"

/* The game of a spec, opened once; NULL with err filled. It stays open for the next 60 games at least. */
const struct jg_game *fuzz_game(const char *spec, struct jg_error *err);

/* A legal game at random of any kind, or of the kinds that can be written as SGF: cut at a random place or finished.
 * The caller frees the record. */
void fuzz_play(struct jg_record *r, struct jg_rng *rng, bool sgf);

/* Writes a record as an input of the target; the caller frees it. */
typedef char *fuzz_writer(const struct jg_record *r, struct jg_rng *rng);

/* Writes a record with random variations, by a writer of either format. */
char *fuzz_write_varied(const struct jg_record *r, const struct jg_tags *tags, struct jg_rng *rng,
                        char *(*write)(const struct jg_variations *v, const struct jg_tags *tags));

/* For LLVMFuzzerCustomMutator: every eighth input is a new game, the others are mutated bytes. */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, unsigned seed, bool sgf, fuzz_writer *write);

/* Counts a game that the target has read. Printed at exit; with JOGADA_FUZZ_REACH=N the target then fails unless a
 * game of every kind was finished or had N moves. */
void fuzz_reached(const struct jg_record *r);

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

#endif
