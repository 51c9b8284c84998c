/* Inputs of networks: a view as one player sees it. Every creature in play activates an input of its card, side and
 * whether it is tapped, by the number of equal ones; every card in the own hand one of its card. Groups with one active
 * input each follow: life, lands and cards in hand of both players, untapped lands in games with windows of priority,
 * and whose turn it is. */
#include "games/magic/magic.h"

#include "core/hash.h"

#include <stdio.h>
#include <string.h>

enum {
    COPIES = 4,                                         /* of a card with inputs of their own, */
    LANDS = 7,                                          /* and of a land in hand */
    COUNTERS = 8,                                       /* and boosts of a side, in all */
    IN_HAND = 16,                                       /* cards of a hand that activate inputs */
    LIFE = 30,                                          /* the greatest life with an input of its own, */
    FIELD = 10,                                         /* number of lands, */
    CARDS = 9,                                          /* and cards in hand */
    SIDE = LIFE + 1 + FIELD + 1 + CARDS + 1 + COUNTERS, /* inputs of a side besides its cards */
    UNTAPPED = FIELD + 1,
    SCALARS = 2 * (SIDE + UNTAPPED) + 2,
};

static int most_copies(const struct jg_magic_card *card) { return card->type == JG_MAGIC_LAND ? LANDS : COPIES; }

/* The seat whose cards have the first numbers: a network fits its decks in either order. */
static int first_seat(const struct jg_magic_tables *t) {
    int kinds = t->deck[0].kinds < t->deck[1].kinds ? t->deck[0].kinds : t->deck[1].kinds, order = 0;
    for (int kind = 0; kind < kinds && !order; kind++)
        order = strcmp(t->deck[0].card[kind].name, t->deck[1].card[kind].name);
    return order > 0 || (!order && t->deck[0].kinds > t->deck[1].kinds);
}

void jg_magic_number_inputs(struct jg_magic_tables *t) {
    int board = 0, hand = 0, first = first_seat(t);
    for (int i = 0; i < 2; i++)
        for (int kind = 0, seat = first ^ i; kind < t->deck[seat].kinds; kind++) {
            const struct jg_magic_card *card = &t->deck[seat].card[kind];
            t->board_input[seat][kind] = (uint16_t)board;
            t->hand_input[seat][kind] = (uint16_t)hand;
            if (card->type == JG_MAGIC_CREATURE) board += 2 * COPIES;
            hand += most_copies(card);
        }
    t->board_inputs = (uint16_t)board;
    t->hand_inputs = (uint16_t)hand;
}

/* What the inputs depend on: the cards of both decks, but not the number of their copies. */
static uint64_t cards_key(const struct jg_magic_tables *t) {
    uint64_t h = 1;
    for (int i = 0, first = first_seat(t); i < 2; i++)
        for (int kind = 0, seat = first ^ i; kind < t->deck[seat].kinds; kind++) {
            const struct jg_magic_card *card = &t->deck[seat].card[kind];
            h = jg_hash_mix(h, jg_hash(card->name, strlen(card->name)));
            h = jg_hash_mix(h, (uint64_t)card->mana << 24 | (uint64_t)card->power << 16 |
                                   (uint64_t)card->toughness << 8 | card->abilities);
        }
    return h;
}

void jg_magic_inputs(const struct jg_game *g, struct jg_inputs *out) {
    const struct jg_magic_tables *t = g->tables;
    out->count = 2 * t->board_inputs + t->hand_inputs + SCALARS;
    out->at_chance = true;
    out->active = 2 * JG_MAGIC_CREATURES + IN_HAND + 2 * COUNTERS + 2 * 4 + 1;
    snprintf(out->layout, sizeof out->layout, "cards %016llx", (unsigned long long)cards_key(t));
}

static void activate(uint64_t *active, int input) { active[input / 64] |= UINT64_C(1) << input % 64; }

static int least(int a, int b) { return a < b ? a : b; }

/* A group with one active input. Returns the input after the group. */
static int activate_one(uint64_t *active, int at, int value, int most) {
    activate(active, at + (value < 0 ? 0 : least(value, most)));
    return at + most + 1;
}

/* The creatures of a side, from an input on; returns the sum of their counters and boosts. */
static int observe_creatures(const struct jg_magic_tables *t, const struct jg_magic_side *side, int seat, int from,
                             uint64_t *active) {
    uint8_t seen[JG_MAGIC_KINDS][2] = {{0}};
    int counters = 0;
    for (int i = 0; i < side->creatures; i++) {
        const struct jg_magic_creature *c = &side->creature[i];
        int tapped = c->flags & JG_MAGIC_TAPPED;
        counters += c->counters;
        if (c->kind >= JG_MAGIC_KINDS || seen[c->kind][tapped] == COPIES) continue;
        activate(active, from + t->board_input[seat][c->kind] + tapped * COPIES + seen[c->kind][tapped]++);
    }
    return counters;
}

static void observe_hand(const struct jg_magic_tables *t, const struct jg_magic_side *side, int seat, int from,
                         uint64_t *active) {
    int cards = 0;
    for (int kind = 0; kind < t->deck[seat].kinds; kind++) {
        int n = least(side->hand[kind], most_copies(&t->deck[seat].card[kind]));
        for (int i = 0; i < n && cards < IN_HAND; i++, cards++) activate(active, from + t->hand_input[seat][kind] + i);
    }
}

void jg_magic_observe_state(const struct jg_game *g, const struct jg_magic *s, int seat, bool hand, uint64_t *active) {
    const struct jg_magic_tables *t = g->tables;
    int at = 2 * t->board_inputs;
    if (hand) observe_hand(t, &s->side[seat], seat, at, active);
    at += t->hand_inputs;
    for (int other = 0; other < 2; other++) {
        const struct jg_magic_side *side = &s->side[seat ^ other];
        int counters = observe_creatures(t, side, seat ^ other, other * t->board_inputs, active);
        at = activate_one(active, at, side->life, LIFE);
        at = activate_one(active, at, side->lands, FIELD);
        at = activate_one(active, at, side->in_hand, CARDS);
        for (int i = 0; i < least(counters, COUNTERS); i++) activate(active, at + i);
        at += COUNTERS;
        if (t->windows) activate_one(active, at, side->untapped, FIELD);
        at += UNTAPPED;
    }
    activate(active, at + (s->active != seat));
}

void jg_magic_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    int phase = ((const struct jg_magic *)view)->phase;
    if (phase <= JG_MAGIC_SCRY || phase == JG_MAGIC_MORE) return; /* no network learns from these */
    jg_magic_observe_state(g, view, team, true, active);
}
