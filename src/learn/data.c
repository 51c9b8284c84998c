/* Positions from files: journals of other trainings, and records of games. */
#include "core/file.h"
#include "learn/learn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS_MAX = 1 << 30 }; /* bytes */

/* Opens the game that a record names: its options may differ where the inputs do not depend on them. */
static enum jg_status open_named(struct jg_game *named, const struct jg_game *g, const struct jg_tags *tags,
                                 struct jg_error *err) {
    struct jg_inputs own, other;
    enum jg_status status = jg_game_open(named, tags->game, err);
    if (status) return status;
    jg_inputs(g, &own);
    jg_inputs(named, &other);
    if (named->kind == g->kind && !strcmp(own.layout, other.layout)) return JG_OK;
    jg_game_close(named);
    return jg_fail(err, JG_EINPUT, tags->game_at, "a game of %s, whose positions do not fit", tags->game);
}

/* Replays one record by the rules that it names. Games that are not finished teach nothing. */
static enum jg_status add_record(const struct jg_game *g, const struct jg_tags *tags, const char *text,
                                 const char *moves, size_t length, struct jg_record *r, struct jg_learn_samples *out,
                                 uint64_t *games, struct jg_error *err) {
    struct jg_game named;
    enum jg_status status = open_named(&named, g, tags, err);
    if (status) return status;
    status = jg_record_replay_part(r, &named, tags, text, moves, length, err);
    if (!status && jg_record_turn(r) == JG_OVER) status = jg_learn_samples_add(out, r, (uint32_t)(*games)++, err);
    jg_record_free(r); /* it refers to the game */
    jg_game_close(&named);
    return status;
}

static enum jg_status read_records(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                   uint64_t *games, struct jg_error *err) {
    struct jg_error why = {.lang = err->lang};
    struct jg_record r = {0};
    enum jg_status status = JG_OK;
    char *text = jg_file_read(path, RECORDS_MAX, err);
    if (!text) return err->code;
    for (const char *at = text, *moves; !status && jg_record_more(at);) {
        struct jg_tags tags = {.resigned = -1};
        status = jg_tags_next(&tags, text, &at, &moves, &why);
        if (!status) status = add_record(g, &tags, text, moves, (size_t)(at - moves), &r, out, games, &why);
    }
    if (status) {
        int line = 1;
        for (int i = 0; i < why.position; i++) line += text[i] == '\n';
        jg_fail(err, status, JG_NOWHERE, "%s, line %d: %s", path, line, why.message);
    }
    jg_record_free(&r);
    free(text);
    return status;
}

enum jg_status jg_learn_read_data(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                  uint64_t *games, struct jg_error *err) {
    char begin[64] = {0};
    FILE *f = fopen(path, "r");
    if (!f) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    bool read = fread(begin, 1, sizeof begin - 1, f);
    bool failed = ferror(f);
    if (failed) jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    fclose(f);
    if (failed) return JG_EIO;
    return read && jg_learn_journal_begins(begin) ? jg_learn_journal_read(path, g, out, games, err)
                                                  : read_records(path, g, out, games, err);
}
