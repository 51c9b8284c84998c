/* Exact values of Kalah for up to six houses a side and six seeds in each house, under both rules of capture,
 * compared with the published values; also the values of the opening moves where they are published.
 *
 * G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, bank the last seed even when
 * nothing lies opposite (empty capture); the standard rules do not, and the literature mixes the two. Boards of 60
 * seeds take long and need `all`; larger boards are listed as published and not solved. */
#include "study/study.h"

#include "core/math.h"
#include "search/solve.h"
#include "study/checkpoint.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HOUSES = 6, SEEDS = 6, RULES = 2 };

/* Seeds on the largest board that is solved. */
enum { QUICK_SEEDS = 30, USUAL_SEEDS = 50, ALL_SEEDS = HOUSES * 5 * 2 };

/* Published margins of the first player: houses down, seeds across. Under the standard rules (6,6) is at least +4. */
static const double THEIRS[RULES][HOUSES][SEEDS] = {
    {
        {0, -2, +6, -2, +2, 0},
        {+2, -2, -2, -10, +6, +8},
        {0, +4, +2, +2, +6, -8},
        {+2, +6, +6, +2, +4, 0},
        {0, +2, +6, +10, +2, NAN},
        {+2, +6, +2, +8, +10, NAN},
    },
    {
        {0, -2, +6, -2, +2, 0},
        {+2, -2, -2, -12, +6, +8},
        {0, +4, +2, +2, +6, -10},
        {+2, +6, +8, +2, +2, 0},
        {0, 0, +8, +12, +2, NAN},
        {+2, +10, +2, +10, +12, +2},
    },
};

/* Published margins after each opening move on a board with six houses. */
static const struct opening {
    bool empty;
    int seeds;
    double theirs[HOUSES];
} OPENINGS[] = {
    {false, 3, {-14, -16, -10, -2, +2, 0}},
    {false, 4, {-14, -10, +8, -2, -8, +4}},
    {true, 4, {-14, -8, +10, -2, -6, +4}},
};
enum { OPENING_COUNT = sizeof OPENINGS / sizeof *OPENINGS };

/* ---- Solving -------------------------------------------------------------------------- */

struct solved {
    double value, moves[HOUSES]; /* for the first player; moves only if requested */
    double seconds, nodes;
};

enum { NUMBERS = 3 }; /* numbers of a part, besides its moves */

/* A board to solve, with the value of every move if `all`. */
struct problem {
    bool empty, all;
    int houses, seeds;
};

struct work {
    const struct jg_study_setting *setting;
    double total, done;
    struct solved boards[RULES][HOUSES][SEEDS];
    struct solved openings[OPENING_COUNT];
};

static int most_seeds(const struct jg_study_setting *s) {
    return s->quick ? QUICK_SEEDS : s->all ? ALL_SEEDS : USUAL_SEEDS;
}

/* Whether a board is solved, and whether there is a published value to compare. */
static bool is_wanted(const struct jg_study_setting *s, int houses, int seeds) {
    return 2 * houses * seeds <= most_seeds(s);
}

static bool is_compared(const struct jg_study_setting *s, int empty, int houses, int seeds) {
    return is_wanted(s, houses, seeds) && !isnan(THEIRS[empty][houses - 1][seeds - 1]);
}

/* Estimated work, relative to other boards. */
static double weight(const struct problem *q) {
    return jg_math_pow(1.4, 2 * q->houses * q->seeds) * jg_math_pow(4, q->houses - HOUSES) * (q->all ? 3 : 1);
}

static void part_name(char out[JG_STUDY_PART_NAME_MAX], const struct problem *q) {
    snprintf(out, JG_STUDY_PART_NAME_MAX, "%s%s-%d-%d", q->empty ? "empty" : "standard", q->all ? "-moves" : "",
             q->houses, q->seeds);
}

static bool is_margin(double x, const struct problem *q) {
    return fabs(x) <= 2 * q->houses * q->seeds && floor(x / 2) == x / 2;
}

static bool load_part(const struct jg_study_setting *s, const struct problem *q, struct solved *out) {
    char name[JG_STUDY_PART_NAME_MAX];
    double n[NUMBERS + HOUSES];
    int moves = q->all ? q->houses : 0;
    part_name(name, q);
    if (!jg_study_checkpoint_find(s->checkpoint, name, n, NUMBERS + moves)) return false;
    if (!is_margin(n[0], q) || n[1] < 0 || n[2] < 0 || n[2] >= 0x1p53 || floor(n[2]) != n[2]) return false;
    for (int i = 0; i < moves; i++)
        if (!is_margin(n[NUMBERS + i], q)) return false;
    *out = (struct solved){.value = n[0], .seconds = n[1], .nodes = n[2]};
    memcpy(out->moves, n + NUMBERS, (size_t)moves * sizeof *n);
    return true;
}

static void store_part(const struct jg_study_setting *s, const struct problem *q, const struct solved *x) {
    char name[JG_STUDY_PART_NAME_MAX];
    double n[NUMBERS + HOUSES] = {x->value, x->seconds, x->nodes};
    int moves = q->all ? q->houses : 0;
    part_name(name, q);
    memcpy(n + NUMBERS, x->moves, (size_t)moves * sizeof *n);
    jg_study_checkpoint_add(s->checkpoint, name, n, NUMBERS + moves);
}

/* Solves the initial position. An endgame database is read from the cache if it exists there, but not saved: a study
 * does not fill the user's disk. */
static enum jg_status solve_start(const struct work *w, const struct problem *q, struct jg_solution *out,
                                  struct jg_error *err) {
    const struct jg_study_setting *s = w->setting;
    struct jg_game g;
    union jg_state start;
    char spec[JG_SPEC_MAX];
    snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", q->houses, q->seeds, q->empty);
    enum jg_status status = jg_game_open(&g, spec, err);
    if (status) return status;
    jg_start(&g, &start);
    status = jg_solve(
        &g,
        &(struct jg_solve_query){.state = &start, .all = q->all, .threads = s->threads, .size = -1, .stop = s->stop},
        out, err);
    jg_game_close(&g);
    return status;
}

static enum jg_status solve(struct work *w, const struct problem *q, struct solved *out, struct jg_error *err) {
    const struct jg_study_setting *s = w->setting;
    struct jg_solution x;
    if (load_part(s, q, out)) return JG_OK;
    enum jg_status status = solve_start(w, q, &x, err);
    if (status) return status;
    bool whole = jg_bounds_met(x.value);
    *out = (struct solved){.value = x.value.low, .seconds = x.seconds, .nodes = (double)x.nodes};
    for (int i = 0; q->all && i < x.move_count; i++) {
        whole &= jg_bounds_met(x.moves[i].value);
        out->moves[x.moves[i].move - 1] = x.moves[i].value.low;
    }
    if (!whole) return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    store_part(s, q, out);
    w->done += weight(q);
    if (s->progress) s->progress(s->arg, w->done / w->total);
    return JG_OK;
}

/* Lists the boards to solve, from small to large. */
static int list_problems(const struct jg_study_setting *s, struct problem out[RULES * HOUSES * SEEDS + OPENING_COUNT]) {
    int n = 0;
    for (int sum = 2; sum <= most_seeds(s); sum += 2)
        for (int empty = 0; empty < RULES; empty++)
            for (int houses = 1; houses <= HOUSES; houses++) {
                int seeds = sum / (2 * houses);
                if (2 * houses * seeds == sum && seeds <= SEEDS && is_wanted(s, houses, seeds))
                    out[n++] = (struct problem){.empty = empty, .houses = houses, .seeds = seeds};
            }
    for (int i = 0; i < OPENING_COUNT; i++)
        if (is_wanted(s, HOUSES, OPENINGS[i].seeds))
            out[n++] =
                (struct problem){.empty = OPENINGS[i].empty, .all = true, .houses = HOUSES, .seeds = OPENINGS[i].seeds};
    return n;
}

static struct solved *result_of(struct work *w, const struct problem *q) {
    if (!q->all) return &w->boards[q->empty][q->houses - 1][q->seeds - 1];
    for (int i = 0; i < OPENING_COUNT; i++)
        if (OPENINGS[i].empty == q->empty && OPENINGS[i].seeds == q->seeds) return &w->openings[i];
    return NULL;
}

static enum jg_status solve_all(struct work *w, struct jg_error *err) {
    struct problem list[RULES * HOUSES * SEEDS + OPENING_COUNT];
    int n = list_problems(w->setting, list);
    enum jg_status status = JG_OK;
    for (int i = 0; i < n; i++)
        if (!load_part(w->setting, &list[i], result_of(w, &list[i]))) w->total += weight(&list[i]);
    for (int i = 0; i < n && !status; i++) status = solve(w, &list[i], result_of(w, &list[i]), err);
    return status;
}

/* ---- Tables --------------------------------------------------------------------------- */

static const char *const WHOSE[] = {"theirs", "ours"};
static const char *const BOARDS[] = {"(6,3) standard", "(6,4) standard", "(6,4) empty capture"};

#define SEED(n, u)                                                                                                     \
    { .name = "seeds_" #n, .group = "seeds in each house", .title = #n, .unit = u }
#define ALL_SEEDS_OF(u) SEED(1, u), SEED(2, u), SEED(3, u), SEED(4, u), SEED(5, u), SEED(6, u)
#define MOVE(n)                                                                                                        \
    { .name = "move_" #n, .group = "opening move", .title = #n, .unit = JG_UNIT_LEAD }

enum { V_HOUSES, V_WHOSE, V_SEEDS, V_AGREES = V_SEEDS + SEEDS };

static const struct jg_study_column VALUE_COLUMNS[] = {
    [V_HOUSES] = {.name = "houses", .title = "houses", .unit = JG_UNIT_COUNT},
    [V_WHOSE] = {.name = "whose", .title = "whose", .unit = JG_UNIT_WORD, .words = WHOSE},
    [V_SEEDS] = ALL_SEEDS_OF(JG_UNIT_LEAD),
    [V_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static const struct jg_study_column TIME_COLUMNS[] = {
    {.name = "houses", .title = "houses", .unit = JG_UNIT_COUNT},
    ALL_SEEDS_OF(JG_UNIT_SECONDS),
};

static const struct jg_study_column NODE_COLUMNS[] = {
    {.name = "houses", .title = "houses", .unit = JG_UNIT_COUNT},
    ALL_SEEDS_OF(JG_UNIT_COUNT),
};

enum { O_BOARD, O_WHOSE, O_MOVES, O_AGREES = O_MOVES + HOUSES, O_SECONDS, O_NODES };

static const struct jg_study_column OPENING_COLUMNS[] = {
    [O_BOARD] = {.name = "board", .title = "board", .unit = JG_UNIT_WORD, .words = BOARDS},
    [O_WHOSE] = {.name = "whose", .title = "whose", .unit = JG_UNIT_WORD, .words = WHOSE},
    [O_MOVES] = MOVE(1),
    MOVE(2),
    MOVE(3),
    MOVE(4),
    MOVE(5),
    MOVE(6),
    [O_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
    [O_SECONDS] = {.name = "seconds", .title = "time", .unit = JG_UNIT_SECONDS},
    [O_NODES] = {.name = "nodes", .title = "positions", .unit = JG_UNIT_COUNT},
};

#define COLUMNS(list) list, sizeof(list) / sizeof *(list)

static void add_values(const struct work *w, int empty, struct jg_study_table *table) {
    for (int houses = 1; houses <= HOUSES; houses++) {
        double *theirs = jg_study_add_row(table), *ours = jg_study_add_row(table);
        int compared = 0, same = 0;
        theirs[V_HOUSES] = ours[V_HOUSES] = houses;
        theirs[V_WHOSE] = 0;
        ours[V_WHOSE] = 1;
        for (int i = 0; i < SEEDS; i++) {
            theirs[V_SEEDS + i] = THEIRS[empty][houses - 1][i];
            if (!is_wanted(w->setting, houses, i + 1)) continue;
            ours[V_SEEDS + i] = w->boards[empty][houses - 1][i].value;
            compared += is_compared(w->setting, empty, houses, i + 1);
            same += ours[V_SEEDS + i] == theirs[V_SEEDS + i];
        }
        if (compared) ours[V_AGREES] = same == compared;
    }
    table->note =
        empty ? "no value of (5,6) is published; (6,6) took Rawlings 106 days of processor time and is not solved "
                "here"
              : "no value of (5,6) is published; (6,6) is at least +4 (Rawlings) and is not solved here";
}

static void add_costs(const struct work *w, int empty, struct jg_study_table *times, struct jg_study_table *nodes) {
    for (int houses = 1; houses <= HOUSES; houses++) {
        double *time = jg_study_add_row(times), *count = jg_study_add_row(nodes);
        time[0] = count[0] = houses;
        for (int i = 0; i < SEEDS; i++) {
            const struct solved *x = &w->boards[empty][houses - 1][i];
            if (!is_wanted(w->setting, houses, i + 1)) continue;
            time[1 + i] = x->seconds;
            count[1 + i] = x->nodes;
        }
    }
}

static void add_openings(const struct work *w, struct jg_study_table *table) {
    for (int i = 0; i < OPENING_COUNT; i++) {
        double *theirs = jg_study_add_row(table), *ours;
        theirs[O_BOARD] = i;
        theirs[O_WHOSE] = 0;
        memcpy(theirs + O_MOVES, OPENINGS[i].theirs, sizeof OPENINGS[i].theirs);
        if (!is_wanted(w->setting, HOUSES, OPENINGS[i].seeds)) continue;
        ours = jg_study_add_row(table);
        ours[O_BOARD] = i;
        ours[O_WHOSE] = 1;
        memcpy(ours + O_MOVES, w->openings[i].moves, sizeof w->openings[i].moves);
        ours[O_AGREES] = !memcmp(ours + O_MOVES, theirs + O_MOVES, sizeof OPENINGS[i].theirs);
        ours[O_SECONDS] = w->openings[i].seconds;
        ours[O_NODES] = w->openings[i].nodes;
    }
}

static void add_tables(const struct work *w, struct jg_study_result *result) {
    add_values(
        w, 0,
        jg_study_add_table(result, "standard", "standard rules: margin of the first player", COLUMNS(VALUE_COLUMNS)));
    add_values(
        w, 1, jg_study_add_table(result, "empty", "empty capture: margin of the first player", COLUMNS(VALUE_COLUMNS)));
    add_openings(w, jg_study_add_table(result, "openings", "margin of the first player after each opening move",
                                       COLUMNS(OPENING_COLUMNS)));
    struct jg_study_table *times =
        jg_study_add_table(result, "standard_seconds", "standard rules: time to solve", COLUMNS(TIME_COLUMNS));
    add_costs(w, 0, times,
              jg_study_add_table(result, "standard_nodes", "standard rules: positions visited", COLUMNS(NODE_COLUMNS)));
    times = jg_study_add_table(result, "empty_seconds", "empty capture: time to solve", COLUMNS(TIME_COLUMNS));
    add_costs(w, 1, times,
              jg_study_add_table(result, "empty_nodes", "empty capture: positions visited", COLUMNS(NODE_COLUMNS)));
}

/* ---- Verdicts --------------------------------------------------------------------------- */

static_assert(1 + HOUSES * SEEDS <= JG_PHRASE_PARTS, "a verdict can list every board");

static void board_verdict(const struct work *w, int empty, struct jg_study_result *result) {
    int same = 0, all = 0;
    for (int houses = 1; houses <= HOUSES; houses++)
        for (int seeds = 1; seeds <= SEEDS; seeds++)
            if (is_compared(w->setting, empty, houses, seeds)) {
                same += w->boards[empty][houses - 1][seeds - 1].value == THEIRS[empty][houses - 1][seeds - 1];
                all++;
            }
    struct jg_phrase *text = jg_study_add_verdict(result, same == all);
    jg_phrase_add(text,
                  empty ? "empty capture: %d of %d published values agree with ours"
                        : "standard rules: %d of %d published values agree with ours",
                  same, all);
    for (int houses = 1; houses <= HOUSES; houses++)
        for (int seeds = 1; seeds <= SEEDS; seeds++) {
            double theirs = THEIRS[empty][houses - 1][seeds - 1], ours = w->boards[empty][houses - 1][seeds - 1].value;
            if (is_compared(w->setting, empty, houses, seeds) && ours != theirs)
                jg_phrase_add(text, "; (%d,%d) is %+.0f, published %+.0f", houses, seeds, ours, theirs);
        }
}

static void opening_verdict(const struct work *w, struct jg_study_result *result) {
    int same = 0, all = 0;
    for (int i = 0; i < OPENING_COUNT; i++)
        for (int move = 0; move < HOUSES && is_wanted(w->setting, HOUSES, OPENINGS[i].seeds); move++, all++)
            same += w->openings[i].moves[move] == OPENINGS[i].theirs[move];
    if (!all) return;
    struct jg_phrase *text = jg_study_add_verdict(result, same == all);
    jg_phrase_add(text, "%d of %d published values of opening moves agree with ours", same, all);
}

static enum jg_status run_values(const struct jg_study_setting *s, struct jg_study_result *result,
                                 struct jg_error *err) {
    struct work w = {.setting = s};
    enum jg_status status = solve_all(&w, err);
    if (status) return status;
    add_tables(&w, result);
    for (int empty = 0; empty < RULES; empty++) board_verdict(&w, empty, result);
    opening_verdict(&w, result);
    jg_phrase_add(&result->extent,
                  "boards of up to %d seeds; times and positions visited depend on memory and "
                  "threads",
                  most_seeds(s));
    return JG_OK;
}

const struct jg_study jg_study_kalah_values = {
    .name = "kalah-values",
    .title = "Kalah: exact values under best play",
    .summary = "the published tables for both capture rules, solved again, (6,5) and (5,6) on request; no games",
    .source = "Irving, Donkers, Uiterwijk: Solving Kalah, ICGA Journal 23(3), 2000; (6,6): Mark Rawlings",
    .games = 1,
    .quick_games = 1,
    .all = true,
    .run = run_values,
};
