/* Adjudication: which evaluations end a game, and that adjudicated results are those of the games played to their end. */
#include "test.h"

#include "arena/contest.h"
#include "game/sgf.h"
#include "search/endgame.h"

/* ---- Rules, with agents whose evaluations are given ------------------------------------------- */

static const struct jg_evaluator HUNDREDTHS = {.name = "hundredths", .unit = 100, .odds = 100};
static const struct jg_evaluator OWN_POINTS = {.name = "points", .unit = 1, .odds = 100};
static const struct jg_evaluator CHANCES = {.name = "chances", .unit = 1, .chance = true};

enum { SILENT = 7777777 }; /* a decision without an evaluation */

enum { VALUES = 16 };

struct script {
    const struct jg_evaluator *by;
    int32_t values[VALUES]; /* of the moves in turn; 0 at the end repeats the last one */
};

struct speaker {
    const struct script *script;
    int asked;
};

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct speaker *s = a->data;
    const int32_t *values = s->script->values;
    jg_move moves[JG_MOVES_MAX];
    int i = s->asked++ < VALUES ? s->asked - 1 : VALUES - 1;
    (void)err;
    jg_moves(a->game, query->view, moves);
    report->move = moves[0];
    while (i > 0 && !values[i]) i--;
    report->by = values[i] == SILENT ? NULL : s->script->by;
    report->value = values[i] == SILENT ? 0 : values[i];
    return JG_OK;
}

static const struct jg_agent_kind SCRIPTED = {.name = "scripted", .summary = "evaluates by a script", .choose = choose};

static void play(const struct jg_game *g, const struct script scripts[2], const struct jg_adjudication *rules,
                 struct jg_record *r) {
    struct speaker speakers[2] = {{.script = &scripts[0]}, {.script = &scripts[1]}};
    struct jg_agent agents[2];
    for (int i = 0; i < 2; i++) agents[i] = (struct jg_agent){.kind = &SCRIPTED, .game = g, .data = &speakers[i]};
    struct jg_arena_game game = {.game = g, .seats = {&agents[0], &agents[1]}, .adjudication = rules};
    assert_int_equal(jg_arena_play(&game, r, NULL, NULL), JG_OK);
}

struct rule_case {
    const char *resign, *draw;
    struct script scripts[2];
    int plies; /* after which the game is adjudicated; -1: it is played to its end */
    int32_t score;
};

#define LOG19 294 /* evaluation of 95 % with odds of 100 */

static const struct rule_case CASES[] = {
    /* both agree three times that the first wins: after the third move of the second */
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-300}}}, 6, 1},
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {-300}}, {&HUNDREDTHS, {300}}}, 6, -1},
    {"movecount=1,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-300}}}, 2, 1},
    /* one side alone does not decide, whatever it says: the other sees less, the contrary, or reports nothing */
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-200}}}, -1, 0},
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {300}}}, -1, 0},
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {JG_WIN}}, {&HUNDREDTHS, {SILENT}}}, -1, 0},
    {"movecount=1,score=95%", "", {{NULL, {SILENT}}, {&HUNDREDTHS, {-JG_WIN}}}, -1, 0},
    /* the moves must be consecutive: other evaluations, and decisions without one, begin again */
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-300, -300, -10, -300}}}, 12, 1},
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-300, -300, SILENT, -300}}}, 12, 1},
    {"movecount=3,score=95%", "", {{&HUNDREDTHS, {-300, 300}}, {&HUNDREDTHS, {300, -300}}}, 8, 1},
    /* the threshold itself is enough */
    {"movecount=2,score=3", "", {{&HUNDREDTHS, {300}}, {&HUNDREDTHS, {-300}}}, 4, 1},
    {"movecount=2,score=3", "", {{&HUNDREDTHS, {299}}, {&HUNDREDTHS, {-300}}}, -1, 0},
    {"movecount=2,score=95%", "", {{&HUNDREDTHS, {LOG19 + 1}}, {&HUNDREDTHS, {-LOG19 - 1}}}, 4, 1},
    {"movecount=2,score=95%", "", {{&HUNDREDTHS, {LOG19}}, {&HUNDREDTHS, {-LOG19}}}, -1, 0},
    /* chances and an evaluator's own points are no scores, but any unit gives a chance, and a proof is enough for both */
    {"movecount=2,score=3", "", {{&OWN_POINTS, {900}}, {&HUNDREDTHS, {-900}}}, -1, 0},
    {"movecount=2,score=3", "", {{&CHANCES, {9900}}, {&HUNDREDTHS, {-900}}}, -1, 0},
    {"movecount=2,score=95%", "", {{&OWN_POINTS, {900}}, {&CHANCES, {-9900}}}, 4, 1},
    {"movecount=2,score=3", "", {{&OWN_POINTS, {JG_WIN}}, {&CHANCES, {-JG_WIN}}}, 4, 1},
    /* draws */
    {"", "movecount=3,score=1", {{&HUNDREDTHS, {90}}, {&HUNDREDTHS, {90}}}, 6, 0},
    {"", "movenumber=5,movecount=3,score=1", {{&HUNDREDTHS, {90}}, {&HUNDREDTHS, {-90}}}, 10, 0},
    {"", "movecount=3,score=5%", {{&CHANCES, {1000}}, {&CHANCES, {-1000}}}, 6, 0},
    {"", "movecount=3,score=5%", {{&CHANCES, {1001}}, {&CHANCES, {-1001}}}, -1, 0},
    {"", "movecount=1,score=5%", {{&CHANCES, {1}}, {NULL, {SILENT}}}, -1, 0},
    {"movecount=3,score=1", "movecount=3,score=1", {{&HUNDREDTHS, {90}}, {&HUNDREDTHS, {-300}}}, -1, 0},
};

static void test_rules(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "coins:n=40,take=2");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const struct rule_case *c = &CASES[i];
        struct jg_adjudication rules = {0};
        struct jg_record r = {0};
        struct jg_error err = {0};
        if (c->resign[0] && jg_adjudication_parse_resign(&rules, c->resign, &err)) fail_msg("%s", err.message);
        if (c->draw[0] && jg_adjudication_parse_draw(&rules, c->draw, &err)) fail_msg("%s", err.message);
        play(&g, c->scripts, &rules, &r);
        if (r.adjudicated != (c->plies >= 0) || (c->plies >= 0 && (r.count != c->plies || r.verdict != c->score)))
            fail_msg("case %zu: %d plies, adjudicated %d, score %d", i, r.count, r.adjudicated, r.verdict);
        assert_int_equal(jg_record_turn(&r), JG_OVER);
        if (r.adjudicated) {
            assert_int_equal(jg_record_score(&r, 0), c->score);
            assert_int_equal(jg_record_score(&r, 1), -c->score);
            assert_int_equal(jg_adjudication_kind_of(r.reason),
                             c->score ? JG_ADJUDICATION_RESIGN : JG_ADJUDICATION_DRAW);
        }
        jg_record_free(&r);
    }
    jg_game_close(&g);
}

static void test_forced_moves_say_nothing(void **state) {
    (void)state;
    const struct script scripts[2] = {{&HUNDREDTHS, {300, SILENT, 300}}, {&HUNDREDTHS, {-300, SILENT, -300}}};
    struct jg_adjudication rules = {0};
    struct jg_record r = {0};
    assert_int_equal(jg_adjudication_parse_resign(&rules, "movecount=2,score=95%", NULL), JG_OK);
    for (int take = 1; take <= 2; take++) { /* every move is forced; the silence counts */
        struct jg_game g;
        open_spec(&g, take == 1 ? "coins:n=40,take=1" : "coins:n=40,take=2");
        play(&g, scripts, &rules, &r);
        assert_true(r.adjudicated && r.count == (take == 1 ? 6 : 8));
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

static void test_bad_rules(void **state) {
    (void)state;
    static const char *const RESIGN[] = {"",         "3",         "movecount=3",           "score=x",   "score=-1",
                                         "score=0",  "score=50%", "movecount=0,score=95%", "score=1%%", "score=101%",
                                         "score=1e", "score=",    "movenumber=3,score=2",  "score=%"};
    static const char *const DRAW[] = {"", "score=50%", "score=-1", "movecount=-1,score=1", "score=inf", "score=nan"};
    struct jg_adjudication rules = {0};
    for (size_t i = 0; i < sizeof RESIGN / sizeof *RESIGN; i++)
        if (!jg_adjudication_parse_resign(&rules, RESIGN[i], NULL)) fail_msg("accepted resign '%s'", RESIGN[i]);
    for (size_t i = 0; i < sizeof DRAW / sizeof *DRAW; i++)
        if (!jg_adjudication_parse_draw(&rules, DRAW[i], NULL)) fail_msg("accepted draw '%s'", DRAW[i]);
    assert_false(jg_adjudication_is_on(&rules));
}

/* ---- Real agents: the same games, adjudicated and played to their end ------------------------- */

struct comparison {
    int games, adjudicated, same_score, same_result;
};

/* Plays games twice. The adjudicated game must be the beginning of the whole one. */
static struct comparison compare(const struct jg_game *g, const char *spec, const struct jg_adjudication *rules,
                                 int games) {
    struct comparison out = {.games = games};
    struct jg_record whole = {0}, cut = {0};
    struct jg_agent agents[2];
    for (int i = 0; i < 2; i++) assert_int_equal(jg_agent_open(&agents[i], g, spec, NULL), JG_OK);
    struct jg_arena_game game = {.game = g, .seats = {&agents[0], &agents[1]}, .seeding = jg_seeding_of(1)};
    game.opening = jg_opening_default(g);
    for (int i = 0; i < games; i++) {
        game.deal = (uint64_t)i;
        for (int k = 0; k < 2; k++) {
            for (int seat = 0; seat < 2; seat++)
                if (agents[seat].kind->forget) agents[seat].kind->forget(&agents[seat]);
            game.adjudication = k ? rules : NULL;
            assert_int_equal(jg_arena_play(&game, k ? &cut : &whole, NULL, NULL), JG_OK);
        }
        assert_true(cut.count <= whole.count && !whole.adjudicated);
        assert_memory_equal(cut.moves, whole.moves, (size_t)cut.count * sizeof *cut.moves);
        int32_t a = jg_record_score(&whole, 0), b = jg_record_score(&cut, 0);
        out.adjudicated += cut.adjudicated;
        out.same_score += cut.adjudicated && a == b;
        out.same_result += cut.adjudicated && (a > 0) - (a < 0) == (b > 0) - (b < 0);
    }
    for (int i = 0; i < 2; i++) jg_agent_close(&agents[i]);
    jg_record_free(&whole);
    jg_record_free(&cut);
    return out;
}

/* Agents that play from the database make of a position what the database says, so that adjudication changes nothing but
 * the length of games. */
static void test_databases_are_exact(void **state) {
    (void)state;
    int databases = 0;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_adjudication rules = {0};
        struct jg_error err = {0};
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(i)->name);
        bool has = jg_endgame_available(&g);
        assert_int_equal(!jg_adjudication_use_database(&rules, &g, &err), has);
        if (has) {
            struct comparison c = compare(&g, "ab:depth=4,tt=64k", &rules, test_scaled(200));
            print_message("# %s: %d of %d games adjudicated by the database, %d with the score of the whole game\n",
                          g.kind->name, c.adjudicated, c.games, c.same_score);
            assert_true(c.adjudicated > c.games / 2);
            assert_int_equal(c.same_score, c.adjudicated);
            databases++;
        } else {
            assert_int_equal(err.code, JG_EFIT);
        }
        jg_game_close(&g);
    }
    assert_true(databases > 0);
}

/* The agents agree on a win when it is one. */
static void test_agreement_is_right(void **state) {
    (void)state;
    static const char *const PAIRS[][2] = {{"kalah", "movecount=3,score=97%"}, {"connect4", "movecount=1,score=90%"}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        struct jg_adjudication rules = {0};
        struct jg_game g;
        open_spec(&g, PAIRS[i][0]);
        assert_int_equal(jg_adjudication_parse_resign(&rules, PAIRS[i][1], NULL), JG_OK);
        struct comparison c = compare(&g, "ab:depth=4,tt=64k", &rules, test_scaled(200));
        print_message("# %s: %d of %d games adjudicated, %d with the result of the whole game\n", PAIRS[i][0],
                      c.adjudicated, c.games, c.same_result);
        assert_true(20 * c.same_result >= 19 * c.adjudicated);
        if (c.games >= 100) assert_true(c.adjudicated > 0);
        jg_game_close(&g);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void check_sgf(const struct jg_record *r, const struct jg_tags *tags) {
    struct jg_tags got;
    struct jg_sgf_tree tree;
    struct jg_record read = {.resigned = -1};
    char *text = jg_sgf_write(r, tags);
    const char *at = text;
    assert_non_null(text);
    assert_int_equal(jg_sgf_next(&got, text, &at, &tree, NULL), JG_OK);
    assert_int_equal(jg_sgf_replay(&read, r->game, &got, text, &tree, NULL), JG_OK);
    assert_true(read.adjudicated && read.verdict == r->verdict);
    assert_string_equal(read.reason, r->reason);
    jg_record_free(&read);
    free(text);
}

static void test_records_round_trip(void **state) {
    (void)state;
    static const char *const SPECS[] = {"coins", "loa"};
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_game g;
        struct jg_record r = {0}, read = {0};
        struct jg_tags tags = {.resigned = -1}, got;
        const char *moves;
        open_spec(&g, SPECS[i]);
        snprintf(tags.game, sizeof tags.game, "%s", SPECS[i]);
        assert_int_equal(jg_record_init(&r, &g, NULL, NULL), JG_OK);
        jg_record_adjudicate(&r, -3, "endgame database");
        assert_int_equal(jg_record_turn(&r), JG_OVER);
        char *text = jg_record_write(&r, &tags);
        assert_non_null(text);
        assert_int_equal(jg_tags_read(&got, text, &moves, NULL), JG_OK);
        assert_int_equal(jg_record_replay(&read, &g, &got, text, moves, NULL), JG_OK);
        assert_true(read.adjudicated && read.verdict == -3 && read.resigned < 0);
        assert_string_equal(read.reason, "endgame database");
        if (g.kind->sgf) check_sgf(&r, &tags);
        jg_record_cut(&read, 0); /* taking moves back reopens the game */
        assert_false(read.adjudicated);
        assert_int_not_equal(jg_record_turn(&read), JG_OVER);
        free(text);
        jg_record_free(&r);
        jg_record_free(&read);
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_forced_moves_say_nothing),
        cmocka_unit_test(test_bad_rules),
        cmocka_unit_test(test_databases_are_exact),
        cmocka_unit_test(test_agreement_is_right),
        cmocka_unit_test(test_records_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
