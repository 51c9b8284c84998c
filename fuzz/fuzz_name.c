/* Names that players give themselves: what is taken can be seen, and is taken the same again. */
#include "fuzz.h"

#include "core/buffer.h"
#include "web/name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), name[JG_PLAYER_NAME], again[JG_PLAYER_NAME];
    struct jg_error err = {0};
    if (jg_name_read(name, text, &err)) {
        MUST(err.code == JG_EINPUT && err.message[0]);
    } else {
        MUST(memchr(name, 0, sizeof name));
        MUST(!jg_name_read(again, name, &err) && !strcmp(name, again));
        for (const char *p = name; *p;) {
            size_t n = jg_utf8_printable(p);
            MUST(n);
            p += n;
        }
    }
    free(text);
    return 0;
}
