/* The stack and priority, after rules 117 and 405 of the comprehensive rules. A spell goes on the stack when it is cast.
 * Then its caster, and after that the opponent, may respond or pass; when both pass in succession, the last spell
 * resolves, or the step ends if the stack is empty. The engine passes for a player wherever that player has no stop,
 * whatever the hand holds. */
#include "games/magic/rules.h"

#include <string.h>

int jg_magic_find_spell(const struct jg_magic *s, int id) {
    for (int i = 0; i < s->spells; i++)
        if (s->stack[i].id == id) return i;
    return -1;
}

void jg_magic_remove_spell(struct jg_magic *s, int place) {
    s->spells--;
    memmove(&s->stack[place], &s->stack[place + 1], (size_t)(s->spells - place) * sizeof *s->stack);
    s->stack[s->spells] = (struct jg_magic_spell){0};
}

static bool is_main(int step) { return step >= JG_MAGIC_STEP_MAIN_1; }

/* Whether the player with priority has a stop here. */
static bool stops(const struct jg_game *g, const struct jg_magic *s) {
    unsigned set = ((const struct jg_magic_tables *)g->tables)->stops[s->priority];
    if (s->spells) return set & (s->stack[s->spells - 1].seat == s->priority ? JG_MAGIC_STOP_OWN : JG_MAGIC_STOP_SPELL);
    return set & (unsigned)(s->priority == s->active ? JG_MAGIC_STOP_STEP : JG_MAGIC_STOP_THEIR) << s->step;
}

/* The game has ended: spells go to the graveyards, and nobody has priority. */
static void clear(struct jg_magic *s) {
    for (int i = 0; i < s->spells; i++) s->side[s->stack[i].seat].grave[s->stack[i].kind]++;
    memset(s->stack, 0, sizeof s->stack);
    s->spells = s->step = s->priority = s->passes = 0;
    s->side[0].draws = s->side[1].draws = 0;
}

static void leave_step(const struct jg_game *g, struct jg_magic *s) {
    int step = s->step;
    s->step = s->priority = s->passes = 0;
    jg_magic_end_step(g, s, step);
}

/* The next player who draws a card by an effect: the active player first; -1: none. */
static int drawer(const struct jg_magic *s) {
    return s->side[s->active].draws ? s->active : s->side[1 - s->active].draws ? 1 - s->active : -1;
}

/* Whether an effect still draws cards: the next one is a chance move. A player who cannot draw loses. */
static bool draws(struct jg_magic *s) {
    int seat = drawer(s);
    if (seat < 0) return false;
    s->priority = (uint8_t)seat;
    s->phase = JG_MAGIC_MORE;
    if (s->side[seat].in_library) return true;
    s->phase = JG_MAGIC_END;
    s->loser = (uint8_t)seat;
    clear(s);
    return true;
}

static void resolve_top(const struct jg_game *g, struct jg_magic *s) {
    struct jg_magic_spell top = s->stack[s->spells - 1];
    jg_magic_remove_spell(s, s->spells - 1);
    jg_magic_resolve(g, s, top.seat, top.kind, top.id, top.target);
    s->priority = s->active;
    s->passes = 0;
    if (s->phase == JG_MAGIC_END) clear(s);
}

/* Passes for players without a stop, resolves spells and ends the step, up to the next decision. */
static void give_priority(const struct jg_game *g, struct jg_magic *s) {
    for (;;) {
        if (!s->spells && is_main(s->step)) break;
        if (s->passes == 2 && !s->spells) break;
        if (s->passes == 2) {
            resolve_top(g, s);
            if (s->phase == JG_MAGIC_END || draws(s)) return;
        } else if (stops(g, s)) {
            s->phase = JG_MAGIC_RESPOND;
            return;
        } else {
            s->passes++;
            s->priority = 1 - s->priority;
        }
    }
    leave_step(g, s);
}

void jg_magic_push(const struct jg_game *g, struct jg_magic *s, int kind, jg_move target) {
    int seat = jg_magic_mover(s);
    if (s->phase == JG_MAGIC_MAIN_1) s->step = JG_MAGIC_STEP_MAIN_1;
    if (s->phase == JG_MAGIC_MAIN_2) s->step = JG_MAGIC_STEP_MAIN_2;
    s->stack[s->spells++] = (struct jg_magic_spell){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .id = ++s->last_id, .target = (uint16_t)target};
    s->priority = (uint8_t)seat;
    s->passes = 0;
    give_priority(g, s);
}

void jg_magic_begin_step(const struct jg_game *g, struct jg_magic *s, int step) {
    if (!jg_magic_windows(g) || s->plain) {
        jg_magic_end_step(g, s, step);
        return;
    }
    s->step = (uint8_t)step;
    s->priority = s->active;
    s->passes = 0;
    s->from = s->chosen = 0;
    give_priority(g, s);
}

/* In a plan nobody responds: all spells resolve, and the step ends. */
static void pass_all(const struct jg_game *g, struct jg_magic *s) {
    while (s->spells && s->phase != JG_MAGIC_END) resolve_top(g, s);
    if (s->phase != JG_MAGIC_END) leave_step(g, s);
}

void jg_magic_pass_priority(const struct jg_game *g, struct jg_magic *s) {
    if (s->plain) {
        pass_all(g, s);
        return;
    }
    s->passes++;
    s->priority = 1 - s->priority;
    give_priority(g, s);
}

void jg_magic_drawn(const struct jg_game *g, struct jg_magic *s) {
    if (s->phase == JG_MAGIC_MAIN_1) s->step = JG_MAGIC_STEP_MAIN_1;
    if (s->phase == JG_MAGIC_MAIN_2) s->step = JG_MAGIC_STEP_MAIN_2;
    if (draws(s)) return;
    s->priority = s->active;
    give_priority(g, s);
}
