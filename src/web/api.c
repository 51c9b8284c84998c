/* Requests are handled one after another, so those that would take long are refused. */
#include "web/api.h"

#include "core/json.h"
#include "game/sgf.h"
#include "runs/runs.h"
#include "web/levels.h"
#include "web/peer.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOG_USUAL = 50,
    LOG_MOST = 500,       /* games or runs in a list */
    REPORT_GAMES = 50000, /* in a run whose report is made here: a tenth of a second */
};

/* A request being handled. */
struct call {
    struct jg_api_response *out;
    struct jg_store *store;
    bool trust;
    const struct jg_api_request *q;
    struct jg_error err;
};

static bool take(struct call *a, char *body, const char *type) {
    *a->out = (struct jg_api_response){.status = 200, .type = type, .body = body, .size = body ? strlen(body) : 0};
    return body;
}

/* Sets the response to a JSON document; takes the reference. */
static enum jg_status put_json(struct call *a, json_t *o) {
    char *text = jg_json_text(o, JSON_COMPACT | JSON_REAL_PRECISION(15));
    return take(a, text, "application/json") ? JG_OK : jg_fail(&a->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* Sets the response to a text and takes it; NULL: fails with the error so far. */
static enum jg_status put_text(struct call *a, char *text, const char *type) {
    return take(a, text, type) ? JG_OK
           : a->err.code       ? a->err.code
                               : jg_fail(&a->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static const char HTML[] = "text/html; charset=utf-8";

/* Overwrites every `what` in a text with the shorter `by`, padded with blanks. */
static void write_over(char *text, const char *what, const char *by) {
    size_t length = strlen(what), own = strlen(by);
    assert(own <= length);
    for (char *at = text; (at = strstr(at, what)); at += length) {
        memcpy(at, by, own);
        memset(at + own, ' ', length - own);
    }
}

/* Sets the response to a report and takes it. A report follows the system's color scheme; the query parameter `theme`
 * overrides it, because the report's frame cannot see which theme the page has chosen. */
static enum jg_status put_report(struct call *a, char *html) {
    const char *theme = a->q->theme ? a->q->theme : "";
    bool dark = !strcmp(theme, "dark");
    if (html && (dark || !strcmp(theme, "light"))) {
        write_over(html, "@media screen and (prefers-color-scheme: dark)", dark ? "@media screen" : "@media not all");
        write_over(html, "color-scheme: light dark;", dark ? "color-scheme: dark;" : "color-scheme: light;");
    }
    return put_text(a, html, HTML);
}

/* ---- Games and rules ------------------------------------------------------------------------- */

static enum jg_status games(struct call *a, const char *name) {
    (void)name;
    return put_json(a, json_pack("{s:o}", "games", jg_games_json(a->q->lang, a->trust)));
}

static enum jg_status rules(struct call *a, const char *name) {
    const char *page = jg_rules_page(name, a->q->lang);
    if (!page) return jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "there are no rules by that name");
    return put_text(a, strdup(page), "text/markdown; charset=utf-8");
}

/* ---- Stored games ---------------------------------------------------------------------------- */

static const char *given(const char *text) { return text && text[0] ? text : NULL; }

static bool add_game(void *list, const struct jg_stored_game *game) {
    json_array_append_new(list, jg_run_game_json(game, false));
    return true;
}

static enum jg_status stored_games(struct call *a, const char *name) {
    int64_t limit = a->q->limit;
    struct jg_store_filter filter = {.game = given(a->q->game),
                                     .agent = given(a->q->agent),
                                     .viewer = a->q->player,
                                     .limit = limit < 1          ? LOG_USUAL
                                              : limit > LOG_MOST ? LOG_MOST
                                                                 : limit};
    json_t *list = json_array();
    (void)name;
    enum jg_status status = jg_store_games(a->store, &filter, add_game, list, &a->err);
    if (!status) return put_json(a, json_pack("{s:o}", "games", list));
    json_decref(list);
    return status;
}

/* An id from a path; 0, which is no valid id, if it is not a number. */
static int64_t number(const char *name) {
    size_t digits = strspn(name, "0123456789");
    return digits && digits < 18 && !name[digits] ? strtoll(name, NULL, 10) : 0;
}

/* Games of unlisted tables exist only for their players. */
static enum jg_status visible_game(struct call *a, int64_t id, struct jg_stored_game *out) {
    bool shows = jg_store_may_view(a->store, id, a->q->player);
    enum jg_status status = jg_store_game(a->store, id, out, &a->err);
    if (status || shows) return status;
    return jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "there is no game %lld", (long long)id);
}

static enum jg_status stored_game(struct call *a, const char *name) {
    struct jg_stored_game game;
    enum jg_status status = visible_game(a, number(name), &game);
    return status ? status : put_json(a, jg_run_game_json(&game, true));
}

static enum jg_status put_record(struct call *a, const struct jg_stored_game *game, bool sgf, const char *type) {
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_tags tags;
    enum jg_status status = jg_game_open(&g, game->game, &a->err);
    if (status) return status;
    if (sgf && !g.kind->sgf)
        status = jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "game %lld is %s, which has no SGF format",
                         (long long)game->id, g.kind->name);
    if (!status) status = jg_stored_replay(game, &g, &r, &a->err);
    if (!status) {
        jg_stored_tags(game, &tags);
        status = put_text(a, sgf ? jg_sgf_write(&r, &tags) : jg_record_write(&r, &tags), type);
    }
    jg_record_free(&r);
    jg_game_close(&g);
    return status;
}

static enum jg_status exported(struct call *a, const char *name) {
    static const struct {
        const char *name, *type, *ending;
    } FORMS[] = {{"text", "text/plain; charset=utf-8", "txt"},
                 {"json", "application/json", "json"},
                 {"sgf", "application/x-go-sgf", "sgf"}};
    struct jg_stored_game game;
    size_t form = 0;
    while (a->q->as && form < 3 && strcmp(FORMS[form].name, a->q->as)) form++;
    if (form == 3) return jg_fail(&a->err, JG_EFIT, JG_NO_POSITION, "'as' must be text, json or sgf");
    enum jg_status status = visible_game(a, number(name), &game);
    if (status) return status;
    int64_t id = game.id;
    if (form == 1)
        status = put_json(a, json_pack("{s:[o]}", "games", jg_run_game_json(&game, true)));
    else
        status = put_record(a, &game, form == 2, FORMS[form].type);
    snprintf(a->out->file, sizeof a->out->file, "jogada-%lld.%s", (long long)id, FORMS[form].ending);
    return status;
}

/* ---- Studies and runs ------------------------------------------------------------------------ */

static enum jg_status studies(struct call *a, const char *name) {
    jg_lang lang = a->q->lang;
    json_t *list = json_array();
    const struct jg_study *study;
    (void)name;
    for (size_t i = 0; (study = jg_study_at(i)); i++) {
        int64_t run = 0;
        enum jg_status status = jg_run_find_study(a->store, study->name, &run, &a->err);
        if (status) {
            json_decref(list);
            return status;
        }
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:b}", "name", study->name, "title",
                                              jg_tr(lang, study->title), "summary", jg_tr(lang, study->summary),
                                              "source", jg_tr(lang, study->source), "games", study->games,
                                              "quick_games", study->quick_games, "kept", run != 0));
    }
    return put_json(a, json_pack("{s:o}", "studies", list));
}

static enum jg_status study(struct call *a, const char *name) {
    if (!jg_study_find(name, &a->err)) return a->err.code;
    return put_report(a, jg_run_study_page(a->store, name, a->q->lang, &a->err));
}

static bool add_run(void *list, const struct jg_stored_run *run) {
    bool report = !strcmp(run->kind, "match") || !strcmp(run->kind, "tournament") || !strcmp(run->kind, "tune");
    if (report) json_array_append_new(list, jg_run_json(run));
    return json_array_size(list) < LOG_MOST;
}

static enum jg_status runs(struct call *a, const char *name) {
    json_t *list = json_array();
    (void)name;
    enum jg_status status = jg_store_runs(a->store, NULL, NULL, add_run, list, &a->err);
    if (!status) return put_json(a, json_pack("{s:o}", "runs", list));
    json_decref(list);
    return status;
}

static enum jg_status run(struct call *a, const char *name) {
    struct jg_stored_run about;
    enum jg_status status = jg_store_get_run(a->store, number(name), &about, &a->err);
    if (status) return status;
    int64_t count = about.games;
    jg_stored_run_free(&about);
    if (count > REPORT_GAMES)
        return jg_fail(&a->err, JG_EFIT, JG_NO_POSITION,
                       "run %s has %lld games, too many for a report on this server; use 'jogada match --report'", name,
                       (long long)count);
    return put_report(a, jg_run_report(a->store, number(name), a->q->lang, &a->err));
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* `names`: a slash and a name follow the word. */
static const struct {
    const char *word;
    bool names;
    enum jg_status (*handle)(struct call *a, const char *name);
} ROUTES[] = {
    {"games", false, games},    {"rules", true, rules},     {"log", false, stored_games},
    {"log", true, stored_game}, {"export", true, exported}, {"studies", false, studies},
    {"studies", true, study},   {"runs", false, runs},      {"runs", true, run},
};

static enum jg_status route(struct call *a) {
    size_t length = strcspn(a->q->path, "/");
    const char *name = a->q->path[length] ? a->q->path + length + 1 : NULL;
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++)
        if (strlen(ROUTES[i].word) == length && !strncmp(ROUTES[i].word, a->q->path, length) &&
            ROUTES[i].names == (name != NULL))
            return ROUTES[i].handle(a, name ? name : "");
    return jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "not found");
}

void jg_api_respond(struct jg_api_response *out, struct jg_store *store, const struct jg_web_setting *setting,
                    const struct jg_api_request *q) {
    struct call a = {.out = out, .store = store, .trust = setting->trust, .q = q, .err = {.lang = q->lang}};
    *out = (struct jg_api_response){0};
    enum jg_status status = route(&a);
    if (!status) return;
    free(out->body);
    const char *text = jg_refusal_text(&a.err, setting);
    if (status == JG_EINPUT)
        jg_api_refuse(out, 404, "missing", text);
    else if (status == JG_EFIT)
        jg_api_refuse(out, 400, "input", text);
    else
        jg_api_refuse(out, 500, "failed", text);
}

void jg_api_refuse(struct jg_api_response *out, int status, const char *code, const char *text) {
    jg_json_begin(); /* an earlier allocation failure does not concern this response */
    json_t *o = json_pack("{s:{s:s, s:s}}", "error", "code", code, "text", text);
    *out = (struct jg_api_response){.status = status, .type = "application/json"};
    out->body = jg_json_text(o, JSON_COMPACT);
    out->size = out->body ? strlen(out->body) : 0;
}
