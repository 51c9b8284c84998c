/* The game interface: one table of functions per game, flat states, copies
 * instead of undo. docs/architecture.md tells how each game sits on it and
 * docs/adding-a-game.md how to add one; tests/conformance.c checks every
 * promise made here on every game. */
#ifndef JOGADA_GAME_H
#define JOGADA_GAME_H

#include <jogada/option.h>
#include <jogada/rng.h>
#include <jogada/status.h>
#include <jogada/text.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

struct json_t; /* jansson's */

/* A move is a number whose meaning only its game knows. 0 is never a move. */
typedef uint32_t jg_move;

enum {
    JG_CHANCE = -1, /* as a turn: the dice, the dealer */
    JG_OVER = -2,   /* as a turn: nobody's, the game has ended */
    JG_NOBODY = -1, /* as a viewer: a spectator, who knows only what is open */
    JG_SEATS_MAX = 4,
    JG_MOVES_MAX = 256,
    JG_STATE_MAX = 1024,
    JG_POSITION_MAX = 1024, /* bytes of a position's text */
    JG_MOVE_MAX = 64,       /* bytes of a move's text */
    JG_PICTURE_MAX = 16384, /* bytes of a board drawn for the terminal */
    JG_RANK_QUIET = 15,     /* the highest rank of a quiet move */
};

/* What a game is like; searches say which of these they can deal with. */
enum jg_trait {
    JG_HAS_CHANCE = 1,   /* turn() may be JG_CHANCE */
    JG_HAS_HIDDEN = 2,   /* seats do not all see the same */
    JG_HAS_PARTNERS = 4, /* more than one seat in a team */
    JG_IS_FINITE = 8,    /* no line of play goes on for ever */
    JG_MAY_REDUCE = 16,  /* most moves are quiet: a search may look less deeply at the late ones of its order */
    JG_IN_STEPS = 32, /* a turn is many small moves: at a table forced ones that all can see make themselves, a line may
                       * hold several */
};

/* Room for a state of any game, aligned for all of them. */
union jg_state {
    unsigned char bytes[JG_STATE_MAX];
    max_align_t align;
};

struct jg_game;

/* One number that an evaluator looks at, with its usual weight. */
struct jg_feature {
    const char *name;
    const char *help;
    double weight;
};

enum { JG_FEATURES_MAX = 32, JG_WEIGHT_MAX = 1000000 }; /* features of an evaluator; a weight, and as far below 0 */

/* A named judgement of positions. It is antisymmetric: what it says for one
 * team is the negative of what it says for the other. */
struct jg_evaluator {
    const char *name; /* NULL closes a list */
    const char *help;
    const struct jg_feature *features;
    int feature_count;
    int unit;    /* so many points are one unit of the game's score; 1 if they do not measure it */
    bool ends;   /* its value also holds for positions where the game is over */
    bool chance; /* its values, also of ends, are chances to win: 0 even, JG_CHANCES certain; shown in percent */
    double odds; /* points that one is ahead where the odds to win are e (2.718) to 1; 0: three units */

    /* The value of a position for a team, in points, |value| < JG_WIN / 2
     * whatever the weights are, up to JG_WEIGHT_MAX: see jg_eval_points. */
    int32_t (*value)(const struct jg_game *g, const void *state, int team, const double *weights);

    /* Writes feature_count numbers whose weighted sum, as jg_eval_points gives it, is the value. */
    void (*measure)(const struct jg_game *g, const void *state, int team, double *out);
};

enum {
    JG_WIN = 1000000,   /* value of a won game to a search */
    JG_CHANCES = 10000, /* of an evaluator of chances: a certain win */
};

/* How a board is to be drawn in text. */
struct jg_style {
    jg_lang lang;
    bool colour;
    bool unicode;
    bool brief;   /* with JG_IN_STEPS: only what is to be decided now; the board was shown a few steps ago */
    int seat;     /* who looks at it, or JG_NOBODY */
    jg_move last; /* the move that led here, as the viewer saw it, to be marked; 0: none */
};

enum jg_ink { JG_INK_PLAIN, JG_INK_STRONG, JG_INK_FAINT, JG_INK_FIRST, JG_INK_SECOND, JG_INK_MARK };

/* Changes the colour of what follows, where the style allows colours. */
void jg_ink(struct jg_text *t, const struct jg_style *style, enum jg_ink ink);

struct jg_solver;

/* How games of a kind are written in the Smart Game Format, FF[4]. The first seat
 * is Black, the second White, and points have a letter and a number, from a1. */
struct jg_sgf {
    int number; /* of the game there, the value of GM */
    int size;   /* squares of a side of the board, at most 19 */

    /* Like those of jg_game_kind, for moves in SGF's words. parse_move is given
     * them without signs of praise behind them, and `pass` for a pass. */
    void (*print_move)(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
    enum jg_status (*parse_move)(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);

    /* The board, square by square from a1, b1 ...: 'b', 'w' or 0; and the text of
     * a position from it, which `parse` will check. */
    void (*board)(const struct jg_game *g, const void *state, char *squares);
    void (*position)(const struct jg_game *g, const char *squares, int seat, struct jg_text *t);
};

/* A kind of game: everything that does not depend on its options. Pointers
 * marked "optional" may be NULL. All functions are pure: they touch nothing but
 * their arguments, so that any number of threads may call them.
 *
 * A state is flat memory of g->state_size bytes without pointers. Whoever makes
 * one clears it first, so equal positions are equal bytes. */
struct jg_game_kind {
    const char *name;                    /* as in specs */
    const char *title, *summary;         /* for people; keys of the catalogue */
    const char *seat_name[JG_SEATS_MAX]; /* "X", "Black" ...; keys of the catalogue */
    const char *opponent;                /* spec of the agent that a player meets by default, and that gives hints */
    const struct jg_option *options;     /* optional */
    size_t options_size;
    unsigned traits;
    int seats; /* 2 or 4; seat s plays for team s & 1 */
    size_t state_size;
    int max_moves;                         /* the most that moves() ever writes */
    const struct jg_evaluator *evaluators; /* the first is the default */

    /* Optional. Makes an instance whose options are set: checks them against
     * each other, may change g->state_size, g->max_moves, g->repeat and g->seat_name and hang
     * what it computes on g->tables, which close() frees. */
    enum jg_status (*open)(struct jg_game *g, struct jg_error *err);
    void (*close)(struct jg_game *g);

    /* Writes the first position to a cleared state. */
    void (*start)(const struct jg_game *g, void *state);

    /* The seat to move, JG_CHANCE or JG_OVER. */
    int (*turn)(const struct jg_game *g, const void *state);

    /* Writes every legal move of the seat to move, in a fixed order, and returns
     * how many: at least one. Not called for JG_CHANCE or JG_OVER. */
    int (*moves)(const struct jg_game *g, const void *state, jg_move *out);

    /* Makes a legal move of the seat to move, or of chance. Deterministic. */
    void (*apply)(const struct jg_game *g, void *state, jg_move move);

    /* The result in the game's own unit from the side of a team: positive won,
     * negative lost, 0 drawn; the other team's is the negative. JG_OVER only. */
    int32_t (*score)(const struct jg_game *g, const void *state, int team);

    /* With JG_HAS_CHANCE. Called for JG_CHANCE only: how many results there are
     * (a domino hand has 1,184,040, so they are never listed), the i-th with its
     * probability, and one drawn by those probabilities. */
    uint64_t (*outcomes)(const struct jg_game *g, const void *state);
    jg_move (*outcome)(const struct jg_game *g, const void *state, uint64_t i, double *probability);
    jg_move (*draw)(const struct jg_game *g, const void *state, struct jg_rng *rng);

    /* With JG_HAS_HIDDEN. view blanks in place what the seat (or JG_NOBODY) may
     * not know, and keeps what it may infer; turn, print, show and json work on
     * a view, moves too when it is the viewer's turn. sample deals what is blank
     * again in place, consistently with everything the view tells, and gives a
     * state. seen is what the seat sees of a move made in `state`: the move
     * itself, or one that print_move writes with '?' for what is hidden. */
    void (*view)(const struct jg_game *g, void *state, int seat);
    void (*sample)(const struct jg_game *g, void *view, struct jg_rng *rng);
    jg_move (*observe)(const struct jg_game *g, const void *state, jg_move move, int seat);

    /* Optional, with JG_HAS_HIDDEN. Whether every seat can tell which moves the seat to move has: they follow from
     * what all may know. NULL: never. Only such moves may be made for a player who has no other, since anything
     * else would show what a hand does not hold. */
    bool (*public_moves)(const struct jg_game *g, const void *state);

    /* Optional, with JG_HAS_HIDDEN. What n calls of sample would make of copies of
     * the view, one after another, for games that can do it faster at once. */
    void (*samples)(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out);

    /* Optional, with JG_HAS_HIDDEN. Of each of n samples of one view, g->state_size
     * bytes each: how likely those choices of the seats other than `seat` were that it
     * remembers, if these hands were dealt and everybody played as people usually do.
     * These are the samples' weights in what `seat` believes. Above 0; only the ratio
     * of two of them means anything. */
    void (*likelihood)(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

    /* Text. A position is one line, a move one word that does not begin with '[';
     * both round-trip, and nothing may follow them. parse fills a cleared state and
     * refuses what could not be played on from, with place and reason; parse_move
     * gives a legal move, of chance too, or says why not. It is not called for
     * JG_OVER. */
    void (*print)(const struct jg_game *g, const void *state, struct jg_text *t);
    enum jg_status (*parse)(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
    void (*print_move)(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
    enum jg_status (*parse_move)(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);

    /* For people: the board in lines of at most 80 columns, in ASCII unless the
     * style allows more, with the last move in JG_INK_MARK, or in brackets without
     * colours; a move about to be made in `state`, in words, without a full stop. */
    void (*show)(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
    void (*describe_move)(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);

    /* Optional. What there is to read about a thing of the game that a person names, such as
     * the rules of a card: in lines like those of show. False, and nothing written: there is
     * no such thing. */
    bool (*about)(const struct jg_game *g, const void *view, const char *word, const struct jg_style *style,
                  struct jg_text *t);

    /* For the page: a new JSON object of the board; NULL without memory. */
    struct json_t *(*json)(const struct jg_game *g, const void *state);

    const struct jg_sgf *sgf; /* optional */

    /* Optional. A hash of all that matters for the rest of the game; without it
     * the bytes of the state are hashed. */
    uint64_t (*key)(const struct jg_game *g, const void *state);

    /* Optional, for searches. rank says how promising each move looks, from
     * -255 to 255: the higher, the sooner it is tried; above JG_RANK_QUIET stand
     * moves that may change a judgement by more than one unit of the score or
     * leave the turn where it is. noisy writes the legal moves after which
     * judgements jump (captures, wins), in the order of moves(), and returns how
     * many, perhaps none: quiescence goes on with these alone. With JG_MAY_REDUCE
     * they all rank above JG_RANK_QUIET. pass gives the
     * turn to the opponent although no rule does, or returns false where even
     * that could be the best move: with it a search may try null moves. */
    void (*rank)(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *out);
    int (*noisy)(const struct jg_game *g, const void *state, jg_move *out);
    bool (*pass)(const struct jg_game *g, void *state);

    /* Optional, for games without chance and hidden information. The score for team 0
     * if both play their best from here, where the game knows it without a search, as
     * from a database of endings; false elsewhere. Not called for JG_OVER. The first
     * call may have to fetch or make what the answers come from (well under a second);
     * all others are quick. */
    bool (*probe_endgame)(const struct jg_game *g, const void *state, int32_t *score);

    const struct jg_solver *solver; /* optional: how `jogada solve` solves the game, if not by trying everything */

    /* Optional. Whether a move is legal now, chance's too; without it the moves
     * or outcomes are listed and compared. */
    bool (*legal)(const struct jg_game *g, const void *state, jg_move move);
};

/* A game with its options fixed: never changes while it is open, so threads
 * share it. Filled by jg_game_open, emptied by jg_game_close. */
struct jg_game {
    const struct jg_game_kind *kind;
    size_t state_size;
    int max_moves;
    int repeat;                          /* a position that occurs so often ends the game, drawn; 0: never */
    void *tables;                        /* what kind->open computed */
    const char *seat_name[JG_SEATS_MAX]; /* set by kind->open: instead of the kind's; in tables, or NULL */
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } options;
};

/* ---- Opening ------------------------------------------------------------- */

/* The built-in kinds, in the order in which they are listed; NULL after the last. */
const struct jg_game_kind *jg_game_kind_at(size_t i);

/* Opens a built-in game from its spec. On failure g is empty. */
enum jg_status jg_game_open(struct jg_game *g, const char *spec, struct jg_error *err);

/* The same for a kind of one's own; spec must begin with its name. Checks the
 * kind first, so that nothing fails in the middle of a search. */
enum jg_status jg_game_open_kind(struct jg_game *g, const struct jg_game_kind *kind, const char *spec,
                                 struct jg_error *err);

/* May be called twice. */
void jg_game_close(struct jg_game *g);

/* Whether traits and pointers of a kind agree. */
enum jg_status jg_game_kind_check(const struct jg_game_kind *kind, struct jg_error *err);

/* The spec that opens this very game. */
void jg_game_spec(const struct jg_game *g, struct jg_text *t);

/* ---- Playing ------------------------------------------------------------- */

static inline int jg_team(int seat) { return seat & 1; }

static inline int jg_turn(const struct jg_game *g, const void *state) { return g->kind->turn(g, state); }

static inline int jg_moves(const struct jg_game *g, const void *state, jg_move *out) {
    return g->kind->moves(g, state, out);
}

static inline void jg_apply(const struct jg_game *g, void *state, jg_move move) { g->kind->apply(g, state, move); }

static inline int32_t jg_score(const struct jg_game *g, const void *state, int team) {
    return g->kind->score(g, state, team);
}

/* Clears the state and writes the first position. */
void jg_start(const struct jg_game *g, void *state);

/* A position from text, or the first position if text is NULL. */
enum jg_status jg_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);

/* The same for a position that is to be played from: a view in which something is
 * hidden is refused. */
enum jg_status jg_parse_whole(const struct jg_game *g, const char *text, void *state, struct jg_error *err);

/* Whether nothing is hidden in a state; jg_sample makes a whole one of a view. */
bool jg_is_whole(const struct jg_game *g, const void *state);

/* Copies what a seat (or JG_NOBODY) may know of a state. */
void jg_view(const struct jg_game *g, const void *state, int seat, void *out);

/* A state that a view may come from. */
void jg_sample(const struct jg_game *g, const void *view, struct jg_rng *rng, void *out);

/* n of them, g->state_size bytes each. */
void jg_samples(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out);

/* What a seat sees of a move. */
jg_move jg_observe(const struct jg_game *g, const void *state, jg_move move, int seat);

bool jg_legal(const struct jg_game *g, const void *state, jg_move move);
uint64_t jg_key(const struct jg_game *g, const void *state);

/* The name of a seat, "X" or "player 2", in a language. */
const char *jg_seat_name(const struct jg_game *g, int seat, jg_lang lang);

/* Everything a page needs of a view: game, position, turn, moves, score at the
 * end, and the board. The caller frees it; NULL without memory. */
struct json_t *jg_game_json(const struct jg_game *g, const void *view, int seat);

/* ---- Walking ------------------------------------------------------------- */

/* A legal move at random, all alike; chance's by its probabilities. */
jg_move jg_random_move(const struct jg_game *g, const void *state, struct jg_rng *rng);

/* Plays at random until the game is over or `plies` moves are made; returns how many were. */
int jg_random_play(const struct jg_game *g, void *state, struct jg_rng *rng, int plies);

/* How many sequences of exactly `depth` moves there are; those of games that
 * end earlier do not count. Makes every move, the last ones too. */
uint64_t jg_perft(const struct jg_game *g, const void *state, int depth);

/* Perft by first move, on several threads. */
struct jg_perft_split {
    int threads;                                             /* 0: all cores */
    const atomic_bool *stop;                                        /* an atomic_bool that ends the count, or NULL */
    void (*progress)(void *arg, double share, double nodes); /* called now and then by one thread, or NULL */
    void *arg;
};

/* Writes the first moves and their counts and returns how many moves there are
 * (at most `room` are written), or -1 if it was stopped or had no memory. The
 * sum of the counts, 1 at depth 0, goes to total. */
int jg_perft_divide(const struct jg_game *g, const void *state, int depth, const struct jg_perft_split *how,
                    jg_move *moves, uint64_t *counts, int room, uint64_t *total);

/* ---- Evaluating ---------------------------------------------------------- */

/* An evaluator ready for use: the way searches hold one. */
struct jg_eval {
    const struct jg_evaluator *by;
    double weights[JG_FEATURES_MAX];
};

/* The game's evaluator of that name, with its usual weights; "" is the default.
 * "@FILE" is the evaluator and the weights of a file, as `jogada tune` writes it; a
 * mistake in there has position -2, since it is none in the name. */
enum jg_status jg_eval_open(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err);

/* The value of a position that is not over; of one that is: the evaluator's, if
 * it knows ends, or else JG_WIN, 0 or -JG_WIN. */
static inline int32_t jg_eval_value(const struct jg_eval *e, const struct jg_game *g, const void *state, int team) {
    return e->by->value(g, state, team, e->weights);
}
int32_t jg_eval_end(const struct jg_eval *e, const struct jg_game *g, const void *state, int team);

/* Whose points are the game's score: what reports are in that know how a game ends under best play. It says
 * nothing of positions that are not over. */
extern const struct jg_evaluator jg_eval_score;

/* A weighted sum as the value of a position: rounded, and kept below what a
 * decided game is worth, whoever chose the weights. */
static inline int32_t jg_eval_points(double sum) {
    const double most = JG_WIN / 2 - 1;
    return (int32_t)(sum > most ? most : sum < -most ? -most : sum < 0 ? sum - 0.5 : sum + 0.5);
}

/* Prints a value as people read it: "+3", "-0.25", "0", "61.3 %", "win", "loss". */
void jg_value_print(struct jg_text *t, const struct jg_evaluator *by, int32_t value, jg_lang lang);

#pragma GCC visibility pop

#endif
