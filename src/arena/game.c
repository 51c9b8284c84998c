#include "arena/game.h"

#include "agents/agent_report.h"
#include "core/stop.h"
#include "search/endgame.h"

#include <jogada/ask.h>

#include <string.h>

enum { OPENINGS = 64 }; /* tries to find an opening that does not end the game */

static bool stopped(const struct jg_arena_game *b) {
    return jg_stopped(b->stop);
}

static enum jg_status stop(struct jg_error *err) {
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
}

/* Draws a chance move. Each has its own seed, so that no outcome can be predicted from others. */
static jg_move draw(const struct jg_arena_game *b, const void *state, uint64_t *draws) {
    struct jg_rng rng;
    jg_rng_init(&rng, jg_prf(&b->seeding.deals, b->deal, (*draws)++), 0);
    return b->game->kind->draw(b->game, state, &rng);
}

/* Begins the record where the game starts. */
static enum jg_status begin(const struct jg_arena_game *b, struct jg_record *r, struct jg_error *err) {
    if (!b->from) return jg_record_restart(r, b->game, b->start, err);
    enum jg_status status = jg_record_begin(r, b->game, b->from, err);
    return status || !b->first ? status : jg_record_push(r, b->first, err);
}

/* Plays the random opening. If it ends the game, tries another. */
static enum jg_status open_game(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws,
                                struct jg_error *err) {
    struct jg_rng rng;
    if (b->opening) jg_rng_init(&rng, jg_prf(&b->seeding.openings, b->deal, 0), 0);
    for (int tries = 0; tries < OPENINGS; tries++) {
        enum jg_status status = begin(b, r, err);
        for (int turn; !status && r->count < b->opening && (turn = jg_record_turn(r)) != JG_OVER;) {
            bool chance = turn == JG_CHANCE;
            jg_move move = chance ? draw(b, jg_record_state(r), draws) : jg_random_move(b->game, jg_record_state(r), &rng);
            status = jg_record_push(r, move, err);
        }
        r->opening = b->opening ? r->count : 0;
        if (status || !b->opening || jg_record_turn(r) != JG_OVER) return status;
    }
    return begin(b, r, err);
}

enum { TIMED_EVERY = 64 };             /* one in this many decisions of a fast player is timed */
static const double QUICK = 5e-6;      /* seconds, on average */
static const double TIME_LEAST = 1e-3; /* seconds that a clock shows while it runs */

static bool is_timed(const struct jg_timing *p) { return p->slow || p->decisions % TIMED_EVERY == 0; }

static void add_time(struct jg_timing *p, double seconds) {
    p->seconds += seconds;
    p->timed++;
    p->slow = p->seconds > QUICK * (double)p->timed;
}

/* The thinking time since `before`. */
static double thought(const struct jg_timing *before, const struct jg_timing *p) {
    uint64_t decisions = p->decisions - before->decisions;
    if (p->timed - before->timed == decisions) return p->seconds - before->seconds;
    return p->timed ? p->seconds / (double)p->timed * (double)decisions : 0;
}

/* A seat that is about to move. */
struct mover {
    int seat;
    struct jg_timing *timing;
    const struct jg_time_control *control;
    struct jg_time_clock *clock;
    struct jg_adjudicator *adjudicator;
};

/* The clock as its agent may see it. A seat that has used a part of the margin has no time left. */
static struct jg_query_clock clock_of(const struct mover *m, double margin) {
    double left = m->clock->left;
    if (m->control->seconds <= 0) return (struct jg_query_clock){0};
    return (struct jg_query_clock){.left = left > TIME_LEAST ? left : TIME_LEAST,
                                   .increment = m->control->increment,
                                   .moves = jg_time_clock_moves(m->clock, m->control),
                                   .margin = left < 0 ? margin + left : margin};
}

/* Queries an agent and makes its move. An agent's own failure, or a lack of time, costs it the game; other failures are
 * returned. */
static enum jg_status decide(const struct jg_arena_game *b, struct jg_record *r, const struct mover *m,
                             struct jg_ask *ask, struct jg_error *err) {
    struct jg_error why;
    struct jg_report report;
    int seat = m->seat;
    bool clocked = m->control->seconds > 0;
    why.lang = JG_EN; /* records are in English; clearing the whole struct would be slow */
    if (!b->seats[seat]) {
        jg_record_forfeit(r, seat, b->absent[seat]);
        return JG_OK;
    }
    ask->clock = clock_of(m, b->margin);
    ask->untimed = !b->watch && !b->annotate && !clocked && !is_timed(m->timing);
    enum jg_status status = jg_ask_record(ask, b->seats[seat], r, r->count, &report, &why);
    if (!ask->untimed) add_time(m->timing, report.seconds);
    m->timing->decisions++;
    if (stopped(b)) return stop(err); /* an interrupted decision is not played */
    if (status == JG_EMEMORY) return jg_fail(err, status, JG_NO_POSITION, "%s", why.message);
    bool late = clocked && !jg_time_clock_charge(m->clock, m->control, report.seconds, b->margin);
    if (late || status) {
        jg_record_forfeit(r, seat, late ? JG_REASON_TIME : why.message);
        return JG_OK;
    }
    if (b->watch) b->watch(b->arg, r, seat, &report);
    if (b->annotate && (status = jg_agent_annotate(r, &report, err))) return status;
    jg_adjudicator_observe(m->adjudicator, r, seat, &report);
    return jg_record_push(r, report.move, err);
}

void jg_arena_seeds(const struct jg_arena_game *b, struct jg_rng seeds[JG_SEATS_MAX]) {
    for (int seat = 0; seat < b->game->kind->seats; seat++)
        jg_rng_init(&seeds[seat], jg_prf(&b->seeding.agents, b->deal, b->variant * JG_SEATS_MAX + (uint64_t)seat), 0);
}

static enum jg_status play_moves(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws,
                                 struct jg_timing *const *timings, struct jg_error *err) {
    struct jg_ask ask = {.stop = b->stop};
    struct jg_rng seeds[JG_SEATS_MAX];
    struct jg_time_clock clocks[JG_SEATS_MAX];
    struct jg_adjudicator adjudicator = {.rules = b->adjudication};
    jg_arena_seeds(b, seeds);
    for (int seat = 0; seat < b->game->kind->seats; seat++)
        jg_time_clock_start(&clocks[seat], &b->controls[jg_team(seat)]);
    enum jg_status status = JG_OK;
    for (int turn; !status && (turn = jg_record_turn(r)) != JG_OVER;) {
        if (stopped(b)) return stop(err);
        if (turn == JG_CHANCE) {
            status = jg_record_push(r, draw(b, jg_record_state(r), draws), err);
        } else if (!jg_adjudicator_end(&adjudicator, r) && !(status = jg_endgame_check(b->game, err))) {
            ask.seed = jg_rng_next(&seeds[turn]);
            int team = jg_team(turn);
            const struct mover m = {turn, timings[team], &b->controls[team], &clocks[turn], &adjudicator};
            status = decide(b, r, &m, &ask, err);
        }
    }
    return status;
}

/* Lets agents with a clock build their tables before it starts. */
static enum jg_status prepare(const struct jg_arena_game *b, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int seat = 0; !status && seat < b->game->kind->seats; seat++)
        if (b->seats[seat] && b->controls[jg_team(seat)].seconds > 0)
            status = jg_agent_prepare(b->seats[seat], b->stop, err);
    return status;
}

enum jg_status jg_arena_play(const struct jg_arena_game *b, struct jg_record *r, double *seconds,
                             struct jg_error *err) {
    uint64_t draws = 0; /* chance moves so far, including those of discarded openings */
    struct jg_timing own[2] = {0}, before[2], *timings[2];
    for (int team = 0; team < 2; team++) {
        timings[team] = b->timings[team] ? b->timings[team] : &own[team];
        before[team] = *timings[team];
    }
    enum jg_status status = open_game(b, r, &draws, err);
    r->annotated = b->annotate;
    if (!status) status = prepare(b, err);
    if (!status) status = play_moves(b, r, &draws, timings, err);
    for (int team = 0; team < 2 && seconds; team++) seconds[team] += thought(&before[team], timings[team]);
    return status;
}

/* ---- Verifying --------------------------------------------------------------------------------------- */

static enum jg_status reject(struct jg_error *err, const char *message) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s", jg_tr(err ? err->lang : JG_EN, message));
}

/* Compares the opening; `draws` counts its chance moves. */
static enum jg_status verify_opening(const struct jg_arena_game *b, const struct jg_record *r, uint64_t *draws,
                                     struct jg_error *err) {
    struct jg_record own = {0};
    enum jg_status status = open_game(b, &own, draws, err);
    if (!status && (own.opening != r->opening || own.count > r->count ||
                    memcmp(own.moves, r->moves, (size_t)own.count * sizeof *own.moves)))
        status = reject(err, "the opening is not the one of the seed");
    jg_record_free(&own);
    return status;
}

enum jg_status jg_arena_verify(const struct jg_arena_game *b, const struct jg_record *r, struct jg_error *err) {
    uint64_t draws = 0;
    enum jg_status status = verify_opening(b, r, &draws, err);
    if (status) return status;
    for (int i = r->opening; i < r->count; i++) {
        const void *state = jg_record_state_at(r, i);
        if (jg_turn(b->game, state) == JG_CHANCE && draw(b, state, &draws) != r->moves[i])
            return reject(err, "a chance move is not the one of the seed");
    }
    if (jg_record_turn(r) != JG_OVER) return reject(err, "the game is not over");
    if (r->resigned >= 0 && (!r->reason[0] || jg_turn(b->game, jg_record_state(r)) != r->resigned))
        return reject(err, "a seat forfeited that was not to move");
    if (r->reason[0] && r->resigned < 0 && (!r->adjudicated || !b->adjudication))
        return reject(err, "the game was adjudicated without a rule");
    return JG_OK;
}
