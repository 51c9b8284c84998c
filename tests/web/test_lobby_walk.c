/* The lobby under random visitors: tests/support/lobby_walk.h says what must hold. */
#include "lobby_walk.h"

static uint32_t draw(void *arg, uint32_t n) { return jg_rng_below(arg, n); }

static void test_walk(void **state) {
    const struct place *p = *state;
    static struct walk w;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    walk_open(&w, p->path, draw, &rng);
    int steps = test_scaled_threads(3000), moves = steps / 12, hidden = steps / 20;
    for (int i = 0; i < steps || (i < 100 * steps && (w.counts.moves <= moves || w.counts.hidden <= hidden)); i++)
        walk_step(&w); /* more of them where agents are slow to reply */
    const struct walk_counts c = w.counts;
    walk_close(&w);
    printf("# %d actions: %d taken, %d refused, %d moves, %d ends seen, %d restarts; %d messages, %d of hidden games\n",
           c.actions, c.ok, c.refused, c.moves, c.finished, c.restarts, c.messages, c.hidden);
    printf("# %d tables from a set position, %d friendly, %d people deleted\n", c.set, c.friendly, c.deleted);
    assert_true(c.ok > c.actions / 3 && c.refused > 0 && c.messages > steps);
    assert_true(c.moves > moves && c.hidden > hidden);
    assert_true(c.actions < 2000 || (c.finished > 0 && c.restarts > 0 && c.set && c.friendly && c.deleted));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_walk, set_up, tear_down),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
