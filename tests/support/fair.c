#include "fair.h"

enum { OF_OTHERS = 20 }; /* positions for agents that are registered and not in the list */

void fair_decide(struct jg_agent *a, const void *view, int seat, uint64_t seed, struct jg_report *report) {
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
                fair_decide(&a, &view, seat, seed, &one);
                fair_decide(&b, &view2, seat, seed, &two);
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
