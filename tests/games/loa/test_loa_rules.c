/* The rules of Lines of Action as pictures; tests/games/loa/rules.txt describes the cases and their format. Checked
 * on the game and on the plain implementation. */
#include "bench/games/loa/plain.h"
#include "test.h"

enum { LINE = 256, PLIES = 64 };

struct picture {
    char title[LINE], spec[LINE], player, moves[LINE];
    char before[64 + 1], after[64 + 1]; /* squares from a8 to h1; after: "" if it is not shown */
    char result[LINE];
};

/* ---- Reading -------------------------------------------------------------------------------- */

static bool next_line(FILE *f, char *line) {
    if (!fgets(line, LINE, f)) return false;
    line[strcspn(line, "\n")] = 0;
    return true;
}

/* A rank: its number, eight squares, and perhaps eight more. */
static void read_rank(struct picture *c, const char *line, int rank) {
    int n = 0;
    if (line[0] != '0' + rank) fail_msg("%s: expected rank %d: %s", c->title, rank, line);
    for (const char *p = line + 1; *p; p++) {
        if (*p == ' ') continue;
        if (!strchr(".bw+x", *p) || n == 16) fail_msg("%s: not a square: %s", c->title, p);
        char *board = n < 8 ? c->before : c->after;
        board[8 * (8 - rank) + n++ % 8] = *p;
    }
    if (n != 8 && n != 16) fail_msg("%s: %d squares: %s", c->title, n, line);
}

static bool read_picture(FILE *f, struct picture *c) {
    char line[LINE];
    *c = (struct picture){0};
    do
        if (!next_line(f, line)) return false;
    while (!line[0] || line[0] == '#');
    strcpy(c->title, line);
    if (!next_line(f, line) || sscanf(line, "%255s | %c |%255[^\n]", c->spec, &c->player, c->moves) < 2)
        fail_msg("%s: expected GAME | b or w | moves", c->title);
    for (int rank = 8; rank >= 1; rank--) {
        assert_true(next_line(f, line));
        read_rank(c, line, rank);
    }
    if (!next_line(f, line) || strncmp(line, "   a b c d e f g h", 18)) fail_msg("%s: expected the files", c->title);
    if (!next_line(f, line) || strncmp(line, "-> ", 3)) fail_msg("%s: expected '-> '", c->title);
    strcpy(c->result, line + 3);
    return true;
}

/* The position as text: the plain one prints it. */
static void begin(const struct picture *c, struct plain_loa *p, char text[80]) {
    *p = (struct plain_loa){.player = c->player,
                            .both_mover = strstr(c->spec, "both=mover"),
                            .nomove_loss = strstr(c->spec, "nomove=loss")};
    for (int i = 0; i < 64; i++) p->board[7 - i / 8][i % 8] = c->before[i];
    plain_loa_judge(p);
    plain_loa_print(p, text);
}

static void squares_of(const struct plain_loa *p, char out[64 + 1]) {
    for (int i = 0; i < 64; i++) out[i] = p->board[7 - i / 8][i % 8];
    out[64] = 0;
}

/* ---- Both at once ---------------------------------------------------------------------------- */

struct play {
    struct plain_loa plain;
    char past[PLIES][80]; /* positions as texts, by which the plain implementation counts repetitions */
    int plies, repeat;
    struct jg_record fast;
};

static void remember(struct play *y) {
    int times = 1;
    assert_true(y->plies < PLIES);
    plain_loa_print(&y->plain, y->past[y->plies]);
    for (int i = 0; i < y->plies; i++) times += !strcmp(y->past[i], y->past[y->plies]);
    if (y->repeat && times >= y->repeat && !y->plain.winner) y->plain.winner = '=';
    y->plies++;
}

static struct plain_loa_move read_move(const char *word) {
    if (!strcmp(word, "pass")) return (struct plain_loa_move){-1, -1, -1, -1};
    return (struct plain_loa_move){word[1] - '1', word[0] - 'a', word[4] - '1', word[3] - 'a'};
}

/* Makes a move in both. Returns the reason for a refusal, or NULL. */
static const char *make_move(struct play *y, const char *word) {
    const struct jg_game *g = y->fast.game;
    struct plain_loa_move m = read_move(word);
    const char *why = plain_loa_why_not(&y->plain, m);
    jg_move move;
    struct jg_error err = {0};
    bool taken =
        jg_record_turn(&y->fast) != JG_OVER && !g->kind->parse_move(g, jg_record_state(&y->fast), word, &move, &err);
    if (taken == (why != NULL)) fail_msg("%s is %s; by the plain rules: %s", word, taken ? "taken" : "refused", why);
    if (why) return why;
    assert_int_equal(jg_record_push(&y->fast, move, NULL), JG_OK);
    plain_loa_move(&y->plain, m);
    remember(y);
    return NULL;
}

static void plain_result(const struct play *y, char out[LINE]) {
    char winner = y->plain.winner;
    if (winner == '=')
        strcpy(out, "draw");
    else
        sprintf(out, "%c %s", winner ? winner : y->plain.player, winner ? "wins" : "to move");
}

static void fast_result(const struct play *y, char out[LINE]) {
    int turn = jg_record_turn(&y->fast), score = turn == JG_OVER ? jg_record_score(&y->fast, 0) : 0;
    if (turn >= 0)
        sprintf(out, "%c to move", "bw"[turn]);
    else
        strcpy(out, score > 0 ? "b wins" : score < 0 ? "w wins" : "draw");
}

static void check_result(const struct picture *c, const struct play *y) {
    char plain[LINE], fast[LINE], squares[65], text[80], fast_text[JG_POSITION_MAX];
    plain_result(y, plain);
    fast_result(y, fast);
    if (strcmp(fast, c->result) || strcmp(plain, c->result))
        fail_msg("%s: %s; by the plain rules %s", c->title, fast, plain);
    squares_of(&y->plain, squares);
    assert_string_equal(squares, c->after[0] ? c->after : c->before);
    plain_loa_print(&y->plain, text);
    assert_string_equal(position_text(y->fast.game, jg_record_state(&y->fast), fast_text), text);
}

/* The moves of a piece, drawn on the board. */
static void check_targets(const struct picture *c, const struct play *y, const char *square) {
    const struct jg_game *g = y->fast.game;
    const void *state = jg_record_state(&y->fast);
    char plain[65], fast[65], want[LINE];
    struct plain_loa_move list[PLAIN_LOA_MOVES];
    jg_move moves[JG_MOVES_MAX];
    int n = plain_loa_moves(&y->plain, list), m = jg_moves(g, state, moves), found = 0;
    squares_of(&y->plain, plain);
    squares_of(&y->plain, fast);
    for (int i = 0; i < n; i++) {
        int to = 8 * (7 - list[i].to_rank) + list[i].to_file;
        if (list[i].from_file != square[0] - 'a' || list[i].from_rank != square[1] - '1') continue;
        plain[to] = c->before[to] == '.' ? '+' : 'x';
        found++;
    }
    for (int i = 0; i < m; i++) {
        char word[JG_MOVE_MAX];
        move_word(g, state, moves[i], word);
        if (strncmp(word, square, 2)) continue;
        fast[8 * ('8' - word[4]) + word[3] - 'a'] = word[2] == 'x' ? 'x' : '+';
    }
    if (strcmp(plain, c->after) || strcmp(fast, c->after)) fail_msg("%s: %s, %s", c->title, fast, plain);
    sprintf(want, "%d %s", found, found == 1 ? "move" : "moves");
    assert_string_equal(c->result, want);
}

static void check_picture(struct picture *c) {
    struct jg_game g;
    struct play y = {.plies = 0};
    struct jg_error err = {0};
    char text[80], *more, *word = strtok_r(c->moves, " ", &more);
    const char *why = NULL;
    begin(c, &y.plain, text);
    open_spec(&g, c->spec);
    const char *repeat = strstr(c->spec, "repeat=");
    y.repeat = repeat ? atoi(repeat + 7) : 3;
    if (jg_record_init(&y.fast, &g, text, &err)) fail_msg("%s: %s", c->title, err.message);
    remember(&y);
    if (word && strlen(word) == 2) {
        check_targets(c, &y, word);
    } else {
        for (; word; word = strtok_r(NULL, " ", &more)) {
            if (why) fail_msg("%s: a move after one that is refused", c->title);
            why = make_move(&y, word);
        }
        if (!why)
            check_result(c, &y);
        else if (strncmp(c->result, "refused: ", 9) || strcmp(c->result + 9, why))
            fail_msg("%s: refused: %s", c->title, why);
    }
    jg_record_free(&y.fast);
    jg_game_close(&g);
}

static void test_rules(void **state) {
    (void)state;
    struct picture c;
    int pictures = 0;
    FILE *f = fopen(TEST_GAMES "/loa/rules.txt", "r");
    assert_non_null(f);
    for (; read_picture(f, &c); pictures++) check_picture(&c);
    fclose(f);
    assert_true(pictures >= 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rules)};
    return cmocka_run_group_tests_name("loa rules", tests, NULL, NULL);
}
