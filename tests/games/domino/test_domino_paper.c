/* The agents of the papers: choices worked out by hand, probabilities against enumerated permutations
 * and deals, the expectiminimax against a plain recursion. */
#include "test.h"

#include "games/domino/paper.h"

#include <math.h>

static const char *const SPECS[] = {
    "domino",
    "domino:rules=thesis",
    "domino:galo=announce",
    "domino:galo=add,pass=literal,order=cw",
    "domino:nodbl=free,lock=difference,spin1=1",
    "domino:nodbl=pen20,locknext=locker,merge=1,dblboth=0",
    "domino:nodbl=sena,galo=none,closed=2,lock=all",
    "domino:nodbl=redeal,galo=announce,pass=literal,lock=none",
};

enum { SPEC_COUNT = sizeof SPECS / sizeof *SPECS };

static void assert_near(double value, double expected, double most) {
    if (!(fabs(value - expected) <= most)) fail_msg("%.9f is not %.9f", value, expected);
}

#define TILE(a, b) (1u << jg_domino_tile[a][b])

static void deal(const struct jg_game *g, struct jg_domino *s, struct jg_rng *rng) {
    while (s->turn >= JG_DOMINO_DEAL && s->turn < JG_DOMINO_OVER) jg_apply(g, s, jg_random_move(g, s, rng));
}

/* A random state with a choice and `tiles` tiles on the table, or fewer if the round ends before. */
static void random_state(const struct jg_game *g, struct jg_rng *rng, int tiles, struct jg_domino *s) {
    jg_move moves[JG_MOVES_MAX];
    for (;;) {
        jg_start(g, s);
        deal(g, s, rng);
        if (jg_rng_below(rng, 2)) { /* a later round: any double opens */
            s->sena = 0;
            s->turn = (uint8_t)jg_rng_below(rng, 4);
            s->points[0] = (int32_t)(5 * jg_rng_below(rng, 30));
        }
        while (s->turn < JG_DOMINO_DEAL && s->count < tiles) jg_apply(g, s, jg_random_move(g, s, rng));
        if (s->turn < JG_DOMINO_DEAL && jg_domino_moves(jg_domino_rules(g), s, moves) > 1) return;
    }
}

static void ask_agent(const struct jg_game *g, const char *spec, const struct jg_query *query, struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    if (jg_agent_choose(&a, query, r, &err)) fail_msg("%s: %s", spec, err.message);
    jg_agent_close(&a);
}

static jg_move chosen(const struct jg_game *g, const char *spec, const struct jg_domino *s, uint64_t seed) {
    static struct jg_report r;
    struct jg_domino view;
    jg_view(g, s, s->turn, &view);
    ask_agent(g, spec, &(struct jg_query){.view = &view, .seat = s->turn, .seed = seed}, &r);
    return r.move;
}

/* A table by hand: 6-6 was opened by seat 0, then tiles by the seats in turn, arm by arm. The mover's hand is set. */
struct laid {
    int low, high, arm;
};

static void set_table(const struct jg_game *g, const struct laid *tiles, int n, uint32_t hand, struct jg_domino *s) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    memset(s, 0, sizeof *s);
    s->round = 1;
    s->sena = 1;
    for (int i = 0; i < 4; i++) s->left[i] = JG_DOMINO_HAND;
    for (int i = 0; i < n; i++) {
        int tile = jg_domino_tile[tiles[i].low][tiles[i].high];
        if (i)
            jg_domino_join(r, &s->table, tile, tiles[i].arm);
        else
            jg_domino_open_table(r, &s->table, tile);
        s->log[i] = (uint8_t)(tile + 32 * tiles[i].arm);
        s->by[i] = (uint8_t)(i & 3);
        s->left[i & 3]--;
    }
    s->count = (uint8_t)n;
    s->turn = (uint8_t)(n & 3);
    s->hand[s->turn] = hand;
    s->left[s->turn] = (uint8_t)jg_domino_count(hand);
}

/* ---- Basic ---------------------------------------------------------------------------------- */

static void test_basic(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(1600); i++) {
        struct jg_game g;
        struct jg_domino s;
        jg_move moves[JG_MOVES_MAX];
        open_spec(&g, SPECS[i % SPEC_COUNT]);
        const struct jg_domino_rules *r = jg_domino_rules(&g);
        random_state(&g, &rng, (int)jg_rng_below(&rng, 24), &s);
        int n = jg_domino_moves(r, &s, moves), most = 0, mine = -1;
        jg_move move = jg_domino_basic(r, &s, i & 1, &rng);
        for (int k = 0; k < n; k++) {
            struct jg_domino child = s;
            struct jg_domino_event e;
            jg_domino_play(r, &child, moves[k], &e);
            if (e.table > most) most = e.table;
            if (moves[k] == move) mine = e.table;
        }
        assert_int_equal(mine, most);
        jg_game_close(&g);
    }
}

/* 6-6, 6-3 and 6-4: ends 3 and 4. 4-2 at the 4 gives 3 + 2, 6-2 at a side 3 + 4 + 2: nothing, and 3-3
 * 6 + 4, which is most. */
static void test_basic_by_hand(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_domino s;
    const struct laid laid[] = {{6, 6, 0}, {3, 6, 0}, {4, 6, 1}};
    open_spec(&g, "domino");
    set_table(&g, laid, 3, TILE(2, 4) | TILE(2, 6) | TILE(3, 3), &s);
    assert_int_equal(chosen(&g, "domino.basic", &s, 1), jg_domino_move(jg_domino_tile[3][3], 0, false));

    /* Without it 4-2; 3-1 gives 1 + 4 too, and both are drawn. */
    set_table(&g, laid, 3, TILE(2, 4) | TILE(2, 6) | TILE(1, 3), &s);
    int first = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        jg_move move = chosen(&g, "domino.basic", &s, seed);
        first += move == jg_domino_move(jg_domino_tile[1][3], 0, false);
        assert_true(move == jg_domino_move(jg_domino_tile[1][3], 0, false) ||
                    move == jg_domino_move(jg_domino_tile[2][4], 1, false));
        assert_int_equal(chosen(&g, "domino.basic:ties=first", &s, seed),
                         jg_domino_move(jg_domino_tile[1][3], 0, false));
    }
    assert_in_range(first, 140, 260); /* six standard deviations */
    jg_game_close(&g);
}

/* ---- Antonio --------------------------------------------------------------------------------- */

static void test_antonio_by_hand(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_domino s;
    const struct laid laid[] = {{6, 6, 0}, {3, 6, 0}, {4, 6, 1}};
    const double a[] = {1000, 100, 10, 1, 0.1, 0.01, 0.001};
    open_spec(&g, "domino");
    const struct jg_domino_rules *r = jg_domino_rules(&g);
    set_table(&g, laid, 3, TILE(2, 4) | TILE(2, 6) | TILE(3, 3) | TILE(4, 4), &s); /* seat 3 */

    /* 4-2 on the 4 scores 5. Of the 4 one is played, two are in the hand, one is at an end; of the 2 none, two, none,
     * and the pair (seat 1) none. */
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[2][4], 1, false), a),
                5 - 1000 - 200 - 10 + 0.2, 1e-9);

    /* 6-2 at the side: three 6 are played, one is in the hand, one side is to be played on; nothing scores. */
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[2][6], 2, false), a),
                -3000 - 100 - 10 + 0.2, 1e-9);

    /* 3-3: one 3 is played, by the player's team; one in the hand; one end. It covers and leaves the 3, and scores 10. */
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[3][3], 0, false), a),
                10 - 1000 - 100 - 10 + 1 + 0.1 + 0.01 + 0.001, 1e-9);
    assert_int_equal(chosen(&g, "domino.antonio:a1=-1,a2=0,a3=0,a4=0,a5=0,a6=0,a7=0", &s, 1),
                     jg_domino_move(jg_domino_tile[3][3], 0, false)); /* 11, against 6 and 3 */
    assert_int_equal(chosen(&g, "domino.antonio:a1=-10,a2=0,a3=0,a4=0,a5=0,a6=0,a7=0", &s, 1),
                     jg_domino_move(jg_domino_tile[2][6], 2, false)); /* 30, against 15 and 20 */
    assert_int_equal(chosen(&g, "domino.antonio:a1=-10,strategy=selfish,a4=0,a5=0,a6=0", &s, 1),
                     jg_domino_move(jg_domino_tile[3][3], 0, false));
    assert_int_equal(chosen(&g, "domino.antonio:a1=-10,a2=0,a3=0,strategy=block", &s, 1),
                     jg_domino_move(jg_domino_tile[2][6], 2, false));
    assert_int_equal(chosen(&g, "domino.antonio:a7=-20,strategy=partner", &s, 1), /* 10 - 20 < 5 */
                     jg_domino_move(jg_domino_tile[2][4], 1, false));
    assert_int_equal(chosen(&g, "domino.antonio:strategy=basic,a5=-1000", &s, 1),
                     jg_domino_move(jg_domino_tile[3][3], 0, false));

    /* The last tile, a double; and a pass of the next that is sure, as it passed at 2, 3 and 6: only the 4-2 and
     * the 4s are gone. */
    set_table(&g, laid, 3, TILE(3, 3), &s);
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[3][3], 0, false), a),
                30 - 1000 - 100 - 10 + 1 + 0.1 + 0.01 + 0.001, 1e-9);
    set_table(&g, laid, 3, TILE(2, 4) | TILE(2, 6), &s);
    s.lacks[0] = 1 << 2 | 1 << 3 | 1 << 6;
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[2][4], 1, false), a),
                25 - 1000 - 100 - 10 + 0.2, 1e-9);
    s.lacks[1] = s.lacks[2] = s.lacks[0]; /* a galo, as 6-2 can be played then */
    assert_near(jg_domino_antonio_value(r, &s, jg_domino_move(jg_domino_tile[2][4], 1, false), a),
                55 - 1000 - 100 - 10 + 0.2, 1e-9);
    jg_game_close(&g);

    open_spec(&g, "domino:galo=announce");
    assert_int_equal(chosen(&g, "domino.antonio", &s, 1), jg_domino_move(jg_domino_tile[2][4], 1, true));
    assert_int_equal(chosen(&g, "domino.basic", &s, 1), jg_domino_move(jg_domino_tile[2][4], 1, true));
    s.lacks[2] = 0;
    assert_int_equal(chosen(&g, "domino.basic", &s, 1), jg_domino_move(jg_domino_tile[2][4], 1, false));
    jg_game_close(&g);
}

/* ---- Garza and Cruz ---------------------------------------------------------------------------- */

static void test_relatives_by_hand(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_domino s;
    const struct laid laid[] = {{6, 6, 0}, {3, 6, 0}, {4, 6, 1}};
    open_spec(&g, "domino");

    /* Of the 5 two tiles are seen, of the 1 and the 2 one. */
    set_table(&g, laid, 3, TILE(1, 4) | TILE(5, 6) | TILE(2, 3) | TILE(5, 5), &s);
    assert_int_equal(chosen(&g, "domino.cruz:strategy=2", &s, 1), jg_domino_move(jg_domino_tile[5][6], 2, false));

    /* Ends 3, 4, 6: of them and the 5 are seen 1, 2, 4, 2. 6-5 opens an end more: (1 2 2 4)^(2/4) = 4; 4-1 makes
     * (1 1 4)^(2/3) = 2.52. */
    set_table(&g, laid, 3, TILE(1, 4) | TILE(5, 6) | TILE(5, 5), &s);
    assert_int_equal(chosen(&g, "domino.cruz:strategy=3", &s, 1), jg_domino_move(jg_domino_tile[5][6], 2, false));
    int taken = 0;
    for (uint64_t seed = 0; seed < 1000; seed++)
        taken += chosen(&g, "domino.cruz", &s, seed) == jg_domino_move(jg_domino_tile[5][6], 2, false);
    double u = pow(0.999, 3), share = 1 / (1 + exp((pow(4, 2 / 3.0) - 4) / u));
    assert_true(fabs(taken - 1000 * share) < 6 * sqrt(1000 * share * (1 - share)));

    /* The own favourite is the 5; selfish and (equal hands: the mover leads) traditional leave it. */
    set_table(&g, laid, 3, TILE(1, 4) | TILE(5, 6) | TILE(5, 5) | TILE(0, 5), &s);
    s.left[1] = 4;
    assert_int_equal(chosen(&g, "domino.garza:strategy=selfish", &s, 1),
                     jg_domino_move(jg_domino_tile[5][6], 2, false));
    assert_int_equal(chosen(&g, "domino.garza", &s, 1), jg_domino_move(jg_domino_tile[5][6], 2, false));

    /* 4-1 leaves what the next does not have: that blocks, and is no more than the last resort of an altruist. */
    s.lacks[0] = 1 << 1;
    set_table(&g, laid, 3, TILE(1, 4) | TILE(5, 6), &s);
    s.lacks[0] = 1 << 1;
    assert_int_equal(chosen(&g, "domino.garza:strategy=altruist", &s, 1),
                     jg_domino_move(jg_domino_tile[1][4], 1, false));
    assert_int_equal(chosen(&g, "domino.garza:strategy=suicidal", &s, 1),
                     jg_domino_move(jg_domino_tile[5][6], 2, false));
    s.lacks[0] = 0; /* nothing to serve: the highest tile */
    assert_int_equal(chosen(&g, "domino.garza:strategy=altruist", &s, 1),
                     jg_domino_move(jg_domino_tile[5][6], 2, false));
    jg_game_close(&g);
}

/* ---- Chances ------------------------------------------------------------------------------------ */

/* Arrangements of the hidden tiles whose first `hand` places have one below `of`. */
static int arrangements(int hidden, int of, int hand, unsigned used, int place, bool has) {
    int sum = 0;
    if (place == hidden) return has;
    for (int tile = 0; tile < hidden; tile++)
        if (!(used >> tile & 1))
            sum += arrangements(hidden, of, hand, used | 1u << tile, place + 1, has || (place < hand && tile < of));
    return sum;
}

/* The probabilities that a hand of `hand` out of `hidden` tiles, `of` of which have a 6, holds a 6, and that it must pass
 * at a 6. */
static void sixes(int hidden, int of, int hand, double *holds, double *misses) {
    struct jg_domino_knowledge knows = {.self = 0, .left = {0, (uint8_t)hand}};
    double p[JG_DOMINO_EVENTS];
    for (int i = 0; i < hidden; i++) knows.unseen |= i < of ? TILE(i, 6) : i < 6 ? TILE(0, i) : TILE(1, 1);
    assert_int_equal(jg_domino_count(knows.unseen), hidden);
    assert_true(jg_domino_events(JG_DOMINO_MODEL_THESIS, &knows, 1, 1u << 6, p));
    for (int number = 0; number < 6; number++) assert_true(p[number] == 0); /* no such end is open */
    *holds = p[6];
    *misses = p[7];
}

static void test_equations(void **state) {
    (void)state;
    double holds, misses;
    sixes(7, 3, 3, &holds, &misses);
    assert_near(holds, 4464 / 5040.0, 1e-12); /* the worked example */
    assert_int_equal(arrangements(7, 3, 3, 0, 0, false), 4464);
    for (int hidden = 1; hidden <= 6; hidden++)
        for (int of = 0; of <= hidden; of++)
            for (int hand = 0; hand <= hidden; hand++) {
                double all = arrangements(hidden, hidden, hidden, 0, 0, true);
                double share = arrangements(hidden, of, hand, 0, 0, false) / all;
                sixes(hidden, of, hand, &holds, &misses);
                assert_near(holds, share, 1e-12);
                assert_near(misses, 1 - share, 1e-12);
            }
}

static void set_sight(const struct jg_domino *v, int self, struct jg_domino_knowledge *s) {
    *s = (struct jg_domino_knowledge){.unseen = jg_domino_unseen(v), .self = (uint8_t)self};
    memcpy(s->left, v->left, sizeof s->left);
    memcpy(s->lacks, v->lacks, sizeof s->lacks);
}

static void test_exact_events(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    static struct jg_domino_deals d;
    int voids = 0;
    jg_rng_init(&rng, test_seed(), 2);
    open_spec(&g, "domino");
    for (int i = 0; i < test_scaled(150); i++) {
        struct jg_domino s, view;
        struct jg_domino_knowledge knows;
        double p[JG_DOMINO_EVENTS], plain[JG_DOMINO_EVENTS] = {0}, sum = 0;
        random_state(&g, &rng, 13 + (int)jg_rng_below(&rng, 10), &s);
        jg_view(&g, &s, s.turn, &view);
        set_sight(&view, s.turn, &knows);
        assert_true(jg_domino_deals_init(&d, &view));
        if (d.count > 20000) continue;
        int seat = (s.turn + 1 + (int)jg_rng_below(&rng, 3)) & 3;
        for (uint64_t k = 0; k < d.count; k++) {
            uint32_t hands[4];
            jg_domino_deals_nth(&d, k, hands);
            for (int n = 0; n < 7; n++) plain[n] += s.table.open >> n & 1 && hands[seat] & jg_domino_with[n];
            plain[7] += !(hands[seat] & jg_domino_fits[s.table.open]);
        }
        for (int n = 0; n < 7; n++) sum += plain[n];
        assert_true(jg_domino_events(JG_DOMINO_MODEL_EXACT, &knows, seat, s.table.open, p));
        double pass = plain[7] / (double)d.count;
        assert_near(p[7], pass, 1e-9);
        for (int n = 0; n < 7; n++) assert_near(p[n], sum > 0 ? (1 - pass) * plain[n] / sum : 0, 1e-9);
        voids += view.lacks[0] | view.lacks[1] | view.lacks[2] | view.lacks[3] ? 1 : 0;
    }
    assert_true(voids > test_scaled(150) / 10 || test_scaled(150) < 50);
    jg_game_close(&g);
}

/* ---- The tree ------------------------------------------------------------------------------------ */

/* Plain expectiminimax over full states whose hidden hands are empty. */
struct plain {
    const struct jg_domino_rules *r;
    enum jg_domino_chance_model model;
    int self, base;
};

static double won(const struct plain *p, const struct jg_domino *s) {
    int team = jg_team(p->self);
    return s->points[team] - s->points[1 - team] - p->base;
}

static int share(const struct plain *p, const struct jg_domino *s, uint32_t unseen, int team) {
    int tiles = 0, own = jg_team(p->self) == team ? jg_domino_pips(s->hand[p->self]) : 0;
    for (int seat = team; seat < 4; seat += 2) tiles += seat == p->self ? 0 : s->left[seat];
    return own + (unseen ? jg_domino_pips(unseen) * tiles / jg_domino_count(unseen) : 0);
}

/* Plays with all unseen tiles in the mover's hand; only the pips of the hands must be computed apart. */
static bool plain_lay(const struct plain *p, struct jg_domino *s, int tile, int arm) {
    struct jg_domino_event e;
    int seat = s->turn;
    uint32_t unseen = jg_domino_unseen(s);
    if (seat != p->self) s->hand[seat] = unseen;
    unseen &= ~(1u << tile);
    if (s->count == 0 || seat == p->self) s->hand[seat ^ 1] = unseen; /* somebody has them */
    jg_domino_play(p->r, s, jg_domino_move(tile, arm, false), &e);
    for (int i = 0; i < 4; i++)
        if (i != p->self) s->hand[i] = 0;
    if (!jg_domino_between(s)) return false;
    s->points[e.team] -= e.garage;
    int pips[2] = {share(p, s, unseen, 0), share(p, s, unseen, 1)}, team = e.team, points = pips[1 - team];
    if (e.locked) {
        team = pips[1] < pips[0];
        int more = pips[1 - team], fewer = pips[team];
        points = p->r->lock == JG_DOMINO_LOCK_THEIRS       ? more
                 : p->r->lock == JG_DOMINO_LOCK_DIFFERENCE ? more - fewer
                 : p->r->lock == JG_DOMINO_LOCK_ALL        ? more + fewer
                                                           : 0;
        if (more == fewer) points = 0;
    }
    s->points[team] += points / 5 * 5;
    return true;
}

static double plain_chance(const struct plain *p, const struct jg_domino *s, int depth);

static double plain_play(const struct plain *p, const struct jg_domino *s, uint32_t tiles, unsigned numbers,
                         int depth) {
    bool max = jg_team(s->turn) == jg_team(p->self);
    static struct jg_domino_deals d;
    double best = max ? -INFINITY : INFINITY;
    if (!depth) return won(p, s);
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++)
        for (int arm = 0; arm < jg_domino_arms(&s->table); arm++) {
            int number = jg_domino_number(&s->table, arm);
            struct jg_domino child = *s;
            if (!(tiles >> tile & 1) || !(numbers >> number & 1) || !(jg_domino_with[number] >> tile & 1)) continue;
            bool twin = false;
            for (int i = 0; i < arm && p->r->merge; i++) twin = twin || jg_domino_number(&s->table, i) == number;
            if (twin) continue;
            bool over = plain_lay(p, &child, tile, arm);
            bool revealed = s->lacks[0] | s->lacks[1] | s->lacks[2] | s->lacks[3];
            if (p->model == JG_DOMINO_MODEL_EXACT && revealed && !jg_domino_deals_init(&d, &child)) continue;
            double value = over ? won(p, &child) : plain_chance(p, &child, depth - 1);
            best = max ? fmax(best, value) : fmin(best, value);
        }
    return best;
}

static double plain_pass(const struct plain *p, const struct jg_domino *s, int depth) {
    struct jg_domino child = *s;
    jg_domino_play(p->r, &child, JG_DOMINO_PASS, NULL);
    return plain_chance(p, &child, depth > 2 ? depth - 2 : 0);
}

static double plain_chance(const struct plain *p, const struct jg_domino *s, int depth) {
    struct jg_domino_knowledge knows;
    double chance[JG_DOMINO_EVENTS], sum = 0;
    uint32_t tiles = jg_domino_unseen(s);
    if (!depth) return won(p, s);
    if (s->turn == p->self) {
        tiles = s->hand[p->self];
        if (tiles & jg_domino_fits[s->table.open]) return plain_play(p, s, tiles, 127, depth - 1);
        return s->passes == 3 ? won(p, s) : plain_pass(p, s, depth);
    }
    set_sight(s, p->self, &knows);
    if (!jg_domino_events(p->model, &knows, s->turn, s->table.open, chance)) return won(p, s);
    if (p->model == JG_DOMINO_MODEL_EXACT) tiles = jg_domino_may_hold(s->lacks[s->turn], tiles);
    for (int n = 0; n < 7; n++)
        if (chance[n] > 0) sum += chance[n] * plain_play(p, s, tiles, 1u << n, depth - 1);
    if (chance[7] > 0 && s->passes < 3) sum += chance[7] * plain_pass(p, s, depth);
    return sum;
}

static double plain_value(const struct plain *p, const struct jg_domino *view, jg_move move, int depth) {
    struct jg_domino child = *view;
    if (plain_lay(p, &child, jg_domino_move_tile(move), jg_domino_move_arm(move))) return won(p, &child);
    return plain_chance(p, &child, depth - 1);
}

static void test_tree(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_domino_tree t = {0};
    uint64_t nodes[2] = {0, 0}, cuts = 0;
    jg_rng_init(&rng, test_seed(), 3);
    assert_int_equal(jg_domino_tree_init(&t, NULL), JG_OK);
    for (int i = 0; i < test_scaled(1000); i++) {
        struct jg_game g;
        struct jg_domino s, view;
        jg_move moves[JG_MOVES_MAX];
        double exact[JG_MOVES_MAX];
        open_spec(&g, SPECS[(size_t)i / 4 % SPEC_COUNT]);
        int tiles = (int)jg_rng_below(&rng, 23), deepest = tiles < 8 ? 5 : tiles < 14 ? 6 : 13;
        int depth = 1 + (int)jg_rng_below(&rng, (uint32_t)deepest);
        random_state(&g, &rng, tiles, &s);
        jg_view(&g, &s, s.turn, &view);
        t.rules = jg_domino_rules(&g);
        t.model = i & 1 ? JG_DOMINO_MODEL_EXACT : JG_DOMINO_MODEL_THESIS;
        t.match = i >> 1 & 1;
        int team = jg_team(s.turn), n = jg_domino_moves(t.rules, &view, moves);
        struct plain p = {t.rules, t.model, s.turn, t.match ? 0 : s.points[team] - s.points[1 - team]};
        for (int prune = 0; prune < 2; prune++) {
            double best = -INFINITY;
            t.prune = prune;
            jg_domino_tree_begin(&t, &view);
            for (int k = 0; k < n && !jg_domino_move_announces(moves[k]); k++) {
                if (!prune) exact[k] = plain_value(&p, &view, moves[k], depth);
                double value = jg_domino_tree_value(&t, &view, moves[k], depth, -INFINITY);
                if (fabs(value - exact[k]) > 1e-6) fail_msg("%d %s: %f, not %f", i, g.kind->name, value, exact[k]);
                double bound = jg_domino_tree_value(&t, &view, moves[k], depth, best);
                if (exact[k] > best + 1e-6 || !prune)
                    assert_near(bound, exact[k], 1e-6);
                else
                    assert_true(bound <= best + 1e-6 && bound >= exact[k] - 1e-6);
                best = fmax(best, exact[k]);
            }
            nodes[prune] += t.nodes;
            cuts += t.cuts;
        }
        jg_game_close(&g);
    }
    assert_true(nodes[1] < nodes[0] && cuts > 0);
    jg_domino_tree_free(&t);
}

static void test_thesis(void **state) {
    (void)state;
    struct jg_rng rng;
    static struct jg_report a, b;
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < test_scaled(24); i++) {
        struct jg_game g;
        struct jg_domino s, view;
        char spec[2][128];
        open_spec(&g, SPECS[i % SPEC_COUNT]);
        random_state(&g, &rng, (int)jg_rng_below(&rng, 24), &s);
        jg_view(&g, &s, s.turn, &view);
        struct jg_query query = {.view = &view, .seat = s.turn, .seed = 1};
        for (int prune = 0; prune < 2; prune++)
            snprintf(spec[prune], sizeof spec[prune], "domino.thesis:strategy=%d,model=%s,prune=%d", 1 + i % 8,
                     i & 1 ? "exact" : "thesis", prune);
        ask_agent(&g, spec[0], &query, &a);
        ask_agent(&g, spec[1], &query, &b);
        assert_int_equal(a.move, b.move);
        assert_int_equal(a.value, b.value);
        assert_int_equal(a.depth, b.depth);
        assert_true(b.nodes <= a.nodes);
        query.all = true;
        ask_agent(&g, spec[1], &query, &b);
        assert_int_equal(a.move, b.move);
        assert_true(b.move_count > 0 && b.by);
        int most = b.moves[0].value;
        for (int k = 1; k < b.move_count; k++) most = b.moves[k].value > most ? b.moves[k].value : most;
        assert_int_equal(b.value, most);
        ask_agent(&g, spec[1], &query, &a);
        assert_same_report(&a, &b);
        jg_game_close(&g);
    }
}

/* Depth by tiles on the table. */
static void test_phases(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    static struct jg_report r;
    static const int DEPTH[8][3] = {{5, 8, 2}, {8, 5, 2}, {9, 9, 2}, {10, 10, 2},
                                    {5, 8, 9}, {8, 5, 9}, {9, 9, 9}, {10, 10, 9}};
    jg_rng_init(&rng, test_seed(), 5);
    open_spec(&g, "domino");
    for (int tiles = 2; tiles < 20; tiles++)
        for (int strategy = tiles & 1; strategy < 8; strategy += 2) {
            struct jg_domino s, view;
            char spec[64];
            do random_state(&g, &rng, tiles, &s);
            while (s.count != tiles);
            jg_view(&g, &s, s.turn, &view);
            struct jg_query query = {.view = &view, .seat = s.turn};
            snprintf(spec, sizeof spec, "domino.thesis:strategy=%d", strategy + 1);
            ask_agent(&g, spec, &query, &r);
            assert_int_equal(r.depth, DEPTH[strategy][tiles < 8 ? 0 : tiles < 16 ? 1 : 2]);
            ask_agent(&g, "domino.thesis:start=1,middle=3,end=4", &query, &r);
            assert_int_equal(r.depth, tiles < 8 ? 1 : tiles < 16 ? 3 : 4);
        }
    jg_game_close(&g);
}

static void test_stop(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    static struct jg_report r;
    struct jg_domino s, view;
    atomic_bool stop = true;
    jg_rng_init(&rng, test_seed(), 6);
    open_spec(&g, "domino");
    random_state(&g, &rng, 5, &s);
    jg_view(&g, &s, s.turn, &view);
    ask_agent(&g, "domino.thesis:start=20,prune=0",
              &(struct jg_query){.view = &view, .seat = s.turn, .stop = &stop, .all = true}, &r);
    assert_true(r.nodes <= 3000); /* the whole tree would take days */
    assert_true(jg_legal(&g, &view, r.move));
    assert_int_equal(r.depth, 0);
    jg_game_close(&g);
}

/* ---- All of them ----------------------------------------------------------------------------------- */

static const char *const AGENTS[] = {
    "domino.basic",
    "domino.basic:ties=first",
    "domino.antonio",
    "domino.antonio:strategy=selfish",
    "domino.antonio:strategy=partner",
    "domino.antonio:strategy=block",
    "domino.antonio:strategy=basic",
    "domino.garza",
    "domino.garza:strategy=altruist",
    "domino.garza:strategy=selfish",
    "domino.garza:strategy=random",
    "domino.garza:strategy=suicidal",
    "domino.cruz:strategy=1",
    "domino.cruz:strategy=2",
    "domino.cruz:strategy=3",
    "domino.cruz",
    "domino.thesis:start=3,middle=4,end=5",
    "domino.thesis:model=exact,start=3,middle=4,end=5",
};

enum { AGENT_COUNT = sizeof AGENTS / sizeof *AGENTS };

/* Complete matches of all agents under all rules: legal and reproducible moves, no false galos. */
static void test_matches(void **state) {
    (void)state;
    struct jg_rng rng;
    int announced = 0;
    jg_rng_init(&rng, test_seed(), 7);
    for (int i = 0; i < test_scaled(8 * SPEC_COUNT); i++) {
        struct jg_game g;
        struct jg_domino s;
        struct jg_agent a[4];
        static struct jg_report r, again;
        open_spec(&g, SPECS[i % SPEC_COUNT]);
        for (int k = 0; k < 4; k++)
            assert_int_equal(jg_agent_open(&a[k], &g, AGENTS[(i * 4 + k + i / 9) % AGENT_COUNT], NULL), JG_OK);
        jg_start(&g, &s);
        while (s.turn != JG_DOMINO_OVER) {
            struct jg_domino view;
            deal(&g, &s, &rng);
            jg_view(&g, &s, s.turn, &view);
            struct jg_query query = {.view = &view, .seat = s.turn, .seed = jg_rng_next(&rng)};
            assert_int_equal(jg_agent_choose(&a[s.turn], &query, &r, NULL), JG_OK);
            assert_int_equal(jg_agent_choose(&a[s.turn], &query, &again, NULL), JG_OK);
            assert_same_report(&r, &again);
            struct jg_domino_event e;
            jg_domino_play(jg_domino_rules(&g), &s, r.move, &e);
            assert_int_equal(e.false_galo, 0);
            announced += s.announced;
        }
        for (int k = 0; k < 4; k++) jg_agent_close(&a[k]);
        jg_game_close(&g);
    }
    printf("# %d galos announced\n", announced);
}

static void test_options(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "domino");
    const struct refused bad[] = {
        {"domino.basic:ties=last", "ties must be random|first, not last"},
        {"domino.antonio:strategy=none", "strategy must be full|selfish|partner|block|basic, not none"},
        {"domino.antonio:a1=2000", "a1 must be -1000 to 1000, not 2000"},
        {"domino.thesis:strategy=9", "strategy must be 1 to 8, not 9"},
        {"domino.thesis:start=21", "start must be 0 to 20, not 21"},
        {"domino.cruz:strategy=0", "strategy must be 1 to 4, not 0"},
    };
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_basic),
        cmocka_unit_test(test_basic_by_hand),
        cmocka_unit_test(test_antonio_by_hand),
        cmocka_unit_test(test_relatives_by_hand),
        cmocka_unit_test(test_equations),
        cmocka_unit_test(test_exact_events),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_thesis),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_matches),
        cmocka_unit_test(test_options),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_paper", tests, NULL, NULL);
}
