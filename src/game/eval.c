/* Evaluators: finding one by name, evaluating positions and finished games, printing values. */
#include "game/weights.h"

#include <string.h>

enum jg_status jg_eval_open(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    if (name[0] == '@') return jg_weights_load(e, g, name + 1, err);
    jg_text_init(&t, names, sizeof names);
    for (const struct jg_evaluator *by = g->kind->evaluators; by->name; by++) {
        if (!name[0] || !strcmp(by->name, name)) {
            *e = (struct jg_eval){.by = by};
            for (int i = 0; i < by->feature_count; i++) e->weights[i] = by->features[i].weight;
            return JG_OK;
        }
        jg_text_add(&t, "%s%s", t.used ? ", " : "", by->name);
    }
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown evaluator '%s'; %s has %s", name, g->kind->name, names);
}

int32_t jg_eval_end(const struct jg_eval *e, const struct jg_game *g, const void *state, int team) {
    if (e->by->ends) return jg_eval_value(e, g, state, team);
    int32_t score = jg_score(g, state, team);
    return score > 0 ? JG_WIN : score < 0 ? -JG_WIN : 0;
}

static int32_t score_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)weights;
    return jg_turn(g, state) == JG_OVER ? jg_score(g, state, team) : 0;
}

const struct jg_evaluator jg_eval_score = {
    .name = "score", .help = "the score with best play", .unit = 1, .ends = true, .value = score_value};

void jg_value_print(struct jg_text *t, const struct jg_evaluator *by, int32_t value, jg_lang lang) {
    if (value >= JG_WIN / 2)
        jg_text_put(t, jg_tr(lang, "win"));
    else if (value <= -JG_WIN / 2)
        jg_text_put(t, jg_tr(lang, "loss"));
    else if (by->chance)
        jg_text_add_local(t, lang, "%.1f %%", 50 + 50.0 * value / JG_CHANCES);
    else if (by->unit == 1 || value == 0)
        jg_text_add(t, value ? "%+d" : "%d", value);
    else
        jg_text_add_local(t, lang, "%+.2f", (double)value / by->unit);
}
