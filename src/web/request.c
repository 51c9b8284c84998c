#include "web/request.h"

#include "core/buffer.h"
#include "core/json.h"
#include "core/json.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    LIST_MAX = 16,         /* elements of a list */
    VARIATIONS_MAX = 2000, /* of a game */
};

static const int64_t WHOLE_MAX = INT64_C(1) << 53; /* JavaScript's exact integers */

static const struct {
    const char *name, *members;
    enum jg_request_handler handler;
} REQUESTS[JG_REQUEST_COUNT] = {
#define X(code, name, handler, members) {name, members, JG_HANDLER_##handler},
    JG_REQUESTS(X)
#undef X
};

enum kind { TEXT, WHOLE, FLAG, SEATS, SPECS, VARIATIONS, CLOCK };

#define AT(member) offsetof(struct jg_request, member)

static const struct member {
    const char *name;
    enum kind kind;
    size_t at;
} MEMBERS[] = {
    {"table", TEXT, AT(table)},
    {"game", TEXT, AT(game)},
    {"position", TEXT, AT(position)},
    {"moves", TEXT, AT(moves)},
    {"move", TEXT, AT(move)},
    {"agent", TEXT, AT(agent)},
    {"name", TEXT, AT(name)},
    {"lang", TEXT, AT(lang)},
    {"text", TEXT, AT(text)},
    {"offer", TEXT, AT(offer)},
    {"option", TEXT, AT(option)},
    {"evaluator", TEXT, AT(evaluator)},
    {"method", TEXT, AT(method)},
    {"as", TEXT, AT(as)},
    {"seat", WHOLE, AT(seat)},
    {"ply", WHOLE, AT(ply)},
    {"ms", WHOLE, AT(ms)},
    {"trials", WHOLE, AT(trials)},
    {"job", WHOLE, AT(job)},
    {"run", WHOLE, AT(run)},
    {"games", WHOLE, AT(games)},
    {"generations", WHOLE, AT(generations)},
    {"seed", WHOLE, AT(seed)},
    {"yes", FLAG, AT(yes)},
    {"listed", FLAG, AT(listed)},
    {"set", FLAG, AT(set)},
    {"friendly", FLAG, AT(friendly)},
    {"quick", FLAG, AT(quick)},
    {"step", FLAG, AT(step)},
    {"seats", SEATS, AT(seats)},
    {"agents", SPECS, AT(agents)},
    {"variations", VARIATIONS, AT(variations)},
    {"clock", CLOCK, AT(clock)},
};

enum { MEMBER_COUNT = sizeof MEMBERS / sizeof *MEMBERS };

/* Instead of jg_fail, which translates: these messages are for programmers of clients. */
__attribute__((format(__printf__, 2, 3))) static enum jg_status refuse(struct jg_error *err, const char *format, ...) {
    va_list list;
    if (!err) return JG_EINPUT;
    err->code = JG_EINPUT;
    err->position = JG_NO_POSITION;
    va_start(list, format);
    vsnprintf(err->message, sizeof err->message, format, list);
    va_end(list);
    return JG_EINPUT;
}

/* ---- Values ------------------------------------------------------------------------------- */

static bool is_text(const json_t *value) {
    const char *p = json_string_value(value);
    if (!p) return false;
    for (size_t n; *p; p += n) {
        n = strchr("\n\r\t", *p) ? 1 : jg_utf8_printable(p);
        if (!n) return false;
    }
    return true;
}

static bool is_whole(const json_t *value) {
    return json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) <= WHOLE_MAX;
}

static bool is_seat(const json_t *value) {
    const char *word = json_string_value(value);
    if (word) return !strcmp(word, "me") || !strcmp(word, "open");
    return json_object_size(value) == 1 && is_text(json_object_get(value, "agent"));
}

static bool is_variation(const json_t *value) {
    return json_object_size(value) == 3 && is_whole(json_object_get(value, "from")) &&
           is_text(json_object_get(value, "name")) && is_text(json_object_get(value, "moves"));
}

static bool is_list(const json_t *value, size_t most, bool (*is_one)(const json_t *value)) {
    if (!json_is_array(value) || json_array_size(value) > most) return false;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!is_one(json_array_get(value, i))) return false;
    return true;
}

static bool is_clock(const json_t *value) {
    return json_object_size(value) == 2 && is_whole(json_object_get(value, "total")) &&
           is_whole(json_object_get(value, "increment"));
}

static enum jg_status take(struct jg_request *out, const struct member *m, const json_t *value, struct jg_error *err) {
    void *at = (char *)out + m->at;
    switch (m->kind) {
    case TEXT:
        if (!is_text(value)) return refuse(err, "'%s' must be text without control characters", m->name);
        *(const char **)at = json_string_value(value);
        break;
    case WHOLE:
        if (!is_whole(value)) return refuse(err, "'%s' must be a non-negative integer", m->name);
        *(int64_t *)at = json_integer_value(value);
        break;
    case FLAG:
        if (!json_is_boolean(value)) return refuse(err, "'%s' must be true or false", m->name);
        *(bool *)at = json_is_true(value);
        break;
    case SEATS:
        if (!is_list(value, LIST_MAX, is_seat))
            return refuse(err, "'%s' must be a list of \"me\", \"open\" or {\"agent\":SPEC}", m->name);
        *(const json_t **)at = value;
        break;
    case SPECS:
        if (!is_list(value, LIST_MAX, is_text)) return refuse(err, "'%s' must be a list of specs", m->name);
        *(const json_t **)at = value;
        break;
    case VARIATIONS:
        if (!is_list(value, VARIATIONS_MAX, is_variation))
            return refuse(err, "'%s' must be a list of at most %d {\"from\":PLY,\"name\":NAME,\"moves\":MOVES}",
                          m->name, VARIATIONS_MAX);
        *(const json_t **)at = value;
        break;
    case CLOCK:
        if (!is_clock(value)) return refuse(err, "'%s' must be {\"total\":SECONDS,\"increment\":SECONDS}", m->name);
        *(const json_t **)at = value;
        out->total = json_integer_value(json_object_get(value, "total"));
        out->increment = json_integer_value(json_object_get(value, "increment"));
        break;
    }
    return JG_OK;
}

/* ---- Members ------------------------------------------------------------------------------ */

static const struct member *find_member(const char *name) {
    for (int i = 0; i < MEMBER_COUNT; i++)
        if (!strcmp(MEMBERS[i].name, name)) return &MEMBERS[i];
    return NULL;
}

/* Skips blanks and returns the length of the next word; 0 at the end. */
static size_t next_word(const char **at) {
    *at += strspn(*at, " ");
    return strcspn(*at, " ");
}

static bool takes(const char *members, const char *name) {
    size_t length = strlen(name);
    const char *at = members;
    for (size_t n; (n = next_word(&at)); at += n)
        if (n == length && !memcmp(at, name, n)) return true;
    return false;
}

static enum jg_status check_missing(const json_t *json, const char *request, const char *members,
                                    struct jg_error *err) {
    const char *at = members;
    for (size_t n; (n = next_word(&at)) && *at != '|'; at += n) {
        const json_t *value = json_object_getn(json, at, n);
        if (!value || json_is_null(value)) return refuse(err, "'%s' requires '%.*s'", request, (int)n, at);
    }
    return JG_OK;
}

static enum jg_status take_members(struct jg_request *out, struct jg_error *err) {
    const char *request = REQUESTS[out->type].name, *members = REQUESTS[out->type].members;
    const char *name;
    json_t *value;
    enum jg_status status = check_missing(out->json, request, members, err);
    json_object_foreach(out->json, name, value) {
        if (status) return status;
        if (!strcmp(name, "id") || !strcmp(name, "do")) continue;
        const struct member *m = find_member(name);
        if (!m || !takes(members, name)) return refuse(err, "'%s' does not allow '%.64s'", request, name);
        if (!json_is_null(value)) status = take(out, m, value, err);
    }
    return status;
}

static void clear(struct jg_request *out) {
    *out = (struct jg_request){.id = -1, .total = -1, .increment = -1};
    for (int i = 0; i < MEMBER_COUNT; i++)
        if (MEMBERS[i].kind == WHOLE) *(int64_t *)((char *)out + MEMBERS[i].at) = -1;
}

static enum jg_status read_object(struct jg_request *out, struct jg_error *err) {
    const json_t *id = json_object_get(out->json, "id");
    const char *word = json_string_value(json_object_get(out->json, "do"));
    int what = 0;
    if (!json_is_object(out->json)) return refuse(err, "a request must be a JSON object");
    if (!is_whole(id)) return refuse(err, "'id' must be a non-negative integer");
    out->id = json_integer_value(id);
    if (!word) return refuse(err, "'do' must be the name of a request");
    while (what < JG_REQUEST_COUNT && strcmp(REQUESTS[what].name, word)) what++;
    if (what == JG_REQUEST_COUNT) return refuse(err, "unknown request '%.64s'", word);
    out->type = (enum jg_request_type)what;
    return take_members(out, err);
}

enum jg_status jg_request_read(struct jg_request *out, const char *text, size_t length, struct jg_error *err) {
    json_error_t why;
    clear(out);
    if (length > JG_REQUEST_MAX) return refuse(err, "request too long: at most %d bytes", JG_REQUEST_MAX);
    out->json = jg_json_read(text, length, JSON_REJECT_DUPLICATES, &why);
    if (!out->json && !jg_json_complete()) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!out->json) {
        refuse(err, "invalid JSON: %s", why.text);
        if (err && why.position >= 0 && (size_t)why.position <= length) err->position = why.position;
        return JG_EINPUT;
    }
    enum jg_status status = read_object(out, err);
    if (status) {
        int64_t id = out->id;
        jg_request_free(out);
        clear(out);
        out->id = id;
    }
    return status;
}

void jg_request_free(struct jg_request *r) {
    json_decref(r->json);
    r->json = NULL;
}

enum jg_request_handler jg_request_handler(enum jg_request_type type) { return REQUESTS[type].handler; }
