/* Facts about the games, which tests check: tests/games/NAME/facts.txt has one a line, a keyword and its fields. Fields
 * with spaces are quoted. */
#ifndef TESTS_FACTS_H
#define TESTS_FACTS_H

enum { FACT_FIELDS = 16, FACT_SPEC = 64, FACT_SPECS = 64 };

struct fact {
    const char *game; /* its name */
    const char *fields[FACT_FIELDS];
    int count;
};

/* Calls use() for each fact with that keyword, by game in the order of `jogada games`, and returns their number. Fails
 * if a game has no facts.txt, or a line begins with none of the keywords of facts.c. */
int for_facts(const char *keyword, void (*use)(const struct fact *fact, void *arg), void *arg);

/* The first fields of all facts with that keyword: specs of games. */
struct fact_specs {
    char spec[FACT_SPECS][FACT_SPEC];
    int count;
};
struct fact_specs fact_specs(const char *keyword);

/* A field as a number; fails if it is none. */
long long fact_number(const struct fact *fact, int field);

#endif
