/* Example positions of the Magic duel for the rules page: one turn, step by step. */
#include "games/magic/magic.h"

const struct jg_game_position jg_magic_positions[] = {
    {.position = "24 attack:28 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 "
                 "2P,GS",
     .last = "28",
     .caption = "Red attacks with all three creatures. Attackers are tapped and damage the opponent unless they are "
                "blocked. The arrows show where the damage would go."},
    {.position = "24 block:27 1 2 - 28 / 13 4/6 ?3 SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 "
                 "FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS",
     .seat = 1,
     .last = "22",
     .caption = "White blocks Skyraker Giant with two creatures and Frenzied Raptor with one. Lightning Hounds is "
                "unblocked and damages the player."},
    {.position = "24 order:22 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 "
                 "FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS",
     .last = "done",
     .caption = "Skyraker Giant has two blockers. Red chooses the damage order: the first takes lethal damage, the "
                "last takes the rest."},
    {.position = "24 target1:VH 1 2 - 28 / 13 4/6 2M SG.22,LH.26,FR.28 - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 2P,GS",
     .last = "Volcanic-Hammer",
     .caption = "Red tapped two of six lands to cast Volcanic Hammer, which now needs a target: a creature or a "
                "player."},
    {0},
};
