/* Functions for any game: opening, perft, records, evaluators. */
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
        {"chess", "no game 'chess'; there are coins, ", 0},
        {"", "no game ''; there are coins, ", 0},
        {"kala", "no game 'kala'; there are coins, ", 0},
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
    FAULT(k.observe = NULL);
    FAULT(k.apply = NULL);
    FAULT(k.parse_move = NULL);
    FAULT(k.json = NULL);
    FAULT(k.seats = 3);
    FAULT(k.seats = 4);
    FAULT(k.state_size = JG_STATE_MAX + 1);
    FAULT(k.max_moves = JG_MOVES_MAX + 1);
    FAULT(k.evaluators = NULL);
    FAULT(k.opponent = NULL);
#undef FAULT
}

/* ---- Perft ------------------------------------------------------------------------------- */

static const struct {
    const char *spec;
    uint64_t nodes[12]; /* at depths 1, 2, 3 ... */
} PERFT[] = {
    {"kalah", {6, 35, 185, 942, 4690, 23233, 114430, 563055, 2763490, 13519607}},
    {"kalah:emptycapture=1", {6, 35, 185, 942, 4685, 23169, 113959, 559885, 2743126, 13394138}},
    {"kalah:seeds=3", {6, 35, 182, 904, 4243, 19418, 87103, 387726}},
    {"kalah:houses=4", {4, 15, 51, 181, 644, 2203, 7470, 24423}},
    {"numbers", {3, 9}},
    {"pig", {1, 6, 11, 41, 96, 301, 781, 2286, 6191}}, /* rolls count, and what they give */
    {"pig:target=8", {1, 6, 11, 41, 66, 196, 404, 899, 2007}},
    {"numbers:example=alpha", {2, 4, 8}},
    {"tictactoe", {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
    {"loa", {36, 1244, 44952, 1563208, 55963132, 1938494632}},
    {"loa:both=mover,nomove=loss,repeat=0", {36, 1244, 44952, 1563208}},
    {"magic", {2, 21, 221, 2329, 24559, 258932, 2727476}}, /* kinds of cards; of four alike there is no fifth */
    {"magic:decks=white/white,first=1", {11, 121, 1329, 14559, 158941, 1727971}},
};

/* Set-up positions; by tests/plain/magic.c */
static const struct {
    const char *spec, *position;
    uint64_t nodes[12];
} PERFT_AT[] = {
    {"magic",
     "3 main1 1 1 - 8 / 20 5 M,FK,VH,BV NR.1,BS.2,LH.3,SG.4 - / 20 0 - FA.5,GS.6,CA.7,SM.8 -",
     {5, 32, 128, 436, 1541, 4585, 15378, 44971, 142779, 397900, 1193130}},
    {"magic:decks=white/red",
     "3 main1 1 1 - 6 / 7 6 P,GP,PP,IR FA.1,AM.2,SM.3d2 - / 9 0 - NR.4,FR.5t,SG.6s -",
     {5, 24, 91, 323, 949, 2588, 7774, 21597, 60931, 156309, 443198}},
    {"magic",
     "3 block 1 1 - 5 / 20 0 - BS.1ta,BS.2ta - / 20 0 - GP.3,GP.4,GP.5 -",
     {4, 7, 23, 50, 133, 265, 713, 1732, 4140, 9168, 21263}},
};

/* As deep as the time allows: with ./test --long Lines of Action to 6; a sanitizer sees nothing new in the deepest. */
static void check_perft(const char *spec, const char *position, const uint64_t nodes[12]) {
    const int scale = test_scaled(100);
    const uint64_t most = (uint64_t)scale * (scale < 100 ? 140000 : 1400000);
    struct jg_game g;
    union jg_state from;
    open_spec(&g, spec);
    read_position(&g, position, &from);
    assert_int_equal(jg_perft(&g, &from, 0), 1);
    for (int d = 0; d < 12 && nodes[d] && nodes[d] <= most; d++) {
        jg_move moves[JG_MOVES_MAX];
        uint64_t counts[JG_MOVES_MAX], total, sum = 0;
        struct jg_perft_split how = {.threads = 1 + d % 3};
        int n = jg_perft_divide(&g, &from, d + 1, &how, moves, counts, JG_MOVES_MAX, &total);
        for (int m = 0; m < n; m++) sum += counts[m];
        assert_true(total == sum);
        if (total != nodes[d]) fail_msg("%s: perft(%d) is %llu", spec, d + 1, (unsigned long long)total);
        if (total < 1000000) assert_true(jg_perft(&g, &from, d + 1) == total);
    }
    jg_game_close(&g);
}

static void test_perft(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof PERFT / sizeof *PERFT; i++) check_perft(PERFT[i].spec, NULL, PERFT[i].nodes);
    for (size_t i = 0; i < sizeof PERFT_AT / sizeof *PERFT_AT; i++)
        check_perft(PERFT_AT[i].spec, PERFT_AT[i].position, PERFT_AT[i].nodes);
}

/* Coins by a recurrence: sequences of d moves of 1 or 2 that take at most n. */
static uint64_t coin_sequences(int n, int depth, int take) {
    uint64_t total = 0;
    if (depth == 0) return 1;
    for (int k = 1; k <= take && k <= n; k++) total += coin_sequences(n - k, depth - 1, take);
    return total;
}

static void test_perft_coins(void **state) {
    (void)state;
    for (int n = 1; n <= 12; n++)
        for (int take = 1; take <= 4; take++) {
            char spec[64];
            struct jg_game g;
            union jg_state start;
            snprintf(spec, sizeof spec, "coins:n=%d,take=%d", n, take);
            open_spec(&g, spec);
            jg_start(&g, &start);
            for (int d = 0; d <= n + 1; d++) assert_int_equal(jg_perft(&g, &start, d), coin_sequences(n, d, take));
            jg_game_close(&g);
        }
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

/* 255,168 games of tic-tac-toe: 131,184 won by X, 77,904 by O, 46,080 drawn. */
static void count_results(const struct jg_game *g, const void *state, uint64_t *nodes, uint64_t results[3]) {
    jg_move moves[9];
    ++*nodes;
    if (jg_turn(g, state) == JG_OVER) {
        results[1 - jg_score(g, state, 0)]++;
        return;
    }
    int n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        count_results(g, &child, nodes, results);
    }
}

static void test_tictactoe_games(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    uint64_t nodes = 0, results[3] = {0};
    open_spec(&g, "tictactoe");
    jg_start(&g, &start);
    count_results(&g, &start, &nodes, results);
    assert_int_equal(nodes, 549946);
    assert_int_equal(results[0], 131184);
    assert_int_equal(results[1], 46080);
    assert_int_equal(results[2], 77904);
    jg_game_close(&g);
}

/* ---- Positions that are refused ------------------------------------------------------------ */

static void test_bad_positions(void **state) {
    (void)state;
    static const struct {
        const char *spec, *position;
        int place;
        const char *message;
    } bad[] = {
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,1 1", 0, "the position has 49 seeds, but this game has 48"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,3,0 1", 0, "the position has 47 seeds, but this game has 48"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0, 1", 27, "too many numbers: a position has 14"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0,0 1", 27, "too many numbers: a position has 14"},
        {"kalah", "4,4,4,4,4,4,,0,4,4,4,4,4,4,0 1", 12, "expected a number of seeds, 0 to 48"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4 1", 25, "expected a comma: a position has 14 numbers"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0", 27, "expected a space and the player to move, 1 or 2"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 3", 27, "expected a space and the player to move, 1 or 2"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 ", 27, "expected a space and the player to move, 1 or 2"},
        {"kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 -", 28, "the game is not over: expected the player to move, 1 or 2"},
        {"kalah", "-4,4", 0, "expected a number of seeds, 0 to 48"},
        {"kalah", "99999999999,4", 0, "expected a number of seeds, 0 to 48"},
        {"kalah", "", 0, "expected a number of seeds, 0 to 48"},
        {"kalah:houses=2,seeds=1", "1,1,0,1,1,0 ", 11, "expected a space and the player to move, 1 or 2"},
        {"coins", "6 1", 0, "expected a pile of 0 to 5 coins"},
        {"coins", "5", 1, "expected a space and the player to move, 1 or 2"},
        {"coins", "5 0", 1, "expected a space and the player to move, 1 or 2"},
        {"pig", "0 0 0", 5, "expected a space and the player to move, 1 or 2"},
        {"pig", "0 0 x 1", 4, "expected the points of both players and of the turn, such as 20 31 7"},
        {"pig", "106 0 0 1", 0, "expected the points of both players and of the turn, such as 20 31 7"},
        {"pig", "100 100 0 1", 0, "only one player can have 100 points"},
        {"pig", "100 0 0* 1", 8, "expected 0 points of the turn and player 1, since the game is over"},
        {"pig", "100 0 0 2", 7, "expected 0 points of the turn and player 1, since the game is over"},
        {"pig", "0 95 5 2", 0, "the points of the turn must not reach the target"},
        {"loa", "", 0, "expected b, w or a number of empty squares, 1 to 8"},
        {"loa", "1BBBBBB1/w6w b", 1, "expected b, w or a number of empty squares, 1 to 7"},
        {"loa", "0bbbbbbb1", 0, "expected b, w or a number of empty squares, 1 to 8"},
        {"loa", "9/8", 0, "expected b, w or a number of empty squares, 1 to 8"},
        {"loa", "44/8", 0, "expected b, w or a number of empty squares, 1 to 8"},
        {"loa", "1bbbbb3/8", 6, "expected b, w or a number of empty squares, 1 to 2"},
        {"loa", "1bbbbbb/w6w", 7, "rank 8 has only 7 of its 8 squares"},
        {"loa", "1bbbbbb1/w6", 11, "rank 7 has only 7 of its 8 squares"},
        {"loa", "1bbbbbb1b/w6w", 8, "rank 8 has more than 8 squares"},
        {"loa", "1bbbbbb11/w6w", 7, "expected b, w or a number of empty squares, 1 to 1"},
        {"loa", "8/8/8/8 b", 7, "expected '/' and rank 4"},
        {"loa", "8/8/8/8/8/8/8", 13, "expected '/' and rank 1"},
        {"loa", "8//8/8/8/8/8/8 b", 2, "expected b, w or a number of empty squares, 1 to 8"},
        {"loa", "8/8/8/8/8/8/8/bw6/8 b", 17, "a board has exactly 8 ranks"},
        {"loa", "8/8/8/8/8/8/8/bw6", 17, "expected a space and the side to move, b or w"},
        {"loa", "8/8/8/8/8/8/8/bw6 ", 17, "expected a space and the side to move, b or w"},
        {"loa", "8/8/8/8/8/8/8/bw6 B", 17, "expected a space and the side to move, b or w"},
        {"loa", "8/8/8/8/8/8/8/bw6 bw", 17, "expected a space and the side to move, b or w"},
        {"loa", "8/8/8/8/8/8/8/b7 b", 0, "White has no pieces"},
        {"loa", "8/8/8/8/8/8/8/8 b", 0, "Black has no pieces"},
        {"loa", "bbbbbbbb/3bbbbb/8/8/8/8/8/w7 b", 14, "Black has more than 12 pieces"},
        {"loa", "b7/wwwwwwww/8/8/8/8/8/3wwwww b", 27, "White has more than 12 pieces"},
        {"numbers", "", 0, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "x", 0, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "+5", 0, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "10000", 0, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "-", 0, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "() max", 1, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "(1 ()) max", 4, "expected a number from -9999 to 9999 or '('"},
        {"numbers", "(1 -10000) max", 3, "expected a number from -9999 to 9999, '(' or ')'"},
        {"numbers", "(1,2) max", 2, "expected a number from -9999 to 9999, '(' or ')'"},
        {"numbers", "((1 2) max", 7, "expected a number from -9999 to 9999, '(' or ')'"},
        {"numbers", "(1 2", 4, "expected a number from -9999 to 9999, '(' or ')'"},
        {"numbers", "(1-2) max", 2, "expected a space after a number"},
        {"numbers", "(1 2)", 5, "expected the player to move, max or min, at the end"},
        {"numbers", "(1 2)) max", 5, "expected the player to move, max or min, at the end"},
        {"numbers", "(1 2) MAX", 6, "expected the player to move, max or min, at the end"},
        {"numbers", "(1 2) max ", 6, "expected the player to move, max or min, at the end"},
        {"numbers", "7 max", 1, "expected nothing after a single number, where the game is over"},
        {"numbers", "7 ", 1, "expected nothing after a single number, where the game is over"},
        {"tictactoe", "xx./.../... o", 0, "x must have as many marks as o, or one more"},
        {"tictactoe", "o../.../... x", 0, "x must have as many marks as o, or one more"},
        {"tictactoe", "xxx/oo./... x", 10, NULL},
        {"tictactoe", "xxx/ooo/... x", 0, "the side to move must not have a line"},
        {"tictactoe", "x../... o", 7, "expected '/' after three squares"},
        {"tictactoe", "z../.../... x", 0, "expected a square: x, o or ."},
        {"tictactoe", ".../.../... o", 12, "expected a space and the side to move, x"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_game g;
        union jg_state s;
        struct jg_error err = {0};
        open_spec(&g, bad[i].spec);
        if (!jg_parse(&g, bad[i].position, &s, &err)) fail_msg("'%s' is taken", bad[i].position);
        assert_int_equal(err.code, JG_EINPUT);
        if (bad[i].message) {
            assert_string_equal(err.message, bad[i].message);
            assert_int_equal(err.position, bad[i].place);
        }
        jg_game_close(&g);
    }
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
    char *text = jg_record_write(&r, &tags);
    assert_non_null(text);
    if (jg_tags_read(&read, text, &moves, &err)) fail_msg("%s in\n%s", err.message, text);
    if (jg_record_replay(&back, g, &read, text, moves, &err)) fail_msg("%s in\n%s", err.message, text);
    assert_true(back.count == r.count && back.resigned == r.resigned && read.seed == tags.seed);
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

/* What is written can be read, whatever the names are. */
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
    assert_string_equal(err.message, "unknown evaluator 'nope'; kalah has store, mix");
    jg_game_close(&g);
}

/* Evaluators on positions worked out by hand, for the first team. */
static void test_evaluators(void **state) {
    (void)state;
    static const struct {
        const char *spec, *eval, *position;
        int32_t value;
    } known[] = {
        {"coins", "lecture", "1 1", -100},
        {"coins", "lecture", "1 2", 100},
        {"coins", "lecture", "0 1", 100},
        {"coins", "lecture", "2 1", 0},
        {"coins:misere=0", "lecture", "1 1", 100},
        {"coins:misere=0", "lecture", "0 1", -100},
        {"coins", "theory", "4 1", -100},
        {"coins", "theory", "5 2", -100},
        {"pig", "points", "20 11 8 1", 1700},
        {"pig", "points", "20 11 8 2", 100},
        {"pig", "race", "100 0 0 1", JG_CHANCES},
        {"pig", "race", "0 103 0 1", -JG_CHANCES},
        {"numbers", "mean", "((3 12 8) (2 4 6) (14 5 2)) max", 6}, /* 56 / 9 */
        {"numbers", "mean", "(-3 (-4)) min", -4},                  /* halves go away from 0 */
        {"numbers", "mean", "-7", -7},
        {"tictactoe", "lines", ".../.x./... o", 4},         /* 8 lines against 4 */
        {"tictactoe", "lines", "x../.../..o x", 0},         /* mirror images */
        {"tictactoe", "lines", "xx./.o./... o", 4 - 4 + 3}, /* lines 4 and 4; a pair */
        {"kalah", "store", "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1", 1},
        {"kalah", "mix", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", 100}, /* symmetric but for the turn */
        {"kalah", "mix", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 2", -100},
        {"kalah", "mix", "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1",
         100 * 1 + 20 * (23 - 24) + 20 * (5 - 6) + 80 * (0 - 1) + 25 * (0 - 0) + 0 * (4 - 0) + 100},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct jg_game g;
        struct jg_eval e;
        union jg_state at;
        open_spec(&g, known[i].spec);
        read_position(&g, known[i].position, &at);
        assert_int_equal(jg_eval_open(&e, &g, known[i].eval, NULL), JG_OK);
        int32_t value = jg_eval_value(&e, &g, &at, 0);
        if (value != known[i].value) fail_msg("%s %s: %d", known[i].eval, known[i].position, value);
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_errors),     cmocka_unit_test(test_spec_of_a_game),
        cmocka_unit_test(test_kind_check),      cmocka_unit_test(test_perft),
        cmocka_unit_test(test_perft_coins),     cmocka_unit_test(test_perft_stops),
        cmocka_unit_test(test_tictactoe_games), cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_record),          cmocka_unit_test(test_record_round_trip),
        cmocka_unit_test(test_bad_records),     cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_record_opening),  cmocka_unit_test(test_dates),
        cmocka_unit_test(test_several_records), cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_value_text),      cmocka_unit_test(test_evaluators),
    };
    test_begin();
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
