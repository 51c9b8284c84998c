/* jogada play: a game in the terminal. */
#include "agents/agent_report.h"
#include "agents/agents.h"
#include "cli/stored.h"
#include "cli/play_table.h"
#include "core/seeding.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct options {
    char position[JG_POSITION_MAX], db[DB_PATH];
    bool resume, no_store, annotate;
    int delay;
    uint64_t seed;
};

/* ---- Turns -------------------------------------------------------------------------- */

static void wait_delay(struct table *t) {
    if (!t->delay) return;
    table_show(t);
    fflush(stdout);
    for (int ms = t->delay; ms > 0 && !atomic_load(&interrupted); ms -= 50)
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * (ms < 50 ? ms : 50)}, NULL);
}

/* Without memory the move has no annotation. */
static void annotate(struct table *t, const struct jg_report *report) {
    struct jg_error err = {.lang = t->c->lang};
    if (jg_agent_annotate(&t->s->record, report, &err)) print_error(t->c, &err, NULL);
}

static void computer_moves(struct table *t, int turn) {
    static const char THINKING[] = "...";
    struct jg_report *report = malloc(sizeof *report);
    if (t->c->live) {
        printf("%s %s", jg_seat_name(&t->s->game, turn, t->c->lang), THINKING);
        fflush(stdout);
    }
    bool good = report && table_query_agent(t, &t->s->agents[turn], report);
    if (t->c->live) printf("\r\033[K");
    if (!report) print_out_of_memory(t->c);
    if (!good)
        t->quit = t->failed = true;
    else if (!atomic_load(&interrupted)) { /* an interrupted search makes no move; the game resumes here */
        table_print_move(t, turn, report->move);
        table_print_thought(t, report);
        putchar('\n');
        table_print_solved(t, turn, report);
        t->s->tags.seconds[jg_team(turn)] += report->seconds;
        if (t->annotate) annotate(t, report);
        table_move(t, report->move);
        wait_delay(t);
    }
    free(report);
}

static void chance_moves(struct table *t) {
    table_unhide(t);
    table_move(t, table_draw(t));
    table_print_chance(t);
}

static void human_moves(struct table *t, int turn) {
    char prompt[64];
    jg_move move;
    if (table_forced(t, jg_record_state(&t->s->record), &move)) {
        table_print_move(t, turn, move);
        putchar('\n');
        table_move(t, move);
        return;
    }
    if (!table_call_player(t, turn)) {
        t->quit = true;
        return;
    }
    if (!t->shown) table_show(t);
    snprintf(prompt, sizeof prompt, "%s> ", jg_seat_name(&t->s->game, turn, t->c->lang));
    const char *line = input_line(&t->in, prompt);
    char *copy = line ? strdup(line) : NULL;
    if (copy)
        table_execute(t, copy);
    else
        t->quit = true;
    if (!copy && (line || t->in.failed)) {
        print_out_of_memory(t->c);
        t->failed = true;
    }
    free(copy);
}

/* ---- The game ----------------------------------------------------------------------- */

/* Agents are stored with their normalized spec, so that `log --agent` finds them. */
static void spell_agents(const struct play_session *s, struct jg_tags *tags) {
    for (int seat = 0; seat < s->game.kind->seats; seat++) {
        char spec[JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, spec, sizeof spec);
        jg_agent_spec(&s->agents[seat], &t);
        if (!t.cut) memcpy(tags->seat[seat], spec, sizeof spec);
    }
}

/* Stores a finished game. A failure is reported and does not change the exit status. */
static void keep_finished(const struct table *t, const struct options *o) {
    struct jg_error err = {.lang = t->c->lang};
    struct jg_tags tags = t->s->tags;
    int64_t id = 0;
    if (!t->played || o->no_store) return;
    spell_agents(t->s, &tags);
    tags.date = time(NULL);
    struct jg_store *s = stored_open(o->db, JG_STORE_WRITE, &err);
    bool good = s && !stored_add(s, "play", &t->s->record, &tags, &id, &err);
    jg_store_close(s);
    if (!good) {
        fflush(stdout);
        fprintf(stderr, tr(t->c, "jogada: cannot save the game: %s\n"), err.message);
        return;
    }
    printf(tr(t->c, "saved as game %lld: "), (long long)id);
    if (o->db[0])
        printf(tr(t->c, "'jogada replay %lld --db %s' shows it\n"), (long long)id, o->db);
    else
        printf(tr(t->c, "'jogada replay %lld' shows it\n"), (long long)id);
}

/* Saves an unfinished game, unless --no-store is given or nobody has moved. */
static void leave(struct table *t) {
    table_save(t);
    if (t->no_store)
        printf("\n%s\n", tr(t->c, "The game was not saved (--no-store)."));
    else if (!table_worth_saving(t->s) && table_any_human(t->s))
        printf("\n%s\n", tr(t->c, "The game was not saved: you made no move."));
    else if (t->path[0] && table_worth_saving(t->s))
        printf("\n%s\n", tr(t->c, "Game saved; 'jogada play --resume' continues it."));
}

static int play(struct table *t, const struct options *o) {
    int turn;
    while (!t->quit && !atomic_load(&interrupted) && (turn = jg_record_turn(&t->s->record)) != JG_OVER) {
        if (table_worth_showing(t) && !(turn >= 0 && table_human(t->s, turn))) table_show(t);
        if (turn == JG_CHANCE)
            chance_moves(t);
        else if (table_human(t->s, turn))
            human_moves(t, turn);
        else
            computer_moves(t, turn);
    }
    if (jg_record_turn(&t->s->record) == JG_OVER) {
        if (!t->shown) table_show(t);
        print_outcome(t->c, &t->s->record);
        keep_finished(t, o);
        table_remove_save(t);
    } else {
        leave(t);
    }
    return t->failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Turns a player's view into a full position by dealing the hidden part. */
static void deal_hidden(const struct jg_game *g, struct jg_tags *tags) {
    union jg_state state, whole;
    const struct jg_seeding seeding = jg_seeding_of(tags->seed);
    struct jg_rng rng;
    struct jg_text t;
    if (!tags->start[0] || jg_parse(g, tags->start, &state, NULL) || jg_is_complete(g, &state)) return;
    jg_rng_init(&rng, jg_prf(&seeding.deals, 1, 0), 0);
    jg_sample(g, &state, &rng, &whole);
    jg_text_init(&t, tags->start, sizeof tags->start);
    g->kind->print(g, &whole, &t);
}

static bool set_tags(struct cli *c, const struct options *o, int argc, char **argv, struct jg_tags *tags,
                     struct jg_error *err) {
    struct jg_game g;
    *tags = (struct jg_tags){.resigned = -1, .seed = o->seed};
    if (!random_seed(c, &tags->seed)) return false;
    if (!open_game(c, &g, argv[0])) return false;
    struct jg_text t;
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_game_spec(&g, &t);
    const char *opponent = g.kind->opponent;
    int seats = g.kind->seats;
    strcpy(tags->start, o->position);
    deal_hidden(&g, tags);
    jg_game_close(&g);
    if (argc - 1 > seats) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has %d seats, but %d agents were given", tags->game, seats,
                argc - 1);
        print_error(c, err, NULL);
        return false;
    }
    for (int seat = 0; seat < seats; seat++) {
        bool alone = argc == 1 && seat > 0; /* without agents: the game's default opponent */
        const char *spec = seat + 1 < argc ? argv[seat + 1] : alone ? opponent : "human";
        jg_text_init(&t, tags->seat[seat], sizeof tags->seat[seat]);
        jg_text_put(&t, spec);
        if (t.cut) {
            jg_fail(err, JG_EINPUT, JG_NO_POSITION, "spec too long: at most %d characters", JG_SPEC_MAX - 1);
            print_error(c, err, NULL);
            return false;
        }
    }
    return true;
}

/* Prints "Kalah - player 1: you; player 2: Computer, strongest". Several people are named by their seats alone. */
static void welcome(const struct table *t) {
    const struct play_session *s = t->s;
    const char *specs[JG_SEATS_MAX];
    char titles[JG_SEATS_MAX][JG_AGENT_TITLE];
    int humans = 0;
    for (int seat = 0; seat < s->game.kind->seats; seat++) {
        specs[seat] = s->tags.seat[seat];
        humans += table_human(s, seat);
    }
    jg_agent_titles(s->game.kind, specs, s->game.kind->seats, t->c->lang, titles);
    ink(t->c, JG_INK_STRONG);
    printf("%s", tr(t->c, s->game.kind->title));
    ink(t->c, JG_INK_PLAIN);
    for (int seat = 0; seat < s->game.kind->seats; seat++) {
        bool human = table_human(s, seat);
        printf("%s %s", seat ? ";" : " -", jg_seat_name(&s->game, seat, t->c->lang));
        if (!human || humans == 1) printf(": %s", human ? tr(t->c, "you") : titles[seat]);
    }
    putchar('\n');
    if (table_any_human(s)) printf("%s\n", tr(t->c, "Type h for help."));
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_tags tags;
    struct table t = {
        .c = c, .looks = JG_NOBODY, .before = -1, .delay = o->delay, .no_store = o->no_store, .annotate = o->annotate};
    const char *wrong = NULL;
    if (c->options.json) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "'jogada play' is interactive; --json does not apply");
        return print_error(c, &err, NULL);
    }
    if (o->resume == (argc > 0) || (o->resume && o->position[0])) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "give either a game (and a position) or --resume");
        return print_error(c, &err, NULL);
    }
    if (o->resume) {
        if (!play_session_last_path(t.path, &err)) t.s = play_session_load(t.path, NULL, &err);
    } else {
        if (!set_tags(c, o, argc, argv, &tags, &err)) return EXIT_WRONG;
        t.s = play_session_open(&tags, NULL, NULL, &wrong, &err);
    }
    if (!t.s) return print_error(c, &err, wrong);
    if (o->no_store) {
        t.path[0] = 0; /* a resumed game is not changed */
    } else if (!o->resume && play_session_new_path(t.path, &err)) {
        print_error(c, &err, NULL);
        t.path[0] = 0;
    }
    welcome(&t);
    input_begin(&t.in);
    int status = play(&t, o);
    input_end(&t.in);
    play_session_free(t.s);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "resume",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, resume),
     .help = "resume the last unfinished game"},
    POSITION_OPTION(struct options),
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
     .help = "random seed, 0 for a new one"},
    {.name = "annotate",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, annotate),
     .help = "save the computer's evaluations of its moves with the game"},
    NO_STORE_OPTION_AT(struct options, no_store),
    DB_OPTION(struct options),
    {0},
};

const struct command cmd_play = {
    .name = "play",
    .arguments = "GAME [AGENT...]",
    .summary = "play in the terminal; without an agent, against the computer",
    .least = 0,
    .most = 1 + JG_SEATS_MAX,
    .until_stopped = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
