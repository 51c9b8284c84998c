/* A soak test: many short games at a server, by people and agents who come, play some games and leave for good, as
 * in many days of use. Memory, open files and the store's write-ahead log must stay flat.
 *
 *   soak --start build/plain/jogada --games 100000
 *
 * Prints a table in Markdown, a row for each twentieth of the games, and a verdict: the last fifth beside the second,
 * since caches and pools fill in the first. Exit status 1: something grows, or the games do not end; 77: with --test, where
 * JOGADA_TEST_SCALE is not that of a long test. */
#include "crowd.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>

enum {
    SAMPLES = 20,       /* rows of the table */
    LIFE = 25,          /* games at a table before its people leave it for ever */
    PEOPLE = 2,         /* at a table, at most */
    GROWTH = 10,        /* percent that memory and files may grow by */
    FILES_SLACK = 20,   /* open files that come and go with connections */
    WAL_MAX = 32 << 20, /* bytes of the write-ahead log at any time */
    LONG_SCALE = 200,   /* percent of the usual work; a long test has more */
    SKIPPED = 77,       /* exit status, as Meson reads it */
    PATIENCE = 1800,    /* seconds without the end of a game after which it hangs */
};

static const double BETWEEN = 0.026; /* seconds between messages of a connection: a server takes 40 a second */

/* Short games, with and without agents. A seat that is no agent's is a person's. */
static const struct kind {
    const char *game, *seats[2];
} KINDS[] = {{"coins", {"", "random"}},
             {"tictactoe", {"", ""}},
             {"kalah:houses=3,seeds=2", {"", "greedy"}},
             {"tictactoe", {"random", ""}},
             {"coins:n=9", {"", ""}}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

struct table {
    const struct kind *kind;
    char id[64];
    struct client people[PEOPLE];
    int count;            /* of people */
    int games;            /* that have ended here */
    int64_t last;         /* of which the number in the store is this */
    bool rematch[PEOPLE]; /* is to be asked for */
};

struct sample {
    int games;
    double seconds;
    long memory, files, wal, store;
};

struct soak {
    struct crowd_server server;
    struct table *tables;
    int table_count, games, finished, epoll, identities;
    uint64_t moves, refusals;
    double begin;
    struct sample samples[SAMPLES];
    int sample_count;
};

static void ask(struct client *c, const char *what, json_t *members) {
    json_object_set_new(members, "id", json_integer(++c->id));
    json_object_set_new(members, "do", json_string(what));
    c->asked = crowd_clock();
    crowd_send(c, members);
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static void begin_table(struct soak *s, struct table *t, const struct kind *kind) {
    *t = (struct table){.kind = kind};
    for (int seat = 0; seat < 2; seat++) t->count += !kind->seats[seat][0];
    for (int i = 0; i < t->count; i++) {
        char cookie[CROWD_COOKIE];
        struct client *c = &t->people[i];
        *c = (struct client){.number = s->identities++, .table = t, .seat = i};
        crowd_cookie(&s->server, cookie);
        if (!crowd_connect(&s->server, c, cookie, 0)) crowd_die("client %d is not let in", c->number);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        epoll_ctl(s->epoll, EPOLL_CTL_ADD, c->fd, &event);
        ask(c, "hello", json_pack("{s:o}", "name", json_sprintf("player %d", c->number)));
    }
}

static void end_table(struct table *t) {
    for (int i = 0; i < t->count; i++) crowd_close(&t->people[i]);
}

static void create(struct client *c) {
    const struct kind *kind = c->table->kind;
    json_t *seats = json_array();
    bool me = true;
    for (int seat = 0; seat < 2; seat++) {
        bool person = !kind->seats[seat][0];
        json_array_append_new(seats, !person ? json_pack("{s:s}", "agent", kind->seats[seat])
                                             : json_string(me ? "me" : "open"));
        if (person) me = false;
    }
    ask(c, "create", json_pack("{s:s, s:o}", "game", kind->game, "seats", seats));
}

/* ---- Playing ----------------------------------------------------------------------------------- */

/* The first messages of a connection have known numbers: hello, then create, or open and sit. */
static void on_reply(struct soak *s, struct client *c, const json_t *message) {
    const json_t *error = json_object_get(message, "error");
    int64_t id = json_integer_value(json_object_get(message, "id"));
    struct table *t = c->table;
    bool maker = c == &t->people[0];
    if (error && id <= (maker ? 2 : 3))
        crowd_die("refused while sitting down: %s", json_string_value(json_object_get(error, "text")));
    if (error) {
        s->refusals++;
        c->due = crowd_clock() + 0.3; /* again, if it is still to be done */
    } else if (maker && id == 1)
        create(c);
    else if (maker && id == 2) {
        snprintf(t->id, sizeof t->id, "%s",
                 json_string_value(json_object_get(json_object_get(message, "ok"), "table")));
        if (t->count > 1) ask(&t->people[1], "open", json_pack("{s:s}", "table", t->id));
    } else if (!maker && id == 2)
        ask(c, "sit", json_pack("{s:s, s:i}", "table", t->id, "seat", c->seat));
    else
        s->moves++;
}

static void on_table(struct soak *s, struct client *c, const json_t *message) {
    struct table *t = c->table;
    const json_t *moves = json_object_get(json_object_get(message, "state"), "moves");
    int64_t game = json_integer_value(json_object_get(message, "game_id"));
    bool over = !json_is_null(json_object_get(message, "over"));
    size_t n = json_array_size(moves);
    c->seen = (int)json_integer_value(json_object_get(message, "ply"));
    c->move[0] = 0;
    t->rematch[c->seat] = over && game;
    if (over && game && game != t->last) {
        t->last = game;
        t->games++;
        s->finished++;
    } else if (!over && n && json_is_integer(json_object_get(message, "seat")))
        snprintf(c->move, sizeof c->move, "%s", json_string_value(json_array_get(moves, (size_t)rand() % n)));
    c->due = c->asked + BETWEEN;
}

static void on_message(void *arg, struct client *c, const json_t *message) {
    const char *on = json_string_value(json_object_get(message, "on"));
    if (!on)
        on_reply(arg, c, message);
    else if (!strcmp(on, "table"))
        on_table(arg, c, message);
}

static void do_due(struct client *c, double now) {
    struct table *t = c->table;
    if (c->due > now) return;
    c->due = now + 1; /* or when there is news */
    if (t->rematch[c->seat])
        ask(c, "rematch", json_pack("{s:s}", "table", t->id));
    else if (c->move[0])
        ask(c, "move", json_pack("{s:s, s:i, s:s}", "table", t->id, "ply", c->seen, "move", c->move));
}

/* ---- Measuring --------------------------------------------------------------------------------- */

static void take_sample(struct soak *s) {
    struct sample *a = &s->samples[s->sample_count++];
    *a = (struct sample){.games = s->finished,
                         .seconds = crowd_clock() - s->begin,
                         .memory = crowd_memory(&s->server, "VmRSS"),
                         .files = crowd_files(&s->server),
                         .wal = crowd_store(&s->server, "-wal"),
                         .store = crowd_store(&s->server, "")};
    printf("| %d | %.0f | %.1f | %ld | %.1f | %.1f |\n", a->games, a->seconds, (double)a->memory / 1e6, a->files,
           (double)a->wal / 1e6, (double)a->store / 1e6);
    fflush(stdout);
}

/* Means over one fifth of the samples, from the number `from` on. */
static void mean_of(const struct soak *s, int from, double *memory, double *files) {
    *memory = *files = 0;
    for (int i = from; i < from + SAMPLES / 5; i++) {
        *memory += (double)s->samples[i].memory / (SAMPLES / 5);
        *files += (double)s->samples[i].files / (SAMPLES / 5);
    }
}

static bool verdict(const struct soak *s) {
    double memory[2], files[2];
    long wal = 0;
    if (s->sample_count < SAMPLES) {
        puts("\nNot all games ended.");
        return false;
    }
    mean_of(s, SAMPLES / 5, &memory[0], &files[0]);
    mean_of(s, SAMPLES - SAMPLES / 5, &memory[1], &files[1]);
    for (int i = 0; i < SAMPLES; i++)
        if (s->samples[i].wal > wal) wal = s->samples[i].wal;
    bool flat = memory[1] <= memory[0] * (1 + GROWTH / 100.0);
    bool closed = files[1] <= files[0] * (1 + GROWTH / 100.0) + FILES_SLACK;
    printf(
        "\nMemory of the last fifth is %+.1f %% of the second's (at most +%d %%): %s. Files %.0f and %.0f: %s. The log "
        "has %.1f MB at most (%d): %s. %d identities, %llu messages, %llu refused.\n",
        100 * (memory[1] / memory[0] - 1), GROWTH, flat ? "flat" : "GROWS", files[0], files[1],
        closed ? "flat" : "GROW", (double)wal / 1e6, WAL_MAX >> 20, wal <= WAL_MAX ? "flat" : "GROWS", s->identities,
        (unsigned long long)s->moves, (unsigned long long)s->refusals);
    return flat && closed && wal <= WAL_MAX;
}

/* ---- The run ------------------------------------------------------------------------------------- */

static void play(struct soak *s) {
    struct epoll_event ready[256];
    double last = crowd_clock();
    int before = 0;
    while (s->finished < s->games) {
        double now = crowd_clock();
        if (s->finished != before) last = now, before = s->finished;
        if (now - last > PATIENCE) return;
        int n = epoll_wait(s->epoll, ready, 256, 2);
        for (int i = 0; i < n; i++) {
            struct client *c = ready[i].data.ptr;
            if (!crowd_receive(c, on_message, s))
                crowd_die("the server has closed the connection of client %d", c->number);
        }
        for (int i = 0; i < s->table_count; i++) { /* after all that has come: clients are freed here */
            struct table *t = &s->tables[i];
            if (t->games >= LIFE) {
                const struct kind *kind = t->kind;
                end_table(t);
                begin_table(s, t, kind);
            }
            for (int k = 0; k < t->count; k++) do_due(&t->people[k], now);
        }
        while (s->sample_count < SAMPLES && s->finished >= (int)((int64_t)s->games * (s->sample_count + 1) / SAMPLES))
            take_sample(s);
    }
}

static void options(struct soak *s, int argc, char **argv) {
    static const struct option NAMES[] = {{"start", 1, 0, 's'},
                                          {"games", 1, 0, 'g'},
                                          {"tables", 1, 0, 't'},
                                          {"addresses", 1, 0, 'a'},
                                          {"seed", 1, 0, 'r'},
                                          {"test", 0, 0, 'x'},
                                          {0}};
    static const char *const SERVER[] = {"--hurry", "--idle", "5", NULL};
    const char *start = NULL, *scale = getenv("JOGADA_TEST_SCALE");
    int seed = 1;
    for (int o; (o = getopt_long(argc, argv, "", NAMES, NULL)) >= 0;) switch (o) {
        case 's': start = optarg; break;
        case 'g': s->games = atoi(optarg); break;
        case 't': s->table_count = atoi(optarg); break;
        case 'a': s->server.addresses = atoi(optarg); break;
        case 'r': seed = atoi(optarg); break;
        case 'x':
            if (!scale || atof(scale) <= LONG_SCALE) {
                printf("# skipped: only a long test plays this many games (JOGADA_TEST_SCALE above %d)\n", LONG_SCALE);
                exit(SKIPPED);
            }
            break;
        default: start = NULL, s->games = 0;
        }
    if (!start || s->games < SAMPLES || s->table_count < 1) {
        fputs("usage: soak --start JOGADA [--games 100000] [--tables 120] [--addresses 40] [--seed 1] [--test]\n",
              stderr);
        exit(2);
    }
    srand((unsigned)seed);
    s->server.options = SERVER;
    crowd_start(&s->server, start);
    printf("%d games at %d tables from %d addresses, seed %d\n\n", s->games, s->table_count, s->server.addresses, seed);
}

int main(int argc, char **argv) {
    struct soak s = {.games = 100000, .table_count = 120, .server.addresses = 40};
    struct rlimit files;
    options(&s, argc, argv);
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    s.epoll = epoll_create1(0);
    s.tables = calloc((size_t)s.table_count, sizeof *s.tables);
    if (s.epoll < 0 || !s.tables) crowd_die("out of memory");
    puts("| games | seconds | memory MB | files | log MB | store MB |\n|---:|---:|---:|---:|---:|---:|");
    s.begin = crowd_clock();
    for (int i = 0; i < s.table_count; i++) begin_table(&s, &s.tables[i], &KINDS[i % KIND_COUNT]);
    play(&s);
    bool good = verdict(&s);
    fflush(stdout);
    for (int i = 0; i < s.table_count; i++) end_table(&s.tables[i]);
    free(s.tables);
    int status = crowd_end(&s.server);
    if (status) printf("The server ends with %d.\n", status);
    return good && !status ? 0 : 1;
}
