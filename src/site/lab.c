/* Matches and tunings, which need a server. */
#include "runs/runs.h"
#include "web/lab.h"

void jg_lab_handle(struct jg_lab *lab, struct jg_peer *p, const struct jg_request *r) { (void)lab, (void)p, (void)r; }

char *jg_run_report(struct jg_store *s, int64_t run, jg_lang lang, struct jg_error *err) {
    (void)s, (void)lang;
    jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no run %lld", (long long)run);
    return NULL;
}
