/* Measures how many seeds agents of Kalah lose against best play. Usage: kalah_loss GAME POSITIONS SEED AGENT...
 *
 * The positions come from games between players that err, one of each game, with 13 to 36 seeds in the houses and at
 * least two moves: more seeds than the database of every search has, and few enough for the exact solver, which finds
 * the value of every move. A game ends with its position, so none is the result of a longer plan; no training has seen
 * them, unless by chance. The loss of an agent is the value of the best move minus that of its own. */
#include "core/clock.h"
#include "games/kalah/solver.h"

#include <jogada/ask.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEEDS_LEAST = JG_KALAH_ENDGAME_SEEDS_DEFAULT + 1, /* in the houses */
    SEEDS_MOST = 36,
    DATABASE = 20,           /* seeds of the solver's database: 226 MB, saved in the cache folder */
    TABLE = 256 << 20,       /* bytes of the solver's transposition table */
    OPENING_LEAST = 4,       /* random plies, */
    OPENING_MOST = 12,       /* at most these */
    MISTAKE = 8,             /* one move in this many is random */
    BANDS = 4,               /* of positions by their seeds */
    HOUSES = JG_KALAH_ENDGAME_HOUSES_MAX,
};

static const char PLAYER[] = "ab:nodes=200,eval=mix,tt=64k";

struct position {
    union jg_state state;
    int band, n;
    jg_move moves[HOUSES];
    int32_t values[HOUSES], best;
};

/* What an agent lost, in a band of positions or in all. */
struct losses {
    int positions, best, thrown; /* best: moves without a loss; thrown: wins and draws that became less */
    double sum, squares;
};

static void fail(const struct jg_error *err) {
    fprintf(stderr, "kalah_loss: %s\n", err->message);
    exit(EXIT_FAILURE);
}

static int seeds_of(const struct jg_game *g, const void *state) {
    int seeds = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int house = 0; house < g->max_moves; house++) seeds += jg_kalah_seeds(g, state, seat, house);
    return seeds;
}

/* ---- Positions ------------------------------------------------------------------------------ */

/* Plays a game until few enough seeds are left; false if it skipped them, or has no choice to make there. */
static bool draw_position(struct jg_agent *player, struct jg_rng *rng, struct position *p) {
    const struct jg_game *g = player->game;
    struct jg_error err = {0};
    int most = SEEDS_LEAST + (int)jg_rng_below(rng, SEEDS_MOST - SEEDS_LEAST + 1);
    int opening = OPENING_LEAST + (int)jg_rng_below(rng, OPENING_MOST - OPENING_LEAST + 1);
    jg_start(g, &p->state);
    for (int ply = 0; jg_turn(g, &p->state) != JG_OVER; ply++) {
        int n = jg_moves(g, &p->state, p->moves), seeds = seeds_of(g, &p->state);
        if (seeds < SEEDS_LEAST) return false;
        if (seeds <= most && ply >= opening && n > 1) return true;
        jg_move move = p->moves[jg_rng_below(rng, (uint32_t)n)];
        struct jg_ask ask = {.seed = jg_rng_next(rng), .untimed = true};
        struct jg_report report = {0};
        if (ply >= opening && jg_rng_below(rng, MISTAKE)) {
            if (jg_ask_state(&ask, player, &p->state, &report, &err)) fail(&err);
            move = report.move;
        }
        jg_apply(g, &p->state, move);
    }
    return false;
}

static void solve_position(struct jg_kalah_solver *solver, const struct jg_game *g, struct position *p) {
    static struct jg_solution s;
    struct jg_solve_query query = {.state = &p->state, .all = true};
    jg_kalah_solver_run(solver, &query, 0, &s);
    p->n = s.move_count;
    p->best = s.value.low;
    p->band = (seeds_of(g, &p->state) - SEEDS_LEAST) * BANDS / (SEEDS_MOST - SEEDS_LEAST + 1);
    for (int i = 0; i < s.move_count; i++) {
        p->moves[i] = s.moves[i].move;
        p->values[i] = s.moves[i].value.low;
    }
}

static struct position *make_positions(const struct jg_game *g, int count, uint64_t seed) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_error err = {0};
    struct jg_kalah_endgame_params params = {
        .houses = o->houses, .emptycapture = o->emptycapture, .seeds = DATABASE, .threads = 1, .save = true};
    bool made;
    struct jg_kalah_endgame *endgame = jg_kalah_endgame_open(&params, &made, &err);
    struct jg_kalah_solver_options options = {.threads = 1, .table = TABLE, .endgame = endgame};
    struct jg_kalah_solver *solver = endgame ? jg_kalah_solver_new(g, &options, &err) : NULL;
    struct position *all = calloc((size_t)count, sizeof *all);
    struct jg_agent player;
    if (!solver || !all || jg_agent_open(&player, g, PLAYER, &err)) fail(&err);
    uint64_t game = 0;
    for (int i = 0; i < count; i++) {
        struct jg_rng rng;
        do jg_rng_init(&rng, seed, game++);
        while (!draw_position(&player, &rng, &all[i]));
        solve_position(solver, g, &all[i]);
    }
    jg_agent_close(&player);
    jg_kalah_solver_free(solver);
    jg_kalah_endgame_close(endgame);
    return all;
}

/* ---- Agents ------------------------------------------------------------------------------- */

static int sign(int32_t x) { return (x > 0) - (x < 0); }

static void add(struct losses *l, const struct position *p, jg_move move) {
    int i = 0;
    while (p->moves[i] != move) i++;
    double loss = p->best - p->values[i];
    l->positions++;
    l->best += loss == 0;
    l->thrown += sign(p->values[i]) < sign(p->best);
    l->sum += loss;
    l->squares += loss * loss;
}

static void print(const char *name, const struct losses *l) {
    double n = l->positions, mean = l->sum / n, error = 1.96 * sqrt((l->squares / n - mean * mean) / n);
    printf("%-12s %9d %8.2f %% %9.3f (+-%.3f) %10.2f %%\n", name, l->positions, 100 * l->best / n, mean, error,
           100 * l->thrown / n);
}

static void measure(const struct jg_game *g, const char *spec, const struct position *all, int count) {
    struct losses bands[BANDS + 1] = {0};
    struct jg_error err = {0};
    struct jg_agent a;
    double begin = jg_clock();
    if (jg_agent_open(&a, g, spec, &err)) fail(&err);
    for (int i = 0; i < count; i++) {
        struct jg_ask ask = {.seed = (uint64_t)i};
        struct jg_report report = {0};
        if (jg_ask_state(&ask, &a, &all[i].state, &report, &err)) fail(&err);
        add(&bands[all[i].band], &all[i], report.move);
        add(&bands[BANDS], &all[i], report.move);
    }
    jg_agent_close(&a);
    printf("\n%s (%.1f ms a move)\n%-12s %9s %10s %20s %12s\n", spec, 1000 * (jg_clock() - begin) / count, "seeds",
           "positions", "best move", "mean loss in seeds", "result lost");
    for (int i = 0; i < BANDS; i++) {
        char name[32];
        int width = (SEEDS_MOST - SEEDS_LEAST + 1) / BANDS, from = SEEDS_LEAST + i * width;
        snprintf(name, sizeof name, "%d to %d", from, from + width - 1);
        if (bands[i].positions) print(name, &bands[i]);
    }
    print("all", &bands[BANDS]);
    fflush(stdout);
}

int main(int argc, char **argv) {
    struct jg_error err = {0};
    struct jg_game g;
    int count = argc > 2 ? atoi(argv[2]) : 0;
    if (argc < 5 || count < 1) {
        fprintf(stderr, "usage: kalah_loss GAME POSITIONS SEED AGENT...\n");
        return EXIT_FAILURE;
    }
    if (jg_game_open(&g, argv[1], &err)) fail(&err);
    if (strcmp(g.kind->name, "kalah") || jg_kalah_options(&g)->houses > HOUSES) {
        fprintf(stderr, "kalah_loss: the game must be Kalah with at most %d houses\n", HOUSES);
        return EXIT_FAILURE;
    }
    struct position *all = make_positions(&g, count, strtoull(argv[3], NULL, 10));
    printf("%s, %d positions, seed %s\n", argv[1], count, argv[3]);
    for (int i = 4; i < argc; i++) measure(&g, argv[i], all, count);
    free(all);
    jg_game_close(&g);
    return EXIT_SUCCESS;
}
