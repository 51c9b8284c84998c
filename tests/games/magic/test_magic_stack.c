/* Single points of instants, the stack and priority, worked out by hand: a board, moves, the board afterwards. The plain
 * engine plays along. */
#include "magic_pair.h"

/* A scene, with the hand and the lands of the second player too. */
struct scene {
    struct magic_scene base;
    int lands; /* of the second player, untapped */
    const char *hand;
};

static void give(struct magic_pair *p, int seat, int kind, bool hand) {
    struct jg_magic_side *side = &p->s->side[seat];
    assert_true(side->library[kind] > 0);
    side->library[kind]--;
    side->in_library--;
    if (hand) {
        side->hand[kind]++;
        side->in_hand++;
    } else {
        side->lands++;
        side->untapped++;
    }
}

static void play(const struct scene *scene) {
    static struct magic_pair p;
    char picture[MAGIC_PICTURE], copy[200], *rest = copy;
    magic_scene_set(&p, &scene->base);
    snprintf(copy, sizeof copy, "%s", scene->hand ? scene->hand : "");
    for (char *name; (name = strsep(&rest, ",")) && *name;)
        give(&p, 1, magic_kind(&p.g, 1, name + strspn(name, " ")), true);
    for (int i = 0; i < scene->lands; i++) give(&p, 1, jg_magic_deck(&p.g, 1)->land, false);
    magic_pair_copy(&p);
    magic_pair_agree(&p);
    magic_pair_script(&p, scene->base.moves);
    magic_pair_show(&p, picture);
    if (strcmp(picture, scene->base.after) != 0)
        fail_msg("%s:\n%s\nshould be\n%s", scene->base.what, picture, scene->base.after);
    magic_pair_close(&p);
}

#define PLAY(scenes)                                                                                                   \
    for (size_t i_ = 0; i_ < sizeof(scenes) / sizeof *(scenes); i_++) play(&(scenes)[i_])

/* ---- The stack --------------------------------------------------------------------------- */

static void test_stack(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {{"a spell is countered", "blue/blue", "", "", 2, "Coral Merfolk",
          "play Coral Merfolk; = pass | play Counterspell; play Counterspell; = counter 1; counter 1; = pass; pass",
          "20: / Coral Merfolk | 20: / Counterspell"},
         2,
         "Counterspell"},
        {{"the last one resolves first: a counterspell is countered", "blue/blue", "", "", 4,
          "Coral Merfolk, Counterspell",
          "play Coral Merfolk; play Counterspell; counter 1; = pass | play Counterspell; play Counterspell; "
          "= counter 1 | counter 2; counter 2; pass; = pass; pass",
          "20: [1] Coral Merfolk U 2/1 (0) / Counterspell | 20: / Counterspell"},
         2,
         "Counterspell"},
        {{"a response saves a creature", "sparks/guard", "", "Fencing Ace", 1, "Shock",
          "play Shock; aim 1; play Moment of Triumph; aim 1; pass; pass",
          "20: / Shock | 22: [1] Fencing Ace U 3/3 (2) / Moment of Triumph"},
         1,
         "Moment of Triumph"},
        {{"a spell whose target is gone does nothing", "sparks/sparks", "", "Nest Robber", 1, "Shock",
          "play Shock; aim 1; play Lightning Strike; aim 1; pass; = pass; pass; = pass",
          "20: / Shock | 20: / Nest Robber, Lightning Strike"},
         2,
         "Lightning Strike"},
        {{"a countered spell has no effect", "sparks/blue", "", "Coral Merfolk", 2, "Lightning Strike",
          "play Lightning Strike; aim them; play Counterspell; counter 2; pass; = pass",
          "20: / Lightning Strike | 20: [1] Coral Merfolk U 2/1 (0) / Counterspell"},
         2,
         "Counterspell"},
        {{"a creature enters though its target is gone", "sparks/sparks", "", "Nest Robber", 4, "Flametongue Kavu",
          "play Flametongue Kavu; = aim 1 | aim 2; aim 1; play Lightning Strike; aim 1; pass; pass",
          "20: [2] Flametongue Kavu U 4/2 (0) | 20: / Nest Robber, Lightning Strike"},
         2,
         "Lightning Strike"},
        {{"lands are not responded to, and sorceries do not respond", "sparks/sparks", "", "", 1, "Mountain, Shock",
          "play Mountain; = pass | play Shock; play Shock; aim them; = pass; pass; = pass", "20: / Shock | 18:"},
         5,
         "Blazing Volley"},
    };
    PLAY(scenes);
}

/* ---- Combat ------------------------------------------------------------------------------ */

static void test_combat(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {{"an attacker is destroyed before blocks", "sparks/guard", "Nest Robber, Brazen Scourge", "", 0, NULL,
          "pass; attack 1; attack 2; = pass | play Rebuke; play Rebuke; = aim 1 | aim 2; aim 2; pass; = pass; pass; "
          "pass; pass; = pass",
          "20: [1] Nest Robber T 2/1 (0) / Brazen Scourge | 18: / Rebuke"},
         3,
         "Rebuke"},
        {{"only tapped creatures", "sparks/guard", "Nest Robber, Brazen Scourge", "Griffin Sentinel", 0, NULL,
          "pass; attack 1; done; = pass | play Swift Response; play Swift Response; = aim 1; aim 1; pass; = pass; "
          "pass; "
          "= pass; pass; pass; !attack 2; pass",
          NULL},
         2,
         "Swift Response"},
        {{"an attacker stays blocked when its blocker dies", "sparks/sparks", "Frenzied Raptor", "Nest Robber", 1,
          "Shock", "pass; attack 1; pass; block 2; at 1; play Shock; aim 2; pass; = pass; pass; = pass; pass; = pass",
          "20: [1] Frenzied Raptor T 4/2 (0) / Shock | 20: / Nest Robber"},
         0,
         NULL},
        {{"the damage order closes its gap", "sparks/sparks", "Skyraker Giant",
          "Nest Robber, Frenzied Raptor, Nest Robber", 1, "Shock",
          "pass; attack 1; pass; block 2; at 1; block 3; at 1; block 4; at 1; next 2; next 3; play Shock; aim 2; pass; "
          "pass; pass; = pass",
          "20: / Skyraker Giant, Shock | 20: / Nest Robber, Nest Robber, Frenzied Raptor"},
         0,
         NULL},
        {{"a fog prevents the damage, this turn only", "green/green", "Grizzly Bears", "", 0, NULL,
          "pass; attack 1; play Fog; pass; pass; pass; pass; = pass; pass; pass; draw Forest; pass; pass; pass; "
          "draw Forest; pass; attack 1; pass; pass; pass",
          NULL},
         1,
         "Fog"},
        {{"a creature with flash blocks", "green/green", "Grizzly Bears", "", 0, NULL,
          "pass; attack 1; play Pouncing Cheetah; pass; pass; = block 2 | done; block 2; at 1; pass; pass; = pass",
          "20: / Grizzly Bears | 20: / Pouncing Cheetah"},
         3,
         "Pouncing Cheetah"},
        {{"a trick after blocks", "green/green", "Grizzly Bears", "Centaur Courser", 1, "Giant Growth",
          "pass; attack 1; pass; block 2; at 1; play Giant Growth; aim 1; pass; pass; pass; = pass",
          "20: [1] Grizzly Bears T 5/5 (3) / Giant Growth | 20: / Centaur Courser"},
         0,
         NULL},
        {{"an untapped creature blocks", "green/green", "Grizzly Bears", "Centaur Courser tapped", 0, NULL,
          "pass; attack 1; play Vitalize; pass; pass; = block 2 | done; block 2; at 1; pass; pass",
          "20: / Grizzly Bears | 20: [2] Centaur Courser U 3/3 (2) / Vitalize"},
         1,
         "Vitalize"},
        {{"a lethal spell ends the game in combat", "sparks/guard 20 2", "Nest Robber", "Griffin Sentinel", 1, "Shock",
          "pass; attack 1; pass; block 2; at 1; play Shock; aim them; pass", "20 | 0 lost"},
         0,
         NULL},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct scene scene = scenes[i];
        if (scene.base.after) {
            play(&scene);
            continue;
        }
        scene.base.after = i == 1
                               ? "20: [2] Brazen Scourge U 3/3 (0) / Nest Robber | 20: [3] Griffin Sentinel U 1/3 (0) "
                                 "/ Swift Response"
                               : "20: [1] Grizzly Bears T 2/2 (0) | 18: / Fog";
        play(&scene);
    }
}

/* ---- Cards and turns --------------------------------------------------------------------- */

static void test_cards(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {{"a spell draws a card when it resolves", "blue/green", "", "", 3, "Cloudkin Seer",
          "play Cloudkin Seer; pass; draw Island; = pass | play Island", "20: [1] Cloudkin Seer U 2/1 (0) | 20:"},
         0,
         NULL},
        {{"at the end of the opponent's turn", "green/blue", "", "", 0, NULL,
          "pass; pass; = pass | play Inspiration; play Inspiration; = aim me | aim them; aim me; pass; draw Island; "
          "draw Island; = pass; pass",
          "20: | 20: / Inspiration"},
         4,
         "Inspiration"},
        {{"untap, and draw", "blue/green", "Coral Merfolk tapped", "", 2, "Refocus",
          "play Refocus; aim 1; pass; draw Island", "20: [1] Coral Merfolk U 2/1 (0) / Refocus | 20:"},
         0,
         NULL},
        {{"boost and untap", "green/blue", "Grizzly Bears tapped", "", 2, "Savage Surge",
          "play Savage Surge; aim 1; pass; pass; = attack 1 | done",
          "20: [1] Grizzly Bears U 4/4 (0) / Savage Surge | 20:"},
         0,
         NULL},
    };
    PLAY(scenes);
}

/* Creature spells on the stack count as creatures of their caster. */
static void test_room(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "magic:decks=green/green");
    int cheetah = magic_kind(&g, 1, "Pouncing Cheetah");
    for (int caster = 0; caster < 2; caster++)
        for (int n = JG_MAGIC_CREATURES - 2; n <= JG_MAGIC_CREATURES; n++) {
            struct jg_magic s = {
                .phase = JG_MAGIC_RESPOND, .priority = 1, .step = JG_MAGIC_STEP_ATTACKERS, .spells = 1};
            struct jg_magic_side *own = &s.side[1];
            s.stack[0] = (struct jg_magic_spell){.kind = (uint8_t)cheetah, .seat = (uint8_t)caster, .id = 99};
            own->creatures = (uint8_t)n;
            own->hand[cheetah] = own->in_hand = 1;
            own->lands = own->untapped = 3;
            assert_int_equal(jg_magic_can_play(&g, &s, cheetah), n + caster < JG_MAGIC_CREATURES);
        }
    jg_game_close(&g);
}

/* A player without stops is never asked, whatever the hand holds; with all stops, everywhere. */
static void test_stops(void **state) {
    (void)state;
    static const struct {
        const char *options, *moves;
    } want[] = {
        {",first=1,stops1=none,stops2=none",
         "pass; attack 1; block 2; at 1; = pass | play Giant Growth; pass; draw Forest"},
        {",first=1,stops1=all,stops2=none", "pass; = pass | play Giant Growth; pass; attack 1; pass; block 2; at 1; "
                                            "pass; = pass | play Giant Growth; pass; "
                                            "= pass | play Giant Growth; pass; draw Forest"},
        {",first=1,stops1=none,stops2=all",
         "pass; = pass; pass; attack 1; = pass; pass; block 2; at 1; = pass; pass; = pass | play Giant Growth; pass; "
         "= pass; pass; draw Forest"},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        static struct magic_pair p;
        struct magic_scene scene = {.what = want[i].options,
                                    .decks = "green/green",
                                    .mine = "Grizzly Bears",
                                    .theirs = "Giant Spider",
                                    .lands = 1,
                                    .hand = "Giant Growth"};
        union jg_state board;
        magic_scene_set(&p, &scene);
        board = p.state;
        magic_pair_close(&p);
        magic_pair_open_decks(&p, "green/green", want[i].options);
        p.state = board;
        magic_pair_copy(&p);
        magic_pair_script(&p, want[i].moves);
        magic_pair_close(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stack), cmocka_unit_test(test_combat), cmocka_unit_test(test_cards),
        cmocka_unit_test(test_room),  cmocka_unit_test(test_stops),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_stack", tests, NULL, NULL);
}
