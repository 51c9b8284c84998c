/* Random play and perft (counting move sequences), for any game. */
#include <jogada/game.h>

#include "core/parallel.h"
#include "core/stop.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

jg_move jg_random_move(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    if (jg_turn(g, state) == JG_CHANCE) return g->kind->draw(g, state, rng);
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves);
    return moves[jg_rng_below(rng, (uint32_t)n)];
}

int jg_random_play(const struct jg_game *g, void *state, struct jg_rng *rng, int plies) {
    int made = 0;
    for (; made < plies && jg_turn(g, state) != JG_OVER; made++) jg_apply(g, state, jg_random_move(g, state, rng));
    return made;
}

/* ---- Perft ------------------------------------------------------------------ */

/* A chance node may have a million outcomes, so successors are numbered, not listed. */
static uint64_t successors(const struct jg_game *g, const void *state, jg_move *moves, int *turn) {
    *turn = jg_turn(g, state);
    if (*turn == JG_OVER) return 0;
    return *turn == JG_CHANCE ? g->kind->outcomes(g, state) : (uint64_t)jg_moves(g, state, moves);
}

static jg_move successor(const struct jg_game *g, const void *state, const jg_move *moves, int turn, uint64_t i) {
    double probability;
    return turn == JG_CHANCE ? g->kind->outcome(g, state, i, &probability) : moves[i];
}

static bool stopped(const atomic_bool *stop) { return jg_stopped(stop); }

static uint64_t count(const struct jg_game *g, const void *state, int depth, const atomic_bool *stop) {
    _Alignas(max_align_t) unsigned char child[g->state_size];
    jg_move moves[g->max_moves];
    int turn;
    uint64_t n = successors(g, state, moves, &turn), total = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (depth > 1 && stopped(stop)) return 0;
        memcpy(child, state, g->state_size);
        jg_apply(g, child, successor(g, state, moves, turn, i));
        total += depth == 1 ? 1 : count(g, child, depth - 1, stop);
    }
    return total;
}

uint64_t jg_perft(const struct jg_game *g, const void *state, int depth) {
    return depth <= 0 ? 1 : count(g, state, depth, NULL);
}

/* Divide: the positions after one or two moves are the work items. */
struct piece {
    uint64_t first, second; /* indices of the moves that lead to it */
    uint64_t nodes;
};

struct division {
    const struct jg_game *g;
    const void *state;
    const struct jg_perft_split *how;
    struct piece *pieces;
    size_t n, room;
    int level; /* moves before a piece: 1 or 2 */
    int depth; /* plies below a piece */
    atomic_size_t done;
    atomic_uint_fast64_t nodes;
    atomic_flag showing;
};

static jg_move step(const struct jg_game *g, void *state, uint64_t i) {
    jg_move moves[JG_MOVES_MAX];
    int turn;
    successors(g, state, moves, &turn);
    jg_move move = successor(g, state, moves, turn, i);
    jg_apply(g, state, move);
    return move;
}

static bool add_piece(struct division *d, uint64_t first, uint64_t second) {
    if (d->n == d->room) {
        size_t room = d->room ? 2 * d->room : 64;
        struct piece *more = realloc(d->pieces, room * sizeof *more);
        if (!more) return false;
        d->pieces = more;
        d->room = room;
    }
    d->pieces[d->n++] = (struct piece){.first = first, .second = second};
    return true;
}

static void count_piece(void *arg, size_t i) {
    struct division *d = arg;
    struct piece *p = &d->pieces[i];
    union jg_state state;
    if (stopped(d->how->stop)) return;
    memcpy(&state, d->state, d->g->state_size);
    step(d->g, &state, p->first);
    if (d->level == 2) step(d->g, &state, p->second);
    p->nodes = d->depth ? count(d->g, &state, d->depth, d->how->stop) : 1;
    size_t done = atomic_fetch_add(&d->done, 1) + 1;
    uint64_t nodes = atomic_fetch_add(&d->nodes, p->nodes) + p->nodes;
    if (d->how->progress && !atomic_flag_test_and_set(&d->showing)) {
        d->how->progress(d->how->arg, (double)done / (double)d->n, (double)nodes);
        atomic_flag_clear(&d->showing);
    }
}

int jg_perft_divide(const struct jg_game *g, const void *state, int depth, const struct jg_perft_split *how,
                    jg_move *moves, uint64_t *counts, int room, uint64_t *total) {
    *total = 1;
    if (depth <= 0) return 0;
    jg_move list[JG_MOVES_MAX];
    int turn;
    uint64_t n = successors(g, state, list, &turn);
    struct division d = {.g = g, .state = state, .how = how, .showing = ATOMIC_FLAG_INIT};
    d.level = depth >= 2 && n <= JG_MOVES_MAX ? 2 : 1; /* a deal has enough pieces at level 1 */
    d.depth = depth - d.level;
    bool good = true;
    for (uint64_t i = 0; i < n && good; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_move move = step(g, &child, i);
        if (i < (uint64_t)room) {
            moves[i] = move;
            counts[i] = 0;
        }
        uint64_t second = d.level == 2 ? successors(g, &child, list, &turn) : 1;
        for (uint64_t j = 0; j < second && good; j++) good = add_piece(&d, i, j);
    }
    if (good) jg_parallel(how->threads, d.n, count_piece, &d);
    *total = 0;
    for (size_t i = 0; i < d.n; i++) {
        *total += d.pieces[i].nodes;
        if (d.pieces[i].first < (uint64_t)room) counts[d.pieces[i].first] += d.pieces[i].nodes;
    }
    free(d.pieces);
    return good && !stopped(how->stop) ? (int)n : -1;
}
