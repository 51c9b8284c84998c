/* The version of the library. */
#include <jogada/jogada.h>

const char *jg_version(void) { return JOGADA_VERSION; }
