#include <jogada/status.h>

#include "core/number.h"

enum jg_status jg_fail(struct jg_error *err, enum jg_status code, int position, const char *format, ...) {
    if (!err) return code;
    err->code = code;
    err->position = position;
    va_list args;
    va_start(args, format);
    jg_number_format(err->message, sizeof err->message, err->lang, jg_tr(err->lang, format), args);
    va_end(args);
    return code;
}

const char *jg_status_name(enum jg_status code) {
    static const char *const names[] = {
#define X(name, text) [JG_##name] = #name,
        JG_STATUS_LIST(X)
#undef X
    };
    return names[code];
}

const char *jg_status_text(enum jg_status code) {
    static const char *const texts[] = {
#define X(name, text) [JG_##name] = text,
        JG_STATUS_LIST(X)
#undef X
    };
    return texts[code];
}
