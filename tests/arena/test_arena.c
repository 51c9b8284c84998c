/* Games between agents: what agents receive, how games are decided, and that the number of threads does not matter. */
#include "kuhn.h"
#include "test.h"

#include "arena/series.h"

#include <math.h>

/* ---- An agent that checks its queries --------------------------------------------- */

/* An agent that notes the last position it saw, for the game's observer to compare with the truth. */
struct spy {
    jg_move habit;     /* what it plays where that is legal; else the first move */
    atomic_bool *pull; /* set while it thinks, if there is one */
    union jg_state view;
    struct jg_query query;
    int asked;
};

static enum jg_status choose_spy(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                 struct jg_error *err) {
    struct spy *s = a->data;
    jg_move moves[JG_MOVES_MAX];
    (void)err;
    jg_moves(a->game, query->view, moves);
    report->move = jg_legal(a->game, query->view, s->habit) ? s->habit : moves[0];
    memcpy(&s->view, query->view, a->game->state_size);
    s->query = *query;
    s->asked++;
    if (s->pull) atomic_store(s->pull, true);
    return JG_OK;
}

static const struct jg_agent_kind SPY = {.name = "spy", .summary = "looks", .choose = choose_spy};

static struct jg_agent spy_at(const struct jg_game *g, struct spy *s) {
    return (struct jg_agent){.kind = &SPY, .game = g, .data = s};
}

/* ---- Queries ---------------------------------------------------------------- */

static void compare_view(void *arg, const struct jg_record *r, int seat, const struct jg_report *report) {
    struct spy *spies = arg, *s = &spies[seat];
    union jg_state view;
    jg_view(r->game, jg_record_state(r), seat, &view);
    assert_memory_equal(&s->view, &view, r->game->state_size);
    assert_int_equal(s->query.seat, seat);
    assert_int_equal(jg_record_turn(r), seat);
    assert_true(jg_legal(r->game, &view, report->move));
    if (r->game->repeat) {
        assert_ptr_equal(s->query.keys, r->keys);
        assert_int_equal(s->query.key_count, r->count);
    } else {
        assert_null(s->query.keys);
    }
}

/* Agents see their own card only, and the deals depend on seed and number alone. */
static void test_views_and_deals(void **state) {
    (void)state;
    struct jg_game g;
    unsigned deals = 0;
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    for (uint64_t number = 0; number < 60; number++) {
        jg_move dealt[2] = {0};
        for (jg_move habit = 11; habit <= 12; habit++) { /* check, bet */
            struct spy spies[2] = {{.habit = habit}, {.habit = habit}};
            struct jg_agent agents[2] = {spy_at(&g, &spies[0]), spy_at(&g, &spies[1])};
            struct jg_record r = {0};
            struct jg_arena_game bout = {.game = &g,
                                         .seats = {&agents[0], &agents[1]},
                                         .seeding = jg_seeding_of(test_seed()),
                                         .deal = number,
                                         .watch = compare_view,
                                         .arg = spies};
            assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
            assert_int_equal(jg_record_turn(&r), JG_OVER);
            assert_int_equal(spies[0].asked + spies[1].asked, r.count - 2);
            assert_true(habit == 11 || (r.moves[0] == dealt[0] && r.moves[1] == dealt[1]));
            memcpy(dealt, r.moves, sizeof dealt);
            jg_record_free(&r);
        }
        deals |= 1u << (3 * (dealt[0] - 1) + (dealt[1] - 4));
    }
    int kinds = 0;
    for (; deals; deals &= deals - 1) kinds++;
    assert_int_equal(kinds, 6);
    jg_game_close(&g);
}

/* A game of its own kind that ends by repetition: coins whose pile never shrinks. */
static void pass_apply(const struct jg_game *g, void *state, jg_move move) {
    (void)g, (void)move;
    ((unsigned char *)state)[2] ^= 1; /* whose turn it is */
}

static void test_repetition_ends_a_game(void **state) {
    (void)state;
    struct jg_game_kind passing = *jg_game_kind_at(0);
    struct jg_game g;
    struct jg_record r = {0};
    struct spy spies[2] = {{.habit = 1}, {.habit = 1}};
    passing.apply = pass_apply;
    assert_int_equal(jg_game_open_kind(&g, &passing, "coins", NULL), JG_OK);
    g.repeat = 3;
    struct jg_agent agents[2] = {spy_at(&g, &spies[0]), spy_at(&g, &spies[1])};
    struct jg_arena_game bout = {.game = &g, .seats = {&agents[0], &agents[1]}, .watch = compare_view, .arg = spies};
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
    assert_int_equal(r.count, 4);
    assert_int_equal(jg_record_score(&r, 0), 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

static bool same_game(const struct jg_record *a, const struct jg_record *b) {
    return a->count == b->count && !memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
}

/* Seed and number make the game; one agent may hold both seats. */
static void test_seed_and_number(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_record r[4] = {0};
    static const uint64_t seeds[4][2] = {{5, 0}, {5, 0}, {5, 1}, {6, 0}};
    open_spec(&g, "kalah");
    assert_int_equal(jg_agent_open(&a, &g, "random", NULL), JG_OK);
    for (int i = 0; i < 4; i++) {
        struct jg_arena_game bout = {
            .game = &g, .seats = {&a, &a}, .seeding = jg_seeding_of(seeds[i][0]), .deal = seeds[i][1]};
        assert_int_equal(jg_arena_play(&bout, &r[i], NULL, NULL), JG_OK);
    }
    assert_true(same_game(&r[0], &r[1]));
    assert_false(same_game(&r[0], &r[2]) || same_game(&r[0], &r[3]) || same_game(&r[2], &r[3]));
    for (int i = 0; i < 4; i++) jg_record_free(&r[i]);
    jg_agent_close(&a);
    jg_game_close(&g);
}

static void test_opening_and_start(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_error err = {0};
    unsigned first = 0;
    open_spec(&g, "kalah");
    for (uint64_t number = 0; number < 100; number++) {
        struct spy s = {0};
        struct jg_agent a = spy_at(&g, &s);
        struct jg_arena_game bout = {
            .game = &g, .seats = {&a, &a}, .seeding = jg_seeding_of(test_seed()), .deal = number, .opening = 3};
        assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
        assert_int_equal(s.asked, r.count - 3);
        assert_int_equal(r.opening, 3);
        first |= 1u << r.moves[0];
        jg_record_free(&r);
    }
    assert_int_equal(first, 0x7e); /* all six houses begin now and then */
    struct spy s = {0};
    struct jg_agent a = spy_at(&g, &s);
    struct jg_arena_game bout = {.game = &g, .seats = {&a, &a}, .start = "0,0,0,0,0,1,20,0,0,0,0,0,1,26 1"};
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
    assert_int_equal(r.count, 1);
    assert_int_equal(r.opening, 0);
    bout.opening = 2; /* there is no such opening */
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
    assert_int_equal(r.opening, 0);
    bout.opening = 0;
    jg_record_free(&r);
    bout.start = "4,4";
    assert_int_equal(jg_arena_play(&bout, &r, NULL, &err), JG_EINPUT);
    assert_int_equal(err.position, 3);
    jg_record_free(&r);
    bout.start = "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -"; /* over before it begins */
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
    assert_int_equal(r.count, 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Stopping ------------------------------------------------------------------------------ */

/* Half a thought is not played. */
static void test_stopping(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r = {0};
    atomic_bool stop = false;
    struct spy quiet = {0}, pulls = {.pull = &stop};
    open_spec(&g, "kalah");
    struct jg_agent first = spy_at(&g, &quiet), second = spy_at(&g, &pulls);
    struct jg_arena_game bout = {.game = &g, .seats = {&first, &second}, .stop = &stop};
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_ESTOP);
    assert_int_equal(pulls.asked, 1);
    assert_int_equal(r.count, quiet.asked);
    jg_record_free(&r);
    quiet.asked = 0;
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_ESTOP); /* the flag is still set */
    assert_true(r.count == 0 && quiet.asked == 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Series -------------------------------------------------------------------------------- */

static struct jg_player player_of(const struct jg_game *g, const char *spec) {
    struct jg_player p;
    struct jg_error err = {0};
    if (jg_player_init(&p, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    return p;
}

struct tally {
    uint64_t next, moves, hash;
    int wins, draws, losses;
    uint64_t until; /* a game that is refused, to try what happens then */
};

static enum jg_status count(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct tally *t = arg;
    const struct jg_record *r = played->record;
    if (played->number != t->next) return jg_fail(err, JG_EIO, -1, "out of order");
    if (t->until && played->number == t->until) return jg_fail(err, JG_EIO, -1, "enough");
    t->next++;
    t->moves += (uint64_t)r->count;
    for (int i = 0; i < r->count; i++) t->hash = t->hash * 31 + r->moves[i];
    int32_t score = jg_record_score(r, 0);
    t->wins += score > 0;
    t->draws += score == 0;
    t->losses += score < 0;
    return JG_OK;
}

/* Random play of (6,4), from the specification: 3 million games by another
 * program gave 43.96 plies on average, .485 won, .063 drawn, .453 lost. */
static void test_random_series(void **state) {
    (void)state;
    struct jg_game g;
    struct tally t = {0};
    int n = test_scaled(20000);
    open_spec(&g, "kalah");
    struct jg_player random = player_of(&g, "random");
    struct jg_series series = {.game = &g,
                               .players = &random,
                               .player_count = 1,
                               .seed = test_seed(),
                               .count = (uint64_t)n,
                               .take = count,
                               .arg = &t};
    assert_int_equal(jg_series_play(&series, NULL), JG_OK);
    assert_int_equal(t.next, n);
    const struct {
        double seen, want, deviation;
    } checks[] = {{t.wins / (double)n, .485, .5},
                  {t.draws / (double)n, .063, .25},
                  {t.losses / (double)n, .453, .5},
                  {(double)t.moves / n, 43.96, 12}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (fabs(checks[i].seen - checks[i].want) > 4.5 * checks[i].deviation / sqrt(n) + .001)
            fail_msg("%g, not %g", checks[i].seen, checks[i].want);
    jg_game_close(&g);
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    struct jg_game g;
    struct tally t[3] = {0};
    static const int threads[] = {1, 2, 7};
    open_spec(&g, "kalah:houses=4");
    const struct jg_player players[] = {player_of(&g, "greedy"), player_of(&g, "alphabeta:depth=3")};
    for (int i = 0; i < 3; i++) {
        struct jg_series series = {.game = &g,
                                   .players = players,
                                   .player_count = 2,
                                   .seed = test_seed(),
                                   .opening = 2,
                                   .first = 1000,
                                   .count = 300,
                                   .threads = threads[i],
                                   .take = count,
                                   .arg = &t[i]};
        t[i].next = 1000;
        assert_int_equal(jg_series_play(&series, NULL), JG_OK);
        assert_int_equal(t[i].next, 1300);
        assert_true(t[i].hash == t[0].hash && t[i].wins == t[0].wins);
    }
    assert_int_equal(t[0].wins + t[0].draws + t[0].losses, 300);
    jg_game_close(&g);
}

struct watcher {
    struct tally tally;
    atomic_bool stop, odd;
};

static enum jg_status count_watched(void *arg, const struct jg_played *played, struct jg_error *err) {
    return count(&((struct watcher *)arg)->tally, played, err);
}

static void stop_in_the_middle(void *arg, double share) {
    struct watcher *w = arg;
    if (!(share > 0 && share <= 1)) atomic_store(&w->odd, true); /* cmocka's asserts are for the main thread */
    if (share > 0.4) atomic_store(&w->stop, true);
}

static void test_series_that_do_not_end_well(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_error err = {0};
    struct watcher w = {0};
    open_spec(&g, "kalah");
    struct jg_player players[2] = {player_of(&g, "random"), player_of(&g, "random")};
    struct jg_series series = {.game = &g,
                               .players = players,
                               .player_count = 2,
                               .stop = &w.stop,
                               .count = 1000,
                               .threads = 2,
                               .take = count_watched,
                               .progress = stop_in_the_middle,
                               .arg = &w};
    assert_int_equal(jg_series_play(&series, &err), JG_ESTOP);
    assert_false(atomic_load(&w.odd));
    assert_true(w.tally.next < 1000); /* and count has checked that they came in order */
    w = (struct watcher){.tally.until = 130};
    series.progress = NULL;
    assert_int_equal(jg_series_play(&series, &err), JG_EIO);
    assert_string_equal(err.message, "enough");
    assert_int_equal(w.tally.next, 130);
    w = (struct watcher){0};
    strcpy(players[1].spec, "random:depth=2");
    assert_int_equal(jg_series_play(&series, &err), JG_EINPUT);
    assert_int_equal(w.tally.next, 0);
    series.count = 0;
    assert_int_equal(jg_series_play(&series, &err), JG_OK);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_and_deals),
        cmocka_unit_test(test_repetition_ends_a_game),
        cmocka_unit_test(test_seed_and_number),
        cmocka_unit_test(test_opening_and_start),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_random_series),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_series_that_do_not_end_well),
    };
    test_begin();
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
