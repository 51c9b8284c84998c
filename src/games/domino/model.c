#include "games/domino/model.h"

#include <math.h>
#include <string.h>

void jg_domino_tally_add(struct jg_domino_tally *t, int team, int tile) {
    int low = jg_domino_low[tile], high = jg_domino_high[tile], two = low != high;
    t->tiles |= 1u << tile;
    t->played[low]++;
    t->pair[team][low]++;
    t->played[high] = (uint8_t)(t->played[high] + two);
    t->pair[team][high] = (uint8_t)(t->pair[team][high] + two);
}

void jg_domino_tally_init(struct jg_domino_tally *t, const struct jg_domino *s) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < s->count; i++) jg_domino_tally_add(t, jg_team(s->by[i]), s->log[i] & 31);
}

static uint32_t lacking(unsigned lacks) {
    return jg_domino_fits[lacks & 127] | (lacks & JG_DOMINO_NO_DOUBLE ? jg_domino_doubles : 0);
}

static void see_arms(struct jg_domino_scene *c) {
    const struct jg_domino_table *t = &c->table;
    int arms = jg_domino_arms(t), sum = jg_domino_sum(c->rules, t);
    for (int arm = 0; arm < arms; arm++) {
        bool opens = arm == t->arms;
        unsigned open = t->spinner != JG_DOMINO_NONE && t->arms + opens < 4 ? 1u << t->spinner : 0;
        for (int i = 0; i < t->arms; i++)
            if (i != arm) open |= 1u << t->end[i];
        c->ends[jg_domino_number(t, arm)]++;
        c->open[arm] = (uint8_t)open;
        c->sum[arm] =
            (int16_t)(opens ? sum + (c->rules->adds[arm + 1] - c->rules->adds[arm]) * t->spinner : sum - t->worth[arm]);
    }
}

void jg_domino_scene(struct jg_domino_scene *c, const struct jg_domino_rules *r, const struct jg_domino *s,
                     const struct jg_domino_tally *tally) {
    int seat = s->turn, next = jg_domino_next(r, seat);
    c->rules = r;
    c->table = s->table;
    c->tally = *tally;
    c->lacks_next = s->lacks[next];
    c->lacks_mate = s->lacks[seat ^ 2];
    c->out = JG_DOMINO_ALL & ~tally->tiles;
    c->next_may = c->out & ~lacking(c->lacks_next);
    c->mate_may = c->out & ~lacking(c->lacks_mate);
    c->team = (uint8_t)jg_team(seat);
    c->played = s->count;
    c->opening = !s->count;
    c->sena = s->sena;
    memset(c->ends, 0, sizeof c->ends);
    if (!c->opening) see_arms(c);
}

/* ---- Rating moves ---------------------------------------------------------------------- */

/* What a number is worth to a model, to be covered and to be left. */
struct worths {
    float old[7], new[7];
};

static void see_numbers(const struct jg_domino_model *m, const struct jg_domino_scene *c, uint32_t hand,
                        struct worths *out) {
    const float *w = m->weight;
    for (int n = 0; n < 7; n++) {
        float in_hand = (float)jg_domino_count(hand & jg_domino_with[n]), ends = c->ends[n];
        float played = c->tally.played[n], pair = c->tally.pair[c->team][n];
        float next = (float)(c->lacks_next >> n & 1), mate = (float)(c->lacks_mate >> n & 1);
        out->old[n] = w[LOOK_PLAYED_OLD] * played + w[LOOK_PAIR_OLD] * pair + w[LOOK_HAND_OLD] * in_hand +
                      w[LOOK_ENDS_OLD] * ends + w[LOOK_NEXT_LACKS_OLD] * next + w[LOOK_MATE_LACKS_OLD] * mate;
        out->new[n] = w[LOOK_PLAYED_NEW] * played + w[LOOK_PAIR_NEW] * pair + w[LOOK_HAND_NEW] * in_hand +
                      w[LOOK_ENDS_NEW] * ends + w[LOOK_NEXT_LACKS_NEW] * next + w[LOOK_MATE_LACKS_NEW] * mate;
    }
}

/* The points of all answers at an arm with these tiles, by the sum without its end. */
static int answers_at(const struct jg_domino_rules *r, int number, int sum, uint32_t tiles) {
    int points = 0, both = r->dblboth ? 2 * number : number;
    if ((sum + both) % 5 == 0 && tiles >> jg_domino_tile[number][number] & 1) points += sum + both;
    for (int shows = (5 - sum % 5) % 5; shows < 7; shows += 5)
        if (shows != number && tiles >> jg_domino_tile[number][shows] & 1) points += sum + shows;
    return points;
}

static int answers(const struct jg_domino_rules *r, const struct jg_domino_table *t, int sum, uint32_t tiles) {
    int points = 0;
    for (int arm = 0; arm < t->arms; arm++) points += answers_at(r, t->end[arm], sum - t->worth[arm], tiles);
    if (t->spinner != JG_DOMINO_NONE && t->arms < 4)
        points += answers_at(r, t->spinner, sum + (r->adds[t->arms + 1] - r->adds[t->arms]) * t->spinner, tiles);
    return points;
}

/* What goes beyond points and numbers. */
static float see_further(const struct jg_domino_model *m, const struct jg_domino_scene *c, uint32_t hand, int tile,
                         const struct jg_domino_table *after, int sum) {
    const float *w = m->weight;
    uint32_t rest = ~(1u << tile), fits = jg_domino_fits[after->open] & rest;
    float share = 1 / (float)(JG_DOMINO_TILES - c->played), value = 0;
    if (w[LOOK_RISK] != 0) value = w[LOOK_RISK] * share * (float)answers(c->rules, after, sum, c->next_may & rest);
    return value + w[LOOK_NEXT_FREE] * share * (float)jg_domino_count(c->next_may & fits) +
           w[LOOK_MATE_FREE] * share * (float)jg_domino_count(c->mate_may & fits) +
           w[LOOK_MOBILE] * (float)jg_domino_count(hand & fits) + w[LOOK_OPEN] * (float)jg_domino_count(after->open) +
           w[LOOK_PIPS] * (float)(jg_domino_low[tile] + jg_domino_high[tile]) + w[LOOK_DOUBLE] * jg_domino_double(tile);
}

static float rate_join(const struct jg_domino_model *m, const struct jg_domino_scene *c, const struct worths *numbers,
                       uint32_t hand, int tile, int arm, int number) {
    int shows = jg_domino_other(tile, number);
    int sum = c->sum[arm] + (shows == number && c->rules->dblboth ? 2 * shows : shows);
    float value = m->weight[LOOK_POINTS] * (float)jg_domino_scores(sum);
    if (m->sight == SEES_POINTS) return value;
    value += numbers->old[number] + numbers->new[shows];
    if (m->sight == SEES_NUMBERS) return value;
    struct jg_domino_table after = c->table;
    jg_domino_join(c->rules, &after, tile, arm);
    return value + see_further(m, c, hand, tile, &after, sum);
}

static float rate_lead(const struct jg_domino_model *m, const struct jg_domino_scene *c, const struct worths *numbers,
                       uint32_t hand, int tile) {
    struct jg_domino_table after;
    jg_domino_lead(c->rules, &after, tile);
    int sum = jg_domino_sum(c->rules, &after);
    float value = m->weight[LOOK_POINTS] * (float)jg_domino_scores(sum);
    if (m->sight >= SEES_NUMBERS) value += numbers->new[jg_domino_low[tile]];
    return m->sight < SEES_ALL ? value : value + see_further(m, c, hand, tile, &after, sum);
}

static uint32_t openings(const struct jg_domino_scene *c, uint32_t hand) {
    if (c->sena) return hand & 1u << JG_DOMINO_SENA;
    uint32_t doubles = hand & jg_domino_doubles;
    return doubles || c->rules->nodbl != JG_DOMINO_NODBL_FREE ? doubles : hand;
}

int jg_domino_rate(const struct jg_domino_model *m, const struct jg_domino_scene *c, uint32_t hand, uint8_t *choices,
                   float *rates) {
    uint32_t tiles = c->opening ? openings(c, hand) : hand & jg_domino_fits[c->table.open];
    int n = 0, arms = c->opening ? 0 : jg_domino_arms(&c->table);
    struct worths numbers;
    if (!tiles) return 0;
    if (m->sight >= SEES_NUMBERS) see_numbers(m, c, hand, &numbers);
    for (uint32_t left = c->opening ? tiles : 0; left; left &= left - 1) {
        int tile = jg_domino_lowest(left);
        choices[n] = (uint8_t)tile;
        rates[n++] = rate_lead(m, c, &numbers, hand, tile);
    }
    unsigned seen = 0;
    for (int arm = 0; arm < arms; arm++) {
        int number = jg_domino_number(&c->table, arm);
        if (c->rules->merge && seen >> number & 1) continue;
        seen |= 1u << number;
        for (uint32_t left = tiles & jg_domino_with[number]; left; left &= left - 1) {
            int tile = jg_domino_lowest(left);
            choices[n] = (uint8_t)(tile + 32 * arm);
            rates[n++] = rate_join(m, c, &numbers, hand, tile, arm, number);
        }
    }
    return n;
}

/* ---- Choosing -------------------------------------------------------------------------- */

float jg_domino_chance(const struct jg_domino_model *m, const float *rates, int n, int made) {
    float best = rates[0], sum = 0, own;
    for (int i = 1; i < n; i++) best = rates[i] > best ? rates[i] : best;
    if (m->heat > 0) {
        for (int i = 0; i < n; i++) sum += expf((rates[i] - best) / m->heat);
        own = expf((rates[made] - best) / m->heat) / sum;
    } else {
        for (int i = 0; i < n; i++) sum += (float)(rates[i] >= best - 1e-4f);
        own = rates[made] >= best - 1e-4f ? 1 / sum : 0;
    }
    return (1 - m->slip) * own + m->slip / (float)n;
}

int jg_domino_choose(const struct jg_domino_model *m, const float *rates, int n, struct jg_rng *rng) {
    float weight[JG_DOMINO_CHOICES], best = rates[0], sum = 0;
    if (n == 1) return 0;
    float at = (float)jg_rng_unit(rng);
    if (at < m->slip) return (int)(at / m->slip * (float)n) % n;
    for (int i = 1; i < n; i++) best = rates[i] > best ? rates[i] : best;
    for (int i = 0; i < n; i++) {
        weight[i] = m->heat > 0 ? expf((rates[i] - best) / m->heat) : (float)(rates[i] >= best - 1e-4f);
        sum += weight[i];
    }
    at = (at - m->slip) / (1 - m->slip) * sum;
    for (int i = 0; i < n - 1; i++)
        if ((at -= weight[i]) < 0) return i;
    return n - 1;
}

/* The only move, if there is no choice; otherwise 0. */
static jg_move forced(const struct jg_domino *s) {
    uint32_t tiles = s->hand[s->turn] & jg_domino_fits[s->table.open];
    int arms = jg_domino_arms(&s->table), ways = 0, at = 0;
    if (!s->count || tiles & (tiles - 1)) return 0;
    if (!tiles) return JG_DOMINO_PASS;
    for (int arm = 0; arm < arms; arm++)
        if (tiles & jg_domino_with[jg_domino_number(&s->table, arm)]) {
            ways++;
            at = arm;
        }
    return ways == 1 ? jg_domino_move(jg_domino_lowest(tiles), at, false) : 0;
}

static jg_move decide(const struct jg_domino_rules *r, const struct jg_domino *s, const struct jg_domino_tally *tally,
                      const struct jg_domino_model *m, struct jg_rng *rng) {
    struct jg_domino_scene scene;
    uint8_t choices[JG_DOMINO_CHOICES];
    float rates[JG_DOMINO_CHOICES];
    jg_domino_scene(&scene, r, s, tally);
    int n = jg_domino_rate(m, &scene, s->hand[s->turn], choices, rates);
    return n ? (jg_move)(2 + choices[jg_domino_choose(m, rates, n, rng)]) : JG_DOMINO_PASS;
}

void jg_domino_finish(const struct jg_domino_rules *r, struct jg_domino *s,
                      const struct jg_domino_model *const models[4], struct jg_rng *rng) {
    struct jg_domino_tally tally;
    jg_domino_tally_init(&tally, s);
    while (s->turn < JG_DOMINO_DEAL) {
        int seat = s->turn;
        jg_move move = forced(s);
        if (!move) move = decide(r, s, &tally, models[seat], rng);
        if (move != JG_DOMINO_PASS) jg_domino_tally_add(&tally, jg_team(seat), jg_domino_move_tile(move));
        jg_domino_play(r, s, move, NULL);
    }
}

/* ---- Models ----------------------------------------------------------------------------- */

#define ANTONIO                                                                                                        \
    {                                                                                                                  \
        [LOOK_POINTS] = 1, [LOOK_PLAYED_OLD] = -2.943f, [LOOK_HAND_OLD] = -2.484f, [LOOK_ENDS_OLD] = -4.621f,          \
        [LOOK_PLAYED_NEW] = 0.391f, [LOOK_HAND_NEW] = 4.756f, [LOOK_ENDS_NEW] = 1.611f, [LOOK_PAIR_NEW] = -0.008f      \
    }

/* Fitted to choices of the agent `domino.thesis`, and of `domino`. */
#define THESIS                                                                                                         \
    {                                                                                                                  \
        [LOOK_POINTS] = 0.316f, [LOOK_PLAYED_OLD] = 0.030f, [LOOK_HAND_OLD] = -0.238f, [LOOK_ENDS_OLD] = -1.094f,      \
        [LOOK_PLAYED_NEW] = 0.101f, [LOOK_HAND_NEW] = 0.463f, [LOOK_ENDS_NEW] = -0.419f, [LOOK_PAIR_NEW] = -0.004f,    \
        [LOOK_PAIR_OLD] = 0.002f, [LOOK_PIPS] = -0.016f, [LOOK_DOUBLE] = 0.678f, [LOOK_NEXT_LACKS_NEW] = 0.067f,       \
        [LOOK_NEXT_LACKS_OLD] = 0.160f, [LOOK_MATE_LACKS_NEW] = 0.055f, [LOOK_MATE_LACKS_OLD] = 0.234f,                \
        [LOOK_RISK] = -0.532f, [LOOK_NEXT_FREE] = 0.112f, [LOOK_MATE_FREE] = -2.957f, [LOOK_MOBILE] = 0.096f,          \
        [LOOK_OPEN] = 0.743f                                                                                           \
    }

#define MATE                                                                                                           \
    {                                                                                                                  \
        [LOOK_POINTS] = 0.152f, [LOOK_PLAYED_OLD] = -0.112f, [LOOK_HAND_OLD] = -0.479f, [LOOK_ENDS_OLD] = -0.741f,     \
        [LOOK_PLAYED_NEW] = 0.019f, [LOOK_HAND_NEW] = 0.602f, [LOOK_ENDS_NEW] = -0.586f, [LOOK_PAIR_NEW] = 0.056f,     \
        [LOOK_PAIR_OLD] = -0.111f, [LOOK_PIPS] = -0.020f, [LOOK_DOUBLE] = 1.227f, [LOOK_NEXT_LACKS_NEW] = -0.079f,     \
        [LOOK_NEXT_LACKS_OLD] = -0.301f, [LOOK_MATE_LACKS_NEW] = -0.591f, [LOOK_MATE_LACKS_OLD] = 0.301f,              \
        [LOOK_RISK] = -0.231f, [LOOK_NEXT_FREE] = -1.555f, [LOOK_MATE_FREE] = -1.062f, [LOOK_MOBILE] = 0.041f,         \
        [LOOK_OPEN] = -0.338f                                                                                          \
    }

const struct jg_domino_model jg_domino_models[] = {
    [JG_DOMINO_BASIC] = {.name = "basic",
                         .title = "for points at once",
                         .sight = SEES_POINTS,
                         .weight = {[LOOK_POINTS] = 1},
                         .slip = 0.02f},
    [JG_DOMINO_ANTONIO] =
        {.name = "antonio", .title = "for their numbers", .sight = SEES_NUMBERS, .weight = ANTONIO, .slip = 0.02f},
    [JG_DOMINO_THESIS] =
        {.name = "thesis", .title = "looking ahead", .sight = SEES_ALL, .weight = THESIS, .heat = 1, .slip = 0.02f},
    [JG_DOMINO_MATE] =
        {.name = "mate", .title = "with care", .sight = SEES_ALL, .weight = MATE, .heat = 1, .slip = 0.02f},
};

const struct jg_domino_model jg_domino_own = {.name = "own", .title = "with care", .sight = SEES_ALL, .weight = MATE};
