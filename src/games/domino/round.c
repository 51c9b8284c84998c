/* Reconstructs the history of a round from a state's log, and replays it. A state logs tiles only:
 * passes follow from the gaps in the order of play. */
#include "games/domino/round.h"

#include <string.h>

static int before(const struct jg_domino_rules *r, int seat) { return (seat + 4 - r->step) & 3; }

static void add(struct jg_domino_round *round, int seat, jg_move move) {
    round->plays[round->count].seat = seat;
    round->plays[round->count++].move = move;
}

static void add_passes(const struct jg_domino_rules *r, struct jg_domino_round *round, int from, int to) {
    for (; from != to; from = jg_domino_next(r, from)) add(round, from, JG_DOMINO_PASS);
}

/* Finds the seat that had the first turn. Once the round is over, `opener` belongs to the next round;
 * passes at the opening still show in `lacks`. */
static void find_opener(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_round *out) {
    int first = s->count ? s->by[0] : s->turn;
    bool over = jg_domino_between(s);
    out->opener = over ? first : s->opener;
    out->sena = over ? s->round == 1 : s->sena;
    out->jump = -1;
    if (r->nodbl == JG_DOMINO_NODBL_SENA) {
        for (int seat = 0; seat < 4; seat++)
            if (s->lacks[seat] & JG_DOMINO_NO_DOUBLE) {
                out->opener = seat;
                out->jump = first;
                out->sena = false;
            }
    } else if (over) {
        while (s->lacks[before(r, out->opener)] & JG_DOMINO_NO_DOUBLE) out->opener = before(r, out->opener);
    }
}

void jg_domino_round_from(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_round *out) {
    int first = s->count ? s->by[0] : s->turn;
    out->count = 0;
    find_opener(r, s, out);
    if (out->jump >= 0)
        add(out, out->opener, JG_DOMINO_PASS);
    else
        add_passes(r, out, out->opener, first);
    for (int i = 0; i < s->count; i++) {
        if (i) add_passes(r, out, jg_domino_next(r, s->by[i - 1]), s->by[i]);
        add(out, s->by[i], (jg_move)s->log[i] + 2);
    }
    for (int i = 0, seat = s->count ? jg_domino_last_seat(s) : 0; s->count && i < s->passes; i++)
        add(out, seat = jg_domino_next(r, seat), JG_DOMINO_PASS);
}

void jg_domino_round_start(const struct jg_domino *s, const struct jg_domino_round *round, struct jg_domino *out) {
    uint32_t unseen = jg_domino_unseen(s);
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < 4; seat++) {
        out->hand[seat] = jg_domino_hidden(s, seat) ? unseen : s->hand[seat];
        out->left[seat] = JG_DOMINO_HAND;
    }
    for (int i = 0; i < s->count; i++) out->hand[s->by[i]] |= 1u << (s->log[i] & 31);
    out->round = s->round;
    out->turn = out->opener = (uint8_t)round->opener;
    out->sena = round->sena;
}

void jg_domino_round_play(const struct jg_domino_rules *r, const struct jg_domino_round *round, int i,
                          struct jg_domino *s, struct jg_domino_event *event) {
    jg_domino_play(r, s, round->plays[i].move, event);
    if (!i && round->jump >= 0) s->turn = (uint8_t)round->jump;
}

bool jg_domino_preview(const struct jg_domino_rules *r, const struct jg_domino *view, jg_move move,
                       struct jg_domino *after, struct jg_domino_event *event) {
    uint32_t unseen = jg_domino_unseen(view);
    bool hidden = false;
    *after = *view;
    for (int seat = 0; seat < 4; seat++)
        if (seat != view->turn && jg_domino_hidden(view, seat)) {
            after->hand[seat] = unseen;
            hidden = true;
        }
    jg_domino_play(r, after, move, event);
    return !hidden || !jg_domino_between(after);
}

void jg_domino_round_end(const struct jg_domino_rules *r, const struct jg_domino *s, struct jg_domino_event *event) {
    struct jg_domino_round round;
    struct jg_domino at;
    jg_domino_round_from(r, s, &round);
    jg_domino_round_start(s, &round, &at);
    for (int i = 0; i < round.count; i++) jg_domino_round_play(r, &round, i, &at, event);
}
