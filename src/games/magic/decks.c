/* The parser of deck files: a line `24 Mountain` for every kind of card. */
#include "games/magic/cards.h"

#include "core/buffer.h"
#include "core/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Names ------------------------------------------------------------------------------ */

/* Names the deck after its file, without folder and extension, cut to fit. */
static void name_deck(struct jg_magic_deck *deck, const char *file) {
    if (!file) file = "Custom";
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base), used = 0;
    for (size_t i = 0, n; i < length; i += n ? n : 1) {
        n = jg_utf8_printable(base + i);
        if (used + (n ? n : 1) >= sizeof deck->name) break;
        memcpy(deck->name + used, n ? base + i : "?", n ? n : 1);
        used += n ? n : 1;
    }
    if (!used) deck->name[0] = '?';
}

/* The initials of a name: of the words that begin with a capital, or else of all words. */
static int initials(const char *name, bool capitals, char *out, int room) {
    int n = 0;
    for (const char *p = name; *p && n < room; p++) {
        bool begins = p == name || p[-1] == ' ' || p[-1] == '-';
        if (begins && isascii((unsigned char)*p) &&
            (capitals ? isupper((unsigned char)*p) : isalpha((unsigned char)*p)))
            out[n++] = (char)toupper((unsigned char)*p);
    }
    out[n] = 0;
    return n;
}

void jg_magic_initials(const char *name, char *out, int most) {
    if (!initials(name, true, out, most) && !initials(name, false, out, most)) strcpy(out, "C");
}

static bool has_code(const struct jg_magic_deck *deck, int kinds, const char *code) {
    for (int i = 0; i < kinds; i++)
        if (!strcmp(deck->code[i], code)) return true;
    return false;
}

/* Makes a distinct code for the kind at index `kinds`. */
static void make_code(struct jg_magic_deck *deck, int kinds) {
    enum { LETTERS = JG_MAGIC_CODE - 1 };
    char base[JG_MAGIC_CODE], *code = deck->code[kinds];
    const char *name = deck->card[kinds].name;
    jg_magic_initials(name, base, LETTERS);
    strcpy(code, base);
    for (int n = 2; has_code(deck, kinds, code); n++) {
        int digits = n < 10 ? 1 : 2;
        snprintf(code, JG_MAGIC_CODE, "%.*s%d", LETTERS - digits, base, n % 100);
    }
}

/* ---- Unknown cards ---------------------------------------------------------------------- */

/* Whether a name contains a part of at least three letters, ignoring case. */
static bool has_part(const char *name, struct jg_magic_span part) {
    size_t length = (size_t)(part.end - part.at);
    for (; length > 2 && *name; name++)
        if (!strncasecmp(name, part.at, length)) return true;
    return false;
}

/* The Levenshtein distance, ignoring case. */
static int distance(struct jg_magic_span a, const char *b) {
    int row[JG_MAGIC_NAME], length = (int)strlen(b);
    for (int j = 0; j <= length; j++) row[j] = j;
    for (const char *p = a.at; p < a.end; p++) {
        int before = row[0]++; /* the diagonal neighbour */
        for (int j = 1; j <= length; j++) {
            int above = row[j];
            int best = before + (tolower((unsigned char)*p) != tolower((unsigned char)b[j - 1]));
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            before = above;
        }
    }
    return row[length];
}

static enum jg_status unknown_card(const struct jg_magic_line_reader *r, const struct jg_magic_cards *cards,
                                   struct jg_magic_span name) {
    enum { NEAREST = 3, AS_NEAR = 2 }; /* names suggested; how much farther than the nearest they may be */
    int nearest[NEAREST + 1], far[NEAREST + 1], n = 0, shown = jg_magic_shown_length(name);
    char names[NEAREST * (JG_MAGIC_NAME + 2)];
    struct jg_text t;
    struct jg_magic_span begin = {name.at, name.at + shown};
    for (int i = 0; i < cards->count; i++) {
        const char *other = cards->at[i].name;
        int d = has_part(other, begin) ? 0 : distance(begin, other), at = n;
        for (; at > 0 && far[at - 1] > d; at--) {
            far[at] = far[at - 1];
            nearest[at] = nearest[at - 1];
        }
        far[at] = d;
        nearest[at] = i;
        if (n < NEAREST) n++;
    }
    if (!n) return jg_magic_syntax_error(r, name.at, "unknown card '%.*s'", shown, name.at);
    jg_text_init(&t, names, sizeof names);
    for (int i = 0; i < n && far[i] <= far[0] + AS_NEAR; i++)
        jg_text_add(&t, "%s%s", i ? ", " : "", cards->at[nearest[i]].name);
    return jg_magic_syntax_error(r, name.at, "unknown card '%.*s'; similar names: %s", shown, name.at, names);
}

/* ---- Decks ------------------------------------------------------------------------------ */

/* Checks whether a card may join the deck. */
static enum jg_status check_kind(const struct jg_magic_line_reader *r, const struct jg_magic_deck *deck,
                                 struct jg_magic_span name, const struct jg_magic_card *card, int copies) {
    bool land = card->type == JG_MAGIC_LAND;
    if (!land && copies > JG_MAGIC_COPIES)
        return jg_magic_syntax_error(r, r->line.at, "a deck has at most %d copies of a nonland card", JG_MAGIC_COPIES);
    for (int i = 0; i < deck->kinds; i++) {
        const struct jg_magic_card *other = &deck->card[i];
        if (!strcmp(other->name, card->name)) return jg_magic_syntax_error(r, name.at, "%s is given twice", card->name);
        if (card->colour && other->colour && card->colour != other->colour)
            return jg_magic_syntax_error(r, name.at, "a deck has only one colour: %s is %c, %s is %c", other->name,
                                         other->colour, card->name, card->colour);
    }
    if (land && deck->land != JG_MAGIC_NONE)
        return jg_magic_syntax_error(r, name.at, "a deck has only one kind of land, and it already has %s",
                                     deck->card[deck->land].name);
    if (deck->kinds == JG_MAGIC_KINDS)
        return jg_magic_syntax_error(r, r->line.at, "a deck has at most %d different cards", JG_MAGIC_KINDS);
    return JG_OK;
}

static enum jg_status read_kind(const struct jg_magic_line_reader *r, const struct jg_magic_cards *cards,
                                struct jg_magic_deck *deck, int *total) {
    struct jg_magic_span s = r->line;
    int copies;
    if (!jg_magic_take_number(&s, 99, &copies) || !copies || s.at == s.end || (*s.at != ' ' && *s.at != '\t'))
        return jg_magic_syntax_error(r, r->line.at, "expected a number and a card, such as '24 Mountain'");
    s = jg_magic_trim(s);
    const struct jg_magic_card *card = jg_magic_cards_find(cards, s);
    if (!card) return unknown_card(r, cards, s);
    enum jg_status status = check_kind(r, deck, s, card, copies);
    if (status) return status;
    *total += copies;
    if (*total > JG_MAGIC_DECK)
        return jg_magic_syntax_error(r, r->line.at, "a deck has exactly %d cards; with these it would have %d",
                                     JG_MAGIC_DECK, *total);
    if (card->type == JG_MAGIC_LAND) deck->land = deck->kinds;
    deck->card[deck->kinds] = *card;
    deck->count[deck->kinds] = (uint8_t)copies;
    make_code(deck, deck->kinds++);
    return JG_OK;
}

enum jg_status jg_magic_deck_read(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *file,
                                  const char *text, size_t length, struct jg_error *err) {
    if (!length) text = "";
    struct jg_magic_line_reader r = {.file = file, .text = text, .end = text + length, .next = text, .err = err};
    enum jg_status status = JG_OK;
    int total = 0;
    *deck = (struct jg_magic_deck){.land = JG_MAGIC_NONE};
    name_deck(deck, file);
    if (length > JG_MAGIC_FILE_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: larger than %zu bytes", file ? file : deck->name,
                       (size_t)JG_MAGIC_FILE_MAX);
    while (!status && jg_magic_next_line(&r)) status = read_kind(&r, cards, deck, &total);
    if (!status && total < JG_MAGIC_DECK)
        return jg_magic_syntax_error(&r, r.end, "a deck has exactly %d cards; this one has %d", JG_MAGIC_DECK, total);
    return status;
}

enum jg_status jg_magic_deck_load(struct jg_magic_deck *deck, const struct jg_magic_cards *cards, const char *path,
                                  struct jg_error *err) {
    struct jg_error own = {.lang = err ? err->lang : JG_EN};
    char *text = jg_file_read(path, JG_MAGIC_FILE_MAX, &own);
    enum jg_status status = text ? jg_magic_deck_read(deck, cards, path, text, strlen(text), &own) : own.code;
    free(text);
    own.position = JG_NO_POSITION;
    if (status && err) *err = own;
    return status;
}
