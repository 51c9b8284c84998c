/* Trees as interactive pages: nodes open on a click, and the search can be played step by step. The page is
 * tree_page.html with the tree as JSON in column form, breadth first, so that half a million nodes take a few
 * megabytes. */
#include "report/page.h"
#include "report/tree.h"

#include <jogada/board.h>

#include <stdlib.h>
#include <string.h>

enum {
    PICTURES_MOST = 100,     /* most nodes of a tree with pictures of boards, at most about 15 KB each */
    BOARDS_MOST = 3000,      /* most nodes of a tree with boards as text, about 300 bytes each */
    POSITIONS_MOST = 100000, /* most nodes of a tree with positions as text */
};

/* The texts of the page, by the names that tree_page.js uses. */
static const struct {
    const char *key, *english;
} WORDS[] = {
    {"open_all", "Expand all"},
    {"close_all", "Collapse all"},
    {"best_path", "Show best line"},
    {"smaller", "Zoom out"},
    {"larger", "Zoom in"},
    {"fit", "Fit to window"},
    {"first_step", "First step"},
    {"step_back", "Previous step"},
    {"step_on", "Next step"},
    {"last_step", "Last step"},
    {"play", "Play steps"},
    {"pause", "Pause"},
    {"steps", "Search steps"},
    {"step", "step {n} of {all}"},
    {"opened", "{n} of {all} nodes are shown; click a node to open it."},
    {"move", "move"},
    {"position", "position"},
    {"value", "value"},
    {"window", "window (alpha, beta)"},
    {"visit", "visit"},
    {"never", "never"},
    {"below", "descendants"},
    {"begin", "The search has not started."},
    {"enter", "Enters {node}: {whose}."},
    {"enter_window", "Enters {node}: {whose}. The window is {window}."},
    {"leaf", "{node} is a leaf with value {value}."},
    {"leave", "Returns {value} from {node}."},
    {"so_far", " {node} now has {value}."},
    {"finished", "The search is complete: {node} has value {value}."},
    {"stopped", "The search was stopped before it was complete."},
};

struct writer {
    const struct jg_tree *t;
    const struct jg_tree_look *look;
    struct jg_buffer *out;
    uint32_t *list; /* nodes of an iteration, breadth first */
    uint32_t count;
};

/* ---- Texts and values that many nodes share -------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Writes every value and bound that occurs, with its text: {"-100": "−100"}. */
static void put_values(const struct writer *w) {
    const struct jg_tree *t = w->t;
    int32_t *all = malloc(4 * (size_t)t->count * sizeof *all);
    size_t n = 0;
    if (!all) {
        w->out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (!t->nodes[i].visit) continue;
        all[n++] = t->nodes[i].alpha;
        all[n++] = t->nodes[i].beta;
        all[n++] = t->nodes[i].value;
        all[n++] = -t->nodes[i].value;
    }
    qsort(all, n, sizeof *all, by_number);
    jg_buffer_put(w->out, "\"values\":{");
    for (size_t i = 0; i < n; i++) {
        char value[32];
        struct jg_text text;
        if (i && all[i] == all[i - 1]) continue;
        jg_text_init(&text, value, sizeof value);
        jg_tree_value(t, all[i], w->look->lang, true, &text);
        jg_buffer_add(w->out, "%s\"%d\":", i ? "," : "", all[i]);
        jg_buffer_json(w->out, value);
    }
    jg_buffer_put(w->out, "},\n");
    free(all);
}

/* The texts of moves, each once, with a hash table to find them. */
enum { MOVE_ROOM = JG_MOVE_MAX + 16 }; /* with a probability */

struct moves {
    char (*texts)[MOVE_ROOM];
    uint32_t *slots, *of; /* of: index of each node's text */
    uint32_t count, room;
    bool failed;
};

static uint32_t hash(const char *text) {
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

static bool grow_moves(struct moves *m) {
    uint32_t room = m->room ? 2 * m->room : 256;
    void *texts = realloc(m->texts, room * sizeof *m->texts);
    if (texts) m->texts = texts;
    uint32_t *slots = texts ? calloc(2 * (size_t)room, sizeof *slots) : NULL;
    if (!slots) return false;
    free(m->slots);
    m->slots = slots;
    m->room = room;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t at = hash(m->texts[i]) % (2 * room);
        while (slots[at]) at = (at + 1) % (2 * room);
        slots[at] = i + 1;
    }
    return true;
}

static uint32_t find_move(struct moves *m, const char *text) {
    if (m->count == m->room && !grow_moves(m)) {
        m->failed = true;
        return 0;
    }
    uint32_t at = hash(text) % (2 * m->room);
    for (; m->slots[at]; at = (at + 1) % (2 * m->room))
        if (!strcmp(m->texts[m->slots[at] - 1], text)) return m->slots[at] - 1;
    strcpy(m->texts[m->count], text);
    m->slots[at] = ++m->count;
    return m->count - 1;
}

static void find_moves(const struct jg_tree *t, jg_lang lang, struct moves *m) {
    m->of = malloc(t->count * sizeof *m->of);
    m->failed = !m->of;
    for (uint32_t i = 0; i < t->count && !m->failed; i++) {
        char move[MOVE_ROOM];
        struct jg_text text;
        jg_text_init(&text, move, sizeof move);
        jg_tree_label(t, i, lang, &text);
        m->of[i] = find_move(m, move);
    }
}

static void free_moves(struct moves *m) {
    free(m->texts);
    free(m->slots);
    free(m->of);
}

static void put_moves(const struct writer *w, const struct moves *m) {
    jg_buffer_put(w->out, "\"moves\":[");
    for (uint32_t i = 0; i < m->count; i++) {
        if (i) jg_buffer_put(w->out, ",");
        jg_buffer_json(w->out, m->texts[i]);
    }
    jg_buffer_put(w->out, "],\n");
}

/* ---- An iteration: one array per property ------------------------------------------------------ */

static void list_nodes(struct writer *w, uint32_t root) {
    w->count = 1;
    w->list[0] = root;
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t c = w->t->nodes[w->list[i]].child; c; c = w->t->nodes[c].next) w->list[w->count++] = c;
}

enum property { KIDS, MOVE, TURN, KNOWN, VALUE, ALPHA, BETA, VISIT, BEST, CUT_KIND, PROBED };

static int64_t property_of(const struct jg_tree *t, uint32_t node, enum property which, const struct moves *m) {
    const struct jg_tree_node *n = &t->nodes[node];
    int64_t place = 0;
    switch (which) {
    case KIDS:
        for (uint32_t c = n->child; c; c = t->nodes[c].next) place++;
        return place;
    case MOVE: return m->of[node];
    case TURN: return n->turn;
    case KNOWN: return n->known;
    case VALUE: return n->value;
    case ALPHA: return n->alpha;
    case BETA: return n->beta;
    case VISIT: return n->visit;
    case BEST:
        if (!n->best) return -1;
        for (uint32_t c = n->child; c != n->best; c = t->nodes[c].next) place++;
        return place;
    case CUT_KIND: return n->cut;
    case PROBED: return n->probed;
    }
    return 0;
}

static void put_numbers(const struct writer *w, const char *key, enum property which, const struct moves *m) {
    jg_buffer_add(w->out, "\"%s\":[", key);
    for (uint32_t i = 0; i < w->count; i++)
        jg_buffer_add(w->out, i ? ",%lld" : "%lld", (long long)property_of(w->t, w->list[i], which, m));
    jg_buffer_put(w->out, "],\n");
}

/* Writes properties that few nodes have: {"7": ...}. */
static void put_more(const struct writer *w) {
    bool any = false;
    jg_buffer_put(w->out, "\"more\":{");
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t unseen = w->t->nodes[w->list[i]].unseen;
        if (!unseen) continue;
        jg_buffer_add(w->out, "%s\"%u\":%lld", any ? "," : "", i, unseen == UINT32_MAX ? -1LL : (long long)unseen);
        any = true;
    }
    jg_buffer_put(w->out, "},\n");
}

static void put_reasons(const struct writer *w) {
    bool any = false;
    jg_buffer_put(w->out, "\"reason\":{");
    for (uint32_t i = 0; i < w->count; i++) {
        char words[JG_TREE_WORDS];
        struct jg_text text;
        if (!w->t->nodes[w->list[i]].has_cut) continue;
        jg_text_init(&text, words, sizeof words);
        jg_tree_reason(w->t, w->list[i], w->look->lang, true, &text);
        jg_buffer_add(w->out, "%s\"%u\":", any ? ",\n" : "", i);
        jg_buffer_json(w->out, words);
        any = true;
    }
    jg_buffer_put(w->out, "}");
}

static void put_positions(const struct writer *w) {
    char position[JG_POSITION_MAX];
    struct jg_text text;
    jg_buffer_put(w->out, ",\n\"position\":[");
    for (uint32_t i = 0; i < w->count; i++) {
        jg_text_init(&text, position, sizeof position);
        jg_tree_position(w->t, w->list[i], &text);
        if (i) jg_buffer_put(w->out, ",");
        jg_buffer_json(w->out, position);
    }
    jg_buffer_put(w->out, "]");
}

/* The board of a node as a picture, or as text. */
static void draw_board(const struct writer *w, uint32_t node, bool picture, struct jg_text *t) {
    jg_move last = w->t->nodes[node].move;
    union jg_state state;
    jg_tree_state(w->t, node, &state);
    if (!picture) {
        struct jg_style style = {.lang = w->look->lang, .unicode = true, .seat = JG_NOBODY, .last = last};
        w->t->game->kind->show(w->t->game, &state, &style, t);
    } else {
        struct jg_drawing how = {.lang = w->look->lang, .seat = JG_NOBODY, .last = last};
        if (!jg_board_svg(w->t->game, &state, &how, t)) jg_text_clear(t);
    }
}

static void put_boards(const struct writer *w) {
    bool pictures = w->t->count <= PICTURES_MOST;
    size_t size = pictures ? JG_BOARD_SVG_MAX : JG_PICTURE_MAX;
    char *board = malloc(size);
    w->out->failed |= !board;
    jg_buffer_add(w->out, ",\n\"%s\":[", pictures ? "picture" : "board");
    for (uint32_t i = 0; board && i < w->count; i++) {
        struct jg_text text;
        jg_text_init(&text, board, size);
        draw_board(w, w->list[i], pictures, &text);
        if (i) jg_buffer_put(w->out, ",");
        jg_buffer_json(w->out, board);
    }
    jg_buffer_put(w->out, "]");
    free(board);
}

static void put_pass(struct writer *w, uint32_t root, const struct moves *m) {
    char words[JG_TREE_WORDS];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    if (root)
        jg_tree_caption(w->t, root, w->look->lang, &text);
    else
        jg_text_put(&text, jg_tr(w->look->lang, "first search"));
    jg_buffer_put(w->out, "{\"caption\":");
    jg_buffer_json(w->out, words);
    jg_buffer_put(w->out, ",\n");
    list_nodes(w, root);
    put_numbers(w, "kids", KIDS, m);
    put_numbers(w, "move", MOVE, m);
    put_numbers(w, "turn", TURN, m);
    put_numbers(w, "known", KNOWN, m);
    put_numbers(w, "value", VALUE, m);
    put_numbers(w, "visit", VISIT, m);
    put_numbers(w, "best", BEST, m);
    put_numbers(w, "cutKind", CUT_KIND, m);
    if (w->t->scale > 1) put_numbers(w, "probed", PROBED, m);
    if (w->t->bounded) put_numbers(w, "alpha", ALPHA, m);
    if (w->t->bounded) put_numbers(w, "beta", BETA, m);
    put_more(w);
    put_reasons(w);
    if (w->t->count <= POSITIONS_MOST) put_positions(w);
    if (w->t->count <= BOARDS_MOST) put_boards(w);
    jg_buffer_put(w->out, "}");
}

/* ---- The page ------------------------------------------------------------------------------------ */

static void put_words(const struct writer *w) {
    jg_buffer_put(w->out, "\"words\":{");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        jg_buffer_add(w->out, "%s\"%s\":", i ? "," : "", WORDS[i].key);
        jg_buffer_json(w->out, jg_tr(w->look->lang, WORDS[i].english));
    }
    jg_buffer_put(w->out, "},\n");
}

/* Writes the legend, and the caption of each node type. */
static void put_keys(const struct writer *w) {
    static const char *const names[] = {"max",  "min",        "won",       "lost",   "drawn", "chance",
                                        "best", "limits",     "evaluated", "window", "cut",   "folded",
                                        "step", "unfinished", "mover",     "probed"};
    bool used[JG_TREE_KEYS], any = false;
    char words[JG_TREE_WORDS];
    struct jg_text text;
    jg_tree_keys(w->t, w->look->steps, used);
    used[JG_TREE_KEY_FOLDED] = true; /* whichever nodes are open at first */
    jg_buffer_put(w->out, "\"keys\":[");
    for (int key = 0; key < JG_TREE_KEYS; key++) {
        if (!used[key]) continue;
        jg_text_init(&text, words, sizeof words);
        jg_tree_key_text(w->t, (enum jg_tree_key)key, w->look->lang, &text);
        jg_buffer_add(w->out, "%s[\"%s\",", any ? "," : "", names[key]);
        jg_buffer_json(w->out, words);
        jg_buffer_put(w->out, "]");
        any = true;
    }
    jg_buffer_put(w->out, "],\n\"turns\":[");
    for (uint8_t turn = 0; turn <= JG_TREE_CHANCE; turn++) {
        jg_text_init(&text, words, sizeof words);
        jg_tree_whose(w->t, turn, w->look->lang, &text);
        if (turn) jg_buffer_put(w->out, ",");
        jg_buffer_json(w->out, words);
    }
    jg_buffer_put(w->out, "],\n");
}

static void put_head(const struct writer *w) {
    char words[JG_TREE_HEADING];
    struct jg_text text;
    jg_buffer_put(w->out, "{\"title\":");
    jg_buffer_json(w->out, jg_tr(w->look->lang, w->t->game->kind->title));
    jg_text_init(&text, words, sizeof words);
    jg_tree_heading(w->t, w->look->lang, &text);
    jg_buffer_put(w->out, ",\"heading\":");
    jg_buffer_json(w->out, words);
    jg_text_clear(&text);
    jg_tree_summary(w->t, w->look->lang, &text);
    jg_buffer_put(w->out, ",\"summary\":");
    jg_buffer_json(w->out, words);
    jg_buffer_add(w->out, ",\"steps\":%s,\"mover\":%s,\"stopped\":%s,\"open\":%u,\"fewer\":%s,\n",
                  w->look->steps ? "true" : "false", w->t->by_mover ? "true" : "false",
                  w->t->stopped ? "true" : "false", w->look->open, w->look->fewer ? "true" : "false");
}

static void put_data(struct writer *w) {
    struct moves m = {0};
    uint32_t root = 0;
    w->list = malloc(w->t->count * sizeof *w->list);
    if (w->list) find_moves(w->t, w->look->lang, &m);
    if (!w->list || m.failed) {
        w->out->failed = true;
    } else {
        put_head(w);
        put_words(w);
        put_keys(w);
        put_values(w);
        put_moves(w, &m);
        jg_buffer_put(w->out, "\"passes\":[");
        do {
            if (root) jg_buffer_put(w->out, ",\n");
            put_pass(w, root, &m);
        } while ((root = jg_tree_next_pass(w->t, root)));
        jg_buffer_put(w->out, "]}");
    }
    free_moves(&m);
    free(w->list);
}

static void put_title(struct writer *w) {
    char words[JG_TREE_HEADING];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    jg_tree_heading(w->t, w->look->lang, &text);
    jg_buffer_xml(w->out, words);
}

static void put_lang(struct writer *w) { jg_buffer_put(w->out, jg_lang_name(w->look->lang)); }

static void put_no_script(struct writer *w) {
    jg_buffer_xml(w->out, jg_tr(w->look->lang, "This page needs JavaScript; 'jogada tree -o FILE.svg' draws the same "
                                               "tree without it."));
}

static void put_style(struct writer *w) {
    jg_buffer_put(w->out, jg_page_part("look.css"));
    jg_buffer_put(w->out, jg_page_part("tree_page.css"));
}

static void put_script(struct writer *w) { jg_buffer_put(w->out, jg_page_part("tree_page.js")); }

/* Placeholders in tree_page.html. */
static const struct {
    const char *mark;
    void (*put)(struct writer *w);
} MARKS[] = {
    {"@LANG@", put_lang}, {"@TITLE@", put_title},        {"@CSS@", put_style},
    {"@JS@", put_script}, {"@NOSCRIPT@", put_no_script}, {"@DATA@", put_data},
};

void jg_tree_html(const struct jg_tree *t, const struct jg_tree_look *look, struct jg_buffer *out) {
    struct writer w = {.t = t, .look = look, .out = out};
    for (const char *p = jg_page_part("tree_page.html"); *p;) {
        size_t plain = strcspn(p, "@"), mark = 0;
        jg_buffer_add(out, "%.*s", (int)plain, p);
        p += plain;
        while (mark < sizeof MARKS / sizeof *MARKS && strncmp(p, MARKS[mark].mark, strlen(MARKS[mark].mark))) mark++;
        if (mark < sizeof MARKS / sizeof *MARKS) {
            MARKS[mark].put(&w);
            p += strlen(MARKS[mark].mark);
        } else if (*p) {
            jg_buffer_add(out, "%c", *p++);
        }
    }
}
