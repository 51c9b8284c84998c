#include "kgp/server.h"

#include "games/kalah/kalah.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ERRORS_MAX = 100, SHOWN = 60 }; /* lines that may be wrong; bytes of one that are repeated */

static const char HELLO[] = "kgp 1 0 1";

/* ---- Telling ------------------------------------------------------------------------------ */

static void tell(struct jg_kgp_server *s, const char *text) {
    if (s->said) s->said(s->arg, s, text);
}

static void goodbye(struct jg_kgp_server *s) {
    if (s->wire.closed) return;
    jg_kgp_say_bare(&s->wire, "goodbye");
    s->wire.closed = true;
    s->asks = false;
    s->question = 0;
}

void jg_kgp_server_leave(struct jg_kgp_server *s, const char *why) {
    if (s->wire.closed) return;
    if (why) {
        jg_kgp_say_error(&s->wire, NULL, "%s", why);
        tell(s, why);
    }
    goodbye(s);
}

/* Says what is wrong with the line that was just heard. */
__attribute__((format(__printf__, 3, 4))) static void complain(struct jg_kgp_server *s, const struct jg_kgp_line *line,
                                                               const char *format, ...) {
    char why[512], text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    snprintf(text, sizeof text, "line %llu: %s", (unsigned long long)s->wire.number, why);
    jg_kgp_say_error(&s->wire, line && line->has_id ? &line->id : NULL, "%s", text);
    tell(s, text);
    s->counts.errors = ++s->wrong - s->counts.illegal;
    if (s->wrong < ERRORS_MAX) return;
    jg_kgp_server_lost(s);
    jg_kgp_server_leave(s, "too many lines were wrong");
}

/* Time is over, and perhaps because of a line that goes on: whoever forgets to end one is told so. */
static void warn_of_end(struct jg_kgp_server *s) {
    char text[128];
    if (!s->wire.got && !s->wire.skipping) return;
    snprintf(text, sizeof text, "line %llu has no end yet; CR and LF end a line",
             (unsigned long long)s->wire.number + 1);
    jg_kgp_say_error(&s->wire, NULL, "%s", text);
    tell(s, text);
}

/* ---- Games -------------------------------------------------------------------------------- */

static bool is_open(const struct jg_kgp_server *s) {
    return s->record.game && !s->failed && jg_record_turn(&s->record) != JG_OVER;
}

static void fail(struct jg_kgp_server *s) {
    s->failed = true;
    jg_kgp_server_leave(s, "out of memory");
}

static void begin_game(struct jg_kgp_server *s) {
    struct jg_kgp_wire *w = &s->wire;
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
    jg_kgp_say(w, NULL, "set game:id \"%llu\"", (unsigned long long)s->number);
    jg_kgp_say(w, NULL, "set game:opponent %s", text);
}

/* Counts the game that has just ended, and tells the client how. */
static void end_game(struct jg_kgp_server *s) {
    static const char *const WORDS[] = {"lost", "drawn", "won"};
    const struct jg_record *r = &s->record;
    int32_t score = jg_record_score(r, jg_team(s->seat));
    int how = score > 0 ? 2 : score == 0;
    struct jg_kgp_board b;
    s->asks = false;
    s->question = 0;
    s->counts.games++;
    *(how == 2 ? &s->counts.wins : how ? &s->counts.draws : &s->counts.losses) += 1;
    jg_kgp_board_of(r->game, jg_record_state(r), s->seat, &b);
    if (!s->wire.closed) jg_kgp_say(&s->wire, NULL, "set game:result \"%s %d %d\"", WORDS[how], b.store[0], b.store[1]);
    if (s->over) s->over(s->arg, s);
}

static void ask_client(struct jg_kgp_server *s) {
    char text[JG_KGP_BOARD_TEXT];
    struct jg_kgp_board b;
    struct jg_text t;
    jg_kgp_board_of(s->record.game, jg_record_state(&s->record), s->seat, &b);
    jg_text_init(&t, text, sizeof text);
    jg_kgp_board_print(&b, &t);
    s->question = s->questioned = jg_kgp_say(&s->wire, NULL, "state %s", text);
    s->house = 0;
    s->tried = false;
    s->asked = s->now;
    s->counts.moves++;
}

static void lose(struct jg_kgp_server *s, int seat, const char *why) { jg_record_forfeit(&s->record, seat, why); }

static void make(struct jg_kgp_server *s, jg_move move) {
    if (jg_record_push(&s->record, move, NULL)) fail(s);
}

/* Whoever cannot catch up any more has lost. */
static bool decided(struct jg_kgp_server *s) {
    struct jg_record *r = &s->record;
    struct jg_kgp_board b;
    if (jg_record_turn(r) == JG_OVER) return true;
    jg_kgp_board_of(r->game, jg_record_state(r), 0, &b);
    if (!jg_kgp_board_decided(&b)) return false;
    r->resigned = b.store[0] > b.store[1];
    return true;
}

/* Goes on until somebody must be asked or nothing is left to play. */
static void advance(struct jg_kgp_server *s) {
    jg_move moves[JG_MOVES_MAX];
    while (!s->wire.closed) {
        const struct jg_record *r = &s->record;
        if (decided(s)) {
            end_game(s);
            if (s->rules->games && s->number >= s->rules->games)
                goodbye(s);
            else if (!s->wire.closed)
                begin_game(s);
            continue;
        }
        int n = jg_moves(r->game, jg_record_state(r), moves);
        if (n == 1) {
            make(s, moves[0]);
            continue;
        }
        if (jg_record_turn(r) == s->seat)
            ask_client(s);
        else
            s->asks = true;
        return;
    }
}

/* No move came until the time was over, or the client has yielded without one. */
static void decide_for_it(struct jg_kgp_server *s, uint64_t question) {
    char text[128];
    snprintf(text, sizeof text, "state %llu: no move came; a random one is made", (unsigned long long)question);
    tell(s, text);
    warn_of_end(s);
    s->counts.late++;
    make(s, jg_random_move(s->record.game, jg_record_state(&s->record), &s->rng));
}

/* The client's time is over, or it has yielded. */
static void decide(struct jg_kgp_server *s) {
    struct jg_record *r = &s->record;
    uint64_t question = s->question;
    jg_kgp_say(&s->wire, &question, "stop");
    s->question = 0;
    s->counts.seconds += s->now - s->asked;
    s->thought[s->seat] += s->now - s->asked;
    if (s->house)
        make(s, (jg_move)(s->seat * jg_kalah_options(r->game)->houses + s->house));
    else if (s->tried)
        lose(s, s->seat, "made an illegal move");
    else
        decide_for_it(s, question);
    advance(s);
}

void jg_kgp_server_answer(struct jg_kgp_server *s, jg_move move, double seconds, double now) {
    s->now = now;
    if (!s->asks || s->wire.closed) return;
    s->asks = false;
    s->thought[!s->seat] += seconds;
    if (move)
        make(s, move);
    else
        lose(s, !s->seat, "the agent failed");
    advance(s);
}

/* ---- Commands ----------------------------------------------------------------------------- */

static void do_mode(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    const char *mode = jg_kgp_word(line, 0);
    char shown[JG_KGP_TEXT];
    if (!mode) {
        complain(s, line, "mode takes the name of one, such as freeplay");
    } else if (s->playing) {
        complain(s, line, "the mode was chosen before");
    } else if (strcmp(mode, "freeplay") != 0) {
        jg_kgp_name(shown, mode);
        complain(s, line, "there is no mode \"%s\" here; take freeplay", shown);
        goodbye(s);
    } else {
        jg_kgp_say(&s->wire, line->has_id ? &line->id : NULL, "ok \"freeplay\"");
        jg_kgp_say(&s->wire, NULL, "set time:mode relative");
        jg_kgp_say(&s->wire, NULL, "set time:clock %d", (s->rules->ms + 999) / 1000);
        s->playing = true;
        begin_game(s);
        advance(s);
    }
}

/* Whether a line is about the state that is open. One about an earlier state is passed over in
 * silence: it may have been on its way when that was stopped. */
static bool is_asked(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    if (line->has_ref && line->ref != s->question) {
        if (line->ref & 1 || !line->ref || line->ref > s->questioned)
            complain(s, line, "no state with the id %llu was sent", (unsigned long long)line->ref);
        return false;
    }
    if (!s->questioned) complain(s, line, "no state was sent yet");
    return s->question;
}

static void do_move(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    int houses = jg_kalah_options(s->rules->game)->houses, house = jg_kgp_number(line, 0, houses);
    const struct jg_record *r = &s->record;
    if (!is_asked(s, line)) return;
    if (house >= 1 && jg_kalah_seeds(r->game, jg_record_state(r), s->seat, house - 1)) {
        s->house = house;
        return;
    }
    char shown[JG_KGP_TEXT];
    jg_kgp_name(shown, line->count ? line->arguments[0].text : "");
    s->tried = true;
    s->counts.illegal++;
    if (house < 1)
        complain(s, line, "move%s%s: houses are numbered from 1 to %d", shown[0] ? " " : "", shown, houses);
    else
        complain(s, line, "move %d: that house is empty", house);
}

static void do_yield(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    if (is_asked(s, line)) decide(s);
}

static void do_set(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    const char *option = jg_kgp_word(line, 0);
    if (!option || line->count < 2)
        complain(s, line, "set takes an option and its value");
    else if (!strcmp(option, "info:name") && line->arguments[1].text[0])
        jg_kgp_name(s->name, line->arguments[1].text);
    else if (!strcmp(option, "info:authors") || !strcmp(option, "info:author"))
        jg_kgp_name(s->author, line->arguments[1].text);
}

static void do_ping(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    jg_kgp_say(&s->wire, line->has_id ? &line->id : NULL, "pong");
}

static void do_goodbye(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    (void)line;
    jg_kgp_server_lost(s);
    goodbye(s);
}

static void do_error(struct jg_kgp_server *s, const struct jg_kgp_line *line) {
    char text[JG_KGP_TEXT];
    jg_kgp_name(text, line->count ? line->arguments[0].text : "error");
    tell(s, text);
}

static void do_nothing(struct jg_kgp_server *s, const struct jg_kgp_line *line) { (void)s, (void)line; }

static const struct {
    const char *name;
    void (*run)(struct jg_kgp_server *s, const struct jg_kgp_line *line);
} COMMANDS[] = {
    {"move", do_move},    {"yield", do_yield}, {"set", do_set},     {"mode", do_mode},   {"ping", do_ping},
    {"pong", do_nothing}, {"ok", do_nothing},  {"nok", do_nothing}, {"error", do_error}, {"goodbye", do_goodbye},
};

static void hear_line(void *arg, char *text, size_t length) {
    struct jg_kgp_server *s = arg;
    struct jg_error err = {0};
    struct jg_kgp_line line;
    char begin[SHOWN + 1], shown[JG_KGP_TEXT];
    if (!text) {
        complain(s, NULL, "it is longer than %d bytes", JG_KGP_LINE);
        return;
    }
    snprintf(begin, sizeof begin, "%s", text);
    jg_kgp_name(shown, begin);
    if (jg_kgp_read(text, length, &line, &err)) {
        complain(s, NULL, "%s, at byte %d of \"%s\"", err.message, err.position + 1, shown);
        return;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, line.name)) {
            COMMANDS[i].run(s, &line);
            return;
        }
    if (line.name[0]) complain(s, &line, "there is no command \"%.*s\"", SHOWN, line.name);
}

/* ---- The session -------------------------------------------------------------------------- */

void jg_kgp_server_open(struct jg_kgp_server *s, const struct jg_kgp_rules *rules, uint64_t stream, double now) {
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->opened = s->heard = s->now = now;
    jg_rng_init(&s->rng, rules->seed, stream);
    snprintf(s->name, sizeof s->name, "client %llu", (unsigned long long)stream);
    jg_kgp_wire_init(&s->wire, true);
    jg_kgp_say_bare(&s->wire, HELLO);
    jg_kgp_say(&s->wire, NULL, "set info:name \"jogada\"");
}

void jg_kgp_server_free(struct jg_kgp_server *s) {
    jg_kgp_wire_free(&s->wire);
    jg_record_free(&s->record);
}

void jg_kgp_server_hear(struct jg_kgp_server *s, const char *bytes, size_t n, double now) {
    s->now = s->heard = now;
    s->pinged = 0;
    jg_kgp_feed(&s->wire, bytes, n, hear_line, s);
}

/* Pings a client that is silent, and lets one go that stays so. Returns when to look again. */
static double mind_silence(struct jg_kgp_server *s, double time) {
    double silence = s->rules->silence;
    if (s->pinged <= 0) {
        if (s->now < s->heard + silence) return s->heard + silence;
        jg_kgp_say(&s->wire, NULL, "ping");
        s->pinged = s->now;
    }
    double due = s->pinged + silence + time; /* it may not listen while it thinks */
    if (s->now < due) return due;
    jg_kgp_server_lost(s);
    jg_kgp_server_leave(s, "no pong came in time");
    return INFINITY;
}

double jg_kgp_server_tick(struct jg_kgp_server *s, double now) {
    double time = s->rules->ms / 1000.0, due = s->opened + s->rules->silence;
    s->now = now;
    if (s->question && now >= s->asked + time) decide(s);
    if (s->wire.closed) return INFINITY;
    if (s->playing)
        due = mind_silence(s, time);
    else if (now >= due) {
        warn_of_end(s);
        jg_kgp_server_leave(s, "no mode was chosen in time");
    }
    if (s->wire.closed) return INFINITY;
    return s->question ? fmin(due, s->asked + time) : due;
}

void jg_kgp_server_lost(struct jg_kgp_server *s) {
    if (s->wire.closed || !s->playing || !is_open(s)) return;
    lose(s, s->seat, "left the game");
    end_game(s);
}
