/* The search of a whole turn. Pruning that cannot change its value:
 *
 * - A land is played first, unless a card in hand is worth more than a land.
 * - In the first main phase, a creature that cannot take part in this combat waits for the second, and so
 *   does damage to a player whom the turn cannot kill. If a combat kills the opponent there is no second
 *   main phase; the search is then repeated with nothing waiting.
 * - No card that does nothing else harms its own side: the same plan without the card, and without the
 *   attack of the creature that would die, is better. Harm that does not kill is not pruned, since it may mislead
 *   the blockers, who do not know what comes in the second main phase.
 * - In the second main phase, a creature that boosts boosts itself, unless a card in hand could hurt it
 *   there; and which creature is tapped does not matter.
 *
 * The gain of the second main phase depends only on what combat leaves of both sides, so it is cached. A
 * combat is cut off if even an upper bound of that gain (hand_bound) is not enough. */
#include "games/magic/turn_search.h"

#include "core/hash.h"
#include "games/magic/rules.h"

#include <stdlib.h>
#include <string.h>

enum { HARMS = 1, HELPS = 2, GAIN_CACHE = 64, TAG = 128 };

/* Limits of one plan: several hundred times what crowded boards of the built-in decks take. */
enum { MAX_STATES = 65536, MAX_WORK = 1 << 27, STATE_WORK = 64 };

/* A node of the breadth-first search: a state and the actions that lead to it. */
struct node {
    struct jg_magic s;
    uint8_t actions;
    bool over; /* the phase has ended */
    struct jg_magic_action action[JG_MAGIC_ACTIONS];
};

/* Properties of a card that the pruning needs. */
struct trait {
    uint8_t to_target; /* HARMS, HELPS */
    bool waits;        /* may be cast after combat instead */
    bool bare;         /* only its effect on the target could be a reason to cast it before combat */
    bool gives;        /* gives the opponent life */
    bool depends;      /* its value depends on the creatures */
    bool raises;       /* strengthens all own creatures, or needs a target before combat that may be one of them */
    bool hurts;        /* may hurt some own creatures but not others */
    bool risks;        /* may cost own life */
    int face;          /* maximum damage to the opponent */
};

struct jg_magic_turn_search {
    struct trait trait[2][JG_MAGIC_KINDS];
    struct jg_magic_plan best, now;
    bool has_best; /* best is valid */
    bool land_first;
    bool nothing_waits; /* cast everything in the first main phase */
    bool lethal;        /* the turn may kill the opponent */
    bool killed;        /* a combat has killed the opponent */
    bool hurts;         /* trait `hurts` of some card in hand */
    bool risks;         /* trait `risks` of some card in hand */
    bool second;        /* searching the second main phase */
    bool reports;       /* on_plan is called in the second main phase */
    int from;           /* ATTACK: creatures before this index are decided */
    uint32_t declared;  /* those of them that attack, bits */
    uint32_t must;      /* the same by index in the field */
    struct jg_magic_battlefield field;
    const struct node *end; /* the end of the first main phase whose combats are searched */
    int32_t bound;          /* upper bound of the gain of the second main phase */
    bool independent;       /* that gain is the same after every combat */
    struct {
        uint64_t key;
        int32_t gain;
    } gains[GAIN_CACHE]; /* by board, after this first main phase */
    int gain_count;
};

/* ---- Cards ------------------------------------------------------------------------------ */

/* Adds the traits of one effect. */
static void classify_effect(const struct jg_magic_card *card, const struct jg_magic_effect *e, struct trait *t) {
    bool kills = e->verb == JG_MAGIC_DAMAGE || e->verb == JG_MAGIC_DESTROY;
    bool harm = kills || e->verb == JG_MAGIC_TAP, creature = card->type == JG_MAGIC_CREATURE;
    if (!e->each) t->to_target |= harm ? HARMS : HELPS;
    if (e->each) t->bare = false;
    if (e->verb != JG_MAGIC_GAIN) t->waits = false;
    if (e->verb == JG_MAGIC_GAIN && e->each && e->whom & JG_MAGIC_OPPONENT) t->gives = true;
    if (e->verb == JG_MAGIC_DAMAGE && e->whom & JG_MAGIC_OPPONENT) t->face += e->amount;
    if (e->verb == JG_MAGIC_DAMAGE && e->whom & JG_MAGIC_YOU && (e->each || creature)) t->risks = true;
    if (e->each && !harm && e->whom & JG_MAGIC_OWN) t->raises = true;
    if (kills && e->whom & JG_MAGIC_OWN && !(e->each && e->verb == JG_MAGIC_DESTROY)) t->hurts = true;
    if (kills || e->verb == JG_MAGIC_OWNER_GAIN || (e->each && e->whom & (JG_MAGIC_OWN | JG_MAGIC_OPPOSING)) ||
        (!e->each && !(card->target & JG_MAGIC_OWN && creature) && e->verb != JG_MAGIC_TAP))
        t->depends = true;
}

static void classify_card(const struct jg_magic_card *card, struct trait *t) {
    bool creature = card->type == JG_MAGIC_CREATURE, haste = card->abilities & JG_MAGIC_HASTE;
    *t = (struct trait){.waits = creature ? !haste : card->effects > 0, .bare = !haste};
    for (int i = 0; i < card->effects; i++) classify_effect(card, &card->effect[i], t);
    if (!creature && card->target) t->depends = true; /* it needs a target */
    if (!t->bare && card->target & JG_MAGIC_OWN) t->raises = true;
}

enum jg_status jg_magic_planner_init(struct jg_magic_planner *p, const struct jg_game *g, struct jg_error *err) {
    *p = (struct jg_magic_planner){.game = g, .weights = jg_magic_paper_weights, .max_states = MAX_STATES};
    enum jg_status status = jg_bfs_init(&p->first, sizeof(struct node), err);
    if (!status) status = jg_bfs_init(&p->second, sizeof(struct node), err);
    if (!status && !(p->combat_search = jg_magic_combat_search_new(err))) status = JG_EMEMORY;
    if (!status && !(p->turn = calloc(1, sizeof *p->turn)))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (status) {
        jg_magic_planner_free(p);
        return status;
    }
    p->work = jg_magic_combat_search_work(p->combat_search);
    p->work->limit = MAX_WORK;
    for (int seat = 0; seat < 2; seat++)
        for (int kind = 0; kind < jg_magic_deck(g, seat)->kinds; kind++)
            classify_card(jg_magic_card(g, seat, kind), &p->turn->trait[seat][kind]);
    return JG_OK;
}

void jg_magic_planner_free(struct jg_magic_planner *p) {
    jg_bfs_free(&p->first);
    jg_bfs_free(&p->second);
    jg_magic_combat_search_free(p->combat_search);
    free(p->turn);
    *p = (struct jg_magic_planner){0};
}

/* ---- Equal states ----------------------------------------------------------------------- */

/* An order-independent hash of creatures, ignoring ids. */
static uint64_t creatures_key(const struct jg_magic_side *side) {
    uint64_t sum = 0;
    for (int i = 0; i < side->creatures; i++) {
        struct jg_magic_creature c = side->creature[i];
        uint64_t bytes;
        c.id = 1;
        memcpy(&bytes, &c, sizeof bytes);
        sum += jg_hash_mix(0x9e3779b97f4a7c15u, bytes);
    }
    return sum;
}

static uint64_t board_key(const struct jg_magic *s) {
    return jg_hash_mix(jg_hash_mix(1, creatures_key(&s->side[0])), creatures_key(&s->side[1]));
}

static uint64_t key(void *arg, const void *state) {
    const struct node *n = state;
    const struct jg_magic_side *own = &n->s.side[n->s.active];
    uint64_t hand[JG_MAGIC_KINDS / 8], h = board_key(&n->s);
    (void)arg;
    memcpy(hand, own->hand, sizeof hand);
    for (int i = 0; i < JG_MAGIC_KINDS / 8; i++)
        if (hand[i]) h = jg_hash_mix(h, hand[i] + (uint64_t)i);
    h = jg_hash_mix(h, (uint64_t)(uint16_t)n->s.side[0].life << 48 | (uint64_t)(uint16_t)n->s.side[1].life << 32 |
                           (uint64_t)own->untapped << 16 | (uint64_t)n->s.land << 8 | n->over);
    return h;
}

/* Relies on the 64-bit hash for the creatures; compares only what is cheap. */
static bool same(void *arg, const void *a, const void *b) {
    const struct node *x = a, *y = b;
    (void)arg;
    for (int seat = 0; seat < 2; seat++)
        if (x->s.side[seat].life != y->s.side[seat].life || x->s.side[seat].creatures != y->s.side[seat].creatures)
            return false;
    return x->over == y->over && x->s.land == y->s.land &&
           !memcmp(x->s.side[x->s.active].hand, y->s.side[x->s.active].hand, JG_MAGIC_KINDS);
}

/* ---- Actions ---------------------------------------------------------------------------- */

static bool dies_of(const struct jg_magic_card *by, const struct jg_magic_card *card,
                    const struct jg_magic_creature *c) {
    int left = jg_magic_toughness(card, c) - c->damage;
    for (int i = 0; i < by->effects; i++) {
        if (by->effect[i].each) continue;
        if (by->effect[i].verb == JG_MAGIC_DESTROY) return true;
        if (by->effect[i].verb == JG_MAGIC_DAMAGE) left -= by->effect[i].amount;
    }
    return left <= 0;
}

/* Whether to prune a target that is the caster or an own creature: index i, or -1 for the entering
 * one. */
static bool pointless_harm(const struct jg_magic_planner *p, const struct jg_magic *s, int kind, bool self, int i) {
    const struct jg_magic_turn_search *t = p->turn;
    const struct jg_magic_card *card = jg_magic_card(p->game, s->active, kind);
    const struct jg_magic_side *own = &s->side[s->active];
    bool better =
        (card->target & JG_MAGIC_OPPOSING && s->side[1 - s->active].creatures) || card->target & JG_MAGIC_OPPONENT;
    if (card->type == JG_MAGIC_CREATURE ? !better : !t->trait[s->active][kind].bare) return false;
    if (t->second || self || i < 0) return true;
    const struct jg_magic_card *victim = jg_magic_card(p->game, s->active, own->creature[i].kind);
    return !jg_magic_can_attack(victim, &own->creature[i]) || dies_of(card, victim, &own->creature[i]);
}

static bool pointless_help(const struct jg_magic_planner *p, const struct jg_magic *s, int kind, bool mine, int i) {
    const struct jg_magic_turn_search *t = p->turn;
    const struct jg_magic_card *card = jg_magic_card(p->game, s->active, kind);
    bool itself = card->type == JG_MAGIC_CREATURE && card->target & JG_MAGIC_OWN;
    if (!t->second) return false;
    if (!mine) return itself || (card->type != JG_MAGIC_CREATURE && t->trait[s->active][kind].bare);
    return itself && i >= 0 && !t->hurts;
}

/* Whether to prune a target of a card. */
static bool pointless(const struct jg_magic_planner *p, const struct jg_magic *s, int kind, jg_move target) {
    const struct jg_magic_turn_search *t = p->turn;
    const struct trait *trait = &t->trait[s->active][kind];
    const struct jg_magic_card *card = jg_magic_card(p->game, s->active, kind);
    bool creature = card->type == JG_MAGIC_CREATURE;
    if (!t->second && (!trait->bare || (creature && t->nothing_waits))) return false;
    if (jg_magic_move_type(target) == JG_MAGIC_TARGET_PLAYER) {
        bool self = jg_magic_move_arg(target) == s->active;
        if (trait->to_target == HELPS) return !self && !creature && trait->bare;
        if (trait->to_target != HARMS) return false;
        return self ? pointless_harm(p, s, kind, true, -1) : !t->second && !t->lethal;
    }
    int id = jg_magic_move_arg(target), i = jg_magic_find_creature(&s->side[s->active], id);
    bool mine = i >= 0 || id == s->last_id + 1;
    if (trait->to_target == HARMS && mine) return pointless_harm(p, s, kind, false, i);
    if (trait->to_target == HELPS) return pointless_help(p, s, kind, mine, i);
    if (t->second && creature && card->effects == 1 && card->effect[0].verb == JG_MAGIC_TAP)
        return id != s->side[1 - s->active].creature[0].id;
    return false;
}

static struct node *child(struct jg_bfs *b, const struct node *n) {
    struct node *c = jg_bfs_room(b);
    memcpy(c, n, offsetof(struct node, action) + n->actions * sizeof *n->action);
    return c;
}

static void act(struct jg_magic_planner *p, struct jg_bfs *b, const struct node *n, int kind, jg_move target) {
    struct node *c = child(b, n);
    struct jg_magic_action action = {.kind = (uint8_t)kind, .target = target};
    c->action[c->actions++] = action;
    jg_magic_play_action(p->game, &c->s, action);
    if (c->s.phase == JG_MAGIC_END) c->over = true;
    jg_magic_work_spend(p->work, STATE_WORK);
    jg_bfs_add(b);
}

/* Whether a card waits for the second main phase. Life that the opponent gains may change the
 * blocks. */
static bool waits(const struct jg_magic_turn_search *t, int seat, int kind) {
    const struct trait *trait = &t->trait[seat][kind];
    return trait->waits && !t->nothing_waits && !(trait->gives && t->lethal);
}

static void expand(void *arg, const void *state, struct jg_bfs *b) {
    struct jg_magic_planner *p = arg;
    const struct jg_magic_turn_search *t = p->turn;
    const struct node *n = state;
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, n->s.active);
    const struct jg_magic_side *own = &n->s.side[n->s.active];
    p->nodes++;
    if (t->land_first && deck->land != JG_MAGIC_NONE && own->hand[deck->land] && !n->s.land) {
        act(p, b, n, deck->land, 0);
        return;
    }
    child(b, n)->over = true;
    jg_bfs_add(b);
    if (n->actions == JG_MAGIC_ACTIONS) return;
    for (int kind = 0; kind < deck->kinds; kind++) {
        jg_move targets[2 * JG_MAGIC_CREATURES + 3];
        const struct jg_magic_card *card = &deck->card[kind];
        if (!own->hand[kind] || !jg_magic_can_play(p->game, &n->s, kind)) continue;
        if (!t->second && waits(t, n->s.active, kind)) continue;
        int count = card->target ? jg_magic_targets(p->game, &n->s, kind, targets) : 0;
        if (!count) act(p, b, n, kind, 0);
        for (int i = 0; i < count; i++)
            if (!pointless(p, &n->s, kind, targets[i])) act(p, b, n, kind, targets[i]);
    }
}

/* ---- The second main phase -------------------------------------------------------------- */

static bool second_end(void *arg, const void *state, int32_t *value) {
    struct jg_magic_planner *p = arg;
    const struct node *n = state;
    if (!n->over) return false;
    *value = jg_magic_reward(p->game, &n->s, n->s.active, &p->weights);
    if (p->turn->reports) {
        struct jg_magic_plan *plan = &p->turn->now;
        plan->value = plan->combat = *value;
        plan->attackers = 0;
        plan->actions = n->actions;
        memcpy(plan->action, n->action, n->actions * sizeof *n->action);
        p->on_plan(p->arg, plan);
    }
    return true;
}

/* The best value at the end of the turn from a state in the second main phase; fills in *plan
 * unless NULL. */
static int32_t search_second(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *plan) {
    struct node start;
    struct jg_bfs_result result;
    struct jg_bfs_search search = {.start = &start,
                                   .arg = p,
                                   .expand = expand,
                                   .key = key,
                                   .same = same,
                                   .terminal = second_end,
                                   .merge = JG_BFS_LAYER,
                                   .limit = p->max_states,
                                   .stop = &p->work->exhausted};
    start.s = *s;
    start.actions = 0;
    start.over = s->phase == JG_MAGIC_END;
    p->turn->second = true;
    jg_bfs_run(&p->second, &search, &result);
    p->turn->second = false;
    if (!result.found) return jg_magic_reward(p->game, s, s->active, &p->weights);
    if (plan) {
        const struct node *n = result.best;
        plan->actions = n->actions;
        memcpy(plan->action, n->action, n->actions * sizeof *n->action);
    }
    return result.value;
}

/* Whether a card in hand is affordable this turn, counting a land that can still be played. */
static bool affordable(const struct jg_magic_planner *p, const struct jg_magic *s, int kind) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active];
    bool more = !s->land && deck->land != JG_MAGIC_NONE && own->hand[deck->land];
    return own->hand[kind] && kind != deck->land && deck->card[kind].mana <= own->untapped + more;
}

/* Upper bound of the gain of one card after combat; casting it costs a card in hand. */
static int32_t card_bound(const struct jg_magic_planner *p, const struct jg_magic *s, int kind, int32_t biggest,
                          int32_t all, int own) {
    const struct jg_magic_card *card = jg_magic_card(p->game, s->active, kind);
    const struct jg_magic_weights *w = &p->weights;
    int32_t sum = -w->hand;
    if (card->type == JG_MAGIC_CREATURE) sum += w->power * card->power + w->toughness * card->toughness;
    for (int i = 0; i < card->effects; i++) {
        const struct jg_magic_effect *e = &card->effect[i];
        int32_t raise = (w->power + w->toughness) * e->amount;
        switch (e->verb) {
        case JG_MAGIC_DAMAGE:
            if (e->whom & JG_MAGIC_OPPONENT) sum += w->life * e->amount;
            /* fall through */
        case JG_MAGIC_DESTROY:
            if (e->whom & JG_MAGIC_OPPOSING) sum += e->each ? all : biggest;
            break;
        case JG_MAGIC_BOOST:
        case JG_MAGIC_COUNTER: sum += e->each ? raise * own : raise; break;
        case JG_MAGIC_GAIN:
        case JG_MAGIC_OWNER_GAIN: sum += w->life * e->amount; break;
        default: break;
        }
    }
    return sum > 0 ? sum : 0;
}

/* Upper bound of the gain of the hand after any combat: a knapsack over the mana. Sets
 * t->independent. */
static int32_t hand_bound(struct jg_magic_planner *p, const struct jg_magic *s) {
    struct jg_magic_turn_search *t = p->turn;
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int32_t best[JG_MAGIC_DECK + 2] = {0}, all = 0, biggest = 0;
    bool land = !s->land && deck->land != JG_MAGIC_NONE && own->hand[deck->land];
    int mana = own->untapped + land;
    for (int i = 0; i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        const struct jg_magic_card *card = jg_magic_card(p->game, 1 - s->active, c->kind);
        int32_t worth = p->weights.power * jg_magic_power(card, c) + p->weights.toughness * jg_magic_toughness(card, c);
        all += worth;
        if (worth > biggest) biggest = worth;
    }
    t->independent = own->creatures + own->in_hand <= JG_MAGIC_CREATURES;
    int face = 0;
    for (int kind = 0; kind < deck->kinds; kind++) {
        if (!affordable(p, s, kind)) continue;
        int cost = deck->card[kind].mana;
        int32_t worth = card_bound(p, s, kind, biggest, all, own->creatures + own->in_hand);
        if (t->trait[s->active][kind].depends) t->independent = false;
        face += t->trait[s->active][kind].face * own->hand[kind];
        for (int copy = 0; copy < own->hand[kind]; copy++)
            for (int m = mana; m >= cost; m--)
                if (best[m - cost] + worth > best[m]) best[m] = best[m - cost] + worth;
    }
    int32_t most = best[mana];
    if (land && p->weights.land > p->weights.hand) most += p->weights.land - p->weights.hand;
    if (face) t->independent = false;
    if (face && t->lethal) most += p->weights.win;
    return most;
}

/* The gain of the second main phase after a combat, cached by board. */
static int32_t gain_after(struct jg_magic_planner *p, const struct jg_magic *s, int32_t reward) {
    struct jg_magic_turn_search *t = p->turn;
    uint64_t board = t->independent ? 0 : board_key(s);
    if (t->risks) board = jg_hash_mix(board, (uint64_t)(uint16_t)s->side[s->active].life);
    if (t->lethal && !t->independent) board = jg_hash_mix(board, (uint64_t)(uint16_t)s->side[1 - s->active].life);
    for (int i = 0; i < t->gain_count; i++)
        if (t->gains[i].key == board) return t->gains[i].gain;
    int32_t gain = search_second(p, s, NULL) - reward;
    if (t->gain_count < GAIN_CACHE) {
        t->gains[t->gain_count].key = board;
        t->gains[t->gain_count++].gain = gain;
    }
    return gain;
}

/* ---- Combat ----------------------------------------------------------------------------- */

static void consider(struct jg_magic_planner *p, uint32_t attack, int32_t combat, int32_t value) {
    struct jg_magic_turn_search *t = p->turn;
    const struct node *n = t->end;
    struct jg_magic_plan *plan = &t->now;
    if (t->has_best && value < t->best.value && !p->on_plan) return;
    plan->value = value;
    plan->combat = combat;
    plan->actions = n->actions;
    memcpy(plan->action, n->action, n->actions * sizeof *n->action);
    plan->attackers = 0;
    uint32_t who = 0; /* bits by creature */
    for (int a = 0; a < t->field.battle.attackers; a++)
        if (attack >> a & 1) who |= UINT32_C(1) << t->field.attacker[a];
    for (; who; who &= who - 1)
        plan->attacker[plan->attackers++] = n->s.side[n->s.active].creature[__builtin_ctz(who)].id;
    if (p->on_plan) p->on_plan(p->arg, plan);
    if (t->has_best && value < t->best.value) return;
    t->best = *plan;
    t->has_best = true;
}

/* Whether a set of attackers would kill an opponent who does not block. */
static bool may_be_lethal(const struct jg_magic_battle *b, uint32_t attack) {
    int damage = 0;
    for (int a = 0; a < b->attackers; a++)
        if (attack >> a & 1)
            damage += b->attacker[a].power * (b->attacker[a].abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 : 1);
    return damage >= b->life[1];
}

/* Evaluates one set of attackers with the predicted blocks. d->value covers only the battle; `base`
 * is the value of the rest. */
static void combat(struct jg_magic_planner *p, uint32_t attack, const struct jg_magic_blocks *d, int32_t base) {
    struct jg_magic_turn_search *t = p->turn;
    int32_t reward = base + d->value;
    struct jg_magic s;
    bool played = t->lethal && may_be_lethal(&t->field.battle, attack);
    p->nodes++;
    if (played) {
        s = t->end->s;
        jg_magic_play_combat(p->game, &s, &t->field, attack, d);
        if (s.phase == JG_MAGIC_END) {
            t->killed = true;
            consider(p, attack, reward, reward);
            return;
        }
    }
    if (!t->bound) {
        consider(p, attack, reward, reward);
        return;
    }
    if (t->has_best && !p->exhaustive && reward + t->bound < t->best.value) return;
    if (t->independent && t->gain_count) {
        consider(p, attack, reward, reward + t->gains[0].gain);
        return;
    }
    if (!played) {
        s = t->end->s;
        s.phase = JG_MAGIC_MAIN_2;
        if (attack) jg_magic_play_combat(p->game, &s, &t->field, attack, d);
    }
    consider(p, attack, reward, reward + gain_after(p, &s, reward));
}

struct visitor {
    struct jg_magic_planner *p;
    int32_t base;
    uint32_t attacks;
};

static bool visit(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    struct visitor *v = arg;
    if ((attack & v->p->turn->must) == v->p->turn->must) combat(v->p, attack, d, v->base);
    return ++v->attacks != v->p->max_attacks && !jg_magic_work_exhausted(v->p->work);
}

/* The value of the combatants of a battle and of the lives before combat. */
static int32_t field_worth(const struct jg_magic_battlefield *f, const struct jg_magic_weights *w) {
    int32_t sum = w->life * (f->battle.life[0] - f->battle.life[1]);
    for (int i = 0; i < f->battle.attackers; i++)
        sum += w->power * f->battle.attacker[i].power + w->toughness * f->battle.attacker[i].toughness;
    for (int i = 0; i < f->battle.blockers; i++)
        sum -= w->power * f->battle.blocker[i].power + w->toughness * f->battle.blocker[i].toughness;
    return sum;
}

/* Leaves out attackers that were passed over, and marks those that were declared as mandatory. The
 * tag keeps declared ones from being interchanged with others. */
static void restrict_attackers(struct jg_magic_turn_search *t) {
    struct jg_magic_battlefield *f = &t->field;
    int n = 0;
    t->must = 0;
    for (int a = 0; t->from && a < f->battle.attackers; a++) {
        bool attacks = t->declared >> f->attacker[a] & 1;
        if (!attacks && f->attacker[a] < t->from) continue;
        f->attacker[n] = f->attacker[a];
        f->battle.attacker[n] = f->battle.attacker[a];
        if (attacks) f->battle.attacker[n].abilities |= TAG;
        if (attacks) t->must |= UINT32_C(1) << n;
        n++;
    }
    if (t->from) f->battle.attackers = n;
}

/* The end of a first main phase: evaluates all combats from there. */
static bool first_end(void *arg, const void *state, int32_t *value) {
    struct jg_magic_planner *p = arg;
    struct jg_magic_turn_search *t = p->turn;
    const struct node *n = state;
    if (!n->over) return false;
    t->end = n;
    t->field.battle.attackers = 0;
    int32_t reward = jg_magic_reward(p->game, &n->s, n->s.active, &p->weights);
    *value = 0;
    if (n->s.phase == JG_MAGIC_END) {
        consider(p, 0, reward, reward);
        return true;
    }
    t->bound = hand_bound(p, &n->s);
    t->gain_count = 0;
    jg_magic_battlefield(p->game, &n->s, false, &t->field);
    restrict_attackers(t);
    struct visitor v = {.p = p, .base = reward - field_worth(&t->field, &p->weights)};
    jg_magic_search_attacks(p->combat_search, &t->field.battle, &p->weights, visit, &v);
    if (!t->has_best) consider(p, 0, reward, reward); /* the budget was exhausted before the first set */
    return true;
}

/* ---- The turn --------------------------------------------------------------------------- */

/* Whether the maximum damage of this turn reaches the opponent's life. */
static bool may_win(struct jg_magic_planner *p, const struct jg_magic *s) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, s->active);
    const struct jg_magic_side *own = &s->side[s->active];
    int raise = 0, damage = 0, hitters = 0;
    for (int kind = 0; kind < deck->kinds; kind++) {
        const struct jg_magic_card *card = &deck->card[kind];
        if (!affordable(p, s, kind)) continue;
        damage += p->turn->trait[s->active][kind].face * own->hand[kind];
        if (card->type == JG_MAGIC_CREATURE && card->abilities & JG_MAGIC_HASTE) {
            hitters += own->hand[kind] * 2;
            damage += own->hand[kind] * card->power * 2;
        }
        for (int i = 0; i < card->effects; i++)
            if (card->effect[i].verb == JG_MAGIC_BOOST || card->effect[i].verb == JG_MAGIC_COUNTER)
                raise += card->effect[i].amount * own->hand[kind];
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

/* Sets what the hand can do; returns whether an affordable card may wait for the second main phase. */
static bool scan_hand(struct jg_magic_planner *p, const struct jg_magic *s) {
    struct jg_magic_turn_search *t = p->turn;
    bool any = false;
    t->nothing_waits = t->hurts = t->risks = t->killed = false;
    t->land_first = p->weights.land >= p->weights.hand;
    t->lethal = may_win(p, s);
    for (int kind = 0; kind < jg_magic_deck(p->game, s->active)->kinds; kind++) {
        const struct trait *trait = &t->trait[s->active][kind];
        if (!affordable(p, s, kind)) continue;
        t->nothing_waits |= trait->raises || trait->risks; /* which benefits from more creatures or more life */
        t->hurts |= trait->hurts;
        t->risks |= trait->risks;
        any |= trait->waits;
    }
    return any && !t->nothing_waits;
}

static void search_first(struct jg_magic_planner *p, const struct node *start) {
    struct jg_bfs_result result;
    struct jg_bfs_search search = {.start = start,
                                   .arg = p,
                                   .expand = expand,
                                   .key = key,
                                   .same = same,
                                   .terminal = first_end,
                                   .merge = JG_BFS_LAYER,
                                   .limit = p->max_states,
                                   .stop = &p->work->exhausted};
    p->turn->second = false;
    jg_bfs_run(&p->first, &search, &result);
}

/* Plans from the first main phase or, if `over`, from combat. */
static void plan_first(struct jg_magic_planner *p, const struct jg_magic *s, bool over, struct jg_magic_plan *out) {
    struct jg_magic_turn_search *t = p->turn;
    struct node start = {.s = *s, .over = over};
    void (*on_plan)(void *, const struct jg_magic_plan *) = p->on_plan;
    bool waits = scan_hand(p, s) && !over;
    t->has_best = false;
    t->best.actions = t->best.attackers = 0;
    t->best.value = t->best.combat = jg_magic_reward(p->game, s, s->active, &p->weights);
    if (waits && t->lethal) {
        p->on_plan = NULL; /* so that no plan is reported twice */
        search_first(p, &start);
        p->on_plan = on_plan;
        t->nothing_waits = t->killed;
    }
    if (!waits || !t->lethal || t->killed || on_plan) search_first(p, &start);
    *out = t->best;
}

static void plan_second(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    scan_hand(p, s);
    out->attackers = out->actions = 0;
    p->turn->reports = p->on_plan;
    out->value = search_second(p, s, out);
    p->turn->reports = false;
    out->combat = jg_magic_reward(p->game, s, s->active, &p->weights);
}

/* Plans as in the main phase before, with the declared attackers fixed. */
static void plan_attack(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    struct jg_magic_turn_search *t = p->turn;
    struct jg_magic before = *s;
    struct jg_magic_side *own = &before.side[s->active];
    for (int i = 0; i < own->creatures; i++) {
        if (!(own->creature[i].flags & JG_MAGIC_ATTACKS)) continue;
        t->declared |= UINT32_C(1) << i;
        own->creature[i].flags &= (uint8_t) ~(JG_MAGIC_ATTACKS | JG_MAGIC_TAPPED);
    }
    t->from = s->from;
    before.phase = JG_MAGIC_MAIN_1;
    before.from = 0;
    plan_first(p, &before, true, out);
    t->from = 0;
    t->declared = 0;
}

static void plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out);

/* Tries every target for the card that waits for one; it becomes the first action. */
static void plan_target(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    jg_move targets[2 * JG_MAGIC_CREATURES + 3];
    void (*on_plan)(void *, const struct jg_magic_plan *) = p->on_plan;
    int n = jg_magic_targets(p->game, s, s->chosen, targets);
    p->on_plan = NULL;
    for (int i = 0; i < n; i++) {
        struct jg_magic next = *s;
        struct jg_magic_plan then = {0};
        jg_magic_choose_target(p->game, &next, targets[i]);
        if (next.phase == JG_MAGIC_END)
            then.value = then.combat = jg_magic_reward(p->game, &next, s->active, &p->weights);
        else
            plan(p, &next, &then);
        if (i && then.value < out->value) continue;
        *out = then;
        if (out->actions == JG_MAGIC_ACTIONS) out->actions--;
        memmove(out->action + 1, then.action, (size_t)out->actions * sizeof *then.action);
        out->action[0] = (struct jg_magic_action){.kind = s->chosen, .target = targets[i]};
        out->actions++;
    }
    p->on_plan = on_plan;
}

static void plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    switch (s->phase) {
    case JG_MAGIC_MAIN_2: plan_second(p, s, out); break;
    case JG_MAGIC_ATTACK: plan_attack(p, s, out); break;
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2: plan_target(p, s, out); break;
    default: plan_first(p, s, false, out);
    }
}

bool jg_magic_planner_begin(struct jg_magic_planner *p) {
    p->work->budget = p->budget;
    jg_magic_work_begin(p->work);
    return jg_magic_work_exhausted(p->work);
}

void jg_magic_plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    jg_magic_planner_begin(p);
    plan(p, s, out);
}
