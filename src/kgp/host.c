/* The poll loop of the practice server. */
#include "kgp/host.h"

#include "core/clock.h"
#include "core/parallel.h"
#include "core/thread_pool.h"

#include <jogada/ask.h>

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BYTES = 16384,
    STEP = 100,
    ARRIVALS = 16
};                         /* bytes per read; milliseconds per poll; connections accepted at once */
enum { TURNED_AWAY = 64 }; /* clients that may wait for the message that the server is full */

static const double FAREWELL = 1; /* seconds for a client to read the last lines */
static const double PAUSE = 0.1;  /* seconds before accepting again after a failure */

struct host;

/* A client. It exists until its connection is closed and our agent has stopped thinking about its game. */
struct client {
    struct jg_job job; /* first member: jg_pool casts it */
    struct host *host;
    struct jg_kgp_server session;
    struct jg_agent agent;
    int fd; /* -1: closed */
    bool busy, shut;
    double shut_at;
    struct jg_ask ask;
    jg_move move;
    double seconds;
    struct client *next;
};

struct host {
    const struct jg_kgp_host_options *h;
    struct jg_pool *work;
    int fd, wake[2];
    uint64_t arrived, played, asked;
    int count;
    double again; /* time of the next accept */
    struct client *clients;
    struct pollfd *polls; /* all clients, the listener and the pipe */
};

/* ---- Our agent ---------------------------------------------------------------------------- */

static void think(struct jg_job *job) {
    struct client *g = (struct client *)job;
    struct jg_report report = {0};
    if (!g->agent.kind &&
        jg_agent_open_stoppable(&g->agent, g->host->h->rules.game, NULL, g->host->h->agent, &job->stop, NULL))
        return;
    if (jg_ask_copied(&g->ask, &g->agent, &report, NULL)) return;
    g->move = report.move;
    g->seconds = report.seconds;
}

static void deliver_move(struct jg_job *job) {
    struct client *g = (struct client *)job;
    g->busy = false;
    jg_kgp_server_reply(&g->session, g->move, g->seconds, jg_clock());
}

static void ask_agent(struct client *g) {
    struct jg_kgp_server *s = &g->session;
    struct host *at = g->host;
    if (g->busy || !s->agent_to_move || g->fd < 0) return;
    if (jg_ask_copy(&g->ask, &s->record, s->record.count, NULL)) return;
    g->ask.seed = at->h->rules.seed + at->asked++;
    g->ask.stop = &g->job.stop;
    g->move = 0;
    g->seconds = 0;
    g->job = (struct jg_job){.run = think, .done = deliver_move, .ms = at->h->rules.ms};
    g->busy = jg_pool_submit(at->work, &g->job, false, 0);
}

/* ---- Connections -------------------------------------------------------------------------- */

static void on_game_over(void *arg, struct jg_kgp_server *s) {
    const struct jg_kgp_host_options *h = ((struct client *)arg)->host->h;
    h->game_over(h->arg, s);
}

static void on_message(void *arg, struct jg_kgp_server *s, const char *text) {
    const struct jg_kgp_host_options *h = ((struct client *)arg)->host->h;
    h->message(h->arg, s, text);
}

/* The number of clients that have not been disconnected, or that our agent still thinks about. */
static int active_clients(const struct host *at) {
    int n = 0;
    for (const struct client *g = at->clients; g; g = g->next) n += g->busy || !g->session.conn.closed;
    return n;
}

/* Adds a client. If the server is full, the client gets an error and is disconnected. */
static void add_client(struct host *at, int fd) {
    bool room = active_clients(at) < at->h->connections;
    struct client *g = at->count < at->h->connections + TURNED_AWAY ? calloc(1, sizeof *g) : NULL;
    if (!g) {
        close(fd);
        return;
    }
    g->host = at;
    g->fd = fd;
    jg_kgp_server_open(&g->session, &at->h->rules, ++at->arrived, jg_clock());
    g->session.game_over = on_game_over;
    g->session.message = on_message;
    g->session.arg = g;
    g->next = at->clients;
    at->clients = g;
    at->count++;
    if (!room) jg_kgp_server_goodbye(&g->session, "the server is full");
}

static void accept_some(struct host *at) {
    char address[JG_NET_ADDRESS_MAX];
    for (int i = 0; i < ARRIVALS; i++) {
        int fd = jg_net_accept(at->fd, address);
        if (fd < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK && errno != ECONNABORTED) at->again = jg_clock() + PAUSE;
            return;
        }
        add_client(at, fd);
    }
}

/* Closes a connection. */
static void close_connection(struct client *g) {
    if (g->fd < 0) return;
    const struct jg_kgp_host_options *h = g->host->h;
    jg_kgp_server_disconnected(&g->session);
    g->session.conn.closed = true;
    close(g->fd);
    g->fd = -1;
    if (g->busy) atomic_store(&g->job.stop, true);
    if (g->session.playing) g->host->played++;
    h->disconnected(h->arg, &g->session);
}

static void free_closed(struct host *at) {
    for (struct client **p = &at->clients; *p;) {
        struct client *g = *p;
        if (g->fd >= 0 || g->busy) {
            p = &g->next;
            continue;
        }
        *p = g->next;
        at->count--;
        jg_agent_close(&g->agent);
        jg_ask_free(&g->ask);
        jg_kgp_server_free(&g->session);
        free(g);
    }
}

/* ---- The loop ----------------------------------------------------------------------------- */

static void receive(struct client *g) {
    char bytes[BYTES];
    int n = jg_net_receive(g->fd, bytes, sizeof bytes);
    if (n < 0)
        close_connection(g);
    else if (n > 0 && !g->session.conn.closed)
        jg_kgp_server_receive(&g->session, bytes, (size_t)n, jg_clock());
}

/* Sends pending output. After `goodbye` the connection stays open for a while so that the client can read it. */
static void send_some(struct client *g) {
    struct jg_kgp_connection *w = &g->session.conn;
    for (int n = 1; w->out.used && n > 0;) {
        n = jg_net_send(g->fd, w->out.at, w->out.used);
        if (n < 0) {
            w->out.used = 0; /* input received before may still be read */
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

/* Handles timeouts and output of a client. Returns the time of its next timeout. */
static double update_client(struct client *g, double now) {
    double due = INFINITY;
    if (g->fd < 0) return due;
    due = jg_kgp_server_tick(&g->session, now);
    ask_agent(g);
    send_some(g);
    if (g->session.conn.stuck) on_message(g, &g->session, "the client does not read what it receives");
    if (g->session.conn.stuck || (g->shut_at > 0 && now >= g->shut_at)) close_connection(g);
    return g->shut_at > 0 ? g->shut_at : due;
}

/* Polls until `due` at the latest, and handles input. */
static void wait_until(struct host *at, double due) {
    double now = jg_clock(), ms = (due - now) * 1000;
    int n = 2;
    at->polls[0] = (struct pollfd){.fd = now < at->again ? -1 : at->fd, .events = POLLIN};
    at->polls[1] = (struct pollfd){.fd = at->wake[0], .events = POLLIN};
    for (struct client *g = at->clients; g; g = g->next)
        if (g->fd >= 0)
            at->polls[n++] =
                (struct pollfd){.fd = g->fd, .events = (short)(g->session.conn.out.used ? POLLIN | POLLOUT : POLLIN)};
    if (poll(at->polls, (nfds_t)n, ms < 0 ? 0 : ms > STEP ? STEP : (int)ms + 1) <= 0) return;
    if (at->polls[1].revents) jg_net_drain(at->wake);
    n = 2;
    for (struct client *g = at->clients; g; g = g->next)
        if (g->fd >= 0 && at->polls[n++].revents & (POLLIN | POLLHUP | POLLERR)) receive(g);
    if (at->polls[0].revents) accept_some(at);
}

static void wake(void *arg) { jg_net_wake(((struct host *)arg)->wake); }

static bool is_done(const struct host *at) {
    return atomic_load(at->h->stop) || (at->h->bots && at->played >= at->h->bots);
}

static void serve(struct host *at) {
    while (!is_done(at)) {
        int work = jg_pool_poll(at->work);
        double now = jg_clock(), due = work < 0 ? INFINITY : now + work / 1000.0;
        for (struct client *g = at->clients; g; g = g->next) due = fmin(due, update_client(g, now));
        free_closed(at);
        if (!is_done(at)) wait_until(at, due);
    }
    for (struct client *g = at->clients; g; g = g->next) jg_kgp_server_goodbye(&g->session, NULL);
    for (double end = jg_clock() + FAREWELL; at->clients && jg_clock() < end; free_closed(at)) {
        for (struct client *g = at->clients; g; g = g->next) update_client(g, jg_clock());
        wait_until(at, end);
        jg_pool_poll(at->work);
    }
    for (struct client *g = at->clients; g; g = g->next) close_connection(g);
}

enum jg_status jg_kgp_host_run(const struct jg_kgp_host_options *h, struct jg_error *err) {
    struct host at = {.h = h, .fd = -1, .wake = {-1, -1}};
    char address[JG_NET_ADDRESS_MAX];
    enum jg_status status = jg_net_listen(h->bind, h->port, &at.fd, address, err);
    if (!status) status = jg_net_pipe_open(at.wake, err);
    if (!status && (!(at.polls = calloc((size_t)h->connections + TURNED_AWAY + 2, sizeof *at.polls)) ||
                    !(at.work = jg_pool_open(jg_threads(h->threads), wake, &at))))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        h->ready(h->arg, address);
        serve(&at);
    }
    jg_pool_close(at.work);
    free_closed(&at);
    free(at.polls);
    jg_net_pipe_close(at.wake);
    if (at.fd >= 0) close(at.fd);
    return status;
}
