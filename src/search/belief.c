#include "search/belief.h"

#include "core/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool jg_belief_init(struct jg_belief *b, const struct jg_game *g, size_t room) {
    *b = (struct jg_belief){.game = g, .room = room};
    b->states = malloc(room * g->state_size);
    b->weights = malloc(room * sizeof *b->weights);
    b->copies = malloc(room * sizeof *b->copies);
    if (b->states && b->weights && b->copies) return true;
    jg_belief_free(b);
    return false;
}

void jg_belief_free(struct jg_belief *b) {
    free(b->states);
    free(b->weights);
    free(b->copies);
    *b = (struct jg_belief){0};
}

static unsigned char *place(const struct jg_belief *b, size_t i) { return b->states + i * b->game->state_size; }

/* ---- Drawing ---------------------------------------------------------------------------- */

struct job {
    struct jg_belief *b;
    const struct jg_belief_draw *how;
    atomic_size_t late; /* the first piece that was not drawn */
};

static void draw_piece(void *arg, size_t piece) {
    struct job *job = arg;
    struct jg_belief *b = job->b;
    const struct jg_belief_draw *how = job->how;
    size_t from = piece * JG_BELIEF_PIECE, n = how->n - from < JG_BELIEF_PIECE ? how->n - from : JG_BELIEF_PIECE;
    struct jg_rng rng;
    size_t first = atomic_load(&job->late);
    if (piece > first || jg_budget_spent(&how->budget)) {
        while (piece < first && !atomic_compare_exchange_weak(&job->late, &first, piece)) continue;
        return;
    }
    jg_rng_init(&rng, how->seed, how->stream + piece);
    jg_samples(b->game, how->view, &rng, n, place(b, from));
    if (how->model)
        how->model(b->game, place(b, from), n, how->seat, b->weights + from);
    else
        for (size_t i = from; i < from + n; i++) b->weights[i] = 1;
}

static void normalize(struct jg_belief *b) {
    double most = 0, sum = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (!isfinite(b->weights[i]) || b->weights[i] < 0) b->weights[i] = 0;
        most = fmax(most, b->weights[i]);
    }
    for (size_t i = 0; i < b->count; i++) sum += b->weights[i] = most > 0 ? b->weights[i] / most : 1;
    for (size_t i = 0; i < b->count; i++) b->weights[i] /= sum;
}

bool jg_belief_draw(struct jg_belief *b, const struct jg_belief_draw *how) {
    size_t pieces = (how->n + JG_BELIEF_PIECE - 1) / JG_BELIEF_PIECE;
    struct job job = {.b = b, .how = how, .late = pieces};
    jg_parallel(how->threads, pieces, draw_piece, &job);
    size_t done = atomic_load(&job.late);
    b->count = done < pieces ? done * JG_BELIEF_PIECE : how->n;
    normalize(b);
    return b->count > 0;
}

/* ---- Resampling -------------------------------------------------------------------------- */

void jg_belief_resample(struct jg_belief *b, struct jg_rng *rng, size_t n) {
    double begin = jg_rng_unit(rng), sum = 0;
    size_t taken = 0, used = 0, size = b->game->state_size;
    for (size_t i = 0; i < b->count; i++) {
        sum += b->weights[i];
        double upto = ceil(sum * (double)n - begin); /* the number of points begin, begin + 1 ... below the sum */
        size_t now = i + 1 == b->count || upto > (double)n ? n : upto > 0 ? (size_t)upto : 0;
        b->copies[i] = (uint32_t)(b->weights[i] > 0 && now > taken ? now - taken : 0);
        taken += b->copies[i];
    }
    for (size_t i = b->count; taken < n && i-- > 0;) /* rounding: the sum fell short of 1 and the last weights were 0 */
        if (b->weights[i] > 0) {
            b->copies[i] += (uint32_t)(n - taken);
            taken = n;
        }
    for (size_t i = 0; i < b->count; i++) {
        if (!b->copies[i]) continue;
        if (used != i) memcpy(place(b, used), place(b, i), size);
        b->copies[used++] = b->copies[i];
    }
    for (size_t to = n, from = used; from-- > 0;) /* backwards: copies never lie before their originals */
        for (uint32_t k = 0; k < b->copies[from]; k++)
            if (--to != from) memcpy(place(b, to), place(b, from), size);
    b->count = n;
    for (size_t i = 0; i < n; i++) b->weights[i] = 1 / (double)n;
}
