#include "bench/games/magic/plain.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef struct plain_magic_player player;
typedef struct plain_magic_creature creature;

/* ---- Cards ------------------------------------------------------------------------------- */

static const struct plain_magic_card CARDS[] = {
    {"Plains", 'L', 0, 0, 0, ""},
    {"Island", 'L', 0, 0, 0, ""},
    {"Swamp", 'L', 0, 0, 0, ""},
    {"Mountain", 'L', 0, 0, 0, ""},
    {"Forest", 'L', 0, 0, 0, ""},
    {"Nest Robber", 'C', 2, 2, 1, "haste"},
    {"Brazen Scourge", 'C', 3, 3, 3, "haste"},
    {"Frenzied Raptor", 'C', 3, 4, 2, ""},
    {"Lightning Hounds", 'C', 4, 3, 2, "first strike"},
    {"Skyraker Giant", 'C', 4, 4, 3, "reach"},
    {"Flametongue Kavu", 'C', 4, 4, 2, ""},
    {"Volcanic Hammer", 'S', 2, 0, 0, ""},
    {"Lava Axe", 'S', 5, 0, 0, ""},
    {"Blazing Volley", 'S', 1, 0, 0, ""},
    {"Fencing Ace", 'C', 2, 1, 1, "double strike"},
    {"Guardian of Pilgrims", 'C', 2, 2, 2, ""},
    {"Griffin Sentinel", 'C', 3, 1, 3, "flying, vigilance"},
    {"Champion of Arashin", 'C', 4, 3, 2, "lifelink"},
    {"Angel of Mercy", 'C', 5, 3, 3, "flying"},
    {"Siege Mastodon", 'C', 5, 3, 5, ""},
    {"Path of Peace", 'S', 4, 0, 0, ""},
    {"Inspiring Roar", 'S', 4, 0, 0, ""},
    {"Heavy Infantry", 'C', 5, 3, 4, ""},
    {"Day of Judgment", 'S', 4, 0, 0, ""},
    {"Pensive Minotaur", 'C', 3, 2, 3, ""},
    {"Flame Slash", 'S', 1, 0, 0, ""},
    {"Grizzly Bears", 'C', 2, 2, 2, ""},
    {"Centaur Courser", 'C', 3, 3, 3, ""},
    {"Walking Corpse", 'C', 2, 2, 2, ""},
    {"Ravenous Chupacabra", 'C', 4, 2, 2, ""},
    {"Bathe in Dragonfire", 'S', 3, 0, 0, ""},
};

const struct plain_magic_copies PLAIN_MAGIC_RED[] = {
    {24, "Mountain"},
    {4, "Nest Robber"},
    {4, "Brazen Scourge"},
    {4, "Frenzied Raptor"},
    {4, "Lightning Hounds"},
    {4, "Skyraker Giant"},
    {4, "Flametongue Kavu"},
    {4, "Volcanic Hammer"},
    {4, "Lava Axe"},
    {4, "Blazing Volley"},
    {0, NULL},
};

const struct plain_magic_copies PLAIN_MAGIC_WHITE[] = {
    {24, "Plains"},          {4, "Fencing Ace"},         {4, "Guardian of Pilgrims"},
    {4, "Griffin Sentinel"}, {4, "Champion of Arashin"}, {4, "Angel of Mercy"},
    {4, "Siege Mastodon"},   {4, "Path of Peace"},       {4, "Inspiring Roar"},
    {2, "Heavy Infantry"},   {2, "Day of Judgment"},     {0, NULL},
};

static bool is(const char *name, const char *other) { return strcmp(name, other) == 0; }

const struct plain_magic_card *plain_magic_card(const char *name) {
    for (size_t i = 0; i < sizeof CARDS / sizeof *CARDS; i++)
        if (CARDS[i].name == name) return &CARDS[i];
    for (size_t i = 0; i < sizeof CARDS / sizeof *CARDS; i++)
        if (is(CARDS[i].name, name)) return &CARDS[i];
    return NULL;
}

static char type_of(const char *name) { return plain_magic_card(name)->type; }

bool plain_magic_has(const char *name, const char *ability) {
    return strstr(plain_magic_card(name)->abilities, ability) != NULL;
}

int plain_magic_power(const struct plain_magic *p, const creature *c) {
    int printed = p->giant_3_4 && is(c->name, "Skyraker Giant") ? 3 : plain_magic_card(c->name)->power;
    return printed + c->counters + c->boost;
}

int plain_magic_toughness(const struct plain_magic *p, const creature *c) {
    int printed = p->giant_3_4 && is(c->name, "Skyraker Giant") ? 4 : plain_magic_card(c->name)->toughness;
    return printed + c->counters + c->boost;
}

/* Whose creatures a card may be aimed at, and whether players are targets: some of
 * 'm'y creatures, 't'heir creatures, 'p'layers. */
static const char *targets_of(const char *name) {
    static const char *const AIMED[][2] = {
        {"Flametongue Kavu", "mt"},     {"Volcanic Hammer", "mtp"},    {"Lava Axe", "p"},
        {"Guardian of Pilgrims", "mt"}, {"Path of Peace", "mt"},       {"Heavy Infantry", "t"},
        {"Flame Slash", "mt"},          {"Bathe in Dragonfire", "mt"}, {"Ravenous Chupacabra", "t"},
    };
    for (size_t i = 0; i < sizeof AIMED / sizeof *AIMED; i++)
        if (is(AIMED[i][0], name)) return AIMED[i][1];
    return "";
}

/* ---- Piles ------------------------------------------------------------------------------- */

/* All names in piles are those of the table: equal cards are equal pointers. */

static void put(struct plain_magic_pile *pile, const char *card) {
    assert(pile->n < PLAIN_MAGIC_PILE);
    pile->card[pile->n++] = card;
}

static const char *take_at(struct plain_magic_pile *pile, int i) {
    const char *card = pile->card[i];
    for (pile->n--; i < pile->n; i++) pile->card[i] = pile->card[i + 1];
    return card;
}

static const char *take(struct plain_magic_pile *pile, const char *name) {
    name = plain_magic_card(name)->name;
    for (int i = 0; i < pile->n; i++)
        if (pile->card[i] == name) return take_at(pile, i);
    assert(false && "no such card");
    return NULL;
}

static int copies_in(const struct plain_magic_pile *pile, const char *name) {
    int n = 0;
    for (int i = 0; i < pile->n; i++) n += pile->card[i] == name;
    return n;
}

/* The i-th card is the first of its name. */
static bool first_of_name(const struct plain_magic_pile *pile, int i) {
    for (int before = 0; before < i; before++)
        if (pile->card[before] == pile->card[i]) return false;
    return true;
}

/* ---- Who is there ------------------------------------------------------------------------ */

static player *me(struct plain_magic *p) { return &p->player[p->active]; }
static player *they(struct plain_magic *p) { return &p->player[1 - p->active]; }

static creature *find(player *who, int id) {
    for (int i = 0; i < who->creatures; i++)
        if (who->creature[i].id == id) return &who->creature[i];
    return NULL;
}

static int untapped_lands(const player *who) {
    int n = 0;
    for (int i = 0; i < who->lands; i++) n += !who->land[i].tapped;
    return n;
}

static void tap_lands(player *who, int n) {
    for (int i = 0; i < who->lands && n > 0; i++)
        if (!who->land[i].tapped) {
            who->land[i].tapped = true;
            n--;
        }
    assert(n == 0);
}

static int library_count(const player *who) { return who->library.n + (who->top != NULL) + (who->bottom != NULL); }

/* ---- State-based actions ----------------------------------------------------------------- */

static void bury(player *who, int i) {
    put(&who->graveyard, who->creature[i].name);
    for (who->creatures--; i < who->creatures; i++) who->creature[i] = who->creature[i + 1];
}

/* Whether the game is over. */
static bool check_state(struct plain_magic *p) {
    bool over = false;
    for (int seat = 0; seat < 2; seat++) {
        player *who = &p->player[seat];
        for (int i = who->creatures - 1; i >= 0; i--) {
            creature *c = &who->creature[i];
            if (c->destroyed || c->damage >= plain_magic_toughness(p, c)) bury(who, i);
        }
        if (who->life <= 0) who->lost = true;
        if (who->lost) over = true;
    }
    if (over) p->phase = PLAIN_MAGIC_END;
    return over;
}

/* ---- Combat ------------------------------------------------------------------------------ */

static bool can_attack(const creature *c) { return !c->tapped && (!c->sick || plain_magic_has(c->name, "haste")); }

static bool can_block(const creature *blocker, const creature *attacker) {
    if (blocker->tapped || !attacker->attacking) return false;
    if (!plain_magic_has(attacker->name, "flying")) return true;
    return plain_magic_has(blocker->name, "flying") || plain_magic_has(blocker->name, "reach");
}

static bool can_block_somebody(const creature *blocker, const player *attackers) {
    for (int i = 0; i < attackers->creatures; i++)
        if (can_block(blocker, &attackers->creature[i])) return true;
    return false;
}

/* The creatures after the last declared one, by id. */
static bool is_later(const struct plain_magic *p, const creature *c) { return c->id > p->named; }

static bool more_attackers(struct plain_magic *p) {
    for (int i = 0; i < me(p)->creatures; i++)
        if (is_later(p, &me(p)->creature[i]) && can_attack(&me(p)->creature[i])) return true;
    return false;
}

static bool more_blockers(struct plain_magic *p) {
    for (int i = 0; i < they(p)->creatures; i++)
        if (is_later(p, &they(p)->creature[i]) && can_block_somebody(&they(p)->creature[i], me(p))) return true;
    return false;
}

static bool strikes_first(const creature *c) {
    return plain_magic_has(c->name, "first strike") || plain_magic_has(c->name, "double strike");
}

static bool strikes_later(const creature *c) { return !plain_magic_has(c->name, "first strike"); }

/* Damage that a creature is about to deal. */
struct blow {
    int seat; /* of who deals it */
    const char *by;
    int amount;
    int id; /* of the creature that is hit, 0: the other player */
};

struct blows {
    struct blow blow[4 * PLAIN_MAGIC_CREATURES * 2];
    int n;
};

static void add_blow(struct blows *all, int seat, const char *by, int amount, int id) {
    if (amount > 0) all->blow[all->n++] = (struct blow){seat, by, amount, id};
}

static void attacker_strikes(struct plain_magic *p, const creature *attacker, struct blows *all) {
    int left = plain_magic_power(p, attacker);
    const creature *last = NULL;
    if (!attacker->blocked) {
        add_blow(all, p->active, attacker->name, left, 0);
        return;
    }
    for (int i = 0; i < attacker->ordered; i++)
        if (find(they(p), attacker->order[i])) last = find(they(p), attacker->order[i]);
    for (int i = 0; i < attacker->ordered; i++) {
        const creature *blocker = find(they(p), attacker->order[i]);
        if (!blocker) continue;
        int lethal = plain_magic_toughness(p, blocker) - blocker->damage;
        int amount = blocker == last || lethal > left ? left : lethal;
        add_blow(all, p->active, attacker->name, amount, blocker->id);
        left -= amount;
    }
}

static void strike(struct plain_magic *p, const struct blow *b) {
    player *by = &p->player[b->seat], *at = &p->player[1 - b->seat];
    if (b->id)
        find(at, b->id)->damage += b->amount;
    else
        at->life -= b->amount;
    if (plain_magic_has(b->by, "lifelink")) by->life += b->amount;
}

/* All damage of a step is dealt at once. */
static bool damage_step(struct plain_magic *p, bool (*strikes)(const creature *)) {
    struct blows all = {.n = 0};
    for (int i = 0; i < me(p)->creatures; i++) {
        const creature *c = &me(p)->creature[i];
        if (c->attacking && strikes(c)) attacker_strikes(p, c, &all);
    }
    for (int i = 0; i < they(p)->creatures; i++) {
        const creature *c = &they(p)->creature[i];
        if (c->blocking && find(me(p), c->blocking) && strikes(c))
            add_blow(&all, 1 - p->active, c->name, plain_magic_power(p, c), c->blocking);
    }
    for (int i = 0; i < all.n; i++) strike(p, &all.blow[i]);
    return check_state(p);
}

static void main_phase(struct plain_magic *p, bool second) {
    p->phase = PLAIN_MAGIC_MAIN;
    p->second = second;
    p->named = p->ordering = 0;
    p->casting = NULL;
}

static void fight(struct plain_magic *p) {
    p->named = p->ordering = 0;
    if (damage_step(p, strikes_first) || damage_step(p, strikes_later)) return;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < p->player[seat].creatures; i++) {
            creature *c = &p->player[seat].creature[i];
            c->attacking = c->blocked = false;
            c->blocking = c->ordered = 0;
        }
    main_phase(p, true);
}

static int blockers_of(const player *who, int attacker) {
    int n = 0;
    for (int i = 0; i < who->creatures; i++) n += who->creature[i].blocking == attacker;
    return n;
}

static bool is_ordered(const creature *attacker, int blocker) {
    for (int i = 0; i < attacker->ordered; i++)
        if (attacker->order[i] == blocker) return true;
    return false;
}

/* The only blocker that is left goes last by itself. */
static void order_the_last(struct plain_magic *p, creature *attacker) {
    if (blockers_of(they(p), attacker->id) - attacker->ordered != 1) return;
    for (int i = 0; i < they(p)->creatures; i++) {
        const creature *c = &they(p)->creature[i];
        if (c->blocking != attacker->id || is_ordered(attacker, c->id)) continue;
        attacker->order[attacker->ordered++] = c->id;
        return;
    }
}

static void order_blockers(struct plain_magic *p) {
    p->named = 0;
    for (int i = 0; i < me(p)->creatures; i++) {
        creature *c = &me(p)->creature[i];
        order_the_last(p, c);
        if (blockers_of(they(p), c->id) == c->ordered) continue;
        p->phase = PLAIN_MAGIC_ORDER;
        p->ordering = c->id;
        return;
    }
    fight(p);
}

static void ask_blockers(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_BLOCK;
    if (!more_blockers(p)) order_blockers(p);
}

static void end_attack(struct plain_magic *p) {
    bool any = false;
    for (int i = 0; i < me(p)->creatures; i++) any = any || me(p)->creature[i].attacking;
    p->named = 0;
    if (any)
        ask_blockers(p);
    else
        main_phase(p, true);
}

static void ask_attackers(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_ATTACK;
    if (!more_attackers(p)) end_attack(p);
}

static void attack_with(struct plain_magic *p, int id) {
    creature *c = find(me(p), id);
    c->attacking = true;
    if (!plain_magic_has(c->name, "vigilance")) c->tapped = true;
    p->named = id;
    ask_attackers(p);
}

static void block_at(struct plain_magic *p, int id) {
    find(they(p), p->named)->blocking = id;
    find(me(p), id)->blocked = true;
    ask_blockers(p);
}

/* ---- Casting ----------------------------------------------------------------------------- */

static bool has_target(const struct plain_magic *p, const char *name) {
    const char *targets = targets_of(name);
    if (strchr(targets, 'p')) return true;
    if (strchr(targets, 'm') && (type_of(name) == 'C' || p->player[p->active].creatures > 0)) return true;
    return strchr(targets, 't') && p->player[1 - p->active].creatures > 0;
}

static bool can_play(const struct plain_magic *p, const char *name) {
    const player *who = &p->player[p->active];
    if (type_of(name) == 'L') return !p->land_played;
    if (plain_magic_card(name)->cost > untapped_lands(who)) return false;
    if (type_of(name) == 'C') return who->creatures < PLAIN_MAGIC_CREATURES;
    return targets_of(name)[0] == 0 || has_target(p, name);
}

/* What a card does; the target is a creature, or a player if that is NULL. */
static void resolve(struct plain_magic *p, const char *name, creature *target, player *owner) {
    if (is(name, "Flametongue Kavu")) target->damage += 4;
    if (is(name, "Guardian of Pilgrims")) target->boost += 1;
    if (is(name, "Angel of Mercy")) me(p)->life += 3;
    if (is(name, "Heavy Infantry") && target) target->tapped = true;
    if (is(name, "Ravenous Chupacabra") && target) target->destroyed = true;
    if (is(name, "Volcanic Hammer") && target) target->damage += 3;
    if (is(name, "Volcanic Hammer") && !target) owner->life -= 3;
    if (is(name, "Lava Axe")) owner->life -= 5;
    if (is(name, "Flame Slash") || is(name, "Bathe in Dragonfire")) target->damage += 4;
    if (is(name, "Path of Peace")) {
        target->destroyed = true;
        owner->life += 4;
    }
    for (int i = 0; i < me(p)->creatures; i++) {
        if (is(name, "Inspiring Roar")) me(p)->creature[i].counters += 1;
        if (is(name, "Day of Judgment")) me(p)->creature[i].destroyed = true;
    }
    for (int i = 0; i < they(p)->creatures; i++) {
        if (is(name, "Blazing Volley")) they(p)->creature[i].damage += 1;
        if (is(name, "Day of Judgment")) they(p)->creature[i].destroyed = true;
    }
}

/* A card that is paid. target: id of a creature, 0: none; owner: of it, or the player who is the target. */
static void cast(struct plain_magic *p, const char *name, int target, player *owner) {
    if (type_of(name) == 'C')
        me(p)->creature[me(p)->creatures++] = (creature){.name = name, .id = ++p->last_id, .sick = true};
    else
        put(&me(p)->graveyard, name);
    resolve(p, name, target ? find(owner, target) : NULL, owner);
    if (!check_state(p)) main_phase(p, p->second);
}

static void play(struct plain_magic *p, const char *name) {
    const char *card = take(&me(p)->hand, name);
    if (type_of(name) == 'L') {
        me(p)->land[me(p)->lands++] = (struct plain_magic_land){.name = card};
        p->land_played = true;
        return;
    }
    tap_lands(me(p), plain_magic_card(name)->cost);
    if (has_target(p, name)) {
        p->phase = PLAIN_MAGIC_TARGET;
        p->casting = card;
    } else {
        cast(p, card, 0, NULL);
    }
}

static void aim(struct plain_magic *p, int id) {
    bool theirs = find(they(p), id) != NULL;
    cast(p, p->casting, id, theirs ? they(p) : me(p));
}

/* ---- Turns ------------------------------------------------------------------------------- */

static void begin_turn(struct plain_magic *p) {
    p->turn++;
    p->land_played = false;
    for (int i = 0; i < me(p)->lands; i++) me(p)->land[i].tapped = false;
    for (int i = 0; i < me(p)->creatures; i++) me(p)->creature[i].tapped = me(p)->creature[i].sick = false;
    if (p->turn == 1) {
        main_phase(p, false);
        return;
    }
    p->phase = PLAIN_MAGIC_DRAW;
    if (library_count(me(p)) == 0) me(p)->lost = true;
    check_state(p);
}

static void discard(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_DISCARD;
    p->second = false;
    if (me(p)->hand.n > 7) return;
    p->active = 1 - p->active;
    begin_turn(p);
}

static void end_turn(struct plain_magic *p) {
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < p->player[seat].creatures; i++)
            p->player[seat].creature[i].damage = p->player[seat].creature[i].boost = 0;
    discard(p);
}

static void pass(struct plain_magic *p) {
    if (p->second)
        end_turn(p);
    else
        ask_attackers(p);
}

/* ---- Before the game --------------------------------------------------------------------- */

static void scry_or_begin(struct plain_magic *p, int seat) {
    for (; seat == p->starter || seat == 1 - p->starter; seat = seat == p->starter ? 1 - seat : -1) {
        if (p->player[seat].kept == 7) continue;
        p->active = seat;
        p->phase = PLAIN_MAGIC_LOOK;
        return;
    }
    p->active = p->starter;
    begin_turn(p);
}

static void keep(struct plain_magic *p) {
    if (p->active != p->starter) {
        scry_or_begin(p, p->starter);
        return;
    }
    p->active = 1 - p->active;
    p->phase = PLAIN_MAGIC_MULLIGAN;
}

static void mulligan(struct plain_magic *p) {
    while (me(p)->hand.n > 0) put(&me(p)->library, take_at(&me(p)->hand, 0));
    me(p)->kept--;
    p->phase = PLAIN_MAGIC_DEAL;
    if (me(p)->kept == 0) keep(p);
}

/* The hand of `active` is full: the starter waits for the other, unless that has one already. */
static void dealt(struct plain_magic *p) {
    if (p->active == p->starter && they(p)->hand.n == 0) {
        p->active = 1 - p->active;
        return;
    }
    p->phase = PLAIN_MAGIC_MULLIGAN;
    if (p->active != p->starter && me(p)->kept == 7) p->active = p->starter;
}

static void deal(struct plain_magic *p, const char *card) {
    put(&me(p)->hand, take(&me(p)->library, card));
    if (me(p)->hand.n == me(p)->kept) dealt(p);
}

static void scry(struct plain_magic *p, bool top) {
    if (top)
        me(p)->top = p->looked;
    else
        me(p)->bottom = p->looked;
    p->looked = NULL;
    scry_or_begin(p, p->active == p->starter ? 1 - p->starter : -1);
}

static void draw(struct plain_magic *p, const char *card) {
    if (me(p)->top) {
        put(&me(p)->hand, me(p)->top);
        me(p)->top = NULL;
    } else if (me(p)->library.n > 0) {
        put(&me(p)->hand, take(&me(p)->library, card));
    } else {
        put(&me(p)->hand, me(p)->bottom);
        me(p)->bottom = NULL;
    }
    main_phase(p, false);
}

/* ---- The interface ----------------------------------------------------------------------- */

void plain_magic_start(struct plain_magic *p, const struct plain_magic_copies *first,
                       const struct plain_magic_copies *second) {
    memset(p, 0, sizeof *p);
    p->starter = -1;
    for (int seat = 0; seat < 2; seat++) {
        player *who = &p->player[seat];
        who->life = 20;
        who->kept = 7;
        for (const struct plain_magic_copies *c = seat ? second : first; c->n; c++)
            for (int i = 0; i < c->n; i++) put(&who->library, plain_magic_card(c->name)->name);
    }
}

int plain_magic_decides(const struct plain_magic *p) {
    switch (p->phase) {
    case PLAIN_MAGIC_END: return PLAIN_MAGIC_OVER;
    case PLAIN_MAGIC_TOSS:
    case PLAIN_MAGIC_DEAL:
    case PLAIN_MAGIC_LOOK:
    case PLAIN_MAGIC_DRAW: return PLAIN_MAGIC_CHANCE;
    case PLAIN_MAGIC_BLOCK:
    case PLAIN_MAGIC_BLOCKED: return 1 - p->active;
    default: return p->active;
    }
}

struct list {
    struct plain_magic_move *out;
    int n;
};

static void add(struct list *l, enum plain_magic_word word, const char *card, int id, int seat, int copies) {
    assert(l->n < PLAIN_MAGIC_MOVES);
    l->out[l->n++] = (struct plain_magic_move){word, card, id, seat, copies};
}

static void add_cards(struct list *l, enum plain_magic_word word, const struct plain_magic_pile *pile, bool chance) {
    for (int i = 0; i < pile->n; i++)
        if (first_of_name(pile, i)) add(l, word, pile->card[i], 0, -1, chance ? copies_in(pile, pile->card[i]) : 0);
}

static void add_draws(const struct plain_magic *p, struct list *l) {
    const player *who = &p->player[p->active];
    if (who->top)
        add(l, PLAIN_MAGIC_DRAWS, who->top, 0, -1, 1);
    else if (who->library.n > 0)
        add_cards(l, PLAIN_MAGIC_DRAWS, &who->library, true);
    else
        add(l, PLAIN_MAGIC_DRAWS, who->bottom, 0, -1, 1);
}

static void add_targets(const struct plain_magic *p, struct list *l) {
    const char *targets = targets_of(p->casting);
    const player *mine = &p->player[p->active], *theirs = &p->player[1 - p->active];
    for (int i = 0; strchr(targets, 'm') && i < mine->creatures; i++)
        add(l, PLAIN_MAGIC_AIM, NULL, mine->creature[i].id, -1, 0);
    if (strchr(targets, 'm') && type_of(p->casting) == 'C') add(l, PLAIN_MAGIC_AIM, NULL, p->last_id + 1, -1, 0);
    for (int i = 0; strchr(targets, 't') && i < theirs->creatures; i++)
        add(l, PLAIN_MAGIC_AIM, NULL, theirs->creature[i].id, -1, 0);
    for (int seat = 0; strchr(targets, 'p') && seat < 2; seat++) add(l, PLAIN_MAGIC_AIM_PLAYER, NULL, 0, seat, 0);
}

static void add_combat(const struct plain_magic *p, struct list *l) {
    const player *mine = &p->player[p->active], *theirs = &p->player[1 - p->active];
    for (int i = 0; p->phase == PLAIN_MAGIC_ATTACK && i < mine->creatures; i++)
        if (is_later(p, &mine->creature[i]) && can_attack(&mine->creature[i]))
            add(l, PLAIN_MAGIC_ATTACK_WITH, NULL, mine->creature[i].id, -1, 0);
    for (int i = 0; p->phase == PLAIN_MAGIC_BLOCK && i < theirs->creatures; i++)
        if (is_later(p, &theirs->creature[i]) && can_block_somebody(&theirs->creature[i], mine))
            add(l, PLAIN_MAGIC_BLOCK_WITH, NULL, theirs->creature[i].id, -1, 0);
    if (p->phase != PLAIN_MAGIC_BLOCKED) {
        add(l, PLAIN_MAGIC_DONE, NULL, 0, -1, 0);
        return;
    }
    for (int i = 0; i < mine->creatures; i++)
        for (int b = 0; b < theirs->creatures; b++)
            if (theirs->creature[b].id == p->named && can_block(&theirs->creature[b], &mine->creature[i]))
                add(l, PLAIN_MAGIC_AT, NULL, mine->creature[i].id, -1, 0);
}

static void add_orders(const struct plain_magic *p, struct list *l) {
    const player *mine = &p->player[p->active], *theirs = &p->player[1 - p->active];
    for (int i = 0; i < mine->creatures; i++)
        for (int b = 0; mine->creature[i].id == p->ordering && b < theirs->creatures; b++)
            if (theirs->creature[b].blocking == p->ordering && !is_ordered(&mine->creature[i], theirs->creature[b].id))
                add(l, PLAIN_MAGIC_NEXT, NULL, theirs->creature[b].id, -1, 0);
}

int plain_magic_moves(const struct plain_magic *p, struct plain_magic_move out[PLAIN_MAGIC_MOVES]) {
    struct list l = {out, 0};
    const player *who = &p->player[p->active];
    switch (p->phase) {
    case PLAIN_MAGIC_TOSS:
        for (int seat = 0; seat < 2; seat++) add(&l, PLAIN_MAGIC_STARTS, NULL, 0, seat, 1);
        break;
    case PLAIN_MAGIC_DEAL:
    case PLAIN_MAGIC_LOOK:
    case PLAIN_MAGIC_DRAW: add_draws(p, &l); break;
    case PLAIN_MAGIC_MULLIGAN:
        add(&l, PLAIN_MAGIC_KEEP, NULL, 0, -1, 0);
        add(&l, PLAIN_MAGIC_AGAIN, NULL, 0, -1, 0);
        break;
    case PLAIN_MAGIC_SCRY:
        add(&l, PLAIN_MAGIC_TO_TOP, NULL, 0, -1, 0);
        add(&l, PLAIN_MAGIC_TO_BOTTOM, NULL, 0, -1, 0);
        break;
    case PLAIN_MAGIC_MAIN:
        add(&l, PLAIN_MAGIC_PASS, NULL, 0, -1, 0);
        for (int i = 0; i < who->hand.n; i++)
            if (first_of_name(&who->hand, i) && can_play(p, who->hand.card[i]))
                add(&l, PLAIN_MAGIC_PLAY, who->hand.card[i], 0, -1, 0);
        break;
    case PLAIN_MAGIC_TARGET: add_targets(p, &l); break;
    case PLAIN_MAGIC_ATTACK:
    case PLAIN_MAGIC_BLOCK:
    case PLAIN_MAGIC_BLOCKED: add_combat(p, &l); break;
    case PLAIN_MAGIC_ORDER: add_orders(p, &l); break;
    case PLAIN_MAGIC_DISCARD: add_cards(&l, PLAIN_MAGIC_THROW, &who->hand, false); break;
    case PLAIN_MAGIC_END: break;
    }
    return l.n;
}

static void next_blocker(struct plain_magic *p, int id) {
    creature *attacker = find(me(p), p->ordering);
    attacker->order[attacker->ordered++] = id;
    order_blockers(p);
}

static void toss(struct plain_magic *p, int seat) {
    p->active = p->starter = seat;
    p->phase = PLAIN_MAGIC_DEAL;
}

static void happen(struct plain_magic *p, const char *card) {
    if (p->phase == PLAIN_MAGIC_DEAL) {
        deal(p, card);
    } else if (p->phase == PLAIN_MAGIC_LOOK) {
        p->looked = take(&me(p)->library, card);
        p->phase = PLAIN_MAGIC_SCRY;
    } else {
        draw(p, card);
    }
}

void plain_magic_move(struct plain_magic *p, const struct plain_magic_move *move) {
    switch (move->word) {
    case PLAIN_MAGIC_STARTS: toss(p, move->seat); break;
    case PLAIN_MAGIC_DRAWS: happen(p, move->card); break;
    case PLAIN_MAGIC_KEEP: keep(p); break;
    case PLAIN_MAGIC_AGAIN: mulligan(p); break;
    case PLAIN_MAGIC_TO_TOP: scry(p, true); break;
    case PLAIN_MAGIC_TO_BOTTOM: scry(p, false); break;
    case PLAIN_MAGIC_PASS: pass(p); break;
    case PLAIN_MAGIC_PLAY: play(p, move->card); break;
    case PLAIN_MAGIC_AIM: aim(p, move->id); break;
    case PLAIN_MAGIC_AIM_PLAYER: cast(p, p->casting, 0, &p->player[move->seat]); break;
    case PLAIN_MAGIC_ATTACK_WITH: attack_with(p, move->id); break;
    case PLAIN_MAGIC_BLOCK_WITH:
        p->named = move->id;
        p->phase = PLAIN_MAGIC_BLOCKED;
        break;
    case PLAIN_MAGIC_AT: block_at(p, move->id); break;
    case PLAIN_MAGIC_NEXT: next_blocker(p, move->id); break;
    case PLAIN_MAGIC_DONE:
        if (p->phase == PLAIN_MAGIC_ATTACK)
            end_attack(p);
        else
            order_blockers(p);
        break;
    case PLAIN_MAGIC_THROW:
        put(&me(p)->graveyard, take(&me(p)->hand, move->card));
        discard(p);
        break;
    }
}

uint64_t plain_magic_perft(const struct plain_magic *p, int depth) {
    struct plain_magic_move moves[PLAIN_MAGIC_MOVES];
    uint64_t sum = 0;
    if (depth == 0) return 1;
    for (int i = 0, n = plain_magic_moves(p, moves); i < n; i++) {
        struct plain_magic after = *p;
        plain_magic_move(&after, &moves[i]);
        sum += plain_magic_perft(&after, depth - 1);
    }
    return sum;
}
