/* Tuning of evaluators, and the studies that reproduce papers. */
#include "module.h"

#include "arena/contest.h"
#include "game/weights.h"
#include "study/study.h"
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

/* ---- Tuning ------------------------------------------------------------------------------------ */

struct tuning {
    struct job job;
    struct game_object *game;
    const char *eval, *agent, *opponent, *wrong; /* wrong: the text that err.position refers to */
    int proof;
    struct jg_tune_setting setting;
    struct jg_player player, rival;
    struct jg_generation *history;
    int done;
    struct jg_tally result;
    char *weights; /* the text of their file */
    struct jg_error err;
};

/* Chooses evaluator, agent and opponent, as `jogada tune` does. */
static enum jg_status settle(struct tuning *w) {
    struct jg_tune_setting *s = &w->setting;
    const struct jg_game *g = &w->game->game;
    struct jg_text t;
    if (s->method == JG_TUNE_Q && jg_tune_learner(g, s->agent, &s->evaluator, &w->err)) return w->err.code;
    w->wrong = w->eval;
    if (!s->evaluator || w->eval[0]) s->evaluator = jg_tune_evaluator(g, w->eval, &w->err);
    if (!s->evaluator) return w->err.code;
    for (int i = 0; i < s->evaluator->feature_count; i++) s->start[i] = s->evaluator->features[i].weight;
    s->from_start = true;
    jg_tune_defaults(s);
    w->wrong = NULL;
    if (w->agent[0]) {
        jg_text_init(&t, s->agent, sizeof s->agent);
        jg_text_put(&t, w->agent);
    } else if (!s->agent[0] && jg_tune_agent(g, s->agent, &w->err))
        return w->err.code;
    w->wrong = w->agent;
    if (jg_tune_player(g, s->evaluator, s->agent, s->stop, &w->player, &w->err)) return w->err.code;
    w->wrong = w->opponent;
    if (!w->opponent[0]) return JG_OK;
    bool start = !strcmp(w->opponent, "start");
    enum jg_status status = start ? jg_tune_player(g, s->evaluator, s->agent, s->stop, &w->rival, &w->err)
                                  : jg_player_init_stoppable(&w->rival, g, w->opponent, s->stop, &w->err);
    if (start) w->rival.weights = s->start;
    s->rival = &w->rival;
    return status;
}

static void progress(void *arg, double share) {
    struct tuning *w = arg;
    job_share(&w->job, (w->done + share) / (w->setting.generations + (w->proof ? 1 : 0)));
}

static enum jg_status write_weights(struct tuning *w) {
    struct jg_eval eval = {.by = w->setting.evaluator};
    memcpy(eval.weights, w->history[w->done - 1].weights, (size_t)eval.by->feature_count * sizeof *eval.weights);
    w->weights = jg_weights_write(&eval, &w->game->game, "");
    return w->weights ? JG_OK : jg_fail(&w->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static void tune(void *arg) {
    struct tuning *w = arg;
    if (settle(w)) return;
    w->wrong = NULL;
    w->history = calloc((size_t)w->setting.generations + 1, sizeof *w->history);
    struct jg_tuning *t = w->history ? jg_tuning_open(&w->setting, NULL, &w->err) : NULL;
    enum jg_status status = JG_OK;
    if (!w->history) jg_fail(&w->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!t) return;
    while (!status && !jg_tuning_done(t)) {
        status = jg_tuning_step(t, &w->history[w->done], progress, w, &w->err);
        if (!status) w->done++;
    }
    if (!status && w->proof) status = jg_tuning_validate(t, w->proof / 2, &w->result, progress, w, &w->err);
    if (!status) write_weights(w);
    jg_tuning_close(t);
}

static PyObject *weights_dict(const struct tuning *w, const double *weights) {
    const struct jg_evaluator *by = w->setting.evaluator;
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < by->feature_count; i++)
        if (!put(dict, by->features[i].name, PyFloat_FromDouble(weights[i]))) Py_CLEAR(dict);
    return dict;
}

static PyObject *proof_dict(const struct tuning *w) {
    const struct jg_tally *t = &w->result;
    struct jg_tally_score s;
    if (!jg_tally_games(t)) return none();
    jg_tally_score(t, &s);
    return Py_BuildValue("{s:K,s:K,s:K,s:K,s:d,s:(dd),s:d,s:d}", "games", (unsigned long long)jg_tally_games(t), "wins",
                         (unsigned long long)t->wins, "draws", (unsigned long long)t->draws, "losses",
                         (unsigned long long)t->losses, "score", s.share, "ci95", s.low, s.high, "p_value", s.p_value,
                         "elo", s.elo);
}

static PyObject *tuned_dict(const struct tuning *w) {
    PyObject *history = PyList_New(0);
    for (int i = 0; history && i < w->done; i++) {
        const struct jg_generation *g = &w->history[i];
        PyObject *one =
            Py_BuildValue("{s:i,s:d,s:d,s:K,s:N}", "generation", g->number, "best", g->best, "mean", g->mean, "games",
                          (unsigned long long)g->games, "weights", weights_dict(w, g->weights));
        if (!one || PyList_Append(history, one)) Py_CLEAR(history);
        Py_XDECREF(one);
    }
    return history ? Py_BuildValue("{s:s,s:s,s:s,s:s,s:K,s:N,s:N,s:N,s:s}", "game", w->game->spec, "evaluator",
                                   w->setting.evaluator->name, "agent", w->player.spec, "method",
                                   jg_tune_method(w->setting.method)->name, "seed", (unsigned long long)w->setting.seed,
                                   "weights", weights_dict(w, w->history[w->done - 1].weights), "proof", proof_dict(w),
                                   "history", history, "file", w->weights)
                   : NULL;
}

/* The number of a method by its name, or -1. */
static int method_of(const char *name) {
    for (int i = 0; i < JG_TUNE_METHODS; i++)
        if (!strcmp(jg_tune_method((enum jg_tune_method)i)->name, name)) return i;
    return -1;
}

PyObject *tuning_tune(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"game",          "evaluator", "method",     "agent",    "opponent",
                            "generations",   "games",     "population", "proof",    "seed",
                            "opening_plies", "threads",   "timeout",    "progress", NULL};
    struct module *m = PyModule_GetState(module);
    PyObject *game, *seed = NULL, *timeout = Py_None, *watch = Py_None, *result = NULL;
    const char *method = "cma";
    int generations = 0, games = 0, population = 0, proof = 0, opening = -1, threads = 0;
    struct tuning *w = calloc(1, sizeof *w);
    if (!w) return PyErr_NoMemory();
    w->eval = w->agent = w->opponent = "";
    w->setting.seed = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|ssssiiiiOiiOO:tune", NAMES, &game, &w->eval, &method,
                                     &w->agent, &w->opponent, &generations, &games, &population, &proof, &seed,
                                     &opening, &threads, &timeout, &watch))
        goto end;
    int number = method_of(method);
    if (number < 0)
        raise_text(m, "method must be genetic, spsa, cma or q, not '%s'", method);
    else if (generations < 0 || generations > 1000000 || games < 0 || games > 1000000 || games % 2 || proof < 0 ||
             proof > 100000000 || proof % 2 || population < 0 || population > JG_POPULATION_MAX || opening < -1 ||
             opening > 1000 || threads < 0 || threads > 1024)
        raise_text(
            m, "generations, games, population, proof, opening_plies and threads must not be negative or huge; games "
               "and proof must be even");
    else if ((w->game = game_from(m, game)) && timeout_from(timeout, &w->job.timeout) &&
             (!seed || seed_from(seed, &w->setting.seed))) {
        w->proof = proof;
        w->setting.game = &w->game->game;
        w->setting.method = (enum jg_tune_method)number;
        w->setting.opening = opening < 0 ? jg_opening_default(&w->game->game) : opening;
        w->setting.pairs = games / 2;
        w->setting.generations = generations;
        w->setting.population = population;
        w->setting.survive = 0.5;
        w->setting.mutation = 0.1;
        w->setting.crossover = JG_CROSS_UNIFORM;
        w->setting.discount = 1;
        w->setting.explore = 0.3;
        w->setting.threads = threads;
        w->setting.stop = &w->job.stop;
        w->job.progress = watch == Py_None ? NULL : watch;
        if (job_run(&w->job, tune, w))
            result =
                w->err.code ? job_error(m, &w->job, &w->err, w->wrong && w->wrong[0] ? w->wrong : NULL) : tuned_dict(w);
    }
end:
    Py_XDECREF((PyObject *)w->game);
    free(w->history);
    free(w->weights);
    free(w);
    return result;
}

/* ---- Studies ----------------------------------------------------------------------------------- */

struct studying {
    struct job job;
    const struct jg_study *study;
    struct jg_study_setting setting;
    struct jg_study_result *result;
    struct jg_error err;
};

static void study_progress(void *arg, double share) { job_share(&((struct studying *)arg)->job, share); }

static void study(void *arg) {
    struct studying *s = arg;
    s->study->run(&s->setting, s->result, &s->err);
}

static PyObject *cell(const struct jg_study_column *column, double value) {
    enum jg_study_unit unit = column->unit;
    if (!isfinite(value)) return none();
    if (unit == JG_UNIT_WORD) return PyUnicode_FromString(jg_study_word(column, value));
    if (unit == JG_UNIT_AGREES) return PyBool_FromLong(value != 0);
    return unit == JG_UNIT_COUNT || unit == JG_UNIT_LEAD ? PyLong_FromLongLong((long long)value)
                                                         : PyFloat_FromDouble(value);
}

static PyObject *table_dict(const struct jg_study_table *table) {
    PyObject *rows = PyList_New(0);
    for (int row = 0; rows && row < table->row_count; row++) {
        PyObject *dict = PyDict_New();
        for (int i = 0; dict && i < table->column_count; i++)
            if (!put(dict, table->columns[i].name, cell(&table->columns[i], table->cells[row][i]))) Py_CLEAR(dict);
        if (!dict || PyList_Append(rows, dict)) Py_CLEAR(rows);
        Py_XDECREF(dict);
    }
    return rows ? Py_BuildValue("{s:s,s:s,s:z,s:N}", "name", table->name, "title", table->title, "note", table->note,
                                "rows", rows)
                : NULL;
}

static PyObject *verdict_dict(const struct jg_study_verdict *verdict) {
    char text[JG_STUDY_TEXT];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_phrase_print(&t, &verdict->text, JG_EN);
    return Py_BuildValue("{s:O,s:s}", "holds", verdict->holds ? Py_True : Py_False, "text", text);
}

static PyObject *study_dict(const struct studying *s) {
    const struct jg_study_result *r = s->result;
    PyObject *tables = PyList_New(0), *verdicts = PyList_New(0);
    for (int i = 0; tables && i < r->table_count; i++) {
        PyObject *one = table_dict(&r->tables[i]);
        if (!one || PyList_Append(tables, one)) Py_CLEAR(tables);
        Py_XDECREF(one);
    }
    for (int i = 0; verdicts && i < r->verdict_count; i++) {
        PyObject *one = verdict_dict(&r->verdicts[i]);
        if (!one || PyList_Append(verdicts, one)) Py_CLEAR(verdicts);
        Py_XDECREF(one);
    }
    if (tables && verdicts)
        return Py_BuildValue("{s:s,s:s,s:s,s:O,s:i,s:K,s:N,s:N}", "study", s->study->name, "title", s->study->title,
                             "source", s->study->source, "quick", s->setting.quick ? Py_True : Py_False, "games",
                             s->setting.games, "seed", (unsigned long long)s->setting.seed, "tables", tables,
                             "verdicts", verdicts);
    Py_XDECREF(tables);
    Py_XDECREF(verdicts);
    return NULL;
}

PyObject *tuning_study(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"name", "quick", "games", "seed", "threads", "timeout", "progress", NULL};
    struct module *m = PyModule_GetState(module);
    const char *name;
    PyObject *seed = NULL, *timeout = Py_None, *watch = Py_None, *result = NULL;
    int quick = false, games = 0, threads = 0;
    struct studying *s = calloc(1, sizeof *s);
    if (!s) return PyErr_NoMemory();
    s->setting.seed = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "s|piOiOO:study", NAMES, &name, &quick, &games, &seed,
                                     &threads, &timeout, &watch))
        goto end;
    s->study = jg_study_find(name, &s->err);
    if (!s->study)
        raise_error(m, &s->err, name);
    else if (games < 0 || games > 1000000000 || threads < 0 || threads > 1024)
        raise_text(m, "games and threads must not be negative or huge");
    else if (timeout_from(timeout, &s->job.timeout) && (!seed || seed_from(seed, &s->setting.seed))) {
        s->result = calloc(1, sizeof *s->result);
        s->setting.quick = quick;
        s->setting.games = games ? games : quick ? s->study->quick_games : s->study->games;
        s->setting.threads = threads;
        s->setting.stop = &s->job.stop;
        s->setting.progress = study_progress;
        s->setting.arg = s;
        s->job.progress = watch == Py_None ? NULL : watch;
        if (!s->result)
            PyErr_NoMemory();
        else if (job_run(&s->job, study, s))
            result = s->err.code ? job_error(m, &s->job, &s->err, NULL) : study_dict(s);
    }
end:
    free(s->result);
    free(s);
    return result;
}

PyObject *tuning_studies(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(argument)) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && jg_study_at(i); i++) {
        const struct jg_study *s = jg_study_at(i);
        PyObject *one = Py_BuildValue("{s:s,s:s,s:s,s:s,s:s}", "name", s->name, "game", jg_study_game(s), "title",
                                      s->title, "summary", s->summary, "source", s->source);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}
