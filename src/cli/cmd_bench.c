/* jogada bench: speed on this machine, compared with plain implementations; races of two searches to the same result;
 * worst delays of searches that are stopped; and the signature, the node count of fixed searches, which changes only
 * when a search behaves differently. */
#include "cli/bench_arena.h"
#include "cli/bench_vector.h"
#include "cli/cli.h"

#include "bench/bench.h"
#include "core/clock.h"
#include "game/bench.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3 }; /* repetitions of each measurement, of which the best counts */

struct row {
    const char *game, *what, *unit;
    double rate;  /* units per second */
    double ratio; /* to the plain implementation, measured in the same run; 0: none */
};

/* Two searches of the same position to the same result. */
struct race {
    const char *game, *agents[2];
    int32_t value[2];
    uint64_t nodes[2];
    double seconds[2];
};

/* Worst delay of a search after its time limit, and after its stop flag was set. */
struct lateness {
    const char *game, *agent;
    double limit, flag; /* milliseconds */
};

/* CPU seconds per decision of an agent. */
struct thinking {
    const char *game, *agent;
    int games;
    uint64_t decisions;
    double median, p99, worst;
};

enum { ROWS_MAX = 96, RACES_MAX = 8, LATE_MAX = 32, THINKING_MAX = 4 };

struct bench {
    const struct cli *c;
    bool prints; /* rows are printed as soon as they are measured */
    struct row rows[ROWS_MAX];
    struct race races[RACES_MAX];
    struct lateness late[LATE_MAX];
    struct thinking thinking[THINKING_MAX];
    int n, race_count, late_count, thinking_count;
    double overhead; /* of the arena in a match between `greedy`; 0: not measured */
    uint64_t signature;
    bool failed; /* memory ran out for an agent */
};

static void print_row(const struct cli *c, const struct row *r) {
    bool millions = r->rate >= 1e5;
    print_local(c, stdout, "%-10s %-22s %12.2f %c %-8s", r->game, r->what, r->rate / (millions ? 1e6 : 1e3),
                millions ? 'M' : 'k', r->unit);
    if (r->ratio > 0) print_local(c, stdout, " %5.1f x", r->ratio);
    putchar('\n');
    fflush(stdout);
}

/* Adds a measurement, unless it was stopped. */
static void add(struct bench *b, struct row row) {
    if (atomic_load(&interrupted)) return;
    assert(b->n < ROWS_MAX);
    b->rows[b->n++] = row;
    if (b->prints) print_row(b->c, &row);
}

static double faster(double best, double amount, double seconds) { return fmax(best, amount / seconds); }

/* ---- Rules ---------------------------------------------------------------------------- */

/* The first position with a player to move, after fixed chance moves. */
static void begin(const struct jg_game *g, union jg_state *state) {
    struct jg_rng rng;
    jg_rng_init(&rng, 1, 0);
    jg_start(g, state);
    while (jg_turn(g, state) == JG_CHANCE) jg_random_play(g, state, &rng, 1);
}

/* Counts all positions that perft visits down to a depth. */
static double nodes_to(const struct jg_game *g, const void *state, int depth) {
    double nodes = 0;
    for (int d = 1; d <= depth; d++) nodes += (double)jg_perft(g, state, d);
    return nodes;
}

static void bench_perft(struct bench *b, const struct jg_game *g, int depth) {
    const struct bench_game *extra = bench_game_find(g->kind->name);
    bool plain = extra->plain_perft;
    union jg_state start;
    double best = 0, plain_best = 0;
    begin(g, &start);
    double nodes = nodes_to(g, &start, depth);
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        double from = jg_clock();
        jg_perft(g, &start, depth);
        best = faster(best, nodes, jg_clock() - from);
        if (!plain) continue;
        from = jg_clock();
        extra->plain_perft(g, &start, depth);
        plain_best = faster(plain_best, nodes, jg_clock() - from);
    }
    if (plain) add(b, (struct row){g->kind->name, "plain moves", "nodes/s", plain_best, 0});
    add(b, (struct row){g->kind->name, "moves", "nodes/s", best, plain ? best / plain_best : 0});
}

static void play_random(const struct jg_game *g, struct jg_rng *rng) {
    union jg_state state;
    jg_start(g, &state);
    jg_random_play(g, &state, rng, INT32_MAX);
}

/* Random games per second, of the plain engine if one is given. */
static double random_speed(const struct jg_game *g, void (*plain)(struct jg_rng *rng)) {
    struct jg_rng rng;
    int games = 0;
    double from = jg_clock(), now;
    jg_rng_init(&rng, 1, 0);
    do {
        for (int i = 0; i < 100; i++, games++)
            if (plain)
                plain(&rng);
            else
                play_random(g, &rng);
        now = jg_clock();
    } while (now - from < 0.2);
    return games / (now - from);
}

static void bench_random(struct bench *b, const struct jg_game *g) {
    void (*plain)(struct jg_rng * rng) = bench_game_find(g->kind->name)->plain_random;
    double best = 0, plain_best = 0;
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        best = fmax(best, random_speed(g, NULL));
        if (plain) plain_best = fmax(plain_best, random_speed(g, plain));
    }
    if (plain) add(b, (struct row){g->kind->name, "plain random games", "games/s", plain_best, 0});
    add(b, (struct row){g->kind->name, "random games", "games/s", best, plain ? best / plain_best : 0});
}

/* ---- Searches ------------------------------------------------------------------------- */

/* Queries an agent once. Returns false if memory ran out. */
static bool ask(struct bench *b, const struct jg_game *g, const char *spec, const void *state, const atomic_bool *stop,
                struct jg_report *report) {
    struct jg_agent a;
    struct jg_ask how = {.seed = 1, .stop = stop};
    if (jg_agent_open(&a, g, spec, NULL)) return !(b->failed = true);
    bool good = !jg_ask_state(&how, &a, state, report, NULL);
    b->failed = b->failed || !good;
    jg_agent_close(&a);
    return good;
}

/* Fixed work: searches from the start and from five positions of a random walk. */
static uint64_t search_nodes(struct bench *b, const struct jg_game *g, const char *spec, struct jg_report *report) {
    uint64_t nodes = 0;
    for (int i = 0; i < 6 && !atomic_load(&interrupted); i++) {
        union jg_state state;
        struct jg_rng rng;
        jg_rng_init(&rng, 7, (uint64_t)i);
        begin(g, &state);
        jg_random_play(g, &state, &rng, 2 * i);
        if (jg_turn(g, &state) >= 0 && ask(b, g, spec, &state, &interrupted, report)) nodes += report->nodes;
    }
    return nodes;
}

static void bench_search(struct bench *b, const struct jg_game *g, const char *spec, int rounds,
                         struct jg_report *report) {
    double best = 0;
    uint64_t nodes = 0;
    for (int round = 0; round < rounds && !atomic_load(&interrupted); round++) {
        double from = jg_clock();
        nodes = search_nodes(b, g, spec, report);
        best = faster(best, (double)nodes, jg_clock() - from);
    }
    b->signature += nodes;
    add(b, (struct row){g->kind->name, spec, "nodes/s", best, 0});
}

/* Takes both measurements in turns and the best of each. */
static void run_race(struct bench *b, const struct jg_game *g, const char *const *agents, struct jg_report *report) {
    struct race r = {.game = g->kind->name, .agents = {agents[0], agents[1]}, .seconds = {INFINITY, INFINITY}};
    union jg_state start;
    begin(g, &start);
    for (int i = 0; i < 2 * ROUNDS && !atomic_load(&interrupted); i++) {
        if (!ask(b, g, agents[i % 2], &start, &interrupted, report)) return;
        if (report->seconds >= r.seconds[i % 2]) continue;
        r.seconds[i % 2] = report->seconds;
        r.value[i % 2] = report->value;
        r.nodes[i % 2] = report->nodes;
    }
    if (atomic_load(&interrupted)) return;
    assert(b->race_count < RACES_MAX);
    b->races[b->race_count++] = r;
}

/* ---- Stopping ------------------------------------------------------------------------- */

enum { THINK_MS = 40 };

struct alarm {
    atomic_bool flag;
    double set; /* when */
};

static void *ring(void *arg) {
    struct alarm *alarm = arg;
    nanosleep(&(struct timespec){.tv_nsec = THINK_MS * 1000000L}, NULL);
    alarm->set = jg_clock();
    atomic_store(&alarm->flag, true);
    return NULL;
}

static void bench_stop(struct bench *b, const struct jg_game *g, const char *agent, struct jg_report *report) {
    struct lateness l = {.game = g->kind->name, .agent = agent};
    union jg_state start;
    begin(g, &start);
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        char spec[64];
        snprintf(spec, sizeof spec, "%s%cms=%d", agent, strchr(agent, ':') ? ',' : ':', THINK_MS);
        if (!ask(b, g, spec, &start, NULL, report)) return;
        l.limit = fmax(l.limit, 1000 * report->seconds - THINK_MS);
        struct alarm alarm = {.flag = false};
        pthread_t thread;
        if (pthread_create(&thread, NULL, ring, &alarm)) return;
        snprintf(spec, sizeof spec, "%s%cms=60000", agent, strchr(agent, ':') ? ',' : ':');
        bool good = ask(b, g, spec, &start, &alarm.flag, report);
        double now = jg_clock();
        pthread_join(thread, NULL);
        if (good) l.flag = fmax(l.flag, 1000 * (now - alarm.set)); /* negative: the search had finished before */
    }
    if (atomic_load(&interrupted)) return;
    assert(b->late_count < LATE_MAX);
    b->late[b->late_count++] = l;
}

/* ---- Games ---------------------------------------------------------------------------- */

/* The measurements of a game's own. */
static void bench_extra(struct bench *b, const struct jg_game *g, const struct bench_game *by, bool only_signature) {
    struct bench_extra extra = {0};
    if (!by->measure(g, &interrupted, only_signature, &extra)) {
        b->failed = true;
        return;
    }
    b->signature += extra.nodes;
    for (int i = 0; i < extra.rate_count; i++)
        add(b, (struct row){g->kind->name, extra.rates[i].what, extra.rates[i].unit, extra.rates[i].rate, 0});
    if (!extra.thinking.agent || atomic_load(&interrupted)) return;
    assert(b->thinking_count < THINKING_MAX);
    b->thinking[b->thinking_count++] = (struct thinking){.game = g->kind->name,
                                                         .agent = extra.thinking.agent,
                                                         .games = extra.thinking.games,
                                                         .decisions = extra.thinking.decisions,
                                                         .median = extra.thinking.median,
                                                         .p99 = extra.thinking.p99,
                                                         .worst = extra.thinking.worst};
}

static void bench_matches(struct bench *b, const struct jg_game *g) {
    struct arena_speed s;
    if (!bench_arena(g, &interrupted, &s)) return;
    add(b, (struct row){g->kind->name, "match random", "games/s", s.games, 0});
    add(b, (struct row){g->kind->name, "match random, stored", "games/s", s.stored, 0});
    if (!atomic_load(&interrupted)) b->overhead = s.overhead;
}

/* Steps of a vector environment in processor time. */
static void bench_steps(struct bench *b, const struct jg_game *g) {
    double best = 0;
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++)
        best = fmax(best, bench_vector(g, &interrupted));
    b->failed = b->failed || (best <= 0 && !atomic_load(&interrupted));
    add(b, (struct row){g->kind->name, "vector steps", "steps/s", best, 0});
}

static void measure(struct bench *b, const struct jg_game *g, const struct jg_game_bench *w, bool only_signature,
                    struct jg_report *report) {
    const struct bench_game *extra = bench_game_find(g->kind->name);
    if (w->perft && !only_signature) bench_perft(b, g, w->perft);
    if ((w->perft || extra->plain_random) && !only_signature) bench_random(b, g);
    if (g->kind->encode && w == g->kind->bench && !only_signature) bench_steps(b, g);
    if (extra->measure && w == g->kind->bench) bench_extra(b, g, extra, only_signature);
    for (int i = 0; i < JG_GAME_BENCH_AGENTS && w->searches[i]; i++)
        bench_search(b, g, w->searches[i], only_signature ? 1 : ROUNDS, report);
    if (only_signature) return;
    for (int i = 0; i < JG_GAME_BENCH_RACES && w->races[i][0]; i++) run_race(b, g, w->races[i], report);
    for (int i = 0; i < JG_GAME_BENCH_AGENTS && w->stops[i]; i++) bench_stop(b, g, w->stops[i], report);
    if (w->arena) bench_matches(b, g);
}

/* Measures a game. Returns false if it cannot be opened. */
static bool measure_game(struct cli *c, struct bench *b, const struct jg_game_kind *kind, bool only_signature,
                         struct jg_report *report) {
    for (const struct jg_game_bench *w = kind->bench; w && w->spec && !atomic_load(&interrupted); w++) {
        struct jg_game g;
        if (!open_game(c, &g, w->spec)) return false;
        measure(b, &g, w, only_signature, report);
        jg_game_close(&g);
    }
    return true;
}

static json_t *document(const struct bench *b) {
    json_t *rows = json_array(), *races = json_array(), *late = json_array(), *thinking = json_array();
    for (int i = 0; i < b->n; i++) {
        const struct row *r = &b->rows[i];
        json_t *o =
            json_pack("{s:s, s:s, s:s, s:f}", "game", r->game, "what", r->what, "unit", r->unit, "rate", r->rate);
        if (r->ratio > 0) json_object_set_new(o, "ratio", json_real(r->ratio));
        json_array_append_new(rows, o);
    }
    for (int i = 0; i < b->race_count; i++) {
        const struct race *r = &b->races[i];
        json_array_append_new(races, json_pack("{s:s, s:[s,s], s:[i,i], s:[I,I], s:[f,f]}", "game", r->game, "agents",
                                               r->agents[0], r->agents[1], "values", r->value[0], r->value[1], "nodes",
                                               (json_int_t)r->nodes[0], (json_int_t)r->nodes[1], "seconds",
                                               r->seconds[0], r->seconds[1]));
    }
    for (int i = 0; i < b->late_count; i++) {
        const struct lateness *l = &b->late[i];
        json_array_append_new(late, json_pack("{s:s, s:s, s:f, s:f}", "game", l->game, "agent", l->agent, "limit_ms",
                                              l->limit, "flag_ms", l->flag));
    }
    for (int i = 0; i < b->thinking_count; i++) {
        const struct thinking *d = &b->thinking[i];
        json_array_append_new(thinking,
                              json_pack("{s:s, s:s, s:i, s:I, s:f, s:f, s:f}", "game", d->game, "agent", d->agent,
                                        "games", d->games, "decisions", (json_int_t)d->decisions, "median_us",
                                        1e6 * d->median, "p99_us", 1e6 * d->p99, "worst_us", 1e6 * d->worst));
    }
    bool stopped = atomic_load(&interrupted);
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:o, s:b}", "rows", rows, "races", races, "late", late, "thinking",
                     thinking, "arena_overhead", b->overhead, "signature",
                     stopped ? json_null() : json_integer((json_int_t)b->signature), "stopped", stopped);
}

/* Prints everything but the rows, which were printed before; without a signature if it was stopped. */
static void print(const struct cli *c, const struct bench *b) {
    if (b->race_count) printf("\n%s\n", tr(c, "Searches that reach the same result:"));
    for (int i = 0; i < b->race_count; i++) {
        const struct race *r = &b->races[i];
        for (int k = 0; k < 2; k++)
            print_local(c, stdout, "%-10s %-22s %12llu %s %9.4f s\n", r->game, r->agents[k],
                        (unsigned long long)r->nodes[k], tr(c, "nodes"), r->seconds[k]);
        print_local(c, stdout, tr(c, "%-10s value %d and %d; nodes 1/%.1f, time 1/%.1f\n"), "", r->value[0],
                    r->value[1], (double)r->nodes[0] / (double)r->nodes[1], r->seconds[0] / r->seconds[1]);
    }
    if (b->late_count) printf("\n%s\n", tr(c, "Worst delay in returning, after a time limit and after a stop flag:"));
    for (int i = 0; i < b->late_count; i++)
        print_local(c, stdout, "%-10s %-22s %8.2f ms %8.2f ms\n", b->late[i].game, b->late[i].agent, b->late[i].limit,
                    b->late[i].flag);
    if (b->thinking_count) printf("\n%s\n", tr(c, "CPU time per decision: median, 99th percentile, maximum:"));
    for (int i = 0; i < b->thinking_count; i++) {
        const struct thinking *d = &b->thinking[i];
        print_local(c, stdout, "%-10s %-22s %8.2f us %8.2f us %8.2f ms  ", d->game, d->agent, 1e6 * d->median,
                    1e6 * d->p99, 1e3 * d->worst);
        printf(tr(c, "%llu decisions in %d games\n"), (unsigned long long)d->decisions, d->games);
    }
    if (b->overhead != 0)
        print_local(c, stdout, tr(c, "\nArena overhead in a match between greedy players: %.1f %%\n"),
                    100 * b->overhead);
    if (!atomic_load(&interrupted)) printf("\n%s %llu\n", tr(c, "signature"), (unsigned long long)b->signature);
}

/* ---- jogada bench --solve --------------------------------------------------------------- */

struct solving {
    struct cli *c;
    json_t *list;
};

static void print_solved(void *arg, const char *line, json_t *fields) {
    struct solving *s = arg;
    if (s->c->options.json) {
        json_array_append_new(s->list, fields);
        return;
    }
    json_decref(fields);
    puts(line);
    fflush(stdout);
}

static int run_solvers(struct cli *c, bool large) {
    struct solving s = {.c = c, .list = json_array()};
    struct bench_solving how = {
        .large = large, .lang = c->lang, .stop = &interrupted, .solved = print_solved, .arg = &s};
    struct jg_error err = {.lang = c->lang};
    enum jg_status status = JG_OK;
    for (size_t i = 0; bench_game_at(i) && !status; i++)
        if (bench_game_at(i)->solve) status = bench_game_at(i)->solve(&how, &err);
    bool stopped = status == JG_ESTOP;
    if (c->options.json && (!status || stopped))
        return print_json(json_pack("{s:o, s:b}", "solve", s.list, "stopped", stopped));
    json_decref(s.list);
    return !status || stopped ? EXIT_SUCCESS : print_error(c, &err, NULL); /* main reports that it was stopped */
}

/* ---- The command ---------------------------------------------------------------------- */

struct options {
    bool signature, solve, large;
};

static int print_results(const struct cli *c, const struct bench *b, bool only_signature) {
    if (c->options.json) return print_json(document(b));
    if (!only_signature)
        print(c, b);
    else if (!atomic_load(&interrupted))
        printf("%llu\n", (unsigned long long)b->signature);
    return EXIT_SUCCESS;
}

/* Measures the games, or the one of that name. */
static int run_games(struct cli *c, const char *name, bool only_signature) {
    struct bench *b = calloc(1, sizeof *b);
    struct jg_report *report = malloc(sizeof *report);
    struct progress bar;
    size_t count = 0;
    int status = EXIT_FAILURE;
    while (jg_game_kind_at(count)) count++;
    bool prints = !c->options.json && !only_signature; /* instead of a progress bar */
    if (b) *b = (struct bench){.c = c, .prints = prints};
    if (!prints) progress_begin(&bar, c, "bench");
    for (size_t i = 0; b && report && i < count && !b->failed && !atomic_load(&interrupted); i++) {
        const struct jg_game_kind *kind = jg_game_kind_at(i);
        if (name && strcmp(name, kind->name)) continue;
        if (!measure_game(c, b, kind, only_signature, report)) b->failed = true;
        if (!prints) progress_show(&bar, (double)(i + 1) / (double)count, 0);
    }
    if (!prints) progress_end(&bar);
    if (!b || !report || (b->failed && !atomic_load(&interrupted)))
        status = print_out_of_memory(c);
    else
        status = print_results(c, b, only_signature);
    free(b);
    free(report);
    return status;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_game only = {0};
    if (o->solve) return run_solvers(c, o->large);
    if (argc && !open_game(c, &only, argv[0])) return EXIT_WRONG;
    int status = run_games(c, argc ? only.kind->name : NULL, o->signature);
    jg_game_close(&only);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "signature",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, signature),
     .help = "print the signature only, without measuring speed"},
    {.name = "solve",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, solve),
     .help = "measure how fast games are solved, compared with plain searches without tables"},
    {.name = "large",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, large),
     .help = "with --solve: include games that take minutes and gigabytes"},
    {0},
};

const struct command cmd_bench = {
    .name = "bench",
    .arguments = "[GAME]",
    .summary = "measure speed on this machine; print the search signature",
    .most = 1,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
