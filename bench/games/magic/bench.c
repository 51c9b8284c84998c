/* `jogada bench magic`: speed of duels, thinking time of magic.search, and random games of the plain engine. */
#include "bench/games/magic/plain.h"

#include "agents/agents.h"
#include "bench/bench.h"
#include "games/magic/paper.h"

#include <jogada/ask.h>

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 3, SOME_GAMES = 100, SEARCHED_GAMES = 1000, SIGNED_GAMES = 100, TIMED_GAMES = 2000, ROOM = 1 << 16 };

/* CPU time of this thread, independent of other processes. */
static double processor_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Random play ----------------------------------------------------------------------- */

/* Random play reads only what the mover knows, so it needs no view. */
static void play_random(const struct jg_game *g, struct jg_rng *rng) {
    union jg_state state;
    struct jg_magic *s = (void *)&state;
    jg_start(g, s);
    for (int turn; (turn = jg_magic_turn(s)) != JG_OVER;)
        jg_magic_play(g, s, turn == JG_CHANCE ? g->kind->draw(g, s, rng) : jg_magic_random_move(g, s, rng));
}

static double random_speed(const struct jg_game *g) {
    struct jg_rng rng;
    double begin = processor_clock(), now;
    long games = 0;
    jg_rng_init(&rng, 1, 0);
    do {
        for (int i = 0; i < SOME_GAMES; i++, games++) play_random(g, &rng);
        now = processor_clock();
    } while (now - begin < 0.2);
    return (double)games / (now - begin);
}

/* ---- Searching ------------------------------------------------------------------------- */

/* Games between two magic.search agents. */
struct duel {
    const struct jg_game *game;
    struct jg_ask ask;
    struct jg_agent agents[2];
    struct jg_report *report;
    uint64_t nodes;

    double *times; /* seconds per decision; NULL: not measured */
    size_t count, room;
};

static bool duel_open(struct duel *d, const struct jg_game *g, const atomic_bool *stop) {
    *d = (struct duel){.game = g, .ask = {.stop = stop, .untimed = true}, .report = malloc(sizeof *d->report)};
    return d->report && !jg_agent_open(&d->agents[0], g, "magic.search", NULL) &&
           !jg_agent_open(&d->agents[1], g, "magic.search", NULL);
}

static void duel_close(struct duel *d) {
    for (int seat = 0; seat < 2; seat++) jg_agent_close(&d->agents[seat]);
    free(d->report);
    free(d->times);
}

static bool note(struct duel *d, double seconds) {
    if (d->count == d->room) {
        double *more = realloc(d->times, 2 * d->room * sizeof *more);
        if (!more) return false;
        d->times = more;
        d->room *= 2;
    }
    d->times[d->count++] = seconds;
    return true;
}

static bool ask(struct duel *d, union jg_state *state, int seat, uint64_t seed) {
    d->ask.seed = seed;
    double begin = d->times ? processor_clock() : 0;
    if (jg_ask_state(&d->ask, &d->agents[seat], state, d->report, NULL)) return false;
    if (d->times && !note(d, processor_clock() - begin)) return false;
    d->nodes += d->report->nodes;
    jg_apply(d->game, state, d->report->move);
    return true;
}

/* Plays the same seeded games in every call. Returns false if it was stopped or failed. */
static bool play(struct duel *d, int games) {
    for (int i = 0; i < games; i++) {
        union jg_state state;
        struct jg_rng rng;
        jg_rng_init(&rng, 1, (uint64_t)i);
        jg_start(d->game, &state);
        for (int seat = 0; seat < 2; seat++) d->agents[seat].kind->forget(&d->agents[seat]);
        for (int turn; (turn = jg_turn(d->game, &state)) != JG_OVER;)
            if (turn == JG_CHANCE)
                jg_apply(d->game, &state, d->game->kind->draw(d->game, &state, &rng));
            else if (!ask(d, &state, turn, jg_rng_next(&rng)))
                return false;
        if (atomic_load(d->ask.stop)) return false;
    }
    return true;
}

static bool time_games(struct duel *d, double *rate) {
    for (int round = 0; round < TIMES; round++) {
        double begin = processor_clock();
        if (!play(d, SEARCHED_GAMES)) return false;
        *rate = fmax(*rate, SEARCHED_GAMES / (processor_clock() - begin));
    }
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times every decision, and adds the positions per second of all. */
static bool time_decisions(struct duel *d, struct bench_extra *out, double *positions) {
    double seconds = 0;
    d->times = malloc(ROOM * sizeof *d->times);
    d->room = ROOM;
    d->nodes = 0;
    if (!d->times || !play(d, TIMED_GAMES)) return false;
    for (size_t i = 0; i < d->count; i++) seconds += d->times[i];
    qsort(d->times, d->count, sizeof *d->times, by_size);
    out->thinking.agent = "magic.search";
    out->thinking.games = TIMED_GAMES;
    out->thinking.decisions = d->count;
    out->thinking.median = d->times[d->count / 2];
    out->thinking.p99 = d->times[d->count - 1 - d->count / 100];
    out->thinking.worst = d->times[d->count - 1];
    *positions = (double)d->nodes / seconds;
    return true;
}

/* Counts the positions that magic.search evaluates in fixed games against itself: its part of the signature. */
static uint64_t count_nodes(const struct jg_game *g, const atomic_bool *stop) {
    struct duel d;
    uint64_t nodes = duel_open(&d, g, stop) && play(&d, SIGNED_GAMES) ? d.nodes : 0;
    duel_close(&d);
    return nodes;
}

static bool measure(const struct jg_game *g, const atomic_bool *stop, bool only_signature, struct bench_extra *out) {
    struct duel d;
    double random = 0, searched = 0, positions = 0;
    out->nodes = count_nodes(g, stop);
    if (only_signature || !out->nodes) return out->nodes;
    for (int i = 0; i < TIMES && !atomic_load(stop); i++) random = fmax(random, random_speed(g));
    bool good = duel_open(&d, g, stop) && time_games(&d, &searched) && time_decisions(&d, out, &positions);
    duel_close(&d);
    bench_add_rate(out, "random-random duels", "games/s", random);
    bench_add_rate(out, "search-search duels", "games/s", searched);
    bench_add_rate(out, "magic.search", "nodes/s", positions);
    return good;
}

/* ---- The plain engine ------------------------------------------------------------------ */

static void plain_random(struct jg_rng *rng) {
    struct plain_magic p;
    struct plain_magic_move moves[PLAIN_MAGIC_MOVES];
    plain_magic_start(&p, PLAIN_MAGIC_RED, PLAIN_MAGIC_WHITE);
    for (int who; (who = plain_magic_decides(&p)) != PLAIN_MAGIC_OVER;) {
        int n = plain_magic_moves(&p, moves), all = n, i = 0;
        if (who == PLAIN_MAGIC_CHANCE) {
            all = 0;
            for (int k = 0; k < n; k++) all += moves[k].copies;
        }
        int left = (int)jg_rng_below(rng, (uint32_t)all);
        if (who == PLAIN_MAGIC_CHANCE)
            while (left >= moves[i].copies) left -= moves[i++].copies;
        else
            i = left;
        plain_magic_move(&p, &moves[i]);
    }
}

const struct bench_game bench_magic = {.name = "magic", .plain_random = plain_random, .measure = measure};
