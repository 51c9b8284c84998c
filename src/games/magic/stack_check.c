/* Checks of positions with a stack: the spells, who has priority, and combat under way. */
#include "games/magic/position_check.h"
#include "games/magic/rules.h"

static bool is_main(int step) { return step >= JG_MAGIC_STEP_MAIN_1; }

/* Whether a card can have this kind of target, whether or not it is still there. */
static bool fits(const struct jg_magic_card *card, const struct jg_magic_spell *spell, int last_id) {
    int number = jg_magic_move_arg(spell->target);
    switch (jg_magic_move_type(spell->target)) {
    case 0: return !card->target || card->type == JG_MAGIC_CREATURE;
    case JG_MAGIC_TARGET_PLAYER: return card->target & (number == spell->seat ? JG_MAGIC_YOU : JG_MAGIC_OPPONENT);
    case JG_MAGIC_TARGET_SPELL: return card->target & JG_MAGIC_SPELL && number < spell->id;
    default: return card->target & JG_MAGIC_ANY_CREATURE && number <= last_id;
    }
}

static enum jg_status check_spell(struct position_reader *in, int i) {
    const struct jg_magic *s = in->s;
    const struct jg_magic_spell *spell = &s->stack[i];
    const struct jg_magic_card *card = jg_magic_card(in->g, spell->seat, spell->kind);
    int at = in->spell_at[i];
    if (card->type == JG_MAGIC_LAND) return bad_position(in, at, "%s is a land and never on the stack", card->name);
    if (spell->id > s->last_id)
        return bad_position(in, at, "spell number too high: the highest number so far is %d", s->last_id);
    if (i && spell->id <= s->stack[i - 1].id) return bad_position(in, at, "write spells in order of number");
    if (jg_magic_find_creature(&s->side[0], spell->id) >= 0 || jg_magic_find_creature(&s->side[1], spell->id) >= 0)
        return bad_position(in, at, "number %d belongs to a creature", spell->id);
    if (!jg_magic_is_fast(card) && (i || spell->seat != s->active || !is_main(s->step)))
        return bad_position(in, at, "%s can only be cast in a main phase of its player, with an empty stack",
                            card->name);
    if (!fits(card, spell, s->last_id)) return bad_position(in, at, "%s cannot have this target", card->name);
    return JG_OK;
}

/* A side has room for its creature spells. */
static enum jg_status check_room(struct position_reader *in, int seat) {
    const struct jg_magic *s = in->s;
    int creatures = s->side[seat].creatures;
    for (int i = 0; i < s->spells; i++)
        creatures +=
            s->stack[i].seat == seat && jg_magic_card(in->g, seat, s->stack[i].kind)->type == JG_MAGIC_CREATURE;
    return creatures > JG_MAGIC_CREATURES
               ? bad_position(in, in->stack_at, "a player has at most %d creatures", JG_MAGIC_CREATURES)
               : JG_OK;
}

/* All blockers have a place in the damage order, and only attackers are blocked. */
static enum jg_status check_blocks(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    bool blocks = in_priority(s->phase) && s->step == JG_MAGIC_STEP_BLOCKERS;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < s->side[seat].creatures; i++)
            if (s->side[seat].creature[i].flags & JG_MAGIC_BLOCKED &&
                (!blocks || !(s->side[seat].creature[i].flags & JG_MAGIC_ATTACKS)))
                return bad_position(in, in->creature_at[seat][i], "only an attacker can be blocked");
    for (int i = 0; blocks && i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        int at = in->creature_at[1 - s->active][i], a = jg_magic_find_creature(own, c->blocks), same = 0, n = 0;
        if (!c->blocks) continue;
        if (a < 0 || !(own->creature[a].flags & JG_MAGIC_BLOCKED))
            return bad_position(in, at, "creature %d is not a blocked attacker", c->blocks);
        for (int k = 0; k < other->creatures; k++) {
            n += other->creature[k].blocks == c->blocks;
            same += other->creature[k].blocks == c->blocks && other->creature[k].order == c->order;
        }
        if (!c->order || c->order > n || same > 1)
            return bad_position(in, at, "blockers of creature %d must have the places 1 to %d", c->blocks, n);
    }
    return JG_OK;
}

static enum jg_status check_draws(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    int first = s->side[s->active].draws ? s->active : 1 - s->active;
    if (s->phase != JG_MAGIC_MORE) return JG_OK;
    if (!jg_magic_has_draws(in->g)) return bad_position(in, in->phase_at, "no effect of these decks draws cards");
    if (!s->side[first].draws || s->priority != first || !s->side[first].in_library || s->passes)
        return bad_position(in, in->stack_at, "the player with priority must be the next to draw a card");
    return JG_OK;
}

enum jg_status jg_magic_check_stack(struct position_reader *in) {
    const struct jg_magic *s = in->s;
    enum jg_status status;
    bool windows = jg_magic_windows(in->g);
    if ((status = check_blocks(in)) || (status = check_draws(in))) return status;
    if ((s->fog || (in_priority(s->phase) && s->phase != JG_MAGIC_MORE)) && !windows)
        return bad_position(in, in->phase_at, "these decks have neither instants nor creatures with flash");
    if (!in_priority(s->phase)) return JG_OK;
    if (!s->turn) return bad_position(in, in->phase_at, "before the game nobody has priority");
    if (!windows && (s->spells || !is_main(s->step)))
        return bad_position(in, in->stack_at, "these decks have neither instants nor creatures with flash");
    if (s->phase == JG_MAGIC_RESPOND && is_main(s->step) && !s->spells)
        return bad_position(in, in->stack_at, "in a main phase players respond to spells; the stack is empty");
    for (int i = 0; i < s->spells; i++)
        if ((status = check_spell(in, i))) return status;
    for (int seat = 0; seat < 2; seat++)
        if ((status = check_room(in, seat))) return status;
    return JG_OK;
}
