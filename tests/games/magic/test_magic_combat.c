/* The combat search against brute force over all blocks and damage orders, and the second example
 * of the paper. */
#include "magic_brute.h"
#include "test.h"

enum { BEAR_1 = 1, BEAR_2 = 2, COURSER = 4, TAG = 128 };

static struct jg_magic_combat_search *new_search(void) {
    struct jg_error err = {0};
    struct jg_magic_combat_search *m = jg_magic_combat_search_new(&err);
    if (!m) fail_msg("%s", err.message);
    return m;
}

/* ---- Random combats ----------------------------------------------------------------------- */

static int below(struct jg_rng *rng, int n) { return (int)jg_rng_below(rng, (uint32_t)n); }

static struct jg_magic_combatant random_fighter(struct jg_rng *rng) {
    static const int ABILITIES[] = {JG_MAGIC_FLYING,       JG_MAGIC_REACH,         JG_MAGIC_VIGILANCE, JG_MAGIC_HASTE,
                                    JG_MAGIC_FIRST_STRIKE, JG_MAGIC_DOUBLE_STRIKE, JG_MAGIC_LIFELINK};
    int boost = below(rng, 4) ? 0 : 1 + below(rng, 3), abilities = 0, many = below(rng, 3);
    int toughness = 1 + below(rng, 5) + boost;
    for (size_t i = 0; i < sizeof ABILITIES / sizeof *ABILITIES; i++)
        if (many && below(rng, 5 - many) == 0) abilities |= ABILITIES[i];
    return (struct jg_magic_combatant){.power = (uint8_t)(below(rng, 6) + boost),
                                       .toughness = (uint8_t)toughness,
                                       .damage = (uint8_t)(below(rng, 3) ? 0 : below(rng, toughness)),
                                       .abilities = (uint8_t)abilities};
}

static void random_side(struct jg_rng *rng, struct jg_magic_combatant *f, int n) {
    for (int i = 0; i < n; i++) f[i] = i && below(rng, 4) == 0 ? f[below(rng, i)] : random_fighter(rng);
}

/* Every second defender is near death. */
static struct jg_magic_battle random_battle(struct jg_rng *rng, int attackers, int blockers) {
    struct jg_magic_battle b = {.attackers = attackers, .blockers = blockers, .life = {1 + below(rng, 20)}};
    b.life[1] = below(rng, 2) ? 1 + below(rng, 20) : 1 + below(rng, 4 * attackers + 1);
    random_side(rng, b.attacker, attackers);
    random_side(rng, b.blocker, blockers);
    return b;
}

/* Mostly the paper's weights; otherwise some by which death is not everything. */
static struct jg_magic_weights random_weights(struct jg_rng *rng) {
    if (below(rng, 4)) return jg_magic_paper_weights;
    return (struct jg_magic_weights){
        .life = below(rng, 6), .power = below(rng, 5), .toughness = below(rng, 5), .win = below(rng, 30)};
}

/* ---- Every attack set --------------------------------------------------------------------- */

struct checked {
    const struct jg_magic_battle *b;
    const struct jg_magic_weights *w;
    const char *what;
    int number, sets, blocks;
    uint64_t seen; /* by attack set */
};

static void check(const struct checked *c, uint32_t attack, const struct jg_magic_blocks *d, int value) {
    int attained = brute_value(c->b, c->w, attack, d->blocked, d->order);
    if (d->value != value || attained != value || !d->exact)
        fail_msg("%s: combat %d, attack %x: %d said, %d attained, %d right", c->what, c->number, attack, d->value,
                 attained, value);
    for (int i = 0; i < c->b->blockers; i++) {
        int a = d->blocked[i];
        assert_true(a == JG_MAGIC_NONE ? d->order[i] == 0 : d->order[i] > 0 && attack >> a & 1);
        if (a == JG_MAGIC_NONE || !(c->b->attacker[a].abilities & JG_MAGIC_FLYING)) continue;
        assert_true(c->b->blocker[i].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH));
    }
}

static bool check_set(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    struct checked *c = arg;
    int blocks;
    check(c, attack, d, brute_defend(c->b, c->w, attack, &blocks));
    assert_false(c->seen >> attack & 1);
    c->seen |= UINT64_C(1) << attack;
    c->sets++;
    c->blocks += blocks;
    return true;
}

/* The sets of attackers, counting interchangeable attackers once. */
static int count_attacks(const struct jg_magic_battle *b) {
    int sets = 1;
    for (int i = 0; i < b->attackers; i++) {
        int same = 0, earlier = 0;
        for (int k = 0; k < b->attackers; k++) {
            if (memcmp(&b->attacker[i], &b->attacker[k], sizeof b->attacker[i])) continue;
            same++;
            earlier += k < i;
        }
        if (!earlier) sets *= same + 1;
    }
    return sets;
}

static void check_battle(struct jg_magic_combat_search *m, struct jg_rng *rng, struct checked *c) {
    assert_true(jg_magic_search_attacks(m, c->b, c->w, check_set, c));
    assert_int_equal(c->sets, count_attacks(c->b));
    struct jg_magic_blocks d;
    uint32_t attack = (uint32_t)below(rng, 1 << c->b->attackers);
    jg_magic_best_blocks(m, c->b, c->w, attack, &d);
    check(c, attack, &d, brute_defend(c->b, c->w, attack, NULL));
    for (int i = 0; i < c->b->blockers; i++) { /* random blocks */
        int a = below(rng, c->b->attackers + 1);
        bool may = a < c->b->attackers && attack >> a & 1 &&
                   (!(c->b->attacker[a].abilities & JG_MAGIC_FLYING) ||
                    c->b->blocker[i].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH));
        d.blocked[i] = (uint8_t)(may ? a : JG_MAGIC_NONE);
    }
    uint8_t given[JG_MAGIC_CREATURES];
    memcpy(given, d.blocked, sizeof given);
    jg_magic_best_order(m, c->b, c->w, attack, &d);
    check(c, attack, &d, brute_order(c->b, c->w, attack, given));
    assert_memory_equal(d.blocked, given, (size_t)c->b->blockers);
}

static void check_battles(const char *what, int combats, int least, int most, uint64_t stream) {
    struct jg_magic_combat_search *m = new_search();
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), stream);
    for (int i = 0; i < combats; i++) {
        int attackers = least + below(&rng, most - least + 1), blockers = least + below(&rng, most - least + 1);
        struct jg_magic_battle b = random_battle(&rng, attackers, blockers);
        struct jg_magic_weights w = random_weights(&rng);
        struct checked c = {.b = &b, .w = &w, .what = what, .number = i};
        check_battle(m, &rng, &c);
    }
    jg_magic_combat_search_free(m);
}

static void test_small(void **state) {
    (void)state;
    check_battles("small", test_scaled(97000), 0, 3, 1);
}

static void test_middling(void **state) {
    (void)state;
    check_battles("middling", test_scaled(2900), 2, 4, 2);
}

static void test_large(void **state) {
    (void)state;
    check_battles("large", test_scaled(100), 4, 5, 3);
}

/* First strike may kill the most valuable blocker, or one whose lifelink would save the defender;
 * and a player who dies in the first step is spared the second. */
static void test_choice(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = new_search();
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 6);
    for (int i = 0; i < test_scaled(4000); i++) {
        struct jg_magic_battle b = {.attackers = 2 + below(&rng, 2), .blockers = 2 + below(&rng, 3), .life = {20}};
        struct jg_magic_weights w = random_weights(&rng);
        for (int k = 0; k < b.attackers; k++)
            b.attacker[k] = (struct jg_magic_combatant){.power = (uint8_t)(1 + below(&rng, 3)),
                                                        .toughness = (uint8_t)(3 + below(&rng, 6)),
                                                        .abilities = (uint8_t)(below(&rng, 3) ? JG_MAGIC_FIRST_STRIKE
                                                                               : k            ? 0
                                                                                   : JG_MAGIC_DOUBLE_STRIKE)};
        for (int k = 0; k < b.blockers; k++)
            b.blocker[k] =
                (struct jg_magic_combatant){.power = (uint8_t)(1 + below(&rng, 5)),
                                            .toughness = (uint8_t)(1 + below(&rng, 3)),
                                            .abilities = (uint8_t)((below(&rng, 2) ? JG_MAGIC_LIFELINK : 0) |
                                                                   (below(&rng, 4) ? 0 : JG_MAGIC_FIRST_STRIKE))};
        b.life[1] = 1 + below(&rng, 5);
        struct checked c = {.b = &b, .w = &w, .what = "choice", .number = i};
        check_battle(m, &rng, &c);
    }
    jg_magic_combat_search_free(m);
}

/* U deals exactly lethal damage. Striking Y first has the higher value, striking X first wins. */
static void test_kill(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = new_search();
    struct jg_magic_battle b = {
        .attackers = 2,
        .blockers = 2,
        .attacker = {{4, 4, 0, 0} /* U */, {3, 9, 0, JG_MAGIC_FIRST_STRIKE}},
        .blocker = {{5, 3, 0, 0} /* Y */, {1, 3, 0, JG_MAGIC_LIFELINK} /* X */},
        .life = {20, 4},
    };
    struct jg_magic_blocks d = {.blocked = {1, 1}};
    jg_magic_best_order(m, &b, &jg_magic_paper_weights, 3, &d);
    assert_true(d.order[0] == 2 && d.order[1] == 1);
    assert_int_equal(d.value, brute_value(&b, &jg_magic_paper_weights, 3, d.blocked, d.order));
    struct jg_magic_weights mild = jg_magic_paper_weights;
    mild.win = 10;
    jg_magic_best_order(m, &b, &mild, 3, &d);
    assert_true(d.order[0] == 1 && d.order[1] == 2);
    jg_magic_combat_search_free(m);
}

/* Many attackers against many blockers: too many blocks for brute force. */
static void test_wide(void **state) {
    (void)state;
    static const int SIZES[][2] = {{1, 7}, {2, 7}, {6, 4}, {9, 3}, {5, 5}, {3, 6}};
    struct jg_magic_combat_search *m = new_search();
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < test_scaled(120); i++) {
        const int *size = SIZES[i % 6];
        struct jg_magic_battle b = random_battle(&rng, size[0], size[1]);
        struct jg_magic_weights w = random_weights(&rng);
        struct checked c = {.b = &b, .w = &w, .what = "wide", .number = i};
        struct jg_magic_blocks d;
        uint32_t attack = (UINT32_C(1) << size[0]) - 1;
        jg_magic_best_blocks(m, &b, &w, attack, &d);
        check(&c, attack, &d, brute_defend(&b, &w, attack, NULL));
    }
    jg_magic_combat_search_free(m);
}

/* ---- One attacker ------------------------------------------------------------------------- */

static void test_fight(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 5);
    for (int i = 0; i < test_scaled(200000); i++) {
        int n = below(&rng, 6);
        struct jg_magic_battle b = random_battle(&rng, 1, n);
        uint8_t blocked[JG_MAGIC_CREATURES] = {0}, order[JG_MAGIC_CREATURES];
        struct jg_magic_damage_result c;
        struct brute_rest r;
        b.life[1] = 100; /* so that it is not cut off */
        for (int k = 0; k < n; k++) order[k] = (uint8_t)(k + 1);
        jg_magic_combat_damage(b.attacker, b.blocker, n, &c);
        brute_resolve(&b, 1, blocked, order, &r);
        assert_int_equal(c.attacker_dies, r.dead[0]);
        assert_int_equal(c.blockers_die, r.dead[1]);
        assert_int_equal(c.attacker_damage, r.damage[0][0]);
        for (int k = 0; k < n; k++) assert_int_equal(c.blocker_damage[k], r.damage[1][k]);
        assert_int_equal(r.life[0] - b.life[0], c.gains[0][0] + c.gains[1][0]);
        assert_int_equal(r.life[1] - b.life[1], c.gains[0][1] + c.gains[1][1] - c.to_player[0] - c.to_player[1]);
    }
}

/* ---- The paper's example ------------------------------------------------------------------ */

/* Two Grizzly Bears and a Centaur Courser may attack two Walking Corpses, 10 life each. */
static struct jg_magic_battle example_2(void) {
    return (struct jg_magic_battle){.attackers = 3,
                                    .blockers = 2,
                                    .attacker = {{2, 2, 0, 0}, {2, 2, 0, TAG}, {3, 3, 0, 0}},
                                    .blocker = {{2, 2, 0, 0}, {2, 2, 0, 0}},
                                    .life = {10, 10}};
}

static void test_paper(void **state) {
    (void)state;
    enum { NONE = JG_MAGIC_NONE };
    static const struct {
        uint8_t blocked[2];
        int value;
    } OUTCOMES[] = {
        {{1, NONE}, 51}, /* t3; printed as 5.9, although its terms make 0.6 + 3 + 1.5 */
        {{1, 2}, 75},    /* t4 */
        {{2, 2}, 34},    /* t5 */
    };
    struct jg_magic_combat_search *m = new_search();
    struct jg_magic_battle b = example_2();
    struct checked c = {.b = &b, .w = &jg_magic_paper_weights, .what = "example 2"};
    assert_true(jg_magic_search_attacks(m, &b, c.w, check_set, &c));
    assert_int_equal(c.sets, 8);
    for (size_t i = 0; i < sizeof OUTCOMES / sizeof *OUTCOMES; i++) {
        struct jg_magic_blocks d = {.blocked = {OUTCOMES[i].blocked[0], OUTCOMES[i].blocked[1]}};
        jg_magic_best_order(m, &b, c.w, BEAR_2 | COURSER, &d);
        assert_int_equal(d.value, OUTCOMES[i].value);
    }
    int blocks;
    struct jg_magic_blocks best;
    assert_int_equal(brute_defend(&b, c.w, BEAR_2 | COURSER, &blocks), 34);
    assert_int_equal(blocks, 9);
    jg_magic_best_blocks(m, &b, c.w, BEAR_2 | COURSER, &best);
    assert_int_equal(best.value, 34);
    assert_true(best.blocked[0] == 2 && best.blocked[1] == 2);
    b.attacker[1].abilities = 0;
    c = (struct checked){.b = &b, .w = &jg_magic_paper_weights, .what = "example 2 with equal bears"};
    assert_true(jg_magic_search_attacks(m, &b, c.w, check_set, &c));
    assert_int_equal(c.sets, 6);
    jg_magic_combat_search_free(m);
}

/* ---- Many --------------------------------------------------------------------------------- */

/* The budget runs out at every moment: blocks stay legal, and incomplete rows are not used. */
static void test_budget(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = new_search();
    struct jg_magic_work_budget *work = jg_magic_combat_search_work(m);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 9);
    for (int i = 0; i < test_scaled(400); i++) {
        int attackers = 2 + below(&rng, 5), blockers = 2 + below(&rng, 6), cut = 0;
        struct jg_magic_battle b = random_battle(&rng, attackers, blockers);
        struct jg_magic_weights w = random_weights(&rng);
        struct jg_magic_blocks d;
        atomic_bool stop = i % 4 != 0;
        work->budget.stop = &stop;
        jg_magic_work_begin(work);
        if (stop) atomic_store(&work->exhausted, false); /* noticed at the first check, in the middle of a row */
        jg_magic_best_blocks(m, &b, &w, (1u << attackers) - 1, &d);
        for (int k = 0; k < blockers; k++) cut += d.blocked[k] != JG_MAGIC_NONE && d.blocked[k] >= attackers;
        assert_int_equal(cut, 0);
        assert_true(!d.exact || !stop);
    }
    jg_magic_combat_search_free(m);
}

static bool count_sets(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    int *sets = arg;
    (void)attack;
    assert_true(d->exact);
    return ++*sets < 100;
}

/* Full sides of few classes are exact; with more distinct blockers than memory allows, the result
 * is legal and marked as not exact. */
static void test_full(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = new_search();
    struct jg_magic_battle b = {.attackers = 24, .blockers = 24, .life = {20, 20}};
    for (int i = 0; i < 24; i++) {
        b.attacker[i] = (struct jg_magic_combatant){.power = 2, .toughness = (uint8_t)(1 + i / 12)};
        b.blocker[i] = (struct jg_magic_combatant){.power = (uint8_t)(1 + i / 8), .toughness = 2};
    }
    struct jg_magic_blocks d;
    int sets = 0;
    jg_magic_best_blocks(m, &b, &jg_magic_paper_weights, 0xffffff, &d);
    assert_true(d.exact);
    assert_int_equal(brute_value(&b, &jg_magic_paper_weights, 0xffffff, d.blocked, d.order), d.value);
    assert_false(jg_magic_search_attacks(m, &b, &jg_magic_paper_weights, count_sets, &sets));
    assert_int_equal(sets, 100);
    for (int i = 0; i < 24; i++) b.blocker[i] = (struct jg_magic_combatant){.power = 2, .toughness = (uint8_t)(1 + i)};
    jg_magic_best_blocks(m, &b, &jg_magic_paper_weights, 0x1001, &d);
    assert_false(d.exact);
    assert_int_equal(brute_value(&b, &jg_magic_paper_weights, 0x1001, d.blocked, d.order), d.value);
    jg_magic_combat_search_free(m);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fight),    cmocka_unit_test(test_paper), cmocka_unit_test(test_small),
        cmocka_unit_test(test_middling), cmocka_unit_test(test_large), cmocka_unit_test(test_wide),
        cmocka_unit_test(test_budget),   cmocka_unit_test(test_full),  cmocka_unit_test(test_choice),
        cmocka_unit_test(test_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
