/* The course of a game in the plain engine: deals, mulligans, turns, and the list of moves. */
#include "bench/games/magic/plain_inside.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- Turns ---------------------------------------------------------------------------- */

void plain_magic_main_phase(struct plain_magic *p, bool second) {
    p->phase = PLAIN_MAGIC_MAIN;
    p->second = second;
    p->named = p->ordering = 0;
    p->casting = NULL;
}

static void begin_turn(struct plain_magic *p) {
    p->turn++;
    p->land_played = false;
    for (int i = 0; i < me(p)->lands; i++) me(p)->land[i].tapped = false;
    for (int i = 0; i < me(p)->creatures; i++) me(p)->creature[i].tapped = me(p)->creature[i].sick = false;
    if (p->turn == 1) {
        plain_magic_main_phase(p, false);
        return;
    }
    p->phase = PLAIN_MAGIC_DRAW;
    if (plain_magic_library_count(me(p)) == 0) me(p)->lost = true;
    plain_magic_check_state(p);
}

static void discard(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_DISCARD;
    p->second = false;
    if (me(p)->hand.n > 7) return;
    p->active = 1 - p->active;
    begin_turn(p);
}

void plain_magic_end_turn(struct plain_magic *p) {
    p->fog = false;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < p->player[seat].creatures; i++)
            p->player[seat].creature[i].damage = p->player[seat].creature[i].boost = 0;
    discard(p);
}

static void pass(struct plain_magic *p) {
    if (p->phase == PLAIN_MAGIC_RESPOND)
        plain_magic_pass_priority(p);
    else
        plain_magic_begin_step(p, p->second ? PLAIN_MAGIC_ENDING : PLAIN_MAGIC_COMBAT);
}

/* ---- Before the game ------------------------------------------------------------------ */

static void scry_or_begin(struct plain_magic *p, int seat) {
    for (; seat == p->starter || seat == 1 - p->starter; seat = seat == p->starter ? 1 - seat : -1) {
        if (p->player[seat].kept == 7) continue;
        p->active = seat;
        p->phase = PLAIN_MAGIC_LOOK;
        return;
    }
    p->active = p->starter;
    begin_turn(p);
}

static void keep(struct plain_magic *p) {
    if (p->active != p->starter) {
        scry_or_begin(p, p->starter);
        return;
    }
    p->active = 1 - p->active;
    p->phase = PLAIN_MAGIC_MULLIGAN;
}

static void mulligan(struct plain_magic *p) {
    while (me(p)->hand.n > 0) plain_magic_put_card(&me(p)->library, plain_magic_take_card_at(&me(p)->hand, 0));
    me(p)->kept--;
    p->phase = PLAIN_MAGIC_DEAL;
    if (me(p)->kept == 0) keep(p);
}

/* The hand of `active` is full: the starter waits for the other, unless that has one already. */
static void dealt(struct plain_magic *p) {
    if (p->active == p->starter && they(p)->hand.n == 0) {
        p->active = 1 - p->active;
        return;
    }
    p->phase = PLAIN_MAGIC_MULLIGAN;
    if (p->active != p->starter && me(p)->kept == 7) p->active = p->starter;
}

static void deal(struct plain_magic *p, const char *card) {
    plain_magic_put_card(&me(p)->hand, plain_magic_take_card(&me(p)->library, card));
    if (me(p)->hand.n == me(p)->kept) dealt(p);
}

static void scry(struct plain_magic *p, bool top) {
    if (top)
        me(p)->top = p->looked;
    else
        me(p)->bottom = p->looked;
    p->looked = NULL;
    scry_or_begin(p, p->active == p->starter ? 1 - p->starter : -1);
}

static void draw(struct plain_magic *p, player *who, const char *card) {
    if (who->top) {
        plain_magic_put_card(&who->hand, who->top);
        who->top = NULL;
    } else if (who->library.n > 0) {
        plain_magic_put_card(&who->hand, plain_magic_take_card(&who->library, card));
    } else {
        plain_magic_put_card(&who->hand, who->bottom);
        who->bottom = NULL;
    }
    if (p->phase == PLAIN_MAGIC_DRAW) {
        plain_magic_main_phase(p, false);
        return;
    }
    who->owed--;
    plain_magic_continue(p);
}

/* ---- The interface -------------------------------------------------------------------- */

void plain_magic_start(struct plain_magic *p, const struct plain_magic_copies *first,
                       const struct plain_magic_copies *second) {
    memset(p, 0, sizeof *p);
    p->starter = -1;
    for (int seat = 0; seat < 2; seat++) {
        player *who = &p->player[seat];
        who->life = 20;
        who->kept = 7;
        for (const struct plain_magic_copies *c = seat ? second : first; c->n; c++) {
            if (plain_magic_type_of(c->name) == 'I' || plain_magic_has(c->name, "flash")) p->instants = true;
            for (int i = 0; i < c->n; i++) plain_magic_put_card(&who->library, plain_magic_card(c->name)->name);
        }
        plain_magic_stops(p, seat, 'u');
    }
}

void plain_magic_stops(struct plain_magic *p, int seat, char when) {
    player *who = &p->player[seat];
    bool all = when == 'a', some = when != 'n';
    who->stop_own = who->stop_mine[PLAIN_MAGIC_COMBAT] = who->stop_theirs[PLAIN_MAGIC_COMBAT] = all;
    who->stop_mine[PLAIN_MAGIC_ATTACKED] = who->stop_mine[PLAIN_MAGIC_ENDING] = all;
    who->stop_spell = who->stop_mine[PLAIN_MAGIC_DEFENDED] = who->stop_theirs[PLAIN_MAGIC_ATTACKED] = some;
    who->stop_theirs[PLAIN_MAGIC_DEFENDED] = who->stop_theirs[PLAIN_MAGIC_ENDING] = some;
}

int plain_magic_decides(const struct plain_magic *p) {
    switch (p->phase) {
    case PLAIN_MAGIC_END: return PLAIN_MAGIC_OVER;
    case PLAIN_MAGIC_TOSS:
    case PLAIN_MAGIC_DEAL:
    case PLAIN_MAGIC_LOOK:
    case PLAIN_MAGIC_MORE:
    case PLAIN_MAGIC_DRAW: return PLAIN_MAGIC_CHANCE;
    case PLAIN_MAGIC_RESPOND:
    case PLAIN_MAGIC_RESPOND_TARGET: return p->priority;
    case PLAIN_MAGIC_BLOCK:
    case PLAIN_MAGIC_BLOCKED: return 1 - p->active;
    default: return p->active;
    }
}

struct list {
    struct plain_magic_move *out;
    int n;
};

static void add(struct list *l, enum plain_magic_word word, const char *card, int id, int seat, int copies) {
    assert(l->n < PLAIN_MAGIC_MOVES);
    l->out[l->n++] = (struct plain_magic_move){word, card, id, seat, copies};
}

static void add_cards(struct list *l, enum plain_magic_word word, const struct plain_magic_pile *pile, bool chance) {
    for (int i = 0; i < pile->n; i++)
        if (plain_magic_first_of_name(pile, i))
            add(l, word, pile->card[i], 0, -1, chance ? plain_magic_copies_in(pile, pile->card[i]) : 0);
}

static void add_draws(const struct plain_magic *p, struct list *l) {
    const player *who = &p->player[p->phase == PLAIN_MAGIC_MORE ? p->priority : p->active];
    if (who->top)
        add(l, PLAIN_MAGIC_DRAWS, who->top, 0, -1, 1);
    else if (who->library.n > 0)
        add_cards(l, PLAIN_MAGIC_DRAWS, &who->library, true);
    else
        add(l, PLAIN_MAGIC_DRAWS, who->bottom, 0, -1, 1);
}

static void add_targets(const struct plain_magic *p, struct list *l) {
    const char *targets = plain_magic_targets_of(p->casting);
    const player *mine = &p->player[plain_magic_caster(p)], *theirs = &p->player[1 - plain_magic_caster(p)];
    for (int i = 0; strchr(targets, 'm') && i < mine->creatures; i++)
        if (plain_magic_suits(targets, &mine->creature[i])) add(l, PLAIN_MAGIC_AIM, NULL, mine->creature[i].id, -1, 0);
    if (strchr(targets, 'm') && plain_magic_type_of(p->casting) == 'C')
        add(l, PLAIN_MAGIC_AIM, NULL, p->last_id + 1, -1, 0);
    for (int i = 0; strchr(targets, 't') && i < theirs->creatures; i++)
        if (plain_magic_suits(targets, &theirs->creature[i]))
            add(l, PLAIN_MAGIC_AIM, NULL, theirs->creature[i].id, -1, 0);
    for (int i = 0; strchr(targets, 's') && i < p->spells; i++)
        add(l, PLAIN_MAGIC_AIM_SPELL, NULL, p->stack[i].id, -1, 0);
    for (int seat = 0; strchr(targets, 'p') && seat < 2; seat++) add(l, PLAIN_MAGIC_AIM_PLAYER, NULL, 0, seat, 0);
}

static void add_combat(const struct plain_magic *p, struct list *l) {
    const player *mine = &p->player[p->active], *theirs = &p->player[1 - p->active];
    for (int i = 0; p->phase == PLAIN_MAGIC_ATTACK && i < mine->creatures; i++)
        if (plain_magic_is_later(p, &mine->creature[i]) && plain_magic_can_attack(&mine->creature[i]))
            add(l, PLAIN_MAGIC_ATTACK_WITH, NULL, mine->creature[i].id, -1, 0);
    for (int i = 0; p->phase == PLAIN_MAGIC_BLOCK && i < theirs->creatures; i++)
        if (plain_magic_is_later(p, &theirs->creature[i]) && plain_magic_can_block_somebody(&theirs->creature[i], mine))
            add(l, PLAIN_MAGIC_BLOCK_WITH, NULL, theirs->creature[i].id, -1, 0);
    if (p->phase != PLAIN_MAGIC_BLOCKED) {
        add(l, PLAIN_MAGIC_DONE, NULL, 0, -1, 0);
        return;
    }
    for (int i = 0; i < mine->creatures; i++)
        for (int b = 0; b < theirs->creatures; b++)
            if (theirs->creature[b].id == p->named && plain_magic_can_block(&theirs->creature[b], &mine->creature[i]))
                add(l, PLAIN_MAGIC_AT, NULL, mine->creature[i].id, -1, 0);
}

static void add_orders(const struct plain_magic *p, struct list *l) {
    const player *mine = &p->player[p->active], *theirs = &p->player[1 - p->active];
    for (int i = 0; i < mine->creatures; i++)
        for (int b = 0; mine->creature[i].id == p->ordering && b < theirs->creatures; b++)
            if (theirs->creature[b].blocking == p->ordering &&
                !plain_magic_is_ordered(&mine->creature[i], theirs->creature[b].id))
                add(l, PLAIN_MAGIC_NEXT, NULL, theirs->creature[b].id, -1, 0);
}

int plain_magic_moves(const struct plain_magic *p, struct plain_magic_move out[PLAIN_MAGIC_MOVES]) {
    struct list l = {out, 0};
    const player *who = &p->player[plain_magic_caster(p)];
    switch (p->phase) {
    case PLAIN_MAGIC_TOSS:
        for (int seat = 0; seat < 2; seat++) add(&l, PLAIN_MAGIC_STARTS, NULL, 0, seat, 1);
        break;
    case PLAIN_MAGIC_DEAL:
    case PLAIN_MAGIC_LOOK:
    case PLAIN_MAGIC_MORE:
    case PLAIN_MAGIC_DRAW: add_draws(p, &l); break;
    case PLAIN_MAGIC_MULLIGAN:
        add(&l, PLAIN_MAGIC_KEEP, NULL, 0, -1, 0);
        add(&l, PLAIN_MAGIC_AGAIN, NULL, 0, -1, 0);
        break;
    case PLAIN_MAGIC_SCRY:
        add(&l, PLAIN_MAGIC_TO_TOP, NULL, 0, -1, 0);
        add(&l, PLAIN_MAGIC_TO_BOTTOM, NULL, 0, -1, 0);
        break;
    case PLAIN_MAGIC_RESPOND:
    case PLAIN_MAGIC_MAIN:
        add(&l, PLAIN_MAGIC_PASS, NULL, 0, -1, 0);
        for (int i = 0; i < who->hand.n; i++)
            if (plain_magic_first_of_name(&who->hand, i) && plain_magic_can_play(p, who->hand.card[i]))
                add(&l, PLAIN_MAGIC_PLAY, who->hand.card[i], 0, -1, 0);
        break;
    case PLAIN_MAGIC_RESPOND_TARGET:
    case PLAIN_MAGIC_TARGET: add_targets(p, &l); break;
    case PLAIN_MAGIC_ATTACK:
    case PLAIN_MAGIC_BLOCK:
    case PLAIN_MAGIC_BLOCKED: add_combat(p, &l); break;
    case PLAIN_MAGIC_ORDER: add_orders(p, &l); break;
    case PLAIN_MAGIC_DISCARD: add_cards(&l, PLAIN_MAGIC_THROW, &who->hand, false); break;
    case PLAIN_MAGIC_END: break;
    }
    return l.n;
}

static void next_blocker(struct plain_magic *p, int id) {
    creature *attacker = plain_magic_find_creature(me(p), p->ordering);
    attacker->order[attacker->ordered++] = id;
    plain_magic_order_blockers(p);
}

static void toss(struct plain_magic *p, int seat) {
    p->active = p->starter = seat;
    p->phase = PLAIN_MAGIC_DEAL;
}

static void happen(struct plain_magic *p, const char *card) {
    if (p->phase == PLAIN_MAGIC_DEAL) {
        deal(p, card);
    } else if (p->phase == PLAIN_MAGIC_LOOK) {
        p->looked = plain_magic_take_card(&me(p)->library, card);
        p->phase = PLAIN_MAGIC_SCRY;
    } else {
        draw(p, &p->player[p->phase == PLAIN_MAGIC_MORE ? p->priority : p->active], card);
    }
}

void plain_magic_move(struct plain_magic *p, const struct plain_magic_move *move) {
    switch (move->word) {
    case PLAIN_MAGIC_STARTS: toss(p, move->seat); break;
    case PLAIN_MAGIC_DRAWS: happen(p, move->card); break;
    case PLAIN_MAGIC_KEEP: keep(p); break;
    case PLAIN_MAGIC_AGAIN: mulligan(p); break;
    case PLAIN_MAGIC_TO_TOP: scry(p, true); break;
    case PLAIN_MAGIC_TO_BOTTOM: scry(p, false); break;
    case PLAIN_MAGIC_PASS: pass(p); break;
    case PLAIN_MAGIC_PLAY: plain_magic_cast_card(p, move->card); break;
    case PLAIN_MAGIC_AIM:
        plain_magic_choose_target(p, (struct plain_magic_spell){.creature = move->id, .player = -1});
        break;
    case PLAIN_MAGIC_AIM_PLAYER: plain_magic_choose_target(p, (struct plain_magic_spell){.player = move->seat}); break;
    case PLAIN_MAGIC_AIM_SPELL:
        plain_magic_choose_target(p, (struct plain_magic_spell){.spell = move->id, .player = -1});
        break;
    case PLAIN_MAGIC_ATTACK_WITH: plain_magic_attack_with(p, move->id); break;
    case PLAIN_MAGIC_BLOCK_WITH:
        p->named = move->id;
        p->phase = PLAIN_MAGIC_BLOCKED;
        break;
    case PLAIN_MAGIC_AT: plain_magic_block_at(p, move->id); break;
    case PLAIN_MAGIC_NEXT: next_blocker(p, move->id); break;
    case PLAIN_MAGIC_DONE:
        if (p->phase == PLAIN_MAGIC_ATTACK)
            plain_magic_end_attack(p);
        else
            plain_magic_order_blockers(p);
        break;
    case PLAIN_MAGIC_THROW:
        plain_magic_put_card(&me(p)->graveyard, plain_magic_take_card(&me(p)->hand, move->card));
        discard(p);
        break;
    }
}

uint64_t plain_magic_perft(const struct plain_magic *p, int depth) {
    struct plain_magic_move moves[PLAIN_MAGIC_MOVES];
    uint64_t sum = 0;
    if (depth == 0) return 1;
    for (int i = 0, n = plain_magic_moves(p, moves); i < n; i++) {
        struct plain_magic after = *p;
        plain_magic_move(&after, &moves[i]);
        sum += plain_magic_perft(&after, depth - 1);
    }
    return sum;
}
