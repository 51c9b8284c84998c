/* The agent `program`: a bot in any language, run as a child process that speaks the line protocol of docs/bots.md. It
 * is started when the agent is opened, so that a broken bot is refused at once, and restarted after a failure, so that
 * the next game can be played. A bot that fails to start several times in a row is not started again: each attempt may
 * take START_MS.
 *
 * The command is split at spaces and run without a shell. A spec cannot contain commas, so ';' stands for one.
 *
 * If the parent process is killed, the bot sees the end of its input. PR_SET_PDEATHSIG would not help: it follows the
 * thread that started the bot, which may end long before the agent does. */
#include "agents/agents.h"

#include "core/buffer.h"
#include "core/process.h"
#include "search/budget.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOG_MAX = 128,    /* bytes of the log file's name */
    START_MS = 10000, /* for the greeting, or `ms` if that is more: Python loads libraries */
    QUIT_MS = 1000,   /* to exit after `quit` */
    DYING_MS = 500,   /* from the end of its output to its exit */
    NAMED_MAX = 40,   /* bytes of the command in an error */
    QUOTED_MAX = 60,  /* bytes of its output in an error */
    USUAL_MS = 10000, /* for a reply, without a clock */
    IDENTITY = 100,   /* bytes of its name and version */
    MS_MAX = 86400000
};

struct options {
    char run[JG_SPEC_MAX];
    char log[LOG_MAX];
    int ms;
};

struct program {
    struct jg_process process;
    bool fresh;                  /* it has not received `new` for this game yet */
    bool absent;                 /* it failed to start for this game, */
    struct jg_error failure;     /* for this reason */
    int failed;                  /* starts in a row */
    char identity[IDENTITY];     /* its name and version, as of the last greeting */
    char named[NAMED_MAX + 8];   /* the command, for errors */
    char quoted[QUOTED_MAX + 8]; /* its output, for errors */
};

static const struct options *options_of(const struct jg_agent *a) { return (const struct options *)&a->options; }

/* ---- Errors ---------------------------------------------------------------------------- */

/* Copies text into `size` bytes, safe to print: whole characters, '?' for invalid or control characters, "..." where it
 * is cut. */
static const char *quote(char *out, size_t size, const char *text) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    for (const char *p = text; *p;) {
        size_t n = jg_utf8_char(p);
        if (t.used + (n ? n : 1) + 4 > size) {
            jg_text_put(&t, "...");
            break;
        }
        if (!n || (unsigned char)*p < ' ' || *p == 0x7f) {
            jg_text_char(&t, '?');
            p++;
        } else {
            for (; n > 0; n--) jg_text_char(&t, *p++);
        }
    }
    return out;
}

static const char *quoted(struct program *b, const char *text) { return quote(b->quoted, sizeof b->quoted, text); }

/* Reports why the process ended, or that it has only closed its output. */
static enum jg_status fail_ended(struct program *b, const atomic_bool *stop, struct jg_error *err) {
    int status, signal;
    bool ended = jg_process_ended(&b->process, DYING_MS, stop, &status, &signal);
    const char *words = quoted(b, jg_process_last_error(&b->process)), *mark = words[0] ? ": " : "";
    if (!ended) return jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' closed its output%s%s", b->named, mark, words);
    if (!signal)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' exited with status %d%s%s", b->named, status, mark, words);
    const char *name = sigdescr_np(signal);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' was killed by signal %d (%s)%s%s", b->named, signal,
                   name ? name : "?", mark, words);
}

static enum jg_status fail_late(struct program *b, int ms, struct jg_error *err) {
    int status, signal;
    if (jg_process_ended(&b->process, 0, NULL, &status, &signal)) /* a child process of it holds its output open */
        return fail_ended(b, NULL, err);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' did not reply within %d ms", b->named, ms);
}

/* ---- Requests --------------------------------------------------------------------------- */

/* Sends a request and returns the reply, trimmed. After a failure the process is gone. */
static enum jg_status request(struct program *b, const char *text, int ms, const atomic_bool *stop, char **line,
                              struct jg_error *err) {
    enum jg_status status = JG_OK;
    char *begin = b->process.line, *end;
    switch (jg_process_query(&b->process, text, ms, stop)) {
    case JG_REPLY_LINE: break;
    case JG_REPLY_TIMEOUT: status = fail_late(b, ms, err); break;
    case JG_REPLY_STOPPED: status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished"); break;
    case JG_REPLY_UNSOLICITED:
        status =
            jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' printed an unexpected line: '%s'", b->named, quoted(b, begin));
        break;
    case JG_REPLY_TOO_LONG:
        status = jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' replied with a line longer than %d bytes", b->named,
                         JG_PROCESS_LINE - 1);
        break;
    case JG_REPLY_CLOSED: status = fail_ended(b, stop, err); break;
    }
    if (status) {
        jg_process_end(&b->process, NULL, 0);
        return status;
    }
    begin += strspn(begin, " \t\r");
    for (end = begin + strlen(begin); end > begin && strchr(" \t\r", end[-1]);) *--end = 0;
    *line = begin;
    return JG_OK;
}

static enum jg_status greet(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    struct program *b = a->data;
    char spec[JG_SPEC_MAX], text[JG_SPEC_MAX + 32], *line;
    struct jg_text t;
    int ms = options_of(a)->ms;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(a->game, &t);
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "jogada %d %s\n", JG_BOT_VERSION, spec);
    enum jg_status status = request(b, text, ms > START_MS ? ms : START_MS, stop, &line, err);
    if (status) return status;
    if (!strncmp(line, "ok", 2) && (!line[2] || line[2] == ' ')) {
        quote(b->identity, sizeof b->identity, line + 2 + strspn(line + 2, " \t"));
        return JG_OK;
    }
    jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' replied '%s' to the greeting instead of 'ok'", b->named,
            quoted(b, line));
    jg_process_end(&b->process, NULL, 0);
    return JG_EIO;
}

/* Splits the command into words; returns their number. */
static int split(char *command, char **argv) {
    int n = 0;
    for (char *p = command; *p; p++)
        if (*p == ';') *p = ',';
    for (char *word, *rest = command; (word = strsep(&rest, " "));)
        if (*word) argv[n++] = word;
    argv[n] = NULL;
    return n;
}

/* The status of a failed open: JG_EMEMORY if this process has run out of a resource. */
static enum jg_status fault(int error) {
    bool ours = error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM;
    return ours ? JG_EMEMORY : JG_EIO;
}

static enum jg_status start(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    struct program *b = a->data;
    const struct options *o = options_of(a);
    char command[JG_SPEC_MAX], *argv[JG_SPEC_MAX / 2 + 1];
    int log = -1;
    strcpy(command, o->run);
    if (!split(command, argv)) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s needs a value: %s=...", "run", "run");
    if (o->log[0] && (log = open(o->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) < 0)
        return jg_fail(err, fault(errno), JG_NO_POSITION, "%s: %s", o->log, strerror(errno));
    int error = jg_process_start(&b->process, argv, log);
    if (log >= 0) close(log);
    b->fresh = true;
    if (!error) return greet(a, stop, err);
    if (error == ENOENT && !strchr(argv[0], '/') && !access(argv[0], F_OK))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' is not in PATH; for the file in this folder write './%s'",
                       b->named, b->named);
    return jg_fail(err, fault(error), JG_NO_POSITION, "cannot start '%s': %s", b->named, strerror(error));
}

/* Starts a program that has ended, unless it has failed to start for this game, or too often. */
static enum jg_status restart(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    struct program *b = a->data;
    if (b->process.pid) return JG_OK;
    if (!b->absent && b->failed < JG_PROGRAM_STARTS) {
        b->failure = (struct jg_error){.lang = err ? err->lang : JG_EN};
        enum jg_status status = start(a, stop, &b->failure);
        b->absent = status == JG_EIO;
        b->failed = status ? b->failed + b->absent : 0;
        if (!status) return JG_OK;
        if (b->failed == JG_PROGRAM_STARTS) jg_program_give_up(&b->failure);
    }
    if (err) *err = b->failure;
    return b->failure.code;
}

void jg_program_give_up(struct jg_error *err) {
    char last[JG_MESSAGE_MAX];
    memcpy(last, err->message, sizeof last);
    jg_fail(err, JG_EIO, JG_NO_POSITION, "not started again after %d failures; the last: %s", JG_PROGRAM_STARTS, last);
}

/* ---- Time ------------------------------------------------------------------------- */

/* Milliseconds after which a reply is too late. */
static int reply_ms(const struct jg_agent *a, const struct jg_query *query) {
    int ms = options_of(a)->ms;
    double left = ceil(1000 * (query->clock.left + query->clock.margin)) + 1; /* surely too late */
    if (query->clock.left <= 0 || (ms != USUAL_MS && ms < left)) return ms;
    return left < MS_MAX ? (int)left : MS_MAX;
}

/* `ms`, and with a clock `clock`: milliseconds left, increment, moves until more time is added. A bot that knows no
 * clocks finds in `ms` how much time jogada's own agents would use. */
static void put_time(struct jg_buffer *out, const struct jg_agent *a, const struct jg_query *query) {
    const struct jg_query_clock *c = &query->clock;
    int ms = options_of(a)->ms;
    if (c->left <= 0) {
        jg_buffer_add(out, "ms %d\n", ms);
        return;
    }
    jg_buffer_add(out, "ms %d\nclock %.0f %.0f %d\n", jg_budget_ms(a->game, query, ms == USUAL_MS ? 0 : ms),
                  floor(1000 * c->left), 1000 * c->increment, c->moves);
}

/* ---- Choosing --------------------------------------------------------------------- */

/* `earlier` and `again`: the keys of earlier positions and, for each move, how often the position after it has
 * occurred. */
static void put_repetition(struct jg_buffer *out, const struct jg_game *g, const struct jg_query *query,
                           const jg_move *moves, int n) {
    union jg_state child;
    uint64_t now = jg_key(g, query->view);
    jg_buffer_put(out, "earlier");
    for (size_t i = 0; i < query->key_count; i++) jg_buffer_add(out, " %" PRIx64, query->keys[i]);
    jg_buffer_put(out, "\nagain");
    for (int i = 0; i < n; i++) {
        memcpy(&child, query->view, g->state_size);
        jg_apply(g, &child, moves[i]);
        uint64_t key = jg_key(g, &child);
        int times = key == now;
        for (size_t k = 0; k < query->key_count; k++) times += query->keys[k] == key;
        jg_buffer_add(out, " %d", times);
    }
    jg_buffer_put(out, "\n");
}

static void put_request(struct jg_buffer *out, const struct jg_agent *a, const struct jg_query *query) {
    const struct jg_game *g = a->game;
    const struct program *b = a->data;
    jg_move moves[JG_MOVES_MAX];
    char text[JG_POSITION_MAX];
    struct jg_text t;
    int n = jg_moves(g, query->view, moves);
    if (b->fresh) jg_buffer_put(out, "new\n");
    jg_buffer_add(out, "seat %d\nseed %" PRIu64 "\n", query->seat + 1, query->seed);
    put_time(out, a, query);
    if (g->repeat && query->keys && !(g->kind->traits & JG_HAS_HIDDEN)) put_repetition(out, g, query, moves, n);
    jg_text_init(&t, text, sizeof text);
    g->kind->print(g, query->view, &t);
    jg_buffer_add(out, "position %s\nmoves", text);
    for (int i = 0; i < n; i++) {
        jg_text_init(&t, text, JG_MOVE_MAX);
        g->kind->print_move(g, query->view, moves[i], &t);
        jg_buffer_add(out, " %s", text);
    }
    jg_buffer_put(out, "\ngo\n");
}

static enum jg_status parse_reply(struct jg_agent *a, const struct jg_query *query, const char *line, jg_move *move,
                                  struct jg_error *err) {
    struct program *b = a->data;
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    if (!a->game->kind->parse_move(a->game, query->view, line, move, &why)) return JG_OK;
    jg_fail(err, JG_EIO, JG_NO_POSITION, "'%s' replied '%s': %s", b->named, quoted(b, line), why.message);
    jg_process_end(&b->process, NULL, 0);
    return JG_EIO;
}

static enum jg_status choose_program(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                     struct jg_error *err) {
    struct program *b = a->data;
    struct jg_buffer text = {0};
    char *line;
    enum jg_status status = restart(a, query->stop, err);
    if (status) return status;
    put_request(&text, a, query);
    status = text.failed ? jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory")
                         : request(b, text.at, reply_ms(a, query), query->stop, &line, err);
    jg_buffer_free(&text);
    b->fresh = false;
    return status ? status : parse_reply(a, query, line, &report->move, err);
}

/* ---- Opening -------------------------------------------------------------------------- */

static enum jg_status open_program(struct jg_agent *a, struct jg_error *err) {
    struct program *b = calloc(1, sizeof *b);
    if (!b) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = b;
    quote(b->named, sizeof b->named, options_of(a)->run);
    enum jg_status status = start(a, a->stop, err);
    if (status) free(b);
    return status;
}

static void close_program(struct jg_agent *a) {
    struct program *b = a->data;
    jg_process_end(&b->process, "quit\n", QUIT_MS);
    free(b);
}

static const char *identity_of(const struct jg_agent *a) { return ((const struct program *)a->data)->identity; }

/* Starts a program that ended in the last game again, so that no clock runs while it starts. If that fails, the next
 * query reports why. */
static void forget_program(struct jg_agent *a) {
    struct program *b = a->data;
    b->fresh = true;
    b->absent = false;
    restart(a, a->stop, NULL);
}

static const struct jg_option OPTIONS[] = {
    {.name = "run",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, run),
     .reads = JG_READS_COMMAND,
     .value = "COMMAND",
     .help = "command to start, split at spaces, with ';' for a comma"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, ms),
     .min = 1,
     .max = MS_MAX,
     .standard = "10000", /* USUAL_MS */
     .value = "N",
     .help = "time for a reply in milliseconds; a late bot loses the game (a clock replaces the default)"},
    {.name = "log",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, log),
     .value = "FILE",
     .help = "file for its standard error (without it, errors quote the last line)"},
    {0},
};

const struct jg_agent_kind jg_agent_program = {
    .name = "program",
    .summary = "your own program, in any language; see docs/bots.md",
    .runs_program = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_program,
    .close = close_program,
    .choose = choose_program,
    .identity = identity_of,
    .forget = forget_program,
};
