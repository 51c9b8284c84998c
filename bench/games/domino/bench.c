/* `jogada bench domino`: speed of rounds, of the double-dummy solver and of agents, and perft of the plain engine. */
#include "bench/games/domino/plain.h"

#include "bench/bench.h"
#include "core/clock.h"
#include "games/domino/dd_solver.h"
#include "games/domino/paper.h"

#include <jogada/ask.h>

#include <math.h>
#include <stdlib.h>

enum { TIMES = 3, SOME_MATCHES = 100, POSITIONS = 100, STARTS = 20, TILES = 20, SOLVER_BYTES = 1 << 22 };

/* Both play a match to its end and return its number of rounds. */

static int play_random(const struct jg_game *g, struct jg_rng *rng) {
    union jg_state state;
    jg_start(g, &state);
    jg_random_play(g, &state, rng, INT32_MAX);
    return ((const struct jg_domino *)&state)->round;
}

static int play_basic(const struct jg_game *g, struct jg_rng *rng) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    union jg_state state;
    struct jg_domino *s = (void *)&state;
    jg_start(g, s);
    while (s->turn != JG_DOMINO_OVER)
        if (s->turn >= JG_DOMINO_DEAL)
            jg_apply(g, s, g->kind->draw(g, s, rng));
        else
            jg_domino_play(r, s, jg_domino_basic(r, s, false, rng), NULL);
    return s->round;
}

static double speed(const struct jg_game *g, int (*play)(const struct jg_game *g, struct jg_rng *rng)) {
    struct jg_rng rng;
    double begin = jg_clock(), now;
    long rounds = 0;
    jg_rng_init(&rng, 1, 0);
    do {
        for (int i = 0; i < SOME_MATCHES; i++) rounds += play(g, &rng);
        now = jg_clock();
    } while (now - begin < 0.2);
    return (double)rounds / (now - begin);
}

/* Solves positions of random rounds with 20 tiles left; returns positions per second. */

static void random_position(const struct jg_game *g, struct jg_rng *rng, struct jg_domino *s) {
    do {
        jg_start(g, s);
        jg_random_play(g, s, rng, 3); /* the deal */
        while (s->turn < JG_DOMINO_DEAL && JG_DOMINO_TILES - s->count > TILES) jg_random_play(g, s, rng, 1);
    } while (s->turn >= JG_DOMINO_DEAL);
}

static double solves(const struct jg_game *domino, const atomic_bool *stop) {
    struct jg_domino positions[POSITIONS];
    struct jg_rng rng;
    struct jg_domino_dd *d = jg_domino_dd_new(domino, SOLVER_BYTES, NULL);
    const struct jg_domino_dd_query points = {.stop = stop};
    double best = INFINITY;
    jg_rng_init(&rng, 20, 0);
    for (int i = 0; i < POSITIONS; i++) random_position(domino, &rng, &positions[i]);
    for (int round = 0; d && round < TIMES; round++) {
        double begin = jg_clock();
        for (int i = 0; i < POSITIONS; i++) jg_domino_dd_solve(d, &positions[i], &points);
        best = fmin(best, jg_clock() - begin);
    }
    jg_domino_dd_free(d);
    return atomic_load(stop) ? 0 : POSITIONS / best;
}

/* Returns the decisions per second of an agent in its first turn of a round. */
static double decisions(const struct jg_game *g, const char *spec, const atomic_bool *stop) {
    struct jg_agent a;
    struct jg_report *report = malloc(sizeof *report);
    double best = 0;
    if (!report || jg_agent_open(&a, g, spec, NULL)) {
        free(report);
        return 0;
    }
    for (int round = 0; round < TIMES; round++) {
        struct jg_rng rng;
        double seconds = 0;
        jg_rng_init(&rng, 3, 0);
        for (int i = 0; i < STARTS; i++) {
            union jg_state s;
            struct jg_ask ask = {.seed = 1, .stop = stop};
            do {
                jg_start(g, &s);
                jg_random_play(g, &s, &rng, 4 + i % 4); /* the deal, and 1 to 4 turns */
            } while (jg_turn(g, &s) < 0);
            double begin = jg_clock();
            jg_ask_state(&ask, &a, &s, report, NULL);
            seconds += jg_clock() - begin;
        }
        best = fmax(best, STARTS / seconds);
    }
    jg_agent_close(&a);
    free(report);
    return best;
}

static bool measure(const struct jg_game *g, const atomic_bool *stop, bool only_signature, struct bench_extra *out) {
    double random = 0, basic = 0;
    if (only_signature) return true;
    for (int i = 0; i < TIMES && !atomic_load(stop); i++) {
        random = fmax(random, speed(g, play_random));
        basic = fmax(basic, speed(g, play_basic));
    }
    bench_add_rate(out, "random rounds", "rounds/s", random);
    bench_add_rate(out, "basic-basic rounds", "rounds/s", basic);
    bench_add_rate(out, "double dummy, 20 left", "rounds/s", solves(g, stop));
    bench_add_rate(out, "thesis, round's start", "decisions/s", decisions(g, "domino.thesis:strategy=8", stop));
    bench_add_rate(out, "domino, round's start", "decisions/s", decisions(g, "domino", stop));
    return !atomic_load(stop);
}

/* From a state without tiles on the table. */
static void plain_perft(const struct jg_game *g, const void *state, int depth) {
    const struct jg_domino *s = state;
    struct plain_domino plain;
    struct plain_tile hands[4][7];
    (void)g;
    plain_domino_start(
        &plain, &(struct plain_domino_rules){
                    .target = 200, .openscores = true, .dblboth = true, .galo = PLAIN_AUTO, .spin1 = 2, .passpts = 20});
    for (int seat = 0; seat < 4; seat++) {
        struct plain_tile *next = hands[seat];
        for (uint32_t tiles = s->hand[seat]; tiles; tiles &= tiles - 1) {
            int tile = jg_domino_lowest(tiles);
            *next++ = (struct plain_tile){jg_domino_low[tile], jg_domino_high[tile]};
        }
    }
    plain_domino_deal(&plain, hands);
    plain_domino_perft(&plain, depth);
}

const struct bench_game bench_domino = {.name = "domino", .plain_perft = plain_perft, .measure = measure};
