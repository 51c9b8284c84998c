/* The rules of the games, compiled in by tools/embed.py. */
#include <jogada/lang.h>

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *text;
} PAGES[] = {
#include "rules_pages.inc"
};

static const char *find(const char *name) {
    for (size_t i = 0; i < sizeof PAGES / sizeof *PAGES; i++)
        if (!strcmp(PAGES[i].name, name)) return PAGES[i].text;
    return NULL;
}

const char *jg_rules_page(const char *game, jg_lang lang) {
    char name[64];
    snprintf(name, sizeof name, "%s.%s.md", game, jg_lang_name(lang));
    const char *page = find(name);
    if (page) return page;
    snprintf(name, sizeof name, "%s.md", game);
    return find(name);
}
