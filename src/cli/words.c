/* What a person can type at a table, besides moves. */
#include "cli/table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void do_help(struct table *t, const char *rest);

static void do_rules(struct table *t, const char *rest) {
    const char *page = jg_rules_page(t->s->game.kind->name, t->c->lang);
    (void)rest;
    if (page) say_page(t->c, page);
}

static int legal_moves(const struct table *t, union jg_state *view, jg_move *moves) {
    table_view(t, view);
    return jg_moves(&t->s->game, view, moves);
}

static void do_moves(struct table *t, const char *rest) {
    const struct jg_game *g = &t->s->game;
    union jg_state view;
    jg_move moves[JG_MOVES_MAX];
    char text[JG_MOVE_MAX];
    int n = legal_moves(t, &view, moves);
    (void)rest;
    for (int i = 0; i < n; i++) {
        char words[256];
        struct jg_text w;
        jg_text_init(&w, words, sizeof words);
        g->kind->tell(g, &view, moves[i], t->c->lang, &w);
        printf("  %-8s %s\n", move_text(g, &view, moves[i], text), words);
    }
}

static void do_hint(struct table *t, const char *rest) {
    const struct jg_game *g = &t->s->game;
    struct jg_agent adviser;
    struct jg_error err = {.lang = t->c->lang};
    struct jg_report *report = malloc(sizeof *report);
    (void)rest;
    if (!report || jg_agent_open(&adviser, g, g->kind->opponent, &err)) {
        if (report) say_error(t->c, &err, NULL);
        free(report);
        return;
    }
    table_advise(t, &adviser, report);
    jg_agent_close(&adviser);
    free(report);
}

/* Back to the last time that a person was to move. */
static void do_undo(struct table *t, const char *rest) {
    struct jg_record *r = &t->s->record;
    int n = r->count - 1;
    (void)rest;
    for (; n >= 0; n--) {
        int turn = jg_turn(&t->s->game, jg_record_state_at(r, n));
        if (turn >= 0 && table_human(t->s, turn)) break;
    }
    if (n < 0) {
        printf("%s\n", tr(t->c, "there is no move to take back"));
        return;
    }
    jg_record_cut(r, n);
    table_keep(t);
    t->shown = false;
}

static void do_save(struct table *t, const char *rest) {
    struct jg_error err = {.lang = t->c->lang};
    char path[SITTING_PATH];
    snprintf(path, sizeof path, "%s%s", rest[0] ? rest : t->s->game.kind->name, rest[0] ? "" : ".jogada");
    if (sitting_save(t->s, path, &err))
        say_error(t->c, &err, NULL);
    else
        printf(tr(t->c, "saved to %s\n"), path);
}

static void do_load(struct table *t, const char *rest) {
    struct jg_error err = {.lang = t->c->lang};
    if (!rest[0]) {
        printf("%s\n", tr(t->c, "load which file?"));
        return;
    }
    struct sitting *s = sitting_load(rest, t->s, &err);
    if (!s) {
        say_error(t->c, &err, NULL);
        return;
    }
    if (jg_record_turn(&s->record) == JG_OVER) {
        say_outcome(t->c, &s->record);
        printf("%s\n", tr(t->c, "that game is over; 'jogada import' keeps it and 'jogada replay' shows it"));
        sitting_free(s);
        return;
    }
    if (t->no_store || sitting_new_path(t->path, &err)) t->path[0] = 0;
    sitting_free(t->s); /* what was played of it stays among the unfinished */
    t->s = s;
    t->shown = t->played = false;
    table_keep(t);
}

static void do_resign(struct table *t, const char *rest) {
    (void)rest;
    t->s->record.resigned = jg_record_turn(&t->s->record);
    t->played = true;
}

static void do_board(struct table *t, const char *rest) {
    (void)rest;
    t->shown = false;
}

static void do_position(struct table *t, const char *rest) {
    const struct jg_game *g = &t->s->game;
    union jg_state view;
    char text[JG_POSITION_MAX];
    struct jg_text p;
    (void)rest;
    table_view(t, &view);
    jg_text_init(&p, text, sizeof text);
    g->kind->print(g, &view, &p);
    printf("%s\n", text);
}

static void do_quit(struct table *t, const char *rest) {
    (void)rest;
    t->quit = true;
}

static const struct word {
    const char *english, *portuguese;
    char letter;
    const char *argument, *help;
    void (*run)(struct table *t, const char *rest);
} WORDS[] = {
    {"help", "ajuda", 'h', "", "these words", do_help},
    {"rules", "regras", 'r', "", "the rules of the game", do_rules},
    {"moves", "jogadas", 'm', "", "the moves you can make", do_moves},
    {"hint", "dica", 't', "", "what the computer would play", do_hint},
    {"undo", "voltar", 'u', "", "take your last move back", do_undo},
    {"board", "tabuleiro", 'b', "", "show the board again", do_board},
    {"position", "posição", 'p', "", "the position in one line", do_position},
    {"save", "salvar", 's', "[FILE]", "write the game to a file", do_save},
    {"load", "abrir", 'l', "FILE", "go on with a game from a file", do_load},
    {"resign", "desistir", 'g', "", "give up", do_resign},
    {"quit", "sair", 'q', "", "leave; 'jogada play --resume' goes on", do_quit},
};

static void do_help(struct table *t, const char *rest) {
    union jg_state view;
    jg_move moves[JG_MOVES_MAX];
    char text[JG_MOVE_MAX];
    (void)rest;
    legal_moves(t, &view, moves);
    printf(tr(t->c, "  Type a move, such as %s, or a word or its letter:\n"),
           move_text(&t->s->game, &view, moves[0], text));
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const char *word = t->c->lang == JG_PT ? WORDS[i].portuguese : WORDS[i].english;
        int bytes_over = 0; /* a letter with an accent is two bytes wide */
        for (const char *p = word; *p; p++) bytes_over += (*p & 0xc0) == 0x80;
        printf("  %c  %-*s %-7s %s\n", WORDS[i].letter, 10 + bytes_over, word, WORDS[i].argument,
               tr(t->c, WORDS[i].help));
    }
}

static const struct word *find_word(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const struct word *w = &WORDS[i];
        if ((length == 1 && text[0] == w->letter) ||
            (length == strlen(w->english) && !strncasecmp(text, w->english, length)) ||
            (length == strlen(w->portuguese) && !strncasecmp(text, w->portuguese, length)))
            return w;
    }
    return NULL;
}

void table_obey(struct table *t, char *line) {
    const struct jg_game *g = &t->s->game;
    struct jg_error err = {.lang = t->c->lang};
    union jg_state view;
    jg_move move;
    char *begin = line + strspn(line, " \t"), *end = begin + strlen(begin);
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) *--end = 0;
    if (!*begin) return;
    int seat = table_view(t, &view);
    if (!g->kind->parse_move(g, &view, begin, &move, &err)) {
        table_tell(t, seat, move);
        putchar('\n');
        table_move(t, move);
        return;
    }
    size_t length = strcspn(begin, " \t");
    const struct word *word = find_word(begin, length);
    if (word)
        word->run(t, begin + length + strspn(begin + length, " \t"));
    else
        printf(tr(t->c, "%s (h: help)\n"), err.message);
}
