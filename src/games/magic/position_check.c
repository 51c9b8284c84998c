/* Checks of positions: whether the state that was read can occur in a game. */
#include "games/magic/position_check.h"

/* ---- Cards ------------------------------------------------------------------- */

/* The rest of the deck is the library. */
static enum jg_status fill_library(struct position_reader *in, int seat) {
    const struct jg_magic_deck *deck = jg_magic_deck(in->g, seat);
    struct jg_magic_side *side = &in->s->side[seat];
    int left[JG_MAGIC_KINDS], total = 0, known = (side->top != JG_MAGIC_NONE) + (side->bottom != JG_MAGIC_NONE);
    if (side->lands && (deck->land == JG_MAGIC_NONE || side->lands > deck->count[deck->land]))
        return bad_position(in, in->lands_at[seat], "too many lands for the deck");
    for (int kind = 0; kind < deck->kinds; kind++)
        left[kind] = deck->count[kind] - side->hand[kind] - side->grave[kind];
    if (deck->land != JG_MAGIC_NONE) left[deck->land] -= side->lands;
    for (int i = 0; i < side->creatures; i++) left[side->creature[i].kind]--;
    if (side->top < JG_MAGIC_HIDDEN) left[side->top]--;
    if (side->bottom < JG_MAGIC_HIDDEN) left[side->bottom]--;
    if (in_target(in->s->phase) && seat == jg_magic_mover(in->s)) left[in->s->chosen]--;
    for (int i = 0; i < in->s->spells; i++)
        if (in->s->stack[i].seat == seat) left[in->s->stack[i].kind]--;
    for (int kind = 0; kind < deck->kinds; kind++) {
        if (left[kind] < 0)
            return bad_position(in, in->life_at[seat], "too many copies of %s: the deck has %d", deck->card[kind].name,
                                deck->count[kind]);
        total += left[kind];
        if (!in->unknown[seat]) side->library[kind] = (uint8_t)left[kind];
    }
    int more = in->unknown[seat] ? total - side->in_hand : total + known;
    if (more < (in->unknown[seat] ? known : 0))
        return bad_position(in, in->hand_at[seat], "too many cards for the deck");
    side->in_library = (uint8_t)more;
    return JG_OK;
}

/* ---- Creatures ---------------------------------------------------------------- */

/* Whether attackers, blockers, and their damage orders can be declared. */
static bool attacks_begun(const struct jg_magic *s) {
    return in_combat(s->phase) ||
           (in_priority(s->phase) && (s->step == JG_MAGIC_STEP_ATTACKERS || s->step == JG_MAGIC_STEP_BLOCKERS));
}
static bool blocks_begun(const struct jg_magic *s) {
    return in_priority(s->phase) ? s->step == JG_MAGIC_STEP_BLOCKERS
                                 : in_combat(s->phase) && s->phase > JG_MAGIC_ATTACK;
}

static enum jg_status check_creature(struct position_reader *in, int seat, int i) {
    const struct jg_magic *s = in->s;
    const struct jg_magic_creature *c = &s->side[seat].creature[i];
    const struct jg_magic_card *card = jg_magic_card(in->g, seat, c->kind);
    bool skip = jg_magic_rules(in->g)->skip;
    int at = in->creature_at[seat][i];
    if (c->id > s->last_id)
        return bad_position(in, at, "creature number too high: the highest so far is %d", s->last_id);
    if (i && c->id <= s->side[seat].creature[i - 1].id)
        return bad_position(in, at, "write creatures in order of number");
    if (seat && jg_magic_find_creature(&s->side[0], c->id) >= 0)
        return bad_position(in, at, "creature number %d appears twice", c->id);
    if (!skip && (c->damage >= jg_magic_toughness(card, c) || c->flags & JG_MAGIC_DESTROYED))
        return bad_position(in, at, "%s would already be dead", card->name);
    if (c->flags & JG_MAGIC_ATTACKS && (seat != s->active || !attacks_begun(s)))
        return bad_position(in, at, "only creatures of player %d can attack, and only in combat", s->active + 1);
    if (c->flags & JG_MAGIC_ATTACKS && !(c->flags & JG_MAGIC_TAPPED) && !(card->abilities & JG_MAGIC_VIGILANCE) &&
        !jg_magic_windows(in->g))
        return bad_position(in, at, "%s is attacking and must be tapped", card->name);
    if (c->order && !c->blocks)
        return bad_position(in, at, "%s has a place in a damage order but blocks nothing", card->name);
    if (c->blocks && (seat == s->active || !blocks_begun(s)))
        return bad_position(in, at, "only creatures of player %d can block, once attackers are declared",
                            2 - s->active);
    if (c->order && s->phase != JG_MAGIC_ORDER && !in_priority(s->phase))
        return bad_position(in, at, "blockers have places only in the phase 'order'");
    return JG_OK;
}

/* A blocker must be able to block its attacker. */
static enum jg_status check_block(struct position_reader *in, int i) {
    const struct jg_magic *s = in->s;
    int defender = 1 - s->active;
    const struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_creature *c = &s->side[defender].creature[i];
    int at = in->creature_at[defender][i], a = jg_magic_find_creature(own, c->blocks);
    if (!c->blocks) return JG_OK;
    if (a < 0 || !(own->creature[a].flags & JG_MAGIC_ATTACKS))
        return bad_position(in, at, "creature %d is not attacking", c->blocks);
    if (!jg_magic_can_block(jg_magic_card(in->g, defender, c->kind), c,
                            jg_magic_card(in->g, s->active, own->creature[a].kind)))
        return bad_position(in, at, "%s cannot block creature %d", jg_magic_card(in->g, defender, c->kind)->name,
                            c->blocks);
    if (s->phase != JG_MAGIC_ORDER && i >= s->from)
        return bad_position(in, at, "blockers are declared in order: this one has not been reached yet");
    return JG_OK;
}

/* The number of blockers of an attacker; *given: how many have a place in the damage order. -1: the
 * places have gaps or repeat. */
static int blockers(const struct jg_magic_side *other, int attacker, int *given) {
    uint32_t places = 0;
    int n = 0;
    for (int i = 0; i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        if (c->blocks != attacker) continue;
        n++;
        if (c->order && places >> c->order & 1) return -1;
        if (c->order) places |= 1u << c->order;
    }
    *given = __builtin_popcount(places);
    return places == ((1u << *given) - 1) << 1 ? n : -1;
}

/* Attackers before the chosen one have complete damage orders, those after it none. */
static enum jg_status check_orders(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    bool before = true;
    for (int a = 0; a < own->creatures; a++) {
        const struct jg_magic_creature *c = &own->creature[a];
        bool here = c->id == s->chosen;
        int given, n = blockers(other, c->id, &given), at = in->creature_at[s->active][a];
        if (here && (n < 0 || n - given < 2))
            return bad_position(in, in->phase_at, "creature %d has no damage order to choose", s->chosen);
        if (n < 0 || (!here && given != (before ? n : 0)))
            return bad_position(in, at, "the blockers of creature %d have wrong places", c->id);
        before &= !here;
    }
    return JG_OK;
}

static enum jg_status check_combat(struct position_reader *in) {
    struct jg_magic *s = in->s;
    bool attack = s->phase == JG_MAGIC_ATTACK, order = s->phase == JG_MAGIC_ORDER;
    int who = attack || order ? s->active : 1 - s->active,
        at = in->number ? jg_magic_find_creature(&s->side[who], in->number) : -1;
    enum jg_status status;
    int attackers = 0;
    if (in->number && at < 0)
        return bad_position(in, in->phase_at, "player %d has no creature %d", who + 1, in->number);
    for (int i = 0; i < s->side[s->active].creatures; i++)
        attackers += (s->side[s->active].creature[i].flags & JG_MAGIC_ATTACKS) != 0;
    if (!attack && !attackers) return bad_position(in, in->phase_at, "there are no attackers");
    if (s->phase == JG_MAGIC_BLOCK_WHICH || order) s->chosen = (uint8_t)in->number;
    if (s->phase == JG_MAGIC_BLOCK_WHICH)
        s->from = (uint8_t)at;
    else if (!order)
        s->from = (uint8_t)(at + 1);
    for (int i = s->from; attack && i < s->side[s->active].creatures; i++)
        if (s->side[s->active].creature[i].flags & JG_MAGIC_ATTACKS)
            return bad_position(in, in->creature_at[s->active][i],
                                "attackers are declared in order: this one has "
                                "not been reached yet");
    for (int i = 0; i < s->side[1 - s->active].creatures; i++)
        if ((status = check_block(in, i))) return status;
    jg_move moves[JG_MOVES_MAX];
    if (s->phase == JG_MAGIC_BLOCK_WHICH && !jg_moves(in->g, s, moves))
        return bad_position(in, in->phase_at, "creature %d cannot block any attacker", in->number);
    return order ? check_orders(in) : JG_OK;
}

/* ---- The phase ---------------------------------------------------------------- */

static enum jg_status check_turn(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    int cards = s->side[0].in_library + s->side[1].in_library;
    bool before = s->phase <= JG_MAGIC_SCRY;
    if (before != !s->turn)
        return bad_position(in, 0, before ? "before the game the turn is 0" : "the first turn is 1");
    if (s->turn + cards > TURN_MAX) return bad_position(in, 0, "turn number too high for the cards left");
    if ((s->starter == JG_MAGIC_NONE) != (s->phase == JG_MAGIC_TOSS))
        return bad_position(in, in->starter_at,
                            s->phase == JG_MAGIC_TOSS ? "expected '-': the starting player is not known yet"
                                                      : "expected the starting player, 1 or 2");
    if (s->turn && s->active != (s->turn % 2 ? s->starter : 1 - s->starter))
        return bad_position(in, in->active_at, "player %d started, so turn %d belongs to the other player",
                            s->starter + 1, s->turn);
    if (s->land && (!s->turn || !s->side[s->active].lands || s->phase == JG_MAGIC_DRAW))
        return bad_position(in, in->land_at, "no land can have been played this turn");
    if (s->last_id + cards + s->side[0].in_hand + s->side[1].in_hand >= ID_MAX)
        return bad_position(in, in->id_at, "creature number too high for the cards left");
    return JG_OK;
}

/* Before the game the battlefield and the graveyards are empty. */
static enum jg_status check_bare(struct position_reader *in, int seat) {
    const struct jg_magic_side *side = &in->s->side[seat];
    int graves = 0;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) graves += side->grave[kind];
    if (side->lands || side->creatures || graves)
        return bad_position(in, in->life_at[seat], "before the game there are no lands, creatures or graveyards");
    if (in->s->phase < JG_MAGIC_LOOK && (side->top != JG_MAGIC_NONE || side->bottom != JG_MAGIC_NONE))
        return bad_position(in, in->top_at[seat], "no player has scried yet");
    return JG_OK;
}

/* Opening hands: the starter's is settled first. */
static enum jg_status check_deal(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    int who = s->active, seat2 = 1 - who;
    const struct jg_magic_side *own = &s->side[who], *other = &s->side[seat2];
    bool starts = who == s->starter, first = own->kept == JG_MAGIC_HAND;
    if (s->phase == JG_MAGIC_TOSS)
        return s->active ? bad_position(in, in->active_at, "expected 1: nobody has started yet")
               : own->in_hand || other->in_hand || !first || other->kept != JG_MAGIC_HAND
                   ? bad_position(in, in->hand_at[0], "no player has cards before the coin toss")
                   : JG_OK;
    if (s->phase == JG_MAGIC_DEAL ? own->in_hand >= own->kept : own->in_hand != own->kept || !own->kept)
        return bad_position(in, in->hand_at[who], "a hand of %d cards is not possible in this phase", own->in_hand);
    bool none = s->phase == JG_MAGIC_DEAL && starts && first && !other->in_hand;
    if ((!none && other->in_hand != other->kept) ||
        ((starts || first) && s->phase == JG_MAGIC_DEAL && other->kept != JG_MAGIC_HAND) ||
        (starts && other->kept != JG_MAGIC_HAND))
        return bad_position(in, in->hand_at[seat2], "a hand of %d cards is not possible in this phase", other->in_hand);
    return JG_OK;
}

/* Players who kept fewer than seven cards scry, the starter first. */
static enum jg_status check_scry(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_side *side = &s->side[seat];
        bool here = seat == s->active, done = !here && seat == s->starter && side->kept < JG_MAGIC_HAND;
        int known = (side->top != JG_MAGIC_NONE) + (side->bottom != JG_MAGIC_NONE);
        if (side->in_hand != side->kept)
            return bad_position(in, in->hand_at[seat], "a hand of %d cards is not possible in this phase",
                                side->in_hand);
        if (here && side->kept == JG_MAGIC_HAND)
            return bad_position(in, in->hand_at[seat], "a player who kept %d cards does not scry", JG_MAGIC_HAND);
        if (known != (done || (here && s->phase == JG_MAGIC_SCRY)) || (here && side->bottom != JG_MAGIC_NONE))
            return bad_position(in, in->life_at[seat], "player %d cannot have these known library cards in this phase",
                                seat + 1);
    }
    return JG_OK;
}

static enum jg_status check_end(struct position_reader *in) {
    struct jg_magic *s = in->s;
    bool lost[2] = {s->side[0].life <= 0, s->side[1].life <= 0};
    s->loser = in->number == LOST_BOTH ? JG_MAGIC_BOTH : (uint8_t)(in->number - 1);
    bool none = !lost[0] && !lost[1];
    bool draws = jg_magic_has_draws(in->g) && s->loser < 2;
    bool right = none ? (s->loser == s->active || draws) && !s->side[s->loser].in_library
                      : s->loser == (lost[0] && lost[1] ? JG_MAGIC_BOTH : lost[1]);
    return right ? JG_OK : bad_position(in, in->phase_at, "the loser must have no life or no card to draw");
}

static enum jg_status check_phase(struct position_reader *in) {
    struct jg_magic *s = in->s;
    const struct jg_magic_side *own = &s->side[s->active];
    enum jg_status status;
    if (s->phase == JG_MAGIC_END) return check_end(in);
    for (int seat = 0; seat < 2; seat++) {
        if (s->side[seat].life <= 0)
            return bad_position(in, in->life_at[seat], "a player without life has lost, but the game is not over");
        if (s->phase <= JG_MAGIC_SCRY && (status = check_bare(in, seat))) return status;
    }
    if (s->phase <= JG_MAGIC_MULLIGAN) return check_deal(in);
    if (s->phase <= JG_MAGIC_SCRY) return check_scry(in);
    if (s->phase == JG_MAGIC_DRAW && (s->turn == 1 || !own->in_library))
        return bad_position(in, in->phase_at, s->turn == 1 ? "no card is drawn in turn 1" : "there is no card to draw");
    if (s->phase == JG_MAGIC_DISCARD && own->in_hand <= JG_MAGIC_HAND)
        return bad_position(in, in->hand_at[s->active], "a player with %d cards does not discard", own->in_hand);
    if (in_target(s->phase)) {
        jg_move targets[JG_MOVES_MAX];
        const struct jg_magic_card *card = jg_magic_card(in->g, jg_magic_mover(s), s->chosen);
        if (!jg_magic_targets(in->g, s, s->chosen, targets))
            return bad_position(in, in->phase_at, "%s has no legal target", card->name);
        if (card->type == JG_MAGIC_CREATURE && s->side[jg_magic_mover(s)].creatures == JG_MAGIC_CREATURES)
            return bad_position(in, in->phase_at, "a player has at most %d creatures", JG_MAGIC_CREATURES);
    }
    return in_combat(s->phase) ? check_combat(in) : JG_OK;
}

enum jg_status jg_magic_check_position(struct position_reader *in) {
    enum jg_status status;
    for (int seat = 0; seat < 2; seat++)
        if ((status = fill_library(in, seat))) return status;
    if ((status = check_turn(in))) return status;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < in->s->side[seat].creatures; i++)
            if ((status = check_creature(in, seat, i))) return status;
    if ((status = jg_magic_check_stack(in))) return status;
    return check_phase(in);
}
