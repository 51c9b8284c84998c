/* The agent `magic`: whole games, limits, boards that nobody foresaw, and positions with an obvious best move. */
#include "deciding.h"
#include "games/magic/lookahead.h"
#include "magic_pair.h"
#include "magic_positions.h"

#include <jansson.h>
#include <math.h>

#define SMALL "magic:rollouts=20,width=6"
#define FREE  "magic:" CARDS("free") FILE1("free") "," FILE2("free")

static void open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

/* Queries the agent for the player to move; jg_agent_choose checks that the reply is legal. */
static struct jg_query question(const struct jg_game *g, const union jg_state *state, uint64_t seed,
                                union jg_state *view) {
    int seat = jg_turn(g, state);
    jg_view(g, state, seat, view);
    return (struct jg_query){.view = view, .seat = seat, .seed = seed};
}

static void choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report) {
    struct jg_error err = {0};
    char text[JG_POSITION_MAX];
    if (jg_agent_choose(a, query, report, &err))
        fail_msg("%s: %s\n%s", a->kind->name, err.message, position_text(a->game, query->view, text));
}

/* ---- Whole games ----------------------------------------------------------------------------- */

/* The principal variation is legal. */
static void check_line(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r) {
    union jg_state s;
    memcpy(&s, query->view, g->state_size);
    for (int i = 0; i < r->pv_count; i++) {
        assert_true(jg_legal(g, &s, r->pv[i]));
        jg_apply(g, &s, r->pv[i]);
    }
    if (r->pv_count) assert_int_equal(r->pv[0], r->move);
}

static void check_explained(struct jg_agent *a, const struct jg_query *query, int width) {
    static char words[1 << 16];
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        struct jg_style style = {.lang = lang};
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        a->kind->explain(a, query, &style, &t);
        assert_false(t.cut);
    }
    json_t *o = a->kind->explain_json(a, query), *ways = json_object_get(o, "ways"), *way;
    size_t i;
    assert_true(json_is_array(ways) && (int)json_array_size(ways) <= width);
    assert_true(json_is_object(json_object_get(o, "mulligan")) == (magic(query->view)->phase == JG_MAGIC_MULLIGAN));
    json_array_foreach(ways, i, way) {
        double chance = json_real_value(json_object_get(way, "win"));
        assert_true(chance >= 0 && chance <= 1);
        assert_true(json_string_length(json_object_get(way, "way")) > 0);
    }
    json_decref(o);
}

static void play(const struct jg_game *g, struct jg_agent *seats[2], uint64_t seed, int *phases) {
    static struct jg_report r;
    struct jg_rng rng;
    union jg_state s, view;
    jg_rng_init(&rng, test_seed(), seed);
    jg_start(g, &s);
    for (int seat; (seat = jg_turn(g, &s)) != JG_OVER; jg_apply(g, &s, r.move)) {
        if (seat == JG_CHANCE) {
            r.move = jg_random_move(g, &s, &rng);
            continue;
        }
        struct jg_query query = question(g, &s, jg_rng_next(&rng), &view);
        choose(seats[seat], &query, &r);
        if (strcmp(seats[seat]->kind->name, "magic")) continue;
        phases[magic(&s)->phase]++;
        check_line(g, &query, &r);
        check_explained(seats[seat], &query, 6);
    }
}

static void test_games(void **state) {
    (void)state;
    static const char *const others[] = {"magic.random", "magic.search"};
    int phases[PHASES] = {0};
    for (int i = 0; i < SPEC_COUNT; i++)
        for (int k = 0; k < 2; k++) {
            struct jg_game g;
            struct jg_agent a, b;
            open_spec(&g, SPECS[i]);
            open_agent(&a, &g, SMALL);
            open_agent(&b, &g, others[k]);
            for (int n = 0; n < test_scaled(2); n++)
                play(&g, n % 2 ? (struct jg_agent *[2]){&b, &a} : (struct jg_agent *[2]){&a, &b}, (uint64_t)n, phases);
            jg_agent_close(&a);
            jg_agent_close(&b);
            jg_game_close(&g);
        }
    assert_true(phases[JG_MAGIC_MULLIGAN] && phases[JG_MAGIC_MAIN_1] && phases[JG_MAGIC_ATTACK]);
    assert_true(phases[JG_MAGIC_BLOCK] && phases[JG_MAGIC_MAIN_2] && phases[JG_MAGIC_TARGET_1]);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Earlier queries make no difference, with or without forget, except through a plan in force. */
static void test_same_answers(void **state) {
    (void)state;
    static struct positions p;
    static struct jg_report one, two;
    int step = test_scaled(100) < 100 ? 3 : 1; /* sanitized, a third of the positions */
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        struct jg_agent a, b;
        union jg_state view, other;
        open_spec(&g, SPECS[i]);
        collect(&g, i, &p);
        open_agent(&a, &g, SMALL);
        for (int n = 0; n < p.n; n += step) {
            struct jg_query query = question(&g, &p.at[n], 7, &view);
            struct jg_query before = question(&g, &p.at[(n * 7 + 3) % p.n], 8, &other);
            open_agent(&b, &g, SMALL);
            choose(&b, &query, &one);
            jg_agent_close(&b);
            choose(&a, &before, &two);
            if (n % 2) a.kind->forget(&a);
            choose(&a, &query, &two);
            assert_same_report(&one, &two);
            a.kind->forget(&a);
            choose(&a, &query, &two);
            assert_same_report(&one, &two);
        }
        jg_agent_close(&a);
        jg_game_close(&g);
    }
}

static void check_all(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r) {
    int found = 0;
    for (int i = 0; i < r->move_count; i++) {
        assert_true(jg_legal(g, query->view, r->moves[i].move));
        assert_true(abs(r->moves[i].value) <= JG_CHANCES);
        found += r->moves[i].move == r->move;
        for (int k = 0; k < i; k++) assert_int_not_equal(r->moves[k].move, r->moves[i].move);
    }
    assert_int_equal(found, r->move_count > 0);
    if (r->move_count) assert_non_null(r->by);
}

/* In all phases, from positions it has not seen before. */
static void test_all(void **state) {
    (void)state;
    static struct positions p;
    static struct jg_report r;
    int valued[PHASES] = {0};
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        struct jg_agent a;
        union jg_state view;
        open_spec(&g, SPECS[i]);
        collect(&g, i, &p);
        open_agent(&a, &g, "magic:rollouts=60");
        for (int n = 0; n < p.n; n++) {
            jg_move moves[JG_MOVES_MAX];
            struct jg_query query = question(&g, &p.at[n], (uint64_t)n, &view);
            int count = jg_moves(&g, &view, moves), phase = magic(&view)->phase;
            bool single = phase != JG_MAGIC_MAIN_1 && phase != JG_MAGIC_MAIN_2 && phase != JG_MAGIC_BLOCK &&
                          phase != JG_MAGIC_ORDER;
            query.all = true;
            choose(&a, &query, &r);
            check_line(&g, &query, &r);
            check_all(&g, &query, &r);
            check_explained(&a, &query, 24);
            if (single && count > 1 && count <= 24) assert_int_equal(r.move_count, count);
            valued[phase] += r.move_count > 0;
        }
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    assert_true(valued[JG_MAGIC_MULLIGAN] && valued[JG_MAGIC_SCRY] && valued[JG_MAGIC_MAIN_1]);
    assert_true(valued[JG_MAGIC_ATTACK] && valued[JG_MAGIC_BLOCK] && valued[JG_MAGIC_DISCARD]);
}

/* Every candidate is legal to its end. */
static void follow_way(const struct jg_game *g, const struct jg_magic_lookahead *l, const struct jg_magic *view,
                       int i) {
    union jg_state state = {0};
    struct jg_magic *s = (void *)&state;
    const struct jg_magic_candidate *way = &l->list.candidate[i];
    int next = 0, seat = jg_magic_turn(view);
    *s = *view;
    do {
        bool blocks = s->phase == JG_MAGIC_BLOCK || s->phase == JG_MAGIC_BLOCK_WHICH;
        jg_move move = blocks ? jg_magic_next_block_move(s, &l->list.field, &way->blocks)
                              : jg_magic_next_plan_move(s, &way->plan, &next);
        assert_true(jg_legal(g, &state, move));
        jg_apply(g, &state, move);
    } while (jg_turn(g, &state) == seat && s->turn == view->turn && s->phase != JG_MAGIC_DISCARD &&
             !(s->phase == JG_MAGIC_MAIN_2 && view->phase != JG_MAGIC_MAIN_2));
    if (s->phase != JG_MAGIC_END && view->phase != JG_MAGIC_BLOCK) assert_int_equal(next, way->plan.actions);
}

static void test_ways(void **state) {
    (void)state;
    static struct positions p;
    static struct jg_magic_lookahead look;
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        union jg_state view;
        open_spec(&g, SPECS[i]);
        collect(&g, i, &p);
        assert_int_equal(jg_magic_lookahead_init(&look, &g, NULL), JG_OK);
        look.list.width = JG_MAGIC_CANDIDATES;
        look.rollouts = 1;
        for (int n = 0; n < p.n; n++) {
            int phase = magic(&p.at[n])->phase;
            if (phase != JG_MAGIC_MAIN_1 && phase != JG_MAGIC_MAIN_2 && phase != JG_MAGIC_BLOCK) continue;
            jg_view(&g, &p.at[n], jg_turn(&g, &p.at[n]), &view);
            jg_magic_lookahead(&look, magic(&view), 1);
            assert_true(look.list.count > 0 && look.list.count <= JG_MAGIC_CANDIDATES && look.best < look.list.count);
            for (int k = 0; k < look.list.count; k++) follow_way(&g, &look, magic(&view), k);
        }
        jg_magic_lookahead_free(&look);
        jg_game_close(&g);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static atomic_bool flag;
static int samples, stop_at;
static const struct jg_game_kind *rules;

static void counted_sample(const struct jg_game *g, void *s, struct jg_rng *rng) {
    if (++samples == stop_at) atomic_store(&flag, true);
    rules->sample(g, s, rng);
}

/* Stopped from the start, it replies at once, and not with a result of an earlier query; stopped
 * during a rollout, that rollout does not count. */
static void test_stop(void **state) {
    (void)state;
    static struct positions p;
    static struct jg_report r;
    struct jg_game plain;
    open_spec(&plain, "magic");
    rules = plain.kind;
    struct jg_game_kind kind = *rules;
    kind.sample = counted_sample;
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        struct jg_agent a;
        union jg_state view;
        assert_int_equal(jg_game_open_kind(&g, &kind, SPECS[i], NULL), JG_OK);
        stop_at = 0;
        collect(&g, i, &p);
        open_agent(&a, &g, "magic:width=12,rollouts=200");
        for (int n = 0; n < p.n; n++) {
            struct jg_query query = question(&g, &p.at[n], 1, &view);
            query.stop = &flag;
            query.all = true;
            for (stop_at = 0; stop_at < 3; stop_at++) {
                samples = 0;
                atomic_store(&flag, stop_at == 0);
                choose(&a, &query, &r);
                if (r.leaves > (uint64_t)(stop_at ? stop_at - 1 : 0) * 12) fail_msg("%d games", (int)r.leaves);
                assert_true(samples <= (stop_at ? stop_at : 1));
                if (stop_at == 0) assert_true(r.nodes <= 3);
                check_all(&g, &query, &r);
            }
            stop_at = 0;
            atomic_store(&flag, false);
            if (n % 4 == 0) choose(&a, &query, &r); /* leaves candidates of another position */
        }
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    jg_game_close(&plain);
}

static void test_limits(void **state) {
    (void)state;
    static const char *const specs[] = {"magic:nodes=1", "magic:nodes=500", "magic:ms=1", "magic:rollouts=1,width=1",
                                        "magic:rollouts=1,width=64"};
    static struct positions p;
    static struct jg_report r;
    struct jg_game g;
    union jg_state view;
    open_spec(&g, SPECS[0]);
    collect(&g, 0, &p);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent a;
        open_agent(&a, &g, specs[i]);
        for (int n = 0; n < p.n; n++) {
            struct jg_query query = question(&g, &p.at[n], 1, &view);
            query.all = true;
            choose(&a, &query, &r);
            check_all(&g, &query, &r);
            if (i == 0) assert_true(r.leaves <= 24);
            if (i == 3) assert_true(r.leaves <= 6); /* single moves are cut to the width, too */
        }
        jg_agent_close(&a);
    }
    jg_game_close(&g);
}

/* Rollouts are repeated until the nodes or the time are used up. */
static void test_limits_are_used_up(void **state) {
    enum { NODES = 50000 };
    (void)state;
    static struct jg_magic_lookahead look;
    struct jg_game g;
    union jg_state s, view;
    struct jg_rng rng;
    open_spec(&g, SPECS[0]);
    jg_rng_init(&rng, test_seed(), 1);
    jg_start(&g, &s);
    while (jg_turn(&g, &s) < 0) jg_apply(&g, &s, jg_random_move(&g, &s, &rng)); /* keep the hand, or not */
    jg_view(&g, &s, jg_turn(&g, &s), &view);
    assert_int_equal(jg_magic_lookahead_init(&look, &g, NULL), JG_OK);
    look.rollouts = 4;
    jg_magic_lookahead(&look, magic(&view), 1);
    assert_true(look.games < 10 && look.planner.nodes < NODES);
    look.repeats = true;
    look.max_nodes = NODES;
    look.planner.nodes = 0;
    jg_magic_lookahead(&look, magic(&view), 1);
    assert_true(look.games > 10 && look.planner.nodes > NODES);
    look.max_nodes = 0;
    clock_hold(0.001);
    look.budget.deadline = jg_clock() + 0.05;
    jg_magic_lookahead(&look, magic(&view), 1);
    assert_true(clock_readings() >= 50 && clock_readings() < 60);
    clock_release();
    jg_magic_lookahead_free(&look);
    jg_game_close(&g);
}

/* The difference of the chances to win of the two best ways to play, in millionths. */
static int32_t gap_of_ways(struct jg_agent *a, const union jg_state *s) {
    union jg_state view;
    struct jg_query query = question(a->game, s, 1, &view);
    json_t *o = a->kind->explain_json(a, &query), *ways = json_object_get(o, "ways");
    double first = json_real_value(json_object_get(json_array_get(ways, 0), "win"));
    double second = json_real_value(json_object_get(json_array_get(ways, 1), "win"));
    int32_t gap = json_array_size(ways) < 2 ? -1 : (int32_t)(1e6 * fabs(first - second));
    json_decref(o);
    return gap;
}

/* Under a clock it works longer on close decisions than on clear ones, and not at all on forced ones. The nodes of its plans
 * are no measure, since most of the work is in rollouts: the readings of the clock are, some for each of their turns. */
static void test_decisions_under_a_clock(void **state) {
    (void)state;
    enum { EACH_KIND = 24, FORCED = 5, CLOSE = 10000, CLEAR = 50000 };
    static struct jg_report r;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    jg_move moves[JG_MOVES_MAX];
    double readings[2] = {0};
    int n[2] = {0}, forced = 0;
    open_spec(&g, "magic");
    open_agent(&a, &g, "magic");
    jg_rng_init(&rng, test_seed(), 61);
    clock_hold(1e-4);
    while (n[0] < EACH_KIND || n[1] < EACH_KIND || forced < FORCED) {
        union jg_state s;
        struct decision d;
        jg_start(&g, &s);
        jg_random_play(&g, &s, &rng, 20 + (int)jg_rng_below(&rng, 100));
        if (jg_turn(&g, &s) < 0) continue;
        if (jg_moves(&g, &s, moves) == 1) {
            if (forced++ < FORCED) check_forced(&a, &s);
        } else if (magic(&s)->phase == JG_MAGIC_MAIN_1) {
            decide(&a, &s, 30, &r, &d);
            int32_t gap = gap_of_ways(&a, &s);
            if (gap < 0 || (gap > CLOSE && gap < CLEAR)) continue;
            assert_true(d.nodes > 0);
            readings[gap <= CLOSE] += (double)d.readings;
            n[gap <= CLOSE]++;
        }
    }
    clock_release();
    double ratio = readings[1] / n[1] / (readings[0] / n[0]);
    if (!(ratio > 1.05)) fail_msg("close decisions take %g times as much time as clear ones", ratio);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* ---- Boards that nobody foresaw -------------------------------------------------------------- */

/* Full boards of free cards, and a hand of them. */
static void crowd(const struct jg_game *g, struct jg_magic *s) {
    union jg_state start;
    jg_start(g, &start);
    *s = *magic(&start);
    s->phase = JG_MAGIC_MAIN_1;
    s->turn = 9;
    s->starter = s->active = 0;
    for (int seat = 0; seat < 2; seat++) {
        struct jg_magic_side *side = &s->side[seat];
        side->life = 40;
        for (int i = 0, kind = 0; i < 22; i++, kind = (kind + 1) % 10) {
            side->creature[i] = (struct jg_magic_creature){
                .kind = (uint8_t)kind, .id = ++s->last_id, .counters = (uint8_t)(i / 5), .boost = (uint8_t)(i % 3)};
            side->library[kind]--;
        }
        side->creatures = 22;
        for (int kind = 6; kind < 15; kind++) side->hand[kind]++, side->library[kind]--;
        side->in_hand = 9;
        side->in_library = JG_MAGIC_DECK - 22 - 9;
    }
}

/* A deck of free cards without lands: decisions still end. */
static void test_free_cards(void **state) {
    (void)state;
    static const char *const agents[] = {"magic.search", "magic:rollouts=2,width=4,nodes=100"};
    static struct jg_report r;
    struct jg_game g;
    union jg_state s, view;
    open_spec(&g, FREE);
    memset(&s, 0, sizeof s);
    crowd(&g, (void *)&s);
    for (int i = test_scaled(100) < 100; i < 2; i++) { /* sanitized, the first takes ten seconds */
        struct jg_agent a;
        struct jg_query query = question(&g, &s, 1, &view);
        open_agent(&a, &g, agents[i]);
        choose(&a, &query, &r);
        assert_true(r.nodes > 0);
        jg_agent_close(&a);
    }
    jg_game_close(&g);
}

static void test_free_game(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a, b;
    int phases[PHASES] = {0};
    open_spec(&g, FREE);
    open_agent(&a, &g, "magic:rollouts=1,width=2,nodes=100");
    open_agent(&b, &g, "magic.random");
    play(&g, (struct jg_agent *[2]){&a, &b}, 1, phases);
    jg_agent_close(&a);
    jg_agent_close(&b);
    jg_game_close(&g);
}

struct visits {
    int before, after;
};

static bool visit(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    struct visits *v = arg;
    (void)attack;
    (void)d;
    if (atomic_load(&flag)) v->after++;
    if (++v->before == 100) atomic_store(&flag, true);
    return true;
}

static void open_battle(struct jg_magic_battle *b, int attackers, int blockers, uint8_t abilities) {
    *b = (struct jg_magic_battle){.attackers = attackers, .blockers = blockers, .life = {20, 30}};
    for (int i = 0; i < attackers; i++)
        b->attacker[i] = (struct jg_magic_combatant){.power = (uint8_t)(1 + i), .toughness = (uint8_t)(2 + i % 7)};
    for (int i = 0; i < blockers; i++)
        b->blocker[i] = (struct jg_magic_combatant){
            .power = (uint8_t)(1 + i), .toughness = (uint8_t)(1 + i % 5), .abilities = abilities};
}

static void check_blocks(const struct jg_magic_battle *b, const struct jg_magic_blocks *d) {
    for (int i = 0; i < b->blockers; i++)
        assert_true(d->blocked[i] == JG_MAGIC_NONE ? !d->order[i] : d->blocked[i] < b->attackers && d->order[i]);
}

/* The stop flag ends a combat search between two attack sets, and within one. */
static void test_work_budget(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = jg_magic_combat_search_new(NULL);
    struct jg_magic_work_budget *e = jg_magic_combat_search_work(m);
    struct jg_magic_battle b;
    struct jg_magic_blocks d;
    struct visits v = {0};
    open_battle(&b, 20, 8, JG_MAGIC_LIFELINK);
    e->budget.stop = &flag;
    atomic_store(&flag, false);
    jg_magic_work_begin(e);
    assert_false(jg_magic_search_attacks(m, &b, &jg_magic_paper_weights, visit, &v));
    assert_true(v.before >= 100 && v.after <= 1024);

    open_battle(&b, 24, 16, JG_MAGIC_LIFELINK); /* would take minutes */
    for (int i = 0; i < 24; i++) b.attacker[i].abilities = JG_MAGIC_DOUBLE_STRIKE;
    e->budget.stop = NULL;
    e->limit = 2000000;
    jg_magic_work_begin(e);
    jg_magic_best_blocks(m, &b, &jg_magic_paper_weights, 0xffffff, &d);
    assert_false(d.exact);
    check_blocks(&b, &d);
    assert_true(e->spent < 2 * e->limit);

    atomic_store(&flag, true);
    e->budget.stop = &flag;
    jg_magic_work_begin(e);
    jg_magic_best_blocks(m, &b, &jg_magic_paper_weights, 0xffffff, &d);
    check_blocks(&b, &d);
    assert_true(e->spent < 200000);
    atomic_store(&flag, false);
    jg_magic_combat_search_free(m);
}

/* More block options than memory: the last attacker can still be blocked or not. */
static void test_many_ways(void **state) {
    (void)state;
    struct jg_magic_combat_search *m = jg_magic_combat_search_new(NULL);
    struct jg_magic_battle b;
    struct jg_magic_blocks d;
    open_battle(&b, 18, 12, JG_MAGIC_LIFELINK); /* every blocker has lifelink, and none dies of 1 damage */
    b.life[1] = 9999;
    for (int i = 0; i < b.attackers; i++) b.attacker[i].power = 1, b.attacker[i].toughness = (uint8_t)(i + 1);
    for (int i = 0; i < b.blockers; i++) b.blocker[i].toughness = 3;
    jg_magic_best_blocks(m, &b, &jg_magic_paper_weights, 0x3ffff, &d);
    check_blocks(&b, &d);
    assert_false(d.exact);
    jg_magic_combat_search_free(m);
}

/* ---- What anybody sees ----------------------------------------------------------------------- */

/* The agent with its default options, for the player to move, to the end of the turn. */
static void lead(struct magic_pair *p, int seat) {
    static struct jg_report r;
    struct jg_agent a;
    union jg_state view;
    int turn = p->s->turn;
    open_agent(&a, &p->g, "magic");
    while (jg_turn(&p->g, &p->state) == seat && p->s->turn == turn) {
        struct jg_query query = question(&p->g, &p->state, test_seed(), &view);
        choose(&a, &query, &r);
        if (r.leaves && r.value == -JG_CHANCES) fail_msg("%s: nothing would help", p->spec);
        magic_pair_play(p, r.move);
    }
    jg_agent_close(&a);
}

static void test_wins(void **state) {
    (void)state;
    static const struct magic_scene scenes[] = {
        {"burn", "red/white 5 3", "", "Siege Mastodon", 2, "Volcanic Hammer, Mountain", "", NULL},
        {"attack", "red/white 5 4", "Nest Robber, Nest Robber", "Siege Mastodon tapped", 0, "Mountain", "", NULL},
        {"haste", "red/white 20 4", "Nest Robber", "", 2, "Nest Robber, Volcanic Hammer", "", NULL},
        {"attack and burn", "red/white 20 5", "Nest Robber", "", 2, "Volcanic Hammer", "", NULL},
        {"all attack", "red/white 3 6", "Nest Robber, Nest Robber, Nest Robber, Nest Robber", "Siege Mastodon", 0, "",
         "", NULL},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        static struct magic_pair p;
        magic_scene_set(&p, &scenes[i]);
        lead(&p, 0);
        if (p.s->phase == JG_MAGIC_BLOCK) magic_pair_script(&p, "block 5; at 1");
        lead(&p, 0);
        if (p.s->phase != JG_MAGIC_END || p.s->loser != 1) fail_msg("%s", scenes[i].what);
        magic_pair_close(&p);
    }
}

static void test_chump(void **state) {
    (void)state;
    static const struct magic_scene scenes[] = {
        {"chump", "red/white 6 3", "Lightning Hounds", "Fencing Ace, Siege Mastodon tapped, Siege Mastodon tapped", 0,
         NULL, "pass; attack 1", NULL},
        {"one of two", "red/white 6 4", "Lightning Hounds, Lightning Hounds",
         "Fencing Ace, Siege Mastodon tapped, Siege Mastodon tapped", 0, NULL, "pass; attack 1; attack 2", NULL},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        static struct magic_pair p;
        magic_scene_set(&p, &scenes[i]);
        magic_pair_script(&p, scenes[i].moves);
        assert_int_equal(p.s->phase, JG_MAGIC_BLOCK);
        lead(&p, 1);
        if (p.s->phase == JG_MAGIC_END || p.s->side[1].life <= 0) fail_msg("%s", scenes[i].what);
        magic_pair_close(&p);
    }
}

/* Attacking with the only blocker loses to the counterattack. */
static void test_stays_at_home(void **state) {
    (void)state;
    static const struct magic_scene scene = {"home", "white/red 3 6", "Siege Mastodon", "Lightning Hounds", 6, NULL, "",
                                             NULL};
    static struct magic_pair p;
    magic_scene_set(&p, &scene);
    lead(&p, 0);
    assert_int_equal(p.s->side[0].creatures, 1);
    assert_false(p.s->side[0].creature[0].flags & (JG_MAGIC_ATTACKS | JG_MAGIC_TAPPED));
    magic_pair_close(&p);
}

static int odd_kind(const struct jg_game *g, const char *name) { return magic_kind(g, 0, name); }

/* Dead next turn, but both can die in this one: a draw is better than a loss. */
static void test_draw(void **state) {
    (void)state;
    static struct jg_report r;
    struct jg_game g;
    struct jg_agent a;
    union jg_state start = {0}, view;
    struct jg_magic *s = (void *)&start;
    open_spec(&g, SPECS[ODD_SPEC]);
    jg_start(&g, &start);
    s->phase = JG_MAGIC_MAIN_1;
    s->turn = 9;
    s->starter = s->active = 0;
    int pact = odd_kind(&g, "Blood Pact"), lancer = odd_kind(&g, "Sky Lancer");
    s->side[0].life = 1;
    s->side[1].life = 2;
    s->side[0].hand[pact]++, s->side[0].library[pact]--;
    s->side[0].in_hand = 1;
    s->side[0].lands = s->side[0].untapped = 1;
    s->side[0].library[jg_magic_deck(&g, 0)->land]--;
    s->side[0].in_library = JG_MAGIC_DECK - 2;
    s->side[1].creature[0] = (struct jg_magic_creature){.kind = (uint8_t)lancer, .id = ++s->last_id};
    s->side[1].creatures = 1;
    s->side[1].library[lancer]--;
    s->side[1].in_library = JG_MAGIC_DECK - 1;
    check_cards(&g, s);
    open_agent(&a, &g, "magic");
    struct jg_query query = question(&g, &start, 1, &view);
    query.all = true;
    choose(&a, &query, &r);
    assert_int_equal(r.move, jg_magic_move(JG_MAGIC_PLAY, pact));
    assert_int_equal(r.value, 0);
    assert_int_equal(r.move_count, 2);
    for (int i = 0; i < 2; i++) assert_int_equal(r.moves[i].value, r.moves[i].move == r.move ? 0 : -JG_CHANCES);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_same_answers),
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_are_used_up),
        cmocka_unit_test(test_decisions_under_a_clock),
        cmocka_unit_test(test_free_cards),
        cmocka_unit_test(test_free_game),
        cmocka_unit_test(test_work_budget),
        cmocka_unit_test(test_many_ways),
        cmocka_unit_test(test_wins),
        cmocka_unit_test(test_chump),
        cmocka_unit_test(test_stays_at_home),
        cmocka_unit_test(test_draw),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_player", tests, NULL, NULL);
}
