/* Proof-number search against brute-force definitions. */
#include "graph.h"
#include "pn.h"
#include "searches.h"

#include "core/hash.h"
#include "games/loa/loa.h"

/* ---- Graphs: every kind of cycle --------------------------------------------------------- */

/* With few ends, so that most lines go round; edges lead near, so that cycles are short and long. */
static void draw_graph(struct graph *gr, struct jg_rng *rng, int n) {
    uint32_t ends = 1 + jg_rng_below(rng, (uint32_t)n / 3 + 1);
    gr->n = n;
    for (int i = 0; i < n; i++) {
        struct vertex *v = &gr->at[i];
        bool end = (uint32_t)(n - i) <= ends;
        *v = (struct vertex){.owner = end ? JG_OVER : (int)jg_rng_below(rng, 2)};
        if (end) v->score = (int32_t)(2 * jg_rng_below(rng, 8)) / 5 - 1; /* six of eight are won */
        v->count = end ? 0 : 1 + (int)jg_rng_below(rng, OUT_MAX);
        for (int k = 0; k < v->count; k++) {
            uint32_t reach = jg_rng_below(rng, 4) ? 6 : (uint32_t)n;
            v->to[k] = (uint16_t)(((uint32_t)i + (uint32_t)n + jg_rng_below(rng, 2 * reach) - reach + 1) % (uint32_t)n);
        }
    }
}

/* The rules to the letter: a vertex that occurs `repeat` times is a draw. */
static bool wins_by_rules(const struct graph *gr, int goal, int at, int *counts, int repeat) {
    const struct vertex *v = &gr->at[at];
    if (v->owner == JG_OVER) return goal ? v->score < 0 : v->score > 0;
    if (counts[at] + 1 >= repeat) return false;
    bool ours = jg_team(v->owner) == goal, result = !ours;
    counts[at]++;
    for (int k = 0; k < v->count && result != ours; k++)
        if (wins_by_rules(gr, goal, v->to[k], counts, repeat) == ours) result = ours;
    counts[at]--;
    return result;
}

/* A walk to a root on which nothing has occurred too often; counts what it passed. */
static int walk(const struct graph *gr, struct jg_rng *rng, int steps, int repeat, uint64_t *keys, size_t *key_count,
                int *counts) {
    uint16_t at = (uint16_t)jg_rng_below(rng, (uint32_t)gr->n);
    *key_count = 0;
    memset(counts, 0, (size_t)gr->n * sizeof *counts);
    while (steps-- > 0 && gr->at[at].owner != JG_OVER) {
        const struct vertex *v = &gr->at[at];
        uint16_t next = v->to[jg_rng_below(rng, (uint32_t)v->count)];
        if (repeat && counts[next] + (next == at) + 1 >= repeat) break;
        counts[at]++;
        keys[(*key_count)++] = jg_hash(&at, sizeof at);
        at = next;
    }
    return at;
}

static void test_graphs(void **state) {
    (void)state;
    enum { STEPS = 12 };
    static const size_t tables[] = {1 << 20, 64, 4096};
    struct jg_game_kind kind = graph_kind();
    struct jg_game g;
    struct graph gr;
    struct jg_rng rng;
    struct jg_pn_result *r = malloc(sizeof *r);
    int verdicts[3] = {0}, literal = 0;
    jg_rng_init(&rng, test_seed(), 40);
    for (int round = 0; round < test_scaled(20000); round++) {
        int n = 4 + (int)jg_rng_below(&rng, round % 4    ? 8
                                            : round % 16 ? 60
                                                         : VERTICES_MAX - 4),
            dist[VERTICES_MAX], counts[VERTICES_MAX];
        uint64_t keys[STEPS];
        bool banned[VERTICES_MAX] = {0};
        draw_graph(&gr, &rng, n);
        assert_int_equal(jg_game_open_kind(&g, &kind, "graph", NULL), JG_OK);
        g.tables = &gr;
        g.repeat = (int[]){0, 2, 3}[jg_rng_below(&rng, 3)];
        struct jg_pn *pn = open_pn(&g, tables[round % 3]);
        for (int question = 0; question < 6; question++) {
            struct jg_pn_query query = {.keys = keys, .goal = (int)jg_rng_below(&rng, 2), .shorten = true};
            uint16_t root =
                (uint16_t)walk(&gr, &rng, (int)jg_rng_below(&rng, STEPS), g.repeat, keys, &query.key_count, counts);
            if (gr.at[root].owner == JG_OVER) continue;
            for (int i = 0; i < n; i++) banned[i] = g.repeat && counts[i] >= g.repeat - 1;
            attract(&gr, query.goal, banned, root, dist);
            if (g.repeat && n < 8) {
                assert_int_equal(wins_by_rules(&gr, query.goal, root, counts, g.repeat), dist[root] >= 0);
                literal++;
            }
            query.state = &root;
            query.limits.nodes = 200000;
            if (question % 2) query.limits.depth = 1 + (int)jg_rng_below(&rng, 12);
            assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
            bool won = dist[root] >= 0 && (!query.limits.depth || dist[root] <= query.limits.depth);
            verdicts[r->verdict]++;
            if (r->verdict == JG_PN_UNKNOWN) continue;
            if ((r->verdict == JG_PN_PROVEN) != won) fail_msg("graph %d, question %d", round, question);
            if (!won) continue;
            assert_true(r->plies >= dist[root]);
            if (r->nodes < query.limits.nodes) {
                assert_true(r->shortest);
                assert_int_equal(r->plies, dist[root]);
                assert_line(&g, &root, query.goal, r);
            }
        }
        jg_pn_free(pn);
        g.tables = NULL;
        jg_game_close(&g);
    }
    print_message("# yes %d, no %d, unknown %d; by the rules to the letter %d\n", verdicts[JG_PN_PROVEN],
                  verdicts[JG_PN_DISPROVEN], verdicts[JG_PN_UNKNOWN], literal);
    assert_true(verdicts[JG_PN_UNKNOWN] * 100 <= verdicts[JG_PN_PROVEN] + verdicts[JG_PN_DISPROVEN]);
    free(r);
}

/* A chain of forced moves: as far as the path may go the win at its end is found,
 * beyond that nothing is said, and never that there is none. */
static void test_long_ways(void **state) {
    (void)state;
    struct jg_game_kind kind = graph_kind();
    struct jg_game g;
    struct graph gr;
    struct jg_pn_result *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "graph", NULL), JG_OK);
    g.tables = &gr;
    for (int n = 50; n <= VERTICES_MAX; n += 50) {
        uint16_t root = 0;
        gr.n = n;
        for (int i = 0; i < n; i++)
            gr.at[i] =
                (struct vertex){.owner = i & 1, .count = 1 + (i & 1), .to = {(uint16_t)(i + 1), (uint16_t)(i + 1)}};
        gr.at[n - 1] = (struct vertex){.owner = JG_OVER, .score = 1};
        struct jg_pn *pn = open_pn(&g, 1 << 20);
        for (int goal = 0; goal < 2; goal++) {
            struct jg_pn_query query = {.state = &root, .goal = goal, .shorten = true};
            assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
            bool far = n > 250;
            assert_int_equal(r->verdict, far ? JG_PN_UNKNOWN : goal ? JG_PN_DISPROVEN : JG_PN_PROVEN);
            if (r->verdict != JG_PN_PROVEN) continue;
            assert_true(r->shortest && r->plies == n - 1);
            assert_int_equal(r->pv_count, n - 1 < JG_PV_MAX ? n - 1 : JG_PV_MAX);
            assert_int_equal(r->ends, n - 1 <= JG_PV_MAX);
        }
        jg_pn_free(pn);
    }
    g.tables = NULL;
    jg_game_close(&g);
    free(r);
}

/* A way that leads back to itself, where every other move is there twice: nobody wins,
 * and that is found without going all of the ways. Nothing is said if it closes far away. */
static void test_long_rounds(void **state) {
    (void)state;
    enum { LENGTH = 200 };
    struct jg_game_kind kind = graph_kind();
    struct jg_game g;
    struct graph gr = {.n = LENGTH};
    struct jg_pn_result *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "graph", NULL), JG_OK);
    g.tables = &gr;
    for (int back = 0; back < LENGTH; back += 7) {
        uint16_t root = 0;
        for (int i = 0; i < LENGTH; i++) {
            uint16_t to = (uint16_t)(i + 1 < LENGTH ? i + 1 : back);
            gr.at[i] = (struct vertex){.owner = i & 1, .count = 2, .to = {to, to}};
        }
        struct jg_pn *pn = open_pn(&g, 1 << 20);
        struct jg_pn_query query = {.state = &root, .limits.nodes = 100000};
        assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
        assert_int_equal(r->verdict, back < 63 ? JG_PN_DISPROVEN : JG_PN_UNKNOWN);
        assert_true(r->nodes < query.limits.nodes);
        jg_pn_free(pn);
    }
    g.tables = NULL;
    jg_game_close(&g);
    free(r);
}

/* ---- Games without cycles: to the end ------------------------------------------------------ */

/* Whether a team wins at all: 1, 0, or -1 if that is too much work to find out. */
static int wins(const struct jg_game *g, const void *state, int goal, int *work) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_score(g, state, goal) > 0;
    if (--*work < 0) return -1;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves), ours = jg_team(turn) == goal;
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int won = wins(g, &child, goal, work);
        if (won < 0 || won == ours) return won;
    }
    return !ours;
}

static const char *const FINITE[] = {"coins:n=12,take=3",
                                     "coins:n=14,misere=0",
                                     "numbers:example=alpha",
                                     "numbers:example=beta",
                                     "tictactoe",
                                     "kalah:houses=2,seeds=3",
                                     "kalah:houses=3,seeds=2,emptycapture=1",
                                     "kalah:houses=6,seeds=1",
                                     "kalah"};

/* A position of a random game, from its whole length alike. */
static void random_position(const struct jg_game *g, struct jg_rng *rng, void *at) {
    struct jg_rng again = *rng;
    jg_start(g, at);
    int length = jg_random_play(g, at, rng, 1000);
    jg_start(g, at);
    jg_random_play(g, at, &again, (int)jg_rng_below(rng, (uint32_t)length));
}

static void test_finite_games(void **state) {
    (void)state;
    enum { WORK = 20000 };
    struct jg_rng rng;
    struct jg_pn_result *r = malloc(sizeof *r);
    int checked = 0;
    jg_rng_init(&rng, test_seed(), 41);
    for (size_t i = 0; i < sizeof FINITE / sizeof *FINITE; i++) {
        struct jg_game g;
        open_spec(&g, FINITE[i]);
        struct jg_pn *pn = open_pn(&g, i % 2 ? 1 << 16 : 1 << 22);
        for (int n = 0; n < test_scaled(600); n++) {
            union jg_state at;
            int goal = n & 1, work = WORK;
            random_position(&g, &rng, &at);
            int won = wins(&g, &at, goal, &work);
            if (won < 0) continue;
            struct jg_pn_query query = {.state = &at, .goal = goal, .shorten = true};
            assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
            if (r->verdict != (won ? JG_PN_PROVEN : JG_PN_DISPROVEN)) fail_msg("%s %d: %d", FINITE[i], n, r->verdict);
            checked++;
            if (!won) continue;
            assert_true(r->shortest);
            assert_line(&g, &at, goal, r);
            if (work < WORK * 9 / 10) continue;
            assert_true(wins_within(&g, &at, goal, r->plies));
            assert_false(wins_within(&g, &at, goal, r->plies - 1));
        }
        jg_pn_free(pn);
        jg_game_close(&g);
    }
    print_message("# %d positions\n", checked);
    assert_true(checked > test_scaled(2000));
    free(r);
}

/* ---- Lines of Action, few pieces ----------------------------------------------------------- */

/* Whether a team wins within `plies` by the exact rules; `keys` are the positions of the game and the path. */
static bool wins_with_history(const struct jg_game *g, const void *state, int goal, int plies, uint64_t *keys, int n) {
    int turn = jg_turn(g, state), times = 1;
    if (turn == JG_OVER) return jg_score(g, state, goal) > 0;
    if (!plies) return false;
    keys[n] = jg_key(g, state);
    for (int i = 0; i < n; i++) times += keys[i] == keys[n];
    if (g->repeat && times >= g->repeat) return false;
    jg_move moves[JG_MOVES_MAX];
    bool ours = jg_team(turn) == goal;
    int count = jg_moves(g, state, moves);
    for (int i = 0; i < count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        if (wins_with_history(g, &child, goal, plies - 1, keys, n + 1) == ours) return ours;
    }
    return !ours;
}

/* A random position with a given number of pieces on each side. */
static void few_pieces(const struct jg_game *g, struct jg_rng *rng, const int count[2], void *at) {
    do {
        uint64_t pieces[2] = {0};
        for (int seat = 0; seat < 2; seat++)
            while (__builtin_popcountll(pieces[seat]) < count[seat])
                pieces[seat] |= (uint64_t)1 << jg_rng_below(rng, 64) & ~pieces[0];
        memset(at, 0, g->state_size);
        jg_loa_set_position(g, at, pieces, (int)jg_rng_below(rng, 2));
    } while (jg_turn(g, at) == JG_OVER);
}

/* Plays to and fro, so that positions occur again; writes the keys of what came before. */
static int wander(const struct jg_game *g, struct jg_rng *rng, int plies, void *at, uint64_t *keys) {
    int n = 0;
    union jg_state next;
    for (int tries = 0; tries < 10 * plies && n < plies; tries++) {
        memcpy(&next, at, g->state_size);
        jg_move back = 0;
        jg_move moves[JG_MOVES_MAX];
        int count = jg_moves(g, at, moves), times = 1;
        for (int i = 0; i < count && n >= 4; i++) { /* a move that leads to where we were */
            union jg_state child;
            memcpy(&child, at, g->state_size);
            jg_apply(g, &child, moves[i]);
            for (int k = 0; k < n; k++)
                if (jg_key(g, &child) == keys[k]) back = moves[i];
        }
        jg_apply(g, &next, back && jg_rng_below(rng, 4) ? back : jg_random_move(g, &next, rng));
        if (jg_turn(g, &next) == JG_OVER) continue;
        keys[n] = jg_key(g, at);
        for (int k = 0; k <= n; k++) times += keys[k] == jg_key(g, &next);
        if (g->repeat && times >= g->repeat) continue;
        n++;
        memcpy(at, &next, g->state_size);
    }
    return n;
}

static void test_loa_corners(void **state) {
    (void)state;
    enum { WALK = 24, DEEP = 4 };
    struct jg_rng rng;
    struct jg_pn_result *r = malloc(sizeof *r);
    int yes = 0, endless[3] = {0};
    jg_rng_init(&rng, test_seed(), 42);
    for (int corner = 0; corner < 12; corner++) {
        char spec[JG_SPEC_MAX];
        struct jg_game g;
        snprintf(spec, sizeof spec, "loa:both=%s,nomove=%s,repeat=%d", corner % 2 ? "mover" : "draw",
                 corner / 2 % 2 ? "loss" : "pass", (int[]){0, 2, 3}[corner / 4]);
        open_spec(&g, spec);
        struct jg_pn *pn = open_pn(&g, corner % 3 ? 1 << 22 : 1 << 14);
        for (int n = 0; n < test_scaled(150); n++) {
            union jg_state at;
            uint64_t keys[WALK + DEEP + 1];
            int count[2] = {2 + (int)jg_rng_below(&rng, 3), 2 + (int)jg_rng_below(&rng, 3)};
            int goal = n & 1, plies = 1 + (int)jg_rng_below(&rng, count[0] + count[1] > 6 ? DEEP - 1 : DEEP);
            few_pieces(&g, &rng, count, &at);
            int known = wander(&g, &rng, (int)jg_rng_below(&rng, WALK), &at, keys);
            struct jg_pn_query query = {
                .state = &at, .goal = goal, .limits.depth = plies, .keys = keys, .key_count = (size_t)known};
            assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
            bool won = wins_with_history(&g, &at, goal, plies, keys, known);
            if (r->verdict != (won ? JG_PN_PROVEN : JG_PN_DISPROVEN)) fail_msg("%s %d: %d", spec, n, r->verdict);
            if (won) assert_line(&g, &at, goal, r);
            yes += won;
            query.limits = (struct jg_limits){.nodes = 20000};
            assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
            assert_false(won && r->verdict == JG_PN_DISPROVEN);
            endless[r->verdict]++;
            if (r->verdict == JG_PN_PROVEN && r->plies <= DEEP)
                assert_true(wins_with_history(&g, &at, goal, r->plies, keys, known));
        }
        jg_pn_free(pn);
        jg_game_close(&g);
    }
    print_message("# %d won soon; at all: %d yes, %d no, %d unknown\n", yes, endless[JG_PN_PROVEN],
                  endless[JG_PN_DISPROVEN], endless[JG_PN_UNKNOWN]);
    free(r);
}

/* All positions with two pieces each, solved backwards: plies to a forced win of
 * either side, 0 if there is none. Round n finds the wins in n plies. */
struct pairs {
    struct jg_game game;
    uint8_t *dist[2]; /* by goal */
    int round;
    bool grown;
};

static size_t pair_index(const struct jg_loa_state *s) {
    size_t index = s->next;
    for (int i = 0; i < 2; i++)
        for (uint64_t left = s->pieces[i]; left; left &= left - 1) index = index * 64 + (size_t)__builtin_ctzll(left);
    return index;
}

static void judge_pair(struct pairs *p, const uint64_t pieces[2], int next) {
    struct jg_loa_state s = {0}, child;
    jg_move moves[JG_MOVES_MAX];
    jg_loa_set_position(&p->game, &s, pieces, next);
    if (jg_turn(&p->game, &s) == JG_OVER) return;
    int n = jg_moves(&p->game, &s, moves), won[2] = {0};
    for (int i = 0; i < n; i++) {
        child = s;
        jg_apply(&p->game, &child, moves[i]);
        bool over = jg_turn(&p->game, &child) == JG_OVER;
        for (int goal = 0; goal < 2; goal++) {
            int dist = over ? 0 : p->dist[goal][pair_index(&child)];
            won[goal] += over ? jg_score(&p->game, &child, goal) > 0 : dist && dist < p->round;
        }
    }
    for (int goal = 0; goal < 2; goal++) {
        uint8_t *dist = &p->dist[goal][pair_index(&s)];
        if (*dist || (next == goal ? !won[goal] : won[goal] < n)) continue;
        *dist = (uint8_t)p->round;
        p->grown = true;
    }
}

static void solve_pairs(struct pairs *p) {
    for (p->round = 1, p->grown = true; p->grown && p->round < 255; p->round++) {
        p->grown = false;
        for (int i = 0; i < 64 * 64 * 64 * 64; i++) {
            int at[4] = {i / 64 / 64 / 64, i / 64 / 64 % 64, i / 64 % 64, i % 64};
            uint64_t pieces[2] = {(uint64_t)1 << at[0] | (uint64_t)1 << at[1],
                                  (uint64_t)1 << at[2] | (uint64_t)1 << at[3]};
            if (at[0] >= at[1] || at[2] >= at[3] || pieces[0] & pieces[1]) continue;
            for (int next = 0; next < 2; next++) judge_pair(p, pieces, next);
        }
    }
}

/* Takes a minute, so it is for ./test --long. */
static void test_loa_pairs(void **state) {
    (void)state;
    struct pairs p = {0};
    struct jg_rng rng;
    struct jg_pn_result *r = malloc(sizeof *r);
    int verdicts[3] = {0}, longest = 0;
    if (test_scaled(100) < 2000) {
        free(r);
        return;
    }
    jg_rng_init(&rng, test_seed(), 43);
    open_spec(&p.game, test_seed() % 2 ? "loa" : "loa:both=mover,nomove=loss");
    for (int goal = 0; goal < 2; goal++) p.dist[goal] = calloc(2 * 64 * 64, 64 * 64);
    assert_true(p.dist[0] && p.dist[1]);
    solve_pairs(&p);
    struct jg_pn *pn = open_pn(&p.game, 64 << 20);
    for (int n = 0; n < 2000; n++) {
        struct jg_loa_state at;
        few_pieces(&p.game, &rng, (int[2]){2, 2}, &at);
        struct jg_pn_query query = {.state = &at, .goal = n & 1, .limits.nodes = 200000, .shorten = true};
        int dist = p.dist[query.goal][pair_index(&at)];
        if (dist > longest) longest = dist;
        assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
        verdicts[r->verdict]++;
        if (r->verdict && (r->verdict == JG_PN_PROVEN) != (dist > 0))
            fail_msg("position %d: %d, %d", n, r->verdict, dist);
        if (r->shortest) assert_int_equal(r->plies, dist);
    }
    print_message("# yes %d, no %d, unknown %d; longest win %d plies\n", verdicts[JG_PN_PROVEN],
                  verdicts[JG_PN_DISPROVEN], verdicts[JG_PN_UNKNOWN], longest);
    for (int goal = 0; goal < 2; goal++) free(p.dist[goal]);
    jg_pn_free(pn);
    jg_game_close(&p.game);
    free(r);
}

/* ---- Promises ------------------------------------------------------------------------------ */

/* Sets a flag at the thousandth move made and counts those that follow. */
static atomic_bool flag;
static int made, late;
static const struct jg_game_kind *plain_kind;

static void counting(const struct jg_game *g, void *state, jg_move move) {
    if (atomic_load(&flag)) late++;
    if (++made == 1000) atomic_store(&flag, true);
    plain_kind->apply(g, state, move);
}

static void test_stop_flag(void **state) {
    (void)state;
    static const char *const agents[] = {"pn:ms=60000", "pn:depth=20", "pn:nodes=1G"};
    struct jg_report *r = malloc(sizeof *r);
    plain_kind = jg_game_kind_at(0);
    for (size_t i = 0; strcmp(plain_kind->name, "loa"); i++) plain_kind = jg_game_kind_at(i);
    struct jg_game_kind kind = *plain_kind;
    kind.apply = counting;
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct jg_game g;
        struct jg_agent a;
        union jg_state at;
        atomic_store(&flag, false);
        made = late = 0;
        assert_int_equal(jg_game_open_kind(&g, &kind, "loa", NULL), JG_OK);
        jg_start(&g, &at);
        assert_int_equal(jg_agent_open(&a, &g, agents[i], NULL), JG_OK);
        struct jg_query query = {.view = &at, .stop = &flag, .all = true};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_true(jg_legal(&g, &at, r->move) && made >= 1000);
        assert_true(late < 100);
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    free(r);
}

/* Limited by nodes the same question gets the same answer whatever was asked in
 * between, and no more nodes are visited. */
static void test_repeats(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent old, new;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 44);
    open_spec(&g, "loa");
    assert_int_equal(jg_agent_open(&old, &g, "pn:nodes=3000,memory=64k", NULL), JG_OK);
    for (int n = 0; n < test_scaled(40); n++) {
        union jg_state at;
        random_position(&g, &rng, &at);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .all = n & 1};
        assert_int_equal(jg_agent_choose(&old, &query, a, NULL), JG_OK);
        assert_int_equal(jg_agent_open(&new, &g, "pn:nodes=3000,memory=64k", NULL), JG_OK);
        assert_int_equal(jg_agent_choose(&new, &query, b, NULL), JG_OK);
        jg_agent_close(&new);
        assert_same_report(a, b);
        assert_true(a->nodes <= 3000);
    }
    jg_agent_close(&old);
    jg_game_close(&g);
    free(a);
    free(b);
}

/* Results are used again until they are cleared. */
static void test_forget(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at;
    struct jg_pn_result *r = malloc(sizeof *r);
    open_spec(&g, "loa");
    read_position(&g, "3b4/2b3bw/1b2b3/6b1/2w2b2/7b/1ww5/8 b", &at);
    struct jg_pn *pn = open_pn(&g, 16 << 20);
    struct jg_pn_query query = {.state = &at};
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        if (i == 2) jg_pn_forget(pn);
        assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
        assert_int_equal(r->verdict, JG_PN_PROVEN);
        nodes[i] = r->nodes;
    }
    assert_true(nodes[1] * 100 < nodes[0]);
    assert_int_equal(nodes[2], nodes[0]);
    jg_pn_free(pn);
    jg_pn_free(NULL);
    jg_game_close(&g);
    free(r);
}

static void test_options(void **state) {
    (void)state;
    static const struct refused bad[] = {
        {"pn:depth=251", "depth must be 0 to 250, not 251"},
        {"pn:memory=1k", "memory must be 64k to 64G, not 1k"},
        {"pn:eval=mix", "no option 'eval'; pn takes depth, nodes, ms, memory"},
    };
    struct jg_game g;
    struct jg_error err = {0};
    open_spec(&g, "loa");
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    assert_null(jg_pn_new(&g, (size_t)1 << 60, &err));
    assert_int_equal(err.code, JG_EMEMORY);
    jg_game_close(&g);
}

/* ---- The agent ----------------------------------------------------------------------------- */

static int sign(int32_t value) { return (value > 0) - (value < 0); }

/* It says win, draw or loss where minimax does, of the position and of every move,
 * and plays a move that keeps what there is. */
static void test_agrees_with_minimax(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    jg_rng_init(&rng, test_seed(), 45);
    for (size_t i = 0; i + 2 < sizeof FINITE / sizeof *FINITE; i++) {
        struct jg_game g;
        struct jg_agent pn, minimax;
        struct jg_eval e;
        open_spec(&g, FINITE[i]);
        assert_int_equal(jg_agent_open(&pn, &g, "pn:nodes=1M,memory=1M", NULL), JG_OK);
        assert_int_equal(jg_agent_open(&minimax, &g, "minimax:depth=0", NULL), JG_OK);
        assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
        for (int n = 0; n < test_scaled(100); n++) {
            union jg_state at;
            int work = 20000;
            random_position(&g, &rng, &at);
            if (wins(&g, &at, 0, &work) < 0) continue;
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .all = true};
            assert_int_equal(jg_agent_choose(&pn, &query, a, NULL), JG_OK);
            assert_int_equal(jg_agent_choose(&minimax, &query, b, NULL), JG_OK);
            assert_true(a->proven && a->by && a->note);
            if (sign(a->value) != sign(b->value)) fail_msg("%s %d: %d, %d", FINITE[i], n, a->value, b->value);
            assert_int_equal(a->move_count, b->move_count);
            for (int k = 0; k < a->move_count; k++) {
                assert_int_equal(a->moves[k].move, b->moves[k].move);
                assert_int_equal(sign(a->moves[k].value), sign(b->moves[k].value));
                if (a->moves[k].move == a->move) assert_int_equal(sign(a->moves[k].value), sign(a->value));
            }
            if (!a->value) continue;
            assert_int_equal(a->plies, a->pv_count);
            assert_int_equal(sign(line_value(&g, &e, &at, a, jg_team(query.seat))), sign(a->value));
        }
        jg_agent_close(&pn);
        jg_agent_close(&minimax);
        jg_game_close(&g);
    }
    free(a);
    free(b);
}

/* It reports a position that it cannot prove, plays on, and does not lose a drawn game. */
static void test_plays(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent pn, random;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "tictactoe");
    jg_start(&g, &start);
    assert_int_equal(jg_agent_open(&pn, &g, "pn:nodes=1M,memory=1M", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&random, &g, "random", NULL), JG_OK);
    for (int i = 0; i < test_scaled(200); i++)
        assert_true(play_game(&g, &pn, &random, i & 1, &start, test_seed() + (uint64_t)i) >= 0);
    jg_agent_close(&pn);
    jg_agent_close(&random);
    jg_game_close(&g);
    open_spec(&g, "loa");
    jg_start(&g, &start);
    assert_int_equal(jg_agent_open(&pn, &g, "pn:nodes=5", NULL), JG_OK);
    struct jg_query query = {.view = &start};
    assert_int_equal(jg_agent_choose(&pn, &query, r, NULL), JG_OK);
    assert_true(!r->by && !r->proven && r->note && r->nodes <= 5 && jg_legal(&g, &start, r->move));
    jg_agent_close(&pn);
    jg_game_close(&g);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_long_ways),
        cmocka_unit_test(test_long_rounds),
        cmocka_unit_test(test_finite_games),
        cmocka_unit_test(test_loa_corners),
        cmocka_unit_test(test_loa_pairs),
        cmocka_unit_test(test_stop_flag),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_agrees_with_minimax),
        cmocka_unit_test(test_plays),
    };
    test_begin();
    return cmocka_run_group_tests_name("pn", tests, NULL, NULL);
}
