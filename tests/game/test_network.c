/* Networks: equal values on every path, exact symmetry, files, and agents that use them. */
#include "network.h"

#include <math.h>
#include <unistd.h>

static const char *const GAMES[] = {"loa", "tictactoe", "connect4", "connect4:width=9,height=5", "kalah",
                                    "kalah:houses=10,seeds=2", "pig"};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

/* The value as the header of network.h defines it: plain sums over the weights of the file, without accumulators that
 * are updated, tables of permuted filters, or lanes. */
static long long plain_value(const struct jg_network *n, const struct jg_game *g, const void *state) {
    const struct jg_network_shape *s = &n->shape;
    static long long in[2 * JG_NETWORK_WIDTH_MAX], out[2 * JG_NETWORK_WIDTH_MAX];
    int turn = jg_turn(g, state), first = turn >= 0 ? jg_team(turn) : 0;
    memset(in, 0, sizeof in);
    for (int side = 0; side < 2; side++) {
        uint64_t active[JG_INPUT_WORDS_MAX];
        jg_observe(g, state, first ^ side, active);
        for (int i = 0; i < s->symmetries; i++) {
            uint16_t permutation[JG_INPUTS_MAX];
            jg_input_symmetry(g, i, permutation);
            for (int f = 0; f < s->filters; f++) {
                double sum = n->bias[f];
                for (int k = 0; k < s->inputs; k++)
                    if (active[k / 64] >> k % 64 & 1) sum += n->filters[permutation[k] * s->filters + f];
                sum = sum < 0 ? 0 : sum > 512 ? 1 : sum / 512;
                in[side * s->filters + f] += (long long)floor(256 * sum * sum + 0.5);
            }
        }
    }
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        const struct jg_network_layer *l = &n->layers[i];
        for (int k = 0; k < l->outputs; k++) {
            long long sum = l->bias[k];
            for (int j = 0; j < l->inputs; j++) sum += in[j] * *jg_network_weight(l, k, j);
            long double scaled = floorl((long double)sum * l->scale[k] / 4294967296.0L + 0.5L);
            out[k] = i == 2 ? (long long)scaled : scaled < 0 ? 0 : scaled > 2048 ? 2048 : (long long)scaled;
        }
        memcpy(in, out, sizeof in);
    }
    return out[0];
}

/* Portable C, AVX2, incremental updates and the cache give the same integers, which are the plain sums. */
static void test_paths(void **state) {
    (void)state;
    int positions = 0, wanted = test_scaled(100000);
    for (int round = 0; positions < wanted; round++) {
        struct jg_rng rng;
        struct jg_game g;
        union jg_state at;
        jg_rng_init(&rng, test_seed(), (uint64_t)round);
        open_spec(&g, GAMES[round % GAME_COUNT]);
        int filters = 16 * random_between(&rng, 1, 5), hidden = 8 * random_between(&rng, 1, 3);
        struct jg_network *n = random_network(&g, filters, hidden, &rng);
        struct jg_network_scratch *s = jg_network_scratch_new(n);
        assert_non_null(s);
        for (int games = 0; games < 20; games++) {
            jg_start(&g, &at);
            for (int ply = 0; ply < 300 && jg_turn(&g, &at) != JG_OVER; ply++, positions++) {
                int team = (int)jg_rng_below(&rng, 2);
                int32_t value = jg_network_value(n, &g, &at, team);
                assert_int_equal(jg_network_value(n, &g, &at, team ^ 1), -value);
                assert_int_equal(jg_network_value_from(n, s, &g, &at, team), value);
                n->portable = true;
                assert_int_equal(jg_network_value(n, &g, &at, team), value);
                n->portable = !jg_network_has_avx2();
                if (games == 0 && !n->chance) {
                    bool own = jg_team(jg_turn(&g, &at)) == team;
                    assert_int_equal(plain_value(n, &g, &at), own ? value : -value);
                }
                jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
            }
        }
        jg_network_scratch_free(s);
        jg_network_free(n);
        jg_game_close(&g);
    }
}

/* ---- Symmetry ------------------------------------------------------------------------------ */

/* The squares of a position's text, by rows; digits stand for empty squares in Lines of Action. */
static int read_board(const char *text, char board[16][16]) {
    int row = 0, column = 0;
    for (; *text && *text != ' '; text++) {
        if (*text == '/') {
            row++;
            column = 0;
        } else if (*text >= '1' && *text <= '9') {
            for (int i = '0'; i < *text; i++) board[row][column++] = '.';
        } else {
            board[row][column++] = *text;
        }
    }
    return column;
}

static void print_board(char board[16][16], int rows, int columns, const char *rest, bool digits, char *out) {
    for (int r = 0; r < rows; r++) {
        int empty = 0;
        for (int c = 0; c <= columns; c++) {
            bool blank = c < columns && board[r][c] == '.';
            if (blank && digits) {
                empty++;
                continue;
            }
            if (empty) *out++ = (char)('0' + empty);
            empty = 0;
            if (c < columns) *out++ = board[r][c];
        }
        if (r + 1 < rows) *out++ = '/';
    }
    strcpy(out, rest);
}

/* The image of a position: bit 0 mirrors columns, bit 1 rows, bit 2 exchanges them. */
static void image_of(const char *text, int image, bool digits, char *out) {
    char board[16][16], turned[16][16];
    int columns = read_board(text, board), rows = 1;
    for (const char *p = text; *p && *p != ' '; p++) rows += *p == '/';
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            int to_row = image & 2 ? rows - 1 - r : r, to_column = image & 1 ? columns - 1 - c : c;
            if (image & 4)
                turned[to_column][to_row] = board[r][c];
            else
                turned[to_row][to_column] = board[r][c];
        }
    print_board(turned, rows, columns, strchr(text, ' '), digits, out);
}

/* Exchanges the colours of a position of Lines of Action. */
static void exchange(char *text) {
    for (; *text; text++) *text = *text == 'b' ? 'w' : *text == 'w' ? 'b' : *text;
}

/* A symmetry of the inputs turns the inputs of a position into those of one image. */
static void check_image(const struct jg_game *g, const void *at, const void *image) {
    struct jg_inputs in;
    uint64_t active[JG_INPUT_WORDS_MAX], want[JG_INPUT_WORDS_MAX];
    int matches = 0;
    jg_inputs(g, &in);
    jg_observe(g, at, 0, active);
    jg_observe(g, image, 0, want);
    for (int i = 0; i < in.symmetries; i++) {
        uint16_t permutation[JG_INPUTS_MAX];
        uint64_t moved[JG_INPUT_WORDS_MAX] = {0};
        jg_input_symmetry(g, i, permutation);
        for (int k = 0; k < in.count; k++)
            if (active[k / 64] >> k % 64 & 1) moved[permutation[k] / 64] |= (uint64_t)1 << permutation[k] % 64;
        matches += !memcmp(moved, want, (size_t)jg_input_words(in.count) * sizeof *want);
    }
    assert_true(matches >= 1);
}

static void check_symmetry(const char *spec, int images, bool colours, int positions) {
    struct jg_rng rng;
    struct jg_game g;
    union jg_state at, image;
    open_spec(&g, spec);
    jg_rng_init(&rng, test_seed(), 5);
    struct jg_network *n = random_network(&g, 32, 16, &rng);
    jg_start(&g, &at);
    for (int i = 0; i < positions; i++) {
        char text[JG_POSITION_MAX], other[JG_POSITION_MAX];
        int32_t value = jg_network_value(n, &g, &at, 0);
        position_text(&g, &at, text);
        for (int k = 0; k < images; k++) {
            image_of(text, k, colours, other);
            read_position(&g, other, &image);
            check_image(&g, &at, &image);
            assert_int_equal(jg_network_value(n, &g, &image, 0), value);
            if (!colours) continue;
            exchange(other);
            read_position(&g, other, &image);
            assert_int_equal(jg_network_value(n, &g, &image, 1), value);
        }
        jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        if (jg_turn(&g, &at) == JG_OVER) jg_start(&g, &at);
    }
    jg_network_free(n);
    jg_game_close(&g);
}

static void test_symmetry(void **state) {
    (void)state;
    check_symmetry("loa", 8, true, test_scaled(20000));
    check_symmetry("tictactoe", 8, false, test_scaled(2000));
    check_symmetry("connect4", 2, false, test_scaled(2000));
    check_symmetry("connect4:width=5,height=4", 2, false, test_scaled(500));
}

/* ---- Files --------------------------------------------------------------------------------- */

static void test_round_trip(void **state) {
    (void)state;
    for (int i = 0; i < GAME_COUNT; i++) {
        struct jg_rng rng;
        struct jg_game g;
        struct jg_network *back;
        struct jg_error err = {0};
        size_t size, again;
        open_spec(&g, GAMES[i]);
        jg_rng_init(&rng, test_seed(), (uint64_t)i);
        struct jg_network *n = random_network(&g, 32, 16, &rng);
        char *bytes = jg_network_write(n, &g, "# one\n# two\n", &size), *same;
        assert_non_null(bytes);
        assert_true(jg_network_begins(bytes, size));
        if (jg_network_read(&back, &g, bytes, size, &err)) fail_msg("%s", err.message);
        same = jg_network_write(back, &g, "# one\n# two\n", &again);
        assert_int_equal(again, size);
        assert_memory_equal(bytes, same, size);
        free(bytes);
        free(same);
        jg_network_free(n);
        jg_network_free(back);
        jg_game_close(&g);
    }
}

static void refuse(const struct jg_game *g, const char *bytes, size_t size, const char *want) {
    struct jg_network *n;
    struct jg_error err = {0};
    assert_int_equal(jg_network_read(&n, g, bytes, size, &err), JG_EINPUT);
    assert_null(n);
    assert_true(err.message[0]);
    if (want) assert_string_equal(err.message, want);
}

/* Every damaged byte and every truncation is refused, and so are networks for other games and of newer versions. */
static void test_refused(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g, other;
    size_t size;
    open_spec(&g, "connect4");
    jg_rng_init(&rng, test_seed(), 7);
    struct jg_network *n = random_network(&g, 16, 8, &rng);
    char *bytes = jg_network_write(n, &g, "# note\n", &size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        char before = bytes[i];
        bytes[i] = (char)(bytes[i] ^ (1 << jg_rng_below(&rng, 8)));
        refuse(&g, bytes, size, NULL);
        bytes[i] = before;
    }
    for (size_t i = 0; i < size; i += 1 + i / 16) refuse(&g, bytes, i, NULL);
    open_spec(&other, "tictactoe");
    refuse(&other, bytes, size, "a network for connect4, not for tictactoe");
    jg_game_close(&other);
    open_spec(&other, "connect4:width=6,height=7");
    refuse(&other, bytes, size, "a network for connect4 with 7x6 connect 4, not with 6x7 connect 4");
    jg_game_close(&other);
    bytes[15] = '2';
    refuse(&g, bytes, size,
           "not a network that this program can read: expected 'jogada network 1' on the first line");
    free(bytes);
    n->bias[0] = INT16_MAX;
    struct jg_error err = {0};
    assert_int_equal(jg_network_prepare(n, &g, &err), JG_EINPUT);
    assert_string_equal(err.message, "the network's weights are so large that sums overflow");
    jg_network_free(n);
    jg_game_close(&g);
}

/* ---- Agents --------------------------------------------------------------------------------- */

/* Agents take networks wherever they take an evaluator, and play legal moves with their values. */
static void test_agents(void **state) {
    (void)state;
    static const struct {
        const char *game, *agents[7];
    } uses[] = {
        {"loa",
         {"ab:nodes=3k", "loa:nodes=3k", "mcts:playouts=50", "mcts:playouts=50,leaf=eval,threads=2", "greedy",
          "alphabeta:depth=2"}},
        {"kalah", {"ab:nodes=3k", "kalah.perfect:nodes=2k", "mcts:playouts=50", "greedy", "minimax:depth=3"}},
        {"tictactoe", {"ab:depth=3", "negamax:depth=2", "pimc:worlds=2", "ismcts:playouts=50"}},
        {"connect4", {"ab:nodes=3k,threads=2", "mcts:playouts=50,leaf=cutoff"}},
        {"pig", {"expectiminimax:depth=2"}},
    };
    char path[] = "/tmp/test_network_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        struct jg_rng rng;
        struct jg_game g;
        union jg_state at;
        open_spec(&g, uses[i].game);
        jg_rng_init(&rng, test_seed(), i);
        struct jg_network *n = random_network(&g, 16, 8, &rng);
        write_network(n, &g, path);
        jg_start(&g, &at);
        for (int k = 0; uses[i].agents[k]; k++) {
            struct jg_agent a;
            struct jg_error err = {0};
            struct jg_report report = {0};
            struct jg_ask ask = {.seed = 1};
            char spec[256];
            snprintf(spec, sizeof spec, "%s,eval=@%s", uses[i].agents[k], path);
            if (!strchr(uses[i].agents[k], ':')) snprintf(spec, sizeof spec, "%s:eval=@%s", uses[i].agents[k], path);
            if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s: %s", spec, err.message);
            if (jg_ask_state(&ask, &a, &at, &report, &err)) fail_msg("%s: %s", spec, err.message);
            assert_true(jg_legal(&g, &at, report.move));
            if (a.kind->eval && a.kind->eval(&a)) assert_ptr_equal(a.kind->eval(&a)->network != NULL, true);
            jg_agent_close(&a);
        }
        jg_network_free(n);
        jg_game_close(&g);
    }
    struct jg_game g;
    open_spec(&g, "loa");
    char message[256], spec[128];
    snprintf(spec, sizeof spec, "ab:eval=@%s", path);
    snprintf(message, sizeof message, "%s: a network for pig, not for loa", path);
    const struct refused bad[] = {{spec, message}};
    assert_refused(&g, bad, 1);
    jg_game_close(&g);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),   cmocka_unit_test(test_symmetry), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_agents),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
