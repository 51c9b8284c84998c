/* One table, and people who want more than they may: hands of others, time of others, what is not offered. */
#include "facts.h"
#include "table.h"

#include <limits.h>

/* ---- Hands ---------------------------------------------------------------------------------------- */

static void four_sit(struct room *r) {
    for (int who = 0; who < 4; who++) assert_yes(r, sit(r, who, who));
}

/* The table as it comes back from the store. */
static void restart(struct room *r) {
    struct jg_table_row texts;
    struct jg_table t;
    assert_true(jg_table_save(&r->t, r->now, &texts));
    assert_yes(r, jg_table_load(&t, &r->game, &texts.stored, r->now, &r->no));
    jg_table_row_free(&texts);
    jg_table_free(&r->t);
    r->t = t;
    for (int who = 0; who < 4; who++) jg_table_presence(&r->t, WHO[who], true, r->now);
}

static void test_witness(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "domino:rounds=1", NULL);
    assert_yes(&r, sit(&r, ANA, 0));
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now, &r.no));
    assert_yes(&r, sit(&r, ANA, 1)); /* nothing is dealt yet */
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now, &r.no));
    four_sit(&r);
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now, &r.no));
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    for (int again = 0; again < 2; again++) {
        assert_no(&r, sit(&r, ANA, 1), JG_REFUSE_SEAT, "have already seen");
        assert_no(&r, sit(&r, BIA, 0), JG_REFUSE_SEAT, "have already seen");
        assert_true(may(&r, ANA, "sit") && may(&r, BIA, "sit"));
        restart(&r);
    }
    assert_yes(&r, jg_table_sit(&r.t, "eva", "Eva", 0, r.now, &r.no));
    assert_false(may(&r, ANA, "sit")); /* only Bia's seat is free */
    assert_no(&r, sit(&r, ANA, 1), JG_REFUSE_SEAT, "have already seen");
    assert_yes(&r, sit(&r, BIA, 1));
    assert_yes(&r, jg_table_resign(&r.t, "eva", r.now, &r.no)); /* then everything is open */
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    assert_yes(&r, sit(&r, ANA, 1));
    assert_yes(&r, ask(&r, JG_OFFER_REMATCH, ANA, 13));
    assert_yes(&r, jg_table_answer_offer(&r.t, JG_OFFER_REMATCH, "eva", true, 5, r.now, &r.no));
    assert_yes(&r, reply(&r, JG_OFFER_REMATCH, CAIO, true));
    assert_yes(&r, reply(&r, JG_OFFER_REMATCH, DAVI, true));
    assert_false(jg_table_over(&r.t));
    assert_yes(&r, jg_table_stand(&r.t, "eva", r.now, &r.no));
    assert_yes(&r, sit(&r, BIA, 0)); /* these hands she has not seen */
    close_room(&r);
}

/* Opens a table of dominoes where Ana has seats 0 and 2, and agents the others. */
static void open_shared(struct room *r) {
    open_room(r, "domino:rounds=2", NULL);
    for (int seat = 1; seat < 4; seat += 2) {
        r->t.seats[seat].kind = JG_SEAT_AGENT;
        strcpy(r->t.seats[seat].agent, "random");
    }
    for (int seat = 0; seat < 4; seat += 2) {
        r->t.seats[seat] = (struct jg_table_seat){.kind = JG_SEAT_PLAYER, .here = true};
        strcpy(r->t.seats[seat].player, WHO[ANA]);
    }
    jg_table_advance(&r->t, r->now);
}

static bool is_shared(const struct room *r, int who) {
    json_t *o = seen_by(r, who, 0);
    bool shared = json_is_true(json_object_get(o, "shared"));
    json_decref(o);
    return shared;
}

/* One person with several hands sees that of the seat to move, and during other turns that which moved last. No seat is
 * opened for others, who would play against somebody that has seen their hand. */
static void test_several_hands(void **state) {
    (void)state;
    struct room r;
    jg_move moves[JG_MOVES_MAX];
    int last = JG_NOBODY;
    unsigned seen = 0;
    open_shared(&r);
    assert_true(is_shared(&r, ANA) && !is_shared(&r, BIA));
    while (!jg_table_over(&r.t)) {
        int turn = jg_record_turn(&r.t.record), seat = jg_table_seat_of(&r.t, WHO[ANA]);
        if (!(turn & 1)) last = turn;
        if (last >= 0) assert_int_equal(seat, last);
        seen |= 1u << seat;
        assert_no(&r, jg_table_may_stand(&r.t, WHO[ANA], &r.no), JG_REFUSE_OFF, "several hands");
        assert_no(&r, place(&r, ANA, 1, NULL), JG_REFUSE_OFF, "several hands");
        assert_false(may(&r, ANA, "stand") || may(&r, ANA, "seat") || may(&r, BIA, "sit"));
        jg_moves(&r.game, jg_record_state(&r.t.record), moves);
        assert_true(jg_table_play_agent_move(&r.t, moves[0], r.now));
    }
    assert_int_equal(seen, 5);
    assert_true(may(&r, ANA, "stand"));
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now, &r.no));
    assert_true(may(&r, BIA, "sit") && !jg_table_shares_hands(&r.t));
    close_room(&r);
    open_room(&r, "kalah", NULL);
    assert_yes(&r, sit(&r, ANA, 0));
    assert_yes(&r, sit(&r, ANA, 1));
    assert_true(!is_shared(&r, ANA) && may(&r, ANA, "stand")); /* nothing is hidden */
    close_room(&r);
}

/* By way of an agent that stood in, and was sent away before the first move. */
static void test_witness_replaced(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "domino:rounds=1", NULL);
    four_sit(&r);
    jg_table_presence(&r.t, WHO[BIA], false, r.now);
    jg_table_presence(&r.t, WHO[DAVI], false, r.now);
    r.now += 60000;
    assert_yes(&r, place(&r, ANA, 1, "random"));
    assert_yes(&r, place(&r, ANA, 3, "random"));
    assert_yes(&r, place(&r, ANA, 1, NULL));
    assert_yes(&r, place(&r, ANA, 3, NULL));
    assert_no(&r, sit(&r, BIA, 3), JG_REFUSE_SEAT, "have already seen");
    assert_yes(&r, sit(&r, BIA, 1));
    assert_yes(&r, sit(&r, DAVI, 3));
    close_room(&r);
}

static void test_many_witnesses(void **state) {
    (void)state;
    struct room r;
    char who[16];
    int sat = 0;
    open_room(&r, "domino:rounds=1", NULL);
    four_sit(&r);
    assert_yes(&r, jg_table_stand(&r.t, WHO[DAVI], r.now, &r.no));
    for (int i = 0; i < 2 * JG_WITNESSES; i++) {
        snprintf(who, sizeof who, "somebody%d", i);
        if (!jg_table_sit(&r.t, who, "", 3, r.now, &r.no)) break;
        sat++;
        assert_yes(&r, jg_table_stand(&r.t, who, r.now, &r.no));
    }
    assert_int_equal(sat, JG_WITNESSES - 1);
    assert_int_equal(r.no.code, JG_REFUSE_LIMIT);
    for (int seat = 0; seat < 3; seat++) assert_yes(&r, jg_table_stand(&r.t, WHO[seat], r.now, &r.no));
    restart(&r);
    for (int seat = 3; seat >= 0; seat--) assert_yes(&r, sit(&r, seat, seat)); /* all are remembered */
    close_room(&r);
}

/* Hands that the table was made with would not be dealt again when seats go round. */
static void test_no_swap_of_hands(void **state) {
    (void)state;
    struct room r, made;
    open_room(&r, "domino:rounds=1", NULL);
    four_sit(&r);
    assert_true(may(&r, ANA, "swap"));
    char *deals = jg_record_moves(&r.t.record);
    open_room(&made, "domino:rounds=1", deals);
    free(deals);
    four_sit(&made);
    assert_false(may(&made, ANA, "swap"));
    assert_no(&made, ask(&made, JG_OFFER_SWAP, ANA, 0), JG_REFUSE_OFF, "before or after a game");
    close_room(&r);
    close_room(&made);
}

/* ---- Time ----------------------------------------------------------------------------------------- */

/* To stand up is no way to think for nothing, nor to stop a partner's clock. */
static void test_stand_up_to_think(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    wind(&r, 10000, 0);
    two_sit(&r);
    assert_yes(&r, go(&r, ANA, "5"));
    r.now += 1000;
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    assert_int_equal(jg_table_flag_time(&r.t), r.now + 9000);
    r.now += 4000;
    assert_yes(&r, sit(&r, BIA, 1));
    assert_int_equal(jg_table_time_left(&r.t, 1, r.now), 5000);
    assert_yes(&r, go(&r, BIA, "1"));
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no)); /* at Ana's turn: she cannot move, and does not pay */
    r.now += 4999;
    jg_table_update_clock(&r.t, r.now);
    assert_false(jg_table_over(&r.t));
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 10000);
    r.now += 1;
    jg_table_update_clock(&r.t, r.now);
    assert_true(jg_table_over(&r.t));
    assert_int_equal(r.t.record.resigned, 1);
    close_room(&r);

    open_room(&r, "tictactoe", NULL); /* before the first move nobody pays */
    wind(&r, 10000, 0);
    two_sit(&r);
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    assert_true(jg_table_flag_time(&r.t) == INT64_MAX);
    close_room(&r);
}

/* Agents who do not think because nobody looks do not lose by time. */
static void test_asleep(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    wind(&r, 10000, 0);
    assert_yes(&r, place(&r, ANA, 0, "random"));
    assert_yes(&r, place(&r, ANA, 1, "random"));
    r.now += 1000;
    r.t.asleep = true;
    jg_table_advance(&r.t, r.now);
    assert_true(jg_table_flag_time(&r.t) == INT64_MAX);
    r.now += 100000;
    jg_table_update_clock(&r.t, r.now);
    r.t.asleep = false;
    jg_table_advance(&r.t, r.now);
    assert_int_equal(jg_table_flag_time(&r.t), r.now + 9000);
    close_room(&r);
}

static void test_take_back_no_time(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "kalah", NULL);
    wind(&r, 10000, 3000);
    assert_yes(&r, sit(&r, ANA, 0));
    assert_yes(&r, place(&r, ANA, 1, "random"));
    for (int i = 0; i < 20; i++) {
        assert_yes(&r, go(&r, ANA, "1"));
        assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 0));
        assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 10000);
    }
    r.now += 9000;
    assert_yes(&r, go(&r, ANA, "1")); /* 4 s are left */
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 0));
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 3000); /* not so few that the flag would fall by it */
    r.now += 2999;
    jg_table_update_clock(&r.t, r.now);
    assert_false(jg_table_over(&r.t));
    close_room(&r);
}

/* Where turns are many small moves, each of them does not bring time. */
static void test_steps_bring_no_time(void **state) {
    (void)state;
    struct room r;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 9);
    open_room(&r, "magic", NULL);
    wind(&r, 1000000, 1000);
    two_sit(&r);
    int same = 0, passed = 0;
    while (!jg_table_over(&r.t) && r.t.record.count < 3000) {
        int turn = jg_record_turn(&r.t.record), n = r.t.record.count;
        int64_t before = r.t.left[turn];
        char word[JG_MOVE_MAX];
        move_word(&r.game, jg_record_state(&r.t.record), jg_random_move(&r.game, jg_record_state(&r.t.record), &rng),
                  word);
        assert_yes(&r, go(&r, turn, word));
        bool goes_on = jg_turn(&r.game, jg_record_state_at(&r.t.record, n + 1)) == turn;
        assert_int_equal(r.t.left[turn], before + (goes_on ? 0 : 1000));
        same += goes_on;
        passed += !goes_on;
    }
    assert_true(same > 10 && passed > 10);
    close_room(&r);
}

/* ---- Offered actions and no others succeed ------------------------------------------------------------ */

enum { PEOPLE = 5 };
static const char *const PEOPLE_OF[PEOPLE] = {"ana", "bia", "caio", "davi", "eva"};
enum { WHATS = 9 };
static const char *const ASKED[WHATS] = {"sit", "stand", "move", "back", "resign", "rematch", "swap", "seat", "free"};

static bool has_word(const json_t *list, const char *what) {
    size_t i;
    json_t *word;
    json_array_foreach(list, i, word) if (!strcmp(json_string_value(word), what)) return true;
    return false;
}

/* Whether somebody may do it; of what is done with a seat, with that one. */
static bool may_one(const struct room *r, const char *player, const char *what, int seat) {
    static const char *const WITH_SEATS[] = {"sit", "seat", "free"};
    struct jg_viewer by = {
        .player = player, .seat = jg_table_seat_of(&r->t, player), .thinking = -1, .now = r->now, .absent = 60000};
    json_t *o = jg_table_json(&r->t, &by, r->t.record.count, r->t.record.count), *one;
    const json_t *all = json_object_get(o, "may"), *seats = json_object_get(o, "seats");
    size_t i;
    bool some[3] = {false}, with_seat = false;
    for (int k = 0; k < 3; k++) {
        json_array_foreach(seats, i, one) some[k] |= has_word(json_object_get(one, "may"), WITH_SEATS[k]);
        with_seat |= !strcmp(what, WITH_SEATS[k]);
    }
    assert_int_equal(some[0], has_word(all, "sit"));
    assert_int_equal(some[1] || some[2], has_word(all, "seat"));
    bool found = has_word(with_seat ? json_object_get(json_array_get(seats, (size_t)seat), "may") : all, what);
    json_decref(o);
    return found;
}

static bool try_move(struct room *r, const char *player, struct jg_rng *rng) {
    char word[JG_MOVE_MAX] = "1";
    if (jg_record_turn(&r->t.record) >= 0)
        move_word(&r->game, jg_record_state(&r->t.record), jg_random_move(&r->game, jg_record_state(&r->t.record), rng),
                  word);
    return jg_table_move(&r->t, player, r->t.record.count, word, r->now, &r->no);
}

static bool attempt(struct room *r, const char *player, int what, int seat, struct jg_rng *rng) {
    unsigned asked;
    enum jg_offer_kind kind = what == 3 ? JG_OFFER_BACK : what == 5 ? JG_OFFER_REMATCH : JG_OFFER_SWAP;
    switch (what) {
    case 0: return jg_table_sit(&r->t, player, "", seat, r->now, &r->no);
    case 1: return jg_table_stand(&r->t, player, r->now, &r->no);
    case 2: return try_move(r, player, rng);
    case 4: return jg_table_resign(&r->t, player, r->now, &r->no);
    case 7: return jg_table_seat_agent(&r->t, player, seat, "random", 60000, r->now, &r->no);
    case 8: return jg_table_seat_agent(&r->t, player, seat, NULL, 60000, r->now, &r->no);
    default:
        return jg_table_offer(&r->t, kind, player, r->t.record.count, jg_rng_next(rng), 60000, r->now, &asked, &r->no);
    }
}

static void answer_offers(struct room *r, struct jg_rng *rng) {
    for (int kind = 0; kind < JG_OFFER_COUNT; kind++)
        for (int who = 0; who < PEOPLE; who++) {
            int seat = jg_table_seat_of(&r->t, PEOPLE_OF[who]);
            const struct jg_offer *o = &r->t.offers[kind];
            bool was_asked = o->by >= 0 && seat >= 0 && o->asked >> seat & 1;
            if (!was_asked || jg_rng_below(rng, 2)) continue;
            bool good = jg_table_answer_offer(&r->t, (enum jg_offer_kind)kind, PEOPLE_OF[who], jg_rng_below(rng, 4), 3,
                                              r->now, &r->no);
            assert_yes(r, good);
        }
}

/* Agents move, people come and go, time goes by. */
static void let_pass(struct room *r, struct jg_rng *rng) {
    r->now += jg_rng_below(rng, 4) ? 300 : jg_rng_below(rng, 20) ? 5000 : 61000;
    int turn = jg_record_turn(&r->t.record), who = (int)jg_rng_below(rng, PEOPLE);
    jg_table_update_clock(&r->t, r->now);
    if (!jg_rng_below(rng, 3)) jg_table_presence(&r->t, PEOPLE_OF[who], jg_rng_below(rng, 3), r->now);
    if (turn >= 0 && !jg_table_over(&r->t) && jg_table_ready(&r->t) && r->t.seats[turn].kind == JG_SEAT_AGENT)
        jg_table_play_agent_move(&r->t, jg_random_move(&r->game, jg_record_state(&r->t.record), rng), r->now);
    jg_table_review_offers(&r->t, 4, 60000, r->now);
    answer_offers(r, rng);
    jg_table_advance(&r->t, r->now);
    assert_true(jg_table_over(&r->t) || jg_table_flag_time(&r->t) > r->now);
}

static void walk(const char *game, int steps, struct jg_rng *rng, int done[WHATS], int refused[WHATS]) {
    struct room r;
    open_room(&r, game, NULL);
    if (jg_rng_below(rng, 2)) wind(&r, 60000, 1000);
    for (int n = 0; n < steps; n++) {
        static const int OFTEN[] = {0, 0, 2, 2, 2, 2, 2, 2, 3, 5, 5, 6, 7, 7, 8, 8};
        int what = jg_rng_below(rng, 4) ? OFTEN[jg_rng_below(rng, 16)] : (int)jg_rng_below(rng, WHATS);
        const char *player = PEOPLE_OF[jg_rng_below(rng, PEOPLE)];
        let_pass(&r, rng);
        int turn = jg_record_turn(&r.t.record);
        if (what == 8 && jg_rng_below(rng, 4)) player = r.t.owner;
        if (what == 2 && turn >= 0 && r.t.seats[turn].kind == JG_SEAT_PLAYER && jg_rng_below(rng, 4))
            player = r.t.seats[turn].player;
        int64_t version = r.t.version;
        int seat = (int)jg_rng_below(rng, (uint32_t)r.game.kind->seats);
        bool own = what == 0 && r.t.seats[seat].kind == JG_SEAT_PLAYER && !strcmp(r.t.seats[seat].player, player);
        if (own) continue; /* to sit where one sits is nothing, and no mistake */
        bool expected = may_one(&r, player, ASKED[what], seat);
        bool good = attempt(&r, player, what, seat, rng);
        if (good != expected)
            fail_msg("%s: %s by %s at move %d: %s, but %s", game, ASKED[what], player, r.t.record.count,
                     expected ? "may" : "may not", good ? "done" : r.no.err.message);
        if (!good) assert_int_equal(r.t.version, version);
        ++*(good ? &done[what] : &refused[what]);
        if (n % 16 == 15 && jg_rng_below(rng, 2)) restart(&r);
    }
    close_room(&r);
}

static void test_may(void **state) {
    (void)state;
    const struct fact_specs games = fact_specs("short");
    struct jg_rng rng;
    int done[WHATS] = {0}, refused[WHATS] = {0};
    jg_rng_init(&rng, test_seed(), 11);
    int walks = test_scaled(10 * games.count);
    for (int i = 0; i < walks; i++) walk(games.spec[i % games.count], 400, &rng, done, refused);
    for (int what = 0; what < WHATS && walks >= 10 * games.count; what++)
        if (!done[what] || !refused[what]) fail_msg("%s: %d and %d", ASKED[what], done[what], refused[what]);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_witness),
        cmocka_unit_test(test_several_hands),
        cmocka_unit_test(test_witness_replaced),
        cmocka_unit_test(test_many_witnesses),
        cmocka_unit_test(test_no_swap_of_hands),
        cmocka_unit_test(test_stand_up_to_think),
        cmocka_unit_test(test_asleep),
        cmocka_unit_test(test_take_back_no_time),
        cmocka_unit_test(test_steps_bring_no_time),
        cmocka_unit_test(test_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
