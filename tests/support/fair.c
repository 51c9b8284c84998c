#include "fair.h"

#include "arena/game.h"

enum { OF_OTHERS = 20 }; /* positions for agents that are registered and not in the list */

/* An agent's reply to a view. */
static void decide(struct jg_agent *a, const void *view, int seat, uint64_t seed, struct jg_report *report) {
    struct jg_error err = {0};
    struct jg_query query = {.view = view, .seat = seat, .seed = seed};
    if (jg_agent_choose(a, &query, report, &err)) fail_msg("%s: %s", a->kind->name, err.message);
}

/* Two of an agent play the same games, but one is shown the views of other deals. Now and then they are
 * not asked, so that all sorts of positions come up, in the middle of a plan too. */
static void check_agent(const struct jg_game *g, const char *spec, int positions, fair_alike *alike) {
    static struct jg_report one, two;
    struct jg_agent a, b;
    struct jg_rng rng;
    union jg_state state, other, view, view2;
    int asked = 0, differed = 0;
    if (jg_agent_open(&a, g, spec, NULL) || jg_agent_open(&b, g, spec, NULL)) fail_msg("there is no agent %s", spec);
    for (uint64_t game = 0; asked < positions; game++) {
        jg_rng_init(&rng, test_seed(), game);
        jg_start(g, &state);
        if (a.kind->forget) a.kind->forget(&a);
        if (b.kind->forget) b.kind->forget(&b);
        for (int seat; asked < positions && (seat = jg_turn(g, &state)) != JG_OVER;) {
            jg_move move = jg_random_move(g, &state, &rng);
            if (seat >= 0 && !jg_rng_below(&rng, 3)) {
                uint64_t seed = jg_rng_next(&rng);
                differed += alike(g, &state, seat, &rng, &other);
                jg_view(g, &state, seat, &view);
                jg_view(g, &other, seat, &view2);
                assert_memory_equal(&view, &view2, g->state_size);
                decide(&a, &view, seat, seed, &one);
                decide(&b, &view2, seat, seed, &two);
                if (one.move != two.move) fail_msg("%s: what it cannot see changes its mind", spec);
                assert_same_report(&one, &two);
                move = one.move;
                asked++;
            }
            jg_apply(g, &state, move);
        }
    }
    printf("# %s: %d positions, %d that are others\n", spec, asked, differed);
    assert_true(differed > asked / 2);
    jg_agent_close(&a);
    jg_agent_close(&b);
}

static bool listed(const struct fair_agent *agents, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strlen(name) == strcspn(agents[i].spec, ":") && !strncmp(name, agents[i].spec, strlen(name))) return true;
    return false;
}

void fair_check(const char *game, const struct fair_agent *agents, size_t count, fair_alike *alike) {
    struct jg_game g;
    open_spec(&g, game);
    for (size_t i = 0; i < count; i++) check_agent(&g, agents[i].spec, test_scaled(agents[i].positions), alike);
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *kind = jg_agent_kind_at(i);
        if (kind->human || kind->runs_program || listed(agents, count, kind->name) || jg_agent_fits(kind, &g, NULL))
            continue;
        check_agent(&g, kind->name, test_scaled(OF_OTHERS), alike);
    }
    jg_game_close(&g);
}

/* ---- The arena ------------------------------------------------------------------------------ */

/* A random agent that remembers its last view, and the seats that were checked. */
struct recorder {
    const struct jg_game *game;
    union jg_state view;
    fair_view_check *check;
    int chosen, checked;
};

static enum jg_status record_and_play(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                      struct jg_error *err) {
    struct recorder *r = a->data;
    struct jg_rng rng;
    (void)err;
    assert_null(query->keys); /* keys of states would reveal the hands */
    assert_null(query->trace);
    memcpy(&r->view, query->view, a->game->state_size);
    r->chosen++;
    jg_rng_init(&rng, query->seed, 0);
    report->move = jg_random_move(a->game, query->view, &rng);
    return JG_OK;
}

static void check_view(void *arg, const struct jg_record *record, int seat, const struct jg_report *report) {
    struct recorder *r = arg;
    const void *truth = jg_record_state_at(record, record->count);
    union jg_state view;
    (void)report;
    assert_int_equal(jg_turn(r->game, truth), seat);
    jg_view(r->game, truth, seat, &view);
    assert_memory_equal(&view, &r->view, r->game->state_size);
    r->check(truth, &r->view, seat);
    r->checked++;
}

void fair_check_arena(const char *game, fair_view_check *check) {
    static const struct jg_agent_kind RECORDER = {
        .name = "recorder", .summary = "remembers views", .choose = record_and_play};
    struct jg_game g;
    struct jg_agent a;
    struct jg_record record = {0};
    struct jg_error err = {0};
    struct recorder recorder = {.game = &g, .check = check};
    open_spec(&g, game);
    assert_int_equal(jg_agent_open_kind(&a, &g, &RECORDER, "recorder", NULL), JG_OK);
    a.data = &recorder;
    for (uint64_t deal = 0; deal < 20; deal++) {
        struct jg_arena_game bout = {.game = &g,
                                     .seeding = jg_seeding_of(test_seed()),
                                     .deal = deal,
                                     .watch = check_view,
                                     .arg = &recorder};
        for (int seat = 0; seat < g.kind->seats; seat++) bout.seats[seat] = &a;
        if (jg_arena_play(&bout, &record, NULL, &err)) fail_msg("%s", err.message);
        assert_int_equal(record.resigned, -1);
    }
    assert_true(recorder.chosen > 100);
    assert_int_equal(recorder.checked, recorder.chosen);
    jg_record_free(&record);
    a.data = NULL;
    jg_agent_close(&a);
    jg_game_close(&g);
}

void fair_check_peeking(const char *game, const struct jg_agent_kind *peeker, int plies, int more, fair_alike *alike) {
    enum { POSITIONS = 400 };
    static struct jg_report one, two;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    union jg_state state, other, view;
    int differed = 0;
    open_spec(&g, game);
    assert_int_equal(jg_agent_open_kind(&a, &g, peeker, peeker->name, NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < POSITIONS; i++) {
        jg_start(&g, &state);
        jg_random_play(&g, &state, &rng, plies + (int)jg_rng_below(&rng, (uint32_t)more));
        int seat = jg_turn(&g, &state);
        if (seat < 0) continue;
        alike(&g, &state, seat, &rng, &other);
        jg_view(&g, &state, seat, &view);
        a.data = &state;
        decide(&a, &view, seat, 1, &one);
        a.data = &other;
        decide(&a, &view, seat, 1, &two);
        differed += one.move != two.move;
    }
    a.data = NULL;
    assert_true(differed > POSITIONS / 10);
    jg_agent_close(&a);
    jg_game_close(&g);
}
