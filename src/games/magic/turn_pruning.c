/* Pruning of the turn search: the prospects of cards, from the natures of their verbs; pointless targets; upper bounds
 * of what a hand can still gain. */
#include "games/magic/turn_pruning.h"

enum { CERTAIN_DEATH = 1000 }; /* damage, more than any toughness */

/* ---- Cards ------------------------------------------------------------------------------ */

/* Adds the traits of an effect. */
static void classify_effect(const struct jg_magic_card *card, const struct jg_magic_effect *e,
                            struct jg_magic_prospect *x) {
    const struct jg_magic_verb_info *verb = &jg_magic_verbs[e->verb];
    bool harms = verb->nature & JG_MAGIC_HARMS, kills = verb->nature & JG_MAGIC_KILLS;
    bool always = verb->nature & JG_MAGIC_ALWAYS, useless = verb->nature & JG_MAGIC_BEFORE_COMBAT;
    bool creature = card->type == JG_MAGIC_CREATURE, itself = creature && card->target & JG_MAGIC_OWN;
    if (!e->each) x->traits |= harms ? TRAIT_HARMS : TRAIT_HELPS;
    if (e->each) x->traits &= ~(unsigned)TRAIT_BARE;
    if (!(verb->nature & JG_MAGIC_ANY_TIME)) x->traits &= ~(unsigned)TRAIT_WAITS;
    if (verb->nature & JG_MAGIC_GIVES_LIFE && e->each && e->whom & JG_MAGIC_OPPONENT) x->traits |= TRAIT_GIVES;
    if (verb->nature & JG_MAGIC_COSTS_LIFE && e->whom & JG_MAGIC_YOU && (e->each || creature)) x->traits |= TRAIT_RISKS;
    if (e->each && !harms && e->whom & JG_MAGIC_OWN) x->traits |= TRAIT_RAISES;
    if (kills && e->whom & JG_MAGIC_OWN && !(e->each && always)) x->traits |= TRAIT_HURTS;
    if (kills || verb->syntax == JG_MAGIC_N_FOR_CONTROLLER || (e->each && e->whom & JG_MAGIC_ANY_CREATURE) ||
        (!e->each && !itself && !useless))
        x->traits |= TRAIT_DEPENDS;
    if (creature && card->effects == 1 && useless) x->traits |= TRAIT_IDLE;
}

/* Adds its amounts. */
static void add_amounts(const struct jg_magic_effect *e, struct jg_magic_prospect *x) {
    unsigned nature = jg_magic_verbs[e->verb].nature;
    int n = e->amount;
    if (nature & JG_MAGIC_COSTS_LIFE && e->whom & JG_MAGIC_OPPONENT) x->face += n;
    if (nature & JG_MAGIC_GIVES_LIFE) x->gain += n;
    if (nature & JG_MAGIC_GIVES_CARDS) x->cards += n;
    if (nature & JG_MAGIC_RAISES) *(e->each ? &x->raise_each : &x->raise) += n;
    if (nature & JG_MAGIC_KILLS && e->whom & JG_MAGIC_OPPOSING) ++*(e->each ? &x->kill_each : &x->kill);
    if (nature & JG_MAGIC_KILLS && !e->each) x->damage += nature & JG_MAGIC_ALWAYS ? CERTAIN_DEATH : n;
}

static void classify_card(const struct jg_magic_card *card, struct jg_magic_prospect *x) {
    bool creature = card->type == JG_MAGIC_CREATURE, haste = card->abilities & JG_MAGIC_HASTE;
    bool waits = creature ? !haste : card->effects > 0;
    *x = (struct jg_magic_prospect){.traits = (waits ? TRAIT_WAITS : 0u) | (haste ? 0u : TRAIT_BARE)};
    for (int i = 0; i < card->effects; i++) {
        classify_effect(card, &card->effect[i], x);
        add_amounts(&card->effect[i], x);
    }
    if (!creature && card->target) x->traits |= TRAIT_DEPENDS; /* it needs a target */
    if (!(x->traits & TRAIT_BARE) && card->target & JG_MAGIC_OWN) x->traits |= TRAIT_RAISES;
}

void jg_magic_pruning_init(struct jg_magic_pruning *pr, const struct jg_game *g) {
    pr->game = g;
    for (int seat = 0; seat < 2; seat++)
        for (int kind = 0; kind < jg_magic_deck(g, seat)->kinds; kind++)
            classify_card(jg_magic_card(g, seat, kind), &pr->prospect[seat][kind]);
    const struct jg_magic_tables *tables = g->tables;
    for (int seat = 0; seat < 2; seat++)
        for (int kind = 0; kind < jg_magic_deck(g, seat)->kinds; kind++)
            if (tables->stops[seat] && jg_magic_is_fast(jg_magic_card(g, seat, kind)))
                pr->prospect[seat][kind].traits |= TRAIT_HELD;
}

/* ---- Hands ------------------------------------------------------------------------------ */

/* Whether a land can still be played. */
static bool has_land(const struct jg_magic_pruning *pr, const struct jg_magic *s) {
    int land = jg_magic_deck(pr->game, s->active)->land;
    return !s->land && land != JG_MAGIC_NONE && s->side[s->active].hand[land];
}

/* Whether a card in hand is affordable this turn, counting a land that can still be played. */
static bool affordable(const struct jg_magic_pruning *pr, const struct jg_magic *s, int kind) {
    const struct jg_magic_deck *deck = jg_magic_deck(pr->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active];
    return own->hand[kind] && kind != deck->land && deck->card[kind].mana <= own->untapped + has_land(pr, s);
}

/* Whether the maximum damage of this turn reaches the opponent's life. */
static bool may_win(const struct jg_magic_pruning *pr, const struct jg_magic *s) {
    const struct jg_magic_deck *deck = jg_magic_deck(pr->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active];
    int raise = 0, damage = 0, hitters = 0;
    for (int kind = 0; kind < deck->kinds; kind++) {
        const struct jg_magic_card *card = &deck->card[kind];
        const struct jg_magic_prospect *x = &pr->prospect[s->active][kind];
        if (!affordable(pr, s, kind) || x->traits & TRAIT_HELD) continue;
        damage += own->hand[kind] * x->face;
        raise += own->hand[kind] * (x->raise + x->raise_each);
        if (card->type == JG_MAGIC_CREATURE && card->abilities & JG_MAGIC_HASTE) {
            hitters += own->hand[kind] * 2;
            damage += own->hand[kind] * card->power * 2;
        }
    }
    for (int i = 0; i < own->creatures; i++) {
        const struct jg_magic_creature *c = &own->creature[i];
        const struct jg_magic_card *card = &deck->card[c->kind];
        int times = card->abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 : 1;
        damage += times * jg_magic_power(card, c);
        hitters += times;
    }
    return damage + raise * hitters >= s->side[1 - s->active].life;
}

void jg_magic_pruning_begin(struct jg_magic_pruning *pr, const struct jg_magic *s) {
    pr->hand = 0;
    for (int kind = 0; kind < jg_magic_deck(pr->game, s->active)->kinds; kind++)
        if (affordable(pr, s, kind) && !(pr->prospect[s->active][kind].traits & TRAIT_HELD))
            pr->hand |= pr->prospect[s->active][kind].traits;
    /* Some cards benefit from more creatures or more life. */
    pr->stage = pr->hand & (TRAIT_RAISES | TRAIT_RISKS) ? JG_MAGIC_FIRST_WITHOUT_WAITING : JG_MAGIC_FIRST_WITH_WAITING;
    pr->lethal = may_win(pr, s);
}

/* ---- Targets ---------------------------------------------------------------------------- */

/* Whether to leave out a target that is the caster or an own creature: index i, or -1 for the entering one. */
static bool pointless_harm(const struct jg_magic_pruning *pr, const struct jg_magic *s, int kind, bool self, int i) {
    const struct jg_magic_card *card = jg_magic_card(pr->game, s->active, kind);
    const struct jg_magic_prospect *x = &pr->prospect[s->active][kind];
    bool better =
        (card->target & JG_MAGIC_OPPOSING && s->side[1 - s->active].creatures) || card->target & JG_MAGIC_OPPONENT;
    if (card->type == JG_MAGIC_CREATURE ? !better : !(x->traits & TRAIT_BARE)) return false;
    if (jg_magic_in_second(pr) || self || i < 0) return true;
    const struct jg_magic_creature *c = &s->side[s->active].creature[i];
    const struct jg_magic_card *victim = jg_magic_card(pr->game, s->active, c->kind);
    return !jg_magic_can_attack(victim, c) || c->damage + x->damage >= jg_magic_toughness(victim, c);
}

static bool pointless_help(const struct jg_magic_pruning *pr, const struct jg_magic *s, int kind, bool mine, int i) {
    const struct jg_magic_card *card = jg_magic_card(pr->game, s->active, kind);
    bool creature = card->type == JG_MAGIC_CREATURE, itself = creature && card->target & JG_MAGIC_OWN;
    if (!jg_magic_in_second(pr)) return false;
    if (!mine) return itself || (!creature && pr->prospect[s->active][kind].traits & TRAIT_BARE);
    return itself && i >= 0 && !(pr->hand & TRAIT_HURTS);
}

bool jg_magic_pointless_target(const struct jg_magic_pruning *pr, const struct jg_magic *s, int kind, jg_move target) {
    unsigned traits = pr->prospect[s->active][kind].traits, effect = traits & (TRAIT_HARMS | TRAIT_HELPS);
    bool creature = jg_magic_card(pr->game, s->active, kind)->type == JG_MAGIC_CREATURE;
    bool second = jg_magic_in_second(pr), bare = traits & TRAIT_BARE;
    if (!second && (!bare || (creature && pr->stage == JG_MAGIC_FIRST_WITHOUT_WAITING))) return false;
    if (jg_magic_move_type(target) == JG_MAGIC_TARGET_PLAYER) {
        bool self = jg_magic_move_arg(target) == s->active;
        if (effect == TRAIT_HELPS) return !self && !creature && bare;
        if (effect != TRAIT_HARMS) return false;
        return self ? pointless_harm(pr, s, kind, true, -1) : !second && !pr->lethal;
    }
    int id = jg_magic_move_arg(target), i = jg_magic_find_creature(&s->side[s->active], id);
    bool mine = i >= 0 || id == s->last_id + 1;
    if (effect == TRAIT_HARMS && mine) return pointless_harm(pr, s, kind, false, i);
    if (effect == TRAIT_HELPS) return pointless_help(pr, s, kind, mine, i);
    return second && traits & TRAIT_IDLE && id != s->side[1 - s->active].creature[0].id;
}

/* ---- Bounds ----------------------------------------------------------------------------- */

/* The opponent's creatures, by the weights. */
struct worth {
    int32_t biggest, all;
};

static struct worth worth_of(const struct jg_magic_pruning *pr, const struct jg_magic *s,
                             const struct jg_magic_weights *w) {
    const struct jg_magic_side *other = &s->side[1 - s->active];
    struct worth sum = {0};
    for (int i = 0; i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        const struct jg_magic_card *card = jg_magic_card(pr->game, 1 - s->active, c->kind);
        int32_t worth = w->power * jg_magic_power(card, c) + w->toughness * jg_magic_toughness(card, c);
        sum.all += worth;
        if (worth > sum.biggest) sum.biggest = worth;
    }
    return sum;
}

/* Upper bound of the gain of one card after combat; casting it costs a card in hand. `own`: the maximum number of own
 * creatures. */
static int32_t card_bound(const struct jg_magic_card *card, const struct jg_magic_prospect *x,
                          const struct jg_magic_weights *w, struct worth opposing, int own) {
    int32_t sum = -w->hand + w->life * (x->face + x->gain) + w->hand * x->cards;
    if (card->type == JG_MAGIC_CREATURE) sum += w->power * card->power + w->toughness * card->toughness;
    sum += x->kill * opposing.biggest + x->kill_each * opposing.all;
    sum += (w->power + w->toughness) * (x->raise + x->raise_each * own);
    return sum > 0 ? sum : 0;
}

/* A knapsack over the mana. */
int32_t jg_magic_gain_bound(const struct jg_magic_pruning *pr, const struct jg_magic *s,
                            const struct jg_magic_weights *w, bool *same) {
    const struct jg_magic_deck *deck = jg_magic_deck(pr->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active];
    struct worth opposing = worth_of(pr, s, w);
    int32_t best[JG_MAGIC_DECK + 2] = {0};
    bool land = has_land(pr, s);
    int mana = own->untapped + land, creatures = own->creatures + own->in_hand, face = 0;
    *same = creatures <= JG_MAGIC_CREATURES;
    for (int kind = 0; kind < deck->kinds; kind++) {
        const struct jg_magic_prospect *x = &pr->prospect[s->active][kind];
        if (!affordable(pr, s, kind) || x->traits & TRAIT_HELD) continue;
        int cost = deck->card[kind].mana;
        int32_t worth = card_bound(&deck->card[kind], x, w, opposing, creatures);
        if (x->traits & TRAIT_DEPENDS) *same = false;
        face += x->face * own->hand[kind];
        for (int copy = 0; copy < own->hand[kind]; copy++)
            for (int m = mana; m >= cost; m--)
                if (best[m - cost] + worth > best[m]) best[m] = best[m - cost] + worth;
    }
    int32_t most = best[mana];
    if (land && w->land > w->hand) most += w->land - w->hand;
    if (face) *same = false;
    if (face && pr->lethal) most += w->win;
    return most;
}
