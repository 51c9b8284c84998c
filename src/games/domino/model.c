/* Features of moves, softmax choice and playouts by models of play; see model.h. The weights of
 * `thesis` and `mate` were fitted to the choices of strong agents. */
#include "games/domino/model.h"

#include "core/math.h"

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

static void set_arms(struct jg_domino_context *c) {
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

void jg_domino_context(struct jg_domino_context *c, const struct jg_domino_rules *r, const struct jg_domino *s,
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
    if (!c->opening) set_arms(c);
}

/* ---- Rating moves ---------------------------------------------------------------------- */

/* The part of a move's rating that depends on the number covered and on the number left open. */
struct number_rates {
    float old[7], new[7];
};

static void rate_numbers(const struct jg_domino_model *m, const struct jg_domino_context *c, uint32_t hand,
                         struct number_rates *out) {
    const float *w = m->weight;
    for (int n = 0; n < 7; n++) {
        float in_hand = (float)jg_domino_count(hand & jg_domino_with[n]), ends = c->ends[n];
        float played = c->tally.played[n], pair = c->tally.pair[c->team][n];
        float next = (float)(c->lacks_next >> n & 1), mate = (float)(c->lacks_mate >> n & 1);
        out->old[n] = w[F_PLAYED_OLD] * played + w[F_PAIR_OLD] * pair + w[F_HAND_OLD] * in_hand + w[F_ENDS_OLD] * ends +
                      w[F_NEXT_LACKS_OLD] * next + w[F_MATE_LACKS_OLD] * mate;
        out->new[n] = w[F_PLAYED_NEW] * played + w[F_PAIR_NEW] * pair + w[F_HAND_NEW] * in_hand + w[F_ENDS_NEW] * ends +
                      w[F_NEXT_LACKS_NEW] * next + w[F_MATE_LACKS_NEW] * mate;
    }
}

/* The total points of all replies with these tiles on an arm; sum is the sum without its end. */
static int reply_points_at(const struct jg_domino_rules *r, int number, int sum, uint32_t tiles) {
    int points = 0, both = r->dblboth ? 2 * number : number;
    if ((sum + both) % 5 == 0 && tiles >> jg_domino_tile[number][number] & 1) points += sum + both;
    for (int shows = (5 - sum % 5) % 5; shows < 7; shows += 5)
        if (shows != number && tiles >> jg_domino_tile[number][shows] & 1) points += sum + shows;
    return points;
}

int jg_domino_reply_points(const struct jg_domino_rules *r, const struct jg_domino_table *t, int sum, uint32_t tiles) {
    int points = 0;
    for (int arm = 0; arm < t->arms; arm++) points += reply_points_at(r, t->end[arm], sum - t->worth[arm], tiles);
    if (t->spinner != JG_DOMINO_NONE && t->arms < 4)
        points += reply_points_at(r, t->spinner, sum + (r->adds[t->arms + 1] - r->adds[t->arms]) * t->spinner, tiles);
    return points;
}

/* The features beyond points and numbers. */
static float rate_position(const struct jg_domino_model *m, const struct jg_domino_context *c, uint32_t hand, int tile,
                           const struct jg_domino_table *after, int sum) {
    const float *w = m->weight;
    uint32_t rest = ~(1u << tile), fits = jg_domino_fits[after->open] & rest;
    float share = 1 / (float)(JG_DOMINO_TILES - c->played), value = 0;
    if (w[F_RISK] != 0)
        value = w[F_RISK] * share * (float)jg_domino_reply_points(c->rules, after, sum, c->next_may & rest);
    return value + w[F_NEXT_FREE] * share * (float)jg_domino_count(c->next_may & fits) +
           w[F_MATE_FREE] * share * (float)jg_domino_count(c->mate_may & fits) +
           w[F_MOBILE] * (float)jg_domino_count(hand & fits) + w[F_OPEN] * (float)jg_domino_count(after->open) +
           w[F_PIPS] * (float)(jg_domino_low[tile] + jg_domino_high[tile]) + w[F_DOUBLE] * jg_domino_double(tile);
}

static float rate_join(const struct jg_domino_model *m, const struct jg_domino_context *c,
                       const struct number_rates *numbers, uint32_t hand, int tile, int arm, int number) {
    int shows = jg_domino_other(tile, number);
    int sum = c->sum[arm] + (shows == number && c->rules->dblboth ? 2 * shows : shows);
    float value = m->weight[F_POINTS] * (float)jg_domino_sum_points(sum);
    if (m->scope == USES_POINTS) return value;
    value += numbers->old[number] + numbers->new[shows];
    if (m->scope == USES_NUMBERS) return value;
    struct jg_domino_table after = c->table;
    jg_domino_join(c->rules, &after, tile, arm);
    return value + rate_position(m, c, hand, tile, &after, sum);
}

static float rate_lead(const struct jg_domino_model *m, const struct jg_domino_context *c,
                       const struct number_rates *numbers, uint32_t hand, int tile) {
    struct jg_domino_table after;
    jg_domino_open_table(c->rules, &after, tile);
    int sum = jg_domino_sum(c->rules, &after);
    float value = m->weight[F_POINTS] * (float)jg_domino_sum_points(sum);
    if (m->scope >= USES_NUMBERS) value += numbers->new[jg_domino_low[tile]];
    return m->scope < USES_ALL ? value : value + rate_position(m, c, hand, tile, &after, sum);
}

static uint32_t openings(const struct jg_domino_context *c, uint32_t hand) {
    if (c->sena) return hand & 1u << JG_DOMINO_SENA;
    uint32_t doubles = hand & jg_domino_doubles;
    return doubles || c->rules->nodbl != JG_DOMINO_NODBL_FREE ? doubles : hand;
}

int jg_domino_model_rate(const struct jg_domino_model *m, const struct jg_domino_context *c, uint32_t hand,
                         uint8_t *choices, float *rates) {
    uint32_t tiles = c->opening ? openings(c, hand) : hand & jg_domino_fits[c->table.open];
    int n = 0, arms = c->opening ? 0 : jg_domino_arms(&c->table);
    struct number_rates numbers;
    if (!tiles) return 0;
    if (m->scope >= USES_NUMBERS) rate_numbers(m, c, hand, &numbers);
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

float jg_domino_model_probability(const struct jg_domino_model *m, const float *rates, int n, int made) {
    float best = rates[0], sum = 0, own;
    for (int i = 1; i < n; i++) best = rates[i] > best ? rates[i] : best;
    if (m->temperature > 0) {
        for (int i = 0; i < n; i++) sum += jg_math_expf((rates[i] - best) / m->temperature);
        own = jg_math_expf((rates[made] - best) / m->temperature) / sum;
    } else {
        for (int i = 0; i < n; i++) sum += (float)(rates[i] >= best - 1e-4f);
        own = rates[made] >= best - 1e-4f ? 1 / sum : 0;
    }
    return (1 - m->noise) * own + m->noise / (float)n;
}

int jg_domino_model_choose(const struct jg_domino_model *m, const float *rates, int n, struct jg_rng *rng) {
    float weight[JG_DOMINO_CHOICES], best = rates[0], sum = 0;
    if (n == 1) return 0;
    float at = (float)jg_rng_unit(rng);
    if (at < m->noise) return (int)(at / m->noise * (float)n) % n;
    for (int i = 1; i < n; i++) best = rates[i] > best ? rates[i] : best;
    for (int i = 0; i < n; i++) {
        weight[i] = m->temperature > 0 ? jg_math_expf((rates[i] - best) / m->temperature)
                                       : (float)(rates[i] >= best - 1e-4f);
        sum += weight[i];
    }
    at = (at - m->noise) / (1 - m->noise) * sum;
    for (int i = 0; i < n - 1; i++)
        if ((at -= weight[i]) < 0) return i;
    return n - 1;
}

/* The forced move, or 0 if there is a choice. */
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
    struct jg_domino_context context;
    uint8_t choices[JG_DOMINO_CHOICES];
    float rates[JG_DOMINO_CHOICES];
    jg_domino_context(&context, r, s, tally);
    int n = jg_domino_model_rate(m, &context, s->hand[s->turn], choices, rates);
    return n ? (jg_move)(2 + choices[jg_domino_model_choose(m, rates, n, rng)]) : JG_DOMINO_PASS;
}

void jg_domino_playout(const struct jg_domino_rules *r, struct jg_domino *s,
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
        [F_POINTS] = 1, [F_PLAYED_OLD] = -2.943f, [F_HAND_OLD] = -2.484f, [F_ENDS_OLD] = -4.621f,                      \
        [F_PLAYED_NEW] = 0.391f, [F_HAND_NEW] = 4.756f, [F_ENDS_NEW] = 1.611f, [F_PAIR_NEW] = -0.008f                  \
    }

/* Fitted to the choices of the agent `domino.thesis`; MATE, below, to those of `domino`. */
#define THESIS                                                                                                         \
    {                                                                                                                  \
        [F_POINTS] = 0.316f, [F_PLAYED_OLD] = 0.030f, [F_HAND_OLD] = -0.238f, [F_ENDS_OLD] = -1.094f,                  \
        [F_PLAYED_NEW] = 0.101f, [F_HAND_NEW] = 0.463f, [F_ENDS_NEW] = -0.419f, [F_PAIR_NEW] = -0.004f,                \
        [F_PAIR_OLD] = 0.002f, [F_PIPS] = -0.016f, [F_DOUBLE] = 0.678f, [F_NEXT_LACKS_NEW] = 0.067f,                   \
        [F_NEXT_LACKS_OLD] = 0.160f, [F_MATE_LACKS_NEW] = 0.055f, [F_MATE_LACKS_OLD] = 0.234f, [F_RISK] = -0.532f,     \
        [F_NEXT_FREE] = 0.112f, [F_MATE_FREE] = -2.957f, [F_MOBILE] = 0.096f, [F_OPEN] = 0.743f                        \
    }

#define MATE                                                                                                           \
    {                                                                                                                  \
        [F_POINTS] = 0.152f, [F_PLAYED_OLD] = -0.112f, [F_HAND_OLD] = -0.479f, [F_ENDS_OLD] = -0.741f,                 \
        [F_PLAYED_NEW] = 0.019f, [F_HAND_NEW] = 0.602f, [F_ENDS_NEW] = -0.586f, [F_PAIR_NEW] = 0.056f,                 \
        [F_PAIR_OLD] = -0.111f, [F_PIPS] = -0.020f, [F_DOUBLE] = 1.227f, [F_NEXT_LACKS_NEW] = -0.079f,                 \
        [F_NEXT_LACKS_OLD] = -0.301f, [F_MATE_LACKS_NEW] = -0.591f, [F_MATE_LACKS_OLD] = 0.301f, [F_RISK] = -0.231f,   \
        [F_NEXT_FREE] = -1.555f, [F_MATE_FREE] = -1.062f, [F_MOBILE] = 0.041f, [F_OPEN] = -0.338f                      \
    }

const struct jg_domino_model jg_domino_models[] = {
    [JG_DOMINO_BASIC] = {.name = "basic",
                         .title = "immediate points",
                         .scope = USES_POINTS,
                         .weight = {[F_POINTS] = 1},
                         .noise = 0.02f},
    [JG_DOMINO_ANTONIO] =
        {.name = "antonio", .title = "number control", .scope = USES_NUMBERS, .weight = ANTONIO, .noise = 0.02f},
    [JG_STUDY_THESIS_RULES] =
        {.name = "thesis", .title = "lookahead", .scope = USES_ALL, .weight = THESIS, .temperature = 1, .noise = 0.02f},
    [JG_DOMINO_MATE] =
        {.name = "mate", .title = "caution", .scope = USES_ALL, .weight = MATE, .temperature = 1, .noise = 0.02f},
};

const struct jg_domino_model jg_domino_playout_model = {
    .name = "own", .title = "caution", .scope = USES_ALL, .weight = MATE};
