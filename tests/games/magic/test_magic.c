/* The engine against the plain engine: random games with all decks, from the toss and from crowded
 * boards. Every state, move list and probability must agree, and every text must read back. */
#include "magic_pair.h"

enum { GAMES = 40000, TREES = 600 }; /* half of them with instants */

static const struct match {
    const char *decks, *options;
    const struct plain_magic_copies *first, *second;
} MATCHES[] = {
    {"red/white", "", PLAIN_MAGIC_RED, PLAIN_MAGIC_WHITE},
    {"white/red", ",giant=3/4", PLAIN_MAGIC_WHITE, PLAIN_MAGIC_RED},
    {"red/red", ",first=2", PLAIN_MAGIC_RED, PLAIN_MAGIC_RED},
    {"white/white", ",first=1", PLAIN_MAGIC_WHITE, PLAIN_MAGIC_WHITE},
    {"embers/white", "", MAGIC_EMBERS, PLAIN_MAGIC_WHITE},
    {"graves/grove", "", MAGIC_GRAVES, MAGIC_GROVE},
    {"blue/green", "", PLAIN_MAGIC_BLUE, PLAIN_MAGIC_GREEN},
    {"green/blue", ",stops1=all,stops2=all", PLAIN_MAGIC_GREEN, PLAIN_MAGIC_BLUE},
    {"blue/blue", ",stops1=all", PLAIN_MAGIC_BLUE, PLAIN_MAGIC_BLUE},
    {"sparks/guard", "", MAGIC_SPARKS, MAGIC_GUARD},
    {"guard/red", ",stops2=none,stops1=all", MAGIC_GUARD, PLAIN_MAGIC_RED},
    {"night/green", ",stops1=all,first=1", MAGIC_NIGHT, PLAIN_MAGIC_GREEN},
};

enum { MATCH_COUNT = sizeof MATCHES / sizeof *MATCHES };

/* ---- Games at random --------------------------------------------------------------------- */

/* Events of all games. */
struct seen {
    int phase[JG_MAGIC_PHASES], word[JG_MAGIC_TARGET_SPELL + 1];
    int cast[64];
    const char *card[64];
    int cards;
    int blockers; /* longest damage order */
    int out;      /* games ended by an empty library */
};

static void count_cast(struct seen *seen, const char *name) {
    int i = 0;
    while (i < seen->cards && strcmp(seen->card[i], name) != 0) i++;
    if (i == seen->cards) seen->card[seen->cards++] = plain_magic_card(name)->name;
    seen->cast[i]++;
}

static void watch(struct seen *seen, const struct magic_pair *p, jg_move move) {
    int orders = 0;
    seen->phase[p->s->phase]++;
    seen->word[jg_magic_move_type(move)]++;
    if (jg_magic_move_type(move) == JG_MAGIC_PLAY)
        count_cast(seen, jg_magic_card(&p->g, jg_magic_mover(p->s), jg_magic_move_arg(move))->name);
    for (int i = 0; p->s->phase == JG_MAGIC_ORDER && i < p->s->side[1 - p->s->active].creatures; i++)
        orders += p->s->side[1 - p->s->active].creature[i].blocks == p->s->chosen;
    if (orders > seen->blockers) seen->blockers = orders;
}

/* Passes and ends declarations only with the probability that `eager` percent leave. */
static jg_move choose(const struct magic_pair *p, struct jg_rng *rng, int eager) {
    jg_move moves[JG_MOVES_MAX], move;
    int n = magic_pair_moves(p, moves);
    if (jg_turn(&p->g, p->s) == JG_CHANCE) return p->g.kind->draw(&p->g, p->s, rng);
    for (;;) {
        move = moves[jg_rng_below(rng, (uint32_t)n)];
        int word = jg_magic_move_type(move);
        bool idle = word == JG_MAGIC_PASS || word == JG_MAGIC_DONE || word == JG_MAGIC_TAKE_MULLIGAN;
        if (n == 1 || !idle || (int)jg_rng_below(rng, 100) >= eager) return move;
    }
}

/* Moves cards from the library to the battlefield, the graveyard and the hand. */
static void furnish(struct magic_pair *p, struct jg_rng *rng) {
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_deck *deck = jg_magic_deck(&p->g, seat);
        struct jg_magic_side *side = &p->s->side[seat];
        int lots[] = {5, 20, 40, 58}, moved = lots[jg_rng_below(rng, 4)];
        for (int i = 0; i < moved && side->in_library > 2; i++) {
            int kind = (int)jg_rng_below(rng, deck->kinds);
            if (!side->library[kind]) continue;
            side->library[kind]--;
            side->in_library--;
            if (jg_rng_below(rng, 8) == 0) {
                side->hand[kind]++;
                side->in_hand++;
            } else if (deck->card[kind].type == JG_MAGIC_LAND) {
                side->lands++;
                side->untapped++;
            } else if (deck->card[kind].type == JG_MAGIC_CREATURE && side->creatures < 10) {
                struct jg_magic_creature *c = &side->creature[side->creatures++];
                *c = (struct jg_magic_creature){.kind = (uint8_t)kind, .id = ++p->s->last_id};
                c->flags = (uint8_t)jg_rng_below(rng, 8) ? 0 : JG_MAGIC_TAPPED;
                c->counters = (uint8_t)(jg_rng_below(rng, 5) == 0);
                c->damage = (uint8_t)(jg_rng_below(rng, 4) == 0 && deck->card[kind].toughness > 1);
            } else {
                side->grave[kind]++;
            }
        }
        side->life = (int16_t)(1 + jg_rng_below(rng, 30));
    }
    magic_pair_copy(p);
    magic_pair_agree(p);
}

/* Position and move read back from their texts. */
static void check_texts(struct magic_pair *p, jg_move move) {
    char text[JG_POSITION_MAX], word[JG_MOVE_MAX];
    union jg_state again;
    struct jg_error err = {0};
    jg_move parsed = 0;
    read_position(&p->g, position_text(&p->g, p->s, text), &again);
    AGREE(p, memcmp(&again, p->s, p->g.state_size) == 0);
    if (p->g.kind->parse_move(&p->g, p->s, move_word(&p->g, p->s, move, word), &parsed, &err))
        fail_msg("%s: %s: %s", text, word, err.message);
    AGREE(p, parsed == move);
}

static void random_game(struct magic_pair *p, struct jg_rng *rng, struct seen *seen) {
    static const int EAGER[] = {0, 60, 90, 97, 97, 97};
    int eager = EAGER[jg_rng_below(rng, 6)];
    bool crowded = jg_rng_below(rng, 3) > 0;
    magic_pair_start(p);
    magic_pair_agree(p);
    while (p->s->phase != JG_MAGIC_END) {
        if (crowded && p->s->phase == JG_MAGIC_MAIN_1) {
            furnish(p, rng);
            crowded = false;
        }
        jg_move move = choose(p, rng, eager);
        watch(seen, p, move);
        if (p->made % 8 == 0) check_texts(p, move);
        magic_pair_play(p, move);
    }
    seen->out += p->s->side[0].life > 0 && p->s->side[1].life > 0;
}

static void test_games(void **state) {
    (void)state;
    struct seen seen = {0};
    int games = test_scaled(GAMES);
    for (int m = 0; m < MATCH_COUNT; m++) {
        static struct magic_pair p;
        magic_pair_open_decks(&p, MATCHES[m].decks, MATCHES[m].options);
        for (int i = m; i < games; i += MATCH_COUNT) {
            struct jg_rng rng;
            p.game = (uint64_t)i;
            jg_rng_init(&rng, test_seed(), p.game);
            random_game(&p, &rng, &seen);
        }
        magic_pair_close(&p);
    }
    if (games < 1000) return;
    for (int phase = 0; phase < JG_MAGIC_PHASES; phase++)
        if (phase != JG_MAGIC_END && seen.phase[phase] < games / 100)
            fail_msg("phase %d: %d times", phase, seen.phase[phase]);
    for (int word = 1; word <= JG_MAGIC_TARGET_SPELL; word++)
        if (seen.word[word] < games / 100) fail_msg("word %d: %d times", word, seen.word[word]);
    for (int i = 0; i < seen.cards; i++)
        if (seen.cast[i] < games / 100) fail_msg("%s: %d times", seen.card[i], seen.cast[i]);
    assert_int_equal(seen.cards, 57); /* all cards of the plain engine */
    assert_true(seen.blockers >= 4 && seen.out >= games / 200);
}

/* ---- Trees ------------------------------------------------------------------------------- */

static void test_trees(void **state) {
    (void)state;
    for (int m = 0; m < MATCH_COUNT; m++) {
        static struct magic_pair p;
        magic_pair_open_decks(&p, MATCHES[m].decks, MATCHES[m].options);
        for (int i = m; i < test_scaled(TREES); i += MATCH_COUNT) {
            struct jg_rng rng;
            p.game = (uint64_t)i;
            jg_rng_init(&rng, test_seed(), 1000000 + p.game);
            magic_pair_start(&p);
            while (p.s->phase != JG_MAGIC_MAIN_1) magic_pair_play(&p, choose(&p, &rng, 100));
            furnish(&p, &rng);
            for (uint32_t n = jg_rng_below(&rng, 30); n > 0 && p.s->phase != JG_MAGIC_END; n--)
                magic_pair_play(&p, choose(&p, &rng, 80));
            for (int depth = 1; depth <= 3; depth++)
                AGREE(&p, jg_perft(&p.g, p.s, depth) == plain_magic_perft(&p.plain, depth));
        }
        magic_pair_close(&p);
    }
}

/* ---- Cards ------------------------------------------------------------------------------- */

static void same_card(const struct jg_magic_card *card, bool other_giant) {
    static const char *const ABILITIES[] = {"flying",       "reach",         "vigilance", "haste",
                                            "first strike", "double strike", "lifelink"};
    const struct plain_magic_card *plain = plain_magic_card(card->name);
    bool turned = other_giant && strcmp(card->name, "Skyraker Giant") == 0;
    assert_non_null(plain);
    assert_int_equal("LCSI"[card->type], plain -> type);
    assert_int_equal(card->flash, plain_magic_has(card->name, "flash"));
    assert_int_equal(card->mana, plain->cost);
    assert_int_equal(turned ? card->toughness : card->power, plain->power);
    assert_int_equal(turned ? card->power : card->toughness, plain->toughness);
    for (int i = 0; i < 7; i++) assert_int_equal(card->abilities >> i & 1, plain_magic_has(card->name, ABILITIES[i]));
}

static void test_cards(void **state) {
    (void)state;
    for (int m = 0; m < MATCH_COUNT; m++) {
        static struct magic_pair p;
        magic_pair_open_decks(&p, MATCHES[m].decks, MATCHES[m].options);
        for (int seat = 0; seat < 2; seat++) {
            const struct jg_magic_deck *deck = jg_magic_deck(&p.g, seat);
            int kinds = 0;
            for (const struct plain_magic_copies *c = seat ? MATCHES[m].second : MATCHES[m].first; c->n; c++, kinds++)
                assert_int_equal(deck->count[magic_kind(&p.g, seat, c->name)], c->n);
            assert_int_equal(deck->kinds, kinds);
            for (int kind = 0; kind < kinds; kind++) same_card(&deck->card[kind], jg_magic_rules(&p.g)->giant);
        }
        magic_pair_close(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_trees),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
