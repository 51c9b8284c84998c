/* Rollouts for clients: analysis jobs on one thread, with limits of time, trials and memory. The results so far are sent
 * now and then. */
#include "web/analysis_job.h"

#include "core/clock.h"
#include "core/json.h"
#include "runs/rollout.h"

#include <stdlib.h>

enum {
    USUAL_TRIALS = 500,
    TRIALS_MAX = 10000, /* also for trusted clients: the command has no such limit */
};

static const double CONFIDENCE = 0.99;
static const double PAUSE = 0.2; /* seconds between two messages */

/* A rollout in progress. */
struct rolling {
    struct jg_analysis_job *t;
    const struct jg_snapshot *s;
    const char *agent;
    struct jg_rollout *rollout;
    struct jg_rollout_result result;
    uint64_t trials;
    double begin, reported;
};

/* Adds what each move does, in words. */
static json_t *moves_json(const struct rolling *h) {
    const struct jg_game *g = &h->s->game;
    json_t *moves = jg_run_rollout_json(h->rollout, g, &h->result);
    for (int i = 0; i < h->result.move_count; i++) {
        char words[256] = "";
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        if (h->result.moves[i].move)
            g->kind->describe_move(g, jg_rollout_view(h->rollout), h->result.moves[i].move, h->t->lang, &t);
        json_object_set_new(json_array_get(moves, (size_t)i), "words", json_string(words));
    }
    return moves;
}

static json_t *rollout_json(const struct rolling *h) {
    const struct jg_rollout_result *r = &h->result;
    return json_pack("{s:i, s:o, s:s, s:I, s:I, s:f, s:b, s:f, s:o}", "ply", h->s->record.count, "seat",
                     r->seat < 0 ? json_null() : json_integer(r->seat), "agent", h->agent, "trials",
                     (json_int_t)r->trials, "most", (json_int_t)h->trials, "confidence", CONFIDENCE, "settled",
                     r->settled, "seconds", jg_clock() - h->begin, "moves", moves_json(h));
}

/* Sends the results so far after a round. */
static void report(struct rolling *h) {
    double now = jg_clock(), done = (double)h->result.trials / (double)h->trials;
    if (now - h->reported < PAUSE) return;
    h->reported = now;
    jg_analysis_send(h->t,
                     json_pack("{s:s, s:I, s:f, s:o}", "on", "job", "job", (json_int_t)h->t->id, "done", done,
                               "rollout", rollout_json(h)),
                     true);
}

static void run_rounds(struct rolling *h) {
    enum jg_status status = JG_OK;
    while (!status && !jg_rollout_done(h->rollout)) {
        status = jg_rollout_step(h->rollout, NULL, NULL, &h->t->err);
        jg_rollout_result(h->rollout, &h->result);
        if (!status) report(h);
    }
    if (status == JG_ESTOP) h->t->err = (struct jg_error){.lang = h->t->lang}; /* the results so far count */
    if ((status && status != JG_ESTOP) || !h->result.trials) return;
    h->t->ok = rollout_json(h);
    if (!h->t->ok) jg_fail(&h->t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static void roll_out(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    char spec[JG_SPEC_MAX];
    const char *asked = t->agent ? t->agent : jg_rollout_agent(&s->game);
    struct rolling *h = calloc(1, sizeof *h);
    if (!h) {
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return;
    }
    *h = (struct rolling){.t = t, .s = s, .agent = asked, .begin = jg_clock(), .reported = jg_clock()};
    h->trials = t->trials < 1 ? USUAL_TRIALS : t->trials > TRIALS_MAX ? TRIALS_MAX : (uint64_t)t->trials;
    if (h->trials < 2) h->trials = 2;
    if (jg_record_turn(&s->record) == JG_OVER)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "the game is over in this position; there is nothing to roll out");
    else if (!jg_policy_check_agent(&s->game, asked, t->trust, t->share, &t->err)) {
        jg_policy_agent_spec(asked, t->trust, t->share, spec);
        struct jg_rollout_setting setting = {.game = &s->game,
                                             .state = jg_record_state(&s->record),
                                             .agent = spec,
                                             .trials = h->trials,
                                             .confidence = CONFIDENCE,
                                             .seed = 1,
                                             .threads = 1,
                                             .stop = &t->task.job.stop};
        h->rollout = jg_rollout_open(&setting, NULL, &t->err);
        if (h->rollout) run_rounds(h);
        jg_rollout_close(h->rollout);
    }
    free(h);
}

void jg_analysis_run_rollout(struct jg_job *job) { jg_analysis_with_snapshot(job, roll_out); }
