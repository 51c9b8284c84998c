/* What the double-dummy solver remembers of positions: bounds of the value, for the team
 * to move, and the best move. */
#ifndef GAMES_DOMINO_DD_TABLE_H
#define GAMES_DOMINO_DD_TABLE_H

#include <jogada/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dd_entry {
    uint64_t check : 40, age : 12; /* for the table */
    uint64_t tiles : 5;            /* in all hands */
    uint64_t move : 7;             /* tile + 32 * arm */
    int32_t lower, upper;
};

struct dd_table {
    struct dd_entry *entries; /* buckets of four */
    size_t size;              /* entries there are */
    size_t mask;              /* of the buckets in use */
    unsigned age;
};

enum jg_status dd_table_init(struct dd_table *t, size_t bytes, struct jg_error *err);
void dd_table_free(struct dd_table *t); /* may be called twice */

/* Forgets everything, and uses as much of itself as a search of so many tiles may need. */
void dd_table_begin(struct dd_table *t, int tiles);

/* Says that an entry will be looked for soon. */
void dd_table_prefetch(const struct dd_table *t, uint64_t key);

/* NULL: not there. It stays until the next call of dd_table_store. */
const struct dd_entry *dd_table_find(const struct dd_table *t, uint64_t key);

/* In place of what is known of the position, or of one with few tiles. */
void dd_table_store(struct dd_table *t, uint64_t key, struct dd_entry entry);

#endif
