/* Clocks in games between agents, on a simulated clock: what agents know of their time, when they lose on it, and
 * that agents that manage their time never do. */
#include "ticking.h"

#include "arena/contest.h"

#include <limits.h>
#include <math.h>

/* ---- An agent that takes its time ----------------------------------------------------------- */

struct sleeper {
    double takes; /* seconds of each move */
    struct jg_query_clock seen[64];
    int asked;
    int prepared;
};

static enum jg_status choose_sleeper(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                     struct jg_error *err) {
    struct sleeper *s = a->data;
    jg_move moves[JG_MOVES_MAX];
    jg_moves(a->game, query->view, moves);
    report->move = moves[0];
    s->seen[s->asked++ % 64] = query->clock;
    clock_advance(s->takes);
    return s->takes < 0 ? jg_fail(err, JG_EIO, JG_NO_POSITION, "broken") : JG_OK;
}

/* Builds something big at its first call. */
static enum jg_status prepare_sleeper(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    struct sleeper *s = a->data;
    (void)stop;
    (void)err;
    assert_int_equal(s->asked, 0);
    if (!s->prepared++) clock_advance(1000);
    return JG_OK;
}

static const struct jg_agent_kind SLEEPER = {
    .name = "sleeper", .summary = "waits", .prepare = prepare_sleeper, .choose = choose_sleeper};

/* Plays a game of coins between two sleepers; the record is the caller's. */
static void play_sleepers(struct sleeper sleepers[2], const char *controls, double margin, struct jg_record *r) {
    struct jg_game g;
    struct jg_agent agents[2];
    clock_hold(0);
    open_spec(&g, "coins:n=21,take=3");
    for (int i = 0; i < 2; i++) agents[i] = (struct jg_agent){.kind = &SLEEPER, .game = &g, .data = &sleepers[i]};
    struct jg_arena_game game = {.game = &g, .seats = {&agents[0], &agents[1]}, .margin = margin};
    assert_int_equal(jg_time_controls_parse(controls, game.controls, 2, NULL), JG_OK);
    assert_int_equal(jg_arena_play(&game, r, NULL, NULL), JG_OK);
    clock_release();
}

static void test_agents_receive_their_clock(void **state) {
    (void)state;
    struct sleeper s[2] = {{.takes = 1}, {.takes = 2}};
    struct jg_record r = {0};
    play_sleepers(s, "60+0.5,4/30", 0, &r);
    assert_int_equal(r.resigned, -1);
    assert_true(s[0].asked >= 10 && s[1].asked >= 10);
    for (int i = 0; i < s[0].asked; i++) {
        assert_seconds(s[0].seen[i].left, 60 - 0.5 * i);
        assert_seconds(s[0].seen[i].increment, 0.5);
        assert_int_equal(s[0].seen[i].moves, 0);
    }
    for (int i = 0; i < s[1].asked; i++) { /* every fourth move adds 30 seconds */
        assert_seconds(s[1].seen[i].left, 30 + 30 * (i / 4) - 2 * i);
        assert_int_equal(s[1].seen[i].moves, 4 - i % 4);
    }
    jg_record_free(&r);

    struct sleeper free[2] = {{.takes = 1000}, {.takes = 1}};
    play_sleepers(free, "inf,60", 0, &r);
    assert_int_equal(r.resigned, -1);
    assert_seconds(free[0].seen[3].left, 0);
    jg_record_free(&r);
}

static void test_late_agents_lose(void **state) {
    (void)state;
    struct sleeper s[2] = {{.takes = 0.1}, {.takes = 3}};
    struct jg_record r = {0};
    play_sleepers(s, "10", 0, &r);
    assert_int_equal(r.resigned, 1);
    assert_string_equal(r.reason, JG_REASON_TIME);
    assert_int_equal(s[1].asked, 4); /* 3, 6, 9, and 12 seconds are too many */
    assert_true(jg_record_score(&r, 0) > 0);
    jg_record_free(&r);

    struct sleeper again[2] = {{.takes = 0.1}, {.takes = 3}};
    play_sleepers(again, "10", 2.5, &r); /* the margin is that of the whole game, not of every move */
    assert_string_equal(r.reason, JG_REASON_TIME);
    assert_int_equal(again[1].asked, 5);
    assert_true(again[1].seen[4].left > 0 && again[1].seen[4].left < 0.01);
    assert_seconds(again[1].seen[4].margin, 0.5);
    jg_record_free(&r);
}

/* An agent that fails within its time did not lose on time. */
static void test_failing_agents(void **state) {
    (void)state;
    struct sleeper s[2] = {{.takes = -1}, {.takes = 1}};
    struct jg_record r = {0};
    play_sleepers(s, "10", 0, &r);
    assert_int_equal(r.resigned, 0);
    assert_string_equal(r.reason, "broken");
    jg_record_free(&r);
}

/* What an agent builds before its first move is not charged to its clock. */
static void test_agents_prepare_before_the_clock(void **state) {
    (void)state;
    struct sleeper s[2] = {{.takes = 0.1}, {.takes = 0.1}};
    struct jg_record r = {0};
    play_sleepers(s, "10,inf", 0, &r);
    assert_int_equal(r.resigned, -1);
    assert_int_equal(s[0].prepared, 1);
    assert_int_equal(s[1].prepared, 0); /* it has no clock */
    assert_seconds(s[0].seen[0].left, 10);
    jg_record_free(&r);
}

/* ---- Matches -------------------------------------------------------------------------------- */

/* Time forfeits are counted, apart from other ones, and for the players rather than the seats. */
static void test_time_forfeits_are_counted(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player players[2];
    struct jg_standings s;
    struct jg_error err = {0};
    clock_hold(0.1); /* each reading, so each decision takes a tenth of a second */
    open_spec(&g, "coins:n=21,take=3");
    for (int i = 0; i < 2; i++) assert_int_equal(jg_player_init(&players[i], &g, "random", &err), JG_OK);
    struct jg_time_control controls[2];
    assert_int_equal(jg_time_controls_parse("100,0.35", controls, 2, NULL), JG_OK);
    struct jg_contest c = {.game = &g,
                           .players = players,
                           .player_count = 2,
                           .pairs = 5,
                           .seed = test_seed(),
                           .threads = 1,
                           .controls = controls};
    assert_int_equal(jg_contest_play(&c, &s, &err), JG_OK);
    clock_release();
    assert_int_equal(s.games, 10);
    assert_int_equal(s.time_forfeits[0], 0);
    assert_int_equal(s.time_forfeits[1], 10);
    assert_int_equal(s.forfeits[0] + s.forfeits[1], 0);
    struct jg_tally t = jg_standings_between(&s, 0, 1);
    assert_int_equal(t.wins, 10);
    jg_standings_free(&s);
    jg_game_close(&g);
}

/* ---- Agents that manage their time ------------------------------------------------------------- */

/* Follows the clocks by hand. */
struct follower {
    struct jg_time_control control;
    double left[JG_SEATS_MAX];
    int played[JG_SEATS_MAX];
    double least; /* time left at any moment */
    uint64_t forced, forced_nodes, decisions;
};

static void follow(void *arg, const struct jg_record *r, int seat, const struct jg_report *report) {
    struct follower *f = arg;
    jg_move moves[JG_MOVES_MAX];
    union jg_state view;
    jg_view(r->game, jg_record_state(r), seat, &view);
    bool forced = jg_moves(r->game, &view, moves) == 1;
    f->decisions++;
    f->forced += forced;
    f->forced_nodes += forced ? report->nodes : 0;
    f->left[seat] -= report->seconds;
    f->least = fmin(f->least, f->left[seat]);
    f->left[seat] += f->control.increment;
    if (f->control.moves && ++f->played[seat] % f->control.moves == 0) f->left[seat] += f->control.seconds;
}

static bool has_threads(const struct jg_agent_kind *kind) {
    for (const struct jg_option *o = kind->options; o && o->type; o++)
        if (!strcmp(o->name, "threads")) return true;
    return false;
}

static void open_manager(struct jg_agent *a, const struct jg_game *g, const char *name, size_t length) {
    char spec[JG_SPEC_MAX];
    struct jg_error err = {0};
    snprintf(spec, sizeof spec, "%.*s", (int)length, name);
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    if (!has_threads(a->kind)) return;
    jg_agent_close(a);
    strcat(spec, ":threads=1"); /* so that the simulated time does not depend on the scheduler */
    assert_int_equal(jg_agent_open(a, g, spec, &err), JG_OK);
}

/* Plays games of an agent against itself, until `games` or this many decisions; nobody loses on time, and nobody's time is
 * overdrawn. Returns the share of the time that was used. */
static double play_managed(const struct jg_game *g, const char *name, size_t length, const char *control, int games,
                           int decisions) {
    struct jg_agent agents[JG_SEATS_MAX];
    struct jg_record r = {0};
    double used = 0, given = 0;
    int seats = g->kind->seats, decided = 0;
    for (int seat = 0; seat < seats; seat++) open_manager(&agents[seat], g, name, length);
    for (int i = 0; i < games && decided < decisions; i++) {
        struct follower f = {.least = HUGE_VAL};
        struct jg_arena_game game = {.game = g,
                                     .seeding = jg_seeding_of(test_seed()),
                                     .deal = (uint64_t)i,
                                     .opening = g->kind->traits & JG_HAS_CHANCE ? 0 : 2,
                                     .watch = follow,
                                     .arg = &f};
        assert_int_equal(jg_time_controls_parse(control, game.controls, 2, NULL), JG_OK);
        f.control = game.controls[0];
        for (int seat = 0; seat < seats; seat++) {
            game.seats[seat] = &agents[seat];
            f.left[seat] = f.control.seconds;
            if (agents[seat].kind->forget) agents[seat].kind->forget(&agents[seat]);
        }
        assert_int_equal(jg_arena_play(&game, &r, NULL, NULL), JG_OK);
        if (r.resigned >= 0) fail_msg("%s at %s: %s in game %d", name, control, r.reason, i);
        if (f.least < 0) fail_msg("%s at %s: %g s left in game %d", name, control, f.least, i);
        decided += (int)f.decisions;
        if (f.forced_nodes) fail_msg("%s: %d nodes for forced moves in game %d", name, (int)f.forced_nodes, i);
        for (int seat = 0; seat < seats; seat++) {
            used += f.control.seconds - f.left[seat];
            given += f.control.seconds;
        }
    }
    for (int seat = 0; seat < seats; seat++) jg_agent_close(&agents[seat]);
    jg_record_free(&r);
    return used / given;
}

/* The default opponents of all games, which include every agent with a time management of its own. */
static void test_opponents_of_all_games(void **state) {
    (void)state;
    static const char *const CONTROLS[] = {"1+0.05", "2", "3/0.5"};
    const struct jg_game_kind *kind;
    for (size_t i = 0; (kind = jg_game_kind_at(i)); i++) {
        struct jg_game g;
        clock_hold(2e-3); /* searches that do not make moves by the game's apply() read the clock */
        ticking_open(&g, kind, kind->name, 5e-6);
        for (size_t c = 0; c < sizeof CONTROLS / sizeof *CONTROLS; c++)
            play_managed(&g, kind->opponent, strcspn(kind->opponent, ":"), CONTROLS[c], 1, INT_MAX);
        jg_game_close(&g);
        clock_release();
    }
}

/* Games at 1+0.01 of an agent against itself, with a delay of a twentieth of a second now and then, as on a busy machine. */
static void play_many(const struct jg_game_kind *kind, const char *agent, double reading, int games, int decisions) {
    struct jg_game g;
    clock_hold(reading);
    ticking_open(&g, kind, kind->name, 5e-5);
    ticking.delay = 0.05;
    ticking.delay_every = 3001;
    double used = play_managed(&g, agent, strcspn(agent, ":"), "1+0.01", games, decisions);
    if (!(used > 0.1 && used < 1)) fail_msg("%s used %g of its time", agent, used);
    jg_game_close(&g);
    clock_release();
}

/* A thousand games of the general searches. */
static void test_thousand_games(void **state) {
    (void)state;
    static const char *const AGENTS[] = {"ab", "mcts"};
    for (size_t i = 0; i < 2; i++) play_many(kind_named("kalah"), AGENTS[i], 0, test_scaled(500), INT_MAX);
}

/* Two thousand decisions of each agent that a game has of its own; `./test --long` plays a thousand games of each. Some
 * make no moves by the game's apply(), so their time also passes as they read the clock. */
static void test_many_games_of_own_agents(void **state) {
    (void)state;
    const struct jg_game_kind *kind;
    int agents = 0;
    for (size_t i = 0; (kind = jg_game_kind_at(i)); i++) {
        struct jg_game g;
        struct jg_agent a;
        open_spec(&g, kind->name);
        assert_int_equal(jg_agent_open(&a, &g, kind->opponent, NULL), JG_OK);
        bool own = a.kind->game;
        jg_agent_close(&a);
        jg_game_close(&g);
        if (!own) continue;
        agents++;
        play_many(kind, kind->opponent, 5e-4, test_scaled(50), test_scaled(2000));
    }
    assert_true(agents > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_receive_their_clock),
        cmocka_unit_test(test_late_agents_lose),
        cmocka_unit_test(test_failing_agents),
        cmocka_unit_test(test_agents_prepare_before_the_clock),
        cmocka_unit_test(test_time_forfeits_are_counted),
        cmocka_unit_test(test_opponents_of_all_games),
        cmocka_unit_test(test_thousand_games),
        cmocka_unit_test(test_many_games_of_own_agents),
    };
    test_begin();
    return cmocka_run_group_tests_name("arena_clocks", tests, NULL, NULL);
}
