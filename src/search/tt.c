/* Transposition table: packing, growing and replacement of entries. */
#include "search/tt.h"

#include "core/clock.h"
#include "core/prefetch.h"
#include "core/stop.h"

#include <string.h>
#include <sys/mman.h>

enum {
    WAYS = 4,            /* entries of a bucket */
    FIRST_BUCKETS = 256, /* of a table that grows */
    STOP_EVERY = 4096,   /* buckets between checks of stop flag and clock */
    TOUCH_MAX = 1 << 30, /* bytes that jg_tt_touch maps in advance */
};

struct slot {
    _Atomic uint64_t check, data;
};

struct jg_tt_bucket { /* one cache line */
    struct slot slots[WAYS];
};

/* Layout of an entry's data word: first bit of each field. */
enum { MOVE = 32, DEPTH = 41, BOUND = 51, PROVEN = 53, AGE = 54, AGES = 1 << 8 };

static uint64_t pack(const struct jg_tt_entry *e, unsigned age) {
    return (uint32_t)e->value | (uint64_t)(e->move + 1) << MOVE | (uint64_t)e->depth << DEPTH |
           (uint64_t)e->bound << BOUND | (uint64_t)e->proven << PROVEN | (uint64_t)age << AGE;
}

static void unpack(uint64_t data, struct jg_tt_entry *e) {
    e->value = (int32_t)(uint32_t)data;
    e->move = (int)(data >> MOVE & 511) - 1;
    e->depth = (int)(data >> DEPTH & 1023);
    e->bound = (enum jg_bound)(data >> BOUND & 3);
    e->proven = data >> PROVEN & 1;
}

static uint64_t load(const _Atomic uint64_t *p) { return atomic_load_explicit(p, memory_order_relaxed); }
static void put(_Atomic uint64_t *p, uint64_t x) { atomic_store_explicit(p, x, memory_order_relaxed); }

/* The number of bytes at the start that may use huge pages. Mapping a huge page takes too long during a search, so
 * jg_tt_touch maps them before. */
static size_t huge_bytes(const struct jg_tt *tt) { return tt->size < TOUCH_MAX ? tt->size : TOUCH_MAX; }

enum jg_status jg_tt_init(struct jg_tt *tt, size_t bytes, struct jg_error *err) {
    size_t capacity = 1;
    while (2 * capacity * sizeof *tt->buckets <= bytes) capacity *= 2;
    *tt = (struct jg_tt){.capacity = capacity, .mask = capacity - 1};
    tt->size = capacity * sizeof *tt->buckets;
    void *memory = mmap(NULL, tt->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        *tt = (struct jg_tt){0};
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    tt->buckets = memory; /* zeroed by the system page by page; huge pages make look-ups cheaper */
    madvise(memory, huge_bytes(tt), MADV_HUGEPAGE);
    return JG_OK;
}

void jg_tt_touch(struct jg_tt *tt) { memset(tt->buckets, 0, huge_bytes(tt)); }

void jg_tt_clear(struct jg_tt *tt) {
    size_t huge = huge_bytes(tt);
    memset(tt->buckets, 0, huge);
    if (tt->size > huge)
        madvise((unsigned char *)tt->buckets + huge, tt->size - huge, MADV_DONTNEED); /* reads as zeroes again */
}

void jg_tt_free(struct jg_tt *tt) {
    if (tt->buckets) munmap(tt->buckets, tt->size);
    *tt = (struct jg_tt){0};
}

void jg_tt_begin(struct jg_tt *tt, bool clear, const atomic_bool *stop, double deadline) {
    tt->age = tt->age % (AGES - 1) + 1; /* 1.. */
    tt->stores = 0;
    tt->grows = clear;
    tt->stop = stop;
    tt->deadline = deadline;
    tt->mask = (clear && tt->capacity > FIRST_BUCKETS ? FIRST_BUCKETS : tt->capacity) - 1;
    if (clear) memset(tt->buckets, 0, (tt->mask + 1) * sizeof *tt->buckets);
}

void jg_tt_prefetch(const struct jg_tt *tt, uint64_t key) { jg_prefetch(&tt->buckets[key & tt->mask]); }

bool jg_tt_find(const struct jg_tt *tt, uint64_t key, struct jg_tt_entry *out) {
    struct slot *slots = tt->buckets[key & tt->mask].slots;
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = load(&slots[i].data);
        if ((load(&slots[i].check) ^ data) != key || !data) continue;
        unpack(data, out);
        return true;
    }
    return false;
}

static bool must_stop(const struct jg_tt *tt) {
    return jg_stopped(tt->stop) ||
           (tt->deadline > 0 && jg_clock() >= tt->deadline);
}

/* Doubles the buckets: entries whose next key bit is set move to the new half. Stops early when the search must stop;
 * the table then stays as large as it was. */
static void grow(struct jg_tt *tt) {
    size_t n = tt->mask + 1;
    for (size_t i = 0; i < n; i++) {
        if (i % STOP_EVERY == 0 && must_stop(tt)) return;
        memset(&tt->buckets[n + i], 0, sizeof *tt->buckets);
        for (int k = 0; k < WAYS; k++) {
            struct slot *from = &tt->buckets[i].slots[k], *to = &tt->buckets[n + i].slots[k];
            uint64_t check = load(&from->check), data = load(&from->data);
            if (!((check ^ data) & n)) continue;
            put(&to->check, check);
            put(&to->data, data);
            put(&from->check, 0);
            put(&from->data, 0);
        }
    }
    tt->mask = 2 * n - 1;
}

/* Replacement value: deep entries of this search are worth most. */
static int replacement_value(const struct jg_tt *tt, uint64_t data) {
    int depth = (int)(data >> DEPTH & 1023);
    return !data ? -1 : (unsigned)(data >> AGE) == tt->age ? 1024 + depth : depth;
}

void jg_tt_store(struct jg_tt *tt, uint64_t key, const struct jg_tt_entry *entry) {
    if (tt->grows && ++tt->stores > 2 * (tt->mask + 1) && tt->mask + 1 < tt->capacity) grow(tt);
    struct slot *slots = tt->buckets[key & tt->mask].slots, *victim = slots;
    int least = INT32_MAX;
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = load(&slots[i].data);
        int worth = (load(&slots[i].check) ^ data) == key ? -2 : replacement_value(tt, data);
        if (worth >= least) continue;
        least = worth;
        victim = &slots[i];
    }
    uint64_t data = pack(entry, tt->age);
    put(&victim->check, key ^ data);
    put(&victim->data, data);
}
