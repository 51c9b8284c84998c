/* Output of the command: language, colours and progress, errors with a caret, translated numbers, JSON and Markdown. */
#include "cli/cli.h"

#include "core/buffer.h"
#include "core/entropy.h"
#include "core/json.h"
#include "core/number.h"
#include "core/seeding.h"

#include <jansson.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static jg_lang environment_lang(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        jg_lang lang = value && value[0] ? jg_lang_parse(value) : JG_EN;
        if (value && value[0]) return lang < 0 ? JG_EN : lang;
    }
    return JG_EN;
}

/* The locale may not be installed, so its name counts too; C.UTF-8 then replaces it, so that accents can be typed. */
static bool terminal_is_unicode(void) {
    if (setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8")) return true;
    const char *all = getenv("LC_ALL"), *ctype = getenv("LC_CTYPE"), *lang = getenv("LANG");
    const char *name = all && all[0] ? all : ctype && ctype[0] ? ctype : lang ? lang : "";
    if (!strstr(name, "UTF-8") && !strstr(name, "utf8")) return false;
    setlocale(LC_CTYPE, "C.UTF-8");
    return true;
}

/* By default a bar on a terminal, plain lines in a file, and nothing in a pipe or beside JSON. */
static enum progress_mode progress_mode(const struct cli *c, bool smart) {
    enum { AUTO, BAR, PLAIN, NONE };
    struct stat about;
    switch (c->options.progress) {
    case BAR: return PROGRESS_BAR;
    case PLAIN: return PROGRESS_PLAIN;
    case NONE: return PROGRESS_NONE;
    }
    if (c->options.json) return PROGRESS_NONE;
    if (isatty(STDERR_FILENO)) return smart ? PROGRESS_BAR : PROGRESS_NONE;
    return !fstat(STDERR_FILENO, &about) && S_ISREG(about.st_mode) ? PROGRESS_PLAIN : PROGRESS_NONE;
}

bool terminal_setup(struct cli *c) {
    int asked = c->options.lang[0] ? jg_lang_parse(c->options.lang) : 0;
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    bool smart = term && strcmp(term, "dumb");
    c->live = isatty(STDOUT_FILENO) && smart;
    c->colour = c->options.colour == 1 || (c->options.colour == 0 && c->live && !(no_colour && no_colour[0]));
    c->unicode = terminal_is_unicode();
    c->progress = progress_mode(c, smart);
    c->lang = c->options.lang[0] && asked >= 0 ? asked : environment_lang();
    return asked >= 0;
}

const char *tr(const struct cli *c, const char *english) { return jg_tr(c->lang, english); }

enum { LOCAL_TEXT = 4096 }; /* longest text of these functions, in bytes */

void print_local(const struct cli *c, FILE *f, const char *format, ...) {
    char text[LOCAL_TEXT];
    va_list args;
    va_start(args, format);
    jg_number_format(text, sizeof text, c->lang, format, args);
    va_end(args);
    fputs(text, f);
}

void format_local(const struct cli *c, char *out, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    jg_number_format(out, size, c->lang, format, args);
    va_end(args);
}

void add_local(const struct cli *c, struct jg_text *t, const char *format, ...) {
    char text[LOCAL_TEXT];
    va_list args;
    va_start(args, format);
    jg_number_format(text, sizeof text, c->lang, format, args);
    va_end(args);
    jg_text_put(t, text);
}

int text_width(const char *text) {
    int width = 0;
    for (; *text; text++) width += (*text & 0xc0) != 0x80;
    return width;
}

void ink(const struct cli *c, enum jg_ink how) {
    char code[16];
    struct jg_text t;
    jg_text_init(&t, code, sizeof code);
    jg_ink(&t, &(struct jg_style){.colour = c->colour}, how);
    fputs(code, stdout);
}

/* Prints text with '?' for characters that are neither visible nor in `also`. */
static int put_visible(FILE *f, const char *text, const char *also) {
    int columns = 0;
    for (size_t n; *text; text += n ? n : 1, columns++) {
        n = strchr(also, *text) ? 1 : jg_utf8_printable(text);
        fwrite(n ? text : "?", 1, n ? n : 1, f);
    }
    return columns;
}

int print_safe(FILE *f, const char *text) { return put_visible(f, text, ""); }

int print_error(const struct cli *c, const struct jg_error *err, const char *text) {
    bool callers = err->code == JG_EINPUT || err->code == JG_EFIT;
    if (!callers && c->failed) *c->failed = true;
    fflush(stdout);
    fputs("jogada: ", stderr);
    put_visible(stderr, err->message, "\n\t");
    fputc('\n', stderr);
    if (text && err->position >= 0 && (size_t)err->position <= strlen(text) && !strchr(text, '\n')) {
        int column = 0; /* characters, not bytes */
        for (int i = 0; i < err->position; i++) column += (text[i] & 0xc0) != 0x80;
        fputs("  ", stderr);
        print_safe(stderr, text);
        fprintf(stderr, "\n  %*s^\n", column, "");
    }
    return callers ? EXIT_WRONG : EXIT_FAILURE;
}

int print_out_of_memory(const struct cli *c) {
    struct jg_error err = {.lang = c->lang};
    jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (c->starved) *c->starved = true;
    return print_error(c, &err, NULL);
}

void locate_in_file(const char *path, const char *text, struct jg_error *err) {
    char message[JG_MESSAGE_MAX];
    int line = 1;
    const char *begin = text;
    if (err->position < 0) return;
    for (const char *p = text; p < text + err->position; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    memcpy(message, err->message, sizeof message);
    jg_fail(err, err->code, JG_NO_POSITION, "%s, line %d, column %d: %s", path, line,
            (int)(text + err->position - begin) + 1, message);
}

bool open_game(const struct cli *c, struct jg_game *g, const char *spec) {
    struct jg_error err = {.lang = c->lang};
    if (!jg_game_open(g, spec, &err)) return true;
    print_error(c, &err, spec);
    return false;
}

bool random_seed(const struct cli *c, uint64_t *seed) {
    struct jg_error err = {.lang = c->lang};
    if (*seed || !jg_entropy(seed, sizeof *seed, &err)) return true;
    print_error(c, &err, NULL);
    return false;
}

bool open_view(const struct cli *c, const struct jg_game *g, const char *text, void *state) {
    struct jg_error err = {.lang = c->lang};
    if (!jg_parse(g, text[0] ? text : NULL, state, &err)) return true;
    print_error(c, &err, text);
    return false;
}

bool open_position(const struct cli *c, const struct jg_game *g, const char *text, void *state) {
    struct jg_error err = {.lang = c->lang};
    if (!jg_parse_complete(g, text[0] ? text : NULL, state, &err)) return true;
    print_error(c, &err, text);
    return false;
}

jg_move draw_by_seed(const struct jg_game *g, const void *state, uint64_t seed, int ply) {
    const struct jg_seeding seeding = jg_seeding_of(seed);
    struct jg_rng rng;
    jg_rng_init(&rng, jg_prf(&seeding.deals, 0, (uint64_t)ply), 0);
    return g->kind->draw(g, state, &rng);
}

bool deal_by_seed(const struct jg_game *g, uint64_t seed, void *state) {
    int ply = 0;
    if (!jg_is_complete(g, state)) return false;
    for (; jg_turn(g, state) == JG_CHANCE; ply++) jg_apply(g, state, draw_by_seed(g, state, seed, ply));
    return ply > 0;
}

const char *move_text(const struct jg_game *g, const void *state, jg_move move, char buffer[JG_MOVE_MAX]) {
    struct jg_text t;
    jg_text_init(&t, buffer, JG_MOVE_MAX);
    g->kind->print_move(g, state, move, &t);
    return buffer;
}

void print_json_text(FILE *f, const char *text) {
    for (const char *p = text; *p; p++) {
        bool pair = (unsigned char)p[0] == 0xc2 && (unsigned char)p[1] < 0xa0; /* U+0080 to U+009F */
        if (*p == 0x7f || pair)
            fprintf(f, "\\u%04x", (unsigned)(unsigned char)p[pair]);
        else
            putc_unlocked(*p, f);
        p += pair;
    }
}

int print_json_failure(void) {
    fprintf(stderr, "jogada: %s\n",
            jg_json_complete() ? "JSON is UTF-8, and something in this is not" : "out of memory");
    return EXIT_FAILURE;
}

int print_json(json_t *document) {
    char *text = jg_json_text(document, JSON_STYLE);
    if (!text) return print_json_failure();
    print_json_text(stdout, text);
    putchar('\n');
    free(text);
    return EXIT_SUCCESS;
}

/* A line of Markdown outside of code: **bold** is highlighted, all else printed as it is. */
static void print_markdown_line(const struct cli *c, const char *line, size_t length) {
    bool bold = false;
    for (size_t i = 0; i < length; i++) {
        bool mark = i + 1 < length && line[i] == '*' && line[i + 1] == '*';
        if (mark) {
            bold = !bold;
            ink(c, bold ? JG_INK_STRONG : JG_INK_PLAIN);
            i++;
        } else {
            putchar(line[i]);
        }
    }
    if (bold) ink(c, JG_INK_PLAIN);
}

void print_markdown(const struct cli *c, const char *markdown) {
    bool code = false;
    for (const char *p = markdown; *p;) {
        size_t length = strcspn(p, "\n");
        bool fence = length >= 3 && !strncmp(p, "```", 3);
        size_t marks = code ? 0 : strspn(p, "#");
        bool heading = marks && p[marks] == ' ';
        if (fence) code = !code;
        if (heading) ink(c, JG_INK_STRONG);
        if (code && !fence)
            printf("%s%.*s", length ? "  " : "", (int)length, p);
        else if (!fence)
            print_markdown_line(c, p + (heading ? marks + 1 : 0), length - (heading ? marks + 1 : 0));
        if (heading) ink(c, JG_INK_PLAIN);
        if (!fence) putchar('\n');
        p += length + (p[length] == '\n');
    }
}

static const char *plain_reason(const struct jg_record *r, char out[JG_REASON_MAX]) {
    char *at = out;
    for (const char *p = r->reason; *p; p++) {
        size_t n = jg_utf8_printable(p);
        *at++ = n ? *p : '?';
        for (; n > 1; n--) *at++ = *++p;
    }
    *at = 0;
    return out;
}

bool side_name(const struct cli *c, const struct jg_game *g, int team, char out[64]) {
    bool pair = g->kind->traits & JG_HAS_PARTNERS;
    const char *first = jg_seat_name(g, team, c->lang);
    if (pair)
        snprintf(out, 64, tr(c, "%s and %s"), first, jg_seat_name(g, team + 2, c->lang));
    else
        snprintf(out, 64, "%s", first);
    return pair;
}

void print_label(const struct cli *c, const char *label) {
    enum { LABEL = 15 }; /* columns of the label */
    const char *text = tr(c, label);
    int width = text_width(text);
    ink(c, JG_INK_FAINT);
    printf("  %s%*s", text, width < LABEL ? LABEL - width : 1, "");
    ink(c, JG_INK_PLAIN);
}

void print_outcome(const struct cli *c, const struct jg_record *r) {
    char reason[JG_REASON_MAX];
    int32_t score = jg_record_score(r, 0), margin = score < 0 ? -score : score;
    char winner[64];
    bool pair = side_name(c, r->game, score < 0, winner);
    const char *loser = r->resigned >= 0 ? jg_seat_name(r->game, r->resigned, c->lang) : NULL;
    if (r->adjudicated)
        printf(tr(c, "adjudicated (%s); "), tr(c, plain_reason(r, reason)));
    else if (loser && r->reason[0])
        printf(tr(c, "%s forfeits (%s); "), loser, tr(c, plain_reason(r, reason)));
    else if (loser)
        printf(tr(c, "%s resigns; "), loser);
    if (!score)
        printf("%s", tr(c, jg_record_agreed(r)     ? "a draw by agreement"
                           : jg_record_repeated(r) ? "a draw by repetition"
                                                   : "a draw"));
    else if (margin == 1)
        printf(pair ? tr(c, "%s win") : tr(c, "%s wins"), winner);
    else
        printf(pair ? tr(c, "%s win by %d") : tr(c, "%s wins by %d"), winner, margin);
    putchar('\n');
}
