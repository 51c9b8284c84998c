/* The search of a turn against an unpruned one on small positions, and plans against their results. */
#include "games/magic/paper.h"
#include "magic_turn.h"

enum { NODES = 60000, OFFERS = 4096, FOLLOWED = 12 };

#define ODD "cards=" TEST_GAMES "/magic/odd.txt,"

static const char *const SPECS[] = {
    "magic:decks=red/white",
    "magic:decks=white/red",
    "magic:" ODD "deck1=" TEST_GAMES "/magic/odd.deck,deck2=" TEST_GAMES "/magic/odd.deck",
    "magic:deck1=" TEST_GAMES "/magic/embers.deck,deck2=" TEST_GAMES "/magic/graves.deck",
};

enum { SPEC_COUNT = sizeof SPECS / sizeof *SPECS, ODD_SPEC = 2 };

static int below(struct jg_rng *rng, int n) { return (int)jg_rng_below(rng, (uint32_t)n); }

/* ---- Positions ------------------------------------------------------------------------------ */

static bool take(struct jg_magic_side *side, int kind) {
    if (!side->library[kind]) return false;
    side->library[kind]--;
    side->in_library--;
    return true;
}

static void random_hand(const struct jg_game *g, int seat, int cards, struct jg_rng *rng, struct jg_magic *s) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    struct jg_magic_side *side = &s->side[seat];
    while (side->in_hand < cards) {
        int kind = below(rng, 5) ? below(rng, deck->kinds) : deck->land;
        if (!take(side, kind)) continue;
        side->hand[kind]++;
        side->in_hand++;
    }
}

static void random_creature(const struct jg_game *g, int seat, struct jg_rng *rng, struct jg_magic *s) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    struct jg_magic_side *side = &s->side[seat];
    int kind = below(rng, deck->kinds);
    if (deck->card[kind].type != JG_MAGIC_CREATURE || !take(side, kind)) return;
    struct jg_magic_creature *c = &side->creature[side->creatures++];
    c->kind = (uint8_t)kind;
    c->id = ++s->last_id;
    c->counters = (uint8_t)(below(rng, 4) ? 0 : 1 + below(rng, 2));
    c->boost = (uint8_t)(below(rng, 6) ? 0 : 1);
    if (below(rng, 4) == 0) c->damage = (uint8_t)below(rng, jg_magic_toughness(&deck->card[kind], c));
    if (below(rng, 6) == 0) c->flags |= JG_MAGIC_TAPPED;
    if (below(rng, 6) == 0) c->flags |= JG_MAGIC_SICK;
}

static void random_position(const struct jg_game *g, struct jg_rng *rng, struct jg_magic *s) {
    union jg_state start;
    int most[2] = {below(rng, 5), below(rng, 5)};
    jg_start(g, &start);
    *s = *(const struct jg_magic *)(const void *)&start;
    s->phase = below(rng, 5) ? JG_MAGIC_MAIN_1 : JG_MAGIC_MAIN_2;
    s->active = (uint8_t)below(rng, 2);
    s->turn = (uint8_t)(3 + below(rng, 20));
    s->starter = s->active ^ !(s->turn & 1);
    for (int tries = 0; tries < 40; tries++) {
        int seat = below(rng, 2);
        if (s->side[seat].creatures < most[seat]) random_creature(g, seat, rng, s);
    }
    for (int seat = 0; seat < 2; seat++) {
        struct jg_magic_side *side = &s->side[seat];
        int lands = below(rng, 7), land = jg_magic_deck(g, seat)->land;
        side->kept = JG_MAGIC_HAND;
        side->life = (int16_t)(below(rng, 2) ? 1 + below(rng, 6) : 1 + below(rng, 20));
        while (side->lands < lands && take(side, land)) side->lands++;
        side->untapped = (uint8_t)(seat != s->active || below(rng, 3) ? side->lands : below(rng, side->lands + 1));
        random_hand(g, seat, below(rng, 5), rng, s);
    }
    s->land = s->side[s->active].lands && below(rng, 3) == 0;
}

/* Mostly the weights of the paper. */
static struct jg_magic_weights random_weights(struct jg_rng *rng) {
    static const struct jg_magic_weights VARIANTS[] = {
        {2, 10, 5, 5, 10, 1000},  /* a card is worth more than a land */
        {2, 10, 5, 10, 10, 1000}, /* as much */
        {0, 10, 5, 11, 10, 1000}, /* life counts nothing */
        {2, 10, 0, 11, 10, 1000}, /* toughness */
        {10, 2, 1, 3, 0, 1000},   /* only life counts, cards in hand do not */
        {2, 10, 5, 11, 10, 0},    /* a win counts nothing */
    };
    int i = below(rng, 16);
    if (i == 15)
        return (struct jg_magic_weights){below(rng, 9), below(rng, 9), below(rng, 9),
                                         below(rng, 9), below(rng, 9), below(rng, 40)};
    return i < (int)(sizeof VARIANTS / sizeof *VARIANTS) ? VARIANTS[i] : jg_magic_paper_weights;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

static void differ(const struct turn *t, const struct jg_magic *s, int32_t found, int32_t right, const char *what) {
    char text[JG_POSITION_MAX], spec[JG_SPEC_MAX];
    struct jg_text x;
    jg_text_init(&x, spec, sizeof spec);
    jg_game_spec(t->g, &x);
    fail_msg("%s: %d, not %d; weights %d %d %d %d %d %d\n%s\n%s", what, found, right, t->w.life, t->w.power,
             t->w.toughness, t->w.land, t->w.hand, t->w.win, spec, position_text(t->g, s, text));
}

/* A new search in the middle of a plan has the same value. */
static void check_again(const struct turn *t, struct jg_magic_planner *p, const struct jg_magic *s,
                        const struct jg_magic_plan *plan) {
    struct jg_magic_plan again;
    if (!p) return;
    jg_magic_plan(p, s, &again);
    if (again.value != plan->value) differ(t, s, again.value, plan->value, "in the middle of a plan");
}

/* Plays a plan for a main phase up to the move that ends the phase. */
static void play_main(const struct turn *t, struct jg_magic_planner *p, const struct jg_magic_plan *plan,
                      struct jg_magic *s) {
    for (int next = 0; s->phase != JG_MAGIC_END;) {
        check_again(t, p, s, plan);
        jg_move move = jg_magic_next_plan_move(s, plan, &next);
        if (move == jg_magic_move(JG_MAGIC_PASS, 0)) break;
        turn_apply(t, s, move);
    }
}

/* The attackers of a plan as bits; they must be in declaration order. */
static uint32_t attack_of(const struct jg_magic *s, const struct jg_magic_battlefield *f,
                          const struct jg_magic_plan *plan) {
    uint32_t attack = 0;
    for (int i = 0, last = -1; i < plan->attackers; i++) {
        int at = jg_magic_find_creature(&s->side[s->active], plan->attacker[i]), a = 0;
        assert_true(at > last);
        last = at;
        while (a < f->battle.attackers && f->attacker[a] != at) a++;
        assert_true(a < f->battle.attackers);
        attack |= UINT32_C(1) << a;
    }
    return attack;
}

/* The same while attackers are being declared. */
static void check_attack(const struct turn *t, struct jg_magic_planner *p, const struct jg_magic_plan *plan,
                         struct jg_magic s) {
    turn_apply(t, &s, jg_magic_move(JG_MAGIC_PASS, 0));
    while (s.phase == JG_MAGIC_ATTACK) {
        int next = 0;
        check_again(t, p, &s, plan);
        turn_apply(t, &s, jg_magic_next_plan_move(&s, plan, &next));
    }
}

/* The value of a plan with the predicted blocks and a new plan for the second main phase. */
static int32_t follow(struct turn *t, struct jg_magic_planner *p, bool best, const struct jg_magic *from,
                      const struct jg_magic_plan *plan) {
    struct jg_magic s = *from;
    struct turn_foreseen f;
    struct jg_magic_plan second;
    play_main(t, best ? p : NULL, plan, &s);
    if (s.phase == JG_MAGIC_MAIN_1) {
        if (best) check_attack(t, p, plan, s);
        turn_foresee(t, &s, &f);
        int32_t reward = turn_combat(t, &f, attack_of(&s, &f.field, plan), &s);
        assert_int_equal(reward, plan->combat);
        if (s.phase == JG_MAGIC_END) return reward;
        jg_magic_plan(p, &s, &second);
        play_main(t, p, &second, &s);
        assert_int_equal(turn_reward(t, &s), second.value);
    }
    return turn_reward(t, &s);
}

struct reports {
    int n, count;
    int32_t best;
    struct jg_magic_plan plan[OFFERS];
};

static void record_plan(void *arg, const struct jg_magic_plan *plan) {
    struct reports *o = arg;
    if (plan->value > o->best || !o->count) o->best = plan->value;
    if (o->n < OFFERS) o->plan[o->n++] = *plan;
    o->count++;
}

/* Every reported plan has its reported value, and the best of them is the result. */
static void check_reported_plans(struct turn *t, struct jg_magic_planner *p, const struct jg_magic *s, int32_t best,
                                 struct jg_rng *rng) {
    static struct reports reported;
    struct jg_magic_plan plan;
    reported.n = reported.count = 0;
    p->on_plan = record_plan;
    p->arg = &reported;
    p->exhaustive = below(rng, 2);
    jg_magic_plan(p, s, &plan);
    p->on_plan = NULL;
    p->exhaustive = false;
    if (plan.value != best || reported.best != best) differ(t, s, reported.best, best, "best of all reported");
    for (int i = 0; i < FOLLOWED; i++) {
        const struct jg_magic_plan *one = &reported.plan[below(rng, reported.n)];
        int32_t value = follow(t, p, false, s, one);
        if (value != one->value) differ(t, s, one->value, value, "a reported plan");
    }
}

/* Returns whether the position was small enough. */
static bool check_position(struct turn *t, struct jg_magic_planner *p, const struct jg_magic *s, struct jg_rng *rng) {
    struct jg_magic_plan plan;
    union jg_state view;
    t->nodes = 0;
    p->weights = t->w;
    int32_t right = turn_best(t, s);
    if (t->nodes > t->limit) return false;
    jg_view(t->g, s, s->active, &view);
    jg_magic_plan(p, (const void *)&view, &plan);
    if (plan.value != right) differ(t, s, plan.value, right, "the best plan");
    int32_t value = follow(t, p, true, s, &plan);
    if (value != right) differ(t, s, value, right, "the best plan, followed");
    if (s->phase == JG_MAGIC_MAIN_1) check_reported_plans(t, p, (const void *)&view, right, rng);
    return true;
}

static void check_spec(int spec, int positions) {
    struct jg_game g;
    struct jg_magic_planner p;
    struct turn t;
    struct jg_rng rng;
    int done = 0, large = 0;
    open_spec(&g, SPECS[spec]);
    turn_open(&t, &g, NODES);
    assert_int_equal(jg_magic_planner_init(&p, &g, NULL), JG_OK);
    for (uint64_t i = 0; done < positions; i++) {
        struct jg_magic s;
        union jg_state again;
        char text[JG_POSITION_MAX];
        jg_rng_init(&rng, test_seed(), i * SPEC_COUNT + (uint64_t)spec);
        random_position(&g, &rng, &s);
        read_position(&g, position_text(&g, &s, text), &again);
        assert_memory_equal(&s, &again, sizeof s);
        t.w = random_weights(&rng);
        if (check_position(&t, &p, &s, &rng))
            done++;
        else
            large++;
    }
    printf("# %s: %d positions, %d more were too large\n", SPECS[spec], done, large);
    jg_magic_planner_free(&p);
    turn_close(&t);
    jg_game_close(&g);
}

static void test_positions(void **state) {
    (void)state;
    for (int spec = 0; spec < SPEC_COUNT; spec++) check_spec(spec, test_scaled(spec == ODD_SPEC ? 2000 : 1000));
}

/* ---- Given positions ------------------------------------------------------------------------ */

/* Positions that too much pruning got wrong. */
static void test_cases(void **state) {
    (void)state;
    static const struct {
        int spec;
        struct jg_magic_weights weights;
        const char *position;
        int value;
    } CASES[] = {
        /* The Angel kills in combat, after which nothing is cast: the Ace comes before it. */
        {0, {2, 10, 5, 11, 10, 1000}, "11 main1 2 2 - 3 / 6 1 BV - - / 1 2 2P,FA GS.1d1,FA.2,AM.3 -", 1145},
        /* Both lancers die in combat, and then Mercy has no target. */
        {ODD_SPEC, {2, 10, 5, 5, 10, 1000}, "11 main1 2 2 L 2 / 18 6 I SL.1 - / 6 4 M SL.2 -", 15},
        /* Without the Healer before combat, the own Storm kills both players. */
        {ODD_SPEC, {2, 10, 0, 11, 10, 1000}, "21 main1 2 2 L 4 / 4 4 I FI.1s - / 1 6 I,S,H2 LK.2,KS.3,FI.4 -", 1150},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        struct jg_magic_planner p;
        struct turn t;
        struct jg_rng rng;
        union jg_state s;
        open_spec(&g, SPECS[CASES[i].spec]);
        turn_open(&t, &g, NODES);
        assert_int_equal(jg_magic_planner_init(&p, &g, NULL), JG_OK);
        read_position(&g, CASES[i].position, &s);
        jg_rng_init(&rng, test_seed(), i);
        t.w = CASES[i].weights;
        assert_int_equal(turn_best(&t, (const void *)&s), CASES[i].value);
        for (int k = 0; k < 8; k++) assert_true(check_position(&t, &p, (const void *)&s, &rng));
        jg_magic_planner_free(&p);
        turn_close(&t);
        jg_game_close(&g);
    }
}

/* Chapter 5 of the paper: Nest Robber attacks, since Volcanic Hammer finishes any blocker in the
 * second main phase; and Siege Mastodon blocks, since that looks best. */
static void test_chapter_5(void **state) {
    (void)state;
    static const char *const MOVES[] = {"pass", "1", "2", "1", "Volcanic-Hammer", "2", "pass"};
    struct jg_game g;
    struct jg_agent agent;
    union jg_state s, view;
    static struct jg_report report;
    open_spec(&g, SPECS[0]);
    assert_int_equal(jg_agent_open(&agent, &g, "magic.search", NULL), JG_OK);
    read_position(&g, "5 main1 1 1 L 2 / 20 2 VH NR.1 - / 20 5 3P SM.2 -", &s);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        struct jg_query query = {.view = &view, .seat = jg_turn(&g, &s), .seed = 1};
        char word[JG_MOVE_MAX];
        jg_move moves[JG_MOVES_MAX];
        while (jg_moves(&g, &s, moves) == 1 && strcmp(move_word(&g, &s, moves[0], word), MOVES[i]) != 0)
            jg_apply(&g, &s, moves[0]);
        jg_view(&g, &s, query.seat, &view);
        assert_int_equal(jg_agent_choose(&agent, &query, &report, NULL), JG_OK);
        assert_string_equal(move_word(&g, &s, report.move, word), MOVES[i]);
        if (i == 0) assert_int_equal(report.value, 22);
        jg_apply(&g, &s, report.move);
    }
    const struct jg_magic *after = (const void *)&s;
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(after->side[seat].creatures, 0);
        assert_int_equal(after->side[seat].life, JG_MAGIC_LIFE);
    }
    jg_agent_close(&agent);
    jg_game_close(&g);
}

/* ---- Crowded boards --------------------------------------------------------------------------- */

/* Nine kinds of creatures that nothing removes: both boards fill up. */
#define GREEN "24F+4GB+4KT+4CC+4AG+4RB+4GS2+4SS+4IT+4SW"

/* Units of work of a query: the limit, and what may pass before it is noticed. */
enum { WORK_MOST = 5000000 };

/* A board with this many creatures on each side, as equally of all kinds as possible. */
static void crowded_board(const struct jg_game *g, const int creatures[2], struct jg_magic *s) {
    union jg_state start;
    jg_start(g, &start);
    *s = *(const struct jg_magic *)(const void *)&start;
    s->phase = JG_MAGIC_MAIN_1;
    s->turn = 30;
    s->starter = s->active = 0;
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
        struct jg_magic_side *side = &s->side[seat];
        for (int kind = 0; side->creatures < creatures[seat]; kind = (kind + 1) % deck->kinds)
            if (deck->card[kind].type == JG_MAGIC_CREATURE && take(side, kind))
                side->creature[side->creatures++] =
                    (struct jg_magic_creature){.kind = (uint8_t)kind, .id = ++s->last_id};
    }
}

static void note_size(void *arg, const struct jg_magic_plan *plan) {
    *(uint32_t *)arg |= UINT32_C(1) << plan->attackers;
}

/* The work of a plan is bounded however many creatures there are, and attacks of every size are tried; an attack that
 * cannot be stopped is found. */
static void test_crowded_attacks(void **state) {
    (void)state;
    static const int BOARDS[][3] = {{8, 8, 20}, {12, 12, 20}, {10, 24, 20}, {24, 10, 20}, {24, 24, 20}, {24, 12, 3}};
    struct jg_game g;
    struct jg_magic_planner p;
    open_spec(&g, "magic:decks=" GREEN "/" GREEN);
    assert_int_equal(jg_magic_planner_init(&p, &g, NULL), JG_OK);
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++) {
        struct jg_magic s;
        struct jg_magic_plan plan;
        uint32_t sizes = 0;
        crowded_board(&g, BOARDS[i], &s);
        s.side[1].life = (int16_t)BOARDS[i][2];
        int32_t before = jg_magic_reward(&g, &s, 0, &p.weights);
        p.on_plan = note_size;
        p.arg = &sizes;
        jg_magic_plan(&p, &s, &plan);
        print_message("# %d against %d: %llu units\n", BOARDS[i][0], BOARDS[i][1], (unsigned long long)p.work->spent);
        assert_true(p.work->spent < WORK_MOST);
        assert_int_equal(sizes, (uint32_t)((UINT64_C(1) << (BOARDS[i][0] + 1)) - 1));
        assert_true(plan.value >= before);
        if (BOARDS[i][2] == 3) assert_true(plan.value > before + p.weights.win / 2);
    }
    jg_magic_planner_free(&p);
    jg_game_close(&g);
}

/* The same for blocks, which are better than none. */
static void test_crowded_blocks(void **state) {
    (void)state;
    static const int BOARDS[][2] = {{8, 8}, {16, 20}, {24, 24}};
    struct jg_game g;
    struct jg_magic_planner p;
    open_spec(&g, "magic:decks=" GREEN "/" GREEN);
    assert_int_equal(jg_magic_planner_init(&p, &g, NULL), JG_OK);
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++)
        for (int life = 5; life <= 120; life += 115) {
            struct jg_magic s;
            struct jg_magic_battlefield f;
            struct jg_magic_blocks blocks, none;
            crowded_board(&g, BOARDS[i], &s);
            s.phase = JG_MAGIC_BLOCK;
            s.side[1].life = (int16_t)life;
            for (int k = 0; k < s.side[0].creatures; k++)
                s.side[0].creature[k].flags |= JG_MAGIC_ATTACKS | JG_MAGIC_TAPPED;
            jg_magic_plan_blocks(&p, &s, &f, &blocks);
            print_message("# %d against %d: %llu units\n", BOARDS[i][0], BOARDS[i][1],
                          (unsigned long long)p.work->spent);
            assert_true(p.work->spent < WORK_MOST && !jg_magic_work_exhausted(p.work));
            memset(none.blocked, JG_MAGIC_NONE, sizeof none.blocked);
            jg_magic_best_order(p.combat_search, &f.battle, &p.weights,
                                (uint32_t)((UINT64_C(1) << BOARDS[i][0]) - 1), &none);
            assert_true(blocks.value < none.value);
        }
    jg_magic_planner_free(&p);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_chapter_5),
        cmocka_unit_test(test_crowded_attacks),
        cmocka_unit_test(test_crowded_blocks),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_plan", tests, NULL, NULL);
}
