/* Which stored results a run may use, and how it reports them. Spec, seed and named files determine the play of most
 * agents, so their results stay true. An agent limited by time plays as the machine allows, and a program may have
 * changed behind its command: nothing in the call shows that. */
#include "runs/runs.h"

#include "core/clock.h"
#include "core/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void jg_run_trust_player(struct jg_run_trust *t, const struct jg_player *p) {
    bool program = p->kind->runs_program;
    t->programs |= program;
    t->unversioned |= program && !strchr(p->identity, ' '); /* a name alone shows no change */
    t->timed |= !program && !p->reproducible;
}

bool jg_run_is_usable(const struct jg_run_trust *t, bool ended, bool complete) {
    if (t->programs) return !ended && !t->unversioned;
    return !(t->timed && ended && complete);
}

json_t *jg_run_known_json(const struct jg_run_known *known) {
    if (!known->count) return json_null();
    return json_pack("{s:s, s:I, s:o, s:o}", "unit", known->unit, "count", (json_int_t)known->count, "run",
                     known->run ? json_integer((json_int_t)known->run) : json_null(), "date",
                     jg_run_date_json(known->date));
}

enum jg_status jg_run_save(struct jg_store *s, int64_t run, int64_t number, json_t *state, struct jg_error *err) {
    if (state) json_object_set_new(state, "saved", json_integer(jg_unix_time()));
    char *text = jg_json_text(state, JSON_COMPACT); /* 17 digits: exact */
    enum jg_status status =
        text ? jg_store_put_step(s, run, number, text, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    return status;
}

int64_t jg_run_saved(const struct jg_stored_run *run, const json_t *state) {
    json_int_t saved = json_integer_value(json_object_get(state, "saved"));
    return saved > 0 ? saved : run->ended ? run->ended : run->begun;
}
