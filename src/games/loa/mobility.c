/* Mobility of Lines of Action by precomputed lines. */
#include "games/loa/mobility.h"

#include <stdbool.h>

/* ---- Filling ---------------------------------------------------------------------------- */

/* A line of `length` squares. */
struct line {
    int length;
    bool edge; /* all of it lies at the edge of the board */
    unsigned pieces[2];
};

/* The squares strictly between two squares, in either order. */
static unsigned between(int a, int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    return ((1u << high) - 1) & ~((2u << low) - 1);
}

/* The counts of one move of a piece. */
static uint32_t count_move(const struct line *l, int seat, int from, int to) {
    if (to < 0 || to >= l->length || l->pieces[seat] >> to & 1) return 0;
    if (l->pieces[seat ^ 1] & between(from, to)) return 1u << (JG_LOA_STOPPED + JG_LOA_ANOTHER * seat);
    bool edge = l->edge || to == 0 || to == l->length - 1, captures = l->pieces[seat ^ 1] >> to & 1;
    uint32_t worth = (edge ? 1u : 2u) << captures;
    return worth << (JG_LOA_WORTH + JG_LOA_ANOTHER * seat);
}

static uint32_t count_line(const struct line *l) {
    int far = __builtin_popcount(l->pieces[0] | l->pieces[1]);
    uint32_t counts = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int from = 0; from < l->length; from++)
            if (l->pieces[seat] >> from & 1)
                counts += count_move(l, seat, from, from + far) + count_move(l, seat, from, from - far);
    return counts;
}

/* Fills the counts of every content of a line; the first square is the lowest digit. */
static void fill(uint32_t *counts, int length, bool edge) {
    struct line l = {.length = length, .edge = edge};
    for (int code = 0;; code++) {
        counts[code] = count_line(&l);
        int square = 0; /* increments in base 3: empty, first, second */
        for (; square < length && l.pieces[1] >> square & 1; square++) l.pieces[1] ^= 1u << square;
        if (square == length) return;
        if (l.pieces[0] >> square & 1) l.pieces[1] |= 1u << square;
        l.pieces[0] ^= 1u << square;
    }
}

void jg_loa_mobility_init(struct jg_loa_mobility_table *lines) {
    uint32_t part[8][JG_LOA_CODES / 3]; /* of shorter lines, by length */
    int size[9] = {1};
    for (int n = 1; n <= 8; n++) size[n] = 3 * size[n - 1];
    for (int bits = 0; bits < 256; bits++)
        for (int i = 0; i < 8; i++)
            if (bits >> i & 1) lines->ternary[bits] = (uint16_t)(lines->ternary[bits] + size[i]);
    fill(lines->counts[0], 8, true);
    fill(lines->counts[8], 8, false);
    for (int n = 1; n < 8; n++) fill(part[n], n, false);
    for (int n = 1; n < 8; n++)
        for (int high = 0; high < size[8 - n]; high++)
            for (int low = 0; low < size[n]; low++)
                lines->counts[n][high * size[n] + low] = part[n][low] + part[8 - n][high];
}

/* ---- Lookup ------------------------------------------------------------------------------- */

/* Exchanges ranks and files. */
static uint64_t transpose(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
    return x ^ t ^ t << 28;
}

static uint64_t rotate_up(uint64_t x, int ranks) { return x << 8 * ranks | x >> (64 - 8 * ranks); }

/* Rotates file f up or down by f ranks, so that each rank holds two diagonals. */
static uint64_t skew(uint64_t x, bool down) {
    static const uint64_t FILES[3] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u};
    for (int i = 0; i < 3; i++) x = (x & ~FILES[i]) | (rotate_up(x, down ? 8 - (1 << i) : 1 << i) & FILES[i]);
    return x;
}

struct sums {
    uint32_t even, odd; /* of bytes 0 and 2, of bytes 1 and 3, in 16 bits each */
};

static inline void add(struct sums *sums, const struct jg_loa_mobility_table *lines, int kind, uint64_t first,
                       uint64_t second, int rank) {
    unsigned a = first >> 8 * rank & 255, b = second >> 8 * rank & 255;
    uint32_t counts = lines->counts[kind][lines->ternary[a] + 2 * lines->ternary[b]];
    sums->even += counts & 0x00ff00ffu;
    sums->odd += counts >> 8 & 0x00ff00ffu;
}

struct jg_loa_mobility jg_loa_mobility(const struct jg_loa_mobility_table *lines, const uint64_t pieces[2]) {
    uint64_t a = pieces[0], b = pieces[1], ta = transpose(a), tb = transpose(b);
    uint64_t ua = skew(a, false), ub = skew(b, false), da = skew(a, true), db = skew(b, true);
    struct sums sums = {0};
    for (int i = 0; i < 8; i++) {
        int straight = i == 0 || i == 7 ? 0 : 8;
        add(&sums, lines, straight, a, b, i);
        add(&sums, lines, straight, ta, tb, i);
        add(&sums, lines, i + 1, ua, ub, i);
        add(&sums, lines, 8 - i, da, db, i);
    }
    return (struct jg_loa_mobility){.worth = {(int)(sums.even & 0xffff), (int)(sums.odd & 0xffff)},
                                    .stopped = {(int)(sums.even >> 16), (int)(sums.odd >> 16)}};
}
