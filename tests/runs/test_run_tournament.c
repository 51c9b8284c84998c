/* Stored matches: a run that was stopped resumes and ends as one that was never stopped or never stored. */
#include "store.h"

#include "runs/tournament.h"

enum { PAIRS = 20, GAMES = 2 * PAIRS };

struct match {
    struct jg_game game;
    struct jg_player players[2];
    struct jg_contest plan;
    struct jg_run_tournament run;
    struct jg_standings standings;
    atomic_bool stop;
    uint64_t counted, stop_after; /* games; 0: never */
    int shown;
};

static void count(void *arg, const struct jg_fixture *fixture, const struct jg_result *result) {
    struct match *m = arg;
    struct jg_fixture expected;
    jg_contest_fixture(&m->plan, result->number, &expected);
    assert_int_equal(result->number, m->counted++);
    assert_memory_equal(fixture->players, expected.players, sizeof expected.players);
    if (m->counted == m->stop_after) atomic_store(&m->stop, true);
}

static void show(void *arg, const struct jg_standings *standings, double share) {
    struct match *m = arg;
    assert_true(standings->games <= GAMES && share >= 0 && share <= 1);
    m->shown++;
}

/* Plays a match and leaves it open. */
static enum jg_status play_annotated(struct match *m, const char *path, int threads, uint64_t stop_after, bool annotate,
                                     struct jg_error *err) {
    static const char *const AGENTS[] = {"alphabeta:depth=2", "random"};
    *m = (struct match){.stop_after = stop_after};
    *err = (struct jg_error){0};
    open_spec(&m->game, "kalah:houses=3,seeds=3");
    for (int i = 0; i < 2; i++) assert_good(jg_player_init(&m->players[i], &m->game, AGENTS[i], err), err);
    m->plan = (struct jg_contest){.game = &m->game,
                                  .players = m->players,
                                  .player_count = 2,
                                  .pairs = PAIRS,
                                  .seed = test_seed(),
                                  .opening = 2,
                                  .annotate = annotate,
                                  .threads = threads,
                                  .stop = &m->stop,
                                  .counted = count,
                                  .progress = show,
                                  .arg = m};
    enum jg_status status = jg_run_tournament_open(&m->run, &m->plan, "match", path, false, err);
    return status ? status : jg_run_tournament_play(&m->run, &m->standings, err);
}

static enum jg_status play(struct match *m, const char *path, int threads, uint64_t stop_after, struct jg_error *err) {
    return play_annotated(m, path, threads, stop_after, false, err);
}

static void end(struct match *m) {
    for (int times = 0; times < 2; times++) jg_run_tournament_close(&m->run);
    jg_standings_free(&m->standings);
    jg_game_close(&m->game);
}

static void assert_same(const struct jg_standings *a, const struct jg_standings *b) {
    assert_int_equal(a->games, b->games);
    assert_memory_equal(a->tallies, b->tallies, 4 * sizeof *a->tallies);
    assert_memory_equal(a->lengths, b->lengths, sizeof a->lengths);
    assert_int_equal(a->distinct, b->distinct);
}

static void test_resumes(void **state) {
    const struct place *p = *state;
    struct match plain, stored;
    struct jg_error err;
    assert_good(play(&plain, NULL, 2, 0, &err), &err);
    assert_null(plain.run.store);
    assert_true(plain.counted == GAMES && plain.shown > 0);
    assert_int_equal(play(&stored, p->path, 1, GAMES / 2, &err), JG_ESTOP); /* one thread stops at once */
    assert_int_equal(stored.counted, GAMES / 2);
    int64_t id = stored.run.run.id;
    end(&stored);
    assert_good(play(&stored, p->path, 2, 0, &err), &err);
    assert_true(stored.run.run.id == id && stored.standings.known == GAMES / 2);
    assert_int_equal(stored.counted, GAMES);
    assert_same(&stored.standings, &plain.standings);
    end(&stored);
    assert_good(play(&stored, p->path, 1, 0, &err), &err); /* everything is known: nothing is played or written */
    assert_true(stored.run.finished && stored.run.run.ended && stored.standings.known == GAMES);
    assert_same(&stored.standings, &plain.standings);
    end(&stored);
    end(&plain);
}

static bool check_game(void *arg, const struct jg_stored_game *game) {
    uint64_t *n = arg;
    assert_int_equal(game->number, *n);
    assert_string_equal(game->seats[*n % 2], "alphabeta:depth=2"); /* seats are swapped in every second game */
    assert_string_equal(game->seats[1 - *n % 2], "random");
    assert_true(game->plies > 2 && game->opening == 2 && game->resigned < 0 && game->seed == test_seed());
    ++*n;
    return true;
}

/* The store has all games and the ratings. */
static void test_stores(void **state) {
    const struct place *p = *state;
    struct match m;
    struct jg_error err;
    uint64_t n = 0;
    assert_good(play(&m, p->path, 2, 0, &err), &err);
    struct jg_store_filter filter = {.run = m.run.run.id, .oldest_first = true};
    assert_good(jg_store_games(m.run.store, &filter, check_game, &n, &err), &err);
    assert_int_equal(n, GAMES);
    struct jg_stored_run run = {0};
    assert_good(jg_store_get_run(m.run.store, m.run.run.id, &run, &err), &err);
    assert_true(run.ended && run.games == GAMES);
    jg_stored_run_free(&run);
    end(&m);
}

/* ---- Annotations ------------------------------------------------------------------------------ */

/* Every move of the agent that searches is annotated with what it reported, and no other. */
static bool check_annotations(void *arg, const struct jg_stored_game *game) {
    const struct match *m = arg;
    struct jg_record r = {0};
    struct jg_error err = {0};
    int searcher = !strcmp(game->seats[1], "alphabeta:depth=2");
    assert_non_null(game->annotations);
    assert_good(jg_stored_replay(game, &m->game, &r, &err), &err);
    assert_true(r.annotated && r.opening == 2);
    for (int n = 0; n < r.count; n++) {
        const struct jg_annotation *a = jg_record_annotation(&r, n);
        bool searched = n >= r.opening && jg_turn(r.game, jg_record_state_at(&r, n)) == searcher;
        if (!a != !searched) fail_msg("move %d of %d", n, r.count);
        if (a) assert_true(a->by && a->nodes && a->depth > 0 && a->depth <= 2);
        if (a && a->pv_count) assert_int_equal(a->pv[0], r.moves[n]);
    }
    jg_record_free(&r);
    return true;
}

/* The games are the same with and without annotations. Stored games without them are played again as a new run, which
 * serves both from then on. */
static void test_annotated(void **state) {
    const struct place *p = *state;
    struct match plain, annotated;
    struct jg_error err;
    assert_good(play(&plain, p->path, 1, 0, &err), &err);
    int64_t first = plain.run.run.id;
    jg_run_tournament_close(&plain.run); /* the run is free for others */
    assert_good(play_annotated(&annotated, p->path, 2, 0, true, &err), &err);
    assert_true(annotated.run.again == first && annotated.run.run.id != first && !annotated.standings.known);
    assert_same(&annotated.standings, &plain.standings);
    struct jg_store_filter filter = {.run = annotated.run.run.id};
    assert_good(jg_store_games(annotated.run.store, &filter, check_annotations, &annotated, &err), &err);
    int64_t second = annotated.run.run.id;
    end(&annotated);
    end(&plain);
    assert_sql(p->path,
               "SELECT count(*) FROM game a JOIN game b USING (number, moves, score) WHERE a.run = 1 AND b.run = 2",
               "40");
    for (int annotate = 0; annotate < 2; annotate++) {
        assert_good(play_annotated(&annotated, p->path, 1, 0, annotate, &err), &err);
        assert_true(annotated.run.finished && annotated.run.run.id == second && !annotated.run.again);
        end(&annotated);
    }
}

/* An annotated run that was stopped resumes. */
static void test_annotated_resumes(void **state) {
    const struct place *p = *state;
    struct match m;
    struct jg_error err;
    assert_int_equal(play_annotated(&m, p->path, 1, GAMES / 2, true, &err), JG_ESTOP);
    end(&m);
    assert_good(play_annotated(&m, p->path, 1, 0, true, &err), &err);
    assert_true(m.run.run.id == 1 && !m.run.again && m.standings.known == GAMES / 2);
    end(&m);
}

static off_t size_of_store(const struct place *p, bool annotate) {
    int pairs = test_scaled_threads(500);
    char games[16];
    struct match m = {0};
    struct jg_error err = {0};
    struct stat about;
    open_spec(&m.game, "kalah");
    for (int i = 0; i < 2; i++) assert_good(jg_player_init(&m.players[i], &m.game, "ab:depth=6", &err), &err);
    m.plan = (struct jg_contest){.game = &m.game,
                                 .players = m.players,
                                 .player_count = 2,
                                 .pairs = (uint64_t)pairs,
                                 .seed = test_seed(),
                                 .opening = 4,
                                 .annotate = annotate};
    assert_good(jg_run_tournament_open(&m.run, &m.plan, "match", p->path, false, &err), &err);
    assert_good(jg_run_tournament_play(&m.run, &m.standings, &err), &err);
    end(&m);
    run_sql(p->path, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
    snprintf(games, sizeof games, "%d", 2 * pairs);
    assert_sql(p->path, "SELECT count(*) FROM game", games);
    assert_int_equal(stat(p->path, &about), 0);
    remove_files(p);
    return about.st_size;
}

/* A store of annotated games is at most three times as large. */
static void test_size(void **state) {
    const struct place *p = *state;
    long long plain = size_of_store(p, false), annotated = size_of_store(p, true);
    printf("# %d games: %lld bytes, with annotations %lld\n", 2 * test_scaled_threads(500), plain, annotated);
    assert_true(annotated > plain && annotated <= 3 * plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_resumes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stores, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_annotated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_annotated_resumes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_size, set_up, tear_down),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
