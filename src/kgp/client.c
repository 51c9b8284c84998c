/* The client side of the Kalah Game Protocol. */
#include "kgp/client.h"

#include <stdio.h>
#include <string.h>

enum { COMPLAINTS_MAX = 20, SHOWN = 60 }; /* invalid lines that are reported; bytes of a line that are quoted */

static void report_problem(struct jg_kgp_client *c, const char *text) { c->events->problem(c->events->arg, text); }

/* ---- Games -------------------------------------------------------------------------------- */

/* Derives the result from our last move if the server has not announced it. */
static void derive_result(const struct jg_kgp_client *c, struct jg_kgp_game *game) {
    struct jg_kgp_board after;
    if (game->announced || !jg_kgp_board_play(&game->board, c->emptycapture, game->house, &after)) return;
    game->seeds[0] = after.store[0];
    game->seeds[1] = after.store[1];
    if (!jg_kgp_board_decided(&after)) return;
    game->result = after.store[0] > after.store[1]    ? JG_KGP_WON
                   : after.store[0] == after.store[1] ? JG_KGP_DRAWN
                                                      : JG_KGP_LOST;
}

static void end_game(struct jg_kgp_client *c, struct jg_kgp_game *game) {
    if (!game->number) return;
    derive_result(c, game);
    c->ended++;
    c->events->game_over(c->events->arg, game);
    game->number = game->last = 0;
}

/* Whether a board cannot follow an earlier one in the same game. */
static bool is_new(const struct jg_kgp_board *then, const struct jg_kgp_board *now) {
    bool start = !now->store[0] && !now->store[1];
    for (int i = 0; i < now->houses && start; i++)
        start = now->house[0][i] == now->house[0][0] && now->house[1][i] == now->house[0][0];
    return start || now->houses != then->houses || jg_kgp_board_seeds(now) != jg_kgp_board_seeds(then) ||
           now->store[0] < then->store[0] || now->store[1] < then->store[1];
}

/* The game in progress with the id that the server sent last; -1: none. */
static int find_game(const struct jg_kgp_client *c) {
    for (int i = 0; i < JG_KGP_GAMES_MAX; i++)
        if (c->game[i].number && !strcmp(c->game[i].id, c->id)) return i;
    return -1;
}

/* Starts a game in a free slot, or in that of the least recently used game. */
static int start_game(struct jg_kgp_client *c) {
    int at = 0;
    for (int i = 1; i < JG_KGP_GAMES_MAX; i++)
        if (c->game[i].last < c->game[at].last) at = i;
    end_game(c, &c->game[at]);
    memset(&c->game[at], 0, sizeof c->game[at]);
    c->game[at].number = ++c->games;
    memcpy(c->game[at].id, c->id, sizeof c->id);
    memcpy(c->game[at].opponent, c->opponent, sizeof c->opponent);
    return at;
}

/* The game that a board belongs to, which may be new; -1 if the limit of games is reached. */
static int game_of(struct jg_kgp_client *c, const struct jg_kgp_board *board) {
    int at = find_game(c);
    if (at >= 0 && is_new(&c->game[at].board, board)) {
        end_game(c, &c->game[at]);
        at = -1;
    }
    if (at < 0 && c->limit && c->games >= c->limit) return -1;
    if (at < 0) at = start_game(c);
    struct jg_kgp_game *game = &c->game[at];
    game->board = *board;
    game->house = 0;
    game->seeds[0] = board->store[0];
    game->seeds[1] = board->store[1];
    game->last = ++c->states;
    return at;
}

/* `set game:result "won 28 20"`, an option of our own server. A game may end before its first request. */
static void end_announced(struct jg_kgp_client *c, const char *value) {
    static const char *const WORDS[] = {"lost", "drawn", "won"};
    int at = find_game(c), seeds[2], result = 0;
    char word[8];
    if (sscanf(value, "%7s %4d %4d", word, &seeds[0], &seeds[1]) != 3) return;
    while (result < 3 && strcmp(word, WORDS[result]) != 0) result++;
    if (result == 3 || (at < 0 && (!c->id[0] || !strcmp(c->id, c->announced)))) return;
    if (at < 0) at = start_game(c);
    memcpy(c->announced, c->id, sizeof c->announced);
    c->game[at].result = (enum jg_kgp_result)(JG_KGP_LOST + result);
    c->game[at].announced = true;
    memcpy(c->game[at].seeds, seeds, sizeof seeds);
    end_game(c, &c->game[at]);
    if (c->limit && c->ended >= c->limit) jg_kgp_client_goodbye(c);
}

/* ---- Replies ------------------------------------------------------------------------------ */

static const uint64_t *ref_of(const struct jg_kgp_client *c, int request) {
    return c->request[request].has_id ? &c->request[request].id : NULL;
}

/* Closes a request and adds its move to the game. */
static void close_request(struct jg_kgp_client *c, int request) {
    struct jg_kgp_game *game = &c->game[c->request[request].game];
    int house = c->request[request].house;
    struct jg_text t;
    c->request[request].open = false;
    if (!house || game->number != c->request[request].number) return;
    game->house = house;
    game->count++;
    jg_text_init(&t, game->moves + strlen(game->moves), sizeof game->moves - strlen(game->moves));
    jg_text_add(&t, game->moves[0] ? " %d" : "%d", house);
}

void jg_kgp_client_move(struct jg_kgp_client *c, int request, int house) {
    if (c->conn.closed || !c->request[request].open || c->request[request].house == house) return;
    c->request[request].house = house;
    jg_kgp_send(&c->conn, ref_of(c, request), "move %d", house);
}

void jg_kgp_client_yield(struct jg_kgp_client *c, int request) {
    if (!c->request[request].open) return;
    if (!c->conn.closed) jg_kgp_send(&c->conn, ref_of(c, request), "yield");
    close_request(c, request);
}

void jg_kgp_client_refuse(struct jg_kgp_client *c, int request, const char *why) {
    if (!c->request[request].open) return;
    if (!c->conn.closed) jg_kgp_send_error(&c->conn, ref_of(c, request), "%s", why);
    report_problem(c, why);
    jg_kgp_client_yield(c, request);
}

void jg_kgp_client_goodbye(struct jg_kgp_client *c) {
    if (c->conn.closed) return;
    jg_kgp_send_bare(&c->conn, "goodbye");
    c->conn.closed = c->left = true;
}

void jg_kgp_client_disconnected(struct jg_kgp_client *c) {
    c->conn.closed = true;
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++)
        if (c->request[i].open) {
            c->events->cancel(c->events->arg, i);
            close_request(c, i);
        }
    for (;;) { /* in the order of their beginning */
        struct jg_kgp_game *first = NULL;
        for (int i = 0; i < JG_KGP_GAMES_MAX; i++)
            if (c->game[i].number && (!first || c->game[i].number < first->number)) first = &c->game[i];
        if (!first) return;
        end_game(c, first);
    }
}

/* ---- Commands ----------------------------------------------------------------------------- */

/* Reports an invalid line to the server and to the caller. */
static void complain(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *why,
                     const char *shown) {
    char text[JG_MESSAGE_MAX + JG_KGP_TEXT_MAX + 64];
    snprintf(text, sizeof text, "line %llu of the server: %s: \"%s\"", (unsigned long long)c->conn.number, why, shown);
    if (c->complaints++ >= COMPLAINTS_MAX) return;
    jg_kgp_send_error(&c->conn, command && command->has_id ? &command->id : NULL, "%s", text);
    report_problem(c, text);
}

static void send_option(struct jg_kgp_client *c, const char *option, const char *value) {
    char text[1024];
    struct jg_text t;
    if (!value || !value[0]) return;
    jg_text_init(&t, text, sizeof text);
    jg_kgp_quote(&t, value);
    jg_kgp_send(&c->conn, NULL, "set %s %s", option, text);
}

static void do_kgp(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    if (c->begun) return;
    for (int i = 0; i < 3; i++) c->version[i] = jg_kgp_int_argument(command, i, 1000000);
    if (c->version[0] != 1) {
        jg_kgp_send_error(&c->conn, NULL, "protocol not supported");
        jg_kgp_printable(c->foreign, shown);
        jg_kgp_client_goodbye(c);
        return;
    }
    c->begun = true;
    send_option(c, "info:name", c->who->name);
    send_option(c, "info:authors", c->who->author);
    send_option(c, "info:description", c->who->description);
    send_option(c, "auth:token", c->who->token);
    jg_kgp_send(&c->conn, NULL, "mode freeplay");
}

/* A free request, or -1. */
static int free_request(const struct jg_kgp_client *c) {
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++)
        if (!c->request[i].open) return i;
    return -1;
}

/* The open request that a command refers to, or the only one; -1: none. */
static int request_of(const struct jg_kgp_client *c, bool has_id, uint64_t id) {
    int only = -1, open = 0;
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++) {
        if (!c->request[i].open) continue;
        if (c->request[i].has_id == has_id && c->request[i].id == id) return i;
        only = i;
        open++;
    }
    return open == 1 && !has_id ? only : -1;
}

static void do_state(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    struct jg_error err = {0};
    struct jg_kgp_board board;
    if (command->has_id && request_of(c, true, command->id) >= 0) {
        complain(c, command, "this id is already in use", shown);
        return;
    }
    if (!command->count || command->arguments[0].type != JG_KGP_BOARD) {
        complain(c, command, "state needs a board", shown);
        return;
    }
    if (jg_kgp_board_parse(command->arguments[0].text, &board, &err)) {
        complain(c, command, err.message, shown);
        return;
    }
    int request = free_request(c), game = request < 0 ? 0 : game_of(c, &board);
    if (request < 0) {
        complain(c, command, "too many states at once", shown);
        jg_kgp_send(&c->conn, command->has_id ? &command->id : NULL, "yield");
    } else if (game < 0) {
        jg_kgp_client_goodbye(c);
    } else {
        c->request[request].open = true;
        c->request[request].has_id = command->has_id;
        c->request[request].id = command->has_id ? command->id : 0;
        c->request[request].game = game;
        c->request[request].number = c->game[game].number;
        c->request[request].house = 0;
        c->events->request(c->events->arg, request, &board);
    }
}

static void do_stop(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    int request = request_of(c, command->has_ref, command->has_ref ? command->ref : 0);
    (void)shown;
    if (request < 0) return; /* already yielded */
    c->events->cancel(c->events->arg, request);
    close_request(c, request);
}

static void do_set(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    const char *option = jg_kgp_text_argument(command, 0),
               *value = command->count > 1 ? command->arguments[1].text : NULL;
    (void)shown;
    if (!option || !value) return; /* unknown options are ignored */
    if (!strcmp(option, "info:name"))
        jg_kgp_printable(c->server, value);
    else if (!strcmp(option, "game:id"))
        jg_kgp_printable(c->id, value);
    else if (!strcmp(option, "game:opponent"))
        jg_kgp_printable(c->opponent, value);
    else if (!strcmp(option, "game:result"))
        end_announced(c, value);
}

static void do_ping(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    char text[1024] = "";
    struct jg_text t;
    (void)shown;
    jg_text_init(&t, text, sizeof text);
    if (jg_kgp_text_argument(command, 0) && strlen(jg_kgp_text_argument(command, 0)) < sizeof text / 2 - 2) {
        jg_text_char(&t, ' ');
        jg_kgp_quote(&t, jg_kgp_text_argument(command, 0));
    }
    jg_kgp_send(&c->conn, command->has_id ? &command->id : NULL, "pong%s", text);
}

static void do_error(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    char text[4 * JG_KGP_TEXT_MAX];
    snprintf(text, sizeof text, "%s", command->count ? command->arguments[0].text : shown);
    c->events->server_error(c->events->arg, text);
}

static void do_goodbye(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown) {
    (void)command, (void)shown;
    c->conn.closed = c->dismissed = true;
}

static const struct {
    const char *name;
    void (*run)(struct jg_kgp_client *c, const struct jg_kgp_command *command, const char *shown);
    bool first; /* allowed before `kgp` */
} COMMANDS[] = {
    {"state", do_state, false}, {"stop", do_stop, false},      {"ping", do_ping, false},  {"set", do_set, false},
    {"kgp", do_kgp, true},      {"goodbye", do_goodbye, true}, {"error", do_error, true},
};

static void receive_line(void *arg, char *text, size_t length) {
    struct jg_kgp_client *c = arg;
    struct jg_error err = {0};
    struct jg_kgp_command command = {.name = ""};
    char begin[SHOWN + 1] = "", shown[JG_KGP_TEXT_MAX];
    if (text) snprintf(begin, sizeof begin, "%s", text);
    jg_kgp_printable(shown, begin);
    enum jg_status status = text ? jg_kgp_parse(text, length, &command, &err)
                                 : jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "longer than %d bytes", JG_KGP_LINE_MAX);
    if (!status && !command.name[0]) return;
    for (size_t i = 0; !status && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, command.name) && (c->begun || COMMANDS[i].first)) {
            COMMANDS[i].run(c, &command, shown);
            return;
        }
    if (!c->begun) { /* another protocol */
        snprintf(c->foreign, sizeof c->foreign, "%s", shown[0] ? shown : "?");
        c->conn.closed = true;
    } else if (status)
        complain(c, NULL, err.message, shown);
}

/* ---- The session -------------------------------------------------------------------------- */

void jg_kgp_client_open(struct jg_kgp_client *c, const struct jg_kgp_identity *who,
                        const struct jg_kgp_client_events *events, bool emptycapture, uint64_t limit) {
    memset(c, 0, sizeof *c);
    c->who = who;
    c->events = events;
    c->emptycapture = emptycapture;
    c->limit = limit;
    jg_kgp_connection_init(&c->conn, false);
}

void jg_kgp_client_free(struct jg_kgp_client *c) { jg_kgp_connection_free(&c->conn); }

void jg_kgp_client_receive(struct jg_kgp_client *c, const char *bytes, size_t n) {
    jg_kgp_receive(&c->conn, bytes, n, receive_line, c);
}
