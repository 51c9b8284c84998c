/* Tables and what can go wrong around the store: clocks that jump, a system without random numbers. */
#include "lobby.h"

#include "web/session.h"

#include <sys/random.h>

/* In place of the C library's. */
static bool no_entropy;
static int64_t ahead; /* seconds by which the clock is wrong */

int getentropy(void *out, size_t size) {
    if (no_entropy) return -1;
    return getrandom(out, size, 0) == (ssize_t)size ? 0 : -1;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time_t t = now.tv_sec + ahead;
    if (out) *out = t;
    return t;
}

static const char SEATS[] = "\"seats\":[\"me\",\"me\"]";

/* ---- Clocks ------------------------------------------------------------------------------------- */

/* Three tables, none in memory: a finished one, one without moves, one that is on. */
static void make_tables(struct server *s, const struct place *p) {
    struct ear ana;
    char id[3][JG_PLAYER_ID], text[300];
    serve(s, p->path);
    enter(s, &ana, "a", "Ana");
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "\"game\":\"kalah\",%s%s", i == 1 ? "" : "\"moves\":\"1\",", SEATS);
        create(s, &ana, text, id[i]);
    }
    ok(s, &ana, "\"do\":\"resign\",\"table\":\"%s\"", id[0]);
    turn(s);
    leave(s, &ana);
    end(s);
    assert_sql(p->path, "SELECT count(*) || ' ' || sum(over) || ' ' || sum(plies = 0) FROM web_table", "3 1 1");
}

static void test_clock_jumps(void **state) {
    const struct place *p = *state;
    const int64_t day = 86400, now = time(NULL);
    const int64_t JUMPS[] = {400 * day, -now + 5, 0, 4000 * day, 31 * day, -31 * day, -now, 0};
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    make_tables(&s, p);
    for (size_t i = 0; i < sizeof JUMPS / sizeof *JUMPS; i++) {
        ahead = JUMPS[i];
        serve(&s, p->path); /* looks for old tables */
        assert_sql(p->path, "SELECT count(*) FROM web_table", "3");
        for (size_t k = 0; k < sizeof JUMPS / sizeof *JUMPS; k++) { /* while it runs */
            ahead = JUMPS[k];
            jg_lobby_sweep(s.lobby);
            assert_sql(p->path, "SELECT count(*) FROM web_table", "3");
        }
        end(&s);
    }
    assert_sql(p->path, "SELECT count(*) FROM web_table", "3");
    assert_sql(p->path, "SELECT seconds / 86400 FROM served", "0");
    ahead = 0;
}

/* Tables grow old by the time that servers run. */
static void test_ages(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    make_tables(&s, p);
    for (int day = 1; day <= 400; day++) {
        struct jg_error err = {0};
        const int64_t seconds = 86400;
        struct jg_store *store = open_store(p->path, JG_STORE_WRITE);
        assert_good(jg_store_drop_tables(store, seconds, JG_FINISHED_DAYS * seconds, JG_OTHERS_DAYS * seconds, &err),
                    &err);
        jg_store_close(store);
        assert_sql(p->path, "SELECT count(*) FROM web_table",
                   day <= JG_FINISHED_DAYS ? "3"
                   : day <= JG_OTHERS_DAYS ? "1"
                                           : "0");
    }
    serve(&s, p->path); /* one clock reading that is far off counts as a day at most */
    s.lobby->swept_at -= (int64_t)1000 * 86400 * 1000;
    jg_lobby_sweep(s.lobby);
    end(&s);
    assert_sql(p->path, "SELECT seconds / 86400 FROM served", "401");
}

/* ---- Randomness --------------------------------------------------------------------------------- */

static void test_no_entropy(void **state) {
    const struct place *p = *state;
    struct server s = {.setting = {.absent = 60, .idle = 60}};
    struct ear ana;
    char id[JG_PLAYER_ID], identity[JG_PLAYER_ID], text[300];
    serve(&s, p->path);
    enter(&s, &ana, "a", "Ana");
    snprintf(text, sizeof text, "\"game\":\"coins\",\"seats\":[\"me\",\"me\"]");
    no_entropy = true;
    refused(&s, &ana, "failed", "\"do\":\"create\",%s", text);
    assert_string_equal(word(json_object_get(ana.answer, "error"), "text"), "the system provides no random numbers");
    assert_false(jg_session_new_player(identity));
    no_entropy = false;
    create(&s, &ana, text, id);
    ok(&s, &ana, "\"do\":\"resign\",\"table\":\"%s\"", id);
    turn(&s);
    no_entropy = true; /* another game is not dealt from nothing */
    refused(&s, &ana, "failed", "\"do\":\"rematch\",\"table\":\"%s\"", id);
    turn(&s);
    no_entropy = false;
    ok(&s, &ana, "\"do\":\"rematch\",\"table\":\"%s\"", id);
    turn(&s);
    leave(&s, &ana);
    end(&s);
    assert_sql(p->path, "SELECT count(*) FROM web_table WHERE seed = 0", "0");
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {TEST(test_clock_jumps), TEST(test_ages), TEST(test_no_entropy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
