/* Policy for specs of games and agents that clients send. Specs are checked before anything is opened: no files, no
 * programs, no more memory than the agent's share, one thread per search. */
#include "web/analysis.h"

#include "agents/agents.h"
#include "core/memory.h"
#include "core/parallel.h"

#include <string.h>

enum {
    TABLE_MAX = 64 << 20, /* bytes of one hash table or search tree: the default of the strong agents */
    OVERHEAD = 6 << 20,   /* bytes that an agent may use besides: beliefs, plans, the search stack */
    DEALS_MAX = 10000,    /* sampled deals in memory: 7 MB in Magic */
    ENDINGS_MAX = 12,     /* seeds of Kalah's endgame database: the one that every search shares */
};

/* ---- Shares --------------------------------------------------------------------------------- */

int jg_web_threads(const struct jg_web_setting *setting) {
    int threads = jg_threads(setting->threads);
    return threads < 2 ? 2 : threads;
}

size_t jg_web_agent_memory(const struct jg_web_setting *setting) {
    return setting->memory ? setting->memory / (size_t)(jg_web_threads(setting) + 1) : SIZE_MAX;
}

/* ---- Options -------------------------------------------------------------------------------- */

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

/* The largest hash table that fits in an agent's share of the memory. */
static size_t largest(size_t share) { return share > OVERHEAD ? share - OVERHEAD : 0; }

/* The upper limit of a numeric option; UINT64_MAX: the option's own. */
static uint64_t most_of(const struct jg_option *o, bool trust, size_t share) {
    if (o->type == JG_OPT_SIZE) return !trust && largest(share) > TABLE_MAX ? TABLE_MAX : largest(share);
    if (o->type != JG_OPT_INT || trust) return UINT64_MAX;
    return !strcmp(o->name, "threads")   ? 1
           : !strcmp(o->name, "deals")   ? DEALS_MAX
           : !strcmp(o->name, "endings") ? ENDINGS_MAX
                                         : UINT64_MAX;
}

static uint64_t number(const struct jg_option *o, const union values *values) {
    const void *at = values->bytes + o->offset;
    return o->type == JG_OPT_SIZE ? *(const size_t *)at : (uint64_t) * (const int *)at;
}

static enum jg_status too_much(const struct jg_option *o, uint64_t most, int place, struct jg_error *err) {
    char text[32];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    if (o->type == JG_OPT_SIZE)
        jg_memory_print(&t, most, err ? err->lang : JG_EN);
    else
        jg_text_add(&t, "%llu", (unsigned long long)most);
    return jg_fail(err, JG_EINPUT, place, "%s may be at most %s on this server", o->name, text);
}

/* Whether a spec of these options may be opened for a visitor. */
static enum jg_status check_options(const char *spec, const struct jg_option *table, bool trust, size_t share,
                                    struct jg_error *err) {
    union values values;
    enum jg_status status = jg_spec_options(spec, table, &values, err);
    for (const struct jg_option *o = table; !status && o && o->type; o++) {
        int place = jg_spec_position(spec, o->name);
        uint64_t most = most_of(o, trust, share);
        if (place < 0) continue;
        if (!trust && names_file(o, spec + place))
            return jg_fail(err, JG_EINPUT, place, "%s names a file, which is not allowed on this server", o->name);
        if (number(o, &values) > most) return too_much(o, most, place, err);
    }
    return status;
}

enum jg_status jg_policy_open_game(struct jg_game *g, const char *spec, bool trust, struct jg_error *err) {
    size_t length = jg_spec_name(spec);
    const struct jg_game_kind *k;
    *g = (struct jg_game){0};
    for (size_t i = 0; !trust && (k = jg_game_kind_at(i)); i++) {
        if (strlen(k->name) != length || strncmp(k->name, spec, length)) continue;
        enum jg_status status = check_options(spec, k->options, false, SIZE_MAX, err);
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

static void add_key(struct jg_text *t, const char *key, size_t value) {
    jg_text_add(t, "%c%s=%zu", strchr(t->at, ':') ? ',' : ':', key, value);
}

/* Bytes of an agent's hash table: from the spec or the default, at most what fits. */
static size_t size_of(const struct jg_option *o, const union values *values, size_t share) {
    uint64_t size = number(o, values);
    return size < largest(share) ? (size_t)size : largest(share);
}

/* Adds to a spec one thread, unless it sets a number or the client is trusted, a table size that fits, and an endgame
 * database that takes no more memory than is counted. */
void jg_policy_agent_spec(const char *spec, bool trust, size_t share, char out[JG_SPEC_MAX]) {
    const struct jg_agent_kind *k = find(spec);
    union values values;
    struct jg_text t;
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_put(&t, spec);
    if (!k || !k->options || jg_spec_options(spec, k->options, &values, NULL)) return;
    for (const struct jg_option *o = k->options; o->type; o++) {
        if (jg_spec_position(spec, o->name) >= 0) continue; /* already checked */
        if (o->type == JG_OPT_SIZE && size_of(o, &values, share) < number(o, &values))
            add_key(&t, o->name, size_of(o, &values, share));
        if (!trust && !strcmp(o->name, "threads")) add_key(&t, o->name, 1);
        if (o->type == JG_OPT_INT && !strcmp(o->name, "endings") && number(o, &values) > ENDINGS_MAX)
            add_key(&t, o->name, ENDINGS_MAX);
    }
    if (!t.cut) return;
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_put(&t, spec);
}

size_t jg_policy_agent_memory(const char *spec, size_t share) {
    const struct jg_agent_kind *k = spec ? find(spec) : NULL;
    union values values;
    size_t bytes = spec ? OVERHEAD : OVERHEAD + TABLE_MAX;
    if (bytes > share) bytes = share;
    if (!k || !k->options || jg_spec_options(spec, k->options, &values, NULL)) return bytes;
    for (const struct jg_option *o = k->options; o->type; o++)
        if (o->type == JG_OPT_SIZE) bytes += size_of(o, &values, share);
    return bytes < share ? bytes : share;
}

/* Whether clients may use an agent with this spec. */
static enum jg_status admit(const struct jg_agent_kind *k, const char *spec, bool trust, size_t share,
                            struct jg_error *err) {
    if (k->human) return jg_fail(err, JG_EINPUT, 0, "%s is a human player, not an agent", k->name);
    if (k->runs_program && !trust)
        return jg_fail(err, JG_EINPUT, 0, "%s runs a program, which is not allowed on this server", k->name);
    return check_options(spec, k->options, trust, share, err);
}

enum jg_status jg_policy_open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec, bool trust,
                                    size_t share, struct jg_error *err) {
    const struct jg_agent_kind *k = find(spec);
    char fitting[JG_SPEC_MAX];
    *a = (struct jg_agent){0};
    if (!k) return jg_agent_open(a, g, spec, err);
    enum jg_status status = admit(k, spec, trust, share, err);
    if (status) return status;
    jg_policy_agent_spec(spec, trust, share, fitting);
    return jg_agent_open_kind(a, g, k, fitting, err);
}

enum jg_status jg_policy_check_agent(const struct jg_game *g, const char *spec, bool trust, size_t share,
                                     struct jg_error *err) {
    const struct jg_agent_kind *k = find(spec);
    struct jg_agent none;
    if (!k) return jg_agent_open(&none, g, spec, err); /* fails with the list of agents */
    enum jg_status status = admit(k, spec, trust, share, err);
    return status ? status : jg_agent_check(g, k, spec, err);
}
