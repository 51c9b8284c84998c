/* The Kalah Game Protocol without sockets: both sides of a connection. */
#include "kgp.h"

#include "kgp/client.h"
#include "kgp/server.h"

/* ---- The server side ------------------------------------------------------------------------- */

struct hosted {
    struct jg_game game;
    struct jg_kgp_rules rules;
    struct jg_kgp_server server;
    char out[JG_KGP_OUTPUT_MAX + 1];
    int over;
    char said[600];
    double now;
};

static void over(void *arg, struct jg_kgp_server *s) {
    struct hosted *h = arg;
    (void)s;
    h->over++;
}

static void said(void *arg, struct jg_kgp_server *s, const char *text) {
    (void)s;
    snprintf(((struct hosted *)arg)->said, sizeof((struct hosted *)arg)->said, "%s", text);
}

static struct hosted *host(const char *spec, uint64_t games) {
    struct hosted *h = calloc(1, sizeof *h);
    assert_non_null(h);
    open_spec(&h->game, spec);
    h->rules = (struct jg_kgp_rules){
        .game = &h->game, .opponent = "ab:depth=2", .ms = 1000, .games = games, .silence = 20, .seed = test_seed()};
    h->now = 100;
    jg_kgp_server_open(&h->server, &h->rules, 1, h->now);
    h->server.game_over = over;
    h->server.message = said;
    h->server.arg = h;
    return h;
}

static void unhost(struct hosted *h) {
    jg_kgp_server_free(&h->server);
    jg_game_close(&h->game);
    free(h);
}

/* The output of the server since the last call. */
static const char *out(struct hosted *h) {
    struct jg_kgp_connection *w = &h->server.conn;
    memcpy(h->out, w->out.used ? w->out.at : "", w->out.used);
    h->out[w->out.used] = 0;
    jg_kgp_sent(w, w->out.used);
    return h->out;
}

/* Sends a line and returns the reply. */
static const char *say(struct hosted *h, const char *line) {
    char text[1024];
    snprintf(text, sizeof text, "%s\r\n", line);
    jg_kgp_server_receive(&h->server, text, strlen(text), h->now);
    return out(h);
}

static void tick(struct hosted *h, double seconds) {
    h->now += seconds;
    jg_kgp_server_tick(&h->server, h->now);
}

static void test_a_conversation(void **unused) {
    struct hosted *h = host("kalah:houses=3,seeds=3", 2);
    (void)unused;
    assert_string_equal(out(h), "kgp 1 0 1\r\n2 set info:name \"jogada\"\r\n");
    assert_string_equal(say(h, "1 set info:name \"bo\\\"b\""), "");
    assert_string_equal(say(h, "3 set what:ever 7"), "");
    assert_string_equal(say(h, "5 ping"), "4@5 pong\r\n");
    assert_string_equal(say(h, "7 mode \"freeplay\""),
                        "6@7 ok \"freeplay\"\r\n8 set time:mode relative\r\n10 set time:clock 1\r\n"
                        "12 set game:id \"1\"\r\n14 set game:opponent \"ab:depth=2\"\r\n"
                        "16 state <3,0,0,3,3,3,3,3,3>\r\n");
    assert_string_equal(h->server.name, "bo\"b");
    assert_string_equal(say(h, "@16 move 2"), "");
    assert_string_equal(say(h, "@16 move 1"), ""); /* the last counts: moves again */
    assert_string_equal(say(h, "@16 yield"), "18@16 stop\r\n20 state <3,1,0,0,4,4,3,3,3>\r\n");
    assert_string_equal(say(h, "9@16 move 2"), ""); /* too late: no reply */
    assert_string_equal(say(h, "9@16 yield"), "");
    assert_string_equal(say(h, "11@20 move 1"), "22@11 error \"line 10: move 1: that house is empty\"\r\n");
    assert_string_equal(say(h, "@20 move 9"), "24 error \"line 11: move 9: houses are numbered from 1 to 3\"\r\n");
    assert_string_equal(say(h, "@20 move"), "26 error \"line 12: move: houses are numbered from 1 to 3\"\r\n");
    assert_string_equal(say(h, "@22 move 2"), "28 error \"line 13: no state with the id 22 was sent\"\r\n");
    assert_string_equal(say(h, "@21 yield"), "30 error \"line 14: no state with the id 21 was sent\"\r\n");
    assert_string_equal(say(h, "dance 1"), "32 error \"line 15: unknown command \\\"dance\\\"\"\r\n");
    assert_string_equal(say(h, "set \"x"),
                        "34 error \"line 16: the string has no closing quote, at byte 5 of \\\"set \\\"x\\\"\"\r\n");
    assert_string_equal(h->said, "line 16: the string has no closing quote, at byte 5 of \"set \"x\"");
    assert_string_equal(say(h, "mode freeplay"), "36 error \"line 17: the mode is already chosen\"\r\n");
    assert_false(h->server.agent_to_move);
    assert_string_equal(say(h, "move 2"), ""); /* without a reference: the only state there is */
    assert_string_equal(say(h, "yield"), "38@20 stop\r\n");
    assert_true(h->server.agent_to_move);
    assert_int_equal(h->server.counts.illegal, 3);
    assert_int_equal(h->server.counts.errors, 5); /* an illegal move is not an invalid line */
    assert_int_equal(h->server.counts.late, 0);
    assert_string_equal(say(h, "goodbye"), "40 set game:result \"lost 2 0\"\r\ngoodbye\r\n");
    assert_int_equal(h->server.counts.losses, 1);
    assert_string_equal(h->server.record.reason, "left the game");
    assert_string_equal(say(h, "ping"), "");
    unhost(h);
}

static void test_modes(void **unused) {
    struct hosted *h = host("kalah", 2);
    (void)unused;
    out(h);
    assert_string_equal(say(h, "move 1"), "4 error \"line 1: no state was sent yet\"\r\n");
    assert_string_equal(say(h, "@4 yield"), "6 error \"line 2: no state with the id 4 was sent\"\r\n");
    assert_string_equal(say(h, "mode"), "8 error \"line 3: mode needs a name, such as freeplay\"\r\n");
    assert_string_equal(say(h, "mode simple"),
                        "10 error \"line 4: unknown mode \\\"simple\\\"; use freeplay\"\r\ngoodbye\r\n");
    assert_true(h->server.conn.closed);
    assert_int_equal(h->server.counts.games, 0);
    unhost(h);
    h = host("kalah", 2);
    out(h);
    tick(h, 19);
    assert_string_equal(out(h), "");
    tick(h, 2);
    assert_string_equal(out(h), "4 error \"no mode chosen in time\"\r\ngoodbye\r\n");
    unhost(h);
    h = host("kalah", 2);
    out(h);
    assert_string_equal(say(h, "mode \xff"), "4 error \"line 1: unknown mode \\\"?\\\"; use freeplay\"\r\ngoodbye\r\n");
    unhost(h);
}

static void begin(struct hosted *h) {
    out(h);
    say(h, "mode freeplay");
    assert_true(h->server.request == 14);
}

/* A client with an unterminated line is warned on a timeout; its line counts once it is complete. */
static void test_lines_without_end(void **unused) {
    struct hosted *h = host("kalah:houses=3,seeds=3", 2);
    (void)unused;
    out(h);
    jg_kgp_server_receive(&h->server, "mode freeplay\r", 14, h->now);
    tick(h, 21);
    assert_string_equal(out(h), "4 error \"line 1 is not terminated; lines end with CR LF\"\r\n"
                                "6 error \"no mode chosen in time\"\r\ngoodbye\r\n");
    unhost(h);
    h = host("kalah:houses=3,seeds=3", 2);
    begin(h);
    jg_kgp_server_receive(&h->server, "@14 move 3", 10, h->now);
    tick(h, 1.1);
    assert_memory_equal(out(h), "16@14 stop\r\n18 error \"line 2 is not terminated; lines end with CR LF\"\r\n", 70);
    assert_int_equal(h->server.counts.late, 1);
    assert_int_equal(h->server.counts.errors, 0);
    unhost(h);
}

/* Timeouts: a move that was sent counts; without one a random move is made; only illegal moves lose. */
static void test_time(void **unused) {
    struct hosted *h = host("kalah:houses=3,seeds=3", 2);
    (void)unused;
    begin(h);
    tick(h, 0.9);
    assert_string_equal(out(h), "");
    say(h, "@14 move 1");
    tick(h, 0.2);
    assert_string_equal(out(h), "16@14 stop\r\n18 state <3,1,0,0,4,4,3,3,3>\r\n");
    assert_int_equal(h->server.counts.late, 0);
    tick(h, 1.1);
    assert_int_equal(h->server.counts.late, 1);
    assert_int_equal(h->server.record.count, 2);
    unhost(h);
    h = host("kalah:houses=3,seeds=3", 2);
    begin(h);
    say(h, "@14 yield"); /* without a move */
    assert_int_equal(h->server.counts.late, 1);
    assert_int_equal(h->server.record.count, 1);
    unhost(h);
    h = host("kalah:houses=3,seeds=3", 2);
    begin(h);
    say(h, "@14 move 4");
    say(h, "@14 move 3");
    say(h, "@14 move 0"); /* an illegal one does not undo a legal one */
    tick(h, 1.1);
    assert_int_equal(h->over, 0);
    assert_int_equal(h->server.record.moves[0], 3);
    unhost(h);
    h = host("kalah:houses=3,seeds=3", 2);
    begin(h);
    say(h, "@14 move 4");
    tick(h, 1.1);
    assert_int_equal(h->over, 1);
    assert_int_equal(h->server.counts.losses, 1);
    assert_int_equal(h->server.number, 2); /* and the next game begins, with us to move */
    assert_true(h->server.agent_to_move);
    unhost(h);
}

static void test_silence(void **unused) {
    struct hosted *h = host("kalah", 2);
    (void)unused;
    begin(h);
    h->rules.ms = 60000;
    tick(h, 21);
    assert_string_equal(out(h), "16 ping\r\n");
    say(h, "@16 pong");
    tick(h, 19);
    assert_string_equal(out(h), "");
    tick(h, 2);
    assert_string_equal(out(h), "18 ping\r\n");
    tick(h, 17);
    assert_string_equal(out(h), "");
    tick(h, 2); /* 61 s of silence: it may have been thinking */
    assert_memory_equal(out(h), "20@14 stop\r\n", 12);
    tick(h, 59);
    assert_string_equal(out(h), "");
    tick(h, 3);
    assert_non_null(strstr(out(h), " error \"no pong in time\"\r\ngoodbye\r\n"));
    assert_int_equal(h->server.counts.losses, 1);
    unhost(h);
}

static void test_nonsense_has_an_end(void **unused) {
    struct hosted *h = host("kalah", 2);
    int lines = 0;
    (void)unused;
    begin(h);
    while (!h->server.conn.closed && lines < 1000) {
        say(h, "\xff\xfe\x01 nonsense");
        lines++;
    }
    assert_int_equal(lines, 100);
    assert_non_null(strstr(h->out, "too many invalid lines"));
    assert_non_null(strstr(h->out, "goodbye\r\n"));
    assert_int_equal(h->server.counts.losses, 1);
    unhost(h);
}

static void follow_forced(struct plain_kalah *k, int seeds) {
    int moves[20];
    while (!k->over && 2 * k->place[k->houses] <= seeds && 2 * k->place[2 * k->houses + 1] <= seeds &&
           plain_kalah_moves(k, moves) == 1)
        plain_kalah_move(k, moves[0]);
}

/* Follows games of the server by plain Kalah, with random moves on both sides. */
static void follow(const char *spec, int houses, int seeds, bool emptycapture, struct jg_rng *rng) {
    struct hosted *h = host(spec, 4);
    struct plain_kalah k = {.houses = houses};
    int all = 2 * houses * seeds, games = 0, moves[20];
    bool begun = false;
    say(h, "mode freeplay");
    for (int guard = 0; games < 4; guard++) {
        assert_true(guard < 10000);
        if (!begun) plain_kalah_start(&k, houses, seeds, emptycapture);
        begun = true;
        follow_forced(&k, all);
        int one = k.place[houses], two = k.place[2 * houses + 1], seat = (games & 1);
        if (k.over || 2 * one > all || 2 * two > all) {
            char result[64], word[8];
            int mine = seat ? two : one, theirs = seat ? one : two;
            strcpy(word, mine > theirs ? "won" : mine < theirs ? "lost" : "drawn");
            snprintf(result, sizeof result, "set game:result \"%s %d %d\"\r\n", word, mine, theirs);
            if (!strstr(h->out, result)) fail_msg("no %s in %s", result, h->out);
            games++;
            assert_int_equal(h->over, games);
            begun = false;
            continue;
        }
        int count = plain_kalah_moves(&k, moves), move = moves[jg_rng_below(rng, (uint32_t)count)];
        assert_int_equal(h->server.agent_to_move, k.player != seat);
        if (k.player == seat) {
            char text[JG_KGP_BOARD_TEXT_MAX], line[64];
            struct jg_kgp_board b;
            plain_board(&k, seat, &b);
            if (!strstr(h->out, board_text(&b, text))) fail_msg("no %s in %s", text, h->out);
            plain_kalah_move(&k, move);
            snprintf(line, sizeof line, "@%llu move %d\r\n@%llu yield", (unsigned long long)h->server.request,
                     move - seat * houses, (unsigned long long)h->server.request);
            say(h, line);
        } else {
            plain_kalah_move(&k, move);
            jg_kgp_server_reply(&h->server, (jg_move)move, 0, h->now);
            out(h);
        }
    }
    assert_true(h->server.conn.closed);
    assert_non_null(strstr(h->out, "goodbye\r\n"));
    assert_int_equal(h->server.counts.wins + h->server.counts.draws + h->server.counts.losses, 4);
    assert_int_equal(h->server.counts.errors, 0);
    unhost(h);
}

static void test_games_by_the_rules(void **unused) {
    struct jg_rng rng;
    (void)unused;
    jg_rng_init(&rng, test_seed(), 3);
    for (int n = test_scaled(60); n; n--)
        for (int empty = 0; empty < 2; empty++) {
            int houses = 2 + (int)jg_rng_below(&rng, 9), seeds = 1 + (int)jg_rng_below(&rng, 12);
            char spec[JG_SPEC_MAX];
            snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, seeds, empty);
            follow(spec, houses, seeds, empty, &rng);
        }
}

static void test_our_agent_may_fail(void **unused) {
    struct hosted *h = host("kalah", 2);
    (void)unused;
    begin(h);
    say(h, "@14 move 1\r\n@14 yield");
    assert_true(h->server.agent_to_move);
    jg_kgp_server_reply(&h->server, 0, 0, h->now);
    assert_int_equal(h->server.counts.wins, 1);
    unhost(h);
}

/* ---- The client side ------------------------------------------------------------------------- */

struct visitor {
    struct jg_kgp_client client;
    struct jg_kgp_identity who;
    struct jg_kgp_client_events events;
    char out[JG_KGP_OUTPUT_MAX + 1];
    int asked, stopped, open[JG_KGP_REQUESTS_MAX], last;
    struct jg_kgp_board board[JG_KGP_REQUESTS_MAX];
    struct jg_kgp_game game[32];
    int games;
    char said[700], wrong[700];
};

static void on_ask(void *arg, int request, const struct jg_kgp_board *board) {
    struct visitor *v = arg;
    v->asked++;
    v->last = request;
    v->board[request] = *board;
    v->open[request] = 1;
}

static void on_stop(void *arg, int request) {
    struct visitor *v = arg;
    v->stopped++;
    assert_true(v->open[request]);
    v->open[request] = 0;
}

static void on_over(void *arg, const struct jg_kgp_game *game) {
    struct visitor *v = arg;
    assert_true(v->games < 32);
    v->game[v->games++] = *game;
}

static void on_said(void *arg, const char *text) {
    snprintf(((struct visitor *)arg)->said, sizeof((struct visitor *)arg)->said, "%s", text);
}

static void on_wrong(void *arg, const char *text) {
    snprintf(((struct visitor *)arg)->wrong, sizeof((struct visitor *)arg)->wrong, "%s", text);
}

static struct visitor *visitor(uint64_t limit, bool emptycapture) {
    struct visitor *v = calloc(1, sizeof *v);
    assert_non_null(v);
    v->who = (struct jg_kgp_identity){.name = "a \"b\"", .author = "", .description = NULL, .token = "t"};
    v->events = (struct jg_kgp_client_events){.arg = v,
                                              .request = on_ask,
                                              .cancel = on_stop,
                                              .game_over = on_over,
                                              .server_error = on_said,
                                              .problem = on_wrong};
    jg_kgp_client_open(&v->client, &v->who, &v->events, emptycapture, limit);
    return v;
}

static void depart(struct visitor *v) {
    jg_kgp_client_disconnected(&v->client);
    jg_kgp_client_free(&v->client);
    free(v);
}

static const char *client_output(struct visitor *v) {
    struct jg_kgp_connection *w = &v->client.conn;
    memcpy(v->out, w->out.used ? w->out.at : "", w->out.used);
    v->out[w->out.used] = 0;
    jg_kgp_sent(w, w->out.used);
    return v->out;
}

static const char *tell(struct visitor *v, const char *line) {
    jg_kgp_client_receive(&v->client, line, strlen(line));
    jg_kgp_client_receive(&v->client, "\r\n", 2);
    return client_output(v);
}

static void test_a_client(void **unused) {
    struct visitor *v = visitor(0, false);
    (void)unused;
    assert_string_equal(tell(v, "kgp 1 1 0"),
                        "1 set info:name \"a \\\"b\\\"\"\r\n3 set auth:token \"t\"\r\n5 mode freeplay\r\n");
    assert_string_equal(tell(v, "2@5 ok"), "");
    assert_string_equal(tell(v, "4 ping"), "7@4 pong\r\n");
    assert_string_equal(tell(v, "ping \"a b\""), "9 pong \"a b\"\r\n");
    assert_string_equal(tell(v, "6 set info:name \"the server\""), "");
    assert_string_equal(tell(v, "8 init x y <1>"), "");
    assert_string_equal(v->client.server, "the server");
    assert_string_equal(tell(v, "10 set time:clock 5"), "");
    assert_string_equal(tell(v, "12 state <3,0,0,3,3,3,3,3,3>"), "");
    assert_int_equal(v->asked, 1);
    int first = v->last;
    jg_kgp_client_move(&v->client, first, 2);
    jg_kgp_client_move(&v->client, first, 2); /* nothing new */
    jg_kgp_client_move(&v->client, first, 1);
    assert_string_equal(client_output(v), "11@12 move 2\r\n13@12 move 1\r\n");
    tell(v, "14 state <3,0,0,3,3,3,3,3,3>"); /* another one while the first is open */
    assert_int_equal(v->asked, 2);
    assert_int_not_equal(v->last, first);
    assert_string_equal(tell(v, "stop"), ""); /* of two open ones: neither */
    assert_int_equal(v->stopped, 0);
    tell(v, "16@14 stop");
    assert_int_equal(v->stopped, 1);
    jg_kgp_client_move(&v->client, v->last, 3);
    jg_kgp_client_yield(&v->client, v->last);
    assert_string_equal(client_output(v), "");
    v->open[first] = 0;
    jg_kgp_client_yield(&v->client, first);
    assert_string_equal(client_output(v), "15@12 yield\r\n");
    assert_string_equal(tell(v, "18@12 stop"), "");
    assert_int_equal(v->stopped, 1);
    tell(v, "error \"you are slow\"");
    assert_string_equal(v->said, "you are slow");
    assert_string_equal(tell(v, "goodbye"), "");
    assert_true(v->client.dismissed && v->client.conn.closed);
    depart(v);
}

static void test_a_client_without_ids(void **unused) {
    struct visitor *v = visitor(0, false);
    (void)unused;
    tell(v, "kgp 1 0 0");
    tell(v, "state <3,0,0,3,3,3,3,3,3>");
    jg_kgp_client_move(&v->client, v->last, 1);
    assert_string_equal(client_output(v), "7 move 1\r\n");
    tell(v, "stop");
    assert_int_equal(v->stopped, 1);
    depart(v);
}

static void test_what_a_client_refuses(void **unused) {
    struct visitor *v = visitor(0, false);
    char line[64];
    (void)unused;
    tell(v, "kgp 1 0 0");
    static const char *const BAD[][2] = {
        {"4 state", "7@4 error \"line 2 of the server: state needs a board: \\\"4 state\\\"\"\r\n"},
        {"4 state <3,1>", "9@4 error \"line 3 of the server: a board of 3 houses needs 9 numbers, not 2: "
                          "\\\"4 state <3,1>\\\"\"\r\n"},
        {"@@@", "11 error \"line 4 of the server: expected an id after '@': \\\"@@@\\\"\"\r\n"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) assert_string_equal(tell(v, BAD[i][0]), BAD[i][1]);
    assert_string_equal(v->wrong, "line 4 of the server: expected an id after '@': \"@@@\"");
    assert_int_equal(v->asked, 0);
    for (int i = 0; i <= JG_KGP_REQUESTS_MAX; i++) {
        snprintf(line, sizeof line, "%d state <3,1,0,2,3,3,3,3,3>", 100 + 2 * i);
        tell(v, line);
    }
    assert_int_equal(v->asked, JG_KGP_REQUESTS_MAX);
    assert_string_equal(v->out, "13@132 error \"line 21 of the server: too many states at once: "
                                "\\\"132 state <3,1,0,2,3,3,3,3,3>\\\"\"\r\n15@132 yield\r\n");
    assert_non_null(strstr(tell(v, "102 state <3,1,0,2,3,3,3,3,3>"), "this id is already in use"));
    jg_kgp_client_refuse(&v->client, 0, "no, \"thanks\"");
    assert_string_equal(client_output(v), "19@100 error \"no, \\\"thanks\\\"\"\r\n21@100 yield\r\n");
    for (int i = 0; i < 1000; i++) tell(v, "\"");
    assert_string_equal(v->out, ""); /* not reported any more */
    depart(v);
}

static void test_strangers(void **unused) {
    (void)unused;
    struct visitor *v = visitor(0, false);
    tell(v, "HTTP/1.1 400 Bad Request");
    assert_true(v->client.conn.closed);
    assert_string_equal(v->client.foreign, "HTTP/1.1 400 Bad Request");
    depart(v);
    v = visitor(0, false);
    assert_string_equal(tell(v, "kgp 2 0 0"), "1 error \"protocol not supported\"\r\ngoodbye\r\n");
    assert_string_equal(v->client.foreign, "kgp 2 0 0");
    depart(v);
    v = visitor(0, false);
    tell(v, "4 state <3,0,0,3,3,3,3,3,3>");
    assert_string_equal(v->client.foreign, "4 state <3,0,0,3,3,3,3,3,3>");
    assert_int_equal(v->asked, 0);
    depart(v);
    v = visitor(0, false);
    tell(v, "error \"full\"");
    tell(v, "goodbye");
    assert_true(v->client.dismissed);
    assert_string_equal(v->said, "full");
    depart(v);
}

/* Replies to the last request at once. */
static void reply(struct visitor *v, int house) {
    v->open[v->last] = 0;
    jg_kgp_client_move(&v->client, v->last, house);
    jg_kgp_client_yield(&v->client, v->last);
}

/* Servers that send no game options: a board that cannot follow starts another game. */
static void test_games_that_nobody_tells_of(void **unused) {
    struct visitor *v = visitor(0, false);
    (void)unused;
    tell(v, "kgp 1 0 0");
    tell(v, "2 state <3,0,0,3,3,3,3,3,3>");
    reply(v, 1);
    tell(v, "4 state <3,7,5,0,1,0,0,2,3>"); /* house 2 into 3 captures nothing; 5 to win of 18 are 10 */
    reply(v, 2);
    tell(v, "6 state <3,0,0,3,3,3,3,3,3>"); /* the start again */
    assert_int_equal(v->games, 1);
    assert_int_equal(v->game[0].result, JG_KGP_UNKNOWN);
    assert_string_equal(v->game[0].moves, "1 2");
    reply(v, 1);
    tell(v, "8 state <3,9,1,0,0,1,3,2,2>"); /* the last seed into the store: 10 of 18, and no seeds left */
    reply(v, 3);
    tell(v, "goodbye");
    jg_kgp_client_disconnected(&v->client);
    assert_int_equal(v->games, 2);
    assert_int_equal(v->game[1].result, JG_KGP_WON);
    assert_false(v->game[1].announced);
    assert_int_equal(v->game[1].seeds[0], 10);
    assert_int_equal(v->game[1].seeds[1], 8);
    depart(v);
}

/* Pairs of boards, and whether the second belongs to another game. */
static void test_what_can_follow(void **unused) {
    static const struct {
        const char *then, *now;
        bool new;
    } BOARDS[] = {
        {"<3,1,0,0,4,4,3,3,3>", "<3,1,2,1,5,0,3,3,3>", false}, {"<3,1,0,0,4,4,3,3,3>", "<3,1,0,0,4,4,3,3,3>", false},
        {"<3,0,0,3,3,3,3,3,3>", "<3,0,0,3,3,3,3,3,3>", true},  /* the start */
        {"<3,0,0,2,2,2,4,4,4>", "<3,0,0,3,2,2,3,4,4>", false}, /* not quite one */
        {"<3,4,0,0,4,4,0,3,3>", "<3,3,1,0,4,4,0,3,3>", true},  /* less in our store */
        {"<3,1,3,0,4,4,0,3,3>", "<3,2,2,0,4,4,0,3,3>", true},  /* less in the opponent's */
        {"<3,1,0,0,4,4,3,3,3>", "<3,2,0,0,4,4,3,3,3>", true},  /* more seeds */
        {"<3,1,0,0,4,4,3,3,3>", "<2,1,0,4,4,6,3>", true},      /* fewer houses */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++) {
        struct visitor *v = visitor(0, false);
        char line[128];
        tell(v, "kgp 1 0 0");
        snprintf(line, sizeof line, "2 state %s\r\n4 state %s", BOARDS[i].then, BOARDS[i].now);
        tell(v, line);
        if (v->games != BOARDS[i].new) fail_msg("%s", line);
        depart(v);
    }
}

/* Several games at once, distinguished by their ids; goodbye after the limit. */
static void test_announced_games(void **unused) {
    struct visitor *v = visitor(2, false);
    (void)unused;
    tell(v, "kgp 1 0 0");
    tell(v, "set game:id \"a\"\nset game:opponent \"first\"\n2 state <3,0,0,3,3,3,3,3,3>");
    reply(v, 1);
    tell(v, "set game:id \"b\"\nset game:opponent \"second\"\n4 state <3,0,0,3,3,3,3,3,3>");
    reply(v, 2);
    tell(v, "set game:id \"a\"\nset game:opponent \"first\"\n6 state <3,1,0,0,4,4,3,3,3>");
    reply(v, 3);
    assert_int_equal(v->games, 0);
    tell(v, "set game:result \"nonsense\"");
    assert_int_equal(v->games, 0);
    tell(v, "set game:result \"won 10 8\"");
    assert_int_equal(v->games, 1);
    assert_string_equal(v->game[0].id, "a");
    assert_string_equal(v->game[0].opponent, "first");
    assert_string_equal(v->game[0].moves, "1 3");
    assert_true(v->game[0].announced);
    assert_int_equal(v->game[0].result, JG_KGP_WON);
    assert_false(v->client.left);
    int asked = v->asked;
    assert_string_equal(tell(v, "set game:id \"c\"\n8 state <3,0,0,3,3,3,3,3,3>"), "goodbye\r\n"); /* a third */
    assert_int_equal(v->asked, asked);
    assert_true(v->client.left);
    jg_kgp_client_disconnected(&v->client);
    assert_int_equal(v->games, 2);
    assert_string_equal(v->game[1].opponent, "second");
    depart(v);
}

/* ---- Both sides ------------------------------------------------------------------------------ */

/* Passes part of the output of one side to the other. */
static void pass(struct jg_kgp_connection *from, struct jg_rng *rng, struct hosted *h, struct visitor *v) {
    char bytes[64];
    size_t n = from->out.used;
    if (!n) return;
    n = n < sizeof bytes ? n : sizeof bytes;
    n = 1 + jg_rng_below(rng, (uint32_t)n);
    memcpy(bytes, from->out.at, n);
    jg_kgp_sent(from, n);
    if (v)
        jg_kgp_client_receive(&v->client, bytes, n);
    else
        jg_kgp_server_receive(&h->server, bytes, n, h->now);
}

static void answer_some(struct visitor *v, struct jg_rng *rng) {
    for (int q = 0; q < JG_KGP_REQUESTS_MAX; q++) {
        if (!v->open[q] || jg_rng_below(rng, 4)) continue;
        int house = 1 + (int)jg_rng_below(rng, (uint32_t)v->board[q].houses);
        if (!v->board[q].house[0][house - 1]) continue;
        jg_kgp_client_move(&v->client, q, house);
        if (jg_rng_below(rng, 2)) continue;
        v->open[q] = 0;
        jg_kgp_client_yield(&v->client, q);
    }
}

static void test_both_ends(void **unused) {
    static const char *const SPECS[] = {"kalah", "kalah:emptycapture=1", "kalah:houses=8,seeds=8",
                                        "kalah:houses=2,seeds=1", "kalah:houses=10,seeds=12"};
    struct jg_rng rng;
    (void)unused;
    jg_rng_init(&rng, test_seed(), 4);
    for (int n = 0; n < test_scaled(50); n++) {
        struct hosted *h = host(SPECS[n % 5], 4);
        struct visitor *v = visitor(0, n % 5 == 1);
        for (int guard = 0; !v->client.conn.closed; guard++) {
            assert_true(guard < 1000000);
            pass(&h->server.conn, &rng, NULL, v);
            pass(&v->client.conn, &rng, h, NULL);
            answer_some(v, &rng);
            if (h->server.agent_to_move)
                jg_kgp_server_reply(&h->server, jg_random_move(&h->game, jg_record_state(&h->server.record), &rng), 0,
                                    h->now);
            if (!jg_rng_below(&rng, 500)) tick(h, 1.1); /* now and then its time is over */
        }
        const struct jg_kgp_counts *counts = &h->server.counts;
        int results[4] = {0};
        for (int i = 0; i < v->games; i++) results[v->game[i].result]++;
        assert_int_equal(v->games, 4);
        assert_int_equal(counts->losses, results[JG_KGP_LOST]);
        assert_int_equal(counts->wins, results[JG_KGP_WON]);
        assert_int_equal(counts->draws, results[JG_KGP_DRAWN]);
        assert_int_equal(counts->errors, 0);
        assert_int_equal(counts->illegal, 0);
        assert_string_equal(v->wrong, "");
        if (v->said[0]) assert_non_null(strstr(v->said, "is not terminated")); /* half of the line had arrived */
        unhost(h);
        depart(v);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_conversation),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_silence),
        cmocka_unit_test(test_lines_without_end),
        cmocka_unit_test(test_nonsense_has_an_end),
        cmocka_unit_test(test_games_by_the_rules),
        cmocka_unit_test(test_our_agent_may_fail),
        cmocka_unit_test(test_a_client),
        cmocka_unit_test(test_a_client_without_ids),
        cmocka_unit_test(test_what_a_client_refuses),
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_games_that_nobody_tells_of),
        cmocka_unit_test(test_what_can_follow),
        cmocka_unit_test(test_announced_games),
        cmocka_unit_test(test_both_ends),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
