/* Games and agents that visitors ask for: what is refused, and how much memory and how many threads they have. */
#include "listener.h"

#include "web/analysis.h"

static void test_guests_are_refused(void **state) {
    static const struct {
        const char *game, *spec, *text;
        int at;
    } BAD[] = {
        {"kalah", "program:run=/bin/true", "runs a program", 0},
        {"kalah", "human", "a human player, not an agent", 0},
        {"kalah", "alphabeta:depth=2,eval=@/etc/passwd", "eval names a file", 23},
        {"kalah", "alphabeta:book=/etc/passwd", "book names a file", 15},
        {"kalah", "ab:tt=64G", "tt may be at most 64.0 MB", 6},
        {"kalah", "ab:tt=65M", "tt may be", 6},
        {"kalah", "mcts:memory=1G", "memory may be", 12},
        {"kalah", "kalah.perfect:endings=13", "endings may be at most 12", 22},
        {"kalah", "ab:ms=5,threads=2", "threads may be at most 1", 16},
        {"domino", "pimc:deals=1000000", "deals may be at most 10000", 11},
        {"kalah", "nobody", "unknown agent 'nobody'", 0},
        {"kalah", "ab:nodes=x", "nodes must be", 9},
        {"domino", "ab", "hidden information", 0},
        {"magic", "magic.q:eval=@x", "eval names a file", 13},
    };
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_game g;
        struct jg_agent a;
        struct jg_error err = {0};
        open_spec(&g, BAD[i].game);
        if (!jg_policy_open_agent(&a, &g, BAD[i].spec, false, SIZE_MAX, &err))
            fail_msg("%s is not refused", BAD[i].spec);
        if (!strstr(err.message, BAD[i].text)) fail_msg("%s: %s", BAD[i].spec, err.message);
        assert_int_equal(err.position, BAD[i].at);
        assert_null(a.kind);
        jg_game_close(&g);
    }
}

static void test_guest_games(void **state) {
    struct jg_game g;
    struct jg_error err = {0};
    (void)state;
    assert_int_equal(jg_policy_open_game(&g, "magic:deck1=/etc/passwd", false, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "deck1 names a file"));
    assert_int_equal(err.position, 12);
    assert_null(g.kind);
    assert_int_equal(jg_policy_open_game(&g, "magic:deck1=/nowhere/x.deck", true, &err),
                     JG_EIO); /* it was looked for */
    assert_int_equal(jg_policy_open_game(&g, "chess", false, &err), JG_EINPUT);
    assert_int_equal(jg_policy_open_game(&g, "kalah:houses=3", false, &err), JG_OK);
    jg_game_close(&g);
}

/* Tables of agents fit into their share: defaults shrink, what a spec asks for is refused; so is everything where
 * nothing fits. */
static void test_guests_have_a_share(void **state) {
    struct jg_game g;
    struct jg_agent a;
    char spec[JG_SPEC_MAX];
    (void)state;
    open_spec(&g, "kalah");
    for (size_t share = 1 << 20; share <= (size_t)256 << 20; share *= 2) {
        struct jg_error err = {0};
        assert_int_equal(jg_policy_open_agent(&a, &g, "ab:tt=2G", false, share, &err), JG_EINPUT);
        assert_non_null(strstr(err.message, "on this server"));
        assert_int_equal(jg_policy_check_agent(&g, "ab:tt=2G", true, share, &err), JG_EINPUT);
        assert_true(jg_policy_agent_memory("ab", share) <= share);
        if (share < 8 << 20) continue; /* serve refuses such a budget */
        assert_int_equal(jg_policy_open_agent(&a, &g, "ab", false, share, &err), JG_OK);
        jg_agent_close(&a);
        jg_policy_agent_spec("ab", true, share, spec);
        assert_true(!strcmp(spec, "ab") == (share >= (size_t)128 << 20));
    }
    jg_game_close(&g);
}

/* Guests have one thread, and nobody has by default a database whose memory the server does not count. */
static void test_guests_have_one_thread(void **state) {
    static const char *const SPECS[][2] = {{"ab:ms=5", "ab:ms=5,threads=1"},
                                           {"mcts", "mcts:threads=1"},
                                           {"ab:threads=1", "ab:threads=1"},
                                           {"kalah.perfect:nodes=5", "kalah.perfect:nodes=5,threads=1,endings=12"},
                                           {"greedy", "greedy"}};
    struct jg_game g;
    (void)state;
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_agent a;
        struct jg_error err = {0};
        char spec[JG_SPEC_MAX];
        struct jg_text t;
        assert_int_equal(jg_policy_open_agent(&a, &g, SPECS[i][0], false, SIZE_MAX, &err), JG_OK);
        jg_text_init(&t, spec, sizeof spec);
        jg_agent_spec(&a, &t);
        assert_string_equal(spec, SPECS[i][1]);
        jg_agent_close(&a);
    }
    struct jg_agent a;
    assert_int_equal(jg_policy_open_agent(&a, &g, "ab:threads=2,tt=65M", true, SIZE_MAX, NULL), JG_OK);
    jg_agent_close(&a);
    char spec[JG_SPEC_MAX];
    jg_policy_agent_spec("kalah.perfect", true, SIZE_MAX, spec);
    assert_string_equal(spec, "kalah.perfect:endings=12");
    jg_policy_agent_spec("kalah.perfect:endings=20", true, SIZE_MAX, spec);
    assert_string_equal(spec, "kalah.perfect:endings=20");
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guests_are_refused),
        cmocka_unit_test(test_guest_games),
        cmocka_unit_test(test_guests_have_a_share),
        cmocka_unit_test(test_guests_have_one_thread),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
