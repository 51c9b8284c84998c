/* The lobby with recording clients: which messages are sent and when, agents' moves, the store. */
#include "lobby.h"

#include <pthread.h>

/* ---- Games ---------------------------------------------------------------------------------------------- */

static void play_out(struct server *s, struct ear *e, const char *id, json_t *m) {
    while (!is_over(m)) {
        move_first(s, e, id, m);
        json_decref(m);
        m = wait_for(s, e, moves_or_over);
    }
    assert_true(number(m, "game_id") > 0);
    json_decref(m);
}

static void test_games(void **state) {
    const struct place *p = *state;
    static const char *const TABLES[] = {
        "\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"minimax\"}]",
        "\"game\":\"kalah\",\"seats\":[{\"agent\":\"greedy\"},\"me\"],\"clock\":{\"total\":600,\"increment\":1}",
        "\"game\":\"coins\",\"seats\":[\"me\",{\"agent\":\"random\"}]",
        "\"game\":\"domino:rounds=1\",\"seats\":[{\"agent\":\"domino.basic\"},\"me\",{\"agent\":\"random\"},"
        "{\"agent\":\"domino:level=amateur\"}]",
        "\"game\":\"magic\",\"seats\":[\"me\",{\"agent\":\"magic.random\"}]",
    };
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        create(&s, &ana, TABLES[i], id);
        play_out(&s, &ana, id, wait_for(&s, &ana, moves_or_over));
    }
    ok(&s, &ana, "\"do\":\"rematch\",\"table\":\"%s\"", id);
    json_t *m = wait_for(&s, &ana, moves_or_over);
    assert_false(is_over(m));
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    assert_sql(p->path, "SELECT group_concat(game, ' ') FROM log WHERE kind = 'table' AND 'Ana' IN (player1, player2)",
               "tictactoe kalah coins domino:rounds=1 magic");
    assert_sql(p->path, "SELECT count(*) FROM run WHERE kind = 'table' AND ended IS NOT NULL", "1");
    struct jg_store *store = open_store(p->path, JG_STORE_READ); /* and they can be played again */
    for (int64_t n = 1; n <= 5; n++) {
        struct jg_stored_game kept;
        struct jg_record r = {0};
        struct jg_error err = {0};
        struct jg_game g;
        assert_good(jg_store_game(store, n, &kept, &err), &err);
        open_spec(&g, kept.game);
        assert_good(jg_stored_replay(&kept, &g, &r, &err), &err);
        assert_int_equal(jg_record_turn(&r), JG_OVER);
        assert_int_equal(jg_record_score(&r, 0), kept.score);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    jg_store_close(store);
}

/* Agents alone play on only while somebody looks, and so that people can follow. */
static void test_agents_alone(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    clock_hold(0);
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[{\"agent\":\"random\"},{\"agent\":\"random\"}]", id);
    double begin = jg_clock();
    int64_t ply = 0;
    for (struct patience wait = {0}; ply < 3; clock_wait(&wait, "three moves")) {
        clock_advance(0.01);
        json_t *m = latest(&s, &ana);
        if (m) ply = number(m, "ply");
        json_decref(m);
    }
    assert_true(jg_clock() - begin > 1.1); /* three times 400 ms */
    ok(&s, &ana, "\"do\":\"leave\",\"table\":\"%s\"", id);
    for (int i = 0; i < 160; i++) {
        clock_advance(0.01);
        turn(&s);
        nap();
    }
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &ana);
    assert_true(number(m, "ply") <= ply + 2); /* one was thought of when she left, another now */
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    clock_release();
}

static void test_stopping(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.think = 600000, .absent = 60}}; /* idle at once */
    struct ear ana, bia;
    char id[JG_PLAYER_ID];
    clock_hold(0); /* so that nothing ends by its deadline */
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    create(&s, &ana, "\"game\":\"loa\",\"seats\":[{\"agent\":\"ab:ms=500000\"},\"me\"]", id);
    for (int i = 0; i < 50; i++) turn(&s), nap();
    assert_int_equal(jg_lobby_table_count(s.lobby), 1);
    leave(&s, &ana);
    wait_for_tables(&s, 0); /* put away, and the thinking with it */
    create(&s, &bia, "\"game\":\"loa\",\"seats\":[\"me\",{\"agent\":\"ab:ms=500000\"}]", id);
    request(&s, &bia, "\"do\":\"open\",\"table\":\"nosuchtableisheree\"");
    struct ear caio;
    enter(&s, &caio, "b", NULL);
    assert_string_equal(caio.peer.name, "Bia"); /* the name is the identity's */
    char text[100];
    snprintf(text, sizeof text, "\"do\":\"hint\",\"table\":\"%s\"", id);
    request(&s, &caio, text); /* answered never: the connection goes first */
    leave(&s, &caio);
    json_t *m = latest(&s, &bia);
    move_first(&s, &bia, id, m);
    json_decref(m);
    for (int i = 0; i < 20; i++) turn(&s), nap();
    leave(&s, &bia);
    end(&s);
    clock_release();
}

static void test_hint(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .think = 300}};
    struct ear ana;
    char id[JG_PLAYER_ID], text[100];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(
        &s, &ana,
        "\"game\":\"domino\",\"seats\":[\"me\",{\"agent\":\"random\"},{\"agent\":\"random\"},{\"agent\":\"random\"}]",
        id);
    json_t *m = wait_for(&s, &ana, may_move);
    snprintf(text, sizeof text, "\"do\":\"hint\",\"table\":\"%s\"", id);
    request(&s, &ana, text);
    wait_for_answer(&s, &ana);
    const json_t *hint = json_object_get(ana.answer, "ok");
    assert_int_equal(number(hint, "ply"), number(m, "ply"));
    bool legal = false;
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(json_object_get(m, "state"), "moves"), i, move) legal |=
        !strcmp(json_string_value(move), word(hint, "move"));
    assert_true(legal);
    json_decref(m);
    leave(&s, &ana);
    end(&s);
}

/* An agent that fails has lost, and it is said why; a stranger cannot bring such a one. */
static void test_failing_agent(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60, .trust = true}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    char bot[PATH + 32], table[PATH + 128];
    snprintf(bot, sizeof bot, "%s/bot", p->folder);
    FILE *f = fopen(bot, "w");
    assert_non_null(f);
    fputs("#!/bin/sh\nread -r line; echo ok; read -r line; exit 3\n", f); /* greets, and is gone when it is asked */
    fclose(f);
    chmod(bot, 0755);
    snprintf(table, sizeof table, "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"program:run=%s\"}]", bot);
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana, table, id);
    json_t *m = wait_for(&s, &ana, may_move);
    ok(&s, &ana, "\"do\":\"move\",\"table\":\"%s\",\"ply\":0,\"move\":\"1\"", id);
    json_decref(m);
    m = wait_for(&s, &ana, is_over);
    assert_string_equal(word(json_object_get(m, "over"), "reason"), "failed");
    assert_string_equal(word(json_object_get(m, "over"), "result"), "1-0");
    assert_true(number(m, "game_id") > 0);
    json_decref(m);
    leave(&s, &ana);
    end(&s);
    assert_sql(p->path, "SELECT resigned FROM log WHERE reason <> ''", "2");
    s.setting.trust = false;
    serve(&s, p->path);
    enter(&s, &ana, "b", "Bia");
    refused(&s, &ana, "input", "\"do\":\"create\",%s", table);
    leave(&s, &ana);
    end(&s);
    unlink(bot);
}

/* ---- Who is sent what --------------------------------------------------------------------------------------- */

static void test_pull(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana, bia, eva;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    enter(&s, &eva, "e", "Eva");
    create(&s, &ana, "\"game\":\"loa:repeat=0\",\"seats\":[\"me\",\"open\"]", id);
    refused(&s, &ana, "turn", "\"do\":\"move\",\"table\":\"%s\",\"ply\":0,\"move\":\"b1-b3\"", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &bia);
    assert_true(json_is_null(json_object_get(m, "seat")));
    json_decref(m);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    ok(&s, &eva, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_decref(latest(&s, &eva));
    refused(&s, &eva, "seat", "\"do\":\"move\",\"table\":\"%s\",\"ply\":0,\"move\":\"b1-b3\"", id);
    refused(&s, &eva, "seat", "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    refused(&s, &eva, "seat", "\"do\":\"resign\",\"table\":\"%s\"", id);
    refused(&s, &bia, "off", "\"do\":\"hint\",\"table\":\"%s\"", id);
    struct ear *player[2] = {&ana, &bia};
    for (int n = 0; n < 30; n++) {
        m = latest(&s, player[n & 1]);
        assert_non_null(m);
        move_first(&s, player[n & 1], id, m);
        json_decref(m);
        if (n != 3) continue;
        turn(&s); /* Eva is four moves behind, which come one by one */
        for (int k = 0; k < 4; k++) {
            m = jg_lobby_next_message(s.lobby, &eva.peer);
            assert_int_equal(number(m, "from"), k);
            assert_int_equal(number(m, "ply"), k + 1);
            assert_int_equal(json_array_size(json_object_get(m, "may")), 0);
            assert_null(json_object_get(json_object_get(m, "state"), "moves"));
            json_decref(m);
        }
        assert_null(jg_lobby_next_message(s.lobby, &eva.peer));
    }
    turn(&s);
    m = jg_lobby_next_message(s.lobby, &eva.peer); /* and 26 in one */
    assert_int_equal(number(m, "from"), 4);
    assert_int_equal(number(m, "ply"), 30);
    json_decref(m);
    assert_null(jg_lobby_next_message(s.lobby, &eva.peer));
    refused(&s, &ana, "stale", "\"do\":\"move\",\"table\":\"%s\",\"ply\":29,\"move\":\"b1-b3\"", id);
    const json_t *asked = ok(&s, &bia, "\"do\":\"back\",\"table\":\"%s\",\"ply\":30", id);
    assert_int_equal(json_array_size(json_object_get(asked, "asked")), 1);
    refused(&s, &eva, "seat", "\"do\":\"answer\",\"table\":\"%s\",\"offer\":\"back\",\"yes\":true", id);
    refused(&s, &ana, "input", "\"do\":\"answer\",\"table\":\"%s\",\"offer\":\"money\",\"yes\":true", id);
    ok(&s, &ana, "\"do\":\"answer\",\"table\":\"%s\",\"offer\":\"back\",\"yes\":true", id);
    m = latest(&s, &eva);
    assert_int_equal(number(m, "from"), 29);
    assert_int_equal(number(m, "ply"), 29);
    json_decref(m);
    leave(&s, &eva);
    leave(&s, &bia);
    m = latest(&s, &ana);
    const json_t *seat = json_array_get(json_object_get(m, "seats"), 1);
    assert_false(json_boolean_value(json_object_get(seat, "here")));
    json_decref(m);
    leave(&s, &ana);
    end(&s);
}

/* ---- The store ------------------------------------------------------------------------------------------------ */

/* The same but for who is there and the version, which have gone on. */
static void assert_same_table(json_t *before, json_t *after) {
    static const char *const SAME[] = {"table", "game",  "seat", "start",  "moves",
                                       "ply",   "state", "over", "listed", "game_id"};
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
        if (!json_equal(json_object_get(before, SAME[i]), json_object_get(after, SAME[i])))
            fail_msg("%s is not the same", SAME[i]);
    assert_true(number(after, "version") > number(before, "version"));
    json_decref(before);
    json_decref(after);
}

/* Deals depend on the store's secret, also those of a table that comes from the store. */
static void assert_secret(struct server *s, const char *id) {
    static const unsigned char none[JG_SECRET];
    unsigned char secret[JG_SECRET];
    struct jg_refusal no = {0};
    const struct jg_room *place = jg_lobby_find(s->lobby, id, &no);
    assert_non_null(place);
    assert_int_equal(jg_store_secret(s->store, secret, NULL), JG_OK);
    assert_memory_equal(place->table.secret, secret, sizeof secret);
    assert_memory_not_equal(secret, none, sizeof secret);
}

static void test_again(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana, bia;
    char id[JG_PLAYER_ID];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana,
           "\"game\":\"magic\",\"seats\":[\"me\",\"open\"],\"listed\":true,\"clock\":{\"total\":900,\"increment\":0}",
           id);
    for (int round = 0; round < 6; round++) {
        assert_secret(&s, id);
        enter(&s, &bia, "b", "Bia");
        ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
        ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
        for (int n = 0; n < 15; n++) {
            json_t *a = latest(&s, &ana), *b = latest(&s, &bia);
            if (a && may_move(a)) move_first(&s, &ana, id, a);
            if (b && may_move(b)) move_first(&s, &bia, id, b);
            json_decref(a);
            json_decref(b);
        }
        ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
        ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
        json_t *before[2] = {latest(&s, &ana), latest(&s, &bia)};
        for (int i = 0; i < 2; i++) json_object_del(before[i], "left");
        leave(&s, &bia);
        leave(&s, &ana);
        end(&s);
        serve(&s, p->path);
        assert_int_equal(jg_lobby_table_count(s.lobby), 0);
        enter(&s, &ana, "a", NULL);
        enter(&s, &bia, "b", NULL);
        assert_string_equal(ana.peer.name, "Ana");
        ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
        ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
        json_t *after[2] = {latest(&s, &ana), latest(&s, &bia)};
        for (int i = 0; i < 2; i++) {
            json_object_del(after[i], "left");
            assert_same_table(before[i], after[i]);
        }
        leave(&s, &bia);
    }
    const json_t *list = json_object_get(ok(&s, &ana, "\"do\":\"tables\""), "tables");
    assert_int_equal(json_array_size(list), 1);
    assert_true(json_boolean_value(json_object_get(json_array_get(list, 0), "mine")));
    leave(&s, &ana);
    end(&s);
}

/* While nothing can be saved, nothing is announced, nothing is acknowledged, and nothing more is taken: a server that
 * dies then loses nothing that anybody has seen. Afterwards the game goes on. */
static void test_locked(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana, bia;
    char id[JG_PLAYER_ID], text[200];
    sqlite3 *other;
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[\"me\",{\"agent\":\"random\"}]", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = wait_for(&s, &ana, may_move);
    json_decref(latest(&s, &bia));
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    snprintf(text, sizeof text, "\"do\":\"move\",\"table\":\"%s\",\"ply\":%lld,\"move\":\"2\"", id,
             (long long)number(m, "ply"));
    json_decref(m);
    request(&s, &ana, text);
    for (struct patience patience = {0}; !s.said; clock_wait(&patience, "the word that nothing can be saved")) {
        assert_null(latest(&s, &ana));
        assert_null(latest(&s, &bia));
    }
    assert_null(ana.answer); /* not yet */
    int64_t move = ana.id;
    refused(&s, &bia, "failed", "\"do\":\"sit\",\"table\":\"%s\",\"seat\":0", id);
    refused(&s, &bia, "failed", "\"do\":\"create\",\"game\":\"kalah\",\"seats\":[\"me\",\"open\"]");
    ok(&s, &bia, "\"do\":\"why\",\"table\":\"%s\",\"move\":\"1\"", id); /* to look is allowed */
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(other);
    m = wait_for(&s, &bia, may_watch);
    assert_int_equal(s.said, 1);
    assert_true(number(m, "ply") > 0);
    json_decref(m);
    assert_int_equal(ana.id, move);
    assert_non_null(json_object_get(ana.answer, "ok"));
    m = wait_for(&s, &ana, moves_or_over);
    move_first(&s, &ana, id, m);
    json_decref(m);
    leave(&s, &bia);
    leave(&s, &ana);
    end(&s);
    assert_sql(p->path, "SELECT count(*) FROM web_table WHERE plies >= 2", "1");
}

/* No clock runs while nothing can be saved, whatever people do meanwhile; what was thought before and after counts. */
static void test_clock_stands(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 3600, .idle = 3600}};
    struct ear ana, bia, caio;
    char id[JG_PLAYER_ID];
    sqlite3 *other;
    clock_hold(0); /* from before any clock runs */
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &bia, "b", "Bia");
    enter(&s, &caio, "c", "Caio");
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[\"me\",\"open\"],\"clock\":{\"total\":60,\"increment\":0}", id);
    ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
    ok(&s, &bia, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", id);
    json_decref(latest(&s, &ana));
    clock_advance(10); /* Ana thinks */
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    request(&s, &caio, "\"do\":\"create\",\"game\":\"kalah\",\"seats\":[\"me\",\"open\"]"); /* which cannot be saved */
    clock_advance(1000);
    turn(&s);
    for (int i = 0; i < 3; i++) { /* she looks, goes and comes back */
        ok(&s, &bia, "\"do\":\"open\",\"table\":\"%s\"", id);
        clock_advance(1000);
        turn(&s);
    }
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(other);
    clock_advance(1); /* it is tried again now and then */
    turn(&s);
    clock_advance(5); /* Ana thinks again */
    turn(&s);
    ok(&s, &ana, "\"do\":\"open\",\"table\":\"%s\"", id);
    json_t *m = latest(&s, &ana);
    assert_true(json_is_null(json_object_get(m, "over")));
    json_int_t left = json_integer_value(json_array_get(json_object_get(m, "left"), 0));
    assert_true(left >= 44990 && left <= 45010); /* of simulated time, which is rounded */
    json_decref(m);
    clock_release();
    leave(&s, &caio);
    leave(&s, &bia);
    leave(&s, &ana);
    end(&s);
}

/* A request whose connection goes before it is saved is answered to nobody. */
static void test_locked_and_left(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID], text[200];
    sqlite3 *other;
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana, "\"game\":\"kalah\",\"seats\":[\"me\",\"me\"]", id);
    json_decref(latest(&s, &ana));
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    snprintf(text, sizeof text, "\"do\":\"move\",\"table\":\"%s\",\"ply\":0,\"move\":\"2\"", id);
    request(&s, &ana, text);
    assert_null(ana.answer);
    leave(&s, &ana);
    memset(&ana, 0xff, sizeof ana);
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(other);
    end(&s);
    assert_sql(p->path, "SELECT plies FROM web_table", "1");
}

/* A server that ends while agents are to move starts no thinking, also where a table is saved last of all. */
static void test_closing(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID];
    struct jg_refusal no;
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    create(&s, &ana, "\"game\":\"loa\",\"seats\":[\"me\",{\"agent\":\"loa:nodes=1G\"}]", id);
    json_t *m = latest(&s, &ana);
    move_first(&s, &ana, id, m);
    json_decref(m);
    jg_lobby_find(s.lobby, id, &no)->table.dirty = true;
    leave(&s, &ana);
    end(&s);
}

static void test_limits(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.hurry = true, .absent = 60, .idle = 60}};
    struct ear ana, tab;
    char id[JG_PLAYER_ID], first[JG_PLAYER_ID] = "";
    static const char OPEN[] = "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"]";
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    enter(&s, &tab, "b", "Bia");
    for (int n = 0; n < 20; n++) {
        create(&s, &ana, OPEN, id);
        if (!n) strcpy(first, id);
        if (n < 8) ok(&s, &tab, "\"do\":\"open\",\"table\":\"%s\"", id);
        if (n == 8) refused(&s, &tab, "limit", "\"do\":\"open\",\"table\":\"%s\"", id);
        if (n) ok(&s, &ana, "\"do\":\"leave\",\"table\":\"%s\"", id);
    }
    refused(&s, &ana, "limit", "\"do\":\"create\",%s", OPEN);
    ok(&s, &tab, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", first);
    ok(&s, &ana, "\"do\":\"resign\",\"table\":\"%s\"", first);
    create(&s, &ana, OPEN, id); /* one is over */
    static const char *const BAD[] = {
        "\"game\":\"chess\",\"seats\":[\"me\",\"open\"]",
        "\"game\":\"tictactoe\",\"seats\":[\"me\"]",
        "\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"nobody\"}]",
        "\"game\":\"tictactoe\",\"seats\":[\"me\",{\"agent\":\"human\"}]",
        "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"],\"position\":\"what\"",
        "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"],\"moves\":\"1 1\"",
        "\"game\":\"tictactoe\",\"seats\":[\"me\",\"open\"],\"moves\":\"1 4 2 5 3\"",
        "\"game\":\"domino\",\"seats\":[\"me\",\"me\",\"open\",\"open\"]",
    };
    leave(&s, &ana);
    enter(&s, &ana, "c", "Caio");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) refused(&s, &ana, "input", "\"do\":\"create\",%s", BAD[i]);
    refused(&s, &ana, "missing", "\"do\":\"open\",\"table\":\"aaaaaaaaaaaaaaaa\"");
    create(&s, &ana, "\"game\":\"tictactoe\",\"seats\":[\"me\",\"me\"]", id); /* two at one screen */
    for (int n = 0; n < 2; n++) {
        json_t *m = latest(&s, &ana);
        assert_int_equal(number(m, "seat"), n);
        move_first(&s, &ana, id, m);
        json_decref(m);
    }
    leave(&s, &tab);
    leave(&s, &ana);
    end(&s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        TEST(test_games),         TEST(test_agents_alone),
        TEST(test_stopping),      TEST(test_hint),
        TEST(test_failing_agent), TEST(test_pull),
        TEST(test_again),         TEST(test_locked),
        TEST(test_limits),        TEST(test_locked_and_left),
        TEST(test_clock_stands),  TEST(test_closing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
