/* Both sides of the Kalah Game Protocol. Whatever the peer sends, in pieces of any size: every line sent can be
 * parsed, pending output stays small, games follow the rules, and every request can be answered. The first byte
 * selects the side, the second the size of the pieces. */
#include "fuzz.h"

#include "kgp/client.h"
#include "kgp/server.h"

static void must_be_read(void *arg, char *line, size_t length) {
    struct jg_kgp_command read;
    struct jg_error err = {0};
    (void)arg;
    MUST(line && !jg_kgp_parse(line, length, &read, &err) && read.name[0]);
}

/* Parses all output. */
static void drain(struct jg_kgp_connection *from, struct jg_kgp_connection *to) {
    MUST(from->out.used <= JG_KGP_OUTPUT_MAX);
    if (!from->out.used) return;
    MUST(from->out.at[from->out.used - 1] == '\n');
    jg_kgp_receive(to, from->out.at, from->out.used, must_be_read, NULL);
    jg_kgp_sent(from, from->out.used);
}

/* ---- The server ----------------------------------------------------------------------------- */

static void count(void *arg, struct jg_kgp_server *s) {
    MUST(jg_record_turn(&s->record) == JG_OVER);
    ++*(int *)arg;
}

static void play_server(const struct jg_game *g, const char *bytes, size_t n, size_t piece) {
    static struct jg_kgp_server s;
    static struct jg_kgp_connection w;
    const struct jg_kgp_rules rules = {.game = g, .opponent = "a \"b\" \\", .ms = 1000, .games = 3, .silence = 5};
    int over = 0;
    double now = 1;
    jg_kgp_connection_init(&w, false);
    jg_kgp_server_open(&s, &rules, 1, now);
    s.game_over = count;
    s.arg = &over;
    for (size_t used = 0; used < n; used += piece) {
        size_t part = n - used < piece ? n - used : piece;
        jg_kgp_server_receive(&s, bytes + used, part, now);
        now += (unsigned char)bytes[used] / 400.0;
        MUST(jg_kgp_server_tick(&s, now) > now || s.conn.closed || s.request);
        if (s.agent_to_move) {
            MUST(!s.request && jg_record_turn(&s.record) == !s.seat);
            jg_kgp_server_reply(&s, jg_random_move(g, jg_record_state(&s.record), &s.rng), 0, now);
        }
        MUST(!s.request || jg_record_turn(&s.record) == s.seat);
        drain(&s.conn, &w);
    }
    jg_kgp_server_disconnected(&s);
    const struct jg_kgp_counts *c = &s.counts;
    MUST(c->games == (uint64_t)over && c->wins + c->draws + c->losses == c->games && c->games <= 3);
    MUST(c->late <= c->moves && c->errors <= 100 && c->seconds >= 0);
    jg_kgp_server_free(&s);
}

/* ---- The client ----------------------------------------------------------------------------- */

struct asked {
    bool open[JG_KGP_REQUESTS_MAX];
    struct jg_kgp_board board[JG_KGP_REQUESTS_MAX];
    uint64_t games;
};

static void ask(void *arg, int request, const struct jg_kgp_board *board) {
    struct asked *a = arg;
    MUST(!a->open[request]);
    a->open[request] = true;
    a->board[request] = *board;
}

static void stop(void *arg, int request) {
    struct asked *a = arg;
    MUST(a->open[request]);
    a->open[request] = false;
}

static void over(void *arg, const struct jg_kgp_game *game) {
    struct asked *a = arg;
    MUST(game->number && strlen(game->moves) < sizeof game->moves);
    a->games++;
}

static void hear_text(void *arg, const char *text) {
    (void)arg;
    MUST(text);
}

/* Handles a request as the command does: opens a game for the board, or refuses it. */
static void answer(struct jg_kgp_client *c, struct asked *a, int request) {
    struct jg_error err = {0};
    struct jg_game g;
    union jg_state state;
    jg_move moves[JG_MOVES_MAX];
    a->open[request] = false;
    if (jg_kgp_board_open(&a->board[request], c->emptycapture, &g, &state, &err)) {
        MUST(err.message[0]);
        jg_kgp_client_refuse(c, request, err.message);
        return;
    }
    if (jg_turn(&g, &state) == 0) {
        MUST(jg_moves(&g, &state, moves) > 0);
        jg_kgp_client_move(c, request, (int)moves[0]);
    }
    jg_kgp_client_yield(c, request);
    jg_game_close(&g);
}

static void play_client(const char *bytes, size_t n, size_t piece) {
    static struct jg_kgp_client c;
    static struct jg_kgp_connection w;
    struct asked a = {.games = 0};
    const struct jg_kgp_identity who = {.name = "a \"b\"", .author = "c", .token = "\\"};
    const struct jg_kgp_client_events events = {
        .arg = &a, .request = ask, .cancel = stop, .game_over = over, .server_error = hear_text, .problem = hear_text};
    jg_kgp_connection_init(&w, true);
    jg_kgp_client_open(&c, &who, &events, n & 1, n & 2 ? 3 : 0);
    for (size_t used = 0; used < n; used += piece) {
        size_t part = n - used < piece ? n - used : piece;
        jg_kgp_client_receive(&c, bytes + used, part);
        for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++)
            if (a.open[i] && (bytes[used] + i) & 1) answer(&c, &a, i);
        drain(&c.conn, &w);
    }
    jg_kgp_client_disconnected(&c);
    MUST(a.games == c.games && c.ended == c.games);
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++) MUST(!a.open[i]);
    jg_kgp_client_free(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const SPECS[] = {"kalah", "kalah:houses=2,seeds=1", "kalah:houses=10,emptycapture=1"};
    static struct jg_game games[3];
    if (size < 2) return 0;
    char *text = fuzz_text(data + 2, size - 2);
    size_t piece = data[1] ? data[1] : size;
    if (data[0] & 1) {
        int which = data[0] / 2 % 3;
        if (!games[which].kind) MUST(!jg_game_open(&games[which], SPECS[which], NULL)); /* once: that takes longest */
        play_server(&games[which], text, size - 2, piece);
    } else
        play_client(text, size - 2, piece);
    free(text);
    return 0;
}
