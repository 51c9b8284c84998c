/* Detects duplicate games on import: a hash set of games by content. Two games are duplicates if game, seats, start,
 * moves, resignation, seed and date are equal, whatever their ids. */
#ifndef STORE_DUPLICATES_H
#define STORE_DUPLICATES_H

#include "store/store.h"

struct jg_duplicates_key {
    uint64_t texts, numbers; /* hashes */
};

/* Starts as {0}. */
struct jg_duplicates {
    struct jg_duplicates_key *keys; /* open addressing; `room` entries, a power of two; zeros: empty */
    size_t count, room;
};

void jg_duplicates_free(struct jg_duplicates *set);

/* Adds a game, which may be present already; false: out of memory. */
bool jg_duplicates_add(struct jg_duplicates *set, const struct jg_stored_game *game);
bool jg_duplicates_has(const struct jg_duplicates *set, const struct jg_stored_game *game);

/* Adds all games of a store: 100,000 take a fifth of a second. */
enum jg_status jg_duplicates_add_store(struct jg_duplicates *set, struct jg_store *s, struct jg_error *err);

#endif
