/* Learning: the same result for any number of threads and after any interruption, and data from files. */
#include "clock.h"
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

/* The time that a training took is stored, with that of calls before this one, and the longest generation is known. */
static void test_time(void **state) {
    (void)state;
    struct jg_game g;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_error err = {0};
    double longest = 0, seconds = 0;
    make_folder(&f);
    open_spec(&g, "tictactoe");
    settle(&s, &g, &f, 130, 2);
    s.proof = 0;
    s.timed = true;
    for (int call = 0; call < 2; call++) {
        if (jg_learn_open(&l, &s, f.journal, false, &err)) fail_msg("%s", err.message);
        assert_seconds(jg_learn_seconds(l), seconds);
        clock_hold(call ? 0.25 : 0.5); /* a reading: one for every block of games, and for the generation */
        if (jg_learn_step(l, "", NULL, NULL, &err)) fail_msg("%s", err.message);
        clock_release();
        longest = jg_learn_longest(l);
        assert_true(jg_learn_seconds(l) > seconds);
        assert_seconds(longest, call ? longest : jg_learn_seconds(l));
        seconds = jg_learn_seconds(l);
        jg_learn_close(l);
    }
    if (jg_learn_open(&l, &s, f.journal, false, &err)) fail_msg("%s", err.message);
    assert_seconds(jg_learn_seconds(l), seconds);
    assert_seconds(jg_learn_longest(l), longest);
    assert_true(longest > seconds / 2 && longest < seconds);
    jg_learn_close(l);
    s.timed = false; /* the journal is the same each time */
    if (jg_learn_open(&l, &s, f.journal, true, &err) || jg_learn_step(l, "", NULL, NULL, &err))
        fail_msg("%s", err.message);
    assert_seconds(jg_learn_seconds(l), 0);
    jg_learn_close(l);
    jg_game_close(&g);
    remove_folder(&f);
}

/* The default evaluator to begin with is one with features. */
static void test_start(void **state) {
    (void)state;
    static const struct { const char *spec, *start; } CASES[] = {{"kalah", "mix"}, {"loa", "mix"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        struct jg_learn_setting s = {.game = &g, .opening_least = -1};
        open_spec(&g, CASES[i].spec);
        assert_int_equal(jg_learn_defaults(&s, NULL), JG_OK);
        assert_string_equal(s.start, CASES[i].start);
        jg_game_close(&g);
    }
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

/* Adds the positions of a file of records and returns the status. */
static enum jg_status add_records(const struct folder *f, const char *records, const struct jg_game *g,
                                  struct jg_learn_samples *out, uint64_t *games) {
    struct jg_error err = {0};
    FILE *to = fopen(f->network, "w");
    assert_non_null(to);
    fputs(records, to);
    assert_int_equal(fclose(to), 0);
    return jg_learn_read_data(f->network, g, out, games, &err);
}

/* Games with other options, on which the inputs do not depend, are replayed by their own rules, and journals of such
 * games are read. */
static void test_other_options(void **state) {
    (void)state;
    struct jg_game g, two, three;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_error err = {0};
    struct jg_learn_samples samples = {0};
    uint64_t games = 0;
    make_folder(&f);
    open_spec(&g, "kalah:houses=3,seeds=3");
    open_spec(&two, "kalah:houses=3,seeds=4,emptycapture=1");
    open_spec(&three, "kalah:houses=4,seeds=3");
    struct jg_inputs in;
    jg_inputs(&g, &in);
    samples.words = jg_input_words(in.count);
    assert_int_equal(add_records(&f, "[Game \"kalah:houses=3,seeds=1\"]\n\n3 2 5 1 6\n", &g, &samples, &games), JG_OK);
    assert_int_equal(games, 1);
    assert_int_equal(samples.count, 5);
    assert_int_equal(add_records(&f, "[Game \"kalah:houses=4,seeds=1\"]\n\n3\n", &g, &samples, &games), JG_EINPUT);
    settle(&s, &two, &f, 130, 2);
    s.from_nothing = true;
    s.proof = 0;
    if (jg_learn_open(&l, &s, f.journal, false, &err) || jg_learn_step(l, "", NULL, NULL, &err))
        fail_msg("%s", err.message);
    jg_learn_close(l);
    if (jg_learn_read_data(f.journal, &g, &samples, &games, &err)) fail_msg("%s", err.message);
    assert_int_equal(games, 131);
    assert_int_equal(jg_learn_read_data(f.journal, &three, &samples, &games, &err), JG_EINPUT);
    jg_learn_samples_free(&samples);
    jg_game_close(&three);
    jg_game_close(&two);
    jg_game_close(&g);
    remove_folder(&f);
}

/* In every generation the search's value is part of the target, whichever evaluator played; it is missing only where a
 * forced move needed no search. */
static void test_values(void **state) {
    (void)state;
    enum { GAMES = 60 };
    static const char *const SPECS[] = {"loa", "connect4", "kalah", "tictactoe", "pig"};
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_game g;
        struct folder f;
        struct jg_learn_setting s;
        struct jg_learn *l;
        struct jg_error err = {0};
        struct jg_inputs in;
        make_folder(&f);
        open_spec(&g, SPECS[i]);
        bool chance = g.kind->traits & JG_HAS_CHANCE;
        settle(&s, &g, &f, GAMES, 1);
        s.from_nothing = i & 1;
        s.proof = 0;
        if (chance) snprintf(s.agent, sizeof s.agent, "expectiminimax:depth=1");
        if (jg_learn_open(&l, &s, f.journal, false, &err) || jg_learn_step(l, "", NULL, NULL, &err) ||
            jg_learn_step(l, "", NULL, NULL, &err))
            fail_msg("%s: %s", SPECS[i], err.message);
        jg_learn_close(l);
        jg_inputs(&g, &in);
        struct jg_learn_samples samples = {.words = jg_input_words(in.count)};
        uint64_t games = 0, known[2] = {0}, all[2] = {0};
        if (jg_learn_read_data(f.journal, &g, &samples, &games, &err)) fail_msg("%s", err.message);
        assert_int_equal(games, 2 * GAMES);
        for (size_t k = 0; k < samples.count; k++) {
            const struct jg_learn_sample *sample = jg_learn_sample_at(&samples, k);
            all[sample->game >= GAMES]++;
            known[sample->game >= GAMES] += sample->chance != JG_LEARN_UNKNOWN;
        }
        for (int k = 0; k < 2; k++)
            if (known[k] * (chance ? 4 : 2) < all[k])
                fail_msg("%s: %d of %d samples of generation %d have a value", SPECS[i], (int)known[k], (int)all[k],
                         k + 1);
        jg_learn_samples_free(&samples);
        jg_game_close(&g);
        remove_folder(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads), cmocka_unit_test(test_resumed), cmocka_unit_test(test_time),
        cmocka_unit_test(test_start),   cmocka_unit_test(test_data),    cmocka_unit_test(test_other_options),
        cmocka_unit_test(test_values),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
