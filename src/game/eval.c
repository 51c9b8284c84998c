/* Evaluators: finding one by name, evaluating positions and finished games, printing values. */
#include "core/file.h"
#include "core/math.h"
#include "game/network.h"
#include "game/weights.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Opens a network from bytes. */
static enum jg_status open_network(struct jg_eval *e, const struct jg_game *g, const struct jg_evaluator *by,
                                   const void *bytes, size_t size, struct jg_error *err) {
    struct jg_network *network;
    if (g->kind->policy)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "networks of %s predict choices, they do not evaluate positions",
                       g->kind->name);
    enum jg_status status = jg_network_read(&network, g, bytes, size, err);
    if (!status) *e = (struct jg_eval){.by = by, .network = network};
    return status;
}

/* Opens a file of weights or a network. */
static enum jg_status open_file(struct jg_eval *e, const struct jg_game *g, const char *path, struct jg_error *err) {
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    bool chance = g->kind->traits & JG_HAS_CHANCE;
    size_t size;
    char *bytes = jg_file_read_bytes(path, JG_NETWORK_FILE_MAX, &size, &why);
    if (!bytes) return jg_fail(err, why.code, JG_NOWHERE, "%s", why.message);
    if (!jg_network_begins(bytes, size)) {
        free(bytes);
        return jg_weights_load(e, g, path, err);
    }
    enum jg_status status = open_network(e, g, chance ? &jg_eval_network_chance : &jg_eval_network, bytes, size, &why);
    free(bytes);
    if (status) jg_fail(err, status, JG_NOWHERE, "%s: %s", path, why.message);
    return status;
}

void jg_eval_close(struct jg_eval *e) {
    jg_network_free(e->network);
    *e = (struct jg_eval){0};
}

enum jg_status jg_eval_open(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err) {
    char names[256];
    struct jg_text t;
    *e = (struct jg_eval){0};
    if (name[0] == '@') return open_file(e, g, name + 1, err);
    jg_text_init(&t, names, sizeof names);
    for (const struct jg_evaluator *by = g->kind->evaluators; by->name; by++) {
        if (!name[0] || !strcmp(by->name, name)) {
            if (by->network) return open_network(e, g, by, by->network->bytes, by->network->size, err);
            *e = (struct jg_eval){.by = by};
            for (int i = 0; i < by->feature_count; i++) e->weights[i] = by->features[i].weight;
            return JG_OK;
        }
        jg_text_add(&t, "%s%s", t.used ? ", " : "", by->name);
    }
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown evaluator '%s'; %s has %s", name, g->kind->name, names);
}

enum jg_status jg_eval_open_strong(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err) {
    struct jg_inputs in;
    jg_inputs(g, &in);
    for (const struct jg_evaluator *by = g->kind->evaluators; !name[0] && by->name; by++)
        if (by->network && !strcmp(by->network->layout, in.layout)) name = by->name;
    return jg_eval_open(e, g, name, err);
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

const struct jg_evaluator jg_eval_chance = {
    .name = "chance", .help = "probability of winning", .unit = 1, .chance = true};

static const double UNITS = 3; /* default `odds` of an evaluator, in units of the score */

double jg_value_chance(const struct jg_evaluator *by, int32_t value, bool proven) {
    bool is_result = proven && by && by->ends && !by->chance;
    if (is_result) return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    if (value >= JG_WIN / 2) return 1;
    if (value <= -JG_WIN / 2) return 0;
    if (!by) return 0.5;
    if (by->chance) return fmin(1, fmax(0, 0.5 + 0.5 * value / JG_CHANCES));
    return 1 / (1 + jg_math_exp(-value / (by->odds > 0 ? by->odds : UNITS * by->unit)));
}

/* Whether values are in the game's unit. Those of a network are logits. */
static bool has_score(const struct jg_evaluator *by) {
    return by == &jg_eval_score || (by->unit > 1 && !by->network && by != &jg_eval_network);
}

const char *jg_value_unit(const struct jg_evaluator *by) {
    return by->chance ? "chance" : has_score(by) ? "score" : "points";
}

double jg_value_number(const struct jg_evaluator *by, int32_t value) {
    if (value >= JG_WIN / 2) return JG_WIN;
    if (value <= -JG_WIN / 2) return -JG_WIN;
    return by->chance ? 0.5 + 0.5 * value / JG_CHANCES : (double)value / by->unit;
}

json_t *jg_value_json(const struct jg_evaluator *by, int32_t value) {
    if (!by) return json_null();
    double x = jg_value_number(by, value);
    bool whole = x == JG_WIN || x == -JG_WIN || (by->unit == 1 && !by->chance);
    return whole ? json_integer((json_int_t)x) : json_real(x);
}

bool jg_value_score(const struct jg_evaluator *by, int32_t value, double *score) {
    if (abs(value) >= JG_WIN / 2 || strcmp(jg_value_unit(by), "score")) return false;
    *score = jg_value_number(by, value);
    return true;
}

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
