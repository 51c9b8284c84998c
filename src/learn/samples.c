#include "learn/samples.h"

#include "core/hash.h"
#include "game/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_VALIDATION = 50 }; /* positions */

void jg_learn_samples_free(struct jg_learn_samples *s) {
    free(s->bytes);
    *s = (struct jg_learn_samples){.words = s->words};
}

bool jg_learn_samples_reserve(struct jg_learn_samples *s, size_t n) {
    if (s->room - s->count >= n) return true;
    size_t room = s->count + n > 2 * s->room ? s->count + n : 2 * s->room;
    unsigned char *bytes = realloc(s->bytes, room * jg_learn_sample_size(s->words));
    if (!bytes) return false;
    s->bytes = bytes;
    s->room = room;
    return true;
}

static uint16_t chance_of(const struct jg_annotation *a) {
    if (!a || !a->by) return JG_LEARN_UNKNOWN;
    return (uint16_t)lround(JG_LEARN_CERTAIN * jg_value_chance(a->by, a->value, a->proven));
}

/* Adds a position as a team sees it; with `active`, only if any of its inputs is. False without memory. */
static bool add_sample(struct jg_learn_samples *s, const struct jg_record *r, const void *state, int team,
                       uint32_t game, uint16_t chance, bool active) {
    int32_t score = jg_record_score(r, team);
    uint64_t any = !active;
    union jg_state view;
    if (!jg_learn_samples_reserve(s, 1)) return false;
    struct jg_learn_sample *to = jg_learn_sample_at(s, s->count);
    to->game = game;
    to->result = score > 0 ? 2 : score < 0 ? 0 : 1;
    to->chance = chance;
    jg_view(r->game, state, team, &view);
    for (int side = 0; side < 2; side++) jg_observe(r->game, &view, team ^ side, to->active + side * s->words);
    for (int i = 0; i < s->words; i++) any |= to->active[i];
    s->count += any != 0;
    return true;
}

/* Adds the choices of a game, each as its mover saw it. */
static enum jg_status add_choices(struct jg_learn_samples *s, const struct jg_record *r, uint32_t game,
                                  struct jg_error *err) {
    const struct jg_game *g = r->game;
    uint64_t *active = malloc((size_t)g->max_moves * (size_t)s->words * sizeof *active);
    bool good = active;
    for (int i = r->opening; i < r->count && good; i++) {
        union jg_state view;
        jg_move moves[JG_MOVES_MAX];
        int turn = jg_turn(g, jg_record_state_at(r, i));
        if (turn < 0) continue;
        jg_view(g, jg_record_state_at(r, i), turn, &view);
        int n = jg_moves(g, &view, moves);
        if (n < 2) continue;
        memset(active, 0, (size_t)n * (size_t)s->words * sizeof *active);
        g->kind->policy->observe(g, &view, moves, n, s->words, active);
        good = jg_learn_samples_reserve(s, (size_t)n);
        for (int k = 0; k < n && good; k++) {
            struct jg_learn_sample *to = jg_learn_sample_at(s, s->count++);
            memset(to, 0, jg_learn_sample_size(s->words));
            to->game = game;
            to->result = moves[k] == r->moves[i];
            to->chance = (uint16_t)k;
            memcpy(to->active, active + k * s->words, (size_t)s->words * sizeof *active);
        }
    }
    free(active);
    return good ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

size_t jg_learn_group(const struct jg_learn_samples *s, const struct jg_game *g, size_t i) {
    size_t n = 1;
    if (g->kind->policy)
        while (i + n < s->count && jg_learn_sample_at(s, i + n)->chance) n++;
    return n;
}

enum jg_status jg_learn_samples_add(struct jg_learn_samples *s, const struct jg_record *r, uint32_t game,
                                    struct jg_error *err) {
    const struct jg_game *g = r->game;
    if (g->kind->policy) return add_choices(s, r, game, err);
    struct jg_inputs in;
    jg_inputs(g, &in);
    for (int i = r->opening; i < r->count; i++) {
        const void *state = jg_record_state_at(r, i);
        int turn = jg_turn(g, state), team = turn >= 0 ? jg_team(turn) : 0;
        uint16_t chance = turn >= 0 ? chance_of(jg_record_annotation(r, i)) : JG_LEARN_UNKNOWN;
        if (turn == JG_OVER) break;
        if (in.at_chance && turn != JG_CHANCE) continue;
        for (int side = 0; side <= in.at_chance; side++)
            if (!add_sample(s, r, state, team ^ side, game, chance, in.at_chance))
                return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    return JG_OK;
}

/* ---- The split ----------------------------------------------------------------------------- */

/* What a split is made of: samples of a game, whose inputs have symmetries. */
struct material {
    const struct jg_game *game;
    const struct jg_learn_samples *samples;
    struct jg_inputs in;
    uint16_t (*mirrors)[JG_INPUTS_MAX];
};

/* The hash of a sample's mirror image. */
static uint64_t mirror_key(const struct material *m, const struct jg_learn_sample *s, int symmetry) {
    uint64_t moved[2 * JG_INPUT_WORDS_MAX] = {0};
    int words = m->samples->words;
    for (int w = 0; w < 2 * words; w++)
        for (uint64_t bits = s->active[w]; bits; bits &= bits - 1) {
            int input = m->mirrors[symmetry][64 * (w % words) + __builtin_ctzll(bits)];
            moved[w / words * words + input / 64] |= (uint64_t)1 << input % 64;
        }
    return jg_hash(moved, 2 * (size_t)words * sizeof *moved);
}

/* The least hash of the mirror images of a position or choice: equal for all of them. */
static uint64_t canonical_key(const struct material *m, size_t sample) {
    size_t n = jg_learn_group(m->samples, m->game, sample);
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < m->in.symmetries; i++) {
        uint64_t key = mirror_key(m, jg_learn_sample_at(m->samples, sample), i);
        for (size_t k = 1; k < n; k++)
            key = jg_hash_mix(key, mirror_key(m, jg_learn_sample_at(m->samples, sample + k), i));
        if (key < least) least = key;
    }
    return least ? least : 1;
}

/* A set of keys other than 0: open addressing in a table of a power of two. */
struct keys {
    uint64_t *at;
    size_t mask;
};

static bool keys_init(struct keys *k, size_t n) {
    size_t size = 16;
    while (size < 2 * n) size *= 2;
    *k = (struct keys){.at = calloc(size, sizeof *k->at), .mask = size - 1};
    return k->at;
}

/* The slot of a key, or the empty one where it belongs. */
static uint64_t *keys_slot(const struct keys *k, uint64_t key) {
    size_t i = key & k->mask;
    while (k->at[i] && k->at[i] != key) i = (i + 1) & k->mask;
    return &k->at[i];
}

/* Games, or positions, are assigned by a hash, so that no pattern of openings goes to one side. */
static bool is_validation(uint64_t number, int every) { return jg_hash_mix(number, 0x5eed) % (uint64_t)every == 0; }

/* One game in `every` is for validation, without the positions that occur in training. */
static bool split_games(struct jg_learn_split *out, const struct material *m, size_t first, int every) {
    const struct jg_learn_samples *s = m->samples;
    struct keys known;
    for (size_t i = first; i < s->count; i += jg_learn_group(s, m->game, i))
        if (!is_validation(jg_learn_sample_at(s, i)->game, every)) out->training[out->training_count++] = (uint32_t)i;
    if (!keys_init(&known, out->training_count)) return false;
    for (size_t i = 0; i < out->training_count; i++) {
        uint64_t key = canonical_key(m, out->training[i]);
        *keys_slot(&known, key) = key;
    }
    for (size_t i = first; i < s->count; i += jg_learn_group(s, m->game, i)) {
        if (!is_validation(jg_learn_sample_at(s, i)->game, every) || *keys_slot(&known, canonical_key(m, i))) continue;
        out->validation[out->validation_count++] = (uint32_t)i;
    }
    free(known.at);
    return true;
}

/* One position in `every` is for validation, in all games where it or a mirror image occurs. */
static void split_positions(struct jg_learn_split *out, const struct material *m, size_t first, int every) {
    out->training_count = out->validation_count = 0;
    for (size_t i = first; i < m->samples->count; i += jg_learn_group(m->samples, m->game, i))
        if (is_validation(canonical_key(m, i), every))
            out->validation[out->validation_count++] = (uint32_t)i;
        else
            out->training[out->training_count++] = (uint32_t)i;
}

bool jg_learn_split(struct jg_learn_split *out, const struct jg_learn_samples *s, const struct jg_game *g, size_t first,
                    int every) {
    struct material m = {.game = g, .samples = s};
    size_t n = s->count - first;
    jg_network_inputs(g, &m.in);
    m.mirrors = malloc((size_t)m.in.symmetries * sizeof *m.mirrors);
    *out = (struct jg_learn_split){.training = malloc((n + 1) * sizeof *out->training),
                                   .validation = malloc((n + 1) * sizeof *out->validation)};
    bool good = m.mirrors && out->training && out->validation && n < UINT32_MAX;
    for (int i = 0; i < m.in.symmetries && good; i++) jg_input_symmetry(g, i, m.mirrors[i]);
    good = good && split_games(out, &m, first, every);
    if (good && out->validation_count < LEAST_VALIDATION) split_positions(out, &m, first, every);
    free(m.mirrors);
    return good;
}

void jg_learn_split_free(struct jg_learn_split *s) {
    free(s->training);
    free(s->validation);
    *s = (struct jg_learn_split){0};
}
