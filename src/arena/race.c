#include "arena/race.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool jg_race_init(struct jg_race *r, int count, double confidence, bool whole) {
    size_t n = (size_t)count;
    *r = (struct jg_race){.count = count, .confidence = confidence, .whole = whole};
    r->racers = calloc(n, sizeof *r->racers);
    r->pairs = calloc(n * n, sizeof *r->pairs);
    return r->racers && r->pairs;
}

void jg_race_free(struct jg_race *r) {
    free(r->racers);
    free(r->pairs);
    *r = (struct jg_race){0};
}

/* ---- Trials ----------------------------------------------------------------------------- */

/* Results in half points. */
static int halves(int32_t score) { return score > 0 ? 2 : score == 0; }

void jg_race_add(struct jg_race *r, const int32_t *scores) {
    for (int a = 0; a < r->count; a++) {
        struct jg_racer *x = &r->racers[a];
        if (x->out) continue;
        x->trials++;
        x->wins += scores[a] > 0;
        x->draws += scores[a] == 0;
        x->score += scores[a];
        x->squares += (double)scores[a] * scores[a];
        for (int b = a + 1; b < r->count; b++) {
            int d = halves(scores[a]) - halves(scores[b]);
            if (d && !r->racers[b].out) r->pairs[a * r->count + b][d < 0 ? d + 2 : d + 1]++;
        }
    }
    r->trials++;
}

/* ---- Decisions --------------------------------------------------------------------------- */

/* The differences of a and b over their common trials, by size. */
static void differences(const struct jg_race *r, int a, int b, uint64_t out[JG_BETTING_STEPS]) {
    const uint64_t *pair = r->pairs[a < b ? a * r->count + b : b * r->count + a];
    for (int i = 0; i < JG_BETTING_STEPS; i++) out[i] = pair[a < b ? i : JG_BETTING_STEPS - 1 - i];
}

static double sum_of(const uint64_t c[JG_BETTING_STEPS]) {
    return (double)c[3] - (double)c[0] + ((double)c[2] - (double)c[1]) / 2;
}

/* The share of the permitted errors is equal for all comparisons in which an error is possible: of the best candidate
 * with each other one, or of all pairs. */
bool jg_race_beats(const struct jg_race *r, int a, int b) {
    double n = r->count, comparisons = r->whole ? n * (n - 1) / 2 : n - 1;
    double enough = jg_math_log(comparisons / (1 - r->confidence));
    uint64_t counts[JG_BETTING_STEPS];
    if (r->confidence <= 0 || a == b) return false;
    differences(r, a, b, counts);
    return sum_of(counts) >= enough && /* a quick check: the evidence is never more than the sum, as log(1 + x) <= x */
           jg_betting_evidence(counts) >= enough;
}

static bool is_beaten(const struct jg_race *r, int a) {
    for (int b = 0; b < r->count; b++)
        if (jg_race_beats(r, b, a)) return true;
    return false;
}

static bool is_ranked(const struct jg_race *r, int a) {
    for (int b = 0; b < r->count; b++)
        if (b != a && !jg_race_beats(r, a, b) && !jg_race_beats(r, b, a)) return false;
    return true;
}

void jg_race_look(struct jg_race *r) {
    if (r->count < 2 || r->confidence <= 0) return;
    for (int a = 0; a < r->count; a++)
        if (!r->racers[a].out) r->racers[a].out = r->whole ? is_ranked(r, a) : is_beaten(r, a);
}

bool jg_race_over(const struct jg_race *r) {
    int in = 0;
    for (int i = 0; i < r->count; i++) in += !r->racers[i].out;
    return r->count > 1 && in <= 1;
}

/* Whether candidate a has more points than b, or as many and the greater mean score. */
static bool is_ahead(const struct jg_race *r, int a, int b) {
    double x = jg_race_points(r, a), y = jg_race_points(r, b);
    return x > y || (x == y && jg_race_score(r, a) > jg_race_score(r, b));
}

/* Two candidates can beat each other, in different trials: then neither is certain, and points decide. */
int jg_race_best(const struct jg_race *r) {
    int best = 0;
    bool best_beaten = is_beaten(r, 0);
    for (int i = 1; i < r->count; i++) {
        bool beaten = is_beaten(r, i);
        if (beaten > best_beaten) continue;
        if (beaten == best_beaten && !is_ahead(r, i, best)) continue;
        best = i;
        best_beaten = beaten;
    }
    return best;
}

/* ---- Estimates --------------------------------------------------------------------------- */

/* The standard error of the mean of n numbers. */
static double error_of(double n, double sum, double squares) {
    double mean = sum / n, variance = squares / n - mean * mean;
    return sqrt(fmax(variance, 0) / n);
}

double jg_race_points(const struct jg_race *r, int i) {
    const struct jg_racer *x = &r->racers[i];
    return x->trials ? ((double)x->wins + (double)x->draws / 2) / (double)x->trials : 0.5;
}

double jg_race_points_error(const struct jg_race *r, int i) {
    const struct jg_racer *x = &r->racers[i];
    double wins = (double)x->wins + 2, draws = (double)x->draws;
    return error_of((double)x->trials + 4, wins + draws / 2, wins + draws / 4);
}

double jg_race_score(const struct jg_race *r, int i) {
    const struct jg_racer *x = &r->racers[i];
    return x->trials ? x->score / (double)x->trials : 0;
}

double jg_race_score_error(const struct jg_race *r, int i) {
    const struct jg_racer *x = &r->racers[i];
    double n = (double)x->trials;
    bool equal = n < 2 || x->squares * n == x->score * x->score;
    return equal ? NAN : error_of(n, x->score, x->squares) * sqrt(n / (n - 1));
}

static uint64_t common_trials(const struct jg_race *r, int a, int b) {
    uint64_t x = r->racers[a].trials, y = r->racers[b].trials;
    return x < y ? x : y;
}

double jg_race_difference(const struct jg_race *r, int a, int b) {
    uint64_t n = common_trials(r, a, b);
    uint64_t c[JG_BETTING_STEPS];
    differences(r, a, b, c);
    return n && a != b ? sum_of(c) / (double)n : 0;
}

double jg_race_difference_error(const struct jg_race *r, int a, int b) {
    uint64_t n = common_trials(r, a, b);
    uint64_t c[JG_BETTING_STEPS];
    differences(r, a, b, c);
    double squares = (double)(c[0] + c[3]) + (double)(c[1] + c[2]) / 4 + 2;
    return a == b ? 0 : error_of((double)n + 2, sum_of(c), squares);
}
