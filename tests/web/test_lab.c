/* The lab, and what can be read over HTTP: runs from the page are the command's runs. */
#include "listener.h"
#include "page.h"
#include "store.h"

#include "core/elo.h"
#include "web/api.h"
#include "web/lab.h"
#include "web/lab_run.h"

#include <math.h>
#include <stdatomic.h>

static void nothing(void *arg) { (void)arg; }

/* By the linker (--wrap) every check of a spec comes here: it opens the agent on the event loop. */
static atomic_int opened;

enum jg_status __real_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err);
enum jg_status __wrap_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err);

enum jg_status __wrap_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err) {
    opened++;
    return __real_jg_agent_check(g, kind, spec, err);
}

struct room {
    struct jg_web_setting setting;
    struct jg_lab *lab;
};

static void open_room(struct room *r, const char *db) {
    struct jg_error err = {0};
    *r = (struct room){.setting = {.db = db, .lab = true, .think = 5000}};
    r->lab = jg_lab_open(&r->setting, nothing, NULL, &err);
    assert_non_null(r->lab);
}

static const json_t *ask(struct room *o, struct listener *l, const char *text) {
    struct jg_request r;
    read_request(l, &r, text);
    jg_lab_handle(o->lab, &l->peer, &r);
    jg_request_free(&r);
    assert_non_null(answer_to(l, l->id));
    return answer_to(l, l->id);
}

static const json_t *ok(const json_t *answer) {
    const json_t *good = json_object_get(answer, "ok");
    if (!good) fail_msg("%s", text_at(json_object_get(answer, "error"), "text"));
    return good;
}

/* Begins a run and watches it; returns its number. */
static int begin(struct room *o, struct listener *l, const char *text) {
    int run = (int)number_at(ok(ask(o, l, text)), "run");
    char watch[64];
    sprintf(watch, "\"do\":\"watch\",\"run\":%d", run);
    ok(ask(o, l, watch));
    return run;
}

/* Listens until the run is in a state, or has played something; returns its last message. All points go to `points`. */
static json_t *listen_until(struct room *o, struct listener *l, const char *state, json_t *points) {
    json_t *last = NULL;
    for (struct patience p = {0};; clock_wait(&p, state)) {
        json_t *message;
        jg_lab_collect(o->lab);
        while ((message = jg_lab_next(o->lab, &l->peer))) {
            json_decref(last);
            last = message;
            if (points) json_array_extend(points, json_object_get(message, "points"));
            const char *now = text_at(message, "state");
            if (!strcmp(now, "failed") && strcmp(state, "failed")) fail_msg("%s", text_at(message, "text"));
            if (!strcmp(now, state) && (strcmp(state, "running") || number_at(message, "done") > 0)) return last;
        }
    }
}

/* ---- Matches -------------------------------------------------------------------------------------- */

/* The page's run and the command's are one and the same, but for the programs that played them: a server is the command. */
static void assert_same_runs(json_t *log, int games) {
    const json_t *runs = json_object_get(log, "runs"), *run;
    size_t i;
    assert_int_equal(json_array_size(runs), 2);
    json_array_foreach(runs, i, run) {
        json_object_del(json_object_get(run, "parameters"), "files");
        assert_string_equal(text_at(run, "state"), "finished");
        assert_int_equal((int)number_at(run, "games"), games);
    }
    assert_true(json_equal(json_object_get(json_array_get(runs, 0), "parameters"),
                           json_object_get(json_array_get(runs, 1), "parameters")));
    json_decref(log);
}

static const char MATCH[] =
    "\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"greedy\",\"random\"],\"games\":60,\"seed\":5";

/* The figures are those of `jogada match`. */
static void test_a_match(void **state) {
    const struct place *place = *state;
    struct room o;
    struct listener l;
    char line[512];
    json_t *points = json_array();
    open_room(&o, place->path);
    listen_as(&l, "ana");
    begin(&o, &l, MATCH);
    json_t *end = listen_until(&o, &l, "done", points);
    json_t *expected = run_command("match kalah greedy random --games 60 --seed 5 --json --no-store");
    const json_t *standings = json_object_get(end, "standings"), *greedy = json_array_get(standings, 0);
    assert_int_equal(json_array_size(standings), 2);
    assert_string_equal(text_at(greedy, "agent"), "greedy");
    const json_t *wins = json_object_get(expected, "wins");
    assert_true(number_at(greedy, "wins") == json_number_value(json_array_get(wins, 0)));
    assert_true(number_at(greedy, "losses") == json_number_value(json_array_get(wins, 1)));
    assert_true(number_at(greedy, "draws") == number_at(expected, "draws"));
    assert_true(number_at(greedy, "games") == 60 && number_at(end, "done") == 1);
    const json_t *point = json_array_get(points, json_array_size(points) - 1);
    assert_true(number_at(point, "games") == 60);
    assert_true(json_array_size(points) >= 10); /* however quick the games are */
    assert_true(fabs(number_at(point, "score") - number_at(expected, "score")) < 1e-12);
    assert_true(number_at(point, "low") <= number_at(point, "score") &&
                number_at(point, "score") <= number_at(point, "high"));
    assert_true(json_is_true(json_object_get(end, "mine")));
    assert_int_equal((int)number_at(end, "kept"), 1);
    jg_lab_close(o.lab);
    json_decref(expected);
    snprintf(line, sizeof line, "match kalah greedy random --games 60 --seed 5 --json --db '%s'", place->path);
    json_decref(run_command(line));
    snprintf(line, sizeof line, "log --runs --json --db '%s'", place->path);
    assert_same_runs(run_command(line), 60);
    json_decref(points);
    json_decref(end);
    stop_listening(&l);
}

static void test_a_tournament(void **state) {
    const struct place *place = *state;
    struct room o;
    struct listener l;
    open_room(&o, place->path);
    listen_as(&l, "ana");
    begin(&o, &l,
          "\"do\":\"match\",\"game\":\"tictactoe\",\"agents\":[\"random\",\"greedy\",\"ab:nodes=1k\"],\"games\":20");
    json_t *end = listen_until(&o, &l, "done", NULL), *entry;
    json_t *expected = run_command("tournament tictactoe random greedy ab:nodes=1k --games 20 --json --no-store");
    size_t i;
    json_array_foreach(json_object_get(end, "standings"), i, entry) {
        const json_t *row = json_array_get(json_object_get(expected, "ratings"), i);
        assert_string_equal(text_at(entry, "agent"), text_at(row, "agent"));
        assert_true(fabs(number_at(entry, "elo") - number_at(row, "elo")) < 1e-6);
        assert_true(number_at(entry, "wins") == number_at(row, "wins"));
    }
    assert_int_equal(i, 3);
    json_decref(expected);
    json_decref(end);
    jg_lab_close(o.lab);
    stop_listening(&l);
}

/* Stopped, it is soon at rest; asked for again, it goes on. */
static void test_stopping_and_going_on(void **state) {
    static const char LONG[] =
        "\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"ab:nodes=5k\",\"alphabeta:depth=4\"],\"games\":10000";
    const struct place *place = *state;
    struct room o;
    struct listener ana, bia;
    open_room(&o, place->path);
    listen_as(&ana, "ana");
    listen_as(&bia, "bia");
    int run = begin(&o, &ana, LONG);
    json_t *going = listen_until(&o, &ana, "running", NULL);
    char text[64];
    sprintf(text, "\"do\":\"cancel\",\"run\":%d", run);
    assert_error(ask(&o, &bia, text), "seat", "another player", -1);
    int waits = begin(&o, &bia, MATCH);
    ok(ask(&o, &ana, text));
    json_t *stopped = listen_until(&o, &ana, "stopped", NULL);
    assert_true(number_at(stopped, "done") < 10000);
    json_decref(listen_until(&o, &bia, "done", NULL)); /* the next in line */
    assert_int_equal(waits, run + 1);
    const json_t *list = json_object_get(ok(ask(&o, &bia, "\"do\":\"lab\"")), "runs");
    assert_int_equal(json_array_size(list), 2);
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "mine")));
    assert_false(json_is_true(json_object_get(json_array_get(list, 1), "mine")));
    begin(&o, &ana, LONG);
    json_t *again = NULL;
    do {
        json_decref(again);
        again = listen_until(&o, &ana, "running", NULL);
    } while (number_at(again, "run") == run);
    assert_true(number_at(again, "done") >= number_at(stopped, "done")); /* nothing was lost */
    assert_true(number_at(again, "kept") == number_at(stopped, "kept"));
    jg_lab_disconnect(o.lab, &bia.peer);
    jg_lab_close(o.lab);
    assert_sql(place->path, "SELECT count(*) < 10000 FROM game", "1");
    json_decref(going);
    json_decref(stopped);
    json_decref(again);
    stop_listening(&ana);
    stop_listening(&bia);
}

static void test_bad_runs(void **state) {
    const struct place *place = *state;
    struct room o;
    struct listener l;
    open_room(&o, place->path);
    listen_as(&l, "ana");
    static const struct {
        const char *request, *text;
    } BAD[] = {
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"random\"],\"games\":2", "2 to 8 agents"},
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"random\",\"random\"],\"games\":0",
         "games per pair must be 2 to 10000"},
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"random\",\"random\"],\"games\":10001",
         "games per pair must be 2 to 10000"},
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"random\",\"program:run=x\"],\"games\":2", "runs a program"},
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"human\",\"random\"],\"games\":2", "human player"},
        {"\"do\":\"match\",\"game\":\"kalah\",\"agents\":[\"ab:tt=1G\",\"random\"],\"games\":2", "tt may be"},
        {"\"do\":\"match\",\"game\":\"magic:deck1=x\",\"agents\":[\"magic\",\"magic\"],\"games\":2", "names a file"},
        {"\"do\":\"tune\",\"game\":\"kalah\",\"method\":\"luck\"", "method must be"},
        {"\"do\":\"tune\",\"game\":\"kalah\",\"evaluator\":\"store\"", ""},
        {"\"do\":\"tune\",\"game\":\"kalah\",\"agent\":\"program:run=x\"", "runs a program"},
        {"\"do\":\"tune\",\"game\":\"kalah\",\"generations\":1001", "at most"},
        {"\"do\":\"tune\",\"game\":\"coins\"", ""},
        {"\"do\":\"tune\",\"game\":\"kalah\",\"method\":\"q\"", ""},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_error(ask(&o, &l, BAD[i].request), "input", BAD[i].text, -1);
    assert_error(ask(&o, &l, "\"do\":\"watch\",\"run\":7"), "missing", "no run 7", -1);
    static const char SLOW[] = "\"do\":\"match\",\"game\":\"loa\",\"agents\":[\"loa\",\"loa:depth=9\"],\"games\":10000";
    ok(ask(&o, &l, SLOW));
    ok(ask(&o, &l, SLOW));
    opened = 0;
    assert_error(ask(&o, &l, SLOW), "limit", "already have 2 unfinished runs", -1);
    assert_int_equal(opened, 0); /* a run that is refused opens none */
    ok(ask(&o, &l, "\"do\":\"cancel\",\"run\":2")); /* that waits */
    ok(ask(&o, &l, SLOW));
    assert_int_equal(opened, 2);
    jg_lab_close(o.lab);
    stop_listening(&l);
}

/* ---- Tunings -------------------------------------------------------------------------------------- */

static void test_a_tuning(void **state) {
    const struct place *place = *state;
    struct room o;
    struct listener l;
    char line[1024];
    json_t *points = json_array(), *point;
    open_room(&o, place->path);
    listen_as(&l, "ana");
    begin(&o, &l, "\"do\":\"tune\",\"game\":\"tictactoe\",\"agent\":\"greedy\",\"generations\":3,\"seed\":4");
    json_t *end = listen_until(&o, &l, "done", points);
    assert_string_equal(text_at(end, "evaluator"), "lines");
    assert_string_equal(text_at(end, "method"), "cma");
    jg_lab_close(o.lab);
    snprintf(line, sizeof line,
             "tune tictactoe --agent greedy --generations 3 --seed 4 --proof 0 --json --db '%s' -o '%s/w'", place->path,
             place->folder);
    json_t *tuned = run_command(line);
    size_t i;
    json_array_foreach(points, i, point) {
        const json_t *g = json_array_get(json_object_get(tuned, "history"), i);
        assert_true(number_at(point, "generation") == number_at(g, "generation"));
        assert_true(fabs(number_at(point, "best") - number_at(g, "best")) < 1e-12);
        assert_true(fabs(number_at(point, "mean") - number_at(g, "mean")) < 1e-12);
        const json_t *weights = json_object_get(g, "weights");
        const char *name;
        json_t *weight;
        json_object_foreach(json_object_get(point, "weights"), name, weight)
            assert_true(fabs(json_number_value(weight) - number_at(weights, name)) < 1e-9);
        assert_int_equal(json_object_size(weights), json_object_size(json_object_get(point, "weights")));
    }
    assert_int_equal(i, 3);
    snprintf(line, sizeof line, "log --runs --json --db '%s'", place->path);
    assert_same_runs(run_command(line), 0);
    json_decref(tuned);
    json_decref(points);
    json_decref(end);
    stop_listening(&l);
    snprintf(line, sizeof line, "%s/w", place->folder);
    unlink(line);
}

/* ---- Over HTTP ------------------------------------------------------------------------------------ */

static struct jg_api_response get(struct jg_store *s, const char *path, const char *as, jg_lang lang) {
    struct jg_web_setting setting = {0};
    struct jg_api_request q = {.path = path, .lang = lang, .as = as, .limit = -1};
    struct jg_api_response a;
    jg_api_respond(&a, s, &setting, &q);
    assert_non_null(a.body);
    assert_int_equal(a.size, strlen(a.body));
    return a;
}

static json_t *get_json(struct jg_store *s, const char *path) {
    struct jg_api_response a = get(s, path, NULL, JG_EN);
    if (a.status != 200) fail_msg("%s: %s", path, a.body);
    assert_string_equal(a.type, "application/json");
    json_t *o = json_loads(a.body, 0, NULL);
    assert_non_null(o);
    free(a.body);
    return o;
}

static char *get_page(struct jg_store *s, const char *path, jg_lang lang) {
    struct jg_api_response a = get(s, path, NULL, lang);
    if (a.status != 200) fail_msg("%s: %s", path, a.body);
    assert_string_equal(a.type, "text/html; charset=utf-8");
    return a.body;
}

static void run_quietly(const char *format, const char *db) {
    char line[1024];
    snprintf(line, sizeof line, format, getenv("JOGADA"), db);
    assert_int_equal(system(line), 0);
}

static char *output_of(const char *format, const char *db) {
    char line[1024], *text = calloc(1, 1 << 16);
    snprintf(line, sizeof line, format, getenv("JOGADA"), db);
    FILE *f = popen(line, "r");
    size_t n = fread(text, 1, (1 << 16) - 1, f);
    assert_true(n > 0);
    assert_int_equal(pclose(f), 0);
    return text;
}

static void test_stored_games(void **state) {
    const struct place *place = *state;
    run_quietly("'%s' match loa greedy random --games 4 --db '%s' >/dev/null 2>&1", place->path);
    run_quietly("'%s' match kalah greedy random --games 2 --db '%s' >/dev/null 2>&1", place->path);
    struct jg_store *s = open_store(place->path, JG_STORE_READ);
    json_t *log = get_json(s, "log"), *games = json_object_get(log, "games");
    assert_int_equal(json_array_size(games), 6);
    assert_true(number_at(json_array_get(games, 0), "id") > number_at(json_array_get(games, 5), "id"));
    struct jg_web_setting setting = {0};
    struct jg_api_request q = {.path = "log", .game = "loa", .agent = "greedy", .limit = 3};
    struct jg_api_response a;
    jg_api_respond(&a, s, &setting, &q);
    json_t *some = json_loads(a.body, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(some, "games")), 3);
    free(a.body);
    json_t *one = get_json(s, "log/1");
    assert_true(json_array_size(json_object_get(one, "moves")) == (size_t)number_at(one, "plies"));
    static const char *const FORMS[][3] = {{"text", "'%s' export 1 --db '%s'", "jogada-1.txt"},
                                           {"sgf", "'%s' export 1 --sgf --db '%s'", "jogada-1.sgf"}};
    for (int i = 0; i < 2; i++) {
        char *expected = output_of(FORMS[i][1], place->path);
        a = get(s, "export/1", FORMS[i][0], JG_EN);
        assert_int_equal(a.status, 200);
        assert_string_equal(a.body, expected);
        assert_string_equal(a.file, FORMS[i][2]);
        free(a.body);
        free(expected);
    }
    char *expected = output_of("'%s' export 1 --json --db '%s'", place->path);
    a = get(s, "export/1", "json", JG_EN);
    json_t *x = json_loads(a.body, 0, NULL), *y = json_loads(expected, 0, NULL);
    assert_true(x && json_equal(x, y));
    free(a.body);
    free(expected);
    json_decref(x);
    json_decref(y);
    json_decref(one);
    json_decref(some);
    json_decref(log);
    jg_store_close(s);
}

static void test_nothing_there(void **state) {
    const struct place *place = *state;
    static const struct {
        const char *path, *as;
        int status;
    } ASKED[] = {{"", NULL, 404},          {"nothing", NULL, 404},     {"games/kalah", NULL, 404},
                 {"log/0", NULL, 404},     {"log/99", NULL, 404},      {"log/-1", NULL, 404},
                 {"log/1x", NULL, 404},    {"log/", NULL, 404},        {"log/99999999999999999999", NULL, 404},
                 {"export/1", NULL, 404},  {"export/1", "pdf", 400},   {"runs/1", NULL, 404},
                 {"studies/x", NULL, 404}, {"rules/chess", NULL, 404}, {"rules/../x", NULL, 404}};
    jg_store_close(open_store(place->path, JG_STORE_WRITE));
    struct jg_store *s = open_store(place->path, JG_STORE_READ);
    for (size_t i = 0; i < sizeof ASKED / sizeof *ASKED; i++) {
        struct jg_api_response a = get(s, ASKED[i].path, ASKED[i].as, PORTUGUESE);
        if (a.status != ASKED[i].status) fail_msg("%s: %d %s", ASKED[i].path, a.status, a.body);
        assert_string_equal(a.type, "application/json");
        json_t *o = json_loads(a.body, 0, NULL);
        assert_true(strlen(text_at(json_object_get(o, "error"), "text")) > 0);
        json_decref(o);
        free(a.body);
    }
    json_decref(get_json(s, "games"));
    char *shipped = get_page(s, "studies/mancala-time", PORTUGUESE); /* comes with the program */
    assert_well_formed(shipped);
    free(shipped);
    json_t *runs = get_json(s, "runs");
    assert_int_equal(json_array_size(json_object_get(runs, "runs")), 0);
    json_decref(runs);
    struct jg_api_response rules = get(s, "rules/kalah", NULL, PORTUGUESE);
    assert_string_equal(rules.body, jg_rules_page("kalah", PORTUGUESE));
    free(rules.body);
    jg_store_close(s);
}

/* Reports from the store say what the command's own say. */
static void test_reports(void **state) {
    const struct place *place = *state;
    char path[PATH + 32];
    run_quietly("'%s' match kalah greedy random --games 30 --db '%s' >/dev/null 2>&1", place->path);
    run_quietly("'%s' tournament tictactoe greedy random ab:nodes=100 --games 4 --db '%s' >/dev/null 2>&1",
                place->path);
    run_quietly("'%s' tune tictactoe --agent greedy --generations 2 --proof 0 -o /dev/null --db '%s' "
                ">/dev/null 2>&1; true",
                place->path);
    run_quietly("'%s' study mancala-random --quick --games 2 --db '%s' >/dev/null 2>&1", place->path);
    run_quietly("'%s' study mancala-random --quick --games 2 --lang pt-BR --db '%s' >/dev/null 2>&1", place->path);
    struct jg_store *s = open_store(place->path, JG_STORE_READ);
    json_t *all = get_json(s, "runs"), *runs = json_object_get(all, "runs");
    assert_true(json_array_size(runs) >= 2);
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        sprintf(path, "runs/%d", (int)number_at(run, "id"));
        char *page = get_page(s, path, PORTUGUESE);
        assert_well_formed(page);
        assert_non_null(strstr(page, "lang=\"pt-BR\""));
        assert_true(count_of(page, "greedy") > 0);
        free(page);
    }
    json_decref(all);
    json_t *match = run_command("match kalah greedy random --games 30 --json --no-store");
    char *page = get_page(s, "runs/1", JG_EN), share[32];
    sprintf(share, "%.1f", 100 * number_at(match, "score"));
    assert_non_null(strstr(page, share));
    free(page);
    json_decref(match);
    json_t *list = get_json(s, "studies"), *study;
    size_t i, kept = 0;
    json_array_foreach(json_object_get(list, "studies"), i, study) kept += json_is_true(json_object_get(study, "kept"));
    assert_int_equal(kept, 1);
    json_decref(list);
    char *english = get_page(s, "studies/mancala-random", JG_EN),
         *other = get_page(s, "studies/mancala-random", PORTUGUESE);
    assert_non_null(strstr(english, "lang=\"en\""));
    assert_non_null(strstr(other, "lang=\"pt-BR\""));
    free(english);
    free(other);
    jg_store_close(s);
}

/* The seconds left that a run reports; -1: it does not know. */
static double seconds_left(const struct jg_lab_run *run) {
    const struct jg_peer viewer = {.lang = JG_EN};
    json_t *o = jg_lab_run_json(run, 0, &viewer);
    const json_t *left = json_object_get(o, "left");
    double seconds = json_is_null(left) ? -1 : json_real_value(left);
    json_decref(o);
    return seconds;
}

/* What is new takes as long as the new part so far. Games that were stored before took no time. */
static void test_time_left(void **state) {
    (void)state;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct jg_lab_run run = {.lock = &lock, .game = "kalah", .state = JG_LAB_RUNNING, .all = 100};
    run.standings = json_array();
    run.points = json_array();
    clock_hold(0);
    run.begun = jg_clock();
    clock_advance(30);
    assert_seconds(seconds_left(&run), -1);
    run.done = 0.25;
    assert_seconds(seconds_left(&run), 90);
    run.known = 20;
    run.done = 0.2;
    assert_seconds(seconds_left(&run), -1);
    run.done = 0.5;
    assert_seconds(seconds_left(&run), 50);
    run.done = 1;
    assert_seconds(seconds_left(&run), -1);
    run.done = 0.5;
    run.state = JG_LAB_STOPPED;
    assert_seconds(seconds_left(&run), -1);
    clock_release();
    json_decref(run.standings);
    json_decref(run.points);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_match, set_up, tear_down),
        cmocka_unit_test(test_time_left),
        cmocka_unit_test_setup_teardown(test_a_tournament, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stopping_and_going_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_tuning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stored_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reports, set_up, tear_down),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
