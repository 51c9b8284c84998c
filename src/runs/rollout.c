#include "runs/rollout.h"

#include "arena/rollout.h"
#include "core/clock.h"
#include "core/json.h"
#include "core/seeding.h"
#include "runs/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char KIND[] = "rollout";
static const double PAUSE = 1;       /* seconds between two saves, at least */
static const double SHARE = 1 / 50.; /* of the time that saving may take */

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *move_json(const struct jg_game *g, const void *view, const struct jg_rollout_move *m) {
    char word[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    if (m->move) g->kind->print_move(g, view, m->move, &t);
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:f, s:o, s:f, s:o, s:f, s:o, s:b, s:b, s:b}", "move",
                     m->move ? json_string(word) : json_null(), "trials", (json_int_t)m->trials, "wins",
                     (json_int_t)m->wins, "draws", (json_int_t)m->draws, "losses", (json_int_t)m->losses, "win",
                     m->chance, "win_error", m->same ? json_null() : json_real(m->chance_error), "score", m->score,
                     "score_error", m->same ? json_null() : jg_run_real_json(m->score_error), "loss", m->loss,
                     "loss_error", m->same ? json_null() : json_real(m->loss_error), "out", m->out, "exact", m->exact,
                     "same", m->same);
}

json_t *jg_run_rollout_json(const struct jg_rollout *rollout, const struct jg_game *g,
                            const struct jg_rollout_result *result) {
    json_t *moves = json_array();
    for (int i = 0; i < result->move_count; i++)
        json_array_append_new(moves, move_json(g, jg_rollout_view(rollout), &result->moves[i]));
    return moves;
}

/* ---- The store ------------------------------------------------------------------------------- */

/* Everything that the result depends on. */
static char *parameters_of(const struct jg_run_rollout *k, const char *game, const struct jg_player *p) {
    const struct jg_rollout_setting *s = k->setting;
    char position[JG_POSITION_MAX];
    struct jg_text t;
    json_t *files = json_object();
    jg_text_init(&t, position, sizeof position);
    s->game->kind->print(s->game, jg_rollout_view(k->rollout), &t);
    jg_run_file_hashes(files, p);
    json_t *o =
        json_pack("{s:s, s:s, s:[s], s:I, s:f, s:b, s:o, s:i, s:o}", "game", game, "position", position, "agents",
                  p->spec, "trials", (json_int_t)s->trials, "confidence", s->confidence, "whole_order", s->whole_order,
                  "seed", jg_run_seed_json(s->seed), "seeding", JG_SEEDING_SCHEME, "files", files);
    jg_run_bot_names(o, p);
    return jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
}

static bool take_step(void *arg, int64_t number, const char *text) {
    json_t **state = arg;
    (void)number;
    *state = jg_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, NULL);
    if (!*state) *state = json_null(); /* damaged */
    return false;
}

enum jg_status jg_run_games(struct jg_store *s, const struct jg_stored_run *run, int64_t *games, struct jg_error *err) {
    json_t *state = NULL;
    *games = run->games;
    if (strcmp(run->kind, KIND)) return JG_OK;
    enum jg_status status = jg_store_steps(s, run->id, take_step, &state, err);
    *games = jg_rollout_state_games(state);
    json_decref(state);
    return status;
}

static enum jg_status begin_run(struct jg_run_rollout *k, const char *game, const char *parameters, bool fresh,
                                struct jg_error *err) {
    jg_stored_run_free(&k->run);
    return jg_store_begin_run(k->store, KIND, game, parameters, fresh, &k->run, err);
}

/* Continues with the stored state; if that is damaged or cannot be used, starts a new run. */
static enum jg_status resume(struct jg_run_rollout *k, const char *game, const char *parameters, struct jg_error *err) {
    json_t *state = NULL;
    struct jg_error why = {0};
    enum jg_status status = jg_store_steps(k->store, k->run.id, take_step, &state, err);
    if (state && !status && !jg_run_is_usable(&k->trust, k->run.ended, k->run.ended)) {
        k->unused = (struct jg_run_unused){.date = jg_run_saved(&k->run, state), .unversioned = !k->run.ended};
        json_decref(state);
        return begin_run(k, game, parameters, true, err);
    }
    struct jg_rollout *stored = state && !status ? jg_rollout_open(k->setting, state, &why) : NULL;
    if (stored) {
        jg_rollout_close(k->rollout);
        k->rollout = stored;
        k->stored = (struct jg_run_known){
            .unit = "games", .count = jg_rollout_games(stored), .run = k->run.id, .date = jg_run_saved(&k->run, state)};
    } else if (why.code == JG_EMEMORY) {
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    } else if (state && !status) {
        k->damaged = true;
        status = begin_run(k, game, parameters, true, err);
    }
    json_decref(state);
    return status;
}

static enum jg_status open_store(struct jg_run_rollout *k, const char *path, bool again, struct jg_error *err) {
    struct jg_player player;
    char game[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, game, sizeof game);
    jg_game_spec(k->setting->game, &t);
    enum jg_status status =
        jg_player_init_stoppable(&player, k->setting->game, k->setting->agent, k->setting->stop, err);
    if (status) return status;
    jg_run_trust_player(&k->trust, &player);
    char *parameters = parameters_of(k, game, &player);
    if (!parameters) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    k->store = jg_store_open(path, JG_STORE_WRITE, err);
    status = k->store ? begin_run(k, game, parameters, again, err) : err->code;
    if (!status) status = resume(k, game, parameters, err);
    free(parameters);
    return status;
}

enum jg_status jg_run_rollout_open(struct jg_run_rollout *k, const char *path, bool again, struct jg_error *err) {
    k->rollout = jg_rollout_open(k->setting, NULL, err); /* checks the setting first */
    k->saved = jg_clock();
    k->pause = PAUSE;
    if (!k->rollout) return err->code;
    return path ? open_store(k, path, again, err) : JG_OK;
}

void jg_run_rollout_close(struct jg_run_rollout *k) {
    jg_rollout_close(k->rollout);
    jg_stored_run_free(&k->run);
    if (k->store) jg_store_close(k->store);
    *k = (struct jg_run_rollout){0};
}

static enum jg_status save(struct jg_run_rollout *k, struct jg_error *err) {
    double begin = jg_clock();
    enum jg_status status = jg_run_save(k->store, k->run.id, 1, jg_rollout_json(k->rollout), err);
    k->saved = jg_clock();
    k->pause = fmax(PAUSE, (k->saved - begin) / SHARE);
    return status;
}

/* Saves in the middle of a round, which may take hours. */
static void on_progress(void *arg, double share) {
    struct jg_run_rollout *k = arg;
    if (k->progress) k->progress(k->arg, share);
    if (k->store && !k->failure.code && jg_clock() - k->saved > k->pause) save(k, &k->failure);
}

/* Stores the finished games after a step. */
static enum jg_status save_step(struct jg_run_rollout *k, enum jg_status status, struct jg_error *err) {
    bool done = !status && jg_rollout_done(k->rollout);
    if (k->failure.code) {
        *err = k->failure;
        return err->code;
    }
    if (status == JG_EFIT || (status && status != JG_ESTOP && !jg_rollout_games(k->rollout)))
        return jg_store_drop_run(k->store, k->run.id, err);
    enum jg_status saved = status || done || jg_clock() - k->saved > k->pause ? save(k, err) : JG_OK;
    return saved || !done ? saved : jg_store_end_run(k->store, k->run.id, true, err);
}

enum jg_status jg_run_rollout_step(struct jg_run_rollout *k, void (*progress)(void *arg, double share), void *arg,
                                   struct jg_error *err) {
    struct jg_error late = {.lang = err->lang};
    k->progress = progress;
    k->arg = arg;
    k->failure = late;
    enum jg_status status = jg_rollout_step(k->rollout, on_progress, k, err);
    if (!k->store || !save_step(k, status, &late) || (status && status != JG_ESTOP)) return status;
    *err = late;
    return late.code;
}
