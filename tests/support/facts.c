#include "facts.h"

#include "test.h"

enum { LINE = 2048 };

static const char *const KEYWORDS[] = {"walk",      "perft", "refuse", "value",  "search",      "screen", "short",
                                       "signature", "lacks", "spaces", "action", "observation", "picture"};

/* Splits a line in place. */
static void split(char *line, const char *path, struct fact *fact) {
    for (char *p = line; *(p += strspn(p, " "));) {
        bool quoted = *p == '"';
        char *field = p + quoted, *end = field + strcspn(field, quoted ? "\"" : " ");
        if (quoted && !*end) fail_msg("%s: unfinished quote in %s", path, line);
        if (fact->count == FACT_FIELDS) fail_msg("%s: too many fields in %s", path, line);
        fact->fields[fact->count++] = field;
        p = *end ? end + 1 : end;
        *end = 0;
    }
}

static void assert_known(const char *keyword, const char *path) {
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (!strcmp(keyword, KEYWORDS[i])) return;
    fail_msg("%s: unknown keyword '%s'", path, keyword);
}

static int facts_of(const char *game, const char *keyword, void (*use)(const struct fact *fact, void *arg), void *arg) {
    char path[512], line[LINE];
    int found = 0;
    snprintf(path, sizeof path, TEST_GAMES "/%s/facts.txt", game);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("tests/games/%s/facts.txt is missing", game);
    while (fgets(line, sizeof line, f)) {
        struct fact fact = {.game = game};
        line[strcspn(line, "\n")] = 0;
        if (!line[0] || line[0] == '#') continue;
        split(line, path, &fact);
        assert_known(fact.fields[0], path);
        if (strcmp(fact.fields[0], keyword)) continue;
        memmove(fact.fields, fact.fields + 1, (size_t)--fact.count * sizeof *fact.fields);
        use(&fact, arg);
        found++;
    }
    fclose(f);
    return found;
}

int for_facts(const char *keyword, void (*use)(const struct fact *fact, void *arg), void *arg) {
    int found = 0;
    for (size_t i = 0; jg_game_kind_at(i); i++) found += facts_of(jg_game_kind_at(i)->name, keyword, use, arg);
    return found;
}

static void add_spec(const struct fact *fact, void *arg) {
    struct fact_specs *specs = arg;
    assert_true(specs->count < FACT_SPECS && strlen(fact->fields[0]) < FACT_SPEC);
    strcpy(specs->spec[specs->count++], fact->fields[0]);
}

struct fact_specs fact_specs(const char *keyword) {
    struct fact_specs specs = {.count = 0};
    assert_true(for_facts(keyword, add_spec, &specs));
    return specs;
}

long long fact_number(const struct fact *fact, int field) {
    char *end;
    if (field >= fact->count) fail_msg("%s: field %d of %s is missing", fact->game, field + 1, fact->fields[0]);
    long long number = strtoll(fact->fields[field], &end, 10);
    if (*end || end == fact->fields[field]) fail_msg("%s: '%s' is no number", fact->game, fact->fields[field]);
    return number;
}
