/* Commands that a player can type at the prompt, and the interpreter of input lines. */
#include "cli/play_table.h"

#include "core/scan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void do_help(struct table *t, const char *rest);

static void do_rules(struct table *t, const char *rest) {
    const char *page = jg_rules_page(t->s->game.kind->name, t->c->lang);
    (void)rest;
    if (page) print_markdown(t->c, page);
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
        g->kind->describe_move(g, &view, moves[i], t->c->lang, &w);
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
        if (report)
            print_error(t->c, &err, NULL);
        else
            print_out_of_memory(t->c);
        free(report);
        return;
    }
    table_hint(t, &adviser, report);
    jg_agent_close(&adviser);
    free(report);
}

static void do_mistakes(struct table *t, const char *rest) {
    (void)rest;
    table_mistakes(t);
}

/* Goes back to the last position with a person to move. */
static void do_undo(struct table *t, const char *rest) {
    struct jg_record *r = &t->s->record;
    int n = r->count - 1;
    (void)rest;
    jg_move forced;
    for (; n >= 0; n--) {
        int turn = jg_turn(&t->s->game, jg_record_state_at(r, n));
        if (turn >= 0 && table_human(t->s, turn) && !table_forced(t, jg_record_state_at(r, n), &forced)) break;
    }
    if (n < 0) {
        printf("%s\n", tr(t->c, "no move to take back"));
        return;
    }
    jg_record_cut(r, n);
    table_save(t);
    t->shown = false;
    t->before = -1;
}

static void do_save(struct table *t, const char *rest) {
    struct jg_error err = {.lang = t->c->lang};
    char path[SESSION_PATH];
    snprintf(path, sizeof path, "%s%s", rest[0] ? rest : t->s->game.kind->name, rest[0] ? "" : ".jogada");
    if (play_session_save(t->s, path, false, &err))
        print_error(t->c, &err, NULL);
    else
        printf(tr(t->c, "saved to %s\n"), path);
}

static void do_load(struct table *t, const char *rest) {
    struct jg_error err = {.lang = t->c->lang};
    if (!rest[0]) {
        printf("%s\n", tr(t->c, "no file name; type load FILE"));
        return;
    }
    struct play_session *s = play_session_load(rest, t->s, &err);
    if (!s) {
        print_error(t->c, &err, NULL);
        return;
    }
    if (jg_record_turn(&s->record) == JG_OVER) {
        print_outcome(t->c, &s->record);
        printf("%s\n", tr(t->c, "that game is over; 'jogada import' saves it and 'jogada replay' shows it"));
        play_session_free(s);
        return;
    }
    if (t->no_store || play_session_new_path(t->path, &err)) t->path[0] = 0;
    play_session_free(t->s); /* the abandoned game stays among the unfinished ones */
    t->s = s;
    t->shown = t->played = false;
    t->before = -1;
    table_save(t);
}

static void do_resign(struct table *t, const char *rest) {
    (void)rest;
    t->s->record.resigned = jg_record_turn(&t->s->record);
    t->played = true;
}

static void do_board(struct table *t, const char *rest) {
    (void)rest;
    t->shown = false;
    t->before = -1;
}

static void do_card(struct table *t, const char *rest) {
    const struct jg_game *g = &t->s->game;
    struct jg_style style = {.lang = t->c->lang, .colour = t->c->colour, .unicode = t->c->unicode};
    union jg_state view;
    char text[4096];
    struct jg_text words;
    style.seat = table_view(t, &view);
    jg_text_init(&words, text, sizeof text);
    if (!rest[0])
        printf("%s\n", tr(t->c, "no card given; type its name, its line in your hand or a creature's number"));
    else if (!g->kind->about(g, &view, rest, &style, &words))
        printf("%s\n", tr(t->c, "no card, or more than one, matches; type more of its name, its line or its number"));
    else
        printf("%s", text);
}

static void do_log(struct table *t, const char *rest) {
    enum { LOG = 20, MOST = 1000000 };
    struct jg_scan s = jg_scan_begin(rest);
    int n = LOG;
    if (rest[0] && (!jg_scan_number(&s, MOST, &n) || !jg_scan_end(&s)))
        printf("%s\n", tr(t->c, "expected a number of moves, such as log 20"));
    else
        table_print_log(t, n);
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

/* The games in which a command exists. */
enum where { ANYWHERE, IN_THE_OPEN, OF_CARDS, IN_STEPS, NOT_IN_STEPS };

static const struct table_command {
    const char *word;
    char letter; /* 0: none */
    const char *argument, *help;
    void (*run)(struct table *t, const char *rest);
    enum where where;
} COMMANDS[] = {
    {"help", 'h', "", "this help", do_help, ANYWHERE},
    {"rules", 'r', "", "rules of the game", do_rules, ANYWHERE},
    {"moves", 'm', "", "legal moves", do_moves, ANYWHERE},
    {"card", 'c', "CARD", "text of a card, by name, line or number", do_card, OF_CARDS},
    {"hint", 't', "", "move the computer would make", do_hint, ANYWHERE},
    {"mistakes", 'e', "", "your proven mistakes", do_mistakes, IN_THE_OPEN},
    {"undo", 'u', "", "take back your last move", do_undo, ANYWHERE},
    {"board", 'b', "", "show the board", do_board, ANYWHERE},
    {"print", 'p', "", "same as board", do_board, IN_STEPS},
    {"position", 'p', "", "position in one line", do_position, NOT_IN_STEPS},
    {"position", 'i', "", "position in one line", do_position, IN_STEPS},
    {"log", 'o', "[N]", "last N moves", do_log, ANYWHERE},
    {"save", 's', "[FILE]", "save the game to a file", do_save, ANYWHERE},
    {"load", 'l', "FILE", "continue a game from a file", do_load, ANYWHERE},
    {"resign", 'g', "", "resign", do_resign, ANYWHERE},
    {"quit", 'q', "", "quit; 'jogada play --resume' continues the game", do_quit, ANYWHERE},
};

static bool known(const struct table *t, const struct table_command *w) {
    const struct jg_game_kind *k = t->s->game.kind;
    bool steps = k->traits & JG_IN_STEPS, open = !(k->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN));
    return w->where == ANYWHERE || (w->where == IN_THE_OPEN && open) || (w->where == OF_CARDS && k->about) ||
           (w->where == IN_STEPS && steps) || (w->where == NOT_IN_STEPS && !steps);
}

static void do_help(struct table *t, const char *rest) {
    union jg_state view;
    jg_move moves[JG_MOVES_MAX];
    char text[JG_MOVE_MAX];
    (void)rest;
    legal_moves(t, &view, moves);
    printf(tr(t->c, "  Type a move, such as %s, or a command or its letter:\n"),
           move_text(&t->s->game, &view, moves[0], text));
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *word = jg_tr_context(t->c->lang, "command", COMMANDS[i].word);
        if (!known(t, &COMMANDS[i])) continue;
        int bytes_over = 0; /* an accented letter has two bytes */
        for (const char *p = word; *p; p++) bytes_over += (*p & 0xc0) == 0x80;
        printf("  %c  %-*s %-9s %s\n", COMMANDS[i].letter, 10 + bytes_over, word,
               jg_tr_context(t->c->lang, "argument", COMMANDS[i].argument), tr(t->c, COMMANDS[i].help));
    }
    if (t->s->game.kind->traits & JG_IN_STEPS)
        printf("  %s\n", tr(t->c, "You can type several moves on one line; forced moves are made for you."));
}

static const struct table_command *find_command(const struct table *t, const char *text, size_t length) {
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const struct table_command *w = &COMMANDS[i];
        if (known(t, w) && ((length == 1 && text[0] == w->letter) || input_is_command(text, length, w->word))) return w;
    }
    return NULL;
}

/* Parses and makes a move. Returns false with err filled if it is not legal. */
static bool execute_move(struct table *t, const char *text, struct jg_error *err) {
    const struct jg_game *g = &t->s->game;
    union jg_state view;
    jg_move move;
    int seat = table_view(t, &view);
    if (g->kind->parse_move(g, &view, text, &move, err)) return false;
    table_print_move(t, seat, move);
    putchar('\n');
    table_move(t, move);
    return true;
}

/* Makes several moves, separated by blanks, while it is the same person's turn. Returns false if the first is not
 * legal. */
static bool execute_steps(struct table *t, char *line, struct jg_error *err) {
    int seat = jg_record_turn(&t->s->record), made = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t,", &rest); word; word = strtok_r(NULL, " \t,", &rest), made++) {
        jg_move forced;
        if (t->quit || jg_record_turn(&t->s->record) != seat ||
            table_forced(t, jg_record_state(&t->s->record), &forced)) {
            printf(tr(t->c, "ignored from %s on: it is no longer your turn\n"), word);
            return true;
        }
        if (execute_move(t, word, err)) continue;
        if (made) printf("%s: %s\n", word, err->message);
        return made;
    }
    return true;
}

/* Full command words take precedence over moves, moves over one-letter commands: a game may have short forms of
 * moves. */
void table_execute(struct table *t, char *line) {
    struct jg_error err = {.lang = t->c->lang};
    char *begin = line + strspn(line, " \t"), *end = begin + strlen(begin);
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) *--end = 0;
    if (!*begin) return;
    size_t length = strcspn(begin, " \t");
    const struct table_command *word = find_command(t, begin, length);
    if ((!word || length == 1) && execute_move(t, begin, &err)) return;
    if (word)
        word->run(t, begin + length + strspn(begin + length, " \t"));
    else if (!(t->s->game.kind->traits & JG_IN_STEPS && strpbrk(begin, " \t,") && execute_steps(t, begin, &err)))
        printf(tr(t->c, "%s (h: help)\n"), err.message);
}
