/* What a game knows of positions without a search, as from a database of endings. */
#ifndef SEARCH_KNOWN_H
#define SEARCH_KNOWN_H

#include <jogada/agent.h>

/* Whether a game knows anything, whatever was played before. */
static inline bool jg_known_any(const struct jg_game *g) { return g->kind->known && !g->repeat; }

/* The score for a team under best play of a position that is over or known; false of others. */
static inline bool jg_known_score(const struct jg_game *g, const void *state, int team, int32_t *score) {
    if (jg_turn(g, state) == JG_OVER) {
        *score = jg_score(g, state, team);
        return true;
    }
    if (!g->kind->known(g, state, score)) return false;
    if (team) *score = -*score;
    return true;
}

/* Answers a question without a search if each of its moves is known: the one with the best score, of several
 * that ask->seed says; the score of every move; and a line of best moves. False, and the report as it was,
 * if that cannot be, or the game knows nothing. */
bool jg_known_answer(const struct jg_game *g, const struct jg_ask *ask, struct jg_report *report);

/* Adds best moves to a report's line from the position that it leads to, as far as they are known. Returns
 * whether the game ends there. */
bool jg_known_line(const struct jg_game *g, void *state, struct jg_report *report);

/* Adds "solved: you lose by 8 against best play", of somebody's own score, to a text. */
void jg_known_words(struct jg_text *t, int32_t score, enum jg_lang lang);

#endif
