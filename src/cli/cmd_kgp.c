/* jogada kgp: an agent on a server of the Kalah Game Protocol, or such a server. */
#include "cli/kgp.h"

#include "games/kalah/kalah.h"
#include "kgp/visit.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { ERRORS_MAX = 100 }; /* that are told */

struct visiting {
    const struct cli *c;
    uint64_t counts[4]; /* by enum jg_kgp_result */
    bool connected;
    json_t *games, *errors;
};

/* ---- What happens -------------------------------------------------------------------------- */

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
                                    RESULTS[game->result], "told", game->told ? 1 : 0, "seeds", game->seeds[0],
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
        say_plain(stdout, game->opponent);
    }
    printf(game->result == JG_KGP_WON     ? tr(c, ": won %d to %d")
           : game->result == JG_KGP_LOST  ? tr(c, ": lost %d to %d")
           : game->result == JG_KGP_DRAWN ? tr(c, ": drawn %d to %d")
                                          : tr(c, ": how it ended was not told; %d to %d when last seen"),
           game->seeds[0], game->seeds[1]);
    if (game->count) printf(tr(c, "; our moves: %s"), game->moves);
    putchar('\n');
    fflush(stdout);
}

/* Up to a bound: some servers have more to say than anybody reads. */
static void complain(struct visiting *v, const char *who, const char *text) {
    if (json_array_size(v->errors) >= ERRORS_MAX) return;
    json_array_append_new(v->errors, jg_text_json(text));
    fprintf(stderr, "jogada: %s", who);
    say_plain(stderr, text);
    fputc('\n', stderr);
}

static void said(void *arg, const char *text) {
    struct visiting *v = arg;
    complain(v, tr(v->c, "the server says: "), text);
}

static void wrong(void *arg, const char *text) { complain(arg, "", text); }

/* ---- As a client ---------------------------------------------------------------------------- */

static int say_end(struct visiting *v, const struct jg_kgp_visited *at, const char *agent) {
    const struct cli *c = v->c;
    const uint64_t *n = v->counts;
    char version[48];
    if (!c->options.json) {
        printf(tr(c, "%llu won, %llu drawn, %llu lost"), (unsigned long long)n[JG_KGP_WON],
               (unsigned long long)n[JG_KGP_DRAWN], (unsigned long long)n[JG_KGP_LOST]);
        if (n[JG_KGP_UNKNOWN]) printf(tr(c, ", %llu not told"), (unsigned long long)n[JG_KGP_UNKNOWN]);
        putchar('\n');
        if (at->dismissed) puts(tr(c, "the server says goodbye"));
        return EXIT_SUCCESS;
    }
    snprintf(version, sizeof version, "%d.%d.%d", at->version[0], at->version[1], at->version[2]);
    return say_json(json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:O, s:O, s:b}", "server", at->address, "name",
                              at->server, "protocol", version, "agent", agent, "wins", (json_int_t)n[JG_KGP_WON],
                              "draws", (json_int_t)n[JG_KGP_DRAWN], "losses", (json_int_t)n[JG_KGP_LOST], "unknown",
                              (json_int_t)n[JG_KGP_UNKNOWN], "games", v->games, "errors", v->errors, "goodbye",
                              at->dismissed ? 1 : 0));
}

static int visit(const struct cli *c, const struct kgp_options *o, const struct jg_game *g, const char *where,
                 const char *agent) {
    struct jg_error err = {.lang = c->lang};
    char host[JG_NET_HOST];
    int port = o->port;
    if (jg_net_read(where, host, &port, &err)) return say_error(c, &err, where);
    struct visiting v = {.c = c, .games = json_array(), .errors = json_array()};
    struct jg_kgp_visited at;
    const struct jg_kgp_visit setting = {
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
        .over = over,
        .said = said,
        .wrong = wrong};
    enum jg_status result = jg_kgp_visit(&setting, &at, &err);
    int status = v.connected ? say_end(&v, &at, agent) : EXIT_SUCCESS;
    if (result == JG_ESTOP) result = JG_OK; /* Ctrl-C while nobody answered */
    fflush(stdout);
    if (result) {
        say_error(c, &err, NULL);
        status = EXIT_FAILURE;
    }
    json_decref(v.games);
    json_decref(v.errors);
    return status;
}

/* ---- The run -------------------------------------------------------------------------------- */

bool kgp_game(const struct cli *c, const struct kgp_options *o, struct jg_game *g) {
    struct jg_error err = {.lang = c->lang};
    if (!open_game(c, g, o->game)) return false;
    if (strcmp(g->kind->name, "kalah") != 0)
        jg_fail(&err, JG_EINPUT, 0, "the protocol knows one game, kalah");
    else if (o->serve && jg_kalah_options(g)->houses < 2)
        jg_fail(&err, JG_EINPUT, jg_spec_place(o->game, "houses"), "with one house nobody has a choice");
    if (!err.code) return true;
    say_error(c, &err, o->game);
    jg_game_close(g);
    return false;
}

int kgp_agent(const struct cli *c, const struct jg_game *g, const char *spec) {
    struct jg_error err = {.lang = c->lang};
    struct jg_player p;
    return jg_player_init(&p, g, spec, &err) ? say_error(c, &err, spec) : EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct kgp_options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_game g;
    if (o->serve && argc)
        jg_fail(&err, JG_EINPUT, -1, "--serve takes no server to go to; --against names the agent");
    else if (!o->serve && !argc)
        jg_fail(&err, JG_EINPUT, -1, "'jogada %s' takes %s", "kgp", c->command->arguments);
    else if (!o->serve && (o->against[0] || o->bots || o->db[0]))
        jg_fail(&err, JG_EINPUT, -1, "--against, --bots and --db are for --serve");
    else if (o->serve && (o->name[0] || o->author[0] || o->token[0]))
        jg_fail(&err, JG_EINPUT, -1, "--name, --author and --token are not for --serve");
    if (err.code) return say_error(c, &err, NULL);
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
     .help = "a practice server for bots, instead of going to one"},
    {.name = "game",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, game),
     .standard = "kalah",
     .value = "GAME",
     .help = "the rules; as a client houses and seeds are those of the server's boards"},
    {.name = "games",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct kgp_options, games),
     .max = 1e9,
     .standard = "0",
     .letter = 'n',
     .value = "N",
     .help = "games after which to leave, 0: when the server ends; with --serve games with each bot, 0: 2"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, ms),
     .min = 1,
     .max = 86400000,
     .standard = "5000",
     .value = "N",
     .help = "milliseconds for a move; with --serve for either side"},
    {.name = "name",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, name),
     .value = "NAME",
     .help = "what to tell the server we are called; without it jogada"},
    {.name = "author",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, author),
     .value = "NAME",
     .help = "who to tell the server has written the agent"},
    {.name = "token",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, token),
     .value = "TEXT",
     .help = "a secret by which the server knows us again; it is sent unencrypted"},
    {.name = "against",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, against),
     .value = "AGENT",
     .help = "with --serve: whom bots play against; without it the game's usual opponent"},
    {.name = "bots",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct kgp_options, bots),
     .max = 1e9,
     .standard = "0",
     .value = "N",
     .help = "with --serve: end after so many bots have played; 0: at Ctrl-C"},
    {.name = "port",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, port),
     .max = 65535,
     .standard = "2671",
     .letter = 'p',
     .value = "N",
     .help = "of the server; with --serve 0 is any port that is free"},
    {.name = "bind",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct kgp_options, bind),
     .standard = "127.0.0.1",
     .value = "ADDRESS",
     .help = "address to listen on; 0.0.0.0: all, for other machines too"},
    {.name = "connections",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, connections),
     .min = 1,
     .max = 1000,
     .standard = "64",
     .value = "N",
     .help = "with --serve: how many bots may be connected at once"},
    {.name = "silence",
     .type = JG_OPT_INT,
     JG_FIELD(struct kgp_options, silence),
     .min = 1,
     .max = 86400,
     .standard = "20",
     .value = "S",
     .help = "seconds to wait for the server's first word; with --serve until a silent bot is pinged, and then let go"},
    SEED_OPTION(struct kgp_options),
    DB_OPTION(struct kgp_options),
    NO_STORE_OPTION_AT(struct kgp_options, no_store),
    {0},
};

const struct command cmd_kgp = {
    .name = "kgp",
    .arguments = "HOST [AGENT] | --serve",
    .summary = "Kalah over the network: play on a course's server, or be one",
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct kgp_options),
    .run = run,
};
