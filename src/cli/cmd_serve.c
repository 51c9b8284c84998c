/* jogada serve: the table in the browser. */
#include "cli/stored.h"

#include "core/memory.h"
#include "store/store.h"
#include "web/web.h"

#include <jansson.h>

#include <string.h>

enum { PORT = 8080, BIND_MAX = 64, ORIGIN_MAX = 200, LEAST_SHARE = 8 << 20 };

struct options {
    int port, think, connections, per_address, absent, idle;
    char bind[BIND_MAX], origin[ORIGIN_MAX], db[DB_PATH];
    bool lab, trust, hurry;
    size_t memory;
};

struct serving {
    const struct cli *c;
    const struct options *o;
    bool loopback;
};

/* ---- Messages ----------------------------------------------------------------------------- */

static void ready(void *arg, const char *url) {
    const struct serving *serving = arg;
    const struct cli *c = serving->c;
    const char *origin = serving->o->origin;
    if (c->options.json) {
        print_json(json_pack("{s:s, s:s, s:b}", "url", origin[0] ? origin : url, "local", url, "loopback",
                             serving->loopback ? 1 : 0));
    } else {
        printf("%s ", tr(c, "The table is open at:"));
        ink(c, JG_INK_STRONG);
        printf("%s", origin[0] ? origin : url);
        ink(c, JG_INK_PLAIN);
        putchar('\n');
        if (!serving->loopback)
            puts(tr(c, "Other machines can reach it; anyone who knows the address can play."));
        else if (origin[0])
            puts(tr(c, "It serves a proxy on this machine; other machines reach it through the proxy only."));
        else
            puts(tr(c, "Only this machine can reach it; --bind 0.0.0.0 admits others."));
        if (c->live) puts(tr(c, "Ctrl-C stops the server; all games are saved."));
    }
    fflush(stdout);
}

static void trouble(void *arg, const char *text) {
    const struct serving *serving = arg;
    (void)serving;
    fputs("jogada: ", stderr);
    print_safe(stderr, text);
    fputc('\n', stderr);
}

/* ---- The command -------------------------------------------------------------------------- */

/* Whether the origin ends with the default port, which browsers omit. */
static bool has_usual_port(const char *origin) {
    const char *port = strrchr(origin, ':');
    return !strcmp(port, !strncmp(origin, "https", 5) ? ":443" : ":80");
}

/* Whether an origin is written as browsers send it: "https://play.example.org", perhaps with a port, without a path and
 * with an ASCII (punycode) host. */
static enum jg_status check_origin(const char *origin, struct jg_error *err) {
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    size_t scheme = !strncmp(origin, "https://", 8) ? 8 : !strncmp(origin, "http://", 7) ? 7 : 0;
    const char *host = origin + scheme;
    if (!origin[0]) return JG_OK;
    if (scheme && *host && *host != ':' && !host[strspn(host, LETTERS)] && !has_usual_port(origin)) return JG_OK;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "--origin must be the address that browsers use, without a path, such as %s",
                   "https://play.example.org");
}

bool is_loopback(const char *bind) {
    bool number = strspn(bind, "0123456789.") == strlen(bind); /* and not a host name that starts like that */
    return (number && !strncmp(bind, "127.", 4)) || !strcmp(bind, "::1") || !strcmp(bind, "localhost");
}

/* Checks that each thread's agent and one of the lab have memory for a small table. */
static size_t least_memory(const struct jg_web_setting *setting) {
    return (size_t)(jg_web_threads(setting) + 1) * LEAST_SHARE;
}

static enum jg_status check(const struct options *o, const struct jg_web_setting *setting, bool loopback,
                            struct jg_error *err) {
    if (o->trust && (!loopback || o->origin[0]))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "--trust would let strangers run programs here; use it only with a loopback --bind and "
                       "without --origin");
    if (o->memory && o->memory < least_memory(setting))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--memory must be at least %dM with %d threads",
                       (int)(least_memory(setting) >> 20), jg_web_threads(setting));
    return check_origin(o->origin, err);
}

/* Half of the free memory; the rest is for tables and connections. */
static size_t usual_memory(const struct jg_web_setting *setting) {
    enum { MOST = 1 << 30 };
    uint64_t half = jg_memory_available() / 2, least = least_memory(setting);
    if (half > MOST) half = MOST;
    return (size_t)(half > least ? half : least);
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct serving serving = {.c = c, .o = o, .loopback = is_loopback(o->bind)};
    char path[JG_STORE_PATH];
    (void)argc, (void)argv;
    struct jg_web_setting setting = {.bind = o->bind,
                                     .port = o->port,
                                     .db = o->db[0] ? o->db : path,
                                     .origin = o->origin,
                                     .lab = o->lab || (serving.loopback && !o->origin[0]),
                                     .trust = o->trust,
                                     .think = o->think,
                                     .threads = c->options.threads,
                                     .memory = o->memory,
                                     .connections = o->connections,
                                     .per_address = o->per_address,
                                     .absent = o->absent,
                                     .idle = o->idle,
                                     .hurry = o->hurry,
                                     .stop = &interrupted,
                                     .ready = ready,
                                     .warn = trouble,
                                     .arg = &serving};
    enum jg_status status = check(o, &setting, serving.loopback, &err);
    if (!status && !o->db[0]) status = jg_store_default_path(path, &err);
    if (!setting.memory) setting.memory = usual_memory(&setting);
    if (!status) status = jg_web_serve(&setting, &err);
    return status ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

static const struct jg_option OPTIONS[] = {
    {.name = "port",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, port),
     .max = 65535,
     .standard = "8080",
     .letter = 'p',
     .value = "N",
     .help = "port to listen on, 0 for any free port"},
    {.name = "bind",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, bind),
     .standard = "127.0.0.1",
     .value = "ADDRESS",
     .help = "address to listen on; 0.0.0.0 accepts other machines"},
    DB_OPTION(struct options),
    {.name = "origin",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, origin),
     .value = "URL",
     .help = "address that browsers use through a proxy, such as https://play.example.org"},
    {.name = "lab",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, lab),
     .help = "allow visitors to run matches and tunings (the lab)"},
    {.name = "trust",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, trust),
     .help = "allow agents that run programs or read files"},
    {.name = "think",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, think),
     .min = 10,
     .max = 600000,
     .standard = "10000",
     .value = "MS",
     .help = "time limit of an agent's move in milliseconds"},
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, memory),
     .max = (double)((uint64_t)1 << 50),
     .standard = "0",
     .value = "SIZE",
     .help = "memory for all agents (default 0: half of the free memory, at most 1G)"},
    {.name = "connections",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, connections),
     .min = 1,
     .max = 100000,
     .standard = "4000",
     .value = "N",
     .help = "maximum number of browsers connected at once"},
    {.name = "per-address",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, per_address),
     .min = 0,
     .max = 100000,
     .standard = "64",
     .value = "N",
     .help = "maximum number of connections from one address, 0 for no limit"},
    {.name = "absent",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, absent),
     .max = 86400,
     .standard = "60",
     .value = "S",
     .help = "seconds before an agent may replace a player who left"},
    {.name = "idle",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, idle),
     .max = 86400,
     .standard = "3600",
     .value = "S",
     .help = "seconds before an empty table is closed"},
    {.name = "hurry",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, hurry),
     .help = "agents move at once, without the pauses that let people follow"},
    {0},
};

const struct command cmd_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "play, watch and learn in the browser",
    .until_stopped = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
