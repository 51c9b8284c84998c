/* Killers (S. Akl and M. Newborn, 1977), the answer that has cut after the same move
 * (J. Uiterwijk's countermove, 1992), and a history of cuts (J. Schaeffer, 1983) that
 * also counts in how many tries: the relative history of M. Winands and others
 * (2004), here as gains and losses that wear off. */
#include "search/ab_order.h"

#include <stdlib.h>

enum {
    OPINION = 128, /* history that a point of the game's opinion is worth, of a quiet move; 32 to 512 are alike */
    HISTORY_MOST = 16384, /* what no history reaches */
    GAIN = 16,            /* what a cut adds, times the square of the depth */
    GAIN_MOST = 1024,     /* what one cut adds at most */
    ANSWER = AB_RANK_KILLER,
    SECOND_KILLER = AB_RANK_KILLER + AB_RANK_KILLER / 4,
    FIRST_KILLER = AB_RANK_KILLER + AB_RANK_KILLER / 2,
};

static unsigned number_of(jg_move move) { return (move ^ move >> 12 ^ move >> 24) % AB_HISTORY; }

/* The table's move first; then what is not quiet, by the game's opinion; then
 * killers and the answer to the move before; the others by opinion and history
 * together. Where moves are few and mostly not quiet, the opinion goes first in all. */
void ab_rank(struct ab_worker *w, const void *state, struct ab_list *l, int team, int ply, int first, bool noisy) {
    if (!l->n) return;
    const struct ab_shared *s = w->shared;
    const struct jg_game *g = s->game;
    const int16_t *history = w->history[team];
    jg_move killer = w->killers[ply][0], second = w->killers[ply][1];
    jg_move answer = w->answers[team][number_of(w->moves[ply])];
    if (s->may & JG_AB_RANK)
        g->kind->rank(g, state, l->moves, l->n, l->ranks);
    else
        memset(l->ranks, 0, (size_t)l->n * sizeof *l->ranks);
    int32_t quiet = g->kind->traits & JG_MAY_REDUCE ? OPINION : AB_RANK_GAME;
    int kept = first >= 0;
    for (int i = 0; i < l->n; i++) { /* without branches: which moves are quiet cannot be foretold */
        jg_move move = l->moves[i];
        int32_t game = l->ranks[i], each = game > JG_RANK_QUIET ? AB_RANK_GAME : quiet;
        int32_t known = (move == killer) * FIRST_KILLER + (move == second) * SECOND_KILLER + (move == answer) * ANSWER;
        l->items[kept] = ab_item(game * each + known + history[number_of(move)], i);
        kept += (i != first) & (!noisy | (game > JG_RANK_QUIET));
    }
    l->n = kept;
}

/* Gains and losses get smaller the nearer a history is to the most. */
static void learn(int16_t *history, int gain) {
    *history = (int16_t)(*history + gain - *history * abs(gain) / HISTORY_MOST);
}

void ab_remember(struct ab_worker *w, const struct ab_list *l, int i, int team, int depth, int ply) {
    const struct ab_shared *s = w->shared;
    jg_move move = l->moves[ab_item_place(l->items[i])], *killers = w->killers[ply];
    w->cuts++;
    if (s->may & JG_AB_KILLERS && killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    if (s->may & JG_AB_ANSWERS) w->answers[team][number_of(w->moves[ply])] = move;
    if (!(s->may & JG_AB_HISTORY)) return;
    int gain = GAIN * depth * depth < GAIN_MOST ? GAIN * depth * depth : GAIN_MOST;
    learn(&w->history[team][number_of(move)], gain);
    for (int k = 0; k < i; k++) learn(&w->history[team][number_of(l->moves[ab_item_place(l->items[k])])], -gain);
}
