/* A position as JSON, for the web page; docs/games/domino-reference.md documents the fields. */
#include "games/domino/round.h"
#include "games/domino/text.h"

#include <jansson.h>

static json_t *halves(int first, int second) { return json_pack("[i,i]", first, second); }

static json_t *numbers(unsigned set) {
    json_t *list = json_array();
    for (int number = 0; number < 7; number++)
        if (set >> number & 1) json_array_append_new(list, json_integer(number));
    return list;
}

static json_t *tiles(uint32_t set) {
    json_t *list = json_array();
    for (; set; set &= set - 1) {
        int tile = jg_domino_lowest(set);
        json_array_append_new(list, halves(jg_domino_high[tile], jg_domino_low[tile]));
    }
    return list;
}

/* ---- The table --------------------------------------------------------------------------- */

static json_t *laid(const struct jg_domino *s, int first, int second, int place) {
    return json_pack("{s:o, s:i, s:i}", "halves", halves(first, second), "seat", s->by[place], "place", place);
}

static json_t *opening(const struct jg_domino *s) {
    int tile = s->log[0] & 31;
    return s->count ? laid(s, jg_domino_low[tile], jg_domino_high[tile], 0) : json_null();
}

/* The number to match at an arm's end, null if it cannot be played on, and its pips. */
static void add_end(const struct jg_domino *s, int number, json_t *arm) {
    const struct jg_domino_table *t = &s->table;
    bool open = s->count && number < jg_domino_arms(t);
    json_object_set_new(arm, "end", open ? json_integer(jg_domino_number(t, number)) : json_null());
    json_object_set_new(arm, "worth", json_integer(t->worth[number]));
}

static json_t *arms(const struct jg_domino *s) {
    struct jg_domino_arm all[4] = {{.count = 0}};
    json_t *list = json_array();
    if (s->count) jg_domino_layout(s, all);
    for (int i = 0; i < 4; i++) {
        json_t *arm = json_object(), *row = json_array();
        for (int n = 0; n < all[i].count; n++)
            json_array_append_new(row, laid(s, all[i].tiles[n].inner, all[i].tiles[n].outer, all[i].tiles[n].place));
        json_object_set_new(arm, "tiles", row);
        add_end(s, i, arm);
        json_array_append_new(list, arm);
    }
    return list;
}

/* ---- The round --------------------------------------------------------------------------- */

static json_t *play(int seat, jg_move move, bool first, int gained0, int gained1) {
    char word[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    jg_domino_print_play(&t, move, first);
    return json_pack("{s:i, s:s, s:[i,i]}", "seat", seat, "move", word, "points", gained0, gained1);
}

static json_t *ending(const struct jg_domino *s, const struct jg_domino_event *e) {
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:[i,i]}", "how", e->locked ? "locked" : "out", "seat",
                     jg_domino_last_seat(s), "team", e->team, "out", e->out, "garage", e->garage, "pips", e->pips[0],
                     e->pips[1]);
}

/* Every play with its points, and the end of the round. */
static void add_history(const struct jg_domino_rules *r, const struct jg_domino *s, json_t *board) {
    struct jg_domino_round round = {.count = 0};
    struct jg_domino at = {0};
    struct jg_domino_event e = {0};
    json_t *list = json_array();
    bool dealt = jg_domino_dealt(s);
    if (dealt) {
        jg_domino_round_from(r, s, &round);
        jg_domino_round_start(s, &round, &at);
    }
    for (int i = 0; i < round.count; i++) {
        int had[2] = {at.points[0], at.points[1]};
        bool first = !at.count;
        jg_domino_round_play(r, &round, i, &at, &e);
        json_array_append_new(
            list, play(round.plays[i].seat, round.plays[i].move, first, at.points[0] - had[0], at.points[1] - had[1]));
    }
    json_object_set_new(board, "scored", json_pack("[i,i]", at.points[0], at.points[1]));
    json_object_set_new(board, "opener",
                        !dealt && s->sena ? json_null() : json_integer(dealt ? round.opener : s->opener));
    json_object_set_new(board, "next", jg_domino_between(s) && !s->sena ? json_integer(s->opener) : json_null());
    json_object_set_new(board, "history", list);
    json_object_set_new(board, "end", jg_domino_between(s) ? ending(s, &e) : json_null());
}

static void add_hands(const struct jg_domino *s, json_t *board) {
    json_t *hands = json_array(), *left = json_array(), *lacks = json_array(), *doubles = json_array();
    for (int seat = 0; seat < 4; seat++) {
        json_array_append_new(hands, jg_domino_hidden(s, seat) ? json_null() : tiles(s->hand[seat]));
        json_array_append_new(left, json_integer(s->left[seat]));
        json_array_append_new(lacks, numbers(s->lacks[seat] & 127u));
        json_array_append_new(doubles, json_boolean(s->lacks[seat] & JG_DOMINO_NO_DOUBLE));
    }
    json_object_set_new(board, "hands", hands);
    json_object_set_new(board, "left", left);
    json_object_set_new(board, "lacks", lacks);
    json_object_set_new(board, "no_double", doubles);
}

json_t *jg_domino_json(const struct jg_game *g, const void *state) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    const struct jg_domino *s = state;
    json_t *board =
        json_pack("{s:[i,i], s:i, s:i, s:i, s:o, s:o, s:i, s:o, s:i, s:b}", "points", s->points[0], s->points[1],
                  "round", s->round, "target", r->rounds ? 0 : r->target, "rounds", r->rounds, "opening", opening(s),
                  "arms", arms(s), "sum", s->count ? jg_domino_sum(r, &s->table) : 0, "open",
                  numbers(s->count ? s->table.open : 0), "passes", s->passes, "announced", s->announced);
    if (!board) return NULL;
    json_object_set_new(board, "sena", json_boolean(s->sena && !s->count));
    add_hands(s, board);
    add_history(r, s, board);
    return board;
}
