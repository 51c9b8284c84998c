/* Offers among players: takeback, rematch, swap of seats, draw. */
#include "web/table.h"

#include <string.h>

/* Moves of the opponents between two draw offers of a team. lichess waits for 20 plies, of which the opponent makes 10
 * (playerHasOfferedDrawRecently in lila); here a turn may have several moves, so the opponents' moves are counted. */
enum { DRAW_WAIT = 10 };

static const char *const NAMES[JG_OFFER_COUNT] = {
#define X(code, name) name,
    JG_OFFERS(X)
#undef X
};

int jg_offer_find(const char *name) {
    for (int i = 0; i < JG_OFFER_COUNT; i++)
        if (!strcmp(NAMES[i], name)) return i;
    return -1;
}

const char *jg_offer_name(enum jg_offer_kind kind) { return NAMES[kind]; }

void jg_table_drop_offers(struct jg_table *t) {
    for (int i = 0; i < JG_OFFER_COUNT; i++) t->offers[i] = (struct jg_offer){.by = -1};
}

/* ---- Takebacks ---------------------------------------------------------------------------- */

static bool is_of(const struct jg_table *t, int seat, const char *player) {
    return t->seats[seat].kind == JG_SEAT_PLAYER && !strcmp(t->seats[seat].player, player);
}

int jg_table_takeback_ply(const struct jg_table *t, const char *player) {
    const struct jg_record *r = &t->record;
    bool hidden = t->game->kind->traits & JG_HAS_HIDDEN;
    jg_move only;
    if (jg_table_over(t)) return -1;
    for (int n = r->count - 1; n >= t->initial_plies; n--) {
        const void *state = jg_record_state_at(r, n);
        int turn = jg_turn(t->game, state);
        if (turn < 0) return -1; /* a chance move has revealed something */
        bool own = is_of(t, turn, player);
        if (own && !jg_table_forced_move(t, state, &only)) return n;
        if (!own && hidden) return -1;
    }
    return -1;
}

/* ---- Effects ---------------------------------------------------------------------------- */

static void take_back(struct jg_table *t, int ply, int64_t now) {
    jg_table_update_clock(t, now);
    if (jg_table_over(t)) return; /* time ran out before all had accepted */
    jg_table_revoke_increments(t, ply);
    jg_record_cut(&t->record, ply);
    if (ply < t->lowest_ply) t->lowest_ply = ply;
    t->running = -1;
    t->paused = false;
    t->offers[JG_OFFER_BACK].by = t->offers[JG_OFFER_DRAW].by = -1;
    for (int team = 0; team < 2; team++)
        if (t->draw_plies[team] > ply) t->draw_plies[team] = ply;
    jg_table_touch(t);
    jg_table_advance(t, now);
}

static void restart(struct jg_table *t, uint64_t seed, int64_t now) {
    jg_record_cut(&t->record, t->initial_plies);
    t->lowest_ply = 0;
    t->round++;
    t->witness_count = 0;
    t->seed = seed;
    t->game_id = 0;
    t->seconds[0] = t->seconds[1] = 0;
    t->running = -1;
    t->begun = t->paused = false;
    t->draw_plies[0] = t->draw_plies[1] = -1;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) t->left[seat] = t->total;
    jg_table_drop_offers(t);
    jg_table_touch(t);
    jg_table_advance(t, now);
}

/* Every player moves on to the next seat, and the game starts again with a new deal. */
static void swap_seats(struct jg_table *t, uint64_t seed, int64_t now) {
    int n = t->game->kind->seats;
    struct jg_table_seat last = t->seats[n - 1];
    memmove(&t->seats[1], &t->seats[0], (size_t)(n - 1) * sizeof last);
    t->seats[0] = last;
    restart(t, seed, now);
}

static void carry_out(struct jg_table *t, enum jg_offer_kind kind, uint64_t seed, int64_t now) {
    switch (kind) {
    case JG_OFFER_BACK: take_back(t, t->offers[kind].ply, now); break;
    case JG_OFFER_REMATCH: restart(t, seed, now); break;
    case JG_OFFER_DRAW: jg_table_agree(t, now); break;
    default: swap_seats(t, seed, now); break;
    }
}

/* ---- Making and answering offers ---------------------------------------------------------------------------------- */

/* Before the first move seats may be swapped, unless the table was created with dealt hands, which stay the same. */
bool jg_table_can_swap(const struct jg_table *t) {
    bool same = t->game->kind->traits & JG_HAS_HIDDEN && (t->initial_plies || t->start[0]);
    return jg_table_over(t) || (!same && !jg_table_started(t));
}

bool jg_table_can_draw(const struct jg_table *t) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind != JG_SEAT_PLAYER) return false;
    return t->game->kind->traits & JG_HAS_DRAWS && jg_table_started(t) && !jg_table_over(t);
}

int jg_table_draw_wait(const struct jg_table *t, int seat) {
    int team = jg_team(seat), wait = DRAW_WAIT;
    if (t->draw_plies[team] < 0) return 0;
    for (int n = t->draw_plies[team]; n < t->record.count && wait > 0; n++) {
        int turn = jg_turn(t->game, jg_record_state_at(&t->record, n));
        if (turn >= 0 && jg_team(turn) != team) wait--;
    }
    return wait;
}

/* Whether a seat may offer a draw, or accept the offer that there is. */
static bool draw_possible(const struct jg_table *t, int seat, struct jg_refusal *refusal) {
    if (!jg_table_can_draw(t))
        return jg_refuse(refusal, JG_REFUSE_OFF,
                         "a draw can only be offered during a game between people, if the game has draws");
    int wait = t->offers[JG_OFFER_DRAW].by < 0 ? jg_table_draw_wait(t, seat) : 0;
    return !wait || jg_refuse(refusal, JG_REFUSE_OFF,
                              "you can offer a draw again after your opponent has moved (moves to wait: %d)", wait);
}

static bool possible(struct jg_table *t, enum jg_offer_kind kind, const char *player, int64_t ply, int *to,
                     struct jg_refusal *refusal) {
    switch (kind) {
    case JG_OFFER_BACK:
        if (jg_table_over(t)) return jg_refuse(refusal, JG_REFUSE_OFF, "the game is over");
        if (ply != t->record.count)
            return jg_refuse(refusal, JG_REFUSE_STALE, "the game is at move %d, not %lld", t->record.count,
                             (long long)ply);
        *to = jg_table_takeback_ply(t, player);
        return *to >= 0 || jg_refuse(refusal, JG_REFUSE_OFF, "you have no move that can be taken back");
    case JG_OFFER_DRAW: return draw_possible(t, jg_table_seat_of(t, player), refusal);
    case JG_OFFER_REMATCH: return jg_table_over(t) || jg_refuse(refusal, JG_REFUSE_OFF, "the game is not over yet");
    default:
        return jg_table_can_swap(t) || jg_refuse(refusal, JG_REFUSE_OFF,
                                                 "seats can only be swapped before or after "
                                                 "a game");
    }
}

/* Bits of the seats whose players are not long absent. */
static unsigned present(const struct jg_table *t, int64_t absent, int64_t now) {
    unsigned bits = 0;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER && !jg_table_replaceable(t, seat, absent, now)) bits |= 1u << seat;
    return bits;
}

/* A player's seats accept an offer. */
static void accept(struct jg_table *t, struct jg_offer *o, const char *player) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (is_of(t, seat, player)) o->asked &= ~(1u << seat);
}

bool jg_table_offer(struct jg_table *t, enum jg_offer_kind kind, const char *player, int64_t ply, uint64_t fresh_seed,
                    int64_t absent, int64_t now, unsigned *asked, struct jg_refusal *refusal) {
    struct jg_offer *o = &t->offers[kind];
    int to = 0, seat = jg_table_seat_of(t, player);
    jg_table_update_clock(t, now);
    if (seat < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (!possible(t, kind, player, ply, &to, refusal)) return false;
    if (kind == JG_OFFER_DRAW && o->by < 0) t->draw_plies[jg_team(seat)] = t->record.count;
    if (o->by < 0 || (kind == JG_OFFER_BACK && o->ply != to))
        *o = (struct jg_offer){
            .by = seat, .asked = present(t, kind == JG_OFFER_DRAW ? INT64_MAX : absent, now), .ply = to};
    accept(t, o, player);
    *asked = o->asked;
    jg_table_touch(t);
    if (!o->asked) carry_out(t, kind, fresh_seed, now);
    return true;
}

bool jg_table_answer_offer(struct jg_table *t, enum jg_offer_kind kind, const char *player, bool yes,
                           uint64_t fresh_seed, int64_t now, struct jg_refusal *refusal) {
    struct jg_offer *o = &t->offers[kind];
    unsigned before = o->asked;
    jg_table_update_clock(t, now);
    if (jg_table_seat_of(t, player) < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (o->by < 0) return jg_refuse(refusal, JG_REFUSE_OFF, "that offer no longer exists");
    bool own = is_of(t, o->by, player);
    accept(t, o, player);
    if (before == o->asked && !(own && !yes))
        return jg_refuse(refusal, JG_REFUSE_OFF,
                         "that offer was not made to "
                         "you");
    jg_table_touch(t);
    if (!yes)
        o->by = -1; /* declined, or withdrawn by the player who made it */
    else if (!o->asked)
        carry_out(t, kind, fresh_seed, now);
    return true;
}

void jg_table_review_offers(struct jg_table *t, uint64_t fresh_seed, int64_t absent, int64_t now) {
    for (int i = 0; i < JG_OFFER_COUNT; i++) {
        struct jg_offer *o = &t->offers[i];
        if (o->by < 0) continue;
        o->asked &= present(t, i == JG_OFFER_DRAW ? INT64_MAX : absent, now);
        if (t->seats[o->by].kind != JG_SEAT_PLAYER || (i == JG_OFFER_DRAW && !jg_table_can_draw(t)))
            o->by = -1;
        else if (!o->asked)
            carry_out(t, (enum jg_offer_kind)i, fresh_seed, now);
    }
}
