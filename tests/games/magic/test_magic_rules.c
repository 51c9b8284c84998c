/* Single points of the rules, worked out by hand: a board, moves, the board afterwards. The plain
 * engine plays along. */
#include "magic_pair.h"

#define SCENE(name) static const struct magic_scene name[]

/* ---- Striking ---------------------------------------------------------------------------- */

static void test_strikes(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"both strike at once", "red/white", "Nest Robber", "Guardian of Pilgrims", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Nest Robber | 20: / Guardian of Pilgrims"},
        {"first strike kills before it is hit back", "red/white", "Lightning Hounds", "Guardian of Pilgrims", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: [1] Lightning Hounds T 3/2 (0) | 20: / Guardian of Pilgrims"},
        {"first strike that does not kill", "red/white", "Lightning Hounds", "Siege Mastodon", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Lightning Hounds | 20: [2] Siege Mastodon U 3/5 (3)"},
        {"a blocker strikes first too", "white/red", "Champion of Arashin", "Lightning Hounds", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Champion of Arashin | 20: [2] Lightning Hounds U 3/2 (0)"},
        {"double strike hits the player twice", "white/red", "Fencing Ace", "", 0, NULL, "pass; attack 1",
         "20: [1] Fencing Ace T 1/1 (0) | 18:"},
        {"double strike: the first blow kills, the second goes nowhere", "white/red", "Fencing Ace", "Nest Robber", 0,
         NULL, "pass; attack 1; block 2; at 1", "20: [1] Fencing Ace T 1/1 (0) | 20: / Nest Robber"},
        {"double strike: both blows together kill", "white/red", "Fencing Ace", "Frenzied Raptor", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Fencing Ace | 20: / Frenzied Raptor"},
        {"double strike of a blocker", "red/white", "Frenzied Raptor", "Fencing Ace", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Frenzied Raptor | 20: / Fencing Ace"},
        {"double against first strike", "white/red", "Fencing Ace", "Lightning Hounds", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Fencing Ace | 20: [2] Lightning Hounds U 3/2 (1)"},
        {"two double strikers", "white/white", "Fencing Ace", "Fencing Ace", 0, NULL, "pass; attack 1; block 2; at 1",
         "20: / Fencing Ace | 20: / Fencing Ace"},
        {"who lives after the first step hits in the second", "red/white", "Frenzied Raptor, Lightning Hounds",
         "Siege Mastodon, Guardian of Pilgrims", 0, NULL,
         "pass; attack 1; attack 2; block 3; at 2; block 4; at 1; = pass",
         "20: / Frenzied Raptor, Lightning Hounds | 20: [3] Siege Mastodon U 3/5 (3) / Guardian of Pilgrims"},
    };
    MAGIC_PLAY(scenes);
}

static void test_lifelink(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"of an attacker that is not blocked", "white/red", "Champion of Arashin", "", 0, NULL, "pass; attack 1",
         "23: [1] Champion of Arashin T 3/2 (0) | 17:"},
        {"all damage counts, though 1 is enough", "white/red", "Champion of Arashin", "Nest Robber", 0, NULL,
         "pass; attack 1; block 2; at 1", "23: / Champion of Arashin | 20: / Nest Robber"},
        {"of a blocker", "red/white", "Nest Robber", "Champion of Arashin", 0, NULL, "pass; attack 1; block 2; at 1",
         "20: / Nest Robber | 23: / Champion of Arashin"},
        {"in time: 2 - 2 + 3", "red/white 20 2", "Nest Robber, Nest Robber", "Champion of Arashin", 0, NULL,
         "pass; attack 1; attack 2; block 3; at 1; = pass",
         "20: [2] Nest Robber T 2/1 (0) / Nest Robber | 3: / Champion of Arashin"},
        {"too late: the first strikes kill", "red/white 20 3", "Lightning Hounds, Nest Robber", "Champion of Arashin",
         0, NULL, "pass; attack 1; attack 2; block 3; at 2", "20 | 0 lost"},
        {"in time for the regular step: 4 - 3, then - 2 + 3", "red/white 20 4",
         "Lightning Hounds, Nest Robber, Nest Robber", "Champion of Arashin", 0, NULL,
         "pass; attack 1; attack 2; attack 3; block 4; at 2",
         "20: [1] Lightning Hounds T 3/2 (0), [3] Nest Robber T 2/1 (0) / Nest Robber | 2: / Champion of Arashin"},
        {"with a counter: 4", "white/red", "Champion of Arashin", "", 4, "Inspiring Roar",
         "play Inspiring Roar; pass; attack 1", "24: [1] Champion of Arashin T 4/3 (0) / Inspiring Roar | 16:"},
    };
    MAGIC_PLAY(scenes);
}

/* ---- Who attacks, who blocks ------------------------------------------------------------- */

static void test_declarations(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"there are no attackers", "red/white", "Nest Robber", "Siege Mastodon", 0, NULL,
         "pass; = attack 1 | done; done; = pass", "20: [1] Nest Robber U 2/1 (0) | 20: [2] Siege Mastodon U 3/5 (0)"},
        {"attackers are named in order", "red/white", "Nest Robber, Frenzied Raptor, Brazen Scourge", "", 0, NULL,
         "pass; = attack 1 | attack 2 | attack 3 | done; attack 2; = attack 3 | done; done; = pass",
         "20: [1] Nest Robber U 2/1 (0), [2] Frenzied Raptor T 4/2 (0), [3] Brazen Scourge U 3/3 (0) | 16:"},
        {"nobody blocks", "red/white", "Nest Robber", "Siege Mastodon", 0, NULL,
         "pass; attack 1; = block 2 | done; done", "20: [1] Nest Robber T 2/1 (0) | 18: [2] Siege Mastodon U 3/5 (0)"},
        {"flying is not blocked by others", "white/red", "Angel of Mercy", "Frenzied Raptor, Brazen Scourge", 0, NULL,
         "pass; attack 1; = pass",
         "20: [1] Angel of Mercy T 3/3 (0) | 17: [2] Frenzied Raptor U 4/2 (0), [3] Brazen Scourge U 3/3 (0)"},
        {"reach blocks flying", "white/red", "Angel of Mercy", "Frenzied Raptor, Skyraker Giant", 0, NULL,
         "pass; attack 1; = block 3 | done; block 3; at 1",
         "20: / Angel of Mercy | 20: [2] Frenzied Raptor U 4/2 (0) / Skyraker Giant"},
        {"flying blocks flying, and what walks", "white/white", "Angel of Mercy, Siege Mastodon", "Griffin Sentinel", 0,
         NULL, "pass; attack 1; attack 2; block 3; = at 1 | at 2; at 2",
         "20: [1] Angel of Mercy T 3/3 (0), [2] Siege Mastodon T 3/5 (1) | 17: / Griffin Sentinel"},
        {"only what it can block is asked", "white/red", "Angel of Mercy, Fencing Ace", "Frenzied Raptor", 0, NULL,
         "pass; attack 1; attack 2; block 3; = at 2; at 2",
         "20: [1] Angel of Mercy T 3/3 (0) / Fencing Ace | 17: / Frenzied Raptor"},
        {"vigilance does not tap", "white/red", "Griffin Sentinel", "", 0, NULL, "pass; attack 1",
         "20: [1] Griffin Sentinel U 1/3 (0) | 19:"},
        {"haste attacks at once", "red/white", "", "", 2, "Nest Robber", "play Nest Robber; pass; attack 1",
         "20: [1] Nest Robber T 2/1 (0) | 18:"},
        {"without it a new creature waits", "red/white", "", "", 3, "Frenzied Raptor",
         "play Frenzied Raptor; pass; = pass", "20: [1] Frenzied Raptor U 4/2 (0) | 20:"},
        {"and others attack meanwhile", "red/white", "Brazen Scourge", "", 3, "Frenzied Raptor",
         "play Frenzied Raptor; pass; = attack 1 | done", NULL},
        {"a new creature blocks", "red/white", "Nest Robber", "Siege Mastodon sick", 0, NULL,
         "pass; attack 1; block 2; at 1", "20: / Nest Robber | 20: [2] Siege Mastodon U 3/5 (2)"},
        {"who is tapped neither attacks nor blocks", "red/white", "Nest Robber tapped, Brazen Scourge",
         "Siege Mastodon tapped", 0, NULL, "pass; = attack 2 | done; attack 2; = pass",
         "20: [1] Nest Robber T 2/1 (0), [2] Brazen Scourge T 3/3 (0) | 17: [3] Siege Mastodon T 3/5 (0)"},
        {"combat is skipped when all are tapped", "red/white", "Nest Robber tapped", "Siege Mastodon", 0, NULL,
         "pass; = pass; pass; !pass", NULL},
        {"there is one combat a turn", "red/white", "Brazen Scourge", "", 2, "Nest Robber",
         "pass; attack 1; play Nest Robber; pass; !attack 2; !pass", NULL},
        {"who has attacked is tapped in the turn of the other", "red/white", "Brazen Scourge", "Siege Mastodon", 0,
         NULL, "pass; attack 1; done; pass; draw Fencing Ace; pass; attack 2; = pass",
         "17: [1] Brazen Scourge T 3/3 (0) | 17: [2] Siege Mastodon T 3/5 (0)"},
        {"all own ones are untapped and cured", "red/white", "Brazen Scourge", "", 3, "Frenzied Raptor",
         "play Frenzied Raptor; pass; attack 1; pass; draw Plains; pass; pass; draw Mountain; pass; "
         "= attack 1 | attack 2 | done",
         "20: [1] Brazen Scourge U 3/3 (0), [2] Frenzied Raptor U 4/2 (0) | 17:"},
        {"the last blow", "red/white 20 3", "Brazen Scourge", "", 0, NULL, "pass; attack 1", "20 | 0 lost"},
    };
    MAGIC_PLAY(scenes);
}

static void test_order(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"two blockers, enough for both", "red/white", "Skyraker Giant", "Guardian of Pilgrims, Guardian of Pilgrims",
         0, NULL, "pass; attack 1; block 2; at 1; block 3; at 1; = next 2 | next 3; next 3; = pass",
         "20: / Skyraker Giant | 20: / Guardian of Pilgrims, Guardian of Pilgrims"},
        {"the small one first, the rest to the last", "red/white", "Skyraker Giant",
         "Siege Mastodon, Guardian of Pilgrims", 0, NULL, "pass; attack 1; block 2; at 1; block 3; at 1; next 3",
         "20: / Skyraker Giant | 20: [2] Siege Mastodon U 3/5 (2) / Guardian of Pilgrims"},
        {"the large one first takes all", "red/white", "Skyraker Giant", "Siege Mastodon, Guardian of Pilgrims", 0,
         NULL, "pass; attack 1; block 2; at 1; block 3; at 1; next 2",
         "20: / Skyraker Giant | 20: [2] Siege Mastodon U 3/5 (4), [3] Guardian of Pilgrims U 2/2 (0)"},
        {"what is marked counts", "red/white", "Skyraker Giant", "Siege Mastodon damage 3, Guardian of Pilgrims", 0,
         NULL, "pass; attack 1; block 2; at 1; block 3; at 1; next 2",
         "20: / Skyraker Giant | 20: / Guardian of Pilgrims, Siege Mastodon"},
        {"three: asked twice", "red/white", "Skyraker Giant", "Fencing Ace, Griffin Sentinel, Griffin Sentinel", 0,
         NULL,
         "pass; attack 1; block 2; at 1; block 3; at 1; block 4; at 1; = next 2 | next 3 | next 4; next 3; "
         "= next 2 | next 4; next 4",
         "20: / Skyraker Giant | 20: [2] Fencing Ace U 1/1 (0), [4] Griffin Sentinel U 1/3 (1) / Griffin Sentinel"},
        {"two attackers: asked in their order", "red/white", "Skyraker Giant, Skyraker Giant",
         "Siege Mastodon, Fencing Ace, Siege Mastodon, Fencing Ace", 0, NULL,
         "pass; attack 1; attack 2; block 3; at 2; block 4; at 1; block 5; at 1; block 6; at 2; "
         "= next 4 | next 5; next 4; = next 3 | next 6; next 3",
         "20: / Skyraker Giant, Skyraker Giant | "
         "20: [3] Siege Mastodon U 3/5 (4), [5] Siege Mastodon U 3/5 (3), [6] Fencing Ace U 1/1 (0) / Fencing Ace"},
        {"one blocker each: not asked", "red/white", "Skyraker Giant, Brazen Scourge", "Siege Mastodon, Siege Mastodon",
         0, NULL, "pass; attack 1; attack 2; block 3; at 2; block 4; at 1; = pass",
         "20: / Brazen Scourge, Skyraker Giant | 20: [3] Siege Mastodon U 3/5 (3), [4] Siege Mastodon U 3/5 (4)"},
        /* First strike: 3 kill the Guardian and put 1 on the Mastodon; the Mastodon alone hits back. */
        {"first strike down the order", "red/white", "Lightning Hounds", "Guardian of Pilgrims, Siege Mastodon", 0,
         NULL, "pass; attack 1; block 2; at 1; block 3; at 1; next 2",
         "20: / Lightning Hounds | 20: [3] Siege Mastodon U 3/5 (1) / Guardian of Pilgrims"},
        /* With a counter the Ace is 2/2: first 1 to the Robber, who hits no more, and 1 to the Scourge; then 2. */
        {"double strike goes on with who is left", "white/red", "Fencing Ace", "Nest Robber, Brazen Scourge", 4,
         "Inspiring Roar", "play Inspiring Roar; pass; attack 1; block 2; at 1; block 3; at 1; next 2",
         "20: / Fencing Ace, Inspiring Roar | 20: / Nest Robber, Brazen Scourge"},
    };
    MAGIC_PLAY(scenes);
}

/* ---- Cards ------------------------------------------------------------------------------- */

static void test_red_cards(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"Kavu alone hits itself", "red/white", "", "", 4, "Flametongue Kavu", "play Flametongue Kavu; = aim 1; aim 1",
         "20: / Flametongue Kavu | 20:"},
        {"Kavu hits whom it likes", "red/white", "Nest Robber", "Siege Mastodon, Fencing Ace", 4, "Flametongue Kavu",
         "play Flametongue Kavu; = aim 1 | aim 2 | aim 3 | aim 4; aim 2",
         "20: [1] Nest Robber U 2/1 (0), [4] Flametongue Kavu U 4/2 (0) | "
         "20: [2] Siege Mastodon U 3/5 (4), [3] Fencing Ace U 1/1 (0)"},
        {"Hammer on a creature", "red/white", "", "Angel of Mercy", 2, "Volcanic Hammer",
         "play Volcanic Hammer; = aim 1 | aim me | aim them; aim 1", "20: / Volcanic Hammer | 20: / Angel of Mercy"},
        {"Hammer on an own creature", "red/white", "Skyraker Giant", "", 2, "Volcanic Hammer",
         "play Volcanic Hammer; aim 1", "20: / Skyraker Giant, Volcanic Hammer | 20:"},
        {"Hammer on a player", "red/white", "", "Angel of Mercy", 2, "Volcanic Hammer",
         "play Volcanic Hammer; aim them", "20: / Volcanic Hammer | 17: [1] Angel of Mercy U 3/3 (0)"},
        {"Hammer finishes what was hit in combat", "red/white", "Nest Robber", "Siege Mastodon", 2, "Volcanic Hammer",
         "pass; attack 1; block 2; at 1; play Volcanic Hammer; aim 2",
         "20: / Nest Robber, Volcanic Hammer | 20: / Siege Mastodon"},
        {"Axe hits players", "red/white", "Nest Robber", "Fencing Ace", 5, "Lava Axe",
         "play Lava Axe; = aim me | aim them; aim them",
         "20: [1] Nest Robber U 2/1 (0) / Lava Axe | 15: [2] Fencing Ace U 1/1 (0)"},
        {"Axe on oneself", "red/white", "", "", 5, "Lava Axe", "play Lava Axe; aim me", "15: / Lava Axe | 20:"},
        {"Axe on oneself for the last time", "red/white 5 20", "", "", 5, "Lava Axe", "play Lava Axe; aim me",
         "0 lost | 20"},
        {"Axe wins", "red/white 20 4", "", "", 5, "Lava Axe", "play Lava Axe; aim them", "20 | -1 lost"},
        {"Volley hits the opposing ones only", "red/white", "Nest Robber", "Fencing Ace, Siege Mastodon, Fencing Ace",
         1, "Blazing Volley", "play Blazing Volley; = pass",
         "20: [1] Nest Robber U 2/1 (0) / Blazing Volley | 20: [3] Siege Mastodon U 3/5 (1) / Fencing Ace, Fencing "
         "Ace"},
        {"Volley may be cast for nothing", "red/white", "", "", 1, "Blazing Volley", "play Blazing Volley",
         "20: / Blazing Volley | 20:"},
    };
    MAGIC_PLAY(scenes);
}

static void test_white_cards(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"Guardian boosts itself when alone", "white/red", "", "", 2, "Guardian of Pilgrims",
         "play Guardian of Pilgrims; = aim 1; aim 1", "20: [1] Guardian of Pilgrims U 3/3 (0) | 20:"},
        {"Guardian may boost anybody", "white/red", "Fencing Ace", "Nest Robber", 2, "Guardian of Pilgrims",
         "play Guardian of Pilgrims; = aim 1 | aim 2 | aim 3; aim 2",
         "20: [1] Fencing Ace U 1/1 (0), [3] Guardian of Pilgrims U 2/2 (0) | 20: [2] Nest Robber U 3/2 (0)"},
        {"the boost ends with the turn", "white/red", "Fencing Ace", "", 2, "Guardian of Pilgrims",
         "play Guardian of Pilgrims; aim 1; pass; done; pass; draw Mountain",
         "20: [1] Fencing Ace U 1/1 (0), [2] Guardian of Pilgrims U 2/2 (0) | 20:"},
        {"what it has saved lives on: damage goes with it", "white/red", "Champion of Arashin", "Nest Robber", 2,
         "Guardian of Pilgrims", "play Guardian of Pilgrims; aim 1; pass; attack 1; block 2; at 1; pass; draw Mountain",
         "24: [1] Champion of Arashin T 3/2 (0), [3] Guardian of Pilgrims U 2/2 (0) | 20: / Nest Robber"},
        {"Angel gives 3", "white/red", "", "", 5, "Angel of Mercy", "play Angel of Mercy; = pass",
         "23: [1] Angel of Mercy U 3/3 (0) | 20:"},
        {"Path gives 4 to whose creature it was", "white/red", "Fencing Ace", "Nest Robber", 4, "Path of Peace",
         "play Path of Peace; = aim 1 | aim 2; aim 2",
         "20: [1] Fencing Ace U 1/1 (0) / Path of Peace | 24: / Nest Robber"},
        {"Path on an own creature", "white/red", "Fencing Ace", "Nest Robber", 4, "Path of Peace",
         "play Path of Peace; aim 1", "24: / Fencing Ace, Path of Peace | 20: [2] Nest Robber U 2/1 (0)"},
        {"Path needs a creature", "white/red", "", "", 4, "Path of Peace", "= pass", NULL},
        {"Roar's counters stay", "white/red", "Fencing Ace, Siege Mastodon", "Nest Robber", 4, "Inspiring Roar",
         "play Inspiring Roar; pass; done; pass; draw Mountain; pass; done; pass; draw Plains",
         "20: [1] Fencing Ace U 2/2 (0), [2] Siege Mastodon U 4/6 (0) / Inspiring Roar | 20: [3] Nest Robber U 2/1 "
         "(0)"},
        {"not on who comes later", "white/red", "", "", 6, "Inspiring Roar, Fencing Ace",
         "play Inspiring Roar; play Fencing Ace", "20: [1] Fencing Ace U 1/1 (0) / Inspiring Roar | 20:"},
        {"Day of Judgment", "white/red", "Fencing Ace, Siege Mastodon", "Nest Robber, Skyraker Giant", 4,
         "Day of Judgment", "play Day of Judgment; = pass",
         "20: / Fencing Ace, Siege Mastodon, Day of Judgment | 20: / Nest Robber, Skyraker Giant"},
        {"Infantry taps a blocker", "white/red", "Fencing Ace", "Frenzied Raptor", 5, "Heavy Infantry",
         "play Heavy Infantry; = aim 2; aim 2; pass; attack 1; = pass",
         "20: [1] Fencing Ace T 1/1 (0), [3] Heavy Infantry U 3/4 (0) | 18: [2] Frenzied Raptor T 4/2 (0)"},
        {"Infantry may be aimed at who is tapped", "white/red", "", "Frenzied Raptor tapped", 5, "Heavy Infantry",
         "play Heavy Infantry; = aim 1; aim 1", "20: [2] Heavy Infantry U 3/4 (0) | 20: [1] Frenzied Raptor T 4/2 (0)"},
        {"Infantry comes though there is nobody", "white/red", "Fencing Ace", "", 5, "Heavy Infantry",
         "play Heavy Infantry; = pass", "20: [1] Fencing Ace U 1/1 (0), [2] Heavy Infantry U 3/4 (0) | 20:"},
    };
    MAGIC_PLAY(scenes);
}

static void test_other_cards(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"Chupacabra must take one", "graves/grove", "Walking Corpse", "Centaur Courser, Grizzly Bears", 4,
         "Ravenous Chupacabra", "play Ravenous Chupacabra; = aim 2 | aim 3; aim 2",
         "20: [1] Walking Corpse U 2/2 (0), [4] Ravenous Chupacabra U 2/2 (0) | "
         "20: [3] Grizzly Bears U 2/2 (0) / Centaur Courser"},
        {"Chupacabra comes though there is none", "graves/grove", "Walking Corpse", "", 4, "Ravenous Chupacabra",
         "play Ravenous Chupacabra; = pass",
         "20: [1] Walking Corpse U 2/2 (0), [2] Ravenous Chupacabra U 2/2 (0) | 20:"},
        {"Flame Slash needs a creature", "embers/white", "", "", 1, "Flame Slash", "= pass", NULL},
        {"Flame Slash: 4", "embers/white", "", "Siege Mastodon", 1, "Flame Slash", "play Flame Slash; = aim 1; aim 1",
         "20: / Flame Slash | 20: [1] Siege Mastodon U 3/5 (4)"},
        {"Bathe in Dragonfire: 4", "embers/white", "Pensive Minotaur", "Heavy Infantry", 3, "Bathe in Dragonfire",
         "play Bathe in Dragonfire; = aim 1 | aim 2; aim 2",
         "20: [1] Pensive Minotaur U 2/3 (0) / Bathe in Dragonfire | 20: / Heavy Infantry"},
    };
    MAGIC_PLAY(scenes);
}

/* ---- Limits and bugs ---------------------------------------------------------------------- */

#define FOUR(name) name ", " name ", " name ", " name
#define TWENTY                                                                                                         \
    FOUR("Fencing Ace")                                                                                                \
    ", " FOUR("Guardian of Pilgrims") ", " FOUR("Griffin Sentinel") ", " FOUR("Champion of Arashin") ", " FOUR(        \
        "Angel of Mercy")

static void test_crowd(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"24 creatures are enough", "white/red", TWENTY ", " FOUR("Siege Mastodon"), "", 10,
         "Heavy Infantry, Day of Judgment",
         "= pass | play Day of Judgment; play Day of Judgment; = pass | play Heavy Infantry; play Heavy Infantry",
         NULL},
        {"23 are not", "white/red", TWENTY ", Siege Mastodon, Siege Mastodon, Siege Mastodon", "", 5, "Heavy Infantry",
         "= pass | play Heavy Infantry; play Heavy Infantry", NULL},
    };
    MAGIC_PLAY(scenes);
}

/* The bugs of the original program, which the plain engine does not have. */
static void test_slips(void **state) {
    (void)state;
    static const struct magic_scene scene = {
        "slips", "red/white", "Nest Robber", FOUR("Fencing Ace") ", Siege Mastodon", 1, "Blazing Volley", "", NULL};
    static struct magic_pair p;
    char picture[MAGIC_PICTURE];
    struct jg_magic_rules *rules = (void *)&p.g.options;
    magic_scene_set(&p, &scene);
    rules->skip = true;
    jg_apply(&p.g, p.s, jg_magic_move(JG_MAGIC_PLAY, magic_kind(&p.g, 0, "Blazing Volley")));
    magic_pair_show(&p, picture);
    assert_string_equal(picture, "20: [1] Nest Robber U 2/1 (0) / Blazing Volley | 20: [3] Fencing Ace U 1/1 (1), "
                                 "[5] Fencing Ace U 1/1 (1), [6] Siege Mastodon U 3/5 (1) / Fencing Ace, Fencing Ace");
    magic_pair_close(&p);

    for (int evade = 0; evade < 4; evade++)
        for (int creatures = 0; creatures < 2; creatures++) {
            magic_scene_set(&p, &(struct magic_scene){"evading", "red/white", "Nest Robber",
                                                      creatures ? "Siege Mastodon tapped" : "", 0, NULL, "", NULL});
            rules->evade = evade;
            jg_apply(&p.g, p.s, jg_magic_move(JG_MAGIC_PASS, 0));
            jg_apply(&p.g, p.s, jg_magic_move(JG_MAGIC_ATTACK_WITH, 1));
            assert_int_equal(p.s->phase, JG_MAGIC_MAIN_2);
            assert_int_equal(p.s->side[1].life, evade & 2 && !creatures ? 20 : 18);
            magic_pair_close(&p);
        }
}

/* ---- The turn ---------------------------------------------------------------------------- */

static void test_turn(void **state) {
    (void)state;
    SCENE(scenes) = {
        {"one land a turn", "red/white", "", "", 0, "Mountain, Mountain",
         "= pass | play Mountain; play Mountain; = pass; pass; = pass; pass; draw Plains; pass; pass; draw Nest "
         "Robber; "
         "= pass | play Mountain",
         NULL},
        {"a land in the second main phase", "red/white", "", "", 1, "Mountain, Nest Robber",
         "pass; play Mountain; play Nest Robber", "20: [1] Nest Robber U 2/1 (0) | 20:"},
        {"what is too dear stays in the hand", "red/white", "", "", 2,
         "Nest Robber, Brazen Scourge, Volcanic Hammer, Lava Axe, Blazing Volley",
         "= pass | play Nest Robber | play Volcanic Hammer | play Blazing Volley; play Blazing Volley; = pass", NULL},
        {"lands are untapped in the next turn", "red/white", "", "", 2, "Nest Robber, Nest Robber",
         "play Nest Robber; = pass; pass; attack 1; pass; draw Plains; pass; pass; draw Mountain; "
         "= pass | play Nest Robber | play Mountain",
         NULL},
        {"down to seven, one by one", "red/white", "", "", 0,
         "Lava Axe, Lava Axe, Lava Axe, Lava Axe, Nest Robber, Nest Robber, Nest Robber, Nest Robber, Volcanic Hammer",
         "pass; pass; = discard Lava Axe | discard Nest Robber | discard Volcanic Hammer; discard Volcanic Hammer; "
         "= discard Lava Axe | discard Nest Robber; discard Lava Axe; draw Plains",
         "20: / Volcanic Hammer, Lava Axe | 20:"},
        {"seven may stay", "red/white", "", "", 0,
         "Lava Axe, Lava Axe, Lava Axe, Lava Axe, Nest Robber, Nest Robber, Nest Robber", "pass; pass; draw Plains",
         "20: | 20:"},
        {"damage goes before cards", "red/white", "Brazen Scourge", "Griffin Sentinel", 0,
         "Lava Axe, Lava Axe, Lava Axe, Lava Axe, Nest Robber, Nest Robber, Nest Robber, Nest Robber",
         "pass; attack 1; block 2; at 1; pass; !pass", "20: [1] Brazen Scourge T 3/3 (0) | 20: / Griffin Sentinel"},
    };
    MAGIC_PLAY(scenes);
}

/* Moves a library to the graveyard, except some cards of one kind. */
static void empty_library(struct magic_pair *p, int seat, const char *name, int left) {
    struct jg_magic_side *side = &p->s->side[seat];
    int kept = magic_kind(&p->g, seat, name);
    for (int kind = 0; kind < jg_magic_deck(&p->g, seat)->kinds; kind++) {
        int go = side->library[kind] - (kind == kept ? left : 0);
        side->grave[kind] = (uint8_t)(side->grave[kind] + go);
        side->library[kind] = (uint8_t)(side->library[kind] - go);
    }
    side->in_library = (uint8_t)left;
    magic_pair_copy(p);
    magic_pair_agree(p);
}

static void test_empty_library(void **state) {
    (void)state;
    static const struct magic_scene scene = {"an empty library", "red/white", "", "", 0, NULL, "", NULL};
    static struct magic_pair p;
    magic_scene_set(&p, &scene);
    empty_library(&p, 1, "Plains", 1);
    magic_pair_script(&p, "pass; pass; = draw Plains; draw Plains; pass; pass; draw Mountain; pass");
    assert_int_equal(p.s->phase, JG_MAGIC_MAIN_2);
    magic_pair_script(&p, "pass");
    assert_int_equal(p.s->phase, JG_MAGIC_END);
    assert_int_equal(p.s->loser, 1);
    magic_pair_close(&p);
}

/* ---- Before the game --------------------------------------------------------------------- */

static void deal(struct magic_pair *p, const char *name, int n) {
    char draw[MAGIC_WORDS];
    snprintf(draw, sizeof draw, "draw %s", name);
    for (int i = 0; i < n; i++) magic_pair_script(p, draw);
}

static void open_game(struct magic_pair *p, const char *toss) {
    magic_pair_open_decks(p, "red/white", "");
    magic_pair_agree(p);
    magic_pair_script(p, toss);
    bool white = p->s->starter == 1;
    deal(p, white ? "Plains" : "Mountain", 7);
    deal(p, white ? "Mountain" : "Plains", 7);
}

static void test_start(void **state) {
    (void)state;
    static struct magic_pair p;
    open_game(&p, "= starts 0 | starts 1; starts 1");
    assert_int_equal(jg_turn(&p.g, p.s), 1);
    magic_pair_script(&p, "= keep | mulligan; keep");
    assert_int_equal(jg_turn(&p.g, p.s), 0);
    magic_pair_script(&p, "keep; = pass | play Plains"); /* no card for the starter */
    assert_int_equal(jg_turn(&p.g, p.s), 1);
    magic_pair_script(&p, "pass; pass; draw Nest Robber; = pass | play Mountain; pass; pass; = discard Mountain | "
                          "discard Nest Robber; discard Mountain; draw Fencing Ace");
    assert_int_equal(p.s->turn, 3);
    magic_pair_close(&p);
}

static void test_mulligan(void **state) {
    (void)state;
    static struct magic_pair p;
    open_game(&p, "starts 0");
    for (int cards = 6; cards > 0; cards--) {
        magic_pair_script(&p, "= keep | mulligan; mulligan");
        deal(&p, "Mountain", cards);
        assert_int_equal(p.s->side[0].in_hand, cards);
    }
    magic_pair_script(&p, "mulligan"); /* an empty hand is kept automatically */
    assert_int_equal(jg_turn(&p.g, p.s), 1);
    assert_int_equal(p.s->side[0].in_library, JG_MAGIC_DECK);
    magic_pair_script(&p, "mulligan");
    deal(&p, "Fencing Ace", 4);
    deal(&p, "Plains", 2);
    magic_pair_script(&p, "keep; draw Lava Axe; = top | bottom");
    assert_int_equal(jg_turn(&p.g, p.s), 0);
    magic_pair_script(&p, "top; draw Day of Judgment; = top | bottom");
    assert_int_equal(jg_turn(&p.g, p.s), 1);
    magic_pair_script(&p, "bottom; = pass; pass; pass");
    assert_int_equal(p.s->side[1].in_library, 54);
    magic_pair_script(&p, "draw Day of Judgment"); /* the other copy */
    magic_pair_script(&p, "pass; pass; = draw Lava Axe; draw Lava Axe; pass; pass; !draw Day of Judgment; draw Plains");
    assert_int_equal(p.s->side[0].in_hand, 1);
    magic_pair_close(&p);
}

/* The card that scry put on the bottom is drawn last. */
static void test_bottom(void **state) {
    (void)state;
    static struct magic_pair p;
    open_game(&p, "starts 0");
    magic_pair_script(&p, "keep; mulligan");
    deal(&p, "Plains", 6);
    magic_pair_script(&p, "keep; draw Angel of Mercy; bottom");
    struct jg_magic_side *side = &p.s->side[1];
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) {
        side->grave[kind] = side->library[kind];
        side->library[kind] = 0;
    }
    int ace = magic_kind(&p.g, 1, "Fencing Ace");
    side->grave[ace]--;
    side->library[ace]++;
    side->in_library = 2;
    magic_pair_copy(&p);
    magic_pair_script(&p, "pass; pass; = draw Fencing Ace; draw Fencing Ace; pass; pass; draw Mountain; pass; pass; "
                          "discard Mountain; = draw Angel of Mercy; draw Angel of Mercy; pass; pass; discard Plains; "
                          "draw Mountain; pass; pass; discard Mountain");
    assert_int_equal(p.s->phase, JG_MAGIC_END);
    assert_int_equal(p.s->loser, 1);
    magic_pair_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strikes),     cmocka_unit_test(test_lifelink),      cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_order),       cmocka_unit_test(test_red_cards),     cmocka_unit_test(test_white_cards),
        cmocka_unit_test(test_other_cards), cmocka_unit_test(test_crowd),         cmocka_unit_test(test_slips),
        cmocka_unit_test(test_turn),        cmocka_unit_test(test_empty_library), cmocka_unit_test(test_start),
        cmocka_unit_test(test_mulligan),    cmocka_unit_test(test_bottom),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
