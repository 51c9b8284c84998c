/* Refusals: the codes and messages with which the server rejects a request. */
#include "web/peer.h"

#include "web/web.h"

#include <string.h>

const char *jg_refusal_name(enum jg_refusal_code code) {
    static const char *const NAMES[] = {
#define X(code, name) name,
        JG_REFUSALS(X)
#undef X
    };
    return NAMES[code];
}

enum jg_refusal_code jg_refusal_code_of(enum jg_status status) {
    return status == JG_EINPUT || status == JG_EFIT ? JG_REFUSE_INPUT : JG_REFUSE_FAILED;
}

const char *jg_refusal_text(const struct jg_error *err, const struct jg_web_setting *setting) {
    const char *text = err->message;
    size_t path = setting->db ? strlen(setting->db) : 0;
    if (err->code == JG_EIO && !setting->trust) {
        if (setting->warn) setting->warn(setting->arg, text);
        return jg_tr(err->lang, "the server cannot read or write its files; try again later");
    }
    return path && !strncmp(text, setting->db, path) && !strncmp(text + path, ": ", 2) ? text + path + 2 : text;
}
