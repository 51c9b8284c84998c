#include "runs/tournament.h"

#include "core/hash.h"
#include "core/json.h"
#include "runs/rows.h"
#include "runs/runs.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The parameters of a run: everything that the games depend on, except their number, so that a longer tournament
 * resumes a shorter one. */
static char *parameters(const struct jg_run_tournament *k) {
    const struct jg_contest *p = k->plan;
    json_t *agents = json_array(), *files = json_object(), *o;
    for (int i = 0; i < p->player_count; i++) {
        json_array_append_new(agents, json_string(p->players[i].spec));
        jg_run_file_hashes(files, &p->players[i]);
    }
    o = json_pack("{s:s, s:o, s:s, s:i}", "game", k->game, "agents", agents, "seed", "", "opening", p->opening);
    json_object_set_new(o, "seed", json_sprintf("%llu", (unsigned long long)p->seed));
    json_object_set_new(o, "seeding", json_integer(JG_SEEDING_SCHEME));
    if (p->gauntlet) json_object_set_new(o, "gauntlet", json_true());
    if (p->controls) {
        json_object_set_new(o, "tc", jg_run_controls_json(p->controls, p->player_count));
        json_object_set_new(o, "margin", json_real(p->margin));
    }
    if (p->adjudication) {
        char rules[JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, rules, sizeof rules);
        jg_adjudication_print(p->adjudication, &t);
        json_object_set_new(o, "adjudication", json_string(rules));
    }
    for (int i = 0; i < p->player_count; i++) jg_run_bot_names(o, &p->players[i]);
    if (json_object_size(files)) json_object_set(o, "files", files);
    json_decref(files);
    if (p->start_count) {
        uint64_t hash = 0;
        for (size_t i = 0; i < p->start_count; i++)
            hash = jg_hash_mix(hash, jg_hash(p->starts[i], strlen(p->starts[i])));
        json_object_set_new(o, "starts", json_sprintf("%016llx", (unsigned long long)hash));
    }
    return jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
}

static void set_game(struct jg_run_tournament *k) {
    struct jg_text t;
    jg_text_init(&t, k->game, sizeof k->game);
    jg_game_spec(k->plan->game, &t);
}

char *jg_run_tournament_identity(const struct jg_contest *plan, const char *kind) {
    struct jg_run_tournament k = {.kind = kind};
    k.plan = (struct jg_contest *)plan;
    set_game(&k);
    char *text = parameters(&k), *identity = text ? jg_run_rows_identity(kind, text) : NULL;
    free(text);
    return identity;
}

struct loading {
    struct jg_run_tournament *k;
    size_t room;
    bool all, failed, damaged;
};

static bool load_result(void *arg, const struct jg_stored_game *g) {
    struct loading *l = arg;
    struct jg_run_tournament *k = l->k;
    if (g->number > INT64_MAX || g->plies < 0) return !(l->damaged = true);
    if (!l->all && g->number >= jg_contest_games(k->plan)) return false;
    if (k->plan->known_count == l->room) {
        struct jg_result *more = realloc(k->known, (l->room = 2 * l->room + 1024) * sizeof *more);
        if (!more) return !(l->failed = true);
        k->known = more;
    }
    k->plain |= !g->annotations;
    if (g->ended > k->stored.date) k->stored.date = g->ended;
    k->known[k->plan->known_count++] = (struct jg_result){
        .number = g->number,
        .score = g->score,
        .plies = g->plies,
        .forfeit = g->resigned >= 0 && g->reason[0] ? jg_team(g->resigned) : -1,
        .adjudicated = jg_stored_adjudicated(g) ? jg_adjudication_kind_of(g->reason) : JG_ADJUDICATION_NONE,
        .late = !strcmp(g->reason, JG_REASON_TIME),
        .seconds = {g->seconds[0], g->seconds[1]},
        .moves = g->number < JG_SAMPLE ? jg_result_hash(g->moves) : 0,
    };
    return true;
}

enum jg_status jg_run_tournament_load(struct jg_run_tournament *k, bool all, struct jg_error *err) {
    struct loading l = {.k = k, .all = all};
    struct jg_store_filter filter = {.run = k->run.id, .oldest_first = true};
    k->plan->known_count = 0;
    k->plain = false;
    k->stored = (struct jg_run_known){.unit = "games", .run = k->run.id};
    enum jg_status status = jg_store_games(k->store, &filter, load_result, &l, err);
    if (!status && l.failed) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status && l.damaged)
        status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: run %lld is damaged", jg_store_file_path(k->store),
                         (long long)k->run.id);
    k->plan->known = k->known;
    return status;
}

static void close_store(struct jg_run_tournament *k) {
    jg_stored_run_free(&k->run);
    if (k->store) jg_store_close(k->store);
    k->store = NULL;
    k->plan->known_count = 0;
}

/* Whether nothing is left to play: a test that has ended a run decides again after the same games. */
static bool is_complete(const struct jg_run_tournament *k) {
    return k->plan->known_count == jg_contest_games(k->plan) || (k->run.ended && k->plan->sprt);
}

static bool is_usable(const struct jg_run_tournament *k) {
    return jg_run_is_usable(&k->trust, k->run.ended, is_complete(k));
}

/* Whether the stored games cannot be used, because they lack the annotations that the plan requires. */
static bool lacks_annotations(const struct jg_run_tournament *k) { return k->plan->annotate && k->plain; }

/* Starts a new run instead of the one that was found, if its games cannot be used. */
static enum jg_status play_again(struct jg_run_tournament *k, const char *text, struct jg_error *err) {
    if (!k->plan->known_count) return JG_OK;
    if (!is_usable(k))
        k->unused = (struct jg_run_unused){.date = k->stored.date, .unversioned = !k->run.ended};
    else if (lacks_annotations(k))
        k->again = k->run.id;
    else
        return JG_OK;
    jg_stored_run_free(&k->run);
    enum jg_status status = jg_store_begin_run(k->store, k->kind, k->game, text, true, &k->run, err);
    return status ? status : jg_run_tournament_load(k, false, err);
}

/* Whether the store, opened for reading, has all games; then nothing needs to be written. */
static bool all_known(struct jg_run_tournament *k, const char *path, const char *text) {
    struct jg_error err = {0};
    k->store = jg_store_open(path, JG_STORE_READ, &err);
    k->finished = k->store && !jg_store_find_run(k->store, k->kind, k->game, text, &k->run, &err) && k->run.ended &&
                  !jg_run_tournament_load(k, false, &err) && k->plan->known_count == jg_contest_games(k->plan) &&
                  is_usable(k) && !lacks_annotations(k);
    if (!k->finished) close_store(k);
    return k->finished;
}

/* Finds or starts the run and loads its results. */
static enum jg_status open_run(struct jg_run_tournament *k, const char *path, bool again, struct jg_error *err) {
    char *text = parameters(k);
    if (!text) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = JG_OK;
    if (again || !all_known(k, path, text)) {
        k->store = jg_store_open(path, JG_STORE_WRITE, err);
        if (!k->store) status = err->code;
        if (!status) status = jg_store_begin_run(k->store, k->kind, k->game, text, again, &k->run, err);
        if (!status) status = jg_run_tournament_load(k, false, err);
        if (!status) status = play_again(k, text, err);
        if (!status && k->run.ended && k->plan->known_count < jg_contest_games(k->plan))
            status = jg_store_end_run(k->store, k->run.id, false, err); /* more games are to be played */
    }
    free(text);
    return status;
}

enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err) {
    *k = (struct jg_run_tournament){.plan = plan, .kind = kind};
    set_game(k);
    k->trust.timed = plan->controls;
    for (int i = 0; i < plan->player_count; i++) jg_run_trust_player(&k->trust, &plan->players[i]);
    return path ? open_run(k, path, again, err) : JG_OK;
}

void jg_run_tournament_close(struct jg_run_tournament *k) {
    if (k->store) jg_store_close(k->store);
    jg_stored_run_free(&k->run);
    free(k->known);
    *k = (struct jg_run_tournament){0};
}

/* ---- Ratings ------------------------------------------------------------------------------- */

static bool add_games(void *games, const struct jg_stored_rating *rating) {
    *(int64_t *)games += rating->games;
    return true;
}

/* Stores the ratings, unless stored ones are based on more games. */
static enum jg_status save_ratings(struct jg_run_tournament *k, const struct jg_standings *standings,
                                   struct jg_error *err) {
    int n = k->plan->player_count;
    int64_t rated = 0;
    enum jg_status known = jg_store_ratings(k->store, k->run.id, add_games, &rated, err);
    if (known || rated / 2 > (int64_t)standings->games) return known;
    struct jg_stored_rating *ratings = calloc((size_t)n, sizeof *ratings);
    struct jg_ratings r = {0};
    enum jg_status status = JG_OK;
    if (!ratings || !jg_ratings(n, standings->tallies, NULL, &r))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int i = 0; i < n && !status; i++) {
        struct jg_tally all = jg_standings_of(standings, i);
        ratings[i] = (struct jg_stored_rating){.agent = k->plan->players[i].spec,
                                               .elo = r.elo[i],
                                               .error = r.error[i],
                                               .games = (int64_t)jg_tally_games(&all)};
    }
    if (!status) status = jg_store_put_ratings(k->store, k->run.id, ratings, (size_t)n, err);
    free(ratings);
    jg_ratings_free(&r);
    return status;
}

/* ---- Playing ------------------------------------------------------------------------------- */

static enum jg_status store_game(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct jg_run_tournament *k = arg;
    const struct jg_fixture *f = &played->fixture;
    struct jg_stored_game g = {.run = k->run.id,
                               .number = played->number,
                               .game = k->game,
                               .seed = k->plan->seed,
                               .start = f->start ? f->start : "",
                               .seconds = {played->seconds[0], played->seconds[1]},
                               .ended = (int64_t)time(NULL)};
    for (int seat = 0; seat < k->plan->game->kind->seats; seat++)
        g.seats[seat] = k->plan->players[f->players[jg_team(seat)]].spec;
    return jg_writer_put_record(k->writer, &g, played->record, err);
}

static void on_counted(void *arg, const struct jg_fixture *fixture, const struct jg_result *result) {
    const struct jg_contest *plan = ((struct jg_run_tournament *)arg)->plan;
    plan->counted(plan->arg, fixture, result);
}

static void on_progress(void *arg, const struct jg_standings *standings, double share) {
    const struct jg_contest *plan = ((struct jg_run_tournament *)arg)->plan;
    plan->progress(plan->arg, standings, share);
}

static enum jg_status play_missing(struct jg_run_tournament *k, struct jg_standings *standings, struct jg_error *err) {
    struct jg_contest contest = *k->plan;
    struct jg_error late = {.lang = err->lang};
    contest.counted = contest.counted ? on_counted : NULL;
    contest.progress = contest.progress ? on_progress : NULL;
    contest.finished = k->writer ? store_game : NULL;
    contest.arg = k;
    enum jg_status status = jg_contest_play(&contest, standings, err);
    if (k->writer && jg_writer_close(k->writer, &late) && (!status || status == JG_ESTOP)) {
        *err = late;
        status = late.code;
    }
    k->writer = NULL;
    k->stored.count = standings->known;
    return status;
}

enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, struct jg_standings *standings,
                                      struct jg_error *err) {
    bool stores = k->store && !k->finished;
    if (stores && !(k->writer = jg_writer_open(k->store, err))) return err->code;
    enum jg_status status = play_missing(k, standings, err);
    if (!status && stores) status = save_ratings(k, standings, err);
    if (!status && stores) status = jg_store_end_run(k->store, k->run.id, true, err);
    return status;
}
