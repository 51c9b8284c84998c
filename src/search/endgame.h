/* Exact scores from a game's endgame database (jg_game_kind.probe_endgame), for searches. */
#ifndef SEARCH_ENDGAME_H
#define SEARCH_ENDGAME_H

#include <jogada/agent.h>

/* Whether a game has a database that can be used. Where repetition ends a game, scores depend on its history, and none
 * can. */
static inline bool jg_endgame_available(const struct jg_game *g) { return g->kind->probe_endgame && !g->repeat; }

/* Opens the database, if there is one, before a timed search. Fails if memory runs out. */
static inline enum jg_status jg_endgame_prepare(const struct jg_game *g, struct jg_error *err) {
    return jg_endgame_available(g) && g->kind->open_endgame ? g->kind->open_endgame(g, err) : JG_OK;
}

/* Fails if a probe since the last call lacked the memory to open the database: what followed from such probes depends on
 * the machine and must not be used. */
static inline enum jg_status jg_endgame_check(const struct jg_game *g, struct jg_error *err) {
    return g->kind->check_endgame ? g->kind->check_endgame(g, err) : JG_OK;
}

/* The score for a team with best play, of a position that is over or in the database. False: it is neither. */
static inline bool jg_endgame_probe(const struct jg_game *g, const void *state, int team, int32_t *score) {
    if (jg_turn(g, state) == JG_OVER) {
        *score = jg_score(g, state, team);
        return true;
    }
    if (!g->kind->probe_endgame(g, state, score)) return false;
    if (team) *score = -*score;
    return true;
}

/* Fills the report without a search if the database has the position after every move: the move with the best score
 * (ties are broken by query->seed), the score of every move if query->all, and a pv of best moves. Otherwise returns
 * false and leaves the report as it was. */
bool jg_endgame_choose(const struct jg_game *g, const struct jg_query *query, struct jg_report *report);

/* Extends a report's pv, which leads to `state`, by best moves as far as the database has them. Returns whether the pv
 * reaches the end of the game. Changes the state. */
bool jg_endgame_extend_pv(const struct jg_game *g, void *state, struct jg_report *report);

/* Adds "solved: you lose by 8 with best play" to a text, for the player whose score is given. */
void jg_endgame_describe(struct jg_text *t, int32_t score, jg_lang lang);

#endif
