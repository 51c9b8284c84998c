/* Deals of the unseen tiles that are consistent with a view: counted, enumerated by index, and
 * sampled uniformly.
 *
 * Tiles that the same set of hands may hold are interchangeable. Dynamic programming over these
 * groups counts the deals, and the counts unrank deal number i. Few deals can thus be listed
 * completely, and many sampled without rejection. */
#include "games/domino/domino.h"

enum { GROUPS = 16 };

/* The number of tiles of a group that each hidden hand gets. */
struct split {
    int to[4];
};

static uint64_t split_ways(const struct split *s) {
    int n = s->to[0] + s->to[1] + s->to[2] + s->to[3];
    uint64_t ways = 1;
    for (int i = 0; i < 3; n -= s->to[i++]) ways *= jg_domino_binomial(n, s->to[i]);
    return ways;
}

/* Advances to the next split of a group of n tiles among a set of hands; false after the last.
 * The last hand of the set takes the rest. room[] limits the first three hands. */
static bool next_split(struct split *s, int n, unsigned set, const int room[3]) {
    int last = 31 - __builtin_clz(set), given = n - s->to[last];
    for (int i = 0; i < last; i++) {
        if (!(set >> i & 1)) continue;
        if (s->to[i] < room[i] && given < n) {
            s->to[i]++;
            s->to[last] = n - given - 1;
            return true;
        }
        given -= s->to[i];
        s->to[i] = 0;
    }
    return false;
}

static void first_split(struct split *s, int n, unsigned set) {
    *s = (struct split){0};
    s->to[31 - __builtin_clz(set)] = n;
}

static bool fits(const struct split *s, const int room[3]) {
    return s->to[0] <= room[0] && s->to[1] <= room[1] && s->to[2] <= room[2];
}

static uint64_t ways_after(const struct jg_domino_deals *d, unsigned group, const struct split *s, const int room[3]) {
    return d->ways[group + 1][room[2] - s->to[2]][room[1] - s->to[1]][room[0] - s->to[0]];
}

static uint64_t count_ways(const struct jg_domino_deals *d, unsigned group, const int room[3]) {
    int n = jg_domino_count(d->group[group]);
    struct split s;
    uint64_t sum = 0;
    if (!n) return d->ways[group + 1][room[2]][room[1]][room[0]];
    if (!group) return 0;
    first_split(&s, n, group);
    do
        if (fits(&s, room)) sum += split_ways(&s) * ways_after(d, group, &s, room);
    while (next_split(&s, n, group, room));
    return sum;
}

/* ---- Constraints of a view --------------------------------------------------------------- */

/* The set of hidden hands that may hold a tile. */
static unsigned holders(const struct jg_domino_deals *d, const struct jg_domino *v, int tile) {
    unsigned set = 0;
    bool opens = v->sena && !v->count && v->turn < JG_DOMINO_DEAL; /* the opener has the 6-6 */
    for (int i = 0; i < d->seats; i++) {
        unsigned lacks = v->lacks[d->seat[i]];
        bool has = !(jg_domino_fits[lacks & 127] >> tile & 1);
        if (lacks & JG_DOMINO_NO_DOUBLE && jg_domino_double(tile)) has = false;
        if (opens && tile == JG_DOMINO_SENA) has = d->seat[i] == v->turn;
        if (has) set |= 1u << i;
    }
    return set;
}

bool jg_domino_deals_init(struct jg_domino_deals *d, const struct jg_domino *view) {
    uint32_t unseen = jg_domino_unseen(view);
    d->seats = 0;
    for (int seat = 0; seat < 4; seat++) {
        d->known[seat] = view->hand[seat];
        if (!jg_domino_hidden(view, seat)) continue;
        d->seat[d->seats] = seat;
        d->size[d->seats++] = view->left[seat];
    }
    for (int i = d->seats; i < 4; i++) d->seat[i] = d->size[i] = 0;
    for (int i = 0; i < GROUPS; i++) d->group[i] = 0;
    if (d->seats)
        for (; unseen; unseen &= unseen - 1)
            d->group[holders(d, view, jg_domino_lowest(unseen))] |= unseen & (0u - unseen);
    for (int i = GROUPS; i >= 0; i--)
        for (int c = 0; c <= d->size[2]; c++)
            for (int b = 0; b <= d->size[1]; b++)
                for (int a = 0; a <= d->size[0]; a++)
                    d->ways[i][c][b][a] =
                        i == GROUPS ? !(a | b | c) : count_ways(d, (unsigned)i, (const int[3]){a, b, c});
    d->count = d->ways[0][d->size[2]][d->size[1]][d->size[0]];
    return d->count > 0;
}

/* ---- One deal ---------------------------------------------------------------------------- */

/* Takes k of n tiles: combination number *i modulo their count, by which *i is then divided. */
static uint32_t take(uint32_t *tiles, int n, int k, uint64_t *i) {
    uint64_t all = jg_domino_binomial(n, k), at = *i % all;
    uint32_t taken = 0;
    *i /= all;
    for (uint32_t left = *tiles; k; left &= left - 1, n--) {
        uint64_t with = jg_domino_binomial(n - 1, k - 1);
        if (at >= with) {
            at -= with;
            continue;
        }
        taken |= left & (0u - left);
        k--;
    }
    *tiles &= ~taken;
    return taken;
}

/* The split of a group in deal number *i; *i becomes the index among the deals with that split. */
static void find_split(const struct jg_domino_deals *d, unsigned group, const int room[3], uint64_t *i,
                       struct split *s) {
    int n = jg_domino_count(d->group[group]);
    first_split(s, n, group);
    do {
        uint64_t ways = fits(s, room) ? split_ways(s) * ways_after(d, group, s, room) : 0;
        if (*i < ways) return;
        *i -= ways;
    } while (next_split(s, n, group, room));
}

void jg_domino_deals_nth(const struct jg_domino_deals *d, uint64_t i, uint32_t hands[4]) {
    int room[3] = {d->size[0], d->size[1], d->size[2]};
    for (int seat = 0; seat < 4; seat++) hands[seat] = d->known[seat];
    for (unsigned group = 1; group < GROUPS; group++) {
        uint32_t tiles = d->group[group];
        struct split s;
        if (!tiles) continue;
        find_split(d, group, room, &i, &s);
        for (int h = 0, n = jg_domino_count(tiles); h < d->seats; n -= s.to[h++])
            hands[d->seat[h]] |= take(&tiles, n, s.to[h], &i);
        for (int h = 0; h < 3; h++) room[h] -= s.to[h];
    }
}

void jg_domino_deals_draw(const struct jg_domino_deals *d, struct jg_rng *rng, uint32_t hands[4]) {
    jg_domino_deals_nth(d, jg_rng_below64(rng, d->count), hands);
}
