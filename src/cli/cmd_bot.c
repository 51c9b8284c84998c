/* jogada bot: runs an agent as a bot, with requests on standard input and replies on standard output (docs/bots.md). */
#include "cli/cli.h"

#include "agents/bot.h"

#include <stdlib.h>
#include <string.h>

/* Returns the next line without its newline, or NULL at the end. */
static const char *hear(char **line, size_t *room) {
    ssize_t n = getline(line, room, stdin);
    if (n < 0) return NULL;
    while (n > 0 && ((*line)[n - 1] == '\n' || (*line)[n - 1] == '\r')) (*line)[--n] = 0;
    return *line;
}

static int converse(const struct cli *c, struct jg_agent *a) {
    struct jg_error err = {.lang = c->lang};
    struct jg_bot bot = {.agent = a, .stop = &interrupted};
    char *line = NULL, answer[JG_SPEC_MAX + JG_MOVE_MAX];
    const char *heard;
    struct jg_text t;
    size_t room = 0;
    enum jg_status status = JG_OK;
    while (!status && !atomic_load(&interrupted) && (heard = hear(&line, &room))) {
        jg_text_init(&t, answer, sizeof answer);
        status = jg_bot_handle(&bot, heard, &t, &err);
        if (status || !answer[0] || atomic_load(&interrupted)) continue;
        if (puts(answer) < 0 || fflush(stdout)) break; /* main reports it */
    }
    if (!status && !atomic_load(&interrupted) && !feof(stdin) && !ferror(stdin) && !ferror(stdout))
        status = jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(line);
    jg_bot_free(&bot);
    if (!status || status == JG_ESTOP) return EXIT_SUCCESS;
    print_error(c, &err, NULL);
    return EXIT_FAILURE;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_error err = {.lang = c->lang};
    struct jg_game g;
    struct jg_agent a;
    int status;
    (void)options;
    if (c->options.json) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "'jogada bot' speaks the protocol of docs/bots.md; --json does not apply");
        return print_error(c, &err, NULL);
    }
    if (!open_game(c, &g, argv[0])) return EXIT_WRONG;
    const char *spec = argc > 1 ? argv[1] : g.kind->opponent;
    if (jg_agent_open_stoppable(&a, &g, NULL, spec, &interrupted, &err)) {
        status = print_error(c, &err, spec);
    } else if (a.kind->human) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s cannot choose moves; name an agent that can, such as random",
                a.kind->name);
        status = print_error(c, &err, NULL);
    } else {
        status = converse(c, &a);
    }
    jg_agent_close(&a);
    jg_game_close(&g);
    return status;
}

const struct command cmd_bot = {
    .name = "bot",
    .arguments = "GAME [AGENT]",
    .summary = "run an agent as a bot on standard input and output",
    .least = 1,
    .most = 2,
    .until_stopped = true,
    .run = run,
};
