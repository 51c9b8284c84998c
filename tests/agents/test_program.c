/* Bots as child processes: the messages that they receive, every way to fail, and that no process is left behind. The
 * bots are scripts in a temporary folder; `jogada bot`, the other end of the protocol, is $JOGADA. */
#include "clock.h"
#include "kuhn.h"
#include "test.h"

#include "arena/series.h"
#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Scripts ----------------------------------------------------------------------------- */

enum { PATH_SIZE = 128 };
static char folder[32];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/jogada-XXXXXX");
    return !mkdtemp(folder);
}

static int remove_folder(void **state) {
    char path[sizeof folder + 256];
    DIR *dir = opendir(folder);
    (void)state;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (dir) closedir(dir);
    return rmdir(folder);
}

static const char *path_of(const char *name, char out[PATH_SIZE]) {
    snprintf(out, PATH_SIZE, "%s/%s", folder, name);
    return out;
}

/* A shell script that runs in the folder. */
static void script(const char *name, const char *text) {
    char path[PATH_SIZE];
    FILE *f = fopen(path_of(name, path), "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\ncd %s || exit\n%s\n", folder, text);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static const char *spec_of(const char *name, const char *more, char out[JG_SPEC_MAX]) {
    snprintf(out, JG_SPEC_MAX, "program:run=%s/%s%s", folder, name, more);
    return out;
}

static void open_script(struct jg_agent *a, const struct jg_game *g, const char *name, const char *more) {
    char spec[JG_SPEC_MAX];
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec_of(name, more, spec), &err)) fail_msg("%s: %s", spec, err.message);
}

static char *text_of(const char *name) {
    char path[PATH_SIZE];
    struct jg_error err = {0};
    char *text = jg_file_read(path_of(name, path), 1 << 20, &err);
    if (!text) fail_msg("%s", err.message);
    return text;
}

static bool is_there(const char *name) {
    char path[PATH_SIZE];
    return !access(path_of(name, path), F_OK);
}

static bool is_written(const char *name) {
    char path[PATH_SIZE];
    struct stat about;
    return !stat(path_of(name, path), &about) && about.st_size > 0;
}

/* The first legal move, and what it hears to a file. */
static const char LISTENS[] = "while read -r word rest; do\n"
                              "  echo \"$word${rest:+ }$rest\" >> heard\n"
                              "  case $word in\n"
                              "  jogada) echo ok ;;\n"
                              "  moves) first=${rest%% *} ;;\n"
                              "  go) echo \"$first\" ;;\n"
                              "  quit) exit ;;\n"
                              "  esac\n"
                              "done";

/* Greets, waits for the first question, and then does what follows. */
#define WHEN_ASKED "read -r line; echo ok; while read -r line && test \"$line\" != go; do :; done; "

/* ---- Nothing is left ----------------------------------------------------------------------- */

static int open_files(void) {
    int n = 0;
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    while (readdir(dir)) n++;
    closedir(dir);
    return n;
}

static void assert_nothing_left(int files) {
    assert_int_equal(open_files(), files);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child, not even a dead one */
    assert_int_equal(errno, ECHILD);
}

/* Whether a process is gone, or a zombie. */
static bool is_gone(int pid) {
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f) return true;
    int n = fscanf(f, "%*d %*s %c", &state);
    fclose(f);
    return n != 1 || state == 'Z' || state == 'X';
}

/* ---- Messages to bots -------------------------------------------------------------------- */

static void assert_heard(const char *want) {
    char path[PATH_SIZE], *heard = text_of("heard");
    assert_string_equal(heard, want);
    free(heard);
    unlink(path_of("heard", path));
}

static jg_move ask_first(struct jg_agent *a, const char *position, uint64_t seed) {
    union jg_state state;
    struct jg_report report;
    struct jg_error err = {0};
    read_position(a->game, position, &state);
    struct jg_query query = {.view = &state, .seat = jg_turn(a->game, &state), .seed = seed};
    if (jg_agent_choose(a, &query, &report, &err)) fail_msg("%s", err.message);
    assert_null(report.by);
    return report.move;
}

static void test_dialogue(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    int files = open_files();
    script("listens", LISTENS);
    open_spec(&g, "kalah:houses=2,seeds=1");
    open_script(&a, &g, "listens", ",ms=20000");
    assert_int_equal(ask_first(&a, "1,1,0,1,1,0 1", 7), 1);
    assert_int_equal(ask_first(&a, "0,1,0,1,1,1 2", UINT64_MAX), 3);
    a.kind->forget(&a);
    assert_int_equal(ask_first(&a, "0,1,1,1,1,0 1", 0), 2);
    jg_agent_close(&a);
    assert_heard("jogada 1 kalah:houses=2,seeds=1\n"
                 "new\nseat 1\nseed 7\nms 20000\nposition 1,1,0,1,1,0 1\nmoves 1 2\ngo\n"
                 "seat 2\nseed 18446744073709551615\nms 20000\nposition 0,1,0,1,1,1 2\nmoves 3 4\ngo\n"
                 "new\nseat 1\nseed 0\nms 20000\nposition 0,1,1,1,1,0 1\nmoves 2\ngo\n"
                 "quit\n");
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* Earlier positions by name, and how often each move would bring one back. */
static void pass_apply(const struct jg_game *g, void *state, jg_move move) {
    (void)g;
    if (move == 1) ((unsigned char *)state)[2] ^= 1; /* whose turn it is */
}

static void test_repetition_is_reported(void **state) {
    (void)state;
    struct jg_game_kind passing = *jg_game_kind_at(0);
    struct jg_game g;
    struct jg_agent a;
    struct jg_report report;
    union jg_state first, second;
    char want[512], spec[JG_SPEC_MAX];
    script("listens", LISTENS);
    passing.apply = pass_apply; /* taking one coin gives the turn away, and two keep it */
    assert_int_equal(jg_game_open_kind(&g, &passing, "coins", NULL), JG_OK);
    g.repeat = 3;
    assert_int_equal(jg_agent_open(&a, &g, spec_of("listens", "", spec), NULL), JG_OK);
    jg_start(&g, &first);
    second = first;
    jg_apply(&g, &second, 1);
    uint64_t keys[] = {jg_key(&g, &first), jg_key(&g, &second), jg_key(&g, &first), jg_key(&g, &first)};
    struct jg_query query = {.view = &second, .seat = 1, .seed = 3, .keys = keys, .key_count = 4};
    assert_int_equal(jg_agent_choose(&a, &query, &report, NULL), JG_OK);
    jg_agent_close(&a);
    snprintf(want, sizeof want,
             "jogada 1 coins\nnew\nseat 2\nseed 3\nms 10000\nearlier %llx %llx %llx %llx\nagain 3 2\nposition 5 2\n"
             "moves 1 2\ngo\nquit\n",
             (unsigned long long)keys[0], (unsigned long long)keys[1], (unsigned long long)keys[2],
             (unsigned long long)keys[3]);
    assert_heard(want);
    jg_game_close(&g);
}

/* A card that the seat does not see is not sent. */
static void test_bots_receive_views(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_report report;
    char spec[JG_SPEC_MAX], position[JG_POSITION_MAX], *heard[2];
    script("listens", LISTENS);
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    for (jg_move card = 5; card <= 6; card++) {
        union jg_state deal, view;
        jg_start(&g, &deal);
        jg_apply(&g, &deal, 1);
        jg_apply(&g, &deal, card); /* the other's */
        jg_view(&g, &deal, 0, &view);
        assert_int_equal(jg_agent_open(&a, &g, spec_of("listens", "", spec), NULL), JG_OK);
        struct jg_query query = {.view = &view, .seat = 0};
        assert_int_equal(jg_agent_choose(&a, &query, &report, NULL), JG_OK);
        jg_agent_close(&a);
        heard[card - 5] = text_of("heard");
        unlink(path_of("heard", (char[PATH_SIZE]){0}));
        assert_non_null(strstr(heard[card - 5], position_text(&g, &view, position)));
        assert_null(strstr(heard[card - 5], position_text(&g, &deal, position)));
    }
    assert_string_equal(heard[0], heard[1]);
    free(heard[0]);
    free(heard[1]);
    jg_game_close(&g);
}

/* With a clock the bot gets it, and a share of it for this move; `ms` of the spec still holds. */
static void test_clocks_are_sent(void **state) {
    (void)state;
    static const struct {
        const char *more;
        int ms_max;
    } CASES[] = {{"", 20000}, {",ms=700", 700}};
    struct jg_game g;
    union jg_state first;
    struct jg_report report;
    script("listens", LISTENS);
    open_spec(&g, "kalah");
    jg_start(&g, &first);
    for (size_t i = 0; i < 2; i++) {
        struct jg_agent a;
        struct jg_ask ask = {.clock = {.left = 59.4004, .increment = 0.6, .moves = 7}};
        open_script(&a, &g, "listens", CASES[i].more);
        assert_int_equal(jg_ask_state(&ask, &a, &first, &report, NULL), JG_OK);
        jg_agent_close(&a);
        char *heard = text_of("heard"), *ms = strstr(heard, "\nms ");
        assert_non_null(ms);
        int n = atoi(ms + 4);
        assert_true(n >= 699 && n <= CASES[i].ms_max); /* less than a third of the time, however slow the machine is */
        assert_non_null(strstr(heard, "\nclock 59400 600 7\n"));
        free(heard);
        unlink(path_of("heard", (char[PATH_SIZE]){0}));
    }
    jg_game_close(&g);
}

/* A bot that does not reply before its time ends loses on time, and plays the next game as a new process, which its
 * clock does not pay for. */
static void test_late_bots(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a, other;
    struct jg_record r = {0};
    struct jg_error err = {0};
    int files = open_files();
    script("late", WHEN_ASKED "echo asked >> late_log; exec sleep 100");
    open_spec(&g, "kalah");
    open_script(&a, &g, "late", "");
    assert_int_equal(jg_agent_open(&other, &g, "random", NULL), JG_OK);
    for (int i = 0; i < 2; i++) {
        struct jg_arena_game game = {.game = &g, .seats = {&a, &other}, .controls = {{.seconds = 0.05}}};
        if (i) a.kind->forget(&a);
        assert_int_equal(jg_arena_play(&game, &r, NULL, &err), JG_OK);
        assert_int_equal(r.resigned, 0);
        assert_string_equal(r.reason, JG_REASON_TIME);
        assert_nothing_left(files);
    }
    jg_record_free(&r);
    jg_agent_close(&a);
    jg_agent_close(&other);
    char *log = text_of("late_log");
    assert_string_equal(log, "asked\nasked\n");
    free(log);
    jg_game_close(&g);
}

/* ---- Failing --------------------------------------------------------------------------------- */

static const struct {
    const char *bot, *more, *reason;
} BAD[] = {
    {WHEN_ASKED "kill -SEGV $$", "", "was killed by signal 11 (Segmentation fault)"},
    {WHEN_ASKED "kill -KILL $$", "", "was killed by signal 9 (Killed)"},
    {WHEN_ASKED "exit 3", "", "exited with status 3"},
    {WHEN_ASKED "printf 'Traceback:\\n  line 3\\nNameError: mvoes\\n  here\\n\\n' >&2; exit 1", "",
     "exited with status 1: NameError: mvoes"},
    {WHEN_ASKED "yes longer and longer | head -c 300000 >&2; printf '\\ntoo mu\\033ch\\n' >&2; exit 1", "",
     "exited with status 1: too mu?ch"},
    {"read -r line; echo ok; exit 7", "", "exited with status 7"}, /* it is asked when it is dead already */
    {WHEN_ASKED "exec sleep 100", ",ms=100", "did not reply within 100 ms"},
    {WHEN_ASKED "exec python3 -c 'import os, time; os.setpgid(0, os.getpgid(os.getppid())); time.sleep(100)'",
     ",ms=400", "did not reply within 400 ms"}, /* it leaves the group that is its own */
    {WHEN_ASKED "trap '' TERM INT HUP; while :; do sleep 1; done", ",ms=100", "did not reply within 100 ms"},
    {WHEN_ASKED "yes tedious >&2", ",ms=100", "did not reply within 100 ms"},
    {WHEN_ASKED "sleep 100 & exit 4", ",ms=5000", "exited with status 4"}, /* the sleeper holds the pipes */
    {WHEN_ASKED "exec >&-; exec sleep 100", "", "closed its output"},
    {WHEN_ASKED "printf 1; exit 0", "", "exited with status 0"},
    {WHEN_ASKED "printf 1; exec sleep 100", ",ms=100", "did not reply within 100 ms"},
    {WHEN_ASKED "echo", "", "replied '': expected a house from 1 to 6"},
    {WHEN_ASKED "echo 7", "", "replied '7': house 7 is the opponent's; yours are 1 to 6"},
    {WHEN_ASKED "echo 99999999999999999999", "", "replied '99999999999999999999': expected a house from 1 to 6"},
    {WHEN_ASKED "echo 1 2", "", "replied '1 2': expected a house from 1 to 6"},
    {WHEN_ASKED "echo olá, você", "", "replied 'olá, você': expected a house from 1 to 6"},
    {WHEN_ASKED "printf 'a\\377\\033b\\n'", "", "replied 'a??b': expected a house from 1 to 6"},
    {WHEN_ASKED "printf '1\\000\\n'", "", "replied '1?': expected a house from 1 to 6"},
    {WHEN_ASKED "head -c 1000 /dev/zero; echo", "", "replied '????????????????????????????????????"},
    {WHEN_ASKED "head -c 1000000 /dev/zero | tr '\\000' x; exec sleep 100", "",
     "replied with a line longer than 4095 bytes"},
    {WHEN_ASKED "printf 'x%.0s' $(seq 4094); echo", "", "replied 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
    {WHEN_ASKED "printf 'x%.0s' $(seq 4096); echo", "", "replied with a line longer than 4095 bytes"},
    {"read -r line; printf 'ok\\n1\\n'; exec sleep 100", "", "printed an unexpected line: '1'"},
};

static enum jg_status ask_start(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    union jg_state first;
    struct jg_report report;
    jg_start(a->game, &first);
    struct jg_query query = {.view = &first, .stop = stop};
    return jg_agent_choose(a, &query, &report, err);
}

static void rest(int ms) { nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL); }

/* Each fails with its reason, is gone then, and can be asked again. */
static void test_failures(void **state) {
    (void)state;
    struct jg_game g;
    int files = open_files();
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_agent a;
        char want[256], reason[JG_MESSAGE_MAX];
        script("bad", BAD[i].bot);
        open_script(&a, &g, "bad", BAD[i].more);
        rest(BAD[i].bot[0] == 'w' ? 0 : 50); /* a bot that does not wait for a request has acted by then */
        snprintf(want, sizeof want, "'%s/bad' %s", folder, BAD[i].reason);
        for (int again = 0; again < 2; again++) {
            struct jg_error err = {0};
            assert_int_equal(ask_start(&a, NULL, &err), JG_EIO);
            if (strncmp(err.message, want, strlen(want))) fail_msg("%s, not: %s", err.message, want);
            assert_true(again == 0 || strlen(err.message) == strlen(reason));
            strcpy(reason, err.message);
            assert_nothing_left(files);
        }
        jg_agent_close(&a);
    }
    jg_game_close(&g);
}

/* A question longer than a pipe holds, to a bot that reads and to one that does not. */
static void test_long_questions(void **state) {
    (void)state;
    enum { KEYS = 30000 };
    struct jg_game g;
    struct jg_agent a;
    struct jg_report report;
    struct jg_error err = {0};
    union jg_state first;
    uint64_t *keys = malloc(KEYS * sizeof *keys);
    int files = open_files();
    assert_non_null(keys);
    for (int i = 0; i < KEYS; i++) keys[i] = UINT64_MAX - (uint64_t)i;
    open_spec(&g, "kalah");
    g.repeat = 3;
    jg_start(&g, &first);
    struct jg_query query = {.view = &first, .keys = keys, .key_count = KEYS};
    script("deaf", "read -r line; echo ok; exec sleep 100");
    open_script(&a, &g, "deaf", ",ms=100");
    assert_int_equal(jg_agent_choose(&a, &query, &report, &err), JG_EIO);
    assert_non_null(strstr(err.message, "did not reply within 100 ms"));
    jg_agent_close(&a);
    script("patient", "read -r line; echo ok; grep -m 1 -x go > seen; echo 3; cat > /dev/null");
    open_script(&a, &g, "patient", "");
    assert_int_equal(jg_agent_choose(&a, &query, &report, &err), JG_OK);
    assert_int_equal(report.move, 3);
    jg_agent_close(&a);
    free(keys);
    jg_game_close(&g);
    assert_nothing_left(files);
}

static void test_refused_at_once(void **state) {
    (void)state;
    static const struct {
        const char *bot, *message;
    } bad[] = {
        {"echo 'no such module' >&2; exit 1", "exited with status 1: no such module"},
        {"echo hello; exec sleep 100", "replied 'hello' to the greeting instead of 'ok'"},
        {"echo okay; exec sleep 100", "replied 'okay' to the greeting instead of 'ok'"},
        {"exec >&-; exec sleep 100", "closed its output"},
        {"kill -ABRT $$", "was killed by signal 6 (Aborted)"},
    };
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    char spec[JG_SPEC_MAX], want[256];
    int files = open_files();
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        script("bad", bad[i].bot);
        assert_int_equal(jg_agent_open(&a, &g, spec_of("bad", "", spec), &err), JG_EIO);
        snprintf(want, sizeof want, "'%s/bad' %s", folder, bad[i].message);
        assert_string_equal(err.message, want);
        assert_int_equal(err.position, strlen("program:run="));
        assert_null(a.kind);
    }
    assert_int_equal(jg_agent_open(&a, &g, spec_of("missing", "", spec), &err), JG_EIO);
    assert_non_null(strstr(err.message, ": No such file or directory"));
    assert_int_equal(jg_agent_open(&a, &g, "program:ms=5,run=/dev/null", &err), JG_EIO);
    assert_non_null(strstr(err.message, "cannot start '/dev/null': Permission denied"));
    assert_int_equal(err.position, strlen("program:ms=5,run="));
    assert_int_equal(jg_agent_open(&a, &g, "program:run=true,log=/nosuch/log", &err), JG_EIO);
    assert_string_equal(err.message, "/nosuch/log: No such file or directory");
    static const struct refused wrong[] = {
        {"program", "run needs a value: run=..."},
        {"program:run=   ", "run needs a value: run=..."},
        {"program:run=true,ms=0", "ms must be 1 to 86400000, not 0"},
    };
    assert_refused(&g, wrong, sizeof wrong / sizeof *wrong);
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* ---- Ending ---------------------------------------------------------------------------------- */

/* A bot that does not care for `quit` sees the end of its input even while another
 * lives that was started later, and has time to do its last things. */
static void test_closing(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a, b;
    int files = open_files();
    script("reads", "while read -r word rest; do test $word = jogada && echo ok; done; sleep 0.05; echo > ended");
    script("stays", "read -r line; echo ok; sleep 100 & echo $! > sleeper; wait");
    open_spec(&g, "coins");
    open_script(&a, &g, "reads", "");
    open_script(&b, &g, "stays", "");
    clock_hold(0); /* it is given all the time that it needs to end */
    jg_agent_close(&a);
    clock_release();
    assert_true(is_there("ended"));
    for (struct patience p = {0}; !is_written("sleeper"); clock_wait(&p, "the second process")) continue;
    char *sleeper = text_of("sleeper");
    double begin = jg_clock();
    assert_false(is_gone(atoi(sleeper)));
    jg_agent_close(&b);
    assert_true(jg_clock() - begin > 0.8);
    for (struct patience p = {0}; !is_gone(atoi(sleeper)); clock_wait(&p, "the end of its group")) continue;
    free(sleeper);
    jg_game_close(&g);
    assert_nothing_left(files);
}

static void test_stopping(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    atomic_bool stop = false;
    int files = open_files();
    script("sleeps", WHEN_ASKED "exec sleep 100");
    open_spec(&g, "coins");
    open_script(&a, &g, "sleeps", ",ms=60000");
    clock_hold(0); /* the limit is never reached */
    clock_set_flag(&stop, 20);
    assert_int_equal(ask_start(&a, &stop, &err), JG_ESTOP);
    assert_true(clock_readings_late() < 10);
    clock_release();
    assert_nothing_left(files);
    assert_int_equal(ask_start(&a, &stop, &err), JG_ESTOP); /* not even started again */
    jg_agent_close(&a);
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* Its standard error goes to the log and does not disturb its replies. */
static void test_log(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    char more[PATH_SIZE];
    script("talks", "echo starts >&2; read -r line; echo ok; echo 'hears a;b' $1 >&2; cat > /dev/null");
    open_spec(&g, "coins");
    snprintf(more, sizeof more, " a;b,log=%s/log", folder);
    for (int i = 0; i < 2; i++) {
        open_script(&a, &g, "talks", more);
        jg_agent_close(&a);
    }
    char *log = text_of("log");
    assert_string_equal(log, "starts\nhears a;b a,b\nstarts\nhears a;b a,b\n");
    free(log);
    jg_game_close(&g);
}

/* ---- In the arena ------------------------------------------------------------------------------ */

struct games {
    int count, lost_by_first, failed;
    char reason[JG_REASON_MAX];
    uint64_t hash;
};

static enum jg_status count_games(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct games *n = arg;
    const struct jg_record *r = played->record;
    (void)err;
    n->count++;
    n->lost_by_first += jg_record_score(r, 0) < 0;
    n->failed += r->resigned >= 0;
    if (r->resigned >= 0) strcpy(n->reason, r->reason);
    for (int i = 0; i < r->count; i++) n->hash = n->hash * 31 + r->moves[i];
    n->hash = n->hash * 31 + 99;
    return JG_OK;
}

/* The first begins all games, the second answers. */
static struct games play(const struct jg_game *g, const char *first, const char *second, uint64_t count, int threads) {
    struct games n = {0};
    struct jg_player players[2];
    struct jg_error err = {0};
    if (jg_player_init(&players[0], g, first, &err) || jg_player_init(&players[1], g, second, &err))
        fail_msg("%s", err.message);
    struct jg_series series = {.game = g,
                               .players = players,
                               .player_count = 2,
                               .seed = test_seed(),
                               .count = count,
                               .threads = threads,
                               .take = count_games,
                               .arg = &n};
    if (jg_series_play(&series, &err)) fail_msg("%s", err.message);
    assert_int_equal(n.count, count);
    return n;
}

/* A program that starts once and then greets nobody: the flag ends the wait, and no game counts. */
static void test_series_stops(void **state) {
    (void)state;
    struct jg_game g;
    struct games n = {0};
    struct jg_player players[2];
    struct jg_error err = {0};
    char spec[JG_SPEC_MAX];
    atomic_bool stop = false;
    int files = open_files();
    script("mute",
           "if test -e \"$0.seen\"; then exec sleep 1000; fi; : > \"$0.seen\"; read -r line; echo ok; cat > /dev/null");
    open_spec(&g, "kalah");
    assert_int_equal(jg_player_init_stoppable(&players[0], &g, spec_of("mute", "", spec), &stop, &err), JG_OK);
    assert_int_equal(jg_player_init(&players[1], &g, "random", &err), JG_OK);
    struct jg_series series = {.game = &g,
                               .players = players,
                               .player_count = 2,
                               .count = 1,
                               .threads = 1,
                               .take = count_games,
                               .stop = &stop,
                               .arg = &n};
    clock_hold(0);
    clock_set_flag(&stop, 3);
    assert_int_equal(jg_series_play(&series, &err), JG_ESTOP);
    clock_release();
    assert_int_equal(n.count, 0);
    assert_nothing_left(files);
    jg_game_close(&g);
}

/* The same where it greets nobody when it is started again after a crash. */
static void test_restart_stops(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    char spec[JG_SPEC_MAX];
    atomic_bool stop = false;
    int files = open_files();
    script("dies", "if test -e \"$0.seen\"; then exec sleep 1000; fi; : > \"$0.seen\"; " WHEN_ASKED "exit 1");
    open_spec(&g, "coins");
    assert_int_equal(jg_agent_open_stoppable(&a, &g, NULL, spec_of("dies", "", spec), &stop, &err), JG_OK);
    assert_int_equal(ask_start(&a, NULL, &err), JG_EIO);
    clock_hold(0);
    clock_set_flag(&stop, 20);
    a.kind->forget(&a);
    assert_true(clock_readings_late() < 10);
    clock_release();
    jg_agent_close(&a);
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* Crashes at the second question of every game. */
static void test_series_goes_on(void **state) {
    (void)state;
    struct jg_game g;
    char spec[JG_SPEC_MAX], want[JG_REASON_MAX];
    int files = open_files();
    script("crashes", WHEN_ASKED "echo 1; while read -r line && test \"$line\" != go; do :; done; kill -SEGV $$");
    open_spec(&g, "kalah");
    struct games n = play(&g, spec_of("crashes", "", spec), "random", 6, 2);
    assert_true(n.failed == 6 && n.lost_by_first == 6);
    snprintf(want, sizeof want, "'%s/crashes' was killed by signal 11 (Segmentation fault)", folder);
    assert_string_equal(n.reason, want);
    n = play(&g, "random", spec_of("crashes", "", spec), 6, 2);
    assert_true(n.failed == 6 && n.lost_by_first == 0);
    assert_nothing_left(files);

    /* One that starts once only, when it enters, has lost all that follows. */
    script("once", "rm \"$0\"; read -r line; echo ok; cat > /dev/null");
    n = play(&g, spec_of("once", "", spec), "random", 3, 1);
    assert_true(n.failed == 3 && n.lost_by_first == 3);
    snprintf(want, sizeof want,
             "not started again after 3 failures; the last: cannot start '%s/once': No such file or directory", folder);
    assert_string_equal(n.reason, want);

    /* A long reason is cut between characters. */
    script("wordy", WHEN_ASKED "printf 'é%.0s' $(seq 100) >&2; exit 1");
    for (int pad = 0; pad < 2; pad++) {
        n = play(&g, spec_of("wordy", pad ? " padding-padding" : " padding-paddin", spec), "random", 1, 1);
        const char *end = n.reason + strlen(n.reason);
        assert_true(n.failed == 1 && strlen(n.reason) > 100);
        assert_true((end[-1] & 0x80) == 0 || ((end[-1] & 0xc0) == 0x80 && (end[-2] & 0xe0) == 0xc0));
    }
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* A program that fails to start is tried a few times, then it forfeits the other games. A start may take ten seconds, so
 * the starts are counted. */
static void test_series_gives_up(void **state) {
    (void)state;
    struct jg_game g;
    char spec[JG_SPEC_MAX];
    int files = open_files();
    open_spec(&g, "kalah");
    for (int good = 1; good <= 2; good++) { /* starts that succeed: to enter, and for the first game */
        char text[256];
        snprintf(text, sizeof text,
                 "echo >> count; if test $(wc -l < count) -gt %d; then exit 1; fi; read -r line; echo ok\n"
                 "while read -r line && test \"$line\" != go; do :; done",
                 good);
        script("weak", text);
        struct games n = play(&g, spec_of("weak", "", spec), "random", 40, 1);
        assert_int_equal(n.failed, 40);
        assert_non_null(strstr(n.reason, "not started again after 3 failures; the last: "));
        assert_non_null(strstr(n.reason, "exited with status 1"));
        char *count = text_of("count");
        assert_int_equal(strlen(count), good + 3);
        free(count);
        char path[PATH_SIZE];
        unlink(path_of("count", path));
    }
    jg_game_close(&g);
    assert_nothing_left(files);
}

static void test_many_games(void **state) {
    (void)state;
    struct jg_game g;
    char spec[JG_SPEC_MAX];
    int files = open_files();
    script("plays", "while read -r word rest; do case $word in jogada) echo ok ;; moves) m=${rest%% *} ;;\n"
                    "go) echo $m ;; esac; done");
    open_spec(&g, "coins:n=9");
    struct games n = play(&g, spec_of("plays", "", spec), spec, 200, 2);
    assert_int_equal(n.failed, 0);
    assert_nothing_left(files);
    script("fails", WHEN_ASKED "exit 1");
    n = play(&g, spec_of("fails", "", spec), "random", 200, 2);
    assert_int_equal(n.failed, 200);
    jg_game_close(&g);
    assert_nothing_left(files);
}

/* ---- The other end ------------------------------------------------------------------------------ */

/* An agent behind the pipe plays the very games that it plays in this process. */
static void test_same_games(void **state) {
    (void)state;
    static const struct {
        const char *game, *agent, *other, *behind;
    } cases[] = {
        {"kalah", "random", "greedy", "random"},
        {"kalah", "alphabeta:depth=3", "random", "alphabeta:depth=3"},
        {"kalah:houses=4,seeds=3", "ab:nodes=500,tt=64k", "random", "ab:nodes=500;tt=64k"},
        {"kalah", "mcts:playouts=60,memory=1M", "random", "mcts:playouts=60;memory=1M"},
        {"numbers", "minimax:depth=0", "random", "minimax:depth=0"},
        {"tictactoe", "random", "random", "random"},
    };
    const char *command = getenv("JOGADA");
    char path[PATH_SIZE];
    int files = open_files();
    if (!command) skip();
    assert_int_equal(symlink(command, path_of("jogada", path)), 0); /* a short name, without spaces */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        char spec[JG_SPEC_MAX], more[JG_SPEC_MAX / 2];
        open_spec(&g, cases[i].game);
        snprintf(more, sizeof more, " bot %s %s,ms=60000", cases[i].game, cases[i].behind);
        for (char *p = strchr(more, ','); p && p < strstr(more, ",ms="); p = strchr(p, ',')) *p = ';';
        uint64_t count = (uint64_t)test_scaled(8);
        struct games here = play(&g, cases[i].agent, cases[i].other, count, 2);
        struct games there = play(&g, spec_of("jogada", more, spec), cases[i].other, count, 2);
        assert_int_equal(there.failed, 0);
        if (here.hash != there.hash) fail_msg("%s: other games through the pipe", cases[i].agent);
        assert_int_equal(here.lost_by_first, there.lost_by_first);
        jg_game_close(&g);
    }
    assert_nothing_left(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dialogue),
        cmocka_unit_test(test_repetition_is_reported),
        cmocka_unit_test(test_clocks_are_sent),
        cmocka_unit_test(test_late_bots),
        cmocka_unit_test(test_bots_receive_views),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_long_questions),
        cmocka_unit_test(test_refused_at_once),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_series_stops),
        cmocka_unit_test(test_series_goes_on),
        cmocka_unit_test(test_series_gives_up),
        cmocka_unit_test(test_restart_stops),
        cmocka_unit_test(test_many_games),
        cmocka_unit_test(test_same_games),
    };
    test_begin();
    return cmocka_run_group_tests_name("program", tests, make_folder, remove_folder);
}
