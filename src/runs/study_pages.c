/* Stored pages of finished studies: the steps of a run, one for each language. */
#include "runs/runs.h"

#include "core/json.h"
#include "study/shipped.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char KIND[] = "study";

/* ---- Saving ---------------------------------------------------------------------------------- */

/* Takes the page. */
static enum jg_status add_page(struct jg_store *s, int64_t run, jg_lang lang, char *page, struct jg_error *err) {
    json_t *o = page ? json_pack("{s:s}", "html", page) : NULL;
    char *text = jg_json_text(o, JSON_COMPACT);
    enum jg_status status = text ? jg_store_put_step(s, run, (int64_t)lang + 1, text, err)
                                 : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    free(page);
    return status;
}

enum jg_status jg_run_save_study(struct jg_store *s, const struct jg_study *study,
                                 const struct jg_study_setting *setting, const struct jg_study_result *result,
                                 const struct jg_setting_line *settings, size_t n, struct jg_error *err) {
    json_t *o =
        json_pack("{s:s, s:b, s:b, s:b, s:i, s:o}", "study", study->name, "quick", setting->quick, "all", setting->all,
                  "compat", setting->compat, "games", setting->games, "seed", jg_run_seed_json(setting->seed));
    char *parameters = jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
    struct jg_stored_run run = {0};
    enum jg_status status =
        parameters ? jg_store_begin(s, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        status = jg_store_begin_run(s, KIND, "", parameters, false, &run, err);
        for (jg_lang lang = JG_EN; lang < jg_lang_count() && !status; lang++)
            status = add_page(s, run.id, lang, jg_html_study(study, setting, result, settings, n, lang), err);
        if (!status) status = jg_store_end_run(s, run.id, true, err);
        status = jg_store_end(s, status, err);
    }
    jg_stored_run_free(&run);
    free(parameters);
    return status;
}

/* ---- Finding --------------------------------------------------------------------------------- */

struct finding {
    const char *name;
    int64_t whole, quick; /* the newest run; 0: none */
};

static bool look_at(void *arg, const struct jg_stored_run *run) {
    struct finding *f = arg;
    json_t *o = jg_json_read(run->parameters, strlen(run->parameters), 0, NULL);
    const char *name = json_string_value(json_object_get(o, "study"));
    if (run->ended && name && !strcmp(name, f->name)) {
        int64_t *at = json_is_true(json_object_get(o, "quick")) ? &f->quick : &f->whole;
        if (!*at) *at = run->id;
    }
    json_decref(o);
    return !f->whole;
}

enum jg_status jg_run_find_study(struct jg_store *s, const char *name, int64_t *run, struct jg_error *err) {
    struct finding f = {.name = name};
    enum jg_status status = jg_store_runs(s, KIND, NULL, look_at, &f, err);
    *run = f.whole ? f.whole : f.quick;
    return status;
}

struct reading {
    int64_t wanted;
    char *page;
};

/* Takes the wanted page, or else the first. */
static bool read_page(void *arg, int64_t number, const char *state) {
    struct reading *r = arg;
    json_t *o = jg_json_read(state, strlen(state), 0, NULL);
    const char *html = json_string_value(json_object_get(o, "html"));
    if (html && (!r->page || number == r->wanted)) {
        free(r->page);
        r->page = strdup(html);
    }
    json_decref(o);
    return number != r->wanted;
}

/* The page of the results that come with the program. */
static char *shipped_page(const char *name, jg_lang lang, struct jg_error *err) {
    const struct jg_study *study = jg_study_find(name, err);
    struct jg_study_shipped shipped;
    struct jg_study_result *result = study ? calloc(1, sizeof *result) : NULL;
    char *page = NULL;
    if (study && !result) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (result && !jg_study_shipped_result(study, result, err) && jg_study_shipped_find(study, &shipped)) {
        const struct jg_setting_line from[] = {{.name = "version", .value = shipped.version},
                                               {.name = "date", .value = shipped.date}};
        page = jg_html_study(study, &shipped.setting, result, from, 2, lang);
        if (!page) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    free(result);
    return page;
}

char *jg_run_study_page(struct jg_store *s, const char *name, jg_lang lang, struct jg_error *err) {
    struct reading r = {.wanted = (int64_t)lang + 1};
    int64_t run;
    if (jg_run_find_study(s, name, &run, err)) return NULL;
    if (run && jg_store_steps(s, run, read_page, &r, err)) {
        free(r.page);
        return NULL;
    }
    return r.page ? r.page : shipped_page(name, lang, err);
}
