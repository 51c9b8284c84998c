/* A crowd for the web table: tables whose clients move at random, on real
 * connections, and what the server makes of it.
 *
 *   load --start build/plain/jogada --tables 500
 *
 * starts a server with a store of its own; --port and --pid take one that runs.
 * Prints one JSON document: games, reply times, the server's memory. */
#include "crowd.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ADDRESSES = 40 }; /* the clients come from; the server limits tables and connections of one address */

struct table {
    char id[64];
    struct client *seats[CROWD_SEATS];
    int ply; /* after the move that was made last */
    struct client *mover;
    double moved; /* when it was sent */
    bool over;
};

struct times {
    double *at;
    size_t count, size;
};

struct load {
    struct crowd_server server;
    int tables, seats, stalled, churn, think;
    const char *game;
    struct client *clients;
    int client_count, started, finished;
    struct table *all;
    int epoll;
    uint64_t moves, refusals;
    struct times replies, sights;
    double begin, patience;
};

/* ---- Times -------------------------------------------------------------------------------- */

static void add_time(struct times *t, double seconds) {
    if (t->count == t->size) {
        t->size = t->size ? 2 * t->size : 4096;
        t->at = realloc(t->at, t->size * sizeof *t->at);
        if (!t->at) crowd_die("out of memory");
    }
    t->at[t->count++] = seconds;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static json_t *times_json(struct times *t) {
    if (!t->count) return json_null();
    qsort(t->at, t->count, sizeof *t->at, by_size);
    return json_pack("{s:I, s:f, s:f, s:f, s:f}", "count", (json_int_t)t->count, "median_ms",
                     1000 * t->at[t->count / 2], "p99_ms", 1000 * t->at[(size_t)((double)t->count * 0.99)], "p999_ms",
                     1000 * t->at[(size_t)((double)t->count * 0.999)], "worst_ms", 1000 * t->at[t->count - 1]);
}

/* ---- Playing ------------------------------------------------------------------------------ */

static double some(double most) { return most * rand() / RAND_MAX; }

static void ask(struct client *c, const char *what, json_t *members) {
    json_object_set_new(members, "id", json_integer(++c->id));
    json_object_set_new(members, "do", json_string(what));
    crowd_send(c, members);
}

static void create(struct load *l, struct client *c) {
    json_t *seats = json_array();
    for (int i = 0; i < l->seats; i++) json_array_append_new(seats, json_string(i ? "open" : "me"));
    ask(c, "create", json_pack("{s:s, s:o}", "game", l->game, "seats", seats));
}

static void on_reply(struct load *l, struct client *c, const json_t *message, double now) {
    const json_t *error = json_object_get(message, "error");
    struct table *t = c->table;
    if (error && c->stage != MOVING)
        crowd_die("refused while sitting down: %s", json_string_value(json_object_get(error, "text")));
    switch (c->stage++) {
    case GREETING:
        if (!t)
            ask(c, "tables", json_object());
        else if (c->seat)
            c->stage = WAITING;
        else
            create(l, c);
        return;
    case CREATING:
        snprintf(t->id, sizeof t->id, "%s",
                 json_string_value(json_object_get(json_object_get(message, "ok"), "table")));
        for (int i = 1; i < l->seats; i++) {
            t->seats[i]->stage = OPENING;
            ask(t->seats[i], "open", json_pack("{s:s}", "table", t->id));
        }
        c->stage = MOVING;
        return;
    case OPENING: ask(c, "sit", json_pack("{s:s, s:i}", "table", t->id, "seat", c->seat)); return;
    case SITTING: return;
    case MOVING:
        c->stage = MOVING;
        if (c->asked <= 0) return;
        if (error) {
            l->refusals++;
            c->due = now + 0.3; /* with what is known by then */
        } else {
            add_time(&l->replies, now - c->asked);
            l->moves++;
        }
        c->asked = 0;
        return;
    default: return;
    }
}

static void on_table(struct load *l, struct client *c, const json_t *message, double now) {
    struct table *t = c->table;
    const json_t *moves = json_object_get(json_object_get(message, "state"), "moves");
    int ply = (int)json_integer_value(json_object_get(message, "ply"));
    size_t n = json_array_size(moves);
    if (!t) return;
    if (ply == t->ply && c->seen < ply && c != t->mover) add_time(&l->sights, now - t->moved);
    c->seen = ply;
    if (!json_is_null(json_object_get(message, "over"))) {
        c->due = 0;
        if (!t->over) l->finished++;
        t->over = true;
    } else if (n && json_is_integer(json_object_get(message, "seat"))) {
        snprintf(c->move, sizeof c->move, "%s", json_string_value(json_array_get(moves, (size_t)rand() % n)));
        c->due = now + some(2.0 * l->think / 1000);
    } else
        c->due = 0;
}

static void on_message(void *arg, struct client *c, const json_t *message) {
    struct load *l = arg;
    double now = crowd_clock();
    const char *on = json_string_value(json_object_get(message, "on"));
    if (!on)
        on_reply(l, c, message, now);
    else if (!strcmp(on, "table"))
        on_table(l, c, message, now);
}

static void move_some(struct load *l, double now) {
    for (int i = 0; i < l->client_count; i++) {
        struct client *c = &l->clients[i];
        if (c->due <= 0 || c->due > now || c->asked > 0 || c->stage != MOVING) continue;
        c->due = 0;
        c->asked = now;
        c->table->ply = c->seen + 1;
        c->table->moved = now;
        c->table->mover = c;
        ask(c, "move", json_pack("{s:s, s:i, s:s}", "table", c->table->id, "ply", c->seen, "move", c->move));
    }
}

static void play(struct load *l) {
    struct epoll_event ready[256];
    double last = crowd_clock();
    int before = 0;
    while (l->finished < l->tables) {
        double now = crowd_clock();
        if (l->finished != before) last = now, before = l->finished;
        if (now - last > l->patience) break; /* something hangs: reported below */
        int n = epoll_wait(l->epoll, ready, 256, 2);
        for (int i = 0; i < n; i++) {
            struct client *c = ready[i].data.ptr;
            if (!crowd_receive(c, on_message, l))
                crowd_die("the server has closed the connection of client %d", c->number);
        }
        move_some(l, crowd_clock());
    }
}

/* ---- Coming ------------------------------------------------------------------------------- */

static void come(struct load *l, struct client *c, int number) {
    char cookie[CROWD_COOKIE];
    *c = (struct client){.number = number, .fd = -1};
    crowd_cookie(&l->server, cookie);
    if (!crowd_connect(&l->server, c, cookie, 0)) crowd_die("client %d is not let in", number);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &event);
}

static void come_all(struct load *l) {
    l->client_count = l->tables * l->seats;
    l->clients = calloc((size_t)l->client_count + 1, sizeof *l->clients);
    l->all = calloc((size_t)l->tables + 1, sizeof *l->all);
    l->epoll = epoll_create1(0);
    if (!l->clients || !l->all || l->epoll < 0) crowd_die("out of memory");
    for (int i = 0; i < l->client_count; i++) {
        struct client *c = &l->clients[i];
        come(l, c, i);
        c->table = &l->all[i / l->seats];
        c->seat = i % l->seats;
        c->table->seats[c->seat] = c;
    }
    for (int i = 0; i < l->client_count; i++)
        ask(&l->clients[i], "hello", json_pack("{s:o}", "name", json_sprintf("player %d", i)));
}

/* Clients who open tables and never read what they are sent. */
static void stall(struct load *l) {
    for (int i = 0; i < l->stalled; i++) {
        struct client c = {.number = -1 - i};
        char cookie[CROWD_COOKIE];
        crowd_cookie(&l->server, cookie);
        if (!crowd_connect(&l->server, &c, cookie, 2048)) crowd_die("a stalled client is not let in");
        ask(&c, "hello", json_object());
        for (int k = 0; k < 8 && k < l->tables; k++)
            ask(&c, "open", json_pack("{s:s}", "table", l->all[(i * 8 + k) % l->tables].id));
    }
}

/* A number of connections in sequence, each closed in the middle of a request. */
static json_t *come_and_go(struct load *l) {
    char cookie[CROWD_COOKIE];
    long early = 0;
    int files = 0;
    crowd_cookie(&l->server, cookie);
    for (int i = 0; i < l->churn; i++) {
        struct client c = {.number = i};
        if (!crowd_connect(&l->server, &c, cookie, 0)) {
            usleep(2000); /* those before are not gone yet */
            i--;
            continue;
        }
        if (i % 4) ask(&c, "hello", json_object());
        if (i % 4 > 1)
            ask(&c, "create", json_pack("{s:s, s:[s, {s:s}]}", "game", "coins", "seats", "me", "agent", "random"));
        if (i % 4 > 2) ask(&c, "tables", json_object());
        crowd_close(&c);
        if (i == l->churn / 10) early = crowd_memory(&l->server, "VmRSS"), files = crowd_files(&l->server);
    }
    sleep(1);
    return json_pack("{s:i, s:f, s:f, s:i, s:i}", "connections", l->churn, "memory_after_a_tenth_mb",
                     (double)early / 1e6, "memory_at_the_end_mb", (double)crowd_memory(&l->server, "VmRSS") / 1e6,
                     "files_after_a_tenth", files, "files_at_the_end", crowd_files(&l->server));
}

/* ---- The run ------------------------------------------------------------------------------ */

static void usage(void) {
    fputs("usage: load (--start JOGADA | --port N --pid N) [--tables 500] [--seats 2] [--game kalah]\n"
          "            [--think 1000] [--stall 0] [--churn 0] [--patience 60] [--seed 1]\n",
          stderr);
    exit(2);
}

static void options(struct load *l, int argc, char **argv) {
    static const struct option NAMES[] = {{"start", 1, 0, 's'},    {"port", 1, 0, 'p'},  {"pid", 1, 0, 'i'},
                                          {"tables", 1, 0, 't'},   {"seats", 1, 0, 'n'}, {"game", 1, 0, 'g'},
                                          {"think", 1, 0, 'm'},    {"stall", 1, 0, 'l'}, {"churn", 1, 0, 'c'},
                                          {"patience", 1, 0, 'w'}, {"seed", 1, 0, 'r'},  {0}};
    const char *start = NULL;
    for (int o; (o = getopt_long(argc, argv, "", NAMES, NULL)) >= 0;) switch (o) {
        case 's': start = optarg; break;
        case 'p': l->server.port = atoi(optarg); break;
        case 'i': l->server.pid = atoi(optarg); break;
        case 't': l->tables = atoi(optarg); break;
        case 'n': l->seats = atoi(optarg); break;
        case 'g': l->game = optarg; break;
        case 'm': l->think = atoi(optarg); break;
        case 'l': l->stalled = atoi(optarg); break;
        case 'c': l->churn = atoi(optarg); break;
        case 'w': l->patience = atof(optarg); break;
        case 'r': srand((unsigned)atoi(optarg)); break;
        default: usage();
        }
    if ((!start && !l->server.port) || l->seats < 1 || l->seats > CROWD_SEATS || l->tables < 0) usage();
    if (start) crowd_start(&l->server, start);
}

static json_t *play_all(struct load *l) {
    double begin = crowd_clock();
    come_all(l);
    double come = crowd_clock() - begin;
    if (l->stalled) { /* once there are tables */
        struct epoll_event ready[64];
        while (!l->all[l->tables - 1].id[0]) {
            int n = epoll_wait(l->epoll, ready, 64, 2);
            for (int i = 0; i < n; i++) crowd_receive(ready[i].data.ptr, on_message, l);
        }
        stall(l);
    }
    begin = crowd_clock();
    play(l);
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:I, s:I, s:f, s:f, s:o, s:o}", "game", l->game, "clients",
                     l->client_count, "stalled", l->stalled, "tables", l->tables, "finished", l->finished, "moves",
                     (json_int_t)l->moves, "refused", (json_int_t)l->refusals, "seconds_to_come", come, "seconds",
                     crowd_clock() - begin, "reply", times_json(&l->replies), "seen", times_json(&l->sights));
}

static void leave(struct load *l) {
    for (int i = 0; i < l->client_count; i++) crowd_close(&l->clients[i]);
    free(l->clients);
    free(l->all);
    free(l->replies.at);
    free(l->sights.at);
}

int main(int argc, char **argv) {
    struct load l = {.tables = 500, .seats = 2, .game = "kalah", .think = 1000, .patience = 60,
                     .server.addresses = ADDRESSES};
    struct rlimit files;
    options(&l, argc, argv);
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    json_t *result = json_object();
    if (l.tables) json_object_set_new(result, "games", play_all(&l));
    if (l.churn) json_object_set_new(result, "churn", come_and_go(&l));
    json_object_set_new(result, "server_memory_mb", json_real((double)crowd_memory(&l.server, "VmHWM") / 1e6));
    int status = crowd_end(&l.server);
    if (status >= 0) json_object_set_new(result, "server_status", json_integer(status));
    json_dumpf(result, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(4));
    putchar('\n');
    json_decref(result);
    leave(&l);
    return l.finished == (l.tables ? l.tables : 0) && status <= 0 ? 0 : 1;
}
