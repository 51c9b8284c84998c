/* One game between agents, as a record with their evaluations. */
#include "module.h"

#include "arena/contest.h"

#include <stdlib.h>
#include <string.h>

struct playing {
    struct job job;
    struct record_object *record;
    struct jg_arena_game game;
    int teams; /* agents that were given: one for each team */
    struct jg_player players[2];
    struct bot bots[2];
    struct jg_agent agents[JG_SEATS_MAX];
    int wrong; /* the agent whose spec is wrong; -1: none */
    enum jg_status status;
    struct jg_error err;
};

/* Opens an agent for every seat: partners share nothing. */
static enum jg_status open_seats(struct playing *p) {
    const struct jg_game *g = p->game.game;
    enum jg_status status = JG_OK;
    for (int i = 0; i < 2 && !status; i++) {
        char spec[JG_SPEC_MAX];
        memcpy(spec, p->players[i].name, sizeof spec);
        p->wrong = i;
        p->bots[i].job = &p->job;
        if (p->bots[i].from) continue;
        status = jg_player_init_stoppable(&p->players[i], g, spec, &p->job.stop, &p->err);
        if (status) memcpy(p->players[i].name, spec, sizeof spec);
    }
    if (!status) p->wrong = -1;
    for (int seat = 0; seat < g->kind->seats && !status; seat++) {
        int team = jg_team(seat);
        status = p->bots[team].from
                     ? jg_agent_open_kind(&p->agents[seat], g, &p->bots[team].kind, p->bots[team].name, &p->err)
                     : jg_player_open(&p->players[team], g, &p->agents[seat], &p->err);
        p->game.seats[seat] = &p->agents[seat];
    }
    return status;
}

static void play(void *arg) {
    struct playing *p = arg;
    p->status = open_seats(p);
    if (!p->status) p->status = jg_arena_play(&p->game, &p->record->record, NULL, &p->err);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) jg_agent_close(&p->agents[seat]);
}

static bool set_agent(struct playing *p, int i, PyObject *from) {
    struct game_object *game = p->record->game;
    if (!PyUnicode_Check(from)) return bot_init(&p->bots[i], game, from);
    const char *spec = text_from(from, "the spec of an agent");
    if (!spec) return false;
    if (strlen(spec) >= JG_SPEC_MAX)
        return raise_text(game->m, "a spec has at most %d characters", JG_SPEC_MAX - 1) != NULL;
    strcpy(p->players[i].name, spec);
    return true;
}

bool play_game(struct record_object *record, PyObject *first, PyObject *second, uint64_t seed, int opening,
               double timeout) {
    struct module *m = record->game->m;
    struct playing *p = calloc(1, sizeof *p);
    if (!p) return PyErr_NoMemory() != NULL;
    bool good = false;
    p->record = record;
    p->job.timeout = timeout;
    p->game = (struct jg_arena_game){.game = &record->game->game,
                                     .seeding = jg_seeding_of(seed),
                                     .opening = opening,
                                     .annotate = true,
                                     .stop = &p->job.stop};
    if (set_agent(p, 0, first) && set_agent(p, 1, second) && job_run(&p->job, play, p)) {
        good = !p->status || (p->status == JG_ESTOP && p->job.timed_out && record->record.states);
        if (!good) raise_error(m, &p->err, p->wrong < 0 ? NULL : p->players[p->wrong].name);
    }
    for (int i = 0; i < 2; i++) bot_free(&p->bots[i]);
    free(p);
    return good;
}
