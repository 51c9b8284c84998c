#include "web/table.h"

#include "core/seeding.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool jg_refuse(struct jg_refusal *refusal, enum jg_refusal_code code, const char *format, ...) {
    va_list args;
    refusal->code = code;
    refusal->err.code = JG_EINPUT;
    refusal->err.position = JG_NO_POSITION;
    va_start(args, format);
    vsnprintf(refusal->err.message, sizeof refusal->err.message, jg_tr(refusal->err.lang, format), args);
    va_end(args);
    return false;
}

static void copy(char *out, size_t size, const char *text) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_text_put(&t, text);
}

/* ---- Creation ----------------------------------------------------------------------------- */

bool jg_table_init(struct jg_table *t, const struct jg_game *g, const char *start, const char *moves, uint64_t seed,
                   struct jg_refusal *refusal) {
    struct jg_tags tags = {.resigned = -1};
    *t = (struct jg_table){.game = g,
                           .seed = seed,
                           .running = -1,
                           .draw_plies = {-1, -1},
                           .lowest_ply = INT_MAX,
                           .version = 1,
                           .dirty = true};
    jg_table_drop_offers(t);
    copy(t->start, sizeof t->start, start ? start : "");
    if (start && strlen(start) >= sizeof t->start) {
        jg_refuse(refusal, JG_REFUSE_INPUT, "position too long: at most %d characters", JG_POSITION_MAX - 1);
        return false;
    }
    memcpy(tags.start, t->start, sizeof tags.start);
    if (!moves) moves = "";
    enum jg_status status = jg_record_replay_part(&t->record, g, &tags, moves, moves, strlen(moves), &refusal->err);
    refusal->code = jg_refusal_code_of(status);
    t->initial_plies = t->record.count;
    return !status;
}

void jg_table_free(struct jg_table *t) {
    if (t->game) jg_record_free(&t->record);
    *t = (struct jg_table){0};
}

/* ---- Queries ------------------------------------------------------------------------------- */

static int seats(const struct jg_table *t) { return t->game->kind->seats; }

static bool hidden(const struct jg_table *t) { return t->game->kind->traits & JG_HAS_HIDDEN; }

static bool is_of(const struct jg_table *t, int seat, const char *player) {
    return t->seats[seat].kind == JG_SEAT_PLAYER && !strcmp(t->seats[seat].player, player);
}

bool jg_table_ready(const struct jg_table *t) {
    for (int seat = 0; seat < seats(t); seat++)
        if (t->seats[seat].kind == JG_SEAT_OPEN) return false;
    return true;
}

bool jg_table_started(const struct jg_table *t) {
    for (int n = t->initial_plies; n < t->record.count; n++)
        if (jg_turn(t->game, jg_record_state_at(&t->record, n)) >= 0) return true;
    return false;
}

bool jg_table_over(const struct jg_table *t) { return jg_record_turn(&t->record) == JG_OVER; }

bool jg_table_agents_only(const struct jg_table *t) {
    for (int seat = 0; seat < seats(t); seat++)
        if (t->seats[seat].kind != JG_SEAT_AGENT) return false;
    return true;
}

bool jg_table_may_pace(const struct jg_table *t, const char *player) {
    for (int seat = 0; seat < seats(t); seat++)
        if (t->seats[seat].player[0]) return false; /* an agent substitutes for a player */
    return jg_table_agents_only(t) && !jg_table_over(t) && !strcmp(t->owner, player);
}

bool jg_table_is_set(const struct jg_table *t) { return t->start[0] || t->initial_plies; }

/* Whether `player`, of team `team`, opposes `other`: another person of another team. */
static bool opposes(const char *player, int seat, const char *other, int team) {
    return player[0] && jg_team(seat) != team && strcmp(player, other);
}

/* Whether a person opposes `player`, who plays for `team`. */
static bool has_opponent(const struct jg_table *t, const char *player, int team) {
    for (int seat = 0; seat < seats(t); seat++)
        if (opposes(t->seats[seat].player, seat, player, team)) return true;
    for (int i = 0; i < t->witness_count && !jg_table_ready(t); i++)
        if (opposes(t->witnesses[i].player, t->witnesses[i].seat, player, team)) return true;
    return false;
}

bool jg_table_seats_opposed(const struct jg_table *t, const char *player) {
    if (t->friendly || !player[0]) return false;
    for (int seat = 0; seat < seats(t); seat++)
        if (!strcmp(t->seats[seat].player, player) && has_opponent(t, player, jg_team(seat))) return true;
    for (int i = 0; i < t->witness_count && !jg_table_ready(t); i++)
        if (!strcmp(t->witnesses[i].player, player) && has_opponent(t, player, jg_team(t->witnesses[i].seat)))
            return true;
    return false;
}

bool jg_table_is_opposed(const struct jg_table *t, const char *player) {
    return !jg_table_over(t) && jg_table_seats_opposed(t, player);
}

bool jg_table_shares_hands(const struct jg_table *t) {
    for (int seat = 1; seat < seats(t) && hidden(t); seat++)
        for (int other = 0; other < seat; other++)
            if (t->seats[seat].kind == JG_SEAT_PLAYER && is_of(t, other, t->seats[seat].player)) return true;
    return false;
}

/* The player's seat that moved last, or JG_NOBODY. */
static int last_seat_of(const struct jg_table *t, const char *player) {
    for (int n = t->record.count; n-- > 0;) {
        int turn = jg_record_turn_at(&t->record, n);
        if (turn >= 0 && is_of(t, turn, player)) return turn;
    }
    return JG_NOBODY;
}

int jg_table_seat_of(const struct jg_table *t, const char *player) {
    int turn = jg_record_turn(&t->record);
    if (turn >= 0 && is_of(t, turn, player)) return turn;
    int last = jg_table_shares_hands(t) ? last_seat_of(t, player) : JG_NOBODY;
    if (last >= 0) return last;
    for (int seat = 0; seat < seats(t); seat++)
        if (is_of(t, seat, player)) return seat;
    return JG_NOBODY;
}

void jg_table_touch(struct jg_table *t) {
    t->version++;
    t->dirty = true;
}

/* ---- Clocks ------------------------------------------------------------------------------- */

static bool all_here(const struct jg_table *t) {
    for (int seat = 0; seat < seats(t); seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER && !t->seats[seat].here) return false;
    return true;
}

int64_t jg_table_time_left(const struct jg_table *t, int seat, int64_t now) {
    int64_t left = t->left[seat] - (seat == t->running ? now - t->since : 0);
    return left > 0 ? left : 0;
}

int64_t jg_table_flag_time(const struct jg_table *t) {
    return t->total && t->running >= 0 ? t->since + t->left[t->running] : INT64_MAX;
}

/* Charges the time since the last call to the seat whose clock runs, and to its team's thinking time. */
static void charge(struct jg_table *t, int64_t now) {
    int seat = t->running;
    if (seat < 0) return;
    t->seconds[jg_team(seat)] += (double)(now - t->since) / 1000;
    t->left[seat] = jg_table_time_left(t, seat, now);
    t->since = now;
}

/* The seat whose clock should run, or -1. While a seat is open nobody can move: after the first move that seat's clock
 * runs. */
static int whose_clock(const struct jg_table *t) {
    int turn = jg_record_turn(&t->record);
    if (turn == JG_OVER || !t->begun || t->paused || t->asleep || t->stalled) return -1;
    for (int seat = 0; seat < seats(t); seat++)
        if (t->seats[seat].kind == JG_SEAT_OPEN) return t->total && jg_table_started(t) ? seat : -1;
    return turn < 0 ? -1 : turn;
}

/* The game begins once all players are present; from then on absence stops no clock. */
static void start_clock(struct jg_table *t, int64_t now) {
    charge(t, now);
    if (all_here(t) && (jg_table_ready(t) || jg_table_started(t))) t->begun = true;
    t->running = whose_clock(t);
    t->since = now;
}

void jg_table_stall_clock(struct jg_table *t, enum jg_stall why, bool stalled, int64_t now) {
    unsigned bits = stalled ? t->stalled | why : t->stalled & ~(unsigned)why;
    if (bits == t->stalled) return;
    charge(t, now);
    t->stalled = bits;
    start_clock(t, now);
}

static bool in_steps(const struct jg_table *t) { return t->game->kind->traits & JG_IN_STEPS; }

bool jg_table_forced_move(const struct jg_table *t, const void *state, jg_move *move) {
    const struct jg_game_kind *k = t->game->kind;
    jg_move moves[JG_MOVES_MAX];
    if (!in_steps(t) || (hidden(t) && !(k->public_moves && k->public_moves(t->game, state)))) return false;
    if (jg_moves(t->game, state, moves) != 1) return false;
    *move = moves[0];
    return true;
}

/* Whether move n earns the increment. In games whose turns are many small moves only an unforced move that ends a turn
 * does. Everybody sees the clocks, so this depends on public information alone. */
static bool earns_increment(const struct jg_table *t, int n) {
    const void *state = jg_record_state_at(&t->record, n);
    jg_move only;
    int turn = jg_turn(t->game, state);
    if (turn < 0 || !in_steps(t)) return turn >= 0;
    return jg_turn(t->game, jg_record_state_at(&t->record, n + 1)) != turn && !jg_table_forced_move(t, state, &only);
}

/* Leaves at least one increment, or what there was if that is less. */
void jg_table_revoke_increments(struct jg_table *t, int ply) {
    for (int n = t->record.count - 1; n >= ply && t->total; n--) {
        if (!earns_increment(t, n)) continue;
        int64_t *left = &t->left[jg_turn(t->game, jg_record_state_at(&t->record, n))];
        int64_t least = *left < t->increment ? *left : t->increment;
        *left = *left - t->increment > least ? *left - t->increment : least;
    }
}

void jg_table_update_clock(struct jg_table *t, int64_t now) {
    int seat = t->running;
    charge(t, now);
    if (seat >= 0 && t->total && !t->left[seat]) {
        jg_table_forfeit(t, seat, JG_FORFEIT_TIME, NULL, now);
        t->running = -1;
    }
}

void jg_table_pause_clock(struct jg_table *t, int64_t now) {
    charge(t, now);
    t->paused = true;
    t->running = -1;
}

/* ---- Forfeits ------------------------------------------------------------------------------ */

enum jg_forfeit jg_table_forfeited(const struct jg_table *t) {
    const struct jg_record *r = &t->record;
    if (r->resigned < 0) return JG_FORFEIT_NONE;
    if (!r->reason[0]) return JG_FORFEIT_RESIGNED;
    return strcmp(r->reason, JG_REASON_TIME) ? JG_FORFEIT_FAILED : JG_FORFEIT_TIME;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* False: out of memory, nothing has changed. If the game has reached its maximum length the seat to move forfeits. */
static bool push(struct jg_table *t, jg_move move) {
    struct jg_error err = {0};
    int mover = jg_record_turn(&t->record), drawer = t->offers[JG_OFFER_DRAW].by;
    enum jg_status status = jg_record_push(&t->record, move, &err);
    if (status == JG_EMEMORY) return false;
    if (status) {
        int turn = jg_record_turn(&t->record);
        jg_record_forfeit(&t->record, turn < 0 ? 0 : turn, err.message);
        jg_table_drop_offers(t);
        jg_table_touch(t);
        return true;
    }
    t->offers[JG_OFFER_BACK].by = -1;
    t->offers[JG_OFFER_SWAP].by = -1;
    bool declined = mover >= 0 && drawer >= 0 && jg_team(mover) != jg_team(drawer);
    if (declined || jg_table_over(t)) t->offers[JG_OFFER_DRAW].by = -1;
    jg_table_touch(t);
    return true;
}

static struct jg_seeding seeding_of(const struct jg_table *t) {
    unsigned char secret[sizeof t->secret + sizeof t->seed];
    struct jg_seeding s;
    memcpy(secret, t->secret, sizeof t->secret);
    memcpy(secret + sizeof t->secret, &t->seed, sizeof t->seed);
    jg_seeding_init(&s, secret, sizeof secret);
    return s;
}

static jg_move draw(const struct jg_table *t) {
    const struct jg_seeding s = seeding_of(t);
    struct jg_rng rng;
    jg_rng_init(&rng, jg_prf(&s.deals, 0, (uint64_t)t->record.count), 0);
    return t->game->kind->draw(t->game, jg_record_state(&t->record), &rng);
}

void jg_table_advance(struct jg_table *t, int64_t now) {
    int turn;
    jg_move move;
    while (jg_table_ready(t) && (turn = jg_record_turn(&t->record)) != JG_OVER) {
        if (turn == JG_CHANCE)
            move = draw(t);
        else if (t->seats[turn].kind != JG_SEAT_PLAYER || !jg_table_forced_move(t, jg_record_state(&t->record), &move))
            break;
        if (!push(t, move)) break;
    }
    start_clock(t, now);
}

uint64_t jg_table_seed(const struct jg_table *t) {
    const struct jg_seeding s = seeding_of(t);
    return jg_prf(&s.agents, (uint64_t)jg_record_turn(&t->record), (uint64_t)t->record.count);
}

static bool make_move(struct jg_table *t, int seat, jg_move move, int64_t now) {
    charge(t, now);
    t->running = -1;
    t->begun = true;
    t->paused = false;
    int count = t->record.count;
    bool good = push(t, move);
    if (t->record.count > count && t->total && earns_increment(t, count)) t->left[seat] += t->increment;
    jg_table_advance(t, now);
    return good;
}

bool jg_table_play_agent_move(struct jg_table *t, jg_move move, int64_t now) {
    return make_move(t, jg_record_turn(&t->record), move, now);
}

void jg_table_forfeit(struct jg_table *t, int seat, enum jg_forfeit how, const char *message, int64_t now) {
    charge(t, now);
    t->running = -1;
    jg_record_forfeit(&t->record, seat,
                      how == JG_FORFEIT_TIME     ? JG_REASON_TIME
                      : how == JG_FORFEIT_FAILED ? message
                                                 : "");
    jg_table_drop_offers(t);
    jg_table_touch(t);
}

void jg_table_agree(struct jg_table *t, int64_t now) {
    jg_table_update_clock(t, now);
    if (jg_table_over(t)) return; /* time ran out before all had accepted */
    t->running = -1;
    jg_record_agree(&t->record);
    jg_table_drop_offers(t);
    jg_table_touch(t);
}

/* Whether a player may move now, and with which seat. */
static bool may_move(const struct jg_table *t, const char *player, int *seat, struct jg_refusal *refusal) {
    int turn = jg_record_turn(&t->record);
    *seat = jg_table_seat_of(t, player);
    if (*seat < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (turn == JG_OVER) return jg_refuse(refusal, JG_REFUSE_TURN, "the game is over");
    if (!jg_table_ready(t)) return jg_refuse(refusal, JG_REFUSE_TURN, "a seat is still open");
    if (turn != *seat && turn >= 0)
        return jg_refuse(refusal, JG_REFUSE_TURN, "it is %s's turn", jg_seat_name(t->game, turn, refusal->err.lang));
    return turn == *seat || jg_refuse(refusal, JG_REFUSE_TURN, "it is not your turn");
}

/* Parses a move against the player's view, so that error messages reveal nothing hidden. */
static bool read_move(const struct jg_table *t, int seat, const char *word, jg_move *move, struct jg_refusal *refusal) {
    union jg_state view;
    jg_view(t->game, jg_record_state(&t->record), seat, &view);
    refusal->code = JG_REFUSE_ILLEGAL;
    if (strlen(word) >= JG_MOVE_MAX) return jg_refuse(refusal, JG_REFUSE_INPUT, "not a move");
    if (t->game->kind->parse_move(t->game, &view, word, move, &refusal->err)) return false;
    return jg_legal(t->game, jg_record_state(&t->record), *move) ||
           jg_refuse(refusal, JG_REFUSE_ILLEGAL, "not a legal move");
}

bool jg_table_check_move(const struct jg_table *t, const char *player, const char *word, struct jg_refusal *refusal) {
    int seat;
    jg_move move;
    return may_move(t, player, &seat, refusal) && read_move(t, seat, word, &move, refusal);
}

bool jg_table_move(struct jg_table *t, const char *player, int64_t ply, const char *word, int64_t now,
                   struct jg_refusal *refusal) {
    int seat;
    jg_move move;
    jg_table_update_clock(t, now);
    if (!may_move(t, player, &seat, refusal)) return false;
    if (ply != t->record.count)
        return jg_refuse(refusal, JG_REFUSE_STALE, "the game is at move %d, not %lld", t->record.count, (long long)ply);
    if (!read_move(t, seat, word, &move, refusal)) return false;
    return make_move(t, seat, move, now) || jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
}

bool jg_table_resign(struct jg_table *t, const char *player, int64_t now, struct jg_refusal *refusal) {
    int seat = jg_table_seat_of(t, player);
    jg_table_update_clock(t, now);
    if (seat < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (jg_table_over(t)) return jg_refuse(refusal, JG_REFUSE_OFF, "the game is over");
    if (!jg_table_ready(t)) return jg_refuse(refusal, JG_REFUSE_TURN, "a seat is still open");
    jg_table_forfeit(t, seat, JG_FORFEIT_RESIGNED, NULL, now);
    return true;
}

/* ---- Seats --------------------------------------------------------------------------------- */

void jg_table_presence(struct jg_table *t, const char *player, bool here, int64_t now) {
    bool changed = false;
    for (int seat = 0; seat < seats(t); seat++) {
        struct jg_table_seat *s = &t->seats[seat];
        if (!is_of(t, seat, player) || s->here == here) continue;
        s->here = here;
        s->left_at = now;
        changed = true;
    }
    if (!changed) return;
    t->version++; /* presence is not stored, so the table is not dirty */
    start_clock(t, now);
}

bool jg_table_rename(struct jg_table *t, const char *player, const char *name) {
    bool changed = false;
    for (int seat = 0; seat < seats(t); seat++) {
        if (!player[0] || strcmp(t->seats[seat].player, player) || !strcmp(t->seats[seat].name, name)) continue;
        copy(t->seats[seat].name, sizeof t->seats[seat].name, name);
        changed = true;
    }
    if (changed) jg_table_touch(t);
    return changed;
}

static bool check_seat(const struct jg_table *t, int64_t seat, struct jg_refusal *refusal) {
    return (seat >= 0 && seat < seats(t)) || jg_refuse(refusal, JG_REFUSE_INPUT, "seat must be 0 to %d", seats(t) - 1);
}

/* Whether hands are dealt that are secret until the game is over. */
static bool dealt(const struct jg_table *t) {
    return hidden(t) && !jg_table_over(t) && (t->record.count || t->start[0]);
}

static const struct jg_witness *witness(const struct jg_table *t, const char *player) {
    for (int i = 0; i < t->witness_count; i++)
        if (!strcmp(t->witnesses[i].player, player)) return &t->witnesses[i];
    return NULL;
}

/* Records that the player who is about to leave a seat has played, or seen its hand. */
static void remember_witness(struct jg_table *t, int seat) {
    const char *player = t->seats[seat].player;
    bool running = jg_table_started(t) && !jg_table_over(t);
    if (!(dealt(t) || running) || !player[0] || witness(t, player) || t->witness_count == JG_WITNESSES + JG_SEATS_MAX)
        return;
    struct jg_witness *w = &t->witnesses[t->witness_count++];
    copy(w->player, sizeof w->player, player);
    w->seat = seat;
}

static bool knows_too_much(const struct jg_table *t, const char *player, int seat, struct jg_refusal *refusal) {
    if (!dealt(t)) return false;
    const struct jg_witness *w = witness(t, player);
    if (w && w->seat != seat)
        jg_refuse(refusal, JG_REFUSE_SEAT, "you have already seen %s's hand; only that seat is open to you",
                  jg_seat_name(t->game, w->seat, refusal->err.lang));
    else if (!w && t->witness_count >= JG_WITNESSES)
        jg_refuse(refusal, JG_REFUSE_LIMIT, "too many players have already seen a hand in this game");
    return (w && w->seat != seat) || (!w && t->witness_count >= JG_WITNESSES);
}

bool jg_table_may_sit(const struct jg_table *t, const char *player, int seat, struct jg_refusal *refusal) {
    if (!check_seat(t, seat, refusal)) return false;
    const struct jg_table_seat *s = &t->seats[seat];
    if (is_of(t, seat, player)) return true;
    bool back = s->kind == JG_SEAT_AGENT && !strcmp(s->player, player), takes_over = jg_table_may_pace(t, player);
    if (s->kind != JG_SEAT_OPEN && !back && !takes_over) return jg_refuse(refusal, JG_REFUSE_SEAT, "the seat is taken");
    if (hidden(t) && jg_table_seat_of(t, player) >= 0)
        return jg_refuse(refusal, JG_REFUSE_SEAT, "you already have a seat at this table");
    return back || !knows_too_much(t, player, seat, refusal);
}

bool jg_table_accepts(const struct jg_table *t, const char *player, bool set, struct jg_refusal *refusal) {
    bool fair = !jg_table_is_set(t) || !(t->game->kind->traits & (JG_HAS_HIDDEN | JG_HAS_CHANCE));
    if (fair || set || !strcmp(t->owner, player)) return true;
    return jg_refuse(refusal, JG_REFUSE_OFF,
                     "this table starts from a chosen position; send \"set\": true to accept it");
}

bool jg_table_sit(struct jg_table *t, const char *player, const char *name, int seat, int64_t now,
                  struct jg_refusal *refusal) {
    if (!jg_table_may_sit(t, player, seat, refusal)) return false;
    struct jg_table_seat *s = &t->seats[seat];
    if (is_of(t, seat, player)) return true;
    charge(t, now);
    *s = (struct jg_table_seat){.kind = JG_SEAT_PLAYER, .here = true};
    copy(s->player, sizeof s->player, player);
    copy(s->name, sizeof s->name, name);
    jg_table_touch(t);
    jg_table_advance(t, now);
    return true;
}

bool jg_table_may_stand(const struct jg_table *t, const char *player, struct jg_refusal *refusal) {
    if (jg_table_seat_of(t, player) < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    return jg_table_over(t) || !jg_table_shares_hands(t) ||
           jg_refuse(refusal, JG_REFUSE_OFF,
                     "you have several hands: the seats cannot be given up, but you can resign");
}

bool jg_table_stand(struct jg_table *t, const char *player, int64_t now, struct jg_refusal *refusal) {
    if (jg_table_seat_of(t, player) < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    jg_table_update_clock(t, now);
    for (int seat = 0; seat < seats(t); seat++) {
        if (!is_of(t, seat, player)) continue;
        remember_witness(t, seat);
        t->seats[seat] = (struct jg_table_seat){.kind = JG_SEAT_OPEN};
    }
    jg_table_touch(t);
    start_clock(t, now);
    return true;
}

bool jg_table_replaceable(const struct jg_table *t, int seat, int64_t absent, int64_t now) {
    const struct jg_table_seat *s = &t->seats[seat];
    return s->kind == JG_SEAT_PLAYER && !s->here && now - s->left_at >= absent;
}

bool jg_table_may_seat_agent(const struct jg_table *t, const char *player, int seat, bool agent, int64_t absent,
                             int64_t now, struct jg_refusal *refusal) {
    if (!check_seat(t, seat, refusal)) return false;
    const struct jg_table_seat *s = &t->seats[seat];
    if (jg_table_seat_of(t, player) < 0 && strcmp(t->owner, player))
        return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (jg_table_shares_hands(t))
        return jg_refuse(refusal, JG_REFUSE_OFF, "a player has several hands here: agents stay where they are");
    if (s->kind == JG_SEAT_PLAYER && !jg_table_replaceable(t, seat, absent, now))
        return jg_refuse(refusal, JG_REFUSE_OFF,
                         "the player of that seat has not been away long enough to be replaced");
    if (s->kind == JG_SEAT_AGENT && jg_table_started(t))
        return jg_refuse(refusal, JG_REFUSE_OFF, "an agent can be removed only before the first move");
    return agent || s->kind == JG_SEAT_AGENT || jg_refuse(refusal, JG_REFUSE_OFF, "that seat has no agent");
}

bool jg_table_seat_agent(struct jg_table *t, const char *player, int seat, const char *spec, int64_t absent,
                         int64_t now, struct jg_refusal *refusal) {
    if (!jg_table_may_seat_agent(t, player, seat, spec, absent, now, refusal)) return false;
    struct jg_table_seat *s = &t->seats[seat], before = *s;
    charge(t, now);
    remember_witness(t, seat);
    *s = (struct jg_table_seat){.kind = spec ? JG_SEAT_AGENT : JG_SEAT_OPEN};
    if (spec) copy(s->agent, sizeof s->agent, spec);
    if (spec && before.kind != JG_SEAT_OPEN) { /* the player may come back to this seat */
        memcpy(s->player, before.player, sizeof s->player);
        memcpy(s->name, before.name, sizeof s->name);
    }
    jg_table_touch(t);
    jg_table_advance(t, now);
    return true;
}
