/* Probabilities that a hidden hand can play. The thesis's sums over arrangements (equations 16 to 22)
 * reduce to ratios of binomial coefficients. The exact model counts the deals consistent with the
 * passes. Unlike deals.c it cannot enumerate them, but it is fast enough for every node of a tree. */
#include "games/domino/paper.h"

/* Pascal's triangle up to 21 hidden tiles and hands of 7. */
#define ROW(...)                                                                                                       \
    { __VA_ARGS__ }
static const double CHOOSE[22][8] = {
    ROW(1),
    ROW(1, 1),
    ROW(1, 2, 1),
    ROW(1, 3, 3, 1),
    ROW(1, 4, 6, 4, 1),
    ROW(1, 5, 10, 10, 5, 1),
    ROW(1, 6, 15, 20, 15, 6, 1),
    ROW(1, 7, 21, 35, 35, 21, 7, 1),
    ROW(1, 8, 28, 56, 70, 56, 28, 8),
    ROW(1, 9, 36, 84, 126, 126, 84, 36),
    ROW(1, 10, 45, 120, 210, 252, 210, 120),
    ROW(1, 11, 55, 165, 330, 462, 462, 330),
    ROW(1, 12, 66, 220, 495, 792, 924, 792),
    ROW(1, 13, 78, 286, 715, 1287, 1716, 1716),
    ROW(1, 14, 91, 364, 1001, 2002, 3003, 3432),
    ROW(1, 15, 105, 455, 1365, 3003, 5005, 6435),
    ROW(1, 16, 120, 560, 1820, 4368, 8008, 11440),
    ROW(1, 17, 136, 680, 2380, 6188, 12376, 19448),
    ROW(1, 18, 153, 816, 3060, 8568, 18564, 31824),
    ROW(1, 19, 171, 969, 3876, 11628, 27132, 50388),
    ROW(1, 20, 190, 1140, 4845, 15504, 38760, 77520),
    ROW(1, 21, 210, 1330, 5985, 20349, 54264, 116280),
};

/* The probability that no tile of the hand fits if `fitting` of the hidden tiles do: equation 22. */
static double p_misses(int hidden, int fitting, int in_hand) {
    return CHOOSE[hidden - fitting][in_hand] / CHOOSE[hidden][in_hand];
}

/* The probability that a hand of `in_hand` out of `hidden` tiles, `of_number` of which have a number,
 * has at least one with that number: equations 17 to 21. */
static double p_holds(int hidden, int of_number, int in_hand) { return 1 - p_misses(hidden, of_number, in_hand); }

/* ---- Counting deals --------------------------------------------------------------------------- */

/* The hidden hands: the tiles that each may hold, and its size. */
struct hands {
    uint32_t may[3];
    int size[3];
};

/* The number of ways to fill the hands. Tiles that only one hand may hold are fixed; those of two
 * hands are split in all ways; those of all three fill the rest. */
static double ways(const struct hands *h, uint32_t unseen) {
    uint32_t a = h->may[0], b = h->may[1], c = h->may[2];
    if (unseen & ~(a | b | c)) return 0;
    int ab = jg_domino_count(a & b & ~c), ac = jg_domino_count(a & c & ~b), bc = jg_domino_count(b & c & ~a),
        abc = jg_domino_count(a & b & c);
    int room_a = h->size[0] - jg_domino_count(a & ~b & ~c), room_b = h->size[1] - jg_domino_count(b & ~a & ~c);
    double sum = 0;
    for (int i = 0; i <= ab && i <= room_a; i++)
        for (int j = 0; j <= ac && i + j <= room_a; j++)
            for (int k = 0; k <= bc; k++) {
                int to_a = room_a - i - j, to_b = room_b - (ab - i) - k, to_c = abc - to_a - to_b;
                if (to_b < 0 || to_c < 0 || i > 7 || j > 7 || k > 7) continue;
                sum += CHOOSE[ab][i] * CHOOSE[ac][j] * CHOOSE[bc][k] * CHOOSE[abc][to_a] * CHOOSE[abc - to_a][to_b];
            }
    return sum;
}

static int set_hands(const struct jg_domino_knowledge *s, struct hands *h, int seat) {
    int n = 0, place = 0;
    for (int i = 0; i < 4; i++) {
        if (i == s->self) continue;
        h->may[n] = jg_domino_may_hold(s->lacks[i], s->unseen);
        h->size[n] = s->left[i];
        if (i == seat) place = n;
        n++;
    }
    return place;
}

/* Nothing but the sizes of the hands is known. */
static bool even(const struct jg_domino_knowledge *s) {
    unsigned lacks = 0;
    for (int i = 0; i < 4; i++) lacks |= i == s->self ? 0u : s->lacks[i];
    return !lacks;
}

bool jg_domino_consistent(const struct jg_domino_knowledge *s) {
    struct hands h;
    if (even(s)) return true;
    set_hands(s, &h, 0);
    return ways(&h, s->unseen) > 0;
}

/* ---- Events ------------------------------------------------------------------------------------ */

static bool thesis_events(const struct jg_domino_knowledge *s, int seat, unsigned open, double *p) {
    int hidden = jg_domino_count(s->unseen), in_hand = s->left[seat];
    for (int number = 0; number < 7; number++)
        p[number] =
            open >> number & 1 ? p_holds(hidden, jg_domino_count(s->unseen & jg_domino_with[number]), in_hand) : 0;
    p[7] = p_misses(hidden, jg_domino_count(s->unseen & jg_domino_fits[open]), in_hand);
    return true;
}

/* The probability that a hand has none of a set of tiles. */
static double misses(const struct jg_domino_knowledge *s, const struct hands *h, int place, uint32_t tiles,
                     double all) {
    struct hands without = *h;
    without.may[place] &= ~tiles;
    return ways(&without, s->unseen) / all;
}

bool jg_domino_events(enum jg_domino_chance_model model, const struct jg_domino_knowledge *s, int seat, unsigned open,
                      double p[JG_DOMINO_EVENTS]) {
    struct hands h;
    double sum = 0;
    if (model == JG_DOMINO_MODEL_THESIS) return thesis_events(s, seat, open, p);
    if (even(s)) {
        thesis_events(s, seat, open, p);
    } else {
        int place = set_hands(s, &h, seat);
        double all = ways(&h, s->unseen);
        if (all == 0) return false;
        for (int number = 0; number < 7; number++)
            p[number] = open >> number & 1 ? 1 - misses(s, &h, place, jg_domino_with[number], all) : 0;
        p[7] = misses(s, &h, place, jg_domino_fits[open], all);
    }
    for (int number = 0; number < 7; number++) sum += p[number];
    for (int number = 0; number < 7 && sum > 0; number++) p[number] *= (1 - p[7]) / sum;
    return true;
}
