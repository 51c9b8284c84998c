/* The lab of a page without a server: matches and tournaments, which are not stored. Tunings and studies need a server. */
#include "runs/runs.h"
#include "runs/tournament.h"
#include "web/lab_run.h"

/* ---- Matches without a store ------------------------------------------------------------------------- */

enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err) {
    (void)path, (void)again, (void)err;
    *k = (struct jg_run_tournament){.plan = plan, .kind = kind};
    return JG_OK;
}

enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, struct jg_standings *standings,
                                      struct jg_error *err) {
    return jg_contest_play(k->plan, standings, err);
}

void jg_run_tournament_close(struct jg_run_tournament *k) { *k = (struct jg_run_tournament){0}; }

/* ---- What needs a server ----------------------------------------------------------------------------- */

static enum jg_status refuse(struct jg_error *err) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "this server runs no matches or tunings");
}

enum jg_status jg_lab_read_tune(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    return (void)run, (void)r, refuse(err);
}

enum jg_status jg_lab_read_study(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err) {
    return (void)run, (void)r, refuse(err);
}

enum jg_status jg_lab_run_tuning(struct jg_lab_run *run, struct jg_error *err) { return (void)run, refuse(err); }
enum jg_status jg_lab_run_study(struct jg_lab_run *run, struct jg_error *err) { return (void)run, refuse(err); }
void jg_lab_describe(const struct jg_lab_run *run, json_t *o, jg_lang lang) { (void)run, (void)o, (void)lang; }

char *jg_run_report(struct jg_store *s, int64_t run, jg_lang lang, struct jg_error *err) {
    (void)s, (void)lang;
    jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no run %lld", (long long)run);
    return NULL;
}
