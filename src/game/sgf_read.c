/* Reads SGF. The syntax of the whole tree is checked first, so that the later passes over the game need no error
 * handling for it. */
#include "game/sgf.h"

#include "core/buffer.h"
#include "game/annotation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char BLANK[] = " \t\r\n\v\f";
static const char MARK[] = "\xef\xbb\xbf"; /* U+FEFF, with which some editors begin a file */

static const char *skip_blanks(const char *p) { return p + strspn(p, BLANK); }

static const char *skip_mark(const char *text) { return text + (strncmp(text, MARK, 3) ? 0 : 3); }

bool jg_sgf_is(const char *text) { return *skip_blanks(skip_mark(text)) == '('; }

/* ---- Syntax ------------------------------------------------------------------------------ */

/* Returns what follows the value that begins at '['; NULL if it does not end. */
static const char *skip_value(const char *p) {
    for (p++; *p != ']'; p++) {
        if (*p == '\\') p++;
        if (!*p) return NULL;
    }
    return p + 1;
}

static const char *skip_name(const char *p) {
    while (isalnum((unsigned char)*p)) p++;
    return p;
}

/* Checks a property and its values and returns what follows; NULL with err filled. */
static const char *check_property(const char *text, const char *p, struct jg_error *err) {
    const char *after = skip_blanks(skip_name(p));
    if (*after != '[') {
        jg_fail(err, JG_EINPUT, (int)(after - text), "expected '[' and the value of a property");
        return NULL;
    }
    while (*after == '[') {
        const char *end = skip_value(after);
        if (!end) {
            jg_fail(err, JG_EINPUT, (int)(after - text), "missing ']' for this '['");
            return NULL;
        }
        after = skip_blanks(end);
    }
    return after;
}

/* Finds the end of the tree at p and counts its variations. The game itself ends at the first ')'. */
static enum jg_status check_tree(const char *text, const char *p, struct jg_sgf_tree *tree, struct jg_error *err) {
    int depth = 0, lines = 0;
    bool node = false, closed = false;
    p = skip_blanks(p);
    tree->begin = p;
    if (*p != '(') return jg_fail(err, JG_EINPUT, (int)(p - text), "expected '(;' at the start of an SGF game");
    do {
        p = skip_blanks(p);
        if (*p == '(') {
            if (++depth > tree->depth) tree->depth = depth;
            p = skip_blanks(p + 1);
            if (*p != ';') return jg_fail(err, JG_EINPUT, (int)(p - text), "expected ';' after '('");
            node = closed = false;
        } else if (*p == ')') {
            depth--;
            lines += !closed;
            closed = true;
            p++;
        } else if (*p == ';' && !closed) {
            node = true;
            p++;
        } else if (isalnum((unsigned char)*p) && node && !closed) {
            p = check_property(text, p, err);
            if (!p) return JG_EINPUT;
        } else if (!*p) {
            return jg_fail(err, JG_EINPUT, (int)(p - text), "missing ')' at the end of the game");
        } else {
            return jg_fail(err, JG_EINPUT, (int)(p - text),
                           closed ? "expected '(' or ')'" : "expected ';', '(', ')' or a property such as B[b1-d3]");
        }
    } while (depth);
    tree->end = p;
    tree->variations = lines - 1;
    return JG_OK;
}

/* ---- Properties ---------------------------------------------------------------- */

struct property {
    char name[8];       /* without the lowercase letters of older files */
    const char *values; /* the first '[' */
    const char *next;   /* what follows */
};

/* The next property from p on; false at the end of the game. */
static bool next_property(const char *p, struct property *out) {
    size_t n = 0;
    p += strspn(p, " \t\r\n\v\f(;");
    if (*p == ')') return false;
    const char *end = skip_name(p);
    for (; p < end; p++)
        if (!islower((unsigned char)*p) && n < sizeof out->name - 1) out->name[n++] = *p;
    out->name[n] = 0;
    out->values = skip_blanks(end);
    for (p = out->values; *p == '[';) p = skip_blanks(skip_value(p));
    out->next = p;
    return true;
}

static bool first_property(const struct jg_sgf_tree *tree, struct property *out) {
    return next_property(tree->begin, out);
}

static bool is(const struct property *p, const char *name) { return !strcmp(p->name, name); }
static bool is_move(const struct property *p) { return is(p, "B") || is(p, "W"); }
static bool is_setup(const struct property *p) { return is(p, "AB") || is(p, "AW") || is(p, "AE"); }

/* A property value: unescaped, trimmed, white space as spaces, and Latin-1, the default of SGF, converted to UTF-8. */
struct value {
    char text[JG_POSITION_MAX];
    int place;
    bool cut;
};

static void decode(const char *p, struct jg_text *t) {
    for (; *p != ']'; p++) {
        if (*p == '\\') {
            p++;
            if (*p == '\n' || *p == '\r') {
                if (p[0] == '\r' && p[1] == '\n') p++;
                continue;
            }
        }
        jg_text_char(t, strchr(BLANK, *p) ? ' ' : *p);
    }
}

static void make_unicode(const char *from, struct jg_text *t) {
    bool good = true;
    for (const char *p = from; *p && good; p += jg_utf8_char(p)) good = jg_utf8_char(p);
    for (; *from; from++) {
        unsigned char c = (unsigned char)*from;
        if (!good && c >= 0x80) jg_text_char(t, (char)(0xc0 | c >> 6));
        jg_text_char(t, !good && c >= 0x80 ? (char)(0x80 | (c & 0x3f)) : *from);
    }
}

/* Reads the value at *p and advances behind it; false if there is none. */
static bool next_value(const char *text, const char **p, struct value *v) {
    char raw[JG_POSITION_MAX];
    struct jg_text t;
    if (**p != '[') return false;
    v->place = (int)(*p + 1 - text);
    jg_text_init(&t, raw, sizeof raw);
    decode(*p + 1, &t);
    for (size_t n = strlen(raw); n && raw[n - 1] == ' ';) raw[--n] = 0;
    v->cut = t.cut;
    jg_text_init(&t, v->text, sizeof v->text);
    make_unicode(raw + strspn(raw, " "), &t);
    v->cut |= t.cut;
    *p = skip_blanks(skip_value(*p));
    return true;
}

/* The one value of a property. */
static void only_value(const char *text, const struct property *p, struct value *v) {
    const char *at = p->values;
    next_value(text, &at, v);
}

/* ---- Game information ----------------------------------------------------------- */

struct about {
    struct jg_tags *tags;
    struct value game, size, rules, reason; /* place 0: missing */
    struct jg_error *err;
};

static enum jg_status set_tag(struct about *a, const char *name, const struct value *v) {
    enum jg_status status = v->cut ? jg_fail(a->err, JG_EINPUT, 0, "longer than %zu characters", sizeof v->text - 1)
                                   : jg_tags_set(a->tags, name, v->text, a->err);
    if (status && a->err) a->err->position = v->place;
    return status;
}

/* "B+", "W+Resign", "0", "Draw" ...; others are ignored. */
static void use_result(struct about *a, const struct value *v) {
    struct jg_tags *tags = a->tags;
    const char *text = v->text, *how;
    char side = (char)toupper((unsigned char)*text);
    tags->result_at = v->place;
    if (!strcmp(text, "0") || !strcasecmp(text, "draw")) strcpy(tags->result, "1/2-1/2");
    if ((side != 'B' && side != 'W') || (text[1] && text[1] != '+')) return;
    strcpy(tags->result, side == 'B' ? "1-0" : "0-1");
    how = text[1] ? text + 2 : "";
    char word = (char)toupper((unsigned char)*how);
    if (word != 'R' && word != 'T' && word != 'F') return;
    tags->resigned = side == 'B';
    tags->resigned_at = v->place;
    if (word != 'R') strcpy(a->reason.text, word == 'T' ? JG_REASON_TIME : "forfeit");
}

/* The first date; incomplete dates are ignored. */
static void use_date(struct about *a, struct value *v) {
    if (strspn(v->text, "0123456789-") < 10 || a->tags->date) return;
    v->text[10] = 0;
    if (jg_tags_set(a->tags, "Date", v->text, NULL)) a->tags->date = 0;
}

/* JOGADA[Seed:42][Date:2026-11-15T15\:03\:48Z] */
static enum jg_status use_own(struct about *a, const char *text, const struct property *p) {
    static const char *const NAMES[] = {"Seed", "Date", "Opening", "Seconds1", "Seconds2", "Reason", "Adjudicated"};
    struct value v;
    for (const char *at = p->values; next_value(text, &at, &v);) {
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
            size_t n = strlen(NAMES[i]);
            if (strncmp(v.text, NAMES[i], n) || v.text[n] != ':') continue;
            struct value rest = {.place = v.place, .cut = v.cut};
            strcpy(rest.text, v.text + n + 1);
            enum jg_status status = set_tag(a, NAMES[i], &rest);
            if (status) return status;
            if (i == 2) a->tags->opening_at = v.place;
        }
    }
    return JG_OK;
}

static enum jg_status use_property(struct about *a, const char *text, const struct property *p) {
    struct value v;
    enum jg_status status = JG_OK;
    only_value(text, p, &v);
    if (is(p, "GM")) a->game = v;
    if (is(p, "SZ")) a->size = v;
    if (is(p, "RU")) a->rules = v;
    if (is(p, "RE")) use_result(a, &v);
    if (is(p, "DT")) use_date(a, &v);
    if (is(p, "JOGADA")) status = use_own(a, text, p);
    if (is(p, "PB") || is(p, "PW")) {
        int seat = p->name[1] == 'W';
        status = set_tag(a, seat ? "Seat2" : "Seat1", &v);
        a->tags->seat_at[seat] = v.place;
    }
    return status;
}

static const struct jg_game_kind *find_kind(const char *number) {
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        const struct jg_game_kind *k = jg_game_kind_at(i);
        char text[16];
        snprintf(text, sizeof text, "%d", k->sgf ? k->sgf->number : 0);
        if (k->sgf && !strcmp(text, number)) return k;
    }
    return NULL;
}

static void list_kinds(struct jg_text *t) {
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        const struct jg_game_kind *k = jg_game_kind_at(i);
        if (k->sgf) jg_text_add(t, "%sGM[%d] (%s)", t->used ? ", " : "", k->sgf->number, k->name);
    }
}

/* The game's spec: its kind by number, its options from RU if jogada wrote it. */
static enum jg_status choose_game(struct about *a, const char *text, struct jg_sgf_tree *tree) {
    char known[256];
    struct jg_text t;
    const struct jg_game_kind *k = find_kind(a->game.text);
    jg_text_init(&t, known, sizeof known);
    list_kinds(&t);
    if (!a->game.place)
        return jg_fail(a->err, JG_EINPUT, (int)(tree->begin - text),
                       "without GM this is a game of Go; supported games: %s", known);
    if (!k) return jg_fail(a->err, JG_EINPUT, a->game.place, "unsupported game; supported games: %s", known);
    if (a->size.place && atoi(a->size.text) != k->sgf->size)
        return jg_fail(a->err, JG_EINPUT, a->size.place, "the board of %s must have size %d", k->name, k->sgf->size);
    size_t n = strlen(k->name);
    bool ours = !strncmp(a->rules.text, k->name, n) && (!a->rules.text[n] || a->rules.text[n] == ':');
    struct value spec = ours ? a->rules : (struct value){.place = a->game.place};
    if (!ours) strcpy(spec.text, k->name);
    tree->rules_at = a->rules.text[0] && !ours ? a->rules.place : -1;
    enum jg_status status = set_tag(a, "Game", &spec);
    a->tags->game_at = spec.place;
    return status;
}

enum jg_status jg_sgf_next(struct jg_tags *tags, const char *text, const char **at, struct jg_sgf_tree *tree,
                           struct jg_error *err) {
    struct about a = {.tags = tags, .err = err};
    struct property p;
    *tags = (struct jg_tags){.resigned = -1};
    *tree = (struct jg_sgf_tree){.rules_at = -1};
    enum jg_status status = check_tree(text, *at == text ? skip_mark(text) : *at, tree, err);
    for (bool more = !status && first_property(tree, &p); more && !status; more = next_property(p.next, &p))
        status = use_property(&a, text, &p);
    if (!status) status = choose_game(&a, text, tree);
    if (status) return status;
    if (!tags->reason[0]) strcpy(tags->reason, a.reason.text);
    *at = tree->end;
    return JG_OK;
}

/* ---- The board before the first move ----------------------------------------------------- */

struct setup {
    char squares[19 * 19];
    int size;
    int at;     /* position of the first setup property; -1: none */
    int seat;   /* to move: from PL or the first move; -1: neither */
    bool empty; /* the setup starts from an empty board */
};

static int seat_of(const char *text) {
    char c = (char)toupper((unsigned char)*text);
    return c == 'B' || c == '1' ? 0 : c == 'W' || c == '2' ? 1 : -1;
}

/* Scans the properties before the first move, in any order. */
static enum jg_status find_setup(const char *text, const struct jg_sgf_tree *tree, struct setup *s,
                                 struct jg_error *err) {
    bool pieces = false, standard = false;
    struct property p;
    struct value v;
    for (bool more = first_property(tree, &p); more; more = next_property(p.next, &p)) {
        only_value(text, &p, &v);
        if (is_move(&p)) {
            if (s->seat < 0) s->seat = is(&p, "W");
            break;
        }
        if (is_setup(&p) && s->at < 0) s->at = v.place;
        pieces |= is(&p, "AB") || is(&p, "AW");
        if (is(&p, "PL") && (s->seat = seat_of(v.text)) < 0)
            return jg_fail(err, JG_EINPUT, v.place, "expected the side to move, B or W");
        if (!is(&p, "SU")) continue;
        standard = !strcasecmp(v.text, "standard");
        s->empty = !strcasecmp(v.text, "custom");
        if (!standard && !s->empty) return jg_fail(err, JG_EINPUT, v.place, "unknown setup; use Standard or Custom");
    }
    s->empty |= pieces && !standard;
    return JG_OK;
}

/* Parses a point such as b1 or B1. */
static const char *take_point(const char *p, int size, int *file, int *rank) {
    char *end;
    *file = tolower((unsigned char)*p) - 'a';
    if (*file < 0 || *file >= size || !isdigit((unsigned char)p[1])) return NULL;
    long number = strtol(p + 1, &end, 10);
    *rank = (int)(number - 1);
    return number < 1 || number > size ? NULL : end;
}

/* A point, or a rectangle of points: b1 or b1:g1. */
static bool put_points(struct setup *s, const char *p, char piece) {
    int file, rank, last_file, last_rank;
    p = take_point(p, s->size, &file, &rank);
    if (!p) return false;
    last_file = file;
    last_rank = rank;
    if (*p == ':') p = take_point(p + 1, s->size, &last_file, &last_rank);
    if (!p || *p || last_file < file) return false;
    if (last_rank < rank) { /* rectangles are given from their upper left corner, and ranks count upwards */
        int low = last_rank;
        last_rank = rank;
        rank = low;
    }
    for (int r = rank; r <= last_rank; r++)
        for (int f = file; f <= last_file; f++) s->squares[r * s->size + f] = piece;
    return true;
}

static enum jg_status fill_setup(const char *text, const struct jg_sgf_tree *tree, struct setup *s,
                                 struct jg_error *err) {
    struct property p;
    struct value v;
    for (bool more = first_property(tree, &p); more && !is_move(&p); more = next_property(p.next, &p)) {
        if (!is_setup(&p)) continue;
        char piece = is(&p, "AB") ? 'b' : is(&p, "AW") ? 'w' : 0;
        for (const char *at = p.values; next_value(text, &at, &v);)
            if (!put_points(s, v.text, piece))
                return jg_fail(err, JG_EINPUT, v.place, "expected a point from a1 to %c%d", 'a' + s->size - 1, s->size);
    }
    return JG_OK;
}

static enum jg_status set_up(struct jg_record *r, const struct jg_game *g, struct jg_tags *tags, const char *text,
                             const struct jg_sgf_tree *tree, struct jg_error *err) {
    const struct jg_sgf *sgf = g->kind->sgf;
    struct setup s = {.size = sgf->size, .at = -1, .seat = -1};
    union jg_state first;
    char own[JG_POSITION_MAX], squares[sizeof s.squares] = {0};
    struct jg_text t;
    enum jg_status status = find_setup(text, tree, &s, err);
    if (status) return status;
    jg_start(g, &first);
    sgf->board(g, &first, squares);
    if (!s.empty) memcpy(s.squares, squares, sizeof squares);
    status = fill_setup(text, tree, &s, err);
    if (status) return status;
    jg_text_init(&t, own, sizeof own);
    g->kind->print(g, &first, &t);
    jg_text_init(&t, tags->start, sizeof tags->start);
    sgf->position(g, s.squares, s.seat > 0, &t);
    if (!strcmp(tags->start, own)) tags->start[0] = 0;
    tags->start_at = s.at < 0 ? (int)(tree->begin - text) : s.at;
    status = jg_record_restart(r, g, tags->start[0] ? tags->start : NULL, err);
    if (status && err && err->position >= 0) err->position = tags->start_at;
    return status;
}

/* ---- Moves ------------------------------------------------------------------------------ */

static enum jg_status make_move(struct jg_record *r, const struct property *p, const char *text, struct jg_error *err) {
    const struct jg_game *g = r->game;
    struct value v;
    jg_move move;
    int seat = is(p, "W"), turn = jg_record_turn(r);
    only_value(text, p, &v);
    if (turn == JG_OVER) return jg_fail(err, JG_EINPUT, v.place, "the game is over before this move");
    if (!strcasecmp(v.text, "resign")) {
        r->resigned = seat;
        return JG_OK;
    }
    if (turn != seat)
        return jg_fail(err, JG_EINPUT, v.place, "it is the turn of %s here",
                       jg_seat_name(g, turn, err ? err->lang : JG_EN));
    size_t n = strlen(v.text);
    while (n && ispunct((unsigned char)v.text[n - 1])) v.text[--n] = 0; /* "C2:C5++" */
    if (!n) strcpy(v.text, "pass");
    enum jg_status status = g->kind->sgf->parse_move(g, jg_record_state(r), v.text, &move, err);
    if (!status) status = jg_record_push(r, move, err);
    if (status && err) err->position = v.place;
    return status;
}

/* A comment at a move may be its annotation; others are counted. `end` is where the node of the last move ends. */
static enum jg_status read_comment(struct jg_record *r, const struct property *p, const char *text, const char *end,
                                   struct jg_sgf_tree *tree, struct jg_error *err) {
    struct value v;
    only_value(text, p, &v);
    bool fits = !v.cut && p->values < end && r->count && !jg_record_annotation(r, r->count - 1);
    enum jg_status status =
        fits ? jg_annotation_parse(r, r->count - 1, v.text, r->game->kind->sgf->parse_move, NULL) : JG_EINPUT;
    if (status == JG_EMEMORY) return jg_fail(err, status, JG_NO_POSITION, "out of memory");
    if (!status) return status;
    if (!tree->comments++) tree->comment_at = v.place;
    return JG_OK;
}

/* The end of the node with a property: the next ';', '(' or ')' outside of values. */
static const char *node_end(const struct property *p) {
    const char *at = p->next;
    while (isalnum((unsigned char)*at)) {
        at = skip_blanks(skip_name(at));
        while (*at == '[') at = skip_blanks(skip_value(at));
    }
    return at;
}

static enum jg_status make_moves(struct jg_record *r, const char *text, struct jg_sgf_tree *tree,
                                 struct jg_error *err) {
    enum jg_status status = JG_OK;
    const char *end = text; /* of the node of the last move */
    bool begun = false;
    struct property p;
    for (bool more = first_property(tree, &p); more && !status; more = next_property(p.next, &p)) {
        if (begun && is_setup(&p))
            status =
                jg_fail(err, JG_EINPUT, (int)(p.values - text), "setup properties must come before the first move");
        if (!status && is(&p, "C")) status = read_comment(r, &p, text, end, tree, err);
        if (!is_move(&p)) continue;
        begun = true;
        int before = r->count;
        status = make_move(r, &p, text, err);
        end = r->count > before ? node_end(&p) : text; /* a resignation has no annotation */
    }
    return status;
}

enum jg_status jg_sgf_replay(struct jg_record *r, const struct jg_game *g, struct jg_tags *tags, const char *text,
                             struct jg_sgf_tree *tree, struct jg_error *err) {
    enum jg_status status = set_up(r, g, tags, text, tree, err);
    if (!status) status = make_moves(r, text, tree, err);
    if (!status && tags->opening > r->count)
        status = jg_fail(err, JG_EINPUT, tags->opening_at,
                         "the opening must have at most %d moves, the length of the game", r->count);
    if (status) return status;
    r->opening = tags->opening;
    jg_record_end(r, tags);
    return JG_OK;
}

/* ---- Variations ------------------------------------------------------------------------------ */

/* A walk through the whole tree. `line` has the moves to the current node. */
struct walk {
    struct jg_variations *v;
    struct jg_record line;
    const char *text;
    int node;
    int *branches; /* the nodes at which parentheses were opened */
    int depth;
    bool game; /* the first ')' has not come yet */
    struct jg_error *err;
};

/* Reads the node at ';', whose move may come after its name. *p moves to its end. */
static enum jg_status read_node(struct walk *w, const char **p) {
    struct property q = {0};
    struct value name = {0};
    enum jg_status status = JG_OK;
    int known = w->v->count;
    for (*p = skip_blanks(*p + 1); isalnum((unsigned char)**p) && !status; *p = q.next) {
        int before = w->line.count;
        next_property(*p, &q);
        if (is(&q, "N")) only_value(w->text, &q, &name);
        if (is_setup(&q) && !w->game)
            return jg_fail(w->err, JG_EINPUT, (int)(q.values - w->text),
                           "setup properties must come before the first move");
        if (!is_move(&q)) continue;
        status = make_move(&w->line, &q, w->text, w->err);
        if (status || w->line.count == before) continue; /* a resignation is no move */
        status = jg_variations_add(w->v, w->node, w->line.moves[before], &w->node, w->err);
        if (status && w->err && w->err->position == JG_NO_POSITION) w->err->position = (int)(q.values + 1 - w->text);
    }
    if (status || w->v->count == known) return status;
    if (name.cut)
        return jg_fail(w->err, JG_EINPUT, name.place, "name too long: at most %d bytes", JG_VARIATION_NAME - 1);
    status = jg_variations_set_name(w->v, w->node, name.text, w->err);
    if (status == JG_EINPUT && w->err) w->err->position = name.place;
    return status;
}

static enum jg_status walk_tree(struct walk *w, const struct jg_sgf_tree *tree) {
    enum jg_status status = JG_OK;
    for (const char *p = tree->begin; p < tree->end && !status; p = skip_blanks(p)) {
        if (*p == ';') {
            status = read_node(w, &p);
            continue;
        }
        if (*p++ == '(') {
            w->branches[w->depth++] = w->node;
            continue;
        }
        w->node = w->branches[--w->depth];
        w->game = false;
        jg_record_cut(&w->line, w->v->nodes[w->node].ply);
    }
    return status;
}

enum jg_status jg_sgf_variations(struct jg_variations *v, const struct jg_record *r, const char *text,
                                 const struct jg_sgf_tree *tree, struct jg_error *err) {
    struct walk w = {.v = v, .text = text, .game = true, .err = err};
    enum jg_status status = jg_variations_init(v, r, err);
    if (status || !tree->variations) return status;
    status = jg_record_begin(&w.line, r->game, jg_record_state_at(r, 0), err);
    if (!status && !(w.branches = malloc((size_t)tree->depth * sizeof *w.branches)))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) status = walk_tree(&w, tree);
    free(w.branches);
    jg_record_free(&w.line);
    return status;
}
