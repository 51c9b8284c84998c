/* Moves of the Magic duel in words, with what comes of them. */
#include "games/magic/text.h"

#include <string.h>

struct told {
    const struct jg_game *g;
    const struct jg_magic *s;
    enum jg_lang lang;
    struct jg_text *t;
};

enum { CALLED = JG_MAGIC_NAME + 8 };

/* "Skyraker Giant [22]"; of both players, or the one that is entering. */
static const char *called(const struct told *m, int id, char out[CALLED]) {
    struct jg_text t;
    jg_text_init(&t, out, CALLED);
    for (int seat = 0; seat < 2; seat++) {
        int i = jg_magic_find(&m->s->side[seat], id);
        if (i >= 0) jg_text_add(&t, "%s [%d]", jg_magic_card(m->g, seat, m->s->side[seat].creature[i].kind)->name, id);
    }
    if (!t.used) jg_text_put(&t, jg_tr(m->lang, "itself"));
    return out;
}

/* ---- What comes of it -------------------------------------------------------------------- */

enum { NAMED = 4 }; /* so many dead are called by name */

/* Those of the creatures that are not there any more. */
static void tell_dead(const struct told *m, const struct jg_magic *after) {
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && n > NAMED) jg_text_add(m->t, jg_tr(m->lang, "; %d creatures die"), n);
        if (pass && n > NAMED) return;
        for (int seat = 0; seat < 2; seat++)
            for (int i = 0; i < m->s->side[seat].creatures; i++) {
                const struct jg_magic_creature *c = &m->s->side[seat].creature[i];
                if (jg_magic_find(&after->side[seat], c->id) >= 0) continue;
                char name[CALLED];
                if (pass)
                    jg_text_add(m->t, jg_tr(m->lang, "; %s dies"), called(m, c->id, name));
                else
                    n++;
            }
    }
}

static void tell_life(const struct told *m, const struct jg_magic *after) {
    for (int seat = 0; seat < 2; seat++)
        if (after->side[seat].life != m->s->side[seat].life)
            jg_text_add(m->t, jg_tr(m->lang, "; %s: life %d"), jg_seat_name(m->g, seat, m->lang),
                        after->side[seat].life);
}

/* A move that may kill, and whose result is known: cards of a hand that is not seen leave no
 * trace there. */
static void tell_result(const struct told *m, jg_move move) {
    struct jg_magic after = *m->s;
    int word = jg_magic_word(move), entered = 0;
    if (word == JG_MAGIC_PLAY && jg_magic_hidden(m->s, m->s->active)) {
        after.side[m->s->active].hand[jg_magic_number(move)] = 1;
        after.side[m->s->active].in_hand = 1;
    }
    jg_magic_play(m->g, &after, move);
    tell_dead(m, &after);
    if (after.last_id > m->s->last_id) { /* it may have died at once */
        for (int seat = 0; seat < 2; seat++) entered += jg_magic_find(&after.side[seat], after.last_id) >= 0;
        if (!entered) jg_text_put(m->t, jg_tr(m->lang, "; it dies"));
    }
    tell_life(m, &after);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static void tell_play(const struct told *m, int kind) {
    const struct jg_magic_card *card = jg_magic_card(m->g, m->s->active, kind);
    if (card->type == JG_MAGIC_LAND)
        jg_text_add(m->t, jg_tr(m->lang, "plays %s"), card->name);
    else
        jg_text_add(m->t, jg_tr(m->lang, "casts %s"), card->name);
}

static void tell_draw(const struct told *m, int kind) {
    const char *who = jg_seat_name(m->g, m->s->active, m->lang);
    bool looks = m->s->phase == JG_MAGIC_LOOK;
    if (kind != JG_MAGIC_HIDDEN)
        jg_text_add(m->t, looks ? jg_tr(m->lang, "%s looks at the top card: %s") : jg_tr(m->lang, "%s draws %s"), who,
                    jg_magic_card(m->g, m->s->active, kind)->name);
    else
        jg_text_add(m->t, looks ? jg_tr(m->lang, "%s looks at the top card") : jg_tr(m->lang, "%s draws a card"), who);
}

static const char *plain_words(const struct jg_magic *s, int word, enum jg_lang lang) {
    int kept = s->side[s->active].kept;
    switch (word) {
    case JG_MAGIC_KEEP: return jg_tr(lang, "keeps the hand");
    case JG_MAGIC_AGAIN:
        return kept > 1 ? jg_tr(lang, "takes a mulligan") : jg_tr(lang, "takes a mulligan to no cards");
    case JG_MAGIC_TO_TOP: return jg_tr(lang, "leaves the card on top");
    case JG_MAGIC_TO_BOTTOM: return jg_tr(lang, "puts the card at the bottom");
    case JG_MAGIC_PASS: return s->phase == JG_MAGIC_MAIN_1 ? jg_tr(lang, "passes") : jg_tr(lang, "ends the turn");
    default: return NULL;
    }
}

static void tell_done(const struct told *m) {
    const struct jg_magic *s = m->s;
    bool attack = s->phase == JG_MAGIC_ATTACK, any = false;
    const struct jg_magic_side *side = &s->side[attack ? s->active : 1 - s->active];
    for (int i = 0; i < side->creatures; i++)
        any |= attack ? side->creature[i].flags & JG_MAGIC_ATTACKS : side->creature[i].blocks;
    if (attack)
        jg_text_put(m->t, any ? jg_tr(m->lang, "attacks with no more") : jg_tr(m->lang, "does not attack"));
    else
        jg_text_put(m->t, any ? jg_tr(m->lang, "blocks with no more") : jg_tr(m->lang, "does not block"));
}

static void tell_aim(const struct told *m, jg_move move) {
    const char *card = jg_magic_card(m->g, m->s->active, m->s->chosen)->name;
    int number = jg_magic_number(move);
    char name[CALLED];
    jg_text_add(m->t, jg_tr(m->lang, "aims %s at %s"), card,
                jg_magic_word(move) == JG_MAGIC_AIM ? called(m, number, name) : jg_seat_name(m->g, number, m->lang));
}

static void tell_combat(const struct told *m, int word, int id) {
    char name[CALLED], other[CALLED];
    called(m, id, name);
    switch (word) {
    case JG_MAGIC_ATTACK_WITH: jg_text_add(m->t, jg_tr(m->lang, "attacks with %s"), name); break;
    case JG_MAGIC_BLOCK_WITH: jg_text_add(m->t, jg_tr(m->lang, "chooses %s to block"), name); break;
    case JG_MAGIC_AT:
        jg_text_add(m->t, jg_tr(m->lang, "blocks %s with %s"), name, called(m, m->s->chosen, other));
        break;
    case JG_MAGIC_NEXT:
        jg_text_add(m->t, jg_tr(m->lang, "has %s hit %s next"), called(m, m->s->chosen, other), name);
        break;
    default: tell_done(m);
    }
}

/* Only what everybody may know: the card that somebody looked at is not named. */
void jg_magic_tell(const struct jg_game *g, const void *state, jg_move move, enum jg_lang lang, struct jg_text *t) {
    struct told m = {.g = g, .s = state, .lang = lang, .t = t};
    int word = jg_magic_word(move), number = jg_magic_number(move);
    const char *words = plain_words(m.s, word, lang);
    if (words) jg_text_put(t, words);
    switch (word) {
    case JG_MAGIC_STARTS: jg_text_add(t, jg_tr(lang, "%s starts"), jg_seat_name(g, number, lang)); return;
    case JG_MAGIC_DRAWS: tell_draw(&m, number); return;
    case JG_MAGIC_KEEP:
    case JG_MAGIC_AGAIN:
    case JG_MAGIC_TO_TOP:
    case JG_MAGIC_TO_BOTTOM:
    case JG_MAGIC_PASS: return;
    case JG_MAGIC_THROW:
        jg_text_add(t, jg_tr(lang, "discards %s"), jg_magic_card(g, m.s->active, number)->name);
        return;
    case JG_MAGIC_PLAY: tell_play(&m, number); break;
    case JG_MAGIC_AIM:
    case JG_MAGIC_AIM_PLAYER: tell_aim(&m, move); break;
    default: tell_combat(&m, word, number);
    }
    if (word != JG_MAGIC_BLOCK_WITH) tell_result(&m, move);
}
