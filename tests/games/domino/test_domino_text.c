/* Text of dominoes: invalid positions, views, descriptions of moves, pictures. */
#include "games/domino/domino.h"
#include "test.h"

#include <jansson.h>

/* ---- Positions ------------------------------------------------------------------------------ */

static const struct {
    const char *spec, *position;
    int place;
    const char *message;
} BAD[] = {
    {"domino", "", 0, "expected the points of a team, 0 to 9999999"},
    {"domino", "15", 2, "expected '-' between the points of the teams"},
    {"domino", "x-0 0 * ./././.", 0, "expected the points of a team, 0 to 9999999"},
    {"domino", "0-0", 3, "expected a space and the number of the round, 0 to 255"},
    {"domino", "0-0 256 * ./././.", 4, "expected a space and the number of the round, 0 to 255"},
    {"domino", "0-0 0 ./././.", 6,
     "expected the opener: a player from 1 to 4, followed by '*' if 6-6 opens, or '*' alone"},
    {"domino", "0-0 0 5 ./././.", 6,
     "expected the opener: a player from 1 to 4, followed by '*' if 6-6 opens, or '*' alone"},
    {"domino", "0-0 0 * ././.", 13, "expected '/' and the next of four hands"},
    {"domino", "0-0 0 * ./././. ", 15, "no play is possible before all hands are dealt"},
    {"domino", "0-0 0 * ./././. 6-6", 15, "no play is possible before all hands are dealt"},
    {"domino", "0-0 0 1* ./././.", 6, "the holder of 6-6 is unknown before the deal: expected '*' or a player"},
    {"domino", "0-0 0 1 ./././.", 6, "6-6 opens the first round: expected '*'"},
    {"domino", "5-0 0 * ./././.", 0, "the first round must begin at 0-0"},
    {"domino", "0-0 0 * ?7/././.", 4, "the round must be at least 1 once hands are dealt"},
    {"domino", "0-0 1 * ?6/././.", 8, "a dealt hand must have 7 tiles"},
    {"domino", "0-0 1 * ./?7/./.", 10, "an earlier hand is not dealt yet"},
    {"domino", "0-0 1 * ?7/?7/?7/.", 17, "the fourth hand is missing: it is dealt with the third"},
    {"domino", "200-5 2 1 ./././.", 0, "the match was already over at 200-5, before this round"},
    {"domino:rounds=2", "200-5 2 1 ./././.", 6, "the match ends after round 2"},
    {"domino", "12-5 2 1 ./././.", 0, "points must be multiples of 5"},
    {"domino", "0-0 1 1* ?7/?7/?7/00.01.02.03.04.05.06.11", 39, "a hand has at most 7 tiles"},
    {"domino", "0-0 1 1* ?8/?7/?7/?7", 10, "expected the number of tiles in the hand, 1 to 7"},
    {"domino", "0-0 1 1* ?7/?7/?7/?0", 19, "expected the number of tiles in the hand, 1 to 7"},
    {"domino", "0-0 1 1* 00.01.02.03.04.05.06/00.12.13.14.15.16.22/?7/?7", 30, "tile 0-0 appears twice"},
    {"domino", "0-0 1 1* 10.11.12.13.14.15.16/?7/?7/?7", 9, "write the lower half of a tile first: 01"},
    {"domino", "0-0 1 1* 01.00.12.13.14.15.16/?7/?7/?7", 12, "write the tiles of a hand in order: 00, 01, ... 66"},
    {"domino", "0-0 1 1* 07/?7/?7/?7", 10, "expected a tile, two digits from 0 to 6"},
    {"domino", "0-0 1 1 ?7/?7/?7/?7", 6, "6-6 opens the first round: expected '*' after the player"},
    {"domino", "0-0 1 * ?7/?7/?7/?7", 6, "expected the player who has 6-6 before '*', since the hands are dealt"},
    {"domino", "0-0 0 1* ?7/?7/?7/?7", 4, "the round must be at least 1 once hands are dealt"},
    {"domino", "0-0 1 1* 00.01.02.03.04.05.06/?7/?7/?7", 6, "South must open with 6-6 but does not have it"},
    {"domino", "0-0 1 1* ?7/00.01.02.03.04.05.66/?7/?7", 6, "South must open with 6-6 but does not have it"},
    {"domino", "0-0 1 1* ?7/?7/?7/?7 6-6", 9, "South has 7 tiles in hand and 1 played: they must be 7"},
    {"domino", "0-0 1 1* ?6/?7/?7/?7 6-6@1", 21, "expected the opening, such as 6-6, or pass"},
    {"domino", "0-0 1 1* ?6/?7/?7/?7 5-5", 21, "the opening must be 6-6"},
    {"domino", "0-0 2 1 ?6/?7/?7/?7 5-4", 20, "the opening must be a double"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 6-5", 25, "expected a tile and its arm, such as 6-4@1, or pass"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 5-6@1", 25, "expected a tile and its arm, such as 6-4@1, or pass"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 6-5@2", 25, "arm 2 cannot be played on yet"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 5-4@1", 25, "5-4 does not fit arm 1, which ends in 6"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 6-6@1", 25, "tile 6-6 appears twice"},
    {"domino", "0-0 1 1* ?6/?6/?7/?7 6-6 6-5@1!", 25, "a galo can be announced only with galo=announce"},
    {"domino", "0-0 1 1* ?6/06.16.26.36.45.46.56/?7/?7 6-6 pass", 43, "East has 6-0 and cannot pass here"},
    {"domino", "0-0 1 1* ?6/?7/?7/?7 6-6 passe", 25, "expected a tile and its arm, such as 6-4@1, or pass"},
    {"domino", "0-0 1 1* ?6/?7/?7/?7 6-6 pass", 0, "the teams won 20 and 0 points in this round and cannot have fewer"},
    {"domino", "30-0 1 1* ?6/?7/?7/?7 6-6 pass pass pass", 0,
     "the teams won 50 and 0 points in this round and cannot have fewer"},
    {"domino", "50-0 1 1* ?6/?7/?7/?7 6-6 pass pass pass pass", 41, "after three passes South must play"},
    {"domino", "20-0 1 1* ?5/?6/?6/?6 6-6 pass 6-5@1 5-4@1 4-1@1 6-4@2", 26, "East has 6-4 and cannot pass here"},
    {"domino", "50-0 1 1* 00.01.02.03.04.05/?7/?7/?7 6-6 pass pass pass", 10,
     "no deal of the hidden tiles is consistent with these passes"},
    {"domino", "0-0 2 1 ?7/?7/?7/?7 pass pass pass pass", 8,
     "no deal of the hidden tiles is consistent with these passes"},
    {"domino", "0-0 2 1 11.12.13.14.15.16.23/?7/?7/?7 pass", 38, "South has 1-1 and cannot pass here"},
    {"domino:nodbl=free", "0-0 2 1 ?7/?7/?7/?7 pass", 20, "South must open and cannot pass here"},
    {"domino:nodbl=redeal", "0-0 2 1 ?7/?7/?7/?7 pass", 20,
     "with nodbl=redeal an opener without a double causes a new deal, not a pass"},
    {"domino:nodbl=sena", "0-0 2 1>2 ?7/?7/?7/?7", 21, "expected the pass of the player without a double"},
    {"domino:nodbl=sena", "0-0 2 1>1 ?7/?7/?7/?7 pass", 9,
     "expected after '>' the other player, 1 to 4, who opens with 6-6"},
    {"domino", "0-0 2 1>2 ?7/?7/?7/?7 pass", 7, "'>' is allowed only with nodbl=sena"},
    {"domino", "0-0 2 1 ?6/?7/?7/?7 5-5", 0, "the teams won 10 and 0 points in this round and cannot have fewer"},
    {"domino", "10-5 1 1* ?6/?7/?7/?7 6-6", 0, "the first round must begin at 0-0"},
    {"domino:rounds=1", "10-0 2 1 ?6/?7/?7/?7 5-5", 5, "the match ends after round 1"},
    {"domino", "210-0 2 1 ?6/?7/?7/?7 5-5", 0, "the match was already over at 200-0, before this round"},
    {"domino", "20-0 1 1* ?6/?7/?6/?7 6-6 pass 6-5@1 pass 6-4@2 6-3@3", 10,
     "South has 6 tiles in hand and 2 played: they must be 7"},
    {"domino",
     "125-240 4 2 00/-/?1/22 5-5 5-2@1 5-3@2 6-5@3 6-3@3 6-2@1 5-1@4 3-2@2 6-1@1 1-0@4 5-0@4 3-0@3 3-1@1 4-0@3 2-1@2 "
     "5-4@4 6-4@4 6-6@4 1-1@2 6-0@4 4-3@3 4-1@2 2-0@4 4-2@4 3-3@1",
     17, "the round is over: every hand must be shown"},
    {"domino",
     "125-240 4 2 -/-/44/22 5-5 5-2@1 5-3@2 6-5@3 6-3@3 6-2@1 5-1@4 3-2@2 6-1@1 1-0@4 5-0@4 3-0@3 3-1@1 4-0@3 2-1@2 "
     "5-4@4 6-4@4 6-6@4 1-1@2 6-0@4 4-3@3 4-1@2 2-0@4 4-2@4 3-3@1 0-0@3",
     12, "South has 0 tiles in hand and 6 played: they must be 7"},
    {"domino",
     "125-240 4 2 00/-/44/22 5-5 5-2@1 5-3@2 6-5@3 6-3@3 6-2@1 5-1@4 3-2@2 6-1@1 1-0@4 5-0@4 3-0@3 3-1@1 4-0@3 2-1@2 "
     "5-4@4 6-4@4 6-6@4 1-1@2 6-0@4 4-3@3 4-1@2 2-0@4 4-2@4 3-3@1 pass",
     171, "the round is over before this play"},
    {"domino:merge=1", "0-0 1 1* ?5/?6/?6/?6 6-6 6-5@1 5-4@1 6-4@2 4-3@2", 43,
     "equal ends count as one: play 4-3 on the first of them"},
    {"domino", "0-0 1 1* ?6/?6/?6/?6/?7 6-6 6-5@1 6-4@2 6-3@4", 20, "expected a space or the end"},
    {"domino", "0-0 1 1* ?5/?6/?6/?6 6-6 6-5@1 6-4@2 6-3@3 6-2@4 4-4@5", 49,
     "expected a tile and its arm, such as 6-4@1, or pass"},
};

static void test_bad_positions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_game g;
        union jg_state s;
        struct jg_error err = {0};
        open_spec(&g, BAD[i].spec);
        if (!jg_parse(&g, BAD[i].position, &s, &err)) fail_msg("'%s' is taken", BAD[i].position);
        assert_string_equal(err.message, BAD[i].message);
        assert_int_equal(err.position, BAD[i].place);
        jg_game_close(&g);
    }
}

static const char *const SPECS[] = {"domino",
                                    "domino:rules=thesis",
                                    "domino:nodbl=sena",
                                    "domino:nodbl=pen20,locknext=locker",
                                    "domino:nodbl=redeal,order=cw",
                                    "domino:nodbl=free,galo=announce,merge=1",
                                    "domino:rounds=3,passpts=7"};

/* Printing and parsing preserve every byte of positions and views, the history included. */
static void check_back(const struct jg_game *g, const union jg_state *s) {
    char text[JG_POSITION_MAX];
    struct jg_error err = {0};
    union jg_state back;
    position_text(g, s, text);
    memset(&back, 0xee, sizeof back);
    if (jg_parse(g, text, &back, &err)) fail_msg("'%s' is refused: %s", text, err.message);
    if (memcmp(&back, s, g->state_size)) fail_msg("'%s' comes back otherwise", text);
}

/* A view is whole exactly if it hides nothing; samples are whole and playable. */
static void check_whole(const struct jg_game *g, const union jg_state *s, const union jg_state *view) {
    struct jg_rng rng;
    union jg_state whole;
    char text[JG_POSITION_MAX];
    bool hidden = memcmp(s, view, g->state_size);
    assert_true(jg_is_complete(g, s));
    assert_int_equal(jg_is_complete(g, view), !hidden);
    assert_int_equal(jg_parse_complete(g, position_text(g, view, text), &whole, NULL), hidden ? JG_EINPUT : JG_OK);
    jg_rng_init(&rng, test_seed(), 5);
    jg_sample(g, view, &rng, &whole);
    assert_true(jg_is_complete(g, &whole));
    check_back(g, &whole);
}

static void test_positions_come_back(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_game g;
        open_spec(&g, SPECS[i]);
        for (int n = test_scaled(6); n-- > 0;) {
            struct jg_rng rng;
            union jg_state s, view;
            jg_rng_init(&rng, test_seed() + i, (uint64_t)n);
            jg_start(&g, &s);
            for (int ply = n;; ply++) {
                check_back(&g, &s);
                for (int seat = JG_NOBODY; seat < 4; seat++) {
                    jg_view(&g, &s, seat, &view);
                    check_back(&g, &view);
                    if (ply % 8 == 0) check_whole(&g, &s, &view);
                }
                if (jg_turn(&g, &s) == JG_OVER) break;
                jg_apply(&g, &s, jg_random_move(&g, &s, &rng));
            }
        }
        jg_game_close(&g);
    }
}

/* Many rounds with expensive passes exceed 16 bits. */
static void test_many_points(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    union jg_state s;
    open_spec(&g, "domino:rounds=200,passpts=100,pass=literal");
    jg_rng_init(&rng, test_seed(), 6);
    assert_int_equal(jg_parse(&g, "65400-32600 198 2 ./././.", &s, NULL), JG_OK);
    while (jg_turn(&g, &s) != JG_OVER) {
        check_back(&g, &s);
        jg_apply(&g, &s, jg_random_move(&g, &s, &rng));
    }
    const struct jg_domino *end = (const void *)&s;
    assert_true(end->points[0] >= 65400 && end->points[1] >= 32600);
    jg_game_close(&g);
}

/* A pass may be typed in any language. */
static void test_words_for_a_pass(void **state) {
    static const char *const WORDS[] = {"pass", "PASS", "passe", "passar", "paso", "Pase", "pasar"};
    static const char *const OTHERS[] = {"", "pas", "passa r", "paso pase", "passes"};
    struct jg_game g;
    union jg_state s;
    jg_move move;
    (void)state;
    open_spec(&g, "domino");
    assert_int_equal(
        jg_parse(&g,
                 "45-50 1 1* 11/22.33/00/45 6-6 6-5@1 5-3@1 6-4@2 4-3@1 4-0@2 4-4@1 6-0@2 6-2@2 4-1@1 2-0@2 5-0@2 "
                 "2-1@1 5-2@1 6-3@3 3-1@3 5-1@2 pass 6-1@2 5-5@1 1-0@3 3-0@3 3-2@3 4-2@3 pass pass",
                 &s, NULL),
        JG_OK);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        assert_int_equal(g.kind->parse_move(&g, &s, WORDS[i], &move, NULL), JG_OK);
        assert_int_equal(move, JG_DOMINO_PASS);
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_int_equal(g.kind->parse_move(&g, &s, OTHERS[i], &move, NULL), JG_EINPUT);
    jg_game_close(&g);
}

/* ---- Descriptions -------------------------------------------------------------------------- */

/* A view describes the end of a round without the points of hidden hands. */
static void test_describe_move_of_a_view(void **state) {
    static const struct {
        const char *position, *move, *seen, *all, *portuguese;
    } ENDS[] = {
        {"40-10 1 1* 00/05/55/33.44 6-6 6-0@1 2-0@1 6-5@2 6-3@3 6-2@4 4-2@4 2-2@1 6-4@4 5-1@2 3-0@3 3-2@1 4-1@2 4-3@2 "
         "3-1@2 4-0@3 5-3@1 1-1@2 5-4@3 1-0@2 5-2@3 6-1@4 2-1@4 pass",
         "0-0@2", "plays 0-0 on arm 2 (sum 9); goes out on a double: 20",
         "plays 0-0 on arm 2 (sum 9); goes out on a double: 20, garage 15",
         "joga 0-0 no braço 2 (soma 9); batida de carroça: 20, garagem 15"},
        {"85-225 3 2 05.23/00/22.33/03.06.25 6-6 6-2@1 6-4@2 4-0@2 6-3@3 2-1@1 5-3@3 3-1@1 2-0@2 4-3@1 5-5@3 5-4@3 "
         "6-5@4 4-4@3 4-1@3 4-2@2 1-1@3 5-1@4 pass 6-1@4 1-0@3 pass",
         "6-0@3", "plays 6-0 on arm 3 (sum 20): 20 points; locked",
         "plays 6-0 on arm 3 (sum 20): 20 points; locked, 20 pips to 10: 20 points for East and West",
         "joga 6-0 no braço 3 (soma 20): 20 pontos; jogo trancado, 20 pontos na mão contra 10: 20 pontos para Leste e "
         "Oeste"},
    };
    struct jg_game g;
    (void)state;
    open_spec(&g, "domino");
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        union jg_state s, view;
        jg_move move;
        char words[256];
        struct jg_text t;
        assert_int_equal(jg_parse(&g, ENDS[i].position, &s, NULL), JG_OK);
        assert_int_equal(g.kind->parse_move(&g, &s, ENDS[i].move, &move, NULL), JG_OK);
        jg_view(&g, &s, jg_turn(&g, &s), &view);
        jg_text_init(&t, words, sizeof words);
        g.kind->describe_move(&g, &view, move, JG_EN, &t);
        assert_string_equal(words, ENDS[i].seen);
        jg_text_init(&t, words, sizeof words);
        g.kind->describe_move(&g, &s, move, JG_EN, &t);
        assert_string_equal(words, ENDS[i].all);
        jg_text_init(&t, words, sizeof words);
        g.kind->describe_move(&g, &s, move, PORTUGUESE, &t);
        assert_string_equal(words, ENDS[i].portuguese);
    }
    jg_game_close(&g);
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static void check_picture(const char *position, const char *expected) {
    struct jg_game g;
    union jg_state s;
    struct jg_error err = {0};
    struct jg_style plain = {.lang = JG_EN, .seat = 0};
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    open_spec(&g, "domino");
    if (jg_parse(&g, position, &s, &err)) fail_msg("%s: %s", position, err.message);
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    g.kind->show(&g, &s, &plain, &t);
    assert_string_equal(picture, expected);
    free(picture);
    jg_game_close(&g);
}

static void test_pictures(void **state) {
    (void)state;
    check_picture("0-30 1 3* 00.02.03.04.22.34.44/?6/?5/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3",
                  "Round 1: South and North 0, East and West 30 (to 200)\n"
                  "\n"
                  "                        @3\n"
                  "                      [4/6]\n"
                  "                @1 5|6 6|6 6|3 3|1 @2\n"
                  "                        @4\n"
                  "\n"
                  "Ends: 5 + 1 + 4 = 10\n"
                  "\n"
                  "> South   7  0-0 2-0 3-0 4-0@3 2-2 4-3@3 4-4@3\n"
                  "  East    6 \n"
                  "  North   5 \n"
                  "  West    5 \n");
    check_picture("75-10 1 1* -/05/55/33.44 6-6 6-0@1 2-0@1 6-5@2 6-3@3 6-2@4 4-2@4 2-2@1 6-4@4 5-1@2 3-0@3 3-2@1 "
                  "4-1@2 4-3@2 3-1@2 4-0@3 5-3@1 1-1@2 5-4@3 1-0@2 5-2@3 6-1@4 2-1@4 pass 0-0@2",
                  "Round 1: South and North 75, East and West 10 (to 200)\n"
                  "\n"
                  "                       2/5 \n"
                  "                       5/4 \n"
                  "                       +2  \n"
                  "                       3/6 \n"
                  "   5|3 3|2 2|2 2|0 0|6 6|6 6|5 +4  1|1 1|0[0|0]  \n"
                  "                       6/2 \n"
                  "                       +2  \n"
                  "                       6/1 \n"
                  "                       1/2 \n"
                  "\n"
                  "@2: 6-5 5-1 1-4 4-3 3-1 1-1 1-0 0-0\n"
                  "@3: 6-3 3-0 0-4 4-5 5-2\n"
                  "@4: 6-2 2-4 4-6 6-1 1-2\n"
                  "Ends: 5 + 0 + 2 + 2 = 9\n"
                  "South goes out on a double: 20\n"
                  "Pips left: 10 to 19: a garage of 15 for South and North\n"
                  "South opens the next round\n"
                  "\n"
                  "  South   0  = 0\n"
                  "  East    1  5-0 = 5\n"
                  "  North   1  5-5 = 10\n"
                  "  West    2  3-3 4-4 = 14\n");
    check_picture("0-0 1 3* ?7/?7/00.11.13.15.45.55.66/?7", "Round 1: South and North 0, East and West 0 (to 200)\n"
                                                            "\n"
                                                            "North opens with 6-6\n"
                                                            "\n"
                                                            "  South   7 \n"
                                                            "  East    7 \n"
                                                            "> North   7  0-0 1-1 3-1 5-1 5-4 5-5 6-6*\n"
                                                            "  West    7 \n");
    check_picture("45-80 1 1* 11/?2/?1/?1 6-6 6-5@1 5-3@1 6-4@2 4-3@1 4-0@2 4-4@1 6-0@2 6-2@2 4-1@1 2-0@2 5-0@2 2-1@1 "
                  "5-2@1 6-3@3 3-1@3 5-1@2 pass 6-1@2 5-5@1 1-0@3 3-0@3 3-2@3 4-2@3 pass pass pass",
                  "Round 1: South and North 45, East and West 80 (to 200)\n"
                  "\n"
                  "                        @3\n"
                  "                      [4/2]\n"
                  "                       2/3 \n"
                  "                       +3  \n"
                  "                       3/6 \n"
                  "@1 5|5 5|2 2|1 +4  5|6 6|6 6|4 +4  0|5 5|1 1|6 @2\n"
                  "                        @4\n"
                  "\n"
                  "@1: 6-5 5-3 3-4 4-4 4-1 1-2 2-5 5-5\n"
                  "@2: 6-4 4-0 0-6 6-2 2-0 0-5 5-1 1-6\n"
                  "@3: 6-3 3-1 1-0 0-3 3-2 2-4\n"
                  "Ends: 10 + 6 + 4 = 20\n"
                  "Passes since the last tile: 3\n"
                  "\n"
                  "  South   1  1-1  has no 4 5 6\n"
                  "  East    2   has no 1 4 5 6\n"
                  "  North   1   has no 4 5 6\n"
                  "> West    1 \n");
}

/* The caption of an opening or a forced pass depends on the visible hand and on the rule for hands without doubles. */
static void test_openings(void **state) {
    static const struct {
        const char *spec, *position, *line;
    } OPENINGS[] = {
        {"domino", "20-0 2 1 01.02.03.04.05.06.66/?7/?7/?7", "\nSouth opens with a double\n"},
        {"domino", "20-0 2 1 01.02.03.04.05.06.12/?7/?7/?7", "\nSouth has no double and must pass\n"},
        {"domino", "20-0 2 2 01.02.03.04.05.06.12/?7/?7/?7", "\nEast opens with a double, or passes\n"},
        {"domino", "0-0 1 4* 00.01.02.11.12.22.33/?7/?7/?6 6-6", "\nSouth has no tile that fits and must pass\n"},
        {"domino:nodbl=free", "20-0 2 1 01.02.03.04.05.06.66/?7/?7/?7", "\nSouth opens with a double\n"},
        {"domino:nodbl=free", "20-0 2 1 01.02.03.04.05.06.12/?7/?7/?7",
         "\nSouth has no double and opens with any tile\n"},
        {"domino:nodbl=free", "20-0 2 2 01.02.03.04.05.06.12/?7/?7/?7",
         "\nEast opens with a double, or with any tile without one\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof OPENINGS / sizeof *OPENINGS; i++) {
        struct jg_game g;
        union jg_state s;
        struct jg_style plain = {.lang = JG_EN, .seat = 0};
        char *picture = malloc(JG_PICTURE_MAX);
        struct jg_text t;
        open_spec(&g, OPENINGS[i].spec);
        assert_int_equal(jg_parse(&g, OPENINGS[i].position, &s, NULL), JG_OK);
        jg_text_init(&t, picture, JG_PICTURE_MAX);
        g.kind->show(&g, &s, &plain, &t);
        if (!strstr(picture, OPENINGS[i].line)) fail_msg("not%sbut:\n%s", OPENINGS[i].line, picture);
        free(picture);
        jg_game_close(&g);
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void test_json(void **state) {
    static const char position[] = "0-30 1 3* 00.02.03.04.22.34.44/?6/?5/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3";
    static const char expected[] =
        "{\"announced\":false,\"arms\":[{\"end\":5,\"tiles\":[{\"halves\":[6,5],\"place\":1,\"seat\":3}]"
        ",\"worth\":5},{\"end\":1,\"tiles\":[{\"halves\":[6,3],\"place\":2,\"seat\":1},{\"halves\":[3,1]"
        ",\"place\":3,\"seat\":2}],\"worth\":1},{\"end\":4,\"tiles\":[{\"halves\":[6,4],\"place\":4,\"se"
        "at\":3}],\"worth\":4},{\"end\":6,\"tiles\":[],\"worth\":0}],\"end\":null,\"hands\":[[[0,0],[2,0"
        "],[3,0],[4,0],[2,2],[4,3],[4,4]],null,null,null],\"history\":[{\"move\":\"6-6\",\"points\":[0,0"
        "],\"seat\":2},{\"move\":\"6-5@1\",\"points\":[0,0],\"seat\":3},{\"move\":\"pass\",\"points\":[0"
        ",20],\"seat\":0},{\"move\":\"6-3@2\",\"points\":[0,0],\"seat\":1},{\"move\":\"3-1@2\",\"points"
        "\":[0,0],\"seat\":2},{\"move\":\"6-4@3\",\"points\":[0,10],\"seat\":3}],\"lacks\":[[5,6],[],[],"
        "[]],\"left\":[7,6,5,5],\"next\":null,\"no_double\":[false,false,false,false],\"open\":[1,4,5,6]"
        ",\"opener\":2,\"opening\":{\"halves\":[6,6],\"place\":0,\"seat\":2},\"passes\":0,\"points\":[0,"
        "30],\"round\":1,\"rounds\":0,\"scored\":[0,30],\"sena\":false,\"sum\":10,\"target\":200}";
    struct jg_game g;
    union jg_state s;
    (void)state;
    open_spec(&g, "domino");
    assert_int_equal(jg_parse(&g, position, &s, NULL), JG_OK);
    json_t *board = g.kind->json(&g, &s);
    char *text = json_dumps(board, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, expected);
    free(text);
    json_decref(board);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_positions_come_back),
        cmocka_unit_test(test_many_points),   cmocka_unit_test(test_describe_move_of_a_view),
        cmocka_unit_test(test_pictures),      cmocka_unit_test(test_openings),
        cmocka_unit_test(test_json),          cmocka_unit_test(test_words_for_a_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
