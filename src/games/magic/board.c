/* The board in the terminal: turn, both sides, the numbered hand of the viewer, and the prompt. */
#include "games/magic/text.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, COST_AT = 28, POWER_AT = 33, BESIDE = 6 };

struct painter {
    const struct jg_game *g;
    const struct jg_magic *s;
    const struct jg_style *style;
    struct jg_text *t;
    int column, indent;
};

static const char *tr(const struct painter *p, const char *english) { return jg_tr(p->style->lang, english); }

/* ---- Lines -------------------------------------------------------------------------------- */

static int width(const char *text) {
    int n = 0;
    for (; *text; text++) n += (*text & 0xc0) != 0x80;
    return n;
}

static void put(struct painter *p, const char *text) {
    jg_text_put(p->t, text);
    p->column += width(text);
}

static void end_line(struct painter *p) {
    jg_text_char(p->t, '\n');
    p->column = 0;
}

/* Writes a piece without breaking it, on a new line if it does not fit. */
static void put_wrapped(struct painter *p, const char *piece, enum jg_ink ink) {
    bool gap = piece[0] == ' ';
    if (p->column + width(piece) > COLUMNS - 1) {
        end_line(p);
        jg_text_add(p->t, "%*s", p->indent, "");
        p->column = p->indent;
        piece += gap;
    }
    jg_ink(p->t, p->style, ink);
    put(p, piece);
    if (ink != JG_INK_PLAIN) jg_ink(p->t, p->style, JG_INK_PLAIN);
}

static void put_words(struct painter *p, const char *text) {
    while (*text) {
        char word[64];
        size_t n = strcspn(text + 1, " ") + 1;
        struct jg_text t;
        jg_text_init(&t, word, sizeof word);
        jg_text_add(&t, "%.*s", (int)n, text);
        put_wrapped(p, word, JG_INK_PLAIN);
        text += n;
    }
}

/* ---- Creatures ---------------------------------------------------------------------------- */

/* "flying, vigilance"; "" for none. */
static void print_abilities(unsigned abilities, jg_lang lang, struct jg_text *t) {
    const char *gap = "";
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++) {
        if (!(abilities >> i & 1)) continue;
        jg_text_add(t, "%s%s", gap, jg_tr(lang, jg_magic_abilities[i].name));
        gap = ", ";
    }
}

/* Whether the last move concerns this creature. */
static bool is_last_move(const struct painter *p, const struct jg_magic_creature *c) {
    int number = jg_magic_move_arg(p->style->last);
    switch (jg_magic_move_type(p->style->last)) {
    case JG_MAGIC_TARGET_CREATURE:
    case JG_MAGIC_ATTACK_WITH:
    case JG_MAGIC_BLOCK_WITH:
    case JG_MAGIC_BLOCK_ATTACKER:
    case JG_MAGIC_ORDER_NEXT: return c->id == number;
    case JG_MAGIC_PLAY: return c->id == p->s->last_id && c->kind == number;
    default: return false;
    }
}

/* The abilities and the status of a creature. */
static void print_status(struct painter *p, bool active, const struct jg_magic_card *card,
                         const struct jg_magic_creature *c) {
    char text[256], number[64];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    print_abilities(card->abilities, p->style->lang, &t);
    const char *gap = t.used ? ", " : "";
    if (active && c->flags & JG_MAGIC_SICK && !(card->abilities & JG_MAGIC_HASTE)) {
        jg_text_add(&t, "%s%s", gap, tr(p, "summoning sick"));
        gap = ", ";
    }
    if (c->flags & JG_MAGIC_ATTACKS) {
        jg_text_add(&t, "%s%s", gap, tr(p, "attacks"));
        gap = ", ";
    }
    if (c->flags & JG_MAGIC_BLOCKED) {
        jg_text_add(&t, "%s%s", gap, tr(p, "blocked"));
        gap = ", ";
    }
    if (c->blocks) {
        snprintf(number, sizeof number, tr(p, "blocks [%d]"), c->blocks);
        jg_text_add(&t, "%s%s", gap, number);
        gap = ", ";
    }
    if (c->order) {
        snprintf(number, sizeof number, tr(p, "damage order %d"), c->order);
        jg_text_add(&t, "%s%s", gap, number);
    }
    if (!t.used) return;
    put(p, " ");
    put_words(p, text);
}

/* [22] Skyraker Giant U 3/4 (0) reach */
static void print_creature(struct painter *p, int seat, const struct jg_magic_creature *c) {
    const struct jg_magic_card *card = jg_magic_card(p->g, seat, c->kind);
    bool tapped = c->flags & JG_MAGIC_TAPPED, last = is_last_move(p, c);
    char text[128];
    snprintf(text, sizeof text, "%s[%d] %s %s %d/%d (%d)", c->id < 10 ? " " : "", c->id, card->name,
             tapped ? tr(p, "T") : tr(p, "U"), jg_magic_power(card, c), jg_magic_toughness(card, c), c->damage);
    put(p, last && !p->style->colour ? " >" : "  ");
    p->indent = BESIDE;
    put_wrapped(p, text,
                last                          ? JG_INK_MARK
                : c->flags & JG_MAGIC_ATTACKS ? JG_INK_STRONG
                : tapped                      ? JG_INK_FAINT
                                              : JG_INK_PLAIN);
    print_status(p, seat == p->s->active, card, c);
    end_line(p);
}

/* ---- Sides -------------------------------------------------------------------------------- */

static void print_lands(struct painter *p, int seat) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->g, seat);
    const struct jg_magic_side *side = &p->s->side[seat];
    int tapped = side->lands - side->untapped;
    if (!side->lands) return;
    jg_text_put(p->t, "  ");
    if (side->untapped) jg_text_add(p->t, "%d %s %s", side->untapped, deck->card[deck->land].name, tr(p, "U"));
    if (tapped) {
        jg_ink(p->t, p->style, JG_INK_FAINT);
        if (side->untapped)
            jg_text_add(p->t, ", %d %s", tapped, tr(p, "T"));
        else
            jg_text_add(p->t, "%d %s %s", tapped, deck->card[deck->land].name, tr(p, "T"));
        jg_ink(p->t, p->style, JG_INK_PLAIN);
    }
    end_line(p);
}

static void print_graveyard(struct painter *p, int seat) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->g, seat);
    const uint8_t *grave = p->s->side[seat].grave;
    bool any = false;
    p->indent = BESIDE;
    for (int kind = 0; kind < deck->kinds; kind++) {
        char piece[JG_MAGIC_NAME + 16];
        if (!grave[kind]) continue;
        if (any) put(p, ",");
        if (!any) {
            put(p, "  ");
            put(p, tr(p, "Graveyard:"));
        }
        struct jg_text t;
        jg_text_init(&t, piece, sizeof piece);
        jg_text_char(&t, ' ');
        if (grave[kind] > 1) jg_text_add(&t, "%d ", grave[kind]);
        jg_text_put(&t, deck->card[kind].name);
        put_wrapped(p, piece, JG_INK_FAINT);
        any = true;
    }
    if (any) end_line(p);
}

/* The known top and bottom cards of a library. */
static void print_known(struct painter *p, int seat) {
    const struct jg_magic_side *side = &p->s->side[seat];
    if (p->s->phase == JG_MAGIC_SCRY && seat == p->s->active) return;
    if (side->top < JG_MAGIC_HIDDEN)
        jg_text_add(p->t, tr(p, "  On top of the library: %s\n"), jg_magic_card(p->g, seat, side->top)->name);
    if (side->bottom < JG_MAGIC_HIDDEN)
        jg_text_add(p->t, tr(p, "  On the bottom of the library: %s\n"), jg_magic_card(p->g, seat, side->bottom)->name);
}

static void print_side(struct painter *p, int seat) {
    const struct jg_magic_side *own = &p->s->side[seat];
    bool active = seat == p->s->active;
    if (p->s->turn) put(p, active ? tr(p, "Active player: ") : tr(p, "Opponent: "));
    jg_ink(p->t, p->style, seat ? JG_INK_SECOND : JG_INK_FIRST);
    put(p, jg_seat_name(p->g, seat, p->style->lang));
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    jg_text_add(p->t, tr(p, " - %d life, hand %d, library %d\n"), own->life, own->in_hand, own->in_library);
    p->column = 0;
    print_lands(p, seat);
    for (int i = 0; i < own->creatures; i++) print_creature(p, seat, &own->creature[i]);
    print_graveyard(p, seat);
    print_known(p, seat);
}

/* ---- The stack ---------------------------------------------------------------------------- */

static const char *creature_name(const struct painter *p, int id) {
    for (int seat = 0; seat < 2; seat++) {
        int i = jg_magic_find_creature(&p->s->side[seat], id);
        if (i >= 0) return jg_magic_card(p->g, seat, p->s->side[seat].creature[i].kind)->name;
    }
    return "";
}

static const char *target_name(const struct painter *p, const struct jg_magic_spell *spell, char out[64]) {
    int number = jg_magic_move_arg(spell->target), i;
    switch (jg_magic_move_type(spell->target)) {
    case JG_MAGIC_TARGET_PLAYER: return jg_seat_name(p->g, number, p->style->lang);
    case JG_MAGIC_TARGET_SPELL:
        i = jg_magic_find_spell(p->s, number);
        if (i < 0) break;
        snprintf(out, 64, "%s [%d]", jg_magic_card(p->g, p->s->stack[i].seat, p->s->stack[i].kind)->name, number);
        return out;
    default:
        if (number == spell->id) return tr(p, "itself");
        if (!*creature_name(p, number)) break;
        snprintf(out, 64, "%s [%d]", creature_name(p, number), number);
        return out;
    }
    return tr(p, "a target that is gone");
}

/* The stack, the spell that resolves first on top:
 *   [30] Counterspell (Blue) on Giant Growth [29] */
static void print_stack(struct painter *p) {
    const struct jg_magic *s = p->s;
    if (s->fog) jg_text_add(p->t, "\n%s\n", tr(p, "All combat damage is prevented this turn."));
    if (!s->spells) return;
    jg_text_add(p->t, "\n%s\n", tr(p, "Stack, the top resolves first:"));
    for (int i = s->spells - 1; i >= 0; i--) {
        const struct jg_magic_spell *spell = &s->stack[i];
        char name[64];
        jg_text_add(p->t, "  [%d] ", spell->id);
        jg_ink(p->t, p->style, JG_INK_STRONG);
        jg_text_put(p->t, jg_magic_card(p->g, spell->seat, spell->kind)->name);
        jg_ink(p->t, p->style, JG_INK_PLAIN);
        jg_text_add(p->t, " (%s)", jg_seat_name(p->g, spell->seat, p->style->lang));
        if (spell->target) jg_text_add(p->t, "%s%s", tr(p, " on "), target_name(p, spell, name));
        jg_text_char(p->t, '\n');
    }
}

/* ---- Hands -------------------------------------------------------------------------------- */

static bool main_phase(int phase) { return phase == JG_MAGIC_MAIN_1 || phase == JG_MAGIC_MAIN_2; }

/* 1) Angel of Mercy 4W 3/3 flying */
static void print_hand_card(struct painter *p, int seat, int kind, int number) {
    const struct jg_magic_card *card = jg_magic_card(p->g, seat, kind);
    bool asked = main_phase(p->s->phase) || p->s->phase == JG_MAGIC_RESPOND;
    bool playable = asked && seat == jg_magic_mover(p->s) && jg_magic_can_play(p->g, p->s, kind);
    char text[128], abilities[128];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "%s%d) %s", number < 10 ? " " : "", number, card->name);
    if (card->cost[0]) jg_text_add(&t, "%*s%s", t.used < COST_AT ? (int)(COST_AT - t.used) : 1, "", card->cost);
    if (card->type == JG_MAGIC_CREATURE)
        jg_text_add(&t, "%*s%d/%d", t.used < POWER_AT ? (int)(POWER_AT - t.used) : 1, "", card->power, card->toughness);
    if (card->type == JG_MAGIC_INSTANT)
        jg_text_add(&t, "%*s%s", t.used < POWER_AT ? (int)(POWER_AT - t.used) : 1, "", tr(p, "instant"));
    put(p, playable ? "*" : " ");
    p->indent = BESIDE;
    put_wrapped(p, text, playable ? JG_INK_STRONG : JG_INK_PLAIN);
    jg_text_init(&t, abilities, sizeof abilities);
    if (card->flash) jg_text_add(&t, "%s%s", tr(p, "flash"), card->abilities ? ", " : "");
    print_abilities(card->abilities, p->style->lang, &t);
    if (t.used) {
        put(p, " ");
        put_words(p, abilities);
    }
    end_line(p);
}

static void print_hand(struct painter *p, int seat) {
    const struct jg_magic_side *own = &p->s->side[seat];
    int number = 0;
    if (jg_magic_hand_hidden(p->s, seat) || !own->in_hand) return;
    if (!p->style->brief) jg_text_char(p->t, '\n');
    if (p->style->seat != seat) jg_text_add(p->t, tr(p, "Hand of %s:\n"), jg_seat_name(p->g, seat, p->style->lang));
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++)
        for (int i = 0; i < own->hand[kind]; i++) print_hand_card(p, seat, kind, ++number);
}

/* ---- Questions ---------------------------------------------------------------------------- */

/* The legal moves after a prompt. */
static void print_choices(struct painter *p) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(p->g, p->s, moves);
    for (int i = 0; i < n; i++) {
        char word[JG_MOVE_MAX], piece[JG_MOVE_MAX + 2];
        struct jg_text t;
        if (jg_magic_move_type(moves[i]) == JG_MAGIC_DONE) continue;
        jg_text_init(&t, word, sizeof word);
        jg_magic_print_move(p->g, p->s, moves[i], &t);
        snprintf(piece, sizeof piece, i ? ", %s" : " %s", word);
        if (i) put(p, ",");
        put_wrapped(p, i ? piece + 1 : piece, JG_INK_STRONG);
    }
}

static int lands_in_hand(const struct painter *p) {
    const struct jg_magic_deck *deck = jg_magic_deck(p->g, p->s->active);
    return deck->land == JG_MAGIC_NONE ? 0 : p->s->side[p->s->active].hand[deck->land];
}

static void ask_card(struct painter *p) {
    const struct jg_magic_side *own = &p->s->side[p->s->active];
    char text[256];
    switch (p->s->phase) {
    case JG_MAGIC_MULLIGAN:
        snprintf(text, sizeof text, tr(p, "Cards: %d, lands: %d. Keep, or mulligan to %d?"), own->in_hand,
                 lands_in_hand(p), own->in_hand - 1);
        break;
    case JG_MAGIC_SCRY:
        snprintf(text, sizeof text, tr(p, "The top card is %s. Leave it on top, or put it on the bottom?"),
                 jg_magic_card(p->g, p->s->active, own->top)->name);
        break;
    case JG_MAGIC_DISCARD:
        snprintf(text, sizeof text, tr(p, "Choose a card to discard (hand limit %d, you have %d)"), JG_MAGIC_HAND,
                 own->in_hand);
        break;
    case JG_MAGIC_RESPOND:
        snprintf(text, sizeof text, "%s",
                 p->s->spells ? tr(p, "Respond to the top of the stack (0: pass)")
                              : tr(p, "Cast an instant or a creature with flash (0: pass)"));
        break;
    default:
        snprintf(text, sizeof text, "%s",
                 p->s->phase == JG_MAGIC_MAIN_1 ? tr(p, "Choose a card to play (0: go to combat)")
                                                : tr(p, "Choose a card to play (0: end the turn)"));
    }
    put_words(p, text);
}

static void ask_creature(struct painter *p) {
    const struct jg_magic *s = p->s;
    char text[256];
    switch (s->phase) {
    case JG_MAGIC_ATTACK: snprintf(text, sizeof text, "%s", tr(p, "Choose attackers by number (0: done):")); break;
    case JG_MAGIC_BLOCK: snprintf(text, sizeof text, "%s", tr(p, "Choose blockers by number (0: done):")); break;
    case JG_MAGIC_BLOCK_WHICH:
        snprintf(text, sizeof text, tr(p, "Which attacker does %s [%d] block?"), creature_name(p, s->chosen),
                 s->chosen);
        break;
    case JG_MAGIC_ORDER:
        snprintf(text, sizeof text, tr(p, "Which blocker does %s [%d] damage next?"), creature_name(p, s->chosen),
                 s->chosen);
        break;
    default:
        snprintf(text, sizeof text, tr(p, "Choose the target of %s:"),
                 jg_magic_card(p->g, jg_magic_mover(s), s->chosen)->name);
    }
    put_words(p, text);
    print_choices(p);
}

/* The prompt, if the viewer is to move. */
static void print_prompt(struct painter *p) {
    int turn = jg_magic_turn(p->s);
    if (turn < 0 || jg_magic_hand_hidden(p->s, turn) || (p->style->seat != JG_NOBODY && p->style->seat != turn)) return;
    if (p->t->used) jg_text_char(p->t, '\n');
    p->indent = 2;
    switch (p->s->phase) {
    case JG_MAGIC_MULLIGAN:
    case JG_MAGIC_SCRY:
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_RESPOND:
    case JG_MAGIC_DISCARD: ask_card(p); break;
    default: ask_creature(p);
    }
    end_line(p);
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char *const PHASES[] = {
    [JG_MAGIC_TOSS] = "coin toss",
    [JG_MAGIC_DEAL] = "dealing hands",
    [JG_MAGIC_MULLIGAN] = "mulligan",
    [JG_MAGIC_LOOK] = "scry",
    [JG_MAGIC_SCRY] = "scry",
    [JG_MAGIC_DRAW] = "draw step",
    [JG_MAGIC_MAIN_1] = "first main phase",
    [JG_MAGIC_ATTACK] = "declare attackers",
    [JG_MAGIC_BLOCK] = "declare blockers",
    [JG_MAGIC_BLOCK_WHICH] = "declare blockers",
    [JG_MAGIC_ORDER] = "damage order",
    [JG_MAGIC_MAIN_2] = "second main phase",
    [JG_MAGIC_TARGET_1] = "first main phase",
    [JG_MAGIC_TARGET_2] = "second main phase",
    [JG_MAGIC_DISCARD] = "cleanup step",
    [JG_MAGIC_END] = "the game is over",
    [JG_MAGIC_RESPOND] = "responses",
    [JG_MAGIC_AIM] = "responses",
    [JG_MAGIC_MORE] = "drawing",
};

static const char *const STEPS[] = {
    [JG_MAGIC_STEP_COMBAT] = "beginning of combat",        [JG_MAGIC_STEP_ATTACKERS] = "after declaring attackers",
    [JG_MAGIC_STEP_BLOCKERS] = "after declaring blockers", [JG_MAGIC_STEP_END] = "end of turn",
    [JG_MAGIC_STEP_MAIN_1] = "first main phase",           [JG_MAGIC_STEP_MAIN_2] = "second main phase",
};

const char *jg_magic_phase_title(int phase, jg_lang lang) { return jg_tr(lang, PHASES[phase]); }

static void print_heading(struct painter *p) {
    const struct jg_magic *s = p->s;
    jg_ink(p->t, p->style, JG_INK_STRONG);
    if (s->turn)
        jg_text_add(p->t, tr(p, "Turn %d (%s)"), s->turn, jg_seat_name(p->g, s->active, p->style->lang));
    else
        jg_text_put(p->t, tr(p, "Before the game"));
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    jg_text_add(p->t, ": %s",
                s->phase > JG_MAGIC_END ? tr(p, STEPS[s->step]) : jg_magic_phase_title(s->phase, p->style->lang));
    if (!s->turn && s->starter != JG_MAGIC_NONE) {
        jg_text_put(p->t, "; ");
        jg_text_add(p->t, tr(p, "%s starts"), jg_seat_name(p->g, s->starter, p->style->lang));
    }
    jg_text_put(p->t, "\n\n");
}

void jg_magic_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct jg_magic *s = state;
    struct painter p = {.g = g, .s = s, .style = style, .t = t};
    int phase = s->phase, last = s->active;
    bool hands =
        phase != JG_MAGIC_ATTACK && phase != JG_MAGIC_BLOCK && phase != JG_MAGIC_BLOCK_WHICH && phase != JG_MAGIC_ORDER;
    if (!style->brief) {
        print_heading(&p);
        print_side(&p, s->active);
        jg_text_char(t, '\n');
        print_side(&p, 1 - s->active);
        print_stack(&p);
    }
    if (style->seat >= 0) last = style->seat;
    if (!style->brief) print_hand(&p, 1 - last);
    if (!style->brief || hands) print_hand(&p, last);
    print_prompt(&p);
}

/* ---- Cards -------------------------------------------------------------------------------- */

static void print_card(struct painter *p, const struct jg_magic_card *card) {
    char text[1024];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    jg_ink(p->t, p->style, JG_INK_STRONG);
    jg_magic_card_header(card, p->style->lang, p->t);
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    end_line(p);
    jg_magic_card_text(card, p->style->lang, &t);
    if (!t.used) return;
    p->indent = 2;
    put(p, "  ");
    put_words(p, text);
    end_line(p);
}

static bool read_number(const char *text, int *n) {
    *n = 0;
    for (; *text >= '0' && *text <= '9' && *n < 1000; text++) *n = 10 * *n + (*text - '0');
    return !*text && *n;
}

bool jg_magic_about(const struct jg_game *g, const void *view, const char *word, const struct jg_style *style,
                    struct jg_text *t) {
    const struct jg_magic *s = view;
    struct painter p = {.g = g, .s = s, .style = style, .t = t};
    int own = style->seat >= 0 ? style->seat : s->active, n, kind;
    bool found = false;
    if (read_number(word, &n)) {
        kind = jg_magic_hand_hidden(s, own) ? -1 : jg_magic_nth_in_hand(&s->side[own], n);
        if (kind >= 0) {
            jg_text_add(t, "%d) ", n);
            print_card(&p, jg_magic_card(g, own, kind));
            found = true;
        }
        for (int seat = 0; seat < 2; seat++) {
            int i = jg_magic_find_creature(&s->side[seat], n);
            if (i < 0) continue;
            jg_text_add(t, "[%d] ", n);
            print_card(&p, jg_magic_card(g, seat, s->side[seat].creature[i].kind));
            found = true;
        }
        return found;
    }
    for (int i = 0; i < 2 && !found; i++) {
        int seat = i ? 1 - own : own;
        if ((kind = jg_magic_match_card(jg_magic_deck(g, seat), word)) < 0) continue;
        print_card(&p, jg_magic_card(g, seat, kind));
        found = true;
    }
    return found;
}
