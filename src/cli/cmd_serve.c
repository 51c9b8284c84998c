/* jogada serve: the table in the browser. */
#include "cli/kept.h"

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

/* ---- What is said ------------------------------------------------------------------------- */

static void ready(void *arg, const char *url) {
    const struct serving *serving = arg;
    const struct cli *c = serving->c;
    const char *origin = serving->o->origin;
    if (c->options.json) {
        say_json(json_pack("{s:s, s:s, s:b}", "url", origin[0] ? origin : url, "local", url, "loopback",
                           serving->loopback ? 1 : 0));
    } else {
        printf("%s ", tr(c, "The table is open:"));
        ink(c, JG_INK_STRONG);
        printf("%s", origin[0] ? origin : url);
        ink(c, JG_INK_PLAIN);
        putchar('\n');
        if (!serving->loopback)
            puts(tr(c, "It can be reached from other machines: whoever knows the address may play."));
        else if (origin[0])
            puts(tr(c, "It listens for a proxy on this machine; other machines reach it only through that."));
        else
            puts(tr(c, "It can be reached from this machine only; --bind 0.0.0.0 lets others in."));
        if (c->live) puts(tr(c, "Ctrl-C ends it; what was played is kept."));
    }
    fflush(stdout);
}

static void trouble(void *arg, const char *text) {
    const struct serving *serving = arg;
    (void)serving;
    fputs("jogada: ", stderr);
    say_plain(stderr, text);
    fputc('\n', stderr);
}

/* ---- The run ------------------------------------------------------------------------------ */

/* Whether it ends with the port that browsers leave out. */
static bool has_usual_port(const char *origin) {
    const char *port = strrchr(origin, ':');
    return !strcmp(port, !strncmp(origin, "https", 5) ? ":443" : ":80");
}

/* "https://play.example.org" or with a port, as browsers send it: nothing behind it, and other letters in ASCII. */
static enum jg_status check_origin(const char *origin, struct jg_error *err) {
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    size_t scheme = !strncmp(origin, "https://", 8) ? 8 : !strncmp(origin, "http://", 7) ? 7 : 0;
    const char *host = origin + scheme;
    if (!origin[0]) return JG_OK;
    if (scheme && *host && *host != ':' && !host[strspn(host, LETTERS)] && !has_usual_port(origin)) return JG_OK;
    return jg_fail(err, JG_EINPUT, -1, "--origin is what a browser shows before the path, such as %s",
                   "https://play.example.org");
}

bool is_loopback(const char *bind) {
    bool number = strspn(bind, "0123456789.") == strlen(bind); /* and not a name that begins so */
    return (number && !strncmp(bind, "127.", 4)) || !strcmp(bind, "::1") || !strcmp(bind, "localhost");
}

/* An agent for each thread and one for the lab have room for a small table. */
static size_t least_memory(const struct jg_web_setting *setting) {
    return (size_t)(jg_web_threads(setting) + 1) * LEAST_SHARE;
}

static enum jg_status check(const struct options *o, const struct jg_web_setting *setting, bool loopback,
                            struct jg_error *err) {
    if (o->trust && (!loopback || o->origin[0]))
        return jg_fail(err, JG_EINPUT, -1,
                       "--trust lets whoever comes run programs here: not where others can reach it");
    if (o->memory && o->memory < least_memory(setting))
        return jg_fail(err, JG_EINPUT, -1, "--memory must be at least %dM with %d threads",
                       (int)(least_memory(setting) >> 20), jg_web_threads(setting));
    return check_origin(o->origin, err);
}

/* Half of what is free, which leaves room for tables and connections. */
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
                                     .say = trouble,
                                     .arg = &serving};
    enum jg_status status = check(o, &setting, serving.loopback, &err);
    if (!status && !o->db[0]) status = jg_store_path(path, &err);
    if (!setting.memory) setting.memory = usual_memory(&setting);
    if (!status) status = jg_web_serve(&setting, &err);
    return status ? say_error(c, &err, NULL) : EXIT_SUCCESS;
}

static const struct jg_option OPTIONS[] = {
    {.name = "port",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, port),
     .max = 65535,
     .standard = "8080",
     .letter = 'p',
     .value = "N",
     .help = "where to listen; 0: any port that is free"},
    {.name = "bind",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, bind),
     .standard = "127.0.0.1",
     .value = "ADDRESS",
     .help = "address to listen on; 0.0.0.0: all, for other machines too"},
    DB_OPTION(struct options),
    {.name = "origin",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, origin),
     .value = "URL",
     .help = "how browsers see it through a proxy, https://play.example.org"},
    {.name = "lab",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, lab),
     .help = "matches and tunings may be run from the page, also by others"},
    {.name = "trust",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, trust),
     .help = "agents may run programs and read files"},
    {.name = "think",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, think),
     .min = 10,
     .max = 600000,
     .standard = "10000",
     .value = "MS",
     .help = "milliseconds after which an agent must answer"},
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, memory),
     .max = (double)((uint64_t)1 << 50),
     .standard = "0",
     .value = "SIZE",
     .help = "memory for all agents together (0: half of what is free, 1G at most)"},
    {.name = "connections",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, connections),
     .min = 1,
     .max = 100000,
     .standard = "4000",
     .value = "N",
     .help = "how many browsers may be connected at once"},
    {.name = "per-address",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, per_address),
     .min = 0,
     .max = 100000,
     .standard = "64",
     .value = "N",
     .help = "connections from one address (0: any number)"},
    {.name = "absent",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, absent),
     .max = 86400,
     .standard = "60",
     .value = "S",
     .help = "seconds after which an agent may take the seat of a player who left"},
    {.name = "idle",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, idle),
     .max = 86400,
     .standard = "3600",
     .value = "S",
     .help = "seconds after which a table that nobody visits is put away"},
    {.name = "hurry",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, hurry),
     .help = "agents move as soon as they can, not so that people can follow"},
    {0},
};

const struct command cmd_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "play, watch and learn in the browser",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
