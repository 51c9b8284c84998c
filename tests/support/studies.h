/* Shared by the tests of studies: a temporary folder, the cells of tables, and the texts of verdicts. */
#ifndef TESTS_STUDIES_H
#define TESTS_STUDIES_H

#include "test.h"

#include "study/study.h"

#include <math.h>
#include <unistd.h>

static char folder[] = "/tmp/jogada-test-XXXXXX", path[64];

static inline int make_folder(void **state) {
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    snprintf(path, sizeof path, "%s/checkpoint", mkdtemp(folder));
    return 0;
}

static inline int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails if anything else is left */
}

/* NULL if there is no such table. */
static inline const struct jg_study_table *find_table(const struct jg_study_result *r, const char *name) {
    for (int i = 0; i < r->table_count; i++)
        if (!strcmp(r->tables[i].name, name)) return &r->tables[i];
    return NULL;
}

static inline const struct jg_study_table *table_named(const struct jg_study_result *r, const char *name) {
    const struct jg_study_table *table = find_table(r, name);
    if (!table) fail_msg("no table %s", name);
    return table;
}

static inline double cell(const struct jg_study_table *table, int row, const char *column) {
    assert_true(row < table->row_count);
    for (int i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, column)) return table->cells[row][i];
    fail_msg("no column %s", column);
    return 0;
}

/* Writes a phrase in a language, which must fit. */
static inline const char *phrase_in(const struct jg_phrase *phrase, jg_lang lang, char out[JG_STUDY_TEXT]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_STUDY_TEXT);
    jg_phrase_print(&t, phrase, lang);
    assert_false(t.cut);
    return out;
}

/* The text of a verdict in English, until the next call. */
static inline const char *verdict_text(const struct jg_study_result *r, int i) {
    static char text[JG_STUDY_TEXT];
    assert_true(i < r->verdict_count);
    return phrase_in(&r->verdicts[i].text, JG_EN, text);
}

static inline bool same_phrases(const struct jg_phrase *a, const struct jg_phrase *b) {
    char x[JG_STUDY_TEXT], y[JG_STUDY_TEXT];
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++)
        if (strcmp(phrase_in(a, lang, x), phrase_in(b, lang, y))) return false;
    return true;
}

/* Runs a study that must succeed; its texts fit in every language. The caller frees the result. */
static inline struct jg_study_result *run_study(const struct jg_study *study, struct jg_study_setting setting) {
    struct jg_study_result *r = calloc(1, sizeof *r);
    struct jg_error err = {0};
    char text[JG_STUDY_TEXT];
    if (study->run(&setting, r, &err)) fail_msg("%s", err.message);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        for (int i = 0; i < r->verdict_count; i++) assert_true(*phrase_in(&r->verdicts[i].text, lang, text));
        phrase_in(&r->extent, lang, text);
    }
    return r;
}

/* Whether two results have the same numbers and, in every language, the same texts. */
static inline bool same_results(const struct jg_study_result *a, const struct jg_study_result *b) {
    bool same = a->table_count == b->table_count && a->verdict_count == b->verdict_count;
    for (int t = 0; t < a->table_count && same; t++) {
        const struct jg_study_table *x = &a->tables[t], *y = &b->tables[t];
        same = x->row_count == y->row_count;
        for (int i = 0; i < x->row_count; i++)
            for (int j = 0; j < x->column_count; j++)
                same &= x->cells[i][j] == y->cells[i][j] || (isnan(x->cells[i][j]) && isnan(y->cells[i][j]));
    }
    for (int i = 0; i < a->verdict_count && same; i++) same = same_phrases(&a->verdicts[i].text, &b->verdicts[i].text);
    return same && same_phrases(&a->extent, &b->extent);
}

#endif
