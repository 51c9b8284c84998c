/* The size of four-ended dominoes, after E. S. S. da Silva, "Proposta de um agente para o jogo de dominó de 4 pontas
 * utilizando o algoritmo expectiminimax", UFAM, 2015, tables 2 and 4: the number of deals, and the number of sequences
 * of tiles that can follow 6-6, regardless of hands.
 *
 * The continuations of a sequence depend only on the tiles laid and on the numbers at the ends, so sequences with the
 * same tiles and ends are counted together (dynamic programming). The last two phases are counted by lookahead without
 * a table. */
#include "core/math.h"
#include "study/checkpoint.h"
#include "study/domino.h"

#include "core/hash.h"
#include "games/domino/domino.h"

#include <math.h>
#include <stdlib.h>

enum { PHASES = 11, QUICK_PHASES = 8, FIRST_BITS = 10, EXACT = 7 };

/* As printed: exact up to phase 7, then three digits. */
static const double THEIR_SEQUENCES[PHASES] = {1, 6, 66, 870, 12510, 192120, 3019200, 4.70e7, 7.05e8, 1.02e10, 1.38e11};
static const double THEIR_STATES = 1.05e12; /* 7 times their sum: any of seven doubles may open */

/* ---- Sequences ---------------------------------------------------------------------- */

/* A set of equivalent sequences: the tiles laid, and from bit 28 the number of arms that end in each number, three bits
 * each. A key of 0 is unused, since a round begins with 6-6. */
struct group {
    uint64_t key;
    uint64_t count;
};

struct groups {
    struct group *all;
    int bits; /* capacity 2^bits */
    size_t used;
};

static bool groups_init(struct groups *g, int bits) {
    *g = (struct groups){.bits = bits, .all = calloc((size_t)1 << bits, sizeof *g->all)};
    return g->all != NULL;
}

static struct group *place_of(const struct groups *g, uint64_t key) {
    size_t mask = ((size_t)1 << g->bits) - 1, i = jg_hash_mix(0, key) & mask;
    while (g->all[i].key && g->all[i].key != key) i = (i + 1) & mask;
    return &g->all[i];
}

/* Adds to the count of a key; false without memory. */
static bool add(struct groups *g, uint64_t key, uint64_t count) {
    struct group *place = place_of(g, key);
    place->count += count;
    if (place->key) return true;
    place->key = key;
    if (++g->used < (size_t)1 << (g->bits - 1)) return true;
    struct groups larger;
    if (!groups_init(&larger, g->bits + 1)) return false;
    for (size_t i = 0; i < (size_t)1 << g->bits; i++)
        if (g->all[i].key) *place_of(&larger, g->all[i].key) = g->all[i];
    larger.used = g->used;
    free(g->all);
    *g = larger;
    return true;
}

static uint32_t tiles_of(uint64_t key) { return (uint32_t)key & JG_DOMINO_ALL; }
static int ends_of(uint64_t key, int number) { return (int)(key >> (28 + 3 * number) & 7); }

/* The numbers that can be played on; an unopened side shows the number of the opening double. */
static unsigned open_of(uint64_t key) {
    unsigned open = 0;
    int arms = 0;
    for (int number = 0; number < 7; number++) {
        arms += ends_of(key, number);
        if (ends_of(key, number)) open |= 1u << number;
    }
    return arms < 4 ? open | 1u << 6 : open;
}

/* The number of moves: one for each tile and number, regardless of the number of arms that end in it. */
static uint64_t moves_of(uint64_t key) {
    uint64_t n = 0;
    for (unsigned open = open_of(key); open; open &= open - 1)
        n += (uint64_t)jg_domino_count(jg_domino_with[jg_domino_lowest(open)] & ~tiles_of(key));
    return n;
}

/* The key after a tile is laid on a number: on an arm that ends in it, or else on an unopened side. */
static uint64_t after(uint64_t key, int number, int tile) {
    if (ends_of(key, number)) key -= (uint64_t)1 << (28 + 3 * number);
    return (key | (uint64_t)1 << tile) + ((uint64_t)1 << (28 + 3 * jg_domino_other(tile, number)));
}

/* Adds the successors of a group to `next`; if that is NULL, counts the sequences two moves later instead. */
static bool expand(const struct group *g, struct groups *next, uint64_t *sequences) {
    for (unsigned open = open_of(g->key); open; open &= open - 1) {
        int number = jg_domino_lowest(open);
        uint32_t fit = jg_domino_with[number] & ~tiles_of(g->key);
        for (; fit; fit &= fit - 1) {
            uint64_t key = after(g->key, number, jg_domino_lowest(fit));
            if (!next)
                *sequences += g->count * moves_of(key);
            else if (!add(next, key, g->count))
                return false;
        }
    }
    return true;
}

/* Counts the sequences one phase after a phase and, if `next` is NULL, also two phases after it. */
static bool count_phase(const struct groups *now, struct groups *next, uint64_t later[2],
                        const struct jg_study_setting *s) {
    for (size_t i = 0; i < (size_t)1 << now->bits; i++) {
        const struct group *g = &now->all[i];
        if (!g->key) continue;
        later[0] += g->count * moves_of(g->key);
        if (!expand(g, next, &later[1])) return false;
        if (i % 4096 == 0 && s->stop && atomic_load(s->stop)) return true;
    }
    return true;
}

static bool stopped(const struct jg_study_setting *s) { return s->stop && atomic_load(s->stop); }

/* Counts the sequences of each phase; phase 1 is the opening. */
static enum jg_status count_sequences(const struct jg_study_setting *s, int phases, uint64_t *out,
                                      struct jg_error *err) {
    struct groups now, next = {0};
    bool room = groups_init(&now, FIRST_BITS) && add(&now, (uint64_t)1 << JG_DOMINO_SENA, 1);
    out[0] = 1;
    for (int phase = 1; room && phase < phases && !stopped(s); phase++) {
        bool last = phase == phases - 2;
        uint64_t later[2] = {0};
        room = last || groups_init(&next, FIRST_BITS);
        if (room) room = count_phase(&now, last ? NULL : &next, later, s);
        out[phase] = later[0];
        if (last) out[++phase] = later[1];
        free(now.all);
        now = next;
        next = (struct groups){0};
        if (s->progress) s->progress(s->arg, jg_math_pow(4, phase - phases));
    }
    free(now.all);
    if (!room) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return stopped(s) ? jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped") : JG_OK;
}

static const struct jg_study_column SEQUENCE_COLUMNS[] = {
    {.name = "phase", .title = "phase", .unit = JG_UNIT_COUNT},
    {.name = "theirs", .title = "theirs", .unit = JG_UNIT_COUNT},
    {.name = "ours", .title = "ours", .unit = JG_UNIT_COUNT},
    {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

/* A number printed with three digits may be off by one in the last. */
static bool agrees_roughly(double theirs, double ours) {
    return fabs(ours - theirs) <= jg_math_pow(10, floor(jg_math_log10(theirs)) - 2);
}

static int add_sequences(const uint64_t *counts, int phases, struct jg_study_result *result) {
    struct jg_study_table *table =
        jg_study_add_table(result, "sequences", "sequences of tiles from 6-6, regardless of hands (exact)",
                           SEQUENCE_COLUMNS, sizeof SEQUENCE_COLUMNS / sizeof *SEQUENCE_COLUMNS);
    int agree = 0;
    for (int i = 0; i < phases; i++) {
        double *row = jg_study_add_row(table);
        row[0] = i + 1;
        row[1] = THEIR_SEQUENCES[i];
        row[2] = (double)counts[i];
        row[3] = i < EXACT ? row[1] == row[2] : agrees_roughly(row[1], row[2]);
        agree += row[3] != 0;
    }
    return agree;
}

/* ---- Deals -------------------------------------------------------------------------- */

static const struct version {
    int highest, tiles, players, hand, boneyard;
    double theirs;
    bool rounded; /* to three digits */
} VERSIONS[] = {
    {2, 6, 2, 2, 2, 20, false},         {3, 10, 2, 3, 4, 4200, false},  {4, 15, 2, 5, 5, 576576, false},
    {5, 21, 2, 7, 7, 271591320, false}, {6, 28, 4, 7, 0, 1.18e6, true},
};
enum { VERSION_COUNT = sizeof VERSIONS / sizeof *VERSIONS };

static bool agrees(const struct version *v, double ours) {
    return v->rounded ? agrees_roughly(v->theirs, ours) : v->theirs == ours;
}

static double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; i++) ways = ways * (n - k + i) / i; /* whole at every step */
    return ways;
}

/* The number of ways to deal the hands. */
static double deals(const struct version *v) {
    double ways = 1;
    for (int i = 0; i < v->players; i++) ways *= choose(v->tiles - i * v->hand, v->hand);
    return ways;
}

static const struct jg_study_column DEAL_COLUMNS[] = {
    {.name = "highest", .title = "highest double", .unit = JG_UNIT_COUNT},
    {.name = "tiles", .title = "tiles", .unit = JG_UNIT_COUNT},
    {.name = "players", .title = "players", .unit = JG_UNIT_COUNT},
    {.name = "hand", .title = "hand size", .unit = JG_UNIT_COUNT},
    {.name = "boneyard", .title = "left over", .unit = JG_UNIT_COUNT},
    {.name = "theirs", .title = "theirs", .unit = JG_UNIT_COUNT},
    {.name = "one_hand", .group = "ours", .title = "one hand", .unit = JG_UNIT_COUNT},
    {.name = "deals", .group = "ours", .title = "all hands", .unit = JG_UNIT_COUNT},
    {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static int add_deals(struct jg_study_result *result) {
    struct jg_study_table *table = jg_study_add_table(result, "deals", "number of deals", DEAL_COLUMNS,
                                                      sizeof DEAL_COLUMNS / sizeof *DEAL_COLUMNS);
    int agree = 0;
    for (int i = 0; i < VERSION_COUNT; i++) {
        const struct version *v = &VERSIONS[i];
        double *row = jg_study_add_row(table);
        row[0] = v->highest;
        row[1] = v->tiles;
        row[2] = v->players;
        row[3] = v->hand;
        row[4] = v->boneyard;
        row[5] = v->theirs;
        row[6] = choose(v->tiles, v->hand);
        row[7] = deals(v);
        row[8] = agrees(v, row[7]);
        agree += row[8] != 0;
    }
    return agree;
}

/* ---- The study ---------------------------------------------------------------------- */

static void sequence_verdicts(const uint64_t *counts, int phases, int agree, struct jg_study_result *result) {
    double sum = 0;
    for (int i = 0; i < phases; i++) sum += (double)counts[i];
    struct jg_phrase *text = jg_study_add_verdict(result, agree == phases);
    jg_phrase_add(text, "%d of %d numbers of sequences agree with the paper's, within rounding", agree, phases);
    if (phases < PHASES) return;
    text = jg_study_add_verdict(result, agrees_roughly(THEIR_STATES, 7 * sum));
    jg_phrase_add(text, "from any of seven doubles: %.4g sequences up to phase %d; paper: %.3g", 7 * sum, phases,
                  THEIR_STATES);
}

static void deal_verdicts(int agree, struct jg_study_result *result) {
    const struct version *v = &VERSIONS[VERSION_COUNT - 1];
    struct jg_phrase *text = jg_study_add_verdict(result, agree == VERSION_COUNT);
    jg_phrase_add(text, "%d of %d published numbers of deals follow from the paper's equation", agree, VERSION_COUNT);
    if (agree < VERSION_COUNT) jg_phrase_add(text, "; the others are for other hand sizes, or misprints");
    text = jg_study_add_verdict(result, agrees(v, deals(v)));
    if (agrees(v, choose(v->tiles, v->hand)))
        jg_phrase_add(text,
                      "four hands from 28 tiles: the paper's %.3g is the number for one hand; for "
                      "all hands it is %.3g",
                      v->theirs, deals(v));
    else
        jg_phrase_add(text, "four hands from 28 tiles: paper %.3g; all hands %.3g", v->theirs, deals(v));
}

/* Counts the sequences, or takes them from the checkpoint: all are below 2^53. */
static enum jg_status find_sequences(const struct jg_study_setting *s, int phases, uint64_t *out,
                                     struct jg_error *err) {
    double counts[PHASES];
    bool stored = jg_study_checkpoint_find(s->checkpoint, "sequences", counts, phases);
    for (int i = 0; stored && i < phases; i++) out[i] = (uint64_t)counts[i];
    if (stored) return JG_OK;
    enum jg_status status = count_sequences(s, phases, out, err);
    for (int i = 0; i < phases; i++) counts[i] = (double)out[i];
    if (!status) jg_study_checkpoint_add(s->checkpoint, "sequences", counts, phases);
    return status;
}

static enum jg_status run_complexity(const struct jg_study_setting *s, struct jg_study_result *result,
                                     struct jg_error *err) {
    int phases = s->quick ? QUICK_PHASES : PHASES;
    uint64_t counts[PHASES] = {0};
    enum jg_status status = find_sequences(s, phases, counts, err);
    if (status) return status;
    sequence_verdicts(counts, phases, add_sequences(counts, phases, result), result);
    deal_verdicts(add_deals(result), result);
    return JG_OK;
}

const struct jg_study jg_study_domino_complexity = {
    .name = "domino-complexity",
    .title = "Dominoes: size of the game",
    .summary = "deals, and sequences of tiles from 6-6 up to phase 11, counted exactly; no games",
    .source = jg_study_domino_source,
    .games = 1,
    .quick_games = 1,
    .run = run_complexity,
};
