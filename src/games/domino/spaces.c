/* Actions and observations of dominoes for environments. An action is an arm and a tile, or the pass; where a galo is
 * announced, the same again with an announcement follows. Seats in an observation are relative to the observer, in the
 * order of play: the observer, the next, the partner, the previous. */
#include "games/domino/domino.h"

enum {
    SEATS = 4,
    ARMS = 4,
    NUMBERS = 7,
    PASS = ARMS * JG_DOMINO_TILES, /* the action */
    LACKS = 8,                     /* the numbers that passes exclude from a hand, and doubles */
};

/* The parts of an observation, by their first element. */
enum {
    HAND,                                       /* the own tiles */
    PLAYED = HAND + JG_DOMINO_TILES,            /* by seat: the tiles that it has played */
    LACKING = PLAYED + SEATS * JG_DOMINO_TILES, /* by seat, without the observer: what its passes have excluded */
    LEFT = LACKING + (SEATS - 1) * LACKS,       /* by seat: the number of tiles in its hand */
    ENDS = LEFT + SEATS,                        /* by playable arm: the number to match */
    SPINNER = ENDS + ARMS * NUMBERS,            /* the number of the opening double */
    WORTH = SPINNER + NUMBERS,                  /* by arm: the pips of its end */
    SUM = WORTH + ARMS,                         /* of the ends */
    POINTS = SUM + 1,                           /* of both teams, the own first; two elements each */
    LAST = POINTS + 4,                          /* by seat: it played the last tile */
    PASSES = LAST + SEATS,                      /* since the last tile */
    ANNOUNCED,                                  /* the last tile announced a galo */
    ROUND,
    SENA, /* the round opens with the 6-6 */
    SIZE
};

void jg_domino_spaces(const struct jg_game *g, struct jg_spaces *out) {
    bool announces = jg_domino_rules(g)->galo == JG_DOMINO_GALO_ANNOUNCE;
    *out = (struct jg_spaces){.actions = PASS + 1 + (announces ? PASS : 0), .shape = {SIZE}};
}

void jg_domino_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) {
        jg_move m = moves[i];
        int placed = jg_domino_move_arm(m) * JG_DOMINO_TILES + jg_domino_move_tile(m);
        out[i] = m == JG_DOMINO_PASS ? PASS : jg_domino_move_announces(m) ? PASS + 1 + placed : placed;
    }
}

static void write_table(const struct jg_domino_rules *r, const struct jg_domino *s, const int *place, uint8_t *out) {
    const struct jg_domino_table *t = &s->table;
    for (int i = 0; i < s->count; i++) out[PLAYED + place[s->by[i]] * JG_DOMINO_TILES + (s->log[i] & 31)] = 1;
    for (int arm = 0, arms = jg_domino_arms(t); arm < arms; arm++)
        out[ENDS + arm * NUMBERS + jg_domino_number(t, arm)] = 1;
    for (int arm = 0; arm < t->arms; arm++) out[WORTH + arm] = t->worth[arm];
    if (t->spinner != JG_DOMINO_NONE) out[SPINNER + t->spinner] = 1;
    out[SUM] = (uint8_t)jg_domino_sum(r, t);
    out[LAST + place[jg_domino_last_seat(s)]] = 1;
}

/* Points do not fall below 0 for long: a galo may take back more than its team has. */
static void write_points(int points, uint8_t *out) {
    jg_encode_wide(out, points < 0 ? 0 : points < UINT16_MAX ? points : UINT16_MAX);
}

void jg_domino_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    const struct jg_domino *s = view;
    int place[SEATS];
    for (int i = 0, who = seat; i < SEATS; i++, who = jg_domino_next(r, who)) {
        place[who] = i;
        out[LEFT + i] = s->left[who];
        for (int k = 0; i && k < LACKS; k++) out[LACKING + (i - 1) * LACKS + k] = s->lacks[who] >> k & 1;
    }
    for (uint32_t tiles = s->hand[seat]; tiles; tiles &= tiles - 1) out[HAND + jg_domino_lowest(tiles)] = 1;
    if (s->count) write_table(r, s, place, out);
    write_points(s->points[jg_team(seat)], out + POINTS);
    write_points(s->points[1 - jg_team(seat)], out + POINTS + 2);
    out[PASSES] = s->passes;
    out[ANNOUNCED] = s->announced;
    out[ROUND] = s->round;
    out[SENA] = s->sena;
}
