/* Games and agents that strangers ask for. What their specs say is looked at before
 * anything is opened: no file is read, no program run, no more memory taken than
 * is usual; and whoever searches does so in one thread, since many do at once. */
#include "web/desk.h"

#include "agents/agents.h"

#include <string.h>

enum {
    SIZE_MAX_HERE = 64 << 20, /* bytes of one table or tree: what the strong agents take if nothing is said */
    DEALS_MAX = 10000,        /* deals of hidden things that are held at once: 7 MB of Magic */
    ENDINGS_MAX = 12,         /* seeds of the endings of Kalah: those that every player has */
};

union values {
    unsigned char bytes[JG_OPTIONS_MAX];
    max_align_t align;
};

static bool names_file(const struct jg_option *o, const char *value) {
    switch (o->reads) {
    case JG_READS_NOTHING: return false;
    case JG_READS_AT: return value[0] == '@';
    case JG_READS_FILE:
    case JG_READS_COMMAND: return value[0] && value[0] != ',';
    }
    return true;
}

/* The most that a number may be here, or 0: what its option says. */
static uint64_t most_of(const struct jg_option *o) {
    if (o->type == JG_OPT_SIZE) return SIZE_MAX_HERE;
    if (o->type != JG_OPT_INT) return 0;
    return !strcmp(o->name, "threads")   ? 1
           : !strcmp(o->name, "deals")   ? DEALS_MAX
           : !strcmp(o->name, "endings") ? ENDINGS_MAX
                                         : 0;
}

static uint64_t number(const struct jg_option *o, const union values *values) {
    const void *at = values->bytes + o->offset;
    return o->type == JG_OPT_SIZE ? *(const size_t *)at : (uint64_t) * (const int *)at;
}

/* Whether a spec of these options may be opened for somebody who is not trusted. */
static enum jg_status look_at(const char *spec, const struct jg_option *table, struct jg_error *err) {
    union values values;
    enum jg_status status = jg_spec_options(spec, table, &values, err);
    for (const struct jg_option *o = table; !status && o && o->type; o++) {
        int place = jg_spec_place(spec, o->name);
        uint64_t most = most_of(o);
        if (place < 0) continue;
        if (names_file(o, spec + place))
            return jg_fail(err, JG_EINPUT, place, "%s names a file, and this server reads none for its visitors",
                           o->name);
        if (most && number(o, &values) > most)
            return jg_fail(err, JG_EINPUT, place, "%s may be %llu at most on this server", o->name,
                           (unsigned long long)most);
    }
    return status;
}

enum jg_status jg_guest_game(struct jg_game *g, const char *spec, bool trust, struct jg_error *err) {
    size_t length = jg_spec_name(spec);
    const struct jg_game_kind *k;
    *g = (struct jg_game){0};
    for (size_t i = 0; !trust && (k = jg_game_kind_at(i)); i++) {
        if (strlen(k->name) != length || strncmp(k->name, spec, length)) continue;
        enum jg_status status = look_at(spec, k->options, err);
        if (status) return status;
    }
    return jg_game_open(g, spec, err);
}

static const struct jg_agent_kind *find(const char *spec) {
    size_t length = jg_spec_name(spec);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++)
        if (strlen(k->name) == length && !strncmp(k->name, spec, length)) return k;
    return NULL;
}

/* The spec with one thread, unless it says how many. */
static const char *alone(const struct jg_agent_kind *k, const char *spec, char out[JG_SPEC_MAX]) {
    struct jg_text t;
    if (!jg_options_find(k->options, "threads", strlen("threads")) || jg_spec_place(spec, "threads") >= 0) return spec;
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_add(&t, "%s%cthreads=1", spec, spec[jg_spec_name(spec)] ? ',' : ':');
    return t.cut ? spec : out;
}

/* Whether a kind of agent may be had here by that spec. */
static enum jg_status admit(const struct jg_agent_kind *k, const char *spec, bool trust, struct jg_error *err) {
    if (k->human) return jg_fail(err, JG_EINPUT, 0, "%s is no agent that could think for itself", k->name);
    if (k->runs && !trust)
        return jg_fail(err, JG_EINPUT, 0, "%s runs programs, and this server runs none for its visitors", k->name);
    return trust ? JG_OK : look_at(spec, k->options, err);
}

enum jg_status jg_guest_agent(struct jg_agent *a, const struct jg_game *g, const char *spec, bool trust,
                              struct jg_error *err) {
    const struct jg_agent_kind *k = find(spec);
    char longer[JG_SPEC_MAX];
    *a = (struct jg_agent){0};
    if (!k) return jg_agent_open(a, g, spec, err);
    enum jg_status status = admit(k, spec, trust, err);
    return status ? status : jg_agent_open_kind(a, g, k, trust ? spec : alone(k, spec, longer), err);
}

enum jg_status jg_guest_check(const struct jg_game *g, const char *spec, bool trust, struct jg_error *err) {
    const struct jg_agent_kind *k = find(spec);
    struct jg_agent none;
    if (!k) return jg_agent_open(&none, g, spec, err); /* says which there are */
    enum jg_status status = admit(k, spec, trust, err);
    return status ? status : jg_agent_check(g, k, spec, err);
}
