#include "learn/journal.h"

#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blocks are written as they are in memory");

static const char MAGIC[] = "jogada samples 1\n";

enum kind { SAMPLES = 1, GENERATION, TIME };
enum { HEAD_MAX = 4096, LOCK_PAUSE = 10 /* ms between two tries */ };
static const double LOCK_SECONDS = 2; /* of trying to lock a journal */

struct block {
    uint32_t kind;
    uint32_t generation; /* from 1 */
    uint64_t games;      /* samples: of the generation after this block; time: milliseconds */
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

/* False: an error, in errno, or the end of the file. */
static bool read_all(int fd, void *bytes, size_t size) {
    char *at = bytes;
    while (size) {
        errno = EIO; /* the end, if a file became shorter meanwhile */
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

/* Reads the next block. *bytes is new memory, or NULL at the end of the file and where it is incomplete or damaged. A
 * failed read or allocation is an error and not the end: what follows it must not be removed. */
static enum jg_status next_block(int fd, const char *path, struct block *b, uint64_t left, unsigned char **bytes,
                                 struct jg_error *err) {
    *bytes = NULL;
    if (left < sizeof *b) return JG_OK;
    if (!read_all(fd, b, sizeof *b)) return fail_io(err, path);
    if (b->size > left - sizeof *b) return JG_OK;
    unsigned char *found = malloc((size_t)b->size + 1);
    if (!found) return no_memory(err);
    bool good = read_all(fd, found, (size_t)b->size);
    if (good && checksum(b, found) == b->checksum) {
        *bytes = found;
        return JG_OK;
    }
    free(found);
    return good ? JG_OK : fail_io(err, path);
}

/* ---- The head --------------------------------------------------------------------------------- */

/* Writes the lines that a journal begins with, without the settings. */
static void print_head(const struct jg_game *g, struct jg_text *t) {
    char spec[JG_SPEC_MAX];
    struct jg_text s;
    struct jg_inputs in;
    jg_network_inputs(g, &in);
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

/* Whether a head is that of a training whose samples have the inputs of a game: the options that these do not depend on,
 * such as the number of seeds in Kalah, may differ. */
static bool has_inputs_of(const char *head, const struct jg_game *g) {
    char want[HEAD_MAX];
    struct jg_text t;
    size_t game = sizeof MAGIC - 1, name = game + strlen("game ") + strlen(g->kind->name);
    jg_text_init(&t, want, sizeof want);
    print_head(g, &t);
    if (strncmp(head, want, name) || (head[name] != ':' && head[name] != '\n')) return false;
    const char *rest = want + game + strcspn(want + game, "\n");
    return !strncmp(head + game + strcspn(head + game, "\n"), rest, strlen(rest));
}

/* ---- Blocks ------------------------------------------------------------------------------------ */

/* Whether training can use a sample. Its bits are indices into arrays, and anyone can compute a checksum. */
static bool is_valid(const struct jg_learn_sample *s, const struct jg_inputs *in, int words) {
    for (int side = 0; side < 2; side++) {
        const uint64_t *active = s->active + side * words;
        int count = 0, rest = in->count % 64;
        for (int w = 0; w < words; w++) count += __builtin_popcountll(active[w]);
        if (count > in->active || (rest && active[words - 1] >> rest)) return false;
    }
    return s->result <= 2;
}

/* Adds the samples of a block. JG_EINPUT, without a message: they are invalid. */
static enum jg_status take_samples(struct jg_learn_samples *to, const struct jg_inputs *in, const struct block *b,
                                   const unsigned char *bytes, struct jg_error *err) {
    struct jg_learn_samples block = {.words = to->words, .bytes = (unsigned char *)(uintptr_t)bytes};
    size_t each = jg_learn_sample_size(to->words), n = (size_t)b->size / each;
    bool good = b->size % each == 0;
    for (size_t i = 0; i < n && good; i++) good = is_valid(jg_learn_sample_at(&block, i), in, to->words);
    if (!good) return JG_EINPUT;
    if (!n) return JG_OK;
    if (!jg_learn_samples_reserve(to, n)) return no_memory(err);
    memcpy(to->bytes + to->count * each, bytes, (size_t)b->size);
    to->count += n;
    return JG_OK;
}

static bool begin_generation(struct jg_learn_journal *j) {
    size_t *starts = realloc(j->starts, (j->begun + 1) * sizeof *starts);
    if (!starts) return false;
    j->starts = starts;
    starts[j->begun++] = j->samples.count;
    j->done = 0;
    return true;
}

static enum jg_status take_generation(struct jg_learn_journal *j, const unsigned char *bytes, size_t size,
                                      struct jg_error *err) {
    struct jg_learn_generation *history = realloc(j->history, (j->finished + 1) * sizeof *history);
    if (!history) return no_memory(err);
    j->history = history;
    struct jg_learn_generation *to = &history[j->finished];
    memcpy(to, bytes, sizeof *to);
    to->trained.network = NULL;
    int epochs = to->trained.epochs, best = to->trained.best;
    if (epochs < 1 || epochs > JG_LEARN_EPOCHS_MAX || best < 1 || best > epochs) return JG_EINPUT;
    if (to->adopted) {
        char *network = malloc(size - sizeof *to + 1);
        if (!network) return no_memory(err);
        memcpy(network, bytes + sizeof *to, size - sizeof *to);
        free(j->best);
        j->best = network;
        j->best_size = size - sizeof *to;
    }
    j->finished++;
    if (j->open > j->longest) j->longest = j->open;
    j->open = 0;
    return JG_OK;
}

static void take_time(struct jg_learn_journal *j, uint64_t milliseconds) {
    j->spent += milliseconds;
    j->open += milliseconds;
}

/* Takes a block of samples. Those of a new generation follow the end of the one before. */
static enum jg_status take_games(struct jg_learn_journal *j, const struct jg_inputs *in, const struct block *b,
                                 const unsigned char *bytes, struct jg_error *err) {
    bool begins = b->generation == j->begun + 1;
    if (b->generation != j->finished + 1 || (!begins && b->generation != j->begun) || b->games > UINT32_MAX ||
        b->games < (begins ? 0 : j->done))
        return JG_EINPUT;
    if (begins && !begin_generation(j)) return no_memory(err);
    enum jg_status status = take_samples(&j->samples, in, b, bytes, err);
    if (status) return status;
    j->played += b->games - j->done;
    j->done = (uint32_t)b->games;
    return JG_OK;
}

/* Takes a block. JG_EINPUT, without a message: it is invalid or does not follow the earlier ones. */
static enum jg_status take_block(struct jg_learn_journal *j, const struct jg_inputs *in, const struct block *b,
                                 const unsigned char *bytes, struct jg_error *err) {
    if (b->kind == SAMPLES) return take_games(j, in, b, bytes, err);
    if (b->kind == TIME && !b->size) {
        take_time(j, b->games);
        return JG_OK;
    }
    if (b->kind != GENERATION || b->generation != j->finished + 1 || b->generation != j->begun ||
        b->size < sizeof(struct jg_learn_generation))
        return JG_EINPUT;
    return take_generation(j, bytes, (size_t)b->size, err);
}

/* Reads all complete blocks and removes what follows them. */
static enum jg_status read_blocks(struct jg_learn_journal *j, const struct jg_inputs *in, uint64_t size,
                                  struct jg_error *err) {
    off_t at = lseek(j->fd, 0, SEEK_CUR);
    struct block b;
    unsigned char *bytes;
    enum jg_status status;
    while (!(status = next_block(j->fd, j->path, &b, size - (uint64_t)at, &bytes, err)) && bytes) {
        status = take_block(j, in, &b, bytes, err);
        free(bytes);
        if (status) break;
        at += (off_t)(sizeof b + b.size);
    }
    if (status && status != JG_EINPUT) return status;
    if (ftruncate(j->fd, at) || lseek(j->fd, at, SEEK_SET) < 0) return fail_io(err, j->path);
    return JG_OK;
}

/* ---- Opening ------------------------------------------------------------------------------------ */

static enum jg_status open_existing(struct jg_learn_journal *j, const char *want, const struct jg_inputs *in,
                                    uint64_t size, struct jg_error *err) {
    char head[HEAD_MAX];
    if (!read_head(j->fd, head) || !jg_learn_journal_begins(head))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s exists and is not a file of samples; choose another file",
                       j->path);
    if (strcmp(head, want))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s belongs to a training with other settings; --again replaces it, -o chooses another file",
                       j->path);
    return read_blocks(j, in, size, err);
}

/* Locks a journal. A process that was killed while it started a worker leaves the lock to the child for a moment: until that
 * becomes another program, which closes the journal. */
static bool lock_file(int fd) {
    double limit = jg_clock() + LOCK_SECONDS;
    while (flock(fd, LOCK_EX | LOCK_NB)) {
        if (jg_clock() > limit) return false;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE * 1000000L}, NULL);
    }
    return true;
}

/* Opens a file that may be there already, but follows no symbolic link and waits for no pipe: in a shared folder another
 * user may have put one there. */
static enum jg_status open_file(struct jg_learn_journal *j, const char *path, struct stat *about,
                                struct jg_error *err) {
    j->fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (j->fd < 0) return fail_io(err, path);
    if (!lock_file(j->fd)) /* before its size is read: nobody appends from here on */
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: another training writes to it", path);
    if (fstat(j->fd, about)) return fail_io(err, path);
    if (S_ISREG(about->st_mode)) return JG_OK;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s exists and is not a file of samples; choose another file", path);
}

enum jg_status jg_learn_journal_open(struct jg_learn_journal *j, const char *path, const struct jg_game *g,
                                     const char *settings, bool again, struct jg_error *err) {
    char want[HEAD_MAX];
    struct jg_text t;
    struct jg_inputs in;
    struct stat about;
    jg_network_inputs(g, &in);
    *j = (struct jg_learn_journal){.samples = {.words = jg_input_words(in.count)}};
    snprintf(j->path, sizeof j->path, "%s", path);
    jg_text_init(&t, want, sizeof want);
    print_head(g, &t);
    jg_text_add(&t, "settings %s\n\n", settings);
    enum jg_status status = open_file(j, path, &about, err);
    if (status) return status;
    if (about.st_size && again) {
        char head[HEAD_MAX];
        if (!read_head(j->fd, head) || !jg_learn_journal_begins(head))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                           "%s exists and is not a file of samples; choose another file", path);
        if (ftruncate(j->fd, 0) || lseek(j->fd, 0, SEEK_SET)) return fail_io(err, path);
        about.st_size = 0;
    }
    if (about.st_size) return open_existing(j, want, &in, (uint64_t)about.st_size, err);
    if (write_all(j->fd, want, strlen(want))) return JG_OK;
    status = fail_io(err, path);
    (void)!ftruncate(j->fd, 0); /* half a head would be no journal */
    return status;
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
    struct block b = {
        .kind = SAMPLES, .generation = j->begun, .games = j->done + games, .size = (j->samples.count - first) * each};
    j->done += games;
    j->played += games;
    return append(j, &b, j->samples.bytes + first * each, err);
}

enum jg_status jg_learn_journal_spend(struct jg_learn_journal *j, uint64_t milliseconds, struct jg_error *err) {
    struct block b = {.kind = TIME, .generation = j->begun, .games = milliseconds};
    take_time(j, milliseconds);
    return append(j, &b, "", err);
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
    if (!status) status = take_generation(j, bytes, (size_t)b.size, err);
    free(bytes);
    return status;
}

/* ---- Data for other trainings ----------------------------------------------------------------------- */

/* Numbers the games of samples from `before` on, and counts them. */
static void number_games(struct jg_learn_samples *s, size_t first, uint64_t before, uint64_t *games) {
    for (size_t i = first; i < s->count; i++) {
        struct jg_learn_sample *sample = jg_learn_sample_at(s, i);
        sample->game += (uint32_t)before;
        if (sample->game >= *games) *games = (uint64_t)sample->game + 1;
    }
}

/* Adds the samples of all blocks, of which there are `left` bytes. */
static enum jg_status read_samples(int fd, const char *path, const struct jg_inputs *in, uint64_t left,
                                   struct jg_learn_samples *out, uint64_t *games, struct jg_error *err) {
    uint64_t before = *games;
    struct block b;
    unsigned char *bytes;
    enum jg_status status;
    while (!(status = next_block(fd, path, &b, left, &bytes, err)) && bytes) {
        size_t first = out->count;
        if (b.kind == SAMPLES) status = take_samples(out, in, &b, bytes, err);
        free(bytes);
        if (status) break;
        left -= sizeof b + b.size;
        number_games(out, first, before, games);
    }
    if (status == JG_EINPUT || (!status && left))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: truncated or damaged", path);
    return status;
}

enum jg_status jg_learn_journal_read(const char *path, const struct jg_game *g, struct jg_learn_samples *out,
                                     uint64_t *games, struct jg_error *err) {
    char head[HEAD_MAX];
    struct jg_inputs in;
    struct stat about;
    enum jg_status status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail_io(err, path);
    jg_network_inputs(g, &in);
    if (fstat(fd, &about))
        status = fail_io(err, path);
    else if (!S_ISREG(about.st_mode) || !read_head(fd, head) || !has_inputs_of(head, g))
        status = other_game(path, g, err);
    else
        status = read_samples(fd, path, &in, (uint64_t)about.st_size - strlen(head), out, games, err);
    close(fd);
    return status;
}
