/* jogada bench: speed on this machine, compared with plain implementations; races of two searches to the same result;
 * worst delays of searches that are stopped; and the signature, the node count of fixed searches, which changes only
 * when a search behaves differently. */
#include "cli/bench_arena.h"
#include "cli/bench_domino.h"
#include "cli/bench_magic.h"
#include "cli/bench_solve.h"
#include "cli/cli.h"

#include "core/clock.h"
#include "plain/kalah.h"
#include "plain/loa.h"

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

enum { ROWS_MAX = 64, RACES_MAX = 8, LATE_MAX = 32, THINKING_MAX = 4 };

struct bench {
    struct row rows[ROWS_MAX];
    struct race races[RACES_MAX];
    struct lateness late[LATE_MAX];
    struct thinking thinking[THINKING_MAX];
    int n, race_count, late_count, thinking_count;
    double overhead; /* of the arena in a match between `greedy`; 0: not measured */
    uint64_t signature;
    bool failed; /* memory ran out for an agent */
};

static void add(struct bench *b, struct row row) {
    assert(b->n < ROWS_MAX);
    b->rows[b->n++] = row;
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

/* Plain implementations of the same rules: perft, or a random game. */

static void plain_kalah(const struct jg_game *g, const void *state, int depth) {
    struct plain_kalah start;
    (void)g, (void)state;
    plain_kalah_start(&start, 6, 4, false);
    plain_kalah_perft(&start, depth);
}

static void plain_loa(const struct jg_game *g, const void *state, int depth) {
    struct plain_loa start;
    (void)g, (void)state;
    plain_loa_start(&start, false, false);
    plain_loa_perft(&start, depth);
}

static const struct plain {
    const char *game;
    void (*perft)(const struct jg_game *g, const void *state, int depth);
    void (*random)(struct jg_rng *rng);
} PLAIN[] = {{.game = "kalah", .perft = plain_kalah},
             {.game = "loa", .perft = plain_loa},
             {.game = "domino", .perft = bench_domino_plain},
             {.game = "magic", .random = bench_magic_plain}};

static const struct plain *plain_of(const struct jg_game *g) {
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        if (!strcmp(PLAIN[i].game, g->kind->name)) return &PLAIN[i];
    return NULL;
}

/* Counts all positions that perft visits down to a depth. */
static double nodes_to(const struct jg_game *g, const void *state, int depth) {
    double nodes = 0;
    for (int d = 1; d <= depth; d++) nodes += (double)jg_perft(g, state, d);
    return nodes;
}

static void bench_perft(struct bench *b, const struct jg_game *g, int depth) {
    const struct plain *plain = plain_of(g);
    union jg_state start;
    double best = 0, plain_best = 0;
    if (plain && !plain->perft) plain = NULL;
    begin(g, &start);
    double nodes = nodes_to(g, &start, depth);
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        double from = jg_clock();
        jg_perft(g, &start, depth);
        best = faster(best, nodes, jg_clock() - from);
        if (!plain) continue;
        from = jg_clock();
        plain->perft(g, &start, depth);
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
    const struct plain *plain = plain_of(g);
    double best = 0, plain_best = 0;
    if (plain && !plain->random) plain = NULL;
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        best = fmax(best, random_speed(g, NULL));
        if (plain) plain_best = fmax(plain_best, random_speed(g, plain->random));
    }
    if (plain) add(b, (struct row){g->kind->name, "plain random games", "games/s", plain_best, 0});
    add(b, (struct row){g->kind->name, "random games", "games/s", best, plain ? best / plain_best : 0});
}

/* ---- Searches ------------------------------------------------------------------------- */

/* Queries an agent once. Returns false if memory ran out. */
static bool ask(struct bench *b, const struct jg_game *g, const char *spec, const void *state, const atomic_bool *stop,
                struct jg_report *report) {
    struct jg_agent a;
    union jg_state view;
    if (jg_agent_open(&a, g, spec, NULL)) return !(b->failed = true);
    jg_view(g, state, jg_turn(g, state), &view);
    struct jg_query question = {.view = &view, .seat = jg_turn(g, state), .seed = 1, .stop = stop};
    bool good = !jg_agent_choose(&a, &question, report, NULL);
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
    assert(b->late_count < LATE_MAX);
    b->late[b->late_count++] = l;
}

/* ---- The command ---------------------------------------------------------------------- */

static const struct work {
    const char *game;
    int perft;
    const char *searches[6]; /* searches whose node counts make up the signature */
    const char *races[2][2];
    const char *stops[6];
    bool arena;  /* measure the speed of matches */
    bool rounds; /* measure the speed of domino rounds */
    bool duels;  /* measure the speed of Magic duels and add their part of the signature */
} WORK[] = {
    {.game = "coins:n=20,take=3",
     .perft = 12,
     .searches = {"minimax:depth=12", "negamax:depth=12", "alphabeta:depth=18", "ab:depth=20", "mcts:playouts=1000"}},
    {.game = "coins:n=1000,take=100", .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "mcts"}},
    {.game = "numbers:example=alpha",
     .searches = {"minimax:depth=0", "alphabeta:depth=0", "ab:depth=4", "mcts:playouts=100"}},
    {.game = "tictactoe",
     .perft = 8,
     .searches = {"minimax:depth=0", "negamax:depth=0", "alphabeta:depth=0", "ab:depth=9", "mcts:playouts=10000"},
     .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "mcts"}},
    {.game = "pig",
     .perft = 9,
     .searches = {"expectiminimax:depth=5,prune=none,tt=0", "expectiminimax:depth=7",
                  "expectiminimax:depth=0,nodes=20000"},
     .stops = {"expectiminimax:depth=100,tt=0", "expectiminimax:depth=0,ms=60000"}},
    {.game = "kalah",
     .perft = 9,
     .searches = {"minimax:depth=7", "negamax:depth=7", "alphabeta:depth=10", "ab:depth=14", "ab:nodes=100000",
                  "mcts:playouts=10000"},
     .races = {{"alphabeta:depth=14", "ab:depth=14"}, {"ab:depth=22", "ab:depth=22,threads=2"}},
     .stops = {"minimax:depth=0", "negamax:depth=0", "alphabeta:depth=0", "ab", "ab:depth=100", "mcts"},
     .arena = true},
    {.game = "loa",
     .perft = 4,
     .searches = {"minimax:depth=3", "negamax:depth=3", "alphabeta:depth=4", "ab:depth=6", "ab:nodes=100000",
                  "mcts:playouts=2000"},
     .stops = {"minimax:depth=0", "alphabeta:depth=0", "ab", "ab:depth=100", "mcts"}},
    {.game = "domino",
     .perft = 12,
     .searches = {"domino:level=expert", "domino", "domino.thesis", "pimc:worlds=10,depth=4", "ismcts:playouts=1000"},
     .stops = {"domino", "pimc", "ismcts"},
     .rounds = true},
    {.game = "magic", .duels = true},
};

static void bench_rounds(struct bench *b, const struct jg_game *g) {
    struct domino_speed s;
    if (!bench_domino(g, &interrupted, &s)) return;
    add(b, (struct row){g->kind->name, "random rounds", "rounds/s", s.random, 0});
    add(b, (struct row){g->kind->name, "basic-basic rounds", "rounds/s", s.basic, 0});
    add(b, (struct row){g->kind->name, "double dummy, 20 left", "rounds/s", s.solved, 0});
    add(b, (struct row){g->kind->name, "thesis, round's start", "decisions/s", s.thesis, 0});
    add(b, (struct row){g->kind->name, "domino, round's start", "decisions/s", s.partner, 0});
}

static void bench_duels(struct bench *b, const struct jg_game *g, bool only_signature) {
    struct magic_speed s;
    uint64_t nodes = bench_magic_nodes(g, &interrupted);
    b->signature += nodes;
    b->failed = b->failed || !nodes;
    if (only_signature) return;
    bench_random(b, g);
    if (!bench_magic(g, &interrupted, &s)) {
        b->failed = true;
        return;
    }
    add(b, (struct row){g->kind->name, "random-random duels", "games/s", s.random, 0});
    add(b, (struct row){g->kind->name, "search-search duels", "games/s", s.searched, 0});
    add(b, (struct row){g->kind->name, "magic.search", "nodes/s", s.positions, 0});
    assert(b->thinking_count < THINKING_MAX);
    b->thinking[b->thinking_count++] = (struct thinking){.game = g->kind->name,
                                                         .agent = "magic.search",
                                                         .games = BENCH_MAGIC_GAMES,
                                                         .decisions = s.decisions,
                                                         .median = s.median,
                                                         .p99 = s.p99,
                                                         .worst = s.worst};
}

static void bench_matches(struct bench *b, const struct jg_game *g) {
    struct arena_speed s;
    if (!bench_arena(g, &interrupted, &s)) return;
    add(b, (struct row){g->kind->name, "match random", "games/s", s.games, 0});
    add(b, (struct row){g->kind->name, "match random, kept", "games/s", s.stored, 0});
    b->overhead = s.overhead;
}

static void measure(struct bench *b, const struct jg_game *g, const struct work *w, bool only_signature,
                    struct jg_report *report) {
    if (w->perft && !only_signature) {
        bench_perft(b, g, w->perft);
        bench_random(b, g);
    }
    if (w->rounds && !only_signature) bench_rounds(b, g);
    if (w->duels) bench_duels(b, g, only_signature);
    for (int i = 0; i < 6 && w->searches[i]; i++)
        bench_search(b, g, w->searches[i], only_signature ? 1 : ROUNDS, report);
    for (int i = 0; i < 2 && w->races[i][0] && !only_signature; i++) run_race(b, g, w->races[i], report);
    for (int i = 0; i < 6 && w->stops[i] && !only_signature; i++) bench_stop(b, g, w->stops[i], report);
    if (w->arena && !only_signature) bench_matches(b, g);
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
    return json_pack("{s:o, s:o, s:o, s:o, s:f, s:I}", "rows", rows, "races", races, "late", late, "thinking", thinking,
                     "arena_overhead", b->overhead, "signature", (json_int_t)b->signature);
}

static void print(const struct cli *c, const struct bench *b) {
    for (int i = 0; i < b->n; i++) {
        const struct row *r = &b->rows[i];
        bool millions = r->rate >= 1e5;
        print_local(c, stdout, "%-10s %-22s %12.2f %c %-8s", r->game, r->what, r->rate / (millions ? 1e6 : 1e3),
                    millions ? 'M' : 'k', r->unit);
        if (r->ratio > 0) print_local(c, stdout, " %5.1f x", r->ratio);
        putchar('\n');
    }
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
    printf("\n%s %llu\n", tr(c, "signature"), (unsigned long long)b->signature);
}

struct options {
    bool signature, solve, large;
};

static int run(struct cli *c, const void *options, int argc, char **argv) {
    static const size_t N = sizeof WORK / sizeof *WORK;
    const struct options *o = options;
    struct bench *b = calloc(1, sizeof *b);
    struct jg_report *report = malloc(sizeof *report);
    struct jg_game only = {0};
    struct progress bar;
    int status = EXIT_FAILURE;
    if (!b || !report) status = print_out_of_memory(c);
    if (o->solve) {
        free(b);
        free(report);
        return bench_solve(c, o->large);
    }
    if (argc && !open_game(c, &only, argv[0])) {
        free(b);
        free(report);
        return EXIT_WRONG;
    }
    const char *name = argc ? only.kind->name : NULL;
    jg_game_close(&only);
    progress_begin(&bar, c, "bench");
    for (size_t i = 0; b && report && i < N && !atomic_load(&interrupted); i++) {
        struct jg_game g;
        if (!open_game(c, &g, WORK[i].game)) {
            b->failed = true;
            break;
        }
        if (!name || !strcmp(name, g.kind->name)) measure(b, &g, &WORK[i], o->signature, report);
        jg_game_close(&g);
        progress_show(&bar, (double)(i + 1) / (double)N, 0);
    }
    progress_end(&bar);
    if (b && b->failed && !atomic_load(&interrupted))
        status = print_out_of_memory(c);
    else if (b && report && !atomic_load(&interrupted)) {
        status = EXIT_SUCCESS;
        if (c->options.json)
            status = print_json(document(b));
        else if (o->signature)
            printf("%llu\n", (unsigned long long)b->signature);
        else
            print(c, b);
    }
    free(b);
    free(report);
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
     .help = "measure how fast Kalah is solved, compared with a plain search without tables"},
    {.name = "large",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, large),
     .help = "with --solve: include 6 houses and 5 seeds, which takes minutes and gigabytes"},
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
