/* Networks of random weights, and checks of any network, for tests. */
#ifndef TESTS_NETWORK_H
#define TESTS_NETWORK_H

#include "game/network.h"
#include "test.h"

#include <math.h>

static inline int random_between(struct jg_rng *rng, int least, int most) {
    return least + (int)jg_rng_below(rng, (uint32_t)(most - least + 1));
}

/* A network whose accumulators and hidden neurons lie on both sides of the clipping. */
static inline struct jg_network *random_network(const struct jg_game *g, int filters, int hidden, struct jg_rng *rng) {
    struct jg_network_shape shape;
    struct jg_error err = {0};
    int sizes[2] = {hidden, 2 * hidden};
    if (jg_network_shape(&shape, g, filters, sizes, &err)) fail_msg("%s", err.message);
    struct jg_network *n = jg_network_new(&shape);
    assert_non_null(n);
    int most = 32767 / (shape.active + 1);
    if (most > 400) most = 400;
    for (int i = 0; i < shape.inputs * filters; i++) n->filters[i] = (int16_t)random_between(rng, -most, most);
    for (int i = 0; i < filters; i++) n->bias[i] = (int16_t)random_between(rng, -most, most);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        struct jg_network_layer *l = &n->layers[i];
        double unit = i ? JG_NETWORK_HIDDEN : JG_NETWORK_SQUARE;
        int weight = 1000 * 32 / l->inputs;
        for (int k = 0; k < l->inputs * l->outputs; k++) l->weights[k] = (int16_t)random_between(rng, -weight, weight);
        for (int k = 0; k < l->outputs; k++) {
            l->bias[k] = random_between(rng, -weight, weight) * 500;
            l->scale[k] = (uint32_t)((i == 2 ? JG_NETWORK_POINTS : JG_NETWORK_HIDDEN) / (500 * unit) * 4294967296.0);
        }
    }
    if (jg_network_prepare(n, g, &err)) fail_msg("%s", err.message);
    return n;
}

/* Writes a network to a file. */
static inline void write_network(const struct jg_network *n, const struct jg_game *g, const char *path) {
    size_t size;
    char *bytes = jg_network_write(n, g, "# a test\n", &size);
    FILE *f = fopen(path, "w");
    assert_non_null(bytes);
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    free(bytes);
}

/* ---- Paths ------------------------------------------------------------------------------------ */

/* The value as the header of network.h defines it: plain sums over the weights of the file, without accumulators that
 * are updated, tables of permuted filters, or lanes. */
static inline long long plain_value(const struct jg_network *n, const struct jg_game *g, const void *state) {
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

/* Portable C, AVX2, incremental updates and the cache give the same integers on the positions of a random game, which are
 * the plain sums. Returns the number of positions. */
static inline int check_paths(const struct jg_game *g, struct jg_network *n, struct jg_network_scratch *s, bool plain,
                              struct jg_rng *rng) {
    union jg_state at;
    int ply = 0;
    jg_start(g, &at);
    for (; ply < 300 && jg_turn(g, &at) != JG_OVER; ply++) {
        int team = (int)jg_rng_below(rng, 2);
        int32_t value = jg_network_value(n, g, &at, team);
        assert_int_equal(jg_network_value(n, g, &at, team ^ 1), -value);
        assert_int_equal(jg_network_value_from(n, s, g, &at, team), value);
        n->portable = true;
        assert_int_equal(jg_network_value(n, g, &at, team), value);
        n->portable = !jg_network_has_simd();
        if (plain && !n->chance) {
            bool own = jg_team(jg_turn(g, &at)) == team;
            assert_int_equal(plain_value(n, g, &at), own ? value : -value);
        }
        jg_apply(g, &at, jg_random_move(g, &at, rng));
    }
    return ply;
}

/* ---- Symmetry ------------------------------------------------------------------------------ */

/* The squares of a position's text, by rows; digits stand for empty squares in Lines of Action. */
static inline int read_board(const char *text, char board[16][16]) {
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

static inline void print_board(char board[16][16], int rows, int columns, const char *rest, bool digits, char *out) {
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
static inline void image_of(const char *text, int image, bool digits, char *out) {
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
static inline void exchange(char *text) {
    for (; *text; text++) *text = *text == 'b' ? 'w' : *text == 'w' ? 'b' : *text;
}

/* A symmetry of the inputs turns the inputs of a position into those of one image. */
static inline void check_image(const struct jg_game *g, const void *at, const void *image) {
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

/* Images of the positions of random games have equal values; with `colours`, also with the colours exchanged. */
static inline void check_symmetry(const struct jg_game *g, const struct jg_network *n, int images, bool colours,
                                  int positions, struct jg_rng *rng) {
    union jg_state at, image;
    jg_start(g, &at);
    for (int i = 0; i < positions; i++) {
        char text[JG_POSITION_MAX], other[JG_POSITION_MAX];
        int32_t value = jg_network_value(n, g, &at, 0);
        position_text(g, &at, text);
        for (int k = 0; k < images; k++) {
            image_of(text, k, colours, other);
            read_position(g, other, &image);
            check_image(g, &at, &image);
            assert_int_equal(jg_network_value(n, g, &image, 0), value);
            if (!colours) continue;
            exchange(other);
            read_position(g, other, &image);
            assert_int_equal(jg_network_value(n, g, &image, 1), value);
        }
        jg_apply(g, &at, jg_random_move(g, &at, rng));
        if (jg_turn(g, &at) == JG_OVER) jg_start(g, &at);
    }
}

#endif
