/* Dominoes against the plain engine: random rounds and matches in both, under the default rules, the
 * thesis's and random mixes of all options. */
#include "games/domino/paper.h"
#include "bench/games/domino/plain.h"
#include "test.h"

#include <math.h>

enum { ROUNDS = 100000, MIXES = 20, MOVE_CODES = 2 + 256 };

struct pair {
    const char *spec;
    struct jg_game g;
    const struct jg_domino_rules *r;
    struct jg_rng rng;
    uint64_t game; /* stream of the random numbers */
    union jg_state state;
    struct jg_domino *s;
    struct plain_domino plain;
    int events[2]; /* points reported by the events so far */
};

#define AGREE(p, condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s, game %llu, round %d, tile %d: not so: %s", (p)->spec, (unsigned long long)(p)->game,         \
                     (p)->s->round, (p)->s->count, #condition);                                                        \
    } while (0)

/* The options as the plain engine has them. */
static struct plain_domino_rules plain_rules(const struct jg_domino_rules *r) {
    return (struct plain_domino_rules){
        .target = r->target,
        .rounds = r->rounds,
        .clockwise = r->order,
        .locker = r->locknext,
        .openscores = r->openscores,
        .dblboth = r->dblboth,
        .merge = r->merge,
        .literal = r->pass == JG_DOMINO_LITERAL,
        .nodbl = (enum plain_domino_nodbl)r->nodbl,
        .lock = (enum plain_domino_lock)r->lock,
        .galo = (enum plain_domino_galo)r->galo,
        .spin1 = r->spin1,
        .closed = r->closed,
        .passpts = r->passpts,
    };
}

static void open_pair(struct pair *p, const char *spec) {
    p->spec = spec;
    open_spec(&p->g, spec);
    p->r = jg_domino_rules(&p->g);
    p->s = (void *)&p->state;
}

static void start_match(struct pair *p, uint64_t game) {
    struct plain_domino_rules rules = plain_rules(p->r);
    p->game = game;
    p->events[0] = p->events[1] = 0;
    jg_rng_init(&p->rng, test_seed(), game);
    jg_start(&p->g, &p->state);
    plain_domino_start(&p->plain, &rules);
}

/* ---- Translation ------------------------------------------------------------------------ */

static void deal_both(struct pair *p) {
    struct plain_tile hands[4][7];
    for (int i = 0; i < 3; i++) jg_apply(&p->g, p->s, p->g.kind->draw(&p->g, p->s, &p->rng));
    uint32_t all = p->s->hand[0] | p->s->hand[1] | p->s->hand[2] | p->s->hand[3];
    AGREE(p, all == JG_DOMINO_ALL);
    for (int seat = 0; seat < 4; seat++) {
        int n = 0;
        AGREE(p, jg_domino_count(p->s->hand[seat]) == JG_DOMINO_HAND);
        for (int low = 0, tile = 0; low < 7; low++)
            for (int high = low; high < 7; high++, tile++)
                if (p->s->hand[seat] >> tile & 1) hands[seat][n++] = (struct plain_tile){low, high};
    }
    plain_domino_deal(&p->plain, hands);
}

static jg_move code_of(const struct plain_turn *t) {
    int low = t->tile.a < t->tile.b ? t->tile.a : t->tile.b, high = t->tile.a + t->tile.b - low, tile = 0;
    if (t->pass) return JG_DOMINO_PASS;
    for (int i = 0; i < low; i++) tile += 7 - i;
    return (jg_move)(2 + tile + high - low + 32 * (t->arm < 0 ? 0 : t->arm) + 128 * t->announced);
}

/* A side of the opening double that is equivalent to an earlier one. */
static bool repeats(const struct plain_domino *p, const struct plain_turn *t) {
    bool open_double = false;
    for (int i = 0; i < p->turns; i++)
        if (!p->history[i].pass && p->history[i].arm < 0) open_double = p->history[i].tile.a == p->history[i].tile.b;
    return open_double && t->arm > 0 && !p->laid[t->arm] && !p->laid[t->arm - 1];
}

/* ---- Agreement -------------------------------------------------------------------------- */

static void same_moves(struct pair *p, struct plain_turn moves[MOVE_CODES]) {
    struct plain_turn theirs[PLAIN_DOMINO_MOVES];
    jg_move ours[JG_MOVES_MAX];
    int n = jg_domino_moves(p->r, p->s, ours), m = plain_domino_moves(&p->plain, theirs), distinct = 0;
    bool listed[MOVE_CODES] = {false};
    for (int i = 0; i < n; i++) {
        AGREE(p, ours[i] < MOVE_CODES && !listed[ours[i]]);
        listed[ours[i]] = true;
    }
    for (int i = 0; i < m; i++) {
        if (repeats(&p->plain, &theirs[i])) continue;
        jg_move code = code_of(&theirs[i]);
        AGREE(p, listed[code]);
        moves[code] = theirs[i];
        distinct++;
    }
    AGREE(p, distinct == n);
}

static void same_table(struct pair *p) {
    AGREE(p, p->s->points[0] == p->plain.points[0] && p->s->points[1] == p->plain.points[1]);
    AGREE(p, p->s->points[0] == p->events[0] && p->s->points[1] == p->events[1]);
    AGREE(p, p->s->round == p->plain.round);
    int turn = jg_turn(&p->g, p->s);
    AGREE(p, (turn == JG_CHANCE) == (p->plain.seat == PLAIN_DEAL));
    AGREE(p, (turn == JG_OVER) == (p->plain.seat == PLAIN_OVER));
    if (turn >= 0) {
        AGREE(p, turn == p->plain.seat);
        for (int seat = 0; seat < 4; seat++) AGREE(p, p->s->left[seat] == p->plain.held[seat]);
        if (p->s->count > 1) AGREE(p, jg_domino_sum(p->r, &p->s->table) == plain_domino_sum(&p->plain));
    }
}

static void count_event(struct pair *p, const struct jg_domino_event *e, int mover, int last) {
    p->events[e->team] += e->table + e->out + e->garage;
    for (int team = 0; team < 2; team++) p->events[team] += e->pass[team];
    if (e->locked && e->table) { /* `team` won the lock; the points of the ends are the mover's */
        p->events[e->team] -= e->table;
        p->events[jg_team(mover)] += e->table;
    }
    if (e->galo) p->events[jg_team(last)] += e->galo;
    if (e->false_galo) p->events[1 - jg_team(last)] += e->false_galo;
}

static void play_both(struct pair *p) {
    struct plain_turn by_code[MOVE_CODES];
    struct jg_domino_event e;
    same_moves(p, by_code);
    jg_move move = jg_random_move(&p->g, p->s, &p->rng);
    int mover = p->s->turn, last = p->s->count ? jg_domino_last_seat(p->s) : 0;
    union jg_state applied = p->state;
    jg_apply(&p->g, &applied, move);
    jg_domino_play(p->r, p->s, move, &e);
    AGREE(p, !memcmp(&applied, p->s, p->g.state_size));
    plain_domino_move(&p->plain, &by_code[move]);
    count_event(p, &e, mover, last);
    same_table(p);
}

/* Plays matches until this many rounds have ended. */
static void play_rounds(const char *spec, int rounds) {
    struct pair p;
    open_pair(&p, spec);
    for (uint64_t game = 0; rounds > 0; game++) {
        start_match(&p, game);
        while (jg_turn(&p.g, p.s) != JG_OVER) {
            if (jg_turn(&p.g, p.s) == JG_CHANCE)
                deal_both(&p);
            else
                play_both(&p);
            rounds -= jg_domino_between(p.s);
        }
        AGREE(&p, jg_score(&p.g, p.s, 0) == p.plain.points[0] - p.plain.points[1]);
        AGREE(&p, jg_score(&p.g, p.s, 1) == -jg_score(&p.g, p.s, 0));
    }
    jg_game_close(&p.g);
}

static void test_perft(void **state) {
    (void)state;
    static const char *const specs[] = {"domino", "domino:rules=thesis", "domino:order=cw,galo=announce"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct pair p;
        open_pair(&p, specs[i]);
        for (uint64_t game = 0; game < 3; game++) {
            start_match(&p, game);
            deal_both(&p);
            for (int depth = 0; depth <= (i < 2 ? 8 : 5); depth++)
                assert_int_equal(jg_perft(&p.g, p.s, depth), plain_domino_perft(&p.plain, depth));
        }
        jg_game_close(&p.g);
    }
}

/* ---- Rules ------------------------------------------------------------------------------ */

static void test_default(void **state) {
    (void)state;
    play_rounds("domino", test_scaled(ROUNDS / 10));
}

static void test_thesis(void **state) {
    (void)state;
    play_rounds("domino:rules=thesis", test_scaled(ROUNDS / 10));
}

static const char *pick(struct jg_rng *rng, const char *const *words, uint32_t n) {
    return words[jg_rng_below(rng, n)];
}
#define PICK(rng, ...)                                                                                                 \
    pick(rng, (const char *[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *))

/* A random value for every option. */
static void mix(char *spec, size_t size, const struct jg_option *table, struct jg_rng *rng) {
    static const char *const words[] = {"rules",    "target", "rounds",     "order",   "nodbl",
                                        "locknext", "lock",   "openscores", "spin1",   "closed",
                                        "dblboth",  "merge",  "pass",       "passpts", "galo"};
    const char *values[] = {
        PICK(rng, "default", "thesis"),
        PICK(rng, "5", "50", "200", "1000"),
        PICK(rng, "0", "0", "1", "4"),
        PICK(rng, "ccw", "cw"),
        PICK(rng, "next", "pen20", "redeal", "sena", "free"),
        PICK(rng, "sena", "locker"),
        PICK(rng, "theirs", "difference", "all", "none"),
        PICK(rng, "0", "1"),
        PICK(rng, "1", "2"),
        PICK(rng, "preset", "0", "1", "2"),
        PICK(rng, "0", "1"),
        PICK(rng, "preset", "0", "1"),
        PICK(rng, "preset", "manaus", "literal"),
        PICK(rng, "0", "20", "35"),
        PICK(rng, "preset", "auto", "add", "announce", "none"),
    };
    struct jg_text t;
    jg_text_init(&t, spec, size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        jg_text_add(&t, "%s%s=%s", i ? "," : "domino:", words[i], values[i]);
    assert_false(t.cut);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) /* all options, in the order of the table */
        assert_string_equal(words[i], table[i].name);
    assert_null(table[sizeof words / sizeof *words].name);
}

static void test_mixes(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 100);
    for (int i = 0; i < MIXES; i++) {
        char spec[JG_SPEC_MAX];
        mix(spec, sizeof spec, g.kind->options, &rng);
        printf("# %s\n", spec);
        play_rounds(spec, test_scaled(ROUNDS * 8 / 10 / MIXES));
    }
    jg_game_close(&g);
}

/* A preset equals the options that it stands for. */
static void test_presets(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        struct plain_domino_rules want;
    } cases[] = {
        {"domino", {.target = 200, .openscores = true, .dblboth = true, .galo = PLAIN_AUTO, .spin1 = 2, .passpts = 20}},
        {"domino:rules=thesis",
         {.target = 200,
          .openscores = true,
          .dblboth = true,
          .merge = true,
          .literal = true,
          .galo = PLAIN_ADD,
          .spin1 = 2,
          .closed = 1,
          .passpts = 20}},
        {"domino:rules=thesis,closed=0,merge=0,pass=manaus,galo=auto",
         {.target = 200, .openscores = true, .dblboth = true, .galo = PLAIN_AUTO, .spin1 = 2, .passpts = 20}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        open_spec(&g, cases[i].spec);
        struct plain_domino_rules got = plain_rules(jg_domino_rules(&g)), want = cases[i].want;
        assert_int_equal(got.target, want.target);
        assert_int_equal(got.rounds, want.rounds);
        assert_int_equal(got.nodbl, want.nodbl);
        assert_int_equal(got.lock, want.lock);
        assert_int_equal(got.galo, want.galo);
        assert_int_equal(got.spin1, want.spin1);
        assert_int_equal(got.closed, want.closed);
        assert_int_equal(got.passpts, want.passpts);
        assert_true(got.clockwise == want.clockwise && got.locker == want.locker);
        assert_true(got.openscores == want.openscores && got.dblboth == want.dblboth);
        assert_true(got.merge == want.merge && got.literal == want.literal);
        jg_game_close(&g);
    }
}

/* ---- Basic play --------------------------------------------------------------------------- */

/* The points of the ends after a move. */
static int table_points(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move) {
    struct jg_domino after = *s;
    struct jg_domino_event e;
    jg_domino_play(r, &after, move, &e);
    return e.table;
}

/* A certain galo: no unseen tile that fits can be in another hand, given the passes, and the player can
 * play again. */
static bool sure_galo(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move move) {
    struct jg_domino after = *s;
    if (r->galo != JG_DOMINO_GALO_ANNOUNCE || move == JG_DOMINO_PASS || !s->count) return false;
    uint32_t own = s->hand[s->turn] & ~(1u << jg_domino_move_tile(move)), seen = s->hand[s->turn];
    for (int i = 0; i < s->count; i++) seen |= 1u << (s->log[i] & 31);
    jg_domino_join(r, &after.table, jg_domino_move_tile(move), jg_domino_move_arm(move));
    bool goes_on = false;
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        unsigned numbers = 1u << jg_domino_low[tile] | 1u << jg_domino_high[tile];
        if (!(numbers & after.table.open)) continue;
        goes_on |= own >> tile & 1;
        for (int seat = 0; seat < 4; seat++) {
            if (seat == s->turn || seen >> tile & 1 || s->lacks[seat] & numbers) continue;
            if (!(s->lacks[seat] & JG_DOMINO_NO_DOUBLE && jg_domino_double(tile))) return false;
        }
    }
    return goes_on;
}

/* The first of equals is the first by arm and then by tile, whatever the order of jg_domino_moves. */
static void check_basic(struct pair *p) {
    jg_move moves[JG_MOVES_MAX], best = 0;
    int n = jg_domino_moves(p->r, p->s, moves), most = -1;
    for (int i = 0; i < n; i++) {
        if (moves[i] != JG_DOMINO_PASS && jg_domino_move_announces(moves[i])) continue;
        int points = table_points(p->r, p->s, moves[i]);
        if (points < most || (points == most && moves[i] > best)) continue; /* 32 * arm + tile */
        most = points;
        best = moves[i];
    }
    AGREE(p, jg_domino_basic(p->r, p->s, true, &p->rng) == (sure_galo(p->r, p->s, best) ? best + 128 : best));
    jg_move got = jg_domino_basic(p->r, p->s, false, &p->rng);
    AGREE(p, jg_legal(&p->g, p->s, got) && table_points(p->r, p->s, got) == most);
    AGREE(p, got == JG_DOMINO_PASS || jg_domino_move_announces(got) == sure_galo(p->r, p->s, got));
}

static void test_basic(void **state) {
    (void)state;
    static const char *const specs[] = {"domino", "domino:rules=thesis",
                                        "domino:galo=announce,nodbl=free,closed=2,dblboth=0,openscores=0,spin1=1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct pair p;
        open_pair(&p, specs[i]);
        for (uint64_t game = 0; game < (uint64_t)test_scaled(1000); game++)
            for (start_match(&p, game); jg_turn(&p.g, p.s) != JG_OVER;) {
                if (jg_turn(&p.g, p.s) >= 0) check_basic(&p);
                jg_apply(&p.g, p.s, jg_random_move(&p.g, p.s, &p.rng));
            }
        jg_game_close(&p.g);
    }
}

/* Ties are drawn evenly: 6-1, 6-2, 6-4 and 6-5 after 6-6 score nothing, 6-3 is not held. */
static void test_basic_ties(void **state) {
    (void)state;
    enum { DRAWS = 40000 };
    struct pair p;
    int times[JG_DOMINO_TILES] = {0};
    static const int tiles[] = {12, 17, 24, 26};
    open_pair(&p, "domino");
    jg_rng_init(&p.rng, test_seed(), 0);
    memset(&p.state, 0, sizeof p.state);
    jg_domino_open_table(p.r, &p.s->table, JG_DOMINO_SENA);
    p.s->log[0] = JG_DOMINO_SENA;
    p.s->count = 1;
    for (int i = 0; i < 4; i++) p.s->hand[0] |= 1u << tiles[i];
    for (int i = 0; i < DRAWS; i++) times[jg_domino_move_tile(jg_domino_basic(p.r, p.s, false, &p.rng))]++;
    for (int i = 0; i < 4; i++) assert_in_range(times[tiles[i]], DRAWS / 4 - 450, DRAWS / 4 + 450); /* 5 deviations */
    jg_game_close(&p.g);
}

/* The specification's figures for two basic pairs: 2.53 rounds a match, 23.8 tiles a round, 11.3 % locked,
 * 18.6 % out on a double, 83.7 points a team and round. */
static void test_basic_figures(void **state) {
    (void)state;
    struct pair p;
    int matches = test_scaled(20000), rounds = 0, tiles = 0, locked = 0, doubles = 0;
    double points = 0;
    open_pair(&p, "domino");
    for (int game = 0; game < matches; game++) {
        for (start_match(&p, (uint64_t)game); jg_turn(&p.g, p.s) != JG_OVER;) {
            struct jg_domino_event e = {0};
            if (jg_turn(&p.g, p.s) == JG_CHANCE)
                jg_apply(&p.g, p.s, p.g.kind->draw(&p.g, p.s, &p.rng));
            else
                jg_domino_play(p.r, p.s, jg_domino_basic(p.r, p.s, false, &p.rng), &e);
            if (!e.went_out && !e.locked) continue;
            rounds++;
            tiles += p.s->count;
            locked += e.locked;
            doubles += e.out > 0;
        }
        points += p.s->points[0] + p.s->points[1];
    }
    double wide = sqrt(20000.0 / matches);
    printf("# %.3f rounds, %.2f tiles, %.2f %% locked, %.2f %% doubles, %.2f points\n", (double)rounds / matches,
           (double)tiles / rounds, 100.0 * locked / rounds, 100.0 * doubles / rounds, points / 2 / rounds);
    assert_true(fabs((double)rounds / matches - 2.53) < 0.03 * wide);
    assert_true(fabs((double)tiles / rounds - 23.8) < 0.15 * wide);
    assert_true(fabs(100.0 * locked / rounds - 11.3) < 1 * wide);
    assert_true(fabs(100.0 * doubles / rounds - 18.6) < 1 * wide);
    assert_true(fabs(points / 2 / rounds - 83.7) < 1.5 * wide);
    jg_game_close(&p.g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),    cmocka_unit_test(test_thesis),        cmocka_unit_test(test_mixes),
        cmocka_unit_test(test_perft),      cmocka_unit_test(test_presets),       cmocka_unit_test(test_basic),
        cmocka_unit_test(test_basic_ties), cmocka_unit_test(test_basic_figures),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino", tests, NULL, NULL);
}
