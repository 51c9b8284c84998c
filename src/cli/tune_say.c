#include "cli/tune_say.h"

#include "cli/kept.h"

#include "game/weights.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const double *tune_weights(const struct tune_result *r) { return r->history[r->generations - 1].weights; }

/* ---- Settings ------------------------------------------------------------------------------ */

static const char *const CROSSOVERS[] = {"one", "two", "uniform"};

static const char *method_name(const struct tune_result *r) { return jg_tune_method(r->setting->method)->name; }

static json_t *weights_json(const struct jg_evaluator *by, const double *weights) {
    json_t *o = json_object();
    for (int i = 0; i < by->feature_count; i++)
        json_object_set_new(o, by->features[i].name, json_real(weights[i] + 0.0)); /* and no -0 */
    return o;
}

json_t *tune_parameters(const struct tune_result *r) {
    const struct jg_tune_setting *s = r->setting;
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:i, s:i, s:i, s:f, s:f, s:o, s:b}", "game", r->game,
                          "evaluator", s->evaluator->name, "method", method_name(r), "agent", r->agent, "opponent",
                          r->opponent, "seed", seed_json(s->seed), "generations", s->generations, "games", 2 * s->pairs,
                          "opening_plies", s->opening, "low", s->low, "high", s->high, "start",
                          weights_json(s->evaluator, s->start), "from_start", s->from_start);
    json_object_set_new(o, "agents", json_pack(r->opponent[0] ? "[s, s]" : "[s]", r->agent, r->opponent));
    json_t *files = json_object();
    kept_files(files, r->player);
    if (s->rival) kept_files(files, s->rival);
    if (json_object_size(files)) json_object_set(o, "files", files);
    json_decref(files);
    if (s->method == JG_TUNE_GENETIC || s->method == JG_TUNE_CMA)
        json_object_set_new(o, "population", json_integer(s->population));
    if (s->method == JG_TUNE_GENETIC) {
        json_object_set_new(o, "survive", json_real(s->survive));
        json_object_set_new(o, "mutation", json_real(s->mutation));
        json_object_set_new(o, "crossover", json_string(CROSSOVERS[s->crossover]));
    } else {
        json_object_set_new(o, "step", json_real(s->step));
    }
    if (s->method == JG_TUNE_Q) {
        json_object_set_new(o, "discount", json_real(s->discount));
        json_object_set_new(o, "explore", json_real(s->explore));
    }
    return o;
}

/* ---- The file ------------------------------------------------------------------------------ */

void tune_notes(const struct tune_result *r, struct jg_text *t) {
    const struct jg_tune_setting *s = r->setting;
    struct jg_score score;
    jg_text_add(t, "# tuned for %s with %s by %s, %d generations, %llu games, seed %llu, by jogada %s\n", r->game,
                r->agent, method_name(r), s->generations, (unsigned long long)r->history[r->generations - 1].games,
                (unsigned long long)s->seed, jg_version());
    if (!jg_tally_games(&r->proof)) return;
    jg_tally_score(&r->proof, &score);
    jg_text_add(t, "# %.1f %% (%.1f to %.1f) of %llu games against the weights it was compared with\n",
                100 * score.share, 100 * score.low, 100 * score.high, (unsigned long long)jg_tally_games(&r->proof));
}

/* ---- For programs -------------------------------------------------------------------------- */

static json_t *proof_json(const struct jg_tally *t) {
    struct jg_score score;
    if (!jg_tally_games(t)) return json_null();
    jg_tally_score(t, &score);
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:[f, f], s:o, s:o}", "games", (json_int_t)jg_tally_games(t), "wins",
                     (json_int_t)t->wins, "draws", (json_int_t)t->draws, "losses", (json_int_t)t->losses, "score",
                     score.share, "ci95", score.low, score.high, "p_value", real_json(score.p_value), "elo",
                     real_json(score.elo));
}

static json_t *document(const struct tune_result *r) {
    const struct jg_evaluator *by = r->setting->evaluator;
    json_t *o = tune_parameters(r), *history = json_array();
    for (size_t i = 0; i < r->generations; i++) {
        const struct jg_generation *g = &r->history[i];
        json_array_append_new(history, json_pack("{s:i, s:f, s:f, s:I, s:o}", "generation", g->number, "best", g->best,
                                                 "mean", g->mean, "games", (json_int_t)g->games, "weights",
                                                 weights_json(by, g->weights)));
    }
    json_object_del(o, "files"); /* matter to the store only */
    json_object_set_new(o, "weights", weights_json(by, tune_weights(r)));
    json_object_set_new(o, "file", json_string(r->file));
    json_object_set_new(o, "proof", proof_json(&r->proof));
    json_object_set_new(o, "history", history);
    return o;
}

/* ---- For people ---------------------------------------------------------------------------- */

static const char *weight_text(double weight, char out[32]) {
    struct jg_text t;
    jg_text_init(&t, out, 32);
    jg_weight_print(&t, weight);
    return out;
}

static void print_weights(const struct tune_result *r) {
    const struct cli *c = r->c;
    const struct jg_evaluator *by = r->setting->evaluator;
    const char *titles[3] = {tr(c, "feature"), tr(c, "start"), tr(c, "tuned")};
    char a[32], b[32];
    int name = text_width(titles[0]);
    for (int i = 0; i < by->feature_count; i++)
        if (text_width(by->features[i].name) > name) name = text_width(by->features[i].name);
    ink(c, JG_INK_FAINT);
    printf("%s%*s%*s%s%*s%s\n", titles[0], name - text_width(titles[0]), "", 12 - text_width(titles[1]), "", titles[1],
           12 - text_width(titles[2]), "", titles[2]);
    ink(c, JG_INK_PLAIN);
    for (int i = 0; i < by->feature_count; i++)
        printf("%-*s%12s%12s  %s\n", name, by->features[i].name, weight_text(r->setting->start[i], a),
               weight_text(tune_weights(r)[i], b), tr(c, by->features[i].help));
}

static void print_proof(const struct tune_result *r) {
    const struct cli *c = r->c;
    struct jg_score score;
    if (!jg_tally_games(&r->proof)) return;
    jg_tally_score(&r->proof, &score);
    putchar('\n');
    printf(
        r->setting->from_start
            ? tr(c, "Proof: %.1f %% of %llu games, drawn anew, against the start (95 %%: %.1f to %.1f %%)\n")
            : tr(c, "Proof: %.1f %% of %llu games, drawn anew, against the usual weights (95 %%: %.1f to %.1f %%)\n"),
        100 * score.share, (unsigned long long)jg_tally_games(&r->proof), 100 * score.low, 100 * score.high);
    switch (jg_score_verdict(&score)) {
    case JG_SCORE_STRONGER: puts(tr(c, "The tuned weights are better.")); break;
    case JG_SCORE_WEAKER:
        puts(tr(c, "The tuned weights are worse: more generations, more games or another method may help."));
        break;
    case JG_SCORE_OPEN: puts(tr(c, "That they are better is not shown: more games of the proof would tell.")); break;
    }
}

/* A spec that plays with the file, to be typed; none if the file's name is too long for one. */
static void print_use(const struct tune_result *r) {
    const struct cli *c = r->c;
    const char *agent = r->setting->agent;
    char spec[JG_SPEC_MAX], quoted[5 * JG_SPEC_MAX];
    struct jg_text t;
    struct jg_player player;
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "%s%ceval=@%s", agent, strchr(agent, ':') ? ',' : ':', r->file);
    putchar('\n');
    if (t.cut || jg_player_init(&player, r->setting->game, spec, NULL)) {
        printf(tr(c, "Written to %s. To play against it, give it a shorter name.\n"), r->file);
        return;
    }
    printf(tr(c, "Written to %s. To play against it:\n"), r->file);
    jg_text_init(&t, quoted, sizeof quoted);
    shell_word(&t, r->game);
    jg_text_put(&t, " human ");
    shell_word(&t, spec);
    printf("  jogada play %s\n", quoted);
}

int tune_say(const struct tune_result *r) {
    const struct cli *c = r->c;
    if (c->options.json) return say_json(document(r));
    ink(c, JG_INK_STRONG);
    printf(tr(c, "%s, evaluator %s, by %s: %d generations, %llu games\n"), r->game, r->setting->evaluator->name,
           method_name(r), r->setting->generations, (unsigned long long)r->history[r->generations - 1].games);
    ink(c, JG_INK_PLAIN);
    print_weights(r);
    print_proof(r);
    print_use(r);
    return EXIT_SUCCESS;
}
