/* Matches and tournaments, with the numbers that `jogada match --json` and `jogada tournament --json` print. */
#include "module.h"

#include "arena/contest.h"
#include "arena/coordinator.h"
#include "arena/starts.h"
#include "core/clock.h"
#include "core/stats.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A game that was played. */
struct row {
    int32_t score; /* of the first player of the pair, whichever team it had */
    int plies, players[2], forfeit;
    double seconds[2];
};

struct contest {
    struct game_object *game;
    struct job job;
    struct jg_contest plan;
    struct jg_player *players;
    struct bot *bots;
    bool inexact; /* games of a cluster may depend on its machines */
    struct jg_starts starts;
    struct jg_sprt sprt;
    struct jg_adjudication adjudication;
    struct jg_time_control controls[JG_PLAYERS_MAX];
    struct jg_standings standings;
    uint64_t sides[2][3]; /* of a match, by the first player's team: games won, drawn, lost */
    struct row *rows;
    size_t row_count, row_room;
    bool rows_failed;
    double seconds;
    enum jg_status status;
    struct jg_error err;
    int wrong; /* index of the player whose spec is wrong; -1: none */
};

/* ---- Settings ---------------------------------------------------------------------------------- */

static void counted(void *arg, const struct jg_fixture *f, const struct jg_result *r) {
    struct contest *k = arg;
    int team = f->players[0] != 0;
    int32_t score = team ? -r->score : r->score;
    k->sides[team][score > 0 ? 0 : score == 0 ? 1 : 2]++;
    if (k->row_count == k->row_room) {
        size_t room = 2 * k->row_room + 256;
        struct row *more = realloc(k->rows, room * sizeof *more);
        if (!more) {
            k->rows_failed = true;
            return;
        }
        k->rows = more;
        k->row_room = room;
    }
    k->rows[k->row_count++] = (struct row){.score = r->score,
                                           .plies = r->plies,
                                           .players = {f->players[0], f->players[1]},
                                           .forfeit = r->forfeit,
                                           .seconds = {r->seconds[0], r->seconds[1]}};
}

static void progress(void *arg, const struct jg_standings *standings, double share) {
    (void)standings;
    job_share(&((struct contest *)arg)->job, share);
}

/* Opens the players, in the thread of the job: a spec may start a program. */
static void open_players(struct contest *k) {
    for (int i = 0; i < k->plan.player_count && !k->status; i++) {
        struct jg_player *p = &k->players[i];
        k->wrong = i;
        if (!k->bots[i].from) {
            char spec[JG_SPEC_MAX];
            memcpy(spec, p->name, sizeof spec);
            k->status = jg_player_init_stoppable(p, &k->game->game, spec, &k->job.stop, &k->err);
            if (k->status) memcpy(p->name, spec, sizeof spec); /* for the message */
            continue;
        }
        k->bots[i].job = &k->job;
        jg_player_init_kind(p, &k->bots[i].kind, k->bots[i].name, &k->job.stop);
    }
    if (!k->status) k->wrong = -1;
}

/* Refuses games that depend on the machine if a cluster plays them. */
static void check_exact(struct contest *k) {
    if (!k->plan.coordinator || k->inexact) return;
    if (k->plan.controls)
        k->status = jg_fail(&k->err, JG_EINPUT, JG_NO_POSITION,
                            "games with clocks differ between machines; inexact=True allows them all the same");
    for (int i = 0; i < k->plan.player_count && !k->status; i++)
        if (!k->players[i].reproducible)
            k->status = jg_fail(
                &k->err, JG_EINPUT, JG_NO_POSITION,
                "%s plays differently on each machine; limit it by nodes, depth or playouts, or set inexact=True",
                k->players[i].name);
}

/* Refuses random openings that can end the game. */
static void check_opening(struct contest *k) {
    struct jg_contest *p = &k->plan;
    for (size_t i = 0; p->opening && !k->status && i < (p->start_count ? p->start_count : 1); i++) {
        const char *start = p->start_count ? p->starts[i] : NULL;
        if (!jg_opening_fits(&k->game->game, start, p->opening))
            k->status = jg_fail(&k->err, JG_EINPUT, JG_NO_POSITION,
                                "%d random opening moves can end the game from %s; set opening_plies to fewer",
                                p->opening, start ? start : "the initial position");
    }
}

static void play(void *arg) {
    struct contest *k = arg;
    open_players(k);
    if (!k->status) check_exact(k);
    if (!k->status) check_opening(k);
    double begin = jg_clock();
    if (!k->status) k->status = jg_contest_play(&k->plan, &k->standings, &k->err);
    k->seconds = jg_clock() - begin;
}

/* Copies the specs of the players, and makes bots of Python objects. */
static bool set_players(struct contest *k, PyObject *agents) {
    Py_ssize_t n = PySequence_Size(agents);
    if (n < 0) return false;
    if (n < 2 || n > JG_PLAYERS_MAX)
        return raise_text(k->game->m, "2 to %d agents can play, not %zd", JG_PLAYERS_MAX, n) != NULL;
    k->players = calloc((size_t)n, sizeof *k->players);
    k->bots = calloc((size_t)n, sizeof *k->bots);
    if (!k->players || !k->bots) return PyErr_NoMemory() != NULL;
    k->plan.players = k->players;
    k->plan.player_count = (int)n;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *one = PySequence_GetItem(agents, i);
        if (!one) return false;
        bool good = true;
        if (PyUnicode_Check(one)) {
            const char *spec = text_from(one, "the spec of an agent");
            good = spec && strlen(spec) < sizeof k->players[i].name;
            if (good) strcpy(k->players[i].name, spec);
            if (spec && !good) raise_text(k->game->m, "a spec has at most %d characters", JG_SPEC_MAX - 1);
        } else if (k->plan.coordinator)
            good = raise_text(k->game->m, "a cluster plays agents with specs, not those written in Python");
        else
            good = bot_init(&k->bots[i], k->game, one);
        Py_DECREF(one);
        if (!good) return false;
    }
    return true;
}

/* Copies the sockets whose other ends pass batches on to a cluster, a list of descriptors. */
static bool set_cluster(struct contest *k, PyObject *sockets) {
    int fds[JG_COORDINATOR_WORKERS], n = 0;
    struct jg_error err = {0};
    if (sockets == Py_None) return true;
    Py_ssize_t count = PySequence_Size(sockets);
    for (; n < count && n < JG_COORDINATOR_WORKERS; n++) {
        PyObject *one = PySequence_GetItem(sockets, n);
        fds[n] = one ? fcntl((int)PyLong_AsLong(one), F_DUPFD_CLOEXEC, 3) : -1;
        Py_XDECREF(one);
        if (fds[n] < 0 && !PyErr_Occurred()) PyErr_SetFromErrno(PyExc_OSError);
        if (fds[n] < 0) break;
    }
    if (PyErr_Occurred()) {
        while (n--) close(fds[n]);
        return false;
    }
    k->plan.coordinator = jg_coordinator_connect(fds, n, &err);
    return k->plan.coordinator || raise_error(k->game->m, &err, NULL);
}

/* Reads the starting positions, a list of texts. */
static bool set_starts(struct contest *k, PyObject *starts) {
    if (starts == Py_None) return true;
    PyObject *newline = PyUnicode_FromString("\n");
    PyObject *lines = newline ? PyUnicode_Join(newline, starts) : NULL;
    Py_XDECREF(newline);
    const char *text = lines ? text_from(lines, "starts") : NULL;
    struct jg_error err = {0};
    bool good = text && !jg_starts_read(&k->starts, &k->game->game, text, &err);
    if (text && !good) raise_error(k->game->m, &err, text);
    Py_XDECREF(lines);
    k->plan.starts = k->starts.at;
    k->plan.start_count = k->starts.count;
    if (!good || k->starts.count) return good;
    return raise_text(k->game->m, "starts must have at least one position, or be None") != NULL;
}

struct rules {
    const char *controls, *resign, *draw;
    int margin, database;
};

static bool set_rules(struct contest *k, const struct rules *rules) {
    struct jg_adjudication *a = &k->adjudication;
    const char *text = NULL;
    struct jg_error err = {0};
    enum jg_status status = JG_OK;
    if (rules->resign) status = jg_adjudication_parse_resign(a, text = rules->resign, &err);
    if (!status && rules->draw) status = jg_adjudication_parse_draw(a, text = rules->draw, &err);
    if (!status && rules->database) status = jg_adjudication_use_database(a, &k->game->game, &err);
    if (jg_adjudication_is_on(a)) k->plan.adjudication = a;
    if (!status && rules->controls) {
        k->plan.controls = k->controls;
        k->plan.margin = rules->margin / 1000.0;
        status = jg_time_controls_parse(text = rules->controls, k->controls, (size_t)k->plan.player_count, &err);
    }
    if (!status) return true;
    raise_error(k->game->m, &err, text);
    return false;
}

/* ---- Results ----------------------------------------------------------------------------------- */

static PyObject *rows_list(const struct contest *k) {
    PyObject *list = PyList_New((Py_ssize_t)k->row_count);
    for (size_t i = 0; list && i < k->row_count; i++) {
        const struct row *r = &k->rows[i];
        PyObject *one = Py_BuildValue("(iiiiidd)", r->players[0], r->players[1], (int)r->score, r->plies, r->forfeit,
                                      r->seconds[0], r->seconds[1]);
        if (!one)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, (Py_ssize_t)i, one);
    }
    return list;
}

static PyObject *names_list(const struct contest *k) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < k->plan.player_count; i++) {
        PyObject *one = PyUnicode_FromString(k->players[i].name);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *sides_list(const struct contest *k) {
    PyObject *list = PyList_New(2);
    for (int team = 0; list && team < 2; team++) {
        const uint64_t *n = k->sides[team];
        double games = (double)(n[0] + n[1] + n[2]), points = (double)n[0] + (double)n[1] / 2, low, high;
        jg_wilson_interval(points, games, &low, &high);
        PyObject *side =
            Py_BuildValue("{s:s,s:K,s:K,s:K,s:d,s:(dd)}", "seat", jg_seat_name(&k->game->game, team, JG_EN), "wins",
                          (unsigned long long)n[0], "draws", (unsigned long long)n[1], "losses",
                          (unsigned long long)n[2], "score", games > 0 ? points / games : 0.0, "ci95", low, high);
        if (!side)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, team, side);
    }
    return list;
}

static PyObject *sprt_dict(const struct contest *k, const struct jg_tally *t) {
    static const char *const NAMES[] = {"rejected", "open", "accepted"};
    struct jg_sprt_state s;
    if (!k->plan.sprt) {
        Py_INCREF(Py_None);
        return Py_None;
    }
    jg_sprt(&k->sprt, t, &s);
    return Py_BuildValue("{s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:s}", "elo0", k->sprt.elo0, "elo1", k->sprt.elo1, "alpha",
                         k->sprt.alpha, "beta", k->sprt.beta, "llr", s.llr, "lower", s.lower, "upper", s.upper,
                         "verdict", NAMES[s.verdict + 1]);
}

static PyObject *adjudicated_dict(const struct contest *k) {
    PyObject *dict = PyDict_New();
    for (int i = 1; dict && k->plan.adjudication && i < JG_ADJUDICATION_COUNT; i++)
        if (!put(dict, jg_adjudication_name((enum jg_adjudication_kind)i),
                 PyLong_FromUnsignedLongLong(k->standings.adjudicated[i])))
            Py_CLEAR(dict);
    return dict;
}

/* The members of a match. */
static bool put_match(const struct contest *k, PyObject *dict) {
    const struct jg_standings *st = &k->standings;
    struct jg_tally t = jg_standings_between(st, 0, 1);
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    double games = (double)st->games, points = (double)t.wins + (double)t.draws / 2;
    double half = (double)(t.wins + t.losses) / 2, counts[] = {(double)t.wins, (double)t.losses};
    double x = half > 0 ? jg_chi_square(counts, (double[]){half, half}, 2) : 0;
    return put(dict, "wins", Py_BuildValue("[KK]", (unsigned long long)t.wins, (unsigned long long)t.losses)) &&
           put(dict, "draws", PyLong_FromUnsignedLongLong(t.draws)) &&
           put(dict, "points", Py_BuildValue("[dd]", points, games - points)) &&
           put(dict, "score", PyFloat_FromDouble(s.share)) && put(dict, "ci95", Py_BuildValue("[dd]", s.low, s.high)) &&
           put(dict, "p_value", PyFloat_FromDouble(s.p_value)) && put(dict, "elo", PyFloat_FromDouble(s.elo)) &&
           put(dict, "elo_ci95", Py_BuildValue("[dd]", s.elo_low, s.elo_high)) &&
           put(dict, "superiority", PyFloat_FromDouble(s.superior)) &&
           put(dict, "pairs",
               Py_BuildValue("[KKKKK]", (unsigned long long)t.pairs[0], (unsigned long long)t.pairs[1],
                             (unsigned long long)t.pairs[2], (unsigned long long)t.pairs[3],
                             (unsigned long long)t.pairs[4])) &&
           put(dict, "margin", PyFloat_FromDouble(games > 0 ? t.margin / games : 0)) &&
           put(dict, "failures",
               Py_BuildValue("[KK]", (unsigned long long)st->forfeits[0], (unsigned long long)st->forfeits[1])) &&
           put(dict, "sides", sides_list(k)) && put(dict, "sprt", sprt_dict(k, &t)) &&
           put(dict, "chi_square", Py_BuildValue("{s:d,s:d}", "value", x, "p_value", jg_chi_square_tail(x, 1)));
}

static PyObject *rating_dict(const struct contest *k, const struct jg_ranking *ranking, int rank) {
    int player = ranking->order[rank];
    struct jg_tally t = jg_standings_of(&k->standings, player);
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    return Py_BuildValue("{s:s,s:i,s:d,s:d,s:K,s:K,s:K,s:K,s:d,s:(dd),s:K}", "agent", k->players[player].name, "player",
                         player, "elo", ranking->ratings.elo[player], "error", ranking->ratings.error[player], "games",
                         (unsigned long long)jg_tally_games(&t), "wins", (unsigned long long)t.wins, "draws",
                         (unsigned long long)t.draws, "losses", (unsigned long long)t.losses, "score", s.share, "ci95",
                         s.low, s.high, "failures", (unsigned long long)k->standings.forfeits[player]);
}

/* A square table, by players: shares of points, or likelihoods of superiority. */
static PyObject *square(const struct contest *k, const struct jg_ranking *ranking) {
    int n = k->plan.player_count;
    PyObject *rows = PyList_New(0);
    for (int a = 0; rows && a < n; a++) {
        PyObject *row = PyList_New(0);
        for (int b = 0; row && b < n; b++) {
            PyObject *cell = Py_None;
            struct jg_tally t = a == b ? (struct jg_tally){0} : jg_standings_between(&k->standings, a, b);
            struct jg_tally_score s;
            jg_tally_score(&t, &s);
            if (ranking && a != b)
                cell = PyFloat_FromDouble(jg_ratings_superior(&ranking->ratings, n, a, b));
            else if (!ranking && jg_tally_games(&t))
                cell = PyFloat_FromDouble(s.share);
            else
                Py_INCREF(Py_None);
            if (!cell || PyList_Append(row, cell)) Py_CLEAR(row);
            Py_XDECREF(cell);
        }
        if (!row || PyList_Append(rows, row)) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    return rows;
}

static bool put_tournament(const struct contest *k, PyObject *dict) {
    struct jg_ranking ranking;
    if (!jg_standings_rank(&k->standings, NULL, &ranking)) return PyErr_NoMemory() != NULL;
    PyObject *ratings = PyList_New(0);
    for (int i = 0; ratings && i < ranking.players; i++) {
        PyObject *one = rating_dict(k, &ranking, i);
        if (!one || PyList_Append(ratings, one)) Py_CLEAR(ratings);
        Py_XDECREF(one);
    }
    bool good = put(dict, "gauntlet", PyBool_FromLong(k->plan.gauntlet));
    good = put(dict, "ratings", ratings) && good;
    good = put(dict, "table", square(k, NULL)) && put(dict, "superiority", square(k, &ranking)) && good;
    jg_ranking_free(&ranking);
    return good;
}

static PyObject *result(const struct contest *k) {
    PyObject *dict = PyDict_New();
    const struct jg_standings *st = &k->standings;
    bool match = k->plan.player_count == 2;
    if (dict && put(dict, "game", PyUnicode_FromString(k->game->spec)) && put(dict, "agents", names_list(k)) &&
        put(dict, "games", PyLong_FromUnsignedLongLong(st->games)) &&
        put(dict, "distinct",
            Py_BuildValue("[KK]", (unsigned long long)st->distinct, (unsigned long long)st->sampled)) &&
        put(dict, "seed", PyLong_FromUnsignedLongLong(k->plan.seed)) &&
        put(dict, "opening_plies", PyLong_FromLong(k->plan.opening)) && put(dict, "adjudicated", adjudicated_dict(k)) &&
        put(dict, "seconds", PyFloat_FromDouble(k->seconds)) &&
        put(dict, "complete", PyBool_FromLong(k->status == JG_OK)) && put(dict, "rows", rows_list(k)) &&
        (match ? put_match(k, dict) : put_tournament(k, dict)))
        return dict;
    Py_XDECREF(dict);
    return NULL;
}

/* ---- The function ------------------------------------------------------------------------------ */

static void contest_free(struct contest *k) {
    for (int i = 0; k->bots && i < k->plan.player_count; i++) bot_free(&k->bots[i]);
    jg_coordinator_close(k->plan.coordinator);
    jg_standings_free(&k->standings);
    jg_starts_free(&k->starts);
    Py_XDECREF((PyObject *)k->game);
    free(k->rows);
    free(k->players);
    free(k->bots);
    free(k);
}

static PyObject *run(struct contest *k) {
    k->plan.game = &k->game->game;
    k->plan.stop = &k->job.stop;
    k->plan.counted = counted;
    k->plan.progress = progress;
    k->plan.arg = k;
    k->wrong = -1;
    if (!job_run(&k->job, play, k)) return NULL;
    if (k->rows_failed) return PyErr_NoMemory();
    bool partly = k->status == JG_ESTOP && k->job.timed_out;
    if (k->status && !partly) return raise_error(k->game->m, &k->err, k->wrong < 0 ? NULL : k->players[k->wrong].name);
    return result(k);
}

PyObject *contest_play(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"game",    "agents",  "games",   "seed",   "opening_plies", "starts", "gauntlet",
                            "sprt",    "tc",      "margin",  "resign", "draw",          "tb",     "threads",
                            "timeout", "progress", "sockets", "inexact", NULL};
    PyObject *game, *agents, *seed = NULL, *starts = Py_None, *sprt = Py_None, *timeout = Py_None, *watch = Py_None;
    PyObject *sockets = Py_None;
    unsigned long long games = 100;
    int opening = -1, gauntlet = false, threads = 0, inexact = false;
    struct rules rules = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|O&OiOpOzizzpiOOOp:contest", NAMES, &game, &agents,
                                     count_from, &games, &seed, &opening, &starts, &gauntlet, &sprt, &rules.controls,
                                     &rules.margin, &rules.resign, &rules.draw, &rules.database, &threads, &timeout,
                                     &watch, &sockets, &inexact))
        return NULL;
    struct module *m = PyModule_GetState(module);
    if (games < 2 || games % 2 || games > 1000000000)
        return raise_text(
            m, "games must be even, 2 to 1000000000, not %llu: they are played in pairs with seats swapped", games);
    if (opening < -1 || opening > 1000) return raise_text(m, "opening_plies must be -1 to 1000, not %d", opening);
    if (threads < 0 || threads > 1024) return raise_text(m, "threads must be 0 to 1024, not %d", threads);
    if (rules.margin < 0 || rules.margin > 60000) return raise_text(m, "margin must be 0 to 60000 ms");
    struct contest *k = calloc(1, sizeof *k);
    if (!k) return PyErr_NoMemory();
    PyObject *out = NULL;
    k->plan.seed = 1;
    k->plan.pairs = games / 2;
    k->plan.gauntlet = gauntlet;
    k->plan.threads = threads;
    k->inexact = inexact;
    k->job.progress = watch == Py_None ? NULL : watch;
    k->sprt = (struct jg_sprt){.alpha = 0.05, .beta = 0.05};
    if (sprt != Py_None) k->plan.sprt = &k->sprt;
    if (sprt != Py_None && !PyTuple_Check(sprt)) {
        PyErr_SetString(PyExc_TypeError, "sprt must be a tuple (elo0, elo1[, alpha, beta])");
        contest_free(k);
        return NULL;
    }
    if ((k->game = game_from(m, game)) && timeout_from(timeout, &k->job.timeout) &&
        (!seed || seed_from(seed, &k->plan.seed)) && set_cluster(k, sockets) &&
        set_players(k, agents) && set_starts(k, starts) && set_rules(k, &rules) &&
        (sprt == Py_None || PyArg_ParseTuple(sprt, "dd|dd;sprt must be a tuple (elo0, elo1[, alpha, beta])",
                                             &k->sprt.elo0, &k->sprt.elo1, &k->sprt.alpha, &k->sprt.beta))) {
        k->plan.opening = opening >= 0 ? opening : k->starts.count ? 0 : jg_opening_default(&k->game->game);
        bool fits = k->sprt.elo0 < k->sprt.elo1 && fabs(k->sprt.elo0) <= 2000 && fabs(k->sprt.elo1) <= 2000 &&
                    k->sprt.alpha >= 0.0001 && k->sprt.alpha < 0.5 && k->sprt.beta >= 0.0001 && k->sprt.beta < 0.5;
        if (sprt != Py_None && !fits)
            raise_text(m, "sprt must be two Elo differences, the smaller first, and two probabilities below 1/2");
        else
            out = run(k);
    }
    contest_free(k);
    return out;
}
