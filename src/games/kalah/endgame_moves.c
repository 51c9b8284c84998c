/* Rank maps of the moves of Kalah, for building endgame databases. */
#include "games/kalah/endgame_moves.h"

#include <stdlib.h>
#include <string.h>

bool jg_kalah_next_side(int houses, uint64_t *side) {
    uint8_t house[8];
    for (int i = 0; i < 8; i++) house[i] = (uint8_t)(*side >> 8 * i);
    int last = houses - 1, i = last - 1;
    uint8_t tail = house[last];
    house[last] = 0;
    for (; i >= 0 && tail == 0; i--) {
        tail = house[i];
        house[i] = 0;
    }
    if (i < 0) return false;
    house[i]++;
    house[last] = (uint8_t)(tail - 1);
    *side = 0;
    for (i = 0; i < houses; i++) *side |= (uint64_t)house[i] << 8 * i;
    return true;
}

uint64_t jg_kalah_receive(int houses, uint64_t side, int give) {
    for (int i = 0; give; give--) {
        side += UINT64_C(1) << 8 * i;
        i = i == houses - 1 ? 0 : i + 1;
    }
    return side;
}

struct jg_kalah_sown jg_kalah_sow_side(int houses, uint64_t side, int house) {
    struct jg_kalah_sown s = {.landing = JG_KALAH_ENDS_TURN};
    int at = house, hand = (int)(side >> 8 * house & 255);
    side -= (uint64_t)hand << 8 * house;
    for (; hand; hand--) {
        at = at == 2 * houses ? 0 : at + 1;
        if (at < houses)
            side += UINT64_C(1) << 8 * at;
        else if (at == houses)
            s.bank++;
        else
            s.give++;
    }
    s.own = s.stay = side;
    if (at == houses) s.landing = JG_KALAH_MOVES_AGAIN;
    if (at < houses && (side >> 8 * at & 255) == 1) {
        s.landing = JG_KALAH_CAPTURES;
        s.house = at;
        s.own -= UINT64_C(1) << 8 * at;
    }
    return s;
}

/* Appends to a map. While a map grows it consists of runs alone, and its capacity is a power of two. */
static void add(struct jg_kalah_rank_moves *t, struct jg_kalah_rank_map *l, uint32_t from, uint32_t to) {
    struct jg_kalah_rank_run *last = l->run_count ? &l->runs[l->run_count - 1] : NULL;
    if (last && last->from + last->length == from && last->to + last->length == to) {
        last->length++;
        return;
    }
    if (!(l->run_count & (l->run_count - 1))) {
        struct jg_kalah_rank_run *more = realloc(l->runs, (l->run_count ? 2 * l->run_count : 1) * sizeof *more);
        if (!more) {
            t->failed = true;
            return;
        }
        l->runs = more;
    }
    l->runs[l->run_count++] = (struct jg_kalah_rank_run){.from = from, .to = to, .length = 1};
}

/* Replaces short runs by pairs. */
static void split_runs(struct jg_kalah_rank_moves *t, struct jg_kalah_rank_map *l) {
    uint32_t pairs = 0, runs = 0;
    for (uint32_t i = 0; i < l->run_count; i++)
        if (l->runs[i].length < JG_KALAH_RUN_MIN) pairs += l->runs[i].length;
    if (pairs && !(l->pairs = malloc(pairs * sizeof *l->pairs))) {
        t->failed = true;
        return;
    }
    for (uint32_t i = 0; i < l->run_count; i++) {
        struct jg_kalah_rank_run r = l->runs[i];
        if (r.length >= JG_KALAH_RUN_MIN)
            l->runs[runs++] = r;
        else
            for (uint32_t k = 0; k < r.length; k++)
                l->pairs[l->pair_count++] = (struct jg_kalah_rank_pair){.from = r.from + k, .to = r.to + k};
    }
    l->run_count = runs;
}

static void add_moves(struct jg_kalah_rank_moves *t, const struct jg_kalah_endgame *e, uint64_t side, uint32_t rank) {
    const int most = JG_KALAH_ENDGAME_SEEDS_MAX + 1;
    for (int i = 0; i < e->houses; i++) {
        if (!(side >> 8 * i & 255)) continue;
        struct jg_kalah_sown s = jg_kalah_sow_side(e->houses, side, i);
        int slot = s.landing == JG_KALAH_CAPTURES
                       ? 2 * most + (1 + (s.give > 0)) * JG_KALAH_ENDGAME_HOUSES_MAX + s.house
                   : s.landing == JG_KALAH_MOVES_AGAIN ? most + s.give
                   : s.give                            ? s.give
                                                       : 2 * most + i;
        struct jg_kalah_move_group *g = &t->groups[slot];
        g->landing = s.landing;
        g->house = s.house;
        g->give = s.give;
        g->bank = s.bank;
        add(t, &g->own, rank, jg_kalah_rank(e, s.own));
        if (s.landing == JG_KALAH_CAPTURES && !s.give && !e->emptycapture)
            add(t, &g->stay, rank, jg_kalah_rank(e, s.stay));
    }
}

/* The effect of the opponent's moves on a side. The opponent sows at most `sown` seeds, one of them into its store. */
static void add_received(struct jg_kalah_rank_moves *t, const struct jg_kalah_endgame *e, uint64_t side, uint32_t rank,
                         int sown) {
    for (int give = 1; give < sown; give++)
        add(t, &t->received[give], rank, jg_kalah_rank(e, jg_kalah_receive(e->houses, side, give)));
    for (int all = 0; all < 2; all++) {
        if (all && sown < e->houses + 2) break;
        uint64_t now = all ? jg_kalah_receive(e->houses, side, e->houses) : side;
        for (int i = 0; i < e->houses; i++) {
            uint64_t taken = now >> 8 * i & 255;
            add(t, &t->captured[all][i][taken], rank, jg_kalah_rank(e, now - (taken << 8 * i)));
        }
    }
}

void jg_kalah_rank_moves_init(struct jg_kalah_rank_moves *t, const struct jg_kalah_endgame *e, int seeds) {
    *t = (struct jg_kalah_rank_moves){0};
    uint64_t side = jg_kalah_first_side(e->houses, seeds);
    uint32_t rank = 0;
    do {
        add_moves(t, e, side, rank);
        add_received(t, e, side, rank++, e->seeds - seeds);
    } while (!t->failed && jg_kalah_next_side(e->houses, &side));
    for (int i = 0; i < JG_KALAH_MOVE_GROUPS; i++) {
        struct jg_kalah_move_group g = t->groups[i];
        if (!g.own.run_count) continue;
        split_runs(t, &g.own);
        split_runs(t, &g.stay);
        t->groups[i] = (struct jg_kalah_move_group){0};
        t->groups[t->group_count++] = g;
    }
    for (int i = 1; i <= JG_KALAH_ENDGAME_SEEDS_MAX; i++) split_runs(t, &t->received[i]);
    for (int all = 0; all < 2; all++)
        for (int i = 0; i < e->houses; i++)
            for (int taken = 0; taken <= seeds + 1; taken++) split_runs(t, &t->captured[all][i][taken]);
}

static void free_map(struct jg_kalah_rank_map *l) {
    free(l->runs);
    free(l->pairs);
}

void jg_kalah_rank_moves_free(struct jg_kalah_rank_moves *t) {
    for (int i = 0; i < JG_KALAH_MOVE_GROUPS; i++) {
        free_map(&t->groups[i].own);
        free_map(&t->groups[i].stay);
    }
    for (int i = 0; i <= JG_KALAH_ENDGAME_SEEDS_MAX; i++) free_map(&t->received[i]);
    for (int all = 0; all < 2; all++)
        for (int i = 0; i < JG_KALAH_ENDGAME_HOUSES_MAX; i++)
            for (int taken = 0; taken < JG_KALAH_ENDGAME_SEEDS_MAX + 2; taken++) free_map(&t->captured[all][i][taken]);
    *t = (struct jg_kalah_rank_moves){0};
}
