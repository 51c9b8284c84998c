/* jogada.State: a position, or a seat's view of one. States do not change: apply() returns a new one. */
#include "module.h"

#include "core/hash.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

static inline struct state_object *state_of(PyObject *self) { return (struct state_object *)self; }
static inline const struct jg_game *game_of(PyObject *self) { return &state_of(self)->game->game; }

/* A position without hidden parts, whose bytes the caller fills. */
static struct state_object *allocate(struct game_object *game) {
    Py_ssize_t size = (Py_ssize_t)game->game.state_size;
    struct state_object *s = PyObject_NewVar(struct state_object, game->m->state_type, size);
    if (!s) return NULL;
    Py_INCREF((PyObject *)game);
    s->game = game;
    s->hides = s->hides_mover = false;
    return s;
}

PyObject *state_new(struct game_object *game, const void *bytes) {
    struct state_object *s = allocate(game);
    if (!s) return NULL;
    memcpy(s->bytes, bytes, game->game.state_size);
    if (game->game.kind->traits & JG_HAS_HIDDEN) {
        s->hides = !jg_is_complete(&game->game, s->bytes);
        s->hides_mover = s->hides && jg_ask_hides(&game->game, s->bytes);
    }
    return (PyObject *)s;
}

static void state_dealloc(PyObject *self) {
    Py_DECREF((PyObject *)state_of(self)->game);
    module_free(self);
}

/* ---- Moves ------------------------------------------------------------------------------------- */

PyObject *moves_list(const struct game_object *game, const void *state) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(&game->game, state, moves);
    PyObject *list = PyList_New(n), **ints = game->m->ints;
    for (int i = 0; list && i < n; i++) {
        PyObject *move = number_object(ints, moves[i]);
        if (!move)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, move);
    }
    return list;
}

PyObject *move_text(const struct game_object *game, const void *state, jg_move move) {
    char text[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    game->game.kind->print_move(&game->game, state, move, &t);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)t.used, "replace");
}

bool move_from(struct game_object *game, const void *state, PyObject *from, jg_move *move) {
    const struct jg_game *g = &game->game;
    PyObject *integer = integer_from(from);
    if (integer) {
        unsigned long number = PyLong_AsUnsignedLong(integer);
        Py_DECREF(integer);
        if (PyErr_Occurred() || number > UINT32_MAX) {
            PyErr_Clear();
            number = 0;
        }
        *move = (jg_move)number;
        if (*move && jg_legal(g, state, *move)) return true;
        PyObject *shown = PyObject_Repr(from);
        PyObject *short_form = shown ? PyUnicode_Substring(shown, 0, 30) : NULL;
        PyObject *utf8 = short_form ? PyUnicode_AsUTF8String(short_form) : NULL;
        if (utf8) raise_text(game->m, "%s is not a legal move here", PyBytes_AsString(utf8));
        Py_XDECREF(shown);
        Py_XDECREF(short_form);
        Py_XDECREF(utf8);
        return false;
    }
    if (!PyUnicode_Check(from)) {
        PyErr_SetString(PyExc_TypeError, "a move must be an int, as moves() returns, or its text, a str");
        return false;
    }
    struct jg_error err = {0};
    const char *text = text_from(from, "a move");
    if (!text) return false;
    if (!g->kind->parse_move(g, state, text, move, &err)) return true;
    raise_error(game->m, &err, text);
    return false;
}

/* Whether a move can be made or listed here; raises the reason why not. */
static bool plays(struct state_object *s, bool as_chance) {
    int turn = jg_turn(&s->game->game, s->bytes);
    if (s->hides)
        raise_text(s->game->m, "a view hides parts of the position; sample() fills them in");
    else if (turn == JG_OVER)
        raise_text(s->game->m, "the game is over");
    else if (as_chance && turn != JG_CHANCE)
        raise_text(s->game->m, "it is the turn of seat %d, not of chance", turn);
    else
        return true;
    return false;
}

static PyObject *moves(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct state_object *s = state_of(self);
    int turn = jg_turn(&s->game->game, s->bytes);
    if (turn >= 0 && !s->hides_mover) return moves_list(s->game, s->bytes);
    if (turn == JG_OVER) return PyList_New(0);
    if (turn == JG_CHANCE)
        return raise_text(s->game->m, "chance is to move: outcomes() lists its moves, draw() takes one");
    return raise_text(s->game->m, "this view hides the moves of seat %d, which is to move", turn);
}

static PyObject *texts(PyObject *self, PyObject *none) {
    struct state_object *s = state_of(self);
    PyObject *list = moves(self, none);
    for (Py_ssize_t i = 0; list && i < PyList_Size(list); i++) {
        PyObject *text = move_text(s->game, s->bytes, (jg_move)PyLong_AsUnsignedLong(PyList_GetItem(list, i)));
        if (!text)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, text);
    }
    return list;
}

/* A legal move of a position that may be a view of the seat to move. */
static bool known_move(struct state_object *s, PyObject *from, jg_move *move) {
    int turn = jg_turn(&s->game->game, s->bytes);
    if (s->hides && (s->hides_mover || turn < 0)) {
        raise_text(s->game->m, "this view hides the moves");
        return false;
    }
    if (turn == JG_OVER) {
        raise_text(s->game->m, "the game is over");
        return false;
    }
    return move_from(s->game, s->bytes, from, move);
}

static PyObject *text(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    jg_move move;
    return known_move(s, from, &move) ? move_text(s->game, s->bytes, move) : NULL;
}

static PyObject *number(PyObject *self, PyObject *from) {
    jg_move move;
    return known_move(state_of(self), from, &move) ? PyLong_FromUnsignedLong(move) : NULL;
}

static PyObject *describe(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    char words[512];
    struct jg_text t;
    jg_move move;
    if (!known_move(s, from, &move)) return NULL;
    jg_text_init(&t, words, sizeof words);
    s->game->game.kind->describe_move(&s->game->game, s->bytes, move, JG_EN, &t);
    return PyUnicode_DecodeUTF8(words, (Py_ssize_t)t.used, "replace");
}

static PyObject *apply(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    jg_move move;
    if (!plays(s, false) || !move_from(s->game, s->bytes, from, &move)) return NULL;
    struct state_object *next = allocate(s->game);
    if (!next) return NULL;
    memcpy(next->bytes, s->bytes, s->game->game.state_size);
    jg_apply(&s->game->game, next->bytes, move);
    return (PyObject *)next;
}

/* ---- Chance ------------------------------------------------------------------------------------ */

enum { OUTCOMES_MAX = 100000 };

static PyObject *outcomes(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct state_object *s = state_of(self);
    const struct jg_game *g = &s->game->game;
    if (!plays(s, true)) return NULL;
    uint64_t n = g->kind->outcomes(g, s->bytes);
    if (n > OUTCOMES_MAX)
        return raise_text(s->game->m, "%llu outcomes are too many to list; draw() takes one", (unsigned long long)n);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint64_t i = 0; list && i < n; i++) {
        double probability;
        jg_move move = g->kind->outcome(g, s->bytes, i, &probability);
        PyObject *pair = Py_BuildValue("(Id)", (unsigned)move, probability);
        if (!pair)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, (Py_ssize_t)i, pair);
    }
    return list;
}

static PyObject *draw(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    struct jg_rng rng;
    uint64_t seed;
    if (!plays(s, true) || !seed_from(from, &seed)) return NULL;
    jg_rng_init(&rng, seed, 0);
    return PyLong_FromUnsignedLong(s->game->game.kind->draw(&s->game->game, s->bytes, &rng));
}

static PyObject *playout(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    struct jg_rng rng;
    uint64_t seed;
    union jg_state end;
    if (s->hides) return raise_text(s->game->m, "a view hides parts of the position; sample() fills them in");
    if (!seed_from(from, &seed)) return NULL;
    memcpy(&end, s->bytes, s->game->game.state_size);
    jg_rng_init(&rng, seed, 0);
    Py_BEGIN_ALLOW_THREADS;
    jg_random_play(&s->game->game, &end, &rng, JG_RECORD_MOVES_MAX);
    Py_END_ALLOW_THREADS;
    return state_new(s->game, &end);
}

/* ---- Views ------------------------------------------------------------------------------------- */

bool seat_from(const struct game_object *game, PyObject *from, bool nobody, int *seat) {
    if (nobody && from == Py_None) {
        *seat = JG_NOBODY;
        return true;
    }
    PyObject *index = PyIndex_Check(from) ? PyNumber_Index(from) : NULL; /* numpy's integers, too */
    if (!index) {
        PyErr_SetString(PyExc_TypeError,
                        nobody ? "a seat must be an int, or None for a spectator" : "a seat must be an int");
        return false;
    }
    long value = PyLong_AsLong(index);
    Py_DECREF(index);
    if (PyErr_Occurred() || value < 0 || value >= game->game.kind->seats) {
        PyErr_Clear();
        raise_text(game->m, "seat must be 0 to %d", game->game.kind->seats - 1);
        return false;
    }
    *seat = (int)value;
    return true;
}

static PyObject *view(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", NULL};
    struct state_object *s = state_of(self);
    PyObject *from = Py_None;
    union jg_state seen;
    int seat;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:view", NAMES, &from) ||
        !seat_from(s->game, from, true, &seat))
        return NULL;
    if (!(s->game->game.kind->traits & JG_HAS_HIDDEN)) {
        Py_INCREF(self);
        return self;
    }
    if (s->hides) return raise_text(s->game->m, "this is a view already");
    jg_view(&s->game->game, s->bytes, seat, &seen);
    return state_new(s->game, &seen);
}

static PyObject *sample(PyObject *self, PyObject *from) {
    struct state_object *s = state_of(self);
    struct jg_rng rng;
    uint64_t seed;
    union jg_state whole;
    if (!seed_from(from, &seed)) return NULL;
    if (!s->hides) {
        Py_INCREF(self);
        return self;
    }
    jg_rng_init(&rng, seed, 0);
    jg_sample(&s->game->game, s->bytes, &rng, &whole);
    return state_new(s->game, &whole);
}

static PyObject *score(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"team", NULL};
    struct state_object *s = state_of(self);
    int team = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:score", NAMES, &team)) return NULL;
    if (team != 0 && team != 1) return raise_text(s->game->m, "team must be 0 or 1, not %d", team);
    if (jg_turn(&s->game->game, s->bytes) != JG_OVER)
        return raise_text(s->game->m, "the game is not over: it has no score yet");
    return PyLong_FromLong(jg_score(&s->game->game, s->bytes, team));
}

/* ---- Text and JSON ----------------------------------------------------------------------------- */

static PyObject *get_position(PyObject *self, void *Py_UNUSED(none)) {
    char buffer[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, buffer, sizeof buffer);
    game_of(self)->kind->print(game_of(self), state_of(self)->bytes, &t);
    return PyUnicode_DecodeUTF8(buffer, (Py_ssize_t)t.used, "replace");
}

static PyObject *picture(PyObject *self, const struct jg_style *style) {
    char *buffer = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    if (!buffer) return PyErr_NoMemory();
    jg_text_init(&t, buffer, JG_PICTURE_MAX);
    game_of(self)->kind->show(game_of(self), state_of(self)->bytes, style, &t);
    while (t.used && buffer[t.used - 1] == '\n') t.used--;
    PyObject *shown = PyUnicode_DecodeUTF8(buffer, (Py_ssize_t)t.used, "replace");
    free(buffer);
    return shown;
}

static PyObject *show(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", "colour", "unicode", NULL};
    PyObject *from = Py_None;
    int seat, colour = false, unicode = true;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|Opp:show", NAMES, &from, &colour, &unicode) ||
        !seat_from(state_of(self)->game, from, true, &seat))
        return NULL;
    return picture(self, &(struct jg_style){.colour = colour, .unicode = unicode, .seat = seat});
}

static PyObject *state_str(PyObject *self) {
    return picture(self, &(struct jg_style){.unicode = true, .seat = JG_NOBODY});
}

static PyObject *state_repr(PyObject *self) {
    PyObject *position = get_position(self, NULL);
    if (!position) return NULL;
    PyObject *shown = PyUnicode_FromFormat("jogada.Game('%s').position(%R)", state_of(self)->game->spec, position);
    Py_DECREF(position);
    return shown;
}

enum { MARK_TEXT = 64 };

/* The marks of a picture, from a sequence of (move, label, chance); chance may be None. The labels are copied. */
struct marks {
    size_t count;
    struct jg_mark at[JG_MOVES_MAX];
    char labels[JG_MOVES_MAX][MARK_TEXT];
};

static bool mark_from(struct state_object *s, PyObject *from, struct marks *m) {
    PyObject *move, *chance = Py_None;
    const char *label;
    struct jg_mark *mark = &m->at[m->count];
    struct jg_text t;
    if (!PyTuple_Check(from)) {
        PyErr_SetString(PyExc_TypeError, "a mark must be a tuple (move, label, chance)");
        return false;
    }
    if (!PyArg_ParseTuple(from, "Os|O:mark", &move, &label, &chance) || !known_move(s, move, &mark->move)) return false;
    mark->chance = chance == Py_None ? -1 : PyFloat_AsDouble(chance);
    if (PyErr_Occurred()) return false;
    jg_text_init(&t, m->labels[m->count], MARK_TEXT);
    jg_text_put(&t, label);
    mark->label = m->labels[m->count++];
    return true;
}

static bool marks_from(struct state_object *s, PyObject *from, struct marks *m) {
    Py_ssize_t n = from == Py_None ? 0 : PySequence_Size(from);
    if (n < 0) return false;
    if (n > JG_MOVES_MAX) return raise_text(s->game->m, "at most %d marks can be drawn", JG_MOVES_MAX) != NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *one = PySequence_GetItem(from, i);
        bool good = one && mark_from(s, one, m);
        Py_XDECREF(one);
        if (!good) return false;
    }
    return true;
}

static PyObject *draw_board(const struct game_object *game, const void *state, const struct jg_drawing *how) {
    char *picture = malloc(JG_BOARD_SVG_MAX);
    struct jg_text t;
    if (!picture) return PyErr_NoMemory();
    jg_text_init(&t, picture, JG_BOARD_SVG_MAX);
    PyObject *result = jg_board_svg(&game->game, state, how, &t)
                           ? PyUnicode_DecodeUTF8(picture, (Py_ssize_t)t.used, "replace")
                           : raise_text(game->m, "the picture is too large");
    free(picture);
    return result;
}

PyObject *board_svg(const struct game_object *game, const void *state, int seat, jg_move last) {
    return draw_board(game, state, &(struct jg_drawing){.seat = seat, .last = last});
}

static PyObject *svg(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", "marks", NULL};
    struct state_object *s = state_of(self);
    PyObject *from = Py_None, *marked = Py_None, *result = NULL;
    int seat;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:svg", NAMES, &from, &marked) ||
        !seat_from(s->game, from, true, &seat))
        return NULL;
    struct marks *marks = calloc(1, sizeof *marks);
    if (!marks)
        PyErr_NoMemory();
    else if (marks_from(s, marked, marks))
        result = draw_board(s->game, s->bytes,
                            &(struct jg_drawing){.seat = seat, .marks = marks->at, .mark_count = marks->count});
    free(marks);
    return result;
}

static PyObject *repr_svg(PyObject *self, PyObject *Py_UNUSED(none)) {
    PyObject *arguments = PyTuple_New(0);
    PyObject *picture = arguments ? svg(self, arguments, NULL) : NULL;
    Py_XDECREF(arguments);
    return picture;
}

static PyObject *json(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", NULL};
    struct state_object *s = state_of(self);
    PyObject *from = Py_None;
    union jg_state seen;
    int seat;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:json", NAMES, &from) ||
        !seat_from(s->game, from, true, &seat))
        return NULL;
    if (s->hides)
        memcpy(&seen, s->bytes, s->game->game.state_size);
    else
        jg_view(&s->game->game, s->bytes, seat, &seen);
    jg_json_begin();
    return json_objects(s->game->m, jg_game_json(&s->game->game, &seen, seat));
}

/* ---- Comparison and copies --------------------------------------------------------------------- */

static uint64_t hash_bytes(const struct state_object *s) { return jg_hash(s->bytes, s->game->game.state_size); }

static Py_hash_t state_hash(PyObject *self) {
    Py_hash_t hash = (Py_hash_t)hash_bytes(state_of(self));
    return hash == -1 ? -2 : hash;
}

static PyObject *compare(PyObject *a, PyObject *b, int operation) {
    if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    const struct state_object *s = state_of(a), *t = state_of(b);
    bool equal = game_equal(s->game, t->game) && !memcmp(s->bytes, t->bytes, s->game->game.state_size);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

static PyObject *copy(PyObject *self, PyObject *Py_UNUSED(argument)) {
    Py_INCREF(self);
    return self;
}

/* A pickle holds the bytes of the state with a hash of them: other bytes could be no position of the game. */
static uint64_t seal(const struct game_object *game, const void *bytes) {
    return jg_hash_mix(jg_hash(game->spec, strlen(game->spec)), jg_hash(bytes, game->game.state_size));
}

static PyObject *reduce(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct state_object *s = state_of(self);
    PyObject *restore = PyObject_GetAttrString((PyObject *)s->game, "_restore");
    if (!restore) return NULL;
    return Py_BuildValue("(N(y#K))", restore, (const char *)s->bytes, (Py_ssize_t)s->game->game.state_size,
                         (unsigned long long)seal(s->game, s->bytes));
}

PyObject *state_restore(PyObject *game, PyObject *arguments) {
    struct game_object *g = (struct game_object *)game;
    const char *bytes;
    Py_ssize_t size;
    unsigned long long sealed;
    union jg_state state;
    if (!PyArg_ParseTuple(arguments, "y#K:_restore", &bytes, &size, &sealed)) return NULL;
    if ((size_t)size != g->game.state_size || seal(g, bytes) != sealed)
        return raise_text(g->m, "the pickle of a state is damaged, or from another version");
    memcpy(&state, bytes, (size_t)size);
    return state_new(g, &state);
}

/* ---- The type ---------------------------------------------------------------------------------- */

static PyObject *get_turn(PyObject *self, void *Py_UNUSED(none)) {
    return PyLong_FromLong(jg_turn(game_of(self), state_of(self)->bytes));
}

static PyObject *get_over(PyObject *self, void *Py_UNUSED(none)) {
    return PyBool_FromLong(jg_turn(game_of(self), state_of(self)->bytes) == JG_OVER);
}

static PyObject *get_game(PyObject *self, void *Py_UNUSED(none)) {
    PyObject *game = (PyObject *)state_of(self)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *get_key(PyObject *self, void *Py_UNUSED(none)) {
    return PyLong_FromUnsignedLongLong(jg_key(game_of(self), state_of(self)->bytes));
}

static PyObject *get_hides(PyObject *self, void *Py_UNUSED(none)) { return PyBool_FromLong(state_of(self)->hides); }

static PyGetSetDef ATTRIBUTES[] = {
    {"turn", get_turn, NULL, "The seat to move, or CHANCE (-1), or OVER (-2).", NULL},
    {"over", get_over, NULL, "Whether the game is over.", NULL},
    {"game", get_game, NULL, "The game.", NULL},
    {"position", get_position, NULL, "The position in the notation that Game.position() reads.", NULL},
    {"key", get_key, NULL, "A 64-bit hash of all that matters for the rest of the game.", NULL},
    {"hides", get_hides, NULL, "Whether this is a view with hidden parts.", NULL},
    {0},
};

static PyMethodDef METHODS[] = {
    {"moves", moves, METH_NOARGS,
     "moves($self, /)\n--\n\nThe legal moves of the seat to move, a list of ints in a fixed order; [] when the game is "
     "over."},
    {"texts", texts, METH_NOARGS,
     "texts($self, /)\n--\n\nThe legal moves in the notation of the game, in the order of moves()."},
    {"text", text, METH_O, "text($self, move, /)\n--\n\nThe notation of a legal move."},
    {"number", number, METH_O, "number($self, move, /)\n--\n\nThe int of a legal move that is given by its notation."},
    {"describe", describe, METH_O, "describe($self, move, /)\n--\n\nWhat a legal move does, in words."},
    {"apply", apply, METH_O,
     "apply($self, move, /)\n--\n\nThe position after a legal move or a chance outcome, given as int or by its "
     "notation."},
    {"outcomes", outcomes, METH_NOARGS,
     "outcomes($self, /)\n--\n\nWhere chance is to move: a list of (move, probability). Raises Error if there are too "
     "many."},
    {"draw", draw, METH_O, "draw($self, seed, /)\n--\n\nA random chance outcome, by an int or a random.Random."},
    {"playout", playout, METH_O,
     "playout($self, seed, /)\n--\n\nThe final position of a game of random moves from here."},
    {"outcome_count", state_outcome_count, METH_NOARGS,
     "outcome_count($self, /)\n--\n\nWhere chance is to move: its outcomes."},
    {"outcome", state_outcome, METH_O, "outcome($self, i, /)\n--\n\nOutcome number i of chance: (move, probability)."},
    {"actions", state_actions, METH_NOARGS,
     "actions($self, /)\n--\n\nThe actions of the legal moves, in the order of moves(); [] when the game is over."},
    {"action", state_action, METH_O,
     "action($self, move, /)\n--\n\nThe action of a legal move, 0 to game.actions - 1."},
    {"action_move", state_action_move, METH_O, "action_move($self, action, /)\n--\n\nThe legal move of an action."},
    {"observation", KEYWORDS(state_observation),
     "observation($self, seat=None, out=None)\n--\n\nWhat a seat observes, by default the seat to move, as bytes of "
     "game.observation_shape by rows.\n\nout: an array of bytes to write into, which is returned"},
    {"view", KEYWORDS(view),
     "view($self, seat=None)\n--\n\nWhat a seat knows of the position, or a spectator. Without hidden information: "
     "all."},
    {"sample", sample, METH_O,
     "sample($self, seed, /)\n--\n\nA random position that is consistent with this view (determinization)."},
    {"score", KEYWORDS(score),
     "score($self, team=0)\n--\n\nThe result of a finished game for a team, in the game's unit: positive for a win."},
    {"show", KEYWORDS(show),
     "show($self, seat=None, colour=False, unicode=True)\n--\n\nThe board as text, as the given seat looks at it."},
    {"svg", KEYWORDS(svg),
     "svg($self, seat=None, marks=None)\n--\n\nThe board as an SVG picture, as a seat or a spectator sees it.\n\nmarks "
     "is a list of (move, label, chance): labels on moves, coloured by the chance to win."},
    {"_repr_svg_", repr_svg, METH_NOARGS, NULL},
    {"json", KEYWORDS(json),
     "json($self, seat=None)\n--\n\nThe view of a seat or spectator as a dict: game, position, turn, moves, board."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {"__copy__", copy, METH_NOARGS, NULL},
    {"__deepcopy__", copy, METH_O, NULL},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc,
     "A position of a game, or a seat's view of one. It does not change.\n\nGame.start() and Game.position() make "
     "positions, apply() the next one. print(state) shows the board."},
    {Py_tp_dealloc, state_dealloc},
    {Py_tp_repr, state_repr},
    {Py_tp_str, state_str},
    {Py_tp_hash, state_hash},
    {Py_tp_richcompare, compare},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, ATTRIBUTES},
    {0},
};

PyType_Spec state_spec = {
    .name = "jogada.State",
    .basicsize = sizeof(struct state_object),
    .itemsize = 1,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = SLOTS,
};
