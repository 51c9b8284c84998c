#include "tune/tune.h"

#include "arena/series.h"
#include "core/math.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct jg_tuning {
    struct jg_tune_setting s;
    const struct jg_method *method;
    void *state;              /* the method's */
    struct jg_player player;  /* the agent; the points are its weights */
    struct jg_player learner; /* in methods that learn: the same, exploring */
    int n, count;             /* weights; points of a generation */
    uint64_t deals, proofs;   /* seeds of the games */
    struct jg_generation last;
    double *points, *fitness;
    struct jg_player *players; /* the points, and their common opponent if there is one */
    uint64_t *halves;          /* half points that they scored */
};

const struct jg_method *jg_tune_method(enum jg_tune_method method) {
    static const struct jg_method *const METHODS[] = {&jg_method_genetic, &jg_method_spsa, &jg_method_cma,
                                                      &jg_method_q};
    return METHODS[method];
}

/* ---- Settings ------------------------------------------------------------------------------ */

/* Tens of thousands of games: seconds if they are as fast as Kalah's, minutes at ten milliseconds each. Measured on
 * Kalah; docs/tuning.md has the results. */
static const struct {
    int generations, pairs;
    double step;
} DEFAULTS[JG_TUNE_METHODS] = {
    [JG_TUNE_GENETIC] = {.generations = 100, .pairs = 5},
    [JG_TUNE_SPSA] = {.generations = 1000, .pairs = 20, .step = 0.1},
    [JG_TUNE_CMA] = {.generations = 100, .pairs = 10, .step = 0.3},
    [JG_TUNE_Q] = {.generations = 100, .pairs = 250, .step = 0.5},
};

/* Twice the largest weight on either side leaves room for every ratio of weights. */
static void default_box(struct jg_tune_setting *s) {
    double largest = 0;
    if (s->method == JG_TUNE_Q) { /* points, with JG_CHANCES for a win; more of a feature is never worse */
        s->low = 0;
        s->high = JG_CHANCES;
        return;
    }
    for (int i = 0; i < s->evaluator->feature_count; i++) {
        largest = fmax(largest, fabs(s->evaluator->features[i].weight));
        if (s->from_start) largest = fmax(largest, fabs(s->start[i]));
    }
    s->high = fmin(2 * (largest > 0 ? largest : 100), JG_WEIGHT_MAX);
    s->low = -s->high;
}

void jg_tune_defaults(struct jg_tune_setting *s) {
    int n = s->evaluator->feature_count;
    if (s->low == 0 && s->high == 0) default_box(s);
    if (!s->pairs) s->pairs = DEFAULTS[s->method].pairs;
    if (!s->generations) s->generations = DEFAULTS[s->method].generations;
    if (!s->population) s->population = s->method == JG_TUNE_CMA ? 4 * (4 + (int)(3 * jg_math_log(n))) : 10;
    if (s->step == 0) s->step = DEFAULTS[s->method].step;
}

static enum jg_status check_start(const struct jg_tune_setting *s, struct jg_error *err) {
    for (int i = 0; s->from_start && i < s->evaluator->feature_count; i++)
        if (!(s->start[i] >= s->low && s->start[i] <= s->high))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the starting weight of %s, %g, must be within %g..%g",
                           s->evaluator->features[i].name, s->start[i], s->low, s->high);
    return JG_OK;
}

static enum jg_status check_setting(const struct jg_tune_setting *s, struct jg_error *err) {
    int least = s->method == JG_TUNE_GENETIC ? 3 : 4; /* two survivors and a child; two parents of four */
    if (!s->evaluator->feature_count)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "evaluator %s has no features with weights", s->evaluator->name);
    if (!(s->low < s->high) || !(s->low >= -JG_WEIGHT_MAX && s->high <= JG_WEIGHT_MAX))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "low must be less than high, both within -%d..%d, not %g and %g",
                       JG_WEIGHT_MAX, JG_WEIGHT_MAX, s->low, s->high);
    bool grows = s->method == JG_TUNE_GENETIC || s->method == JG_TUNE_CMA;
    if (grows && (s->population < least || s->population > JG_POPULATION_MAX))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the population of %s must have %d to %d individuals",
                       jg_tune_method(s->method)->name, least, JG_POPULATION_MAX);
    if (!s->opening && !(s->game->kind->traits & JG_HAS_CHANCE))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has no chance: set --opening-plies to at least 1, or all games would be the same",
                       s->game->kind->name);
    return check_start(s, err);
}

/* ---- Opening ------------------------------------------------------------------------------- */

void jg_tuning_close(struct jg_tuning *t) {
    if (!t) return;
    t->method->close(t->state);
    free(t->points);
    free(t->fitness);
    free(t->players);
    free(t->halves);
    free(t);
}

static bool allocate(struct jg_tuning *t) {
    struct jg_rng seeds;
    jg_rng_init(&seeds, t->s.seed, 0);
    t->deals = jg_rng_next(&seeds);
    t->proofs = jg_rng_next(&seeds);
    t->state = t->method->open(&(struct jg_method_setting){
        .n = t->n,
        .low = t->s.low,
        .high = t->s.high,
        .start = t->s.from_start ? t->s.start : NULL,
        .seed = jg_rng_next(&seeds),
        .population = t->s.population,
        .survive = t->s.survive,
        .mutation = t->s.mutation,
        .crossover = t->s.crossover,
        .step = t->s.step,
        .generations = t->s.generations,
        .discount = t->s.discount,
    });
    if (!t->state) return false;
    t->count = t->method->count(t->state);
    size_t count = (size_t)t->count + 1; /* and the common opponent */
    t->points = calloc(count * (size_t)t->n, sizeof *t->points);
    t->fitness = calloc(count, sizeof *t->fitness);
    t->players = calloc(count, sizeof *t->players);
    t->halves = calloc(count, sizeof *t->halves);
    return t->points && t->fitness && t->players && t->halves;
}

/* Rounded to six digits, so that the weights that are written are the weights that were validated. */
static void tuned_weights(const struct jg_tuning *t, double *out) {
    t->method->best(t->state, out);
    for (int i = 0; i < t->n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.6g", out[i]);
        out[i] = strtod(text, NULL);
    }
}

static bool read_state(struct jg_tuning *t, const json_t *state) {
    const char *method = json_string_value(json_object_get(state, "method"));
    return method && !strcmp(method, t->method->name) && jg_generation_read(state, t->n, &t->last) &&
           t->last.number <= t->s.generations && t->method->read(t->state, json_object_get(state, "state"));
}

/* The same agent with its option `explore`. */
static enum jg_status make_learner(struct jg_tuning *t, struct jg_error *err) {
    char spec[JG_SPEC_MAX];
    struct jg_text text;
    if (!t->method->learn) return JG_OK;
    if (!t->player.kind->transitions)
        return jg_fail(err, JG_EFIT, 0, "%s does not learn from games", t->player.kind->name);
    jg_text_init(&text, spec, sizeof spec);
    jg_text_add(&text, "%s%cexplore=%g", t->player.spec, strchr(t->player.spec, ':') ? ',' : ':', t->s.explore);
    if (text.cut) return jg_fail(err, JG_EINPUT, 0, "longer than %zu characters", sizeof spec - 1);
    return jg_player_init_stoppable(&t->learner, t->s.game, spec, t->s.stop, err);
}

struct jg_tuning *jg_tuning_open(const struct jg_tune_setting *setting, const json_t *state, struct jg_error *err) {
    struct jg_player player;
    if (check_setting(setting, err) ||
        jg_tune_player(setting->game, setting->evaluator, setting->agent, setting->stop, &player, err))
        return NULL;
    struct jg_tuning *t = calloc(1, sizeof *t);
    if (!t) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    t->s = *setting;
    t->method = jg_tune_method(setting->method);
    t->player = player;
    t->n = setting->evaluator->feature_count;
    enum jg_status status = make_learner(t, err);
    if (status)
        ;
    else if (!allocate(t))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (state && !read_state(t, state))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the stored state of this tuning is damaged");
    else if (!state)
        tuned_weights(t, t->last.weights);
    if (!status) return t;
    jg_tuning_close(t);
    return NULL;
}

bool jg_tuning_done(const struct jg_tuning *t) { return t->last.number >= t->s.generations; }

/* ---- As JSON ------------------------------------------------------------------------------- */

json_t *jg_tuning_json(const struct jg_tuning *t) {
    const struct jg_generation *g = &t->last;
    return json_pack("{s:s, s:i, s:f, s:f, s:I, s:o, s:o}", "method", t->method->name, "generation", g->number, "best",
                     g->best, "mean", g->mean, "games", (json_int_t)g->games, "weights",
                     jg_method_vector_json(g->weights, t->n), "state", t->method->json(t->state));
}

static bool is_share(const json_t *number) {
    double x = json_number_value(number);
    return json_is_number(number) && x >= 0 && x <= 1;
}

bool jg_generation_read(const json_t *state, int n, struct jg_generation *out) {
    const json_t *number = json_object_get(state, "generation"), *games = json_object_get(state, "games");
    const json_t *best = json_object_get(state, "best"), *mean = json_object_get(state, "mean");
    *out = (struct jg_generation){0};
    if (!json_is_integer(number) || !json_is_integer(games) || !is_share(best) || !is_share(mean)) return false;
    json_int_t g = json_integer_value(number);
    out->number = (int)g;
    out->games = (uint64_t)json_integer_value(games);
    out->best = json_number_value(best);
    out->mean = json_number_value(mean);
    return g >= 0 && g <= INT32_MAX && jg_method_read_vector(json_object_get(state, "weights"), out->weights, n);
}

/* ---- Playing ------------------------------------------------------------------------------- */

/* The games of a generation: `pairs` rounds, in each of which every meeting is two games on the same deal. */
struct round {
    struct jg_tuning *t;
    bool all; /* a round robin; otherwise every point meets the common opponent */
    uint64_t meetings, first_deal;
    struct jg_tally *tally;  /* of the first player; may be NULL */
    int32_t score;           /* of the first game of a pair */
    struct jg_agent learner; /* replays the games if the method learns */
    void (*progress)(void *arg, double share);
    void *arg;
};

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct round *r = arg;
    uint64_t swap = number % 2, k = number / 2 % r->meetings, others = (uint64_t)r->t->count - 1;
    int a = 0, b = r->t->count;
    if (r->all) {
        for (; k >= others; k -= others--) a++;
        b = a + 1 + (int)k;
    } else {
        a = (int)k;
    }
    *out = (struct jg_fixture){
        .players = {swap ? b : a, swap ? a : b},
        .deal = r->first_deal + number / 2 / r->meetings,
        .variant = swap, /* the same for all players, so that luck is the same */
    };
    return true;
}

static void take_transition(void *arg, const struct jg_transition *transition) {
    const struct jg_tuning *t = arg;
    t->method->learn(t->state, transition);
}

/* Takes the transitions of all seats that played with the tuned weights. */
static void learn_from(struct round *r, const struct jg_played *played) {
    struct jg_tuning *t = r->t;
    for (int seat = 0; seat < t->s.game->kind->seats; seat++)
        if (!t->s.rival || played->fixture.players[jg_team(seat)] == 0)
            t->player.kind->transitions(&r->learner, played->record, seat, take_transition, t);
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct round *r = arg;
    int32_t score = jg_record_score(played->record, 0);
    (void)err;
    uint64_t drawn = r->t->s.wins ? 0 : 1;
    r->t->halves[played->fixture.players[0]] += score > 0 ? 2 : score == 0 ? drawn : 0;
    r->t->halves[played->fixture.players[1]] += score < 0 ? 2 : score == 0 ? drawn : 0;
    if (r->tally && played->number % 2) jg_tally_add(r->tally, r->score, -score);
    r->score = score;
    if (r->learner.kind) learn_from(r, played);
    return JG_OK;
}

static void show(void *arg, double share) {
    const struct round *r = arg;
    r->progress(r->arg, share);
}

static enum jg_status play(struct round *r, int players, uint64_t seed, int pairs, struct jg_error *err) {
    struct jg_tuning *t = r->t;
    struct jg_series series = {.game = t->s.game,
                               .players = t->players,
                               .player_count = players,
                               .seed = seed,
                               .opening = t->s.opening,
                               .stop = t->s.stop,
                               .count = 2 * (uint64_t)pairs * r->meetings,
                               .threads = t->s.threads,
                               .coordinator = t->s.coordinator,
                               .fixture = fixture,
                               .take = take,
                               .progress = r->progress ? show : NULL,
                               .arg = r};
    memset(t->halves, 0, ((size_t)t->count + 1) * sizeof *t->halves);
    return jg_series_play(&series, err);
}

static struct jg_player with_weights(const struct jg_player *plain, const double *weights) {
    struct jg_player p = *plain;
    p.weights = weights;
    return p;
}

/* Points become players; the last player is the rival or the best so far. */
static void make_players(struct jg_tuning *t) {
    double *best = t->points + t->count * t->n;
    t->method->ask(t->state, t->points);
    t->method->best(t->state, best);
    for (int i = 0; i < t->count; i++)
        t->players[i] = with_weights(t->method->learn ? &t->learner : &t->player, t->points + i * t->n);
    t->players[t->count] = t->s.rival ? *t->s.rival : with_weights(&t->player, best);
}

static struct round next_round(struct jg_tuning *t) {
    uint64_t n = (uint64_t)t->count;
    struct round r = {.t = t, .all = !t->s.rival && !t->method->centred};
    r.meetings = r.all ? n * (n - 1) / 2 : n;
    r.first_deal = (uint64_t)t->last.number * (uint64_t)t->s.pairs;
    return r;
}

/* Passes the fitness of the points to the method. */
static void end_round(const struct round *r, struct jg_generation *out) {
    struct jg_tuning *t = r->t;
    struct jg_generation *g = &t->last;
    double each = 4.0 * t->s.pairs * (r->all ? t->count - 1 : 1); /* maximum half points of one player */
    g->best = g->mean = 0;
    for (int i = 0; i < t->count; i++) {
        t->fitness[i] = (double)t->halves[i] / each;
        g->best = fmax(g->best, t->fitness[i]);
        g->mean += t->fitness[i] / t->count;
    }
    g->mean = fmin(g->mean, 1);
    t->method->tell(t->state, t->fitness);
    tuned_weights(t, g->weights);
    g->games += 2 * (uint64_t)t->s.pairs * r->meetings;
    g->number++;
    if (out) *out = *g;
}

static enum jg_status begin_learning(struct round *r, struct jg_error *err) {
    struct jg_tuning *t = r->t;
    if (!t->method->learn) return JG_OK;
    t->method->begin(t->state);
    return jg_player_open(&t->players[0], t->s.game, &r->learner, err);
}

enum jg_status jg_tuning_step(struct jg_tuning *t, struct jg_generation *out, void (*progress)(void *arg, double share),
                              void *arg, struct jg_error *err) {
    struct round r = next_round(t);
    r.progress = progress;
    r.arg = arg;
    make_players(t);
    enum jg_status status = begin_learning(&r, err);
    if (!status) status = play(&r, t->count + !r.all, t->deals, t->s.pairs, err);
    jg_agent_close(&r.learner);
    if (!status) end_round(&r, out);
    return status;
}

void jg_tuning_results(const struct jg_tuning *t, uint64_t *halves) {
    memcpy(halves, t->halves, (size_t)t->count * sizeof *halves);
}

void jg_tuning_replay(struct jg_tuning *t, const uint64_t *halves, struct jg_generation *out) {
    struct round r = next_round(t);
    memcpy(t->halves, halves, (size_t)t->count * sizeof *halves);
    end_round(&r, out);
}

enum jg_status jg_tuning_validate(struct jg_tuning *t, int pairs, struct jg_tally *out,
                                  void (*progress)(void *arg, double share), void *arg, struct jg_error *err) {
    struct round r = {.t = t, .meetings = 1, .tally = out, .progress = progress, .arg = arg};
    *out = (struct jg_tally){0};
    for (int i = 0; i < t->count; i++) t->players[i] = with_weights(&t->player, t->last.weights); /* only 0 plays */
    t->players[t->count] = with_weights(&t->player, t->s.start);
    return play(&r, t->count + 1, t->proofs, pairs, err);
}
