#include "kgp/host.h"

#include "core/clock.h"
#include "core/parallel.h"
#include "core/work.h"

#include <jogada/agent.h>

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BYTES = 16384, STEP = 100, ARRIVALS = 16 }; /* read at once; milliseconds; accepted at once */
enum { TURNED_AWAY = 64 };                         /* who may be told at once that there is no room */

static const double FAREWELL = 1; /* seconds for a client to read what it was told last */
static const double PAUSE = 0.1;  /* seconds before accepting again after that failed */

struct host;

/* A client. It stays until its connection has ended and our agent thinks no more about its game. */
struct guest {
    struct jg_job job; /* first: jg_work knows it */
    struct host *host;
    struct jg_kgp_server session;
    struct jg_agent agent;
    int fd; /* -1: the connection has ended */
    bool busy, shut;
    double shut_at;
    union jg_state state;
    int seat;
    uint64_t seed;
    jg_move move;
    double seconds;
    struct guest *next;
};

struct host {
    const struct jg_kgp_host *h;
    struct jg_work *work;
    int fd, wake[2];
    uint64_t arrived, played, asked;
    int count;
    double again; /* when to accept next */
    struct guest *guests;
    struct pollfd *polls; /* room for all guests, the listener and the pipe */
};

/* ---- Our agent ---------------------------------------------------------------------------- */

static void think(struct jg_job *job) {
    struct guest *g = (struct guest *)job;
    struct jg_report report = {0};
    const struct jg_ask ask = {.view = &g->state, .seat = g->seat, .seed = g->seed, .stop = &job->stop};
    if (!g->agent.kind && jg_agent_open(&g->agent, g->host->h->rules.game, g->host->h->agent, NULL)) return;
    if (jg_agent_choose(&g->agent, &ask, &report, NULL)) return;
    g->move = report.move;
    g->seconds = report.seconds;
}

static void answer(struct jg_job *job) {
    struct guest *g = (struct guest *)job;
    g->busy = false;
    jg_kgp_server_answer(&g->session, g->move, g->seconds, jg_clock());
}

static void ask_agent(struct guest *g) {
    struct jg_kgp_server *s = &g->session;
    struct host *at = g->host;
    if (g->busy || !s->asks || g->fd < 0) return;
    memcpy(&g->state, jg_record_state(&s->record), s->record.game->state_size);
    g->seat = !s->seat;
    g->seed = at->h->rules.seed + at->asked++;
    g->move = 0;
    g->seconds = 0;
    g->job = (struct jg_job){.run = think, .done = answer, .ms = at->h->rules.ms};
    g->busy = jg_work_put(at->work, &g->job, false, 0);
}

/* ---- Coming and going --------------------------------------------------------------------- */

static void over(void *arg, struct jg_kgp_server *s) {
    const struct jg_kgp_host *h = ((struct guest *)arg)->host->h;
    h->over(h->arg, s);
}

static void said(void *arg, struct jg_kgp_server *s, const char *text) {
    const struct jg_kgp_host *h = ((struct guest *)arg)->host->h;
    h->said(h->arg, s, text);
}

/* Who has not been told to go, or is still thought about. */
static int staying(const struct host *at) {
    int n = 0;
    for (const struct guest *g = at->guests; g; g = g->next) n += g->busy || !g->session.wire.closed;
    return n;
}

/* One for whom there is no room is told so, and may read it. */
static void welcome(struct host *at, int fd) {
    bool room = staying(at) < at->h->connections;
    struct guest *g = at->count < at->h->connections + TURNED_AWAY ? calloc(1, sizeof *g) : NULL;
    if (!g) {
        close(fd);
        return;
    }
    g->host = at;
    g->fd = fd;
    jg_kgp_server_open(&g->session, &at->h->rules, ++at->arrived, jg_clock());
    g->session.over = over;
    g->session.said = said;
    g->session.arg = g;
    g->next = at->guests;
    at->guests = g;
    at->count++;
    if (!room) jg_kgp_server_leave(&g->session, "too many clients are here already");
}

static void accept_some(struct host *at) {
    char address[JG_NET_ADDRESS];
    for (int i = 0; i < ARRIVALS; i++) {
        int fd = jg_net_accept(at->fd, address);
        if (fd < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK && errno != ECONNABORTED) at->again = jg_clock() + PAUSE;
            return;
        }
        welcome(at, fd);
    }
}

/* The connection has ended, by whomever. */
static void hang_up(struct guest *g) {
    if (g->fd < 0) return;
    const struct jg_kgp_host *h = g->host->h;
    jg_kgp_server_lost(&g->session);
    g->session.wire.closed = true;
    close(g->fd);
    g->fd = -1;
    if (g->busy) atomic_store(&g->job.stop, true);
    if (g->session.playing) g->host->played++;
    h->left(h->arg, &g->session);
}

static void reap(struct host *at) {
    for (struct guest **p = &at->guests; *p;) {
        struct guest *g = *p;
        if (g->fd >= 0 || g->busy) {
            p = &g->next;
            continue;
        }
        *p = g->next;
        at->count--;
        jg_agent_close(&g->agent);
        jg_kgp_server_free(&g->session);
        free(g);
    }
}

/* ---- The loop ----------------------------------------------------------------------------- */

static void hear(struct guest *g) {
    char bytes[BYTES];
    int n = jg_net_get(g->fd, bytes, sizeof bytes);
    if (n < 0)
        hang_up(g);
    else if (n > 0 && !g->session.wire.closed)
        jg_kgp_server_hear(&g->session, bytes, (size_t)n, jg_clock());
}

/* Sends what waits; after the goodbye the client may still read it for a while. */
static void send_some(struct guest *g) {
    struct jg_kgp_wire *w = &g->session.wire;
    for (int n = 1; w->out.used && n > 0;) {
        n = jg_net_put(g->fd, w->out.at, w->out.used);
        if (n < 0) {
            w->out.used = 0; /* what it said before may still be read */
            return;
        }
        jg_kgp_sent(w, (size_t)n);
    }
    if (w->closed && !w->out.used && !g->shut) {
        shutdown(g->fd, SHUT_WR);
        g->shut = true;
    }
    if (w->closed && g->shut_at <= 0) g->shut_at = jg_clock() + FAREWELL;
}

/* Does what is due for a client. Returns when something is next. */
static double look_after(struct guest *g, double now) {
    double due = INFINITY;
    if (g->fd < 0) return due;
    due = jg_kgp_server_tick(&g->session, now);
    ask_agent(g);
    send_some(g);
    if (g->session.wire.stuck) said(g, &g->session, "it does not read what it is sent");
    if (g->session.wire.stuck || (g->shut_at > 0 && now >= g->shut_at)) hang_up(g);
    return g->shut_at > 0 ? g->shut_at : due;
}

/* Waits for something to happen, until then at the latest, and hears it. */
static void wait_until(struct host *at, double due) {
    double now = jg_clock(), ms = (due - now) * 1000;
    int n = 2;
    at->polls[0] = (struct pollfd){.fd = now < at->again ? -1 : at->fd, .events = POLLIN};
    at->polls[1] = (struct pollfd){.fd = at->wake[0], .events = POLLIN};
    for (struct guest *g = at->guests; g; g = g->next)
        if (g->fd >= 0)
            at->polls[n++] =
                (struct pollfd){.fd = g->fd, .events = (short)(g->session.wire.out.used ? POLLIN | POLLOUT : POLLIN)};
    if (poll(at->polls, (nfds_t)n, ms < 0 ? 0 : ms > STEP ? STEP : (int)ms + 1) <= 0) return;
    if (at->polls[1].revents) jg_net_woken(at->wake);
    n = 2;
    for (struct guest *g = at->guests; g; g = g->next)
        if (g->fd >= 0 && at->polls[n++].revents & (POLLIN | POLLHUP | POLLERR)) hear(g);
    if (at->polls[0].revents) accept_some(at);
}

static void wake(void *arg) { jg_net_wake(((struct host *)arg)->wake); }

static bool is_done(const struct host *at) {
    return atomic_load(at->h->stop) || (at->h->bots && at->played >= at->h->bots);
}

static void serve(struct host *at) {
    while (!is_done(at)) {
        int work = jg_work_collect(at->work);
        double now = jg_clock(), due = work < 0 ? INFINITY : now + work / 1000.0;
        for (struct guest *g = at->guests; g; g = g->next) due = fmin(due, look_after(g, now));
        reap(at);
        if (!is_done(at)) wait_until(at, due);
    }
    for (struct guest *g = at->guests; g; g = g->next) jg_kgp_server_leave(&g->session, NULL);
    for (double end = jg_clock() + FAREWELL; at->guests && jg_clock() < end; reap(at)) {
        for (struct guest *g = at->guests; g; g = g->next) look_after(g, jg_clock());
        wait_until(at, end);
        jg_work_collect(at->work);
    }
    for (struct guest *g = at->guests; g; g = g->next) hang_up(g);
}

enum jg_status jg_kgp_serve(const struct jg_kgp_host *h, struct jg_error *err) {
    struct host at = {.h = h, .fd = -1, .wake = {-1, -1}};
    char address[JG_NET_ADDRESS];
    enum jg_status status = jg_net_listen(h->bind, h->port, &at.fd, address, err);
    if (!status) status = jg_net_pipe(at.wake, err);
    if (!status && (!(at.polls = calloc((size_t)h->connections + TURNED_AWAY + 2, sizeof *at.polls)) ||
                    !(at.work = jg_work_open(jg_threads(h->threads), wake, &at))))
        status = jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (!status) {
        h->ready(h->arg, address);
        serve(&at);
    }
    jg_work_close(at.work);
    reap(&at);
    free(at.polls);
    jg_net_pipe_close(at.wake);
    if (at.fd >= 0) close(at.fd);
    return status;
}
