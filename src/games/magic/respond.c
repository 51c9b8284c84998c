/* When the paper's agent, which knows no instants, responds: our extension. Every card that it can cast, with every
 * target, is tried in a plan in which nobody responds: the stack resolves, and combat damage is dealt after blockers or
 * after the best blocks. It casts the card with the best reward, once boosts have worn off, if that is better than to
 * pass. A card that gains as much at any time waits for the end of the opponent's turn. */
#include "games/magic/paper.h"
#include "games/magic/rules.h"

/* The reward for a seat after a response of the mover, or none, in a plan. */
static int32_t worth(struct jg_magic_planner *p, struct jg_magic *s, int seat) {
    if (s->phase != JG_MAGIC_END) jg_magic_pass_priority(p->game, s);
    if (s->phase == JG_MAGIC_BLOCK) {
        struct jg_magic_battlefield f;
        struct jg_magic_blocks d;
        jg_magic_plan_blocks(p, s, &f, &d);
        for (int i = 0; i < s->side[1 - s->active].creatures; i++) s->side[1 - s->active].creature[i].blocks = 0;
        jg_magic_play_combat(p->game, s, &f, (uint32_t)((UINT64_C(1) << f.battle.attackers) - 1), &d);
    }
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < s->side[who].creatures; i++) s->side[who].creature[i].boost = 0;
    p->nodes++;
    return jg_magic_reward(p->game, s, seat, &p->weights);
}

/* What a card gains whenever it is cast: the body of a creature, and cards. */
static int32_t lasting_gain(const struct jg_magic_card *card, const struct jg_magic_weights *w) {
    int32_t gain = -w->hand;
    if (card->type == JG_MAGIC_CREATURE) gain += w->power * card->power + w->toughness * card->toughness;
    for (int i = 0; i < card->effects; i++)
        if (card->effect[i].verb == JG_MAGIC_DRAW_CARDS) gain += w->hand * card->effect[i].amount;
    return gain > 0 ? gain : 0;
}

struct response {
    int kind; /* -1: pass */
    jg_move target;
    int32_t value;
};

/* Tries a card that the mover can cast, with all targets. */
static void try_card(struct jg_magic_planner *p, const struct jg_magic *s, int kind, int32_t handicap,
                     struct response *best) {
    jg_move targets[JG_MOVES_MAX];
    int seat = jg_magic_mover(s), n = 0;
    const struct jg_magic_card *card = jg_magic_card(p->game, seat, kind);
    if (card->target) n = jg_magic_targets(p->game, s, kind, targets);
    for (int i = 0; i < (n ? n : 1) && !jg_magic_work_exhausted(p->work); i++) {
        struct jg_magic next = *s;
        next.plain = 1;
        jg_magic_cast(p->game, &next, kind);
        if (n) jg_magic_choose_target(p->game, &next, targets[i]);
        int32_t value = worth(p, &next, seat) - handicap;
        if (value <= best->value) continue;
        *best = (struct response){.kind = kind, .target = n ? targets[i] : 0, .value = value};
    }
}

/* The target of a card that has been cast. */
static jg_move aim(struct jg_magic_planner *p, const struct jg_magic *s) {
    jg_move targets[JG_MOVES_MAX], best = 0;
    int n = jg_magic_targets(p->game, s, s->chosen, targets);
    int32_t most = 0;
    for (int i = 0; i < n; i++) {
        struct jg_magic next = *s;
        next.plain = 1;
        jg_magic_choose_target(p->game, &next, targets[i]);
        int32_t value = worth(p, &next, s->priority);
        if (best && value <= most) continue;
        best = targets[i];
        most = value;
    }
    return best;
}

/* Whether the mover can cast anything. */
static bool can_respond(const struct jg_game *g, const struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->priority];
    for (int kind = 0; kind < jg_magic_deck(g, s->priority)->kinds; kind++)
        if (own->hand[kind] && jg_magic_can_play(g, s, kind)) return true;
    return false;
}

jg_move jg_magic_respond(struct jg_magic_planner *p, const struct jg_magic *s) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, jg_magic_mover(s));
    jg_magic_planner_begin(p);
    if (s->phase == JG_MAGIC_AIM) return aim(p, s);
    if (!can_respond(p->game, s)) return jg_magic_move(JG_MAGIC_PASS, 0);
    struct jg_magic pass = *s;
    bool last = s->step == JG_MAGIC_STEP_END && s->active != s->priority && !s->spells;
    pass.plain = 1;
    struct response best = {.kind = -1, .value = worth(p, &pass, s->priority)};
    if (last) best.value--; /* a card that gains nothing is better used than held */
    for (int kind = 0; kind < deck->kinds; kind++)
        if (jg_magic_can_play(p->game, s, kind))
            try_card(p, s, kind, last ? 0 : lasting_gain(&deck->card[kind], &p->weights), &best);
    return best.kind < 0 ? jg_magic_move(JG_MAGIC_PASS, 0) : jg_magic_move(JG_MAGIC_PLAY, best.kind);
}
