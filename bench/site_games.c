/* The same work for the native program and for WebAssembly, to compare them:
 *
 *     site_games games    a game of every agent at every game, at equal nodes and seeds: its moves and score; values of the networks
 *     site_games speed    nodes per second of processor time, of searches and of perft
 *
 * bench/site_ratio.sh and tools/site_tests.sh run it in both. */
#include "agents/agents.h"
#include "arena/game.h"

#include <jogada/ask.h>
#include <jogada/game.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NODES = 300, PLIES = 60, SEED = 7, NETWORK_GAMES = 30 };

/* ---- Games ------------------------------------------------------------------------------------------ */

/* The agent's own options, but few nodes and one thread. */
static void put_spec(const struct jg_agent_kind *k, struct jg_text *t) {
    static const struct {
        const char *name;
        int value;
    } LIMITS[] = {{"nodes", NODES}, {"threads", 1}, {"ms", 0}, {"worlds", 4}, {"depth", 2}};
    char mark = ':';
    jg_text_put(t, k->name);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (jg_options_find(k->options, LIMITS[i].name, strlen(LIMITS[i].name))) {
            jg_text_add(t, "%c%s=%d", mark, LIMITS[i].name, LIMITS[i].value);
            mark = ',';
        }
}

struct limit {
    atomic_bool stop;
};

static void watch(void *arg, const struct jg_record *record, int seat, const struct jg_report *report) {
    struct limit *limit = arg;
    (void)seat, (void)report;
    if (record->count >= PLIES) atomic_store(&limit->stop, true);
}

/* Plays the agent at all seats, at most PLIES plies. */
static void play(const struct jg_game *g, struct jg_agent *a, const char *spec) {
    struct limit limit = {0};
    struct jg_arena_game game = {
        .game = g, .seeding = jg_seeding_of(SEED), .stop = &limit.stop, .watch = watch, .arg = &limit};
    struct jg_record record = {0};
    struct jg_error err = {0};
    for (int seat = 0; seat < g->kind->seats; seat++) game.seats[seat] = a;
    enum jg_status status = jg_arena_play(&game, &record, NULL, &err);
    char *moves = status && status != JG_ESTOP ? NULL : jg_record_moves(&record);
    printf("%s %s: %s", g->kind->name, spec, moves ? moves : err.message);
    printf(" %s\n", status ? "" : record.reason);
    free(moves);
    jg_record_free(&record);
}

static void play_all(const struct jg_game *g) {
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++) {
        struct jg_agent a;
        struct jg_error err = {0};
        char spec[JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, spec, sizeof spec);
        put_spec(k, &t);
        if (k->human || jg_agent_fits(k, g, NULL) || jg_agent_open(&a, g, spec, &err)) continue;
        if (jg_agent_is_reproducible(&a)) play(g, &a, spec);
        jg_agent_close(&a);
    }
}

/* ---- Networks ---------------------------------------------------------------------------------------- */

/* Prints a hash (FNV-1a) of a network's values in a random game, which AVX2, SIMD of WebAssembly and portable C share. */
static void print_network(const struct jg_game *g) {
    struct jg_eval e;
    struct jg_rng rng;
    union jg_state state;
    uint64_t hash = 0xcbf29ce484222325;
    if (jg_eval_open(&e, g, "network", NULL)) return;
    jg_rng_init(&rng, SEED, 0);
    for (int game = 0; game < NETWORK_GAMES; game++) {
        jg_start(g, &state);
        for (int ply = 0; ply < PLIES && jg_turn(g, &state) != JG_OVER; ply++) {
            hash = (hash ^ (uint32_t)jg_eval_value(&e, g, &state, ply & 1)) * 0x100000001b3;
            jg_apply(g, &state, jg_random_move(g, &state, &rng));
        }
    }
    printf("%s network: %016llx\n", g->kind->name, (unsigned long long)hash);
    jg_eval_close(&e);
}

/* ---- Speed ------------------------------------------------------------------------------------------ */

/* Other work on the machine takes none of it. */
static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void search(const char *game, const char *spec) {
    struct jg_game g;
    struct jg_agent a;
    struct jg_record record = {0};
    struct jg_report report;
    struct jg_error err = {0};
    struct jg_ask ask = {.seed = SEED};
    if (jg_game_open(&g, game, &err) || jg_agent_open(&a, &g, spec, &err)) exit(EXIT_FAILURE);
    if (jg_record_init(&record, &g, NULL, &err)) exit(EXIT_FAILURE);
    double begin = processor_time();
    if (jg_ask_record(&ask, &a, &record, 0, &report, &err)) exit(EXIT_FAILURE);
    printf("%s %s %.0f\n", game, spec, (double)report.nodes / (processor_time() - begin));
    jg_agent_close(&a);
    jg_record_free(&record);
    jg_game_close(&g);
}

static void count(const char *game, int depth) {
    struct jg_game g;
    struct jg_record record = {0};
    if (jg_game_open(&g, game, NULL) || jg_record_init(&record, &g, NULL, NULL)) exit(EXIT_FAILURE);
    double begin = processor_time(), leaves = (double)jg_perft(&g, jg_record_state_at(&record, 0), depth);
    printf("%s perft %.0f\n", game, leaves / (processor_time() - begin));
    jg_record_free(&record);
    jg_game_close(&g);
}

int main(int argc, char **argv) {
    const struct jg_game_kind *k;
    if (argc != 2) return EXIT_FAILURE;
    if (!strcmp(argv[1], "speed")) {
        search("loa", "ab:nodes=3M,threads=1");
        search("kalah", "ab:nodes=2M,threads=1");
        count("kalah", 10);
        count("loa", 5);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++) {
        struct jg_game g;
        if (jg_game_open(&g, k->name, NULL)) return EXIT_FAILURE;
        play_all(&g);
        print_network(&g);
        jg_game_close(&g);
    }
    return EXIT_SUCCESS;
}
