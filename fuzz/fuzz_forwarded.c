/* X-Forwarded-For headers: a key that is taken has the form of an address, and one header has one key. */
#include "fuzz.h"

#include "web/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char key[JG_ADDRESS], again[JG_ADDRESS], *header = malloc(size ? size : 1); /* of the exact size, without an end */
    MUST(header);
    if (size) memcpy(header, data, size);
    if (jg_address_forwarded(key, header, size)) {
        MUST(memchr(key, 0, sizeof key) && key[0] && key[strspn(key, "0123456789abcdef.:/")] == 0);
        MUST(!strchr(key, ':') == !strstr(key, "/64") || !strcmp(key, "::1"));
        if (!strchr(key, ':')) MUST(jg_address_forwarded(again, key, strlen(key)) && !strcmp(key, again));
    }
    free(header);
    return 0;
}
