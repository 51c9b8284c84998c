/* jogada play: a game at the terminal. */
#include "cli/cli.h"

#include "cli/input.h"
#include "cli/sitting.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

struct options {
    char position[JG_POSITION_MAX];
    bool resume;
    int delay;
    uint64_t seed;
};

struct table {
    struct cli *c;
    struct sitting *s;
    struct input in;
    char path[SITTING_PATH]; /* where the unfinished game is kept; "" if it cannot be */
    int delay;
    bool shown; /* the board as it is now */
    bool quit;
};

static bool is_human(const struct sitting *s, int seat) { return s->agents[seat].kind->human; }

static bool any_human(const struct sitting *s) {
    bool any = false;
    for (int seat = 0; seat < s->game.kind->seats; seat++) any |= is_human(s, seat);
    return any;
}

/* ---- Keeping ------------------------------------------------------------------------ */

static void keep(struct table *t) {
    struct jg_error err = {.lang = t->c->lang};
    if (!t->path[0] || !sitting_save(t->s, t->path, &err)) return;
    say_error(t->c, &err, NULL);
    t->path[0] = 0; /* said once */
}

static void forget(struct table *t) {
    if (t->path[0]) unlink(t->path);
}

/* ---- Showing ------------------------------------------------------------------------ */

static int viewer(const struct sitting *s) {
    int turn = jg_record_turn(&s->record);
    return turn >= 0 && is_human(s, turn) ? turn : JG_NOBODY;
}

static void show_board(struct table *t) {
    static const size_t SIZE = JG_PICTURE_MAX;
    const struct sitting *s = t->s;
    const struct jg_record *r = &s->record;
    struct jg_style style = {.lang = t->c->lang, .colour = t->c->colour, .unicode = t->c->unicode, .seat = viewer(s)};
    union jg_state view;
    char *picture = malloc(SIZE);
    struct jg_text text;
    if (!picture) return;
    if (r->count)
        style.last = jg_seen(&s->game, jg_record_state_at(r, r->count - 1), r->moves[r->count - 1], style.seat);
    jg_view(&s->game, jg_record_state(r), style.seat, &view);
    jg_text_init(&text, picture, SIZE);
    s->game.kind->show(&s->game, &view, &style, &text);
    printf("\n%s\n", picture);
    free(picture);
    t->shown = true;
}

static void print_value(const struct table *t, const struct jg_report *report) {
    char value[32];
    struct jg_text text;
    if (!report->by) return;
    jg_text_init(&text, value, sizeof value);
    jg_value_print(&text, report->by, report->value, t->c->lang);
    ink(t->c, JG_INK_FAINT);
    printf("  [%s, ", value);
    if (report->depth)
        printf(tr(t->c, "depth %d"), report->depth);
    else
        printf("%s", tr(t->c, "to the end"));
    printf(tr(t->c, ", %llu nodes, %.2f s]"), (unsigned long long)report->nodes, report->seconds);
    ink(t->c, JG_INK_PLAIN);
}

/* "player 2 sows 4 seeds from house 9" */
static void tell_move(const struct table *t, int turn, jg_move move) {
    const struct jg_game *g = &t->s->game;
    char words[256];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    g->kind->tell(g, jg_record_state(&t->s->record), move, t->c->lang, &text);
    if (turn >= 0) printf("%s ", jg_seat_name(g, turn, t->c->lang));
    printf("%s", words);
}

static void show_result(const struct table *t) {
    const struct sitting *s = t->s;
    int32_t score = jg_record_score(&s->record, 0), margin = score < 0 ? -score : score;
    const char *winner = jg_seat_name(&s->game, score < 0, t->c->lang);
    if (s->record.resigned >= 0)
        printf(tr(t->c, "%s resigns; "), jg_seat_name(&s->game, s->record.resigned, t->c->lang));
    if (!score)
        printf("%s", tr(t->c, jg_record_repeated(&s->record) ? "a draw by repetition" : "a draw"));
    else if (margin == 1)
        printf(tr(t->c, "%s wins"), winner);
    else
        printf(tr(t->c, "%s wins by %d"), winner, margin);
    putchar('\n');
}

/* ---- Moving ------------------------------------------------------------------------- */

static void make_move(struct table *t, jg_move move) {
    struct jg_error err = {.lang = t->c->lang};
    if (jg_record_push(&t->s->record, move, &err)) {
        say_error(t->c, &err, NULL);
        t->quit = true;
    }
    t->shown = false;
    if (any_human(t->s)) keep(t);
}

/* A number of its own for every move of the game, so that a game taken up again goes on as it would have. */
static struct jg_rng move_rng(const struct table *t) {
    struct jg_rng rng;
    jg_rng_init(&rng, t->s->tags.seed, (uint64_t)t->s->record.count);
    return rng;
}

static bool ask_agent(struct table *t, struct jg_agent *a, struct jg_report *report) {
    struct jg_error err = {.lang = t->c->lang};
    const struct jg_record *r = &t->s->record;
    struct jg_rng rng = move_rng(t);
    union jg_state view;
    int turn = jg_record_turn(r);
    jg_view(&t->s->game, jg_record_state(r), turn, &view);
    struct jg_ask ask = {.view = &view,
                         .seat = turn,
                         .seed = jg_rng_next(&rng),
                         .stop = &interrupted,
                         .keys = r->keys,
                         .key_count = (size_t)r->count};
    if (!jg_agent_choose(a, &ask, report, &err)) return true;
    say_error(t->c, &err, NULL);
    return false;
}

static void wait_delay(struct table *t) {
    if (!t->delay) return;
    show_board(t);
    fflush(stdout);
    for (int ms = t->delay; ms > 0 && !atomic_load(&interrupted); ms -= 50)
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * (ms < 50 ? ms : 50)}, NULL);
}

static void computer_moves(struct table *t, int turn) {
    static const char THINKING[] = "...";
    struct jg_report *report = malloc(sizeof *report);
    if (t->c->live) {
        printf("%s %s", jg_seat_name(&t->s->game, turn, t->c->lang), THINKING);
        fflush(stdout);
    }
    bool good = report && ask_agent(t, &t->s->agents[turn], report);
    if (t->c->live) printf("\r\033[K");
    if (!good)
        t->quit = true;
    else if (!atomic_load(&interrupted)) { /* half a thought is not played: the game goes on from here */
        tell_move(t, turn, report->move);
        print_value(t, report);
        putchar('\n');
        make_move(t, report->move);
        wait_delay(t);
    }
    free(report);
}

static void chance_moves(struct table *t) {
    struct jg_rng rng = move_rng(t);
    const struct jg_game *g = &t->s->game;
    make_move(t, g->kind->draw(g, jg_record_state(&t->s->record), &rng));
}

/* ---- Commands ----------------------------------------------------------------------- */

static void do_help(struct table *t, const char *rest);

static void do_rules(struct table *t, const char *rest) {
    const char *page = jg_rules_page(t->s->game.kind->name, t->c->lang);
    (void)rest;
    if (page) say_page(t->c, page);
}

static void do_moves(struct table *t, const char *rest) {
    const struct jg_game *g = &t->s->game;
    const void *state = jg_record_state(&t->s->record);
    jg_move moves[JG_MOVES_MAX];
    char text[JG_MOVE_MAX];
    int n = jg_moves(g, state, moves);
    (void)rest;
    for (int i = 0; i < n; i++) {
        char words[256];
        struct jg_text w;
        jg_text_init(&w, words, sizeof words);
        g->kind->tell(g, state, moves[i], t->c->lang, &w);
        printf("  %-8s %s\n", move_text(g, state, moves[i], text), words);
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
    if (ask_agent(t, &adviser, report) && !atomic_load(&interrupted)) {
        char text[JG_MOVE_MAX];
        printf("  %s", move_text(g, jg_record_state(&t->s->record), report->move, text));
        print_value(t, report);
        putchar('\n');
    }
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
        if (turn >= 0 && is_human(t->s, turn)) break;
    }
    if (n < 0) {
        printf("%s\n", tr(t->c, "there is no move to take back"));
        return;
    }
    jg_record_cut(r, n);
    keep(t);
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
    struct sitting *s = sitting_load(rest, &err);
    if (!s) {
        say_error(t->c, &err, NULL);
        return;
    }
    if (!t->s->record.count) forget(t); /* otherwise the game that is left stays among the unfinished */
    if (sitting_new_path(t->path, &err)) t->path[0] = 0;
    sitting_free(t->s);
    t->s = s;
    t->shown = false;
    keep(t);
}

static void do_resign(struct table *t, const char *rest) {
    (void)rest;
    t->s->record.resigned = jg_record_turn(&t->s->record);
}

static void do_board(struct table *t, const char *rest) {
    (void)rest;
    t->shown = false;
}

static void do_position(struct table *t, const char *rest) {
    const struct sitting *s = t->s;
    union jg_state view;
    char text[JG_POSITION_MAX];
    struct jg_text p;
    (void)rest;
    jg_view(&s->game, jg_record_state(&s->record), viewer(s), &view);
    jg_text_init(&p, text, sizeof text);
    s->game.kind->print(&s->game, &view, &p);
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
    char text[JG_MOVE_MAX];
    const struct jg_game *g = &t->s->game;
    jg_move moves[JG_MOVES_MAX];
    (void)rest;
    jg_moves(g, jg_record_state(&t->s->record), moves);
    printf(tr(t->c, "  Type a move, such as %s, or a word or its letter:\n"),
           move_text(g, jg_record_state(&t->s->record), moves[0], text));
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

static void obey(struct table *t, char *line) {
    const struct jg_game *g = &t->s->game;
    struct jg_error err = {.lang = t->c->lang};
    jg_move move;
    char *begin = line + strspn(line, " \t"), *end = begin + strlen(begin);
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) *--end = 0;
    if (!*begin) return;
    if (!g->kind->parse_move(g, jg_record_state(&t->s->record), begin, &move, &err)) {
        tell_move(t, jg_record_turn(&t->s->record), move);
        putchar('\n');
        make_move(t, move);
        return;
    }
    size_t length = strcspn(begin, " \t");
    const struct word *word = find_word(begin, length);
    if (word)
        word->run(t, begin + length + strspn(begin + length, " \t"));
    else
        printf(tr(t->c, "%s (h: help)\n"), err.message);
}

static void human_moves(struct table *t, int turn) {
    char prompt[64];
    snprintf(prompt, sizeof prompt, "%s> ", jg_seat_name(&t->s->game, turn, t->c->lang));
    const char *line = input_line(&t->in, prompt);
    char *copy = line ? strdup(line) : NULL;
    if (copy)
        obey(t, copy);
    else
        t->quit = true;
    free(copy);
}

/* ---- The game ----------------------------------------------------------------------- */

static int play(struct table *t) {
    int turn;
    while (!t->quit && !atomic_load(&interrupted) && (turn = jg_record_turn(&t->s->record)) != JG_OVER) {
        if (!t->shown) show_board(t);
        if (turn == JG_CHANCE)
            chance_moves(t);
        else if (is_human(t->s, turn))
            human_moves(t, turn);
        else
            computer_moves(t, turn);
    }
    if (jg_record_turn(&t->s->record) == JG_OVER) {
        if (!t->shown) show_board(t);
        show_result(t);
        forget(t);
    } else {
        keep(t);
        if (t->path[0]) printf("\n%s\n", tr(t->c, "The game is kept; 'jogada play --resume' goes on with it."));
    }
    return EXIT_SUCCESS;
}

static bool set_tags(struct cli *c, const struct options *o, int argc, char **argv, struct jg_tags *tags,
                     struct jg_error *err) {
    struct jg_game g;
    *tags = (struct jg_tags){.resigned = -1, .seed = o->seed ? o->seed : (uint64_t)time(NULL)};
    if (!open_game(c, &g, argv[0])) return false;
    struct jg_text t;
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_game_spec(&g, &t);
    const char *opponent = g.kind->opponent;
    int seats = g.kind->seats;
    jg_game_close(&g);
    strcpy(tags->start, o->position);
    if (argc - 1 > seats) {
        jg_fail(err, JG_EINPUT, -1, "%s has %d seats, and %d agents were given", tags->game, seats, argc - 1);
        say_error(c, err, NULL);
        return false;
    }
    for (int seat = 0; seat < seats; seat++) {
        bool alone = argc == 1 && seat > 0; /* who names no agents meets the game's own */
        const char *spec = seat + 1 < argc ? argv[seat + 1] : alone ? opponent : "human";
        jg_text_init(&t, tags->seat[seat], sizeof tags->seat[seat]);
        jg_text_put(&t, spec);
        if (t.cut) {
            jg_fail(err, JG_EINPUT, -1, "a spec has at most %d characters", JG_SPEC_MAX - 1);
            say_error(c, err, NULL);
            return false;
        }
    }
    return true;
}

static void welcome(const struct table *t) {
    const struct sitting *s = t->s;
    ink(t->c, JG_INK_STRONG);
    printf("%s", tr(t->c, s->game.kind->title));
    ink(t->c, JG_INK_PLAIN);
    for (int seat = 0; seat < s->game.kind->seats; seat++)
        printf("%s %s: %s", seat ? "," : " -", jg_seat_name(&s->game, seat, t->c->lang), s->tags.seat[seat]);
    putchar('\n');
    if (any_human(s)) printf("%s\n", tr(t->c, "h shows what you can type."));
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_tags tags;
    struct table t = {.c = c, .delay = o->delay};
    const char *wrong = NULL;
    if (c->options.json) {
        jg_fail(&err, JG_EINPUT, -1, "play is for people and prints no JSON");
        return say_error(c, &err, NULL);
    }
    if (o->resume == (argc > 0) || (o->resume && o->position[0])) {
        jg_fail(&err, JG_EINPUT, -1, "give either a game, and perhaps a position, or --resume");
        return say_error(c, &err, NULL);
    }
    if (o->resume) {
        if (!sitting_last_path(t.path, &err)) t.s = sitting_load(t.path, &err);
    } else {
        if (!set_tags(c, o, argc, argv, &tags, &err)) return EXIT_WRONG;
        t.s = sitting_open(&tags, NULL, NULL, &wrong, &err);
    }
    if (!t.s) return say_error(c, &err, wrong);
    if (!o->resume && sitting_new_path(t.path, &err)) {
        say_error(c, &err, NULL);
        t.path[0] = 0;
    }
    welcome(&t);
    input_begin(&t.in);
    int status = play(&t);
    input_end(&t.in);
    sitting_free(t.s);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "resume",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, resume),
     .help = "go on with the unfinished game that was played last"},
    {.name = "position",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, position),
     .value = "P",
     .letter = 'p',
     .help = "where to start; without it the game's first position"},
    {.name = "delay",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, delay),
     .max = 60000,
     .standard = "0",
     .value = "MS",
     .help = "milliseconds to wait after a computer's move"},
    {.name = "seed",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, seed),
     .standard = "0",
     .value = "N",
     .help = "where all chance comes from; 0: the clock"},
    {0},
};

const struct command cmd_play = {
    .name = "play",
    .arguments = "GAME [AGENT...]",
    .summary = "play in the terminal; a seat without an agent is yours",
    .least = 0,
    .most = 1 + JG_SEATS_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
