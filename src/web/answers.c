/* One answer is made after another: what could take long is refused. */
#include "web/answers.h"

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
    LOG_MOST = 500,       /* games or runs of a list */
    REPORT_GAMES = 50000, /* of a run whose report is made while others wait for theirs: a tenth of a second */
};

/* An answer on its way. */
struct asking {
    struct jg_answer *out;
    struct jg_store *store;
    bool trust;
    const struct jg_question *q;
    struct jg_error err;
};

static bool take(struct asking *a, char *body, const char *type) {
    *a->out = (struct jg_answer){.status = 200, .type = type, .body = body, .size = body ? strlen(body) : 0};
    return body;
}

/* Takes a JSON document. */
static enum jg_status put_json(struct asking *a, json_t *o) {
    char *text = jg_json_text(o, JSON_COMPACT | JSON_REAL_PRECISION(15));
    return take(a, text, "application/json") ? JG_OK : jg_fail(&a->err, JG_EMEMORY, -1, "out of memory");
}

/* Takes a text, or passes on why there is none. */
static enum jg_status put_text(struct asking *a, char *text, const char *type) {
    return take(a, text, type) ? JG_OK : a->err.code ? a->err.code : jg_fail(&a->err, JG_EMEMORY, -1, "out of memory");
}

static const char HTML[] = "text/html; charset=utf-8";

/* Writes `by` over every `what` in a text, and blanks over what is left of it. */
static void write_over(char *text, const char *what, const char *by) {
    size_t length = strlen(what), own = strlen(by);
    assert(own <= length);
    for (char *at = text; (at = strstr(at, what)); at += length) {
        memcpy(at, by, own);
        memset(at + own, ' ', length - own);
    }
}

/* Takes a report, which is light or dark as the reader's system is unless the theme was asked for: a frame
 * cannot be told what the page around it chose. */
static enum jg_status put_report(struct asking *a, char *html) {
    const char *theme = a->q->theme ? a->q->theme : "";
    bool dark = !strcmp(theme, "dark");
    if (html && (dark || !strcmp(theme, "light"))) {
        write_over(html, "@media screen and (prefers-color-scheme: dark)", dark ? "@media screen" : "@media not all");
        write_over(html, "color-scheme: light dark;", dark ? "color-scheme: dark;" : "color-scheme: light;");
    }
    return put_text(a, html, HTML);
}

/* ---- Games and rules ------------------------------------------------------------------------- */

static enum jg_status games(struct asking *a, const char *name) {
    (void)name;
    return put_json(a, json_pack("{s:o}", "games", jg_games_json(a->q->lang, a->trust)));
}

static enum jg_status rules(struct asking *a, const char *name) {
    const char *page = jg_rules_page(name, a->q->lang);
    if (!page) return jg_fail(&a->err, JG_EINPUT, -1, "there are no rules of that name");
    return put_text(a, strdup(page), "text/markdown; charset=utf-8");
}

/* ---- Kept games ------------------------------------------------------------------------------ */

static const char *given(const char *text) { return text && text[0] ? text : NULL; }

static bool add_game(void *list, const struct jg_kept_game *game) {
    json_array_append_new(list, jg_kept_json(game, false));
    return true;
}

static enum jg_status kept_games(struct asking *a, const char *name) {
    int64_t limit = a->q->limit;
    struct jg_game_filter filter = {.game = given(a->q->game),
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

/* The number that a name is, 0 if it is none, which nothing is kept under. */
static int64_t number(const char *name) {
    size_t digits = strspn(name, "0123456789");
    return digits && digits < 18 && !name[digits] ? strtoll(name, NULL, 10) : 0;
}

/* A game of an unlisted table is found by its players alone. A store that cannot be read says so to everybody. */
static enum jg_status visible_game(struct asking *a, int64_t id, struct jg_kept_game *out) {
    bool shows = jg_store_shows(a->store, id, a->q->player);
    enum jg_status status = jg_store_game(a->store, id, out, &a->err);
    if (status || shows) return status;
    return jg_fail(&a->err, JG_EINPUT, -1, "there is no game %lld", (long long)id);
}

static enum jg_status kept_game(struct asking *a, const char *name) {
    struct jg_kept_game game;
    enum jg_status status = visible_game(a, number(name), &game);
    return status ? status : put_json(a, jg_kept_json(&game, true));
}

static enum jg_status put_record(struct asking *a, const struct jg_kept_game *game, bool sgf, const char *type) {
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_tags tags;
    enum jg_status status = jg_game_open(&g, game->game, &a->err);
    if (status) return status;
    if (sgf && !g.kind->sgf)
        status = jg_fail(&a->err, JG_EINPUT, -1, "game %lld is %s, and there is no SGF for that", (long long)game->id,
                         g.kind->name);
    if (!status) status = jg_kept_replay(game, &g, &r, &a->err);
    if (!status) {
        jg_kept_tags(game, &tags);
        status = put_text(a, sgf ? jg_sgf_write(&r, &tags) : jg_record_write(&r, &tags), type);
    }
    jg_record_free(&r);
    jg_game_close(&g);
    return status;
}

static enum jg_status exported(struct asking *a, const char *name) {
    static const struct {
        const char *name, *type, *ending;
    } FORMS[] = {{"text", "text/plain; charset=utf-8", "txt"},
                 {"json", "application/json", "json"},
                 {"sgf", "application/x-go-sgf", "sgf"}};
    struct jg_kept_game game;
    size_t form = 0;
    while (a->q->as && form < 3 && strcmp(FORMS[form].name, a->q->as)) form++;
    if (form == 3) return jg_fail(&a->err, JG_EFIT, -1, "as is text, json or sgf");
    enum jg_status status = visible_game(a, number(name), &game);
    if (status) return status;
    int64_t id = game.id;
    if (form == 1)
        status = put_json(a, json_pack("{s:[o]}", "games", jg_kept_json(&game, true)));
    else
        status = put_record(a, &game, form == 2, FORMS[form].type);
    snprintf(a->out->file, sizeof a->out->file, "jogada-%lld.%s", (long long)id, FORMS[form].ending);
    return status;
}

/* ---- Studies and runs ------------------------------------------------------------------------ */

static enum jg_status studies(struct asking *a, const char *name) {
    enum jg_lang lang = a->q->lang;
    json_t *list = json_array();
    const struct jg_study *study;
    (void)name;
    for (size_t i = 0; (study = jg_study_at(i)); i++) {
        int64_t run = 0;
        enum jg_status status = jg_study_kept(a->store, study->name, &run, &a->err);
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

static enum jg_status study(struct asking *a, const char *name) {
    if (!jg_study_find(name, &a->err)) return a->err.code;
    return put_report(a, jg_study_page(a->store, name, a->q->lang, &a->err));
}

static bool add_run(void *list, const struct jg_run *run) {
    bool report = !strcmp(run->kind, "match") || !strcmp(run->kind, "tournament") || !strcmp(run->kind, "tune");
    if (report) json_array_append_new(list, jg_run_json(run));
    return json_array_size(list) < LOG_MOST;
}

static enum jg_status runs(struct asking *a, const char *name) {
    json_t *list = json_array();
    (void)name;
    enum jg_status status = jg_store_runs(a->store, NULL, NULL, add_run, list, &a->err);
    if (!status) return put_json(a, json_pack("{s:o}", "runs", list));
    json_decref(list);
    return status;
}

static enum jg_status run(struct asking *a, const char *name) {
    struct jg_run about;
    enum jg_status status = jg_store_run_at(a->store, number(name), &about, &a->err);
    if (status) return status;
    int64_t count = about.games;
    jg_run_free(&about);
    if (count > REPORT_GAMES)
        return jg_fail(&a->err, JG_EFIT, -1,
                       "run %s has %lld games, more than a report is made of here; 'jogada match --report' makes it",
                       name, (long long)count);
    return put_report(a, jg_run_report(a->store, number(name), a->q->lang, &a->err));
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* `names`: something follows the word and a slash. */
static const struct {
    const char *word;
    bool names;
    enum jg_status (*answer)(struct asking *a, const char *name);
} ROUTES[] = {
    {"games", false, games},  {"rules", true, rules},     {"log", false, kept_games},
    {"log", true, kept_game}, {"export", true, exported}, {"studies", false, studies},
    {"studies", true, study}, {"runs", false, runs},      {"runs", true, run},
};

static enum jg_status answer(struct asking *a) {
    size_t length = strcspn(a->q->path, "/");
    const char *name = a->q->path[length] ? a->q->path + length + 1 : NULL;
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++)
        if (strlen(ROUTES[i].word) == length && !strncmp(ROUTES[i].word, a->q->path, length) &&
            ROUTES[i].names == (name != NULL))
            return ROUTES[i].answer(a, name ? name : "");
    return jg_fail(&a->err, JG_EINPUT, -1, "there is nothing here");
}

void jg_answer_make(struct jg_answer *out, struct jg_store *store, const struct jg_web_setting *setting,
                    const struct jg_question *q) {
    struct asking a = {.out = out, .store = store, .trust = setting->trust, .q = q, .err = {.lang = q->lang}};
    *out = (struct jg_answer){0};
    enum jg_status status = answer(&a);
    if (!status) return;
    free(out->body);
    const char *text = jg_refusal_text(&a.err, setting);
    if (status == JG_EINPUT)
        jg_answer_refuse(out, 404, "missing", text);
    else if (status == JG_EFIT)
        jg_answer_refuse(out, 400, "input", text);
    else
        jg_answer_refuse(out, 500, "failed", text);
}

void jg_answer_refuse(struct jg_answer *out, int status, const char *code, const char *text) {
    jg_json_begin(); /* what failed is no part of this */
    json_t *o = json_pack("{s:{s:s, s:s}}", "error", "code", code, "text", text);
    *out = (struct jg_answer){.status = status, .type = "application/json"};
    out->body = jg_json_text(o, JSON_COMPACT);
    out->size = out->body ? strlen(out->body) : 0;
}
