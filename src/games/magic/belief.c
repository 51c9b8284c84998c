/* Belief about the opponent's hand. Players play lands when they can and seldom hold back creatures, so
 * a hidden hand holds fewer of them than the deck does. The likelihood ratios, cards in hand against unseen
 * cards, were counted in 20,000 games of `magic.search` with both decks. */
#include "games/magic/rollout.h"

enum { LEAST = -2, MOST = 3, SLACKS = MOST - LEAST + 1 }; /* lands in play minus the cost of a card */

struct likelihoods {
    double land, no_land; /* no_land: after a turn without a land drop */
    double creature[SLACKS], sorcery[SLACKS];
};

/* In the opponent's turn, and in the player's own. */
static const struct likelihoods LIKELIHOODS[2] = {
    {.land = 0.72,
     .no_land = 0.03,
     .creature = {1.32, 1.73, 0.90, 0.73, 0.66, 0.45},
     .sorcery = {1.40, 1.89, 1.55, 1.80, 2.00, 2.50}},
    {.land = 0.56,
     .no_land = 0.03,
     .creature = {1.63, 1.94, 1.40, 1.03, 0.99, 0.75},
     .sorcery = {1.83, 2.10, 2.10, 1.80, 1.70, 1.90}},
};

/* The number of turns that a player has begun. */
static int turns_of(const struct jg_magic *s, int seat) { return (s->turn + (seat == s->starter)) / 2; }

void jg_magic_hand_likelihood(const struct jg_game *g, const struct jg_magic *s, int seat, double *out) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    const struct jg_magic_side *side = &s->side[seat];
    const struct likelihoods *h = &LIKELIHOODS[s->active == seat];
    int turns = turns_of(s, seat);
    for (int kind = 0; kind < deck->kinds; kind++) {
        const struct jg_magic_card *card = &deck->card[kind];
        int slack = side->lands - card->mana;
        slack = slack < LEAST ? 0 : slack > MOST ? MOST - LEAST : slack - LEAST;
        if (!turns)
            out[kind] = 1;
        else if (card->type == JG_MAGIC_LAND)
            out[kind] = side->lands < turns ? h->no_land : h->land;
        else
            out[kind] = card->type == JG_MAGIC_CREATURE ? h->creature[slack] : h->sorcery[slack];
    }
}
