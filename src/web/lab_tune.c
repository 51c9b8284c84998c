/* The tunings and studies of the lab. */
#include "web/lab_run.h"

#include "core/json.h"
#include "runs/runs.h"
#include "runs/tuning.h"
#include "web/analysis.h"

#include <jogada/jogada.h>

#include <stdlib.h>
#include <string.h>

/* ---- A tuning's setting ---------------------------------------------------------------------- */

struct tuning {
    struct jg_game game;
    struct jg_tune_setting setting;
    struct jg_player player;
};

/* The defaults of `jogada tune`, so that it finds and resumes the same run. */
static enum jg_status settle(struct tuning *t, const struct jg_lab_run *run, struct jg_error *err) {
    struct jg_tune_setting *s = &t->setting;
    *s = (struct jg_tune_setting){.game = &t->game,
                                  .method = run->method,
                                  .seed = run->seed,
                                  .opening = jg_opening_default(&t->game),
                                  .generations = run->generations,
                                  .from_start = true,
                                  .survive = 0.5,
                                  .mutation = 0.1,
                                  .crossover = JG_CROSS_UNIFORM,
                                  .discount = 1,
                                  .explore = 0.3,
                                  .threads = run->threads,
                                  .stop = &run->stop};
    if (s->method == JG_TUNE_Q && jg_tune_learner(&t->game, s->agent, &s->evaluator, err)) return err->code;
    if (!s->evaluator || run->evaluator[0]) s->evaluator = jg_tune_evaluator(&t->game, run->evaluator, err);
    if (!s->evaluator) return err->code;
    for (int i = 0; i < s->evaluator->feature_count; i++) s->start[i] = s->evaluator->features[i].weight;
    jg_tune_defaults(s);
    if (run->agents[0][0])
        memcpy(s->agent, run->agents[0], sizeof s->agent);
    else if (!s->agent[0] && jg_tune_agent(&t->game, s->agent, err))
        return err->code;
    enum jg_status status = jg_policy_check_agent(&t->game, s->agent, run->trust, run->share, err);
    return status ? status : jg_tune_player(&t->game, s->evaluator, s->agent, s->stop, &t->player, err);
}

static enum jg_status read_method(struct jg_lab_run *run, const char *name, struct jg_error *err) {
    run->method = JG_TUNE_CMA;
    if (!name) return JG_OK;
    for (int i = 0; i < JG_TUNE_METHODS; i++)
        if (!strcmp(jg_tune_method((enum jg_tune_method)i)->name, name)) {
            run->method = (enum jg_tune_method)i;
            return JG_OK;
        }
    return jg_fail(err, JG_EINPUT, 0, "method must be genetic, spsa, cma or q");
}

enum jg_status jg_lab_read_tune(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    struct tuning *t = calloc(1, sizeof *t);
    if (!t) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = JG_OK;
    run->tune = true;
    run->agent_count = 1;
    if (r->generations > JG_LAB_GENERATIONS)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "generations must be at most %d on this server",
                         JG_LAB_GENERATIONS);
    run->generations = !status && r->generations > 0 ? (int)r->generations : 0;
    if (!status) status = jg_lab_set_text(run->evaluator, sizeof run->evaluator, r->evaluator, err);
    if (!status) status = jg_lab_set_text(run->agents[0], JG_SPEC_MAX, r->agent, err);
    if (!status) status = read_method(run, r->method, err);
    if (!status && !(status = jg_policy_open_game(&t->game, run->game, run->trust, err))) {
        struct jg_tuning *tuning = NULL;
        status = settle(t, run, err);
        if (!status && !(tuning = jg_tuning_open(&t->setting, NULL, err))) status = err->code;
        jg_tuning_close(tuning);
        run->generations = t->setting.generations;
        run->method = t->setting.method;
        if (!status) memcpy(run->agents[0], t->setting.agent, JG_SPEC_MAX);
        if (!status) jg_lab_set_text(run->evaluator, sizeof run->evaluator, t->setting.evaluator->name, err);
        jg_game_close(&t->game);
    }
    free(t);
    return status;
}

enum jg_status jg_lab_read_study(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    run->study = jg_study_find(r->name, err);
    run->quick = r->quick;
    if (!run->study) return err->code;
    run->games = run->quick ? run->study->quick_games : run->study->games;
    return jg_lab_set_text(run->game, sizeof run->game, jg_study_game(run->study), err);
}

/* ---- Tunings --------------------------------------------------------------------------------- */

struct work {
    struct jg_lab_run *run;
    const struct jg_run_tuning *stored;
};

static void show_tuning(void *arg, double share) {
    const struct work *w = arg;
    if (!jg_lab_run_due(w->run)) return;
    size_t done = w->stored->done;
    jg_lab_run_update(w->run, ((double)done + share) / (double)w->stored->setting->generations, done, NULL, NULL);
}

static enum jg_status report_generation(struct jg_lab_run *run, const struct jg_run_tuning *k, size_t i,
                                        struct jg_error *err) {
    const struct jg_generation *g = &k->history[i];
    jg_json_begin();
    json_t *point =
        json_pack("{s:i, s:f, s:f, s:I, s:o}", "generation", g->number, "best", g->best, "mean", g->mean, "games",
                  (json_int_t)g->games, "weights", jg_run_weights_json(k->setting->evaluator, g->weights));
    bool taken = jg_lab_run_update(run, (double)(i + 1) / (double)k->setting->generations, i + 1, NULL, point);
    return taken ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static enum jg_status tune(struct jg_lab_run *run, struct jg_run_tuning *k, struct jg_error *err) {
    struct work w = {.run = run, .stored = k};
    enum jg_status status = jg_run_tuning_open(k, run->setting->db, err);
    if (status) return status;
    jg_lab_run_set_stored(run, k->run.id, (uint64_t)k->setting->generations, k->stored.count, k->stored.date);
    for (size_t i = 0; i < k->done && !status; i++) status = report_generation(run, k, i, err);
    while (!status && !jg_tuning_done(k->tuning)) {
        status = jg_run_tuning_step(k, show_tuning, &w, err);
        if (!status) status = report_generation(run, k, k->done - 1, err);
    }
    return status ? status : jg_run_tuning_finish(k, err);
}

enum jg_status jg_lab_run_tuning(struct jg_lab_run *run, struct jg_error *err) {
    struct tuning *t = calloc(1, sizeof *t);
    if (!t) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_run_tuning stored = {.setting = &t->setting, .player = &t->player, .opponent = ""};
    enum jg_status status = jg_policy_open_game(&t->game, run->game, run->trust, err);
    if (!status) {
        status = settle(t, run, err);
        if (!status) status = tune(run, &stored, err);
        jg_run_tuning_close(&stored);
        jg_game_close(&t->game);
    }
    free(t);
    return status;
}

/* ---- Studies --------------------------------------------------------------------------------- */

static void show_study(void *arg, double share) {
    struct jg_lab_run *run = arg;
    if (jg_lab_run_due(run)) jg_lab_run_update(run, share, 0, NULL, NULL);
}

/* Runs a study and stores its pages, as 'jogada study' does. */
enum jg_status jg_lab_run_study(struct jg_lab_run *run, struct jg_error *err) {
    struct jg_study_setting setting = {.quick = run->quick,
                                       .seed = run->seed,
                                       .games = run->games,
                                       .threads = run->threads,
                                       .stop = &run->stop,
                                       .progress = show_study,
                                       .arg = run};
    struct jg_study_result *result = calloc(1, sizeof *result);
    if (!result) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = run->study->run(&setting, result, err);
    struct jg_store *store = status ? NULL : jg_store_open(run->setting->db, JG_STORE_WRITE, err);
    if (!status) {
        const struct jg_setting_line version = {.name = "version", .value = jg_version()};
        status = store ? jg_run_save_study(store, run->study, &setting, result, &version, 1, err) : err->code;
    }
    jg_store_close(store);
    free(result);
    return status;
}

/* ---- JSON ------------------------------------------------------------------------------------------ */

void jg_lab_describe(const struct jg_lab_run *run, json_t *o, jg_lang lang) {
    if (run->study) {
        json_object_set_new(o, "study", json_string(run->study->name));
        json_object_set_new(o, "title", json_string(jg_tr(lang, run->study->title)));
        json_object_set_new(o, "quick", json_boolean(run->quick));
    }
    if (run->tune) {
        json_object_set_new(o, "evaluator", json_string(run->evaluator));
        json_object_set_new(o, "method", json_string(jg_tune_method(run->method)->name));
        json_object_set_new(o, "generations", json_integer(run->generations));
    }
}
