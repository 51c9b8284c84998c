/* Proven results of the strong agents in games with cycles, against a brute-force solution: graphs with passes,
 * meaningless evaluations, and a history that makes positions draws by repetition. */
#include "clock.h"
#include "graph.h"

#include "core/hash.h"

enum { QUESTIONS = 6, PAST_MAX = 2 * VERTICES_MAX };

/* The vertex of the other side, as if nobody had moved. */
static bool graph_pass(const struct jg_game *g, void *state) {
    uint16_t other = *(uint16_t *)state ^ 1;
    if (vertex(g, &other)->owner == JG_OVER) return false;
    *(uint16_t *)state = other;
    return true;
}

static struct jg_game_kind passing_kind(void) {
    struct jg_game_kind k = graph_kind();
    k.traits = JG_MAY_REDUCE;
    k.pass = graph_pass;
    return k;
}

/* The sides move in turn: the even vertices are the first's. The first four go on. */
static void draw_pairs(struct graph *gr, struct jg_rng *rng) {
    uint32_t ends = 4 + jg_rng_below(rng, 22);
    gr->n = 12 + 2 * (int)jg_rng_below(rng, 20);
    for (int i = 0; i < gr->n; i++) {
        struct vertex *v = &gr->at[i];
        *v = (struct vertex){.owner = i & 1, .guess = (int)jg_rng_below(rng, 21) - 10};
        if (i & 1) v->guess = gr->at[i - 1].guess;
        if (i > 3 && jg_rng_below(rng, 100) < ends) {
            v->owner = JG_OVER;
            v->score = jg_rng_below(rng, 2) ? 1 : -1;
            continue;
        }
        v->count = 2 + (int)jg_rng_below(rng, OUT_MAX - 2);
        for (int k = 0; k < v->count; k++) v->to[k] = (uint16_t)(2 * jg_rng_below(rng, (uint32_t)gr->n / 2) + !(i & 1));
    }
}

/* A game so far: what in it must not come again, and the keys. */
struct past {
    bool banned[VERTICES_MAX];
    uint64_t keys[PAST_MAX];
    size_t count;
};

static void add(struct past *p, uint16_t at, int times) {
    while (times-- > 0) p->keys[p->count++] = jg_hash(&at, sizeof at);
}

/* Forbids some of the vertices on the ways to wins. */
static void invent(const struct graph *gr, struct jg_rng *rng, int repeat, struct past *p) {
    int dist[2][VERTICES_MAX];
    uint32_t one_in = 2 + jg_rng_below(rng, 40);
    *p = (struct past){0};
    for (int goal = 0; goal < 2; goal++) attract(gr, goal, p->banned, -1, dist[goal]);
    for (int i = 4; i < gr->n; i++) {
        if ((dist[0][i] <= 0 && dist[1][i] <= 0) || jg_rng_below(rng, one_in)) continue;
        p->banned[i] = true;
        add(p, (uint16_t)i, repeat - 1);
    }
}

/* A proven result is true, and a winning move leads to a won position, also if it must not return to the root.
 * False: a draw does not look like one. */
static bool check(const struct graph *gr, struct past *p, uint16_t root, bool once_more, const struct jg_report *r,
                  const char *spec) {
    int team = jg_team(gr->at[root].owner), dist[2][VERTICES_MAX], after[VERTICES_MAX];
    if (r->plies && !r->proven) fail_msg("%s: %d plies to no end", spec, r->plies);
    for (int goal = 0; goal < 2; goal++) attract(gr, goal, p->banned, root, dist[goal]);
    int32_t want = dist[team][root] >= 0 ? JG_WIN : dist[!team][root] >= 0 ? -JG_WIN : 0;
    if (!r->proven) return want || !r->value;
    if (r->value != want) fail_msg("%s: %d, not %d", spec, r->value, want);
    if (want != JG_WIN) return true;
    uint16_t to = gr->at[root].to[r->move - 1];
    p->banned[root] = !once_more;
    attract(gr, team, p->banned, -1, after);
    p->banned[root] = false;
    if (after[to] < 0) fail_msg("%s: the move does not win", spec);
    assert_true(r->plies >= dist[team][root]);
    return true;
}

static int ask_about_graph(const char *spec, int repeat, struct jg_rng *rng, struct jg_report *r, int *odd) {
    struct jg_game_kind kind = passing_kind();
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    struct graph gr;
    struct past p;
    int proven = 0;
    draw_pairs(&gr, rng);
    assert_int_equal(jg_game_open_kind(&g, &kind, "graph", NULL), JG_OK);
    g.tables = &gr;
    g.repeat = repeat;
    if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    for (int question = 0; question < QUESTIONS; question++) {
        uint16_t root = (uint16_t)jg_rng_below(rng, 4);
        int before = (int)jg_rng_below(rng, (uint32_t)repeat - 1);
        if (question % 3 == 0) invent(&gr, rng, repeat, &p);
        size_t count = p.count;
        add(&p, root, before);
        struct jg_query query = {
            .view = &root, .seat = gr.at[root].owner, .seed = jg_rng_next(rng), .keys = p.keys, .key_count = p.count};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        *odd += !check(&gr, &p, root, before + 1 < repeat - 1, r, spec);
        proven += r->proven;
        p.count = count;
    }
    jg_agent_close(&a);
    g.tables = NULL;
    jg_game_close(&g);
    return proven;
}

static void test_proven(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int repeat, rounds;
        bool closed; /* every line comes to its end or comes back, and is seen to */
    } cases[] = {
        {"ab:nodes=1000,tt=64k", 3, 3000, true},
        {"ab:nodes=3000,tt=64k", 3, 3000, false},
        {"ab:nodes=1000,tt=64k", 2, 1000, false},
        {"ab:nodes=2000,tt=64k,threads=2", 3, 200, false},
        {"ab:nodes=2000,tt=64k,threads=2", 2, 200, false},
        {"mcts:nodes=5000,memory=1M", 3, 200, false},
        {"pn:nodes=2000,memory=64k", 3, 1000, false},
        {"pn:ms=2,memory=64k", 3, 50, false},
        {"pn:ms=2,memory=64k", 2, 50, false},
    };
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_rng rng;
        int rounds = test_scaled(cases[i].rounds), proven = 0, odd = 0;
        jg_rng_init(&rng, test_seed(), 60 + i);
        clock_hold(1e-4);
        for (int n = 0; n < rounds; n++) proven += ask_about_graph(cases[i].spec, cases[i].repeat, &rng, r, &odd);
        clock_release();
        print_message("# %s, %d times: %d of %d are proven; draws that do not look it: %d\n", cases[i].spec,
                      cases[i].repeat, proven, rounds * QUESTIONS, odd);
        if (cases[i].closed && rounds >= 1000) assert_true(odd * 250 <= rounds);
        assert_true(rounds < 50 || proven > rounds);
    }
    free(r);
}

/* After a null move the search comes early to a win by way of what the past forbids; later
 * it must not believe that the long way from the root to the same place is won.
 *
 *    0 - 1 - ... - 11 - 28 - 29 - 30 - 31 - 32, won, but 11 rather goes to
 *    |              12 - 15, forbidden, - 32, or 12 - 17 - 18 - 17
 *    21 - 22 - 25 - 26 - 25, where 22 looks good and after a pass it is 23 - 12 */
static void test_forbidden_after_pass(void **state) {
    (void)state;
    static const int8_t EDGES[][2] = {{11, 28}, {28, 29}, {29, 30}, {30, 31}, {31, 32}, {11, 12},
                                      {12, 15}, {15, 32}, {12, 17}, {17, 18}, {18, 17}, {0, 21},
                                      {21, 22}, {22, 25}, {25, 26}, {26, 25}, {23, 12}};
    struct jg_game_kind kind = passing_kind();
    struct jg_game g;
    struct jg_agent a;
    struct graph gr = {.n = 34};
    struct past p = {0};
    struct jg_report *r = malloc(sizeof *r);
    uint16_t root = 0;
    for (int i = 0; i < gr.n; i++) gr.at[i] = (struct vertex){.owner = JG_OVER, .guess = -10};
    for (int i = 0; i < 11; i++) gr.at[i].to[gr.at[i].count++] = (uint16_t)(i + 1);
    for (size_t i = 0; i < sizeof EDGES / sizeof *EDGES; i++) {
        struct vertex *v = &gr.at[EDGES[i][0]];
        v->to[v->count++] = (uint16_t)EDGES[i][1];
    }
    for (int i = 0; i < gr.n; i++) {
        if (gr.at[i].count) gr.at[i].owner = i & 1;
        if (i < 12 || i > 27) gr.at[i].guess = 5;
        if (i == 15 || i == 22 || i == 23) gr.at[i].guess = 10;
        if (i == 12) gr.at[i].guess = 6; /* no reason to go there, nor to look no further */
    }
    gr.at[32].score = 1;
    assert_int_equal(jg_game_open_kind(&g, &kind, "graph", NULL), JG_OK);
    g.tables = &gr;
    g.repeat = 3;
    assert_int_equal(jg_agent_open(&a, &g, "ab:nodes=20k,tt=64k", NULL), JG_OK);
    struct jg_query query = {.view = &root, .keys = p.keys, .seed = test_seed()};
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    assert_true(r->proven && r->value == JG_WIN); /* nothing is forbidden yet */
    p.banned[15] = true;
    add(&p, 15, 2);
    query.key_count = p.count;
    for (int n = 0; n < 20; n++) {
        query.seed++;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_true(check(&gr, &p, root, true, r, "ab"));
    }
    jg_agent_close(&a);
    g.tables = NULL;
    jg_game_close(&g);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_forbidden_after_pass),
    };
    test_begin();
    return cmocka_run_group_tests_name("graphs", tests, NULL, NULL);
}
