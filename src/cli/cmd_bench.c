/* jogada bench: speed on this machine, in ratios where there is something to
 * compare with, and the signature: nodes of fixed searches, a number that
 * changes only when behaviour does. */
#include "cli/cli.h"

#include "core/clock.h"
#include "plain/kalah.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 }; /* each measurement is the best of so many, taken in turns */

struct row {
    const char *game, *what, *unit;
    double rate;  /* units a second */
    double ratio; /* to the plain implementation measured in the same run; 0: none */
};

enum { ROWS_MAX = 64 };

struct bench {
    struct row rows[ROWS_MAX];
    int n;
};

static void add(struct bench *b, struct row row) {
    assert(b->n < ROWS_MAX);
    b->rows[b->n++] = row;
}

static double faster(double best, double amount, double seconds) { return fmax(best, amount / seconds); }

/* ---- Rules ---------------------------------------------------------------------------- */

/* All positions that perft makes down to a depth. */
static double nodes_to(const struct jg_game *g, const void *state, int depth) {
    double nodes = 0;
    for (int d = 1; d <= depth; d++) nodes += (double)jg_perft(g, state, d);
    return nodes;
}

static void bench_perft(struct bench *b, const struct jg_game *g, int depth) {
    bool kalah = !strcmp(g->kind->name, "kalah");
    union jg_state start;
    struct plain_kalah plain;
    double best = 0, plain_best = 0;
    jg_start(g, &start);
    plain_kalah_start(&plain, 6, 4, false);
    double nodes = nodes_to(g, &start, depth);
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        double begin = jg_clock();
        jg_perft(g, &start, depth);
        best = faster(best, nodes, jg_clock() - begin);
        if (!kalah) continue;
        begin = jg_clock();
        plain_kalah_perft(&plain, depth);
        plain_best = faster(plain_best, nodes, jg_clock() - begin);
    }
    if (kalah) add(b, (struct row){g->kind->name, "plain moves", "nodes/s", plain_best, 0});
    add(b, (struct row){g->kind->name, "moves", "nodes/s", best, kalah ? best / plain_best : 0});
}

static void bench_random(struct bench *b, const struct jg_game *g) {
    double best = 0;
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        struct jg_rng rng;
        int games = 0;
        double begin = jg_clock(), now;
        jg_rng_init(&rng, 1, 0);
        do {
            union jg_state state;
            for (int i = 0; i < 100; i++, games++) {
                jg_start(g, &state);
                jg_random_play(g, &state, &rng, INT32_MAX);
            }
            now = jg_clock();
        } while (now - begin < 0.2);
        best = faster(best, games, now - begin);
    }
    add(b, (struct row){g->kind->name, "random games", "games/s", best, 0});
}

/* ---- Searches ------------------------------------------------------------------------- */

/* Fixed work: a search from the start and from five positions of a random walk. */
static uint64_t search_nodes(const struct jg_game *g, const char *spec) {
    struct jg_agent a;
    struct jg_report *report = malloc(sizeof *report);
    uint64_t nodes = 0;
    if (!report || jg_agent_open(&a, g, spec, NULL)) {
        free(report);
        return 0;
    }
    for (int i = 0; i < 6 && !atomic_load(&interrupted); i++) {
        union jg_state state;
        struct jg_rng rng;
        jg_rng_init(&rng, 7, (uint64_t)i);
        jg_start(g, &state);
        jg_random_play(g, &state, &rng, 2 * i);
        if (jg_turn(g, &state) < 0) continue;
        struct jg_ask ask = {.view = &state, .seat = jg_turn(g, &state), .stop = &interrupted};
        if (!jg_agent_choose(&a, &ask, report, NULL)) nodes += report->nodes;
    }
    jg_agent_close(&a);
    free(report);
    return nodes;
}

static uint64_t bench_search(struct bench *b, const struct jg_game *g, const char *what, const char *spec) {
    double best = 0;
    uint64_t nodes = 0;
    for (int round = 0; round < ROUNDS && !atomic_load(&interrupted); round++) {
        double begin = jg_clock();
        nodes = search_nodes(g, spec);
        best = faster(best, (double)nodes, jg_clock() - begin);
    }
    add(b, (struct row){g->kind->name, what, "nodes/s", best, 0});
    return nodes;
}

/* ---- The run -------------------------------------------------------------------------- */

static const struct {
    const char *game;
    int perft;
    const char *minimax, *alphabeta;
} WORK[] = {
    {"coins:n=20,take=3", 12, "minimax:depth=12", "alphabeta:depth=18"},
    {"tictactoe", 8, "minimax:depth=0", "alphabeta:depth=0"},
    {"kalah", 9, "minimax:depth=7", "alphabeta:depth=10"},
};

static json_t *document(const struct bench *b, uint64_t signature) {
    json_t *list = json_array();
    for (int i = 0; i < b->n; i++) {
        const struct row *r = &b->rows[i];
        json_t *o =
            json_pack("{s:s, s:s, s:s, s:f}", "game", r->game, "what", r->what, "unit", r->unit, "rate", r->rate);
        if (r->ratio > 0) json_object_set_new(o, "ratio", json_real(r->ratio));
        json_array_append_new(list, o);
    }
    return json_pack("{s:o, s:I}", "rows", list, "signature", (json_int_t)signature);
}

static void print_row(const struct row *r) {
    printf("%-12s %-14s %12.2f M %-8s", r->game, r->what, r->rate / 1e6, r->unit);
    if (r->ratio > 0) printf(" %5.1f x", r->ratio);
    putchar('\n');
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    static const size_t N = sizeof WORK / sizeof *WORK;
    struct bench b = {0};
    uint64_t signature = 0;
    struct jg_game only = {0};
    struct progress bar;
    (void)options;
    if (argc && !open_game(c, &only, argv[0])) return EXIT_WRONG;
    const char *name = argc ? only.kind->name : NULL;
    jg_game_close(&only);
    progress_begin(&bar, c, "bench");
    for (size_t i = 0; i < N && !atomic_load(&interrupted); i++) {
        struct jg_game g;
        if (!open_game(c, &g, WORK[i].game)) return EXIT_FAILURE;
        if (!name || !strcmp(name, g.kind->name)) {
            bench_perft(&b, &g, WORK[i].perft);
            bench_random(&b, &g);
            signature += bench_search(&b, &g, "minimax", WORK[i].minimax);
            signature += bench_search(&b, &g, "alphabeta", WORK[i].alphabeta);
        }
        jg_game_close(&g);
        progress_show(&bar, (double)(i + 1) / (double)N, 0);
    }
    progress_end(&bar);
    if (atomic_load(&interrupted)) return EXIT_FAILURE;
    if (c->options.json) return say_json(document(&b, signature));
    for (int i = 0; i < b.n; i++) print_row(&b.rows[i]);
    printf("%s %llu\n", tr(c, "signature"), (unsigned long long)signature);
    return EXIT_SUCCESS;
}

const struct command cmd_bench = {
    .name = "bench",
    .arguments = "[GAME]",
    .summary = "speed on this machine, and the signature of the searches",
    .most = 1,
    .run = run,
};
