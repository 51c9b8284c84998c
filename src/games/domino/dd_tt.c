#include "games/domino/dd_tt.h"

#include "core/prefetch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 4, CHECK_BITS = 40, AGES = 1 << 12, LEAST = 1 << 8 };
static const uint64_t CHECK_MASK = (UINT64_C(1) << CHECK_BITS) - 1;

_Static_assert(sizeof(struct dd_entry) == 16, "four entries are a line of the cache");

enum jg_status dd_tt_init(struct dd_tt *t, size_t bytes, struct jg_error *err) {
    size_t n = LEAST;
    while (2 * n * sizeof *t->entries <= bytes) n *= 2;
    *t = (struct dd_tt){.size = n};
    t->entries = aligned_alloc(64, n * sizeof *t->entries);
    if (!t->entries) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    memset(t->entries, 0, n * sizeof *t->entries); /* of age 0, which is never the table's */
    return JG_OK;
}

void dd_tt_free(struct dd_tt *t) {
    free(t->entries);
    *t = (struct dd_tt){0};
}

void dd_tt_begin(struct dd_tt *t, int tiles) {
    size_t n = LEAST;
    for (int i = 12; i < tiles; i++) n *= 2;
    if (n > t->size) n = t->size;
    t->mask = n / WAYS - 1;
    if (++t->age < AGES) return;
    memset(t->entries, 0, t->size * sizeof *t->entries);
    t->age = 1;
}

static struct dd_entry *bucket(const struct dd_tt *t, uint64_t key) { return &t->entries[WAYS * (key & t->mask)]; }

static uint64_t check_of(uint64_t key) { return key >> (64 - CHECK_BITS); }

void dd_tt_prefetch(const struct dd_tt *t, uint64_t key) { jg_prefetch(bucket(t, key)); }

const struct dd_entry *dd_tt_find(const struct dd_tt *t, uint64_t key) {
    const struct dd_entry *e = bucket(t, key);
    for (int i = 0; i < WAYS; i++, e++)
        if (e->check == check_of(key) && e->age == t->age) return e;
    return NULL;
}

void dd_tt_store(struct dd_tt *t, uint64_t key, struct dd_entry entry) {
    struct dd_entry *e = bucket(t, key), *victim = e;
    unsigned least = UINT_MAX;
    for (int i = 0; i < WAYS; i++, e++) {
        unsigned tiles = e->age == t->age ? e->tiles : 0;
        if (e->check == check_of(key) && e->age == t->age) {
            victim = e;
            break;
        }
        if (tiles >= least) continue;
        least = tiles;
        victim = e;
    }
    entry.check = check_of(key) & CHECK_MASK;
    entry.age = t->age & (AGES - 1);
    *victim = entry;
}
