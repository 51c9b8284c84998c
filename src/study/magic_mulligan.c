/* The mulligan decision (tables 5.1 to 5.4 of the paper): rewards for keeping a hand, the value of
 * a mulligan by value iteration, and the policy. No games and no randomness: the numbers are exact
 * up to floating point. */
#include "study/study.h"

#include "games/magic/mulligan.h"

#include <math.h>
#include <string.h>

enum { CARDS = 60, LANDS = 24, HAND = JG_MAGIC_HAND, HANDS = HAND * (HAND + 3) / 2 };

enum { DRAW, PLAY, SIDES };

/* The printed numbers. Minus signs that the copy has lost follow from tables 5.1 and 5.3. */
static const struct printed {
    double lands[HAND + 1];
    double keep[HAND + 1][HAND + 1];
    double mulligan[HAND + 1];
} THEIRS[SIDES] = {
    [PLAY] = {{-7, -3, 3, 4, 2, -1, -4, -6},
              {{-7},
               {-3.5, 0.5},
               {0, 4, 10},
               {3.5, 7.5, 13.5, 14.5},
               {7, 11, 17, 18, 16},
               {10.5, 14.5, 20.5, 21.5, 19.5, 16.5},
               {14, 18, 24, 25, 23, 20, 17},
               {17.5, 21.5, 27.5, 28.5, 26.5, 23.5, 20.5, 18.5}},
              {NAN, -7, -1.9, 3.5119, 8.8240, 14.0315, 18.6328, 22.8395}},
    [DRAW] = {{-4, 0, 5, 6, 3, 0, -3, -5},
              {{-4},
               {-0.5, 3.5},
               {3, 7, 12},
               {6.5, 10.5, 15.5, 16.5},
               {10, 14, 19, 20, 17},
               {13.5, 17.5, 22.5, 23.5, 20.5, 17.5},
               {17, 21, 26, 27, 24, 21, 18},
               {20.5, 24.5, 29.5, 30.5, 27.5, 24.5, 21.5, 19.5}},
              {NAN, -4, 1.1, 6.3559, 11.4721, 16.4394, 20.8419, 24.7502}},
};

static const struct {
    const char *lands, *values, *policy;
} NAMES[SIDES] = {[PLAY] = {"play_lands", "play", "play_policy"}, [DRAW] = {"draw_lands", "draw", "draw_policy"}};

static const char *const LAND_TITLES[SIDES] = {"on the draw: reward by lands in hand (table 5.3)",
                                               "on the play: reward by lands in hand (table 5.1)"};
static const char *const VALUE_TITLES[SIDES] = {"on the draw: reward for keeping, value of a mulligan (table 5.4)",
                                                "on the play: reward for keeping, value of a mulligan (table 5.2)"};
static const char *const POLICY_TITLES[SIDES] = {"on the draw: policy", "on the play: policy"};

/* Whether a printed number is ours, rounded to four decimals. */
static bool is_rounded(double theirs, double ours) { return fabs(theirs - round(ours * 1e4) / 1e4) < 1e-9; }

/* The report prints its policy in colours, which the copy lacks; it follows from the numbers. */
static bool their_choice(const struct printed *p, int cards, int lands) {
    return p->mulligan[cards] >= p->keep[cards][lands];
}

/* ---- Tables --------------------------------------------------------------------------- */

static const struct jg_study_column LAND_COLUMNS[] = {
    {.name = "lands", .title = "lands", .unit = JG_UNIT_COUNT},
    {.name = "theirs", .title = "theirs", .unit = JG_UNIT_COUNT},
    {.name = "ours", .title = "ours", .unit = JG_UNIT_COUNT},
    {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static const char *const WHOSE[] = {"theirs", "ours"};
static const char *const CHOICES[] = {"keep", "mulligan"};

#define LAND(n, u, w)                                                                                                  \
    { .name = "lands_" #n, .group = "lands in hand", .title = #n, .unit = u, .words = w }
#define ALL_LANDS(u, w)                                                                                                \
    LAND(0, u, w), LAND(1, u, w), LAND(2, u, w), LAND(3, u, w), LAND(4, u, w), LAND(5, u, w), LAND(6, u, w),           \
        LAND(7, u, w)

enum { V_HAND, V_WHOSE, V_LANDS, V_AGAIN = V_LANDS + HAND + 1, V_AGREES };

static const struct jg_study_column VALUE_COLUMNS[] = {
    [V_HAND] = {.name = "hand", .title = "hand", .unit = JG_UNIT_COUNT},
    [V_WHOSE] = {.name = "whose", .title = "whose", .unit = JG_UNIT_WORD, .words = WHOSE},
    [V_LANDS] = ALL_LANDS(JG_UNIT_REWARD, NULL),
    [V_AGAIN] = {.name = "mulligan", .title = "mulligan", .unit = JG_UNIT_VALUE},
    [V_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

enum { P_HAND, P_LANDS, P_AGREES = P_LANDS + HAND + 1 };

static const struct jg_study_column POLICY_COLUMNS[] = {
    [P_HAND] = {.name = "hand", .title = "hand", .unit = JG_UNIT_COUNT},
    [P_LANDS] = ALL_LANDS(JG_UNIT_WORD, CHOICES),
    [P_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

#define ADD_TABLE(result, name, title, columns)                                                                        \
    jg_study_add_table(result, name, title, columns, sizeof(columns) / sizeof *(columns))

static void add_lands(struct jg_study_result *result, int side) {
    struct jg_study_table *table = ADD_TABLE(result, NAMES[side].lands, LAND_TITLES[side], LAND_COLUMNS);
    for (int lands = 0; lands <= HAND; lands++) {
        double *row = jg_study_add_row(table);
        row[0] = lands;
        row[1] = THEIRS[side].lands[lands];
        row[2] = jg_magic_keep_reward(side == PLAY, 0, lands);
        row[3] = row[1] == row[2];
    }
}

static void value_row(struct jg_study_table *table, int whose, int cards, const double *keep, double again) {
    double *row = jg_study_add_row(table);
    row[V_HAND] = cards;
    row[V_WHOSE] = whose;
    memcpy(row + V_LANDS, keep, (size_t)(cards + 1) * sizeof *keep);
    if (cards) row[V_AGAIN] = again;
}

static void add_values(struct jg_study_result *result, int side, const struct jg_magic_mulligan *m) {
    struct jg_study_table *table = ADD_TABLE(result, NAMES[side].values, VALUE_TITLES[side], VALUE_COLUMNS);
    const struct printed *p = &THEIRS[side];
    for (int cards = HAND; cards >= 0; cards--) {
        bool same = !cards || is_rounded(p->mulligan[cards], m->mulligan[cards]);
        for (int lands = 0; lands <= cards; lands++) same &= p->keep[cards][lands] == m->keep[cards][lands];
        value_row(table, 0, cards, p->keep[cards], p->mulligan[cards]);
        value_row(table, 1, cards, m->keep[cards], m->mulligan[cards]);
        table->cells[table->row_count - 1][V_AGREES] = same;
    }
}

static void add_policy(struct jg_study_result *result, int side, const struct jg_magic_mulligan *m) {
    struct jg_study_table *table = ADD_TABLE(result, NAMES[side].policy, POLICY_TITLES[side], POLICY_COLUMNS);
    for (int cards = HAND; cards > 0; cards--) {
        double *row = jg_study_add_row(table);
        bool same = true;
        row[P_HAND] = cards;
        for (int lands = 0; lands <= cards; lands++) {
            row[P_LANDS + lands] = m->take[cards][lands];
            same &= m->take[cards][lands] == their_choice(&THEIRS[side], cards, lands);
        }
        row[P_AGREES] = same;
    }
}

/* ---- Verdicts -------------------------------------------------------------------------- */

static void report_rewards(const struct jg_magic_mulligan *m, struct jg_study_result *result) {
    int same = 0, all = 0;
    for (int side = 0; side < SIDES; side++)
        for (int cards = 0; cards <= HAND; cards++)
            for (int lands = 0; lands <= cards; lands++, all++)
                same += THEIRS[side].keep[cards][lands] == m[side].keep[cards][lands];
    struct jg_phrase *text = jg_study_add_verdict(result, same == all);
    jg_phrase_add(text, "%d of the paper's %d rewards for keeping a hand agree", same, all);
}

static void report_values(const struct jg_magic_mulligan *m, struct jg_study_result *result) {
    int same = 0, all = SIDES * HAND;
    for (int side = 0; side < SIDES; side++)
        for (int cards = 1; cards <= HAND; cards++)
            same += is_rounded(THEIRS[side].mulligan[cards], m[side].mulligan[cards]);
    struct jg_phrase *text = jg_study_add_verdict(result, same == all);
    jg_phrase_add(text, "%d of the paper's %d mulligan values agree to four decimals", same, all);
    for (int side = SIDES; side-- > 0;)
        for (int cards = HAND; cards > 0; cards--)
            if (!is_rounded(THEIRS[side].mulligan[cards], m[side].mulligan[cards]))
                jg_phrase_add(text, "; %.4f should be %.4f", THEIRS[side].mulligan[cards], m[side].mulligan[cards]);
}

static void report_policy(const struct jg_magic_mulligan *m, struct jg_study_result *result) {
    int same = 0, all = SIDES * HANDS;
    for (int side = 0; side < SIDES; side++)
        for (int cards = 1; cards <= HAND; cards++)
            for (int lands = 0; lands <= cards; lands++)
                same += m[side].take[cards][lands] == their_choice(&THEIRS[side], cards, lands);
    struct jg_phrase *text = jg_study_add_verdict(result, same == all);
    jg_phrase_add(text, "the policy agrees with the paper's in %d of %d hands", same, all);
}

static enum jg_status run_mulligan(const struct jg_study_setting *s, struct jg_study_result *result,
                                   struct jg_error *err) {
    struct jg_magic_mulligan m[SIDES];
    (void)s;
    for (int side = SIDES; side-- > 0;) {
        enum jg_status status = jg_magic_mulligan_solve(CARDS, LANDS, side == PLAY, &m[side], err);
        if (status) return status;
        add_lands(result, side);
        add_values(result, side, &m[side]);
        add_policy(result, side, &m[side]);
    }
    report_rewards(m, result);
    report_values(m, result);
    report_policy(m, result);
    jg_phrase_add(&result->extent, "deck: %d cards, %d of them lands", CARDS, LANDS);
    return JG_OK;
}

const struct jg_study jg_study_magic_mulligan = {
    .name = "magic-mulligan",
    .title = "Magic duel: which opening hands to keep",
    .summary = "the mulligan as a Markov decision process, solved by value iteration; no games",
    .source = "report in Portuguese on a simplified Magic: The Gathering, authors and year unknown",
    .games = 1,
    .quick_games = 1,
    .run = run_mulligan,
};
