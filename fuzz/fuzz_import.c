/* Games as JSON, as 'jogada import' reads it: what is read is exported and read again the same. */
#include "games.h"

#include "annotated.h"
#include "core/buffer.h"
#include "game/annotation.h"
#include "runs/runs.h"

#include <jansson.h>

static void write_and_read(const struct jg_record *r, const struct jg_tags *tags) {
    struct jg_stored_moves fields;
    struct jg_stored_game game = jg_run_game_of_tags(r->game, tags);
    MUST(jg_stored_fill(&game, r, &fields));
    const char *moves = fields.moves;
    json_t *o = jg_run_game_json(&game, true);
    jg_annotation_put_json(o, r);
    struct jg_record back = {.resigned = -1};
    struct jg_tags again;
    struct jg_buffer words = {0};
    struct jg_error err = {0};
    MUST(o && !jg_run_game_from_json(o, &again, &words, &err));
    const char *text = words.at ? words.at : "";
    MUST(!strcmp(text, moves) && !strcmp(again.game, tags->game) && !strcmp(again.start, tags->start));
    MUST(again.seed == tags->seed && again.seconds[0] == tags->seconds[0] && again.seconds[1] == tags->seconds[1]);
    MUST(!jg_record_replay_part(&back, r->game, &again, text, text, strlen(text), &err));
    MUST(!jg_annotation_read_json(o, &back, &err));
    MUST(same_annotations(r, &back));
    MUST(back.count == r->count && back.resigned == r->resigned && back.opening == r->opening);
    MUST(!memcmp(jg_record_state(r), jg_record_state(&back), r->game->state_size));
    jg_record_free(&back);
    jg_buffer_free(&words);
    json_decref(o);
    jg_stored_moves_free(&fields);
}

static void read_game(const json_t *o) {
    struct jg_tags tags;
    struct jg_buffer words = {0};
    struct jg_record r = {.resigned = -1};
    struct jg_error err = {.lang = jg_lang_parse("pt-BR")};
    const struct jg_game *g;
    if (jg_run_game_from_json(o, &tags, &words, &err)) {
        MUST(err.code == JG_EINPUT && err.message[0]);
    } else if ((g = fuzz_game(tags.game, &err))) {
        const char *text = words.at ? words.at : "";
        if (jg_record_replay_part(&r, g, &tags, text, text, strlen(text), &err) ||
            jg_annotation_read_json(o, &r, &err)) {
            MUST(err.message[0]);
        } else {
            write_and_read(&r, &tags);
            fuzz_reached(&r);
        }
        jg_record_free(&r);
    }
    jg_buffer_free(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL), *game;
    size_t i;
    json_array_foreach(json_object_get(document, "games"), i, game) read_game(game);
    json_decref(document);
    return 0;
}

static char *write_json(const struct jg_record *r, struct jg_rng *rng) {
    struct jg_tags tags = {.seed = jg_rng_next(rng)};
    struct jg_text t;
    struct jg_stored_moves moves;
    jg_text_init(&t, tags.game, sizeof tags.game);
    jg_game_spec(r->game, &t);
    struct jg_stored_game game = jg_run_game_of_tags(r->game, &tags);
    MUST(jg_stored_fill(&game, r, &moves));
    json_t *o = json_pack("{s:[o]}", "games", jg_run_game_json(&game, true));
    jg_annotation_put_json(json_array_get(json_object_get(o, "games"), 0), r);
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    jg_stored_moves_free(&moves);
    return text;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, false, write_json);
}
