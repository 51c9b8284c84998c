#include "games/domino/dd_node.h"

#include "core/hash.h"

enum { UNOPENED = 16 };
enum { NEXT = 100, OTHER = 50 }; /* mobility weights in points, tuned on 500 positions with 18 and 20 tiles */

/* ---- Rules ------------------------------------------------------------------------------ */

static void passes_init(struct dd_rules *d) {
    const struct jg_domino_rules *r = d->r;
    int theirs = r->pass == JG_DOMINO_LITERAL ? r->passpts : 0;
    for (int passes = 1; passes < 4; passes++) {
        d->after[passes][0] = d->after[passes - 1][0] + (passes == 2 ? 0 : r->passpts);
        d->after[passes][1] = d->after[passes - 1][1] + (passes == 2 ? theirs : 0);
    }
    d->choice = r->galo == JG_DOMINO_GALO_ANNOUNCE;
    if (r->galo == JG_DOMINO_GALO_ADD) d->after[3][0] += JG_DOMINO_GALO_POINTS;
    if (r->galo == JG_DOMINO_GALO_AUTO) {
        d->after[3][0] = JG_DOMINO_GALO_POINTS;
        d->after[3][1] = 0;
    }
}

static void fill(struct jg_rng *rng, uint64_t *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = jg_rng_next(rng);
}

void dd_rules_init(struct dd_rules *d, const struct jg_domino_rules *r) {
    struct jg_rng rng;
    *d = (struct dd_rules){.r = r};
    passes_init(d);
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++)
        d->pips[tile] = (uint8_t)(jg_domino_low[tile] + jg_domino_high[tile]);
    jg_rng_init(&rng, 28, 0);
    fill(&rng, &d->held[0][0], sizeof d->held / sizeof(uint64_t));
    fill(&rng, &d->end[0][0], sizeof d->end / sizeof(uint64_t));
    fill(&rng, d->dead, sizeof d->dead / sizeof(uint64_t));
    fill(&rng, &d->shape[0][0], sizeof d->shape / sizeof(uint64_t));
    fill(&rng, d->turn, 4);
    for (int arm = 1; arm < 4 && !r->merge; arm++)
        for (int i = 0; i < 16; i++) d->end[arm][i] = d->end[0][i];
}

/* Adds the points of a move of `team`, for it and for its opponents. */
static void give(struct dd_node *n, int team, int own, int others) {
    n->points[team] += own;
    n->points[1 - team] += others;
    n->gain = (int16_t)(n->gain + own - others);
}

/* ---- Keys ------------------------------------------------------------------------------- */

/* Arms are interchangeable unless merge=1 makes their order matter. Of dead ends, which no tile in
 * any hand matches, only the sum matters. */
static uint64_t table_key(const struct dd_rules *d, const struct jg_domino_table *t, uint32_t tiles) {
    uint64_t key = 0;
    unsigned sum = 0, arms = t->arms;
    for (unsigned arm = 0; arm < arms; arm++) {
        unsigned end = t->end[arm], worth = t->worth[arm];
        if (tiles & jg_domino_with[end])
            key += d->end[arm][2 * end + (worth != end)];
        else
            sum += worth;
    }
    if (t->spinner != JG_DOMINO_NONE && arms < 4) {
        if (tiles & jg_domino_with[t->spinner])
            key += d->shape[arms][t->spinner];
        else
            sum += d->r->adds[arms] * t->spinner;
    }
    return key + d->dead[sum];
}

/* 16 bits of each team's points suffice: a round gives fewer. */
static void set_key(const struct dd_rules *d, struct dd_node *n, uint32_t tiles) {
    n->key = (n->hands + table_key(d, &n->table, tiles)) ^ d->turn[n->turn];
    if (d->keyed) n->key = jg_hash_mix(n->key, (uint64_t)(uint16_t)n->points[0] << 16 | (uint16_t)n->points[1]);
}

void dd_node_from(const struct dd_rules *d, const struct jg_domino *s, struct dd_node *n) {
    *n = (struct dd_node){
        .table = s->table, .turn = s->turn, .over = s->turn >= JG_DOMINO_DEAL, .points = {s->points[0], s->points[1]}};
    if (n->over) return;
    if (s->announced && s->passes < 3) give(n, 1 - jg_team(jg_domino_last_seat(s)), JG_DOMINO_GALO_POINTS, 0);
    n->gain = 0;
    for (int seat = 0; seat < 4; seat++) {
        n->hand[seat] = s->hand[seat];
        for (uint32_t tiles = s->hand[seat]; tiles; tiles &= tiles - 1) {
            int tile = jg_domino_lowest(tiles);
            n->hands ^= d->held[seat][tile];
            n->pips[jg_team(seat)] = (int16_t)(n->pips[jg_team(seat)] + d->pips[tile]);
        }
    }
    set_key(d, n, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3]);
}

/* ---- Moves ------------------------------------------------------------------------------ */

static void lock(const struct dd_rules *d, struct dd_node *n, int team) {
    int own = n->pips[team], theirs = n->pips[1 - team];
    n->over = true;
    if (own < theirs)
        give(n, team, jg_domino_lock_points(d->r, own, theirs), 0);
    else
        give(n, team, 0, jg_domino_lock_points(d->r, theirs, own));
}

/* Plays the forced passes after a tile. */
static void pass(const struct dd_rules *d, struct dd_node *n, uint32_t fits, bool announced) {
    int seat = n->turn, team = jg_team(seat), passes = 0, next = (seat + d->r->step) & 3;
    for (; !(n->hand[next] & fits); next = (next + d->r->step) & 3) passes++;
    n->turn = (uint8_t)next;
    if (announced)
        give(n, team, JG_DOMINO_GALO_POINTS, 0);
    else if (passes)
        give(n, team, d->after[passes][0], d->after[passes][1]);
}

void dd_node_play(const struct dd_rules *d, const struct dd_node *n, const struct dd_move *m, struct dd_node *out) {
    int seat = n->turn, team = jg_team(seat);
    *out = *n;
    jg_domino_join(d->r, &out->table, m->tile, m->arm);
    out->hand[seat] &= ~(1u << m->tile);
    out->hands ^= d->held[seat][m->tile];
    out->pips[team] = (int16_t)(out->pips[team] - d->pips[m->tile]);
    out->gain = 0;
    give(out, team, jg_domino_sum_points(jg_domino_sum(d->r, &out->table)), 0);
    uint32_t fits = jg_domino_fits[out->table.open];
    uint32_t tiles = out->hand[0] | out->hand[1] | out->hand[2] | out->hand[3];
    if (!out->hand[seat]) {
        out->over = true;
        give(out, team,
             (jg_domino_double(m->tile) ? JG_DOMINO_OUT_ON_DOUBLE : 0) + jg_domino_down_to_five(out->pips[1 - team]),
             0);
    } else if (!(tiles & fits)) {
        lock(d, out, team);
    } else {
        pass(d, out, fits, m->announced);
        set_key(d, out, tiles);
    }
}

/* Arms with the same code are equivalent. */
static unsigned code_of(const struct dd_rules *d, const struct jg_domino_table *t, int arm) {
    unsigned number = (unsigned)jg_domino_number(t, arm);
    if (d->r->merge) return number;
    return arm == t->arms ? UNOPENED : 2 * number + (t->worth[arm] != number);
}

/* The set of playable numbers after a move. */
static unsigned open_after(const struct jg_domino_table *t, const struct dd_move *m) {
    int number = jg_domino_number(t, m->arm), opened = t->arms + (m->arm == t->arms);
    unsigned open = 1u << jg_domino_other(m->tile, number);
    for (int arm = 0; arm < t->arms; arm++)
        if (arm != m->arm) open |= 1u << t->end[arm];
    return t->spinner != JG_DOMINO_NONE && opened < 4 ? open | 1u << t->spinner : open;
}

/* After the move all others must pass and the mover can play again. */
static bool is_galo(const struct dd_node *n, const struct dd_move *m) {
    uint32_t fits = jg_domino_fits[open_after(&n->table, m)], own = n->hand[n->turn] & ~(1u << m->tile), others = 0;
    for (int i = 1; i < 4; i++) others |= n->hand[(n->turn + i) & 3];
    return !(others & fits) && own & fits;
}

int dd_node_moves(const struct dd_rules *d, const struct dd_node *n, struct dd_move *out) {
    const struct jg_domino_table *t = &n->table;
    int count = 0, arms = jg_domino_arms(t);
    unsigned seen = 0;
    for (int arm = 0; arm < arms; arm++) {
        unsigned code = code_of(d, t, arm);
        if (seen >> code & 1) continue;
        seen |= 1u << code;
        uint32_t tiles = n->hand[n->turn] & jg_domino_with[jg_domino_number(t, arm)];
        for (; tiles; tiles &= tiles - 1) {
            out[count++] = (struct dd_move){.tile = (uint8_t)jg_domino_lowest(tiles), .arm = (uint8_t)arm};
            if (!d->choice || !is_galo(n, &out[count - 1])) continue;
            out[count] = out[count - 1];
            out[count++].announced = true;
        }
    }
    return count;
}

int dd_node_mobility(uint32_t next, uint32_t other) {
    uint64_t x = next | (uint64_t)other << 32; /* population counts of both in one word */
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return NEXT * (int)((uint32_t)x * 0x01010101u >> 24) + OTHER * (int)((uint32_t)(x >> 32) * 0x01010101u >> 24);
}

/* The points of the ends after a move; sum is the sum before it. */
static int points_after(const struct dd_rules *d, const struct jg_domino_table *t, const struct dd_move *m, int sum) {
    int number = jg_domino_number(t, m->arm), shows = jg_domino_other(m->tile, number);
    sum += shows == number && d->r->dblboth ? 2 * shows : shows;
    if (m->arm < t->arms)
        sum -= t->worth[m->arm];
    else
        sum += (d->r->adds[t->arms + 1] - d->r->adds[t->arms]) * t->spinner;
    return jg_domino_sum_points(sum);
}

void dd_node_order(const struct dd_rules *d, const struct dd_node *n, struct dd_move *moves, int count) {
    int next = (n->turn + d->r->step) & 3, sum = jg_domino_sum(d->r, &n->table);
    uint32_t first = n->hand[next], second = n->hand[(next + 2) & 3];
    for (int i = 0; i < count; i++) {
        struct dd_move *m = &moves[i];
        uint32_t fits = jg_domino_fits[open_after(&n->table, m)];
        m->order = (int16_t)(points_after(d, &n->table, m, sum) - dd_node_mobility(first & fits, second & fits));
    }
}
