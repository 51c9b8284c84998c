/* The server side of the Kalah Game Protocol. */
#include "kgp/server.h"

#include "games/kalah/kalah.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ERRORS_MAX = 100,
    SHOWN = 60
}; /* invalid lines before a client is disconnected; bytes of a line that are quoted */

static const char HELLO[] = "kgp 1 0 1";

/* ---- Messages ----------------------------------------------------------------------------- */

static void log_message(struct jg_kgp_server *s, const char *text) {
    if (s->message) s->message(s->arg, s, text);
}

static void goodbye(struct jg_kgp_server *s) {
    if (s->conn.closed) return;
    jg_kgp_send_bare(&s->conn, "goodbye");
    s->conn.closed = true;
    s->agent_to_move = false;
    s->request = 0;
}

void jg_kgp_server_goodbye(struct jg_kgp_server *s, const char *why) {
    if (s->conn.closed) return;
    if (why) {
        jg_kgp_send_error(&s->conn, NULL, "%s", why);
        log_message(s, why);
    }
    goodbye(s);
}

/* Replies to an invalid line with an error. */
__attribute__((format(__printf__, 3, 4))) static void complain(struct jg_kgp_server *s,
                                                               const struct jg_kgp_command *command, const char *format,
                                                               ...) {
    char why[512], text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    snprintf(text, sizeof text, "line %llu: %s", (unsigned long long)s->conn.number, why);
    jg_kgp_send_error(&s->conn, command && command->has_id ? &command->id : NULL, "%s", text);
    log_message(s, text);
    s->counts.errors = ++s->wrong - s->counts.illegal;
    if (s->wrong < ERRORS_MAX) return;
    jg_kgp_server_disconnected(s);
    jg_kgp_server_goodbye(s, "too many invalid lines");
}

/* On a timeout: warns a client that has not terminated its line. */
static void warn_unterminated(struct jg_kgp_server *s) {
    char text[128];
    if (!s->conn.got && !s->conn.skipping) return;
    snprintf(text, sizeof text, "line %llu is not terminated; lines end with CR LF",
             (unsigned long long)s->conn.number + 1);
    jg_kgp_send_error(&s->conn, NULL, "%s", text);
    log_message(s, text);
}

/* ---- Games -------------------------------------------------------------------------------- */

static bool is_open(const struct jg_kgp_server *s) {
    return s->record.game && !s->failed && jg_record_turn(&s->record) != JG_OVER;
}

static void fail(struct jg_kgp_server *s) {
    s->failed = true;
    jg_kgp_server_goodbye(s, "out of memory");
}

static void start_game(struct jg_kgp_server *s) {
    struct jg_kgp_connection *w = &s->conn;
    char text[2 * JG_SPEC_MAX];
    struct jg_text t;
    if (jg_record_restart(&s->record, s->rules->game, NULL, NULL)) {
        fail(s);
        return;
    }
    s->seat = (int)(s->number++ & 1);
    s->thought[0] = s->thought[1] = 0;
    jg_text_init(&t, text, sizeof text);
    jg_kgp_quote(&t, s->rules->opponent);
    jg_kgp_send(w, NULL, "set game:id \"%llu\"", (unsigned long long)s->number);
    jg_kgp_send(w, NULL, "set game:opponent %s", text);
}

/* Counts a finished game and sends its result. */
static void end_game(struct jg_kgp_server *s) {
    static const char *const WORDS[] = {"lost", "drawn", "won"};
    const struct jg_record *r = &s->record;
    int32_t score = jg_record_score(r, jg_team(s->seat));
    int how = score > 0 ? 2 : score == 0;
    struct jg_kgp_board b;
    s->agent_to_move = false;
    s->request = 0;
    s->counts.games++;
    *(how == 2 ? &s->counts.wins : how ? &s->counts.draws : &s->counts.losses) += 1;
    jg_kgp_board_from_state(r->game, jg_record_state(r), s->seat, &b);
    if (!s->conn.closed)
        jg_kgp_send(&s->conn, NULL, "set game:result \"%s %d %d\"", WORDS[how], b.store[0], b.store[1]);
    if (s->game_over) s->game_over(s->arg, s);
}

static void request_move(struct jg_kgp_server *s) {
    char text[JG_KGP_BOARD_TEXT_MAX];
    struct jg_kgp_board b;
    struct jg_text t;
    jg_kgp_board_from_state(s->record.game, jg_record_state(&s->record), s->seat, &b);
    jg_text_init(&t, text, sizeof text);
    jg_kgp_board_print(&b, &t);
    s->request = s->last_request = jg_kgp_send(&s->conn, NULL, "state %s", text);
    s->house = 0;
    s->tried = false;
    s->asked = s->now;
    s->counts.moves++;
}

static void lose(struct jg_kgp_server *s, int seat, const char *why) { jg_record_forfeit(&s->record, seat, why); }

static void make(struct jg_kgp_server *s, jg_move move) {
    if (jg_record_push(&s->record, move, NULL)) fail(s);
}

/* Whether the game is over; a player who can no longer catch up resigns. */
static bool decided(struct jg_kgp_server *s) {
    struct jg_record *r = &s->record;
    struct jg_kgp_board b;
    if (jg_record_turn(r) == JG_OVER) return true;
    jg_kgp_board_from_state(r->game, jg_record_state(r), 0, &b);
    if (!jg_kgp_board_decided(&b)) return false;
    r->resigned = b.store[0] > b.store[1];
    return true;
}

/* Advances the game until a player has a choice, and starts the next game when one ends. */
static void advance(struct jg_kgp_server *s) {
    jg_move moves[JG_MOVES_MAX];
    while (!s->conn.closed) {
        const struct jg_record *r = &s->record;
        if (decided(s)) {
            end_game(s);
            if (s->rules->games && s->number >= s->rules->games)
                goodbye(s);
            else if (!s->conn.closed)
                start_game(s);
            continue;
        }
        int n = jg_moves(r->game, jg_record_state(r), moves);
        if (n == 1) {
            make(s, moves[0]);
            continue;
        }
        if (jg_record_turn(r) == s->seat)
            request_move(s);
        else
            s->agent_to_move = true;
        return;
    }
}

/* Makes a random move for a client that sent none in time or yielded without one. */
static void move_randomly(struct jg_kgp_server *s, uint64_t request) {
    char text[128];
    snprintf(text, sizeof text, "state %llu: no move in time; playing a random move", (unsigned long long)request);
    log_message(s, text);
    warn_unterminated(s);
    s->counts.late++;
    make(s, jg_random_move(s->record.game, jg_record_state(&s->record), &s->rng));
}

/* Closes the request after a timeout or `yield`, and plays the client's move. */
static void close_request(struct jg_kgp_server *s) {
    struct jg_record *r = &s->record;
    uint64_t request = s->request;
    jg_kgp_send(&s->conn, &request, "stop");
    s->request = 0;
    s->counts.seconds += s->now - s->asked;
    s->thought[s->seat] += s->now - s->asked;
    if (s->house)
        make(s, (jg_move)(s->seat * jg_kalah_options(r->game)->houses + s->house));
    else if (s->tried)
        lose(s, s->seat, "made an illegal move");
    else
        move_randomly(s, request);
    advance(s);
}

void jg_kgp_server_reply(struct jg_kgp_server *s, jg_move move, double seconds, double now) {
    s->now = now;
    if (!s->agent_to_move || s->conn.closed) return;
    s->agent_to_move = false;
    s->thought[!s->seat] += seconds;
    if (move)
        make(s, move);
    else
        lose(s, !s->seat, "the agent failed");
    advance(s);
}

/* ---- Commands ----------------------------------------------------------------------------- */

static void do_mode(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    const char *mode = jg_kgp_text_argument(command, 0);
    char shown[JG_KGP_TEXT_MAX];
    if (!mode) {
        complain(s, command, "mode needs a name, such as freeplay");
    } else if (s->playing) {
        complain(s, command, "the mode is already chosen");
    } else if (strcmp(mode, "freeplay") != 0) {
        jg_kgp_printable(shown, mode);
        complain(s, command, "unknown mode \"%s\"; use freeplay", shown);
        goodbye(s);
    } else {
        jg_kgp_send(&s->conn, command->has_id ? &command->id : NULL, "ok \"freeplay\"");
        jg_kgp_send(&s->conn, NULL, "set time:mode relative");
        jg_kgp_send(&s->conn, NULL, "set time:clock %d", (s->rules->ms + 999) / 1000);
        s->playing = true;
        start_game(s);
        advance(s);
    }
}

/* Whether a command refers to the open request. One that refers to an earlier state is ignored: it may have crossed
 * with our `stop`. */
static bool is_requested(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    if (command->has_ref && command->ref != s->request) {
        if (command->ref & 1 || !command->ref || command->ref > s->last_request)
            complain(s, command, "no state with the id %llu was sent", (unsigned long long)command->ref);
        return false;
    }
    if (!s->last_request) complain(s, command, "no state was sent yet");
    return s->request;
}

static void do_move(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    int houses = jg_kalah_options(s->rules->game)->houses, house = jg_kgp_int_argument(command, 0, houses);
    const struct jg_record *r = &s->record;
    if (!is_requested(s, command)) return;
    if (house >= 1 && jg_kalah_seeds(r->game, jg_record_state(r), s->seat, house - 1)) {
        s->house = house;
        return;
    }
    char shown[JG_KGP_TEXT_MAX];
    jg_kgp_printable(shown, command->count ? command->arguments[0].text : "");
    s->tried = true;
    s->counts.illegal++;
    if (house < 1)
        complain(s, command, "move%s%s: houses are numbered from 1 to %d", shown[0] ? " " : "", shown, houses);
    else
        complain(s, command, "move %d: that house is empty", house);
}

static void do_yield(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    if (is_requested(s, command)) close_request(s);
}

static void do_set(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    const char *option = jg_kgp_text_argument(command, 0);
    if (!option || command->count < 2)
        complain(s, command, "set needs an option and a value");
    else if (!strcmp(option, "info:name") && command->arguments[1].text[0])
        jg_kgp_printable(s->name, command->arguments[1].text);
    else if (!strcmp(option, "info:authors") || !strcmp(option, "info:author"))
        jg_kgp_printable(s->author, command->arguments[1].text);
}

static void do_ping(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    jg_kgp_send(&s->conn, command->has_id ? &command->id : NULL, "pong");
}

static void do_goodbye(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    (void)command;
    jg_kgp_server_disconnected(s);
    goodbye(s);
}

static void do_error(struct jg_kgp_server *s, const struct jg_kgp_command *command) {
    char text[JG_KGP_TEXT_MAX];
    jg_kgp_printable(text, command->count ? command->arguments[0].text : "error");
    log_message(s, text);
}

static void do_nothing(struct jg_kgp_server *s, const struct jg_kgp_command *command) { (void)s, (void)command; }

static const struct {
    const char *name;
    void (*run)(struct jg_kgp_server *s, const struct jg_kgp_command *command);
} COMMANDS[] = {
    {"move", do_move},    {"yield", do_yield}, {"set", do_set},     {"mode", do_mode},   {"ping", do_ping},
    {"pong", do_nothing}, {"ok", do_nothing},  {"nok", do_nothing}, {"error", do_error}, {"goodbye", do_goodbye},
};

static void receive_line(void *arg, char *text, size_t length) {
    struct jg_kgp_server *s = arg;
    struct jg_error err = {0};
    struct jg_kgp_command command;
    char begin[SHOWN + 1], shown[JG_KGP_TEXT_MAX];
    if (!text) {
        complain(s, NULL, "longer than %d bytes", JG_KGP_LINE_MAX);
        return;
    }
    snprintf(begin, sizeof begin, "%s", text);
    jg_kgp_printable(shown, begin);
    if (jg_kgp_parse(text, length, &command, &err)) {
        complain(s, NULL, "%s, at byte %d of \"%s\"", err.message, err.position + 1, shown);
        return;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, command.name)) {
            COMMANDS[i].run(s, &command);
            return;
        }
    if (command.name[0]) complain(s, &command, "unknown command \"%.*s\"", SHOWN, command.name);
}

/* ---- The session -------------------------------------------------------------------------- */

void jg_kgp_server_open(struct jg_kgp_server *s, const struct jg_kgp_rules *rules, uint64_t stream, double now) {
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->opened = s->heard = s->now = now;
    jg_rng_init(&s->rng, rules->seed, stream);
    snprintf(s->name, sizeof s->name, "client %llu", (unsigned long long)stream);
    jg_kgp_connection_init(&s->conn, true);
    jg_kgp_send_bare(&s->conn, HELLO);
    jg_kgp_send(&s->conn, NULL, "set info:name \"jogada\"");
}

void jg_kgp_server_free(struct jg_kgp_server *s) {
    jg_kgp_connection_free(&s->conn);
    jg_record_free(&s->record);
}

void jg_kgp_server_receive(struct jg_kgp_server *s, const char *bytes, size_t n, double now) {
    s->now = s->heard = now;
    s->pinged = 0;
    jg_kgp_receive(&s->conn, bytes, n, receive_line, s);
}

/* Pings a silent client, and disconnects it if it stays silent. Returns the time of the next check. */
static double check_silence(struct jg_kgp_server *s, double time) {
    double silence = s->rules->silence;
    if (s->pinged <= 0) {
        if (s->now < s->heard + silence) return s->heard + silence;
        jg_kgp_send(&s->conn, NULL, "ping");
        s->pinged = s->now;
    }
    double due = s->pinged + silence + time; /* it may not read while it thinks */
    if (s->now < due) return due;
    jg_kgp_server_disconnected(s);
    jg_kgp_server_goodbye(s, "no pong in time");
    return INFINITY;
}

double jg_kgp_server_tick(struct jg_kgp_server *s, double now) {
    double time = s->rules->ms / 1000.0, due = s->opened + s->rules->silence;
    s->now = now;
    if (s->request && now >= s->asked + time) close_request(s);
    if (s->conn.closed) return INFINITY;
    if (s->playing)
        due = check_silence(s, time);
    else if (now >= due) {
        warn_unterminated(s);
        jg_kgp_server_goodbye(s, "no mode chosen in time");
    }
    if (s->conn.closed) return INFINITY;
    return s->request ? fmin(due, s->asked + time) : due;
}

void jg_kgp_server_disconnected(struct jg_kgp_server *s) {
    if (s->conn.closed || !s->playing || !is_open(s)) return;
    lose(s, s->seat, "left the game");
    end_game(s);
}
