/* The parser of card files:
 *
 *     NAME | land COLOUR
 *     NAME | COST | creature POWER/TOUGHNESS [SUBTYPE] [| ABILITY or EFFECT, ...]
 *     NAME | COST | sorcery | EFFECT, ...
 *     NAME | COST | instant | EFFECT, ...
 *
 * docs/magic-cards.md describes the format. */
#include "games/magic/cards.h"

#include "core/buffer.h"
#include "core/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct jg_magic_span span;

enum {
    COST_MAX = 99,
    FIELDS = 4, /* of a line, at most */
};

static const struct {
    const char *name;
    uint8_t bits;
} NOUNS[] = {
    {"creature", JG_MAGIC_ANY_CREATURE},
    {"own creature", JG_MAGIC_OWN},
    {"opposing creature", JG_MAGIC_OPPOSING},
    {"attacking or tapped creature", JG_MAGIC_ANY_CREATURE | JG_MAGIC_ONLY},
    {"attacking creature", JG_MAGIC_ANY_CREATURE | JG_MAGIC_ATTACKING},
    {"tapped creature", JG_MAGIC_ANY_CREATURE | JG_MAGIC_TAPPED_ONLY},
    {"player", JG_MAGIC_ANY_PLAYER},
    {"opponent", JG_MAGIC_OPPONENT},
    {"you", JG_MAGIC_YOU},
    {"spell", JG_MAGIC_SPELL},
};

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* ---- Words ------------------------------------------------------------------------------ */

static bool is_blank(const span *s) { return s->at < s->end && (*s->at == ' ' || *s->at == '\t'); }

static void skip(span *s) {
    while (is_blank(s)) s->at++;
}

/* Consumes these words, ignoring case, and the blanks after them; or nothing. */
static bool take(span *s, const char *words) {
    span ahead = *s;
    for (; *words; words++) {
        if (*words == ' ') {
            if (!is_blank(&ahead)) return false;
            skip(&ahead);
        } else {
            if (ahead.at == ahead.end || tolower((unsigned char)*ahead.at) != *words) return false;
            ahead.at++;
        }
    }
    if (ahead.at < ahead.end && !is_blank(&ahead)) return false;
    skip(&ahead);
    *s = ahead;
    return true;
}

/* Consumes the text up to a separator, and the separator; returns it trimmed. */
static span split_off(span *s, char sign) {
    const char *found = s->at < s->end ? memchr(s->at, sign, (size_t)(s->end - s->at)) : NULL;
    span before = {s->at, found ? found : s->end};
    s->at = found ? found + 1 : s->end;
    return jg_magic_trim(before);
}

static enum jg_status expected_end(const struct jg_magic_line_reader *r, const span *s) {
    return jg_magic_syntax_error(r, s->at, "unexpected '%.*s'", jg_magic_shown_length(*s), s->at);
}

/* ---- Effects ---------------------------------------------------------------------------- */

/* Consumes recipients such as "creature or player"; 0: none. */
static uint8_t take_nouns(span *s) {
    uint8_t bits = 0;
    do {
        int i = 0;
        while (i < COUNT(NOUNS) && !take(s, NOUNS[i].name)) i++;
        if (i == COUNT(NOUNS)) return 0;
        bits |= NOUNS[i].bits;
    } while (take(s, "or") || take(s, "and"));
    return bits;
}

static enum jg_status wrong_recipient(const struct jg_magic_line_reader *r, const char *begin,
                                      const struct jg_magic_verb_info *verb, unsigned whom) {
    return jg_magic_syntax_error(r, begin,
                                 verb->recipients == JG_MAGIC_SPELL ? "'%s' applies to spells only"
                                 : whom & JG_MAGIC_SPELL            ? "'%s' does not apply to spells"
                                 : verb->recipients == JG_MAGIC_ANY_PLAYER
                                     ? "'%s' applies to players, not to creatures"
                                     : "'%s' applies to creatures, not to players",
                                 verb->keyword);
}

/* Reads the recipient: "target creature", "each player", "you", "it" ... */
static enum jg_status read_whom(const struct jg_magic_line_reader *r, span *s, struct jg_magic_card *card,
                                struct jg_magic_effect *e) {
    const char *begin = s->at;
    const struct jg_magic_verb_info *verb = &jg_magic_verbs[e->verb];
    bool aimed = take(s, "target"), it = !aimed && take(s, "it");
    if (it && !card->target) return jg_magic_syntax_error(r, begin, "'it' needs a target in an earlier effect");
    if (aimed && card->target)
        return jg_magic_syntax_error(r, begin, "a card has only one target; later effects call it 'it'");
    e->each = !aimed && !it;
    if (e->each && !take(s, "each")) {
        if (take(s, "you"))
            e->whom = JG_MAGIC_YOU;
        else if (take(s, "opponent"))
            e->whom = JG_MAGIC_OPPONENT;
        else
            return jg_magic_syntax_error(r, begin,
                                         "expected a recipient: 'target creature', 'each player', 'it', 'you' or "
                                         "'opponent'");
    } else {
        e->whom = it ? card->target : take_nouns(s);
    }
    if (!e->whom)
        return jg_magic_syntax_error(r, s->at,
                                     "expected creature, own creature, opposing creature, attacking creature, tapped "
                                     "creature, player, opponent, you or spell");
    if (e->whom & ~(verb->recipients | JG_MAGIC_ONLY)) return wrong_recipient(r, begin, verb, e->whom);
    if (e->whom & JG_MAGIC_SPELL && e->each)
        return jg_magic_syntax_error(r, begin, "'%s' needs a target spell", verb->keyword);
    if (aimed) card->target = e->whom;
    return JG_OK;
}

static enum jg_status read_amount(const struct jg_magic_line_reader *r, span *s, uint8_t *out) {
    int n;
    const char *begin = s->at;
    if (!jg_magic_take_number(s, JG_MAGIC_STAT_MAX, &n) || (s->at < s->end && !is_blank(s)))
        return jg_magic_syntax_error(r, begin, "expected a number from 0 to %d", JG_MAGIC_STAT_MAX);
    skip(s);
    *out = (uint8_t)n;
    return JG_OK;
}

/* Reads the joint, such as "to", and the recipient. */
static enum jg_status read_joint(const struct jg_magic_line_reader *r, span *s, struct jg_magic_card *card,
                                 struct jg_magic_effect *e) {
    const char *joint = jg_magic_verbs[e->verb].joint;
    if (!take(s, joint)) return jg_magic_syntax_error(r, s->at, "expected '%s'", joint);
    return read_whom(r, s, card, e);
}

/* Reads the arguments of an effect, which begins at `begin`, after its verb. */
static enum jg_status read_arguments(const struct jg_magic_line_reader *r, const char *begin, span *s,
                                     struct jg_magic_card *card, struct jg_magic_effect *e) {
    enum jg_magic_syntax syntax = jg_magic_verbs[e->verb].syntax;
    enum jg_status status;
    bool amount = syntax != JG_MAGIC_WHOM && syntax != JG_MAGIC_ALONE;
    if (amount && (status = read_amount(r, s, &e->amount))) return status;
    switch (syntax) {
    case JG_MAGIC_WHOM: return read_whom(r, s, card, e);
    case JG_MAGIC_N_TO_WHOM: return read_joint(r, s, card, e);
    case JG_MAGIC_N_OPTIONAL_WHOM:
        if (s->at < s->end) return read_joint(r, s, card, e);
        e->whom = JG_MAGIC_YOU;
        e->each = true;
        return JG_OK;
    case JG_MAGIC_N_FOR_CONTROLLER:
        if (!card->target || card->target & ~JG_MAGIC_ANY_CREATURE)
            return jg_magic_syntax_error(r, begin, "'%s' needs a target creature in an earlier effect",
                                         jg_magic_verbs[e->verb].keyword);
        e->whom = card->target;
        return JG_OK;
    case JG_MAGIC_ALONE: e->each = true; return JG_OK;
    }
    return JG_OK;
}

static enum jg_status read_effect(const struct jg_magic_line_reader *r, const char *begin, span *s,
                                  struct jg_magic_card *card, int verb) {
    struct jg_magic_effect e = {.verb = (uint8_t)verb};
    if (card->effects == JG_MAGIC_EFFECTS)
        return jg_magic_syntax_error(r, begin, "a card has at most %d effects", JG_MAGIC_EFFECTS);
    if (jg_magic_verbs[verb].nature & JG_MAGIC_RESPONDS && !jg_magic_is_fast(card))
        return jg_magic_syntax_error(r, begin, "only instants and creatures with flash can have '%s'",
                                     jg_magic_verbs[verb].keyword);
    enum jg_status status = read_arguments(r, begin, s, card, &e);
    if (status) return status;
    if (s->at < s->end) return expected_end(r, s);
    card->effect[card->effects++] = e;
    return JG_OK;
}

static enum jg_status unknown_item(const struct jg_magic_line_reader *r, span item, bool creature) {
    char names[256];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (int i = 0; creature && i < JG_MAGIC_ABILITIES; i++) jg_text_add(&t, "%s, ", jg_magic_abilities[i].name);
    if (creature) jg_text_put(&t, "flash, ");
    for (int i = 0; i < JG_MAGIC_VERB_COUNT; i++) jg_text_add(&t, "%s%s", i ? ", " : "", jg_magic_verbs[i].keyword);
    return jg_magic_syntax_error(r, item.at,
                                 creature ? "unknown ability or effect '%.*s'; expected one of: %s"
                                          : "unknown effect '%.*s'; "
                                            "expected one of: %s",
                                 jg_magic_shown_length(item), item.at, names);
}

static enum jg_status read_item(const struct jg_magic_line_reader *r, span item, struct jg_magic_card *card) {
    span s = item;
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++) {
        const char *name = jg_magic_abilities[i].name;
        if (!take(&s, name)) continue;
        if (card->type != JG_MAGIC_CREATURE) return jg_magic_syntax_error(r, item.at, "only creatures have abilities");
        if (card->abilities >> i & 1) return jg_magic_syntax_error(r, item.at, "%s is given twice", name);
        if (s.at < s.end) return expected_end(r, &s);
        card->abilities |= (uint8_t)(1 << i);
        return JG_OK;
    }
    if (take(&s, "flash")) {
        if (card->type != JG_MAGIC_CREATURE) return jg_magic_syntax_error(r, item.at, "only creatures have abilities");
        if (card->flash) return jg_magic_syntax_error(r, item.at, "%s is given twice", "flash");
        card->flash = true;
        return s.at < s.end ? expected_end(r, &s) : JG_OK;
    }
    for (int i = 0; i < JG_MAGIC_VERB_COUNT; i++)
        if (take(&s, jg_magic_verbs[i].keyword)) return read_effect(r, item.at, &s, card, i);
    return unknown_item(r, item, card->type == JG_MAGIC_CREATURE);
}

/* ---- Cards ------------------------------------------------------------------------------ */

static enum jg_status read_name(const struct jg_magic_line_reader *r, span s, struct jg_magic_card *card) {
    size_t length = (size_t)(s.end - s.at);
    if (!length) return jg_magic_syntax_error(r, s.at, "expected a card name");
    if (length >= JG_MAGIC_NAME)
        return jg_magic_syntax_error(r, s.at, "name too long: at most %d bytes", JG_MAGIC_NAME - 1);
    memcpy(card->name, s.at, length);
    for (size_t i = 0, n; i < length; i += n)
        if (!(n = jg_utf8_printable(card->name + i)))
            return jg_magic_syntax_error(r, s.at + i, "a name must be UTF-8 without control characters");
    size_t plain = strcspn(card->name, "(){}\""); /* files of games have these between moves */
    if (plain < length)
        return jg_magic_syntax_error(r, s.at + plain, "a name must not have parentheses, braces or quotation marks");
    return JG_OK;
}

static bool is_colour(char c) { return c && strchr("WUBRG", c); }

/* "2WW": a number, or letters of one colour, or both. */
static enum jg_status read_cost(const struct jg_magic_line_reader *r, span s, struct jg_magic_card *card) {
    size_t length = (size_t)(s.end - s.at);
    int mana = 0;
    if (!length || length >= sizeof card->cost)
        return jg_magic_syntax_error(r, s.at, "expected a cost of at most %d characters, such as 2WW",
                                     (int)sizeof card->cost - 1);
    memcpy(card->cost, s.at, length);
    jg_magic_take_number(&s, COST_MAX, &mana);
    for (; s.at < s.end; s.at++, mana++) {
        if (!is_colour(*s.at))
            return jg_magic_syntax_error(r, s.at, "a cost is a number up to %d, then letters W, U, B, R or G",
                                         COST_MAX);
        if (card->colour && card->colour != *s.at) return jg_magic_syntax_error(r, s.at, "a card has only one colour");
        card->colour = *s.at;
    }
    if (mana > COST_MAX) return jg_magic_syntax_error(r, s.end - length, "a cost is at most %d", COST_MAX);
    card->mana = (uint8_t)mana;
    return JG_OK;
}

static enum jg_status read_land(const struct jg_magic_line_reader *r, span s, struct jg_magic_card *card) {
    card->type = JG_MAGIC_LAND;
    if (s.at == s.end || !is_colour(*s.at))
        return jg_magic_syntax_error(r, s.at, "expected the colour of its mana: W, U, B, R or G");
    card->colour = *s.at++;
    return s.at < s.end ? expected_end(r, &s) : JG_OK;
}

/* The subtype of a creature, if there is one; an ability there lacks its bar. */
static enum jg_status read_subtype(const struct jg_magic_line_reader *r, span s, struct jg_magic_card *card) {
    if (s.at == s.end) return JG_OK;
    if (!is_blank(&s)) return expected_end(r, &s);
    skip(&s);
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++) {
        span ahead = s;
        if (take(&ahead, jg_magic_abilities[i].name)) return jg_magic_syntax_error(r, s.at, "expected '|'");
    }
    size_t length = (size_t)(s.end - s.at);
    if (length >= sizeof card->subtype)
        return jg_magic_syntax_error(r, s.at, "subtype too long: at most %d letters", JG_MAGIC_SUBTYPE - 1);
    for (size_t i = 0; i < length; i++) {
        if (!isalpha((unsigned char)s.at[i]))
            return jg_magic_syntax_error(r, s.at + i, "a subtype is one word of letters a to z");
        card->subtype[i] = (char)tolower((unsigned char)s.at[i]);
    }
    return JG_OK;
}

static enum jg_status read_type(const struct jg_magic_line_reader *r, span s, struct jg_magic_card *card) {
    int power, toughness;
    if (take(&s, "sorcery")) {
        card->type = JG_MAGIC_SORCERY;
    } else if (take(&s, "instant")) {
        card->type = JG_MAGIC_INSTANT;
    } else if (take(&s, "creature")) {
        const char *begin = s.at;
        card->type = JG_MAGIC_CREATURE;
        bool good = jg_magic_take_number(&s, JG_MAGIC_STAT_MAX, &power) && s.at < s.end && *s.at++ == '/';
        if (!good || !jg_magic_take_number(&s, JG_MAGIC_STAT_MAX, &toughness))
            return jg_magic_syntax_error(r, begin, "expected power and toughness from 0 to %d, such as 3/2",
                                         JG_MAGIC_STAT_MAX);
        card->power = (uint8_t)power;
        card->toughness = (uint8_t)toughness;
        return read_subtype(r, s, card);
    } else {
        return jg_magic_syntax_error(r, s.at, "expected 'creature', 'sorcery' or 'instant'");
    }
    return s.at < s.end ? expected_end(r, &s) : JG_OK;
}

/* Splits a line at its bars and returns the number of fields, FIELDS + 1 if there are too many.
 * Missing fields are empty, at the end of the line. */
static int split_line(span line, span field[FIELDS + 1]) {
    int n = 0;
    for (bool more = true; n <= FIELDS && more; n++) {
        more = line.at < line.end && memchr(line.at, '|', (size_t)(line.end - line.at));
        field[n] = split_off(&line, '|');
    }
    for (int i = n; i <= FIELDS; i++) field[i] = (span){line.end, line.end};
    return n;
}

static enum jg_status read_card(const struct jg_magic_line_reader *r, struct jg_magic_card *card) {
    span field[FIELDS + 1];
    int n = split_line(r->line, field);
    enum jg_status status;
    *card = (struct jg_magic_card){0};
    if ((status = read_name(r, field[0], card))) return status;
    if (n > 1 && take(&field[1], "land")) {
        if (n > 2) return jg_magic_syntax_error(r, field[2].at, "a land has only the colour of its mana");
        return read_land(r, field[1], card);
    }
    if (n < 3)
        return jg_magic_syntax_error(r, r->line.end,
                                     "expected '|': a card is 'NAME | COST | creature 2/2' or 'NAME | land G'");
    if (n > FIELDS) return jg_magic_syntax_error(r, field[FIELDS].at, "a card has at most %d fields", FIELDS);
    if ((status = read_cost(r, field[1], card)) || (status = read_type(r, field[2], card))) return status;
    span list = field[3];
    for (bool more = n > 3; more && !status;) {
        more = list.at < list.end && memchr(list.at, ',', (size_t)(list.end - list.at));
        status = read_item(r, split_off(&list, ','), card);
    }
    if (!status && card->type != JG_MAGIC_CREATURE && !card->effects)
        return jg_magic_syntax_error(r, r->line.end,
                                     card->type == JG_MAGIC_SORCERY ? "a sorcery needs an effect"
                                                                    : "an instant needs an effect");
    return status;
}

/* ---- Lists ------------------------------------------------------------------------------ */

struct jg_magic_card *jg_magic_cards_find(const struct jg_magic_cards *cards, span name) {
    size_t length = (size_t)(name.end - name.at);
    for (int i = 0; i < cards->count; i++)
        if (strlen(cards->at[i].name) == length && !strncasecmp(cards->at[i].name, name.at, length))
            return &cards->at[i];
    return NULL;
}

static struct jg_magic_card *find_same(const struct jg_magic_cards *cards, const struct jg_magic_card *card) {
    return jg_magic_cards_find(cards, (span){card->name, card->name + strlen(card->name)});
}

/* Allocates room for the maximum number of cards. */
static bool allocate(struct jg_magic_cards *cards) {
    if (!cards->at) cards->at = malloc(JG_MAGIC_CARDS_MAX * sizeof *cards->at);
    return cards->at;
}

/* Reads all cards of a text into fresh; the limit includes those of `earlier`. */
static enum jg_status read_all(struct jg_magic_line_reader *r, const struct jg_magic_cards *earlier,
                               struct jg_magic_cards *fresh) {
    int more = earlier->count;
    while (jg_magic_next_line(r)) {
        struct jg_magic_card card;
        enum jg_status status = read_card(r, &card);
        if (status) return status;
        if (find_same(fresh, &card)) return jg_magic_syntax_error(r, r->line.at, "%s is given twice", card.name);
        if (!find_same(earlier, &card) && more++ == JG_MAGIC_CARDS_MAX)
            return jg_magic_syntax_error(r, r->line.at, "at most %d cards are allowed", JG_MAGIC_CARDS_MAX);
        fresh->at[fresh->count++] = card;
    }
    return JG_OK;
}

enum jg_status jg_magic_cards_read(struct jg_magic_cards *cards, const char *file, const char *text, size_t length,
                                   struct jg_error *err) {
    if (!length) text = "";
    struct jg_magic_line_reader r = {.file = file, .text = text, .end = text + length, .next = text, .err = err};
    struct jg_magic_cards fresh = {0};
    if (length > JG_MAGIC_FILE_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: larger than %zu bytes", file, (size_t)JG_MAGIC_FILE_MAX);
    if (!allocate(cards) || !allocate(&fresh)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = read_all(&r, cards, &fresh);
    for (int i = 0; !status && i < fresh.count; i++) {
        struct jg_magic_card *same = find_same(cards, &fresh.at[i]);
        *(same ? same : &cards->at[cards->count++]) = fresh.at[i];
    }
    jg_magic_cards_free(&fresh);
    return status;
}

enum jg_status jg_magic_cards_load(struct jg_magic_cards *cards, const char *path, struct jg_error *err) {
    struct jg_error own = {.lang = err ? err->lang : JG_EN};
    char *text = jg_file_read(path, JG_MAGIC_FILE_MAX, &own);
    enum jg_status status = text ? jg_magic_cards_read(cards, path, text, strlen(text), &own) : own.code;
    free(text);
    own.position = JG_NO_POSITION;
    if (status && err) *err = own;
    return status;
}

void jg_magic_cards_free(struct jg_magic_cards *cards) {
    free(cards->at);
    *cards = (struct jg_magic_cards){0};
}
