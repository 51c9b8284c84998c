/* Journals of trainings as untrusted files: samples that no game has are refused although their checksum is right,
 * without memory nothing is removed, and links and pipes are not followed. */
#include "clock.h"
#include "learning.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <xxhash.h>

/* Linked with --wrap=malloc and --wrap=realloc: the allocation with this number fails; 0: none. */
static size_t count, failing;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return ++count == failing ? NULL : __real_malloc(size); }
void *__wrap_realloc(void *old, size_t size) { return ++count == failing ? NULL : __real_realloc(old, size); }

enum { GENERATIONS = 2, GAMES = 3 };

/* As in journal.c. */
struct block {
    uint32_t kind, generation;
    uint64_t games, size, checksum;
};

static enum jg_status open_journal(struct jg_learn_journal *j, const char *path, const struct jg_game *g,
                                   struct jg_error *err) {
    return jg_learn_journal_open(j, path, g, "those of a test", false, err);
}

/* Adds the positions of a random game. */
static void play(struct jg_learn_samples *s, const struct jg_game *g, struct jg_rng *rng, uint32_t number) {
    struct jg_record r = {0};
    assert_int_equal(jg_record_init(&r, g, NULL, NULL), JG_OK);
    while (jg_record_turn(&r) != JG_OVER)
        assert_int_equal(jg_record_push(&r, jg_random_move(g, jg_record_state(&r), rng), NULL), JG_OK);
    assert_int_equal(jg_learn_samples_add(s, &r, number, NULL), JG_OK);
    jg_record_free(&r);
}

/* Writes a journal of two generations, of which the first one is finished. */
static void write_journal(const struct folder *f, const struct jg_game *g) {
    struct jg_learn_journal j;
    struct jg_learn_generation *done = calloc(1, sizeof *done);
    struct jg_error err = {0};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    done->number = done->adopted = 1;
    done->trained.epochs = done->trained.best = 1;
    if (open_journal(&j, f->journal, g, &err)) fail_msg("%s", err.message);
    for (int n = 0; n < GENERATIONS; n++) {
        assert_int_equal(jg_learn_journal_begin(&j, NULL), JG_OK);
        for (uint32_t game = 0; game < GAMES; game++) {
            size_t first = j.samples.count;
            play(&j.samples, g, &rng, game);
            assert_int_equal(jg_learn_journal_save(&j, first, 1, NULL), JG_OK);
        }
        if (!n) assert_int_equal(jg_learn_journal_finish(&j, done, "network", 7, NULL), JG_OK);
    }
    jg_learn_journal_close(&j);
    free(done);
}

static off_t size_of(const char *path) {
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_size;
}

static void begin(struct folder *f, struct jg_game *g) {
    make_folder(f);
    open_spec(g, "tictactoe");
    write_journal(f, g);
}

static void end(const struct folder *f, struct jg_game *g) {
    jg_game_close(g);
    remove_folder(f);
}

/* ---- Invalid contents ---------------------------------------------------------------------------- */

/* Changes the first sample of a journal, or the first generation, and sets the checksum right. */
static void change(const char *path, uint32_t kind, void (*how)(void *bytes)) {
    FILE *f = fopen(path, "r+");
    char line[256];
    struct block b;
    assert_non_null(f);
    do assert_non_null(fgets(line, sizeof line, f));
    while (line[0] != '\n');
    for (;;) {
        assert_int_equal(fread(&b, sizeof b, 1, f), 1);
        if (b.kind == kind) break;
        assert_int_equal(fseek(f, (long)b.size, SEEK_CUR), 0);
    }
    long at = ftell(f);
    char *bytes = malloc(b.size);
    assert_int_equal(fread(bytes, b.size, 1, f), 1);
    how(bytes);
    b.checksum = 0;
    b.checksum = XXH3_64bits_withSeed(bytes, b.size, XXH3_64bits(&b, sizeof b));
    assert_int_equal(fseek(f, at - (long)sizeof b, SEEK_SET), 0);
    assert_int_equal(fwrite(&b, sizeof b, 1, f), 1);
    assert_int_equal(fwrite(bytes, b.size, 1, f), 1);
    assert_int_equal(fclose(f), 0);
    free(bytes);
}

static void input_too_high(void *sample) { ((struct jg_learn_sample *)sample)->active[1] |= (uint64_t)1 << 63; }
static void all_inputs(void *sample) { ((struct jg_learn_sample *)sample)->active[0] = 0x3ffff; }
static void no_result(void *sample) { ((struct jg_learn_sample *)sample)->result = 3; }
static void no_epoch(void *generation) { ((struct jg_learn_generation *)generation)->trained.best = 0; }
static void many_epochs(void *generation) { ((struct jg_learn_generation *)generation)->trained.epochs = 1 << 20; }

/* Bits of samples are indices of the training, and so are epochs of the report. */
static void test_invalid_contents(void **state) {
    (void)state;
    static const struct {
        uint32_t kind;
        void (*how)(void *bytes);
    } CASES[] = {{1, input_too_high}, {1, all_inputs}, {1, no_result}, {2, no_epoch}, {2, many_epochs}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct folder f;
        struct jg_game g;
        struct jg_error err = {0};
        struct jg_learn_journal j;
        struct jg_learn_samples samples = {.words = 1};
        uint64_t games = 0;
        begin(&f, &g);
        change(f.journal, CASES[i].kind, CASES[i].how);
        if (CASES[i].kind == 1) {
            assert_int_equal(jg_learn_read_data(f.journal, &g, &samples, &games, &err), JG_EINPUT);
            assert_non_null(strstr(err.message, "damaged"));
        }
        assert_int_equal(open_journal(&j, f.journal, &g, &err), JG_OK); /* what precedes it is used */
        assert_int_equal(j.played, CASES[i].kind == 1 ? 0 : GAMES);
        assert_int_equal(j.finished, 0);
        jg_learn_journal_close(&j);
        jg_learn_samples_free(&samples);
        end(&f, &g);
    }
}

/* ---- Failures ------------------------------------------------------------------------------------ */

/* Each allocation fails in turn: opening reports it, and the file keeps all games. */
static void test_no_memory(void **state) {
    (void)state;
    struct folder f;
    struct jg_game g;
    struct jg_learn_journal j;
    begin(&f, &g);
    off_t size = size_of(f.journal);
    enum jg_status status = JG_EMEMORY;
    for (size_t n = 1; status; n++) {
        struct jg_error err = {0};
        count = 0;
        failing = n;
        status = open_journal(&j, f.journal, &g, &err);
        bool reached = count >= n;
        failing = 0;
        assert_int_equal(size_of(f.journal), size);
        assert_int_equal(status, reached ? JG_EMEMORY : JG_OK);
        if (!status) assert_true(n > 2 * GENERATIONS * GAMES && j.played == GENERATIONS * GAMES && j.finished == 1);
        jg_learn_journal_close(&j);
    }
    end(&f, &g);
}

/* ---- Links and pipes ------------------------------------------------------------------------------ */

static void test_no_file(void **state) {
    (void)state;
    struct folder f;
    struct jg_game g;
    struct jg_learn_journal j;
    struct jg_error err = {0};
    make_folder(&f);
    open_spec(&g, "tictactoe");
    assert_int_equal(symlink(f.network, f.journal), 0); /* to a file that does not exist yet */
    assert_int_equal(open_journal(&j, f.journal, &g, &err), JG_EIO);
    jg_learn_journal_close(&j);
    assert_true(access(f.network, F_OK) && errno == ENOENT);
    unlink(f.journal);
    assert_int_equal(mkfifo(f.journal, 0600), 0);
    assert_int_equal(open_journal(&j, f.journal, &g, &err), JG_EINPUT); /* at once: nobody ever writes to it */
    jg_learn_journal_close(&j);
    end(&f, &g);
}

/* ---- Locks ---------------------------------------------------------------------------------------- */

enum { TRIES = 5 };

/* Releases a lock when somebody has tried to get it a few times. */
static void *release(void *fd) {
    for (struct patience p = {0}; clock_readings() < TRIES; clock_wait(&p, "tries")) continue;
    close(*(int *)fd);
    return NULL;
}

/* What a killed process leaves for a moment: a child with the lock, until that becomes another program. */
static void test_lock_that_is_released(void **state) {
    (void)state;
    struct folder f;
    struct jg_game g;
    struct jg_learn_journal j;
    struct jg_error err = {0};
    pthread_t thread;
    begin(&f, &g);
    int fd = open(f.journal, O_RDWR | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    clock_hold(0); /* so that there is no end of trying */
    assert_int_equal(pthread_create(&thread, NULL, release, &fd), 0);
    assert_int_equal(open_journal(&j, f.journal, &g, &err), JG_OK);
    assert_true(clock_readings() >= TRIES);
    pthread_join(thread, NULL);
    jg_learn_journal_close(&j);
    clock_release();
    end(&f, &g);
}

static void test_lock_of_another_training(void **state) {
    (void)state;
    struct folder f;
    struct jg_game g;
    struct jg_learn_journal j, other;
    struct jg_error err = {0};
    begin(&f, &g);
    assert_int_equal(open_journal(&j, f.journal, &g, &err), JG_OK);
    clock_hold(0.5);
    assert_int_equal(open_journal(&other, f.journal, &g, &err), JG_EIO);
    assert_non_null(strstr(err.message, "another training writes to it"));
    assert_in_range(clock_readings(), 5, 7); /* two seconds */
    clock_release();
    jg_learn_journal_close(&other);
    jg_learn_journal_close(&j);
    end(&f, &g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invalid_contents),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_lock_that_is_released),
        cmocka_unit_test(test_lock_of_another_training),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
