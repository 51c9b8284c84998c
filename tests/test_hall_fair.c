/* The hall where it is about fairness and time: hints, flags, clocks that are kept, tables that have an end. */
#include "hall.h"

/* The moves of a game of dominoes, as words, to the seventh; two others may have exchanged tiles meanwhile. */
static void deal_and_move(bool exchanged, char *out, size_t size) {
    static const char *const HANDS[2][3] = {
        {"deal:00.04.11.12.13.56.66", "deal:01.02.03.05.06.14.15", "deal:16.22.23.24.25.26.33"},
        {"deal:00.04.11.12.13.56.66", "deal:01.02.03.05.06.14.24", "deal:15.16.22.23.25.26.33"}};
    struct jg_game g;
    struct jg_record r;
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

/* What is said depends on nothing but what the seat may know. */
static void test_hint_hides(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .think = 60000}};
    struct ear ears[4];
    char id[2][JG_PLAYER_ID], moves[2][500], text[1200];
    char *hints[2];
    serve(&s, p->path);
    for (int i = 0; i < 4; i++) enter(&s, &ears[i], (const char *[]){"a", "b", "c", "d"}[i], "Somebody");
    for (int n = 0; n < 2; n++) {
        struct jg_no no;
        deal_and_move(n, moves[n], sizeof moves[n]);
        snprintf(text, sizeof text,
                 "\"game\":\"domino\",\"seats\":[\"open\",\"open\",\"open\",\"open\"],\"moves\":\"%s\"", moves[n]);
        create(&s, &ears[0], text, id[n]);
        jg_hall_find(s.hall, id[n], &no)->table.seed = 42;
        for (int i = 0; i < 4; i++) ok(&s, &ears[i], "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d", id[n], i);
        snprintf(text, sizeof text, "\"do\":\"hint\",\"table\":\"%s\"", id[n]);
        request(&s, &ears[0], text);
        assert_true(answered(&s, &ears[0]));
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

/* A flag falls when it should, whoever looks; agents whom nobody watches do not lose by it. */
static void test_flags(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60}}; /* idle at once */
    struct ear ana, bia;
    char id[JG_PLAYER_ID], alone[JG_PLAYER_ID];
    struct jg_no no;
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
    double begin = jg_clock();
    turn(&s);
    leave(&s, &ana);
    leave(&s, &bia);
    const struct jg_place *kept = jg_hall_find(s.hall, id, &no);
    while (jg_clock() - begin < 0.8) {
        turn(&s);
        assert_false(jg_table_over(&kept->table)); /* and it is still there */
        nap();
    }
    while (jg_clock() - begin < 1.5) {
        turn(&s);
        nap();
    }
    assert_int_equal(jg_hall_tables(s.hall), 0); /* both are put away */
    assert_sql(p->path, "SELECT group_concat(player1 || ' ' || result || ' ' || reason) FROM log", "Ana 0-1 time");
    enter(&s, &ana, "a", NULL);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", alone);
    json_t *m = latest(&s, &ana);
    assert_false(is_over(m));
    json_decref(m);
    leave(&s, &ana);
    end(&s);
}

/* Agents on clocks make their moves in time, however little there is and however long they would think. */
static void test_agents_on_clocks(void **state) {
    const struct place *p = *state;
    static const char *const TABLES[] = {
        "\"game\":\"kalah\",\"seats\":[{\"agent\":\"alphabeta:depth=40\"},{\"agent\":\"ab:depth=40\"}]",
        "\"game\":\"loa\",\"seats\":[{\"agent\":\"ab:depth=40\"},{\"agent\":\"mcts:ms=60000\"}]",
    };
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID], text[300];
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
}

/* What a clock showed when the server ended is what it shows afterwards. */
static void test_clock_kept(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana,
           "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"random\"}],\"clock\":{\"total\":100,\"increment\":0}",
           id);
    turn(&s);
    for (double begin = jg_clock(); jg_clock() - begin < 0.5;) nap();
    leave(&s, &ana);
    end(&s);
    serve(&s, p->path);
    enter(&s, &ana, "a", NULL);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &ana);
    int64_t left = json_integer_value(json_array_get(json_object_get(m, "left"), 0));
    assert_true(left <= 99500 && left > 90000);
    json_decref(m);
    leave(&s, &ana);
    end(&s);
}

/* ---- Tables have an end -------------------------------------------------------------------------------- */

static void test_swept(void **state) {
    const struct place *p = *state;
    static const struct {
        const char *table, *sql;
        bool stays;
    } ALL[] = {
        {"\"game\":\"kalah\",\"moves\":\"1\"", "over = 1, changed = changed - 29 * 86400", true},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "over = 1, changed = changed - 31 * 86400", false},
        {"\"game\":\"kalah\"", "changed = changed - 31 * 86400", false},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "changed = changed - 364 * 86400", true},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "changed = changed - 366 * 86400", false},
        {"\"game\":\"kalah\",\"moves\":\"1\"", "changed = changed", true},
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
        jg_hall_sweep(s.hall); /* those that are in memory are in use */
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        TEST(test_hint_hides), TEST(test_flags), TEST(test_clock_kept), TEST(test_agents_on_clocks), TEST(test_swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
