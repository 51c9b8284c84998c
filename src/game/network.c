/* Evaluates networks: accumulators, activations, dense layers, in portable C. network_avx2.c has the same for
 * processors with AVX2, network_wasm.c for browsers; tests compare them bit by bit. */
#include "game/network.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 64, /* bytes: a cache line */
    CACHE = 1 << 13 /* values that a scratch remembers: 128 KB, which fits beside the weights in the second level
                     * cache */
};

const struct jg_evaluator jg_eval_network = {.name = "network",
                                             .help = "a network that learned from games",
                                             .unit = 100,
                                             .odds = JG_NETWORK_POINTS};

const struct jg_evaluator jg_eval_network_chance = {
    .name = "network",
    .help = "probability of winning, by a network that learned from games",
    .unit = 1,
    .chance = true,
    .ends = true};

/* ---- Shapes ------------------------------------------------------------------------------ */

static enum jg_status check_size(const char *what, int n, int step, int most, struct jg_error *err) {
    if (n >= step && n <= most && n % step == 0) return JG_OK;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s must be a multiple of %d, %d to %d, not %d", what, step, step,
                   most, n);
}

enum jg_status jg_network_shape(struct jg_network_shape *shape, const struct jg_game *g, int filters,
                                const int hidden[2], struct jg_error *err) {
    struct jg_inputs in;
    jg_network_inputs(g, &in);
    if (!in.count)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s has no inputs for networks", g->kind->name);
    *shape = (struct jg_network_shape){.inputs = in.count,
                                       .active = in.active,
                                       .symmetries = in.symmetries,
                                       .filters = filters,
                                       .hidden = {hidden[0], hidden[1]}};
    enum jg_status status =
        check_size("filters", filters, JG_NETWORK_LANES, JG_NETWORK_WIDTH_MAX / in.symmetries, err);
    for (int i = 0; i < 2 && !status; i++)
        status = check_size("hidden", hidden[i], JG_NETWORK_LANES / 2, JG_NETWORK_HIDDEN_MAX, err);
    return status;
}

static void *allocate(size_t bytes) {
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

static bool new_layer(struct jg_network_layer *l, int inputs, int outputs) {
    size_t rows = (size_t)outputs;
    *l = (struct jg_network_layer){.inputs = inputs,
                                   .outputs = outputs,
                                   .weights = allocate((size_t)inputs * rows * sizeof *l->weights),
                                   .bias = allocate(rows * sizeof *l->bias),
                                   .scale = allocate(rows * sizeof *l->scale)};
    return l->weights && l->bias && l->scale;
}

struct jg_network *jg_network_new(const struct jg_network_shape *shape) {
    struct jg_network *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    size_t filters = (size_t)shape->filters, width = filters * (size_t)shape->symmetries;
    n->shape = *shape;
    n->words = jg_input_words(shape->inputs);
    n->filters = allocate((size_t)shape->inputs * filters * sizeof *n->filters);
    n->bias = allocate(filters * sizeof *n->bias);
    n->rows = allocate((size_t)shape->inputs * width * sizeof *n->rows);
    n->biases = allocate(width * sizeof *n->biases);
    bool good = n->filters && n->bias && n->rows && n->biases;
    good = new_layer(&n->layers[0], 2 * shape->filters, shape->hidden[0]) && good;
    good = new_layer(&n->layers[1], shape->hidden[0], shape->hidden[1]) && good;
    good = new_layer(&n->layers[2], shape->hidden[1], 1) && good;
    if (good) return n;
    jg_network_free(n);
    return NULL;
}

void jg_network_free(struct jg_network *n) {
    if (!n) return;
    free(n->filters);
    free(n->bias);
    free(n->rows);
    free(n->biases);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        free(n->layers[i].weights);
        free(n->layers[i].bias);
        free(n->layers[i].scale);
    }
    free(n);
}

/* ---- Preparing ---------------------------------------------------------------------------- */

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* The accumulator of a filter fits int16 whatever inputs are active, if it does with those of the largest weights. */
static bool filter_fits(const struct jg_network *n, int filter) {
    int sizes[JG_INPUTS_MAX], sum = abs(n->bias[filter]);
    for (int i = 0; i < n->shape.inputs; i++) sizes[i] = abs(n->filters[i * n->shape.filters + filter]);
    qsort(sizes, (size_t)n->shape.inputs, sizeof *sizes, descending);
    for (int i = 0; i < n->shape.active && i < n->shape.inputs; i++) sum += sizes[i];
    return sum <= INT16_MAX;
}

static bool row_fits(const struct jg_network_layer *l, int output, int most) {
    int64_t sum = llabs(l->bias[output]);
    for (int i = 0; i < l->inputs; i++) sum += (int64_t)abs(*jg_network_weight(l, output, i)) * most;
    return sum <= INT32_MAX;
}

enum jg_status jg_network_prepare(struct jg_network *n, const struct jg_game *g, struct jg_error *err) {
    const struct jg_network_shape *s = &n->shape;
    uint16_t permutation[JG_INPUTS_MAX];
    size_t filters = (size_t)s->filters, bytes = filters * sizeof *n->rows;
    bool fits = true;
    for (int f = 0; f < s->filters; f++) fits = fits && filter_fits(n, f);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++)
        for (int k = 0; k < n->layers[i].outputs; k++)
            fits = fits && row_fits(&n->layers[i], k, i ? JG_NETWORK_HIDDEN : JG_NETWORK_SQUARE * s->symmetries);
    if (!fits) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the network's weights are so large that sums overflow");
    for (int i = 0; i < s->symmetries; i++) {
        jg_input_symmetry(g, i, permutation);
        for (int k = 0; k < s->inputs; k++)
            memcpy(n->rows + ((size_t)k * (size_t)s->symmetries + (size_t)i) * filters,
                   n->filters + permutation[k] * filters, bytes);
        memcpy(n->biases + (size_t)i * filters, n->bias, bytes);
    }
    n->chance = g->kind->traits & JG_HAS_CHANCE;
    n->portable = !jg_network_has_simd();
    return JG_OK;
}

/* ---- Layers ------------------------------------------------------------------------------- */

static void update(int16_t *accumulators, int n, const struct jg_network_change *c) {
    for (int k = 0; k < c->added_count; k++)
        for (int i = 0; i < n; i++) accumulators[i] = (int16_t)(accumulators[i] + c->added[k][i]);
    for (int k = 0; k < c->removed_count; k++)
        for (int i = 0; i < n; i++) accumulators[i] = (int16_t)(accumulators[i] - c->removed[k][i]);
}

/* Squared clipped ReLU, summed over the copies of each filter. */
static void activate(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
    memset(out, 0, (size_t)filters * sizeof *out);
    for (int s = 0; s < symmetries; s++, accumulators += filters)
        for (int i = 0; i < filters; i++) {
            int32_t a = accumulators[i] < 0 ? 0 : accumulators[i] > JG_NETWORK_ONE ? JG_NETWORK_ONE : accumulators[i];
            out[i] = (int16_t)(out[i] + (((a << 5) * a + (1 << 14)) >> 15));
        }
}

/* A hidden layer: sums, scaled and clipped. */
static void dense(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    for (int k = 0; k < l->outputs; k++) {
        int32_t sum = l->bias[k];
        for (int i = 0; i < l->inputs; i++) sum += in[i] * *jg_network_weight(l, k, i);
        uint64_t positive = sum > 0 ? (uint64_t)sum : 0, y = (positive * l->scale[k] + ((uint64_t)1 << 31)) >> 32;
        out[k] = (int16_t)(y < JG_NETWORK_HIDDEN ? y : JG_NETWORK_HIDDEN);
    }
}

/* The output in points. */
static int32_t output(const struct jg_network_layer *l, const int16_t *in) {
    int32_t sum = l->bias[0];
    for (int i = 0; i < l->inputs; i++) sum += in[i] * l->weights[i];
    int64_t y = ((int64_t)sum * l->scale[0] + ((int64_t)1 << 31)) >> 32;
    return y > JG_NETWORK_LIMIT ? JG_NETWORK_LIMIT : y < -JG_NETWORK_LIMIT ? -JG_NETWORK_LIMIT : (int32_t)y;
}

/* The value of a position for the side whose accumulators come first. */
static int32_t forward(const struct jg_network *n, const int16_t *own, const int16_t *other) {
    const struct jg_network_shape *s = &n->shape;
    _Alignas(ALIGNMENT) int16_t in[2 * JG_NETWORK_WIDTH_MAX], hidden[2][JG_NETWORK_HIDDEN_MAX];
    if (n->portable) {
        activate(own, s->filters, s->symmetries, in);
        activate(other, s->filters, s->symmetries, in + s->filters);
        dense(&n->layers[0], in, hidden[0]);
        dense(&n->layers[1], hidden[0], hidden[1]);
    } else {
        jg_network_activate_simd(own, s->filters, s->symmetries, in);
        jg_network_activate_simd(other, s->filters, s->symmetries, in + s->filters);
        jg_network_dense_simd(&n->layers[0], in, hidden[0]);
        jg_network_dense_simd(&n->layers[1], hidden[0], hidden[1]);
    }
    return output(&n->layers[2], hidden[1]);
}

/* ---- Accumulators --------------------------------------------------------------------------- */

/* One side's inputs and accumulators. */
struct side {
    uint64_t active[JG_INPUT_WORDS_MAX];
    int count; /* active inputs */
    int16_t *accumulators;
};

/* Lists the rows of the inputs of a word that differ. Which list a row belongs to is hard to predict, so it is written to
 * both, without a branch, and counted in one. */
static void list_rows(const struct jg_network *n, int word, uint64_t before, uint64_t now,
                      struct jg_network_change *c) {
    size_t width = (size_t)n->shape.filters * (size_t)n->shape.symmetries;
    for (uint64_t bits = before ^ now; bits; bits &= bits - 1) {
        int bit = __builtin_ctzll(bits), added = (int)(now >> bit & 1);
        const int16_t *row = n->rows + (size_t)(64 * word + bit) * width;
        c->added[c->added_count] = c->removed[c->removed_count] = row;
        c->added_count += added;
        c->removed_count += 1 - added;
    }
}

static void apply_change(const struct jg_network *n, int16_t *accumulators, const struct jg_network_change *c) {
    int width = n->shape.filters * n->shape.symmetries;
    if (n->portable)
        update(accumulators, width, c);
    else
        jg_network_update_simd(accumulators, width, c);
}

static void copy_biases(const struct jg_network *n, int16_t *accumulators) {
    memcpy(accumulators, n->biases,
           (size_t)n->shape.filters * (size_t)n->shape.symmetries * sizeof *accumulators);
}

/* Changes a side's accumulators to those of other inputs. If most inputs differ, they are summed again. */
static void move_to(const struct jg_network *n, struct side *side, const uint64_t *active) {
    struct jg_network_change c;
    c.added_count = c.removed_count = 0;
    for (int i = 0; i < n->words; i++) {
        list_rows(n, i, side->active[i], active[i], &c);
        side->active[i] = active[i];
    }
    bool again = c.removed_count > side->count - c.removed_count;
    side->count += c.added_count - c.removed_count;
    if (again) {
        copy_biases(n, side->accumulators);
        c.added_count = c.removed_count = 0;
        for (int i = 0; i < n->words; i++) list_rows(n, i, 0, active[i], &c);
    }
    apply_change(n, side->accumulators, &c);
}

/* ---- Values ---------------------------------------------------------------------------------- */

struct jg_network_scratch {
    struct side sides[2]; /* by team */
    struct {
        uint64_t key;
        int32_t value; /* for the side to move */
        bool filled;
    } cache[CACHE];
};

struct jg_network_scratch *jg_network_scratch_new(const struct jg_network *n) {
    size_t width = (size_t)n->shape.filters * (size_t)n->shape.symmetries;
    struct jg_network_scratch *s = calloc(1, sizeof *s);
    for (int i = 0; i < 2 && s; i++) {
        s->sides[i].accumulators = allocate(width * sizeof(int16_t));
        if (s->sides[i].accumulators) {
            copy_biases(n, s->sides[i].accumulators);
            continue;
        }
        jg_network_scratch_free(s);
        s = NULL;
    }
    return s;
}

void jg_network_scratch_free(struct jg_network_scratch *s) {
    if (!s) return;
    free(s->sides[0].accumulators);
    free(s->sides[1].accumulators);
    free(s);
}

/* The team whose side comes first: the one to move, or the first at a chance node. */
static int first_team(int turn) { return turn >= 0 ? jg_team(turn) : 0; }

/* Points as a chance to win, -JG_CHANCES + 1 to JG_CHANCES - 1: certainty is for finished games. */
static int32_t chance_of(int32_t points) {
    return (int32_t)lround((JG_CHANCES - 1) * jg_math_tanh((double)points / (2 * JG_NETWORK_POINTS)));
}

static int32_t evaluate(const struct jg_network *n, struct side *sides, const struct jg_game *g, const void *state,
                        int first) {
    for (int team = 0; team < 2; team++) {
        uint64_t active[JG_INPUT_WORDS_MAX];
        memset(active, 0, (size_t)n->words * sizeof *active);
        g->kind->observe(g, state, team, active);
        move_to(n, &sides[team], active);
    }
    int32_t points = forward(n, sides[first].accumulators, sides[first ^ 1].accumulators);
    return n->chance ? chance_of(points) : points;
}

int32_t jg_network_value_from(const struct jg_network *n, struct jg_network_scratch *s, const struct jg_game *g,
                              const void *state, int team) {
    int turn = jg_turn(g, state), first = first_team(turn);
    if (turn == JG_OVER) return jg_network_value(n, g, state, team);
    uint64_t key = jg_key(g, state);
    int32_t value;
    if (s->cache[key % CACHE].filled && s->cache[key % CACHE].key == key) {
        value = s->cache[key % CACHE].value;
    } else {
        value = evaluate(n, s->sides, g, state, first);
        s->cache[key % CACHE].key = key;
        s->cache[key % CACHE].value = value;
        s->cache[key % CACHE].filled = true;
    }
    return team == first ? value : -value;
}

/* Two sides without inputs, for an evaluation from scratch. */
struct fresh {
    _Alignas(ALIGNMENT) int16_t accumulators[2][JG_NETWORK_WIDTH_MAX];
    struct side sides[2];
};

static void begin_fresh(const struct jg_network *n, struct fresh *f) {
    for (int i = 0; i < 2; i++) {
        memset(f->sides[i].active, 0, (size_t)n->words * sizeof *f->sides[i].active);
        f->sides[i].count = 0;
        f->sides[i].accumulators = f->accumulators[i];
        copy_biases(n, f->accumulators[i]);
    }
}

int32_t jg_network_points(const struct jg_network *n, const uint64_t *own, const uint64_t *other) {
    struct fresh f;
    begin_fresh(n, &f);
    move_to(n, &f.sides[0], own);
    move_to(n, &f.sides[1], other);
    return forward(n, f.accumulators[0], f.accumulators[1]);
}

int32_t jg_network_value(const struct jg_network *n, const struct jg_game *g, const void *state, int team) {
    struct fresh f;
    int turn = jg_turn(g, state), first = first_team(turn);
    if (turn == JG_OVER) {
        int32_t score = jg_score(g, state, team), win = n->chance ? JG_CHANCES : JG_NETWORK_LIMIT;
        return score > 0 ? win : score < 0 ? -win : 0;
    }
    begin_fresh(n, &f);
    int32_t value = evaluate(n, f.sides, g, state, first);
    return team == first ? value : -value;
}
