/* Parsing and formatting of the Kalah Game Protocol. */
#include "kgp/protocol.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------ */

struct cursor {
    char *text, *at, *end;
    struct jg_error *err;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static void skip(struct cursor *s) {
    while (is_blank(*s->at)) s->at++;
}

static int place(const struct cursor *s) { return (int)(s->at - s->text); }

/* Reads an id; false if there are no digits or too many. */
static bool read_id(struct cursor *s, uint64_t *out) {
    uint64_t n = 0;
    if (!is_digit(*s->at)) return false;
    for (; is_digit(*s->at); s->at++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*s->at - '0'), &n)) return false;
    *out = n;
    return true;
}

/* Reads `12`, `12@4` or `@4` and a blank. Digits without a blank after them are the name of a command. */
static enum jg_status read_ids(struct cursor *s, struct jg_kgp_command *out) {
    char *digits = s->at + strspn(s->at, "0123456789");
    if (*digits != '@' && (digits == s->at || !is_blank(*digits))) return JG_OK;
    if (digits > s->at) {
        if (!read_id(s, &out->id)) return jg_fail(s->err, JG_EINPUT, place(s), "the id has too many digits");
        out->has_id = true;
    }
    if (*s->at == '@') {
        s->at++;
        if (!read_id(s, &out->ref)) return jg_fail(s->err, JG_EINPUT, place(s), "expected an id after '@'");
        out->has_ref = true;
    }
    if (!is_blank(*s->at)) return jg_fail(s->err, JG_EINPUT, place(s), "expected a space and a command after the ids");
    skip(s);
    return JG_OK;
}

static enum jg_status read_string(struct cursor *s, const char **out) {
    char *to = ++s->at;
    *out = to;
    for (; *s->at && *s->at != '"'; s->at++) {
        if (*s->at == '\\' && s->at[1]) {
            s->at++;
            *to++ = (char)(*s->at == 'n' ? '\n' : *s->at == 't' ? '\t' : *s->at);
        } else
            *to++ = *s->at;
    }
    if (!*s->at) return jg_fail(s->err, JG_EINPUT, (int)(*out - s->text) - 1, "the string has no closing quote");
    s->at++;
    *to = 0;
    return JG_OK;
}

static enum jg_status read_board(struct cursor *s, const char **out) {
    *out = s->at;
    s->at += 1 + strspn(s->at + 1, "0123456789,");
    if (*s->at != '>')
        return jg_fail(s->err, JG_EINPUT, place(s),
                       "a board consists of numbers and commas between < "
                       "and >");
    s->at++;
    return JG_OK;
}

static enum jg_kgp_type type_of(const char *word) {
    const char *p = word + (*word == '+' || *word == '-');
    size_t whole = strspn(p, "0123456789");
    if (whole && !p[whole]) return JG_KGP_INTEGER;
    if (p[whole] != '.') return JG_KGP_WORD;
    p += whole + 1;
    return is_digit(*p) && !p[strspn(p, "0123456789")] ? JG_KGP_REAL : JG_KGP_WORD;
}

static enum jg_status read_argument(struct cursor *s, struct jg_kgp_command *out) {
    enum jg_status status = JG_OK;
    const char *text = s->at;
    enum jg_kgp_type type = *s->at == '"' ? JG_KGP_STRING : *s->at == '<' ? JG_KGP_BOARD : JG_KGP_WORD;
    if (out->count == JG_KGP_ARGUMENTS_MAX)
        return jg_fail(s->err, JG_EINPUT, place(s), "more than %d arguments", JG_KGP_ARGUMENTS_MAX);
    if (type == JG_KGP_STRING)
        status = read_string(s, &text);
    else if (type == JG_KGP_BOARD)
        status = read_board(s, &text);
    else
        s->at += strcspn(s->at, " \t");
    if (status) return status;
    if (*s->at && !is_blank(*s->at)) return jg_fail(s->err, JG_EINPUT, place(s), "expected a space after an argument");
    if (*s->at) *s->at++ = 0;
    if (type == JG_KGP_WORD) type = type_of(text);
    out->arguments[out->count].type = type;
    out->arguments[out->count++].text = text;
    return JG_OK;
}

static enum jg_status read_name(struct cursor *s, struct jg_kgp_command *out) {
    out->name = s->at;
    while (is_digit(*s->at) || is_letter(*s->at)) s->at++;
    if (s->at == out->name || (*s->at && !is_blank(*s->at)))
        return jg_fail(s->err, JG_EINPUT, place(s), "expected a command: letters and digits, then a space");
    if (*s->at) *s->at++ = 0;
    return JG_OK;
}

enum jg_status jg_kgp_parse(char *text, size_t length, struct jg_kgp_command *out, struct jg_error *err) {
    struct cursor s = {.text = text, .at = text, .end = text + length, .err = err};
    *out = (struct jg_kgp_command){.name = ""};
    for (char *p = text; p < s.end; p++)
        if ((unsigned char)*p < ' ' && *p != '\t')
            return jg_fail(err, JG_EINPUT, (int)(p - text), "control character %d is not allowed", *p);
    skip(&s);
    if (!*s.at) return JG_OK;
    enum jg_status status = read_ids(&s, out);
    if (!status) status = read_name(&s, out);
    for (skip(&s); !status && *s.at; skip(&s)) status = read_argument(&s, out);
    return status;
}

int jg_kgp_int_argument(const struct jg_kgp_command *command, int argument, int most) {
    if (argument >= command->count || command->arguments[argument].type != JG_KGP_INTEGER) return -1;
    const char *p = command->arguments[argument].text;
    long long n = 0;
    if (*p == '-') return -1;
    for (p += *p == '+'; *p; p++)
        if ((n = 10 * n + (*p - '0')) > most) return -1;
    return (int)n;
}

const char *jg_kgp_text_argument(const struct jg_kgp_command *command, int argument) {
    if (argument >= command->count) return NULL;
    enum jg_kgp_type type = command->arguments[argument].type;
    return type == JG_KGP_WORD || type == JG_KGP_STRING ? command->arguments[argument].text : NULL;
}

/* ---- Writing ------------------------------------------------------------------------------ */

void jg_kgp_quote(struct jg_text *t, const char *string) {
    jg_text_char(t, '"');
    for (; *string; string++) {
        if (*string == '"' || *string == '\\') jg_text_char(t, '\\');
        if (*string == '\n')
            jg_text_put(t, "\\n");
        else if (*string == '\t')
            jg_text_put(t, "\\t");
        else
            jg_text_char(t, (unsigned char)*string < ' ' ? '?' : *string);
    }
    jg_text_char(t, '"');
}

void jg_kgp_printable(char out[JG_KGP_TEXT_MAX], const char *text) {
    size_t used = 0;
    while (*text) {
        size_t n = jg_utf8_printable(text);
        if (used + (n ? n : 1) >= JG_KGP_TEXT_MAX) break;
        if (n)
            memcpy(out + used, text, n);
        else
            out[used] = '?';
        used += n ? n : 1;
        text += n ? n : 1;
    }
    out[used] = 0;
}

/* ---- A connection ------------------------------------------------------------------------- */

void jg_kgp_connection_init(struct jg_kgp_connection *c, bool server) {
    memset(c, 0, sizeof *c);
    c->next = server ? 2 : 1;
}

void jg_kgp_connection_free(struct jg_kgp_connection *c) { jg_buffer_free(&c->out); }

/* Passes on the complete line in c->line. */
static void end_line(struct jg_kgp_connection *c, void (*each)(void *arg, char *line, size_t length), void *arg) {
    size_t length = c->got;
    bool skipped = c->skipping;
    c->got = 0;
    c->skipping = false;
    c->number++;
    while (length && c->line[length - 1] == '\r') length--;
    c->line[length] = 0;
    each(arg, skipped ? NULL : c->line, length);
}

void jg_kgp_receive(struct jg_kgp_connection *c, const char *bytes, size_t n,
                    void (*each)(void *arg, char *line, size_t length), void *arg) {
    while (n && !c->closed) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n, room = JG_KGP_LINE_MAX - 1 - c->got;
        if (part > room) c->skipping = true;
        if (c->skipping)
            c->got = 0;
        else {
            memcpy(c->line + c->got, bytes, part);
            c->got += part;
        }
        bytes += part + (end != NULL);
        n -= part + (end != NULL);
        if (end) end_line(c, each, arg);
    }
}

/* Queues a complete line. */
static void put_line(struct jg_kgp_connection *c, const char *line) {
    if (c->stuck) return;
    c->stuck = c->out.used + strlen(line) + 2 > JG_KGP_OUTPUT_MAX;
    if (c->stuck) return;
    jg_buffer_put(&c->out, line);
    jg_buffer_put(&c->out, "\r\n");
    c->stuck = c->out.failed;
}

static uint64_t queue(struct jg_kgp_connection *c, const uint64_t *ref, const char *text) {
    char line[JG_KGP_LINE_MAX];
    uint64_t id = c->next;
    struct jg_text t;
    c->next += 2;
    jg_text_init(&t, line, sizeof line - 1);
    jg_text_add(&t, "%llu", (unsigned long long)id);
    if (ref) jg_text_add(&t, "@%llu", (unsigned long long)*ref);
    jg_text_add(&t, " %s", text);
    put_line(c, line);
    return id;
}

uint64_t jg_kgp_send(struct jg_kgp_connection *c, const uint64_t *ref, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return queue(c, ref, text);
}

void jg_kgp_send_bare(struct jg_kgp_connection *c, const char *text) { put_line(c, text); }

void jg_kgp_send_error(struct jg_kgp_connection *c, const uint64_t *ref, const char *format, ...) {
    char text[1024], quoted[2 * sizeof text + 16];
    struct jg_text t;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    jg_text_init(&t, quoted, sizeof quoted);
    jg_text_put(&t, "error ");
    jg_kgp_quote(&t, text);
    queue(c, ref, quoted);
}

void jg_kgp_sent(struct jg_kgp_connection *c, size_t n) {
    if (!n) return;
    memmove(c->out.at, c->out.at + n, c->out.used - n);
    c->out.used -= n;
}
