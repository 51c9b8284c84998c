/* What the files of the plain engine share; others use plain.h. */
#ifndef BENCH_GAMES_MAGIC_PLAIN_INSIDE_H
#define BENCH_GAMES_MAGIC_PLAIN_INSIDE_H

#include "bench/games/magic/plain.h"

typedef struct plain_magic_player player;
typedef struct plain_magic_creature creature;

static inline player *me(struct plain_magic *p) { return &p->player[p->active]; }
static inline player *they(struct plain_magic *p) { return &p->player[1 - p->active]; }

/* ---- Cards ---------------------------------------------------------------------------- */

char plain_magic_type_of(const char *name);

/* What a card may be aimed at, as letters: 'm'y creatures, 't'heir creatures, 'p'layers, 's'pells; of creatures only
 * those that 'a'ttack or are tapped, 'T'. */
const char *plain_magic_targets_of(const char *name);

/* Whether a creature is as these letters demand. */
bool plain_magic_suits(const char *targets, const creature *c);

/* What a card of a seat does; the target is a creature, or a player, `owner`, if that is NULL. */
void plain_magic_take_effect(struct plain_magic *p, int seat, const char *name, creature *target, player *owner);

/* ---- The board ------------------------------------------------------------------------ */

void plain_magic_put_card(struct plain_magic_pile *pile, const char *card);
const char *plain_magic_take_card_at(struct plain_magic_pile *pile, int i);
const char *plain_magic_take_card(struct plain_magic_pile *pile, const char *name);
int plain_magic_copies_in(const struct plain_magic_pile *pile, const char *name);

/* Whether the i-th card is the first of its name. */
bool plain_magic_first_of_name(const struct plain_magic_pile *pile, int i);
creature *plain_magic_find_creature(player *who, int id);
int plain_magic_untapped_lands(const player *who);
void plain_magic_tap_lands(player *who, int n);
int plain_magic_library_count(const player *who);

/* A creature enters behind those with lower numbers. */
void plain_magic_enter(player *who, const char *name, int id);

/* State-based actions. Returns whether the game is over. */
bool plain_magic_check_state(struct plain_magic *p);

/* ---- Combat --------------------------------------------------------------------------- */

bool plain_magic_can_attack(const creature *c);
bool plain_magic_can_block(const creature *blocker, const creature *attacker);
bool plain_magic_can_block_somebody(const creature *blocker, const player *attackers);

/* Whether a creature comes after the last declared one, by id. */
bool plain_magic_is_later(const struct plain_magic *p, const creature *c);

/* Deals combat damage and ends combat. */
void plain_magic_fight(struct plain_magic *p);
bool plain_magic_is_ordered(const creature *attacker, int blocker);

/* These four continue with the next decision, or with the next step if there is none. */
void plain_magic_order_blockers(struct plain_magic *p);
void plain_magic_ask_blockers(struct plain_magic *p);
void plain_magic_end_attack(struct plain_magic *p);
void plain_magic_ask_attackers(struct plain_magic *p);
void plain_magic_attack_with(struct plain_magic *p, int id);
void plain_magic_block_at(struct plain_magic *p, int id);

/* ---- The stack and casting ------------------------------------------------------------ */

/* Gives priority in a step, or ends it at once in a game without instants. */
void plain_magic_begin_step(struct plain_magic *p, enum plain_magic_step step);

/* Continues after a spell has resolved, or a card has been drawn. */
void plain_magic_continue(struct plain_magic *p);
void plain_magic_pass_priority(struct plain_magic *p);

/* Plays a land, or pays for a spell and casts it unless it needs a target first. */
void plain_magic_cast_card(struct plain_magic *p, const char *name);
void plain_magic_choose_target(struct plain_magic *p, struct plain_magic_spell at);

/* The player who casts, and chooses targets. */
int plain_magic_caster(const struct plain_magic *p);
bool plain_magic_can_play(const struct plain_magic *p, const char *name);

/* ---- Turns ---------------------------------------------------------------------------- */

void plain_magic_main_phase(struct plain_magic *p, bool second);
void plain_magic_end_turn(struct plain_magic *p);

#endif
