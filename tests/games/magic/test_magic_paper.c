/* The worked examples of the paper: legal actions and rewards of a main phase (4.5 to 4.8), attack
 * sets (4.11), block assignments (4.12), and the results of three of them. */
#include "magic_pair.h"

/* Ten times the reward of a state for the first player. */
static int reward10(const struct magic_pair *p) {
    const struct jg_magic_side *own = &p->s->side[0];
    int life = own->life - p->s->side[1].life, power = 0, toughness = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < p->s->side[seat].creatures; i++) {
            const struct jg_magic_creature *c = &p->s->side[seat].creature[i];
            const struct jg_magic_card *card = jg_magic_card(&p->g, seat, c->kind);
            power += (seat ? -1 : 1) * jg_magic_power(card, c);
            toughness += (seat ? -1 : 1) * jg_magic_toughness(card, c);
        }
    return 2 * life + 10 * power + 5 * toughness + 11 * own->lands + 10 * own->in_hand;
}

static void assert_picture(const struct magic_pair *p, const char *expected) {
    char picture[MAGIC_PICTURE];
    magic_pair_show(p, picture);
    assert_string_equal(picture, expected);
}

/* ---- Sequences of small moves as the paper's actions -------------------------------------- */

enum { ACTIONS = 64 };

struct actions {
    char name[ACTIONS][200];
    int n;
};

/* All sequences of moves through some phases, joined by " + ". */
static void collect(const struct magic_pair *p, const char *before, bool (*inside)(int phase), struct actions *out) {
    jg_move moves[JG_MOVES_MAX];
    for (int i = 0, n = magic_pair_moves(p, moves); i < n; i++) {
        struct magic_pair after = *p;
        char word[MAGIC_WORDS], name[200];
        magic_pair_word(p, moves[i], word);
        snprintf(name, sizeof name, "%s%s%s", before, *before ? " + " : "", word);
        after.s = (void *)&after.state;
        magic_pair_play(&after, moves[i]);
        if (inside(after.s->phase)) {
            collect(&after, name, inside, out);
        } else {
            assert_true(out->n < ACTIONS);
            strcpy(out->name[out->n++], name);
        }
    }
}

static bool aims(int phase) { return phase == JG_MAGIC_TARGET_1 || phase == JG_MAGIC_TARGET_2; }
static bool attacks(int phase) { return phase == JG_MAGIC_ATTACK; }
static bool blocks(int phase) { return phase == JG_MAGIC_BLOCK || phase == JG_MAGIC_BLOCK_WHICH; }

/* Exactly these, in any order. */
static void assert_actions(const struct magic_pair *p, bool (*inside)(int phase), const char *const *expected, int n) {
    static struct actions found;
    found.n = 0;
    collect(p, "", inside, &found);
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < found.n && strcmp(found.name[at], expected[i]) != 0) at++;
        if (at == found.n) fail_msg("no action '%s'", expected[i]);
    }
    if (found.n != n) fail_msg("%d actions, not %d", found.n, n);
}

#define ASSERT_ACTIONS(p, inside, ...)                                                                                 \
    do {                                                                                                               \
        static const char *const EXPECTED[] = {__VA_ARGS__};                                                           \
        assert_actions(p, inside, EXPECTED, (int)(sizeof EXPECTED / sizeof *EXPECTED));                                \
    } while (0)

/* ---- The main phase ---------------------------------------------------------------------- */

static void test_main_phase(void **state) {
    (void)state;
    static const struct magic_scene s1 = {
        "E.1", "embers/white 10 10", "", "", 3, "Mountain, Volcanic Hammer, Flame Slash, Pensive Minotaur", "", NULL};
    static struct magic_pair p;
    magic_scene_set(&p, &s1);
    assert_int_equal(reward10(&p), 73);
    ASSERT_ACTIONS(&p, aims, "play Mountain", "play Pensive Minotaur", "play Volcanic Hammer + aim me",
                   "play Volcanic Hammer + aim them", "pass"); /* (4.5) */

    magic_pair_script(&p, "play Mountain");
    assert_int_equal(reward10(&p), 74);
    ASSERT_ACTIONS(&p, aims, "play Pensive Minotaur", "play Volcanic Hammer + aim me",
                   "play Volcanic Hammer + aim them", "pass"); /* (4.6) */

    magic_pair_script(&p, "play Pensive Minotaur");
    assert_int_equal(reward10(&p), 99);
    assert_int_equal(p.s->side[0].untapped, 1);
    ASSERT_ACTIONS(&p, aims, "play Flame Slash + aim 1", "pass"); /* (4.7) */

    magic_pair_script(&p, "play Flame Slash; aim 1");
    assert_int_equal(reward10(&p), 54);
    assert_int_equal(p.s->side[0].untapped, 0);
    assert_picture(&p, "10: / Pensive Minotaur, Flame Slash | 10:");
    ASSERT_ACTIONS(&p, aims, "pass"); /* (4.8) */
    magic_pair_close(&p);
}

/* Section 1.1.2: the Angel of a White player and Red's Hammer in the next turn. */
static void test_main_phases(void **state) {
    (void)state;
    static const struct magic_scene scene = {"1.1.2", "white/red", "", "", 5, "Angel of Mercy", "", NULL};
    static struct magic_pair p;
    magic_scene_set(&p, &scene);
    p.s->side[1].lands = 2;
    p.s->side[1].library[magic_kind(&p.g, 1, "Mountain")] -= 2;
    p.s->side[1].in_library -= 2;
    magic_pair_copy(&p);
    magic_pair_script(&p, "play Angel of Mercy");
    assert_picture(&p, "23: [1] Angel of Mercy U 3/3 (0) | 20:");
    magic_pair_script(&p, "pass; = pass; pass; draw Volcanic Hammer; play Volcanic Hammer; aim 1");
    assert_picture(&p, "23: / Angel of Mercy | 20: / Volcanic Hammer");
    magic_pair_close(&p);
}

/* ---- Combat ------------------------------------------------------------------------------ */

static const struct magic_scene T1 = {
    "E.2",
    "grove/graves 10 10",
    "Grizzly Bears, Grizzly Bears, Centaur Courser",
    "Walking Corpse, Walking Corpse",
    0,
    NULL,
    "",
    NULL,
};

static void test_attack_sets(void **state) {
    (void)state;
    static struct magic_pair p;
    magic_scene_set(&p, &T1);
    magic_pair_script(&p, "pass");
    ASSERT_ACTIONS(&p, attacks, "done", "attack 1 + done", "attack 2 + done", "attack 3", "attack 1 + attack 2 + done",
                   "attack 1 + attack 3", "attack 2 + attack 3", "attack 1 + attack 2 + attack 3"); /* (4.11) */
    magic_pair_close(&p);
}

static void test_block_assignments(void **state) {
    (void)state;
    static struct magic_pair p;
    magic_scene_set(&p, &T1);
    magic_pair_script(&p, "pass; attack 2; attack 3");
    ASSERT_ACTIONS(&p, blocks, "done", "block 4 + at 2 + done", "block 4 + at 3 + done", "block 5 + at 2",
                   "block 5 + at 3", "block 4 + at 3 + block 5 + at 2", "block 4 + at 2 + block 5 + at 3",
                   "block 4 + at 2 + block 5 + at 2", "block 4 + at 3 + block 5 + at 3"); /* (4.12) */
    magic_pair_close(&p);
}

static void test_outcomes(void **state) {
    (void)state;
    static const struct {
        const char *moves, *after;
        int reward10;
    } outcomes[] = {
        /* t3: printed as 5.9, though 3/5 + 3 + 3/2 is 5.1 */
        {"block 4; at 2; done",
         "10: [1] Grizzly Bears U 2/2 (0), [3] Centaur Courser T 3/3 (0) / Grizzly Bears | "
         "7: [5] Walking Corpse U 2/2 (0) / Walking Corpse",
         51},
        /* t4 */
        {"block 4; at 2; block 5; at 3",
         "10: [1] Grizzly Bears U 2/2 (0), [3] Centaur Courser T 3/3 (2) / Grizzly Bears | "
         "10: / Walking Corpse, Walking Corpse",
         75},
        /* t5 */
        {"block 4; at 3; block 5; at 3; next 4",
         "10: [1] Grizzly Bears U 2/2 (0), [2] Grizzly Bears T 2/2 (0) / Centaur Courser | "
         "8: [5] Walking Corpse U 2/2 (1) / Walking Corpse",
         34},
    };
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        static struct magic_pair p;
        magic_scene_set(&p, &T1);
        magic_pair_script(&p, "pass; attack 2; attack 3");
        magic_pair_script(&p, outcomes[i].moves);
        assert_picture(&p, outcomes[i].after);
        assert_int_equal(reward10(&p), outcomes[i].reward10);
        magic_pair_close(&p);
    }
}

/* Section 1.1.4, and the turn of chapter 5. */
static void test_other_combats(void **state) {
    (void)state;
    static const struct magic_scene scenes[] = {
        {"1.1.4", "grove/graves", "Grizzly Bears, Grizzly Bears, Centaur Courser", "Walking Corpse, Walking Corpse", 0,
         NULL, "pass; attack 2; attack 3; block 4; at 2; done",
         "20: [1] Grizzly Bears U 2/2 (0), [3] Centaur Courser T 3/3 (0) / Grizzly Bears | "
         "17: [5] Walking Corpse U 2/2 (0) / Walking Corpse"},
        {"5", "red/white", "Nest Robber", "Siege Mastodon", 2, "Volcanic Hammer",
         "pass; attack 1; block 2; at 1; play Volcanic Hammer; aim 2",
         "20: / Nest Robber, Volcanic Hammer | 20: / Siege Mastodon"},
    };
    MAGIC_PLAY(scenes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_main_phase),  cmocka_unit_test(test_main_phases),
        cmocka_unit_test(test_attack_sets), cmocka_unit_test(test_block_assignments),
        cmocka_unit_test(test_outcomes),    cmocka_unit_test(test_other_combats),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
