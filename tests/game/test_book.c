/* Opening books: counting, finding, reading and writing. */
#include "kuhn.h"
#include "test.h"

#include "core/file.h"
#include "game/book.h"

#include <unistd.h>

/* ---- Counting ------------------------------------------------------------------------------- */

/* A book as a plain list of lines, counted by comparing texts. */
struct line {
    char where[JG_POSITION_MAX + JG_MOVE_MAX];
    int games;
    double points;
};

struct list {
    struct line lines[4000];
    int n;
};

static void count_line(struct list *l, const char *position, const char *move, double points) {
    char where[sizeof l->lines[0].where];
    int i = 0;
    snprintf(where, sizeof where, "%s\t%s", position, move);
    while (i < l->n && strcmp(l->lines[i].where, where)) i++;
    if (i == l->n) {
        assert_true(l->n < 4000);
        l->lines[l->n++] = (struct line){0};
        strcpy(l->lines[i].where, where);
    }
    l->lines[i].games++;
    l->lines[i].points += points;
}

/* Plays a game at random and counts its first plies by hand. */
static void play_and_count(const struct jg_game *g, struct jg_rng *rng, int plies, struct jg_record *r,
                           struct list *l) {
    char position[JG_POSITION_MAX], move[JG_MOVE_MAX];
    assert_int_equal(jg_record_init(r, g, NULL, NULL), JG_OK);
    while (jg_record_turn(r) != JG_OVER)
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), rng), NULL), JG_OK);
    for (int i = 0; i < r->count && i < plies; i++) {
        const void *at = jg_record_state_at(r, i);
        int32_t score = jg_record_score(r, jg_team(jg_turn(g, at)));
        count_line(l, position_text(g, at, position), move_word(g, at, r->moves[i], move),
                   score > 0   ? 1
                   : score < 0 ? 0
                               : 0.5);
    }
}

/* Every line of a book's text after its head is in the list, once, and no other;
 * positions are in order. */
static void compare_text(const char *text, const struct list *l) {
    char before[JG_POSITION_MAX] = "";
    int lines = 0;
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
        char where[sizeof l->lines[0].where];
        int games, at = 0, tabs = 0, i = 0;
        double points;
        size_t length = 0;
        if (p[0] == 'j' || p[0] == 'g' || p[0] == '#') continue;
        for (; tabs < 2; length++) tabs += p[length] == '\t';
        memcpy(where, p, length - 1);
        where[length - 1] = 0;
        assert_int_equal(sscanf(p + length, "%d\t%lf\n%n", &games, &points, &at), 2);
        while (i < l->n && strcmp(l->lines[i].where, where)) i++;
        assert_true(i < l->n && l->lines[i].games == games && l->lines[i].points == points);
        *strchr(where, '\t') = 0;
        assert_true(strcmp(before, where) <= 0);
        strcpy(before, where);
        lines++;
    }
    assert_int_equal(lines, l->n);
}

static void test_counts(void **state) {
    (void)state;
    static const char *const specs[] = {"kalah:houses=3,seeds=2", "tictactoe", "coins:n=9"};
    struct jg_rng rng;
    struct list *l = malloc(sizeof *l);
    jg_rng_init(&rng, test_seed(), 0);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        struct jg_book whole, half[2], back;
        open_spec(&g, specs[i]);
        l->n = 0;
        assert_int_equal(jg_book_init(&whole, &g, NULL), JG_OK);
        for (int h = 0; h < 2; h++) assert_int_equal(jg_book_init(&half[h], &g, NULL), JG_OK);
        for (int game = 0; game < 300; game++) {
            struct jg_record r;
            play_and_count(&g, &rng, 5, &r, l);
            assert_int_equal(jg_book_add(&whole, &r, 5, NULL), JG_OK);
            assert_int_equal(jg_book_add(&half[game % 2], &r, 5, NULL), JG_OK);
            jg_record_free(&r);
        }
        jg_book_sort(&whole);
        jg_book_sort(&half[1]);
        assert_int_equal(jg_book_moves(&whole), l->n);
        assert_int_equal(jg_book_merge(&half[0], &half[1], NULL), JG_OK);
        jg_book_sort(&half[0]);
        char *text = jg_book_write(&whole, "# note\n"), *merged = jg_book_write(&half[0], "# note\n");
        compare_text(text, l);
        assert_string_equal(text, merged); /* whatever way they came together */
        assert_int_equal(jg_book_read(&back, &g, text, NULL), JG_OK);
        char *again = jg_book_write(&back, "# note\n");
        assert_string_equal(text, again);
        free(text), free(merged), free(again);
        jg_book_free(&back);
        jg_book_free(&whole);
        for (int h = 0; h < 2; h++) jg_book_free(&half[h]);
        jg_game_close(&g);
    }
    free(l);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* Books of the first position of Kalah, and the move that is best by them; 0: none. */
static void test_find(void **state) {
    (void)state;
#define START "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1\t"
    static const struct {
        const char *lines;
        jg_move move;
    } books[] = {
        {"", 0},
        {"4,4,0,5,5,5,1,4,4,4,4,4,4,0 1\t6\t1\t1\n", 0},                          /* another position */
        {START "2\t1\t0\n", 2},                                                   /* all that is known, however bad */
        {START "1\t10\t5\n" START "4\t10\t6\n", 4},                               /* 6/12 and 7/12 */
        {START "1\t1\t1\n" START "2\t100\t80\n", 2},                              /* 2/3 and 81/102 */
        {START "1\t1\t1\n" START "2\t100\t60\n", 1},                              /* 2/3 and 61/102 */
        {START "5\t2\t1\n" START "3\t20\t10\n", 3},                               /* equal: the oftener */
        {START "5\t4\t2.5\n" START "3\t4\t2.5\n", 3},                             /* equal: the first in the list */
        {START "1\t3\t1.5\n" START "6\t3\t2\n", 6},                               /* halves count */
        {START "6\t100000000\t99999999.5\n" START "5\t100000000\t99999999\n", 6}, /* without rounding */
    };
#undef START
    struct jg_game g;
    union jg_state start;
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        char text[512];
        struct jg_book b;
        struct jg_error err = {0};
        jg_move move = 0;
        snprintf(text, sizeof text, "jogada book 1\ngame kalah\n%s", books[i].lines);
        if (jg_book_read(&b, &g, text, &err)) fail_msg("%s", err.message);
        assert_int_equal(jg_book_find(&b, &start, &move), books[i].move != 0);
        assert_int_equal(move, books[i].move);
        jg_book_free(&b);
        jg_book_free(&b);
    }
    jg_game_close(&g);
}

/* An illegal move is not found, even if all positions share a key. */
static uint64_t one_key(const struct jg_game *g, const void *state) {
    (void)g, (void)state;
    return 7;
}

static void test_found_moves_are_legal(void **state) {
    (void)state;
    struct jg_game_kind kind;
    struct jg_game g;
    struct jg_book b;
    union jg_state at;
    jg_move move = 0;
    open_spec(&g, "kalah");
    kind = *g.kind;
    jg_game_close(&g);
    kind.key = one_key;
    assert_int_equal(jg_game_open_kind(&g, &kind, "kalah", NULL), JG_OK);
    assert_int_equal(jg_book_read(&b, &g, "jogada book 1\ngame kalah\n4,4,4,4,4,4,0,4,4,4,4,4,4,0 1\t3\t9\t9\n", NULL),
                     JG_OK);
    read_position(&g, "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1", &at); /* house 3 is empty here */
    assert_false(jg_book_find(&b, &at, &move));
    read_position(&g, "0,0,0,0,0,0,30,0,0,0,0,0,0,18 -", &at);
    assert_false(jg_book_find(&b, &at, &move));
    jg_book_free(&b);
    jg_game_close(&g);
}

/* ---- Refusing ------------------------------------------------------------------------------- */

static void test_bad_books(void **state) {
    (void)state;
#define HEAD "jogada book 1\ngame coins\n"
    static const struct {
        const char *text;
        int place;
        const char *message;
    } bad[] = {
        {"", 0, "line 1: not a jogada opening book"},
        {"jogada book 2\ngame coins\n", 0, "line 1: not a jogada opening book"},
        {"jogada book 1", 0, "line 1: not a jogada opening book"},
        {"jogada book 1\ncoins\n", 14, "line 2: expected a line 'game NAME'"},
        {"jogada book 1\ngame coins", 19, "line 2: expected a line 'game NAME'"},
        {"jogada book 1\ngame kalah\n", 19, "line 2: this book is for kalah, not for coins"},
        {"jogada book 1\ngame coin\n", 19, "line 2: this book is for coin, not for coins"},
        {"jogada book 1\ngame coins:n=6\n", 19, "line 2: this book is for coins:n=6, not for coins"},
        {"jogada book 1\ngame coins:x=6\n", 19, "line 2: this book is for coins:x=6, not for coins"},
        {HEAD "6 1\t1\t1\t1\n", 25, "line 3: expected a pile of 0 to 5 coins"},
        {HEAD "# note\n\n5 3\t1\t1\t1\n", 34, "line 5: expected a space and the player to move, 1 or 2"},
        {HEAD "0 1\t1\t1\t1\n", 25, "line 3: no player is to move in this position"},
        {HEAD "5 1\t3\t1\t1\n", 29, "line 3: expected the number of coins to take, 1 to 2"},
        {HEAD "1 1\t2\t1\t1\n", 29, "line 3: expected the number of coins to take, 1 to 1"},
        {HEAD "5 1\t1\t1\t1\n5 1\t2\tx\t1\n", 41, "line 4: expected the number of games"},
        {HEAD "5 1\t1\t0\t0\n", 31, "line 3: expected the number of games"},
        {HEAD "5 1\t1\t-1\t0\n", 31, "line 3: expected the number of games"},
        {HEAD "5 1\t1\t100000001\t0\n", 31, "line 3: expected the number of games"},
        {HEAD "5 1\t1\t99999999999999999999\t0\n", 31, "line 3: expected the number of games"},
        {HEAD "5 1\t1\t2\t2.5\n", 33, "line 3: expected points, 1 for a win and .5 for a draw"},
        {HEAD "5 1\t1\t2\t1.25\n", 33, "line 3: expected points, 1 for a win and .5 for a draw"},
        {HEAD "5 1\t1\t2\n", 32, "line 3: expected points, 1 for a win and .5 for a draw"},
        {HEAD "5 1\t1\t2\t2\tmore\n", 35, "line 3: expected the end of the line"},
        {HEAD "5 1\t1\t1\t1\n4 2\t1\t1\t1\n5 1\t1\t2\t2\n", -1, "lines 3 and 5: the same move in the same position"},
    };
    struct jg_game g;
    open_spec(&g, "coins");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_book b;
        struct jg_error err = {0};
        assert_int_equal(jg_book_read(&b, &g, bad[i].text, &err), JG_EINPUT);
        if (strcmp(err.message, bad[i].message)) fail_msg("%s\n%s", err.message, bad[i].text);
        if (err.position != bad[i].place) fail_msg("place %d, not %d: %s", err.position, bad[i].place, bad[i].text);
        assert_null(b.rows);
        assert_int_equal(jg_book_read(&b, &g, bad[i].text, NULL), JG_EINPUT);
    }
    struct jg_book b;
    struct jg_error err = {.lang = PORTUGUESE};
    assert_int_equal(jg_book_read(&b, &g, HEAD "5 1\t1\tx", &err), JG_EINPUT);
    assert_string_equal(err.message, "linha 3: era esperado o número de partidas");
    assert_int_equal(jg_book_read(&b, &g, "jogada book 1\ngame coins:take=2,n=5\n5 1\t1\t1\t1", &err), JG_OK);
    assert_int_equal(jg_book_moves(&b), 1); /* the same game by another spec, and no newline at the end */
    jg_book_free(&b);
    jg_game_close(&g);
#undef HEAD
}

/* The same lines twice are found out however long the book is. */
static void test_twice_in_a_long_book(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_book b;
    struct jg_error err = {0};
    char *text = malloc(1 << 20);
    int used = sprintf(text, "jogada book 1\ngame coins:n=1000\n");
    open_spec(&g, "coins:n=1000");
    for (int pile = 1; pile <= 1000; pile++) used += sprintf(text + used, "%d 1\t1\t1\t0\n", pile);
    assert_int_equal(jg_book_read(&b, &g, text, &err), JG_OK);
    assert_int_equal(jg_book_positions(&b), 1000);
    jg_book_free(&b);
    sprintf(text + used, "10 1\t1\t1\t0\n");
    assert_int_equal(jg_book_read(&b, &g, text, &err), JG_EINPUT);
    assert_string_equal(err.message, "lines 12 and 1003: the same move in the same position");
    free(text);
    jg_game_close(&g);
}

static void test_files(void **state) {
    (void)state;
    char folder[] = "/tmp/jogada-test-XXXXXX", path[64], message[128];
    struct jg_game g;
    struct jg_book b;
    struct jg_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/book", folder);
    open_spec(&g, "coins");
    assert_int_equal(jg_book_load(&b, &g, path, &err), JG_EIO);
    assert_int_equal(jg_file_write(path, "jogada book 1\ngame coins\n5 1\t1\t1\t.5\n", NULL), JG_OK);
    assert_int_equal(jg_book_load(&b, &g, path, &err), JG_EINPUT);
    snprintf(message, sizeof message, "%s: line 3: expected points, 1 for a win and .5 for a draw", path);
    assert_string_equal(err.message, message);
    assert_int_equal(jg_file_write(path, "jogada book 1\ngame coins\n5 1\t1\t1\t0.5\n", NULL), JG_OK);
    assert_int_equal(jg_book_load(&b, &g, path, &err), JG_OK);
    assert_int_equal(jg_book_moves(&b), 1);
    jg_book_free(&b);
    jg_game_close(&g);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

static void test_hidden_games_have_no_books(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_book b;
    struct jg_error err = {0};
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_book_init(&b, &g, &err), JG_EFIT);
    assert_non_null(strstr(err.message, "kuhn has hidden information"));
    assert_int_equal(jg_book_read(&b, &g, "jogada book 1\ngame kuhn\n", &err), JG_EFIT);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_found_moves_are_legal),
        cmocka_unit_test(test_bad_books),
        cmocka_unit_test(test_twice_in_a_long_book),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_hidden_games_have_no_books),
    };
    test_begin();
    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
