/* The network that comes with the program, as `jogada learn` wrote it. docs/magic-agents.md has the command that makes
 * it again. */
#include "games/magic/magic.h"

static const unsigned char BYTES[] = {
#include "magic_network.inc"
};

const struct jg_network_file jg_magic_network = {
    .bytes = BYTES, .size = sizeof BYTES, .layout = "cards 6f3dceed8f3dcc51"};
