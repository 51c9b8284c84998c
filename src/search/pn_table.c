#include "search/pn_table.h"

#include <string.h>
#include <sys/mman.h>

enum { WAYS = 4 };

_Static_assert(sizeof(struct pn_entry) == 32, "two entries are a line of the cache");

struct pn_bucket {
    struct pn_entry entries[WAYS];
};

enum jg_status pn_table_init(struct pn_table *t, size_t bytes, struct jg_error *err) {
    size_t n = 1;
    while (2 * n * sizeof *t->buckets <= bytes) n *= 2;
    *t = (struct pn_table){.size = n * sizeof *t->buckets, .mask = n - 1, .age = 1};
    void *memory = mmap(NULL, t->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        *t = (struct pn_table){0};
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    t->buckets = memory; /* zeroes: of age 0, which is never the table's */
    return JG_OK;
}

void pn_table_free(struct pn_table *t) {
    if (t->buckets) munmap(t->buckets, t->size);
    *t = (struct pn_table){0};
}

/* Entries of another age count as empty. */
void pn_table_forget(struct pn_table *t) {
    if (++t->age) return;
    memset(t->buckets, 0, t->size);
    t->age = 1;
}

struct pn_entry *pn_table_find(const struct pn_table *t, uint64_t id) {
    struct pn_entry *e = t->buckets[id & t->mask].entries;
    for (int i = 0; i < WAYS; i++, e++)
        if (e->id == id && e->age == t->age) return e;
    return NULL;
}

struct pn_entry *pn_table_place(struct pn_table *t, uint64_t id) {
    struct pn_entry *e = t->buckets[id & t->mask].entries, *victim = e;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < WAYS; i++, e++) {
        if (e->id == id && e->age == t->age) return e;
        uint64_t worth = e->age == t->age ? (uint64_t)e->work + 1 : 0;
        if (worth >= least) continue;
        least = worth;
        victim = e;
    }
    *victim = (struct pn_entry){.id = id, .age = t->age};
    return victim;
}
