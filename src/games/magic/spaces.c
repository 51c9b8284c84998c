/* Actions and observations of the Magic duel for environments. Creatures are named by their place on their side, in the
 * order in which they entered, and cards by their kind, its place in the player's deck. */
#include "games/magic/magic.h"

#include <string.h>

/* Actions, by the first of each type. */
enum {
    PLAY = 6, /* after keep, mulligan, top, bottom, pass and done */
    DISCARD = PLAY + JG_MAGIC_KINDS,
    TARGET_OWN = DISCARD + JG_MAGIC_KINDS,
    TARGET_ENTERING = TARGET_OWN + JG_MAGIC_CREATURES, /* the creature that is being cast */
    TARGET_OPPOSING,
    TARGET_YOU = TARGET_OPPOSING + JG_MAGIC_CREATURES,
    TARGET_OPPONENT,
    ATTACK,
    BLOCK = ATTACK + JG_MAGIC_CREATURES,
    BLOCK_WHICH = BLOCK + JG_MAGIC_CREATURES,
    ORDER = BLOCK_WHICH + JG_MAGIC_CREATURES,
    ACTIONS = ORDER + JG_MAGIC_CREATURES,
    TARGET_SPELL = ACTIONS, /* with windows of priority: by place on the stack, from the bottom */
    WINDOW_ACTIONS = TARGET_SPELL + JG_MAGIC_STACK
};

/* The elements of a creature; all are 0 at an empty place. */
enum {
    KIND, /* plus 1 */
    POWER,
    TOUGHNESS,
    DAMAGE,
    COUNTERS,
    BOOST,
    TAPPED,
    SICK,
    ATTACKS,
    BLOCKS,      /* the place of the attacker that it blocks, plus 1 */
    BLOCK_PLACE, /* in the damage order, from 1 */
    ABILITIES,   /* one element each */
    CREATURE = ABILITIES + JG_MAGIC_ABILITIES
};

/* The elements of a player. */
enum {
    LIFE, /* two elements; 0 for a player below 0 */
    IN_HAND = LIFE + 2,
    IN_LIBRARY,
    LANDS,
    UNTAPPED,
    KEPT,
    TOP,    /* the card that scry left on top: its kind plus 1; 255: one that the observer does not know */
    BOTTOM, /* likewise */
    GRAVE,  /* by kind */
    CREATURES = GRAVE + JG_MAGIC_KINDS,
    SIDE = CREATURES + JG_MAGIC_CREATURES * CREATURE
};

/* The parts of an observation. */
enum {
    PHASE,
    ACTIVE = PHASE + JG_MAGIC_END + 1, /* it is the observer's turn */
    STARTER,                           /* 1: the observer, 2: the opponent */
    TURN,
    LAND,   /* a land has been played this turn */
    CHOSEN, /* plus 1: the kind of the card that is cast, or the place of the creature that is decided about */
    FROM,   /* the place of the first creature still to be declared */
    HAND,   /* by kind */
    LIBRARY = HAND + JG_MAGIC_KINDS,
    SIDES = LIBRARY + JG_MAGIC_KINDS, /* the observer's, then the opponent's */
    SIZE = SIDES + 2 * SIDE,

    /* With windows of priority: */
    PRIORITY = SIZE,     /* phases respond, aim and more */
    STEP = PRIORITY + 3, /* plus 1, while a player has priority */
    MINE,                /* the observer has priority */
    PASSED,              /* the other player has passed */
    FOG,                 /* combat damage is prevented */
    DRAWS,               /* cards that effects still draw: the observer's, the opponent's */
    STACK = DRAWS + 2,   /* five elements each, from the bottom */
    SPELL = 5,           /* kind plus 1; 1: the observer's, 2: the opponent's; the target, see write_spell */
    BLOCKED = STACK + SPELL * JG_MAGIC_STACK, /* by creature of the active player: it has been blocked */
    WINDOW_SIZE = BLOCKED + JG_MAGIC_CREATURES
};

void jg_magic_spaces(const struct jg_game *g, struct jg_spaces *out) {
    bool windows = jg_magic_windows(g);
    *out = (struct jg_spaces){.actions = windows ? WINDOW_ACTIONS : ACTIONS, .shape = {windows ? WINDOW_SIZE : SIZE}};
}

/* ---- Actions ---------------------------------------------------------------------------- */

static int target(const struct jg_magic *s, int id) {
    int mover = jg_magic_mover(s), place = jg_magic_find_creature(&s->side[mover], id);
    if (id > s->last_id) return TARGET_ENTERING;
    return place >= 0 ? TARGET_OWN + place : TARGET_OPPOSING + jg_magic_find_creature(&s->side[1 - mover], id);
}

static int action(const struct jg_magic *s, jg_move move) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int number = jg_magic_move_arg(move);
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_KEEP: return 0;
    case JG_MAGIC_TAKE_MULLIGAN: return 1;
    case JG_MAGIC_TO_TOP: return 2;
    case JG_MAGIC_TO_BOTTOM: return 3;
    case JG_MAGIC_PASS: return 4;
    case JG_MAGIC_DONE: return 5;
    case JG_MAGIC_PLAY: return PLAY + number;
    case JG_MAGIC_DISCARD_CARD: return DISCARD + number;
    case JG_MAGIC_TARGET_CREATURE: return target(s, number);
    case JG_MAGIC_TARGET_SPELL: return TARGET_SPELL + jg_magic_find_spell(s, number);
    case JG_MAGIC_TARGET_PLAYER: return number == jg_magic_mover(s) ? TARGET_YOU : TARGET_OPPONENT;
    case JG_MAGIC_ATTACK_WITH: return ATTACK + jg_magic_find_creature(own, number);
    case JG_MAGIC_BLOCK_WITH: return BLOCK + jg_magic_find_creature(other, number);
    case JG_MAGIC_BLOCK_ATTACKER: return BLOCK_WHICH + jg_magic_find_creature(own, number);
    default: return ORDER + jg_magic_find_creature(other, number);
    }
}

void jg_magic_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    (void)g;
    for (int i = 0; i < n; i++) out[i] = action(state, moves[i]);
}

/* ---- Observations ----------------------------------------------------------------------- */

static uint8_t card_left(int kind) {
    return kind == JG_MAGIC_NONE ? 0 : kind == JG_MAGIC_HIDDEN ? 255 : (uint8_t)(kind + 1);
}

static void write_creature(const struct jg_magic_card *card, const struct jg_magic_creature *c,
                           const struct jg_magic_side *opposing, uint8_t *out) {
    out[KIND] = (uint8_t)(c->kind + 1);
    out[POWER] = (uint8_t)jg_magic_power(card, c);
    out[TOUGHNESS] = (uint8_t)jg_magic_toughness(card, c);
    out[DAMAGE] = c->damage;
    out[COUNTERS] = c->counters;
    out[BOOST] = c->boost;
    out[TAPPED] = (c->flags & JG_MAGIC_TAPPED) != 0;
    out[SICK] = (c->flags & JG_MAGIC_SICK) != 0;
    out[ATTACKS] = (c->flags & JG_MAGIC_ATTACKS) != 0;
    if (c->blocks) out[BLOCKS] = (uint8_t)(jg_magic_find_creature(opposing, c->blocks) + 1);
    out[BLOCK_PLACE] = c->order;
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++) out[ABILITIES + i] = card->abilities >> i & 1;
}

static void write_side(const struct jg_game *g, const struct jg_magic *s, int seat, uint8_t *out) {
    const struct jg_magic_side *side = &s->side[seat];
    jg_encode_wide(out + LIFE, side->life > 0 ? side->life : 0);
    out[IN_HAND] = side->in_hand;
    out[IN_LIBRARY] = side->in_library;
    out[LANDS] = side->lands;
    out[UNTAPPED] = side->untapped;
    out[KEPT] = side->kept;
    out[TOP] = card_left(side->top);
    out[BOTTOM] = card_left(side->bottom);
    memcpy(out + GRAVE, side->grave, sizeof side->grave);
    for (int i = 0; i < side->creatures; i++)
        write_creature(jg_magic_card(g, seat, side->creature[i].kind), &side->creature[i], &s->side[1 - seat],
                       out + CREATURES + i * CREATURE);
}

/* The kind or the place that `chosen` stands for in this phase, plus 1; 0: nothing is chosen. */
static int chosen(const struct jg_magic *s) {
    switch (s->phase) {
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_AIM: return s->chosen + 1;
    case JG_MAGIC_BLOCK_WHICH: return jg_magic_find_creature(&s->side[1 - s->active], s->chosen) + 1;
    case JG_MAGIC_ORDER: return jg_magic_find_creature(&s->side[s->active], s->chosen) + 1;
    default: return 0;
    }
}

/* The target of a spell: 0 none, 1 an own creature, 2 an opposing one, 3 a player, 4 a spell, 5 gone; and its place,
 * seen from the observer. */
static void write_spell(const struct jg_magic *s, const struct jg_magic_spell *spell, int seat, uint8_t *out) {
    int number = jg_magic_move_arg(spell->target), own, other;
    out[0] = (uint8_t)(spell->kind + 1);
    out[1] = spell->seat == seat ? 1 : 2;
    switch (jg_magic_move_type(spell->target)) {
    case 0: return;
    case JG_MAGIC_TARGET_PLAYER:
        out[2] = 3;
        out[3] = number != seat;
        return;
    case JG_MAGIC_TARGET_SPELL:
        own = jg_magic_find_spell(s, number);
        out[2] = own < 0 ? 5 : 4;
        out[3] = (uint8_t)(own < 0 ? 0 : own);
        return;
    default:
        own = jg_magic_find_creature(&s->side[seat], number);
        other = jg_magic_find_creature(&s->side[1 - seat], number);
        out[2] = own >= 0 ? 1 : other >= 0 ? 2 : 5;
        out[3] = (uint8_t)(own >= 0 ? own : other >= 0 ? other : 0);
        out[4] = number == spell->id; /* itself, which has not entered yet */
    }
}

static void write_window(const struct jg_magic *s, int seat, uint8_t *out) {
    const struct jg_magic_side *own = &s->side[s->active];
    out[FOG] = s->fog;
    for (int i = 0; i < own->creatures; i++) out[BLOCKED + i] = (own->creature[i].flags & JG_MAGIC_BLOCKED) != 0;
    if (s->phase <= JG_MAGIC_END) return;
    out[PRIORITY + s->phase - JG_MAGIC_RESPOND] = 1;
    out[STEP] = (uint8_t)(s->step + 1);
    out[MINE] = s->priority == seat;
    out[PASSED] = s->passes;
    for (int i = 0; i < 2; i++) out[DRAWS + i] = s->side[i ? 1 - seat : seat].draws;
    for (int i = 0; i < s->spells; i++) write_spell(s, &s->stack[i], seat, out + STACK + i * SPELL);
}

void jg_magic_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct jg_magic *s = view;
    if (s->phase <= JG_MAGIC_END) out[PHASE + s->phase] = 1;
    out[ACTIVE] = s->active == seat;
    out[STARTER] = s->starter == JG_MAGIC_NONE ? 0 : s->starter == seat ? 1 : 2;
    out[TURN] = s->turn;
    out[LAND] = s->land;
    out[CHOSEN] = (uint8_t)chosen(s);
    out[FROM] = s->from;
    memcpy(out + HAND, s->side[seat].hand, sizeof s->side->hand);
    memcpy(out + LIBRARY, s->side[seat].library, sizeof s->side->library);
    write_side(g, s, seat, out + SIDES);
    write_side(g, s, 1 - seat, out + SIDES + SIDE);
    if (jg_magic_windows(g)) write_window(s, seat, out);
}
