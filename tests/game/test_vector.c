/* Vector environments: every array against games that are replayed one by one with records and views; threads and the
 * number of games change nothing; illegal actions, limits, repetition, and memory that runs out. */
#include "facts.h"
#include "kuhn.h"
#include "test.h"

/* Linked with --wrap=calloc: the allocation of that number fails, counted from 1; 0: none. */
static int allocations, failing;

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size) { return ++allocations == failing ? NULL : __real_calloc(n, size); }

/* The arrays of n games. */
struct room {
    struct jg_vector_arrays to;
    int64_t *actions;
    size_t n;
    struct jg_spaces spaces;
};

static struct room room_of(const struct jg_game *g, size_t n) {
    struct room r = {.n = n};
    jg_spaces(g, &r.spaces);
    size_t size = (size_t)r.spaces.size, count = (size_t)r.spaces.actions;
    r.to = (struct jg_vector_arrays){.observation = malloc(n * size),
                                     .mask = malloc(n * count),
                                     .seat = malloc(n),
                                     .reward = malloc(n * sizeof(float)),
                                     .terminated = malloc(n),
                                     .truncated = malloc(n),
                                     .final_observation = malloc(n * size)};
    r.actions = malloc(n * sizeof *r.actions);
    memset(r.to.final_observation, 0xcc, n * size);
    return r;
}

static void free_room(struct room *r) {
    free(r->to.observation);
    free(r->to.mask);
    free(r->to.seat);
    free(r->to.reward);
    free(r->to.terminated);
    free(r->to.truncated);
    free(r->to.final_observation);
    free(r->actions);
}

static struct jg_vector *open_vector(const struct jg_game *g, size_t n, struct jg_vector_options options) {
    struct jg_vector *v;
    struct jg_error err = {0};
    if (jg_vector_open(&v, g, n, &options, &err)) fail_msg("%s: %s", g->kind->name, err.message);
    return v;
}

/* ---- One game, replayed by itself ------------------------------------------------------------ */

struct replay {
    const struct jg_game *g;
    struct jg_record record;
    struct jg_rng rng;
    uint64_t seed;
    uint32_t index, episode;
    int decisions, limit;
};

static void play_chance(struct replay *p) {
    while (jg_record_turn(&p->record) == JG_CHANCE)
        jg_record_push(&p->record, jg_random_move(p->g, jg_record_state(&p->record), &p->rng), NULL);
}

static void begin_replay(struct replay *p) {
    jg_rng_init(&p->rng, p->seed, (uint64_t)p->episode << 32 | p->index);
    assert_int_equal(jg_record_restart(&p->record, p->g, NULL, NULL), JG_OK);
    p->decisions = 0;
    play_chance(p);
}

static void assert_observed(const struct jg_game *g, const void *state, int seat, const uint8_t *row) {
    uint8_t expected[JG_OBSERVATION_MAX];
    struct jg_spaces spaces;
    union jg_state view;
    jg_spaces(g, &spaces);
    jg_view(g, state, seat, &view);
    jg_encode(g, &view, seat, expected);
    assert_memory_equal(row, expected, (size_t)spaces.size);
}

/* What the arrays show of the game to the seat to move. */
static void check_row(const struct replay *p, const struct jg_vector *v, const struct room *r) {
    const void *state = jg_record_state(&p->record);
    int seat = jg_record_turn(&p->record);
    size_t i = p->index;
    assert_memory_equal(jg_vector_state(v, i), state, p->g->state_size);
    assert_int_equal(r->to.seat[i], seat);
    assert_observed(p->g, state, seat, r->to.observation + i * (size_t)r->spaces.size);
    for (int action = 0; action < r->spaces.actions; action++)
        assert_int_equal(r->to.mask[i * (size_t)r->spaces.actions + (size_t)action],
                         jg_action_move(p->g, state, action) != 0);
}

/* Makes the action of this step and checks reward and end. */
static void follow(struct replay *p, const struct room *r) {
    size_t i = p->index;
    int seat = jg_record_turn(&p->record);
    jg_move move = jg_action_move(p->g, jg_record_state(&p->record), (int)r->actions[i]);
    assert_int_equal(jg_record_push(&p->record, move, NULL), JG_OK);
    play_chance(p);
    p->decisions++;
    bool over = jg_record_turn(&p->record) == JG_OVER, late = !over && p->limit && p->decisions >= p->limit;
    assert_int_equal(r->to.terminated[i], over);
    assert_int_equal(r->to.truncated[i], late);
    int32_t score = over ? jg_record_score(&p->record, jg_team(seat)) : 0;
    assert_true(r->to.reward[i] == (float)((score > 0) - (score < 0)));
    if (!over && !late) return;
    assert_observed(p->g, jg_record_state(&p->record), seat, r->to.final_observation + i * (size_t)r->spaces.size);
    p->episode++;
    begin_replay(p);
}

/* Steps n games and compares all of them with replays. Returns the number of games that ended. */
static int compare(const struct jg_game *g, size_t n, struct jg_vector_options options, int steps, uint64_t seed) {
    struct jg_vector *v = open_vector(g, n, options);
    struct room r = room_of(g, n);
    struct replay *all = calloc(n, sizeof *all);
    bool finite = g->kind->traits & JG_IS_FINITE && !g->repeat;
    int ended = 0;
    jg_vector_reset(v, seed, &r.to);
    for (size_t i = 0; i < n; i++) {
        all[i] = (struct replay){.g = g,
                                 .index = (uint32_t)i,
                                 .seed = seed,
                                 .limit = options.limit ? options.limit
                                          : finite      ? 0
                                                        : JG_VECTOR_LIMIT};
        begin_replay(&all[i]);
        assert_true(r.to.reward[i] == 0 && !r.to.terminated[i] && !r.to.truncated[i]);
    }
    for (int step = 0; step < steps; step++) {
        for (size_t i = 0; i < n; i++) check_row(&all[i], v, &r);
        jg_vector_sample(v, r.actions);
        assert_int_equal(jg_vector_step(v, r.actions, &r.to, NULL), JG_OK);
        for (size_t i = 0; i < n; i++) {
            follow(&all[i], &r);
            ended += r.to.terminated[i] || r.to.truncated[i];
        }
    }
    for (size_t i = 0; i < n; i++) jg_record_free(&all[i].record);
    free(all);
    free_room(&r);
    jg_vector_close(v);
    return ended;
}

static void test_replays(void **state) {
    (void)state;
    test_begin();
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(i)->name);
        compare(&g, 3, (struct jg_vector_options){.threads = 1}, test_scaled(600), test_seed());
        int ended = compare(&g, 70, (struct jg_vector_options){.threads = 2, .limit = 9}, 20, test_seed());
        assert_true(ended >= 2 * 70);
        jg_game_close(&g);
    }
}

/* Corners of the options: each spec that the conformance test walks. */
static void check_spec(const struct fact *fact, void *arg) {
    struct jg_game g;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    compare(&g, 2, (struct jg_vector_options){.threads = 1}, test_scaled(60), test_seed());
    jg_game_close(&g);
}

static void test_options_of_games(void **state) {
    (void)state;
    assert_true(for_facts("walk", check_spec, NULL));
}

/* ---- Independence ------------------------------------------------------------------------------ */

/* The same actions in the first games of a small and a large vector, on one and on several threads. */
static void test_threads_and_size(void **state) {
    (void)state;
    for (size_t kind = 0; jg_game_kind_at(kind); kind++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(kind)->name);
        struct jg_vector *one = open_vector(&g, 130, (struct jg_vector_options){.threads = 1}),
                         *many = open_vector(&g, 200, (struct jg_vector_options){.threads = 4});
        struct room a = room_of(&g, 130), b = room_of(&g, 200);
        size_t size = (size_t)a.spaces.size, count = (size_t)a.spaces.actions;
        jg_vector_reset(one, 5, &a.to);
        jg_vector_reset(many, 5, &b.to);
        for (int step = 0; step < test_scaled_threads(150); step++) {
            assert_memory_equal(a.to.observation, b.to.observation, 130 * size);
            assert_memory_equal(a.to.mask, b.to.mask, 130 * count);
            assert_memory_equal(a.to.seat, b.to.seat, 130);
            jg_vector_sample(many, b.actions);
            memcpy(a.actions, b.actions, 130 * sizeof *a.actions);
            assert_int_equal(jg_vector_step(one, a.actions, &a.to, NULL), JG_OK);
            assert_int_equal(jg_vector_step(many, b.actions, &b.to, NULL), JG_OK);
            assert_memory_equal(a.to.reward, b.to.reward, 130 * sizeof(float));
            assert_memory_equal(a.to.terminated, b.to.terminated, 130);
            assert_memory_equal(a.to.truncated, b.to.truncated, 130);
            assert_memory_equal(a.to.final_observation, b.to.final_observation, 130 * size);
        }
        free_room(&a);
        free_room(&b);
        jg_vector_close(one);
        jg_vector_close(many);
        jg_game_close(&g);
    }
}

/* Games with seeds of their own play as environments of one game do, and a single seed counts again afterwards. */
static void test_seeds_of_games(void **state) {
    (void)state;
    enum { N = 67 };
    for (size_t kind = 0; jg_game_kind_at(kind); kind++) {
        struct jg_game g;
        uint64_t seeds[N];
        open_spec(&g, jg_game_kind_at(kind)->name);
        struct jg_vector *all = open_vector(&g, N, (struct jg_vector_options){.threads = 2, .limit = 30}), *one[N];
        struct room r = room_of(&g, N), alone[N];
        size_t size = (size_t)r.spaces.size;
        for (size_t i = 0; i < N; i++) {
            seeds[i] = i % 8 ? test_seed() + 7 * i : 5; /* some are equal */
            one[i] = open_vector(&g, 1, (struct jg_vector_options){.threads = 1, .limit = 30});
            alone[i] = room_of(&g, 1);
            jg_vector_reset(one[i], seeds[i], &alone[i].to);
        }
        assert_int_equal(jg_vector_reset_each(all, seeds, &r.to, NULL), JG_OK);
        memset(seeds, 0, sizeof seeds); /* they were copied */
        for (int step = 0; step < test_scaled_threads(80); step++) {
            jg_vector_sample(all, r.actions);
            for (size_t i = 0; i < N; i++) {
                assert_memory_equal(r.to.observation + i * size, alone[i].to.observation, size);
                assert_int_equal(r.to.seat[i], alone[i].to.seat[0]);
                assert_int_equal(jg_vector_step(one[i], &r.actions[i], &alone[i].to, NULL), JG_OK);
            }
            assert_int_equal(jg_vector_step(all, r.actions, &r.to, NULL), JG_OK);
            for (size_t i = 0; i < N; i++) assert_true(r.to.reward[i] == alone[i].to.reward[0]);
        }
        jg_vector_reset(all, 9, &r.to);
        jg_vector_reset(one[0], 9, &alone[0].to);
        assert_memory_equal(r.to.observation, alone[0].to.observation, size);
        for (size_t i = 0; i < N; i++) {
            free_room(&alone[i]);
            jg_vector_close(one[i]);
        }
        free_room(&r);
        jg_vector_close(all);
        jg_game_close(&g);
    }
}

/* ---- Errors ------------------------------------------------------------------------------------ */

/* The last game gets an illegal action: no game moves and no array changes. */
static void test_illegal_actions(void **state) {
    (void)state;
    static const int64_t WRONG[] = {-1, INT64_MAX, INT64_MIN, 9};
    struct jg_game g;
    open_spec(&g, "tictactoe");
    struct jg_vector *v = open_vector(&g, 3, (struct jg_vector_options){.threads = 1});
    struct room r = room_of(&g, 3);
    jg_vector_reset(v, 1, &r.to);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct jg_error err = {0};
        uint8_t before[3 * 18];
        memcpy(before, r.to.observation, sizeof before);
        int64_t actions[] = {4, 4, WRONG[i]};
        assert_int_equal(jg_vector_step(v, actions, &r.to, &err), JG_EINPUT);
        assert_memory_equal(before, r.to.observation, sizeof before);
        for (size_t k = 0; k < 3; k++) assert_int_equal(((const uint16_t *)jg_vector_state(v, k))[0], 0);
        char expected[128];
        snprintf(expected, sizeof expected,
                 "action %lld is illegal in game 2; the number of legal actions is 9, such as 0", (long long)WRONG[i]);
        assert_string_equal(err.message, expected);
    }
    int64_t actions[] = {4, 0, 8};
    assert_int_equal(jg_vector_step(v, actions, &(struct jg_vector_arrays){0}, NULL), JG_OK);
    assert_int_equal(jg_vector_step(v, actions, &r.to, NULL), JG_EINPUT); /* the squares are taken */
    free_room(&r);
    jg_vector_close(v);
    jg_game_close(&g);
}

static void test_refused(void **state) {
    (void)state;
    struct jg_vector *v;
    struct jg_error err = {0};
    struct jg_game g;
    open_spec(&g, "coins");
    assert_int_equal(jg_vector_open(&v, &g, 0, &(struct jg_vector_options){0}, &err), JG_EINPUT);
    assert_string_equal(err.message, "the number of games must be at least 1");
    assert_int_equal(jg_vector_open(&v, &g, 1, &(struct jg_vector_options){.limit = -1}, &err), JG_EINPUT);
    assert_string_equal(err.message, "limit must be 0 to 1000000, not -1");
    assert_null(v);
    jg_vector_close(NULL);
    jg_game_close(&g);
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_vector_open(&v, &g, 1, &(struct jg_vector_options){0}, &err), JG_EFIT);
    assert_string_equal(err.message, "kuhn declares no actions and observations");
    jg_game_close(&g);
}

/* Every allocation of a game with repetition, which has the most. */
/* A reset that fails leaves the games as they are. */
static void check_seeds_without_memory(const struct jg_game *g, struct jg_vector *v) {
    static const uint64_t SEEDS[5] = {1, 2, 3, 4, 5};
    struct room r = room_of(g, 5);
    union jg_state before;
    jg_vector_reset(v, 1, &r.to);
    jg_vector_sample(v, r.actions);
    assert_int_equal(jg_vector_step(v, r.actions, &r.to, NULL), JG_OK);
    memcpy(&before, jg_vector_state(v, 4), g->state_size);
    allocations = 0;
    failing = 1;
    assert_int_equal(jg_vector_reset_each(v, SEEDS, &r.to, NULL), JG_EMEMORY);
    failing = 0;
    assert_memory_equal(&before, jg_vector_state(v, 4), g->state_size);
    assert_int_equal(jg_vector_reset_each(v, SEEDS, &r.to, NULL), JG_OK);
    free_room(&r);
}

static void test_memory(void **state) {
    (void)state;
    struct jg_vector *v;
    struct jg_game g;
    open_spec(&g, "loa");
    for (failing = 1;; failing++) {
        struct jg_error err = {0};
        allocations = 0;
        enum jg_status status = jg_vector_open(&v, &g, 5, &(struct jg_vector_options){.threads = 2}, &err);
        if (!status) break;
        assert_int_equal(status, JG_EMEMORY);
        assert_null(v);
    }
    assert_true(failing > 8);
    failing = 0;
    check_seeds_without_memory(&g, v);
    jg_vector_close(v);
    jg_game_close(&g);
}

/* ---- Rewards ----------------------------------------------------------------------------------- */

/* Five coins: takes 2, 2 and the last one, which loses. */
static void test_rewards(void **state) {
    (void)state;
    for (int scores = 0; scores < 2; scores++) {
        struct jg_game g;
        open_spec(&g, "coins");
        struct jg_vector *v = open_vector(&g, 1, (struct jg_vector_options){.threads = 1, .scores = scores});
        struct room r = room_of(&g, 1);
        jg_vector_reset(v, 1, &r.to);
        for (int64_t step = 0; step < 3; step++) {
            int64_t action = step < 2;
            assert_int_equal(r.to.seat[0], step % 2);
            assert_int_equal(jg_vector_step(v, &action, &r.to, NULL), JG_OK);
            assert_int_equal(r.to.terminated[0], step == 2);
            assert_true(r.to.reward[0] == (step == 2 ? -1 : 0));
        }
        assert_int_equal(r.to.observation[1], 5);
        assert_int_equal(r.to.final_observation[1], 0);
        free_room(&r);
        jg_vector_close(v);
        jg_game_close(&g);
    }
}

/* A score is larger than a result: somewhere in random games of Kalah a team wins by several seeds. */
static void test_scores(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "kalah");
    struct jg_vector *v = open_vector(&g, 10, (struct jg_vector_options){.threads = 1, .scores = true});
    struct room r = room_of(&g, 10);
    float most = 0;
    jg_vector_reset(v, 1, &r.to);
    for (int step = 0; step < 300; step++) {
        jg_vector_sample(v, r.actions);
        assert_int_equal(jg_vector_step(v, r.actions, &r.to, NULL), JG_OK);
        for (size_t i = 0; i < 10; i++) {
            const uint8_t *last = r.to.final_observation + i * (size_t)r.spaces.size;
            if (r.to.terminated[i]) assert_true(r.to.reward[i] == (float)(last[6] - last[13]));
            if (r.to.reward[i] > most) most = r.to.reward[i];
        }
    }
    assert_true(most > 1);
    free_room(&r);
    jg_vector_close(v);
    jg_game_close(&g);
}

/* Both sides move a piece to and fro: the third occurrence of the initial position ends the game in a draw. */
static void test_repetition(void **state) {
    (void)state;
    static const char *const WORDS[] = {"b1-b3", "a2-c2", "b3-b1", "c2-a2"};
    struct jg_game g;
    open_spec(&g, "loa");
    struct jg_vector *v = open_vector(&g, 1, (struct jg_vector_options){.threads = 1});
    struct room r = room_of(&g, 1);
    jg_vector_reset(v, 1, &r.to);
    for (int step = 0; step < 8; step++) {
        jg_move move;
        int action;
        assert_int_equal(g.kind->parse_move(&g, jg_vector_state(v, 0), WORDS[step % 4], &move, NULL), JG_OK);
        jg_actions(&g, jg_vector_state(v, 0), &move, 1, &action);
        r.actions[0] = action;
        assert_int_equal(jg_vector_step(v, r.actions, &r.to, NULL), JG_OK);
        assert_int_equal(r.to.terminated[0], step == 7);
        assert_true(r.to.reward[0] == 0 && !r.to.truncated[0]);
    }
    free_room(&r);
    jg_vector_close(v);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replays),          cmocka_unit_test(test_options_of_games),
        cmocka_unit_test(test_threads_and_size), cmocka_unit_test(test_seeds_of_games),
        cmocka_unit_test(test_illegal_actions),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_rewards),          cmocka_unit_test(test_scores),
        cmocka_unit_test(test_repetition),       cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("vector", tests, NULL, NULL);
}
