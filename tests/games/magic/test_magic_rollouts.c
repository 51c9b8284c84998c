/* The lookahead of the agent `magic`: sampled worlds, rollouts, and plans played to their end. */
#include "games/magic/lookahead.h"
#include "magic_positions.h"

static void test_worlds(void **state) {
    (void)state;
    static struct positions p;
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        struct jg_magic_planner planner;
        struct jg_magic_rollout_policy minds = {.weights = {jg_magic_paper_weights, jg_magic_paper_weights}};
        union jg_state view, again;
        int differ = 0, all = 0;
        open_spec(&g, SPECS[i]);
        collect(&g, i, &p);
        assert_int_equal(jg_magic_planner_init(&planner, &g, NULL), JG_OK);
        for (int n = 0; n < p.n; n++) {
            int seat = jg_turn(&g, &p.at[n]);
            jg_view(&g, &p.at[n], seat, &view);
            for (uint64_t k = 0; k < 8; k++, all++) {
                struct jg_magic_world w, same;
                union jg_state world = {0};
                jg_magic_sample_world(&g, magic(&view), 5, k, &w);
                jg_magic_sample_world(&g, magic(&view), 5, k, &same);
                assert_memory_equal(&w.state, &same.state, sizeof w.state);
                assert_int_equal(w.seed, same.seed);
                memcpy(&world, &w.state, sizeof w.state);
                jg_view(&g, &world, seat, &again);
                assert_memory_equal(&again, &view, sizeof w.state);
                check_cards(&g, &w.state);
                differ +=
                    memcmp(w.state.side[1 - seat].hand, magic(&p.at[n])->side[1 - seat].hand, JG_MAGIC_KINDS) != 0;
                if (k > 1) continue;
                int loser = jg_magic_rollout(&planner, &minds, &w.state, w.seed);
                assert_true(loser == 0 || loser == 1 || loser == JG_MAGIC_BOTH);
                assert_int_equal(w.state.phase, JG_MAGIC_END);
                assert_int_equal(w.state.loser, loser);
            }
        }
        if (i < 3) assert_true(differ > all / 4);
        jg_magic_planner_free(&planner);
        jg_game_close(&g);
    }
}

/* The next move that realizes given blocks in a combat under way. */
static jg_move defence_move(const struct jg_magic *s, const struct jg_magic_battlefield *f,
                            const struct jg_magic_blocks *d) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int best = -1;
    for (int b = 0; b < f->battle.blockers; b++) {
        const struct jg_magic_creature *c = &other->creature[f->blocker[b]];
        if (d->blocked[b] == JG_MAGIC_NONE) continue;
        if (s->phase == JG_MAGIC_BLOCK_WHICH && f->blocker[b] == s->from)
            return jg_magic_move(JG_MAGIC_BLOCK_ATTACKER, own->creature[f->attacker[d->blocked[b]]].id);
        if (s->phase == JG_MAGIC_BLOCK && f->blocker[b] >= s->from && (best < 0 || f->blocker[b] < f->blocker[best]))
            best = b;
        if (s->phase == JG_MAGIC_ORDER && c->blocks == s->chosen && !c->order &&
            (best < 0 || d->order[b] < d->order[best]))
            best = b;
    }
    if (best < 0) return jg_magic_move(JG_MAGIC_DONE, 0);
    return jg_magic_move(s->phase == JG_MAGIC_ORDER ? JG_MAGIC_ORDER_NEXT : JG_MAGIC_BLOCK_WITH,
                         other->creature[f->blocker[best]].id);
}

/* Plays a plan move by move, with the blocks of the minimax. */
static void play_plan(struct jg_magic_planner *p, struct jg_magic *s, const struct jg_magic_plan *plan) {
    union jg_state state = {0};
    struct jg_magic_battlefield f = {0};
    struct jg_magic_blocks d = {0};
    int next = 0;
    bool first = s->phase == JG_MAGIC_MAIN_1, passed = false;
    memcpy(&state, s, sizeof *s);
    while (s->phase != JG_MAGIC_END && !(passed && (!first || s->phase == JG_MAGIC_MAIN_2))) {
        bool block = s->phase == JG_MAGIC_BLOCK || s->phase == JG_MAGIC_BLOCK_WHICH || s->phase == JG_MAGIC_ORDER;
        jg_move move = block ? defence_move(s, &f, &d) : jg_magic_next_plan_move(s, plan, &next);
        if (jg_magic_move_type(move) == JG_MAGIC_PASS) {
            uint32_t attack = 0;
            passed = true;
            jg_magic_battlefield(p->game, s, false, &f);
            for (int a = 0; a < f.battle.attackers; a++)
                for (int i = 0; i < plan->attackers; i++)
                    if (s->side[s->active].creature[f.attacker[a]].id == plan->attacker[i]) attack |= UINT32_C(1) << a;
            jg_magic_planner_begin(p);
            jg_magic_best_blocks(p->combat_search, &f.battle, &jg_magic_paper_weights, attack, &d);
        }
        assert_true(jg_legal(p->game, &state, move));
        jg_apply(p->game, &state, move);
        memcpy(s, &state, sizeof *s);
    }
}

static void test_try_plan(void **state) {
    (void)state;
    int attacks = 0;
    for (int i = 0; i < SPEC_COUNT; i++) {
        struct jg_game g;
        struct jg_magic_planner planner;
        struct jg_magic_rollout_policy minds = {.weights = {jg_magic_paper_weights, jg_magic_paper_weights}};
        open_spec(&g, SPECS[i]);
        assert_int_equal(jg_magic_planner_init(&planner, &g, NULL), JG_OK);
        for (int game = 0; game < test_scaled(20); game++) {
            struct jg_rng rng;
            union jg_state s;
            jg_rng_init(&rng, test_seed(), (uint64_t)game);
            jg_start(&g, &s);
            for (; jg_turn(&g, &s) != JG_OVER; jg_apply(&g, &s, jg_random_move(&g, &s, &rng))) {
                struct jg_magic one = *magic(&s), two = one;
                struct jg_magic_plan plan;
                if (one.phase != JG_MAGIC_MAIN_1 && one.phase != JG_MAGIC_MAIN_2) continue;
                jg_magic_plan(&planner, &one, &plan);
                jg_magic_play_plan(&planner, &minds, &one, &plan, 0);
                play_plan(&planner, &two, &plan);
                assert_memory_equal(&one, &two, sizeof one);
                attacks += plan.attackers > 0;
            }
        }
        jg_magic_planner_free(&planner);
        jg_game_close(&g);
    }
    assert_true(attacks > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_try_plan),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_rollouts", tests, NULL, NULL);
}
