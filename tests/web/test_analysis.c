/* Analysis jobs: evaluations, reviews against games solved by brute force, trees, canceled jobs. */
#include "facts.h"
#include "listener.h"
#include "varied.h"

#include "game/sgf.h"
#include "web/api.h"
#include "web/analysis.h"
#include "web/games_json.h"

#include <math.h>

/* ---- Lists -------------------------------------------------------------------------------------- */

/* Every agent in the list can be used. */
static void test_games_list(void **state) {
    json_t *games = jg_games_json(PORTUGUESE, false), *game, *entry = NULL, *option;
    size_t i, k, n;
    (void)state;
    json_array_foreach(games, i, game) {
        struct jg_game g;
        open_spec(&g, text_at(game, "name"));
        assert_ptr_equal(g.kind, jg_game_kind_at(i));
        assert_string_equal(text_at(game, "title"), jg_tr(PORTUGUESE, g.kind->title));
        char *formats = json_dumps(json_object_get(game, "formats"), JSON_COMPACT);
        assert_string_equal(formats, g.kind->sgf ? "[\"text\",\"json\",\"sgf\"]" : "[\"text\",\"json\"]");
        free(formats);
        json_array_foreach(json_object_get(game, "agents"), k, entry) {
            struct jg_agent a;
            struct jg_error err = {0};
            if (jg_policy_open_agent(&a, &g, text_at(entry, "name"), false, SIZE_MAX, &err))
                fail_msg("%s", err.message);
            assert_int_equal(json_is_true(json_object_get(entry, "traces")), a.kind->traces);
            jg_agent_close(&a);
            json_array_foreach(json_object_get(entry, "options"), n, option)
                assert_string_not_equal(text_at(option, "name"), "book");
        }
        size_t levels = json_array_size(json_object_get(game, "levels"));
        assert_true(levels >= 2 && levels <= 5);
        json_array_foreach(json_object_get(game, "levels"), k, entry) {
            struct jg_agent a;
            struct jg_error err = {0};
            if (jg_policy_open_agent(&a, &g, text_at(entry, "agent"), false, SIZE_MAX, &err))
                fail_msg("%s", err.message);
            jg_agent_close(&a);
        }
        assert_string_equal(text_at(entry, "title"), "Mais forte");
        assert_string_equal(text_at(entry, "agent"), g.kind->opponent);
        jg_game_close(&g);
    }
    assert_true(i > 0);
    assert_null(jg_game_kind_at(i));
    json_decref(games);
    char *trusted = json_dumps(games = jg_games_json(JG_EN, true), 0);
    assert_non_null(strstr(trusted, "\"program\""));
    assert_non_null(strstr(trusted, "\"deck1\""));
    free(trusted);
    json_decref(games);
}

/* ---- An analysis queue ------------------------------------------------------------------------------------- */

struct office {
    struct jg_web_setting setting;
    struct jg_pool *work;
    struct jg_scheduler *scheduler;
    struct jg_analysis *analysis;
};

static void nothing(void *arg) { (void)arg; }

static void open_office(struct office *o, int threads) {
    *o = (struct office){.setting = {.think = 5000, .threads = threads}};
    o->work = jg_pool_open(threads, nothing, NULL);
    o->scheduler = jg_scheduler_open(o->work, threads, 0);
    o->analysis = jg_analysis_open(o->scheduler, o->scheduler, &o->setting);
}

static void close_office(struct office *o) {
    jg_scheduler_stop(o->scheduler);
    jg_pool_close(o->work);
    jg_analysis_close(o->analysis);
    jg_scheduler_close(o->scheduler);
}

static int64_t request(struct office *o, struct listener *l, const char *text) {
    struct jg_request r;
    read_request(l, &r, text);
    jg_analysis_handle(o->analysis, &l->peer, &r);
    jg_request_free(&r);
    return l->id;
}

static const json_t *wait_for(struct office *o, struct listener *l, int64_t id) {
    for (struct patience p = {0}; !answer_to(l, id); clock_wait(&p, "a reply")) jg_pool_poll(o->work);
    return answer_to(l, id);
}

static const json_t *ask(struct office *o, struct listener *l, const char *text) {
    return wait_for(o, l, request(o, l, text));
}

static const json_t *ok(const json_t *answer) {
    const json_t *good = json_object_get(answer, "ok");
    if (!good) fail_msg("%s", text_at(json_object_get(answer, "error"), "text"));
    return good;
}

/* ---- Positions and files -------------------------------------------------------------------------- */

/* A random game as its moves in words; the record is the caller's. */
static char *random_game(const struct jg_game *g, struct jg_record *r, struct jg_rng *rng) {
    assert_int_equal(jg_record_init(r, g, NULL, NULL), JG_OK);
    while (jg_record_turn(r) != JG_OVER)
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), rng), NULL), JG_OK);
    return jg_record_moves(r);
}

/* Every position is the one that the moves lead to. */
static void check_states(const json_t *found, const struct jg_game *g, const struct jg_record *r) {
    const json_t *states = json_object_get(found, "states"), *moves = json_object_get(found, "moves");
    assert_int_equal(json_array_size(states), r->count + 1);
    assert_int_equal(json_array_size(moves), r->count);
    for (int i = 0; i <= r->count; i++) {
        const json_t *state = json_array_get(states, (size_t)i);
        char position[JG_POSITION_MAX], word[JG_MOVE_MAX];
        if (json_is_null(state)) continue;
        assert_string_equal(text_at(state, "position"), position_text(g, jg_record_state_at(r, i), position));
        if (i == r->count) assert_string_equal(text_at(state, "turn"), "over");
        if (i < r->count)
            assert_string_equal(text_at(json_array_get(moves, (size_t)i), "move"),
                                move_word(g, jg_record_state_at(r, i), r->moves[i], word));
    }
}

static void test_states(void **state) {
    struct office o;
    struct listener l;
    struct jg_rng rng;
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    jg_rng_init(&rng, test_seed(), 0);
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        struct jg_record r;
        open_spec(&g, jg_game_kind_at(i)->name);
        char *moves = random_game(&g, &r, &rng), *text;
        assert_true(asprintf(&text, "\"do\":\"state\",\"game\":\"%s\",\"moves\":\"%s\"", g.kind->name, moves) > 0);
        const json_t *all = ok(ask(&o, &l, text));
        check_states(all, &g, &r);
        assert_true(json_dumpb(all, NULL, 0, JSON_COMPACT) < 1000000); /* a message can be that long */
        free(text);
        assert_true(asprintf(&text, "\"do\":\"state\",\"game\":\"%s\",\"ply\":%d,\"moves\":\"%s\"", g.kind->name,
                             r.count, moves) > 0);
        const json_t *states = json_object_get(ok(ask(&o, &l, text)), "states");
        assert_int_equal(json_array_size(states), 1);
        char position[JG_POSITION_MAX];
        assert_string_equal(text_at(json_array_get(states, 0), "position"),
                            position_text(&g, jg_record_state(&r), position));
        free(text);
        free(moves);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    stop_listening(&l);
    close_office(&o);
}

static void test_states_that_are_wrong(void **state) {
    struct office o;
    struct listener l;
    char many[8192];
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    assert_error(ask(&o, &l, "\"do\":\"state\",\"game\":\"kalah\",\"moves\":\"3 3\""), "input", "", 2);
    assert_error(ask(&o, &l, "\"do\":\"state\",\"game\":\"kalah\",\"moves\":\"1 1\""), "input", "", 2);
    assert_error(ask(&o, &l, "\"do\":\"state\",\"game\":\"kalah\",\"position\":\"4,4,x\""), "input", "", 4);
    assert_error(ask(&o, &l, "\"do\":\"state\",\"game\":\"kala\""), "input", "unknown game 'kala'", 0);
    assert_error(ask(&o, &l, "\"do\":\"state\",\"game\":\"magic:cards=/etc/passwd\""), "input", "names a file", 12);
    assert_error(ask(&o, &l, "\"do\":\"read\",\"text\":\"[Game \\\"magic:cards=/x\\\"]\\n\\n\""), "input",
                 "names a file", 19);
    assert_error(ask(&o, &l, "\"do\":\"read\",\"text\":\"nonsense\""), "input", "", -1);
    strcpy(many, "\"do\":\"state\",\"game\":\"kalah\",\"moves\":\"");
    for (int i = 0; i < 2001; i++) strcat(many, "1 ");
    strcat(many, "\"");
    assert_error(ask(&o, &l, many), "input", "at most 2000 moves", -1);
    stop_listening(&l);
    close_office(&o);
}

/* Files are read back as they were written, in our own format and in SGF. */
static void test_files(void **state) {
    struct office o;
    struct listener l;
    struct jg_rng rng;
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    jg_rng_init(&rng, test_seed(), 1);
    for (int sgf = 0; sgf < 2; sgf++) {
        struct jg_game g;
        struct jg_record r;
        struct jg_tags tags = {.game = "loa", .seat = {"Ana", "loa"}, .resigned = -1};
        open_spec(&g, "loa");
        free(random_game(&g, &r, &rng));
        char *file = sgf ? jg_sgf_write(&r, &tags) : jg_record_write(&r, &tags);
        json_t *quoted = json_pack("{s:s, s:s}", "do", "read", "text", file);
        char *text = json_dumps(quoted, JSON_COMPACT);
        text[strlen(text) - 1] = 0;
        const json_t *found = ok(ask(&o, &l, text + 1));
        check_states(found, &g, &r);
        assert_string_equal(text_at(found, "game"), "loa");
        assert_string_equal(json_string_value(json_array_get(json_object_get(found, "names"), 0)), "Ana");
        int32_t score = jg_record_score(&r, 0);
        assert_string_equal(text_at(found, "result"), score > 0 ? "1-0" : score < 0 ? "0-1" : "1/2-1/2");
        free(text);
        free(file);
        json_decref(quoted);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    stop_listening(&l);
    close_office(&o);
}

/* A variation as a request has it: its moves from the game on. */
static json_t *variation_json(const struct jg_variations *v, int node) {
    char *text = NULL;
    size_t size;
    int from = jg_variations_from(v, node), last = node;
    FILE *f = open_memstream(&text, &size);
    while (v->nodes[last].child >= 0) last = v->nodes[last].child;
    for (int ply = from + 1; ply <= v->nodes[last].ply; ply++) {
        char word[JG_MOVE_MAX];
        int n = last;
        while (v->nodes[n].ply > ply) n = v->nodes[n].parent;
        fprintf(f, "%s ",
                move_word(v->record->game, jg_variations_state(v, v->nodes[n].parent), v->nodes[n].move, word));
    }
    fclose(f);
    if (size) text[size - 1] = 0;
    json_t *o = json_pack("{s:i, s:s, s:s}", "from", from, "name", jg_variations_name(v, node), "moves", text);
    free(text);
    return o;
}

/* The request's list from that of a reply, whose moves are objects. */
static json_t *as_requested(const json_t *variations) {
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(variations); i++) {
        const json_t *one = json_array_get(variations, i), *moves = json_object_get(one, "moves");
        char text[8192] = "";
        for (size_t k = 0; k < json_array_size(moves); k++)
            sprintf(text + strlen(text), "%s%s", k ? " " : "", text_at(json_array_get(moves, k), "move"));
        json_array_append_new(list, json_pack("{s:O, s:O, s:s}", "from", json_object_get(one, "from"), "name",
                                              json_object_get(one, "name"), "moves", text));
    }
    return list;
}

/* Whether two lists have the same elements in any order. */
static bool same_set(const json_t *a, const json_t *b) {
    size_t found = 0;
    for (size_t i = 0; i < json_array_size(a); i++)
        for (size_t k = 0; k < json_array_size(b); k++)
            found += json_equal(json_array_get(a, i), json_array_get(b, k)) != 0;
    return found == json_array_size(a) && found == json_array_size(b);
}

/* Sends a request, which is released. */
static const json_t *ask_json(struct office *o, struct listener *l, json_t *request) {
    char *text = json_dumps(request, JSON_COMPACT);
    text[strlen(text) - 1] = 0;
    const json_t *found = ok(ask(o, l, text + 1));
    free(text);
    json_decref(request);
    return found;
}

/* Games of every kind are written with their variations and read back, in both formats. */
static void check_variations(struct office *o, const struct jg_game *g, const char *as, struct jg_rng *rng) {
    struct jg_record r;
    struct jg_variations v;
    struct listener l;
    listen_as(&l, "a");
    assert_int_equal(jg_record_init(&r, g, NULL, NULL), JG_OK);
    for (int i = 0; i < 30 && jg_record_turn(&r) != JG_OVER; i++)
        assert_int_equal(jg_record_push(&r, jg_random_move(g, jg_record_state(&r), rng), NULL), JG_OK);
    assert_int_equal(jg_variations_init(&v, &r, NULL), JG_OK);
    for (int i = 0; i < 12; i++) vary_once(&v, rng);
    json_t *list = json_array();
    for (int n = 0; n < v.count; n++)
        if (jg_variations_begins(&v, n)) json_array_append_new(list, variation_json(&v, n));
    assert_true(json_array_size(list) > 0);
    char *moves = jg_record_moves(&r);
    const json_t *written = ask_json(o, &l,
                                     json_pack("{s:s, s:s, s:s, s:s, s:O}", "do", "write", "game", g->kind->name, "as",
                                               as, "moves", moves, "variations", list));
    const json_t *back =
        ask_json(o, &l, json_pack("{s:s, s:O}", "do", "read", "text", json_object_get(written, "text")));
    assert_int_equal(json_array_size(json_object_get(back, "moves")), r.count);
    json_t *again = as_requested(json_object_get(back, "variations"));
    if (!same_set(list, again)) fail_msg("%s", text_at(written, "text"));
    json_decref(list);
    json_decref(again);
    free(moves);
    jg_variations_free(&v);
    jg_record_free(&r);
    stop_listening(&l);
}

static void test_variations(void **state) {
    struct office o;
    struct jg_rng rng;
    (void)state;
    open_office(&o, 1);
    jg_rng_init(&rng, test_seed(), 5);
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(i)->name);
        for (int k = 0; k < test_scaled(20); k++) {
            check_variations(&o, &g, "text", &rng);
            if (g.kind->sgf) check_variations(&o, &g, "sgf", &rng);
        }
        jg_game_close(&g);
    }
    close_office(&o);
}

#define WRITE "\"do\":\"write\",\"game\":\"tictactoe\",\"moves\":\"5 1 9\","
#define VARIATION(from, name, moves)                                                                                   \
    "\"variations\":[{\"from\":" from ",\"name\":\"" name "\",\"moves\":\"" moves "\"}]"

static void test_files_that_are_wrong(void **state) {
    static const char NESTED[] = "\"do\":\"read\",\"text\":\"[Game \\\"coins:n=1000\\\"]\\n\\n";
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    assert_error(ask(&o, &l, WRITE "\"as\":\"pgn\""), "input", "must be text or sgf", -1);
    assert_error(ask(&o, &l, WRITE "\"as\":\"sgf\""), "input", "has no SGF format", -1);
    assert_error(ask(&o, &l, WRITE "\"as\":\"text\"," VARIATION("4", "", "2")), "input", "begin within the game", -1);
    assert_error(ask(&o, &l, WRITE "\"as\":\"text\"," VARIATION("3", "", "2")), "input", "not continue it", -1);
    assert_error(ask(&o, &l, WRITE "\"as\":\"text\"," VARIATION("1", "", "5")), "input", "taken", -1);
    assert_error(ask(&o, &l, WRITE "\"as\":\"text\",\"text\":\"[Game \\\"coins\\\"]\\n\""), "input", "another game",
                 -1);
    assert_error(ask(&o, &l, "\"do\":\"read\",\"text\":\"[Game \\\"tictactoe\\\"]\\n\\n5 1 (3 3) 9\""), "input",
                 "taken", 27);
    assert_error(ask(&o, &l, "\"do\":\"read\",\"text\":\"[Game \\\"tictactoe\\\"]\\n\\n5 1 (3 9\""), "input",
                 "missing ')'", 24);
    /* Many long variations: the reply would be too long. */
    char *text = malloc(65536), *at = text + sprintf(text, "%s1 (2", NESTED);
    for (int i = 0; i < 900; i++) at += sprintf(at, " 1 (2)");
    strcpy(at, ")\"");
    assert_error(ask(&o, &l, text), "input", "variations too long: at most 32768 moves", -1);
    free(text);
    stop_listening(&l);
    close_office(&o);
}

/* ---- Solved games --------------------------------------------------------------------------------- */

/* The value for the player to move, 1, 0 or -1, by exhaustive search. */
static int solve(const struct jg_game *g, const void *state) {
    int turn = jg_turn(g, state), best = -2;
    jg_move moves[JG_MOVES_MAX];
    for (int i = 0, n = jg_moves(g, state, moves); i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int next = jg_turn(g, &child), value;
        if (next == JG_OVER) {
            int32_t score = jg_score(g, &child, jg_team(turn));
            value = (score > 0) - (score < 0);
        } else
            value = next == turn ? solve(g, &child) : -solve(g, &child);
        if (value > best) best = value;
    }
    return best;
}

static void test_coins_are_solved(void **state) {
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    for (int n = 1; n <= 12; n++) {
        struct jg_game g;
        union jg_state at;
        char text[128];
        sprintf(text, "coins:n=%d", n);
        open_spec(&g, text);
        jg_start(&g, &at);
        sprintf(text, "\"do\":\"analyze\",\"game\":\"coins:n=%d\"", n);
        const json_t *j = ok(ask(&o, &l, text));
        int value = solve(&g, &at);
        assert_int_equal((int)number_at(j, "exact"), value);
        assert_true(number_at(j, "win") == (value + 1) / 2.0);
        assert_true(json_is_true(json_object_get(j, "proven")));
        assert_int_equal((int)number_at(j, "ply"), 0);
        assert_int_equal((int)number_at(j, "seat"), 0);
        assert_string_equal(text_at(j, "agent"), "ab:nodes=1M,eval=theory");
        assert_true(json_array_size(json_object_get(j, "line")) > 0);
        jg_game_close(&g);
    }
    stop_listening(&l);
    close_office(&o);
}

/* The usual judge takes the time that it is given, whatever limits it has at a table; others keep theirs. */
static void test_who_judges(void **state) {
    static const char *const WHO[][2] = {
        {"\"game\":\"kalah\",\"ms\":20", "kalah.perfect:ms=20"},
        {"\"game\":\"kalah\",\"ms\":20,\"agent\":\"kalah.perfect:nodes=1M\"", "kalah.perfect:ms=20"},
        {"\"game\":\"kalah\",\"ms\":20,\"agent\":\"ab:nodes=1k\"", "ab:nodes=1k,ms=20"},
        {"\"game\":\"kalah\",\"ms\":20,\"agent\":\"greedy\"", "greedy"},
        {"\"game\":\"kalah\",\"ms\":20,\"agent\":\"mcts:ms=10\"", "mcts:ms=10"},
        {"\"game\":\"tictactoe\"", "ab:nodes=1M"},
    };
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    for (size_t i = 0; i < sizeof WHO / sizeof *WHO; i++) {
        char text[256];
        sprintf(text, "\"do\":\"analyze\",%s", WHO[i][0]);
        assert_string_equal(text_at(ok(ask(&o, &l, text)), "agent"), WHO[i][1]);
    }
    const json_t *random = ok(ask(&o, &l, "\"do\":\"analyze\",\"game\":\"kalah\",\"agent\":\"random\""));
    assert_true(json_is_null(json_object_get(random, "value")) && json_is_null(json_object_get(random, "win")));
    stop_listening(&l);
    close_office(&o);
}

/* Loss and mark of every ply of a game are what brute force says. */
static void check_review(const json_t *plies, const struct jg_game *g, const struct jg_record *r) {
    size_t i;
    const json_t *j;
    assert_int_equal(json_array_size(plies), r->count + 1);
    json_array_foreach(plies, i, j) {
        const void *at = jg_record_state_at(r, (int)i);
        assert_int_equal((int)number_at(j, "ply"), i);
        if ((int)i == r->count) {
            int32_t score = jg_score(g, at, 0);
            assert_true(number_at(j, "win") == (score > 0 ? 1 : score < 0 ? 0 : 0.5));
            assert_null(json_object_get(j, "loss"));
            continue;
        }
        union jg_state child;
        jg_move moves[JG_MOVES_MAX];
        int turn = jg_turn(g, at), before = solve(g, at), after;
        memcpy(&child, at, g->state_size);
        jg_apply(g, &child, r->moves[i]);
        int32_t score = jg_turn(g, &child) == JG_OVER ? jg_score(g, &child, jg_team(turn)) : 0;
        after = jg_turn(g, &child) == JG_OVER ? (score > 0) - (score < 0) : -solve(g, &child);
        double loss = (before - after) / 2.0;
        const char *mark = text_at(j, "mark");
        assert_int_equal((int)number_at(j, "exact"), before);
        assert_true(fabs(number_at(j, "loss") - loss) < 1e-9);
        if (loss > 0)
            assert_string_equal(mark, "blunder");
        else if (jg_moves(g, at, moves) == 1)
            assert_string_equal(mark, "");
        else {
            char word[JG_MOVE_MAX];
            bool best = !strcmp(text_at(j, "move"), move_word(g, at, r->moves[i], word));
            assert_string_equal(mark, best ? "best" : "");
        }
    }
}

static void test_reviews_of_solved_games(void **state) {
    static const char *const GAMES[] = {"coins:n=9", "tictactoe"};
    struct office o;
    struct listener l;
    struct jg_rng rng;
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    jg_rng_init(&rng, test_seed(), 2);
    for (int k = 0; k < test_scaled(8); k++) {
        struct jg_game g;
        struct jg_record r;
        char text[512];
        open_spec(&g, GAMES[k % 2]);
        char *moves = random_game(&g, &r, &rng);
        sprintf(text, "\"do\":\"review\",\"game\":\"%s\",\"moves\":\"%s\",\"agent\":\"ab:nodes=1M\"", GAMES[k % 2],
                moves);
        const json_t *plies = json_object_get(ok(ask(&o, &l, text)), "plies"), *message;
        check_review(plies, &g, &r);
        size_t sent = 0, i;
        json_array_foreach(l.heard, i, message) /* and every ply was sent before, in order */
            if (json_object_get(message, "judgement") && number_at(message, "job") == (double)l.id) {
            assert_true(json_equal(json_object_get(message, "judgement"), json_array_get(plies, sent)));
            assert_int_equal((int)number_at(message, "ply"), sent++);
        }
        assert_int_equal(sent, json_array_size(plies));
        free(moves);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    stop_listening(&l);
    close_office(&o);
}

/* The score for a team if all play their best, by looking at everything. */
static int32_t best_score(const struct jg_game *g, const void *state, int team) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_score(g, state, team);
    jg_move moves[JG_MOVES_MAX];
    int32_t best = 0;
    for (int i = 0, n = jg_moves(g, state, moves); i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t score = best_score(g, &child, team);
        if (!i || (jg_team(turn) == team ? score > best : score < best)) best = score;
    }
    return best;
}

/* Where scores are exact, a review tells what each move gave away of them. */
static void test_seeds_given_away(void **state) {
    static const char GAME[] = "kalah:houses=3,seeds=2";
    struct office o;
    struct listener l;
    struct jg_rng rng;
    int mistakes = 0;
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    jg_rng_init(&rng, test_seed(), 4);
    for (int k = 0; k < test_scaled(8); k++) {
        struct jg_game g;
        struct jg_record r;
        char text[512];
        const json_t *j;
        size_t i;
        open_spec(&g, GAME);
        char *moves = random_game(&g, &r, &rng);
        sprintf(text, "\"do\":\"review\",\"game\":\"%s\",\"moves\":\"%s\"", GAME, moves);
        json_array_foreach(json_object_get(ok(ask(&o, &l, text)), "plies"), i, j) {
            const void *at = jg_record_state_at(&r, (int)i);
            int team = (int)i == r.count ? 0 : jg_team(jg_turn(&g, at));
            int32_t score = best_score(&g, at, team);
            assert_int_equal((int)number_at(j, "margin"), score);
            assert_int_equal((int)number_at(j, "exact"), (score > 0) - (score < 0));
            if ((int)i == r.count) continue;
            int32_t gave = score - best_score(&g, jg_record_state_at(&r, (int)i + 1), team);
            assert_int_equal((int)number_at(j, "gave"), gave);
            const char *mark = text_at(j, "mark");
            assert_int_equal(!strcmp(mark, "inaccuracy") || !strcmp(mark, "blunder"), gave > 0);
            mistakes += gave > 0;
        }
        free(moves);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    assert_true(mistakes > 0);
    stop_listening(&l);
    close_office(&o);
}

/* Hidden and random games: chance is nobody's, and partners' chances are their own. */
static void test_reviews_of_other_games(void **state) {
    const struct fact_specs games = fact_specs("short");
    struct office o;
    struct listener l;
    struct jg_rng rng;
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    jg_rng_init(&rng, test_seed(), 3);
    for (int k = 0; k < games.count; k++) {
        struct jg_game g;
        struct jg_record r;
        struct jg_error err = {0};
        if (jg_game_open(&g, games.spec[k], &err)) fail_msg("%s", err.message);
        if (!(g.kind->traits & JG_HAS_CHANCE)) {
            jg_game_close(&g);
            continue;
        }
        assert_int_equal(jg_record_init(&r, &g, NULL, NULL), JG_OK);
        for (int i = 0; i < 30 && jg_record_turn(&r) != JG_OVER; i++)
            jg_record_push(&r, jg_random_move(&g, jg_record_state(&r), &rng), NULL);
        char *moves = jg_record_moves(&r), *text;
        assert_true(
            asprintf(&text, "\"do\":\"review\",\"game\":\"%s\",\"moves\":\"%s\",\"ms\":5", games.spec[k], moves) > 0);
        const json_t *plies = json_object_get(ok(ask(&o, &l, text)), "plies"), *j;
        size_t i, choices = 0;
        for (int n = 0; n <= r.count; n++) choices += jg_turn(&g, jg_record_state_at(&r, n)) != JG_CHANCE;
        assert_int_equal(json_array_size(plies), choices);
        json_array_foreach(plies, i, j) {
            int ply = (int)number_at(j, "ply"), turn = jg_turn(&g, jg_record_state_at(&r, ply));
            assert_int_equal((int)number_at(j, "seat"), turn == JG_OVER ? 0 : turn);
            const json_t *chance = json_object_get(j, "win"); /* null: there was no time for any thought */
            assert_true(json_is_null(chance) || (json_number_value(chance) >= 0 && json_number_value(chance) <= 1));
            if (json_is_null(chance)) continue;
            if (json_object_get(j, "loss")) assert_true(number_at(j, "loss") >= 0 && number_at(j, "loss") <= 1);
            assert_true(json_array_size(json_object_get(j, "moves")) <= 8);
        }
        free(text);
        free(moves);
        jg_record_free(&r);
        jg_game_close(&g);
    }
    stop_listening(&l);
    close_office(&o);
}

/* The analysis of a position does not depend on anything that the seat cannot see. */
static void test_analysis_sees_the_view_alone(void **state) {
    struct office o;
    struct listener l;
    struct jg_game g;
    struct jg_rng rng;
    union jg_state at, view, other;
    char position[JG_POSITION_MAX], text[4096];
    json_t *said[3];
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 4);
    jg_start(&g, &at);
    jg_random_play(&g, &at, &rng, 8);
    int seat = jg_turn(&g, &at);
    assert_true(seat >= 0);
    jg_view(&g, &at, seat, &view);
    for (int k = 0; k < 3; k++) {
        if (k == 0)
            memcpy(&other, &view, g.state_size); /* may be asked about, too */
        else
            jg_sample(&g, &view, &rng, &other);
        sprintf(text, "\"do\":\"analyze\",\"game\":\"domino\",\"agent\":\"domino:level=expert\",\"position\":\"%s\"",
                position_text(&g, &other, position));
        said[k] = json_deep_copy(ok(ask(&o, &l, text)));
        json_object_del(said[k], "seconds");
    }
    assert_true(json_equal(said[0], said[1]) && json_equal(said[0], said[2]));
    assert_non_null(json_object_get(said[0], "why"));
    for (int k = 0; k < 3; k++) json_decref(said[k]);
    jg_view(&g, &at, (seat + 1) % 4, &view);
    sprintf(text, "\"do\":\"analyze\",\"game\":\"domino\",\"position\":\"%s\"", position_text(&g, &view, position));
    assert_error(ask(&o, &l, text), "input", "hides the hand of", -1);
    jg_game_close(&g);
    stop_listening(&l);
    close_office(&o);
}

/* ---- Trees ---------------------------------------------------------------------------------------- */

/* The tree of the page is that of the command. */
static void same_tree(struct office *o, struct listener *l, const char *game, const char *agent) {
    char text[256];
    sprintf(text, "tree %s %s --json", game, agent);
    json_t *expected = run_command(text);
    sprintf(text, "\"do\":\"tree\",\"game\":\"%s\",\"agent\":\"%s\"", game, agent);
    if (!json_equal(ok(ask(o, l, text)), expected)) fail_msg("another tree: %s", text);
    json_decref(expected);
}

static void test_trees(void **state) {
    static const char *const TREES[][2] = {
        {"coins", "minimax"}, {"coins", "alphabeta"}, {"tictactoe", "negamax:depth=2"}, {"kalah", "alphabeta:depth=3"}};
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    for (size_t i = 0; i < sizeof TREES / sizeof *TREES; i++) same_tree(&o, &l, TREES[i][0], TREES[i][1]);
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        unsigned traits = jg_game_kind_at(i)->traits;
        if (traits & JG_HAS_CHANCE && !(traits & JG_HAS_HIDDEN))
            same_tree(&o, &l, jg_game_kind_at(i)->name, "expectiminimax:depth=2");
    }
    const json_t *large = ok(ask(&o, &l, "\"do\":\"tree\",\"game\":\"tictactoe\",\"agent\":\"minimax:depth=5\""));
    const json_t *tree = json_array_get(json_object_get(large, "trees"), 0);
    size_t n = json_array_size(json_object_get(tree, "nodes"));
    assert_true(n > 500 && n <= 3200 && number_at(large, "nodes") > 10000);
    assert_error(ask(&o, &l, "\"do\":\"tree\",\"game\":\"tictactoe\",\"agent\":\"ab\""), "input",
                 "cannot show its search tree; agents that can: minimax", 0);
    const json_t *error =
        json_object_get(ask(&o, &l, "\"do\":\"tree\",\"game\":\"kalah\",\"agent\":\"minimax:depth=30\""), "error");
    const char *hint = text_at(error, "text"); /* too many nodes, or, where they come slowly, too much time */
    assert_true(strstr(hint, "use a smaller depth") || strstr(hint, "reduce the search depth"));
    stop_listening(&l);
    close_office(&o);
}

/* ---- Jobs ------------------------------------------------------------------------------------------- */

static const char LONG[] = "\"do\":\"analyze\",\"game\":\"loa\",\"agent\":\"loa:nodes=1G\",\"ms\":5000";

static void test_stopping(void **state) {
    struct office o;
    struct listener l;
    char text[64];
    (void)state;
    open_office(&o, 1);
    listen_as(&l, "a");
    clock_hold(1e-6);
    int64_t job = request(&o, &l, LONG);
    for (struct patience p = {0}; !json_array_size(l.heard); clock_wait(&p, "the best so far")) jg_pool_poll(o.work);
    const json_t *news = json_array_get(l.heard, 0);
    assert_string_equal(text_at(news, "on"), "job");
    assert_true(number_at(news, "job") == (double)job);
    assert_true(number_at(news, "done") > 0 && number_at(news, "done") < 1);
    assert_true(strlen(text_at(json_object_get(news, "best"), "move")) > 0);
    sprintf(text, "\"do\":\"stop\",\"job\":%lld", (long long)job);
    ok(ask(&o, &l, text));
    const json_t *best = ok(wait_for(&o, &l, job)); /* its time is not over: the clock has hardly moved */
    clock_release();
    assert_true(strlen(text_at(best, "move")) > 0);
    assert_error(ask(&o, &l, text), "missing", "no job", -1);
    stop_listening(&l);
    close_office(&o);
}

/* The server's limit of 100 ms ends what is asked to take a day, or would take years; nothing ends before. */
static void test_time_is_limited(void **state) {
    static const char *const ENDLESS[] = {
        "\"do\":\"analyze\",\"game\":\"loa\",\"agent\":\"loa:nodes=1G,ms=86400000\",\"ms\":50000",
        "\"do\":\"analyze\",\"game\":\"kalah\",\"agent\":\"minimax:depth=0\""};
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 1);
    o.setting.think = 100;
    listen_as(&l, "a");
    for (int i = 0; i < 2; i++) {
        clock_hold_workers(1e-9); /* counts the readings of the worker */
        int64_t id = request(&o, &l, ENDLESS[i]);
        for (struct patience p = {0}; clock_readings() < 3; clock_wait(&p, "the job")) jg_pool_poll(o.work);
        clock_advance(0.09);
        jg_pool_poll(o.work);
        assert_null(answer_to(&l, id));
        clock_advance(1); /* some grace is given to agents that know no limit of time */
        ok(wait_for(&o, &l, id));
        clock_release();
    }
    stop_listening(&l);
    close_office(&o);
}

/* One player has few jobs, whatever the number of connections; so has one network address, whatever the number of
 * players. */
static void test_limits(void **state) {
    enum { PLAYER = 4, ADDRESS = 32, PEERS = 20 };
    struct office o;
    struct listener tabs[2], peers[PEERS];
    int64_t last = 0;
    int waiting = 0;
    (void)state;
    open_office(&o, 1);
    for (int i = 0; i < 2; i++) listen_as(&tabs[i], "a");
    clock_hold(0); /* so that no job ends by itself */
    for (int i = 0; i < PLAYER; i++) last = request(&o, &tabs[i % 2], LONG);
    assert_null(answer_to(&tabs[1], last));
    for (int i = 0; i < 2; i++) assert_error(ask(&o, &tabs[i], LONG), "limit", "already have 4", -1);
    for (int i = 0; i < PEERS; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%d", i);
        listen_as(&peers[i], name);
        strcpy(peers[i].peer.address, "192.0.2.1");
        for (int k = 0; k < PLAYER; k++) {
            last = request(&o, &peers[i], LONG);
            const json_t *answer = answer_to(&peers[i], last);
            if (answer) assert_error(answer, "limit", "too many analysis jobs", -1);
            waiting += !answer;
        }
    }
    assert_int_equal(waiting, ADDRESS);
    assert_int_equal(jg_scheduler_waiting(o.scheduler), PLAYER + ADDRESS - 1);
    for (int i = 0; i < 2; i++) jg_analysis_disconnect(o.analysis, &tabs[i].peer);
    for (int i = 0; i < PEERS; i++) jg_analysis_disconnect(o.analysis, &peers[i].peer);
    assert_int_equal(jg_scheduler_waiting(o.scheduler), 0);
    for (int i = 0; i < 2; i++) stop_listening(&tabs[i]);
    for (int i = 0; i < PEERS; i++) stop_listening(&peers[i]); /* a connection that is gone must not be written to */
    memset(peers, 0xff, sizeof peers);
    close_office(&o);
    clock_release();
}

/* However many analyses there are, a thread is left for the tables. */
static atomic_int runs, finishes;
static void run_at_once(struct jg_job *job) { (void)job, runs++; }
static void note_finish(struct jg_task *task) { (void)task, finishes++; }

static void test_tables_come_first(void **state) {
    struct office o;
    struct listener l;
    struct jg_task move = {.job.run = run_at_once, .finish = note_finish, .priority = JG_PRIORITY_PERSON};
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    clock_hold(0); /* so that no analysis ends by itself */
    for (int i = 0; i < 4; i++) request(&o, &l, LONG);
    assert_int_equal(jg_scheduler_waiting(o.scheduler), 3);
    runs = finishes = 0;
    assert_true(jg_scheduler_submit(o.scheduler, &move, "192.0.2.1", "b"));
    assert_int_equal(jg_scheduler_waiting(o.scheduler), 3); /* it runs at once, */
    for (struct patience p = {0}; !finishes; clock_wait(&p, "the table's job")) jg_pool_poll(o.work);
    assert_int_equal(runs, 1);
    for (int64_t id = 1; id <= 4; id++) assert_null(answer_to(&l, id)); /* and no analysis had to end for it */
    char text[64];
    sprintf(text, "\"do\":\"stop\",\"job\":%d", 4); /* which waits: it is answered at once */
    ok(ask(&o, &l, text));
    assert_error(answer_to(&l, 4), "off", "stopped", -1);
    assert_int_equal(jg_scheduler_waiting(o.scheduler), 2);
    sprintf(text, "\"do\":\"stop\",\"job\":%d", 1);
    ok(ask(&o, &l, text));
    wait_for(&o, &l, 1);
    assert_int_equal(jg_scheduler_waiting(o.scheduler), 1); /* the next has begun */
    jg_analysis_disconnect(o.analysis, &l.peer);
    stop_listening(&l);
    close_office(&o);
    clock_release();
}

/* A server that ends while jobs wait and run: each is answered once. */
static void test_closing(void **state) {
    struct office o;
    struct listener l;
    (void)state;
    open_office(&o, 2);
    listen_as(&l, "a");
    clock_hold(0);
    for (int i = 0; i < 4; i++) request(&o, &l, LONG);
    long before = clock_readings(); /* from now on only a worker reads the clock */
    for (struct patience p = {0}; clock_readings() == before; clock_wait(&p, "the first job")) continue;
    close_office(&o);
    clock_release();
    for (int64_t id = 1; id <= 4; id++) assert_non_null(answer_to(&l, id));
    stop_listening(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_list),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_states_that_are_wrong),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_files_that_are_wrong),
        cmocka_unit_test(test_coins_are_solved),
        cmocka_unit_test(test_who_judges),
        cmocka_unit_test(test_reviews_of_solved_games),
        cmocka_unit_test(test_seeds_given_away),
        cmocka_unit_test(test_reviews_of_other_games),
        cmocka_unit_test(test_analysis_sees_the_view_alone),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_time_is_limited),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_tables_come_first),
        cmocka_unit_test(test_closing),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
