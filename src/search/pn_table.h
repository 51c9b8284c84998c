/* The transposition table of proof-number search. */
#ifndef SEARCH_PN_TABLE_H
#define SEARCH_PN_TABLE_H

#include <jogada/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PN_NEVER = UINT16_MAX }; /* as `none`: no win ever; `won` and other `none` are less */

struct pn_entry {
    uint64_t id;
    union {
        uint32_t n[2]; /* proof and disproof number; both 0: not known */
        uint64_t deps; /* if visit is set: the path depths that the disproof depends on */
    };
    uint32_t visit; /* not 0: disproven while the visit of this number counts as not won, see
                      pn_tree.c; without deps: given up in that visit */
    uint32_t work;  /* nodes searched for it */
    uint32_t age;
    uint16_t won;  /* not 0: proven win within this many plies */
    uint16_t none; /* not 0: proven to have no win within this many plies */
};

struct pn_bucket;

struct pn_table {
    struct pn_bucket *buckets;
    size_t size, mask; /* in bytes; of the buckets */
    uint32_t age;
};

enum jg_status pn_table_init(struct pn_table *t, size_t bytes, struct jg_error *err);
void pn_table_free(struct pn_table *t); /* may be called twice */
void pn_table_forget(struct pn_table *t);

/* The entry of an id, or NULL. It stays until the next call of pn_table_place. */
struct pn_entry *pn_table_find(const struct pn_table *t, uint64_t id);

/* The same, or a new one with only id and age set, which replaces the entry that cost the least work. */
struct pn_entry *pn_table_place(struct pn_table *t, uint64_t id);

#endif
