/* Helpers for tests of one table: a game, seated players and a simulated clock. */
#ifndef TESTS_TABLE_H
#define TESTS_TABLE_H

#include "test.h"
#include "web/table.h"

/* Of the server; nobody is connected here. */
enum jg_refusal_code jg_refusal_code_of(enum jg_status status) {
    return status == JG_EMEMORY ? JG_REFUSE_FAILED : JG_REFUSE_INPUT;
}

enum { ANA, BIA, CAIO, DAVI };
static const char *const WHO[] = {"ana", "bia", "caio", "davi"};

struct room {
    struct jg_game game;
    struct jg_table t;
    int64_t now;
    struct jg_refusal no;
};

static inline void open_room(struct room *r, const char *game, const char *moves) {
    *r = (struct room){.now = 1000};
    open_spec(&r->game, game);
    if (!jg_table_init(&r->t, &r->game, NULL, moves, test_seed(), &r->no)) fail_msg("%s", r->no.err.message);
    strcpy(r->t.id, "abcdefghijklmnop");
    strcpy(r->t.owner, WHO[ANA]);
}

static inline void close_room(struct room *r) {
    jg_table_free(&r->t);
    jg_table_free(&r->t); /* twice is once */
    jg_game_close(&r->game);
}

static inline void assert_no(const struct room *r, bool good, enum jg_refusal_code code, const char *words) {
    assert_false(good);
    assert_int_equal(r->no.code, code);
    if (!strstr(r->no.err.message, words)) fail_msg("'%s' does not say '%s'", r->no.err.message, words);
}

static inline void assert_yes(const struct room *r, bool good) {
    if (!good) fail_msg("%s", r->no.err.message);
}

static inline bool sit(struct room *r, int who, int seat) {
    return jg_table_sit(&r->t, WHO[who], "somebody", seat, r->now, &r->no);
}

static inline bool go(struct room *r, int who, const char *word) {
    return jg_table_move(&r->t, WHO[who], r->t.record.count, word, r->now, &r->no);
}

static inline bool ask(struct room *r, enum jg_offer_kind kind, int who, unsigned expected) {
    unsigned asked = 99;
    bool good = jg_table_offer(&r->t, kind, WHO[who], r->t.record.count, 77, 60000, r->now, &asked, &r->no);
    if (good) assert_int_equal(asked, expected);
    return good;
}

static inline bool reply(struct room *r, enum jg_offer_kind kind, int who, bool yes) {
    return jg_table_answer_offer(&r->t, kind, WHO[who], yes, 77, r->now, &r->no);
}

static inline void two_sit(struct room *r) {
    assert_yes(r, sit(r, ANA, 0));
    assert_yes(r, sit(r, BIA, 1));
}

static inline json_t *seen_by(const struct room *r, int who, int from) {
    const char *player = who < 0 ? "" : WHO[who];
    struct jg_viewer by = {
        .player = player, .seat = jg_table_seat_of(&r->t, player), .thinking = -1, .now = r->now, .absent = 60000};
    json_t *o = jg_table_json(&r->t, &by, from, r->t.record.count);
    assert_non_null(o);
    return o;
}

static inline bool may(const struct room *r, int who, const char *what) {
    json_t *o = seen_by(r, who, 0), *word;
    size_t i;
    bool found = false;
    json_array_foreach(json_object_get(o, "may"), i, word) found |= !strcmp(json_string_value(word), what);
    json_decref(o);
    return found;
}

static inline bool place(struct room *r, int who, int seat, const char *spec) {
    return jg_table_seat_agent(&r->t, WHO[who], seat, spec, 60000, r->now, &r->no);
}

static inline void wind(struct room *r, int64_t total, int64_t increment) {
    r->t.total = total;
    r->t.increment = increment;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) r->t.left[seat] = total;
}

#endif
