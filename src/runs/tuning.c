#include "runs/tuning.h"

#include "core/json.h"
#include "core/seeding.h"
#include "runs/runs.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const CROSSOVERS[] = {"one", "two", "uniform"};

/* ---- Parameters ---------------------------------------------------------------------------- */

json_t *jg_run_weights_json(const struct jg_evaluator *by, const double *weights) {
    json_t *o = json_object();
    for (int i = 0; i < by->feature_count; i++)
        json_object_set_new(o, by->features[i].name, json_real(weights[i] + 0.0)); /* avoids -0 */
    return o;
}

static void add_method(json_t *o, const struct jg_tune_setting *s) {
    if (s->method == JG_TUNE_GENETIC || s->method == JG_TUNE_CMA)
        json_object_set_new(o, "population", json_integer(s->population));
    if (s->method == JG_TUNE_GENETIC) {
        json_object_set_new(o, "survive", json_real(s->survive));
        json_object_set_new(o, "mutation", json_real(s->mutation));
        json_object_set_new(o, "crossover", json_string(CROSSOVERS[s->crossover]));
    } else {
        json_object_set_new(o, "step", json_real(s->step));
    }
    if (s->method == JG_TUNE_Q) {
        json_object_set_new(o, "discount", json_real(s->discount));
        json_object_set_new(o, "explore", json_real(s->explore));
    }
}

json_t *jg_run_tuning_parameters(const struct jg_run_tuning *k) {
    const struct jg_tune_setting *s = k->setting;
    const char *agent = k->player->spec, *method = jg_tune_method(s->method)->name;
    json_t *files = json_object();
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:i, s:i, s:i, s:f, s:f, s:o, s:b}", "game", k->game,
                          "evaluator", s->evaluator->name, "method", method, "agent", agent, "opponent", k->opponent,
                          "seed", jg_run_seed_json(s->seed), "generations", s->generations, "games", 2 * s->pairs,
                          "opening_plies", s->opening, "low", s->low, "high", s->high, "start",
                          jg_run_weights_json(s->evaluator, s->start), "from_start", s->from_start);
    json_object_set_new(o, "seeding", json_integer(JG_SEEDING_SCHEME));
    json_object_set_new(o, "agents", json_pack(k->opponent[0] ? "[s, s]" : "[s]", agent, k->opponent));
    jg_run_file_hashes(files, k->player);
    if (s->rival) jg_run_file_hashes(files, s->rival);
    jg_run_bot_names(o, k->player);
    if (s->rival) jg_run_bot_names(o, s->rival);
    if (json_object_size(files)) json_object_set(o, "files", files);
    json_decref(files);
    add_method(o, s);
    return o;
}

static int index_of(const char *word, const char *const *words, int n) {
    for (int i = 0; word && i < n; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

static void read_method(const json_t *o, struct jg_tune_setting *out) {
    int crossover = index_of(json_string_value(json_object_get(o, "crossover")), CROSSOVERS, 3);
    out->population = (int)json_integer_value(json_object_get(o, "population"));
    out->survive = json_number_value(json_object_get(o, "survive"));
    out->mutation = json_number_value(json_object_get(o, "mutation"));
    out->crossover = crossover < 0 ? JG_CROSS_ONE : (enum jg_crossover)crossover;
    out->step = json_number_value(json_object_get(o, "step"));
    out->discount = json_number_value(json_object_get(o, "discount"));
    out->explore = json_number_value(json_object_get(o, "explore"));
}

static uint64_t read_seed(const json_t *seed) {
    return json_is_string(seed) ? strtoull(json_string_value(seed), NULL, 10) : (uint64_t)json_integer_value(seed);
}

static void read_rival(const json_t *o, struct jg_tune_setting *out, struct jg_player *rival) {
    const char *opponent = json_string_value(json_object_get(o, "opponent"));
    *rival = (struct jg_player){0};
    if (!opponent || !opponent[0]) return;
    snprintf(rival->name, sizeof rival->name, "%s", opponent);
    snprintf(rival->spec, sizeof rival->spec, "%s", opponent);
    if (!strcmp(opponent, "start")) rival->weights = out->start;
    out->rival = rival;
}

enum jg_status jg_run_tuning_read(const json_t *o, const struct jg_game *g, struct jg_tune_setting *out,
                                  struct jg_player *rival, struct jg_error *err) {
    const char *names[JG_TUNE_METHODS];
    const char *evaluator = json_string_value(json_object_get(o, "evaluator")),
               *agent = json_string_value(json_object_get(o, "agent"));
    for (int i = 0; i < JG_TUNE_METHODS; i++) names[i] = jg_tune_method((enum jg_tune_method)i)->name;
    int method = index_of(json_string_value(json_object_get(o, "method")), names, JG_TUNE_METHODS);
    json_int_t generations = json_integer_value(json_object_get(o, "generations"));
    if (!evaluator || !agent || method < 0 || generations < 1 || generations > 1000000)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "the run has damaged parameters");
    *out = (struct jg_tune_setting){
        .game = g,
        .evaluator = jg_tune_evaluator(g, evaluator, err),
        .method = (enum jg_tune_method)method,
        .seed = read_seed(json_object_get(o, "seed")),
        .generations = (int)generations,
        .pairs = (int)(json_integer_value(json_object_get(o, "games")) / 2),
        .opening = (int)json_integer_value(json_object_get(o, "opening_plies")),
        .low = json_number_value(json_object_get(o, "low")),
        .high = json_number_value(json_object_get(o, "high")),
        .from_start = json_is_true(json_object_get(o, "from_start")),
    };
    if (!out->evaluator) return err ? err->code : JG_EINPUT;
    snprintf(out->agent, sizeof out->agent, "%s", agent);
    for (int i = 0; i < out->evaluator->feature_count; i++) {
        const json_t *start = json_object_get(o, "start");
        out->start[i] = json_number_value(json_object_get(start, out->evaluator->features[i].name));
    }
    read_method(o, out);
    read_rival(o, out, rival);
    return JG_OK;
}

/* ---- The store ----------------------------------------------------------------------------- */

struct taking {
    const struct jg_tune_setting *setting;
    struct jg_generation *history;
    size_t done;
    json_t *state; /* of the last generation */
};

/* Loads one stored generation; stops at the first that does not follow its predecessor. */
static bool take_step(void *arg, int64_t number, const char *text) {
    struct taking *t = arg;
    json_t *state = jg_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, NULL);
    struct jg_generation g;
    bool good = number == (int64_t)t->done + 1 && number <= t->setting->generations &&
                jg_generation_read(state, t->setting->evaluator->feature_count, &g) && g.number == number;
    if (!good) {
        json_decref(state);
        return false;
    }
    json_decref(t->state);
    t->state = state;
    t->history[t->done++] = g;
    return true;
}

static enum jg_status take_steps(struct jg_store *s, int64_t run, struct taking *t, struct jg_error *err) {
    return jg_store_steps(s, run, take_step, t, err);
}

enum jg_status jg_run_tuning_history(struct jg_store *s, int64_t run, const struct jg_tune_setting *setting,
                                     struct jg_generation **out, size_t *n, struct jg_error *err) {
    struct taking t = {.setting = setting, .history = calloc((size_t)setting->generations, sizeof *t.history)};
    if (!t.history) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = take_steps(s, run, &t, err);
    json_decref(t.state);
    *out = t.history;
    *n = t.done;
    return status;
}

/* Finds the run of these settings, or starts a new one. */
static enum jg_status find_run(struct jg_run_tuning *k, bool fresh, struct jg_error *err) {
    json_t *o = jg_run_tuning_parameters(k);
    char *parameters = jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
    if (!parameters) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_stored_run_free(&k->run);
    enum jg_status status = jg_store_begin_run(k->store, "tune", k->game, parameters, fresh, &k->run, err);
    free(parameters);
    return status;
}

static enum jg_status open_store(struct jg_run_tuning *k, const char *path, struct jg_error *err) {
    struct taking t = {.setting = k->setting, .history = k->history};
    if (!path) return JG_OK;
    k->store = jg_store_open(path, JG_STORE_WRITE, err);
    if (!k->store) return err->code;
    enum jg_status status = find_run(k, k->again, err);
    if (!status) status = take_steps(k->store, k->run.id, &t, err);
    if (!status && t.done && !jg_run_is_usable(&k->trust, k->run.ended, k->run.ended)) {
        k->unused = (struct jg_run_unused){.date = jg_run_saved(&k->run, t.state), .unversioned = !k->run.ended};
        json_decref(t.state);
        return find_run(k, true, err);
    }
    k->state = t.state;
    k->done = t.done;
    return status;
}

/* Resumes from the stored state; if that is damaged, starts a new run. */
static enum jg_status resume(struct jg_run_tuning *k, struct jg_error *err) {
    struct jg_tuning *stored = k->state ? jg_tuning_open(k->setting, k->state, NULL) : NULL;
    if (stored) {
        jg_tuning_close(k->tuning);
        k->tuning = stored;
        k->stored = (struct jg_run_known){
            .unit = "generations", .count = k->done, .run = k->run.id, .date = jg_run_saved(&k->run, k->state)};
    } else if (k->state) {
        k->damaged = true;
        k->done = 0;
        return find_run(k, true, err);
    }
    return JG_OK;
}

enum jg_status jg_run_tuning_open(struct jg_run_tuning *k, const char *path, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, k->game, sizeof k->game);
    jg_game_spec(k->setting->game, &t);
    k->history = calloc((size_t)k->setting->generations, sizeof *k->history);
    if (!k->history) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    k->tuning = jg_tuning_open(k->setting, NULL, err); /* checks the setting first */
    if (!k->tuning) return err->code;
    jg_run_trust_player(&k->trust, k->player);
    if (k->setting->rival) jg_run_trust_player(&k->trust, k->setting->rival);
    enum jg_status status = open_store(k, path, err);
    return status ? status : resume(k, err);
}

void jg_run_tuning_close(struct jg_run_tuning *k) {
    jg_tuning_close(k->tuning);
    jg_stored_run_free(&k->run);
    if (k->store) jg_store_close(k->store);
    json_decref(k->state);
    free(k->history);
    *k = (struct jg_run_tuning){0};
}

static enum jg_status save_step(struct jg_run_tuning *k, struct jg_error *err) {
    if (!k->store) return JG_OK;
    return jg_run_save(k->store, k->run.id, (int64_t)k->done, jg_tuning_json(k->tuning), err);
}

enum jg_status jg_run_tuning_step(struct jg_run_tuning *k, void (*progress)(void *arg, double share), void *arg,
                                  struct jg_error *err) {
    enum jg_status status = jg_tuning_step(k->tuning, &k->history[k->done], progress, arg, err);
    if (status) return status;
    k->done++;
    return save_step(k, err);
}

enum jg_status jg_run_tuning_finish(struct jg_run_tuning *k, struct jg_error *err) {
    return k->store && !k->run.ended ? jg_store_end_run(k->store, k->run.id, true, err) : JG_OK;
}
