/* Plain minimax to the end of the game: no bounds, no order of moves, no cuts. */
#include "bench/games/kalah/plain.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1 << 12 };

/* A position without its stores, and by how much the first player's lead will grow from there, which does not
 * depend on the stores. */
struct met {
    unsigned char houses[20], player, used;
    short gain;
};

struct plain_kalah_memo {
    struct met *list;
    size_t size, count; /* size is a power of 2 */
};

struct plain_kalah_memo *plain_kalah_memo_new(void) {
    struct plain_kalah_memo *m = calloc(1, sizeof *m);
    if (m) m->list = calloc(FIRST_SIZE, sizeof *m->list);
    if (m && !m->list) {
        free(m);
        return NULL;
    }
    if (m) m->size = FIRST_SIZE;
    return m;
}

void plain_kalah_memo_free(struct plain_kalah_memo *m) {
    if (m) free(m->list);
    free(m);
}

size_t plain_kalah_memo_count(const struct plain_kalah_memo *m) { return m->count; }

static struct met as_met(const struct plain_kalah *k) {
    struct met x = {.player = (unsigned char)k->player, .used = 1};
    for (int i = 0; i < k->houses; i++) {
        x.houses[i] = (unsigned char)k->place[i];
        x.houses[10 + i] = (unsigned char)k->place[k->houses + 1 + i];
    }
    return x;
}

/* Where a position is, or would be put. */
static struct met *find(const struct plain_kalah_memo *m, const struct met *x) {
    const unsigned char *bytes = (const unsigned char *)x;
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < offsetof(struct met, used); i++) hash = (hash ^ bytes[i]) * 1099511628211u;
    size_t at = (hash ^ hash >> 29) & (m->size - 1);
    while (m->list[at].used && memcmp(&m->list[at], x, offsetof(struct met, used))) at = (at + 1) & (m->size - 1);
    return &m->list[at];
}

static void put(struct plain_kalah_memo *m, const struct met *x) {
    if (2 * (m->count + 1) > m->size) {
        struct plain_kalah_memo more = {.list = calloc(2 * m->size, sizeof *more.list), .size = 2 * m->size};
        if (!more.list) return; /* it is found again when it is needed */
        for (size_t i = 0; i < m->size; i++)
            if (m->list[i].used) *find(&more, &m->list[i]) = m->list[i];
        more.count = m->count;
        free(m->list);
        *m = more;
    }
    *find(m, x) = *x;
    m->count++;
}

static int lead(const struct plain_kalah *k) { return k->place[k->houses] - k->place[2 * k->houses + 1]; }

int plain_kalah_margin(const struct plain_kalah *k, struct plain_kalah_memo *m) {
    int moves[10], n = plain_kalah_moves(k, moves), best = 0;
    if (k->over) return lead(k);
    struct met x = as_met(k);
    if (m) {
        const struct met *known = find(m, &x);
        if (known->used) return lead(k) + known->gain;
    }
    for (int i = 0; i < n; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        int value = plain_kalah_margin(&next, m);
        if (i == 0 || (k->player == 0 ? value > best : value < best)) best = value;
    }
    x.gain = (short)(best - lead(k));
    if (m) put(m, &x);
    return best;
}
