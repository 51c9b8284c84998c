/* The stack and priority of the plain engine, and casting: the spells wait as a list, and the last one resolves first. */
#include "bench/games/magic/plain_inside.h"

#include <stddef.h>
#include <string.h>

/* ---- Legal spells -------------------------------------------------------------------------- */

int plain_magic_caster(const struct plain_magic *p) {
    return p->phase == PLAIN_MAGIC_RESPOND || p->phase == PLAIN_MAGIC_RESPOND_TARGET ? p->priority : p->active;
}

static bool any_suits(const char *targets, const player *who) {
    for (int i = 0; i < who->creatures; i++)
        if (plain_magic_suits(targets, &who->creature[i])) return true;
    return false;
}

static bool has_target(const struct plain_magic *p, const char *name) {
    const char *targets = plain_magic_targets_of(name);
    if (strchr(targets, 'p')) return true;
    if (strchr(targets, 's') && p->spells > 0) return true;
    if (strchr(targets, 'm') &&
        (plain_magic_type_of(name) == 'C' || any_suits(targets, &p->player[plain_magic_caster(p)])))
        return true;
    return strchr(targets, 't') && any_suits(targets, &p->player[1 - plain_magic_caster(p)]);
}

bool plain_magic_can_play(const struct plain_magic *p, const char *name) {
    const player *who = &p->player[plain_magic_caster(p)];
    bool responds = p->phase == PLAIN_MAGIC_RESPOND,
         fast = plain_magic_type_of(name) == 'I' || plain_magic_has(name, "flash");
    int coming = 0;
    if (responds && (!fast || p->spells == PLAIN_MAGIC_STACK)) return false;
    if (plain_magic_type_of(name) == 'L') return !p->land_played;
    if (plain_magic_card(name)->cost > plain_magic_untapped_lands(who)) return false;
    for (int i = 0; i < p->spells; i++)
        coming += p->stack[i].seat == plain_magic_caster(p) && plain_magic_type_of(p->stack[i].name) == 'C';
    if (plain_magic_type_of(name) == 'C') return who->creatures + coming < PLAIN_MAGIC_CREATURES;
    return plain_magic_targets_of(name)[0] == 0 || has_target(p, name);
}

/* ---- The stack ------------------------------------------------------------------------ */

static void give_priority(struct plain_magic *p, int seat);

/* Whether the game asks a player who has priority. */
static bool is_asked(const struct plain_magic *p, int seat) {
    const player *who = &p->player[seat];
    if (p->spells > 0) return p->stack[p->spells - 1].seat == seat ? who->stop_own : who->stop_spell;
    return seat == p->active ? who->stop_mine[p->step] : who->stop_theirs[p->step];
}

/* Both have passed, and nothing is left to resolve. */
static void step_over(struct plain_magic *p) {
    p->passed = false;
    switch (p->step) {
    case PLAIN_MAGIC_COMBAT: plain_magic_ask_attackers(p); break;
    case PLAIN_MAGIC_ATTACKED: plain_magic_ask_blockers(p); break;
    case PLAIN_MAGIC_DEFENDED: plain_magic_fight(p); break;
    case PLAIN_MAGIC_ENDING: plain_magic_end_turn(p); break;
    case PLAIN_MAGIC_CASTING: plain_magic_main_phase(p, p->second); break;
    }
}

void plain_magic_begin_step(struct plain_magic *p, enum plain_magic_step step) {
    p->step = step;
    p->passed = false;
    if (p->instants)
        give_priority(p, p->active);
    else
        step_over(p);
}

static struct plain_magic_spell *find_spell(struct plain_magic *p, int id) {
    for (int i = 0; i < p->spells; i++)
        if (p->stack[i].id == id) return &p->stack[i];
    return NULL;
}

/* Takes a spell off the stack. */
static struct plain_magic_spell lift(struct plain_magic *p, struct plain_magic_spell *spell) {
    struct plain_magic_spell copy = *spell;
    for (p->spells--; spell < &p->stack[p->spells]; spell++) *spell = spell[1];
    return copy;
}

/* Whether the target of a spell is still there, and still one. */
static bool is_legal(struct plain_magic *p, const struct plain_magic_spell *spell) {
    const char *targets = plain_magic_targets_of(spell->name);
    if (spell->player >= 0) return true;
    if (spell->spell) return find_spell(p, spell->spell) != NULL;
    creature *mine = plain_magic_find_creature(&p->player[spell->seat], spell->creature),
             *theirs = plain_magic_find_creature(&p->player[1 - spell->seat], spell->creature);
    if (mine) return strchr(targets, 'm') && plain_magic_suits(targets, mine);
    return theirs && strchr(targets, 't') && plain_magic_suits(targets, theirs);
}

void plain_magic_continue(struct plain_magic *p) {
    for (int i = 0; i < 2; i++) {
        player *who = i ? they(p) : me(p);
        if (who->owed == 0) continue;
        p->priority = i ? 1 - p->active : p->active;
        p->phase = PLAIN_MAGIC_MORE;
        if (plain_magic_library_count(who) == 0) {
            who->lost = true;
            plain_magic_check_state(p);
        }
        return;
    }
    p->passed = false;
    if (p->spells == 0 && p->step == PLAIN_MAGIC_CASTING)
        plain_magic_main_phase(p, p->second);
    else
        give_priority(p, p->active);
}

static void resolve_top(struct plain_magic *p) {
    struct plain_magic_spell spell = lift(p, &p->stack[p->spells - 1]);
    bool aimed = spell.creature || spell.spell || spell.player >= 0;
    if (plain_magic_type_of(spell.name) == 'C')
        plain_magic_enter(&p->player[spell.seat], spell.name, spell.id);
    else
        plain_magic_put_card(&p->player[spell.seat].graveyard, spell.name);
    bool legal = aimed && is_legal(p, &spell);
    if (plain_magic_type_of(spell.name) == 'C' || !aimed || legal) {
        player *owner = spell.player >= 0 ? &p->player[spell.player] : me(p);
        creature *target = NULL;
        if (legal && spell.creature && !(target = plain_magic_find_creature(owner, spell.creature)))
            target = plain_magic_find_creature(owner = they(p), spell.creature);
        if (spell.spell) {
            struct plain_magic_spell other = lift(p, find_spell(p, spell.spell));
            plain_magic_put_card(&p->player[other.seat].graveyard, other.name);
        }
        plain_magic_take_effect(p, spell.seat, spell.name, target, owner);
        if (plain_magic_check_state(p)) return;
    }
    plain_magic_continue(p);
}

void plain_magic_pass_priority(struct plain_magic *p) {
    if (!p->passed) {
        p->passed = true;
        give_priority(p, 1 - p->priority);
    } else if (p->spells > 0) {
        resolve_top(p);
    } else {
        step_over(p);
    }
}

static void give_priority(struct plain_magic *p, int seat) {
    p->priority = seat;
    p->phase = PLAIN_MAGIC_RESPOND;
    if (!is_asked(p, seat)) plain_magic_pass_priority(p);
}

/* A card that is paid. target: id of a creature, 0: none; owner: of it, or the player who is the target. */
static void cast(struct plain_magic *p, const char *name, struct plain_magic_spell aim) {
    if (p->instants) {
        int seat = plain_magic_caster(p);
        if (p->phase == PLAIN_MAGIC_MAIN || p->phase == PLAIN_MAGIC_TARGET) p->step = PLAIN_MAGIC_CASTING;
        aim.name = name;
        aim.seat = seat;
        aim.id = ++p->last_id;
        p->stack[p->spells++] = aim;
        p->passed = false;
        give_priority(p, seat);
        return;
    }
    player *owner = aim.player >= 0                                                    ? &p->player[aim.player]
                    : aim.creature && plain_magic_find_creature(they(p), aim.creature) ? they(p)
                                                                                       : me(p);
    if (plain_magic_type_of(name) == 'C')
        plain_magic_enter(me(p), name, ++p->last_id);
    else
        plain_magic_put_card(&me(p)->graveyard, name);
    plain_magic_take_effect(p, p->active, name, aim.creature ? plain_magic_find_creature(owner, aim.creature) : NULL,
                            owner);
    p->step = PLAIN_MAGIC_CASTING;
    if (!plain_magic_check_state(p)) plain_magic_continue(p);
}

static const struct plain_magic_spell NO_TARGET = {.player = -1};

void plain_magic_cast_card(struct plain_magic *p, const char *name) {
    player *who = &p->player[plain_magic_caster(p)];
    const char *card = plain_magic_take_card(&who->hand, name);
    if (plain_magic_type_of(name) == 'L') {
        me(p)->land[me(p)->lands++] = (struct plain_magic_land){.name = card};
        p->land_played = true;
        return;
    }
    plain_magic_tap_lands(who, plain_magic_card(name)->cost);
    if (has_target(p, name)) {
        p->phase = p->phase == PLAIN_MAGIC_RESPOND ? PLAIN_MAGIC_RESPOND_TARGET : PLAIN_MAGIC_TARGET;
        p->casting = card;
    } else {
        cast(p, card, NO_TARGET);
    }
}

void plain_magic_choose_target(struct plain_magic *p, struct plain_magic_spell at) {
    const char *card = p->casting;
    p->casting = NULL;
    cast(p, card, at);
}
