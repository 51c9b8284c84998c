#include "web/peer.h"

const char *jg_refusal_name(enum jg_refusal code) {
    static const char *const NAMES[] = {
#define X(code, name) name,
        JG_REFUSALS(X)
#undef X
    };
    return NAMES[code];
}

enum jg_refusal jg_refusal_of(enum jg_status status) {
    return status == JG_EINPUT || status == JG_EFIT ? JG_REFUSE_INPUT : JG_REFUSE_FAILED;
}
