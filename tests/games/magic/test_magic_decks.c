/* Decks: the built-in ones, parsing with errors and their place, codes, and games of decks in files. */
#include "magic_cards.h"

#include <ctype.h>
#include <unistd.h>

/* ---- What is built in ------------------------------------------------------------------- */

/* The number of cards of each code in a deck. */
struct want_deck {
    const char *title, *codes[13];
    uint8_t count[13];
};

static void test_built_in_decks(void **state) {
    (void)state;
    static const struct want_deck want[] = {
        {"Red", {"M", "NR", "BS", "FR", "LH", "SG", "FK", "VH", "LA", "BV"}, {24, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
        {"White",
         {"P", "FA", "GP", "GS", "CA", "AM", "SM", "HI", "PP", "IR", "DJ"},
         {24, 4, 4, 4, 4, 4, 4, 2, 4, 4, 2}},
        {"Black", {"S", "WC", "CN", "BI", "WG", "DC", "RC", "ZG", "VH", "E"}, {24, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
        {"Blue", {"I", "CM", "WD", "HT", "CS", "FI", "AE", "C", "C2", "R", "I2"}, {24, 4, 4, 4, 4, 4, 4, 4, 2, 2, 4}},
        {"Green",
         {"F", "GB", "KT", "CC", "PC", "GS", "BA", "GG", "F2", "V", "TG", "SS"},
         {24, 4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2}},
    };
    struct jg_magic_cards cards = built_in();
    struct jg_game g;
    for (int d = 0; d < 5; d++) {
        static const char *const SPECS[] = {"magic:decks=red/white", "magic:decks=white/red", "magic:decks=black/red",
                                            "magic:decks=blue/green", "magic:decks=green/red"};
        static const int KINDS[] = {10, 11, 10, 11, 12};
        if (jg_game_open(&g, SPECS[d], NULL)) fail();
        const struct jg_magic_deck *deck = jg_magic_deck(&g, 0);
        int total = 0;
        assert_string_equal(deck->name, want[d].title);
        assert_int_equal(deck->kinds, KINDS[d]);
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
        {{.decks = "red/grey"}, JG_EINPUT, "unknown deck 'grey'; expected one of: red, white, black, blue, green"},
        {{.decks = "Red/white"}, JG_EINPUT, "unknown deck 'Red'; expected one of: red, white, black, blue, green"},
        {{.decks = "/white"}, JG_EINPUT, "unknown deck ''; expected one of: red, white, black, blue, green"},
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
        cmocka_unit_test(test_built_in_decks), cmocka_unit_test(test_refused_decks),
        cmocka_unit_test(test_packed_decks),   cmocka_unit_test(test_kinds_and_codes),
        cmocka_unit_test(test_open),           cmocka_unit_test(test_open_refused),
        cmocka_unit_test(test_open_files),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
