/* Simulates tournaments between players of known strengths and prints how often the 95 % intervals of their ratings
 * contain the truth: the table of docs/statistics.md. Usage: ratings [TRIALS [SEED]] */
#include "pool.h"

#include <stdio.h>

static void put(const struct pool_count *c) {
    if (c->all)
        printf(" %.1f |", 100.0 * c->inside / c->all);
    else
        printf(" |");
}

int main(int argc, char **argv) {
    int trials = argc > 1 ? atoi(argv[1]) : 4000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("%d tournaments each, seed %llu\n\n", trials, (unsigned long long)seed);
    printf("| pool | ratings | differences | to the anchor | hopeless | error |\n|---|---|---|---|---|---|\n");
    for (int i = 0; i < POOL_COUNT; i++) {
        struct pool_coverage c = pool_simulate(&POOLS[i], trials, seed);
        printf("| %s |", POOLS[i].name);
        put(&c.ratings);
        put(&c.differences);
        put(&c.anchored);
        put(&c.broken);
        printf(" %.0f |\n", c.error);
    }
    return 0;
}
