/* Effects of cards: their rules texts in every language, their recipients, and their natures. */
#include "magic_cards.h"

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
    case JG_MAGIC_UNTAP:
    case JG_MAGIC_COUNTER: return CREATURE;
    case JG_MAGIC_DRAW_CARDS:
    case JG_MAGIC_GAIN: return PLAYER;
    case JG_MAGIC_CANCEL: return JG_MAGIC_SPELL;
    case JG_MAGIC_PREVENT: return 0;    /* it has no recipient */
    case JG_MAGIC_OWNER_GAIN: return 0; /* it has those of an earlier effect */
    }
    return 0;
}

/* Every effect with every recipient prints, reads back, and has a rules text that fits. */
static void test_all_effects(void **state) {
    (void)state;
    for (unsigned verb = 0; verb < JG_MAGIC_PREVENT; verb++)
        for (unsigned whom = 1; whom <= JG_MAGIC_SPELL; whom++)
            for (int each = 0; each < 2; each++) {
                struct jg_magic_effect e = {.verb = (uint8_t)verb, .whom = (uint8_t)whom, .each = each};
                struct jg_magic_card card = {INSTANT("A", "R", 1, 'R'), .effects = 3};
                struct jg_magic_cards cards = {0};
                char line[CARD_LINE], words[JG_MAGIC_CARD_WORDS];
                struct jg_text t;
                unsigned only = whom & (JG_MAGIC_ATTACKING | JG_MAGIC_TAPPED_ONLY);
                if (only && (whom & CREATURE) != CREATURE) continue; /* no noun */
                bool fits = !(whom & ~(allowed_recipients(verb) | only));
                if (verb == JG_MAGIC_CANCEL && each) fits = false;
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
                                      JG_MAGIC_GIVES_LIFE | JG_MAGIC_GIVES_CARDS;
        jg_magic_affect_creature(&e, &owner, &c);
        jg_magic_affect_player(&e, &player);
        jg_magic_affect_creature(&none, &owner, &untouched);
        int toughness = jg_magic_toughness(&card, &c);
        if (c.damage >= toughness || c.flags & JG_MAGIC_DESTROYED) nature |= JG_MAGIC_KILLS;
        if (untouched.flags & JG_MAGIC_DESTROYED) nature |= JG_MAGIC_ALWAYS;
        if (jg_magic_power(&card, &c) == STAT + N && toughness == STAT + N) nature |= JG_MAGIC_RAISES;
        if (player.life == -N) nature |= JG_MAGIC_COSTS_LIFE;
        if (player.life == N || owner.life == N) nature |= JG_MAGIC_GIVES_LIFE;
        if (player.draws == N) nature |= JG_MAGIC_GIVES_CARDS;
        if ((jg_magic_verbs[verb].nature & tested) != nature)
            fail_msg("%s: %#x, not %#x", jg_magic_verbs[verb].keyword, jg_magic_verbs[verb].nature & tested, nature);
        bool harms = nature & JG_MAGIC_KILLS || c.flags & JG_MAGIC_TAPPED || verb == JG_MAGIC_CANCEL;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_all_effects),
        cmocka_unit_test(test_natures),
        cmocka_unit_test(test_longest),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
