/* Vector environments: games side by side in flat arrays, stepped in chunks by threads. The legal moves and actions of
 * every game are stored with it, so that a step finds the move of an action without generating moves twice, and checks
 * actions without trusting the caller's masks. Autoreset follows the same-step mode of Gymnasium. */
#include <jogada/vector.h>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/workers.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 }; /* games that a thread takes at once */

/* Streams of random numbers that no episode has. */
static const uint64_t SAMPLER = UINT64_MAX;

/* One game. */
struct episode {
    struct jg_rng rng; /* of chance moves */
    uint32_t number;   /* games played before at this index */
    int decisions;
    int seat; /* to move */
    int moves;
    int chosen; /* the index of the action of this step in the list of legal moves */
};

/* A set of keys by nine of their bits. */
struct filter {
    uint64_t words[8];
};

struct jg_vector {
    const struct jg_game *g;
    struct jg_spaces spaces;
    size_t n, stride; /* stride: bytes from a state to the next */
    int limit;        /* 0: none */
    bool scores;
    uint64_t seed;
    uint64_t *seeds; /* by game, instead of `seed`; NULL: none were given yet */
    bool each;       /* the seeds are in use */
    struct jg_rng sampler;
    struct jg_workers *workers;

    unsigned char *states;
    struct episode *episodes;
    jg_move *moves;         /* g->max_moves for each game */
    int *actions;           /* theirs */
    uint64_t *keys;         /* with g->repeat: limit + 1 for each game, of all positions in which a seat was to move */
    struct filter *filters; /* with g->repeat */

    const struct jg_vector_arrays *arrays; /* of the current call */
};

/* ---- Opening ---------------------------------------------------------------------------- */

static bool allocate(struct jg_vector *v, int threads) {
    size_t most = (size_t)v->g->max_moves;
    v->stride = (v->g->state_size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    v->states = calloc(v->n, v->stride);
    v->episodes = calloc(v->n, sizeof *v->episodes);
    v->moves = calloc(v->n, most * sizeof *v->moves);
    v->actions = calloc(v->n, most * sizeof *v->actions);
    v->keys = v->g->repeat ? calloc(v->n, ((size_t)v->limit + 1) * sizeof *v->keys) : NULL;
    v->filters = v->g->repeat ? calloc(v->n, sizeof *v->filters) : NULL;
    v->workers = jg_workers_open(jg_threads(threads));
    return v->states && v->episodes && v->moves && v->actions && v->workers &&
           ((v->keys && v->filters) || !v->g->repeat);
}

enum jg_status jg_vector_open(struct jg_vector **out, const struct jg_game *g, size_t n,
                              const struct jg_vector_options *options, struct jg_error *err) {
    struct jg_spaces spaces;
    *out = NULL;
    jg_spaces(g, &spaces);
    if (!spaces.actions)
        return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s declares no actions and observations", g->kind->name);
    if (!n) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the number of games must be at least 1");
    if (options->limit < 0 || options->limit > JG_VECTOR_LIMIT_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "limit must be 0 to %d, not %d", JG_VECTOR_LIMIT_MAX,
                       options->limit);
    struct jg_vector *v = calloc(1, sizeof *v);
    if (v) {
        bool ends = g->kind->traits & JG_IS_FINITE && !g->repeat;
        int limit = options->limit ? options->limit : ends ? 0 : JG_VECTOR_LIMIT;
        *v = (struct jg_vector){.g = g, .spaces = spaces, .n = n, .limit = limit, .scores = options->scores};
    }
    if (v && allocate(v, options->threads)) {
        *out = v;
        return JG_OK;
    }
    jg_vector_close(v);
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_vector_close(struct jg_vector *v) {
    if (!v) return;
    jg_workers_close(v->workers);
    free(v->states);
    free(v->episodes);
    free(v->moves);
    free(v->actions);
    free(v->keys);
    free(v->filters);
    free(v->seeds);
    free(v);
}

/* ---- One game --------------------------------------------------------------------------- */

static void *state_of(const struct jg_vector *v, size_t i) { return v->states + i * v->stride; }

const void *jg_vector_state(const struct jg_vector *v, size_t i) { return state_of(v, i); }

/* Plays chance moves; returns the turn after them. */
static int play_chance(const struct jg_game *g, struct episode *e, void *state) {
    int turn;
    while ((turn = jg_turn(g, state)) == JG_CHANCE) jg_apply(g, state, g->kind->draw(g, state, &e->rng));
    return turn;
}

/* Remembers the position and tells whether its repetition ends the game. The filter has a bit for every key before, so
 * that keys are searched only where one may be equal: half of the time of a step without it. */
static bool is_repeated(const struct jg_vector *v, size_t i, const struct episode *e) {
    uint64_t *keys = v->keys + i * ((size_t)v->limit + 1), key = jg_key(v->g, state_of(v, i));
    uint64_t *word = &v->filters[i].words[key >> 61], bit = (uint64_t)1 << (key >> 55 & 63);
    int times = 1;
    if (*word & bit)
        for (int k = 0; k < e->decisions; k++) times += keys[k] == key;
    *word |= bit;
    keys[e->decisions] = key;
    return times >= v->g->repeat;
}

static void begin(struct jg_vector *v, size_t i) {
    struct episode *e = &v->episodes[i];
    void *state = state_of(v, i);
    uint64_t stream = (uint64_t)e->number << 32;
    if (v->each)
        jg_rng_init(&e->rng, v->seeds[i], stream);
    else if (v->g->kind->draw)
        jg_rng_init(&e->rng, v->seed, stream | (uint32_t)i);
    jg_start(v->g, state);
    e->seat = play_chance(v->g, e, state);
    e->decisions = 0;
    if (!v->keys) return;
    v->filters[i] = (struct filter){0};
    is_repeated(v, i, e);
}

static void observe(const struct jg_vector *v, size_t i, int seat, uint8_t *rows) {
    const struct jg_game *g = v->g;
    uint8_t *row = rows + i * (size_t)v->spaces.size;
    union jg_state view;
    memset(row, 0, (size_t)v->spaces.size);
    if (g->kind->view) jg_view(g, state_of(v, i), seat, &view);
    g->kind->encode(g, g->kind->view ? &view : state_of(v, i), seat, row);
}

/* Lists the legal moves and writes what the seat to move is given. */
static void publish(struct jg_vector *v, size_t i) {
    const struct jg_vector_arrays *a = v->arrays;
    struct episode *e = &v->episodes[i];
    size_t first = i * (size_t)v->g->max_moves;
    e->moves = jg_moves(v->g, state_of(v, i), v->moves + first);
    v->g->kind->actions(v->g, state_of(v, i), v->moves + first, e->moves, v->actions + first);
    if (a->mask) {
        uint8_t *mask = a->mask + i * (size_t)v->spaces.actions;
        memset(mask, 0, (size_t)v->spaces.actions);
        for (int k = 0; k < e->moves; k++) mask[v->actions[first + (size_t)k]] = 1;
    }
    if (a->seat) a->seat[i] = (int8_t)e->seat;
    if (a->observation) observe(v, i, e->seat, a->observation);
}

static float reward(const struct jg_vector *v, const void *state, int seat) {
    int32_t score = jg_score(v->g, state, jg_team(seat));
    return v->scores ? (float)score : (float)((score > 0) - (score < 0));
}

static void write_end(struct jg_vector *v, size_t i, float value, bool terminated, bool truncated) {
    const struct jg_vector_arrays *a = v->arrays;
    if (a->reward) a->reward[i] = value;
    if (a->terminated) a->terminated[i] = terminated;
    if (a->truncated) a->truncated[i] = truncated;
}

static void step(struct jg_vector *v, size_t i) {
    struct episode *e = &v->episodes[i];
    void *state = state_of(v, i);
    int seat = e->seat;
    jg_apply(v->g, state, v->moves[i * (size_t)v->g->max_moves + (size_t)e->chosen]);
    e->seat = play_chance(v->g, e, state);
    e->decisions++;
    bool over = e->seat == JG_OVER, ends = over || (v->keys && is_repeated(v, i, e)),
         late = !ends && v->limit && e->decisions >= v->limit;
    write_end(v, i, over ? reward(v, state, seat) : 0, ends, late);
    if (ends || late) {
        if (v->arrays->final_observation) observe(v, i, seat, v->arrays->final_observation);
        e->number++;
        begin(v, i);
    }
    publish(v, i);
}

/* ---- All games ---------------------------------------------------------------------------- */

static void reset_chunk(void *arg, size_t chunk) {
    struct jg_vector *v = arg;
    for (size_t i = chunk * CHUNK; i < v->n && i < (chunk + 1) * CHUNK; i++) {
        v->episodes[i].number = 0;
        begin(v, i);
        write_end(v, i, 0, false, false);
        publish(v, i);
    }
}

static void step_chunk(void *arg, size_t chunk) {
    struct jg_vector *v = arg;
    for (size_t i = chunk * CHUNK; i < v->n && i < (chunk + 1) * CHUNK; i++) step(v, i);
}

static void run(struct jg_vector *v, const struct jg_vector_arrays *arrays, void (*work)(void *arg, size_t chunk)) {
    v->arrays = arrays;
    jg_workers_run(v->workers, (v->n + CHUNK - 1) / CHUNK, work, v);
    v->arrays = NULL;
}

void jg_vector_reset(struct jg_vector *v, uint64_t seed, const struct jg_vector_arrays *arrays) {
    v->seed = seed;
    v->each = false;
    jg_rng_init(&v->sampler, seed, SAMPLER);
    run(v, arrays, reset_chunk);
}

enum jg_status jg_vector_reset_each(struct jg_vector *v, const uint64_t *seeds, const struct jg_vector_arrays *arrays,
                                    struct jg_error *err) {
    if (!v->seeds) v->seeds = calloc(v->n, sizeof *v->seeds);
    if (!v->seeds) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    memcpy(v->seeds, seeds, v->n * sizeof *seeds);
    v->each = true;
    jg_rng_init(&v->sampler, v->n == 1 ? seeds[0] : jg_hash(seeds, v->n * sizeof *seeds), SAMPLER);
    run(v, arrays, reset_chunk);
    return JG_OK;
}

/* The index of an action among the legal ones of a game, or -1. */
static int find(const struct jg_vector *v, size_t i, int64_t action) {
    const int *actions = v->actions + i * (size_t)v->g->max_moves;
    int n = v->episodes[i].moves, k = 0;
    while (k < n && actions[k] != action) k++;
    return k < n ? k : -1;
}

enum jg_status jg_vector_step(struct jg_vector *v, const int64_t *actions, const struct jg_vector_arrays *arrays,
                              struct jg_error *err) {
    for (size_t i = 0; i < v->n; i++)
        if ((v->episodes[i].chosen = find(v, i, actions[i])) < 0)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                           "action %lld is illegal in game %zu; the number of legal actions is %d, such as %d",
                           (long long)actions[i], i, v->episodes[i].moves, v->actions[i * (size_t)v->g->max_moves]);
    run(v, arrays, step_chunk);
    return JG_OK;
}

void jg_vector_sample(struct jg_vector *v, int64_t *actions) {
    for (size_t i = 0; i < v->n; i++) {
        size_t k = jg_rng_below(&v->sampler, (uint32_t)v->episodes[i].moves);
        actions[i] = v->actions[i * (size_t)v->g->max_moves + k];
    }
}
