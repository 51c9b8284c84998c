#include "web/analysis_job.h"

#include "agents/agent_report.h"
#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "report/tree.h"

#include <jogada/review.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_MS = 200,          /* default for a position of a review */
    LEAST_MS = 10,           /* for a position of a long game */
    MOVES_SHOWN = 8,         /* candidate moves for each position of a review */
    PV_SHOWN = 12,           /* moves of its principal variation */
    TREE_NODES = 3000,       /* that are sent; others are folded */
    TREE_FEWER = 800,        /* the same for games with long positions */
    TREE_BYTES = 700 * 1000, /* of a message */
};

static const double PAUSE = 0.1; /* seconds between two progress messages of one search */

/* ---- The agent ------------------------------------------------------------------------------- */

/* Copies a spec without its limits `nodes` and `ms`. */
static void put_unlimited(struct jg_text *t, const char *spec) {
    const char *p = spec + jg_spec_name(spec);
    char mark = ':';
    jg_text_add(t, "%.*s", (int)(p - spec), spec);
    while (*p) {
        size_t length = strcspn(++p, ",");
        if (strncmp(p, "nodes=", 6) && strncmp(p, "ms=", 3)) {
            jg_text_add(t, "%c%.*s", mark, (int)length, p);
            mark = ',';
        }
        p += length;
    }
}

static bool takes_ms(const char *spec) {
    size_t length = jg_spec_name(spec);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++)
        if (strlen(k->name) == length && !strncmp(k->name, spec, length))
            return jg_options_find(k->options, "ms", 2) != NULL;
    return false;
}

/* Opens the requested agent, or the game's default opponent, with `ms` milliseconds for a position if it has that
 * option. */
static enum jg_status open_agent(const struct jg_analysis_job *t, const struct jg_game *g, int ms,
                                 char spec[JG_SPEC_MAX], struct jg_agent *a, struct jg_error *err) {
    struct jg_text s;
    bool usual = !t->agent || !strcmp(t->agent, g->kind->opponent);
    jg_text_init(&s, spec, JG_SPEC_MAX);
    if (!usual)
        jg_text_put(&s, t->agent);
    else if (ms)
        put_unlimited(&s, g->kind->opponent);
    else
        jg_text_put(&s, g->kind->opponent);
    if (s.cut) return jg_fail(err, JG_EINPUT, JG_SPEC_MAX, "spec too long: at most %d characters", JG_SPEC_MAX - 1);
    if (ms && takes_ms(spec) && jg_spec_position(spec, "ms") < 0)
        jg_text_add(&s, "%cms=%d", spec[jg_spec_name(spec)] ? ',' : ':', ms);
    if (s.cut) return jg_fail(err, JG_EINPUT, JG_SPEC_MAX, "spec too long: at most %d characters", JG_SPEC_MAX - 1);
    return jg_policy_open_agent(a, g, spec, t->trust, t->share, err);
}

/* ---- Messages -------------------------------------------------------------------------------- */

void jg_analysis_update_free(struct jg_analysis_update *updates) {
    for (struct jg_analysis_update *next; updates; updates = next) {
        next = updates->next;
        free(updates->text);
        free(updates);
    }
}

void jg_analysis_send(struct jg_analysis_job *t, json_t *message, bool only) {
    struct jg_analysis_update *new = calloc(1, sizeof *new), *old = NULL;
    char *text = jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (new) new->text = text;
    if (!new || !text) {
        free(new);
        free(text);
        return;
    }
    pthread_mutex_lock(&t->lock);
    if (only) {
        old = t->updates;
        t->updates_end = &t->updates;
    }
    *t->updates_end = new;
    t->updates_end = &new->next;
    pthread_mutex_unlock(&t->lock);
    jg_analysis_update_free(old);
    jg_pool_notify(t->work, &t->task.job);
}

/* A search in progress. */
struct search {
    struct jg_analysis_job *t;
    struct jg_agent *agent;
    struct jg_ask ask;
    const char *spec;
    int ply, ms;
    double begin, reported;
};

static void put_ply_and_agent(json_t *evaluation, int ply, const char *spec) {
    json_object_set_new(evaluation, "ply", json_integer(ply));
    json_object_set_new(evaluation, "agent", json_string(spec));
}

/* The agent's progress callback. */
static void report_progress(void *arg, const struct jg_report *report) {
    struct search *h = arg;
    double now = jg_clock(), spent = now - h->begin, share = h->ms ? fmin(1, spent * 1000 / h->ms) : 0;
    if (now - h->reported < PAUSE) return;
    h->reported = now;
    json_t *best = jg_evaluation_progress_json(h->agent, &h->ask.query, report, h->t->lang);
    if (!best) return;
    put_ply_and_agent(best, h->ply, h->spec);
    json_object_set_new(best, "seconds", json_real(spent));
    jg_analysis_send(
        h->t, json_pack("{s:s, s:I, s:f, s:o}", "on", "job", "job", (json_int_t)h->t->id, "done", share, "best", best),
        true);
}

/* ---- Analysis -------------------------------------------------------------------------------- */

static int clipped(int64_t ms, int most) { return ms < 1 ? 0 : ms > most ? most : (int)ms; }

static void analyze(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    char spec[JG_SPEC_MAX];
    struct jg_agent a = {0};
    struct jg_report report;
    struct search h = {.t = t, .agent = &a, .spec = spec, .ply = s->record.count, .ms = clipped(t->ms, t->think)};
    if (jg_snapshot_check(s, h.ply, &t->err)) return;
    if (open_agent(t, &s->game, h.ms, spec, &a, &t->err)) return;
    h.ask = (struct jg_ask){.seed = 1, .stop = &t->task.job.stop, .all = true, .progress = report_progress, .arg = &h};
    h.begin = jg_clock();
    if (!jg_ask_record(&h.ask, &a, &s->record, h.ply, &report, &t->err)) {
        t->ok = jg_evaluation_json(&a, &h.ask.query, &report, t->lang);
        if (t->ok)
            put_ply_and_agent(t->ok, h.ply, spec);
        else
            jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    jg_agent_close(&a);
}

/* Serializes the reply, so that the event loop need not. */
static void serialize_reply(struct jg_analysis_job *t) {
    if (!t->ok) return;
    json_t *message = json_pack("{s:I, s:o}", "id", (json_int_t)t->id, "ok", t->ok);
    t->ok = NULL;
    t->text_reply = jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (!t->text_reply) jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_analysis_with_snapshot(struct jg_job *job,
                               void (*use)(struct jg_analysis_job *t, const struct jg_snapshot *s)) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)job;
    struct jg_snapshot *s = malloc(sizeof *s);
    if (!s)
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (!jg_snapshot_open(s, t->game, t->position, t->moves, t->trust, &t->err)) {
        use(t, s);
        jg_snapshot_close(s);
    }
    serialize_reply(t);
    free(s);
}

void jg_analysis_run_analyze(struct jg_job *job) { jg_analysis_with_snapshot(job, analyze); }

/* ---- Review ---------------------------------------------------------------------------------- */

/* A review in progress. */
struct review {
    struct jg_analysis_job *t;
    const struct jg_snapshot *s;
    struct jg_agent agent;
    char spec[JG_SPEC_MAX];
    json_t *plies;
};

/* A review has many evaluations: each is sent in a shorter form. */
static json_t *evaluation_json(struct review *v, const struct jg_review_move *m) {
    json_t *o = jg_evaluation_progress_json(&v->agent, m->query, m->report, v->t->lang);
    json_t *moves = json_object_get(o, "moves"), *line = json_object_get(o, "line");
    put_ply_and_agent(o, m->ply, v->spec);
    while (json_array_size(moves) > MOVES_SHOWN) json_array_remove(moves, json_array_size(moves) - 1);
    while (json_array_size(line) > PV_SHOWN) json_array_remove(line, json_array_size(line) - 1);
    if (m->loss >= 0) {
        json_object_set_new(o, "loss", json_real(m->loss));
        if (m->gave >= 0) json_object_set_new(o, "gave", json_integer(m->gave));
        json_object_set_new(o, "mark", json_string(jg_review_mark_name(m->mark)));
    }
    return o;
}

/* The final position: the result for the first seat. */
static json_t *end_json(const struct review *v, const struct jg_review_move *m) {
    const struct jg_game *g = &v->s->game;
    int32_t score = m->best_value;
    char position[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, jg_record_state_at(&v->s->record, m->ply), &t);
    return json_pack("{s:i, s:s, s:i, s:s, s:s, s:s, s:i, s:s, s:i, s:s, s:f, s:b, s:i, s:i, s:i, s:f, s:[], s:[]}",
                     "ply", m->ply, "position", position, "seat", m->seat, "agent", v->spec, "move", "", "words", "",
                     "value", (int)score, "unit", "score", "margin", (int)score, "shown",
                     jg_tr(v->t->lang, score > 0   ? "win"
                                       : score < 0 ? "loss"
                                                   : "draw"),
                     "win", m->chance, "proven", true, "exact", (score > 0) - (score < 0), "depth", 0, "nodes", 0,
                     "seconds", 0.0, "line", "moves");
}

static void publish(void *arg, const struct jg_review_move *m) {
    struct review *v = arg;
    json_t *o = m->report ? evaluation_json(v, m) : end_json(v, m);
    double done = (m->ply + 1.0) / (v->s->record.count + 1.0);
    json_array_append(v->plies, o);
    jg_analysis_send(v->t,
                     json_pack("{s:s, s:I, s:f, s:i, s:o}", "on", "job", "job", (json_int_t)v->t->id, "done", done,
                               "ply", m->ply, "judgement", o),
                     false);
}

static int decisions(const struct jg_snapshot *s) {
    int n = 0;
    for (int i = 0; i <= s->record.count; i++) n += jg_record_turn_at(&s->record, i) >= 0;
    return n;
}

static void review(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    struct review v = {.t = t, .s = s, .plies = json_array()};
    struct jg_review game = {
        .record = &s->record, .agent = &v.agent, .stop = &t->task.job.stop, .show = publish, .arg = &v};
    int n = decisions(s), ms = clipped(t->ms < 1 ? USUAL_MS : t->ms, t->think);
    if (n && ms > JG_REVIEW_MS / n) ms = JG_REVIEW_MS / n > LEAST_MS ? JG_REVIEW_MS / n : LEAST_MS;
    enum jg_status status = open_agent(t, &s->game, ms, v.spec, &v.agent, &t->err);
    if (!status && s->view && n) status = jg_snapshot_check(s, 0, &t->err);
    if (!status) status = jg_review_run(&game, &t->err);
    if ((!status || status == JG_ESTOP) && !(t->ok = json_pack("{s:O}", "plies", v.plies))) /* the plies so far */
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_agent_close(&v.agent);
    json_decref(v.plies);
}

void jg_analysis_run_review(struct jg_job *job) { jg_analysis_with_snapshot(job, review); }

/* ---- Trees ----------------------------------------------------------------------------------- */

/* The tree as JSON, folded until it fits in a message. */
static json_t *tree_json(struct jg_tree *tree, struct jg_error *err) {
    static const uint32_t MOST[] = {TREE_NODES, TREE_FEWER};
    json_t *o = NULL;
    for (size_t i = 0; i < 2 && !o; i++) {
        struct jg_buffer out = {0};
        if (jg_tree_fold(tree, tree->count <= MOST[i] ? 0 : MOST[i], err)) return NULL;
        jg_tree_json(tree, &out);
        if (!out.failed && out.used <= TREE_BYTES) o = jg_json_read(out.at, strlen(out.at), 0, NULL);
        bool failed = out.failed || (out.used <= TREE_BYTES && !o);
        jg_buffer_free(&out);
        if (failed) {
            jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
            return NULL;
        }
    }
    if (!o) jg_fail(err, JG_EFIT, JG_NO_POSITION, "the tree is too large to show; reduce the search depth");
    return o;
}

static void build_tree(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    int turn = jg_record_turn_at(&s->record, 0);
    struct jg_tree *tree = malloc(sizeof *tree);
    struct jg_agent a = {0};
    char spec[JG_SPEC_MAX];
    if (!tree)
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (turn == JG_OVER)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "the game is over in this position; there is nothing to search");
    else if (turn == JG_CHANCE)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "the next move is a chance move; there is nothing to choose");
    else if (!open_agent(t, &s->game, 0, spec, &a, &t->err)) {
        if (!jg_agent_check_traces(&a, &t->err)) {
            enum jg_status status =
                jg_tree_open(tree, &a, jg_record_state_at(&s->record, 0), &t->task.job.stop, &t->err);
            if (!status) t->ok = tree_json(tree, &t->err);
            if (status == JG_ESTOP)
                jg_fail(&t->err, JG_ESTOP, JG_NO_POSITION,
                        "stopped before the tree was complete; reduce the search depth");
            jg_tree_close(tree);
        }
        jg_agent_close(&a);
    }
    free(tree);
}

void jg_analysis_run_tree(struct jg_job *job) { jg_analysis_with_snapshot(job, build_tree); }

/* ---- Requests without a search ---------------------------------------------------------------------- */

static void list_states(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    t->ok = jg_snapshot_json(s, t->ply, t->lang);
    if (!t->ok) jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_analysis_run_state(struct jg_job *job) { jg_analysis_with_snapshot(job, list_states); }

void jg_analysis_run_read(struct jg_job *job) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)job;
    t->ok = jg_snapshot_read(t->text, t->trust, t->lang, &t->err);
    serialize_reply(t);
}

static void write_file(struct jg_analysis_job *t, const struct jg_snapshot *s) {
    const struct jg_snapshot_file file = {.as = t->as, .source = t->text, .variations = t->variations};
    t->ok = jg_snapshot_write(s, &file, t->trust, &t->err);
}

void jg_analysis_run_write(struct jg_job *job) { jg_analysis_with_snapshot(job, write_file); }

static const struct jg_option *find_packing(const char *game, const char *option) {
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        const struct jg_game_kind *k = jg_game_kind_at(i);
        if (strcmp(k->name, game)) continue;
        const struct jg_option *o = jg_options_find(k->options, option, strlen(option));
        return o && o->pack ? o : NULL;
    }
    return NULL;
}

void jg_analysis_run_pack(struct jg_job *job) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)job;
    const struct jg_option *o = find_packing(t->game, t->option);
    char value[JG_SPEC_MAX];
    struct jg_text list;
    jg_text_init(&list, value, sizeof value);
    if (!o)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "'%s' has no option '%s' that takes a pasted text", t->game,
                t->option);
    else if (!o->pack(t->text, &list, &t->err))
        t->ok = json_pack("{s:s}", "value", value);
    serialize_reply(t);
}
