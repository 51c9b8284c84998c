/* jogada kgp: an agent as a client of the Kalah Game Protocol, or a practice server. */
#include "cli/kgp.h"

#include "games/kalah/kalah.h"
#include "kgp/client_loop.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { ERRORS_MAX = 100 }; /* most reported errors */

struct visiting {
    const struct cli *c;
    uint64_t counts[4]; /* by enum jg_kgp_result */
    bool connected;
    json_t *games, *errors;
};

/* ---- Events -------------------------------------------------------------------------------- */

static void connected(void *arg, const char *address) {
    struct visiting *v = arg;
    v->connected = true;
    if (v->c->options.json) return;
    printf(tr(v->c, "connected to %s\n"), address);
    fflush(stdout);
}

static json_t *moves_json(const char *moves) {
    json_t *list = json_array();
    for (const char *p = moves; *p; p += strcspn(p, " "), p += *p == ' ')
        json_array_append_new(list, json_integer(atoi(p)));
    return list;
}

static void over_json(struct visiting *v, const struct jg_kgp_game *game) {
    static const char *const RESULTS[] = {NULL, "lost", "drawn", "won"};
    json_array_append_new(v->games,
                          json_pack("{s:I, s:s, s:s, s:s?, s:b, s:[i, i], s:i, s:o}", "number",
                                    (json_int_t)game->number, "id", game->id, "opponent", game->opponent, "result",
                                    RESULTS[game->result], "told", game->announced ? 1 : 0, "seeds", game->seeds[0],
                                    game->seeds[1], "houses", game->board.houses, "moves", moves_json(game->moves)));
}

static void over(void *arg, const struct jg_kgp_game *game) {
    struct visiting *v = arg;
    const struct cli *c = v->c;
    v->counts[game->result]++;
    if (c->options.json) {
        over_json(v, game);
        return;
    }
    printf(tr(c, "game %llu"), (unsigned long long)game->number);
    if (game->opponent[0]) {
        printf("%s", tr(c, " against "));
        print_safe(stdout, game->opponent);
    }
    printf(game->result == JG_KGP_WON     ? tr(c, ": won %d to %d")
           : game->result == JG_KGP_LOST  ? tr(c, ": lost %d to %d")
           : game->result == JG_KGP_DRAWN ? tr(c, ": drawn %d to %d")
                                          : tr(c, ": result unknown; last score %d to %d"),
           game->seeds[0], game->seeds[1]);
    if (game->count) printf(tr(c, "; our moves: %s"), game->moves);
    putchar('\n');
    fflush(stdout);
}

/* Prints a limited number of server messages. */
static void complain(struct visiting *v, const char *who, const char *text) {
    if (json_array_size(v->errors) >= ERRORS_MAX) return;
    json_array_append_new(v->errors, jg_run_text_json(text));
    fprintf(stderr, "jogada: %s", who);
    print_safe(stderr, text);
    fputc('\n', stderr);
}

static void said(void *arg, const char *text) {
    struct visiting *v = arg;
    complain(v, tr(v->c, "server message: "), text);
}

static void wrong(void *arg, const char *text) { complain(arg, "", text); }

/* ---- As a client ---------------------------------------------------------------------------- */

static int print_end(struct visiting *v, const struct jg_kgp_client_summary *at, const char *agent) {
    const struct cli *c = v->c;
    const uint64_t *n = v->counts;
    char version[48];
    if (!c->options.json) {
        printf(tr(c, "%llu won, %llu drawn, %llu lost"), (unsigned long long)n[JG_KGP_WON],
               (unsigned long long)n[JG_KGP_DRAWN], (unsigned long long)n[JG_KGP_LOST]);
        if (n[JG_KGP_UNKNOWN]) printf(tr(c, ", %llu unknown"), (unsigned long long)n[JG_KGP_UNKNOWN]);
        putchar('\n');
        if (at->dismissed) puts(tr(c, "the server closed the session"));
        return EXIT_SUCCESS;
    }
    snprintf(version, sizeof version, "%d.%d.%d", at->version[0], at->version[1], at->version[2]);
    return print_json(json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:O, s:O, s:b}", "server", at->address,
                                "name", at->server, "protocol", version, "agent", agent, "wins",
                                (json_int_t)n[JG_KGP_WON], "draws", (json_int_t)n[JG_KGP_DRAWN], "losses",
                                (json_int_t)n[JG_KGP_LOST], "unknown", (json_int_t)n[JG_KGP_UNKNOWN], "games", v->games,
                                "errors", v->errors, "goodbye", at->dismissed ? 1 : 0));
}

static int visit(const struct cli *c, const struct kgp_options *o, const struct jg_game *g, const char *where,
                 const char *agent) {
    struct jg_error err = {.lang = c->lang};
    char host[JG_NET_HOST_MAX];
    int port = o->port;
    if (jg_net_parse(where, host, &port, &err)) return print_error(c, &err, where);
    struct visiting v = {.c = c, .games = json_array(), .errors = json_array()};
    struct jg_kgp_client_summary at;
    const struct jg_kgp_client_options setting = {
        .host = host,
        .port = port,
        .agent = agent,
        .who = {.name = o->name[0] ? o->name : "jogada", .author = o->author, .description = agent, .token = o->token},
        .emptycapture = jg_kalah_options(g)->emptycapture,
        .games = o->games,
        .ms = o->ms,
        .silence = o->silence,
        .threads = c->options.threads,
        .seed = o->seed,
        .stop = &interrupted,
        .arg = &v,
        .connected = connected,
        .game_over = over,
        .server_error = said,
        .problem = wrong};
    enum jg_status result = jg_kgp_client_run(&setting, &at, &err);
    int status = v.connected ? print_end(&v, &at, agent) : EXIT_SUCCESS;
    if (result == JG_ESTOP) result = JG_OK; /* Ctrl-C while waiting for a reply */
    fflush(stdout);
    if (result) {
        print_error(c, &err, NULL);
        status = EXIT_FAILURE;
    }
    json_decref(v.games);
    json_decref(v.errors);
    return status;
}

/* ---- The command ---------------------------------------------------------------------------- */

static bool kgp_game(const struct cli *c, const struct kgp_options *o, struct jg_game *g) {
    struct jg_error err = {.lang = c->lang};
    if (!open_game(c, g, o->game)) return false;
    if (strcmp(g->kind->name, "kalah") != 0)
        jg_fail(&err, JG_EINPUT, 0, "KGP plays kalah only; --game must be kalah or kalah:OPTIONS");
    else if (o->serve && jg_kalah_options(g)->houses < 2)
        jg_fail(&err, JG_EINPUT, jg_spec_position(o->game, "houses"),
                "houses must be at least 2: with one house there "
                "is no choice of move");
    if (!err.code) return true;
    print_error(c, &err, o->game);
    jg_game_close(g);
    return false;
}

static int kgp_agent(const struct cli *c, const struct jg_game *g, const char *spec) {
    struct jg_error err = {.lang = c->lang};
    struct jg_player p;
    return jg_player_init_stoppable(&p, g, spec, &interrupted, &err) ? print_error(c, &err, spec) : EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct kgp_options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_game g;
    if (o->serve && argc)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--serve takes no server address; name the agent with --against");
    else if (!o->serve && !argc)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "wrong number of arguments; 'jogada %s' takes %s", "kgp",
                c->command->arguments);
    else if (!o->serve && (o->against[0] || o->bots || o->db[0]))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--against, --bots and --db need --serve");
    else if (o->serve && (o->name[0] || o->author[0] || o->token[0]))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--name, --author and --token do not apply with --serve");
    if (err.code) return print_error(c, &err, NULL);
    if (!kgp_game(c, o, &g)) return EXIT_WRONG;
    const char *agent = o->serve ? o->against : argc > 1 ? argv[1] : "";
    if (!agent[0]) agent = g.kind->opponent;
    int status = kgp_agent(c, &g, agent);
    if (!status) status = o->serve ? kgp_host(c, o, &g, agent) : visit(c, o, &g, argv[0], agent);
    jg_game_close(&g);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "serve",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct kgp_options, serve),
     .help = "run a practice server for bots"},
    {.name = "game",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, game),
     .standard = "kalah",
     .value = "GAME",
     .help = "rules; a client takes houses and seeds from the server's boards"},
    {.name = "games",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct kgp_options, games),
     .max = 1e9,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "games to play (default 0: until the server ends; with --serve: 2 with each bot)"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, ms),
     .min = 1,
     .max = 86400000,
     .standard = "5000",
     .value = "N",
     .help = "time per move in milliseconds; with --serve for both sides"},
    {.name = "name",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, name),
     .value = "NAME",
     .help = "name to send to the server (default jogada)"},
    {.name = "author",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, author),
     .value = "NAME",
     .help = "author to send to the server"},
    {.name = "token",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, token),
     .value = "TEXT",
     .help = "secret that identifies the client to the server, sent unencrypted"},
    {.name = "against",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, against),
     .value = "AGENT",
     .help = "with --serve: agent that plays the bots (default: the game's usual opponent)"},
    {.name = "bots",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct kgp_options, bots),
     .max = 1e9,
     .standard = "0",
     .value = "N",
     .help = "with --serve: stop after N bots have played (default 0: at Ctrl-C)"},
    {.name = "port",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, port),
     .max = 65535,
     .standard = "2671",
     .letter = 'p',
     .value = "N",
     .help = "port of the server; with --serve 0 is any free port"},
    {.name = "bind",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, bind),
     .standard = "127.0.0.1",
     .value = "ADDRESS",
     .help = "address to listen on; 0.0.0.0 accepts other machines"},
    {.name = "connections",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, connections),
     .min = 1,
     .max = 1000,
     .standard = "64",
     .value = "N",
     .help = "with --serve: maximum number of bots connected at once"},
    {.name = "silence",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, silence),
     .min = 1,
     .max = 86400,
     .standard = "20",
     .value = "S",
     .help = "seconds to wait for the server's first reply; with --serve, before a silent bot is pinged and then "
             "dropped"},
    SEED_OPTION(struct kgp_options),
    DB_OPTION(struct kgp_options),
    NO_STORE_OPTION_AT(struct kgp_options, no_store),
    {0},
};

const struct command cmd_kgp = {
    .name = "kgp",
    .arguments = "HOST [AGENT] | --serve",
    .summary = "play Kalah over the network (KGP), as a client or as a practice server",
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct kgp_options),
    .until_stopped = true,
    .run = run,
};
