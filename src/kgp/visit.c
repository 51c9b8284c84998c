#include "kgp/visit.h"

#include "core/clock.h"
#include "core/parallel.h"
#include "core/work.h"

#include <jogada/agent.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 16384, STEP = 100, FAREWELL = 1 }; /* read at once; milliseconds; seconds for the last bytes */

struct visit;

/* Who thinks about one of the questions that may be open at once. */
struct mind {
    struct jg_job job; /* first: jg_work knows it */
    struct visit *visit;
    int question;
    bool busy;                       /* the job is in line or runs */
    bool dropped;                    /* nobody waits for its answer */
    bool wanted;                     /* a question waits for it to end */
    struct jg_kgp_board next, board; /* that is asked about; that the job is about */
    char spec[JG_SPEC_MAX];          /* of the game that is open; "": none */
    struct jg_game game;
    struct jg_agent agent;
    union jg_state state;
    uint64_t seed;
    atomic_int house; /* the best so far */
    enum jg_status status;
    struct jg_error err;
};

struct visit {
    const struct jg_kgp_visit *v;
    struct jg_kgp_client client;
    struct jg_work *work;
    int fd, wake[2];
    uint64_t asked;
    bool gone; /* the connection */
    struct mind mind[JG_KGP_QUESTIONS];
};

/* ---- Thinking ----------------------------------------------------------------------------- */

static void improve(void *arg, const struct jg_report *report) {
    struct mind *m = arg;
    if (report->move && atomic_exchange(&m->house, (int)report->move) != (int)report->move)
        jg_work_tell(m->visit->work, &m->job);
}

/* Game and agent for the board that is asked about. */
static enum jg_status prepare(struct mind *m) {
    char spec[JG_SPEC_MAX];
    const struct jg_kgp_visit *v = m->visit->v;
    enum jg_status status = jg_kgp_board_spec(&m->board, v->emptycapture, spec, &m->err);
    if (!status && strcmp(spec, m->spec) != 0) {
        jg_agent_close(&m->agent);
        jg_game_close(&m->game);
        m->spec[0] = 0;
        status = jg_game_open(&m->game, spec, &m->err);
        if (!status) status = jg_agent_open(&m->agent, &m->game, v->agent, &m->err);
        if (!status) memcpy(m->spec, spec, sizeof spec);
    }
    if (status) return status;
    if (jg_kgp_board_state(&m->board, &m->game, &m->state))
        return jg_fail(&m->err, JG_EINPUT, -1, "this is no board of Kalah");
    return jg_turn(&m->game, &m->state) == JG_OVER ? jg_fail(&m->err, JG_EINPUT, -1, "this game is over") : JG_OK;
}

/* By a worker; an agent may take its time to be made. */
static void think(struct jg_job *job) {
    struct mind *m = (struct mind *)job;
    struct jg_report report = {0};
    const struct jg_ask ask = {
        .view = &m->state, .seat = 0, .seed = m->seed, .stop = &job->stop, .progress = improve, .arg = m};
    m->status = prepare(m);
    if (!m->status) m->status = jg_agent_choose(&m->agent, &ask, &report, &m->err);
    if (!m->status) atomic_store(&m->house, (int)report.move);
}

static void tell(struct jg_job *job) {
    struct mind *m = (struct mind *)job;
    int house = atomic_load(&m->house);
    if (!m->dropped && house) jg_kgp_client_move(&m->visit->client, m->question, house);
}

static void begin(struct mind *m);

static void finish(struct jg_job *job) {
    struct mind *m = (struct mind *)job;
    m->busy = false;
    if (!m->dropped && m->status && m->status != JG_ESTOP && !atomic_load(&m->house)) {
        jg_kgp_client_refuse(&m->visit->client, m->question, m->err.message);
    } else if (!m->dropped) {
        tell(job);
        jg_kgp_client_done(&m->visit->client, m->question);
    }
    if (m->wanted) begin(m);
}

static void begin(struct mind *m) {
    struct visit *at = m->visit;
    m->wanted = m->dropped = false;
    m->err = (struct jg_error){0};
    m->status = JG_OK;
    m->board = m->next;
    m->seed = at->v->seed + at->asked++;
    atomic_store(&m->house, 0);
    m->job = (struct jg_job){.run = think, .told = tell, .done = finish, .ms = at->v->ms - at->v->ms / 10};
    m->busy = jg_work_put(at->work, &m->job, false, 0);
}

/* ---- What the session calls --------------------------------------------------------------- */

static void ask(void *arg, int question, const struct jg_kgp_board *board) {
    struct visit *at = arg;
    struct mind *m = &at->mind[question];
    m->next = *board;
    m->wanted = true;
    if (!m->busy) begin(m);
}

static void stop(void *arg, int question) {
    struct mind *m = &((struct visit *)arg)->mind[question];
    m->dropped = true;
    m->wanted = false;
    if (m->busy) atomic_store(&m->job.stop, true);
}

static void over(void *arg, const struct jg_kgp_game *game) {
    const struct jg_kgp_visit *v = ((struct visit *)arg)->v;
    v->over(v->arg, game);
}

static void said(void *arg, const char *text) {
    const struct jg_kgp_visit *v = ((struct visit *)arg)->v;
    v->said(v->arg, text);
}

static void wrong(void *arg, const char *text) {
    const struct jg_kgp_visit *v = ((struct visit *)arg)->v;
    v->wrong(v->arg, text);
}

/* ---- The loop ----------------------------------------------------------------------------- */

static void wake(void *arg) { jg_net_wake(((struct visit *)arg)->wake); }

static void hear(struct visit *at) {
    char bytes[BYTES];
    int n = jg_net_get(at->fd, bytes, sizeof bytes);
    if (n < 0) at->gone = true;
    if (n > 0) jg_kgp_client_hear(&at->client, bytes, (size_t)n);
}

/* What cannot be sent any more is given up; what the server said before it went is still heard. */
static void send_some(struct visit *at) {
    struct jg_kgp_wire *w = &at->client.wire;
    for (int n = 1; w->out.used && n;) {
        n = jg_net_put(at->fd, w->out.at, w->out.used);
        jg_kgp_sent(w, n < 0 ? w->out.used : (size_t)n);
    }
}

static void wait_for(struct visit *at, int ms) {
    struct pollfd p[] = {{.fd = at->fd, .events = POLLIN}, {.fd = at->wake[0], .events = POLLIN}};
    if (at->client.wire.out.used) p[0].events |= POLLOUT;
    if (poll(p, 2, ms) <= 0) return;
    if (p[1].revents) jg_net_woken(at->wake);
    if (p[0].revents & (POLLIN | POLLHUP | POLLERR)) hear(at);
}

static enum jg_status talk(struct visit *at, struct jg_error *err) {
    const struct jg_kgp_visit *v = at->v;
    struct jg_kgp_client *c = &at->client;
    double begun = jg_clock();
    while (!at->gone && !c->wire.closed && !c->wire.stuck) {
        int due = jg_work_collect(at->work);
        send_some(at);
        if (c->wire.closed || at->gone) break;
        wait_for(at, due < 0 || due > STEP ? STEP : due);
        if (atomic_load(v->stop)) jg_kgp_client_leave(c);
        if (!c->begun && !c->wire.closed && jg_clock() - begun > v->silence)
            return jg_fail(err, JG_EIO, -1, "the server has not said a line for %d seconds", v->silence);
    }
    if (c->foreign[0] && c->version[0])
        return jg_fail(err, JG_EIO, -1, "the server speaks another version of the protocol: \"%s\"", c->foreign);
    if (c->foreign[0])
        return jg_fail(err, JG_EIO, -1, "this is no server of the Kalah Game Protocol: it says \"%s\"", c->foreign);
    if (c->wire.stuck) return jg_fail(err, JG_EIO, -1, "the server does not read what it is sent");
    if (!c->dismissed && !c->left) return jg_fail(err, JG_EIO, -1, "the server has gone without a goodbye");
    return JG_OK;
}

/* The last bytes, for a short time. */
static void part(struct visit *at) {
    double end = jg_clock() + FAREWELL;
    struct pollfd p = {.fd = at->fd, .events = POLLOUT};
    for (send_some(at); at->client.wire.out.used && !at->gone && jg_clock() < end; send_some(at)) poll(&p, 1, STEP);
}

static enum jg_status converse(struct visit *at, struct jg_kgp_visited *out, struct jg_error *err) {
    const struct jg_kgp_visit *v = at->v;
    const struct jg_kgp_calls calls = {.arg = at, .ask = ask, .stop = stop, .over = over, .said = said, .wrong = wrong};
    struct jg_kgp_client *c = &at->client;
    jg_kgp_client_open(c, &v->who, &calls, v->emptycapture, v->games);
    for (int i = 0; i < JG_KGP_QUESTIONS; i++) {
        at->mind[i].visit = at;
        at->mind[i].question = i;
    }
    enum jg_status status = jg_net_pipe(at->wake, err);
    if (!status && !(at->work = jg_work_open(jg_threads(v->threads), wake, at)))
        status = jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (!status) {
        v->connected(v->arg, out->address);
        status = talk(at, err);
        part(at);
    }
    jg_kgp_client_end(c);
    jg_work_close(at->work);
    memcpy(out->server, c->server, sizeof out->server);
    memcpy(out->version, c->version, sizeof out->version);
    out->dismissed = c->dismissed;
    for (int i = 0; i < JG_KGP_QUESTIONS; i++) {
        jg_agent_close(&at->mind[i].agent);
        jg_game_close(&at->mind[i].game);
    }
    jg_net_pipe_close(at->wake);
    jg_kgp_client_free(c);
    return status;
}

enum jg_status jg_kgp_visit(const struct jg_kgp_visit *v, struct jg_kgp_visited *out, struct jg_error *err) {
    struct visit *at = calloc(1, sizeof *at);
    memset(out, 0, sizeof *out);
    if (!at) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    at->v = v;
    at->wake[0] = at->wake[1] = -1;
    enum jg_status status = jg_net_connect(v->host, v->port, v->silence, v->stop, &at->fd, out->address, err);
    if (!status) {
        status = converse(at, out, err);
        close(at->fd);
    }
    free(at);
    return status;
}
