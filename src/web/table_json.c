/* A table as JSON for one viewer (docs/api.md, "Tables"). Positions and moves of an unfinished game pass through jg_view
 * and jg_observe_move, so that nothing hidden is sent. */
#include "web/table.h"

#include "agents/agents.h"

#include <string.h>

/* Texts of external programs may not be UTF-8. */
static json_t *text_json(const char *text) {
    json_t *s = json_string(text);
    return s ? s : json_string("?");
}

static json_t *number_or_null(int64_t n) { return n < 0 ? json_null() : json_integer(n); }

/* ---- Seats ----------------------------------------------------------------------------------- */

static void put_agent(json_t *o, const struct jg_table *t, const char *spec, jg_lang lang) {
    char name[JG_SPEC_MAX];
    struct jg_text text;
    jg_text_init(&text, name, sizeof name);
    jg_agent_title(t->game->kind, spec, lang, &text);
    json_object_set_new(o, "name", text_json(name));
    json_object_set_new(o, "agent", text_json(spec));
}

static json_t *seat_json(const struct jg_table *t, const struct jg_viewer *by, int seat) {
    static const char *const KINDS[] = {
        [JG_SEAT_OPEN] = "open", [JG_SEAT_PLAYER] = "player", [JG_SEAT_AGENT] = "agent"};
    const struct jg_table_seat *s = &t->seats[seat];
    bool player = s->kind == JG_SEAT_PLAYER, agent = s->kind == JG_SEAT_AGENT;
    json_t *o = json_object();
    json_object_set_new(o, "title", text_json(jg_seat_name(t->game, seat, by->lang)));
    json_object_set_new(o, "team", json_integer(jg_team(seat)));
    json_object_set_new(o, "kind", json_string(KINDS[s->kind]));
    if (player) json_object_set_new(o, "name", text_json(s->name));
    if (agent) put_agent(o, t, s->agent, by->lang);
    if (agent && s->player[0]) json_object_set_new(o, "for", text_json(s->name));
    json_object_set_new(o, "you", json_boolean(player && !strcmp(s->player, by->player)));
    json_object_set_new(o, "here", json_boolean(agent || (player && s->here)));
    json_object_set_new(o, "absent", json_integer(player && !s->here ? (by->now - s->left_at) / 1000 : 0));
    return o;
}

json_t *jg_table_seats_json(const struct jg_table *t, const struct jg_viewer *by) {
    json_t *list = json_array();
    for (int seat = 0; seat < t->game->kind->seats; seat++) json_array_append_new(list, seat_json(t, by, seat));
    return list;
}

/* ---- Moves and positions ----------------------------------------------------------------------- */

static json_t *move_json(const struct jg_table *t, const struct jg_viewer *by, int n) {
    const struct jg_game *g = t->game;
    const void *state = jg_record_state_at(&t->record, n);
    jg_move move = jg_observe_move(g, state, t->record.moves[n], by->seat);
    char word[JG_MOVE_MAX], words[512];
    union jg_state view;
    struct jg_text text;
    int turn = jg_turn(g, state);
    json_t *o = json_object();
    jg_view(g, state, by->seat, &view);
    jg_text_init(&text, word, sizeof word);
    g->kind->print_move(g, &view, move, &text);
    jg_text_init(&text, words, sizeof words);
    if (turn >= 0) jg_text_add(&text, "%s ", jg_seat_name(g, turn, by->lang));
    g->kind->describe_move(g, &view, move, by->lang, &text);
    json_object_set_new(o, "seat", turn >= 0 ? json_integer(turn) : json_null());
    json_object_set_new(o, "move", text_json(word));
    json_object_set_new(o, "words", text_json(words));
    return o;
}

static json_t *moves_json(const struct jg_table *t, const struct jg_viewer *by, int from, int ply) {
    json_t *list = json_array();
    for (int n = from; n < ply; n++) json_array_append_new(list, move_json(t, by, n));
    return list;
}

static json_t *start_json(const struct jg_table *t, const struct jg_viewer *by) {
    char position[JG_POSITION_MAX];
    union jg_state view;
    struct jg_text text;
    jg_view(t->game, jg_record_state_at(&t->record, 0), by->seat, &view);
    jg_text_init(&text, position, sizeof position);
    t->game->kind->print(t->game, &view, &text);
    return text_json(position);
}

/* The last position of a finished game is shown in full; after a forfeit the state itself does not know that the game is
 * over. */
static json_t *state_json(const struct jg_table *t, const struct jg_viewer *by, int ply) {
    const void *state = jg_record_state_at(&t->record, ply);
    bool last = ply == t->record.count, over = last && jg_table_over(t);
    union jg_state view;
    jg_view(t->game, state, by->seat, &view);
    json_t *o = jg_game_json(t->game, over ? state : &view, by->seat);
    if (over) {
        json_object_set_new(o, "turn", json_string("over"));
        json_object_set_new(o, "score", json_integer(jg_record_score(&t->record, 0)));
    }
    if (over || !last || !jg_table_ready(t) || jg_turn(t->game, &view) != by->seat) json_object_del(o, "moves");
    return o;
}

/* ---- The end ------------------------------------------------------------------------------------ */

static const char *reason_name(const struct jg_table *t) {
    static const char *const NAMES[] = {
        [JG_FORFEIT_RESIGNED] = "resigned", [JG_FORFEIT_TIME] = "time", [JG_FORFEIT_FAILED] = "failed"};
    enum jg_forfeit how = jg_table_forfeited(t);
    if (how != JG_FORFEIT_NONE) return NAMES[how];
    if (jg_record_agreed(&t->record)) return "agreed";
    return jg_turn(t->game, jg_record_state(&t->record)) != JG_OVER ? "repetition" : "";
}

/* A person by name and an agent by its title, with the seat, as in "Ana (south)"; a person without a name by the seat. */
static void put_player(const struct jg_table *t, int seat, jg_lang lang, struct jg_text *text) {
    const struct jg_table_seat *s = &t->seats[seat];
    const char *title = jg_seat_name(t->game, seat, lang);
    bool agent = s->kind == JG_SEAT_AGENT, named = s->kind == JG_SEAT_PLAYER && s->name[0];
    if (agent)
        jg_agent_title(t->game->kind, s->agent, lang, text);
    else if (named)
        jg_text_put(text, s->name);
    if (agent || named)
        jg_text_add(text, " (%s)", title);
    else
        jg_text_put(text, title);
}

enum { PLAYER_TEXT = JG_SPEC_MAX + 128, TEAM_TEXT = 2 * PLAYER_TEXT + 64, OVER_TEXT = 2 * TEAM_TEXT + JG_REASON_MAX };

static void put_team(const struct jg_table *t, int team, jg_lang lang, struct jg_text *text) {
    char names[2][PLAYER_TEXT];
    struct jg_text name[2];
    if (!(t->game->kind->traits & JG_HAS_PARTNERS)) {
        put_player(t, team, lang, text);
        return;
    }
    for (int i = 0; i < 2; i++) {
        jg_text_init(&name[i], names[i], sizeof names[i]);
        put_player(t, team + 2 * i, lang, &name[i]);
    }
    jg_text_add(text, jg_tr(lang, "%s and %s"), names[0], names[1]);
}

static void put_winner(const struct jg_table *t, jg_lang lang, struct jg_text *text) {
    const struct jg_record *r = &t->record;
    int32_t score = jg_record_score(r, 0), margin = score < 0 ? -score : score;
    bool pair = r->game->kind->traits & JG_HAS_PARTNERS;
    char side[TEAM_TEXT];
    struct jg_text s;
    jg_text_init(&s, side, sizeof side);
    put_team(t, score < 0, lang, &s);
    if (!score)
        jg_text_put(text, jg_tr(lang, jg_record_agreed(r)     ? "a draw by agreement"
                                      : jg_record_repeated(r) ? "a draw by repetition"
                                                              : "a draw"));
    else if (margin == 1)
        jg_text_add(text, pair ? jg_tr(lang, "%s win") : jg_tr(lang, "%s wins"), side);
    else
        jg_text_add(text, pair ? jg_tr(lang, "%s win by %d") : jg_tr(lang, "%s wins by %d"), side, margin);
}

static json_t *over_json(const struct jg_table *t, jg_lang lang) {
    const struct jg_record *r = &t->record;
    char words[OVER_TEXT], loser[PLAYER_TEXT];
    struct jg_text text, name;
    enum jg_forfeit how = jg_table_forfeited(t);
    json_t *o = json_object();
    jg_text_init(&text, words, sizeof words);
    jg_text_init(&name, loser, sizeof loser);
    if (how != JG_FORFEIT_NONE) put_player(t, r->resigned, lang, &name);
    if (how == JG_FORFEIT_RESIGNED)
        jg_text_add(&text, jg_tr(lang, "%s resigns; "), loser);
    else if (how == JG_FORFEIT_TIME)
        jg_text_add(&text, jg_tr(lang, "%s runs out of time; "), loser);
    else if (how == JG_FORFEIT_FAILED)
        jg_text_add(&text, jg_tr(lang, "%s forfeits (%s); "), loser, r->reason);
    put_winner(t, lang, &text);
    json_object_set_new(o, "score", json_integer(jg_record_score(r, 0)));
    json_object_set_new(o, "result", json_string(jg_stored_result(jg_record_score(r, 0))));
    json_object_set_new(o, "reason", json_string(reason_name(t)));
    json_object_set_new(o, "text", text_json(words));
    return o;
}

/* ---- Offers and permissions ------------------------------------------------------------------------ */

static json_t *bits_json(unsigned bits) {
    json_t *list = json_array();
    for (int i = 0; i < JG_SEATS_MAX; i++)
        if (bits >> i & 1) json_array_append_new(list, json_integer(i));
    return list;
}

static json_t *offers_json(const struct jg_table *t) {
    json_t *list = json_array();
    for (int i = 0; i < JG_OFFER_COUNT; i++) {
        if (t->offers[i].by < 0) continue;
        json_t *o = json_object();
        json_object_set_new(o, "what", json_string(jg_offer_name((enum jg_offer_kind)i)));
        json_object_set_new(o, "by", json_integer(t->offers[i].by));
        json_object_set_new(o, "asked", bits_json(t->offers[i].asked));
        json_array_append_new(list, o);
    }
    return list;
}

static bool can_sit(const struct jg_table *t, const struct jg_viewer *by, int seat) {
    struct jg_refusal refusal = {0};
    return t->seats[seat].kind != JG_SEAT_PLAYER && jg_table_may_sit(t, by->player, seat, &refusal);
}

static bool can_place(const struct jg_table *t, const struct jg_viewer *by, int seat, bool agent) {
    struct jg_refusal refusal = {0};
    return jg_table_may_seat_agent(t, by->player, seat, agent, by->absent, by->now, &refusal);
}

/* The viewer's possible actions on a seat: sit down, give it to an agent, remove its agent. */
static json_t *seat_may_json(const struct jg_table *t, const struct jg_viewer *by, int seat) {
    json_t *list = json_array();
    if (can_sit(t, by, seat)) json_array_append_new(list, json_string("sit"));
    if (can_place(t, by, seat, true)) json_array_append_new(list, json_string("seat"));
    if (can_place(t, by, seat, false)) json_array_append_new(list, json_string("free"));
    return list;
}

static bool any_seat(const struct jg_table *t, const struct jg_viewer *by, bool sit) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (sit ? can_sit(t, by, seat) : can_place(t, by, seat, true) || can_place(t, by, seat, false)) return true;
    return false;
}

/* Moves of the opponents before the viewer may offer a draw; 0: now, or there can be no offer at all. */
static int draw_wait(const struct jg_table *t, const struct jg_viewer *by) {
    return by->seat >= 0 && jg_table_can_draw(t) ? jg_table_draw_wait(t, by->seat) : 0;
}

static json_t *may_json(const struct jg_table *t, const struct jg_viewer *by) {
    bool seated = by->seat >= 0, over = jg_table_over(t), ready = jg_table_ready(t);
    bool turn = seated && ready && jg_record_turn(&t->record) == by->seat;
    bool offered = t->offers[JG_OFFER_DRAW].by >= 0;
    struct jg_refusal refusal = {0};
    const struct {
        const char *what;
        bool may;
    } ALL[] = {
        {"sit", any_seat(t, by, true)},
        {"stand", seated && jg_table_may_stand(t, by->player, &refusal)},
        {"move", turn},
        {"back", seated && jg_table_takeback_ply(t, by->player) >= 0},
        {"resign", seated && ready && !over},
        {"draw", seated && jg_table_can_draw(t) && (offered || !draw_wait(t, by))},
        {"rematch", seated && over},
        {"swap", seated && jg_table_can_swap(t)},
        {"hint", turn && !jg_table_is_opposed(t, by->player)},
        {"seat", any_seat(t, by, false)},
        {"pace", jg_table_may_pace(t, by->player)},
    };
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        if (ALL[i].may) json_array_append_new(list, json_string(ALL[i].what));
    return list;
}

/* ---- The message -------------------------------------------------------------------------------------- */

static void put_clock(json_t *o, const struct jg_table *t, const struct jg_viewer *by) {
    json_t *clock = t->total ? json_object() : json_null(), *left = t->total ? json_array() : json_null();
    if (t->total) {
        json_object_set_new(clock, "total", json_integer(t->total / 1000));
        json_object_set_new(clock, "increment", json_integer(t->increment / 1000));
        for (int seat = 0; seat < t->game->kind->seats; seat++)
            json_array_append_new(left, json_integer(jg_table_time_left(t, seat, by->now)));
    }
    json_object_set_new(o, "clock", clock);
    json_object_set_new(o, "left", left);
    json_object_set_new(o, "running", t->total ? number_or_null(t->running) : json_null());
}

json_t *jg_table_json(const struct jg_table *t, const struct jg_viewer *by, int from, int ply) {
    char spec[JG_SPEC_MAX];
    struct jg_text text;
    bool last = ply == t->record.count;
    json_t *o = json_object(), *seats = jg_table_seats_json(t, by);
    for (int seat = 0; seat < t->game->kind->seats && last; seat++)
        json_object_set_new(json_array_get(seats, (size_t)seat), "may", seat_may_json(t, by, seat));
    jg_text_init(&text, spec, sizeof spec);
    jg_game_spec(t->game, &text);
    json_object_set_new(o, "on", json_string("table"));
    json_object_set_new(o, "table", json_string(t->id));
    json_object_set_new(o, "version", json_integer(t->version - (t->record.count - ply)));
    json_object_set_new(o, "game", text_json(spec));
    json_object_set_new(o, "title", text_json(jg_tr(by->lang, t->game->kind->title)));
    json_object_set_new(o, "seat", number_or_null(by->seat));
    json_object_set_new(o, "seats", seats);
    json_object_set_new(o, "start", start_json(t, by));
    json_object_set_new(o, "from", json_integer(from));
    json_object_set_new(o, "moves", moves_json(t, by, from, ply));
    json_object_set_new(o, "ply", json_integer(ply));
    json_object_set_new(o, "state", state_json(t, by, ply));
    json_object_set_new(o, "over", last && jg_table_over(t) ? over_json(t, by->lang) : json_null());
    json_object_set_new(o, "offers", offers_json(t));
    json_object_set_new(o, "draw_wait", json_integer(draw_wait(t, by)));
    json_object_set_new(o, "may", last ? may_json(t, by) : json_array());
    json_object_set_new(o, "thinking", last ? number_or_null(by->thinking) : json_null());
    put_clock(o, t, by);
    json_object_set_new(o, "halted", json_boolean(t->halted && jg_table_agents_only(t)));
    json_object_set_new(o, "listed", json_boolean(t->listed));
    json_object_set_new(o, "set", json_boolean(jg_table_is_set(t)));
    json_object_set_new(o, "shared", json_boolean(by->seat >= 0 && jg_table_shares_hands(t)));
    json_object_set_new(o, "friendly", json_boolean(t->friendly));
    json_object_set_new(o, "help", json_boolean(!jg_table_is_opposed(t, by->player)));
    bool reads = t->listed || by->seat >= 0; /* the viewer may see the game in the log */
    json_object_set_new(o, "game_id", last && reads && t->game_id ? json_integer(t->game_id) : json_null());
    return o;
}
