/* Shared by the tests of studies: a temporary folder, and the cells of tables. */
#ifndef TESTS_STUDIES_H
#define TESTS_STUDIES_H

#include "test.h"

#include "study/study.h"

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

#endif
