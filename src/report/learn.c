#include "report/learn.h"

#include "report/format.h"
#include "report/plot.h"
#include "report/score.h"

#include <math.h>
#include <stdlib.h>

struct learning {
    struct jg_page *p;
    const struct jg_learn_setting *set;
    const struct jg_learn_generation *history;
    size_t n;
    double *x, *y, *low, *high; /* by generation */
};

/* ---- Generations --------------------------------------------------------------------------------- */

static void put_table(const struct learning *k) {
    struct jg_page *p = k->p;
    static const char *const TITLES[] = {"Generation",      "Games", "Positions", "Loss",
                                         "Validation loss", "Elo",   "Adopted"};
    jg_page_table_begin(p, jg_tr(p->lang, "Generations"), NULL, NULL);
    for (size_t i = 0; i < sizeof TITLES / sizeof *TITLES; i++) jg_page_heading(p, jg_tr(p->lang, TITLES[i]), "n");
    jg_page_head_end(p);
    for (size_t i = 0; i < k->n; i++) {
        const struct jg_learn_generation *g = &k->history[i];
        struct jg_tally_score score;
        jg_tally_score(&g->proof, &score);
        jg_page_row_begin(p);
        jg_html_cell(p, JG_FORM_NUMBER, g->number, 0);
        jg_html_cell(p, JG_FORM_NUMBER, (double)g->games, 0);
        jg_html_cell(p, JG_FORM_NUMBER, (double)g->positions, 0);
        jg_html_cell(p, JG_FORM_NUMBER, g->trained.loss[g->trained.best - 1], 4);
        jg_html_cell(p, JG_FORM_NUMBER, g->trained.validation[g->trained.best - 1], 4);
        jg_html_cell(p, JG_FORM_SIGNED, jg_tally_games(&g->proof) ? score.elo : NAN, 0);
        jg_page_cell(p, g->adopted ? jg_tr(p->lang, "yes") : jg_tr(p->lang, "no"), "n");
        jg_page_row_end(p);
    }
    jg_page_table_end(p);
}

static void put_elo(const struct learning *k) {
    jg_lang lang = k->p->lang;
    for (size_t i = 0; i < k->n; i++) {
        struct jg_tally_score s;
        jg_tally_score(&k->history[i].proof, &s);
        k->x[i] = k->history[i].number;
        k->y[i] = s.elo;
        k->low[i] = s.elo_low;
        k->high[i] = s.elo_high;
    }
    struct jg_curve curve = {
        .name = jg_tr(lang, "new network"), .x = k->x, .y = k->y, .low = k->low, .high = k->high, .n = k->n};
    struct jg_plot plot = {.out = k->p->out,
                           .lang = lang,
                           .title = jg_tr(lang, "Elo by generation"),
                           .note = jg_tr(lang, "against the evaluator before, with confidence intervals")};
    struct jg_axis x = {.title = jg_tr(lang, "generation"), .scale = JG_SCALE_WHOLE};
    struct jg_axis y = {.title = jg_tr(lang, "Elo"), .scale = JG_SCALE_NUMBER};
    jg_plot_curves(&plot, &x, &y, &curve, 1);
}

/* Lists the losses of all generations by epoch, with a gap after each generation; returns their number. */
static size_t list_losses(const struct learning *k, double *epochs, double *training, double *validation) {
    size_t n = 0;
    int epoch = 0;
    for (size_t i = 0; i < k->n; i++) {
        const struct jg_learn_trained *t = &k->history[i].trained;
        if (i) {
            epochs[n] = epoch;
            training[n] = validation[n] = NAN;
            n++;
        }
        for (int e = 0; e < t->epochs; e++, n++) {
            epochs[n] = ++epoch;
            training[n] = t->loss[e];
            validation[n] = t->validation[e];
        }
    }
    return n;
}

/* The losses by epoch, one generation after the other. */
static void put_losses(const struct learning *k) {
    jg_lang lang = k->p->lang;
    size_t room = k->n * (JG_LEARN_EPOCHS_MAX + 1);
    double *epochs = malloc(3 * room * sizeof *epochs), *training = epochs + room, *validation = training + room;
    if (!epochs) return;
    size_t n = list_losses(k, epochs, training, validation);
    struct jg_curve curves[] = {{.name = jg_tr(lang, "training"), .x = epochs, .y = training, .n = n, .colour = 0},
                                {.name = jg_tr(lang, "validation"), .x = epochs, .y = validation, .n = n, .colour = 1}};
    struct jg_plot plot = {.out = k->p->out,
                           .lang = lang,
                           .title = jg_tr(lang, "Loss by epoch, one generation after the other"),
                           .note = jg_tr(lang, "cross-entropy in nats; games for validation are not learned from")};
    struct jg_axis x = {.title = jg_tr(lang, "epoch"), .scale = JG_SCALE_WHOLE};
    struct jg_axis y = {.title = jg_tr(lang, "cross-entropy"), .scale = JG_SCALE_NUMBER};
    jg_plot_curves(&plot, &x, &y, curves, 2);
    free(epochs);
}

/* Predicted chances against what was scored. */
static void put_calibration(const struct learning *k) {
    jg_lang lang = k->p->lang;
    const struct jg_learn_trained *t = &k->history[k->n - 1].trained;
    double x[JG_LEARN_BINS], y[JG_LEARN_BINS];
    static const double ends[] = {0, 1};
    size_t n = 0;
    for (int i = 0; i < JG_LEARN_BINS; i++) {
        if (!t->positions[i]) continue;
        x[n] = t->predicted[i] / (double)t->positions[i];
        y[n++] = t->scored[i] / (double)t->positions[i];
    }
    struct jg_curve curves[] = {
        {.name = jg_tr(lang, "network"), .x = x, .y = y, .n = n, .colour = 0},
        {.name = jg_tr(lang, "perfect calibration"), .x = ends, .y = ends, .n = 2, .colour = 1, .dashed = true}};
    struct jg_plot plot = {.out = k->p->out,
                           .lang = lang,
                           .title = jg_tr(lang, "Calibration"),
                           .note = jg_tr(lang, "points scored in positions for validation, by predicted chance")};
    struct jg_axis across = {.title = jg_tr(lang, "predicted chance of winning"), .scale = JG_SCALE_SHARE};
    struct jg_axis up = {.title = jg_tr(lang, "share of the points"), .scale = JG_SCALE_SHARE};
    jg_plot_curves(&plot, &across, &up, curves, 2);
}

/* ---- Filters ----------------------------------------------------------------------------------------- */

enum { SQUARE = 9, GAP = 8 }; /* of the pictures, in pixels */

/* One filter: a board for each plane of inputs, first the own side's; blue adds to the filter, red takes away. */
static void put_filter(const struct learning *k, const struct jg_network *n, const struct jg_inputs *in, int filter) {
    int squares = in->width * in->height, planes = in->count / squares, filters = n->shape.filters;
    int width = planes * (in->width * SQUARE + GAP) - GAP, height = in->height * SQUARE;
    double most = 1;
    for (int i = 0; i < in->count; i++) most = fmax(most, abs(n->filters[i * filters + filter]));
    jg_buffer_add(k->p->out,
                  "<svg class=\"filter\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
                  "aria-label=\"%d\">\n",
                  width, height, width, height, filter + 1);
    for (int i = 0; i < in->count; i++) {
        int plane = i / squares, row = i % squares / in->width, column = i % in->width;
        double weight = n->filters[i * filters + filter] / most;
        jg_buffer_add(k->p->out,
                      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"%.2f\"/>\n",
                      plane * (in->width * SQUARE + GAP) + column * SQUARE, (in->height - 1 - row) * SQUARE, SQUARE - 1,
                      SQUARE - 1, weight < 0 ? "#c0392b" : "#2471a3", fabs(weight) * 0.95 + 0.05);
    }
    jg_buffer_put(k->p->out, "</svg>\n");
}

static void put_filters(const struct learning *k, const struct jg_network *n) {
    struct jg_inputs in;
    jg_network_inputs(k->set->game, &in);
    if (!in.width || !n) return;
    jg_page_section(k->p, jg_tr(k->p->lang, "Filters"));
    jg_page_say(k->p, "note",
                jg_tr(k->p->lang,
                      "What each filter looks for: the own pieces on the left, the opponent's on the right. "
                      "Blue squares raise it, red ones lower it. Every filter is also applied to the "
                      "board's mirror images."));
    jg_buffer_put(k->p->out, "<div class=\"filters\">\n");
    for (int f = 0; f < n->shape.filters; f++) put_filter(k, n, &in, f);
    jg_buffer_put(k->p->out, "</div>\n");
}

/* ---- The page ------------------------------------------------------------------------------------------ */

static void put_number(struct jg_page *p, const char *name, double x, int decimals) {
    char words[JG_FORMAT_MAX];
    jg_page_setting(p, name, jg_html_number(p, JG_FORM_NUMBER, x, decimals, words, sizeof words));
}

static void put_settings(const struct learning *k, const struct jg_setting_line *settings, size_t n) {
    const struct jg_learn_setting *s = k->set;
    struct jg_page *p = k->p;
    char words[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    jg_game_spec(s->game, &t);
    jg_page_settings_begin(p);
    jg_page_setting(p, jg_tr(p->lang, "Game"), words);
    jg_page_setting(p, jg_tr(p->lang, "Player"), s->agent);
    jg_page_setting(p, jg_tr(p->lang, "First evaluator"), s->from_nothing ? jg_tr(p->lang, "none") : s->start);
    put_number(p, jg_tr(p->lang, "Inputs"), s->shape.inputs, 0);
    put_number(p, jg_tr(p->lang, "Filters"), s->shape.filters, 0);
    put_number(p, jg_tr(p->lang, "Symmetries"), s->shape.symmetries, 0);
    put_number(p, jg_tr(p->lang, "First hidden layer"), s->shape.hidden[0], 0);
    put_number(p, jg_tr(p->lang, "Second hidden layer"), s->shape.hidden[1], 0);
    put_number(p, jg_tr(p->lang, "Share of the result in the target"), s->blend, 2);
    put_number(p, jg_tr(p->lang, "Games per generation"), s->games, 0);
    jg_text_init(&t, words, sizeof words);
    jg_text_add(&t, "%llu", (unsigned long long)s->seed);
    jg_page_setting(p, jg_tr(p->lang, "Seed"), words);
    jg_page_settings(p, settings, n);
    jg_page_table_end(p);
}

static void put_learning(const struct learning *k, const struct jg_tally *final, const struct jg_network *network) {
    struct jg_page *p = k->p;
    if (jg_tally_games(final)) {
        const char *learned = jg_tr(p->lang, "network"), *before = k->set->start;
        jg_page_section(p, jg_tr(p->lang, "Result"));
        jg_html_lead(p, final, learned, before);
        jg_html_tiles(p, final, learned);
        jg_html_results(p, final, (struct jg_html_side){.name = learned}, (struct jg_html_side){.name = before}, NULL);
    }
    jg_page_section(p, jg_tr(p->lang, "Generations"));
    if (!k->n) {
        jg_page_say(p, NULL, jg_tr(p->lang, "No generation was finished."));
        return;
    }
    put_table(k);
    put_elo(k);
    jg_page_section(p, jg_tr(p->lang, "Training"));
    put_losses(k);
    put_calibration(k);
    put_filters(k, network);
}

char *jg_html_learn(const struct jg_learn_setting *setting, const struct jg_learn_generation *history, size_t n,
                    const struct jg_tally *final, const struct jg_network *network,
                    const struct jg_setting_line *settings, size_t setting_count, jg_lang lang) {
    struct jg_buffer out = {0};
    struct jg_page page = {.out = &out, .lang = lang};
    double *numbers = malloc((4 * n + 1) * sizeof *numbers);
    struct learning k = {.p = &page, .set = setting, .history = history, .n = n};
    char about[JG_SPEC_MAX], games[JG_FORMAT_MAX];
    struct jg_text t;
    if (!numbers) return NULL;
    k.x = numbers;
    k.y = k.x + n;
    k.low = k.y + n;
    k.high = k.low + n;
    jg_html_number(&page, JG_FORM_NUMBER, n ? (double)history[n - 1].games : 0, 0, games, sizeof games);
    jg_text_init(&t, about, sizeof about);
    jg_text_add(&t, jg_tr(lang, "a network after %zu generations and %s games"), n, games);
    jg_page_begin(&page, jg_tr(lang, "Training"), jg_tr(lang, setting->game->kind->title), about);
    put_learning(&k, final, network);
    jg_page_section(&page, jg_tr(lang, "Settings"));
    put_settings(&k, settings, setting_count);
    free(numbers);
    return jg_page_end(&page, settings, setting_count);
}
