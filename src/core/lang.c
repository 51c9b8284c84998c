/* Translations: one table per language, sorted by the English message, which tools/catalogue.py makes from po/. */
#include <jogada/lang.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct message {
    const char *english, *text;
};

struct language {
    const char *tag, *title;
    const struct message *messages;
    size_t count;
};

#include "catalogue.inc"

enum { LANGUAGE_COUNT = sizeof LANGUAGES / sizeof *LANGUAGES };

static int compare(const void *a, const void *b) {
    const struct message *x = a, *y = b;
    return strcmp(x->english, y->english);
}

static const char *find(jg_lang lang, const char *key) {
    const struct language *l = &LANGUAGES[lang];
    const struct message *found =
        l->count ? bsearch(&(struct message){.english = key}, l->messages, l->count, sizeof *found, compare) : NULL;
    return found ? found->text : NULL;
}

const char *jg_tr(jg_lang lang, const char *english) {
    const char *found = lang == JG_EN ? NULL : find(lang, english);
    return found ? found : english;
}

const char *jg_tr_context(jg_lang lang, const char *context, const char *english) {
    char key[256]; /* as gettext joins them */
    const char *found = NULL;
    if (lang != JG_EN && snprintf(key, sizeof key, "%s\004%s", context, english) < (int)sizeof key)
        found = find(lang, key);
    return found ? found : english;
}

/* Whether two names are the same up to case, '_' counting as '-'. */
static bool same(const char *a, size_t a_length, const char *b, size_t b_length) {
    if (a_length != b_length) return false;
    for (size_t i = 0; i < a_length; i++) {
        char x = a[i] == '_' ? '-' : a[i], y = b[i] == '_' ? '-' : b[i];
        if (strncasecmp(&x, &y, 1)) return false;
    }
    return true;
}

jg_lang jg_lang_parse(const char *name) {
    size_t length = strcspn(name, ".@"), base = strcspn(name, "_-.@");
    if (!strcasecmp(name, "POSIX") || same(name, length, "C", 1)) return JG_EN;
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (same(name, length, LANGUAGES[i].tag, strlen(LANGUAGES[i].tag))) return i;
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (same(name, base, LANGUAGES[i].tag, strcspn(LANGUAGES[i].tag, "-"))) return i;
    return -1;
}

int jg_lang_count(void) { return LANGUAGE_COUNT; }

const char *jg_lang_name(jg_lang lang) { return LANGUAGES[lang].tag; }

const char *jg_lang_title(jg_lang lang) { return LANGUAGES[lang].title; }

const char *jg_lang_names(void) { return LANGUAGE_NAMES; }
