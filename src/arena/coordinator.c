/* One thread waits for all workers. Games lie in a window that begins with the oldest game not taken. A worker has at most
 * two batches of games; one that has nothing to do and finds no new game repeats games that others have not finished, so
 * that a slow or hanging worker delays nobody, and the first valid row counts. Workers serve one series after the other:
 * numbers on the wire grow from series to series, so rows of an earlier one are recognized. */
#include "arena/coordinator.h"

#include "arena/batch.h"
#include "arena/row.h"
#include "core/clock.h"
#include "core/json.h"
#include "core/process.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STARTS = 3,           /* failures of a worker in a row, without a game between them, after which it is given up */
    OUTSTANDING = 512,    /* games that a worker may have */
    WINDOW_LEAST = 64,    /* games per worker that may wait for an older one */
    WINDOW_MOST = 2 * OUTSTANDING,
    WINDOW_BYTES = 32 << 20, /* of a worker's records in the window, estimated */
    USUAL_PLIES = 256,       /* for that estimate */
    POLL_MS = 50,            /* between looks at the stop flag */
    READ = 1 << 16,
    END_MS = 500, /* that a worker has to end by itself */
};
static const double SILENCE = 60; /* seconds without a line, after which a worker with games hangs */
static const double BATCH = 1;    /* seconds of work in a batch */
static const double MEMORY = 5;   /* seconds over which the rate is averaged */

struct remote {
    const char *command; /* NULL: the worker is at the other end of `socket` */
    int socket;          /* -1: it was used */
    struct jg_process process;
    bool greeted, given_up;
    int threads;    /* of the worker, as it says */
    int failures;   /* in a row */
    int starts;
    double heard;   /* when the last line came */
    double rated;   /* when the rate was computed */
    double rate;    /* games per second */
    uint64_t games, recent, lost; /* valid rows; those since `rated`; games handed out again */
    uint64_t has[OUTSTANDING]; /* numbers on the wire that it has not replied to */
    size_t has_count;
    struct jg_buffer out; /* to be sent */
    size_t sent;
    struct jg_buffer in; /* an incomplete line */
    char reason[JG_MESSAGE_MAX];
};

struct jg_coordinator {
    char *commands;
    struct remote *remotes;
    int count;
    uint64_t base; /* number on the wire of game 0 of the series */
};

/* A game in the window. */
struct entry {
    struct jg_record record;
    struct jg_played played;
    bool done, skipped;
    int handed; /* workers that have it */
};

struct play {
    struct jg_coordinator *c;
    const struct jg_series *s;
    struct jg_seeding seeding;
    char *run;
    struct entry *window; /* by number modulo `size` */
    size_t size;
    uint64_t next, taken; /* from 0 */
    uint64_t open;        /* games before `next` that no worker has and that are not done */
    bool enough;          /* `take` has ended the series */
    jg_lang lang;
};

/* ---- Opening and closing ------------------------------------------------------------------------------ */

/* Makes a coordinator with room for n workers and a copy of their commands. NULL with err filled. */
static struct jg_coordinator *make(int n, const char *commands, struct jg_error *err) {
    if (n > JG_COORDINATOR_WORKERS) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "too many workers: %d; at most %d can play", n, JG_COORDINATOR_WORKERS);
        return NULL;
    }
    struct jg_coordinator *c = calloc(1, sizeof *c);
    if (c) c->commands = strdup(commands);
    if (c) c->remotes = calloc((size_t)n, sizeof *c->remotes);
    if (c && c->commands && c->remotes) return c;
    jg_coordinator_close(c);
    jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return NULL;
}

struct jg_coordinator *jg_coordinator_open(const char *commands, struct jg_error *err) {
    int n = 1;
    for (const char *p = commands; (p = strchr(p, '\n')); p++) n++;
    struct jg_coordinator *c = make(n, commands, err);
    char *rest = c ? c->commands : NULL;
    for (char *line; c && (line = strsep(&rest, "\n"));)
        c->remotes[c->count++] = (struct remote){.command = line, .socket = -1};
    return c;
}

struct jg_coordinator *jg_coordinator_connect(const int *sockets, int n, struct jg_error *err) {
    struct jg_coordinator *c = make(n, "", err);
    for (int i = 0; i < n; i++)
        if (c)
            c->remotes[c->count++] = (struct remote){.socket = sockets[i]};
        else
            close(sockets[i]);
    return c;
}

static void end_process(struct remote *r, int ms) {
    jg_process_end(&r->process, NULL, ms);
    jg_buffer_free(&r->in);
    jg_buffer_free(&r->out);
    r->sent = 0;
    r->greeted = false;
}

void jg_coordinator_close(struct jg_coordinator *c) {
    if (!c) return;
    for (int i = 0; i < c->count; i++) { /* one that still plays is not waited for */
        end_process(&c->remotes[i], c->remotes[i].has_count ? 0 : END_MS);
        if (c->remotes[i].socket >= 0) close(c->remotes[i].socket);
    }
    free(c->commands);
    free(c->remotes);
    free(c);
}

static const char *name_of(const struct remote *r) { return r->command ? r->command : "cluster"; }

int jg_coordinator_count(const struct jg_coordinator *c) { return c->count; }

struct jg_coordinator_worker jg_coordinator_worker(const struct jg_coordinator *c, int i) {
    const struct remote *r = &c->remotes[i];
    return (struct jg_coordinator_worker){.command = name_of(r),
                                          .games = r->games,
                                          .lost = r->lost,
                                          .starts = r->starts,
                                          .rate = r->rate,
                                          .given_up = r->given_up,
                                          .reason = r->reason};
}

/* ---- The window --------------------------------------------------------------------------------------- */

static struct entry *entry_of(const struct play *p, uint64_t number) { return &p->window[number % p->size]; }

/* The entry of a number on the wire; NULL: it is of an earlier series, or was taken. */
static struct entry *entry_on_wire(const struct play *p, uint64_t wire) {
    if (wire < p->c->base + p->taken || wire >= p->c->base + p->next) return NULL;
    return entry_of(p, wire - p->c->base);
}

/* Adds the next game to the window. A game that rows have is finished at once. */
static enum jg_status add_game(struct play *p, struct jg_error *err) {
    const struct jg_series *s = p->s;
    struct entry *e = entry_of(p, p->next);
    uint64_t number = s->first + p->next++;
    e->played = (struct jg_played){.number = number, .record = &e->record};
    e->done = e->skipped = false;
    e->handed = 0;
    struct jg_fixture *f = &e->played.fixture;
    if (!s->fixture) {
        f->deal = number;
        f->players[1] = s->player_count > 1;
    } else if (!s->fixture(s->arg, number, f)) {
        e->done = e->skipped = true;
        return JG_OK;
    }
    e->done = jg_rows_take(s->rows, s, &p->seeding, f, number, &e->record, e->played.seconds);
    p->open += !e->done;
    return e->done && s->finished ? s->finished(s->arg, &e->played, err) : JG_OK;
}

/* Takes the games that are next in order. */
static enum jg_status take(struct play *p, struct jg_error *err) {
    const struct jg_series *s = p->s;
    uint64_t before = p->taken;
    enum jg_status status = JG_OK;
    while (!p->enough && p->taken < p->next && entry_of(p, p->taken)->done) {
        struct entry *e = entry_of(p, p->taken);
        status = e->skipped || !s->take ? JG_OK : s->take(s->arg, &e->played, err);
        p->enough = status == JG_ESTOP;
        if (status && !p->enough) return status;
        p->taken++;
    }
    if (p->taken != before && s->progress) s->progress(s->arg, (double)p->taken / (double)s->count);
    return JG_OK;
}

/* ---- Failing workers ------------------------------------------------------------------------------------ */

/* Gives the games of a worker back. */
static void lose_games(struct play *p, struct remote *r) {
    for (size_t i = 0; i < r->has_count; i++) {
        struct entry *e = entry_on_wire(p, r->has[i]);
        if (!e || e->done) continue;
        if (!--e->handed) p->open++;
        r->lost++;
    }
    r->has_count = 0;
}

/* Ends a worker that failed. It starts again, unless it fails all the time. */
static void fail(struct play *p, struct remote *r, const char *reason) {
    const char *said = jg_process_last_error(&r->process);
    snprintf(r->reason, sizeof r->reason, "%s%s%.200s", reason, said[0] ? ": " : "", said);
    lose_games(p, r);
    end_process(r, 0);
    r->given_up = ++r->failures >= STARTS;
    r->rate = 0;
}

/* A worker that breaks the rules gets no other chance. */
static void give_up(struct play *p, struct remote *r, const char *reason) {
    fail(p, r, reason);
    r->given_up = true;
}

/* Starts the command of a worker, or takes its socket. Returns 0, or errno. */
static int begin(struct remote *r) {
    char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, (char *)r->command, NULL};
    if (r->command) return jg_process_start(&r->process, argv, -1);
    int socket = r->socket;
    r->socket = -1;
    return socket < 0 ? ECONNRESET : jg_process_connect(&r->process, socket);
}

static void start(struct remote *r) {
    int error = begin(r);
    r->starts++;
    r->heard = r->rated = jg_clock();
    r->recent = 0;
    r->threads = 1;
    if (!error) return;
    snprintf(r->reason, sizeof r->reason, "%s", strerror(error));
    r->given_up = ++r->failures >= STARTS;
}

/* ---- Handing out ----------------------------------------------------------------------------------------- */

/* The games that a worker should have: two batches, of which one is being played. */
static size_t wanted(const struct remote *r) {
    double games = 2 * BATCH * r->rate;
    size_t least = 2 * (size_t)r->threads, most = OUTSTANDING;
    if (least > most) least = most;
    return games < (double)least ? least : games > (double)most ? most : (size_t)games;
}

static void hand(struct play *p, struct remote *r, uint64_t number, bool first) {
    struct entry *e = entry_of(p, number);
    if (first) jg_batch_begin(&r->out, p->run);
    jg_batch_add(&r->out, p->c->base + number, &e->played.fixture, first);
    r->has[r->has_count++] = p->c->base + number;
    if (!e->handed++) p->open--;
}

/* Hands out games that nobody has: lost ones first, since they are the oldest. */
static enum jg_status hand_new(struct play *p, struct remote *r, size_t n, struct jg_error *err) {
    size_t handed = 0;
    for (uint64_t i = p->taken; p->open && i < p->next && handed < n; i++) {
        const struct entry *e = entry_of(p, i);
        if (!e->done && !e->handed) hand(p, r, i, !handed++);
    }
    while (handed < n && p->next < p->s->count && p->next - p->taken < p->size) {
        enum jg_status status = add_game(p, err);
        if (!status && entry_of(p, p->next - 1)->done) status = take(p, err);
        if (status || p->enough) return status;
        if (!entry_of(p, p->next - 1)->done) hand(p, r, p->next - 1, !handed++);
    }
    if (handed) jg_batch_end(&r->out);
    return JG_OK;
}

/* Repeats the newest games that others have, those that the fewest have first. */
static void hand_again(struct play *p, struct remote *r) {
    int least = 0;
    size_t handed = 0, n = (size_t)r->threads < OUTSTANDING ? (size_t)r->threads : OUTSTANDING;
    for (uint64_t i = p->taken; i < p->next; i++) {
        const struct entry *e = entry_of(p, i);
        if (!e->done && (!least || e->handed < least)) least = e->handed;
    }
    for (uint64_t i = p->next; i-- > p->taken && handed < n;) {
        const struct entry *e = entry_of(p, i);
        if (!e->done && e->handed == least) hand(p, r, i, !handed++);
    }
    if (handed) jg_batch_end(&r->out);
}

static enum jg_status refill(struct play *p, struct remote *r, struct jg_error *err) {
    size_t want = wanted(r);
    if (r->has_count > want / 2) return JG_OK;
    enum jg_status status = hand_new(p, r, want - r->has_count, err);
    if (!status && !p->enough && !r->has_count && p->taken < p->next) hand_again(p, r);
    if (!status && r->out.failed) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return status;
}

/* ---- Replies ---------------------------------------------------------------------------------------------- */

static void rate(struct remote *r) {
    double now = jg_clock(), passed = now - r->rated;
    r->games++;
    r->recent++;
    if (passed < BATCH / 4) return;
    double share = passed < MEMORY && r->rate > 0 ? passed / MEMORY : 1;
    r->rate += share * ((double)r->recent / passed - r->rate);
    r->recent = 0;
    r->rated = now;
}

static bool forget(struct remote *r, uint64_t wire) {
    for (size_t i = 0; i < r->has_count; i++)
        if (r->has[i] == wire) {
            r->has[i] = r->has[--r->has_count];
            return true;
        }
    return false;
}

static enum jg_status take_row(struct play *p, struct remote *r, const char *line, size_t length,
                               struct jg_error *err) {
    struct jg_error why = {.lang = p->lang};
    uint64_t wire;
    enum jg_status status = jg_row_number(line, length, &wire, &why);
    if (status == JG_EMEMORY) {
        *err = why;
        return status;
    }
    if (status || !forget(r, wire)) {
        give_up(p, r, why.code ? why.message : jg_tr(p->lang, "it sent a game that it was not given"));
        return JG_OK;
    }
    rate(r);
    struct entry *e = entry_on_wire(p, wire);
    if (!e || e->done) return JG_OK; /* another worker was faster, or the series is over */
    status = jg_row_read(line, length, p->s, &p->seeding, &e->played.fixture, wire, &e->record, e->played.seconds,
                         &why);
    if (status == JG_EMEMORY) {
        *err = why;
        return status;
    }
    if (status) {
        r->has[r->has_count++] = wire;
        give_up(p, r, why.message);
        return JG_OK;
    }
    r->failures = 0;
    e->done = true;
    status = p->s->finished ? p->s->finished(p->s->arg, &e->played, err) : JG_OK;
    return status ? status : take(p, err);
}

static enum jg_status take_line(struct play *p, struct remote *r, const char *line, size_t length,
                                struct jg_error *err) {
    bool is_row = r->greeted && strncmp(line, "{\"error\"", 8) && strncmp(line, "{\"alive\"", 8);
    jg_json_begin();
    json_t *o = is_row ? NULL : jg_json_read(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *error = json_string_value(json_object_get(o, "error"));
    const char *name = json_string_value(json_object_get(o, "jogada"));
    enum jg_status status = JG_OK;
    r->heard = jg_clock();
    if (!jg_json_complete()) {
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    } else if (error) {
        give_up(p, r, error);
    } else if (!r->greeted) {
        json_int_t threads = json_integer_value(json_object_get(o, "threads"));
        r->greeted = name && !strcmp(name, "worker");
        if (r->greeted)
            r->threads = threads < 1 ? 1 : threads > OUTSTANDING ? OUTSTANDING : (int)threads;
        else
            give_up(p, r, jg_tr(p->lang, "it is not 'jogada worker'"));
    } else if (is_row || !o) {
        status = take_row(p, r, line, length, err);
    }
    json_decref(o);
    return status;
}

/* Reads what a worker has sent, line by line. A worker that fails meanwhile has an empty buffer. */
static enum jg_status receive(struct play *p, struct remote *r, struct jg_error *err) {
    char some[READ + 1];
    ssize_t n = read(r->process.out, some, READ);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return JG_OK;
    if (n <= 0) {
        fail(p, r, jg_tr(p->lang, "it ended"));
        return JG_OK;
    }
    for (ssize_t i = 0; i < n; i++)
        if (!some[i]) some[i] = '\1'; /* no JSON */
    some[n] = 0;
    jg_buffer_put(&r->in, some);
    if (r->in.failed) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    size_t at = 0;
    for (char *end; r->in.at && (end = memchr(r->in.at + at, '\n', r->in.used - at));) {
        size_t length = (size_t)(end - (r->in.at + at));
        enum jg_status status = take_line(p, r, r->in.at + at, length, err);
        if (status || p->enough) return status;
        at += length + 1;
    }
    if (!r->in.at) return JG_OK;
    memmove(r->in.at, r->in.at + at, r->in.used - at + 1);
    r->in.used -= at;
    if (r->in.used > JG_ROW_MAX) give_up(p, r, jg_tr(p->lang, "it sent a line that is too long"));
    return JG_OK;
}

static void transmit(struct play *p, struct remote *r) {
    if (!r->out.at || r->sent == r->out.used) return;
    ssize_t n = jg_process_send(&r->process, r->out.at + r->sent, r->out.used - r->sent);
    if (n < 0) {
        fail(p, r, jg_tr(p->lang, "it ended"));
        return;
    }
    r->sent += (size_t)n;
    if (r->sent == r->out.used) r->sent = r->out.used = 0;
}

/* ---- The loop ---------------------------------------------------------------------------------------------- */

static bool stopped(const struct jg_series *s) {
    return s->stop && atomic_load_explicit(s->stop, memory_order_relaxed);
}

/* Starts workers, hands out games and sends them. */
static enum jg_status serve(struct play *p, struct jg_error *err) {
    struct jg_coordinator *c = p->c;
    const struct remote *last = NULL;
    enum jg_status status = JG_OK;
    int left = 0;
    for (int i = 0; i < c->count && !status && !p->enough; i++) {
        struct remote *r = &c->remotes[i];
        if (r->given_up) last = r;
        if (r->given_up) continue;
        left++;
        if (!r->process.pid) start(r);
        if (r->process.pid && r->greeted) status = refill(p, r, err);
        if (r->process.pid && !p->enough) transmit(p, r);
        bool waits = r->process.pid && (r->has_count || !r->greeted);
        if (waits && jg_clock() - r->heard > SILENCE) fail(p, r, jg_tr(p->lang, "it does not reply"));
        if (!waits) r->heard = jg_clock();
    }
    if (status || left || p->taken == p->s->count) return status;
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "no worker is left; '%s' failed: %s", last ? name_of(last) : "",
                   last ? last->reason : "");
}

/* Waits for the workers, and takes their replies. */
static enum jg_status listen_to(struct play *p, struct pollfd *on, struct jg_error *err) {
    struct jg_coordinator *c = p->c;
    enum jg_status status = JG_OK;
    for (int i = 0; i < c->count; i++) {
        const struct remote *r = &c->remotes[i];
        bool sends = r->out.at && r->sent < r->out.used;
        on[3 * i] = (struct pollfd){.fd = r->process.pid ? r->process.out : -1, .events = POLLIN};
        on[3 * i + 1] = (struct pollfd){.fd = r->process.pid ? r->process.err : -1, .events = POLLIN};
        on[3 * i + 2] = (struct pollfd){.fd = r->process.pid && sends ? r->process.in : -1, .events = POLLOUT};
    }
    poll(on, 3 * (nfds_t)c->count, POLL_MS);
    for (int i = 0; i < c->count && !status && !p->enough; i++) {
        struct remote *r = &c->remotes[i];
        if (on[3 * i + 1].revents && r->process.pid) jg_process_read_errors(&r->process);
        if (on[3 * i].revents && r->process.pid) status = receive(p, r, err);
    }
    return status;
}

/* Workers may still have games of this series: their rows are ignored. */
static void end_play(struct play *p) {
    for (size_t i = 0; i < p->size && p->window; i++) jg_record_free(&p->window[i].record);
    free(p->window);
    free(p->run);
    p->c->base += p->s->count;
}

enum jg_status jg_coordinator_play(struct jg_coordinator *c, const struct jg_series *s, struct jg_error *err) {
    struct jg_error own = {.lang = err ? err->lang : JG_EN};
    struct play p = {.c = c, .s = s, .seeding = jg_seeding_of(s->seed), .lang = own.lang};
    size_t room = WINDOW_BYTES / (s->game->state_size * USUAL_PLIES);
    p.size = (size_t)c->count * (room < WINDOW_LEAST ? WINDOW_LEAST : room > WINDOW_MOST ? WINDOW_MOST : room);
    p.run = jg_batch_run(s);
    p.window = calloc(p.size, sizeof *p.window);
    struct pollfd *on = calloc(3 * (size_t)c->count, sizeof *on);
    enum jg_status status = JG_OK;
    if (!p.run || !p.window || !on) status = jg_fail(&own, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    while (!status && !p.enough && p.taken < s->count && !stopped(s)) {
        status = serve(&p, &own);
        if (!status && !p.enough && p.taken < s->count) status = listen_to(&p, on, &own);
    }
    if (!status && !p.enough && p.taken < s->count)
        status = jg_fail(&own, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
    end_play(&p);
    free(on);
    if (status && err) *err = own;
    return status;
}
