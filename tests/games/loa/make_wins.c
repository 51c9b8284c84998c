/* Writes a suite of forced wins of Lines of Action: make_wins SEED > wins.txt
 *
 * Plays games between agents that err, asks proof-number search about their later
 * positions, and keeps what a search by definition confirms: the number of plies,
 * and every move that wins in as many. One position of a game at most. The games change
 * whenever the agents do; the wins that are there stay wins. */
#include "forced.h"
#include "search/pn.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPENING = 6, FROM = 10, PLIES_MAX = 7, GAME_MAX = 200, QUICK = 100000 };

static const struct { int plies, wanted; } KINDS[] = {{1, 12}, {3, 16}, {5, 22}, {7, 16}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static const char *const PLAYERS[][2] = {{"ab:nodes=20k", "ab:nodes=1k"},
                                         {"greedy", "ab:nodes=5k"},
                                         {"ab:nodes=3k", "ab:nodes=20k"},
                                         {"ab:nodes=500", "greedy"}};

struct maker {
    struct jg_game game;
    struct jg_pn *pn;
    struct jg_report report;
    struct jg_pn_result result;
    int found[KIND_COUNT];
    char *lines[KIND_COUNT][64];
};

/* The kind of which positions are still wanted that this many plies are; -1: none. */
static int kind_of(const struct maker *m, int plies) {
    for (int i = 0; i < KIND_COUNT; i++)
        if (KINDS[i].plies == plies && m->found[i] < KINDS[i].wanted) return i;
    return -1;
}

static bool done(const struct maker *m) {
    for (int i = 0; i < KIND_COUNT; i++)
        if (m->found[i] < KINDS[i].wanted) return false;
    return true;
}

static void keep(struct maker *m, int kind, const void *state, const jg_move *moves, int n) {
    char text[4096];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    m->game.kind->print(&m->game, state, &t);
    jg_text_add(&t, " | plies %d |", KINDS[kind].plies);
    for (int i = 0; i < n; i++) {
        jg_text_char(&t, ' ');
        m->game.kind->print_move(&m->game, state, moves[i], &t);
    }
    m->lines[kind][m->found[kind]++] = strdup(text);
    fprintf(stderr, "%s\n", text);
}

/* Whether the position was a forced win that is wanted. */
static bool examine(struct maker *m, const void *state) {
    const struct jg_game *g = &m->game;
    struct jg_pn_query query = {.state = state, .goal = jg_team(jg_turn(g, state)), .limits.depth = PLIES_MAX};
    jg_move moves[JG_MOVES_MAX];
    query.limits.nodes = QUICK;
    if (jg_pn_solve(m->pn, &query, &m->result, NULL) || m->result.verdict != JG_PN_PROVEN) return false;
    query.limits.nodes = 0;
    query.shorten = true;
    if (jg_pn_solve(m->pn, &query, &m->result, NULL) || !m->result.shortest) return false;
    int plies = m->result.plies, kind = kind_of(m, plies);
    if (kind < 0) return false;
    bool right = !wins_within(g, state, query.goal, plies - 1);
    int n = right ? winning_moves(g, state, plies, moves) : 0;
    if (!n) {
        fprintf(stderr, "proof-number search is wrong\n");
        exit(EXIT_FAILURE);
    }
    keep(m, kind, state, moves, n);
    return true;
}

static void play(struct maker *m, const char *const names[2], uint64_t seed, uint64_t number) {
    const struct jg_game *g = &m->game;
    struct jg_agent agents[2];
    struct jg_rng rng;
    union jg_state at;
    int turn;
    jg_rng_init(&rng, seed, number);
    jg_start(g, &at);
    jg_random_play(g, &at, &rng, OPENING);
    int from = FROM + (int)jg_rng_below(&rng, 20); /* not always the first win of a game */
    for (int i = 0; i < 2; i++) jg_agent_open(&agents[i], g, names[i], NULL);
    for (int ply = 0; ply < GAME_MAX && (turn = jg_turn(g, &at)) != JG_OVER; ply++) {
        struct jg_query query = {.view = &at, .seat = turn, .seed = jg_rng_next(&rng)};
        if (ply >= from && examine(m, &at)) break;
        jg_agent_choose(&agents[(uint64_t)turn ^ (number & 1)], &query, &m->report, NULL);
        jg_apply(g, &at, m->report.move);
    }
    for (int i = 0; i < 2; i++) jg_agent_close(&agents[i]);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    struct maker *m = calloc(1, sizeof *m);
    if (!m || jg_game_open(&m->game, "loa", NULL) || !(m->pn = jg_pn_new(&m->game, 64 << 20, NULL)))
        return EXIT_FAILURE;
    for (uint64_t i = 0; !done(m); i++) play(m, PLAYERS[i / 2 % 4], seed, i);
    printf("# Forced wins of Lines of Action: position | plies of the shortest win | every move that wins in as many.\n"
           "# Made by tests/games/loa/make_wins.c with seed %llu, from games between agents that err; found by proof-number\n"
           "# search, confirmed by a search that tries every move and remembers nothing.\n",
           (unsigned long long)seed);
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < m->found[k]; i++) {
            puts(m->lines[k][i]);
            free(m->lines[k][i]);
        }
    jg_pn_free(m->pn);
    jg_game_close(&m->game);
    free(m);
    return EXIT_SUCCESS;
}
