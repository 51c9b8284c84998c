/* The catalogue is a plain list that is walked from the top: a few hundred
 * entries, asked for when something is shown to a person. */
#include <jogada/lang.h>

#include <string.h>
#include <strings.h>

static const struct {
    const char *english, *portuguese;
} CATALOGUE[] = {
#define W(english, portuguese) {english, portuguese},
#include "pt_br.def"
#undef W
};

enum { ENTRIES = sizeof CATALOGUE / sizeof *CATALOGUE };

const char *jg_tr(enum jg_lang lang, const char *english) {
    if (lang == JG_EN) return english;
    for (size_t i = 0; i < ENTRIES; i++)
        if (!strcmp(CATALOGUE[i].english, english)) return CATALOGUE[i].portuguese;
    return english;
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
