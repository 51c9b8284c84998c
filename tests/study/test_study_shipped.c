/* The results that come with the program: every study has them, and its tables follow from them without any game. */
#include "studies.h"

#include "study/checkpoint.h"
#include "study/shipped.h"

#include <stdlib.h>
#include <string.h>

static void test_all_are_complete(void **state) {
    (void)state;
    struct jg_study_result *result = malloc(sizeof *result);
    for (size_t i = 0; jg_study_at(i); i++) {
        const struct jg_study *study = jg_study_at(i);
        struct jg_study_shipped shipped;
        struct jg_error err = {0};
        if (!jg_study_shipped_find(study, &shipped)) fail_msg("%s has no results", study->name);
        if (shipped.setting.quick || shipped.setting.games != study->games)
            fail_msg("%s has results of another size than the study", study->name);
        assert_true(shipped.version[0] && strlen(shipped.date) == 10);
        memset(result, 0, sizeof *result);
        if (jg_study_shipped_result(study, result, &err))
            fail_msg("%s: %s; run tools/ship_studies.sh %s", study->name, err.message, study->name);
        assert_true(result->table_count > 0 && result->verdict_count > 0);
    }
    free(result);
}

/* A missing part stops the study instead of playing its games. */
static void test_a_missing_part(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    double number;
    assert_true(jg_study_checkpoint_parse(k, "jogada kept 1\nstudy x\na 1\n"));
    assert_true(jg_study_checkpoint_find(k, "a", &number, 1) && number == 1);
    assert_false(atomic_load(&k->lacking));
    assert_false(jg_study_checkpoint_find(k, "b", &number, 1));
    assert_true(atomic_load(&k->lacking));
    assert_false(jg_study_checkpoint_parse(k, "jogada kept 1\nstudy x\na x\n"));
    assert_false(jg_study_checkpoint_parse(k, "something else\n"));
    free(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_are_complete), cmocka_unit_test(test_a_missing_part)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
