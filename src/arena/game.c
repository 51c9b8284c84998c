#include "arena/game.h"

#include "agents/agents.h"
#include "core/clock.h"

enum { OPENINGS = 64 }; /* tried before a game is given up that ends in every one of them */

static bool stopped(const struct jg_arena_game *b) { return b->stop && atomic_load_explicit(b->stop, memory_order_relaxed); }

static enum jg_status stop(struct jg_error *err) { return jg_fail(err, JG_ESTOP, -1, "stopped before it was done"); }

/* A move of chance. Each has a seed of its own: players see some outcomes, and must not learn others from them. */
static jg_move draw(const struct jg_arena_game *b, const struct jg_record *r, uint64_t *draws) {
    struct jg_rng rng;
    jg_rng_init(&rng, jg_prf(&b->seeding.deals, b->deal, (*draws)++), 0);
    return b->game->kind->draw(b->game, jg_record_state(r), &rng);
}

/* Random moves, and chance's. An opening that ends the game is no opening: another is tried. */
static enum jg_status open_game(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws, struct jg_error *err) {
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

enum { SELDOM = 64 };             /* decisions of a quick player of which one is timed */
static const double QUICK = 5e-6; /* seconds, on average */

static bool is_timed(const struct jg_timing *p) { return p->slow || p->decisions % SELDOM == 0; }

static void add_time(struct jg_timing *p, double seconds) {
    p->seconds += seconds;
    p->timed++;
    p->slow = p->seconds > QUICK * (double)p->timed;
}

/* What a team has thought since `before`. */
static double thought(const struct jg_timing *before, const struct jg_timing *p) {
    uint64_t decisions = p->decisions - before->decisions;
    if (p->timed - before->timed == decisions) return p->seconds - before->seconds;
    return p->timed ? p->seconds / (double)p->timed * (double)decisions : 0;
}

/* Asks an agent and makes its move. What an agent does wrong costs it the game;
 * what is not its doing fails. */
static enum jg_status decide(const struct jg_arena_game *b, struct jg_record *r, struct jg_query *query, struct jg_timing *pace,
                             struct jg_error *err) {
    const struct jg_game *g = b->game;
    int seat = query->seat;
    struct jg_error why;
    union jg_state view;
    struct jg_report report;
    why.lang = JG_EN; /* as records are; to clear all of it would take long */
    if (!b->seats[seat]) {
        jg_record_forfeit(r, seat, b->absent[seat]);
        return JG_OK;
    }
    query->view = jg_record_state(r);
    if (g->kind->view) {
        jg_view(g, query->view, seat, &view);
        query->view = &view;
    }
    if (g->repeat) { /* elsewhere the keys are of no use, and where things are hidden they would tell of them */
        query->keys = r->keys;
        query->key_count = (size_t)r->count;
    }
    bool timed = b->watch || is_timed(pace);
    double begin = timed ? jg_clock() : 0;
    enum jg_status status = jg_agent_choose_untimed(b->seats[seat], query, &report, &why);
    if (timed) add_time(pace, report.seconds = jg_clock() - begin);
    pace->decisions++;
    if (stopped(b)) return stop(err); /* half a thought is not played */
    if (status == JG_EMEMORY) return jg_fail(err, status, -1, "%s", why.message);
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

static enum jg_status play_on(const struct jg_arena_game *b, struct jg_record *r, uint64_t *draws,
                              struct jg_timing *const *paces, struct jg_error *err) {
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
            status = decide(b, r, &query, paces[jg_team(query.seat)], err);
        }
    }
    return status;
}

enum jg_status jg_arena_play(const struct jg_arena_game *b, struct jg_record *r, double *seconds, struct jg_error *err) {
    uint64_t draws = 0; /* moves of chance so far, also of openings that were given up */
    struct jg_timing own[2] = {0}, before[2], *paces[2];
    for (int team = 0; team < 2; team++) {
        paces[team] = b->paces[team] ? b->paces[team] : &own[team];
        before[team] = *paces[team];
    }
    enum jg_status status = open_game(b, r, &draws, err);
    if (!status) status = play_on(b, r, &draws, paces, err);
    for (int team = 0; team < 2 && seconds; team++) seconds[team] += thought(&before[team], paces[team]);
    return status;
}
