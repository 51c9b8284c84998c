#include "web/snapshot.h"

#include "runs/runs.h"

#include <string.h>

enum {
    STATES_BYTES = 400000, /* of all states in one message */
    WORDS_MAX = 256,
};

static const char BLANK[] = " \t\r\n";

/* ---- Opening --------------------------------------------------------------------------------- */

static int words(const char *text) {
    int n = 0;
    for (const char *p = text + strspn(text, BLANK); *p; p += strspn(p, BLANK), n++) p += strcspn(p, BLANK);
    return n;
}

enum jg_status jg_snapshot_check_length(int plies, struct jg_error *err) {
    if (plies <= JG_SNAPSHOT_PLIES) return JG_OK;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "game too long: at most %d moves can be analyzed here",
                   JG_SNAPSHOT_PLIES);
}

static enum jg_status read_moves(struct jg_snapshot *s, const char *position, const char *moves, struct jg_error *err) {
    struct jg_tags tags = {.resigned = -1};
    struct jg_text t;
    jg_text_init(&t, tags.start, sizeof tags.start);
    jg_text_put(&t, position);
    if (t.cut)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "position too long: at most %d characters", JG_POSITION_MAX - 1);
    enum jg_status status = jg_snapshot_check_length(words(moves), err);
    return status ? status : jg_record_replay(&s->record, &s->game, &tags, moves, moves, err);
}

enum jg_status jg_snapshot_open(struct jg_snapshot *s, const char *game, const char *position, const char *moves,
                                bool trust, struct jg_error *err) {
    union jg_state at;
    *s = (struct jg_snapshot){0};
    position = position ? position : "";
    moves = moves ? moves + strspn(moves, BLANK) : "";
    enum jg_status status = jg_policy_open_game(&s->game, game, trust, err);
    if (status) return status;
    if (position[0] && !moves[0] && !(status = jg_parse(&s->game, position, &at, err)))
        s->view = !jg_is_complete(&s->game, &at);
    if (!status)
        status = s->view ? jg_record_begin(&s->record, &s->game, &at, err) : read_moves(s, position, moves, err);
    if (status) jg_snapshot_close(s);
    return status;
}

void jg_snapshot_close(struct jg_snapshot *s) {
    if (s->record.game) jg_record_free(&s->record);
    if (s->game.kind) jg_game_close(&s->game);
    *s = (struct jg_snapshot){0};
}

/* ---- Positions ------------------------------------------------------------------------------- */

enum jg_status jg_snapshot_check(const struct jg_snapshot *s, int n, struct jg_error *err) {
    int seat = jg_record_turn_at(&s->record, n);
    if (seat == JG_OVER)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the game is over in this position; there is no move to "
                       "choose");
    if (seat == JG_CHANCE)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the next move is a chance move; there is nothing to "
                       "choose");
    if (s->view && jg_ask_hides(&s->game, jg_record_state(&s->record)))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the position hides the hand of %s, the player to move; give a position that shows it",
                       jg_seat_name(&s->game, seat, err->lang));
    return JG_OK;
}

/* ---- JSON ---------------------------------------------------------------------------- */

json_t *jg_snapshot_move_json(const struct jg_game *g, const void *state, jg_move move, jg_lang lang) {
    char word[JG_MOVE_MAX], words[WORDS_MAX];
    struct jg_text t;
    int seat = jg_turn(g, state);
    jg_text_init(&t, word, sizeof word);
    g->kind->print_move(g, state, move, &t);
    jg_text_init(&t, words, sizeof words);
    g->kind->describe_move(g, state, move, lang, &t);
    return json_pack("{s:o, s:o, s:o}", "seat", seat < 0 ? json_null() : json_integer(seat), "move",
                     jg_run_text_json(word), "words", jg_run_text_json(words));
}

static json_t *state_json(const struct jg_snapshot *s, int n) {
    const struct jg_game *g = &s->game;
    const void *state = jg_record_state_at(&s->record, n);
    int turn = jg_turn(g, state);
    bool blind = turn < 0 || (s->view && jg_ask_hides(g, state));
    json_t *o = jg_game_json(g, state, blind ? JG_NOBODY : turn);
    if (o && turn >= 0 && jg_record_turn_at(&s->record, n) == JG_OVER) { /* by repetition or resignation */
        json_object_set_new(o, "turn", json_string("over"));
        json_object_del(o, "moves");
        json_object_set_new(o, "score", json_integer(jg_record_score(&s->record, 0)));
    }
    return o;
}

json_t *jg_snapshot_json(const struct jg_snapshot *s, int64_t ply, jg_lang lang) {
    json_t *states = json_array(), *moves = json_array();
    int plies = s->record.count;
    size_t bytes = 0;
    for (int n = 0; n <= plies; n++) {
        bool wanted = ply < 0 ? bytes < STATES_BYTES : ply == n;
        json_t *state = wanted ? state_json(s, n) : NULL;
        if (ply < 0 && state) bytes += json_dumpb(state, NULL, 0, JSON_COMPACT);
        if (ply < 0 || wanted) json_array_append_new(states, state ? state : json_null());
        if (n < plies)
            json_array_append_new(
                moves, jg_snapshot_move_json(&s->game, jg_record_state_at(&s->record, n), s->record.moves[n], lang));
    }
    return json_pack("{s:o, s:o}", "states", states, "moves", moves);
}
