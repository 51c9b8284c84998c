/* The languages that jogada speaks. English text is the key; a catalogue
 * (src/core/pt_br.def) gives the Brazilian Portuguese. */
#ifndef JOGADA_LANG_H
#define JOGADA_LANG_H

#pragma GCC visibility push(default)

enum jg_lang { JG_EN, JG_PT };

/* The text in that language; the English itself where the catalogue has none. */
const char *jg_tr(enum jg_lang lang, const char *english);

/* Reads "en", "en_GB.UTF-8", "pt-BR", "pt_BR" ... and "C", "POSIX" (English).
 * Returns -1 for a language that jogada does not speak. */
int jg_lang_parse(const char *name);
const char *jg_lang_name(enum jg_lang lang);

/* The page of rules of a game (docs/games/NAME.md) as Markdown, in that language
 * if there is one, else in English; NULL where there is no page. */
const char *jg_rules_page(const char *game, enum jg_lang lang);

#pragma GCC visibility pop

#endif
