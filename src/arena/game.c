#include "arena/game.h"

#include "agents/agents.h"
#include "core/clock.h"

enum { OPENINGS = 64 }; /* tries to find an opening that does not end the game */

static bool stopped(const struct jg_arena_game *b) {
    return b->stop && atomic_load_explicit(b->stop, memory_order_relaxed);
}

static enum jg_status stop(struct jg_error *err) {
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
}

/* Draws a chance move. Each has its own seed, so that no outcome can be predicted from others. */
static jg_move draw(const struct jg_arena_game *b, const struct jg_record *r, uint64_t *draws) {
    struct jg_rng rng;
    jg_rng_init(&rng, jg_prf(&b->seeding.deals, b->deal, (*draws)++), 0);
    return b->game->kind->draw(b->game, jg_record_state(r), &rng);
}

/* Plays the random opening. If it ends the game, tries another. */
static enum jg_status open_game(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws,
                                struct jg_error *err) {
    struct jg_rng rng;
    if (b->opening) jg_rng_init(&rng, jg_prf(&b->seeding.openings, b->deal, 0), 0);
    for (int tries = 0; tries < OPENINGS; tries++) {
        enum jg_status status = jg_record_restart(r, b->game, b->start, err);
        for (int turn; !status && r->count < b->opening && (turn = jg_record_turn(r)) != JG_OVER;) {
            bool chance = turn == JG_CHANCE;
            jg_move move = chance ? draw(b, r, draws) : jg_random_move(b->game, jg_record_state(r), &rng);
            status = jg_record_push(r, move, err);
        }
        r->opening = r->count;
        if (status || !b->opening || jg_record_turn(r) != JG_OVER) return status;
    }
    return jg_record_restart(r, b->game, b->start, err);
}

enum { TIMED_EVERY = 64 };        /* one in this many decisions of a fast player is timed */
static const double QUICK = 5e-6; /* seconds, on average */

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

/* Queries an agent and makes its move. An agent's own failure costs it the game; other failures are returned. */
static enum jg_status decide(const struct jg_arena_game *b, struct jg_record *r, struct jg_query *query,
                             struct jg_timing *timing, struct jg_error *err) {
    const struct jg_game *g = b->game;
    int seat = query->seat;
    struct jg_error why;
    union jg_state view;
    struct jg_report report;
    why.lang = JG_EN; /* records are in English; clearing the whole struct would be slow */
    if (!b->seats[seat]) {
        jg_record_forfeit(r, seat, b->absent[seat]);
        return JG_OK;
    }
    query->view = jg_record_state(r);
    if (g->kind->view) {
        jg_view(g, query->view, seat, &view);
        query->view = &view;
    }
    if (g->repeat) { /* elsewhere keys are useless, and would reveal hidden information */
        query->keys = r->keys;
        query->key_count = (size_t)r->count;
    }
    bool timed = b->watch || is_timed(timing);
    double begin = timed ? jg_clock() : 0;
    enum jg_status status = jg_agent_choose_untimed(b->seats[seat], query, &report, &why);
    if (timed) add_time(timing, report.seconds = jg_clock() - begin);
    timing->decisions++;
    if (stopped(b)) return stop(err); /* an interrupted decision is not played */
    if (status == JG_EMEMORY) return jg_fail(err, status, JG_NO_POSITION, "%s", why.message);
    if (status) {
        jg_record_forfeit(r, seat, why.message);
        return JG_OK;
    }
    if (b->watch) b->watch(b->arg, r, seat, &report);
    return jg_record_push(r, report.move, err);
}

void jg_arena_seeds(const struct jg_arena_game *b, struct jg_rng seeds[JG_SEATS_MAX]) {
    for (int seat = 0; seat < b->game->kind->seats; seat++)
        jg_rng_init(&seeds[seat], jg_prf(&b->seeding.agents, b->deal, b->variant * JG_SEATS_MAX + (uint64_t)seat), 0);
}

static enum jg_status play_moves(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws,
                                 struct jg_timing *const *timings, struct jg_error *err) {
    struct jg_query query = {.stop = b->stop};
    struct jg_rng seeds[JG_SEATS_MAX];
    jg_arena_seeds(b, seeds);
    enum jg_status status = JG_OK;
    while (!status && (query.seat = jg_record_turn(r)) != JG_OVER) {
        if (stopped(b)) return stop(err);
        if (query.seat == JG_CHANCE) {
            status = jg_record_push(r, draw(b, r, draws), err);
        } else {
            query.seed = jg_rng_next(&seeds[query.seat]);
            status = decide(b, r, &query, timings[jg_team(query.seat)], err);
        }
    }
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
    if (!status) status = play_moves(b, r, &draws, timings, err);
    for (int team = 0; team < 2 && seconds; team++) seconds[team] += thought(&before[team], timings[team]);
    return status;
}
