/* Matches and tournaments: fixtures, counting of results, and independence of threads and interruptions. Strengths are
 * known exactly here: both players bid a number and the higher wins; players differ in their bids. */
#include "clock.h"
#include "test.h"

#include "arena/contest.h"

#include <math.h>

/* ---- A game with known chances ---------------------------------------------------------- */

enum { BIDS = 20, EDGE = 6 };

struct bids {
    uint8_t bid[2], made;
};

static void bids_start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static int bids_turn(const struct jg_game *g, const void *state) {
    const struct bids *s = state;
    (void)g;
    return s->made == 2 ? JG_OVER : s->made;
}

static int bids_moves(const struct jg_game *g, const void *state, jg_move *out) {
    (void)g, (void)state;
    for (jg_move i = 0; i < BIDS; i++) out[i] = i + 1;
    return BIDS;
}

static void bids_apply(const struct jg_game *g, void *state, jg_move move) {
    struct bids *s = state;
    (void)g;
    s->bid[s->made++] = (uint8_t)move;
}

static int32_t fair_score(const struct jg_game *g, const void *state, int team) {
    const struct bids *s = state;
    (void)g;
    return (s->bid[0] - s->bid[1]) * (team ? -1 : 1);
}

/* The first seat is much the better one. */
static int32_t edge_score(const struct jg_game *g, const void *state, int team) {
    const struct bids *s = state;
    (void)g;
    return (s->bid[0] + EDGE - s->bid[1]) * (team ? -1 : 1);
}

static void bids_open(struct jg_game *g, struct jg_game_kind *k, bool edge) {
    *k = *jg_game_kind_at(0);
    k->name = "bids";
    k->options = NULL;
    k->options_size = 0;
    k->open = NULL;
    k->traits = JG_IS_FINITE;
    k->state_size = sizeof(struct bids);
    k->max_moves = BIDS;
    k->start = bids_start;
    k->turn = bids_turn;
    k->moves = bids_moves;
    k->apply = bids_apply;
    k->score = edge ? edge_score : fair_score;
    k->noisy = NULL;
    assert_int_equal(jg_game_open_kind(g, k, "bids", NULL), JG_OK);
}

/* Bids anything between two numbers, or does not do as it should. */
struct bidder {
    int low, high;
    double fails, cheats, starves; /* how often */
    double thinks;                 /* seconds */
};

static enum jg_status choose_bid(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                 struct jg_error *err) {
    const struct bidder *b = (const void *)&a->options;
    struct jg_rng rng;
    jg_rng_init(&rng, query->seed, 7);
    report->move = (jg_move)b->low + jg_rng_below(&rng, (uint32_t)(b->high - b->low + 1));
    double luck = jg_rng_unit(&rng);
    if (b->thinks > 0) clock_advance(b->thinks);
    if (jg_rng_unit(&rng) < b->starves) return jg_fail(err, JG_EMEMORY, -1, "%s", "too many open files");
    if (luck < b->fails) return jg_fail(err, JG_EIO, -1, "%s", "the program ended with signal 11");
    if (luck < b->fails + b->cheats) report->move = BIDS + 1;
    return JG_OK;
}

#define REAL(name_, member_)                                                                                           \
    { .name = name_, .type = JG_OPT_REAL, JG_FIELD(struct bidder, member_), .max = 1, .standard = "0", .help = "share" }
#define BID(name_, member_)                                                                                            \
    {                                                                                                                  \
        .name = name_, .type = JG_OPT_INT, JG_FIELD(struct bidder, member_), .min = 1, .max = BIDS, .standard = "1",   \
        .help = "bid"                                                                                                  \
    }

static const struct jg_option BIDDER_OPTIONS[] = {BID("low", low),
                                                  BID("high", high),
                                                  REAL("fails", fails),
                                                  REAL("cheats", cheats),
                                                  REAL("starves", starves),
                                                  REAL("thinks", thinks),
                                                  {0}};

static const struct jg_agent_kind BIDDER = {
    .name = "bidder",
    .summary = "bids",
    .options = BIDDER_OPTIONS,
    .options_size = sizeof(struct bidder),
    .choose = choose_bid,
};

static struct jg_player bidder(const char *spec) {
    struct jg_player p = {.kind = &BIDDER};
    snprintf(p.spec, sizeof p.spec, "%s", spec);
    return p;
}

/* The share of the points that bids of low..high have against others, over both seats. */
static double true_share(int low, int high, int low2, int high2, int edge) {
    double points = 0, n = 2.0 * (high - low + 1) * (high2 - low2 + 1);
    for (int a = low; a <= high; a++)
        for (int b = low2; b <= high2; b++)
            for (int seat = 0; seat < 2; seat++) {
                int lead = a - b + (seat ? -edge : edge);
                points += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
            }
    return points / n;
}

/* ---- Who meets whom ------------------------------------------------------------------------ */

static void test_fixtures(void **state) {
    (void)state;
    static const char *const STARTS[] = {"a", "b", "c"};
    struct jg_game g;
    open_spec(&g, "kalah");
    for (int gauntlet = 0; gauntlet < 2; gauntlet++)
        for (int n = 2; n <= 7; n++) {
            struct jg_contest c = {.game = &g,
                                   .player_count = n,
                                   .gauntlet = gauntlet,
                                   .pairs = 5,
                                   .starts = STARTS,
                                   .start_count = 3},
                              longer = c;
            int met[7][7] = {{0}};
            longer.pairs = 11;
            int meetings = gauntlet ? n - 1 : n * (n - 1) / 2;
            assert_int_equal(jg_contest_games(&c), 10 * meetings);
            for (uint64_t i = 0; i < jg_contest_games(&c); i++) {
                struct jg_fixture f, same, twin;
                jg_contest_fixture(&c, i, &f);
                jg_contest_fixture(&longer, i, &same);
                jg_contest_fixture(&c, i ^ 1, &twin);
                assert_true(f.players[0] == same.players[0] && f.deal == same.deal && f.variant == same.variant);
                assert_true(f.players[0] == twin.players[1] && f.players[1] == twin.players[0]);
                assert_true(f.deal == twin.deal && f.variant != twin.variant && f.start == twin.start);
                assert_int_equal(f.deal, i / 2);
                uint64_t round = f.deal / (uint64_t)meetings;
                assert_string_equal(f.start, STARTS[(round + f.deal % (uint64_t)meetings) % 3]);
                met[f.players[0]][f.players[1]]++;
            }
            for (int a = 0; a < n; a++)
                for (int b = 0; b < n; b++) assert_int_equal(met[a][b], a != b && (!gauntlet || !a || !b) ? 5 : 0);
        }
    jg_game_close(&g);
}

/* ---- Standings -------------------------------------------------------------------------------- */

static void assert_same(const struct jg_standings *a, const struct jg_standings *b) {
    assert_int_equal(a->games, b->games);
    assert_memory_equal(a->tallies, b->tallies, (size_t)(a->players * a->players) * sizeof *a->tallies);
    assert_memory_equal(a->lengths, b->lengths, sizeof a->lengths);
    assert_memory_equal(a->forfeits, b->forfeits, sizeof a->forfeits);
}

/* Keeps every result, as a store would. */
struct collected {
    struct jg_result *results; /* by number */
    atomic_uint_fast64_t count;
    bool *there;
};

/* The moves as a store has them: text, separated by blanks. */
static uint64_t hash_text(const struct jg_record *r) {
    size_t room = (size_t)r->count * (JG_MOVE_MAX + 1) + 1;
    char *moves = malloc(room);
    struct jg_text t;
    if (!moves) abort();
    jg_text_init(&t, moves, room);
    for (int i = 0; i < r->count; i++) {
        if (i) jg_text_char(&t, ' ');
        r->game->kind->print_move(r->game, jg_record_state_at(r, i), r->moves[i], &t);
    }
    uint64_t hash = jg_result_hash(moves);
    free(moves);
    return hash;
}

static enum jg_status keep(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct collected *k = arg;
    (void)err;
    const struct jg_record *r = played->record;
    k->results[played->number] = (struct jg_result){.number = played->number,
                                                    .score = jg_record_score(r, 0),
                                                    .plies = r->count,
                                                    .forfeit = r->reason[0] ? r->resigned % 2 : -1,
                                                    .seconds = {played->seconds[0], played->seconds[1]},
                                                    .moves = played->number < JG_SAMPLE ? hash_text(r) : 0};
    k->there[played->number] = true;
    atomic_fetch_add(&k->count, 1);
    return JG_OK;
}

static void test_tallies_are_what_was_played(void **state) {
    (void)state;
    struct jg_game_kind kind;
    struct jg_game g;
    struct jg_standings s;
    struct jg_tally sum[3][3] = {{{0}}};
    uint64_t plies = 0;
    bids_open(&g, &kind, false);
    const struct jg_player players[] = {bidder("bidder:low=1,high=20"), bidder("bidder:low=3,high=20"),
                                        bidder("bidder:low=9,high=12,fails=0.1")};
    enum { PAIRS = 200, GAMES = 6 * PAIRS };
    struct collected k = {.results = calloc(GAMES, sizeof *k.results), .there = calloc(GAMES, sizeof *k.there)};
    struct jg_contest c = {.game = &g,
                           .players = players,
                           .player_count = 3,
                           .pairs = PAIRS,
                           .seed = test_seed(),
                           .finished = keep,
                           .arg = &k};
    assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
    assert_int_equal(s.games, GAMES);
    assert_int_equal(atomic_load(&k.count), GAMES);
    for (uint64_t i = 0; i < GAMES; i += 2) {
        struct jg_fixture f;
        jg_contest_fixture(&c, i, &f);
        int32_t scores[2] = {k.results[i].score, -k.results[i + 1].score};
        struct jg_tally *t = &sum[f.players[0]][f.players[1]];
        int points = 0;
        for (int j = 0; j < 2; j++) {
            t->wins += scores[j] > 0;
            t->draws += scores[j] == 0;
            t->losses += scores[j] < 0;
            t->margin += scores[j];
            points += scores[j] > 0 ? 2 : scores[j] == 0;
            plies += (uint64_t)k.results[i + (uint64_t)j].plies;
        }
        t->pairs[points]++;
    }
    for (int a = 0; a < 3; a++)
        for (int b = a + 1; b < 3; b++) {
            struct jg_tally t = jg_standings_between(&s, a, b), back = jg_standings_between(&s, b, a);
            assert_memory_equal(&t, &sum[a][b], sizeof t);
            assert_true(back.wins == t.losses && back.margin == -t.margin && back.pairs[0] == t.pairs[4]);
        }
    uint64_t lengths = 0;
    for (uint64_t i = 0; i < JG_LENGTHS; i++) lengths += i * s.lengths[i];
    assert_int_equal(lengths, plies);
    struct jg_tally all = jg_standings_of(&s, 0);
    assert_int_equal(jg_tally_games(&all), 4 * PAIRS);
    jg_standings_free(&s);
    free(k.results);
    free(k.there);
    jg_game_close(&g);
}

static struct jg_contest three(const struct jg_game *g, const struct jg_player *players, int threads) {
    return (struct jg_contest){.game = g,
                               .players = players,
                               .player_count = 3,
                               .pairs = (uint64_t)test_scaled(40) + 4,
                               .seed = test_seed(),
                               .opening = 3,
                               .threads = threads};
}

static void init(struct jg_player *p, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_player_init(p, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

/* Real agents in a real game: the same standings by 1, 2 and 5 threads, and with
 * any part of the results known from before. */
static void test_threads_and_known_results_change_nothing(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player players[3];
    struct jg_rng rng;
    open_spec(&g, "kalah:houses=4,seeds=3");
    init(&players[0], &g, "greedy");
    init(&players[1], &g, "mcts:playouts=20");
    init(&players[2], &g, "alphabeta:depth=3,model=1"); /* which would remember earlier games */
    struct jg_contest c = three(&g, players, 1);
    size_t n = jg_contest_games(&c);
    struct collected k = {.results = calloc(n, sizeof *k.results), .there = calloc(n, sizeof *k.there)};
    struct jg_result *known = calloc(n, sizeof *known);
    struct jg_standings first, s;
    c.finished = keep;
    c.arg = &k;
    assert_int_equal(jg_contest_play(&c, &first, NULL), JG_OK);
    c.finished = NULL;
    for (int threads = 2; threads <= 5; threads += 3) {
        c.threads = threads;
        assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
        assert_same(&first, &s);
        jg_standings_free(&s);
    }
    jg_rng_init(&rng, test_seed(), 1);
    c.known = known;
    for (int round = 0; round < 12; round++) {
        double share = round / 10.0; /* none, ..., all */
        c.known_count = 0;
        for (size_t i = 0; i < n; i++)
            if (jg_rng_unit(&rng) < share) known[c.known_count++] = k.results[i];
        memset(k.there, 0, n * sizeof *k.there);
        atomic_store(&k.count, 0);
        c.finished = keep;
        c.threads = 1 + round % 3;
        assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
        assert_same(&first, &s);
        assert_int_equal(atomic_load(&k.count), n - c.known_count);
        for (size_t i = 0; i < c.known_count; i++) assert_false(k.there[known[i].number]);
        jg_standings_free(&s);
    }
    jg_standings_free(&first);
    free(known);
    free(k.results);
    free(k.there);
    jg_game_close(&g);
}

/* ---- Failures --------------------------------------------------------------------------------- */

struct failures {
    atomic_int crashed, cheated, odd;
};

static enum jg_status look_at_failures(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct failures *f = arg;
    const struct jg_record *r = played->record;
    (void)err;
    bool crashed = !strcmp(r->reason, "the program ended with signal 11");
    bool cheated = !strcmp(r->reason, "bidder chose an illegal move");
    atomic_fetch_add(&f->crashed, crashed);
    atomic_fetch_add(&f->cheated, cheated);
    int guilty = played->fixture.players[0] == 0 ? 0 : 1; /* player 0 is the one who fails */
    if (r->resigned >= 0 && (r->resigned != guilty || jg_record_score(r, guilty) >= 0)) atomic_store(&f->odd, 1);
    if ((r->resigned >= 0) != (crashed || cheated)) atomic_store(&f->odd, 2);
    return JG_OK;
}

/* An agent that fails or moves illegally loses that game, and the match goes on. */
static void test_failing_agents_lose(void **state) {
    (void)state;
    struct jg_game_kind kind;
    struct jg_game g;
    struct jg_standings s;
    struct failures f = {0};
    bids_open(&g, &kind, false);
    const struct jg_player players[] = {bidder("bidder:low=20,high=20,fails=0.2,cheats=0.1"),
                                        bidder("bidder:low=1,high=5")};
    struct jg_contest c = {.game = &g,
                           .players = players,
                           .player_count = 2,
                           .pairs = 1000,
                           .seed = test_seed(),
                           .finished = look_at_failures,
                           .arg = &f};
    assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
    assert_int_equal(atomic_load(&f.odd), 0);
    struct jg_tally t = jg_standings_between(&s, 0, 1);
    int failures = atomic_load(&f.crashed) + atomic_load(&f.cheated);
    assert_int_equal(t.losses, failures); /* it never loses otherwise */
    assert_int_equal(s.forfeits[0], failures);
    assert_int_equal(s.forfeits[1], 0);
    assert_in_range(atomic_load(&f.crashed), 300, 500);
    assert_in_range(atomic_load(&f.cheated), 130, 270);
    jg_standings_free(&s);
    jg_game_close(&g);
}

/* A failure that no agent caused is nobody's loss: the contest fails. */
static void test_our_own_failures_are_nobodys_loss(void **state) {
    (void)state;
    struct jg_game_kind kind;
    struct jg_game g;
    struct jg_standings s;
    struct jg_error err = {0};
    bids_open(&g, &kind, false);
    const struct jg_player players[] = {bidder("bidder:low=1,high=9,starves=0.02"), bidder("bidder:low=1,high=9")};
    for (int threads = 1; threads <= 3; threads++) {
        struct jg_contest c = {
            .game = &g, .players = players, .player_count = 2, .pairs = 1000, .seed = test_seed(), .threads = threads};
        assert_int_equal(jg_contest_play(&c, &s, &err), JG_EMEMORY);
        assert_string_equal(err.message, "too many open files");
        assert_true(s.games < 2000 && s.forfeits[0] == 0);
        jg_standings_free(&s);
    }
    jg_game_close(&g);
}

/* Time runs for the player who thinks, in either seat. */
static void test_times(void **state) {
    (void)state;
    enum { PAIRS = 20 };
    struct jg_game_kind kind;
    struct jg_game g;
    struct jg_standings s;
    bids_open(&g, &kind, false);
    const struct jg_player players[] = {bidder("bidder:low=1,high=9,thinks=0.001"), bidder("bidder:low=1,high=9")};
    struct jg_contest c = {.game = &g, .players = players, .player_count = 2, .pairs = PAIRS, .threads = 1};
    clock_hold(1e-6);
    assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
    clock_release();
    assert_true(s.seconds[0] >= 2 * PAIRS * 0.001);
    assert_true(s.seconds[1] > 0 && s.seconds[1] < s.seconds[0] / 3);
    jg_standings_free(&s);
    jg_game_close(&g);
}

/* Openings leave a game to play, or are none. */
static void test_openings(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_agent a;
    open_spec(&g, "coins:n=6,take=3");
    assert_int_equal(jg_agent_open(&a, &g, "random", NULL), JG_OK);
    assert_true(jg_opening_fits(&g, NULL, 3));
    assert_false(jg_opening_fits(&g, NULL, 6));
    int longest = 0;
    for (uint64_t deal = 0; deal < 200; deal++)
        for (int opening = 3; opening <= 6; opening += 3) {
            struct jg_arena_game bout = {.game = &g, .seats = {&a, &a}, .deal = deal, .opening = opening};
            assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
            assert_int_equal(jg_record_turn(&r), JG_OVER);
            if (opening == 3) assert_true(r.count > 3); /* somebody was asked */
            if (opening == 6 && r.count > longest) longest = r.count;
        }
    assert_true(longest > 3); /* six moves cannot be an opening: whole games were played instead */
    jg_record_free(&r);
    jg_agent_close(&a);
    jg_game_close(&g);
    static const struct {
        const char *game;
        int plies;
    } USUAL[] = {{"kalah", 4}, {"tictactoe", 2}, {"coins", 1}, {"coins:n=100,take=3", 4}};
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++) {
        open_spec(&g, USUAL[i].game);
        assert_int_equal(jg_opening_default(&g), USUAL[i].plies);
        jg_game_close(&g);
    }
}

struct stopper {
    atomic_bool stop;
    uint64_t games;
};

static void stop_on_the_way(void *arg, const struct jg_standings *s, double share) {
    struct stopper *p = arg;
    if (share > 0.3) atomic_store(&p->stop, true);
    p->games = s->games;
}

/* Stopped, the standings are those of whole pairs from the beginning. */
static void test_stopped_contest(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player players[3];
    struct jg_standings s, whole;
    struct stopper p = {0};
    open_spec(&g, "kalah");
    for (int i = 0; i < 3; i++) init(&players[i], &g, i ? "random" : "greedy");
    struct jg_contest c = three(&g, players, 2);
    c.pairs = 1000; /* so that much is left when the flag is seen, however late a thread gets its turn */
    c.stop = &p.stop;
    c.progress = stop_on_the_way;
    c.arg = &p;
    assert_int_equal(jg_contest_play(&c, &s, NULL), JG_ESTOP);
    assert_true(s.games % 2 == 0 && s.games < jg_contest_games(&c) && s.games > 0);
    c.stop = NULL;
    c.progress = NULL;
    uint64_t rounds = s.games / 6;
    if (rounds) { /* compare as many whole rounds */
        c.pairs = rounds;
        assert_int_equal(jg_contest_play(&c, &whole, NULL), JG_OK);
        for (int a = 0; a < 3; a++)
            for (int b = a + 1; b < 3; b++) {
                struct jg_tally part = jg_standings_between(&s, a, b), less = jg_standings_between(&whole, a, b);
                assert_in_range(jg_tally_games(&part) - jg_tally_games(&less), 0, 2);
                assert_in_range(part.wins - less.wins, 0, 2);
            }
        jg_standings_free(&whole);
    }
    jg_standings_free(&s);
    jg_game_close(&g);
}

/* ---- Rigged coins ------------------------------------------------------------------------------ */

/* Intervals hold the true share in 95 of 100 matches, with a fair and an unfair
 * first seat, for equals and unequals. */
static void test_intervals_hold_the_truth(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        int bids[4];
        bool edge;
        uint64_t pairs;
    } CASES[] = {
        {"bidder:low=1,high=20", "bidder:low=1,high=20", {1, 20, 1, 20}, false, 50},
        {"bidder:low=1,high=20", "bidder:low=1,high=20", {1, 20, 1, 20}, true, 50},
        {"bidder:low=5,high=20", "bidder:low=1,high=16", {5, 20, 1, 16}, false, 100},
        {"bidder:low=5,high=20", "bidder:low=1,high=16", {5, 20, 1, 16}, true, 100},
        {"bidder:low=10,high=20", "bidder:low=1,high=14", {10, 20, 1, 14}, false, 200},
    };
    int repeats = test_scaled(4000);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game_kind kind;
        struct jg_game g;
        const int *b = CASES[i].bids;
        double truth = true_share(b[0], b[1], b[2], b[3], CASES[i].edge ? EDGE : 0);
        const struct jg_player players[] = {bidder(CASES[i].a), bidder(CASES[i].b)};
        int held = 0;
        bids_open(&g, &kind, CASES[i].edge);
        for (int n = 0; n < repeats; n++) {
            struct jg_contest c = {.game = &g,
                                   .players = players,
                                   .player_count = 2,
                                   .pairs = CASES[i].pairs,
                                   .seed = test_seed() * 1000003 + (uint64_t)n,
                                   .threads = 1};
            struct jg_standings s;
            struct jg_tally_score score;
            assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
            struct jg_tally t = jg_standings_between(&s, 0, 1);
            jg_tally_score(&t, &score);
            held += score.low <= truth && truth <= score.high;
            jg_standings_free(&s);
        }
        double share = (double)held / repeats, noise = 3 * sqrt(.95 * .05 / repeats);
        printf("# %zu: the interval holds %.3f in %.1f %% of %d matches\n", i, truth, 100 * share, repeats);
        if (share < 0.93 - (repeats < 4000 ? noise : 0) || share > 0.97 + (repeats < 4000 ? noise : 0))
            fail_msg("case %zu: %.3f", i, share);
        jg_game_close(&g);
    }
}

/* SPRT on real matches: errs less often than it says, and stops in the same place however it is played. */
static void test_sequential_matches(void **state) {
    (void)state;
    struct jg_game_kind kind;
    struct jg_game g;
    const struct jg_player equals[] = {bidder("bidder:low=1,high=20"), bidder("bidder:low=1,high=20")};
    const struct jg_player better[] = {bidder("bidder:low=3,high=20"), bidder("bidder:low=1,high=20")};
    double share = true_share(3, 20, 1, 20, 0), elo = 400 * log10(share / (1 - share));
    const struct jg_sprt test = {.elo0 = 0, .elo1 = elo, .alpha = 0.05, .beta = 0.05};
    int repeats = test_scaled(2000), wrong[2] = {0};
    bids_open(&g, &kind, false);
    for (int n = 0; n < 2 * repeats; n++) {
        struct jg_contest c = {.game = &g,
                               .players = n % 2 ? better : equals,
                               .player_count = 2,
                               .pairs = 100000,
                               .seed = test_seed() * 1000003 + (uint64_t)n,
                               .sprt = &test,
                               .threads = n % 64 ? 1 : 2};
        struct jg_standings s;
        struct jg_sprt_state decision;
        assert_int_equal(jg_contest_play(&c, &s, NULL), JG_OK);
        struct jg_tally t = jg_standings_between(&s, 0, 1);
        jg_sprt(&test, &t, &decision);
        assert_int_not_equal(decision.verdict, JG_SPRT_OPEN);
        wrong[n % 2] += decision.verdict != (n % 2 ? JG_SPRT_ACCEPTED : JG_SPRT_REJECTED);
        if (n % 64 == 0) {
            struct jg_standings again;
            c.threads = 1;
            assert_int_equal(jg_contest_play(&c, &again, NULL), JG_OK);
            assert_same(&s, &again);
            jg_standings_free(&again);
        }
        jg_standings_free(&s);
    }
    double allowed = 0.05 + 2 * sqrt(.05 * .95 / repeats);
    printf("# wrong: %d and %d of %d, Elo %.1f\n", wrong[0], wrong[1], repeats, elo);
    assert_true(wrong[0] <= allowed * repeats && wrong[1] <= allowed * repeats);
    jg_game_close(&g);
}

/* Games at once with clocks: each thread of a thinking agent has a core. */
static void test_clocked_games(void **state) {
    (void)state;
    static const struct {
        const char *agents[2];
        int cores, threads, games;
    } CASES[] = {
        {{"random", "greedy"}, 8, 1, 8},         {{"ab:threads=1", "mcts:threads=2"}, 8, 2, 4},
        {{"ab", "ab:threads=1"}, 8, 8, 1},       {{"ab:depth=3", "mcts:playouts=10"}, 8, 1, 8},
        {{"ab:ms=5", "random"}, 4, 4, 1},        {{"ab:threads=16", "random"}, 4, 16, 1},
        {{"mcts:threads=3", "random"}, 8, 3, 2}, {{"random", "random"}, 1, 1, 1},
    };
    struct jg_game g;
    open_spec(&g, "tictactoe");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_player players[2];
        struct jg_contest c = {.game = &g, .players = players, .player_count = 2};
        for (int p = 0; p < 2; p++) assert_int_equal(jg_player_init(&players[p], &g, CASES[i].agents[p], NULL), JG_OK);
        assert_int_equal(jg_contest_agent_threads(&c, CASES[i].cores), CASES[i].threads);
        assert_int_equal(jg_contest_clocked_games(&c, CASES[i].cores), CASES[i].games);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixtures),
        cmocka_unit_test(test_tallies_are_what_was_played),
        cmocka_unit_test(test_threads_and_known_results_change_nothing),
        cmocka_unit_test(test_failing_agents_lose),
        cmocka_unit_test(test_our_own_failures_are_nobodys_loss),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_stopped_contest),
        cmocka_unit_test(test_intervals_hold_the_truth),
        cmocka_unit_test(test_sequential_matches),
        cmocka_unit_test(test_clocked_games),
    };
    test_begin();
    return cmocka_run_group_tests_name("contest", tests, NULL, NULL);
}
