/* Languages and translations.
 *
 * Messages are English in the source, and English is their key in the catalogues (po/LANGUAGE.po), which are
 * compiled into the library. Every call names its language, so that one process can speak several at once. */
#ifndef JOGADA_LANG_H
#define JOGADA_LANG_H

#pragma GCC visibility push(default)

/* A language: an index into the list of those compiled in. 0 is English, the others are those of po/LINGUAS. */
typedef int jg_lang;

enum { JG_EN = 0 };

int jg_lang_count(void);

/* The tag of a language, such as "pt-BR" (BCP 47), and its own name, such as "Português". */
const char *jg_lang_name(jg_lang lang);
const char *jg_lang_title(jg_lang lang);

/* The tags of all languages: "en, pt-BR, es". */
const char *jg_lang_names(void);

/* Finds a language by its tag or by the name of a locale: "es", "pt_BR.UTF-8", "C" (English). Another region of a
 * known language counts as that language: "es_AR" is Spanish. Returns -1 for an unknown language. */
jg_lang jg_lang_parse(const char *name);

/* Translates a message; untranslated messages stay English. */
const char *jg_tr(jg_lang lang, const char *english);

/* Translates a short text whose meaning depends on where it stands, such as the "." of a decimal number. */
const char *jg_tr_context(jg_lang lang, const char *context, const char *english);

/* The rules of a game (docs/games/NAME.md) as Markdown, in English if that language has none. NULL for an unknown
 * game. */
const char *jg_rules_page(const char *game, jg_lang lang);

#pragma GCC visibility pop

#endif
