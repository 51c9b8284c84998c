/* Stored pages of studies: one run of a study gives the pages of all languages. */
#include "store.h"
#include "studies.h"

#include "report/report.h"
#include "runs/runs.h"
#include "study/shipped.h"

static const struct jg_setting_line LINES[] = {{.name = "command", .value = "jogada study"}};

/* ---- A study that counts its games -------------------------------------------------------------- */

static int runs, games;

static enum jg_status counted_run(const struct jg_study_setting *setting, struct jg_study_result *result,
                                  struct jg_error *err) {
    enum jg_status status = jg_study_mancala_random.run(setting, result, err);
    runs++;
    for (int i = 0; i < result->table_count; i++)
        for (int row = 0; row < result->tables[i].row_count; row++) games += setting->games;
    return status;
}

static struct jg_study counted(void) {
    struct jg_study study = jg_study_mancala_random;
    study.run = counted_run;
    runs = games = 0;
    return study;
}

/* ---- The store ---------------------------------------------------------------------------------- */

static void save(struct jg_store *store, const struct jg_study *study, const struct jg_study_setting *setting,
                 const struct jg_study_result *result) {
    struct jg_error err = {0};
    if (jg_run_save_study(store, study, setting, result, LINES, 1, &err)) fail_msg("%s", err.message);
}

static char *page_of(struct jg_store *store, const char *name, jg_lang lang) {
    struct jg_error err = {0};
    char *page = jg_run_study_page(store, name, lang, &err);
    if (!page) fail_msg("%s", err.message);
    return page;
}

/* ---- Tests -------------------------------------------------------------------------------------- */

/* A study is played once, and its page in each language is that of a run of its own. */
static void test_one_run_gives_all_languages(void **state) {
    const struct place *place = *state;
    const struct jg_study study = counted();
    const struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 4, .threads = 1};
    struct jg_store *store = open_store(place->path, JG_STORE_WRITE);
    struct jg_study_result *r = run_study(&study, setting);
    save(store, &study, &setting, r);
    assert_true(runs == 1 && games == 2 * 6 * 4); /* seats, depths, games */
    char *pages[8];
    assert_true(jg_lang_count() > 1 && jg_lang_count() <= 8);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        struct jg_study_result *own = run_study(&study, setting);
        char *expected = jg_html_study(&study, &setting, own, LINES, 1, lang);
        pages[lang] = page_of(store, study.name, lang);
        assert_string_equal(pages[lang], expected);
        for (jg_lang other = JG_EN; other < lang; other++) assert_string_not_equal(pages[lang], pages[other]);
        free(expected);
        free(own);
    }
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) free(pages[lang]);
    free(r);
    jg_store_close(store);
}

/* Measured times are those of the run in every language, although they differ from run to run. */
static void test_measurements_are_made_once(void **state) {
    const struct place *place = *state;
    struct jg_study study = counted();
    const struct jg_study_setting setting = {.quick = true, .games = 1};
    struct jg_store *store = open_store(place->path, JG_STORE_WRITE);
    struct jg_study_result *r = calloc(1, sizeof *r);
    static const struct jg_study_column COLUMNS[] = {{.name = "time", .title = "time", .unit = JG_UNIT_SECONDS}};
    jg_study_add_row(jg_study_add_table(r, "times", "time", COLUMNS, 1))[0] = 1.25;
    jg_phrase_add(jg_study_add_verdict(r, true), "; %.4f should be %.4f", 7.125, 8.5);
    save(store, &study, &setting, r);
    assert_int_equal(runs, 0);
    char *english = page_of(store, study.name, JG_EN), *portuguese = page_of(store, study.name, PORTUGUESE);
    assert_non_null(strstr(english, ">1.25 s<"));
    assert_non_null(strstr(portuguese, ">1,25 s<"));
    assert_non_null(strstr(english, "7.1250 should be 8.5000"));
    assert_non_null(strstr(portuguese, "7,1250 deveria ser 8,5000"));
    free(english);
    free(portuguese);
    free(r);
    jg_store_close(store);
}

/* Without a run of one's own, the page is that of the results that come with the program. */
static void test_shipped_pages(void **state) {
    const struct place *place = *state;
    struct jg_store *store = open_store(place->path, JG_STORE_WRITE);
    struct jg_error err = {0};
    int64_t run = -1;
    assert_int_equal(jg_run_find_study(store, "mancala-random", &run, &err), JG_OK);
    assert_int_equal(run, 0);
    char *page = jg_run_study_page(store, "mancala-random", JG_EN, &err);
    assert_non_null(page);
    struct jg_study_shipped shipped;
    assert_true(jg_study_shipped_find(jg_study_find("mancala-random", &err), &shipped));
    assert_non_null(strstr(page, shipped.version));
    assert_non_null(strstr(page, shipped.date));
    free(page);
    assert_null(jg_run_study_page(store, "no-such-study", JG_EN, &err));
    assert_int_equal(err.code, JG_EINPUT);
    jg_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_run_gives_all_languages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_measurements_are_made_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shipped_pages, set_up, tear_down),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
