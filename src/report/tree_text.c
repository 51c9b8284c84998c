/* Trees as text: a line per node, the principal variation in heavy lines, branches that were cut off in dashes, with
 * notes that explain why. */
#include "report/tree.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 3 };

struct pen {
    const struct jg_tree *t;
    const struct jg_tree_look *look;
    struct jg_buffer *out;
    struct jg_buffer lead; /* the columns left of the current branch: lines of the levels above */
};

static void ink(const struct pen *p, enum jg_ink how) {
    char code[16];
    struct jg_text text;
    struct jg_style style = {.colour = p->look->colour};
    jg_text_init(&text, code, sizeof code);
    jg_ink(&text, &style, how);
    jg_buffer_put(p->out, code);
}

/* ---- Symbols ---------------------------------------------------------------------------- */

static const char *sign_of(const struct pen *p, uint8_t turn) {
    static const char *const unicode[] = {"○", "□", "●", "■", "◆", "△"};
    static const char *const ascii[] = {"MAX", "MIN", "(+)", "(-)", "(=)", "AVG"};
    return p->look->unicode ? unicode[turn] : ascii[turn];
}

static enum jg_ink ink_of(uint8_t turn) {
    return turn == JG_TREE_DRAWN || turn == JG_TREE_CHANCE ? JG_INK_PLAIN
           : turn == JG_TREE_MAX || turn == JG_TREE_WON    ? JG_INK_FIRST
                                                           : JG_INK_SECOND;
}

/* Selects the branch symbol, by the principal variation and by whether a sibling follows. */
enum branch { PLAIN, PLAIN_LAST, BESIDE, BEST, BEST_LAST, CUT, CUT_LAST, CUT_BESIDE };

static const char *branch_sign(const struct pen *p, enum branch b) {
    static const char *const unicode[] = {"├─ ", "└─ ", "┠─ ", "┡━ ", "┗━ ", "├╌ ", "└╌ ", "┠╌ "};
    static const char *const ascii[] = {"|- ", "`- ", "|- ", "|= ", "`= ", "|. ", "`. ", "|. "};
    return p->look->unicode ? unicode[b] : ascii[b];
}

/* ---- One node ------------------------------------------------------------------------------ */

static void put_value(const struct pen *p, uint32_t node) {
    static const char *const unicode[] = {"=", "≤", "≥", "≈"}, *const ascii[] = {"=", "<=", ">=", "~"};
    const struct jg_tree_node *n = &p->t->nodes[node];
    char value[32];
    struct jg_text v;
    jg_text_init(&v, value, sizeof value);
    if (n->known == JG_TREE_UNSEEN) return;
    if (n->known == JG_TREE_UNFINISHED) {
        jg_buffer_put(p->out, " ?");
        return;
    }
    jg_tree_value(p->t, jg_tree_shown(p->t, node), p->look->lang, false, &v);
    int sign = jg_tree_is_static(p->t, node) ? 3 : n->known;
    jg_buffer_add(p->out, " %s %s", p->look->unicode ? unicode[sign] : ascii[sign], value);
}

static void put_window(const struct pen *p, const struct jg_tree_node *n) {
    char window[80];
    struct jg_text w;
    if (!p->t->bounded || !n->visit) return;
    jg_text_init(&w, window, sizeof window);
    jg_text_put(&w, "  [");
    jg_tree_value(p->t, n->alpha, p->look->lang, false, &w);
    jg_text_put(&w, ", ");
    jg_tree_value(p->t, n->beta, p->look->lang, false, &w);
    jg_text_put(&w, "]");
    ink(p, JG_INK_FAINT);
    for (const char *c = window; *c; c++) {
        if (p->look->unicode && !strncmp(c, "inf", 3)) {
            jg_buffer_put(p->out, "∞");
            c += 2;
        } else {
            jg_buffer_add(p->out, "%c", *c);
        }
    }
    ink(p, JG_INK_PLAIN);
}

/* Prints the number of the note on a cutoff. */
static void put_cut(const struct pen *p, const struct jg_tree_node *n) {
    if (!n->cut) return;
    bool alpha = n->cut == JG_TREE_ALPHA;
    jg_buffer_add(p->out, "  %s (%u)", jg_tr(p->look->lang, alpha ? "alpha cutoff" : "beta cutoff"),
                  p->t->nodes[n->parent].note);
}

static void put_node(const struct pen *p, uint32_t node) {
    const struct jg_tree_node *n = &p->t->nodes[node];
    char move[JG_MOVE_MAX + 16], name[8];
    struct jg_text m;
    jg_text_init(&m, move, sizeof move);
    jg_tree_label(p->t, node, p->look->lang, &m);
    if (!n->visit) ink(p, JG_INK_FAINT);
    if (n->on_path) ink(p, JG_INK_STRONG);
    jg_buffer_add(p->out, "%s%s", move, n->move ? "  " : "");
    if (n->visit) ink(p, ink_of(n->turn));
    jg_buffer_add(p->out, "%s %s", sign_of(p, n->turn), jg_tree_name(p->t, node, name));
    if (n->visit && !n->on_path) ink(p, JG_INK_PLAIN);
    put_value(p, node);
    if (n->visit) ink(p, JG_INK_PLAIN);
    if (n->probed) jg_buffer_add(p->out, "  %s", jg_tr(p->look->lang, "probe"));
    put_window(p, n);
    put_cut(p, n);
    if (p->look->steps && n->visit) jg_buffer_add(p->out, "  #%u", n->visit);
    if (!n->visit) ink(p, JG_INK_PLAIN);
}

/* Prints the folded subtree of a node without drawn children in its own line. */
static void put_more(const struct pen *p, uint32_t node) {
    char more[32];
    struct jg_text m;
    jg_text_init(&m, more, sizeof more);
    jg_tree_more(p->t, node, p->look->lang, &m);
    ink(p, JG_INK_FAINT);
    jg_buffer_put(p->out, more);
    ink(p, JG_INK_PLAIN);
}

/* ---- The tree --------------------------------------------------------------------------------- */

static bool path_follows(const struct jg_tree *t, uint32_t child) {
    for (uint32_t c = jg_tree_sibling(t, child); c; c = jg_tree_sibling(t, c))
        if (t->nodes[c].on_path) return true;
    return false;
}

/* Prints the branch to a node and sets its column for the lines below. */
static enum branch branch_to(const struct jg_tree *t, uint32_t node, bool last, bool *heavy) {
    const struct jg_tree_node *n = &t->nodes[node];
    *heavy = path_follows(t, node);
    if (n->on_path) return last ? BEST_LAST : BEST;
    if (!n->visit) return *heavy ? CUT_BESIDE : last ? CUT_LAST : CUT;
    return *heavy ? BESIDE : last ? PLAIN_LAST : PLAIN;
}

static void draw(struct pen *p, uint32_t node);

static void draw_branch(struct pen *p, uint32_t child, bool last) {
    bool heavy, dim = !p->t->nodes[child].visit;
    size_t lead = p->lead.used;
    enum branch branch = branch_to(p->t, child, last, &heavy);
    jg_buffer_put(p->out, p->lead.at ? p->lead.at : "");
    if (dim) ink(p, JG_INK_FAINT);
    jg_buffer_put(p->out, branch_sign(p, branch));
    if (dim) ink(p, JG_INK_PLAIN);
    jg_buffer_put(&p->lead, last ? "   " : !p->look->unicode ? "|  " : heavy ? "┃  " : "│  ");
    draw(p, child);
    p->lead.used = lead;
    if (p->lead.at) p->lead.at[lead] = 0;
}

static void draw(struct pen *p, uint32_t node) {
    uint32_t first = jg_tree_child(p->t, node);
    bool more = jg_tree_hidden(p->t, node) > 0;
    put_node(p, node);
    if (more && !first) {
        jg_buffer_put(p->out, "  ");
        put_more(p, node);
    }
    jg_buffer_put(p->out, "\n");
    for (uint32_t c = first; c; c = jg_tree_sibling(p->t, c)) draw_branch(p, c, !more && !jg_tree_sibling(p->t, c));
    if (!more || !first) return;
    jg_buffer_put(p->out, p->lead.at ? p->lead.at : "");
    jg_buffer_put(p->out, branch_sign(p, PLAIN_LAST));
    put_more(p, node);
    jg_buffer_put(p->out, "\n");
}

/* ---- Notes and legend -------------------------------------------------------------------------- */

static size_t columns(const char *text, size_t bytes) {
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++) n += (text[i] & 0xc0) != 0x80;
    return n;
}

/* Wraps a text at spaces; the first line starts at `column`, the others at `indent`. */
static void put_wrapped(const struct pen *p, const char *text, size_t column, int indent) {
    for (const char *c = text; *c;) {
        size_t length = strcspn(c, " ");
        if (c > text && column + 1 + columns(c, length) > WIDTH) {
            jg_buffer_add(p->out, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (c > text) {
            jg_buffer_put(p->out, " ");
            column++;
        }
        jg_buffer_add(p->out, "%.*s", (int)length, c);
        column += columns(c, length);
        c += length + (c[length] == ' ');
    }
    jg_buffer_put(p->out, "\n");
}

/* Prints the notes of a subtree in the order of their numbers. */
static void put_notes(const struct pen *p, uint32_t node) {
    const struct jg_tree_node *n = &p->t->nodes[node];
    if (n->note) {
        char words[JG_TREE_WORDS], number[16];
        struct jg_text w;
        jg_text_init(&w, words, sizeof words);
        jg_tree_reason(p->t, node, p->look->lang, false, &w);
        int length = snprintf(number, sizeof number, "(%u) ", n->note);
        jg_buffer_put(p->out, number);
        put_wrapped(p, words, (size_t)length, length);
    }
    for (uint32_t c = jg_tree_child(p->t, node); c; c = jg_tree_sibling(p->t, c)) put_notes(p, c);
}

/* Prints the symbol of a legend entry. */
static const char *key_sign(const struct pen *p, enum jg_tree_key key) {
    bool unicode = p->look->unicode;
    switch (key) {
    case JG_TREE_KEY_BEST: return unicode ? "━" : "=";
    case JG_TREE_KEY_LIMITS: return unicode ? "≤ ≥" : "<= >=";
    case JG_TREE_KEY_STATIC: return unicode ? "≈" : "~";
    case JG_TREE_KEY_WINDOW: return unicode ? "[α, β]" : "[alpha, beta]";
    case JG_TREE_KEY_CUT: return unicode ? "╌" : ".";
    case JG_TREE_KEY_FOLDED: return "+12";
    case JG_TREE_KEY_STEP: return "#1";
    case JG_TREE_KEY_UNFINISHED: return "?";
    case JG_TREE_KEY_MOVER: return "+/-";
    case JG_TREE_KEY_PROBED: return jg_tr(p->look->lang, "probe");
    default: return sign_of(p, (uint8_t)key);
    }
}

static void put_keys(const struct pen *p) {
    bool used[JG_TREE_KEYS];
    jg_tree_keys(p->t, p->look->steps, used);
    ink(p, JG_INK_FAINT);
    for (int key = 0; key < JG_TREE_KEYS; key++) {
        char words[JG_TREE_WORDS];
        struct jg_text w;
        if (!used[key]) continue;
        jg_text_init(&w, words, sizeof words);
        jg_tree_key_text(p->t, (enum jg_tree_key)key, p->look->lang, &w);
        const char *sign = key_sign(p, (enum jg_tree_key)key);
        int pad = (p->look->unicode ? 7 : 14) - (int)columns(sign, strlen(sign));
        jg_buffer_add(p->out, "%s%*s%s\n", sign, pad, "", words);
    }
    ink(p, JG_INK_PLAIN);
}

void jg_tree_text(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out) {
    struct pen p = {.t = t, .look = look, .out = out};
    char words[JG_TREE_HEADING];
    struct jg_text w;
    uint32_t root = 0;
    jg_text_init(&w, words, sizeof words);
    jg_tree_heading(t, look->lang, &w);
    ink(&p, JG_INK_STRONG);
    jg_buffer_put(out, words);
    ink(&p, JG_INK_PLAIN);
    jg_buffer_put(out, "\n\n");
    do {
        if (root) {
            jg_text_clear(&w);
            jg_tree_caption(t, root, look->lang, &w);
            jg_buffer_add(out, "\n%s:\n\n", words);
        }
        draw(&p, root);
    } while ((root = jg_tree_next_pass(t, root)));
    if (jg_tree_has_notes(t)) jg_buffer_put(out, "\n");
    do put_notes(&p, root);
    while ((root = jg_tree_next_pass(t, root)));
    jg_buffer_put(out, "\n");
    put_keys(&p);
    jg_text_clear(&w);
    jg_tree_summary(t, look->lang, &w);
    jg_buffer_add(out, "\n%s\n", words);
    out->failed |= p.lead.failed;
    jg_buffer_free(&p.lead);
}
