/* The --report option: checks, settings and writing of reports. */
#include "cli/cli.h"

#include "core/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

int report_ready(const struct cli *c, const char *path) {
    struct jg_error err = {.lang = c->lang};
    if (!path[0]) return EXIT_SUCCESS;
    if (!ends_in(path, ".html") && !ends_in(path, ".htm"))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s: the name of a report must end in .html", path);
    else
        output_ready(path, jg_html_begins, "%s exists and is not a report; choose another file", &err);
    return err.code ? print_error(c, &err, NULL) : EXIT_SUCCESS;
}

int report_write(const struct cli *c, const char *path, char *page) {
    struct jg_error err = {.lang = c->lang};
    if (!page)
        jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else
        jg_file_write(path, page, &err);
    free(page);
    if (err.code) return print_error(c, &err, NULL);
    if (c->progress) fprintf(stderr, tr(c, "report written to %s\n"), path);
    return EXIT_SUCCESS;
}

/* ---- Settings ------------------------------------------------------------------------------- */

void report_setting(struct report_settings *s, const char *name, const char *format, ...) {
    va_list args;
    if (s->count == REPORT_SETTINGS) return;
    char *value = s->values[s->count];
    va_start(args, format);
    vsnprintf(value, sizeof s->values[0], format, args);
    va_end(args);
    s->lines[s->count++] = (struct jg_setting_line){.name = name, .value = value};
}

void shell_word(struct jg_text *t, const char *word) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && !word[strspn(word, PLAIN)]) {
        jg_text_put(t, word);
        return;
    }
    jg_text_char(t, '\'');
    for (; *word; word++)
        if (*word == '\'')
            jg_text_put(t, "'\\''");
        else
            jg_text_char(t, *word);
    jg_text_char(t, '\'');
}

static void option_text(const struct jg_option *option, const void *values, char *out, size_t size) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_option_print(&t, option, values);
}

static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name)) names++;
    return *names;
}

/* Adds an option: once for each of its values, which are lines. */
static void put_option(struct jg_text *t, const struct jg_option *o, char *values) {
    for (char *value = values; value;) {
        char *next = o->many ? strchr(value, '\n') : NULL;
        if (next) *next++ = 0;
        jg_text_add(t, " --%s ", o->name);
        shell_word(t, value);
        value = next;
    }
}

/* Adds the options that differ from their defaults, with exceptions. */
static void put_options(struct jg_text *t, const struct command *command, const void *options,
                        const char *const *except) {
    char value[REPORT_VALUE], usual[REPORT_VALUE];
    union {
        unsigned char bytes[COMMAND_OPTIONS];
        max_align_t align;
    } defaults = {{0}};
    jg_options_reset(command->options, &defaults);
    for (const struct jg_option *o = command->options; o->type; o++) {
        option_text(o, options, value, sizeof value);
        option_text(o, &defaults, usual, sizeof usual);
        if (!strcmp(value, usual) || is_among(except, o->name)) continue;
        if (o->type == JG_OPT_FLAG)
            jg_text_add(t, " --%s", o->name);
        else
            put_option(t, o, value);
    }
}

void command_words(struct jg_text *t, const struct cli *c, const void *options, int argc, char **argv,
                   const char *const *except) {
    jg_text_add(t, "jogada %s", c->command->name);
    for (int i = 0; i < argc; i++) {
        jg_text_char(t, ' ');
        shell_word(t, argv[i]);
    }
    put_options(t, c->command, options, except);
}

void report_command(struct report_settings *s, const struct cli *c, const void *options, int argc, char **argv) {
    static const char *const LOCAL[] = {"report", "rows", "workers", "inexact", NULL}; /* they change no result */
    struct jg_text t;
    if (s->count == REPORT_SETTINGS) return;
    jg_text_init(&t, s->command, sizeof s->command);
    command_words(&t, c, options, argc, argv, LOCAL);
    if (t.cut) return; /* no command is better than an incomplete one */
    s->lines[s->count++] = (struct jg_setting_line){.name = "command", .value = s->command};
}
