/* Shared by the searches: limits, node counts, traces, move ordering, and the root of minimax, negamax and alpha-beta,
 * each of which is one recursive function that returns the value of a position. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <jogada/search.h>

#include <string.h>

enum { JG_INFINITE = INT32_MAX }; /* greater than any value */

/* A principal variation under construction. */
struct jg_pv {
    int count;
    jg_move moves[JG_PV_MAX];
};

/* pv = move followed by the child's pv. */
void jg_pv_set(struct jg_pv *pv, jg_move move, const struct jg_pv *child_pv);

/* The value of a position for a team, which need not be the one to move: exact between alpha and beta, otherwise a
 * bound. Fills pv, which is passed empty. */
typedef int32_t jg_search_value(struct jg_search *s, const void *state, int depth, int team, int32_t alpha,
                                int32_t beta, struct jg_pv *pv);

/* Searches the root moves with `value_of` and fills the report. `bounded`: value_of prunes by alpha and beta. */
void jg_search_root(struct jg_search *s, jg_search_value *value_of, bool bounded, const void *state,
                    struct jg_report *report);

/* Clears the counts and starts the clock. Returns the maximum depth. */
int jg_search_begin(struct jg_search *s);

/* Counts a node; true if the search must stop. Once true, it stays true. */
bool jg_search_enter(struct jg_search *s);

/* Counts a leaf and returns its value for a team. over: the game has ended; otherwise the depth limit was reached. */
int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over);

/* The same where no player is to move: turn is JG_OVER or JG_CHANCE. */
int32_t jg_search_terminal(struct jg_search *s, const void *state, int team, int turn);

/* Writes the moves to search, in order, and returns their number: past the depth limit none, or the noisy ones if
 * quiescence is on. */
int jg_search_moves(const struct jg_search *s, const void *state, int depth, jg_move *moves);

/* Sorts moves by descending keys, stably. Sorts the keys too. */
void jg_search_sort(jg_move *moves, int32_t *keys, int n);

/* Copies counts, value and pv to the report. */
void jg_search_report(const struct jg_search *s, int depth, int32_t value, const struct jg_pv *pv,
                      struct jg_report *report);

/* For a search that stopped when all moves searched so far lose: reports the next move, without a value. */
void jg_search_report_untried(jg_move next, struct jg_report *report);

void jg_search_trace_enter(const struct jg_search *s, const void *state, jg_move move, int depth, int team,
                           int32_t alpha, int32_t beta);
void jg_search_trace_leave(const struct jg_search *s, int team, int32_t value, const struct jg_pv *pv);

/* Counts a cutoff if any moves are left, and traces it. */
void jg_search_cut(struct jg_search *s, const jg_move *moves, int n);

/* Makes a move and returns the value of the child, searched to `depth` plies. 0 once the search is stopped. */
static inline int32_t jg_search_child(struct jg_search *s, jg_search_value *value_of, const void *state, jg_move move,
                                      int depth, int team, int32_t alpha, int32_t beta, struct jg_pv *pv) {
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    pv->count = 0;
    if (jg_search_enter(s)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    if (!s->trace) return value_of(s, child, depth, team, alpha, beta, pv);
    jg_search_trace_enter(s, child, move, depth, team, alpha, beta);
    int32_t value = value_of(s, child, depth, team, alpha, beta, pv);
    if (!s->stopped) jg_search_trace_leave(s, team, value, pv);
    return value;
}

#endif
