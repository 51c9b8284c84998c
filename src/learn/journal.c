#include "learn/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blocks are written as they are in memory");

static const char MAGIC[] = "jogada samples 1\n";

enum kind { SAMPLES = 1, GENERATION };
enum { HEAD_MAX = 4096 };

struct block {
    uint32_t kind;
    uint32_t generation; /* from 1 */
    uint64_t games;      /* samples: of the generation after this block */
    uint64_t size;       /* of what follows, in bytes */
    uint64_t checksum;
};

static enum jg_status fail_io(struct jg_error *err, const char *path) {
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
}

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

bool jg_learn_journal_begins(const char *bytes) { return !strncmp(bytes, MAGIC, strcspn(MAGIC, "1")); }

static uint64_t checksum(const struct block *b, const void *bytes) {
    struct block head = *b;
    head.checksum = 0;
    return XXH3_64bits_withSeed(bytes, (size_t)b->size, XXH3_64bits(&head, sizeof head));
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

static bool write_all(int fd, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool read_all(int fd, void *bytes, size_t size) {
    char *at = bytes;
    while (size) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Appends a block, if the journal has a file. If only a part of it could be written, that is removed when the journal is
 * opened next. */
static enum jg_status append(struct jg_learn_journal *j, struct block *b, const void *bytes, struct jg_error *err) {
    if (j->fd < 0) return JG_OK;
    b->checksum = checksum(b, bytes);
    if (write_all(j->fd, b, sizeof *b) && write_all(j->fd, bytes, (size_t)b->size)) return JG_OK;
    return fail_io(err, j->path);
}

/* Reads the next block into new memory; NULL at the end of the file, or where it is incomplete or damaged. */
static unsigned char *next_block(int fd, struct block *b, uint64_t left) {
    if (left < sizeof *b || !read_all(fd, b, sizeof *b) || b->size > left - sizeof *b) return NULL;
    unsigned char *bytes = malloc((size_t)b->size + 1);
    if (bytes && read_all(fd, bytes, (size_t)b->size) && checksum(b, bytes) == b->checksum) return bytes;
    free(bytes);
    return NULL;
}

/* ---- The head --------------------------------------------------------------------------------- */

/* Writes the lines that a journal begins with, without the settings. */
static void print_head(const struct jg_game *g, struct jg_text *t) {
    char spec[JG_SPEC_MAX];
    struct jg_text s;
    struct jg_inputs in;
    jg_inputs(g, &in);
    jg_text_init(&s, spec, sizeof spec);
    jg_game_spec(g, &s);
    jg_text_add(t, "%sgame %s\nlayout %s\ninputs %d\n", MAGIC, spec, in.layout, in.count);
}

/* Reads the head of a file, up to its empty line; false: it has none. */
static bool read_head(int fd, char head[HEAD_MAX]) {
    size_t n = 0;
    while (n < HEAD_MAX - 1 && read_all(fd, head + n, 1)) {
        n++;
        if (n >= 2 && head[n - 1] == '\n' && head[n - 2] == '\n') {
            head[n] = 0;
            return true;
        }
    }
    return false;
}

static enum jg_status other_game(const char *path, const struct jg_game *g, struct jg_error *err) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: not a file of samples for %s with these options", path,
                   g->kind->name);
}

/* ---- Blocks ------------------------------------------------------------------------------------ */

static bool take_samples(struct jg_learn_samples *to, const struct block *b, const unsigned char *bytes) {
    size_t each = jg_learn_sample_size(to->words), n = (size_t)b->size / each;
    if (b->size % each || !jg_learn_samples_reserve(to, n)) return false;
    memcpy(to->bytes + to->count * each, bytes, (size_t)b->size);
    to->count += n;
    return true;
}

static bool begin_generation(struct jg_learn_journal *j) {
    size_t *starts = realloc(j->starts, (j->begun + 1) * sizeof *starts);
    if (!starts) return false;
    j->starts = starts;
    starts[j->begun++] = j->samples.count;
    j->done = 0;
    return true;
}

static bool take_generation(struct jg_learn_journal *j, const unsigned char *bytes, size_t size) {
    struct jg_learn_generation *history = realloc(j->history, (j->finished + 1) * sizeof *history);
    if (!history) return false;
    j->history = history;
    memcpy(&history[j->finished], bytes, sizeof *history);
    if (history[j->finished++].adopted) {
        char *best = malloc(size - sizeof *history + 1);
        if (!best) return false;
        memcpy(best, bytes + sizeof *history, size - sizeof *history);
        free(j->best);
        j->best = best;
        j->best_size = size - sizeof *history;
    }
    return true;
}

/* Takes a block that follows the earlier ones; false: it does not, or memory ran out. */
static bool take_block(struct jg_learn_journal *j, const struct block *b, const unsigned char *bytes) {
    if (b->kind == SAMPLES) {
        if (b->generation == j->begun + 1 && b->generation == j->finished + 1 && !begin_generation(j)) return false;
        if (b->generation != j->begun || b->generation != j->finished + 1 || b->games < j->done) return false;
        if (!take_samples(&j->samples, b, bytes)) return false;
        j->played += b->games - j->done;
        j->done = (uint32_t)b->games;
        return true;
    }
    return b->kind == GENERATION && b->generation == j->finished + 1 && b->generation == j->begun &&
           b->size >= sizeof(struct jg_learn_generation) && take_generation(j, bytes, (size_t)b->size);
}

/* Reads all complete blocks and removes what follows them. */
static enum jg_status read_blocks(struct jg_learn_journal *j, uint64_t size, struct jg_error *err) {
    off_t at = lseek(j->fd, 0, SEEK_CUR);
    struct block b;
    for (unsigned char *bytes; (bytes = next_block(j->fd, &b, size - (uint64_t)at));) {
        bool good = take_block(j, &b, bytes);
        free(bytes);
        if (!good) break;
        at += (off_t)(sizeof b + b.size);
    }
    if (ftruncate(j->fd, at) || lseek(j->fd, at, SEEK_SET) < 0) return fail_io(err, j->path);
    return JG_OK;
}

/* ---- Opening ------------------------------------------------------------------------------------ */

static enum jg_status open_existing(struct jg_learn_journal *j, const char *want, uint64_t size, struct jg_error *err) {
    char head[HEAD_MAX];
    if (!read_head(j->fd, head) || !jg_learn_journal_begins(head))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s exists and is not a file of samples; choose another file",
                       j->path);
    if (strcmp(head, want))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s belongs to a training with other settings; --again replaces it, -o chooses another file",
                       j->path);
    return read_blocks(j, size, err);
}

enum jg_status jg_learn_journal_open(struct jg_learn_journal *j, const char *path, const struct jg_game *g,
                                     const char *settings, bool again, struct jg_error *err) {
    char want[HEAD_MAX];
    struct jg_text t;
    struct jg_inputs in;
    struct stat about;
    jg_inputs(g, &in);
    *j = (struct jg_learn_journal){.samples = {.words = jg_input_words(in.count)}};
    snprintf(j->path, sizeof j->path, "%s", path);
    jg_text_init(&t, want, sizeof want);
    print_head(g, &t);
    jg_text_add(&t, "settings %s\n\n", settings);
    j->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->fd < 0 || fstat(j->fd, &about)) return fail_io(err, path);
    if (flock(j->fd, LOCK_EX | LOCK_NB))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: another training writes to it", path);
    if (about.st_size && again) {
        char head[HEAD_MAX];
        if (!read_head(j->fd, head) || !jg_learn_journal_begins(head))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                           "%s exists and is not a file of samples; choose another file", path);
        if (ftruncate(j->fd, 0) || lseek(j->fd, 0, SEEK_SET)) return fail_io(err, path);
        about.st_size = 0;
    }
    if (about.st_size) return open_existing(j, want, (uint64_t)about.st_size, err);
    return write_all(j->fd, want, strlen(want)) ? JG_OK : fail_io(err, path);
}

void jg_learn_journal_close(struct jg_learn_journal *j) {
    if (j->path[0] && j->fd >= 0) close(j->fd);
    jg_learn_samples_free(&j->samples);
    free(j->starts);
    free(j->history);
    free(j->best);
    *j = (struct jg_learn_journal){.fd = -1};
}

/* ---- Writing -------------------------------------------------------------------------------------- */

enum jg_status jg_learn_journal_begin(struct jg_learn_journal *j, struct jg_error *err) {
    return begin_generation(j) ? JG_OK : no_memory(err);
}

enum jg_status jg_learn_journal_save(struct jg_learn_journal *j, size_t first, uint32_t games, struct jg_error *err) {
    size_t each = jg_learn_sample_size(j->samples.words);
    struct block b = {.kind = SAMPLES,
                      .generation = j->begun,
                      .games = j->done + games,
                      .size = (j->samples.count - first) * each};
    j->done += games;
    j->played += games;
    return append(j, &b, j->samples.bytes + first * each, err);
}

enum jg_status jg_learn_journal_finish(struct jg_learn_journal *j, const struct jg_learn_generation *g,
                                       const char *network, size_t size, struct jg_error *err) {
    struct block b = {.kind = GENERATION, .generation = g->number, .size = sizeof *g + size};
    unsigned char *bytes = malloc((size_t)b.size);
    if (!bytes) return no_memory(err);
    memcpy(bytes, g, sizeof *g);
    memcpy(bytes + sizeof *g, network, size);
    enum jg_status status = append(j, &b, bytes, err);
    if (!status && j->fd >= 0 && fsync(j->fd)) status = fail_io(err, j->path);
    if (!status && !take_generation(j, bytes, (size_t)b.size)) status = no_memory(err);
    free(bytes);
    return status;
}

/* ---- Data for other trainings ----------------------------------------------------------------------- */

enum jg_status jg_learn_journal_read(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                     uint64_t *games, struct jg_error *err) {
    char head[HEAD_MAX], want[HEAD_MAX];
    struct jg_text t;
    struct stat about;
    struct block b;
    enum jg_status status = JG_OK;
    uint64_t before = *games;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail_io(err, path);
    jg_text_init(&t, want, sizeof want);
    print_head(g, &t);
    if (fstat(fd, &about))
        status = fail_io(err, path);
    else if (!read_head(fd, head) || strncmp(head, want, strlen(want)))
        status = other_game(path, g, err);
    uint64_t left = status ? 0 : (uint64_t)about.st_size - strlen(head);
    for (unsigned char *bytes; !status && (bytes = next_block(fd, &b, left)); free(bytes)) {
        left -= sizeof b + b.size;
        if (b.kind != SAMPLES) continue;
        size_t first = out->count;
        if (!take_samples(out, &b, bytes)) status = no_memory(err);
        for (size_t i = first; i < out->count; i++) {
            struct jg_learn_sample *s = jg_learn_sample_at(out, i);
            s->game += (uint32_t)before;
            if (s->game >= *games) *games = (uint64_t)s->game + 1;
        }
    }
    close(fd);
    if (!status && left) status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: truncated or damaged", path);
    return status;
}
