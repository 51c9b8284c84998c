#include "cli/tune_result.h"

#include "cli/stored.h"

#include "game/weights.h"
#include "report/format.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const double *tune_weights(const struct tune_result *r) { return r->stored.history[r->stored.done - 1].weights; }

/* ---- Settings ------------------------------------------------------------------------------ */

static const char *method_name(const struct tune_result *r) { return jg_tune_method(r->stored.setting->method)->name; }

/* ---- The file ------------------------------------------------------------------------------ */

void tune_notes(const struct tune_result *r, struct jg_text *t) {
    const struct jg_tune_setting *s = r->stored.setting;
    struct jg_tally_score score;
    jg_text_add(t, "# tuned for %s with %s by %s, %d generations, %llu games, seed %llu, by jogada %s\n",
                r->stored.game, r->stored.player->spec, method_name(r), s->generations,
                (unsigned long long)r->stored.history[r->stored.done - 1].games, (unsigned long long)s->seed,
                jg_version());
    if (!jg_tally_games(&r->proof)) return;
    jg_tally_score(&r->proof, &score);
    jg_text_add(t, "# %.1f %% (%.1f to %.1f) of %llu games against the weights it was compared with\n",
                100 * score.share, 100 * score.low, 100 * score.high, (unsigned long long)jg_tally_games(&r->proof));
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static json_t *proof_json(const struct jg_tally *t) {
    struct jg_tally_score score;
    if (!jg_tally_games(t)) return json_null();
    jg_tally_score(t, &score);
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:[f, f], s:o, s:o}", "games", (json_int_t)jg_tally_games(t), "wins",
                     (json_int_t)t->wins, "draws", (json_int_t)t->draws, "losses", (json_int_t)t->losses, "score",
                     score.share, "ci95", score.low, score.high, "p_value", jg_run_real_json(score.p_value), "elo",
                     jg_run_real_json(score.elo));
}

static json_t *document(const struct tune_result *r) {
    const struct jg_evaluator *by = r->stored.setting->evaluator;
    json_t *o = jg_run_tuning_parameters(&r->stored), *history = json_array();
    for (size_t i = 0; i < r->stored.done; i++) {
        const struct jg_generation *g = &r->stored.history[i];
        json_array_append_new(history, json_pack("{s:i, s:f, s:f, s:I, s:o}", "generation", g->number, "best", g->best,
                                                 "mean", g->mean, "games", (json_int_t)g->games, "weights",
                                                 jg_run_weights_json(by, g->weights)));
    }
    json_object_del(o, "files"); /* only matter to the store */
    json_object_del(o, "bots");
    json_object_set_new(o, "weights", jg_run_weights_json(by, tune_weights(r)));
    json_object_set_new(o, "file", json_string(r->file));
    json_object_set_new(o, "proof", proof_json(&r->proof));
    json_object_set_new(o, "history", history);
    json_object_set_new(o, "stored", jg_run_known_json(&r->stored.stored));
    return o;
}

/* ---- Text ---------------------------------------------------------------------------------- */

/* A weight as its file has it, with the decimal separator of the language. */
static const char *weight_text(const struct cli *c, double weight, char out[32]) {
    char plain[32];
    struct jg_text t;
    jg_text_init(&t, plain, sizeof plain);
    jg_weight_print(&t, weight);
    jg_text_init(&t, out, 32);
    jg_format_localize(&t, plain, c->lang);
    return out;
}

static void print_weights(const struct tune_result *r) {
    const struct cli *c = r->c;
    const struct jg_evaluator *by = r->stored.setting->evaluator;
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
        printf("%-*s%12s%12s  %s\n", name, by->features[i].name, weight_text(c, r->stored.setting->start[i], a),
               weight_text(c, tune_weights(r)[i], b), tr(c, by->features[i].help));
}

static void print_proof(const struct tune_result *r) {
    const struct cli *c = r->c;
    struct jg_tally_score score;
    if (!jg_tally_games(&r->proof)) return;
    jg_tally_score(&r->proof, &score);
    putchar('\n');
    print_local(
        c, stdout,
        r->stored.setting->from_start
            ? tr(c, "Validation: %.1f %% of %llu new games against the initial weights (95 %%: %.1f to %.1f %%)\n")
            : tr(c, "Validation: %.1f %% of %llu new games against the usual weights (95 %%: %.1f to %.1f %%)\n"),
        100 * score.share, (unsigned long long)jg_tally_games(&r->proof), 100 * score.low, 100 * score.high);
    switch (jg_tally_verdict(&score)) {
    case JG_SCORE_STRONGER:
        printf(tr(c, "The tuned weights are better for %s. With another agent or other limits, play a match.\n"),
               r->stored.player->spec);
        break;
    case JG_SCORE_WEAKER:
        printf(tr(c, "The tuned weights are worse for %s; try more generations, more games or another method.\n"),
               r->stored.player->spec);
        break;
    case JG_SCORE_OPEN: puts(tr(c, "The difference is not significant; --proof with more games may decide it.")); break;
    }
}

/* Prints the command that plays against the tuned weights, unless the file name is too long for a spec. */
static void print_use(const struct tune_result *r) {
    const struct cli *c = r->c;
    const char *agent = r->stored.setting->agent;
    char spec[JG_SPEC_MAX], quoted[5 * JG_SPEC_MAX];
    struct jg_text t;
    struct jg_player player;
    struct jg_error err = {.lang = c->lang};
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "%s%ceval=@%s", agent, strchr(agent, ':') ? ',' : ':', r->file);
    putchar('\n');
    bool bad = t.cut || jg_player_init(&player, r->stored.setting->game, spec, &err);
    if (bad && err.code && err.code != JG_EINPUT) {
        print_out_of_memory(c);
    } else if (bad) {
        printf(tr(c, "Weights written to %s. To play against them, give the file a shorter name.\n"), r->file);
        return;
    }
    printf(tr(c, "Weights written to %s. To play against them:\n"), r->file);
    jg_text_init(&t, quoted, sizeof quoted);
    shell_word(&t, r->stored.game);
    jg_text_put(&t, " human ");
    shell_word(&t, spec);
    printf("  jogada play %s\n", quoted);
}

int tune_print_result(const struct tune_result *r) {
    const struct cli *c = r->c;
    if (c->options.json) return print_json(document(r));
    ink(c, JG_INK_STRONG);
    printf(tr(c, "%s, evaluator %s, method %s: %d generations, %llu games\n"), r->stored.game,
           r->stored.setting->evaluator->name, method_name(r), r->stored.setting->generations,
           (unsigned long long)r->stored.history[r->stored.done - 1].games);
    ink(c, JG_INK_PLAIN);
    print_weights(r);
    print_proof(r);
    print_use(r);
    return EXIT_SUCCESS;
}
