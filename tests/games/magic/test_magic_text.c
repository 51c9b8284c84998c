/* Text forms of the Magic duel: positions, moves as typed, descriptions, the terminal board and
 * JSON. */
#include "games/magic/text.h"
#include "test.h"

#include <jansson.h>
#include <unistd.h>

/* ---- Positions ------------------------------------------------------------------------------ */

static const struct {
    const char *spec, *position;
    int place;
    const char *message;
} BAD[] = {
    {"magic", "", 0, "expected a turn number, 0 to 250"},
    {"magic", "x", 0, "expected a turn number, 0 to 250"},
    {"magic", "251 main1 1 1 - 0 / 20 0 - - - / 20 0 - - -", 0, "expected a turn number, 0 to 250"},
    {"magic", "1", 1, "expected a space and a phase"},
    {"magic", "1 main 1 1 - 0 / 20 0 - - - / 20 0 - - -", 2, "expected a phase, such as main1, attack or main2"},
    {"magic", "1 main1x 1 1 - 0 / 20 0 - - - / 20 0 - - -", 7, "expected a space and the active player, 1 or 2"},
    {"magic", "1 main1 3 1 - 0 / 20 0 - - - / 20 0 - - -", 8, "expected a space and the active player, 1 or 2"},
    {"magic", "1 main1 1 3 - 0 / 20 0 - - - / 20 0 - - -", 10,
     "expected the starting player: 1, 2, or '-' if not known yet"},
    {"magic", "1 main1 1 1 x 0 / 20 0 - - - / 20 0 - - -", 12, "expected 'L' if a land was played this turn, else '-'"},
    {"magic", "1 main1 1 1 - 241 / 20 0 - - - / 20 0 - - -", 14,
     "expected a space and the highest creature number so far, 0 to 240"},
    {"magic", "1 main1 1 1 - 0", 15, "expected ' / ' and the side of player 1"},
    {"magic", "1 main1 1 1 - 0 / 20 0 - - -", 28, "expected ' / ' and the side of player 2"},
    {"magic", "1 main1 1 1 - 0 / 20 0 - - - / 20 0 - - - ", 41, "unexpected text at the end"},
    {"magic", "1 main1 1 1 - 0 / 20 0 - - - / 20 0 - - - x", 41, "unexpected text at the end"},
    {"magic", "1 main1 1 1 - 0 / 0 0 - - - / 20 0 - - -", 18,
     "a player without life has lost, but the game is not over"},
    {"magic", "1 main1 1 1 - 0 / -0 0 - - - / 20 0 - - -", 20, "expected a life total, at most 9999"},
    {"magic", "1 main1 1 1 - 0 / 10000 0 - - - / 20 0 - - -", 18, "expected a life total, at most 9999"},
    {"magic", "1 main1 1 1 - 0 / 20 x - - - / 20 0 - - -", 21,
     "expected a space and the number of lands, such as 4, or 1/4 with one of four untapped"},
    {"magic", "1 main1 1 1 - 0 / 20 25 - - - / 20 0 - - -", 21, "too many lands for the deck"},
    {"magic", "1 main1 1 1 - 0 / 20 2/2 - - - / 20 0 - - -", 22,
     "expected '/' and a number of lands greater than the untapped ones"},
    {"magic", "1 main1 1 1 - 0 / 20 0 XX - - / 20 0 - - -", 23, "expected a card code of the deck Red"},
    {"magic", "1 main1 1 1 - 0 / 20 0 5VH - - / 20 0 - - -", 23, "the deck has only 4 of Volcanic Hammer"},
    {"magic", "1 main1 1 1 - 0 / 20 0 1VH - - / 20 0 - - -", 23, "write a single card without a number"},
    {"magic", "1 main1 1 1 - 0 / 20 0 VH,M - - / 20 0 - - -", 26,
     "write cards in the order of the deck, each kind once"},
    {"magic", "1 main1 1 1 - 0 / 20 0 VH,VH - - / 20 0 - - -", 26,
     "write cards in the order of the deck, each kind once"},
    {"magic", "1 main1 1 1 - 0 / 20 0 ?61 - - / 20 0 - - -", 24, "expected the number of cards in hand, 0 to 60"},
    {"magic", "1 main1 1 1 - 0 / 20 1 ?60 - - / 20 0 - - -", 23, "too many cards for the deck"},
    {"magic", "1 main1 1 1 - 0 / 20 0 3VH - 2VH / 20 0 - - -", 18,
     "too many copies of Volcanic Hammer: the deck has 4"},
    {"magic", "1 main1 1 1 - 0 / 20 13 12M - - / 20 0 - - -", 18, "too many copies of Mountain: the deck has 24"},
    {"magic", "1 main1 1 1 - 1 / 20 0 - VH.1 - / 20 0 - - -", 25, "Volcanic Hammer is not a creature"},
    {"magic", "1 main1 1 1 - 1 / 20 0 - SG1 - / 20 0 - - -", 27, "expected '.' and a creature number, 1 to 240"},
    {"magic", "1 main1 1 1 - 1 / 20 0 - SG.0 - / 20 0 - - -", 29, "expected '.' and a creature number, 1 to 240"},
    {"magic", "1 main1 1 1 - 1 / 20 0 - SG.2 - / 20 0 - - -", 25, "creature number too high: the highest so far is 1"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3,NR.2 - / 20 0 - - -", 30, "write creatures in order of number"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3 - / 20 0 - FA.3 -", 41, "creature number 3 appears twice"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3d3 - / 20 0 - FA.4 -", 25, "Skyraker Giant would already be dead"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3x - / 20 0 - FA.4 -", 25, "Skyraker Giant would already be dead"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3d0 - / 20 0 - FA.4 -", 31, "expected a number, 1 to 80"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 25,
     "only creatures of player 1 can attack, and only in combat"},
    {"magic", "1 main1 1 1 - 5 / 20 0 - SG.3>4 - / 20 0 - FA.4 -", 25,
     "only creatures of player 2 can block, once attackers are declared"},
    {"magic", "1 block 1 1 - 5 / 20 0 - SG.3a - / 20 0 - FA.4 -", 25, "Skyraker Giant is attacking and must be tapped"},
    {"magic", "1 block 1 1 - 5 / 20 0 - SG.3 - / 20 0 - FA.4 -", 2, "there are no attackers"},
    {"magic", "1 block 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4a -", 43,
     "only creatures of player 1 can attack, and only in combat"},
    {"magic", "1 block 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>3 -", 43,
     "blockers are declared in order: this one has not been reached yet"},
    {"magic", "1 block:5 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>3 -", 2, "player 2 has no creature 5"},
    {"magic", "1 block:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>5 -", 45, "creature 5 is not attacking"},
    {"magic", "1 block:4 1 1 - 5 / 20 0 - SG.3ta,NR.5 - / 20 0 - FA.4>5 -", 50, "creature 5 is not attacking"},
    {"magic", "1 block:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4t>3 -", 45, "Fencing Ace cannot block creature 3"},
    {"magic", "2 block:4 2 1 - 5 / 20 0 - NR.4>3 - / 20 0 - GS.3a -", 27, "Nest Robber cannot block creature 3"},
    {"magic", "1 block:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>3#1 -", 45,
     "blockers have places only in the phase 'order'"},
    {"magic", "1 block:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4#1 -", 45,
     "Fencing Ace has a place in a damage order but blocks nothing"},
    {"magic", "1 attack 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 26,
     "attackers are declared in order: this one has not been reached yet"},
    {"magic", "1 attack:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 2, "player 1 has no creature 4"},
    {"magic", "1 blocked 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 9,
     "expected ':' and the argument of phase 'blocked'"},
    {"magic", "1 blocked:3 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 2, "player 2 has no creature 3"},
    {"magic", "1 blocked:x 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4 -", 10, "expected a creature number, 1 to 240"},
    {"magic", "1 blocked:4 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4t -", 2, "creature 4 cannot block any attacker"},
    {"magic", "2 blocked:4 2 1 - 5 / 20 0 - NR.4 - / 20 0 - GS.3a -", 2, "creature 4 cannot block any attacker"},
    {"magic", "1 order:3 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>3 -", 2, "creature 3 has no damage order to choose"},
    {"magic", "1 order:3 1 1 - 5 / 20 0 - SG.3ta - / 20 0 - FA.4>3#2,FA.5>3,GP.2 -", 61,
     "write creatures in order of number"},
    {"magic", "1 order:3 1 1 - 6 / 20 0 - SG.3ta - / 20 0 - FA.4>3#2,FA.5>3,GP.6>3 -", 2,
     "creature 3 has no damage order to choose"},
    {"magic", "1 order:3 1 1 - 7 / 20 0 - SG.3ta,SG.7ta - / 20 0 - FA.4>3,FA.5>3,GP.6>7#1 -", 34,
     "the blockers of creature 7 have wrong places"},
    {"magic", "1 target1 1 1 - 0 / 20 0 - - - / 20 0 - - -", 9, "expected ':' and the argument of phase 'target1'"},
    {"magic", "1 target1:PP 1 1 - 0 / 20 0 - - - / 20 0 - - -", 10, "expected a card code of the deck Red"},
    {"magic", "1 target1:BV 1 1 - 0 / 20 0 - - - / 20 0 - - -", 2, "Blazing Volley has no legal target"},
    {"magic", "1 target1:FK 1 1 - 0 / 20 0 4FK - - / 20 0 - - -", 23,
     "too many copies of Flametongue Kavu: the deck has 4"},
    {"magic", "2 target1:HI 2 1 - 0 / 20 0 - - - / 20 0 - - -", 2, "Heavy Infantry has no legal target"},
    {"magic", "0 main1 1 1 - 0 / 20 0 - - - / 20 0 - - -", 0, "the first turn is 1"},
    {"magic", "1 deal 1 1 - 0 / 20 0 - - - / 20 0 - - -", 0, "before the game the turn is 0"},
    {"magic", "131 main1 1 1 - 0 / 20 0 - - - / 20 0 - - -", 0, "turn number too high for the cards left"},
    {"magic", "1 main1 1 - - 0 / 20 0 - - - / 20 0 - - -", 10, "expected the starting player, 1 or 2"},
    {"magic", "0 toss 1 1 - 0 / 20 0 - - - / 20 0 - - -", 9, "expected '-': the starting player is not known yet"},
    {"magic", "2 main1 1 1 - 0 / 20 0 - - - / 20 0 - - -", 8,
     "player 1 started, so turn 2 belongs to the other player"},
    {"magic", "1 main1 1 1 L 0 / 20 0 - - - / 20 0 - - -", 12, "no land can have been played this turn"},
    {"magic", "2 draw 2 1 L 0 / 20 0 - - - / 20 1 - - -", 11, "no land can have been played this turn"},
    {"magic", "1 draw 1 1 - 0 / 20 0 - - - / 20 1 - - -", 2, "no card is drawn in turn 1"},
    {"magic", "2 draw 2 1 - 0 / 20 0 - - - / 20 24 4FA,4GP,4GS,4CA,4AM,4SM,2HI,4PP,4IR,2DJ - -", 2,
     "there is no card to draw"},
    {"magic", "1 main1 1 1 - 125 / 20 0 - - - / 20 0 - - -", 14, "creature number too high for the cards left"},
    {"magic", "0 toss 1 - - 0 / 20 0 M - - / 20 0 - - -", 22, "no player has cards before the coin toss"},
    {"magic", "0 toss 2 - - 0 / 20 0 - - - / 20 0 - - -", 7, "expected 1: nobody has started yet"},
    {"magic", "0 deal 1 1 - 0 / 20 0 7M - - / 20 0 - - -", 22, "a hand of 7 cards is not possible in this phase"},
    {"magic", "0 deal 1 1 - 0 / 20 1 6M - - / 20 0 - - -", 17,
     "before the game there are no lands, creatures or graveyards"},
    {"magic", "0 deal 1 1 - 0 / 20 0 6M - - top:M / 20 0 - - -", 33, "no player has scried yet"},
    {"magic", "0 deal 2 1 - 0 / 20 0 6M - - / 20 0 - - -", 22, "a hand of 6 cards is not possible in this phase"},
    {"magic", "0 mulligan 1 1 - 0 / 20 0 6M - - / 20 0 7P - -", 26, "a hand of 6 cards is not possible in this phase"},
    {"magic", "0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 6P - -", 40, "a hand of 6 cards is not possible in this phase"},
    {"magic", "0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 6P - - kept:6", 40,
     "a hand of 6 cards is not possible in this phase"},
    {"magic", "0 look 1 1 - 0 / 20 0 7M - - / 20 0 6P - - kept:6", 22, "a player who kept 7 cards does not scry"},
    {"magic", "0 look 2 1 - 0 / 20 0 7M - - / 20 0 6P - - top:P kept:6", 31,
     "player 2 cannot have these known library cards in this phase"},
    {"magic", "0 scry 2 1 - 0 / 20 0 7M - - / 20 0 6P - - kept:6", 31,
     "player 2 cannot have these known library cards in this phase"},
    {"magic", "0 scry 2 1 - 0 / 20 0 7M - - / 20 0 6P - - top:? kept:6", 47,
     "expected a card code: this card is known, as the hand is"},
    {"magic", "0 scry 2 1 - 0 / 20 0 7M - - / 20 0 ?6 - - top:P kept:6", 47,
     "expected '?': this card is hidden, as the hand is"},
    {"magic", "1 discard 1 1 - 0 / 20 0 7M - - / 20 0 6P - -", 25, "a player with 7 cards does not discard"},
    {"magic", "9 over 1 1 - 0 / 0 0 7M - - / 20 0 6P - -", 6, "expected ':' and the argument of phase 'over'"},
    {"magic", "9 over:2 1 1 - 0 / 0 0 7M - - / 20 0 6P - -", 2, "the loser must have no life or no card to draw"},
    {"magic", "9 over:0 1 1 - 0 / 0 0 7M - - / 20 0 6P - -", 2, "the loser must have no life or no card to draw"},
    {"magic", "9 over:1 1 1 - 0 / 10 0 7M - - / 20 0 6P - -", 2, "the loser must have no life or no card to draw"},
    {"magic",
     "1 main1 1 1 - 50 / 20 0 - "
     "NR.1,NR.2,NR.3,NR.4,BS.5,BS.6,BS.7,BS.8,FR.9,FR.10,FR.11,FR.12,LH.13,LH.14,LH.15,LH.16,SG.17,SG.18,SG.19,SG.20,"
     "FK.21,FK.22,FK.23,FK.24,FK.25 - / 20 0 - - -",
     161, "a player has at most 24 creatures"},
    /* The stack. */
    {"magic", "24 respond 1 2 - 29 / 13 6 - - - / 11 3 - - - / end 1 - -", 3,
     "these decks have neither instants nor creatures with flash"},
    {"magic", "24 more 1 2 - 29 / 13 6 - - - / 11 3 - - - / main1 1 - - draws:1,0", 3,
     "no effect of these decks draws cards"},
    {"magic", "23 main1 1 1 - 2 / 13 6 - NR.1k - / 11 3 - - -", 26, "only an attacker can be blocked"},
    {"magic", "23 main1 1 1 - 2 / 13 6 - - - / 11 3 - - - / fog", 3,
     "these decks have neither instants nor creatures with flash"},
    {"magic", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - -", 45, "expected ' / ' and the stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - -", 45, "expected ' / ' and the stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / ", 48,
     "expected a step: combat, attackers, blockers, end, main1 or main2"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / upkeep 1 - -", 48,
     "expected a step: combat, attackers, blockers, end, main1 or main2"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 3 - -", 52,
     "expected a space and the player with priority, 1 or 2"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 x -", 53,
     "expected ' p' if the other player has passed, else ' -'"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p", 55,
     "expected a space and the stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p x", 56,
     "expected the player who cast a spell, '1:' or '2:'"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:XX.29", 58,
     "expected a card code of the deck Blue"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:C", 59,
     "expected '.' and the number of a spell, 1 to 240"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.29>q", 64,
     "expected a target, such as 22, p2 or s29"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.29>p3", 65,
     "expected a target, such as 22, p2 or s29"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.29>22", 56,
     "Inspiration cannot have this target"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:C.29>s29", 56,
     "Counterspell cannot have this target"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.29", 56,
     "Inspiration cannot have this target"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I.29", 56,
     "Island is a land and never on the stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.30>p1", 56,
     "spell number too high: the highest number so far is 29"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:I2.29>p1,1:I2.28>p1", 67,
     "write spells in order of number"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - CM.29 - / 11 3 - - - / end 1 p 1:I2.29>p1", 60,
     "number 29 belongs to a creature"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 p 1:CM.29", 56,
     "Coral Merfolk can only be cast in a main phase of its player, with an empty stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / main1 1 p 1:CM.29", 58,
     "Coral Merfolk can only be cast in a main phase of its player, with an empty stack"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - - - / 11 3 - - - / main1 1 p -", 48,
     "in a main phase players respond to spells; the stack is empty"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 4I2 - - / 11 3 - - - / end 1 p 1:I2.29>p1", 22,
     "too many copies of Inspiration: the deck has 4"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - CM.22k - / 11 3 - - - / end 1 p -", 29,
     "only an attacker can be blocked"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - CM.22>16#1 - / 11 3 - GB.16ta - / blockers 1 p -", 29,
     "creature 16 is not a blocked attacker"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - CM.22>16#2 - / 11 3 - GB.16tak - / blockers 1 p -", 29,
     "blockers of creature 16 must have the places 1 to 1"},
    {"magic:decks=blue/green", "24 respond 2 1 - 29 / 13 6 - CM.22>16 - / 11 3 - GB.16tak - / blockers 1 p -", 29,
     "blockers of creature 16 must have the places 1 to 1"},
    {"magic:decks=blue/green", "24 more 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 - -", 54,
     "expected the cards to draw, such as ' draws:2,0'"},
    {"magic:decks=blue/green", "24 more 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 - - draws:0,2", 45,
     "the player with priority must be the next to draw a card"},
    {"magic:decks=blue/green", "24 more 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 - - draws:0,0", 45,
     "the player with priority must be the next to draw a card"},
    {"magic:decks=blue/green", "24 aim:XX 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 - -", 7,
     "expected a card code of the deck Blue"},
    {"magic:decks=blue/green", "24 aim:C 2 1 - 29 / 13 6 - - - / 11 3 - - - / end 1 - -", 3,
     "Counterspell has no legal target"},
    {"magic:decks=green/green", "0 respond 1 1 - 0 / 20 0 - - - / 20 0 - - - / end 1 - -", 0, "the first turn is 1"},
    {"magic:decks=blue/green",
     "24 respond 2 1 - 40 / 13 6 - - - / 11 3 - - - / end 1 p "
     "1:I2.21>p1,1:I2.22>p1,1:I2.23>p1,1:I2.24>p1,2:F2.25,2:F2.26,2:V.27,2:V.28,1:C.29>s21",
     130, "the stack has at most 8 spells"},
};

static void test_bad_positions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_game g;
        union jg_state s;
        struct jg_error err = {0};
        open_spec(&g, BAD[i].spec);
        if (!jg_parse(&g, BAD[i].position, &s, &err)) fail_msg("'%s' is taken", BAD[i].position);
        assert_string_equal(err.message, BAD[i].message);
        assert_int_equal(err.position, BAD[i].place);
        jg_game_close(&g);
    }
}

/* Compares every byte. Returns the length of the text. */
static size_t check_back(const struct jg_game *g, const union jg_state *s) {
    char text[JG_POSITION_MAX];
    struct jg_error err = {0};
    union jg_state back;
    position_text(g, s, text);
    memset(&back, 0xee, sizeof back);
    if (jg_parse(g, text, &back, &err)) fail_msg("'%s' is refused: %s", text, err.message);
    if (memcmp(&back, s, g->state_size)) fail_msg("'%s' comes back otherwise", text);
    return strlen(text);
}

/* A view is complete exactly when it hides nothing; a sample is complete and playable. */
static void check_whole(const struct jg_game *g, const union jg_state *s, const union jg_state *view) {
    struct jg_rng rng;
    union jg_state whole;
    char text[JG_POSITION_MAX];
    bool hidden = memcmp(s, view, g->state_size);
    assert_true(jg_is_complete(g, s));
    assert_int_equal(jg_is_complete(g, view), !hidden);
    assert_int_equal(jg_parse_complete(g, position_text(g, view, text), &whole, NULL), hidden ? JG_EINPUT : JG_OK);
    jg_rng_init(&rng, test_seed(), 5);
    jg_sample(g, view, &rng, &whole);
    assert_true(jg_is_complete(g, &whole));
    check_back(g, &whole);
}

/* A random game, every position and view of it; returns the phases visited and the longest text. */
static unsigned walk(const struct jg_game *g, uint64_t seed, size_t *longest) {
    struct jg_rng rng;
    union jg_state s, view;
    unsigned phases = 0;
    jg_rng_init(&rng, test_seed(), seed);
    jg_start(g, &s);
    for (int ply = 0;; ply++) {
        const struct jg_magic *m = (const void *)&s;
        size_t length = check_back(g, &s);
        if (length > *longest) *longest = length;
        phases |= 1u << m->phase;
        for (int seat = JG_NOBODY; seat < 2; seat++) {
            jg_view(g, &s, seat, &view);
            check_back(g, &view);
            if (ply % 8 == 0) check_whole(g, &s, &view);
        }
        if (jg_turn(g, &s) == JG_OVER) return phases;
        jg_apply(g, &s, jg_random_move(g, &s, &rng));
    }
}

static void test_positions_come_back(void **state) {
    static const char *const SPECS[] = {"magic", "magic:decks=white/red,giant=3/4", "magic:decks=white/white,first=1",
                                        "magic:decks=red/red,skip=1,evade=3", "magic:decks=white/white,skip=1"};
    unsigned phases = 0;
    size_t longest = 0;
    (void)state;
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_game g;
        open_spec(&g, SPECS[i]);
        for (int n = 0; n < 6 + test_scaled(14); n++) phases |= walk(&g, (uint64_t)n, &longest);
        jg_game_close(&g);
    }
    assert_int_equal(phases, (1u << (JG_MAGIC_END + 1)) - 1);
    assert_true(longest < JG_POSITION_MAX / 2);
}

/* Decks of cheap creatures that never die: full boards still fit into a line. */
static void test_full_tables(void **state) {
    const char *folder = getenv("TMPDIR");
    char cards[64], deck[64], spec[JG_SPEC_MAX];
    size_t longest = 0;
    unsigned phases = 0;
    (void)state;
    if (!folder) folder = "/tmp";
    snprintf(cards, sizeof cards, "%s/jogada-magic-%d.cards", folder, (int)getpid());
    snprintf(deck, sizeof deck, "%s/jogada-magic-%d.deck", folder, (int)getpid());
    FILE *c = fopen(cards, "w"), *d = fopen(deck, "w");
    assert_non_null(c);
    assert_non_null(d);
    fprintf(d, "24 Mountain\n");
    for (int i = 0; i < 9; i++) {
        fprintf(c, "Stone Wall %c | R | creature 0/9\n", 'A' + i);
        fprintf(d, "4 Stone Wall %c\n", 'A' + i);
    }
    fclose(c);
    fclose(d);
    snprintf(spec, sizeof spec, "magic:cards=%s,deck1=%s,deck2=%s", cards, deck, deck);
    struct jg_game g;
    open_spec(&g, spec);
    for (int n = 0; n < test_scaled(3); n++) phases |= walk(&g, (uint64_t)n, &longest);
    jg_game_close(&g);
    remove(cards);
    remove(deck);
    assert_true(phases >> JG_MAGIC_ORDER & 1);
    assert_in_range(longest, JG_POSITION_MAX / 3, JG_POSITION_MAX - 1);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

#define BOARD    "SG.22,LH.26,FR.28 - / 11 9 2P,AM,DJ FA.16,GS.21,HI.24,GP.27 -"
#define MAIN     "24 main1 1 2 - 28 / 13 6 2M,VH,BV " BOARD
#define ATTACK   "24 attack 1 2 - 28 / 13 6 2M,VH SG.22,LH.26t,FR.28s - / 11 9 - FA.16,GS.21 -"
#define BLOCK    "24 block 1 2 - 28 / 13 6 - SG.22ta,LH.26ta,FR.28 - / 11 9 - FA.16,GS.21t,HI.24 -"
#define TARGET   "24 target1:VH 1 2 - 28 / 13 4/6 2M SG.22 - / 11 9 - FA.16,GS.21 -"
#define ENTERING "25 target1:GP 2 2 - 28 / 13 4/6 2M SG.22 - / 11 7/9 - FA.16,GS.21 -"

/* Typed text, and the move or the error it gives. */
static const struct {
    const char *position, *typed, *move;
} TYPED[] = {
    {MAIN, "0", "pass"},
    {MAIN, "pass", "pass"},
    {MAIN, "Passar", "pass"},
    {MAIN, "done", "pass"},
    {MAIN, "pronto", "pass"},
    {MAIN, "1", "Mountain"},
    {MAIN, "2", "Mountain"},
    {MAIN, "3", "Volcanic-Hammer"},
    {MAIN, "4", "Blazing-Volley"},
    {MAIN, "5", "your hand has 4 cards"},
    {MAIN, "VH", "Volcanic-Hammer"},
    {MAIN, "vh", "Volcanic-Hammer"},
    {MAIN, "M", "Mountain"},
    {MAIN, "m", "expected one of: Mountain, Volcanic-Hammer, Blazing-Volley, pass"},
    {MAIN, "volcanic hammer", "Volcanic-Hammer"},
    {MAIN, "VOLCANIC_HAMMER", "Volcanic-Hammer"},
    {MAIN, "vol", "Volcanic-Hammer"},
    {MAIN, "mo", "Mountain"},
    {MAIN, "la", "Lava Axe is not in your hand"},
    {MAIN, "Plains", "expected one of: Mountain, Volcanic-Hammer, Blazing-Volley, pass"},
    {MAIN, "", "expected one of: Mountain, Volcanic-Hammer, Blazing-Volley, pass"},
    {MAIN, "22", "your hand has 4 cards"},
    {MAIN, "keep", "expected one of: Mountain, Volcanic-Hammer, Blazing-Volley, pass"},
    {"24 main2 1 2 L 28 / 13 1/6 2M,LA - - / 11 9 - - -", "1", "you have already played a land this turn"},
    {"24 main2 1 2 L 28 / 13 1/6 2M,LA - - / 11 9 - - -", "lava", "Lava Axe costs 5; untapped lands: 1"},
    {"25 main2 2 2 L 28 / 13 1/6 2M,LA - - / 11 9 HI,PP - -", "path", "Path of Peace has no legal target"},
    {"25 main2 2 2 L 28 / 13 1/6 2M,LA - - / 11 9 GP,GS - -", "Gu", "Guardian-of-Pilgrims"},
    {"25 main2 2 2 L 28 / 13 1/6 2M,LA - - / 11 9 P,PP - -", "pa", "Path of Peace has no legal target"},
    {"25 main2 2 2 L 28 / 13 1/6 2M,LA - - / 11 9 P,PP - -", "p", "expected one of: pass"},
    {"24 discard 1 2 - 0 / 13 1/6 7M,LA - - / 11 9 - - -", "0", "expected one of: Mountain, Lava-Axe"},
    {"24 discard 1 2 - 0 / 13 1/6 7M,LA - - / 11 9 - - -", "8", "Lava-Axe"},
    {ATTACK, "22", "22"},
    {ATTACK, "0", "done"},
    {ATTACK, "pass", "done"},
    {ATTACK, "fim", "done"},
    {ATTACK, "sky", "22"},
    {ATTACK, "SG", "22"},
    {ATTACK, "26", "Lightning Hounds is tapped"},
    {ATTACK, "28", "Frenzied Raptor has summoning sickness: it entered this turn"},
    {ATTACK, "16", "Fencing Ace is not yours"},
    {ATTACK, "23", "expected one of: 22, done"},
    {BLOCK, "16", "16"},
    {BLOCK, "21", "Griffin Sentinel is tapped"},
    {BLOCK, "22", "Skyraker Giant is not yours"},
    {"24 block:16 1 2 - 28 / 13 6 - SG.22ta,LH.26ta - / 11 9 - FA.16>22,HI.24 -", "16",
     "Fencing Ace is already blocking"},
    {"24 block:16 1 2 - 28 / 13 6 - SG.22ta,LH.26ta - / 11 9 - FA.16,HI.24 -", "16",
     "Fencing Ace comes before a creature already chosen; choose in order of number"},
    {"25 block 2 2 - 28 / 13 6 - SG.22,LH.26 - / 11 9 - GS.16a -", "26", "Lightning Hounds cannot block any attacker"},
    {"24 blocked:16 1 2 - 28 / 13 6 - SG.22ta,LH.26ta - / 11 9 - FA.16,HI.24 -", "light", "26"},
    {"24 blocked:16 1 2 - 28 / 13 6 - SG.22ta,LH.26ta - / 11 9 - FA.16,HI.24 -", "24", "expected one of: 22, 26"},
    {"24 order:22 1 2 - 28 / 13 6 - SG.22ta - / 11 9 - FA.16>22,FA.17>22 -", "17", "17"},
    {"24 order:22 1 2 - 28 / 13 6 - SG.22ta - / 11 9 - FA.16>22,FA.17>22 -", "FA",
     "several creatures have that name; type the number"},
    {TARGET, "me", "player1"},
    {TARGET, "eu", "player1"},
    {TARGET, "opponent", "player2"},
    {TARGET, "Oponente", "player2"},
    {TARGET, "player2", "player2"},
    {TARGET, "jogador1", "player1"},
    {TARGET, "16", "16"},
    {TARGET, "1", "expected one of: 22, 16, 21, player1, player2"},
    {TARGET, "0", "expected one of: 22, 16, 21, player1, player2"},
    {ENTERING, "29", "29"},
    {ENTERING, "itself", "29"},
    {ENTERING, "me", "expected one of: 16, 21, 29, 22"},
    {"0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 7P - -", "K", "keep"},
    {"0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 7P - -", "manter", "keep"},
    {"0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 7P - -", "Mulligan", "mulligan"},
    {"0 mulligan 1 1 - 0 / 20 0 7M - - / 20 0 7P - -", "1", "expected one of: keep, mulligan"},
    {"0 scry 1 1 - 0 / 20 0 6M - - top:M kept:6 / 20 0 7P - -", "fundo", "bottom"},
    {"0 scry 1 1 - 0 / 20 0 6M - - top:M kept:6 / 20 0 7P - -", "cima", "top"},
    {"0 toss 1 - - 0 / 20 0 - - - / 20 0 - - -", "starts:2", "starts:2"},
    {"0 toss 1 - - 0 / 20 0 - - - / 20 0 - - -", "2", "expected the starting player: starts:1 or starts:2"},
    {"0 deal 1 1 - 0 / 20 0 - - - / 20 0 - - -", "draw:lava", "draw:Lava-Axe"},
    {"0 deal 1 1 - 0 / 20 0 - - - / 20 0 - - -", "draw:?", "the deck Red has no such card"},
    {"0 deal 1 1 - 0 / 20 0 - - - / 20 0 - - -", "Mountain", "expected a card drawn, such as draw:Mountain"},
    {"2 draw 2 1 - 0 / 20 0 - - - / 20 0 - - - top:P", "draw:PP", "Path of Peace cannot be drawn now"},
};

static void test_typed(void **state) {
    struct jg_game g;
    (void)state;
    open_spec(&g, "magic");
    for (size_t i = 0; i < sizeof TYPED / sizeof *TYPED; i++) {
        union jg_state s;
        struct jg_error err = {0};
        jg_move move = 0;
        char word[JG_MOVE_MAX];
        read_position(&g, TYPED[i].position, &s);
        const char *is =
            g.kind->parse_move(&g, &s, TYPED[i].typed, &move, &err) ? err.message : move_word(&g, &s, move, word);
        if (strcmp(is, TYPED[i].move)) fail_msg("'%s' in '%s' is '%s'", TYPED[i].typed, TYPED[i].position, is);
    }
    jg_game_close(&g);
}

/* ---- Descriptions --------------------------------------------------------------------------- */

static void test_descriptions(void **state) {
    static const struct {
        const char *position, *move, *english, *portuguese;
    } DESCRIPTIONS[] = {
        {MAIN, "Mountain", "plays Mountain", "joga Mountain"},
        {MAIN, "Blazing-Volley", "casts Blazing Volley; Fencing Ace [16] dies",
         "conjura Blazing Volley; Fencing Ace [16] morre"},
        {MAIN, "pass", "passes", "passa"},
        {TARGET, "16", "aims Volcanic Hammer at Fencing Ace [16]; Fencing Ace [16] dies",
         "usa Volcanic Hammer: o alvo é Fencing Ace [16]; Fencing Ace [16] morre"},
        {TARGET, "player2", "aims Volcanic Hammer at White; White: life 8",
         "usa Volcanic Hammer: o alvo é Branco; Branco: vida 8"},
        {ENTERING, "29", "aims Guardian of Pilgrims at itself", "usa Guardian of Pilgrims: o alvo é ela mesma"},
        {"24 target1:FK 1 2 - 3 / 13 4/6 - - - / 11 9 - FA.1 -", "4", "aims Flametongue Kavu at itself; it dies",
         "usa Flametongue Kavu: o alvo é ela mesma; ela morre"},
        {ATTACK, "done", "does not attack", "não ataca"},
        {"24 attack 1 2 - 28 / 13 6 2M,VH SG.22 - / 11 9 - - -", "22",
         "attacks with Skyraker Giant [22]; White: life 7", "ataca com Skyraker Giant [22]; Branco: vida 7"},
        {BLOCK, "16", "chooses Fencing Ace [16] to block", "escolhe Fencing Ace [16] para bloquear"},
        {BLOCK, "done", "does not block; White: life 4", "não bloqueia; Branco: vida 4"},
        {"24 blocked:24 1 2 - 28 / 13 6 - SG.22ta - / 11 9 - HI.24 -", "22",
         "blocks Skyraker Giant [22] with Heavy Infantry [24]; Skyraker Giant [22] dies; Heavy Infantry [24] dies",
         "bloqueia Skyraker Giant [22] com Heavy Infantry [24]; Skyraker Giant [22] morre; Heavy Infantry [24] morre"},
        {"24 order:22 1 2 - 28 / 13 6 - SG.22ta - / 11 9 - FA.16>22,CA.17>22 -", "17",
         "has Skyraker Giant [22] damage Champion of Arashin [17] next; Skyraker Giant [22] dies; "
         "Fencing Ace [16] dies; Champion of Arashin [17] dies; White: life 14",
         "faz Skyraker Giant [22] causar dano em seguida a Champion of Arashin [17]; Skyraker Giant [22] morre; "
         "Fencing Ace [16] morre; Champion of Arashin [17] morre; Branco: vida 14"},
        {"25 main1 2 2 - 28 / 13 6 - SG.22,NR.23 - / 11 9 DJ FA.16,GS.21,HI.24 -", "DJ",
         "casts Day of Judgment; 5 creatures die", "conjura Day of Judgment; 5 criaturas morrem"},
        {"0 scry 1 1 - 0 / 20 0 6M - - top:LA kept:6 / 20 0 7P - -", "bottom", "puts the card on the bottom",
         "põe a carta no fundo"},
        {"2 draw 2 1 - 0 / 20 0 - - - / 20 0 - - -", "draw:PP", "White draws Path of Peace",
         "Branco compra Path of Peace"},
    };
    struct jg_game g;
    (void)state;
    open_spec(&g, "magic");
    for (size_t i = 0; i < sizeof DESCRIPTIONS / sizeof *DESCRIPTIONS; i++)
        for (int other = 0; other < 2; other++) {
            jg_lang lang = other ? PORTUGUESE : JG_EN;
            union jg_state s;
            jg_move move;
            char words[256];
            struct jg_text t;
            read_position(&g, DESCRIPTIONS[i].position, &s);
            assert_int_equal(g.kind->parse_move(&g, &s, DESCRIPTIONS[i].move, &move, NULL), JG_OK);
            jg_text_init(&t, words, sizeof words);
            g.kind->describe_move(&g, &s, move, lang, &t);
            assert_string_equal(words, lang == JG_EN ? DESCRIPTIONS[i].english : DESCRIPTIONS[i].portuguese);
        }
    jg_game_close(&g);
}

/* The opponent gets the same description of a played card, and no name of a drawn one. */
static void test_descriptions_of_views(void **state) {
    struct jg_game g;
    union jg_state s, view;
    char words[256];
    struct jg_text t;
    jg_move move;
    (void)state;
    open_spec(&g, "magic");
    read_position(&g, MAIN, &s);
    jg_view(&g, &s, 1, &view);
    assert_int_equal(g.kind->parse_move(&g, &s, "BV", &move, NULL), JG_OK);
    jg_text_init(&t, words, sizeof words);
    g.kind->describe_move(&g, &view, move, JG_EN, &t);
    assert_string_equal(words, "casts Blazing Volley; Fencing Ace [16] dies");
    read_position(&g, "2 draw 2 1 - 0 / 20 0 - - - / 20 0 - - -", &s);
    assert_int_equal(g.kind->parse_move(&g, &s, "draw:PP", &move, NULL), JG_OK);
    jg_text_init(&t, words, sizeof words);
    g.kind->describe_move(&g, &s, jg_observe_move(&g, &s, move, 0), JG_EN, &t);
    assert_string_equal(words, "White draws a card");
    jg_game_close(&g);
}

/* ---- Board ---------------------------------------------------------------------------------- */

static void check_picture(const char *position, int seat, bool brief, const char *expected) {
    struct jg_game g;
    union jg_state s, view;
    struct jg_style plain = {.lang = JG_EN, .seat = seat, .brief = brief};
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    open_spec(&g, "magic:giant=3/4");
    read_position(&g, position, &s);
    jg_view(&g, &s, seat, &view);
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    g.kind->show(&g, &view, &plain, &t);
    assert_string_equal(picture, expected);
    free(picture);
    jg_game_close(&g);
}

/* The board of the paper's figure 2.1; hands and prompts as in figure 2.2. */
static void test_board(void **state) {
    static const char TABLE[] = "Turn 24 (Red): first main phase\n"
                                "\n"
                                "Active player: Red - 13 life, hand 4, library 47\n"
                                "  6 Mountain U\n"
                                "  [22] Skyraker Giant U 3/4 (0) reach\n"
                                "  [26] Lightning Hounds U 3/2 (0) first strike\n"
                                "  [28] Frenzied Raptor U 4/2 (0)\n"
                                "\n"
                                "Opponent: White - 11 life, hand 4, library 43\n"
                                "  9 Plains U\n"
                                "  [16] Fencing Ace U 1/1 (0) double strike\n"
                                "  [21] Griffin Sentinel U 1/3 (0) flying, vigilance\n"
                                "  [24] Heavy Infantry U 3/4 (0)\n"
                                "  [27] Guardian of Pilgrims U 2/2 (0)\n";
    static const char HAND[] = "* 1) Mountain\n"
                               "* 2) Mountain\n"
                               "* 3) Volcanic Hammer         1R\n"
                               "* 4) Blazing Volley          R\n"
                               "\n"
                               "Choose a card to play (0: go to combat)\n";
    char all[2048];
    (void)state;
    snprintf(all, sizeof all, "%s\n%s", TABLE, HAND);
    check_picture(MAIN, 0, false, all);
    check_picture(MAIN, 0, true, HAND);
    check_picture(MAIN, JG_NOBODY, false, TABLE);
    check_picture(BLOCK, 1, true, "Choose blockers by number (0: done): 16, 24\n");
    check_picture(TARGET, 0, true,
                  "  1) Mountain\n"
                  "  2) Mountain\n"
                  "\n"
                  "Choose the target of Volcanic Hammer: 22, 16, 21, player1, player2\n");
    check_picture("24 order:22 1 2 - 28 / 13 1/6 - SG.22tad1c1b2 - / 11 0/9 - FA.16>22,FA.17>22,CA.19>22#1 4P,PP,DJ", 0,
                  false,
                  "Turn 24 (Red): damage order\n"
                  "\n"
                  "Active player: Red - 13 life, hand 0, library 53\n"
                  "  1 Mountain U, 5 T\n"
                  "  [22] Skyraker Giant T 6/7 (1) reach, attacks\n"
                  "\n"
                  "Opponent: White - 11 life, hand 0, library 42\n"
                  "  9 Plains T\n"
                  "  [16] Fencing Ace U 1/1 (0) double strike, blocks [22]\n"
                  "  [17] Fencing Ace U 1/1 (0) double strike, blocks [22]\n"
                  "  [19] Champion of Arashin U 3/2 (0) lifelink, blocks [22], damage order 1\n"
                  "  Graveyard: 4 Plains, Path of Peace, Day of Judgment\n"
                  "\n"
                  "Which blocker does Skyraker Giant [22] damage next? 16, 17\n");
    check_picture("0 mulligan 2 1 - 0 / 20 0 5M - - kept:5 / 20 0 4P,AM,2SM - -", 1, false,
                  "Before the game: mulligan; Red starts\n"
                  "\n"
                  "White - 20 life, hand 7, library 53\n"
                  "\n"
                  "Red - 20 life, hand 5, library 55\n"
                  "\n"
                  "  1) Plains\n"
                  "  2) Plains\n"
                  "  3) Plains\n"
                  "  4) Plains\n"
                  "  5) Angel of Mercy          4W   3/3 flying\n"
                  "  6) Siege Mastodon          4W   3/5\n"
                  "  7) Siege Mastodon          4W   3/5\n"
                  "\n"
                  "Cards: 7, lands: 4. Keep, or mulligan to 6?\n");
    check_picture("0 scry 1 1 - 0 / 20 0 M - - top:LA kept:1 / 20 0 7P - -", 0, true,
                  "  1) Mountain\n"
                  "\n"
                  "The top card is Lava Axe. Leave it on top, or put it on the bottom?\n");
}

static void test_about(void **state) {
    static const struct {
        const char *word, *text;
    } ABOUT[] = {
        {"3", "3) Volcanic Hammer, 1R, sorcery\n  3 damage to target creature or player.\n"},
        {"22", "[22] Skyraker Giant, 2RR, creature 4/3\n  Reach: it can block creatures with flying.\n"},
        {"siege", "Siege Mastodon, 4W, creature 3/5\n"},
        {"frenzied raptor", "Frenzied Raptor, 2R, creature 4/2\n"},
        {"99", NULL},
        {"0", NULL},
        {"", NULL},
        {"nothing", NULL},
    };
    struct jg_game g;
    union jg_state s, view;
    (void)state;
    open_spec(&g, "magic");
    read_position(&g, MAIN, &s);
    jg_view(&g, &s, 0, &view);
    for (size_t i = 0; i < sizeof ABOUT / sizeof *ABOUT; i++) {
        struct jg_style plain = {.lang = JG_EN, .seat = 0};
        char text[1024];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        assert_int_equal(g.kind->about(&g, &view, ABOUT[i].word, &plain, &t), ABOUT[i].text != NULL);
        assert_string_equal(text, ABOUT[i].text ? ABOUT[i].text : "");
    }
    jg_game_close(&g);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static const char *text_at(const json_t *o, const char *key) { return json_string_value(json_object_get(o, key)); }
static int number_at(const json_t *o, const char *key) { return (int)json_integer_value(json_object_get(o, key)); }

static void test_json(void **state) {
    struct jg_game g;
    union jg_state s, view;
    (void)state;
    open_spec(&g, "magic");
    read_position(&g, "24 block 1 2 L 28 / 13 2/6 2M,VH SG.22tad1c1b2 2NR / 11 9 2P,AM FA.16,GS.21s - bottom:P kept:6",
                  &s);
    jg_view(&g, &s, 0, &view);
    json_t *board = g.kind->json(&g, &view), *sides = json_object_get(board, "sides");
    const json_t *own = json_array_get(sides, 0), *other = json_array_get(sides, 1);
    assert_string_equal(text_at(board, "phase"), "block");
    assert_int_equal(number_at(board, "turn"), 24);
    assert_true(json_is_true(json_object_get(board, "land_played")));
    assert_int_equal(number_at(own, "life"), 13);
    assert_int_equal(number_at(own, "untapped"), 2);
    assert_int_equal(number_at(own, "lands"), 6);
    const json_t *giant = json_array_get(json_object_get(own, "creatures"), 0);
    assert_int_equal(number_at(giant, "id"), 22);
    assert_string_equal(text_at(giant, "name"), "Skyraker Giant");
    assert_int_equal(number_at(giant, "power"), 7);
    assert_int_equal(number_at(giant, "toughness"), 6);
    assert_int_equal(number_at(giant, "damage"), 1);
    assert_true(json_is_true(json_object_get(giant, "attacks")));
    assert_int_equal(json_array_size(json_object_get(own, "hand")), 2);
    assert_true(json_is_null(json_object_get(other, "hand")));
    assert_int_equal(number_at(other, "in_hand"), 3);
    assert_string_equal(text_at(other, "bottom"), "?");
    const json_t *cards = json_object_get(json_array_get(json_object_get(board, "decks"), 0), "cards");
    const json_t *hammer = json_array_get(cards, 7);
    assert_string_equal(text_at(hammer, "name"), "Volcanic Hammer");
    assert_string_equal(text_at(hammer, "cost"), "1R");
    assert_string_equal(text_at(hammer, "type"), "sorcery");
    assert_string_equal(text_at(json_object_get(hammer, "text"), "en"), "3 damage to target creature or player.");
    json_decref(board);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_positions_come_back),
        cmocka_unit_test(test_full_tables),   cmocka_unit_test(test_typed),
        cmocka_unit_test(test_descriptions),  cmocka_unit_test(test_descriptions_of_views),
        cmocka_unit_test(test_board),         cmocka_unit_test(test_about),
        cmocka_unit_test(test_json),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
