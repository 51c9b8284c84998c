#include "cli/play_session.h"

#include "cli/cli.h"

#include "core/file.h"
#include "game/sgf.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_MAX = 4 << 20 };
static const char FOLDER[] = "unfinished/", ENDING[] = ".jogada";

static enum jg_status open_agents(struct play_session *s, const char **wrong, struct jg_error *err) {
    for (int seat = 0; seat < s->game.kind->seats; seat++) {
        char *spec = s->tags.seat[seat];
        if (!spec[0]) strcpy(spec, "human");
        *wrong = spec;
        enum jg_status status = jg_agent_open_stoppable(&s->agents[seat], &s->game, NULL, spec, &interrupted, err);
        if (status) return status;
    }
    *wrong = NULL;
    return JG_OK;
}

struct play_session *play_session_open(const struct jg_tags *tags, const char *text, const char *moves,
                                       const char **wrong, struct jg_error *err) {
    struct play_session *s = calloc(1, sizeof *s);
    if (!s) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    s->tags = *tags;
    const char *at = s->tags.game;
    enum jg_status status = jg_game_open(&s->game, s->tags.game, err);
    if (!status) status = open_agents(s, &at, err);
    if (!status && moves) status = jg_record_replay(&s->record, &s->game, &s->tags, text, moves, err);
    if (!status && !moves) {
        at = s->tags.start;
        status = jg_record_init(&s->record, &s->game, s->tags.start[0] ? s->tags.start : NULL, err);
    }
    if (!status) return s;
    /* The error refers to a copy that is freed here: point to the caller's text. */
    if (wrong) *wrong = at ? (const char *)tags + (at - (const char *)&s->tags) : NULL;
    play_session_free(s);
    return NULL;
}

void play_session_free(struct play_session *s) {
    if (!s) return;
    jg_record_free(&s->record);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) jg_agent_close(&s->agents[seat]);
    jg_game_close(&s->game);
    free(s);
}

/* Returns the position of the tag with this value in the file. */
static int place_of(const struct jg_tags *tags, const char *value) {
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (value == tags->seat[seat]) return tags->seat_at[seat];
    return value == tags->game ? tags->game_at : tags->start_at;
}

static bool runs(const char *spec) {
    size_t length = jg_spec_name(spec);
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *k = jg_agent_kind_at(i);
        if (k->runs_program && strlen(k->name) == length && !strncmp(k->name, spec, length)) return true;
    }
    return false;
}

/* Refuses untrusted files that would start programs. */
static enum jg_status check_programs(const struct jg_tags *tags, const struct play_session *at, struct jg_error *err) {
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) {
        const char *spec = tags->seat[seat];
        bool known = !runs(spec);
        for (int i = 0; i < JG_SEATS_MAX; i++) known |= !strcmp(at->tags.seat[i], spec);
        if (!known)
            return jg_fail(err, JG_EINPUT, tags->seat_at[seat],
                           "this file would start a program; if you trust it, start 'jogada play' with the agent %s "
                           "first",
                           spec);
    }
    return JG_OK;
}

/* Replaces the names of people, and programs, which no file may start, by `human`; specs of agents stay. */
static void seat_known(const struct jg_game *g, char *spec) {
    struct jg_agent a;
    if (runs(spec) || jg_agent_open(&a, g, spec, NULL))
        strcpy(spec, "human");
    else
        jg_agent_close(&a);
}

/* Converts the first game of an SGF to our own format; frees text. Returns NULL with err filled on failure. */
static char *from_sgf(const char *path, char *text, struct jg_error *err) {
    struct jg_game g = {0};
    struct jg_record r = {.resigned = -1};
    struct jg_tags tags;
    struct jg_sgf_tree tree;
    const char *at = text;
    char *own = NULL;
    enum jg_status status = jg_sgf_next(&tags, text, &at, &tree, err);
    if (!status && (status = jg_game_open(&g, tags.game, err)) && err->position >= 0) err->position += tags.game_at;
    if (!status) {
        status = jg_sgf_replay(&r, &g, &tags, text, &tree, err);
        for (int seat = 0; seat < 2; seat++) seat_known(&g, tags.seat[seat]);
        if (!status && !(own = jg_record_write(&r, &tags))) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        jg_record_free(&r);
        jg_game_close(&g);
    }
    if (status) locate_in_file(path, text, err);
    free(text);
    return own;
}

struct play_session *play_session_load(const char *path, const struct play_session *at, struct jg_error *err) {
    struct jg_tags tags;
    const char *moves, *wrong = NULL;
    struct play_session *s = NULL;
    char *text = jg_file_read(path, FILE_MAX, err);
    if (text && jg_sgf_is(text)) text = from_sgf(path, text, err);
    if (!text) return NULL;
    if (!jg_tags_read(&tags, text, &moves, err) && (!at || !check_programs(&tags, at, err)))
        s = play_session_open(&tags, text, moves, &wrong, err);
    if (!s && wrong && err->position >= 0) err->position += place_of(&tags, wrong);
    if (!s) locate_in_file(path, text, err);
    free(text);
    return s;
}

enum jg_status play_session_save(const struct play_session *s, const char *path, bool own, struct jg_error *err) {
    bool sgf = is_sgf_name(path);
    if (sgf && !s->game.kind->sgf)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has no SGF format; choose a file name "
                       "without .sgf",
                       s->game.kind->name);
    char *text = sgf ? jg_sgf_write(&s->record, &s->tags) : jg_record_write(&s->record, &s->tags);
    if (!text) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = own ? jg_file_write_private(path, text, err) : jg_file_write(path, text, err);
    free(text);
    return status;
}

enum jg_status play_session_new_path(char out[SESSION_PATH], struct jg_error *err) {
    char name[96];
    struct jg_text t;
    struct timespec now;
    struct tm day;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &day);
    jg_text_init(&t, name, sizeof name);
    jg_text_add(&t, "%s%04d%02d%02d-%02d%02d%02d-%09ld-%ld%s", FOLDER, day.tm_year + 1900, day.tm_mon + 1, day.tm_mday,
                day.tm_hour, day.tm_min, day.tm_sec, now.tv_nsec, (long)getpid(), ENDING);
    return jg_file_data_path(out, SESSION_PATH, name, err);
}

static bool ends_well(const char *name) {
    size_t n = strlen(name), m = sizeof ENDING - 1;
    return n > m && !strcmp(name + n - m, ENDING);
}

static bool later(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

enum jg_status play_session_last_path(char out[SESSION_PATH], struct jg_error *err) {
    char folder[SESSION_PATH], path[SESSION_PATH];
    struct timespec newest = {0};
    struct jg_text t;
    enum jg_status status = jg_file_data_path(folder, sizeof folder, FOLDER, err);
    if (status) return status;
    DIR *dir = opendir(folder);
    out[0] = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct stat about;
        jg_text_init(&t, path, sizeof path);
        jg_text_add(&t, "%s%s", folder, entry->d_name);
        if (!ends_well(entry->d_name) || stat(path, &about) || !later(about.st_mtim, newest)) continue;
        newest = about.st_mtim;
        memcpy(out, path, sizeof path);
    }
    if (dir) closedir(dir);
    return out[0] ? JG_OK
                  : jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                            "no unfinished game to resume; start one with 'jogada play "
                            "GAME'");
}
