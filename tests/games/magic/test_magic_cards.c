/* Card files: the built-in cards, parsing, errors with their place, and files cut anywhere. */
#include "magic_cards.h"

#include "core/file.h"

/* ---- What is built in ------------------------------------------------------------------- */

#define LAND(n, c)                                                                                                     \
    { .name = n, .type = JG_MAGIC_LAND, .colour = c }
#define SORCERY(n, price, m, c) .name = n, .cost = price, .mana = m, .colour = c, .type = JG_MAGIC_SORCERY
#define AIMED(v, n, w)          .target = w, .effects = 1, .effect = {{.verb = JG_MAGIC_##v, .amount = n, .whom = w}}
#define ON_EACH(v, n, w)        .effects = 1, .effect = {{.verb = JG_MAGIC_##v, .amount = n, .whom = w, .each = true}}

/* Every card of the specification, and those of the other decks. */
static const struct jg_magic_card CARDS[] = {
    LAND("Plains", 'W'),
    LAND("Island", 'U'),
    LAND("Swamp", 'B'),
    LAND("Mountain", 'R'),
    LAND("Forest", 'G'),
    {CREATURE_CARD("Nest Robber", "1R", 2, 'R', 2, 1), .abilities = JG_MAGIC_HASTE},
    {CREATURE_CARD("Brazen Scourge", "1RR", 3, 'R', 3, 3), .abilities = JG_MAGIC_HASTE},
    {CREATURE_CARD("Frenzied Raptor", "2R", 3, 'R', 4, 2)},
    {CREATURE_CARD("Lightning Hounds", "2RR", 4, 'R', 3, 2), .abilities = JG_MAGIC_FIRST_STRIKE},
    {CREATURE_CARD("Skyraker Giant", "2RR", 4, 'R', 4, 3), .abilities = JG_MAGIC_REACH},
    {CREATURE_CARD("Flametongue Kavu", "3R", 4, 'R', 4, 2), AIMED(DAMAGE, 4, CREATURE)},
    {SORCERY("Volcanic Hammer", "1R", 2, 'R'), AIMED(DAMAGE, 3, CREATURE | PLAYER)},
    {SORCERY("Lava Axe", "4R", 5, 'R'), AIMED(DAMAGE, 5, PLAYER)},
    {SORCERY("Blazing Volley", "R", 1, 'R'), ON_EACH(DAMAGE, 1, JG_MAGIC_OPPOSING)},
    {CREATURE_CARD("Fencing Ace", "1W", 2, 'W', 1, 1), .abilities = JG_MAGIC_DOUBLE_STRIKE},
    {CREATURE_CARD("Guardian of Pilgrims", "1W", 2, 'W', 2, 2), AIMED(BOOST, 1, CREATURE)},
    {CREATURE_CARD("Griffin Sentinel", "2W", 3, 'W', 1, 3), .abilities = JG_MAGIC_FLYING | JG_MAGIC_VIGILANCE},
    {CREATURE_CARD("Champion of Arashin", "3W", 4, 'W', 3, 2), .abilities = JG_MAGIC_LIFELINK},
    {CREATURE_CARD("Angel of Mercy", "4W", 5, 'W', 3, 3), .abilities = JG_MAGIC_FLYING, ON_EACH(GAIN, 3, JG_MAGIC_YOU)},
    {CREATURE_CARD("Siege Mastodon", "4W", 5, 'W', 3, 5)},
    {SORCERY("Path of Peace", "3W", 4, 'W'), .target = CREATURE, .effects = 2,
     .effect = {{.verb = JG_MAGIC_DESTROY, .whom = CREATURE},
                {.verb = JG_MAGIC_OWNER_GAIN, .amount = 4, .whom = CREATURE}}},
    {SORCERY("Inspiring Roar", "3W", 4, 'W'), ON_EACH(COUNTER, 1, JG_MAGIC_OWN)},
    {CREATURE_CARD("Heavy Infantry", "4W", 5, 'W', 3, 4), AIMED(TAP, 0, JG_MAGIC_OPPOSING)},
    {SORCERY("Day of Judgment", "2WW", 4, 'W'), ON_EACH(DESTROY, 0, CREATURE)},
    {CREATURE_CARD("Pensive Minotaur", "2R", 3, 'R', 2, 3)},
    {SORCERY("Flame Slash", "R", 1, 'R'), AIMED(DAMAGE, 4, CREATURE)},
    {CREATURE_CARD("Grizzly Bears", "1G", 2, 'G', 2, 2)},
    {CREATURE_CARD("Centaur Courser", "2G", 3, 'G', 3, 3)},
    {CREATURE_CARD("Walking Corpse", "1B", 2, 'B', 2, 2)},
    {CREATURE_CARD("Ravenous Chupacabra", "2BB", 4, 'B', 2, 2), AIMED(DESTROY, 0, JG_MAGIC_OPPOSING)},
    {SORCERY("Bathe in Dragonfire", "2R", 3, 'R'), AIMED(DAMAGE, 4, CREATURE)},
    {CREATURE_CARD("Kalonian Tusker", "GG", 2, 'G', 3, 3)},
    {CREATURE_CARD("Alpine Grizzly", "2G", 3, 'G', 4, 2)},
    {CREATURE_CARD("Rumbling Baloth", "2GG", 4, 'G', 4, 4)},
    {CREATURE_CARD("Giant Spider", "3G", 4, 'G', 2, 4), .abilities = JG_MAGIC_REACH},
    {CREATURE_CARD("Sentinel Spider", "3GG", 5, 'G', 4, 4), .abilities = JG_MAGIC_VIGILANCE | JG_MAGIC_REACH},
    {CREATURE_CARD("Ironroot Treefolk", "4G", 5, 'G', 3, 5)},
    {CREATURE_CARD("Spined Wurm", "4G", 5, 'G', 5, 4)},
    {SORCERY("Natural Spring", "3GG", 5, 'G'), AIMED(GAIN, 8, PLAYER)},
    {CREATURE_CARD("Child of Night", "1B", 2, 'B', 2, 1), .abilities = JG_MAGIC_LIFELINK},
    {CREATURE_CARD("Bog Imp", "1B", 2, 'B', 1, 1), .abilities = JG_MAGIC_FLYING},
    {CREATURE_CARD("Warpath Ghoul", "2B", 3, 'B', 3, 2)},
    {CREATURE_CARD("Dross Crocodile", "3B", 4, 'B', 5, 1)},
    {CREATURE_CARD("Zombie Goliath", "4B", 5, 'B', 4, 3)},
    {SORCERY("Vicious Hunger", "BB", 2, 'B'), .target = CREATURE, .effects = 2,
     .effect = {{.verb = JG_MAGIC_DAMAGE, .amount = 2, .whom = CREATURE},
                {.verb = JG_MAGIC_GAIN, .amount = 2, .whom = JG_MAGIC_YOU, .each = true}}},
    {SORCERY("Eviscerate", "3B", 4, 'B'), AIMED(DESTROY, 0, CREATURE)},
    {SORCERY("Essence Drain", "4B", 5, 'B'), .target = CREATURE | PLAYER, .effects = 2,
     .effect = {{.verb = JG_MAGIC_DAMAGE, .amount = 3, .whom = CREATURE | PLAYER},
                {.verb = JG_MAGIC_GAIN, .amount = 3, .whom = JG_MAGIC_YOU, .each = true}}},
    {CREATURE_CARD("Coral Merfolk", "1U", 2, 'U', 2, 1)},
    {CREATURE_CARD("Wind Drake", "2U", 3, 'U', 2, 2), .abilities = JG_MAGIC_FLYING},
    {CREATURE_CARD("Horned Turtle", "2U", 3, 'U', 1, 4)},
    {CREATURE_CARD("Cloudkin Seer", "2U", 3, 'U', 2, 1), .abilities = JG_MAGIC_FLYING,
     ON_EACH(DRAW_CARDS, 1, JG_MAGIC_YOU)},
    {CREATURE_CARD("Faerie Invaders", "4U", 5, 'U', 3, 3), .abilities = JG_MAGIC_FLYING, .flash = true},
    {CREATURE_CARD("Air Elemental", "3UU", 5, 'U', 4, 4), .abilities = JG_MAGIC_FLYING},
    {INSTANT("Counterspell", "UU", 2, 'U'), AIMED(CANCEL, 0, JG_MAGIC_SPELL)},
    {INSTANT("Cancel", "1UU", 3, 'U'), AIMED(CANCEL, 0, JG_MAGIC_SPELL)},
    {INSTANT("Refocus", "1U", 2, 'U'), .target = CREATURE, .effects = 2,
     .effect = {{.verb = JG_MAGIC_UNTAP, .whom = CREATURE},
                {.verb = JG_MAGIC_DRAW_CARDS, .amount = 1, .whom = JG_MAGIC_YOU, .each = true}}},
    {INSTANT("Inspiration", "3U", 4, 'U'), AIMED(DRAW_CARDS, 2, PLAYER)},
    {CREATURE_CARD("Pouncing Cheetah", "2G", 3, 'G', 3, 2), .flash = true},
    {CREATURE_CARD("Briarpack Alpha", "3G", 4, 'G', 3, 3), .flash = true, AIMED(BOOST, 2, CREATURE)},
    {INSTANT("Giant Growth", "G", 1, 'G'), AIMED(BOOST, 3, CREATURE)},
    {INSTANT("Fog", "G", 1, 'G'), ON_EACH(PREVENT, 0, 0)},
    {INSTANT("Vitalize", "G", 1, 'G'), ON_EACH(UNTAP, 0, JG_MAGIC_OWN)},
    {INSTANT("Titanic Growth", "1G", 2, 'G'), AIMED(BOOST, 4, CREATURE)},
    {INSTANT("Savage Surge", "1G", 2, 'G'), .target = CREATURE, .effects = 2,
     .effect = {{.verb = JG_MAGIC_BOOST, .amount = 2, .whom = CREATURE}, {.verb = JG_MAGIC_UNTAP, .whom = CREATURE}}},
    {INSTANT("Shock", "R", 1, 'R'), AIMED(DAMAGE, 2, CREATURE | PLAYER)},
    {INSTANT("Lightning Strike", "1R", 2, 'R'), AIMED(DAMAGE, 3, CREATURE | PLAYER)},
    {INSTANT("Holy Day", "W", 1, 'W'), ON_EACH(PREVENT, 0, 0)},
    {INSTANT("Moment of Triumph", "W", 1, 'W'), .target = CREATURE, .effects = 2,
     .effect = {{.verb = JG_MAGIC_BOOST, .amount = 2, .whom = CREATURE},
                {.verb = JG_MAGIC_GAIN, .amount = 2, .whom = JG_MAGIC_YOU, .each = true}}},
    {INSTANT("Swift Response", "1W", 2, 'W'), AIMED(DESTROY, 0, CREATURE | JG_MAGIC_TAPPED_ONLY)},
    {INSTANT("Rebuke", "2W", 3, 'W'), AIMED(DESTROY, 0, CREATURE | JG_MAGIC_ATTACKING)},
    {INSTANT("Murder", "1BB", 3, 'B'), AIMED(DESTROY, 0, CREATURE)},
};

enum { CARD_COUNT = sizeof CARDS / sizeof *CARDS };

static void test_built_in(void **state) {
    (void)state;
    struct jg_magic_cards cards = built_in();
    assert_int_equal(cards.count, CARD_COUNT);
    for (int i = 0; i < CARD_COUNT; i++) {
        const struct jg_magic_card *card = jg_magic_cards_find(&cards, span_of(CARDS[i].name));
        if (!card) fail_msg("no card %s", CARDS[i].name);
        assert_same_card(card, &CARDS[i]);
    }
    assert_non_null(jg_magic_cards_find(&cards, span_of("siege MASTODON")));
    assert_null(jg_magic_cards_find(&cards, span_of("Siege")));
    jg_magic_cards_free(&cards);
    jg_magic_cards_free(&cards);
}

/* ---- Reading cards ---------------------------------------------------------------------- */

/* Every kind of card line, and how it is printed. */
static void test_said(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed; /* NULL: the same */
    } said[] = {
        {"A | 0 | creature 0/0", NULL},
        {"A | 15 | creature 80/80", NULL},
        {"A | 2 | creature 1/1 angel | flying", NULL},
        {"A | 2 | creature 1/1 \t Merfolk ", "A | 2 | creature 1/1 merfolk"},
        {"A | 9GGGGGG | creature 1/1 | flying, reach, vigilance, haste, first strike, double strike, lifelink", NULL},
        {"  A\t|1G|CREATURE   1/1|First  Strike,HASTE # a note\r", "A | 1G | creature 1/1 | haste, first strike"},
        {"A of the 3 B's | 99 | sorcery | gain 80", NULL},
        {"Água-viva | U | creature 1/1", NULL},
        {"A | U | sorcery | damage 1 to you", NULL},
        {"A | U | sorcery | damage 1 to each opponent", "A | U | sorcery | damage 1 to opponent"},
        {"A | U | sorcery | damage 0 to each player", NULL},
        {"A | U | sorcery | damage 2 to each creature and player", NULL},
        {"A | U | sorcery | damage 2 to each own creature and opponent", NULL},
        {"A | U | sorcery | damage 2 to target opposing creature or opponent", NULL},
        {"A | U | sorcery | damage 2 to target you or own creature",
         "A | U | sorcery | damage 2 to target own creature or you"},
        {"A | U | sorcery | damage 2 to target own creature or opposing creature",
         "A | U | sorcery | damage 2 to target creature"},
        {"A | U | sorcery | gain 2 for you", "A | U | sorcery | gain 2"},
        {"A | U | sorcery | gain 2 for target you", NULL},
        {"A | U | sorcery | gain 2 for target opponent", NULL},
        {"A | U | sorcery | gain 2 for each player", NULL},
        {"A | U | sorcery | boost 3 to target own creature, counter 2 on it, tap it", NULL},
        {"A | U | instant | gain 1", NULL},
        {"A | U | creature 1/1 | flash", NULL},
        {"A | U | creature 1/1 | FLASH, haste, cancel target spell",
         "A | U | creature 1/1 | haste, flash, cancel target spell"},
        {"A | U | instant | cancel target spell, draw 2", NULL},
        {"A | U | sorcery | draw 2 for each player", NULL},
        {"A | U | sorcery | untap each own creature", NULL},
        {"A | U | instant | prevent combat damage, gain 1", NULL},
        {"A | U | sorcery | destroy target attacking creature", NULL},
        {"A | U | sorcery | damage 1 to each tapped creature and opponent", NULL},
        {"A | U | sorcery | damage 1 to target attacking or tapped creature or player", NULL},
        {"A | U | sorcery | destroy each opposing creature, tap target creature, its owner gains 1", NULL},
        {"A | U | creature 1/1 | flying, damage 1 to target player, gain 1 for it, damage 2 to each creature", NULL},
        {"A | land B", NULL},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct jg_magic_cards cards = {0}, again = {0};
        struct jg_error err = {0};
        char line[CARD_LINE];
        struct jg_text t;
        if (read_cards(&cards, said[i].text, &err)) fail_msg("%s", err.message);
        assert_int_equal(cards.count, 1);
        jg_text_init(&t, line, sizeof line);
        print_card_line(cards.at, &t);
        assert_string_equal(line, said[i].printed ? said[i].printed : said[i].text);
        assert_int_equal(read_cards(&again, line, &err), JG_OK);
        assert_same_card(again.at, cards.at);
        jg_magic_cards_free(&cards);
        jg_magic_cards_free(&again);
    }
}

/* Cards of a later file replace earlier ones; a file with an error changes nothing. */
static void test_replaced(void **state) {
    (void)state;
    struct jg_magic_cards cards = built_in();
    struct jg_error err = {0};
    assert_int_equal(read_cards(&cards, "GRIZZLY BEARS | 2G | creature 3/3\nNew | R | creature 1/1", &err), JG_OK);
    assert_int_equal(cards.count, CARD_COUNT + 1);
    const struct jg_magic_card *bears = jg_magic_cards_find(&cards, span_of("grizzly bears"));
    assert_string_equal(bears->name, "GRIZZLY BEARS");
    assert_int_equal(bears->power, 3);
    assert_int_equal(read_cards(&cards, "Newer | R | creature 1/1\nForest | land W\nx", &err), JG_EINPUT);
    assert_int_equal(cards.count, CARD_COUNT + 1);
    assert_int_equal(jg_magic_cards_find(&cards, span_of("Forest"))->colour, 'G');
    assert_int_equal(read_cards(&cards, "", &err), JG_OK);
    assert_int_equal(read_cards(&cards, "\n# nothing\n   \r\n", &err), JG_OK);
    assert_int_equal(jg_magic_cards_read(&cards, "my.txt", NULL, 0, &err), JG_OK);
    assert_int_equal(cards.count, CARD_COUNT + 1);
    jg_magic_cards_free(&cards);
}

#define WHOM "expected a recipient: 'target creature', 'each player', 'it', 'you' or 'opponent'"
#define NOUN                                                                                                           \
    "expected creature, own creature, opposing creature, attacking creature, tapped creature, player, opponent, you "  \
    "or spell"
#define EFFECTS                                                                                                        \
    "damage, destroy, tap, boost, counter, gain, its owner gains, untap, draw, cancel, prevent combat damage"
#define ITEMS "flying, reach, vigilance, haste, first strike, double strike, lifelink, flash, " EFFECTS
#define FORM  "expected '|': a card is 'NAME | COST | creature 2/2' or 'NAME | land G'"
#define SIZE  "expected power and toughness from 0 to 80, such as 3/2"
#define COST  "a cost is a number up to 99, then letters W, U, B, R or G"

static void test_refused_cards(void **state) {
    (void)state;
    static const struct mistake bad[] = {
        {"^| 1G | creature 2/2", "expected a card name"},
        {"A | land G\n  ^|land G", "expected a card name"},
        {"^abcdefghijklmnopqrstuvwxyz012345 | land G", "name too long: at most 31 bytes"},
        {"A^\001 | land G", "a name must be UTF-8 without control characters"},
        {"A ^\tB | land G", "a name must be UTF-8 without control characters"},
        {"A^\xff | land G", "a name must be UTF-8 without control characters"},
        {"A ^(B) | land G", "a name must not have parentheses, braces or quotation marks"},
        {"^\"A\" | land G", "a name must not have parentheses, braces or quotation marks"},
        {"A^\xc2\x9b | land G", "a name must be UTF-8 without control characters"},
        {"A^\xc3| land G", "a name must be UTF-8 without control characters"},
        {"A^", FORM},
        {"A |^", FORM},
        {"# one\n\nA | 1G^  # two", FORM},
        {"A | 1G |^", "expected 'creature', 'sorcery' or 'instant'"},
        {"A | 1G | ^creatures 1/1", "expected 'creature', 'sorcery' or 'instant'"},
        {"A | 1G | ^land G", "expected 'creature', 'sorcery' or 'instant'"},
        {"A | 1G | creature 1/1 | haste | ^x", "a card has at most 4 fields"},
        {"A | 1G | creature 1/1 | haste | ^x | y | z", "a card has at most 4 fields"},
        {"A | land^", "expected the colour of its mana: W, U, B, R or G"},
        {"A | land ^C", "expected the colour of its mana: W, U, B, R or G"},
        {"A | land W^U", "unexpected 'U'"},
        {"A | land W | ^flying", "a land has only the colour of its mana"},
        {"A |  ^| creature 1/1", "expected a cost of at most 7 characters, such as 2WW"},
        {"A | ^GGGGGGGG | creature 1/1", "expected a cost of at most 7 characters, such as 2WW"},
        {"A | ^100 | creature 1/1", COST},
        {"A | 1^g | creature 1/1", COST},
        {"A | G^1 | creature 1/1", COST},
        {"A | ^-1 | creature 1/1", COST},
        {"A | 1G^W | creature 1/1", "a card has only one colour"},
        {"A | ^99W | creature 1/1", "a cost is at most 99"},
        {"A | 1G | creature^", SIZE},
        {"A | 1G | creature ^3", SIZE},
        {"A | 1G | creature ^3/", SIZE},
        {"A | 1G | creature ^/3", SIZE},
        {"A | 1G | creature ^81/1", SIZE},
        {"A | 1G | creature ^1/81", SIZE},
        {"A | 1G | creature ^1/100", SIZE},
        {"A | 1G | creature ^-1/1", SIZE},
        {"A | 1G | creature 1/1^/1", "unexpected '/1'"},
        {"A | 1G | creature 1/1 ^flying", "expected '|'"},
        {"A | 1G | creature 1/1 zombie^ wizard", "a subtype is one word of letters a to z"},
        {"A | 1G | creature 1/1 ^abcdefghijklmnop", "subtype too long: at most 15 letters"},
        {"A | 1G | sorcery ^1/1 | gain 1", "unexpected '1/1'"},
        {"A | 1G | sorcery^", "a sorcery needs an effect"},
        {"A | 1G | sorcery | ^flying", "only creatures have abilities"},
        {"A | 1G | instant | ^flash", "only creatures have abilities"},
        {"A | 1G | creature 1/1 | flash, ^flash", "flash is given twice"},
        {"A | 1G | instant^", "an instant needs an effect"},
        {"A | 1G | sorcery | ^cancel target spell", "only instants and creatures with flash can have 'cancel'"},
        {"A | 1G | sorcery | ^prevent combat damage",
         "only instants and creatures with flash can have 'prevent combat damage'"},
        {"A | 1G | creature 1/1 | ^cancel target spell, flash",
         "only instants and creatures with flash can have 'cancel'"},
        {"A | 1G | instant | cancel ^target creature", "'cancel' applies to spells only"},
        {"A | 1G | instant | cancel ^each spell", "'cancel' needs a target spell"},
        {"A | 1G | instant | destroy ^target spell", "'destroy' does not apply to spells"},
        {"A | 1G | instant | draw 1 for ^target creature", "'draw' applies to players, not to creatures"},
        {"A | 1G | instant | prevent combat damage ^to you", "unexpected 'to you'"},
        {"A | 1G | sorcery | ^flie", "unknown effect 'flie'; expected one of: " EFFECTS},
        {"B | land B\nA | 1G | creature 1/1 | haste, ^flyng",
         "unknown ability or effect 'flyng'; expected one of: " ITEMS},
        {"A | 1G | creature 1/1 |^ ", "unknown ability or effect ''; expected one of: " ITEMS},
        {"A | 1G | creature 1/1 | haste, ^, reach", "unknown ability or effect ''; expected one of: " ITEMS},
        {"A | 1G | creature 1/1 | haste,^", "unknown ability or effect ''; expected one of: " ITEMS},
        {"A | 1G | creature 1/1 | haste, ^haste", "haste is given twice"},
        {"A | 1G | creature 1/1 | haste ^reach", "unexpected 'reach'"},
        {"A | 1G | sorcery | damage ^to target creature", "expected a number from 0 to 80"},
        {"A | 1G | sorcery | damage ^81 to target creature", "expected a number from 0 to 80"},
        {"A | 1G | sorcery | damage ^3x to target creature", "expected a number from 0 to 80"},
        {"A | 1G | sorcery | damage ^001 to target creature", "expected a number from 0 to 80"},
        {"A | 1G | sorcery | damage^", "expected a number from 0 to 80"},
        {"A | 1G | sorcery | damage 3^", "expected 'to'"},
        {"A | 1G | sorcery | damage 3 ^on target creature", "expected 'to'"},
        {"A | 1G | sorcery | counter 3 ^to each creature", "expected 'on'"},
        {"A | 1G | sorcery | gain 3 ^to you", "expected 'for'"},
        {"A | 1G | sorcery | damage 3 to^", WHOM},
        {"A | 1G | sorcery | damage 3 to ^creature", WHOM},
        {"A | 1G | sorcery | destroy ^all creatures", WHOM},
        {"A | 1G | sorcery | destroy each^", NOUN},
        {"A | 1G | sorcery | destroy each ^creatures", NOUN},
        {"A | 1G | sorcery | damage 1 to target creature or ^players", NOUN},
        {"A | 1G | sorcery | destroy each creature ^twice", "unexpected 'twice'"},
        {"A | 1G | sorcery | destroy ^target player", "'destroy' applies to creatures, not to players"},
        {"A | 1G | sorcery | tap ^you", "'tap' applies to creatures, not to players"},
        {"A | 1G | sorcery | boost 1 to ^each player", "'boost' applies to creatures, not to players"},
        {"A | 1G | sorcery | gain 1 for ^each creature", "'gain' applies to players, not to creatures"},
        {"A | 1G | sorcery | damage 1 to target creature or player, tap ^it",
         "'tap' applies to creatures, not to players"},
        {"A | 1G | sorcery | tap ^it", "'it' needs a target in an earlier effect"},
        {"A | 1G | sorcery | tap target creature, destroy ^target creature",
         "a card has only one target; later effects call it 'it'"},
        {"A | 1G | sorcery | ^its owner gains 3", "'its owner gains' needs a target creature in an earlier effect"},
        {"A | 1G | sorcery | damage 1 to target player, ^its owner gains 3",
         "'its owner gains' needs a target creature in an earlier effect"},
        {"A | 1G | sorcery | gain 1, gain 2, gain 3, ^gain 4", "a card has at most 3 effects"},
        {"A | land G\n^a | land G", "a is given twice"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256], place[32];
        struct jg_magic_cards cards = {0};
        struct jg_error err = {0}, portuguese = {.lang = PORTUGUESE};
        int at = marked(bad[i].text, text, sizeof text, place, sizeof place);
        if (!read_cards(&cards, text, &err)) fail_msg("taken: %s", text);
        assert_mistake(&bad[i], &err, place, at);
        assert_int_equal(cards.count, 0);
        assert_int_equal(read_cards(&cards, text, &portuguese), JG_EINPUT);
        assert_string_not_equal(portuguese.message, err.message);
        assert_int_equal(read_cards(&cards, text, NULL), JG_EINPUT);
        jg_magic_cards_free(&cards);
    }
}

static void test_many_cards(void **state) {
    (void)state;
    struct jg_magic_cards cards = {0};
    struct jg_error err = {0};
    char line[64];
    for (int i = 0; i < JG_MAGIC_CARDS_MAX; i++) {
        snprintf(line, sizeof line, "Card %d | land G", i);
        assert_int_equal(read_cards(&cards, line, &err), JG_OK);
    }
    assert_int_equal(read_cards(&cards, "card 7 | land R", &err), JG_OK);
    assert_int_equal(read_cards(&cards, "card 8 | land R\nOne more | land G", &err), JG_EINPUT);
    assert_string_equal(err.message, "my.txt:2:1: at most 512 cards are allowed");
    assert_int_equal(cards.count, JG_MAGIC_CARDS_MAX);
    jg_magic_cards_free(&cards);
    char *large = malloc(JG_MAGIC_FILE_MAX + 1);
    memset(large, '\n', JG_MAGIC_FILE_MAX + 1);
    assert_int_equal(jg_magic_cards_read(&cards, "my.txt", large, JG_MAGIC_FILE_MAX + 1, &err), JG_EINPUT);
    assert_string_equal(err.message, "my.txt: larger than 262144 bytes");
    assert_int_equal(jg_magic_cards_read(&cards, "my.txt", large, JG_MAGIC_FILE_MAX, &err), JG_OK);
    free(large);
    jg_magic_cards_free(&cards);
}

/* ---- Files cut anywhere ----------------------------------------------------------------- */

static void check_error(const struct jg_error *err, size_t length) {
    assert_int_equal(err->code, JG_EINPUT);
    assert_true(err->message[0] && err->position >= 0 && (size_t)err->position <= length);
}

/* Memory of the exact size, so that a sanitizer catches reads beyond it. */
static void read_cut(const struct jg_magic_cards *known, const char *text, size_t length) {
    char *exact = malloc(length ? length : 1);
    struct jg_magic_cards cards = {0};
    struct jg_magic_deck deck;
    struct jg_error err = {0};
    memcpy(exact, text, length);
    if (jg_magic_cards_read(&cards, "cut", exact, length, &err)) check_error(&err, length);
    if (jg_magic_deck_read(&deck, known, "cut", exact, length, &err)) check_error(&err, length);
    jg_magic_cards_free(&cards);
    free(exact);
}

/* A file that is built in. The caller frees the text. */
static char *source(const char *file) {
    char path[1024];
    snprintf(path, sizeof path, TEST_GAMES "/../../src/games/magic/%s", file);
    char *text = jg_file_read(path, JG_MAGIC_FILE_MAX, NULL);
    assert_non_null(text);
    return text;
}

static void test_cut(void **state) {
    (void)state;
    static const char *const files[] = {"cards.txt", "red.deck", "white.deck"};
    struct jg_magic_cards cards = built_in();
    for (int f = 0; f < 3; f++) {
        char *text = source(files[f]);
        for (size_t n = 0; n <= strlen(text); n++) read_cut(&cards, text, n);
        free(text);
    }
    jg_magic_cards_free(&cards);
}

/* Bytes changed at random, zeroes too. */
static void test_garbled(void **state) {
    (void)state;
    char *const texts[] = {source("cards.txt"), source("red.deck")};
    static const char signs[] = "|,/#\n 09WGx\t\xc3\xff";
    struct jg_magic_cards cards = built_in();
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int k = 0, rounds = test_scaled(2000); k < rounds; k++) {
        char copy[8192];
        const char *text = texts[k & 1];
        size_t length = strlen(text);
        assert_true(length < sizeof copy);
        memcpy(copy, text, length);
        for (uint32_t i = jg_rng_below(&rng, 4) + 1; i > 0; i--)
            copy[jg_rng_below(&rng, (uint32_t)length)] = signs[jg_rng_below(&rng, sizeof signs)];
        read_cut(&cards, copy, length);
    }
    for (int i = 0; i < 2; i++) free(texts[i]);
    jg_magic_cards_free(&cards);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in),      cmocka_unit_test(test_said),       cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_refused_cards), cmocka_unit_test(test_many_cards), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_garbled),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
