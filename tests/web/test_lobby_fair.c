/* Fairness and time in the lobby: hints, time forfeits, saved clocks, expiry of tables. */
#include "lobby.h"

/* By the linker (--wrap) every check of a spec comes here: it opens the agent on the event loop. */
static int opened;

enum jg_status __real_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err);
enum jg_status __wrap_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err);

enum jg_status __wrap_jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                                     struct jg_error *err) {
    opened++;
    return __real_jg_agent_check(g, kind, spec, err);
}

/* The moves of a game of dominoes, as words, to the seventh; two others may have exchanged tiles meanwhile. */
static void deal_and_move(bool exchanged, char *out, size_t size) {
    static const char *const HANDS[2][3] = {
        {"deal:00.04.11.12.13.56.66", "deal:01.02.03.05.06.14.15", "deal:16.22.23.24.25.26.33"},
        {"deal:00.04.11.12.13.56.66", "deal:01.02.03.05.06.14.24", "deal:15.16.22.23.25.26.33"}};
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_error err = {0};
    struct jg_tags tags = {.resigned = -1};
    char deals[200];
    open_spec(&g, "domino");
    snprintf(deals, sizeof deals, "%s %s %s", HANDS[exchanged][0], HANDS[exchanged][1], HANDS[exchanged][2]);
    assert_good(jg_record_replay_part(&r, &g, &tags, deals, deals, strlen(deals), &err), &err);
    while (r.count < 7) {
        jg_move moves[JG_MOVES_MAX];
        jg_moves(&g, jg_record_state(&r), moves);
        assert_good(jg_record_push(&r, moves[0], &err), &err);
    }
    char *text = jg_record_moves(&r);
    snprintf(out, size, "%s", text);
    free(text);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* A hint depends on nothing but what the seat may know. */
static void test_hint_hides(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .think = 60000}};
    struct ear ears[4];
    char id[2][JG_PLAYER_ID], moves[2][500], text[1200];
    char *hints[2];
    serve(&s, p->path);
    for (int i = 0; i < 4; i++) enter(&s, &ears[i], (const char *[]){"a", "b", "c", "d"}[i], "Somebody");
    for (int n = 0; n < 2; n++) {
        struct jg_refusal no;
        deal_and_move(n, moves[n], sizeof moves[n]);
        snprintf(
            text, sizeof text,
            "\"game\":\"domino\",\"seats\":[\"open\",\"open\",\"open\",\"open\"],\"friendly\":true,\"moves\":\"%s\"",
            moves[n]);
        create(&s, &ears[0], text, id[n]);
        jg_lobby_find(s.lobby, id[n], &no)->table.seed = 42;
        for (int i = 0; i < 4; i++)
            ok(&s, &ears[i], "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"set\":true", id[n], i);
        snprintf(text, sizeof text, "\"do\":\"hint\",\"table\":\"%s\"", id[n]);
        request(&s, &ears[0], text);
        wait_for_answer(&s, &ears[0]);
        json_t *hint = json_object_get(ears[0].answer, "ok");
        assert_non_null(hint);
        json_object_del(hint, "seconds");
        hints[n] = json_dumps(hint, JSON_SORT_KEYS);
    }
    assert_string_not_equal(moves[0], moves[1]);
    assert_string_equal(hints[0], hints[1]);
    for (int n = 0; n < 2; n++) free(hints[n]);
    for (int i = 0; i < 4; i++) leave(&s, &ears[i]);
    end(&s);
}

/* A flag falls on time with and without watchers; agents that nobody watches do not lose by it. */
static void test_flags(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60}}; /* idle at once */
    struct ear ana, bia;
    char id[JG_PLAYER_ID], alone[JG_PLAYER_ID];
    struct jg_refusal no;
    clock_hold(0);
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[\"me\",\"open\"],\"clock\":{\"total\":1,\"increment\":0}", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    create(&s, &ana,
           "\"game\":\"kalah\",\"seats\":[{\"agent\":\"random\"},{\"agent\":\"random\"}],\"clock\":{\"total\":1,"
           "\"increment\":0}",
           alone);
    turn(&s);
    leave(&s, &ana);
    leave(&s, &bia);
    const struct jg_room *kept = jg_lobby_find(s.lobby, id, &no);
    for (int ms = 0; ms < 990; ms += 10) {
        turn(&s);
        assert_false(jg_table_over(&kept->table)); /* and it is still there */
        clock_advance(0.01);
    }
    clock_advance(0.02);
    wait_for_tables(&s, 0); /* both are put away */
    assert_sql(p->path, "SELECT group_concat(player1 || ' ' || result || ' ' || reason) FROM log", "Ana 0-1 time");
    enter(&s, &ana, "a", NULL);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", alone);
    json_t *m = latest(&s, &ana);
    assert_false(is_over(m));
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    clock_release();
}

/* Agents on clocks make their moves in time, however little there is and however long they would think. Time
 * passes only as this process computes. */
static void test_agents_on_clocks(void **state) {
    const struct place *p = *state;
    static const char *const TABLES[] = {
        "\"game\":\"kalah\",\"seats\":[{\"agent\":\"alphabeta:depth=40\"},{\"agent\":\"ab:depth=40\"}]",
        "\"game\":\"loa\",\"seats\":[{\"agent\":\"ab:depth=40\"},{\"agent\":\"mcts:ms=60000\"}]",
    };
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID], text[300];
    clock_hold_to_work();
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        snprintf(text, sizeof text, "%s,\"clock\":{\"total\":2,\"increment\":0}", TABLES[i]);
        create(&s, &ana, text, id);
        json_t *m = wait_for(&s, &ana, is_over);
        assert_string_not_equal(word(json_object_get(m, "over"), "reason"), "time");
        json_decref(m);
    }
    create(&s, &ana, /* the increment comes only after the move */
           "\"game\":\"loa\",\"seats\":[{\"agent\":\"mcts:ms=60000\"},\"me\"],"
           "\"clock\":{\"total\":1,\"increment\":30}",
           id);
    json_t *m = wait_for(&s, &ana, moves_or_over);
    assert_false(is_over(m));
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    clock_release();
}

/* A clock shows the same before the server ends and after it restarts. */
static void test_clocks_are_stored(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    clock_hold(0);
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana,
           "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"random\"}],\"clock\":{\"total\":100,\"increment\":0}",
           id);
    turn(&s);
    clock_advance(0.5);
    leave(&s, &ana);
    end(&s);
    serve(&s, p->path);
    enter(&s, &ana, "a", NULL);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &ana);
    int64_t left = json_integer_value(json_array_get(json_object_get(m, "left"), 0));
    assert_in_range(left, 99499, 99500);
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    clock_release();
}

/* ---- Tables have an end -------------------------------------------------------------------------------- */

static void test_swept(void **state) {
    const struct place *p = *state;
    static const struct {
        const char *table, *sql;
        bool stays;
    } ALL[] = {
        {"\"game\":\"kalah\",\"moves\":\"1\"", "over = 1, used = used - 29 * 86400", true},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "over = 1, used = used - 31 * 86400", false},
        {"\"game\":\"kalah\"", "used = used - 31 * 86400", false},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "used = used - 364 * 86400", true},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "used = used - 366 * 86400", false},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "used = used", true},
    };
    enum { N = sizeof ALL / sizeof *ALL };
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    struct ear ana;
    char id[N][JG_PLAYER_ID], text[300];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    for (int i = 0; i < N; i++) {
        snprintf(text, sizeof text, "%s,\"seats\":[\"me\",\"open\"]", ALL[i].table);
        create(&s, &ana, text, id[i]);
    }
    turn(&s);
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < N; i++) {
            snprintf(text, sizeof text, "UPDATE web_table SET %s WHERE id = '%s'", ALL[i].sql, id[i]);
            run_sql(p->path, text);
        }
        if (again) break;
        jg_lobby_sweep(s.lobby); /* those that are in memory are in use */
        assert_sql(p->path, "SELECT count(*) FROM web_table", "6");
    }
    leave(&s, &ana);
    end(&s);
    serve(&s, p->path);
    assert_sql(p->path, "SELECT count(*) FROM web_table", "3");
    assert_sql(p->path, "SELECT count(*) FROM seating", "3");
    enter(&s, &ana, "a", NULL);
    for (int i = 0; i < N; i++)
        if (ALL[i].stays)
            ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id[i]);
        else
            refused(&s, &ana, "missing", "\"do\":\"open\",\"table\":\"%s\"", id[i]);
    leave(&s, &ana);
    end(&s);
}

/* Deals come from the server, or everybody who sits down knows that they do not. */
static void test_set_position(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana, bia;
    char id[JG_PLAYER_ID], moves[500], text[1200];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    deal_and_move(0, moves, sizeof moves);
    snprintf(text, sizeof text,
             "\"game\":\"domino\",\"listed\":true,\"seats\":[\"me\",\"open\",\"open\",\"open\"],\"moves\":\"%s\"",
             moves);
    create(&s, &ana, text, id);
    const json_t *list = json_object_get(ok(&s, &bia, "\"do\":\"tables\""), "tables");
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "set")));
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &bia);
    assert_true(json_is_true(json_object_get(m, "set"))); /* before she sits */
    json_decref(m);
    refused(&s, &bia, "off", "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1,\"set\":true", id);
    create(&s, &ana, "\"game\":\"domino\",\"seats\":[\"me\",\"open\",\"open\",\"open\"]", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id); /* the server deals */
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[\"me\",\"open\"],\"moves\":\"1\"", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id); /* all is open there */
    leave(&s, &ana);
    leave(&s, &bia);
    end(&s);
    serve(&s, p->path); /* it is marked after a restart, too, without being opened */
    enter(&s, &ana, "c", "Caio");
    list = json_object_get(ok(&s, &ana, "\"do\":\"tables\""), "tables");
    assert_int_equal(json_array_size(list), 1);
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "set")));
    leave(&s, &ana);
    end(&s);
}

/* ---- Clocks and queues -------------------------------------------------------------------------------------- */

static atomic_bool gate;
static void wait_at_gate(struct jg_job *job) {
    (void)job;
    while (!atomic_load(&gate)) nap();
}
static void end_of_wait(struct jg_task *task) { (void)task; }

/* An agent that waits for a thread does not lose by its clock. */
static void test_queued_agents_lose_no_time(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 3600, .idle = 3600}};
    struct jg_task others[2] = {{.job.run = wait_at_gate, .finish = end_of_wait, .priority = JG_PRIORITY_PERSON},
                                {.job.run = wait_at_gate, .finish = end_of_wait, .priority = JG_PRIORITY_PERSON}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    for (int i = 0; i < 2; i++) assert_true(jg_scheduler_submit(s.scheduler, &others[i], "192.0.2.9", "z"));
    clock_hold(0);
    create(&s, &ana,
           "\"game\":\"coins\",\"seats\":[{\"agent\":\"random\"},{\"agent\":\"random\"}],"
           "\"clock\":{\"total\":60,\"increment\":0}",
           id);
    clock_advance(1000);
    json_t *m = latest(&s, &ana);
    assert_true(json_is_null(json_object_get(m, "over")));
    assert_int_equal(json_integer_value(json_array_get(json_object_get(m, "left"), 0)), 60000);
    json_decref(m);
    atomic_store(&gate, true);
    m = wait_for(&s, &ana, is_over);
    assert_string_equal(word(json_object_get(m, "over"), "reason"), "");
    json_decref(m);
    clock_release();
    leave(&s, &ana);
    end(&s);
}

/* ---- Memory ------------------------------------------------------------------------------------------------ */

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = true }; /* its shadow memory counts as well */
#else
enum { SANITIZED = false };
#endif

static long resident(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%*d %ld", &pages), 1);
    fclose(f);
    return pages * 4; /* kB */
}

/* Tables of the strongest agents that have no memory limit of their own: together they stay within the budget. */
static void test_memory(void **state) {
    enum { TABLES = 16, BUDGET = 96 << 20 };
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .memory = BUDGET, .threads = 2}};
    struct ear ears[TABLES];
    char ids[TABLES][JG_PLAYER_ID];
    serve(&s, p->path);
    long before = resident(), most = 0;
    for (int i = 0; i < TABLES; i++) {
        char name[4];
        snprintf(name, sizeof name, "p%d", i);
        enter(&s, &ears[i], name, name);
        create(&s, &ears[i], "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"ab:nodes=20k\"}]", ids[i]);
    }
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < TABLES; i++) {
            json_t *m = wait_for(&s, &ears[i], moves_or_over);
            if (may_move(m)) move_first(&s, &ears[i], ids[i], m);
            json_decref(m);
            long now = resident() - before;
            if (now > most) most = now;
        }
    assert_true(jg_scheduler_peak(s.scheduler) <= BUDGET);
    assert_true(jg_scheduler_peak(s.scheduler) > BUDGET / 2); /* it was used */
    if (!SANITIZED) assert_true(most < (BUDGET >> 10) + 16 * 1024);
    refused(&s, &ears[0], "input", "\"do\":\"create\",\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"ab:tt=64M\"}]");
    for (int i = 0; i < TABLES; i++) leave(&s, &ears[i]);
    end(&s);
}

/* Identities are free: tables where agents play alone are counted by network address. */
static void test_agents_alone_by_address(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ears[JG_ADDRESS_ALONE + 1];
    char id[JG_PLAYER_ID], first[JG_PLAYER_ID];
    static const char ALONE[] = "\"game\":\"kalah\",\"seats\":[{\"agent\":\"random\"},{\"agent\":\"random\"}]";
    serve(&s, p->path);
    opened = 0;
    for (int i = 0; i <= JG_ADDRESS_ALONE; i++) {
        char name[4];
        snprintf(name, sizeof name, "p%d", i);
        enter(&s, &ears[i], name, name);
        strcpy(ears[i].peer.address, "192.0.2.1");
        if (i < JG_ADDRESS_ALONE) create(&s, &ears[i], ALONE, i ? id : first);
    }
    struct ear *last = &ears[JG_ADDRESS_ALONE];
    assert_int_equal(opened, JG_ADDRESS_ALONE); /* equal agents of a table once */
    refused(&s, last, "limit", "\"do\":\"create\",%s", ALONE);
    assert_int_equal(opened, JG_ADDRESS_ALONE); /* a table that is refused opens none */
    create(&s, last, "\"game\":\"kalah\",\"seats\":[{\"agent\":\"random\"},\"open\"]",
           id); /* nor by filling its seats, */
    opened = 0;
    refused(&s, last, "limit", "\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"agent\":\"random\"", id);
    refused(&s, &ears[0], "seat", "\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"agent\":\"random\"", id);
    assert_int_equal(opened, 0);
    ok(&s, &ears[0], "\"do\":\"leave\",\"table\":\"%s\"", first);
    create(&s, last, ALONE, id);
    refused(&s, &ears[0], "limit", "\"do\":\"open\",\"table\":\"%s\"", first); /* nor by coming back to one */
    create(&s, last, "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"random\"}]", id); /* people may */
    strcpy(last->peer.address, "192.0.2.2");
    create(&s, last, ALONE, id);
    for (int i = 0; i <= JG_ADDRESS_ALONE; i++) leave(&s, &ears[i]);
    end(&s);
}

/* Whatever else is wrong with a request is found before its agents are opened. */
static void test_refused_tables_open_no_agents(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "ana", "Ana");
    static const struct {
        const char *code, *rest;
    } REFUSED[] = {
        {"input", "\"seats\":[\"me\",{\"agent\":\"random\"},\"open\"]"},
        {"input", "\"seats\":[\"me\",{\"agent\":\"random\"}],\"clock\":{\"total\":100000,\"increment\":1}"},
        {"input", "\"seats\":[\"me\",{\"agent\":\"random\"}],\"moves\":\"1 4 2 5 3\""},
    };
    opened = 0;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        refused(&s, &ana, REFUSED[i].code, "\"do\":\"create\",\"game\":\"tictactoe\",%s", REFUSED[i].rest);
    assert_int_equal(opened, 0);
    create(&s, &ana, "\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"random\"}]", id);
    assert_int_equal(opened, 1);
    for (int i = 1; i < JG_PLAYER_TABLES; i++) {
        create(&s, &ana, "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"]", id);
        ok(&s, &ana, "\"do\":\"leave\",\"table\":\"%s\"", id);
    }
    refused(&s, &ana, "limit", "\"do\":\"create\",\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"random\"}]");
    assert_int_equal(opened, 1);
    leave(&s, &ana);
    end(&s);
}

/* A player who stood up during a game between people gets no help in it, whether the table is in memory, put away or
 * loaded by another server, until the game is over. */
static void test_opponent_left(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60}}; /* idle at once */
    struct ear ana, bia;
    char id[JG_PLAYER_ID], found[JG_TABLE_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    create(&s, &ana, "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"]", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    ok(&s, &ana, "\"do\":\"move\",\"table\":\"%s\",\"ply\":0,\"move\":\"5\"", id);
    ok(&s, &ana, "\"do\":\"stand\",\"table\":\"%s\"", id);
    assert_true(jg_lobby_find_opposed(s.lobby, "a", "tictactoe", found));
    leave(&s, &ana);
    leave(&s, &bia);
    wait_for_tables(&s, 0);
    for (int round = 0; round < 2; round++) {
        static const char *const PLAYERS[] = {"a", "b"};
        for (int i = 0; i < 2; i++) {
            assert_true(jg_lobby_find_opposed(s.lobby, PLAYERS[i], "tictactoe", found));
            assert_string_equal(found, id);
        }
        assert_false(jg_lobby_find_opposed(s.lobby, "a", "kalah", found));
        assert_false(jg_lobby_find_opposed(s.lobby, "c", "tictactoe", found));
        end(&s);
        serve(&s, p->path);
    }
    enter(&s, &ana, "a", NULL);
    enter(&s, &bia, "b", NULL);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
    ok(&s, &ana, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":0", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    ok(&s, &bia, "\"do\":\"resign\",\"table\":\"%s\"", id);
    leave(&s, &ana);
    leave(&s, &bia);
    wait_for_tables(&s, 0);
    assert_false(jg_lobby_find_opposed(s.lobby, "a", "tictactoe", found));
    end(&s);
    assert_sql(p->path, "SELECT count(*) FROM witness", "0");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* ---- Several hands --------------------------------------------------------------------------------------- */

static int hands_in(const json_t *m) {
    const json_t *hands = json_object_get(json_object_get(json_object_get(m, "state"), "board"), "hands"), *hand;
    size_t i;
    int n = 0;
    json_array_foreach(hands, i, hand) n += json_array_size(hand) > 0;
    return n;
}

struct heard {
    int ends, seats; /* ends of rounds, and bits of the seats that had the turn */
};

/* A message shows at most one hand, that of the seat to move, unless the round has ended. */
static void hear(struct heard *h, const json_t *m) {
    const json_t *at = json_object_get(m, "state");
    bool ended = json_is_object(json_object_get(json_object_get(at, "board"), "end"));
    assert_true(json_is_true(json_object_get(m, "shared")));
    h->ends += ended;
    if (!ended && !is_over(m)) assert_true(hands_in(m) <= 1);
    if (!may_move(m)) return;
    assert_int_equal(number(at, "turn"), number(m, "seat"));
    assert_int_equal(hands_in(m), 1);
    h->seats |= 1 << number(m, "seat");
}

static void test_several_hands(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    struct heard h = {0};
    char id[JG_PLAYER_ID];
    json_t *m, *last = NULL;
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    refused(&s, &ana, "input",
            "\"do\":\"create\",\"game\":\"domino\",\"seats\":[\"me\",\"me\",{\"agent\":\"random\"},\"open\"]");
    create(&s, &ana, "\"game\":\"domino:rounds=3\",\"seats\":[\"me\",\"me\",\"me\",\"me\"]", id);
    refused(&s, &ana, "off", "\"do\":\"stand\",\"table\":\"%s\"", id);
    while (!last || !is_over(last)) {
        if (last) move_first(&s, &ana, id, last);
        turn(&s);
        while ((m = jg_lobby_next_message(s.lobby, &ana.peer))) {
            hear(&h, m);
            json_decref(last);
            last = m;
        }
    }
    json_decref(last);
    assert_int_equal(h.ends, 3);
    assert_int_equal(h.seats, 15);
    leave(&s, &ana);
    end(&s);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        TEST(test_hint_hides),
        TEST(test_flags),
        TEST(test_clocks_are_stored),
        TEST(test_agents_on_clocks),
        TEST(test_swept),
        TEST(test_set_position),
        TEST(test_memory),
        TEST(test_queued_agents_lose_no_time),
        TEST(test_agents_alone_by_address),
        TEST(test_refused_tables_open_no_agents),
        TEST(test_opponent_left),
        TEST(test_several_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
