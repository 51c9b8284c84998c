/* Workers on other machines, of which a browser has none. */
#include "arena/coordinator.h"

enum jg_status jg_coordinator_play(struct jg_coordinator *c, const struct jg_series *s, struct jg_error *err) {
    (void)c, (void)s;
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory"); /* never called */
}
