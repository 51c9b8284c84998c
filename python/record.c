/* A game from its beginning to the current position: moves, repetition, resignation, annotations. jogada.Match wraps
 * it. */
#include "module.h"

#include "core/buffer.h"

#include <stdlib.h>
#include <string.h>

static struct record_object *of(PyObject *self) { return (struct record_object *)self; }
static struct module *module(PyObject *self) { return of(self)->game->m; }

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

bool record_may_change(PyObject *self) {
    if (!of(self)->readers) return true;
    raise_text(module(self), "the match is being reviewed in another thread");
    return false;
}

/* The number of moves after which to look, 0..count; None is all. False: an exception is set. The last argument to read:
 * an integer of another type may run code that changes the match. */
static bool ply_from(PyObject *self, PyObject *from, int *ply) {
    long n = from == Py_None ? 0 : PyLong_AsLong(from);
    int count = of(self)->record.count;
    if (PyErr_Occurred()) return false;
    *ply = count;
    if (from == Py_None) return true;
    *ply = (int)(n < 0 ? n + count + 1 : n);
    if (n >= -count - 1 && n <= count) return true;
    raise_text(module(self), "ply must be 0 to %d", count);
    return false;
}

/* ---- Making one -------------------------------------------------------------------------------- */

struct record_object *record_allocate(PyTypeObject *type, struct game_object *game) {
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct record_object *self = (struct record_object *)alloc(type, 0);
    if (!self) return NULL;
    Py_INCREF((PyObject *)game);
    self->game = game;
    return self;
}

/* Begins at the initial position, at a State, or at the notation of a position. */
static bool begin(struct record_object *self, PyObject *start) {
    struct module *m = self->game->m;
    struct jg_error err = {0};
    const char *text = NULL;
    if (Py_TYPE(start) == m->state_type) {
        struct state_object *s = (struct state_object *)start;
        if (!game_equal(s->game, self->game))
            return raise_text(m, "the position belongs to %s, not to %s", s->game->spec, self->game->spec) != NULL;
        if (s->hides) return raise_text(m, "a view hides parts of the position; sample() fills them in") != NULL;
        if (!jg_record_begin(&self->record, &self->game->game, s->bytes, &err)) return true;
    } else {
        if (start != Py_None && !(text = text_from(start, "a position"))) return false;
        union jg_state state;
        if (!jg_parse_complete(&self->game->game, text, &state, &err) &&
            !jg_record_begin(&self->record, &self->game->game, &state, &err))
            return true;
    }
    raise_error(m, &err, text);
    return false;
}

static PyObject *record_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"game", "start", NULL};
    PyObject *game, *start = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:Match", NAMES, &game, &start)) return NULL;
    struct module *m = module_of(type);
    struct game_object *g = m ? game_from(m, game) : NULL;
    struct record_object *self = g ? record_allocate(type, g) : NULL;
    Py_XDECREF((PyObject *)g);
    if (!self || begin(self, start)) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void record_dealloc(PyObject *self) {
    jg_record_free(&of(self)->record);
    Py_XDECREF((PyObject *)of(self)->game);
    module_free(self);
}

static PyObject *play(PyObject *type, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"game", "first", "second", "seed", "opening_plies", "timeout", NULL};
    PyObject *game, *first, *second, *seed = NULL, *timeout = Py_None;
    int opening = 0;
    uint64_t number = 1;
    double seconds;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|OiO:play", NAMES, &game, &first, &second, &seed,
                                     &opening, &timeout) ||
        !timeout_from(timeout, &seconds) || (seed && !seed_from(seed, &number)))
        return NULL;
    struct module *m = module_of((PyTypeObject *)type);
    if (!m) return NULL;
    if (opening < 0 || opening > 1000) return raise_text(m, "opening_plies must be 0 to 1000, not %d", opening);
    struct game_object *g = game_from(m, game);
    struct record_object *self = g ? record_allocate((PyTypeObject *)type, g) : NULL;
    Py_XDECREF((PyObject *)g);
    if (!self || (begin(self, Py_None) && play_game(self, first, second, number, opening, seconds)))
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

/* ---- Playing ----------------------------------------------------------------------------------- */

static PyObject *apply(PyObject *self, PyObject *from) {
    struct jg_record *r = &of(self)->record;
    struct jg_error err = {0};
    jg_move move;
    union jg_state state; /* copied: an integer of another type may run code that changes the match */
    if (!record_may_change(self)) return NULL;
    if (jg_record_turn(r) == JG_OVER) return raise_text(module(self), "the game is over");
    memcpy(&state, jg_record_state(r), r->game->state_size);
    if (!move_from(of(self)->game, &state, from, &move)) return NULL;
    if (memcmp(&state, jg_record_state(r), r->game->state_size) || jg_record_turn(r) == JG_OVER ||
        !record_may_change(self))
        return PyErr_Occurred() ? NULL : raise_text(module(self), "the match has changed meanwhile");
    if (jg_record_push(r, move, &err)) return raise_error(module(self), &err, NULL);
    Py_INCREF(self);
    return self;
}

static PyObject *undo(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"n", NULL};
    struct jg_record *r = &of(self)->record;
    int n = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:undo", NAMES, &n) || !record_may_change(self))
        return NULL;
    if (n < 0 || n > r->count) return raise_text(module(self), "%d moves can be taken back, not %d", r->count, n);
    jg_record_cut(r, r->count - n);
    Py_INCREF(self);
    return self;
}

/* Whether files can hold a reason; raises why not. */
static bool reason_fits(PyObject *self, const char *reason) {
    if (strlen(reason) >= JG_REASON_MAX)
        return raise_text(module(self), "a reason has at most %d bytes, not %zu", JG_REASON_MAX - 1, strlen(reason)) !=
               NULL;
    for (size_t n; *reason; reason += n) {
        n = jg_utf8_printable(reason);
        if (!n) return raise_text(module(self), "a reason must not contain control characters") != NULL;
    }
    return true;
}

static PyObject *resign(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"seat", "reason", NULL};
    struct jg_record *r = &of(self)->record;
    PyObject *from;
    const char *reason = "";
    int seat;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|s:resign", NAMES, &from, &reason) ||
        !seat_from(of(self)->game, from, false, &seat) || !record_may_change(self))
        return NULL;
    if (jg_record_turn(r) == JG_OVER) return raise_text(module(self), "the game is over");
    if (!reason_fits(self, reason)) return NULL;
    jg_record_forfeit(r, seat, reason);
    Py_INCREF(self);
    return self;
}

static PyObject *agree(PyObject *self, PyObject *Py_UNUSED(argument)) {
    struct jg_record *r = &of(self)->record;
    if (!record_may_change(self)) return NULL;
    if (jg_record_turn(r) == JG_OVER) return raise_text(module(self), "the game is over");
    if (!(r->game->kind->traits & JG_HAS_DRAWS))
        return raise_text(module(self), "%s has no draws", r->game->kind->name);
    jg_record_agree(r);
    Py_INCREF(self);
    return self;
}

/* _end(opening, resigned, verdict, reason): sets what a record has beside its moves, as jg_record_end does. */
static PyObject *end(PyObject *self, PyObject *arguments) {
    struct jg_record *r = &of(self)->record;
    PyObject *resigned, *verdict;
    const char *reason;
    int opening, seat = -1;
    struct jg_text t;
    if (!PyArg_ParseTuple(arguments, "iOOs:_end", &opening, &resigned, &verdict, &reason) ||
        (resigned != Py_None && !seat_from(of(self)->game, resigned, false, &seat)))
        return NULL;
    long score = verdict == Py_None ? 0 : PyLong_AsLong(verdict);
    if (PyErr_Occurred() || !record_may_change(self)) return NULL;
    if (score <= -JG_WIN || score >= JG_WIN) return raise_text(module(self), "%ld is no score", score);
    if (opening < 0 || opening > r->count)
        return raise_text(module(self), "the opening must have at most %d moves, the length of the game", r->count);
    if (!reason_fits(self, reason)) return NULL;
    r->opening = opening;
    struct jg_tags *tags = calloc(1, sizeof *tags);
    if (!tags) return PyErr_NoMemory();
    tags->resigned = seat;
    tags->adjudicated = verdict != Py_None;
    tags->verdict = (int32_t)score;
    jg_text_init(&t, tags->reason, sizeof tags->reason);
    jg_text_put(&t, reason);
    jg_record_end(r, tags);
    free(tags);
    Py_RETURN_NONE;
}

static PyObject *state_at(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"ply", NULL};
    PyObject *from = Py_None;
    int ply;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:state_at", NAMES, &from) || !ply_from(self, from, &ply))
        return NULL;
    return state_new(of(self)->game, jg_record_state_at(&of(self)->record, ply));
}

static PyObject *score(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"team", NULL};
    const struct jg_record *r = &of(self)->record;
    int team = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:score", NAMES, &team)) return NULL;
    if (team != 0 && team != 1) return raise_text(module(self), "team must be 0 or 1, not %d", team);
    if (jg_record_turn(r) != JG_OVER) return raise_text(module(self), "the game is not over: it has no score yet");
    return PyLong_FromLong(jg_record_score(r, team));
}

static PyObject *svg(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *NAMES[] = {"ply", "seat", NULL};
    const struct jg_record *r = &of(self)->record;
    PyObject *from = Py_None, *viewer = Py_None;
    int ply, seat;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:svg", NAMES, &from, &viewer) ||
        !seat_from(of(self)->game, viewer, true, &seat) || !ply_from(self, from, &ply))
        return NULL;
    jg_move last = ply ? jg_observe_move(r->game, jg_record_state_at(r, ply - 1), r->moves[ply - 1], seat) : 0;
    return board_svg(of(self)->game, jg_record_state_at(r, ply), seat, last);
}

/* ---- Annotations ------------------------------------------------------------------------------- */

static PyObject *annotation_at(const struct jg_record *r, struct game_object *game, int n) {
    const struct jg_annotation *a = jg_record_annotation(r, n);
    if (!a) return none();
    return Py_BuildValue("{s:N,s:N,s:N,s:i,s:K,s:d}", "score", value_object(a->by, a->value), "win",
                         a->by ? PyFloat_FromDouble(jg_value_chance(a->by, a->value, a->proven)) : none(), "move",
                         move_text(game, jg_record_state_at(r, n), r->moves[n]), "depth", a->depth, "nodes",
                         (unsigned long long)a->nodes, "seconds", (double)a->microseconds / 1e6);
}

static PyObject *annotations(PyObject *self, PyObject *Py_UNUSED(argument)) {
    const struct jg_record *r = &of(self)->record;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < r->count; i++) {
        PyObject *one = annotation_at(r, of(self)->game, i);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

/* ---- Attributes -------------------------------------------------------------------------------- */

static PyObject *get_game(PyObject *self, void *Py_UNUSED(closure)) {
    PyObject *game = (PyObject *)of(self)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *get_state(PyObject *self, void *Py_UNUSED(closure)) {
    return state_new(of(self)->game, jg_record_state(&of(self)->record));
}

static PyObject *get_turn(PyObject *self, void *Py_UNUSED(closure)) {
    return PyLong_FromLong(jg_record_turn(&of(self)->record));
}

static PyObject *get_over(PyObject *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(jg_record_turn(&of(self)->record) == JG_OVER);
}

static PyObject *get_moves(PyObject *self, void *Py_UNUSED(closure)) {
    const struct jg_record *r = &of(self)->record;
    PyObject *list = PyList_New(r->count);
    for (int i = 0; list && i < r->count; i++) {
        PyObject *text = move_text(of(self)->game, jg_record_state_at(r, i), r->moves[i]);
        if (!text)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, text);
    }
    return list;
}

static PyObject *get_numbers(PyObject *self, void *Py_UNUSED(closure)) {
    const struct jg_record *r = &of(self)->record;
    PyObject *list = PyList_New(r->count);
    for (int i = 0; list && i < r->count; i++) {
        PyObject *number = PyLong_FromUnsignedLong(r->moves[i]);
        if (!number)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, number);
    }
    return list;
}

static PyObject *get_resigned(PyObject *self, void *Py_UNUSED(closure)) {
    int seat = of(self)->record.resigned;
    return seat >= 0 ? PyLong_FromLong(seat) : none();
}

static PyObject *get_opening(PyObject *self, void *Py_UNUSED(closure)) {
    return PyLong_FromLong(of(self)->record.opening);
}

static PyObject *get_reason(PyObject *self, void *Py_UNUSED(closure)) {
    return PyUnicode_DecodeUTF8(of(self)->record.reason, (Py_ssize_t)strlen(of(self)->record.reason), "replace");
}

static PyObject *get_repeated(PyObject *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(jg_record_repeated(&of(self)->record));
}

static PyObject *get_adjudicated(PyObject *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(of(self)->record.adjudicated);
}

static PyGetSetDef ATTRIBUTES[] = {
    {"game", get_game, NULL, "The game.", NULL},
    {"state", get_state, NULL, "The current position.", NULL},
    {"turn", get_turn, NULL, "The seat to move, CHANCE or OVER: repetition, resignation and agreement end a match too.",
     NULL},
    {"over", get_over, NULL, "Whether the match is over.", NULL},
    {"moves", get_moves, NULL, "The moves made, in notation.", NULL},
    {"numbers", get_numbers, NULL, "The moves made, as ints.", NULL},
    {"opening_plies", get_opening, NULL, "The number of random moves at the beginning.", NULL},
    {"resigned", get_resigned, NULL, "The seat that resigned, or None.", NULL},
    {"reason", get_reason, NULL, "Why the match ended early, or ''.", NULL},
    {"repeated", get_repeated, NULL, "Whether repetition ended the match.", NULL},
    {"adjudicated", get_adjudicated, NULL, "Whether the match was adjudicated.", NULL},
    {0},
};

static Py_ssize_t length(PyObject *self) { return of(self)->record.count; }

static PyMethodDef METHODS[] = {
    {"apply", apply, METH_O,
     "apply($self, move, /)\n--\n\nMakes a move, given as int or by its notation, and returns the match."},
    {"undo", KEYWORDS(undo), "undo($self, n=1)\n--\n\nTakes the last n moves back and returns the match."},
    {"resign", KEYWORDS(resign), "resign($self, seat, reason='')\n--\n\nEnds the match: the seat loses."},
    {"agree", agree, METH_NOARGS, "agree($self, /)\n--\n\nEnds the match in a draw by agreement."},
    {"state_at", KEYWORDS(state_at),
     "state_at($self, ply=None)\n--\n\nThe position after this many moves; all by default."},
    {"score", KEYWORDS(score),
     "score($self, team=0)\n--\n\nThe result of a finished match for a team, in the game's unit."},
    {"annotations", annotations, METH_NOARGS,
     "annotations($self, /)\n--\n\nFor each move a dict of its evaluation, or None."},
    {"svg", KEYWORDS(svg),
     "svg($self, ply=None, seat=None)\n--\n\nThe board after this many moves as an SVG picture, with the last move "
     "highlighted."},
    {"line", record_line, METH_NOARGS, "line($self, /)\n--\n\nThe moves in one line."},
    {"to_text", KEYWORDS(record_to_text),
     "to_text($self, players=None)\n--\n\nThe match as text, in the format of `jogada export`, similar to PGN."},
    {"to_sgf", KEYWORDS(record_to_sgf),
     "to_sgf($self, players=None)\n--\n\nThe match in the Smart Game Format, if the game has one."},
    {"play", KEYWORDS(play) | METH_CLASS,
     "play($type, game, first, second, seed=1, opening_plies=0, timeout=None)\n--\n\nPlays a game between two agents, "
     "specs "
     "or "
     "bots, and returns it with their evaluations.\n\nIn games of four seats each agent plays for both seats of its "
     "team."},
    {"from_text", record_from_text, METH_O | METH_CLASS,
     "from_text($type, text, /)\n--\n\nReads the first match of a text, in the format of `jogada export` or SGF."},
    {"all_from_text", record_all_from_text, METH_O | METH_CLASS,
     "all_from_text($type, text, /)\n--\n\nReads all matches of a text, as from_text() reads the first, into a list."},
    {"_end", end, METH_VARARGS, NULL},
    {"_annotations_json", record_annotations_json, METH_NOARGS, NULL},
    {"_annotate", record_annotate, METH_O, NULL},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "Record(game, start=None)\n--\n\nA game from its beginning to the current position."},
    {Py_tp_new, record_new},
    {Py_tp_dealloc, record_dealloc},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, ATTRIBUTES},
    {Py_sq_length, length},
    {0},
};

PyType_Spec record_spec = {
    .name = "jogada._jogada.Record",
    .basicsize = sizeof(struct record_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = SLOTS,
};
