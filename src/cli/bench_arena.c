#include "cli/bench_arena.h"

#include "arena/contest.h"
#include "core/clock.h"
#include "store/writer.h"

#include <jogada/ask.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 5, RANDOM_GAMES = 200000, STORED_GAMES = 100000, GREEDY_GAMES = 20000, GREEDY_ROUNDS = 20 };

struct match {
    const struct jg_game *game;
    struct jg_player players[2];
    struct jg_store *store;
    struct jg_writer *writer;
    int64_t run;
    uint64_t plies;
};

static bool set_up(struct match *m, const struct jg_game *g, const char *spec) {
    *m = (struct match){.game = g};
    return !jg_player_init(&m->players[0], g, spec, NULL) && !jg_player_init(&m->players[1], g, spec, NULL);
}

static enum jg_status store_game(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct match *m = arg;
    struct jg_stored_game g = {.run = m->run, .number = played->number, .game = m->game->kind->name, .start = ""};
    for (int i = 0; i < 2; i++) g.seats[i] = m->players[i].spec;
    return jg_writer_put_record(m->writer, &g, played->record, err);
}

/* Plays this many games. Returns the seconds it took, or 0 on failure. */
static double play(struct match *m, uint64_t games, int threads, const atomic_bool *stop) {
    struct jg_contest c = {.game = m->game,
                           .players = m->players,
                           .player_count = 2,
                           .pairs = games / 2,
                           .seed = 1,
                           .threads = threads,
                           .stop = stop,
                           .finished = m->writer ? store_game : NULL,
                           .arg = m};
    struct jg_standings s;
    double begin = jg_clock();
    bool good = !jg_contest_play(&c, &s, NULL);
    if (m->writer && jg_writer_close(m->writer, NULL)) good = false;
    m->writer = NULL;
    double seconds = jg_clock() - begin;
    m->plies = 0;
    for (uint64_t i = 0; i < JG_LENGTHS; i++) m->plies += i * s.lengths[i];
    jg_standings_free(&s);
    return good ? seconds : 0;
}

/* Plays the same games without the arena: only queries to the agents and moves. */
static double play_bare(const struct match *m, uint64_t games, uint64_t *plies) {
    const struct jg_game *g = m->game;
    struct jg_agent agents[2] = {0};
    struct jg_report report;
    struct jg_ask ask = {.untimed = true};
    struct jg_seeding seeding = jg_seeding_of(1);
    double begin = jg_clock();
    *plies = 0;
    for (int i = 0; i < 2; i++)
        if (jg_player_open(&m->players[i], g, &agents[i], NULL)) return 0;
    for (uint64_t n = 0; n < games; n++) {
        struct jg_arena_game bout = {.game = g, .seeding = seeding, .deal = n / 2, .variant = n % 2};
        struct jg_rng seeds[JG_SEATS_MAX];
        union jg_state state;
        jg_arena_seeds(&bout, seeds);
        jg_start(g, &state);
        for (int seat; (seat = jg_turn(g, &state)) != JG_OVER; ++*plies) {
            ask.seed = jg_rng_next(&seeds[seat]);
            if (jg_ask_state(&ask, &agents[(uint64_t)seat ^ n % 2], &state, &report, NULL)) return 0;
            jg_apply(g, &state, report.move);
        }
    }
    for (int i = 0; i < 2; i++) jg_agent_close(&agents[i]);
    return jg_clock() - begin;
}

/* Takes both measurements in turns and the best of each. */
static bool measure_overhead(struct match *m, const atomic_bool *stop, struct arena_speed *out) {
    double arena = INFINITY, bare = INFINITY;
    for (int i = 0; i < GREEDY_ROUNDS; i++) {
        uint64_t plies;
        double a = play(m, GREEDY_GAMES, 1, stop), b = play_bare(m, GREEDY_GAMES, &plies);
        if (a <= 0 || b <= 0 || plies != m->plies) return false; /* both must have played the same games */
        arena = fmin(arena, a);
        bare = fmin(bare, b);
    }
    out->overhead = 1 - bare / arena;
    return true;
}

static bool open_store(struct match *m, const char *path) {
    struct jg_stored_run run;
    m->store = jg_store_open(path, JG_STORE_WRITE, NULL);
    if (!m->store || jg_store_begin_run(m->store, "bench", m->game->kind->name, "{}", true, &run, NULL)) return false;
    m->run = run.id;
    jg_stored_run_free(&run);
    return (m->writer = jg_writer_open(m->store, NULL));
}

static void measure_store(struct match *m, const atomic_bool *stop, struct arena_speed *out) {
    const char *tmp = getenv("TMPDIR");
    char folder[256], path[300];
    snprintf(folder, sizeof folder, "%s/jogada-bench-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (!mkdtemp(folder)) return;
    snprintf(path, sizeof path, "%s/bench.db", folder);
    if (open_store(m, path)) {
        double seconds = play(m, STORED_GAMES, 0, stop);
        if (seconds > 0) out->stored = STORED_GAMES / seconds;
    }
    if (m->store) jg_store_close(m->store);
    static const char *const ENDINGS[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        char file[320];
        snprintf(file, sizeof file, "%s%s", path, ENDINGS[i]);
        unlink(file);
    }
    rmdir(folder);
}

bool bench_arena(const struct jg_game *g, const atomic_bool *stop, struct arena_speed *out) {
    struct match m;
    *out = (struct arena_speed){0};
    if (!set_up(&m, g, "random")) return false;
    for (int i = 0; i < ROUNDS; i++) {
        double seconds = play(&m, RANDOM_GAMES, 0, stop);
        if (seconds <= 0) return false;
        out->games = fmax(out->games, RANDOM_GAMES / seconds);
    }
    measure_store(&m, stop, out);
    return set_up(&m, g, "greedy") && measure_overhead(&m, stop, out);
}
