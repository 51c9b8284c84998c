/* The endgame database against a plain search of every position, and its file under damage, races and full disks. */
#include "games/kalah/endgame.h"
#include "bench/games/kalah/plain.h"
#include "core/hash.h"
#include "test.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

static char folder[] = "/tmp/jogada-endings-XXXXXX";

/* The number of files in the folder besides the lock file. */
static int files_there(void) {
    char path[100];
    snprintf(path, sizeof path, "%s/jogada", folder);
    DIR *d = opendir(path);
    int n = 0;
    for (struct dirent *f; d && (f = readdir(d));) n += f->d_name[0] != '.' && strcmp(f->d_name, "kalah.lock");
    if (d) closedir(d);
    return n;
}

static void clear(void) {
    char line[100];
    snprintf(line, sizeof line, "rm -rf %s/jogada", folder);
    assert_int_equal(system(line), 0);
}

static struct jg_kalah_endgame *open_with(const struct jg_kalah_endgame_params *ask, bool want_made) {
    struct jg_error err = {0};
    bool made = !want_made;
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(ask, &made, &err);
    if (!e) fail_msg("%s", err.message);
    assert_int_equal(made, want_made);
    return e;
}

static struct jg_kalah_endgame *made_here(int houses, bool emptycapture, int seeds, int threads) {
    return open_with(
        &(struct jg_kalah_endgame_params){
            .houses = houses, .emptycapture = emptycapture, .seeds = seeds, .threads = threads},
        true);
}

/* The plain search with memoization: positions from the mover's side, a few bits per house. */
enum { SEEN = 1 << 21 };
static struct seen {
    uint64_t key;
    int8_t gain;
} * seen;

static uint64_t key_of(const struct plain_kalah *k) {
    uint64_t key = 1;
    for (int i = 0; i < 2 * k->houses; i++) {
        int side = i / k->houses ^ k->player;
        key = key << (k->houses < 6 ? 6 : 5) | (uint64_t)k->place[side * (k->houses + 1) + i % k->houses];
    }
    return key;
}

static int ahead(const struct plain_kalah *k, int player) {
    int d = k->place[k->houses] - k->place[2 * k->houses + 1];
    return player ? -d : d;
}

static int plain_gain(const struct plain_kalah *k) {
    uint64_t key = key_of(k);
    size_t at = (key * 0x9e3779b97f4a7c15) >> 40;
    for (at %= SEEN; seen[at].key && seen[at].key != key;) at = (at + 1) % SEEN;
    if (seen[at].key) return seen[at].gain;
    int moves[10], n = plain_kalah_moves(k, moves), best = -100;
    for (int i = 0; i < n; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        int gain = ahead(&next, k->player) - ahead(k, k->player);
        if (!next.over) gain += (next.player == k->player ? 1 : -1) * plain_gain(&next);
        if (gain > best) best = gain;
    }
    while (seen[at].key) at = (at + 1) % SEEN; /* the table may have grown meanwhile */
    seen[at] = (struct seen){key, (int8_t)best};
    return best;
}

static void forget(void) {
    free(seen);
    seen = calloc(SEEN, sizeof *seen);
    assert_non_null(seen);
}

static void check(const struct jg_kalah_endgame *e, const int *house) {
    struct plain_kalah k;
    uint64_t side[2] = {0};
    int sum[2] = {0};
    plain_kalah_start(&k, e->houses, 0, e->emptycapture);
    for (int i = 0; i < 2 * e->houses; i++) {
        k.place[i / e->houses * (e->houses + 1) + i % e->houses] = house[i];
        side[i / e->houses] |= (uint64_t)house[i] << 8 * (i % e->houses);
        sum[i / e->houses] += house[i];
    }
    int want = sum[0] && sum[1] ? plain_gain(&k) : sum[0] - sum[1], got = jg_kalah_endgame_probe(e, side[0], side[1]);
    if (got != want) {
        char text[100];
        plain_kalah_print(&k, text, sizeof text);
        fail_msg("%s: %d, should be %d", text, got, want);
    }
}

/* Every way to place at most `seeds` seeds into the houses from `at` on. */
static int check_all(const struct jg_kalah_endgame *e, int *house, int at, int seeds) {
    if (at == 2 * e->houses) {
        check(e, house);
        return 1;
    }
    int n = 0;
    for (house[at] = 0; house[at] <= seeds; house[at]++) n += check_all(e, house, at + 1, seeds - house[at]);
    return n;
}

/* With h houses a side 2h + 1 seeds make one lap, and more than twice that number two. */
static void test_every_position(void **state) {
    static const int SEEDS[] = {0, 32, 16, 11, 8, 6, 6};
    for (int houses = 1; houses <= JG_KALAH_ENDGAME_HOUSES_MAX; houses++)
        for (int rules = 0; rules < 2; rules++) {
            int house[12];
            struct jg_kalah_endgame *e = made_here(houses, rules, SEEDS[houses], 1);
            forget();
            assert_int_equal(jg_kalah_endgame_seeds(e), SEEDS[houses]);
            assert_int_equal(check_all(e, house, 0, SEEDS[houses]), jg_kalah_endgame_size(houses, SEEDS[houses]));
            jg_kalah_endgame_close(e);
        }
    (void)state;
}

static void test_random_positions(void **state) {
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int rules = 0; rules < 2; rules++)
        for (int houses = 3; houses <= JG_KALAH_ENDGAME_HOUSES_MAX; houses += 3) {
            struct jg_kalah_endgame *e = made_here(houses, rules,
                                                   houses == 3              ? 24
                                                   : test_scaled(100) < 100 ? 12
                                                                            : 14,
                                                   2);
            forget();
            for (int n = test_scaled(houses == 3 ? 1000 : 40); n; n--) {
                int house[12] = {0}, heap = (int)jg_rng_below(&rng, 12); /* often with many in one house */
                for (int i = 0; i < e->seeds - (houses == 3) * 8; i++)
                    house[i % 3 ? (int)jg_rng_below(&rng, (uint32_t)(2 * houses)) : heap % (2 * houses)]++;
                check(e, house);
            }
            jg_kalah_endgame_close(e);
        }
    (void)state;
}

/* Exact values of whole games: Irving, Donkers and Uiterwijk 2000 for empty capture, as far as the two rules agree
 * for both. */
static void test_published_values(void **state) {
    static const struct {
        int houses, seeds, standard, emptycapture;
    } GAMES[] = {{1, 1, 0, 0}, {1, 2, -2, -2}, {1, 3, 6, 6},   {1, 4, -2, -2},   {1, 5, 2, 2}, {1, 6, 0, 0},
                 {2, 1, 2, 2}, {2, 2, -2, -2}, {2, 3, -2, -2}, {2, 4, -10, -12}, {2, 5, 6, 6}, {2, 6, 8, 8},
                 {3, 1, 0, 0}, {3, 2, 4, 4},   {3, 3, 2, 2},   {3, 4, 2, 2},     {3, 5, 6, 6}, {4, 1, 2, 2},
                 {4, 2, 6, 6}, {5, 1, 0, 0},   {6, 1, 2, 2}};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        for (int rules = 0; rules < 2; rules++) {
            int h = GAMES[i].houses, want = rules ? GAMES[i].emptycapture : GAMES[i].standard;
            struct jg_kalah_endgame *e = made_here(h, rules, 2 * h * GAMES[i].seeds, 2);
            uint64_t side = 0;
            for (int j = 0; j < h; j++) side |= (uint64_t)GAMES[i].seeds << 8 * j;
            int got = jg_kalah_endgame_probe(e, side, side);
            if (got != want) fail_msg("(%d,%d) rules %d: %d, should be %d", h, GAMES[i].seeds, rules, got, want);
            jg_kalah_endgame_close(e);
        }
    (void)state;
}

static void test_threads_do_not_matter(void **state) {
    for (int rules = 0; rules < 2; rules++) {
        struct jg_kalah_endgame *one = made_here(6, rules, 11, 1), *two = made_here(6, rules, 11, 2);
        assert_memory_equal(one->values, two->values, jg_kalah_endgame_size(6, 11));
        jg_kalah_endgame_close(one);
        jg_kalah_endgame_close(two);
    }
    (void)state;
}

static const struct jg_kalah_endgame_params SMALL = {.houses = 6, .seeds = 4, .threads = 1, .save = true};

static char *path_of(const struct jg_kalah_endgame_params *ask) {
    static char path[200];
    assert_int_equal(jg_kalah_endgame_path(path, sizeof path, ask->houses, ask->emptycapture, ask->seeds, NULL), JG_OK);
    return path;
}

static size_t read_whole(const char *path, char *out, size_t room) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(out, 1, room, f);
    fclose(f);
    return n;
}

static void write_whole(const char *path, const char *bytes, size_t n) {
    unlink(path); /* a process that has it mapped is not affected */
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void test_file_is_saved(void **state) {
    clear();
    assert_false(jg_kalah_endgame_exists(6, false, 6));
    struct jg_kalah_endgame_params ask = SMALL;
    ask.save = false;
    jg_kalah_endgame_close(open_with(&ask, true));
    assert_int_equal(files_there(), 0);
    struct jg_kalah_endgame *made = open_with(&SMALL, true), *loaded = open_with(&ask, false);
    assert_memory_equal(made->values, loaded->values, jg_kalah_endgame_size(6, 4));
    assert_ptr_not_equal(made->values, loaded->values);
    jg_kalah_endgame_close(made);
    jg_kalah_endgame_close(loaded);
    ask = (struct jg_kalah_endgame_params){.houses = 6, .seeds = 6, .save = true};
    jg_kalah_endgame_close(open_with(&ask, true));
    assert_int_equal(files_there(), 2);
    assert_true(jg_kalah_endgame_exists(6, false, 6));
    assert_true(jg_kalah_endgame_exists(6, false, 4));
    assert_false(jg_kalah_endgame_exists(6, false, 5));
    assert_false(jg_kalah_endgame_exists(6, true, 6));
    assert_false(jg_kalah_endgame_exists(5, false, 6));
    (void)state;
}

/* A small database is read from the beginning of a larger file, whose other blocks stay on the disk. */
static void test_part_of_a_larger_file(void **state) {
    enum { BLOCK = 4 << 20 };
    struct jg_kalah_endgame_params large = {.houses = 6, .seeds = 14, .save = true}, small = SMALL;
    clear();
    assert_int_equal(jg_kalah_endgame_largest(6, false), 0);
    struct jg_kalah_endgame *whole = open_with(&large, true);
    assert_true(jg_kalah_endgame_size(6, 14) > 2 * BLOCK);
    assert_int_equal(jg_kalah_endgame_largest(6, false), 14);
    assert_int_equal(jg_kalah_endgame_largest(6, true), 0);
    small.larger = true;
    struct jg_kalah_endgame *part = open_with(&small, false);
    assert_int_equal(part->mapped, BLOCK);
    assert_int_equal(jg_kalah_endgame_seeds(part), 4);
    assert_memory_equal(part->values, whole->values, jg_kalah_endgame_size(6, 4));
    assert_memory_equal(part->last[2], whole->last[2], 3 * sizeof **part->last);
    jg_kalah_endgame_close(part);
    jg_kalah_endgame_close(whole);
    assert_int_equal(files_there(), 1);
    jg_kalah_endgame_close(open_with(&SMALL, true)); /* exactly as asked for */
    assert_int_equal(files_there(), 2);
    (void)state;
}

static void test_files_are_described(void **state) {
    static const struct {
        const char *name, *what;
    } files[] = {{"kalah-6-12.endings", "Kalah endgame database: houses 6, up to 12 seeds"},
                 {"kalah-5-9-emptycapture.endings", "Kalah endgame database: houses 5, up to 9 seeds, emptycapture"},
                 {"kalah-5-9.endings.part", "Kalah endgame database: houses 5, up to 9 seeds (incomplete)"},
                 {"kalah.lock", ""},
                 {"kalah-5.endings", ""},
                 {"kalah-5-9.ending", ""},
                 {"kalah-5-9.endings2", ""},
                 {"", ""}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char what[128];
        struct jg_text t;
        jg_text_init(&t, what, sizeof what);
        assert_int_equal(jg_kalah_endgame_describe(files[i].name, JG_EN, &t), files[i].what[0] != 0);
        assert_string_equal(what, files[i].what);
    }
    (void)state;
}

/* A modified file is built again and is then identical to the original. */
static void assert_mended(const char *whole, size_t size, const int8_t *values, const char *what, size_t at) {
    static char now[1 << 15];
    struct jg_error err = {0};
    bool made = false;
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(&SMALL, &made, &err);
    assert_non_null(e);
    if (!made) fail_msg("%s at %zu was not noticed", what, at);
    assert_memory_equal(e->values, values, jg_kalah_endgame_size(6, 4));
    jg_kalah_endgame_close(e);
    assert_int_equal(read_whole(path_of(&SMALL), now, sizeof now), size);
    assert_memory_equal(now, whole, size);
    assert_int_equal(files_there(), 1);
}

enum { HEADER = 56, SUMS = 4096, VALUES = 8192 }; /* offsets of the parts of the file */

static void test_damage_is_noticed(void **state) {
    static char whole[1 << 15], bad[1 << 15];
    clear();
    struct jg_kalah_endgame *e = open_with(&SMALL, true);
    const char *path = path_of(&SMALL);
    size_t size = read_whole(path, whole, sizeof whole);
    assert_int_equal(size, VALUES + jg_kalah_endgame_size(6, 4));
    for (size_t n = 0; n < size; n += n < 70 || n > size - 70 ? 7 : 500) {
        write_whole(path, whole, n);
        assert_mended(whole, size, e->values, "a cut", n);
    }
    for (size_t i = 0; i < size; i += i >= VALUES ? 37 : 1) {
        if (i == HEADER) i = SUMS;
        if (i == SUMS + 8) i = VALUES;
        memcpy(bad, whole, size);
        bad[i] = (char)(bad[i] ^ 1 << i % 8);
        write_whole(path, bad, size);
        assert_mended(whole, size, e->values, "another byte", i);
    }
    write_whole(path, whole, size + 1);
    assert_mended(whole, size, e->values, "one byte more", 0);
    memset(bad, 'x', size);
    write_whole(path, bad, size);
    assert_mended(whole, size, e->values, "another file", 0);
    jg_kalah_endgame_close(e);
    (void)state;
}

static void test_others_files_are_noticed(void **state) {
    static char whole[1 << 15], bad[1 << 15];
    clear();
    struct jg_kalah_endgame_params other = SMALL;
    other.emptycapture = true;
    jg_kalah_endgame_close(open_with(&other, true));
    size_t size = read_whole(path_of(&other), bad, sizeof bad);
    clear();
    struct jg_kalah_endgame *e = open_with(&SMALL, true);
    const char *path = path_of(&SMALL);
    assert_int_equal(read_whole(path, whole, sizeof whole), size);
    write_whole(path, bad, size);
    assert_mended(whole, size, e->values, "other rules", 0);

    memcpy(bad, whole, size); /* another version with a valid checksum */
    bad[8]++;
    XXH64_hash_t sum = XXH3_64bits(bad, HEADER - 8);
    memcpy(bad + HEADER - 8, &sum, 8);
    write_whole(path, bad, size);
    assert_mended(whole, size, e->values, "another version", 0);

    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_mended(whole, size, e->values, "a folder", 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0666), 0);
    assert_mended(whole, size, e->values, "a pipe", 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/nowhere/at/all", path), 0);
    assert_mended(whole, size, e->values, "a link to nothing", 0);

    char inside[300]; /* a folder that is not empty is not ours to remove */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(inside, sizeof inside, "%s/theirs", path);
    write_whole(inside, "x", 1);
    struct jg_kalah_endgame *here = open_with(&SMALL, true);
    assert_memory_equal(here->values, e->values, jg_kalah_endgame_size(6, 4));
    assert_int_equal(access(inside, F_OK), 0);
    assert_int_equal(files_there(), 1);
    jg_kalah_endgame_close(here);
    jg_kalah_endgame_close(e);
    (void)state;
}

static const struct jg_kalah_endgame_params LARGE = {.houses = 6, .seeds = 11, .threads = 1, .save = true};

static void test_two_processes_make_one(void **state) {
    for (int round = 0; round < 2; round++) {
        clear();
        pid_t child[3];
        int made_by = 0;
        for (int i = 0; i < 3; i++) {
            if ((child[i] = fork())) continue;
            bool made = false;
            struct jg_kalah_endgame *e = jg_kalah_endgame_open(&LARGE, &made, NULL);
            _exit(!e || jg_kalah_endgame_probe(e, 1 << 8, 1) == 99 ? 2 : made);
        }
        for (int i = 0; i < 3; i++) {
            int status;
            assert_int_equal(waitpid(child[i], &status, 0), child[i]);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
            made_by += WEXITSTATUS(status);
        }
        assert_int_equal(made_by, 1);
        assert_int_equal(files_there(), 1);
    }
    (void)state;
}

/* Two processes build at the same time. */
static void die(void *arg, uint64_t done, uint64_t positions) {
    (void)arg;
    if (done > positions / 3) raise(SIGKILL);
}

static void halt(void *arg, uint64_t done, uint64_t positions) {
    assert_true(done <= positions);
    if (done > positions / 3) atomic_store((atomic_bool *)arg, true);
}

static void test_a_killed_process_leaves_nothing(void **state) {
    clear();
    struct jg_kalah_endgame_params ask = LARGE;
    ask.progress = die;
    pid_t child = fork();
    if (!child) {
        jg_kalah_endgame_open(&ask, &(bool){false}, NULL);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    char part[300]; /* as on a file system without O_TMPFILE */
    snprintf(part, sizeof part, "%s.part", path_of(&LARGE));
    if (!access(part, F_OK)) assert_int_equal(unlink(part), 0);
    assert_int_equal(files_there(), 0);
    write_whole(part, "half of it", 10);
    jg_kalah_endgame_close(open_with(&LARGE, true));
    assert_int_equal(files_there(), 1);
    (void)state;
}

static void assert_stopped(struct jg_kalah_endgame_params *ask, atomic_bool *stop) {
    struct jg_error err = {0};
    bool made = true;
    ask->stop = stop;
    ask->arg = stop;
    assert_null(jg_kalah_endgame_open(ask, &made, &err));
    assert_int_equal(err.code, JG_ESTOP);
    assert_false(made);
    assert_int_equal(files_there(), 0);
}

/* Stops in the last layer, which is nearly half of all positions. */
static void halt_late(void *arg, uint64_t done, uint64_t positions) {
    if (done > positions / 5 * 4) atomic_store((atomic_bool *)arg, true);
}

static void test_stopping_late_leaves_nothing(void **state) {
    (void)state;
    clear();
    struct jg_kalah_endgame_params ask = {.houses = 6, .seeds = 14, .threads = 1, .save = true, .progress = halt_late};
    atomic_bool stop = false;
    assert_stopped(&ask, &stop);
}

static void test_stopping_leaves_nothing(void **state) {
    clear();
    for (int threads = 1; threads <= 2; threads++) {
        struct jg_kalah_endgame_params ask = LARGE;
        atomic_bool now = true, later = false;
        ask.threads = threads;
        ask.progress = halt;
        assert_stopped(&ask, &now);
        assert_stopped(&ask, &later);
    }
    (void)state;
}

/* An open database does not change when its file is truncated or overwritten. Runs in a child process, which might
 * crash. */
static void test_changes_do_not_matter(void **state) {
    clear();
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct jg_kalah_endgame *made = open_with(&LARGE, true), *loaded = open_with(&LARGE, false);
        size_t size = jg_kalah_endgame_size(6, LARGE.seeds);
        char *noise = malloc(size);
        chmod(path_of(&LARGE), 0600);
        FILE *f = fopen(path_of(&LARGE), "r+");
        memset(noise, 'x', size);
        if (!f || fwrite(noise, 1, size, f) != size || fclose(f)) _exit(2);
        if (memcmp(made->values, loaded->values, size)) _exit(3);
        if (truncate(path_of(&LARGE), 0)) _exit(4);
        int8_t *copy = malloc(size); /* every value is read */
        memcpy(copy, loaded->values, size);
        if (memcmp(copy, made->values, size)) _exit(5);
        struct jg_kalah_endgame *again = open_with(&LARGE, true);
        if (memcmp(copy, again->values, size)) _exit(6);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(files_there(), 1);
    (void)state;
}

/* What the library believes to be free; 0: what is. */
static uint64_t available;

uint64_t __real_jg_memory_available(void);
uint64_t __wrap_jg_memory_available(void);

uint64_t __wrap_jg_memory_available(void) { return available ? available : __real_jg_memory_available(); }

/* A database that takes most of the memory is copied, too: truncating its file does not end the process. One that does
 * not fit is refused, whether or not it has a file. */
static void test_little_memory(void **state) {
    struct jg_kalah_endgame_params ask = LARGE;
    struct jg_error err = {0};
    bool made;
    clear();
    ask.seeds = 13;
    size_t size = jg_kalah_endgame_size(6, ask.seeds);
    jg_kalah_endgame_close(open_with(&ask, true));
    available = size + 1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct jg_kalah_endgame *loaded = open_with(&ask, false);
        uint64_t before = jg_hash(loaded->values, size);
        chmod(path_of(&ask), 0600);
        if (truncate(path_of(&ask), 0)) _exit(2);
        _exit(jg_hash(loaded->values, size) == before ? 0 : 3);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    for (int i = 0; i < 2; i++) { /* with a damaged file, and with none */
        available = size - 1;
        assert_null(jg_kalah_endgame_open(&ask, &made, &err));
        assert_int_equal(err.code, JG_EMEMORY);
        assert_string_equal(err.message, "a database of 13 seeds needs 5.0 MB of memory, but only 5.0 MB is available");
        available = 0;
        clear();
    }
    jg_kalah_endgame_close(open_with(&ask, true));
    available = size - 1;
    assert_null(jg_kalah_endgame_open(&ask, &made, &err)); /* with a good one */
    available = 0;
    (void)state;
}

/* The file is read-only, and symbolic links are not followed. */
static void test_its_file_is_safe(void **state) {
    clear();
    jg_kalah_endgame_close(open_with(&SMALL, true));
    struct stat about;
    assert_int_equal(stat(path_of(&SMALL), &about), 0);
    assert_int_equal(about.st_mode & 0222, 0);
    char part[300], victim[300];
    snprintf(part, sizeof part, "%s.part", path_of(&SMALL));
    snprintf(victim, sizeof victim, "%s/victim", folder);
    write_whole(victim, "precious", 8);
    assert_int_equal(unlink(path_of(&SMALL)), 0);
    assert_int_equal(symlink(victim, part), 0);
    jg_kalah_endgame_close(open_with(&SMALL, true));
    assert_int_equal(stat(victim, &about), 0);
    assert_int_equal(about.st_size, 8);
    assert_int_equal(unlink(victim), 0);
    (void)state;
}

static void wait_here(void *arg, uint64_t done, uint64_t positions) {
    int fd = *(int *)arg;
    if (write(fd, "x", 1) != 1) _exit(1);
    for (;;) pause();
    (void)done, (void)positions;
}

static void *stop_soon(void *arg) {
    usleep(60000);
    atomic_store((atomic_bool *)arg, true);
    return NULL;
}

/* A process that waits for another to build the database can be stopped. */
static void test_waiting_can_be_stopped(void **state) {
    clear();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child) {
        struct jg_kalah_endgame_params ask = LARGE;
        ask.progress = wait_here;
        ask.arg = &ends[1];
        jg_kalah_endgame_open(&ask, &(bool){false}, NULL);
        _exit(0);
    }
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    struct jg_kalah_endgame_params ask = LARGE;
    atomic_bool stop = false;
    pthread_t other;
    pthread_create(&other, NULL, stop_soon, &stop);
    assert_stopped(&ask, &stop);
    pthread_join(other, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    (void)state;
}

/* The database is built even where nothing can be written. */
static void test_without_a_place(void **state) {
    clear();
    struct jg_kalah_endgame *loaded = open_with(&SMALL, true);
    char home[100];
    snprintf(home, sizeof home, "%s/file", folder);
    write_whole(home, "", 0);
    setenv("XDG_CACHE_HOME", home, 1);
    struct jg_kalah_endgame *e = open_with(&SMALL, true);
    assert_memory_equal(e->values, loaded->values, jg_kalah_endgame_size(6, 4));
    jg_kalah_endgame_close(e);
    assert_false(jg_kalah_endgame_exists(6, false, 6));

    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    jg_kalah_endgame_close(open_with(&SMALL, true));
    setenv("HOME", folder, 1);
    jg_kalah_endgame_close(open_with(&SMALL, true));
    jg_kalah_endgame_close(open_with(&SMALL, false)); /* ~/.cache */
    setenv("XDG_CACHE_HOME", folder, 1);

    struct jg_kalah_endgame_params ask = SMALL; /* a read-only folder */
    ask.seeds = 5;
    chmod(folder, 0755);
    char mine[100];
    snprintf(mine, sizeof mine, "%s/jogada", folder);
    chmod(mine, 0555);
    bool root = geteuid() == 0;
    if (root) assert_int_equal(seteuid(65534), 0);
    jg_kalah_endgame_close(open_with(&ask, true));
    jg_kalah_endgame_close(open_with(&SMALL, false));
    if (root) assert_int_equal(seteuid(0), 0);
    chmod(mine, 0755);
    assert_int_equal(files_there(), 1);

    struct rlimit before, little; /* a full disk */
    getrlimit(RLIMIT_FSIZE, &before);
    little = before;
    little.rlim_cur = 9000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    jg_kalah_endgame_close(open_with(&ask, true));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(files_there(), 1);
    jg_kalah_endgame_close(loaded);
    (void)state;
}

/* Agents with a clock have their database before it starts, not at the first probe. */
static void test_agents_prepare_it(void **state) {
    static const struct {
        const char *agent;
        int seeds; /* 0: it uses no database */
    } AGENTS[] = {{"ab", JG_KALAH_ENDGAME_SEEDS_DEFAULT},
                  {"mcts", JG_KALAH_ENDGAME_SEEDS_DEFAULT},
                  {"mcts:endings=0", 0},
                  {"kalah.perfect:endings=13", 13},
                  {"kalah.perfect", 16},
                  {"kalah.perfect:solve=0", JG_KALAH_ENDGAME_SEEDS_DEFAULT}};
    for (size_t i = 0; i < sizeof AGENTS / sizeof *AGENTS; i++) {
        struct jg_game g;
        struct jg_agent a;
        clear();
        open_spec(&g, "kalah:houses=3,seeds=6");
        assert_int_equal(jg_agent_open(&a, &g, AGENTS[i].agent, NULL), JG_OK);
        assert_false(jg_kalah_endgame_exists(3, false, JG_KALAH_ENDGAME_SEEDS_DEFAULT));
        assert_int_equal(jg_agent_prepare(&a, NULL, NULL), JG_OK);
        assert_int_equal(jg_kalah_endgame_exists(3, false, JG_KALAH_ENDGAME_SEEDS_DEFAULT), AGENTS[i].seeds > 0);
        if (AGENTS[i].seeds) assert_true(jg_kalah_endgame_exists(3, false, AGENTS[i].seeds));
        int files = files_there();
        assert_int_equal(jg_agent_prepare(&a, NULL, NULL), JG_OK);
        assert_int_equal(files_there(), files);
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    clear();
    (void)state;
}

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    return setenv("XDG_CACHE_HOME", folder, 1);
}

static int remove_folder(void **state) {
    (void)state;
    free(seen);
    char line[100];
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return system(line);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_agents_prepare_it),
        cmocka_unit_test(test_file_is_saved),
        cmocka_unit_test(test_part_of_a_larger_file),
        cmocka_unit_test(test_files_are_described),
        cmocka_unit_test(test_damage_is_noticed),
        cmocka_unit_test(test_others_files_are_noticed),
        cmocka_unit_test(test_changes_do_not_matter),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_its_file_is_safe),
        cmocka_unit_test(test_two_processes_make_one),
        cmocka_unit_test(test_a_killed_process_leaves_nothing),
        cmocka_unit_test(test_stopping_late_leaves_nothing),
        cmocka_unit_test(test_stopping_leaves_nothing),
        cmocka_unit_test(test_waiting_can_be_stopped),
        cmocka_unit_test(test_without_a_place),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
