/* Games are played in batches: a batch is shared out among the threads, then its
 * games are handed over in order. Every game opens agents of its own, so that
 * none remembers another game. */
#include "arena/series.h"

#include "core/parallel.h"

#include <stdlib.h>

enum { BATCH = 128 }; /* games: few enough to be kept, many enough that threads seldom wait for the last */

struct slot {
    struct jg_record record;
    enum jg_status status;
    struct jg_error err;
};

struct batch {
    const struct jg_series *series;
    uint64_t first;
    struct slot *slots;
    atomic_uint_fast64_t done;
    atomic_flag showing;
};

static void play_slot(struct batch *b, size_t i) {
    const struct jg_series *s = b->series;
    struct slot *slot = &b->slots[i];
    struct jg_agent agents[JG_SEATS_MAX] = {0};
    struct jg_bout bout = {.game = s->game,
                           .start = s->start,
                           .seed = s->seed,
                           .number = b->first + i,
                           .opening = s->opening,
                           .stop = s->stop};
    slot->status = JG_OK;
    for (int seat = 0; seat < s->game->kind->seats && !slot->status; seat++) {
        slot->status = jg_agent_open(&agents[seat], s->game, s->specs[seat], &slot->err);
        bout.seats[seat] = &agents[seat];
    }
    if (!slot->status) slot->status = jg_arena_play(&bout, &slot->record, &slot->err);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) jg_agent_close(&agents[seat]);
}

static void work(void *arg, size_t i) {
    struct batch *b = arg;
    const struct jg_series *s = b->series;
    play_slot(b, i);
    uint64_t done = atomic_fetch_add(&b->done, 1) + 1;
    if (s->progress && !atomic_flag_test_and_set(&b->showing)) {
        s->progress(s->arg, (double)done / (double)s->count);
        atomic_flag_clear(&b->showing);
    }
}

/* In order, up to the first game that was not finished. */
static enum jg_status take_all(const struct batch *b, size_t n, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (size_t i = 0; i < n && !status; i++) {
        status = b->slots[i].status;
        if (status && err) *err = b->slots[i].err;
        if (!status) status = b->series->take(b->series->arg, b->first + i, &b->slots[i].record, err);
    }
    return status;
}

enum jg_status jg_series_play(const struct jg_series *s, struct jg_error *err) {
    struct batch b = {.series = s, .showing = ATOMIC_FLAG_INIT, .slots = calloc(BATCH, sizeof *b.slots)};
    enum jg_status status = b.slots ? JG_OK : jg_fail(err, JG_EMEMORY, -1, "out of memory");
    for (uint64_t begun = 0; begun < s->count && !status; begun += BATCH) {
        size_t n = s->count - begun < BATCH ? (size_t)(s->count - begun) : BATCH;
        b.first = s->first + begun;
        for (size_t i = 0; i < n; i++)
            b.slots[i] = (struct slot){.record.resigned = -1, .err.lang = err ? err->lang : JG_EN};
        jg_parallel(s->threads, n, work, &b);
        status = take_all(&b, n, err);
        for (size_t i = 0; i < n; i++) jg_record_free(&b.slots[i].record);
    }
    free(b.slots);
    return status;
}
