/* Parses the command line with the option tables that specs use too, and prints the help of a command from them. */
#include "cli/cli.h"

#include <string.h>

#define OF(member)     offsetof(struct cli, options.member) - offsetof(struct cli, options)
#define COMMON(member) .offset = OF(member), .size = sizeof(((struct cli *)0)->options.member)

static const struct jg_option COMMON_OPTIONS[] = {
    {.name = "help", .type = JG_OPT_FLAG, COMMON(help), .letter = 'h', .help = "show this help"},
    {.name = "json", .type = JG_OPT_FLAG, COMMON(json), .help = "print one JSON document"},
    {.name = "lang",
     .type = JG_OPT_TEXT,
     COMMON(lang),
     .value = "LANG",
     .help = "language of the messages, such as pt-BR (default: from the environment)"},
    {.name = "color",
     .type = JG_OPT_CHOICE,
     COMMON(colour),
     .choices = "auto|always|never",
     .standard = "auto",
     .help = "colour (default auto: on a terminal, unless NO_COLOR is set)"},
    {.name = "threads",
     .type = JG_OPT_INT,
     COMMON(threads),
     .max = 256,
     .standard = "0",
     .letter = 'j',
     .value = "N",
     .help = "number of threads; results do not depend on it (default 0: all cores)"},
    {.name = "progress",
     .type = JG_OPT_CHOICE,
     COMMON(progress),
     .choices = "auto|bar|plain|none",
     .standard = "auto",
     .help = "progress on standard error (default auto: a bar on a terminal, plain lines in a file)"},
    {0},
};

struct target {
    const struct jg_option *option;
    void *out;
};

static struct target by_name(const char *name, size_t length, const struct target *tables) {
    for (int i = 0; i < 2; i++) {
        const struct jg_option *o = jg_options_find(tables[i].option, name, length);
        if (o) return (struct target){o, tables[i].out};
    }
    return (struct target){0};
}

static struct target by_letter(char letter, const struct target *tables) {
    for (int i = 0; i < 2; i++)
        for (const struct jg_option *o = tables[i].option; o && o->type; o++)
            if (letter && o->letter == letter) return (struct target){o, tables[i].out};
    return (struct target){0};
}

static enum jg_status unknown(const char *word, const struct target *tables, struct jg_error *err) {
    char names[JG_MESSAGE_MAX];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (int i = 1; i >= 0; i--)
        for (const struct jg_option *o = tables[i].option; o && o->type; o++)
            jg_text_add(&t, "%s--%s", t.used ? ", " : "", o->name);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown option '%s'; the options are %s", word, names);
}

/* The options that were given; more than these are not checked. */
struct given {
    const struct jg_option *options[64];
    size_t count;
};

static bool is_given(const struct given *given, const struct jg_option *o) {
    for (size_t i = 0; i < given->count; i++)
        if (given->options[i] == o) return true;
    return false;
}

/* Whether a CHOICE has one of the words, which '|' separates. */
static bool has_word(const struct target *t, const char *words) {
    char value[64];
    struct jg_text text;
    jg_text_init(&text, value, sizeof value);
    jg_option_print(&text, t->option, t->out);
    for (size_t n; *words; words += n + (words[n] == '|')) {
        n = strcspn(words, "|");
        if (n == strlen(value) && !strncmp(words, value, n)) return true;
    }
    return false;
}

/* Checks that an option that was given has an effect beside the others. */
static enum jg_status check_given(const struct target *tables, const struct given *given, const struct jg_option *o,
                                  struct jg_error *err) {
    size_t length = o->needs ? strcspn(o->needs, "=") : 0;
    struct target other = o->needs ? by_name(o->needs, length, tables) : (struct target){0};
    if (other.option && !o->needs[length] && !is_given(given, other.option))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--%s has no effect without --%s; add that option", o->name,
                       other.option->name);
    if (other.option && o->needs[length] && !has_word(&other, o->needs + length + 1))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--%s has no effect without --%s %s", o->name,
                       other.option->name, o->needs + length + 1);
    other = o->excludes ? by_name(o->excludes, strlen(o->excludes), tables) : (struct target){0};
    if (other.option && is_given(given, other.option))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--%s and --%s exclude each other; give one of them", o->name,
                       other.option->name);
    return JG_OK;
}

static enum jg_status check_all(const struct target *tables, const struct given *given, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (size_t i = 0; !status && i < given->count; i++) status = check_given(tables, given, given->options[i], err);
    return status;
}

/* Adds a value to those that were given before. */
static enum jg_status add_value(const struct target *found, const char *value, struct jg_error *err) {
    char *all = (char *)found->out + found->option->offset;
    size_t used = strlen(all), length = strlen(value);
    if (strchr(value, '\n'))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--%s must not contain a line break", found->option->name);
    if (used + length + 2 > found->option->size)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "too many values of --%s: at most %zu characters in all",
                       found->option->name, found->option->size - 2);
    if (used) all[used++] = '\n';
    memcpy(all + used, value, length + 1);
    return JG_OK;
}

/* Sets an option from its value on the command line. */
static enum jg_status set_option(const struct target *found, const char *word, const char *value,
                                 struct jg_error *err) {
    if (found->option->type == JG_OPT_TEXT && !value[0])
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%.*s needs a non-empty value", (int)strcspn(word, "="), word);
    if (found->option->many) return add_value(found, value, err);
    return jg_options_set(found->option, found->out, value, strlen(value), -1, err);
}

int args_parse(int argc, char **argv, void *common, const struct jg_option *table, void *own, struct jg_error *err) {
    const struct target tables[2] = {{COMMON_OPTIONS, common}, {table, own}};
    struct given given = {0};
    int n = 0;
    bool only_arguments = false;
    jg_options_reset(COMMON_OPTIONS, common);
    jg_options_reset(table, own);
    for (int i = 0; i < argc; i++) {
        char *word = argv[i];
        if (only_arguments || word[0] != '-' || !word[1]) {
            argv[n++] = word;
            continue;
        }
        if (!strcmp(word, "--")) {
            only_arguments = true;
            continue;
        }
        bool named = word[1] == '-';
        size_t length = strcspn(word, "=");
        struct target found = named ? by_name(word + 2, length - 2, tables) : by_letter(word[1], tables);
        const char *value = named ? (word[length] ? word + length + 1 : NULL) : (word[2] ? word + 2 : NULL);
        if (!found.option) return unknown(word, tables, err), -1;
        if (found.option->type == JG_OPT_FLAG && !value) {
            value = "1";
        } else if (!value) {
            if (++i == argc) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s needs a value", word), -1;
            value = argv[i];
        }
        if (set_option(&found, word, value, err)) return -1;
        while (found.option->many == JG_MANY_WORDS && i + 1 < argc && argv[i + 1][0] != '-')
            if (set_option(&found, word, argv[++i], err)) return -1;
        if (given.count < sizeof given.options / sizeof *given.options) given.options[given.count++] = found.option;
    }
    return check_all(tables, &given, err) ? -1 : n;
}

int args_command(int argc, char **argv) {
    const struct target tables[2] = {{COMMON_OPTIONS, NULL}};
    int i = 0;
    for (; i < argc && argv[i][0] == '-'; i++) {
        bool named = argv[i][1] == '-';
        size_t length = strcspn(argv[i], "=");
        struct target found = named ? by_name(argv[i] + 2, length - 2, tables) : by_letter(argv[i][1], tables);
        bool apart = named ? !argv[i][length] : argv[i][1] && !argv[i][2];
        if (found.option && found.option->type != JG_OPT_FLAG && apart) i++; /* its value is the next word */
    }
    return i < argc ? i : -1;
}

int args_lang(int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        if (!strncmp(argv[i], "--lang=", 7)) return jg_lang_parse(argv[i] + 7);
        if (!strcmp(argv[i], "--lang") && i + 1 < argc) return jg_lang_parse(argv[i + 1]);
    }
    return -1;
}

void print_option_help(const struct cli *c, const struct jg_option *o, const char *value) {
    const char *help = tr(c, o->help);
    size_t length = strlen(help);
    bool noted = length && help[length - 1] == ')';
    printf("%.*s", (int)length - noted, help);
    if (value[0] && !strstr(o->help, "default"))
        printf(noted ? tr(c, "; default %s") : tr(c, " (default %s"), value);
    else if (!noted)
        return;
    putchar(')');
}

static void help_options(const struct cli *c, const struct jg_option *table) {
    for (const struct jg_option *o = table; o && o->type; o++) {
        char left[64];
        struct jg_text t;
        jg_text_init(&t, left, sizeof left);
        if (o->letter)
            jg_text_add(&t, "-%c, ", o->letter);
        else
            jg_text_put(&t, "    ");
        jg_text_add(&t, "--%s", o->name);
        if (o->type == JG_OPT_CHOICE)
            jg_text_add(&t, " %s", o->choices);
        else if (o->type != JG_OPT_FLAG)
            jg_text_add(&t, " %s", o->value ? o->value : "N");
        printf("  %-33s ", left);
        print_option_help(c, o, o->standard && o->type != JG_OPT_FLAG ? o->standard : "");
        putchar('\n');
    }
}

void args_help(const struct cli *c, const struct command *command) {
    printf("%s jogada %s%s%s [%s]\n\n", tr(c, "Usage:"), command->name, command->arguments[0] ? " " : "",
           command->arguments, tr(c, "options"));
    printf("%s\n\n%s\n", tr(c, command->summary), tr(c, "Options:"));
    help_options(c, command->options);
    help_options(c, COMMON_OPTIONS);
}
