#include "runs/study_rows.h"

#include "core/file.h"
#include "core/json.h"
#include "core/process.h"
#include "core/seeding.h"

#include <jansson.h>
#include <stdlib.h>

char *jg_run_study_identity(const struct jg_study *study, const struct jg_study_setting *s) {
    char program[17];
    jg_process_hash(program);
    jg_json_begin();
    json_t *o =
        json_pack("{s:s, s:b, s:b, s:b, s:i, s:i, s:{s:s}}", "study", study->name, "quick", s->quick, "all", s->all,
                  "compat", s->compat, "games", s->games, "seeding", JG_SEEDING_SCHEME, "files", "jogada", program);
    json_object_set_new(o, "seed", json_sprintf("%llu", (unsigned long long)s->seed));
    char *parameters = jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
    char *identity = parameters ? jg_run_rows_identity("study", parameters) : NULL;
    free(parameters);
    return identity;
}

/* Runs a study for its outline alone. */
static enum jg_status make_outline(const struct jg_study *study, const struct jg_study_setting *setting,
                                   struct jg_study_outline *outline, struct jg_error *err) {
    struct jg_study_setting s = *setting;
    struct jg_study_result *result = calloc(1, sizeof *result);
    if (!result) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    s.outline = outline;
    s.store = NULL;
    s.checkpoint = NULL;
    s.progress = NULL;
    enum jg_status status = study->run(&s, result, err);
    free(result);
    return status;
}

enum jg_status jg_run_study_outline(const struct jg_study *study, const struct jg_study_setting *setting,
                                    struct jg_study_outline *out, struct jg_error *err) {
    *out = (struct jg_study_outline){0};
    if (study->evolves)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has no parts: a generation needs the results of the one before; use --workers", study->name);
    if (!study->splits)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has no parts: it plays no games, or measures the time of moves on this machine",
                       study->name);
    enum jg_status status = make_outline(study, setting, out, err);
    out->complete = true;
    return status;
}

struct playing {
    const struct jg_run_study_part *part;
    struct jg_run_rows_file *file;
    uint64_t done;           /* games of earlier series */
    struct jg_series series; /* in progress, as the study gave it */
};

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct jg_series *s = &((struct playing *)arg)->series;
    return s->fixture(s->arg, number, out);
}

static void progress(void *arg, double share) {
    const struct playing *p = arg;
    double games = (double)(p->part->last - p->part->first + 1);
    p->part->progress(p->part->arg, ((double)p->done + share * (double)p->series.count) / games);
}

/* Plays the games of a series that the part has. */
static enum jg_status visit(void *arg, const struct jg_series *series, struct jg_error *err) {
    struct playing *p = arg;
    uint64_t begin = series->first + series->row_shift, end = begin + series->count; /* in rows */
    uint64_t from = begin > p->part->first ? begin : p->part->first;
    uint64_t to = end < p->part->last + 1 ? end : p->part->last + 1;
    if (from >= to) return JG_OK;
    struct jg_series s = *series;
    s.first = from - s.row_shift;
    s.count = to - from;
    p->series = s;
    p->series.arg = series->arg;
    s.fixture = s.fixture ? fixture : NULL;
    s.progress = p->part->progress ? progress : NULL;
    s.coordinator = p->part->setting->coordinator;
    s.arg = p;
    enum jg_status status = jg_run_rows_play(p->file, &s, err);
    p->done += s.count;
    return status;
}

enum jg_status jg_run_study_part_play(const struct jg_run_study_part *part, struct jg_run_rows_file *f,
                                      struct jg_error *err) {
    struct playing p = {.part = part, .file = f};
    struct jg_study_outline *outline = calloc(1, sizeof *outline);
    if (!outline) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    outline->visit = visit;
    outline->arg = &p;
    enum jg_status status = make_outline(part->study, part->setting, outline, err);
    free(outline);
    return status;
}
