/* Results of studies: adding tables, rows and verdicts, and formatting numbers. */
#include "study/study.h"

#include <assert.h>
#include <math.h>

struct jg_study_table *jg_study_add_table(struct jg_study_result *r, const char *name, const char *title,
                                          const struct jg_study_column *columns, int column_count) {
    assert(r->table_count < JG_STUDY_TABLES && column_count <= JG_STUDY_COLUMNS);
    struct jg_study_table *table = &r->tables[r->table_count++];
    *table = (struct jg_study_table){.name = name, .title = title, .columns = columns, .column_count = column_count};
    return table;
}

double *jg_study_add_row(struct jg_study_table *table) {
    assert(table->row_count < JG_STUDY_ROWS);
    double *row = table->cells[table->row_count++];
    for (int i = 0; i < table->column_count; i++) row[i] = NAN;
    return row;
}

struct jg_phrase *jg_study_add_verdict(struct jg_study_result *r, bool holds) {
    assert(r->verdict_count < JG_STUDY_VERDICTS);
    struct jg_study_verdict *verdict = &r->verdicts[r->verdict_count++];
    verdict->holds = holds;
    return &verdict->text;
}

/* At least three significant digits. */
static void print_three(struct jg_text *t, double x, jg_lang lang) {
    double size = fabs(x);
    jg_text_add_local(t, lang, "%.*f", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, x);
}

static void print_seconds(struct jg_text *t, double seconds, jg_lang lang) {
    static const struct {
        double scale;
        const char *name;
    } UNITS[] = {{1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}};
    size_t i = 0;
    while (i < 3 && seconds * UNITS[i].scale < 0.9995) i++;
    print_three(t, seconds * UNITS[i].scale, lang);
    jg_text_add(t, " %s", UNITS[i].name);
}

void jg_study_print(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang) {
    if (isnan(value)) {
        jg_text_put(t, "-");
        return;
    }
    switch (unit) {
    case JG_UNIT_COUNT: jg_text_add(t, "%.0f", value); break;
    case JG_UNIT_LEAD: jg_text_add(t, value != 0 ? "%+.0f" : "%.0f", value); break;
    case JG_UNIT_MEAN: print_three(t, value, lang); break;
    case JG_UNIT_SECONDS: print_seconds(t, value, lang); break;
    case JG_UNIT_TIMES:
        print_three(t, value, lang);
        jg_text_put(t, " x");
        break;
    case JG_UNIT_SHARE: jg_text_add_local(t, lang, "%.1f %%", 100 * value); break;
    case JG_UNIT_CHANCE:
        jg_text_add_local(t, lang, value < 0.0005 ? "< %.3f" : "%.3f", value < 0.0005 ? 0.001 : value);
        break;
    case JG_UNIT_WEIGHT: jg_text_add_local(t, lang, "%.3f", value); break;
    case JG_UNIT_REWARD: jg_text_add_local(t, lang, "%.1f", value); break;
    case JG_UNIT_VALUE: jg_text_add_local(t, lang, "%.4f", value); break;
    case JG_UNIT_WORD: break; /* the caller prints words */
    case JG_UNIT_AGREES: jg_text_put(t, value != 0 ? jg_tr(lang, "agrees") : jg_tr(lang, "differs")); break;
    }
}
