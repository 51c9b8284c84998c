/* Rows of games, files of them, and batches for workers: a row that is accepted is written and read again the same. PROGRAM
 * stands for the hash of the program in batches, which no input could guess; a file of rows is read as it is, and behind
 * the line that identifies its run. */
#include "games.h"

#include "arena/batch.h"
#include "arena/row.h"
#include "core/buffer.h"
#include "core/file.h"
#include "core/hash.h"
#include "core/process.h"
#include "runs/rows.h"

#include <zstd.h>

static void read_row(const char *text) {
    struct jg_error err = {0};
    struct jg_series series = {.game = fuzz_game("tictactoe", &err), .seed = 1, .opening = 2};
    struct jg_seeding seeding = jg_seeding_of(series.seed);
    struct jg_fixture f = {.players = {0, 1}};
    struct jg_record r = {0}, again = {0};
    double seconds[2], same[2];
    uint64_t number;
    size_t length = strcspn(text, "\n");
    if (!jg_row_number(text, length, &number, &err)) {
        f.deal = number;
        if (!jg_row_read(text, length, &series, &seeding, &f, number, &r, seconds, &err)) {
            MUST(jg_record_turn(&r) == JG_OVER);
            struct jg_played played = {.number = number, .fixture = f, .record = &r, .seconds = {seconds[0], seconds[1]}};
            char *line = jg_row_write(&played);
            MUST(line && !jg_row_read(line, strlen(line), &series, &seeding, &f, number, &again, same, &err));
            MUST(again.count == r.count && jg_record_score(&again, 0) == jg_record_score(&r, 0));
            free(line);
        } else {
            MUST(err.message[0]);
        }
    }
    jg_record_free(&r);
    jg_record_free(&again);
}

static void read_batch(const char *text) {
    struct jg_error err = {0};
    struct jg_batch batch;
    struct jg_batch_series series = {0};
    struct jg_batch_game game;
    char program[17];
    const char *mark = strstr(text, "PROGRAM");
    struct jg_buffer b = {0};
    jg_process_hash(program);
    jg_buffer_add(&b, "%.*s%s%s", mark ? (int)(mark - text) : 0, text, mark ? program : "", mark ? mark + 7 : text);
    MUST(b.at);
    if (jg_batch_read(&batch, b.at, b.used, &err) || jg_batch_open(&series, &batch, true, &err)) {
        MUST(err.message[0]);
    } else {
        for (size_t i = 0; i < batch.count; i++)
            if (jg_batch_game(&batch, i, &series, &game, &err)) MUST(err.message[0]);
    }
    jg_batch_close(&series);
    jg_batch_free(&batch);
    jg_buffer_free(&b);
}

static void read_file(const void *bytes, size_t size, const char *identity) {
    struct jg_run_rows rows = {0};
    struct jg_error err = {0};
    if (jg_run_rows_read(&rows, fuzz_file(bytes, size), identity, &err)) MUST(err.message[0]);
    jg_run_rows_free(&rows);
}

/* Compresses a file and reads it with one damaged byte. */
static void read_packed(const struct jg_buffer *b, size_t damage, const char *identity) {
    size_t room = ZSTD_compressBound(b->used);
    unsigned char *packed = malloc(room);
    MUST(packed);
    size_t n = ZSTD_compress(packed, room, b->at, b->used, 1);
    MUST(!ZSTD_isError(n));
    packed[damage % n] ^= (unsigned char)(damage / n);
    read_file(packed, n, identity);
    free(packed);
}

static void read_files(const void *bytes, size_t size, const char *text) {
    char *identity = jg_run_rows_identity("match", "{\"seed\":\"1\"}");
    struct jg_buffer b = {0};
    MUST(identity);
    jg_buffer_add(&b, "%s\n%s", identity, text);
    MUST(b.at);
    read_file(bytes, size, identity);
    read_file(b.at, b.used, identity);
    read_packed(&b, jg_hash(bytes, size), identity);
    jg_buffer_free(&b);
    free(identity);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    read_row(text);
    read_batch(text);
    read_files(data, size, text);
    free(text);
    return 0;
}

/* Every eighth input is a row of a legal game. */
static char *write_row(const struct jg_record *r, struct jg_rng *rng) {
    struct jg_played played = {.number = jg_rng_below(rng, 8), .record = r};
    return jg_row_write(&played);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, false, write_row);
}
