/* The transposition table: value, bound, depth and best move of positions that were searched. Threads share it without
 * locks: an entry is two words, the first of which is the key xor the second, so that a torn write matches no key
 * (R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25,
 * 2002). Buckets have four entries; replacement prefers old, then shallow ones. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum jg_bound { JG_BOUND_NONE, JG_BOUND_LOWER, JG_BOUND_UPPER, JG_BOUND_EXACT };

struct jg_tt_entry {
    int32_t value;
    int move;  /* index in the position's move list, or -1 */
    int depth; /* plies searched below the position */
    enum jg_bound bound;
    bool proven; /* the value rests on no evaluation */
};

struct jg_tt_bucket;

struct jg_tt {
    struct jg_tt_bucket *buckets;
    size_t size;     /* in bytes */
    size_t capacity; /* allocated buckets, a power of two */
    size_t mask;     /* buckets in use, minus 1 */
    size_t stores;   /* in a growing table, since it was cleared */
    bool grows;
    const atomic_bool *stop;
    double deadline;
    unsigned age;
};

/* Allocates at most `bytes` bytes, but at least one bucket of 64. */
enum jg_status jg_tt_init(struct jg_tt *tt, size_t bytes, struct jg_error *err);
void jg_tt_free(struct jg_tt *tt); /* may be called twice */

/* Touches the memory, up to a gigabyte, so that the system maps it now and not during a timed search. */
void jg_tt_touch(struct jg_tt *tt);

/* Removes all entries. */
void jg_tt_clear(struct jg_tt *tt);

/* Call before a search. `clear` (one thread only): the table starts empty and small, and grows, so that clearing it
 * costs next to nothing. Otherwise old entries stay until newer ones replace them. `stop` and `deadline`, NULL and 0
 * for none, interrupt growing. */
void jg_tt_begin(struct jg_tt *tt, bool clear, const atomic_bool *stop, double deadline);

/* Prefetches the bucket of a key. */
void jg_tt_prefetch(const struct jg_tt *tt, uint64_t key);

bool jg_tt_find(const struct jg_tt *tt, uint64_t key, struct jg_tt_entry *out);
void jg_tt_store(struct jg_tt *tt, uint64_t key, const struct jg_tt_entry *entry);

#endif
