/* Reports: pages are well formed whatever is in them, and their tables say what
 * the data say. */
#include "test.h"

#include "page.h"

#include "report/report.h"

#include <math.h>

/* ---- Reading pages ----------------------------------------------------------------------- */

/* A page as all must be; it asks for nothing from elsewhere and runs no script. */
static void assert_page(const char *page) {
    assert_non_null(page);
    assert_well_formed(page);
    char begin[JG_REPORT_BEGIN + 1];
    snprintf(begin, sizeof begin, "%s", page);
    assert_true(jg_html_begins(begin));
    assert_int_equal(count_of(page, "class=\"scroll\""), count_of(page, "class=\"scroll\" tabindex=\"0\""));
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "href="));
    assert_null(strstr(page, "src="));
    assert_null(strstr(page, "url("));
    assert_null(strstr(page, ">nan"));
    assert_null(strstr(page, "\"nan"));
    assert_null(strstr(page, " nan"));
    assert_null(strstr(page, "inf\""));
    for (const char *p = page; (p = strstr(p, "http")); p++)
        assert_true(!strncmp(p, "http://www.w3.org/2000/svg", 26) || !strncmp(p, "http-equiv", 10));
}

/* The text of a cell of the table of that name, without tags. Rows and columns count from 0. */
static const char *cell(const char *page, const char *table, int row, int column, char out[256]) {
    char label[256];
    struct jg_text t;
    snprintf(label, sizeof label, "aria-label=\"%s\"", table);
    const char *p = strstr(page, label);
    if (!p) fail_msg("no table %s", table);
    p = strstr(p, "<tbody>");
    for (int i = 0; i <= row && p; i++) p = strstr(p, "<tr>") ? strstr(p, "<tr>") + 4 : NULL;
    const char *end = p ? strstr(p, "</tr>") : NULL;
    for (int i = 0; i <= column && p; i++) p = strstr(p, "<td") ? strstr(p, "<td") + 3 : NULL;
    if (!p || p > end) fail_msg("no cell %d, %d in %s", row, column, table);
    jg_text_init(&t, out, 256);
    for (p = strchr(p, '>') + 1; strncmp(p, "</td>", 5);) {
        if (*p == '<')
            p = strchr(p, '>') + 1;
        else
            jg_text_char(&t, *p++);
    }
    return out;
}

/* The number in such a cell, as English writes it. */
static double number(const char *page, const char *table, int row, int column) {
    char text[256], plain[256];
    struct jg_text t;
    cell(page, table, row, column, text);
    jg_text_init(&t, plain, sizeof plain);
    for (const char *p = text; *p; p++) {
        if (!strncmp(p, "−", strlen("−"))) {
            jg_text_char(&t, '-');
            p += strlen("−") - 1;
        } else if (*p != ',') {
            jg_text_char(&t, *p);
        }
    }
    return strtod(plain, NULL);
}

static void assert_number(const char *page, const char *table, int row, int column, double expected, double within) {
    double x = number(page, table, row, column);
    if (!(fabs(x - expected) <= within + 1e-9))
        fail_msg("%s %d, %d: %g instead of %g", table, row, column, x, expected);
}

/* ---- Contests --------------------------------------------------------------------------------------- */

static const struct jg_setting_line LINES[] = {{"Seed", "<3 & \"4\">"}, {"command", "jogada match 'a<b' & c"}};

/* Made-up standings of n players whose every number is known. */
static void make_standings(struct jg_standings *s, int n, int pairs, bool all_won) {
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 5);
    *s = (struct jg_standings){.players = n, .tallies = calloc((size_t)(n * n), sizeof *s->tallies)};
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int i = 0; i < pairs; i++) {
                int32_t first = all_won ? 3 : (int32_t)jg_rng_below(&rng, 9) - 4, second = all_won ? 1 : first - 1;
                jg_tally_add(&s->tallies[a * n + b], first, second);
                s->lengths[20 + i % 30] += 2;
                s->games += 2;
                s->seconds[a] += 0.5;
                s->seconds[b] += 0.25;
            }
}

static void name_players(struct jg_player *players, int n, const char *format) {
    for (int i = 0; i < n; i++) {
        players[i] = (struct jg_player){0};
        snprintf(players[i].name, JG_SPEC_MAX, format, i + 1);
    }
}

static void test_match(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player players[2];
    struct jg_standings s;
    struct jg_sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    open_spec(&g, "coins");
    name_players(players, 2, "a<%d>,b&\"c'");
    make_standings(&s, 2, 60, false);
    s.forfeits[1] = 7;
    struct jg_contest c = {.game = &g, .players = players, .player_count = 2, .pairs = 60, .seed = 5, .sprt = &sprt};
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        char *page = jg_html_tournament(&c, &s, NULL, LINES, 2, lang);
        assert_page(page);
        assert_null(strstr(page, "a<1>"));
        assert_non_null(strstr(page, "a&lt;1&gt;,<wbr/>b&amp;&quot;c&#39;"));
        assert_non_null(strstr(page, "<code>jogada match &#39;a&lt;b&#39; &amp; c</code>"));
        assert_non_null(strstr(page, "&lt;3 &amp; &quot;4&quot;&gt;"));
        if (lang == JG_EN) {
            const struct jg_tally *t = &s.tallies[1];
            struct jg_tally_score score;
            struct jg_sprt_state test;
            char words[64];
            jg_tally_score(t, &score);
            jg_sprt(&sprt, t, &test);
            double points = (double)t->wins + (double)t->draws / 2;
            const double expected[2][9] = {{(double)t->wins, (double)t->draws, (double)t->losses, points,
                                            100 * points / 120, t->margin / 120, 30, 250, 0},
                                           {(double)t->losses, (double)t->draws, (double)t->wins, 120 - points,
                                            100 - 100 * points / 120, -t->margin / 120, 15, 125, 7}};
            for (int row = 0; row < 2; row++)
                for (int i = 0; i < 9; i++)
                    assert_number(page, "Results", row, i + 1, expected[row][i], i == 4 ? 0.05 : i == 5 ? 0.005 : 0);
            const double state_of[] = {0, 10, 0.05, 0.05, test.llr, test.lower, test.upper};
            for (int i = 0; i < 7; i++) assert_number(page, "Test state", 0, i, state_of[i], 0.005);
            snprintf(words, sizeof words, "<dd class=\"value\">%.1f %%</dd>", 100 * score.share);
            assert_non_null(strstr(page, words));
            snprintf(words, sizeof words, "95 %%: %.1f %% to %.1f %%", 100 * score.low, 100 * score.high);
            assert_non_null(strstr(page, words));
            for (int i = 0; i < JG_PAIR_SCORES; i++) {
                snprintf(words, sizeof words, ">%llu (%.1f %%)<", (unsigned long long)t->pairs[i],
                         100 * (double)t->pairs[i] / 60);
                assert_non_null(strstr(page, words));
            }
        } else if (lang == PORTUGUESE) {
            assert_null(strstr(page, "Results"));
            assert_non_null(strstr(page, "Vitórias"));
        }
        free(page);
    }
    jg_standings_free(&s);
    jg_game_close(&g);
}

/* People read names; agents that differ in an option only are told apart by it. Specs are tooltips and a column. */
static void test_names_of_agents(void **state) {
    (void)state;
    static const char *const SPECS[] = {"ab:depth=2,tt=64k", "ab:depth=4,tt=64k", "random", "negamax"};
    static const char *const NAMES[] = {"ab, depth 2", "ab, depth 4", "Computer, beginner", "negamax"};
    struct jg_game g;
    struct jg_player players[4] = {{0}};
    char text[256], words[256];
    open_spec(&g, "coins");
    for (int i = 0; i < 4; i++) snprintf(players[i].name, JG_SPEC_MAX, "%s", SPECS[i]);
    for (int n = 2; n <= 4; n += 2) {
        struct jg_standings s;
        make_standings(&s, n, 10, true); /* the earlier a player the better */
        struct jg_contest c = {.game = &g, .players = players, .player_count = n, .pairs = 10};
        char *page = jg_html_tournament(&c, &s, NULL, NULL, 0, JG_EN);
        assert_page(page);
        for (int i = 0; i < n; i++) {
            assert_string_equal(cell(page, n == 2 ? "Results" : "Ratings", i, n == 2 ? 0 : 1, text), NAMES[i]);
            assert_string_equal(cell(page, "Players", i, 0, text), NAMES[i]);
            assert_string_equal(cell(page, "Players", i, 1, text), SPECS[i]);
            snprintf(words, sizeof words, " title=\"%s\"", SPECS[i]);
            int tooltips = (int)count_of(page, words), named = strcmp(SPECS[i], NAMES[i]) != 0;
            assert_int_equal(tooltips, n == 2 ? 1 : 3 * named); /* results; ratings, differences, cross table */
            if (strchr(SPECS[i], ':')) assert_int_equal((int)count_of(page, "depth=") / 2, tooltips + 1);
        }
        if (n == 2) assert_non_null(strstr(page, "ab, depth 2 against ab, depth 4"));
        free(page);
        jg_standings_free(&s);
    }
    jg_game_close(&g);
}

/* A match of two, a and b, by its pairs without draws. */
static char *page_of(const uint64_t pairs[3], const struct jg_sprt *sprt, const struct jg_student *student,
                     jg_lang lang) {
    struct jg_game g;
    struct jg_player players[2];
    static const char *const names[] = {"first one", "second one"};
    struct jg_tally tallies[4] = {{0}};
    open_spec(&g, "coins");
    for (int i = 0; i < 2; i++) {
        players[i] = (struct jg_player){0};
        snprintf(players[i].name, JG_SPEC_MAX, "%s", names[i]);
    }
    for (int i = 0; i < 3; i++)
        for (uint64_t n = 0; n < pairs[i]; n++) jg_tally_add(&tallies[1], i ? 1 : -1, i == 2 ? 1 : -1);
    struct jg_standings s = {
        .players = 2, .tallies = tallies, .games = jg_tally_games(&tallies[1]), .lengths = {[9] = 2}};
    struct jg_contest c = {.game = &g, .players = players, .player_count = 2, .pairs = 1000, .sprt = sprt};
    char *page = jg_html_tournament(&c, &s, student, NULL, 0, lang);
    assert_page(page);
    jg_game_close(&g);
    return page;
}

/* The first sentence of a page, which says what came out. */
static void assert_lead(const char *page, const char *sentence) {
    const char *lead = strstr(page, "<p class=\"lead\">");
    assert_non_null(lead);
    lead += strlen("<p class=\"lead\">");
    if (strncmp(lead, sentence, strlen(sentence)) || strncmp(lead + strlen(sentence), "</p>", 4))
        fail_msg("%.*s", (int)strcspn(lead, "<"), lead);
    assert_int_equal(count_of(page, "class=\"lead\""), 1);
}

/* A player is called stronger only if the p-value says so: the examples of docs/statistics.md, and one whose interval
 * would say otherwise. */
static void test_who_is_stronger(void **state) {
    (void)state;
    static const struct {
        uint64_t pairs[3];
        const char *lead;
    } cases[] = {
        {{8, 72, 20}, "Stronger: first one, with 56.0 % of the points."},
        {{20, 72, 8}, "Stronger: second one, with 56.0 % of the points."},
        {{40, 8, 52}, "No significant difference: 56.0 % of the points for first one."},
        {{52, 8, 40}, "No significant difference: 56.0 % of the points for second one."},
        {{0, 0, 5}, "No significant difference: 100.0 % of the points for first one."}, /* p = 1/16 */
        {{0, 0, 6}, "Stronger: first one, with 100.0 % of the points."},                /* 1/32 */
        {{0, 0, 0}, "No pair of games was finished."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *page = page_of(cases[i].pairs, NULL, NULL, JG_EN);
        assert_lead(page, cases[i].lead);
        assert_null(strstr(page, "fixed length"));
        free(page);
    }
}

/* With a sequential test the page begins with its verdict, which names the nearer strength first. */
static void test_sprt_verdicts(void **state) {
    (void)state;
    static const struct jg_sprt sprt = {.elo0 = -2.5, .elo1 = 47.25, .alpha = 0.0005, .beta = 0.000001};
    static const struct {
        uint64_t pairs[3];
        const char *lead;
    } cases[] = {
        {{10, 300, 200}, "Accepted: the first player is closer to +47.25 than to −2.5 Elo."},
        {{200, 300, 10}, "Rejected: the first player is closer to −2.5 than to +47.25 Elo."},
        {{3, 4, 3}, "Undecided: whether the first player is closer to +47.25 than to −2.5 Elo."},
        {{0, 0, 0}, "No pair of games was finished."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *page = page_of(cases[i].pairs, &sprt, NULL, JG_EN);
        assert_lead(page, cases[i].lead);
        assert_non_null(strstr(page, "p-value and the intervals assume a match of fixed length"));
        assert_number(page, "Test state", 0, 2, 0.0005, 0);
        assert_number(page, "Test state", 0, 3, 0.000001, 0);
        free(page);
    }
}

static void test_classical_tests(void **state) {
    (void)state;
    static const struct jg_student student = {
        .simulations = 10, .games = 5000, .mean = 2485.8, .deviation = 7.53, .t = -5.96, .p_value = 0.0002};
    char words[256];
    char *page = page_of((uint64_t[]){8, 72, 20}, NULL, NULL, JG_EN); /* 112 won, 88 lost */
    assert_number(page, "Classical tests", 0, 2, 2.88, 0);            /* 24 * 24 / 200 */
    assert_number(page, "Classical tests", 0, 3, 1, 0);
    assert_number(page, "Classical tests", 0, 4, 0.090, 0);
    assert_null(strstr(page, "Student"));
    free(page);
    page = page_of((uint64_t[]){8, 72, 20}, NULL, &student, JG_EN);
    assert_string_equal(cell(page, "Classical tests", 1, 1, words),
                        "points in 10 simulations of 5,000 games: mean 2,485.80, deviation 7.53");
    assert_number(page, "Classical tests", 1, 2, -5.96, 0);
    assert_number(page, "Classical tests", 1, 3, 9, 0);
    assert_string_equal(cell(page, "Classical tests", 1, 4, words), "&lt; 0.001");
    free(page);
    page = page_of((uint64_t[]){0, 0, 0}, NULL, NULL, PORTUGUESE);
    assert_string_equal(cell(page, "Testes clássicos", 0, 2, words), "–");
    assert_null(strstr(page, "lance")); /* plies are called by one word */
    free(page);
}

/* Every number of a tournament's tables, whatever the order of the ranks. */
static void test_tournament(void **state) {
    (void)state;
    enum { N = 7, PAIRS = 40 };
    struct jg_game g;
    struct jg_player players[N];
    struct jg_standings s;
    struct jg_ratings r;
    double before = INFINITY;
    int player_at[N];
    open_spec(&g, "tictactoe");
    name_players(players, N, "p%d");
    make_standings(&s, N, PAIRS, false);
    s.forfeits[3] = 2;
    struct jg_contest c = {.game = &g, .players = players, .player_count = N, .pairs = PAIRS};
    char *page = jg_html_tournament(&c, &s, NULL, NULL, 0, JG_EN), name[256];
    assert_page(page);
    assert_true(jg_ratings(N, s.tallies, NULL, &r));
    for (int rank = 0; rank < N; rank++) {
        int p = atoi(cell(page, "Ratings", rank, 1, name) + 1) - 1;
        struct jg_tally t = jg_standings_of(&s, p);
        double games = 2 * PAIRS * (N - 1), points = (double)t.wins + (double)t.draws / 2;
        const double expected[] = {r.elo[p],        r.error[p],           games,
                                   points,          100 * points / games, (double)t.wins,
                                   (double)t.draws, (double)t.losses,     t.margin / games};
        assert_number(page, "Ratings", rank, 0, rank + 1, 0);
        for (size_t i = 0; i < 9; i++)
            assert_number(page, "Ratings", rank, (int)i + 2, expected[i],
                          i < 2    ? 0.5
                          : i == 4 ? 0.05
                          : i == 8 ? 0.005
                                   : 0);
        assert_number(page, "Ratings", rank, 11, 1000 * s.seconds[p] / games, 0.5); /* milliseconds */
        assert_number(page, "Ratings", rank, 12, p == 3 ? 2 : 0, 0);
        assert_true(r.elo[p] <= before);
        before = r.elo[p];
        player_at[rank] = p;
    }
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++) {
            if (row == column) continue;
            struct jg_tally t = jg_standings_between(&s, player_at[row], player_at[column]);
            char words[256], expected[64];
            snprintf(expected, sizeof expected, "%.1f/%d", (double)t.wins + (double)t.draws / 2, 2 * PAIRS);
            assert_string_equal(cell(page, "Cross table", row, column + 2, words), expected);
            double likelihood = jg_ratings_superior(&r, N, player_at[row], player_at[column]);
            if (likelihood > 0.001 && likelihood < 0.999)
                assert_number(page, "Likelihood of superiority", row, column + 4, 100 * likelihood, 0.05);
        }
    for (int row = 0; row + 1 < N; row++) {
        int p = player_at[row], next = player_at[row + 1];
        assert_number(page, "Likelihood of superiority", row, 2, r.elo[p] - r.elo[next], 0.5);
        assert_number(page, "Likelihood of superiority", row, 3, r.between[p * N + next], 0.5);
    }
    free(page);
    c.anchor = &(struct jg_anchor){.player = 2, .elo = 1500};
    page = jg_html_tournament(&c, &s, NULL, NULL, 0, JG_EN);
    assert_non_null(strstr(page, "Elo relative to p3, which has +1,500"));
    for (int rank = 0; rank < N; rank++) {
        int p = player_at[rank];
        assert_number(page, "Ratings", rank, 2, 1500 + r.elo[p] - r.elo[2], 0.5);
        assert_number(page, "Ratings", rank, 3, r.between[p * N + 2], 0.5);
    }
    free(page);
    jg_ratings_free(&r);
    jg_standings_free(&s);
    jg_game_close(&g);
}

static void test_odd_contests(void **state) {
    (void)state;
    struct jg_game g;
    static struct jg_player players[JG_PLAYERS_MAX];
    static const int SIZES[] = {2, 3, JG_PLAYERS_MAX};
    open_spec(&g, "kalah");
    name_players(players, JG_PLAYERS_MAX, "an agent with a long name:number=%d,and=<so on>,until,it,fills,the,line");
    for (int i = 0; i < 12; i++) {
        struct jg_standings s;
        int n = SIZES[i % 3];
        make_standings(&s, n, i / 3 ? 1 : 0, i / 3 == 2);
        if (i / 3 == 3) s.lengths[JG_LENGTHS - 1] = 4;
        struct jg_contest c = {
            .game = &g, .players = players, .player_count = n, .pairs = 3, .gauntlet = i / 3 == 3 && n > 2};
        for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
            char *page = jg_html_tournament(&c, &s, NULL, LINES, 2, lang);
            assert_page(page);
            if (i / 3 == 2 && n == 2) assert_non_null(strstr(page, ">+∞<"));
            if (i / 3 == 0 && lang == JG_EN) assert_non_null(strstr(page, "No pair of games was finished."));
            free(page);
        }
        jg_standings_free(&s);
    }
    jg_game_close(&g);
}

/* ---- Tunings ------------------------------------------------------------------------------------------ */

static void test_tune(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval eval;
    struct jg_error err = {0};
    static struct jg_generation history[1000];
    static const double any[JG_FEATURES_MAX] = {0};
    const struct jg_player rival = {.name = "itself", .weights = any}; /* what --opponent start is */
    static const size_t SIZES[] = {0, 1, 60, 1000};
    struct jg_tally proof = {.wins = 30, .draws = 4, .losses = 16, .pairs = {3, 2, 5, 2, 13}, .margin = 75}, none = {0};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 6);
    open_spec(&g, "kalah");
    assert_int_equal(jg_eval_open(&eval, &g, "mix", &err), JG_OK);
    for (int i = 0; i < 1000; i++) {
        history[i] =
            (struct jg_generation){.number = i + 1, .best = 0.5 + i / 3000.0, .mean = 0.5, .games = 48u * (unsigned)i};
        for (int k = 0; k < eval.by->feature_count; k++) history[i].weights[k] = 200 * jg_rng_unit(&rng) - 100;
    }
    for (int i = 0; i < 24; i++) {
        struct jg_tune_setting set = {.game = &g,
                                      .evaluator = eval.by,
                                      .agent = "ab:<&>",
                                      .method = (enum jg_tune_method)(i % 3),
                                      .crossover = (enum jg_crossover)(i % 3),
                                      .low = -100,
                                      .high = 100,
                                      .rival = &rival,
                                      .from_start = i % 2};
        for (int k = 0; k < eval.by->feature_count; k++) set.start[k] = k;
        size_t n = SIZES[i % 4];
        char *page = jg_html_tune(&set, history, n, i % 3 == 0 ? &proof : i % 3 == 1 ? &none : NULL, LINES, 2, JG_EN);
        assert_page(page);
        for (int k = 0; k < eval.by->feature_count; k++) {
            double begun = i % 2 ? k : eval.by->features[k].weight;
            char name[256];
            assert_string_equal(cell(page, "Weights", k, 0, name), eval.by->features[k].name);
            assert_number(page, "Weights", k, 2, begun, 0.05);
            if (!n) continue;
            assert_number(page, "Weights", k, 3, history[n - 1].weights[k], 0.05);
            assert_number(page, "Weights", k, 4, history[n - 1].weights[k] - begun, 0.05);
        }
        assert_non_null(strstr(page, i % 2 ? ">Initial</th>" : ">Usual</th>"));
        assert_null(strstr(page, i % 2 ? ">Usual</th>" : ">Initial</th>"));
        assert_non_null(strstr(page, i % 2 ? "<td>initial weights</td>" : "<td>usual weights</td>")); /* the opponent */
        if (n) assert_non_null(strstr(page, "best of the generation"));
        if (i % 3 == 0) {
            const double expected[] = {30, 4, 16, 32, 64, 1.5};
            for (int k = 0; k < 6; k++) assert_number(page, "Results", 0, k + 1, expected[k], 0);
        }
        free(page);
        page = jg_html_tune(&set, history, n, &proof, LINES, 2, PORTUGUESE);
        assert_page(page);
        assert_null(strstr(page, "generation"));
        free(page);
    }
    jg_game_close(&g);
}

/* ---- Studies -------------------------------------------------------------------------------------------- */

static const struct jg_study_column COLUMNS[] = {
    {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    {.name = "a", .group = "minimax", .title = "theirs", .unit = JG_UNIT_SECONDS},
    {.name = "b", .group = "minimax", .title = "ours", .unit = JG_UNIT_SECONDS},
    {.name = "share", .title = "share", .unit = JG_UNIT_SHARE},
    {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    {.name = "p", .title = "p-value", .unit = JG_UNIT_CHANCE},
    {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static void test_study(void **state) {
    (void)state;
    static struct jg_study_result r;
    const struct jg_study study = {.name = "x", .title = "a <study>", .summary = "of & \"things\"", .source = "<me>"};
    struct jg_study_setting set = {.games = 10, .seed = 3, .quick = true};
    memset(&r, 0, sizeof r);
    struct jg_study_table *table = jg_study_add_table(&r, "t", "table & title", COLUMNS, 8);
    for (int i = 0; i < 5; i++) {
        const double row[] = {i + 1, 0.001 * pow(10, i), NAN, 0.5 + 0.1 * i, 0.4 + 0.1 * i, 0.6 + 0.1 * i, 0.25, i % 2};
        memcpy(jg_study_add_row(table), row, sizeof row);
    }
    jg_study_add_table(&r, "none", "empty", COLUMNS, 8);
    jg_phrase_add(jg_study_add_verdict(&r, true), "%.1f < %d & so on", 4.5, 5);
    jg_phrase_add(jg_study_add_verdict(&r, false), "no");
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        char *page = jg_html_study(&study, &set, &r, LINES, 2, lang), words[256];
        assert_page(page);
        assert_int_equal(count_of(page, "<svg"), 2); /* times, shares */
        assert_int_equal(count_of(page, "class=\"k0 band\""), 1);
        assert_int_equal(count_of(page, "<li class=\"yes\">"), 1);
        assert_int_equal(count_of(page, "<li class=\"no\">"), 1);
        assert_non_null(strstr(page, lang ? "4,5 &lt; 5 &amp; so on" : "4.5 &lt; 5 &amp; so on"));
        assert_non_null(strstr(page, "colspan=\"2\""));
        for (int row = 0; lang == JG_EN && row < 5; row++) {
            const char *label = "table &amp; title";
            assert_number(page, label, row, 0, row + 1, 0);
            assert_number(page, label, row, 1, row < 3 ? pow(10, row) : 0.001 * pow(10, row), 0.005);
            assert_string_equal(cell(page, label, row, 2, words), "–");
            assert_number(page, label, row, 3, 50 + 10 * row, 0.05);
            assert_number(page, label, row, 6, 0.25, 0.0005);
            assert_string_equal(cell(page, label, row, 7, words), row % 2 ? "agrees" : "differs");
        }
        free(page);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match),         cmocka_unit_test(test_who_is_stronger),
        cmocka_unit_test(test_sprt_verdicts), cmocka_unit_test(test_classical_tests),
        cmocka_unit_test(test_tournament),    cmocka_unit_test(test_odd_contests),
        cmocka_unit_test(test_tune),          cmocka_unit_test(test_study),
        cmocka_unit_test(test_names_of_agents),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
