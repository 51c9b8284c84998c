/* `magic.random`: the paper's random agent. */
#include "games/magic/paper.h"

#include <string.h>

bool jg_magic_keeps_hand(const struct jg_game *g, const struct jg_magic *s) {
    const struct jg_magic_tables *tables = g->tables;
    const struct jg_magic_side *own = &s->side[s->active];
    int land = tables->deck[s->active].land, lands = land == JG_MAGIC_NONE ? 0 : own->hand[land];
    return !(tables->takes_mulligan[s->active][s->active == s->starter][own->in_hand] >> lands & 1);
}

/* ---- Main phases ------------------------------------------------------------------------ */

static int target_count(const struct jg_magic *s, const struct jg_magic_card *card) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int n = 0;
    if (card->target & JG_MAGIC_OWN) n += own->creatures + (card->type == JG_MAGIC_CREATURE);
    if (card->target & JG_MAGIC_OPPOSING) n += other->creatures;
    if (card->target & JG_MAGIC_YOU) n++;
    if (card->target & JG_MAGIC_OPPONENT) n++;
    return n;
}

/* Actions are cards with targets, and passing. */
static jg_move main_move(const struct jg_game *g, const struct jg_magic *s, struct jg_rng *rng) {
    const struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_deck *deck = jg_magic_deck(g, s->active);
    uint32_t weight[JG_MAGIC_KINDS], total = 1;
    for (int kind = 0; kind < deck->kinds; kind++) {
        weight[kind] = 0;
        if (!own->hand[kind] || !jg_magic_can_play(g, s, kind)) continue;
        int targets = deck->card[kind].target ? target_count(s, &deck->card[kind]) : 0;
        weight[kind] = (uint32_t)(own->hand[kind] * (targets ? targets : 1));
        total += weight[kind];
    }
    uint32_t n = total > 1 ? jg_rng_below(rng, total) : 0;
    if (!n--) return jg_magic_move(JG_MAGIC_PASS, 0);
    for (int kind = 0;; n -= weight[kind++])
        if (n < weight[kind]) return jg_magic_move(JG_MAGIC_PLAY, kind);
}

static jg_move discard_move(const struct jg_magic *s, struct jg_rng *rng) {
    const struct jg_magic_side *own = &s->side[s->active];
    uint32_t n = jg_rng_below(rng, own->in_hand);
    int kind = 0;
    while (n >= own->hand[kind]) n -= own->hand[kind++];
    return jg_magic_move(JG_MAGIC_DISCARD_CARD, kind);
}

/* ---- Combat ----------------------------------------------------------------------------- */

/* Every creature attacks with probability 1/2: all sets are equally likely. */
static jg_move attack_move(const jg_move *moves, int n, struct jg_rng *rng) {
    for (int i = 0; i < n - 1; i++)
        if (jg_rng_next(rng) >> 63) return moves[i];
    return moves[n - 1];
}

/* Each blocker blocks nothing or one of its attackers: all assignments are equally likely. */
static jg_move block_move(const struct jg_game *g, const struct jg_magic *s, const jg_move *moves, int n,
                          struct jg_rng *rng) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int i = 0; i < n - 1; i++) {
        const struct jg_magic_creature *c =
            &other->creature[jg_magic_find_creature(other, jg_magic_move_arg(moves[i]))];
        const struct jg_magic_card *blocker = jg_magic_card(g, 1 - s->active, c->kind);
        uint32_t can = 0;
        for (int a = 0; a < own->creatures; a++)
            can += own->creature[a].flags & JG_MAGIC_ATTACKS &&
                   jg_magic_can_block(blocker, c, jg_magic_card(g, s->active, own->creature[a].kind));
        if (jg_rng_below(rng, can + 1)) return moves[i];
    }
    return moves[n - 1];
}

jg_move jg_magic_random_move(const struct jg_game *g, const struct jg_magic *s, struct jg_rng *rng) {
    jg_move moves[JG_MOVES_MAX];
    int n;
    switch (s->phase) {
    case JG_MAGIC_MULLIGAN: return jg_magic_move(jg_magic_keeps_hand(g, s) ? JG_MAGIC_KEEP : JG_MAGIC_TAKE_MULLIGAN, 0);
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2: return main_move(g, s, rng);
    case JG_MAGIC_DISCARD: return discard_move(s, rng);
    case JG_MAGIC_ATTACK: n = jg_moves(g, s, moves); return attack_move(moves, n, rng);
    case JG_MAGIC_BLOCK: n = jg_moves(g, s, moves); return block_move(g, s, moves, n, rng);
    default: n = jg_moves(g, s, moves); return moves[jg_rng_below(rng, (uint32_t)n)];
    }
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    report->move = jg_magic_random_move(a->game, query->view, &rng);
    return JG_OK;
}

const struct jg_agent_kind jg_magic_random_agent = {
    .name = "magic.random",
    .summary = "the paper's random agent: mulligan policy, then uniformly random actions",
    .game = "magic",
    .choose = choose,
};
