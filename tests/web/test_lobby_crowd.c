/* A crowd at the server's threads: many identities let agents play by themselves, and one person plays against an
 * agent. The person's reply is thought about before all that waits for nobody, and among people addresses take turns. The order is what counts, not the time:
 * every question to an agent passes a gate, which is opened once all have lined up. */
#include "lobby.h"

#include <pthread.h>

enum {
    HOSTILE = 50,   /* identities, */
    ADDRESSES = 10, /* from this many addresses, */
    TABLES = 8,     /* each with this many tables, if it may */
    THREADS = 2,    /* of tests/lobby.h: this many requests may be under way when the person's comes */
    ASKED_MAX = 4096,
};

/* ---- The gate --------------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t opens;
    bool closed;
    int asked;                    /* questions that have come to the gate */
    const char *names[ASKED_MAX]; /* of the agents, in that order */
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .opens = PTHREAD_COND_INITIALIZER};

enum jg_status __real_jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                      struct jg_error *err);
enum jg_status __wrap_jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                      struct jg_error *err);

/* By the linker (--wrap) every call of jg_agent_choose comes here. */
enum jg_status __wrap_jg_agent_choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                      struct jg_error *err) {
    pthread_mutex_lock(&gate.lock);
    if (gate.asked < ASKED_MAX) gate.names[gate.asked++] = a->kind->name;
    while (gate.closed) pthread_cond_wait(&gate.opens, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
    return __real_jg_agent_choose(a, query, report, err);
}

/* By the linker as well: whether ana's task has been handed to the scheduler. A table that could not be saved at once
 * asks its agent later. */
static bool submitted;

bool __real_jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player);
bool __wrap_jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player);

bool __wrap_jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player) {
    if (!strcmp(player, "ana")) submitted = true;
    return __real_jg_scheduler_submit(s, task, address, player);
}

/* Closes it, and forgets what was asked; or opens it. */
static void set_gate(bool closed) {
    pthread_mutex_lock(&gate.lock);
    gate.closed = closed;
    if (closed) gate.asked = 0;
    pthread_cond_broadcast(&gate.opens);
    pthread_mutex_unlock(&gate.lock);
}

/* The place of the first question to an agent of that name (NULL: of any), or -1. */
static int asked_at(const char *name) {
    int at = -1;
    pthread_mutex_lock(&gate.lock);
    for (int i = 0; i < gate.asked && at < 0; i++)
        if (!name || !strcmp(gate.names[i], name)) at = i;
    pthread_mutex_unlock(&gate.lock);
    return at;
}

static int wait_until_asked(struct server *s, const char *name) {
    for (struct patience p = {0}; asked_at(name) < 0; clock_wait(&p, name ? name : "an agent")) turn(s);
    return asked_at(name);
}

/* ---- Crowds ------------------------------------------------------------------------------------------ */

static struct ear hostile[HOSTILE];

/* Tables at which nobody plays; how many there may be is the server's to say. */
static int let_agents_play(struct server *s, struct ear *e) {
    int tables = 0;
    for (int i = 0; i < TABLES; i++) {
        request(s, e,
                "\"do\":\"create\",\"game\":\"tictactoe\",\"seats\":[{\"agent\":\"random\"},{\"agent\":\"random\"}]");
        const json_t *error = json_object_get(e->answer, "error");
        if (error) assert_string_equal(word(error, "code"), "limit");
        tables += !error;
    }
    return tables;
}

/* A person too, who waits for an agent's move. */
static int wait_for_agent(struct server *s, struct ear *e) {
    char id[JG_PLAYER_ID];
    create(s, e, "\"game\":\"tictactoe\",\"seats\":[{\"agent\":\"random\"},\"me\"]", id);
    return 1;
}

/* How many questions to agents come before that for the person's reply. */
static int questions_before(const struct place *p, int (*deed)(struct server *s, struct ear *e)) {
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .think = 60000}};
    struct ear ana;
    char name[JG_PLAYER_ID], id[JG_PLAYER_ID];
    int tables = 0;
    serve(&s, p->path);
    set_gate(true);
    for (int i = 0; i < HOSTILE; i++) {
        snprintf(name, sizeof name, "hostile%d", i);
        enter(&s, &hostile[i], name, "Nobody");
        snprintf(hostile[i].peer.address, sizeof hostile[i].peer.address, "192.0.2.%d", 1 + i % ADDRESSES);
        tables += deed(&s, &hostile[i]);
    }
    wait_until_asked(&s, NULL);
    enter(&s, &ana, "ana", "Ana");
    strcpy(ana.peer.address, "198.51.100.1");
    create(&s, &ana, "\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"greedy\"}]", id);
    json_t *m = latest(&s, &ana);
    submitted = false;
    move_first(&s, &ana, id, m);
    json_decref(m);
    for (struct patience patience = {0}; !submitted; clock_wait(&patience, "the task for the person")) turn(&s);
    set_gate(false);
    int before = wait_until_asked(&s, "greedy");
    printf("# %d tables of %d identities: %d questions before the person's\n", tables, HOSTILE, before);
    assert_true(tables > 0);
    for (int i = 0; i < HOSTILE; i++) leave(&s, &hostile[i]);
    leave(&s, &ana);
    end(&s);
    return before;
}

/* ---- The tests ------------------------------------------------------------------------------------------ */

static void test_person_first(void **state) { assert_in_range(questions_before(*state, let_agents_play), 0, THREADS); }

/* Where all are people, addresses take turns: one question of each, however many identities it has. */
static void test_addresses_take_turns(void **state) {
    assert_in_range(questions_before(*state, wait_for_agent), 0, THREADS + ADDRESSES);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_person_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_addresses_take_turns, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
