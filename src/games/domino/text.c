/* Positions of dominoes in one line of text: points, round, opener, hands, plays.
 *
 *     15-0 1 3* 00.12.34/?7/?6/?7 6-6 6-5@1 pass
 *
 * The table, the points of the round and the numbers excluded by passes follow from the plays, so the
 * parser replays the round by the rules. docs/games/domino-reference.md documents the syntax. */
#include "games/domino/round.h"
#include "games/domino/text.h"

#include "core/scan.h"

#include <string.h>

void jg_domino_print_tiles(struct jg_text *t, uint32_t tiles) {
    for (bool first = true; tiles; tiles &= tiles - 1, first = false) {
        int tile = jg_domino_lowest(tiles);
        jg_text_add(t, "%s%d%d", first ? "" : ".", jg_domino_low[tile], jg_domino_high[tile]);
    }
}

void jg_domino_print_play(struct jg_text *t, jg_move move, bool opening) {
    int tile = jg_domino_move_tile(move);
    if (move == JG_DOMINO_PASS) {
        jg_text_put(t, "pass");
        return;
    }
    jg_text_add(t, "%d-%d", jg_domino_high[tile], jg_domino_low[tile]);
    if (!opening) jg_text_add(t, "@%d", jg_domino_move_arm(move) + 1);
    if (jg_domino_move_announces(move)) jg_text_char(t, '!');
}

/* ---- Writing --------------------------------------------------------------------------- */

static void print_opener(const struct jg_domino *s, const struct jg_domino_round *round, struct jg_text *t) {
    if (!jg_domino_dealt(s) && s->sena) {
        jg_text_put(t, " *");
    } else if (!jg_domino_dealt(s)) {
        jg_text_add(t, " %d", s->opener + 1);
    } else {
        jg_text_add(t, " %d", round->opener + 1);
        if (round->jump >= 0) jg_text_add(t, ">%d", round->jump + 1);
        if (round->sena) jg_text_char(t, '*');
    }
}

static void print_hand(const struct jg_domino *s, int seat, struct jg_text *t) {
    if (!jg_domino_dealt(s) && s->turn - JG_DOMINO_DEAL <= seat)
        jg_text_char(t, '.');
    else if (jg_domino_hidden(s, seat))
        jg_text_add(t, "?%d", s->left[seat]);
    else if (s->left[seat])
        jg_domino_print_tiles(t, s->hand[seat]);
    else
        jg_text_char(t, '-');
}

void jg_domino_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct jg_domino *s = state;
    struct jg_domino_round round = {.count = 0};
    if (jg_domino_dealt(s)) jg_domino_round_from(jg_domino_rules(g), s, &round);
    jg_text_add(t, "%d-%d %d", s->points[0], s->points[1], s->round);
    print_opener(s, &round, t);
    for (int seat = 0; seat < 4; seat++) {
        jg_text_char(t, seat ? '/' : ' ');
        print_hand(s, seat, t);
    }
    for (int i = 0, tiles = 0; i < round.count; i++) {
        jg_text_char(t, ' ');
        jg_domino_print_play(t, round.plays[i].move, !tiles);
        tiles += round.plays[i].move != JG_DOMINO_PASS;
    }
}

/* ---- Reading --------------------------------------------------------------------------- */

enum {
    POINTS_MAX = 9999999, /* more than 200 rounds can give under any options */
    ROUND_MAX = 255,
    ANYBODY = 4
};

struct reader {
    const struct jg_domino_rules *r;
    struct jg_scan scan;
    struct jg_error *err;
    const struct jg_game *g;
    int points[2], number; /* of the round */
    struct jg_domino_round round;
    int dealt;        /* number of hands dealt */
    uint32_t hand[4]; /* as written */
    int left[4];
    bool unknown[4];
    int round_at, opener_at, hand_at[4], play_at[JG_DOMINO_PLAYS];
};

#define bad_position(reader, place, ...) jg_fail((reader)->err, JG_EINPUT, place, __VA_ARGS__)

static const char *name(const struct reader *in, int seat) {
    return jg_seat_name(in->g, seat, in->err ? in->err->lang : JG_EN);
}

/* "15-0 1" */
static enum jg_status read_points(struct reader *in) {
    struct jg_scan *s = &in->scan;
    for (int team = 0; team < 2; team++) {
        if (team && !jg_scan_char(s, '-'))
            return bad_position(in, jg_scan_position(s), "expected '-' between the points of the teams");
        if (!jg_scan_number(s, POINTS_MAX, &in->points[team]))
            return bad_position(in, jg_scan_position(s), "expected the points of a team, 0 to %d", POINTS_MAX);
    }
    in->round_at = jg_scan_position(s) + 1;
    if (!jg_scan_char(s, ' ') || !jg_scan_number(s, ROUND_MAX, &in->number))
        return bad_position(in, jg_scan_position(s), "expected a space and the number of the round, 0 to %d",
                            ROUND_MAX);
    return JG_OK;
}

static bool read_seat(struct jg_scan *s, int *seat) {
    struct jg_scan ahead = *s;
    if (!jg_scan_digit(&ahead, 4, seat) || !*seat) return false;
    --*seat;
    *s = ahead;
    return true;
}

/* "*", "3", "3*", "3>1" */
static enum jg_status read_opener(struct reader *in) {
    struct jg_scan *s = &in->scan;
    struct jg_domino_round *round = &in->round;
    round->jump = -1;
    round->opener = ANYBODY;
    in->opener_at = jg_scan_position(s) + 1;
    if (!jg_scan_char(s, ' ')) return bad_position(in, jg_scan_position(s), "expected a space and the opener");
    bool seat = read_seat(s, &round->opener);
    if (seat && jg_scan_char(s, '>')) {
        if (in->r->nodbl != JG_DOMINO_NODBL_SENA)
            return bad_position(in, jg_scan_position(s) - 1, "'>' is allowed only with nodbl=sena");
        if (!read_seat(s, &round->jump) || round->jump == round->opener)
            return bad_position(in, jg_scan_position(s),
                                "expected after '>' the other player, 1 to 4, who opens with "
                                "6-6");
        return JG_OK;
    }
    round->sena = jg_scan_char(s, '*');
    return seat || round->sena ? JG_OK
                               : bad_position(in, jg_scan_position(s),
                                              "expected the opener: a player from 1 to 4, followed by '*' if "
                                              "6-6 opens, or '*' alone");
}

/* "00.12.34" */
static enum jg_status read_tiles(struct reader *in, int seat, uint32_t *all) {
    struct jg_scan *s = &in->scan;
    do {
        int at = jg_scan_position(s), low, high;
        if (!jg_scan_digit(s, 6, &low) || !jg_scan_digit(s, 6, &high))
            return bad_position(in, jg_scan_position(s), "expected a tile, two digits from 0 to 6");
        if (low > high) return bad_position(in, at, "write the lower half of a tile first: %d%d", high, low);
        uint32_t tile = 1u << jg_domino_tile[low][high];
        if (*all & tile) return bad_position(in, at, "tile %d-%d appears twice", high, low);
        if (in->hand[seat] >= tile) return bad_position(in, at, "write the tiles of a hand in order: 00, 01, ... 66");
        *all |= tile;
        in->hand[seat] |= tile;
        if (++in->left[seat] > JG_DOMINO_HAND) return bad_position(in, at, "a hand has at most 7 tiles");
    } while (jg_scan_char(s, '.'));
    return JG_OK;
}

static enum jg_status read_hand(struct reader *in, int seat, uint32_t *all) {
    struct jg_scan *s = &in->scan;
    in->hand_at[seat] = jg_scan_position(s);
    if (jg_scan_char(s, '.')) return JG_OK;
    if (in->dealt++ != seat) return bad_position(in, in->hand_at[seat], "an earlier hand is not dealt yet");
    if (jg_scan_char(s, '-')) return JG_OK;
    if (!jg_scan_char(s, '?')) return read_tiles(in, seat, all);
    in->unknown[seat] = true;
    return jg_scan_digit(s, 7, &in->left[seat]) && in->left[seat]
               ? JG_OK
               : bad_position(in, in->hand_at[seat] + 1, "expected the number of tiles in the hand, 1 to 7");
}

static enum jg_status read_hands(struct reader *in) {
    struct jg_scan *s = &in->scan;
    uint32_t all = 0;
    for (int seat = 0; seat < 4; seat++) {
        if (!jg_scan_char(s, seat ? '/' : ' '))
            return seat ? bad_position(in, jg_scan_position(s), "expected '/' and the next of four hands")
                        : bad_position(in, jg_scan_position(s), "expected a space and four hands");
        enum jg_status status = read_hand(in, seat, &all);
        if (status) return status;
    }
    if (in->dealt == 3)
        return bad_position(in, in->hand_at[3],
                            "the fourth hand is missing: it is dealt with the "
                            "third");
    return JG_OK;
}

static bool read_play(struct jg_scan *s, bool opening, jg_move *move) {
    int high, low, arm = 1;
    if (!strncmp(s->at, "pass", 4)) {
        s->at += 4;
        *move = JG_DOMINO_PASS;
        return true;
    }
    if (!jg_scan_digit(s, 6, &high) || !jg_scan_char(s, '-') || !jg_scan_digit(s, high, &low)) return false;
    if (!opening && (!jg_scan_char(s, '@') || !jg_scan_digit(s, 4, &arm) || !arm)) return false;
    *move = jg_domino_move(jg_domino_tile[low][high], arm - 1, jg_scan_char(s, '!'));
    return true;
}

/* Reads the plays and assigns them to seats in turn order. */
static enum jg_status read_plays(struct reader *in, uint32_t laid[4]) {
    struct jg_scan *s = &in->scan;
    struct jg_domino_round *round = &in->round;
    uint32_t all = in->hand[0] | in->hand[1] | in->hand[2] | in->hand[3];
    bool opening = true;
    for (int seat = round->opener; !jg_scan_end(s);) {
        jg_move move;
        int n = round->count, at = jg_scan_position(s) + 1;
        if (n == JG_DOMINO_PLAYS) return bad_position(in, at, "more plays than a round can have");
        if (!jg_scan_char(s, ' ')) return bad_position(in, at - 1, "expected a space or the end");
        if (!read_play(s, opening, &move) || (!jg_scan_end(s) && *s->at != ' '))
            return opening ? bad_position(in, at, "expected the opening, such as 6-6, or pass")
                           : bad_position(in, at, "expected a tile and its arm, such as 6-4@1, or pass");
        if (move != JG_DOMINO_PASS) {
            int tile = jg_domino_move_tile(move);
            if (all >> tile & 1)
                return bad_position(in, at, "tile %d-%d appears twice", jg_domino_high[tile], jg_domino_low[tile]);
            all |= 1u << tile;
            laid[seat] |= 1u << tile;
            opening = false;
        }
        in->play_at[n] = at;
        round->plays[n].seat = seat;
        round->plays[n].move = move;
        round->count++;
        seat = !n && round->jump >= 0 ? round->jump : jg_domino_next(in->r, seat);
    }
    return JG_OK;
}

static enum jg_status check_sizes(const struct reader *in, const uint32_t laid[4]) {
    for (int seat = 0; seat < 4; seat++) {
        int n = jg_domino_count(laid[seat]);
        if (in->left[seat] + n != JG_DOMINO_HAND)
            return bad_position(in, in->hand_at[seat], "%s has %d tiles in hand and %d played: they must be 7",
                                name(in, seat), in->left[seat], n);
    }
    return JG_OK;
}

/* ---- Replay ------------------------------------------------------------------------------ */

static enum jg_status check_pass(const struct reader *in, const struct jg_domino *s, uint32_t known, int at) {
    uint32_t can = known & (s->count ? jg_domino_fits[s->table.open] : jg_domino_doubles);
    int rule = in->r->nodbl;
    if (!s->count && (s->sena || rule == JG_DOMINO_NODBL_FREE || s->lacks[s->turn] & JG_DOMINO_NO_DOUBLE))
        return bad_position(in, at, "%s must open and cannot pass here", name(in, s->turn));
    if (!s->count && rule == JG_DOMINO_NODBL_REDEAL)
        return bad_position(in, at, "with nodbl=redeal an opener without a double causes a new deal, not a pass");
    if (s->count && s->passes == 3) return bad_position(in, at, "after three passes %s must play", name(in, s->turn));
    if (!can) return JG_OK;
    int tile = jg_domino_lowest(can);
    return bad_position(in, at, "%s has %d-%d and cannot pass here", name(in, s->turn), jg_domino_high[tile],
                        jg_domino_low[tile]);
}

static enum jg_status check_tile(const struct reader *in, const struct jg_domino *s, jg_move move, uint32_t known,
                                 int at) {
    int tile = jg_domino_move_tile(move), arm = jg_domino_move_arm(move), arms = jg_domino_arms(&s->table);
    int high = jg_domino_high[tile], low = jg_domino_low[tile];
    jg_move all[JG_MOVES_MAX];
    if (jg_domino_move_announces(move) && in->r->galo != JG_DOMINO_GALO_ANNOUNCE)
        return bad_position(in, at, "a galo can be announced only with galo=announce");
    if (!s->count) {
        bool free = in->r->nodbl == JG_DOMINO_NODBL_FREE && !(known & jg_domino_doubles);
        if (s->sena && tile != JG_DOMINO_SENA) return bad_position(in, at, "the opening must be 6-6");
        if (!jg_domino_double(tile) && !free) return bad_position(in, at, "the opening must be a double");
        return JG_OK;
    }
    if (arm >= arms) return bad_position(in, at, "arm %d cannot be played on yet", arm + 1);
    if (!(jg_domino_with[jg_domino_number(&s->table, arm)] >> tile & 1))
        return bad_position(in, at, "%d-%d does not fit arm %d, which ends in %d", high, low, arm + 1,
                            jg_domino_number(&s->table, arm));
    for (int i = jg_domino_moves(in->r, s, all); i-- > 0;)
        if (all[i] == move) return JG_OK;
    return bad_position(in, at, "equal ends count as one: play %d-%d on the first of them", high, low);
}

/* Replays the round from its start, where the teams had these points. */
static enum jg_status replay(const struct reader *in, const struct jg_domino *begin, const uint32_t known[4],
                             const int had[2], struct jg_domino *s) {
    *s = *begin;
    for (int team = 0; team < 2; team++) s->points[team] = had[team];
    for (int i = 0; i < in->round.count; i++) {
        jg_move move = in->round.plays[i].move;
        if (s->turn >= JG_DOMINO_DEAL) return bad_position(in, in->play_at[i], "the round is over before this play");
        uint32_t own = known[s->turn] & s->hand[s->turn];
        enum jg_status status = move == JG_DOMINO_PASS ? check_pass(in, s, own, in->play_at[i])
                                                       : check_tile(in, s, move, own, in->play_at[i]);
        if (status) return status;
        jg_domino_round_play(in->r, &in->round, i, s, NULL);
    }
    return JG_OK;
}

/* The 6-6 must be where the opener field says. */
static enum jg_status check_sena(const struct reader *in, const uint32_t known[4]) {
    int holder = in->round.jump >= 0 ? in->round.jump : in->round.sena ? in->round.opener : -1;
    for (int seat = 0; holder >= 0 && seat < 4; seat++) {
        bool has = known[seat] >> JG_DOMINO_SENA & 1;
        if (seat == holder ? !has && !in->unknown[seat] : has)
            return bad_position(in, in->opener_at, "%s must open with 6-6 but does not have it", name(in, holder));
    }
    if (!in->round.sena && in->number == 1)
        return bad_position(in, in->opener_at, "6-6 opens the first round: expected '*' after the player");
    return JG_OK;
}

/* ---- The match --------------------------------------------------------------------------- */

/* Checks the points of the teams at the start of the round. */
static enum jg_status check_match(const struct reader *in, const int had[2], int rounds) {
    const struct jg_domino_rules *r = in->r;
    if (had[0] < 0 || had[1] < 0)
        return bad_position(in, 0, "the teams won %d and %d points in this round and cannot have fewer",
                            in->points[0] - had[0], in->points[1] - had[1]);
    if (!rounds && (had[0] || had[1])) return bad_position(in, 0, "the first round must begin at 0-0");
    if (r->passpts % 5 == 0 && (had[0] % 5 || had[1] % 5)) return bad_position(in, 0, "points must be multiples of 5");
    if (r->rounds && rounds >= r->rounds)
        return bad_position(in, in->round_at, "the match ends after round %d", r->rounds);
    if (!r->rounds && had[0] != had[1] && (had[0] >= r->target || had[1] >= r->target))
        return bad_position(in, 0, "the match was already over at %d-%d, before this round", had[0], had[1]);
    return JG_OK;
}

/* A position before the deal or in the middle of it. */
static enum jg_status finish_deal(const struct reader *in, struct jg_domino *s) {
    int before = in->number - (in->dealt > 0);
    if (!jg_scan_end(&in->scan))
        return bad_position(in, jg_scan_position(&in->scan), "no play is possible before all hands are dealt");
    if (before < 0) return bad_position(in, in->round_at, "the round must be at least 1 once hands are dealt");
    if (in->round.jump >= 0 || (in->round.sena && in->round.opener != ANYBODY))
        return bad_position(in, in->opener_at,
                            "the holder of 6-6 is unknown before the deal: expected '*' or a "
                            "player");
    if (!before && !in->round.sena) return bad_position(in, in->opener_at, "6-6 opens the first round: expected '*'");
    for (int seat = 0; seat < in->dealt; seat++) {
        if (in->left[seat] != JG_DOMINO_HAND)
            return bad_position(in, in->hand_at[seat],
                                "a dealt hand must have 7 "
                                "tiles");
        s->hand[seat] = in->hand[seat];
        s->left[seat] = JG_DOMINO_HAND;
    }
    for (int team = 0; team < 2; team++) s->points[team] = in->points[team];
    s->turn = (uint8_t)(JG_DOMINO_DEAL + in->dealt);
    s->round = (uint8_t)in->number;
    s->opener = (uint8_t)in->round.opener;
    s->sena = in->round.sena;
    return check_match(in, in->points, before);
}

/* The state at the start of the round. */
static void set_begin(const struct reader *in, const uint32_t known[4], struct jg_domino *s) {
    uint32_t hidden = JG_DOMINO_ALL & ~(known[0] | known[1] | known[2] | known[3]);
    for (int seat = 0; seat < 4; seat++) {
        s->hand[seat] = known[seat] | (in->unknown[seat] ? hidden : 0);
        s->left[seat] = JG_DOMINO_HAND;
    }
    s->round = (uint8_t)in->number;
    s->turn = s->opener = (uint8_t)in->round.opener;
    s->sena = in->round.sena;
}

static enum jg_status finish_round(struct reader *in, struct jg_domino *s) {
    struct jg_domino begin = {0};
    struct jg_domino_deals deals;
    uint32_t known[4] = {0};
    enum jg_status status;
    if (in->round.opener == ANYBODY)
        return bad_position(in, in->opener_at, "expected the player who has 6-6 before '*', since the hands are dealt");
    if (!in->number) return bad_position(in, in->round_at, "the round must be at least 1 once hands are dealt");
    if ((status = read_plays(in, known)) || (status = check_sizes(in, known))) return status;
    for (int seat = 0; seat < 4; seat++) known[seat] |= in->hand[seat];
    if ((status = check_sena(in, known))) return status;
    set_begin(in, known, &begin);
    if ((status = replay(in, &begin, known, (const int[2]){0, 0}, s))) return status;
    if (in->round.jump >= 0 && !in->round.count)
        return bad_position(in, jg_scan_position(&in->scan), "expected the pass of the player without a double");
    int had[2] = {in->points[0] - s->points[0], in->points[1] - s->points[1]};
    if ((status = check_match(in, had, in->number - 1))) return status;
    replay(in, &begin, known, had, s);
    for (int seat = 0; seat < 4; seat++) {
        if (!in->unknown[seat]) continue;
        if (s->turn >= JG_DOMINO_DEAL)
            return bad_position(in, in->hand_at[seat], "the round is over: every hand must be shown");
        s->hand[seat] = 0;
    }
    if (s->turn < JG_DOMINO_DEAL && !jg_domino_deals_init(&deals, s))
        return bad_position(in, in->hand_at[0], "no deal of the hidden tiles is consistent with these passes");
    return JG_OK;
}

enum jg_status jg_domino_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct reader in = {.r = jg_domino_rules(g), .scan = jg_scan_begin(text), .err = err, .g = g};
    enum jg_status status;
    if ((status = read_points(&in)) || (status = read_opener(&in)) || (status = read_hands(&in))) return status;
    return in.dealt < 4 ? finish_deal(&in, state) : finish_round(&in, state);
}
