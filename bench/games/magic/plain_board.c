/* The board of the plain engine: piles of names, lands and creatures one by one, and state-based actions. */
#include "bench/games/magic/plain_inside.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- Piles ---------------------------------------------------------------------------- */

/* All names in piles are those of the table: equal cards are equal pointers. */

void plain_magic_put_card(struct plain_magic_pile *pile, const char *card) {
    assert(pile->n < PLAIN_MAGIC_PILE);
    pile->card[pile->n++] = card;
}

const char *plain_magic_take_card_at(struct plain_magic_pile *pile, int i) {
    const char *card = pile->card[i];
    for (pile->n--; i < pile->n; i++) pile->card[i] = pile->card[i + 1];
    return card;
}

const char *plain_magic_take_card(struct plain_magic_pile *pile, const char *name) {
    name = plain_magic_card(name)->name;
    for (int i = 0; i < pile->n; i++)
        if (pile->card[i] == name) return plain_magic_take_card_at(pile, i);
    assert(false && "no such card");
    return NULL;
}

int plain_magic_copies_in(const struct plain_magic_pile *pile, const char *name) {
    int n = 0;
    for (int i = 0; i < pile->n; i++) n += pile->card[i] == name;
    return n;
}

bool plain_magic_first_of_name(const struct plain_magic_pile *pile, int i) {
    for (int before = 0; before < i; before++)
        if (pile->card[before] == pile->card[i]) return false;
    return true;
}

/* ---- Creatures and lands -------------------------------------------------------------- */

creature *plain_magic_find_creature(player *who, int id) {
    for (int i = 0; i < who->creatures; i++)
        if (who->creature[i].id == id) return &who->creature[i];
    return NULL;
}

int plain_magic_untapped_lands(const player *who) {
    int n = 0;
    for (int i = 0; i < who->lands; i++) n += !who->land[i].tapped;
    return n;
}

void plain_magic_tap_lands(player *who, int n) {
    for (int i = 0; i < who->lands && n > 0; i++)
        if (!who->land[i].tapped) {
            who->land[i].tapped = true;
            n--;
        }
    assert(n == 0);
}

int plain_magic_library_count(const player *who) { return who->library.n + (who->top != NULL) + (who->bottom != NULL); }

void plain_magic_enter(player *who, const char *name, int id) {
    int at = who->creatures;
    while (at > 0 && who->creature[at - 1].id > id) at--;
    memmove(&who->creature[at + 1], &who->creature[at], (size_t)(who->creatures - at) * sizeof who->creature[0]);
    who->creature[at] = (creature){.name = name, .id = id, .sick = true};
    who->creatures++;
}

/* ---- State-based actions -------------------------------------------------------------- */

static void forget_creature(player *who, int id) {
    for (int i = 0; i < who->creatures; i++) {
        creature *c = &who->creature[i];
        if (c->blocking == id) c->blocking = 0;
        for (int k = 0; k < c->ordered; k++)
            if (c->order[k] == id)
                memmove(&c->order[k], &c->order[k + 1], (size_t)(--c->ordered - k) * sizeof c->order[0]);
    }
}

static void bury(struct plain_magic *p, player *who, int i) {
    if (p->instants)
        for (int seat = 0; seat < 2; seat++) forget_creature(&p->player[seat], who->creature[i].id);
    plain_magic_put_card(&who->graveyard, who->creature[i].name);
    for (who->creatures--; i < who->creatures; i++) who->creature[i] = who->creature[i + 1];
}

bool plain_magic_check_state(struct plain_magic *p) {
    bool over = false;
    for (int seat = 0; seat < 2; seat++) {
        player *who = &p->player[seat];
        for (int i = who->creatures - 1; i >= 0; i--) {
            creature *c = &who->creature[i];
            if (c->destroyed || c->damage >= plain_magic_toughness(p, c)) bury(p, who, i);
        }
        if (who->life <= 0) who->lost = true;
        if (who->lost) over = true;
    }
    if (over) p->phase = PLAIN_MAGIC_END;
    return over;
}
