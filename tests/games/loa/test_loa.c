/* Lines of Action against the plain implementation in bench/games/loa: every position, move and result must agree. */
#include "games/loa/loa.h"
#include "bench/games/loa/plain.h"
#include "test.h"

#include <math.h>

static const char *const SPECS[4] = {"loa", "loa:both=mover", "loa:nomove=loss", "loa:both=mover,nomove=loss"};

static void options(struct plain_loa *p, int spec) {
    p->both_mover = spec & 1;
    p->nomove_loss = spec & 2;
}

static int below(struct jg_rng *rng, int n) { return (int)jg_rng_below(rng, (uint32_t)n); }

/* ---- Coverage: each kind of position must occur ------------------------------------------- */

#define KINDS(X)                                                                                                       \
    X(OPEN, "open")                                                                                                    \
    X(WON, "one side connected")                                                                                       \
    X(BOTH_DRAWN, "both connected, drawn")                                                                             \
    X(BOTH_WON, "both connected, won by the mover")                                                                    \
    X(SINGLE, "a single piece")                                                                                        \
    X(SINGLES, "single pieces on both sides")                                                                          \
    X(ALL, "all 24 pieces")                                                                                            \
    X(PASSES, "must pass")                                                                                             \
    X(STUCK_LOST, "lost for want of a move")                                                                           \
    X(STUCK_BOTH, "no move for either side")                                                                           \
    X(MANY, "more than 50 moves")                                                                                      \
    X(CAPTURE, "a capture")                                                                                            \
    X(WINS, "a move that connects the mover")                                                                          \
    X(GIVES, "a capture that connects the opponent alone")                                                             \
    X(DRAWS, "a move that connects both")                                                                              \
    X(SHUTS_IN, "a move that leaves the opponent none")                                                                \
    X(LAST_BUT_ONE, "a capture that leaves a single piece")

enum kind {
#define X(name, words) name,
    KINDS(X)
#undef X
        KIND_COUNT
};
static const char *const KIND_WORDS[] = {
#define X(name, words) words,
    KINDS(X)
#undef X
};

static void tell_kinds(const int *met) {
    for (int k = 0; k < KIND_COUNT; k++) printf("# %9d %s\n", met[k], KIND_WORDS[k]);
}

static int pieces_of(const struct plain_loa *p, char colour) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += p->board[i / 8][i % 8] == colour;
    return n;
}

static bool has_move(const struct plain_loa *p, char colour) {
    struct plain_loa turned = *p;
    struct plain_loa_move moves[PLAIN_LOA_MOVES];
    turned.player = colour;
    turned.winner = 0;
    plain_loa_moves(&turned, moves);
    return moves[0].from_rank >= 0;
}

static void note_position(const struct plain_loa *p, int *met) {
    int black = pieces_of(p, 'b'), white = pieces_of(p, 'w');
    bool both = plain_loa_connected(p, 'b') && plain_loa_connected(p, 'w');
    met[OPEN] += !p->winner;
    met[WON] += p->winner && plain_loa_connected(p, 'b') != plain_loa_connected(p, 'w');
    met[BOTH_DRAWN] += both && p->winner == '=';
    met[BOTH_WON] += both && p->winner != '=';
    met[SINGLE] += (black == 1) != (white == 1);
    met[SINGLES] += black == 1 && white == 1;
    met[ALL] += black + white == 24;
    if (plain_loa_connected(p, 'b') || plain_loa_connected(p, 'w') || has_move(p, p->player)) return;
    met[PASSES] += !p->winner;
    met[STUCK_LOST] += p->winner && p->winner != p->player;
    met[STUCK_BOTH] += !has_move(p, p->player == 'b' ? 'w' : 'b');
}

static void note_move(const struct plain_loa *before, const struct plain_loa *after, int *met) {
    bool mine = plain_loa_connected(after, before->player), theirs = plain_loa_connected(after, after->player);
    bool capture = pieces_of(after, after->player) < pieces_of(before, after->player);
    met[CAPTURE] += capture;
    met[WINS] += mine && !theirs && after->winner == before->player;
    met[GIVES] += !mine && theirs && after->winner == after->player;
    met[DRAWS] += mine && theirs;
    met[SHUTS_IN] += !mine && !theirs && !has_move(after, after->player);
    met[LAST_BUT_ONE] += capture && pieces_of(after, after->player) == 1;
}

/* ---- Comparing one position --------------------------------------------------------------- */

/* Text, turn and result agree, and the fast state equals byte by byte the one parsed from its own text: the
 * incremental fields are right. */
static void compare_state(const struct jg_game *g, const void *fast, const struct plain_loa *p) {
    char text[JG_POSITION_MAX], plain_text[80];
    union jg_state read;
    position_text(g, fast, text);
    plain_loa_print(p, plain_text);
    assert_string_equal(text, plain_text);
    int turn = jg_turn(g, fast);
    if (turn != (p->winner ? JG_OVER : p->player == 'w')) fail_msg("%s: turn %d", text, turn);
    if (turn == JG_OVER) {
        int score = p->winner == '=' ? 0 : p->winner == 'b' ? 1 : -1;
        if (jg_score(g, fast, 0) != score || jg_score(g, fast, 1) != -score) fail_msg("%s: not %d", text, score);
    }
    read_position(g, text, &read);
    if (memcmp(fast, &read, g->state_size)) fail_msg("%s: the state is not what its text gives", text);
}

/* Counts, sums and lists that evaluators use. */
static void compare_counts(const struct jg_loa_state *s, const struct plain_loa *p) {
    static const int steps[JG_LOA_LINES][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}}; /* rank, file */
    int count[2] = {0}, files[2] = {0}, ranks[2] = {0};
    for (int square = 0; square < 64; square++) {
        int rank = square / 8, file = square % 8, seat = p->board[rank][file] == 'w';
        for (int line = 0; line < JG_LOA_LINES; line++)
            assert_int_equal(jg_loa_line_count(s, (unsigned)square, line),
                             plain_loa_count(p, rank, file, steps[line][0], steps[line][1]));
        if (p->board[rank][file] == '.') continue;
        count[seat]++;
        files[seat] += file;
        ranks[seat] += rank;
    }
    for (int seat = 0; seat < 2; seat++) {
        struct jg_loa_mass mass = jg_loa_mass(s, seat);
        assert_true(mass.count == count[seat] && mass.files == files[seat] && mass.ranks == ranks[seat]);
        assert_int_equal(jg_loa_connected(s->pieces[seat]), plain_loa_connected(p, "bw"[seat]));
    }
}

struct child {
    char word[JG_MOVE_MAX]; /* first: the sort key */
    jg_move fast;
    struct plain_loa_move plain;
};

static int by_word(const void *a, const void *b) { return strcmp(a, b); }

/* The moves of both as texts in the same order. Returns their number. */
static int compare_moves(const struct jg_game *g, const void *fast, const struct plain_loa *p, struct child *out) {
    struct child plain[PLAIN_LOA_MOVES];
    struct plain_loa_move plain_moves[PLAIN_LOA_MOVES];
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, fast, moves), m = plain_loa_moves(p, plain_moves);
    char text[JG_POSITION_MAX];
    if (n != m) fail_msg("%s: %d moves, not %d", position_text(g, fast, text), n, m);
    for (int i = 0; i < n; i++) {
        out[i].fast = moves[i];
        move_word(g, fast, moves[i], out[i].word);
        plain[i].plain = plain_moves[i];
        plain_loa_print_move(p, plain_moves[i], plain[i].word);
    }
    qsort(out, (size_t)n, sizeof *out, by_word);
    qsort(plain, (size_t)n, sizeof *plain, by_word);
    for (int i = 0; i < n; i++) {
        if (strcmp(out[i].word, plain[i].word))
            fail_msg("%s: %s, not %s", position_text(g, fast, text), out[i].word, plain[i].word);
        out[i].plain = plain[i].plain;
    }
    return n;
}

/* Random moves: both agree whether they are legal. */
static void compare_legal(const struct jg_game *g, const void *fast, const struct plain_loa *p, struct jg_rng *rng) {
    char text[JG_POSITION_MAX];
    for (int i = 0; i < 10; i++) {
        unsigned from = jg_rng_below(rng, 64), to = jg_rng_below(rng, 64);
        struct plain_loa_move m = {(int)from / 8, (int)from % 8, (int)to / 8, (int)to % 8};
        jg_move move = jg_loa_move(from, to);
        if (move == JG_LOA_PASS || !move) continue;
        if (jg_legal(g, fast, move) != !plain_loa_why_not(p, m))
            fail_msg("%s: %u to %u", position_text(g, fast, text), from, to);
    }
    bool may_pass = !plain_loa_why_not(p, (struct plain_loa_move){-1, -1, -1, -1});
    assert_int_equal(jg_legal(g, fast, JG_LOA_PASS), may_pass);
}

static void compare(const struct jg_game *g, const void *fast, const struct plain_loa *p, struct jg_rng *rng,
                    int *met) {
    struct child children[PLAIN_LOA_MOVES + 1];
    compare_state(g, fast, p);
    compare_counts(fast, p);
    compare_legal(g, fast, p, rng);
    note_position(p, met);
    if (p->winner) return;
    int n = compare_moves(g, fast, p, children);
    met[MANY] += n > 50;
    for (int i = 0; i < n; i++) {
        union jg_state child;
        struct plain_loa plain_child = *p;
        memcpy(&child, fast, g->state_size);
        jg_apply(g, &child, children[i].fast);
        plain_loa_move(&plain_child, children[i].plain);
        compare_state(g, &child, &plain_child);
        note_move(p, &plain_child, met);
    }
}

/* ---- Positions of all kinds --------------------------------------------------------------- */

static bool put(struct plain_loa *p, int rank, int file, char colour) {
    if (rank < 0 || rank > 7 || file < 0 || file > 7 || p->board[rank][file] != '.') return false;
    p->board[rank][file] = colour;
    return true;
}

static void throw_anywhere(struct plain_loa *p, char colour, int n, struct jg_rng *rng) {
    while (n) n -= put(p, below(rng, 8), below(rng, 8), colour);
}

static void throw_to_edge(struct plain_loa *p, char colour, int n, struct jg_rng *rng) {
    while (n) {
        int edge = 7 * below(rng, 2), along = below(rng, 8);
        n -= below(rng, 2) ? put(p, edge, along, colour) : put(p, along, edge, colour);
    }
}

/* One group, unless it found no room. */
static void grow(struct plain_loa *p, char colour, int n, struct jg_rng *rng) {
    int placed = 0, rank[12], file[12];
    for (int tries = 0; placed < n; tries++) {
        int at = placed ? below(rng, placed) : 0;
        bool loose = !placed || tries > 50;
        rank[placed] = loose ? below(rng, 8) : rank[at] + below(rng, 3) - 1;
        file[placed] = loose ? below(rng, 8) : file[at] + below(rng, 3) - 1;
        placed += put(p, rank[placed], file[placed], colour);
    }
}

/* A group and one piece elsewhere. */
static void grow_nearly(struct plain_loa *p, char colour, int n, struct jg_rng *rng) {
    if (n > 1) grow(p, colour, n - 1, rng);
    throw_anywhere(p, colour, 1, rng);
}

static void make_ending(struct plain_loa *p, char colour, int n, struct jg_rng *rng) {
    throw_anywhere(p, colour, 1 + n % 3, rng);
}

typedef void fill_function(struct plain_loa *p, char colour, int n, struct jg_rng *rng);
static fill_function *const FILLS[] = {throw_anywhere, throw_to_edge, grow, grow_nearly, make_ending};
enum { FILL_COUNT = sizeof FILLS / sizeof *FILLS };

/* Positions in which a side cannot move, found by a separate search. */
struct stuck {
    char text[256][80];
    int n;
};

static void read_stuck(struct stuck *s) {
    char line[256];
    FILE *f = fopen(TEST_GAMES "/loa/stuck.txt", "r");
    assert_non_null(f);
    for (s->n = 0; fgets(line, sizeof line, f) && s->n < 256;)
        if (line[0] != '#' && line[0] != '\n') snprintf(s->text[s->n++], 80, "%.*s", (int)strcspn(line, "\n"), line);
    fclose(f);
    assert_true(s->n >= 20);
}

static int index_of(struct plain_loa *p, char colour, struct jg_rng *rng) {
    for (;;) {
        int square = below(rng, 64);
        if (p->board[square / 8][square % 8] == colour) return square;
    }
}

/* Undoes a random move or capture of the side that is not to move, if a few tries find one. */
static void unmove(struct plain_loa *p, bool capture, struct jg_rng *rng) {
    char mover = p->player == 'b' ? 'w' : 'b';
    for (int tries = 0; tries < 40; tries++) {
        struct plain_loa before = *p;
        int to = index_of(p, mover, rng), from = index_of(p, '.', rng);
        before.board[to / 8][to % 8] = capture ? p->player : '.';
        before.board[from / 8][from % 8] = before.player = mover;
        before.winner = 0;
        if (plain_loa_why_not(&before, (struct plain_loa_move){from / 8, from % 8, to / 8, to % 8})) continue;
        *p = before;
        return;
    }
}

/* One of them unchanged, rotated, reflected, a move earlier, or with one piece more or fewer. */
static void make_stuck(struct plain_loa *p, const struct stuck *stuck, struct jg_rng *rng) {
    struct plain_loa found = *p;
    bool flip = below(rng, 2), mirror = below(rng, 2), swap = below(rng, 2), other = below(rng, 2);
    plain_loa_parse(&found, stuck->text[below(rng, stuck->n)]);
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            char c = found.board[flip ? 7 - rank : rank][mirror ? 7 - file : file];
            if (other && c != '.') c = c == 'b' ? 'w' : 'b';
            p->board[swap ? file : rank][swap ? rank : file] = c;
        }
    p->player = other ? (found.player == 'b' ? 'w' : 'b') : found.player;
    int change = below(rng, 4);
    if (change == 0) unmove(p, false, rng);
    if (change < 3) return;
    char colour = "bw"[below(rng, 2)];
    int rank = below(rng, 8), file = below(rng, 8);
    if (pieces_of(p, colour) < 12)
        put(p, rank, file, colour);
    else
        p->board[rank][file] = '.';
}

static void make_position(struct plain_loa *p, const struct stuck *stuck, struct jg_rng *rng) {
    memset(p->board, '.', sizeof p->board);
    p->player = "bw"[below(rng, 2)];
    int how = below(rng, 8);
    if (how == 0) {
        make_stuck(p, stuck, rng);
    } else if (how == 1) { /* a move before both are connected */
        grow(p, 'b', 1 + below(rng, 11), rng);
        grow(p, 'w', 1 + below(rng, 11), rng);
        unmove(p, true, rng);
    } else {
        bool all = below(rng, 8) == 0;
        FILLS[below(rng, FILL_COUNT)](p, 'b', all ? 12 : 1 + below(rng, 12), rng);
        FILLS[below(rng, FILL_COUNT)](p, 'w', all ? 12 : 1 + below(rng, 12), rng);
    }
    plain_loa_judge(p);
}

static void test_positions_agree(void **state) {
    (void)state;
    struct jg_game g[4];
    struct jg_rng rng;
    struct stuck stuck;
    int met[KIND_COUNT] = {0};
    jg_rng_init(&rng, test_seed(), 0);
    read_stuck(&stuck);
    for (int i = 0; i < 4; i++) open_spec(&g[i], SPECS[i]);
    for (int i = 0; i < test_scaled(60000); i++) {
        struct plain_loa p = {0};
        union jg_state fast;
        char text[80];
        options(&p, i % 4);
        make_position(&p, &stuck, &rng);
        plain_loa_print(&p, text);
        read_position(&g[i % 4], text, &fast);
        compare(&g[i % 4], &fast, &p, &rng, met);
    }
    tell_kinds(met);
    for (int k = 0; k < KIND_COUNT; k++)
        if (!met[k]) fail_msg("no position with %s was met", KIND_WORDS[k]);
    for (int i = 0; i < 4; i++) jg_game_close(&g[i]);
}

/* Random games, in step. */
static void test_games_agree(void **state) {
    (void)state;
    struct jg_game g[4];
    struct jg_rng rng;
    int met[KIND_COUNT] = {0}, games = 0;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < 4; i++) open_spec(&g[i], SPECS[i]);
    for (int done = 0; done < test_scaled(40000); games++) {
        struct plain_loa p;
        union jg_state fast;
        plain_loa_start(&p, games & 1, games & 2);
        jg_start(&g[games % 4], &fast);
        for (;; done++) {
            struct child children[PLAIN_LOA_MOVES + 1];
            compare(&g[games % 4], &fast, &p, &rng, met);
            if (p.winner) break;
            const struct child *c = &children[below(&rng, compare_moves(&g[games % 4], &fast, &p, children))];
            jg_apply(&g[games % 4], &fast, c->fast);
            plain_loa_move(&p, c->plain);
        }
    }
    tell_kinds(met);
    assert_true(met[OPEN] && met[WON] && met[CAPTURE] && met[WINS] && met[ALL]);
    for (int i = 0; i < 4; i++) jg_game_close(&g[i]);
}

/* ---- Connection ---------------------------------------------------------------------------- */

static uint64_t random_set(struct jg_rng *rng) {
    uint64_t set = jg_rng_next(rng);
    switch (below(rng, 4)) {
    case 0: return set;
    case 1: return set & jg_rng_next(rng) & jg_rng_next(rng);
    case 2: set = jg_loa_bit((unsigned)set & 63); break;
    default: set = jg_loa_bit((unsigned)set & 63) | jg_loa_bit(jg_rng_below(rng, 64));
    }
    for (int n = below(rng, 12); n > 0; n--) { /* a piece or two, grown */
        uint64_t next = 0, around = 0;
        for (unsigned s = 0; s < 64; s++)
            if (set >> s & 1)
                for (int r = (int)s / 8 - 1; r <= (int)s / 8 + 1; r++)
                    for (int f = (int)s % 8 - 1; f <= (int)s % 8 + 1; f++)
                        if (r >= 0 && r < 8 && f >= 0 && f < 8) around |= jg_loa_bit((unsigned)(8 * r + f));
        for (around &= ~set; around && !next;) {
            uint64_t bit = jg_loa_bit(jg_rng_below(rng, 64));
            if (around & bit) next = bit;
        }
        set |= next;
    }
    return set;
}

/* Any set of squares, also of more pieces than a side has. */
static void test_connection(void **state) {
    (void)state;
    struct jg_rng rng;
    int connected[2] = {0}, n = test_scaled(2000000);
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < n; i++) {
        struct plain_loa p = {0};
        uint64_t set = random_set(&rng);
        if (!set) continue;
        for (int s = 0; s < 64; s++) p.board[s / 8][s % 8] = set >> s & 1 ? 'b' : '.';
        bool plain = plain_loa_connected(&p, 'b');
        if (jg_loa_connected(set) != plain) fail_msg("%#llx: %d", (unsigned long long)set, !plain);
        connected[plain]++;
    }
    assert_true(connected[0] > n / 5 && connected[1] > n / 5);
}

/* All sets of up to three squares, and the parts of a spiral: the longest path of a flood fill. */
static void test_connection_small(void **state) {
    (void)state;
    struct plain_loa p;
    for (unsigned a = 0; a < 64; a++)
        for (unsigned b = a; b < 64; b++)
            for (unsigned c = b; c < 64; c++) {
                memset(&p, '.', sizeof p.board);
                p.board[a / 8][a % 8] = p.board[b / 8][b % 8] = p.board[c / 8][c % 8] = 'b';
                assert_int_equal(jg_loa_connected(jg_loa_bit(a) | jg_loa_bit(b) | jg_loa_bit(c)),
                                 plain_loa_connected(&p, 'b'));
            }
    static const uint64_t snake = 0x7f407f017f407f01u; /* without its two ends and turns it has gaps */
    assert_true(jg_loa_connected(snake));
    for (unsigned s = 0; s < 64; s++) {
        if (!(snake >> s & 1)) continue;
        memset(&p, '.', sizeof p.board);
        for (unsigned k = 0; k < 64; k++)
            if (k != s && snake >> k & 1) p.board[k / 8][k % 8] = 'b';
        assert_int_equal(jg_loa_connected(snake ^ jg_loa_bit(s)), plain_loa_connected(&p, 'b'));
    }
}

/* ---- Counting ------------------------------------------------------------------------------ */

static void test_perft_agrees(void **state) {
    (void)state;
    struct jg_game g[4];
    struct jg_rng rng;
    struct stuck stuck;
    jg_rng_init(&rng, test_seed(), 3);
    read_stuck(&stuck);
    for (int i = 0; i < 4; i++) open_spec(&g[i], SPECS[i]);
    for (int i = 0; i < test_scaled(400); i++) {
        struct plain_loa p = {0};
        union jg_state fast;
        char text[80];
        options(&p, i % 4);
        make_position(&p, &stuck, &rng);
        plain_loa_print(&p, text);
        read_position(&g[i % 4], text, &fast);
        int depth = 1 + i % 3;
        if (jg_perft(&g[i % 4], &fast, depth) != plain_loa_perft(&p, depth)) fail_msg("%s: perft %d", text, depth);
    }
    for (int i = 0; i < 4; i++) jg_game_close(&g[i]);
}

/* The number of sequences of `depth` moves whose last move captures. */
static uint64_t captures(const struct jg_game *g, const void *state, int depth) {
    const struct jg_loa_state *s = state;
    jg_move moves[JG_MOVES_MAX];
    uint64_t total = 0;
    if (jg_turn(g, state) == JG_OVER) return 0;
    int n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        total += depth > 1 ? captures(g, &child, depth - 1) : s->pieces[s->next ^ 1] >> jg_loa_to(moves[i]) & 1;
    }
    return total;
}

/* Published numbers of sequences and captures. */
static void test_counts_from_the_start(void **state) {
    (void)state;
    static const uint64_t perft[] = {36, 1244, 44952, 1563208}, taking[] = {4, 156, 5980, 219140};
    struct jg_game g;
    union jg_state start;
    struct plain_loa p;
    open_spec(&g, "loa");
    jg_start(&g, &start);
    plain_loa_start(&p, false, false);
    for (int d = 0; d < 4; d++) {
        assert_true(captures(&g, &start, d + 1) == taking[d]);
        if (d < 3) assert_true(plain_loa_perft(&p, d + 1) == perft[d]);
    }
    jg_game_close(&g);
}

/* Random play, 150,000 games of the plain one: 213.58 plies on average, .4976 won,
 * .0043 drawn. Ten standard errors are allowed. */
static void test_random_games(void **state) {
    (void)state;
    const int games = test_scaled(20000);
    struct jg_game g;
    struct jg_rng rng;
    double plies = 0, won = 0, drawn = 0;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < games; i++) {
        union jg_state at;
        jg_start(&g, &at);
        plies += jg_random_play(&g, &at, &rng, 100000);
        if (jg_turn(&g, &at) != JG_OVER) continue;
        won += jg_score(&g, &at, 0) > 0;
        drawn += jg_score(&g, &at, 0) == 0;
    }
    double error = 10 / sqrt(games);
    assert_true(fabs(plies / games - 213.58) < 62 * error);
    assert_true(fabs(won / games - 0.4976) < 0.5 * error);
    assert_true(fabs(drawn / games - 0.0043) < 0.0655 * error);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_agree), cmocka_unit_test(test_games_agree),
        cmocka_unit_test(test_connection),      cmocka_unit_test(test_connection_small),
        cmocka_unit_test(test_perft_agrees),    cmocka_unit_test(test_counts_from_the_start),
        cmocka_unit_test(test_random_games),
    };
    test_begin();
    return cmocka_run_group_tests_name("loa", tests, NULL, NULL);
}
