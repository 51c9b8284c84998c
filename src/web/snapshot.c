#include "web/snapshot.h"

#include "game/sgf.h"
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

static enum jg_status check_length(int plies, struct jg_error *err) {
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
    enum jg_status status = check_length(words(moves), err);
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

static json_t *move_json(const struct jg_snapshot *s, int n, jg_lang lang) {
    const struct jg_game *g = &s->game;
    const void *state = jg_record_state_at(&s->record, n);
    jg_move move = s->record.moves[n];
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
        if (n < plies) json_array_append_new(moves, move_json(s, n, lang));
    }
    return json_pack("{s:o, s:o}", "states", states, "moves", moves);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Reads the first game of a file into a record and its tags. */
static enum jg_status read_file(struct jg_snapshot *s, struct jg_tags *tags, const char *text, bool trust,
                                struct jg_error *err) {
    const char *at = text, *moves = NULL;
    struct jg_sgf_tree tree;
    bool sgf = jg_sgf_is(text);
    enum jg_status status = sgf ? jg_sgf_next(tags, text, &at, &tree, err) : jg_tags_next(tags, text, &at, &moves, err);
    if (status) return status;
    if ((status = jg_policy_open_game(&s->game, tags->game, trust, err))) {
        if (err->position >= 0) err->position += tags->game_at;
        return status;
    }
    status = sgf ? jg_sgf_replay(&s->record, &s->game, tags, text, &tree, err)
                 : jg_record_replay_part(&s->record, &s->game, tags, text, moves, (size_t)(at - moves), err);
    return status ? status : check_length(s->record.count, err);
}

static void put_tags(json_t *o, const struct jg_snapshot *s, const struct jg_tags *tags, jg_lang lang) {
    const struct jg_game *g = &s->game;
    const struct jg_record *r = &s->record;
    char game[JG_SPEC_MAX];
    struct jg_text t;
    json_t *names = json_array();
    jg_text_init(&t, game, sizeof game);
    jg_game_spec(g, &t);
    const char *agents[JG_SEATS_MAX];
    for (int seat = 0; seat < g->kind->seats; seat++) {
        agents[seat] = tags->seat[seat];
        json_array_append_new(names, jg_run_text_json(agents[seat]));
    }
    bool over = jg_record_turn(r) == JG_OVER;
    json_object_set_new(o, "game", jg_run_text_json(game));
    json_object_set_new(o, "start", jg_run_text_json(tags->start));
    json_object_set_new(o, "names", names);
    jg_evaluation_put_stored(o, r, agents, lang);
    json_object_set_new(o, "result", json_string(over ? jg_stored_result(jg_record_score(r, 0)) : "*"));
}

json_t *jg_snapshot_read(const char *text, bool trust, jg_lang lang, struct jg_error *err) {
    struct jg_snapshot s = {0};
    struct jg_tags tags = {.resigned = -1};
    json_t *o = NULL;
    if (!read_file(&s, &tags, text, trust, err)) {
        o = jg_snapshot_json(&s, -1, lang);
        if (o)
            put_tags(o, &s, &tags, lang);
        else
            jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    jg_snapshot_close(&s);
    return o;
}
