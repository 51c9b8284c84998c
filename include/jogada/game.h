/* The game interface. A game is a table of functions (struct jg_game_kind) over flat states; searches copy a state
 * instead of undoing moves.
 *
 *     struct jg_game g;
 *     union jg_state state;
 *     jg_move moves[JG_MOVES_MAX];
 *     jg_game_open(&g, "kalah:houses=6,seeds=4", NULL);
 *     jg_start(&g, &state);
 *     int n = jg_moves(&g, &state, moves);
 *     jg_apply(&g, &state, moves[0]);
 *     jg_game_close(&g);
 *
 * docs/adding-a-game.md explains how to write a game. tests/support/conformance.c checks every promise of this header
 * on every game. */
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

struct json_t; /* of jansson */

/* A move: a number that only its game can interpret. 0 is never a move. */
typedef uint32_t jg_move;

enum {
    JG_CHANCE = -1, /* as a turn: chance moves, such as dice or the deal */
    JG_OVER = -2,   /* as a turn: the game is over */
    JG_NOBODY = -1, /* as a viewer: a spectator, who sees public information only */
    JG_SEATS_MAX = 4,
    JG_MOVES_MAX = 256,
    JG_STATE_MAX = 1024,
    JG_POSITION_MAX = 1024, /* bytes of the text of a position */
    JG_MOVE_MAX = 64,       /* bytes of the text of a move */
    JG_PICTURE_MAX = 16384, /* bytes of a board drawn for the terminal */
    JG_RANK_QUIET = 15,     /* highest rank of a quiet move */
};

/* Properties of a game. Agents declare which of them they cannot handle. */
enum jg_trait {
    JG_HAS_CHANCE = 1,   /* has chance nodes: turn() may be JG_CHANCE */
    JG_HAS_HIDDEN = 2,   /* imperfect information: seats see different parts of a state */
    JG_HAS_PARTNERS = 4, /* a team has more than one seat */
    JG_IS_FINITE = 8,    /* every line of play ends */
    JG_MAY_REDUCE = 16,  /* most moves are quiet, so late move reductions are sound */
    JG_IN_STEPS = 32,    /* a turn consists of many small moves: a table plays forced public ones by itself, and a
                          * player may type several at once */
    JG_HAS_DRAWS = 64,   /* a game may end in a draw, and the players may agree on one */
    JG_MAY_STAND = 128,  /* the side to move seldom has to worsen its position, so reverse futility pruning is sound; it
                          * is with pass(), too */
};

/* Storage for a state of any game. */
union jg_state {
    unsigned char bytes[JG_STATE_MAX];
    max_align_t align;
};

struct jg_game;

/* A feature of a linear evaluator, with its default weight. */
struct jg_feature {
    const char *name;
    const char *help;
    double weight;
};

enum {
    JG_FEATURES_MAX = 32,    /* features of an evaluator */
    JG_WEIGHT_MAX = 1000000, /* weights lie within -JG_WEIGHT_MAX..JG_WEIGHT_MAX */
};

/* A network file in memory. */
struct jg_network_file {
    const unsigned char *bytes;
    size_t size;
    const char *layout; /* of the games that it fits, as in struct jg_inputs */
};

/* A named evaluation function. It is antisymmetric: the value for one team is the negative of the other team's. */
struct jg_evaluator {
    const char *name; /* NULL ends a list */
    const char *help;
    const struct jg_feature *features;
    int feature_count;
    int unit;    /* points per unit of the game's score; 1 if points do not measure the score */
    bool ends;   /* value() also holds for finished games */
    bool chance; /* values are winning chances: 0 even, JG_CHANCES certain; shown in percent */
    double odds; /* points of advantage at which the odds to win are e to 1 (logistic scale); 0: three units */
    const struct jg_network_file *network; /* a network that comes with the program, instead of value(); NULL: none */

    /* The value of a position for a team, in points: |value| < JG_WIN / 2 for all weights up to JG_WEIGHT_MAX, as
     * jg_eval_points ensures. */
    int32_t (*value)(const struct jg_game *g, const void *state, int team, const double *weights);

    /* Writes feature_count numbers. jg_eval_points of their weighted sum is the value. */
    void (*measure)(const struct jg_game *g, const void *state, int team, double *out);
};

enum {
    JG_WIN = 1000000,   /* value of a won game in a search */
    JG_CHANCES = 10000, /* value of a certain win to an evaluator of chances */
};

/* How show() draws a board. */
struct jg_style {
    jg_lang lang;
    bool colour;
    bool unicode;
    bool brief;   /* with JG_IN_STEPS: the pending decision only, since the board was shown a few steps before */
    int seat;     /* the viewer, or JG_NOBODY */
    jg_move last; /* previous move as the viewer observed it, to be highlighted; 0: none */
};

enum jg_ink { JG_INK_PLAIN, JG_INK_STRONG, JG_INK_FAINT, JG_INK_FIRST, JG_INK_SECOND, JG_INK_MARK };

/* Sets the colour of the text that follows, if the style allows colour. */
void jg_ink(struct jg_text *t, const struct jg_style *style, enum jg_ink ink);

struct jg_agent_kind;
struct jg_drawing; /* of board.h */
struct jg_game_bench;
struct jg_solver;

enum {
    JG_INPUTS_MAX = 4096,
    JG_INPUT_WORDS_MAX = JG_INPUTS_MAX / 64,
    JG_ACTIVE_MAX = 256,
    JG_SYMMETRIES_MAX = 8,
    JG_LAYOUT_MAX = 32 /* bytes */
};

/* The binary inputs of networks for a game. */
struct jg_inputs {
    int count;                  /* 1 to JG_INPUTS_MAX; 0: the game has none */
    int active;                 /* the most that are active at once, at most JG_ACTIVE_MAX */
    int symmetries;             /* order of the symmetry group, with the identity, at most JG_SYMMETRIES_MAX; 1: none */
    int width, height;          /* of the board if inputs come in planes of its squares, by rows; 0: they do not */
    bool at_chance;             /* networks learn from chance nodes, as both teams see them; else from decisions */
    char layout[JG_LAYOUT_MAX]; /* the options that inputs depend on, such as "7x6"; a network fits games whose layout
                                 * is equal */
};

enum { JG_ACTIONS_MAX = 1024, JG_SHAPE_MAX = 3, JG_OBSERVATION_MAX = 4096 };

/* The sizes of a game's actions and observations, as environments of reinforcement learning declare them. */
struct jg_spaces {
    int actions;             /* 1 to JG_ACTIONS_MAX; 0: the game declares none */
    int shape[JG_SHAPE_MAX]; /* of an observation; unused dimensions follow the others and are 0 */
    int size;                /* elements of an observation: the product of its dimensions, at most JG_OBSERVATION_MAX */
};

/* How networks learn the choices of players instead of the values of positions: policies. An agent uses such a network,
 * and its choices are learned. */
struct jg_game_policy {
    const char *agent;                     /* spec of that agent; its option `policy` takes @FILE, */
    const char *start;                     /* and this, the policy with which a training begins */
    const struct jg_network_file *network; /* the one that comes with the program; NULL: none */

    /* Describes the binary inputs of a choice, as in struct jg_game_kind. */
    void (*inputs)(const struct jg_game *g, struct jg_inputs *out);

    /* Sets the bits of the inputs that are active for each of the n legal moves of the seat to move, in cleared words:
     * `words` of them for a move. From the view of that seat. */
    void (*observe)(const struct jg_game *g, const void *view, const jg_move *moves, int n, int words,
                    uint64_t *active);
};

/* Levels of opponents that players choose from. The strongest opponent is the game's default one. */
enum jg_game_level { JG_LEVEL_BEGINNER, JG_LEVEL_EASY, JG_LEVEL_MEDIUM, JG_LEVEL_HARD, JG_LEVELS };

/* A command line that `jogada --help` shows as an example. */
struct jg_game_example {
    const char *command; /* what follows "jogada "; NULL ends a list */
    const char *title;   /* its purpose: a message */
};

/* An example position, which the page of rules shows as a board. */
struct jg_game_position {
    const char *position; /* as print() writes the view of the seat, in a game with default options; NULL ends a list */
    int seat;             /* the viewer */
    const char *last;     /* the move that led to the position; NULL: none is shown */
    const char *picked;   /* what the viewer has picked, as the board of the page names it; NULL: nothing */
    const char *caption;  /* what the position shows: a message */
};

/* How a game is written in the Smart Game Format (FF[4]). The first seat is Black, the second White; squares are a
 * letter and a number, from a1. */
struct jg_sgf {
    int number; /* the game number of SGF, the value of GM */
    int size;   /* squares on a side of the board, at most 19 */

    /* As in struct jg_game_kind, with moves in SGF notation. parse_move gets them without annotation signs such as
     * "!", and "pass" for a pass. */
    void (*print_move)(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
    enum jg_status (*parse_move)(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);

    /* board() writes the squares in the order a1, b1, ...: 'b', 'w' or 0. position() writes such squares as the text
     * of a position, for parse() to check. */
    void (*board)(const struct jg_game *g, const void *state, char *squares);
    void (*position)(const struct jg_game *g, const char *squares, int seat, struct jg_text *t);
};

/* A game: everything that does not depend on its options. Members marked "optional" may be NULL. All functions are
 * pure, so that any number of threads may call them.
 *
 * A state is g->state_size bytes without pointers. It is cleared before it is filled, so that equal positions are
 * equal bytes. */
struct jg_game_kind {
    const char *name;                    /* in specs */
    const char *title, *summary;         /* messages */
    const char *seat_name[JG_SEATS_MAX]; /* messages, such as "X" or "Black"; optional */
    const char *opponent;                /* spec of the default opponent, which also gives hints */
    const char *rollout;                 /* spec of the default agent of rollouts; NULL: random */
    const char *learner;                 /* spec of the default agent of self-play in `jogada learn`; NULL: a search */
    const struct jg_option *options;     /* optional */
    size_t options_size;
    unsigned traits;
    int seats; /* 2 or 4; seat s belongs to team s & 1 */
    size_t state_size;
    int max_moves;                         /* the maximum that moves() returns */
    const struct jg_evaluator *evaluators; /* the first is the default, and no network */

    /* Optional. Called when g->options are set: checks that they go together; may change g->state_size, g->max_moves,
     * g->repeat and g->seat_name; may store what it computes in g->tables, which close() frees. */
    enum jg_status (*open)(struct jg_game *g, struct jg_error *err);
    void (*close)(struct jg_game *g);

    /* Writes the initial position to a cleared state. */
    void (*start)(const struct jg_game *g, void *state);

    /* The seat to move, JG_CHANCE or JG_OVER. */
    int (*turn)(const struct jg_game *g, const void *state);

    /* Writes the legal moves of the seat to move, in a fixed order, and returns their number, at least one. Not
     * called for JG_CHANCE or JG_OVER. */
    int (*moves)(const struct jg_game *g, const void *state, jg_move *out);

    /* Makes a legal move of the seat to move, or a chance outcome. Deterministic. */
    void (*apply)(const struct jg_game *g, void *state, jg_move move);

    /* The result for a team in the game's unit: positive for a win, negative for a loss, 0 for a draw. The game is
     * zero-sum: the other team has the negative. For JG_OVER only. */
    int32_t (*score)(const struct jg_game *g, const void *state, int team);

    /* With JG_HAS_CHANCE, for JG_CHANCE only: the number of outcomes (a domino hand has 1,184,040, too many to list),
     * the i-th outcome with its probability, and a random outcome. */
    uint64_t (*outcomes)(const struct jg_game *g, const void *state);
    jg_move (*outcome)(const struct jg_game *g, const void *state, uint64_t i, double *probability);
    jg_move (*draw)(const struct jg_game *g, const void *state, struct jg_rng *rng);

    /* With JG_HAS_HIDDEN. view() erases in place what the seat (or JG_NOBODY) cannot know, leaving its information
     * set. turn, print, show and json accept a view, and moves when the viewer is to move. sample() determinizes a
     * view: it fills in the hidden part at random, consistent with all that the view shows. observe_move() is the
     * move as a seat sees it when it is made in `state`: the move itself, or one that print_move writes with '?' for
     * the hidden part. */
    void (*view)(const struct jg_game *g, void *state, int seat);
    void (*sample)(const struct jg_game *g, void *view, struct jg_rng *rng);
    jg_move (*observe_move)(const struct jg_game *g, const void *state, jg_move move, int seat);

    /* Optional, with JG_HAS_HIDDEN. Whether the legal moves of the seat to move follow from public information. NULL:
     * never. A table plays a forced move by itself only if this holds, since otherwise it would reveal what a hand
     * lacks. */
    bool (*public_moves)(const struct jg_game *g, const void *state);

    /* Optional, with JG_HAS_HIDDEN. Writes n samples of a view, the same as n calls of sample() would, but faster. */
    void (*samples)(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out);

    /* Optional, with JG_HAS_HIDDEN. The likelihood of each of n samples of one view (g->state_size bytes each): the
     * probability of the remembered choices of the other seats, if these hands were dealt and everybody played as
     * people usually do. They weight the samples in the belief of `seat`. Positive; only their ratios matter. */
    void (*likelihood)(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

    /* Notation. A position is one line, a move one word that does not begin with '['. Both can be read back, and the
     * parsers reject anything behind them. parse() fills a cleared state and rejects a position that cannot be played
     * from; parse_move() accepts legal moves and chance outcomes only. Both report the position of the error and the
     * reason. parse_move() is not called for JG_OVER. */
    void (*print)(const struct jg_game *g, const void *state, struct jg_text *t);
    enum jg_status (*parse)(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
    void (*print_move)(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
    enum jg_status (*parse_move)(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err);

    /* For people. show() draws the board in lines of at most 80 columns, in ASCII unless the style allows Unicode,
     * with the last move in JG_INK_MARK or, without colour, in brackets. describe_move() says in words what a move
     * made in `state` does, without a full stop. */
    void (*show)(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
    void (*describe_move)(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);

    /* Optional. Draws a view as one <svg> element, as jg_board_svg (board.h) promises. The viewer is a seat or
     * JG_NOBODY, and all marks are on legal moves; `last` may be any number. */
    void (*svg)(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

    /* Optional. Explains an item of the game by its name, such as a card, in lines like those of show(). Returns
     * false and writes nothing if there is no such item. */
    bool (*about)(const struct jg_game *g, const void *view, const char *word, const struct jg_style *style,
                  struct jg_text *t);

    /* The board as a new JSON object, for the web page; NULL without memory. */
    struct json_t *(*json)(const struct jg_game *g, const void *state);

    /* Optional. A hash of all that matters for the rest of the game. NULL: the bytes of the state are hashed. */
    uint64_t (*key)(const struct jg_game *g, const void *state);

    /* Optional. Scores moves for move ordering, from -255 to 255, the best first. Moves above JG_RANK_QUIET may change
     * the evaluation by more than one unit of the score or keep the turn. */
    void (*rank)(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *out);

    /* Optional. Writes the legal moves after which the evaluation jumps, such as captures and wins, in the order of
     * moves(), and returns their number, perhaps 0: the moves of quiescence search. With JG_MAY_REDUCE all of them
     * rank above JG_RANK_QUIET. */
    int (*noisy)(const struct jg_game *g, const void *state, jg_move *out);

    /* Optional. Makes a null move: gives the turn to the opponent. Returns false where passing could be the best move
     * (zugzwang), which makes null move pruning unsound. */
    bool (*pass)(const struct jg_game *g, void *state);

    /* Optional, for games of perfect information without chance. Looks a position up in an endgame database:
     * writes the score of team 0 under optimal play and returns true, or returns false if the position is not in
     * it. Not called for JG_OVER. The first call may load or build the database, in well under a second. */
    bool (*probe_endgame)(const struct jg_game *g, const void *state, int32_t *score);

    /* Optional, with probe_endgame. Loads or builds the database now, so that no search has to on its clock. Fails if
     * memory runs out. */
    enum jg_status (*open_endgame)(const struct jg_game *g, struct jg_error *err);

    /* Optional, with probe_endgame. Fails if a probe since the last call had no memory to open the database, and
     * therefore reported that the position is not in it. The next probe tries again. */
    enum jg_status (*check_endgame)(const struct jg_game *g, struct jg_error *err);

    const struct jg_solver *solver; /* optional: knowledge of the game for `jogada solve` */

    /* Optional. Whether a move or a chance outcome is legal. NULL: it is looked for in the list of all. */
    bool (*legal)(const struct jg_game *g, const void *state, jg_move move);

    /* Optional, for networks that learn the game (docs/learning.md). inputs() describes the binary inputs; *out begins
     * with one symmetry and zeroes. observe() sets the bits of the inputs that are active in a position from one team's
     * side, in cleared words; it accepts a view. The inputs of the other team are those of the same position with sides
     * exchanged, so that one network serves both. symmetry() writes the permutation of inputs by symmetry i of the
     * game, 1 <= i < symmetries: input k of a position is input permutation[k] of its image. */
    void (*inputs)(const struct jg_game *g, struct jg_inputs *out);
    void (*observe)(const struct jg_game *g, const void *view, int team, uint64_t *active);
    void (*symmetry)(const struct jg_game *g, int i, uint16_t *permutation);

    /* Optional, all three or none, for environments of reinforcement learning (docs/environments.md). spaces() sets
     * `actions` and `shape`; *out begins with zeroes. actions() writes the action of each of n legal moves of a state
     * (or of the view of the seat to move): a number below spaces.actions that no other legal move of the state has,
     * and that means the same in all states. encode() writes the observation of a view, from the side of a seat:
     * spaces.size elements by rows, which are cleared before. Elements are counts and planes of 0 and 1; a number that
     * may exceed 255 takes two elements, its high byte and its low byte (jg_encode_wide). An observation does not say
     * which seat is to move. Not called for JG_NOBODY. */
    void (*spaces)(const struct jg_game *g, struct jg_spaces *out);
    void (*actions)(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
    void (*encode)(const struct jg_game *g, const void *view, int seat, uint8_t *out);

    /* Optional, for networks that learn choices; not with inputs(). */
    const struct jg_game_policy *policy;

    /* ---- For the rest of the program: all optional ---- */

    const struct jg_sgf *sgf; /* the game has a number in the Smart Game Format */

    /* Agents that play only this game; the list ends with NULL. */
    const struct jg_agent_kind *const *agents;

    /* Specs of agents by level; NULL: no such level. Without any, beginners play against `random`. */
    const char *levels[JG_LEVELS];

    const struct jg_game_example *examples;   /* command lines; ends with {0} */
    const struct jg_game_position *positions; /* example positions; ends with {0} */
    const char *const *studies;               /* names of the studies about the game; ends with NULL */
    const struct jg_game_bench *bench;        /* the work of `jogada bench`; ends with {0} */
};

/* A game with its options. It does not change while it is open, so threads may share it. */
struct jg_game {
    const struct jg_game_kind *kind;
    size_t state_size;
    int max_moves;
    int repeat;                          /* occurrences of a position that draw the game; 0: no such rule */
    void *tables;                        /* data of kind->open */
    const char *seat_name[JG_SEATS_MAX]; /* set by kind->open to override the kind's, or NULL */
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } options;
};

/* ---- Opening ------------------------------------------------------------- */

/* The built-in games, in the order of `jogada games`; NULL after the last. */
const struct jg_game_kind *jg_game_kind_at(size_t i);

/* Opens a built-in game by its spec, such as "kalah:houses=4". The caller closes g; on failure it is empty. */
enum jg_status jg_game_open(struct jg_game *g, const char *spec, struct jg_error *err);

/* Opens a game of the caller's; spec must begin with its name. Checks the kind first (jg_game_kind_check). */
enum jg_status jg_game_open_kind(struct jg_game *g, const struct jg_game_kind *kind, const char *spec,
                                 struct jg_error *err);

/* Closing twice is harmless. */
void jg_game_close(struct jg_game *g);

/* Checks that a kind has the functions that its traits require, so that nothing fails in the middle of a search. */
enum jg_status jg_game_kind_check(const struct jg_game_kind *kind, struct jg_error *err);

/* Writes the canonical spec of an open game. */
void jg_game_spec(const struct jg_game *g, struct jg_text *t);

/* ---- Playing ------------------------------------------------------------- */

static inline int jg_team(int seat) { return seat & 1; }

/* Inlined, and exported from the shared library too, for bindings of other languages. jg_turn is the seat to move,
 * JG_CHANCE or JG_OVER; jg_moves writes the legal moves of a seat to move, at most g->max_moves, and returns their
 * number; jg_apply makes a legal move or a chance outcome; jg_score is the result of a finished game for a team. */
inline int jg_turn(const struct jg_game *g, const void *state) { return g->kind->turn(g, state); }

inline int jg_moves(const struct jg_game *g, const void *state, jg_move *out) {
    return g->kind->moves(g, state, out);
}

inline void jg_apply(const struct jg_game *g, void *state, jg_move move) { g->kind->apply(g, state, move); }

inline int32_t jg_score(const struct jg_game *g, const void *state, int team) {
    return g->kind->score(g, state, team);
}

/* Clears the state and writes the initial position. */
void jg_start(const struct jg_game *g, void *state);

/* Parses a position; NULL is the initial position. */
enum jg_status jg_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);

/* The same, but rejects a view with hidden parts: the position is to be played from. */
enum jg_status jg_parse_complete(const struct jg_game *g, const char *text, void *state, struct jg_error *err);

/* Whether a state has no hidden parts. */
bool jg_is_complete(const struct jg_game *g, const void *state);

/* Copies the part of a state that a seat (or JG_NOBODY) knows: its view. */
void jg_view(const struct jg_game *g, const void *state, int seat, void *out);

/* Determinization: a random state consistent with a view. */
void jg_sample(const struct jg_game *g, const void *view, struct jg_rng *rng, void *out);

/* n determinizations, g->state_size bytes each. */
void jg_samples(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out);

/* The inputs of an open game, with the count 0 if it has none; the inputs that are active in a view from a team's side,
 * as jg_input_words(count) words; the permutation of inputs by symmetry i, 0 being the identity. */
void jg_inputs(const struct jg_game *g, struct jg_inputs *out);
static inline int jg_input_words(int count) { return (count + 63) / 64; }
void jg_observe(const struct jg_game *g, const void *view, int team, uint64_t *active);
void jg_input_symmetry(const struct jg_game *g, int i, uint16_t *permutation);

/* The spaces of an open game, with 0 actions if it declares none; the actions of n legal moves; the legal move of an
 * action, or 0 if none has it; the observation of a view from a seat's side, spaces.size elements. */
void jg_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
jg_move jg_action_move(const struct jg_game *g, const void *state, int action);
void jg_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

/* Writes a number of 0 to 65535 as two elements of an observation. */
static inline void jg_encode_wide(uint8_t *out, int number) {
    out[0] = (uint8_t)(number >> 8);
    out[1] = (uint8_t)number;
}

/* A move as a seat observes it. */
jg_move jg_observe_move(const struct jg_game *g, const void *state, jg_move move, int seat);

bool jg_legal(const struct jg_game *g, const void *state, jg_move move);
uint64_t jg_key(const struct jg_game *g, const void *state);

/* The name of a seat in a language, such as "X" or "player 2". */
const char *jg_seat_name(const struct jg_game *g, int seat, jg_lang lang);

/* A view as a new JSON object for the web page: game, position, turn, moves, score at the end, board. NULL without
 * memory. */
struct json_t *jg_game_json(const struct jg_game *g, const void *view, int seat);

/* ---- Random play and perft ----------------------------------------------- */

/* A legal move, uniformly at random, or a chance outcome by its probability. */
jg_move jg_random_move(const struct jg_game *g, const void *state, struct jg_rng *rng);

/* Plays random moves until the game is over or `plies` moves were made; returns their number. */
int jg_random_play(const struct jg_game *g, void *state, struct jg_rng *rng, int plies);

/* Perft: the number of move sequences of exactly `depth` plies. Games that end earlier do not count. */
uint64_t jg_perft(const struct jg_game *g, const void *state, int depth);

/* How jg_perft_divide runs. */
struct jg_perft_split {
    int threads;                                             /* 0: all cores */
    const atomic_bool *stop;                                 /* ends the count when set; may be NULL */
    void (*progress)(void *arg, double share, double nodes); /* called now and then by one thread; may be NULL */
    void *arg;
};

/* Perft by first move, in parallel. Writes the first moves and their counts, at most `room`, and the sum of all
 * counts (1 at depth 0) to total. Returns the number of first moves, or -1 if it was stopped or memory ran out. */
int jg_perft_divide(const struct jg_game *g, const void *state, int depth, const struct jg_perft_split *how,
                    jg_move *moves, uint64_t *counts, int room, uint64_t *total);

/* ---- Evaluation ---------------------------------------------------------- */

struct jg_network;

/* An evaluator with its weights, or a network. */
struct jg_eval {
    const struct jg_evaluator *by;
    double weights[JG_FEATURES_MAX];
    struct jg_network *network; /* NULL: by->value with the weights */
};

/* Finds an evaluator of a game by its name, with its default weights; "" is the default evaluator. "@FILE" reads the
 * evaluator and its weights from a file that `jogada tune` wrote, or a network that `jogada learn` wrote; errors inside
 * the file have the position JG_NOWHERE. The caller closes e; on failure it is empty. A copy of e shares its network and
 * must not outlive it. */
enum jg_status jg_eval_open(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err);

/* The same for strong agents: "" is the first network that comes with the game and fits its options, or else the
 * default evaluator. */
enum jg_status jg_eval_open_strong(struct jg_eval *e, const struct jg_game *g, const char *name, struct jg_error *err);
void jg_eval_close(struct jg_eval *e); /* may be called twice, and for zeroes */

/* The value of a position by a network. */
int32_t jg_network_value(const struct jg_network *n, const struct jg_game *g, const void *state, int team);

/* The value of an unfinished position for a team, and of a finished game: the evaluator's value if it `ends`,
 * otherwise JG_WIN, 0 or -JG_WIN. */
static inline int32_t jg_eval_value(const struct jg_eval *e, const struct jg_game *g, const void *state, int team) {
    return e->network ? jg_network_value(e->network, g, state, team) : e->by->value(g, state, team, e->weights);
}
int32_t jg_eval_end(const struct jg_eval *e, const struct jg_game *g, const void *state, int team);

/* The evaluator of solved values, whose points are the game's score. It has no value for unfinished positions. */
extern const struct jg_evaluator jg_eval_score;

/* The evaluators of networks from files: points, or in games with chance moves chances to win. */
extern const struct jg_evaluator jg_eval_network, jg_eval_network_chance;

/* The evaluator of chances to win, whatever computed them. It has no value for positions. */
extern const struct jg_evaluator jg_eval_chance;

/* Rounds a weighted sum to points and clamps it below the value of a decided game. */
static inline int32_t jg_eval_points(double sum) {
    const double most = JG_WIN / 2 - 1;
    return (int32_t)(sum > most ? most : sum < -most ? -most : sum < 0 ? sum - 0.5 : sum + 0.5);
}

/* Writes a value for people: "+3", "-0.25", "0", "61.3 %", "win", "loss". */
void jg_value_print(struct jg_text *t, const struct jg_evaluator *by, int32_t value, jg_lang lang);

/* The chance of winning that a value means, 0 to 1, for the same side; a draw counts half. Some evaluators return it
 * directly, and a decided game is 1 or 0, as is a proven value of an evaluator that `ends`. Other values are converted by
 * the logistic function, whose scale is the evaluator's `odds`; matches between equal agents confirm that shape. Without
 * an evaluator it is a half. */
double jg_value_chance(const struct jg_evaluator *by, int32_t value, bool proven);

/* A value for programs, and its unit: "score", the game's unit; "chance", the chance to win, 0 to 1; or "points", the
 * evaluator's own. A decided game has JG_WIN or -JG_WIN. As JSON, the value of a missing evaluator is null. */
const char *jg_value_unit(const struct jg_evaluator *by);
double jg_value_number(const struct jg_evaluator *by, int32_t value);
struct json_t *jg_value_json(const struct jg_evaluator *by, int32_t value);

/* The value of a game that is not decided, in the game's unit. False: the evaluator has another unit. */
bool jg_value_score(const struct jg_evaluator *by, int32_t value, double *score);

#pragma GCC visibility pop

#endif
