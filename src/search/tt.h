/* The transposition table: what a search found out about a position, for when
 * it comes there again by another way. Threads share it without locks: an entry
 * is two words, and the first is the key xor the second, so that halves of two
 * writes do not match any key (R. Hyatt and T. Mann, "A lock-less transposition
 * table implementation for parallel search", ICGA Journal 25, 2002). */
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
    int move;  /* index in the list of the position's moves, or -1 */
    int depth; /* plies that were searched below it */
    enum jg_bound bound;
    bool proven; /* nothing below was judged by an evaluator */
};

struct jg_tt_bucket;

struct jg_tt {
    struct jg_tt_bucket *buckets;
    size_t size;   /* in bytes */
    size_t most;   /* buckets there is room for, a power of two */
    size_t mask;   /* of those in use */
    size_t stores; /* in a table that grows, since it was forgotten */
    bool grows;
    const atomic_bool *stop;
    double deadline;
    unsigned age;
};

/* Takes at most so many bytes, at least one bucket of 64. */
enum jg_status jg_tt_init(struct jg_tt *tt, size_t bytes, struct jg_error *err);
void jg_tt_free(struct jg_tt *tt); /* may be called twice */

/* Lets the system hand out the memory now, up to a gigabyte of it, and not in
 * the middle of a search that must keep to its time. */
void jg_tt_touch(struct jg_tt *tt);

/* Forgets everything. */
void jg_tt_clear(struct jg_tt *tt);

/* Before a search. `forget`: the table is empty, as if new, and one thread uses
 * it; it then begins small and grows, so that forgetting costs next to nothing.
 * Otherwise what is there stays and gives way to what is newer. `stop` and the
 * deadline, NULL or 0 if there is none, cut the work of growing short. */
void jg_tt_begin(struct jg_tt *tt, bool forget, const atomic_bool *stop, double deadline);

/* Says that an entry will be looked for soon. */
void jg_tt_prefetch(const struct jg_tt *tt, uint64_t key);

bool jg_tt_find(const struct jg_tt *tt, uint64_t key, struct jg_tt_entry *out);
void jg_tt_store(struct jg_tt *tt, uint64_t key, const struct jg_tt_entry *entry);

#endif
