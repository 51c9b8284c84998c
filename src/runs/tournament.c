#include "runs/tournament.h"

#include "core/hash.h"
#include "core/json.h"
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
    k->known[k->plan->known_count++] = (struct jg_result){
        .number = g->number,
        .score = g->score,
        .plies = g->plies,
        .forfeit = g->reason[0] ? jg_team(g->resigned) : -1,
        .seconds = {g->seconds[0], g->seconds[1]},
        .moves = g->number < JG_SAMPLE ? jg_result_hash(g->moves) : 0,
    };
    return true;
}

enum jg_status jg_run_tournament_load(struct jg_run_tournament *k, bool all, struct jg_error *err) {
    struct loading l = {.k = k, .all = all};
    struct jg_store_filter filter = {.run = k->run.id, .oldest_first = true};
    k->plan->known_count = 0;
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

/* Whether the store, opened for reading, has all games; then nothing needs to be written. */
static bool all_known(struct jg_run_tournament *k, const char *path, const char *text) {
    struct jg_error err = {0};
    k->store = jg_store_open(path, JG_STORE_READ, &err);
    bool all = k->store && !jg_store_find_run(k->store, k->kind, k->game, text, &k->run, &err) && k->run.ended &&
               !jg_run_tournament_load(k, false, &err) && k->plan->known_count == jg_contest_games(k->plan);
    if (!all) close_store(k);
    k->finished = all;
    return all;
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
        if (!status && k->run.ended && k->plan->known_count < jg_contest_games(k->plan))
            status = jg_store_end_run(k->store, k->run.id, false, err); /* more games are to be played */
    }
    free(text);
    return status;
}

enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err) {
    struct jg_text t;
    *k = (struct jg_run_tournament){.plan = plan, .kind = kind};
    jg_text_init(&t, k->game, sizeof k->game);
    jg_game_spec(plan->game, &t);
    return open_run(k, path, again, err);
}

void jg_run_tournament_close(struct jg_run_tournament *k) {
    if (k->store) jg_store_close(k->store);
    jg_stored_run_free(&k->run);
    free(k->known);
    *k = (struct jg_run_tournament){0};
}

enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, const struct jg_contest *plan,
                                      struct jg_standings *standings, struct jg_error *err) {
    if (k->store && !k->finished && !(k->writer = jg_writer_open(k->store, err))) return err->code;
    enum jg_status status = jg_contest_play(plan, standings, err);
    if (k->writer) {
        struct jg_error late = {.lang = err->lang};
        if (jg_writer_close(k->writer, &late) && (!status || status == JG_ESTOP)) {
            *err = late;
            status = late.code;
        }
        k->writer = NULL;
    }
    return status;
}

enum jg_status jg_run_tournament_save_game(struct jg_run_tournament *k, const struct jg_played *played,
                                           struct jg_error *err) {
    const struct jg_record *r = played->record;
    char *moves = k->writer ? jg_record_moves(r) : NULL;
    if (!k->writer) return JG_OK;
    if (!moves) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_stored_game g = jg_stored_of_record(r);
    g.run = k->run.id;
    g.number = played->number;
    g.game = k->game;
    g.seed = k->plan->seed;
    g.start = played->fixture.start ? played->fixture.start : "";
    g.moves = moves;
    g.ended = (int64_t)time(NULL);
    for (int team = 0; team < 2; team++) g.seconds[team] = played->seconds[team];
    for (int seat = 0; seat < k->plan->game->kind->seats; seat++)
        g.seats[seat] = k->plan->players[played->fixture.players[jg_team(seat)]].spec;
    enum jg_status status = jg_writer_put(k->writer, &g, err);
    free(moves);
    return status;
}

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
    double *elo = calloc(2 * (size_t)n, sizeof *elo), *error = elo ? elo + n : NULL;
    enum jg_status status = JG_OK;
    if (!ratings || !elo || !jg_ratings(n, standings->tallies, elo, error))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int i = 0; i < n && !status; i++) {
        struct jg_tally all = jg_standings_of(standings, i);
        ratings[i] = (struct jg_stored_rating){.agent = k->plan->players[i].spec,
                                               .elo = elo[i],
                                               .error = error[i],
                                               .games = (int64_t)jg_tally_games(&all)};
    }
    if (!status) status = jg_store_put_ratings(k->store, k->run.id, ratings, (size_t)n, err);
    free(ratings);
    free(elo);
    return status;
}

enum jg_status jg_run_tournament_finish(struct jg_run_tournament *k, const struct jg_standings *standings,
                                        struct jg_error *err) {
    if (!k->store || k->finished) return JG_OK; /* of an earlier call */
    enum jg_status status = save_ratings(k, standings, err);
    return status ? status : jg_store_end_run(k->store, k->run.id, true, err);
}
