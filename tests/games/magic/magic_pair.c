#include "magic_pair.h"

#include <math.h>

/* The name of a card in the plain engine; NULL for NONE. */
static const char *name_of(const struct magic_pair *p, int seat, int kind) {
    return kind == JG_MAGIC_NONE ? NULL : p->name[seat][kind];
}

int magic_kind(const struct jg_game *g, int seat, const char *name) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    for (int kind = 0; kind < deck->kinds; kind++)
        if (strcmp(deck->card[kind].name, name) == 0) return kind;
    fail_msg("%s is not in deck %s", name, deck->name);
    return 0;
}

void magic_pair_differ(const struct magic_pair *p, const char *what, int line) {
    char picture[MAGIC_PICTURE];
    magic_pair_show(p, picture);
    fail_msg("%s, game %llu, move %d, phases %d and %d (line %d): not so: %s\n%s", p->spec, (unsigned long long)p->game,
             p->made, p->s->phase, (int)p->plain.phase, line, what, picture);
}

void magic_pair_open(struct magic_pair *p, const char *spec, const struct plain_magic_copies *first,
                     const struct plain_magic_copies *second) {
    memset(p, 0, sizeof *p);
    snprintf(p->spec, sizeof p->spec, "%s", spec);
    open_spec(&p->g, spec);
    p->deck[0] = first;
    p->deck[1] = second;
    p->s = (void *)&p->state;
    for (int seat = 0; seat < 2; seat++)
        for (int kind = 0; kind < jg_magic_deck(&p->g, seat)->kinds; kind++) {
            const struct plain_magic_card *card = plain_magic_card(jg_magic_card(&p->g, seat, kind)->name);
            if (!card) fail_msg("%s: %s is unknown", spec, jg_magic_card(&p->g, seat, kind)->name);
            p->name[seat][kind] = card->name;
        }
    magic_pair_start(p);
}

const struct plain_magic_copies MAGIC_EMBERS[] = {
    {24, "Mountain"},
    {4, "Pensive Minotaur"},
    {4, "Flame Slash"},
    {4, "Bathe in Dragonfire"},
    {4, "Flametongue Kavu"},
    {4, "Skyraker Giant"},
    {4, "Lightning Hounds"},
    {4, "Brazen Scourge"},
    {4, "Volcanic Hammer"},
    {4, "Blazing Volley"},
    {0, NULL},
};
const struct plain_magic_copies MAGIC_GRAVES[] = {
    {52, "Swamp"}, {4, "Walking Corpse"}, {4, "Ravenous Chupacabra"}, {0, NULL}};
const struct plain_magic_copies MAGIC_GROVE[] = {
    {52, "Forest"}, {4, "Grizzly Bears"}, {4, "Centaur Courser"}, {0, NULL}};

const struct plain_magic_copies MAGIC_SPARKS[] = {
    {24, "Mountain"},
    {4, "Nest Robber"},
    {4, "Frenzied Raptor"},
    {4, "Lightning Hounds"},
    {4, "Skyraker Giant"},
    {4, "Flametongue Kavu"},
    {4, "Brazen Scourge"},
    {4, "Shock"},
    {4, "Lightning Strike"},
    {4, "Blazing Volley"},
    {0, NULL},
};
const struct plain_magic_copies MAGIC_GUARD[] = {
    {24, "Plains"},
    {4, "Fencing Ace"},
    {4, "Griffin Sentinel"},
    {4, "Champion of Arashin"},
    {4, "Guardian of Pilgrims"},
    {4, "Heavy Infantry"},
    {4, "Holy Day"},
    {4, "Moment of Triumph"},
    {4, "Swift Response"},
    {4, "Rebuke"},
    {0, NULL},
};
const struct plain_magic_copies MAGIC_NIGHT[] = {{52, "Swamp"}, {4, "Walking Corpse"}, {4, "Murder"}, {0, NULL}};

static const struct deck {
    const char *name;
    const struct plain_magic_copies *cards;
    bool file;
} DECKS[] = {
    {"red", PLAIN_MAGIC_RED, false},     {"white", PLAIN_MAGIC_WHITE, false}, {"embers", MAGIC_EMBERS, true},
    {"graves", MAGIC_GRAVES, true},      {"grove", MAGIC_GROVE, true},        {"blue", PLAIN_MAGIC_BLUE, false},
    {"green", PLAIN_MAGIC_GREEN, false}, {"sparks", MAGIC_SPARKS, true},      {"guard", MAGIC_GUARD, true},
    {"night", MAGIC_NIGHT, true},
};

static const struct deck *find_deck(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof DECKS / sizeof *DECKS; i++)
        if (strlen(DECKS[i].name) == length && memcmp(DECKS[i].name, name, length) == 0) return &DECKS[i];
    fail_msg("no deck %s", name);
    return NULL;
}

void magic_pair_open_decks(struct magic_pair *p, const char *decks, const char *options) {
    size_t cut = strcspn(decks, "/");
    const struct deck *deck[2] = {find_deck(decks, cut), find_deck(decks + cut + 1, strlen(decks + cut + 1))};
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "magic:decks=%s/%s%s", deck[0]->file ? "red" : deck[0]->name, deck[1]->file ? "red" : deck[1]->name,
                options);
    for (int seat = 0; seat < 2; seat++)
        if (deck[seat]->file) jg_text_add(&t, ",deck%d=" TEST_GAMES "/magic/%s.deck", seat + 1, deck[seat]->name);
    assert_false(t.cut);
    magic_pair_open(p, spec, deck[0]->cards, deck[1]->cards);
}

static void set_stops(struct magic_pair *p) {
    static const char WHEN[] = {
        [JG_MAGIC_STOPS_USUAL] = 'u', [JG_MAGIC_STOPS_ALL] = 'a', [JG_MAGIC_STOPS_NONE] = 'n'};
    plain_magic_stops(&p->plain, 0, WHEN[jg_magic_rules(&p->g)->stops1]);
    plain_magic_stops(&p->plain, 1, WHEN[jg_magic_rules(&p->g)->stops2]);
}

void magic_pair_start(struct magic_pair *p) {
    int first = jg_magic_rules(&p->g)->first;
    p->made = 0;
    jg_start(&p->g, p->s);
    plain_magic_start(&p->plain, p->deck[0], p->deck[1]);
    p->plain.giant_3_4 = jg_magic_rules(&p->g)->giant;
    set_stops(p);
    if (first != JG_MAGIC_FIRST_RANDOM)
        plain_magic_move(&p->plain, &(struct plain_magic_move){.word = PLAIN_MAGIC_STARTS, .seat = first - 1});
}

void magic_pair_close(struct magic_pair *p) { jg_game_close(&p->g); }

/* ---- The plain one in the engine's state ------------------------------------------------- */

static void copy_pile(const struct magic_pair *p, int seat, const uint8_t *counts, struct plain_magic_pile *pile) {
    pile->n = 0;
    for (int kind = 0; kind < jg_magic_deck(&p->g, seat)->kinds; kind++)
        for (int i = 0; i < counts[kind]; i++) pile->card[pile->n++] = name_of(p, seat, kind);
}

static void copy_side(struct magic_pair *p, int seat) {
    const struct jg_magic_side *side = &p->s->side[seat];
    struct plain_magic_player *who = &p->plain.player[seat];
    memset(who, 0, sizeof *who);
    who->life = side->life;
    who->kept = side->kept;
    copy_pile(p, seat, side->library, &who->library);
    copy_pile(p, seat, side->hand, &who->hand);
    copy_pile(p, seat, side->grave, &who->graveyard);
    who->top = name_of(p, seat, side->top);
    who->bottom = name_of(p, seat, side->bottom);
    for (who->lands = 0; who->lands < side->lands; who->lands++)
        who->land[who->lands] = (struct plain_magic_land){.name = name_of(p, seat, jg_magic_deck(&p->g, seat)->land),
                                                          .tapped = who->lands >= side->untapped};
    for (who->creatures = 0; who->creatures < side->creatures; who->creatures++) {
        const struct jg_magic_creature *c = &side->creature[who->creatures];
        who->creature[who->creatures] = (struct plain_magic_creature){.name = name_of(p, seat, c->kind),
                                                                      .id = c->id,
                                                                      .tapped = c->flags & JG_MAGIC_TAPPED,
                                                                      .sick = c->flags & JG_MAGIC_SICK,
                                                                      .damage = c->damage,
                                                                      .counters = c->counters,
                                                                      .boost = c->boost};
    }
}

void magic_pair_copy(struct magic_pair *p) {
    p->plain.phase = p->s->phase == JG_MAGIC_DISCARD ? PLAIN_MAGIC_DISCARD : PLAIN_MAGIC_MAIN;
    p->plain.second = p->s->phase == JG_MAGIC_MAIN_2;
    p->plain.active = p->s->active;
    p->plain.starter = p->s->starter;
    p->plain.turn = p->s->turn;
    p->plain.last_id = p->s->last_id;
    p->plain.land_played = p->s->land;
    for (int seat = 0; seat < 2; seat++) copy_side(p, seat);
    set_stops(p);
}

/* ---- Moves ------------------------------------------------------------------------------- */

int magic_pair_moves(const struct magic_pair *p, jg_move out[JG_MOVES_MAX]) {
    int turn = jg_turn(&p->g, p->s), n = 0;
    double probability;
    if (turn == JG_OVER) return 0;
    if (turn != JG_CHANCE) return jg_moves(&p->g, p->s, out);
    for (uint64_t i = 0; i < p->g.kind->outcomes(&p->g, p->s); i++)
        out[n++] = p->g.kind->outcome(&p->g, p->s, i, &probability);
    return n;
}

/* Translates a move to the plain engine. */
static struct plain_magic_move translated(const struct magic_pair *p, jg_move move) {
    int word = jg_magic_move_type(move), number = jg_magic_move_arg(move);
    struct plain_magic_move plain = {.word = (enum plain_magic_word)word, .seat = -1};
    switch (word) {
    case JG_MAGIC_STARTS:
    case JG_MAGIC_TARGET_PLAYER: plain.seat = number; break;
    case JG_MAGIC_DRAWS:
    case JG_MAGIC_PLAY:
    case JG_MAGIC_DISCARD_CARD: plain.card = name_of(p, jg_magic_mover(p->s), number); break;
    default: plain.id = number;
    }
    return plain;
}

static bool same_move(const struct plain_magic_move *a, const struct plain_magic_move *b) {
    return a->word == b->word && a->id == b->id && a->seat == b->seat && a->card == b->card;
}

void magic_pair_word(const struct magic_pair *p, jg_move move, char out[MAGIC_WORDS]) {
    static const char *const WORDS[] = {
        [JG_MAGIC_STARTS] = "starts",
        [JG_MAGIC_DRAWS] = "draw",
        [JG_MAGIC_KEEP] = "keep",
        [JG_MAGIC_TAKE_MULLIGAN] = "mulligan",
        [JG_MAGIC_TO_TOP] = "top",
        [JG_MAGIC_TO_BOTTOM] = "bottom",
        [JG_MAGIC_PASS] = "pass",
        [JG_MAGIC_PLAY] = "play",
        [JG_MAGIC_TARGET_CREATURE] = "aim",
        [JG_MAGIC_TARGET_PLAYER] = "aim",
        [JG_MAGIC_ATTACK_WITH] = "attack",
        [JG_MAGIC_BLOCK_WITH] = "block",
        [JG_MAGIC_BLOCK_ATTACKER] = "at",
        [JG_MAGIC_ORDER_NEXT] = "next",
        [JG_MAGIC_DONE] = "done",
        [JG_MAGIC_DISCARD_CARD] = "discard",
        [JG_MAGIC_TARGET_SPELL] = "counter",
    };
    struct plain_magic_move plain = translated(p, move);
    const char *word = WORDS[plain.word];
    if (plain.card)
        snprintf(out, MAGIC_WORDS, "%s %s", word, plain.card);
    else if (plain.word == PLAIN_MAGIC_AIM_PLAYER)
        snprintf(out, MAGIC_WORDS, "aim %s", plain.seat == jg_magic_mover(p->s) ? "me" : "them");
    else if (plain.seat >= 0 || plain.id)
        snprintf(out, MAGIC_WORDS, "%s %d", word, plain.id ? plain.id : plain.seat);
    else
        snprintf(out, MAGIC_WORDS, "%s", word);
}

void magic_pair_play(struct magic_pair *p, jg_move move) {
    struct plain_magic_move plain = translated(p, move);
    jg_apply(&p->g, p->s, move);
    plain_magic_move(&p->plain, &plain);
    p->made++;
    magic_pair_agree(p);
}

/* ---- Comparing --------------------------------------------------------------------------- */

static void same_moves(struct magic_pair *p) {
    struct plain_magic_move plain[PLAIN_MAGIC_MOVES];
    jg_move moves[JG_MOVES_MAX];
    int n = magic_pair_moves(p, moves), turn = jg_turn(&p->g, p->s), copies = 0;
    AGREE(p, turn == plain_magic_decides(&p->plain));
    AGREE(p, n == plain_magic_moves(&p->plain, plain));
    for (int j = 0; j < n; j++) copies += plain[j].copies;
    for (int i = 0; i < n; i++) {
        struct plain_magic_move move = translated(p, moves[i]);
        int at = 0;
        while (at < n && !same_move(&move, &plain[at])) at++;
        AGREE(p, at < n);
        if (turn != JG_CHANCE) continue;
        double probability;
        (void)p->g.kind->outcome(&p->g, p->s, (uint64_t)i, &probability);
        AGREE(p, fabs(probability * copies - plain[at].copies) < 1e-9);
    }
}

static void same_pile(struct magic_pair *p, int seat, const uint8_t *counts, const struct plain_magic_pile *pile) {
    int left[JG_MAGIC_KINDS], kinds = jg_magic_deck(&p->g, seat)->kinds;
    for (int kind = 0; kind < kinds; kind++) left[kind] = counts[kind];
    for (int i = 0, kind = 0; i < pile->n; i++) { /* equal cards are mostly neighbours */
        for (int tries = 0; name_of(p, seat, kind) != pile->card[i]; tries++) {
            AGREE(p, tries < kinds);
            kind = (kind + 1) % kinds;
        }
        left[kind]--;
    }
    for (int kind = 0; kind < kinds; kind++) AGREE(p, left[kind] == 0);
    for (int kind = kinds; kind < JG_MAGIC_KINDS; kind++) AGREE(p, counts[kind] == 0);
}

/* The place of a blocker in the damage order; 0: none yet. */
static int place(const struct magic_pair *p, const struct plain_magic_creature *blocker) {
    const struct plain_magic_player *attackers = &p->plain.player[p->plain.active];
    for (int i = 0; i < attackers->creatures; i++)
        for (int j = 0; attackers->creature[i].id == blocker->blocking && j < attackers->creature[i].ordered; j++)
            if (attackers->creature[i].order[j] == blocker->id) return j + 1;
    return 0;
}

static void same_creature(struct magic_pair *p, int seat, const struct jg_magic_creature *c,
                          const struct plain_magic_creature *plain) {
    const struct jg_magic_card *card = jg_magic_card(&p->g, seat, c->kind);
    AGREE(p, name_of(p, seat, c->kind) == plain->name);
    AGREE(p, c->id == plain->id);
    AGREE(p, !(c->flags & JG_MAGIC_TAPPED) == !plain->tapped);
    AGREE(p, !(c->flags & JG_MAGIC_SICK) == !plain->sick);
    AGREE(p, !(c->flags & JG_MAGIC_ATTACKS) == !plain->attacking);
    AGREE(p, !(c->flags & JG_MAGIC_DESTROYED) && !plain->destroyed);
    AGREE(p, c->damage == plain->damage);
    AGREE(p, c->counters == plain->counters && c->boost == plain->boost);
    AGREE(p, jg_magic_power(card, c) == plain_magic_power(&p->plain, plain));
    AGREE(p, jg_magic_toughness(card, c) == plain_magic_toughness(&p->plain, plain));
    AGREE(p, c->blocks == plain->blocking);
    if (p->s->phase == JG_MAGIC_RESPOND) AGREE(p, !(c->flags & JG_MAGIC_BLOCKED) == !plain->blocked);
    AGREE(p, c->order == place(p, plain));
}

static void same_side(struct magic_pair *p, int seat) {
    const struct jg_magic_side *side = &p->s->side[seat];
    const struct plain_magic_player *who = &p->plain.player[seat];
    bool looks = p->plain.looked && seat == p->plain.active;
    const char *top = looks ? p->plain.looked : who->top;
    int untapped = 0;
    for (int i = 0; i < who->lands; i++) untapped += !who->land[i].tapped;
    AGREE(p, side->life == who->life);
    AGREE(p, side->kept == who->kept);
    if (p->plain.phase != PLAIN_MAGIC_END) AGREE(p, side->draws == who->owed);
    AGREE(p, side->in_hand == who->hand.n);
    AGREE(p, side->in_library == who->library.n + (top != NULL) + (who->bottom != NULL));
    AGREE(p, name_of(p, seat, side->top) == top && name_of(p, seat, side->bottom) == who->bottom);
    AGREE(p, side->lands == who->lands && side->untapped == untapped);
    same_pile(p, seat, side->library, &who->library);
    same_pile(p, seat, side->hand, &who->hand);
    if (p->plain.phase == PLAIN_MAGIC_END) return; /* which creatures die with the loser is unspecified */
    same_pile(p, seat, side->grave, &who->graveyard);
    AGREE(p, side->creatures == who->creatures);
    for (int i = 0; i < side->creatures; i++) same_creature(p, seat, &side->creature[i], &who->creature[i]);
}

static enum plain_magic_phase plain_phase(int phase) {
    static const enum plain_magic_phase PHASE[] = {
        [JG_MAGIC_TOSS] = PLAIN_MAGIC_TOSS,         [JG_MAGIC_DEAL] = PLAIN_MAGIC_DEAL,
        [JG_MAGIC_MULLIGAN] = PLAIN_MAGIC_MULLIGAN, [JG_MAGIC_LOOK] = PLAIN_MAGIC_LOOK,
        [JG_MAGIC_SCRY] = PLAIN_MAGIC_SCRY,         [JG_MAGIC_DRAW] = PLAIN_MAGIC_DRAW,
        [JG_MAGIC_MAIN_1] = PLAIN_MAGIC_MAIN,       [JG_MAGIC_ATTACK] = PLAIN_MAGIC_ATTACK,
        [JG_MAGIC_BLOCK] = PLAIN_MAGIC_BLOCK,       [JG_MAGIC_BLOCK_WHICH] = PLAIN_MAGIC_BLOCKED,
        [JG_MAGIC_ORDER] = PLAIN_MAGIC_ORDER,       [JG_MAGIC_MAIN_2] = PLAIN_MAGIC_MAIN,
        [JG_MAGIC_TARGET_1] = PLAIN_MAGIC_TARGET,   [JG_MAGIC_TARGET_2] = PLAIN_MAGIC_TARGET,
        [JG_MAGIC_DISCARD] = PLAIN_MAGIC_DISCARD,   [JG_MAGIC_END] = PLAIN_MAGIC_END,
        [JG_MAGIC_RESPOND] = PLAIN_MAGIC_RESPOND,   [JG_MAGIC_AIM] = PLAIN_MAGIC_RESPOND_TARGET,
        [JG_MAGIC_MORE] = PLAIN_MAGIC_MORE,
    };
    return PHASE[phase];
}

/* Every card of both decks is in some zone. */
static void nothing_lost(struct magic_pair *p) {
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_deck *deck = jg_magic_deck(&p->g, seat);
        const struct jg_magic_side *side = &p->s->side[seat];
        int there[256] = {0}, all = 0;
        for (int kind = 0; kind < deck->kinds; kind++)
            there[kind] = side->hand[kind] + side->library[kind] + side->grave[kind];
        for (int i = 0; i < side->creatures; i++) there[side->creature[i].kind]++;
        there[deck->land] += side->lands;
        if (jg_magic_aims(p->s) && seat == jg_magic_mover(p->s)) there[p->s->chosen]++;
        for (int i = 0; i < p->s->spells; i++)
            if (p->s->stack[i].seat == seat) there[p->s->stack[i].kind]++;
        there[side->top]++;
        there[side->bottom]++;
        for (int kind = 0; kind < deck->kinds; kind++) {
            AGREE(p, there[kind] == deck->count[kind]);
            all += there[kind];
        }
        AGREE(p, all == JG_MAGIC_DECK);
    }
}

/* The stack, and who has priority. */
static void same_stack(struct magic_pair *p) {
    const struct jg_magic *s = p->s;
    const struct plain_magic *plain = &p->plain;
    if (s->phase == JG_MAGIC_END) return;
    AGREE(p, s->fog == plain->fog);
    AGREE(p, s->spells == plain->spells);
    if (s->phase > JG_MAGIC_END) AGREE(p, s->priority == plain->priority);
    if (s->phase == JG_MAGIC_RESPOND || s->phase == JG_MAGIC_AIM) AGREE(p, s->passes == plain->passed);
    for (int i = 0; i < s->spells; i++) {
        const struct jg_magic_spell *spell = &s->stack[i];
        int type = jg_magic_move_type(spell->target), number = jg_magic_move_arg(spell->target);
        AGREE(p, name_of(p, spell->seat, spell->kind) == plain->stack[i].name && spell->seat == plain->stack[i].seat);
        AGREE(p, spell->id == plain->stack[i].id);
        AGREE(p, plain->stack[i].creature == (type == JG_MAGIC_TARGET_CREATURE ? number : 0));
        AGREE(p, plain->stack[i].spell == (type == JG_MAGIC_TARGET_SPELL ? number : 0));
        AGREE(p, plain->stack[i].player == (type == JG_MAGIC_TARGET_PLAYER ? number : -1));
    }
}

void magic_pair_agree(struct magic_pair *p) {
    const struct jg_magic *s = p->s;
    const struct plain_magic *plain = &p->plain;
    bool over = s->phase == JG_MAGIC_END;
    AGREE(p, plain_phase(s->phase) == plain->phase);
    if (plain->phase == PLAIN_MAGIC_MAIN) AGREE(p, (s->phase == JG_MAGIC_MAIN_2) == plain->second);
    if (plain->phase == PLAIN_MAGIC_TARGET) AGREE(p, (s->phase == JG_MAGIC_TARGET_2) == plain->second);
    if (plain->phase == PLAIN_MAGIC_TARGET) AGREE(p, name_of(p, s->active, s->chosen) == plain->casting);
    if (s->phase == JG_MAGIC_AIM) AGREE(p, name_of(p, s->priority, s->chosen) == plain->casting);
    same_stack(p);
    if (plain->phase == PLAIN_MAGIC_BLOCKED) AGREE(p, s->chosen == plain->named);
    if (plain->phase == PLAIN_MAGIC_ORDER) AGREE(p, s->chosen == plain->ordering);
    AGREE(p, s->starter == (plain->starter < 0 ? JG_MAGIC_NONE : plain->starter));
    AGREE(p, s->active == plain->active && s->turn == plain->turn && s->last_id == plain->last_id);
    AGREE(p, s->land == plain->land_played);
    for (int seat = 0; seat < 2; seat++) {
        same_side(p, seat);
        AGREE(p, (over && s->loser == seat) == plain->player[seat].lost);
        if (over) AGREE(p, jg_score(&p->g, s, seat) == (plain->player[seat].lost ? -1 : 1));
    }
    same_moves(p);
    nothing_lost(p);
}

/* ---- Telling ----------------------------------------------------------------------------- */

static jg_move find_word(const struct magic_pair *p, const char *text) {
    jg_move moves[JG_MOVES_MAX];
    for (int i = 0, n = magic_pair_moves(p, moves); i < n; i++) {
        char word[MAGIC_WORDS];
        magic_pair_word(p, moves[i], word);
        if (strcmp(word, text) == 0) return moves[i];
    }
    return 0;
}

/* "pass | play Mountain" are all moves. */
static void expect_moves(const struct magic_pair *p, char *text) {
    jg_move moves[JG_MOVES_MAX];
    char all[4000] = "";
    int n = magic_pair_moves(p, moves), said = 0;
    for (int i = 0; i < n; i++) {
        size_t used = strlen(all);
        magic_pair_word(p, moves[i], all + used);
        strcat(all, " | ");
    }
    for (char *end; text; text = end ? end + 3 : NULL, said++) {
        if ((end = strstr(text, " | "))) *end = 0;
        if (!find_word(p, text)) fail_msg("%s: no '%s' in: %s", p->spec, text, all);
    }
    if (said != n) fail_msg("%s: %d moves, not %d: %s", p->spec, n, said, all);
}

void magic_pair_script(struct magic_pair *p, const char *moves) {
    char copy[1000], *text = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *end; text && *text; text = end ? end + 2 : NULL) {
        if ((end = strstr(text, "; "))) *end = 0;
        if (text[0] == '=') {
            expect_moves(p, text + 2);
        } else if (text[0] == '!') {
            if (find_word(p, text + 1)) fail_msg("%s: '%s' of '%s' should be refused", p->spec, text + 1, moves);
        } else {
            jg_move move = find_word(p, text);
            if (!move) fail_msg("%s: '%s' of '%s' is refused", p->spec, text, moves);
            magic_pair_play(p, move);
        }
    }
}

void magic_pair_show(const struct magic_pair *p, char out[MAGIC_PICTURE]) {
    struct jg_text t;
    jg_text_init(&t, out, MAGIC_PICTURE);
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_side *side = &p->s->side[seat];
        const char *comma = "";
        bool over = p->s->phase == JG_MAGIC_END, lost = over && p->s->loser == seat;
        jg_text_add(&t, "%s%d%s", seat ? " | " : "", side->life, lost ? " lost" : over ? "" : ":");
        if (over) continue;
        for (int i = 0; i < side->creatures; i++, comma = ",") {
            const struct jg_magic_creature *c = &side->creature[i];
            const struct jg_magic_card *card = jg_magic_card(&p->g, seat, c->kind);
            jg_text_add(&t, "%s [%d] %s %c %d/%d (%d)", comma, c->id, card->name,
                        c->flags & JG_MAGIC_TAPPED ? 'T' : 'U', jg_magic_power(card, c), jg_magic_toughness(card, c),
                        c->damage);
        }
        comma = " /";
        for (int kind = 0; kind < jg_magic_deck(&p->g, seat)->kinds; kind++)
            for (int i = 0; i < side->grave[kind]; i++, comma = ",")
                jg_text_add(&t, "%s %s", comma, name_of(p, seat, kind));
    }
}

/* ---- Scenes ------------------------------------------------------------------------------ */

/* Copies the next item of a list separated by ", " and returns the rest; NULL: there was none. */
static const char *next_of(const char *list, char out[MAGIC_WORDS]) {
    if (!list || !*list) return NULL;
    size_t length = strcspn(list, ",");
    snprintf(out, MAGIC_WORDS, "%.*s", (int)length, list);
    list += length;
    return list + strspn(list, ", ");
}

/* Cuts a word and a number after it off the end of a name; returns the number, or 1; 0: no such
 * word. */
static int cut_word(char *name, const char *word) {
    char *at = strstr(name, word);
    if (!at) return 0;
    *at = 0;
    return at[strlen(word)] ? atoi(at + strlen(word)) : 1;
}

static void take_from_library(const struct magic_pair *p, int seat, int kind) {
    struct jg_magic_side *side = &p->s->side[seat];
    if (!side->library[kind]) fail_msg("%s: too many of %s", p->spec, name_of(p, seat, kind));
    side->library[kind]--;
    side->in_library--;
}

static void set_board(struct magic_pair *p, int seat, const char *list) {
    struct jg_magic_side *side = &p->s->side[seat];
    char name[MAGIC_WORDS];
    while ((list = next_of(list, name))) {
        struct jg_magic_creature *c = &side->creature[side->creatures++];
        c->id = ++p->s->last_id;
        c->damage = (uint8_t)cut_word(name, " damage ");
        if (cut_word(name, " tapped")) c->flags |= JG_MAGIC_TAPPED;
        if (cut_word(name, " sick")) c->flags |= JG_MAGIC_SICK;
        c->kind = (uint8_t)magic_kind(&p->g, seat, name);
        take_from_library(p, seat, c->kind);
    }
}

static void set_hand(struct magic_pair *p, const char *list) {
    char name[MAGIC_WORDS];
    while ((list = next_of(list, name))) {
        int kind = magic_kind(&p->g, 0, name);
        take_from_library(p, 0, kind);
        p->s->side[0].hand[kind]++;
        p->s->side[0].in_hand++;
    }
}

void magic_scene_set(struct magic_pair *p, const struct magic_scene *scene) {
    char decks[MAGIC_WORDS];
    int life[2] = {JG_MAGIC_LIFE, JG_MAGIC_LIFE};
    (void)sscanf(scene->decks, "%47s %d %d", decks, &life[0], &life[1]);
    magic_pair_open_decks(p, decks, ",first=1");
    snprintf(p->spec, sizeof p->spec, "%s", scene->what); /* shown in failures instead */
    p->s->phase = JG_MAGIC_MAIN_1;
    p->s->turn = 3;
    for (int seat = 0; seat < 2; seat++) {
        set_board(p, seat, seat ? scene->theirs : scene->mine);
        p->s->side[seat].life = (int16_t)life[seat];
    }
    set_hand(p, scene->hand);
    for (int i = 0; i < scene->lands; i++) take_from_library(p, 0, jg_magic_deck(&p->g, 0)->land);
    p->s->side[0].lands = p->s->side[0].untapped = (uint8_t)scene->lands;
    magic_pair_copy(p);
    magic_pair_agree(p);
}

void magic_scene_play(const struct magic_scene *scene) {
    static struct magic_pair p;
    char picture[MAGIC_PICTURE];
    magic_scene_set(&p, scene);
    magic_pair_script(&p, scene->moves);
    magic_pair_show(&p, picture);
    if (scene->after && strcmp(picture, scene->after))
        fail_msg("%s:\n%s\nshould be\n%s", scene->what, picture, scene->after);
    magic_pair_close(&p);
}
