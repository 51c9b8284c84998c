/* Transposition table of the double-dummy solver: bounds of the value for the team to move, and the
 * best move. Buckets of four entries fill a cache line; the entry with the fewest tiles left is
 * replaced. */
#ifndef GAMES_DOMINO_DD_TABLE_H
#define GAMES_DOMINO_DD_TABLE_H

#include <jogada/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dd_entry {
    uint64_t check : 40, age : 12; /* set by the table: key check, query number */
    uint64_t tiles : 5;            /* in all hands */
    uint64_t move : 7;             /* tile + 32 * arm */
    int32_t lower, upper;
};

struct dd_tt {
    struct dd_entry *entries; /* buckets of four */
    size_t size;              /* allocated entries */
    size_t mask;              /* of the buckets in use, minus 1 */
    unsigned age;
};

enum jg_status dd_tt_init(struct dd_tt *t, size_t bytes, struct jg_error *err);
void dd_tt_free(struct dd_tt *t); /* may be called twice */

/* Invalidates all entries, and uses only as many buckets as a search with this many tiles needs. */
void dd_tt_begin(struct dd_tt *t, int tiles);

/* Prefetches the bucket of a key. */
void dd_tt_prefetch(const struct dd_tt *t, uint64_t key);

/* NULL: not found. The entry is valid until the next dd_tt_store. */
const struct dd_entry *dd_tt_find(const struct dd_tt *t, uint64_t key);

/* Replaces the entry of the same position, otherwise the one with the fewest tiles. */
void dd_tt_store(struct dd_tt *t, uint64_t key, struct dd_entry entry);

#endif
