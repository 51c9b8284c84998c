/* One table, with a simulated clock: seats, turns, clocks, offers, saving and loading. */
#include "facts.h"
#include "table.h"

#include <limits.h>

/* ---- Seats and turns ---------------------------------------------------------------------------- */

static void test_seats(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    assert_no(&r, go(&r, ANA, "5"), JG_REFUSE_SEAT, "no seat at this table");
    assert_no(&r, sit(&r, ANA, 2), JG_REFUSE_INPUT, "must be 0 to 1");
    assert_no(&r, sit(&r, ANA, -1), JG_REFUSE_INPUT, "must be 0 to 1");
    assert_yes(&r, sit(&r, ANA, 0));
    assert_no(&r, go(&r, ANA, "5"), JG_REFUSE_TURN, "still open");
    assert_no(&r, sit(&r, BIA, 0), JG_REFUSE_SEAT, "seat is taken");
    assert_yes(&r, sit(&r, BIA, 1));
    assert_yes(&r, sit(&r, BIA, 1)); /* again is no mistake */
    assert_no(&r, sit(&r, CAIO, 1), JG_REFUSE_SEAT, "seat is taken");
    assert_int_equal(jg_table_seat_of(&r.t, WHO[BIA]), 1);
    assert_int_equal(jg_table_seat_of(&r.t, WHO[CAIO]), JG_NOBODY);
    assert_no(&r, jg_table_stand(&r.t, WHO[CAIO], r.now, &r.no), JG_REFUSE_SEAT, "no seat at this table");
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    assert_true(may(&r, CAIO, "sit"));
    assert_yes(&r, sit(&r, CAIO, 1));
    assert_false(may(&r, BIA, "sit"));
    close_room(&r);
}

static void test_turns(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    two_sit(&r);
    assert_no(&r, go(&r, BIA, "5"), JG_REFUSE_TURN, "it is X's turn");
    assert_no(&r, go(&r, CAIO, "5"), JG_REFUSE_SEAT, "no seat at this table");
    assert_no(&r, jg_table_move(&r.t, WHO[ANA], 1, "5", r.now, &r.no), JG_REFUSE_STALE, "at move 0, not 1");
    assert_no(&r, go(&r, ANA, "12"), JG_REFUSE_ILLEGAL, "");
    assert_true(jg_table_check_move(&r.t, WHO[ANA], "5", &r.no));
    int64_t version = r.t.version;
    assert_yes(&r, go(&r, ANA, "5"));
    assert_int_equal(r.t.version, version + 1);
    assert_no(&r, go(&r, ANA, "1"), JG_REFUSE_TURN, "it is O's turn");
    assert_no(&r, go(&r, BIA, "5"), JG_REFUSE_ILLEGAL, "");
    assert_false(jg_table_check_move(&r.t, WHO[BIA], "5", &r.no));
    assert_true(may(&r, BIA, "move") && !may(&r, BIA, "hint") && !may(&r, ANA, "move"));
    r.t.friendly = true;
    assert_true(may(&r, BIA, "hint") && !may(&r, ANA, "hint"));
    r.no.err.lang = PORTUGUESE;
    assert_no(&r, go(&r, ANA, "1"), JG_REFUSE_TURN, "O tem a vez");
    close_room(&r);
}

static void assert_end(struct room *r, const char *text) {
    json_t *o = seen_by(r, -1, 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "over"), "text")), text);
    json_decref(o);
}

/* Results have names where there are any: of people, of agents, of partners. */
static void test_names_in_results(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    assert_yes(&r, sit(&r, ANA, 0));
    r.t.seats[0].name[0] = 0;
    assert_yes(&r, place(&r, ANA, 1, "random"));
    assert_yes(&r, jg_table_resign(&r.t, WHO[ANA], r.now, &r.no));
    assert_end(&r, "X resigns; Computer, beginner (O) wins");
    close_room(&r);
    open_room(&r, "domino:rounds=1", NULL);
    for (int who = 0; who < 4; who++) assert_yes(&r, sit(&r, who, who));
    strcpy(r.t.seats[2].name, "Caio");
    r.t.seats[0].name[0] = 0;
    jg_table_forfeit(&r.t, 1, JG_FORFEIT_TIME, "", r.now);
    char text[256];
    snprintf(text, sizeof text, "somebody (%s) runs out of time; %s and Caio (%s) win",
             jg_seat_name(r.t.game, 1, JG_EN), jg_seat_name(r.t.game, 0, JG_EN), jg_seat_name(r.t.game, 2, JG_EN));
    json_t *o = seen_by(&r, -1, 0);
    const char *shown = json_string_value(json_object_get(json_object_get(o, "over"), "text"));
    assert_int_equal(strncmp(shown, text, strlen(text)), 0);
    json_decref(o);
    close_room(&r);
}

/* A game with steps makes forced moves by itself; chance is the seed's, ply by ply. */
static void test_chance(void **state) {
    (void)state;
    struct room r, again;
    open_room(&r, "domino:rounds=1", NULL);
    assert_yes(&r, sit(&r, ANA, 0));
    assert_int_equal(r.t.record.count, 0); /* nothing is dealt before all are there */
    for (int who = 1; who < 4; who++) assert_yes(&r, sit(&r, who, who));
    assert_true(r.t.record.count >= 3);
    assert_no(&r, sit(&r, ANA, 1), JG_REFUSE_SEAT, "seat is taken");
    open_room(&again, "domino:rounds=1", NULL);
    for (int who = 0; who < 4; who++) assert_yes(&again, sit(&again, who, who));
    assert_memory_equal(jg_record_state(&r.t.record), jg_record_state(&again.t.record), r.game.state_size);
    assert_int_not_equal(jg_table_seed(&r.t), r.t.seed);
    close_room(&r);
    close_room(&again);
    open_room(&r, "magic", NULL);
    two_sit(&r);
    int turn = jg_record_turn(&r.t.record);
    jg_move moves[JG_MOVES_MAX];
    assert_true(turn >= 0 && jg_moves(&r.game, jg_record_state(&r.t.record), moves) > 1);
    assert_no(&r, sit(&r, ANA, 1), JG_REFUSE_SEAT, "seat is taken");
    assert_yes(&r, jg_table_stand(&r.t, WHO[BIA], r.now, &r.no));
    assert_no(&r, sit(&r, ANA, 1), JG_REFUSE_SEAT, "already have a seat"); /* who has seen one hand */
    close_room(&r);
}

static void test_ends(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", "1 4 2 5");
    two_sit(&r);
    assert_false(may(&r, ANA, "back") || may(&r, ANA, "rematch"));
    assert_yes(&r, go(&r, ANA, "3"));
    assert_true(jg_table_over(&r.t));
    json_t *o = seen_by(&r, BIA, 4), *over = json_object_get(o, "over");
    assert_string_equal(json_string_value(json_object_get(over, "result")), "1-0");
    assert_string_equal(json_string_value(json_object_get(over, "text")), "somebody (X) wins");
    assert_string_equal(json_string_value(json_object_get(over, "reason")), "");
    json_decref(o);
    assert_no(&r, go(&r, BIA, "9"), JG_REFUSE_TURN, "over");
    assert_no(&r, jg_table_resign(&r.t, WHO[BIA], r.now, &r.no), JG_REFUSE_OFF, "over");
    close_room(&r);

    open_room(&r, "tictactoe", NULL);
    two_sit(&r);
    assert_no(&r, jg_table_resign(&r.t, WHO[CAIO], r.now, &r.no), JG_REFUSE_SEAT, "no seat at this table");
    assert_yes(&r, jg_table_resign(&r.t, WHO[ANA], r.now, &r.no)); /* also out of turn */
    o = seen_by(&r, -1, 0);
    over = json_object_get(o, "over");
    assert_string_equal(json_string_value(json_object_get(over, "reason")), "resigned");
    assert_string_equal(json_string_value(json_object_get(over, "text")), "somebody (X) resigns; somebody (O) wins");
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "state"), "turn")), "over");
    assert_null(json_object_get(json_object_get(o, "state"), "moves"));
    json_decref(o);
    close_room(&r);

    open_room(&r, "loa", NULL); /* back and forth until it has been there too often */
    two_sit(&r);
    static const char *const TO_AND_FRO[] = {"b1-b3", "a2-c2", "b3-b1", "c2-a2"};
    for (int i = 0; i < 8; i++) assert_yes(&r, go(&r, i & 1, TO_AND_FRO[i % 4]));
    o = seen_by(&r, -1, 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "over"), "reason")), "repetition");
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "over"), "result")), "1/2-1/2");
    json_decref(o);
    close_room(&r);
}

/* ---- Clocks -------------------------------------------------------------------------------------- */

static void test_clock(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    wind(&r, 10000, 500);
    assert_yes(&r, sit(&r, ANA, 0));
    r.now += 5000; /* nobody is charged before all sit */
    assert_yes(&r, sit(&r, BIA, 1));
    assert_int_equal(r.t.running, 0);
    assert_int_equal(jg_table_flag_time(&r.t), r.now + 10000);
    r.now += 3000;
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 7000);
    assert_yes(&r, go(&r, ANA, "5"));
    assert_int_equal(r.t.left[0], 7500);
    assert_int_equal(r.t.running, 1);
    jg_table_presence(&r.t, WHO[BIA], false, r.now); /* to go away stops no clock */
    r.now += 9999;
    jg_table_update_clock(&r.t, r.now);
    assert_false(jg_table_over(&r.t));
    assert_int_equal(jg_table_time_left(&r.t, 1, r.now), 1);
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 7500);
    r.now += 1;
    assert_no(&r, go(&r, BIA, "1"), JG_REFUSE_TURN, "over"); /* too late by a hair */
    assert_true(jg_table_over(&r.t));
    json_t *o = seen_by(&r, ANA, 0), *over = json_object_get(o, "over");
    assert_string_equal(json_string_value(json_object_get(over, "reason")), "time");
    assert_string_equal(json_string_value(json_object_get(over, "text")),
                        "somebody (O) runs out of time; somebody (X) wins");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(o, "left"), 1)), 0);
    assert_true(json_is_null(json_object_get(o, "running")));
    json_decref(o);
    assert_true(jg_table_flag_time(&r.t) == INT64_MAX);
    close_room(&r);
}

static void test_clock_waits(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    wind(&r, 10000, 0);
    two_sit(&r);
    r.t.begun = false; /* as after a restart: the clock waits for all to come */
    r.t.running = -1;
    r.t.seats[0].here = r.t.seats[1].here = false;
    jg_table_advance(&r.t, r.now);
    assert_int_equal(r.t.running, -1);
    r.now += 8000;
    jg_table_presence(&r.t, WHO[ANA], true, r.now);
    assert_int_equal(r.t.running, -1);
    jg_table_presence(&r.t, WHO[BIA], true, r.now);
    assert_int_equal(r.t.running, 0);
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now), 10000);
    jg_table_pause_clock(&r.t, r.now + 1000); /* an answer that waits to be shown costs nothing */
    assert_int_equal(jg_table_time_left(&r.t, 0, r.now + 5000), 9000);
    jg_move moves[JG_MOVES_MAX];
    jg_moves(&r.game, jg_record_state(&r.t.record), moves);
    jg_table_play_agent_move(&r.t, moves[0], r.now + 5000);
    assert_int_equal(r.t.left[0], 9000);
    assert_int_equal(r.t.running, 1);
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now + 6000, &r.no)); /* nobody pays for a seat that another left */
    assert_int_equal(r.t.running, 0);
    assert_int_equal(r.t.left[1], 9000);
    close_room(&r);
}

/* ---- Agents and those who are away ----------------------------------------------------------------- */

static void test_stand_in(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    assert_yes(&r, sit(&r, ANA, 0));
    assert_no(&r, place(&r, BIA, 1, "random"), JG_REFUSE_SEAT, "no seat at this table");
    assert_yes(&r, place(&r, ANA, 1, "random"));
    assert_yes(&r, place(&r, ANA, 1, NULL)); /* before the first move it may go again */
    assert_no(&r, place(&r, ANA, 1, NULL), JG_REFUSE_OFF, "has no agent");
    assert_yes(&r, sit(&r, BIA, 1));
    assert_yes(&r, go(&r, ANA, "5"));
    assert_no(&r, place(&r, ANA, 1, "random"), JG_REFUSE_OFF, "not been away");
    jg_table_presence(&r.t, WHO[BIA], false, r.now);
    r.now += 59999;
    assert_no(&r, place(&r, ANA, 1, "random"), JG_REFUSE_OFF, "not been away");
    assert_false(may(&r, ANA, "seat"));
    r.now += 1;
    assert_true(may(&r, ANA, "seat"));
    assert_false(may(&r, CAIO, "seat"));
    assert_yes(&r, place(&r, ANA, 1, "random"));
    json_t *o = seen_by(&r, ANA, 0), *seat = json_array_get(json_object_get(o, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "kind")), "agent");
    assert_string_equal(json_string_value(json_object_get(seat, "for")), "somebody");
    json_decref(o);
    assert_no(&r, go(&r, BIA, "1"), JG_REFUSE_SEAT, "no seat at this table");
    assert_no(&r, sit(&r, CAIO, 1), JG_REFUSE_SEAT, "seat is taken");
    assert_true(may(&r, BIA, "sit"));
    assert_yes(&r, sit(&r, BIA, 1)); /* the seat is still theirs */
    assert_yes(&r, go(&r, BIA, "1"));
    assert_no(&r, place(&r, ANA, 1, NULL), JG_REFUSE_OFF, "not been away");
    jg_table_forfeit(&r.t, 0, JG_FORFEIT_FAILED, "it fell over", r.now);
    o = seen_by(&r, -1, 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "over"), "text")),
                        "somebody (X) forfeits (it fell over); somebody (O) wins");
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "over"), "reason")), "failed");
    json_decref(o);
    close_room(&r);
}

/* ---- Offers ------------------------------------------------------------------------------------------ */

static void test_back(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "kalah", NULL);
    two_sit(&r);
    assert_no(&r, ask(&r, JG_OFFER_BACK, ANA, 0), JG_REFUSE_OFF, "no move that can be taken back");
    assert_yes(&r, go(&r, ANA, "3")); /* and moves again */
    assert_yes(&r, go(&r, ANA, "6"));
    assert_int_equal(r.t.record.count, 2);
    assert_int_equal(jg_table_takeback_ply(&r.t, WHO[ANA]), 1); /* only the last */
    assert_int_equal(jg_table_takeback_ply(&r.t, WHO[BIA]), -1);
    assert_no(&r, ask(&r, JG_OFFER_BACK, CAIO, 0), JG_REFUSE_SEAT, "no seat at this table");
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 1u << 1));
    assert_int_equal(r.t.record.count, 2); /* asked, not done */
    assert_no(&r, reply(&r, JG_OFFER_BACK, CAIO, true), JG_REFUSE_SEAT, "no seat at this table");
    assert_no(&r, reply(&r, JG_OFFER_BACK, ANA, true), JG_REFUSE_OFF, "not made to you");
    assert_yes(&r, reply(&r, JG_OFFER_BACK, BIA, false));
    assert_int_equal(r.t.record.count, 2);
    assert_no(&r, reply(&r, JG_OFFER_BACK, BIA, true), JG_REFUSE_OFF, "no longer exists");
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 1u << 1));
    assert_yes(&r, reply(&r, JG_OFFER_BACK, ANA, false)); /* thought better of it */
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 1u << 1));
    r.t.lowest_ply = INT_MAX;
    assert_yes(&r, reply(&r, JG_OFFER_BACK, BIA, true));
    assert_int_equal(r.t.record.count, 1);
    assert_int_equal(r.t.lowest_ply, 1);
    assert_yes(&r, go(&r, ANA, "6"));
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 1u << 1));
    assert_yes(&r, go(&r, BIA, "8")); /* a move is an answer as well */
    assert_no(&r, reply(&r, JG_OFFER_BACK, BIA, true), JG_REFUSE_OFF, "no longer exists");
    unsigned asked;
    assert_no(&r, jg_table_offer(&r.t, JG_OFFER_BACK, WHO[BIA], 1, 7, 60000, r.now, &asked, &r.no), JG_REFUSE_STALE,
              "not 1");
    jg_table_presence(&r.t, WHO[ANA], false, r.now); /* to be away for a moment is not to agree */
    r.now += 59999;
    assert_yes(&r, ask(&r, JG_OFFER_BACK, BIA, 1u << 0));
    jg_table_review_offers(&r.t, 1, 60000, r.now);
    assert_int_equal(r.t.record.count, 3);
    r.now += 1;
    jg_table_review_offers(&r.t, 1, 60000, r.now);
    assert_int_equal(r.t.record.count, 2);
    assert_yes(&r, go(&r, BIA, "8"));
    assert_yes(&r, ask(&r, JG_OFFER_BACK, BIA, 0)); /* who has been away for long is not asked */
    assert_int_equal(r.t.record.count, 2);
    close_room(&r);

    open_room(&r, "kalah", NULL); /* against an agent at once, and its answer with it */
    assert_yes(&r, sit(&r, ANA, 0));
    assert_yes(&r, place(&r, ANA, 1, "random"));
    assert_yes(&r, go(&r, ANA, "1"));
    jg_move move;
    assert_int_equal(r.game.kind->parse_move(&r.game, jg_record_state(&r.t.record), "8", &move, NULL), JG_OK);
    jg_table_play_agent_move(&r.t, move, r.now);
    assert_yes(&r, ask(&r, JG_OFFER_BACK, ANA, 0));
    assert_int_equal(r.t.record.count, 0);
    close_room(&r);
}

/* Not if another hand has revealed something since. */
static void test_back_off(void **state) {
    (void)state;
    struct room r;
    jg_move moves[JG_MOVES_MAX];
    char word[JG_MOVE_MAX];
    open_room(&r, "domino:rounds=1", NULL);
    for (int who = 0; who < 4; who++) assert_yes(&r, sit(&r, who, who));
    int allowed = 0;
    while (!jg_table_over(&r.t)) {
        int turn = jg_record_turn(&r.t.record);
        jg_moves(&r.game, jg_record_state(&r.t.record), moves);
        move_word(&r.game, jg_record_state(&r.t.record), moves[0], word);
        assert_yes(&r, go(&r, turn, word));
        for (int who = 0; who < 4 && !jg_table_over(&r.t); who++) {
            int to = jg_table_takeback_ply(&r.t, WHO[who]);
            assert_true(to < 0 || who == turn);
            if (to < 0) continue;
            allowed++;
            assert_int_equal(to, r.t.record.count - 1);
        }
    }
    assert_true(allowed > 5);
    assert_int_equal(jg_table_takeback_ply(&r.t, WHO[0]), -1);
    close_room(&r);
}

/* A draw: offered in a running game between people, asked of absent players, too; a move of the other side declines. */
static void test_draw(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    two_sit(&r);
    assert_no(&r, ask(&r, JG_OFFER_DRAW, ANA, 0), JG_REFUSE_OFF, "a draw can only be offered");
    assert_yes(&r, go(&r, ANA, "5"));
    assert_true(may(&r, ANA, "draw") && may(&r, BIA, "draw") && !may(&r, CAIO, "draw"));
    assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
    assert_yes(&r, go(&r, BIA, "1"));
    assert_no(&r, reply(&r, JG_OFFER_DRAW, BIA, true), JG_REFUSE_OFF, "no longer exists");
    close_room(&r);
    open_room(&r, "tictactoe", NULL);
    two_sit(&r);
    assert_yes(&r, go(&r, ANA, "5"));
    assert_yes(&r, go(&r, BIA, "1"));
    assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
    assert_yes(&r, go(&r, ANA, "2")); /* offered together with a move */
    jg_table_presence(&r.t, WHO[BIA], false, r.now);
    r.now += 600000;
    jg_table_review_offers(&r.t, 7, 60000, r.now);
    assert_false(jg_table_over(&r.t)); /* absence is no consent, */
    struct jg_offer before = r.t.offers[JG_OFFER_DRAW];
    assert_yes(&r, jg_table_seat_agent(&r.t, WHO[ANA], 1, "random", 60000, r.now, &r.no));
    jg_table_review_offers(&r.t, 7, 60000, r.now);
    assert_true(!jg_table_over(&r.t) && r.t.offers[JG_OFFER_DRAW].by < 0); /* nor is an agent's */
    assert_false(may(&r, ANA, "draw"));
    assert_yes(&r, sit(&r, BIA, 1));
    r.t.offers[JG_OFFER_DRAW] = before;
    assert_yes(&r, reply(&r, JG_OFFER_DRAW, BIA, true));
    assert_true(jg_table_over(&r.t) && jg_record_score(&r.t.record, 0) == 0);
    struct jg_table_row texts;
    struct jg_table t;
    assert_true(jg_table_save(&r.t, r.now, &texts));
    assert_yes(&r, jg_table_load(&t, &r.game, &texts.stored, r.now, &r.no));
    assert_true(jg_table_over(&t) && jg_record_agreed(&t.record));
    jg_table_row_free(&texts);
    jg_table_free(&t);
    close_room(&r);
    open_room(&r, "coins", NULL); /* has no draws */
    two_sit(&r);
    assert_yes(&r, go(&r, ANA, "1"));
    assert_no(&r, ask(&r, JG_OFFER_DRAW, ANA, 0), JG_REFUSE_OFF, "a draw can only be offered");
    close_room(&r);
}

static int64_t draw_wait(const struct room *r, int who) {
    json_t *o = seen_by(r, who, 0);
    int64_t n = json_integer_value(json_object_get(o, "draw_wait"));
    json_decref(o);
    return n;
}

static void reload(struct room *r) {
    struct jg_table_row row;
    struct jg_table t;
    assert_true(jg_table_save(&r->t, r->now, &row));
    assert_yes(r, jg_table_load(&t, &r->game, &row.stored, r->now, &r->no));
    jg_table_row_free(&row);
    jg_table_free(&r->t);
    r->t = t;
}

/* A player who has offered a draw waits for ten moves of the opponent, however the offer ended, also after a restart. */
static void test_draw_offers_are_spaced(void **state) {
    (void)state;
    static const char *const ENDS[] = {"declined", "withdrawn", "ignored"};
    static const char *const MOVES[] = {"1", "2", "3", "4", "5", "6", "7"};
    for (size_t how = 0; how < sizeof ENDS / sizeof *ENDS; how++) {
        struct room r;
        print_message("# %s\n", ENDS[how]);
        open_room(&r, "connect4", NULL);
        two_sit(&r);
        int ply = 0;
        assert_yes(&r, go(&r, ANA, MOVES[ply++ % 7]));
        assert_int_equal(draw_wait(&r, ANA), 0);
        assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
        if (how < 2) assert_yes(&r, reply(&r, JG_OFFER_DRAW, how ? ANA : BIA, false));
        for (int wait = 10; wait > 0; wait--) {
            if (wait % 4 == 0) reload(&r);
            assert_int_equal(draw_wait(&r, ANA), wait);
            if (how < 2 || wait < 10) {
                assert_no(&r, ask(&r, JG_OFFER_DRAW, ANA, 0), JG_REFUSE_OFF, "offer a draw again");
                assert_false(may(&r, ANA, "draw"));
            }
            assert_true(may(&r, BIA, "draw") && draw_wait(&r, BIA) == 0); /* the opponent need not wait */
            assert_yes(&r, go(&r, BIA, MOVES[ply++ % 7]));
            assert_int_equal(draw_wait(&r, ANA), wait - 1); /* own moves do not count */
            assert_yes(&r, go(&r, ANA, MOVES[ply++ % 7]));
        }
        assert_true(may(&r, ANA, "draw"));
        assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
        close_room(&r);
    }
}

/* Takebacks end no wait; a new game does. */
static void test_draw_offers_after_takebacks(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "connect4", NULL);
    two_sit(&r);
    for (int i = 0; i < 4; i++) assert_yes(&r, go(&r, i % 2, i % 2 ? "2" : "1"));
    assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
    assert_yes(&r, reply(&r, JG_OFFER_DRAW, BIA, false));
    assert_yes(&r, ask(&r, JG_OFFER_BACK, BIA, 1u << 0));
    assert_yes(&r, reply(&r, JG_OFFER_BACK, ANA, true));
    assert_int_equal(r.t.record.count, 3);
    assert_int_equal(draw_wait(&r, ANA), 10);
    assert_yes(&r, go(&r, BIA, "3"));
    assert_int_equal(draw_wait(&r, ANA), 9);
    assert_yes(&r, jg_table_resign(&r.t, WHO[BIA], r.now, &r.no));
    assert_int_equal(draw_wait(&r, ANA), 0);
    assert_yes(&r, ask(&r, JG_OFFER_REMATCH, ANA, 1u << 1));
    assert_yes(&r, reply(&r, JG_OFFER_REMATCH, BIA, true));
    assert_yes(&r, go(&r, ANA, "1"));
    assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
    close_room(&r);
}

/* The last move of a game may come from the player who offered a draw. */
static void test_draw_offers_end_with_the_game(void **state) {
    (void)state;
    static const char *const MOVES[] = {"1", "4", "2", "5", "3"};
    struct room r;
    open_room(&r, "tictactoe", NULL);
    two_sit(&r);
    for (int i = 0; i < 4; i++) assert_yes(&r, go(&r, i % 2 ? BIA : ANA, MOVES[i]));
    assert_yes(&r, ask(&r, JG_OFFER_DRAW, ANA, 1u << 1));
    assert_yes(&r, go(&r, ANA, MOVES[4]));
    assert_true(jg_table_over(&r.t) && jg_record_score(&r.t.record, 0) == 1);
    assert_true(r.t.offers[JG_OFFER_DRAW].by < 0);
    close_room(&r);
}

static void test_rematch(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "tictactoe", NULL);
    wind(&r, 10000, 0);
    two_sit(&r);
    assert_no(&r, ask(&r, JG_OFFER_REMATCH, ANA, 0), JG_REFUSE_OFF, "not over");
    assert_yes(&r, ask(&r, JG_OFFER_SWAP, ANA, 1u << 1)); /* before the first move */
    assert_yes(&r, reply(&r, JG_OFFER_SWAP, BIA, true));
    assert_int_equal(jg_table_seat_of(&r.t, WHO[BIA]), 0);
    r.now += 1000;
    assert_yes(&r, go(&r, BIA, "5"));
    assert_no(&r, ask(&r, JG_OFFER_SWAP, ANA, 0), JG_REFUSE_OFF, "before or after a game");
    assert_yes(&r, jg_table_resign(&r.t, WHO[BIA], r.now, &r.no));
    r.t.game_id = 5;
    assert_true(may(&r, ANA, "rematch") && may(&r, ANA, "swap") && !may(&r, CAIO, "rematch"));
    assert_yes(&r, ask(&r, JG_OFFER_REMATCH, ANA, 1u << 0));
    assert_yes(&r, ask(&r, JG_OFFER_REMATCH, BIA, 0)); /* to ask for the same is to agree */
    assert_int_equal(r.t.record.count, 0);
    assert_int_equal(r.t.round, 2);
    assert_int_equal(r.t.seed, 77);
    assert_int_equal(r.t.game_id, 0);
    assert_int_equal(r.t.left[0], 10000);
    assert_false(jg_table_over(&r.t));
    assert_int_equal(jg_table_seat_of(&r.t, WHO[BIA]), 0);
    assert_yes(&r, jg_table_resign(&r.t, WHO[BIA], r.now, &r.no));
    assert_yes(&r, ask(&r, JG_OFFER_SWAP, ANA, 1u << 0)); /* another game, the other way round */
    assert_yes(&r, reply(&r, JG_OFFER_SWAP, BIA, true));
    assert_int_equal(jg_table_seat_of(&r.t, WHO[BIA]), 1);
    assert_false(jg_table_over(&r.t));
    close_room(&r);

    open_room(&r, "domino:rounds=1", NULL); /* hands are dealt again where seats go round */
    for (int who = 0; who < 4; who++) assert_yes(&r, sit(&r, who, who));
    unsigned char before[JG_STATE_MAX];
    memcpy(before, jg_record_state(&r.t.record), r.game.state_size);
    assert_yes(&r, ask(&r, JG_OFFER_SWAP, DAVI, 7));
    for (int who = 0; who < 3; who++) assert_yes(&r, reply(&r, JG_OFFER_SWAP, who, true));
    for (int who = 0; who < 4; who++) assert_int_equal(jg_table_seat_of(&r.t, WHO[who]), (who + 1) % 4);
    assert_memory_not_equal(before, jg_record_state(&r.t.record), r.game.state_size);
    assert_yes(&r, ask(&r, JG_OFFER_SWAP, ANA, 13));
    assert_yes(&r, jg_table_stand(&r.t, WHO[ANA], r.now, &r.no)); /* the player who asked has left */
    jg_table_review_offers(&r.t, 1, 60000, r.now);
    assert_int_equal(r.t.offers[JG_OFFER_SWAP].by, -1);
    close_room(&r);
}

/* ---- Saving and loading ------------------------------------------------------------------------------------- */

static void assert_same_json(json_t *a, json_t *b) {
    char *x = json_dumps(a, JSON_SORT_KEYS), *y = json_dumps(b, JSON_SORT_KEYS);
    assert_string_equal(x, y);
    free(x);
    free(y);
    json_decref(a);
    json_decref(b);
}

static void check_saved(struct room *r) {
    struct room copy = {.now = r->now + 100000, .game = r->game};
    struct jg_table_row texts;
    assert_true(jg_table_save(&r->t, r->now, &texts));
    bool good = jg_table_load(&copy.t, &r->game, &texts.stored, copy.now, &copy.no);
    jg_table_row_free(&texts);
    assert_yes(&copy, good);
    assert_int_equal(copy.t.running, -1); /* nobody is charged for the time between */
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (seat < r->game.kind->seats) assert_int_equal(copy.t.left[seat], jg_table_time_left(&r->t, seat, r->now));
    for (int who = 0; who < 4; who++) jg_table_presence(&r->t, WHO[who], true, r->now);
    for (int who = 0; who < 4; who++) jg_table_presence(&copy.t, WHO[who], true, copy.now);
    r->t.version = copy.t.version;
    for (int who = -1; who < 4; who++) assert_same_json(seen_by(r, who, 0), seen_by(&copy, who, 0));
    assert_true(r->t.seed == copy.t.seed);
    assert_int_equal(r->t.initial_plies, copy.t.initial_plies);
    assert_int_equal(r->t.round, copy.t.round);
    assert_string_equal(r->t.owner, copy.t.owner);
    jg_table_free(&copy.t);
}

static void test_saved(void **state) {
    (void)state;
    const struct fact_specs games = fact_specs("short");
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < games.count; i++) {
        struct room r;
        open_room(&r, games.spec[i], NULL);
        wind(&r, 600000, 2000);
        check_saved(&r);
        int seats = r.game.kind->seats;
        for (int who = 0; who < seats - 1; who++) assert_yes(&r, sit(&r, who, who));
        assert_yes(&r, place(&r, ANA, seats - 1, "random"));
        for (int n = 0; n < 40 && !jg_table_over(&r.t); n++) {
            int turn = jg_record_turn(&r.t.record);
            char word[JG_MOVE_MAX];
            jg_move move = jg_random_move(&r.game, jg_record_state(&r.t.record), &rng);
            move_word(&r.game, jg_record_state(&r.t.record), move, word);
            r.now += 700;
            if (turn == seats - 1)
                jg_table_play_agent_move(&r.t, move, r.now);
            else
                assert_yes(&r, go(&r, turn, word));
            if (n % 10 == 9) {
                for (int who = 0; who < seats - 1; who++) {
                    unsigned asked; /* or refused, as it is now */
                    jg_table_offer(&r.t, JG_OFFER_BACK, WHO[who], r.t.record.count, 7, 60000, r.now, &asked, &r.no);
                    check_saved(&r);
                }
                check_saved(&r);
            }
        }
        if (!jg_table_over(&r.t)) assert_yes(&r, jg_table_resign(&r.t, WHO[ANA], r.now, &r.no));
        r.t.game_id = 12;
        check_saved(&r);
        if (seats > 2) assert_yes(&r, ask(&r, JG_OFFER_REMATCH, ANA, (1u << (seats - 1)) - 2));
        check_saved(&r);
        close_room(&r);
    }
}

static void test_bad_beginnings(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_table t;
    struct jg_refusal no = {0};
    char long_text[JG_POSITION_MAX + 10];
    open_spec(&g, "kalah");
    memset(long_text, '1', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    assert_false(jg_table_init(&t, &g, long_text, NULL, 1, &no));
    jg_table_free(&t);
    assert_false(jg_table_init(&t, &g, "no position", NULL, 1, &no));
    jg_table_free(&t);
    assert_false(jg_table_init(&t, &g, NULL, "1 8 99", 1, &no));
    assert_int_equal(no.err.position, 4);
    jg_table_free(&t);
    jg_game_close(&g);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_names_in_results),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_clock_waits),
        cmocka_unit_test(test_stand_in),
        cmocka_unit_test(test_back),
        cmocka_unit_test(test_back_off),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_draw_offers_are_spaced),
        cmocka_unit_test(test_draw_offers_after_takebacks),
        cmocka_unit_test(test_draw_offers_end_with_the_game),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_saved),
        cmocka_unit_test(test_bad_beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
