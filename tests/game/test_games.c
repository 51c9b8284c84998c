/* Every game move by move: single moves in tests/games/NAME/moves.txt and whole games in tests/games/NAME/golden. */
#include "facts.h"
#include "test.h"

#include <dirent.h>

/* ---- Single moves --------------------------------------------------------------------------- */

static char *next_field(char **line) {
    char *field = *line, *bar = strstr(field, " | ");
    if (bar) *bar = 0;
    *line = bar ? bar + 3 : field + strlen(field);
    return field + strspn(field, " ");
}

static void check_move(char *line) {
    char *p = line, after[JG_POSITION_MAX], words[256];
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    struct jg_text t;
    jg_move move;
    char *spec = next_field(&p), *before = next_field(&p), *word = next_field(&p), *want = next_field(&p);
    char *expected = next_field(&p);
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
        if (expected[0] && strcmp(expected, words)) fail_msg("%s: %s, move %s: '%s'", spec, before, word, words);
    }
    jg_game_close(&g);
}

static void check_moves_of(const char *game) {
    char path[512], line[1024];
    int moves = 0;
    snprintf(path, sizeof path, TEST_GAMES "/%s/moves.txt", game);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("tests/games/%s/moves.txt is missing", game);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (!line[0] || line[0] == '#') continue;
        check_move(line);
        moves++;
    }
    fclose(f);
    if (moves < 4) fail_msg("tests/games/%s/moves.txt has only %d moves", game, moves);
}

static void test_moves(void **state) {
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++) check_moves_of(jg_game_kind_at(i)->name);
}

/* ---- Golden games ---------------------------------------------------------------------------- */

/* First line the spec and the first position, then a move and the position after it a line. */
static void replay_golden(const char *path) {
    char line[1024], after[JG_POSITION_MAX];
    struct jg_game g;
    union jg_state at;
    int moves = 0;
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
        if (g.kind->parse_move(&g, &at, line, &move, &err)) fail_msg("%s: move %d: %s", path, moves + 1, err.message);
        jg_apply(&g, &at, move);
        if (strcmp(position_text(&g, &at, after), want))
            fail_msg("%s: move %d: %s, not %s", path, moves + 1, after, want);
    }
    fclose(f);
    assert_int_equal(jg_turn(&g, &at), JG_OVER);
    assert_true(moves > 2);
    jg_game_close(&g);
}

static int golden_games_of(const char *game) {
    char path[512];
    int games = 0;
    snprintf(path, sizeof path, TEST_GAMES "/%s/golden", game);
    DIR *folder = opendir(path);
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, TEST_GAMES "/%s/golden/%s", game, entry->d_name);
        replay_golden(path);
        games++;
    }
    closedir(folder);
    return games;
}

static void excuse(const struct fact *fact, void *arg) {
    const char **game = arg;
    if (*game && !strcmp(fact->game, *game) && !strcmp(fact->fields[0], "golden")) *game = NULL;
}

/* Every game has one, unless its facts say why not. */
static void test_golden_games(void **state) {
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        const char *game = jg_game_kind_at(i)->name;
        if (golden_games_of(game)) continue;
        for_facts("lacks", excuse, &game);
        if (game) fail_msg("tests/games/%s/golden has no game", game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_golden_games),
    };
    return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
