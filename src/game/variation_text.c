/* Reads variations from jogada's own format, where they follow the move that they replace, as in PGN (recursive annotation
 * variations): 3 6 ("Corner" 5 2 (4 1) 7) 8. Comments are skipped. The parentheses, braces and quotes are known to
 * match, since the game was replayed from the same text. */
#include "core/buffer.h"
#include "game/variation.h"

#include <string.h>

/* A reader. `line` has the moves to the current node. */
struct reader {
    struct jg_variations *v;
    struct jg_record line;
    const char *text;
    int node;                         /* the last move that was read */
    int replaced[JG_VARIATION_DEPTH]; /* by the variations that are being read: the moves where they end */
    int depth;
    bool fresh;                 /* no move of the innermost variation was read yet */
    char name[JG_POSITION_MAX]; /* of that variation, until a move of its own was read; "": none */
    int name_at;                /* its offset */
    struct jg_error *err;
};

static enum jg_status fail_at(struct reader *in, const char *p, enum jg_status status) {
    if (status && in->err && in->err->position == JG_NO_POSITION) in->err->position = (int)(p - in->text);
    return status;
}

/* Reads a name with its escapes; *p moves behind its quote. */
static enum jg_status read_name(struct reader *in, const char **p) {
    const char *end = jg_record_quoted(*p) - 1;
    struct jg_text t;
    jg_text_init(&t, in->name, sizeof in->name);
    in->name_at = (int)(*p - in->text);
    for (const char *at = *p + 1; at < end; at++) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) at++;
        jg_text_char(&t, *at);
    }
    *p = end + 1;
    if (!t.cut) return JG_OK;
    return jg_fail(in->err, JG_EINPUT, in->name_at, "name too long: at most %d bytes", JG_VARIATION_NAME - 1);
}

/* Begins a variation at '(': it replaces the last move. */
static enum jg_status begin(struct reader *in, const char **p) {
    if (in->fresh || !in->node)
        return jg_fail(in->err, JG_EINPUT, (int)(*p - in->text), "a variation must follow the move that it replaces");
    if (in->depth == JG_VARIATION_DEPTH)
        return jg_fail(in->err, JG_EINPUT, (int)(*p - in->text), "too many variations within one another: at most %d",
                       JG_VARIATION_DEPTH);
    in->replaced[in->depth++] = in->node;
    in->node = in->v->nodes[in->node].parent;
    jg_record_cut(&in->line, in->v->nodes[in->node].ply);
    in->fresh = true;
    in->name[0] = 0;
    *p += 1;
    *p += strspn(*p, " \t\r\n");
    return **p == '"' ? read_name(in, p) : JG_OK;
}

/* Ends a variation at ')'. */
static enum jg_status end(struct reader *in, const char **p) {
    if (in->fresh) return jg_fail(in->err, JG_EINPUT, (int)(*p - in->text), "expected a move");
    in->node = in->replaced[--in->depth];
    const struct jg_variation_node *node = &in->v->nodes[in->node];
    jg_record_cut(&in->line, node->ply - 1);
    return fail_at(in, (*p)++, jg_record_push(&in->line, node->move, in->err));
}

/* Reads a move of a variation. */
static enum jg_status read_move(struct reader *in, const char *p, size_t length) {
    enum jg_status status = jg_record_replay_word(&in->line, p, length, (int)(p - in->text), in->err);
    int known = in->v->count;
    if (!status)
        status =
            fail_at(in, p, jg_variations_add(in->v, in->node, in->line.moves[in->line.count - 1], &in->node, in->err));
    in->fresh = false;
    if (status || in->v->count == known) return status;
    status = fail_at(in, in->text + in->name_at, jg_variations_set_name(in->v, in->node, in->name, in->err));
    in->name[0] = 0;
    return status;
}

/* Follows the game. */
static enum jg_status follow(struct reader *in) {
    enum jg_status status = jg_record_push(&in->line, in->v->record->moves[in->node], in->err);
    if (!status) in->node++;
    return status;
}

enum jg_status jg_variations_read(struct jg_variations *v, const struct jg_record *r, const char *text,
                                  const char *moves, size_t length, struct jg_error *err) {
    static const char BLANK[] = " \t\r\n";
    struct reader in = {.v = v, .text = text, .err = err};
    enum jg_status status = jg_variations_init(v, r, err);
    if (!status && r->variations) status = jg_record_begin(&in.line, r->game, jg_record_state_at(r, 0), err);
    const char *stop = r->variations ? moves + length : moves;
    for (const char *p = moves + strspn(moves, BLANK); p < stop && !status; p += strspn(p, BLANK)) {
        size_t word = jg_record_word(p);
        if (*p == '{')
            p = strchr(p, '}') + 1;
        else if (*p == '(')
            status = begin(&in, &p);
        else if (*p == ')')
            status = end(&in, &p);
        else {
            status = in.depth ? read_move(&in, p, word) : follow(&in);
            p += word;
        }
    }
    jg_record_free(&in.line);
    return status;
}
