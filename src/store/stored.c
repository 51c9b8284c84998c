/* Stored games and runs as values, whatever stores them: copies, and games as records. */
#include "store/store.h"

#include "game/annotation.h"

#include <stdlib.h>
#include <string.h>

const char *jg_stored_result(int32_t score) { return score > 0 ? "1-0" : score < 0 ? "0-1" : "1/2-1/2"; }

bool jg_stored_adjudicated(const struct jg_stored_game *game) {
    return game->resigned < 0 && game->reason[0] && strcmp(game->reason, JG_REASON_AGREED);
}

void jg_stored_run_free(struct jg_stored_run *run) {
    free(run->parameters);
    *run = (struct jg_stored_run){0};
}

bool jg_stored_copy(struct jg_stored_game *game, struct jg_string_pool *arena) {
    const char **texts[5 + JG_SEATS_MAX] = {&game->game, &game->start, &game->moves, &game->reason, &game->kind};
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) texts[5 + seat] = &game->seats[seat];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i] && !(*texts[i] = jg_string_pool_copy(arena, *texts[i]))) return false;
    if (game->annotations)
        game->annotations = jg_string_pool_copy_bytes(arena, game->annotations, game->annotation_size);
    return game->annotations || !game->annotation_size;
}

/* ---- From records and to records ------------------------------------------------------------- */

/* Annotations may take 1.8 times the bytes of the game itself: its moves, and the rest of its row. So the store at most
 * triples, although pages hold long rows with more waste. */
static size_t annotations_most(const char *moves) {
    enum { ROW = 60, PERCENT = 180 }; /* ROW: in bytes */
    return PERCENT * (ROW + strlen(moves)) / 100;
}

bool jg_stored_fill(struct jg_stored_game *game, const struct jg_record *r, struct jg_stored_moves *moves) {
    *moves = (struct jg_stored_moves){.moves = jg_record_moves(r)};
    if (r->annotated && moves->moves)
        moves->annotations = jg_annotation_encode(r, annotations_most(moves->moves), &moves->annotation_size);
    game->moves = moves->moves;
    game->annotations = moves->annotations;
    game->annotation_size = moves->annotation_size;
    game->plies = r->count;
    game->opening = r->opening;
    game->resigned = r->resigned;
    game->reason = r->reason;
    game->score = jg_record_score(r, 0);
    return moves->moves && (moves->annotations || !r->annotated);
}

void jg_stored_moves_free(struct jg_stored_moves *moves) {
    free(moves->moves);
    free(moves->annotations);
    *moves = (struct jg_stored_moves){0};
}

enum jg_status jg_store_add_record(struct jg_store *s, const struct jg_stored_game *game, const struct jg_record *r,
                                   int64_t *id, struct jg_error *err) {
    struct jg_stored_game full = *game;
    struct jg_stored_moves moves;
    enum jg_status status = jg_stored_fill(&full, r, &moves)
                                ? jg_store_add(s, &full, 1, id, err)
                                : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_stored_moves_free(&moves);
    return status;
}

static void copy(char *out, size_t size, const char *text) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_text_put(&t, text);
}

void jg_stored_tags(const struct jg_stored_game *game, struct jg_tags *tags) {
    *tags = (struct jg_tags){.seed = game->seed,
                             .opening = game->opening,
                             .resigned = game->resigned,
                             .adjudicated = jg_stored_adjudicated(game),
                             .verdict = game->score,
                             .date = game->ended,
                             .seconds = {game->seconds[0], game->seconds[1]}};
    copy(tags->game, sizeof tags->game, game->game);
    copy(tags->start, sizeof tags->start, game->start);
    copy(tags->reason, sizeof tags->reason, game->reason);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (game->seats[seat]) copy(tags->seat[seat], sizeof tags->seat[seat], game->seats[seat]);
}

enum jg_status jg_stored_replay(const struct jg_stored_game *game, const struct jg_game *g, struct jg_record *r,
                                struct jg_error *err) {
    struct jg_tags tags;
    jg_stored_tags(game, &tags);
    enum jg_status status = jg_record_replay_part(r, g, &tags, game->moves, game->moves, strlen(game->moves), err);
    if (!status && game->annotations) status = jg_annotation_decode(r, game->annotations, game->annotation_size, err);
    if (status && err) {
        char message[JG_MESSAGE_MAX];
        memcpy(message, err->message, sizeof message);
        jg_fail(err, JG_EIO, JG_NO_POSITION, "stored game %lld cannot be replayed: %s", (long long)game->id, message);
        status = JG_EIO;
    }
    return status;
}
