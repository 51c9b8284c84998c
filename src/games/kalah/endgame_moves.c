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

uint64_t jg_kalah_given(int houses, uint64_t side, int give) {
    for (int i = 0; give; give--) {
        side += UINT64_C(1) << 8 * i;
        i = i == houses - 1 ? 0 : i + 1;
    }
    return side;
}

struct jg_kalah_sown jg_kalah_sow_side(int houses, uint64_t side, int house) {
    struct jg_kalah_sown s = {.landing = JG_KALAH_PASS};
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
    if (at == houses) s.landing = JG_KALAH_AGAIN;
    if (at < houses && (side >> 8 * at & 255) == 1) {
        s.landing = JG_KALAH_CATCH;
        s.house = at;
        s.own -= UINT64_C(1) << 8 * at;
    }
    return s;
}

/* While a list grows all its runs are in `runs`, and there is room for a power of two of them. */
static void add(struct jg_kalah_sides_moves *t, struct jg_kalah_list *l, uint32_t from, uint32_t to) {
    struct jg_kalah_run *last = l->run_count ? &l->runs[l->run_count - 1] : NULL;
    if (last && last->from + last->length == from && last->to + last->length == to) {
        last->length++;
        return;
    }
    if (!(l->run_count & (l->run_count - 1))) {
        struct jg_kalah_run *more = realloc(l->runs, (l->run_count ? 2 * l->run_count : 1) * sizeof *more);
        if (!more) {
            t->failed = true;
            return;
        }
        l->runs = more;
    }
    l->runs[l->run_count++] = (struct jg_kalah_run){.from = from, .to = to, .length = 1};
}

static void part(struct jg_kalah_sides_moves *t, struct jg_kalah_list *l) {
    uint32_t pairs = 0, kept = 0;
    for (uint32_t i = 0; i < l->run_count; i++)
        if (l->runs[i].length < JG_KALAH_LONG) pairs += l->runs[i].length;
    if (pairs && !(l->pairs = malloc(pairs * sizeof *l->pairs))) {
        t->failed = true;
        return;
    }
    for (uint32_t i = 0; i < l->run_count; i++) {
        struct jg_kalah_run r = l->runs[i];
        if (r.length >= JG_KALAH_LONG)
            l->runs[kept++] = r;
        else
            for (uint32_t k = 0; k < r.length; k++)
                l->pairs[l->pair_count++] = (struct jg_kalah_pair){.from = r.from + k, .to = r.to + k};
    }
    l->run_count = kept;
}

static void add_moves(struct jg_kalah_sides_moves *t, const struct jg_kalah_endgame *e, uint64_t side, uint32_t rank) {
    const int most = JG_KALAH_ENDGAME_MOST + 1;
    for (int i = 0; i < e->houses; i++) {
        if (!(side >> 8 * i & 255)) continue;
        struct jg_kalah_sown s = jg_kalah_sow_side(e->houses, side, i);
        int slot = s.landing == JG_KALAH_CATCH   ? 2 * most + (1 + (s.give > 0)) * JG_KALAH_ENDGAME_HOUSES + s.house
                   : s.landing == JG_KALAH_AGAIN ? most + s.give
                   : s.give                      ? s.give
                                                 : 2 * most + i;
        struct jg_kalah_group *g = &t->groups[slot];
        g->landing = s.landing;
        g->house = s.house;
        g->give = s.give;
        g->bank = s.bank;
        add(t, &g->own, rank, jg_kalah_rank(e, s.own));
        if (s.landing == JG_KALAH_CATCH && !s.give && !e->emptycapture)
            add(t, &g->stay, rank, jg_kalah_rank(e, s.stay));
    }
}

/* What the other's moves do to a side: it sows at most what is not here, and one of that into its store. */
static void add_gifts(struct jg_kalah_sides_moves *t, const struct jg_kalah_endgame *e, uint64_t side, uint32_t rank,
                      int sown) {
    for (int give = 1; give < sown; give++)
        add(t, &t->given[give], rank, jg_kalah_rank(e, jg_kalah_given(e->houses, side, give)));
    for (int all = 0; all < 2; all++) {
        if (all && sown < e->houses + 2) break;
        uint64_t now = all ? jg_kalah_given(e->houses, side, e->houses) : side;
        for (int i = 0; i < e->houses; i++) {
            uint64_t held = now >> 8 * i & 255;
            add(t, &t->lost[all][i][held], rank, jg_kalah_rank(e, now - (held << 8 * i)));
        }
    }
}

void jg_kalah_moves_init(struct jg_kalah_sides_moves *t, const struct jg_kalah_endgame *e, int seeds) {
    *t = (struct jg_kalah_sides_moves){0};
    uint64_t side = jg_kalah_first_side(e->houses, seeds);
    uint32_t rank = 0;
    do {
        add_moves(t, e, side, rank);
        add_gifts(t, e, side, rank++, e->seeds - seeds);
    } while (!t->failed && jg_kalah_next_side(e->houses, &side));
    for (int i = 0; i < JG_KALAH_GROUPS; i++) {
        struct jg_kalah_group g = t->groups[i];
        if (!g.own.run_count) continue;
        part(t, &g.own);
        part(t, &g.stay);
        t->groups[i] = (struct jg_kalah_group){0};
        t->groups[t->group_count++] = g;
    }
    for (int i = 1; i <= JG_KALAH_ENDGAME_MOST; i++) part(t, &t->given[i]);
    for (int all = 0; all < 2; all++)
        for (int i = 0; i < e->houses; i++)
            for (int held = 0; held <= seeds + 1; held++) part(t, &t->lost[all][i][held]);
}

static void drop(struct jg_kalah_list *l) {
    free(l->runs);
    free(l->pairs);
}

void jg_kalah_moves_free(struct jg_kalah_sides_moves *t) {
    for (int i = 0; i < JG_KALAH_GROUPS; i++) {
        drop(&t->groups[i].own);
        drop(&t->groups[i].stay);
    }
    for (int i = 0; i <= JG_KALAH_ENDGAME_MOST; i++) drop(&t->given[i]);
    for (int all = 0; all < 2; all++)
        for (int i = 0; i < JG_KALAH_ENDGAME_HOUSES; i++)
            for (int held = 0; held < JG_KALAH_ENDGAME_MOST + 2; held++) drop(&t->lost[all][i][held]);
    *t = (struct jg_kalah_sides_moves){0};
}
