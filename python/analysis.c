/* Functions about one position or one match: exact values, perft, reviews, rollouts, search trees. */
#include "module.h"

#include "agents/agent_report.h"
#include "core/cache.h"
#include "report/tree.h"
#include "search/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

/* The State of an argument without hidden parts; NULL: an exception is set. */
static struct state_object *whole(struct module *m, PyObject *from) {
    if (Py_TYPE(from) != m->state_type) {
        PyErr_SetString(PyExc_TypeError, "a State is needed");
        return NULL;
    }
    struct state_object *s = (struct state_object *)from;
    if (!s->hides) return s;
    raise_text(m, "a view hides parts of the position; sample() fills them in");
    return NULL;
}

static bool threads_fit(const struct module *m, int threads) {
    if (threads >= 0 && threads <= 1024) return true;
    raise_text(m, "threads must be 0 to 1024, not %d", threads);
    return false;
}

/* ---- Solving ----------------------------------------------------------------------------------- */

struct solving {
    struct job job;
    const struct jg_game *game;
    union jg_state state;
    struct jg_solve_query query;
    struct jg_solution out;
    struct jg_error err;
};

static void solve_progress(void *arg, const struct jg_solution *now) {
    if (now->share >= 0) job_share(&((struct solving *)arg)->job, now->share);
}

static void solve(void *arg) {
    struct solving *s = arg;
    jg_solve(s->game, &s->query, &s->out, &s->err);
}

static PyObject *bound(int32_t value) { return value <= -JG_WIN || value >= JG_WIN ? none() : PyLong_FromLong(value); }

static PyObject *win(struct jg_bounds b) {
    if (b.low > 0 || b.high < 0) return PyFloat_FromDouble(b.low > 0);
    return jg_bounds_met(b) ? PyFloat_FromDouble(0.5) : none();
}

static bool put_bounds(PyObject *dict, struct jg_bounds b) {
    return put(dict, "value", jg_bounds_met(b) ? PyLong_FromLong(b.low) : none()) && put(dict, "low", bound(b.low)) &&
           put(dict, "high", bound(b.high)) && put(dict, "win", win(b));
}

static PyObject *solution_dict(struct state_object *state, const struct jg_solution *out) {
    PyObject *dict = PyDict_New(), *moves = PyList_New(0);
    for (int i = 0; moves && i < out->move_count; i++) {
        PyObject *one = PyDict_New();
        if (!put(one, "move", move_text(state->game, state->bytes, out->moves[i].move)) ||
            !put_bounds(one, out->moves[i].value) || PyList_Append(moves, one))
            Py_CLEAR(moves);
        Py_XDECREF(one);
    }
    bool listed = put(dict, "moves", moves);
    if (listed && put(dict, "game", PyUnicode_FromString(state->game->spec)) &&
        put(dict, "position", PyObject_GetAttrString((PyObject *)state, "position")) && put_bounds(dict, out->value) &&
        put(dict, "nodes", PyLong_FromUnsignedLongLong(out->nodes)) &&
        put(dict, "database", PyLong_FromUnsignedLongLong(out->table)) &&
        put(dict, "seconds", PyFloat_FromDouble(out->seconds)))
        return dict;
    Py_XDECREF(dict);
    return NULL;
}

PyObject *analysis_solve(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"state", "all", "nodes", "memory", "threads", "timeout", "progress", NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *from, *timeout = Py_None, *progress = Py_None, *result = NULL;
    unsigned long long nodes = 0, memory = 0;
    int all = true, threads = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|pO&O&iOO:solve", NAMES, &from, &all, count_from, &nodes,
                                     count_from, &memory, &threads, &timeout, &progress) ||
        !threads_fit(m, threads))
        return NULL;
    struct state_object *state = whole(m, from);
    if (!state) return NULL;
    int turn = jg_turn(&state->game->game, state->bytes);
    if (turn == JG_OVER) return raise_text(m, "the game is over in this position; its value is score()");
    if (turn == JG_CHANCE) return raise_text(m, "chance is to move in this position");
    struct solving *s = calloc(1, sizeof *s);
    if (!s) return PyErr_NoMemory();
    s->game = &state->game->game;
    memcpy(&s->state, state->bytes, s->game->state_size);
    s->query = (struct jg_solve_query){.state = &s->state,
                                       .all = all,
                                       .threads = threads,
                                       .memory = memory,
                                       .nodes = nodes,
                                       .size = -1,
                                       .stop = &s->job.stop,
                                       .progress = solve_progress,
                                       .arg = s};
    s->job.progress = progress == Py_None ? NULL : progress;
    if (timeout_from(timeout, &s->job.timeout) && job_run(&s->job, solve, s))
        result = s->err.code ? raise_error(m, &s->err, NULL) : solution_dict(state, &s->out);
    free(s);
    return result;
}

/* ---- Perft ------------------------------------------------------------------------------------- */

struct counting {
    struct job job;
    const struct jg_game *game;
    union jg_state state;
    int depth, n;
    struct jg_perft_split split;
    jg_move moves[JG_MOVES_MAX];
    uint64_t counts[JG_MOVES_MAX], total;
};

static void count(void *arg) {
    struct counting *c = arg;
    c->n = jg_perft_divide(c->game, &c->state, c->depth, &c->split, c->moves, c->counts, JG_MOVES_MAX, &c->total);
}

static void count_progress(void *arg, double share, double nodes) {
    (void)nodes;
    job_share(&((struct counting *)arg)->job, share);
}

PyObject *analysis_perft(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"state", "depth", "threads", "timeout", "progress", NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *from, *timeout = Py_None, *progress = Py_None, *result = NULL;
    int depth, threads = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "Oi|iOO:perft", NAMES, &from, &depth, &threads, &timeout,
                                     &progress) ||
        !threads_fit(m, threads))
        return NULL;
    struct state_object *state = whole(m, from);
    if (!state) return NULL;
    if (depth < 0 || depth > 1000) return raise_text(m, "depth must be 0 to 1000, not %d", depth);
    struct counting *c = calloc(1, sizeof *c);
    if (!c) return PyErr_NoMemory();
    c->game = &state->game->game;
    memcpy(&c->state, state->bytes, c->game->state_size);
    c->depth = depth;
    c->split = (struct jg_perft_split){.threads = threads, .stop = &c->job.stop, .progress = count_progress, .arg = c};
    c->job.progress = progress == Py_None ? NULL : progress;
    if (timeout_from(timeout, &c->job.timeout) && job_run(&c->job, count, c)) {
        if (c->n >= 0)
            result = PyLong_FromUnsignedLongLong(c->total);
        else if (c->job.timed_out)
            PyErr_SetString(PyExc_TimeoutError, "perft did not finish in time");
        else
            PyErr_NoMemory();
    }
    free(c);
    return result;
}

/* ---- Reviews ----------------------------------------------------------------------------------- */

struct reviewing {
    struct job job;
    struct record_object *record;
    struct jg_review review;
    struct jg_review_move *moves; /* copied: the review runs without the lock of the interpreter */
    int count, room;
    bool failed;
    struct jg_error err;
};

static void show(void *arg, const struct jg_review_move *move) {
    struct reviewing *v = arg;
    if (v->count == v->room) {
        int room = 2 * v->room + 64;
        struct jg_review_move *more = realloc(v->moves, (size_t)room * sizeof *more);
        if (!more) {
            v->failed = true;
            return;
        }
        v->moves = more;
        v->room = room;
    }
    v->moves[v->count++] = *move;
    int n = v->review.record->count;
    job_share(&v->job, n ? (double)move->ply / n : 1);
}

static void review(void *arg) {
    struct reviewing *v = arg;
    jg_review_run(&v->review, &v->err);
}

static PyObject *chance(double x) { return x < 0 ? none() : PyFloat_FromDouble(x); }

static PyObject *reviewed_dict(struct reviewing *v, const struct jg_review_move *r) {
    struct game_object *game = v->record->game;
    const void *state = jg_record_state_at(&v->record->record, r->ply);
    PyObject *dict = PyDict_New();
    bool end = !r->best;
    if (put(dict, "ply", PyLong_FromLong(r->ply)) && put(dict, "seat", PyLong_FromLong(r->seat)) &&
        put(dict, "move", r->has_move ? move_text(game, state, r->played) : none()) &&
        put(dict, "best", end ? none() : move_text(game, state, r->best)) &&
        put(dict, "best_score", end ? none() : value_object(r->by, r->best_value)) &&
        put(dict, "score", r->has_value ? value_object(r->by, r->value) : none()) &&
        put(dict, "proven", PyBool_FromLong(r->proven)) && put(dict, "win", chance(r->chance)) &&
        put(dict, "win_after", r->has_move ? chance(r->after) : none()) &&
        put(dict, "loss", r->has_move ? chance(r->loss) : none()) &&
        put(dict, "gave", r->has_move && r->gave >= 0 ? PyLong_FromLong(r->gave) : none()) &&
        put(dict, "mark", PyUnicode_FromString(r->has_move ? jg_review_mark_name(r->mark) : "")))
        return dict;
    Py_XDECREF(dict);
    return NULL;
}

static PyObject *seats_list(const struct reviewing *v) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < v->record->game->game.kind->seats; i++) {
        const struct jg_review_seat *s = &v->review.of_seat[i];
        PyObject *one =
            Py_BuildValue("{s:s,s:i,s:d,s:i,s:i,s:i}", "seat", jg_seat_name(&v->record->game->game, i, JG_EN), "moves",
                          s->moves, "accuracy", jg_review_accuracy(s), "inaccuracies", s->marks[JG_REVIEW_INACCURACY],
                          "mistakes", s->marks[JG_REVIEW_MISTAKE], "blunders", s->marks[JG_REVIEW_BLUNDER]);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *review_dict(struct reviewing *v) {
    PyObject *moves = PyList_New(0);
    for (int i = 0; moves && i < v->count; i++) {
        PyObject *one = reviewed_dict(v, &v->moves[i]);
        if (!one || PyList_Append(moves, one)) Py_CLEAR(moves);
        Py_XDECREF(one);
    }
    return moves ? Py_BuildValue("{s:N,s:N,s:O}", "moves", moves, "seats", seats_list(v), "complete",
                                 v->err.code ? Py_False : Py_True)
                 : NULL;
}

PyObject *analysis_review(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"match", "agent", "confirm", "timeout", "progress", NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *record, *agent, *timeout = Py_None, *progress = Py_None, *result = NULL;
    int confirm = false;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!O!|pOO:review", NAMES, m->record_type, &record,
                                     m->agent_type, &agent, &confirm, &timeout, &progress))
        return NULL;
    struct record_object *r = (struct record_object *)record;
    struct agent_object *a = (struct agent_object *)agent;
    if (!game_equal(r->game, a->game)) return raise_text(m, "the agent plays %s, not %s", a->game->spec, r->game->spec);
    struct reviewing *v = calloc(1, sizeof *v);
    if (!v) return PyErr_NoMemory();
    v->record = r;
    v->review = (struct jg_review){
        .record = &r->record, .agent = &a->agent, .confirm = confirm, .stop = &v->job.stop, .show = show, .arg = v};
    v->job.progress = progress == Py_None ? NULL : progress;
    if (timeout_from(timeout, &v->job.timeout) && agent_take(a)) {
        r->readers++;
        a->bot.job = &v->job;
        bool ran = job_run(&v->job, review, v);
        a->bot.job = NULL;
        r->readers--;
        a->busy = false;
        bool stopped = v->err.code == JG_ESTOP && v->job.timed_out;
        if (ran && v->failed)
            PyErr_NoMemory();
        else if (ran)
            result = v->err.code && !stopped ? raise_error(m, &v->err, NULL) : review_dict(v);
    }
    free(v->moves);
    free(v);
    return result;
}

/* ---- Rollouts ---------------------------------------------------------------------------------- */

struct rolling {
    struct job job;
    struct game_object *game;
    struct bot bot;
    union jg_state state;
    struct jg_rollout_setting setting;
    struct jg_rollout *rollout;
    struct jg_rollout_result result;
    enum jg_status status;
    struct jg_error err;
};

static void roll(void *arg) {
    struct rolling *r = arg;
    r->rollout = jg_rollout_open(&r->setting, NULL, &r->err);
    if (!r->rollout) {
        r->status = r->err.code;
        return;
    }
    while (!r->status && !jg_rollout_done(r->rollout)) {
        r->status = jg_rollout_step(r->rollout, NULL, NULL, &r->err);
        jg_rollout_result(r->rollout, &r->result);
        job_share(&r->job, (double)r->result.trials / (double)r->setting.trials);
    }
    jg_rollout_result(r->rollout, &r->result);
}

static PyObject *error_of(const struct jg_rollout_move *m, double error) {
    return m->same || isnan(error) ? none() : PyFloat_FromDouble(error);
}

static PyObject *rollout_dict(const struct rolling *r) {
    const void *view = jg_rollout_view(r->rollout);
    PyObject *moves = PyList_New(0);
    for (int i = 0; moves && i < r->result.move_count; i++) {
        const struct jg_rollout_move *m = &r->result.moves[i];
        PyObject *one = Py_BuildValue(
            "{s:N,s:K,s:K,s:K,s:K,s:d,s:N,s:d,s:N,s:d,s:N,s:O,s:O}", "move",
            m->move ? move_text(r->game, view, m->move) : none(), "trials", (unsigned long long)m->trials, "wins",
            (unsigned long long)m->wins, "draws", (unsigned long long)m->draws, "losses", (unsigned long long)m->losses,
            "win", m->chance, "win_error", error_of(m, m->chance_error), "score", m->score, "score_error",
            error_of(m, m->score_error), "loss", m->loss, "loss_error", error_of(m, m->loss_error), "out",
            m->out ? Py_True : Py_False, "exact", m->exact ? Py_True : Py_False);
        if (!one || PyList_Append(moves, one)) Py_CLEAR(moves);
        Py_XDECREF(one);
    }
    return moves ? Py_BuildValue("{s:s,s:s,s:i,s:K,s:O,s:O,s:N}", "game", r->game->spec, "agent", r->setting.agent,
                                 "seat", r->result.seat, "trials", (unsigned long long)r->result.trials, "settled",
                                 r->result.settled ? Py_True : Py_False, "complete", r->status ? Py_False : Py_True,
                                 "moves", moves)
                 : NULL;
}

/* Sets the agent of a rollout: a spec, a bot, or None for that of the game. False: an exception is set. */
static bool set_rollout_agent(struct rolling *r, PyObject *from) {
    struct jg_rollout_setting *setting = &r->setting;
    if (from == Py_None)
        setting->agent = jg_rollout_agent(setting->game);
    else if (PyUnicode_Check(from))
        setting->agent = text_from(from, "the spec of an agent");
    else if (bot_init(&r->bot, r->game, from)) {
        r->bot.job = &r->job;
        setting->agent = r->bot.name;
        setting->kind = &r->bot.kind;
    }
    return setting->agent;
}

/* Closes a rollout and its bots, which may run Python code. */
static void close_rollout(struct rolling *r) {
    PyObject *exception[3];
    PyErr_Fetch(&exception[0], &exception[1], &exception[2]);
    jg_rollout_close(r->rollout);
    PyErr_Restore(exception[0], exception[1], exception[2]);
}

PyObject *analysis_rollout(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"state", "agent",   "trials",  "confidence", "order",
                            "seed",  "threads", "timeout", "progress",   NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *from, *agent = Py_None, *seed = NULL, *timeout = Py_None, *progress = Py_None, *result = NULL;
    unsigned long long trials = 1000;
    double confidence = 0.99;
    int order = false, threads = 0;
    uint64_t number = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO&dpOiOO:rollout", NAMES, &from, &agent, count_from,
                                     &trials, &confidence, &order, &seed, &threads, &timeout, &progress) ||
        !threads_fit(m, threads) || (seed && !seed_from(seed, &number)))
        return NULL;
    if (Py_TYPE(from) != m->state_type) {
        PyErr_SetString(PyExc_TypeError, "a State is needed");
        return NULL;
    }
    struct state_object *state = (struct state_object *)from;
    if (state->hides_mover) return raise_text(m, "this view hides the cards or tiles of the seat to move");
    if (trials < 2 || trials > 1000000000) return raise_text(m, "trials must be 2 to 1000000000, not %llu", trials);
    if (!(confidence >= 0 && confidence < 1)) return raise_text(m, "confidence must be at least 0 and below 1");
    struct rolling *r = calloc(1, sizeof *r);
    if (!r) return PyErr_NoMemory();
    r->game = state->game;
    memcpy(&r->state, state->bytes, state->game->game.state_size);
    r->setting = (struct jg_rollout_setting){.game = &state->game->game,
                                             .state = &r->state,
                                             .trials = trials,
                                             .confidence = confidence,
                                             .whole_order = order,
                                             .seed = number,
                                             .threads = threads,
                                             .stop = &r->job.stop};
    r->job.progress = progress == Py_None ? NULL : progress;
    if (set_rollout_agent(r, agent) && timeout_from(timeout, &r->job.timeout) && job_run(&r->job, roll, r)) {
        bool partly = r->status == JG_ESTOP && r->job.timed_out && r->rollout;
        result = r->status && !partly ? raise_error(m, &r->err, r->setting.agent) : rollout_dict(r);
    }
    if (r->rollout) close_rollout(r);
    bot_free(&r->bot);
    free(r);
    return result;
}

/* ---- Search trees ------------------------------------------------------------------------------ */

struct drawing {
    struct job job;
    struct agent_object *agent;
    union jg_state state;
    int most;
    bool steps;
    struct jg_buffer text, svg, html, json;
    enum jg_status status;
    struct jg_error err;
};

enum { TEXT_NODES = 80, SVG_NODES = 36, HTML_NODES = 60 };

static void draw_one(struct drawing *d, struct jg_tree *t, struct jg_buffer *out, int usual,
                     enum jg_status (*draw)(const struct jg_tree *t, const struct jg_tree_look *look,
                                            struct jg_buffer *out, struct jg_error *err)) {
    uint32_t nodes = (uint32_t)(d->most ? d->most : usual);
    struct jg_tree_look look = {.unicode = true, .steps = d->steps, .open = nodes, .fewer = !d->most};
    if (d->status) return;
    d->status = jg_tree_fold(t, out == &d->html || out == &d->json ? 0 : nodes, &d->err);
    if (!d->status) d->status = draw(t, &look, out, &d->err);
    if (!d->status && out->failed) d->status = jg_fail(&d->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static enum jg_status as_text(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                              struct jg_error *err) {
    (void)err;
    jg_tree_text(t, look, out);
    return JG_OK;
}

static enum jg_status as_html(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                              struct jg_error *err) {
    (void)err;
    jg_tree_html(t, look, out);
    return JG_OK;
}

static enum jg_status as_json(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out,
                              struct jg_error *err) {
    (void)err;
    (void)look;
    jg_tree_json(t, out);
    return JG_OK;
}

static void draw(void *arg) {
    struct drawing *d = arg;
    struct jg_tree t;
    d->status = jg_agent_check_traces(&d->agent->agent, &d->err);
    if (d->status) return;
    d->status = jg_tree_open(&t, &d->agent->agent, &d->state, &d->job.stop, &d->err);
    if (d->status) return;
    draw_one(d, &t, &d->text, TEXT_NODES, as_text);
    draw_one(d, &t, &d->svg, SVG_NODES, jg_tree_svg);
    draw_one(d, &t, &d->html, HTML_NODES, as_html);
    draw_one(d, &t, &d->json, 0, as_json);
    jg_tree_close(&t);
}

PyObject *analysis_tree(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"state", "agent", "most", "steps", "timeout", NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *from, *agent, *timeout = Py_None, *result = NULL;
    int most = 0, steps = false;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO!|ipO:tree", NAMES, &from, m->agent_type, &agent, &most,
                                     &steps, &timeout))
        return NULL;
    struct state_object *state = whole(m, from);
    struct agent_object *a = (struct agent_object *)agent;
    if (!state) return NULL;
    if (!game_equal(state->game, a->game))
        return raise_text(m, "the agent plays %s, not %s", a->game->spec, state->game->spec);
    if (most < 0 || most > JG_TREE_MOST) return raise_text(m, "most must be 0 to %d, not %d", JG_TREE_MOST, most);
    if (jg_turn(&state->game->game, state->bytes) < 0)
        return raise_text(m, "no seat is to move in this position; there is nothing to search");
    struct drawing *d = calloc(1, sizeof *d);
    if (!d) return PyErr_NoMemory();
    d->agent = a;
    d->most = most;
    d->steps = steps;
    memcpy(&d->state, state->bytes, state->game->game.state_size);
    if (timeout_from(timeout, &d->job.timeout) && agent_take(a)) {
        bool ran = job_run(&d->job, draw, d);
        a->busy = false;
        if (ran && d->status)
            job_error(m, &d->job, &d->err, NULL);
        else if (ran)
            result = Py_BuildValue("{s:s,s:s,s:s,s:s}", "text", d->text.at, "svg", d->svg.at, "html", d->html.at,
                                   "json", d->json.at);
    }
    jg_buffer_free(&d->text);
    jg_buffer_free(&d->svg);
    jg_buffer_free(&d->html);
    jg_buffer_free(&d->json);
    free(d);
    return result;
}
