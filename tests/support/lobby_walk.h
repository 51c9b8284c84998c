/* Random visitors of the lobby, and what must hold after everything that they do: every seat has one owner, every
 * announced move is in the store, a message is what the stored table looks like to that visitor, versions only grow. A
 * walk takes its choices from the caller, so that a unit test draws them and a fuzz target reads them. */
#ifndef TESTS_LOBBY_WALK_H
#define TESTS_LOBBY_WALK_H

#include "lobby.h"

#include <jansson.h>

enum { VISITORS = 7, IDENTITIES = 5, TABLES = 24, WALK_GAMES = 16, REQUEST = 1500 };

/* A visitor's knowledge of one table. */
struct known_table {
    json_t *last;  /* message; NULL: none */
    json_t *moves; /* put together from all messages */
    int64_t version;
    bool watches, news; /* news: a message has come since it was last compared with the store */
};

struct visitor {
    struct ear ear;
    struct known_table tables[TABLES];
};

/* A table as it is in the store, read past the lobby. */
struct stored_table {
    bool found;
    struct jg_table table;
};

struct walk_counts {
    int actions, ok, refused, moves, finished, restarts, messages, hidden, set, friendly, deleted;
};

struct walk {
    struct server server;
    const char *path;
    struct jg_store *store; /* the same file, to read */
    struct visitor visitors[VISITORS];
    char ids[TABLES][JG_PLAYER_ID];
    int count; /* tables that were created; the oldest are forgotten */
    struct stored_table stored[TABLES];
    struct {
        char spec[JG_SPEC_MAX];
        struct jg_game game;
    } games[WALK_GAMES];
    int game_count;
    uint32_t (*choose)(void *arg, uint32_t n); /* below n */
    void *arg;
    struct walk_counts counts;
};

static const char *const NAMES[] = {"Ana", "Bia", "Caio", "Davi", "Eva"};

static inline uint32_t choose(struct walk *w, uint32_t n) { return w->choose(w->arg, n); }
static inline bool chance(struct walk *w, uint32_t percent) { return choose(w, 100) < percent; }

/* ---- The store ------------------------------------------------------------------------------- */

static const struct jg_game *game_of_spec(struct walk *w, const char *spec) {
    for (int i = 0; i < w->game_count; i++)
        if (!strcmp(w->games[i].spec, spec)) return &w->games[i].game;
    assert_true(w->game_count < WALK_GAMES);
    snprintf(w->games[w->game_count].spec, JG_SPEC_MAX, "%s", spec);
    open_spec(&w->games[w->game_count].game, spec);
    return &w->games[w->game_count++].game;
}

struct loading {
    struct walk *walk;
    struct stored_table *into;
};

static inline void load(void *arg, const struct jg_stored_table *row) {
    struct loading *l = arg;
    struct jg_refusal no = {0};
    const struct jg_game *g = game_of_spec(l->walk, row->game);
    if (!jg_table_load(&l->into->table, g, row, 0, &no)) fail_msg("%s", no.err.message);
    l->into->found = true;
}

/* The table as it is stored; read once after every action. */
static inline struct jg_table *stored(struct walk *w, int table) {
    struct stored_table *s = &w->stored[table];
    struct jg_error err = {0};
    if (!s->found) assert_good(jg_store_table(w->store, w->ids[table], load, &(struct loading){w, s}, &err), &err);
    assert_true(s->found);
    return &s->table;
}

static inline void forget_stored(struct walk *w) {
    for (int i = 0; i < TABLES; i++) {
        if (w->stored[i].found) jg_table_free(&w->stored[i].table);
        w->stored[i].found = false;
    }
}

/* ---- Invariants -------------------------------------------------------------------------------- */

static inline void assert_equal(const json_t *a, const json_t *b, const char *what) {
    if (json_equal(a, b)) return;
    char *sent = json_dumps(a, JSON_ENCODE_ANY | JSON_SORT_KEYS),
         *wanted = json_dumps(b, JSON_ENCODE_ANY | JSON_SORT_KEYS);
    fail_msg("%s: sent %s, stored %s", what, sent, wanted);
}

/* The position of a message is the seat's view of the stored one, made without the code of tables. */
static inline void assert_view(struct walk *w, const struct jg_table *t, const json_t *m, int seat) {
    const struct jg_game *g = t->game;
    int ply = (int)number(m, "ply");
    union jg_state view;
    if (is_over(m)) return;
    jg_view(g, jg_record_state_at(&t->record, ply), seat, &view);
    json_t *want = jg_game_json(g, &view, seat), *state = json_copy(json_object_get(m, "state"));
    json_object_del(want, "moves");
    json_object_del(state, "moves");
    assert_equal(state, want, "view");
    json_decref(want);
    json_decref(state);
    w->counts.hidden += (g->kind->traits & JG_HAS_HIDDEN) != 0;
}

/* Moves that were announced are stored, and are shown as this seat may see them. */
static inline void assert_moves(const struct jg_table *t, const struct known_table *k, int seat) {
    size_t i;
    json_t *move;
    assert_true((int)json_array_size(k->moves) <= t->record.count);
    json_array_foreach(k->moves, i, move) {
        const void *state = jg_record_state_at(&t->record, (int)i);
        char text[JG_MOVE_MAX];
        union jg_state view;
        jg_view(t->game, state, seat, &view);
        assert_string_equal(word(move, "move"),
                            move_word(t->game, &view, jg_observe_move(t->game, state, t->record.moves[i], seat), text));
    }
}

static inline void assert_message(struct walk *w, struct visitor *v, int table) {
    struct known_table *k = &v->tables[table];
    struct jg_table *t = stored(w, table);
    int seat = jg_table_seat_of(t, v->ear.peer.player);
    if (number(k->last, "ply") == t->record.count) assert_int_equal(number(k->last, "seat"), seat < 0 ? -1 : seat);
    seat = json_is_integer(json_object_get(k->last, "seat")) ? (int)number(k->last, "seat") : JG_NOBODY;
    assert_moves(t, k, seat);
    assert_view(w, t, k->last, seat);
}

/* Members that the store does not have: who is connected, and what the clocks show. */
static inline json_t *lasting(const json_t *m) {
    static const char *const PASSING[] = {"version", "from", "moves", "thinking", "left", "running"};
    json_t *o = json_deep_copy(m), *seat;
    size_t i;
    for (i = 0; i < sizeof PASSING / sizeof *PASSING; i++) json_object_del(o, PASSING[i]);
    json_array_foreach(json_object_get(o, "seats"), i, seat) json_object_del(seat, "absent");
    return o;
}

/* All that a visitor was sent comes to the same as the stored table, looked at for the first time. */
static inline void assert_whole(struct walk *w, struct visitor *v, int table) {
    struct known_table *k = &v->tables[table];
    struct jg_table *t = stored(w, table);
    struct jg_viewer by = {.player = v->ear.peer.player,
                           .lang = v->ear.peer.lang,
                           .seat = jg_table_seat_of(t, v->ear.peer.player),
                           .thinking = -1,
                           .absent = INT64_MAX / 2};
    const json_t *seats = json_object_get(k->last, "seats");
    for (int i = 0; i < t->game->kind->seats; i++)
        t->seats[i].here = json_is_true(json_object_get(json_array_get(seats, (size_t)i), "here"));
    json_t *fresh = jg_table_json(t, &by, 0, t->record.count), *want = lasting(fresh), *sent = lasting(k->last);
    assert_equal(k->moves, json_object_get(fresh, "moves"), "moves");
    assert_equal(sent, want, "table");
    json_decref(sent);
    json_decref(want);
    json_decref(fresh);
}

/* Of all visitors at most one identity is shown a seat as its own, and the store agrees. */
static inline void assert_owners(struct walk *w, int table) {
    const struct jg_table *t = stored(w, table);
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const char *owner = NULL;
        for (int i = 0; i < VISITORS; i++) {
            const struct visitor *v = &w->visitors[i];
            const json_t *seats = json_object_get(v->tables[table].last, "seats");
            if (!v->tables[table].watches || !json_is_true(json_object_get(json_array_get(seats, (size_t)seat), "you")))
                continue;
            if (owner) assert_string_equal(owner, v->ear.peer.player);
            owner = v->ear.peer.player;
            assert_string_equal(owner, t->seats[seat].player);
        }
    }
}

/* ---- Listening ------------------------------------------------------------------------------------ */

static inline int table_of(const struct walk *w, const char *id) {
    for (int i = 0; i < TABLES && i < w->count; i++)
        if (!strcmp(w->ids[i], id)) return i;
    return -1;
}

static inline void take_message(struct walk *w, struct visitor *v, json_t *m) {
    int table = table_of(w, word(m, "table"));
    if (table < 0) { /* forgotten here */
        json_decref(m);
        return;
    }
    struct known_table *k = &v->tables[table];
    const json_t *moves = json_object_get(m, "moves");
    int64_t from = number(m, "from");
    if (!k->moves) k->moves = json_array();
    assert_true(k->watches && from <= (int64_t)json_array_size(k->moves));
    assert_int_equal(number(m, "ply"), from + (int64_t)json_array_size(moves));
    assert_true(number(m, "version") > k->version || (number(m, "version") == k->version && !from));
    k->version = number(m, "version");
    while ((int64_t)json_array_size(k->moves) > from) json_array_remove(k->moves, json_array_size(k->moves) - 1);
    json_array_extend(k->moves, (json_t *)(uintptr_t)moves);
    if (is_over(m) && !(k->last && is_over(k->last))) w->counts.finished++;
    json_decref(k->last);
    k->last = m;
    k->news = true;
    w->counts.messages++;
    assert_message(w, v, table);
}

static inline void read_messages(struct walk *w) {
    forget_stored(w);
    for (int i = 0; i < VISITORS; i++)
        for (json_t *m; (m = jg_lobby_next_message(w->server.lobby, &w->visitors[i].ear.peer));)
            take_message(w, &w->visitors[i], m);
}

/* Everything that is sent: at once, which may be nothing that is not stored, and after a turn of the loop. */
static inline void listen_all(struct walk *w) {
    read_messages(w);
    turn(&w->server);
    read_messages(w);
    bool all = w->counts.actions % 32 == 0; /* also where nothing was announced */
    for (int table = 0; table < TABLES && table < w->count; table++) {
        bool compared = false;
        for (int i = 0; i < VISITORS; i++) {
            struct known_table *k = &w->visitors[i].tables[table];
            if (!k->watches || (!k->news && !all)) continue;
            assert_non_null(k->last);
            assert_whole(w, &w->visitors[i], table);
            k->news = false;
            compared = true;
        }
        if (compared) assert_owners(w, table);
    }
}

/* ---- Doing ------------------------------------------------------------------------------------------ */

static inline bool ask_for(struct walk *w, struct visitor *v, const char *text) {
    request(&w->server, &v->ear, text);
    const json_t *error = json_object_get(v->ear.answer, "error");
    if (!v->ear.answer) fail_msg("%s is not answered", text);
    if (error && !strcmp(word(error, "code"), "failed")) fail_msg("%s: %s", text, word(error, "text"));
    w->counts.ok += !error;
    w->counts.refused += error != NULL;
    return !error;
}

static inline void forget_table(struct known_table *k) {
    json_decref(k->last);
    json_decref(k->moves);
    *k = (struct known_table){0};
}

static inline void watch(struct walk *w, struct visitor *v, int table) {
    char text[REQUEST];
    snprintf(text, sizeof text, "\"do\":\"open\",\"table\":\"%s\"", w->ids[table]);
    if (ask_for(w, v, text)) v->tables[table].watches = true;
}

static inline void leave_table(struct walk *w, struct visitor *v, int table) {
    char text[REQUEST];
    snprintf(text, sizeof text, "\"do\":\"leave\",\"table\":\"%s\"", w->ids[table]);
    if (ask_for(w, v, text)) forget_table(&v->tables[table]);
}

/* Adds where the game begins to a request: the moves that lead there, or the position. */
static inline void put_start(struct walk *w, struct jg_text *t, const char *game) {
    const struct jg_game *g = game_of_spec(w, game);
    char words[REQUEST / 2], word_of_move[JG_MOVE_MAX];
    bool position = choose(w, 2);
    union jg_state state;
    struct jg_rng rng;
    struct jg_text start;
    jg_rng_init(&rng, choose(w, 256), 0);
    jg_start(g, &state);
    jg_text_init(&start, words, sizeof words);
    for (int left = 1 + (int)choose(w, 8); left && jg_turn(g, &state) != JG_OVER; left--) {
        jg_move move = jg_random_move(g, &state, &rng);
        if (!position) jg_text_add(&start, "%s%s", start.used ? " " : "", move_word(g, &state, move, word_of_move));
        jg_apply(g, &state, move);
    }
    if (position) g->kind->print(g, &state, &start);
    if (!start.cut) jg_text_add(t, ",\"%s\":\"%s\"", position ? "position" : "moves", words);
}

static inline void make_table(struct walk *w, struct visitor *v) {
    static const char *const GAMES[] = {"coins",   "tictactoe",       "pig",   "kalah:houses=2,seeds=2",
                                        "loa",     "domino:rounds=1", "magic", "numbers",
                                        "connect4"};
    static const char *const SEATS[] = {"\"me\"", "\"open\"", "\"open\"", "{\"agent\":\"random\"}"};
    static const char *const CLOCKS[] = {"", ",\"clock\":{\"total\":600,\"increment\":2}",
                                         ",\"clock\":{\"total\":1,\"increment\":0}"};
    const char *game = GAMES[choose(w, sizeof GAMES / sizeof *GAMES)];
    char text[REQUEST];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "\"do\":\"create\",\"game\":\"%s\",\"seats\":[", game);
    int seats = strncmp(game, "domino", 6) ? 2 : 4;
    for (int i = 0; i < seats; i++) jg_text_add(&t, "%s%s", i ? "," : "", SEATS[choose(w, 4)]);
    jg_text_add(&t, "]%s%s", CLOCKS[chance(w, 5) ? 2 : choose(w, 2)], choose(w, 2) ? ",\"listed\":true" : "");
    bool set = chance(w, 20), friendly = chance(w, 20);
    if (set) put_start(w, &t, game);
    if (friendly) jg_text_put(&t, ",\"friendly\":true");
    if (!ask_for(w, v, text)) return;
    w->counts.set += set;
    w->counts.friendly += friendly;
    int table = w->count++ % TABLES;
    char id[sizeof *w->ids];
    snprintf(id, sizeof id, "%s", word(json_object_get(v->ear.answer, "ok"), "table"));
    for (int i = 0; i < VISITORS; i++)
        if (w->visitors[i].tables[table].watches) leave_table(w, &w->visitors[i], table);
    memcpy(w->ids[table], id, sizeof id);
    v->tables[table].watches = true;
}

/* A word of the message's list of moves, or of any game. */
static inline const char *any_move(struct walk *w, const json_t *m) {
    static const char *const WORDS[] = {"1", "2", "5", "roll", "hold", "pass", "b1-b3", "?", "x"};
    const json_t *moves = json_object_get(json_object_get(m, "state"), "moves");
    size_t n = json_array_size(moves);
    if (!n || chance(w, 10)) return WORDS[choose(w, sizeof WORDS / sizeof *WORDS)];
    return json_string_value(json_array_get(moves, choose(w, (uint32_t)n)));
}

static inline void make_move(struct walk *w, struct visitor *v, int table) {
    const json_t *m = v->tables[table].last;
    char text[REQUEST];
    int64_t ply = m ? number(m, "ply") : 0;
    if (chance(w, 5)) ply += (int64_t)choose(w, 3) - 1;
    snprintf(text, sizeof text, "\"do\":\"%s\",\"table\":\"%s\",\"ply\":%lld,\"move\":\"%s\"", "move", w->ids[table],
             (long long)(ply < 0 ? 0 : ply), any_move(w, m));
    w->counts.moves += ask_for(w, v, text);
}

/* A request that the visitor may make at a table by its last message, or any other. */
static inline const char *any_request(struct walk *w, const json_t *m) {
    static const char *const ALL[] = {"sit",  "stand",  "seat",    "free", "back", "resign",
                                      "swap", "answer", "rematch", "why",  "draw"};
    const json_t *may = json_object_get(m, "may");
    size_t n = json_array_size(may);
    const char *what = n ? json_string_value(json_array_get(may, choose(w, (uint32_t)n))) : "why";
    if (json_array_size(json_object_get(m, "offers")) && chance(w, 50)) return "answer";
    bool dull = !strcmp(what, "move") || !strcmp(what, "hint") || (!strcmp(what, "resign") && !chance(w, 20)) ||
                (!strcmp(what, "stand") && !chance(w, 20));
    return dull || chance(w, 20) ? ALL[choose(w, sizeof ALL / sizeof *ALL)] : what;
}

/* A seat with which the visitor may do so by its last message, or any. */
static inline uint32_t any_seat(struct walk *w, const json_t *m, const char *what) {
    const json_t *seats = json_object_get(m, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *may = json_object_get(json_array_get(seats, i), "may"), *word_of;
        for (size_t k = 0; (word_of = json_array_get(may, k)); k++)
            if (!strcmp(json_string_value(word_of), what) && chance(w, 60)) return (uint32_t)i;
    }
    return choose(w, 4);
}

static inline void ask_table(struct walk *w, struct visitor *v, int table) {
    static const char *const OFFERS[] = {"back", "rematch", "swap", "draw"};
    const json_t *m = v->tables[table].last;
    const char *what = any_request(w, m);
    char text[REQUEST];
    struct jg_text t;
    bool free_seat = !strcmp(what, "free"), seat = free_seat || !strcmp(what, "seat");
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "\"do\":\"%s\",\"table\":\"%s\"", free_seat ? "seat" : what, w->ids[table]);
    if (seat || !strcmp(what, "sit")) jg_text_add(&t, ",\"seat\":%u", any_seat(w, m, what));
    if (!strcmp(what, "sit") && choose(w, 2)) jg_text_put(&t, ",\"set\":true");
    if (seat && !free_seat) jg_text_put(&t, ",\"agent\":\"random\"");
    if (!strcmp(what, "back")) jg_text_add(&t, ",\"ply\":%lld", m ? (long long)number(m, "ply") : 0);
    if (!strcmp(what, "why")) jg_text_add(&t, ",\"move\":\"%s\"", any_move(w, m));
    if (!strcmp(what, "pace")) jg_text_add(&t, ",\"ms\":%d", choose(w, 3) ? 50 : 1); /* a halt is not stored */
    if (!strcmp(what, "answer"))
        jg_text_add(&t, ",\"offer\":\"%s\",\"yes\":%s", OFFERS[choose(w, sizeof OFFERS / sizeof *OFFERS)],
                    choose(w, 3) ? "true" : "false");
    ask_for(w, v, text);
}

static inline void enter_visitor(struct walk *w, int i) {
    char player[2] = {(char)('a' + i % IDENTITIES), 0}; /* the last ones are second tabs of the first */
    struct visitor *v = &w->visitors[i];
    for (int table = 0; table < TABLES; table++) forget_table(&v->tables[table]);
    enter(&w->server, &v->ear, player, NAMES[i % IDENTITIES]);
    v->ear.peer.lang = i % jg_lang_count();
}

static inline void rename_visitor(struct walk *w, struct visitor *v) {
    snprintf(v->ear.peer.name, sizeof v->ear.peer.name, "Name %u", choose(w, 9));
    jg_lobby_profile_changed(w->server.lobby, &v->ear.peer);
    for (int i = 0; i < VISITORS; i++) /* all tabs of a browser have the name */
        if (!strcmp(w->visitors[i].ear.peer.player, v->ear.peer.player))
            memcpy(w->visitors[i].ear.peer.name, v->ear.peer.name, sizeof v->ear.peer.name);
}

/* A person's data are deleted, and their tabs closed. No table has a trace of them; then they come back as somebody new.
 */
static inline void delete_visitor(struct walk *w, const struct visitor *v) {
    char player[JG_PLAYER_ID];
    snprintf(player, sizeof player, "%s", v->ear.peer.player);
    assert_true(jg_lobby_delete_player(w->server.lobby, player));
    for (int i = 0; i < VISITORS; i++)
        if (!strcmp(w->visitors[i].ear.peer.player, player)) {
            leave(&w->server, &w->visitors[i].ear);
            enter_visitor(w, i);
        }
    forget_stored(w);
    for (int table = 0; table < TABLES && table < w->count; table++) {
        const struct jg_table *t = stored(w, table);
        assert_string_not_equal(t->owner, player);
        for (int seat = 0; seat < t->game->kind->seats; seat++) assert_string_not_equal(t->seats[seat].player, player);
    }
    w->counts.deleted++;
}

/* A server that ends and starts again has every move that it announced; versions grow on. */
static inline void restart(struct walk *w) {
    json_t *moves[VISITORS][TABLES] = {{0}};
    int64_t versions[VISITORS][TABLES] = {{0}};
    for (int i = 0; i < VISITORS; i++) {
        for (int table = 0; table < TABLES; table++) {
            const struct known_table *k = &w->visitors[i].tables[table];
            moves[i][table] = k->watches ? json_incref(k->moves) : NULL;
            versions[i][table] = k->version;
        }
        leave(&w->server, &w->visitors[i].ear);
    }
    end(&w->server);
    serve(&w->server, w->path);
    for (int i = 0; i < VISITORS; i++) {
        enter_visitor(w, i);
        for (int table = 0; table < TABLES; table++) {
            if (!moves[i][table]) continue;
            w->visitors[i].tables[table].version = versions[i][table];
            watch(w, &w->visitors[i], table);
        }
    }
    listen_all(w);
    for (int i = 0; i < VISITORS; i++)
        for (int table = 0; table < TABLES; table++) {
            const struct known_table *k = &w->visitors[i].tables[table];
            if (moves[i][table]) assert_true(json_array_size(moves[i][table]) <= json_array_size(k->moves));
            json_t *move;
            size_t n;
            json_array_foreach(moves[i][table], n, move)
                assert_equal(json_array_get(k->moves, n), move, "after a restart");
            json_decref(moves[i][table]);
        }
    w->counts.restarts++;
}

/* ---- Walking -------------------------------------------------------------------------------------------- */

/* A table that the visitor watches; -1: none. */
static inline int any_table(struct walk *w, const struct visitor *v, bool moves) {
    int found = -1;
    uint32_t n = 0;
    for (int table = 0; table < TABLES; table++) {
        const struct known_table *k = &v->tables[table];
        if (k->watches && (!moves || (k->last && may_move(k->last))) && !choose(w, ++n)) found = table;
    }
    return found;
}

/* One step of a visitor. */
static inline void act(struct walk *w, int who) {
    struct visitor *v = &w->visitors[who];
    int tables = w->count < TABLES ? w->count : TABLES, table = any_table(w, v, false), turn_at = any_table(w, v, true);
    uint32_t what = choose(w, 100);
    if (!tables || what < 3)
        make_table(w, v);
    else if (turn_at >= 0 && what < 70)
        make_move(w, v, turn_at);
    else if (table < 0 || what < 76)
        watch(w, v, (int)choose(w, (uint32_t)tables));
    else if (what < 78)
        make_move(w, v, table);
    else if (what < 95)
        ask_table(w, v, table);
    else if (what < 96)
        leave_table(w, v, table);
    else if (what < 97)
        rename_visitor(w, v);
    else if (what < 98 && !choose(w, 4))
        delete_visitor(w, v);
    else if (what < 98)
        leave(&w->server, &v->ear), enter_visitor(w, who);
    else
        ask_for(w, v, "\"do\":\"tables\"");
}

/* A visitor, rather one whose turn it is somewhere. */
static inline int any_visitor(struct walk *w) {
    int first = (int)choose(w, VISITORS);
    for (int i = 0; i < VISITORS && chance(w, 80); i++)
        for (int table = 0; table < TABLES; table++) {
            const json_t *m = w->visitors[(first + i) % VISITORS].tables[table].last;
            if (m && may_move(m)) return (first + i) % VISITORS;
        }
    return first;
}

static inline void walk_step(struct walk *w) {
    if (!choose(w, 200))
        restart(w);
    else
        act(w, any_visitor(w));
    w->counts.actions++;
    listen_all(w);
}

static inline void walk_open(struct walk *w, const char *path, uint32_t (*choices)(void *arg, uint32_t n), void *arg) {
    *w = (struct walk){.path = path, .choose = choices, .arg = arg};
    w->server.setting = (struct jg_web_setting){.hurry = true, .absent = 1000000, .idle = 60};
    serve(&w->server, path);
    w->store = open_store(path, JG_STORE_READ);
    for (int i = 0; i < VISITORS; i++) enter_visitor(w, i);
}

static inline void walk_close(struct walk *w) {
    for (int i = 0; i < VISITORS; i++) {
        leave(&w->server, &w->visitors[i].ear);
        for (int table = 0; table < TABLES; table++) forget_table(&w->visitors[i].tables[table]);
    }
    forget_stored(w);
    jg_store_close(w->store);
    end(&w->server);
    for (int i = 0; i < w->game_count; i++) jg_game_close(&w->games[i].game);
}

#endif
