/* What a game knows of positions without a search, as from a database of endings. */
#ifndef SEARCH_ENDGAME_H
#define SEARCH_ENDGAME_H

#include <jogada/agent.h>

/* Whether a game knows anything, whatever was played before. */
static inline bool jg_endgame_available(const struct jg_game *g) { return g->kind->probe_endgame && !g->repeat; }

/* The score for a team under best play of a position that is over or known; false of others. */
static inline bool jg_endgame_probe(const struct jg_game *g, const void *state, int team, int32_t *score) {
    if (jg_turn(g, state) == JG_OVER) {
        *score = jg_score(g, state, team);
        return true;
    }
    if (!g->kind->probe_endgame(g, state, score)) return false;
    if (team) *score = -*score;
    return true;
}

/* Answers a question without a search if each of its moves is known: the one with the best score, of several
 * that ask->seed says; the score of every move; and a line of best moves. False, and the report as it was,
 * if that cannot be, or the game knows nothing. */
bool jg_endgame_choose(const struct jg_game *g, const struct jg_query *query, struct jg_report *report);

/* Adds best moves to a report's line from the position that it leads to, as far as they are known. Returns
 * whether the game ends there. */
bool jg_endgame_extend_pv(const struct jg_game *g, void *state, struct jg_report *report);

/* Adds "solved: you lose by 8 against best play", of somebody's own score, to a text. */
void jg_endgame_describe(struct jg_text *t, int32_t score, jg_lang lang);

#endif
