/* The catalogue is a plain list in the order of the sources. A page asks for
 * hundreds of its texts at once, so they are looked up in an order of their own, found
 * when the first is asked for. */
#include <jogada/lang.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct entry {
    const char *english, *portuguese;
};

static const struct entry CATALOGUE[] = {
#define W(english, portuguese) {english, portuguese},
#include "pt_br.def"
#undef W
};

enum { ENTRIES = sizeof CATALOGUE / sizeof *CATALOGUE };

static const struct entry *sorted[ENTRIES];
static pthread_once_t sorting = PTHREAD_ONCE_INIT;

static int by_english(const void *a, const void *b) {
    return strcmp((*(const struct entry *const *)a)->english, (*(const struct entry *const *)b)->english);
}

static void sort(void) {
    for (size_t i = 0; i < ENTRIES; i++) sorted[i] = &CATALOGUE[i];
    qsort(sorted, ENTRIES, sizeof *sorted, by_english);
}

const char *jg_tr(enum jg_lang lang, const char *english) {
    const struct entry wanted = {.english = english}, *key = &wanted, **found;
    if (lang == JG_EN) return english;
    pthread_once(&sorting, sort);
    found = bsearch(&key, sorted, ENTRIES, sizeof *sorted, by_english);
    return found ? (*found)->portuguese : english;
}

int jg_lang_parse(const char *name) {
    size_t length = strcspn(name, "_-.@");
    if (!strcasecmp(name, "C") || !strcasecmp(name, "POSIX") || !strncasecmp(name, "C.", 2)) return JG_EN;
    if (length != 2) return -1;
    if (!strncasecmp(name, "en", 2)) return JG_EN;
    if (!strncasecmp(name, "pt", 2)) return JG_PT;
    return -1;
}

const char *jg_lang_name(enum jg_lang lang) { return lang == JG_PT ? "pt-BR" : "en"; }
