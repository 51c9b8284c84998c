/* Files of our own and files that users asked for: permissions, and what others leave in our way. */
#include "test.h"

#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 300 };

static enum { RANDOM, ZEROES, FAILING } entropy;

/* In place of the C library's. */
int getentropy(void *out, size_t size) {
    memset(out, 0, size);
    if (entropy != RANDOM) return entropy == ZEROES ? 0 : -1;
    return getrandom(out, size, 0) == (ssize_t)size ? 0 : -1;
}

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/jogada-file-XXXXXX");
    entropy = RANDOM;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    char line[PATH];
    (void)state;
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return system(line);
}

static char *in_folder(char out[PATH], const char *name) {
    snprintf(out, PATH, "%s/%s", folder, name);
    return out;
}

static unsigned mode_of(const char *path) {
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 0777;
}

static int entries(void) {
    DIR *d = opendir(folder);
    int n = -2; /* itself and its parent */
    assert_non_null(d);
    while (readdir(d)) n++;
    closedir(d);
    return n;
}

static void assert_text(const char *path, const char *text) {
    struct jg_error err = {0};
    char *is = jg_file_read(path, 1000, &err);
    if (!is) fail_msg("%s", err.message);
    assert_string_equal(is, text);
    free(is);
}

static void test_modes(void **state) {
    char path[PATH];
    struct jg_error err = {0};
    mode_t before = umask(027);
    (void)state;
    assert_int_equal(jg_file_write(in_folder(path, "theirs"), "x", &err), JG_OK);
    assert_int_equal(mode_of(path), 0640);
    assert_int_equal(jg_file_write_private(in_folder(path, "ours"), "x", &err), JG_OK);
    assert_int_equal(mode_of(path), 0600);
    umask(before);
}

static void test_data_folder(void **state) {
    char path[PATH], where[PATH];
    struct jg_error err = {0};
    mode_t before = umask(0);
    (void)state;
    setenv("XDG_DATA_HOME", in_folder(path, "share"), 1);
    assert_int_equal(jg_file_data_path(where, sizeof where, "unfinished/a", &err), JG_OK);
    assert_int_equal(mode_of(in_folder(path, "share/jogada")), 0700);
    assert_int_equal(mode_of(in_folder(path, "share/jogada/unfinished")), 0700);
    assert_int_equal(chmod(in_folder(path, "share"), 0755), 0);
    assert_int_equal(chmod(in_folder(path, "share/jogada"), 0755), 0); /* as older versions made it */
    assert_int_equal(jg_file_data_path(where, sizeof where, "jogada.db", &err), JG_OK);
    assert_string_equal(where, in_folder(path, "share/jogada/jogada.db"));
    assert_int_equal(mode_of(in_folder(path, "share/jogada")), 0700);
    assert_int_equal(mode_of(in_folder(path, "share")), 0755); /* that one is not ours */
    umask(before);
}

/* Others who may write to the folder lay links where they expect our file. */
static void test_links_in_our_way(void **state) {
    char path[PATH], victim[PATH], trap[PATH + 32];
    struct jg_error err = {0};
    (void)state;
    in_folder(path, "game");
    assert_int_equal(jg_file_write(in_folder(victim, "victim"), "precious", &err), JG_OK);
    snprintf(trap, sizeof trap, "%s.%ld.part", path, (long)getpid()); /* the name is another */
    assert_int_equal(symlink(victim, trap), 0);
    assert_int_equal(jg_file_write(path, "new", &err), JG_OK);
    assert_text(path, "new");
    assert_text(victim, "precious");

    entropy = ZEROES; /* even one who has guessed the name gains nothing */
    snprintf(trap, sizeof trap, "%s.%016x.part", path, 0);
    assert_int_equal(symlink(victim, trap), 0);
    assert_int_equal(jg_file_write(path, "newer", &err), JG_EIO);
    assert_text(path, "new");
    assert_text(victim, "precious");
    assert_int_equal(unlink(trap), 0);
    assert_int_equal(jg_file_write(path, "newer", &err), JG_OK);
    assert_text(path, "newer");
    assert_int_equal(entries(), 3);
}

static void test_no_entropy(void **state) {
    char path[PATH];
    struct jg_error err = {0};
    (void)state;
    entropy = FAILING;
    assert_int_equal(jg_file_write(in_folder(path, "game"), "x", &err), JG_EIO);
    assert_string_equal(err.message, "the system provides no random numbers");
    assert_int_equal(entries(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {TEST(test_modes), TEST(test_data_folder), TEST(test_links_in_our_way),
                                       TEST(test_no_entropy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
