/* Kalah when memory runs out: an agent or an adjudicator that cannot open the endgame database fails and says so,
 * whichever allocation fails; its results never differ silently from those with the database. */
#include "arena/game.h"
#include "test.h"

#include <sys/mman.h>

/* Linked with --wrap: the allocation of the library with the number `failing` fails, counted from 1; 0: none. */
static size_t count, failing;

static bool fails(void) { return ++count == failing; }

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    return fails() ? MAP_FAILED : __real_mmap(at, size, protection, flags, fd, offset);
}

static const char GAME[] = "kalah:houses=2,seeds=6";

static void arm(size_t n) {
    count = 0;
    failing = n;
}

enum { PLAYED = 64 };

/* What an action results in: a status, the allocations, a number, the moves, and why it failed. */
struct outcome {
    enum jg_status status;
    size_t calls;
    int number, moves;
    jg_move played[PLAYED];
    char message[JG_MESSAGE_MAX];
};

/* Does something with an agent while the nth allocation fails, and again without a fault. */
typedef void action(const struct jg_game *g, const char *agent, size_t n, struct outcome *out, struct outcome *after);

static void set_moves(struct outcome *out, const jg_move *moves, int n) {
    out->moves = n;
    for (int i = 0; i < n && i < PLAYED; i++) out->played[i] = moves[i];
}

static void ask(struct jg_agent *a, const struct jg_game *g, struct outcome *out) {
    struct jg_ask how = {.seed = 1};
    struct jg_report report;
    struct jg_error err = {0};
    union jg_state state;
    read_position(g, "3,4,4,4,5,4 1", &state);
    out->status = jg_ask_state(&how, a, &state, &report, &err);
    out->number = report.value;
    set_moves(out, report.pv, report.pv_count);
    snprintf(out->message, sizeof out->message, "%s", err.message);
}

/* An agent chooses a move. */
static void choose(const struct jg_game *g, const char *agent, size_t n, struct outcome *out, struct outcome *after) {
    struct jg_agent a;
    assert_int_equal(jg_agent_open(&a, g, agent, NULL), JG_OK);
    arm(n);
    ask(&a, g, out);
    out->calls = count;
    arm(0);
    ask(&a, g, after);
    jg_agent_close(&a);
}

static void take(struct outcome *out, enum jg_status status, const struct jg_record *r, const struct jg_error *err) {
    out->status = status;
    out->number = r->adjudicated;
    set_moves(out, r->moves, r->count);
    snprintf(out->message, sizeof out->message, "%s", err->message);
}

/* A game that the database adjudicates. */
static void adjudicate(const struct jg_game *g, const char *agent, size_t n, struct outcome *out,
                       struct outcome *after) {
    struct jg_adjudication rules = {.database = true};
    struct jg_agent a;
    struct jg_arena_game game = {.game = g, .seats = {&a, &a}, .adjudication = &rules};
    struct jg_record r = {0};
    assert_int_equal(jg_agent_open(&a, g, agent, NULL), JG_OK);
    for (struct outcome *at = out; at; at = at == out ? after : NULL) {
        struct jg_error err = {0};
        arm(at == out ? n : 0);
        enum jg_status status = jg_arena_play(&game, &r, NULL, &err);
        at->calls = count;
        arm(0);
        take(at, status, &r, &err);
    }
    jg_record_free(&r);
    jg_agent_close(&a);
}

/* An agent gets ready for a clock. */
static void prepare(const struct jg_game *g, const char *agent, size_t n, struct outcome *out, struct outcome *after) {
    struct jg_agent a;
    assert_int_equal(jg_agent_open(&a, g, agent, NULL), JG_OK);
    for (struct outcome *at = out; at; at = at == out ? after : NULL) {
        struct jg_error err = {0};
        arm(at == out ? n : 0);
        at->status = jg_agent_prepare(&a, NULL, &err);
        at->calls = count;
        arm(0);
        snprintf(at->message, sizeof at->message, "%s", err.message);
    }
    jg_agent_close(&a);
}

static bool same(const struct outcome *a, const struct outcome *b) {
    return a->status == b->status && a->number == b->number && a->moves == b->moves &&
           !memcmp(a->played, b->played, sizeof a->played);
}

/* Every allocation fails in turn. The action fails and says that memory ran out, or results in what it results in with
 * all of them. Afterwards the same game serves again. */
static void fail_each(action *act, const char *agent, size_t at_least) {
    size_t total = 1, failed = 0;
    struct outcome good = {0}, again = {0};
    for (size_t n = 0; n <= total; n++) {
        struct outcome out = {0}, after = {0};
        struct jg_game g;
        open_spec(&g, GAME);
        act(&g, agent, n, &out, &after);
        jg_game_close(&g);
        if (!n) {
            assert_int_equal(out.status, JG_OK);
            good = out;
            again = after;
            total = out.calls;
        } else if (out.status == JG_EMEMORY) {
            failed++;
            assert_string_equal(out.message, "out of memory");
        } else if (!same(&out, &good)) {
            fail_msg("%s: allocation %zu of %zu failed: other results, %s", agent, n, total, out.message);
        }
        if (!same(&after, &again)) fail_msg("%s: after allocation %zu of %zu: %s", agent, n, total, after.message);
    }
    print_message("# %s: %zu allocations, %zu failures reported\n", agent, total, failed);
    assert_true(total >= at_least && failed >= at_least);
}

static void test_agents_report_it(void **state) {
    (void)state;
    fail_each(choose, "ab:nodes=300,tt=64k", 5);
    fail_each(choose, "mcts:nodes=300", 5);
    fail_each(choose, "kalah.perfect:nodes=200k,table=1M", 10);
}

static void test_adjudication_reports_it(void **state) {
    (void)state;
    fail_each(adjudicate, "random", 5);
}

static void test_preparing_reports_it(void **state) {
    (void)state;
    fail_each(prepare, "ab:depth=3,tt=64k", 5);
    fail_each(prepare, "mcts:nodes=60", 5);
    fail_each(prepare, "kalah.perfect:nodes=20k,table=1M", 10);
}

int main(void) {
    test_begin();
    setenv("XDG_CACHE_HOME", "/dev/null", 1); /* no file: the database is built in memory each time */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_report_it),
        cmocka_unit_test(test_adjudication_reports_it),
        cmocka_unit_test(test_preparing_reports_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
