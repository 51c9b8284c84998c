/* Reports of tunings. */
#include "agents/agents.h"
#include "report/format.h"
#include "report/plot.h"
#include "report/score.h"

#include <math.h>
#include <stdlib.h>

struct tuning {
    struct jg_page *p;
    const struct jg_tune_setting *set;
    const struct jg_generation *history;
    size_t n;
    double *x, *best, *mean, *weight; /* by generation; weight: of one feature */
};

/* ---- Settings ------------------------------------------------------------------------------ */

static void put_number(struct jg_page *p, const char *name, double x, int decimals) {
    char words[JG_FORMAT_MAX];
    jg_page_setting(p, name, jg_html_number(p, JG_FORM_NUMBER, x, decimals, words, sizeof words));
}

/* The number of decimals that distinguishes weights of this range. */
static int decimals_of(double width) { return width >= 100 ? 1 : width >= 10 ? 2 : 3; }

static void put_method(struct jg_page *p, const struct jg_tune_setting *s) {
    switch (s->method) {
    case JG_TUNE_GENETIC:
        jg_page_setting(p, jg_tr(p->lang, "Method"), jg_tr(p->lang, "genetic algorithm"));
        put_number(p, jg_tr(p->lang, "Population"), s->population, 0);
        put_number(p, jg_tr(p->lang, "Survival rate"), s->survive, 3);
        put_number(p, jg_tr(p->lang, "Mutation probability"), s->mutation, 3);
        jg_page_setting(p, jg_tr(p->lang, "Crossover"),
                        s->crossover == JG_CROSS_ONE   ? jg_tr(p->lang, "one-point")
                        : s->crossover == JG_CROSS_TWO ? jg_tr(p->lang, "two-point")
                                                       : jg_tr(p->lang, "uniform"));
        break;
    case JG_TUNE_SPSA:
    case JG_TUNE_CMA:
        jg_page_setting(p, jg_tr(p->lang, "Method"), s->method == JG_TUNE_SPSA ? "SPSA" : "CMA-ES");
        if (s->method == JG_TUNE_CMA && s->population) put_number(p, jg_tr(p->lang, "Population"), s->population, 0);
        put_number(p, jg_tr(p->lang, "First step, as a share of the range"), s->step, 3);
        break;
    case JG_TUNE_Q:
        jg_page_setting(p, jg_tr(p->lang, "Method"), jg_tr(p->lang, "Q-learning"));
        put_number(p, jg_tr(p->lang, "First step, as a share of the error"), s->step, 3);
        put_number(p, jg_tr(p->lang, "Discount"), s->discount, 3);
        put_number(p, jg_tr(p->lang, "Exploration probability"), s->explore, 3);
        break;
    }
}

/* The name of the weights of the validation, and of --opponent start. */
static const char *compared(const struct tuning *k) {
    return k->set->from_start ? jg_tr(k->p->lang, "initial weights") : jg_tr(k->p->lang, "usual weights");
}

static void put_settings(const struct tuning *k, const struct jg_setting_line *settings, size_t n) {
    const struct jg_tune_setting *s = k->set;
    struct jg_page *p = k->p;
    char words[JG_SPEC_MAX], low[JG_FORMAT_MAX], high[JG_FORMAT_MAX];
    struct jg_text t;
    int decimals = decimals_of(s->high - s->low) - 1;
    jg_text_init(&t, words, sizeof words);
    jg_game_spec(s->game, &t);
    jg_page_settings_begin(p);
    jg_page_setting(p, jg_tr(p->lang, "Game"), words);
    jg_page_setting(p, jg_tr(p->lang, "Evaluator"), s->evaluator->name);
    jg_page_setting(p, jg_tr(p->lang, "Player"), s->agent);
    jg_page_setting(p, jg_tr(p->lang, "Opponent"),
                    !s->rival && jg_tune_method(s->method)->centred ? jg_tr(p->lang, "the best so far")
                    : !s->rival                                     ? jg_tr(p->lang, "each other")
                    : s->rival->weights                             ? compared(k)
                                                                    : s->rival->name);
    put_method(p, s);
    put_number(p, jg_tr(p->lang, "Generations"), s->generations, 0);
    put_number(p, jg_tr(p->lang, "Pairs of games per pairing"), s->pairs, 0);
    put_number(p, jg_tr(p->lang, "Random opening moves"), s->opening, 0);
    jg_text_init(&t, words, sizeof words);
    jg_text_add(&t, jg_tr(p->lang, "%s to %s"), jg_html_number(p, JG_FORM_NUMBER, s->low, decimals, low, sizeof low),
                jg_html_number(p, JG_FORM_NUMBER, s->high, decimals, high, sizeof high));
    jg_page_setting(p, jg_tr(p->lang, "Weight range"), words);
    jg_text_init(&t, words, sizeof words);
    jg_text_add(&t, "%llu", (unsigned long long)s->seed);
    jg_page_setting(p, jg_tr(p->lang, "Seed"), words);
    jg_page_settings(p, settings, n);
    jg_page_table_end(p);
}

/* ---- Progress of the tuning ------------------------------------------------------------------- */

static void put_fitness(const struct tuning *k) {
    jg_lang lang = k->p->lang;
    struct jg_curve curves[] = {
        {.name = jg_tr(lang, "best of the generation"), .x = k->x, .y = k->best, .n = k->n, .colour = 0},
        {.name = jg_tr(lang, "mean"), .x = k->x, .y = k->mean, .n = k->n, .colour = 1, .dashed = true}};
    struct jg_plot plot = {.out = k->p->out,
                           .lang = lang,
                           .title = jg_tr(lang, "Fitness by generation"),
                           .note = k->set->rival || jg_tune_method(k->set->method)->centred
                                       ? jg_tr(lang, "share of the points against the opponent")
                                       : jg_tr(lang, "share of the points against the others of the generation")};
    struct jg_axis x = {.title = jg_tr(lang, "generation"), .scale = JG_SCALE_WHOLE};
    struct jg_axis y = {.title = jg_tr(lang, "share of the points"), .scale = JG_SCALE_SHARE};
    jg_plot_curves(&plot, &x, &y, curves, sizeof curves / sizeof *curves);
}

/* The weight to compare with. */
static double begun_with(const struct jg_tune_setting *s, int feature) {
    return s->from_start ? s->start[feature] : s->evaluator->features[feature].weight;
}

static void put_weights(const struct tuning *k) {
    struct jg_page *p = k->p;
    const struct jg_evaluator *e = k->set->evaluator;
    int decimals = decimals_of(k->set->high - k->set->low);
    jg_page_table_begin(p, jg_tr(p->lang, "Weights"), NULL, NULL);
    jg_page_heading(p, jg_tr(p->lang, "Feature"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Meaning"), NULL);
    jg_page_heading(p, k->set->from_start ? jg_tr(p->lang, "Initial") : jg_tr(p->lang, "Usual"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Tuned"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Change"), "n");
    jg_page_head_end(p);
    for (int i = 0; i < e->feature_count; i++) {
        double begun = begun_with(k->set, i), tuned = k->n ? k->history[k->n - 1].weights[i] : NAN;
        jg_page_row_begin(p);
        jg_page_cell(p, e->features[i].name, NULL);
        jg_page_cell(p, e->features[i].help ? jg_tr(p->lang, e->features[i].help) : "", "words");
        jg_html_cell(p, JG_FORM_NUMBER, begun, decimals);
        jg_html_cell(p, JG_FORM_NUMBER, tuned, decimals);
        jg_html_cell(p, JG_FORM_SIGNED, tuned - begun, decimals);
        jg_page_row_end(p);
    }
    jg_page_table_end(p);
}

static void put_moves(const struct tuning *k) {
    struct jg_page *p = k->p;
    const struct jg_evaluator *e = k->set->evaluator;
    jg_page_say(p, "note",
                k->set->from_start
                    ? jg_tr(p->lang, "Best weights by generation; the dashed line is the initial weight.")
                    : jg_tr(p->lang, "Best weights by generation; the dashed line is the usual weight."));
    jg_buffer_put(p->out, "<div class=\"small\">\n");
    for (int i = 0; i < e->feature_count; i++) {
        for (size_t g = 0; g < k->n; g++) k->weight[g] = k->history[g].weights[i];
        struct jg_curve curve = {.name = e->features[i].name, .x = k->x, .y = k->weight, .n = k->n};
        struct jg_plot plot = {.out = p->out, .lang = p->lang, .title = e->features[i].name};
        jg_plot_small(&plot, &curve, begun_with(k->set, i));
    }
    jg_buffer_put(p->out, "</div>\n");
}

/* ---- The page ----------------------------------------------------------------------------------- */

static void put_tuning(const struct tuning *k, const struct jg_tally *proof) {
    struct jg_page *p = k->p;
    if (proof) {
        const char *tuned = jg_tr(p->lang, "tuned weights"), *begun = compared(k);
        jg_page_section(p, jg_tr(p->lang, "Validation"));
        jg_html_lead(p, proof, tuned, begun);
        jg_html_tiles(p, proof, tuned);
        jg_html_results(p, proof, (struct jg_html_side){.name = tuned}, (struct jg_html_side){.name = begun}, NULL);
        jg_html_pairs(p, proof, tuned);
        char note[JG_SPEC_MAX + 256], agent[JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, agent, sizeof agent);
        jg_agent_title(k->set->game->kind, k->set->agent, p->lang, &t);
        jg_text_init(&t, note, sizeof note);
        jg_text_add(&t, jg_tr(p->lang, "Played by %s from new openings; other agents and limits were not tested."),
                    agent);
        jg_page_say(p, "note", note);
    }
    jg_page_section(p, jg_tr(p->lang, "Result"));
    put_weights(k);
    jg_page_section(p, jg_tr(p->lang, "Tuning history"));
    if (k->n) {
        put_fitness(k);
        put_moves(k);
    } else {
        jg_page_say(p, NULL, jg_tr(p->lang, "No generation was finished."));
    }
}

char *jg_html_tune(const struct jg_tune_setting *setting, const struct jg_generation *history, size_t generations,
                   const struct jg_tally *proof, const struct jg_setting_line *settings, size_t n, jg_lang lang) {
    struct jg_buffer out = {0};
    struct jg_page page = {.out = &out, .lang = lang};
    double *numbers = malloc((4 * generations + 1) * sizeof *numbers);
    struct tuning k = {.p = &page, .set = setting, .history = history, .n = generations};
    char about[JG_SPEC_MAX], games[JG_FORMAT_MAX];
    struct jg_text t;
    if (!numbers) return NULL;
    k.x = numbers;
    k.best = k.x + generations;
    k.mean = k.best + generations;
    k.weight = k.mean + generations;
    for (size_t i = 0; i < generations; i++) {
        k.x[i] = history[i].number;
        k.best[i] = history[i].best;
        k.mean[i] = history[i].mean;
    }
    jg_text_init(&t, about, sizeof about);
    jg_html_number(&page, JG_FORM_NUMBER, generations ? (double)history[generations - 1].games : 0, 0, games,
                   sizeof games);
    jg_text_add(&t, jg_tr(lang, "the weights of %s after %zu generations and %s games"), setting->evaluator->name,
                generations, games);
    jg_page_begin(&page, jg_tr(lang, "Tuning"), jg_tr(lang, setting->game->kind->title), about);
    put_tuning(&k, proof);
    jg_page_section(&page, jg_tr(lang, "Settings"));
    put_settings(&k, settings, n);
    free(numbers);
    return jg_page_end(&page, settings, n);
}
