#include "magic_turn.h"

#include "core/hash.h"

#include <limits.h>

enum { MEMO = 1 << 12 };

/* The result of brute_defend. */
struct turn_memo {
    struct jg_magic_battle battle;
    struct jg_magic_weights weights;
    uint32_t attack;
    int value;
    bool used;
};

void turn_open(struct turn *t, const struct jg_game *g, int64_t limit) {
    struct jg_error err = {0};
    *t = (struct turn){.g = g, .w = jg_magic_paper_weights, .limit = limit};
    t->memo = calloc(MEMO, sizeof *t->memo);
    t->combat_search = jg_magic_combat_search_new(&err);
    assert_true(t->memo && t->combat_search);
}

void turn_close(struct turn *t) {
    jg_magic_combat_search_free(t->combat_search);
    free(t->memo);
}

int32_t turn_reward(const struct turn *t, const struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int power = 0, toughness = 0, win = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < s->side[seat].creatures; i++) {
            const struct jg_magic_creature *c = &s->side[seat].creature[i];
            const struct jg_magic_card *card = jg_magic_card(t->g, seat, c->kind);
            int sign = seat == s->active ? 1 : -1, more = c->counters + c->boost;
            power += sign * (card->power + more);
            toughness += sign * (card->toughness + more);
        }
    if (other->life <= 0) win += t->w.win;
    if (own->life <= 0) win -= t->w.win;
    return t->w.life * (own->life - other->life) + t->w.power * power + t->w.toughness * toughness +
           t->w.land * own->lands + t->w.hand * own->in_hand + win;
}

void turn_apply(const struct turn *t, struct jg_magic *s, jg_move move) {
    jg_move moves[JG_MOVES_MAX];
    union jg_state state;
    int n = jg_moves(t->g, s, moves), i = 0;
    while (i < n && moves[i] != move) i++;
    if (i == n) fail_msg("move %x is not legal in phase %d", (unsigned)move, s->phase);
    memcpy(&state, s, sizeof *s);
    jg_apply(t->g, &state, move);
    memcpy(s, &state, sizeof *s);
}

/* ---- Combat -------------------------------------------------------------------------------- */

/* The minimum over all blocks of the maximum over all orders. */
static int least(struct turn *t, const struct jg_magic_battle *b, uint32_t attack) {
    struct turn_memo now = {.attack = attack, .weights = t->w, .used = true};
    now.battle.attackers = b->attackers;
    now.battle.blockers = b->blockers;
    memcpy(now.battle.attacker, b->attacker, (size_t)b->attackers * sizeof *b->attacker);
    memcpy(now.battle.blocker, b->blocker, (size_t)b->blockers * sizeof *b->blocker);
    memcpy(now.battle.life, b->life, sizeof b->life);
    struct turn_memo *m = &t->memo[(jg_hash(&now.battle, sizeof now.battle) + attack) % MEMO];
    if (m->used && m->attack == attack && !memcmp(&m->battle, &now.battle, sizeof now.battle) &&
        !memcmp(&m->weights, &now.weights, sizeof now.weights))
        return m->value;
    now.value = brute_defend(b, &t->w, attack, NULL);
    *m = now;
    return now.value;
}

struct visited {
    struct turn *t;
    struct turn_foreseen *f;
};

static bool visit(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    struct visited *v = arg;
    struct turn_foreseen *f = v->f;
    int value = least(v->t, &f->field.battle, attack);
    int attained = brute_value(&f->field.battle, &v->t->w, attack, d->blocked, d->order);
    if (attained != value || d->value != value) fail_msg("blocks worth %d are not the best, %d", attained, value);
    f->set[f->sets].attack = attack;
    f->set[f->sets++].d = *d;
    return true;
}

/* The combatants are those that may fight by the rules. */
static void check_field(const struct turn *t, const struct jg_magic *s, const struct jg_magic_battlefield *f) {
    struct jg_magic after = *s;
    jg_move moves[JG_MOVES_MAX];
    const struct jg_magic_side *other = &s->side[1 - s->active];
    uint32_t seen = 0;
    int untapped = 0, n = 0;
    turn_apply(t, &after, jg_magic_move(JG_MAGIC_PASS, 0));
    if (after.phase == JG_MAGIC_ATTACK) n = jg_moves(t->g, &after, moves) - 1;
    assert_int_equal(n, f->battle.attackers);
    for (int a = 0; a < n; a++) seen |= UINT32_C(1) << f->attacker[a];
    for (int i = 0; i < n; i++)
        assert_true(seen >> jg_magic_find_creature(&s->side[s->active], jg_magic_move_arg(moves[i])) & 1);
    for (int i = 0; i < other->creatures; i++) untapped += !(other->creature[i].flags & JG_MAGIC_TAPPED);
    assert_int_equal(untapped, f->battle.blockers);
    seen = 0;
    for (int b = 0; b < untapped; b++) {
        assert_false(other->creature[f->blocker[b]].flags & JG_MAGIC_TAPPED || seen >> f->blocker[b] & 1);
        seen |= UINT32_C(1) << f->blocker[b];
    }
}

void turn_foresee(struct turn *t, const struct jg_magic *s, struct turn_foreseen *out) {
    struct visited v = {.t = t, .f = out};
    out->sets = 0;
    jg_magic_battlefield(t->g, s, false, &out->field);
    check_field(t, s, &out->field);
    assert_true(out->field.battle.attackers <= 8);
    jg_magic_search_attacks(t->combat_search, &out->field.battle, &t->w, visit, &v);
}

/* Whether a set of attackers is another but for some alike; `as` is whom each of the set stands for. */
static bool stands_for(const struct jg_magic_battle *b, uint32_t set, uint32_t other, uint8_t *as) {
    for (int a = 0; a < b->attackers; a++) {
        if (!(set >> a & 1)) continue;
        int k = 0;
        while (k < b->attackers && !(other >> k & 1 && !memcmp(&b->attacker[a], &b->attacker[k], sizeof *b->attacker)))
            k++;
        if (k == b->attackers) return false;
        as[a] = (uint8_t)k;
        other &= ~(UINT32_C(1) << k);
    }
    return !other;
}

static const struct jg_magic_blocks *find_set(const struct turn_foreseen *f, uint32_t attack, uint8_t *as) {
    for (int i = 0; i < f->sets; i++)
        if (stands_for(&f->field.battle, f->set[i].attack, attack, as)) return &f->set[i].d;
    fail_msg("attack %x was not looked at", attack);
    return NULL;
}

/* The attacker's id that a creature of the defender is to block, 0: none; and its place in the order. */
struct block {
    int at, order;
};

static void name_blocks(const struct turn *t, const struct block *block, struct jg_magic *s) {
    struct jg_magic_side *other = &s->side[1 - s->active];
    for (int i = 0; i < other->creatures && s->phase == JG_MAGIC_BLOCK; i++) {
        if (!block[i].at) continue;
        turn_apply(t, s, jg_magic_move(JG_MAGIC_BLOCK_WITH, other->creature[i].id));
        turn_apply(t, s, jg_magic_move(JG_MAGIC_BLOCK_ATTACKER, block[i].at));
    }
    if (s->phase == JG_MAGIC_BLOCK) turn_apply(t, s, jg_magic_move(JG_MAGIC_DONE, 0));
    while (s->phase == JG_MAGIC_ORDER) {
        int next = -1;
        for (int i = 0; i < other->creatures; i++)
            if (block[i].at == s->chosen && !other->creature[i].order &&
                (next < 0 || block[i].order < block[next].order))
                next = i;
        turn_apply(t, s, jg_magic_move(JG_MAGIC_ORDER_NEXT, other->creature[next].id));
    }
}

int32_t turn_combat(struct turn *t, const struct turn_foreseen *f, uint32_t attack, struct jg_magic *s) {
    const struct jg_magic_battle *b = &f->field.battle;
    uint8_t as[JG_MAGIC_CREATURES];
    const struct jg_magic_blocks *d = find_set(f, attack, as);
    struct block block[JG_MAGIC_CREATURES] = {{0}};
    struct jg_magic before = *s;
    struct jg_magic_side *own = &before.side[s->active];
    uint32_t named = 0;
    for (int a = 0; a < b->attackers; a++)
        if (attack >> a & 1) named |= UINT32_C(1) << f->field.attacker[a];
    for (int i = 0; i < b->blockers; i++) {
        if (d->blocked[i] == JG_MAGIC_NONE) continue;
        block[f->field.blocker[i]].at = own->creature[f->field.attacker[as[d->blocked[i]]]].id;
        block[f->field.blocker[i]].order = d->order[i];
    }
    turn_apply(t, s, jg_magic_move(JG_MAGIC_PASS, 0));
    for (int i = 0; i < own->creatures; i++)
        if (named >> i & 1) turn_apply(t, s, jg_magic_move(JG_MAGIC_ATTACK_WITH, own->creature[i].id));
    if (s->phase == JG_MAGIC_ATTACK) turn_apply(t, s, jg_magic_move(JG_MAGIC_DONE, 0));
    name_blocks(t, block, s);
    assert_true(s->phase == JG_MAGIC_MAIN_2 || s->phase == JG_MAGIC_END);

    uint8_t nobody[JG_MAGIC_CREATURES], order[JG_MAGIC_CREATURES] = {0};
    memset(nobody, JG_MAGIC_NONE, sizeof nobody);
    int32_t reward = turn_reward(t, &before) + d->value - brute_value(b, &t->w, 0, nobody, order);
    if (s->phase != JG_MAGIC_END) assert_int_equal(turn_reward(t, s), reward);
    return reward;
}

/* ---- The turn ------------------------------------------------------------------------------ */

static int32_t fight(struct turn *t, const struct jg_magic *s) {
    struct turn_foreseen f;
    int32_t best = INT32_MIN;
    turn_foresee(t, s, &f);
    for (uint32_t attack = 0; attack < UINT32_C(1) << f.field.battle.attackers; attack++) {
        struct jg_magic after = *s;
        int32_t value = turn_combat(t, &f, attack, &after);
        if (after.phase != JG_MAGIC_END) value = turn_best(t, &after);
        if (value > best) best = value;
    }
    return best;
}

int32_t turn_best(struct turn *t, const struct jg_magic *s) {
    jg_move moves[JG_MOVES_MAX];
    int32_t best = INT32_MIN;
    if (s->phase == JG_MAGIC_END) return turn_reward(t, s);
    int n = jg_moves(t->g, s, moves);
    for (int i = 0; i < n && t->nodes <= t->limit; i++) {
        int32_t value;
        t->nodes++;
        if (jg_magic_move_type(moves[i]) != JG_MAGIC_PASS) {
            union jg_state after;
            memcpy(&after, s, sizeof *s);
            jg_apply(t->g, &after, moves[i]);
            value = turn_best(t, (const void *)&after);
        } else {
            value = s->phase == JG_MAGIC_MAIN_1 ? fight(t, s) : turn_reward(t, s);
        }
        if (value > best) best = value;
    }
    return best;
}
