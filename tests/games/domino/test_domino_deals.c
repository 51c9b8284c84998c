/* Deals consistent with a view: counting, listing and sampling, against a brute-force replay of the
 * round with every deal. */
#include "domino_walk.h"

#include <math.h>

/* ---- The oracle -------------------------------------------------------------------------- */

static bool can_open(uint32_t hand) { return (hand & jg_domino_doubles) != 0; }

static bool can_join(const struct jg_domino_table *t, uint32_t hand) {
    for (int arm = 0; arm < jg_domino_arms(t); arm++)
        if (hand & jg_domino_with[jg_domino_number(t, arm)]) return true;
    return false;
}

/* Whether these hands are consistent with the view: replays the round and checks that every pass was
 * forced. */
static bool possible(const struct jg_domino_rules *r, const struct jg_domino *v, const uint32_t hands[4]) {
    uint32_t held[4];
    struct jg_domino_table t = {0};
    int seat = v->opener;
    memcpy(held, hands, sizeof held);
    for (int i = 0; i < v->count; i++) held[v->by[i]] |= 1u << (v->log[i] & 31);
    for (int i = 0; i <= v->count; i++) { /* the last time for the passes since */
        int mover = i < v->count ? v->by[i] : v->turn, tile = v->log[i] & 31;
        bool again = i > 0 && i == v->count && v->passes == 3; /* back to the player of the last tile */
        for (; seat != mover || again; seat = jg_domino_next(r, seat)) {
            again = false;
            if (i ? can_join(&t, held[seat]) : can_open(held[seat])) return false;
            if (i == 0 && r->nodbl == JG_DOMINO_NODBL_SENA) {
                seat = mover;
                break;
            }
        }
        if (i == 0 && v->sena && !(held[mover] >> JG_DOMINO_SENA & 1)) return false;
        if (i == v->count) break;
        if (i == 0 && !jg_domino_double(tile) && can_open(held[mover])) return false;
        held[mover] &= ~(1u << tile);
        if (i)
            jg_domino_join(r, &t, tile, v->log[i] >> 5 & 3);
        else
            jg_domino_open_table(r, &t, tile);
        seat = jg_domino_next(r, mover);
    }
    return true;
}

struct brute {
    const struct jg_domino_rules *r;
    const struct jg_domino *v;
    uint64_t count;
};

static void deal_rest(struct brute *b, uint32_t unseen, uint32_t hands[4]) {
    if (!unseen) {
        b->count += possible(b->r, b->v, hands);
        return;
    }
    uint32_t tile = unseen & (0u - unseen);
    for (int seat = 0; seat < 4; seat++) {
        if (!jg_domino_hidden(b->v, seat) || jg_domino_count(hands[seat]) == b->v->left[seat]) continue;
        hands[seat] |= tile;
        deal_rest(b, unseen & ~tile, hands);
        hands[seat] &= ~tile;
    }
}

/* ---- Tests -------------------------------------------------------------------------------- */

static int compare_hands(const void *a, const void *b) { return memcmp(a, b, 4 * sizeof(uint32_t)); }

static void check_listing(const struct brute *b, const struct jg_domino_deals *d) {
    uint32_t(*all)[4] = malloc(d->count * sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < d->count; i++) {
        jg_domino_deals_nth(d, i, all[i]);
        for (int seat = 0; seat < 4; seat++) assert_int_equal(jg_domino_count(all[i][seat]), b->v->left[seat]);
        assert_int_equal(all[i][0] + all[i][1] + all[i][2] + all[i][3],
                         JG_DOMINO_ALL & ~jg_domino_played(b->v)); /* each tile once */
        assert_true(possible(b->r, b->v, all[i]));
    }
    qsort(all, d->count, sizeof *all, compare_hands);
    for (uint64_t i = 1; i < d->count; i++) assert_true(compare_hands(all[i - 1], all[i]));
    free(all);
}

/* The number of deals without any constraint. */
static double raw_deals(const struct jg_domino *v) {
    double ways = 1;
    int n = jg_domino_count(jg_domino_unseen(v));
    for (int seat = 0; seat < 4; seat++)
        for (int i = 1; jg_domino_hidden(v, seat) && i <= v->left[seat]; i++) ways = ways * n-- / i;
    return ways;
}

/* Compares both for a view; false if there are too many deals to enumerate. */
static bool check_deals(const struct jg_domino_rules *r, const struct jg_domino *v, double most) {
    static struct jg_domino_deals d;
    struct brute b = {.r = r, .v = v};
    uint32_t hands[4];
    if (raw_deals(v) > most) return false;
    memcpy(hands, v->hand, sizeof hands);
    deal_rest(&b, jg_domino_unseen(v), hands);
    assert_true(jg_domino_deals_init(&d, v));
    assert_int_equal(d.count, b.count);
    check_listing(&b, &d);
    return true;
}

static const char *const SPECS[] = {
    "domino:target=1000",
    "domino:nodbl=sena,locknext=locker,target=1000",
    "domino:nodbl=free,target=1000",
    "domino:nodbl=pen20,order=cw,merge=1,target=1000",
};

static void test_against_all(void **state) {
    (void)state;
    enum { MOST = 3000 };
    int checked[5] = {0}; /* by the number of hidden hands */
    for (size_t k = 0; k < sizeof SPECS / sizeof *SPECS; k++) {
        struct jg_game g;
        struct jg_rng rng;
        open_spec(&g, SPECS[k]);
        for (int game = 0; game < test_scaled(40); game++) {
            union jg_state s, v;
            jg_rng_init(&rng, test_seed(), (uint64_t)game);
            jg_start(&g, &s);
            for (; jg_turn(&g, &s) != JG_OVER; jg_apply(&g, &s, jg_random_move(&g, &s, &rng))) {
                if (jg_turn(&g, &s) == JG_CHANCE || jg_rng_below(&rng, 3)) continue;
                jg_view(&g, &s, (int)jg_rng_below(&rng, 5) - 1, &v);
                const struct jg_domino *view = (void *)&v;
                if (!check_deals(jg_domino_rules(&g), view, MOST)) continue;
                int hidden = 0;
                for (int seat = 0; seat < 4; seat++) hidden += jg_domino_hidden(view, seat);
                checked[hidden]++;
            }
        }
        jg_game_close(&g);
    }
    printf("# views with 1 to 4 hidden hands: %d %d %d %d\n", checked[1], checked[2], checked[3], checked[4]);
    assert_true(checked[3] && checked[4]);
}

/* ---- By hand ------------------------------------------------------------------------------ */

/* Tiles in order, seven to each seat. Seat 3 has 3-6, 4-4 .. 4-6, 5-5, 5-6 and 6-6, and opens. */
static const uint32_t IN_ORDER[4] = {127u, 127u << 7, 127u << 14, 127u << 21};

static uint64_t deals_of(const struct jg_game *g, const struct jg_domino *s, int seat) {
    static struct jg_domino_deals d;
    union jg_state v;
    jg_view(g, s, seat, &v);
    assert_true(jg_domino_deals_init(&d, (void *)&v));
    return d.count;
}

static void test_full_deals(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state room;
    struct jg_domino *s = (void *)&room;
    open_spec(&g, "domino");
    jg_start(&g, s);
    deal_hands(&g, s, IN_ORDER);
    assert_int_equal(s->turn, 3);
    assert_int_equal(deals_of(&g, s, 3), 399072960);               /* 21! / 7!^3 */
    assert_int_equal(deals_of(&g, s, 0), 133024320);               /* 20! / (6! 7!^2): seat 3 has the 6-6 */
    assert_int_equal(deals_of(&g, s, JG_NOBODY), 118129586889600); /* 27! / (6! 7!^3) */
    jg_apply(&g, s, jg_domino_move(JG_DOMINO_SENA, 0, false));     /* the same after it is played */
    assert_int_equal(deals_of(&g, s, 0), 133024320);
    assert_int_equal(deals_of(&g, s, JG_NOBODY), 118129586889600);
    s->opener = 0;
    s->sena = 0;
    deal_hands(&g, s, IN_ORDER); /* seat 0 may open with any double */
    assert_int_equal(s->turn, 0);
    for (int seat = 0; seat < 4; seat++) assert_int_equal(deals_of(&g, s, seat), 399072960);
    assert_int_equal(deals_of(&g, s, JG_NOBODY), 472518347558400); /* 28! / 7!^4 */
    jg_game_close(&g);
}

/* Seat 0 is to open and has no double. */
static void test_no_double(void **state) {
    (void)state;
    static const char *const specs[] = {"domino", "domino:nodbl=sena", "domino:nodbl=free"};
    /* Without doubles: 0-1 .. 0-6, 1-2. Seat 1: 1-3 .. 1-6, 2-3 .. 2-5. Seat 2: 2-6, 3-4 .. 3-6, 4-5,
     * 4-6, 5-6. Seat 3 has all doubles. */
    uint32_t hands[4] = {0};
    for (int tile = 0, n = 0; tile < JG_DOMINO_TILES; tile++) hands[jg_domino_double(tile) ? 3 : n++ / 7] |= 1u << tile;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        union jg_state room;
        struct jg_domino *s = (void *)&room;
        open_spec(&g, specs[i]);
        jg_start(&g, s);
        s->opener = s->sena = 0;
        deal_hands(&g, s, hands);
        jg_apply(&g, s, i < 2 ? JG_DOMINO_PASS : jg_domino_move(1, 0, false));
        if (i == 0) {
            /* Seat 3 sees 21 tiles without doubles: 399,072,960 deals. Seat 1 has seven others: of its
             * 21 unseen 14 are not double, seat 0 has 7 of these: C(14,7) C(14,7). */
            assert_int_equal(deals_of(&g, s, 3), 399072960);
            assert_int_equal(deals_of(&g, s, 1), 3432 * 3432);
            jg_apply(&g, s, JG_DOMINO_PASS); /* seat 1 has none either; for seat 2: C(14,7), and 3 has the rest */
            assert_int_equal(s->turn, 2);
            assert_int_equal(deals_of(&g, s, 2), 3432);
            /* A spectator: C(21,7) C(14,7) C(14,7) */
            assert_int_equal(deals_of(&g, s, JG_NOBODY), 116280ull * 3432 * 3432);
        } else if (i == 1) {
            /* Seat 3 has the 6-6 and is to open. For seat 1: C(14,7), and 6 of the 13 others. */
            assert_int_equal(s->turn, 3);
            assert_int_equal(deals_of(&g, s, 1), 3432 * 1716);
        } else {
            /* Seat 0 opened with 0-1, so it has no double; for seat 1: C(13,6) C(14,7). */
            assert_int_equal(deals_of(&g, s, 1), 1716 * 3432);
        }
        jg_game_close(&g);
    }
}

/* Views without a consistent deal. */
static void test_impossible(void **state) {
    (void)state;
    static struct jg_domino_deals d;
    struct jg_game g;
    union jg_state s, v;
    struct jg_domino *view = (void *)&v;
    open_spec(&g, "domino");
    jg_start(&g, &s);
    deal_hands(&g, (void *)&s, IN_ORDER);
    jg_view(&g, &s, 3, &v);
    assert_true(jg_domino_deals_init(&d, view));
    view->lacks[0] = 127;
    assert_false(jg_domino_deals_init(&d, view));
    view->lacks[0] = view->lacks[1] = view->lacks[2] = 1; /* somebody has 0-0 */
    assert_false(jg_domino_deals_init(&d, view));
    view->lacks[0] = 0; /* seat 0 has all seven with a 0: 14! / 7!^2 for the others */
    assert_true(jg_domino_deals_init(&d, view));
    assert_int_equal(d.count, 3432);
    view->left[0] = 6; /* too few to hold them */
    assert_false(jg_domino_deals_init(&d, view));
    jg_game_close(&g);
}

/* ---- Drawing ------------------------------------------------------------------------------ */

static uint64_t number_of(const struct jg_domino_deals *d, const uint32_t hands[4]) {
    uint32_t other[4];
    for (uint64_t i = 0; i < d->count; i++) {
        jg_domino_deals_nth(d, i, other);
        if (!memcmp(hands, other, sizeof other)) return i;
    }
    fail_msg("a deal that is none");
    return 0;
}

/* Chi-square of draws and of jg_sample, over views with some dozens of deals. */
static void test_draws_are_even(void **state) {
    (void)state;
    enum { VIEWS = 5, EACH = 100, MOST = 100 };
    static struct jg_domino_deals d;
    struct jg_game g;
    struct jg_rng rng;
    int views = 0;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 0);
    for (int tries = 0; views < VIEWS && tries < 10000; tries++) {
        union jg_state s, v, sampled;
        jg_start(&g, &s);
        jg_random_play(&g, &s, &rng, 20);
        if (jg_turn(&g, &s) < 0) continue;
        jg_view(&g, &s, (int)jg_rng_below(&rng, 5) - 1, &v);
        if (!jg_domino_deals_init(&d, (void *)&v) || d.count < 20 || d.count > MOST) continue;
        int times[2][MOST] = {{0}};
        for (uint64_t i = 0; i < EACH * d.count; i++) {
            uint32_t hands[4];
            jg_domino_deals_draw(&d, &rng, hands);
            times[0][number_of(&d, hands)]++;
            jg_sample(&g, &v, &rng, &sampled);
            times[1][number_of(&d, ((struct jg_domino *)&sampled)->hand)]++;
        }
        for (int way = 0; way < 2; way++) {
            double chi = 0, freedom = (double)(d.count - 1);
            for (uint64_t i = 0; i < d.count; i++) chi += pow(times[way][i] - EACH, 2) / EACH;
            double deviations = (chi - freedom) / sqrt(2 * freedom);
            printf("# %llu deals: chi-square %.1f, %+.2f deviations\n", (unsigned long long)d.count, chi, deviations);
            assert_true(fabs(deviations) < 5);
        }
        views++;
    }
    assert_int_equal(views, VIEWS);
    jg_game_close(&g);
}

/* States in the middle of a deal can be sampled, and the deal continues from the sample. */
static void test_sample_while_dealing(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 0);
    for (int dealt = 0; dealt < 3; dealt++)
        for (int seat = JG_NOBODY; seat < 4; seat++) {
            union jg_state s, v;
            struct jg_domino *other = (void *)&v;
            jg_start(&g, &s);
            jg_random_play(&g, &s, &rng, dealt);
            jg_view(&g, &s, seat, &v);
            jg_sample(&g, &v, &rng, &v);
            for (int i = 0; i < dealt; i++) assert_int_equal(jg_domino_count(other->hand[i]), JG_DOMINO_HAND);
            jg_random_play(&g, &v, &rng, 3 - dealt);
            assert_int_equal(other->hand[0] + other->hand[1] + other->hand[2] + other->hand[3], JG_DOMINO_ALL);
            for (int i = 0; i < 4; i++) assert_int_equal(jg_domino_count(other->hand[i]), JG_DOMINO_HAND);
        }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_all),    cmocka_unit_test(test_full_deals),
        cmocka_unit_test(test_no_double),      cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_draws_are_even), cmocka_unit_test(test_sample_while_dealing),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_deals", tests, NULL, NULL);
}
