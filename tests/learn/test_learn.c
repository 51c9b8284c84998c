/* Learning: the same result for any number of threads and after any interruption, and data from files. */
#include "learning.h"

static char *read_bytes(const char *path, size_t *size) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

/* ---- Repeatable and resumable -------------------------------------------------------------------- */

static char *learn(const char *spec, int threads, int generations, size_t *size) {
    struct jg_game g;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_error err = {0};
    make_folder(&f);
    open_spec(&g, spec);
    settle(&s, &g, &f, 60, 3);
    s.threads = threads;
    s.from_nothing = true; /* its first network is written in any case */
    enum jg_status status = jg_learn_open(&l, &s, f.journal, false, &err);
    for (int i = 0; i < generations && !status; i++) status = jg_learn_step(l, "", NULL, NULL, &err);
    if (status) fail_msg("%s: %s", spec, err.message);
    size_t n;
    jg_learn_history(l, &n);
    assert_int_equal(n, generations);
    jg_learn_close(l);
    char *bytes = read_bytes(f.network, size);
    jg_game_close(&g);
    remove_folder(&f);
    return bytes;
}

static void test_threads(void **state) {
    (void)state;
    static const char *const SPECS[] = {"connect4:width=5,height=4", "kalah:houses=3,seeds=3"};
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        size_t one_size, two_size;
        char *one = learn(SPECS[i], 1, 2, &one_size), *two = learn(SPECS[i], 2, 2, &two_size);
        assert_int_equal(one_size, two_size);
        assert_memory_equal(one, two, one_size);
        free(one);
        free(two);
    }
}

/* Cuts the journal at random places, as a kill does: what was played is played again, and the network is the same. */
static void test_resumed(void **state) {
    (void)state;
    struct jg_game g;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_error err = {0};
    struct jg_rng rng;
    size_t size, again;
    make_folder(&f);
    open_spec(&g, "connect4:width=5,height=4");
    settle(&s, &g, &f, 150, 2);
    s.proof = 0;
    if (jg_learn_open(&l, &s, f.journal, false, &err) || jg_learn_step(l, "", NULL, NULL, &err))
        fail_msg("%s", err.message);
    jg_learn_close(l);
    char *whole = read_bytes(f.network, &size), *journal = read_bytes(f.journal, &again);
    free(journal);
    size_t length = again;
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(truncate(f.journal, (off_t)(300 + jg_rng_below64(&rng, length - 300))), 0);
        unlink(f.network);
        if (jg_learn_open(&l, &s, f.journal, false, &err)) fail_msg("%s", err.message);
        assert_true(jg_learn_pending(l) <= 150);
        if (jg_learn_step(l, "", NULL, NULL, &err)) fail_msg("%s", err.message);
        jg_learn_close(l);
        char *bytes = read_bytes(f.network, &again);
        assert_int_equal(again, size);
        assert_memory_equal(bytes, whole, size);
        free(bytes);
    }
    s.seed++; /* another training must not use the journal */
    assert_int_equal(jg_learn_open(&l, &s, f.journal, false, &err), JG_EINPUT);
    jg_learn_close(l);
    free(whole);
    jg_game_close(&g);
    remove_folder(&f);
}

/* ---- Data ------------------------------------------------------------------------------------------ */

/* A journal and a file of records give the positions of their games; files of other games are refused. */
static void test_data(void **state) {
    (void)state;
    struct jg_game g, other;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_error err = {0};
    struct jg_learn_samples samples = {.words = 1};
    uint64_t games = 0;
    make_folder(&f);
    open_spec(&g, "tictactoe");
    settle(&s, &g, &f, 130, 2);
    s.from_nothing = true;
    s.proof = 0;
    if (jg_learn_open(&l, &s, f.journal, false, &err) || jg_learn_step(l, "", NULL, NULL, &err))
        fail_msg("%s", err.message);
    jg_learn_close(l);
    if (jg_learn_read_data(f.journal, &g, &samples, &games, &err)) fail_msg("%s", err.message);
    assert_int_equal(games, 130);
    assert_true(samples.count >= 130);
    size_t before = samples.count;
    open_spec(&other, "connect4");
    assert_int_equal(jg_learn_read_data(f.journal, &other, &samples, &games, &err), JG_EINPUT);
    jg_game_close(&other);
    FILE *records = fopen(f.network, "w");
    assert_non_null(records);
    fputs("[Game \"tictactoe\"]\n\n1 2 5 3 9\n\n[Game \"tictactoe\"]\n\n1 2\n", records);
    assert_int_equal(fclose(records), 0);
    if (jg_learn_read_data(f.network, &g, &samples, &games, &err)) fail_msg("%s", err.message);
    assert_int_equal(games, 131);
    assert_int_equal(samples.count, before + 5);
    assert_int_equal(jg_learn_sample_at(&samples, before)->result, 2);
    assert_int_equal(jg_learn_sample_at(&samples, before + 1)->result, 0);
    assert_int_equal(jg_learn_sample_at(&samples, before)->chance, JG_LEARN_UNKNOWN);
    jg_learn_samples_free(&samples);
    jg_game_close(&g);
    remove_folder(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_data),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
