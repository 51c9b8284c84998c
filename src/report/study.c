/* Reports of studies. */
#include "report/format.h"
#include "report/page.h"
#include "report/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 64, NAME = 160 };

static const double WIDE = 100; /* ratio of largest to smallest from which a scale is logarithmic */

static bool same(const char *a, const char *b) { return a && b && !strcmp(a, b); }

/* ---- Verdicts ------------------------------------------------------------------------------ */

static void put_verdicts(struct jg_page *p, const struct jg_study_result *r) {
    char words[JG_STUDY_TEXT];
    struct jg_text t;
    if (!r->verdict_count) return;
    jg_buffer_put(p->out, "<ul class=\"verdicts\">\n");
    for (int i = 0; i < r->verdict_count; i++) {
        bool holds = r->verdicts[i].holds;
        jg_buffer_add(p->out, "<li class=\"%s\"><b>%s ", holds ? "yes" : "no", holds ? "✓" : "✗");
        jg_buffer_xml(p->out, holds ? jg_tr(p->lang, "confirmed") : jg_tr(p->lang, "not confirmed"));
        jg_buffer_put(p->out, "</b>: ");
        jg_text_init(&t, words, sizeof words);
        jg_phrase_print(&t, &r->verdicts[i].text, p->lang);
        jg_buffer_xml(p->out, words);
        jg_buffer_put(p->out, "</li>\n");
    }
    jg_buffer_put(p->out, "</ul>\n");
}

/* ---- Tables --------------------------------------------------------------------------------- */

/* Returns the number of columns from here on that share a heading. */
static int group_size(const struct jg_study_table *table, int from) {
    int n = 1;
    while (from + n < table->column_count && same(table->columns[from].group, table->columns[from + n].group)) n++;
    return n;
}

static bool has_groups(const struct jg_study_table *table) {
    for (int i = 0; i < table->column_count; i++)
        if (table->columns[i].group) return true;
    return false;
}

/* Adds the group headings; the title of a column without one spans both rows. */
static void put_groups(struct jg_page *p, const struct jg_study_table *table) {
    for (int i = 0, n; i < table->column_count; i += n) {
        const struct jg_study_column *column = &table->columns[i];
        n = group_size(table, i);
        if (column->group)
            jg_buffer_add(p->out, "<th scope=\"colgroup\" colspan=\"%d\">", n);
        else
            jg_buffer_put(p->out, "<th scope=\"col\" rowspan=\"2\" class=\"n\">");
        jg_buffer_xml(p->out, jg_tr(p->lang, column->group ? column->group : column->title));
        jg_buffer_put(p->out, "</th>");
    }
    jg_buffer_put(p->out, "</tr>\n<tr>");
}

static void put_table(struct jg_page *p, const struct jg_study_table *table) {
    char words[CELL];
    struct jg_text t;
    bool groups = has_groups(table);
    jg_page_bare_table_begin(p, jg_tr(p->lang, table->title));
    if (groups) put_groups(p, table);
    for (int i = 0; i < table->column_count; i++)
        if (!groups || table->columns[i].group) jg_page_heading(p, jg_tr(p->lang, table->columns[i].title), "n");
    jg_page_head_end(p);
    for (int row = 0; row < table->row_count; row++) {
        if (!jg_study_shown(table, row)) continue;
        jg_page_row_begin(p);
        for (int i = 0; i < table->column_count; i++) {
            enum jg_study_unit unit = table->columns[i].unit;
            double value = table->cells[row][i];
            jg_text_init(&t, words, sizeof words);
            if (unit == JG_UNIT_WORD && !isnan(value))
                jg_text_put(&t, jg_tr(p->lang, jg_study_word(&table->columns[i], value)));
            else
                jg_format_study(&t, unit, value, p->lang);
            jg_page_cell(p, words, unit != JG_UNIT_AGREES || isnan(value) ? "n" : value != 0 ? "n yes" : "n no");
        }
        jg_page_row_end(p);
    }
    jg_page_table_end(p);
    if (table->note) jg_page_say(p, "note", jg_tr(p->lang, table->note));
}

/* ---- Plots ---------------------------------------------------------------------------------- */

/* The columns of a table as arrays. */
struct lists {
    const struct jg_study_table *table;
    double of[JG_STUDY_COLUMNS][JG_STUDY_ROWS];
};

/* The ends of an interval are drawn as a band, not as curves. */
static bool is_end(const struct jg_study_column *column) {
    return same(column->name, "low") || same(column->name, "high");
}

static bool is_theirs(const struct jg_study_column *column) {
    return same(column->title, "theirs") || same(column->group, "theirs");
}

static int end_named(const struct jg_study_table *table, const char *name, enum jg_study_unit unit) {
    for (int i = 1; i < table->column_count; i++)
        if (same(table->columns[i].name, name) && table->columns[i].unit == unit) return i;
    return -1;
}

/* Whether the first column can be the x axis: its numbers ascend. */
static bool is_series(const struct jg_study_table *table) {
    enum jg_study_unit unit = table->columns[0].unit;
    for (int row = 1; row < table->row_count; row++)
        if (!(table->cells[row][0] > table->cells[row - 1][0])) return false;
    return table->row_count > 1 && (unit == JG_UNIT_COUNT || unit == JG_UNIT_MEAN);
}

/* Extends a range to include an array. */
static void span(const double *list, int n, double *low, double *high) {
    for (int i = 0; i < n; i++) {
        if (isnan(list[i])) continue;
        *low = fmin(*low, list[i]);
        *high = fmax(*high, list[i]);
    }
}

/* The published column and ours of the same quantity have the same colour. */
static int colour_of(const struct jg_study_table *table, const int *columns, const struct jg_curve *curves, int n,
                     int column, int *next) {
    const struct jg_study_column *own = &table->columns[column];
    for (int i = 0; i < n; i++) {
        const struct jg_study_column *other = &table->columns[columns[i]];
        if (same(own->group, other->group) && is_theirs(own) != is_theirs(other)) return curves[i].colour;
    }
    return (*next)++;
}

static void curve_name(jg_lang lang, const struct jg_study_column *column, char out[NAME]) {
    if (column->group)
        snprintf(out, NAME, "%s, %s", jg_tr(lang, column->group), jg_tr(lang, column->title));
    else
        snprintf(out, NAME, "%s", jg_tr(lang, column->title));
}

static struct jg_axis axis_of(jg_lang lang, enum jg_study_unit unit, bool log) {
    switch (unit) {
    case JG_UNIT_SHARE: return (struct jg_axis){.title = jg_tr(lang, "share"), .scale = JG_SCALE_SHARE};
    case JG_UNIT_SECONDS: return (struct jg_axis){.title = jg_tr(lang, "time"), .scale = JG_SCALE_SECONDS, .log = log};
    case JG_UNIT_TIMES: return (struct jg_axis){.title = jg_tr(lang, "factor"), .log = log};
    case JG_UNIT_WEIGHT: return (struct jg_axis){.title = jg_tr(lang, "weight")};
    default: return (struct jg_axis){.title = jg_tr(lang, "number"), .log = log};
    }
}

/* Counts of very different size get a logarithmic scale, which cannot show 0. */
static void leave_out_zeros(struct lists *l, double *low, double high) {
    double least = INFINITY;
    for (int i = 1; i < l->table->column_count; i++)
        for (int row = 0; row < l->table->row_count; row++)
            if (l->of[i][row] > 0) least = fmin(least, l->of[i][row]);
    if (*low != 0 || high / least < WIDE) return;
    *low = least;
    for (int i = 1; i < l->table->column_count; i++)
        for (int row = 0; row < l->table->row_count; row++)
            if (l->of[i][row] == 0) l->of[i][row] = NAN;
}

/* Plots all columns of a unit. Returns false if there are none. */
static bool put_unit(struct jg_page *p, struct lists *l, enum jg_study_unit unit) {
    const struct jg_study_table *table = l->table;
    struct jg_curve curves[JG_STUDY_COLUMNS];
    char names[JG_STUDY_COLUMNS][NAME];
    int columns[JG_STUDY_COLUMNS], n = 0, next = 0;
    int from = end_named(table, "low", unit), to = end_named(table, "high", unit);
    double low = INFINITY, high = -INFINITY;
    for (int i = 1; i < table->column_count; i++) {
        const struct jg_study_column *column = &table->columns[i];
        if (column->unit != unit || is_end(column)) continue;
        span(l->of[i], table->row_count, &low, &high);
        curve_name(p->lang, column, names[n]);
        curves[n] = (struct jg_curve){.name = names[n],
                                      .x = l->of[0],
                                      .y = l->of[i],
                                      .n = (size_t)table->row_count,
                                      .colour = colour_of(table, columns, curves, n, i, &next)};
        curves[n].dashed = is_theirs(column) || curves[n].colour >= JG_PLOT_COLOURS;
        columns[n++] = i;
    }
    if (!n || high < low) return false;
    if (unit == JG_UNIT_COUNT) leave_out_zeros(l, &low, high);
    if (n == 1 && from > 0 && to > 0) {
        curves[0].low = l->of[from];
        curves[0].high = l->of[to];
    }
    struct jg_axis x = {.title = jg_tr(p->lang, table->columns[0].title), .scale = JG_SCALE_WHOLE};
    struct jg_axis y = axis_of(p->lang, unit, unit != JG_UNIT_SHARE && low > 0 && high / low >= WIDE);
    char title[2 * NAME];
    snprintf(title, sizeof title, jg_tr(p->lang, "%s by %s"), y.title, x.title);
    struct jg_plot plot = {.out = p->out, .lang = p->lang, .title = title};
    if (y.log) plot.note = jg_tr(p->lang, "logarithmic scale");
    y.title = NULL;
    if (n == 1 && from > 0 && to > 0) plot.note = jg_tr(p->lang, "the band is the confidence interval (95 %)");
    jg_plot_curves(&plot, &x, &y, curves, (size_t)n);
    return true;
}

static void put_plots(struct jg_page *p, const struct jg_study_table *table) {
    static const enum jg_study_unit UNITS[] = {JG_UNIT_WEIGHT, JG_UNIT_SHARE, JG_UNIT_SECONDS, JG_UNIT_MEAN,
                                               JG_UNIT_TIMES};
    struct lists l = {.table = table};
    bool any = false;
    if (!is_series(table)) return;
    for (int row = 0; row < table->row_count; row++)
        for (int i = 0; i < table->column_count; i++) l.of[i][row] = table->cells[row][i];
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) any |= put_unit(p, &l, UNITS[i]);
    if (!any) put_unit(p, &l, JG_UNIT_COUNT); /* counts only if no share is derived from them */
}

/* Plots named rows as bars: a share with its interval each. */
static void put_bars(struct jg_page *p, const struct jg_study_table *table) {
    int share = end_named(table, "share", JG_UNIT_SHARE), from = end_named(table, "low", JG_UNIT_SHARE),
        to = end_named(table, "high", JG_UNIT_SHARE);
    struct jg_bar bars[JG_STUDY_ROWS];
    char names[JG_STUDY_ROWS][NAME], labels[JG_STUDY_ROWS][CELL];
    struct jg_text t;
    if (table->columns[0].unit != JG_UNIT_WORD || share < 0 || from < 0 || to < 0 || !table->row_count) return;
    for (int row = 0; row < table->row_count; row++) {
        const double *cells = table->cells[row];
        jg_text_init(&t, names[row], NAME);
        jg_text_put(&t, jg_tr(p->lang, jg_study_word(&table->columns[0], cells[0])));
        if (table->columns[1].unit == JG_UNIT_WORD)
            jg_text_add(&t, " – %s", jg_tr(p->lang, jg_study_word(&table->columns[1], cells[1])));
        jg_text_init(&t, labels[row], CELL);
        jg_format_study(&t, JG_UNIT_SHARE, cells[share], p->lang);
        bars[row] = (struct jg_bar){names[row], cells[share], cells[from], cells[to], labels[row]};
    }
    struct jg_axis axis = {.scale = JG_SCALE_SHARE};
    struct jg_plot plot = {.out = p->out,
                           .lang = p->lang,
                           .title = jg_tr(p->lang, "share"),
                           .note = jg_tr(p->lang, "the lines are confidence intervals (95 %)")};
    jg_plot_bars(&plot, &axis, bars, (size_t)table->row_count, 0.5);
}

/* ---- The page -------------------------------------------------------------------------------- */

static void put_settings(struct jg_page *p, const struct jg_study *study, const struct jg_study_setting *s,
                         const struct jg_study_result *r, const struct jg_setting_line *settings, size_t n) {
    char words[JG_STUDY_TEXT + 64];
    struct jg_text t;
    jg_page_settings_begin(p);
    jg_page_setting(p, jg_tr(p->lang, "Source"), jg_tr(p->lang, study->source));
    snprintf(words, sizeof words, "%d", s->games);
    jg_page_setting(p, jg_tr(p->lang, "Games per cell"), words);
    snprintf(words, sizeof words, "%llu", (unsigned long long)s->seed);
    jg_page_setting(p, jg_tr(p->lang, "Seed"), words);
    jg_text_init(&t, words, sizeof words);
    if (s->quick) jg_text_put(&t, jg_tr(p->lang, "quick version of the study"));
    if (s->quick && r->extent.count) jg_text_put(&t, "; ");
    jg_phrase_print(&t, &r->extent, p->lang);
    if (t.used) jg_page_setting(p, jg_tr(p->lang, "Scope"), words);
    jg_page_settings(p, settings, n);
    jg_page_table_end(p);
}

char *jg_html_study(const struct jg_study *study, const struct jg_study_setting *setting,
                    const struct jg_study_result *result, const struct jg_setting_line *settings, size_t n,
                    jg_lang lang) {
    struct jg_buffer out = {0};
    struct jg_page page = {.out = &out, .lang = lang};
    jg_page_begin(&page, jg_tr(lang, "Study"), jg_tr(lang, study->title), jg_tr(lang, study->summary));
    put_verdicts(&page, result);
    for (int i = 0; i < result->table_count; i++) {
        jg_page_section(&page, jg_tr(lang, result->tables[i].title));
        put_table(&page, &result->tables[i]);
        put_plots(&page, &result->tables[i]);
        put_bars(&page, &result->tables[i]);
    }
    jg_page_section(&page, jg_tr(lang, "Settings"));
    put_settings(&page, study, setting, result, settings, n);
    return jg_page_end(&page, settings, n);
}
