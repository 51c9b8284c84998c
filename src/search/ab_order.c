/* Move ordering: killer moves (S. Akl and M. Newborn, 1977), countermoves (J. Uiterwijk, 1992) and the history
 * heuristic (J. Schaeffer, 1983), here relative: moves gain by cutoffs and lose by being searched before one
 * (M. Winands and others, 2004), and both decay. */
#include "search/ab_order.h"

#include <stdlib.h>

enum {
    QUIET_RANK = 128,    /* history that a point of the game's rank is worth for quiet moves; 32 to 512 play alike */
    HISTORY_MAX = 16384, /* bound of a history value, never reached */
    BONUS = 16,          /* for a cutoff, times the square of the depth */
    BONUS_MAX = 1024,
    COUNTERMOVE = AB_RANK_KILLER,
    SECOND_KILLER = AB_RANK_KILLER + AB_RANK_KILLER / 4,
    FIRST_KILLER = AB_RANK_KILLER + AB_RANK_KILLER / 2,
};

/* Index of a move in the history and countermove tables. */
static unsigned slot_of(jg_move move) { return (move ^ move >> 12 ^ move >> 24) % AB_HISTORY; }

/* The table's move first; then moves that are not quiet, by the game's rank; then killers and the countermove; then
 * quiet moves by the game's rank plus history. In games without JG_MAY_REDUCE, whose moves are few and mostly not
 * quiet, the game's rank leads for all moves. */
void ab_rank_moves(struct ab_worker *w, const void *state, struct ab_move_list *l, int team, int ply, int tt_move,
                   bool skip_quiet) {
    if (!l->n) return;
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    const int16_t *history = w->history[team];
    jg_move killer = w->killers[ply][0], second = w->killers[ply][1];
    jg_move countermove = w->countermoves[team][slot_of(w->moves[ply])];
    if (s->enabled & JG_AB_RANK)
        g->kind->rank(g, state, l->moves, l->n, l->ranks);
    else
        memset(l->ranks, 0, (size_t)l->n * sizeof *l->ranks);
    int32_t quiet = g->kind->traits & JG_MAY_REDUCE ? QUIET_RANK : AB_RANK_GAME;
    int count = tt_move >= 0;
    for (int i = 0; i < l->n; i++) { /* branchless: which moves are quiet is unpredictable */
        jg_move move = l->moves[i];
        int32_t rank = l->ranks[i], factor = rank > JG_RANK_QUIET ? AB_RANK_GAME : quiet;
        int32_t bonus =
            (move == killer) * FIRST_KILLER + (move == second) * SECOND_KILLER + (move == countermove) * COUNTERMOVE;
        l->items[count] = ab_item(rank * factor + bonus + history[slot_of(move)], i);
        count += (i != tt_move) & (!skip_quiet | (rank > JG_RANK_QUIET));
    }
    l->n = count;
}

/* The nearer a history value is to its bound, the less it changes. */
static void add_bonus(int16_t *history, int bonus) {
    *history = (int16_t)(*history + bonus - *history * abs(bonus) / HISTORY_MAX);
}

void ab_update_history(struct ab_worker *w, const struct ab_move_list *l, int i, int team, int depth, int ply) {
    const struct ab_shared *s = w->shared;
    jg_move move = l->moves[ab_item_index(l->items[i])], *killers = w->killers[ply];
    w->cuts++;
    if (s->enabled & JG_AB_KILLERS && killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    if (s->enabled & JG_AB_COUNTERMOVES) w->countermoves[team][slot_of(w->moves[ply])] = move;
    if (!(s->enabled & JG_AB_HISTORY)) return;
    int bonus = BONUS * depth * depth < BONUS_MAX ? BONUS * depth * depth : BONUS_MAX;
    add_bonus(&w->history[team][slot_of(move)], bonus);
    for (int k = 0; k < i; k++) add_bonus(&w->history[team][slot_of(l->moves[ab_item_index(l->items[k])])], -bonus);
}
