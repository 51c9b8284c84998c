/* The rules one by one, with points worked out by hand. */
#include "domino_walk.h"

/* A scene: the table, the hands, the plays, and the points after each of them.
 *
 * Tiles are two digits; `62/1` joins 6-2 to arm 1; `!` announces a galo; `--` is a pass.
 * The seat to move is 0; `|` separates the hands of the seats. */
struct scene {
    const char *what, *rules; /* options of the game, "" for none */
    const char *laid, *hands, *plays;
    const char *points; /* of the teams: before a colon at first, if not 0; then after each move */
    char turn;          /* in the end: '0'..'3', 'D' the next round is dealt, 'O' the match is over */
    char opener;        /* of the next round, 'S': the holder of the 6-6; 0: not checked */
};

/* ---- Reading scenes ---------------------------------------------------------------------- */

static int read_tile(const char *text) {
    int a = text[0] - '0', b = text[1] - '0';
    assert_in_range(a, 0, 6);
    assert_in_range(b, 0, 6);
    return jg_domino_tile[a][b];
}

/* "62/1!", or "--" */
static jg_move read_move(const char *text) {
    if (text[0] == '-') return JG_DOMINO_PASS;
    bool arm = text[2] == '/';
    return jg_domino_move(read_tile(text), arm ? text[3] - '0' : 0, text[arm ? 4 : 2] == '!');
}

static const char *next_word(const char *text) {
    text += strcspn(text, " ");
    return text + strspn(text, " ");
}

static void read_hands(struct jg_domino *s, const char *text) {
    for (int seat = 0; *text; text = next_word(text)) {
        if (*text == '|') {
            seat++;
            continue;
        }
        s->hand[seat] |= 1u << read_tile(text);
        s->left[seat]++;
    }
}

/* The tiles on the table, laid in turns so that seat 0 is next. */
static void lay_out(const struct jg_domino_rules *r, struct jg_domino *s, const char *text) {
    for (; *text; text = next_word(text)) {
        jg_move m = read_move(text);
        if (s->count)
            jg_domino_join(r, &s->table, jg_domino_move_tile(m), jg_domino_move_arm(m));
        else
            jg_domino_open_table(r, &s->table, jg_domino_move_tile(m));
        s->log[s->count++] = (uint8_t)(m - 2);
    }
    for (int i = s->count, seat = 0; i-- > 0;) s->by[i] = (uint8_t)(seat = (seat + 4 - r->step) & 3);
}

static const char *read_points(struct jg_domino *s, const char *text) {
    int us, them, used = 0;
    if (sscanf(text, "%d-%d:%n", &us, &them, &used) == 2 && used) {
        s->points[0] = us;
        s->points[1] = them;
    }
    return text + used + strspn(text + used, " ");
}

static void set_scene(struct jg_game *g, struct jg_domino *s, const struct scene *c) {
    char spec[JG_SPEC_MAX];
    snprintf(spec, sizeof spec, "domino%s%s", c->rules[0] ? ":" : "", c->rules);
    open_spec(g, spec);
    memset(s, 0, sizeof *s);
    s->round = 2;
    lay_out(jg_domino_rules(g), s, c->laid);
    read_hands(s, c->hands);
}

static char turn_of(const struct jg_domino *s) {
    return s->turn == JG_DOMINO_OVER ? 'O' : s->turn == JG_DOMINO_DEAL ? 'D' : (char)('0' + s->turn);
}

static void play_scene(const struct scene *c) {
    struct jg_game g;
    struct jg_domino s;
    char points[200] = "";
    set_scene(&g, &s, c);
    const char *want = read_points(&s, c->points);
    for (const char *word = c->plays; *word; word = next_word(word)) {
        jg_move m = read_move(word);
        if (!jg_legal(&g, &s, m)) fail_msg("%s (%s): '%s' is refused", c->what, c->rules, word);
        jg_domino_play(jg_domino_rules(&g), &s, m, NULL);
        size_t used = strlen(points);
        snprintf(points + used, sizeof points - used, "%s%d-%d", used ? " " : "", s.points[0], s.points[1]);
    }
    if (strcmp(points, want)) fail_msg("%s (%s): points %s, should be %s", c->what, c->rules, points, want);
    if (turn_of(&s) != c->turn) fail_msg("%s (%s): turn %c, should be %c", c->what, c->rules, turn_of(&s), c->turn);
    char opener = s.sena ? 'S' : (char)('0' + s.opener);
    if (c->opener && opener != c->opener) fail_msg("%s (%s): %c opens next", c->what, c->rules, opener);
    if (s.turn == JG_DOMINO_OVER) assert_int_equal(jg_score(&g, &s, 0), s.points[0] - s.points[1]);
    jg_game_close(&g);
}

#define PLAY(scenes)                                                                                                   \
    for (size_t i = 0; i < sizeof(scenes) / sizeof *(scenes); i++) play_scene(&(scenes)[i])

/* ---- The sum of the ends ----------------------------------------------------------------- */

static void test_sums(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"the opening: 5+5", "", "", "55 11 | 25 | 33 | 44", "55", "10-0", '1', 0},
        {"the opening: 6+6 is no multiple", "", "", "66 11 | 62 | 33 | 44", "66", "0-0", '1', 0},
        {"the opening may count nothing", "openscores=0", "", "55 11 | 25 | 33 | 44", "55", "0-0", '1', 0},
        {"but what follows does: 2*5+0", "openscores=0", "55", "50 11 | 25 | 33 | 44", "50/0", "10-0", '1', 0},
        {"one arm: 2*5+0", "", "55", "50 11 | 25 | 33 | 44", "50/0", "10-0", '1', 0},
        {"one arm: 2*6+3", "", "66", "63 11 | 62 | 33 | 44", "63/0", "15-0", '1', 0},
        {"one arm, the double once: 5+0", "spin1=1", "55", "50 11 | 25 | 33 | 44", "50/0", "5-0", '1', 0},
        {"one arm, the double once: 6+3", "spin1=1", "66", "63 11 | 62 | 33 | 44", "63/0", "0-0", '1', 0},
        {"one arm grows: 2*6+3 with 3-1 is 12+1", "", "66 63/0", "31 11 | 62 | 33 | 44", "31/0", "0-0", '1', 0},
        {"two arms: 1+4", "", "55 51/0", "54 11 | 25 | 33 | 44", "54/1", "5-0", '1', 0},
        {"two arms and two sides: 1+4+5+5", "closed=1", "55 51/0", "54 11 | 25 | 33 | 44", "54/1", "15-0", '1', 0},
        {"sides twice: 1+4+10+10", "closed=2", "55 51/0", "54 11 | 25 | 33 | 44", "54/1", "25-0", '1', 0},
        {"the thesis counts sides", "rules=thesis", "55 51/0", "54 11 | 25 | 33 | 44", "54/1", "15-0", '1', 0},
        {"three arms: 1+4+0", "", "55 51/0 54/1", "50 11 | 25 | 33 | 44", "50/2", "5-0", '1', 0},
        {"three arms and a side", "closed=1", "55 51/0 54/1", "50 11 | 25 | 33 | 44", "50/2", "10-0", '1', 0},
        {"three arms and a side twice", "closed=2", "55 51/0 54/1", "50 11 | 25 | 33 | 44", "50/2", "15-0", '1', 0},
        {"four arms: 1+3+0+6", "", "55 51/0 53/1 50/2", "56 11 | 16 | 33 | 44", "56/3", "10-0", '1', 0},
        {"four arms, no side is left", "closed=2", "55 51/0 53/1 50/2", "56 11 | 16 | 33 | 44", "56/3", "10-0", '1', 0},
        {"a double at an end: 1+1+3", "", "66 61/0 63/1", "11 00 | 12 | 33 | 44", "11/0", "5-0", '1', 0},
        {"once: 1+3", "dblboth=0", "66 61/0 63/1", "11 00 | 12 | 33 | 44", "11/0", "0-0", '1', 0},
        {"once: 1+4", "dblboth=0", "66 61/0 64/1", "11 00 | 12 | 33 | 44", "11/0", "5-0", '1', 0},
        {"covered, it counts no more: 3+2 for 3+1+1", "", "66 61/0 63/1 11/0", "12 00 | 22 | 33 | 44", "12/0", "5-0",
         '1', 0},
        {"a sum of 0 is nothing: 0+0 twice", "", "00 01/0 02/1 10/0", "20 66 | 03 | 33 | 44", "20/1", "0-0", '1', 0},
    };
    PLAY(scenes);
}

/* ---- Passes and galos -------------------------------------------------------------------- */

/* Seat 0 lays 6-2: 1 and 2 and the sides' 6 are open, which nobody else has. */
#define BLOCK      "66 61/0", "62 12 11 | 34 35 | 33 55 | 44 45", "62/1 -- -- --"
#define BLOCK_SAID "66 61/0", "62 12 11 | 34 35 | 33 55 | 44 45", "62/1! -- -- --"

static void test_passes(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        /* Seat 1 passes: 20 for 0 and 2, who played last. Seat 2 passes: free. Seat 3 lays 2-4: 1+4. */
        {"the partner's pass is free", "", "66 61/0", "62 11 | 34 35 | 33 55 | 24 45", "62/1 -- -- 24/1",
         "0-0 20-0 20-0 20-5", '0', 0},
        {"every pass counts", "pass=literal", "66 61/0", "62 11 | 34 35 | 33 55 | 24 45", "62/1 -- -- 24/1",
         "0-0 20-0 20-20 20-25", '0', 0},
        {"passes count 35", "passpts=35", "66 61/0", "62 11 | 34 35 | 33 55 | 24 45", "62/1 -- -- 24/1",
         "0-0 35-0 35-0 35-5", '0', 0},
        {"passes count nothing", "passpts=0", "66 61/0", "62 11 | 34 35 | 33 55 | 24 45", "62/1 -- -- 24/1",
         "0-0 0-0 0-0 0-5", '0', 0},
        /* Seat 1 lays 1-0: 0+2; seat 2 has nothing: 20 for 1 and 3, who played last. */
        {"who played last is what matters", "", "66 61/0", "62 11 | 10 35 | 33 55 | 24 45", "62/1 10/0 --",
         "0-0 0-0 0-20", '3', 0},
    };
    PLAY(scenes);
}

static void test_galo(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"50 instead of the passes", "", BLOCK, "0-0 20-0 20-0 50-0", '0', 0},
        {"50 instead of passes of 35", "passpts=35", BLOCK, "0-0 35-0 35-0 50-0", '0', 0},
        {"added to 20+20", "galo=add", BLOCK, "0-0 20-0 20-0 90-0", '0', 0},
        {"never", "galo=none", BLOCK, "0-0 20-0 20-0 40-0", '0', 0},
        {"not announced", "galo=announce", BLOCK, "0-0 20-0 20-0 40-0", '0', 0},
        {"announced", "galo=announce", BLOCK_SAID, "0-0 20-0 20-0 50-0", '0', 0},
        {"the other pair's 20 go back too", "pass=literal", BLOCK, "0-0 20-0 20-20 50-0", '0', 0},
        {"all passes and 50", "pass=literal,galo=add", BLOCK, "0-0 20-0 20-20 90-20", '0', 0},
        {"the thesis, 1+2+6+6", "rules=thesis", BLOCK, "15-0 35-0 35-20 105-20", '0', 0},
        {"all passes", "pass=literal,galo=none", BLOCK, "0-0 20-0 20-20 40-20", '0', 0},
        {"all passes, not announced", "pass=literal,galo=announce", BLOCK, "0-0 20-0 20-20 40-20", '0', 0},
        {"all passes, announced", "pass=literal,galo=announce", BLOCK_SAID, "0-0 20-0 20-20 50-0", '0', 0},
        /* Seat 0 goes on with 1-2 on the 1, again nobody can: 2+2. */
        {"twice in a row", "", "66 61/0", "62 12 00 06 | 34 35 | 33 55 | 44 45", "62/1 -- -- -- 12/0 -- -- --",
         "0-0 20-0 20-0 50-0 50-0 70-0 70-0 100-0", '0', 0},
    };
    PLAY(scenes);
}

static void test_false_announcement(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        /* 5+2 is no multiple of 5; the opponents of the announcer get the 50. */
        {"the next can play", "galo=announce", "66 61/0", "62 12 | 15 35 | 33 55 | 44 45", "62/1! 15/0", "0-0 0-50",
         '2', 0},
        {"the partner can", "galo=announce", "66 61/0", "62 11 | 34 35 | 12 55 | 44 46", "62/1! -- 12/0",
         "0-0 20-0 20-50", '3', 0},
        /* 1-4 on the 1: 4+2 */
        {"the last can", "galo=announce", "66 61/0", "62 11 | 34 35 | 33 55 | 14 45", "62/1! -- -- 14/0",
         "0-0 20-0 20-0 20-50", '0', 0},
        {"after a galo one goes on", "galo=announce", "66 61/0", "62 12 06 | 34 35 | 33 55 | 44 45",
         "62/1! -- -- -- 12/0", "0-0 20-0 20-0 50-0 50-0", '1', 0},
        /* Out, 2+2: the opponents have 7+8. */
        {"of a tile that goes out it is nothing", "galo=announce", "66 61/0 62/1", "12 | 34 | 33 | 35", "12/0!", "15-0",
         'D', '0'},
    };
    PLAY(scenes);
}

/* ---- The end of a round ------------------------------------------------------------------ */

/* Seat 0 locks: 1, 2 and the sides' 6 are open. Pairs with 6+8 and 7+9 pips; with 10+8 and
 * 7+4; with 8+6 and 10+4. */
#define LOCK_14_16 "66 61/0", "62 33 | 34 | 35 | 45", "62/1"
#define LOCK_18_11 "66 61/0", "62 55 | 34 | 35 | 04", "62/1"
#define LOCK_14_14 "66 61/0", "62 44 | 55 | 33 | 04", "62/1"

static void test_lock(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"theirs: 16", "", LOCK_14_16, "15-0", 'D', 'S'},
        {"theirs: 18", "", LOCK_18_11, "0-15", 'D', 'S'},
        {"the same", "", LOCK_14_14, "0-0", 'D', 'S'},
        {"difference: 2", "lock=difference", LOCK_14_16, "0-0", 'D', 'S'},
        {"difference: 7", "lock=difference", LOCK_18_11, "0-5", 'D', 'S'},
        {"difference: 0", "lock=difference", LOCK_14_14, "0-0", 'D', 'S'},
        {"all: 30", "lock=all", LOCK_14_16, "30-0", 'D', 'S'},
        {"all: 29", "lock=all", LOCK_18_11, "0-25", 'D', 'S'},
        {"all, but the same", "lock=all", LOCK_14_14, "0-0", 'D', 'S'},
        {"nothing", "lock=none", LOCK_14_16, "0-0", 'D', 'S'},
        {"nothing", "lock=none", LOCK_18_11, "0-0", 'D', 'S'},
        {"the locker opens", "locknext=locker", LOCK_14_16, "15-0", 'D', '0'},
        {"the locker opens, though he lost", "locknext=locker", LOCK_18_11, "0-15", 'D', '0'},
        {"no galo, though announced", "galo=announce", "66 61/0", "62 33 | 34 | 35 | 45", "62/1!", "15-0", 'D', 'S'},
    };
    PLAY(scenes);
}

/* The locking tile scores for its player, even if the opponents win the lock. */
static void test_lock_event(void **state) {
    (void)state;
    static const struct scene c = {"", "", "55 51/0", "54 33 | 22 | 36 | 00", "54/1", "", 0, 0};
    struct jg_game g;
    struct jg_domino s;
    struct jg_domino_event e;
    set_scene(&g, &s, &c);
    jg_domino_play(jg_domino_rules(&g), &s, read_move("54/1"), &e); /* 1, 4 and the sides' 5 are open */
    assert_true(e.locked && !e.went_out);
    assert_int_equal(e.table, 5);
    assert_int_equal(e.team, 1);
    assert_int_equal(e.garage, 15); /* 3-3 and 3-6 */
    assert_int_equal(e.pips[0], 15);
    assert_int_equal(e.pips[1], 4);
    assert_int_equal(s.points[0], 5);
    assert_int_equal(s.points[1], 15);
    jg_game_close(&g);
}

static void test_out(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"garage of 14", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "10-0", 'D', '0'},
        {"garage of 15", "", "66 61/0 62/1", "12 | 36 | 00 | 24", "12/0", "15-0", 'D', '0'},
        {"garage of 4", "", "66 61/0 62/1", "12 | 01 | 00 | 03", "12/0", "0-0", 'D', '0'},
        {"the partner's pips do not count", "", "66 61/0 62/1", "12 | 36 | 55 56 | 14", "12/0", "10-0", 'D', '0'},
        /* 1+1+2; 20 for the double; 7+8 in the hands. */
        {"out on a double", "", "66 61/0 62/1", "11 | 34 | 00 | 35", "11/0", "35-0", 'D', '0'},
        /* 1+1+3 = 5, 20, 15 */
        {"with points of the table", "", "66 61/0 63/1", "11 | 34 | 00 | 35", "11/0", "40-0", 'D', '0'},
        /* Seat 1's 2-3: 3+2 = 5 for the table; 0-0 and 4-4 make 8: 5. */
        {"seat 1 goes out and opens", "", "66 61/0 62/1", "12 00 | 23 | 44 | 35", "12/0 23/0", "0-0 0-10", 'D', '1'},
    };
    PLAY(scenes);
}

static void test_match(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        /* each: seat 0 goes out with a garage of 14 */
        {"below the target", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "185-0: 195-0", 'D', '0'},
        {"at the target", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "190-0: 200-0", 'O', 0},
        {"a tie at the target", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "190-200: 200-200", 'D', '0'},
        {"both above it", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "195-200: 205-200", 'O', 0},
        {"the others have it", "", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "0-200: 10-200", 'O', 0},
        {"not before the round ends", "", "66 61/0 62/1", "12 33 | 35 | 00 | 14 24", "12/0 -- --",
         "190-0: 190-0 210-0 210-0", '3', 0},
        {"a small target", "target=5", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "0-0: 10-0", 'O', 0},
        {"rounds, not points", "rounds=3", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "500-0: 510-0", 'D', '0'},
        {"the last round", "rounds=2", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "0-0: 10-0", 'O', 0},
        {"the last round, drawn", "rounds=2", "66 61/0 62/1", "12 | 36 | 00 | 14", "12/0", "0-10: 10-10", 'O', 0},
        /* South, West, North. 2+2; West has no 2 or 6: 20; North's 2-2 goes out: 2+4, 20 for the
         * double, 7+7 in the hands of East and West: 10. */
        {"clockwise", "order=cw", "66 61/0 62/1", "12 33 | 25 | 22 | 34", "12/0 -- 22/1", "0-0 20-0 50-0", 'D', '2'},
    };
    PLAY(scenes);
}

/* ---- Openings ---------------------------------------------------------------------------- */

#define NO_DOUBLE "", "12 16 | 34 35 | 44 04 | 66 05"

static void test_no_double(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"the next who has one", "", NO_DOUBLE, "-- -- 44", "0-0 0-0 0-0", '3', 0},
        {"clockwise it is seat 3", "order=cw", NO_DOUBLE, "-- 66", "0-0 0-0", '2', 0},
        {"each pays 20", "nodbl=pen20", NO_DOUBLE, "-- -- 44", "0-20 20-20 20-20", '3', 0},
        {"passes may count nothing, the penalty does", "nodbl=pen20,passpts=0", NO_DOUBLE, "-- -- 44",
         "0-20 20-20 20-20", '3', 0},
        {"deal again for the same opener", "nodbl=redeal", NO_DOUBLE, "--", "0-0", 'D', '0'},
        {"the holder of 6-6 opens", "nodbl=sena", NO_DOUBLE, "-- 66", "0-0 0-0", '0', 0},
        {"any tile: 1+6", "nodbl=free", NO_DOUBLE, "16", "0-0", '1', 0},
        /* 1+4 = 5; 4-4 on the 4: 1+8; 1-0: 0+8; 4-2: 0+2. */
        {"any tile: 1+4, two ends", "nodbl=free", "", "14 12 | 44 35 | 10 00 | 42 66", "14 44/1 10/0 42/1",
         "5-0 5-0 5-0 5-0", '0', 0},
        /* 1+4; 1-0 on the 1: 0+4; 0-6 on the 0: 6+4. */
        {"any tile: the first tile's own half counts", "nodbl=free", "", "14 12 | 10 35 | 06 00 | 43 66",
         "14 10/0 06/0", "5-0 5-0 15-0", '3', 0},
    };
    PLAY(scenes);
}

/* The moves in the order of tiles and arms. */
static void test_moves(void **state) {
    (void)state;
    static const struct {
        const char *what, *rules, *laid, *hands, *moves;
        bool sena;
    } cases[] = {
        {"all doubles open", "", "", "11 12 33 66 | | |", "11/0 33/0 66/0", false},
        {"doubles first, though any tile might", "nodbl=free", "", "11 12 33 | | |", "11/0 33/0", false},
        {"no double", "", "", "12 13 | 11 | |", "--", false},
        {"no double, any tile", "nodbl=free", "", "12 13 | 11 | |", "12/0 13/0", false},
        {"only the 6-6", "", "", "11 12 66 | | |", "66/0", true},
        {"the first arm", "", "66", "16 26 11 | | |", "16/0 26/0", false},
        {"the second main arm, not the sides", "", "66 61/0", "12 26 | | |", "12/0 26/1", false},
        {"the sides, of which one stands for both", "", "66 61/0 62/1", "12 36 | | |", "12/0 12/1 36/2", false},
        {"the last side", "", "66 61/0 62/1 63/2", "46 | | |", "46/3", false},
        {"no side is left", "", "66 61/0 62/1 63/2 64/3", "56 15 | | |", "15/0", false},
        {"a double is no spinner but the first", "", "66 61/0 11/0 62/1", "14 15 | | |", "14/0 15/0", false},
        {"equal ends are two", "", "66 62/0 61/1 12/1", "25 46 | | |", "25/0 25/1 46/2", false},
        {"equal ends are one", "merge=1", "66 62/0 61/1 12/1", "25 46 | | |", "25/0 46/2", false},
        {"a side and an end are two", "", "66 61/0 13/0 36/0", "46 | | |", "46/0 46/1", false},
        {"a side and an end are one", "merge=1", "66 61/0 13/0 36/0", "46 | | |", "46/0", false},
        {"the thesis merges", "rules=thesis", "66 61/0 13/0 36/0", "46 | | |", "46/0", false},
        {"both numbers of a tile", "merge=1", "66 62/0 61/1 12/1 63/2", "23 | | |", "23/0 23/2", false},
        {"two ends after a tile that is no double", "", "14 13/0 42/1", "35 32 11 | | |", "23/0 23/1 35/0", false},
        {"nothing fits", "", "66 61/0", "22 23 | | |", "--", false},
        {"announced or not", "galo=announce", "66 61/0", "12 22 | | |", "12/0 12/0!", false},
        {"a pass is not announced", "galo=announce", "66 61/0", "22 | | |", "--", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        struct jg_domino s;
        jg_move moves[JG_MOVES_MAX];
        int wanted = 0;
        set_scene(&g, &s, &(struct scene){.rules = cases[i].rules, .laid = cases[i].laid, .hands = cases[i].hands});
        s.sena = cases[i].sena;
        int n = jg_domino_moves(jg_domino_rules(&g), &s, moves);
        for (const char *word = cases[i].moves; *word; word = next_word(word), wanted++) {
            bool found = false;
            for (int k = 0; k < n; k++) found |= moves[k] == read_move(word);
            if (!found) fail_msg("%s (%s): '%s' is missing", cases[i].what, cases[i].rules, word);
        }
        if (n != wanted) fail_msg("%s (%s): %d moves", cases[i].what, cases[i].rules, n);
        jg_game_close(&g);
    }
}

/* Hands by seat: the tiles in order, seven to each, beginning with a seat. */
static void deal_in_order(const struct jg_game *g, struct jg_domino *s, int first) {
    uint32_t hands[4];
    for (int i = 0; i < 4; i++) hands[(first + i) & 3] = 127u << 7 * i;
    deal_hands(g, s, hands);
}

static void test_rounds(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state room;
    struct jg_domino *s = (void *)&room;
    jg_move moves[JG_MOVES_MAX];
    open_spec(&g, "domino");
    for (int first = 0; first < 4; first++) { /* the fourth hand has 4-4 4-5 4-6 5-5 5-6 6-6 and 3-6 */
        int holder = (first + 3) & 3, next = (holder + 1) & 3;
        jg_start(&g, s);
        deal_in_order(&g, s, first);
        assert_int_equal(s->round, 1);
        assert_int_equal(s->turn, holder);
        assert_int_equal(jg_domino_moves(jg_domino_rules(&g), s, moves), 1);
        assert_int_equal(moves[0], jg_domino_move(JG_DOMINO_SENA, 0, false));

        /* Seat `next` went out: it opens round 2, with 0-0, the only double of 0-0 .. 0-6. */
        s->opener = (uint8_t)next;
        s->sena = 0;
        deal_in_order(&g, s, next);
        assert_int_equal(s->round, 2);
        assert_int_equal(s->turn, next);
        assert_int_equal(jg_domino_moves(jg_domino_rules(&g), s, moves), 1);
        assert_int_equal(moves[0], jg_domino_move(0, 0, false));
    }
    jg_game_close(&g);
}

/* ---- Table 4 of the thesis ---------------------------------------------------------------- */

/* Sequences of tiles in any hand, with equal ends merged. */
static uint64_t sequences(const struct jg_domino_rules *r, const struct jg_domino_table *t, uint32_t left, int depth) {
    uint64_t sum = 0;
    if (!depth) return 1;
    for (int number = 0; number < 7; number++) {
        int arm = 0;
        if (!(t->open >> number & 1)) continue;
        while (jg_domino_number(t, arm) != number) arm++;
        for (uint32_t tiles = left & jg_domino_with[number]; tiles; tiles &= tiles - 1) {
            struct jg_domino_table next = *t;
            jg_domino_join(r, &next, jg_domino_lowest(tiles), arm);
            sum += sequences(r, &next, left & ~(tiles & (0u - tiles)), depth - 1);
        }
    }
    return sum;
}

static void test_sequences(void **state) {
    (void)state;
    static const uint64_t want[] = {1, 6, 66, 870, 12510, 192120, 3019200, 46911240};
    struct jg_game g;
    struct jg_domino_table t;
    open_spec(&g, "domino");
    jg_domino_open_table(jg_domino_rules(&g), &t, JG_DOMINO_SENA);
    for (int depth = 0; depth < (test_scaled(100) < 100 ? 7 : 8); depth++)
        assert_int_equal(sequences(jg_domino_rules(&g), &t, JG_DOMINO_ALL & ~(1u << JG_DOMINO_SENA), depth),
                         want[depth]);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),      cmocka_unit_test(test_passes),
        cmocka_unit_test(test_galo),      cmocka_unit_test(test_false_announcement),
        cmocka_unit_test(test_lock),      cmocka_unit_test(test_lock_event),
        cmocka_unit_test(test_out),       cmocka_unit_test(test_match),
        cmocka_unit_test(test_no_double), cmocka_unit_test(test_moves),
        cmocka_unit_test(test_rounds),    cmocka_unit_test(test_sequences),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_rules", tests, NULL, NULL);
}
