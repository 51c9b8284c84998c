/* The cards of the plain engine: their printed values, what they may be aimed at, and what each does, coded by name. */
#include "bench/games/magic/plain_inside.h"

#include <stddef.h>
#include <string.h>

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
    {"Coral Merfolk", 'C', 2, 2, 1, ""},
    {"Wind Drake", 'C', 3, 2, 2, "flying"},
    {"Horned Turtle", 'C', 3, 1, 4, ""},
    {"Cloudkin Seer", 'C', 3, 2, 1, "flying"},
    {"Faerie Invaders", 'C', 5, 3, 3, "flash, flying"},
    {"Air Elemental", 'C', 5, 4, 4, "flying"},
    {"Counterspell", 'I', 2, 0, 0, ""},
    {"Cancel", 'I', 3, 0, 0, ""},
    {"Refocus", 'I', 2, 0, 0, ""},
    {"Inspiration", 'I', 4, 0, 0, ""},
    {"Kalonian Tusker", 'C', 2, 3, 3, ""},
    {"Giant Spider", 'C', 4, 2, 4, "reach"},
    {"Pouncing Cheetah", 'C', 3, 3, 2, "flash"},
    {"Briarpack Alpha", 'C', 4, 3, 3, "flash"},
    {"Giant Growth", 'I', 1, 0, 0, ""},
    {"Fog", 'I', 1, 0, 0, ""},
    {"Vitalize", 'I', 1, 0, 0, ""},
    {"Titanic Growth", 'I', 2, 0, 0, ""},
    {"Savage Surge", 'I', 2, 0, 0, ""},
    {"Shock", 'I', 1, 0, 0, ""},
    {"Lightning Strike", 'I', 2, 0, 0, ""},
    {"Holy Day", 'I', 1, 0, 0, ""},
    {"Moment of Triumph", 'I', 1, 0, 0, ""},
    {"Swift Response", 'I', 2, 0, 0, ""},
    {"Rebuke", 'I', 3, 0, 0, ""},
    {"Murder", 'I', 3, 0, 0, ""},
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

const struct plain_magic_copies PLAIN_MAGIC_BLUE[] = {
    {24, "Island"},       {4, "Coral Merfolk"},   {4, "Wind Drake"},    {4, "Horned Turtle"},
    {4, "Cloudkin Seer"}, {4, "Faerie Invaders"}, {4, "Air Elemental"}, {4, "Counterspell"},
    {2, "Cancel"},        {2, "Refocus"},         {4, "Inspiration"},   {0, NULL},
};

const struct plain_magic_copies PLAIN_MAGIC_GREEN[] = {
    {24, "Forest"},
    {4, "Grizzly Bears"},
    {4, "Kalonian Tusker"},
    {4, "Centaur Courser"},
    {4, "Pouncing Cheetah"},
    {4, "Giant Spider"},
    {4, "Briarpack Alpha"},
    {4, "Giant Growth"},
    {2, "Fog"},
    {2, "Vitalize"},
    {2, "Titanic Growth"},
    {2, "Savage Surge"},
    {0, NULL},
};

static bool is(const char *name, const char *other) { return strcmp(name, other) == 0; }

const struct plain_magic_card *plain_magic_card(const char *name) {
    for (size_t i = 0; i < sizeof CARDS / sizeof *CARDS; i++)
        if (CARDS[i].name == name) return &CARDS[i];
    for (size_t i = 0; i < sizeof CARDS / sizeof *CARDS; i++)
        if (is(CARDS[i].name, name)) return &CARDS[i];
    return NULL;
}

char plain_magic_type_of(const char *name) { return plain_magic_card(name)->type; }

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

const char *plain_magic_targets_of(const char *name) {
    static const char *const AIMED[][2] = {
        {"Flametongue Kavu", "mt"},
        {"Volcanic Hammer", "mtp"},
        {"Lava Axe", "p"},
        {"Guardian of Pilgrims", "mt"},
        {"Path of Peace", "mt"},
        {"Heavy Infantry", "t"},
        {"Flame Slash", "mt"},
        {"Bathe in Dragonfire", "mt"},
        {"Ravenous Chupacabra", "t"},
        {"Refocus", "mt"},
        {"Inspiration", "p"},
        {"Counterspell", "s"},
        {"Cancel", "s"},
        {"Giant Growth", "mt"},
        {"Titanic Growth", "mt"},
        {"Savage Surge", "mt"},
        {"Briarpack Alpha", "mt"},
        {"Shock", "mtp"},
        {"Lightning Strike", "mtp"},
        {"Moment of Triumph", "mt"},
        {"Swift Response", "mtT"},
        {"Rebuke", "mta"},
        {"Murder", "mt"},
    };
    for (size_t i = 0; i < sizeof AIMED / sizeof *AIMED; i++)
        if (is(AIMED[i][0], name)) return AIMED[i][1];
    return "";
}

bool plain_magic_suits(const char *targets, const creature *c) {
    if (strchr(targets, 'a') && !c->attacking) return false;
    return !strchr(targets, 'T') || c->tapped;
}

void plain_magic_take_effect(struct plain_magic *p, int seat, const char *name, creature *target, player *owner) {
    player *mine = &p->player[seat], *theirs = &p->player[1 - seat];
    if (is(name, "Flametongue Kavu") && target) target->damage += 4;
    if (is(name, "Guardian of Pilgrims") && target) target->boost += 1;
    if (is(name, "Angel of Mercy")) mine->life += 3;
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
    for (int i = 0; i < mine->creatures; i++) {
        if (is(name, "Inspiring Roar")) mine->creature[i].counters += 1;
        if (is(name, "Day of Judgment")) mine->creature[i].destroyed = true;
        if (is(name, "Vitalize")) mine->creature[i].tapped = false;
    }
    for (int i = 0; i < theirs->creatures; i++) {
        if (is(name, "Blazing Volley")) theirs->creature[i].damage += 1;
        if (is(name, "Day of Judgment")) theirs->creature[i].destroyed = true;
    }
    if (is(name, "Cloudkin Seer") || is(name, "Refocus")) mine->owed += 1;
    if (is(name, "Inspiration")) owner->owed += 2;
    if (is(name, "Fog") || is(name, "Holy Day")) p->fog = true;
    if (is(name, "Refocus") || is(name, "Savage Surge")) target->tapped = false;
    if (is(name, "Briarpack Alpha") && target) target->boost += 2;
    if (is(name, "Savage Surge") || is(name, "Moment of Triumph")) target->boost += 2;
    if (is(name, "Giant Growth")) target->boost += 3;
    if (is(name, "Titanic Growth")) target->boost += 4;
    if (is(name, "Moment of Triumph")) mine->life += 2;
    if (is(name, "Swift Response") || is(name, "Rebuke") || is(name, "Murder")) target->destroyed = true;
    if (is(name, "Shock") || is(name, "Lightning Strike")) {
        int damage = is(name, "Shock") ? 2 : 3;
        if (target)
            target->damage += damage;
        else
            owner->life -= damage;
    }
}
