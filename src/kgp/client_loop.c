/* The poll loop of a client, and the worker threads that run its agent. */
#include "kgp/client_loop.h"

#include "core/clock.h"
#include "core/parallel.h"
#include "core/thread_pool.h"

#include <jogada/ask.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BYTES = 16384,
    STEP = 100,
    FAREWELL = 1
}; /* bytes per read; milliseconds per poll; seconds for the last bytes */

struct loop;

/* The agent that works on one of the open requests. */
struct thinker {
    struct jg_job job; /* first member: jg_pool casts it */
    struct loop *loop;
    int request;
    bool busy;                       /* the job is queued or running */
    bool cancelled;                  /* its request was cancelled */
    bool wanted;                     /* a new request waits for the job to end */
    struct jg_kgp_board next, board; /* of the newest request; of the job */
    char spec[JG_SPEC_MAX];          /* of the open game; "": none */
    struct jg_game game;
    struct jg_agent agent;
    union jg_state state;
    uint64_t seed;
    atomic_int house; /* the best so far */
    enum jg_status status;
    struct jg_error err;
};

struct loop {
    const struct jg_kgp_client_options *v;
    struct jg_kgp_client client;
    struct jg_pool *work;
    int fd, wake[2];
    uint64_t asked;
    bool gone; /* the connection is closed */
    struct thinker thinkers[JG_KGP_REQUESTS_MAX];
};

/* ---- Thinking ----------------------------------------------------------------------------- */

static void update_move(void *arg, const struct jg_report *report) {
    struct thinker *m = arg;
    if (report->move && atomic_exchange(&m->house, (int)report->move) != (int)report->move)
        jg_pool_notify(m->loop->work, &m->job);
}

/* Opens game and agent for the board, unless they fit already. */
static enum jg_status prepare(struct thinker *m) {
    char spec[JG_SPEC_MAX];
    const struct jg_kgp_client_options *v = m->loop->v;
    enum jg_status status = jg_kgp_board_spec(&m->board, v->emptycapture, spec, &m->err);
    if (!status && strcmp(spec, m->spec) != 0) {
        jg_agent_close(&m->agent);
        jg_game_close(&m->game);
        m->spec[0] = 0;
        status = jg_game_open(&m->game, spec, &m->err);
        if (!status) status = jg_agent_open_stoppable(&m->agent, &m->game, NULL, v->agent, &m->job.stop, &m->err);
        if (!status) memcpy(m->spec, spec, sizeof spec);
    }
    if (status) return status;
    if (jg_kgp_board_to_state(&m->board, &m->game, &m->state))
        return jg_fail(&m->err, JG_EINPUT, JG_NO_POSITION, "not a valid board of Kalah");
    return jg_turn(&m->game, &m->state) == JG_OVER
               ? jg_fail(&m->err, JG_EINPUT, JG_NO_POSITION, "the game is already over")
               : JG_OK;
}

/* Runs in a worker thread, since opening an agent may be slow. */
static void think(struct jg_job *job) {
    struct thinker *m = (struct thinker *)job;
    struct jg_report report = {0};
    struct jg_ask ask = {.seed = m->seed, .stop = &job->stop, .progress = update_move, .arg = m};
    m->status = prepare(m);
    if (!m->status) m->status = jg_ask_state(&ask, &m->agent, &m->state, &report, &m->err);
    if (!m->status) atomic_store(&m->house, (int)report.move);
}

static void send_move(struct jg_job *job) {
    struct thinker *m = (struct thinker *)job;
    int house = atomic_load(&m->house);
    if (!m->cancelled && house) jg_kgp_client_move(&m->loop->client, m->request, house);
}

static void begin(struct thinker *m);

static void finish(struct jg_job *job) {
    struct thinker *m = (struct thinker *)job;
    m->busy = false;
    if (!m->cancelled && m->status && m->status != JG_ESTOP && !atomic_load(&m->house)) {
        jg_kgp_client_refuse(&m->loop->client, m->request, m->err.message);
    } else if (!m->cancelled) {
        send_move(job);
        jg_kgp_client_yield(&m->loop->client, m->request);
    }
    if (m->wanted) begin(m);
}

static void begin(struct thinker *m) {
    struct loop *at = m->loop;
    m->wanted = m->cancelled = false;
    m->err = (struct jg_error){0};
    m->status = JG_OK;
    m->board = m->next;
    m->seed = at->v->seed + at->asked++;
    atomic_store(&m->house, 0);
    m->job = (struct jg_job){.run = think, .progress = send_move, .done = finish, .ms = at->v->ms - at->v->ms / 10};
    m->busy = jg_pool_submit(at->work, &m->job, false, 0);
}

/* ---- Callbacks of the client -------------------------------------------------------------- */

static void on_request(void *arg, int request, const struct jg_kgp_board *board) {
    struct loop *at = arg;
    struct thinker *m = &at->thinkers[request];
    m->next = *board;
    m->wanted = true;
    if (!m->busy) begin(m);
}

static void on_cancel(void *arg, int request) {
    struct thinker *m = &((struct loop *)arg)->thinkers[request];
    m->cancelled = true;
    m->wanted = false;
    if (m->busy) atomic_store(&m->job.stop, true);
}

static void on_game_over(void *arg, const struct jg_kgp_game *game) {
    const struct jg_kgp_client_options *v = ((struct loop *)arg)->v;
    v->game_over(v->arg, game);
}

static void on_server_error(void *arg, const char *text) {
    const struct jg_kgp_client_options *v = ((struct loop *)arg)->v;
    v->server_error(v->arg, text);
}

static void on_problem(void *arg, const char *text) {
    const struct jg_kgp_client_options *v = ((struct loop *)arg)->v;
    v->problem(v->arg, text);
}

/* ---- The loop ----------------------------------------------------------------------------- */

static void wake(void *arg) { jg_net_wake(((struct loop *)arg)->wake); }

static void receive(struct loop *at) {
    char bytes[BYTES];
    int n = jg_net_receive(at->fd, bytes, sizeof bytes);
    if (n < 0) at->gone = true;
    if (n > 0) jg_kgp_client_receive(&at->client, bytes, (size_t)n);
}

/* Sends pending output. After an error it is discarded, but input received before is still handled. */
static void send_some(struct loop *at) {
    struct jg_kgp_connection *w = &at->client.conn;
    for (int n = 1; w->out.used && n;) {
        n = jg_net_send(at->fd, w->out.at, w->out.used);
        jg_kgp_sent(w, n < 0 ? w->out.used : (size_t)n);
    }
}

static void wait_for(struct loop *at, int ms) {
    struct pollfd p[] = {{.fd = at->fd, .events = POLLIN}, {.fd = at->wake[0], .events = POLLIN}};
    if (at->client.conn.out.used) p[0].events |= POLLOUT;
    if (poll(p, 2, ms) <= 0) return;
    if (p[1].revents) jg_net_drain(at->wake);
    if (p[0].revents & (POLLIN | POLLHUP | POLLERR)) receive(at);
}

static enum jg_status exchange(struct loop *at, struct jg_error *err) {
    const struct jg_kgp_client_options *v = at->v;
    struct jg_kgp_client *c = &at->client;
    double begun = jg_clock();
    while (!at->gone && !c->conn.closed && !c->conn.stuck) {
        int due = jg_pool_poll(at->work);
        send_some(at);
        if (c->conn.closed || at->gone) break;
        wait_for(at, due < 0 || due > STEP ? STEP : due);
        if (atomic_load(v->stop)) jg_kgp_client_goodbye(c);
        if (!c->begun && !c->conn.closed && jg_clock() - begun > v->silence)
            return jg_fail(err, JG_EIO, JG_NO_POSITION, "no line from the server within %d seconds", v->silence);
    }
    if (c->foreign[0] && c->version[0])
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "the server uses another version of the protocol: \"%s\"",
                       c->foreign);
    if (c->foreign[0])
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "not a server of the Kalah Game Protocol: it sent \"%s\"",
                       c->foreign);
    if (c->conn.stuck) return jg_fail(err, JG_EIO, JG_NO_POSITION, "the server does not read its messages");
    if (!c->dismissed && !c->left)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "the server disconnected without a goodbye");
    return JG_OK;
}

/* Sends the last bytes, for a short time. */
static void flush(struct loop *at) {
    double end = jg_clock() + FAREWELL;
    struct pollfd p = {.fd = at->fd, .events = POLLOUT};
    for (send_some(at); at->client.conn.out.used && !at->gone && jg_clock() < end; send_some(at)) poll(&p, 1, STEP);
}

static enum jg_status run_loop(struct loop *at, struct jg_kgp_client_summary *out, struct jg_error *err) {
    const struct jg_kgp_client_options *v = at->v;
    const struct jg_kgp_client_events events = {.arg = at,
                                                .request = on_request,
                                                .cancel = on_cancel,
                                                .game_over = on_game_over,
                                                .server_error = on_server_error,
                                                .problem = on_problem};
    struct jg_kgp_client *c = &at->client;
    jg_kgp_client_open(c, &v->who, &events, v->emptycapture, v->games);
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++) {
        at->thinkers[i].loop = at;
        at->thinkers[i].request = i;
    }
    enum jg_status status = jg_net_pipe_open(at->wake, err);
    if (!status && !(at->work = jg_pool_open(jg_threads(v->threads), wake, at)))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        v->connected(v->arg, out->address);
        status = exchange(at, err);
        flush(at);
    }
    jg_kgp_client_disconnected(c);
    jg_pool_close(at->work);
    memcpy(out->server, c->server, sizeof out->server);
    memcpy(out->version, c->version, sizeof out->version);
    out->dismissed = c->dismissed;
    for (int i = 0; i < JG_KGP_REQUESTS_MAX; i++) {
        jg_agent_close(&at->thinkers[i].agent);
        jg_game_close(&at->thinkers[i].game);
    }
    jg_net_pipe_close(at->wake);
    jg_kgp_client_free(c);
    return status;
}

enum jg_status jg_kgp_client_run(const struct jg_kgp_client_options *v, struct jg_kgp_client_summary *out,
                                 struct jg_error *err) {
    struct loop *at = calloc(1, sizeof *at);
    memset(out, 0, sizeof *out);
    if (!at) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    at->v = v;
    at->wake[0] = at->wake[1] = -1;
    enum jg_status status = jg_net_connect(v->host, v->port, v->silence, v->stop, &at->fd, out->address, err);
    if (!status) {
        status = run_loop(at, out, err);
        close(at->fd);
    }
    free(at);
    return status;
}
