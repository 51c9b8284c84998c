/* The entry point: finds the subcommand, parses its options and runs it. */
#include "cli/cli.h"

#include "core/json.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* The commands as --help lists them. A title starts a group. */
static const struct {
    const char *title; /* key of the catalogue, or NULL */
    const struct command *command;
} COMMANDS[] = {
    {.title = "Play", .command = &cmd_serve},
    {.command = &cmd_play},
    {.command = &cmd_rules},
    {.command = &cmd_games},
    {.command = &cmd_agents},
    {.title = "Analyze", .command = &cmd_analyze},
    {.command = &cmd_rollout},
    {.command = &cmd_solve},
    {.command = &cmd_tree},
    {.title = "Compare and tune", .command = &cmd_match},
    {.command = &cmd_tournament},
    {.command = &cmd_openings},
    {.command = &cmd_tune},
    {.command = &cmd_learn},
    {.command = &cmd_study},
    {.command = &cmd_worker},
    {.command = &cmd_batch},
    {.title = "Stored games", .command = &cmd_log},
    {.command = &cmd_replay},
    {.command = &cmd_export},
    {.command = &cmd_import},
    {.command = &cmd_book},
    {.title = "Bots", .command = &cmd_bot},
    {.command = &cmd_kgp},
    {.title = "Development", .command = &cmd_perft},
    {.command = &cmd_bench},
    {.command = &cmd_cache},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

atomic_bool interrupted, continued;

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&interrupted, true);
}

static void on_continue(int number) {
    (void)number;
    atomic_store(&continued, true);
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: reads return */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit is then a write error */
    signal(SIGCHLD, SIG_DFL); /* the parent may have ignored it, which would hide how bots exit */
}

/* Prints an example and its purpose. */
static void print_example(const char *command, const char *purpose) { printf("  %-50s %s\n", command, purpose); }

/* Prints the examples of a command that the games have. */
static void print_examples(const struct cli *c, const struct command *command) {
    size_t length = strlen(command->name);
    const struct jg_game_kind *k;
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++)
        for (const struct jg_game_example *e = k->examples; e && e->command; e++) {
            char line[64];
            if (strncmp(e->command, command->name, length) || e->command[length] != ' ') continue;
            snprintf(line, sizeof line, "jogada %s", e->command);
            print_example(line, tr(c, e->title));
        }
}

static void print_overview(const struct cli *c) {
    ink(c, JG_INK_STRONG);
    printf("jogada");
    ink(c, JG_INK_PLAIN);
    printf(" %s: %s\n\n", jg_version(), tr(c, "play, solve, explain, tune and measure adversarial games"));
    printf("%s jogada COMMAND [%s]\n", tr(c, "Usage:"), tr(c, "options"));
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = COMMANDS[i].command;
        char left[64];
        if (COMMANDS[i].title) printf("\n%s\n", tr(c, COMMANDS[i].title));
        snprintf(left, sizeof left, "%s %s", command->name, command->arguments);
        printf("  jogada %-30s %s\n", left, tr(c, command->summary));
    }
    printf("\n%s\n", tr(c, "Examples:"));
    print_example("jogada", tr(c, "open the table in the browser"));
    for (size_t i = 0; i < COMMAND_COUNT; i++) print_examples(c, COMMANDS[i].command);
    print_example("./jogada site", tr(c, "in the sources: make the table as a page without a server"));
    printf("\n%s\n", tr(c, "'jogada COMMAND --help' shows the options of a command; 'man jogada' is the manual."));
}

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(COMMANDS[i].command->name, name)) return COMMANDS[i].command;
    return NULL;
}

static int wrong(const struct cli *c, struct jg_error *err) {
    print_error(c, err, NULL);
    if (c->command) fprintf(stderr, jg_tr(err->lang, "see 'jogada %s --help'\n"), c->command->name);
    return EXIT_WRONG;
}

static int unknown_command(struct cli *c, struct jg_error *err, const char *name) {
    char names[256];
    struct jg_text t;
    if (!strcmp(name, "site")) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "the page without a server is made in the sources: run './jogada site' there");
        return wrong(c, err);
    }
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; i < COMMAND_COUNT; i++) jg_text_add(&t, "%s%s", i ? ", " : "", COMMANDS[i].command->name);
    jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown command '%s'; the commands are %s", name, names);
    return wrong(c, err);
}

/* Whether another command is named, which has options of its own. */
static bool names_another(const struct command *command, int argc, char **argv) {
    int at = command->names_command ? args_command(argc, argv) + 1 : 0;
    return at && args_command(argc - at, argv + at) >= 0;
}

static int run_command(struct cli *c, struct jg_error *err, int argc, char **argv) {
    const struct command *command = c->command;
    if (names_another(command, argc, argv)) return command->run(c, NULL, argc, argv);
    union {
        unsigned char bytes[COMMAND_OPTIONS];
        max_align_t align;
    } own = {{0}};
    assert(command->options_size <= sizeof own);
    int n = args_parse(argc, argv, &c->options, command->options, &own, err);
    bool known = terminal_setup(c);
    if (n < 0) return wrong(c, err);
    if (!known) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown language '%s'; the languages are %s", c->options.lang,
                jg_lang_names());
        return wrong(c, err);
    }
    if (c->options.help) {
        args_help(c, command);
        return EXIT_SUCCESS;
    }
    if (n < command->least || n > command->most) {
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "wrong number of arguments; 'jogada %s' takes %s", command->name,
                command->arguments[0] ? command->arguments : tr(c, "no arguments"));
        return wrong(c, err);
    }
    struct cache_watch watch;
    cache_watch_begin(&watch, c);
    int status = command->run(c, &own, n, argv);
    cache_watch_end(&watch, c);
    return status;
}

int command_run(struct cli *c, const struct command *command, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    c->command = command;
    return run_command(c, &err, argc, argv);
}

/* Options alone, without a subcommand: --help, --version, --lang. */
static int run_bare(struct cli *c, struct jg_error *err, int argc, char **argv) {
    static const struct jg_option VERSION[] = {
        {.name = "version", .type = JG_OPT_FLAG, .size = sizeof(bool), .help = "print the version"}, {0}};
    bool version = false;
    int n = args_parse(argc, argv, &c->options, VERSION, &version, err);
    bool known = terminal_setup(c);
    if (!known)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown language '%s'; the languages are %s", c->options.lang,
                jg_lang_names());
    if (n < 0 || !known) return wrong(c, err);
    if (version)
        printf("jogada %s\n", jg_version());
    else
        print_overview(c);
    return EXIT_SUCCESS;
}

static void swap(char **a, char **b) {
    char *word = *a;
    *a = *b;
    *b = word;
}

int main(int argc, char **argv) {
    bool failed = false, starved = false;
    struct cli c = {.program = argc ? argv[0] : "jogada", .failed = &failed, .starved = &starved};
    struct jg_error err = {0};
    int status;
    int lang = args_lang(argc, argv), at = args_command(argc - 1, argv + 1) + 1;
    jg_json_guard();
    terminal_setup(&c);
    err.lang = lang >= 0 ? lang : c.lang;
    catch_interrupts();
    if (at && !strcmp(argv[at], "help")) { /* 'jogada help play' is 'jogada play --help' */
        static char option[] = "--help";
        argv[at] = option;
        if (at + 1 < argc) swap(&argv[at], &argv[at + 1]);
        at = at + 1 < argc ? at : 0;
    }
    for (int i = at; i > 1; i--) swap(&argv[i], &argv[i - 1]); /* options before the command come after it */
    if (argc == 1) {
        c.command = &cmd_serve;
        status = run_command(&c, &err, 0, argv + 1);
    } else if (!at)
        status = run_bare(&c, &err, argc - 1, argv + 1);
    else if (!(c.command = command_find(argv[1])))
        status = unknown_command(&c, &err, argv[1]);
    else
        status = run_command(&c, &err, argc - 2, argv + 2);
    if (!status && c.command && !c.command->until_stopped && atomic_load(&interrupted)) {
        fprintf(stderr, "jogada: %s\n", tr(&c, "stopped"));
        status = EXIT_FAILURE;
    }
    if (starved || (status == EXIT_WRONG && failed)) status = EXIT_FAILURE; /* the call itself was right */
    /* A signal cuts a write to a slow terminal short. A command that runs until it is stopped has not failed then. */
    bool left = c.command && c.command->until_stopped && atomic_load(&interrupted);
    if ((fflush(stdout) || ferror(stdout)) && !left) {
        fprintf(stderr, "jogada: %s\n", tr(&c, "cannot write to standard output"));
        status = EXIT_FAILURE;
    }
    return status;
}
