#include "web/analysis_job.h"

#include "agents/agent_report.h"
#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "report/tree.h"

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

/* Hands a message to the event loop; `only`: replaces those that it has not sent yet. */
static void send_update(struct jg_analysis_job *t, json_t *message, bool only) {
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
    const struct jg_query *query;
    const char *spec;
    int ply, ms;
    double begin, reported;
};

static void put_ply_and_agent(json_t *evaluation, const struct search *h) {
    json_object_set_new(evaluation, "ply", json_integer(h->ply));
    json_object_set_new(evaluation, "agent", json_string(h->spec));
}

/* The agent's progress callback. */
static void report_progress(void *arg, const struct jg_report *report) {
    struct search *h = arg;
    double now = jg_clock(), spent = now - h->begin, share = h->ms ? fmin(1, spent * 1000 / h->ms) : 0;
    if (now - h->reported < PAUSE) return;
    h->reported = now;
    json_t *best = jg_evaluation_progress_json(h->agent, h->query, report, h->t->lang);
    if (!best) return;
    put_ply_and_agent(best, h);
    json_object_set_new(best, "seconds", json_real(spent));
    send_update(
        h->t, json_pack("{s:s, s:I, s:f, s:o}", "on", "job", "job", (json_int_t)h->t->id, "done", share, "best", best),
        true);
}

/* ---- Analysis -------------------------------------------------------------------------------- */

static json_t *evaluate(struct search *h, struct jg_query *query, struct jg_report *report, struct jg_error *err) {
    query->stop = &h->t->task.job.stop;
    query->all = true;
    h->query = query;
    h->begin = jg_clock();
    if (jg_agent_choose(h->agent, query, report, err)) return NULL;
    json_t *o = jg_evaluation_json(h->agent, query, report, h->t->lang);
    if (!o) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (o) put_ply_and_agent(o, h);
    return o;
}

static int clipped(int64_t ms, int most) { return ms < 1 ? 0 : ms > most ? most : (int)ms; }

static void analyze(struct jg_analysis_job *t, const struct jg_snapshot *s, struct jg_report *report) {
    int ply = jg_snapshot_plies(s);
    char spec[JG_SPEC_MAX];
    struct jg_agent a = {0};
    union jg_state view;
    struct jg_query query;
    struct search h = {.t = t, .agent = &a, .spec = spec, .ply = ply, .ms = clipped(t->ms, t->think)};
    if (jg_snapshot_query(s, ply, &view, &query, &t->err)) return;
    if (open_agent(t, &s->game, h.ms, spec, &a, &t->err)) return;
    query.progress = report_progress;
    query.arg = &h;
    t->ok = evaluate(&h, &query, report, &t->err);
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

/* Opens the game of a request and runs `use` on it. */
static void with_snapshot(struct jg_job *job, void (*use)(struct jg_analysis_job *t, const struct jg_snapshot *s,
                                                          struct jg_report *report)) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)job;
    struct jg_report *report = malloc(sizeof *report);
    struct jg_snapshot *s = malloc(sizeof *s);
    if (!report || !s)
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (!jg_snapshot_open(s, t->game, t->position, t->moves, t->trust, &t->err)) {
        use(t, s, report);
        jg_snapshot_close(s);
    }
    serialize_reply(t);
    free(s);
    free(report);
}

void jg_analysis_run_analyze(struct jg_job *job) { with_snapshot(job, analyze); }

/* ---- Review ---------------------------------------------------------------------------------- */

/* The name of a mistake by its loss of winning chance. `best`: it is the move that the agent would play; `gave`: points
 * of the score that it is proven to give away, below 0 if unknown. */
static const char *mark(double loss, bool best, int gave) {
    return loss >= 0.2 - 1e-9                ? "blunder"
           : loss >= 0.1 - 1e-9              ? "mistake"
           : loss >= 0.05 - 1e-9 || gave > 0 ? "inaccuracy"
           : best                            ? "best"
                                             : "";
}

/* A review in progress. The loss of a move is the evaluation of the best move minus that of the move played; if the
 * agent did not evaluate the latter, it follows from the next position. */
struct review {
    struct jg_analysis_job *t;
    const struct jg_snapshot *s;
    json_t *plies;
    json_t *open; /* the last evaluation if its loss is not known yet */
    int open_seat;
    double open_chance;
};

static void publish(struct review *v, json_t *evaluation, int ply) {
    json_array_append(v->plies, evaluation);
    double done = (ply + 1.0) / (jg_snapshot_plies(v->s) + 1.0);
    send_update(v->t,
                json_pack("{s:s, s:I, s:f, s:i, s:o}", "on", "job", "job", (json_int_t)v->t->id, "done", done, "ply",
                          ply, "judgement", evaluation),
                false);
}

/* `gave`: points of the score that the move is proven to give away; below 0: unknown. */
static void put_loss(json_t *evaluation, double loss, bool best, int gave) {
    loss = fmax(0, best ? 0 : loss);
    json_object_set_new(evaluation, "loss", json_real(loss));
    if (gave >= 0) json_object_set_new(evaluation, "gave", json_integer(gave));
    json_object_set_new(evaluation, "mark", json_string(mark(loss, best, gave)));
}

/* Publishes the open evaluation. `chance` is the winning chance after its move, for the team of `seat`; seat below 0:
 * unknown. */
static void settle(struct review *v, int seat, double chance) {
    json_t *o = v->open;
    if (!o) return;
    v->open = NULL;
    if (seat >= 0)
        put_loss(o, v->open_chance - (jg_team(seat) == jg_team(v->open_seat) ? chance : 1 - chance), false, -1);
    publish(v, o, (int)json_integer_value(json_object_get(o, "ply")));
}

/* A review has many evaluations: each is sent in a shorter form. */
static void shorten(json_t *o) {
    json_t *moves = json_object_get(o, "moves"), *line = json_object_get(o, "line");
    while (json_array_size(moves) > MOVES_SHOWN) json_array_remove(moves, json_array_size(moves) - 1);
    while (json_array_size(line) > PV_SHOWN) json_array_remove(line, json_array_size(line) - 1);
    json_object_del(o, "why");
}

/* The evaluation of the move that was played; NULL: the agent has none. */
static const json_t *find_played(const json_t *o, const struct jg_snapshot *s, int ply) {
    const json_t *move, *moves = json_object_get(o, "moves");
    char word[JG_MOVE_MAX];
    struct jg_text t;
    size_t i;
    jg_text_init(&t, word, sizeof word);
    s->game.kind->print_move(&s->game, jg_snapshot_state(s, ply), s->record.moves[ply], &t);
    json_array_foreach(moves, i, move) {
        const char *text = json_string_value(json_object_get(move, "move"));
        if (text && !strcmp(text, word)) return move;
    }
    return NULL;
}

/* Points that a move gives away of an exact score; below 0: unknown. */
static int given_away(const json_t *o, const json_t *move) {
    const json_t *could = json_object_get(o, "margin"), *got = json_object_get(move, "margin");
    if (!json_is_integer(could) || !json_is_integer(got)) return -1;
    return (int)(json_integer_value(could) - json_integer_value(got));
}

static void add_ply(struct review *v, json_t *o, const struct jg_report *r, int ply, int seat) {
    bool evaluated = r->by, last = ply == jg_snapshot_plies(v->s);
    double chance = json_number_value(json_object_get(o, "chance"));
    bool best = !last && r->move == v->s->record.moves[ply];
    jg_move moves[JG_MOVES_MAX];
    bool forced = best && jg_moves(&v->s->game, jg_snapshot_state(v->s, ply), moves) == 1;
    settle(v, evaluated ? seat : -1, chance);
    const json_t *move = last || best ? NULL : find_played(o, v->s, ply), *got = json_object_get(move, "chance");
    double after = json_is_number(got) ? json_number_value(got) : -1;
    int gave = best ? (json_is_integer(json_object_get(o, "margin")) ? 0 : -1) : given_away(o, move);
    shorten(o);
    if (best)
        put_loss(o, 0, !forced, gave);
    else if (!last && evaluated && after >= 0)
        put_loss(o, chance - after, false, gave);
    else if (!last && evaluated) {
        v->open = o;
        v->open_seat = seat;
        v->open_chance = chance;
        return;
    }
    publish(v, o, ply);
}

/* Adds the final position: the result for the first seat. */
static void add_end(struct review *v, const char *spec) {
    const struct jg_snapshot *s = v->s;
    int ply = jg_snapshot_plies(s);
    int32_t score = s->view ? jg_score(&s->game, &s->at, 0) : jg_record_score(&s->record, 0);
    double chance = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    char position[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, position, sizeof position);
    s->game.kind->print(&s->game, jg_snapshot_state(s, ply), &t);
    settle(v, 0, chance);
    publish(v,
            json_pack("{s:i, s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:s, s:f, s:b, s:i, s:i, s:i, s:f, s:[], s:[]}", "ply",
                      ply, "position", position, "seat", 0, "agent", spec, "move", "", "words", "", "value", (int)score,
                      "margin", (int)score, "shown",
                      jg_tr(v->t->lang, score > 0   ? "win"
                                        : score < 0 ? "loss"
                                                    : "draw"),
                      "chance", chance, "proven", true, "exact", (score > 0) - (score < 0), "depth", 0, "nodes", 0,
                      "seconds", 0.0, "line", "moves"),
            ply);
}

static int decisions(const struct jg_snapshot *s) {
    int n = 0;
    for (int i = 0; i <= jg_snapshot_plies(s); i++) n += jg_snapshot_turn(s, i) >= 0;
    return n;
}

static bool review_plies(struct review *v, struct jg_agent *a, const char *spec, int ms, struct jg_report *report) {
    struct jg_analysis_job *t = v->t;
    int plies = jg_snapshot_plies(v->s);
    for (int ply = 0; ply <= plies && !atomic_load(&t->task.job.stop); ply++) {
        int seat = jg_snapshot_turn(v->s, ply);
        union jg_state view;
        struct jg_query query;
        struct search h = {.t = t, .agent = a, .spec = spec, .ply = ply, .ms = ms};
        if (seat == JG_CHANCE) settle(v, -1, 0); /* a chance move is no player's mistake */
        if (seat < 0) continue;
        if (a->kind->forget && (v->s->game.kind->traits & JG_HAS_HIDDEN)) a->kind->forget(a);
        if (jg_snapshot_query(v->s, ply, &view, &query, &t->err)) return false;
        json_t *o = evaluate(&h, &query, report, &t->err);
        if (!o) return false;
        add_ply(v, o, report, ply, seat);
    }
    return true;
}

static void review(struct jg_analysis_job *t, const struct jg_snapshot *s, struct jg_report *report) {
    struct review v = {.t = t, .s = s, .plies = json_array()};
    struct jg_agent a = {0};
    char spec[JG_SPEC_MAX];
    int n = decisions(s), ms = clipped(t->ms < 1 ? USUAL_MS : t->ms, t->think);
    if (n && ms > JG_REVIEW_MS / n) ms = JG_REVIEW_MS / n > LEAST_MS ? JG_REVIEW_MS / n : LEAST_MS;
    if (!open_agent(t, &s->game, ms, spec, &a, &t->err)) {
        bool good = review_plies(&v, &a, spec, ms, report);
        if (good && !atomic_load(&t->task.job.stop) && jg_snapshot_turn(s, jg_snapshot_plies(s)) == JG_OVER)
            add_end(&v, spec);
        settle(&v, -1, 0);
        if (good) t->ok = json_pack("{s:O}", "plies", v.plies);
        jg_agent_close(&a);
    }
    json_decref(v.plies);
}

void jg_analysis_run_review(struct jg_job *job) { with_snapshot(job, review); }

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

static void build_tree(struct jg_analysis_job *t, const struct jg_snapshot *s, struct jg_report *report) {
    int turn = jg_snapshot_turn(s, 0);
    struct jg_tree *tree = malloc(sizeof *tree);
    struct jg_agent a = {0};
    char spec[JG_SPEC_MAX];
    (void)report;
    if (!tree)
        jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (turn == JG_OVER)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "the game is over in this position; there is nothing to search");
    else if (turn == JG_CHANCE)
        jg_fail(&t->err, JG_EINPUT, JG_NO_POSITION, "the next move is a chance move; there is nothing to choose");
    else if (!open_agent(t, &s->game, 0, spec, &a, &t->err)) {
        if (!jg_agent_check_traces(&a, &t->err)) {
            enum jg_status status = jg_tree_open(tree, &a, jg_snapshot_state(s, 0), &t->task.job.stop, &t->err);
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

void jg_analysis_run_tree(struct jg_job *job) { with_snapshot(job, build_tree); }

/* ---- Requests without a search ---------------------------------------------------------------------- */

static void list_states(struct jg_analysis_job *t, const struct jg_snapshot *s, struct jg_report *report) {
    (void)report;
    t->ok = jg_snapshot_json(s, t->ply, t->lang);
    if (!t->ok) jg_fail(&t->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_analysis_run_state(struct jg_job *job) { with_snapshot(job, list_states); }

void jg_analysis_run_read(struct jg_job *job) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)job;
    t->ok = jg_snapshot_read(t->text, t->trust, t->lang, &t->err);
    serialize_reply(t);
}
