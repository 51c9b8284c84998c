/* The state of a rollout as JSON, to resume from: the sums of the finished rounds, and the finished games of the current
 * one. All numbers are whole, so nothing is lost. */
#include "arena/rollout.h"

#include "core/json.h"

#include <math.h>
#include <stdlib.h>

/* ---- Writing ----------------------------------------------------------------------------- */

static json_t *move_json(const struct jg_rollout *r, int m) {
    const struct jg_racer *x = &r->race.racers[m];
    const struct jg_rollout_games *games = &r->games[m];
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:f, s:b, s:o, s:b, s:b}", "move", (json_int_t)r->moves[m], "trials",
                     (json_int_t)x->trials, "wins", (json_int_t)x->wins, "draws", (json_int_t)x->draws, "score",
                     x->score, "squares", x->squares, "out", x->out, "game",
                     json_sprintf("%016llx", (unsigned long long)games->first), "varied", games->varied, "choices",
                     games->choices);
}

/* The finished games of the current round: trial and move, score, hash, and whether choices followed. Other threads may
 * be playing the others. */
static json_t *round_json(const struct jg_rollout *r) {
    json_t *games = json_array();
    size_t n = (size_t)r->race.count;
    for (size_t i = 0; r->begun && i < r->size * n; i++) {
        int game = atomic_load(&r->games_done[i]);
        if (!game) continue;
        json_array_append_new(
            games, json_pack("[I, I, I, o, b]", (json_int_t)(i / n), (json_int_t)(i % n), (json_int_t)r->scores[i],
                             json_sprintf("%016llx", (unsigned long long)r->hashes[i]), game & JG_ROLLOUT_CHOICES));
    }
    return games;
}

json_t *jg_rollout_json(const struct jg_rollout *r) {
    json_t *moves = json_array(), *pairs = json_array();
    for (int a = 0; a < r->race.count; a++) {
        json_array_append_new(moves, move_json(r, a));
        for (int b = a + 1; b < r->race.count; b++) {
            const uint64_t *n = r->race.pairs[a * r->race.count + b];
            json_array_append_new(pairs, json_pack("[I, I, I, I]", (json_int_t)n[0], (json_int_t)n[1], (json_int_t)n[2],
                                                   (json_int_t)n[3]));
        }
    }
    return json_pack("{s:I, s:o, s:o, s:o}", "trials", (json_int_t)r->race.trials, "moves", moves, "pairs", pairs,
                     "round", round_json(r));
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Reads a count of at most `most`. */
static bool read_count(const json_t *number, uint64_t most, uint64_t *out) {
    json_int_t n = json_integer_value(number);
    *out = (uint64_t)n;
    return json_is_integer(number) && n >= 0 && *out <= most;
}

static bool read_hash(const json_t *o, uint64_t *out) {
    const char *text = json_string_value(o);
    char *end = NULL;
    if (text) *out = strtoull(text, &end, 16);
    return text && end != text && !*end;
}

static bool read_move(struct jg_rollout *r, int m, const json_t *o) {
    struct jg_racer *x = &r->race.racers[m];
    struct jg_rollout_games *games = &r->games[m];
    uint64_t move;
    if (!read_count(json_object_get(o, "move"), UINT32_MAX, &move) || move != r->moves[m]) return false;
    if (!read_count(json_object_get(o, "trials"), r->race.trials, &x->trials)) return false;
    if (!read_count(json_object_get(o, "wins"), x->trials, &x->wins)) return false;
    if (!read_count(json_object_get(o, "draws"), x->trials - x->wins, &x->draws)) return false;
    x->score = json_number_value(json_object_get(o, "score"));
    x->squares = json_number_value(json_object_get(o, "squares"));
    x->out = json_is_true(json_object_get(o, "out"));
    games->varied = json_is_true(json_object_get(o, "varied"));
    games->choices = json_is_true(json_object_get(o, "choices"));
    return read_hash(json_object_get(o, "game"), &games->first) && isfinite(x->score) && isfinite(x->squares) &&
           (x->out || x->trials == r->race.trials);
}

static bool read_pair(const json_t *list, uint64_t most, uint64_t out[JG_BETTING_STEPS]) {
    if (json_array_size(list) != JG_BETTING_STEPS) return false;
    for (size_t i = 0; i < JG_BETTING_STEPS; i++) {
        if (!read_count(json_array_get(list, i), most, &out[i])) return false;
        most -= out[i];
    }
    return true;
}

/* Reads the games of the current round; states of older versions have none. */
static bool read_round(struct jg_rollout *r, const json_t *games) {
    uint64_t n = (uint64_t)r->race.count, trial, move;
    if (!json_array_size(games)) return true;
    if (r->race.trials == r->setting.trials) return false;
    jg_rollout_begin_round(r);
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *game = json_array_get(games, i), *score = json_array_get(game, 2);
        json_int_t value = json_integer_value(score);
        if (!read_count(json_array_get(game, 0), r->size - 1, &trial)) return false;
        if (!read_count(json_array_get(game, 1), n - 1, &move) || r->race.racers[move].out) return false;
        if (!json_is_integer(score) || value < INT32_MIN || value > INT32_MAX) return false;
        size_t at = trial * n + move;
        r->scores[at] = (int32_t)value;
        if (!read_hash(json_array_get(game, 3), &r->hashes[at])) return false;
        bool choices = json_is_true(json_array_get(game, 4));
        atomic_store(&r->games_done[at], choices ? JG_ROLLOUT_DONE | JG_ROLLOUT_CHOICES : JG_ROLLOUT_DONE);
    }
    return true;
}

bool jg_rollout_read(struct jg_rollout *r, const json_t *state) {
    const json_t *moves = json_object_get(state, "moves"), *pairs = json_object_get(state, "pairs");
    size_t n = (size_t)r->race.count, at = 0;
    if (!read_count(json_object_get(state, "trials"), r->setting.trials, &r->race.trials)) return false;
    if (json_array_size(moves) != n || json_array_size(pairs) != n * (n - 1) / 2) return false;
    for (int a = 0; a < r->race.count; a++)
        if (!read_move(r, a, json_array_get(moves, (size_t)a))) return false;
    for (int a = 0; a < r->race.count; a++)
        for (int b = a + 1; b < r->race.count; b++) {
            uint64_t x = r->race.racers[a].trials, y = r->race.racers[b].trials;
            if (!read_pair(json_array_get(pairs, at++), x < y ? x : y, r->race.pairs[a * r->race.count + b]))
                return false;
        }
    return read_round(r, json_object_get(state, "round"));
}

int64_t jg_rollout_state_games(const json_t *state) {
    const json_t *move;
    size_t i;
    int64_t n = (int64_t)json_array_size(json_object_get(state, "round"));
    json_array_foreach(json_object_get(state, "moves"), i, move) {
        uint64_t trials;
        if (!read_count(json_object_get(move, "trials"), INT64_MAX / 2 / JG_MOVES_MAX, &trials)) return 0;
        n += (int64_t)trials;
    }
    return n;
}
