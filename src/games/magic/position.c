/* Positions in one line: the turn, then the cards of each player.
 *
 *     24 main1 1 2 - 28 / 13 6 VH,2M SG.22,LH.26,FR.28 2NR / 11 9 ?4 FA.16,GS.21t -
 *
 * While a player has priority, a third part has the stack.
 *
 * docs/games/magic-reference.md has the syntax. position_check.c checks what is read. */
#include "games/magic/position_check.h"
#include "games/magic/text.h"

#include <string.h>

static const char *const PHASES[] = {
    [JG_MAGIC_TOSS] = "toss",         [JG_MAGIC_DEAL] = "deal",
    [JG_MAGIC_MULLIGAN] = "mulligan", [JG_MAGIC_LOOK] = "look",
    [JG_MAGIC_SCRY] = "scry",         [JG_MAGIC_DRAW] = "draw",
    [JG_MAGIC_MAIN_1] = "main1",      [JG_MAGIC_ATTACK] = "attack",
    [JG_MAGIC_BLOCK] = "block",       [JG_MAGIC_BLOCK_WHICH] = "blocked",
    [JG_MAGIC_ORDER] = "order",       [JG_MAGIC_MAIN_2] = "main2",
    [JG_MAGIC_TARGET_1] = "target1",  [JG_MAGIC_TARGET_2] = "target2",
    [JG_MAGIC_DISCARD] = "discard",   [JG_MAGIC_END] = "over",
    [JG_MAGIC_RESPOND] = "respond",   [JG_MAGIC_AIM] = "aim",
    [JG_MAGIC_MORE] = "more",
};

static const char *const STEPS[] = {
    [JG_MAGIC_STEP_COMBAT] = "combat", [JG_MAGIC_STEP_ATTACKERS] = "attackers", [JG_MAGIC_STEP_BLOCKERS] = "blockers",
    [JG_MAGIC_STEP_END] = "end",       [JG_MAGIC_STEP_MAIN_1] = "main1",        [JG_MAGIC_STEP_MAIN_2] = "main2",
};

enum { PHASE_COUNT = sizeof PHASES / sizeof *PHASES, STEP_COUNT = sizeof STEPS / sizeof *STEPS };

const char *jg_magic_step_name(int step) { return STEPS[step]; }

const char *jg_magic_phase_name(int phase) { return PHASES[phase]; }

/* In ATTACK and BLOCK: the id of the last creature that has been decided, or 0. */
static int last_declared(const struct jg_magic *s) {
    int seat = s->phase == JG_MAGIC_ATTACK ? s->active : 1 - s->active;
    return s->from ? s->side[seat].creature[s->from - 1].id : 0;
}

bool jg_magic_hand_hidden(const struct jg_magic *s, int seat) {
    const struct jg_magic_side *side = &s->side[seat];
    int known = (side->top < JG_MAGIC_HIDDEN) + (side->bottom < JG_MAGIC_HIDDEN);
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) known += side->hand[kind] + side->library[kind];
    return known < side->in_hand + side->in_library;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void print_cards(const struct jg_magic_deck *deck, const uint8_t *count, struct jg_text *t) {
    bool any = false;
    for (int kind = 0; kind < deck->kinds; kind++) {
        if (!count[kind]) continue;
        if (any) jg_text_char(t, ',');
        if (count[kind] > 1) jg_text_add(t, "%d", count[kind]);
        jg_text_put(t, deck->code[kind]);
        any = true;
    }
    if (!any) jg_text_char(t, '-');
}

static void print_number(char letter, int n, struct jg_text *t) {
    if (n) jg_text_add(t, "%c%d", letter, n);
}

static void print_creature(const struct jg_magic_deck *deck, const struct jg_magic_creature *c, struct jg_text *t) {
    jg_text_add(t, "%s.%d", deck->code[c->kind], c->id);
    if (c->flags & JG_MAGIC_TAPPED) jg_text_char(t, 't');
    if (c->flags & JG_MAGIC_SICK) jg_text_char(t, 's');
    if (c->flags & JG_MAGIC_ATTACKS) jg_text_char(t, 'a');
    if (c->flags & JG_MAGIC_DESTROYED) jg_text_char(t, 'x');
    if (c->flags & JG_MAGIC_BLOCKED) jg_text_char(t, 'k');
    print_number('d', c->damage, t);
    print_number('c', c->counters, t);
    print_number('b', c->boost, t);
    print_number('>', c->blocks, t);
    print_number('#', c->order, t);
}

static void print_known(const char *word, const struct jg_magic_deck *deck, int kind, struct jg_text *t) {
    if (kind != JG_MAGIC_NONE) jg_text_add(t, " %s%s", word, kind == JG_MAGIC_HIDDEN ? "?" : deck->code[kind]);
}

static void print_side(const struct jg_game *g, const struct jg_magic *s, int seat, struct jg_text *t) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    const struct jg_magic_side *side = &s->side[seat];
    jg_text_add(t, " / %d ", side->life);
    if (side->untapped < side->lands) jg_text_add(t, "%d/", side->untapped);
    jg_text_add(t, "%d ", side->lands);
    if (jg_magic_hand_hidden(s, seat))
        jg_text_add(t, "?%d", side->in_hand);
    else
        print_cards(deck, side->hand, t);
    jg_text_char(t, ' ');
    if (!side->creatures) jg_text_char(t, '-');
    for (int i = 0; i < side->creatures; i++) {
        if (i) jg_text_char(t, ',');
        print_creature(deck, &side->creature[i], t);
    }
    jg_text_char(t, ' ');
    print_cards(deck, side->grave, t);
    print_known("top:", deck, side->top, t);
    print_known("bottom:", deck, side->bottom, t);
    if (side->kept != JG_MAGIC_HAND) jg_text_add(t, " kept:%d", side->kept);
}

static void print_phase(const struct jg_game *g, const struct jg_magic *s, struct jg_text *t) {
    jg_text_add(t, "%d %s", s->turn, PHASES[s->phase]);
    if (s->phase == JG_MAGIC_BLOCK_WHICH || s->phase == JG_MAGIC_ORDER)
        jg_text_add(t, ":%d", s->chosen);
    else if (in_target(s->phase))
        jg_text_add(t, ":%s", jg_magic_deck(g, jg_magic_mover(s))->code[s->chosen]);
    else if (s->phase == JG_MAGIC_END)
        jg_text_add(t, ":%d", s->loser == JG_MAGIC_BOTH ? LOST_BOTH : s->loser + 1);
    else if (s->from)
        jg_text_add(t, ":%d", last_declared(s));
}

static void print_spell(const struct jg_game *g, const struct jg_magic_spell *spell, struct jg_text *t) {
    int number = jg_magic_move_arg(spell->target);
    jg_text_add(t, "%d:%s.%d", spell->seat + 1, jg_magic_deck(g, spell->seat)->code[spell->kind], spell->id);
    switch (jg_magic_move_type(spell->target)) {
    case JG_MAGIC_TARGET_CREATURE: jg_text_add(t, ">%d", number); break;
    case JG_MAGIC_TARGET_PLAYER: jg_text_add(t, ">p%d", number + 1); break;
    case JG_MAGIC_TARGET_SPELL: jg_text_add(t, ">s%d", number); break;
    default: break;
    }
}

/* " / fog attackers 2 - 1:GG.29>22" */
static void print_stack(const struct jg_game *g, const struct jg_magic *s, struct jg_text *t) {
    if (!s->fog && !in_priority(s->phase)) return;
    jg_text_put(t, " /");
    if (s->fog) jg_text_put(t, " fog");
    if (!in_priority(s->phase)) return;
    jg_text_add(t, " %s %d %c ", STEPS[s->step], s->priority + 1, s->passes ? 'p' : '-');
    if (!s->spells) jg_text_char(t, '-');
    for (int i = 0; i < s->spells; i++) {
        if (i) jg_text_char(t, ',');
        print_spell(g, &s->stack[i], t);
    }
    if (s->phase == JG_MAGIC_MORE) jg_text_add(t, " draws:%d,%d", s->side[0].draws, s->side[1].draws);
}

void jg_magic_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct jg_magic *s = state;
    print_phase(g, s, t);
    jg_text_add(t, " %d ", s->active + 1);
    if (s->starter == JG_MAGIC_NONE)
        jg_text_char(t, '-');
    else
        jg_text_add(t, "%d", s->starter + 1);
    jg_text_add(t, " %c %d", s->land ? 'L' : '-', s->last_id);
    for (int seat = 0; seat < 2; seat++) print_side(g, s, seat, t);
    print_stack(g, s, t);
}

/* ---- Reading --------------------------------------------------------------------------- */

/* One space before the next field. */
static bool next_field(struct position_reader *in, int *place) {
    bool good = jg_scan_char(&in->scan, ' ');
    *place = jg_scan_position(&in->scan);
    return good;
}

static bool take_word(struct jg_scan *s, const char *word) {
    size_t n = strlen(word);
    if (strncmp(s->at, word, n)) return false;
    s->at += n;
    return true;
}

/* Consumes the longest card code here and returns its kind; -1: none. */
static int take_code(struct position_reader *in, int seat) {
    const struct jg_magic_deck *deck = jg_magic_deck(in->g, seat);
    size_t most = 0;
    int found = -1;
    for (int kind = 0; kind < deck->kinds; kind++) {
        size_t n = strlen(deck->code[kind]);
        if (n <= most || strncmp(in->scan.at, deck->code[kind], n)) continue;
        most = n;
        found = kind;
    }
    in->scan.at += most;
    return found;
}

static enum jg_status no_code(const struct position_reader *in, int seat) {
    return bad_position(in, jg_scan_position(&in->scan), "expected a card code of the deck %s",
                        jg_magic_deck(in->g, seat)->name);
}

/* "main1", "target1:VH", "over:2": the longest name that matches. */
static enum jg_status read_phase(struct position_reader *in) {
    struct jg_scan *s = &in->scan;
    int turn, phase = -1;
    size_t most = 0;
    if (!jg_scan_number(s, TURN_MAX, &turn))
        return bad_position(in, jg_scan_position(s), "expected a turn number, 0 to %d", TURN_MAX);
    if (!next_field(in, &in->phase_at)) return bad_position(in, in->phase_at, "expected a space and a phase");
    for (int i = 0; i < PHASE_COUNT; i++) {
        size_t n = strlen(PHASES[i]);
        if (n <= most || strncmp(s->at, PHASES[i], n)) continue;
        most = n;
        phase = i;
    }
    if (phase < 0) return bad_position(in, in->phase_at, "expected a phase, such as main1, attack or main2");
    s->at += most;
    in->s->turn = (uint8_t)turn;
    in->s->phase = (uint8_t)phase;
    return JG_OK;
}

/* The argument after the phase. The card of a target is read once it is known whose it is. */
static enum jg_status read_behind(struct position_reader *in) {
    struct jg_scan *s = &in->scan;
    int phase = in->s->phase;
    bool open = phase == JG_MAGIC_ATTACK || phase == JG_MAGIC_BLOCK;
    bool must = phase == JG_MAGIC_BLOCK_WHICH || phase == JG_MAGIC_ORDER || phase == JG_MAGIC_END || in_target(phase);
    if (!open && !must) return JG_OK;
    if (!jg_scan_char(s, ':'))
        return open ? JG_OK
                    : bad_position(in, jg_scan_position(s), "expected ':' and the argument of phase '%s'",
                                   PHASES[phase]);
    if (in_target(phase)) { /* read_target reads it */
        s->at += strcspn(s->at, " ");
        return JG_OK;
    }
    if (phase == JG_MAGIC_END && jg_scan_digit(s, 2, &in->number)) return JG_OK;
    if (phase != JG_MAGIC_END && jg_scan_number(s, ID_MAX, &in->number) && in->number) return JG_OK;
    return phase == JG_MAGIC_END ? bad_position(in, jg_scan_position(s), "expected the loser: 1, 2, or 0 for both")
                                 : bad_position(in, jg_scan_position(s), "expected a creature number, 1 to %d", ID_MAX);
}

static enum jg_status read_target(struct position_reader *in) {
    struct jg_scan after = in->scan;
    if (!in_target(in->s->phase)) return JG_OK;
    in->scan.at = in->scan.text + in->phase_at + strlen(PHASES[in->s->phase]) + 1;
    int kind = take_code(in, jg_magic_mover(in->s));
    if (kind < 0 || *in->scan.at != ' ') return no_code(in, jg_magic_mover(in->s));
    in->s->chosen = (uint8_t)kind;
    in->scan = after;
    return JG_OK;
}

/* "1 2 L 28" */
static enum jg_status read_head(struct position_reader *in) {
    struct jg_scan *s = &in->scan;
    enum jg_status status;
    int n;
    if ((status = read_phase(in)) || (status = read_behind(in))) return status;
    if (!next_field(in, &in->active_at) || !jg_scan_digit(s, 2, &n) || !n)
        return bad_position(in, jg_scan_position(s), "expected a space and the active player, 1 or 2");
    in->s->active = (uint8_t)(n - 1);
    if (in->s->phase != JG_MAGIC_AIM && (status = read_target(in))) return status;
    if (!next_field(in, &in->starter_at))
        return bad_position(in, in->starter_at,
                            "expected a space and the starting "
                            "player");
    if (jg_scan_char(s, '-'))
        in->s->starter = JG_MAGIC_NONE;
    else if (jg_scan_digit(s, 2, &n) && n)
        in->s->starter = (uint8_t)(n - 1);
    else
        return bad_position(in, in->starter_at, "expected the starting player: 1, 2, or '-' if not known yet");
    if (!next_field(in, &in->land_at)) return bad_position(in, in->land_at, "expected a space and 'L' or '-'");
    in->s->land = jg_scan_char(s, 'L');
    if (!in->s->land && !jg_scan_char(s, '-'))
        return bad_position(in, in->land_at, "expected 'L' if a land was played this turn, else '-'");
    if (!next_field(in, &in->id_at) || !jg_scan_number(s, ID_MAX, &n))
        return bad_position(in, jg_scan_position(s), "expected a space and the highest creature number so far, 0 to %d",
                            ID_MAX);
    in->s->last_id = (uint8_t)n;
    return JG_OK;
}

/* "2M,VH" */
static enum jg_status read_cards(struct position_reader *in, int seat, uint8_t *count, int *total) {
    const struct jg_magic_deck *deck = jg_magic_deck(in->g, seat);
    struct jg_scan *s = &in->scan;
    int before = -1;
    *total = 0;
    if (jg_scan_char(s, '-')) return JG_OK;
    do {
        int at = jg_scan_position(s), n = 1;
        if (jg_scan_number(s, JG_MAGIC_DECK, &n) && n < 2)
            return bad_position(in, at, "write a single card without a number");
        int kind = take_code(in, seat);
        if (kind < 0) return no_code(in, seat);
        if (kind <= before) return bad_position(in, at, "write cards in the order of the deck, each kind once");
        if (n > deck->count[kind])
            return bad_position(in, at, "the deck has only %d of %s", deck->count[kind], deck->card[kind].name);
        count[kind] = (uint8_t)n;
        *total += n;
        before = kind;
    } while (jg_scan_char(s, ','));
    return JG_OK;
}

static bool take_amount(struct jg_scan *s, char letter, int most, uint8_t *out) {
    int n = 0;
    if (*s->at != letter) return true;
    s->at++;
    if (!jg_scan_number(s, most, &n) || !n) return false;
    *out = (uint8_t)n;
    return true;
}

/* "SG.22tad2c1b1>22#1" */
static enum jg_status read_creature(struct position_reader *in, int seat) {
    struct jg_magic_side *side = &in->s->side[seat];
    struct jg_scan *s = &in->scan;
    int at = jg_scan_position(s), id;
    if (side->creatures == JG_MAGIC_CREATURES)
        return bad_position(in, at, "a player has at most %d creatures", JG_MAGIC_CREATURES);
    struct jg_magic_creature *c = &side->creature[side->creatures];
    in->creature_at[seat][side->creatures++] = at;
    int kind = take_code(in, seat);
    if (kind < 0) return no_code(in, seat);
    if (jg_magic_card(in->g, seat, kind)->type != JG_MAGIC_CREATURE)
        return bad_position(in, at, "%s is not a creature", jg_magic_card(in->g, seat, kind)->name);
    if (!jg_scan_char(s, '.') || !jg_scan_number(s, ID_MAX, &id) || !id)
        return bad_position(in, jg_scan_position(s), "expected '.' and a creature number, 1 to %d", ID_MAX);
    *c = (struct jg_magic_creature){.kind = (uint8_t)kind, .id = (uint8_t)id};
    if (jg_scan_char(s, 't')) c->flags |= JG_MAGIC_TAPPED;
    if (jg_scan_char(s, 's')) c->flags |= JG_MAGIC_SICK;
    if (jg_scan_char(s, 'a')) c->flags |= JG_MAGIC_ATTACKS;
    if (jg_scan_char(s, 'x')) c->flags |= JG_MAGIC_DESTROYED;
    if (jg_scan_char(s, 'k')) c->flags |= JG_MAGIC_BLOCKED;
    if (!take_amount(s, 'd', UINT8_MAX, &c->damage) || !take_amount(s, 'c', JG_MAGIC_STAT_MAX, &c->counters) ||
        !take_amount(s, 'b', JG_MAGIC_STAT_MAX, &c->boost))
        return bad_position(in, jg_scan_position(s), "expected a number, 1 to %d", JG_MAGIC_STAT_MAX);
    if (!take_amount(s, '>', ID_MAX, &c->blocks))
        return bad_position(in, jg_scan_position(s), "expected a creature number, 1 to %d", ID_MAX);
    if (!take_amount(s, '#', JG_MAGIC_CREATURES, &c->order))
        return bad_position(in, jg_scan_position(s), "expected a place in the damage order, 1 to %d",
                            JG_MAGIC_CREATURES);
    return JG_OK;
}

static enum jg_status read_creatures(struct position_reader *in, int seat) {
    struct jg_scan *s = &in->scan;
    enum jg_status status;
    if (jg_scan_char(s, '-')) return JG_OK;
    do
        if ((status = read_creature(in, seat))) return status;
    while (jg_scan_char(s, ','));
    return JG_OK;
}

/* "13 4/6" */
static enum jg_status read_life(struct position_reader *in, int seat) {
    struct jg_magic_side *side = &in->s->side[seat];
    struct jg_scan *s = &in->scan;
    int n, place;
    if (!take_word(s, " /"))
        return bad_position(in, jg_scan_position(s), "expected ' / ' and the side of player %d", seat + 1);
    if (!next_field(in, &in->life_at[seat]))
        return bad_position(in, in->life_at[seat], "expected a space and a life total");
    bool minus = jg_scan_char(s, '-');
    if (!jg_scan_number(s, JG_MAGIC_LIFE_MAX, &n) || (minus && !n))
        return bad_position(in, jg_scan_position(s), "expected a life total, at most %d", JG_MAGIC_LIFE_MAX);
    side->life = (int16_t)(minus ? -n : n);
    if (!next_field(in, &in->lands_at[seat]) || !jg_scan_number(s, JG_MAGIC_DECK, &n))
        return bad_position(in, jg_scan_position(s),
                            "expected a space and the number of lands, such as 4, or 1/4 with one of four untapped");
    side->untapped = side->lands = (uint8_t)n;
    place = jg_scan_position(s);
    if (!jg_scan_char(s, '/')) return JG_OK;
    if (!jg_scan_number(s, JG_MAGIC_DECK, &n) || n <= side->untapped)
        return bad_position(in, place, "expected '/' and a number of lands greater than the untapped ones");
    side->lands = (uint8_t)n;
    return JG_OK;
}

/* "?", or a code */
static enum jg_status read_known(struct position_reader *in, int seat, const char *word, uint8_t *kind) {
    *kind = JG_MAGIC_NONE;
    if (!take_word(&in->scan, word)) return JG_OK;
    in->top_at[seat] = jg_scan_position(&in->scan);
    int found = jg_scan_char(&in->scan, '?') ? JG_MAGIC_HIDDEN : take_code(in, seat);
    if (found < 0) return no_code(in, seat);
    if (in->unknown[seat] != (found == JG_MAGIC_HIDDEN))
        return bad_position(in, in->top_at[seat],
                            in->unknown[seat] ? "expected '?': this card is hidden, as the hand is"
                                              : "expected a card code: this card is known, as the hand is");
    *kind = (uint8_t)found;
    return JG_OK;
}

static enum jg_status read_side(struct position_reader *in, int seat) {
    struct jg_magic_side *side = &in->s->side[seat];
    struct jg_scan *s = &in->scan;
    enum jg_status status;
    int n = 0, graves, place;
    if ((status = read_life(in, seat))) return status;
    if (!next_field(in, &in->hand_at[seat])) return bad_position(in, in->hand_at[seat], "expected a space and a hand");
    in->unknown[seat] = jg_scan_char(s, '?');
    if (in->unknown[seat] && !jg_scan_number(s, JG_MAGIC_DECK, &n))
        return bad_position(in, jg_scan_position(s), "expected the number of cards in hand, 0 to %d", JG_MAGIC_DECK);
    if (!in->unknown[seat] && (status = read_cards(in, seat, side->hand, &n))) return status;
    side->in_hand = (uint8_t)n;
    if (!next_field(in, &place)) return bad_position(in, place, "expected a space and creatures");
    if ((status = read_creatures(in, seat))) return status;
    if (!next_field(in, &in->grave_at[seat]))
        return bad_position(in, in->grave_at[seat], "expected a space and a graveyard");
    if ((status = read_cards(in, seat, side->grave, &graves))) return status;
    if ((status = read_known(in, seat, " top:", &side->top)) ||
        (status = read_known(in, seat, " bottom:", &side->bottom)))
        return status;
    side->kept = JG_MAGIC_HAND;
    if (!take_word(s, " kept:")) return JG_OK;
    in->kept_at[seat] = jg_scan_position(s);
    if (!jg_scan_digit(s, JG_MAGIC_HAND - 1, &n))
        return bad_position(in, jg_scan_position(s), "expected the number of cards kept, less than %d", JG_MAGIC_HAND);
    side->kept = (uint8_t)n;
    return JG_OK;
}

/* "22", "p2" or "s29" */
static enum jg_status read_spell_target(struct position_reader *in, struct jg_magic_spell *spell) {
    struct jg_scan *s = &in->scan;
    int n, type = JG_MAGIC_TARGET_CREATURE;
    if (!jg_scan_char(s, '>')) return JG_OK;
    if (jg_scan_char(s, 'p'))
        type = JG_MAGIC_TARGET_PLAYER;
    else if (jg_scan_char(s, 's'))
        type = JG_MAGIC_TARGET_SPELL;
    if (!jg_scan_number(s, type == JG_MAGIC_TARGET_PLAYER ? 2 : ID_MAX, &n) || !n)
        return bad_position(in, jg_scan_position(s), "expected a target, such as 22, p2 or s29");
    spell->target = (uint16_t)jg_magic_move(type, type == JG_MAGIC_TARGET_PLAYER ? n - 1 : n);
    return JG_OK;
}

/* "1:GG.29>22" */
static enum jg_status read_spell(struct position_reader *in) {
    struct jg_scan *s = &in->scan;
    int n, at = jg_scan_position(s);
    if (in->s->spells == JG_MAGIC_STACK) return bad_position(in, at, "the stack has at most %d spells", JG_MAGIC_STACK);
    struct jg_magic_spell *spell = &in->s->stack[in->s->spells];
    in->spell_at[in->s->spells++] = at;
    if (!jg_scan_digit(s, 2, &n) || !n || !jg_scan_char(s, ':'))
        return bad_position(in, jg_scan_position(s), "expected the player who cast a spell, '1:' or '2:'");
    spell->seat = (uint8_t)(n - 1);
    int kind = take_code(in, spell->seat);
    if (kind < 0) return no_code(in, spell->seat);
    spell->kind = (uint8_t)kind;
    if (!jg_scan_char(s, '.') || !jg_scan_number(s, ID_MAX, &n) || !n)
        return bad_position(in, jg_scan_position(s), "expected '.' and the number of a spell, 1 to %d", ID_MAX);
    spell->id = (uint8_t)n;
    return read_spell_target(in, spell);
}

static enum jg_status read_step(struct position_reader *in) {
    for (int i = 0; i < STEP_COUNT; i++) {
        if (!take_word(&in->scan, STEPS[i])) continue;
        in->s->step = (uint8_t)i;
        return JG_OK;
    }
    return bad_position(in, in->stack_at, "expected a step: combat, attackers, blockers, end, main1 or main2");
}

static enum jg_status read_draws(struct position_reader *in) {
    int n[2];
    if (in->s->phase != JG_MAGIC_MORE) return JG_OK;
    if (!take_word(&in->scan, " draws:") || !jg_scan_number(&in->scan, UINT8_MAX, &n[0]) ||
        !jg_scan_char(&in->scan, ',') || !jg_scan_number(&in->scan, UINT8_MAX, &n[1]))
        return bad_position(in, jg_scan_position(&in->scan), "expected the cards to draw, such as ' draws:2,0'");
    for (int seat = 0; seat < 2; seat++) in->s->side[seat].draws = (uint8_t)n[seat];
    return JG_OK;
}

/* " / fog attackers 2 - 1:GG.29>22" */
static enum jg_status read_stack(struct position_reader *in) {
    struct jg_scan *s = &in->scan;
    enum jg_status status;
    int n;
    if (!in_priority(in->s->phase) && jg_scan_end(s)) return JG_OK;
    if (!take_word(s, " /"))
        return in_priority(in->s->phase) ? bad_position(in, jg_scan_position(s), "expected ' / ' and the stack")
                                         : JG_OK;
    in->stack_at = jg_scan_position(s) + 1;
    in->s->fog = take_word(s, " fog");
    if (!in_priority(in->s->phase)) return JG_OK;
    if (!next_field(in, &in->stack_at)) return bad_position(in, in->stack_at, "expected a space and a step");
    if ((status = read_step(in))) return status;
    if (!jg_scan_char(s, ' ') || !jg_scan_digit(s, 2, &n) || !n)
        return bad_position(in, jg_scan_position(s), "expected a space and the player with priority, 1 or 2");
    in->s->priority = (uint8_t)(n - 1);
    if (!take_word(s, " p") && !take_word(s, " -"))
        return bad_position(in, jg_scan_position(s), "expected ' p' if the other player has passed, else ' -'");
    in->s->passes = s->at[-1] == 'p';
    if (!jg_scan_char(s, ' ')) return bad_position(in, jg_scan_position(s), "expected a space and the stack");
    if (!jg_scan_char(s, '-')) do
            if ((status = read_spell(in))) return status;
        while (jg_scan_char(s, ','));
    return read_draws(in);
}

enum jg_status jg_magic_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct position_reader in = {.g = g, .scan = jg_scan_begin(text), .err = err, .s = state};
    enum jg_status status;
    in.s->loser = JG_MAGIC_NONE;
    if ((status = read_head(&in)) || (status = read_side(&in, 0)) || (status = read_side(&in, 1))) return status;
    if ((status = read_stack(&in))) return status;
    if (!jg_scan_end(&in.scan)) return bad_position(&in, jg_scan_position(&in.scan), "unexpected text at the end");
    if (in.s->phase == JG_MAGIC_AIM && (status = read_target(&in))) return status;
    return jg_magic_check_position(&in);
}
