#include "study/games.h"

#include <stdio.h>
#include <string.h>

bool jg_study_has_games(const struct jg_study_setting *s, const char *part) {
    return !s->store || !s->store_all || s->store->has(s->store, part);
}

/* ---- The outline ---------------------------------------------------------------------------------- */

/* Adds a part to the outline, and lets its games be visited. */
static enum jg_status add_part(struct jg_study_outline *o, const char *name, const struct jg_series *series,
                               struct jg_error *err) {
    struct jg_series s = *series;
    if (s.watch) return JG_OK;
    if (o->part_count == JG_STUDY_PARTS_MAX) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_study_outline_part *part = &o->parts[o->part_count++];
    *part = (struct jg_study_outline_part){.first = o->games, .count = s.count};
    snprintf(part->name, sizeof part->name, "%s", name);
    o->games += s.count;
    s.row_shift = part->first - s.first;
    return o->visit ? o->visit(o->arg, &s, err) : JG_OK;
}

/* The number of a part's first game; 0 without an outline, since rows are not used then. */
static uint64_t first_of(const struct jg_study_outline *o, const char *name) {
    for (int i = 0; o && i < o->part_count; i++)
        if (!strcmp(o->parts[i].name, name)) return o->parts[i].first;
    return 0;
}

bool jg_study_is_outlined(const struct jg_study_setting *s) { return s->outline && !s->outline->complete; }

/* ---- Series and contests ------------------------------------------------------------------------- */

/* Passes the calls of a series or contest on, and its games to the store. */
struct relay {
    const struct jg_study_setting *setting;
    const struct jg_series *series;
    const struct jg_contest *contest;
    const struct jg_player *players;
    uint64_t first;
};

static enum jg_status store_played(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct relay *r = arg;
    const int *players = played->fixture.players;
    struct jg_study_games *store = r->setting->store;
    return store->put(store, played->number - r->first,
                      (const char *[]){r->players[players[0]].spec, r->players[players[1]].spec}, played->record,
                      played->seconds, err);
}

static bool series_fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    return s->fixture(s->arg, number, out);
}

static enum jg_status series_take(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    return s->take(s->arg, played, err);
}

static void series_progress(void *arg, double share) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    s->progress(s->arg, share);
}

static void series_watch(void *arg, const struct jg_record *record, int seat, const struct jg_report *report) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    s->watch(s->arg, record, seat, report);
}

static enum jg_status begin_part(const struct jg_study_setting *s, const char *part, const struct jg_game *g,
                                 uint64_t seed, bool timed, struct jg_error *err) {
    return s->store->begin(s->store, part, g, seed, timed, err);
}

enum jg_status jg_study_play_series(const struct jg_study_setting *setting, const char *part,
                                    const struct jg_series *series, struct jg_error *err) {
    struct relay r = {.setting = setting, .series = series, .players = series->players, .first = series->first};
    struct jg_series s = *series;
    if (jg_study_is_outlined(setting)) return add_part(setting->outline, part, series, err);
    s.rows = setting->rows;
    s.row_shift = first_of(setting->outline, part) - s.first;
    s.coordinator = setting->coordinator;
    if (!setting->store) return jg_series_play(&s, err);
    s.fixture = s.fixture ? series_fixture : NULL;
    s.take = s.take ? series_take : NULL;
    s.progress = s.progress ? series_progress : NULL;
    s.watch = s.watch ? series_watch : NULL;
    s.finished = store_played;
    s.arg = &r;
    enum jg_status status = begin_part(setting, part, s.game, s.seed, series->watch, err);
    if (!status) status = jg_series_play(&s, err);
    return setting->store->end(setting->store, status, err);
}

static void contest_counted(void *arg, const struct jg_fixture *fixture, const struct jg_result *result) {
    const struct jg_contest *c = ((struct relay *)arg)->contest;
    c->counted(c->arg, fixture, result);
}

static void contest_progress(void *arg, const struct jg_standings *standings, double share) {
    const struct jg_contest *c = ((struct relay *)arg)->contest;
    c->progress(c->arg, standings, share);
}

static bool contest_fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    jg_contest_fixture(arg, number, out);
    return true;
}

/* Adds a contest to the outline; nobody has played in its standings. */
static enum jg_status add_contest(struct jg_study_outline *o, const char *part, const struct jg_contest *contest,
                                  struct jg_standings *out, struct jg_error *err) {
    struct jg_series series = jg_contest_series(contest);
    struct jg_contest none = *contest;
    series.fixture = contest_fixture;
    series.arg = (void *)contest;
    enum jg_status status = add_part(o, part, &series, err);
    none.pairs = 0;
    none.counted = NULL;
    none.progress = NULL;
    return status ? status : jg_contest_play(&none, out, err);
}

enum jg_status jg_study_play_contest(const struct jg_study_setting *setting, const char *part,
                                     const struct jg_contest *contest, struct jg_standings *out, struct jg_error *err) {
    struct relay r = {.setting = setting, .contest = contest, .players = contest->players};
    struct jg_contest c = *contest;
    *out = (struct jg_standings){0};
    if (jg_study_is_outlined(setting)) return add_contest(setting->outline, part, contest, out, err);
    c.rows = setting->rows;
    c.row_shift = first_of(setting->outline, part);
    c.coordinator = setting->coordinator;
    if (!setting->store) return jg_contest_play(&c, out, err);
    c.counted = c.counted ? contest_counted : NULL;
    c.progress = c.progress ? contest_progress : NULL;
    c.finished = store_played;
    c.arg = &r;
    enum jg_status status = begin_part(setting, part, c.game, c.seed, false, err);
    if (!status) status = jg_contest_play(&c, out, err);
    return setting->store->end(setting->store, status, err);
}
