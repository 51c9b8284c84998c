#include "arena/game.h"

static bool stopped(const struct jg_bout *b) { return b->stop && atomic_load_explicit(b->stop, memory_order_relaxed); }

static enum jg_status decide(const struct jg_bout *b, const struct jg_record *r, int seat, uint64_t seed, jg_move *move,
                             struct jg_error *err) {
    const struct jg_game *g = b->game;
    union jg_state view;
    struct jg_report report;
    struct jg_ask ask = {.view = &view, .seat = seat, .seed = seed, .stop = b->stop};
    jg_view(g, jg_record_state(r), seat, &view);
    if (g->repeat) { /* elsewhere the keys are of no use, and where things are hidden they would tell of them */
        ask.keys = r->keys;
        ask.key_count = (size_t)r->count;
    }
    enum jg_status status = jg_agent_choose(b->seats[seat], &ask, &report, err);
    if (status) return status;
    if (stopped(b)) return jg_fail(err, JG_ESTOP, -1, "stopped before it was done"); /* half a thought is not played */
    if (b->watch) b->watch(b->arg, r, seat, &report);
    *move = report.move;
    return JG_OK;
}

enum jg_status jg_arena_play(const struct jg_bout *b, struct jg_record *r, struct jg_error *err) {
    struct jg_rng chance, seeds;
    enum jg_status status = jg_record_init(r, b->game, b->start, err);
    jg_rng_init(&chance, b->seed, b->number);
    jg_rng_init(&seeds, jg_rng_next(&chance), 0);
    for (int turn; !status && (turn = jg_record_turn(r)) != JG_OVER;) {
        jg_move move = 0;
        if (stopped(b))
            status = jg_fail(err, JG_ESTOP, -1, "stopped before it was done");
        else if (turn == JG_CHANCE || r->count < b->opening)
            move = jg_random_move(b->game, jg_record_state(r), &chance);
        else
            status = decide(b, r, turn, jg_rng_next(&seeds), &move, err);
        if (!status) status = jg_record_push(r, move, err);
    }
    return status;
}
