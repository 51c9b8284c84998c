/* jogada replay: steps through a stored game. */
#include "cli/input.h"
#include "cli/stored.h"

#include "agents/agents.h"
#include "game/annotation.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct options {
    char db[DB_PATH];
    char svg[SVG_PATH];
    int to;
};

struct replay {
    struct cli *c;
    struct stored_record stored;
    struct jg_stored_game game; /* its texts belong to the open store */
    int at;                     /* plies before the position that is shown */
    bool quit;
};

static const struct jg_record *record_of(const struct replay *p) { return &p->stored.record; }

/* ---- Output ----------------------------------------------------------------------------------- */

static void head(const struct replay *p) {
    const struct jg_game *g = &p->stored.game;
    const char *specs[JG_SEATS_MAX];
    char date[JG_DATE_TEXT], titles[JG_SEATS_MAX][JG_AGENT_TITLE];
    for (int seat = 0; seat < g->kind->seats; seat++) specs[seat] = p->game.seats[seat] ? p->game.seats[seat] : "?";
    jg_agent_titles(g->kind, specs, g->kind->seats, p->c->lang, titles);
    stored_date(p->game.ended, date);
    ink(p->c, JG_INK_STRONG);
    printf("%s", tr(p->c, g->kind->title));
    ink(p->c, JG_INK_PLAIN);
    for (int seat = 0; seat < g->kind->seats; seat++) {
        printf("%s %s: ", seat ? ";" : " -", jg_seat_name(g, seat, p->c->lang));
        print_safe(stdout, titles[seat]);
    }
    putchar('\n');
    print_safe(stdout, p->game.game);
    printf(", %s, ", date);
    print_outcome(p->c, record_of(p));
}

/* Prints "  {+0.35/12 0.40s 15320n}", with "=" before a proven value, and the principal variation below. */
static void tell_annotation(const struct replay *p, int n) {
    const struct jg_record *r = record_of(p);
    const struct jg_annotation *a = jg_record_annotation(r, n);
    char value[32] = "-", line[JG_ANNOTATION_TEXT];
    struct jg_text t;
    if (!a) return;
    jg_text_init(&t, value, sizeof value);
    if (a->by) jg_value_print(&t, a->by, a->value, p->c->lang);
    double seconds = (double)a->microseconds / 1e6;
    ink(p->c, JG_INK_FAINT);
    print_local(p->c, stdout, seconds < 0.01 ? "  {%s%s/%d %.6fs %llun}" : "  {%s%s/%d %.2fs %llun}",
                a->proven ? "=" : "", a->by ? value : "-", a->depth, seconds, (unsigned long long)a->nodes);
    jg_text_init(&t, line, sizeof line);
    jg_annotation_print_pv(r, n, r->game->kind->print_move, &t);
    if (t.used) printf("\n   %s%s", tr(p->c, "best line:"), line);
    ink(p->c, JG_INK_PLAIN);
}

/* Prints "3. player 1 sows 4 seeds from house 3 (random)". */
static void tell_move(const struct replay *p, int ply) {
    const struct jg_record *r = record_of(p);
    const struct jg_game *g = r->game;
    const void *before = jg_record_state_at(r, ply - 1);
    char words[256];
    struct jg_text t;
    int turn = jg_turn(g, before);
    jg_text_init(&t, words, sizeof words);
    g->kind->describe_move(g, before, r->moves[ply - 1], p->c->lang, &t);
    printf("%d. %s%s%s", ply, turn >= 0 ? jg_seat_name(g, turn, p->c->lang) : "", turn >= 0 ? " " : "", words);
    if (ply <= r->opening && turn >= 0) printf(" %s", tr(p->c, "(random)"));
    tell_annotation(p, ply - 1);
    putchar('\n');
}

/* The game is over: nothing is hidden any more. */
static void show_board(const struct replay *p) {
    const struct jg_record *r = record_of(p);
    struct jg_style style = {.lang = p->c->lang,
                             .colour = p->c->colour,
                             .unicode = p->c->unicode,
                             .seat = JG_NOBODY,
                             .last = p->at ? r->moves[p->at - 1] : 0};
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    if (!picture) {
        print_out_of_memory(p->c);
        return;
    }
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    r->game->kind->show(r->game, jg_record_state_at(r, p->at), &style, &t);
    printf("\n%s\n", picture);
    free(picture);
}

static void show(const struct replay *p) {
    if (p->at) tell_move(p, p->at);
    show_board(p);
    if (p->at == record_of(p)->count) print_outcome(p->c, record_of(p));
}

static json_t *position_json(const struct replay *p, int ply) {
    const struct jg_record *r = record_of(p);
    char position[JG_POSITION_MAX], move[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, position, sizeof position);
    r->game->kind->print(r->game, jg_record_state_at(r, ply), &t);
    json_t *o = json_pack("{s:i, s:s}", "ply", ply, "position", position);
    if (o && ply)
        json_object_set_new(o, "move",
                            json_string(move_text(r->game, jg_record_state_at(r, ply - 1), r->moves[ply - 1], move)));
    if (o && ply && jg_record_annotation(r, ply - 1))
        json_object_set_new(o, "annotation", jg_annotation_json(r, ply - 1));
    return o;
}

static int print_document(const struct replay *p, int to) {
    json_t *o = jg_run_game_json(&p->game, true), *list = json_array();
    for (int ply = to < 0 ? 0 : to; ply <= (to < 0 ? record_of(p)->count : to); ply++)
        json_array_append_new(list, position_json(p, ply));
    if (o) json_object_set(o, "positions", list);
    json_decref(list);
    return print_json(o);
}

/* ---- Stepping --------------------------------------------------------------------------------- */

static void go(struct replay *p, int to) {
    if (to < 0 || to > record_of(p)->count) {
        printf(tr(p->c, "the game has %d moves\n"), record_of(p)->count);
        return;
    }
    p->at = to;
    show(p);
}

static void do_next(struct replay *p) { go(p, p->at + 1); }
static void do_back(struct replay *p) { go(p, p->at ? p->at - 1 : 0); }
static void do_start(struct replay *p) { go(p, 0); }
static void do_end(struct replay *p) { go(p, record_of(p)->count); }
static void do_quit(struct replay *p) { p->quit = true; }
static void do_help(struct replay *p);

static const struct table_command {
    char letter;
    const char *word, *help;
    void (*run)(struct replay *p);
} COMMANDS[] = {
    {'n', "next", "next move (also Enter)", do_next},
    {'p', "previous", "previous move", do_back},
    {'s', "start", "the initial position", do_start},
    {'e', "end", "the final position", do_end},
    {'h', "help", "this help", do_help},
    {'q', "quit", "end the replay", do_quit},
};

static void do_help(struct replay *p) {
    printf("  %s\n", tr(p->c, "Type a number N for the position after N moves, or a command or its letter:"));
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *word = jg_tr_context(p->c->lang, "command", COMMANDS[i].word);
        printf("  %c  %s%*s %s\n", COMMANDS[i].letter, word, 10 - text_width(word), "", tr(p->c, COMMANDS[i].help));
    }
}

static void obey(struct replay *p, const char *line) {
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t"), digits = strspn(line, "0123456789");
    if (digits && digits == length) {
        go(p, digits > 6 ? -1 : atoi(line));
        return;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const struct table_command *w = &COMMANDS[i];
        if ((!length && i == 0) || (length == 1 && line[0] == w->letter) || input_is_command(line, length, w->word)) {
            w->run(p);
            return;
        }
    }
    do_help(p);
}

static void step(struct replay *p) {
    struct input in;
    char prompt[64];
    input_begin(&in);
    printf("%s\n", tr(p->c, "Type h for help."));
    show(p);
    while (!p->quit) {
        snprintf(prompt, sizeof prompt, "%d/%d> ", p->at, record_of(p)->count);
        const char *line = input_line(&in, prompt);
        if (!line) break;
        obey(p, line);
    }
    input_end(&in);
}

/* ---- Picture ------------------------------------------------------------------------------------ */

/* Writes the position after `ply` moves as the player to move saw it, who sits at the lower edge; as a spectator did,
 * if nobody is to move. */
static int write_picture(const struct replay *p, const char *path, int ply) {
    const struct jg_record *r = record_of(p);
    const void *state = jg_record_state_at(r, ply);
    int turn = jg_turn(r->game, state);
    struct jg_drawing how = {.lang = p->c->lang, .seat = turn < 0 ? JG_NOBODY : turn, .names = p->game.seats};
    if (ply) how.last = jg_observe_move(r->game, jg_record_state_at(r, ply - 1), r->moves[ply - 1], how.seat);
    return board_write(p->c, path, r->game, state, &how);
}

/* ---- The command -------------------------------------------------------------------------------- */

static int present(struct replay *p, int to, const char *svg) {
    int count = record_of(p)->count, result;
    if (to > count) {
        struct jg_error err = {.lang = p->c->lang};
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--to is too large: the game has only %d moves", count);
        return print_error(p->c, &err, NULL);
    }
    if (svg[0] && (result = write_picture(p, svg, to < 0 ? count : to))) return result;
    if (p->c->options.json) return print_document(p, to);
    head(p);
    if (to >= 0) {
        p->at = to;
        show(p);
    } else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        step(p);
    } else {
        for (p->at = 0; p->at <= count; p->at++) show(p);
    }
    return EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    int64_t id;
    (void)argc;
    if (!stored_game_id(c, argv[0], &id)) return EXIT_WRONG;
    int result = board_ready(c, o->svg);
    if (result) return result;
    struct replay *p = calloc(1, sizeof *p);
    if (!p) return print_out_of_memory(c);
    p->c = c;
    struct jg_store *s = stored_open(o->db, JG_STORE_READ, &err);
    bool good = s && !jg_store_game(s, id, &p->game, &err) && !stored_record_load(&p->stored, &p->game, &err);
    result = good ? present(p, o->to, o->svg) : print_error(c, &err, NULL);
    stored_record_free(&p->stored);
    jg_store_close(s);
    free(p);
    return result;
}

static const struct jg_option OPTIONS[] = {
    {.name = "to",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, to),
     .min = -1,
     .max = JG_RECORD_MOVES_MAX,
     .standard = "-1",
     .letter = 't',
     .value = "N",
     .help = "show only the position after N moves (default -1: all)"},
    SVG_OPTION(struct options, "write that position, by default the last one, as a picture; FILE ends in .svg"),
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_replay = {
    .name = "replay",
    .arguments = "ID",
    .summary = "step through a stored game",
    .least = 1,
    .most = 1,
    .until_stopped = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
