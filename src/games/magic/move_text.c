/* Moves as text: Volcanic-Hammer, 22, player2, done. Reading accepts shorter forms and explains why
 * a move is illegal. */
#include "games/magic/text.h"

#include "core/scan.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const WORDS[] = {
    [JG_MAGIC_KEEP] = "keep",  [JG_MAGIC_TAKE_MULLIGAN] = "mulligan",
    [JG_MAGIC_TO_TOP] = "top", [JG_MAGIC_TO_BOTTOM] = "bottom",
    [JG_MAGIC_PASS] = "pass",  [JG_MAGIC_DONE] = "done",
};

/* The name of a card as one word. */
static void print_card(const struct jg_magic_card *card, struct jg_text *t) {
    for (const char *p = card->name; *p; p++) jg_text_char(t, *p == ' ' ? '-' : *p);
}

void jg_magic_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    const struct jg_magic *s = state;
    int number = jg_magic_move_arg(move);
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_STARTS: jg_text_add(t, "starts:%d", number + 1); break;
    case JG_MAGIC_DRAWS:
        jg_text_put(t, "draw:");
        if (number == JG_MAGIC_HIDDEN)
            jg_text_char(t, '?');
        else
            print_card(jg_magic_card(g, jg_magic_mover(s), number), t);
        break;
    case JG_MAGIC_PLAY:
    case JG_MAGIC_DISCARD_CARD: print_card(jg_magic_card(g, jg_magic_mover(s), number), t); break;
    case JG_MAGIC_TARGET_PLAYER: jg_text_add(t, "player%d", number + 1); break;
    case JG_MAGIC_TARGET_CREATURE:
    case JG_MAGIC_TARGET_SPELL:
    case JG_MAGIC_ATTACK_WITH:
    case JG_MAGIC_BLOCK_WITH:
    case JG_MAGIC_BLOCK_ATTACKER:
    case JG_MAGIC_ORDER_NEXT: jg_text_add(t, "%d", number); break;
    default: jg_text_put(t, WORDS[jg_magic_move_type(move)]);
    }
}

/* ---- Cards by what people type ---------------------------------------------------------- */

static char plain(char c) { return (char)(c == ' ' || c == '_' ? '-' : tolower((unsigned char)c)); }

/* The length of text if name begins with it, ignoring case; -1: it does not. */
static int begins(const char *name, const char *text) {
    int n = 0;
    for (; text[n]; n++)
        if (plain(name[n]) != plain(text[n])) return -1;
    return n;
}

int jg_magic_match_card(const struct jg_magic_deck *deck, const char *text) {
    int length = (int)strlen(text), found = -1;
    bool several = false;
    for (int kind = 0; kind < deck->kinds; kind++) {
        const char *name = deck->card[kind].name;
        if (begins(name, text) == length && !name[length]) return kind;
        /* a single lower-case letter is left to the caller */
        if (length > 1 ? !strcasecmp(deck->code[kind], text) : !strcmp(deck->code[kind], text)) return kind;
    }
    for (int kind = 0; kind < deck->kinds && length > 1; kind++) {
        if (begins(deck->card[kind].name, text) != length) continue;
        several |= found >= 0;
        found = kind;
    }
    return several ? -2 : found;
}

int jg_magic_nth_in_hand(const struct jg_magic_side *side, int n) {
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) {
        if (n >= 1 && n <= side->hand[kind]) return kind;
        n -= side->hand[kind];
    }
    return -1;
}

/* ---- Reading ---------------------------------------------------------------------------- */

struct input {
    const struct jg_game *g;
    const struct jg_magic *s;
    const char *text;
    jg_move all[JG_MOVES_MAX];
    int n;
    struct jg_error *err;
};

#define bad_move(a, ...) jg_fail((a)->err, JG_EINPUT, 0, __VA_ARGS__)

static bool is_legal(const struct input *a, jg_move move) {
    for (int i = 0; i < a->n; i++)
        if (a->all[i] == move) return true;
    return false;
}

/* Lists the legal moves, as many as fit. */
static void list_moves(const struct input *a, char *out, size_t size) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    for (int i = 0; i < a->n; i++) {
        char word[JG_MOVE_MAX];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_magic_print_move(a->g, a->s, a->all[i], &w);
        if (t.used + w.used + 8 > size) {
            jg_text_put(&t, ", ...");
            return;
        }
        jg_text_add(&t, "%s%s", i ? ", " : "", word);
    }
}

static enum jg_status expected(const struct input *a) {
    char list[200];
    list_moves(a, list, sizeof list);
    return bad_move(a, "expected one of: %s", list);
}

static bool is_number(const char *text, int *n) {
    struct jg_scan scan = jg_scan_begin(text);
    return jg_scan_number(&scan, 255, n) && jg_scan_end(&scan);
}

/* The type of a move without argument, in any language; 0: none. */
static int word_of(const struct input *a) {
    static const struct {
        const char *text;
        int word;
    } SYNONYMS[] = {
        {"keep", JG_MAGIC_KEEP},
        {"k", JG_MAGIC_KEEP},
        {"manter", JG_MAGIC_KEEP},
        {"ficar", JG_MAGIC_KEEP},
        {"mulligan", JG_MAGIC_TAKE_MULLIGAN},
        {"trocar", JG_MAGIC_TAKE_MULLIGAN},
        {"top", JG_MAGIC_TO_TOP},
        {"cima", JG_MAGIC_TO_TOP},
        {"bottom", JG_MAGIC_TO_BOTTOM},
        {"fundo", JG_MAGIC_TO_BOTTOM},
        {"pass", JG_MAGIC_PASS},
        {"passar", JG_MAGIC_PASS},
        {"done", JG_MAGIC_PASS},
        {"pronto", JG_MAGIC_PASS},
        {"fim", JG_MAGIC_PASS},
        {"0", JG_MAGIC_PASS},
    };
    for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++)
        if (!strcasecmp(a->text, SYNONYMS[i].text)) return SYNONYMS[i].word;
    return 0;
}

/* "done" means pass in a main phase, and "pass" means done in combat. */
static bool read_word(const struct input *a, jg_move *move) {
    int word = word_of(a);
    if (!word) return false;
    *move = jg_magic_move(word, 0);
    if (word == JG_MAGIC_PASS && !is_legal(a, *move)) *move = jg_magic_move(JG_MAGIC_DONE, 0);
    return is_legal(a, *move);
}

static enum jg_status reject_card(const struct input *a, int kind) {
    const struct jg_magic *s = a->s;
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    const struct jg_magic_card *card = jg_magic_card(a->g, jg_magic_mover(s), kind);
    if (!own->hand[kind]) return bad_move(a, "%s is not in your hand", card->name);
    if (s->phase == JG_MAGIC_RESPOND && !jg_magic_is_fast(card))
        return bad_move(a, "%s is neither an instant nor a creature with flash", card->name);
    if (s->phase == JG_MAGIC_RESPOND && s->spells == JG_MAGIC_STACK)
        return bad_move(a, "the stack has %d spells, the maximum", JG_MAGIC_STACK);
    if (card->type == JG_MAGIC_LAND) return bad_move(a, "you have already played a land this turn");
    if (card->mana > own->untapped)
        return bad_move(a, "%s costs %d; untapped lands: %d", card->name, card->mana, own->untapped);
    if (card->type == JG_MAGIC_CREATURE) return bad_move(a, "you have %d creatures, the maximum", JG_MAGIC_CREATURES);
    return bad_move(a, "%s has no legal target", card->name);
}

/* A card in hand by number, name or code. */
static enum jg_status read_card(const struct input *a, jg_move *move) {
    const struct jg_magic *s = a->s;
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    int n, kind;
    if (is_number(a->text, &n)) {
        kind = jg_magic_nth_in_hand(own, n);
        if (kind < 0 && n) return bad_move(a, "your hand has %d cards", own->in_hand);
    } else {
        kind = jg_magic_match_card(jg_magic_deck(a->g, jg_magic_mover(s)), a->text);
        if (kind == -2) return bad_move(a, "several cards begin like that; type more letters");
    }
    if (kind < 0) return expected(a);
    *move = jg_magic_move(s->phase == JG_MAGIC_DISCARD ? JG_MAGIC_DISCARD_CARD : JG_MAGIC_PLAY, kind);
    return is_legal(a, *move) ? JG_OK : reject_card(a, kind);
}

static enum jg_status reject_creature(const struct input *a, int seat, const struct jg_magic_creature *c) {
    const struct jg_magic *s = a->s;
    const char *name = jg_magic_card(a->g, seat, c->kind)->name;
    bool attack = s->phase == JG_MAGIC_ATTACK;
    if (s->phase != JG_MAGIC_ATTACK && s->phase != JG_MAGIC_BLOCK) return expected(a);
    if (seat != jg_magic_turn(s)) return bad_move(a, "%s is not yours", name);
    if (c->flags & JG_MAGIC_ATTACKS) return bad_move(a, "%s is already attacking", name);
    if (c->blocks) return bad_move(a, "%s is already blocking", name);
    if (c->flags & JG_MAGIC_TAPPED) return bad_move(a, "%s is tapped", name);
    if (attack && c->flags & JG_MAGIC_SICK && !(jg_magic_card(a->g, seat, c->kind)->abilities & JG_MAGIC_HASTE))
        return bad_move(a, "%s has summoning sickness: it entered this turn", name);
    if (jg_magic_find_creature(&s->side[seat], c->id) < s->from)
        return bad_move(a, "%s comes before a creature already chosen; choose in order of number", name);
    return bad_move(a, "%s cannot block any attacker", name);
}

/* A creature by id, or by name if only one is legal. */
static enum jg_status read_creature(const struct input *a, jg_move *move) {
    int n, found = 0;
    if (is_number(a->text, &n)) {
        for (int i = 0; i < a->n; i++)
            if (jg_magic_move_arg(a->all[i]) == n && jg_magic_move_type(a->all[i]) != JG_MAGIC_TARGET_PLAYER &&
                jg_magic_move_type(a->all[i]) != JG_MAGIC_DONE) {
                *move = a->all[i];
                return JG_OK;
            }
        for (int seat = 0; seat < 2; seat++) {
            int i = jg_magic_find_creature(&a->s->side[seat], n);
            if (i >= 0) return reject_creature(a, seat, &a->s->side[seat].creature[i]);
        }
        return expected(a);
    }
    for (int i = 0; i < a->n; i++)
        for (int seat = 0; seat < 2; seat++) {
            int at = jg_magic_find_creature(&a->s->side[seat], jg_magic_move_arg(a->all[i]));
            int type = jg_magic_move_type(a->all[i]);
            if (at < 0 || type == JG_MAGIC_TARGET_PLAYER || type == JG_MAGIC_TARGET_SPELL) continue;
            int kind = jg_magic_match_card(jg_magic_deck(a->g, seat), a->text);
            if (kind != a->s->side[seat].creature[at].kind) continue;
            *move = a->all[i];
            found++;
        }
    if (found > 1) return bad_move(a, "several creatures have that name; type the number");
    return found ? JG_OK : expected(a);
}

static bool read_player(const struct input *a, jg_move *move) {
    static const struct {
        const char *text;
        bool opponent;
    } SYNONYMS[] = {{"me", false}, {"eu", false}, {"opponent", true}, {"oponente", true}};
    for (int seat = 0; seat < 2; seat++) {
        *move = jg_magic_move(JG_MAGIC_TARGET_PLAYER, seat);
        if ((!strcasecmp(a->text, seat ? "player2" : "player1") ||
             !strcasecmp(a->text, seat ? "jogador2" : "jogador1")) &&
            is_legal(a, *move))
            return true;
    }
    for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++) {
        *move = jg_magic_move(JG_MAGIC_TARGET_PLAYER,
                              SYNONYMS[i].opponent ? 1 - jg_magic_mover(a->s) : jg_magic_mover(a->s));
        if (!strcasecmp(a->text, SYNONYMS[i].text) && is_legal(a, *move)) return true;
    }
    return false;
}

/* A spell by its name, the top one first. */
static bool read_spell(const struct input *a, jg_move *move) {
    for (int i = 0; i < a->n; i++) {
        if (jg_magic_move_type(a->all[i]) != JG_MAGIC_TARGET_SPELL) continue;
        const struct jg_magic_spell *spell = &a->s->stack[jg_magic_find_spell(a->s, jg_magic_move_arg(a->all[i]))];
        if (jg_magic_match_card(jg_magic_deck(a->g, spell->seat), a->text) != spell->kind) continue;
        *move = a->all[i];
        return true;
    }
    return false;
}

static enum jg_status read_target(const struct input *a, jg_move *move) {
    if (read_player(a, move) || read_spell(a, move)) return JG_OK;
    *move = jg_magic_move(JG_MAGIC_TARGET_CREATURE, a->s->last_id + 1);
    if ((!strcasecmp(a->text, "itself") || !strcasecmp(a->text, "ela")) && is_legal(a, *move)) return JG_OK;
    return read_creature(a, move);
}

/* draw:Mountain, starts:1 */
static enum jg_status read_chance(const struct input *a, jg_move *move) {
    const struct jg_magic *s = a->s;
    bool toss = s->phase == JG_MAGIC_TOSS;
    size_t length = toss ? 7 : 5;
    int n;
    if (toss) {
        if (strncasecmp(a->text, "starts:", length) || !is_number(a->text + length, &n) || n < 1 || n > 2)
            return bad_move(a, "expected the starting player: starts:1 or starts:2");
        *move = jg_magic_move(JG_MAGIC_STARTS, n - 1);
        return JG_OK;
    }
    const struct jg_magic_deck *deck = jg_magic_deck(a->g, jg_magic_mover(s));
    if (strncasecmp(a->text, "draw:", length))
        return bad_move(a, "expected a card drawn, such as draw:%s", deck->card[0].name);
    int kind = jg_magic_match_card(deck, a->text + length);
    if (kind < 0) return bad_move(a, "the deck %s has no such card", deck->name);
    *move = jg_magic_move(JG_MAGIC_DRAWS, kind);
    return jg_legal(a->g, s, *move) ? JG_OK : bad_move(a, "%s cannot be drawn now", deck->card[kind].name);
}

enum jg_status jg_magic_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                   struct jg_error *err) {
    struct input a = {.g = g, .s = state, .text = text, .err = err};
    if (jg_magic_turn(a.s) == JG_CHANCE) return read_chance(&a, move);
    a.n = jg_moves(g, state, a.all);
    if (read_word(&a, move)) return JG_OK;
    switch (a.s->phase) {
    case JG_MAGIC_MULLIGAN:
    case JG_MAGIC_SCRY: return expected(&a);
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_RESPOND:
    case JG_MAGIC_DISCARD: return read_card(&a, move);
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_AIM: return read_target(&a, move);
    default: return read_creature(&a, move);
    }
}
