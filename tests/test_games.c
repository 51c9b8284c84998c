/* Every game move by move: pictures in tests/data/moves.txt and whole games in
 * tests/golden. */
#include "test.h"

#include <dirent.h>

/* ---- Pictures: tests/data/moves.txt ------------------------------------------------------ */

static char *next_field(char **line) {
    char *field = *line, *bar = strstr(field, " | ");
    if (bar) *bar = 0;
    *line = bar ? bar + 3 : field + strlen(field);
    return field + strspn(field, " ");
}

static void test_pictures(void **state) {
    (void)state;
    char line[1024];
    int pictures = 0;
    FILE *f = fopen(TEST_DATA "/moves.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *p = line, after[JG_POSITION_MAX], words[256];
        struct jg_game g;
        union jg_state at;
        struct jg_error err = {0};
        struct jg_text t;
        jg_move move;
        line[strcspn(line, "\n")] = 0;
        if (!line[0] || line[0] == '#') continue;
        char *spec = next_field(&p), *before = next_field(&p), *word = next_field(&p), *want = next_field(&p);
        char *told = next_field(&p);
        open_spec(&g, spec);
        read_position(&g, before, &at);
        if (g.kind->parse_move(&g, &at, word, &move, &err)) {
            if (strncmp(want, "refused: ", 9) || strcmp(want + 9, err.message))
                fail_msg("%s %s %s: %s", spec, before, word, err.message);
        } else {
            jg_text_init(&t, words, sizeof words);
            g.kind->describe_move(&g, &at, move, JG_EN, &t);
            jg_apply(&g, &at, move);
            position_text(&g, &at, after);
            if (strcmp(after, want)) fail_msg("%s: %s, move %s: %s, not %s", spec, before, word, after, want);
            if (told[0] && strcmp(told, words)) fail_msg("%s: %s, move %s: '%s'", spec, before, word, words);
        }
        pictures++;
        jg_game_close(&g);
    }
    fclose(f);
    assert_true(pictures >= 25);
}

/* ---- Golden games: tests/golden/ ----------------------------------------------------------- */

/* First line the spec and the first position, then a move and the position after it a line. */
static void replay_golden(const char *name) {
    char path[256], line[1024], after[JG_POSITION_MAX];
    struct jg_game g;
    union jg_state at;
    int moves = 0;
    snprintf(path, sizeof path, TEST_GOLDEN "/%s", name);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("%s is missing", path);
    assert_non_null(fgets(line, sizeof line, f));
    line[strcspn(line, "\n")] = 0;
    char *start = strchr(line, ' ');
    *start++ = 0;
    open_spec(&g, line);
    jg_start(&g, &at);
    assert_string_equal(position_text(&g, &at, after), start);
    for (; fgets(line, sizeof line, f); moves++) {
        struct jg_error err = {0};
        jg_move move;
        line[strcspn(line, "\n")] = 0;
        char *want = strchr(line, ' ');
        *want++ = 0;
        if (g.kind->parse_move(&g, &at, line, &move, &err)) fail_msg("%s: move %d: %s", name, moves + 1, err.message);
        jg_apply(&g, &at, move);
        if (strcmp(position_text(&g, &at, after), want))
            fail_msg("%s: move %d: %s, not %s", name, moves + 1, after, want);
    }
    fclose(f);
    assert_int_equal(jg_turn(&g, &at), JG_OVER);
    assert_true(moves > 2);
    jg_game_close(&g);
}

static void test_golden_games(void **state) {
    (void)state;
    int games = 0;
    DIR *folder = opendir(TEST_GOLDEN);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        replay_golden(entry->d_name);
        games++;
    }
    closedir(folder);
    assert_true(games >= 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_golden_games),
    };
    return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
