/* Names of agents for people. A spec is for programs and for the curious; a player meets "Computer, medium". */
#include "agents/agents.h"

#include <ctype.h>
#include <string.h>

/* Where the game allows it, each level wins clearly more than half of its games against the one below: 52 to 100 % in
 * matches of 10 to 200 games. Limits are nodes and not time, so that a level is equally strong on every machine. */
static const struct level {
    const char *name; /* in JSON */
    const char *title;
} LEVELS[JG_LEVELS + 1] = {
    [JG_LEVEL_BEGINNER] = {.name = "beginner", .title = "Beginner"},
    [JG_LEVEL_EASY] = {.name = "easy", .title = "Easy"},
    [JG_LEVEL_MEDIUM] = {.name = "medium", .title = "Medium"},
    [JG_LEVEL_HARD] = {.name = "hard", .title = "Hard"},
    [JG_LEVELS] = {.name = "strongest", .title = "Strongest"},
};

const char *jg_agent_level_name(int level) { return LEVELS[level].name; }
const char *jg_agent_level_title(int level, jg_lang lang) { return jg_tr(lang, LEVELS[level].title); }

const char *jg_agent_level_spec(const struct jg_game_kind *k, int level) {
    bool any = false;
    if (level == JG_LEVELS) return k->opponent;
    for (int i = 0; i < JG_LEVELS; i++) any |= k->levels[i] != NULL;
    return !any && level == JG_LEVEL_BEGINNER ? "random" : k->levels[level];
}

/* Whether a text is the spec of a kind of agent and not, for example, the name of a person. */
static const struct jg_agent_kind *kind_of(const char *spec) {
    size_t length = jg_spec_name(spec);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++)
        if (strlen(k->name) == length && !strncmp(k->name, spec, length)) return k;
    return NULL;
}

void jg_agent_title(const struct jg_game_kind *k, const char *spec, jg_lang lang, struct jg_text *t) {
    for (int level = 0; k && level <= JG_LEVELS; level++) {
        const char *own = jg_agent_level_spec(k, level), *title = jg_agent_level_title(level, lang);
        char small[64];
        struct jg_text s;
        if (!own || strcmp(own, spec)) continue;
        jg_text_init(&s, small, sizeof small);
        jg_text_put(&s, title);
        small[0] = (char)tolower((unsigned char)small[0]);
        jg_text_add(t, jg_tr(lang, "Computer, %s"), small);
        return;
    }
    const struct jg_agent_kind *own = kind_of(spec);
    jg_text_put(t, !own ? spec : own->human ? jg_tr(lang, "Guest") : own->name);
}

/* Whether a spec gives an option this value; `given` is "depth=5" of this length. */
static bool has_option(const char *spec, const char *given, size_t length) {
    for (const char *p = spec + jg_spec_name(spec); *p;) {
        size_t n = strcspn(++p, ",");
        if (n == length && !strncmp(p, given, n)) return true;
        p += n;
    }
    return false;
}

static bool same_title(const struct jg_game_kind *k, const char *a, const char *b, jg_lang lang) {
    char titles[2][JG_SPEC_MAX];
    struct jg_text t[2];
    for (int i = 0; i < 2; i++) jg_text_init(&t[i], titles[i], sizeof titles[i]);
    jg_agent_title(k, a, lang, &t[0]);
    jg_agent_title(k, b, lang, &t[1]);
    return !strcmp(titles[0], titles[1]);
}

void jg_agent_titles(const struct jg_game_kind *k, const char *const *specs, int n, jg_lang lang,
                     char (*titles)[JG_AGENT_TITLE]) {
    for (int i = 0; i < n; i++) {
        struct jg_text t;
        jg_text_init(&t, titles[i], JG_AGENT_TITLE);
        jg_agent_title(k, specs[i], lang, &t);
        if (!kind_of(specs[i])) continue;
        for (const char *p = specs[i] + jg_spec_name(specs[i]); *p;) {
            size_t length = strcspn(++p, ","), key = strcspn(p, "=,");
            bool differs = false;
            for (int j = 0; j < n && !differs; j++)
                differs = !has_option(specs[j], p, length) && same_title(k, specs[i], specs[j], lang);
            if (differs && key < length)
                jg_text_add(&t, ", %.*s %.*s", (int)key, p, (int)(length - key - 1), p + key + 1);
            else if (differs)
                jg_text_add(&t, ", %.*s", (int)length, p);
            p += length;
        }
    }
}

/* Adds a text in lower case, and without accents where it has letters of Latin-1 in UTF-8. */
static void put_folded(struct jg_text *t, const char *text) {
    static const char LATIN[] = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy"; /* from U+00C0 on */
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        bool latin = p[0] == 0xc3 && (p[1] & 0xc0) == 0x80;
        jg_text_char(t, latin ? LATIN[*++p & 0x3f] : *p < 0x80 ? (char)tolower(*p) : (char)*p);
    }
}

bool jg_agent_title_has(const struct jg_game_kind *k, const char *spec, jg_lang lang, const char *text) {
    char title[JG_SPEC_MAX], folded[JG_SPEC_MAX], wanted[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, title, sizeof title);
    jg_agent_title(k, spec, lang, &t);
    jg_text_init(&t, folded, sizeof folded);
    put_folded(&t, title);
    jg_text_init(&t, wanted, sizeof wanted);
    put_folded(&t, text);
    return !t.cut && strstr(folded, wanted);
}
