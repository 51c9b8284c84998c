/* Parses stored games from the JSON of 'jogada export --json', for 'jogada import'. */
#include "runs/runs.h"

#include "core/buffer.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum jg_status wrong(const char *name, const char *expected, struct jg_error *err) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: %s", name, jg_tr(err->lang, expected));
}

/* Copies a member to a tag, if it exists: a string or an integer. */
static enum jg_status set_tag(const json_t *value, const char *name, const char *tag, struct jg_tags *tags,
                              struct jg_error *err) {
    char number[32], message[JG_MESSAGE_MAX];
    if (!value) return JG_OK;
    if (!json_is_string(value) && !json_is_integer(value)) return wrong(name, "expected a text or a number", err);
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    enum jg_status status = jg_tags_set(tags, tag, json_is_string(value) ? json_string_value(value) : number, err);
    if (status) {
        memcpy(message, err->message, sizeof message);
        jg_fail(err, status, JG_NO_POSITION, "%s: %s", name, message);
    }
    return status;
}

static enum jg_status set_seats(const json_t *seats, struct jg_tags *tags, struct jg_error *err) {
    const json_t *name;
    size_t i;
    if (seats && (!json_is_array(seats) || json_array_size(seats) > JG_SEATS_MAX))
        return wrong("seats", "expected a list of names", err);
    json_array_foreach(seats, i, name) {
        char tag[] = "Seat1";
        tag[4] = (char)('1' + i);
        enum jg_status status = set_tag(name, "seats", tag, tags, err);
        if (status) return status;
    }
    return JG_OK;
}

/* Reads the seconds from JSON, which has more digits than their tags. */
static enum jg_status set_seconds(const json_t *seconds, struct jg_tags *tags, struct jg_error *err) {
    if (!seconds) return JG_OK;
    for (size_t team = 0; team < 2; team++) {
        const json_t *x = json_array_get(seconds, team);
        tags->seconds[team] = json_number_value(x);
        if (!json_is_number(x) || !(tags->seconds[team] >= 0 && tags->seconds[team] < 1e12))
            return wrong("seconds", "expected a number of seconds, such as 1.5", err);
    }
    return JG_OK;
}

static enum jg_status put_moves(const json_t *moves, struct jg_buffer *out, struct jg_error *err) {
    const json_t *move;
    size_t i;
    if (!json_is_array(moves)) return wrong("moves", "missing; 'jogada export --json' writes them", err);
    json_array_foreach(moves, i, move) {
        const char *text = json_string_value(move);
        if (!text || !text[0] || text[strcspn(text, " \t\r\n")]) return wrong("moves", "not a move", err);
        jg_buffer_add(out, "%s%s", i ? " " : "", text);
    }
    return out->failed ? jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory") : JG_OK;
}

enum jg_status jg_run_game_from_json(const json_t *game, struct jg_tags *tags, struct jg_buffer *moves,
                                     struct jg_error *err) {
    static const char *const MEMBERS[][2] = {
        {"game", "Game"},     {"start", "Start"},       {"seed", "Seed"},
        {"date", "Date"},     {"opening", "Opening"},   {"reason", "Reason"},
        {"result", "Result"}, {"resigned", "Resigned"}, {"adjudicated", "Adjudicated"},
        {NULL, NULL}};
    enum jg_status status = JG_OK;
    *tags = (struct jg_tags){.resigned = -1};
    for (int i = 0; MEMBERS[i][0] && !status; i++)
        status = set_tag(json_object_get(game, MEMBERS[i][0]), MEMBERS[i][0], MEMBERS[i][1], tags, err);
    if (!status && !tags->game[0]) status = wrong("game", "expected the name of a game", err);
    if (!status) status = set_seats(json_object_get(game, "seats"), tags, err);
    if (!status) status = set_seconds(json_object_get(game, "seconds"), tags, err);
    return status ? status : put_moves(json_object_get(game, "moves"), moves, err);
}

struct jg_stored_game jg_run_game_of_tags(const struct jg_game *g, const struct jg_tags *tags) {
    struct jg_stored_game game = {.game = tags->game,
                                  .seed = tags->seed,
                                  .start = tags->start,
                                  .ended = tags->date,
                                  .seconds = {tags->seconds[0], tags->seconds[1]}};
    for (int seat = 0; seat < g->kind->seats; seat++) game.seats[seat] = tags->seat[seat];
    return game;
}
