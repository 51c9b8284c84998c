/* Networks: evaluators that learn from games (`jogada learn`), small enough to be evaluated in a fraction of a
 * microsecond on one core.
 *
 *     inputs --> filters x symmetries --> hidden[0] --> hidden[1] --> value
 *
 * The first layer has an accumulator for every filter and symmetry, for each side's view of the position. Only inputs
 * that changed since the last evaluation are added or subtracted, as in the efficiently updatable networks of Y. Nasu
 * (2018). The copies of a filter have the same weights, for permuted inputs: their activations, squared clipped ReLU,
 * are summed, so a position and its mirror images have exactly the same value. Two small dense layers with clipped ReLU
 * and the output follow. The side to move comes first, and the other side has the negative value.
 *
 * All layers are integers, so that a network has the same values on every machine, thread and code path:
 *
 *     accumulators   int16, JG_NETWORK_ONE is 1.0
 *     their squares  int16, JG_NETWORK_SQUARE is 1.0, summed over the symmetries
 *     hidden layers  int16 x int16 with sums in int32, then scaled by row to JG_NETWORK_HIDDEN as 1.0
 *     output         JG_NETWORK_POINTS for each unit of the logit of winning */
#ifndef GAME_NETWORK_H
#define GAME_NETWORK_H

#include <jogada/game.h>

enum {
    JG_NETWORK_ONE = 512,
    JG_NETWORK_SQUARE = 256,
    JG_NETWORK_HIDDEN = 2048,
    JG_NETWORK_POINTS = 200,      /* fits the pruning margins of searches, which are multiples of the unit 100 */
    JG_NETWORK_LIMIT = 20000,     /* the greatest value, in points */
    JG_NETWORK_LANES = 16,        /* filters come in multiples of it, hidden neurons in multiples of half of it */
    JG_NETWORK_WIDTH_MAX = 2048,  /* filters x symmetries */
    JG_NETWORK_HIDDEN_MAX = 128,  /* neurons of a hidden layer */
    JG_NETWORK_LAYERS = 3,        /* after the accumulators */
    JG_NETWORK_FILE_MAX = 4 << 20 /* bytes */
};

struct jg_network_shape {
    int inputs, active, symmetries; /* as in struct jg_inputs */
    int filters, hidden[2];
};

/* A dense layer. The weights of two neighbouring inputs lie together, for all outputs: [inputs / 2][outputs][2]. */
struct jg_network_layer {
    int inputs, outputs;
    int16_t *weights;
    int32_t *bias;
    uint32_t *scale; /* by output: what a sum is multiplied by, divided by 2^32 */
};

struct jg_network {
    struct jg_network_shape shape;
    int words;        /* of the bits of inputs */
    bool chance;      /* values are chances to win, for games with chance moves */
    bool portable;    /* does not use special instructions of the processor */
    int16_t *filters; /* [inputs][filters] */
    int16_t *bias;    /* [filters] */
    int16_t *rows;    /* [inputs][symmetries][filters]: the filters permuted, for the accumulators */
    int16_t *biases;  /* [symmetries][filters] */
    struct jg_network_layer layers[JG_NETWORK_LAYERS];
};

/* The weight of an output for an input, in a layer. */
static inline int16_t *jg_network_weight(const struct jg_network_layer *l, int output, int input) {
    return &l->weights[((size_t)(input / 2) * (size_t)l->outputs + (size_t)output) * 2 + (size_t)(input % 2)];
}

/* ---- network.c ------------------------------------------------------------------------- */

/* The inputs of a game's networks: those of its policy, if it has one, or else of its positions. */
void jg_network_inputs(const struct jg_game *g, struct jg_inputs *out);

/* Fills a shape from a game's inputs, and checks it. JG_EFIT if the game has no inputs, JG_EINPUT for sizes out of
 * range. */
enum jg_status jg_network_shape(struct jg_network_shape *shape, const struct jg_game *g, int filters,
                                const int hidden[2], struct jg_error *err);

/* A network of zeroes; NULL without memory. The caller fills filters, bias and layers, and calls jg_network_prepare. */
struct jg_network *jg_network_new(const struct jg_network_shape *shape);
void jg_network_free(struct jg_network *n);

/* Checks that no sum can overflow, and permutes the filters for this game. JG_EINPUT with the reason if it can. */
enum jg_status jg_network_prepare(struct jg_network *n, const struct jg_game *g, struct jg_error *err);

/* What a thread stores between evaluations: the accumulators of the position evaluated last, and values of recent
 * positions. */
struct jg_network_scratch;
struct jg_network_scratch *jg_network_scratch_new(const struct jg_network *n); /* NULL without memory */
void jg_network_scratch_free(struct jg_network_scratch *s);

/* The value of a position, in less time than jg_network_value by means of a scratch. */
int32_t jg_network_value_from(const struct jg_network *n, struct jg_network_scratch *s, const struct jg_game *g,
                              const void *state, int team);

/* The points of a position for the side whose active inputs come first. */
int32_t jg_network_points(const struct jg_network *n, const uint64_t *own, const uint64_t *other);

/* jg_eval_value with a scratch, which may be NULL. */
static inline int32_t jg_eval_value_from(const struct jg_eval *e, struct jg_network_scratch *s, const struct jg_game *g,
                                         const void *state, int team) {
    return s ? jg_network_value_from(e->network, s, g, state, team) : jg_eval_value(e, g, state, team);
}

/* ---- network_file.c ---------------------------------------------------------------------- */

/* Whether a file begins as one of networks does, of any version. */
bool jg_network_begins(const char *bytes, size_t size);

/* Reads a network for a game. The caller frees *out. Fails with the reason for files that are damaged, truncated, of
 * another game or of a newer version. */
enum jg_status jg_network_read(struct jg_network **out, const struct jg_game *g, const void *bytes, size_t size,
                               struct jg_error *err);

/* The bytes of a file; `notes` are lines, each ended by a newline, such as the command that made it. The caller frees
 * them; NULL without memory. */
char *jg_network_write(const struct jg_network *n, const struct jg_game *g, const char *notes, size_t *size);

/* ---- network_avx2.c and network_wasm.c: the same integers with wider instructions -------------- */

/* Adds and subtracts rows of n accumulators. */
struct jg_network_change {
    const int16_t *added[JG_ACTIVE_MAX + 1], *removed[JG_ACTIVE_MAX + 1]; /* one is written before it is counted */
    int added_count, removed_count;
};

bool jg_network_has_avx2(void);
bool jg_network_has_simd(void); /* whether there are the functions below */
void jg_network_update_simd(int16_t *accumulators, int n, const struct jg_network_change *change);
void jg_network_activate_simd(const int16_t *accumulators, int filters, int symmetries, int16_t *out);
void jg_network_dense_simd(const struct jg_network_layer *l, const int16_t *in, int16_t *out);

#endif
