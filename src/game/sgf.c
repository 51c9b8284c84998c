/* Writes SGF. Annotations are comments of their moves, names of variations those of their first nodes. Tags without an SGF
 * property are written to the private property JOGADA as composed values "name:value", with the names of the record
 * format. */
#include "game/sgf.h"

#include "core/buffer.h"
#include "game/annotation.h"

#include <jogada/jogada.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 78 };

/* Control characters and invalid UTF-8 are replaced; in composed values colons are escaped, too. */
static void put_value(FILE *f, const char *value, bool composed) {
    for (size_t n; *value; value += n ? n : 1) {
        n = jg_utf8_printable(value);
        if (*value == ']' || *value == '\\' || (composed && *value == ':')) fputc('\\', f);
        if (n)
            fwrite(value, 1, n, f);
        else
            fputc(strchr(" \t\r\n", *value) ? ' ' : '?', f);
    }
}

static void put(FILE *f, const char *name, const char *value) {
    if (!value[0]) return;
    fprintf(f, "%s[", name);
    put_value(f, value, false);
    fputs("]", f);
}

/* Writes one value of JOGADA; *any: it is not the first. */
static void put_own(FILE *f, bool *any, const char *name, const char *value) {
    fprintf(f, "%s[%s:", *any ? "" : "JOGADA", name);
    put_value(f, value, true);
    fputs("]", f);
    *any = true;
}

static bool date_text(int64_t date, const char *format, char *out, size_t size) {
    time_t at = (time_t)date;
    struct tm day;
    return date > 0 && date < 253402300800 && gmtime_r(&at, &day) && strftime(out, size, format, &day);
}

static void put_tags(FILE *f, const struct jg_record *r, const struct jg_tags *tags) {
    char text[64];
    bool any = false;
    if (tags->seed) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)tags->seed);
        put_own(f, &any, "Seed", text);
    }
    if (date_text(tags->date, "%Y-%m-%dT%H:%M:%SZ", text, sizeof text) && tags->date % 86400)
        put_own(f, &any, "Date", text);
    if (r->opening) {
        snprintf(text, sizeof text, "%d", r->opening);
        put_own(f, &any, "Opening", text);
    }
    for (int team = 0; team < 2; team++) {
        if (!(tags->seconds[team] >= 0.0000005 && tags->seconds[team] < 1e12)) continue;
        snprintf(text, sizeof text, "%.6f", tags->seconds[team]);
        put_own(f, &any, team ? "Seconds2" : "Seconds1", text);
    }
    if (r->adjudicated) {
        snprintf(text, sizeof text, "%d", r->verdict);
        put_own(f, &any, "Adjudicated", text);
    }
    if (r->reason[0]) put_own(f, &any, "Reason", r->reason);
    if (any) fputc('\n', f);
}

static const char *how_it_ended(const struct jg_record *r) {
    if (r->resigned < 0) return "";
    return !strcmp(r->reason, JG_REASON_TIME) ? "T" : r->reason[0] ? "F" : "R";
}

static void put_result(FILE *f, const struct jg_record *r) {
    int32_t score = jg_record_score(r, 0);
    if (jg_record_turn(r) != JG_OVER) return;
    if (!score)
        fputs("RE[Draw]", f);
    else
        fprintf(f, "RE[%c+%s]", score > 0 ? 'B' : 'W', how_it_ended(r));
}

static void put_points(FILE *f, const char *name, const char *squares, int size, char piece) {
    for (int i = 0; i < size * size; i++) {
        if (squares[i] != piece) continue;
        fprintf(f, "%s[%c%d]", name, 'a' + i % size, i / size + 1);
        name = "";
    }
}

/* Writes the starting position, unless it is the game's initial one. */
static void put_start(FILE *f, const struct jg_record *r) {
    const struct jg_sgf *sgf = r->game->kind->sgf;
    union jg_state first;
    char squares[19 * 19] = {0};
    jg_start(r->game, &first);
    if (!memcmp(&first, jg_record_state_at(r, 0), r->game->state_size)) return;
    sgf->board(r->game, jg_record_state_at(r, 0), squares);
    fputs("SU[Custom]", f);
    put_points(f, "AB", squares, sgf->size, 'b');
    fputc('\n', f);
    put_points(f, "AW", squares, sgf->size, 'w');
    char text[JG_POSITION_MAX], now[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, now, sizeof now); /* in a finished position only the text has the side to move */
    r->game->kind->print(r->game, jg_record_state_at(r, 0), &t);
    jg_text_init(&t, text, sizeof text);
    sgf->position(r->game, squares, 0, &t);
    fprintf(f, "PL[%c]\n", strcmp(text, now) ? 'W' : 'B');
}

static void put_annotation(FILE *f, const struct jg_record *r, int n) {
    char text[JG_ANNOTATION_TEXT];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_annotation_print(r, n, r->game->kind->sgf->print_move, &t);
    put(f, "C", text);
    fputc('\n', f);
}

/* A text in lines of at most LINE columns. */
struct lines {
    FILE *f;
    int column;
};

static void break_line(struct lines *l) {
    if (l->column) fputc('\n', l->f);
    l->column = 0;
}

static void put_node(struct lines *l, const struct jg_game *g, const void *state, jg_move move) {
    char word[JG_MOVE_MAX], node[JG_MOVE_MAX + 8];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    if (move)
        g->kind->sgf->print_move(g, state, move, &t);
    else
        jg_text_put(&t, "resign");
    int length = snprintf(node, sizeof node, ";%c[%s]", jg_turn(g, state) ? 'W' : 'B', word);
    if (l->column + length > LINE) break_line(l);
    fputs(node, l->f);
    l->column += length;
}

static void open_branch(struct lines *l) {
    break_line(l);
    fputc('(', l->f);
    l->column = 1;
}

/* Writes the variations beside a line of moves that ends at node `last`, those at its last moves first, up to node
 * `first`. Before each move that has some, a parenthesis was opened. */
static void put_variations(struct lines *l, const struct jg_variations *v, int last, int first) {
    const struct jg_variation_node *nodes = v->nodes;
    for (int n = last; n != first; n = nodes[n].parent) {
        if (nodes[n].next >= 0) fputc(')', l->f);
        for (int begin = nodes[n].next; begin >= 0; begin = nodes[begin].next) {
            int end = begin;
            open_branch(l);
            for (int m = begin; m >= 0; m = nodes[m].child) {
                if (m != begin && nodes[m].next >= 0) open_branch(l);
                put_node(l, v->record->game, jg_variations_state(v, nodes[m].parent), nodes[m].move);
                if (m == begin) put(l->f, "N", jg_variations_name(v, begin));
                if (m == begin) l->column += (int)strlen(jg_variations_name(v, begin));
                end = m;
            }
            put_variations(l, v, end, begin);
            fputc(')', l->f);
        }
    }
}

static void put_moves(FILE *f, const struct jg_record *r, const struct jg_variations *v) {
    struct lines l = {.f = f};
    for (int i = 0; i < r->count; i++) {
        if (v && v->nodes[i + 1].next >= 0) open_branch(&l);
        put_node(&l, r->game, jg_record_state_at(r, i), r->moves[i]);
        if (!jg_record_annotation(r, i)) continue;
        put_annotation(f, r, i);
        l.column = 0;
    }
    if (r->resigned >= 0 && r->resigned == jg_turn(r->game, jg_record_state(r)) && !r->reason[0])
        put_node(&l, r->game, jg_record_state(r), 0);
    if (v) put_variations(&l, v, r->count, 0);
}

static char *write_game(const struct jg_record *r, const struct jg_variations *v, const struct jg_tags *tags) {
    char *text = NULL, spec[JG_SPEC_MAX], date[32];
    size_t size;
    struct jg_text t;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(r->game, &t);
    fprintf(f, "(;FF[4]GM[%d]CA[UTF-8]AP[jogada:%s]SZ[%d]", r->game->kind->sgf->number, jg_version(),
            r->game->kind->sgf->size);
    put(f, "RU", spec);
    fputc('\n', f);
    put(f, "PB", tags->seat[0]);
    put(f, "PW", tags->seat[1]);
    if (date_text(tags->date, "%Y-%m-%d", date, sizeof date)) put(f, "DT", date);
    put_result(f, r);
    fputc('\n', f);
    put_start(f, r);
    put_tags(f, r, tags);
    put_moves(f, r, v);
    fputs(")\n", f);
    bool bad = ferror(f);
    if (!fclose(f) && !bad) return text;
    free(text);
    return NULL;
}

char *jg_sgf_write(const struct jg_record *r, const struct jg_tags *tags) { return write_game(r, NULL, tags); }

char *jg_sgf_write_variations(const struct jg_variations *v, const struct jg_tags *tags) {
    return write_game(v->record, v, tags);
}
