/* Detects duplicate games on import: a set of games by content. Two games are duplicates if game, seats, start, moves,
 * resignation, seed and date are equal, whatever their ids. The set is a table of hashes in a temporary store, so that
 * memory does not depend on the number of games. */
#ifndef STORE_DUPLICATES_H
#define STORE_DUPLICATES_H

#include "store/store.h"

struct sqlite3_stmt;

/* Starts as {0}, the empty set. */
struct jg_duplicates {
    struct jg_store *store; /* NULL: nothing was added yet */
    struct sqlite3_stmt *add, *find;
    uint64_t count;
    int64_t last; /* greatest id of a game added by jg_duplicates_add_store */
};

void jg_duplicates_free(struct jg_duplicates *set);

/* *found: whether the set has the game. */
enum jg_status jg_duplicates_find(const struct jg_duplicates *set, const struct jg_stored_game *game, bool *found,
                                  struct jg_error *err);

/* Adds the games of a store. Called again, it adds those that were stored since: the first call takes long and is for
 * the time before a transaction, the second for the time within it. */
enum jg_status jg_duplicates_add_store(struct jg_duplicates *set, struct jg_store *s, struct jg_error *err);

#endif
