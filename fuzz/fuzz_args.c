/* The command line: words are split at newlines. */
#include "fuzz.h"

#include "cli/cli.h"

atomic_bool interrupted, continued;

struct options {
    char position[JG_POSITION_MAX];
    bool divide;
    double real;
    uint64_t seed;
};

static const struct jg_option OPTIONS[] = {
    {.name = "position", .type = JG_OPT_TEXT, JG_FIELD(struct options, position), .letter = 'p', .help = "text"},
    {.name = "divide", .type = JG_OPT_FLAG, JG_FIELD(struct options, divide), .help = "flag"},
    {.name = "real", .type = JG_OPT_REAL, JG_FIELD(struct options, real), .max = 1, .help = "real"},
    {.name = "seed", .type = JG_OPT_COUNT, JG_FIELD(struct options, seed), .letter = 's', .help = "count"},
    {0},
};

enum { WORDS_MAX = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *words[WORDS_MAX];
    struct cli c = {0};
    struct options o;
    struct jg_error err = {0};
    int n = 0;
    for (char *p = text; p && n < WORDS_MAX; n++) {
        words[n] = p;
        p = strchr(p, '\n');
        if (p) *p++ = 0;
    }
    int left = args_parse(n, words, &c.options, OPTIONS, &o, &err);
    MUST(left <= n && (left >= 0 || err.message[0]));
    free(text);
    return 0;
}
