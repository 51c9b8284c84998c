/* Training: gradients against differences of the loss, rounding, and the same result for any number of threads. */
#include "network.h"

#include "learn/train.h"

#include <math.h>

static const char *const GAMES[] = {"tictactoe",      "loa", "connect4:width=5,height=4",
                                    "kalah:houses=3", "pig", "domino:rounds=1"};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

/* Adds the positions of random games. */
static void add_games(const struct jg_game *g, struct jg_learn_samples *s, int games, struct jg_rng *rng) {
    struct jg_inputs in;
    struct jg_record r = {0};
    jg_network_inputs(g, &in);
    s->words = jg_input_words(in.count);
    for (int i = 0; i < games; i++) {
        assert_int_equal(jg_record_restart(&r, g, NULL, NULL), JG_OK);
        while (jg_record_turn(&r) != JG_OVER && r.count < 500)
            assert_int_equal(jg_record_push(&r, jg_random_move(g, jg_record_state(&r), rng), NULL), JG_OK);
        if (jg_record_turn(&r) != JG_OVER) jg_record_forfeit(&r, 0, "too long");
        assert_int_equal(jg_learn_samples_add(s, &r, (uint32_t)i, NULL), JG_OK);
    }
    jg_record_free(&r);
}

/* The loss of a position, or of the choice that a sample belongs to. */
static double loss_at(const struct jg_game *g, const struct jg_learn_layout *l, const uint16_t *permutations,
                      const float *parameters, const struct jg_learn_samples *samples, size_t i, double target,
                      float *gradient) {
    double logits[JG_MOVES_MAX];
    if (!g->kind->policy)
        return jg_learn_loss(l, permutations, parameters, jg_learn_sample_at(samples, i), target, gradient, NULL);
    while (jg_learn_sample_at(samples, i)->chance) i--; /* to the first move */
    return jg_learn_choice_loss(l, permutations, parameters, jg_learn_sample_at(samples, i),
                                jg_learn_group(samples, g, i), jg_learn_sample_size(samples->words), gradient, logits);
}

/* The loss has kinks where a neuron reaches the end of its clipping, so a small step may cross one: of the parameters
 * whose derivative is not tiny, nearly all must agree. */
static void check_gradient(const char *spec, int round) {
    struct jg_rng rng;
    struct jg_game g;
    struct jg_learn_samples samples = {0};
    struct jg_network_shape shape;
    struct jg_learn_layout l;
    int hidden[2] = {8, 16}, checked = 0, wrong = 0;
    open_spec(&g, spec);
    jg_rng_init(&rng, test_seed(), (uint64_t)round);
    add_games(&g, &samples, 1, &rng);
    assert_int_equal(jg_network_shape(&shape, &g, 16, hidden, NULL), JG_OK);
    jg_learn_layout(&l, &shape);
    uint16_t *permutations = jg_learn_permutations(&g);
    float *parameters = calloc(l.count, sizeof *parameters), *gradient = calloc(l.count, sizeof *gradient);
    assert_true(permutations && parameters && gradient);
    jg_learn_initialize(&l, parameters, &rng);
    size_t s = jg_rng_below(&rng, (uint32_t)samples.count);
    double target = jg_rng_unit(&rng);
    loss_at(&g, &l, permutations, parameters, &samples, s, target, gradient);
    for (int i = 0; i < 3000; i++) {
        size_t at = jg_rng_below(&rng, (uint32_t)l.count);
        const float step = 2e-3f, before = parameters[at];
        parameters[at] = before + step;
        double more = loss_at(&g, &l, permutations, parameters, &samples, s, target, NULL);
        parameters[at] = before - step;
        double less = loss_at(&g, &l, permutations, parameters, &samples, s, target, NULL);
        parameters[at] = before;
        double slope = (more - less) / (2 * (double)step), derivative = (double)gradient[at];
        if (fabs(slope) < 1e-3 && fabs(derivative) < 1e-3) continue;
        checked++;
        wrong += fabs(slope - derivative) > 1e-3 + 0.03 * fabs(slope);
    }
    assert_true(checked >= 30);
    if (wrong * 20 > checked) fail_msg("%s: %d of %d derivatives differ", spec, wrong, checked);
    free(permutations);
    free(parameters);
    free(gradient);
    jg_learn_samples_free(&samples);
    jg_game_close(&g);
}

static void test_gradients(void **state) {
    (void)state;
    for (int i = 0; i < test_scaled(30); i++) check_gradient(GAMES[i % GAME_COUNT], i);
}

/* Trains on random games of tic-tac-toe, with this many threads, and returns the network's file. */
static char *train(int threads, size_t *size, struct jg_learn_trained *out) {
    struct jg_rng rng;
    struct jg_game g;
    struct jg_learn_samples samples = {0};
    struct jg_learn_split split;
    struct jg_error err = {0};
    int hidden[2] = {8, 16};
    open_spec(&g, "tictactoe");
    jg_rng_init(&rng, test_seed(), 1);
    add_games(&g, &samples, 300, &rng);
    assert_true(jg_learn_split(&split, &samples, &g, 0, 10));
    struct jg_learn_training t = {.game = &g,
                                  .samples = &samples,
                                  .split = &split,
                                  .seed = test_seed(),
                                  .blend = 1,
                                  .epochs = 6,
                                  .threads = threads};
    assert_int_equal(jg_network_shape(&t.shape, &g, 16, hidden, NULL), JG_OK);
    if (jg_learn_train(&t, out, &err)) fail_msg("%s", err.message);
    char *bytes = jg_network_write(out->network, &g, "", size);
    assert_non_null(bytes);
    jg_network_free(out->network);
    jg_learn_split_free(&split);
    jg_learn_samples_free(&samples);
    jg_game_close(&g);
    return bytes;
}

/* Losses fall, integers stay close to the parameters, and threads change nothing. */
static void test_training(void **state) {
    (void)state;
    static struct jg_learn_trained one, two, three;
    size_t size, again;
    char *first = train(1, &size, &one), *second = train(2, &again, &two);
    assert_int_equal(size, again);
    assert_memory_equal(first, second, size);
    free(second);
    second = train(3, &again, &three);
    assert_memory_equal(first, second, size);
    assert_memory_equal(one.loss, two.loss, sizeof one.loss);
    assert_memory_equal(one.validation, two.validation, sizeof one.validation);
    assert_true(one.loss[one.epochs - 1] < one.loss[0] - 0.02);
    assert_true(one.rounding < 8);
    uint64_t positions = 0;
    for (int i = 0; i < JG_LEARN_BINS; i++) positions += one.positions[i];
    assert_true(positions > 0);
    free(first);
    free(second);
}

/* The samples of a choice: all legal moves, one of them made, and the loss is the cross-entropy of a softmax. */
static void test_choices(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    struct jg_learn_samples samples = {0};
    struct jg_learn_split split;
    struct jg_network_shape shape;
    struct jg_learn_layout l;
    int hidden[2] = {8, 16};
    size_t groups = 0, in_split = 0;
    open_spec(&g, "domino:rounds=1");
    jg_rng_init(&rng, test_seed(), 7);
    add_games(&g, &samples, 60, &rng);
    assert_int_equal(jg_network_shape(&shape, &g, 16, hidden, NULL), JG_OK);
    jg_learn_layout(&l, &shape);
    uint16_t *permutations = jg_learn_permutations(&g);
    float *parameters = calloc(l.count, sizeof *parameters);
    assert_true(permutations && parameters);
    jg_learn_initialize(&l, parameters, &rng);
    for (size_t i = 0, n; i < samples.count; i += n, groups++) {
        double logits[JG_MOVES_MAX], sum = 0, made_logit = 0, loss;
        int made = 0;
        n = jg_learn_group(&samples, &g, i);
        assert_true(n >= 2);
        loss = jg_learn_choice_loss(&l, permutations, parameters, jg_learn_sample_at(&samples, i), n,
                                    jg_learn_sample_size(samples.words), NULL, logits);
        for (size_t k = 0; k < n; k++) {
            const struct jg_learn_sample *s = jg_learn_sample_at(&samples, i + k);
            double logit;
            assert_int_equal(s->chance, k);
            jg_learn_loss(&l, permutations, parameters, s, 0, NULL, &logit);
            assert_true(logit == logits[k]);
            sum += exp(logit);
            made += s->result;
            if (s->result) made_logit = logit;
        }
        assert_int_equal(made, 1);
        if (fabs(loss - (log(sum) - made_logit)) > 1e-9) fail_msg("loss %g", loss);
    }
    assert_true(jg_learn_split(&split, &samples, &g, 0, 10));
    for (size_t i = 0; i < split.training_count; i++)
        in_split += !jg_learn_sample_at(&samples, split.training[i])->chance;
    assert_int_equal(in_split, split.training_count);
    for (size_t i = 0; i < split.validation_count; i++)
        in_split += !jg_learn_sample_at(&samples, split.validation[i])->chance;
    assert_int_equal(in_split, split.training_count + split.validation_count);
    assert_true(split.validation_count > 0 && in_split <= groups && in_split > groups / 2);
    jg_learn_split_free(&split);
    free(permutations);
    free(parameters);
    jg_learn_samples_free(&samples);
    jg_game_close(&g);
}

/* Writes the image of one sample's inputs under a symmetry. */
static void move_inputs(const struct jg_learn_sample *s, int words, const uint16_t *permutation,
                        uint64_t to[2 * JG_INPUT_WORDS_MAX]) {
    memset(to, 0, 2 * JG_INPUT_WORDS_MAX * sizeof *to);
    for (int w = 0; w < 2 * words; w++)
        for (uint64_t bits = s->active[w]; bits; bits &= bits - 1) {
            int input = permutation[64 * (w % words) + __builtin_ctzll(bits)];
            to[w / words * words + input / 64] |= (uint64_t)1 << input % 64;
        }
}

/* Splits random games and compares positions of validation, with their mirror images, with those of training. `whole`:
 * games must not be divided. */
static void check_split(const char *spec, int games, bool whole) {
    struct jg_rng rng;
    struct jg_game g;
    struct jg_inputs in;
    struct jg_learn_samples samples = {0};
    struct jg_learn_split split;
    open_spec(&g, spec);
    jg_inputs(&g, &in);
    jg_rng_init(&rng, test_seed(), 3);
    add_games(&g, &samples, games, &rng);
    uint16_t *permutations = jg_learn_permutations(&g);
    assert_true(permutations && jg_learn_split(&split, &samples, &g, 0, 5));
    assert_true(split.validation_count > 100 && split.training_count > split.validation_count);
    size_t bytes = 2 * (size_t)samples.words * sizeof(uint64_t), stride = split.validation_count / 100;
    for (size_t v = 0; v < split.validation_count; v += stride) {
        const struct jg_learn_sample *a = jg_learn_sample_at(&samples, split.validation[v]);
        for (int i = 0; i < in.symmetries; i++) {
            uint64_t image[2 * JG_INPUT_WORDS_MAX];
            move_inputs(a, samples.words, permutations + i * in.count, image);
            for (size_t t = 0; t < split.training_count; t++) {
                const struct jg_learn_sample *b = jg_learn_sample_at(&samples, split.training[t]);
                assert_true(memcmp(image, b->active, bytes) && (!whole || a->game != b->game));
            }
        }
    }
    free(permutations);
    jg_learn_split_free(&split);
    jg_learn_samples_free(&samples);
    jg_game_close(&g);
}

/* No position of validation, nor a mirror image of it, is one of training. Games are not divided, unless the game is so
 * small that they have all positions in common. */
static void test_split(void **state) {
    (void)state;
    check_split("connect4", 100, true);
    check_split("tictactoe", 4000, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_training),
        cmocka_unit_test(test_split),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
