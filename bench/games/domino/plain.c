#include "bench/games/domino/plain.h"

#include <stddef.h>

static bool is_double(struct plain_tile t) { return t.a == t.b; }
static bool same_tile(struct plain_tile x, struct plain_tile y) {
    return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a);
}
static int other_team(int seat) { return seat % 2 ? 0 : 1; }
static int next_seat(const struct plain_domino *p, int seat) { return (seat + (p->rules.clockwise ? 3 : 1)) % 4; }
static int down_to_five(int pips) { return pips / 5 * 5; }

/* ---- The table --------------------------------------------------------------------------- */

/* The turn of the opening, or NULL. */
static const struct plain_turn *opening(const struct plain_domino *p) {
    for (int i = 0; i < p->turns; i++)
        if (!p->history[i].pass) return &p->history[i];
    return NULL;
}

static int opened_arms(const struct plain_domino *p) {
    int n = 0;
    for (int arm = 0; arm < 4; arm++) n += p->laid[arm] > 0;
    return n;
}

/* The number that an arm shows. */
static int arm_number(const struct plain_domino *p, int arm) {
    struct plain_tile first = opening(p)->tile;
    if (p->laid[arm] > 0) return p->arm[arm][p->laid[arm] - 1].b;
    return arm == 0 ? first.a : first.b;
}

/* The main arms first, the sides of a double once both have a tile. */
static bool may_be_joined(const struct plain_domino *p, int arm) {
    if (arm < 2) return true;
    return is_double(opening(p)->tile) && p->laid[0] > 0 && p->laid[1] > 0;
}

/* The pips of an arm's end in the sum. */
static int arm_counts(const struct plain_domino *p, int arm) {
    struct plain_tile last = p->arm[arm][p->laid[arm] - 1];
    return is_double(last) && p->rules.dblboth ? last.a + last.b : last.b;
}

int plain_domino_sum(const struct plain_domino *p) {
    struct plain_tile first = opening(p)->tile;
    int opened = opened_arms(p), sum = 0;
    if (opened == 0) return first.a + first.b;
    for (int arm = 0; arm < 4; arm++)
        if (p->laid[arm] > 0) sum += arm_counts(p, arm);
    if (!is_double(first)) { /* two ends; one may still be the first tile's own half */
        for (int arm = 0; arm < 2; arm++)
            if (p->laid[arm] == 0) sum += arm_number(p, arm);
        return sum;
    }
    if (opened == 1) return sum + p->rules.spin1 * first.a;
    for (int arm = 0; arm < 4; arm++)
        if (p->laid[arm] == 0) sum += p->rules.closed * first.a;
    return sum;
}

/* ---- Moves ------------------------------------------------------------------------------- */

static bool has_double(const struct plain_domino *p, int seat) {
    for (int i = 0; i < p->held[seat]; i++)
        if (is_double(p->hand[seat][i])) return true;
    return false;
}

static bool may_open(const struct plain_domino *p, int seat, struct plain_tile t) {
    if (p->sena) return t.a == 6 && t.b == 6;
    return is_double(t) || (p->rules.nodbl == PLAIN_FREE && !has_double(p, seat));
}

/* An arm further in front has the same number, and all ends with a number are one. */
static bool merged_away(const struct plain_domino *p, int arm) {
    for (int before = 0; p->rules.merge && before < arm; before++)
        if (may_be_joined(p, before) && arm_number(p, before) == arm_number(p, arm)) return true;
    return false;
}

static bool fits(const struct plain_domino *p, struct plain_tile t, int arm) {
    int number;
    if (!may_be_joined(p, arm)) return false;
    number = arm_number(p, arm);
    return t.a == number || t.b == number;
}

static bool can_play(const struct plain_domino *p, int seat) {
    for (int i = 0; i < p->held[seat]; i++)
        for (int arm = 0; arm < 4; arm++)
            if (fits(p, p->hand[seat][i], arm)) return true;
    return false;
}

static int add_moves(const struct plain_domino *p, struct plain_turn move, struct plain_turn *out) {
    out[0] = out[1] = move;
    out[1].announced = true;
    return p->rules.galo == PLAIN_ANNOUNCE ? 2 : 1;
}

int plain_domino_moves(const struct plain_domino *p, struct plain_turn out[PLAIN_DOMINO_MOVES]) {
    int n = 0;
    if (p->seat >= PLAIN_DEAL) return 0;
    for (int i = 0; i < p->held[p->seat]; i++) {
        struct plain_turn move = {.seat = p->seat, .tile = p->hand[p->seat][i], .arm = -1};
        if (!opening(p)) {
            if (may_open(p, p->seat, move.tile)) n += add_moves(p, move, out + n);
            continue;
        }
        for (move.arm = 0; move.arm < 4; move.arm++)
            if (fits(p, move.tile, move.arm) && !merged_away(p, move.arm)) n += add_moves(p, move, out + n);
    }
    if (n == 0) out[n++] = (struct plain_turn){.seat = p->seat, .pass = true, .arm = -1};
    return n;
}

/* ---- History ----------------------------------------------------------------------------- */

/* The last tile that was laid among the first n turns, or NULL. */
static const struct plain_turn *last_tile(const struct plain_domino *p, int n) {
    while (n > 0)
        if (!p->history[--n].pass) return &p->history[n];
    return NULL;
}

/* The passes at the end of the first n turns. */
static int passes_before(const struct plain_domino *p, int n) {
    int passes = 0;
    while (n > 0 && p->history[n - 1].pass) n--, passes++;
    return passes;
}

/* The points of turn number i, a pass, for a team. */
static int pass_gives(const struct plain_domino *p, int i, int team) {
    const struct plain_turn *turn = &p->history[i];
    if (team != other_team(turn->seat)) return 0;
    if (!p->rules.literal && last_tile(p, i)->seat % 2 != team) return 0; /* a partner's pass scores nothing */
    return p->rules.passpts;
}

static int pips(const struct plain_domino *p, int team) {
    int sum = 0;
    for (int seat = team; seat < 4; seat += 2)
        for (int i = 0; i < p->held[seat]; i++) sum += p->hand[seat][i].a + p->hand[seat][i].b;
    return sum;
}

/* ---- The round --------------------------------------------------------------------------- */

void plain_domino_start(struct plain_domino *p, const struct plain_domino_rules *rules) {
    *p = (struct plain_domino){.rules = *rules, .seat = PLAIN_DEAL, .opener = -1};
}

void plain_domino_deal(struct plain_domino *p, struct plain_tile hands[4][7]) {
    p->round++;
    p->turns = 0;
    p->sena = p->opener < 0;
    p->seat = p->opener;
    for (int arm = 0; arm < 4; arm++) p->laid[arm] = 0;
    for (int seat = 0; seat < 4; seat++) {
        p->held[seat] = 7;
        for (int i = 0; i < 7; i++) {
            p->hand[seat][i] = hands[seat][i];
            if (p->sena && hands[seat][i].a == 6 && hands[seat][i].b == 6) p->seat = seat;
        }
    }
}

static void end_round(struct plain_domino *p, int opener) {
    int most = p->points[0] > p->points[1] ? p->points[0] : p->points[1];
    bool reached = most >= p->rules.target && p->points[0] != p->points[1];
    if (p->rules.rounds > 0) reached = p->round == p->rules.rounds;
    p->opener = opener;
    p->seat = reached ? PLAIN_OVER : PLAIN_DEAL;
}

static void lock_round(struct plain_domino *p, int locker) {
    int mine = pips(p, 0), theirs = pips(p, 1), fewer = mine < theirs ? mine : theirs, points = 0;
    int more = mine + theirs - fewer;
    if (p->rules.lock == PLAIN_THEIRS) points = more;
    if (p->rules.lock == PLAIN_DIFFERENCE) points = more - fewer;
    if (p->rules.lock == PLAIN_ALL) points = more + fewer;
    if (mine < theirs) p->points[0] += down_to_five(points);
    if (theirs < mine) p->points[1] += down_to_five(points);
    end_round(p, p->rules.locker ? locker : -1);
}

static void pass_the_opening(struct plain_domino *p) {
    if (p->rules.nodbl == PLAIN_PEN20) p->points[other_team(p->seat)] += 20;
    if (p->rules.nodbl == PLAIN_REDEAL) {
        p->round--;
        p->opener = p->seat;
        p->seat = PLAIN_DEAL;
        return;
    }
    if (p->rules.nodbl != PLAIN_SENA) {
        p->seat = next_seat(p, p->seat);
        return;
    }
    p->sena = true;
    for (int seat = 0; seat < 4; seat++)
        for (int i = 0; i < p->held[seat]; i++)
            if (p->hand[seat][i].a == 6 && p->hand[seat][i].b == 6) p->seat = seat;
}

static void pass(struct plain_domino *p) {
    int now = p->turns - 1;
    if (!opening(p)) {
        pass_the_opening(p);
        return;
    }
    for (int team = 0; team < 2; team++) p->points[team] += pass_gives(p, now, team);
    if (passes_before(p, p->turns) == 3) {
        const struct plain_turn *tile = last_tile(p, p->turns);
        bool instead = p->rules.galo == PLAIN_AUTO || (p->rules.galo == PLAIN_ANNOUNCE && tile->announced);
        for (int i = now - 2; instead && i <= now; i++)
            for (int team = 0; team < 2; team++) p->points[team] -= pass_gives(p, i, team);
        if (instead || p->rules.galo == PLAIN_ADD) p->points[tile->seat % 2] += 50;
    }
    p->seat = next_seat(p, p->seat);
}

static void take_from_hand(struct plain_domino *p, int seat, struct plain_tile t) {
    int i = 0;
    while (!same_tile(p->hand[seat][i], t)) i++;
    p->held[seat]--;
    for (; i < p->held[seat]; i++) p->hand[seat][i] = p->hand[seat][i + 1];
}

static void lay(struct plain_domino *p, struct plain_tile t, int arm) {
    int number = arm_number(p, arm);
    if (t.a != number) t = (struct plain_tile){t.b, t.a};
    p->arm[arm][p->laid[arm]++] = t;
}

/* A tile follows an announced galo, so the announcement was false. */
static void judge_announcement(struct plain_domino *p) {
    const struct plain_turn *before = last_tile(p, p->turns - 1);
    if (before && before->announced && passes_before(p, p->turns - 1) < 3) p->points[other_team(before->seat)] += 50;
}

void plain_domino_move(struct plain_domino *p, const struct plain_turn *move) {
    int seat = p->seat, team = seat % 2, sum;
    bool stuck = true, silent;
    p->history[p->turns++] = *move;
    if (move->pass) {
        pass(p);
        return;
    }
    judge_announcement(p);
    take_from_hand(p, seat, move->tile);
    if (move->arm >= 0) lay(p, move->tile, move->arm);
    sum = plain_domino_sum(p);
    silent = move->arm < 0 && is_double(move->tile) && !p->rules.openscores;
    if (sum % 5 == 0 && !silent) p->points[team] += sum;
    if (p->held[seat] == 0) {
        if (is_double(move->tile)) p->points[team] += 20;
        p->points[team] += down_to_five(pips(p, 1 - team));
        end_round(p, seat);
        return;
    }
    for (int i = 0; i < 4; i++)
        if (can_play(p, i)) stuck = false;
    if (stuck)
        lock_round(p, seat);
    else
        p->seat = next_seat(p, seat);
}

uint64_t plain_domino_perft(const struct plain_domino *p, int depth) {
    struct plain_turn moves[PLAIN_DOMINO_MOVES];
    uint64_t total = 0;
    int n;
    if (depth == 0) return 1;
    n = plain_domino_moves(p, moves);
    for (int i = 0; i < n; i++) {
        struct plain_domino next = *p;
        if (moves[i].arm > 0 && p->laid[moves[i].arm - 1] == 0 && is_double(opening(p)->tile)) continue;
        plain_domino_move(&next, &moves[i]);
        total += plain_domino_perft(&next, depth - 1);
    }
    return total;
}
