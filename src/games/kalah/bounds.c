#include "games/kalah/bounds.h"

#include <string.h>
#include <sys/mman.h>

enum { LINE = JG_KALAH_WAYS * sizeof(uint64_t), WORK_BITS = JG_KALAH_TAG - JG_KALAH_WORK };

/* number[i][s] = C(s + i, i + 1): how many ways there are to have fewer than s seeds in i + 1 places. */
static void number(struct jg_kalah_bounds *t, int seeds) {
    for (int i = 0; i < JG_KALAH_PLACES; i++)
        for (int s = 1; s <= seeds; s++) t->number[i][s] = i ? t->number[i][s - 1] + t->number[i - 1][s] : (uint64_t)s;
    uint64_t most = 0;
    for (int i = 0; i < JG_KALAH_PLACES; i++) most += t->number[i][seeds];
    t->bits = 2;
    while (t->bits < 63 && most >> t->bits) t->bits++;
    t->half = t->bits / 2 + 1;
    t->mask = ((uint64_t)1 << t->bits) - 1;
}

enum jg_status jg_kalah_bounds_init(struct jg_kalah_bounds *t, int seeds, uint64_t bytes, struct jg_error *err) {
    *t = (struct jg_kalah_bounds){0};
    number(t, seeds);
    int kept = 64 - JG_KALAH_TAG; /* bits of the number that an entry has room for */
    uint64_t least = t->bits > kept ? (uint64_t)1 << (t->bits - kept) : 1;
    t->buckets = bytes / LINE > least ? bytes / LINE : least;
    if (t->buckets > t->mask) t->buckets = t->mask;
    int whole = 63 - __builtin_clzll(t->buckets);
    t->low = ((uint64_t)1 << (t->bits - whole)) - 1;
    t->size = t->buckets * LINE;
    void *memory = mmap(NULL, t->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        *t = (struct jg_kalah_bounds){0};
        return jg_fail(err, JG_EMEMORY, -1, "out of memory");
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

void jg_kalah_keep(struct jg_kalah_place p, struct jg_kalah_known known, uint64_t nodes) {
    _Atomic uint64_t *victim = p.bucket;
    uint64_t least = UINT64_MAX, work = (uint64_t)(64 - __builtin_clzll(nodes | 1));
    for (int i = 0; i < JG_KALAH_WAYS; i++) {
        uint64_t e = atomic_load_explicit(&p.bucket[i], memory_order_relaxed);
        if (e && !((e ^ p.tag) >> JG_KALAH_TAG)) {
            uint64_t before = e >> JG_KALAH_WORK & ((1 << WORK_BITS) - 1);
            if (before > work) work = before;
            victim = &p.bucket[i];
            break;
        }
        uint64_t worth = e >> JG_KALAH_WORK & ((1 << WORK_BITS) - 1);
        if (worth >= least) continue;
        least = worth;
        victim = &p.bucket[i];
    }
    if (work > (1 << WORK_BITS) - 1) work = (1 << WORK_BITS) - 1;
    uint64_t e = p.tag | work << JG_KALAH_WORK | (uint64_t)(known.house + 1) << JG_KALAH_HOUSE |
                 (uint64_t)known.high << JG_KALAH_HIGH | known.low;
    atomic_store_explicit(victim, e, memory_order_relaxed);
}
