/* Requests are handled one after another, so those that would take long are refused. */
#include "web/api.h"

#include "agents/agents.h"
#include "core/json.h"
#include "game/annotation.h"
#include "game/info.h"
#include "game/sgf.h"
#include "runs/runs.h"
#include "study/shipped.h"
#include "web/analysis.h"
#include "web/games_json.h"
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
    if (!page) return jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "no rules for that game");
    return put_text(a, strdup(page), "text/markdown; charset=utf-8");
}

static enum jg_status examples(struct call *a, const char *name) {
    struct jg_game g;
    if (name[jg_spec_name(name)]) /* options, which could name files */
        return jg_fail(&a->err, JG_EINPUT, JG_NO_POSITION, "expected the name of a game");
    enum jg_status status = jg_game_open(&g, name, &a->err);
    if (status) return status;
    status = put_json(a, json_pack("{s:o}", "examples", jg_info_examples_json(&g, a->q->lang)));
    jg_game_close(&g);
    return status;
}

/* ---- Stored games ---------------------------------------------------------------------------- */

static const char *given(const char *text) { return text && text[0] ? text : NULL; }

static const struct jg_game_kind *kind_of(const char *spec) {
    size_t length = jg_spec_name(spec), i = 0;
    const struct jg_game_kind *k;
    while ((k = jg_game_kind_at(i++)))
        if (strlen(k->name) == length && !strncmp(k->name, spec, length)) return k;
    return NULL;
}

/* The names of participants for people; texts[n] may end early with NULL. */
static json_t *names_json(struct call *a, const char *game, const char *const *texts, int n) {
    json_t *names = json_array();
    for (int i = 0; i < n && texts[i]; i++) {
        char name[JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, name, sizeof name);
        jg_agent_title(kind_of(game), texts[i], a->q->lang, &t);
        json_array_append_new(names, jg_run_text_json(name));
    }
    return names;
}

/* Adds the kind of its run, the names of its players and the viewer's seats to the JSON of a stored game. */
static json_t *for_viewer(struct call *a, const struct jg_stored_game *game, json_t *o) {
    json_t *own = json_array();
    json_object_set_new(o, "kind", jg_run_text_json(game->kind));
    json_object_set_new(o, "names", names_json(a, game->game, game->seats, JG_SEATS_MAX));
    unsigned seats = jg_store_seats_of(a->store, game->id, a->q->player);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (seats >> seat & 1) json_array_append_new(own, json_integer(seat));
    json_object_set_new(o, "mine", own);
    return o;
}

struct game_list {
    struct call *call;
    json_t *games;
};

static bool add_game(void *arg, const struct jg_stored_game *game) {
    struct game_list *l = arg;
    json_array_append_new(l->games, for_viewer(l->call, game, jg_run_game_json(game, false)));
    return true;
}

/* `from` of a query: "mine", "tables" or all games. */
static enum jg_status set_source(struct call *a, struct jg_store_filter *filter) {
    const char *from = given(a->q->from);
    if (!from) return JG_OK;
    if (!strcmp(from, "mine"))
        filter->mine = true;
    else if (!strcmp(from, "tables"))
        filter->kind = "table";
    else
        return jg_fail(&a->err, JG_EFIT, JG_NO_POSITION, "'from' must be mine or tables");
    return JG_OK;
}

/* Finds the agents whose names for people have a text in them: levels of games, and people without a name. */
static int find_titled(const struct call *a, const char *text, struct jg_store_titled out[JG_STORE_TITLED]) {
    const struct jg_game_kind *k;
    const struct jg_agent_kind *agent;
    int n = 0;
    for (size_t i = 0; (agent = jg_agent_kind_at(i)); i++)
        if (agent->human && n < JG_STORE_TITLED && jg_agent_title_has(NULL, agent->name, a->q->lang, text))
            out[n++] = (struct jg_store_titled){.agent = agent->name};
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++)
        for (int level = 0; level <= JG_LEVELS && n < JG_STORE_TITLED; level++) {
            const char *spec = jg_agent_level_spec(k, level);
            if (spec && jg_agent_title_has(k, spec, a->q->lang, text))
                out[n++] = (struct jg_store_titled){.game = k->name, .agent = spec};
        }
    return n;
}

static enum jg_status stored_games(struct call *a, const char *name) {
    int64_t limit = a->q->limit;
    struct jg_store_titled titled[JG_STORE_TITLED];
    struct jg_store_filter filter = {.game = given(a->q->game),
                                     .agent = given(a->q->agent),
                                     .viewer = a->q->player,
                                     .limit = limit < 1          ? LOG_USUAL
                                              : limit > LOG_MOST ? LOG_MOST
                                                                 : limit};
    (void)name;
    enum jg_status status = set_source(a, &filter);
    if (status) return status;
    filter.titled = titled;
    filter.titled_count = filter.agent ? find_titled(a, filter.agent, titled) : 0;
    struct game_list list = {.call = a, .games = json_array()};
    status = jg_store_games(a->store, &filter, add_game, &list, &a->err);
    if (!status) return put_json(a, json_pack("{s:o}", "games", list.games));
    json_decref(list.games);
    return status;
}

static bool add_entry(void *arg, const struct jg_stored_history *e) {
    struct game_list *l = arg;
    json_t *opponents = json_array();
    for (int i = 0; i < 2 && e->opponents[i]; i++) json_array_append_new(opponents, jg_run_text_json(e->opponents[i]));
    json_array_append_new(
        l->games, json_pack("{s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:o}", "game", jg_run_text_json(e->game), "opponents",
                            opponents, "names", names_json(l->call, e->game, e->opponents, 2), "person", e->person,
                            "wins", (json_int_t)e->wins, "draws", (json_int_t)e->draws, "losses", (json_int_t)e->losses,
                            "last", e->last > 0 ? jg_run_date_json(e->last) : json_null()));
    return true;
}

static enum jg_status history(struct call *a, const char *name) {
    struct game_list list = {.call = a, .games = json_array()};
    (void)name;
    enum jg_status status = jg_store_history(a->store, a->q->player, add_entry, &list, &a->err);
    if (!status) return put_json(a, json_pack("{s:o}", "history", list.games));
    json_decref(list.games);
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

/* Adds the annotations of a stored game to its JSON: for the page as evaluations, otherwise as they are exported. */
static enum jg_status put_annotations(struct call *a, const struct jg_stored_game *game, bool page, json_t *o) {
    struct jg_game g;
    struct jg_record r = {0};
    if (!game->annotations) return JG_OK;
    enum jg_status status = jg_game_open(&g, game->game, &a->err);
    if (status) return status;
    status = jg_stored_replay(game, &g, &r, &a->err);
    if (!status && page) jg_evaluation_put_stored(o, &r, game->seats, a->q->lang);
    if (!status && !page) jg_annotation_put_json(o, &r);
    jg_record_free(&r);
    jg_game_close(&g);
    return status;
}

/* The JSON of a stored game with its moves and annotations; NULL with the error filled. */
static json_t *whole_game(struct call *a, const struct jg_stored_game *game, bool page) {
    json_t *o = jg_run_game_json(game, true);
    if (!put_annotations(a, game, page, o)) return o;
    json_decref(o);
    return NULL;
}

static enum jg_status stored_game(struct call *a, const char *name) {
    struct jg_stored_game game;
    enum jg_status status = visible_game(a, number(name), &game);
    json_t *o = status ? NULL : whole_game(a, &game, true);
    return a->err.code ? a->err.code : put_json(a, for_viewer(a, &game, o));
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
    if (form == 1) {
        json_t *o = whole_game(a, &game, false);
        status = a->err.code ? a->err.code : put_json(a, json_pack("{s:[o]}", "games", o));
    } else
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
        struct jg_study_shipped shipped;
        bool comes = jg_study_shipped_find(study, &shipped);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:b, s:s?, s:s?, s:b}", "name", study->name,
                                        "game", jg_study_game(study), "title", jg_tr(lang, study->title), "summary",
                                        jg_tr(lang, study->summary), "source", jg_tr(lang, study->source), "games",
                                        study->games, "quick_games", study->quick_games, "kept", run != 0, "version",
                                        comes ? shipped.version : NULL, "date", comes ? shipped.date : NULL, "quick",
                                        comes && shipped.setting.quick));
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
    {"games", false, games},    {"rules", true, rules},      {"examples", true, examples}, {"log", false, stored_games},
    {"log", true, stored_game}, {"history", false, history}, {"export", true, exported},   {"studies", false, studies},
    {"studies", true, study},   {"runs", false, runs},       {"runs", true, run},
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
