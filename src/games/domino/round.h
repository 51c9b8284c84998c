/* A round as the table remembers it: every tile and pass, in order. */
#ifndef GAMES_DOMINO_ROUND_H
#define GAMES_DOMINO_ROUND_H

#include "games/domino/domino.h"

enum { JG_DOMINO_PLAYS = JG_DOMINO_TILES + 3 + 3 * (JG_DOMINO_TILES - 1) };

struct jg_domino_round {
    int opener; /* whose turn was the first */
    int jump;   /* who opened instead with the 6-6, as nodbl=sena has it; -1: nobody */
    bool sena;  /* the opening was to be the 6-6 */
    int count;
    struct {
        int seat;
        jg_move move;
    } plays[JG_DOMINO_PLAYS];
};

/* All hands are dealt, or lie open after a round. */
static inline bool jg_domino_dealt(const struct jg_domino *s) {
    return s->turn < JG_DOMINO_DEAL || jg_domino_between(s);
}

/* What was played in a round that is dealt. After it, whether a 6-6 had to be the
 * opening is forgotten and does not matter; `sena` then holds in the first round only. */
void jg_domino_remember(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_round *out);

/* The round's beginning, without points. A hand that is hidden has every tile that it
 * may hold, so that a lock comes when it should and not earlier. */
void jg_domino_rewind(const struct jg_domino *s, const struct jg_domino_round *round, struct jg_domino *out);

/* Makes play number i; event may be NULL. */
void jg_domino_step(const struct jg_domino_rules *r, const struct jg_domino_round *round, int i, struct jg_domino *s,
                    struct jg_domino_event *event);

/* jg_domino_play in a view: false if it ends the round there while hands are hidden,
 * so that the points of the end are not known and those of event are not to be used. */
bool jg_domino_foresee(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                       struct jg_domino *after, struct jg_domino_event *event);

/* What the last tile of a round that is over scored, and the pips. */
void jg_domino_round_end(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_event *event);

#endif
