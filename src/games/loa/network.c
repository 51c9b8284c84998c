/* The network that comes with the program, as `jogada learn` wrote it. docs/loa.md has the command that makes it again. */
#include "games/loa/loa.h"

static const unsigned char BYTES[] = {
#include "loa_network.inc"
};

const struct jg_network_file jg_loa_network = {.bytes = BYTES, .size = sizeof BYTES, .layout = ""};
