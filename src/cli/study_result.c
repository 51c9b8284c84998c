#include "cli/study_result.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* ---- Tables as text ------------------------------------------------------------------- */

enum { CELL = 64, GAP = 2 };

static int wider(int a, int b) { return a > b ? a : b; }

static void put_right(const char *text, int width) { printf("%*s%s", wider(width - text_width(text), 0), "", text); }

static const char *cell_text(const struct cli *c, const struct jg_study_table *table, int row, int column,
                             char out[CELL]) {
    struct jg_text t;
    const struct jg_study_column *of = &table->columns[column];
    jg_text_init(&t, out, CELL);
    if (of->unit == JG_UNIT_WORD && !isnan(table->cells[row][column]))
        jg_text_put(&t, tr(c, jg_study_word(of, table->cells[row][column])));
    else
        jg_study_print(&t, of->unit, table->cells[row][column], c->lang);
    return out;
}

static bool same_group(const struct jg_study_column *a, const struct jg_study_column *b) {
    return a->group && b->group && !strcmp(a->group, b->group);
}

/* Returns the number of columns from here on that share a heading. */
static int group_size(const struct jg_study_table *table, int from) {
    int n = 1;
    while (from + n < table->column_count && same_group(&table->columns[from], &table->columns[from + n])) n++;
    return n;
}

/* Computes column widths from titles, cells and group headings. */
static void measure(const struct cli *c, const struct jg_study_table *table, int *widths) {
    char cell[CELL];
    for (int i = 0; i < table->column_count; i++) {
        widths[i] = text_width(tr(c, table->columns[i].title));
        for (int row = 0; row < table->row_count; row++)
            widths[i] = wider(widths[i], text_width(cell_text(c, table, row, i, cell)));
    }
    for (int i = 0, n; i < table->column_count; i += n) {
        int sum = -GAP;
        n = group_size(table, i);
        for (int j = i; j < i + n; j++) sum += GAP + widths[j];
        if (table->columns[i].group) widths[i] += wider(text_width(tr(c, table->columns[i].group)) - sum, 0);
    }
}

/* Prints the group headings, each at the right end of a rule above its columns. */
static void print_groups(const struct cli *c, const struct jg_study_table *table, const int *widths) {
    int pending = 0;
    bool any = false;
    for (int i = 0; i < table->column_count; i++) any |= table->columns[i].group != NULL;
    if (!any) return;
    for (int i = 0, n; i < table->column_count; i += n) {
        const char *group = table->columns[i].group ? tr(c, table->columns[i].group) : NULL;
        int width = -GAP;
        n = group_size(table, i);
        for (int j = i; j < i + n; j++) width += GAP + widths[j];
        pending += i ? GAP : 0;
        if (!group) {
            pending += width;
            continue;
        }
        int rule = width - text_width(group) - 1;
        printf("%*s", pending, "");
        for (int k = 0; k < rule; k++) putchar('-');
        put_right(group, width - wider(rule, 0));
        pending = 0;
    }
    putchar('\n');
}

static void print_table(const struct cli *c, const struct jg_study_table *table) {
    int widths[JG_STUDY_COLUMNS];
    char cell[CELL];
    measure(c, table, widths);
    ink(c, JG_INK_STRONG);
    printf("%s\n", tr(c, table->title));
    ink(c, JG_INK_PLAIN);
    ink(c, JG_INK_FAINT);
    print_groups(c, table, widths);
    for (int i = 0; i < table->column_count; i++) put_right(tr(c, table->columns[i].title), (i ? GAP : 0) + widths[i]);
    ink(c, JG_INK_PLAIN);
    putchar('\n');
    for (int row = 0; row < table->row_count; row++) {
        if (!jg_study_shown(table, row)) continue;
        for (int i = 0; i < table->column_count; i++)
            put_right(cell_text(c, table, row, i, cell), (i ? GAP : 0) + widths[i]);
        putchar('\n');
    }
    if (table->note) printf("%s\n", tr(c, table->note));
    putchar('\n');
}

static const char *phrase_text(const struct jg_phrase *phrase, jg_lang lang, char out[JG_STUDY_TEXT]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_STUDY_TEXT);
    jg_phrase_print(&t, phrase, lang);
    return out;
}

void study_print_result(const struct cli *c, const struct jg_study *study, const struct jg_study_setting *s,
                        const struct jg_study_result *r) {
    char text[JG_STUDY_TEXT];
    ink(c, JG_INK_STRONG);
    printf("%s\n", tr(c, study->title));
    ink(c, JG_INK_PLAIN);
    printf("%s\n", tr(c, study->source));
    printf(tr(c, "games: %d, seed: %llu\n"), s->games, (unsigned long long)s->seed);
    if (r->extent.count) printf("%s\n", phrase_text(&r->extent, c->lang, text));
    putchar('\n');
    for (int i = 0; i < r->table_count; i++) print_table(c, &r->tables[i]);
    for (int i = 0; i < r->verdict_count; i++)
        printf("%s: %s\n", r->verdicts[i].holds ? tr(c, "confirmed") : tr(c, "not confirmed"),
               phrase_text(&r->verdicts[i].text, c->lang, text));
}

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *cell_json(const struct jg_study_column *column, double value) {
    enum jg_study_unit unit = column->unit;
    if (!isfinite(value)) return json_null();
    if (unit == JG_UNIT_WORD) return json_string(jg_study_word(column, value));
    if (unit == JG_UNIT_AGREES) return json_boolean(value != 0);
    return unit == JG_UNIT_COUNT || unit == JG_UNIT_LEAD ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *table_json(const struct jg_study_table *table) {
    json_t *rows = json_array();
    for (int row = 0; row < table->row_count; row++) {
        json_t *o = json_object();
        for (int i = 0; i < table->column_count; i++)
            json_object_set_new(o, table->columns[i].name, cell_json(&table->columns[i], table->cells[row][i]));
        json_array_append_new(rows, o);
    }
    return json_pack("{s:s, s:s, s:s*, s:o}", "name", table->name, "title", table->title, "note", table->note, "rows",
                     rows);
}

json_t *study_document(const struct jg_study *study, const struct jg_study_setting *s, const struct jg_study_result *r,
                       const struct jg_run_known *known) {
    char text[JG_STUDY_TEXT];
    json_t *tables = json_array(), *verdicts = json_array();
    for (int i = 0; i < r->table_count; i++) json_array_append_new(tables, table_json(&r->tables[i]));
    for (int i = 0; i < r->verdict_count; i++)
        json_array_append_new(verdicts, json_pack("{s:b, s:s}", "holds", r->verdicts[i].holds, "text",
                                                  phrase_text(&r->verdicts[i].text, JG_EN, text)));
    return json_pack("{s:s, s:s, s:s, s:b, s:b, s:b, s:i, s:o, s:o, s:o, s:o}", "study", study->name, "title",
                     study->title, "source", study->source, "quick", s->quick, "all", s->all, "compat", s->compat,
                     "games", s->games, "seed", jg_run_seed_json(s->seed), "tables", tables, "verdicts", verdicts,
                     "stored", jg_run_known_json(known));
}
