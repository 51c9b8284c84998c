/* Moves in words, with their results. */
#include "games/magic/text.h"

#include <string.h>

struct description {
    const struct jg_game *g;
    const struct jg_magic *s;
    jg_lang lang;
    struct jg_text *t;
};

enum { NAME_MAX = JG_MAGIC_NAME + 8 };

/* "Skyraker Giant [22]"; "itself" for the entering creature. */
static const char *creature_name(const struct description *m, int id, char out[NAME_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, NAME_MAX);
    for (int seat = 0; seat < 2; seat++) {
        int i = jg_magic_find_creature(&m->s->side[seat], id);
        if (i >= 0) jg_text_add(&t, "%s [%d]", jg_magic_card(m->g, seat, m->s->side[seat].creature[i].kind)->name, id);
    }
    if (!t.used) jg_text_put(&t, jg_tr(m->lang, "itself"));
    return out;
}

/* ---- What comes of it -------------------------------------------------------------------- */

/* Whether the i-th spell was countered by one that resolved before it. */
static bool is_countered(const struct description *m, int i, const struct jg_magic *after) {
    for (int k = i + 1; k < m->s->spells; k++) {
        const struct jg_magic_spell *spell = &m->s->stack[k];
        if (spell->target == jg_magic_move(JG_MAGIC_TARGET_SPELL, m->s->stack[i].id) &&
            jg_magic_find_spell(after, spell->id) < 0 && !is_countered(m, k, after))
            return true;
    }
    return false;
}

enum { NAMED_MAX = 4 }; /* more deaths are counted, not named */

/* The creatures that died. */
static void describe_deaths(const struct description *m, const struct jg_magic *after) {
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && n > NAMED_MAX) jg_text_add(m->t, jg_tr(m->lang, "; %d creatures die"), n);
        if (pass && n > NAMED_MAX) return;
        for (int seat = 0; seat < 2; seat++)
            for (int i = 0; i < m->s->side[seat].creatures; i++) {
                const struct jg_magic_creature *c = &m->s->side[seat].creature[i];
                if (jg_magic_find_creature(&after->side[seat], c->id) >= 0) continue;
                char name[NAME_MAX];
                if (pass)
                    jg_text_add(m->t, jg_tr(m->lang, "; %s dies"), creature_name(m, c->id, name));
                else
                    n++;
            }
    }
}

static void describe_life(const struct description *m, const struct jg_magic *after) {
    for (int seat = 0; seat < 2; seat++)
        if (after->side[seat].life != m->s->side[seat].life)
            jg_text_add(m->t, jg_tr(m->lang, "; %s: life %d"), jg_seat_name(m->g, seat, m->lang),
                        after->side[seat].life);
}

/* The spells that a move resolves or counters. A creature spell shows by the creature. */
static void describe_spells(const struct description *m, const struct jg_magic *after) {
    for (int i = m->s->spells - 1; i >= 0; i--) {
        const struct jg_magic_spell *spell = &m->s->stack[i];
        const char *name = jg_magic_card(m->g, spell->seat, spell->kind)->name;
        if (jg_magic_find_spell(after, spell->id) >= 0) continue;
        if (after->phase == JG_MAGIC_END && i < m->s->spells - 1) return;
        jg_text_add(m->t, jg_tr(m->lang, is_countered(m, i, after) ? "; %s is countered" : "; %s resolves"), name);
    }
}

/* The deaths and life changes that a move causes. A hidden hand is given the card first, so that it
 * can be played. */
static void describe_result(const struct description *m, jg_move move) {
    struct jg_magic after = *m->s;
    int word = jg_magic_move_type(move), entered = 0;
    int mover = jg_magic_mover(m->s);
    if (word == JG_MAGIC_PLAY && jg_magic_hand_hidden(m->s, mover)) {
        after.side[mover].hand[jg_magic_move_arg(move)] = 1;
        after.side[mover].in_hand = 1;
    }
    jg_magic_play(m->g, &after, move);
    describe_deaths(m, &after);
    describe_spells(m, &after);
    if (after.last_id > m->s->last_id && !jg_magic_windows(m->g)) { /* the entering creature may have died at once */
        for (int seat = 0; seat < 2; seat++) entered += jg_magic_find_creature(&after.side[seat], after.last_id) >= 0;
        if (!entered) jg_text_put(m->t, jg_tr(m->lang, "; it dies"));
    }
    describe_life(m, &after);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static void describe_play(const struct description *m, int kind) {
    const struct jg_magic_card *card = jg_magic_card(m->g, jg_magic_mover(m->s), kind);
    if (card->type == JG_MAGIC_LAND)
        jg_text_add(m->t, jg_tr(m->lang, "plays %s"), card->name);
    else
        jg_text_add(m->t, jg_tr(m->lang, "casts %s"), card->name);
}

static void describe_draw(const struct description *m, int kind) {
    const char *who = jg_seat_name(m->g, jg_magic_mover(m->s), m->lang);
    bool looks = m->s->phase == JG_MAGIC_LOOK;
    if (kind != JG_MAGIC_HIDDEN)
        jg_text_add(m->t, looks ? jg_tr(m->lang, "%s looks at the top card: %s") : jg_tr(m->lang, "%s draws %s"), who,
                    jg_magic_card(m->g, jg_magic_mover(m->s), kind)->name);
    else
        jg_text_add(m->t, looks ? jg_tr(m->lang, "%s looks at the top card") : jg_tr(m->lang, "%s draws a card"), who);
}

static const char *fixed_words(const struct jg_magic *s, int word, jg_lang lang) {
    int kept = s->side[s->active].kept;
    switch (word) {
    case JG_MAGIC_KEEP: return jg_tr(lang, "keeps the hand");
    case JG_MAGIC_TAKE_MULLIGAN:
        return kept > 1 ? jg_tr(lang, "takes a mulligan") : jg_tr(lang, "takes a mulligan to zero cards");
    case JG_MAGIC_TO_TOP: return jg_tr(lang, "leaves the card on top");
    case JG_MAGIC_TO_BOTTOM: return jg_tr(lang, "puts the card on the bottom");
    case JG_MAGIC_PASS: return s->phase == JG_MAGIC_MAIN_2 ? jg_tr(lang, "ends the turn") : jg_tr(lang, "passes");
    default: return NULL;
    }
}

static void describe_done(const struct description *m) {
    const struct jg_magic *s = m->s;
    bool attack = s->phase == JG_MAGIC_ATTACK, any = false;
    const struct jg_magic_side *side = &s->side[attack ? s->active : 1 - s->active];
    for (int i = 0; i < side->creatures; i++)
        any |= attack ? side->creature[i].flags & JG_MAGIC_ATTACKS : side->creature[i].blocks;
    if (attack)
        jg_text_put(m->t, any ? jg_tr(m->lang, "declares no more attackers") : jg_tr(m->lang, "does not attack"));
    else
        jg_text_put(m->t, any ? jg_tr(m->lang, "declares no more blockers") : jg_tr(m->lang, "does not block"));
}

static const char *spell_name(const struct description *m, int id) {
    int i = jg_magic_find_spell(m->s, id);
    return i < 0 ? "" : jg_magic_card(m->g, m->s->stack[i].seat, m->s->stack[i].kind)->name;
}

static void describe_target(const struct description *m, jg_move move) {
    const char *card = jg_magic_card(m->g, jg_magic_mover(m->s), m->s->chosen)->name, *at;
    int number = jg_magic_move_arg(move), type = jg_magic_move_type(move);
    char name[NAME_MAX];
    at = type == JG_MAGIC_TARGET_CREATURE ? creature_name(m, number, name)
         : type == JG_MAGIC_TARGET_SPELL  ? spell_name(m, number)
                                          : jg_seat_name(m->g, number, m->lang);
    jg_text_add(m->t, jg_tr(m->lang, "aims %s at %s"), card, at);
}

static void describe_combat(const struct description *m, int word, int id) {
    char name[NAME_MAX], other[NAME_MAX];
    creature_name(m, id, name);
    switch (word) {
    case JG_MAGIC_ATTACK_WITH: jg_text_add(m->t, jg_tr(m->lang, "attacks with %s"), name); break;
    case JG_MAGIC_BLOCK_WITH: jg_text_add(m->t, jg_tr(m->lang, "chooses %s to block"), name); break;
    case JG_MAGIC_BLOCK_ATTACKER:
        jg_text_add(m->t, jg_tr(m->lang, "blocks %s with %s"), name, creature_name(m, m->s->chosen, other));
        break;
    case JG_MAGIC_ORDER_NEXT:
        jg_text_add(m->t, jg_tr(m->lang, "has %s damage %s next"), creature_name(m, m->s->chosen, other), name);
        break;
    default: describe_done(m);
    }
}

/* Describes only public information: a card looked at is not named. */
void jg_magic_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    struct description m = {.g = g, .s = state, .lang = lang, .t = t};
    int word = jg_magic_move_type(move), number = jg_magic_move_arg(move);
    const char *words = fixed_words(m.s, word, lang);
    if (words) jg_text_put(t, words);
    switch (word) {
    case JG_MAGIC_STARTS: jg_text_add(t, jg_tr(lang, "%s starts"), jg_seat_name(g, number, lang)); return;
    case JG_MAGIC_DRAWS: describe_draw(&m, number); return;
    case JG_MAGIC_KEEP:
    case JG_MAGIC_TAKE_MULLIGAN:
    case JG_MAGIC_TO_TOP:
    case JG_MAGIC_TO_BOTTOM: return;
    case JG_MAGIC_PASS:
        if (m.s->phase != JG_MAGIC_RESPOND) return;
        break;
    case JG_MAGIC_DISCARD_CARD:
        jg_text_add(t, jg_tr(lang, "discards %s"), jg_magic_card(g, m.s->active, number)->name);
        return;
    case JG_MAGIC_PLAY: describe_play(&m, number); break;
    case JG_MAGIC_TARGET_CREATURE:
    case JG_MAGIC_TARGET_SPELL:
    case JG_MAGIC_TARGET_PLAYER: describe_target(&m, move); break;
    default: describe_combat(&m, word, number);
    }
    if (word != JG_MAGIC_BLOCK_WITH) describe_result(&m, move);
}
