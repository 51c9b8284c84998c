/* Functions for any game: opening, perft, records, evaluators. */
#include "facts.h"
#include "kuhn.h"
#include "test.h"

/* ---- Opening ---------------------------------------------------------------------------- */

static void test_open_errors(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message; /* of the message the beginning */
        int place;
    } bad[] = {
        {"kalah:houses=99", "houses must be 1 to 10, not 99", 13},
        {"kalah:houses=0", "houses must be 1 to 10, not 0", 13},
        {"kalah:seeds=13", "seeds must be 1 to 12, not 13", 12},
        {"kalah:foo=1", "no option 'foo'; kalah takes houses, seeds, emptycapture", 6},
        {"tictactoe:n=3", "tictactoe takes no options", 10},
        {"chess", "unknown game 'chess'; the games are coins, ", 0},
        {"", "unknown game ''; the games are coins, ", 0},
        {"kala", "unknown game 'kala'; the games are coins, ", 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_game g;
        struct jg_error err = {0};
        assert_int_equal(jg_game_open(&g, bad[i].spec, &err), JG_EINPUT);
        if (strncmp(err.message, bad[i].message, strlen(bad[i].message))) fail_msg("%s", err.message);
        assert_int_equal(err.position, bad[i].place);
        assert_null(g.kind);
        jg_game_close(&g);
    }
}

static void test_spec_of_a_game(void **state) {
    (void)state;
    struct jg_game g;
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    open_spec(&g, "kalah:emptycapture=1,houses=6,seeds=5");
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(&g, &t);
    assert_string_equal(spec, "kalah:seeds=5,emptycapture=1");
    jg_game_close(&g);
    jg_game_close(&g);
}

/* Traits and pointers that do not agree are refused when a game is opened. */
static void test_kind_check(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_game_kind k;
    assert_int_equal(jg_game_kind_check(&kuhn, NULL), JG_OK);
#define FAULT(change)                                                                                                  \
    k = kuhn;                                                                                                          \
    change;                                                                                                            \
    assert_int_equal(jg_game_open_kind(&g, &k, "kuhn", NULL), JG_EFIT);                                                \
    assert_null(g.kind)
    FAULT(k.traits &= ~(unsigned)JG_HAS_CHANCE);
    FAULT(k.traits &= ~(unsigned)JG_HAS_HIDDEN);
    FAULT(k.traits |= JG_HAS_PARTNERS);
    FAULT(k.draw = NULL);
    FAULT(k.sample = NULL);
    FAULT(k.observe_move = NULL);
    FAULT(k.apply = NULL);
    FAULT(k.parse_move = NULL);
    FAULT(k.json = NULL);
    FAULT(k.seats = 3);
    FAULT(k.seats = 4);
    FAULT(k.state_size = JG_STATE_MAX + 1);
    FAULT(k.max_moves = JG_MOVES_MAX + 1);
    FAULT(k.evaluators = NULL);
    FAULT(k.opponent = NULL);
    FAULT(k.inputs = jg_game_kind_at(2)->inputs);
    FAULT(k.observe = jg_game_kind_at(2)->observe);
    FAULT(k.symmetry = jg_game_kind_at(2)->symmetry);
#undef FAULT
}

/* ---- Perft ------------------------------------------------------------------------------- */

/* As deep as the time allows: with ./test --long Lines of Action to 6; a sanitizer sees nothing new in the deepest. */
static void check_perft(const struct fact *fact, void *arg) {
    const int scale = test_scaled(100);
    const uint64_t most = (uint64_t)scale * (scale < 100 ? 140000 : 1400000);
    const char *spec = fact->fields[0], *position = fact->fields[1];
    struct jg_game g;
    union jg_state from;
    (void)arg;
    open_spec(&g, spec);
    read_position(&g, position[0] ? position : NULL, &from);
    assert_int_equal(jg_perft(&g, &from, 0), 1);
    for (int d = 0; d < fact->count - 2; d++) {
        const uint64_t nodes = (uint64_t)fact_number(fact, d + 2);
        if (nodes > most) break;
        jg_move moves[JG_MOVES_MAX];
        uint64_t counts[JG_MOVES_MAX], total, sum = 0;
        struct jg_perft_split how = {.threads = 1 + d % 3};
        int n = jg_perft_divide(&g, &from, d + 1, &how, moves, counts, JG_MOVES_MAX, &total);
        for (int m = 0; m < n; m++) sum += counts[m];
        assert_true(total == sum);
        if (total != nodes) fail_msg("%s: perft(%d) is %llu", spec, d + 1, (unsigned long long)total);
        if (total < 1000000) assert_true(jg_perft(&g, &from, d + 1) == total);
    }
    jg_game_close(&g);
}

static void test_perft(void **state) {
    (void)state;
    assert_true(for_facts("perft", check_perft, NULL));
}

static void test_perft_stops(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    atomic_bool stop = true;
    jg_move moves[JG_MOVES_MAX];
    uint64_t counts[JG_MOVES_MAX], total;
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    struct jg_perft_split how = {.stop = &stop};
    assert_int_equal(jg_perft_divide(&g, &start, 60, &how, moves, counts, JG_MOVES_MAX, &total), -1);
    jg_game_close(&g);
}

/* ---- Positions that are refused ------------------------------------------------------------ */

static void check_refused(const struct fact *fact, void *arg) {
    const char *position = fact->fields[1];
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    (void)arg;
    open_spec(&g, fact->fields[0]);
    if (!jg_parse(&g, position, &at, &err)) fail_msg("'%s' is taken", position);
    assert_int_equal(err.code, JG_EINPUT);
    assert_int_equal(err.position, fact_number(fact, 2));
    assert_int_equal(fact->count, 4);
    assert_string_equal(err.message, fact->fields[3]);
    jg_game_close(&g);
}

static void test_bad_positions(void **state) {
    (void)state;
    assert_true(for_facts("refuse", check_refused, NULL));
}

/* ---- Records -------------------------------------------------------------------------------- */

static void test_record(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r;
    struct jg_error err = {0};
    char text[JG_POSITION_MAX];
    open_spec(&g, "kalah");
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK);
    for (jg_move m = 3; m <= 6; m += 3) assert_int_equal(jg_record_push(&r, m, &err), JG_OK);
    assert_string_equal(position_text(&g, jg_record_state(&r), text), "4,4,0,5,5,0,2,5,5,5,5,4,4,0 2");
    assert_string_equal(position_text(&g, jg_record_state_at(&r, 1), text), "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1");
    assert_int_equal(jg_record_turn(&r), 1);
    jg_record_cut(&r, 1);
    assert_int_equal(jg_record_turn(&r), 0);
    r.resigned = 0;
    assert_int_equal(jg_record_turn(&r), JG_OVER);
    assert_int_equal(jg_record_score(&r, 0), -1);
    assert_int_equal(jg_record_score(&r, 1), 1);
    jg_record_free(&r);
    jg_record_free(&r);
    assert_int_equal(jg_record_init(&r, &g, "nonsense", &err), JG_EINPUT);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* Random games of every kind, written and read back. */
static void round_trip(const struct jg_game *g, struct jg_rng *rng, int plies, bool resign) {
    struct jg_record r, back;
    struct jg_tags tags = {.seed = jg_rng_next(rng), .resigned = -1}, read;
    struct jg_error err = {0};
    struct jg_text t;
    const char *moves;
    if (resign) tags.date = 1 + (int64_t)jg_rng_below64(rng, 253402300799);
    if (!resign) tags.seconds[1] = (double)jg_rng_below(rng, 1000000) / 1000;
    strcpy(tags.seat[0], "human");
    strcpy(tags.seat[1], "odd \"name\" \\ :");
    jg_text_init(&t, tags.game, sizeof tags.game);
    jg_game_spec(g, &t);
    assert_int_equal(jg_record_init(&r, g, NULL, &err), JG_OK);
    for (int i = 0; i < plies && jg_record_turn(&r) != JG_OVER; i++)
        assert_int_equal(jg_record_push(&r, jg_random_move(g, jg_record_state(&r), rng), &err), JG_OK);
    if (resign && jg_record_turn(&r) >= 0) r.resigned = jg_record_turn(&r);
    if (!resign && jg_record_turn(&r) >= 0 && jg_rng_below(rng, 2)) jg_record_agree(&r);
    char *text = jg_record_write(&r, &tags);
    assert_non_null(text);
    if (jg_tags_read(&read, text, &moves, &err)) fail_msg("%s in\n%s", err.message, text);
    if (jg_record_replay(&back, g, &read, text, moves, &err)) fail_msg("%s in\n%s", err.message, text);
    assert_true(back.count == r.count && back.resigned == r.resigned && read.seed == tags.seed);
    assert_true(jg_record_agreed(&back) == jg_record_agreed(&r) && jg_record_turn(&back) == jg_record_turn(&r));
    assert_string_equal(read.game, tags.game);
    assert_string_equal(read.seat[1], tags.seat[1]);
    assert_true(read.date == tags.date && read.seconds[0] == 0 && read.seconds[1] == tags.seconds[1]);
    for (int i = 0; i <= r.count; i++)
        assert_memory_equal(jg_record_state_at(&r, i), jg_record_state_at(&back, i), g->state_size);
    char *again = jg_record_write(&back, &read);
    assert_string_equal(text, again);
    free(text);
    free(again);
    jg_record_free(&r);
    jg_record_free(&back);
}

static void test_record_round_trip(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    jg_rng_init(&rng, test_seed(), 9);
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        open_spec(&g, jg_game_kind_at(k)->name);
        for (int i = 0; i < 200; i++) round_trip(&g, &rng, (int)jg_rng_below(&rng, 80), i & 1);
        jg_game_close(&g);
    }
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    for (int i = 0; i < 200; i++) round_trip(&g, &rng, (int)jg_rng_below(&rng, 6), i & 1);
    jg_game_close(&g);
}

static void test_bad_records(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int place;
    } bad[] = {
        {"", 0},
        {"3 6", 0},
        {"[Game kalah]", 6},
        {"[Game \"kalah\"", 13},
        {"[Game \"kalah]\n3", 13},
        {"[Game \"kalah\"]\n[Seed \"x\"]\n", 22},
        {"[Game \"kalah\"]\n[Resigned \"9\"]\n", 26},
        {"[Game \"kalah\"]\n[Date \"2026.11.15\"]\n", 22},
        {"[Game \"kalah\"]\n[Date \"2026-11-31\"]\n", 22},
        {"[Game \"kalah\"]\n[Date \"2026-11-15T25:00:00Z\"]\n", 22},
        {"[Game \"kalah\"]\n[Date \"2026-11-15T15:03:48\"]\n", 22},
        {"[Game \"kalah\"]\n[Date \"1969-12-31\"]\n", 22},
        {"[Game \"kalah\"]\n[Date \"2026- 1-01\"]\n", 22},
        {"[Game \"kalah\"]\n[Seconds1 \"\"]\n", 26},
        {"[Game \"kalah\"]\n[Opening \"\"]\n", 25},
        {"[Game \"kalah\"]\n[Opening \"-1\"]\n", 25},
        {"[Game \"kalah\"]\n[Opening \"3\"]\n3 6\n", 25},
        {"[Game \"kal\x1b[2Jah\"]\n", 10},
        {"[Game \"kalah\"]\n[Seat1 \"x\ty\"]\n", 24},
        {"[Game \"kalah\"]\n[Seat2 \"xy\x7f\"]\n", 25},
        {"[Game \"kalah\"]\n[Reason \"\xc3\xa9\xc2\x9b\"]\n", 26},
        {"[Game \"kalah\"]\n[Start \"\xe9\"]\n", 23},
        {"[Game \"kalah\"]\n[Event \"\xed\xa0\x80\"]\n", 23},
        {"[Game \"kalah\"]\n[Event \"a\r\"]\n", 24},
        {"\xef\xbb\xbf", 3},
        {"\n\xef\xbb\xbf[Game \"kalah\"]", 1}, /* elsewhere it is no mark */
        {"[Game \"kalah\"]\n[Seconds1 \"1e5\"]\n", 26},
        {"[Game \"kalah\"]\n[Seconds2 \"nan\"]\n", 26},
        {"[Game \"kalah\"]\n[Seconds2 \"1.2.3\"]\n", 26},
        {"[Game \"coins\"]\n\n1 1 2 1\n\n[Game \"coins\"]\n\n1\n", 25}, /* one game, and no second */
        {"[Game \"kalah\"]\n3 6 x", 19},
        {"[Game \"kalah\"]\n3 3", 17},
        {"[Game \"kalah\"]\n7", 15},
        {"[Game \"kalah\"]\n[Start \"1,2\"]\n3", 26},
        {"[Game \"kalah\"]\n[Resigned \"3\"]\n3", 26},
        {"[Game \"kalah:houses=1,seeds=1\"]\n1 1", 34},
        {"[Game \"kalah\"]\n33333333333333333333333333333333333333333333333333333333333333333333333333333", 15},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_tags tags;
        struct jg_record r = {0};
        struct jg_game g = {0};
        struct jg_error err = {.position = -9};
        const char *moves;
        if (!jg_tags_read(&tags, bad[i].text, &moves, &err)) {
            open_spec(&g, tags.game);
            if (!jg_record_replay(&r, &g, &tags, bad[i].text, moves, &err)) fail_msg("taken: %s", bad[i].text);
            assert_null(r.moves);
        }
        if (err.position != bad[i].place) fail_msg("place %d, not %d: %s", err.position, bad[i].place, bad[i].text);
        jg_game_close(&g);
    }
}

/* A record with unusual names is read back as it was written. */
static void test_odd_names(void **state) {
    (void)state;
    struct jg_error err = {0};
    struct jg_game g;
    struct jg_record r;
    struct jg_tags tags = {.resigned = -1,
                           .game = "coins",
                           .seat = {"a\x1b[2J\n\t\x7f", "\xff \xc2\x9b \xc3\xa9 \xc2\xa0"}},
                   read;
    const char *moves;
    open_spec(&g, "coins");
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK);
    jg_record_forfeit(&r, 1, "said \x1b");
    char *text = jg_record_write(&r, &tags), marked[512];
    snprintf(marked, sizeof marked, "\xef\xbb\xbf%s", text);
    if (jg_tags_read(&read, marked, &moves, &err)) fail_msg("%s", err.message);
    assert_string_equal(read.seat[0], "a?[2J  ?");
    assert_string_equal(read.seat[1], "? ?? \xc3\xa9 \xc2\xa0");
    assert_string_equal(read.reason, "said ?");
    free(text);
    assert_int_equal(jg_tags_set(&read, "Seat1", "Jo\xc3\xa3o", &err), JG_OK);
    assert_string_equal(read.seat[0], "Jo\xc3\xa3o");
    assert_int_equal(jg_tags_set(&read, "Seat1", "Jo\xe3o", &err), JG_EINPUT);
    assert_int_equal(err.position, 2);
    assert_int_equal(jg_tags_set(&read, "Nothing", "known", &err), JG_OK);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* The random opening goes along with the record, and no further than its moves. */
static void test_record_opening(void **state) {
    (void)state;
    struct jg_error err = {0};
    struct jg_game g;
    struct jg_record r;
    struct jg_tags tags;
    const char *moves, *text = "[Game \"coins\"]\n[Opening \"2\"]\n\n1 1 2 1\n";
    open_spec(&g, "coins");
    assert_int_equal(jg_tags_read(&tags, text, &moves, &err), JG_OK);
    assert_int_equal(tags.opening, 2);
    assert_int_equal(jg_record_replay(&r, &g, &tags, text, moves, &err), JG_OK);
    assert_int_equal(r.opening, 2);
    char *again = jg_record_write(&r, &tags);
    assert_non_null(strstr(again, "\n[Opening \"2\"]\n"));
    free(again);
    jg_record_cut(&r, 3);
    assert_int_equal(r.opening, 2);
    jg_record_cut(&r, 1);
    assert_int_equal(r.opening, 1);
    assert_int_equal(jg_record_restart(&r, &g, NULL, &err), JG_OK);
    assert_int_equal(r.opening, 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

static void test_dates(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t date;
    } dates[] = {{"1970-01-01T00:00:01Z", 1},
                 {"2026-11-15T15:03:48Z", 1794755028},
                 {"2024-02-29", 1709164800},
                 {"9999-12-31T23:59:59Z", 253402300799}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        char text[128];
        const char *moves;
        struct jg_tags tags;
        snprintf(text, sizeof text, "[Game \"coins\"]\n[Date \"%s\"]\n", dates[i].text);
        assert_int_equal(jg_tags_read(&tags, text, &moves, NULL), JG_OK);
        assert_true(tags.date == dates[i].date);
    }
}

/* Several games in one text, with and without moves, in any number of blank lines. */
static void test_several_records(void **state) {
    (void)state;
    static const char text[] = "[Game \"coins\"]\n[Seat1 \"a\"]\n\n1 1\n2 1\n[Game \"coins\"]\n[Resigned \"1\"]\n\n\n\n"
                               "[Seat1 \"c\"]\n[Game \"coins:n=1\"]\n \n[Game \"coins\"]\n\n\n1\n  \n1\n\n";
    static const struct {
        const char *game, *seat;
        int count, resigned;
    } expected[] = {{"coins", "a", 4, -1}, {"coins", "", 0, 0}, {"coins:n=1", "c", 0, -1}, {"coins", "", 2, -1}};
    const char *at = text, *moves;
    struct jg_record r = {0};
    struct jg_error err = {0};
    struct jg_game g;
    open_spec(&g, "coins");
    for (int i = 0; i < 4; i++) {
        struct jg_tags tags;
        assert_true(jg_record_more(at));
        if (jg_tags_next(&tags, text, &at, &moves, &err)) fail_msg("%d: %s at %d", i, err.message, err.position);
        assert_string_equal(tags.game, expected[i].game);
        assert_string_equal(tags.seat[0], expected[i].seat);
        if (jg_record_replay_part(&r, &g, &tags, text, moves, (size_t)(at - moves), &err))
            fail_msg("%d: %s at %d", i, err.message, err.position);
        assert_int_equal(r.count, expected[i].count);
        assert_int_equal(r.resigned, expected[i].resigned);
    }
    assert_false(jg_record_more(at));
    assert_int_equal(*at, 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* A game of its own kind that ends by repetition: two coins that are put back. */
static void shuffle_apply(const struct jg_game *g, void *state, jg_move move) {
    (void)g;
    (void)move;
    ((unsigned char *)state)[2] ^= 1; /* the player of coins, the pile stays */
}

static void test_repetition(void **state) {
    (void)state;
    struct jg_game_kind shuffle = *jg_game_kind_at(0);
    struct jg_game g;
    struct jg_record r;
    shuffle.apply = shuffle_apply;
    assert_int_equal(jg_game_open_kind(&g, &shuffle, "coins", NULL), JG_OK);
    g.repeat = 3;
    assert_int_equal(jg_record_init(&r, &g, NULL, NULL), JG_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(jg_record_turn(&r), i & 1);
        assert_int_equal(jg_record_push(&r, 1, NULL), JG_OK);
    }
    assert_true(jg_record_repeated(&r)); /* the first position for the third time */
    assert_int_equal(jg_record_turn(&r), JG_OVER);
    assert_int_equal(jg_record_score(&r, 0), 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void test_value_text(void **state) {
    (void)state;
    static const struct {
        int unit;
        int32_t value;
        const char *text;
    } values[] = {{1, 3, "+3"},       {1, -3, "-3"},        {1, 0, "0"},
                  {100, 0, "0"},      {100, 25, "+0.25"},   {100, -125, "-1.25"},
                  {1, JG_WIN, "win"}, {1, -JG_WIN, "loss"}, {1, JG_WIN - 12, "win"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[32];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        jg_value_print(&t, &(struct jg_evaluator){.unit = values[i].unit}, values[i].value, JG_EN);
        assert_string_equal(text, values[i].text);
    }
    struct jg_eval e;
    struct jg_game g;
    struct jg_error err = {0};
    open_spec(&g, "kalah");
    assert_int_equal(jg_eval_open(&e, &g, "", &err), JG_OK);
    assert_string_equal(e.by->name, "store");
    assert_int_equal(jg_eval_open(&e, &g, "nope", &err), JG_EINPUT);
    assert_string_equal(err.message, "unknown evaluator 'nope'; kalah has store, mix, network");
    jg_game_close(&g);
}

/* Evaluators on positions worked out by hand, for the first team. */
static void check_value(const struct fact *fact, void *arg) {
    const char *name = fact->fields[1], *position = fact->fields[2];
    struct jg_game g;
    struct jg_eval e;
    union jg_state at;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    read_position(&g, position, &at);
    assert_int_equal(jg_eval_open(&e, &g, name, NULL), JG_OK);
    int32_t value = jg_eval_value(&e, &g, &at, 0);
    if (value != fact_number(fact, 3)) fail_msg("%s %s: %d", name, position, value);
    jg_game_close(&g);
}

static void test_evaluators(void **state) {
    (void)state;
    assert_true(for_facts("value", check_value, NULL));
}

/* ---- Environments -------------------------------------------------------------------------- */

static void check_spaces(const struct fact *fact, void *arg) {
    struct jg_game g;
    struct jg_spaces spaces;
    char shape[64];
    int used = 0;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    jg_spaces(&g, &spaces);
    for (int i = 0; i < JG_SHAPE_MAX && spaces.shape[i]; i++)
        used += snprintf(shape + used, sizeof shape - (size_t)used, i ? "x%d" : "%d", spaces.shape[i]);
    assert_int_equal(spaces.actions, fact_number(fact, 1));
    assert_string_equal(shape, fact->fields[2]);
    jg_game_close(&g);
}

static void check_action(const struct fact *fact, void *arg) {
    struct jg_game g;
    union jg_state at;
    jg_move move;
    int action;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    read_position(&g, fact->fields[1], &at);
    assert_int_equal(g.kind->parse_move(&g, &at, fact->fields[2], &move, NULL), JG_OK);
    jg_actions(&g, &at, &move, 1, &action);
    if (action != fact_number(fact, 3)) fail_msg("%s %s: action %d", fact->fields[1], fact->fields[2], action);
    assert_int_equal(jg_action_move(&g, &at, action), move);
    jg_game_close(&g);
}

static void check_observation(const struct fact *fact, void *arg) {
    struct jg_game g;
    struct jg_spaces spaces;
    union jg_state at;
    uint8_t expected[JG_OBSERVATION_MAX] = {0}, elements[JG_OBSERVATION_MAX];
    const char *rest = fact->fields[3];
    int seat = (int)fact_number(fact, 2), index, value, length;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    jg_spaces(&g, &spaces);
    read_position(&g, fact->fields[1], &at);
    for (; sscanf(rest, " %d=%d%n", &index, &value, &length) == 2; rest += length) expected[index] = (uint8_t)value;
    assert_string_equal(rest, "");
    jg_view(&g, &at, seat, &at);
    jg_encode(&g, &at, seat, elements);
    for (int i = 0; i < spaces.size; i++)
        if (elements[i] != expected[i])
            fail_msg("%s, seat %d: element %d is %d, not %d", fact->fields[1], seat, i, elements[i], expected[i]);
    jg_game_close(&g);
}

static void test_environments(void **state) {
    (void)state;
    assert_true(for_facts("spaces", check_spaces, NULL));
    assert_true(for_facts("action", check_action, NULL));
    assert_true(for_facts("observation", check_observation, NULL));
}

/* ---- Options ----------------------------------------------------------------------------- */

static int count_labels(const struct jg_option *o) {
    int n = 0;
    while (o->labels[n]) n++;
    return n;
}

/* Labels of a choice in a language: one for each word that is not a number, and no two alike. */
static void check_labels(const struct jg_option *o, jg_lang lang) {
    char word[64];
    struct jg_text t;
    int n = 0;
    jg_text_init(&t, word, sizeof word);
    for (; jg_option_choice(&t, o, n); n++) {
        const char *label = jg_option_label(o, n);
        if (!label && strspn(word, "0123456789/") != strlen(word)) fail_msg("%s=%s has no label", o->name, word);
        for (int i = 0; i < n && label; i++) {
            const char *other = jg_option_label(o, i);
            if (other) assert_string_not_equal(jg_tr(lang, label), jg_tr(lang, other));
        }
        jg_text_clear(&t);
    }
    if (o->labels) assert_int_equal(count_labels(o), n);
}

/* Checks the labels of every choice in a table of options and returns the number of choices. */
static int check_choices(const struct jg_option *table) {
    int choices = 0;
    for (const struct jg_option *o = table; o && o->type; o++) {
        if (o->type != JG_OPT_CHOICE) continue;
        choices++;
        for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) check_labels(o, lang);
    }
    return choices;
}

static void test_labels(void **state) {
    (void)state;
    int of_games = 0, of_agents = 0;
    for (size_t i = 0; jg_game_kind_at(i); i++) of_games += check_choices(jg_game_kind_at(i)->options);
    for (size_t i = 0; jg_agent_kind_at(i); i++) of_agents += check_choices(jg_agent_kind_at(i)->options);
    assert_true(of_games > 10);
    assert_true(of_agents > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_errors),     cmocka_unit_test(test_spec_of_a_game),
        cmocka_unit_test(test_kind_check),      cmocka_unit_test(test_perft),
        cmocka_unit_test(test_perft_stops),     cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_record),          cmocka_unit_test(test_record_round_trip),
        cmocka_unit_test(test_bad_records),     cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_record_opening),  cmocka_unit_test(test_dates),
        cmocka_unit_test(test_several_records), cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_value_text),      cmocka_unit_test(test_evaluators),
        cmocka_unit_test(test_environments),    cmocka_unit_test(test_labels),
    };
    test_begin();
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
