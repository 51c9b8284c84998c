/* Decks inside specs: lists of copies and codes of the built-in cards, such as "24F+4GB+4CC". The web page packs a
 * pasted deck into such a list, so that a table with it has a spec like any other. */
#include "games/magic/cards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The code of a card within a set: its initials, and a number if an earlier card has the same. */
static void code_of(const struct jg_magic_cards *cards, int i, char out[JG_MAGIC_CODE + 3]) {
    char other[JG_MAGIC_CODE];
    int same = 1;
    jg_magic_initials(cards->at[i].name, out, JG_MAGIC_CODE - 1);
    for (int k = 0; k < i; k++) {
        jg_magic_initials(cards->at[k].name, other, JG_MAGIC_CODE - 1);
        same += !strcmp(other, out);
    }
    if (same > 1) snprintf(out + strlen(out), 4, "%d", same % 1000);
}

static int find_code(const struct jg_magic_cards *cards, struct jg_magic_span code) {
    char other[JG_MAGIC_CODE + 3];
    for (int i = 0; i < cards->count; i++) {
        code_of(cards, i, other);
        if (strlen(other) == (size_t)(code.end - code.at) && !memcmp(other, code.at, strlen(other))) return i;
    }
    return -1;
}

enum jg_status jg_magic_list_pack(const char *text, struct jg_text *list, struct jg_error *err) {
    struct jg_magic_cards cards = {0};
    struct jg_magic_deck *deck = malloc(sizeof *deck);
    char code[JG_MAGIC_CODE + 3];
    enum jg_status status =
        deck ? jg_magic_cards_built_in(&cards, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) status = jg_magic_deck_read(deck, &cards, NULL, text, strlen(text), err);
    for (int kind = 0; !status && kind < deck->kinds; kind++) {
        const char *name = deck->card[kind].name;
        const struct jg_magic_card *card =
            jg_magic_cards_find(&cards, (struct jg_magic_span){name, name + strlen(name)});
        code_of(&cards, (int)(card - cards.at), code);
        jg_text_add(list, "%s%d%s", kind ? "+" : "", deck->count[kind], code);
    }
    jg_magic_cards_free(&cards);
    free(deck);
    return status;
}

/* Reads one entry, "4GB", and adds its line to the text of a deck. */
static enum jg_status unpack_entry(const struct jg_magic_cards *cards, struct jg_magic_span entry,
                                   struct jg_text *lines, struct jg_error *err) {
    struct jg_magic_span code = entry;
    int copies, i = -1;
    if (jg_magic_take_number(&code, 99, &copies)) i = find_code(cards, code);
    if (i < 0)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "expected a number of copies and the code of a card, such as 4GB, not '%.*s'",
                       jg_magic_shown_length(entry), entry.at);
    jg_text_add(lines, "%d %s\n", copies, cards->at[i].name);
    return JG_OK;
}

enum jg_status jg_magic_list_unpack(struct jg_magic_deck *deck, const struct jg_magic_cards *cards,
                                    struct jg_magic_span list, struct jg_error *err) {
    char text[(JG_MAGIC_KINDS + 1) * (JG_MAGIC_NAME + 4)];
    struct jg_text lines;
    enum jg_status status = JG_OK;
    int entries = 0;
    jg_text_init(&lines, text, sizeof text);
    while (!status && list.at <= list.end && entries++ <= JG_MAGIC_KINDS) {
        const char *plus = list.at < list.end ? memchr(list.at, '+', (size_t)(list.end - list.at)) : NULL;
        struct jg_magic_span entry = {list.at, plus ? plus : list.end};
        status = unpack_entry(cards, entry, &lines, err);
        list.at = entry.end + 1;
    }
    if (!status) status = jg_magic_deck_read(deck, cards, NULL, text, strlen(text), err);
    if (status && err) err->position = JG_NO_POSITION;
    return status;
}
