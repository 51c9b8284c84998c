/* Positions of every phase of the Magic duel, with the usual decks and with decks of files. */
#ifndef TESTS_MAGIC_POSITIONS_H
#define TESTS_MAGIC_POSITIONS_H

#include "games/magic/magic.h"
#include "test.h"

#define FILE1(name) "deck1=" TEST_GAMES "/magic/" name ".deck"
#define FILE2(name) "deck2=" TEST_GAMES "/magic/" name ".deck"
#define CARDS(name) "cards=" TEST_GAMES "/magic/" name ".txt,"

static const char *const SPECS[] = {
    "magic",
    "magic:decks=white/red,skip=1,evade=3",
    "magic:" CARDS("odd") FILE1("odd") "," FILE2("odd"),
    "magic:" FILE1("embers") "," FILE2("graves"),
    "magic:" FILE1("grove") "," FILE2("embers"),
};

enum { SPEC_COUNT = sizeof SPECS / sizeof *SPECS, ODD_SPEC = 2, PHASES = JG_MAGIC_END, EACH = 2 };

static inline const struct jg_magic *magic(const void *state) { return state; }

/* Positions of every phase with a decision, by random play. */
struct positions {
    int n, of[PHASES];
    union jg_state at[PHASES * EACH];
};

static inline bool complete(const struct positions *p, int spec) {
    for (int phase = JG_MAGIC_MULLIGAN; phase < PHASES; phase++) {
        bool target = phase == JG_MAGIC_TARGET_1 || phase == JG_MAGIC_TARGET_2;
        if (phase == JG_MAGIC_LOOK || phase == JG_MAGIC_DRAW || (target && spec >= SPEC_COUNT - 1)) continue;
        if (p->of[phase] < EACH) return false;
    }
    return true;
}

static inline void collect(const struct jg_game *g, int spec, struct positions *p) {
    memset(p, 0, sizeof *p);
    for (uint64_t game = 0; game < 3000 && !complete(p, spec); game++) {
        struct jg_rng rng;
        union jg_state s;
        jg_rng_init(&rng, test_seed(), game);
        jg_start(g, &s);
        for (int seat; (seat = jg_turn(g, &s)) != JG_OVER; jg_apply(g, &s, jg_random_move(g, &s, &rng))) {
            int *n = &p->of[magic(&s)->phase];
            if (seat < 0 || *n == EACH || jg_rng_below(&rng, 4)) continue;
            ++*n;
            p->at[p->n++] = s;
        }
    }
    assert_true(complete(p, spec));
}

/* Every card of the decks is in some zone. */
static inline void check_cards(const struct jg_game *g, const struct jg_magic *s) {
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_side *side = &s->side[seat];
        const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
        bool casts = (s->phase == JG_MAGIC_TARGET_1 || s->phase == JG_MAGIC_TARGET_2) && s->active == seat;
        int hand = 0, library = (side->top != JG_MAGIC_NONE) + (side->bottom != JG_MAGIC_NONE);
        for (int kind = 0; kind < deck->kinds; kind++) {
            int count = side->hand[kind] + side->library[kind] + side->grave[kind] + (side->top == kind) +
                        (side->bottom == kind) + (casts && s->chosen == kind) + (kind == deck->land ? side->lands : 0);
            for (int i = 0; i < side->creatures; i++) count += side->creature[i].kind == kind;
            assert_int_equal(count, deck->count[kind]);
            hand += side->hand[kind];
            library += side->library[kind];
        }
        assert_int_equal(hand, side->in_hand);
        assert_int_equal(library, side->in_library);
    }
}

#endif
