/* Card and deck files: the built-in ones, parsing, and errors with their place. */
#include "card_line.h"
#include "test.h"

#include "core/file.h"

#include <ctype.h>
#include <unistd.h>

enum {
    CREATURE = JG_MAGIC_OWN | JG_MAGIC_OPPOSING,
    PLAYER = JG_MAGIC_YOU | JG_MAGIC_OPPONENT,
};

static struct jg_magic_span span_of(const char *text) { return (struct jg_magic_span){text, text + strlen(text)}; }

static struct jg_magic_cards built_in(void) {
    struct jg_magic_cards cards = {0};
    struct jg_error err = {0};
    if (jg_magic_cards_built_in(&cards, &err)) fail_msg("%s", err.message);
    return cards;
}

/* ---- What is built in ------------------------------------------------------------------- */

#define LAND(n, c)                                                                                                     \
    { .name = n, .type = JG_MAGIC_LAND, .colour = c }
#define CREATURE_CARD(n, price, m, c, p, t)                                                                            \
    .name = n, .cost = price, .mana = m, .colour = c, .type = JG_MAGIC_CREATURE, .power = p, .toughness = t
#define SORCERY(n, price, m, c) .name = n, .cost = price, .mana = m, .colour = c, .type = JG_MAGIC_SORCERY
#define AIMED(v, n, w)          .target = w, .effects = 1, .effect = {{.verb = JG_MAGIC_##v, .amount = n, .whom = w}}
#define ON_EACH(v, n, w)        .effects = 1, .effect = {{.verb = JG_MAGIC_##v, .amount = n, .whom = w, .each = true}}

/* Every card of the specification, and those of the black deck and of green ones. */
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
};

enum { CARD_COUNT = sizeof CARDS / sizeof *CARDS };

static void assert_same_card(const struct jg_magic_card *a, const struct jg_magic_card *b) {
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->cost, b->cost);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->mana, b->mana);
    assert_int_equal(a->power, b->power);
    assert_int_equal(a->toughness, b->toughness);
    assert_int_equal(a->abilities, b->abilities);
    assert_int_equal(a->colour, b->colour);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->effects, b->effects);
    for (int i = 0; i < a->effects; i++) {
        assert_int_equal(a->effect[i].verb, b->effect[i].verb);
        assert_int_equal(a->effect[i].amount, b->effect[i].amount);
        assert_int_equal(a->effect[i].whom, b->effect[i].whom);
        assert_int_equal(a->effect[i].each, b->effect[i].each);
    }
}

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

/* The number of cards of each code in a deck. */
struct want_deck {
    const char *title, *codes[12];
    uint8_t count[12];
};

static void test_built_in_decks(void **state) {
    (void)state;
    static const struct want_deck want[] = {
        {"Red", {"M", "NR", "BS", "FR", "LH", "SG", "FK", "VH", "LA", "BV"}, {24, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
        {"White",
         {"P", "FA", "GP", "GS", "CA", "AM", "SM", "HI", "PP", "IR", "DJ"},
         {24, 4, 4, 4, 4, 4, 4, 2, 4, 4, 2}},
        {"Black", {"S", "WC", "CN", "BI", "WG", "DC", "RC", "ZG", "VH", "E"}, {24, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    };
    struct jg_magic_cards cards = built_in();
    struct jg_game g;
    for (int d = 0; d < 3; d++) {
        static const char *const SPECS[] = {"magic:decks=red/white", "magic:decks=white/red", "magic:decks=black/red"};
        if (jg_game_open(&g, SPECS[d], NULL)) fail();
        const struct jg_magic_deck *deck = jg_magic_deck(&g, 0);
        int total = 0;
        assert_string_equal(deck->name, want[d].title);
        assert_int_equal(deck->kinds, d == 1 ? 11 : 10);
        assert_int_equal(deck->land, 0);
        for (int i = 0; i < deck->kinds; i++) {
            assert_string_equal(deck->code[i], want[d].codes[i]);
            assert_int_equal(deck->count[i], want[d].count[i]);
            assert_same_card(&deck->card[i], jg_magic_cards_find(&cards, span_of(deck->card[i].name)));
            total += deck->count[i];
        }
        assert_int_equal(total, 60);
        jg_game_close(&g);
    }
    jg_magic_cards_free(&cards);
}

/* ---- Reading cards ---------------------------------------------------------------------- */

static enum jg_status read_cards(struct jg_magic_cards *cards, const char *text, struct jg_error *err) {
    return jg_magic_cards_read(cards, "my.txt", text, strlen(text), err);
}

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

struct mistake {
    const char *text; /* with '^' at the error */
    const char *message;
};

/* Removes the mark from a text; its place is that of the expected error. */
static int marked(const char *text, char *out, size_t size, char *place, size_t place_size) {
    int at = (int)strcspn(text, "^"), line = 1, column = 1;
    snprintf(out, size, "%.*s%s", at, text, text + at + 1);
    for (int i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    snprintf(place, place_size, "my.txt:%d:%d: ", line, column);
    return at;
}

static void assert_mistake(const struct mistake *bad, const struct jg_error *err, const char *place, int at) {
    char want[JG_MESSAGE_MAX];
    snprintf(want, sizeof want, "%s%s", place, bad->message);
    assert_string_equal(err->message, want);
    assert_int_equal(err->position, at);
}

#define WHOM    "expected a recipient: 'target creature', 'each player', 'it', 'you' or 'opponent'"
#define NOUN    "expected creature, own creature, opposing creature, player, opponent or you"
#define EFFECTS "damage, destroy, tap, boost, counter, gain, its owner gains"
#define ITEMS   "flying, reach, vigilance, haste, first strike, double strike, lifelink, " EFFECTS
#define FORM    "expected '|': a card is 'NAME | COST | creature 2/2' or 'NAME | land G'"
#define SIZE    "expected power and toughness from 0 to 80, such as 3/2"
#define COST    "a cost is a number up to 99, then letters W, U, B, R or G"

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
        {"A | 1G |^", "expected 'creature' or 'sorcery'"},
        {"A | 1G | ^creatures 1/1", "expected 'creature' or 'sorcery'"},
        {"A | 1G | ^land G", "expected 'creature' or 'sorcery'"},
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

/* ---- Reading decks ---------------------------------------------------------------------- */

#define FIRST_36                                                                                                       \
    "4 Nest Robber\n4 Brazen Scourge\n4 Frenzied Raptor\n4 Lightning Hounds\n4 Skyraker Giant\n4 Flametongue Kavu\n"   \
    "4 Volcanic Hammer\n4 Lava Axe\n4 Blazing Volley\n"

/* A pasted deck becomes a list for specs, which names the same cards; two cards share the initials VH. */
static void test_packed_decks(void **state) {
    (void)state;
    static const char TEXT[] = "# a deck\n48 Swamp\n4 vicious hunger\n4 Bog Imp\n4 Eviscerate\n";
    char list[JG_SPEC_MAX], spec[JG_SPEC_MAX + 32];
    struct jg_text t;
    struct jg_game g;
    struct jg_error err = {0}, portuguese = {.lang = PORTUGUESE};
    jg_text_init(&t, list, sizeof list);
    assert_int_equal(jg_magic_list_pack(TEXT, &t, &err), JG_OK);
    assert_string_equal(list, "48S+4VH2+4BI+4E");
    snprintf(spec, sizeof spec, "magic:decks=red/%s", list);
    assert_int_equal(jg_game_open(&g, spec, &err), JG_OK);
    assert_string_equal(jg_magic_deck(&g, 1)->name, "Custom");
    assert_int_equal(jg_magic_deck(&g, 1)->kinds, 4);
    assert_string_equal(jg_magic_card(&g, 1, 1)->name, "Vicious Hunger");
    assert_int_equal(jg_magic_deck(&g, 1)->count[0], 48);
    jg_game_close(&g);
    assert_int_equal(jg_magic_list_pack("24 Forest\n4 Bog Inp\n", &t, &err), JG_EINPUT);
    assert_string_equal(err.message, "line 2, column 3: unknown card 'Bog Inp'; similar names: Bog Imp");
    assert_int_equal(err.position, 12);
    assert_int_equal(jg_magic_list_pack("24 Forest\n4 Bog Inp\n", &t, &portuguese), JG_EINPUT);
    assert_non_null(strstr(portuguese.message, "linha 2, coluna 3: "));
    static const char *const BAD[] = {"red/4",      "red/60S+",      "red/60XX", "red/48S+4VH2+4BI+5E",
                                      "60S/white/", "red/48S+4VH2+", "60s/red",  "60S+4BI/red"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        snprintf(spec, sizeof spec, "magic:decks=%s", BAD[i]);
        if (!jg_game_open(&g, spec, NULL)) fail_msg("taken: %s", spec);
    }
}

static void test_refused_decks(void **state) {
    (void)state;
    static const struct mistake bad[] = {
        {"^", "a deck has exactly 60 cards; this one has 0"},
        {"24 Mountain\n" FIRST_36 "^1 Flame Slash\n", "a deck has exactly 60 cards; with these it would have 61"},
        {"23 Mountain\n" FIRST_36 "# and no more\n^", "a deck has exactly 60 cards; this one has 59"},
        {"^61 Mountain\n", "a deck has exactly 60 cards; with these it would have 61"},
        {"20 Mountain\n\n^5 Nest Robber", "a deck has at most 4 copies of a nonland card"},
        {"20 Mountain\n  4 ^nest robbr", "unknown card 'nest robbr'; similar names: Nest Robber"},
        {"4 ^Flame", "unknown card 'Flame'; similar names: Flametongue Kavu, Flame Slash"},
        {"20 Mountain\n4 ^Grizzly Bears", "a deck has only one colour: Mountain is R, Grizzly Bears is G"},
        {"4 Nest Robber\n2 Fine Thing\n20 ^Plains", "a deck has only one colour: Nest Robber is R, Plains is W"},
        {"20 Mountain\n4 ^Red Hill", "a deck has only one kind of land, and it already has Mountain"},
        {"20 Mountain\n4 Nest Robber\n20 ^mountain", "Mountain is given twice"},
        {"2 Nest Robber\n2 ^Nest Robber", "Nest Robber is given twice"},
        {"^Mountain", "expected a number and a card, such as '24 Mountain'"},
        {"^24", "expected a number and a card, such as '24 Mountain'"},
        {"^24Mountain", "expected a number and a card, such as '24 Mountain'"},
        {"^0 Mountain", "expected a number and a card, such as '24 Mountain'"},
        {"^-1 Mountain", "expected a number and a card, such as '24 Mountain'"},
        {"^100 Mountain", "expected a number and a card, such as '24 Mountain'"},
        {"^24x Mountain", "expected a number and a card, such as '24 Mountain'"},
    };
    struct jg_magic_cards cards = built_in();
    assert_int_equal(read_cards(&cards, "Fine Thing | 3 | creature 1/1\nRed Hill | land R", NULL), JG_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512], place[32];
        struct jg_magic_deck deck;
        struct jg_error err = {0}, portuguese = {.lang = PORTUGUESE};
        int at = marked(bad[i].text, text, sizeof text, place, sizeof place);
        if (!jg_magic_deck_read(&deck, &cards, "my.txt", text, strlen(text), &err)) fail_msg("taken: %s", text);
        assert_mistake(&bad[i], &err, place, at);
        assert_int_equal(jg_magic_deck_read(&deck, &cards, "my.txt", text, strlen(text), &portuguese), JG_EINPUT);
        assert_string_not_equal(portuguese.message, err.message);
    }
    jg_magic_cards_free(&cards);
    struct jg_magic_deck deck;
    struct jg_error err = {0};
    assert_int_equal(jg_magic_deck_read(&deck, &cards, "my.txt", "1 X", 3, &err), JG_EINPUT);
    assert_string_equal(err.message, "my.txt:1:3: unknown card 'X'");
}

/* 33 kinds are an error, 32 are not; codes differ whatever the names. */
static void test_kinds_and_codes(void **state) {
    (void)state;
    static const char *const names[] = {
        "Vile Hag", "Volcanic Hammer", "very high",     "of the",          "x", "12 34", "ação",
        "Éa",       "A-B of C's",      "A B C D E F G", "A Bc Cd De Ea Fg"};
    static const char *const codes[] = {"VH", "VH2", "VH3", "OT", "X", "C", "A", "C2", "ABC", "ABCDE", "ABCD2"};
    struct jg_magic_cards cards = {0};
    struct jg_magic_deck deck;
    struct jg_error err = {0};
    char text[4096] = "", line[64];
    for (size_t i = 0; i < 33; i++) {
        if (i < 11)
            snprintf(line, sizeof line, "%s | 1 | creature 1/1", names[i]);
        else
            snprintf(line, sizeof line, "Kind %zu | 1 | creature 1/1", i);
        assert_int_equal(read_cards(&cards, line, &err), JG_OK);
    }
    for (int i = 0; i < 32; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d %s\n", i < 28 ? 2 : 1, cards.at[i].name);
    if (jg_magic_deck_read(&deck, &cards, "/some/where/my.first.deck", text, strlen(text), &err))
        fail_msg("%s", err.message);
    assert_string_equal(deck.name, "my.first");
    assert_int_equal(deck.land, JG_MAGIC_NONE);
    for (int i = 0; i < 11; i++) assert_string_equal(deck.code[i], codes[i]);
    for (int i = 0; i < 32; i++) {
        for (const char *p = deck.code[i]; *p; p++)
            assert_true(isdigit((unsigned char)*p) || isupper((unsigned char)*p));
        for (int j = 0; j < i; j++) assert_string_not_equal(deck.code[i], deck.code[j]);
    }
    assert_string_equal(deck.code[31], "K21");
    strcpy(text, "");
    for (int i = 0; i < 33; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d %s\n", i < 27 ? 2 : 1, cards.at[i].name);
    assert_int_equal(jg_magic_deck_read(&deck, &cards, ".deck", text, strlen(text), &err), JG_EINPUT);
    assert_string_equal(err.message, ".deck:33:1: a deck has at most 32 different cards");
    assert_string_equal(deck.name, ".deck");
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
        char copy[4096];
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

/* ---- In words --------------------------------------------------------------------------- */

static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *card, *head, *english, *portuguese;
    } want[] = {
        {"Siege Mastodon | 4W | creature 3/5", "Siege Mastodon, 4W, criatura 3/5", "", ""},
        {"Griffin Sentinel | 2W | creature 1/3 | flying, vigilance", "Griffin Sentinel, 2W, criatura 1/3",
         "Flying: only creatures with flying or reach can block it. Vigilance: attacking does not tap it.",
         "Voar: só criaturas com voar ou alcance podem bloqueá-la. Vigilância: não vira para atacar."},
        {"Angel of Mercy | 4W | creature 3/3 | flying, gain 3", "Angel of Mercy, 4W, criatura 3/3",
         "Flying: only creatures with flying or reach can block it. When it enters, you gain 3 life.",
         "Voar: só criaturas com voar ou alcance podem bloqueá-la. Quando ela entra, você ganha 3 de vida."},
        {"Volcanic Hammer | 1R | sorcery | damage 3 to target creature or player", "Volcanic Hammer, 1R, feitiço",
         "3 damage to target creature or player.", "3 de dano a uma criatura alvo ou um jogador alvo."},
        {"Heavy Infantry | 4W | creature 3/4 | tap target opposing creature", "Heavy Infantry, 4W, criatura 3/4",
         "When it enters, tap target creature an opponent controls.",
         "Quando ela entra, vire uma criatura alvo que um oponente controla."},
        {"Path of Peace | 3W | sorcery | destroy target creature, its owner gains 4", "Path of Peace, 3W, feitiço",
         "Destroy target creature, its owner gains 4 life.", "Destrua uma criatura alvo, o dono dela ganha 4 de vida."},
        {"Inspiring Roar | 3W | sorcery | counter 1 on each own creature", "Inspiring Roar, 3W, feitiço",
         "Each creature you control gets a +1/+1 counter.",
         "Cada criatura que você controla recebe um marcador +1/+1."},
        {"A | 0 | sorcery | boost 2 to target own creature, damage 1 to it, damage 1 to each opposing creature and you",
         "A, 0, feitiço",
         "Target creature you control gets +2/+2 until end of turn, 1 damage to it, 1 damage to each creature your "
         "opponent controls and you.",
         "Uma criatura alvo que você controla recebe +2/+2 até o final do turno, 1 de dano a esse alvo, 1 de dano a "
         "cada "
         "criatura que o oponente controla e você."},
        {"Plains | land W", "Plains, terreno", "Tap it for one mana. You may play one land each turn.",
         "Vire-o para gerar um mana. Você pode jogar um terreno por turno."},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct jg_magic_cards cards = {0};
        char words[JG_MAGIC_CARD_WORDS];
        struct jg_text t;
        assert_int_equal(read_cards(&cards, want[i].card, NULL), JG_OK);
        jg_text_init(&t, words, sizeof words);
        jg_magic_card_header(cards.at, PORTUGUESE, &t);
        assert_string_equal(words, want[i].head);
        jg_text_clear(&t);
        jg_magic_card_text(cards.at, JG_EN, &t);
        assert_string_equal(words, want[i].english);
        jg_text_clear(&t);
        jg_magic_card_text(cards.at, PORTUGUESE, &t);
        assert_string_equal(words, want[i].portuguese);
        jg_magic_cards_free(&cards);
    }
}

/* The recipients that a card may write after a verb. */
static unsigned allowed_recipients(enum jg_magic_verb verb) {
    switch (verb) {
    case JG_MAGIC_DAMAGE: return CREATURE | PLAYER;
    case JG_MAGIC_DESTROY:
    case JG_MAGIC_TAP:
    case JG_MAGIC_BOOST:
    case JG_MAGIC_COUNTER: return CREATURE;
    case JG_MAGIC_GAIN: return PLAYER;
    case JG_MAGIC_OWNER_GAIN: return 0; /* it has those of an earlier effect */
    }
    return 0;
}

/* Every effect with every recipient prints, reads back, and has a rules text that fits. */
static void test_all_effects(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < JG_MAGIC_VERB_COUNT; verb++)
        for (unsigned whom = 1; whom < 16; whom++)
            for (int each = 0; each < 2; each++) {
                struct jg_magic_effect e = {.verb = (uint8_t)verb, .whom = (uint8_t)whom, .each = each};
                struct jg_magic_card card = {SORCERY("A", "R", 1, 'R'), .effects = 3};
                struct jg_magic_cards cards = {0};
                char line[CARD_LINE], words[JG_MAGIC_CARD_WORDS];
                struct jg_text t;
                bool fits = !(whom & ~allowed_recipients(verb));
                if (jg_magic_verbs[verb].syntax != JG_MAGIC_WHOM) e.amount = 80;
                for (int i = 0; i < 3; i++) card.effect[i] = e;
                if (!each) card.target = (uint8_t)whom;
                jg_text_init(&t, line, sizeof line);
                print_card_line(&card, &t);
                assert_false(t.cut);
                assert_int_equal(read_cards(&cards, line, NULL), fits ? JG_OK : JG_EINPUT);
                if (fits) assert_same_card(cards.at, &card);
                for (jg_lang lang = JG_EN; fits && lang < jg_lang_count(); lang++) {
                    jg_text_init(&t, words, sizeof words);
                    jg_magic_card_text(&card, lang, &t);
                    assert_true(!t.cut && words[0] && !strstr(words, "(null)"));
                }
                jg_magic_cards_free(&cards);
            }
}

/* The nature of each verb, by which the turn search prunes, is what its effects do to a creature and to a player. */
static void test_natures(void **state) {
    enum { N = 3, STAT = 2 };
    (void)state;
    for (unsigned verb = 0; verb < JG_MAGIC_VERB_COUNT; verb++) {
        struct jg_magic_effect e = {.verb = (uint8_t)verb, .amount = N}, none = {.verb = (uint8_t)verb};
        struct jg_magic_card card = {CREATURE_CARD("A", "", 0, 0, STAT, STAT)};
        struct jg_magic_creature c = {0}, untouched = {0};
        struct jg_magic_side owner = {0}, player = {0};
        unsigned nature = 0, tested = JG_MAGIC_KILLS | JG_MAGIC_ALWAYS | JG_MAGIC_RAISES | JG_MAGIC_COSTS_LIFE |
                                      JG_MAGIC_GIVES_LIFE;
        jg_magic_affect_creature(&e, &owner, &c);
        jg_magic_affect_player(&e, &player);
        jg_magic_affect_creature(&none, &owner, &untouched);
        int toughness = jg_magic_toughness(&card, &c);
        if (c.damage >= toughness || c.flags & JG_MAGIC_DESTROYED) nature |= JG_MAGIC_KILLS;
        if (untouched.flags & JG_MAGIC_DESTROYED) nature |= JG_MAGIC_ALWAYS;
        if (jg_magic_power(&card, &c) == STAT + N && toughness == STAT + N) nature |= JG_MAGIC_RAISES;
        if (player.life == -N) nature |= JG_MAGIC_COSTS_LIFE;
        if (player.life == N || owner.life == N) nature |= JG_MAGIC_GIVES_LIFE;
        if ((jg_magic_verbs[verb].nature & tested) != nature)
            fail_msg("%s: %#x, not %#x", jg_magic_verbs[verb].keyword, jg_magic_verbs[verb].nature & tested, nature);
        bool harms = nature & JG_MAGIC_KILLS || c.flags & JG_MAGIC_TAPPED;
        assert_int_equal(harms, (jg_magic_verbs[verb].nature & JG_MAGIC_HARMS) != 0);
    }
}

/* The longest card fits. */
static void test_longest(void **state) {
    (void)state;
    struct jg_magic_cards cards = {0};
    char line[CARD_LINE], words[JG_MAGIC_CARD_WORDS];
    struct jg_text t;
    assert_int_equal(
        read_cards(&cards,
                   "abcdefghijklmnopqrstuvwxyz01234 | 15GGGGG | creature 80/80 | flying, reach, vigilance, "
                   "haste, first strike, double strike, lifelink, boost 80 to target opposing creature, "
                   "damage 80 to each opposing creature and opponent, damage 80 to each opposing creature "
                   "and opponent",
                   NULL),
        JG_OK);
    jg_text_init(&t, line, sizeof line);
    print_card_line(cards.at, &t);
    assert_false(t.cut);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        jg_text_init(&t, words, sizeof words);
        jg_magic_card_text(cards.at, lang, &t);
        assert_false(t.cut);
    }
    jg_magic_cards_free(&cards);
}

/* ---- Opening ---------------------------------------------------------------------------- */

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static enum jg_status open_with(struct jg_game *g, struct jg_magic_rules rules, struct jg_error *err) {
    *g = (struct jg_game){0};
    if (!rules.decks[0]) strcpy(rules.decks, "red/white");
    memcpy(&g->options, &rules, sizeof rules);
    return jg_magic_open_decks(g, err);
}

static void test_open(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_error err = {0};
    assert_int_equal(open_with(&g, (struct jg_magic_rules){0}, &err), JG_OK);
    assert_string_equal(g.seat_name[0], "Red");
    assert_string_equal(g.seat_name[1], "White");
    assert_string_equal(jg_magic_deck(&g, 0)->card[5].name, "Skyraker Giant");
    assert_int_equal(jg_magic_card(&g, 0, 5)->power, 4);
    assert_int_equal(jg_magic_card(&g, 0, 5)->toughness, 3);
    jg_magic_close_decks(&g);
    jg_magic_close_decks(&g);
    assert_int_equal(open_with(&g, (struct jg_magic_rules){.decks = "white/red", .giant = 1}, &err), JG_OK);
    assert_string_equal(g.seat_name[0], "White");
    assert_int_equal(jg_magic_card(&g, 1, 5)->power, 3);
    assert_int_equal(jg_magic_card(&g, 1, 5)->toughness, 4);
    jg_magic_close_decks(&g);
    assert_int_equal(open_with(&g, (struct jg_magic_rules){.decks = "red/red"}, &err), JG_OK);
    assert_null(g.seat_name[0]);
    assert_null(g.seat_name[1]);
    jg_magic_close_decks(&g);
}

static void test_open_refused(void **state) {
    (void)state;
    static const struct {
        struct jg_magic_rules rules;
        enum jg_status code;
        const char *message;
    } bad[] = {
        {{.decks = "red/blue"}, JG_EINPUT, "unknown deck 'blue'; expected one of: red, white, black"},
        {{.decks = "Red/white"}, JG_EINPUT, "unknown deck 'Red'; expected one of: red, white, black"},
        {{.decks = "/white"}, JG_EINPUT, "unknown deck ''; expected one of: red, white, black"},
        {{.decks = "red"}, JG_EINPUT, "decks takes two names separated by '/', such as red/white"},
        {{.decks = "red/white/red"}, JG_EINPUT, "decks takes two names separated by '/', such as red/white"},
        {{.deck1 = "/nowhere/x.deck"}, JG_EIO, "/nowhere/x.deck: No such file or directory"},
        {{.deck2 = "/nowhere/x.deck"}, JG_EIO, "/nowhere/x.deck: No such file or directory"},
        {{.cards = "/nowhere/x.txt"}, JG_EIO, "/nowhere/x.txt: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_game g;
        struct jg_error err = {0};
        assert_int_equal(open_with(&g, bad[i].rules, &err), bad[i].code);
        assert_string_equal(err.message, bad[i].message);
        assert_int_equal(err.position, -1);
        assert_null(g.tables);
    }
}

/* User decks and cards. */
static void test_open_files(void **state) {
    (void)state;
    char folder[] = "/tmp/jogada-cards-XXXXXX", deck[64], cards[64], want[256];
    struct jg_magic_rules rules = {0};
    struct jg_game g;
    struct jg_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(deck, sizeof deck, "%s/green.deck", folder);
    snprintf(cards, sizeof cards, "%s/more.txt", folder);
    write_file(deck, "56 Forest\n4 Big Bears\n");
    write_file(cards, "Big Bears | 3G | creature 4/4\nMountain | land R\n");
    strcpy(rules.deck2, deck);
    strcpy(rules.cards, cards);
    if (open_with(&g, rules, &err)) fail_msg("%s", err.message);
    assert_string_equal(g.seat_name[0], "Red");
    assert_string_equal(g.seat_name[1], "green");
    assert_int_equal(jg_magic_card(&g, 1, 1)->power, 4);
    jg_magic_close_decks(&g);

    rules.cards[0] = 0;
    assert_int_equal(open_with(&g, rules, &err), JG_EINPUT);
    snprintf(want, sizeof want, "%s:2:3: unknown card 'Big Bears'; similar names: ", deck);
    assert_memory_equal(err.message, want, strlen(want));
    assert_int_equal(err.position, -1);

    strcpy(rules.cards, cards);
    write_file(cards, "Big Bears | 3G | creature 4/4 | flyng\n");
    assert_int_equal(open_with(&g, rules, &err), JG_EINPUT);
    snprintf(want, sizeof want, "%s:1:33: unknown ability or effect 'flyng'; expected one of: flying", cards);
    assert_memory_equal(err.message, want, strlen(want));

    write_file(cards, "Mountain | land W\nBig Bears | 3G | creature 4/4\n"); /* the built-in red deck is now invalid */
    assert_int_equal(open_with(&g, rules, &err), JG_EINPUT);
    assert_string_equal(err.message, "red.deck:2:3: a deck has only one colour: Mountain is W, Nest Robber is R");
    assert_int_equal(err.position, -1);
    unlink(deck);
    unlink(cards);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in),
        cmocka_unit_test(test_built_in_decks),
        cmocka_unit_test(test_said),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_refused_cards),
        cmocka_unit_test(test_many_cards),
        cmocka_unit_test(test_refused_decks),
        cmocka_unit_test(test_packed_decks),
        cmocka_unit_test(test_kinds_and_codes),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_garbled),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_all_effects),
        cmocka_unit_test(test_natures),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_open_refused),
        cmocka_unit_test(test_open_files),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
