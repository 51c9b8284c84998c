#include "web/lab_run.h"

#include "core/clock.h"
#include "core/json.h"
#include "runs/tournament.h"
#include "runs/runs.h"
#include "web/analysis.h"

#include <jogada/jogada.h>

#include <stdlib.h>
#include <string.h>

static const double PAUSE = 0.2; /* seconds between two updates */

/* ---- From a request -------------------------------------------------------------------------- */

enum jg_status jg_lab_set_text(char *out, size_t size, const char *text, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    if (text) jg_text_put(&t, text);
    return t.cut ? jg_fail(err, JG_EINPUT, (int)size, "longer than %zu characters", size - 1) : JG_OK;
}

static enum jg_status read_match(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    struct jg_game g;
    size_t n = json_array_size(r->agents);
    if (n < 2 || n > JG_LAB_AGENTS)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a match needs 2 to %d agents", JG_LAB_AGENTS);
    if (r->games < 2 || r->games > JG_LAB_GAMES)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "games per pair must be 2 to %d", JG_LAB_GAMES);
    enum jg_status status = jg_policy_open_game(&g, run->game, run->trust, err);
    if (status) return status;
    for (size_t i = 0; i < n && !status; i++) {
        const char *spec = json_string_value(json_array_get(r->agents, i));
        status = jg_lab_set_text(run->agents[i], JG_SPEC_MAX, spec, err);
        if (!status) status = jg_policy_check_agent(&g, run->agents[i], run->trust, run->share / n, err);
        if (!status) jg_policy_agent_spec(spec, true, run->share / n, run->agents[i]);
    }
    jg_game_close(&g);
    run->agent_count = (int)n;
    run->games = (int)(r->games + r->games % 2);
    return status;
}

static enum jg_status read_request(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    if (r->type == JG_REQUEST_STUDY) return jg_lab_read_study(run, r, err);
    enum jg_status status = jg_lab_set_text(run->game, sizeof run->game, r->game, err);
    if (status) return status;
    return r->type == JG_REQUEST_TUNE ? jg_lab_read_tune(run, r, err) : read_match(run, r, err);
}

struct jg_lab_run *jg_lab_run_new(const struct jg_request *r, const struct jg_peer *p,
                                  const struct jg_web_setting *setting, struct jg_error *err) {
    struct jg_lab_run *run = calloc(1, sizeof *run);
    if (!run || !(run->standings = json_array()) || !(run->points = json_array())) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        jg_lab_run_free(run);
        return NULL;
    }
    memcpy(run->player, p->player, sizeof run->player);
    run->lang = p->lang;
    run->trust = setting->trust;
    run->share = jg_web_agent_memory(setting);
    run->threads = 1;
    run->seed = r->seed < 0 ? 1 : (uint64_t)r->seed;
    if (!read_request(run, r, err)) return run;
    jg_lab_run_free(run);
    return NULL;
}

void jg_lab_run_free(struct jg_lab_run *run) {
    if (!run) return;
    json_decref(run->standings);
    json_decref(run->points);
    free(run);
}

/* ---- News ------------------------------------------------------------------------------------ */

bool jg_lab_run_due(struct jg_lab_run *run) {
    double clock = jg_clock();
    if (clock - run->shown < PAUSE) return false;
    run->shown = clock;
    return true;
}

bool jg_lab_run_update(struct jg_lab_run *run, double share, uint64_t played, json_t *standings, json_t *point) {
    bool complete = jg_json_complete();
    pthread_mutex_lock(run->lock);
    run->done = share;
    run->played = played;
    if (standings && complete) {
        json_decref(run->standings);
        run->standings = json_incref(standings);
    }
    if (point && complete) complete = !json_array_append(run->points, point);
    json_decref(standings);
    json_decref(point);
    run->version++;
    pthread_mutex_unlock(run->lock);
    run->changed(run->arg);
    return complete;
}

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* Adds a point of the curve, which is sent with the next update; NULL is allowed. */
static void add_point(struct jg_lab_run *run, json_t *point) {
    if (!point) return;
    pthread_mutex_lock(run->lock);
    json_array_append_new(run->points, point);
    pthread_mutex_unlock(run->lock);
}

/* ---- Matches --------------------------------------------------------------------------------- */

struct match {
    struct jg_lab_run *run;
    struct jg_game game;
    struct jg_player players[JG_LAB_AGENTS];
    struct jg_contest plan;
    struct jg_run_tournament stored;
    struct jg_standings standings;
    uint64_t point; /* games at the last point of the curve */
};

static json_t *standings_json(const struct match *m, const struct jg_standings *s) {
    struct jg_ranking ranking;
    json_t *list = json_array();
    if (!jg_standings_rank(s, NULL, &ranking)) {
        jg_json_fail();
        return list;
    }
    for (int i = 0; i < s->players; i++) {
        int player = ranking.order[i];
        struct jg_tally t = jg_standings_of(s, player);
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:f, s:I, s:I, s:I, s:I}", "agent", m->players[player].name, "elo",
                            jg_run_real_json(ranking.ratings.elo[player]), "error",
                            jg_run_real_json(ranking.ratings.error[player]), "points",
                            (double)t.wins + (double)t.draws / 2, "games", (json_int_t)jg_tally_games(&t), "wins",
                            (json_int_t)t.wins, "draws", (json_int_t)t.draws, "losses", (json_int_t)t.losses));
    }
    jg_ranking_free(&ranking);
    return list;
}

/* A point of the curve: the first agent's score so far. One for each percent more games, so that a curve has some hundred
 * points. */
static json_t *point_json(struct match *m, const struct jg_standings *s, bool last) {
    struct jg_tally t = jg_standings_of(s, 0);
    struct jg_tally_score score;
    if (!s->games || s->games == m->point || (!last && s->games < m->point + m->point / 100)) return NULL;
    m->point = s->games;
    jg_tally_score(&t, &score);
    return json_pack("{s:I, s:f, s:f, s:f}", "games", (json_int_t)jg_tally_games(&t), "score", score.share, "low",
                     score.low, "high", score.high);
}

static void show_match(void *arg, const struct jg_standings *s, double share) {
    struct match *m = arg;
    (void)share; /* of what was not known before */
    jg_json_begin();
    json_t *point = point_json(m, s, false);
    if (!jg_lab_run_due(m->run)) {
        add_point(m->run, point);
        return;
    }
    double all = (double)jg_contest_games(&m->plan);
    jg_lab_run_update(m->run, (double)s->games / all, s->games, standings_json(m, s), point);
}

void jg_lab_run_set_stored(struct jg_lab_run *run, int64_t id, uint64_t all, uint64_t known, int64_t date) {
    pthread_mutex_lock(run->lock);
    run->stored = id;
    run->all = all;
    run->known = known;
    run->known_date = date;
    pthread_mutex_unlock(run->lock);
}

static enum jg_status play(struct match *m, struct jg_error *err) {
    struct jg_lab_run *run = m->run;
    enum jg_status status = JG_OK;
    for (int i = 0; i < run->agent_count && !status; i++)
        status = jg_player_init(&m->players[i], &m->game, run->agents[i], err);
    if (status) return status;
    m->plan = (struct jg_contest){.game = &m->game,
                                  .players = m->players,
                                  .player_count = run->agent_count,
                                  .pairs = (uint64_t)run->games / 2,
                                  .seed = run->seed,
                                  .opening = jg_opening_default(&m->game),
                                  .threads = run->threads,
                                  .stop = &run->stop,
                                  .progress = show_match,
                                  .arg = m};
    const char *kind = run->agent_count == 2 ? "match" : "tournament";
    status = jg_run_tournament_open(&m->stored, &m->plan, kind, run->setting->db, false, err);
    if (status) return status;
    jg_lab_run_set_stored(run, m->stored.run.id, jg_contest_games(&m->plan), m->plan.known_count,
                          m->stored.stored.date);
    status = jg_run_tournament_play(&m->stored, &m->standings, err);
    if (!status || status == JG_ESTOP) {
        const struct jg_standings *s = &m->standings;
        double share = (double)s->games / (double)jg_contest_games(&m->plan);
        jg_json_begin();
        if (!jg_lab_run_update(run, share, s->games, standings_json(m, s), point_json(m, s, true)))
            return no_memory(err);
    }
    return status;
}

static enum jg_status run_match(struct jg_lab_run *run, struct jg_error *err) {
    struct match *m = calloc(1, sizeof *m);
    if (!m) return no_memory(err);
    m->run = run;
    enum jg_status status = jg_policy_open_game(&m->game, run->game, run->trust, err);
    if (!status) {
        status = play(m, err);
        jg_run_tournament_close(&m->stored);
        jg_standings_free(&m->standings);
        jg_game_close(&m->game);
    }
    free(m);
    return status;
}

/* ---- All kinds ------------------------------------------------------------------------------------ */

void jg_lab_run_execute(struct jg_lab_run *run) {
    struct jg_error err = {.lang = run->lang};
    enum jg_status status = run->study  ? jg_lab_run_study(run, &err)
                            : run->tune ? jg_lab_run_tuning(run, &err)
                                        : run_match(run, &err);
    const char *failure = status && status != JG_ESTOP ? jg_refusal_text(&err, run->setting) : "";
    struct jg_text t;
    pthread_mutex_lock(run->lock);
    run->state = !status ? JG_LAB_DONE : status == JG_ESTOP ? JG_LAB_STOPPED : JG_LAB_FAILED;
    if (!status) run->done = 1;
    jg_text_init(&t, run->failure, sizeof run->failure);
    jg_text_put(&t, failure);
    run->version++;
    pthread_mutex_unlock(run->lock);
    run->changed(run->arg);
}

/* The progress in words, or the error message. */
static void put_words(const struct jg_lab_run *run, jg_lang lang, struct jg_text *t) {
    unsigned long long n = run->played, all = run->all;
    if (run->state == JG_LAB_FAILED)
        jg_text_put(t, run->failure);
    else if (!all)
        jg_text_put(t, "");
    else if (run->tune)
        jg_text_add(t, jg_tr(lang, "%llu of %llu generations"), n, all);
    else
        jg_text_add(t, jg_tr(lang, "%llu of %llu games"), n, all);
    if (run->state == JG_LAB_FAILED || !run->known) return;
    char date[JG_DATE_TEXT];
    jg_run_date(run->known_date, date);
    jg_text_add(t, jg_tr(lang, ", %llu of them stored on %.10s"), (unsigned long long)run->known, date);
}

/* The estimated seconds left: what is new takes as long as the new part so far; null if nothing is known yet. */
static json_t *left_json(const struct jg_lab_run *run) {
    double known = run->all ? (double)run->known / (double)run->all : 0, fresh = run->done - known;
    if (run->state != JG_LAB_RUNNING || fresh <= 0 || run->done >= 1) return json_null();
    return json_real((jg_clock() - run->begun) * (1 - run->done) / fresh);
}

json_t *jg_lab_run_json(const struct jg_lab_run *run, size_t from, const struct jg_peer *p) {
    static const char *const STATES[] = {"waiting", "running", "done", "stopped", "failed"};
    json_t *agents = json_array(), *points = json_array();
    char words[JG_MESSAGE_MAX];
    struct jg_text t;
    for (int i = 0; i < run->agent_count; i++) json_array_append_new(agents, jg_run_text_json(run->agents[i]));
    pthread_mutex_lock(run->lock);
    for (size_t i = from; i < json_array_size(run->points); i++)
        json_array_append_new(points, json_deep_copy(json_array_get(run->points, i)));
    jg_text_init(&t, words, sizeof words);
    put_words(run, p->lang, &t);
    json_t *o = json_pack("{s:s, s:i, s:s, s:s, s:s, s:f, s:o, s:s, s:b, s:o, s:o, s:i, s:o, s:o}", "on", "run", "run",
                          run->number, "kind",
                          run->study             ? "study"
                          : run->tune            ? "tune"
                          : run->agent_count > 2 ? "tournament"
                                                 : "match",
                          "game", run->game, "state", STATES[run->state], "done", run->done, "left", left_json(run),
                          "text", words, "mine", !strcmp(run->player, p->player), "kept",
                          run->stored ? json_integer(run->stored) : json_null(), "agents", agents, "games", run->games,
                          "standings", json_deep_copy(run->standings), "points", points);
    pthread_mutex_unlock(run->lock);
    if (o) jg_lab_describe(run, o, p->lang);
    return o;
}
