/* The network that comes with the program, as `jogada learn` wrote it. docs/kalah.md has the command that makes it
 * again. */
#include "games/kalah/kalah.h"

static const unsigned char BYTES[] = {
#include "kalah_network.inc"
};

const struct jg_network_file jg_kalah_network = {.bytes = BYTES, .size = sizeof BYTES, .layout = "6 houses"};
