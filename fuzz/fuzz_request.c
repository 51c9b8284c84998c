/* Messages to the web table: what is taken has nothing in it that was not asked
 * for, and is taken the same when it is written again. */
#include "fuzz.h"

#include "core/buffer.h"
#include "web/request.h"

static void must_be_text(const char *text) {
    if (!text) return;
    for (size_t n; *text; text += n) {
        n = strchr("\n\r\t", *text) ? 1 : jg_utf8_printable(text);
        MUST(n);
    }
}

static void must_be_whole(int64_t number) { MUST(number >= -1 && number <= INT64_C(1) << 53); }

static void must_be_checked(const struct jg_request *r) {
    const char *const texts[] = {r->table, r->game, r->position, r->moves,     r->move,   r->agent, r->name,
                                 r->lang,  r->text, r->offer,    r->evaluator, r->method, r->as};
    const int64_t numbers[] = {r->seat,  r->ply,         r->ms,   r->job,   r->run,
                               r->games, r->generations, r->seed, r->total, r->increment};
    MUST(r->json && r->id >= 0 && (int)r->type >= 0 && r->type < JG_REQUEST_COUNT);
    must_be_whole(r->id);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) must_be_text(texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) must_be_whole(numbers[i]);
    MUST(!r->seats || json_is_array(r->seats));
    MUST(!r->agents || json_is_array(r->agents));
    MUST(!r->variations || json_is_array(r->variations));
    for (size_t i = 0; i < json_array_size(r->variations); i++) {
        const json_t *one = json_array_get(r->variations, i);
        must_be_whole(json_integer_value(json_object_get(one, "from")));
        MUST(json_is_string(json_object_get(one, "name")) && json_is_string(json_object_get(one, "moves")));
        must_be_text(json_string_value(json_object_get(one, "name")));
        must_be_text(json_string_value(json_object_get(one, "moves")));
    }
    MUST(!r->clock || (json_is_object(r->clock) && r->total >= 0 && r->increment >= 0));
    for (size_t i = 0; i < json_array_size(r->agents); i++)
        must_be_text(json_string_value(json_array_get(r->agents, i)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jg_request r, again;
    struct jg_error err = {0};
    char *text = fuzz_text(data, size);
    if (jg_request_read(&r, text, size, &err)) {
        MUST(err.code == JG_EINPUT && err.message[0] && err.position >= -1 && err.position <= (int)size);
        MUST(!r.json && r.id >= -1);
    } else {
        must_be_checked(&r);
        char *same = json_dumps(r.json, JSON_COMPACT);
        MUST(same);
        if (strlen(same) <= JG_REQUEST_MAX) {
            MUST(!jg_request_read(&again, same, strlen(same), &err));
            MUST(json_equal(r.json, again.json) && r.type == again.type && r.id == again.id);
            jg_request_free(&again);
        }
        free(same);
        jg_request_free(&r);
    }
    free(text);
    return 0;
}
