/* Allocation and replacement of the solver's transposition table. */
#include "games/kalah/bounds.h"

#include <string.h>
#include <sys/mman.h>

enum { LINE = JG_KALAH_WAYS * sizeof(uint64_t), WORK_BITS = JG_KALAH_TAG_SHIFT - JG_KALAH_WORK_SHIFT };

/* number[i][s] = C(s + i, i + 1): the number of ways to have fewer than s seeds in i + 1 houses. */
static void number(struct jg_kalah_bounds *t, int seeds) {
    for (int i = 0; i < JG_KALAH_BOUNDS_HOUSES; i++)
        for (int s = 1; s <= seeds; s++) t->number[i][s] = i ? t->number[i][s - 1] + t->number[i - 1][s] : (uint64_t)s;
    uint64_t most = 0;
    for (int i = 0; i < JG_KALAH_BOUNDS_HOUSES; i++) most += t->number[i][seeds];
    t->bits = 2;
    while (t->bits < 63 && most >> t->bits) t->bits++;
    t->half = t->bits / 2 + 1;
    t->mask = ((uint64_t)1 << t->bits) - 1;
}

enum jg_status jg_kalah_bounds_init(struct jg_kalah_bounds *t, int seeds, uint64_t bytes, struct jg_error *err) {
    *t = (struct jg_kalah_bounds){0};
    number(t, seeds);
    int room = 64 - JG_KALAH_TAG_SHIFT; /* bits of the index that fit in an entry */
    uint64_t least = t->bits > room ? (uint64_t)1 << (t->bits - room) : 1;
    t->buckets = bytes / LINE > least ? bytes / LINE : least;
    if (t->buckets > t->mask) t->buckets = t->mask;
    int whole = 63 - __builtin_clzll(t->buckets);
    t->low = ((uint64_t)1 << (t->bits - whole)) - 1;
    t->size = t->buckets * LINE;
    void *memory = mmap(NULL, t->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        *t = (struct jg_kalah_bounds){0};
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    t->slots = memory;
    madvise(memory, t->size, MADV_HUGEPAGE);
    return JG_OK;
}

void jg_kalah_bounds_free(struct jg_kalah_bounds *t) {
    if (t->slots) munmap(t->slots, t->size);
    *t = (struct jg_kalah_bounds){0};
}

void jg_kalah_bounds_clear(struct jg_kalah_bounds *t) { madvise(t->slots, t->size, MADV_DONTNEED); }

void jg_kalah_bounds_store(struct jg_kalah_bounds_slot slot, struct jg_kalah_bounds_entry entry, uint64_t nodes) {
    _Atomic uint64_t *victim = slot.bucket;
    uint64_t least = UINT64_MAX, work = (uint64_t)(64 - __builtin_clzll(nodes | 1));
    for (int i = 0; i < JG_KALAH_WAYS; i++) {
        uint64_t e = atomic_load_explicit(&slot.bucket[i], memory_order_relaxed);
        if (e && !((e ^ slot.tag) >> JG_KALAH_TAG_SHIFT)) {
            uint64_t before = e >> JG_KALAH_WORK_SHIFT & ((1 << WORK_BITS) - 1);
            if (before > work) work = before;
            victim = &slot.bucket[i];
            break;
        }
        uint64_t worth = e >> JG_KALAH_WORK_SHIFT & ((1 << WORK_BITS) - 1);
        if (worth >= least) continue;
        least = worth;
        victim = &slot.bucket[i];
    }
    if (work > (1 << WORK_BITS) - 1) work = (1 << WORK_BITS) - 1;
    uint64_t e = slot.tag | work << JG_KALAH_WORK_SHIFT | (uint64_t)(entry.house + 1) << JG_KALAH_HOUSE_SHIFT |
                 (uint64_t)entry.high << JG_KALAH_HIGH_SHIFT | entry.low;
    atomic_store_explicit(victim, e, memory_order_relaxed);
}
