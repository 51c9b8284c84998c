/* The history of a round, reconstructed from a state: every tile and pass in order. */
#ifndef GAMES_DOMINO_ROUND_H
#define GAMES_DOMINO_ROUND_H

#include "games/domino/domino.h"

enum { JG_DOMINO_PLAYS = JG_DOMINO_TILES + 3 + 3 * (JG_DOMINO_TILES - 1) };

struct jg_domino_round {
    int opener; /* the seat with the first turn */
    int jump;   /* with nodbl=sena: the seat that opened with the 6-6 in its place; -1: none */
    bool sena;  /* the round had to open with the 6-6 */
    int count;
    struct {
        int seat;
        jg_move move;
    } plays[JG_DOMINO_PLAYS];
};

/* All hands are dealt, or shown after a round. */
static inline bool jg_domino_dealt(const struct jg_domino *s) {
    return s->turn < JG_DOMINO_DEAL || jg_domino_between(s);
}

/* Reconstructs the plays of a round that is dealt. Once the round is over, the state no longer says
 * whether the 6-6 had to open it, which nothing depends on; `sena` is then set in round 1 only. */
void jg_domino_round_from(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_round *out);

/* The state at the start of the round, with 0 points. A hidden hand gets every unseen tile, so that
 * replaying the round does not find it locked too early. */
void jg_domino_round_start(const struct jg_domino *s, const struct jg_domino_round *round, struct jg_domino *out);

/* Replays play number i; event may be NULL. */
void jg_domino_round_play(const struct jg_domino_rules *r, const struct jg_domino_round *round, int i,
                          struct jg_domino *s, struct jg_domino_event *event);

/* jg_domino_play for a view. Returns false if the move ends the round while hands are hidden: the
 * points of the end are then unknown, and those in event are meaningless. */
bool jg_domino_preview(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                       struct jg_domino *after, struct jg_domino_event *event);

/* The event of the last tile of a finished round: its points and the pips left. */
void jg_domino_round_end(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_event *event);

#endif
