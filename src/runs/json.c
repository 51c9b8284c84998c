/* Stored games, runs and ratings as JSON, for 'jogada log', 'jogada export' and the web page. */
#include "runs/runs.h"

#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

json_t *jg_run_real_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

json_t *jg_run_seed_json(uint64_t seed) {
    return seed <= INT64_MAX ? json_integer((json_int_t)seed) : json_sprintf("%llu", (unsigned long long)seed);
}

void jg_run_date(int64_t at, char out[JG_DATE_TEXT]) {
    time_t seconds = (time_t)at;
    struct tm day;
    if (!gmtime_r(&seconds, &day) || !strftime(out, JG_DATE_TEXT, "%Y-%m-%dT%H:%M:%SZ", &day)) strcpy(out, "-");
}

json_t *jg_run_date_json(int64_t at) {
    char date[JG_DATE_TEXT];
    jg_run_date(at, date);
    return json_string(date);
}

json_t *jg_run_text_json(const char *text) {
    json_t *o = json_string(text);
    char *plain = o ? NULL : strdup(text);
    for (char *p = plain; p && *p; p++)
        if ((unsigned char)*p >= 0x80) *p = '?';
    if (plain) o = json_string(plain);
    free(plain);
    return o;
}

json_t *jg_run_controls_json(const struct jg_time_control *controls, int n) {
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[JG_TIME_TEXT];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        jg_time_control_print(&controls[i], &t);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *moves_json(const char *moves) {
    json_t *list = json_array();
    for (const char *p = moves + strspn(moves, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        json_array_append_new(list, json_stringn(p, length));
        p += length;
    }
    return list;
}

json_t *jg_run_game_json(const struct jg_stored_game *game, bool moves) {
    char date[JG_DATE_TEXT];
    json_t *seats = json_array(), *o;
    for (int i = 0; i < JG_SEATS_MAX && game->seats[i]; i++)
        json_array_append_new(seats, jg_run_text_json(game->seats[i]));
    jg_run_date(game->ended, date);
    o = json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:s*, s:o, s:s, s:i, s:i, s:i, s:[f, f]}", "id", (json_int_t)game->id,
                  "run", (json_int_t)game->run, "number", jg_run_seed_json(game->number), "game",
                  jg_run_text_json(game->game), "seats", seats, "seed", jg_run_seed_json(game->seed), "date",
                  game->ended > 0 ? date : NULL, "start", jg_run_text_json(game->start), "result",
                  jg_stored_result(game->score), "score", (int)game->score, "plies", game->plies, "opening",
                  game->opening, "seconds", game->seconds[0], game->seconds[1]);
    if (o && game->resigned >= 0) json_object_set_new(o, "resigned", json_integer(game->resigned + 1));
    if (o && jg_stored_adjudicated(game)) json_object_set_new(o, "adjudicated", json_integer(game->score));
    if (o && game->reason[0]) json_object_set_new(o, "reason", jg_run_text_json(game->reason));
    if (o && moves) json_object_set_new(o, "moves", moves_json(game->moves));
    return o;
}

json_t *jg_run_json(const struct jg_stored_run *run) {
    char begun[JG_DATE_TEXT], ended[JG_DATE_TEXT];
    json_t *parameters = jg_json_read(run->parameters, strlen(run->parameters), 0, NULL);
    jg_run_date(run->begun, begun);
    jg_run_date(run->ended, ended);
    return json_pack("{s:I, s:o, s:o, s:I, s:s, s:s, s:s*, s:o, s:o*}", "id", (json_int_t)run->id, "kind",
                     jg_run_text_json(run->kind), "game", jg_run_text_json(run->game), "games", (json_int_t)run->games,
                     "state", run->ended ? "finished" : "not finished", "begun", begun, "ended",
                     run->ended ? ended : NULL, "version", jg_run_text_json(run->version), "parameters", parameters);
}

json_t *jg_run_rating_json(const struct jg_stored_rating *rating) {
    return json_pack("{s:o, s:o, s:o, s:I}", "agent", jg_run_text_json(rating->agent), "elo",
                     jg_run_real_json(rating->elo), "error", jg_run_real_json(rating->error), "games",
                     (json_int_t)rating->games);
}
