/* Card and deck files of the Magic duel: a card that parses prints, reads back equal and has a
 * rules text; a deck that parses obeys all deck rules. A line '=====' separates a card file from a
 * deck; without it the input is read as both. */
#include "fuzz.h"

#include "card_line.h"

#include <ctype.h>

static const char BETWEEN[] = "\n=====\n";

static void must_explain_place(const struct jg_error *err, size_t length) {
    if (length > JG_MAGIC_FILE_MAX) return;
    MUST(err->code == JG_EINPUT && !strncmp(err->message, "fuzz:", 5));
    MUST(err->position >= 0 && (size_t)err->position <= length);
}

static void must_come_back(const struct jg_magic_card *card) {
    struct jg_magic_cards again = {0};
    char line[CARD_LINE], words[JG_MAGIC_CARD_WORDS];
    struct jg_text t;
    jg_text_init(&t, line, sizeof line);
    print_card_line(card, &t);
    MUST(!t.cut && !jg_magic_cards_read(&again, "again", line, t.used, NULL));
    MUST(again.count == 1 && !memcmp(again.at, card, sizeof *card));
    jg_magic_cards_free(&again);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        jg_text_init(&t, words, sizeof words);
        jg_magic_card_header(card, lang, &t);
        jg_magic_card_text(card, lang, &t);
        MUST(!t.cut);
    }
}

static void must_be_deck(const struct jg_magic_deck *d) {
    int total = 0, lands = 0;
    char colour = 0;
    MUST(d->kinds >= 1 && d->kinds <= JG_MAGIC_KINDS);
    for (int i = 0; i < d->kinds; i++) {
        const struct jg_magic_card *card = &d->card[i];
        bool land = card->type == JG_MAGIC_LAND;
        total += d->count[i];
        lands += land;
        MUST(d->count[i] && (land ? d->land == i : d->count[i] <= JG_MAGIC_COPIES));
        MUST(!card->colour || !colour || card->colour == colour);
        if (card->colour) colour = card->colour;
        MUST(d->code[i][0] && memchr(d->code[i], 0, JG_MAGIC_CODE));
        for (const char *p = d->code[i]; *p; p++) MUST(isdigit((unsigned char)*p) || isupper((unsigned char)*p));
        for (int j = 0; j < i; j++) MUST(strcmp(d->code[i], d->code[j]) && strcmp(card->name, d->card[j].name));
    }
    MUST(total == JG_MAGIC_DECK && lands <= 1 && (lands || d->land == JG_MAGIC_NONE));
}

/* Memory of the exact size, so that nothing is read past it unseen. */
static void read_cards(struct jg_magic_cards *cards, const uint8_t *data, size_t size) {
    struct jg_error err = {.lang = jg_lang_parse("pt-BR")};
    char *text = malloc(size ? size : 1);
    int before = cards->count;
    MUST(text);
    if (size) memcpy(text, data, size);
    if (jg_magic_cards_read(cards, "fuzz", text, size, &err)) {
        must_explain_place(&err, size);
        MUST(cards->count == before);
    }
    free(text);
}

static void read_deck(const struct jg_magic_cards *cards, const uint8_t *data, size_t size) {
    struct jg_error err = {0};
    struct jg_magic_deck deck;
    char *text = malloc(size ? size : 1);
    MUST(text);
    if (size) memcpy(text, data, size);
    if (jg_magic_deck_read(&deck, cards, "fuzz", text, size, &err))
        must_explain_place(&err, size);
    else
        must_be_deck(&deck);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jg_magic_cards cards = {0}, known = {0};
    size_t gap = sizeof BETWEEN - 1;
    const uint8_t *between = memmem(data, size, BETWEEN, gap);
    read_cards(&cards, data, between ? (size_t)(between - data) : size);
    for (int i = 0; i < cards.count; i++) must_come_back(&cards.at[i]);
    MUST(!jg_magic_cards_built_in(&known, NULL));
    if (between) {
        size_t before = (size_t)(between - data);
        read_cards(&known, data, before);
        read_deck(&known, between + gap, size - before - gap);
    } else {
        read_deck(&known, data, size);
    }
    jg_magic_cards_free(&cards);
    jg_magic_cards_free(&known);
    return 0;
}
